"""A change is made and the tests that come to it are run, the fastest first, until one fails.

Most changes are inside functions: they are tried in forks of one process that has read all tests, by giving the functions
of that module their changed code. That is quick, but does not see what was worked out before, when the modules were
imported. So whatever survives this, and what runs at import, is tried with all of the project imported anew.
"""

import functools
import gc
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import islice
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.mutants.changes import Change, Place
from tests.mutants.runs import ROOT, caches, forked, limit, tested

AT_FIRST = 20
"""So many tests are read before the others are: most changes fall here."""

IMPORT_S = 60
"""Processor time for everything to be imported anew and for all tests to be read, on a slow machine."""


@dataclass(frozen=True)
class Mutant:
    """A change, and the tests that come to it with the processor time of each, the fastest first."""

    place: Place
    change: Change
    tests: dict[str, float]

    @property
    def file(self) -> str:
        """The changed file's name."""
        return str(ROOT / self.place.path)

    @property
    def code(self) -> CodeType:
        """The changed module."""
        return compile(self.place.changed(self.change), self.file, "exec")


class InForks:
    """A plugin of pytest: it tries mutants on the tests that were read, in forks, instead of running these."""

    def __init__(self, mutants: Sequence[Mutant], workers: int) -> None:
        self.mutants, self.workers, self.survivors = mutants, workers, list[Mutant]()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fill `survivors`."""
        items = {item.nodeid: item for item in session.items}
        functions, kept = [one for one in gc.get_objects() if isinstance(one, FunctionType)], caches()
        gc.freeze()  # what a fork does not touch need not be copied

        def attempt(mutant: Mutant) -> int:
            _give_code([one for one in functions if one.__code__.co_filename == mutant.file], mutant.code)
            for cache in kept:
                cache.cache_clear()
            for test, seconds in mutant.tests.items():
                limit(_enough(seconds))
                items[test].ihook.pytest_runtest_protocol(item=items[test], nextitem=None)
                if session.testsfailed:
                    return 1
            return 0

        self.survivors += surviving(self.mutants, attempt, self.workers)
        return True


def anew(mutant: Mutant) -> int:
    """The trial with all of the project imported anew; 0 where the mutant survives."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("scoring", "tests", "web", "device", "vision")]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Changed(mutant))
    limit(IMPORT_S + _enough(sum(mutant.tests.values())))
    first, rest = list(mutant.tests)[:AT_FIRST], list(mutant.tests)[AT_FIRST:]
    return int(any(tested(tests) for tests in (first, rest) if tests))  # without a name pytest would run everything


def surviving(mutants: Iterable[Mutant], attempt: Callable[[Mutant], int], workers: int) -> Iterator[Mutant]:
    """Those of which the attempt says 0, each in a fork of its own; who takes too long or too much memory does not survive."""
    waiting, running = iter(mutants), dict[int, Mutant]()
    while True:
        for mutant in islice(waiting, workers - len(running)):
            running[forked(functools.partial(attempt, mutant))] = mutant
        if not running:
            return
        child, status = os.wait()
        mutant = running.pop(child)
        if not status:
            yield mutant


def _enough(seconds: float) -> float:
    """Processor time after which something hangs that takes so long as it should be."""
    return 5 + 4 * seconds


def _give_code(functions: Iterable[FunctionType], module: CodeType) -> None:
    """Each function its code of the changed module, found by name and line; those that cannot be told apart keep their own."""
    found = defaultdict[tuple[str, int], list[CodeType]](list)
    for code in _codes(module):
        found[code.co_qualname, code.co_firstlineno].append(code)
    for function in functions:
        codes = found[function.__code__.co_qualname, function.__code__.co_firstlineno]
        if len(codes) == 1:
            with suppress(ValueError):  # the change took a name that it had from the function around it
                function.__code__ = codes[0]


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


class _Changed(SourceFileLoader):
    """Finds and loads the changed module instead of what is on the disk."""

    def __init__(self, mutant: Mutant) -> None:
        name = ".".join(mutant.place.path.with_suffix("").parts).removesuffix(".__init__")
        super().__init__(name, mutant.file)
        self.mutant = mutant

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, _name: str) -> CodeType:
        return self.mutant.code
