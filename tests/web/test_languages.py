"""The page in French: nothing is missing, every part of a sentence finds its place, and nothing English is left over."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tests.web.browsing import STATES
from tests.web.conftest import Page
from web.languages import FOLDER, _translated, catalogue

ROOT = Path(__file__).parents[2]
PLACE = re.compile(r"\{\w+\}|%\(\w+\)[ds]")


def test_every_text_and_sentence_is_translated_and_none_too_much() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "texts"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.po")), ids=lambda path: path.name)
def test_what_is_put_into_a_text_is_put_into_its_translation(path: Path) -> None:
    with path.open("rb") as file:
        catalogue = read_po(file)
    assert len(catalogue) > 200
    for message in catalogue:
        for english, other in zip(_forms(message.id), _forms(message.string), strict=True) if message.id else ():
            assert set(PLACE.findall(english)) == set(PLACE.findall(other)), english


def _forms(text: Any) -> list[str]:
    """A text, or its forms by number."""
    return list(text) if isinstance(text, tuple | list) else [str(text)]


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("last trick won with 6C", "dernier pli gagné avec 6C"),
        ("last 2 tricks won with 6C and 6D", "2 derniers plis gagné avec 6C et 6D"),
        ("bid 3, took 4: made", "annonce 3, plis 4 : tenue"),
        ("Ama and Esi won", "Ama et Esi a gagné"),
        ("12 stones left", "il reste 12 cailloux"),
        (
            "glare at the top left: turn the lamp, or put a cloth on the table",
            "reflet en haut à gauche : tournez la lampe, ou mettez une nappe",
        ),
        ("2 Suipes, 1 of which count", "2 Suipes, dont 1 comptent"),
        (
            "Kofi played 9C to a heart lead in trick 1 and 8H in trick 2: Kofi could have followed suit.",
            "Kofi a joué 9C sur une entame cœur au pli 1 et 8H au pli 2 : Kofi pouvait fournir.",
        ),
        ("nobody has ever said this before", "nobody has ever said this before"),
    ],
)
def test_a_sentence_is_translated_with_its_parts(english: str, french: str) -> None:
    assert _translated(english, "fr") == french
    assert _translated(english, "en") == english


def test_a_visitor_reads_the_language_of_the_browser_or_the_chosen_one(page: Page) -> None:
    assert "Qui joue ?" in page.client.get("/", headers={"Accept-Language": "fr-CI,fr;q=0.9,en;q=0.5"}).text
    assert "Who plays?" in page.client.get("/", headers={"Accept-Language": "de"}).text
    page.client.post("/me", data={"token": page.token, "language": "fr"})
    assert 'lang="fr"' in page.client.get("/", headers={"Accept-Language": "en"}).text
    page.start()
    page.lay("QH ??", confirm=False)
    text = page.client.get("/").text
    assert "dame de cœur" in text
    assert ">D</text>" in text


def test_refusals_are_said_in_french_too(page: Page) -> None:
    page.start()
    page.client.post("/me", data={"token": page.token, "language": "fr"})
    answer = page.post("start", game="spar", players="Ama, Kofi")
    assert "une partie est en cours : terminez-la" in answer.text


@pytest.mark.parametrize("state", STATES)
def test_nothing_english_is_left_over(page: Page, state: str) -> None:
    prepare, paths = STATES[state]
    prepare(page)
    with (FOLDER / "fr.po").open("rb") as file:
        english = {str(message.id) for message in read_po(file) if message.id and message.id != message.string}
    page.client.post("/me", data={"token": page.token, "language": "fr"})
    page.client.get(f"/key/{page.keys.keys().owner}")
    for path in paths:
        text = re.sub(r"<(script|style).*?</\1>", "", page.client.get(path).text, flags=re.DOTALL)
        shown = {re.sub(r"\s+", " ", part).strip() for part in re.split(r"<[^>]*>", text)}
        assert shown & english - {"Table", "Score", "Pages", "Corrections", "dost"} == set(), path


def test_the_words_of_games_and_packs_are_their_own(page: Page) -> None:
    page.client.post("/me", data={"token": page.token, "words": "sm"})
    page.start()
    page.lay("QH", confirm=False)
    assert "&#39;ata teine" in page.client.get("/").text
    page.client.post("/me", data={"token": page.token, "words": "cs"})
    assert "srdce dáma" in page.client.get("/").text
    for code, name in (("de", "Herz-Dame"), ("it", "donna di cuori"), ("es", "reina de corazones")):
        page.client.post("/me", data={"token": page.token, "words": code})
        assert name in page.client.get("/").text
    assert catalogue("en").ugettext("Table") == "Table"
