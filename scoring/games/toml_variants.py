"""Variants of a game: keys of its rules that are otherwise where so many play, or where options have these values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from scoring.games.toml_values import Values

FIXED = (
    "edition",
    "variant",
    "name",
    "title",
    "in_front",
    "direction",
    "dealer",
    "target",
    "notation",
    "carry",
    "home",
    "about",
    "source",
    "rules",
)
"""Keys that are the same in every variant: what the game is called, options that every game has, and what is carried on."""

MOST_CASES = 500
"""Tables that may differ: every number of players with every value that a variant names."""


@dataclass(frozen=True, eq=False)
class Case:
    """One table that the rules are for: how many play, and the values of the options; None players for any number."""

    players: int | None
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Variant:
    """For these numbers of players (none: for any) and these values of options the `changes` stand instead of what the rules say.

    `path` is where it stands in the text.
    """

    players: tuple[int, ...]
    options: Mapping[str, Any]
    changes: Mapping[str, Any]
    path: str

    def is_for(self, case: Case) -> bool:
        """Whether it holds at that table."""
        is_many = not self.players or case.players in self.players
        return is_many and all(case.options[name] == value for name, value in self.options.items())


def read_variants(values: Values, raw: Mapping[str, Any]) -> tuple[Variant, ...]:
    """The tables [[variant]]; raises `BadRules` for what cannot vary."""
    tables = raw.get("variant", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise values.bad("variant", "expected tables [[variant]]")
    return tuple(_variant(values, table, f"variant[{place}]") for place, table in enumerate(tables, start=1))


def _variant(values: Values, table: Mapping[str, Any], path: str) -> Variant:
    if same := next((key for key in table if key in FIXED), None):
        raise values.bad(f"{path}.{same}", f"{same} is the same in every variant: say it above")
    values.known(table, {"players", "options", *values.top}, path)
    players = table.get("players", [])
    numbers = values.numbers(players if isinstance(players, list) else [players], f"{path}.players") if players != [] else ()
    options = values.table(table.get("options", {}), f"{path}.options")
    if not numbers and not options:
        raise values.bad(path, "a variant for whom? expected players = 3, or options = {name = value}")
    for name, value in options.items():
        if name not in values.options:
            raise values.bad(f"{path}.options", f"no option {name!r} is defined: add a table [options.{name}]")
        if isinstance(value, bool) != isinstance(values.options[name], bool) or isinstance(value, dict | list):
            raise values.bad(f"{path}.options", f"{name} is never {value!r}")
    changes = {key: value for key, value in table.items() if key not in ("players", "options")}
    if not changes:
        raise values.bad(path, "a variant that changes nothing: expected keys that stand instead of those above")
    return Variant(numbers, options, changes, path)


def cases(values: Values, variants: tuple[Variant, ...], players: tuple[int, int]) -> Iterator[Case]:
    """Every table that may differ by the variants: each number of players, with each value that a variant names and the usual."""
    numbers = range(players[0], players[1] + 1) if _is_by_players(variants) else (None,)
    named: dict[str, list[Any]] = {}
    for variant in variants:
        for name, value in variant.options.items():
            kept = named.setdefault(name, [values.options[name]])
            kept += [value] if value not in kept else []
    count = len(numbers)
    for several in named.values():
        count *= len(several)
    if count > MOST_CASES:
        raise values.bad("variant", f"the variants make {count} different games: expected {MOST_CASES} at most")
    for number, *chosen in product(numbers, *named.values()):
        yield Case(number, {**values.options, **dict(zip(named, chosen, strict=True))})


def _is_by_players(variants: tuple[Variant, ...]) -> bool:
    return any(variant.players for variant in variants)


def varied(values: Values, raw: Mapping[str, Any], variants: tuple[Variant, ...], case: Case) -> tuple[Values, dict[str, Any]]:
    """The rules for that table, later variants before earlier ones, and where each of their keys stands."""
    merged, lines = dict(raw), dict(values.lines)
    merged.pop("variant", None)
    for variant in variants:
        if variant.is_for(case):
            merged = _merged(merged, variant.changes)
            lines |= _places(variant.changes, variant.path, values.lines)
    if case.players is not None and _is_by_players(variants):
        merged["players"] = [case.players, case.players]
    return replace(values, lines=lines, options=case.options), merged


def _merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """What is changed stands instead; of a table only the keys that are named."""
    found = dict(base)
    for key, value in changes.items():
        both = isinstance(value, dict) and isinstance(found.get(key), dict)
        found[key] = _merged(found[key], value) if both else value
    return found


def _places(changes: Any, path: str, lines: Mapping[str, int], key: str = "") -> Iterator[tuple[str, int]]:
    """On which line each key stands that a variant changes, by the path that it has in the rules."""
    if key:
        yield key, lines[_nearest(path, lines)]
    if isinstance(changes, dict):
        for name, value in changes.items():
            yield from _places(value, f"{path}.{name}", lines, f"{key}.{name}" if key else name)
    for place, value in enumerate(changes if isinstance(changes, list) else (), start=1):
        yield from _places(value, f"{path}[{place}]", lines, f"{key}[{place}]")


def _nearest(path: str, lines: Mapping[str, int]) -> str:
    """The key itself, or the table that it stands in."""
    while path not in lines and "." in path:
        path = path.rpartition(".")[0]
    return path
