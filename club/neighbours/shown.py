"""What a table shows to neighbours: a few facts of a session, small enough for a message after every card."""

from dataclasses import asdict, dataclass

from club.evening.sittings import leading
from club.room import Session
from scoring.ledger.records import json_line
from scoring.projections import Attention, table_view
from scoring.projections.values import Json

LONGEST = 255
"""Characters of a value at the most: Home Assistant takes no longer ones."""


@dataclass(frozen=True)
class Score:
    """A side by its names, its total, and how the game writes it."""

    side: str
    total: int
    shown: str


@dataclass(frozen=True)
class Shown:
    """A table as neighbours see it; None where there is no such thing now, before the first card as after the last.

    `leads` names whoever is ahead, several where they are level; nobody before somebody is. `trick` is who took the last one.
    `attention` is the lamp's word (`scoring.projections.Attention`), `waits` whether people have to answer before all is
    right: a question, a dispute, a log that cannot be used.
    """

    game: str | None = None
    leads: str | None = None
    turn: str | None = None
    trick: str | None = None
    hand: int | None = None
    attention: str = Attention.IDLE.value
    waits: bool = False
    scores: tuple[Score, ...] = ()


FREE = Shown()
"""A table at which nobody plays."""


def shown(session: Session) -> Shown:
    """The session as neighbours see it."""
    is_stuck = session.is_forked or bool(session.damage)
    table = session.table
    if table.setup is None:
        return Shown(waits=is_stuck)
    view, setup = table_view(table), table.agreed
    hand: Json = view["hand"] or {}
    turn = None if table.is_ended or hand.get("is_over") else hand.get("turn")
    taken = [trick["winner_name"] for trick in hand.get("tricks", ()) if trick["is_confirmed"] and trick["winner_name"]]
    ahead = leading(table)
    return Shown(
        game=setup.game,
        leads=", ".join(side["name"] for place, side in enumerate(view["sides"]) if place in ahead)[:LONGEST] or None,
        turn=None if turn is None else setup.name_of(turn),
        trick=taken[-1] if taken else None,
        hand=hand.get("number"),
        attention=view["attention"],
        waits=is_stuck or table.disputed is not None or view["attention"] == Attention.QUESTION.value,
        scores=tuple(Score(side["name"], side["total"], side["shown"]) for side in view["sides"]),
    )


def shown_bytes(found: Shown) -> bytes:
    """What the hub publishes of a table."""
    return json_line(asdict(found)).encode()
