"""The index of every sentence that the program says, by where it is said, with what to do about it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch

from manual.said import RULES, Text, sentences_in_english, sentences_of_the_games, texts_of_the_page, told_by
from manual.words import _, plain, said_in
from scoring.games import GAMES
from web.languages import catalogue

PLACE = re.compile(r"\{\w*\}|%\(\w+\)[ds]")
"""Where a name, a card or a number is put in."""


@dataclass(frozen=True)
class Group:
    """Sentences that are said in one place: its heading, what to do about them, and which files say them."""

    title: str
    do: str
    files: tuple[str, ...]


GROUPS = (
    Group(
        _("The camera and what it sees"),
        _(
            "On the set-up page and in the doctor. Light, height, or a cable: what to do stands behind the colon. "
            "Play goes on by typing."
        ),
        ("vision/*", "device/cameras.py", "device/pi_camera.py", "device/setup.py", "device/reading.py"),
    ),
    Group(
        _("The parts of the box"),
        _(
            "On the set-up page and in the doctor. Look after the part that is named; nothing that was confirmed is "
            "lost meanwhile."
        ),
        tuple(
            f"device/{name}.py"
            for name in ("doctor", "machine", "panel", "speaker", "tags", "guests", "box", "works", "rescue", "serving", "web")
        ),
    ),
    Group(
        _("Learning a deck"),
        _(
            "While a deck is shown card by card. Nothing is kept until the sheet is right: show the card again, or "
            "tap it and say what it is."
        ),
        ("device/enrolling.py",),
    ),
    Group(
        _("Updates"),
        _("On the set-up page. The version that runs stays until the new one is well; the sentence says what the update needs."),
        ("device/apt.py", "device/updating.py", "device/update*.py", "device/release*.py"),
    ),
    Group(
        _("Settings"),
        _("The key that is named keeps its default. Put it right in the configuration and restart."),
        ("device/config.py",),
    ),
    Group(
        _("What the table does not take"),
        _("Nothing was changed. The sentence says what was expected: look at the table again, and tap anew."),
        (
            *("scoring/answers/*", "scoring/decide.py", "scoring/folding.py", "scoring/hands.py", "scoring/table.py"),
            *(
                "scoring/misdeals.py",
                "scoring/seats.py",
                "scoring/names.py",
                "scoring/ranges.py",
                "scoring/packs.py",
                "scoring/cards.py",
            ),
            *("scoring/games/__init__.py", "scoring/games/game.py", "scoring/options.py", "scoring/ledger/live.py"),
        ),
    ),
    Group(
        _("Bids, calls and melds"),
        _(
            "The call was not taken. Say it at its time, or in the form that the game has; a call that was noted "
            "wrongly is corrected under Tricks."
        ),
        (
            "scoring/calls.py",
            "scoring/games/phases/*",
            "scoring/passed.py",
            "scoring/games/spades_bids.py",
            "scoring/remaining.py",
        ),
    ),
    Group(
        _("What the cards prove, and what the game waits for"),
        _(
            "A proof shows its two cards: look at the pictures, correct a card that was misread, and then let it "
            "stand or waive it."
        ),
        ("scoring/sentences.py", "scoring/undecided.py", "scoring/games/stovkahra_declared.py"),
    ),
    Group(
        _("Why the score is what it is"),
        _(
            "Reasons, and nothing to do. Where one is wrong, a card, a bid or a trick before it was: correct that, "
            "and the score follows."
        ),
        ("scoring/games/*.py", "scoring/games/suipe/*", "scoring/words.py", f"{RULES}*"),
    ),
    Group(
        _("Words on the page"),
        _(
            "What stands on buttons, beside fields and in messages of the page. A message says what was not done; try "
            "again in a moment."
        ),
        ("web/*",),
    ),
    Group(
        _("The club"),
        _(
            "On the director's page, on the wall, and on the set-up page of a box that is in a club. The table plays "
            "on in any case."
        ),
        ("club/*", "device/line.py", "device/club.py"),
    ),
    Group(
        _("Records, boards and backups"),
        _("When a record, a file of boards or a backup is read. The line and what was expected are named; nothing was changed."),
        ("scoring/ledger/*", "scoring/boards/*", "device/record*.py", "device/sessions.py"),
    ),
    Group(
        _("Rules of your own"),
        _("When a page of rules is read. The line is named; the game can be chosen once it is right."),
        (
            "scoring/games/toml*.py",
            "scoring/games/trick_options.py",
            "scoring/games/builtin.py",
            "scoring/games/suipe/options.py",
            "scoring/formulas.py",
        ),
    ),
    Group(
        _("The command line, and the system's journal"),
        _("Where you typed a command, or in the system's journal. “cardtable COMMAND --help” says what each command expects."),
        ("device/*", "install.sh", "systemd/*", "scripts/*", "image/*"),
    ),
)


def index() -> dict[Group, dict[Text, str]]:
    """Every text with the file that says it, by its group; what a game says of itself stands on the game's own page."""
    found: dict[Group, dict[Text, str]] = {group: {} for group in GROUPS}
    own = {text for game in GAMES.values() for text in told_by(game)}
    everything = sentences_in_english() | sentences_of_the_games() | texts_of_the_page()
    for text, file in everything.items():
        if text not in own or file != RULES:
            found[group_of(file)][text] = file
    return found


def group_of(file: str) -> Group:
    """The group of what a file says; raises `LookupError` where it has none."""
    # What is named most closely counts: a group's files may be within those of a later one.
    fitting = [(len(pattern), group) for group in GROUPS for pattern in group.files if fnmatch(file, pattern)]
    if not fitting:
        raise LookupError(f"{file} says something, and no group of manual/sentences.py has it")
    return max(fitting, key=lambda pair: pair[0])[1]


def page(code: str) -> Iterator[str]:
    """The index in that language, as Markdown."""
    _ = said_in(code)
    yield f"# {_(TITLE)}\n"
    yield f"{_(ABOUT)}\n"
    yield f":::{{container}} ask\n{_(ASK)}\n:::\n"
    for group, texts in index().items():
        yield f"## {_(group.title)}\n"
        yield f"{_(group.do)}\n\n:::{{container}} said"
        yield from sorted({f"- {row(text, code)}" for text in texts}, key=_by_its_words)
        yield ":::\n"


TITLE = _("Every sentence, and what to do")
ABOUT = _(
    "Whatever the box, the page or the club says to you stands here, by where it is said. Where something is "
    "put in, a name or a card, there are dots."
)
ASK = _("Type some words of what you read")


def _by_its_words(row: str) -> tuple[str, str]:
    # The row itself last: of two that differ in a dot or two the same one comes first every time.
    return re.sub(r"\W+", " ", row).strip().casefold(), row


def row(text: Text, code: str) -> str:
    """A sentence as it is read in that language, with dots for what is put in."""
    forms = (text,) if isinstance(text, str) else text
    own, games = catalogue(code), catalogue(f"games.{code}")
    shown = [own.ugettext(form) for form in forms] if len(forms) == 1 else [own.ungettext(*forms, n) for n in (1, 2)]
    shown = [games.ugettext(form) for form in shown]
    return plain(" / ".join(dict.fromkeys(PLACE.sub("…", form) for form in shown)).replace("\n", " ").replace("%%", "%"))
