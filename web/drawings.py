"""Drawings in the page's own colours: the chart of totals over the hands, and codes for phones to scan."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import ceil

import segno
from markupsafe import Markup
from segno.helpers import make_wifi_data

WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT, TOP = 640, 280, 60, 44, 160, 16
MOST_NUMBERED = 8
"""Hands at the most that have their number below the chart: more would touch each other."""

DASHES = ("", "8 4", "2 4", "10 4 2 4", "4 2", "1 3", "12 3", "6 6")
"""Each line has dashes of its own: colour alone tells nobody apart."""


@dataclass(frozen=True)
class Frame:
    """Where the lines of totals lie on a drawing: its edges, y downwards, and the lines, each from before the first hand on."""

    left: float
    right: float
    top: float
    bottom: float
    lines: Sequence[Sequence[int]]

    @cached_property
    def low(self) -> int:
        """The least total, or nothing."""
        return min(0, *(min(line) for line in self.lines))

    @cached_property
    def high(self) -> int:
        """The greatest total; above nothing in any case."""
        return max(1, *(max(line) for line in self.lines))

    def x(self, hand: int) -> float:
        """After so many hands."""
        return self.left + (self.right - self.left) * hand / (len(self.lines[0]) - 1)

    def y(self, total: int) -> float:
        """At that total."""
        return self.bottom - (self.bottom - self.top) * (total - self.low) / (self.high - self.low)

    def points(self, line: Sequence[int]) -> str:
        """The line, as SVG writes it."""
        return " ".join(f"{self.x(hand):.1f},{self.y(total):.1f}" for hand, total in enumerate(line))


def chart(totals: Sequence[Sequence[int]], names: Sequence[str]) -> Markup:
    """Totals of every side after each hand as lines in SVG, starting at nothing; empty before the second hand."""
    rows = [row for row in totals if len(row) == len(names)]
    if len(rows) < 2:
        return Markup("")
    lines = [[0, *(row[side] for row in rows)] for side in range(len(names))]
    frame = Frame(LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM, lines)
    x, y = frame.x, frame.y
    ends = _apart([y(line[-1]) for line in lines], 26)
    drawn = [f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>']
    for value in sorted({frame.low, 0, frame.high}):
        drawn.append(f'<text class="tick" x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>')
    for hand in range(len(rows), 0, -ceil(len(rows) / MOST_NUMBERED)):
        drawn.append(f'<text class="tick" x="{x(hand):.1f}" y="{HEIGHT - 12}" text-anchor="middle">{hand}</text>')
    for side, line in enumerate(lines):
        drawn.append(
            f'<polyline class="side{side}" stroke-dasharray="{DASHES[side % len(DASHES)]}" points="{frame.points(line)}"/>'
        )
        drawn.append(
            f'<text class="label side{side}" x="{WIDTH - RIGHT + 6}" y="{ends[side] + 4:.1f}">{escape(names[side][:11])}</text>'
        )
    told = "; ".join(f"{name} {line[-1]}" for name, line in zip(names, lines, strict=True))
    return Markup(  # noqa: S704  # names are escaped, the rest is numbers
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(told)}">{"".join(drawn)}</svg>'
    )


def qr(text: str) -> Markup:
    """The text as a code to scan, in SVG that fills its place."""
    return Markup(  # noqa: S704  # a drawing made of numbers
        segno.make(text, error="m").svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
    )


def printed_qr(text: str) -> str:
    """The text as a code to scan off a terminal."""
    printed = io.StringIO()
    segno.make(text, error="l").terminal(printed, compact=True)
    return printed.getvalue()


def wifi_qr(name: str, password: str) -> Markup:
    """The room's network as a code that phones join by."""
    return qr(make_wifi_data(ssid=name, password=password or None, security="WPA" if password else "nopass"))


def _apart(places: list[float], least: float) -> list[float]:
    """The same places, pushed down where two would overlap."""
    moved = dict(enumerate(places))
    last = float("-inf")
    for side in sorted(moved, key=lambda side: moved[side]):
        last = moved[side] = max(moved[side], last + least)
    return [moved[side] for side in range(len(places))]
