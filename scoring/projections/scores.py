"""Who has how much: totals of players and sides, what a hand came to and why, and what everybody has won or lost."""

from scoring.deal import Deal
from scoring.games.game import HandResult
from scoring.projections.values import Json
from scoring.table import Table


def players_of(table: Table) -> list[Json]:
    """Everybody who sits there, with the total of the own side."""
    setup, totals = table.agreed, table.standing.totals
    sides = {seat: side for side, members in enumerate(table.game.sides(setup)) for seat in members}
    return [
        {
            "seat": seat,
            "name": setup.players[seat],
            "side": sides[seat],
            "total": totals[sides[seat]],
            "shown": table.game.notation(setup, totals[sides[seat]]),
        }
        for seat in setup.seats
    ]


def sides_of(table: Table) -> list[Json]:
    """Every side with its total and what else it carries from hand to hand, by its name."""
    setup, standing = table.agreed, table.standing
    return [
        {
            "name": setup.names_of(members),
            "seats": list(members),
            "total": standing.totals[side],
            "shown": table.game.notation(setup, standing.totals[side]),
            "carries": {name: values[side] for name, values in standing.carries.items()},
        }
        for side, members in enumerate(table.game.sides(setup))
    ]


def result_of(deal: Deal, result: HandResult) -> Json:
    """What the hand came to."""
    setup = deal.setup
    return {
        "sides": _side_names(deal),
        "winner": result.winner,
        "winner_name": setup.name_of(result.winner),
        "last_card": str(result.winning_card) if result.winning_card else None,
        "points": list(result.points),
        "settlement": list(result.settlement),
        "next_dealer": result.next_dealer,
    }


def summary_of(deal: Deal) -> Json:
    """The hand as one line of the session."""
    setup, totals = deal.setup, deal.after.totals
    return {
        "number": deal.hand.number,
        "players": list(setup.players),
        "sides": _side_names(deal),
        "dealer": setup.name_of(deal.hand.dealer),
        "is_void": deal.hand.is_void,
        "is_empty": deal.hand.moments == 0,
        "points": list(deal.result.points) if deal.result else None,
        "totals": list(totals),
        "shown": [deal.game.notation(setup, total) for total in totals],
        "winner": setup.name_of(deal.result.winner) if deal.result and deal.result.winner is not None else None,
        "last_card": str(deal.result.winning_card) if deal.result and deal.result.winning_card else None,
    }


def sheet_of(deal: Deal) -> list[Json]:
    """Every line of the hand's score with its reason."""
    sides = deal.game.sides(deal.setup)
    return [
        {
            "hand": line.hand,
            "side": line.side,
            "player": deal.setup.names_of(sides[line.side]),
            "label": line.label,
            "points": line.points,
            "reason": line.reason,
            "rule": line.rule,
            "tricks": list(line.tricks),
        }
        for line in (deal.result.lines if deal.result else ())
    ]


def _side_names(deal: Deal) -> list[str]:
    return [deal.setup.names_of(members) for members in deal.game.sides(deal.setup)]


def balance(table: Table) -> dict[str, int]:
    """What every player who ever sat there has won or lost, by name; sums to zero."""
    sums: dict[str, int] = {}
    for deal in table.deals:
        for name, gain in zip(deal.setup.players, deal.result.settlement if deal.result else (), strict=False):
            sums[name] = sums.get(name, 0) + gain
    return sums
