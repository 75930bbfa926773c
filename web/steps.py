"""The six steps of setting up: which are done or skipped, and whether a box was ever set up. A small file beside the log."""

import json
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from scoring.ledger import LiveTable
from scoring.ledger.files import write_file

SET_UP = "set-up.json"
"""Name of the file."""


class Step(Enum):
    """What an owner does once, in this order, and may do again at any time."""

    NAME = "name"
    WIFI = "wifi"
    CAMERA = "camera"
    CALIBRATION = "calibration"
    PARTS = "parts"
    KEYS = "keys"


class Outcome(Enum):
    """What became of a step."""

    DONE = "done"
    SKIPPED = "skipped"


PARTS = ("buttons", "lamp", "sound", "reader")
"""What is tried out one by one in the step of that name."""


@dataclass(frozen=True)
class SetUp:
    """How far setting up has come: what became of steps and parts, by name; finished once the last step was done."""

    outcomes: dict[str, str] = field(default_factory=dict)
    is_finished: bool = False

    def outcome(self, name: str) -> Outcome | None:
        """What became of a step or a part."""
        said = self.outcomes.get(name)
        return Outcome(said) if said in (Outcome.DONE.value, Outcome.SKIPPED.value) else None

    @property
    def next(self) -> Step | None:
        """The first step of which nothing has become yet."""
        return next((step for step in Step if self.outcome(step.value) is None), None)

    def noted(self, name: str, outcome: Outcome) -> "SetUp":
        """With what has become of a step or a part."""
        return replace(self, outcomes={**self.outcomes, name: outcome.value})


def read_set_up(live: LiveTable) -> SetUp:
    """How far setting up has come.

    A box of which nothing is noted counts as never set up where nobody has played at it either; one whose note is damaged or lost
    does not become anybody's again who comes by.
    """
    try:
        found = json.loads((live.ledger.path.parent / SET_UP).read_text(encoding="utf-8"))
        return SetUp({str(name): str(said) for name, said in dict(found["outcomes"]).items()}, bool(found["is_finished"]))
    except FileNotFoundError:
        return SetUp(is_finished=bool(live.damage()) or live.session is not None)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return SetUp(is_finished=True)


def keep_set_up(folder: Path, set_up: SetUp) -> None:
    """Note it; raises OSError."""
    write_file(folder / SET_UP, json.dumps({"outcomes": set_up.outcomes, "is_finished": set_up.is_finished}).encode())
