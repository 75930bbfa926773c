"""Clumsy tables: people who play, bid, correct, undo and get things wrong at random, and what the table answers each time.

`python -m tests.golden.transcripts` writes the transcripts anew; read the difference before keeping it.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any

from device.records import score_lines
from scoring import Call, CallKind, Card, Rank, Seat, Suit, Table, decide, fold
from scoring import commands as cmd
from scoring.cards import NUMBERED, TAROCKS
from scoring.choices import bids, offered, passes
from scoring.errors import ScoringError
from scoring.events import Event, SessionStarted
from scoring.games.suipe import SUIPE
from scoring.games.suipe.game import turn_at
from scoring.ledger.text import write_text
from scoring.moves import Action, Move
from scoring.projections import attention, hand_view, session_view, table_view
from scoring.remaining import unseen
from scoring.tricks import Reading
from tests.conftest import NOON

FOLDER = Path(__file__).parent / "transcripts"
STEPS = 260

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "spar": ("spar", 3, {"double_six": True, "ace_of_spades": True, "revoke_penalty": "pay"}),
    "spar_stones": ("spar", 2, {"scoring": "stones", "stones": 5, "show_bottom": True, "under_ten": True}),
    "jeu_de_carte": ("jeu_de_carte", 3, {"revoke_penalty": "forfeit_hand"}),
    "sipa": ("sipa", 2, {}),
    "agram": ("agram", 4, {"revoke_penalty": "void_hand"}),
    "sink_sink": ("sink_sink", 3, {}),
    "agram_mali": ("agram_mali", 3, {"target": 4}),
    "fapfap": ("fapfap", 3, {"instant_wins": True, "flush_with_three": True}),
    "spades": ("spades", 4, {"target": 100, "passing": "nil", "no_spade_first": "play"}),
    "spades_solo": ("spades", 3, {"jokers": True, "rollover": "no_carry", "renege_penalty": "three_tricks_moved"}),
    "spades_two": ("spades", 2, {"draw": True, "blind_nil_deficit": 0, "double_nil": "game"}),
    "stovkahra": ("stovkahra", 4, {"revoke_penalty": "forfeit_hand", "target_sticks": 4}),
    "stovkahra_french": ("stovkahra", 4, {"pack": "french32", "undertrump": "free", "award_mode": "deduct"}),
    "roque": ("roque", 4, {"target": 300, "revoke_penalty": "pay"}),
    "roque_three": ("roque", 3, {"pass_is_final": True, "bid_step": 5}),
    "suipe": ("suipe", 2, {"suipe_cancel": "wipe_opponent"}),
    "suipe_four": ("suipe", 4, {"values13": True, "owner_may_build_other": False, "hand_size": 6}),
}
"""Game, players and options of each."""

RANKS = [rank for rank in Rank if rank not in NUMBERED and rank not in TAROCKS]
KINDS = [kind for kind in CallKind if kind not in tuple(CallKind)[list(CallKind).index(CallKind.DOUBLE) :]]
"""Calls that a clumsy table makes: those that there were when these transcripts were written."""


@dataclass
class Clumsy:
    """A table where every second thing that is done is wrong or odd; everything follows from its name."""

    name: str
    lines: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    table: Table = field(default_factory=Table)

    def __post_init__(self) -> None:
        self.game, self.players, self.options = TABLES[self.name]
        self.chance = Random(self.name)
        self.held: dict[Seat, list[Card]] = {}
        self.dealt = 0

    def play(self) -> "Clumsy":
        names = ("Ama", "Kofi", "Esi", "Yaw")[: self.players]
        self.do(cmd.StartSession(by="t", game=self.game, players=names, options=self.options, stake=2))
        assert self.table.setup is not None, self.lines
        for _ in range(STEPS):
            self.do(self.sensible() if self.chance.random() < 0.72 else self.odd())
        start = next(event for event in self.events if isinstance(event, SessionStarted))
        self.lines += ["", *score_lines(self.table), "", *write_text(self.table, start)]
        return self

    def do(self, command: cmd.Command) -> None:
        said = " ".join(
            f"{f.name}={_short(getattr(command, f.name))}" for f in fields(command) if f.name not in ("by", "options")
        )
        try:
            new = decide(self.table, command, NOON)
            self.table = fold(new, self.table)
            self.events += new
            answer = ", ".join(type(event).__name__ for event in new) or "nothing"
        except ScoringError as error:
            answer = f"! {error.code}: {error}"
        self.lines.append(f"{type(command).__name__} {said}: {answer} [{self.state()}]")

    def state(self) -> str:
        """A short sum of everything that pages are told."""
        table = self.table
        numbers = range(max(1, len(table.deals) - 1), len(table.deals) + 1)
        told: list[Any] = [table_view(table), session_view(table), [hand_view(table, number) for number in numbers]]
        hand = table.hand
        told += [attention(table).value, table.can_undo, bids(table), passes(table), [*map(str, unseen(hand))] if hand else ()]
        return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:8]

    def sensible(self) -> cmd.Command:
        """What the table waits for."""
        table, chance = self.table, self.chance
        if table.is_ended or table.standing.is_over:
            return cmd.PlayOn(by="t") if not table.is_ended else cmd.Undo(by="t")
        if table.hand is None or table.is_hand_over:
            return cmd.DealHand(by="t")
        hand = table.hand
        if hand.number != self.dealt:
            self._deal()
        said = self._say()
        if said is not None:
            return said
        if not table.game.has_tricks:
            return cmd.MakeMove(by="t", move=self._turn())
        if hand.is_trick_full:
            return cmd.ConfirmTrick(by="t", hand=hand.number, trick=hand.trick_to_confirm)
        holding = self.held.get(hand.turn or Seat.A, [])
        led = hand.open_trick.led if hand.open_trick else None
        following = [card for card in holding if led and hand.order_of_play.suit_of(card) is led]
        card = chance.choice((following if chance.random() < 0.9 else []) or holding or list(table.pack.cards))
        if card in holding:
            holding.remove(card)
        return cmd.PlayCard(by="camera", card=card, reading=Reading(chance.choice((0.9, 0.99123, 1.0))))

    def _deal(self) -> None:
        hand = self.table.hand
        assert hand is not None
        self.dealt, pack = hand.number, list(self.table.pack.cards)
        self.chance.shuffle(pack)
        self.held = {seat: pack[place * hand.hand_size :][: hand.hand_size] for place, seat in enumerate(hand.seats)}

    def _say(self) -> cmd.Command | None:
        table, chance = self.table, self.chance
        deal = table.deal
        assert deal is not None
        numbers = {seat: found for seat, found in bids(table).items() if found}
        if not deal.game.awaits(deal.setup, deal.hand):
            return None
        if numbers:
            seat = chance.choice(list(numbers))
            if seat in passes(table) and chance.random() < 0.6:
                return cmd.MakeCall(by="t", call=Call(CallKind.PASS, seat))
            return cmd.MakeCall(by="t", call=Call(CallKind.BID, seat, number=chance.choice(numbers[seat][:6])))
        suited = [call for call in offered(table) if call.suit or call.word]
        if suited and chance.random() < 0.5:
            return cmd.MakeCall(by="t", call=chance.choice(suited[:8]))
        if passes(table):
            return cmd.MakeCall(by="t", call=Call(CallKind.PASS, passes(table)[0]))
        # A declaration can be made at any time, and is no answer.
        answers = [call for call in offered(table) if call.kind is not CallKind.DECLARE]
        if answers:
            return cmd.MakeCall(by="t", call=chance.choice(answers))
        if table.game.has_tricks:
            return cmd.MakeCall(by="t", call=Call(CallKind.TRUMP, deal.hand.dealer, cards=(chance.choice(table.pack.cards),)))
        cards = tuple(Card(rank, chance.choice(list(Suit))) for rank in chance.sample(list(table.pack.ranks), 4))
        return cmd.MakeCall(by="t", call=Call(CallKind.LAYOUT, deal.hand.dealer, cards=cards))

    def _turn(self) -> Move:
        """A card takes its like, or what a build was made for; else something is built, or it trails."""
        deal, chance = self.table.deal, self.chance
        assert deal is not None
        layout, seat = SUIPE.layout(deal.setup, deal.hand), turn_at(deal.hand, len(deal.hand.moves))
        out = {move.card for move in deal.hand.moves} | {card for call in deal.hand.calls for card in call.cards}
        card = chance.choice([card for card in self.table.pack.cards if card not in out] or [self.table.pack.cards[0]])
        number = deal.setup.options.number_of(card)
        builds = tuple(place for place, build in enumerate(layout.builds) if build.value == number)
        twins = tuple(other for other in layout.loose if other.rank is card.rank)[:1]
        if twins or builds:
            return Move(seat, card, Action.CAPTURE, take=twins, builds=builds)
        others = [other for other in layout.loose if (deal.setup.options.number_of(other) or 99) + (number or 99) <= 10]
        if others and chance.random() < 0.6:
            other = chance.choice(others)
            value = (deal.setup.options.number_of(other) or 0) + (number or 0)
            return Move(seat, card, Action.BUILD, value=value, sets=((card, other),))
        return Move(seat, card, Action.TRAIL)

    def odd(self) -> cmd.Command:
        """Anything, with numbers a little beside what there is."""
        chance, table = self.chance, self.table
        place = {"hand": self._near(len(table.deals)), "trick": self._near(len(table.hand.laid) if table.hand else 0)}
        spot = place | {"position": chance.randint(-1, self.players)}
        kinds: list[Callable[[], cmd.Command]] = [
            lambda: cmd.PlayCard(by="camera", card=self._card(), seat=self._seat(), reading=Reading(0.7, ((self._card(), 0.2),))),
            lambda: cmd.PlayCard(by="camera", card=None, face_down=chance.random() < 0.5),
            lambda: cmd.PlayPair(by="t", first=self._card(), second=self._card()),
            lambda: cmd.CorrectCard(by="Esi", card=self._card(), **spot),
            lambda: cmd.CorrectCard(by="Esi", card=self._card(), **spot),
            lambda: cmd.CorrectSeat(by="Esi", seat=chance.choice((None, self._seat())), **spot),
            lambda: cmd.AddMissedCard(by="t", card=self._card(), **spot),
            lambda: cmd.RemoveCard(by="t", was=self._laid(spot), **spot),
            lambda: cmd.TurnUpCard(by="t", card=self._card(), **spot),
            lambda: cmd.WithdrawCard(by="button"),
            lambda: cmd.ShowCard(by="t", card=self._card()),
            lambda: cmd.ConfirmTrick(by="button", **place),
            lambda: cmd.ClaimTrick(by="t", seat=self._seat(), **place),
            lambda: cmd.OpenDispute(by="Kofi", hand=place["hand"], trick=place["trick"]),
            lambda: cmd.CloseDispute(by="Kofi"),
            lambda: cmd.RuleOnOffence(by="t", hand=place["hand"], offence=self._offence(), waived=chance.random() < 0.6),
            lambda: cmd.MakeCall(by="t", call=self._call()),
            lambda: cmd.MakeCall(by="t", call=self._call()),
            lambda: cmd.CorrectCall(by="t", hand=place["hand"], index=chance.randint(-1, 5), call=self._call()),
            lambda: cmd.MakeMove(by="t", move=self._move()),
            lambda: cmd.CorrectMove(by="t", hand=place["hand"], index=chance.randint(-1, 9), move=self._move()),
            lambda: cmd.DealHand(by="t", dealer=chance.choice((None, self._seat()))),
            lambda: cmd.Undo(by="t", seq=chance.choice((None, None, table.seq, table.seq - 1))),
            lambda: cmd.Undo(by="t"),
            lambda: cmd.VoidHand(by="t", reason="a card showed") if chance.random() < 0.15 else cmd.CallTime(by="t"),
            lambda: cmd.PlayOn(by="t") if chance.random() < 0.6 else cmd.EndSession(by="t"),
            lambda: cmd.ChangePlayers(by="t", players=tuple(chance.sample(("Ama", "Kofi", "Esi", "Yaw", "Abena"), self.players))),
        ]
        return chance.choice(kinds)()

    def _near(self, number: int) -> int:
        return max(0, number + self.chance.choice((0, 0, 0, -1, -1, 1)))

    def _card(self) -> Card:
        return self.chance.choice(self.table.pack.cards if self.chance.random() < 0.95 else (Card.parse("2S"), Card.parse("AS")))

    def _seat(self) -> Seat:
        return Seat(self.chance.randrange(self.players + (self.chance.random() < 0.1)))

    def _laid(self, spot: dict[str, int]) -> Card | None:
        hand = self.table.hand
        laid = hand.laid[spot["trick"] - 1] if hand and 1 <= spot["trick"] <= len(hand.laid) else ()
        return laid[spot["position"]].card if 0 <= spot["position"] < len(laid) else None

    def _offence(self) -> str:
        keys = [offence.key for deal in self.table.deals for offence in deal.offences]
        return self.chance.choice(keys or ["revoke:A:1"])

    def _call(self) -> Call:
        chance = self.chance
        kind = chance.choice(KINDS)
        cards = tuple(self._card() for _ in range(chance.choice((0, 1, 3, 4))))
        rank, suit = chance.choice((None, *RANKS)), chance.choice((None, *Suit))
        return Call(kind, self._seat(), chance.choice((None, *range(-1, 15), 100)), rank, suit, chance.random() < 0.3, cards)

    def _move(self) -> Move:
        chance, deal = self.chance, self.table.deal
        has_layout = deal is not None and not deal.game.has_tricks and deal.hand.calls
        loose = SUIPE.layout(deal.setup, deal.hand).loose if deal and has_layout else ()
        card, picked = self._card(), tuple(chance.sample(loose, min(len(loose), chance.randint(0, 2))))
        action, value, build = chance.choice(list(Action)), chance.randint(0, 12), chance.randint(-1, 2)
        if action is Action.CAPTURE:
            return Move(self._seat(), card, action, take=picked, builds=chance.choice(((), (build,))))
        if action in (Action.BUILD, Action.ADD):
            return Move(
                self._seat(), card, action, value=value, sets=((card, *picked),), build=build if action is Action.ADD else None
            )
        if action is Action.RAISE:
            return Move(
                self._seat(), card, action, value=value, build=build, extra=picked[:1], also=(picked[1:],) if picked[1:] else ()
            )
        return Move(self._seat(), card, action)


def _short(value: object) -> str:
    if isinstance(value, Reading):
        return str(value.confidence)
    if isinstance(value, Call | Move):
        parts = ((f.name, getattr(value, f.name)) for f in fields(value))
        return "(" + " ".join(f"{name}={_short(part)}" for name, part in parts if part not in (None, (), False)) + ")"
    if isinstance(value, Card | Seat):
        return str(value)
    if isinstance(value, tuple):
        return "[" + " ".join(_short(part) for part in value) + "]"
    return str(getattr(value, "value", value))


def transcripts() -> Iterator[tuple[Path, str]]:
    """Each file with what it should hold."""
    for name in TABLES:
        yield FOLDER / f"{name}.txt", "\n".join(Clumsy(name).play().lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in transcripts():
        path.write_text(text, encoding="utf-8")
