"""A deck is shown card by card, looked at on a sheet, named and checked, and only then learnt.

Whoever shows a deck in an order of names gets them by place only where there are as many faces as names and the eye reads none of
them as another card: what is in doubt is said, and nothing is kept.
"""

from collections.abc import Iterable, Iterator
from enum import Enum

import cv2
import numpy as np

from device.errors import BadInput
from device.faces import code_of
from device.setup import labels_by_code
from scoring.packs import Pack
from vision.arrays import Image
from vision.faces import UNKNOWN
from vision.picture.identifier import Belief
from vision.picture.reader import Reader
from vision.picture.reading import CERTAIN
from vision.setup.enrolment import Enrolment
from vision.setup.ordering import Slip, contradicted, slips
from vision.setup.showing import Showing
from vision.sighting import Frame

TILE_WIDTH, TILE_HEIGHT, WORDS, COLUMNS = 120, 168, 28, 9
"""Pixels of a face on a sheet and of the line under it; faces in a row."""

MENTIONED = 5
"""Faces or names at the most that a sentence lists."""


class Notice(Enum):
    """What became of what lies there."""

    NEW = "new"
    AGAIN = "again"
    OVERLOOKED = "overlooked"


def collect(reader: Reader, frames: Iterable[Frame], enrolment: Enrolment) -> Iterator[tuple[Notice, int]]:
    """Each card as it is taken in, with its place among the faces; and once, where something lies there that is not."""
    showing, is_told = Showing(reader), False
    for frame in frames:
        before, shown = len(enrolment.faces), showing.see(frame)
        if shown is not None:
            place = enrolment.show(shown)
            yield (Notice.NEW if place == before else Notice.AGAIN), place
        if showing.is_overlooked and not is_told:
            yield Notice.OVERLOOKED, before
        is_told = showing.is_overlooked


def parse_order(order: str, pack: Pack) -> tuple[str, ...]:
    """Labels from the pack's codes with commas; raises `BadInput`."""
    known = labels_by_code(pack)
    codes = [word.strip() for word in order.split(",") if word.strip()]
    labels = [known.get(code, code) for code in codes]
    for place, (code, label) in enumerate(zip(codes, labels, strict=True)):
        if label not in known.values():
            raise BadInput(f"--order: {code!r} is no card of {pack.name}: expected {', '.join(list(known)[:3])} …, or back")
        if label in labels[:place]:
            raise BadInput(f"--order names {code} twice: each card of a pack is shown once")
    return tuple(labels)


def name_by_order(enrolment: Enrolment, order: tuple[str, ...], pack: Pack) -> None:
    """Give the faces the names of the order; raises `BadInput` where they do not fit each other, and then names none."""
    beliefs = [face.belief.given(frozenset(enrolment.wanted)) for face in enrolment.faces]
    if len(beliefs) != len(order):
        where = _listed([_slipped(slip, order, pack) for slip in slips(beliefs, order)])
        raise BadInput(f"{len(order)} names and {len(beliefs)} faces: nothing was kept. {where}")
    wrong = contradicted(beliefs, order)
    if wrong:
        said = _listed([_contradiction(place, beliefs[place], order[place], pack) for place in wrong])
        raise BadInput(f"the order does not fit what was shown: nothing was kept. {said}")
    for place, label in enumerate(order):
        enrolment.call(place, label)


def check_complete(enrolment: Enrolment, pack: Pack) -> None:
    """Raises `BadInput` unless every card of the pack was shown and every face has a name."""
    if enrolment.missing:
        raise BadInput(f"still missing: {' '.join(code_of(label, pack) for label in enrolment.missing)}; nothing was kept")
    unnamed = [f"face {place}" for place, name in enumerate(enrolment.names, 1) if name == UNKNOWN]
    if unnamed:
        without = _listed(unnamed)
        raise BadInput(
            f"more faces than the pack has cards, as where two decks are mixed: without a name is {without}; nothing was kept"
        )


def _slipped(slip: Slip, order: tuple[str, ...], pack: Pack) -> str:
    if slip.name is not None:
        return f"{code_of(order[slip.name], pack)} may not have been noticed"
    assert slip.face is not None
    return f"face {slip.face + 1} of the sheet may be no card of its own"


def _contradiction(place: int, belief: Belief, label: str, pack: Pack) -> str:
    return f"face {place + 1} is {code_of(label, pack)} by the order and looks like {code_of(belief.certain(CERTAIN), pack)}"


def _listed(words: list[str]) -> str:
    more = len(words) - MENTIONED
    return "; ".join(words[:MENTIONED]) + (f"; and {more} more" if more > 0 else "")


def sheet(enrolment: Enrolment, pack: Pack) -> Image:
    """What was shown: the faces in rows, each with its number and its name under it; guesses, and `??`, in red."""
    said = zip(enrolment.faces, enrolment.names, enrolment.guesses, strict=True)
    tiles = [_tile(place, face.picture, name, code_of(guess, pack)) for place, (face, name, guess) in enumerate(said, 1)]
    blank = np.full((TILE_HEIGHT + WORDS, TILE_WIDTH, 3), 255, np.uint8)
    tiles += [blank] * (-len(tiles) % COLUMNS or (COLUMNS if not tiles else 0))
    return np.asarray(np.vstack([np.hstack(tiles[at : at + COLUMNS]) for at in range(0, len(tiles), COLUMNS)]), np.uint8)


def _tile(place: int, picture: Image, name: str, code: str) -> Image:
    face = cv2.resize(picture[..., :3], (TILE_WIDTH - 4, TILE_HEIGHT - 4), interpolation=cv2.INTER_AREA)
    tile = cv2.copyMakeBorder(face, 2, 2 + WORDS, 2, 2, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    colour = (0, 0, 200) if name == UNKNOWN else (0, 0, 0)
    words = f"{place}: {code}" + ("?" if name == UNKNOWN and code != UNKNOWN else "")
    cv2.putText(tile, words, (6, TILE_HEIGHT + WORDS - 9), cv2.FONT_HERSHEY_SIMPLEX, 0.55, colour, 1, cv2.LINE_AA)
    return np.asarray(tile, np.uint8)
