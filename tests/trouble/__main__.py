"""`python -m tests.trouble [EVENINGS] [FIRST_SEED]`: one table; exit 1 where anything was lost, invented or silently wrong."""

import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.trouble.evening import Evening, Outcome, Trouble

MEMORY = Path("/dev/shm")  # the disks that fail here are simulated; the real ones are in tests/slow


def played(seed: int) -> Outcome:
    """That evening."""
    with TemporaryDirectory(prefix="trouble-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        return Evening(seed, Path(folder)).play()


def main() -> int:
    """Print the table."""
    count, first = (int(text) for text in (*sys.argv[1:], "200", "1")[:2]) if len(sys.argv) < 3 else map(int, sys.argv[1:3])
    began, outcomes = time.monotonic(), list[Outcome]()
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for outcome in workers.map(played, range(first, first + count), chunksize=4):
            outcomes.append(outcome)
            if not outcome.is_well:
                print(f"seed {outcome.seed} ({', '.join(t.value for t in outcome.troubles)}):", flush=True)
                print("  " + "\n  ".join([*outcome.lost, *outcome.invented, *outcome.silent][:3]), flush=True)
    evenings = Counter(trouble for outcome in outcomes for trouble in outcome.troubles)
    bad = Counter(trouble for outcome in outcomes if not outcome.is_well for trouble in outcome.troubles)
    print(f"{'trouble':22} {'evenings':>8} {'not well':>8}")
    for trouble in Trouble:
        print(f"{trouble.value:22} {evenings[trouble]:8} {bad[trouble]:8}")
    plays, asked = sum(o.plays for o in outcomes), sum(o.questions for o in outcomes)
    lost, invented, silent = (sum(bool(getattr(o, name)) for o in outcomes) for name in ("lost", "invented", "silent"))
    print(f"{count} evenings from seed {first}, {plays} plays, {asked} questions, {time.monotonic() - began:.0f} s")
    print(f"{lost} lost something, {invented} invented something, {silent} silently wrong")
    return 1 if lost or invented or silent else 0


if __name__ == "__main__":
    sys.exit(main())
