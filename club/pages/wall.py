"""The wall board: all tables at once for one TV, with the standings, the clock of the round, and who sits where next."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import Blueprint, url_for

from club.pages.evenings import happenings
from club.pages.happening import Happening, Place, Row
from club.pages.services import Hub, hub
from club.pages.showing import show
from club.pages.tiles import SIDES, Tile, grid_of, tile
from web.doors import base
from web.drawings import qr

wall = Blueprint("wall", __name__)

ROWS, PLACES = 9, 6
"""Ranks, and tables of the next round, that are seen at once: where there are more, they come by turns."""

T = TypeVar("T")


@dataclass(frozen=True)
class Leaf:
    """What stands beside the tables for a while: a part of the standings, or of the seating of the next round."""

    event: Happening
    rows: Sequence[Row] = ()
    places: Sequence[Place] = ()


@wall.get("/")
@wall.get("/wall")
def board() -> str:
    """Everything at once; nothing on it is to be touched."""
    found, address = hub(), base()
    events = happenings(found)
    tiles = _tiles(found, {place.table: place for event in events for place in event.coming})
    grid = grid_of(len(tiles))
    return show(
        "wall.html",
        tiles=tiles,
        grid=grid,
        most=SIDES[grid.density],
        leaves=[leaf for event in events for leaf in _leaves(event)],
        timed=next((event for event in events if event.clock), None),
        troubles=found.troubles(),
        address=re.sub("^https?://", "", address),
        code=qr(address + url_for("player.me")),
    )


def _tiles(hub: Hub, coming: Mapping[str, Place]) -> list[Tile]:
    """Every table that is there or plays, by its number."""
    current, boxes = hub.current(), hub.boxes()
    names = [(label_of(box), box) for box in sorted({*current, *boxes}, key=by_number)]
    return [tile(label, current.get(box), boxes.get(box), coming.get(label)) for label, box in names]


def label_of(box: str) -> str:
    """How a table is called in the room: the number in the name of its box, or else that name."""
    digits = re.search(r"\d+$", box)
    return str(int(digits[0])) if digits else box


def by_number(box: str) -> tuple[str, int, str]:
    """What boxes are sorted by."""
    name = box.rstrip("0123456789")
    return name, int(box[len(name) :] or 0), box


def _leaves(event: Happening) -> Iterator[Leaf]:
    yield from (Leaf(event, places=part) for part in _parts(event.coming, PLACES))
    yield from (Leaf(event, rows=part) for part in _parts(event.rows, ROWS))


def _parts(items: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """As many parts as are needed, of nearly the same length."""
    count = -(-len(items) // most)
    yield from (items[len(items) * part // count : len(items) * (part + 1) // count] for part in range(count))
