"""Every command that the manual, the README and what developers read tell somebody to type, word for word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))

FENCE = re.compile(r"^ *```(?P<kind>.*)\n(?P<body>(?:.*\n)*?) *```$", re.MULTILINE)
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
TYPED = re.compile(
    r"""(?:\w+=(?:"[^"]*"|\S*)\ )*            # what stands before a command
    (?:sudo|cardtable|make|curl|git|cd|python|ssh|mount|cat|journalctl|rpi-imager|mosquitto_ctrl)\ [^=]
    |(?:scripts/|\.venv/bin/).* """,
    re.VERBOSE,
)
"""What in the middle of a sentence is a command, and no name, key or value."""


@dataclass(frozen=True)
class Fence:
    """A block of a page: its kind, and what is in it."""

    page: str
    kind: str
    body: str


@dataclass(frozen=True)
class Command:
    """What somebody is told to type, the first page that says so, and what it prints there, if the page shows that."""

    text: str
    page: str
    printed: str = ""


def fences() -> Iterator[Fence]:
    """Every block of every page."""
    for path in PAGES:
        for found in FENCE.finditer(path.read_text()):
            yield Fence(path.name, found["kind"].strip(), found["body"])


def commands() -> tuple[Command, ...]:
    """Every command once, in the order of the pages: of blocks, of what a terminal showed, and in sentences."""
    found: dict[str, Command] = {}
    for command in (*_in_blocks(), *_in_sentences()):
        found.setdefault(command.text, command)
    return tuple(found.values())


def _in_blocks() -> Iterator[Command]:
    for fence in fences():
        if fence.kind == "sh":
            yield from (Command(line.partition("  #")[0].strip(), fence.page) for line in fence.body.splitlines())
        elif fence.body.startswith("$ "):
            typed, _, printed = fence.body.removeprefix("$ ").partition("\n")
            yield Command(typed, fence.page, printed)


def _in_sentences() -> Iterator[Command]:
    for path in PAGES:
        for span in SPAN.findall(FENCE.sub("", path.read_text())):
            text = " ".join(span.split())
            if TYPED.match(text):
                yield Command(text, path.name)
