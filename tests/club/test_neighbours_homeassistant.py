"""What Home Assistant is told of tables, against its documentation as a schema of our own words."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.connection import Message
from club.evening.state import Evening
from club.hub import View
from club.intake import BoxSeen
from club.neighbours.homeassistant import Announcements, discovery, state, taken_back
from club.neighbours.shown import FREE, LONGEST, Shown, shown
from club.room import Session
from club.wire import State, Topics, message_bytes
from scoring.cards import Card
from scoring.commands import OpenDispute, PlayCard
from scoring.projections import Attention
from scoring.table import Table
from tests.club.discovery_schema import DISCOVERY, TOPIC
from tests.conftest import play, run, session
from tests.property.test_written_games import evening


def at(table: Table, **more: Any) -> Session:
    return Session("north", "one", 1, 2, table, **more)


def entities(found: Shown, box: State) -> dict[str, Any]:
    """What Home Assistant would show: its templates are Jinja's, over the two messages."""
    payload = json.loads(discovery("north", "0.1.0").payload)
    DISCOVERY.validate(payload)
    messages = {Topics("north").table: state("north", found).payload, Topics("north").state: message_bytes(box)}
    values = {
        name: (component, json.loads(messages[component["state_topic"]])) for name, component in payload["components"].items()
    }
    return {
        name: jinja2.Template(component["value_template"]).render(value_json=value) for name, (component, value) in values.items()
    }


def is_available(box: State) -> set[str]:
    components = json.loads(discovery("north", "").payload)["components"]
    value = json.loads(message_bytes(box))
    return {
        name
        for name, component in components.items()
        if all(
            jinja2.Template(source["value_template"]).render(value_json=value) == "online"
            for source in component.get("availability", ())
        )
    }


HERE = State("a", at="2026-01-01T12:00:00+00:00", program="0.1.0", waiting=3, troubles=("the camera sees nothing",))


BOXES = st.from_regex(r"[a-z0-9-]{1,40}", fullmatch=True)


@given(BOXES, st.text(max_size=30))
def test_whatever_a_box_is_called_and_runs_its_announcement_is_one_that_home_assistant_documents(box: str, program: str) -> None:
    message = discovery(box, program)
    DISCOVERY.check_schema(DISCOVERY.schema)
    DISCOVERY.validate(json.loads(message.payload))
    assert re.match(TOPIC, message.topic)
    assert message.kept


def test_a_table_is_a_device_with_all_that_it_has() -> None:
    message = discovery("north", "0.1.0")
    payload = json.loads(message.payload)
    assert (message.topic, message.kept) == ("homeassistant/device/cardtable-north/config", True)
    assert payload["device"]["sw_version"] == "0.1.0"
    ids = [component["unique_id"] for component in payload["components"].values()]
    others = [component["unique_id"] for component in json.loads(discovery("south", "").payload)["components"].values()]
    assert len({*ids, *others}) == len(ids) + len(others)


@given(BOXES, st.sampled_from(["spar", "whist", "hearts", "oh_hell"]), st.integers(1, 3))
def test_every_value_is_one_that_its_entity_can_have(box: str, game: str, seed: int) -> None:
    session = Session(box, "one", 1, 2, evening(game, seed).table)
    payload = json.loads(discovery(box, "").payload)
    shown_now = {name: (payload["components"][name], value) for name, value in entities(shown(session), HERE).items()}
    for component, value in shown_now.values():
        if component["platform"] == "binary_sensor":
            assert value in ("ON", "OFF")
        elif component.get("device_class") == "enum":
            assert value in component["options"]
        elif component.get("state_class") == "measurement":
            assert float(value) >= 0
        else:
            assert len(value) <= LONGEST


def without(*path: str) -> Callable[[Any], object]:
    return lambda payload: _at(payload, path[:-1]).pop(path[-1])


def put(value: object, *path: str) -> Callable[[Any], object]:
    return lambda payload: _at(payload, path[:-1]).update({path[-1]: value})


def _at(payload: Any, path: Iterable[str]) -> Any:
    for key in path:
        payload = payload[key]
    return payload


LEADER, WAITS, ATTENTION = ("components", "leader"), ("components", "waits"), ("components", "attention")


@pytest.mark.parametrize(
    "breaks",
    [
        without("device"),
        without("origin"),
        without("origin", "name"),
        without("components"),
        without("device", "identifiers"),
        put([], "device", "identifiers"),
        put({"ids": ["a"]}, "device"),
        put({"leader": {"p": "sensor"}}, "cmps"),
        without(*LEADER, "unique_id"),
        without(*LEADER, "platform"),
        without(*LEADER, "state_topic"),
        put("climate", *LEADER, "platform"),
        put("a/#/b", *LEADER, "state_topic"),
        put("trophy", *LEADER, "icon"),
        put("online", *LEADER, "availability"),
        put([{"value_template": "{{ 1 }}"}], *LEADER, "availability"),
        put("some", *LEADER, "availability_mode"),
        put("t", *LEADER, "availability_topic"),
        put("config", *LEADER, "entity_category"),
        put("ON", *LEADER, "payload_on"),
        put("lamp", *LEADER, "device_class"),
        put(["a"], *LEADER, "options"),
        put(3, *LEADER, "qos"),
        put("battery_level", *WAITS, "device_class"),
        put("measurement", *WAITS, "state_class"),
        put("measurement", *ATTENTION, "state_class"),
        put("%", *ATTENTION, "unit_of_measurement"),
        put([], *ATTENTION, "options"),
    ],
)
def test_a_message_that_home_assistant_would_refuse_or_read_otherwise_is_told(breaks: Callable[[Any], object]) -> None:
    payload = json.loads(discovery("north", "0.1.0").payload)
    assert DISCOVERY.is_valid(payload)
    breaks(payload)
    assert not DISCOVERY.is_valid(payload)


