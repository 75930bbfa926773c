"""The box's socket, and what tags answer its readers."""

import json
import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from device.box import Box
from device.box import Door as Socket
from device.tags import TagReaders
from tests.conftest import NOON
from tests.device.test_box import EMPTY, Bench
from tests.fuzz.door import Door
from tests.fuzz.mutator import files, texts

QUESTIONS = b"health camera picture turn guests guest calibrate enrol name agree face learn scan stop lamp quiet film".split()
MORE = b'"players": 4, "name": "mine", "pack": "std52", "card": "AS", "place": 0, "partly": true, "lamp": "red", "quiet": true'


class _Listening(Socket):
    """The socket, which keeps what broke while it answered."""

    broken: BaseException | None = None

    def handle_error(self, request: Any, client_address: Any) -> None:
        self.broken = sys.exc_info()[1]


def questions(folder: Path) -> Door:
    """Every line that is asked is answered with an object."""
    box = _box(folder)
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


def readers(folder: Path) -> Door:
    """A tag that answers so is welcome or not; the first two bytes say whether the reader succeeds at all."""
    watched = TagReaders(lambda: "secret", _box(folder).tapped)
    names = ("S_SUCCESS", "PROTOCOL_T0", "PROTOCOL_T1", "SHARE_SHARED", "LEAVE_CARD")

    def feed(data: bytes) -> None:
        connects, answers, *answer = *data[:2].ljust(2, b"\0"), *data[2:]
        scard = SimpleNamespace(**{f"SCARD_{name}": 0 for name in names})
        scard.SCardConnect = lambda *_: (connects % 2, 1, 1)
        scard.SCardTransmit = lambda *_: (answers % 2, answer)
        scard.SCardDisconnect = lambda *_: 0
        watched._greet(scard, None, "reader")

    numbers = ("04a1b2c3", "04d5e6f7081920", "08123456", "", "00" * 300)
    return Door([bytes(2) + bytes.fromhex(number) + b"\x90\x00" for number in numbers], feed, (), files)


def _box(folder: Path) -> Box:
    bench = Bench(folder, lambda: NOON)
    bench.show(EMPTY)
    return bench.box
