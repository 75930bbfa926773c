"""Updates by the system's own apt: what is signed and newer is found and fetched, and everything else is named.

The system's packages stay as they are: a private status file stands for what is installed, and installing is noted, not done.
"""

import hashlib
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from device import updating
from device.apt import CannotUpdate, ran, why_not
from device.updating import INSTALLING, ROLLED_BACK, Updates, carry_out
from tests.conftest import skip_tier
from web.updates import WISH, Phase, UpdateWish, Wanted, read_wish, write_wish

NEEDED = ("apt-get", "dpkg-deb", "apt-ftparchive", "gpg")
CONTROL = """Package: cardtable
Version: {version}
Architecture: all
Maintainer: The Cardtable project <cardtable@localhost>
Release-Notes:
 ### Added
 .
 - Something new in {version}.
Description: watches a card table
"""
STATUS = "Package: cardtable\nStatus: install ok installed\nVersion: {version}\nArchitecture: all\n\n"


SIGN = Path(__file__).parents[2] / "scripts" / "sign"


def shell(*words: object, **around: str) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, env=os.environ | around)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Releaser:
    """Somebody who signs releases."""

    def __init__(self, home: Path, name: str) -> None:
        home.mkdir(mode=0o700)
        self.home, self.name = home, name
        self.gpg = ["gpg", "--homedir", str(home), "--batch", "--pinentry-mode", "loopback", "--passphrase", ""]
        shell(*self.gpg, "--quick-generate-key", name, "ed25519", "sign", "never")
        self.key = home / "key.asc"
        self.key.write_text(shell(*self.gpg, "--armor", "--export", name))

    def release(self, folder: Path, *versions: str) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        for version in versions:
            tree = folder / "tree"
            (tree / "DEBIAN").mkdir(parents=True)
            (tree / "DEBIAN" / "control").write_text(CONTROL.format(version=version))
            (tree / "filler").write_bytes(hashlib.shake_256(version.encode()).digest(300_000))
            shell("dpkg-deb", "--root-owner-group", "--build", tree, folder / f"cardtable_{version}_all.deb")
            shutil.rmtree(tree)
        self.sign(folder)
        return folder

    def sign(self, folder: Path) -> None:
        shell(SIGN, folder, self.name, GNUPGHOME=str(self.home), SOURCE_DATE_EPOCH="1700000000")


@pytest.fixture(scope="module")
def releaser(tmp_path_factory: pytest.TempPathFactory) -> Releaser:
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing:
        skip_tier("apt", f"not installed: {', '.join(missing)}")
    return Releaser(tmp_path_factory.mktemp("releaser") / "home", "release@cardtable.example")


def is_installing(command: Sequence[str]) -> bool:
    return "install" in command and "--download-only" not in command


class Machine:
    """The system around: apt is real, with a status of its own; the box's programs and what changes the system are played."""

    def __init__(self, folder: Path) -> None:
        self.running = self.package = "1.0"
        self.is_well, self.options, self.dpkg_says = True, "rw", "install ok installed"
        self.asked: list[Sequence[str]] = []
        self.status, self.folder = folder / "status", folder / "updates"

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        self.asked.append(command)
        match command[0]:
            case "apt-get" | "apt-cache" if not is_installing(command):
                self.status.write_text(STATUS.format(version=self.package))
                apart = ["-o", f"Dir::State::status={self.status}", "-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User=root"]
                return ran([command[0], *apart, *command[1:]])
            case "apt-get":
                self.package = command[-1].partition("=")[2]
                if self.is_well:
                    self.running = self.package
                    (self.folder / ROLLED_BACK).unlink(missing_ok=True)
                else:
                    (self.folder / ROLLED_BACK).touch()
                return self._said()
            case "dpkg":
                return ran(command) if "--compare-versions" in command else self._said()
            case "dpkg-query":
                return self._said(f"{self.package} {self.dpkg_says}")
            case "findmnt":
                return self._said(self.options)
            case updating.PROGRAM:
                return self._said(f"cardtable, version {self.running}")
        return self._said()

    def _said(self, words: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 0, words, "")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def updates(tmp_path: Path, releaser: Releaser, machine: Machine) -> Updates:
    return Updates(tmp_path / "updates", [releaser.key], machine.run)


