"""Records in and out of files, for the command line."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from device.boards import read_boards
from device.errors import BadInput
from device.notify import warn
from scoring.boards import Board
from scoring.boards.session import session_of
from scoring.boards.writer import HEADER, write_pbn
from scoring.deal import Deal
from scoring.errors import Refused, Unreadable
from scoring.events import SessionStarted
from scoring.games.game import HandResult
from scoring.ledger import Clash, Ledger, LogDamaged, Recorded
from scoring.ledger.phrases import call_text, move_text
from scoring.ledger.records import export_lines, import_lines, tables
from scoring.ledger.replay import replay
from scoring.ledger.rows import write_csv
from scoring.ledger.store import LOG, Excerpt
from scoring.ledger.text import is_text, write_text
from scoring.ledger.text_reader import read_text
from scoring.projections import session_view, table_view
from scoring.table import Table
from scoring.undecided import undecided


def read_events(path: Path) -> list[Recorded]:
    """The events of a record file, JSON Lines, text or boards of bridge; raises `BadInput` naming the file and the line."""
    boards = read_boards(path)
    if boards is not None:
        return _played(boards, path)
    try:
        lines = path.read_text(encoding="utf-8").removeprefix("\ufeff").split("\n")
        return _read_sessions(lines, path.stem) if lines and is_text(lines[0]) else import_lines(lines)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a Cardtable record: not text") from None
    except LogDamaged as error:
        raise BadInput(f"{path}: {error}") from None


def _played(boards: list[Board], path: Path) -> list[Recorded]:
    """The boards as sessions that were played when they were taken in; a board 1 begins another."""
    starts = [place for place, board in enumerate(boards) if place == 0 or board.number == 1]
    recorded, now = list[Recorded](), datetime.now(UTC)
    for count, (start, end) in enumerate(zip(starts, [*starts[1:], len(boards)], strict=True), start=1):
        try:
            events = session_of(boards[start:end], now)
        except Unreadable as error:
            raise BadInput(f"{path}: {error}") from None
        name = path.stem if count == 1 else f"{path.stem}-{count}"
        recorded += [Recorded(name, seq, event) for seq, event in enumerate(events, start=1)]
    return recorded


def _read_sessions(lines: list[str], name: str) -> list[Recorded]:
    """Every session of a text; the first is called by `name`, the others by `name` and a number."""
    starts = [place for place, line in enumerate(lines) if is_text(line)]
    recorded: list[Recorded] = []
    for count, (start, end) in enumerate(zip(starts, [*starts[1:], len(lines)], strict=True), start=1):
        recorded += read_text(lines[start:end], name if count == 1 else f"{name}-{count}", first_line=start + 1)
    return recorded


def _checked(path: Path) -> tuple[list[Recorded], list[Table]]:
    """The events of a record and the tables that they lead to; raises `BadInput` where they lead to none."""
    events = read_events(path)
    try:
        return events, tables(events)
    except LogDamaged as error:
        raise BadInput(f"{path}: {error}") from None


def read_record(path: Path) -> list[Table]:
    """The table at the end of each session of a record."""
    return _checked(path)[1]


def export_all(data: Path) -> list[str]:
    """Every session of a log as JSON Lines; raises `BadInput` where there is no log."""
    return list(export_lines(item for excerpt in _excerpts(data).values() for item in excerpt.recorded))


def export_text(data: Path) -> list[str]:
    """Every session of a log as text; raises `BadInput` where there is no log."""
    lines: list[str] = []
    for name, excerpt in _excerpts(data).items():
        started = excerpt.recorded[0].event
        if not isinstance(started, SessionStarted):
            warn(f"session {name} does not begin with its start, and has no text")
            continue
        lines += [*write_text(replay(excerpt).table, started), ""]
    return lines


def export_csv(data: Path) -> list[str]:
    """Every session of a log as rows; raises `BadInput` where there is no log."""
    found = {name: replay(excerpt).table for name, excerpt in _excerpts(data).items()}
    return list(write_csv({name: table for name, table in found.items() if table.setup is not None}))


def export_pbn(data: Path, is_plain: bool = False) -> list[str]:
    """Every session of bridge in a log as PBN; raises `BadInput` where there is no log. Others are named and left out."""
    lines: list[str] = []
    for name, excerpt in _excerpts(data).items():
        table = replay(excerpt).table
        try:
            written = list(write_pbn(table, is_plain))
        except Refused as error:
            warn(f"session {name}: {error}")
            continue
        lines += written[len(HEADER) :] if lines else written
    return lines


def _excerpts(data: Path) -> dict[str, Excerpt]:
    """What can be read of each session, where anything can; what is damaged is reported."""
    ledger = ledger_that_is_there(data)
    found = {session: ledger.excerpt(session) for session in ledger.sessions()}
    ledger.close()
    for excerpt in found.values():
        if excerpt.damage:
            warn(excerpt.damage)
    return {session: excerpt for session, excerpt in found.items() if excerpt.recorded}


def import_all(path: Path, data: Path) -> int:
    """Put a record into a log, all or nothing; how many events it held."""
    events, _ = _checked(path)
    ledger = open_ledger(data)
    try:
        ledger.take_in(events)
    except Clash as error:
        raise BadInput(f"{path}: {error}") from None
    finally:
        ledger.close()
    return len(events)


def open_ledger(data: Path) -> Ledger:
    """The log in a folder, made if it is not there; raises `BadInput` where the folder cannot be used."""
    try:
        return Ledger(data / LOG)
    except (OSError, sqlite3.OperationalError) as error:
        raise BadInput(f"{data}: the log cannot be opened there: {error}") from None


def check_log(data: Path) -> None:
    """Raises `BadInput` where there is no log in the folder."""
    if not (data / LOG).exists():
        raise BadInput(f"{data}: holds no log (expected {LOG})")


def ledger_that_is_there(data: Path) -> Ledger:
    """The log in a folder; raises `BadInput` where there is none, or it cannot be used."""
    check_log(data)
    return open_ledger(data)


def score_lines(table: Table) -> Iterator[str]:
    """A session for people: every call, trick and turn, offences, the sheet with reasons, totals."""
    view, setup = table_view(table) | session_view(table), table.agreed
    yield f"{table.game.about.title}: {', '.join(setup.players)}"
    for deal in table.deals:
        yield from _hand_lines(deal)
    for offence in view["offences"]:
        yield f"Proved in hand {offence['hand']}: {offence['sentence']}"
    for line in view["sheet"]:
        yield f"Hand {line['hand']}: {line['player']} {line['points']:+d}, {line['reason']} ({line['rule']})"
    for payment in view["payments"]:
        yield f"{payment['payer']} pays {payment['payee']} {payment['amount']}"
    yield "Total: " + ", ".join(f"{side['name']} {side['shown']}" for side in view["sides"])
    for name in table.standing.carries:
        words = name.replace("_", " ").capitalize()
        yield f"{words}: " + ", ".join(f"{side['name']} {side['carries'][name]}" for side in view["sides"])
    if table.standing.pool is not None:
        yield f"Stones in the pool: {table.standing.pool}"
    if table.standing.winner is not None:
        yield f"{view['sides'][table.standing.winner]['name']} won the game: {view['needed']}"
    elif view["needed"]:
        yield f"The game goes on: {view['needed']}"


def _hand_lines(deal: Deal) -> Iterator[str]:
    hand, setup = deal.hand, deal.setup
    yield f"Hand {hand.number}, {setup.name_of(hand.dealer)} deals"
    for drawn in hand.drawn_back:
        taker, giver = ("the pack" if seat is None else setup.name_of(seat) for seat in (drawn.taker, drawn.giver))
        yield f"  {taker} draws a card from {giver}: dealt wrongly"
    for call in hand.calls:
        yield f"  {setup.name_of(call.seat)} {call_text(call).partition(' ')[2]}"
    for trick in hand.tricks:
        cards = "  ".join(f"{setup.name_of(play.seat)} {play.shows or '??'}" for play in trick.plays)
        state = f"{setup.name_of(trick.winner)} takes it" if trick.winner is not None else "open"
        yield f"  {trick.number}: {cards}: {state}{'' if trick.is_confirmed else ' (not confirmed)'}"
    for place, move in enumerate(hand.moves, start=1):
        yield f"  {place}: {setup.name_of(move.seat)} {move_text(move).partition(' ')[2]}"
    yield f"  No result: {undecided(deal)}" if deal.result is None else f"  Result: {_outcome(deal, deal.result)}"


def _outcome(deal: Deal, result: HandResult) -> str:
    """Who won the hand, or took its last trick where everybody plays alone, and what every side has made."""
    if deal.hand.is_void:
        return f"the hand does not count, {deal.setup.name_of(result.next_dealer)} deals"
    names = [deal.setup.names_of(members) for members in deal.game.sides(deal.setup)]
    game = next((f"{names[line.side]} won the game; " for line in result.lines if line.label == "game"), "")
    made = game + ", ".join(f"{name} {points:+d}" for name, points in zip(names, result.points, strict=True))
    best = [name for name, points in zip(names, result.points, strict=True) if points == max(result.points)]
    if len(names) == len(deal.setup.players) and result.winner is not None:
        card = f" with {result.winning_card}" if result.winning_card else ""
        return f"{deal.setup.name_of(result.winner)} took the last trick{card}; {made}"
    return f"{best[0]} won the hand; {made}" if len(best) == 1 else made
