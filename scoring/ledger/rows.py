"""A session as rows of a table, for spreadsheets: every call, play, turn and line of the score."""

import csv
import io
from collections.abc import Iterator

from scoring.deal import Deal
from scoring.ledger.phrases import call_text, move_text
from scoring.table import Table

COLUMNS = ("session", "hand", "kind", "number", "player", "what", "points", "note")
Row = tuple[str, int, str, int, str, str, str, str]

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a formula begins with."""


def write_csv(sessions: dict[str, Table]) -> Iterator[str]:
    """The rows of every session with a header, line by line, without line ends; quoted as RFC 4180 says."""
    yield csv_line(COLUMNS)
    for name, table in sessions.items():
        for deal in table.deals:
            yield from (csv_line(row) for row in _rows(name, deal))


def _rows(session: str, deal: Deal) -> Iterator[Row]:
    hand, setup = deal.hand, deal.setup
    for place, call in enumerate(hand.calls, start=1):
        yield session, hand.number, "call", place, setup.name_of(call.seat), call_text(call).partition(" ")[2], "", ""
    for trick in hand.tricks:
        for play in trick.plays:
            card = "back" if play.is_hidden else str(play.card or "??")
            note = "takes the trick" if play == trick.winning_play else ""
            yield session, hand.number, "play", trick.number, setup.name_of(play.seat), card, "", note
    for place, move in enumerate(hand.moves, start=1):
        yield session, hand.number, "turn", place, setup.name_of(move.seat), move_text(move).partition(" ")[2], "", ""
    for offence in deal.offences:
        note = "waived" if offence.key in deal.waived else ""
        yield session, hand.number, "offence", offence.trick, setup.name_of(offence.seat), offence.kind.value, "", note
    sides = deal.game.sides(setup)
    for line in deal.result.lines if deal.result else ():
        name = setup.names_of(sides[line.side])
        yield session, hand.number, "score", hand.number, name, line.label, str(line.points), line.reason


def csv_line(cells: tuple[object, ...]) -> str:
    """The cells as RFC 4180 writes them, without a line end; none of them is a formula to a spreadsheet."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([_harmless(cell) for cell in cells])
    return out.getvalue()


def _harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is written as text; points below nothing are a number and no formula."""
    is_formula = isinstance(cell, str) and cell.startswith(FORMULA) and not cell[1:].replace(".", "", 1).isdecimal()
    return f"'{cell}" if is_formula else cell
