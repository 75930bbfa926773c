"""The faces of the cards as one file of SVG symbols, drawn by us: a page places them by name, at any size.

A face lies in a field of 50 by 70, the proportions of a card. Symbols take the colour of the text around them, so that a page
colours suits as its reader likes. Pips stand as they do on a printed card; courts have an emblem over their suit, once for each
end of the card.
"""

import hashlib
from collections.abc import Iterator
from functools import cache

from scoring.cards import TAROCKS

SUITS = {
    "hearts": (
        "M12 21.5C5 15.5 2 12 2 7.8 2 4.6 4.4 2.5 7.2 2.5c2 0 3.8 1.1 4.8 3 1-1.9 2.8-3 4.8-3 2.8 0 5.2 2.1 "
        "5.2 5.3 0 4.2-3 7.7-10 13.7z"
    ),
    "diamonds": ("M12 1.5C14.5 5.5 17 8.7 20.5 12 17 15.3 14.5 18.5 12 22.5 9.5 18.5 7 15.3 3.5 12 7 8.7 9.5 5.5 12 1.5z"),
    "spades": (
        "M12 1.5c1.6 3.6 9.5 7.9 9.5 13 0 2.8-2 4.8-4.5 4.8-1.7 0-3.1-.8-4-2.2.2 2.2 1 3.9 2.7 "
        "5.4H8.3c1.7-1.5 2.5-3.2 2.7-5.4-.9 1.4-2.3 2.2-4 2.2-2.5 0-4.5-2-4.5-4.8 0-5.1 7.9-9.4 9.5-13z"
    ),
    "clubs": (
        "M12 1.5a4.7 4.7 0 0 1 4.2 6.8A4.8 4.8 0 1 1 13 15.8c.2 2.7 1 4.9 2.7 6.7H8.3c1.7-1.8 2.5-4 "
        "2.7-6.7a4.8 4.8 0 1 1-3.2-7.5A4.7 4.7 0 0 1 12 1.5z"
    ),
    "acorns": "M11 1h2v4h-2zM4 11a8 6 0 0 1 16 0zM6 12.5h12c0 5-3 8.5-6 10.5-3-2-6-5.5-6-10.5z",
    "bells": "M10.5 0h3v3h-3zM12 3.5a9 9 0 0 1 0 18 9 9 0 0 1 0-18zM4 12h16v1.5H4zM11 14.5h2v4h-2z",
    "leaves": "M12 1C4 7 3 14 11 18v5h2v-5c8-4 7-11-1-17z",
    "roses": (
        "M9.7 7.9L7.5 5.5A4.2 4.2 0 0 1 12 2 4.2 4.2 0 0 1 16.5 5.5L14.3 7.9A5 5 0 0 0 9.7 7.9zM15.5 8.9L17.2 6A4.2 4.2 "
        "0 0 1 21.9 9.2 4.2 4.2 0 0 1 19.9 14.5L16.9 13.2A5 5 0 0 0 15.5 8.9zM16.5 14.7L19.7 15.3A4.2 4.2 0 0 1 18.1 "
        "20.8 4.2 4.2 0 0 1 12.4 20.6L12.8 17.3A5 5 0 0 0 16.5 14.7zM11.2 17.3L11.6 20.6A4.2 4.2 0 0 1 5.9 20.8 4.2 4.2 "
        "0 0 1 4.3 15.3L7.5 14.7A5 5 0 0 0 11.2 17.3zM7.1 13.2L4.1 14.5A4.2 4.2 0 0 1 2.1 9.2 4.2 4.2 0 0 1 6.8 6L8.5 "
        "8.9A5 5 0 0 0 7.1 13.2zM12 8.9a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z"
    ),
    "shields": (
        "M2.5 1.5h19v9c0 6-3.7 9.7-9.5 12.5-5.8-2.8-9.5-6.5-9.5-12.5zM12 3.5v7.5h7.5V3.5zM4.5 11c.2 4.4 2.7 7.3 7.5 9.8V11z"
    ),
    "coins": (
        "M12 1a11 11 0 0 1 0 22 11 11 0 0 1 0-22zM12 3a9 9 0 0 0 0 18 9 9 0 0 0 0-18zM12 4.5a7.5 7.5 0 0 1 0 15 7.5 7.5 "
        "0 0 1 0-15zM12 6L13.3 9.7L17.2 9L14.6 12L17.2 15L13.3 14.3L12 18L10.7 14.3L6.8 15L9.4 12L6.8 9L10.7 9.7z"
    ),
    "cups": (
        "M3.5 1.5h17c.3 6.5-1.8 11-7 12.3v4.4c3.2.3 5 1.6 5.3 4.3H5.2c.3-2.7 2.1-4 5.3-4.3v-4.4c-5.2-1.3-7.3-5.8-7-12.3z"
        "M5.6 4.2c.1 1.2.2 1.9.5 2.8h11.8c.3-.9.4-1.6.5-2.8z"
    ),
    "swords": "M12 .5l2.2 3v11.3h5.3v2.7h-5.7v3a2 2 0 1 1-3.6 0v-3H4.5v-2.7h5.3V3.5z",
    "batons": (
        "M2.6 20.5L6.8 14.8L5.8 11.7L8 9.9L8.9 11.4L13.2 5.1A4.2 4.2 0 0 1 19.1 10.5L16.8 12.5L18.7 14.2L17.1 16.4L13.8 "
        "15L4.6 22.3A1.4 1.4 0 0 1 2.6 20.5z"
    ),
    "discs": "M12 2a10 10 0 0 1 0 20 10 10 0 0 1 0-20z",
    "triangles": "M12 2.5L23 21.5H1z",
    "hexagons": "M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z",
    "squares": "M3 3h18v18H3z",
}
"""Outlines in a square of 24; the colours of the Rook pack have a shape each, for those who see no colours."""

