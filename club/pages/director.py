"""The director's pages: what waits, the contests with their clocks, the tables, members and boxes."""

import re

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from club.accounts import NoAccount
from club.evening.house_rules import plays_boards
from club.evening.plan import Counting, Kind
from club.evening.state import Contest
from club.movements.standings import By
from club.pages.answers import done
from club.pages.contest_forms import asked_in
from club.pages.doors import for_the_director
from club.pages.evenings import by_words, counting_words, happening, happenings, kind_words, names_of, rounds_of
from club.pages.services import hub
from club.pages.sheets import against, result_words
from club.pages.showing import game_title, show
from club.pages.waiting import waiting
from club.pages.watching import disputes, watched
from scoring.games import GAMES
from web.doors import check_form
from web.drawings import qr
from web.languages import gettext, translated

director = Blueprint("director", __name__)

PICTURE = re.compile(r"[0-9a-f]{64}")
"""What names of pictures look like: they are hashes."""


@director.get("/director")
@for_the_director
def page() -> str:
    """What waits, first of all."""
    view = hub().view
    return show(
        "director.html",
        evening=view.evening,
        troubles=hub().troubles(),
        waits=waiting(view, hub().archive),
        disputes=disputes(view),
        events=[(event, _next_round(view.evening.contests[event.name])) for event in happenings(view)],
        tables=watched(view),
    )


def _next_round(contest: Contest) -> int | None:
    """The number of the round that can be drawn next; none where all are drawn, or none ever is."""
    number, most = len(contest.rounds) + 1, rounds_of(contest)
    is_drawn = contest.plan.kind is not Kind.OPEN and not contest.is_over
    return number if is_drawn and (most is None or number <= most) else None


@director.get("/director/contest/<name>")
@for_the_director
def contest(name: str) -> str:
    """A contest with its rounds, results to set or correct, and entrants."""
    view = hub().view
    found = view.evening.contests.get(name)
    if found is None:
        abort(404, gettext("There is no such contest tonight."))
    results = view.results[name]
    meetings = [
        [(one, against(found, one), result_words(one)) for one in results.of_round(number)]
        for number in range(1, len(found.rounds) + 1)
    ]
    return show(
        "contest.html",
        contest=found,
        event=happening(view, found),
        next_round=_next_round(found),
        rounds=list(enumerate(meetings, 1))[::-1],
    )


@director.get("/director/new")
@for_the_director
def which() -> str:
    """The games, to choose the one that a new contest is played in."""
    return show("games.html", games=sorted(((name, game_title(name)) for name in GAMES), key=lambda one: one[1].casefold()))


@director.get("/director/new/<game>")
@for_the_director
def new(game: str) -> str:
    """The form that opens a contest of that game."""
    if game not in GAMES:
        abort(404, gettext("There is no such game."))
    has_boards = plays_boards(GAMES[game])
    return show(
        "new.html",
        game=game,
        asked=asked_in(GAMES[game]),
        kinds=[(kind.value, kind_words(kind)) for kind in Kind if has_boards or not kind.has_boards],
        countings=[
            (counting.value, counting_words(counting)) for counting in Counting if has_boards or not counting.is_of_boards
        ],
        tie_breaks=[(by.name.lower(), by_words(by)) for by in By if by is not By.POINTS],
        names=names_of(hub().view),
    )


@director.get("/director/members")
@for_the_director
def members() -> str:
    """Who belongs to the club."""
    return show("members.html", members=sorted(hub().view.evening.members.items(), key=lambda one: one[0].casefold()))


@director.get("/director/boxes")
@for_the_director
def boxes() -> str:
    """The boxes with their accounts: invite one, or take one's account back."""
    view, trouble, accounts = hub().view, "", set[str]()
    try:
        accounts = set(hub().accounts.names())
    except NoAccount as error:
        trouble = translated(str(error))
    names = sorted({*accounts, *view.boxes, *view.evening.tables.values()})
    return show("boxes.html", names=names, boxes=view.boxes, numbers=view.evening.table_of, trouble=trouble)


@director.post("/invite")
@for_the_director
def invite() -> str:
    """An account for a box, as a code that its camera is shown; also to be printed."""
    check_form()
    box = request.form.get("box", "").strip().lower()
    link = hub().invite(box).code
    return render_template("invited.html", club=hub().name, box=box, code=qr(link), link=link)


@director.post("/do/revoke")
@for_the_director
def revoke() -> AnyResponse:
    """Take a box's account away, in one act."""
    check_form()
    box = request.form.get("box", "")
    hub().revoke(box)
    said = gettext("%(box)s is no longer of the club: it sends nothing any more.") % {"box": box}
    return done(said, url_for("director.boxes"))


@director.get("/picture/<box>/<name>")
@for_the_director
def picture(box: str, name: str) -> Response:
    """A picture that a box has of a card or of the table; asked of the box now."""
    if box not in hub().view.boxes or not PICTURE.fullmatch(name):
        abort(404)
    content = hub().picture(box, name)
    if content is None:
        abort(404, gettext("The box does not answer, or has this picture no more."))
    return Response(content, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})
