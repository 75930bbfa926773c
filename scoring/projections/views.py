"""The three views: the table now, one hand, and the whole session."""

from scoring.deal import Deal
from scoring.projections.hands import hand_of, passing_of
from scoring.projections.offences import offence_of, suspicions_of
from scoring.projections.scores import balance, players_of, result_of, sheet_of, sides_of, summary_of
from scoring.projections.values import Json
from scoring.projections.waiting import Attention, attention, questions
from scoring.sheet import payments
from scoring.table import Table

RECENT = 10
"""Corrections that the small view still tells of."""


def table_view(table: Table) -> Json:
    """What is going on now, for `GET /api/v1/table` and the live stream: small however long the evening.

    Offences are those of the last two hands, the sheet that of the last one with a result; `session_view` has all.
    """
    if table.setup is None:
        return {"seq": 0, "attention": Attention.IDLE.value, "game": None}
    standing, scored = table.standing, _last_scored(table)
    return {
        "seq": table.seq,
        "attention": attention(table).value,
        "game": table.setup.game,
        "players": players_of(table),
        "sides": sides_of(table),
        "needed": standing.needed,
        "passing": passing_of(table),
        "winner": standing.winner,
        "is_ended": table.is_ended,
        "signed": table.signed,
        "next_dealer": table.next_dealer,
        "hand": hand_of(table.deal) if table.deal else None,
        "last_hand": {"number": scored.hand.number, **result_of(scored, scored.result)} if scored and scored.result else None,
        "questions": questions(table),
        "offences": [offence_of(deal, offence) for deal in table.deals[-2:] for offence in deal.offences],
        "suspicions": suspicions_of(table.deal) if table.deal else [],
        "corrections": [vars(correction) for correction in table.corrections[-RECENT:]],
        "disputed": table.disputed,
        "disputed_by": table.dispute.by if table.dispute else None,
        "disputed_evidence": table.dispute.evidence if table.dispute else None,
        "sheet": sheet_of(scored) if scored else [],
        "payments": [
            {"payer": payment.payer, "payee": payment.payee, "amount": payment.amount} for payment in payments(balance(table))
        ],
    }


def session_view(table: Table) -> Json:
    """The whole session: every hand with its points and the totals after it, all offences, corrections and the sheet."""
    return {
        "hands": [summary_of(deal) for deal in table.deals],
        "offences": [offence_of(deal, offence) for deal in table.deals for offence in deal.offences],
        "corrections": [vars(correction) for correction in table.corrections],
        "sheet": [line for deal in table.deals for line in sheet_of(deal)],
        "balance": balance(table),
    }


def hand_view(table: Table, number: int) -> Json:
    """One hand of the session with all its tricks, what it proved, and what it came to; raises `NoSuchCard`.

    `outlines` has the card's corners in each picture, by the picture's name.
    """
    deal = table.deal_numbered(number)
    return {
        "hand": hand_of(deal),
        "outlines": {play.reading.evidence: play.reading.outline for play in deal.hand.plays if play.reading.outline},
        "result": result_of(deal, deal.result) if deal.result else None,
        "offences": [offence_of(deal, offence) for offence in deal.offences],
        "suspicions": suspicions_of(deal),
        "corrections": [vars(correction) for correction in table.corrections if correction.hand == number],
        "sheet": sheet_of(deal),
    }


def _last_scored(table: Table) -> Deal | None:
    """The newest hand with a result."""
    return next((deal for deal in reversed(table.deals) if deal.result), None)
