"""What the manual is made of, in the order in which it is read."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from manual.words import _, plain, said_in

PARTS = (
    (_("At the table"), ("first-evening", "page", "games/index", "disputes", "corrections", "decks")),
    (_("The box"), ("box", "image", "mat", "wrong", "sentences", "settings")),
    (_("Many tables"), ("club", "neighbours")),
    (
        _("For those who build on it"),
        (
            "developers",
            "adding",
            "house-games",
            "records",
            "boards",
            "api",
            "reading",
            "building",
            "benchmarks",
            "trouble",
            "design",
            "decisions",
        ),
    ),
)
"""Headings, and the pages below each."""

PLAYERS = ("index", "first-evening", "page", "disputes", "corrections", "decks", "box", "image", "mat", "wrong", "club")
"""Pages that are there in every language; the others are English."""


def contents(code: str, others: Iterable[str]) -> Iterator[str]:
    """The parts as Sphinx wants them, at the end of the first page; pages that no part names come last."""
    said = said_in(code)
    named = {page for _title, pages in PARTS for page in pages} | {"index"}
    rest = [page for page in sorted(others) if page not in named]
    for title, pages in (*PARTS[:-1], (PARTS[-1][0], (*PARTS[-1][1], *rest))):
        yield "\n".join(("\n```{toctree}", ":hidden:", f":caption: {said(title)}", "", *pages, "```"))


def decisions(folder: Path, code: str) -> Iterator[str]:
    """The page of the decision records, with a list of them."""
    said = said_in(code)
    yield f"# {said(DECISIONS)}\n\n{said(WHY)}\n\n```{{toctree}}\n:hidden:\n"
    records = sorted(folder.glob("*.md"))
    yield from (f"adr/{path.stem}" for path in records)
    yield "```\n"
    yield from (f"- [{path.read_text().splitlines()[0].lstrip('# ')}](adr/{path.name})" for path in records)


DECISIONS = _("Decisions")
WHY = _("Why it is as it is: one page for each decision that was not obvious, with what else was looked at.")


def settings(file: Path, code: str) -> Iterator[str]:
    """The page of the settings: the configuration as it comes, what is said of each key above it."""
    said = said_in(code)
    yield f"# {said(SETTINGS)}\n\n{said(KEYS)}\n"
    for words, keys in explained(file):
        yield f"{plain(said(words))}\n\n```toml\n{keys}\n```\n"


def explained(file: Path) -> Iterator[tuple[str, str]]:
    """What a configuration says of its keys, and these keys; what it says of itself is told on the page."""
    for part in file.read_text().strip().split("\n\n")[1:]:
        lines = part.splitlines()
        words = [line.lstrip("# ") for line in lines if line.startswith("#")]
        yield " ".join(words), "\n".join(lines[len(words) :])


SETTINGS = _("Settings")
KEYS = _(
    "Nothing here need be changed to play. It is "
    "the file `/etc/cardtable.toml` as it comes, every key with its default, its unit and its range. Without "
    "a shell: put the keys that you "
    "want to change into a file `cardtable.toml` on the part of the memory card that every computer shows, "
    "and start the box again."
)


def around(code: str) -> dict[str, str]:
    """What stands round every page."""
    said = said_in(code)
    return {name: said(text) for name, text in AROUND.items()}


AROUND = {
    "manual": _("Manual"),
    "contents": _("Contents"),
    "search": _("Search"),
    "table": _("To the table"),
    "skip": _("To the content"),
    "turn": _("Pages before and after"),
    "ask": _("Write a word or two into the field above: a game, a button, or what the box said."),
    "unscripted": _(
        "The search needs scripts, which this browser has switched off. The contents on every page lead everywhere too."
    ),
}
