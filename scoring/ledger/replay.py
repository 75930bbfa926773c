"""A session as far as its record leads: what cannot be read or cannot have happened costs what follows it, and nothing else."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.folding import fold
from scoring.ledger.codec import DAMAGE, Recorded
from scoring.ledger.store import Excerpt, damage_at
from scoring.projections import table_view
from scoring.table import Table


@dataclass(frozen=True)
class Replay:
    """The table that a record leads to, and a sentence about what could not be used of it; empty where all could."""

    table: Table
    damage: str = ""


def replay(found: Excerpt, table: Table | None = None) -> Replay:
    """The table after those events, or after the last of them from which on all is well."""
    start, recorded = table or Table(), found.recorded
    try:
        return Replay(_shown(recorded, start), found.damage)
    except DAMAGE as error:
        return _up_to_the_damage(recorded, start, error)


def _up_to_the_damage(recorded: Sequence[Recorded], table: Table, why: Exception) -> Replay:
    """Halves the record until it is known which event leads to what cannot be; `why` is what all of it led to."""
    start, good, bad = table, 0, len(recorded)
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            table, good = _shown(recorded[:middle], start), middle
        except DAMAGE as error:
            bad, why = middle, error
    item = recorded[bad - 1]
    return Replay(table, damage_at(item.session, item.seq, f"it cannot have happened ({why})"))


def _shown(recorded: Sequence[Recorded], start: Table) -> Table:
    """The table after these events, which can be shown as well."""
    table = fold((item.event for item in recorded), start)
    json.dumps(table_view(table))
    return table
