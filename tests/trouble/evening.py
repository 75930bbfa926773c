"""One evening: hands of Spar with the troubles that its seed names, and people who do what people do."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from pathlib import Path

from device.panel import Press
from device.tags import Tap
from scoring.cards import Card
from scoring.commands import Command, ConfirmTrick, PlayCard, StartSession
from scoring.decide import decide
from scoring.events import CardPlayed, TimeCalled
from scoring.folding import fold
from scoring.packs import pack_named
from scoring.projections import questions
from scoring.table import Table
from tests.trouble.world import World, card_seen
from vision.faces import UNKNOWN
from vision.sighting import Sighting, SightingKind

PLAYERS = ("Ama", "Kofi", "Esi", "Yaw")
TEN_YEARS = timedelta(days=3652)
HANDS, TRICKS = 2, 5
TURNS = 12
"""How often people look at the table again before they give a trick up."""


class Trouble(Enum):
    """What can go wrong."""

    GLARE = "glare"
    HAND = "hand over the table"
    QUICK = "quick plays"
    BUMP = "bump"
    CAMERA_GONE = "camera gone"
    LATE = "frames late"
    DOUBLED = "frames doubled"
    READER_GONE = "reader gone"
    RESTARTED = "daemon restarted"
    STUCK = "button stuck"
    DISK_FULL = "disk full"
    WRITE_ERROR = "write error"
    CLOCK = "clock jump"
    KILL_BEFORE = "kill before a write"
    KILL_AFTER = "kill after a write"
    TWO_WRITERS = "two writers"
    STALE = "stale phone"


@dataclass
class Outcome:
    """What came of an evening; every list is empty where all is well."""

    seed: int
    troubles: tuple[Trouble, ...] = ()
    plays: int = 0
    questions: int = 0
    lost: list[str] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Whether nothing was lost, invented or silently wrong."""
        return not (self.lost or self.invented or self.silent)


