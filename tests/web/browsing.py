"""Chromium for the tests of the page: phones, tablets and TVs, and tables in every state to look at."""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import BrowserContext, expect
from playwright.sync_api import Page as Screen

from scoring import Call, CallKind, Seat
from scoring.commands import DealHand, EndSession, MakeCall, MakeMove, OpenDispute, StartSession, TellTricks
from scoring.ledger.phrases import read_call, read_move
from scoring.packs import cards_of
from scoring.told import Count, Taker
from tests.web.conftest import Page as Table
from web.network import key_of
from web.steps import Step

expect.set_options(timeout=30_000)
PICTURES = Path(__file__).parents[2] / "build" / "pictures"
SIZES = {"small": (320, 640), "phone": (390, 844), "tablet": (768, 1024), "laptop": (1280, 720), "tv": (1920, 1080)}


class Visit:
    """One visitor's browser: opens addresses of one server, and keeps what the console complains about."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.screen: Screen = context.new_page()
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.screen.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.screen.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.screen.on("request", lambda request: self.asked.append(request.url))

    def open(self, path: str = "/") -> Screen:
        self.screen.goto(self.address + path, wait_until="domcontentloaded")
        return self.screen


Visitor = Callable[..., Visit]


def places_of(screen: Screen, parts: str) -> list[list[float]]:
    """Left, top, width and height of each of the parts, all in one look: between two the page may come anew."""
    look = """parts => [...document.querySelectorAll(parts)].map(part => part.getBoundingClientRect())
        .map(box => [box.x, box.y, box.width, box.height])"""
    found: list[list[float]] = screen.evaluate(look, parts)
    return found


def a_hand_of_spar(table: Table) -> None:
    table.start("Ama", "Kofi", "Esi")
    table.lay("QH KH 7H", "AD 7D 8D", "KD 8C 9D", "QD 9S TD", "6C 7S 8S")
    table.lay("AH 9C KC", "KS 8H 9H")
    table.lay("JC ??", confirm=False)


def an_ended_game(table: Table) -> None:
    table.start("Ama", "Kofi")
    table.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    table.do(EndSession(by="test"))


def a_dispute(table: Table) -> None:
    table.start("Ama", "Kofi")
    table.lay("AH 9D", "KD 8D", "KH 8H")
    film = table.evidence.keep(cv2.imencode(".jpg", np.full((400, 2400, 3), 90, np.uint8))[1].tobytes())
    table.do(OpenDispute(by="Ama", hand=1, trick=1, evidence=film))


def bids_of_spades(table: Table) -> None:
    table.do(StartSession(by="test", game="spades", players=("Ama", "Kofi", "Esi", "Yaw"), stake=1))
    table.do(MakeCall(by="test", call=Call(CallKind.BID, Seat.B, number=0)))


def all_bids_of_spades(table: Table) -> None:
    table.do(StartSession(by="test", game="spades", players=("Ama", "Kofi", "Esi", "Yaw"), stake=1))
    for seat, number in ((1, 3), (2, 2), (3, 3), (0, 4)):
        table.do(MakeCall(by="test", call=Call(CallKind.BID, Seat(seat), number=number)))


def a_trick_of_spades(table: Table) -> None:
    all_bids_of_spades(table)
    table.lay("5D 9D KD AD", "QC KC 4C 7C")
    table.lay("TH JH 3H", confirm=False)


def a_told_hand(table: Table) -> None:
    all_bids_of_spades(table)
    taken = (Count((Seat.A, Seat.C), 7), Count((Seat.B, Seat.D), 6))
    table.do(TellTricks(by="Esi", hand=1, taken=taken, last=(Taker(Seat.C),)))


def a_game_won(table: Table) -> None:
    table.do(StartSession(by="test", game="spar", players=("Ama", "Kofi", "Esi"), options={"target": 3}, stake=10))
    table.lay("QH KH 7H", "AD 7D 8D", "KD 8C 9D", "QD 9S TD", "6C 7S 8S")


def seven_at_the_table(table: Table) -> None:
    table.start("Ama", "Kofi", "Esi", "Yaw", "Abena", "Jean-Baptiste", "Maximiliane")
    table.lay("QH KH 7H 8H 9H", confirm=False)


def a_turn_of_suipe(table: Table) -> None:
    table.do(StartSession(by="test", game="suipe", players=("Sina", "Tavita")))
    table.do(MakeCall(by="test", call=Call(CallKind.LAYOUT, Seat.A, cards=cards_of("5H 4C KD 9S"))))
    table.do(MakeMove(by="test", move=read_move("B 2C builds 6: 2C 4C")))


def a_card_shown_for_trumps(table: Table) -> None:
    table.do(StartSession(by="test", game="stovkahra", players=("Jan", "Eva", "Petr", "Anna")))


def an_auction(table: Table) -> None:
    table.do(StartSession(by="test", game="roque", players=("Ali", "Reza", "Mina", "Sara")))


def a_dummy(table: Table, told: str = "AS KS 2S QH 5H 3H 9D 8D 4D JC TC 9C 2C") -> None:
    table.do(StartSession(by="test", game="bridge", players=("Ama", "Kofi", "Esi", "Yaw")))
    for words in ("A bids 1N", "B passes", "C passes", "D passes"):
        table.do(MakeCall(by="test", call=read_call(words)))
    table.lay("7S", confirm=False)
    table.do(MakeCall(by="test", call=read_call(f"C is dummy with {told}")))


HEALTH: dict[str, Any] = {
    "findings": [
        {"part": "camera", "is_good": True, "text": "the camera sees the table, 1600 × 900 pixels"},
        {"part": "calibration", "is_good": True, "text": "the table is calibrated"},
        {"part": "picture", "is_good": True, "text": "sharp enough"},
        {"part": "buttons", "is_good": False, "text": "the confirm button is held down: is it stuck, or its wire at ground?"},
        {"part": "reader", "is_good": True, "text": "no reader is plugged in"},
        {"part": "storage", "is_good": True, "text": "storage: 1234 MB free"},
    ],
    "decks": ["club", "grandmother"],
    "deck": "club",
    "presses": ["confirm", "undo"],
    "is_quiet": False,
    "pictured": 9,
}
CALIBRATED = {
    "kind": "calibrate",
    "is_done": True,
    "verdicts": [
        {"is_good": True, "text": "a card is 96 pixels wide, its index 14 high"},
        {"is_good": False, "text": "glare at the top left: turn the lamp, or put a cloth on the table"},
    ],
}
ENROLLING = {
    "kind": "enrol",
    "name": "club",
    "pack": "std52",
    "is_done": False,
    "faces": [
        {"name": "7H", "guess": "", "asks": ["7H", "AS", "KS"], "mark": "1"},
        {"name": "8H", "guess": "", "asks": ["8H", "AS"], "mark": "2"},
        {"name": "??", "guess": "AS", "asks": ["AS", "KS"], "mark": "3"},
        {"name": "??", "guess": "", "asks": ["KS"], "mark": "4"},
    ],
    "is_overlooked": True,
    "learnt": None,
    "missing": ["AS", "KS", "back"],
}
PIXEL = base64.b64encode(cv2.imencode(".jpg", np.full((8, 12, 3), 90, np.uint8))[1].tobytes()).decode()


def a_wifi(now: str, answer: str = "") -> Callable[[Table], None]:
    """A box that is well, of whose networks root's script says this."""

    def prepare(table: Table) -> None:
        a_box(None)(table)
        table.box.answers["health"]["findings"].append({"part": "voice", "is_good": True, "text": "the voice is ready"})
        table.hotspot.said.mkdir(exist_ok=True)
        near = (
            ("Livebox-4F2A", 88, "WPA2"),
            ("Café Ama", 22, ""),
            ("eduroam", 50, "WPA2 802.1X"),
            ("The neighbours across the stairs", 70, "WPA3"),
        )
        for name, text in (
            ("now", f"device=wlan0\n{now}own_name=cardtable-cards\nown_password=abcdefgh2345\n"),
            ("seen", "".join(f"{key_of(name)}:{strength}:{security}\n" for name, strength, security in near)),
            ("answer", f"join\n{key_of('Livebox-4F2A')}\n{answer}\n" if answer else ""),
        ):
            (table.hotspot.said / name).write_text(text)

    return prepare


