"""The movement of a contest that has all its rounds laid down."""

from club.evening.plan import Kind
from club.evening.state import Contest
from club.movements.howell import howell
from club.movements.mitchell import mitchell
from club.movements.round_robin import round_robin
from club.movements.rounds import Movement, NoSuchMovement
from club.movements.whist import whist


def movement_of(contest: Contest) -> Movement:
    """The movement of a contest that has one laid down; raises `NoSuchMovement`."""
    plan, count = contest.plan, len(contest.entrants)
    rounds = plan.rounds or None
    match plan.kind:
        case Kind.ROUND_ROBIN:
            return round_robin(count)
        case Kind.MITCHELL:
            return mitchell(count, rounds, relay=plan.relay, arrow_switched=plan.arrow_switched)
        case Kind.HOWELL:
            return howell(count, rounds)
        case Kind.WHIST:
            return whist(count)
        case _:
            raise NoSuchMovement(f"A {plan.kind.value} contest has no movement that is laid down")
