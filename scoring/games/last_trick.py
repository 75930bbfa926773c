"""Games in which only the last trick counts: Spar and its family.

The logic is here once; what differs between the games is data in a `Definition`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from scoring.cards import Rank, Suit
from scoring.errors import BadSetup
from scoring.games.game import HandResult, Setup, Standing
from scoring.hands import Hand
from scoring.offences import Offence, OffenceKind, Suspicion, offences_of, suspicions_of
from scoring.options import read_options
from scoring.packs import Pack
from scoring.seats import Direction, Seat
from scoring.sheet import ScoreLine, added, stakes
from scoring.tricks import Trick, TrickOrder


class RevokePenalty(Enum):
    """What a proved revoke costs; only the table's options choose."""

    REPORT_ONLY = "report_only"
    FORFEIT_HAND = "forfeit_hand"
    VOID_HAND = "void_hand"
    PAY = "pay"


class Scoring(Enum):
    """How points are kept."""

    POINTS = "points"
    STONES = "stones"


@dataclass(frozen=True)
class FamilyOptions:
    """Options that every game of the family has; a game's own options extend it."""

    direction: Direction = Direction.CLOCKWISE
    hand_size: int = 5
    target: int | None = None
    revoke_penalty: RevokePenalty = RevokePenalty.REPORT_ONLY
    scoring: Scoring = Scoring.POINTS
    stones: int = 30
    stones_overflow: str = "take_what_is_left"


@dataclass(frozen=True)
class Worth:
    """Points for a hand and the sentence that explains them."""

    points: int
    reason: str
    rule: str
    tricks: tuple[int, ...]


@dataclass(frozen=True)
class Definition:
    """What one game of the family is: its pack, its numbers, and what the last tricks are worth."""

    name: str
    options: type[FamilyOptions]
    pack: Callable[[Any], Pack]
    hand_sizes: tuple[int, ...]
    worth: Callable[[Any, tuple[Trick, ...]], Worth]
    notation: Callable[[int], str] = str
    trump: Suit | None = None


