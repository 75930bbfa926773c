"""Spades, alone and with partners, two to six players (docs/rules.md §6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.calls import Call, CallKind
from scoring.cards import Suit
from scoring.duties import Duties
from scoring.errors import BadCall, BadSetup
from scoring.games.game import About, HandResult, Setup, Standing, alone, fitting, no_move, side_of, void_result
from scoring.games.spades_bids import check_bid
from scoring.games.spades_options import (
    LOSING,
    Passing,
    RenegePenalty,
    SpadesOptions,
    Teams,
    check_options,
    duties_for,
    hand_size_for,
    pack_for,
)
from scoring.games.spades_score import SideScore, SpadesBid, Taken, side_score, status
from scoring.hands import Hand
from scoring.moves import Move, Pointed
from scoring.offences import Offence, OffenceKind, Suspicion
from scoring.options import Choosable, choosable, read_options
from scoring.proofs import offences_of, suspicions_of, undone_duties
from scoring.seats import Direction, Seat
from scoring.sheet import ScoreLine, Sides, counted_in_words, settlement
from scoring.told import Asked
from scoring.tricks import Trick, trick_order


@dataclass(frozen=True)
class SpadesStanding(Standing):
    """Adds the bags that each side carries, and whether the last hand has been played."""

    bags: tuple[int, ...] = ()
    is_last: bool = False

    per_side: ClassVar[tuple[str, ...]] = ("bags",)


@dataclass(frozen=True)
class Spades:
    """The game; see `scoring.games.game.Game` for what its methods promise."""

    name: str = "spades"
    about: About = About(
        "Spades",
        "United States",
        "Bid your tricks, spades are trumps, too many cost as well.",
        "docs/rules.md#6-spades",
    )
    has_tricks: bool = True
    plays_in_front: bool = False
    plays_face_down: bool = False

    def read_options(self, values: dict[str, object]) -> SpadesOptions:
        """Options from plain values, checked."""
        return check_options(read_options(SpadesOptions, values, self.name))

    def choosable(self) -> tuple[Choosable, ...]:
        """All options but the pack, which follows from the number of players and the jokers."""
        return choosable(SpadesOptions())

    def minutes(self, setup: Setup) -> int | None:
        """As agreed."""
        limit: int | None = setup.options.time_limit
        return limit

    def check(self, setup: Setup) -> None:
        """Two to six players; partners where four or six play."""
        players, options = len(setup.players), setup.options
        if not 2 <= players <= 6:
            raise BadSetup(f"spades: {players} players: expected 2 to 6")
        if options.teams is Teams.PARTNERS and players not in (4, 6):
            raise BadSetup(f"spades: {players} players make no partners: expected 4 or 6, or teams = solo")
        if options.draw and players != 2:
            raise BadSetup("spades: cards are drawn between two players only")
        if pack_for(options, players).size < players * hand_size_for(options, players):
            raise BadSetup(f"spades: the pack {options.pack} is too small for {players} players")

    def sides(self, setup: Setup) -> Sides:
        """Partners sit opposite: 0 and 2, 1 and 3; of six 0 and 3, 1 and 4, 2 and 5."""
        players = len(setup.players)
        if setup.options.teams is Teams.SOLO or (setup.options.teams is Teams.AUTO and players != 4):
            return alone(setup)
        half = players // 2
        return tuple((setup.seats[seat], setup.seats[seat + half]) for seat in range(half))

    def begin(self, setup: Setup) -> SpadesStanding:
        """Nothing has been scored."""
        nothing = (0,) * len(self.sides(setup))
        return SpadesStanding(nothing, playing=setup.seats, bags=nothing, needed=f"first to {setup.options.target}")

    def start_hand(self, setup: Setup, _before: Standing, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """A fresh hand: spades are trumps."""
        players = len(setup.players)
        order = trick_order(pack_for(setup.options, players), Suit.SPADES)
        return Hand(number, seats, dealer, setup.options.direction, hand_size_for(setup.options, players), order)

    def check_call(self, setup: Setup, before: Standing, hand: Hand, call: Call) -> None:
        """Bids, and cards that partners pass on before the first lead."""
        if call.kind is CallKind.BID:
            check_bid(setup, self.sides(setup), before.totals, hand, call)
        elif call.kind is CallKind.PASS_CARDS and setup.options.passing is not Passing.NO:
            self._check_passing(setup, hand, call)
        else:
            raise BadCall(f"Spades knows no {call.kind.value.replace('_', ' ')}, or not with these options")

    def _check_passing(self, setup: Setup, hand: Hand, call: Call) -> None:
        options, bids = setup.options, {bid.seat: bid for bid in hand.called(CallKind.BID)}
        partners = self.sides(setup)[side_of(self.sides(setup), call.seat)]
        nils = [bids[seat] for seat in partners if seat in bids and bids[seat].number == 0]
        if hand.laid:
            raise BadCall("cards are passed on before the first lead")
        if len(partners) == 1 or not any(nil.is_blind or options.passing is Passing.NIL for nil in nils):
            raise BadCall(f"{setup.name_of(call.seat)} passes no cards: only a nil bidder and the partner do")
        if call.number != options.passed_cards:
            raise BadCall(f"expected {options.passed_cards} to be passed on, and not {call.number}")

    def choices(self, setup: Setup, before: Standing, hand: Hand) -> tuple[Call, ...]:
        """Every number that each seat may still bid, seen or blind, and cards that are passed on."""
        order, numbers = hand.direction.turns_from(hand.leader, hand.seats), range(hand.hand_size + 1)
        bids = [Call(CallKind.BID, seat, n, is_blind=blind) for seat in order for blind in (False, True) for n in numbers]
        passed = [Call(CallKind.PASS_CARDS, seat, setup.options.passed_cards) for seat in order]
        return fitting(lambda call: self.check_call(setup, before, hand, call), (*bids, *passed))

    def says(self, setup: Setup) -> tuple[CallKind, ...]:
        """Bids, and cards passed on where the table passes."""
        return (CallKind.BID,) if setup.options.passing is Passing.NO else (CallKind.BID, CallKind.PASS_CARDS)

    def shows_bottom(self, _setup: Setup) -> bool:
        """All cards are dealt."""
        return False

    def contract(self, _setup: Setup, _hand: Hand) -> None:
        """There is none."""

    def with_calls(self, _setup: Setup, hand: Hand) -> Hand:
        """Bids change neither trumps nor the lead."""
        return hand

    def layout(self, _setup: Setup, _hand: Hand) -> None:
        """There is none."""

    def move(self, _setup: Setup, _hand: Hand, _pointed: Pointed) -> Move:
        """There are none."""
        raise no_move("Spades")

    def check_move(self, _setup: Setup, _hand: Hand, _move: Move) -> None:
        """There are none."""
        raise no_move("Spades")

    def awaits(self, _setup: Setup, hand: Hand) -> str:
        """Everybody's bid."""
        return "bids" if len(hand.called(CallKind.BID)) < len(hand.seats) else ""

    def is_over(self, _setup: Setup, hand: Hand) -> bool:
        """After the last trick."""
        return hand.is_played_out

    def duties(self, setup: Setup, _hand: Hand) -> Duties:
        """As agreed."""
        return duties_for(setup.options)

    def offences(self, setup: Setup, _before: Standing, hand: Hand) -> tuple[Offence, ...]:
        """Reneges, spades led too early, and what shows at once."""
        return offences_of(hand, duties_for(setup.options))

    def suspicions(self, setup: Setup, hand: Hand) -> tuple[Suspicion, ...]:
        """What nothing proves yet."""
        return suspicions_of(hand, duties_for(setup.options))

    def result(self, setup: Setup, before: Standing, hand: Hand, waived: frozenset[str]) -> HandResult | None:
        """Contract, nils and bags of every side; None until all bids are known and all tricks won."""
        sides = self.sides(setup)
        if hand.is_void:
            return void_result(setup, sides, hand)
        if not hand.is_played_out or self.awaits(setup, hand) or any(trick.winner is None for trick in hand.tricks):
            return None
        reneges = _reneges(setup, hand, waived)
        scores = self.scores(setup, before, hand, reneges)
        points = tuple(score.total - total for score, total in zip(scores, before.totals, strict=True))
        guilty = () if setup.options.renege_penalty is RenegePenalty.REPORT_ONLY else reneges
        lines = tuple(
            line for side, score in enumerate(scores) for line in _lines(setup, hand, sides, side, score, points[side], guilty)
        )
        gains = settlement(sides, hand.seats, points, setup.stake)
        last = hand.tricks[-1]
        dealer = hand.direction.after(hand.dealer, hand.seats)
        return HandResult(points, gains, dealer, lines, last.winner, last.winning_card, carries=scores)

    def scores(self, setup: Setup, before: Standing, hand: Hand, reneges: Sequence[Seat]) -> tuple[SideScore, ...]:
        """Every side's score of a hand played out; `reneges` name the offender of each that counts."""
        assert isinstance(before, SpadesStanding)
        bids = {call.seat: SpadesBid(call.number or 0, call.is_blind) for call in hand.called(CallKind.BID)}
        won = [trick.winner for trick in hand.tricks]
        taken = {seat: Taken(bids[seat], won.count(seat)) for seat in hand.seats}
        return side_scores(setup.options, self.sides(setup), taken, before.totals, before.bags, reneges)

    def after(self, setup: Setup, before: Standing, hand: Hand, result: HandResult) -> SpadesStanding:
        """Totals and bags, and whether target, floor, number of hands or time ended the game."""
        assert isinstance(before, SpadesStanding)
        options, sides = setup.options, self.sides(setup)
        if hand.is_void:
            return replace(before, is_last=before.is_last or hand.is_last)
        scores: tuple[SideScore, ...] = result.carries
        totals = tuple(total + points for total, points in zip(before.totals, result.points, strict=True))
        hands = before.hands + 1
        is_last = before.is_last or hand.is_last or (options.fixed_hands is not None and hands >= options.fixed_hands)
        _, winner, is_tie = status(options, totals, is_last)
        winner = next((side for side, score in enumerate(scores) if score.wins_game), winner)
        words = f"{setup.names_of(sides[winner])} won" if winner is not None else _needed(options, totals, is_tie)
        bags = tuple(score.carried for score in scores)
        return replace(before, totals=totals, bags=bags, hands=hands, is_last=is_last, winner=winner, needed=words)

    def passing(self, _setup: Setup, _before: Standing, _hand: Hand) -> None:
        """Whoever passes cards on says so."""

    def asks(self, setup: Setup, hand: Hand) -> Asked:
        """How many tricks each side took; of those of whom one bid nil, or has not bid yet, each by itself."""
        numbers = {bid.seat for bid in hand.called(CallKind.BID) if bid.number}
        counted: list[tuple[Seat, ...]] = []
        for members in self.sides(setup):
            counted += [members] if numbers >= set(members) else [(seat,) for seat in members]
        return Asked(tuple(counted))

    def trick_points(self, _setup: Setup, _trick: Trick) -> None:
        """Single tricks bring no points of their own."""

    def notation(self, _setup: Setup, points: int) -> str:
        """Plain numbers."""
        return str(points)


