"""How large the numbers may be that players agree on: what people play for, and nothing that no evening can hold.

Checked where they are typed; a log that holds others is read as it stands.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from scoring.errors import BadSetup
from scoring.games.game import Setup
from scoring.options import RANGE

STAKE = (0, 1_000_000)

ANY = (-100_000, 100_000)
"""For every option that says nothing of itself: points and cards."""


def check_ranges(setup: Setup) -> None:
    """Raises `BadSetup`, naming the number and what is expected."""
    for name, value, (low, high) in _numbers(setup):
        if not low <= value <= high:
            raise BadSetup(f"{setup.game}: {name} is {_short(value)}: expected a whole number from {low} to {high}")


def _numbers(setup: Setup) -> Iterator[tuple[str, int, tuple[int, int]]]:
    """Every number, by its name, with the least and the most that it may be."""
    yield "stake", setup.stake, STAKE
    for field in fields(setup.options):
        for name, value in _named(field.name, getattr(setup.options, field.name)):
            yield from ((name, item, field.metadata.get(RANGE, ANY)) for item in _whole(value))


def _named(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The option, or the options with names of their own that it holds."""
    pairs = value if isinstance(value, tuple) and all(isinstance(item, tuple) for item in value) else ((name, value),)
    yield from pairs


def _whole(value: Any) -> list[int]:
    items = value if isinstance(value, tuple) else (value,)
    return [item for item in items if isinstance(item, int) and not isinstance(item, bool)]


def _short(value: int) -> str:
    text = str(value)
    return text if len(text) <= 20 else f"{text[:8]}… ({len(text)} digits)"
