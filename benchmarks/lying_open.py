"""Tables on which cards lie open that are no plays: a dummy, and a widow that is turned up and taken. What becomes of every play.

`python -m benchmarks.lying_open [EVENINGS] [TRICKS]`: the rendered frames go through the eye, the loop and the log.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from device.evening import player_names
from device.faces import label_of
from device.loop import TableLoop
from device.panel import PaperPanel, Press
from device.simulation import CARD_WIDTH, HEIGHT, RATE, WIDTH, RenderedTable
from device.whose import sides
from scoring.cards import Card
from scoring.commands import DealHand, MakeCall, StartSession
from scoring.hands import Hand
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.phrases import read_call
from scoring.seats import Seat
from vision.arrays import Image
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.sighting import Frame

EDGE, STEP, APART = 75.0, 33.0, 115.0
"""Pixels from the table's edge to the middle of a dummy's first card, from card to card of a suit, and from suit to suit."""


@dataclass
class Sitting:
    """A rendered table with its loop and its log; `truth` are the cards in the order in which they were really played."""

    folder: Path
    reader: Reader
    seed: int
    game: str
    players: int
    rules: str | None = None
    truth: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.live, self.panel = LiveTable(Ledger(self.folder / "log.db")), PaperPanel()
        start = StartSession(by="bench", game=self.game, players=player_names(self.players), rules=self.rules)
        self.live.submit(start)
        self.live.submit(DealHand(by="bench"))
        self.table, self.rng = RenderedTable(self.seed), np.random.default_rng([self.seed, 3])
        self.reader.identifier.begin_again()
        self.loop = TableLoop(
            Watcher(self.reader, CARD_WIDTH),
            self.live,
            EvidenceStore(self.folder / "evidence"),
            self.panel,
            report=lambda _: None,
        )
        self._number = 0
        cards = [card for card in self.hand.order.pack.cards for _ in range(self.hand.order.pack.copies)]
        self._left = [cards[place] for place in self.rng.permutation(len(cards))]
        self.holdings = {seat: self.deal(self.hand.hand_size) for seat in self.hand.seats}

    def deal(self, count: int) -> list[Card]:
        """So many cards from the top of the pack."""
        dealt, self._left = self._left[:count], self._left[count:]
        return dealt

    @property
    def hand(self) -> Hand:
        """The hand as the log has it."""
        hand = self.live.table().hand
        assert hand is not None
        return hand

    def say(self, words: str) -> None:
        """Calls that people type, with commas between them."""
        for text in words.split(", "):
            self.live.submit(MakeCall(by="bench", call=read_call(text)))

    def show(self, pictures: Iterable[Image]) -> None:
        """Frame by frame to the loop."""
        for picture in pictures:
            self.loop.step(Frame(self._number, self._number / RATE, picture))
            self._number += 1

    def play(self, seat: Seat, by: Seat, is_lying: bool = False) -> None:
        """A legal card of that seat at random, laid by a player; one that lies open is taken up first."""
        begun = len(self.truth) % len(self.hand.seats)
        led = self.truth[-begun].suit if begun else None
        legal = [card for card in self.holdings[seat] if card.suit is led] or self.holdings[seat]
        card, side = legal[int(self.rng.integers(len(legal)))], sides(self.players)[by]
        self.holdings[seat].remove(card)
        self.truth.append(card)
        if is_lying:
            self.show(self.table.take([label_of(card)], side, by))
        self.show(self.table.lay(label_of(card), side, by))
        self.show(self.table.rest(5))

    def gather(self) -> None:
        """The button, and the trick is taken away."""
        self.panel.presses.put(Press.CONFIRM)
        self.show(self.table.rest(3))
        laid = self.truth[-len(self.hand.seats) :]
        self.show(self.table.take([label_of(card) for card in laid], 0.0, 0))
        self.show(self.table.rest(12))

    def outcome(self) -> Counter[str]:
        """Plays, those that stand in the log where they belong, other cards there, and plays that lack."""
        logged = [play.card for trick in self.hand.laid for play in trick]
        played, named = Counter(self.truth), Counter(card for card in logged if card)
        return Counter(
            plays=len(self.truth),
            right=(played & named).total(),
            ordered=int(logged == self.truth),
            asked=sum(card is None for card in logged),
            wrong=(named - played).total(),
            missed=max(0, len(self.truth) - len(logged)),
            offences=len(self.live.table().deals[-1].offences),
        )


def columns(holding: list[Card], side: float) -> Iterator[list[tuple[str, tuple[float, float], float]]]:
    """A dummy before the left or the right side: a column for each suit, its cards from the highest, their indices in view."""
    order = "AKQJT98765432"
    suits = [[card for card in holding if card.suit and card.suit.value == suit] for suit in "SHCD"]
    laid = [sorted(suit, key=lambda card: order.index(card.rank.value)) for suit in suits if suit]
    for row, suit in enumerate(laid):
        y = HEIGHT / 2 + (row - (len(laid) - 1) / 2) * APART
        step = STEP * min(1.0, 4 / max(1, len(suit) - 1))
        reach = [EDGE + place * step for place in range(len(suit))]
        yield [(label_of(card), (x if side == 270 else WIDTH - x, y), side + 180) for card, x in zip(suit, reach, strict=True)]


def follow_dummy(folder: Path, seed: int, reader: Reader, tricks: int, rules: str | None = None) -> Counter[str]:
    """A hand of bridge, or by rules of that kind: the lead, the dummy laid out, so many tricks.

    Counts as in `Sitting.outcome`, and the dummy's faces.
    """
    sitting = Sitting(folder, reader, seed, "bridge", 4, rules)
    declarer = Seat.D if seed % 2 else Seat.B
    dummy, before = Seat((declarer + 2) % 4), "A passes, B passes, C passes, " if declarer is Seat.D else "A passes, "
    others = ", ".join(f"{Seat((declarer + turn) % 4)} passes" for turn in (1, 2, 3))
    sitting.say(f"{before}{declarer} bids 1N, {others}")
    held = list(sitting.holdings[dummy])
    sitting.show(sitting.table.rest(4))
    for trick in range(tricks):
        for turn in range(4):
            seat = sitting.hand.turn
            assert seat is not None
            sitting.play(seat, declarer if seat is dummy else seat, is_lying=seat is dummy)
            if not trick and not turn:
                for column in columns(held, sides(4)[dummy]):
                    sitting.show(sitting.table.lay_at(column, sides(4)[dummy], dummy))
                    sitting.show(sitting.table.rest(3))
                sitting.show(sitting.table.rest(14))
        sitting.gather()
    told = [card for _, card in sitting.hand.known]
    faces = Counter(dummies=len(held), faces=len(set(told) & set(held)), foreign=len(set(told) - set(held)))
    return sitting.outcome() + faces


def follow_widow(folder: Path, seed: int, reader: Reader, tricks: int) -> Counter[str]:
    """A hand of pinochle for three: the bidder turns the widow up and takes it, names trumps, and so many tricks are played."""
    sitting = Sitting(folder, reader, seed, "pinochle_three", 3)
    sitting.say("B bids 300, C passes, A passes")
    widow = sitting.deal(3)
    places = [(label_of(card), (WIDTH / 2 + 110 * turn, HEIGHT / 2), 0.0) for card, turn in zip(widow, (-1, 0, 1), strict=True)]
    sitting.show(sitting.table.rest(4))
    sitting.show(sitting.table.lay_at(places, sides(3)[Seat.B], Seat.B))
    sitting.show(sitting.table.rest(12))
    sitting.show(sitting.table.take([label_of(card) for card in widow], sides(3)[Seat.B], Seat.B))
    sitting.show(sitting.table.rest(12))
    sitting.holdings[Seat.B] = sitting.holdings[Seat.B][3:] + widow
    sitting.say("B chooses H")
    for _ in range(tricks):
        for _ in range(3):
            seat = sitting.hand.turn
            assert seat is not None
            sitting.play(seat, seat)
        sitting.gather()
    return sitting.outcome()


def main(evenings: int, tricks: int) -> None:
    """Print what becomes of the plays of so many tables of each kind."""
    reader = Reader()
    for name, follow in (("dummy", follow_dummy), ("widow", follow_widow)):
        total = Counter[str]()
        for seed in range(1, evenings + 1):
            with TemporaryDirectory() as folder:
                total += follow(Path(folder), seed, reader, tricks)
            print(f"{name}, {seed} tables: {dict(total)}", flush=True)


if __name__ == "__main__":
    main(*(int(value) for value in (*sys.argv[1:], *("3", "3")[len(sys.argv) - 1 :])))