def test_what_is_new_is_found_with_its_notes_and_installed(
    tmp_path: Path, releaser: Releaser, updates: Updates, machine: Machine
) -> None:
    place = releaser.release(tmp_path / "release", "1.1", "1.2")
    found = updates.look(str(place))
    assert (found.phase, found.found, found.trouble) == (Phase.IDLE, "1.2", "")
    assert found.notes == "### Added\n\n- Something new in 1.2."
    done = updates.install("1.2", lambda: True)
    assert (done.said, done.found, machine.running) == ("Version 1.2 runs.", "", "1.2")
    assert "nothing newer" in updates.look(str(place)).said


def test_nothing_is_installed_that_was_not_found(tmp_path: Path, releaser: Releaser, updates: Updates) -> None:
    updates.look(str(releaser.release(tmp_path / "release", "1.1")))
    for version in ("", "1.2", "1.1; reboot"):
        with pytest.raises(CannotUpdate, match="look for a new version again"):
            updates.install(version, lambda: True)


def test_an_older_release_is_no_update(tmp_path: Path, releaser: Releaser, updates: Updates) -> None:
    found = updates.look(str(releaser.release(tmp_path / "release", "0.9")))
    assert (found.found, found.said) == ("", f"Version 1.0 runs, and nothing newer lies at {tmp_path / 'release'}.")


def test_a_version_that_was_not_well_is_told_and_not_offered_again(
    tmp_path: Path, releaser: Releaser, updates: Updates, machine: Machine
) -> None:
    machine.is_well = False
    place = str(releaser.release(tmp_path / "release", "1.1"))
    updates.look(place)
    done = updates.install("1.1", lambda: True)
    assert done.trouble == "Version 1.1 was not well within a minute: version 1.0 runs again, and nothing is lost."
    again = updates.look(place)
    assert (again.found, "was tried and was not well" in again.said) == ("", True)
    machine.is_well = True
    releaser.release(tmp_path / "release", "1.2")
    updates.look(place)
    assert updates.install("1.2", lambda: True).said == "Version 1.2 runs."


def test_what_somebody_else_signed_or_nobody_is_not_taken(tmp_path: Path, releaser: Releaser, updates: Updates) -> None:
    other = Releaser(tmp_path / "other", "other@cardtable.example")
    for is_changed in (False, True):
        place = releaser.release(tmp_path / "release", "1.1")
        if is_changed:
            signed = place / "InRelease"
            signed.write_bytes(signed.read_bytes().replace(b" Packages", b" Packaged"))
        else:
            other.sign(place)
        with pytest.raises(CannotUpdate, match="not signed by anybody whom this box trusts"):
            updates.look(str(place))
    with pytest.raises(CannotUpdate, match="trusts nobody's updates"):
        Updates(tmp_path / "updates", [tmp_path / "no key"], updates.run).look(str(place))


def test_a_package_that_was_changed_after_it_was_signed_is_not_taken(
    tmp_path: Path, releaser: Releaser, updates: Updates, machine: Machine
) -> None:
    place = releaser.release(tmp_path / "release", "1.1")
    updates.look(str(place))
    package = place / "cardtable_1.1_all.deb"
    package.write_bytes(package.read_bytes()[:-1] + b"?")
    with pytest.raises(CannotUpdate, match="is damaged, or half copied"):
        updates.install("1.1", lambda: True)
    assert machine.package == "1.0"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("/nowhere", "no release lies at /nowhere"),
        ("ftp://example.org", "is no address and no folder"),
        ("/a folder", "is no address and no folder"),
        ("http://x/ ./\ndeb [trusted=yes] http://y", "is no address and no folder"),
        ("http://127.0.0.1:1/", "http://127.0.0.1:1/ does not answer"),
        ("", "no USB stick with a release is in"),
    ],
)
def test_a_source_that_has_nothing_is_named(updates: Updates, source: str, words: str) -> None:
    with pytest.raises(CannotUpdate, match=words):
        updates.look(source)


