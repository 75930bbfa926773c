"""Results as sheets: rows under headings, as a page shows them, a printer prints them, and other programs read them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from club.evening.duplicate import Line, travellers
from club.evening.plan import Counting
from club.evening.results import Outcome, Results
from club.evening.state import Contest
from club.hub import View
from club.pages.evenings import happening, titled
from club.pages.happening import Ranked
from scoring.ledger.rows import csv_line
from web.languages import gettext

CROSSED = 24
"""Entrants of a crosstable at the most: more would fit on no paper."""


@dataclass(frozen=True)
class Sheet:
    """Words in rows. `name` is what its file is called; columns in `right` stand to the right, as numbers do.

    Rows of one that `is_grouped` are read together where their first cell is the same.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()
    is_grouped: bool = False

    @property
    def groups(self) -> list[tuple[str, tuple[tuple[str, ...], ...]]]:
        """The rows that are read together, with the words above them: all, where it is not grouped."""
        if not self.is_grouped:
            return [("", self.rows)]
        found = groupby(self.rows, lambda row: row[0])
        return [(f"{self.columns[0]} {first}", tuple(row[1:] for row in rows)) for first, rows in found]

    @property
    def headings(self) -> list[tuple[str, bool]]:
        """What stands above the columns of a row, and whether they are to the right."""
        shown = [(heading, place in self.right) for place, heading in enumerate(self.columns)]
        return shown[1:] if self.is_grouped else shown

    @property
    def csv(self) -> str:
        """The sheet for spreadsheets, with the mark that tells them that it is UTF-8."""
        return "\ufeff" + "".join(f"{csv_line(row)}\r\n" for row in (self.columns, *self.rows))


def sheets_of(view: View, contest: Contest) -> list[Sheet]:
    """Everything that is known of a contest."""
    results = view.results[contest.name]
    rankings = happening(view, contest).rankings
    sheets = [_standings(ranking, number) for number, ranking in enumerate(rankings, 1)]
    if contest.plan.kind.has_boards:
        sheets += _travellers(contest, results)
    else:
        sheets += [sheet for sheet in (_crosstable(view, contest, results), _meetings(contest, results)) if sheet]
    return [*sheets, *_corrections(contest)]


def _standings(ranking: Ranked, number: int) -> Sheet:
    columns = (gettext("Rank"), gettext("Names"), gettext("Points"), gettext("Ahead of the next by"))
    rows = tuple((str(row.rank), row.names, row.points, row.ahead_by) for row in ranking.rows)
    used = 4 if any(row.ahead_by for row in ranking.rows) else 3
    name, title = f"standings-{number}" if number > 1 else "standings", titled(gettext("Standings"), ranking.side)
    return Sheet(name, title, columns[:used], tuple(row[:used] for row in rows), frozenset({0, 2}))


def _crosstable(view: View, contest: Contest, results: Results) -> Sheet | None:
    """Who played against whom, the best first; none where more than two meet, or too many play."""
    order = [standing.entrant for ranking in view.rankings[contest.name] for standing in ranking.standings]
    met: dict[tuple[int, int], list[str]] = {}
    for outcome in results.outcomes:
        if [len(side) for side in outcome.meeting.sides] != [1, 1]:
            return None
        if outcome.points is not None:
            (one,), (other,) = outcome.meeting.sides
            for here, there, points in ((one, other, outcome.points), (other, one, outcome.points[::-1])):
                met.setdefault((here, there), []).append(f"{points[0]} : {points[1]}")
    if not met or len(order) > CROSSED:
        return None
    ranks = tuple(str(place) for place in range(1, len(order) + 1))
    rows = tuple(
        (ranks[place], contest.names(one), *("–" if one == other else ", ".join(met.get((one, other), [])) for other in order))
        for place, one in enumerate(order)
    )
    return Sheet("crosstable", gettext("Who against whom"), (gettext("Rank"), gettext("Names"), *ranks), rows, frozenset({0}))


def _meetings(contest: Contest, results: Results) -> Sheet | None:
    columns = (gettext("Round"), gettext("Table"), gettext("Players"), gettext("Result"))
    rows = tuple(
        (str(outcome.round or ""), str(outcome.meeting.table), against(contest, outcome), result_words(outcome))
        for outcome in results.outcomes
    )
    return Sheet("rounds", gettext("Round by round"), columns, rows, frozenset({0, 1})) if rows else None


def against(contest: Contest, outcome: Outcome) -> str:
    """Who plays whom at a meeting."""
    return " – ".join(" & ".join(contest.names(one) for one in side) for side in outcome.meeting.sides)


def result_words(outcome: Outcome) -> str:
    """What came of a meeting, with what is still open or was corrected."""
    if outcome.scores:
        return ", ".join(f"{board}: {score:+d}" for board, score in sorted(outcome.scores.items()))
    if outcome.points is None:
        return gettext("not known yet")
    points = " : ".join(map(str, outcome.points))
    if outcome.correction:
        return gettext("%(points)s, set by the director") % {"points": points}
    return points if outcome.is_whole else gettext("%(points)s so far") % {"points": points}


def _travellers(contest: Contest, results: Results) -> Iterator[Sheet]:
    """What each table had of each board, the best for north-south first."""
    is_imps = contest.plan.counting is Counting.IMPS
    unit = gettext("IMPs") if is_imps else "%"
    places = (gettext("Table"), gettext("North–South"), gettext("East–West"), gettext("Score"))
    columns = (gettext("Board"), *places, f"{unit} {gettext('N–S')}", f"{unit} {gettext('E–W')}")
    rows = tuple(
        (str(traveller.board), *_line(contest, line, is_imps))
        for traveller in travellers(contest, results.outcomes)
        for line in sorted(traveller.lines, key=lambda line: -(line.score or 0))
    )
    if rows:
        yield Sheet("boards", gettext("Board by board"), columns, rows, frozenset({0, 1, 4, 5, 6}), is_grouped=True)


def _line(contest: Contest, line: Line, is_imps: bool) -> tuple[str, ...]:
    score = gettext("average") if line.score is None else f"{line.score:+d}" if line.score else "0"
    won = tuple(f"{float(points):+.1f}" if is_imps else f"{float(points):.1f}" for points in line.won or ())
    return (str(line.table), contest.names(line.north_south), contest.names(line.east_west), score, *(won or ("", "")))


def _corrections(contest: Contest) -> Iterator[Sheet]:
    """What the director has set or added, with the reasons."""
    rows = [
        (
            str(number),
            str(table),
            str(board or ""),
            " : ".join(map(str, made.scores)) if made.scores else " / ".join(f"{one} %" for one in made.percent or ()),
            made.reason,
        )
        for (number, table, board), made in contest.corrections.items()
    ]
    rows += [("", "", contest.names(made.entrant), f"{made.points:+d}", made.reason) for made in contest.adjustments]
    columns = (gettext("Round"), gettext("Table"), gettext("Board or names"), gettext("Set to"), gettext("Why"))
    if rows:
        yield Sheet("corrections", gettext("Corrections by the director"), columns, tuple(rows), frozenset({0, 1}))
