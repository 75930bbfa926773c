"""The manual's drawings: mats with the zones that a calibrated box has, the mast, the wiring, and the program's rooms.

`python -m manual.drawings` writes them to `docs/pictures`, and below `fr` with French words.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from device.whose import sides
from manual.svg import svg, text
from manual.wiring import wiring
from manual.words import LANGUAGES, Said, _, said_in
from vision.setup.calibration import Calibration

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CARD = 63.0, 88.0
"""Millimetres of a card of poker size."""

SHEET = 841, 594
"""Millimetres of a sheet of A1."""

ZONE = _("play zone")


def drawings(code: str) -> Iterator[tuple[str, str]]:
    """Name and SVG of every drawing, with the words of that language."""
    said = said_in(code)
    yield from ((f"mat{players}.svg", mat(players, said)) for players in range(2, 9))
    yield "mast.svg", mast(said)
    yield "rooms.svg", rooms(said)
    yield "wiring.svg", wiring(said)


def mat(players: int, said: Said) -> str:
    """A mat of A1 for so many: the zones of a camera that looks straight down, one pixel a millimetre."""
    width, height = SHEET
    (x, y), (w, h) = (width / 2, height / 2), CARD
    card = np.array([[x - w / 2, y - h / 2], [x + w / 2, y - h / 2], [x + w / 2, y + h / 2], [x - w / 2, y + h / 2]], np.float32)
    zones = Calibration.from_card(np.zeros((height, width, 3), np.uint8), card, players, sides(players))
    side = zones.play_zone[1][0] - zones.play_zone[0][0]
    drawn = [
        f'<polygon points="{_points(zone)}" fill="#e8f1ec" stroke="#17633f" stroke-width="1.5"/>' for zone in zones.seat_zones
    ]
    drawn.append(
        f'<polygon points="{_points(zones.play_zone)}" fill="none" stroke="#8a5200" stroke-width="2.5" stroke-dasharray="12 6"/>'
    )
    drawn.append(f'<rect x="{x - w / 2}" y="{y - h / 2}" width="{w:g}" height="{h:g}" rx="4" fill="#fff" stroke="#12211c"/>')
    drawn.append(text(x, y + 9, "★", 26))
    drawn.append(f'<path d="M12 {height - 16}h40" stroke="#8a5200" stroke-width="2.5" stroke-dasharray="12 6"/>')
    drawn.append(text(60, height - 12, f"{said(ZONE)}, {side:.0f} × {side:.0f} mm", 11, "start"))
    for place, zone in enumerate(zones.seat_zones):
        outer = np.mean(zone[:2], axis=0) * 0.55 + np.mean(zone[2:], axis=0) * 0.45
        drawn.append(text(outer[0], outer[1], "ABCDEFGH"[place], 28))
    drawn.append(text(width - 12, height - 12, said(_("A1, 841 × 594 mm, printed at 100 %")), 11, "end"))
    return svg(width, height, said(_("A mat to print")), drawn, ' width="841mm" height="594mm"')


MAST = (
    # name, left, top, width, height, folds (from the left), windows and slits (left, top, width, height)
    (
        _("post"),
        40,
        70,
        260,
        700,
        (60, 120, 180, 240),
        ((65, 35, 50, 50), (185, 35, 50, 50), *((x, 600, 7, 100) for x in (27, 87, 147, 207))),
    ),
    (_("arm"), 360, 70, 212, 600, (48, 96, 144, 192), ()),
    (_("foot"), 680, 70, 500, 120, (), ((247, 0, 7, 60),)),
    (_("foot"), 680, 250, 500, 120, (), ((247, 60, 7, 60),)),
)
"""The pieces of the mast as they lie flat, in millimetres; a tube's last strip is the flap that is glued."""


