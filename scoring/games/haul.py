"""What each side took in a hand that has been played out, and who played together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.calls import CallKind
from scoring.cards import Card
from scoring.formulas import ENDS
from scoring.games.definition import TRICK, Definition, KittyTo
from scoring.games.game import side_of
from scoring.games.phases.partner import Partner
from scoring.games.phases.talk import Talk
from scoring.games.phases.talon import Talon
from scoring.hands import Hand
from scoring.packs import trumps_of
from scoring.seats import Seat
from scoring.tricks import Trick
from scoring.values import kept


@dataclass(frozen=True)
class Haul:
    """The cards and tricks of one hand, side by side."""

    game: Definition
    hand: Hand
    talk: Talk

    def is_known(self) -> bool:
        """Whether everything has been seen that the rules look at; who the partner was is waited for by its phase."""
        has_winners = all(trick.winner is not None for trick in self.hand.tricks)
        return has_winners and (not self.game.looks_at_cards or (self._is_seen() and not self._has_too_many()))

    def _is_seen(self) -> bool:
        seats = len(self.hand.seats)
        return all(len(laid) == seats and all(play.shows for play in laid) for laid in self.hand.laid)

    def _has_too_many(self) -> bool:
        """Whether a card was played more often than the pack has it: two of these cannot both be right."""
        there = self.hand.order.pack.counts
        return any(count > there[card] for card, count in self._counts.items())

    @kept
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each side took; where cards are drawn only those after the stock was gone."""
        return self._taken(self.hand.tricks[self.game.stock :])

    @kept
    def drawn(self) -> tuple[int, ...]:
        """How many tricks each side took while cards were drawn."""
        return self._taken(self.hand.tricks[: self.game.stock])

    def _taken(self, tricks: Sequence[Trick]) -> tuple[int, ...]:
        winners = [trick.winner for trick in tricks]
        return tuple(sum(map(winners.count, members)) for members in self.talk.sides)

    @kept
    def points(self) -> tuple[int, ...]:
        """What the tricks and cards are worth that each side took, with the kitty where the rules say so."""
        each, worths = self.game.card_points.get(TRICK, 0), self.game.worths[self.hand.order_of_play.trump]
        tricks = self._taken(self.hand.tricks)
        made = [each * count + sum(map(worths.__getitem__, cards)) for count, cards in zip(tricks, self._taken_by, strict=True)]
        for card, side in self._given:
            made[side] += worths[card]
        if self._away_to is not None:
            made[self._away_to] += sum(worths[card] * count for card, count in self._laid_away.items())
        return tuple(made)

    @kept
    def cards(self) -> tuple[int, ...]:
        """How many cards each side took, those of the kitty among them."""
        made = [len(self.hand.seats) * count for count in self._taken(self.hand.tricks)]
        for _, side in self._given:
            made[side] += 1
        if self._away_to is not None:
            made[self._away_to] += self._laid_away.total()
        return tuple(made)

    @property
    def last(self) -> int | None:
        """The side that took the last trick."""
        winner = self.hand.tricks[-1].winner if self.hand.tricks else None
        return None if winner is None else self._side_of(winner)

    def took(self, token: str, side: int) -> int:
        """How many of that card the side took: a card, a trump (`J`, `J~`), or the `highest` or `lowest` trump of the hand."""
        return self._taken_by[side].count(self._card(token))

    def ended(self, token: str, side: int) -> int:
        """How many of that card the side took in the last trick."""
        shown = [play.shows for play in self.hand.tricks[-1].laid]
        return shown.count(self._card(token)) if self.last == side else 0

    def left(self, token: str, _side: int) -> int:
        """How many of that card the declarer left in the kitty."""
        card = self._card(token)
        return self._left[card] if card is not None else 0

    def played(self, token: str, side: int) -> int:
        """How many of that card the side played itself."""
        return self._played_by[side].count(self._card(token))

    def turned(self, token: str, side: int) -> int:
        """How many of that card, or of that rank, the side turned up for trumps."""
        shown = (card for call in self.talk.of(CallKind.TRUMP) if self._side_of(call.seat) == side for card in call.cards)
        return sum(token in (str(card), card.rank.value) for card in shown)

    @kept
    def partner(self) -> Seat | None:
        """Who holds the card that makes the declarer's partner; None where nobody does, or the declarer."""
        if self.partner_card is None:
            return None
        holder = self._holder(self.partner_card)
        return None if holder is self.talk.declarer else holder

    @kept
    def team(self) -> frozenset[int]:
        """The declarer's side and, where a card makes a partner, that one's; nobody without a declarer."""
        seats = (self.talk.declarer, self.partner)
        return frozenset(self._side_of(seat) for seat in seats if seat is not None)

    @kept
    def matadors(self) -> int:
        """How many trumps in a row from the highest are all in the declarer's team, or all not in it; the kitty was in it."""
        order = self.hand.order_of_play
        owners = [self._is_in_team(card) for card in order.all_trumps]
        return next((place for place, owner in enumerate(owners) if owner != owners[0]), len(owners))

    def _is_in_team(self, card: Card) -> bool:
        holder = self._holder(card)
        return holder is None or self._side_of(holder) in self.team

    def _holder(self, card: Card) -> Seat | None:
        """Who played the card, or is told to be the partner who held it; None where it was laid away, or nobody knows."""
        return self._players.get(card, self.talk.partner if card == self.partner_card else None)

    @kept
    def _players(self) -> dict[Card, Seat]:
        """Who played each card, the first where there are two of it."""
        return {card: seat for card, seat, _ in reversed(self._went)}

    @kept
    def partner_card(self) -> Card | None:
        """The card whose holder is the declarer's partner; None where there is none, or none yet."""
        phase = self.game.phase(Partner)
        return phase.card_in(self.talk) if phase else None

    @kept
    def _went(self) -> tuple[tuple[Card, Seat, Seat], ...]:
        """Every card that was seen in a trick whose winner is known, who played it, and who took it."""
        return tuple(
            (card, seat, trick.winner)
            for trick in self.hand.tricks
            if trick.winner is not None
            for play, seat in zip(trick.laid, trick.seats, strict=True)
            if (card := play.shows) and seat is not None
        )

    @kept
    def _taken_by(self) -> tuple[Sequence[Card], ...]:
        """The cards that each side took."""
        return self._piles((card, winner) for card, _, winner in self._went)

    @kept
    def _played_by(self) -> tuple[Sequence[Card], ...]:
        """The cards that each side played."""
        return self._piles((card, seat) for card, seat, _ in self._went)

    def _piles(self, cards: Iterable[tuple[Card, Seat]]) -> tuple[Sequence[Card], ...]:
        """The cards of each side, by the seat whose each is."""
        piles = tuple(list[Card]() for _ in self.talk.sides)
        pile_of = {seat: pile for pile, members in zip(piles, self.talk.sides, strict=True) for seat in members}
        for card, seat in cards:
            pile_of[seat].append(card)
        return piles

    @kept
    def _ends(self) -> tuple[Card | None, ...]:
        """The highest and the lowest trump that was played, and the card that was called."""
        played = {card for card, _, _ in self._went}
        trumps = [card for card in self.hand.order_of_play.all_trumps if card in played]
        return (*((trumps[0], trumps[-1]) if trumps else (None, None)), self.talk.called)

    @kept
    def _away(self) -> Counter[Card]:
        """Cards of the pack that nobody played."""
        return self.hand.order.pack.counts - self._counts

    @kept
    def _counts(self) -> Counter[Card]:
        """How often each card was played."""
        return Counter(card for card, _, _ in self._went)

    @kept
    def _left(self) -> Counter[Card]:
        """Cards of the kitty that the declarer left to the opponents."""
        talon = self.game.phase(Talon)
        return talon.left(self.talk, self._away) if talon else Counter()

    @kept
    def _laid_away(self) -> Counter[Card]:
        """Cards of the kitty, or laid away for them, that are whose the kitty is in the end."""
        return self._away - self._left - Counter(card for card, _ in self._given)

    @kept
    def _given(self) -> tuple[tuple[Card, int], ...]:
        """Cards of the kitty that came with tricks, each with the side that took it."""
        return tuple((card, self._side_of(call.seat)) for call in self.talk.of(CallKind.GETS) for card in call.cards)

    @property
    def _away_to(self) -> int | None:
        """The side whose the kitty is in the end, that of the last trick where nobody bid for it; None for nobody."""
        if not self.game.kitty:
            return None
        if self.game.kitty_to is KittyTo.LAST:
            return self.last
        if self.game.kitty_to is KittyTo.DECLARER:
            return self.last if self.talk.declarer is None else self._side_of(self.talk.declarer)
        return None

    def _card(self, token: str) -> Card | None:
        """The card that a token stands for in this hand; None for none."""
        if token in ENDS:
            return self._ends[ENDS.index(token)]
        return next(iter(trumps_of((token,), self.hand.order_of_play.trump)), None)

    def _side_of(self, seat: Seat) -> int:
        return side_of(self.talk.sides, seat)


def trick_worth(game: Definition, trick: Trick) -> int | None:
    """What a trick brings by itself: its cards, and what every trick counts; None where no card counts."""
    if not game.card_points and not game.trump_points:
        return None
    worths = game.worths[trick.order.trump]
    return game.card_points.get(TRICK, 0) + sum(worths[play.shows] for play in trick.laid if play.shows)
