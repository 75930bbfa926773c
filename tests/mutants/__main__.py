"""Tries mutants by seed: a line for each that survives, with what it was before, and how many there were."""

import random
import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.mutants import reach
from tests.mutants.changes import places
from tests.mutants.runs import ROOT, tested
from tests.mutants.trial import InForks, Mutant, anew, surviving


def main() -> int:
    """Print those that survive."""
    parser = ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("files", nargs="*", metavar="FILE", help="of scoring/, all if none is named")
    asked = parser.parse_args()
    files = [Path(name).resolve() for name in asked.files] or sorted(reach.ROOM.rglob("*.py"))
    every = [place for file in files for place in places(file.relative_to(ROOT), file.read_text())]
    chance, reached = random.Random(asked.seed), reach.measured()
    drawn = chance.sample(every, min(asked.number, len(every)))
    mutants = [Mutant(place, chance.choice(place.changes), reached.of(place)) for place in drawn]
    print(f"{len(mutants)} of {len(every)} places in {len(files)} files", flush=True)

    quick = InForks([mutant for mutant in mutants if not reached.is_imported(mutant.place)], asked.workers)
    if tested(reach.TESTS, quick):
        raise SystemExit("the tests cannot be read")
    again = [mutant for mutant in mutants if mutant in quick.survivors or reached.is_imported(mutant.place)]
    print(f"{len(again)} of them are tried again with everything imported anew", flush=True)
    count = 0
    for mutant in surviving(again, anew, asked.workers):
        count += 1
        where = f"{mutant.place.path}:{mutant.change.line}"
        print(f"{where} ({len(mutant.tests)} tests)\n  - {mutant.change.before}\n  + {mutant.change.after}", flush=True)
    print(f"{len(mutants)} mutants, {len(mutants) - count} killed, {count} survive: {1 - count / len(mutants):.1%} killed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
