"""What came of each meeting of a contest: what the tables' logs say of its players, and what the director corrected."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from club.evening.plan import Kind
from club.evening.sittings import Names, Sitting
from club.evening.state import Contest, Correction, folded
from club.movements.rounds import Meeting, boards_of


@dataclass(frozen=True)
class Outcome:
    """What is known of a meeting. `points` are side by side in the meeting's order, None while nothing is known.

    `ahead` is the side that won or is ahead, None for a draw or where nothing is known; `is_whole` says that nothing more is to
    come. `scores` are the first side's points of each board that was played; on boards in `turned` the first side held the cards
    of east-west, as where an arrow switch was forgotten. At open tables, where nothing is drawn, `round` is 0.
    """

    round: int
    meeting: Meeting
    points: tuple[int, ...] | None = None
    ahead: int | None = None
    is_whole: bool = False
    scores: Mapping[int, int] = field(default_factory=dict)
    turned: frozenset[int] = frozenset()
    sittings: tuple[Sitting, ...] = ()
    correction: Correction | None = None


@dataclass(frozen=True)
class Results:
    """All meetings of a contest, round by round, and the sittings of its game that count for none of them."""

    outcomes: tuple[Outcome, ...]
    loose: tuple[Sitting, ...] = ()

    def of_round(self, number: int) -> tuple[Outcome, ...]:
        """The meetings of a round."""
        return tuple(outcome for outcome in self.outcomes if outcome.round == number)


def results_of(contest: Contest, played: Sequence[Sitting]) -> Results:
    """What came of the contest's meetings, out of all sittings of the evening in the order in which they began.

    A sitting counts for the meeting whose players sat there; where the same players meet again, the sittings follow the rounds,
    and one in which no hand was finished, as where a session was begun twice, gives way to one in which it was.
    What the director attached to a meeting counts for that one.
    """
    own = [sitting for sitting in played if sitting.game == contest.plan.game]
    if contest.plan.kind is Kind.OPEN:
        return Results(tuple(_at_open_tables(contest, own)))
    attached: defaultdict[tuple[int, int], list[Sitting]] = defaultdict(list)
    waiting: defaultdict[frozenset[Names], list[Sitting]] = defaultdict(list)
    for sitting in own:
        place = contest.attached.get((sitting.box, sitting.session))
        if place:
            attached[place].append(sitting)
        else:
            waiting[frozenset(sitting.sides)].append(sitting)
    outcomes = []
    for drawn in contest.rounds:
        for meeting in drawn.round.meetings:
            found = attached.get((drawn.round.number, meeting.table), [])
            fitting = waiting[frozenset(sides_of(contest, meeting))]
            if not found and fitting:
                found = [fitting.pop(next((at for at, sitting in enumerate(fitting) if sitting.hands), 0))]
            outcomes.append(_outcome(contest, drawn.round.number, meeting, found, is_over=drawn.is_over))
    loose = tuple(sitting for group in waiting.values() for sitting in group)
    return Results(tuple(outcomes), loose)


def results_of_all(contests: Sequence[Contest], played: Sequence[Sitting]) -> dict[str, Results]:
    """What came of every contest of an evening, by name, in the order in which they were opened.

    A sitting counts in one contest: where the director attached it, else in the first that has a meeting for its players. What
    counts in none is loose in the last contest of its game. Open tables come last: they take what no round has drawn.
    """
    contests = sorted(contests, key=lambda contest: contest.plan.kind is Kind.OPEN)
    attached = {key: contest.name for contest in contests for key in contest.attached}
    last = {contest.plan.game: contest.name for contest in contests}
    left, found = set(played), dict[str, Results]()
    for contest in contests:
        own = [one for one in played if one in left and attached.get((one.box, one.session), contest.name) == contest.name]
        found[contest.name] = results_of(contest, own)
        left -= {sitting for outcome in found[contest.name].outcomes for sitting in outcome.sittings}
    return {
        contest.name: replace(
            found[contest.name],
            loose=tuple(
                sitting for sitting in found[contest.name].loose if sitting in left and last[sitting.game] == contest.name
            ),
        )
        for contest in contests
    }


def _at_open_tables(contest: Contest, played: Iterable[Sitting]) -> Iterator[Outcome]:
    """Every sitting in which entrants alone played, whoever met whom."""
    for number, sitting in enumerate(played, 1):
        sides = tuple(tuple(one for one in contest.numbers if names_of(contest, one) <= side) for side in sitting.sides)
        covered = [frozenset().union(*(names_of(contest, one) for one in side)) for side in sides]
        if covered == list(sitting.sides) and sitting.hands:
            is_whole = sitting.winner is not None or not sitting.is_going_on
            yield Outcome(0, Meeting(number, sides), sitting.points, sitting.ahead, is_whole, sittings=(sitting,))


def names_of(contest: Contest, entrant: int) -> Names:
    """Who an entrant is, by names as they are compared."""
    return frozenset(map(folded, contest.entrants[entrant - 1]))


def sides_of(contest: Contest, meeting: Meeting) -> tuple[Names, ...]:
    """Who plays on each side of a meeting, by names as they are compared."""
    return tuple(frozenset().union(*(names_of(contest, entrant) for entrant in side)) for side in meeting.sides)


def _outcome(contest: Contest, number: int, meeting: Meeting, found: Sequence[Sitting], *, is_over: bool) -> Outcome:
    correction = contest.corrections.get((number, meeting.table, 0))
    if correction and correction.scores:
        points = correction.scores
        return Outcome(number, meeting, points, _most(points), True, sittings=tuple(found), correction=correction)
    sides = sides_of(contest, meeting)
    usable = [sitting for sitting in found if set(sitting.sides) == set(sides)]
    scores, turned = _scores(contest, number, meeting, usable, sides)
    if not usable:
        return Outcome(
            number, meeting, scores=scores, sittings=tuple(found), is_whole=_all_there(contest, number, meeting, scores)
        )
    points = tuple(sum(sitting.points_of(side) for sitting in usable) for side in sides)
    last = usable[-1]
    ahead = sides.index(last.sides[last.ahead]) if last.ahead is not None else None
    hands = sum(sitting.hands for sitting in usable)
    plan = contest.plan
    is_done = hands >= plan.hands if plan.hands else last.winner is not None or not last.is_going_on
    is_whole = _all_there(contest, number, meeting, scores) if plan.kind.has_boards else is_done or is_over
    return Outcome(number, meeting, points if hands else None, ahead if hands else None, is_whole, scores, turned, tuple(found))


def _scores(
    contest: Contest, number: int, meeting: Meeting, usable: Iterable[Sitting], sides: Sequence[Names]
) -> tuple[dict[int, int], frozenset[int]]:
    """The first side's points of the boards of the meeting, as played or as the director says; and where it sat east-west."""
    if not contest.plan.kind.has_boards or meeting.board_set is None:
        return {}, frozenset()
    wanted = boards_of(meeting.board_set, contest.plan.boards)
    scores, turned = dict[int, int](), set[int]()
    for sitting in usable:
        is_turned = sitting.sides[0] != sides[0]
        own = {board: -score if is_turned else score for board, score in sitting.boards if board in wanted}
        scores |= own
        turned = turned | own.keys() if is_turned else turned - own.keys()
    for board in wanted:
        correction = contest.corrections.get((number, meeting.table, board))
        if correction and correction.scores:
            scores[board] = correction.scores[0]
            turned.discard(board)
    return scores, frozenset(turned)


def _all_there(contest: Contest, number: int, meeting: Meeting, scores: Mapping[int, int]) -> bool:
    """Whether every board was played, or given an average."""
    wanted = boards_of(meeting.board_set, contest.plan.boards) if meeting.board_set else range(0)
    return bool(wanted) and all(board in scores or contest.correction_of(number, meeting.table, board) for board in wanted)


def _most(points: Sequence[int]) -> int | None:
    return points.index(max(points)) if list(points).count(max(points)) == 1 else None
