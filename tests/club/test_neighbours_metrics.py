"""What Prometheus reads of a hub."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from club.database import ArchiveDown
from club.evening.state import Evening
from club.hub import View
from club.intake import BoxSeen
from club.neighbours.counts import Counts
from club.neighbours.metrics import metrics_of
from club.room import Session
from club.wire import NOTHING, Answer, Excerpt, State, chain
from scoring.commands import OpenDispute, PlayCard
from tests.club.test_room import OTHER, WHIST, lines
from tests.conftest import NOON, play, run, session
from tests.property.test_written_games import evening
from tests.web.metric_names import mistakes, values_of

BOXES = {
    "north": BoxSeen(State("a", program="1", waiting=4, troubles=("the camera sees nothing",)), heard=-10.0, skew_s=-3600.0),
    "south": BoxSeen(State("b", is_there=False), heard=-90.0, trouble="not JSON, or cut off"),
}


def at(box: str, table: object, **more: object) -> Session:
    return replace(Session(box, "one", 1, 2), table=table, **more)  # type: ignore[arg-type]  # any field


@dataclass
class PaperHub:
    """Knows what a test says; stands in for the hub, its intake and its archive."""

    sessions: tuple[Session, ...] = ()
    boxes: dict[str, BoxSeen] = field(default_factory=lambda: BOXES)
    size: int | None = 7
    counts: Counts = field(default_factory=Counts)

    @property
    def view(self) -> View:
        return View(1, Evening(members={"Ama": ""}), self.sessions, {})

    @property
    def intake(self) -> "PaperHub":
        return self

    @property
    def archive(self) -> "PaperHub":
        return self

    def position(self) -> int:
        if self.size is None:
            raise ArchiveDown("the club's database does not answer")
        return self.size


def read(hub: PaperHub) -> dict[str, float]:
    text = page(hub)
    assert list(mistakes(text)) == []
    return values_of(text)


def page(hub: PaperHub) -> str:
    app = Flask(__name__)
    app.register_blueprint(metrics_of(hub))  # type: ignore[arg-type]  # stands in for the hub
    answer = app.test_client().get("/metrics")
    assert answer.status_code == 200
    return answer.text


def test_boxes_and_tables_are_told_by_their_names() -> None:
    disputed = run(play(session(3), "QH KH 7H"), OpenDispute(by="test", hand=1, trick=1))
    asked = run(session(3), PlayCard(by="camera", card=None))
    sessions = (at("north", disputed), at("south", asked), at("east", evening("whist", 3).table, ends=("a", "b")))
    found = read(PaperHub((*sessions, at("west", sessions[0].table, damage="event 3 cannot be used"))))
    told = {
        "cardtable_hub_boxes": 2,
        "cardtable_hub_boxes_connected": 1,
        'cardtable_hub_box_up{box="north"}': 1,
        'cardtable_hub_box_up{box="south"}': 0,
        'cardtable_hub_box_outbox_events{box="north"}': 4,
        'cardtable_hub_box_troubles{box="north"}': 1,
        'cardtable_hub_box_troubles{box="south"}': 1,
        'cardtable_hub_box_clock_skew_seconds{box="north"}': -3600,
        "cardtable_hub_archive_up": 1,
        "cardtable_hub_archive_events": 7,
        "cardtable_hub_sessions": 4,
        "cardtable_hub_sessions_forked": 1,
        "cardtable_hub_sessions_damaged": 1,
        "cardtable_hub_hands": len(evening("whist", 3).table.deals),
        'cardtable_hub_questions{matter="dispute"}': 2,
        'cardtable_hub_questions{matter="table"}': 1,
        'cardtable_hub_questions{matter="fork"}': 1,
        'cardtable_hub_questions{matter="missing"}': 0,
    }
    assert {name: found.get(name) for name in told} == told
    assert 'cardtable_hub_box_clock_skew_seconds{box="south"}' not in found
    assert found['cardtable_hub_box_heard_seconds{box="south"}'] - found[
        'cardtable_hub_box_heard_seconds{box="north"}'
    ] == pytest.approx(80)


def test_an_archive_that_does_not_answer_is_told_and_the_rest_is_there() -> None:
    found = read(PaperHub(size=None))
    assert found["cardtable_hub_archive_up"] == 0
    assert "cardtable_hub_archive_events" not in found
    assert found["cardtable_hub_boxes"] == 2


def test_what_is_taken_in_is_counted_by_what_boxes_are_told() -> None:
    counts, now = Counts(), NOON + timedelta(seconds=3600.3)
    whole, other = chain("one", NOTHING, lines(WHIST)), chain("two", NOTHING, lines(OTHER[:5], "two"))
    batch = [("north", whole), ("south", other), ("south", Excerpt("two", other.last))]
    answers = [
        Answer("hub", "one", whole.last),
        Answer("hub", "two", other.last, is_known=False),
        Answer("hub", "two", other.last),
    ]
    counts.answered(batch, answers, {"north": -3600.0, "south": None}, now)
    counts.answered(batch[:1], [Answer("hub", "one", whole.last, refusal="the database is full")], {}, now)
    counts.refused()
    found = read(PaperHub(counts=counts))
    told = {
        "cardtable_hub_events_total": len(WHIST),
        "cardtable_hub_batches_total": 1,
        'cardtable_hub_answers_total{kind="taken"}': 2,
        'cardtable_hub_answers_total{kind="unknown"}': 1,
        'cardtable_hub_answers_total{kind="refused"}': 2,
        "cardtable_hub_delay_seconds_count": 1,
        'cardtable_hub_delay_seconds_bucket{le="0.25"}': 0,
        'cardtable_hub_delay_seconds_bucket{le="0.5"}': 1,
    }
    assert {name: found.get(name) for name in told} == told
    assert found["cardtable_hub_delay_seconds_sum"] == pytest.approx(0.3)


@pytest.mark.parametrize(
    "line", ["{}", '{"data": {"at": "yesterday"}}', '{"data": {"at": 5}}', '{"data": {"at": "2026-01-01T12:00:00"}}', "[]"]
)
def test_an_event_that_nobody_can_read_says_nothing_of_its_delay(line: str) -> None:
    counts, excerpt = Counts(), chain("one", NOTHING, [(1, line)])
    counts.answered([("north", excerpt)], [Answer("hub", "one", excerpt.last)], {"north": 0.0}, datetime.now(UTC))
    assert read(PaperHub(counts=counts))["cardtable_hub_delay_seconds_count"] == 0


def test_nobody_s_name_is_among_them() -> None:
    text = page(PaperHub((at("north", session(3)),)))
    assert 'box="north"' in text
    assert not any(name in text for name in ("Ama", "Kofi", "Esi"))
