"""Knocks at every door for a while; one line a door, the inputs that broke something in build/fuzz, and 1 where any did."""

import hashlib
import os
import resource
import sys
import tempfile
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from random import Random

import cv2

from tests.fuzz import box, configuration, games, kept, pictures, records, web
from tests.fuzz.door import ROOT, Door, Hang, way

KEPT = ROOT / "build" / "fuzz"

MOST_MEMORY = 4 * 2**30
"""Bytes of addresses: what does not fit a Pi is an error here too."""

DOORS: dict[str, Callable[[Path], Door]] = {
    **pictures.DOORS,
    **records.DOORS,
    **games.DOORS,
    **configuration.DOORS,
    **kept.DOORS,
    **box.DOORS,
    **web.DOORS,
}


def main() -> int:
    """Run the doors that are named, all without a name; 1 where something broke."""
    parser = ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1 / 6, help="processor time for each door")
    parser.add_argument("--seed", default="1")
    parser.add_argument("doors", nargs="*", metavar="DOOR", help=f"of {', '.join(DOORS)}")
    asked = parser.parse_args()
    if unknown := set(asked.doors) - set(DOORS):
        parser.error(f"no such door: {', '.join(sorted(unknown))}")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    cv2.setNumThreads(1)
    return int(any(_knock(name, 60 * asked.minutes, asked.seed) for name in asked.doors or DOORS))


def _knock(name: str, seconds: float, seed: str) -> bool:
    """Whether something broke."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        broken, count, spent = explore(DOORS[name](Path(folder)), seconds, Random(f"{seed} {name}"))
    print(f"{name}: {count} inputs, {spent:.0f} s, {len(broken)} crashes", flush=True)
    for where, (data, story) in broken.items():
        path = KEPT / f"{name}-{hashlib.sha256(where.encode()).hexdigest()[:8]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.with_suffix(".txt").write_text(story)
        print(f"  {where}  {path.relative_to(ROOT)}", file=sys.stderr)
    return bool(broken)


def explore(door: Door, seconds: float, chance: Random) -> tuple[dict[str, tuple[bytes, str]], int, float]:
    """The smallest input and the story of everything that broke, by its place; how many inputs, and seconds.

    An input that is refused as none was before joins the corpus.
    """
    corpus, count, _known = list(door.corpus), 0, set[str]()
    broken: dict[str, tuple[bytes, str]] = {}
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        data = door.corpus[count] if count < len(door.corpus) else door.change(chance, corpus)
        count += 1
        try:
            door.knock(data)
        except (Exception, Hang) as error:
            where = way(error).partition(" < ")[0]
            if where not in broken or len(data) < len(broken[where][0]):
                broken[where] = data, traceback.format_exc()
            continue
    return broken, count, time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main())
