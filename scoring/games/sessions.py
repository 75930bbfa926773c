"""How a session goes on from hand to hand: points to a target or over a number of deals, and stones out of a pool."""

from scoring.games.definition import Ending, Ends
from scoring.games.game import HandResult, Setup, Standing
from scoring.sheet import Sides, added, counted_in_words
from scoring.values import changed


def points_standing(
    setup: Setup, sides: Sides, before: Standing, result: HandResult | None, target: int | None, deals: int = 0
) -> Standing:
    """Totals after the hand; the first to reach `target` has won, or whoever leads after so many deals.

    Where two sides reach the target in one hand the higher wins; level, another hand is played.
    """
    totals = added((before.totals, result.points) if result else (before.totals,), len(sides))
    best = max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    is_end = (target is not None and best >= target) or bool(deals and before.hands >= deals)
    standing = changed(before, totals=totals, playing=setup.seats)
    if is_end and len(leaders) == 1:
        name = setup.names_of(sides[leaders[0]])
        words = (
            f"{name} reached {target}"
            if target is not None and best >= target
            else f"{name} leads after {counted_in_words(before.hands, 'deal')}"
        )
        return changed(standing, winner=leaders[0], needed=words)
    if is_end:
        words = "level: " + " and ".join(setup.names_of(sides[side]) for side in leaders) + " play another deal"
    elif target is not None:
        words = f"first to {target}: {target - best} to go"
    else:
        words = f"{counted_in_words(deals - before.hands, 'deal')} to go" if deals else ""
    return changed(standing, winner=None, needed=words)


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


def ended(
    setup: Setup,
    sides: Sides,
    standing: Standing,
    ending: Ending,
    target: int | None,
    deals: int,
    done: tuple[int, ...],
    declarer: int | None,
) -> Standing:
    """The standing once the game's own end is looked at: whether it is over and who has won.

    It is over once there are sides that are `done`, at the target, at the floor, or after so many deals. `declarer`: the side
    that played.
    """
    totals, best = standing.totals, max(standing.totals)
    has_played = declarer is not None and target is not None and totals[declarer] >= target
    is_over_target = has_played if ending.wins is Ends.DECLARER_ONLY else target is not None and best >= target
    is_sunk = ending.floor is not None and min(totals) <= ending.floor
    if not (done or is_over_target or is_sunk or (deals and standing.hands >= deals)):
        words = standing.needed if standing.winner is None else f"first to {target} with a bid of its own"
        if target is not None and ending.wins is Ends.LOWEST:
            words = f"until somebody has {target}: {target - best} to go"
        return changed(standing, winner=None, needed=words)
    wanted = min(totals) if ending.wins is Ends.LOWEST else best
    leaders = [side for side, total in enumerate(totals) if total == wanted]
    if ending.wins is Ends.WHOM and done:
        leaders = _first_of(totals, done)
    if ending.wins in (Ends.DECLARER, Ends.DECLARER_ONLY) and has_played and declarer is not None:
        leaders = [declarer]
    names = [setup.names_of(sides[side]) for side in leaders]
    if len(leaders) > 1:
        return changed(standing, winner=None, needed="level: " + " and ".join(names) + " play another deal")
    return changed(standing, winner=leaders[0], needed=f"{names[0]} won with {totals[leaders[0]]}")


def _first_of(totals: tuple[int, ...], done: tuple[int, ...]) -> list[int]:
    """Of those of whom the end holds who has most; level, who has most with the one opposite, and of two opposite the first."""
    opposite = len(totals) // 2

    def rank(side: int) -> tuple[int, int]:
        return totals[side], totals[side] + totals[(side + opposite) % len(totals)]

    best = max(map(rank, done))
    leaders = [side for side in done if rank(side) == best]
    return leaders[:1] if all((side - leaders[0]) % len(totals) in (0, opposite) for side in leaders) else leaders
