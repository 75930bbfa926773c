"""When a session of points is over, and who has won it: every ending of the rules' language (docs/house-games.md)."""

import pytest

from scoring.games.definition import Ending, Ends
from scoring.games.game import Setup, Standing
from scoring.games.sessions import judged
from scoring.seats import Seat

SETUP = Setup("house", ("Ama", "Kofi", "Esi", "Yaw"), None)
ALONE = tuple((seat,) for seat in Seat)[:4]
TWO = ((Seat.A, Seat.C), (Seat.B, Seat.D))


@pytest.mark.parametrize(
    ("ending", "totals", "declarer", "winner", "needed"),
    [
        (Ending(), (40, 49), 0, None, "first to 50: 1 to go"),
        (Ending(), (50, 60), 0, 1, "Kofi and Yaw reached 50"),  # having bid is nothing here
        (Ending(), (60, 60), 0, None, "level: Ama and Esi and Kofi and Yaw play another deal"),
        (Ending(Ends.LOWEST), (40, 20), None, None, "until somebody has 50: 10 to go"),
        (Ending(Ends.LOWEST), (50, 20), None, 1, "Kofi and Yaw won with 20"),
        (Ending(Ends.DECLARER), (50, 60), 0, 0, "Ama and Esi won with 50"),
        (Ending(Ends.DECLARER), (40, 60), 0, 1, "Kofi and Yaw won with 60"),
        (Ending(Ends.DECLARER_ONLY), (50, 60), 0, 0, "Ama and Esi won with 50"),
        (Ending(Ends.DECLARER_ONLY), (40, 60), 0, None, "first to 50 with a bid of its own"),
        (Ending(Ends.DECLARER_ONLY), (40, 60), None, None, "first to 50 with a bid of its own"),
        (Ending(floor=-50), (-49, 10), None, None, "first to 50: 40 to go"),
        (Ending(floor=-50), (-50, 10), None, 1, "Kofi and Yaw won with 10"),
    ],
)
def test_two_sides_play_to_fifty(ending: Ending, totals: tuple[int, int], declarer: int, winner: int, needed: str) -> None:
    after = judged(SETUP, TWO, Standing(totals), 50, ending=ending, declarer=declarer)
    assert (after.winner, after.needed) == (winner, needed)


@pytest.mark.parametrize(
    ("totals", "hands", "winner", "needed"),
    [
        ((5, 4), 2, None, "1 deal to go"),
        ((5, 4), 3, 0, "Ama and Esi won after 3 deals"),
        ((4, 4), 3, None, "level: Ama and Esi and Kofi and Yaw play another deal"),
    ],
)
def test_so_many_deals_end_it(totals: tuple[int, int], hands: int, winner: int, needed: str) -> None:
    after = judged(SETUP, TWO, Standing(totals, hands=hands), None, deals=3)
    assert (after.winner, after.needed) == (winner, needed)


@pytest.mark.parametrize(
    ("totals", "done", "winner"),
    [
        ((30, 45, 10, 5), (0,), 0),  # of whom it holds, not who has most
        ((41, 30, 10, 42), (0, 3), 3),
        ((41, 41, 10, 5), (0, 1), 0),  # level: with whoever sits opposite
        ((41, 41, 5, 10), (0, 1), 1),
        ((41, 41, 5, 5), (0, 1), None),
        ((41, 10, 41, 20), (0, 2), 0),  # two opposite are one party
    ],
)
def test_of_whom_the_end_holds_who_has_most_wins(totals: tuple[int, ...], done: tuple[int, ...], winner: int | None) -> None:
    after = judged(SETUP, ALONE, Standing(totals), 41, ending=Ending(Ends.WHOM), done=done)
    assert after.winner == winner
