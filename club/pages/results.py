"""Results, for everybody: tonight's contests, evenings that are over, and the season; as pages, files, and on paper."""

from collections.abc import Iterator

from flask import Blueprint, Response, abort, render_template

from club.evening.acts import Final
from club.evening.state import Contest
from club.hub import View
from club.pages.evenings import happenings, season_so_far
from club.pages.services import hub
from club.pages.sheets import Sheet, sheets_of
from club.pages.showing import game_title, show
from scoring.boards.writer import is_bridge, write_pbn
from web.languages import gettext

results = Blueprint("results", __name__)


@results.get("/results")
def overview() -> str:
    """What was played tonight, and every evening before."""
    view = hub().view
    past = [(number, name, at, finals) for number, (name, at, finals) in enumerate(view.evening.finals)]
    return show("results.html", evening=view.evening, events=happenings(view), past=past[::-1])


@results.get("/results/<name>")
def contest(name: str) -> str:
    """A contest of tonight by its name, or an evening that is over by its number, with everything that is known of it."""
    view = hub().view
    return show("sheets.html", title=_title(view, name), name=name, sheets=_sheets(view, name), has_pbn=any(_bridge(view, name)))


@results.get("/results/<name>/print")
def printed(name: str) -> str:
    """The same on plain paper."""
    view = hub().view
    return render_template(
        "paper.html", club=hub().name, evening=view.evening, title=_title(view, name), sheets=_sheets(view, name)
    )


@results.get("/results/<name>/<sheet>.csv")
def as_csv(name: str, sheet: str) -> Response:
    """One of its sheets for spreadsheets."""
    found = next((one for one in _sheets(hub().view, name) if one.name == sheet), None)
    if found is None:
        abort(404)
    return _file(found.csv, f"{name}-{sheet}.csv", "text/csv; charset=utf-8")


@results.get("/results/<name>.pbn")
def as_pbn(name: str) -> Response:
    """What was played of it, for programs that read bridge."""
    parts = list(_bridge(hub().view, name))
    if not parts:
        abort(404)
    return _file("\r\n".join(parts), f"{name}.pbn", "text/plain; charset=utf-8")


@results.get("/season")
def season() -> str:
    """The league, the ratings in each game, and how they come about."""
    return show("season.html", title=gettext("Season"), sheets=season_sheets(hub().view))


@results.get("/season/<sheet>.csv")
def season_csv(sheet: str) -> Response:
    """One of the season's sheets for spreadsheets."""
    found = next((one for one in season_sheets(hub().view) if one.name == sheet), None)
    if found is None:
        abort(404)
    return _file(found.csv, f"season-{sheet}.csv", "text/csv; charset=utf-8")


def season_sheets(view: View) -> list[Sheet]:
    """The league table, and a table of ratings for each game that was played."""
    season, names = season_so_far(view), gettext("Names")
    league = tuple((str(place), name, str(points), str(times)) for place, (name, points, times) in enumerate(season.league, 1))
    columns = (gettext("Rank"), names, gettext("Points"), gettext("Contests"))
    sheets = [Sheet("league", gettext("League table"), columns, league, frozenset({0, 2, 3}))] if league else []
    for game, rated in season.ratings.items():
        rows = tuple((str(place), name, f"{value:.1f}") for place, (name, value) in enumerate(rated, 1))
        title = gettext("Ratings: %(game)s") % {"game": game_title(game)}
        sheets.append(Sheet(f"ratings-{game}", title, (gettext("Rank"), names, gettext("Rating")), rows, frozenset({0, 2})))
    return sheets


def _sheets(view: View, name: str) -> list[Sheet]:
    """Of a contest of tonight, or of an evening that is over, by its number."""
    if name.isdecimal():
        return [_final(number, final) for number, final in enumerate(_past(view, name), 1)]
    return sheets_of(view, _contest(view, name))


def _final(number: int, final: Final) -> Sheet:
    rows = tuple((str(placed.rank), " & ".join(placed.names), placed.points) for placed in final.placed)
    columns = (gettext("Rank"), gettext("Names"), gettext("Points"))
    return Sheet(f"final-{number}", f"{final.title} ({game_title(final.game)})", columns, rows, frozenset({0, 2}))


def _past(view: View, number: str) -> tuple[Final, ...]:
    if int(number) >= len(view.evening.finals):
        abort(404)
    return view.evening.finals[int(number)][2]


def _title(view: View, name: str) -> str:
    return view.evening.finals[int(name)][0] if name.isdecimal() and _past(view, name) else _contest(view, name).plan.title


def _contest(view: View, name: str) -> Contest:
    contest = view.evening.contests.get(name)
    if contest is None:
        abort(404, gettext("There is no such contest tonight."))
    return contest


def _bridge(view: View, name: str) -> Iterator[str]:
    """Each session of bridge that counts for a contest of tonight, as PBN."""
    if name.isdecimal():
        return
    contest = _contest(view, name)
    counted = {(one.box, one.session) for outcome in view.results[name].outcomes for one in outcome.sittings}
    title = contest.plan.title.replace("\\", "\\\\").replace('"', '\\"')
    for session in view.sessions:
        if (session.box, session.session) in counted and is_bridge(session.table):
            yield "\r\n".join(line.replace('[Event "?"]', f'[Event "{title}"]') for line in write_pbn(session.table))


def _file(text: str, name: str, kind: str) -> Response:
    return Response(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
