"""Players by chance, who keep to the duties of their game: tables for a club that tries itself, and for measuring.

They play every game that is a page of rules, through the same commands as people: what they lead to is a log like any other.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from scoring.calls import CallKind
from scoring.cards import Card
from scoring.choices import deal_to_speak_in, offered
from scoring.commands import CloseDispute, Command, ConfirmTrick, DealHand, MakeCall, OpenDispute, PlayCard
from scoring.duties import Duties, FirstTrick
from scoring.games import GAMES
from scoring.games.phases.lead import HolderLeads
from scoring.games.phases.partner import Partner
from scoring.games.trick_game import TrickGame
from scoring.hands import Hand
from scoring.ledger.phrases import read_call
from scoring.seats import Seat
from scoring.table import Table
from scoring.tricks import Trick, best_before

PLAYABLE = tuple(name for name, game in GAMES.items() if isinstance(game, TrickGame) and game.definition.reckoned)
"""The games that bots can play."""

PASSES, FEW = 0.7, 12
"""How likely a pass is where one can be said, so that auctions end low; and among how many calls one is chosen."""


@dataclass
class Bot:
    """All players of one table. `table` tells how it stands and `do` acts on it; `by` is who they say they are.

    `revokes` and `disputes` are how likely a card is none that may be played, and a trick is doubted. `shuffled` gives the cards
    of a hand, by its number, in the order in which they are dealt.
    """

    table: Callable[[], Table]
    do: Callable[[Command], object]
    chance: random.Random
    by: str = "bot"
    revokes: float = 0.0
    disputes: float = 0.0
    shuffled: Callable[[int, Sequence[Card]], list[Card]] | None = None
    _held: dict[Seat, list[Card]] = field(default_factory=dict)

    def hand(self) -> Iterator[None]:
        """Play a hand with its talk, one act of the table after another."""
        self.do(DealHand(by=self.by))
        yield
        yield from self.talk()
        self._deal()
        while not self.table().is_hand_over:
            yield from self._trick()
        while (deal := self.table().deal) and deal.result is None and deal.game.awaits(deal.setup, deal.hand):
            self.do(MakeCall(by=self.by, call=self.chance.choice(offered(self.table()))))
            yield

    def talk(self) -> Iterator[None]:
        """Say by chance whatever is waited for."""
        while (deal := deal_to_speak_in(self.table())) and not self.table().is_hand_over:
            if not deal.game.awaits(deal.setup, deal.hand):
                return
            calls = offered(self.table())
            passes = [call for call in calls if call.kind is CallKind.PASS]
            if not calls:
                card = self.chance.choice([card for card in self.table().pack.cards if card.suit])
                call = read_call(f"{deal.hand.dealer} shows trump {card}")
            else:
                call = passes[0] if passes and self.chance.random() < PASSES else self.chance.choice(calls[:FEW])
            self.do(MakeCall(by=self.by, call=call))
            yield

    def _trick(self) -> Iterator[None]:
        for _ in self._hand.seats:
            self.do(PlayCard(by=self.by, card=self._card()))
            yield
        number, trick = self._hand.number, self._hand.trick_to_confirm
        if self.disputes and self.chance.random() < self.disputes:
            self.do(OpenDispute(by=self.by, hand=number, trick=trick))
            yield
            self.do(CloseDispute(by=self.by))
            yield
        self.do(ConfirmTrick(by=self.by, hand=number, trick=trick))
        yield

    @property
    def _hand(self) -> Hand:
        hand = self.table().hand
        assert hand is not None
        return hand

    @property
    def _game(self) -> TrickGame:
        game = self.table().game
        assert isinstance(game, TrickGame)
        return game

    def _deal(self) -> None:
        """Cards to everybody, so that whoever was said to hold one has it."""
        hand, pack = self._hand, self.table().pack
        cards = list(pack.cards) * pack.copies
        if self.shuffled:
            cards = self.shuffled(hand.number, cards)
        else:
            self.chance.shuffle(cards)
        seats = dict.fromkeys((*self.table().agreed.seats, *hand.seats))
        size = hand.hand_size
        self._held = {seat: cards[place * size : (place + 1) * size] for place, seat in enumerate(seats)}
        for card in self._leads():
            _give(self._held, card, hand.leader)
        self._call_rightly()

    def _leads(self) -> list[Card]:
        """Cards that must be led first, by whoever holds them."""
        return [phase.card for phase in self._game.definition.phases if isinstance(phase, HolderLeads)]

    def _partner(self) -> tuple[Partner | None, Card | None, Seat | None]:
        """How a card makes the partner, which one was called, and by whom."""
        talk = self._game.talk(self.table().agreed, self._hand)
        partner = next((phase for phase in self._game.definition.phases if isinstance(phase, Partner)), None)
        return partner, partner.card_in(talk) if partner else None, talk.declarer

    def _call_rightly(self) -> None:
        """Where the rules say so, somebody else has the card that was called, and the declarer another one of its suit."""
        partner, card, declarer = self._partner()
        if partner is None or card is None or declarer is None or not partner.holds_suit:
            return
        suit_of = self._hand.order_of_play.suit_of
        _give(self._held, card, next(seat for seat in self._held if seat is not declarer))
        others = [other for cards in self._held.values() for other in cards if suit_of(other) is suit_of(card) and other != card]
        _give(self._held, others[0], declarer)

    def _card(self) -> Card:
        """A card of whoever's turn it is, out of the hand."""
        hand = self._hand
        assert hand.turn is not None
        mine, leads = self._held[hand.turn], self._leads()
        allowed = leads if leads and not hand.plays else legal(hand, self._game.definition.duties, mine)
        partner, called, _ = self._partner()
        if partner and partner.must_play and called in allowed and hand.open_trick and hand.open_trick.plays:
            allowed = [called] if hand.order_of_play.suit_of(called) is hand.open_trick.led else allowed
        is_fair = not self.revokes or self.chance.random() >= self.revokes
        card = self.chance.choice(allowed or mine if is_fair else mine)
        mine.remove(card)
        return card


