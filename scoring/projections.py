"""What pages, lamps and interfaces show of a table: plain JSON values, computed each time."""

from enum import Enum
from typing import Any

from scoring.cards import Card
from scoring.games.game import HandResult, Setup
from scoring.hands import Hand
from scoring.offences import Offence
from scoring.seats import Seat
from scoring.sheet import added, payments
from scoring.table import Table
from scoring.tricks import Play, Trick

Json = dict[str, Any]


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


def table_view(table: Table) -> Json:
    """The whole state for `GET /api/v1/table` and the live stream."""
    if table.setup is None:
        return {"seq": 0, "attention": Attention.IDLE.value, "game": None}
    standing = table.standing
    return {
        "seq": table.seq,
        "attention": attention(table).value,
        "game": table.setup.game,
        "players": _players(table),
        "needed": standing.needed,
        "winner": standing.winner,
        "is_ended": table.is_ended,
        "hand": _hand(table, table.hand) if table.hand else None,
        "last_hand": _last_hand(table),
        "questions": questions(table),
        "offences": [offence for hand in table.hands for offence in _offences(table, hand)],
        "suspicions": _suspicions(table),
        "corrections": [vars(correction) for correction in table.corrections],
        "disputed": table.disputed,
        "sheet": _sheet(table),
        "payments": _payments(table),
    }


def questions(table: Table) -> list[Json]:
    """What the table is asked: unsure cards, and tricks confirmed with a wrong number of cards."""
    asked = [
        _unsure(table, hand, trick, position)
        for hand in table.hands
        for trick in hand.tricks
        for position, play in enumerate(trick.plays)
        if play.card is None and not play.face_down and not hand.is_void
    ]
    question = table.count_question
    if question:
        hand = table.hand_numbered(question.hand)
        kind = "missing" if question.found < question.expected else "too_many"
        place = {"hand": question.hand, "trick": question.trick, "position": question.found}
        counts = {"found": question.found, "expected": question.expected}
        asked.append({"kind": kind, **place, **counts, "likeliest": [], "others": [str(card) for card in unseen(hand)]})
    return asked


def unseen(hand: Hand) -> list[Card]:
    """Cards of the pack that have not shown in this hand, in the pack's order."""
    seen = {play.shows for play in hand.plays} | set(hand.shown)
    return [card for card in hand.order.pack.cards if card not in seen]


def _unsure(table: Table, hand: Hand, trick: Trick, position: int) -> Json:
    play = trick.plays[position]
    likeliest = [[str(card), round(chance, 3)] for card, chance in play.reading.alternatives]
    named = {code for code, _ in likeliest}
    return {
        "kind": "unsure",
        "hand": hand.number,
        "trick": trick.number,
        "position": position,
        "seat": play.seat,
        "player": table.agreed.name_of(play.seat),
        "likeliest": likeliest,
        "others": [str(card) for card in unseen(hand) if str(card) not in named],
        "evidence": play.reading.evidence,
    }


def _players(table: Table) -> list[Json]:
    setup, totals = table.agreed, table.standing.totals
    return [
        {"seat": seat, "name": setup.players[seat], "total": totals[seat], "shown": table.game.notation(setup, totals[seat])}
        for seat in setup.seats
    ]


def _hand(table: Table, hand: Hand) -> Json:
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "leader": hand.leader,
        "turn": hand.turn,
        "hand_size": hand.hand_size,
        "seats": list(hand.seats),
        "is_over": hand.is_played_out or hand.is_void,
        "is_void": hand.is_void,
        "to_confirm": hand.trick_to_confirm,
        "tricks": [_trick(table.agreed, trick) for trick in hand.tricks],
    }


def _trick(setup: Setup, trick: Trick) -> Json:
    return {
        "number": trick.number,
        "is_confirmed": trick.is_confirmed,
        "led": trick.led.value if trick.led else None,
        "winner": trick.winner,
        "winner_name": setup.name_of(trick.winner) if trick.winner is not None else None,
        "winning_card": str(trick.winning_card) if trick.winning_card else None,
        "plays": [_play(setup, play, position) for position, play in enumerate(trick.plays)],
    }