def test_a_download_that_was_cut_off_goes_on_where_it_ended(
    tmp_path: Path, releaser: Releaser, updates: Updates, cutting: Callable[[Path], tuple[str, list[int]]]
) -> None:
    address, begun = cutting(releaser.release(tmp_path / "release", "1.1"))
    updates.look(address)
    done = updates.install("1.1", lambda: True)
    assert done.said == "Version 1.1 runs."
    assert begun[0] == 0
    assert begun[-1] >= 100_000


@pytest.fixture
def cutting() -> Iterator[Callable[[Path], tuple[str, list[int]]]]:
    """A server of a folder that cuts a package off after a third, once; and from where packages were asked."""
    servers: list[ThreadingHTTPServer] = []

    def start(folder: Path) -> tuple[str, list[int]]:
        begun: list[int] = []

        class Cutting(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = folder / self.path.lstrip("/")
                if not path.is_file():
                    self.send_error(404)
                    return
                content, is_package = path.read_bytes(), path.suffix == ".deb"
                at = int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
                self.send_response(206 if at else 200)
                self.send_header("Content-Length", str(len(content) - at))
                self.send_header("Accept-Ranges", "bytes")
                self.send_header("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
                if at:
                    self.send_header("Content-Range", f"bytes {at}-{len(content) - 1}/{len(content)}")
                self.end_headers()
                whole = content[at:]
                if is_package:
                    begun.append(at)
                    whole = whole if len(begun) > 1 else whole[: len(content) // 3 + 100_000 // 3]
                self.wfile.write(whole)
                self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Cutting)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/", begun

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_what_the_page_wishes_is_done_once_and_its_trouble_told(tmp_path: Path, releaser: Releaser, updates: Updates) -> None:
    data = tmp_path / "data"
    write_wish(data, UpdateWish(Wanted.LOOK, str(releaser.release(tmp_path / "release", "1.1"))))
    carry_out(data, updates, lambda: True)
    assert updates.state.found == "1.1"
    write_wish(data, UpdateWish(Wanted.INSTALL, version="1.1"))
    carry_out(data, updates, lambda: True)
    assert (updates.state.said, read_wish(data)) == ("Version 1.1 runs.", None)
    write_wish(data, UpdateWish(Wanted.LOOK, "/nowhere"))
    carry_out(data, updates, lambda: True)
    assert updates.state.trouble.startswith("no release lies at /nowhere")
    (data / WISH).write_text('{"wanted": "everything"}')
    carry_out(data, updates, lambda: True)
    assert not (data / WISH).exists()


def test_what_somebody_types_and_fails_is_told_to_the_page_too(updates: Updates) -> None:
    with updates.told():
        updates.look("/nowhere")
    assert (updates.state.phase, updates.state.trouble[:28]) == (Phase.IDLE, "no release lies at /nowhere:")
    updates.note(Phase.FETCHING)
    with suppress(KeyboardInterrupt), updates.told():
        raise KeyboardInterrupt
    assert updates.state.phase is Phase.IDLE


def test_a_hand_that_is_being_played_is_not_interrupted_and_an_update_can_be_called_off(
    tmp_path: Path, releaser: Releaser, updates: Updates, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, phases = tmp_path / "data", list[Phase]()
    updates.look(str(releaser.release(tmp_path / "release", "1.1")))
    monkeypatch.setattr(updating, "LOOK_S", 0)

    def is_free() -> bool:
        phases.append(updates.state.phase)
        assert machine.package == "1.0"
        return len(phases) == 3

    write_wish(data, UpdateWish(Wanted.INSTALL, version="1.1"))
    carry_out(data, updates, is_free)
    assert (phases, machine.package) == ([Phase.WAITING] * 3, "1.1")

    releaser.release(tmp_path / "release", "1.2")
    updates.look(updates.state.source)
    write_wish(data, UpdateWish(Wanted.INSTALL, version="1.2"))

    def is_called_off() -> bool:
        (data / WISH).unlink(missing_ok=True)
        return False

    carry_out(data, updates, is_called_off)
    assert updates.state.trouble == "the update was called off: nothing was changed"
    assert (machine.package, updates.state.phase) == ("1.1", Phase.IDLE)


def test_a_system_that_may_only_be_read_is_opened_for_the_installation_alone(
    tmp_path: Path, releaser: Releaser, updates: Updates, machine: Machine
) -> None:
    machine.options = "ro,noatime"
    updates.look(str(releaser.release(tmp_path / "release", "1.1")))
    updates.install("1.1", lambda: True)
    changed = [words for words in machine.asked if words[0] == "mount" or is_installing(words)]
    assert [words[2] if words[0] == "mount" else "install" for words in changed] == ["remount,rw", "install", "remount,ro"]


def test_an_installation_that_was_cut_is_finished_at_the_next_start(updates: Updates, machine: Machine) -> None:
    updates.finish(updates.folder)
    assert machine.asked == []
    updates.folder.mkdir()
    (updates.folder / INSTALLING).touch()
    write_wish(updates.folder, UpdateWish(Wanted.INSTALL, version="1.1"))
    updates.finish(updates.folder)
    assert ["dpkg", "--configure", "-a"] in machine.asked
    assert updates.state.said == "The power was cut during an update. Version 1.0 runs."
    assert not (updates.folder / INSTALLING).exists()
    assert read_wish(updates.folder) is None


def test_a_package_that_was_cut_while_it_was_unpacked_is_unpacked_anew(
    tmp_path: Path, releaser: Releaser, updates: Updates, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = releaser.release(tmp_path / "release", "1.1")
    updates.look(str(place))
    run = machine.run

    def is_cut(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        if is_installing(command):
            raise SystemExit
        return run(command)

    monkeypatch.setattr(updates, "run", is_cut)
    with pytest.raises(SystemExit):
        updates.install("1.1", lambda: True)
    (updates.folder / INSTALLING).touch()
    monkeypatch.setattr(updates, "run", run)
    machine.dpkg_says = "install reinstreq half-installed"
    shutil.rmtree(place)
    updates.finish(tmp_path)
    (unpacked,) = [words for words in machine.asked if words[0] == "dpkg" and "--install" in words]
    assert Path(unpacked[-1]).name == "cardtable_1.1_all.deb"
    assert Path(unpacked[-1]).read_bytes()
    assert updates.look(str(releaser.release(tmp_path / "next", "1.2"))).found == "1.2"


def test_two_signings_of_the_same_packages_differ_in_their_signatures_alone(tmp_path: Path, releaser: Releaser) -> None:
    def unsigned(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".asc" and path.name != "InRelease"}

    place = releaser.release(tmp_path / "release", "1.1", "1.2")
    first = unsigned(place)
    first.pop("Release.gpg")
    releaser.sign(place)
    again = unsigned(place)
    again.pop("Release.gpg")
    assert first == again
    assert b"Date: Tue, 14 Nov 2023 22:13:20 +0000" in first["Release"]
    shell(*releaser.gpg, "--verify", place / "Release.gpg", place / "Release")
    shell(*releaser.gpg, "--verify", place / "SHA256SUMS.asc", place / "SHA256SUMS")


def test_going_back_says_what_runs_or_why_not(updates: Updates, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert updates.back(lambda: True).said == "Version 1.0 runs."
    answer = subprocess.CompletedProcess([], 2, "", "cardtable: there is no version before this one\n")
    run = machine.run
    monkeypatch.setattr(updates, "run", lambda command: answer if command == [updating.ROLLBACK] else run(command))
    with pytest.raises(CannotUpdate, match=r"^there is no version before this one"):
        updates.back(lambda: True)


def test_what_apt_says_otherwise_is_passed_on() -> None:
    assert why_not("Reading...\nE: The moon is full.\n", "x") == "apt does not do it: E: The moon is full."
    assert "no room on the card" in why_not("E: You don't have enough free space in /var/cache/apt/archives/.", "x")
    assert "another program installs" in why_not("E: Could not get lock /var/lib/dpkg/lock-frontend.", "x")
