"""What of the evening people see: who stands where, which round it is and how long it goes on, and who sits where next."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A rank in the standings; `ahead_by` names what put it ahead of the next one where points did not."""

    rank: int
    names: str
    points: str
    ahead_by: str = ""
    played: int = 0


@dataclass(frozen=True)
class Place:
    """A table of a round and who sits at it, side by side; each side by its names."""

    table: str
    sides: tuple[str, ...]


@dataclass(frozen=True)
class RoundClock:
    """A round that goes on: its number, of how many where that is laid down, and the seconds that are left of it.

    `left` is None where nothing is timed. A round that has been drawn and has not begun is neither running nor paused.
    """

    number: int
    of: int | None = None
    left: float | None = None
    is_running: bool = False
    is_paused: bool = False


@dataclass(frozen=True)
class Happening:
    """An event of the evening as it stands now."""

    number: int
    title: str
    kind: str
    rows: tuple[Row, ...] = ()
    clock: RoundClock | None = None
    coming: tuple[Place, ...] = ()
    sits_out: tuple[str, ...] = ()
