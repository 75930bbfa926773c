"""An endless supply of training scenes: drawn and procedural decks, renewed as it goes, all from one seed."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image
from vision.faces import BACK, BIG_JOKER, FACES, LITTLE_JOKER, PLAIN_FACES
from vision.training.art import ArtDeck, load_art, load_german, load_swiss
from vision.training.card_sets import load_card_sets
from vision.training.decks import (
    FACE_HEIGHT,
    FACE_WIDTH,
    Deck,
    DeckDesign,
    FaceSource,
    mark_ends,
    paint_over_corners,
    random_design,
)
from vision.training.fonts import TypeLettering, TypePips, fonts_with_suits, installed_fonts
from vision.training.frames import random_frame
from vision.training.grounds import printed_on, random_ground
from vision.training.lettering import PenLettering
from vision.training.marks import is_number
from vision.training.national_deck import NationalDeck
from vision.training.nations import NationalDesign, random_national_design
from vision.training.patchwork import patched
from vision.training.restyle import restyled
from vision.training.scenes import Recipe, Scene, render
from vision.training.suits import Nation

HELD_OUT = ("anglo_poker", "bellot", "tigullio", "emperial-dondorf", "russian-bezique", "stralsund-1890", "traugott-1834")
"""Drawn decks, and courts, that training never sees: validation looks at these, and at procedural seeds of their own."""

BANK = 500
"""Decks drawn for one training, beside those that somebody drew; another training's seed draws others."""

HELD_OUT_BANK, HELD_OUT_DECKS = 1, {"bank": 50, "nations": 40}
"""The seed of the drawn decks that are kept for validation, and how many: the same ones whatever is trained."""

REPRINTED = 0.55
"""How many of the bank's decks are somebody's figures, restyled, with indices of our own (or with none)."""

SET_MARKS = 0.4
"""How many of the bank's designs have their suits' marks from type."""

COARSE = 0.5
"""How many of the reprints have the courts of small pictures, most of them from before there were indices."""

PATCHED = 0.6
"""How many of the reprints have courts put together from two decks."""

AS_THEY_WERE = 0.6
"""How many of the reprints of courts without indices have none now either, and their own marks in the corners."""

DRAWN = 0.35
"""In how many scenes the deck is one that somebody drew, as it is."""

UNMARKED = 0.25
"""In how many scenes of a deck whose indices can be painted over they are."""

REMARKED = 0.3
"""In how many scenes of a deck without indices its courts' corner marks are of another size than they were."""

COURTS = 0.4
"""In how many scenes without indices only courts lie: a figure is harder to learn than marks."""

BARE = 6.0
"""Grey levels by which the corners of two faces without indices may differ."""

USUAL = DeckDesign(seed=0)
"""The design of whose suits' marks those are that take the place of an index."""

FRAMED, RESHAPED, GROUNDED = 0.3, 0.2, 0.1
"""How many of the bank's decks have a line inside their edge, how many other corners than usual, and how many no plain paper."""

NATIONAL = {"finder": 0.4, "identifier": 0.0, "nations": 1.0}
"""The networks, and in how many scenes of each the suits are not the French ones: the finder is to find both kinds."""

NATIONS = {Nation.GERMAN: 0.6, Nation.SWISS: 0.14, Nation.ITALIAN: 0.13, Nation.SPANISH: 0.13}
"""How many of those are whose."""

NATIONAL_BANK = 1200
"""Decks of such suits drawn for one training: no two printers agree on their figures, as those of French suits mostly do."""

COUNTED = 0.45
"""In how many such scenes numbers lie apart whose deck has no index, or none with a suit: their marks must be counted.

Elsewhere nearly every number of such a deck is partly covered, and nobody could tell it.
"""

PICTURED = 0.06
"""In how many such scenes the deck is one that somebody drew."""

ALL_FACES = (*FACES, BACK)


