"""The drawing of what is wired to which pin of a Raspberry Pi, narrow enough for a phone."""

from dataclasses import dataclass

from device.config import Pins
from manual.svg import svg, text
from manual.words import Said, _

HEADER = {5: 29, 6: 31, 13: 33, 17: 11, 19: 35, 22: 15, 27: 13}
"""The header's pin of a GPIO number; odd pins stand in the left row, from the top."""

TOP, PITCH, ROWS = 62, 23, 20
PIN = _("pin")
GROUND = 9

BUTTON = '<path d="M{x} {y}h22m36 0h22m-58 0l34 -14" fill="none" stroke="#222" stroke-width="2.5"/>'
LAMP = (
    '<path d="M{x} {y}h6m40 0h10m16 0h8" stroke="#222" stroke-width="2.5"/>'
    '<rect x="{left}" y="{top}" width="40" height="18" fill="#fff" stroke="#222" stroke-width="2"/>'
    '<path d="M{tip} {y}l-16 9v-18z" fill="{colour}" stroke="#222"/>'
)
BUZZER = (
    '<path d="M{x} {y}h24m32 0h24" stroke="#222" stroke-width="2.5"/>'
    '<circle cx="{middle}" cy="{y}" r="16" fill="#fff" stroke="#222" stroke-width="2.5"/>'
)
EARTH = '<path d="M{x} {y}h30m0 -13v26m9 -20v14m9 -10v6" fill="none" stroke="#222" stroke-width="2.5"/>'


@dataclass(frozen=True)
class Wire:
    """From a pin to a part, by a GPIO number (0: ground), in a colour."""

    words: str
    gpio: int
    colour: str
    part: str


WIRES = (
    Wire(_("ground, for all"), 0, "#444", EARTH),
    Wire(_("confirm button"), Pins.confirm, "#1a7f37", BUTTON),
    Wire(_("undo button"), Pins.undo, "#1a7f37", BUTTON),
    Wire(_("dispute button"), Pins.dispute, "#1a7f37", BUTTON),
    Wire(_("lamp, red, 330 Ω"), Pins.red, "#b3261e", LAMP),
    Wire(_("lamp, green, 330 Ω"), Pins.green, "#1a7f37", LAMP),
    Wire(_("lamp, blue, 330 Ω"), Pins.blue, "#1f5fbf", LAMP),
    Wire(_("buzzer"), Pins.buzzer, "#7a5c00", BUZZER),
)


def wiring(said: Said) -> str:
    """The Pi's header, and what goes from it: pins by their numbers, the other end of every part at ground."""
    drawn = [text(16, 32, said(_("The Pi's header, its USB sockets below")), 18, "start")]
    drawn.append(f'<rect x="16" y="{TOP - 16}" width="56" height="{PITCH * ROWS + 8}" rx="6" fill="#222"/>')
    used = {HEADER.get(wire.gpio, GROUND) for wire in WIRES}
    for row in range(ROWS):
        for x, pin in ((32, 2 * row + 1), (56, 2 * row + 2)):
            drawn.append(f'<circle cx="{x}" cy="{TOP + PITCH * row}" r="6" fill="{"#f5c542" if pin in used else "#888"}"/>')
    for row, wire in enumerate(WIRES):
        pin, y = HEADER.get(wire.gpio, GROUND), 84 + 58 * row
        begin = TOP + PITCH * (pin // 2)
        drawn.append(f'<path d="M32 {begin}C110 {begin} 80 {y} 140 {y}" fill="none" stroke="{wire.colour}" stroke-width="3"/>')
        of = f", GPIO {wire.gpio}" if wire.gpio else ""
        drawn.append(text(150, y - 4, f"{said(PIN)} {pin}{of}", 17, "start"))
        drawn.append(text(150, y + 17, said(wire.words), 17, "start"))
        x = 330
        drawn.append(wire.part.format(x=x, y=y, colour=wire.colour, left=x + 6, top=y - 9, tip=x + 72, middle=x + 40))
    drawn.append(text(16, 556, said(_("The other end of every part goes to ground.")), 17, "start"))
    return svg(430, 576, said(_("Wiring of buttons, lamp and buzzer to the Pi's header")), drawn)
