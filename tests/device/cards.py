"""Contactless cards for the tests: each plays one card in one of the two readers of the virtual driver of vsmartcard."""

import socket
import struct
import threading
from dataclasses import dataclass, field

READERS = (19579, 19580)
"""Ports of the two readers: below those that the system hands out to everybody, where one in use would leave no reader."""

ANSWER_TO_RESET = bytes.fromhex("3B8F8001804F0CA000000306030001000000006A")
"""What a contactless reader reports for a plain memory card (PC/SC part 3)."""

GET_NUMBER, OF_THE_READER = b"\xff\xca\x00\x00", 0xFF
LAMP, ASK_FOR_ANSWER = b"\xff\x00\x40", 4


@dataclass
class HeldCard:
    """A card that is held to a reader until it is taken away; `heard` are the commands that reached it."""

    number: bytes
    reader: int = 0
    heard: list[bytes] = field(default_factory=list)

    @property
    def lamps(self) -> list[bytes]:
        """What the reader's lamp and buzzer were told."""
        return [said for said in self.heard if said.startswith(LAMP)]

    def __enter__(self) -> "HeldCard":
        self._line = socket.create_connection(("127.0.0.1", READERS[self.reader]), 5)
        self._line.settimeout(None)
        self._thread = threading.Thread(target=self._answer)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._line.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._line.close()

    def _answer(self) -> None:
        """Every message is two bytes of length and what it says: one byte controls the card, more are a command for it."""
        try:
            with self._line.makefile("rb") as said:
                while head := said.read(2):
                    message = said.read(struct.unpack(">H", head)[0])
                    answer = self._answer_to(message)
                    if answer:
                        self._line.sendall(struct.pack(">H", len(answer)) + answer)
        except OSError:
            return

    def _answer_to(self, message: bytes) -> bytes:
        if len(message) == 1:
            return ANSWER_TO_RESET if message[0] == ASK_FOR_ANSWER else b""
        self.heard.append(message)
        if message.startswith(GET_NUMBER):
            return self.number + b"\x90\x00" if self.number else b"\x6a\x81"
        return b"\x90\x00" if message[0] == OF_THE_READER else b"\x6a\x82"