EMBLEMS = {
    "K": "M3 22 1.5 6l6 6L12 2l4.5 10 6-6L21 22zM3.5 24h17v3h-17z",
    "Q": (
        "M4 22C2.5 16 2 12 3 8a2 2 0 1 1 2 0c1 3 2 4.5 4 5.5.5-3 1-5 2-7.5a2.2 2.2 0 1 1 2 0c1 2.5 1.5 4.5 2 "
        "7.5 2-1 3-2.5 4-5.5a2 2 0 1 1 2 0c1 4 .5 8-1 14zM4.5 24h15v3h-15z"
    ),
    "J": (
        "M2 19c3-7 8-9.5 15-9.5 2 0 4 1 5 3-3 .5-4.5 2-5 6.5 2 .5 3.5 1.5 4 3H2zM14 8.5c0-4 2-7 7-8-1 2-.5 5-3 8zM4 24h16v3H4z"
    ),
    "O": "M2 3h20c0 11-3 18-10 22C5 21 2 14 2 3zm3 3c.4 7 2.5 12 7 15.5V6z",
    "U": "M11 1h2v3c5 1 8 4 9 9h-4c-1-3-2.5-4.5-5-5v19h-2V8c-2.5.5-4 2-5 5H2c1-5 4-8 9-9z",
    "N": (
        "M5.5 22c0-4 2.5-6 5-8.5.6-.6.8-1.4.6-2.2-1.2 1-2.6 1.4-4 1.5L4.8 14.6c-.8.8-2 .8-2.7 0L1.2 13.4c-.5-.7-.5-1.6 "
        "0-2.3L7 3.8 8 .5l3.2 2.2C17.5 3.4 20.5 8.5 20.5 15v7zM9 6.4a1.1 1.1 0 1 0 .01 0zM4.5 24h15v3h-15z"
    ),
    "B": "M3.5 1H6v26H3.5zM7 2.5h15L18 8l4 5.5H7z",
}
"""What stands for a court, in a field of 24 by 28: crown, coronet, cap with a feather, shield, halberd; a horse's head for the
Knight (N) of Italian and Spanish packs, a flag for the Banner (B) of Swiss ones."""

OTHERS = {
    "joker": "M25 14l4.7 12.5 13.3.6-10.4 8.3L36 48.3 25 41l-11 7.3 3.4-12.9L7 27.1l13.3-.6z",
    "bird": (
        "M8 45c3-1 5-3 6-6 2-8 7-13 14-14l1-1c1-4 4-7 8-7 3 0 5 1 6 3l4 3-4 1c-1 6-3 10-5 13-2 5-6 8-11 9l-1 5h3v2h-9v-2h3"
        "l1-5h-2l-2 5h2v2h-8v-2h3l2-6c-4 1-8 2-12 2zM37.5 20.5a1 1 0 1 0 .01 0z"
    ),
    "back": "M5 5h40v60H5zM8 8v54h34V8zM25 12l13 23-13 23-13-23zM25 22l-7.5 13L25 48l7.5-13z",
}
"""What has no suit: the star of a joker, the bird of the Rook pack, and the back."""

