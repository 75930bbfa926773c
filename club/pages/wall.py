"""The wall board: all tables at once for one TV, with the standings, the clock of the round, and who sits where next."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import Blueprint, url_for

from club.evening.state import Evening
from club.hub import View
from club.pages.evenings import happenings
from club.pages.happening import Happening, Place, Row
from club.pages.services import hub
from club.pages.showing import show
from club.pages.tiles import SIDES, Tile, grid_of, tile
from web.doors import base
from web.drawings import qr

wall = Blueprint("wall", __name__)

ROWS, EXPLAINED, PLACES = 9, 6, 6
"""Ranks, ranks that say what put them ahead, and tables of the next round that are seen at once; more come by turns."""

T = TypeVar("T")


@dataclass(frozen=True)
class Leaf:
    """What stands beside the tables for a while: a part of a ranking, of one side or all, or of the seating of the next round."""

    event: Happening
    rows: Sequence[Row] = ()
    side: str = ""
    places: Sequence[Place] = ()
    idle: Sequence[str] = ()


@wall.get("/")
@wall.get("/wall")
def board() -> str:
    """Everything at once; nothing on it is to be touched."""
    view, address = hub().view, base()
    events = happenings(view)
    tiles = tiles_of(view, {place.table: place for event in events if event.coming for place in event.coming.places})
    grid = grid_of(len(tiles))
    return show(
        "wall.html",
        evening=view.evening,
        tiles=tiles,
        grid=grid,
        most=SIDES[grid.density],
        leaves=[leaf for event in events for leaf in _leaves(event)],
        timed=next((event for event in events if event.rounds), None),
        troubles=hub().troubles(),
        address=re.sub("^https?://", "", address),
        code=qr(address + url_for("player.me")),
    )


def tiles_of(view: View, coming: Mapping[str, Place] | None = None) -> list[Tile]:
    """Every table that is there or plays, by its number; with who sits down at it next."""
    current, boxes, evening = view.current, view.boxes, view.evening
    labels = {box: label_of(evening, box) for box in {*current, *boxes, *evening.tables.values()}}
    return [
        tile(box, label, current.get(box), boxes.get(box), (coming or {}).get(label))
        for box, label in sorted(labels.items(), key=lambda one: by_number(one[1]))
    ]


def label_of(evening: Evening, box: str) -> str:
    """How a table is called in the room: the number that the director gave it, the one in its name, or else that name."""
    digits = re.search(r"\d+$", box)
    return str(evening.table_of.get(box) or (int(digits[0]) if digits else box))


def by_number(label: str) -> tuple[bool, int, str]:
    """What labels are sorted by: numbers first."""
    return not label.isdecimal(), int(label) if label.isdecimal() else 0, label


def _leaves(event: Happening) -> Iterator[Leaf]:
    if event.coming:
        for part in _parts(event.coming.places, PLACES):
            yield Leaf(event, places=part, idle=event.coming.idle)
    for ranking in event.rankings:
        most = EXPLAINED if any(row.ahead_by for row in ranking.rows) else ROWS
        yield from (Leaf(event, rows=part, side=ranking.side) for part in _parts(ranking.rows, most))


def _parts(items: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """As many parts as are needed, of nearly the same length."""
    count = -(-len(items) // most)
    yield from (items[len(items) * part // count : len(items) * (part + 1) // count] for part in range(count))
