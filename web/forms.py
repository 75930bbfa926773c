"""What forms mean: each action is a command, and the command is appended to the log or refused with its reason."""

from collections.abc import Callable
from urllib.parse import quote

from flask import Blueprint, abort, make_response, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scoring.calls import Call, CallKind
from scoring.cards import Card, Rank, Suit
from scoring.choices import deal_to_speak_in
from scoring.commands import (
    AddMissedCard,
    CallTime,
    ChangePlayers,
    ClaimTrick,
    CloseDispute,
    Command,
    ConfirmTrick,
    CorrectCall,
    CorrectCard,
    CorrectClaim,
    CorrectMove,
    CorrectSeat,
    CountCards,
    DealHand,
    EndSession,
    MakeCall,
    MakeMove,
    OpenDispute,
    PlayCard,
    PlayOn,
    Redo,
    RemoveCard,
    RenamePlayer,
    RuleOnOffence,
    ShowCard,
    SignSheet,
    StartSession,
    TellTricks,
    TurnUpCard,
    Undo,
    VoidHand,
    WithdrawCard,
)
from scoring.errors import NoHand, Refused, Unreadable
from scoring.events import CardCorrected, SessionStarted
from scoring.ledger.phrases import read_call, read_move
from scoring.misdeals import OUT_OF_TURN
from scoring.moves import Action, Pointed
from scoring.names import check_new_name
from scoring.packs import cards_of
from scoring.seats import Seat
from scoring.told import Count, Taker
from web.doors import Role, check_form, needs
from web.languages import NAMES, gettext
from web.options import chosen
from web.pages import table
from web.services import ask_box, from_box, services
from web.undoing import done

forms = Blueprint("forms", __name__)

FILM_S = 3.0
"""Seconds for which a dispute waits until its picture is on the disk for good."""

LONGEST_NAME, LONGEST_TEXT = 40, 200


def number(name: str) -> int:
    """The whole number in that field; raises `Unreadable`."""
    try:
        value = int(request.form.get(name, ""))
    except ValueError:
        raise Unreadable(f"{name} is {request.form.get(name, '')[:40]!r}: expected a whole number") from None
    if abs(value) > 1_000_000:
        raise Unreadable(f"{name} is {value}: expected a number that people play for")
    return value


def number_or_none(name: str) -> int | None:
    """The whole number in that field, None where it is empty; raises `Unreadable`."""
    return number(name) if request.form.get(name) else None


def seat(name: str) -> Seat:
    """The seat, by its letter, in that field; raises `Unreadable`."""
    return Seat.parse(request.form.get(name, "")[:LONGEST_NAME])


def seat_or_none(name: str) -> Seat | None:
    """The seat in that field, None where it is empty; raises `Unreadable`."""
    return seat(name) if request.form.get(name) else None


def card(name: str) -> Card:
    """The card whose code stands in that field; raises `Unreadable`."""
    return Card.parse(request.form.get(name, "")[:LONGEST_NAME])


def card_or_none(name: str) -> Card | None:
    """The card in that field, None where it is empty; raises `Unreadable`."""
    return card(name) if request.form.get(name) else None


def cards(name: str) -> tuple[Card, ...]:
    """All the cards in that field; raises `Unreadable`."""
    return cards_of(" ".join(request.form.getlist(name)[:60]))


def names() -> tuple[str, ...]:
    """The players' names, from fields of their own or one with commas; raises `Unreadable`."""
    found = tuple(name.strip() for text in request.form.getlist("players") for name in text.split(",") if name.strip())
    if any(len(name) > LONGEST_NAME for name in found):
        raise Unreadable(gettext("A name has %(most)d letters at the most.") % {"most": LONGEST_NAME})
    return found


def by() -> str:
    """Who sends this form."""
    return str(session.get("name") or "phone")


def place() -> dict[str, int]:
    """Where a card lies."""
    return {"hand": number("hand"), "trick": number("trick"), "position": number("position")}


def trick() -> dict[str, int]:
    """Which trick is meant."""
    return {"hand": number("hand"), "trick": number("trick")}


def said() -> Call:
    """The call that the fields make, or the words of the record."""
    form = request.form
    if "text" in form:
        return read_call(_text())
    try:
        kind = CallKind(form.get("kind", ""))
        rank = Rank(form["rank"]) if form.get("rank") else None
        suit = Suit(form["suit"]) if form.get("suit") else None
    except ValueError as error:
        raise Unreadable(f"nobody says that: {error}") from None
    return Call(
        kind,
        seat("seat"),
        number=number_or_none("number"),
        rank=rank,
        suit=suit,
        is_blind=form.get("blind") == "1",
        cards=cards("cards"),
    )


def _text() -> str:
    return " ".join(request.form.get("text", "").split())[:LONGEST_TEXT]


