"""apt at a source of releases, with a list, folders and keys of its own: nothing that the system has for itself takes part.

What is not signed by a key that the box trusts is not taken; what a source says of itself is believed only after that.
"""

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from device.errors import BadInput

PACKAGE = "cardtable"

STICK = Path("/run/cardtable-update")
"""Where a USB stick is looked at."""

ON_A_STICK = (".", "cardtable")
"""Folders of a stick in which a release may lie."""

PLACE = re.compile(r"(https?://[A-Za-z0-9.:-]+(/[A-Za-z0-9._~/%+-]*)?|/[A-Za-z0-9._~/+-]*)")
"""An address or a folder: nothing that apt's list would read as more."""

REASONS = (
    (
        r"NO_PUBKEY|BADSIG|EXPKEYSIG|not signed|signature|Sub-process .*sqv",
        "what lies at {place} is not signed by anybody whom this box trusts: nothing was taken; ask whoever gave you the place",
    ),
    (
        r"Hash Sum mismatch|unexpected size|Mirror sync|Undetermined Error",
        "what lies at {place} is damaged, or half copied: nothing was taken; copy it anew, or try again later",
    ),
    (r"enough free space|No space left", "there is no room on the card: delete pictures on this page, and try again"),
    (
        r"unmet dependencies|not installable|Unable to correct",
        "the new version needs a package of the system that {place} does not have: bring the system up to date first",
    ),
    (
        r"Could not resolve|Temporary failure|Could not connect|Cannot initiate|Connection (refused|failed|timed)"
        r"|Network is unreachable|Could not handshake|certificate",
        "{place} does not answer: is the box in the internet, and is the address right?",
    ),
    (r"404|does not have a Release file|File not found|Failed to fetch", "no release lies at {place}: is the address right?"),
    (
        r"Could not get lock|Unable to (acquire|lock)",
        "another program installs something just now: try again in a minute",
    ),
    (r"Read-only\sfile\ssystem", "the card cannot be written: it may be worn out; make a backup, and take a new one"),
)
"""What apt says when it does not go, and what that means to an owner."""

ARCHIVES = Path("cache", "archives")
"""Where apt keeps what it fetched, below the folder of its own."""

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


class CannotUpdate(BadInput):
    """An update that does not go; the sentence says why, and what to do."""


def ran(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """What a program of the system says and how it ends, in English."""
    spoken = {**os.environ, "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, capture_output=True, text=True, errors="replace", env=spoken, check=False)  # noqa: S603  # the system's own


class Apt:
    """apt at a source that is at hand, as `at_source` gives it. Raises `CannotUpdate`."""

    def __init__(self, options: dict[str, object], place: str, run: Run) -> None:
        self.place, self.run = place, run
        self._options = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]

    def update(self) -> None:
        """See what the source has."""
        self._get("update")

    def fetch(self, version: str) -> None:
        """Bring a version here; what was cut off goes on where it ended."""
        self._get("--yes", "--download-only", "install", f"{PACKAGE}={version}")

    def install(self, version: str) -> None:
        """Install what was fetched, and give its room back."""
        self._get("--yes", "install", f"{PACKAGE}={version}")
        self._get("clean")

    def newest(self) -> str:
        """The newest version of the source and the system; empty where there is none."""
        found = re.search(r"Candidate: (\S+)", self._asked("policy", PACKAGE))
        return found[1] if found and found[1] != "(none)" else ""

    def notes(self, version: str) -> str:
        """The release notes: they stand in the package's own description, and so are signed with it."""
        found = re.search(r"^Release-Notes:(.*\n(?: .*\n?)*)", self._asked("show", f"{PACKAGE}={version}"), re.MULTILINE)
        lines = found[1].splitlines() if found else []
        return "\n".join("" if line.strip() == "." else line.removeprefix(" ") for line in lines).strip()

    def _asked(self, *words: str) -> str:
        return self.run(["apt-cache", *self._options, *words]).stdout

    def _get(self, *words: str) -> None:
        done = self.run(["apt-get", *self._options, *words])
        if done.returncode:
            raise CannotUpdate(why_not(done.stdout + done.stderr, self.place))


@contextmanager
def at_source(source: str, folder: Path, keys: Sequence[Path], run: Run) -> Iterator[Apt]:
    """Apt at an address, at a folder, or at a stick where the source is empty; it keeps its own things in `folder`.

    `keys` are trusted, as far as they are there. Raises `CannotUpdate`, OSError.
    """
    trusted = ",".join(str(key) for key in keys if key.exists())
    if not trusted:
        raise CannotUpdate(f"this box trusts nobody's updates: put the public key of whoever makes them into {keys[-1]}")
    with _place(source, run) as place:
        for name in ("lists", "cache"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        listed = folder / "sources.list"
        listed.write_text(f"deb [signed-by={trusted}] {place} ./\n")
        options: dict[str, object] = {
            "Dir::Etc::SourceList": listed,
            "Dir::Etc::SourceParts": "-",
            "Dir::State::Lists": folder / "lists",
            "Dir::Cache": folder / "cache",
            "APT::Update::Error-Mode": "any",
            "APT::Install-Recommends": "false",
            "Acquire::Retries": "2",
            "Acquire::Languages": "none",
            "Dpkg::Options::": "--force-confold",
        }
        yield Apt(options, source or "the USB stick", run)


@contextmanager
def _place(source: str, run: Run) -> Iterator[str]:
    """The source as apt writes it, which copies what it takes from a folder; a stick is there meanwhile."""
    if not source:
        with _stick(run) as folder:
            yield f"copy:{folder}"
        return
    if not PLACE.fullmatch(source):
        raise CannotUpdate(f"{source} is no address and no folder: expected https://… or /…, or nothing for a USB stick")
    if source.startswith("/") and not _is_release(Path(source)):
        raise CannotUpdate(f"no release lies at {source}: expected a folder with InRelease and Packages in it")
    yield f"copy:{source}" if source.startswith("/") else source


@contextmanager
def _stick(run: Run) -> Iterator[Path]:
    """The folder of the first stick on which a release lies."""
    for device in _sticks(run):
        STICK.mkdir(parents=True, exist_ok=True)
        if run(["mount", "-o", "ro,nosuid,nodev,noexec", device, str(STICK)]).returncode:
            continue
        try:
            folders = [STICK / name for name in ON_A_STICK if _is_release(STICK / name)]
            if folders:
                yield folders[0]
                return
        finally:
            run(["umount", str(STICK)])
    raise CannotUpdate("no USB stick with a release is in: copy the folder of a release to one, as its folder cardtable")


def _is_release(folder: Path) -> bool:
    try:
        return (folder / "InRelease").exists()
    except OSError:
        return False


def _sticks(run: Run) -> list[str]:
    found = run(["lsblk", "--json", "--list", "--paths", "--output", "NAME,RM,FSTYPE"])
    try:
        devices = json.loads(found.stdout)["blockdevices"]
    except (ValueError, KeyError):
        return []
    return [device["name"] for device in devices if device["rm"] and device["fstype"]]


def why_not(output: str, place: str) -> str:
    """What apt says, as a sentence with what to do."""
    for pattern, sentence in REASONS:
        if re.search(pattern, output, re.IGNORECASE):
            return sentence.format(place=place)
    lines = [line for line in output.splitlines() if line.startswith(("E:", "W:", "dpkg:"))]
    return f"apt does not do it: {(lines or output.strip().splitlines() or ['it says nothing'])[-1]}"
