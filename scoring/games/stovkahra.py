"""Stovkahra, or Brčko: the hundred game of Šumice, with partners and a German pack (docs/rules.md §7)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from scoring.calls import Call, CallKind
from scoring.duties import Duties
from scoring.errors import BadCall, BadSetup
from scoring.games.game import (
    About,
    HandResult,
    Setup,
    Standing,
    check_trump,
    fitting,
    no_move,
    partners,
    side_of,
    void_result,
    with_trump,
)
from scoring.games.penalties import RevokePenalty, offenders, penalised
from scoring.games.stovkahra_declared import check_declaration, disproof, false_declarations
from scoring.games.stovkahra_score import (
    HUNDRED,
    TRICKS,
    Award,
    Entry,
    awarded,
    combination,
    dost,
    game_won,
    running_totals,
    side_points,
    sticks_for,
    trick_entries,
    worth,
)
from scoring.hands import Hand
from scoring.moves import Move, Pointed
from scoring.offences import Offence, OffenceKind, Suspicion
from scoring.options import Choosable, choosable, one_of, read_options
from scoring.packs import PACKS
from scoring.proofs import offences_of, suspicions_of
from scoring.seats import Direction, Seat
from scoring.sheet import ScoreLine, Sides, counted_in_words, settlement
from scoring.tricks import Trick, trick_order


class Undertrump(Enum):
    """Whether a trump is owed even where it cannot win."""

    MUST = "must"
    FREE = "free"


class BothOver(Enum):
    """Which of two sides wins that have a hundred after the last card, and said nothing: the first there, or the higher."""

    FIRST = "first"
    HIGHER = "higher"


class AwardMode(Enum):
    """Whether the winner adds matchsticks, takes them off the other heap, or may choose."""

    ADD = "add"
    DEDUCT = "deduct"
    EITHER = "either"


@dataclass(frozen=True)
class StovkahraOptions:
    """The table's choices (docs/rules.md §7)."""

    pack: str = one_of("german32", "french32")
    overtrump: bool = True
    undertrump: Undertrump = Undertrump.MUST
    dost_counts_cards: bool = True
    both_over: BothOver = BothOver.FIRST
    award_mode: AwardMode = AwardMode.EITHER
    target_sticks: int = 10
    revoke_penalty: RevokePenalty = RevokePenalty.REPORT_ONLY
    double_series: bool = False


@dataclass(frozen=True)
class StovkahraStanding(Standing):
    """`totals` are the points of the running game; `sticks` are matchsticks. `series` is the side that first had ten."""

    sticks: tuple[int, int] = (0, 0)
    series: int | None = None
    is_double: bool = False
    is_draw: bool = False

    @property
    def carries(self) -> dict[str, tuple[int, ...]]:
        """The matchsticks."""
        return {"matchsticks": self.sticks}


