"""The box's door: what the page asks of the table's process, over a real socket."""

import json
import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.box import SIGNING, Box, Door
from device.config import Config
from device.loop import TableLoop
from device.panel import Lamp, PaperPanel, Press
from device.setup import keep_calibration, load_calibration
from device.tags import Tap
from scoring.cards import Card
from scoring.commands import CorrectCard, EndSession, StartSession
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from scoring.table import Table
from tests.device.test_setup import GROUND, ORDINARY, lying
from tests.vision.test_codes import held
from tests.vision.test_enrolment import symbol
from vision.arrays import Image
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.setup.calibration import Calibration
from vision.sighting import Frame
from web.box import Box as Caller
from web.box import BoxAway

UNCALIBRATED = "not calibrated yet: do it on the set-up page, with one card"
EMPTY = np.full((540, 960, 3), GROUND, np.uint8)


class Bench:
    """A box whose camera shows what a test says."""

    def __init__(self, folder: Path, clock: Callable[[], datetime]) -> None:
        self.live, self.panel = LiveTable(Ledger(folder / "log.db")), PaperPanel()
        self.reports: list[str] = []
        loop = TableLoop(
            Watcher(Reader()), self.live, EvidenceStore(folder / "evidence"), self.panel, clock, report=self.reports.append
        )
        self.box, self.number = Box(loop, Config(data=folder, picture_days=0)), 0

    def show(self, picture: Image, frames: int = 1) -> None:
        for _ in range(frames):
            self.box.step(Frame(self.number, self.number / 10, picture))
            self.number += 1


def bad(health: dict[str, Any]) -> list[str]:
    """What is wrong with the table's own parts; the machine that runs the tests may be without a network."""
    own = ("configuration", "camera", "calibration", "picture")
    return [found["text"] for found in health["findings"] if not found["is_good"] and found["part"] in own]


@pytest.fixture
def bench(tmp_path: Path, clock: Callable[[], datetime]) -> Bench:
    return Bench(tmp_path, clock)


@pytest.fixture
def caller(bench: Bench) -> Iterator[Caller]:
    door = Door(bench.box)
    yield Caller(door.path)
    door.shut()
    assert not door.path.exists()


def test_the_box_says_how_it_is(bench: Bench, caller: Caller) -> None:
    health = caller.ask("health")
    assert (health["decks"], health["work"], health["is_quiet"], health["frame_age_s"]) == ([], None, False, None)
    assert bad(health) == [
        "the camera has not given a picture yet",
        "not calibrated yet: do it on the set-up page, with one card",
    ]
    bench.show(EMPTY)
    bench.panel.presses.put(Press.UNDO)
    bench.show(EMPTY)
    health = caller.ask("health")
    assert (bad(health)[:1], health["presses"]) == ([UNCALIBRATED], ["undo"])
    counts = health["counts"]
    assert counts.pop("frames_a_second") > 0
    assert counts == {"frames": 2, "sure": 0, "unsure": 0, "seconds": 0.0}
    assert 0 <= health["frame_age_s"] < 60
    assert "the camera sees the table, 960 × 540 pixels" in [found["text"] for found in health["findings"]]


def test_a_camera_that_shows_nothing_is_said_until_it_is_back(bench: Bench, caller: Caller) -> None:
    bench.show(np.zeros_like(EMPTY), 40)
    dark = "the camera's picture is black: is the lens covered, or the light off?"
    assert bad(caller.ask("health"))[0] == caller.ask("camera")["trouble"] == dark
    bench.show(EMPTY, 2)
    assert bad(caller.ask("health"))[0].startswith("not calibrated")
    assert caller.ask("camera") == {"trouble": "", "is_deck_new": False}


def test_the_buzzer_is_silenced_from_the_page(bench: Bench, caller: Caller) -> None:
    caller.ask("quiet", quiet=True)
    assert caller.ask("health")["is_quiet"] is True
    caller.ask("quiet", quiet=False)
    assert bench.panel.is_quiet is False


