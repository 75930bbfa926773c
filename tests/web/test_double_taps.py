"""Every button that changes something, tapped twice in the same place: it is done once, also where another button comes there."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect
from playwright.sync_api import Page as Screen

from scoring import Call, CallKind, Card, Seat
from scoring.commands import (
    ConfirmTrick,
    DealHand,
    MakeCall,
    OpenDispute,
    PlayCard,
    StartSession,
    TellTricks,
    Undo,
)
from scoring.told import Taker
from tests.conftest import NOON
from tests.web.browsing import Visit, Visitor, a_dispute, a_turn_of_suipe, an_ended_game
from tests.web.conftest import Page as Table

pytestmark = pytest.mark.browser

LATER = (100, 200, 300, 400)
"""Milliseconds from tap to tap: they come 0.1, 0.3, 0.6 and 1.0 seconds after the first."""
FOUR = ("Ama", "Kofi", "Esi", "Yaw")


@dataclass(frozen=True)
class Tap:
    """A table in some state, the page with the button, and how many events one tap leads to."""

    prepare: Callable[[Table], None]
    path: str
    button: Callable[[Screen], Locator]
    events: int = 1


def named(name: str) -> Callable[[Screen], Locator]:
    return lambda screen: screen.get_by_role("button", name=name).first


def at(selector: str) -> Callable[[Screen], Locator]:
    return lambda screen: screen.locator(selector).first


def opened(summary: str, then: Callable[[Screen], Locator]) -> Callable[[Screen], Locator]:
    """A button behind something that is opened first."""

    def find(screen: Screen) -> Locator:
        screen.locator("summary", has_text=summary).first.click()
        return then(screen)

    return find


def behind_more(then: Callable[[Screen], Locator]) -> Callable[[Screen], Locator]:
    def find(screen: Screen) -> Locator:
        screen.locator(".more summary").click()
        return then(screen)

    return find


def full(table: Table) -> None:
    table.start("Ama", "Kofi")
    table.lay("AH 7H")
    table.lay("KD 8D", confirm=False)


def two_tricks(table: Table) -> None:
    table.start("Ama", "Kofi")
    table.lay("AH 7H", "KD 8D")


def taken_back(table: Table) -> None:
    full(table)
    table.do(Undo(by="t"), Undo(by="t"))


def won(table: Table) -> None:
    table.start("Ama", "Kofi")
    table.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")


def over(table: Table) -> None:
    table.do(StartSession(by="t", game="spar", players=("Ama", "Kofi"), options={"target": 3}))
    table.do(TellTricks(by="t", hand=1, last=(Taker(Seat.A, Card.parse("6H")),)))


def spades(table: Table) -> None:
    table.do(StartSession(by="t", game="spades", players=FOUR), DealHand(by="t"))


def counted(table: Table) -> None:
    spades(table)
    table.do(*(MakeCall(by="t", call=Call(CallKind.BID, Seat(seat), number=3)) for seat in range(4)))


def roque(table: Table) -> None:
    table.do(StartSession(by="t", game="roque", players=FOUR), DealHand(by="t"))


def too_few(table: Table) -> None:
    table.start("Ama", "Kofi", "Esi")
    table.lay("AH 7H", confirm=False)
    table.do(ConfirmTrick(by="t", hand=1, trick=1))


def too_many(table: Table) -> None:
    full(table)
    table.do(PlayCard(by="camera", card=Card.parse("9C")), ConfirmTrick(by="t", hand=1, trick=2))


def doubted(table: Table) -> None:
    full(table)
    table.do(OpenDispute(by="t", hand=1, trick=2))


def unsure(table: Table) -> None:
    table.start("Ama", "Kofi")
    table.lay("AH 7H")
    table.lay("KD ??", confirm=False)


def tell_a_hand(screen: Screen) -> Locator:
    screen.locator("[name='seat']").first.check()
    return screen.locator(".pad button[value='6H']")


def count_a_hand(screen: Screen) -> Locator:
    for seat, number in (("A", "7"), ("B", "6")):
        screen.locator(f"[name='taken-{seat}'][value='{number}']").check()
    return screen.locator(".pad button[name='seat']").first


def a_turn(screen: Screen) -> Locator:
    screen.locator("[name='card'][value='8C']").check()
    return screen.get_by_role("button", name="Trails")


TAPS = {
    "confirm": Tap(full, "/", named("Confirm trick 2")),
    "undo": Tap(full, "/", at(".bar form[action$='/undo'] button")),
    "redo": Tap(taken_back, "/", behind_more(named("Redo"))),
    "next hand": Tap(won, "/", named("Next hand")),
    "end the game": Tap(over, "/", named("End the game")),
    "play on": Tap(over, "/", behind_more(named("Play on"))),
    "rematch": Tap(an_ended_game, "/", named("Rematch")),
    "dispute": Tap(full, "/", behind_more(named("Dispute"))),
    "settle": Tap(doubted, "/", behind_more(named("Settled"))),
    "waive": Tap(a_dispute, "/", opened("Proved", named("Waive it"))),
    "type": Tap(two_tricks, "/?type=1", at(".pad .face:not(:disabled)")),
    "face down": Tap(two_tricks, "/?type=1", named("Face down")),
    "bid on the pad": Tap(spades, "/?type=1", at(".pad .bid button[value='3']")),
    "bid": Tap(spades, "/", at(".bid button[value='3']")),
    "pass": Tap(roque, "/?type=1", named("Pass")),
    "tell": Tap(two_tricks, "/?tell=1", tell_a_hand),
    "count": Tap(counted, "/?tell=1", count_a_hand),
    "which card": Tap(unsure, "/", at(".question .face")),
    "missed": Tap(too_few, "/card/1/1/2?missing=1", at(".face")),
    "take back": Tap(too_many, "/", named("Take the last card back")),
    "correct": Tap(full, "/card/1/2/0", at(".face[value='QC']")),
    "no card": Tap(full, "/card/1/2/1", named("This was no card")),
    "claim": Tap(two_tricks, "/session", named("Ama took trick 3 unseen")),
    "void": Tap(two_tricks, "/session", opened("This hand does not count", named("Yes, this hand does not count"))),
    "deal": Tap(won, "/session", named("Kofi deals")),
    "end": Tap(won, "/session", opened("End the session", named("Yes, end it"))),
    "sign": Tap(an_ended_game, "/session", named("Ama signs")),
    "turn": Tap(a_turn_of_suipe, "/", a_turn),
}


def middle_of(button: Locator) -> tuple[float, float]:
    """Where it is once it has been scrolled there; the page may come anew at any moment, and then it is another one."""
    script = """part => {
        part.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = part.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    }"""
    x, y = 0.0, 0.0
    while not x:
        x, y = button.evaluate(script)
    return x, y


def tap_again_and_again(visit: Visit, page: Table, wanted: Tap) -> None:
    """Tap five times within a second; it is done once."""
    wanted.prepare(page)
    before = page.live.ledger.position()
    screen = visit.screen
    screen.clock.install(time=NOON)
    screen.goto(f"{visit.address}/me", wait_until="load")
    with screen.expect_navigation():
        screen.get_by_role("button", name="Keep").first.click()
    screen.goto(visit.address + wanted.path, wait_until="load")
    later = NOON + timedelta(hours=1)
    screen.clock.pause_at(later)
    while screen.evaluate("Date.now()") != later.timestamp() * 1000:
        pass  # a page that is still coming has another clock
    x, y = middle_of(wanted.button(screen))
    with screen.expect_response(lambda answer: "/do/" in answer.url):
        screen.mouse.click(x, y)
    expect(screen.locator("main")).to_be_visible()
    for milliseconds in LATER:
        screen.clock.fast_forward(milliseconds)
        screen.mouse.click(x, y)
    expect(screen.locator("main")).to_be_visible()  # asked of whatever page is there by now: the taps have arrived
    assert len([url for url in visit.asked if "/do/" in url]) == 1
    assert page.live.ledger.position() == before + wanted.events


@pytest.mark.parametrize("tap", TAPS)
def test_a_button_tapped_again_within_a_second_does_one_thing(visitor: Visitor, page: Table, tap: str) -> None:
    tap_again_and_again(visitor(reduced_motion="reduce"), page, TAPS[tap])


@pytest.mark.parametrize("tap", ["confirm", "undo", "no card", "sign"])
def test_so_it_does_on_a_page_whose_script_has_not_come_yet(visitor: Visitor, page: Table, tap: str) -> None:
    visit = visitor(reduced_motion="reduce")
    visit.context.route("**/live.js*", lambda route: route.abort())
    tap_again_and_again(visit, page, TAPS[tap])
