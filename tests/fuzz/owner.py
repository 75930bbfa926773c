"""What the owner's pages and root's programs leave for one another, and what leaves the box."""

import io
import zipfile
from pathlib import Path
from shutil import rmtree

from device.apt import CannotUpdate, at_source, why_not
from scoring.ledger import Ledger, LiveTable
from tests.fuzz.door import Door
from tests.fuzz.mutator import texts
from web import network, steps, updates
from web.bundle import bundle

SPLIT = b"\n-- \n"
"""Between the files of one input."""

NETWORK = (b"device=wlan0\nwifi=486f6d65\naddress=192.168.1.7\ngone=486f6d65\n", b"48:70:WPA2\n686f:20:\n", b"join\n48\nbusy\n")


def notes(folder: Path) -> Door:
    """Wishes and states of updates, the steps of the set-up, and what the networks' script says."""
    said, state = folder / "said", folder / "state.json"
    said.mkdir()
    live = LiveTable(Ledger(folder / "log.db"))
    files = (folder / updates.WISH, state, folder / steps.SET_UP, *(said / name for name in ("now", "seen", "answer")))
    updates.write_wish(folder, updates.UpdateWish(updates.Wanted.INSTALL, "/media", "1.2"))
    updates.write_state(
        state, updates.UpdateState(updates.Phase.WAITING, "https://x.example/", "1.2", "notes", "said", "trouble")
    )
    steps.keep_set_up(folder, steps.SetUp({"wifi": "done"}, True))
    corpus = [SPLIT.join([*(path.read_bytes() for path in files[:3]), *NETWORK])]

    def feed(data: bytes) -> None:
        for path, part in zip(files, (data.split(SPLIT) + [b""] * 6)[:6], strict=True):
            path.write_bytes(part)
        wish, found = updates.read_wish(folder), updates.read_state(state)
        if wish:
            updates.write_wish(folder, wish)
            assert updates.read_wish(folder) == wish
        updates.write_state(state, found)
        assert updates.read_state(state) == found
        set_up = steps.read_set_up(live)
        assert set_up.next is None or set_up.next in steps.Step
        network.read_network(folder, said)
        network.read_near(said)

    return Door(corpus, feed, (), texts)


def sources(folder: Path) -> Door:
    """Where an owner says that releases lie, and what apt says of it: one line of its list, whatever was typed."""
    key = folder / "key.asc"
    key.touch()

    def nothing(_command: object) -> object:
        raise AssertionError("nothing is started before the source is understood")

    def feed(data: bytes) -> None:
        text = data.decode(errors="replace")
        assert "\n" not in why_not(text, "here")
        rmtree(folder / "apt", ignore_errors=True)
        (folder / "apt").mkdir()
        if text:
            with at_source(text, folder / "apt", [key], nothing):  # type: ignore[arg-type]  # it is never asked
                line = (folder / "apt" / "sources.list").read_text()
            assert line == f"deb [signed-by={key}] {'copy:' if text[0] == '/' else ''}{text} ./\n"
            assert len(line.split()) == 4

    corpus = [
        b"https://cards.example.org/releases/",
        b"/media/stick/cardtable",
        b"http://127.0.0.1:8000/",
        b"E: x\nW: GPG error: y\n",
    ]
    return Door(corpus, feed, (CannotUpdate,), texts)


def bundles(folder: Path) -> Door:
    """A name and what is said, in which it may stand anywhere: none comes through."""
    del folder

    def feed(data: bytes) -> None:
        name, _, said = data.decode(errors="replace").partition("\n")
        packed = bundle({"said.txt": said, "said.json": [said, {"text": said}]}, [name, "Ama"])
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            text = archive.read("said.txt").decode()
        for secret in (name, "Ama"):
            if secret.strip():
                assert f" {secret} ".casefold() not in f" {text} ".casefold()

    corpus = [b"Zebediah\nZebediah's turn; Ama and Zebediah", "Æsa Ö.\nthe page of Æsa Ö. and Ama".encode(), b"a\nb a c a"]
    return Door(corpus, feed, (UnicodeDecodeError,), texts)