def test_the_live_picture_is_the_camera_s(bench: Bench, caller: Caller) -> None:
    with pytest.raises(BoxAway, match="not given a picture yet"):
        caller.picture()
    bench.show(lying("7H"))
    picture = cv2.imdecode(np.frombuffer(caller.picture(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (540, 960, 3)
    assert np.abs(picture.astype(int) - lying("7H")).mean() < 6


@pytest.mark.parametrize(("height", "is_drawn"), [(540, True), (720, False)])
def test_zones_are_drawn_where_the_calibration_fits_the_picture(
    bench: Bench, caller: Caller, tmp_path: Path, height: int, is_drawn: bool
) -> None:
    keep_calibration(tmp_path, Calibration(960, height, 80.0, 0.0, ((100, 100), (800, 100), (800, 500), (100, 500))))
    bench.show(EMPTY)
    picture = cv2.imdecode(np.frombuffer(caller.picture(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert bool(np.abs(picture.astype(int) - GROUND).max() > 60) is is_drawn


def test_a_table_is_calibrated_with_one_card_and_play_goes_on(bench: Bench, caller: Caller, tmp_path: Path) -> None:
    bench.show(EMPTY)
    assert caller.ask("calibrate", players=3)["is_done"] is False
    bench.show(lying("7H"), 6)
    work = caller.ask("health")["work"]
    assert work["is_done"]
    assert any("pixels wide" in verdict["text"] for verdict in work["verdicts"])
    found = load_calibration(tmp_path, pytest.fail)
    assert found is not None
    assert len(found.seat_zones) == 3
    caller.ask("stop")
    assert caller.ask("health")["work"] is None
    bench.show(EMPTY)
    assert bench.box.loop.watcher.card_width == pytest.approx(96, abs=3)


def test_a_code_that_is_held_under_the_camera_is_read_while_the_table_waits(bench: Bench, caller: Caller) -> None:
    bench.show(EMPTY)
    assert caller.ask("scan") == {"kind": "scan", "is_done": False, "text": ""}
    assert "already" in caller.ask("calibrate")["error"]
    bench.show(EMPTY, 2)
    assert caller.ask("health")["work"]["is_done"] is False
    bench.show(held("http://hub/join#box=north", 400, 20, 0.1, 30, 225))
    assert caller.ask("health")["work"] == {"kind": "scan", "is_done": True, "text": "http://hub/join#box=north"}
    caller.ask("stop")
    assert caller.ask("health")["work"] is None


def test_zones_that_followed_the_camera_are_kept_and_the_owner_is_told(bench: Bench, caller: Caller, tmp_path: Path) -> None:
    before = Calibration(960, 540, 80.0, 0.0, ((100, 100), (800, 100), (800, 500), (100, 500)))
    bench.box.loop.watcher.calibration = before.moved(np.array([[1, 0, 25.0], [0, 1, -5]]))
    bench.show(EMPTY)
    assert not (tmp_path / "calibration.json").exists()
    bench.box.loop.camera_moves += 1
    bench.show(EMPTY)
    kept = load_calibration(tmp_path, pytest.fail)
    assert kept is not None
    assert kept.play_zone[0] == (125.0, 95.0)
    assert any("the camera was moved" in found["text"] for found in caller.ask("health")["findings"])


def test_the_card_that_is_left_lying_after_a_calibration_is_no_play(
    bench: Bench, caller: Caller, clock: Callable[[], datetime]
) -> None:
    bench.live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    bench.show(EMPTY, 6)
    caller.ask("calibrate", players=2)
    bench.show(lying("7H"), 12)
    assert caller.ask("health")["work"]["is_done"]
    bench.show(EMPTY, 12)
    assert bench.live.table().hand is None
    bench.show(lying("8C"), 12)
    hand = bench.live.table().hand
    assert hand is not None
    assert [str(play.card) for play in hand.laid[0]] == ["8C"]


def test_cards_that_are_shown_to_be_learnt_are_no_plays(bench: Bench, caller: Caller, clock: Callable[[], datetime]) -> None:
    bench.live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    assert caller.ask("enrol", name="mine", pack="german32")["faces"] == []
    for label in ("7H", "8C"):
        bench.show(lying(label, ORDINARY), 6)
        bench.show(EMPTY, 4)
    work = caller.ask("health")["work"]
    assert (names(work), len(work["missing"])) == (["7H", "8C"], 31)
    assert bench.live.table().hand is None


def names(work: dict[str, Any]) -> list[str]:
    return [face["name"] for face in work["faces"]]


def test_a_card_that_nobody_can_read_is_named_on_the_sheet(bench: Bench, caller: Caller) -> None:
    assert caller.ask("enrol", name="mine", pack="german32")["faces"] == []
    assert caller.ask("name", place=0, card="7H") == {"error": "no such face was shown"}
    bench.show(lying("9D", symbol), 6)
    assert names(caller.ask("health")["work"]) == ["??"]
    assert caller.ask("name", place=0, card="2S") == {"error": "2S is no card of this pack"}
    assert names(caller.ask("name", place=0, card="7H")) == ["7H"]
    assert caller.picture("face", place=0)[:2] == b"\xff\xd8"
    assert names(caller.ask("name", place=0, card="")) == []
    assert caller.ask("face", place=0) == {"error": "no such face was shown"}


def test_a_card_that_was_taken_for_another_is_put_right(bench: Bench, caller: Caller) -> None:
    caller.ask("enrol", name="mine", pack="german32")
    bench.show(lying("7H", ORDINARY), 6)
    assert names(caller.ask("health")["work"]) == ["7H"]
    assert names(caller.ask("name", place=0, card="8H")) == ["8H"]


def test_a_card_that_is_shown_twice_counts_once(bench: Bench, caller: Caller) -> None:
    caller.ask("enrol", name="mine", pack="german32")
    for label in ("7H", "8C", "7H"):
        bench.show(lying(label, ORDINARY), 6)
        bench.show(EMPTY, 4)
    assert names(caller.ask("health")["work"]) == ["7H", "8C"]


def test_a_deck_that_is_new_begins_with_the_cards_that_players_named(
    bench: Bench, caller: Caller, clock: Callable[[], datetime]
) -> None:
    bench.live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    bench.box.loop.watcher.card_width = 96.0
    bench.show(EMPTY, 6)
    bench.show(lying("AS", symbol), 30)
    hand = bench.live.table().hand
    assert hand is not None
    assert [play.card for play in hand.laid[0]] == [None]
    assert caller.ask("health")["pictured"] == 0
    bench.live.submit(CorrectCard(by="Ama", hand=1, trick=1, position=0, card=Card.parse("AS")), clock)
    assert caller.ask("health")["pictured"] == 1
    assert names(caller.ask("enrol", name="mine", pack="german32", played=True)) == ["AS"]
    bench.show(EMPTY, 4)
    bench.show(lying("AS", symbol), 6)
    assert names(caller.ask("health")["work"]) == ["AS"]


def test_a_picture_that_is_no_longer_kept_is_no_face(bench: Bench, caller: Caller, clock: Callable[[], datetime]) -> None:
    bench.live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    bench.show(EMPTY, 6)
    bench.show(lying("7H"), 12)
    bench.box.loop.evidence.forget()
    assert caller.ask("health")["pictured"] == 1
    assert names(caller.ask("enrol", name="mine", pack="german32", played=True)) == []


def test_half_a_deck_is_learnt_only_where_somebody_says_that_it_is_all(bench: Bench, caller: Caller) -> None:
    caller.ask("enrol", name="mine", pack="german32")
    assert caller.ask("learn") == {"error": "no card has been shown and named yet"}
    bench.show(lying("7H", ORDINARY), 6)
    assert caller.ask("learn")["error"].startswith("still missing: AC KC OC UC")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"do": "dance"}, "no such question"),
        ({"do": "calibrate", "players": 40}, "expected 2 to 8"),
        ({"do": "enrol", "name": "../x"}, "a deck's name"),
        ({"do": "enrol", "name": "x", "pack": "none"}, "there is no such pack"),
        ({"do": "learn"}, "no deck is being shown"),
        ({"do": "lamp", "lamp": "pink"}, "pink"),
        ([], "no such question"),
    ],
)
def test_what_makes_no_sense_is_answered_with_a_sentence(caller: Caller, asked: object, words: str) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(caller.path))
        line.sendall(json.dumps(asked).encode() + b"\n")
        with line.makefile() as answers:
            assert words in json.loads(answers.readline())["error"]


@pytest.mark.parametrize("is_busy", [False, True], ids=["in play", "while a deck is shown"])
def test_the_lamp_can_be_tried(bench: Bench, caller: Caller, is_busy: bool) -> None:
    if is_busy:
        caller.ask("enrol", name="mine", pack="german32")
    caller.ask("lamp", lamp="amber")
    bench.show(EMPTY, 12)
    assert bench.panel.history[-1] is Lamp.AMBER
    bench.show(EMPTY, 30)
    assert bench.panel.history[-2:] == [Lamp.AMBER, Lamp.OFF]


def test_a_box_that_is_not_there_is_away(tmp_path: Path) -> None:
    with pytest.raises(BoxAway):
        Caller(tmp_path / "none.sock").ask("health")


def test_pictures_that_are_too_old_are_deleted(bench: Bench, tmp_path: Path) -> None:
    evidence = bench.box.loop.evidence
    old, new = evidence.keep(b"old"), evidence.keep(b"new")
    path = evidence.path(old)
    assert path is not None
    os.utime(path, (1, 1))
    bench.show(EMPTY)
    assert evidence.path(old) is not None
    bench.box.config = replace(bench.box.config, picture_days=30)
    bench.box._tidied = float("-inf")
    bench.show(EMPTY)
    assert (evidence.path(old), evidence.path(new) is not None) == (None, True)
    assert evidence.size() == (1, 3)


def test_the_dispute_button_held_makes_a_new_key(bench: Bench, tmp_path: Path) -> None:
    ring = KeyRing(tmp_path / KEYS)
    before = ring.keys()
    bench.panel.presses.put(Press.NEW_KEY)
    bench.show(EMPTY)
    assert ring.keys().table != before.table
    assert ring.keys().owner == before.owner
    assert bench.panel.history[-1] is Lamp.GREEN_FLASH
    assert "a new key" in bench.reports[-1]


def test_a_tag_signs_the_sheet_of_an_ended_session_and_then_takes_a_seat(bench: Bench, clock: Callable[[], datetime]) -> None:
    bench.box.guests.book.keep("mark", "Ama")
    bench.live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    assert bench.box.tapped(Tap("reader", "mark"))
    assert (bench.live.table().signed, bench.box.guests.here) == ((), ["Ama"])
    bench.box.guests.clear()
    bench.live.submit(EndSession(by="t"), clock)
    assert bench.box.tapped(Tap("reader", "mark"))
    assert (bench.live.table().signed, bench.box.guests.here) == (("Ama",), [])
    assert bench.box.tapped(Tap("reader", "mark"))
    assert (bench.live.table().signed, bench.box.guests.here) == (("Ama",), ["Ama"])
    assert not bench.box.tapped(Tap("reader", "another"))


def test_who_has_a_seat_in_the_running_session_does_not_sit_in_the_next_one_as_well(
    bench: Bench, caller: Caller, clock: Callable[[], datetime]
) -> None:
    for mark, name in (("m1", "Ama"), ("m2", "Yaw")):
        bench.box.guests.book.keep(mark, name)
    bench.box.tapped(Tap("reader", "m1"))
    assert caller.ask("guests")["here"] == ["Ama"]
    bench.live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    assert caller.ask("guests")["here"] == []
    bench.box.tapped(Tap("reader", "m2"))
    assert caller.ask("guests")["here"] == ["Yaw"]


def test_the_first_tap_of_another_evening_signs_nothing(bench: Bench, clock: Callable[[], datetime]) -> None:
    bench.box.guests.book.keep("mark", "Ama")
    bench.live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    bench.live.submit(EndSession(by="t"), clock)
    bench.box.loop.clock = lambda: clock() + SIGNING
    assert bench.box.tapped(Tap("reader", "mark"))
    assert (bench.live.table().signed, bench.box.guests.here) == ((), ["Ama"])


def test_a_log_that_cannot_be_read_refuses_the_tag_and_goes_on(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> Table:
        raise sqlite3.OperationalError("disk I/O error")

    bench.box.guests.book.keep("mark", "Ama")
    monkeypatch.setattr(bench.live, "table", failing)
    assert not bench.box.tapped(Tap("reader", "mark"))
    assert bench.reports == ["a tag was held to the reader, and nothing came of it: disk I/O error"]
    bench.panel.presses.put(Press.UNDO)
    bench.box.loop.answer_presses()
    assert bench.box.loop.storage_is_down
