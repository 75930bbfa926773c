"""Which tests come to which line of `scoring/`, and how long each takes: one run of its tests, kept until a file changes."""

import hashlib
import json
import os
import time
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pytest
from coverage import Coverage

from tests.mutants.changes import Place
from tests.mutants.runs import ROOT, caches, forked, tested

ROOM = ROOT / "scoring"
MOST_S = 20
"""Processor time of the tests that a mutant must survive."""

TESTS = ("tests/unit", "tests/golden", "tests/property")
"""Those of the room that anybody can run in minutes: without other people's programs and without `../shared`."""

KEPT = ROOT / "build" / "mutants"


@dataclass(frozen=True)
class Reach:
    """`tests` by file and line, each `seconds` of processor time; `imported` are lines that run when the modules are imported."""

    seconds: dict[str, float]
    tests: dict[str, dict[int, list[str]]]
    imported: dict[str, list[int]]

    def is_imported(self, place: Place) -> bool:
        """Whether the place is worked out when its module is imported, as a table is, and what reads the pages of rules."""
        return not place.is_in_function or any(line in place.lines[0] for line in self.imported.get(str(place.path), ()))

    def of(self, place: Place) -> dict[str, float]:
        """Tests that come to the place, the fastest first, then all if it is imported, as far as there is time."""
        there = self.tests.get(str(place.path), {})
        each = [{test for line in lines for test in there.get(line, ())} for lines in place.lines]
        found = next((tests for tests in each if tests), set[str]())
        others = set(self.seconds) - found if self.is_imported(place) else set()
        by_time = (sorted(tests, key=lambda test: (self.seconds[test], test)) for tests in (found, others))
        ordered = {test: self.seconds[test] for tests in by_time for test in tests}
        return {test: ordered[test] for test, all_s in zip(ordered, accumulate(ordered.values()), strict=True) if all_s < MOST_S}


def measured() -> Reach:
    """As measured now, or before if nothing has changed since."""
    rooms = [ROOM, *(ROOT / folder for folder in TESTS)]
    files = sorted(path for room in rooms for path in room.rglob("*.*") if path.suffix != ".pyc")
    stamp = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    kept = KEPT / f"reach-{stamp}.json"
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        if os.waitpid(forked(lambda: _measure(kept)), 0)[1]:
            raise SystemExit(f"these do not all pass as they are: {' '.join(TESTS)}")
    told = json.loads(kept.read_text())
    names = list(told["seconds"])
    tests = {path: {int(line): [names[i] for i in on] for line, on in lines.items()} for path, lines in told["tests"].items()}
    return Reach(told["seconds"], tests, told["imported"])


class _Meter:
    """A plugin of pytest: what each test comes to."""

    def __init__(self) -> None:
        self.coverage = Coverage(data_file=None, config_file=False, include=[f"{ROOM}/*"])
        self.seconds: dict[str, float] = {}
        self.imported: dict[str, list[int]] = {}
        self.coverage.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Each test by itself, with all that it sets up and works out."""
        self.coverage.stop()
        data = self.coverage.get_data()
        self.imported = {str(Path(file).relative_to(ROOT)): data.lines(file) or [] for file in data.measured_files()}
        kept = caches()
        for item in session.items:
            for cache in kept:
                cache.cache_clear()
            self.coverage.start()
            self.coverage.switch_context(item.nodeid)
            began = time.process_time()
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            self.seconds[item.nodeid] = round(time.process_time() - began, 4)
            self.coverage.stop()
        return True


def _measure(kept: Path) -> int:
    meter = _Meter()
    if ended := tested(TESTS, meter):
        return ended
    number = {test: i for i, test in enumerate(meter.seconds)}
    data, tests = meter.coverage.get_data(), {}
    for file in data.measured_files():
        lines = data.contexts_by_lineno(file).items()
        tests[str(Path(file).relative_to(ROOT))] = {line: [number[test] for test in on if test in number] for line, on in lines}
    kept.write_text(json.dumps({"seconds": meter.seconds, "tests": tests, "imported": meter.imported}))
    return 0
