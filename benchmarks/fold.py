"""How long a session takes to fold, and what one event costs as the session grows: `python -m benchmarks.fold`.

Prints for each game the seconds of a whole session, and the microseconds that an event costs to fold and to decide in every
tenth of it: the cost must not grow.
"""

import gc
import random
import time
from datetime import UTC, datetime

from device.__main__ import sweep_rarely
from scoring import Call, CallKind, Card, Seat, Table, decide, fold
from scoring.commands import Command, ConfirmTrick, MakeCall, PlayCard, StartSession
from scoring.events import Event
from scoring.seats import Direction

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HANDS = 1000
TENTHS = 10
OPTIONS: dict[str, dict[str, object]] = {"spades": {"target": 100_000, "floor": -100_000}}


def session(game: str, hands: int, players: int = 4) -> tuple[list[Event], float]:
    """The log of an evening of so many hands, played legally at random, and the seconds that deciding took."""
    chance = random.Random(1)
    names = tuple(f"player {seat}" for seat in range(players))
    events = decide(Table(), StartSession(by="b", game=game, players=names, options=OPTIONS.get(game, {})), NOON)
    table, seconds = fold(events), 0.0
    for _ in range(hands):
        for command in a_hand(table, chance, game):
            begin = time.perf_counter()
            new = decide(table, command, NOON)
            seconds += time.perf_counter() - begin
            events += new
            table = fold(new, table)
    return events, seconds


def a_hand(table: Table, chance: random.Random, game: str) -> list[Command]:
    """Commands of one hand: bids where the game has them, then every trick with its button."""
    pack, seats = table.pack, table.agreed.seats
    size = table.agreed.options.hand_size if game != "spades" else 13
    cards = chance.sample(pack.cards, len(seats) * size)
    holdings = {seat: list(cards[place * size : (place + 1) * size]) for place, seat in enumerate(seats)}
    leader = table.agreed.options.direction.after(table.next_dealer, seats)
    number = len(table.deals) + 1
    commands: list[Command] = []
    if game == "spades":
        commands += [MakeCall(by="b", call=Call(CallKind.BID, seat, number=3)) for seat in seats]
    for trick in range(1, size + 1):
        order = [_after(table, leader, steps) for steps in range(len(seats))]
        laid: list[Card] = []
        for seat in order:
            following = [card for card in holdings[seat] if laid and card.suit is laid[0].suit]
            card = chance.choice(following or holdings[seat])
            holdings[seat].remove(card)
            laid.append(card)
            commands.append(PlayCard(by="b", card=card))
        commands.append(ConfirmTrick(by="b", hand=number, trick=trick))
        best = 0
        for place, card in enumerate(laid):
            is_trump = game == "spades" and card.suit is not laid[best].suit and card.suit is not None and card.suit.value == "S"
            if is_trump or (card.suit is laid[best].suit and pack.strength(card) > pack.strength(laid[best])):
                best = place
        leader = order[best]
    return commands


def _after(table: Table, seat: Seat, steps: int) -> Seat:
    direction: Direction = table.agreed.options.direction
    return direction.after(seat, table.agreed.seats, steps)


def curve(events: list[Event]) -> list[float]:
    """Microseconds an event costs to fold in every tenth of the session."""
    step, table, costs = len(events) // TENTHS, Table(), list[float]()
    for tenth in range(TENTHS):
        part = events[tenth * step : (tenth + 1) * step]
        begin = time.perf_counter()
        table = fold(part, table)
        costs.append(1e6 * (time.perf_counter() - begin) / len(part))
    return costs


def main() -> None:
    """Print the table, with the collector set as the program sets it."""
    sweep_rarely()
    for game in ("spar", "agram", "spades"):
        events, seconds = session(game, HANDS)
        # The list of events is the benchmark's own: a log is read one event after the other, and nobody holds them all.
        gc.collect()
        gc.freeze()
        begin = time.perf_counter()
        table = fold(events)
        folded = time.perf_counter() - begin
        begin = time.perf_counter()
        assert table.standing.hands == HANDS
        told = time.perf_counter() - begin
        print(f"{game}: {HANDS} hands, {len(events)} events: folded in {folded:.3f} s, standing {1000 * told:.1f} ms")
        print("  µs an event, tenth by tenth: " + " ".join(f"{cost:.1f}" for cost in curve(events)))
        print(f"  decided in {1e6 * seconds / len(events):.1f} µs an event")


if __name__ == "__main__":
    main()
