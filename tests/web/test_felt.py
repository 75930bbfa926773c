"""The table seen from above: what is said of each seat is true of the trick that is played."""

from pathlib import Path

from flask import g

import web
from scoring import Call, CallKind, Seat
from scoring.cards import TAROCKS, Suit
from scoring.choices import bids
from scoring.commands import ConfirmTrick, DealHand, MakeCall, OpenDispute, Redo, StartSession, Undo
from scoring.events import Event
from scoring.packs import PACKS
from scoring.projections import table_view
from tests.web.conftest import Page
from web.card_art import RANKS, SUITS, sprite, version
from web.cards import card_parts, suit_parts
from web.felt import Felt, Hero, felt, hero_of
from web.option_words import DONE
from web.undoing import redoes, undoes

CSS = Path(web.__file__).parent / "static" / "cardtable.css"


def seen(page: Page, name: str = "") -> Felt:
    with page.client.application.test_request_context():
        return felt(table_view(page.live.table()), name)


def to_take_back(page: Page) -> str:
    with page.client.application.test_request_context():
        return undoes(page.live.table())


def again(page: Page) -> str:
    with page.client.application.test_request_context():
        return redoes(page.live.table())


def test_who_leads_and_whose_turn_it_is_is_true_of_this_trick(page: Page) -> None:
    page.start("Ama", "Kofi", "Esi")
    page.do(DealHand(by="t"))
    before = seen(page)
    assert [place.name for place in before.places if place.is_turn] == ["Kofi"]
    page.lay("9H KH QH")
    page.lay("7D", confirm=False)
    now = seen(page)
    assert (now.number, now.is_full) == (2, False)
    assert [place.name for place in now.places if place.leads] == ["Esi"]
    assert [place.name for place in now.places if place.wins] == ["Esi"]
    assert [place.name for place in now.places if place.is_turn] == ["Ama"]
    assert [place.name for place in now.places if place.deals] == ["Ama"]
    assert [place.note for place in now.places] == ["", "", "1 trick"]


def test_in_an_auction_it_is_the_turn_of_who_bids_next(page: Page) -> None:
    page.do(StartSession(by="t", game="spades", players=("Ama", "Kofi", "Esi", "Yaw")), DealHand(by="t"))
    turns = []
    for seat in (Seat.B, Seat.C, Seat.D, Seat.A):
        turns += [place.seat for place in seen(page).places if place.is_turn]
        page.do(MakeCall(by="t", call=Call(CallKind.BID, seat, number=3)))
    assert turns == [Seat.B, Seat.C, Seat.D, Seat.A]
    assert [place.seat for place in seen(page).places if place.is_turn] == [Seat.B], "who leads"


def test_who_plays_before_the_bids_are_told_is_waited_for_as_a_player(page: Page) -> None:
    page.do(StartSession(by="t", game="spades", players=("Ama", "Kofi", "Esi", "Yaw")), DealHand(by="t"))
    page.lay("9H", confirm=False)
    assert [place.seat for place in seen(page).places if place.is_turn] == [Seat.C]


def test_roque_waits_for_the_one_whose_bid_it_is(page: Page) -> None:
    page.do(StartSession(by="t", game="roque", players=("Ali", "Reza", "Mina", "Sara")), DealHand(by="t"))
    (first,) = (Seat(place.seat) for place in seen(page).places if place.is_turn)
    page.do(MakeCall(by="t", call=Call(CallKind.BID, first, number=85)))
    (second,) = (Seat(place.seat) for place in seen(page).places if place.is_turn)
    assert first != second
    assert list(bids(page.live.table())) == [second]


def test_everybody_sits_round_from_the_own_chair(page: Page) -> None:
    page.start("Ama", "Kofi", "Esi")
    assert [(place.name, place.at) for place in seen(page, "Esi").places] == [("Ama", 1), ("Kofi", 2), ("Esi", 0)]
    assert [place.at for place in seen(page, "a stranger").places] == [0, 1, 2]


def test_a_confirmed_trick_leaves_the_felt_and_the_last_one_of_a_hand_stays(page: Page) -> None:
    page.start("Ama", "Kofi")
    page.lay("QH KH")
    now = seen(page)
    assert (now.number, now.trick, [place.play for place in now.places]) == (2, None, [None, None])
    page.lay("AD 7D", "KD 8D", "QD 9D", "6C 7S")
    last = seen(page)
    assert last.trick is not None
    assert (last.number, last.is_full) == (5, True)
    assert not any(place.is_turn for place in last.places)


def test_cards_of_nobody_lie_on_the_pile(page: Page) -> None:
    page.start("Ama", "Kofi")
    page.lay("QH KH AH", confirm=False)
    now = seen(page)
    assert [play["card"] for play in now.pile] == ["AH"]


