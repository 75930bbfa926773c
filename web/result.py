"""How a session ended: who won it, and the result as a picture to send."""

from collections.abc import Sequence
from datetime import datetime
from html import escape

from scoring.table import Table
from web.drawings import Frame
from web.languages import gettext, translated

SIDE = 1080
"""Width and height of the picture, in its own units: every messenger takes a square."""

LEFT, RIGHT, TOP, BOTTOM = 90, 990, 390, 1040
ROW, CHART = 120, 160
"""Height of a side's row at the most, and the least that is worth a chart below the rows."""

# A picture that leaves the box cannot read the stylesheet: these are its sides' colours in the dark.
COLOURS = ("#8fe0b4", "#ff9aa5", "#9cc2ff", "#ffc766", "#cdb0f5", "#7fdbe4", "#f3a8da", "#d0cdc5")
CROWN = "M0 -34 L9 -14 L22 -40 L35 -14 L44 -34 L40 0 L4 0 Z"


def winners(table: Table) -> frozenset[int]:
    """The sides that have won: the one that the game names, else those with the best total once people have ended it."""
    standing = table.standing
    if standing.winner is not None:
        return frozenset({standing.winner})
    best = max(standing.totals)
    is_played = table.is_ended and standing.hands > 0
    return frozenset(side for side, total in enumerate(standing.totals) if is_played and total == best)


def totals(table: Table) -> list[tuple[str, str]]:
    """Every side by its names, with its total as the game writes it."""
    setup, game = table.agreed, table.game
    pairs = zip(game.sides(setup), table.standing.totals, strict=True)
    return [(setup.names_of(members), game.notation(setup, total)) for members, total in pairs]


def picture(table: Table, title: str, day: str) -> str:
    """A square drawing in SVG: the game, who won, the totals, and how they came about hand by hand."""
    rows, won = (totals(table), winners(table)) if table.setup else ([], frozenset())
    said = gettext("%(names)s won") % {"names": ", ".join(translated(rows[side][0]) for side in sorted(won))} if won else ""
    parts = [f'<rect width="{SIDE}" height="{SIDE}" fill="#14211b"/>']
    parts += [_text(LEFT, 140, 64, title), _text(LEFT, 205, 40, day), _text(LEFT, 275, 52, said, "#e8b64c")]
    step = min(ROW, (BOTTOM - TOP) // max(1, len(rows)))
    size = min(64, step - 16)
    for place, (names, total) in enumerate(rows):
        y = TOP + step * place
        if place in won:
            parts.append(f'<path transform="translate({LEFT} {y}) scale({size / 60:.2f})" fill="#e8b64c" d="{CROWN}"/>')
        parts.append(_text(LEFT + size, y, size, translated(names)[:22], COLOURS[place % len(COLOURS)]))
        parts.append(
            f'<text x="{RIGHT}" y="{y}" font-size="{size}" font-weight="700" text-anchor="end" fill="#fff">{escape(total)}</text>'
        )
    top = TOP + step * len(rows) - size // 2
    if BOTTOM - top >= CHART:
        parts += _lines(_courses(table), top)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}" '
        f'font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )


def day_of(moment: datetime | None) -> str:
    """The day here, as everybody can read it; empty where there is none."""
    try:
        return moment.astimezone().date().isoformat() if moment else ""
    except OverflowError:  # at the edge of all years
        return ""


def _courses(table: Table) -> list[list[int]]:
    """Each side's total after every hand of those who sit there now, from nothing on."""
    if table.setup is None:
        return []
    after = [deal.standing_for(table.setup).totals for deal in table.deals if deal.result]
    return [[0, *(row[side] for row in after)] for side in range(len(table.standing.totals))]


def _lines(courses: Sequence[Sequence[int]], top: int) -> list[str]:
    """Those totals as lines; nothing before the second hand."""
    if not courses or len(courses[0]) < 3:
        return []
    frame = Frame(LEFT, RIGHT, top, BOTTOM, courses)
    return [
        f'<polyline points="{frame.points(course)}" fill="none" stroke="{COLOURS[side % len(COLOURS)]}" stroke-width="6"/>'
        for side, course in enumerate(courses)
    ]


def _text(x: int, y: int, size: int, words: str, colour: str = "#f1efe9") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}">{escape(words)}</text>'
