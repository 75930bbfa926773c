"""Properties that hold for every game, with its auction, played at random by bots."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.bots import FAULTLESS, Bot, Habits
from club.simulation import players_at
from scoring import Table, fold
from scoring.choices import offered
from scoring.commands import Command, DealHand, MakeCall, StartSession, Undo
from scoring.decide import decide
from scoring.errors import Refused
from scoring.events import Event
from scoring.games import GAMES
from scoring.games.phases.auction import Auction
from scoring.games.trick_game import TrickGame
from scoring.ledger import Recorded
from scoring.ledger.phrases import call_text, read_call
from scoring.ledger.records import export_lines, import_lines
from scoring.ledger.text import write_text
from scoring.ledger.text_reader import read_text
from tests.conftest import NOON
from tests.tables import NAMES

WRITTEN = [name for name, game in GAMES.items() if isinstance(game, TrickGame) and game.definition.reckoned]
WITH_AUCTION = [
    name
    for name, game in GAMES.items()
    if isinstance(game, TrickGame) and any(isinstance(phase, Auction) for phase in game.definition.phases)
]
SEEDS = st.integers(0, 2**32 - 1)


class Log:
    """A table that bots play at, with the events that led to it."""

    def __init__(self, game: str, chance: random.Random, players: int = 0, habits: Habits = FAULTLESS) -> None:
        self.table, self.events, self.chance = Table(), list[Event](), chance
        self.bot = Bot(lambda: self.table, self.do, chance, "t", habits)
        self.do(StartSession(by="t", game=game, players=NAMES[: players or players_at(game)], stake=2))

    def do(self, command: Command) -> None:
        new = decide(self.table, command, NOON)
        self.events += new
        self.table = fold(new, self.table)

    def hand(self) -> None:
        for _ in self.bot.hand():
            pass


def evening(game: str, seed: int, hands: int = 2, players: int = 0, habits: Habits = FAULTLESS) -> Log:
    log = Log(game, random.Random(seed), players, habits)
    for _ in range(hands):
        if not log.table.standing.is_over:
            log.hand()
    return log


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12)
@given(seed=SEEDS)
def test_a_legal_evening_has_no_offence_and_is_the_same_after_every_record(game: str, seed: int) -> None:
    log = evening(game, seed)
    assert [offence for deal in log.table.deals for offence in deal.offences] == []
    assert all(result is not None for result in log.table.results)
    recorded = [Recorded("s", seq, event) for seq, event in enumerate(log.events, start=1)]
    assert [item.event for item in import_lines(export_lines(recorded))] == log.events
    started = log.events[0]
    again = fold(item.event for item in read_text(write_text(log.table, started), "s"))  # type: ignore[arg-type]  # the start
    assert again.results == log.table.results
    assert again.standing == log.table.standing
    assert fold(log.events).standing == log.table.standing


@pytest.mark.parametrize("game", WRITTEN)
@settings(max_examples=12)
@given(seed=SEEDS)
def test_whatever_is_offered_can_be_said_and_taken_back(game: str, seed: int) -> None:
    log = Log(game, random.Random(seed))
    log.do(DealHand(by="t"))
    for _ in range(8):
        calls = offered(log.table)
        if not calls or log.table.is_hand_over:
            break
        assert all(read_call(call_text(call)) == call for call in calls)
        for call in calls:
            said = fold(decide(log.table, MakeCall(by="t", call=call), NOON), log.table)
            assert fold(decide(said, Undo(by="t"), NOON), said).hand == log.table.hand
        log.do(MakeCall(by="t", call=log.chance.choice(calls[:10])))


@pytest.mark.parametrize("game", WITH_AUCTION)
@settings(max_examples=25)
@given(seed=SEEDS)
def test_no_bid_is_taken_that_is_not_offered(game: str, seed: int) -> None:
    chance = random.Random(seed)
    log = Log(game, chance)
    log.do(DealHand(by="t"))
    for _ in range(chance.randrange(4)):
        if found := offered(log.table)[:10]:
            log.do(MakeCall(by="t", call=chance.choice(found)))
    calls = offered(log.table)
    for text in (
        "bids 1C",
        "bids 7",
        "bids 9H",
        "bids misere",
        "bids 3N",
        "bids 0",
        "doubles",
        "redoubles",
        "plays alone",
        "chooses H",
    ):
        call = read_call(f"{calls[0].seat if calls else 'A'} {text}")
        if call in calls:
            continue
        with pytest.raises(Refused):
            decide(log.table, MakeCall(by="t", call=call), NOON)
