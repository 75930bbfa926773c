"""The built manual: nothing leads nowhere, nothing is refused by the page's own policy, and it is searched without internet."""

import fcntl
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from manual.__main__ import build, without_evaluation
from manual.texts import compare
from manual.words import LANGUAGES
from scoring.games import GAMES
from tests.manual.commands import fences
from tests.web.browsing import Visitor
from tests.web.conftest import Page
from web import manual


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The manual in both languages: built once, by whoever of the tests' processes comes first."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "manual"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            build(folder)
    return folder


class _Links(HTMLParser):
    """Addresses that a page names, its anchors and words, and what is refused: by a strict policy, or by who does not see it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.anchors: set[str] = set()
        self.refused: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.addresses += [value for name in ("href", "src", "action") if (value := found.get(name))]
        self.anchors |= {value for name in ("id", "name") if (value := found.get(name))}
        is_inline = tag == "style" or (tag == "script" and "src" not in found)
        if tag == "img" and not found.get("alt"):
            self.refused.append(f"a picture that says nothing: {found.get('src')}")
        if is_inline or "style" in found or any(name.startswith("on") for name in found):
            self.refused.append(self.get_starttag_text() or tag)

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_link_leads_somewhere_and_nothing_is_inline(built: Path, code: str) -> None:
    pages = {path.resolve(): _Links(path.read_text()) for path in (built / code).rglob("*.html")}
    assert len(pages) > len(GAMES) + 40
    wrong = []
    for path, page in pages.items():
        wrong += [(path.name, what) for what in page.refused]
        for address in page.addresses:
            place, anchor = urldefrag(address)
            target = (path.parent / unquote(place.partition("?")[0])).resolve() if place else path
            if re.match(r"(https?|mailto):", address) or place.startswith("/"):
                wrong += [(path.name, address)] if place not in ("/",) and not place.startswith("http") else []
            elif not target.is_file() or (anchor and target in pages and anchor not in pages[target].anchors):
                wrong.append((path.name, address))
    assert wrong == []


def test_whatever_stands_in_a_block_is_on_the_page(built: Path) -> None:
    pages = {path.name: _Links(path.read_text()).words for path in (built / "en").glob("*.html")}
    blocks = [(fence.page.replace(".md", ".html"), fence.body) for fence in fences()]
    assert [(page, body) for page, body in blocks if page in pages and body.strip() not in pages[page]] == []


def test_every_word_of_it_is_translated_and_none_too_much(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m manual --texts --write` puts in what is missing."""
    assert (compare(is_writing=False), capsys.readouterr().out) == (0, "")


def test_the_rule_for_plurals_is_no_text_that_is_evaluated() -> None:
    script = 'Documentation.addTranslations({"locale": "fr", "messages": {"a": "b"}, "plural_expr": "n > 1"});'
    assert "Documentation.PLURAL_EXPR = (n) => n > 1;" in without_evaluation(script)


@pytest.fixture
def shelved(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manual, "PAGES", built)


@pytest.mark.usefixtures("shelved")
def test_the_manual_is_read_in_the_visitors_language(page: Page) -> None:
    answer = page.client.get("/manual/disputes.html", headers={"Accept-Language": "fr"})
    assert answer.headers["Location"] == "/manual/fr/disputes.html"
    assert page.client.get("/manual/fr/disputes.html").status_code == 200
    assert page.client.get("/manual/fr/no.html").status_code == 404
    assert page.client.get("/manual/fr/../../app.py").status_code == 404


def test_where_it_was_not_built_the_page_says_so(page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(manual, "PAGES", tmp_path / "none")
    answer = page.client.get("/manual/")
    assert answer.status_code == 404
    assert "make manual" in answer.text


@pytest.mark.browser
@pytest.mark.usefixtures("shelved")
def test_it_is_searched_and_looked_through_without_internet(visitor: Visitor) -> None:
    visit = visitor(locale="fr")
    screen = visit.open("/manual/")
    screen.get_by_role("searchbox").first.fill("renonce")
    screen.keyboard.press("Enter")
    screen.locator("#search-results li a").first.wait_for()
    assert "Recherche" in screen.locator("#search-results").inner_text()
    screen = visit.open("/manual/fr/sentences.html")
    screen.locator(".ask input").fill("reflet nappe")
    shown = screen.locator(".said li:visible")
    assert shown.count() == 1
    assert "tournez la lampe" in shown.inner_text()
    assert visit.complaints == []
    assert {address.split("/manual/")[0] for address in visit.asked} == {visit.address}


LOOK = """([parts, rules]) => axe.run(parts, {resultTypes: ['violations'], ...(rules && {runOnly: rules})})
    .then((found) => found.violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`)))"""
AT_A_DESK = ("color-contrast", "scrollable-region-focusable", "link-in-text-block", "target-size")
"""What axe finds out from the layout; all else is the same at every width."""


@pytest.mark.browser
@pytest.mark.usefixtures("shelved")
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_fits_and_axe_finds_nothing(built: Path, visitor: Visitor, code: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    visit, script = visitor(), Axe().axe_script
    found: list[tuple[str, int, str]] = []
    for name in sorted(str(path.relative_to(built)) for path in (built / code).rglob("*.html")):
        screen = visit.open(f"/manual/{name}")
        screen.evaluate(script)
        # The contents are the same on every page.
        parts = {"include": [["html"]], "exclude": [] if name == f"{code}/index.html" else [["#contents"]]}
        for (width, height), rules in (((390, 844), None), ((1280, 800), AT_A_DESK)):
            screen.set_viewport_size({"width": width, "height": height})
            if screen.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append((name, width, "wider than the screen"))
            found += [(name, width, fault) for fault in screen.evaluate(LOOK, [parts, rules])]
    assert found == []
    assert visit.complaints == []
