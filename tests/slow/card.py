"""A card with the image on it, in an emulated machine for 64-bit Arm: its own kernel and initramfs, its own programs."""

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.slow.machines import BUILD, ROOT, needs, shell

MIB = 2**20
BOOT_AT = 4 * MIB
"""Where the boot partition begins."""

PATIENCE_S = 5400.0
"""Seconds for a start, or a command, without acceleration, on a machine that does other things beside."""

AS_THE_BOX = "setpriv --reuid=cardtable --regid=cardtable --clear-groups /opt/cardtable/venv/bin/python"
"""Begins a command that the program's own Python runs in there, as the program's own user."""

SSH = ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=60"]


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Card:
    """A card of so many megabytes on which the image was written, with a key on its boot partition that lets us in."""

    def __init__(self, image: Path, work: Path, megabytes: int = 6144) -> None:
        needs("qemu-system-aarch64", "mcopy", "ssh", "ssh-keygen")
        self.work, self.disk, self.key = work, work / "card", work / "key"
        shell("cp", "--sparse=always", image, self.disk)
        os.truncate(self.disk, megabytes * MIB)
        shell("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key)
        self.put(work / "key.pub", "authorized_keys")

    def put(self, file: Path, name: str) -> None:
        """Lay a file on the boot partition, as any computer would."""
        shell("mcopy", "-o", "-i", f"{self.disk}@@{BOOT_AT}", file, f"::/{name}")

    def take(self, name: str) -> Path:
        """A copy of a file of the boot partition."""
        shell("mcopy", "-n", "-o", "-i", f"{self.disk}@@{BOOT_AT}", f"::/{name}", self.work / name)
        return self.work / name


class Machine:
    """That card in a machine that is switched on, with a USB stick in it where one is given as a file of its bytes."""

    def __init__(self, card: Card, stick: Path | None = None) -> None:
        self._card, self.page, self._ssh = card, free_port(), free_port()
        settings = dict(
            line.split("=", 1) for line in card.take("config.txt").read_text().splitlines() if line.startswith("kernel=")
        )
        kernel = card.take(settings["kernel"])
        first = card.take(settings["kernel"].replace("vmlinuz", "initrd.img"))
        words = card.take("cmdline.txt").read_text().split()
        line = " ".join(["console=ttyAMA0", *(word for word in words if not word.startswith("console="))])
        self.said = card.work / f"console-{time.monotonic_ns()}"
        ports = f"hostfwd=tcp:127.0.0.1:{self.page}-:80,hostfwd=tcp:127.0.0.1:{self._ssh}-:22"
        command = [
            "qemu-system-aarch64",
            "-M",
            "virt",
            "-cpu",
            "cortex-a72",
            "-smp",
            "2",
            "-m",
            "2048",
            "-display",
            "none",
            "-no-reboot",
        ]
        command += [
            "-kernel",
            str(kernel),
            "-initrd",
            str(first),
            "-append",
            line,
            "-serial",
            f"file:{self.said}",
            "-monitor",
            "none",
        ]
        command += ["-drive", f"file={card.disk},format=raw,if=virtio,cache=writeback"]
        command += ["-netdev", f"user,id=net,restrict=on,{ports}", "-device", "virtio-net-pci,netdev=net"]
        if stick:
            command += ["-drive", f"file={stick},format=raw,if=none,id=stick,readonly=on", "-device", "qemu-xhci"]
            command += ["-device", "usb-storage,drive=stick,removable=on"]
        self.began = time.monotonic()
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def answers(self) -> float:
        """Wait until the page answers; how many seconds after the machine was switched on."""
        self.tells("/healthz")
        return time.monotonic() - self.began

    def tells(self, path: str) -> str:
        """What the page says there, once it answers: without acceleration it may be too slow for its own watchdog."""
        since = time.monotonic()
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.page}{path}", timeout=60) as answer:
                    return str(answer.read().decode())
            except OSError:
                self._is_patient(since, f"the page does not answer at {path}")

    def says(self, words: str) -> None:
        """Wait until that stands on the screen."""
        since = time.monotonic()
        while words not in self.console():
            self._is_patient(since, f"nothing said {words!r}")

    def console(self) -> str:
        """What the machine has written on its screen."""
        return self.said.read_text(errors="replace") if self.said.exists() else ""

    def inside(self, command: str) -> list[str]:
        """A command that runs a shell command in there, as root."""
        return ["ssh", *SSH, "-i", str(self._card.key), "-p", str(self._ssh), "root@127.0.0.1", command]

    def run(self, command: str) -> str:
        """What a shell command says in there."""
        return shell(*self.inside(command), timeout=PATIENCE_S)

    def pull_the_plug(self) -> None:
        """End it at once, with everything that its kernel had not written yet."""
        self.process.kill()
        self.process.wait()

    def _is_patient(self, since: float, otherwise: str) -> None:
        assert self.process.poll() is None, f"the machine has ended\n{self.console()[-3000:]}"
        assert time.monotonic() - since < PATIENCE_S, f"{otherwise}\n{self.console()[-3000:]}"
        time.sleep(1)


@contextmanager
def switched_on(card: Card, stick: Path | None = None) -> Iterator[Machine]:
    """That card in a machine, which ends with its plug pulled."""
    machine = Machine(card, stick)
    try:
        yield machine
    finally:
        machine.pull_the_plug()


def what_is_built(work: Path, source: Path = ROOT, there: str = "CARDTABLE_IMAGE") -> Path:
    """The folder of what `make image` makes of a source; what the environment names is there already."""
    if there in os.environ:
        return Path(os.environ[there])
    needs("mmdebstrap", "qemu-aarch64-static")
    shell("env", f"CACHE={BUILD / 'debs'}", source / "image" / "build", timeout=7200)
    out = work / "out"
    shutil.move(source / "build" / "image" / "debian" / "out", out)
    return out
