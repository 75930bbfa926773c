"""Knocks at every door for a while: a line for each, what broke something in build/fuzz, and 1 where anything did."""

import hashlib
import logging
import resource
import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import cv2

from tests.fuzz import box, club, files, games, owner, pictures, records, web
from tests.fuzz.door import ROOT

FILES = (games.rules, files.configuration, files.keys, files.tags, files.calibration, files.decks)
LOGS = (records.records, records.boards, records.rows, records.log)
CLUB = (club.excerpts, club.answers, club.codes, club.memberships)
OWNER = (owner.notes, owner.sources, owner.bundles)
ALL = (pictures.pictures, pictures.recordings, *LOGS, *FILES, *CLUB, *OWNER, box.questions, box.readers, web.page)
DOORS = {make.__name__: make for make in ALL}
MEMORY = Path("/dev/shm")
"""Where nothing waits for a disk."""

MOST_MEMORY = 4 * 2**30
"""Bytes of addresses: what does not fit a Pi is an error here too."""


def main() -> int:
    """Knock at the doors that are named, at all without a name; 1 where something broke."""
    parser = ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1 / 6, help="processor time for each door")
    parser.add_argument("--seed", default="1")
    parser.add_argument("doors", nargs="*", metavar="DOOR", help=f"of {', '.join(DOORS)}")
    asked = parser.parse_args()
    if unknown := set(asked.doors) - set(DOORS):
        parser.error(f"no such door: {', '.join(sorted(unknown))}")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    cv2.setNumThreads(1)
    logging.disable()
    return max([_knock(name, 60 * asked.minutes, asked.seed) for name in asked.doors or DOORS])


def _knock(name: str, seconds: float, seed: str) -> int:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        count, broken = DOORS[name](Path(folder)).explore(seconds, Random(f"{seed} {name}"))
    print(f"{name}: {count} inputs, {seconds:.0f} s, {len(broken)} crashes", flush=True)
    for where, (data, story) in broken.items():
        path = ROOT / "build" / "fuzz" / f"{name}-{hashlib.sha256(where.encode()).hexdigest()[:8]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.with_suffix(".txt").write_text(story)
        print(f"  {where}  {path.relative_to(ROOT)}", flush=True)
    return min(1, len(broken))


if __name__ == "__main__":
    sys.exit(main())