def legal(hand: Hand, duties: Duties, holding: list[Card]) -> list[Card]:
    """Cards of the holding that break no duty in the open trick; empty where none is better than another."""
    order, trick = hand.order_of_play, hand.open_trick
    if trick is None or not trick.plays:
        return [card for card in holding if order.suit_of(card) is not duties.breaking] if duties.breaking else holding
    best = best_before(trick, len(trick.plays))
    assert best is not None
    if trick.led is None:  # a joker that wins nothing was led
        return holding
    higher = [card for card in holding if order.suit_of(card) is trick.led and order.beats(card, best)]
    following = [card for card in holding if order.suit_of(card) is trick.led]
    trumps = [card for card in holding if order.is_trump(card)]
    if following:
        must_beat = duties.beat or (duties.beat_trumps and order.is_trump(following[0]))
        is_ruffed = order.suit_of(best) is not trick.led
        return (higher if must_beat and higher and not is_ruffed else following) + (trumps if duties.may_trump else [])
    if trumps and duties.trump and not (duties.spares_partner and _is_partners(hand, trick)):
        over = [card for card in trumps if order.beats(card, best)]
        if over and (duties.overtrump or not order.is_trump(best)):
            return over
        return trumps if duties.undertrump else holding
    if len(hand.tricks) == 1 and duties.first_trick is not FirstTrick.FREE:
        return [card for card in holding if card not in duties.kept_out and card.suit not in duties.kept_out]
    return holding


def _is_partners(hand: Hand, trick: Trick) -> bool:
    winner, seats = trick.winner, hand.seats
    assert winner is not None
    assert hand.turn is not None
    return (seats.index(winner) - seats.index(hand.turn)) % len(seats) == 2


def _give(held: dict[Seat, list[Card]], card: Card, seat: Seat) -> None:
    """The card to that seat, for its first one."""
    giver = next(other for other, mine in held.items() if card in mine)
    held[giver][held[giver].index(card)], held[seat][0] = held[seat][0], card
