"""A simulated evening: deals Spar for ever, plays it on a rendered table, makes the troubles that real tables make."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from device.faces import label_of
from device.simulation import CARD_WIDTH, HEIGHT, RATE, WIDTH, RenderedTable
from device.whose import sides
from scoring.cards import Card
from scoring.hands import Hand
from scoring.packs import PACKS
from scoring.seats import Direction, Seat
from vision.sighting import Frame

TROUBLES = ("revoke", "unsure", "dim", "nudge", "hand", "glare", "bump", "quick")
"""What may go wrong: a failure to follow suit, a smudged card, a lamp that flickers, a card that is straightened, a hand that
reaches over the cards, a lamp's reflection on them, a camera that is knocked, two cards within half a second."""


@dataclass(frozen=True)
class Truth:
    """What really happened: the card, whose, when it lay still, and what trouble came with it."""

    card: Card
    seat: Seat
    settled: float
    side: float
    x: float
    y: float
    trouble: str | None = None

    def as_json(self) -> dict[str, Any]:
        """As recordings write it."""
        return {
            "card": str(self.card),
            "face_down": False,
            "side": self.side,
            "settled": round(self.settled, 2),
            "x": round(self.x),
            "y": round(self.y),
            "trouble": self.trouble,
        }


Holdings = dict[Seat, list[Card]]
"""What everybody was dealt, in the order in which it came."""


def follows_suit(hand: Hand, card: Card, holding: list[Card]) -> bool:
    """Whether who holds these cards may play that one, where nothing is owed but the led suit."""
    trick = hand.open_trick
    led = trick.led if trick and trick.plays else None
    return card.suit == led or all(other.suit != led for other in holding)


@dataclass
class Evening:
    """Frames of an evening, on a table and with a deck of its own unless a table is given.

    `may_go_on` is asked in every frame of a pause after a full trick. `first` is the number of the first hand and `dealer` who
    deals it. `opening` makes of a hand that was dealt the one that begins, and says what must be said before; `may_play` tells
    whether who holds these cards may play that one.
    """

    players: int
    seed: int = 0
    troubles: tuple[str, ...] = ("revoke", "unsure")
    hands: int | None = None
    pack: str = "spar35"
    hand_size: int = 5
    direction: Direction = Direction.CLOCKWISE
    may_go_on: Callable[["Evening", int], bool] = lambda _evening, waited: waited >= 8
    table: RenderedTable | None = None
    first: int = 1
    dealer: Seat = Seat.A
    opening: Callable[[Hand, Holdings], Hand] = lambda hand, _holdings: hand
    may_play: Callable[[Hand, Card, list[Card]], bool] = follows_suit
    truth: list[Truth] = field(default_factory=list)
    cleared: list[float] = field(default_factory=list)
    hand: Hand | None = None

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng([self.seed, self.first])
        self._table = self.table or RenderedTable(self.seed)
        self._number = 0

    def frames(self) -> Iterator[Frame]:
        """Every frame, ten a second of the table's own time."""
        for picture in self._pictures():
            frame = Frame(self._number, self._number / RATE, picture)
            self._number += 1
            yield frame

    def _pictures(self) -> Iterator[Any]:
        yield from self._table.rest(5)
        dealer, played = self.dealer, 0
        while self.hands is None or played < self.hands:
            yield from self._play_hand(dealer)
            assert self.hand is not None
            winner = self.hand.tricks[-1].winner
            dealer = dealer if winner is None else winner
            played += 1

    def _play_hand(self, dealer: Seat) -> Iterator[Any]:
        setup_pack = PACKS[self.pack]
        cards = [setup_pack.cards[i] for i in self._rng.permutation(len(setup_pack.cards))]
        size = self.hand_size
        holdings = {Seat(s): cards[size * s : size * (s + 1)] for s in range(self.players)}
        number = self.hand.number + 1 if self.hand else self.first
        dealt = replace(Hand.start(setup_pack, self.players, dealer, size, self.direction), number=number)
        self.hand = self.opening(dealt, holdings)
        revoke_in = int(self._rng.integers(size - 2)) if "revoke" in self.troubles and self._rng.random() < 0.4 else None
        for trick in range(size):
            for _ in range(self.players):
                yield from self._play_card(holdings, trick == revoke_in)
            waited = 0
            while not self.may_go_on(self, waited):
                yield from self._table.rest(1)
                waited += 1
            self.hand = self.hand.confirm()
        side = sides(self.players)[dealer]
        yield from self._table.gather(side, dealer)
        self.cleared.append(self._number / RATE)
        yield from self._table.rest(8)

    def _play_card(self, holdings: Holdings, may_revoke: bool) -> Iterator[Any]:
        assert self.hand is not None
        seat = self.hand.turn
        assert seat is not None
        card, trouble = self._choose(holdings[seat], may_revoke)
        holdings[seat].remove(card)
        smudged = self._happens("unsure", 0.04)
        is_quick = self._happens("quick", 0.15)
        side = sides(self.players)[seat] + float(self._rng.normal(0, 5))
        self._change_the_view()
        yield from self._table.lay(label_of(card), side, seat, smudged, is_quick)
        self.hand = self.hand.play(card)
        x, y = self._table.newest.mean(axis=0) if self._table.newest is not None else (0.0, 0.0)
        settled = (self._number - 4) / RATE
        self.truth.append(Truth(card, seat, settled, side % 360, float(x), float(y), "unsure" if smudged else trouble))
        if not is_quick:
            yield from self._table.rest(4)
        if self._happens("nudge", 0.15):
            yield from self._table.nudge(side, seat)
            yield from self._table.rest(4)
        if self._happens("hand", 0.15):
            yield from self._table.reach_over(float(self._rng.uniform(0, 360)), seat)

    def _happens(self, trouble: str, chance: float) -> bool:
        return trouble in self.troubles and bool(self._rng.random() < chance)

    def _change_the_view(self) -> None:
        """The lamp dims, shines on the cards, or the camera is knocked; all of it passes."""
        self._table.dimness = 0.6 if self._happens("dim", 0.2) else 1.0
        if "glare" in self.troubles:
            place = self._rng.normal((WIDTH / 2, HEIGHT / 2), 0.8 * CARD_WIDTH)
            self._table.glare = (float(place[0]), float(place[1])) if self._rng.random() < 0.15 else None
        if self._happens("bump", 0.04):
            self._table.bump()

    def _choose(self, holding: list[Card], may_revoke: bool) -> tuple[Card, str | None]:
        """A legal card at random, or, where a revoke is due, a card off suit that is kept company by one of the suit."""
        assert self.hand is not None
        trick = self.hand.open_trick
        led = trick.led if trick and trick.plays else None
        following = [card for card in holding if card.suit == led]
        others = [card for card in holding if card.suit != led]
        if led and may_revoke and following and others and self._rng.random() < 0.7:
            return others[int(self._rng.integers(len(others)))], "revoke"
        legal = [card for card in holding if self.may_play(self.hand, card, holding)]
        return legal[int(self._rng.integers(len(legal)))], None


def player_names(players: int) -> tuple[str, ...]:
    """Names for the seats of a demo."""
    return ("Ama", "Kofi", "Esi", "Yaw", "Abena", "Kwame", "Adjoa")[:players]
