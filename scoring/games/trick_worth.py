"""What the tricks of a hand are worth by a game's definition: the last ones, each one, and bids."""

from dataclasses import dataclass

from scoring.calls import CallKind
from scoring.cards import Rank
from scoring.games.definition import Definition, Made, Score, Which
from scoring.games.game import side_of
from scoring.games.trick_options import TrickOptions
from scoring.hands import Hand
from scoring.sheet import ScoreLine, Sides, counted_in_words
from scoring.told import Asked
from scoring.tricks import Trick


@dataclass(frozen=True)
class Worth:
    """Points for the last tricks and the sentence that explains them."""

    points: int
    reason: str
    tricks: tuple[int, ...]


@dataclass(frozen=True)
class Counter:
    """Counts one hand that has been played out, by the definition and the table's options."""

    game: Definition
    options: TrickOptions
    sides: Sides
    hand: Hand

    def lines(self) -> tuple[ScoreLine, ...] | None:
        """What the tricks are worth, line by line; None while a trick that decides has no winner."""
        lines: tuple[ScoreLine, ...] = ()
        last, each = (scores_in_play(self.game, self.options, which) for which in (Which.LAST, Which.EACH))
        if last:
            worth, winner = self.last_tricks(last), self.hand.tricks[-1].winner
            if winner is None:
                return None
            side = side_of(self.sides, winner)
            lines = (ScoreLine(self.hand.number, side, "last trick", worth.points, worth.reason, self._rule, worth.tricks),)
        if each:
            if any(trick.winner is None for trick in self.hand.tricks):
                return None
            lines += self._each_trick(each)
        return self._with_bids(lines) if self.game.bids else lines

    def last_tricks(self, scores: tuple[Score, ...]) -> Worth:
        """The first line that fits the last tricks: all of one seat, won with these ranks."""
        for score in scores:
            tricks = self.hand.tricks[-max(1, len(score.won_with)) :]
            if not score.won_with or fits(score.won_with, tricks):
                cards = " and ".join(str(trick.winning_card or "an unseen card") for trick in tricks)
                which = "last trick" if len(tricks) == 1 else f"last {len(tricks)} tricks"
                return Worth(self._points(score), f"{which} won with {cards}", tuple(trick.number for trick in tricks))
        return Worth(0, "the last trick is worth nothing", (self.hand.tricks[-1].number,))

    @property
    def _rule(self) -> str:
        return f"{self.game.title}: what tricks are worth"

    def _points(self, score: Score) -> int:
        if score.points_from is None:
            return score.points
        name, place = score.points_from
        return int(self.options.get(name)[place])

    def _each_trick(self, scores: tuple[Score, ...]) -> tuple[ScoreLine, ...]:
        lines = []
        for side, members in enumerate(self.sides):
            taken = [trick for trick in self.hand.tricks if trick.winner in members]
            for score in scores:
                counted = [trick for trick in taken if not score.won_with or fits(score.won_with, (trick,))][score.beyond :]
                if counted:
                    points = self._points(score) * len(counted)
                    book = f", {score.beyond} of which count nothing" if score.beyond else ""
                    words = counted_in_words(len(taken), "trick") + book
                    numbers = tuple(trick.number for trick in counted if not trick.is_counted)
                    lines.append(ScoreLine(self.hand.number, side, "tricks", points, words, self._rule, numbers))
        return tuple(lines)

    def _with_bids(self, lines: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
        """The lines of those who made their bid, and what the bid itself is worth."""
        rule = self.game.bids
        assert rule is not None
        found: list[ScoreLine] = []
        for side, members in enumerate(self.sides):
            bid = sum(call.number or 0 for call in self.hand.called(CallKind.BID) if call.seat in members)
            taken = sum(trick.winner in members for trick in self.hand.tricks)
            is_made = taken == bid if rule.made is Made.EXACT else taken >= bid
            points = rule.bonus if is_made else rule.missed
            found += [line for line in lines if line.side == side and is_made]
            reason = f"bid {bid}, took {taken}"
            found.append(ScoreLine(self.hand.number, side, "bid", points, reason, f"{self.game.title}: bids"))
        return tuple(found)


def scores_in_play(game: Definition, options: TrickOptions, which: Which) -> tuple[Score, ...]:
    """The lines that look at those tricks and are not switched off."""
    on = (score for score in game.scores if score.option is None or options.get(score.option))
    return tuple(score for score in on if score.trick is which)


def asks(game: Definition, options: TrickOptions, sides: Sides) -> Asked | None:
    """What must be told of tricks that nobody saw; None where it matters with which card each was taken."""
    each = scores_in_play(game, options, Which.EACH)
    if any(score.won_with for score in each):
        return None
    won_with = [score.won_with for score in scores_in_play(game, options, Which.LAST) if score.won_with]
    longest = max(map(len, won_with), default=0)
    before = tuple(
        tuple(dict.fromkeys(ranks[-place] for ranks in won_with if len(ranks) >= place)) for place in range(2, longest + 1)
    )
    return Asked(sides if each or game.bids or game.reckoned else (), card=bool(won_with), before=before)


def fits(ranks: tuple[Rank, ...], tricks: tuple[Trick, ...]) -> bool:
    """Whether one seat won these tricks with exactly these ranks, in order."""
    cards = [trick.winning_card for trick in tricks]
    is_one_seats = len({trick.winner for trick in tricks}) == 1
    return is_one_seats and [card and card.rank for card in cards] == list(ranks)
