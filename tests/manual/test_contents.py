"""What stands in the manual: every game, every sentence, the page's own words, and drawings and pictures of today."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from manual import games, sentences
from manual.__main__ import reading_in
from manual.drawings import places
from manual.parts import PLAYERS
from manual.pictures import shown
from manual.said import RULES, sentences_of_the_games, texts_of_the_page, told_by
from manual.texts import known_in
from manual.words import LANGUAGES, catalogue_of, plain
from scoring.games import GAMES
from scoring.offences import OffenceKind
from tests.manual.looking import said_now
from web.languages import FOLDER, catalogue, translated, written
from web.option_words import LABELS
from web.options import asked_for

DOCS = Path(__file__).parents[2] / "docs"
RUN = sorted(path for path in DOCS.glob("*.md") if ">>> " in path.read_text())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_of_the_catalogues_is_in_the_index_or_on_the_page_of_its_game(code: str) -> None:
    listed = set("\n".join(sentences.page(code)).splitlines())
    own = {text for game in GAMES.values() for text in told_by(game)}
    files = sentences_of_the_games()
    for name in ("fr.po", "games.fr.po"):
        with (FOLDER / name).open("rb") as file:
            ids = [message.id for message in read_po(file) if message.id]
        said = [text if isinstance(text, str) else (text[0], text[1]) for text in ids]
        assert len(said) > 900
        missing = [text for text in said if f"- {sentences.row(text, code)}" not in listed]
        assert [text for text in missing if text not in own or files.get(text) != RULES] == []


def test_every_group_of_sentences_says_something_and_what_to_do() -> None:
    assert all(texts and group.do for group, texts in sentences.index().items())
    with pytest.raises(LookupError, match="says something, and no group"):
        sentences.group_of("kitchen/oven.py")


def test_what_scripts_of_the_system_say_is_in_the_index() -> None:
    listed = "\n".join(sentences.page("en"))
    for said in ("there is no version before this one", "it is not well: systemctl status …", "makes its own: …, password …"):
        assert said in listed


def test_the_index_is_the_same_whenever_it_is_made() -> None:
    make = [sys.executable, "-c", "from manual.sentences import page; print(*page('en'), sep='\\n')"]
    first, second = (subprocess.check_output(make, env={**os.environ, "PYTHONHASHSEED": seed}) for seed in ("1", "2"))
    assert first == second


def test_what_is_put_into_a_sentence_is_dots() -> None:
    assert sentences.row("{0} and {1}", "fr") == "… et …"
    assert sentences.row(("%(num)d card shown", "%(num)d cards shown"), "en") == "… card shown / … cards shown"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_has_its_rules_its_options_a_hand_and_what_is_proved(name: str, code: str) -> None:
    game = GAMES[name]
    with reading_in(code):
        text = "\n".join(games.page(game, code))
        assert text.startswith(f"# {written(game.about.title)}")
        assert all(plain(asked.label) in text for asked in asked_for(game))
    assert "```text\nA: " in text
    assert text.count("\n## ") >= 4
    assert not set(re.findall(r"`(\w+)`", text)) & set(LABELS)


def test_whatever_can_be_proved_stands_on_the_page_of_some_game() -> None:
    assert {kind for game in GAMES.values() for kind in games.proved_in(game)} == set(OffenceKind)


def test_words_in_italics_stand_on_the_page_so_in_both_languages() -> None:
    """Buttons and headings are called by their names: who reads of one finds it."""
    known = known_in(catalogue_of("fr"), "fr")
    page = {re.split(r" ?%\(| \(", text if isinstance(text, str) else text[0])[0] for text in texts_of_the_page()}
    wrong = []
    for name in PLAYERS:
        for label in re.findall(r"(?<![*\w])\*([^*\n]+)\*(?!\*)", (DOCS / f"{name}.md").read_text()):
            if label not in page:
                wrong.append((name, label))
    assert wrong == []
    for english, french in known.items():
        for label in re.findall(r"(?<![*\w])\*([^*\n]+)\*(?!\*)", english):
            if f"*{catalogue('fr').gettext(label)}*" not in french and "%" not in catalogue("fr").gettext(label):
                wrong.append((french, catalogue("fr").gettext(label)))
    assert wrong == []


@pytest.mark.parametrize("path", RUN, ids=lambda path: path.name)
def test_the_examples_run(path: Path) -> None:
    assert doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS).failed == 0


def test_the_drawings_are_those_of_the_program() -> None:
    """`python -m manual.drawings` draws them anew."""
    for path, svg in places():
        assert path.read_text(encoding="utf-8") == svg, path


def test_the_pictures_show_what_the_pages_say(tmp_path: Path) -> None:
    """`scripts/pictures` takes them anew."""
    assert said_now(tmp_path) == shown()


def test_a_translated_sentence_is_found_in_the_index_as_it_is_read() -> None:
    with reading_in("fr"):
        read = translated("glare at the top left: turn the lamp, or put a cloth on the table")
    index = "\n".join(sentences.page("fr"))
    assert all(part in index for part in ("reflet", "tournez la lampe, ou mettez une nappe"))
    assert read.endswith("tournez la lampe, ou mettez une nappe")
