"""The command line: what goes wrong is one line that names it, exit 2, and nothing changes."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.__main__ import main
from device.reading import tell
from scoring.commands import StartSession
from scoring.ledger import Ledger, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from scoring.ledger.records import export_lines
from tests.conftest import NOON
from vision.sighting import Sighting, SightingKind
from web.membership import LineState, write_state


def cardtable(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "device", *map(str, arguments)], capture_output=True, text=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "note.jpg").write_text("not a picture")
    (tmp_path / "note.mp4").write_text("not a video")
    (tmp_path / "empty").mkdir()
    (tmp_path / "wrong.toml").write_text('camera = "nowhere"\ndata = "."\nbuttons = false\ntags = false\n')
    (tmp_path / "cut.jsonl").write_text('{"format":"cardtable-record","version":1}\n{"session":"a","se')
    cv2.imwrite(str(tmp_path / "table.png"), np.full((200, 300, 3), 90, np.uint8))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("read", "note.jpg"), "note.jpg: not a picture that can be read"),
        (("read", "none.jpg"), "none.jpg: No such file"),
        (("watch", "note.mp4"), "note.mp4: not a video that can be read"),
        (("watch", "none.mp4"), "none.mp4: there is no such file or folder"),
        (("watch", "empty"), "empty: holds no pictures"),
        (("watch", "camera:film"), "camera:film: no such kind of camera"),
        (("watch", "--colour", "x"), "No such option '--colour'"),
        (("demo", "--game", "poker"), "--game poker: the simulated table cannot play that; it plays spar, sipa"),
        (("demo", "--trouble", "fire"), "--trouble: there is no 'fire'"),
        (("demo", "--players", "9"), "9 is not in the range"),
        (("score", "cut.jsonl"), "cut.jsonl: line 2: not JSON, or cut off"),
        (("score", "table.png"), "table.png: not a Cardtable record"),
        (("import", "cut.jsonl", "--data", "data"), "cut.jsonl: line 2"),
        (("export", "--data", "empty"), "empty: holds no log"),
        (("run", "--config", "none.toml"), "none.toml: No such file"),
        (("key", "--config", "wrong.toml"), "keys.json: there are no keys yet"),
        (("simulate", "--out", "."), "the folder is not empty"),
        (("dance",), "No such command 'dance'"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    before = sorted(folder.rglob("*"))
    run = subprocess.run([sys.executable, "-m", "device", *arguments], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 2
    assert run.stdout == ""
    assert words in run.stderr
    assert run.stderr.startswith("cardtable: ")
    assert run.stderr.count("\n") == 1
    assert sorted(folder.rglob("*")) == before


def test_a_house_game_is_described_like_those_that_ship() -> None:
    page = Path(__file__).parents[2] / "docs" / "games" / "short_whist.toml"
    said = json.loads(cardtable("games", "--json", page).stdout)
    assert (said["name"], said["players"], said["pack"]["cards"]) == ("short_whist", [4], 52)


def test_one_unreadable_picture_does_not_stop_the_others(folder: Path) -> None:
    run = cardtable("read", "--json", folder / "note.jpg", folder / "table.png")
    assert run.returncode == 2
    record = json.loads(run.stdout)
    assert record["file"].endswith("table.png")
    assert (record["width"], record["height"], record["cards"]) == (300, 200, [])


@pytest.mark.parametrize(
    "command", ["read", "watch", "score", "simulate", "demo", "run", "web", "doctor", "key", "export", "import"]
)
def test_every_command_explains_itself(command: str) -> None:
    run = cardtable(command, "--help")
    assert run.returncode == 0
    assert "Usage:" in run.stdout


def test_a_misspelt_key_is_said_and_the_table_is_played_at(folder: Path) -> None:
    (folder / "frames").mkdir()
    (folder / "table.png").rename(folder / "frames" / "0.png")
    (folder / "odd.toml").write_text('camera = "frames"\ndata = "data"\nbuttons = false\ntags = false\ncolour = 1\n')
    run = subprocess.run(
        [sys.executable, "-m", "device", "run", "--config", "odd.toml"], cwd=folder, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr.count("\n")) == (0, 1)
    assert "odd.toml: there is no key 'colour'" in run.stderr


def test_the_doctor_says_every_part_and_fails_where_one_is_bad(folder: Path) -> None:
    doctor = (sys.executable, "-m", "device", "doctor", "--config", "wrong.toml")
    run = subprocess.run(doctor, cwd=folder, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (1, "")
    assert "BAD   camera: nowhere: there is no such file or folder" in run.stdout.splitlines()
    run = subprocess.run([*doctor, "--json"], cwd=folder, capture_output=True, text=True)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert {"configuration", "camera", "storage", "clock", "network"} <= {finding["part"] for finding in found}


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (LineState("Tuesday", "north", is_up=True), "good  club: the line to Tuesday is up, all is sent"),
        (LineState("Tuesday", "north", trouble="the broker does not answer"), "BAD   club: the broker does not answer"),
        (LineState("Tuesday", "north", waiting=3), "BAD   club: the line to the club is not up"),
        (LineState(), None),
    ],
)
def test_the_doctor_tells_of_the_line_of_a_table_that_is_in_a_club(folder: Path, state: LineState, words: str | None) -> None:
    write_state(folder, state)
    doctor = (sys.executable, "-m", "device", "doctor", "--config", "wrong.toml")
    said = subprocess.run(doctor, cwd=folder, capture_output=True, text=True).stdout.splitlines()
    assert [line for line in said if " club: " in line] == ([words] if words else [])


def test_the_keys_are_printed_with_their_addresses(folder: Path) -> None:
    keys = KeyRing(folder / KEYS).keys()
    run = subprocess.run(
        [sys.executable, "-m", "device", "key", "--config", "wrong.toml"], cwd=folder, capture_output=True, text=True
    )
    assert [line.rpartition("/")[2] for line in run.stdout.splitlines()] == [keys.table, keys.owner]


def test_a_record_goes_out_in_and_out_again(tmp_path: Path) -> None:
    live = LiveTable(Ledger(tmp_path / "one" / "log.db"))
    live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi")), lambda: NOON)
    first = tmp_path / "first.jsonl"
    assert cardtable("export", "--data", tmp_path / "one", "--out", first).returncode == 0
    assert cardtable("import", first, "--data", tmp_path / "two").returncode == 0
    assert cardtable("export", "--data", tmp_path / "two").stdout == first.read_text()
    again = cardtable("import", first, "--data", tmp_path / "two")
    assert again.returncode == 2
    assert "already" in again.stderr
    assert live.session is not None
    assert first.read_text().splitlines() == list(export_lines(live.ledger.read(live.session)))
    assert cardtable("score", first).stdout.splitlines() == ["Spar: Ama, Kofi", "Total: Ama 0, Kofi 0"]


def test_a_simulated_game_is_the_same_for_the_same_seed_and_can_be_watched(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert cardtable("simulate", "--out", tmp_path / name, "--players", "2", "--seed", "3").returncode == 0
    truth = (tmp_path / "one" / "truth.json").read_text()
    assert truth == (tmp_path / "two" / "truth.json").read_text()
    plays = [item["card"] for item in json.loads(truth)["truth"] if "card" in item]
    run = cardtable("watch", "--json", "--card-width", "96", tmp_path / "one")
    events = [json.loads(line) for line in run.stdout.splitlines()]
    said = [event["card"] for event in events if event["event"] == "card_played" and event["card"] != "??"]
    assert len(set(said) & set(plays)) >= 8
    assert set(said) <= set(plays)


@pytest.mark.parametrize("kind", list(SightingKind))
def test_everything_that_can_be_seen_can_be_told(kind: SightingKind) -> None:
    line = tell(Sighting(kind, 1.5, 15, "AS", 0.99, cards=("AS",), reason="black"))
    assert line.startswith("    1.5 s  ")


def test_a_log_that_nobody_may_read_is_named_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_options: object) -> None:
        raise PermissionError(13, "Permission denied", "/var/lib/cardtable/keys.json")

    said = StringIO()
    monkeypatch.setattr("device.__main__.cardtable.main", refused)
    monkeypatch.setattr(sys, "stderr", said)
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, said.getvalue()) == (2, "cardtable: /var/lib/cardtable/keys.json: Permission denied\n")
