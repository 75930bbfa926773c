"""Results as sheets: rows under headings, as a page shows them, a printer prints them, and other programs read them."""

from collections.abc import Iterator
from dataclasses import dataclass

from club.evening.duplicate import Line, travellers
from club.evening.plan import Counting
from club.evening.results import Outcome, Results
from club.evening.state import Contest
from club.pages.evenings import Night, happening
from scoring.ledger.rows import csv_line
from web.languages import gettext

CROSSED = 24
"""Entrants of a crosstable at the most: more would fit on no paper."""


@dataclass(frozen=True)
class Sheet:
    """Words in rows. `name` is what its file is called; columns in `right` stand to the right, as numbers do."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()

    @property
    def csv(self) -> str:
        """The sheet for spreadsheets, with the mark that tells them that it is UTF-8."""
        return "\ufeff" + "".join(f"{csv_line(row)}\r\n" for row in (self.columns, *self.rows))


def sheets_of(found: Night, contest: Contest) -> list[Sheet]:
    """Everything that is known of a contest."""
    results = found.results[contest.name]
    sheets = [_standings(found, contest)]
    if contest.plan.kind.has_boards:
        sheets += _travellers(contest, results)
    else:
        sheets += [sheet for sheet in (_crosstable(found, contest, results), _meetings(contest, results)) if sheet]
    return [*sheets, *_corrections(contest)]


def _standings(found: Night, contest: Contest) -> Sheet:
    shown = happening(found, contest)
    columns = (gettext("Rank"), gettext("Names"), gettext("Points"), gettext("Ahead of the next by"))
    rows = tuple((str(row.rank), row.names, row.points, row.ahead_by) for row in shown.rows)
    return Sheet("standings", gettext("Standings"), columns, rows, frozenset({0, 2}))


def _crosstable(found: Night, contest: Contest, results: Results) -> Sheet | None:
    """Who played against whom, the best first; none where more than two meet, or too many play."""
    order = [standing.entrant for standing in found.standings[contest.name]]
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
    return Sheet("crosstable", gettext("Who against whom"), ("", gettext("Names"), *ranks), rows, frozenset({0}))


def _meetings(contest: Contest, results: Results) -> Sheet | None:
    columns = (gettext("Round"), gettext("Table"), gettext("Players"), gettext("Result"))
    rows = tuple(
        (str(outcome.round), str(outcome.meeting.table), against(contest, outcome), result_words(outcome))
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
    is_imps = contest.plan.counting is Counting.IMPS
    unit = gettext("IMPs") if is_imps else "%"
    columns = (gettext("Table"), gettext("North–South"), gettext("East–West"), gettext("Score"))
    for traveller in travellers(contest, results.outcomes):
        rows = tuple(_line(contest, line, is_imps) for line in sorted(traveller.lines, key=lambda line: -(line.score or 0)))
        title = gettext("Board %(number)d") % {"number": traveller.board}
        headings = (*columns, f"{unit} {gettext('N–S')}", f"{unit} {gettext('E–W')}")
        yield Sheet(f"board-{traveller.board}", title, headings, rows, frozenset({0, 3, 4, 5}))


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
