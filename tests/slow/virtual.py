"""Virtual machines: Debian's own kernel in QEMU, its root a folder of the host or a disk. Pulling their plug is a power cut."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.slow.machines import made_once, needs, shell

SHARING = (
    *("virtio_ring", "virtio", "virtio_pci_legacy_dev", "virtio_pci_modern_dev", "virtio_pci"),
    *("netfs", "fscache", "9pnet", "9pnet_virtio", "9p"),
)
DISK = ("virtio_blk", "crc16", "crc32c_generic", "libcrc32c", "mbcache", "jbd2", "ext4")
"""Modules of the kernel in the order in which they are put in."""

FIRST = """#!/bin/busybox sh
B=/bin/busybox
$B mkdir -p /new /dev /proc /sys
$B mount -t devtmpfs dev /dev
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
for module in $($B cat /modules/order); do $B insmod /modules/$module.ko; done
{before}
if [ -e /sys/bus/virtio/drivers/9pnet_virtio/virtio* ]; then
    $B mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=loose root /new
    [ ! -b /dev/vda ] || $B mount -t ext4 -o noatime /dev/vda /new/mnt
else
    $B mount -t ext4 -o noatime /dev/vda /new
fi
$B mount -t proc proc /new/proc
$B mount -t sysfs sys /new/sys
$B mount -t devtmpfs dev /new/dev
$B mount -t tmpfs tmp /new/tmp
$B chroot /new /usr/bin/python3 -u /root/program.py
echo ENDED $?
$B poweroff -f
"""


@cache
def release() -> str:
    """The kernel that Debian installs today, as `6.1.0-56-amd64`."""
    said = shell("apt-cache", "depends", "--important", "linux-image-amd64")
    return next(line.split("linux-image-")[1].strip() for line in said.splitlines() if "Depends:" in line)


def kernel() -> Path:
    """A folder with that kernel and its modules, unpacked and not installed."""

    def unpack(draft: Path) -> None:
        draft.mkdir()
        subprocess.run(["apt-get", "download", "-q", f"linux-image-{release()}"], cwd=draft, check=True, capture_output=True)
        shell("dpkg-deb", "-x", next(draft.glob("*.deb")), draft)

    return made_once(f"linux-{release()}", unpack)


def first_root(work: Path, modules: Sequence[str], extra: Sequence[Path] = (), before: str = "") -> Path:
    """What the kernel begins with: busybox, these modules of Debian and `extra` ones, and a script that goes on to the root."""
    needs("busybox", "cpio", "gzip")
    tree = work / "first"
    for folder in ("bin", "modules", "new"):
        (tree / folder).mkdir(parents=True)
    busybox = shutil.which("busybox")
    assert busybox is not None
    shutil.copy(busybox, tree / "bin" / "busybox")
    found = {path.stem: path for path in (kernel() / "lib" / "modules").rglob("*.ko")}
    order = [*modules, *(path.stem for path in extra)]
    for name in modules:
        shutil.copy(found[name], tree / "modules")
    for path in extra:
        shutil.copy(path, tree / "modules")
    (tree / "modules" / "order").write_text(" ".join(order))
    (tree / "init").write_text(FIRST.format(before=before))
    (tree / "init").chmod(0o755)
    packed = work / "first.gz"
    shell("sh", "-c", f"cd {tree} && find . | cpio --quiet -o -H newc | gzip -1 > {packed}")
    return packed


class Guest:
    """A running machine, and the lines that its program writes; without a root, the disk is it."""

    def __init__(self, root: Path | None, first: Path, disk: Path | None = None) -> None:
        needs("qemu-system-x86_64")
        image = next((kernel() / "boot").glob("vmlinuz-*"))
        command = [
            "qemu-system-x86_64",
            "-M",
            "q35,accel=tcg",
            "-cpu",
            "max",
            "-smp",
            "2",
            "-m",
            "768",
            "-nographic",
            "-no-reboot",
        ]
        command += ["-kernel", str(image), "-initrd", str(first), "-append", "console=ttyS0 quiet panic=-1"]
        if root is not None:
            command += ["-virtfs", f"local,path={root},mount_tag=root,security_model=none"]
        if disk is not None:
            command += ["-drive", f"file={disk},format=raw,if=virtio,cache=writeback"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def lines(self) -> Iterator[str]:
        """What it writes, until it ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            # The first one comes after what the firmware has drawn.
            yield line.decode(errors="replace").rpartition("\x1b[?7l\x1b[2J")[2].strip()

    def pull_the_plug(self) -> None:
        """End it at once, with everything that its kernel had not written yet."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def disk(path: Path, megabytes: int = 256, holds: Path | None = None) -> Path:
    """A disk with ext4 on it, empty or with everything that lies in that folder."""
    with path.open("wb") as file:
        os.truncate(file.fileno(), megabytes * 2**20)
    shell("mkfs.ext4", "-q", *(("-d", holds) if holds is not None else ()), path)
    return path


@contextmanager
def mounted(image: Path, where: Path) -> Iterator[Path]:
    """The disk as it would be found at the next start."""
    where.mkdir(exist_ok=True)
    shell("mount", "-o", "loop", image, where)
    try:
        yield where
    finally:
        shell("umount", where)
