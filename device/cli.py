"""The command line. Every command builds what it needs, runs it, and prints plain lines or JSON."""

import json
import sys
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from device.errors import BadInput
from device.record_commands import COMMANDS, DATA, FILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.config import Config
    from scoring.packs import Pack
    from vision.setup.enrolment import Enrolment

CONFIG = Path("/etc/cardtable.toml")
TROUBLE_NAMES = "revoke, unsure, dim, nudge, hand, glare, bump, quick"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cardtable")
def cardtable() -> None:
    """Watch a card table: read every card, follow the tricks, prove a revoke, keep the score."""


@cardtable.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One object a line for each picture.")
@click.option("--data", type=FILE, help="Folder with enrolled decks to go by.")
def read(files: tuple[Path, ...], as_json: bool, data: Path | None) -> int:
    """Name the cards in pictures."""
    from device.reading import describe, read_file
    from device.setup import load_layers
    from vision.picture.reader import Reader

    reader, failures = Reader(enrolled=load_layers(data, _warn) if data else ()), 0
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
@click.option("--data", type=FILE, help="Folder with a calibration and enrolled decks to go by.")
@click.option("--explain", is_flag=True, help="Say of every card why it was told, or asked about.")
@click.option("--pictures", type=FILE, help="The same, with pictures of what decided in this folder.")
def watch(source: str, as_json: bool, card_width: float | None, data: Path | None, explain: bool, pictures: Path | None) -> None:
    """Read a recording (video, or folder of frames) or a camera, and print what happens on the table."""
    from device.cameras import open_camera, paced
    from device.reading import report
    from device.setup import build_watcher, write_explained
    from vision.scene.explain import Explanation

    explanation = Explanation() if explain or pictures else None
    with open_camera(source) as camera:
        watcher = build_watcher(data, card_width, _warn, explanation.hear if explanation else None)
        for sighting in watcher.watch(paced(camera.frames())):
            click.echo(report(sighting, as_json, explanation.lines(sighting) if explanation else []))
            if explanation and pictures:
                write_explained(explanation, sighting, pictures)


@cardtable.command()
@click.argument("source", default="camera:picamera2")
@click.option("--players", type=click.IntRange(2, 8), default=4, show_default=True, help="Seats to lay zones out for.")
@click.option("--data", type=FILE, default=DATA, show_default=True, help="Folder to keep the calibration in.")
@click.option("--picture", type=FILE, help="Write what the camera saw, with the zones drawn, as a picture.")
def calibrate(source: str, players: int, data: Path, picture: Path | None) -> int:
    """Lay one card face up where you play: finds scale, tilt and zones, and judges the picture."""
    from device.cameras import open_camera
    from device.setup import calibrate as find
    from device.setup import keep_calibration, write_picture
    from vision.picture.reader import Reader

    with open_camera(source) as camera:
        calibration, verdicts, drawn = find(Reader(), camera.frames(), players)
    for verdict in verdicts:
        click.echo(f"{'good' if verdict.is_good else 'BAD '}  {verdict.text}")
    if picture is not None:
        write_picture(picture, drawn)
    try:
        click.echo(f"kept in {keep_calibration(data, calibration)}")
    except OSError as error:
        raise BadInput(f"--data {data}: {error.strerror}") from None
    return 0 if all(verdict.is_good for verdict in verdicts) else 1


