"""How large the numbers may be that players agree on: what people play for, and nothing that no evening can hold.

Checked where they are typed; a log that holds others is read as it stands.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from scoring.errors import BadSetup
from scoring.games.game import Setup

RANGES = {
    "stake": (0, 1_000_000),
    "time_limit": (1, 24 * 60),
    "fixed_hands": (1, 1000),
    "series": (1, 1000),
    "stones": (1, 10_000),
    "bag_limit": (1, 1000),
    "passed_cards": (0, 13),
    "blind_bid_multiplier": (1, 100),
    "blind_bid_failed_multiplier": (0, 100),
}
"""For a number's name the least and the most, the time limit in minutes."""

ANY = (-100_000, 100_000)
"""For every other one: points and cards."""


def check_ranges(setup: Setup) -> None:
    """Raises `BadSetup`, naming the number and what is expected."""
    for name, value in _numbers(setup):
        low, high = RANGES.get(name, ANY)
        if not low <= value <= high:
            raise BadSetup(f"{setup.game}: {name} is {_short(value)}: expected a whole number from {low} to {high}")


def _numbers(setup: Setup) -> Iterator[tuple[str, int]]:
    yield "stake", setup.stake
    pairs = [(field.name, getattr(setup.options, field.name)) for field in fields(setup.options)]
    pairs += getattr(setup.options, "extra", ())
    for name, value in pairs:
        yield from ((name, item) for item in _whole(value))


def _whole(value: Any) -> list[int]:
    items = value if isinstance(value, tuple) else (value,)
    return [item for item in items if isinstance(item, int) and not isinstance(item, bool)]


def _short(value: int) -> str:
    text = str(value)
    return text if len(text) <= 20 else f"{text[:8]}… ({len(text)} digits)"
