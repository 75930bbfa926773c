"""What pages, lamps and interfaces show of a table: plain JSON values, computed each time."""

from enum import Enum
from typing import Any

from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.choices import deal_to_speak_in, speaker
from scoring.deal import Deal
from scoring.games.game import HandResult, Setup
from scoring.games.suipe import SUIPE, turn_at
from scoring.hands import Hand
from scoring.moves import Move
from scoring.offences import Offence
from scoring.seats import Seat
from scoring.sentences import sentence
from scoring.sheet import payments
from scoring.table import Table
from scoring.told import Told
from scoring.tricks import Play, Trick

Json = dict[str, Any]

RECENT = 10
"""Corrections that the small view still tells of."""


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
        "players": _players(table),
        "sides": _sides(table),
        "needed": standing.needed,
        **_passing(table),
        "winner": standing.winner,
        "is_ended": table.is_ended,
        "signed": table.signed,
        "next_dealer": table.next_dealer,
        "hand": _hand(table.deal) if table.deal else None,
        "last_hand": {"number": scored.hand.number, **_result(scored, scored.result)} if scored and scored.result else None,
        "questions": questions(table),
        "offences": [_offence(deal, offence) for deal in table.deals[-2:] for offence in deal.offences],
        "suspicions": _suspicions(table.deal) if table.deal else [],
        "corrections": [vars(correction) for correction in table.corrections[-RECENT:]],
        "disputed": table.disputed,
        "disputed_by": table.dispute.by if table.dispute else None,
        "disputed_evidence": table.dispute.evidence if table.dispute else None,
        "sheet": _sheet(scored) if scored else [],
        "payments": [
            {"payer": payment.payer, "payee": payment.payee, "amount": payment.amount} for payment in payments(balance(table))
        ],
    }


def _passing(table: Table) -> Json:
    """The cards that everybody passes on in the hand that has been dealt, or comes next; nothing where nobody does."""
    deal = deal_to_speak_in(table)
    passed = deal.game.passing(deal.setup, deal.before, deal.hand) if deal else None
    return {"passing": str(passed)} if passed else {}


def session_view(table: Table) -> Json:
    """The whole session: every hand with its points and the totals after it, all offences, corrections and the sheet."""
    return {
        "hands": [_summary(deal) for deal in table.deals],
        "offences": [_offence(deal, offence) for deal in table.deals for offence in deal.offences],
        "corrections": [vars(correction) for correction in table.corrections],
        "sheet": [line for deal in table.deals for line in _sheet(deal)],
        "balance": balance(table),
    }


def hand_view(table: Table, number: int) -> Json:
    """One hand of the session with all its tricks, what it proved, and what it came to; raises `NoSuchCard`.

    `outlines` has the card's corners in each picture, by the picture's name.
    """
    deal = table.deal_numbered(number)
    return {
        "hand": _hand(deal),
        "outlines": {play.reading.evidence: play.reading.outline for play in deal.hand.plays if play.reading.outline},
        "result": _result(deal, deal.result) if deal.result else None,
        "offences": [_offence(deal, offence) for offence in deal.offences],
        "suspicions": _suspicions(deal),
        "corrections": [vars(correction) for correction in table.corrections if correction.hand == number],
        "sheet": _sheet(deal),
    }


def _side_names(deal: Deal) -> list[str]:
    return [deal.setup.names_of(members) for members in deal.game.sides(deal.setup)]


def _summary(deal: Deal) -> Json:
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


def balance(table: Table) -> dict[str, int]:
    """What every player who ever sat there has won or lost, by name; sums to zero."""
    sums: dict[str, int] = {}
    for deal in table.deals:
        for name, gain in zip(deal.setup.players, deal.result.settlement if deal.result else (), strict=False):
            sums[name] = sums.get(name, 0) + gain
    return sums


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


def unseen(hand: Hand) -> list[Card]:
    """Cards of the pack that have not shown in this hand, in the pack's order."""
    seen = {play.shows for play in hand.plays} | {play.card for play in hand.shown}
    return [card for card in hand.order.pack.cards if card not in seen]


def _unsure(deal: Deal, number: int, position: int) -> Json:
    hand, trick = deal.hand, deal.hand.tricks[number - 1]
    play = trick.plays[position]
    likeliest = [[str(card), round(chance, 3)] for card, chance in play.reading.alternatives]
    named = {code for code, _ in likeliest}
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


def _players(table: Table) -> list[Json]:
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


def _sides(table: Table) -> list[Json]:
    setup, standing = table.agreed, table.standing
    extras = {name: getattr(standing, name) for name in ("bags", "sticks") if hasattr(standing, name)}
    return [
        {
            "name": setup.names_of(members),
            "seats": list(members),
            "total": standing.totals[side],
            "shown": table.game.notation(setup, standing.totals[side]),
            **{name: values[side] for name, values in extras.items()},
        }
        for side, members in enumerate(table.game.sides(setup))
    ]


def _hand(deal: Deal) -> Json:
    hand = deal.hand
    trump = hand.order_of_play.trump
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "leader": hand.leader,
        "turn": _turn(deal),
        "hand_size": hand.hand_size,
        "seats": list(hand.seats),
        "is_over": deal.is_over,
        "is_void": hand.is_void,
        "to_confirm": hand.trick_to_confirm,
        "trump": trump.value if trump else None,
        "awaits": deal.game.awaits(deal.setup, hand),
        "contract": _contract(deal),
        "calls": [_call(deal.setup, call) for call in hand.calls],
        "moves": [_move(deal.setup, move) for move in hand.moves],
        "layout": None if deal.game.has_tricks else _layout(deal),
        "tricks": [_trick(deal, trick) for trick in hand.tricks],
        "taken": [_taken(hand, seat) for seat in deal.setup.seats],
        "told": _told(deal.setup, hand.told) if hand.told else None,
    }


