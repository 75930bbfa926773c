"""Everybody meets everybody, singles, pairs or teams, by the circle method.

All but the last stand in a circle and turn one place a round; those opposite one another meet, and the last meets the one who
stands alone. Without a last one that one sits out. Sides change from round to round, so that nobody is first-named twice more
than second.
"""

from club.movements.rounds import Meeting, Movement, NoSuchMovement, Round


def round_robin(entrants: int, *, legs: int = 1, games: int = 1) -> Movement:
    """Every two meet once in each of `legs` legs, over so many games a meeting; in every second leg the sides are changed over.

    Raises:
        NoSuchMovement: for fewer than two entrants, or no leg or game at all.
    """
    if entrants < 2:
        raise NoSuchMovement("A round robin needs two entrants; enter another")
    if legs < 1 or games < 1:
        raise NoSuchMovement("Play at least one leg, and at least one game a meeting")
    circle = entrants - 1 + entrants % 2
    rounds = []
    for number in range(circle * legs):
        meetings = _meetings(circle, number % circle, games, alone_plays=entrants % 2 == 0)
        turn = number // circle % 2
        rounds.append(Round(number + 1, tuple(meeting.turned if turn else meeting for meeting in meetings)))
    return Movement("Round robin", entrants, tuple(rounds))


def _meetings(circle: int, gone: int, games: int, *, alone_plays: bool) -> list[Meeting]:
    alone, last = gone + 1, circle + 1
    met = [(last, alone) if gone % 2 else (alone, last)] if alone_plays else []
    for apart in range(1, circle // 2 + 1):
        two = (gone + apart) % circle + 1, (gone - apart) % circle + 1
        met.append(two if apart % 2 else two[::-1])
    return [Meeting(table, ((one,), (other,)), games=games) for table, (one, other) in enumerate(met, 1)]
