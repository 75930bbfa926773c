"""Home Assistant by MQTT discovery: every table is a device, and what it shows are its entities.

One message a device, as the integration documents it under "device discovery payload": `device`, `origin` and `components`.
Values come out of two messages by templates: what the hub says of a table, and what the box says of itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from club.connection import Message
from club.hub import View
from club.neighbours.shown import FREE, Shown, shown, shown_bytes
from club.room import Session
from club.wire import Topics
from scoring.ledger.records import json_line
from scoring.projections import Attention

PREFIX = "homeassistant"
"""What Home Assistant listens below unless its owner has set another word."""

SILENT_S = 60
"""Seconds without word from a box after which its own values are not believed any more: a box speaks every ten."""

Component = dict[str, Any]


@dataclass
class Announcements:
    """What the broker has been given to keep of each table: gives the messages that say something new."""

    prefix: str = PREFIX
    _said: dict[str, tuple[str, Session | None]] = field(default_factory=dict)
    _sent: dict[str, Message] = field(default_factory=dict)

    def news(self, view: View) -> Iterator[Message]:
        """What is to be sent for the hub's tables as they are now. A table that is not there any more is taken back."""
        for box in sorted(self._said.keys() - view.boxes.keys()):
            del self._said[box]
            for message in taken_back(box, self.prefix):
                self._sent.pop(message.topic, None)
                yield message
        for box, seen in view.boxes.items():
            says = (seen.state.program, view.current.get(box))
            if self._said.get(box) != says:
                yield from self._new(box, *says)
                self._said[box] = says

    def forget(self) -> None:
        """The broker may have lost what it kept: say everything again."""
        self._said.clear()
        self._sent.clear()

    def _new(self, box: str, program: str, session: Session | None) -> Iterator[Message]:
        for message in (discovery(box, program, self.prefix), state(box, shown(session) if session else FREE)):
            if self._sent.get(message.topic) != message:
                self._sent[message.topic] = message
                yield message


def discovery(box: str, program: str, prefix: str = PREFIX) -> Message:
    """The table as a device with all that it has."""
    device = {"identifiers": [_id(box)], "name": f"Card table {box}", "manufacturer": "Cardtable", "model": "Cardtable box"}
    if program:
        device["sw_version"] = program
    origin = {"name": "Cardtable"}
    payload = {"device": device, "origin": origin, "components": components(box)}
    return Message(_config(box, prefix), json_line(payload).encode(), kept=True)


def state(box: str, found: Shown) -> Message:
    """What the table shows now."""
    return Message(Topics(box).table, shown_bytes(found), kept=True)


def taken_back(box: str, prefix: str = PREFIX) -> tuple[Message, Message]:
    """The table is none of the club's any more: Home Assistant removes the device, and the broker keeps nothing of it."""
    return Message(_config(box, prefix), b"", kept=True), Message(Topics(box).table, b"", kept=True)


def components(box: str) -> dict[str, Component]:
    """What Home Assistant makes of a table, by a word that is its own within the device."""
    topics = Topics(box)
    found = {
        "leader": _shows("Leader", "leads", icon="mdi:trophy"),
        "turn": _shows("Turn", "turn", icon="mdi:account-arrow-right"),
        "game": _shows("Game", "game", icon="mdi:cards-playing"),
        "trick": _shows("Last trick", "trick", icon="mdi:cards"),
        "hand": _shows("Hand", "hand", icon="mdi:counter"),
        "attention": _shows(
            "Attention", "attention", icon="mdi:led-on", device_class="enum", options=[one.value for one in Attention]
        ),
        "waits": _tells("Waits for people", "waits", device_class="problem"),
        "trouble": _tells("Trouble", "troubles", device_class="problem", entity_category="diagnostic")
        | {"json_attributes_topic": topics.state, "json_attributes_template": "{{ {'troubles': value_json.troubles} | tojson }}"},
        "unsent": _shows("Events not sent", "waiting", icon="mdi:tray-full", entity_category="diagnostic")
        | {"state_class": "measurement", "expire_after": SILENT_S},
        "connected": _tells("Connected", "is_there", device_class="connectivity", entity_category="diagnostic"),
    }
    for name, component in found.items():
        component["unique_id"] = f"{_id(box)}-{name}"
        component["state_topic"] = topics.state if name in ("trouble", "unsent", "connected") else topics.table
        if name != "connected":  # it tells that the box is gone, and must not be gone itself then
            component["availability"] = [
                {"topic": topics.state, "value_template": "{{ 'online' if value_json.is_there else 'offline' }}"}
            ]
    return found


def _shows(name: str, value: str, **more: Any) -> Component:
    """A sensor with a value of the message; None makes it unknown."""
    return {"platform": "sensor", "name": name, "value_template": f"{{{{ value_json.{value} }}}}", **more}


def _tells(name: str, value: str, **more: Any) -> Component:
    """A sensor that is on or off."""
    template = f"{{{{ 'ON' if value_json.{value} else 'OFF' }}}}"
    return {"platform": "binary_sensor", "name": name, "value_template": template, **more}


def _id(box: str) -> str:
    return f"cardtable-{box}"


def _config(box: str, prefix: str) -> str:
    return f"{prefix}/device/{_id(box)}/config"