def _contract(deal: Deal) -> Json | None:
    """What is played after an auction, and by whom."""
    contract = deal.game.contract(deal.setup, deal.hand)
    if contract is None:
        return None
    return {**_call(deal.setup, contract.bid), "seat": contract.declarer, "player": deal.setup.name_of(contract.declarer)} | {
        "doubled": contract.doubled,
        "is_alone": contract.is_alone,
    }


def _taken(hand: Hand, seat: Seat) -> int | None:
    """How many tricks the seat has taken; None where it was only told together with others."""
    if hand.told is not None and hand.told.is_together(seat):
        return None
    return sum(trick.is_confirmed and trick.winner is seat for trick in hand.tricks)


def _told(setup: Setup, told: Told) -> Json:
    return {
        "first": told.first,
        "taken": [{"players": setup.names_of(count.seats), "tricks": count.tricks} for count in told.taken],
    }


def _turn(deal: Deal) -> Seat | None:
    """Who bids or plays next. Whoever has laid a card waits for no bid: it may be told later."""
    hand = deal.hand
    if not deal.game.has_tricks:
        return turn_at(hand, len(hand.moves))
    if not hand.plays and any(call.kind is CallKind.LEADS for call in deal.choices):
        return None
    speaks = None if hand.plays else speaker(deal)
    return hand.next_to_play if speaks is None else speaks


def _call(setup: Setup, call: Call) -> Json:
    return {
        "kind": call.kind.value,
        "seat": call.seat,
        "player": setup.name_of(call.seat),
        "number": call.number,
        "rank": call.rank.value if call.rank else None,
        "suit": call.suit.value if call.suit else None,
        "word": call.word,
        "is_blind": call.is_blind,
        "cards": [str(card) for card in call.cards],
    }


def _move(setup: Setup, move: Move) -> Json:
    taken = [str(card) for card in move.take]
    return {
        "seat": move.seat,
        "player": setup.name_of(move.seat),
        "card": str(move.card),
        "action": move.action.value,
        "take": taken,
        "value": move.value,
        "builds": list(move.builds) if move.build is None else [move.build],
        "sets": [[str(card) for card in group] for group in (*move.sets, *([move.extra] if move.extra else []), *move.also)],
    }


def _layout(deal: Deal) -> Json:
    layout = SUIPE.layout(deal.setup, deal.hand)
    return {
        "loose": [str(card) for card in layout.loose],
        "builds": [
            {"value": build.value, "by": build.by, "sets": [[str(card) for card in group] for group in build.sets]}
            for build in layout.builds
        ],
        "piles": [len(pile) for pile in layout.won],
        "suipes": list(layout.suipes),
    }


def _trick(deal: Deal, trick: Trick) -> Json:
    setup, winner = deal.setup, None if trick.is_counted else trick.winner
    is_whole = len(trick.laid) == len(deal.hand.seats)
    return {
        "number": trick.number,
        "is_confirmed": trick.is_confirmed,
        "led": trick.led.value if trick.led else None,
        "is_counted": trick.is_counted,
        "winner": winner,
        "winner_name": setup.name_of(winner) if winner is not None else None,
        "winning_card": str(trick.winning_card) if trick.winning_card else None,
        "points": deal.game.trick_points(setup, trick) if is_whole else None,
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


def _last_scored(table: Table) -> Deal | None:
    """The newest hand with a result."""
    return next((deal for deal in reversed(table.deals) if deal.result), None)


def _result(deal: Deal, result: HandResult) -> Json:
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


def _offence(deal: Deal, offence: Offence) -> Json:
    done = _find(deal.hand, offence.trick, offence.seat)
    shower = offence.seat if offence.shown_by is None else offence.shown_by
    proof = _find(deal.hand, offence.proved_in, shower) if offence.proved_in else None
    plays = [play for play in (done, proof) if play]
    return {
        "key": offence.key,
        "kind": offence.kind.value,
        "hand": deal.hand.number,
        "seat": offence.seat,
        "player": deal.setup.name_of(offence.seat),
        "trick": offence.trick,
        "card": str(offence.card or "??"),
        "proved_by": str(offence.proved_by) if offence.proved_by else None,
        "proved_in": offence.proved_in,
        "by_elimination": offence.by_elimination,
        "sentence": sentence(deal.setup, deal.hand, offence),
        "pictures": [play.reading.evidence for play in plays],
        "probability": round(min((play.reading.confidence for play in plays), default=0.0), 4),
        "is_waived": offence.key in deal.waived,
    }


def _find(hand: Hand, trick: int, seat: Seat) -> Play | None:
    return hand.tricks[trick - 1].played_by(seat) if 1 <= trick <= len(hand.tricks) else None


def _suspicions(deal: Deal) -> list[Json]:
    return [
        {"seat": found.seat, "player": deal.setup.name_of(found.seat), "trick": found.trick, "prospect": found.prospect.value}
        for found in deal.suspicions
    ]


def _sheet(deal: Deal) -> list[Json]:
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
