"""Hub and box as processes of their own, to be killed: `python -m tests.club.processes hub|box FILE`, told by a file of JSON."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event

from club import line
from club.archive import archive_at
from club.connection import Access
from club.intake import Intake
from device.ending import ending


@dataclass
class Program:
    """A process that is started, killed and started again."""

    words: list[str]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", __name__, *self.words])

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


@contextmanager
def program(what: str, folder: Path, access: Access, **more: str) -> Iterator[Program]:
    """A hub whose archive, or a box whose log, lies in that folder."""
    folder.mkdir(exist_ok=True)
    told = folder / f"{what}.json"
    told.write_text(json.dumps({"folder": str(folder), "access": asdict(access), **more}))
    running = Program([what, str(told)])
    running.start()
    try:
        yield running
    finally:
        running.stop()


def main(what: str, told: Path) -> None:
    values = json.loads(told.read_text())
    access, folder, stop = Access(**values["access"]), Path(values["folder"]), Event()
    with ending(stop.set):
        if what == "box":
            line.KEEP_S = 0.1  # what the test waits for
            line.Line(folder, access, "test").run(stop)
        else:
            Intake(archive_at(values["archive"]), access, lambda: None).run(stop)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