class Evening:
    """Plays one seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        kinds = self.chance.sample(list(Trouble), self.chance.randint(1, 4))
        self.outcome = Outcome(seed, tuple(kinds))
        self.world = World(folder)
        self.players = PLAYERS[: self.chance.randint(2, 4)]
        self.known: tuple[object, ...] = ()
        self.truth: list[list[tuple[Card, ...]]] = []
        self.number = 0

    def play(self) -> Outcome:
        """The whole evening, and what came of it."""
        self.world.sit_down("spar", self.players)
        for _ in range(HANDS):
            self.truth.append([])
            pack = list(pack_named("spar35").cards)
            cards = self.chance.sample(pack, TRICKS * len(self.players))
            for first in range(0, len(cards), len(self.players)):
                self._trick(tuple(cards[first : first + len(self.players)]))
        self._settle_accounts()
        return self.outcome

    def _trick(self, cards: tuple[Card, ...]) -> None:
        self.truth[-1].append(cards)
        for card in cards:
            self._happens(card)
            self.outcome.plays += 1
        self._recover()
        self._agree(cards)
        self._check_log()

    def _happens(self, card: Card) -> None:
        """The card is laid, and whatever goes wrong goes wrong with it."""
        self.number += 1
        seen: Sighting | None = card_seen(str(card), self.number)
        wrong = [trouble for trouble in self.outcome.troubles if self.chance.random() < 0.2]
        for trouble in wrong:
            seen = self._go_wrong(trouble, card, seen)
        self.world.step(*([seen] if seen else []))
        if Trouble.DOUBLED in wrong:
            self.world.step()

    def _go_wrong(self, trouble: Trouble, card: Card, seen: Sighting | None) -> Sighting | None:
        """What becomes of the sighting; everything else that the trouble does, it does to the world."""
        world, disk = self.world, self.world.disk
        others = [other for other in pack_named("spar35").cards if other != card]
        done: dict[Trouble, Callable[[], object]] = {
            Trouble.BUMP: lambda: world.step(Sighting(SightingKind.CAMERA_MOVED, self.number / 10, self.number)),
            Trouble.LATE: lambda: world.wait(self.chance.randint(1, 8)),
            Trouble.READER_GONE: self._reader_goes,
            Trouble.RESTARTED: world.start,
            Trouble.STUCK: lambda: world.press(Press.CONFIRM, times=5),
            Trouble.DISK_FULL: lambda: setattr(disk, "is_full", True),
            Trouble.WRITE_ERROR: lambda: setattr(disk, "failing_appends", self.chance.randint(1, 6)),
            Trouble.CLOCK: self._clock_jumps,
            Trouble.KILL_BEFORE: lambda: setattr(disk, "kill_before", True),
            Trouble.KILL_AFTER: lambda: setattr(disk, "kill_after", True),
            Trouble.TWO_WRITERS: lambda: setattr(disk, "rival", self._rival),
            Trouble.STALE: self._stale_form,
            Trouble.CAMERA_GONE: lambda: setattr(world, "is_camera_gone", True),
        }
        if trouble in done:
            done[trouble]()
        if trouble is Trouble.GLARE and seen is not None:
            return card_seen(UNKNOWN, self.number, str(card), str(self.chance.choice(others)))
        if trouble is Trouble.QUICK and seen is not None:
            world.step(seen)  # the next one comes in the very next frame
            return None
        return None if trouble is Trouble.HAND else seen

    def _reader_goes(self) -> None:
        (self.world.folder / "tags.json").write_text("{")
        self.world.alive(lambda: self.world.box.tapped(Tap("reader", "mark")))
        (self.world.folder / "tags.json").unlink(missing_ok=True)

    def _clock_jumps(self) -> None:
        self.world.wall += self.chance.choice((TEN_YEARS, -TEN_YEARS))

    def _rival(self) -> None:
        table = Table() if self.world.live.session is None else self.world.live.table()
        if table.hand is not None and table.hand.is_trick_full:
            self.world.do(ConfirmTrick(by="rival", hand=table.hand.number, trick=table.hand.trick_to_confirm))

    def _stale_form(self) -> None:
        """A phone sends what it sent before, or what it has not noticed is over: nothing may come of it."""
        before = self.world.log().recorded
        hand = self.world.live.table().hand
        if hand is None or hand.confirmed == 0:
            return
        self.world.post("confirm", hand=hand.number, trick=self.chance.randint(1, hand.confirmed))
        self.world.post("undo", seq=len(before) - 1)
        if hand.number > 1:
            self.world.post("tell", hand=hand.number - 1, seat=hand.seats[0], card="6H")
        if self.world.log().recorded[: len(before)] != before or len(self.world.log().recorded) > len(before):
            self.outcome.invented.append("a stale form changed the log")

    def _recover(self) -> None:
        """Cables are put back, pictures deleted, and frames go on."""
        disk = self.world.disk
        disk.is_full, self.world.is_camera_gone = False, False
        for _ in range(disk.failing_appends + 2):
            self.world.step()
        disk.failing_appends, disk.rival = 0, None

    def _agree(self, cards: tuple[Card, ...]) -> None:
        """People press the button, and answer what they are asked, until the trick is fact."""
        hand, trick = len(self.truth), len(self.truth[-1])
        for _ in range(TURNS):
            table = self.world.live.table()
            if self._is_fact(table, hand, trick):
                break
            if not self._answer(table, hand, trick, cards):
                self.world.press(Press.CONFIRM)
        table = self.world.live.table()
        found = self._laid(table, hand, trick)
        if not self._is_fact(table, hand, trick) or found != list(cards):
            self.outcome.silent.append(f"hand {hand}, trick {trick}: {found} where {[str(card) for card in cards]} lay")

    def _is_fact(self, table: Table, hand: int, trick: int) -> bool:
        if len(table.hands) < hand:
            return False
        return table.hand_numbered(hand).confirmed >= trick and not questions(table)

    def _laid(self, table: Table, hand: int, trick: int) -> list[Card | None]:
        if len(table.hands) < hand or len(table.hand_numbered(hand).laid) < trick:
            return []
        return [play.card for play in table.hand_numbered(hand).laid[trick - 1]]

    def _answer(self, table: Table, hand: int, trick: int, cards: tuple[Card, ...]) -> bool:
        """Answer one question as the page asks it, or type a card where the table knows nothing of the trick yet."""
        asked = questions(table)
        laid = self._laid(table, hand, trick)
        if not laid:
            return self._type(cards[0])
        if not asked:
            return False
        self.outcome.questions += 1
        place = {"hand": hand, "trick": trick}
        for position, found in enumerate(laid):
            if found is None:
                # Whoever is asked sees the picture, and knows which card it shows.
                shown = table.hand_numbered(hand).at(trick, position).reading.alternatives[0][0]
                self.world.post("correct", position=position, card=shown, **place)
                return True
        for position, card in enumerate(cards):
            if card not in laid:
                self.world.post("missed", position=position, card=card, **place)
                return True
        for position, found in reversed(list(enumerate(laid))):
            if position >= len(cards):
                self.world.post("remove", position=position, was=found, **place)
                return True
        return False

    def _type(self, card: Card) -> bool:
        """Nothing of a trick is known: somebody types the card that was led."""
        self.outcome.questions += 1
        self.world.post("play", card=card)
        return True

    def _check_log(self) -> None:
        """What was in the log stays there, word for word; and there is no damage."""
        log = self.world.log()
        if log.recorded[: len(self.known)] != self.known:
            self.outcome.lost.append(f"the log of {len(self.known)} events was changed")
        if log.damage:
            self.outcome.lost.append(log.damage)
        self.known = log.recorded

    def _settle_accounts(self) -> None:
        """The score, and who did what is in the log."""
        self.outcome.lost += self.world.broken_promises
        events = [item.event for item in self.world.log().recorded]
        by_camera = sum(isinstance(event, CardPlayed) and event.by == "camera" for event in events)
        if by_camera > self.world.seen:
            self.outcome.invented.append(f"{by_camera} cards by the camera, which saw {self.world.seen}")
        if any(isinstance(event, TimeCalled) for event in events):
            self.outcome.invented.append("time was called")
        if sorted(events, key=lambda event: event.at) != events:
            self.outcome.invented.append("time ran backwards")
        totals, right = fold(events).standing.totals, self._right_totals()
        if totals != right:
            self.outcome.silent.append(f"the score is {totals} and not {right}")

    def _right_totals(self) -> tuple[int, ...]:
        """The score of the evening without trouble."""
        table, at = Table(), self.world.wall
        start = StartSession(by="people", game="spar", players=self.players, options={"target": "none"})
        commands: list[Command] = [start]
        for number, hand in enumerate(self.truth, start=1):
            for trick, cards in enumerate(hand, start=1):
                commands += [PlayCard(by="camera", card=card) for card in cards]
                commands.append(ConfirmTrick(by="button", hand=number, trick=trick))
        for command in commands:
            table = fold(decide(table, command, at), table)
        return table.standing.totals
