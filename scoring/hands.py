"""A hand: one deal played out. Holds what was laid; who played, who won and who leads are computed from it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.errors import NoSuchCard
from scoring.misdeals import DrawnBack
from scoring.moves import Move
from scoring.packs import Pack
from scoring.seats import Direction, Seat
from scoring.told import Count, Taker, Told
from scoring.tricks import Claim, Play, Reading, Trick, TrickOrder, trick_order
from scoring.values import changed, kept


@dataclass(frozen=True)
class Hand:
    """One deal.

    `laid` holds the tricks as they lie; the last one may be open. `confirmed` counts those that the button made fact, and
    `claims` says who took those that nobody saw, `told` what is known of all that came after the last one seen. `moments`
    counts everything that happened in this hand. `shown` are cards turned up that nobody played, `known` cards that everybody
    has seen a seat hold. `dummy` lays all of its cards open once the first was led, or before that where it `is_open_first`;
    `kitty_shown` counts cards that lie open before that and are taken up again. `calls` are bids and the like, `moves` the turns
    of a fishing game. `opener` leads where it is not the seat after the dealer. `due` is whose turn it was to deal, and
    `is_out_of_turn` says that the hand is void since somebody else did; `drawn_back` are cards dealt wrongly that went where they
    belong. `is_last` says that time ran out while it
    was played. `settled` is what the game has worked out of the calls, so that one more call costs no more than itself; whatever
    it says follows from the calls.
    """

    number: int
    seats: tuple[Seat, ...]
    dealer: Seat
    direction: Direction
    hand_size: int
    order: TrickOrder
    laid: tuple[tuple[Play, ...], ...] = ()
    confirmed: int = 0
    moments: int = 0
    shown: tuple[Play, ...] = ()
    known: tuple[tuple[Seat, Card], ...] = ()
    dummy: Seat | None = None
    is_open_first: bool = False
    kitty_shown: int = 0
    is_void: bool = False
    is_out_of_turn: bool = False
    due: Seat | None = None
    drawn_back: tuple[DrawnBack, ...] = ()
    is_dealer_named: bool = False
    calls: tuple[Call, ...] = ()
    moves: tuple[Move, ...] = ()
    claims: tuple[tuple[int, Seat], ...] = ()
    told: Told | None = None
    opener: Seat | None = None
    is_last: bool = False
    settled: Any = field(default=None, repr=False, compare=False)

    @classmethod
    def start(
        cls,
        pack: Pack,
        players: int,
        dealer: Seat = Seat.A,
        hand_size: int = 5,
        direction: Direction = Direction.CLOCKWISE,
    ) -> "Hand":
        """A hand by itself, without a session around it, as in the README."""
        return cls(1, tuple(Seat)[:players], dealer, direction, hand_size, trick_order(pack))

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick: the next seat after the dealer in the direction of play, or whom the game names."""
        return self.direction.after(self.dealer, self.seats) if self.opener is None else self.opener

    @kept
    def tricks(self) -> tuple[Trick, ...]:
        """Every trick with its seats settled: by witness, else by turn order from whoever won the one before."""
        tricks: list[Trick] = []
        leader: Seat | None = self.leader
        order, claims = self.order_of_play, self._claims
        for number, laid in enumerate(self.laid, start=1):
            seats = self._seats_of(laid, leader)
            trick = Trick(number, laid, seats, order, number <= self.confirmed, claims.get(number))
            tricks.append(trick)
            leader = trick.winner
        return tuple(tricks)

    @property
    def _claims(self) -> dict[int, Claim]:
        claims = {number: Claim(seat) for number, seat in self.claims}
        return claims | self.told.claims(self.hand_size) if self.told else claims

    def _seats_of(self, laid: tuple[Play, ...], leader: Seat | None) -> tuple[Seat | None, ...]:
        """Whose each play of a trick is."""
        witnesses = [play.seat for play in laid]
        if leader is not None and 0 < witnesses.count(None) == len(laid) <= len(self.seats):
            return self.direction.turns_from(leader, self.seats)[: len(laid)]
        seats: list[Seat | None] = []
        for play in laid:
            seats.append(self.turn_after(seats, leader) if play.seat is None else play.seat)
        return tuple(seats)

    @kept
    def order_of_play(self) -> TrickOrder:
        """How tricks are decided, with the trump that the first lead may have made."""
        first = self.laid[0][0] if self.laid and self.laid[0] else None
        return self.order.with_lead(first.card if first else None)

    def called(self, *kinds: CallKind) -> tuple[Call, ...]:
        """Calls of those kinds, in order."""
        return tuple(call for call in self.calls if call.kind in kinds)

    def known_of(self, seat: Seat | None) -> tuple[Card, ...]:
        """Cards that everybody has seen the seat hold, whether or not it has played them since."""
        return tuple(card for holder, card in self.known if holder is seat)

    def holds(self, seat: Seat) -> tuple[Card, ...]:
        """Cards that everybody has seen the seat hold, without those that it has played since."""
        left = list(self.known_of(seat))
        for play in self.plays:
            if play.seat is seat and play.card in left:
                left.remove(play.card)
        return tuple(left)

    @property
    def is_dummy_open(self) -> bool:
        """Whether the dummy's cards lie there."""
        return self.dummy is not None and (self.is_open_first or any(self.laid)) and not self.is_played_out

    @property
    def is_dummy_due(self) -> bool:
        """Whether the dummy's cards lie there, and not all of them are known yet."""
        return self.is_dummy_open and len(self.known_of(self.dummy)) < self.hand_size

    @property
    def has_open_trick(self) -> bool:
        """Whether cards wait for the button."""
        return len(self.laid) > self.confirmed

    @property
    def open_trick(self) -> Trick | None:
        """The trick that waits for cards or for the button."""
        return self.tricks[-1] if self.has_open_trick else None

    @property
    def trick_to_confirm(self) -> int:
        """Number of the first trick that is not yet fact."""
        return self.confirmed + 1

    @property
    def turn(self) -> Seat | None:
        """Who plays next; None while that is not known or the hand is over."""
        if self.is_played_out:
            return None
        trick = self.open_trick
        if trick and trick.laid:
            return self.turn_after(trick.seats, None)
        return self.tricks[-1].winner if self.tricks else self.leader

    @property
    def next_to_play(self) -> Seat | None:
        """Who the table waits for: behind a full trick whoever took it, though only the button makes that fact.

        In a fishing game turns go round.
        """
        if self.moves:
            return self.direction.after(self.moves[-1].seat, self.seats)
        if self.open_trick is None or len(self.open_trick.laid) < len(self.seats):
            return self.turn
        return self.open_trick.winner if len(self.laid) < self.hand_size else None

    def turn_after(self, played: Sequence[Seat | None], leader: Seat | None) -> Seat | None:
        """Whose turn it is once these have played to a trick: the first seat round from the lead that has no card in it yet."""
        if not played:
            return leader
        first, last = played[0], played[-1]
        if first is None or last is None:
            return None
        waiting = (seat for seat in self.direction.turns_after(first, self.seats) if seat not in played)
        return next(waiting, self.direction.after(last, self.seats))

    @property
    def is_trick_full(self) -> bool:
        """Whether the open trick holds a card of every seat."""
        return self.open_trick is not None and len(self.open_trick.laid) == len(self.seats)

    @property
    def is_played_out(self) -> bool:
        """Whether the last trick has been confirmed."""
        return self.confirmed >= self.hand_size

    def tricks_taken(self, seats: Sequence[Seat]) -> tuple[int, ...]:
        """Numbers of the tricks that these seats took, as far as it is known which they were."""
        return tuple(trick.number for trick in self.tricks if trick.winner in seats and not trick.is_counted)

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every play in order, with its seat."""
        return tuple(play for trick in self.tricks for play in trick.plays)

    def play(
        self, card: Card | None, seat: Seat | None = None, face_down: bool = False, reading: Reading | None = None
    ) -> "Hand":
        """The hand with one more card in the open trick."""
        return self.lay(Play(card, self.moments, seat, face_down, reading or Reading()))

    def lay(self, *plays: Play) -> "Hand":
        """The hand with these plays, one after the other, in the open trick."""
        return self.lay_tricks(plays)

    def lay_tricks(self, *tricks: Sequence[Play]) -> "Hand":
        """The hand with the first of these joined to the open trick and the others after it; all but the last are confirmed."""
        kept, begun = (self.laid[:-1], self.laid[-1]) if self.has_open_trick else (self.laid, ())
        laid = (*begun, *tricks[0]), *map(tuple, tricks[1:])
        return changed(
            self,
            laid=(*kept, *filter(None, laid)),
            confirmed=self.confirmed + len(tricks) - 1,
            moments=self.moments + sum(map(len, tricks)),
        )

    def call(self, *calls: Call) -> "Hand":
        """The hand with these calls, one after the other."""
        said = (changed(call, moment=moment) for moment, call in enumerate(calls, start=self.moments))
        return changed(self, calls=(*self.calls, *said), moments=self.moments + len(calls))

    def move(self, *moves: Move) -> "Hand":
        """The hand with these turns of a fishing game, one after the other."""
        taken = (changed(move, moment=moment) for moment, move in enumerate(moves, start=self.moments))
        return changed(self, moves=(*self.moves, *taken), moments=self.moments + len(moves))

    def claim(self, seat: Seat) -> "Hand":
        """The hand with the next trick given to a seat; what was seen of it stays."""
        number = self.trick_to_confirm
        laid = self.laid if len(self.laid) >= number else (*self.laid, ())
        return replace(self, laid=laid, claims=(*self.claims, (number, seat)), confirmed=number, moments=self.moments + 1)

    def claimant(self, trick: int) -> Seat:
        """To whom the trick was given; raises `NoSuchCard` where it was not given to anybody."""
        for number, seat in self.claims:
            if number == trick:
                return seat
        raise NoSuchCard(f"trick {trick} of hand {self.number} was not claimed")

    def claim_anew(self, trick: int, seat: Seat) -> "Hand":
        """The hand with that trick given to another seat; raises `NoSuchCard`."""
        self.claimant(trick)
        return replace(self, claims=tuple((number, seat if number == trick else was) for number, was in self.claims))

    def tell(self, taken: tuple[Count, ...], last: tuple[Taker, ...]) -> "Hand":
        """The hand with all its other tricks as the table tells them; what was seen of the open one stays."""
        laid = (*self.laid, *((),) * (self.hand_size - len(self.laid)))
        told = Told(self.trick_to_confirm, self.moments, taken, last)
        return replace(self, laid=laid, told=told, confirmed=self.hand_size, moments=self.moments + 1)

    def play_trick(self, text: str) -> "Hand":
        """The hand with a whole trick, written `AH 7H QH`, laid and confirmed."""
        hand = self
        for code in text.split():
            hand = hand.play(Card.parse(code))
        return hand.confirm()

    def confirm(self) -> "Hand":
        """The open trick made fact."""
        return changed(self, confirmed=self.confirmed + 1)

    def reopen(self) -> "Hand":
        """The last confirmed trick open again; cards already laid to the next one join it. What was told goes all at once."""
        if self.told is not None:
            laid = self.laid[: self.told.first]
            return replace(self, laid=laid if laid[-1] else laid[:-1], told=None, confirmed=self.told.first - 1)
        kept, joined = self.laid[: self.confirmed - 1], self.laid[self.confirmed - 1 :]
        plays = tuple(play for trick in joined for play in trick)
        claims = tuple((number, seat) for number, seat in self.claims if number != self.confirmed)
        return replace(self, laid=(*kept, plays) if plays else kept, confirmed=self.confirmed - 1, claims=claims)

    def withdraw(self) -> "Hand":
        """The hand without the last card of the open trick."""
        rest = self.laid[-1][:-1]
        return replace(self, laid=self.laid[:-1] + ((rest,) if rest else ()), moments=self.moments + 1)

    def insert(self, trick: int, position: int, play: Play) -> "Hand":
        """The hand with a card that was missed, put where it belongs (`position` from 0)."""
        laid = self.laid if len(self.laid) >= trick else (*self.laid, ())
        cards = laid[trick - 1]
        return self._with_trick(trick, (*cards[:position], play, *cards[position:]), laid)

    def remove(self, trick: int, position: int) -> "Hand":
        """The hand without a card that was never played (something else was taken for one)."""
        cards = self.laid[trick - 1]
        hand = self._with_trick(trick, cards[:position] + cards[position + 1 :], self.laid)
        return replace(hand, laid=hand.laid if hand.laid[-1] else hand.laid[:-1])

    def change(self, trick: int, position: int, play: Play) -> "Hand":
        """The hand with one play replaced; the moment stays, so that it equals having played the other card."""
        cards = self.laid[trick - 1]
        return self._with_trick(trick, (*cards[:position], play, *cards[position + 1 :]), self.laid)

    def at(self, trick: int, position: int) -> Play:
        """The play as it was laid; raises `NoSuchCard`."""
        if not (1 <= trick <= len(self.laid) and 0 <= position < len(self.laid[trick - 1])):
            raise NoSuchCard(f"trick {trick} has no card number {position + 1}")
        return self.laid[trick - 1][position]

    def _with_trick(self, trick: int, cards: tuple[Play, ...], laid: tuple[tuple[Play, ...], ...]) -> "Hand":
        return replace(self, laid=(*laid[: trick - 1], cards, *laid[trick:]))
