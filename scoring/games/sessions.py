"""How a session goes on from hand to hand: points to a target or over a number of deals, and stones out of a pool."""

from scoring.games.definition import Ending, Ends
from scoring.games.game import HandResult, Setup, Standing
from scoring.sheet import Sides, added, counted_in_words
from scoring.values import changed

HIGHEST = Ending()
"""Whoever has most at the end wins."""


def counted(setup: Setup, before: Standing, result: HandResult | None) -> Standing:
    """Totals after the hand; who has won is judged by `judged`."""
    totals = before.totals if result is None else added((before.totals, result.points), len(before.totals))
    return changed(before, totals=totals, playing=setup.seats)


def judged(
    setup: Setup,
    sides: Sides,
    standing: Standing,
    target: int | None,
    deals: int = 0,
    ending: Ending = HIGHEST,
    done: tuple[int, ...] = (),
    declarer: int | None = None,
) -> Standing:
    """The standing of a game of points: whether it is over, who has won, and what is still needed.

    It is over once there are sides that are `done`, at the target, at the floor, or after so many deals; level, another hand is
    played. `declarer`: the side that made its bid.
    """
    totals, best, is_late = standing.totals, max(standing.totals), bool(deals and standing.hands >= deals)
    has_played = declarer is not None and target is not None and totals[declarer] >= target
    is_reached = has_played if ending.wins is Ends.DECLARER_ONLY else target is not None and best >= target
    is_sunk = ending.floor is not None and min(totals) <= ending.floor
    if not (done or is_reached or is_sunk or is_late):
        return changed(standing, winner=None, needed=_to_go(ending, target, best, deals - standing.hands if deals else 0))
    wanted = min(totals) if ending.wins is Ends.LOWEST else best
    leaders = [side for side, total in enumerate(totals) if total == wanted]
    if ending.wins is Ends.WHOM and done:
        leaders = _first_of(totals, done)
    if ending.wins in (Ends.DECLARER, Ends.DECLARER_ONLY) and has_played and declarer is not None:
        leaders = [declarer]
    names = [setup.names_of(sides[side]) for side in leaders]
    if len(leaders) > 1:
        return changed(standing, winner=None, needed="level: " + " and ".join(names) + " play another deal")
    words = f"{names[0]} won with {totals[leaders[0]]}"
    if ending.wins is Ends.HIGHEST and is_reached:
        words = f"{names[0]} reached {target}"
    elif ending.wins is Ends.HIGHEST and is_late:
        words = f"{names[0]} won after {counted_in_words(standing.hands, 'deal')}"
    return changed(standing, winner=leaders[0], needed=words)


def _to_go(ending: Ending, target: int | None, best: int, deals: int) -> str:
    if target is None:
        return f"{counted_in_words(deals, 'deal')} to go" if deals else ""
    if ending.wins is Ends.LOWEST:
        return f"until somebody has {target}: {target - best} to go"
    return f"first to {target} with a bid of its own" if best >= target else f"first to {target}: {target - best} to go"


def stones_standing(setup: Setup, before: Standing, result: HandResult | None) -> Standing:
    """A stone a point out of the pool; the last winner takes what is left; a tie plays one more deal among the tied."""
    stones = list(before.totals)
    pool = setup.options.stones if before.pool is None else before.pool
    playing = before.playing
    taker = result.winner if result and any(result.points) else None
    if result is not None and taker is not None:
        if pool == 0:
            words = f"{setup.name_of(taker)} won the deal that broke the tie"
            return changed(before, winner=int(taker), needed=words)
        taken = min(pool, result.points[taker])
        stones[taker] += taken
        pool -= taken
    standing = changed(before, totals=tuple(stones), pool=pool)
    if pool:
        return changed(standing, needed=f"{counted_in_words(pool, 'stone')} left")
    tied = tuple(seat for seat in playing if stones[seat] == max(stones))
    if len(tied) == 1:
        return changed(standing, winner=int(tied[0]), playing=tied, needed=f"{setup.name_of(tied[0])} holds most stones")
    words = "tie: " + " and ".join(setup.name_of(seat) for seat in tied) + " play one more deal"
    return changed(standing, playing=tied, needed=words)


def _first_of(totals: tuple[int, ...], done: tuple[int, ...]) -> list[int]:
    """Of those of whom the end holds who has most; level, who has most with the one opposite, and of two opposite the first."""
    opposite = len(totals) // 2

    def rank(side: int) -> tuple[int, int]:
        return totals[side], totals[side] + totals[(side + opposite) % len(totals)]

    best = max(map(rank, done))
    leaders = [side for side in done if rank(side) == best]
    return leaders[:1] if all((side - leaders[0]) % len(totals) in (0, opposite) for side in leaders) else leaders