def saying(game: str, *said: str, cards: str = "") -> Callable[[Table], None]:
    """A game in which this was said, and then these cards were laid."""

    def prepare(table: Table) -> None:
        table.do(StartSession(by="test", game=game, players=("Ama", "Kofi", "Esi", "Yaw")), DealHand(by="test"))
        table.do(*(MakeCall(by="test", call=read_call(words)) for words in said))
        if cards:
            table.lay(cards, confirm=False)

    return prepare


def a_box(work: dict[str, Any] | None) -> Callable[[Table], None]:
    """A box that is well, and sets this up."""

    def prepare(table: Table) -> None:
        table.box.answers.update(
            health={**HEALTH, "findings": [*HEALTH["findings"]], "work": work},
            picture={"jpeg": PIXEL},
            face={"jpeg": PIXEL},
            calibrate={},
            enrol={},
            name={},
            agree={},
            learn={},
            scan={},
            stop={},
            say={},
            lamp={},
            quiet={},
        )

    return prepare


STATES: dict[str, tuple[Callable[[Table], None], tuple[str, ...]]] = {
    "spar": (
        a_hand_of_spar,
        (
            *("/", "/?type=1", "/score", "/hand/1", "/hand/2", "/session", "/tv", "/card/1/1/0", "/card/2/3/2?missing=1", "/me"),
            *("/past", "/out/print", "/out/result", "/new", "/new/spar", "/rules/spades", "/?tell=1", "/key/WRONG"),
        ),
    ),
    "dispute": (a_dispute, ("/", "/dispute/1/1", "/dispute/1/2")),
    "told": (a_told_hand, ("/", "/?tell=1", "/hand/1", "/score", "/session")),
    "playing": (a_trick_of_spades, ("/", "/?type=1", "/hand/1", "/tv")),
    "telling": (all_bids_of_spades, ("/?tell=1",)),
    "won": (a_game_won, ("/", "/tv", "/session", "/score")),
    "seven": (seven_at_the_table, ("/", "/?type=1", "/?tell=1", "/tv")),
    "spades": (bids_of_spades, ("/", "/?type=1", "/score")),
    "suipe": (a_turn_of_suipe, ("/", "/hand/1", "/tv")),
    "dummy": (a_dummy, ("/",)),
    "stovkahra": (a_card_shown_for_trumps, ("/", "/?type=1")),
    "roque": (an_auction, ("/", "/?type=1")),
    "bridge": (
        saying("bridge", "A bids 1H", "B passes", "C bids 2H"),
        ("/", "/?type=1", "/hand/1", "/new/bridge", "/rules/bridge"),
    ),
    "doubled": (saying("bridge", "A bids 4H", "B doubles", "A passes", cards="2C 5C KC"), ("/", "/?type=1", "/hand/1", "/tv")),
    "trumps": (saying("tarneeb", "D bids 8", "A passes"), ("/", "/?type=1")),
    "holder": (saying("hearts"), ("/", "/?type=1")),
    "box": (a_box(None), ("/setup", "/setup?step=wifi", "/welcome")),
    "steps": (
        a_wifi("own=up\n"),
        (*(f"/setup?step={step.value}" for step in Step), "/setup/sheet"),
    ),
    "joined": (a_wifi(f"wifi={key_of('Livebox-4F2A')}\naddress=192.168.1.7\n"), ("/setup?step=wifi",)),
    "wrong": (a_wifi(f"own=up\ngone={key_of('Livebox-4F2A')}\n", "password"), ("/setup", "/setup?step=wifi")),
    "joining": (a_wifi("own=up\n", "busy"), ("/setup?step=wifi",)),
    "calibrated": (a_box(CALIBRATED), ("/setup", "/setup?step=calibration")),
    "enrolling": (a_box(ENROLLING), ("/setup", "/setup?face=2")),
    "learning": (a_box({**ENROLLING, "learnt": 0.4}), ("/setup",)),
    "away": (lambda table: None, ("/setup", *(f"/setup?step={step.value}" for step in Step))),
    "empty": (lambda table: None, ("/", "/score", "/session", "/tv", "/past", "/out/print", "/new")),
    "starting": (
        lambda table: None,
        tuple(f"/new/{game}" for game in ("spar", "fapfap", "spades", "suipe", "stovkahra", "roque")),
    ),
    "ended": (an_ended_game, ("/", "/session", "/tv")),
}
"""Tables in every state, and the pages to look at."""
