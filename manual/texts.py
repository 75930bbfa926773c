"""Compares the manual's translations with what there is to translate: the players' pages, and what `manual/` says itself."""

import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from manual.parts import PLAYERS, explained
from manual.words import LANGUAGES, catalogue_of

HEADER = "# The manual in another language; python -m manual --texts says what is missing."
BEGUN = datetime(2026, 11, 22, tzinfo=UTC)
"""Babel wants a date: of the day it would be another one each time."""

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[1]


def texts() -> list[str]:
    """Every paragraph, heading and cell of the players' pages, of the settings, and every word that `manual/` says itself."""
    with tempfile.TemporaryDirectory() as folder:
        sources, found = Path(folder) / "sources", Path(folder) / "found"
        sources.mkdir()
        for page in PLAYERS:
            shutil.copy(ROOT / "docs" / f"{page}.md", sources)
        asked = [sys.executable, "-m", "sphinx", "-q", "-b", "gettext", "-c", str(HERE), str(sources), str(found)]
        done = subprocess.run(asked, cwd=ROOT, check=False, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        with (found / "manual.pot").open("rb") as file:
            pages = [str(message.id) for message in read_po(file) if message.id]
    settings = [words for words, _keys in explained(ROOT / "systemd" / "cardtable.toml")]
    return list(
        dict.fromkeys(pages + settings + [str(message) for _, _, message, _, _ in extract_from_dir(HERE, [("**.py", "python")])])
    )


def compare(is_writing: bool) -> int:
    """Print what a catalogue lacks or has too much, and with `is_writing` put in what is missing, empty; how much there is."""
    wanted, wrong = texts(), 0
    for code in LANGUAGES[1:]:
        known = known_in(catalogue_of(code), code)
        missing, spare = [text for text in wanted if not known.get(text)], [text for text in known if text not in wanted]
        sys.stdout.writelines(f"manual, {code}: not translated: {text}\n" for text in missing)
        sys.stdout.writelines(f"manual, {code}: nobody says any more: {text}\n" for text in spare)
        wrong += len(missing) + len(spare)
        if is_writing:
            catalogue = Catalog(locale=code, project="Cardtable", version="1", header_comment=HEADER, creation_date=BEGUN)
            for text in wanted:
                catalogue.add(text, known.get(text, ""))
            with catalogue_of(code).open("wb") as file:
                write_po(file, catalogue, width=0)
    return wrong


def known_in(path: Path, code: str) -> dict[str, str]:
    """The translations of a catalogue; none where there is no such file."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file, locale=code) if message.id}
