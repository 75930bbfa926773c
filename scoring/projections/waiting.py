"""What the table waits for: its one word for lamp and page, and what it asks people."""

from enum import Enum

from scoring.deal import Deal
from scoring.projections.values import Json
from scoring.remaining import unseen
from scoring.table import Table


class Attention(Enum):
    """What the table waits for: the lamp's and the page's one word."""

    IDLE = "idle"
    READING = "reading"
    TRICK_WAITS = "trick_waits"
    QUESTION = "question"
    OVER = "over"


def attention(table: Table) -> Attention:
    """What the table waits for now."""
    if table.setup is None or table.is_ended:
        return Attention.IDLE
    if questions(table):
        return Attention.QUESTION
    if table.hand and table.hand.is_trick_full:
        return Attention.TRICK_WAITS
    if table.is_hand_over and table.standing.is_over:
        return Attention.OVER
    return Attention.READING


def questions(table: Table) -> list[Json]:
    """What the table is asked: unsure cards, and tricks confirmed with a wrong number of cards."""
    asked = [_unsure(deal, trick, position) for deal in table.deals for trick, position in deal.unsure]
    question = table.count_question
    if question:
        hand = table.hand_numbered(question.hand)
        kind = "missing" if question.found < question.expected else "too_many"
        place = {"hand": question.hand, "trick": question.trick, "position": question.found}
        counts = {"found": question.found, "expected": question.expected}
        asked.append({"kind": kind, **place, **counts, "likeliest": [], "others": [str(card) for card in unseen(hand)]})
    return asked


def _unsure(deal: Deal, number: int, position: int) -> Json:
    hand, trick = deal.hand, deal.hand.tricks[number - 1]
    play = trick.plays[position]
    likeliest = [[str(card), round(chance, 3)] for card, chance in play.reading.alternatives]
    named = {code for code, _ in likeliest}
    named |= {str(card) for seat in hand.seats if seat is not play.seat for card in hand.holds(seat)}
    return {
        "kind": "unsure",
        "hand": hand.number,
        "trick": trick.number,
        "position": position,
        "seat": play.seat,
        "player": deal.setup.name_of(play.seat),
        "likeliest": likeliest,
        "others": [str(card) for card in unseen(hand) if str(card) not in named],
        "evidence": play.reading.evidence,
    }
