"""Suipe as the table asks for it: whose turn it is, batches, proofs, the score of a deal and the session."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.errors import BadCall, BadSetup, CardTwice
from scoring.games.game import About, HandResult, Setup, Standing, alone, partners, void_result
from scoring.games.sessions import counted, judged
from scoring.games.suipe.options import (
    TABLE_CARDS,
    TO_HANDS,
    Length,
    SuipeOptions,
    batch_of,
    batches,
    check_options,
    settled_layout,
)
from scoring.games.suipe.score import details, net_suipes
from scoring.games.suipe.score import points as pile_points
from scoring.games.suipe.table import first_layout, played
from scoring.games.suipe.turns import turn
from scoring.hands import Hand
from scoring.layout import Layout
from scoring.moves import Action, Move, Pointed
from scoring.offences import Offence, OffenceKind, Suspicion
from scoring.options import Choosable, choosable, read_options
from scoring.packs import PACKS
from scoring.seats import Direction, Seat
from scoring.sheet import ScoreLine, Sides, counted_in_words, settlement
from scoring.tricks import Trick, trick_order

MOST_TAKEN = 10
"""Cards that one turn may take: sets are looked for among all of them."""

NAMES = {"cards": "most cards", "spades": "most spades", "aces": "aces"}


@dataclass(frozen=True)
class Suipe:
    """The game; see `scoring.games.game.Game` for what its methods promise."""

    name: str = "suipe"
    about: About = About(
        "Suipe",
        "Samoa",
        "Fish cards off the table by kind, by sum, or out of builds.",
        "docs/rules.md#9-suipe-samoa",
    )
    has_tricks: bool = False
    plays_in_front: bool = False
    plays_face_down: bool = False

    def read_options(self, values: dict[str, object]) -> SuipeOptions:
        """Options from plain values, checked."""
        return check_options(read_options(SuipeOptions, values, self.name))

    def choosable(self) -> tuple[Choosable, ...]:
        """All options."""
        return choosable(SuipeOptions())

    def minutes(self, _setup: Setup) -> None:
        """Nobody plays by the clock."""

    def check(self, setup: Setup) -> None:
        """Two to four players, and hands that the pack can serve."""
        if not 2 <= len(setup.players) <= 4:
            raise BadSetup(f"suipe: {len(setup.players)} players: expected 2 to 4")
        if hand_size(setup) * len(setup.players) > TO_HANDS:
            raise BadSetup(
                f"suipe: {len(setup.players)} players with {hand_size(setup)} cards each need more than {TO_HANDS} cards"
            )

    def sides(self, setup: Setup) -> Sides:
        """Two or three alone; four with partners opposite, or alone."""
        return partners(setup) if len(setup.players) == 4 and setup.options.partners else alone(setup)

    def begin(self, setup: Setup) -> Standing:
        """Nothing has been scored."""
        sides = self.sides(setup)
        return judged(setup, sides, Standing((0,) * len(sides), playing=setup.seats), None, deals_in(setup))

    def start_hand(self, setup: Setup, _before: Standing, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """A fresh deal, clockwise."""
        return Hand(number, seats, dealer, Direction.CLOCKWISE, hand_size(setup), trick_order(PACKS["std52"]))

    def check_call(self, setup: Setup, _before: Standing, hand: Hand, call: Call) -> None:
        """How many cards the dealer deals, and the first layout: four cards, no two of one rank."""
        if call.kind is CallKind.DEALS:
            _check_size(setup, hand, call)
            return
        if call.kind is not CallKind.LAYOUT:
            raise BadCall(f"Suipe knows no {call.kind.value.replace('_', ' ')}")
        if hand.called(CallKind.LAYOUT):
            raise BadCall("the first four cards lie there already: correct them instead")
        if len(call.cards) != TABLE_CARDS:
            raise BadCall(f"{len(call.cards)} cards: expected the {TABLE_CARDS} that are turned up")
        back = settled_layout(call.cards, setup.options.values13)
        if back is not None:
            raise BadCall(f"two cards of one rank: {back} goes back into the pack and another is turned up")

    def choices(self, _setup: Setup, _before: Standing, _hand: Hand) -> tuple[Call, ...]:
        """Too many layouts to list."""
        return ()

    def says(self, _setup: Setup) -> tuple[CallKind, ...]:
        """The first four cards, and how many cards each are dealt."""
        return (CallKind.LAYOUT, CallKind.DEALS)

    def shows_bottom(self, _setup: Setup) -> bool:
        """All cards are dealt."""
        return False

    def contract(self, _setup: Setup, _hand: Hand) -> None:
        """There is none."""

    def with_calls(self, setup: Setup, hand: Hand) -> Hand:
        """As many cards in a batch as the dealer has said, else as was agreed."""
        said = [call.number for call in hand.called(CallKind.DEALS) if call.number]
        return replace(hand, hand_size=said[-1] if said else hand_size(setup))

    def move(self, setup: Setup, hand: Hand, pointed: Pointed) -> Move:
        """What the card does with what is pointed at."""
        _check_count(pointed.chosen)
        return turn(setup.options, self.layout(setup, hand), pointed)

    def check_move(self, _setup: Setup, hand: Hand, move: Move) -> None:
        """A move needs the first layout, a card of the pack that has not been played, and a build or value where it names one."""
        if not hand.called(CallKind.LAYOUT):
            raise BadCall("say first which four cards were turned up")
        if move.card not in hand.order.pack:
            raise BadCall(f"{move.card} does not belong to the pack of Suipe")
        if move.card in [other.card for other in hand.moves] or move.card in hand.called(CallKind.LAYOUT)[0].cards:
            raise CardTwice(f"{move.card} has been played already")
        _check_count(move.take)
        if move.action is not Action.CAPTURE and move.take:
            raise BadCall(f"to {move.action.value} takes no cards")
        if move.action in (Action.BUILD, Action.RAISE) and (move.value is None or move.value < 1):
            raise BadCall("a build needs its number: say for which card it is made")
        if move.action in (Action.RAISE, Action.ADD) and (move.build is None or move.build < 0):
            raise BadCall("say which build the card goes to")
        if move.action in (Action.BUILD, Action.ADD) and not all(move.sets or [()]):
            raise BadCall("say which cards belong together")
        if any(place < 0 for place in move.builds):
            raise BadCall("builds are counted from the oldest on")

    def awaits(self, _setup: Setup, hand: Hand) -> str:
        """The four cards turned up."""
        return "" if hand.called(CallKind.LAYOUT) else "the first four cards"

    def is_over(self, _setup: Setup, hand: Hand) -> bool:
        """After the last card."""
        return len(hand.moves) == TO_HANDS

    def layout(self, setup: Setup, hand: Hand) -> Layout:
        """What lies on the table; after the last card the leftovers are the last taker's."""
        layout = first_layout(_turned_up(hand), self.sides(setup))
        turns = [turn_at(hand, place) for place in range(len(hand.moves))]
        layout = played(setup.options, self.sides(setup), layout, hand.moves, turns, TO_HANDS - 1)
        return replace(gathered(layout) if self.is_over(setup, hand) else layout, most=setup.options.most)

    def duties(self, _setup: Setup, _hand: Hand) -> None:
        """There are no tricks."""

    def offences(self, setup: Setup, _before: Standing, hand: Hand) -> tuple[Offence, ...]:
        """What shows at once, and builds whose maker is seen never to have held the card."""
        at_once = self.layout(setup, hand).offences
        found = (*at_once, *_empty_promises(setup, hand, at_once))
        return tuple(sorted(found, key=lambda offence: (offence.proved_at, offence.trick)))

    def suspicions(self, _setup: Setup, _hand: Hand) -> tuple[Suspicion, ...]:
        """Nobody must capture, so nothing is suspicious."""
        return ()

    def result(self, setup: Setup, _before: Standing, hand: Hand, _waived: frozenset[str]) -> HandResult | None:
        """The piles and Suipes of the deal."""
        sides = self.sides(setup)
        if hand.is_void:
            return void_result(setup, sides, hand)
        if not self.is_over(setup, hand):
            return None
        layout, options = self.layout(setup, hand), setup.options
        points = tuple(pile_points(options, layout.won, layout.sweeps))
        lines = [
            ScoreLine(hand.number, side, NAMES.get(name, name), value, _words(layout, side, name), "Suipe: eleven points")
            for side, detail in enumerate(details(options, layout.won))
            for name, value in detail.items()
            if value
        ]
        for side, net in enumerate(net_suipes(options, layout.sweeps)):
            if net:
                words = f"{counted_in_words(layout.sweeps[side], 'Suipe')}, {net} of which count"
                lines.append(ScoreLine(hand.number, side, "Suipes", net, words, f"Suipe: {options.suipe_cancel.value}"))
        gains = settlement(sides, hand.seats, points, setup.stake)
        return HandResult(points, gains, hand.direction.after(hand.dealer, hand.seats), tuple(lines))

    def after(self, setup: Setup, before: Standing, hand: Hand, result: HandResult) -> Standing:
        """Totals, and after the agreed deals who has won; a tie plays another deal."""
        if hand.is_void:
            return before
        standing = counted(setup, replace(before, hands=before.hands + 1), result)
        return judged(setup, self.sides(setup), standing, None, deals_in(setup))

    def passing(self, _setup: Setup, _before: Standing, _hand: Hand) -> None:
        """Nobody does."""

    def asks(self, _setup: Setup, _hand: Hand) -> None:
        """There are no tricks."""

    def trick_points(self, _setup: Setup, _trick: Trick) -> None:
        """Single tricks bring no points of their own."""

    def notation(self, _setup: Setup, points: int) -> str:
        """Plain numbers."""
        return str(points)


