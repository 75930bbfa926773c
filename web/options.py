"""The options of every game in plain words: what the new-game form asks, with the default of each."""

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from werkzeug.datastructures import MultiDict

from scoring.games import GAMES, as_played, numbers_for
from scoring.games.game import Game, Setup, side_of
from scoring.options import Choosable
from scoring.seats import Seat
from web.cards import told
from web.languages import gettext, written
from web.option_words import CHOICES, LABELS

FIELD, LONGEST = "option.", 40
"""How a form names the field of an option, and letters of its name and its value at the most."""


@dataclass(frozen=True)
class Asked:
    """One field of the form; `choices` are values with their words, empty for a number; `default` as the form writes it.

    With `many` several choices may be ticked.
    """

    name: str
    label: str
    default: str
    choices: tuple[tuple[str, str], ...] = ()
    many: bool = False


def asked_for(game: Game) -> tuple[Asked, ...]:
    """Every option of the game that leaves a choice."""
    return tuple(_asked(option) for option in game.choosable() if option.is_many or len(option.choices) != 1)


def chosen(form: MultiDict[str, str], game: Game | None) -> dict[str, object]:
    """Options as a form has them; what was emptied and has a default says `none`, what had none is left out."""
    found = dict[str, object]()
    known = {asked.name: asked for asked in asked_for(game)} if game else {}
    for key in form:
        if not key.startswith(FIELD):
            continue
        name, text = key.removeprefix(FIELD)[:LONGEST], " ".join(" ".join(form.getlist(key)).split())[:LONGEST]
        asked = known.get(name)
        if text or (asked and asked.many):
            found[name] = text
        elif asked and asked.default:
            found[name] = "none"
    return found


def players_for(game: Game) -> tuple[int, int]:
    """The fewest and the most who play the game with its options as they come."""
    fitting = numbers_for(game)
    return fitting[0], fitting[-1]


def sides_for(game: Game) -> dict[int, tuple[int, ...]]:
    """For each number of players of whom some play together, the side of every seat, with the options as they come."""
    found = {}
    for number in numbers_for(game):
        setup = Setup(game.name, tuple(map(str, range(number))), game.read_options({}))
        sides = as_played(game, setup).sides(setup)
        if len(sides) < number:
            found[number] = tuple(side_of(sides, Seat(seat)) for seat in range(number))
    return found


def words_for(option: str, value: str) -> str:
    """A choice in words: that option's own, else those of any option, else the value as it stands."""
    words = CHOICES.get(f"{option}={value}") or CHOICES.get(value)
    return gettext(words) if words else value.replace("_", " ")


def label_of(option: str) -> str:
    """What the form calls the option, without what it says in brackets."""
    words = gettext(LABELS[option]) if option in LABELS else written(_abouts().get(option, option))
    return words.split(" (")[0]


@cache
def _abouts() -> dict[str, str]:
    """What options are that games have added, in the words of their rules."""
    return {option.name: option.about for game in GAMES.values() for option in game.choosable() if option.about}


def rule_words(rule: str) -> str:
    """Where a line of the score comes from; an option that decided it in the words of the form."""
    return in_words(told(rule))


def in_words(text: str) -> str:
    """A text with options in the words of the form where it has them as `name=value`."""

    def words(found: re.Match[str]) -> str:
        option, value = found.groups()
        return gettext("%(name)s: %(words)s") % {"name": label_of(option), "words": words_for(option, value)}

    return re.sub(r"\b([a-z_]+)=(\w+)\b", words, text)


def _asked(option: Choosable) -> Asked:
    pairs = tuple((choice, words_for(option.name, choice)) for choice in option.choices)
    words = gettext(LABELS[option.name]) if option.name in LABELS else written(option.about) or option.name.replace("_", " ")
    return Asked(option.name, words, _text(option.default), pairs, option.is_many)


def _text(value: Any) -> str:
    """A value as the form writes it."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)
