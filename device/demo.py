"""The demo: a whole evening without hardware. Rendered frames go through the real vision, log and page."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from device.box import Box, Door
from device.config import Config
from device.errors import BadInput
from device.evening import Evening, Holdings, player_names
from device.loop import TableLoop
from device.panel import PaperPanel, Press
from device.records import open_ledger
from device.simulation import CARD_WIDTH, RATE, RenderedTable, deck_with
from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.commands import AddMissedCard, CorrectCard, EndSession, MakeCall, PlayCard, RemoveCard, StartSession
from scoring.errors import Refused
from scoring.games import GAMES, game_of, numbers_for
from scoring.games.game import Game, Setup
from scoring.hands import Hand
from scoring.ledger import EvidenceStore, LiveTable
from scoring.ledger.store import LOG
from scoring.projections import questions
from scoring.table import Table
from vision.arrays import Image
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.sighting import Frame

PLAYERS = 3
"""How many play at a demo's table, if nobody says and the game is for so many."""

MORE_PATIENCE = 3.5
"""How much longer the demo waits with a question that is open than with the button."""


@dataclass
class Dealer:
    """Plays the people of the demo: presses the button, and answers questions with the truth, unless somebody else does.

    `patience` is how many frames it gives somebody else before it presses.
    """

    live: LiveTable
    panel: PaperPanel
    patience: int

    def may_go_on(self, evening: Evening, waited: int) -> bool:
        """Whether the trick that lies there has become fact."""
        table = self.live.table()
        assert evening.hand is not None
        number = len(evening.hand.laid)
        hand = table.hand
        is_fact = hand is not None and hand.number == evening.hand.number and hand.confirmed >= number
        if not is_fact and waited % self.patience == self.patience - 1:
            self._help(evening.hand, number, waited >= MORE_PATIENCE * self.patience)
        return is_fact or table.is_ended

    def _help(self, truth: Hand, number: int, is_patience_over: bool) -> None:
        """Press the button; where that is not enough, make the log say what really lies on the table."""
        if questions(self.live.table()) and not is_patience_over:
            return
        if is_patience_over:
            try:
                self._tell(truth, number)
            except Refused:
                return
        self.panel.presses.put(Press.CONFIRM)

    def _tell(self, truth: Hand, number: int) -> None:
        """Name unsure cards of the trick, add what was missed and take out what is too much."""
        hand = self.live.table().hand
        cards = [play.card for play in truth.laid[number - 1] if play.card]
        if hand is None or hand.number < truth.number:
            self.live.submit(PlayCard(by="demo", card=cards[0]))
        place = {"hand": truth.number, "trick": number}
        for position, card in enumerate(cards):
            seen = self._seen(number)
            if position < len(seen) and (seen[position] is None or (seen[position] != card and card not in seen)):
                self.live.submit(CorrectCard(by="demo", position=position, card=card, **place))
            elif card not in seen:
                self.live.submit(AddMissedCard(by="demo", position=position, card=card, **place))
        for position, found in reversed(list(enumerate(self._seen(number)))):
            if position >= len(cards):
                self.live.submit(RemoveCard(by="demo", position=position, was=found, **place))

    def _seen(self, number: int) -> list[Card | None]:
        hand = self.live.table().hand
        laid = hand.laid[number - 1] if hand and len(hand.laid) >= number else ()
        return [play.card for play in laid]


