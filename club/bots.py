"""Players by chance, who keep to the duties of their game: tables for a club that tries itself, and for measuring.

They play every game, through the same commands as people: what they lead to is a log like any other.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from club.fair_play import legal, turn
from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.choices import can_turn, deal_to_speak_in, offered
from scoring.commands import (
    CloseDispute,
    Command,
    ConfirmTrick,
    CorrectCard,
    DealHand,
    MakeCall,
    MakeMove,
    OpenDispute,
    PlayCard,
    Undo,
)
from scoring.deal import Deal
from scoring.duties import Duties
from scoring.games.phases.partner import Partner
from scoring.games.suipe import turn_at
from scoring.games.trick_game import TrickGame
from scoring.hands import Hand
from scoring.seats import Seat
from scoring.table import Table
from scoring.tricks import Reading

PASSES, FEW = 0.7, 12
"""How likely a pass is where one can be said, so that auctions end low; and among how many calls one is chosen."""

UNSURE = Reading(0.4)
"""Of a card that nobody can tell."""


@dataclass(frozen=True)
class Habits:
    """How likely, from 0 to 1, things are that happen at tables.

    revokes    a card is none that may be played
    unsure     nobody can tell which card lies there, and somebody says it
    taken_back  a card is taken back, and played again
    disputes   a trick is doubted, and the quarrel settled
    """

    revokes: float = 0.0
    unsure: float = 0.0
    taken_back: float = 0.0
    disputes: float = 0.0


FAULTLESS = Habits()
"""Nothing of the kind happens."""


@dataclass
class Bot:
    """All players of one table. `table` tells how it stands and `do` acts on it; `by` is who they say they are.

    `shuffled` gives the cards of a hand, by its number, in the order in which they are dealt.
    """

    table: Callable[[], Table]
    do: Callable[[Command], object]
    chance: random.Random
    by: str = "bot"
    habits: Habits = FAULTLESS
    shuffled: Callable[[int, Sequence[Card]], list[Card]] | None = None
    _held: dict[Seat, list[Card]] = field(default_factory=dict)

    def hand(self) -> Iterator[None]:
        """Play a hand with its talk, one act of the table after another."""
        self.do(DealHand(by=self.by))
        yield
        if not self.table().game.has_tricks:
            yield from self._fish()
            return
        yield from self.talk()
        self._deal()
        while not self.table().is_hand_over:
            yield from self._trick()
        while (deal := self.table().deal) and deal.result is None and deal.game.awaits(deal.setup, deal.hand):
            yield from self._say(self.chance.choice(offered(self.table())))

    def talk(self) -> Iterator[None]:
        """Say by chance whatever is waited for."""
        while (deal := deal_to_speak_in(self.table())) and not self.table().is_hand_over:
            if not deal.game.awaits(deal.setup, deal.hand):
                return
            yield from self._say(self._said(deal))

    def _said(self, deal: Deal) -> Call:
        if can_turn(deal):
            card = self.chance.choice([card for card in self.table().pack.cards if card.suit])
            return Call(CallKind.TRUMP, deal.hand.dealer, cards=(card,))
        passes = [call for call in deal.choices if call.kind is CallKind.PASS]
        return passes[0] if passes and self.chance.random() < PASSES else self.chance.choice(deal.choices[:FEW])

    def _say(self, call: Call) -> Iterator[None]:
        self.do(MakeCall(by=self.by, call=call))
        yield

    def _trick(self) -> Iterator[None]:
        for _ in self._hand.seats:
            yield from self._play(self._card())
        number, trick = self._hand.number, self._hand.trick_to_confirm
        if self._happens(self.habits.disputes):
            self.do(OpenDispute(by=self.by, hand=number, trick=trick))
            yield
            self.do(CloseDispute(by=self.by))
            yield
        self.do(ConfirmTrick(by=self.by, hand=number, trick=trick))
        yield

    def _play(self, card: Card) -> Iterator[None]:
        if self._happens(self.habits.taken_back):
            self.do(PlayCard(by=self.by, card=card))
            yield
            self.do(Undo(by=self.by))
            yield
        if self._happens(self.habits.unsure):
            self.do(PlayCard(by=self.by, card=None, reading=UNSURE))
            yield
            trick = self._hand.tricks[-1]
            place = len(trick.plays) - 1
            self.do(CorrectCard(by=self.by, hand=self._hand.number, trick=trick.number, position=place, card=card))
        else:
            self.do(PlayCard(by=self.by, card=card))
        yield

    def _card(self) -> Card:
        """A card of whoever's turn it is, out of the hand."""
        hand, duties = self._hand, self._duties
        assert hand.turn is not None
        assert duties is not None
        mine = self._held[hand.turn]
        card = self.chance.choice(mine if self._happens(self.habits.revokes) else legal(hand, duties, mine))
        mine.remove(card)
        return card

    def _fish(self) -> Iterator[None]:
        """A hand of a fishing game: four cards of different ranks on the table, the others dealt in batches."""
        cards = self._shuffled()
        laid = tuple({card.rank: card for card in cards}.values())[:4]
        yield from self._say(Call(CallKind.LAYOUT, self._hand.dealer, cards=laid))
        cards = [card for card in cards if card not in laid]
        while not self.table().is_hand_over:
            hand, table = self._hand, self.table()
            seat = turn_at(hand, len(hand.moves))
            if not self._held.get(seat):
                dealt = cards[: hand.hand_size * len(hand.seats)]
                cards = cards[len(dealt) :]
                seats = hand.direction.turns_from(seat, hand.seats)
                self._held = {at: dealt[place :: len(seats)] for place, at in enumerate(seats)}
            layout = table.game.layout(table.agreed, hand)
            assert layout is not None
            pointed = turn(layout, table.agreed.options.number_of, seat, self._held[seat], self.chance)
            self._held[seat].remove(pointed.card)
            self.do(MakeMove(by=self.by, move=table.game.move(table.agreed, hand, pointed)))
            yield

    def _happens(self, how_likely: float) -> bool:
        return bool(how_likely) and self.chance.random() < how_likely

    @property
    def _hand(self) -> Hand:
        hand = self.table().hand
        assert hand is not None
        return hand

    @property
    def _duties(self) -> Duties | None:
        return self.table().game.duties(self.table().agreed, self._hand)

    def _shuffled(self) -> list[Card]:
        pack = self.table().pack
        cards = list(pack.cards) * pack.copies
        if self.shuffled:
            return self.shuffled(self._hand.number, cards)
        self.chance.shuffle(cards)
        return cards

    def _deal(self) -> None:
        """Cards to everybody, so that whoever was said to hold one has it."""
        hand, cards, promised = self._hand, self._shuffled(), list(self._promised())
        for _, card in promised:
            cards.remove(card)
        self._held = {}
        for seat in dict.fromkeys((*self.table().agreed.seats, *hand.seats)):
            own = [card for at, card in promised if at is seat]
            missing = hand.hand_size - len(own)
            self._held[seat], cards = own + cards[:missing], cards[missing:]

    def _promised(self) -> Iterator[tuple[Seat, Card]]:
        """Who must hold which card, by what was said and by the rules."""
        hand, duties = self._hand, self._duties
        yield from hand.known
        if duties and duties.first_lead:
            yield hand.leader, duties.first_lead
        yield from self._called()

    def _called(self) -> Iterator[tuple[Seat, Card]]:
        """Where the rules say so, somebody else has the card that was called, and the declarer another one of its suit."""
        game, hand = self.table().game, self._hand
        partner = game.definition.phase(Partner) if isinstance(game, TrickGame) else None
        if not isinstance(game, TrickGame) or partner is None or not partner.holds_suit:
            return
        talk = game.talk(self.table().agreed, hand)
        card, declarer, suit_of = partner.card_in(talk), talk.declarer, hand.order_of_play.suit_of
        if card is not None and declarer is not None:
            yield next(seat for seat in hand.seats if seat is not declarer), card
            yield declarer, next(other for other in hand.order.pack.cards if suit_of(other) is suit_of(card) and other != card)