SUIPE = Suipe()


def hand_size(setup: Setup) -> int:
    """Cards in a batch unless the dealer says otherwise: as agreed, normally six, and eight for three players."""
    return int(setup.options.hand_size or (8 if len(setup.players) == 3 else 6))


def _check_size(setup: Setup, hand: Hand, call: Call) -> None:
    most = TO_HANDS // len(hand.seats)
    if call.seat != hand.dealer:
        raise BadCall(f"{setup.name_of(hand.dealer)}, who deals, says how many cards are dealt")
    if hand.called(CallKind.DEALS):
        raise BadCall("how many cards are dealt has been said already: correct that instead")
    if call.number is None or not 1 <= call.number <= most:
        raise BadCall(f"{call.number} cards each: expected 1 to {most}")


def _check_count(cards: Sequence[Card]) -> None:
    if len(cards) > MOST_TAKEN:
        raise BadCall(f"{len(cards)} cards at once are too many for one turn")


def turn_at(hand: Hand, place: int) -> Seat:
    """Whose turn it is: the dealer's left first, then the next seat after whoever took the turn before (`place` from 0)."""
    if place == 0:
        return hand.leader
    if place <= len(hand.moves):
        return hand.direction.after(hand.moves[place - 1].seat, hand.seats)
    steps = place - len(hand.moves)
    return hand.direction.after(turn_at(hand, len(hand.moves)), hand.seats, steps)


