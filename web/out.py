"""What leaves the box: tables for spreadsheets, the whole record, a sheet to print, the result as a picture, past sessions."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, abort, g, render_template

from scoring.boards import is_bridge, write_pbn
from scoring.games.game import Game, Setup
from scoring.ledger.records import export_lines
from scoring.ledger.replay import Replay, replay
from scoring.ledger.rows import write_csv
from scoring.projections import hand_view, session_view, table_view
from scoring.table import Table
from scoring.undecided import undecided
from web.doors import Role
from web.languages import translated, written
from web.player_records import Records
from web.result import day_of, picture, totals
from web.services import services, show

out = Blueprint("out", __name__)

MOST_PAST = 200
"""Past sessions that the page lists; the record has them all."""

LATELY, MOST_NAMES, MOST_GAMES = 12, 16, 4
"""Sessions out of which names and games are offered for a new game, and how many of each."""


@dataclass(frozen=True)
class Past:
    """A session that was played: its name in the log, day, game, result in words, number of hands, and what is damaged of it."""

    session: str
    day: str
    game: str
    result: str
    hands: int
    damage: str


def title_of(game: Game) -> str:
    """The game's name on a page: a house game has the one that its owner wrote."""
    return written(game.about.title)


@out.get("/out/score.csv")
def sheet_csv() -> Response:
    """The running session as rows."""
    live = services().live
    rows = write_csv({live.session or "": live.table()})
    return _file("".join(f"{row}\r\n" for row in rows), "cardtable.csv", "text/csv; charset=utf-8")


@out.get("/out/record.jsonl")
def record() -> Response:
    """The running session as JSON Lines: every event, with the published schema."""
    live = services().live
    lines = export_lines(live.ledger.excerpt(live.session).recorded if live.session else [])
    return _file("".join(f"{line}\n" for line in lines), "cardtable.jsonl", "application/x-ndjson")


@out.get("/out/boards.pbn")
def boards() -> Response:
    """The running session of bridge as PBN."""
    table = services().live.table()
    if not is_bridge(table):
        abort(404)
    return _file("".join(f"{line}\r\n" for line in write_pbn(table)), "cardtable.pbn", "text/plain; charset=utf-8")


@out.get("/out/print")
def printed() -> str:
    """The score sheet on plain paper."""
    return _sheet(services().live.table())


@out.get("/past/<path:session>")
def past_sheet(session: str) -> str:
    """The score sheet of a past session."""
    return _sheet(_past(session), session)


@out.get("/past/<path:session>/hand/<int:number>")
def past_hand(session: str, number: int) -> str:
    """One hand of a past session, as it was; nothing is corrected there."""
    table = _past(session)
    found, waits = hand_view(table, number), undecided(table.deal_numbered(number))
    shown = {"found": found, "waits": waits, "said": (), "turns": (), "claims": {}}
    return show("hand.html", count=len(table.deals), may=Role.LOOK, past=session, **shown)


def _past(session: str) -> Table:
    if session not in services().live.ledger.sessions():
        abort(404)
    table = _replay_of(session).table
    g.pack = table.pack if table.setup else None
    return table


@out.get("/out/result")
def card_page() -> str:
    """The result as a picture, to keep or to send."""
    return show("result.html")


@out.get("/out/result.svg")
def card_picture() -> Response:
    """The result as a drawing."""
    table = services().live.table()
    title = title_of(table.game) if table.setup else "Cardtable"
    drawn = picture(table, title, day_of(table.started_at))
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@out.get("/past")
def past() -> str:
    """Past sessions, the newest first, and what each player did in them."""
    ledger = services().live.ledger
    found: list[Past] = []
    records = Records()
    for session in reversed(ledger.sessions()[-MOST_PAST:]):
        replayed = _replay_of(session)
        table = replayed.table
        if any(hand.moments for hand in table.hands) or replayed.damage:
            found.append(_told(session, replayed))
        if table.setup is not None and table.standing.hands:
            records.add(table)
    return show("past.html", sessions=found, players=records.best_first())


def known_names() -> list[str]:
    """Who has played here lately, the newest first."""
    return list(dict.fromkeys(name for setup in _lately() for name in setup.players))[:MOST_NAMES]


def known_games() -> list[str]:
    """What has been played here lately, the newest first."""
    return list(dict.fromkeys(setup.game for setup in _lately()))[:MOST_GAMES]


def _lately() -> Iterator[Setup]:
    for session in reversed(services().live.ledger.sessions()[-LATELY:]):
        table = _replay_of(session).table
        if table.setup is not None:
            yield table.setup


def _replay_of(session: str) -> Replay:
    """Any session; those that have ended are kept, but for the newest: that can still be signed or taken up."""
    live, kept = services().live, services().ended
    if session == live.session:
        return live.replay()
    replayed = kept.get(session) or replay(live.ledger.excerpt(session))
    if replayed.table.is_ended or replayed.damage:
        kept[session] = replayed
    return replayed


def _sheet(table: Table, past: str = "") -> str:
    title = title_of(table.game) if table.setup else ""
    return render_template("print.html", view=table_view(table), whole=session_view(table), title=title, table=table, past=past)


def _told(session: str, replayed: Replay) -> Past:
    table = replayed.table
    if table.setup is None:
        return Past(session, "", "", "", 0, replayed.damage)
    result = ", ".join(f"{translated(names)} {total}" for names, total in totals(table))
    return Past(session, day_of(table.started_at), title_of(table.game), result, table.standing.hands, replayed.damage)


def _file(text: str, name: str, kind: str) -> Response:
    return Response(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