def side_scores(
    options: SpadesOptions,
    sides: Sides,
    taken: dict[Seat, Taken],
    totals: Sequence[int],
    bags: Sequence[int],
    reneges: Sequence[Seat] = (),
) -> tuple[SideScore, ...]:
    """Every side's score; `reneges` name the offender of each renege that counts."""
    is_moved = options.renege_penalty is RenegePenalty.THREE_TRICKS_MOVED
    moves = tricks_moved(options.direction, sides, taken, reneges) if is_moved else (0,) * len(sides)
    counted = () if options.renege_penalty is RenegePenalty.REPORT_ONLY else tuple(reneges)
    found = {seat: replace(its, reneges=counted.count(seat)) for seat, its in taken.items()}
    return tuple(
        side_score(options, [found[seat] for seat in members], totals[side], bags[side], moves[side])
        for side, members in enumerate(sides)
    )


def tricks_moved(direction: Direction, sides: Sides, taken: dict[Seat, Taken], reneges: Sequence[Seat]) -> tuple[int, ...]:
    """How many tricks come to each side: three a renege, if the offenders have them, go to the others one by one in turn."""
    moves = [0] * len(sides)
    for side, members in enumerate(sides):
        lost = min(3 * sum(seat in members for seat in reneges), sum(taken[seat].tricks for seat in members))
        moves[side] -= lost
        step = 1 if direction is Direction.CLOCKWISE else -1
        for place in range(lost):
            moves[(side + step * (1 + place % (len(sides) - 1))) % len(sides)] += 1
    return tuple(moves)