def is_even(setup: Setup) -> bool:
    """Whether the batches come out even."""
    return batches(len(setup.players), hand_size(setup)) is not None


def deals_in(setup: Setup) -> int:
    """How many deals a session has."""
    return {Length.TWO_DEALS: 2, Length.ONE_DEAL: 1, Length.EACH_DEALS: len(setup.players)}[setup.options.length]


def _turned_up(hand: Hand) -> tuple[Card, ...]:
    calls = hand.called(CallKind.LAYOUT)
    return calls[-1].cards if calls else ()


def gathered(layout: Layout) -> Layout:
    """What is left after the last card goes to the last taker, and is no Suipe; with no taker it stays."""
    if layout.taker is None:
        return layout
    left = layout.loose + tuple(card for build in layout.builds for card in build.cards)
    won = tuple(pile + left if side == layout.taker else pile for side, pile in enumerate(layout.won))
    return replace(layout, loose=(), builds=(), won=won)


def _empty_promises(setup: Setup, hand: Hand, at_once: tuple[Offence, ...]) -> list[Offence]:
    """Builds whose maker shows, by the last card of the batch, not to have held a card of their number (docs/rules.md §9).

    Before the last card of the batch nothing is proved, and a build that was not allowed anyway is not accused twice.
    """
    options, seats = setup.options, len(hand.seats)
    found = []
    refused = {offence.trick for offence in at_once}
    for place, move in enumerate(hand.moves):
        value = _promised(setup, hand, place)
        if value is None or place + 1 in refused:
            continue
        batch = batch_of(place, seats, hand.hand_size)
        later = [
            other
            for at, other in enumerate(hand.moves)
            if at > place and other.seat == move.seat and batch_of(at, seats, hand.hand_size) == batch
        ]
        end = min((batch + 1) * seats * hand.hand_size, TO_HANDS)
        expected = sum(turn_at(hand, at) == move.seat for at in range(place + 1, end))
        if len(later) >= expected and all(options.number_of(other.card) != value for other in later):
            last = later[-1] if later else move
            found.append(
                Offence(OffenceKind.ILLEGAL_BUILD, move.seat, place + 1, move.card, last.moment, last.card, why="no_capture_card")
            )
    return found


def _promised(setup: Setup, hand: Hand, place: int) -> int | None:
    """The number that a build, raise or add promises to take up; None for other moves."""
    move = hand.moves[place]
    if move.action in (Action.BUILD, Action.RAISE):
        return move.value
    if move.action is not Action.ADD or move.build is None:
        return None
    before = SUIPE.layout(setup, replace(hand, moves=hand.moves[:place])).builds
    return before[move.build].value if 0 <= move.build < len(before) else None


def _words(layout: Layout, side: int, name: str) -> str:
    if name == "cards":
        return f"{len(layout.won[side])} cards, more than anybody else"
    if name == "spades":
        return "more spades than anybody else"
    return "each counts one" if name == "aces" else f"{name} in the pile"
