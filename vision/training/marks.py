"""Where the marks of number cards stand, and what some of them tell while others are covered."""

from collections.abc import Sequence

PIP_ROWS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.0), (0.5, 1.0)),
    3: ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    4: ((0, 0), (1, 0), (0, 1), (1, 1)),
    5: ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    6: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    7: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1), (0.5, 0.25)),
    8: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1), (0.5, 0.25), (0.5, 0.75)),
    9: ((0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1), (0.5, 0.5)),
    10: (
        *((0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)),
        *((0.5, 1 / 6), (0.5, 5 / 6)),
    ),
}
"""Where the marks of a number card stand, inside the box of its pips; those below the middle stand upside down."""

SPREAD, HEIGHT = 0.42, 0.66
"""Width and height of that box in parts of the card's own, as most printers have it."""

BOX_PLACES = sorted({place for places in PIP_ROWS.values() for place in places})


def on_card(place: tuple[float, float], spread: float = SPREAD) -> tuple[float, float]:
    """A place of the box in parts of the card's width and height.

    >>> on_card((0.5, 0.5))
    (0.5, 0.5)
    """
    x, y = place
    return 0.5 + (x - 0.5) * spread, 0.5 + (y - 0.5) * HEIGHT


MARK_PLACES = [on_card(place) for place in BOX_PLACES]
"""Every place where some number card has a mark, in parts of the card's width and height."""

_LOOKS = [*PIP_ROWS.items(), (7, (*PIP_ROWS[6], (0.5, 0.75)))]
"""How many marks, and where; a seven is the only number that looks another way when it is turned."""


def marks_of(rank: str) -> int:
    """How many marks a number card has.

    >>> marks_of("A"), marks_of("7"), marks_of("T")
    (1, 7, 10)
    """
    return {"A": 1, "T": 10}.get(rank) or int(rank)


def is_number(label: str) -> bool:
    """Whether the label is that of a card with marks alone: neither a court nor a joker nor a back."""
    return label[0] in "A23456789T"


def marks_tell(label: str, shown: Sequence[bool]) -> bool:
    """Whether a number card is known by the `MARK_PLACES` that show: some mark does, and no other number looks the same there.

    Of a six without its middle row, nobody could tell whether it is one.

    >>> marks_tell("6H", [True] * len(MARK_PLACES))
    True
    >>> marks_tell("6H", [y != 0.5 for _, y in BOX_PLACES])
    False
    """
    seen = {place for place, shows in zip(BOX_PLACES, shown, strict=True) if shows}
    count = marks_of(label[0])
    own = seen & set(PIP_ROWS[count])
    return bool(own) and all(own != seen & set(places) for other, places in _LOOKS if other != count)
