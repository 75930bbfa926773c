"""The dummy on the page: its cards are told by taps, shown on phone and TV, and go as they are played."""

import re

from tests.web.browsing import a_dummy
from tests.web.conftest import Page


def shown(page: Page, path: str = "/") -> list[str]:
    """The cards of the dummy, as their names are read out."""
    found = re.search(r'<p class="dummy">(.*?)</p>', page.client.get(path).text, re.DOTALL)
    return re.findall(r'aria-label="([^"]+)"', found[1]) if found else []


def test_the_dummy_s_cards_are_shown_until_they_are_played(page: Page) -> None:
    a_dummy(page)
    assert shown(page) == shown(page, "/tv")
    assert len(shown(page)) == 13
    page.lay("2S", confirm=False)
    assert shown(page)[:3] == ["Ace of spades", "King of spades", "Queen of hearts"]


def test_the_dummy_is_told_by_taps_a_few_cards_at_a_time(page: Page) -> None:
    a_dummy(page, told="AS KS")
    assert page.post("say", kind="dummy", seat="C", cards=["2C", "QH"]).status_code == 303
    assert shown(page) == ["Ace of spades", "King of spades", "Queen of hearts", "Two of clubs"]
    form = page.client.get("/").text.partition("What the dummy holds")[2].partition("</form>")[0]
    assert [code in form for code in ('value="3C"', 'value="7S"', 'value="QH"')] == [True, False, False]
