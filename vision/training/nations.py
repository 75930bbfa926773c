"""Packs with German, Swiss, Italian and Spanish suits as their printers design them: what they do alike, and where they differ.

Over and Under are labelled as queen and jack, and so are knight and knave; the deuce (Daus, Sow) is the ace.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from vision.training.figures import Colour
from vision.training.frames import Frame, random_frame
from vision.training.lettering import Lettering, PenLettering
from vision.training.suits import Mark, Nation, random_marks

RANKS_OF: dict[Nation, tuple[str, ...]] = {
    Nation.GERMAN: tuple("AKQJT9876"),
    Nation.SWISS: tuple("AKQJT9876"),
    Nation.ITALIAN: tuple("AKQJ765432"),
    Nation.SPANISH: tuple("AKQJ98765432"),
}

INDICES: dict[Nation, tuple[Mapping[str, str], ...]] = {
    Nation.GERMAN: (
        {"A": "A", "K": "K", "Q": "O", "J": "U"},
        {"A": "D", "K": "K", "Q": "O", "J": "U"},
        {"A": "S", "K": "K", "Q": "O", "J": "U"},
        {"A": "A", "K": "K", "Q": "D", "J": "B"},
    ),
    Nation.SWISS: ({"A": "A", "K": "K", "Q": "O", "J": "U"}, {"A": "A", "K": "K", "Q": "O", "J": "U", "T": "B"}),
    Nation.ITALIAN: (
        {"A": "1", "K": "10", "Q": "9", "J": "8"},
        {"A": "1", "K": "R", "Q": "C", "J": "F"},
        {"A": "A", "K": "R", "Q": "C", "J": "F"},
    ),
    Nation.SPANISH: ({"A": "1", "K": "12", "Q": "11", "J": "10"}, {"A": "1", "K": "R", "Q": "C", "J": "S"}),
}
"""What stands in the corner where it is not the rank's own number."""

TITLES: dict[Nation, Mapping[str, str]] = {
    Nation.GERMAN: {
        "C": "Eichel",
        "D": "Schellen",
        "H": "Herz",
        "S": "Blatt",
        "A": "Daus",
        "K": "König",
        "Q": "Ober",
        "J": "Unter",
    },
    Nation.SWISS: {
        "C": "Eichel",
        "D": "Schelle",
        "H": "Rose",
        "S": "Schilte",
        "A": "As",
        "K": "König",
        "Q": "Ober",
        "J": "Under",
    },
    Nation.ITALIAN: {
        "C": "Bastoni",
        "D": "Denari",
        "H": "Coppe",
        "S": "Spade",
        "A": "Asso",
        "K": "Re",
        "Q": "Cavallo",
        "J": "Fante",
    },
    Nation.SPANISH: {
        "C": "Bastos",
        "D": "Oros",
        "H": "Copas",
        "S": "Espadas",
        "A": "As",
        "K": "Rey",
        "Q": "Caballo",
        "J": "Sota",
    },
}
"""Words that a printer sets under a figure: those of the suit, and of the rank."""

ROMAN = {"6": "VI", "7": "VII", "8": "VIII", "9": "IX", "T": "X"}

GAPS = {"D": 0, "H": 1, "S": 2, "C": 3}
"""Breaks in the frame of a Spanish pack, by which a player knows the suit from the edge of a card in his hand."""


class Rows(Enum):
    """How the marks of a number stand."""

    FRENCH = "french"
    COLUMNS = "columns"
    STEMS = "stems"
    THREES = "threes"


class Index(Enum):
    """What is printed in the corners."""

    NONE = "none"
    LETTER = "letter"
    FULL = "full"


@dataclass(frozen=True)
class NationalDesign:
    """What a printer of such packs decides; lengths are parts of the card's width.

    `flat` makes marks and letters so much less high, as they are in a narrow card that is straightened into the usual shape.
    `is_double` says that every card has two ends, `is_twice` that its numbers have all their marks in each half.
    """

    nation: Nation
    seed: int
    marks: Mapping[str, Mark] = field(repr=False)
    lettering: Lettering = field(default_factory=PenLettering)
    index: Index = Index.FULL
    letters: Mapping[str, str] = field(default_factory=dict)
    index_height: float = 0.13
    index_left: float = 0.04
    index_top: float = 0.04
    index_corners: int = 4
    mark_size: float = 0.2
    rows: Rows = Rows.COLUMNS
    flat: float = 1.0
    is_double: bool = True
    is_twice: bool = False
    has_titles: bool = False
    has_figures: bool = True
    has_romans: bool = False
    has_rule: bool = False
    has_vignettes: bool = False
    frame: Frame | None = None
    paper: Colour = (250, 252, 252)
    corner_radius: float = 0.055

    @property
    def tells_in_corner(self) -> bool:
        """Whether rank and suit stand in a corner, as in a pack with French suits."""
        return self.index is Index.FULL


def random_national_design(rng: np.random.Generator, nation: Nation, lettering: Lettering) -> NationalDesign:
    """A design that a printer of that country might sell."""
    odd = rng.random
    is_double = bool(odd() < (0.75 if nation is Nation.GERMAN else 0.5 if nation is not Nation.SPANISH else 0.1))
    index = Index(str(rng.choice(["full", "letter", "none"], p=[0.5, 0.2, 0.3])))
    if nation.is_latin:
        index = Index(str(rng.choice(["full", "letter", "none"], p=[0.15, 0.5, 0.35])))
    kinds = [Rows.FRENCH, Rows.COLUMNS, Rows.STEMS, Rows.THREES]
    weights = [0.25, 0.25, 0.35, 0.15] if nation is Nation.GERMAN else [0.65, 0.25, 0.0, 0.1]
    # Where nothing stands in the corners it is the figure that tells a king from an Over.
    plain_courts = 0.0 if index is Index.NONE else 0.12
    is_tall = odd() < 0.6
    letters = INDICES[nation]
    frame = random_frame(rng) if odd() < (0.9 if nation is Nation.SPANISH else 0.55) else None
    shade = 255 - rng.uniform(0, 14, 3) - float(odd() ** 3) * rng.uniform([20, 0, 0], [70, 25, 10])
    return NationalDesign(
        nation=nation,
        seed=int(rng.integers(2**31)),
        marks=random_marks(nation, rng),
        lettering=lettering,
        index=index,
        letters=letters[int(rng.integers(len(letters)))],
        index_height=float(rng.uniform(0.07, 0.17)),
        index_left=float(rng.uniform(0.025, 0.09)),
        index_top=float(rng.uniform(0.025, 0.09)),
        index_corners=int(rng.choice([2, 4], p=[0.45, 0.55])),
        mark_size=float(rng.uniform(0.15, 0.27)),
        rows=kinds[int(rng.choice(4, p=weights))],
        flat=float(rng.uniform(0.72, 0.92) if is_tall else rng.uniform(0.92, 1.02)),
        is_double=is_double,
        is_twice=bool(is_double and odd() < 0.45),
        has_titles=bool(odd() < 0.3),
        has_figures=bool(odd() >= plain_courts),
        has_romans=bool(not nation.is_latin and odd() < 0.3),
        has_rule=bool(is_double and odd() < 0.4),
        has_vignettes=bool(odd() < 0.3),
        frame=frame,
        paper=(int(shade[0]), int(shade[1]), int(shade[2])),
        corner_radius=float(rng.choice([0.01, rng.uniform(0.03, 0.12)], p=[0.12, 0.88])),
    )
