"""What the page asks of the box: its camera, calibration, decks and lamp, over the socket of the table's process."""

import base64
import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LONGEST = 8 * 1024 * 1024
"""Bytes of an answer at the most."""


class BoxAway(Exception):
    """The table's process does not answer; `is_gone` where it does not run at all."""

    def __init__(self, why: str, is_gone: bool = False) -> None:
        super().__init__(why)
        self.is_gone = is_gone


@dataclass(frozen=True)
class Box:
    """The box at the other end of a socket."""

    path: Path
    patience: float = 3.0

    def ask(self, what: str, **more: object) -> dict[str, Any]:
        """The answer; raises `BoxAway`."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
                line.settimeout(self.patience)
                line.connect(str(self.path))
                line.sendall(json.dumps({"do": what, **more}).encode() + b"\n")
                with line.makefile("rb") as answers:
                    answer = json.loads(answers.readline(LONGEST))
        except (OSError, ValueError) as error:
            raise BoxAway(str(error), isinstance(error, FileNotFoundError | ConnectionRefusedError)) from None
        return answer if isinstance(answer, dict) else {}

    def picture(self, what: str = "picture", **more: object) -> bytes:
        """The live picture, or another one that is asked for, as JPEG; raises `BoxAway`."""
        answer = self.ask(what, **more)
        if "jpeg" not in answer:
            raise BoxAway(str(answer.get("error", "")))
        return base64.b64decode(answer["jpeg"])
