"""Hands of four seats against endplay: whose turn it is, which cards may be played, who wins the trick.

Every tenth card is played against the rules as endplay has them: exactly those must come out as revokes. endplay knows
clockwise play alone, so a game that goes the other way is laid out in a mirror.
"""

import random
from typing import Any

import pytest

from scoring import Call, CallKind, Card, Hand, Seat, Suit, Table, fold
from scoring.calls import Call as AnyCall
from scoring.commands import Command, ConfirmTrick, DealHand, MakeCall, PlayCard, StartSession
from scoring.decide import decide
from scoring.packs import Pack
from tests.conftest import NOON, run
from tests.oracle.conftest import oracle

HANDS = 2000
GAMES = ("spar", "agram", "sink_sink", "agram_mali", "fapfap", "jeu_de_carte", "sipa", "roque", "spades", "whist")
WHIST = """
name = "whist"
pack = "std52"
players = [4, 4]
partners = true
hand_size = 13
trump = "turned"
dealer = "rotate"
[[score]]
trick = "each"
beyond = 6
points = 1
"""


def started(game: str) -> Table:
    rules = WHIST if game == "whist" else None
    start = StartSession(by="t", game=game, players=("A", "B", "C", "D"), options={}, rules=rules)
    return run(Table(), start, DealHand(by="t"))


def calls_for(game: str, hand: Hand, trump: Card) -> list[AnyCall]:
    """What must be said so that the hand has its trump and its declarer."""
    if game == "whist":
        return [Call(CallKind.TRUMP, hand.dealer, cards=(trump,))]
    if game == "roque":
        order = [hand.direction.after(hand.dealer, hand.seats, steps) for steps in range(1, 5)]
        return [Call(CallKind.BID, order[0], number=85), *(Call(CallKind.PASS, seat) for seat in order[1:])]
    return []


def dealt(pack: Pack, hand: Hand, chance: random.Random) -> dict[Seat, list[Card]]:
    cards = list(pack.cards)
    chance.shuffle(cards)
    return {seat: cards[place * hand.hand_size : (place + 1) * hand.hand_size] for place, seat in enumerate(hand.seats)}


@pytest.mark.oracle
@pytest.mark.parametrize("game", GAMES)
def test_hands_of_four_come_out_as_endplay_says(game: str) -> None:
    types = oracle("endplay.types")
    chance = random.Random(game)
    for number in range(HANDS // len(GAMES)):
        table = started(game)
        assert table.hand is not None
        holdings = dealt(table.pack, table.hand, chance)
        for call in calls_for(game, table.hand, holdings[table.hand.dealer][-1]):
            table = fold(decide(table, MakeCall(by="t", call=call), NOON), table)
        play_both(types, table, holdings, chance, f"{game} {number}")


def play_both(types: Any, table: Table, holdings: dict[Seat, list[Card]], chance: random.Random, where: str) -> None:
    hand = table.hand
    assert hand is not None
    places = [hand.direction.after(hand.leader, hand.seats, steps) for steps in range(4)]
    theirs = {seat: types.Player.find("NESW"[place]) for place, seat in enumerate(places)}
    deal = types.Deal()
    deal.first = theirs[hand.leader]
    for seat, cards in holdings.items():
        for card in cards:
            deal[theirs[seat]].add(name(card))
    deal.trump = types.Denom.nt
    illegal = set()
    for trick in range(hand.hand_size):
        lead_over = None
        for _ in range(4):
            hand = table.hand
            assert hand is not None
            turn = hand.turn
            assert turn is not None
            seat = turn
            assert theirs[seat] == deal.curplayer, where
            legal = {card.suit.name[0].upper() + card.rank.abbr for card in deal.legal_moves()}
            left = holdings[seat]
            card = chance.choice([card for card in left if name(card) in legal])
            others = [card for card in left if name(card) not in legal]
            if others and chance.random() < 0.1:
                card = chance.choice(others)
                illegal.add((seat, trick + 1))
            left.remove(card)
            if lead_over is None:
                lead_over = card
                table = submit(table, PlayCard(by="t", card=card))
                trump = table.hand.order_of_play.trump if table.hand else None
                deal.trump = trump_of(types, trump)
            else:
                table = submit(table, PlayCard(by="t", card=card))
            deal.play(name(card))
        table = submit(table, ConfirmTrick(by="t", hand=1, trick=trick + 1))
        assert table.hand is not None
        winner = table.hand.tricks[-1].winner
        assert winner is not None
        assert theirs[winner] == deal.curplayer, where
    assert table.deal is not None
    revokes = {(o.seat, o.trick) for o in table.deal.offences if o.kind.value == "revoke"}
    assert revokes == illegal, where
    assert table.deal.suspicions == (), where


def submit(table: Table, command: Command) -> Table:
    return fold(decide(table, command, NOON), table)


def name(card: Card) -> str:
    """Their codes say the suit first."""
    assert card.suit is not None
    return card.suit.value + card.rank.value


def trump_of(types: Any, suit: Suit | None) -> Any:
    return types.Denom.nt if suit is None else types.Denom.find(suit.value)
