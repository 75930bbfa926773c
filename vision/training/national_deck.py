"""The faces of packs with German, Swiss, Italian and Spanish suits, drawn from their designs.

An Over's mark stands high and an Under's low, whatever else is drawn. Numbers bear as many marks as they say, once on the whole
card or once in each half; leaves and acorns may grow from a stem. Where the pack has no indices, that is all there is to know a
card by.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.faces import BACK, SUITS
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, card_shape
from vision.training.figures import Colour, draw_back, draw_figure, draw_rosette, random_name
from vision.training.lettering import PenLettering
from vision.training.marks import PIP_ROWS, marks_of
from vision.training.nations import GAPS, RANKS_OF, ROMAN, TITLES, Index, NationalDesign, Rows
from vision.training.suits import GOLD, INK, Nation

_W, _H = 2 * FACE_WIDTH, 2 * FACE_HEIGHT

SHOWS = 0.6
"""How much of a mark shows at least where the next one lies on it, as hearts and acorns do on many packs: they can be counted."""

Place = tuple[float, float, float]
"""Across and down, 0..1 of the field of the marks, and how far a mark is turned, radians."""


def places_of(count: int, rows: Rows, is_turned: bool, rng: np.random.Generator) -> list[Place]:
    """Where so many marks stand; with `is_turned` those of the lower half stand on their heads.

    >>> len(places_of(7, Rows.STEMS, True, np.random.default_rng(1)))
    7
    """
    if rows is Rows.FRENCH or count < 4:
        return [(x, y, np.pi if is_turned and y > 0.5 else 0.0) for x, y in PIP_ROWS[count]]
    if rows is Rows.THREES and count > 5:
        outer = count // 3 if count % 3 < 2 else count // 3 + 1
        inner = count - 2 * outer
        columns = [(0.0, outer), (0.5, inner), (1.0, outer)]
    else:
        outer, inner = count // 2, count % 2
        columns = [(0.0, outer), (1.0, outer)]
    places = [
        (x, y, np.pi if is_turned and y > 0.5 else 0.0)
        for x, many in columns
        for y in np.linspace(0, 1, many).tolist()
        if many > 1
    ]
    places += [(x, 0.5, 0.0) for x, many in columns if many == 1]
    if len(columns) == 2 and inner:
        at = float(rng.choice([0.0, 0.5, 1.0], p=[0.6, 0.25, 0.15]))
        places.append((0.5, at, np.pi if is_turned and at > 0.5 else 0.0))
    return places


class NationalDeck:
    """Draws the faces of one design; with `artwork` its figures are those of somebody's courts, printed anew."""

    def __init__(self, design: NationalDesign, artwork: Sequence[Image] = ()) -> None:
        self.design = design
        self._artwork = artwork
        # What a printer decides once for the whole pack.
        rng = np.random.default_rng([design.seed, 2])
        self._odd_at_top = int(rng.integers(2**31))
        self._figure_of = {rank: int(rng.integers(2**31)) for rank in "KQJ"}
        self._top, self._spread = float(rng.uniform(0.09, 0.18)), float(rng.uniform(0.4, 0.6))
        self._high, self._low = float(rng.uniform(0.13, 0.2)), float(rng.uniform(0.32, 0.42))
        self._side = float(rng.choice([-1, 1]))
        self._ace = int(rng.integers(4))

    @property
    def labels(self) -> tuple[str, ...]:
        """The faces that the pack has."""
        return tuple(rank + suit for suit in SUITS for rank in RANKS_OF[self.design.nation])

    def face(self, label: str) -> Image:
        """See `decks.FaceSource`."""
        design = self.design
        rng = np.random.default_rng([design.seed, *label.encode()])
        card = np.empty((_H, _W, 3), np.float32)
        card[:] = design.paper
        if label == BACK:
            draw_back(card, np.random.default_rng([design.seed, 1]))
        else:
            self._draw(card, label[0], label[1], rng)
        small = cv2.resize(np.clip(card, 0, 255), (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA)
        return np.dstack([small, card_shape(design.corner_radius)]).astype(np.uint8)

    def _draw(self, card: Floats, rank: str, suit: str, rng: np.random.Generator) -> None:
        design = self.design
        if rank == "A":
            self._draw_ace(card, suit, rng)
        elif rank in "KQJ":
            self._draw_court(card, rank, suit, rng)
        elif rank == "T" and design.nation is Nation.SWISS:
            self._draw_banner(card, suit, rng)
        else:
            self._draw_number(card, rank, suit, rng)
        if design.has_rule:
            cv2.line(card, (round(0.06 * _W), _H // 2), (round(0.94 * _W), _H // 2), (110, 100, 100), 2, cv2.LINE_AA)
        if design.frame is not None:
            gaps = GAPS[suit] if design.nation is Nation.SPANISH else 0
            replace(design.frame, gaps=gaps).draw(card)
        if design.index is not Index.NONE:
            self._draw_index(card, design.letters.get(rank, "10" if rank == "T" else rank), suit)

    def _paint(self, card: Floats, suit: str, x: float, y: float, size: float, turn: float = 0.0) -> None:
        """A mark at a place of the card, in parts of its width and height."""
        self.design.marks[suit].paint(card, (x * _W, y * _H), size * _W, turn, self.design.flat)

    def _draw_number(self, card: Floats, rank: str, suit: str, rng: np.random.Generator) -> None:
        design, count = self.design, marks_of(rank)
        top, bottom = self._top, 1 - self._top
        if design.has_vignettes and not design.is_twice:
            bottom = 0.7
            self._draw_vignette(card, rng, 0.78, 0.96)
        places_rng = np.random.default_rng([design.seed, self._odd_at_top, count])
        rows = design.rows
        if rows is Rows.STEMS and suit not in "CS":
            rows = Rows.COLUMNS
        ends = (False, True) if design.is_twice else (False,)
        for end in ends:
            part = card[::-1, ::-1] if end else card
            low = 0.43 if design.is_twice else bottom
            places = places_of(count, rows, design.is_double and not design.is_twice, places_rng)
            in_a_column = max(Counter(x for x, _, _ in places).values())
            size = min(design.mark_size, (low - top) * _H / _W / design.flat / (1 + SHOWS * (in_a_column - 1)))
            self._place_marks(part, suit, places, rows, (top, low), size)
        if design.has_romans:
            for part in (card, card[::-1, ::-1]):
                self._write(part, ROMAN.get(rank, ""), 0.5, 0.06, 0.06)

    def _place_marks(
        self, card: Floats, suit: str, places: list[Place], rows: Rows, span: tuple[float, float], size: float
    ) -> None:
        spread = self._spread
        top, low = span
        half = 0.5 * size * self.design.flat * _W / _H
        ends = top + half, low - half
        on_paper = np.ascontiguousarray(card)
        middle = 0.5 * _W
        if rows is Rows.STEMS:
            stem = (60, 90, 110) if self.design.seed % 2 else (50, 110, 60)
            cv2.line(on_paper, (round(middle), round(ends[0] * _H)), (round(middle), round(ends[1] * _H)), stem, 5, cv2.LINE_AA)
        for x, y, turn in places:
            across, down = 0.5 + (x - 0.5) * spread, ends[0] + y * (ends[1] - ends[0])
            if rows is Rows.STEMS and x != 0.5:
                away = 1 if x > 0.5 else -1
                start = (round(middle), round((down + 0.01) * _H))
                cv2.line(on_paper, start, (round(across * _W), round(down * _H)), (60, 120, 70), 3, cv2.LINE_AA)
                turn = away * np.pi / 2
            self._paint(on_paper, suit, across, down, size, turn)
        card[:] = on_paper

    def _draw_ace(self, card: Floats, suit: str, rng: np.random.Generator) -> None:
        design = self.design
        if design.nation.is_latin:
            if rng.random() < 0.5:
                draw_rosette(card, rng, design.marks[suit].colour, 0.5)
            self._paint(card, suit, 0.5, 0.5, float(rng.uniform(0.45, 0.85)))
        else:
            self._draw_deuce(card, suit, rng)
        if design.has_titles:
            self._write_title(card, "A", suit)

    def _draw_deuce(self, card: Floats, suit: str, rng: np.random.Generator) -> None:
        """Two large marks, whatever stands between them."""
        design, size = self.design, min(0.42, 1.6 * self.design.mark_size)
        if design.has_vignettes or rng.random() < 0.4:
            self._draw_vignette(card, rng, 0.36, 0.64)
        elif rng.random() < 0.3:
            draw_rosette(card, rng, design.marks[suit].colour, 0.3)
        lower = np.pi if design.is_double else 0.0
        if self._ace == 0:
            self._paint(card, suit, 0.5, 0.22, size)
            self._paint(card, suit, 0.5, 0.78, size, lower)
        elif self._ace == 1:
            self._paint(card, suit, 0.28, 0.25, size)
            self._paint(card, suit, 0.72, 0.75, size, lower)
        elif self._ace == 2:
            for x in (0.27, 0.73):
                self._paint(card, suit, x, 0.2, size, 0.0)
                if design.is_double:
                    self._paint(card, suit, x, 0.8, size, lower)
        else:
            for x, y, turn in ((0.2, 0.13, -0.6), (0.8, 0.13, 0.6), (0.2, 0.87, lower + 0.6), (0.8, 0.87, lower - 0.6)):
                self._paint(card, suit, x, y, 0.7 * size, turn)
            for y, turn in ((0.38, 0.0), (0.62, lower)):
                self._paint(card, suit, 0.5, y, 0.6 * size, turn)

    def _draw_banner(self, card: Floats, suit: str, rng: np.random.Generator) -> None:
        """The Swiss ten: a flag on its pole, with one mark."""
        colour = np.clip(np.array(self.design.marks[suit].colour) * 0.3 + 170, 0, 255).tolist()
        flag = np.array([(0.15, 0.2), (0.75, 0.12), (0.7, 0.45), (0.35, 0.5), (0.2, 0.4)]) + rng.normal(0, 0.03, (5, 2))
        half = np.ascontiguousarray(card)
        cv2.line(half, (round(0.78 * _W), round(0.08 * _H)), (round(0.5 * _W), round(0.9 * _H)), GOLD, 9, cv2.LINE_AA)
        cv2.fillPoly(half, [np.round(flag * [_W, _H]).astype(np.int32)], colour, cv2.LINE_AA)
        self._paint(half, suit, 0.45, 0.3, 0.26)
        card[:] = half
        if self.design.is_double:
            card[_H // 2 :] = card[: _H // 2][::-1, ::-1]

    def _draw_court(self, card: Floats, rank: str, suit: str, rng: np.random.Generator) -> None:
        design = self.design
        if design.has_figures:
            self._draw_figure(card, rank, suit, rng)
        if design.has_titles or not design.has_figures:
            self._write_title(card, rank, suit)
        size = float(np.clip(1.2 * design.mark_size, 0.17, 0.3))
        inset = 0.05 + size / 2 if design.index is Index.NONE else 0.12 + size / 2
        left = 0.5 - self._side * (0.5 - inset)
        ends: tuple[Floats, ...] = (card, card[::-1, ::-1]) if design.is_double else (card,)
        for part in ends:
            on_paper = np.ascontiguousarray(part)
            if design.nation.is_latin or rank == "K":
                self._paint(on_paper, suit, left, self._high, size)
                if rank == "K" and not design.nation.is_latin and self._side > 0 and design.is_double:
                    self._paint(on_paper, suit, 1 - left, self._high, size)
            elif rank == "Q":
                self._paint(on_paper, suit, left, self._high, size)
            else:
                low = self._low if design.is_double else 1 - self._high
                self._paint(on_paper, suit, left, low, size)
            part[:] = on_paper

    def _draw_figure(self, card: Floats, rank: str, suit: str, rng: np.random.Generator) -> None:
        design = self.design
        figure = np.random.default_rng([self._figure_of[rank], ord(suit)])
        if self._artwork and figure.random() < 0.7:
            self._reprint(card, self._artwork[int(figure.integers(len(self._artwork)))], figure)
            return
        names = {"K": "K", "Q": "J" if rng.random() < 0.8 else "Q", "J": "J"}
        ink: Colour = design.marks[suit].colour
        if design.is_double:
            left, top = round(0.14 * _W), round(0.08 * _H)
            half = np.ascontiguousarray(card[top : _H // 2, left : _W - left])
            draw_figure(half, names[rank], figure, ink)
            card[top : _H // 2, left : _W - left] = half
            card[_H // 2 : _H - top, left : _W - left] = half[::-1, ::-1]
        else:
            left, top = round(0.1 * _W), round(0.06 * _H)
            whole = np.ascontiguousarray(card[top : _H - top, left : _W - left])
            draw_figure(whole, names[rank], figure, ink)
            card[top : _H - top, left : _W - left] = whole

    def _reprint(self, card: Floats, face: Image, rng: np.random.Generator) -> None:
        """The upper half of somebody's court without the marks at its side, at one end or at both."""
        height, width = face.shape[:2]
        left = 0.3 if rng.random() < 0.7 else 0.22
        figure = face[round(0.07 * height) : height // 2, round(left * width) : round((1.03 - left) * width), :3]
        inset, top = round(float(rng.uniform(0.08, 0.2)) * _W), round(float(rng.uniform(0.04, 0.12)) * _H)
        bottom = _H // 2 if self.design.is_double else _H - top
        drawn = cv2.resize(figure, (_W - 2 * inset, bottom - top), interpolation=cv2.INTER_CUBIC)
        tinted = np.clip(drawn, 0, 255) * (np.array(self.design.paper, np.float32) / 255)
        card[top:bottom, inset : _W - inset] = tinted
        if self.design.is_double:
            card[_H // 2 : _H - top, inset : _W - inset] = tinted[::-1, ::-1]

    def _draw_vignette(self, card: Floats, rng: np.random.Generator, top: float, bottom: float) -> None:
        """A little scene between the marks or under them: part of a picture, or ornaments."""
        rows, columns = slice(round(top * _H), round(bottom * _H)), slice(round(0.12 * _W), round(0.88 * _W))
        if self._artwork and rng.random() < 0.7:
            face = self._artwork[int(rng.integers(len(self._artwork)))]
            height = face.shape[0]
            start = int(rng.uniform(0.15, 0.5) * height)
            part = face[start : start + height // 3, face.shape[1] // 6 : -face.shape[1] // 6, :3]
            size = (columns.stop - columns.start, rows.stop - rows.start)
            card[rows, columns] = cv2.resize(part, size, interpolation=cv2.INTER_CUBIC)
            return
        plain = np.ascontiguousarray(card[rows, columns])
        draw_rosette(plain, rng, INK, 0.3)
        card[rows, columns] = plain

    def _write_title(self, card: Floats, rank: str, suit: str) -> None:
        words = TITLES[self.design.nation]
        rng = np.random.default_rng([self.design.seed, 3, ord(rank), ord(suit)])
        if not isinstance(self.design.lettering, PenLettering):
            joint = str(rng.choice(["-", " "]))
            text = str(rng.choice([words[suit] + joint + words[rank], words[rank], random_name(rng).capitalize()]))
        else:
            text = random_name(rng)
        place = 0.33 if self.design.is_double else 0.93
        for part in (card, card[::-1, ::-1]) if self.design.is_double else (card,):
            self._write(part, text, 0.5, place, float(rng.uniform(0.05, 0.09)))

    def _write(self, card: Floats, text: str, x: float, y: float, height: float) -> None:
        """Text about a place of the card (changed in place)."""
        if not text:
            return
        letters = self.design.lettering.mask(text, max(6, round(height * _W * self.design.flat)))
        most = round(0.86 * _W)
        if letters.shape[1] > most:
            letters = np.asarray(cv2.resize(letters, (most, letters.shape[0]), interpolation=cv2.INTER_AREA))
        rows, columns = letters.shape
        top, left = round(y * _H - rows / 2), round(x * _W - columns / 2)
        top, left = max(0, min(top, _H - rows)), max(0, min(left, _W - columns))
        part = card[top : top + rows, left : left + columns]
        part *= 1 - letters[..., None]
        part += letters[..., None] * np.array(INK, np.float32)

    def _draw_index(self, card: Floats, text: str, suit: str) -> None:
        design = self.design
        height = max(8, round(design.index_height * _W * design.flat))
        letters = design.lettering.mask(text, height)
        widest = round(0.2 * _W)
        if letters.shape[1] > widest:
            letters = np.asarray(cv2.resize(letters, (widest, height), interpolation=cv2.INTER_AREA))
        left, top = round(design.index_left * _W), round(design.index_top * _W)
        column = letters.shape[1]
        ink = np.array(INK if design.seed % 3 else design.marks[suit].colour, np.float32)
        stamp = np.ascontiguousarray(card[: _H // 2])
        mark = 0.9 * height
        places = [left] if design.index_corners == 2 else [left, _W - left - column]
        flipped = np.ascontiguousarray(card[::-1, ::-1][: _H // 2])
        for half in (stamp, flipped):
            for at in places:
                part = half[top : top + height, at : at + column]
                part *= 1 - letters[..., None]
                part += letters[..., None] * ink
                if design.index is Index.FULL:
                    centre = (at + column / 2, top + height * 1.15 + mark / 2)
                    design.marks[suit].paint(half, centre, mark / design.flat, 0.0, design.flat)
        card[: _H // 2] = stamp
        card[::-1, ::-1][: _H // 2] = flipped
