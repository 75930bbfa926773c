"""Every page in every state, at every size, in both languages and both lights: nothing is cut off, and axe finds nothing."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.browsing import SIZES, STATES, Visit, Visitor
from tests.web.conftest import Page as Table

pytestmark = pytest.mark.browser


def _overflow(visit: Visit) -> int:
    return int(visit.screen.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("state", STATES)
def test_nothing_is_cut_off_at_any_size(visitor: Visitor, page: Table, state: str, language: str) -> None:
    prepare, paths = STATES[state]
    prepare(page)
    visit = visitor(may_own=True, locale=language)
    wide: list[tuple[str, int | str]] = []
    for path in paths:
        visit.open(path)
        for width, height in SIZES.values():
            visit.screen.set_viewport_size({"width": width, "height": height})
            if _overflow(visit) > 0:
                wide.append((path, width))
        visit.screen.set_viewport_size({"width": 390, "height": 844})
        visit.screen.evaluate("document.documentElement.style.fontSize = '200%'")
        if _overflow(visit) > 0:
            wide.append((path, "200 % text"))
        assert visit.screen.locator("html").get_attribute("lang") == language
    assert wide == []


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(visitor: Visitor, page: Table, state: str, light: str) -> None:
    prepare, paths = STATES[state]
    prepare(page)
    visit = visitor(may_own=True, color_scheme=light, reduced_motion="reduce")
    found = []
    for path in paths:
        visit.open(path)
        for violation in Axe().run(visit.screen).response["violations"]:
            found += [(path, violation["id"], node["html"][:160], node["failureSummary"][:200]) for node in violation["nodes"]]
    assert found == []


@pytest.mark.parametrize("state", STATES)
def test_what_is_tapped_is_large_enough(visitor: Visitor, page: Table, state: str) -> None:
    """48 pixels both ways for buttons and fields, and for the keys of the pad the 36 of a key of the phone's own keyboard.

    Links inside a sentence are as high as the sentence.
    """
    prepare, paths = STATES[state]
    prepare(page)
    visit = visitor(may_own=True)
    script = """[...document.querySelectorAll('button, select, summary, nav a, a.button, input:not([type=hidden])')]
        .filter((part) => part.checkVisibility())
        .map((part) => part.closest('label.tick, label.face, label.deals, .counts label') ?? part)
        .map((part) => [part, part.getBoundingClientRect(), part.matches('.pad .face, .pad .counts *, .pad .quiet') ? 36 : 47.5])
        .filter(([, box, least]) => box.height < least || box.width < least)
        .map(([part, box]) => `${part.outerHTML.slice(0, 80)} ${box.width} ${box.height}`)"""
    small = []
    for path in paths:
        visit.open(path)
        small += [(path, re.sub(r"\s+", " ", part)) for part in visit.screen.evaluate(script)]
    assert small == []
