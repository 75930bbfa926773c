"""What the table asks of a game: how a hand starts, what it proves, and what it is worth."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol

from scoring.calls import Call, CallKind, Contract
from scoring.cards import Card
from scoring.duties import Duties
from scoring.errors import BadCall, Refused
from scoring.hands import Hand
from scoring.layout import Layout
from scoring.moves import Move, Pointed
from scoring.offences import Offence, Suspicion
from scoring.options import Choosable
from scoring.packs import Pack
from scoring.passed import PassedOn
from scoring.seats import Seat
from scoring.sheet import ScoreLine, Sides
from scoring.told import Asked
from scoring.tricks import Trick, trick_order
from scoring.values import changed, kept


@dataclass(frozen=True)
class Setup:
    """One session's agreement: who sits where, which game with which options, what a point costs.

    `rules` is the text of a house game; a built-in one has none.
    """

    game: str
    players: tuple[str, ...]
    options: Any
    first_dealer: Seat = Seat.A
    stake: int = 0
    rules: str | None = None

    @kept
    def seats(self) -> tuple[Seat, ...]:
        """The seats that are taken."""
        return tuple(Seat)[: len(self.players)]

    @property
    def free_seat(self) -> Seat:
        """Beside those that are taken: where a hand lies that nobody holds."""
        return Seat(len(self.players))

    def name_of(self, seat: Seat | None) -> str:
        """The player in that seat, `the dummy` for a hand that nobody holds, or `nobody`."""
        if seat is None:
            return "nobody"
        return self.players[seat] if seat < len(self.players) else "the dummy"

    def names_of(self, seats: tuple[Seat, ...]) -> str:
        """The players of a side, `Ama and Esi`."""
        return " and ".join(self.name_of(seat) for seat in seats)


@dataclass(frozen=True)
class About:
    """What people read of a game before they play it: its title, where it is at home, a sentence, and whose rules these are.

    `rules` tell them in Markdown; empty where `source` names a section of `docs/rules.md`, which does.
    """

    title: str
    home: str = ""
    words: str = ""
    source: str = ""
    rules: str = ""


@dataclass(frozen=True)
class HandResult:
    """What a hand came to: points a side, what each seat gains, who deals next, and the reasons.

    `carries` is what the game itself hands on to the standing, such as the bags of Spades; it follows from the rest.
    """

    points: tuple[int, ...]
    settlement: tuple[int, ...]
    next_dealer: Seat
    lines: tuple[ScoreLine, ...]
    winner: Seat | None = None
    winning_card: Card | None = None
    carries: Any = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Standing:
    """Where the session stands: totals a side, which side has won, who plays on, and what is still needed in words.

    `hands` counts those that were not void; `away` keeps the totals of players who left the table, by name. Games that
    carry more extend it.
    """

    totals: tuple[int, ...]
    winner: int | None = None
    playing: tuple[Seat, ...] = ()
    needed: str = ""
    pool: int | None = None
    hands: int = 0
    away: tuple[tuple[str, int], ...] = ()

    per_side: ClassVar[tuple[str, ...]] = ()
    """Further fields that hold a number, or several, for every side: 0, or none, for who sits down."""

    @property
    def is_over(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    @property
    def carries(self) -> dict[str, tuple[int, ...]]:
        """What else goes on from hand to hand, by its name: a number for every side."""
        return {name: getattr(self, name) for name in self.per_side}


class Game(Protocol):
    """Logic of one game; the same object serves every session.

    `setup` is what the players agreed, `before` where the session stood before the hand. All answers are computed from
    what the hand holds: nothing is remembered.
    """

    @property
    def name(self) -> str:
        """What logs and commands call the game."""
        ...

    @property
    def about(self) -> About:
        """What people read of it."""
        ...

    @property
    def has_tricks(self) -> bool:
        """Whether cards are played in tricks; a fishing game has moves instead."""
        ...

    @property
    def plays_in_front(self) -> bool:
        """Whether everybody plays in front of himself, so that a card's place says whose it is."""
        ...

    @property
    def plays_face_down(self) -> bool:
        """Whether a card may be laid face down."""
        ...

    def read_options(self, values: dict[str, object]) -> Any:
        """The game's options from plain values; raises `BadSetup` with the key and what is expected."""
        ...

    def choosable(self) -> tuple[Choosable, ...]:
        """Its options as a form asks for them."""
        ...

    def check(self, setup: Setup) -> None:
        """Raises `BadSetup` where the number of players does not fit."""
        ...

    def minutes(self, setup: Setup) -> int | None:
        """After how many minutes time is called; None where nobody plays by the clock."""
        ...

    def sides(self, setup: Setup) -> Sides:
        """Who plays together."""
        ...

    def begin(self, setup: Setup) -> Standing:
        """Where the session stands before the first hand."""
        ...

    def start_hand(self, setup: Setup, before: Standing, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """A fresh hand for the seats that play."""
        ...

    def check_call(self, setup: Setup, before: Standing, hand: Hand, call: Call) -> None:
        """Raises `BadCall` where the game has no such call, or not now."""
        ...

    def choices(self, setup: Setup, before: Standing, hand: Hand) -> tuple[Call, ...]:
        """What can be said now, as far as it can be listed, whoever's turn it is first."""
        ...

    def says(self, setup: Setup) -> tuple[CallKind, ...]:
        """Kinds of calls that the game knows with these options."""
        ...

    def shows_bottom(self, setup: Setup) -> bool:
        """Whether the bottom card of the undealt part may be asked for."""
        ...

    def contract(self, setup: Setup, hand: Hand) -> Contract | None:
        """What is played, in games with an auction; None before its end and in others."""
        ...

    def with_calls(self, setup: Setup, hand: Hand) -> Hand:
        """The hand with what its calls settle: trumps, and who leads."""
        ...

    def layout(self, setup: Setup, hand: Hand) -> Layout | None:
        """What lies on the table of a fishing game; None where cards are played in tricks."""
        ...

    def move(self, setup: Setup, hand: Hand, pointed: Pointed) -> Move:
        """The turn of somebody who points at these; raises `BadCall`, as in every game of tricks."""
        ...

    def check_move(self, setup: Setup, hand: Hand, move: Move) -> None:
        """Raises `BadCall` where no such turn can be taken; an illegal capture is an offence and no error."""
        ...

    def is_over(self, setup: Setup, hand: Hand) -> bool:
        """Whether the next card begins a new deal."""
        ...

    def duties(self, setup: Setup, hand: Hand) -> Duties | None:
        """What seats owe to the tricks of that hand; None where cards are not played in tricks."""
        ...

    def offences(self, setup: Setup, before: Standing, hand: Hand) -> tuple[Offence, ...]:
        """Everything that the cards prove."""
        ...

    def suspicions(self, setup: Setup, hand: Hand) -> tuple[Suspicion, ...]:
        """What nothing proves yet."""
        ...

    def result(self, setup: Setup, before: Standing, hand: Hand, waived: frozenset[str]) -> HandResult | None:
        """What the hand came to; None while it is being played or a card that decides is unknown."""
        ...

    def after(self, setup: Setup, before: Standing, hand: Hand, result: HandResult) -> Standing:
        """Where the session stands after the hand."""
        ...

    def awaits(self, setup: Setup, hand: Hand) -> str:
        """What must be said before the first card, in words; empty where cards may be played."""
        ...

    def passing(self, setup: Setup, before: Standing, hand: Hand) -> PassedOn | None:
        """The cards that everybody passes on now, face down; None where nobody does, and once something has happened."""
        ...

    def asks(self, setup: Setup, hand: Hand) -> Asked | None:
        """What must be told to score the hand's tricks that nobody saw; None where the cards themselves count."""
        ...

    def trick_points(self, setup: Setup, trick: Trick) -> int | None:
        """What the trick brings to the side that took it; None in games whose single tricks bring nothing by themselves."""
        ...

    def notation(self, setup: Setup, points: int) -> str:
        """A total as the game writes it."""
        ...


def alone(setup: Setup) -> Sides:
    """Everybody plays for themselves."""
    return tuple((seat,) for seat in setup.seats)


def partners(setup: Setup) -> Sides:
    """Partners opposite: {0, 2} against {1, 3}."""
    return (setup.seats[0::2], setup.seats[1::2])


def side_of(sides: Sides, seat: Seat) -> int:
    """The place of the side that the seat belongs to."""
    for number, members in enumerate(sides):
        if seat in members:
            return number
    raise AssertionError(f"{seat} sits on no side")


def fitting(check: Callable[[Call], None], calls: Iterable[Call]) -> tuple[Call, ...]:
    """Those of the calls that `check` does not refuse."""

    def fits(call: Call) -> bool:
        try:
            check(call)
        except Refused:
            return False
        return True

    return tuple(filter(fits, calls))


def no_move(game: str) -> BadCall:
    """The refusal of a fishing move in a game of tricks."""
    return BadCall(f"{game} is played in tricks: lay the card instead")


def check_trump(hand: Hand, call: Call) -> None:
    """Raises `BadCall` unless the call names one card of the pack, or the suit alone."""
    if hand.called(CallKind.TRUMP):
        raise BadCall("trumps have been made already: correct that instead")
    check_turned(hand.order.pack, call)


def check_turned(pack: Pack, call: Call, may_be_joker: bool = False) -> None:
    """Raises `BadCall` unless the call names one card of the pack, or the suit alone."""
    is_card = len(call.cards) == 1 and call.cards[0] in pack and (may_be_joker or call.cards[0].suit is not None)
    if not is_card and (call.cards or call.suit is None):
        raise BadCall("trumps are made by one card of the pack that was turned up: name it, or its suit")


def with_trump(hand: Hand) -> Hand:
    """The hand with the trump that was called."""
    called = hand.called(CallKind.TRUMP)
    return changed(hand, order=trick_order(hand.order.pack, called[-1].trump if called else None))


def void_result(setup: Setup, sides: Sides, hand: Hand, reason: str = "the hand was declared void") -> HandResult:
    """A hand that does not count: the same dealer deals again, or whose turn it was where it was dealt out of turn."""
    dealer, words = hand.dealer, f"{reason}: {setup.name_of(hand.dealer)} deals again"
    if hand.is_out_of_turn and hand.due is not None:
        dealer, words = hand.due, f"dealt out of turn: {setup.name_of(hand.due)} deals"
    line = ScoreLine(hand.number, side_of(sides, dealer), "void", 0, words, "void")
    return HandResult((0,) * len(sides), (0,) * len(setup.players), dealer, (line,))


def reseated(standing: Standing, old: Setup, new: Setup, is_alone: bool) -> Standing:
    """The standing once other players sit down: a total follows its player, a partnership's total stays with its side."""
    if old.players == new.players or not is_alone:
        return standing
    totals = dict(standing.away) | dict(zip(old.players, standing.totals, strict=True))
    there = tuple(totals.pop(name, 0) for name in new.players)
    kept: dict[str, Any] = {}
    for extra in standing.per_side:
        values = dict(zip(old.players, getattr(standing, extra), strict=True))
        blank = type(next(iter(values.values()), 0))()
        kept[extra] = tuple(values.get(name, blank) for name in new.players)
    return replace(standing, totals=there, away=tuple(totals.items()), playing=new.seats, **kept)
