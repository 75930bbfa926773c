"""The command line. Every command builds what it needs, runs it, and prints plain lines or JSON."""

import json
import signal
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from device.errors import BadInput

FILE = click.Path(path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cardtable")
def cardtable() -> None:
    """Watch a card table: read every card, follow the tricks, prove a revoke, keep the score."""


@cardtable.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One object a line for each picture.")
def read(files: tuple[Path, ...], as_json: bool) -> int:
    """Name the cards in pictures."""
    from device.reading import describe, read_file
    from vision.reader import Reader

    reader, failures = Reader(), 0
    for path in files:
        try:
            record = read_file(reader, path)
        except BadInput as error:
            click.echo(f"cardtable: {error}", err=True)
            failures += 1
            continue
        click.echo(json.dumps(record) if as_json else describe(record))
    return 2 if failures else 0


@cardtable.command()
@click.argument("source")
@click.option("--json", "as_json", is_flag=True, help="One object a line for each event.")
@click.option("--card-width", type=click.FloatRange(10, 2000), help="Pixels of a card's width; found by itself if left out.")
def watch(source: str, as_json: bool, card_width: float | None) -> None:
    """Read a recording (video, or folder of frames) or a camera, and print what happens on the table."""
    from device.cameras import open_camera
    from device.reading import tell
    from vision.reader import Reader
    from vision.watcher import Watcher

    with open_camera(source) as camera:
        watcher = Watcher(Reader(), card_width)
        for sighting in watcher.watch(camera.frames()):
            click.echo(json.dumps(sighting.as_json()) if as_json else tell(sighting))


@cardtable.command()
@click.option("--out", type=FILE, required=True, help="Folder for frames and truth.json; made if it is not there.")
@click.option("--players", type=click.IntRange(2, 7), default=4, show_default=True)
@click.option("--hands", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--trouble", default="", help="Any of revoke,unsure,dim,nudge, with commas.")
def simulate(out: Path, players: int, hands: int, seed: int, trouble: str) -> None:
    """Make frames of a simulated game of Spar with the truth beside them."""
    from device.evening import Evening
    from device.reading import write_recording

    evening = Evening(players, seed, _troubles(trouble), hands)
    count = write_recording(evening, out)
    click.echo(f"{count} frames and truth.json in {out}")


@cardtable.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--host", default="0.0.0.0", show_default=True, help="127.0.0.1 keeps it to this machine.")  # noqa: S104  # phones in the room are the point
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--speed", type=click.FloatRange(0.1, 100), default=1.0, show_default=True)
@click.option("--players", type=click.IntRange(2, 7), default=3, show_default=True)
@click.option("--game", default="spar", show_default=True)
@click.option("--trouble", default="revoke,unsure", show_default=True, help="Any of revoke,unsure,dim,nudge, or none.")
def demo(port: int, host: str, seed: int, speed: float, players: int, game: str, trouble: str) -> None:
    """Play a whole evening on a simulated table; prints the address of its page."""
    from device.demo import Demo
    from scoring.games import game_named

    game_named(game)
    with TemporaryDirectory(prefix="cardtable-demo-", ignore_cleanup_errors=True) as folder:
        table = Demo(Path(folder), players, seed, speed, _troubles(trouble))
        _run_with_page(table.live, table.evidence, host, port, table.run, table.stop)


@cardtable.command()
@click.option("--config", type=FILE, default=Path("/etc/cardtable.toml"), show_default=True)
def run(config: Path) -> None:
    """Run the companion's table: camera, buttons and lamp, from its configuration."""
    from device.config import load_config
    from device.run import run_table

    run_table(load_config(config))


@cardtable.command()
@click.option("--config", type=FILE, default=Path("/etc/cardtable.toml"), show_default=True)
def web(config: Path) -> None:
    """Serve the page for phones, from the same configuration as `run`."""
    from device.config import load_config
    from device.notify import notify
    from device.records import open_ledger
    from scoring.ledger import EvidenceStore, LiveTable

    settings = load_config(config)
    live = LiveTable(open_ledger(settings.data))
    _run_with_page(live, EvidenceStore(settings.data / "evidence"), settings.host, settings.port, ready=lambda: notify("READY=1"))


@cardtable.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="The whole state as one object.")
def score(file: Path, as_json: bool) -> None:
    """Work out a record: winners, offences and points, each with its reason."""
    from device.records import read_record, score_lines
    from scoring.projections import table_view

    for table in read_record(file):
        if as_json:
            click.echo(json.dumps(table_view(table)))
        else:
            _echo_all(score_lines(table))


@cardtable.command()
@click.option("--data", type=FILE, default=Path("/var/lib/cardtable"), show_default=True, help="Folder of the log.")
@click.option("--out", type=FILE, help="File to write; standard output if left out.")
def export(data: Path, out: Path | None) -> None:
    """Take the records out as JSON Lines."""
    from device.records import export_all

    lines = export_all(data)
    if out is None:
        _echo_all(lines)
    else:
        try:
            out.write_text("".join(f"{line}\n" for line in lines))
        except OSError as error:
            raise BadInput(f"--out {out}: {error.strerror}") from None


@cardtable.command(name="import")
@click.argument("file", type=FILE)
@click.option("--data", type=FILE, default=Path("/var/lib/cardtable"), show_default=True, help="Folder of the log.")
def import_(file: Path, data: Path) -> None:
    """Put records back into a log; a damaged file changes nothing."""
    from device.records import import_all

    click.echo(f"{import_all(file, data)} events taken in")


def _interrupt(_number: int, _frame: object) -> None:
    """Ending the service is like pressing Ctrl-C: everything is put away."""
    raise KeyboardInterrupt


def _echo_all(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _troubles(text: str) -> tuple[str, ...]:
    from device.evening import TROUBLES

    wanted = tuple(word.strip() for word in text.split(",") if word.strip() and word.strip() != "none")
    for word in wanted:
        if word not in TROUBLES:
            raise BadInput(f"--trouble: there is no {word!r}: expected any of {', '.join(TROUBLES)}")
    return wanted


def _run_with_page(
    live: Any,
    evidence: Any,
    host: str,
    port: int,
    work: Callable[[], None] | None = None,
    stop: Callable[[], None] | None = None,
    ready: Callable[[], object] = lambda: None,
) -> None:
    """Serve the page in a thread and do the work here, until an interrupt."""
    from device.address import addresses
    from web import create_app, serve
    from web.stream import News

    news = News(live.ledger)
    try:
        server = serve(create_app(live, evidence, news), news, host, port)
    except OSError as error:
        raise BadInput(f"--port {port}: cannot listen there: {error.strerror or error}") from None
    threading.Thread(target=server.run, name="web", daemon=True).start()
    for address in addresses(host, server.port):
        click.echo(f"The page is at {address}")
    ready()
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        if work is not None:
            work()
        while work is None:
            time.sleep(3600)
    except KeyboardInterrupt:
        click.echo("Stopped.")
    finally:
        if stop is not None:
            stop()
        server.close()
