"""Results, for everybody: tonight's contests, evenings that are over, and the season; as pages, files, and on paper."""

from collections.abc import Iterator

from flask import Blueprint, Response, abort, render_template

from club.evening.acts import Final
from club.evening.season import season_of
from club.evening.state import Contest
from club.pages.evenings import Night, happenings, night
from club.pages.services import hub
from club.pages.sheets import Sheet, sheets_of
from club.pages.showing import game_title, show
from scoring.boards.writer import is_bridge, write_pbn
from web.languages import gettext

results = Blueprint("results", __name__)


@results.get("/results")
def overview() -> str:
    """What was played tonight, and every evening before."""
    found = night(hub())
    past = [(number, name, at, finals) for number, (name, at, finals) in enumerate(found.evening.finals)]
    return show("results.html", evening=found.evening, events=happenings(found), past=past[::-1])


@results.get("/results/<name>")
def contest(name: str) -> str:
    """A contest of tonight by its name, or an evening that is over by its number, with everything that is known of it."""
    found = night(hub())
    return show(
        "sheets.html", title=_title(found, name), name=name, sheets=_sheets(found, name), has_pbn=any(_bridge(found, name))
    )


@results.get("/results/<name>/print")
def printed(name: str) -> str:
    """The same on plain paper."""
    found = night(hub())
    return render_template(
        "paper.html", club=hub().name, evening=found.evening, title=_title(found, name), sheets=_sheets(found, name)
    )


@results.get("/results/<name>/<sheet>.csv")
def as_csv(name: str, sheet: str) -> Response:
    """One of its sheets for spreadsheets."""
    found = next((one for one in _sheets(night(hub()), name) if one.name == sheet), None)
    if found is None:
        abort(404)
    return _file(found.csv, f"{name}-{sheet}.csv", "text/csv; charset=utf-8")


@results.get("/results/<name>.pbn")
def as_pbn(name: str) -> Response:
    """What was played of it, for programs that read bridge."""
    parts = list(_bridge(night(hub()), name))
    if not parts:
        abort(404)
    return _file("\r\n".join(parts), f"{name}.pbn", "text/plain; charset=utf-8")


@results.get("/season")
def season() -> str:
    """The league, the ratings in each game, and how they come about."""
    return show("season.html", title=gettext("Season"), sheets=season_sheets(night(hub())))


@results.get("/season/<sheet>.csv")
def season_csv(sheet: str) -> Response:
    """One of the season's sheets for spreadsheets."""
    found = next((one for one in season_sheets(night(hub())) if one.name == sheet), None)
    if found is None:
        abort(404)
    return _file(found.csv, f"season-{sheet}.csv", "text/csv; charset=utf-8")


def season_sheets(found: Night) -> list[Sheet]:
    """The league table, and a table of ratings for each game that was played."""
    season, names = season_of(found.evening), gettext("Names")
    league = tuple((str(place), name, str(points), str(times)) for place, (name, points, times) in enumerate(season.league, 1))
    columns = (gettext("Rank"), names, gettext("Points"), gettext("Contests"))
    sheets = [Sheet("league", gettext("League table"), columns, league, frozenset({0, 2, 3}))] if league else []
    for game, rated in season.ratings.items():
        rows = tuple((str(place), name, f"{value:.1f}") for place, (name, value) in enumerate(rated, 1))
        title = gettext("Ratings: %(game)s") % {"game": game_title(game)}
        sheets.append(Sheet(f"ratings-{game}", title, (gettext("Rank"), names, gettext("Rating")), rows, frozenset({0, 2})))
    return sheets


def _sheets(found: Night, name: str) -> list[Sheet]:
    """Of a contest of tonight, or of an evening that is over, by its number."""
    if name.isdecimal():
        return [_final(number, final) for number, final in enumerate(_past(found, name), 1)]
    return sheets_of(found, _contest(found, name))


def _final(number: int, final: Final) -> Sheet:
    rows = tuple((str(placed.rank), " & ".join(placed.names), placed.points) for placed in final.placed)
    columns = (gettext("Rank"), gettext("Names"), gettext("Points"))
    return Sheet(f"final-{number}", f"{final.title} ({game_title(final.game)})", columns, rows, frozenset({0, 2}))


def _past(found: Night, number: str) -> tuple[Final, ...]:
    if int(number) >= len(found.evening.finals):
        abort(404)
    return found.evening.finals[int(number)][2]


def _title(found: Night, name: str) -> str:
    return found.evening.finals[int(name)][0] if name.isdecimal() and _past(found, name) else _contest(found, name).plan.title


def _contest(found: Night, name: str) -> Contest:
    contest = found.evening.contests.get(name)
    if contest is None:
        abort(404, gettext("There is no such contest tonight."))
    return contest


def _bridge(found: Night, name: str) -> Iterator[str]:
    """Each session of bridge that counts for a contest of tonight, as PBN."""
    if name.isdecimal():
        return
    contest = _contest(found, name)
    counted = {(one.box, one.session) for outcome in found.results[name].outcomes for one in outcome.sittings}
    title = contest.plan.title.replace("\\", "\\\\").replace('"', '\\"')
    for session in found.sessions:
        if (session.box, session.session) in counted and is_bridge(session.table):
            yield "\r\n".join(line.replace('[Event "?"]', f'[Event "{title}"]') for line in write_pbn(session.table))


def _file(text: str, name: str, kind: str) -> Response:
    return Response(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
