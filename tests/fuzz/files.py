"""Files that the owner writes and the box keeps: a bad one costs what it says and no more."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from device.config import load_config
from device.doctor import of_configuration
from device.errors import BadInput
from device.guests import Guests
from device.setup import CALIBRATION, DECKS, load_calibration, load_layers, with_zones
from device.tags import TagBook, Tap
from tests.device.test_setup import lying
from tests.fuzz.door import ROOT, Door
from tests.fuzz.mutator import files, texts
from tests.fuzz.web import Room
from tests.vision.test_enrolment import SYMBOLS, shown, symbol
from vision.picture.identifier import Crops
from vision.picture.last_layer import DeckChoice, LastLayer
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.setup.calibration import Calibration
from vision.setup.enrolment import EnrolledDeck
from vision.sighting import Frame
from web.drawings import wifi_qr

BOOT = b"\n# boot\n"


def configuration(folder: Path) -> Door:
    """The configuration and, below a line, what stands on the boot partition."""
    paths = folder / "cardtable.toml", folder / "boot.toml"

    def feed(data: bytes) -> None:
        for path, part in zip(paths, data.partition(BOOT)[::2], strict=True):
            path.write_bytes(part)
        found = load_config(*paths)
        of_configuration(found)
        wifi_qr(found.wifi, found.wifi_password)

    ours = (ROOT / "systemd" / "cardtable.toml").read_bytes()
    more = b'wifi = "Room"\nwifi_password = "secret words"\nhold_s = 1.5\ncard_width = 80.0\n[pins]\nred = 5\ngreen = 6\n'
    return Door([ours, more, more + BOOT + ours, ours + BOOT + more], feed, (BadInput,), texts)


def keys(folder: Path) -> Door:
    """A page that has such keys still lets people look, and in."""
    room = Room(folder)
    path = room.page.keys.path

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        room.app.secret_key = room.page.keys.keys().secret
        for target in ("/", "/key/ABCDEF", "/tv"):
            room.visit(f"looker GET {target}".encode())

    return Door([path.read_bytes()], feed, (), texts)


def tags(folder: Path) -> Door:
    """Whose tags are whose."""
    guests = Guests(TagBook(folder / "tags.json"))

    def feed(data: bytes) -> None:
        guests.book.path.write_bytes(data)
        for mark in ("1f", "3f"):
            guests.tap(Tap("reader", mark))
        guests.name("Esi")

    return Door([b'{"1f": "Ama", "2f": "Kofi"}'], feed, (), texts)


def calibration(folder: Path) -> Door:
    """A table that is calibrated so can be drawn and watched."""
    reader, picture, path = Reader(), lying("7H")[::4, ::4].copy(), folder / CALIBRATION
    quad = np.array([[100, 50], [130, 50], [130, 95], [100, 95]], np.float32)

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        found = load_calibration(folder, lambda _: None)
        if found is not None and found.fits(picture):
            with_zones(picture, found.scaled_to(picture.shape[1]))
        list(Watcher(reader, None, found).watch(Frame(number, number / 10, picture) for number in range(3)))

    packed = [Calibration.from_card(picture, quad, players, [0.0, 90.0, 180.0, 270.0]).packed() for players in (2, 4)]
    return Door(packed, feed, (), texts)


def decks(folder: Path) -> Door:
    """With such an enrolled deck a card is still named as some card."""
    (folder / DECKS).mkdir()
    path, labels = folder / DECKS / "mine.npz", tuple(SYMBOLS)
    picture, quad = shown("7H")
    crops = Crops.of(picture, [quad])
    seen, own = Reader().identifier.study(crops)
    size, random = seen.shape[1], np.random.default_rng(1).random
    mean, scale, bias, deck = (random(length).astype(np.float32) for length in (size, size, len(labels), size + 1))
    weights, faces = random((size, len(labels))).astype(np.float32), {label: symbol(label) for label in labels}
    layer = LastLayer(labels, mean, scale, weights, bias, deck, faces=faces)

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        choice = DeckChoice(load_layers(folder, lambda _: None))
        with np.errstate(all="ignore"):
            choice.compare(choice.hear(seen, own, np.ones(1, np.bool_), seen), crops.cards, [True])

    return Door([EnrolledDeck("mine", layer).packed()], feed, (), _repacked)


def _repacked(chance: Random, corpus: Sequence[bytes]) -> bytes:
    """An archive whose bytes are wrong, or a sound one in which one array has another head, or is another."""
    if chance.random() < 0.2:
        return files(chance, corpus)
    with zipfile.ZipFile(io.BytesIO(corpus[0])) as archive:
        arrays = {name: archive.read(name) for name in archive.namelist()}
    name, out = chance.choice(list(arrays)), io.BytesIO()
    head = chance.choice((texts, files))(chance, [arrays[name][:128]])
    arrays[name] = chance.choice((head + arrays[name][128:], files(chance, [arrays[name]]), chance.choice(list(arrays.values()))))
    with zipfile.ZipFile(out, "w") as archive:
        for name in arrays:
            archive.writestr(name, arrays[name])
    return out.getvalue()
