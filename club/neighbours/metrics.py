"""How the hub does, for Prometheus: what it took in, how its boxes are, and nobody's name."""

from collections.abc import Callable, Iterator, Mapping

from flask import Blueprint, Response
from prometheus_client import Metric
from prometheus_client.metrics_core import GaugeMetricFamily, InfoMetricFamily

from club.neighbours.counts import Counts
from club.neighbours.hub import BoxSeen, Hub, hub
from club.room import Session
from scoring.projections import questions
from web.metrics import exposed, gauge, program

Size = Callable[[], int | None]
"""Tells how many events the archive has; None where it does not answer."""


def metrics_of(counts: Counts, size: Size) -> Blueprint:
    """The page `/metrics` of the hub that the application has; anybody in the room may read it."""
    metrics = Blueprint("metrics", __name__)

    @metrics.get("/metrics")
    def page() -> Response:
        return exposed(families(hub(), counts, size()))

    return metrics


def families(found: Hub, counts: Counts, size: int | None) -> Iterator[Metric]:
    """Everything that is counted and measured; `size` are the events of the archive."""
    yield InfoMetricFamily("cardtable_build", "The program of the hub.", {"version": program()})
    yield from counts.collect()
    yield gauge("cardtable_hub_archive_up", "Whether the archive answers.", size is not None)
    if size is not None:
        yield gauge("cardtable_hub_archive_events", "Events in the archive.", size)
    yield from _of_boxes(found.boxes())
    yield from _of_sessions(found.sessions(), found.current())


def _of_boxes(boxes: Mapping[str, BoxSeen]) -> Iterator[Metric]:
    yield gauge("cardtable_hub_boxes", "Boxes that the hub knows.", len(boxes))
    yield gauge("cardtable_hub_boxes_connected", "Boxes that are connected.", sum(box.is_there for box in boxes.values()))
    yield _by_box("cardtable_hub_box_up", "Whether the box is connected.", {name: box.is_there for name, box in boxes.items()})
    heard = {name: box.heard_s for name, box in boxes.items()}
    yield _by_box("cardtable_hub_box_heard_seconds", "Time since the box was heard last.", heard)
    waiting = {name: box.waiting for name, box in boxes.items()}
    yield _by_box("cardtable_hub_box_outbox_events", "Events that the box has yet to send, as it said last.", waiting)
    troubles = {name: len(box.troubles) for name, box in boxes.items()}
    yield _by_box("cardtable_hub_box_troubles", "Things that are wrong with the box.", troubles)
    skews = {name: box.skew_s for name, box in boxes.items() if box.skew_s is not None}
    yield _by_box("cardtable_hub_box_clock_skew_seconds", "By how much the clock of the box is ahead of the hub's.", skews)


def _of_sessions(sessions: tuple[Session, ...], current: Mapping[str, Session]) -> Iterator[Metric]:
    hands = sum(deal.result is not None for session in sessions for deal in session.table.deals)
    yield gauge("cardtable_hub_sessions", "Sessions of the evening.", len(sessions))
    yield gauge("cardtable_hub_hands", "Hands of the evening that came to a result.", hands)
    forked = sum(session.is_forked for session in sessions)
    yield gauge("cardtable_hub_sessions_forked", "Sessions that went on in two ways.", forked)
    damaged = sum(bool(session.damage) for session in sessions)
    yield gauge("cardtable_hub_sessions_damaged", "Sessions of which something cannot be used.", damaged)
    asked = {box: len(questions(session.table)) for box, session in current.items() if session.table.setup}
    yield _by_box("cardtable_hub_table_questions", "Questions that wait at the table.", asked)
    disputed = {box: session.table.disputed is not None for box, session in current.items()}
    yield _by_box("cardtable_hub_table_disputed", "Whether a trick is disputed at the table.", disputed)


def _by_box(name: str, words: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=["box"])
    for box, value in sorted(values.items()):
        family.add_metric([box], float(value))
    return family
