"""How the table does, for Prometheus: numbers of log, page, camera and machine, and nobody's name."""

import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from typing import Any

from flask import Blueprint, Response, request
from prometheus_client import Metric, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, SummaryMetricFamily
from prometheus_client.registry import Collector

from scoring.projections import questions
from web.membership import LineState, read_state
from web.services import Services, services

metrics = Blueprint("metrics", __name__)

PATIENCE_S = 2.0
"""Seconds that the table's process may take to tell how it does."""


class Collected(Collector):
    """Families that were put together already."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = tuple(families)

    def collect(self) -> Iterable[Metric]:
        """As they are."""
        return self._families


def exposed(families: Iterable[Metric]) -> Response:
    """The families, and those of this process, in the format for which the question asks."""
    encode, mime = choose_encoder(request.headers.get("Accept", ""))
    return Response(encode(Collected([*families, *ProcessCollector(registry=None).collect()])), content_type=mime)


@metrics.get("/metrics")
def page() -> Response:
    """What is counted and measured; anybody in the room may read it."""
    return exposed(families(services()))


def families(found: Services) -> Iterator[Metric]:
    """Everything of one table. What the table's process counts is left out while that does not answer."""
    yield InfoMetricFamily("cardtable_build", "The program that serves the page.", {"version": program()})
    yield from _of_log(found)
    yield gauge("cardtable_phones_listening", "Phones that follow the table live.", found.news.listeners)
    health = found.ask("health", {}, PATIENCE_S)
    yield gauge("cardtable_box_up", "Whether the table's own process answers.", bool(health))
    yield from _of_box(health)
    yield from _of_line(read_state(found.folder))


def gauge(name: str, words: str, value: float) -> Metric:
    """A number that goes up and down."""
    return GaugeMetricFamily(name, words, float(value))


@cache
def program() -> str:
    """The version that is installed; empty where the program runs without having been."""
    try:
        return version_of("cardtable")
    except PackageNotFoundError:
        return ""


def _of_log(found: Services) -> Iterator[Metric]:
    ledger, table = found.live.ledger, found.live.table()
    files = [ledger.path, ledger.path.with_name(f"{ledger.path.name}-wal")]
    yield CounterMetricFamily("cardtable_log_events", "Events in the log.", ledger.position())
    yield gauge("cardtable_log_size_bytes", "Size of the log.", sum(file.stat().st_size for file in files if file.exists()))
    yield gauge("cardtable_log_damaged", "Whether something in the log cannot be used.", bool(found.live.damage()))
    yield gauge("cardtable_sessions", "Sessions in the log.", len(ledger.sessions()))
    yield gauge("cardtable_session_hands", "Hands of the session that is played or was played last.", len(table.deals))
    yield gauge("cardtable_questions", "Questions that wait for an answer.", len(questions(table)) if table.setup else 0)
    yield gauge("cardtable_disk_free_bytes", "Room on the disk of the log.", shutil.disk_usage(ledger.path.parent).free)


def _of_box(health: dict[str, Any]) -> Iterator[Metric]:
    """What the table's process tells of camera and machine."""
    counts = health.get("counts")
    if counts:
        yield CounterMetricFamily("cardtable_frames", "Pictures that the camera gave.", counts["frames"])
        cards = CounterMetricFamily("cardtable_cards", "Cards seen being laid, by whether they were read.", labels=["reading"])
        cards.add_metric(["sure"], counts["sure"])
        cards.add_metric(["unsure"], counts["unsure"])
        yield cards
        yield SummaryMetricFamily(
            "cardtable_card_latency_seconds",
            "From the picture that decided on a card to its event in the log.",
            counts["sure"] + counts["unsure"],
            counts["seconds"],
        )
    if health.get("frame_age_s") is not None:
        yield gauge("cardtable_frame_age_seconds", "Time since the camera's last picture.", health["frame_age_s"])
    if health.get("celsius") is not None:
        yield gauge("cardtable_temperature_celsius", "Temperature of the processor.", health["celsius"])
    if health.get("findings"):
        troubles = GaugeMetricFamily("cardtable_part_well", "Whether a part of the box is well.", labels=["part"])
        parts = {finding["part"] for finding in health["findings"]}
        bad = {finding["part"] for finding in health["findings"] if not finding["is_good"]}
        for part in sorted(parts):
            troubles.add_metric([part], float(part not in bad))
        yield troubles


def _of_line(state: LineState) -> Iterator[Metric]:
    """How the line to a club does, where the table is in one."""
    if state.box:
        yield gauge("cardtable_line_up", "Whether the line to the club's broker is there.", state.is_up)
        yield gauge("cardtable_outbox_events", "Events that the club's hub has not acknowledged.", state.waiting)
