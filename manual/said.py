"""Every sentence that the program says, and where: for the catalogues of translations, and for the manual's index.

Templates, web/ and club/ are read by Babel; sentences of the games are the f-strings that scoring/ makes errors, reasons and the
like of, with {0} for their first part. What is said on the command line, and to those who write records and rules, is English.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir

from scoring.calls import bid_words
from scoring.games import GAMES
from scoring.games.definition import Definition
from scoring.games.game import Game
from scoring.games.phases.auction import Auction
from scoring.games.toml import read_definition
from scoring.games.trick_game import TrickGame
from web.option_words import LABELS
from web.rules import paragraphs

ROOT = Path(__file__).parents[1]
Text = str | tuple[str, str]
"""A text, or its forms for one and for many."""

RULES = "scoring/games/rules"
"""Where the games that are pages of rules say what they say."""

METHODS = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
OPTIONS = {"**/templates/**.html": {"silent": "false", "newstyle_gettext": "true"}}
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}


def texts_of_the_page() -> dict[Text, str]:
    """Every text that web/ and club/ show, with the file that says it; plural ones as pairs."""
    found: dict[Text, str] = {}
    for room in ("web", "club"):
        for file, _, message, _, _ in extract_from_dir(ROOT / room, METHODS, OPTIONS, KEYWORDS):
            found.setdefault((message[0], message[1]) if isinstance(message, tuple | list) else message, f"{room}/{file}")
    return found


def sentences_of_the_games() -> dict[Text, str]:
    """Every sentence that is shown beside, with its parts numbered; words for programs and single words are left out."""
    found: dict[Text, str] = dict.fromkeys(JOINED, "scoring/words.py")
    for game in GAMES.values():
        found |= dict.fromkeys((*told_by(game), *said_in(game)), RULES)
    for path in (*sorted((ROOT / "scoring").rglob("*.py")), *SPEAKING):
        if path.name not in UNSAID and not {"ledger", "boards"} & set(path.parts):
            found |= dict.fromkeys(_sentences(ast.parse(path.read_text(encoding="utf-8"))), str(path.relative_to(ROOT)))
    return found


def sentences_in_english() -> dict[Text, str]:
    """What is said on the command line, and to those who write records and rules: errors and lines that are printed."""
    found: dict[Text, str] = {}
    shown = {ROOT / file for file in sentences_of_the_games().values()}
    for path in sorted(path for room in ("scoring", "device", "club") for path in (ROOT / room).rglob("*.py")):
        if path not in shown:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and _name(node.func) in SAYING):
                    found |= dict.fromkeys(_sentences(node), str(path.relative_to(ROOT)))
    return found | sentences_of_scripts()


def sentences_of_scripts() -> dict[Text, str]:
    """What installation, network, updates and image say: shell scripts, which begin with the program's name."""
    scripts = [
        ROOT / "install.sh",
        *(path for room in ("systemd", "scripts", "image") for path in sorted((ROOT / room).rglob("*"))),
    ]
    found: dict[Text, str] = {}
    for path in (path for path in scripts if path.is_file() and path.suffix != ".pyc"):
        said = re.findall(r'echo "[Cc]ardtable: ([^"]+)"', path.read_text(encoding="utf-8", errors="replace"))
        texts = [re.sub(SHELL, "{0}", text) for text in said]
        found |= {text: str(path.relative_to(ROOT)) for text in texts if _is_sentence(text)}
    return found


SHELL = r"\$\(\(.*?\)\)|\$\([^)]*\)?|\$\{[^}]*\}|\$[\w*]+"
"""What a shell puts in."""


def told_by(game: Game) -> Iterator[str]:
    """What a game says of itself on its own page: title, home, a line, paragraphs, options."""
    yield from (game.about.title, game.about.home, game.about.words, *paragraphs(game.about.rules))
    yield from (option.about for option in game.choosable() if option.about and option.name not in LABELS)


def said_in(game: Game) -> Iterator[str]:
    """What a game that is a page of rules says while it is played: the reasons of its score, and bids that have a name."""
    if isinstance(game, TrickGame):
        for definition in _variants(game.definition):
            yield from (line.reason for line in definition.reckoned)
            yield from _words_said(definition)


