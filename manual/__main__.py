"""Builds the manual: `python -m manual [FOLDER]`; with `--texts` it compares the translations with what there is to translate.

The sources are laid together below `build/manual`: `docs/`, and the pages that the program makes of itself.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import click
from flask import Flask

from manual import games, sentences
from manual.parts import contents, decisions, settings
from manual.texts import compare
from manual.words import LANGUAGES
from scoring.games import GAMES

ROOT = Path(__file__).parents[1]
DOCS, HERE, INTO = ROOT / "docs", ROOT / "manual", ROOT / "web" / "manual_pages"


def build(into: Path, languages: tuple[str, ...] = LANGUAGES) -> None:
    """The whole manual, below a folder for each language; ends where a link leads nowhere. The old one stays until then."""
    with tempfile.TemporaryDirectory() as folder:
        for code in languages:
            lay_together(Path(folder) / "sources" / code, code)
        with ThreadPoolExecutor() as both:
            # Each is a process of its own.
            list(both.map(lambda code: render(Path(folder) / "sources" / code, Path(folder) / "pages" / code, code), languages))
        shutil.rmtree(into, ignore_errors=True)
        shutil.copytree(Path(folder) / "pages", into)


def lay_together(sources: Path, code: str) -> None:
    """`docs/` and the pages that are made, in that language, as Markdown."""
    shutil.copytree(DOCS, sources)
    # The rules are on the pages of the games.
    others = {path.stem for path in DOCS.glob("*.md") if not path.name.startswith("rules.")}
    (sources / "index.md").write_text((DOCS / "index.md").read_text() + "\n".join(contents(code, others)))
    with reading_in(code):
        for name, game in GAMES.items():
            (sources / "games" / f"{name}.md").write_text("\n".join(games.page(game, code)) + "\n")
        (sources / "games" / "all.md").write_text("\n".join(games.of_all(code)) + "\n")
        (sources / "games" / "index.md").write_text("\n".join(games.contents(code)) + "\n")
    (sources / "settings.md").write_text("\n".join(settings(ROOT / "systemd" / "cardtable.toml", code)) + "\n")
    (sources / "decisions.md").write_text("\n".join(decisions(DOCS / "adr", code)) + "\n")
    (sources / "sentences.md").write_text("\n".join(sentences.page(code)) + "\n")


def render(sources: Path, into: Path, code: str) -> None:
    """Pages of these sources; ends with whatever is wrong in them, such as a link that leads nowhere."""
    with tempfile.TemporaryDirectory() as seen:
        asked = ("-q", "-W", "--keep-going", "-b", "html", "-c", HERE, "-d", seen, "-D", f"language={code}")
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", *asked, sources, into], cwd=ROOT, check=False, capture_output=True, text=True
        )
    if done.returncode:
        raise SystemExit(done.stderr.replace(f"{sources}/", ""))
    for left in (".buildinfo", "objects.inv"):
        (into / left).unlink(missing_ok=True)
    shutil.rmtree(into / "_sources", ignore_errors=True)
    words = into / "_static" / "translations.js"
    if words.exists():
        words.write_text(without_evaluation(words.read_text()))


def without_evaluation(script: str) -> str:
    """Sphinx's words of a language for pages that evaluate nothing: the rule for plurals is a function and no text."""
    words = json.loads(script[script.index("{") : script.rindex("}") + 1])
    return (
        f"Object.assign(Documentation.TRANSLATIONS, {json.dumps(words['messages'], ensure_ascii=False)});\n"
        f"Documentation.PLURAL_EXPR = (n) => {words['plural_expr']};\n"
        f"Documentation.LOCALE = {json.dumps(words['locale'])};\n"
    )


@contextmanager
def reading_in(code: str) -> Iterator[None]:
    """As a visitor who reads that language: the program's own words come in it."""
    with Flask("manual").test_request_context(headers={"Accept-Language": code}):
        yield


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path), default=INTO)
@click.option("--texts", is_flag=True, help="Build nothing: compare the translations with what there is to translate.")
@click.option("--write", is_flag=True, help="With --texts: put what is missing into the catalogues, empty.")
def main(folder: Path, texts: bool, write: bool) -> None:
    """Build it, or compare."""
    if texts:
        sys.exit(compare(write))
    build(folder)


if __name__ == "__main__":
    main()
