"""What Home Assistant is told of tables, against its documentation as a schema of our own words."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import jinja2
import pytest
from jsonschema import Draft202012Validator

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
from tests.conftest import play, run, session
from tests.property.test_written_games import evening

TEXT = {"type": "string", "minLength": 1}
SUBSCRIBED = {"type": "string", "pattern": r"^[^\0$][^\0]*$", "maxLength": 65535}
TEMPLATE = {"type": "string", "pattern": r"\{\{.*\}\}"}
# Keys of the integration's pages (home-assistant.io: integrations/mqtt, sensor.mqtt, binary_sensor.mqtt), as far as they concern
# what has no commands. Entities of one device need an id of their own; an enumeration has options, and neither unit nor class.
ENTITY = {
    "platform": {"enum": ["sensor", "binary_sensor"]},
    "unique_id": TEXT,
    "name": {"type": ["string", "null"]},
    "state_topic": SUBSCRIBED,
    "value_template": TEMPLATE,
    "availability": {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["topic"],
            "additionalProperties": False,
            "properties": {
                "topic": SUBSCRIBED,
                "value_template": TEMPLATE,
                "payload_available": TEXT,
                "payload_not_available": TEXT,
            },
        },
    },
    "availability_mode": {"enum": ["all", "any", "latest"]},
    "entity_category": {"const": "diagnostic"},
    "enabled_by_default": {"type": "boolean"},
    "expire_after": {"type": "integer", "minimum": 0},
    "force_update": {"type": "boolean"},
    "icon": {"type": "string", "pattern": "^mdi:[a-z0-9-]+$"},
    "json_attributes_topic": SUBSCRIBED,
    "json_attributes_template": TEMPLATE,
    "qos": {"enum": [0, 1, 2]},
}
SENSOR = {
    "properties": ENTITY
    | {
        "device_class": {"enum": ["enum", "duration", "temperature", "timestamp", None]},
        "options": {"type": "array", "items": TEXT, "minItems": 1, "uniqueItems": True},
        "state_class": {"enum": ["measurement", "total", "total_increasing"]},
        "unit_of_measurement": {"type": ["string", "null"]},
        "suggested_display_precision": {"type": "integer"},
    },
    "additionalProperties": False,
    "dependentSchemas": {
        "options": {
            "properties": {"device_class": {"const": "enum"}, "state_class": False, "unit_of_measurement": False},
            "required": ["device_class"],
        }
    },
}
BINARY = {
    "properties": ENTITY
    | {
        "device_class": {"enum": ["connectivity", "problem", "running", "occupancy", None]},
        "payload_on": TEXT,
        "payload_off": TEXT,
        "off_delay": {"type": "integer", "minimum": 0},
    },
    "additionalProperties": False,
}
DEVICE = {
    "type": "object",
    "required": ["device", "origin", "components"],
    "additionalProperties": False,
    "properties": {
        "device": {
            "type": "object",
            "anyOf": [{"required": ["identifiers"]}, {"required": ["connections"]}],
            "additionalProperties": False,
            "properties": {
                **dict.fromkeys(("name", "manufacturer", "model", "model_id", "sw_version", "hw_version"), TEXT),
                **dict.fromkeys(("serial_number", "suggested_area", "via_device"), TEXT),
                "identifiers": {"type": "array", "items": TEXT, "minItems": 1},
                "connections": {"type": "array"},
                "configuration_url": {"type": "string", "pattern": "^(https?|homeassistant)://"},
            },
        },
        "origin": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {"name": TEXT, "sw_version": TEXT, "support_url": TEXT},
        },
        "components": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {
                "type": "object",
                "required": ["platform", "unique_id", "state_topic"],
                "if": {"properties": {"platform": {"const": "sensor"}}},
                "then": SENSOR,
                "else": BINARY,
            },
        },
        "availability": {"type": "array"},
        "state_topic": SUBSCRIBED,
        "qos": {"enum": [0, 1, 2]},
        "encoding": {"type": "string"},
    },
}


def at(table: Table, **more: Any) -> Session:
    return Session("north", "one", 1, 2, table, **more)


def entities(found: Shown, box: State) -> dict[str, Any]:
    """What Home Assistant would show: its templates are Jinja's, over the two messages."""
    payload = json.loads(discovery("north", "0.1.0").payload)
    Draft202012Validator(DEVICE).validate(payload)
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


def test_a_table_is_a_device_with_all_that_it_has() -> None:
    message = discovery("north", "0.1.0")
    payload = json.loads(message.payload)
    Draft202012Validator.check_schema(DEVICE)
    Draft202012Validator(DEVICE).validate(payload)
    assert (message.topic, message.kept) == ("homeassistant/device/cardtable-north/config", True)
    assert payload["device"]["sw_version"] == "0.1.0"
    ids = [component["unique_id"] for component in payload["components"].values()]
    others = [component["unique_id"] for component in json.loads(discovery("south", "").payload)["components"].values()]
    assert len({*ids, *others}) == len(ids) + len(others)


@pytest.mark.parametrize("key", ["unique_id", "platform", "state_topic"])
def test_the_schema_tells_a_message_that_home_assistant_would_refuse(key: str) -> None:
    payload = json.loads(discovery("north", "0.1.0").payload)
    del payload["components"]["leader"][key]
    assert not Draft202012Validator(DEVICE).is_valid(payload)


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
