"""Hands that came to a result, as they are told to other people's programs.

A hand has one id for good. One that is corrected later is told again under it, with a greater `seq`: the last one counts.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from club.room import Session
from scoring.deal import Deal
from scoring.ledger.records import json_line
from scoring.projections.scores import summary_of
from scoring.projections.values import Json


@dataclass(frozen=True)
class Finished:
    """A hand as it is sent. `seq` counts the events of its session when it was looked at; `sum` tells whether it has changed."""

    id: str
    seq: int
    content: Json

    @property
    def body(self) -> bytes:
        """What is posted."""
        return json_line({"id": self.id, "seq": self.seq, **self.content}).encode()

    @property
    def sum(self) -> str:
        """Of all but when it was looked at."""
        return hashlib.sha256(json_line(self.content).encode()).hexdigest()[:16]


def finished(session: Session, confirmed: Mapping[str, str]) -> Iterator[Finished]:
    """The hands of a session that are due; `confirmed` has the sums of those that the receiver has, by id.

    A hand that has no result any more, since it was taken back, is due with null for points where the receiver has one.
    """
    for deal in session.table.deals:
        found = Finished(f"{name_of(session)}/{deal.hand.number}", session.table.seq, _content(session, deal))
        if confirmed.get(found.id) != found.sum and (deal.result or found.id in confirmed):
            yield found


def news(before: Session | None, after: Session) -> list[Finished]:
    """The hands that came to a result, or to another one, between two looks at a session."""
    confirmed = {found.id: found.sum for found in finished(before, {})} if before else {}
    return list(finished(after, confirmed))


def name_of(session: Session) -> str:
    """What ids of its hands begin with."""
    return f"{session.box}/{session.session}"


def _content(session: Session, deal: Deal) -> Json:
    summary = summary_of(deal)
    told = ("players", "sides", "points", "totals", "shown", "winner", "is_void")
    place = {"box": session.box, "session": session.session, "hand": summary["number"], "game": deal.setup.game}
    return {"type": "hand", **place, **{name: summary[name] for name in told}}
