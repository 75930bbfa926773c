"""Whole hands of Spades against OpenSpiel: who wins each trick, what is legal, and what every side scores.

OpenSpiel knows partners, follow suit, nil ±100, bags with -100 at ten. It counts a failed nil's tricks to the partner and
each nil for itself, takes bags from the score's last digit and never calls spades broken; the options below say the same.
"""

import random
from typing import Any

import pytest

from scoring import Call, CallKind, Card, Seat, Table, fold
from scoring.commands import ConfirmTrick, DealHand, MakeCall, PlayCard, StartSession
from scoring.decide import decide
from scoring.games.spades import SpadesStanding
from tests.conftest import NOON, run
from tests.oracle.conftest import oracle

HANDS = 2000
OPTIONS = {"failed_nil_tricks": "count_to_partner", "double_nil": "independent"}
SUITS, RANKS = "CDHS", "23456789TJQKA"
FIRST_BID = 52


def card_of(action: int) -> Card:
    """Their actions below 52 are cards: suit by suit from clubs, the Two lowest."""
    return Card.parse(RANKS[action % 13] + SUITS[action // 13])


def action_of(card: Card) -> int:
    assert card.suit is not None
    return SUITS.index(card.suit.value) * 13 + RANKS.index(card.rank.value)


def before_the_hand(totals: tuple[int, int]) -> Table:
    """A table whose sides have these points, with the bags that their last digits say; seat 3 dealt, so seat 0 leads."""
    from dataclasses import replace

    names = ("A", "B", "C", "D")
    table = run(Table(), StartSession(by="t", game="spades", players=names, options=dict(OPTIONS), first_dealer=Seat.D))
    table = run(table, DealHand(by="t"))
    assert table.deal is not None
    bags = (totals[0] % 10, totals[1] % 10)
    before = SpadesStanding(totals, playing=table.agreed.seats, bags=bags)
    return replace(table, deal=replace(table.deal, before=before))


@pytest.mark.oracle
def test_hands_of_spades_come_out_as_open_spiel_says() -> None:
    pyspiel = oracle("pyspiel")
    game = pyspiel.load_game("spades")
    chance = random.Random(20)
    for number in range(HANDS):
        totals = (chance.randrange(0, 480), chance.randrange(0, 480))
        state = game.new_initial_state()
        state.set_current_scores(list(totals))
        table = before_the_hand(totals)
        play_both(state, table, totals, chance, number)


def play_both(state: Any, table: Table, totals: tuple[int, int], chance: random.Random, number: int) -> None:
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    for _ in range(4):
        seat, action = Seat(state.current_player()), chance.choice(sensible(state.legal_actions(), chance))
        state.apply_action(action)
        call = Call(CallKind.BID, seat, number=action - FIRST_BID)
        table = fold(decide(table, MakeCall(by="t", call=call), NOON), table)
    while not state.is_terminal():
        assert table.hand is not None
        assert table.hand.turn == state.current_player(), f"hand {number}"
        action = chance.choice(state.legal_actions())
        state.apply_action(action)
        table = fold(decide(table, PlayCard(by="t", card=card_of(action)), NOON), table)
        if table.hand is not None and table.hand.is_trick_full:
            confirm = ConfirmTrick(by="t", hand=1, trick=table.hand.trick_to_confirm)
            table = fold(decide(table, confirm, NOON), table)
    assert table.deal is not None
    result = table.deal.result
    assert result is not None
    assert [o for o in table.deal.offences if o.kind.value == "revoke"] == [], f"hand {number}"
    assert list(result.points) == [state.returns()[0], state.returns()[1]], f"hand {number}: {totals} {table.deal.hand.calls}"


def sensible(bids: list[int], chance: random.Random) -> list[int]:
    """Mostly bids near what can be taken, so that contracts are made as often as set; sometimes any."""
    near = [bid for bid in bids if bid - FIRST_BID <= 5]
    return near if near and chance.random() < 0.9 else bids
