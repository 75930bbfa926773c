"""What is wrong in a movement: everything, in words, for one that somebody brought as well as for our own."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from club.movements.rounds import Movement, Round, against


def faults(movement: Movement, *, may_share: bool = False, may_meet_again: bool = False) -> tuple[str, ...]:
    """Every breach of the laws of movements; none for a sound one.

    `may_share` allows a board set at several tables of one round, `may_meet_again` allows two to meet more than once.
    """
    found = list(chain.from_iterable(_in_round(movement, one, may_share) for one in movement.rounds))
    if not may_meet_again:
        met = Counter(chain.from_iterable(against(one) for one in movement.rounds))
        found += [f"{one} and {other} meet {times} times" for (one, other), times in met.items() if times > 1]
    return (*found, *_boards_again(movement))


def _in_round(movement: Movement, one: Round, may_share: bool) -> Iterator[str]:
    tables = Counter(meeting.table for meeting in one.meetings)
    yield from (f"round {one.number}: two meetings at table {table}" for table, times in tables.items() if times > 1)
    seats = Counter(chain.from_iterable(meeting.entrants for meeting in one.meetings))
    yield from (f"round {one.number}: {entrant} sits twice" for entrant, times in seats.items() if times > 1)
    yield from (f"round {one.number}: {entrant} is not entered" for entrant in seats if not 1 <= entrant <= movement.entrants)
    if not may_share:
        for number, at in one.shared.items():
            yield f"round {one.number}: tables {' and '.join(map(str, at))} share board set {number}"


def _boards_again(movement: Movement) -> Iterator[str]:
    meetings = chain.from_iterable(one.meetings for one in movement.rounds)
    played = Counter((entrant, meeting.board_set) for meeting in meetings if meeting.board_set for entrant in meeting.entrants)
    yield from (f"{entrant} plays board set {number} {times} times" for (entrant, number), times in played.items() if times > 1)
