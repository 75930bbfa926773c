"""Roque, close to the Iranian Shelem: an auction, a discard that counts as a trick, points in cards (docs/rules.md §8)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.calls import Call, CallKind, Contract, bid_name
from scoring.cards import Card, Rank
from scoring.duties import FOLLOW
from scoring.errors import BadCall, BadSetup
from scoring.games.game import HandResult, Setup, Standing, alone, fitting, no_move, partners, side_of, void_result
from scoring.games.penalties import RevokePenalty, offenders, penalised
from scoring.games.sessions import points_standing
from scoring.hands import Hand
from scoring.moves import Move
from scoring.offences import Offence, Suspicion
from scoring.options import read_options
from scoring.packs import PACKS, Pack
from scoring.proofs import offences_of, suspicions_of
from scoring.seats import Direction, Seat
from scoring.sheet import ScoreLine, Sides, settlement
from scoring.tricks import Trick, TrickOrder

TRICK_POINTS = 5
CARD_POINTS = {Rank.ACE: 10, Rank.TEN: 10, Rank.FIVE: 5}


@dataclass(frozen=True)
class RoqueOptions:
    """The table's choices; the defaults are the Penguin Book's.

    Shelem has `min_bid` 100, `bid_step` 5, `pass_is_final` and `slam` 330. `min_bid` None: 85 with four players, 95 with three.
    """

    direction: Direction = Direction.COUNTERCLOCKWISE
    min_bid: int | None = None
    bid_step: int = 1
    pass_is_final: bool = False
    slam: int = 250
    target: int = 505
    revoke_penalty: RevokePenalty = RevokePenalty.REPORT_ONLY


@dataclass(frozen=True)
class Shape:
    """How the cards are dealt: to each, to the table, and how many tricks the discard counts as."""

    pack: Pack
    hand_size: int
    to_table: int
    min_bid: int

    @property
    def discard_tricks(self) -> int:
        """Four cards are one trick, six are two (derived from the total of 185)."""
        return self.to_table // 3

    @property
    def total(self) -> int:
        """All points of a hand: 165 with four players, 185 with three."""
        return card_points(self.pack.cards) + TRICK_POINTS * (self.hand_size + self.discard_tricks)


FOUR = Shape(PACKS["std52"], 12, 4, 85)
THREE = Shape(PACKS["std51"], 15, 6, 95)


@dataclass(frozen=True)
class Auction:
    """Where the bidding stands: the best bid so far, whose turn it is, and whether it is over."""

    best: Call | None
    turn: Seat | None

    @property
    def declarer(self) -> Seat | None:
        """Who plays, once the auction is over."""
        return self.best.seat if self.best and self.turn is None else None


@dataclass(frozen=True)
class Roque:
    """The game; see `scoring.games.game.Game` for what its methods promise."""

    name: str = "roque"
    has_tricks: bool = True
    plays_in_front: bool = False
    plays_face_down: bool = False

    def read_options(self, values: dict[str, object]) -> RoqueOptions:
        """Options from plain values, checked."""
        options = read_options(RoqueOptions, values, self.name)
        for name in ("bid_step", "slam", "target"):
            if getattr(options, name) < 1:
                raise BadSetup(f"roque: {name} is {getattr(options, name)}: expected a whole number from 1")
        if options.min_bid is not None and not 1 <= options.min_bid <= FOUR.total:
            raise BadSetup(f"roque: min_bid is {options.min_bid}: expected 1 to {FOUR.total}")
        return options

    def check(self, setup: Setup) -> None:
        """Four players with partners opposite, or three alone."""
        if len(setup.players) not in (3, 4):
            raise BadSetup(f"roque: {len(setup.players)} players: expected 3 or 4")

    def sides(self, setup: Setup) -> Sides:
        """Partners opposite; three play alone."""
        return partners(setup) if len(setup.players) == 4 else alone(setup)

    def begin(self, setup: Setup) -> Standing:
        """Nothing has been scored."""
        sides = self.sides(setup)
        return points_standing(setup, sides, Standing((0,) * len(sides)), None, setup.options.target)

    def start_hand(self, setup: Setup, _before: Standing, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """A fresh hand: the suit of the first lead will be trumps."""
        shape = shape_of(setup)
        return Hand(number, seats, dealer, setup.options.direction, shape.hand_size, TrickOrder(shape.pack, is_trump_led=True))

    def check_call(self, setup: Setup, _before: Standing, hand: Hand, call: Call) -> None:
        """Bids and passes, in turn, each bid above the last."""
        if call.kind not in (CallKind.BID, CallKind.PASS):
            raise BadCall(f"Roque knows no {call.kind.value.replace('_', ' ')}")
        state = auction(setup, hand)
        if state.turn is None:
            raise BadCall("the auction is over")
        if call.seat != state.turn:
            raise BadCall(f"it is for {setup.name_of(state.turn)} to bid")
        if call.kind is CallKind.PASS:
            return
        low = setup.options.min_bid or shape_of(setup).min_bid
        least = low if state.best is None else (state.best.number or 0) + setup.options.bid_step
        most, step = shape_of(setup).total, setup.options.bid_step
        if call.number is None or call.is_named or not least <= call.number <= most or (call.number - low) % step:
            steps = "" if step == 1 else f" in steps of {step}"
            raise BadCall(f"a bid of {bid_name(call)} is out of range: expected {least} to {most}{steps}")

    def choices(self, setup: Setup, before: Standing, hand: Hand) -> tuple[Call, ...]:
        """A pass and every higher bid of whose turn it is."""
        seat = auction(setup, hand).turn
        if seat is None:
            return ()
        calls = (Call(CallKind.BID, seat, number=number) for number in range(shape_of(setup).total + 1))
        return (Call(CallKind.PASS, seat), *fitting(lambda call: self.check_call(setup, before, hand, call), calls))

    def says(self, _setup: Setup) -> tuple[CallKind, ...]:
        """Bids and passes."""
        return (CallKind.BID, CallKind.PASS)

    def contract(self, setup: Setup, hand: Hand) -> Contract | None:
        """The best bid, once the auction is over."""
        state = auction(setup, hand)
        return Contract(state.best, state.best.seat) if state.best and state.turn is None else None

    def with_calls(self, setup: Setup, hand: Hand) -> Hand:
        """The declarer leads."""
        return replace(hand, opener=auction(setup, hand).declarer)

    def check_move(self, _setup: Setup, _hand: Hand, _move: Move) -> None:
        """There are none."""
        raise no_move("Roque")

    def awaits(self, setup: Setup, hand: Hand) -> str:
        """The auction."""
        return "bids" if auction(setup, hand).turn is not None else ""

    def is_over(self, setup: Setup, hand: Hand) -> bool:
        """After the last trick, or when everybody passed."""
        state = auction(setup, hand)
        return hand.is_played_out or (state.turn is None and state.best is None)

    def offences(self, _setup: Setup, _before: Standing, hand: Hand) -> tuple[Offence, ...]:
        """The discard happens before the lead, so the theorem holds."""
        return offences_of(hand, FOLLOW)

    def suspicions(self, _setup: Setup, hand: Hand) -> tuple[Suspicion, ...]:
        """What nothing proves yet."""
        return suspicions_of(hand, FOLLOW)

    def result(self, setup: Setup, before: Standing, hand: Hand, waived: frozenset[str]) -> HandResult | None:
        """Points of every side; None until the auction, all tricks and all cards are known. Revokes cost what was agreed."""
        result = self._scored(setup, hand)
        if result is None or setup.options.revoke_penalty is RevokePenalty.REPORT_ONLY:
            return result
        guilty = offenders(self.offences(setup, before, hand), waived)
        return penalised(setup, self.sides(setup), hand, result, guilty)

    def _scored(self, setup: Setup, hand: Hand) -> HandResult | None:
        sides, state = self.sides(setup), auction(setup, hand)
        if hand.is_void:
            return void_result(setup, sides, hand)
        if state.turn is None and state.best is None:
            return void_result(setup, sides, hand, "everybody passed")
        made = None if state.declarer is None else points_made(setup, sides, hand, state.declarer)
        if made is None or state.best is None or state.declarer is None:
            return None
        side, bid = side_of(sides, state.declarer), state.best.number or 0
        others = sum(points for other, points in enumerate(made) if other != side)
        is_slam = all(trick.winner in sides[side] for trick in hand.tricks)
        own, reason = declarers_score(setup.options, bid, made[side], others, is_slam)
        points = tuple(own if other == side else points for other, points in enumerate(made))
        reasons = {side: f"{setup.name_of(state.declarer)} bid {bid}: {reason}"}
        lines = tuple(
            ScoreLine(
                hand.number,
                number,
                "hand",
                points[number],
                reasons.get(number, f"made {made[number]}"),
                "Roque: score",
                tuple(trick.number for trick in hand.tricks if trick.winner in members),
            )
            for number, members in enumerate(sides)
        )
        gains = settlement(sides, hand.seats, points, setup.stake)
        last = hand.tricks[-1]
        dealer = hand.direction.after(hand.dealer, hand.seats)
        return HandResult(points, gains, dealer, lines, last.winner, last.winning_card)

    def after(self, setup: Setup, before: Standing, hand: Hand, result: HandResult) -> Standing:
        """Totals to the target."""
        before = replace(before, hands=before.hands + any(result.points))
        return points_standing(setup, self.sides(setup), before, None if hand.is_void else result, setup.options.target)

    def asks(self, _setup: Setup, _hand: Hand) -> None:
        """Nothing would do: the cards themselves count."""

    def trick_points(self, _setup: Setup, trick: Trick) -> int | None:
        """Five, and its cards."""
        return TRICK_POINTS + card_points([play.shows for play in trick.plays if play.shows])

    def notation(self, _setup: Setup, points: int) -> str:
        """Plain numbers."""
        return str(points)


def shape_of(setup: Setup) -> Shape:
    """How the cards are dealt to so many players."""
    return FOUR if len(setup.players) == 4 else THREE


def auction(setup: Setup, hand: Hand) -> Auction:
    """The auction as far as it has come; it ends when all but the best bidder have passed in a row, or for good."""
    order = [hand.direction.after(hand.dealer, hand.seats, steps) for steps in range(1, len(hand.seats) + 1)]
    best: Call | None = None
    turn: Seat | None = order[0]
    out: set[Seat] = set()
    in_a_row = 0
    for call in hand.called(CallKind.BID, CallKind.PASS):
        best, in_a_row = (call, 0) if call.kind is CallKind.BID else (best, in_a_row + 1)
        if call.kind is CallKind.PASS and setup.options.pass_is_final:
            out.add(call.seat)
        waiting = len(order) - (best is not None)
        if in_a_row >= waiting or len(out) >= waiting:
            return Auction(best, None)
        place = order.index(call.seat)
        turn = next(seat for seat in order[place + 1 :] + order[: place + 1] if seat not in out)
    return Auction(best, turn)


def card_points(cards: Sequence[Card]) -> int:
    """Aces and Tens ten each, Fives five: 100 in the whole pack."""
    return sum(CARD_POINTS.get(card.rank, 0) for card in cards)


def points_made(setup: Setup, sides: Sides, hand: Hand, declarer: Seat) -> tuple[int, ...] | None:
    """Points in tricks and cards of each side; the discard, known by elimination, is the declarer's."""
    plays = [play.shows for play in hand.plays]
    if not hand.is_played_out or None in plays or any(trick.winner is None for trick in hand.tricks):
        return None
    shape, shown = shape_of(setup), {card for card in plays if card}
    discard = [card for card in shape.pack.cards if card not in shown]
    if len(discard) != shape.to_table:
        return None
    made = [0] * len(sides)
    for trick in hand.tricks:
        assert trick.winner is not None
        made[side_of(sides, trick.winner)] += TRICK_POINTS + card_points([play.shows for play in trick.plays if play.shows])
    made[side_of(sides, declarer)] += TRICK_POINTS * shape.discard_tricks + card_points(discard)
    return tuple(made)


def declarers_score(options: RoqueOptions, bid: int, made: int, others: int, is_slam: bool) -> tuple[int, str]:
    """What the declarer's side scores, and why: its points from the bid on, all tricks more, a set once or twice the bid."""
    if is_slam:
        return options.slam, f"all tricks: {options.slam}"
    if made >= bid:
        return made, f"made {made}"
    if made < others:
        return -2 * bid, f"made {made}, less than the bid and than the {others} of the others: doubled"
    return -bid, f"made {made}, less than the bid"
