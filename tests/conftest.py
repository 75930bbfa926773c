"""What all tests share: where the measured material lies, tables to play on, and the tiers that must not be skipped."""

import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache

from scoring import Table, decide, fold
from scoring.cards import Card
from scoring.commands import Command, ConfirmTrick, PlayCard, StartSession

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Speed is measured in benchmarks: a slow machine fails no test.
settings.register_profile("table", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=6)
settings.load_profile("table")
SHARED = Path(__file__).parents[2] / "shared"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def skip_tier(tier: str, reason: str) -> None:
    """Skip, or fail where CARDTABLE_EXPECT names the tier."""
    if tier in os.environ.get("CARDTABLE_EXPECT", "").split():
        pytest.fail(f"tier {tier} is expected here: {reason}")
    pytest.skip(reason)


class Compiled(BytecodeCache):
    """Templates as Python has compiled them, in memory."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """A program serves one application and compiles its pages once; tests make two each, and compile them once for all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": Compiled()})
        yield


@pytest.fixture
def shared() -> Path:
    """The folder of photographs, recordings and examples."""
    if not SHARED.is_dir():
        skip_tier("shared", f"{SHARED} is not here")
    return SHARED


def chromium() -> str | None:
    """Where Debian's Chromium is: the one without windows of its own costs half, the other shows the same."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One for all tests: Playwright runs once in a process."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    if program is None:
        skip_tier("browser", "chromium is not installed")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """A clock that stands at noon."""
    return lambda: NOON


def run(table: Table, *commands: Command) -> Table:
    """The table after the commands."""
    for command in commands:
        table = fold(decide(table, command, NOON), table)
    return table


def session(players: int = 2, **options: Any) -> Table:
    """A session of Spar with players in seats A, B, …; A deals first, so B leads."""
    names = ("Ama", "Kofi", "Esi", "Yaw")[:players]
    return run(Table(), StartSession(by="test", game="spar", players=names, options=dict(options), stake=10))


def play(table: Table, *tricks: str) -> Table:
    """Tricks written `AH 7H`, each laid and confirmed."""
    for trick in tricks:
        for code in trick.split():
            table = run(table, PlayCard(by="camera", card=Card.parse(code)))
        assert table.hand is not None
        table = run(table, ConfirmTrick(by="button", hand=table.hand.number, trick=table.hand.trick_to_confirm))
    return table
