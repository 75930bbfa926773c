"""The demo's people take part in what happens on the page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from device.demo import Demo
from device.errors import BadInput
from scoring.calls import CallKind
from scoring.cards import Card
from scoring.commands import ChangePlayers, Command, EndSession, StartSession, VoidHand
from scoring.hands import Hand
from scoring.ledger import Ledger, LiveTable
from scoring.packs import cards_of
from scoring.seats import Seat
from scoring.table import Table
from vision.sighting import Frame

LONG = 900
"""Frames within which something must have happened: a minute and a half of the table's time."""


@dataclass
class Played:
    """A demo, played frame by frame."""

    demo: Demo
    frames: Iterator[Frame]

    def until(self, is_so: Callable[[Table], bool]) -> Table:
        """Play on until the table is so, or for a long while."""
        for frame in islice(self.frames, LONG):
            self.demo.box.step(frame)
            if is_so(self.demo.live.table()):
                break
        return self.demo.live.table()

    def do(self, command: Command) -> None:
        self.demo.live.submit(command)


@pytest.fixture
def played(tmp_path: Path) -> Played:
    demo = Demo(tmp_path, players=2, seed=3, speed=100, troubles=(), patience=0.5)
    return Played(demo, demo.frames())


def has_confirmed(hand: int, trick: int) -> Callable[[Table], bool]:
    return lambda table: table.hand is not None and table.hand.number == hand and table.hand.confirmed >= trick


def test_the_folder_of_a_real_table_is_left_alone(tmp_path: Path) -> None:
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="page", game="spar", players=("Ama", "Kofi")))
    with pytest.raises(BadInput, match="holds the log of a real table"):
        Demo(tmp_path, players=2, seed=3, speed=100, troubles=())
    assert not live.table().is_ended
    Demo(tmp_path / "new", players=2, seed=3, speed=100, troubles=())
    again = Demo(tmp_path / "new", players=2, seed=3, speed=100, troubles=())
    assert len(again.live.ledger.sessions()) == 2


def test_after_a_void_hand_the_next_is_dealt(played: Played) -> None:
    played.until(has_confirmed(1, 1))
    played.do(VoidHand(by="page", reason="misdeal"))
    table = played.until(has_confirmed(2, 2))
    assert has_confirmed(2, 2)(table)
    assert [len(laid) for laid in table.hands[1].laid[:2]] == [2, 2]


def test_a_new_game_on_the_page_is_played_with_its_players(played: Played) -> None:
    played.until(has_confirmed(1, 1))
    played.do(EndSession(by="page"))
    played.do(StartSession(by="page", game="agram", players=("Ali", "Bawa", "Cisse")))
    table = played.until(has_confirmed(1, 1))
    assert has_confirmed(1, 1)(table)
    assert table.hands[0].tricks[0].seats == (2, 1, 0)
    assert {play.card for play in table.hands[0].laid[0]} <= set(table.pack.cards)


def test_the_dealer_of_the_game_deals_and_nobody_plays_out_of_turn(played: Played) -> None:
    played.do(EndSession(by="page"))
    played.do(StartSession(by="page", game="spar", players=("Ama", "Kofi"), options={"dealer": "loser"}))
    table = played.until(has_confirmed(2, 2))
    assert has_confirmed(2, 2)(table)
    assert table.hands[1].dealer is not table.hands[0].tricks[-1].winner
    assert all(not deal.offences for deal in table.deals)


def test_a_game_that_the_simulated_table_cannot_play_leaves_it_bare(played: Played) -> None:
    played.do(EndSession(by="page"))
    played.do(StartSession(by="page", game="spades", players=("A", "B", "C", "D")))
    assert played.until(lambda table: table.hand is not None).hand is None


def test_somebody_who_sits_down_is_dealt_in(played: Played) -> None:
    played.until(has_confirmed(1, 5))
    played.do(ChangePlayers(by="page", players=("Ama", "Kofi", "Esi")))
    table = played.until(has_confirmed(2, 1))
    assert len(table.hands[1].laid[0]) == 3


def test_stovkahra_is_played_with_a_german_pack_and_by_its_rules(tmp_path: Path) -> None:
    demo = Demo(tmp_path, players=4, seed=1, speed=100, troubles=(), game="stovkahra", patience=0.5)
    table = Played(demo, demo.frames()).until(has_confirmed(1, 2))
    assert has_confirmed(1, 2)(table)
    hand = table.hands[0]
    assert [call.kind for call in hand.calls] == [CallKind.TRUMP, CallKind.SHOW_HOLDING]
    assert table.pack.name == "german32"
    assert all(play.card and play.card in table.pack for trick in hand.tricks[:2] for play in trick.plays)
    assert table.game.offences(table.agreed, table.standing, hand) == ()


def test_a_card_may_be_played_where_the_game_has_nothing_against_it(tmp_path: Path) -> None:
    demo = Demo(tmp_path, players=4, seed=1, speed=100, troubles=(), game="stovkahra")
    table = demo.live.table()
    dealt = Hand.start(table.pack, 4, Seat.A, 8)
    seven, ace, bell, trump = (Card.parse(code) for code in ("7S", "AS", "9D", "8H"))
    holdings = {seat: list(cards_of("KC OC 7C" if seat is Seat.B else "7H")) for seat in dealt.seats}
    hand = demo._opening(dealt, holdings).play(Card.parse("9S"))
    assert demo._may_play(hand, ace, [ace, bell, trump])
    assert not demo._may_play(hand, bell, [ace, bell, trump])
    assert not demo._may_play(hand, seven, [ace, seven])
    assert not demo._may_play(hand, bell, [bell, trump])
    assert demo._may_play(hand, trump, [bell, trump])
    assert all(demo._may_play(hand.play(bell), card, [card]) for card in (ace, trump))


def test_an_earlier_revoke_that_a_holding_would_prove_forbids_no_card(tmp_path: Path) -> None:
    demo = Demo(tmp_path, players=2, seed=1, speed=100, troubles=())
    cards = [Card.parse(code) for code in ("9D", "7C", "8D", "9S")]
    hand = Hand.start(demo.live.table().pack, 2)
    for card in cards[:2]:
        hand = hand.play(card)
    assert demo._may_play(hand.confirm(), cards[2], cards[2:])
    followed = hand.confirm().play(cards[2])
    assert demo._may_play(followed, Card.parse("KD"), [Card.parse("KD"), Card.parse("TD")])
