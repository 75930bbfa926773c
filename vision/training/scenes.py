"""Rendered table scenes with their truth: cards thrown on a pile, spread, fanned or alone, under hands and bad light.

A scene is drawn from a seeded generator, so that the same seed gives the same picture on the same OpenCV.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.faces import BACK, NONE
from vision.geometry import card_outline, overlap, perspective, resized, size_of
from vision.picture.likeness import COLUMNS, ROWS, Cells
from vision.training.condition import bent, handled, smudged
from vision.training.decks import FaceSource
from vision.training.marks import MARK_PLACES, is_number, marks_tell
from vision.training.optics import Lens, Owners, camera, light_up


@dataclass(frozen=True)
class PlacedCard:
    """One card of a scene; `corner_visible` says for each corner how much of its surroundings shows, 0..1.

    A smudged card is labelled `none`; `printed` is what it was, for now and then that still shows. `told_by_face` says whether
    enough shows to know it without its indices, `is_untold` that so little does that nobody could. `shows` says of each
    cell of the face (`likeness.ROWS` × `COLUMNS`) whether it does.
    """

    label: str
    printed: str
    quad: Quad
    visible: float
    corner_visible: tuple[float, ...]
    told_by_face: bool
    is_untold: bool
    shows: Cells = field(repr=False, compare=False)


@dataclass(frozen=True)
class Scene:
    """A picture and what is in it, from the undermost card to the topmost; whether those cards are known by an index."""

    picture: Image
    cards: tuple[PlacedCard, ...]
    has_indices: bool = True


@dataclass(frozen=True)
class Recipe:
    """What a scene may hold: its size in pixels, card widths in pixels, and how often which trouble comes.

    `apart` is the share of scenes in which no card touches another or leaves the picture.
    """

    size: int = 256
    smallest: float = 34.0
    largest: float = 120.0
    cards: int = 10
    troubles: float = 1.0
    apart: float = 0.0


def paste(canvas: Floats, face: Image, quad: Quad, shade: Floats, shadow: tuple[float, float, float, float]) -> Floats:
    """Lay a face on the canvas (height × width × 3, changed in place) and return its cover, 0..1, over the whole canvas.

    `shade` is the paper's brightness per channel; `shadow` is its x, y, softness in pixels and depth 0..1.
    """
    height, width = canvas.shape[:2]
    cover = np.zeros((height, width), np.float32)
    margin = int(3 * shadow[2] + max(abs(shadow[0]), abs(shadow[1]))) + 2
    x, y, w, h = cv2.boundingRect(np.round(quad).astype(np.int32))
    x0, y0, x1, y1 = max(0, x - margin), max(0, y - margin), min(width, x + w + margin), min(height, y + h + margin)
    if x0 >= x1 or y0 >= y1:
        return cover
    # Whole steps only: OpenCV reduces by them many times faster than by a fraction.
    step = 1 if size_of(quad) > 0.5 * face.shape[1] else 2 if size_of(quad) > 0.26 * face.shape[1] else 4
    source = face if step == 1 else cv2.resize(face, (face.shape[1] // step, face.shape[0] // step), interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [source.shape[1], 0], [source.shape[1], source.shape[0]], [0, source.shape[0]]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, (quad - np.array([x0, y0])).astype(np.float32))
    drawn = cv2.warpPerspective(source, warp, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = drawn[..., 3] / 255
    part = canvas[y0:y1, x0:x1]
    if shadow[3] > 0:
        move = np.array([[1, 0, shadow[0]], [0, 1, shadow[1]]], np.float32)
        dark = cv2.GaussianBlur(cv2.warpAffine(alpha, move, (x1 - x0, y1 - y0)), (0, 0), max(0.5, shadow[2]))
        part *= (1 - dark * shadow[3])[..., None]
    part += (drawn[..., :3] * shade - part) * alpha[..., None]
    cover[y0:y1, x0:x1] = alpha
    return cover


def lay_sleeve(canvas: Floats, quad: Quad, rng: np.random.Generator) -> None:
    """A clear sleeve under the card that lies in it: a rim all around, a little brighter, with an edge."""
    rim = np.full((88, 64, 4), 255, np.uint8)
    rim[..., :3] = int(rng.uniform(150, 255))
    rim[..., 3] = int(rng.uniform(20, 90))
    cv2.rectangle(rim, (0, 0), (63, 87), (255, 255, 255, int(rng.uniform(90, 200))), 1)
    paste(canvas, rim, resized(quad, float(rng.uniform(1.03, 1.08))), np.ones(3, np.float32), (0.0, 0.0, 1.0, 0.0))


def noise(rng: np.random.Generator, height: int, width: int, octaves: int = 5) -> Floats:
    """Smooth random texture of mean about 0, height × width; now and then with a grain in one direction."""
    texture = np.zeros((height, width), np.float32)
    grain = float(rng.choice([1.0, 1.0, 0.12]))
    for octave in range(octaves):
        cells = max(2, int(2 ** (octave + 1) * rng.uniform(0.7, 1.5)))
        coarse = rng.standard_normal((max(2, int(cells * grain)), cells)).astype(np.float32)
        texture += cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC) * 0.6**octave
    return texture


CLOTHS = ((40, 90, 30), (30, 60, 110), (50, 50, 50), (200, 205, 210), (60, 90, 140), (120, 50, 30), (235, 235, 235), (25, 25, 25))


def table(rng: np.random.Generator, height: int, width: int) -> Floats:
    """A table without cards: wood, cloth, felt or print, height × width × 3."""
    base = rng.uniform(8, 240, 3) if rng.random() < 0.5 else np.array(CLOTHS[rng.integers(len(CLOTHS))]) * rng.uniform(0.5, 1.2)
    texture = noise(rng, height, width)
    ground = (base + texture[..., None] * rng.uniform(0, 30) * rng.uniform(0.5, 1, 3)).astype(np.float32)
    if rng.random() < 0.35:
        _draw_clutter(ground, rng)
    if rng.random() < 0.12:
        _draw_print(ground, rng)
    if rng.random() < 0.08:
        _draw_screen(ground, rng)
    if rng.random() < 0.15:
        _draw_weave(ground, rng)
    return np.clip(ground, 0, 255).astype(np.float32)


def _draw_clutter(ground: Floats, rng: np.random.Generator) -> None:
    n = ground.shape[0]
    for _ in range(int(rng.integers(1, 8))):
        colour = tuple(rng.uniform(0, 255, 3).tolist())
        points = rng.integers(0, n, (4, 2)).astype(np.int32)
        kind = int(rng.integers(5))
        if kind == 0:
            cv2.fillConvexPoly(ground, points, colour)
        elif kind == 1:
            cv2.circle(ground, tuple(points[0].tolist()), int(rng.integers(5, n // 4)), colour, -1, cv2.LINE_AA)
        elif kind == 2:
            cv2.polylines(ground, [points], False, colour, int(rng.integers(1, 8)), cv2.LINE_AA)
        else:
            size = float(rng.uniform(0.15, 0.5)) * n
            box = cv2.boxPoints(
                (tuple(points[0].astype(float).tolist()), (size, size * float(rng.uniform(0.4, 2))), float(rng.uniform(0, 180)))
            )
            if kind == 4:
                colour = (float(rng.uniform(200, 255)),) * 3
            cv2.fillConvexPoly(ground, box.astype(np.int32), colour, cv2.LINE_AA)


def _draw_print(ground: Floats, rng: np.random.Generator) -> None:
    n = ground.shape[0]
    page = np.clip(ground, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(2, 12))):
        text = "".join(rng.choice(list("ABCDEFGHKLMNQRSTXYZ0123456789"), int(rng.integers(1, 6))))
        place = tuple(rng.integers(0, n, 2).tolist())
        colour = tuple(rng.uniform(0, 255, 3).tolist())
        cv2.putText(page, text, place, int(rng.integers(0, 4)), float(rng.uniform(0.4, 1.5)), colour, int(rng.integers(1, 3)))
    ground[:] = page


def _draw_screen(ground: Floats, rng: np.random.Generator) -> None:
    """A telephone or a tablet that lies there lit: a dark frame, and rows of tiles and lines on a bright ground."""
    n = ground.shape[0]
    width = int(rng.uniform(0.15, 0.5) * n)
    height = int(width * rng.uniform(1.4, 2.2))
    shown = np.full((height, width, 3), rng.uniform(0, 255, 3), np.float32)
    step = max(4, int(width * rng.uniform(0.08, 0.3)))
    for y in range(step, height - step, step):
        if rng.random() < 0.5:
            cv2.line(shown, (step, y), (int(rng.uniform(step, width)), y), rng.uniform(0, 255, 3).tolist(), max(1, step // 6))
        else:
            for x in range(step, width - step, 2 * step):
                tile = (x, y), (x + step, y + int(0.8 * step))
                cv2.rectangle(shown, *tile, rng.uniform(0, 255, 3).tolist(), -1)
    rim = max(2, width // 24)
    cv2.rectangle(shown, (0, 0), (width - 1, height - 1), (20, 20, 20), 2 * rim)
    x, y = rng.uniform(0, n, 2).tolist()
    corners = cv2.boxPoints(((x, y), (width, height), float(rng.uniform(0, 360)))).astype(np.float32)
    face = np.dstack([np.clip(shown, 0, 255), np.full((height, width), 255)]).astype(np.uint8)
    paste(ground, face, corners, np.full(3, rng.uniform(0.8, 1.1), np.float32), (1.0, 1.0, 1.0, 0.2))


def _draw_weave(ground: Floats, rng: np.random.Generator) -> None:
    y, x = np.mgrid[: ground.shape[0], : ground.shape[1]].astype(np.float32)
    step = rng.uniform(1.5, 12)
    ground += ((np.sin(x / step) * np.sin(y / step)) * rng.uniform(3, 30))[..., None].astype(np.float32)


def draw_hand(canvas: Floats, rng: np.random.Generator, tip: tuple[float, float], angle: float, size: float) -> Floats:
    """A hand with its arm, reaching to `tip` from the direction `angle` (radians); returns its cover, 0..1."""
    cover = np.zeros(canvas.shape[:2], np.float32)
    away = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-away[1], away[0]])
    start = np.array(tip)
    palm = start + away * size * 0.75
    colour = rng.uniform([50, 80, 120], [170, 190, 245]) if rng.random() < 0.8 else rng.uniform(0, 255, 3)
    for k in range(-2, 3):
        finger = start + side * k * size * 0.18 + away * abs(k) * size * 0.07
        _capsule(cover, finger, palm + side * k * size * 0.14, size * 0.085)
    cv2.ellipse(cover, _point(palm), (int(size * 0.42), int(size * 0.36)), float(np.degrees(angle)), 0, 360, 1.0, -1, cv2.LINE_AA)
    _capsule(cover, palm, palm + away * size * 4, size * 0.22)
    sleeve = np.zeros_like(cover)
    _capsule(sleeve, palm + away * size * rng.uniform(0.8, 2.5), palm + away * size * 8, size * 0.32)
    canvas *= 1 - cv2.GaussianBlur(np.maximum(cover, sleeve), (0, 0), max(1.0, size * 0.08))[..., None] * rng.uniform(0, 0.4)
    relief = 1 + 0.12 * noise(rng, canvas.shape[0], canvas.shape[1], 3)[..., None]
    for mask, paint in ((cover, colour), (sleeve, rng.uniform(0, 255, 3))):
        soft = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
        canvas += (paint * relief - canvas) * soft
    return np.maximum(cover, sleeve)


def _point(p: Floats) -> tuple[int, int]:
    return round(float(p[0])), round(float(p[1]))


def _capsule(mask: Floats, a: Floats, b: Floats, radius: float) -> None:
    cv2.line(mask, _point(a), _point(b), 1.0, int(np.clip(2 * radius, 1, 255)), cv2.LINE_AA)


USUALLY = {"pile": 0.28, "scatter": 0.16, "fan": 0.34, "row": 0.12, "single": 0.1}
"""How often cards lie in a pile, about, in a fan, in a row, and one alone."""

TRIES = 40
"""How many places are looked at for cards that are to lie apart."""

USUAL_SHAPE, TALLEST = 0.6, 1.92
"""How many packs have the proportions of poker cards; the others are as tall as bridge cards up to tarot and Italian ones."""


def placements(rng: np.random.Generator, recipe: Recipe) -> list[Quad]:
    """Outlines in the order in which the cards are laid."""
    n = recipe.size
    width = float(np.exp(rng.uniform(np.log(recipe.smallest), np.log(recipe.largest))))
    aspect = float(rng.uniform(1.36, 1.46) if rng.random() < USUAL_SHAPE else rng.uniform(1.46, TALLEST))
    tilt = _tilt(rng, n)
    kind = "apart" if rng.random() < recipe.apart else rng.choice(list(USUALLY), p=list(USUALLY.values()))
    centre = rng.uniform(0.2, 0.8, 2) * n
    angle = float(rng.uniform(0, 2 * np.pi))
    quads = []
    if kind == "fan":
        quads = _fan(rng, centre, width, angle, aspect)
    elif kind == "row":
        step = width * float(rng.uniform(0.2, 1.15))
        across = np.array([np.cos(angle), np.sin(angle)])
        if rng.random() < 0.3:
            across = np.array([-across[1], across[0]])
        count = int(rng.integers(2, 9))
        for k in range(count):
            place = centre + across * step * (k - count / 2) + rng.normal(0, 0.015, 2) * width
            quads.append(card_outline((place[0], place[1]), width, angle + float(rng.normal(0, 0.03)), aspect))
    elif kind == "apart":
        for x, y in rng.uniform(0, n, (TRIES, 2)).tolist():
            quads.append(card_outline((x, y), width, float(rng.uniform(0, 2 * np.pi)), aspect))
    else:
        count = 1 if kind == "single" else int(rng.integers(2, recipe.cards + 1))
        spread = float(rng.uniform(0.2, 0.8) if kind == "pile" else rng.uniform(1.0, 2.5)) * width
        for _ in range(count):
            place = centre + rng.normal(0, spread, 2)
            quads.append(card_outline((place[0], place[1]), width, float(rng.uniform(0, 2 * np.pi)), aspect))
    leant = (perspective_of(quad, tilt) for quad in quads)
    # Of a card that reaches behind the camera the outline is endless; where all do, the camera does not lean.
    laid = [quad for quad in leant if size_of(quad) < 3 * width] or quads
    return (_apart(laid, n)[: recipe.cards] or laid[:1]) if kind == "apart" else laid


def _apart(quads: list[Quad], n: int) -> list[Quad]:
    """Those that lie whole in the picture and touch none of the others that are kept."""
    kept: list[Quad] = []
    for quad in quads:
        if ((quad >= 0) & (quad < n)).all() and not any(overlap(quad, other) > 0 for other in kept):
            kept.append(quad)
    return kept


def _fan(rng: np.random.Generator, centre: Floats, width: float, angle: float, aspect: float) -> list[Quad]:
    """Cards turned about a point below them, each a little further than the one before."""
    radius = width * float(rng.uniform(0.6, 3.5))
    strip = width * float(rng.uniform(0.11, 0.35))
    count = int(rng.integers(3, 17))
    step = strip / (radius + width * aspect / 2)
    quads = []
    for k in range(count):
        turn = angle + step * (k - count / 2) + float(rng.normal(0, 0.012))
        up = np.array([np.sin(turn), -np.cos(turn)])
        place = centre - np.array([np.sin(angle), -np.cos(angle)]) * radius + up * (radius + float(rng.normal(0, 0.02)) * width)
        quads.append(card_outline((place[0], place[1]), width, turn, aspect))
    return quads


def _tilt(rng: np.random.Generator, n: int) -> Floats:
    """A homography of the picture plane: the camera leans by up to some 35 degrees."""
    if rng.random() < 0.35:
        return np.eye(3)
    push = rng.uniform(-1, 1, 2) * 0.35 / n
    squeeze = float(rng.uniform(0.8, 1.0)) if rng.random() < 0.5 else 1.0
    centre = np.array([[1, 0, -n / 2], [0, 1, -n / 2], [0, 0, 1.0]])
    turn = float(rng.uniform(0, np.pi))
    rotate = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, squeeze, 0], [push[0], push[1], 1.0]])
    return np.asarray(np.linalg.inv(centre) @ rotate.T @ lean @ rotate @ centre)


def perspective_of(quad: Quad, homography: Floats) -> Quad:
    """The outline as the homography shows it."""
    return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float32), homography)[0], np.float32)


def render(
    rng: np.random.Generator,
    deck: FaceSource,
    labels: list[str],
    recipe: Recipe,
    has_back: bool = True,
    marks_as_usual: bool = True,
) -> Scene:
    """One scene with cards of the deck, drawn from `labels` without repetition (backs, if it has one, as often as it comes).

    `marks_as_usual` says that the marks of its numbers stand as in packs with French suits: then some of them may tell.
    """
    n = recipe.size
    canvas = table(rng, n, n)
    owner = np.full((n, n), -1, np.int16)
    quads = placements(rng, recipe)
    shade = np.full(3, rng.uniform(0.75, 1.0), np.float32)
    light = rng.normal(0, 0.03, 2)
    backs = float(rng.choice([0.05, 0.3], p=[0.85, 0.15])) * has_back
    faces = rng.permutation(np.array(labels))
    wear = float(rng.choice([0.0, rng.uniform(0, 1)])) * recipe.troubles
    is_sleeved = rng.random() < 0.06 * recipe.troubles
    placed: list[tuple[str, str, Quad]] = []
    for k, quad in enumerate(quads[: len(faces)]):
        label = BACK if rng.random() < backs else str(faces[k])
        width = size_of(quad)
        depth = float(rng.uniform(0.05, 0.6)) if rng.random() < 0.85 else 0.0
        shadow = (light[0] * width, light[1] * width, float(rng.uniform(0.01, 0.05)) * width, depth)
        face, printed = deck.face(label), label
        if rng.random() < 0.03 * recipe.troubles:
            label, face = NONE, smudged(face, rng)
        face = handled(face, wear, rng)
        if rng.random() < 0.15 * recipe.troubles:
            face = bent(face, rng)
        if is_sleeved:
            lay_sleeve(canvas, quad, rng)
        cover = paste(canvas, face, quad, shade * rng.uniform(0.97, 1.0), shadow)
        owner[cover > 0.5] = k
        placed.append((label, printed, quad))
    if rng.random() < 0.3 * recipe.troubles:
        _occlude(canvas, owner, rng, quads)
    lit = light_up(canvas, rng, recipe.troubles)
    if rng.random() < 0.3 * recipe.troubles:
        lens = Lens.random(rng, n)
        lit, owner = lens.picture(lit), lens.owners(owner)
        placed = [(label, printed, lens.outline(quad)) for label, printed, quad in placed]
    picture = camera(lit, rng, size_of(quads[0]), recipe.troubles)
    return Scene(picture, tuple(_truth(*card, k, owner, marks_as_usual) for k, card in enumerate(placed)))


def _occlude(canvas: Floats, owner: Owners, rng: np.random.Generator, quads: list[Quad]) -> None:
    n = canvas.shape[0]
    width = size_of(quads[0])
    if rng.random() < 0.7:
        tip = quads[-1].mean(axis=0) + rng.normal(0, 0.5, 2) * width
        cover = draw_hand(
            canvas, rng, (float(tip[0]), float(tip[1])), float(rng.uniform(0, 2 * np.pi)), width * float(rng.uniform(0.8, 1.5))
        )
    else:
        cover = np.zeros((n, n), np.float32)
        place = tuple(rng.integers(0, n, 2).tolist())
        cv2.ellipse(
            cover,
            place,
            (int(rng.uniform(0.1, 0.4) * width) + 1, int(rng.uniform(0.1, 1.2) * width) + 1),
            float(rng.uniform(0, 360)),
            0,
            360,
            1.0,
            -1,
        )
        canvas += (rng.uniform(0, 255, 3) - canvas) * cv2.GaussianBlur(cover, (0, 0), 1)[..., None]
    owner[cover > 0.5] = -2


MOST, ALL, LITTLE = 0.55, 0.9, 0.3
"""Shares of a face from which on a court is known without its indices, and a number whose marks stand in no usual way; and up to
which neither is.
"""


def _grid(width: float, height: float, columns: int, rows: int) -> Floats:
    """Points spread over a part of the card's face about 0, (columns · rows) × 2."""
    x, y = np.linspace(-width / 2, width / 2, columns), np.linspace(-height / 2, height / 2, rows)
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