def _needed(options: SpadesOptions, totals: Sequence[int], is_tie: bool) -> str:
    if is_tie:
        return "level: one more hand"
    return f"first to {options.target}: {options.target - max(totals)} to go"


def _reneges(setup: Setup, hand: Hand, waived: frozenset[str]) -> tuple[Seat, ...]:
    """The offender of each renege that the table has not waived."""
    found = undone_duties(hand, duties_for(setup.options))
    counted = [o for o in found if o.kind is OffenceKind.REVOKE and o.key not in waived]
    if setup.options.renege_once_a_suit:
        counted = list({(o.seat, hand.tricks[o.trick - 1].led): o for o in counted}.values())
    return tuple(o.seat for o in counted)


def _lines(
    setup: Setup, hand: Hand, sides: Sides, side: int, score: SideScore, points: int, guilty: Sequence[Seat]
) -> list[ScoreLine]:
    """The side's lines, which sum to its points; what adds nothing is left out, except contract and renege."""
    members = sides[side]
    tricks = hand.tricks_taken(members)
    verb = "made" if score.contract >= 0 else "set"
    words = f"bid {score.bid}, took {score.tricks}: {verb}"
    found = [("contract", score.contract, words, "Spades: ten points a trick bid", tricks)]
    if any(seat in members for seat in guilty):
        rule = f"Spades: renege_penalty={setup.options.renege_penalty.value}"
        found.append(("renege", 0, _renege_words(setup, members, guilty), rule, ()))
    if score.bags:
        words = f"{counted_in_words(score.bags, 'trick')} beyond the bid"
        found.append(("bags", score.bags, words, "Spades: a bag is one point", ()))
    if score.nil:
        found.append(("nil", score.nil, _nil_words(setup, hand, members, guilty), "Spades: nil", ()))
    if points != score.hand:
        words = f"{setup.options.bag_limit} bags cost {setup.options.bag_penalty}"
        rule = f"Spades: rollover={setup.options.rollover.value}"
        found.append(("bags roll over", points - score.hand, words, rule, ()))
    return [ScoreLine(hand.number, side, *line) for line in found]


