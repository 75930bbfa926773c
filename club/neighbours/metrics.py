"""How the hub does, for Prometheus: what it took in, how its boxes are, and nobody's name."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping

from flask import Blueprint, Response
from prometheus_client import Metric
from prometheus_client.metrics_core import GaugeMetricFamily, InfoMetricFamily

from club.archive import Archive, ArchiveDown
from club.evening.questions import Matter, Question
from club.hub import Hub
from club.intake import BoxSeen
from club.room import Session
from web.metrics import exposed, gauge, program


def metrics_of(hub: Hub) -> Blueprint:
    """The page `/metrics` of a hub; anybody in the room may read it."""
    metrics = Blueprint("metrics", __name__)

    @metrics.get("/metrics")
    def page() -> Response:
        return exposed(families(hub, time.monotonic()))

    return metrics


def families(hub: Hub, now: float) -> Iterator[Metric]:
    """Everything that is counted and measured; `now` is by the clock by which boxes are heard."""
    view, size = hub.view, _size(hub.archive)
    yield InfoMetricFamily("cardtable_build", "The program of the hub.", {"version": program()})
    yield from hub.intake.counts.collect()
    yield gauge("cardtable_hub_archive_up", "Whether the archive answers.", size is not None)
    if size is not None:
        yield gauge("cardtable_hub_archive_events", "Events in the archive.", size)
    yield from _of_boxes(hub.boxes, now)
    yield from _of_sessions(view.sessions)
    yield _of_questions(view.questions)


def _size(archive: Archive) -> int | None:
    """How many events it has; None where it does not answer."""
    try:
        return archive.position()
    except ArchiveDown:
        return None


def _of_boxes(boxes: Mapping[str, BoxSeen], now: float) -> Iterator[Metric]:
    up = {name: seen.state.is_there for name, seen in boxes.items()}
    yield gauge("cardtable_hub_boxes", "Boxes that the hub has heard of since it began.", len(boxes))
    yield gauge("cardtable_hub_boxes_connected", "Boxes that are connected.", sum(up.values()))
    yield _by_box("cardtable_hub_box_up", "Whether the box is connected.", up)
    heard = {name: now - seen.heard for name, seen in boxes.items()}
    yield _by_box("cardtable_hub_box_heard_seconds", "Time since the box was heard last.", heard)
    waiting = {name: seen.state.waiting for name, seen in boxes.items()}
    yield _by_box("cardtable_hub_box_outbox_events", "Events that the box has yet to send, as it said last.", waiting)
    troubles = {name: len(seen.state.troubles) + bool(seen.trouble) for name, seen in boxes.items()}
    yield _by_box("cardtable_hub_box_troubles", "Things that are wrong with the box.", troubles)
    skews = {name: seen.skew_s for name, seen in boxes.items() if seen.skew_s is not None}
    yield _by_box("cardtable_hub_box_clock_skew_seconds", "By how much the clock of the box is ahead of the hub's.", skews)


def _of_sessions(sessions: tuple[Session, ...]) -> Iterator[Metric]:
    hands = sum(deal.result is not None for session in sessions for deal in session.table.deals)
    yield gauge("cardtable_hub_sessions", "Sessions of the evening.", len(sessions))
    yield gauge("cardtable_hub_hands", "Hands of the evening that came to a result.", hands)
    forked = sum(session.is_forked for session in sessions)
    yield gauge("cardtable_hub_sessions_forked", "Sessions that went on in two ways.", forked)
    damaged = sum(bool(session.damage) for session in sessions)
    yield gauge("cardtable_hub_sessions_damaged", "Sessions of which something cannot be used.", damaged)


def _of_questions(questions: tuple[Question, ...]) -> Metric:
    family = GaugeMetricFamily("cardtable_hub_questions", "Questions that wait, by what they are about.", labels=["matter"])
    waiting = Counter(question.matter for question in questions)
    for matter in Matter:
        family.add_metric([matter.value.replace(" ", "_")], waiting[matter])
    return family


def _by_box(name: str, words: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=["box"])
    for box, value in sorted(values.items()):
        family.add_metric([box], float(value))
    return family
