"""The hub's interface for programs: what its pages show, as JSON. Anybody in the room may read; changes go through the pages."""

import time
from dataclasses import asdict
from fractions import Fraction

from flask import Blueprint, abort

from club.evening.results import Outcome, Results
from club.evening.state import Contest, Drawn, Evening
from club.evening.table import Ranking
from club.hub import Hub, View
from club.intake import BoxSeen
from club.movements.standings import Standing
from club.neighbours.shown import shown
from club.openapi import DOCUMENT
from club.room import Session
from scoring.projections import table_view
from scoring.projections.values import Json


def api_of(hub: Hub) -> Blueprint:
    """The interface of a hub, described at `/api/openapi.json`."""
    api = Blueprint("api", __name__, url_prefix="/api")

    @api.get("/openapi.json")
    def openapi() -> Json:
        return DOCUMENT

    @api.get("/v1/tables")
    def tables() -> list[Json]:
        view = hub.view
        return [_table(view, session) for session in view.current.values()]

    @api.get("/v1/tables/<box>")
    def table(box: str) -> Json:
        view = hub.view
        session = view.current.get(box)
        if session is None:
            abort(404)
        return {**_place(view.evening, session.box), **_session(session), "state": table_view(session.table)}

    @api.get("/v1/boxes")
    def boxes() -> list[Json]:
        evening, now = hub.view.evening, time.monotonic()
        return [{**_place(evening, name), **_box(seen, now)} for name, seen in sorted(hub.boxes.items())]

    @api.get("/v1/evening")
    def evening() -> Json:
        return _evening(hub.view)

    @api.get("/v1/standings")
    def standings() -> list[Json]:
        view = hub.view
        contests = view.evening.contests
        return [_standings(contests[name], ranking) for name, rankings in view.rankings.items() for ranking in rankings]

    @api.get("/v1/members")
    def members() -> list[Json]:
        """Their names alone: the mark of a tag is like a key."""
        return [{"name": member} for member in sorted(hub.view.evening.members)]

    @api.get("/v1/questions")
    def questions() -> list[Json]:
        return [asdict(question) | {"matter": question.matter.value} for question in hub.view.questions]

    return api


def _place(evening: Evening, box: str) -> Json:
    return {"box": box, "table": evening.table_of.get(box)}


def _session(session: Session) -> Json:
    return {"session": session.session, "is_forked": session.is_forked, "damage": session.damage}


def _table(view: View, session: Session) -> Json:
    """A table in brief."""
    return {
        **_place(view.evening, session.box),
        **_session(session),
        "seq": session.table.seq,
        "is_ended": session.table.is_ended,
        **asdict(shown(session)),
    }


def _box(seen: BoxSeen, now: float) -> Json:
    state = seen.state
    return {
        "is_there": state.is_there,
        "program": state.program,
        "waiting": state.waiting,
        "troubles": [*state.troubles, *([seen.trouble] if seen.trouble else [])],
        "heard_s": round(now - seen.heard, 1),
        "skew_s": seen.skew_s,
        "is_doubled": seen.is_doubled,
    }


def _evening(view: View) -> Json:
    found = view.evening
    return {
        "name": found.name,
        "is_open": found.is_open,
        "opened_at": found.opened_at.isoformat() if found.opened_at else None,
        "tables": [{"box": box, "table": number} for number, box in sorted(found.tables.items())],
        "contests": [_contest(contest, view.results[name]) for name, contest in found.contests.items()],
    }


def _contest(contest: Contest, results: Results) -> Json:
    plan = contest.plan
    return {
        "contest": contest.name,
        "title": plan.title,
        "kind": plan.kind.value,
        "game": plan.game,
        "counting": plan.counting.value,
        "minutes": plan.minutes,
        "is_over": contest.is_over,
        "entrants": [
            {"entrant": entrant, "names": list(contest.entrants[entrant - 1]), "is_withdrawn": entrant in contest.withdrawn}
            for entrant in contest.numbers
        ],
        "rounds": [_round(drawn, results) for drawn in contest.rounds],
        "adjustments": [asdict(adjustment) for adjustment in contest.adjustments],
    }


def _round(drawn: Drawn, results: Results) -> Json:
    return {
        "number": drawn.round.number,
        "has_begun": drawn.has_begun,
        "is_running": drawn.since is not None,
        "is_over": drawn.is_over,
        "meetings": [_meeting(outcome) for outcome in results.of_round(drawn.round.number)],
    }


def _meeting(outcome: Outcome) -> Json:
    """Who meets whom, and what came of it so far; `corrected` tells why the director said otherwise than the cards."""
    meeting = outcome.meeting
    return {
        "table": meeting.table,
        "sides": [list(side) for side in meeting.sides],
        "board_set": meeting.board_set,
        "points": list(outcome.points) if outcome.points is not None else None,
        "ahead": outcome.ahead,
        "is_whole": outcome.is_whole,
        "boards": {str(board): score for board, score in outcome.scores.items()},
        "corrected": outcome.correction.reason if outcome.correction else None,
    }


def _standings(contest: Contest, ranking: Ranking) -> Json:
    rows = [_row(contest, standing) for standing in ranking.standings]
    told = {"contest": contest.name, "title": contest.plan.title, "is_over": contest.is_over}
    return {**told, "side": ranking.side, "rows": rows}


def _row(contest: Contest, standing: Standing) -> Json:
    return {
        "rank": standing.rank,
        "entrant": standing.entrant,
        "names": list(contest.entrants[standing.entrant - 1]),
        "points": round(float(Fraction(standing.points)), 4),
        "ahead_by": standing.ahead_by.value if standing.ahead_by else None,
    }