_INNER = 0.5 + _grid(0.9, 0.9, 8, 10)
_CORNERS = np.array([(0.095, 0.12), (0.905, 0.12), (0.905, 0.88), (0.095, 0.88)])[:, None] + _grid(0.15, 0.2, 5, 6)
_CELLS = 0.5 + _grid(1 - 1 / COLUMNS, 1 - 1 / ROWS, COLUMNS, ROWS)[:, None]
_MARKS = np.array(MARK_PLACES)[:, None] + _grid(0.12, 0.08, 4, 4)


def _truth(label: str, printed: str, quad: Quad, index: int, owner: Owners, marks_as_usual: bool) -> PlacedCard:
    n = owner.shape[0]

    def share(points: Floats) -> Floats:
        """How much shows of each group of points, groups × points × 2."""
        where = np.round(perspective(quad, points.reshape(-1, 2))).astype(int)
        inside = ((where >= 0) & (where < n)).all(axis=1)
        own = np.zeros(len(where), bool)
        own[inside] = owner[where[inside, 1], where[inside, 0]] == index
        return np.asarray(own.reshape(points.shape[:2]).mean(axis=1))

    corners, marks, visible = share(_CORNERS), share(_MARKS), float(share(_INNER[None])[0])
    if is_number(printed) and marks_as_usual:
        is_told, is_untold = marks_tell(printed, (marks > 0.5).tolist()), visible < 1
    else:
        is_told, is_untold = visible >= (ALL if is_number(printed) else MOST), visible < LITTLE
    shows = share(_CELLS).reshape(ROWS, COLUMNS) > 0
    return PlacedCard(label, printed, quad, visible, tuple(corners.tolist()), is_told, is_untold and not is_told, shows)
