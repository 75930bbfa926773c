"""The time of a session does not jump with the wall clock."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scoring import Call, CallKind, Seat
from scoring.commands import DealHand, MakeCall, StartSession
from scoring.ledger import Ledger, LiveTable
from scoring.ledger.clock import SessionClock

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TEN_YEARS = timedelta(days=3652)


@dataclass
class Machine:
    """A machine with a wall clock that anybody may set."""

    wall: datetime = NOON
    seconds_on: float = 100.0
    boot: str = "first"

    def pass_by(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.seconds_on += seconds

    def program(self, folder: Path) -> LiveTable:
        clock = SessionClock(folder / "clock.json", lambda: self.wall, lambda: self.seconds_on, lambda: self.boot)
        return LiveTable(Ledger(folder / "log.db"), clock)


def start(live: LiveTable) -> None:
    """A game of an hour, dealt."""
    live.submit(StartSession(by="t", game="spades", players=("A", "B", "C", "D"), options={"time_limit": 60}))
    live.submit(DealHand(by="t"))


def bid(live: LiveTable) -> list[str]:
    """The next bid, and what came of it."""
    hand = live.table().hand
    assert hand is not None
    seat = Seat((1 + len(hand.calls)) % 4)
    return [type(event).__name__ for event in live.submit(MakeCall(by="t", call=Call(CallKind.BID, seat, number=3)))]


@pytest.mark.parametrize("jump", [TEN_YEARS, -TEN_YEARS])
def test_a_jump_calls_no_time_and_an_hour_does(tmp_path: Path, jump: timedelta) -> None:
    machine = Machine()
    live = machine.program(tmp_path)
    start(live)
    machine.pass_by(30)
    machine.wall += jump
    assert bid(live) == ["CallMade"]
    assert live.now() == NOON + timedelta(seconds=30)
    machine.pass_by(3600)
    assert bid(live) == ["TimeCalled", "CallMade"]


def test_every_program_of_a_box_goes_by_the_same_clock(tmp_path: Path) -> None:
    machine = Machine()
    live, other = machine.program(tmp_path), machine.program(tmp_path)
    start(live)
    machine.wall += TEN_YEARS
    machine.pass_by(5)
    assert other.now() == live.now() == NOON + timedelta(seconds=5)
    again = machine.program(tmp_path)
    assert again.now() == NOON + timedelta(seconds=5)


def test_a_session_waits_while_the_box_is_off(tmp_path: Path) -> None:
    machine = Machine()
    start(machine.program(tmp_path))
    machine.wall, machine.seconds_on, machine.boot = NOON - TEN_YEARS, 9.0, "second"
    live = machine.program(tmp_path)
    assert live.now() == NOON
    machine.pass_by(60)
    assert live.now() == NOON + timedelta(seconds=60)


def test_a_new_session_begins_at_what_the_wall_clock_says(tmp_path: Path) -> None:
    machine = Machine()
    live = machine.program(tmp_path)
    assert live.now() == NOON
    machine.wall += TEN_YEARS
    live.submit(StartSession(by="t", game="spar", players=("A", "B")))
    assert live.table().started_at == NOON + TEN_YEARS
    machine.pass_by(30)
    assert live.now() == NOON + TEN_YEARS + timedelta(seconds=30)


LAST = '{"boot": "first", "at": "9999-12-31T23:59:59+00:00", "seconds_on": 0}'


@pytest.mark.parametrize("text", ['{"boot": "first", "at": "soon"}', "{}", "[]", "{", LAST])
def test_a_clock_file_that_makes_no_sense_is_written_anew(tmp_path: Path, text: str) -> None:
    machine = Machine()
    start(machine.program(tmp_path))
    (tmp_path / "clock.json").write_text(text)
    assert machine.program(tmp_path).now() == NOON
    assert datetime.fromisoformat(json.loads((tmp_path / "clock.json").read_text())["at"]) == NOON
