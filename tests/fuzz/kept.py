"""Files that the box keeps beside its log: keys, tags, calibration, enrolled decks. A bad one costs what it says and no more."""

import io
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from device.guests import Guests
from device.setup import CALIBRATION, DECKS, load_calibration, load_layers, with_zones
from device.tags import TagBook, Tap
from tests.device.test_setup import lying
from tests.fuzz.door import Door
from tests.fuzz.mutator import files, texts
from tests.fuzz.web import Room
from tests.vision.test_enrolment import SYMBOLS, shown, symbol
from vision.calibration import Calibration
from vision.enrolment import EnrolledDeck
from vision.identifier import Crops
from vision.last_layer import DeckChoice, LastLayer
from vision.reader import Reader
from vision.sighting import Frame
from vision.watcher import Watcher


def keys(folder: Path) -> Door:
    """A page that has such keys still lets people look, and in."""
    room = Room(folder)
    path = room.page.keys.path

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        room.app.secret_key = room.page.keys.keys().secret
        for target in ("/", "/key/ABCDEF", "/tv"):
            room.visit(f"looker GET {target}".encode())
        room.page.keys.renew()

    return Door([path.read_bytes()], feed, (), texts)


def tags(folder: Path) -> Door:
    """Whose tags are whose."""
    guests = Guests(TagBook(folder / "tags.json"))

    def feed(data: bytes) -> None:
        guests.book.path.write_bytes(data)
        guests.tap(Tap("reader", "1f"))
        guests.tap(Tap("reader", "2f"))
        guests.name("Ama")

    return Door([b'{"1f": "Ama", "2f2f": "Kofi"}'], feed, (), texts)


def calibration(folder: Path) -> Door:
    """A table that is calibrated so can be drawn and watched."""
    reader, picture, path = Reader(), lying("7H")[::4, ::4].copy(), folder / CALIBRATION
    quad = np.array([[100, 50], [130, 50], [130, 95], [100, 95]], np.float32)

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        found = load_calibration(folder, lambda _: None)
        if found is not None and found.fits(picture):
            with_zones(picture, found.scaled_to(picture.shape[1]))
        watcher = Watcher(reader, None, found)
        list(watcher.watch(Frame(number, number / 10, picture) for number in range(3)))

    packed = [Calibration.from_card(picture, quad, players, [0.0, 90.0, 180.0, 270.0]).packed() for players in (2, 4)]
    return Door(packed, feed, (), texts)


def decks(folder: Path) -> Door:
    """The table's eye with such a deck names a card as some card."""
    (folder / DECKS).mkdir()
    path, identifier = folder / DECKS / "mine.npz", Reader().identifier
    picture, quad = shown("7H")
    seen, own = identifier.study(Crops.of(picture, [quad]))
    chance, size, labels = np.random.default_rng(1), seen.shape[1], tuple(SYMBOLS)
    shapes = (size, size, (size, len(labels)), len(labels), size + 1)
    parts: list[Any] = [chance.random(shape).astype(np.float32) for shape in shapes]
    layer = LastLayer(labels, *parts)

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        DeckChoice(load_layers(folder, lambda _: None)).hear(seen, own, np.ones(1, np.bool_))

    return Door([EnrolledDeck("mine", {label: symbol(label) for label in labels}, layer).packed()], feed, (), _repacked)


def _repacked(chance: Random, corpus: Sequence[bytes]) -> bytes:
    """An archive whose bytes are wrong, or a sound one in which the head of an array is wrong, or a whole array, or missing."""
    if chance.random() < 0.2:
        return files(chance, corpus)
    with zipfile.ZipFile(io.BytesIO(corpus[0])) as archive:
        arrays = {name: archive.read(name) for name in archive.namelist()}
    for name in chance.choices(list(arrays), k=chance.choice((1, 1, 2))):
        head = chance.choice((texts, files))(chance, [arrays[name][:128]])
        arrays[name] = chance.choice(
            (head + arrays[name][128:], files(chance, [arrays[name]]), chance.choice(list(arrays.values())))
        )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in arrays:
            archive.writestr(name, arrays[name])
    return out.getvalue()


DOORS: dict[str, Callable[[Path], Door]] = {"keys": keys, "tags": tags, "calibration": calibration, "decks": decks}