@cardtable.command()
@click.argument("name")
@click.argument("source", default="camera:picamera2")
@click.option("--pack", default="std52", show_default=True, help="Which cards the deck has.")
@click.option("--order", default="", help="Codes with commas, where the cards are shown in this order.")
@click.option("--again", default="", help="Codes of cards of the deck of that name to be shown anew; its others stay.")
@click.option("--partly", is_flag=True, help="Learn what was shown and named although cards are missing; Ctrl-C ends it.")
@click.option("--picture", type=FILE, help="Where to write a sheet of what was shown, with the names.")
@click.option("--data", type=FILE, default=DATA, show_default=True, help="Folder to keep decks in.")
def enrol(name: str, source: str, pack: str, order: str, again: str, partly: bool, picture: Path | None, data: Path) -> int:
    """Learn a deck: show each card once, one after another, and its back."""
    from device.cameras import open_camera
    from device.enrolling import Notice, check_complete, collect, name_by_order, parse_order, sheet
    from device.faces import code_of, suits_of
    from device.setup import deck_name, deck_pack, keep_deck, pack_labels, shown_before, write_picture
    from vision.picture.reader import Reader
    from vision.setup.enrolment import Enrolment

    cards = deck_pack(pack)
    wanted, anew = parse_order(order, cards), parse_order(again, cards)
    enrolment = Enrolment(deck_name(name), pack_labels(cards))
    if anew and wanted:
        raise BadInput("--again and --order do not go together: cards that are shown anew are named by what they show")
    if anew:
        enrolment = shown_before(data, enrolment.name, cards).without(anew)
    reader, before, awaited = Reader(), len(enrolment.faces), set(anew or enrolment.wanted)
    reader.identifier.expect(suits_of(cards))
    is_live = source.startswith("camera:")
    with open_camera(source) as camera, suppress(KeyboardInterrupt) if partly else nullcontext():
        for notice, place in collect(reader, camera.frames(), enrolment):
            if notice is Notice.OVERLOOKED:
                click.echo("something lies there that is not taken in: lay it a little apart, and take the hand away")
                continue
            if not wanted:
                _ask_for_card(enrolment, place, cards)
            said = "shown already" if notice is Notice.AGAIN else f"{len(enrolment.missing)} missing"
            click.echo(f"{place + 1}: {code_of(enrolment.names[place], cards)}   ({said})")
            if not awaited & set(enrolment.missing) or (wanted and is_live and len(enrolment.faces) == len(wanted)):
                break
    try:
        if len(enrolment.faces) == before:
            raise BadInput("no card was seen: lay each card on the table by itself, face up, until it is named")
        if wanted:
            _name_by_order(partial(name_by_order, enrolment, wanted, cards), is_needed=not partly)
        if not partly:
            check_complete(enrolment, cards)
    finally:
        if picture:
            write_picture(picture, sheet(enrolment, cards))
    with click.progressbar(length=100, label="Learning the deck") as bar:
        deck = enrolment.learn(reader.identifier, progress=lambda done: bar.update(int(100 * done) - bar.pos))
    try:
        click.echo(f"kept in {keep_deck(data, deck)}")
    except OSError as error:
        raise BadInput(f"--data {data}: {error.strerror}") from None
    return 0


@cardtable.command()
@click.option("--out", type=FILE, required=True, help="Folder for frames and truth.json; made if it is not there.")
@click.option("--players", type=click.IntRange(2, 7), default=4, show_default=True)
@click.option("--hands", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--trouble", default="", help=f"Any of {TROUBLE_NAMES}, with commas.")
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
@click.option("--players", type=click.IntRange(2, 7), help="3, or as many as the game needs, if left out.")
@click.option("--game", metavar="NAME", help="One with nothing to say before the first card; Spar, if left out.")
@click.option("--trouble", default="revoke,unsure", show_default=True, help=f"Any of {TROUBLE_NAMES}, or none.")
@click.option(
    "--patience",
    type=click.FloatRange(0.1),
    default=2.0,
    show_default=True,
    help="Seconds that it waits for somebody before it presses the button itself.",
)
@click.option("--data", type=FILE, help="Folder of its own to keep its sessions in; forgotten if left out.")
def demo(
    port: int,
    host: str,
    seed: int,
    speed: float,
    players: int | None,
    game: str | None,
    trouble: str,
    patience: float,
    data: Path | None,
) -> None:
    """Play a whole evening on a simulated table; prints the address of its page."""
    from device.demo import Demo
    from device.serving import run_with_page

    with TemporaryDirectory(prefix="cardtable-demo-", ignore_cleanup_errors=True) as folder:
        wanted = {} if game is None else {"game": game}
        table = Demo(data or Path(folder), players, seed, speed, _troubles(trouble), patience=patience, **wanted)
        run_with_page(table.live, table.evidence, host, port, table.run, table.stop)


@cardtable.command()
@click.option("--config", type=FILE, default=CONFIG, show_default=True)
def run(config: Path) -> None:
    """Run the companion's table: camera, buttons and lamp, from its configuration."""
    from device.run import run_table
    from web.recovery import recover

    run_table(_settings(config), recover=recover)


@cardtable.command()
@click.option("--config", type=FILE, default=CONFIG, show_default=True)
@click.option("--is-up", is_flag=True, help="Serve nothing: exit 0 where the page answers already, 1 where it does not.")
def web(config: Path, is_up: bool) -> int:
    """Serve the page for phones, from the same configuration as `run`."""
    from device.serving import answers
    from device.web import serve_page

    settings = _settings(config)
    if is_up:
        return 0 if answers(settings.host, settings.port) else 1
    serve_page(settings)
    return 0


@cardtable.command()
@click.option("--config", type=FILE, default=CONFIG, show_default=True)
def line(config: Path) -> None:
    """Send what is played to the club, while the table is in one or somebody wants that it joins one."""
    from device.line import serve_line

    serve_line(_settings(config))


@cardtable.command()
@click.argument("source", default="")
@click.option("--config", type=FILE, default=CONFIG, show_default=True)
@click.option("--install", is_flag=True, help="Install what is new there, when no hand is being played.")
@click.option("--back", is_flag=True, help="Go back to the version before.")
@click.option("--wished", is_flag=True, hidden=True)
@click.option("--finish", is_flag=True, hidden=True)
@click.option("--is-free", is_flag=True, hidden=True)
def update(source: str, config: Path, install: bool, back: bool, wished: bool, finish: bool, is_free: bool) -> int:
    """Look for a new version: at an address, in a folder, or on a USB stick if left out. As root.

    Only what is signed by whom this box trusts is taken. A version that is not well makes room for the one before by itself.
    """
    from device import updating

    data = _settings(config).data
    if is_free:
        return 0 if updating.is_between_hands(data) else 1
    updates = updating.Updates()
    free = partial(updating.is_box_free, config)
    if wished:
        updating.carry_out(data, updates, free)
        return 0
    if finish:
        updates.finish(data)
        return 0
    with updates.told():
        found = updates.back(free) if back else updates.look(source)
        if found.found:
            click.echo(f"Version {found.found} is there:\n\n{found.notes}\n")
        if found.found and install:
            updates.install(found.found, free)
        elif found.found:
            click.echo(f"sudo cardtable update {source} --install brings it.")
    came = updates.state
    if came.said or came.trouble:
        click.echo(came.trouble or came.said)
    return 1 if came.trouble else 0


@cardtable.command()
@click.option("--config", type=FILE, default=Path("/etc/cardtable-hub.toml"), show_default=True)
@click.option("--key", is_flag=True, help="Serve nothing: print the address with the director's key.")
@click.option("--neighbour", is_flag=True, help="Serve nothing: give Home Assistant an account, and print its new key.")
def hub(config: Path, key: bool, neighbour: bool) -> None:
    """Run a club's hub: broker, archive, and the pages for wall, director and players."""
    from device.club import print_director, print_neighbour, serve_hub

    (print_director if key else print_neighbour if neighbour else serve_hub)(config)


@cardtable.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8100, show_default=True)
@click.option("--host", default="0.0.0.0", show_default=True, help="127.0.0.1 keeps it to this machine.")  # noqa: S104  # phones in the room are the point
@click.option("--tables", type=click.IntRange(1, 100), default=4, show_default=True, help="Beside two that play a duplicate.")
@click.option("--pace", type=click.FloatRange(0.01, 100), default=1.0, show_default=True, help="Acts of a table each second.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--database", default="", help="postgresql://…; a file that is forgotten if left out.")
def club(port: int, host: str, tables: int, pace: float, seed: int, database: str) -> None:
    """Run a whole club to look at: a hub, and tables that play by themselves."""
    from device.club import demonstrate

    demonstrate(host, port, tables, pace, seed, database)


