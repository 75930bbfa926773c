"""Whist tournaments: single players in changing partnerships, each with each as partners once and twice as opponents.

They exist for every 4n players, all of whom play in each of 4n - 1 rounds, and for 4n + 1, of whom one sits out in each of 4n +
1 rounds (R. D. Baker, "Whist tournaments", Congressus Numerantium 14, 1975). These turn: from one round to the next everybody
takes the place of the player one lower (the last of 4n stays), so the first round is enough if in it every distance between
partners comes once and every distance between opponents twice. Nine players do not turn in one ring; theirs is a square of
three by three.
"""

from club.movements.rounds import Meeting, Movement, NoSuchMovement, Round

Table = tuple[int, int, int, int]
"""Two partners and two partners, as residues; the one who stays is -1."""

# Found by search, where it could be with each two partners opposite in the ring. Each table is two partners and two partners; `-`
# stays. In the field of nine, 1 + x being primitive, an element is written as three times its first part and its second, and the
# shifts of the two tables by every element are the tournament.
_FIRST = {
    4: "- 0 1 2",
    5: "2 3 1 4",
    8: "- 0 6 2, 1 3 5 4",
    9: "3 6 2 1, 4 8 5 7",
    12: "- 0 10 7, 9 5 3 8, 1 2 4 6",
    13: "6 7 4 9, 5 8 1 12, 3 10 2 11",
    16: "- 0 8 13, 11 3 2 14, 4 10 5 6, 7 9 1 12",
    17: "8 9 2 15, 7 10 6 11, 5 12 3 14, 4 13 1 16",
    20: "- 0 17 13, 10 4 3 14, 9 6 1 8, 15 5 12 11, 16 18 2 7",
    21: "1 6 12 20, 4 11 8 10, 18 3 7 19, 15 16 13 2, 14 17 9 5",
    24: "- 0 13 11, 6 12 16 7, 2 14 21 17, 5 4 22 19, 1 9 10 3, 15 20 8 18",
    25: "12 13 1 24, 11 14 7 18, 10 15 5 20, 9 16 8 17, 6 19 3 22, 4 21 2 23",
    28: "- 0 3 24, 13 14 1 26, 12 15 7 20, 11 16 9 18, 10 17 6 21, 8 19 2 25, 5 22 4 23",
    29: "14 15 1 28, 13 16 8 21, 12 17 5 24, 11 18 7 22, 10 19 9 20, 6 23 3 26, 4 25 2 27",
    32: "- 0 28 26, 4 8 14 11, 23 12 19 25, 7 30 18 13, 16 6 15 27, 9 24 22 5, 20 29 21 3, 2 1 17 10",
    33: "1 16 24 14, 22 19 23 31, 21 12 5 25, 8 20 26 9, 7 2 13 17, 30 3 28 27, 10 32 15 29, 6 4 11 18",
    36: "- 0 30 9, 24 21 23 31, 22 15 34 19, 2 14 8 32, 33 11 29 25, 28 12 27 1, 10 5 20 3, 17 18 4 6, 16 26 7 13",
    37: "18 19 1 36, 17 20 6 31, 16 21 11 26, 15 22 13 24, 14 23 10 27, 12 25 4 33, 9 28 3 34, 8 29 7 30, 5 32 2 35",
    40: "- 0 13 26, 19 20 1 38, 18 21 6 33, 17 22 11 28, 16 23 14 25, 15 24 10 29, 12 27 4 35, 9 30 8 31, 7 32 3 36, 5 34 2 37",
    41: "20 21 1 40, 19 22 4 37, 18 23 10 31, 17 24 13 28, 16 25 11 30, 15 26 14 27, 12 29 5 36, 9 32 7 34, 8 33 2 39, 6 35 3 38",
}

MOST_PLAYERS = max(_FIRST)


def whist(players: int) -> Movement:
    """The whole tournament.

    Raises:
        NoSuchMovement: where the players are not 4n or 4n + 1, or too many.
    """
    if players < 4 or players % 4 > 1:
        raise NoSuchMovement(
            f"With {players} players not everybody can partner everybody; let some sit out, or seat them by chance"
        )
    if players > MOST_PLAYERS:
        raise NoSuchMovement(
            f"{players} players are too many for a whist tournament; divide them into fields of {MOST_PLAYERS} or fewer"
        )
    ring = players - 1 if players % 4 == 0 else players
    first = [_table(written) for written in _FIRST[players].split(", ")]
    rounds = []
    for gone in range(ring):
        moved = [[_moved(player, gone, ring) + 1 for player in table] for table in first]
        meetings = (Meeting(number, ((a, b), (c, d))) for number, (a, b, c, d) in enumerate(moved, 1))
        rounds.append(Round(gone + 1, tuple(meetings)))
    return Movement("Whist tournament", players, tuple(rounds))


def _table(written: str) -> Table:
    a, b, c, d = (-1 if player == "-" else int(player) for player in written.split())
    return a, b, c, d


def _moved(player: int, gone: int, ring: int) -> int:
    if player < 0:
        return ring
    if ring == 9:
        return 3 * ((player // 3 + gone // 3) % 3) + (player + gone) % 3
    return (player + gone) % ring
