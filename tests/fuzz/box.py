"""The box's socket, and what smart card readers answer it."""

import json
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.box import Box
from device.box import Door as BoxDoor
from device.tags import TagReaders
from scoring.commands import StartSession
from tests.conftest import NOON
from tests.device.test_box import EMPTY, Bench
from tests.fuzz.door import Door
from tests.fuzz.mutator import files, texts

QUESTIONS = b"health camera picture turn guests guest calibrate enrol name doubt learn stop lamp quiet film".split()
MORE = b'"players": 4, "name": "mine", "pack": "std52", "card": "AS", "lamp": "red", "quiet": true'


class _Listening(BoxDoor):
    """A door that keeps what broke while it answered."""

    broken: BaseException | None = None

    def handle_error(self, request: Any, client_address: Any) -> None:
        self.broken = sys.exc_info()[1]


def questions(folder: Path) -> Door:
    """Every line that is asked is answered with an object."""
    box = _bench(folder)
    door = _Listening(box)

    def feed(data: bytes) -> None:
        box.work, door.broken = None, None
        for line in data.split(b"\n")[:5]:
            with socket.socket(socket.AF_UNIX) as asking:
                asking.connect(str(door.path))
                asking.sendall(line[:60_000] + b"\n")
                answer = asking.makefile("rb").read()
            if door.broken is not None:
                raise door.broken
            assert isinstance(json.loads(answer), dict)

    lines = [b'{"do": "%s", %s}' % (question, MORE) for question in QUESTIONS]
    return Door([*lines, b"\n".join(lines[6:9])], feed, (), texts)


def _bench(folder: Path) -> Box:
    bench = Bench(folder, lambda: NOON)
    bench.show(EMPTY)
    bench.live.submit(StartSession(by="t", game="suipe", players=("Ama", "Kofi")), lambda: NOON)
    return bench.box


class _Scard:
    """PC/SC as pyscard has it, for one round of one reader: what it answers is read off some bytes."""

    SCARD_S_SUCCESS, SCARD_E_NO_READERS_AVAILABLE, SCARD_E_TIMEOUT, SCARD_STATE_UNAWARE = 0, 1, 2, 0
    SCARD_STATE_PRESENT, SCARD_STATE_CHANGED, SCARD_PROTOCOL_T0, SCARD_PROTOCOL_T1 = 32, 2, 1, 2
    SCARD_SHARE_SHARED, SCARD_LEAVE_CARD = 2, 0

    def __init__(self, data: bytes, readers: TagReaders) -> None:
        self.codes, self.answer, self.readers = data[:5], list(data[5:]), readers

    def _code(self, place: int) -> int:
        return self.codes[place] % 4 if place < len(self.codes) else 0

    def SCardListReaders(self, _context: None, _groups: list[str]) -> tuple[int, list[str]]:  # noqa: N802
        self.readers._stop.set()
        return self._code(0), ["reader"]

    def SCardGetStatusChange(self, _context: None, _ms: int, states: list[tuple[str, int]]) -> tuple[int, list[Any]]:  # noqa: N802
        return self._code(1), [(name, 32 | self._code(4), self.answer) for name, _ in states]

    def SCardConnect(self, *_asked: object) -> tuple[int, int, int]:  # noqa: N802
        return self._code(2), 1, 1

    def SCardTransmit(self, *_asked: object) -> tuple[int, list[int]]:  # noqa: N802
        return self._code(3), self.answer

    def SCardDisconnect(self, *_asked: object) -> int:  # noqa: N802
        return 0


def readers(folder: Path) -> Door:
    """A tag that answers so is welcome or not."""
    box = _bench(folder)

    def feed(data: bytes) -> None:
        watched = TagReaders(lambda: "secret", box.tapped)
        watched._follow(_Scard(data, watched), None)

    numbers = ("04a1b2c3", "04d5e6f7081920", "08123456", "", "00" * 300)
    return Door([bytes(5) + bytes.fromhex(number) + b"\x90\x00" for number in numbers], feed, (), files)


DOORS: dict[str, Callable[[Path], Door]] = {"questions": questions, "readers": readers}
