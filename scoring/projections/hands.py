"""A hand as it lies there: calls, tricks, turns, and what is played."""

from functools import partial

from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.choices import deal_to_speak_in, speaker
from scoring.deal import Deal
from scoring.games.game import Setup
from scoring.hands import Hand
from scoring.layout import Layout
from scoring.moves import Move
from scoring.projections.values import Json
from scoring.seats import Seat
from scoring.table import Table
from scoring.told import Told
from scoring.tricks import Play, Trick


def hand_of(deal: Deal) -> Json:
    """Everything of the hand but what it proves and what it came to."""
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
        "dummy": _dummy(deal),
        "calls": [_call(deal.setup, call) for call in hand.calls],
        "moves": [_move(deal.setup, move) for move in hand.moves],
        "layout": _layout(deal.game.layout(deal.setup, hand)),
        "tricks": [_trick(deal, trick) for trick in hand.tricks],
        "taken": [_taken(deal, seat) for seat in deal.setup.seats],
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
        "card": str(contract.card) if contract.card else None,
        "partner": contract.partner,
        "partner_name": deal.setup.name_of(contract.partner) if contract.partner is not None else None,
    }


def _dummy(deal: Deal) -> Json | None:
    """Whose cards lie open: those that are known and not played yet, and how many nobody knows; None before they do."""
    hand = deal.hand
    if hand.dummy is None or not hand.is_dummy_open or deal.is_over:
        return None
    return {
        "seat": hand.dummy,
        "player": deal.setup.name_of(_player(deal, hand.dummy)),
        "left": [str(card) for card in sorted(hand.holds(hand.dummy), key=partial(_by_suits, hand))],
        "lacks": hand.hand_size - len(hand.known_of(hand.dummy)),
    }


def _by_suits(hand: Hand, card: Card) -> tuple[int, int]:
    """Suit by suit, black and red in turn as people hold them, each from its highest card."""
    return ("SHCD".index(card.suit.value) if card.suit else -1, -hand.order.pack.strength(card))


def _player(deal: Deal, seat: Seat | None) -> Seat | None:
    """Whoever plays the hand in that seat: one that nobody holds is the declarer's."""
    if seat is None or seat in deal.setup.seats:
        return seat
    contract = deal.game.contract(deal.setup, deal.hand)
    return contract.declarer if contract else None


def _taken(deal: Deal, seat: Seat) -> int | None:
    """How many tricks the seat has taken; None where it was only told together with others."""
    hand = deal.hand
    if hand.told is not None and hand.told.is_together(seat):
        return None
    return sum(trick.is_confirmed and _player(deal, trick.winner) is seat for trick in hand.tricks)


def _told(setup: Setup, told: Told) -> Json:
    return {
        "first": told.first,
        "taken": [{"players": setup.names_of(count.seats), "tricks": count.tricks} for count in told.taken],
    }


def _turn(deal: Deal) -> Seat | None:
    """Who bids or plays next; the declarer for a hand that nobody holds.

    Whoever has laid a card waits for no bid: it may be told later.
    """
    hand = deal.hand
    if not hand.plays and any(call.kind is CallKind.LEADS for call in deal.choices):
        return None
    speaks = None if hand.plays else speaker(deal)
    return _player(deal, hand.next_to_play) if speaks is None else speaks


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


def _layout(layout: Layout | None) -> Json | None:
    if layout is None:
        return None
    return {
        "loose": [str(card) for card in layout.loose],
        "builds": [
            {"value": build.value, "by": build.by, "sets": [[str(card) for card in group] for group in build.sets]}
            for build in layout.builds
        ],
        "piles": [len(pile) for pile in layout.won],
        "sweeps": list(layout.sweeps),
        "most": layout.most,
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


def passing_of(table: Table) -> str:
    """The cards that everybody passes on in the hand that has been dealt, or comes next; empty where nobody does."""
    deal = deal_to_speak_in(table)
    passed = deal.game.passing(deal.setup, deal.before, deal.hand) if deal else None
    return str(passed) if passed else ""