@cardtable.command()
@click.option("--config", type=FILE, default=CONFIG, show_default=True)
def key(config: Path) -> None:
    """Print the addresses with the keys of the page: for the players, and for the owner."""
    from device.address import addresses
    from device.config import load_config
    from scoring.ledger.keys import KEYS, KeyRing

    settings = load_config(config)
    path = settings.data / KEYS
    if not path.exists():
        raise BadInput(f"{path}: there are no keys yet: the page makes them when it first runs")
    keys, address = KeyRing(path).keys(), addresses(settings.host, settings.port)[-1]
    click.echo(f"To score: {address}key/{keys.table}")
    click.echo(f"To set the box up: {address}key/{keys.owner}")


@cardtable.command()
@click.option("--config", type=FILE, default=CONFIG, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One object a line for each finding.")
def doctor(config: Path, as_json: bool) -> int:
    """Check camera, light, buttons, reader, voice, disk, clock, heat, power, network and club, and say what to do."""
    from device.config import SOCKET, load_config
    from device.doctor import examine
    from web.box import Box, BoxAway

    settings, is_well = load_config(config), True
    try:
        found: Iterable[dict[str, Any]] = Box(settings.data / SOCKET).ask("health")["findings"]
    except BoxAway as error:
        if not error.is_gone:
            raise BadInput(
                f"the table's program does not tell: {error}; ask with sudo, or restart it: cardtable.target"
            ) from None
        found = (item.as_json() for item in examine(settings))
    for item in chain(found, _of_club(settings.data)):
        is_well = is_well and bool(item["is_good"])
        click.echo(json.dumps(item) if as_json else f"{'good' if item['is_good'] else 'BAD '}  {item['part']}: {item['text']}")
    return 0 if is_well and _records_are_well(settings.data, as_json) else 1


@cardtable.command()
@click.option("--config", type=FILE, default=CONFIG, show_default=True)
def recover(config: Path) -> None:
    """New keys, and the box's own Wi-Fi open to whoever stands beside it, for when nobody gets in (as the box's user)."""
    from web.recovery import recover as begin_again

    begin_again(_settings(config).data)


@cardtable.command()
@click.argument("file", type=FILE)
@click.option("--config", type=FILE, default=CONFIG, show_default=True)
def bundle(file: Path, config: Path) -> None:
    """Write a file for somebody who is to help: how the box does, without keys, names, cards and pictures."""
    from device.helping import write_bundle

    write_bundle(_settings(config), file)
    click.echo(f"{file}: look into it before you send it, as into anything")


@cardtable.command()
def rollback() -> int:
    """Go back to the version that was installed before this one (as root)."""
    import subprocess

    script = Path("/usr/share/cardtable/rollback")
    if not script.exists():
        raise BadInput(f"{script}: nothing is installed here that one could go back from")
    return subprocess.run([str(script)], check=False).returncode  # noqa: S603  # our own script


@cardtable.command(add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("what", type=click.Choice(["vision"]))
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def bench(what: str, options: tuple[str, ...]) -> None:
    """Measure: accuracy, calibration, speed and memory in one table (from a checkout; --help after `vision` for options)."""
    import importlib

    # Benchmarks are not installed: they lie beside this package in a checkout.
    sys.path.insert(0, str(Path(__file__).parents[1]))
    try:
        measure = importlib.import_module(f"benchmarks.{what}")
    except ImportError as error:
        raise BadInput(
            f"cannot measure here: {error}; run it in a checkout of the project, after: pip install -e '.[train]'"
        ) from None
    measure.main(options)


def _name_by_order(name_all: "Callable[[], None]", is_needed: bool) -> None:
    """Give names by place; where the order does not fit, and need not, what was shown keeps the names that the eye gives it."""
    try:
        name_all()
    except BadInput as error:
        if is_needed:
            raise
        click.echo(f"the order was not used: {error}", err=True)


def _ask_for_card(enrolment: "Enrolment", place: int, pack: "Pack") -> None:
    """Ask on the terminal which card of the pack this face is, where the eye cannot tell."""
    from device.faces import code_of
    from device.setup import labels_by_code
    from vision.faces import UNKNOWN

    if enrolment.names[place] != UNKNOWN or not sys.stdin.isatty():
        return
    known = {code: label for code, label in labels_by_code(pack).items() if label in enrolment.missing}
    guess = enrolment.guesses[place]
    default = "-" if guess == UNKNOWN else code_of(guess, pack)
    while True:
        answer = str(click.prompt("Which card is this? Its code, or - to pass it over", default=default)).strip()
        label = known.get(answer if answer == "back" else answer.upper())
        if label is not None:
            enrolment.call(place, label)
        if label is not None or answer == "-":
            return
        click.echo(f"{answer}: none of those that are missing: {' '.join(known)}")


def _of_club(data: Path) -> list[dict[str, Any]]:
    """How the line to the club does, where the table is in one or wants to be."""
    from device.finding import Finding, Part
    from web.membership import read_state

    state = read_state(data)
    if not state.club and not state.trouble:
        return []
    how = f"{state.waiting} events wait" if state.waiting else "all is sent"
    is_well = state.is_up and not state.trouble
    text = f"the line to {state.club} is up, {how}" if is_well else state.trouble or "the line to the club is not up"
    return [Finding(Part.CLUB, is_well, text).as_json()]


def _records_are_well(data: Path, as_json: bool) -> bool:
    """Name every damaged record, and offer to set it aside where somebody can answer."""
    from device.sessions import damaged, set_aside
    from scoring.ledger.store import LOG

    found = damaged(data) if (data / LOG).exists() else {}
    for session, damage in found.items():
        item = {"part": "records", "is_good": False, "text": damage}
        click.echo(json.dumps(item) if as_json else f"BAD   records: {damage}")
        if as_json or not sys.stdin.isatty():
            continue
        if click.confirm("Set this session aside? It is kept, and shown no more"):
            click.echo(set_aside(data, session))
    return not found


def _settings(path: Path) -> "Config":
    """The configuration of a service: mistakes keep none from running, and only a file that was named must be there."""
    from device.config import Config, load_config

    try:
        settings = load_config(path)
    except BadInput as error:
        if path != CONFIG:
            raise
        settings = Config(problems=(str(error),))
    for problem in settings.problems:
        _warn(problem)
    return settings


def _warn(line: str) -> None:
    click.echo(f"cardtable: {line}", err=True)


def _troubles(text: str) -> tuple[str, ...]:
    from device.evening import TROUBLES

    wanted = tuple(word.strip() for word in text.split(",") if word.strip() and word.strip() != "none")
    for word in wanted:
        if word not in TROUBLES:
            raise BadInput(f"--trouble: there is no {word!r}: expected any of {', '.join(TROUBLES)}")
    return wanted


for command in COMMANDS:
    cardtable.add_command(command)
