"""An endless supply of training scenes: drawn and procedural decks, renewed as it goes, all from one seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.arrays import Image
from vision.faces import BACK, BIG_JOKER, FACES, LITTLE_JOKER, PLAIN_FACES
from vision.training.art import ArtDeck, load_art
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
from vision.training.marks import is_number
from vision.training.patchwork import patched
from vision.training.restyle import restyled
from vision.training.scenes import Recipe, Scene, render

HELD_OUT = ("anglo_poker", "bellot", "tigullio", "emperial-dondorf", "russian-bezique", "stralsund-1890", "traugott-1834")
"""Drawn decks, and courts, that training never sees: validation looks at these, and at procedural seeds of their own."""

BANK = 900
"""Decks drawn for one training, beside those that somebody drew; another training's seed draws others."""

HELD_OUT_BANK = 1
"""The seed of the drawn decks that are kept for validation, a tenth as many: the same ones whatever is trained."""

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
"""Grey levels by which the corner of a face without an index may vary."""

USUAL = DeckDesign(seed=0)
"""The design of whose suits' marks those are that take the place of an index."""

ALL_FACES = (*FACES, BACK)


class BankDeck:
    """One deck of the bank: its faces lie in a file that all workers share."""

    def __init__(self, faces: Image) -> None:
        self._faces = faces

    def face(self, label: str) -> Image:
        """See `decks.FaceSource`."""
        return np.asarray(self._faces[ALL_FACES.index(label)])


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


def random_deck(rng: np.random.Generator, art: Sequence[ArtDeck] = (), coarse: Sequence[ArtDeck] = ()) -> Deck:
    """A deck of our own design, lettered with type most of the time where type is installed; some reprint art, or card sets."""
    fonts = installed_fonts()
    lettering = TypeLettering(str(rng.choice(fonts))) if fonts and rng.random() < 0.65 else None
    design, suited = random_design(rng, lettering), fonts_with_suits()
    if suited and rng.random() < SET_MARKS:
        design = replace(design, pip_style=TypePips(str(rng.choice(suited)), float(rng.uniform(0.85, 1.15))))
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


def load_bank(path: Path, seed: int | list[int], decks: int, art: Sequence[ArtDeck], coarse: Sequence[ArtDeck]) -> list[BankDeck]:
    """Decks of a seed, drawn into the file once (half a second each); where the maker of decks has changed, delete it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        rng = np.random.default_rng(seed)
        shape = (decks, len(ALL_FACES), FACE_HEIGHT, FACE_WIDTH, 4)
        bank = np.lib.format.open_memmap(path.with_suffix(".part"), "w+", np.uint8, shape)
        for deck in bank:
            source = random_deck(rng, art, coarse)
            for place, label in enumerate(ALL_FACES):
                deck[place] = source.face(label)
        bank.flush()
        path.with_suffix(".part").replace(path)
    return [BankDeck(faces) for faces in np.load(path, mmap_mode="r")]


def scenes(seed: list[int], recipe: Recipe, work: Path, held_out: bool = False) -> Iterator[Scene]:
    """Scenes for ever, of decks that the seed's first number draws; `held_out` gives those that are kept for validation."""
    rng = np.random.default_rng([*seed, int(held_out)])
    art, coarse = (_kept(decks, held_out) for decks in (load_art(work / "art"), load_card_sets()))
    if held_out:
        bank = load_bank(work / "bank-held-out.npy", HELD_OUT_BANK, BANK // 10, art, coarse)
    else:
        bank = load_bank(work / f"bank-{seed[0]}.npy", [seed[0], 0], BANK, art, coarse)
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


def _kept(decks: list[ArtDeck], held_out: bool) -> list[ArtDeck]:
    return [deck for deck in decks if (deck.name in HELD_OUT) == held_out]


def has_indices(deck: FaceSource) -> bool:
    """Whether anything is printed in the corner of its aces, beside whose mark there is nothing else there."""
    top, bottom, left, right = (round(FACE_WIDTH * part) for part in (0.05, 0.33, 0.04, 0.3))
    corners = [deck.face(ace)[top:bottom, left:right, :3].astype(np.float32) for ace in ("AC", "AD", "AH")]
    return min(float(corner.std(axis=(0, 1)).max()) for corner in corners) > BARE


def is_told_unmarked(deck: FaceSource) -> bool:
    """Whether its indices can be painted over, and the marks then still tell a five from a six.

    Large indices reach beyond what is painted over; in some decks every number has one large mark.
    """
    unmarked = UnmarkedDeck(deck)
    five, six = (unmarked.face(label)[..., :3].astype(np.float32) for label in ("5C", "6C"))
    return not has_indices(unmarked) and float(np.abs(five - six).mean()) > 1.0
