"""Howell movements: one winner, everybody meets everybody, or, with fewer rounds, as many as there are rounds.

After each round every pair takes the place of the pair one lower, the lowest that of the highest that moves, and the boards
come down a set; the last pairs stay. Up to seven tables the first rounds are those of the guide cards in common use in North
America, so that printed cards on the tables agree; beyond, and for three-quarter Howells, `starters` finds them. Tables share
boards where no Howell gives each its own: with two and three tables, and in some three-quarter Howells of an even number of
tables or five.
"""

from dataclasses import dataclass

from club.movements.rounds import Meeting, Movement, NoSuchMovement, Round
from club.movements.starters import Start, found

FEWEST_TABLES, MOST_TABLES = 2, 20


@dataclass(frozen=True)
class _Card:
    """A printed first round; `boards` holds each table's sets round by round where they do not simply come down."""

    starts: tuple[Start, ...]
    boards: tuple[tuple[int, ...], ...] | None = None


# With two and three tables no full Howell gives every table boards of its own in all rounds
# (there are no Room squares of sides 3 and 5), so the cards let the tables share: always with two, in the last round with three.
_CARDS = {
    (2, 3): _Card((Start(4, 1, 1), Start(2, 3, 1)), ((1, 2, 3), (1, 2, 3))),
    (3, 5): _Card((Start(6, 1, 1), Start(4, 3, 2), Start(2, 5, 4)), ((1, 2, 3, 4, 5), (2, 3, 2, 3, 5), (4, 4, 1, 1, 5))),
    (4, 7): _Card((Start(8, 1, 1), Start(3, 6, 4), Start(2, 7, 6), Start(5, 4, 7))),
    (5, 9): _Card((Start(7, 3, 1), Start(5, 2, 2), Start(10, 1, 3), Start(9, 8, 4), Start(4, 6, 5))),
    (6, 11): _Card((Start(12, 1, 1), Start(6, 7, 4), Start(11, 4, 6), Start(3, 9, 8), Start(2, 5, 9), Start(10, 8, 11))),
    (7, 13): _Card(
        (Start(5, 12, 1), Start(2, 4, 2), Start(9, 10, 3), Start(14, 1, 4), Start(8, 13, 5), Start(7, 11, 6), Start(6, 3, 7)),
    ),
}


def howell(pairs: int, rounds: int | None = None) -> Movement:
    """A Howell for so many pairs; with an odd number, whoever would meet the missing last pair sits out.

    `rounds` is one less than twice the tables unless given; with fewer it is a three-quarter Howell, in which nobody meets
    twice and everybody plays every board set. A full Howell may also be broken off: `howell(10).cut(8)`.

    Raises:
        NoSuchMovement: where the tables, or the rounds, are too few or too many.
    """
    tables = (pairs + 1) // 2
    if not FEWEST_TABLES <= tables <= MOST_TABLES:
        remedy = "play one pair of tables as a match" if tables < FEWEST_TABLES else "play a Mitchell"
        raise NoSuchMovement(f"There is no Howell for {pairs} pairs; {remedy}")
    full = 2 * tables - 1
    rounds = full if rounds is None else rounds
    if rounds > full:
        raise NoSuchMovement(f"{rounds} rounds are too many for a Howell of {tables} tables; play {full} or fewer")
    if rounds <= tables:
        remedy = f"play {tables + 1} and break it off, or a Mitchell"
        raise NoSuchMovement(f"{rounds} rounds are too few for a Howell of {tables} tables; {remedy}")
    card = _CARDS.get((tables, rounds)) or _Card(found(tables, rounds))
    name = "Howell" if rounds == full else "Three-quarter Howell"
    return Movement(name, pairs, tuple(_round(card, number, rounds, pairs) for number in range(1, rounds + 1)))


def _round(card: _Card, number: int, rounds: int, pairs: int) -> Round:
    meetings = []
    for table, start in enumerate(card.starts, 1):
        sides = tuple((_moved(pair, number - 1, rounds),) for pair in (start.north_south, start.east_west))
        board_set = card.boards[table - 1][number - 1] if card.boards else _moved(start.board_set, number - 1, rounds)
        meetings.append(Meeting(table, sides, board_set))
    return Round(number, tuple(meeting for meeting in meetings if max(meeting.entrants) <= pairs))


def _moved(number: int, gone: int, rounds: int) -> int:
    """Who sits, or what lies, after `gone` changes where `number` began; the pairs above the rounds stay."""
    return number if number > rounds else (number - 1 + gone) % rounds + 1
