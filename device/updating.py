"""Updates, as root carries them out: apt brings a version, and the installer's own check and way back do the rest.

What the page wishes it writes as the sandboxed user that it is; what comes of it is written into a folder that only root may
write. A hand is never interrupted.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from device.apt import ARCHIVES, PACKAGE, CannotUpdate, Run, at_source, ran
from device.errors import BadInput
from device.rescue import open_table
from web.updates import Phase, UpdateState, UpdateWish, Wanted, forget_wish, read_state, read_wish, write_state

FOLDER = Path("/var/lib/cardtable-update")
"""Folder of what apt keeps of a source, and of how it does; only root writes it."""

STATE = "state.json"
"""Name of the file in it that the page reads."""

INSTALLING = "installing"
"""Name of the file in it that is there while a package is installed: a cut then is finished at the next start."""

ROLLED_BACK = "rolled-back"
"""Name of the file in it that the installer leaves where the version before runs again."""

TRUSTED = (Path("/usr/share/cardtable/trusted.asc"), Path("/etc/cardtable-trusted.asc"))
"""Whose signature counts: the key that came with the package, and one that the owner adds."""

PROGRAM = "/opt/cardtable/venv/bin/cardtable"
ROLLBACK = "/usr/share/cardtable/rollback"

LOOK_S = 5.0
"""Seconds between two looks whether the hand has ended."""


class Updates:
    """The updates of this box, in a folder; `keys` are trusted, as far as they are there. Raises `CannotUpdate`, OSError."""

    def __init__(self, folder: Path = FOLDER, keys: Sequence[Path] = TRUSTED, run: Run = ran) -> None:
        self.folder, self.keys, self.run = folder, keys, run

    @property
    def state(self) -> UpdateState:
        """How it does."""
        return read_state(self.folder / STATE)

    def note(self, phase: Phase, **changed: Any) -> UpdateState:
        """Say how it does now."""
        state = replace(self.state, phase=phase, **changed)
        write_state(self.folder / STATE, state)
        return state

    def look(self, source: str) -> UpdateState:
        """See what a source has: an address, a folder, or a stick where it is empty. The state tells what is new there."""
        self.note(Phase.LOOKING, source=source, found="", notes="", said="", trouble="")
        running, installed = self._running(), self._installed()
        with at_source(source, self.folder, self.keys, self.run) as apt:
            apt.update()
            newest = apt.newest()
            if self._is_newer(newest, installed):
                return self.note(Phase.IDLE, found=newest, notes=apt.notes(newest))
            if newest == installed and self._is_back:
                said = f"Version {newest} was tried and was not well: version {running} runs. Wait for a newer one."
            else:
                said = f"Version {running} runs, and nothing newer lies at {apt.place}."
            return self.note(Phase.IDLE, said=said)

    def install(self, version: str, is_free: Callable[[], bool]) -> UpdateState:
        """Fetch and install what was found, once `is_free` says that no hand is being played; the state tells what came of it.

        Where `is_free` raises `CannotUpdate` nothing is changed.
        """
        state = self.state
        if not version or version != state.found:
            raise CannotUpdate(f"version {version or '?'} is not what was found: look for a new version again")
        self.note(Phase.FETCHING, said="", trouble="")
        with at_source(state.source, self.folder, self.keys, self.run) as apt:
            apt.update()
            apt.fetch(version)
            self._wait(is_free)
            with self._writable():
                apt.install(version)
        if self._is_back:
            why = f"Version {version} was not well within a minute: version {self._running()} runs again, and nothing is lost."
            return self.note(Phase.IDLE, found="", notes="", trouble=why)
        return self.note(Phase.IDLE, found="", notes="", said=f"Version {self._running()} runs.")

    def back(self, is_free: Callable[[], bool]) -> UpdateState:
        """Let the version before run again."""
        self.note(Phase.WAITING, found="", notes="", said="", trouble="")
        self._wait(is_free)
        with self._writable():
            done = self.run([ROLLBACK])
        if done.returncode:
            why = (done.stderr.strip().splitlines() or ["the version before does not start"])[-1]
            raise CannotUpdate(why.removeprefix("cardtable: "))
        return self.note(Phase.IDLE, said=f"Version {self._running()} runs.")

    def finish(self, data: Path) -> None:
        """After a cut in the middle of an installation: what was left half done ends, and the wish in `data` with it."""
        if not (self.folder / INSTALLING).exists():
            return
        with self._writable():
            # dpkg brings to its end what was unpacked, but not the unpacking itself.
            if "reinstreq" in self._package()[1]:
                fetched = (self.folder / ARCHIVES).glob(f"{PACKAGE}_{self.state.found}_*.deb")
                self.run(["dpkg", "--force-confold", "--install", *map(str, fetched)])
            self.run(["dpkg", "--configure", "-a"])
        said = f"The power was cut during an update. Version {self._running()} runs."
        self.note(Phase.IDLE, found="", notes="", said=said, trouble="")
        forget_wish(data)

    @contextmanager
    def told(self) -> Iterator[None]:
        """What does not go meanwhile stands in the state, as a sentence; nothing is left there as if it went on."""
        try:
            yield
        except CannotUpdate as error:
            self.note(Phase.IDLE, trouble=str(error))
        except OSError as error:
            self.note(Phase.IDLE, trouble=f"the update does not go: {error.strerror}")
        except KeyboardInterrupt:
            self.note(Phase.IDLE)
            raise

    def _wait(self, is_free: Callable[[], bool]) -> None:
        """Until no hand is being played."""
        self.note(Phase.WAITING)
        while not is_free():
            time.sleep(LOOK_S)
        self.note(Phase.INSTALLING)

    @contextmanager
    def _writable(self) -> Iterator[None]:
        """The system may be written meanwhile, where it usually is not; a cut in between is known by a file."""
        is_readonly = "ro" in self.run(["findmnt", "--noheadings", "--output", "OPTIONS", "/"]).stdout.strip().split(",")
        if is_readonly:
            self.run(["mount", "-o", "remount,rw", "/"])
        mark = self.folder / INSTALLING
        mark.touch()
        os.sync()
        try:
            yield
        finally:
            os.sync()
            mark.unlink(missing_ok=True)
            if is_readonly:
                self.run(["mount", "-o", "remount,ro", "/"])

    @property
    def _is_back(self) -> bool:
        """Whether the package that is installed was not well, and the version before runs."""
        return (self.folder / ROLLED_BACK).exists()

    def _installed(self) -> str:
        """The version of the package, which need not be what runs."""
        version, status = self._package()
        if status[-1] in ("not-installed", "config-files"):
            raise CannotUpdate("this box was not installed as a package: git pull and sudo ./install.sh bring it up to date")
        return version

    def _package(self) -> tuple[str, list[str]]:
        """Its version, and its status in dpkg's words."""
        shown = self.run(["dpkg-query", "--show", "--showformat=${Version} ${Status}", PACKAGE])
        version, _, status = shown.stdout.partition(" ")
        return version, ["not-installed"] if shown.returncode else status.split()

    def _running(self) -> str:
        """The version that runs."""
        return (self.run([PROGRAM, "--version"]).stdout.split() or ["?"])[-1]

    def _is_newer(self, version: str, than: str) -> bool:
        return bool(version) and self.run(["dpkg", "--compare-versions", version, "gt", than]).returncode == 0


