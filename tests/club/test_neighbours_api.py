"""The hub's interface against its own description."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from schemathesis.core.result import Ok

from club.api import api_of
from club.evening import acts
from club.evening.plan import Counting, Kind, Plan
from club.evening.state import Evening, evolve
from club.hub import View
from club.intake import BoxSeen
from club.movements.mitchell import mitchell
from club.movements.round_robin import round_robin
from club.movements.rounds import Round
from club.openapi import DOCUMENT
from club.room import Session
from club.wire import State
from scoring.commands import OpenDispute, PlayCard
from scoring.projections import table_view
from scoring.table import Table
from tests.conftest import play, run, session
from tests.property.test_written_games import WRITTEN, evening
from web.frame import framed

AT = datetime(2026, 1, 1, 20, tzinfo=UTC)
PLAIN = {"Accept-Encoding": "identity"}
WHIST = evening("whist", 3, hands=3).table


@dataclass
class PaperHub:
    """Knows what a test says; stands in for the hub."""

    sessions: Sequence[Session] = ()
    evening: Evening = field(default_factory=Evening)
    boxes: dict[str, BoxSeen] = field(default_factory=dict)

    @property
    def view(self) -> View:
        return View(1, self.evening, tuple(self.sessions), self.boxes)


def at(box: str, table: Table, **more: Any) -> Session:
    return replace(Session(box, "one", 1, 2, table), **more)


def app_of(hub: PaperHub) -> Flask:
    app = framed(Flask(__name__), "a secret", "club", lambda: None)
    app.register_blueprint(api_of(hub))  # type: ignore[arg-type]  # stands in for the hub
    return app


def client(hub: PaperHub) -> FlaskClient:
    return app_of(hub).test_client()


def acted(*found: acts.Act) -> Evening:
    evening = Evening()
    for act in found:
        evening = evolve(evening, act)
    return evening


def a_night() -> PaperHub:
    """A contest that is played at two tables, boards that are, a member with a tag, and boxes of all kinds."""
    names = WHIST.agreed.players
    pairs = ((names[0], names[2]), (names[1], names[3]), ("Yaa", "Abena"), ("Kojo", "Afia"))
    whist = Plan("Whist", Kind.ROUND_ROBIN, "whist", pairs, counting=Counting.POINTS, minutes=20)
    bridge = Plan(
        "Pairs", Kind.MITCHELL, "bridge", tuple((f"p{n}", f"q{n}") for n in range(8)), boards=2, counting=Counting.MATCHPOINTS
    )
    first = mitchell(8).rounds[0]
    evening = acted(
        acts.EveningOpened(at=AT, by="d", name="Tuesday", since=0),
        acts.MemberJoined(at=AT, by="d", member="Yaa", mark="04A2"),
        acts.TableSet(at=AT, by="d", table=7, box="north"),
        acts.ContestOpened(at=AT, by="d", contest="w", plan=whist),
        acts.RoundDrawn(at=AT, by="d", contest="w", round=_with_them_at(7, round_robin(4).rounds)),
        acts.RoundStarted(at=AT, by="d", contest="w", round=1),
        acts.PointsAdjusted(at=AT, by="d", contest="w", entrant=1, points=-1, reason="late"),
        acts.ContestOpened(at=AT, by="d", contest="b", plan=bridge),
        acts.RoundDrawn(at=AT, by="d", contest="b", round=first),
        acts.ResultSet(at=AT, by="d", contest="b", round=1, table=1, board=1, scores=(420,), reason="not seen"),
    )
    disputed = run(play(session(3), "QH KH 7H"), OpenDispute(by="test", hand=1, trick=1))
    asked = run(session(3), PlayCard(by="camera", card=None))
    tables = {"north": WHIST, "south": disputed, "east": asked, "west": Table()}
    boxes = {name: BoxSeen(State("a", at="2026-01-01T12:00:00+00:00", program="1"), 0.0, skew_s=0.25) for name in tables}
    boxes["south"] = BoxSeen(
        State("b", is_there=False, troubles=("the camera sees nothing",)), 0.0, trouble="not JSON, or cut off"
    )
    sessions = [at(name, table) for name, table in tables.items()]
    sessions.append(at("forked", Table(), ends=("a" * 64, "b" * 64), damage="event 1 of session one cannot be used"))
    return PaperHub(sessions, evening, boxes)


def _with_them_at(table: int, rounds: Sequence[Round]) -> Round:
    """The round in which the first two entrants meet, at that table."""
    found = next(one for one in rounds if any({1, 2} == set(meeting.entrants) for meeting in one.meetings))
    meetings = [replace(meeting, table=table if 1 in meeting.entrants else 8) for meeting in found.meetings]
    return Round(1, tuple(meetings))


@pytest.mark.parametrize("hub", [PaperHub, a_night], ids=["an empty club", "a night"])
def test_every_answer_is_documented_and_none_is_a_failure(hub: Callable[[], PaperHub]) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app_of(hub()))
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert {operation.path for operation in operations} == set(DOCUMENT["paths"]) - {"/api/openapi.json"}
    for operation in operations:

        @settings(max_examples=20, deadline=None)
        @given(case=operation.as_strategy())
        def ask(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(headers=PLAIN)

        ask()


def each_table(hub: PaperHub) -> Iterator[tuple[str, Any]]:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app_of(hub))
    for session_ in hub.sessions:
        case = schema["/api/v1/tables/{box}"]["GET"].Case(path_parameters={"box": session_.box})
        yield session_.box, case.call_and_validate(headers=PLAIN).json()


def test_a_table_is_told_as_it_tells_itself() -> None:
    found = dict(each_table(a_night()))
    assert found["north"]["state"] == json.loads(json.dumps(table_view(WHIST)))
    assert (found["north"]["table"], found["south"]["table"], found["forked"]["is_forked"]) == (7, None, True)


@pytest.mark.parametrize("game", WRITTEN)
def test_every_field_of_every_game_is_described(game: str) -> None:
    hub = PaperHub([at("north", evening(game, 1, hands=1).table)])
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app_of(hub))
    schema["/api/v1/tables"]["GET"].Case().call_and_validate(headers=PLAIN)
    assert [box for box, _ in each_table(hub)] == ["north"]


def test_contests_are_told_with_what_came_of_their_meetings() -> None:
    found = client(a_night()).get("/api/v1/evening").get_json()
    whist, bridge = found["contests"]
    [drawn] = whist["rounds"]
    played = next(meeting for meeting in drawn["meetings"] if meeting["table"] == 7)
    assert (found["name"], found["is_open"], found["tables"]) == ("Tuesday", True, [{"box": "north", "table": 7}])
    assert (drawn["is_running"], whist["adjustments"]) == (True, [{"entrant": 1, "points": -1, "reason": "late", "by": "d"}])
    assert sorted(played["points"]) == sorted(WHIST.standing.totals)
    assert bridge["rounds"][0]["meetings"][0]["boards"] == {"1": 420}


def test_standings_are_those_of_the_evening_with_names() -> None:
    whist, *bridge = client(a_night()).get("/api/v1/standings").get_json()
    points = {tuple(row["names"]): row["points"] for row in whist["rows"]}
    names, totals = WHIST.agreed.players, WHIST.standing.totals
    assert points[(names[0], names[2])] == totals[0] - 1
    assert points[(names[1], names[3])] == totals[1]
    assert [row["rank"] for row in whist["rows"]] == sorted(row["rank"] for row in whist["rows"])
    assert [(side["side"], len(side["rows"])) for side in bridge] == [(0, 4), (1, 4)]
    assert whist["side"] is None


def test_boxes_and_questions_say_what_is_wrong() -> None:
    hub = client(a_night())
    boxes = {box["box"]: box for box in hub.get("/api/v1/boxes").get_json()}
    assert boxes["south"]["troubles"] == ["the camera sees nothing", "not JSON, or cut off"]
    assert (boxes["south"]["is_there"], boxes["north"]["skew_s"]) == (False, 0.25)
    matters = {question["matter"] for question in hub.get("/api/v1/questions").get_json()}
    assert {"dispute", "table", "fork", "damage"} <= matters


def test_the_mark_of_a_tag_is_told_to_nobody() -> None:
    hub = client(a_night())
    assert hub.get("/api/v1/members").get_json() == [{"name": "Yaa"}]
    assert not any("04A2" in hub.get(path).text for path in DOCUMENT["paths"] if "{" not in path)


def test_errors_are_sentences_in_json() -> None:
    hub = client(PaperHub())
    answer = hub.get("/api/v1/tables/nowhere")
    assert (answer.status_code, answer.get_json()) == (404, {"error": "There is no such page."})
    assert hub.post("/api/v1/tables").status_code == 405
