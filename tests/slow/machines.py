"""Whole Debian systems to test on: made once with mmdebstrap, kept under build/, used through an overlay that is thrown away."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import skip_tier

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "machines"

PATIENCE_S = 60.0
PATH = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"


def needs(*programs: str) -> None:
    """Skip where one of them is not installed."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        skip_tier("machines", f"not installed: {', '.join(missing)}")


def shell(*command: object, timeout: float = 600) -> str:
    """What the command says on standard output; an error with everything it said where it fails."""
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=timeout)
    assert run.returncode == 0, f"{command}: {run.returncode}\n{run.stdout[-3000:]}\n{run.stderr[-3000:]}"
    return run.stdout


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder of that name below build/; where it is not there yet `make` makes it, whole or not at all."""
    folder = BUILD / name
    if not folder.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        draft = BUILD / f"{name}.part"
        shutil.rmtree(draft, ignore_errors=True)
        make(draft)
        draft.rename(folder)
    return folder


def debian(suite: str, name: str, *packages: str, architecture: str = "") -> Path:
    """The root of such a system."""
    needs("mmdebstrap")
    # Mirrors that stand still have lists that are out of date.
    options = ["--variant=minbase", '--aptopt=Acquire::Check-Valid-Until "false"', f"--include={','.join(packages)}"]
    if architecture:
        options.append(f"--architectures={architecture}")
    return made_once(f"{suite}-{name}", lambda draft: shell("mmdebstrap", *options, suite, draft, timeout=3000))


def libraries(name: str, platforms: Sequence[str], *wanted: str) -> Path:
    """What pip has for Bookworm's Python on one of those platforms, to be imported there."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--only-binary=:all:", "--python-version=3.11"]
    options = [*(f"--platform={platform}" for platform in platforms), "-c", ROOT / "constraints.txt"]
    return made_once(name, lambda draft: shell(*pip, *options, f"--target={draft}", *wanted))


@contextmanager
def throw_away(base: Path, work: Path) -> Iterator[Path]:
    """The system as one may change it: what is written goes to `work`."""
    upper, scratch, merged = (work / name for name in ("upper", "scratch", "merged"))
    for folder in (upper, scratch, merged):
        folder.mkdir()
    shell("mount", "-t", "overlay", "overlay", "-o", f"lowerdir={base},upperdir={upper},workdir={scratch}", merged)
    try:
        yield merged
    finally:
        shell("umount", "--lazy", merged)


class Container:
    """A booted system; `run` runs a command in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        command = ["systemd-nspawn", "-q", f"--directory={root}", "--boot", "--register=no", "--keep-unit", "--private-network"]
        self._nspawn = subprocess.Popen([*command, "--console=passive"], stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        self.wait("systemctl is-system-running | grep -E 'running|degraded'")

    def _inside(self, *command: str) -> list[str]:
        """The command in the container's own world; its first process is the one that nspawn keeps."""
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text().split()
        assert children, "the container does not run"
        return ["nsenter", "-t", children[0], "-m", "-u", "-i", "-n", "-p", "--", "/usr/bin/env", "-i", PATH, *command]

    def run(self, command: str, timeout: float = 300) -> str:
        """What a shell command says in there."""
        return shell(*self._inside("/bin/sh", "-c", f"cd /root; {command}"), timeout=timeout)

    def wait(self, command: str, patience: float = PATIENCE_S) -> float:
        """Until the command succeeds; how many seconds that took."""
        begin = time.monotonic()
        while True:
            try:
                self.run(command)
                return time.monotonic() - begin
            except AssertionError:
                if time.monotonic() > begin + patience:
                    raise

    def stop(self) -> None:
        """Switch it off."""
        subprocess.run(self._inside("systemctl", "poweroff", "--force", "--force"), check=False)
        try:
            self._nspawn.wait(20)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()


@contextmanager
def booted(root: Path) -> Iterator[Container]:
    """That system, running."""
    container = Container(root)
    try:
        yield container
    finally:
        container.stop()
