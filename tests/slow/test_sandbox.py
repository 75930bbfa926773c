"""From inside the sandbox: what a program that was taken over could not do."""

import json
import shutil
from pathlib import Path

import pytest

from tests.slow.machines import Container
from tests.slow.test_install import both_are_up, box, package

__all__ = ["box", "package"]

TRIES = """
import ctypes, json, os, pathlib, socket
def tried(attempt):
    try:
        attempt()
    except (OSError, PermissionError) as error:
        return type(error).__name__
    return "done"
def called(name, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), name)
found = {
    "write to /etc": tried(lambda: pathlib.Path("/etc/cardtable-was-here").write_text("x")),
    "write to /opt": tried(lambda: pathlib.Path("/opt/cardtable/was-here").write_text("x")),
    "write to /usr": tried(lambda: pathlib.Path("/usr/was-here").write_text("x")),
    "read /root": tried(lambda: os.listdir("/root")),
    "read /home": tried(lambda: pathlib.Path("/home/secret").read_text()),
    "raw socket": tried(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)),
    "packet socket": tried(lambda: socket.socket(17, socket.SOCK_RAW)),
    "trace the first process": tried(lambda: called("ptrace", 16, 1, 0, 0)),
    "change the clock": tried(lambda: __import__("time").clock_settime(0, 0)),
    "a new namespace": tried(lambda: called("unshare", 0x10000000)),
    "become root": tried(lambda: os.setuid(0)),
    "its own folder": tried(lambda: pathlib.Path("/var/lib/cardtable/was-here").write_text("x")),
}
pathlib.Path("/var/lib/cardtable/tries.json").write_text(json.dumps(found))
"""


@pytest.mark.parametrize("unit", ["cardtable-web", "cardtable-table"])
def test_nothing_leaves_the_sandbox(box: Container, package: Path, unit: str) -> None:  # fixtures of another module
    shutil.copy(package, box.root / "root" / "cardtable.deb")
    box.run("dpkg -i cardtable.deb; echo secret > /home/secret")
    both_are_up(box)
    (box.root / "usr" / "share" / "cardtable" / "tries.py").write_text(TRIES)
    drop_in = f"/run/systemd/system/{unit}.service.d"
    script = "/opt/cardtable/venv/bin/python /usr/share/cardtable/tries.py"
    box.run(
        f"mkdir -p {drop_in} && printf '%s\\n' '[Service]' Type=oneshot Restart=no WatchdogSec=0 ExecStart= 'ExecStart={script}'"
        f" > {drop_in}/tries.conf && systemctl daemon-reload && systemctl stop {unit}; systemctl start {unit}"
    )
    found = json.loads(box.run("cat /var/lib/cardtable/tries.json"))
    assert found.pop("its own folder") == "done"
    assert {what for what, outcome in found.items() if outcome == "done"} == set()