def carry_out(data: Path, updates: Updates, is_free: Callable[[], bool]) -> None:
    """Do what the page wishes, once; what comes of it is in the state. `data` is the folder of the log."""
    wish = read_wish(data)
    try:
        if wish:
            with updates.told():
                _do(wish, updates, lambda: _is_wanted(data, wish) and is_free())
    finally:
        if read_wish(data) == wish:
            forget_wish(data)


def is_between_hands(data: Path) -> bool:
    """Whether no hand is being played at the table whose log lies in that folder; also where the log cannot be read."""
    try:
        table = open_table(data)[0].table()
    except BadInput:
        return True
    return table.setup is None or table.is_ended or table.is_hand_over


def is_box_free(configuration: Path) -> bool:
    """The same, asked as the box's own user: what root made in the folder of the log the table's program could not write."""
    ask = ["runuser", "-u", "cardtable", "--", PROGRAM, "update", "--is-free", "--config", str(configuration)]
    return ran(ask).returncode == 0


def _do(wish: UpdateWish, updates: Updates, is_free: Callable[[], bool]) -> None:
    if wish.wanted is Wanted.LOOK:
        updates.look(wish.source)
    elif wish.wanted is Wanted.INSTALL:
        updates.install(wish.version, is_free)
    else:
        updates.back(is_free)


def _is_wanted(data: Path, wish: UpdateWish) -> bool:
    """True while nobody has thought better of it."""
    if read_wish(data) != wish:
        raise CannotUpdate("the update was called off: nothing was changed")
    return True
