"""The Flask application: builds commands from forms, shows projections, streams news."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scoring.cards import Card
from scoring.commands import (
    AddMissedCard,
    CloseDispute,
    Command,
    ConfirmTrick,
    CorrectCard,
    EndSession,
    OpenDispute,
    RemoveCard,
    RuleOnOffence,
    StartSession,
    Undo,
    VoidHand,
    WithdrawCard,
)
from scoring.errors import Refused, ScoringError, Unreadable
from scoring.games import GAMES, house_game
from scoring.games.trick_game import TrickGame
from scoring.hands import Hand
from scoring.ledger import EvidenceStore, LiveTable
from scoring.ledger.house import house_games
from scoring.projections import table_view, unseen
from scoring.seats import Seat
from scoring.table import Table
from web.cards import card_parts
from web.stream import News

pages = Blueprint("pages", __name__)

OPTIONS = ("hand_size", "direction", "target", "double_six", "ace_of_spades", "scoring", "stones", "revoke_penalty")
"""Options that the start form offers."""


@dataclass
class Services:
    """What the pages work with; the view of a table is worked out once, however many phones ask."""

    live: LiveTable
    evidence: EvidenceStore
    news: News
    clock: Callable[[], datetime]
    house: Path | None = None
    _seen: tuple[Table, dict[str, Any], str] | None = None

    def view(self) -> tuple[dict[str, Any], str]:
        """The public state of the table, as values and as JSON."""
        table, seen = self.live.table(), self._seen
        if seen is None or seen[0] is not table:
            values = table_view(table)
            seen = self._seen = (table, values, json.dumps(values))
        return seen[1], seen[2]


def create_app(
    live: LiveTable,
    evidence: EvidenceStore,
    news: News,
    clock: Callable[[], datetime] | None = None,
    house: Path | None = None,
) -> Flask:
    """The application over one log, one folder of pictures and, if there is one, a folder of house games."""
    app = Flask(__name__)
    app.extensions["cardtable"] = Services(live, evidence, news, clock or (lambda: datetime.now(UTC)), house)
    app.register_blueprint(pages)
    app.add_template_filter(card_parts)
    app.register_error_handler(ScoringError, _refused)
    app.register_error_handler(sqlite3.Error, _storage_down)
    return app


def _services() -> Services:
    services: Services = current_app.extensions["cardtable"]
    return services


def _refused(error: ScoringError) -> tuple[str, int]:
    status = 409 if isinstance(error, Refused) else 400
    if request.headers.get("X-Live"):
        return str(error), status
    return render_template("message.html", message=str(error)), status


def _storage_down(_error: sqlite3.Error) -> tuple[str, int]:
    message = "The table's storage does not answer. Nothing was changed; try again in a moment."
    return (message if request.headers.get("X-Live") else render_template("message.html", message=message)), 503


def _view() -> dict[str, Any]:
    return _services().view()[0]


def _house_games() -> dict[str, str]:
    folder = _services().house
    return house_games(folder) if folder else {}


def _games_to_start() -> list[str]:
    """Games that need nothing but cards: bids and declarations have no page yet. None while one is being played."""
    view = _view()
    if view["game"] and not view["is_ended"]:
        return []
    house = [(name, house_game(rules)) for name, rules in _house_games().items()]
    return sorted(name for name, game in (*GAMES.items(), *house) if isinstance(game, TrickGame) and not game.needs_calls)


@pages.get("/")
def table() -> str:
    """The page; it works without scripts, and with them follows the table live."""
    return render_template("table.html", view=_view(), games=_games_to_start())


@pages.get("/board")
def board() -> str:
    """The part of the page that changes."""
    return render_template("board.html", view=_view(), games=_games_to_start())


@pages.get("/card/<int:hand>/<int:trick>/<int:position>")
def card(hand: int, trick: int, position: int) -> str:
    """Choose another card for a play, or put in one that was missed."""
    played = _services().live.table().hand_numbered(hand)
    is_missing = request.args.get("missing") == "1"
    laid = played.tricks[trick - 1].plays if 1 <= trick <= len(played.tricks) else ()
    if position >= len(laid) and not is_missing:
        abort(404)
    play = None if is_missing else laid[position]
    return render_template(
        "card.html",
        place={"hand": hand, "trick": trick, "position": position},
        play=play,
        was=str(play.card) if play and play.card else "",
        laid=[str(other.shows or "??") for other in laid],
        likeliest=[str(c) for c, _ in play.reading.alternatives] if play else [],
        pack=[str(c) for c in (unseen(played) if is_missing else played.order.pack.cards)],
        seen=_seen(played),
        is_missing=is_missing,
    )


def _seen(hand: Hand) -> dict[str, int]:
    """For each card that has shown in the hand, the number of its trick."""
    return {str(play.shows): trick.number for trick in hand.tricks for play in trick.plays if play.shows}


@pages.get("/evidence/<name>.jpg")
def picture(name: str) -> AnyResponse:
    """A picture of the evidence; its name is its hash, so it never changes."""
    path = _services().evidence.path(name)
    if path is None:
        abort(404)
    return Response(path.read_bytes(), mimetype="image/jpeg", headers={"Cache-Control": "max-age=86400, immutable"})


@pages.get("/api/v1/table")
def api_table() -> dict[str, Any]:
    """The public state of the table."""
    return _view()


@pages.get("/api/v1/events")
def api_events() -> Response:
    """The public stream: the whole small state after every event; `id` is the place in the log."""
    services = _services()
    if not services.news.join():
        return Response("too many listeners: ask /api/v1/table every few seconds instead\n", 503, {"Retry-After": "5"})
    try:
        after = int(request.headers.get("Last-Event-ID", "0") or 0)
    except ValueError:
        after = 0

    def lines() -> Iterator[str]:
        yield "retry: 3000\n\n"
        for place in services.news.places(after):
            if place is None:
                yield "event: alive\ndata: {}\n\n"
            else:
                yield f"id: {place}\ndata: {services.view()[1]}\n\n"

    stream = Response(lines(), mimetype="text/event-stream", headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
    stream.call_on_close(services.news.leave)
    return stream


@pages.get("/healthz")
def health() -> dict[str, Any]:
    """Whether the log can be read, and how far it has come."""
    return {"ok": True, "position": _services().live.ledger.position(), "listeners": _services().news.listeners}


def _number(name: str) -> int:
    try:
        return int(request.form.get(name, ""))
    except ValueError:
        raise Unreadable(f"{name} is {request.form.get(name)!r}: expected a whole number") from None


def _place() -> dict[str, int]:
    return {"hand": _number("hand"), "trick": _number("trick"), "position": _number("position")}


def _by() -> str:
    return request.form.get("by", "").strip()[:40] or "phone"


def _commands() -> dict[str, Callable[[], Command]]:
    """What each form means."""
    form = request.form
    return {
        "confirm": lambda: ConfirmTrick(by=_by(), hand=_number("hand"), trick=_number("trick")),
        "take-back": lambda: WithdrawCard(by=_by()),
        "undo": lambda: Undo(by=_by(), seq=_number("seq") if "seq" in form else None),
        "correct": lambda: CorrectCard(by=_by(), card=Card.parse(form.get("card", "")), **_place()),
        "missed": lambda: AddMissedCard(by=_by(), card=Card.parse(form.get("card", "")), **_place()),
        "remove": lambda: RemoveCard(by=_by(), was=_card("was"), **_place()),
        "dispute": lambda: OpenDispute(by=_by(), hand=_number("hand"), trick=_number("trick")),
        "settle": lambda: CloseDispute(by=_by()),
        "rule": lambda: RuleOnOffence(
            by=_by(), hand=_number("hand"), offence=form.get("offence", ""), waived=form.get("waived") == "1"
        ),
        "void": lambda: VoidHand(by=_by(), reason="the table said so"),
        "end": lambda: EndSession(by=_by()),
        "start": _start,
    }


def _card(name: str) -> Card | None:
    text = request.form.get(name, "")
    return Card.parse(text) if text else None


def _start() -> StartSession:
    """A new session; an option left empty keeps its default."""
    form = request.form
    players = tuple(name.strip() for name in form.get("players", "").split(",") if name.strip())
    dealer = Seat(min(_number("dealer"), len(Seat)) - 1) if form.get("dealer") else Seat.A
    options: dict[str, object] = {key: form[key] for key in OPTIONS if form.get(key)}
    stake = _number("stake") if form.get("stake") else 0
    game = form.get("game", "")
    rules = _house_games().get(game)
    return StartSession(by=_by(), game=game, players=players, options=options, first_dealer=dealer, stake=stake, rules=rules)


@pages.post("/do/<action>")
def do(action: str) -> AnyResponse | tuple[str, int]:
    """Append the command that a form stands for; a proposal made twice finds nothing to do."""
    commands = _commands()
    if action not in commands:
        abort(404)
    services = _services()
    written = services.live.submit(commands[action](), services.clock)
    if request.headers.get("X-Live"):
        return ("" if written else "nothing left to do"), 200
    return redirect(url_for("pages.table"), 303)