def mast(said: Said) -> str:
    """The pieces of a cardboard mast with cuts, folds and sizes, and how it stands."""
    drawn = [text(40, 34, said(_("All sizes in millimetres; cardboard of 6 mm. Dashed: fold. Grey: cut out.")), 20, "start")]
    for name, x, y, w, h, folds, holes in MAST:
        drawn.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#f0dfc0" stroke="#5b3a12" stroke-width="2"/>')
        drawn += [f'<path d="M{x + at} {y}v{h}" stroke="#5b3a12" stroke-dasharray="10 6"/>' for at in folds]
        drawn += [
            f'<rect x="{x + a}" y="{y + b}" width="{c}" height="{d}" fill="#bbb" stroke="#5b3a12"/>' for a, b, c, d in holes
        ]
        drawn.append(text(x + w / 2, y + h + 24, f"{said(name)}: {w} × {h}", 18))
    drawn += [text(680, 430 + 24 * line, said(words), 17, "start") for line, words in enumerate(SIZES)]
    # How it stands, at a fourth of its size.
    drawn.append('<g transform="translate(760 560)" fill="#f0dfc0" stroke="#5b3a12" stroke-width="2">')
    drawn.append('<rect x="0" y="186" width="125" height="30"/><rect x="55" y="41" width="15" height="145"/>')
    drawn.append('<rect x="40" y="49" width="150" height="15"/>')
    drawn.append('<rect x="174" y="64" width="16" height="9" fill="#12211c"/><path d="M182 80v136M20 216h330" fill="none"/></g>')
    drawn.append(text(960, 720, said(_("640 to the table")), 17, "start"))
    return svg(1220, 860, said(_("A mast of cardboard")), drawn)


SIZES = (
    _("Tubes: strips of 60 (post) and 48 (arm), and a flap of 20."),
    _("Windows in the post: 50 × 50, 35 below the top."),
    _("Slits in the post: 7 × 100, in the middle of each side."),
    _("Slits in the feet: 7 × 60, one from above, one from below."),
)

ROOMS = (
    (_("camera"), 30, 40, "#fff3d6"),
    (_("buttons, tags"), 30, 150, "#fff3d6"),
    (_("phones, TV"), 30, 260, "#fff3d6"),
    ("vision/", 270, 40, "#e8f1ec"),
    ("device/", 510, 95, "#e8f1ec"),
    ("web/", 270, 260, "#e8f1ec"),
    ("scoring/", 750, 150, "#e8f1ec"),
    (_("the log"), 750, 300, "#fde8ea"),
    ("club/", 510, 350, "#e8f1ec"),
)
"""Boxes of the picture of the rooms: a word, left, top, colour; all 170 × 64."""

WAYS = (
    ("M200 72H268", _("frames"), 235, 62),
    ("M440 72L508 115", _("sightings"), 492, 78),
    ("M200 182L508 140", _("presses"), 350, 148),
    ("M680 127L748 172", _("commands"), 740, 134),
    ("M440 280L748 198", _("commands"), 570, 228),
    ("M835 214V298", _("events"), 868, 262),
    ("M750 325L442 302", _("what the table is"), 600, 300),
    ("M270 292H202", _("pages"), 235, 282),
    ("M750 348L682 372", _("the same log"), 748, 392),
)
"""Arrows: a path, what goes along it, and where that stands."""


def rooms(said: Said) -> str:
    """The rooms of the program, and what goes from one to the other."""
    drawn = ['<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">']
    drawn.append('<path d="M0 0L8 4L0 8z" fill="#12211c"/></marker></defs>')
    drawn += [
        f'<path d="{path}" fill="none" stroke="#12211c" stroke-width="1.5" marker-end="url(#end)"/>' for path, *_rest in WAYS
    ]
    drawn += [text(x, y, said(words), 14) for _path, words, x, y in WAYS]
    for words, x, y, colour in ROOMS:
        drawn.append(f'<rect x="{x}" y="{y}" width="170" height="64" rx="8" fill="{colour}" stroke="#12211c"/>')
        drawn.append(text(x + 85, y + 38, said(words), 18))
    return svg(960, 440, said(_("The rooms of the program")), drawn)


def _points(zone: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in zone)


def places() -> Iterator[tuple[Path, str]]:
    """Every drawing's file, and what is in it."""
    for code in LANGUAGES:
        folder = PICTURES if code == "en" else PICTURES / code
        yield from ((folder / name, drawn) for name, drawn in drawings(code))


if __name__ == "__main__":
    for path, drawn in places():
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