@dataclass(frozen=True)
class Stovkahra:
    """The game; see `scoring.games.game.Game` for what its methods promise."""

    name: str = "stovkahra"
    about: About = About(
        "Stovkahra",
        "Šumice",
        "Partners, German cards, sevens worth more than aces, matchsticks.",
        "docs/rules.md#7-stovkahra-šumice",
    )
    has_tricks: bool = True
    plays_in_front: bool = False
    plays_face_down: bool = False

    def read_options(self, values: dict[str, object]) -> StovkahraOptions:
        """Options from plain values, checked."""
        options = read_options(StovkahraOptions, values, self.name)
        if options.target_sticks < 1:
            raise BadSetup(f"stovkahra: target_sticks is {options.target_sticks}: expected a whole number from 1")
        return options

    def choosable(self) -> tuple[Choosable, ...]:
        """All options."""
        return choosable(StovkahraOptions())

    def minutes(self, _setup: Setup) -> None:
        """Nobody plays by the clock."""

    def check(self, setup: Setup) -> None:
        """Four players, partners opposite."""
        if len(setup.players) != 4:
            raise BadSetup(f"stovkahra: {len(setup.players)} players: expected 4")

    def sides(self, setup: Setup) -> Sides:
        """Partners opposite."""
        return partners(setup)

    def begin(self, setup: Setup) -> StovkahraStanding:
        """No points and no matchsticks."""
        return StovkahraStanding((0, 0), playing=setup.seats, needed=_needed((0, 0), (0, 0), setup.options.target_sticks))

    def start_hand(self, setup: Setup, _before: Standing, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """Eight cards each, clockwise; trumps come with the shown card."""
        return Hand(number, seats, dealer, Direction.CLOCKWISE, TRICKS, trick_order(PACKS[setup.options.pack]))

    def check_call(self, setup: Setup, before: Standing, hand: Hand, call: Call) -> None:
        """The shown card, declarations before the opening lead, dost, and matchsticks taken off the other heap."""
        if call.kind is CallKind.TRUMP:
            _check_trump(setup, hand, call)
        elif call.kind is CallKind.SHOW_HOLDING:
            if call.seat != hand.leader or len(call.cards) != 3 or any(card not in hand.order.pack for card in call.cards):
                raise BadCall(f"{setup.name_of(hand.leader)}, who leads, shows three cards of the pack")
            if hand.called(CallKind.SHOW_HOLDING):
                raise BadCall("three cards have been shown already: correct them, or take them back")
        elif call.kind is CallKind.DECLARE:
            check_declaration(setup, hand, call)
        elif call.kind is CallKind.DOST:
            self._check_dost(setup, hand, call)
        elif call.kind is CallKind.TAKE_STICKS:
            self._check_sticks(setup, before, hand, call)
        else:
            raise BadCall(f"Stovkahra knows no {call.kind.value.replace('_', ' ')}")

    def _check_dost(self, setup: Setup, hand: Hand, call: Call) -> None:
        """It ends the deal on scoring a bonus or a combination, and at no other time."""
        if hand.called(CallKind.DOST):
            raise BadCall("dost has been said already: the hand is over")
        sides = self.sides(setup)
        scored = {entry.side for entry in _just_scored(hand, self.entries(setup, hand))}
        if side_of(sides, call.seat) not in scored:
            names = setup.names_of(sides[side_of(sides, call.seat)])
            raise BadCall(f"dost is said on scoring a bonus or a combination, and {names} scored none just now")

    def _check_sticks(self, setup: Setup, before: Standing, hand: Hand, call: Call) -> None:
        award = self._award(setup, before, hand)
        if setup.options.award_mode is not AwardMode.EITHER:
            raise BadCall(f"matchsticks are always counted one way: award_mode is {setup.options.award_mode.value}")
        if award is None or call.seat not in self.sides(setup)[award.side]:
            raise BadCall("only the side that has just won the game takes matchsticks off the other heap")
        if hand.called(CallKind.TAKE_STICKS):
            raise BadCall("the matchsticks have been taken already")

    def choices(self, setup: Setup, before: Standing, hand: Hand) -> tuple[Call, ...]:
        """Declarations, dost and matchsticks taken off, whoever has them to say: nothing is waited for in turn."""
        seats, ranks = hand.direction.turns_from(hand.leader, hand.seats), hand.order.pack.ranks
        declared = (Call(CallKind.DECLARE, seat, n, rank) for seat in seats for n in (3, 4) for rank in ranks)
        said = (Call(kind, seat) for kind in (CallKind.DOST, CallKind.TAKE_STICKS) for seat in seats)
        return fitting(lambda call: self.check_call(setup, before, hand, call), (*declared, *said))

    def says(self, setup: Setup) -> tuple[CallKind, ...]:
        """The shown card, eldest's three cards, declarations, dost, and matchsticks where the table chooses how to count them."""
        said = (CallKind.TRUMP, CallKind.SHOW_HOLDING, CallKind.DECLARE, CallKind.DOST)
        return (*said, CallKind.TAKE_STICKS) if setup.options.award_mode is AwardMode.EITHER else said

    def shows_bottom(self, _setup: Setup) -> bool:
        """All cards are dealt."""
        return False

    def contract(self, _setup: Setup, _hand: Hand) -> None:
        """There is none."""

    def with_calls(self, _setup: Setup, hand: Hand) -> Hand:
        """The shown card makes trumps and is the dealer's; the three cards that eldest is dealt first lie face up."""
        known = tuple((call.seat, card) for call in hand.called(CallKind.TRUMP, CallKind.SHOW_HOLDING) for card in call.cards)
        return replace(with_trump(hand), known=known)

    def layout(self, _setup: Setup, _hand: Hand) -> None:
        """There is none."""

    def move(self, _setup: Setup, _hand: Hand, _pointed: Pointed) -> Move:
        """There are none."""
        raise no_move("Stovkahra")

    def check_move(self, _setup: Setup, _hand: Hand, _move: Move) -> None:
        """There are none."""
        raise no_move("Stovkahra")

    def awaits(self, _setup: Setup, hand: Hand) -> str:
        """The shown card."""
        return "" if hand.called(CallKind.TRUMP) else "the card that makes trumps"

    def is_over(self, _setup: Setup, hand: Hand) -> bool:
        """After the last trick, or when somebody said dost."""
        return hand.is_played_out or bool(hand.called(CallKind.DOST))

    def duties(self, setup: Setup, _hand: Hand) -> Duties:
        """Follow and beat, else trump, and beat there too as far as agreed."""
        return _duties(setup)

    def offences(self, setup: Setup, before: Standing, hand: Hand) -> tuple[Offence, ...]:
        """Every duty is decided by the last card; declarations and dost are held against the cards."""
        found = (*offences_of(hand, _duties(setup)), *false_declarations(hand), *self._false_dost(setup, before, hand))
        return tuple(sorted(found, key=lambda offence: (offence.proved_at, offence.trick)))

    def suspicions(self, setup: Setup, hand: Hand) -> tuple[Suspicion, ...]:
        """What nothing proves yet."""
        return suspicions_of(hand, _duties(setup))

    def entries(self, setup: Setup, hand: Hand) -> tuple[Entry, ...]:
        """Points in the order in which they came: declarations not proved false, then every trick's cards and its bonus."""
        sides = self.sides(setup)
        declared = tuple(
            Entry("declaration", side_of(sides, call.seat), worth(call), 0, _declared(setup, call))
            for call in hand.called(CallKind.DECLARE)
            if worth(call) and disproof(hand, call) is None
        )
        return declared + tuple(entry for trick in hand.tricks if _is_whole(hand, trick) for entry in trick_entries(trick, sides))

    def result(self, setup: Setup, before: Standing, hand: Hand, waived: frozenset[str]) -> HandResult | None:
        """Points of the hand, and the game with its matchsticks where it ends one. A duty undone costs what was agreed.

        A hand that is forfeited ends no game and brings the offenders' side nothing.
        """
        result = self._scored(setup, before, hand)
        if result is None or setup.options.revoke_penalty is RevokePenalty.REPORT_ONLY:
            return result
        guilty = offenders(self.offences(setup, before, hand), waived)
        if not guilty:
            return result
        penalised_result = penalised(setup, self.sides(setup), hand, result, guilty)
        if setup.options.revoke_penalty is not RevokePenalty.FORFEIT_HAND:
            return penalised_result
        lines = tuple(line for line in penalised_result.lines if line.label != "game")
        return replace(penalised_result, lines=lines, settlement=(0,) * len(setup.players), carries=None)

    def _scored(self, setup: Setup, before: Standing, hand: Hand) -> HandResult | None:
        sides = self.sides(setup)
        if hand.is_void:
            return void_result(setup, sides, hand)
        if not self.is_over(setup, hand) or any(trick.is_confirmed and trick.winner is None for trick in hand.tricks):
            return None
        entries, award = self.entries(setup, hand), self._award(setup, before, hand)
        points = side_points(entries)
        lines = tuple(
            ScoreLine(hand.number, e.side, e.label, e.points, e.reason, "Stovkahra: points", (e.trick,) if e.trick else ())
            for e in entries
        )
        gains = (0,) * len(setup.players)
        if award is not None:
            lines += (ScoreLine(hand.number, award.side, "game", 0, award.reason, "Stovkahra: matchsticks"),)
            gains = settlement(sides, hand.seats, tuple(award.sticks * (side == award.side) for side in (0, 1)), setup.stake)
        last = hand.tricks[-1] if hand.tricks else None
        winner, card = (last.winner, last.winning_card) if last else (None, None)
        return HandResult(points, gains, hand.direction.after(hand.dealer, hand.seats), lines, winner, card, carries=award)

    def after(self, setup: Setup, before: Standing, hand: Hand, result: HandResult) -> StovkahraStanding:
        """Points are carried from deal to deal until a game is won; matchsticks until one side has enough."""
        assert isinstance(before, StovkahraStanding)
        target = setup.options.target_sticks
        if hand.is_void:
            return before
        hands = before.hands + 1
        award: Award | None = result.carries
        if award is None:
            totals = (before.totals[0] + result.points[0], before.totals[1] + result.points[1])
            return replace(before, totals=totals, hands=hands, needed=_needed(totals, before.sticks, target))
        sticks = awarded(before.sticks, award)
        standing = replace(before, totals=(0, 0), hands=hands, sticks=sticks, needed=_needed((0, 0), sticks, target))
        return series_standing(setup, self.sides(setup), standing)

    def passing(self, _setup: Setup, _before: Standing, _hand: Hand) -> None:
        """Nobody does."""

    def asks(self, _setup: Setup, _hand: Hand) -> None:
        """Nothing would do: the cards themselves count."""

    def trick_points(self, setup: Setup, trick: Trick) -> int | None:
        """Its cards and its bonus."""
        return sum(entry.points for entry in trick_entries(trick, self.sides(setup))) if trick.winner is not None else None

    def notation(self, _setup: Setup, points: int) -> str:
        """Plain numbers."""
        return str(points)

    def _award(self, setup: Setup, before: Standing, hand: Hand) -> Award | None:
        """The game that the hand ends: by a claim, true or false, or because a side has a hundred after the last card."""
        sides, entries = self.sides(setup), self.entries(setup, hand)
        points = side_points(entries)
        totals = (before.totals[0] + points[0], before.totals[1] + points[1])
        takes_off = _takes_off(setup, hand)
        claims = hand.called(CallKind.DOST)
        if claims:
            side = side_of(sides, claims[0].seat)
            own = self._claimed_total(setup, before, hand, side)
            award = dost(side, own, totals[1 - side])
            truth = "rightly" if award.side == side else "wrongly"
            reason = f"{setup.name_of(claims[0].seat)} said dost at {own}, {truth}: {_count(award.sticks)}"
            return replace(award, reason=reason, takes_off=takes_off)
        if not hand.is_played_out:
            return None
        running = running_totals(before.totals, entries)
        ahead = (game_won(seen)[0] for seen in (running if setup.options.both_over is BothOver.FIRST else running[-1:]))
        side_won = next((side for side in ahead if side is not None), None)
        if side_won is None:
            return None
        sticks = sticks_for(totals[1 - side_won])
        reason = f"{setup.names_of(sides[side_won])} reached {totals[side_won]} against {totals[1 - side_won]}: {_count(sticks)}"
        return Award(side_won, sticks, reason, takes_off)

    def _claimed_total(self, setup: Setup, before: Standing, hand: Hand, side: int) -> int:
        counted = [e for e in self.entries(setup, hand) if setup.options.dost_counts_cards or e.label != "cards"]
        return before.totals[side] + side_points(counted)[side]

    def _false_dost(self, setup: Setup, before: Standing, hand: Hand) -> tuple[Offence, ...]:
        return tuple(
            Offence(OffenceKind.FALSE_DOST, call.seat, hand.confirmed, None, call.moment)
            for call in hand.called(CallKind.DOST)
            if self._claimed_total(setup, before, hand, side_of(self.sides(setup), call.seat)) < HUNDRED
        )


def _count(sticks: int) -> str:
    return "one matchstick" if sticks == 1 else f"{sticks} matchsticks"


def _declared(setup: Setup, call: Call) -> str:
    return f"{setup.name_of(call.seat)} declared {combination(call)}"


def _takes_off(setup: Setup, hand: Hand) -> bool:
    mode = setup.options.award_mode
    return mode is AwardMode.DEDUCT or (mode is AwardMode.EITHER and bool(hand.called(CallKind.TAKE_STICKS)))


def series_standing(setup: Setup, sides: Sides, standing: StovkahraStanding) -> StovkahraStanding:
    """Who has won the session: at ten; or, in a double series, at twenty, double where the same side was first at ten."""
    target = setup.options.target_sticks
    ahead = [side for side in (0, 1) if standing.sticks[side] >= target]
    if not ahead:
        return standing
    series = standing.series if standing.series is not None else ahead[0]
    name = setup.names_of(sides[series])
    if not setup.options.double_series:
        return replace(standing, winner=series, series=series, needed=f"{name} won the series with {target} matchsticks")
    if max(standing.sticks) < 2 * target:
        return replace(standing, series=series, needed=f"{name} won the first series: on to {2 * target} matchsticks")
    done = 0 if standing.sticks[0] >= 2 * target else 1
    if done == series:
        return replace(standing, winner=series, series=series, is_double=True, needed=f"{name} won a double series")
    return replace(standing, winner=done, series=series, is_draw=True, needed="each side won one series: a draw")


def _needed(totals: tuple[int, int], sticks: tuple[int, int], target: int) -> str:
    points = counted_in_words(HUNDRED - max(totals), "point")
    return f"{points} to a game; matchsticks {sticks[0]}:{sticks[1]}, first to {target}"


def _duties(setup: Setup) -> Duties:
    options = setup.options
    undertrump = options.undertrump is Undertrump.MUST
    return Duties(beat=True, trump=True, overtrump=options.overtrump, undertrump=undertrump)


def _is_whole(hand: Hand, trick: Trick) -> bool:
    """Whether everybody has played to the trick, even where the button has not been pressed yet."""
    return trick.is_confirmed or len(trick.plays) == len(hand.seats)


def _check_trump(setup: Setup, hand: Hand, call: Call) -> None:
    check_trump(hand, call)
    if call.seat != hand.dealer:
        raise BadCall(f"the shown card is the dealer's: {setup.name_of(hand.dealer)} shows it")


def _just_scored(hand: Hand, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Combinations before the opening lead, the bonus of the last trick before the next one is led to."""
    last = hand.tricks[-1] if hand.tricks else None
    if last is not None and not _is_whole(hand, last):
        return ()
    return tuple(e for e in entries if e.label in ("declaration", "bonus") and e.trick == (last.number if last else 0))