@dataclass
class Demo:
    """The wired demo; `run` plays until `stop`. `patience` are seconds of the table's time, which runs `speed` times faster.

    Raises `BadInput` for a game that the simulated table cannot play.
    """

    data: Path
    players: int | None
    seed: int
    speed: float
    troubles: tuple[str, ...]
    game: str = next(iter(GAMES))
    patience: float = 2.0

    def __post_init__(self) -> None:
        if self.game not in GAMES or not is_playable(demo_setup(GAMES[self.game])):
            names = ", ".join(name for name, game in GAMES.items() if is_playable(demo_setup(game)))
            raise BadInput(f"--game {self.game}: the simulated table cannot play that; it plays {names}")
        self.live = LiveTable(open_ledger(_own(self.data)))
        self.evidence = EvidenceStore(self.data / "evidence")
        self.panel = PaperPanel()
        self.dealer = Dealer(self.live, self.panel, max(1, round(self.patience * RATE)))
        self.table = RenderedTable(self.seed)
        self.start_session()
        self.loop = TableLoop(Watcher(Reader(), CARD_WIDTH), self.live, self.evidence, self.panel)
        self.box = Box(self.loop, Config(data=self.data, camera="simulation", buttons=False, tags=False))
        self._stop = threading.Event()

    def start_session(self) -> None:
        """Sit down; an older session of the same folder is ended first."""
        table = self.live.table()
        if table.setup is not None and not table.is_ended:
            self.live.submit(EndSession(by="demo"))
        game = GAMES[self.game]
        players = demo_setup(game).players if self.players is None else player_names(self.players)
        self.live.submit(StartSession(by="demo", game=self.game, players=players, options=_endless(game)))

    def run(self) -> None:
        """Play for ever."""
        door = Door(self.box)
        try:
            for frame in self._paced(self.frames()):
                self.box.step(frame)
                if self._stop.is_set():
                    return
        finally:
            door.shut()

    def stop(self) -> None:
        """Let `run` return after the present frame."""
        self._stop.set()

    def frames(self) -> Iterator[Frame]:
        """One hand after the other, as the log has the table then: its players, who deals, what was declared void."""
        for number, picture in enumerate(self._pictures()):
            yield Frame(number, number / RATE, picture)

    def _pictures(self) -> Iterator[Image]:
        while True:
            if not self.table.is_bare:
                yield from self.table.gather(side=180.0, seat=0)
            table = self.live.table()
            occasion = self._occasion(table)
            if table.is_ended or not is_playable(table.agreed):
                yield from self.table.rest(1)
                continue
            for frame in self._evening(table).frames():
                yield frame.picture
                if self._occasion(self.live.table()) != occasion:
                    break

    def _evening(self, table: Table) -> Evening:
        self.table.play_with(deck_with(table.pack.suits.value, self.seed))
        hand = _first_hand(table.agreed)
        return Evening(
            len(hand.seats),
            self.seed,
            self.troubles,
            hands=1,
            may_go_on=self.dealer.may_go_on,
            table=self.table,
            pack=table.pack.name,
            hand_size=hand.hand_size,
            direction=hand.direction,
            first=len(table.deals) + table.is_hand_over,
            dealer=table.next_dealer,
            opening=self._opening,
            may_play=self._may_play,
        )

    def _opening(self, dealt: Hand, holdings: Holdings) -> Hand:
        """Says what the game must hear before the first card."""
        table = self.live.table()
        calls = _shown_first(table.agreed, dealt, holdings)
        for call in calls:
            self.live.submit(MakeCall(by="demo", call=call))
        hand = table.game.start_hand(table.agreed, table.standing, dealt.number, dealt.dealer, dealt.seats)
        return table.game.with_calls(table.agreed, replace(hand, calls=calls))

    def _may_play(self, hand: Hand, card: Card, holding: list[Card]) -> bool:
        """Whether the game has nothing against this play where all the other cards are seen in the same hand."""
        table, seat = self.live.table(), hand.turn
        assert seat is not None
        rest = tuple((seat, other) for other in holding if other != card)
        seen = replace(hand.play(card), known=hand.known + rest)
        found = table.game.offences(table.agreed, table.standing, seen)
        return not any((offence.seat, offence.trick) == (seat, len(seen.laid)) for offence in found)

    def _occasion(self, table: Table) -> tuple[object, ...]:
        """What changes where a hand is not played to its end."""
        seats = table.agreed.seats if table.hand is None or table.is_hand_over else table.hand.seats
        return (self.live.session, table.is_ended, len(seats), sum(hand.is_void for hand in table.hands))

    def _paced(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """Frames no faster than `speed` times the table's own time."""
        started = time.monotonic()
        for frame in frames:
            wait = started + frame.at / self.speed - time.monotonic()
            if wait > 0:
                self._stop.wait(wait)
            else:
                started -= wait
            yield frame


def demo_setup(game: Game) -> Setup:
    """What a demo agrees on where nobody says: three players, or as few as the game needs, and that nobody wins the evening."""
    numbers = numbers_for(game)
    players = player_names(PLAYERS if PLAYERS in numbers else numbers[0])
    return Setup(game.name, players, game.read_options(_endless(game)))


def _endless(game: Game) -> dict[str, object]:
    return {option.name: "none" for option in game.choosable() if option.name == "target" and option.may_lack}


def _shown_first(setup: Setup, hand: Hand, holdings: Holdings) -> tuple[Call, ...]:
    """The cards that a game has shown before the first: the dealer's last, which makes trumps, and the leader's first three."""
    dealer, leader = hand.dealer, hand.leader
    shown = {CallKind.TRUMP: (dealer, holdings[dealer][-1:]), CallKind.SHOW_HOLDING: (leader, holdings[leader][:3])}
    says = game_of(setup).says(setup)
    return tuple(Call(kind, seat, cards=tuple(cards)) for kind, (seat, cards) in shown.items() if kind in says)


def _first_hand(setup: Setup) -> Hand:
    """As the game deals it."""
    game = game_of(setup)
    return game.start_hand(setup, game.begin(setup), 1, setup.first_dealer, setup.seats)


def is_playable(setup: Setup) -> bool:
    """Whether the simulated table can play it: all cards face up on one pile, and nothing to say before but cards shown."""
    game, hand = game_of(setup), _first_hand(setup)
    calls = _shown_first(setup, hand, {seat: list(hand.order.pack.cards[:3]) for seat in hand.seats})
    awaits = game.awaits(setup, game.with_calls(setup, replace(hand, calls=calls)))
    is_shown = not game.plays_in_front and not hand.order.pack.is_typed
    return game.has_tricks and is_shown and not hand.order.is_trump_led and not awaits


def _own(data: Path) -> Path:
    """The folder, which is a demo's from now on; raises `BadInput` for that of a real table, whose evening would be ended."""
    mark = data / "demo"
    if (data / LOG).exists() and not mark.exists():
        raise BadInput(f"--data {data}: holds the log of a real table; choose another folder for the demo")
    try:
        data.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as error:
        raise BadInput(f"--data {data}: {error.strerror}") from None
    return data
