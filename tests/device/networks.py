"""A box with its Wi-Fi below a folder: the scripts that look after it, against an nmcli that knows a small world of networks."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parents[2] / "systemd"
OWN = "cardtable-hotspot"
HOME = "Café 7; \\ 'x'".encode().hex()
PASSWORD = " bäck\\slash; #"


class World:
    """A box with its Wi-Fi, below a folder."""

    def __init__(self, root: Path) -> None:
        self.root, self.state = root, root / "run/cardtable-network"
        self.profiles = root / "etc/NetworkManager/system-connections"
        self.data = root / "var/lib/cardtable"
        for folder in (self.state, self.profiles, self.data, root / "proc", root / "bin", root / "usr/share/cardtable"):
            folder.mkdir(parents=True)
        for name in ("nmcli", "iw", "sleep", "hostname", "hostnamectl", "systemctl"):
            (root / "bin" / name).write_text(
                f"#!{sys.executable} -IS\n" + (Path(__file__).parent / "fake_nmcli.py").read_text().partition("\n")[2]
            )
            (root / "bin" / name).chmod(0o755)
        for name in ("hotspot", "dnsmasq.conf"):
            shutil.copy(SCRIPTS / name, root / "usr/share/cardtable")
        self.let(device="wlan0", joined="", near={HOME: PASSWORD}, phones=0, asked=[])
        self.at(100)

    def let(self, **values: Any) -> None:
        (self.root / "world.json").write_text(
            json.dumps({**(self.all() if (self.root / "world.json").exists() else {}), **values})
        )

    def all(self) -> dict[str, Any]:
        return dict(json.loads((self.root / "world.json").read_text()))

    def at(self, uptime: int) -> None:
        (self.root / "proc/uptime").write_text(f"{uptime}.50 1.00\n")

    def hotspot(self, *words: str) -> str:
        return self._run("hotspot", *words)

    def network(self, *wish: str) -> list[str]:
        """Let the script look after the networks; what it answers to a wish."""
        if wish:
            (self.data / "network.wish").write_text("".join(f"{line}\n" for line in wish))
        self._run("network")
        assert not (self.data / "network.wish").exists()
        return (self.state / "answer").read_text().splitlines() if wish else []

    def _run(self, script: str, *words: str) -> str:
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        command = [str(SCRIPTS / script), *words]
        env = {"PATH": path, "CARDTABLE_ROOT": str(self.root)}
        run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
        assert (run.returncode, run.stderr) == (0, "")
        return run.stdout

    @property
    def joined(self) -> str:
        return str(self.all()["joined"])

    def says(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in (self.state / "now").read_text().splitlines())

    def names(self) -> set[str]:
        return {path.name for path in self.profiles.iterdir()}
