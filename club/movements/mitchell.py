"""Mitchell movements: north-south stay, east-west go up a table, the boards come down one.

John T. Mitchell, *Duplicate Whist* (1897). Pairs 1 to t sit north-south at the table of their number, t + 1 to 2t east-west.
With an odd number of tables that is all. With an even one the pairs that move would come to their first boards again half way,
so they either skip a table there, and a round is lost, or tables 1 and t share boards throughout while one set rests on a stand
half way round the room (relay and bye-stand, also called share and relay).
"""

from dataclasses import dataclass

from club.movements.rounds import Meeting, Movement, NoSuchMovement, Round

FEWEST_TABLES = 3


def mitchell(pairs: int, rounds: int | None = None, *, relay: bool = False, arrow_switched: int = 0) -> Movement:
    """A Mitchell for so many pairs; with an odd number, whoever would meet the missing last pair sits out.

    `rounds` is as many as can be unless given. `relay` shares boards rather than skip where the tables are even in number.
    In the last `arrow_switched` rounds north-south and east-west change over, so that there is one winner.

    Raises:
        NoSuchMovement: where there are too few tables, or more rounds than these tables allow.
    """
    tables = (pairs + 1) // 2
    if tables < FEWEST_TABLES:
        raise NoSuchMovement(f"{pairs} pairs are too few for a Mitchell; play a Howell")
    room = _Room(tables, relay=relay and tables % 2 == 0)
    rounds = room.most_rounds if rounds is None else rounds
    if rounds > room.most_rounds:
        raise NoSuchMovement(room.too_many(rounds))
    if rounds < 1 or not 0 <= arrow_switched <= rounds:
        raise NoSuchMovement("Play at least one round, and arrow-switch no more rounds than are played")
    played = []
    for number in range(1, rounds + 1):
        meetings = tuple(meeting for meeting in room.meetings(number - 1, rounds) if max(meeting.entrants) <= pairs)
        turn = number > rounds - arrow_switched
        played.append(Round(number, tuple(meeting.turned if turn else meeting for meeting in meetings)))
    return Movement(room.name, pairs, tuple(played))


@dataclass(frozen=True)
class _Room:
    tables: int
    relay: bool

    @property
    def name(self) -> str:
        if self.tables % 2:
            return "Mitchell"
        return "Mitchell with relay and bye-stand" if self.relay else "Mitchell with skip"

    @property
    def most_rounds(self) -> int:
        return self.tables if self.tables % 2 or self.relay else self.tables - 1

    def too_many(self, rounds: int) -> str:
        told = f"{rounds} rounds are too many for a Mitchell of {self.tables} tables; play {self.most_rounds} or fewer"
        if self.most_rounds < self.tables:
            told += f", or {self.tables} with a relay and bye-stand"
        return told

    def meetings(self, gone: int, rounds: int) -> tuple[Meeting, ...]:
        """All meetings after `gone` changes, the missing pair's too."""
        return tuple(self._meeting(table, gone, rounds) for table in range(self.tables))

    def _meeting(self, table: int, gone: int, rounds: int) -> Meeting:
        half = self.tables // 2
        skipped = self.tables % 2 == 0 and not self.relay and gone >= half and rounds > half
        east_west = (table - gone - skipped) % self.tables
        station = table + (self.relay and table >= half)
        board_set = (station + gone) % self.tables + 1
        return Meeting(table + 1, ((table + 1,), (self.tables + east_west + 1,)), board_set)
