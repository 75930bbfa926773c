"""The rules of every game on the page: there, in every language, and in the words of the form."""

import re
from pathlib import Path

import pytest

from scoring.games import GAMES
from tests.unit.test_house_games import DOCS
from tests.web.conftest import Page
from web import create_app
from web.languages import NAMES, catalogue
from web.option_words import LABELS
from web.rules import FOR_ALL, paragraphs, section_of, sections


def test_every_language_has_the_section_of_every_game_that_tells_no_rules_itself() -> None:
    named = {section_of(game) for game in GAMES.values() if not game.about.rules}
    for code in NAMES:
        assert set(sections(code)) == {FOR_ALL, *named}


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_are_read_in_the_words_of_its_form(page: Page, game: str, language: str) -> None:
    text = page.client.get(f"/rules/{game}", headers={"Accept-Language": language}).text
    section = section_of(GAMES[game])
    own = catalogue(f"games.{language}").gettext(paragraphs(GAMES[game].about.rules)[0]) if section is None else ""
    begun = own or sections(language)[section or FOR_ALL]
    assert begun.split()[0].strip("#") in text
    assert not set(re.findall(r"<code>(\w+)", text)) & set(LABELS)
    assert "|--" not in text
    assert f"/rules/{game}" in page.client.get(f"/new/{game}").text


def test_the_rules_are_a_tap_from_the_table(page: Page) -> None:
    page.start()
    assert "/rules/spar" in page.client.get("/").text


def test_a_game_that_nobody_knows_has_no_rules(page: Page) -> None:
    assert page.client.get("/rules/poker").status_code == 404


def test_a_game_of_the_house_shows_what_its_owner_wrote(page: Page, tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "short_whist.toml").write_text((DOCS / "short_whist.toml").read_text() + "# <b>bold</b>\n")
    app = create_app(page.live, page.evidence, page.news, page.keys, house=tmp_path / "house")
    text = app.test_client().get("/rules/short_whist").text
    assert "# Plain Whist: thirteen tricks" in text
    assert "&lt;b&gt;bold" in text
