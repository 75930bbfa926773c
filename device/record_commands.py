"""The commands about records: scored, taken out and in, backed up, listed; and the games that they are of."""

import json
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.boards import Board

FILE = click.Path(path_type=Path)
DATA = Path("/var/lib/cardtable")


@click.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="The whole state as one object; of boards one object a line.")
def score(file: Path, as_json: bool) -> None:
    """Work out a record, JSON Lines or text: winners, offences and points, each with its reason.

    Of a file of bridge boards, PBN or LIN: each board's score, where the file's own differs, what is wrong, and every revoke.
    """
    from device.boards import read_boards
    from device.records import read_record, score_lines
    from scoring.projections import session_view, table_view

    boards = read_boards(file)
    if boards is not None:
        _score_boards(boards, as_json)
        return
    for table in read_record(file):
        if as_json:
            click.echo(json.dumps(table_view(table) | session_view(table)))
        else:
            _echo_all(score_lines(table))


def _score_boards(boards: "list[Board]", as_json: bool) -> None:
    from device.boards import board_json, board_lines, summary_line
    from scoring.boards import checked, compared

    found = [checked(board) for board in boards]
    for one, beside in zip(found, compared(found), strict=True):
        _echo_all([json.dumps(board_json(one, beside))] if as_json else board_lines(one, beside))
    if not as_json:
        click.echo(summary_line(found))


@click.command()
@click.option("--data", type=FILE, default=DATA, show_default=True, help="Folder of the log.")
@click.option("--out", type=FILE, help="File to write; standard output if left out.")
@click.option("--text", "form", flag_value="text", help="As text that anybody can read; `cardtable score` reads it again.")
@click.option("--csv", "form", flag_value="csv", help="As rows for a spreadsheet.")
@click.option("--pbn", "form", flag_value="pbn", help="Bridge alone, as PBN 2.1; `cardtable score` reads it again.")
@click.option("--plain", is_flag=True, help="PBN without ^R, ^L, $13 and $14, for programs that cannot take them.")
def export(data: Path, out: Path | None, form: str | None, plain: bool) -> None:
    """Take the records out as JSON Lines, as text, as rows, or as boards of bridge."""
    from device.records import export_all, export_csv, export_pbn, export_text

    if plain and form != "pbn":
        raise BadInput("--plain is for --pbn: expected both")
    writers: dict[str, Callable[[Path], list[str]]] = {
        "text": export_text,
        "csv": export_csv,
        "pbn": partial(export_pbn, is_plain=plain),
    }
    lines = writers.get(form or "", export_all)(data)
    if out is None:
        _echo_all(lines)
    else:
        try:
            out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"--out {out}: {error.strerror}") from None


@click.command(name="import")
@click.argument("file", type=FILE)
@click.option("--data", type=FILE, default=DATA, show_default=True, help="Folder of the log.")
def import_(file: Path, data: Path) -> None:
    """Put records back into a log; a damaged file changes nothing."""
    from device.records import import_all

    click.echo(f"{import_all(file, data)} events taken in")


@click.command()
@click.argument("file", type=FILE)
@click.option("--data", type=FILE, default=DATA, show_default=True, help="Folder of the log.")
@click.option("--keep", type=click.IntRange(1), help="Delete all but so many of the newest backups beside it.")
def backup(file: Path, data: Path, keep: int | None) -> None:
    """Write everything that an owner would miss into one file: log, pictures, keys, calibration, decks, tags and rules."""
    from device.records import check_log
    from scoring.ledger.backup import back_up, thin_out

    check_log(data)
    click.echo(f"{back_up(data, file)} files in {file}")
    if keep is not None:
        thin_out(file, keep)


@click.command()
@click.argument("file", type=FILE)
@click.option("--data", type=FILE, default=DATA, show_default=True, help="Folder of the log.")
def restore(file: Path, data: Path) -> None:
    """Put a backup back: adds what is not there, replaces settings, and loses nothing; a damaged file changes nothing."""
    from scoring.ledger.backup import restore as put_back

    done = put_back(file, data)
    click.echo(f"put back: {done.sessions} sessions, {done.pictures} pictures, {done.settings} settings (old ones are kept)")


@click.command()
@click.option("--data", type=FILE, default=DATA, show_default=True, help="Folder of the log.")
@click.option("--aside", metavar="SESSION", help="Keep this one and show it no more: its record is damaged.")
@click.option("--remove", metavar="SESSION", help="Take this one out of the log for good.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
def sessions(data: Path, aside: str | None, remove: str | None, yes: bool) -> int:
    """List the sessions of the log, set a damaged one aside, or remove one."""
    from device.sessions import listed, removed, set_aside

    if aside:
        click.echo(set_aside(data, aside))
    elif remove:
        if not yes and not click.confirm(f"Remove session {remove} with all its hands for good?"):
            return 1
        click.echo(removed(data, remove))
    else:
        _echo_all(listed(data))
    return 0


@click.command()
@click.argument("files", nargs=-1, type=FILE)
@click.option("--json", "as_json", is_flag=True, help="With pack, players, what is said and whose rules, one object a line.")
def games(files: tuple[Path, ...], as_json: bool) -> None:
    """List the built-in games, or check house games: files as docs/house-games.md describes them."""
    from scoring.errors import BadRules
    from scoring.games import GAMES, described, house_game
    from scoring.ledger.house import read_rules

    if not files:
        _echo_all(json.dumps(described(game), ensure_ascii=False) for game in GAMES.values()) if as_json else _echo_all(GAMES)
    for path in files:
        try:
            game = house_game(read_rules(path))
            click.echo(json.dumps(described(game), ensure_ascii=False) if as_json else f"{path}: {game.name} is fine")
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        except BadRules as error:
            raise BadInput(str(error)) from None


def _echo_all(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


COMMANDS = (score, export, import_, backup, restore, sessions, games)
"""In the order in which they are listed."""