def _variants(game: Definition) -> Iterator[Definition]:
    """The game as it is usually played, and with each of its options otherwise."""
    yield game
    for name, option in game.options.items() if game.text else ():
        for value in option.choices or ((True, False) if isinstance(option.default, bool) else ()):
            yield read_definition(game.text, game.players[0], ((name, value),))


def _words_said(game: Definition) -> Iterator[str]:
    """Bids, choices, announcements and melds that have a name of their own, alone and behind a number."""
    bids = [bid for phase in game.phases if isinstance(phase, Auction) for bid in phase.bids]
    named = [bid for bid in bids if bid[-1:].islower()]
    yield from map(bid_words, {bid.lstrip("0123456789") for bid in named} | {*game.ways, *game.announced, *game.melds})
    yield from {f"{{0}} {bid.lstrip('0123456789')}" for bid in named if bid[0].isdecimal()}


JOINED = {
    *("{0} tricks", "1 trick", "{0} Suipes", "1 Suipe", "{0} deals to go", "1 deal to go"),
    *("{0} turns", "1 turn", "{0} cards", "1 card"),
    *("{0} stones", "1 stone", "{0} deals", "1 deal", "{0} points", "1 point"),
    "event {0} of session {1} cannot be used: {2}; what came before it stands",
    "{0}; start a new session to play on",
    "it is missing",
    "it is cut off, or no JSON",
    *("{0} clubs", "{0} diamonds", "{0} hearts", "{0} spades", "{0} no trump", "clubs", "diamonds", "hearts", "spades"),
    *("double", "redouble"),
    *("{0} and {1}", "{0}, {1}", "{0} ({1})", "nobody", "made", "set", "rightly", "wrongly"),
    *("at the top left", "at the top right", "in the middle left", "in the middle right"),
    *("at the bottom left", "at the bottom right", "on the card"),
}
"""Sentences that are put together out of words, and lists of names and cards."""

SPEAKING = [
    ROOT / room / f"{name}.py"
    for room, names in {
        "vision/setup": "judgement",
        "vision/camera": "health",
        "club": "accounts album archive database hub connection joining line postgres sqlite",
        "club/neighbours": "webhook",
        "club/evening": "check draw movement questions",
        "club/movements": "howell mitchell progressive round_robin swiss whist",
        "device": "line apt updating works enrolling box tags guests doctor machine panel speaker cameras pi_camera config",
    }.items()
    for name in names.split()
]
"""Modules of other rooms whose sentences the set-up page and the club's pages show."""

UNSAID = {
    *(
        "toml_values.py",
        "toml_phases.py",
        "toml_melds.py",
        "toml_duties.py",
        "toml.py",
        "builtin.py",
        "options.py",
        "trick_options.py",
    ),
    *("formulas.py", "phrases.py", "words.py", "codec.py"),
}
"""Files that speak to programs, or to those who write house games, whose form is English."""


SAYING = {"echo", "secho", "print", "bad", "ClickException", "UsageError", "BadParameter"}
"""Functions whose sentences are read by people."""


def _sentences(tree: ast.AST) -> Iterator[str]:
    documented = {id(body[0].value) for body in _bodies(tree) if isinstance(body[0], ast.Expr)}
    inside = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node) if part is not node
    }
    for node in ast.walk(tree):
        text = _pattern(node) if id(node) not in documented and id(node) not in inside else None
        if text and _is_sentence(text):
            yield text


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def _bodies(tree: ast.AST) -> list[list[ast.stmt]]:
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, kinds)]
    return [body[place:] for body in bodies for place in range(len(body)) if isinstance(body[place], ast.Expr)]


def _pattern(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    parts, number = [], 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            parts.append(f"{{{number}}}")
            number += 1
    return "".join(parts)


def _is_sentence(text: str) -> bool:
    fixed = re.sub(r"\{\w+\}", "", text)
    is_code = not re.search(r"[a-z]{2}", fixed) or set("|\\") & set(text) or re.match(r"\s*(--\w+=|deb \[|[A-Z]{4,} )", text)
    return " " in text.strip() and sum(letter.isalpha() for letter in fixed) > 2 and not is_code