def _start() -> StartSession:
    """A new session; an option left empty keeps its default."""
    form, game = request.form, request.form.get("game", "")[:LONGEST_NAME]
    rules = services().house_games().get(game)
    options = chosen(form, services().game(game))
    dealer = Seat(min(max(number("dealer"), 1), len(Seat)) - 1) if form.get("dealer") else Seat.A
    stake = number_or_none("stake") or 0
    return StartSession(by=by(), game=game, players=names(), options=options, first_dealer=dealer, stake=stake, rules=rules)


def _rematch() -> StartSession:
    """The game that was played last, with its options, by those who sat there last; with `rotated` everybody one seat on."""
    live = services().live
    recorded = live.ledger.excerpt(live.session).recorded if live.session else ()
    began, now = next((item.event for item in recorded if isinstance(item.event, SessionStarted)), None), live.table()
    if began is None or now.setup is None:
        raise NoHand("nobody has played yet: start a game first")
    players = now.setup.players
    return StartSession(
        by=by(),
        game=began.game,
        players=players[-1:] + players[:-1] if request.form.get("rotated") == "1" else players,
        options=began.options,
        first_dealer=began.first_dealer if began.first_dealer < len(players) else Seat.A,
        stake=began.stake,
        rules=began.rules,
    )


def _film() -> str | None:
    """The name of a picture of the last seconds; None where the box is not there to keep one."""
    name = from_box("film", {"evidence": None}, FILM_S)["evidence"]
    return str(name) if name else None


def _play() -> PlayCard:
    """A card that somebody typed, or one face down.

    It confirms the full trick before it, unless this phone was asked to wait for the button: then there is no room for it.
    """
    now, is_hidden, confirms = services().live.table(), "face_down" in request.form, session.get("confirms", True)
    if now.hand is not None and now.hand.is_trick_full and not confirms:
        raise Refused(f"all cards of trick {now.hand.trick_to_confirm} lie there: confirm it first")
    played = None if is_hidden else card("card")
    return PlayCard(by=by(), card=played, seat=seat_or_none("seat"), face_down=is_hidden, is_typed=True)


def _take_turn() -> MakeMove:
    """A turn of a fishing game from the card, what was pointed at, and the action."""
    deal = services().live.table().deal
    if deal is None:
        raise NoHand("no hand is being played: lay the first card")
    try:
        action = Action(request.form.get("action", ""))
    except ValueError:
        raise Unreadable("say what the card does: capture, build, raise, add or trail") from None
    builds = tuple(int(place) for place in request.form.getlist("build") if place.isdecimal() and len(place) < 3)
    pointed = Pointed(seat("seat"), card("card"), action, cards("take"), builds, number_or_none("value"))
    return MakeMove(by=by(), move=deal.game.move(deal.setup, deal.hand, pointed))


def _tell() -> TellTricks:
    """What the table tells of a hand that nobody saw: counts by the first seat of those counted together, and the last takers."""
    now, taken = services().live.table(), list[Count]()
    deal = deal_to_speak_in(now)
    asked = deal.game.asks(deal.setup, deal.hand) if deal else None
    for seats in asked.counted if asked else ():
        tricks = number_or_none(f"taken-{seats[0]}")
        taken += [] if tricks is None else [Count(seats, tricks)]
    taker = seat("seat")
    before = [Taker(taker, named) for named in map(card_or_none, ("before-2", "before-1")) if named]
    last = (*before, Taker(taker, card_or_none("card")))
    return TellTricks(by=by(), hand=number("hand"), taken=tuple(taken), last=last)


def _count_cards() -> CountCards:
    """How many cards everybody who plays was dealt, by seat."""
    deal = deal_to_speak_in(services().live.table())
    seats = deal.hand.seats if deal else ()
    return CountCards(by=by(), counts=tuple(number(f"count-{seat}") for seat in seats), is_seen="seen" in request.form)


