"""What people look at: the table, the score, hands, disputes, the session, the new-game form, the TV."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scoring.boards import is_bridge
from scoring.calls import Call, CallKind
from scoring.choices import bids, can_turn, deal_to_speak_in, passes, remarks, speaker
from scoring.deal import Deal
from scoring.events import CardPlayed
from scoring.games import GAMES
from scoring.games.game import Game
from scoring.hands import Hand
from scoring.ledger.phrases import call_text, move_text
from scoring.projections import hand_view
from scoring.remaining import spent, unseen
from scoring.seats import Seat
from scoring.table import Table
from scoring.undecided import undecided
from web.card_art import sprite
from web.doors import Role, base, role, way_in
from web.drawings import chart, qr, wifi_qr
from web.felt import Felt, felt
from web.languages import TONGUES, gettext, written
from web.options import asked_for, players_for, sides_for
from web.out import known_games, known_names, title_of
from web.rules import rules_for_all, rules_of
from web.services import from_box, services, show
from web.undoing import redoes, undoes

pages = Blueprint("pages", __name__)

LOOKED_BACK, RECENT = 60, 20
"""Events of the log that are looked through for the newest changes, and changes that are shown."""


@dataclass(frozen=True)
class ToTell:
    """What is asked of a hand that nobody saw: its number, and how many tricks are left of it.

    `counted`: who are counted together, by the first of their seats, with their names. `card`: whether the last card matters.
    `before`: the cards with which the tricks before it matter.
    """

    hand: int
    left: int
    counted: tuple[tuple[Seat, str], ...]
    card: bool
    before: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Offered:
    """A game of the picker: its title, where it is at home, a sentence of what it is, the fewest and the most who play it."""

    name: str
    title: str
    home: str
    words: str
    fewest: int
    most: int


@pages.get("/cards.svg")
def card_art() -> Response:
    """The drawings of all cards; browsers keep them, as the address changes with them."""
    return Response(sprite(), mimetype="image/svg+xml", headers={"Cache-Control": "max-age=31536000, immutable"})


@pages.get("/")
def table() -> str:
    """The table: score, questions, the trick as it falls, and everything that can be done now."""
    # Asked first: a table that is newer than its place is fetched once more, one that is older would stay.
    place, now = services().live.ledger.position(), services().live.table()
    is_typing = request.args.get("type") == "1" and role() >= Role.SCORE
    deal = deal_to_speak_in(now) if role() >= Role.SCORE else None
    to_tell = _to_tell(deal)
    shown = [str(play.card) for play in now.hand.shown] if now.hand else []
    return show(
        "table.html",
        place=place,
        title=_title(now),
        felt=_felt(),
        says=_says(now, deal),
        laid=_spent(now),
        shown=shown,
        is_typing=is_typing,
        to_tell=to_tell,
        is_telling=request.args.get("tell") == "1" and to_tell is not None,
        seen=_seen_turn(now),
        undoes=undoes(now),
        redoes=redoes(now),
        waits=_waits(now, now.hand.number) if now.hand else "",
    )


@pages.get("/score")
def score() -> str:
    """The board: totals, what is needed to win, the chart, and why the score is what it is."""
    whole = services().whole()
    names = [side["name"] for side in services().view()[0].get("sides", [])]
    by_name = [_by_name(hand) for hand in whole["hands"]]
    totals = [dict(zip(hand["sides"], hand["totals"], strict=True)) for hand in whole["hands"]]
    drawn = chart([[row.get(name, 0) for name in names] for row in totals], names)
    return show("score.html", whole=whole, chart=drawn, by_name=by_name)


@pages.get("/hand")
def newest_hand() -> AnyResponse:
    """The hand that is being played, or the last one."""
    now = services().live.table()
    if now.hand is None:
        return make_response(show("no_hand.html"))
    return redirect(url_for("pages.hand", number=now.hand.number), 303)


@pages.get("/hand/<int:number>")
def hand(number: int) -> str:
    """One hand: every trick with its pictures, who won it, and what it proved."""
    now = services().live.table()
    hand = now.hand_numbered(number)
    said, turns = [call_text(call) for call in hand.calls], [move_text(move) for move in hand.moves]
    return show(
        "hand.html",
        found=hand_view(now, number),
        count=len(now.deals),
        said=said,
        turns=turns,
        claims=dict(hand.claims),
        names=now.deal_numbered(number).setup.players,
        waits=_waits(now, number),
    )


def _waits(now: Table, number: int) -> str:
    """Why a hand that is over, or behind others, has no result."""
    deal = now.deal_numbered(number)
    return undecided(deal) if deal.is_over or number < len(now.deals) else ""


@pages.get("/dispute/<int:number>/<int:trick>")
def dispute(number: int, trick: int) -> str:
    """One trick in doubt: the proof with its pictures, or why nothing can be proved."""
    found = hand_view(services().live.table(), number)
    if not 1 <= trick <= len(found["hand"]["tricks"]):
        abort(404)
    return show("dispute.html", found=found, trick=found["hand"]["tricks"][trick - 1])


@pages.get("/session")
def sitting() -> str:
    """Who plays, what it costs, and what can be done about the session."""
    now = services().live.table()
    return show(
        "session.html",
        title=_title(now),
        agreed=now.setup,
        done=_done(now),
        undoes=undoes(now),
        known=known_names(),
        most=players_for(now.game)[1] if now.setup else 0,
        sides=sides_for(now.game) if now.setup else {},
        is_bridge=is_bridge(now),
        dealt=deal.hand if (deal := deal_to_speak_in(now)) else None,
    )


@pages.get("/new")
def new() -> str:
    """Which game: what was played lately, those of the house, and all others by the country in which they are at home."""
    house = {name: services().game(name) for name in services().house_games()}
    found = [_offered(game, is_ours=True) for game in house.values() if game is not None]
    found += [_offered(game) for name, game in GAMES.items() if name not in house]
    named, groups = {game.name: game for game in found}, dict[str, list[Offered]]()
    for heading, game in [(gettext("Played lately"), named.pop(name)) for name in known_games() if name in named]:
        groups.setdefault(heading, []).append(game)
    for game in named.values():
        groups.setdefault(game.home or gettext("Games of this house"), []).append(game)
    return show("new.html", groups=groups)


def _offered(game: Game, is_ours: bool = False) -> Offered:
    about, (fewest, most) = game.about, players_for(game)
    return Offered(game.name, title_of(game), "" if is_ours else written(about.home), written(about.words), fewest, most)


@pages.get("/new/<name>")
def new_game(name: str) -> str:
    """Who plays that game, with its options in plain words."""
    game = services().game(name)
    if game is None:
        abort(404)
    fewest, most = players_for(game)
    return show(
        "new_game.html",
        game=name,
        title=title_of(game),
        asked=asked_for(game),
        fewest=fewest,
        most=most,
        guests=_guests(),
        known=known_names(),
        sides=sides_for(game),
    )


@pages.get("/rules/<name>")
def rules(name: str) -> str:
    """The rules of a game to read; those of a house game as its owner wrote them."""
    game = services().game(name)
    if game is None:
        abort(404)
    text = services().house_games().get(name, "")
    own, common = rules_of(game), rules_for_all()
    return show("rules.html", game=name, title=title_of(game), own=own, written=text, common=common, in_manual=not text)


@pages.get("/card/<int:hand>/<int:trick>/<int:position>")
def card(hand: int, trick: int, position: int) -> str:
    """Choose another card for a play, or put in one that was missed."""
    deal = services().live.table().deal_numbered(hand)
    played = deal.hand
    is_missing = request.args.get("missing") == "1"
    laid = played.tricks[trick - 1].plays if 1 <= trick <= len(played.tricks) else ()
    if position >= len(laid) and not is_missing:
        abort(404)
    play = None if is_missing else laid[position]
    return show(
        "card.html",
        place={"hand": hand, "trick": trick, "position": position},
        play=play,
        was=str(play.card) if play and play.card else "",
        laid=[str(other.shows or "??") for other in laid],
        likeliest=[str(c) for c, _ in play.reading.alternatives] if play else [],
        pack=[str(c) for c in (unseen(played) if is_missing else played.order.pack.cards)],
        seen=_seen(played),
        is_missing=is_missing,
        names={seat: deal.setup.name_of(seat) for seat in played.seats},
    )


@pages.get("/tv")
def tv() -> str:
    """Huge, without controls, for the far end of the room; `?cards=0` leaves the trick out, `?qr=0` the code."""
    is_shown = role() >= Role.SCORE and request.args.get("qr") != "0"
    code = qr(way_in()) if is_shown else ""
    wifi = services().wifi if is_shown else None
    return show(
        "tv.html",
        title=_title(services().live.table()),
        felt=_felt(),
        has_cards=request.args.get("cards") != "0",
        code=code,
        address=base(),
        wifi=wifi[0] if wifi else "",
        wifi_code=wifi_qr(*wifi) if wifi else "",
    )


@pages.get("/evidence/<name>.jpg")
def picture(name: str) -> AnyResponse:
    """A picture of the evidence; its name is its hash, so it never changes."""
    content = services().evidence.content(name)
    if content is None:
        abort(404)
    return Response(content, mimetype="image/jpeg", headers={"Cache-Control": "max-age=86400, immutable"})


@pages.get("/me")
def me() -> str:
    """What this phone is called, its languages and colours."""
    return show("me.html", name=session.get("name", ""), tongues=TONGUES, four_colours=session.get("four_colours", False))


def _felt() -> Felt:
    """The table from the chair of who looks."""
    return felt(services().view()[0], session.get("name", ""))


def _to_tell(deal: Deal | None) -> ToTell | None:
    """What can be told of the running or the next hand; None where its cards themselves count, or nothing is left of it."""
    asked = deal.game.asks(deal.setup, deal.hand) if deal else None
    if deal is None or asked is None or deal.hand.is_played_out:
        return None
    hand = deal.hand
    pack = hand.order.pack.cards
    return ToTell(
        hand.number,
        hand.hand_size - hand.confirmed,
        tuple((seats[0], deal.setup.names_of(seats)) for seats in asked.counted),
        asked.card,
        tuple(tuple(str(card) for card in pack if card.rank in ranks) for ranks in asked.before),
    )


def _title(now: Table) -> str:
    return title_of(now.game) if now.setup else ""


def _guests() -> dict[str, Any]:
    """Who has held a tag to the reader, where the box has one: they take the seats in that order."""
    return from_box("guests", {"here": [], "is_unknown": False, "refusal": ""})


def _done(now: Table) -> list[dict[str, str]]:
    """What was done last, the newest first: what, by whom and when; cards that the camera saw are left out."""
    live = services().live
    recorded = live.ledger.excerpt(live.session, max(0, now.seq - LOOKED_BACK)).recorded if live.session else ()
    events = [item.event for item in recorded]
    found = [event for event in reversed(events) if not (isinstance(event, CardPlayed) and event.by == "camera")]
    return [{"what": type(event).__name__, "by": event.by, "at": event.at.isoformat()} for event in found[:RECENT]]


def _by_name(hand: dict[str, Any]) -> dict[str, tuple[str, int]]:
    """Total and points of every side of a hand, by the names of those who sat there then."""
    points = hand["points"] or [0] * len(hand["sides"])
    return {name: (shown, gain) for name, shown, gain in zip(hand["sides"], hand["shown"], points, strict=True)}


def _seen_turn(now: Table) -> dict[str, Any]:
    """What the camera saw of the running turn of a fishing game, to be confirmed."""
    nothing: dict[str, Any] = {"laid": [], "taken": [], "is_cleared": False}
    is_asked = now.setup is not None and not now.game.has_tricks and role() >= Role.SCORE
    return from_box("turn", nothing) if is_asked else nothing


def _seen(hand: Hand) -> dict[str, int]:
    """For each card that has shown in the hand, the number of its trick."""
    return {str(play.shows): trick.number for trick in hand.tricks for play in trick.plays if play.shows}


def _spent(now: Table) -> dict[str, int]:
    """Cards that the running hand has used, which are not offered again: the trick that each lies in."""
    return {} if now.deal is None or now.is_hand_over else {str(card): trick for card, trick in spent(now.deal).items()}


@dataclass(frozen=True)
class ToSay:
    """A call that is a button: the record's words for it, its kind, and its parts."""

    text: str
    kind: str
    number: int | None
    rank: str | None
    suit: str | None
    word: str | None
    card: str | None
    is_blind: bool


