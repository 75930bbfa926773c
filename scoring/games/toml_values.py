"""Values out of a TOML text, each named by its path: what is wrong with one is answered with its line and what is expected."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from scoring.cards import Card, Rank
from scoring.errors import BadRules, Unreadable, alike_first
from scoring.packs import cards_of, ranks_of


@dataclass(frozen=True)
class Values:
    """Reads values; `lines` says on which line each path stands, `top` which keys belong above all tables.

    Where a number, or true or false, is expected, the name of one of the `options` may stand, whose value counts.
    """

    lines: Mapping[str, int]
    top: frozenset[str] = frozenset()
    options: Mapping[str, Any] = field(default_factory=dict)

    def bad(self, path: str, words: str) -> BadRules:
        """The error, with the line of the value, or of the table that it should stand in."""
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        return BadRules(f"rules of the game, line {self.lines[path]}: {words}" if path else f"rules of the game: {words}")

    def known(self, values: Mapping[str, Any], known: set[str], table: str) -> None:
        """Raises `BadRules` for a key that is not known in that table."""
        for key in values:
            if key not in known:
                if table and key in self.top:
                    raise self.misplaced(key, table)
                path = f"{table}.{key}" if table else key
                raise self.bad(path, f"there is no {key!r}; known: {alike_first(known, key)}")

    def misplaced(self, key: str, table: str) -> BadRules:
        """The error where a key of the game stands in one of its tables."""
        path, table = f"{table}.{key}", table.partition("[")[0]
        return self.bad(path, f"{key} stands in the table [{table}]: move it up, above all tables")

    def table(self, value: Any, path: str) -> dict[str, Any]:
        """A table."""
        if not isinstance(value, dict):
            raise self.bad(path, f"expected a table [{path}]")
        return value

    def number(self, value: Any, path: str, low: int | None = None) -> int:
        """A whole number, from `low` on."""
        name, value = value if self._is_option(value) else last(path), self._chosen(value)
        if not isinstance(value, int) or isinstance(value, bool) or (low is not None and value < low):
            expected = f"a whole number{'' if low is None else f' from {low}'}"
            raise self.bad(path, f"{name} is {value!r}: expected {expected}")
        return value

    def numbers(self, value: Any, path: str) -> tuple[int, ...]:
        """A list of whole numbers from 1."""
        if not isinstance(value, list) or not value:
            raise self.bad(path, f"{last(path)} is {value!r}: expected a list of whole numbers, such as [2, 4]")
        return tuple(self.number(item, path, low=1) for item in value)

    def pair(self, value: Any, path: str) -> tuple[int, int]:
        """The fewest and the most."""
        numbers = self.numbers(value, path)
        if len(numbers) != 2:
            raise self.bad(path, f"{last(path)} is {value!r}: expected the fewest and the most, such as [2, 4]")
        return numbers[0], numbers[1]

    def word(self, value: Any, path: str) -> str:
        """A word that can be printed."""
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.bad(path, f"{last(path)} is {value!r}: expected a word in quotes, not empty and on one line")
        return value

    def text(self, value: Any, path: str) -> str:
        """Text of any length."""
        if not isinstance(value, str) or not value.strip():
            raise self.bad(path, f"{last(path)} is {value!r}: expected text in quotes")
        return value.strip()

    def name(self, value: Any, path: str) -> str:
        """A name for programs."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.word(value, path)):
            raise self.bad(path, f"{last(path)} is {value!r}: expected small letters, digits and _, such as oh_hell")
        return str(value)

    def said(self, value: Any, path: str) -> str:
        """A word that players say, as bids and records have it."""
        if not re.fullmatch(r"[a-z][a-z_]{1,39}", self.word(value, path)):
            raise self.bad(path, f"{last(path)} is {value!r}: expected two small letters or more, such as open_misere")
        return str(value)

    def ranks(self, value: Any, path: str, are_once: bool = False) -> tuple[Rank, ...]:
        """Ranks from their letters, in one word or a list, each once if so wanted."""
        letters = " ".join(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else value
        try:
            ranks = ranks_of(self.word(letters, path))
        except Unreadable as error:
            raise self.bad(path, str(error)) from None
        if are_once and len(set(ranks)) < len(ranks):
            raise self.bad(path, f"{letters!r} names a rank twice")
        return ranks

    def cards(self, value: Any, path: str) -> tuple[Card, ...]:
        """A list of cards."""
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.bad(path, f'{last(path)} is {value!r}: expected a list of cards, such as ["AS"]')
        try:
            return cards_of(value)
        except Unreadable as error:
            raise self.bad(path, str(error)) from None

    def flag(self, value: Any, path: str) -> bool:
        """True or false."""
        value = self._chosen(value)
        if not isinstance(value, bool):
            raise self.bad(path, f"{last(path)} is {value!r}: expected true or false")
        return value

    def _chosen(self, value: Any) -> Any:
        return self.options[value] if self._is_option(value) else value

    def _is_option(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.options

    def choice(self, value: Any, path: str, kind: type[Enum]) -> Any:
        """One of the words of an enum."""
        choices = [member.value for member in kind]
        if value not in choices:
            raise self.bad(path, f"{last(path)} is {value!r}: expected one of {', '.join(choices)}")
        return kind(value)


def last(path: str) -> str:
    """The key at the end of a path."""
    return path.rpartition(".")[2]