COMMANDS: dict[str, Callable[[], Command]] = {
    "start": _start,
    "rematch": _rematch,
    "players": lambda: ChangePlayers(by=by(), players=names()),
    "rename": lambda: RenamePlayer(by=by(), seat=seat("seat"), name=_own_name(request.form.get("name", ""))),
    "deal": lambda: DealHand(by=by(), dealer=seat_or_none("dealer")),
    "say": lambda: MakeCall(by=by(), call=said()),
    "correct-call": lambda: CorrectCall(by=by(), hand=number("hand"), index=number("index"), call=said()),
    "turn": _take_turn,
    "correct-turn": lambda: CorrectMove(by=by(), hand=number("hand"), index=number("index"), move=read_move(_text())),
    "play": _play,
    "show": lambda: ShowCard(by=by(), card=card("card")),
    "confirm": lambda: ConfirmTrick(by=by(), **trick()),
    "tell": _tell,
    "claim": lambda: ClaimTrick(by=by(), seat=seat("seat"), **trick()),
    "correct-claim": lambda: CorrectClaim(by=by(), seat=seat("seat"), **trick()),
    "take-back": lambda: WithdrawCard(by=by(), seq=number_or_none("seq")),
    "undo": lambda: Undo(by=by(), seq=number_or_none("seq")),
    "redo": lambda: Redo(by=by(), seq=number_or_none("seq")),
    "correct": lambda: CorrectCard(by=by(), card=card("card"), **place()),
    "correct-seat": lambda: CorrectSeat(by=by(), seat=seat_or_none("seat"), **place()),
    "turn-up": lambda: TurnUpCard(by=by(), card=card("card"), **place()),
    "missed": lambda: AddMissedCard(by=by(), card=card("card"), **place()),
    "remove": lambda: RemoveCard(by=by(), was=card_or_none("was"), **place()),
    "dispute": lambda: OpenDispute(by=by(), evidence=_film(), **trick()),
    "settle": lambda: CloseDispute(by=by()),
    "rule": lambda: RuleOnOffence(
        by=by(), hand=number("hand"), offence=request.form.get("offence", ""), waived=request.form.get("waived") == "1"
    ),
    "void": lambda: VoidHand(by=by(), reason=request.form.get("reason", "")[:200] or "the table said so"),
    "out-of-turn": lambda: VoidHand(by=by(), reason=OUT_OF_TURN, is_out_of_turn=True),
    "count-cards": _count_cards,
    "time": lambda: CallTime(by=by()),
    "sign": lambda: SignSheet(by=by(), player=request.form.get("player", "")),
    "play-on": lambda: PlayOn(by=by()),
    "end": lambda: EndSession(by=by()),
}
"""What each form means."""


@forms.post("/do/<action>")
@needs(Role.SCORE)
def do(action: str) -> Response | tuple[str, int]:
    """Append the command that a form stands for; a proposal made twice finds nothing to do."""
    check_form()
    if action not in COMMANDS:
        abort(404)
    _check_not_overtaken()
    written = services().live.submit(COMMANDS[action](), services().clock)
    if not request.headers.get("X-Live"):
        return _back()
    words = done(services().live.table(), written[-1]) if written else gettext("nothing left to do")
    if request.args.get("part") != "1":
        return words, 200
    # The phone that asked sees the new table in the answer to its form.
    answer = make_response(table())
    answer.headers["X-Done"] = quote(words)
    return answer


def _check_not_overtaken() -> None:
    """409 where somebody else has changed the table since the form was made, if it says when; naming a card anew is no change.

    Whoever types quickly sends the next form before the page has come anew: their own changes overtake nothing.
    """
    made_for, live = number_or_none("seq"), services().live
    if made_for is None or live.session is None:
        return
    since = [item.event for item in live.ledger.excerpt(live.session, made_for).recorded]
    others = [event.by for event in since if event.by != by() and not isinstance(event, CardCorrected)]
    if others:
        who = gettext("The camera") if others[-1] == "camera" else others[-1]
        abort(409, gettext("%(name)s was quicker, and the table has changed. Nothing was done: look again.") % {"name": who})


@forms.post("/do/guest")
@needs(Role.SCORE)
def guest() -> Response | tuple[str, int]:
    """Say whose tag was held to the reader: the box keeps it, not the log."""
    check_form()
    ask_box("guest", name=request.form.get("name", "")[:LONGEST_NAME])
    return ("", 200) if request.headers.get("X-Live") else _back()


@forms.post("/me")
def me() -> Response:
    """Keep what a visitor chose for this phone: a name, languages, four colours. Nobody needs a key for that."""
    check_form()
    form = request.form
    if "name" in form:
        session["name"] = _own_name(form["name"])
    if form.get("language") in NAMES:
        session["language"] = form["language"]
    if "words" in form:
        session["words"] = form["words"]
    if "voice" in form:
        session["voice"] = form.getlist("voice")[-1] == "1"
    if "confirms" in form:
        session["confirms"] = form.getlist("confirms")[-1] == "1"
    if "colours" in form:
        session["four_colours"] = form["colours"] == "4"
    return _back()


def _own_name(text: str) -> str:
    """What this phone is called from now on; nothing where it is called nothing. Raises `BadSetup`."""
    name = " ".join(text.split())[:LONGEST_NAME]
    if name:
        check_new_name(name)
    return name


def _back() -> Response:
    """To the page that the form names, where it is one of ours; else to the table."""
    wanted = request.form.get("back", "")
    is_ours = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted and wanted.isprintable()
    return redirect(wanted if is_ours else url_for("pages.table"), 303)
