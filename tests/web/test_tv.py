"""The page for the far end of the room: read from four metres, whatever the screen, and nothing cut off in any state."""

import pytest

from tests.web.browsing import (
    Visitor,
    a_card_shown_for_trumps,
    a_dummy,
    a_hand_of_spar,
    a_turn_of_suipe,
    an_auction,
    bids_of_spades,
)
from tests.web.conftest import Page as Table

pytestmark = pytest.mark.browser

SCREENS = ((1280, 720), (1920, 1080), (3840, 2160))


def a_won_hand(table: Table) -> None:
    table.start("Ama", "Kofi", "Esi")
    table.lay("QH KH 7H", "AD 7D 8D", "KD 8C 9D", "QD 9S TD", "6C 7S 8S")


def a_proof(table: Table) -> None:
    table.start("Ama", "Kofi")
    table.lay("AH 9D", "KD 8D", "KH 8H")


def seven_players(table: Table) -> None:
    table.start("Ama", "Kofi", "Esi", "Yaw", "Abena", "Kwame", "Maximiliane")
    table.lay("QH KH 7H 8H 9H", confirm=False)


STATES = {
    "free": lambda table: None,
    "spar": a_hand_of_spar,
    "seven": seven_players,
    "won": a_won_hand,
    "proof": a_proof,
    "spades": bids_of_spades,
    "stovkahra": a_card_shown_for_trumps,
    "roque": an_auction,
    "suipe": a_turn_of_suipe,
    "dummy": a_dummy,
}

TOO_SMALL = """() => {
    const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const part = walk.currentNode.parentElement;
        const isDrawn = part.checkVisibility() && !part.closest('svg, .hidden-text, .skip, noscript');
        if (!isDrawn || !walk.currentNode.data.trim()) continue;
        const size = parseFloat(getComputedStyle(part).fontSize) / innerHeight * 100;
        if (size < 2.4) found.push(`${walk.currentNode.data.trim()}: ${size.toFixed(2)} %`);
    }
    return found;
}"""

CUT_OFF = """() => [...document.querySelectorAll('main *')].filter((part) => {
    const box = part.getBoundingClientRect();
    const isOut = box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    return isOut && box.width && !part.closest('.hidden-text');
}).map((part) => part.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("state", STATES)
def test_everything_is_large_enough_and_on_the_screen(visitor: Visitor, page: Table, state: str, language: str) -> None:
    STATES[state](page)
    screen = visitor("tv", locale=language).open("/tv")
    screen.wait_for_load_state()
    for width, height in SCREENS:
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.evaluate(TOO_SMALL) == []
        assert screen.evaluate(CUT_OFF) == []
