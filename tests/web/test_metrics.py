"""What Prometheus reads of a table."""

import pytest

from device.counts import Counts
from tests.web.browsing import HEALTH
from tests.web.conftest import Page
from tests.web.metric_names import mistakes, values_of
from vision.sighting import Sighting, SightingKind
from web.membership import STATE, LineState, write_state

COUNTED = Counts(frames=900, sure=40, unsure=2, seconds=3.5).as_json()
WELL = HEALTH | {"counts": COUNTED, "frame_age_s": 0.1, "celsius": 51.5}


def read(page: Page) -> dict[str, float]:
    answer = page.client.get("/metrics")
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=0.0.4")
    assert list(mistakes(answer.text)) == []
    return values_of(answer.text)


def test_a_table_that_is_well_tells_what_is_counted(page: Page) -> None:
    page.box.answers["health"] = WELL
    page.start("Ama", "Kofi", "Esi")
    page.lay("QH KH 7H")
    page.lay("AD ??", confirm=False)
    found = read(page)
    told = {
        "cardtable_frames_total": 900,
        'cardtable_cards_total{reading="sure"}': 40,
        'cardtable_cards_total{reading="unsure"}': 2,
        "cardtable_card_latency_seconds_count": 42,
        "cardtable_card_latency_seconds_sum": 3.5,
        "cardtable_frame_age_seconds": 0.1,
        "cardtable_temperature_celsius": 51.5,
        'cardtable_part_well{part="camera"}': 1,
        'cardtable_part_well{part="buttons"}': 0,
        "cardtable_box_up": 1,
        "cardtable_log_events_total": page.live.ledger.position(),
        "cardtable_log_damaged": 0,
        "cardtable_sessions": 1,
        "cardtable_session_hands": 1,
        "cardtable_questions": 1,
        "cardtable_phones_listening": 0,
    }
    assert {name: found.get(name) for name in told} == told
    assert found["cardtable_log_size_bytes"] > 0
    assert found["cardtable_disk_free_bytes"] > 0


def test_nobody_s_name_is_among_them(page: Page) -> None:
    page.box.answers["health"] = WELL
    page.start("Ama", "Kofi", "Esi")
    page.lay("QH KH 7H")
    text = page.client.get("/metrics").text
    assert not any(name in text for name in ("Ama", "Kofi", "Esi"))


def test_a_box_that_does_not_answer_is_told_and_the_rest_is_there(page: Page) -> None:
    found = read(page)
    assert found["cardtable_box_up"] == 0
    assert "cardtable_frames_total" not in found
    assert found["cardtable_log_events_total"] == 0
    page.box.answers["health"] = HEALTH  # of an older program, which counts nothing yet
    assert read(page)["cardtable_box_up"] == 1


def test_a_table_in_a_club_tells_how_its_line_does(page: Page) -> None:
    assert "cardtable_line_up" not in read(page)
    folder = page.live.ledger.path.parent
    write_state(folder, LineState("The Club", "north", is_up=False, waiting=17, trouble="the club's broker does not answer"))
    found = read(page)
    assert (found["cardtable_line_up"], found["cardtable_outbox_events"]) == (0, 17)
    (folder / STATE).write_text('{"is_up": tr')
    assert "cardtable_outbox_events" not in read(page)


def test_who_asks_for_open_metrics_gets_them(page: Page) -> None:
    answer = page.client.get("/metrics", headers={"Accept": "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"})
    assert answer.content_type.startswith("application/openmetrics-text; version=1.0.0")
    assert answer.text.endswith("# EOF\n")


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("# HELP cardtable_wait_ms Time to wait\n# TYPE cardtable_wait_ms gauge\ncardtable_wait_ms 1\n", "expected seconds"),
        (
            "# HELP cardtable_cards_total All cards\n# TYPE cardtable_cards_total gauge\ncardtable_cards_total 1\n",
            "does not end so",
        ),
        ("# HELP cardtable_cardsLaid All cards\n# TYPE cardtable_cardsLaid gauge\ncardtable_cardsLaid 1\n", "small letters"),
        ("# TYPE cardtable_cards gauge\ncardtable_cards 1\n", "nothing says"),
    ],
)
def test_names_that_prometheus_would_not_have_are_found(text: str, mistake: str) -> None:
    assert any(mistake in found for found in mistakes(text))


def test_a_card_counts_once_and_only_where_it_was_laid_face_up() -> None:
    counts = Counts()
    for kind, label in (
        (SightingKind.CARD_PLAYED, "7H"),
        (SightingKind.CARD_PLAYED, "??"),
        (SightingKind.CARD_HIDDEN, "back"),
        (SightingKind.CARDS_TAKEN, None),
    ):
        counts.took(Sighting(kind, 1.0, 10, label), 0.5)
    assert counts == Counts(sure=1, unsure=1, seconds=1.0)