def _play(setup: Setup, play: Play, position: int) -> Json:
    card = "back" if play.is_hidden else str(play.card or "??")
    return {
        "position": position,
        "seat": play.seat,
        "player": setup.name_of(play.seat),
        "card": card,
        "confidence": round(play.reading.confidence, 4),
        "evidence": play.reading.evidence,
    }


def _last_hand(table: Table) -> Json | None:
    """The newest hand with a result: who won it, with which card, and for how much."""
    for hand, result in zip(reversed(table.hands), reversed(table.results), strict=True):
        if result:
            return {"number": hand.number, **_result(table.agreed, result)}
    return None


def _result(setup: Setup, result: HandResult) -> Json:
    return {
        "winner": result.winner,
        "winner_name": setup.name_of(result.winner),
        "last_card": str(result.winning_card) if result.winning_card else None,
        "points": list(result.points),
        "settlement": list(result.settlement),
        "next_dealer": result.next_dealer,
        "reasons": [line.reason for line in result.lines],
    }


def _offences(table: Table, hand: Hand) -> list[Json]:
    return [_offence(table, hand, offence) for offence in table.offences(hand)]


def _offence(table: Table, hand: Hand, offence: Offence) -> Json:
    done = _find(hand, offence.trick, offence.seat)
    proof = _find(hand, offence.proved_in, offence.seat) if offence.proved_in else None
    plays = [play for play in (done, proof) if play]
    return {
        "key": offence.key,
        "kind": offence.kind.value,
        "hand": hand.number,
        "seat": offence.seat,
        "player": table.agreed.name_of(offence.seat),
        "trick": offence.trick,
        "card": str(offence.card or "??"),
        "proved_by": str(offence.proved_by) if offence.proved_by else None,
        "proved_in": offence.proved_in,
        "sentence": sentence(table.agreed, hand, offence),
        "pictures": [play.reading.evidence for play in plays],
        "probability": round(min((play.reading.confidence for play in plays), default=0.0), 4),
        "is_waived": (hand.number, offence.key) in table.waived,
    }


def _find(hand: Hand, trick: int, seat: Seat) -> Play | None:
    return hand.tricks[trick - 1].played_by(seat)


SUIT_NAMES = {"C": "a club", "D": "a diamond", "H": "a heart", "S": "a spade"}


def sentence(setup: Setup, hand: Hand, offence: Offence) -> str:
    """The offence in a player's words."""
    name, card = setup.name_of(offence.seat), offence.card or "a card"
    led = hand.tricks[offence.trick - 1].led
    if offence.proved_by and led:
        suit = SUIT_NAMES[led.value]
        return (
            f"{name} played {card} to {suit} lead in trick {offence.trick} "
            f"and {offence.proved_by} in trick {offence.proved_in}: {name} could have followed suit."
        )
    words = {
        "out_of_turn": f"{name} played {card} out of turn in trick {offence.trick}.",
        "card_not_in_pack": f"{card} in trick {offence.trick} does not belong to the pack of this game.",
        "duplicate_card": f"{card} was seen twice: the second time in trick {offence.trick}.",
        "too_many_cards": f"{name} has played more cards than were dealt, the last in trick {offence.trick}.",
    }
    return words[offence.kind.value]


def _suspicions(table: Table) -> list[Json]:
    if table.hand is None:
        return []
    found = table.game.suspicions(table.hand)
    return [{"seat": s.seat, "player": table.agreed.name_of(s.seat), "trick": s.trick} for s in found]


def _sheet(table: Table) -> list[Json]:
    lines = [line for result in table.results if result for line in result.lines]
    setup = table.agreed
    return [
        {
            "hand": line.hand,
            "seat": line.seat,
            "player": setup.name_of(line.seat),
            "label": line.label,
            "points": line.points,
            "reason": line.reason,
            "rule": line.rule,
            "tricks": list(line.tricks),
        }
        for line in lines
    ]


def _payments(table: Table) -> list[Json]:
    setup = table.agreed
    balance = added(tuple(result.settlement for result in table.results if result), len(setup.players))
    return [{"payer": setup.name_of(p.payer), "payee": setup.name_of(p.payee), "amount": p.amount} for p in payments(balance)]