class BankDeck:
    """One deck of the bank: its faces lie in a file that all workers share."""

    def __init__(self, faces: Image) -> None:
        self._faces = faces

    def face(self, label: str) -> Image:
        """See `decks.FaceSource`."""
        return np.asarray(self._faces[ALL_FACES.index(label)])

    @property
    def labels(self) -> list[str]:
        """The cards that it has."""
        return [label for label in PLAIN_FACES if self.face(label)[FACE_HEIGHT // 2, FACE_WIDTH // 2, 3]]


@dataclass(frozen=True)
class UnmarkedDeck:
    """A deck without its indices: courts must be known by their figures, numbers by their marks.

    On courts the suit's mark takes the place of the index (`mark` is its size in parts of the width), for the one beside the
    figure may be painted over as well.
    """

    deck: FaceSource
    mark: float = 0.1

    def face(self, label: str) -> Image:
        """See `decks.FaceSource`; a back or a joker is as it was."""
        face = self.deck.face(label)
        if label not in PLAIN_FACES:
            return face
        colours = face[..., :3].astype(np.float32)
        paint_over_corners(colours)
        if not is_number(label):
            mark_ends(colours, label[1], self.mark, USUAL)
        return np.dstack([colours.astype(np.uint8), face[..., 3]])


@dataclass(frozen=True)
class _National:
    """A deck that has not the French suits, ready for scenes."""

    deck: FaceSource
    labels: list[str]
    tells_in_corner: bool


def random_lettering(rng: np.random.Generator) -> TypeLettering | None:
    """Type most of the time where type is installed."""
    fonts = installed_fonts()
    return TypeLettering(str(rng.choice(fonts))) if fonts and rng.random() < 0.65 else None


def random_deck(rng: np.random.Generator, art: Sequence[ArtDeck] = (), coarse: Sequence[ArtDeck] = ()) -> Deck:
    """A deck of our own design; some reprint art, or card sets."""
    lettering = random_lettering(rng)
    design, suited = random_design(rng, lettering), fonts_with_suits()
    if suited and rng.random() < SET_MARKS:
        design = replace(design, pip_style=TypePips(str(rng.choice(suited)), float(rng.uniform(0.85, 1.15))))
    if rng.random() < FRAMED:
        design = replace(design, frame=random_frame(rng))
    if rng.random() < RESHAPED:
        design = replace(design, corner_radius=float(rng.choice([0.0, rng.uniform(0.09, 0.14)])))
    if not art or rng.random() > REPRINTED:
        return Deck(design)
    sources = coarse if coarse and rng.random() < COARSE else art
    source = sources[int(rng.integers(len(sources)))]
    faces = restyled(source.faces, rng)
    if rng.random() < PATCHED:
        another = [*art, *coarse][int(rng.integers(len(art) + len(coarse)))]
        faces = patched(faces, restyled(another.courts, rng), rng)
    mirrored = rng.random() < 0.5
    printed = {label: face[:, ::-1] if mirrored else face for label, face in faces.items()}
    stays = not source.has_indices and (not design.index_corners or rng.random() < AS_THEY_WERE)
    if stays:  # a picture in the corner of an ace would pass for an index
        printed = {label: face for label, face in printed.items() if not is_number(label)}
    return Deck(design, printed, keeps_corners=stays)


def national_design(rng: np.random.Generator) -> NationalDesign:
    """A design with German, Swiss, Italian or Spanish suits."""
    nation = list(NATIONS)[int(rng.choice(len(NATIONS), p=list(NATIONS.values())))]
    return random_national_design(rng, nation, random_lettering(rng) or PenLettering())


def national_deck(seed: Sequence[int], art: Sequence[ArtDeck] = ()) -> NationalDeck:
    """The deck of the design that this seed draws; with art the figures are those of two decks' courts, restyled."""
    rng = np.random.default_rng(seed)
    design = national_design(rng)
    sources = [art[int(rng.integers(len(art)))] for _ in range(2)] if art else []
    return NationalDeck(design, [face for source in sources for face in restyled(source.courts, rng).values()])


def load_bank(path: Path, seeds: Sequence[list[int]], draw: Callable[[list[int]], FaceSource]) -> list[BankDeck]:
    """Decks that `draw` makes, put into the file once by all processors; where the maker of decks has changed, delete it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        np.lib.format.open_memmap(part, "w+", np.uint8, (len(seeds), len(ALL_FACES), FACE_HEIGHT, FACE_WIDTH, 4))
        many, fork = os.cpu_count() or 1, get_context("fork")  # what draws need not be pickled
        drawers = [fork.Process(target=_fill, args=(part, seeds, range(first, len(seeds), many), draw)) for first in range(many)]
        for drawer in drawers:
            drawer.start()
        for drawer in drawers:
            drawer.join()
        if any(drawer.exitcode for drawer in drawers):
            raise RuntimeError(f"{path}: not all decks could be drawn; see above")
        part.replace(path)
    return [BankDeck(faces) for faces in np.load(path, mmap_mode="r")]


def _fill(path: Path, seeds: Sequence[list[int]], places: range, draw: Callable[[list[int]], FaceSource]) -> None:
    """Draw the decks at these places. Faces that a deck has not stay empty; some are printed on other grounds than paper."""
    cv2.setNumThreads(1)
    bank = np.lib.format.open_memmap(path, "r+")
    for place in places:
        deck, rng = draw(seeds[place]), np.random.default_rng([*seeds[place], 1])
        ground = random_ground(rng, FACE_HEIGHT, FACE_WIDTH) if rng.random() < GROUNDED else None
        has = deck.labels if isinstance(deck, NationalDeck) else FACES
        for face, label in zip(bank[place], ALL_FACES, strict=True):
            if label in has or label == BACK:
                face[:] = deck.face(label) if ground is None else printed_on(deck.face(label), ground)
    bank.flush()


def scenes(seed: list[int], recipe: Recipe, work: Path, held_out: bool = False, national: float = 0.0) -> Iterator[Scene]:
    """Scenes for ever, of decks that the seed's first number draws; `held_out` gives those that are kept for validation.

    `national` is the share of scenes whose suits are not the French ones.
    """
    rng = np.random.default_rng([*seed, int(held_out)])
    sources = _sources(work, held_out)
    french, others = _french_scenes(rng, seed, recipe, sources), _national_scenes(rng, seed, recipe, sources)
    while True:
        yield next(others if rng.random() < national else french)


def draw_banks(seed: int, work: Path, national: float) -> None:
    """Draw all decks of a training, once, before several workers ask for them; `national` as in `scenes`."""
    sources = _sources(work, held_out=False)
    sources.french(seed)
    if national:
        sources.national(seed)


@dataclass(frozen=True)
class _Sources:
    """Where decks come from: the folder of their banks, and what somebody drew; `held_out` where they are kept for validation."""

    work: Path
    held_out: bool
    art: list[ArtDeck]
    coarse: list[ArtDeck]
    swiss: list[ArtDeck]

    def french(self, seed: int) -> list[BankDeck]:
        """The decks of one training that have the French suits."""
        seeds = self.seeds("bank", BANK, seed)
        return self.bank("bank", seeds, lambda one: random_deck(np.random.default_rng(one), self.art, self.coarse))

    def national(self, seed: int) -> list[tuple[BankDeck, bool]]:
        """Those that have others, and whether each tells its cards in a corner."""
        figures, seeds = [*self.art, *self.coarse, *self.swiss], self.seeds("nations", NATIONAL_BANK, seed)
        bank = self.bank("nations", seeds, lambda one: national_deck(one, figures))
        tells = [national_design(np.random.default_rng(one)).tells_in_corner for one in seeds]
        return list(zip(bank, tells, strict=True))

    def seeds(self, kind: str, count: int, seed: int) -> list[list[int]]:
        """Of so many decks of a kind for one training; or of those that are kept for validation."""
        root, many = (HELD_OUT_BANK, HELD_OUT_DECKS[kind]) if self.held_out else (seed, count)
        return [[root, number] for number in range(many)]

    def bank(self, kind: str, seeds: Sequence[list[int]], draw: Callable[[list[int]], FaceSource]) -> list[BankDeck]:
        """The decks that `draw` makes of these seeds."""
        name = "held-out" if self.held_out else str(seeds[0][0])
        return load_bank(self.work / f"{kind}-{name}.npy", seeds, draw)


def _french_scenes(rng: np.random.Generator, seed: list[int], recipe: Recipe, sources: _Sources) -> Iterator[Scene]:
    art, bank = sources.art, sources.french(seed[0])
    supply, drawn = ([(deck, has_indices(deck), is_told_unmarked(deck)) for deck in some] for some in (bank, art))
    while True:
        deck: FaceSource
        decks = drawn if art and rng.random() < DRAWN else supply
        deck, is_marked, may_be_unmarked = decks[int(rng.integers(len(decks)))]
        labels = [label for label in PLAIN_FACES if not isinstance(deck, ArtDeck) or label in deck.faces]
        if isinstance(deck, BankDeck) and rng.random() < 0.3:
            labels = [*labels, BIG_JOKER, LITTLE_JOKER]
        if may_be_unmarked and rng.random() < (UNMARKED if is_marked else REMARKED):
            deck, is_marked = UnmarkedDeck(deck, float(rng.uniform(0.06, 0.13))), False
        if not is_marked and rng.random() < COURTS:
            labels = [label for label in labels if not is_number(label)]
        yield replace(render(rng, deck, labels, recipe), has_indices=is_marked)


def _national_scenes(rng: np.random.Generator, seed: list[int], recipe: Recipe, sources: _Sources) -> Iterator[Scene]:
    german = load_german()
    pictured = ([german] if german else []) if sources.held_out else sources.swiss
    supply = [_National(deck, deck.labels, in_corner) for deck, in_corner in sources.national(seed[0])]
    drawn = [_National(deck, [label for label in deck.faces if label in PLAIN_FACES], False) for deck in pictured]
    untold, apart = [source for source in supply if not source.tells_in_corner], replace(recipe, apart=1.0)
    while True:
        is_counted = rng.random() < COUNTED
        some = untold if is_counted else drawn if drawn and rng.random() < PICTURED else supply
        source = some[int(rng.integers(len(some)))]
        labels = source.labels
        if not source.tells_in_corner and (is_counted or rng.random() < COURTS):
            labels = [label for label in labels if is_number(label) is is_counted]
        scene = render(rng, source.deck, labels, apart if is_counted else recipe, marks_as_usual=False)
        yield replace(scene, has_indices=source.tells_in_corner)


def _sources(work: Path, held_out: bool) -> _Sources:
    # Those who draw the banks are forked: for threads that OpenCV began before that they would wait for ever.
    cv2.setNumThreads(1)
    art, coarse = (_kept(decks, held_out) for decks in (load_art(work / "art"), load_card_sets()))
    return _Sources(work, held_out, art, coarse, [] if held_out else load_swiss(work / "art"))


def _kept(decks: list[ArtDeck], held_out: bool) -> list[ArtDeck]:
    return [deck for deck in decks if (deck.name in HELD_OUT) == held_out]


def has_indices(deck: FaceSource) -> bool:
    """Whether the corners of a two and of a three differ, where neither has a mark of its own: a frame is the same on both."""
    top, bottom, left, right = (round(FACE_WIDTH * part) for part in (0.05, 0.33, 0.04, 0.3))
    twos, threes = ([deck.face(rank + suit)[top:bottom, left:right, :3].astype(np.float32) for suit in "CDH"] for rank in "23")
    return min(float((two - three).std(axis=(0, 1)).max()) for two, three in zip(twos, threes, strict=True)) > BARE


def is_told_unmarked(deck: FaceSource) -> bool:
    """Whether its indices can be painted over, and the marks then still tell a five from a six.

    Large indices reach beyond what is painted over; in some decks every number has one large mark.
    """
    unmarked = UnmarkedDeck(deck)
    five, six = (unmarked.face(label)[..., :3].astype(np.float32) for label in ("5C", "6C"))
    return not has_indices(unmarked) and float(np.abs(five - six).mean()) > 1.0
