"""Boards of bridge played at random, for tests: dealt, bid, played by the rules or now and then against them."""

from random import Random

from scoring import CallKind, Card, Seat, Table
from scoring.choices import offered
from scoring.commands import ConfirmTrick, DealHand, MakeCall, PlayCard, StartSession, TellTricks
from scoring.told import Count, Taker
from tests.conftest import run
from tests.tables import NAMES

REVOKES = 0.02
"""How often somebody lays a card without looking at what was led."""


def bid_at_random(table: Table, chance: Random) -> Table:
    """An auction of low bids and many passes; every fifth nobody bids."""
    is_passed_out = chance.random() < 0.2
    while table.hand is not None and not table.is_hand_over and table.game.awaits(table.agreed, table.hand):
        calls = offered(table)
        passes = [call for call in calls if call.kind is CallKind.PASS]
        table = run(
            table, MakeCall(by="t", call=passes[0] if is_passed_out or chance.random() < 0.6 else chance.choice(calls[:8]))
        )
    return table


def play_at_random(table: Table, chance: Random, tricks: int, revokes: float = 0.0) -> Table:
    """So many tricks out of hands that are dealt here; now and then somebody does not follow who could."""
    assert table.hand is not None
    cards = list(table.pack.cards)
    chance.shuffle(cards)
    held = {seat: cards[13 * place : 13 * place + 13] for place, seat in enumerate(table.agreed.seats)}
    for number in range(1, tricks + 1):
        for _ in table.agreed.seats:
            table = run(table, PlayCard(by="t", card=_card(table, held, chance, revokes)))
        table = run(table, ConfirmTrick(by="t", hand=table.hand.number if table.hand else 0, trick=number))
    return table


def _card(table: Table, held: dict[Seat, list[Card]], chance: Random, revokes: float) -> Card:
    hand = table.hand
    assert hand is not None
    assert hand.turn is not None
    mine, led = held[hand.turn], hand.open_trick.led if hand.open_trick else None
    allowed = [card for card in mine if card.suit is led] or mine
    card = chance.choice(mine if chance.random() < revokes else allowed)
    mine.remove(card)
    return card


def tell_rest(table: Table, chance: Random) -> Table:
    """The tricks that are left, counted."""
    hand = table.hand
    assert hand is not None
    left = hand.hand_size - hand.confirmed
    own = chance.randint(0, left)
    sides = table.game.sides(table.agreed)
    taken = (Count(sides[0], own), Count(sides[1], left - own))
    return run(table, TellTricks(by="t", hand=hand.number, taken=taken, last=(Taker(sides[0 if own else 1][0]),)))


def board_at_random(table: Table, chance: Random, revokes: float = 0.0) -> Table:
    """One more board: passed out, told, claimed after some tricks, or played to its end."""
    table = bid_at_random(run(table, DealHand(by="t")), chance)
    if table.is_hand_over:
        return table
    table = play_at_random(table, chance, chance.choice((0, 5, 13, 13)), revokes)
    return table if table.is_hand_over else tell_rest(table, chance)


def evening(seed: int, form: str, boards: int = 3) -> Table:
    """A short session in which nobody looks too closely."""
    chance = Random(seed)
    table = run(Table(), StartSession(by="t", game="bridge", players=NAMES[:4], options={"form": form}))
    for _ in range(boards):
        table = board_at_random(table, chance, REVOKES) if not table.standing.is_over else table
    return table
