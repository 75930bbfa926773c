"""Melds and announcements out of a game's rules: what each is worth, and of which cards it is."""

from collections.abc import Mapping
from typing import Any

from scoring.games.shapes import Shape
from scoring.games.toml_values import Values, last
from scoring.packs import is_token


def read_melds(values: Values, raw: Mapping[str, Any]) -> dict[str, int]:
    """Points of each meld, by its name: `run = 150`, or with its cards `run = {points = 150, cards = "A T K Q J"}`."""
    table = values.table(raw.get("melds", {}), "melds")
    if "melds" in raw and not table:
        raise values.bad("melds", "expected names with points, such as run = 150")
    found = {}
    for name, meld in table.items():
        path = f"melds.{values.said(name, f'melds.{name}')}"
        if isinstance(meld, dict) and "points" not in meld:
            raise values.bad(path, f"{name}: points is missing")
        found[name] = values.number(meld["points"] if isinstance(meld, dict) else meld, path)
    return found


def read_shapes(values: Values, raw: Mapping[str, Any]) -> dict[str, Shape]:
    """Of which cards melds and announcements are, by their names, as far as the rules say so."""
    found = {name: _shape(values, meld, f"melds.{name}") for name, meld in raw.get("melds", {}).items() if isinstance(meld, dict)}
    announce = raw.get("announce", {})
    for name, text in values.table(announce.get("cards", {}), "announce.cards").items():
        path = f"announce.cards.{name}"
        if name not in announce.get("words", []):
            raise values.bad(path, f"nobody announces {name}: expected one of words")
        found[name] = Shape(_tokens(values, text, path), sort=name)
    return found


def _shape(values: Values, meld: dict[str, Any], path: str) -> Shape:
    values.known(meld, {"points", "cards", "plain", "row", "enough", "sort"}, path)
    if len({"cards", "plain", "row"} & set(meld)) != 1:
        raise values.bad(path, f'{last(path)}: expected one of cards = "A K Q", plain = "K Q" and row = 3')
    cards = _tokens(values, meld["cards"], f"{path}.cards") if "cards" in meld else ()
    plain = values.ranks(str(meld.get("plain", "A")).replace(" ", ""), f"{path}.plain", are_once=True) if "plain" in meld else ()
    enough = values.number(meld["enough"], f"{path}.enough", low=1) if "enough" in meld else None
    if enough is not None and enough > len(cards):
        raise values.bad(f"{path}.enough", f"enough is {enough}: expected as many as there are cards at most")
    row = values.number(meld.get("row", 0), f"{path}.row", low=2) if "row" in meld else 0
    sort = values.said(meld.get("sort", last(path)), f"{path}.sort")
    return Shape(cards, "".join(rank.value for rank in plain), row, enough, sort)


def _tokens(values: Values, text: Any, path: str) -> tuple[str, ...]:
    tokens = tuple(text.split()) if isinstance(text, str) else ()
    if not tokens or not all(map(is_token, tokens)):
        raise values.bad(path, f"{last(path)} is {text!r}: expected cards such as 'QS JD', or trumps such as 'A K Q'")
    return tokens