BARE = ("discs", "triangles", "hexagons", "squares")
"""Suits whose cards have a number over their mark and no pips."""

RANKS = (*"A123456789TJQKOUNB", "11", "12", "13", "14")
PIPS: dict[str, tuple[tuple[float, ...], int]] = {
    "1": ((1 / 2,), 0),
    "2": ((0, 1), 0),
    "3": ((0, 1 / 2, 1), 0),
    "4": ((), 2),
    "5": ((1 / 2,), 2),
    "6": ((), 3),
    "7": ((1 / 4,), 3),
    "8": ((1 / 4, 3 / 4), 3),
    "9": ((1 / 2,), 4),
    "T": ((1 / 6, 5 / 6), 4),
}
"""For each rank how far down the pips of its middle column stand, and how many each outer column has."""

FIELD = "0 0 50 70"
LEFT, MIDDLE, RIGHT = 17.5, 25.0, 32.5
TOP, HEIGHT = 12.5, 45.0
PIP, ACE, COURT = 9.0, 24.0, 9.5


@cache
def sprite() -> str:
    """The file: `#hearts` and its brothers are suit marks, `#hearts-7` the face of that card without its corners."""
    marks = [_symbol(kind, "0 0 24 24", _path(line)) for kind, line in SUITS.items()]
    faces = [_symbol(f"{kind}-{rank}", FIELD, "".join(_face(kind, rank))) for kind in SUITS for rank in RANKS]
    faces += [_symbol(f"tarocks-{rank.value}", FIELD, _tarock(rank.value)) for rank in TAROCKS]
    others = [_symbol(name, FIELD, _path(line)) for name, line in OTHERS.items()]
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    return head + "".join([*marks, *faces, *others]) + "</svg>"


@cache
def version() -> str:
    """Changes with the drawings."""
    return hashlib.sha256(sprite().encode()).hexdigest()[:8]


def _face(kind: str, rank: str) -> Iterator[str]:
    if rank == "A":
        yield _mark(kind, MIDDLE, 35, ACE)
    elif rank not in EMBLEMS and (kind in BARE or rank not in PIPS):
        yield _number(rank)
        yield _mark(kind, MIDDLE, 56, 14)
    elif rank in PIPS:
        middle, rows = PIPS[rank]
        places = [(MIDDLE, down) for down in middle]
        places += [(x, row / (rows - 1)) for x in (LEFT, RIGHT) for row in range(rows)]
        yield from (_mark(kind, x, TOP + HEIGHT * down, PIP, is_turned=down > 1 / 2) for x, down in places)
    else:
        for turn in ("", "rotate(180 25 35) "):
            yield _path(EMBLEMS[rank], f' transform="{turn}translate(15.4 8) scale(.8)"')
        yield _mark(kind, 25, 35, COURT)


def _number(rank: str) -> str:
    """A number as large as the card, in the letters of the page."""
    return f'<text x="25" y="43" font-size="26" font-weight="700" text-anchor="middle">{"10" if rank == "T" else rank}</text>'


def _tarock(number: str) -> str:
    """A frame, and the Roman number across it, as often as it can be read: once for each end of the card."""
    size = 20 if len(number) < 4 else 13
    text = f'<text x="25" y="30" font-size="{size}" font-weight="700" text-anchor="middle">{number}</text>'
    return _path("M5 5h40v60H5zM6.5 6.5v57h37v-57zM8 34.5h34v1H8z") + text + f'<g transform="rotate(180 25 35)">{text}</g>'


def _symbol(name: str, field: str, drawn: str) -> str:
    return f'<symbol id="{name}" viewBox="{field}">{drawn}</symbol>'


def _path(line: str, place: str = "") -> str:
    return f'<path fill-rule="evenodd"{place} d="{line}"/>'


def _mark(kind: str, x: float, y: float, size: float, is_turned: bool = False) -> str:
    turn = f' transform="rotate(180 {x:g} {y:.4g})"' if is_turned else ""
    corner = f'x="{x - size / 2:g}" y="{y - size / 2:.4g}" width="{size:g}" height="{size:g}"'
    return f'<use xlink:href="#{kind}" {corner}{turn}/>'