def test_who_leads_and_whose_turn_it_is_are_shown_card_by_card() -> None:
    table = session(3)
    before = entities(shown(at(table)), HERE)
    assert (before["leader"], before["game"], before["attention"], before["waits"]) == ("None", "spar", "reading", "OFF")
    table = play(table, "QH KH 7H")
    table = run(table, *_cards("AD"))
    found = entities(shown(at(table)), HERE)
    assert (found["hand"], found["trick"], found["turn"]) == ("1", "Esi", "Ama")
    assert (found["trouble"], found["unsent"], found["connected"]) == ("ON", "3", "ON")


def test_the_lamp_says_what_the_table_waits_for() -> None:
    table = run(play(session(3), "QH KH 7H"), *_cards("AD 7D 8D"))
    options = json.loads(discovery("north", "").payload)["components"]["attention"]["options"]
    assert options == [one.value for one in Attention]
    assert entities(shown(at(table)), HERE)["attention"] == "trick_waits"
    unsure = run(play(session(3), "QH KH 7H"), PlayCard(by="camera", card=None))
    assert (shown(at(unsure)).attention, shown(at(unsure)).waits) == ("question", True)


@pytest.mark.parametrize("session_", [at(Table(), damage="event 3 of session one cannot be used"), at(Table(), ends=("a", "b"))])
def test_what_only_people_can_decide_waits_for_them(session_: Session) -> None:
    assert entities(shown(session_), HERE)["waits"] == "ON"


def test_a_dispute_waits_for_people() -> None:
    table = run(play(session(3), "QH KH 7H"), OpenDispute(by="test", hand=1, trick=1))
    assert shown(at(table)).waits


@pytest.mark.parametrize("game", ["whist", "hearts", "oh_hell"])
def test_whoever_leads_has_the_best_total_of_that_game(game: str) -> None:
    table = evening(game, 3).table
    totals = {side.side: side.total for side in shown(at(table)).scores}
    best = min(totals.values()) if game == "hearts" else max(totals.values())
    ahead = [name for name, total in totals.items() if total == best]
    assert shown(at(table)).leads == (", ".join(ahead) if len(set(totals.values())) > 1 else None)


def test_a_box_that_is_gone_is_said_and_takes_its_table_with_it() -> None:
    gone = State("a", is_there=False)
    assert is_available(gone) == {"connected"}
    assert entities(FREE, gone)["connected"] == "OFF"
    assert "connected" in is_available(HERE)
    assert len(is_available(HERE)) == len(json.loads(discovery("north", "").payload)["components"])


def test_the_troubles_of_a_box_are_told_in_its_own_words() -> None:
    component = json.loads(discovery("north", "").payload)["components"]["trouble"]
    environment = jinja2.Environment(autoescape=False)
    environment.filters["tojson"] = json.dumps  # as Home Assistant's own does: no HTML in it
    text = environment.from_string(component["json_attributes_template"]).render(value_json=json.loads(message_bytes(HERE)))
    assert json.loads(text) == {"troubles": ["the camera sees nothing"]}


def test_no_value_is_longer_than_home_assistant_takes() -> None:
    table = evening("whist", 3).table
    assert table.setup is not None
    long = replace(table.setup, players=tuple(f"{place}{'x' * LONGEST}" for place in range(4)))
    assert len(shown(at(replace(table, setup=long))).leads or "") == LONGEST


def test_only_what_is_new_is_said_and_a_table_that_has_gone_is_taken_back() -> None:
    said = Announcements()
    first = at(session(3))
    led = at(run(first.table, *_cards("QH")))
    assert _topics(said.news(club({"north": "1", "south": "1"}))) == [*_about("north"), *_about("south")]
    assert _topics(said.news(club({"north": "1", "south": "1"}))) == []
    assert _topics(said.news(club({"north": "1", "south": "1"}, first))) == [Topics("north").table]
    assert _topics(said.news(club({"north": "1", "south": "1"}, replace(first, touched=9)))) == []
    assert _topics(said.news(club({"north": "2", "south": "1"}, led))) == _about("north")
    taken = list(said.news(club({"north": "2"}, led)))
    assert taken == list(taken_back("south"))
    assert [(message.payload, message.kept) for message in taken] == [(b"", True)] * 2
    said.forget()
    assert _topics(said.news(club({"north": "2"}, led))) == _about("north")


def club(programs: dict[str, str], *sessions: Session) -> View:
    """What a hub knows whose boxes run these programs."""
    return View(1, Evening(), sessions, {box: BoxSeen(State("a", program=program), 0.0) for box, program in programs.items()})


def _topics(messages: Iterable[Message]) -> list[str]:
    return [message.topic for message in messages]


def _about(box: str) -> list[str]:
    return [f"homeassistant/device/cardtable-{box}/config", Topics(box).table]


def _cards(codes: str) -> list[PlayCard]:
    return [PlayCard(by="camera", card=Card.parse(code)) for code in codes.split()]
