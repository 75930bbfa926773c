"""What fuzzing found: files, rules and commands that nobody should send are refused in a sentence, and none hides the others."""

import json
import math
import struct
import zlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from device.cameras import open_camera, read_picture
from device.config import Config, load_config
from device.errors import BadInput
from device.setup import load_calibration, load_layers
from device.tags import TagBook
from scoring.cards import Card
from scoring.commands import PlayCard, StartSession
from scoring.errors import BadRules, CannotBeDone, Unreadable
from scoring.games.suipe.sums import can_split
from scoring.ledger import Ledger, LiveTable, LogDamaged
from scoring.ledger.house import house_games, read_rules
from scoring.ledger.keys import KeyRing
from scoring.ledger.records import import_lines, tables
from scoring.tricks import Reading
from tests.web.conftest import Page, page

__all__ = ["page"]

CONFIRMED = {"session": "s", "seq": 1, "type": "TrickConfirmed", "version": 1} | {
    "data": {"at": "2026-01-01T12:00:00+00:00", "by": "t", "hand": 1, "trick": 1}
}

SOUND = 'name = "mine"\npack = "std52"\nhand_size = 5\nplayers = [2, 4]\n[[score]]\npoints = 1\n'


def png(width: int, height: int, said: int | None = None) -> bytes:
    """A picture's header; `said` is how long its data says that it is."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = b"IHDR" + head
    data = b"IDAT" + zlib.compress(b"\0")
    parts = struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return b"\x89PNG\r\n\x1a\n" + parts + struct.pack(">I", said or len(data) - 4) + data + struct.pack(">I", zlib.crc32(data))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (png(10_000, 10_000), "are too many"),
        (png(30_000, 400), "are too many"),
        (png(2, 2000), "a line and no picture"),
        (png(64, 64, said=2**31 - 1), "not a picture"),
        (b"", "not a picture"),
        (b"hello", "not a picture"),
    ],
)
def test_a_picture_is_refused_before_it_is_decoded(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=words):
        read_picture(path)


@pytest.mark.parametrize("source", ["camera:picamera2:²", "camera:picamera2:1234", "x" * 400, "a\0b"])
def test_a_source_that_is_none_is_named(source: str) -> None:
    with pytest.raises(BadInput):
        open_camera(source)


@pytest.mark.parametrize(
    "text",
    [
        *('host = "0.0.0.O"', 'host = "999.1.1.1"', "card_width = 0.001", f'wifi = "{"x" * 40}"', f"port = {'9' * 5000}"),
        *(f"port = 0x{'f' * 5000}", "a = " + "[" * 3000, 'camera = "a\\u0000b"', "hold_s = nan", "port = true"),
    ],
)
def test_a_typing_error_costs_its_key_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cardtable.toml"
    path.write_text(text)
    config = load_config(path, tmp_path / "none")
    assert len(config.problems) == 1
    assert config == Config(problems=config.problems)


@pytest.mark.parametrize(
    "change",
    [
        *(f"target = {'9' * 5000}\n", f"target = 0x{'f' * 3000}\n", "a = " + "[" * 3000 + "\n", "target = 9999999\n"),
        '[options.words]\ndefault = ["x"]\nchoices = ["x"]\n[[score]]\nwon_with = ["2"]\npoints = "words[0]"\n',
    ],
)
def test_rules_that_make_no_sense_do_not_hide_the_others(tmp_path: Path, change: str) -> None:
    (tmp_path / "good.toml").write_text(SOUND)
    (tmp_path / "bad.toml").write_text(change + SOUND if change.startswith(("target", "a =")) else SOUND + change)
    (tmp_path / "large.toml").write_text("#" * 300_000)
    with pytest.raises(BadRules):
        read_rules(tmp_path / "bad.toml")
    assert list(house_games(tmp_path)) == ["mine"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[" * 3000, "not JSON"),
        ('{"session": "s", "seq": 1, "by": "\\ud800"}', "characters that are none"),
    ],
)
def test_a_record_that_no_evening_left_is_refused_with_its_line(line: str, words: str) -> None:
    with pytest.raises(LogDamaged, match=f"line 2: .*{words}"):
        import_lines(['{"format": "cardtable-record", "version": 1}', line])


def test_a_record_without_a_beginning_is_refused() -> None:
    with pytest.raises(LogDamaged, match="event 1 of session s cannot have happened: a session begins"):
        tables(import_lines(['{"format": "cardtable-record", "version": 1}', json.dumps(CONFIRMED)]))


@pytest.mark.parametrize(
    "text",
    ["[" * 3000, '{"table": null, "owner": 1, "secret": ""}', '{"table": "é23456", "owner": "234567", "secret": "234567"}'],
)
def test_keys_that_make_no_sense_are_kept_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / "keys.json").write_text(text)
    assert KeyRing(tmp_path / "keys.json").keys().table.isascii()
    assert (tmp_path / "keys.json.damaged").read_text() == text


def test_tags_calibration_and_decks_that_make_no_sense_are_left_out(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "tags.json").write_text("[" * 3000)
    assert TagBook(tmp_path / "tags.json").names() == {}
    sound = {"width": 960, "height": 540, "card_width": 96.0, "tilt": 0.0, "play_zone": [], "seat_zones": [], "reference": None}
    for change in ({"width": 0}, {"card_width": 1e-300}, {"card_width": math.nan}, {"reference": [1, 2]}, {"tilt": math.inf}):
        (tmp_path / "calibration.json").write_text(json.dumps(sound | change))
        assert load_calibration(tmp_path, told.append) is None
    (tmp_path / "decks").mkdir()
    np.savez(tmp_path / "decks" / "odd.npz", network=np.array("x"))
    (tmp_path / "decks" / "text.npz").write_text("hello")
    assert load_layers(tmp_path, told.append) == ()
    assert len(told) == 7


def test_a_joker_has_no_suit() -> None:
    for code in ("BJS", "LJH"):
        with pytest.raises(Unreadable):
            Card.parse(code)


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path, clock: Callable[[], datetime]) -> None:
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    with pytest.raises(CannotBeDone, match="nothing was changed"):
        live.submit(PlayCard(by="camera", card=Card.parse("AH"), reading=Reading(math.nan)), clock)
    assert live.table().seq == 1


def test_many_cards_are_shared_out_at_once() -> None:
    assert can_split([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2] * 2, 26) == (sum(range(2, 14)) * 2 % 26 == 0)
    assert can_split([5, 4, 1, 3, 2], 5)
    assert not can_split([4, 4, 2], 5)


def test_a_turn_of_suipe_takes_no_more_than_people_can(page: Page) -> None:  # the fixture
    from tests.web.browsing import a_turn_of_suipe

    a_turn_of_suipe(page)
    cards = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    answer = page.post("turn", seat="A", card="9C", take=cards, action="capture")
    assert (answer.status_code, "11 cards at once are too many for one turn" in answer.text) == (409, True)
    corrected = page.post("correct-turn", hand=1, index=0, text=f"A 9C captures {cards}")
    assert (corrected.status_code, "11 cards at once are too many for one turn" in corrected.text) == (409, True)


def test_a_host_that_is_no_name_is_answered(page: Page) -> None:  # the fixture
    assert page.client.get("/", headers={"Host": "a..b"}).status_code in (400, 421)