def _to_say(call: Call) -> ToSay:
    rank, suit = call.rank.value if call.rank else None, call.suit.value if call.suit else None
    card = str(call.cards[0]) if call.cards else None
    return ToSay(call_text(call), call.kind.value, call.number, rank, suit, call.word, card, call.is_blind)


def _calls(calls: Iterable[Call]) -> dict[Seat, list[list[ToSay]]]:
    """What can be said by whom that is neither a plain number nor a pass; bids of one height, and blind ones, in one row."""
    found: dict[Seat, list[list[ToSay]]] = {}
    for call in calls:
        if call.kind is CallKind.PASS or call.is_plain:
            continue
        said, rows = _to_say(call), found.setdefault(call.seat, [])
        last = rows[-1][-1] if rows else None
        if last and last.kind == said.kind and (last.number == said.number or (last.is_blind and said.is_blind)):
            rows[-1].append(said)
        else:
            rows.append([said])
    return found


def _says(now: Table, deal: Deal | None) -> dict[str, Any]:
    """What can be said now: kinds of calls, bids by seat, and what the game waits for."""
    if deal is None:
        return {
            "kinds": [],
            "calls": {},
            "remarks": {},
            "bidder": None,
            "bids": {},
            "passes": (),
            "awaits": "",
            "can_turn": False,
            "pack": [str(card) for card in now.pack.cards] if now.setup else [],
            "is_typed": now.pack.is_typed if now.setup else False,
        }
    numbers = bids(now)
    return {
        "kinds": [kind.value for kind in deal.game.says(deal.setup)],
        "calls": _calls(deal.choices),
        "remarks": _calls(remarks(now)),
        "bidder": speaker(deal),
        "bids": numbers,
        "passes": passes(now),
        "awaits": deal.game.awaits(deal.setup, deal.hand),
        "pack": [str(card) for card in deal.hand.order.pack.cards],
        "is_typed": deal.hand.order.pack.is_typed,
        "ranks": [rank.value for rank in deal.hand.order.pack.ranks],
        "can_turn": can_turn(deal),
        "shows_bottom": deal.game.shows_bottom(deal.setup),
    }