_RENEGED = {
    RenegePenalty.LOSE_BID: "the bid is lost",
    RenegePenalty.LOSE_OWN_BID: "that bid is lost, and the partner's stands",
    RenegePenalty.THREE_TRICKS_ON_BID: "{0} tricks more on the bid",
    RenegePenalty.THREE_TRICKS_TO_MAKE: "{0} tricks more to make",
    RenegePenalty.THREE_TRICKS_MOVED: "{0} tricks, or as many as there are, go to the others",
}


def _renege_words(setup: Setup, members: tuple[Seat, ...], guilty: Sequence[Seat]) -> str:
    found = [seat for seat in guilty if seat in members]
    cost = _RENEGED[setup.options.renege_penalty].format(3 * len(found))
    return f"{setup.names_of(tuple(sorted(set(found))))} reneged: {cost}"


def _nil_words(setup: Setup, hand: Hand, members: tuple[Seat, ...], guilty: Sequence[Seat]) -> str:
    said = []
    for call in hand.called(CallKind.BID):
        if call.seat in members and call.number == 0:
            name, count = setup.name_of(call.seat), sum(trick.winner == call.seat for trick in hand.tricks)
            if call.seat in guilty and setup.options.renege_penalty in LOSING:
                said.append(f"{name} bid nil and reneged")
            elif call.is_blind:
                said.append(f"{name} bid blind nil and took {count}" if count else f"{name} bid blind nil and took no trick")
            else:
                said.append(f"{name} bid nil and took {count}" if count else f"{name} bid nil and took no trick")
    return ", ".join(said)
