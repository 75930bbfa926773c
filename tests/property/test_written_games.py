"""Properties that hold for every game that is a page of rules, with its auction, played at random."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import CallKind, Card, Seat, Table, fold
from scoring.choices import deal_to_speak_in, offered
from scoring.commands import ConfirmTrick, DealHand, MakeCall, PlayCard, StartSession, Undo
from scoring.decide import decide
from scoring.errors import Refused
from scoring.events import Event
from scoring.games import GAMES, numbers_for
from scoring.games.phases.auction import Auction
from scoring.games.phases.lead import HolderLeads
from scoring.games.phases.partner import Partner
from scoring.games.trick_game import TrickGame
from scoring.ledger import Recorded
from scoring.ledger.phrases import call_text, read_call
from scoring.ledger.records import export_lines, import_lines
from scoring.ledger.text import write_text
from scoring.ledger.text_reader import read_text
from tests.conftest import NOON
from tests.tables import NAMES, legal

WRITTEN = [name for name, game in GAMES.items() if isinstance(game, TrickGame) and game.definition.reckoned]
WITH_AUCTION = [
    name
    for name, game in GAMES.items()
    if isinstance(game, TrickGame) and any(isinstance(phase, Auction) for phase in game.definition.phases)
]
SEEDS = st.integers(0, 2**32 - 1)


def players_of(game: str) -> int:
    """Four, or what is nearest to that."""
    return min(numbers_for(GAMES[game]), key=lambda number: abs(number - 4))


class Log:
    """A table with the events that led to it."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self.table, self.events, self.chance = Table(), list[Event](), chance
        self.do(StartSession(by="t", game=game, players=NAMES[: players_of(game)], stake=2))

    def do(self, command: object) -> None:
        new = decide(self.table, command, NOON)  # type: ignore[arg-type]  # any command
        self.events += new
        self.table = fold(new, self.table)

    def talk(self) -> None:
        """Whatever is waited for is said by chance; passes are likelier, so that auctions end low."""
        while (deal := deal_to_speak_in(self.table)) and deal.game.awaits(deal.setup, deal.hand) and not self.table.is_hand_over:
            calls = offered(self.table)
            if not calls:
                card = self.chance.choice([card for card in self.table.pack.cards if card.suit])
                self.do(MakeCall(by="t", call=read_call(f"{deal.hand.dealer} shows trump {card}")))
                continue
            passes = [call for call in calls if call.kind is CallKind.PASS]
            self.do(MakeCall(by="t", call=passes[0] if passes and self.chance.random() < 0.7 else self.chance.choice(calls[:12])))

    def hand(self) -> None:
        """A hand with its talk, played by the duties of the game."""
        self.do(DealHand(by="t"))
        self.talk()
        hand = self.table.hand
        assert hand is not None
        size, cards = hand.hand_size, list(self.table.pack.cards) * self.table.pack.copies
        self.chance.shuffle(cards)
        seats = dict.fromkeys((*self.table.agreed.seats, *hand.seats))
        held = {seat: cards[place * size : (place + 1) * size] for place, seat in enumerate(seats)}
        leads = [phase.card for phase in self._phases() if isinstance(phase, HolderLeads)]
        for card in leads:  # whoever was said to hold it has it
            _give(held, card, hand.leader)
        self._call_rightly(held)
        while not self.table.is_hand_over:
            for _ in self.table.hand.seats if self.table.hand else ():
                self.do(PlayCard(by="t", card=self._card(held)))
            assert self.table.hand is not None
            self.do(ConfirmTrick(by="t", hand=self.table.hand.number, trick=self.table.hand.trick_to_confirm))
        while (deal := self.table.deal) and deal.result is None and deal.game.awaits(deal.setup, deal.hand):
            self.do(MakeCall(by="t", call=self.chance.choice(offered(self.table))))

    def _partner(self) -> tuple[Partner | None, Card | None, Seat | None]:
        """How a card makes the partner, which one was called, and by whom."""
        game, hand = self.table.game, self.table.hand
        assert isinstance(game, TrickGame)
        assert hand is not None
        talk = game.talk(self.table.agreed, hand)
        partner = next((phase for phase in self._phases() if isinstance(phase, Partner)), None)
        return partner, partner.card_in(talk) if partner else None, talk.declarer

    def _call_rightly(self, held: dict[Seat, list[Card]]) -> None:
        """Where the rules say so, somebody else has the card that was called, and the declarer another one of its suit."""
        partner, card, declarer = self._partner()
        if partner is None or card is None or declarer is None or not partner.holds_suit or self.table.hand is None:
            return
        suit_of = self.table.hand.order_of_play.suit_of
        _give(held, card, next(seat for seat in held if seat is not declarer))
        others = [other for cards in held.values() for other in cards if suit_of(other) is suit_of(card) and other != card]
        _give(held, others[0], declarer)

    def _phases(self) -> tuple[object, ...]:
        game = self.table.game
        assert isinstance(game, TrickGame)
        return game.definition.phases

    def _card(self, held: dict[Seat, list[Card]]) -> Card:
        hand, game = self.table.hand, self.table.game
        assert hand is not None
        assert isinstance(game, TrickGame)
        assert hand.turn is not None
        mine = held[hand.turn]
        leads = [phase.card for phase in self._phases() if isinstance(phase, HolderLeads)]
        allowed = leads if leads and not hand.plays else legal(hand, game.definition.duties, mine)
        partner, called, _ = self._partner()
        if partner and partner.must_play and called in allowed and hand.open_trick and hand.open_trick.plays:
            allowed = [called] if hand.order_of_play.suit_of(called) is hand.open_trick.led else allowed
        card = self.chance.choice(allowed or mine)
        mine.remove(card)
        return card


def _give(held: dict[Seat, list[Card]], card: Card, seat: Seat) -> None:
    """The card to that seat, for its first one."""
    giver = next(other for other, mine in held.items() if card in mine)
    held[giver][held[giver].index(card)], held[seat][0] = held[seat][0], card


def evening(game: str, seed: int, hands: int = 2) -> Log:
    log = Log(game, random.Random(seed))
    for _ in range(hands):
        if not log.table.standing.is_over:
            log.hand()
    return log


@pytest.mark.parametrize("game", WRITTEN)
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