class LastTrickGame:
    """A game of the family; see `scoring.games.game.Game` for what its methods promise."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.name = definition.name

    def read_options(self, values: dict[str, object]) -> FamilyOptions:
        """Options from plain values, checked."""
        options = read_options(self.definition.options, values, self.name)
        if options.hand_size not in self.definition.hand_sizes:
            sizes = " or ".join(str(size) for size in self.definition.hand_sizes)
            raise BadSetup(f"{self.name}: hand_size is {options.hand_size}: expected {sizes}")
        if options.target is not None and options.target < 1:
            raise BadSetup(f"{self.name}: target is {options.target}: expected a whole number from 1")
        if options.stones < 1:
            raise BadSetup(f"{self.name}: stones is {options.stones}: expected a whole number from 1, such as 10 or 30")
        if options.stones_overflow != "take_what_is_left":
            raise BadSetup(f"{self.name}: stones_overflow is {options.stones_overflow!r}: expected take_what_is_left")
        return options

    def check(self, setup: Setup) -> None:
        """Two players at least, and no more than the pack can serve."""
        size = len(self.definition.pack(setup.options).cards)
        most = min(len(Seat), size // setup.options.hand_size)
        if not 2 <= len(setup.players) <= most:
            raise BadSetup(
                f"{self.name}: {len(setup.players)} players: expected 2 to {most} with {setup.options.hand_size} cards each"
            )

    def start_hand(self, setup: Setup, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """A fresh hand for the seats that play."""
        order = TrickOrder(self.definition.pack(setup.options), self.definition.trump)
        return Hand(number, seats, dealer, setup.options.direction, setup.options.hand_size, order)

    def offences(self, hand: Hand) -> tuple[Offence, ...]:
        """All cards lie face up and nothing is exchanged, so the theorem of `scoring.offences` holds fully."""
        return offences_of(hand)

    def suspicions(self, hand: Hand) -> tuple[Suspicion, ...]:
        """What nothing proves yet; none once the hand is played out, for then every card has been shown."""
        return () if hand.is_played_out else suspicions_of(hand)

    def result(self, setup: Setup, hand: Hand, waived: frozenset[str]) -> HandResult | None:
        """The worth of the last trick to its winner, then the penalty for revokes that the table has not waived."""
        if hand.is_void:
            return self._void(setup, hand)
        if not hand.is_played_out:
            return None
        last = hand.tricks[-1]
        if last.winner is None:
            return None
        worth = self.definition.worth(setup.options, hand.tricks)
        revokes = [o for o in self.offences(hand) if o.kind is OffenceKind.REVOKE and o.key not in waived]
        result = self._won(setup, hand, last, worth)
        return self._with_penalty(setup, hand, result, revokes)

    def penalised(self, setup: Setup, hand: Hand, worth: Worth, winner: Seat, offenders: tuple[Seat, ...]) -> HandResult:
        """The result where the winner and the offenders are known without the tricks."""
        line = ScoreLine(hand.number, winner, "last trick", worth.points, worth.reason, worth.rule, worth.tricks)
        gains = stakes(hand.seats, len(setup.players), winner, worth.points, setup.stake)
        result = HandResult(_points(setup, winner, worth.points), gains, winner, (line,), winner)
        proofs = [Offence(OffenceKind.REVOKE, seat, 0, None, 0) for seat in offenders]
        return self._with_penalty(setup, hand, result, proofs)

    def standing(self, setup: Setup, results: tuple[HandResult, ...]) -> Standing:
        """Totals and, with a target or stones, whether the session is over."""
        if setup.options.scoring is Scoring.STONES:
            return _stones_standing(setup, results)
        return _points_standing(setup, results)

    def notation(self, _setup: Setup, points: int) -> str:
        """A total as the game writes it."""
        return self.definition.notation(points)

    def _won(self, setup: Setup, hand: Hand, last: Trick, worth: Worth) -> HandResult:
        winner = last.winner
        assert winner is not None
        line = ScoreLine(hand.number, winner, "last trick", worth.points, worth.reason, worth.rule, worth.tricks)
        gains = stakes(hand.seats, len(setup.players), winner, worth.points, setup.stake)
        return HandResult(_points(setup, winner, worth.points), gains, winner, (line,), winner, last.winning_card)

    def _with_penalty(self, setup: Setup, hand: Hand, result: HandResult, revokes: list[Offence]) -> HandResult:
        penalty = setup.options.revoke_penalty
        offenders = {offence.seat for offence in revokes}
        if not offenders or penalty is RevokePenalty.REPORT_ONLY:
            return result
        if penalty is RevokePenalty.PAY:
            return _fined(setup, hand, result, sorted(offenders))
        if penalty is RevokePenalty.VOID_HAND or result.winner in offenders:
            return self._nobody_scores(setup, hand, result, sorted(offenders))
        return result

    def _nobody_scores(self, setup: Setup, hand: Hand, result: HandResult, offenders: list[Seat]) -> HandResult:
        names = ", ".join(setup.name_of(seat) for seat in offenders)
        reason = f"{names} revoked: nobody scores and {setup.name_of(hand.dealer)} deals again"
        lines = tuple(
            ScoreLine(hand.number, seat, "revoke", 0, reason, f"revoke_penalty={setup.options.revoke_penalty.value}")
            for seat in offenders
        )
        nothing = (0,) * len(setup.players)
        return HandResult(nothing, nothing, hand.dealer, lines, result.winner, result.winning_card)

    def _void(self, setup: Setup, hand: Hand) -> HandResult:
        nothing = (0,) * len(setup.players)
        line = ScoreLine(hand.number, hand.dealer, "void", 0, "the hand was declared void: the same dealer deals again", "void")
        return HandResult(nothing, nothing, hand.dealer, (line,))


def _fined(setup: Setup, hand: Hand, result: HandResult, offenders: list[Seat]) -> HandResult:
    gains, lines = list(result.settlement), list(result.lines)
    for offender in offenders:
        for seat in hand.seats:
            gains[seat] += -setup.stake * (len(hand.seats) - 1) if seat == offender else setup.stake
        reason = f"{setup.name_of(offender)} revoked and pays one stake to each other player"
        lines.append(ScoreLine(hand.number, offender, "revoke", 0, reason, "revoke_penalty=pay"))
    return HandResult(result.points, tuple(gains), result.next_dealer, tuple(lines), result.winner, result.winning_card)


def _points(setup: Setup, winner: Seat, points: int) -> tuple[int, ...]:
    return tuple(points if seat == winner else 0 for seat in setup.seats)


def _points_standing(setup: Setup, results: tuple[HandResult, ...]) -> Standing:
    target = setup.options.target
    totals = added((), len(setup.players))
    for result in results:
        totals = added((totals, result.points), len(setup.players))
        if target is not None and max(totals) >= target:
            winner = Seat(totals.index(max(totals)))
            return Standing(totals, winner, setup.seats, f"{setup.name_of(winner)} reached {target}")
    needed = "" if target is None else f"first to {target}: {target - max(totals)} to go"
    return Standing(totals, None, setup.seats, needed)


def _stones_standing(setup: Setup, results: tuple[HandResult, ...]) -> Standing:
    """A stone a point out of the pool; the last winner takes what is left; a tie plays one more deal among the tied."""
    stones, pool = [0] * len(setup.players), setup.options.stones
    playing = setup.seats
    for result in results:
        taker = result.winner if any(result.points) else None
        if pool == 0:
            if taker in playing:
                return Standing(tuple(stones), taker, playing, f"{setup.name_of(taker)} won the deal that broke the tie", 0)
            continue
        if taker is None:
            continue
        taken = min(pool, result.points[taker])
        stones[taker] += taken
        pool -= taken
        if pool == 0:
            playing = tuple(seat for seat in setup.seats if stones[seat] == max(stones))
            if len(playing) == 1:
                return Standing(tuple(stones), playing[0], playing, f"{setup.name_of(playing[0])} holds most stones", 0)
    needed = (
        f"{pool} stones left" if pool else "tie: " + " and ".join(setup.name_of(seat) for seat in playing) + " play one more deal"
    )
    return Standing(tuple(stones), None, playing, needed, pool)


def low_card_points(points: dict[Rank, int], rule: str) -> Callable[[Any, tuple[Trick, ...]], Worth]:
    """Worth by the rank that wins the last trick: the given ranks count as stated, every other one point."""

    def worth(_options: Any, tricks: tuple[Trick, ...]) -> Worth:
        last = tricks[-1]
        card = last.winning_card
        assert card is not None
        value = points.get(card.rank, 1)
        return Worth(value, f"last trick won with {card}", rule, (last.number,))

    return worth