def test_a_bid_shows_how_much_of_it_is_taken(page: Page) -> None:
    page.do(StartSession(by="t", game="spades", players=("Ama", "Kofi", "Esi", "Yaw")))
    for seat, number in zip(Seat, (3, 4, 0, 2), strict=False):
        page.do(MakeCall(by="t", call=Call(CallKind.BID, seat, number=number)))
    page.lay("KH 9H 6H 7H")
    assert [(place.figure, place.note) for place in seen(page).places] == [
        ("0 of 3", ""),
        ("1 of 4", ""),
        ("nil", "has 0"),
        ("0 of 2", ""),
    ]


def test_a_bid_of_points_is_no_number_of_tricks(page: Page) -> None:
    page.do(StartSession(by="t", game="roque", players=("Ali", "Reza", "Mina", "Sara")))
    first = next(iter(bids(page.live.table())))
    page.do(MakeCall(by="t", call=Call(CallKind.BID, first, number=120)))
    (bidder,) = (place for place in seen(page).places if place.seat == first)
    assert (bidder.figure, bidder.note) == ("0", "bid 120")


def test_undo_says_what_it_takes_back(page: Page) -> None:
    page.start("Ama", "Kofi")
    assert to_take_back(page) == ""
    page.lay("9H", confirm=False)
    assert to_take_back(page) == "Kofi's 9♥"
    page.lay("??", confirm=False)
    assert to_take_back(page) == "Ama's card"
    page.do(ConfirmTrick(by="t", hand=1, trick=1))
    assert to_take_back(page) == "trick 1"
    assert again(page) == ""
    page.do(Undo(by="t"))
    assert again(page) == "trick 1"
    page.do(Undo(by="t"))
    assert again(page) == "Ama's card"
    page.do(Redo(by="t"), Redo(by="t"))
    assert (again(page), to_take_back(page)) == ("", "trick 1")
    page.do(OpenDispute(by="t", hand=1, trick=1))
    assert to_take_back(page) == "the dispute"
    page.do(Undo(by="t"))
    assert to_take_back(page) == "trick 1"


def test_whatever_can_be_done_or_undone_has_a_name() -> None:
    own = {"CardPlayed", "TrickConfirmed", "TricksTold", "HandStarted", "MoveMade", "CallMade"}
    assert set(DONE) == {kind.__name__ for kind in Event.__subclasses__()} - own - {"Undone"}


def test_every_card_has_a_drawing_and_the_file_a_name_of_its_own(page: Page) -> None:
    drawn = sprite()
    for kind in SUITS:
        for rank in RANKS:
            assert f'id="{kind}-{rank}"' in drawn
    colours = CSS.read_text()
    with page.client.application.test_request_context():
        for pack in PACKS.values():
            g.pack = pack
            faces = {parts.face: parts for parts in (card_parts(str(card)) for card in pack.cards)}
            assert all(f'id="{face}"' in drawn for face in faces)
            others = {card.rank if card.rank in TAROCKS else "joker" for card in pack.cards if card.suit is None}
            assert len(faces) == len([card for card in pack.cards if card.suit]) + len(others)
            kinds = {suit_parts(suit.value).suit for suit in Suit}
            assert len(kinds) == 4
            assert all(f".{kind}" in colours for kind in kinds - {"clubs", "spades", "squares"})
    answer = page.client.get(f"/cards.svg?v={version()}")
    assert answer.mimetype == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]


def test_whose_moment_it_is() -> None:
    hand = {"is_over": True, "number": 2}
    last = {"number": 2, "winner": 0, "winner_name": "Ama", "last_card": "6H", "points": [3, 0], "sides": ["Ama", "Kofi"]}
    sides = [{"name": "Ama", "seats": [0], "total": 3}, {"name": "Kofi", "seats": [1], "total": 5}]
    view = {"hand": hand, "last_hand": last, "sides": sides, "players": [{}, {}], "winner": None, "is_ended": False}
    assert hero_of(view) == Hero("Ama", "takes the last trick")
    assert hero_of(view | {"last_hand": last | {"last_card": None}}) == Hero("Ama", "wins the hand")
    assert hero_of(view | {"hand": hand | {"is_over": False}}) is None
    assert hero_of(view | {"is_ended": True, "hand": hand | {"is_over": False}}) == Hero("Kofi", "wins", True)
    assert hero_of(view | {"winner": 1}) == Hero("Kofi", "has won the game")
    level = [side | {"total": 5} for side in sides]
    assert hero_of(view | {"is_ended": True, "sides": level}) == Hero("Level", "nobody wins", True)
    pairs = [{"name": "Ama and Esi", "seats": [0, 2], "total": 61}, {"name": "Kofi and Yaw", "seats": [1, 3], "total": 60}]
    four = view | {"sides": pairs, "players": [{}] * 4, "last_hand": last | {"sides": ["Ama and Esi", "Kofi and Yaw"]}}
    assert hero_of(four) == Hero("Ama and Esi", "win the hand")
    assert hero_of(four | {"last_hand": last | {"points": [0, 0]}}) == Hero("", "Hand 2")
