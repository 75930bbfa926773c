"""A receiver of webhooks on loopback."""

import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from typing import Any

import pytest

from club.neighbours.webhook import SIGNATURE
from tests.waiting import PATIENCE

SECRET = "a secret of the club"


class Receiver(ThreadingHTTPServer):
    """Answers what a test says, in turn, and the last one for good."""

    def __init__(self, *answers: int) -> None:
        self.answers, self.got = list(answers), SimpleQueue[tuple[dict[str, str], bytes]]()
        super().__init__(("127.0.0.1", 0), _Got)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/cards"

    def next(self) -> dict[str, Any]:
        """What it gets next, once the signature is right."""
        headers, body = self.got.get(timeout=PATIENCE)
        wanted = hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
        assert hmac.compare_digest(headers[SIGNATURE], f"sha256={wanted}")
        found: dict[str, Any] = json.loads(body)
        return found


class _Got(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Receiver)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = server.answers.pop(0) if len(server.answers) > 1 else server.answers[0]
        server.got.put((dict(self.headers), body))
        self.send_response(answer)
        if answer in range(300, 400):
            self.send_header("Location", server.address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self.do_POST()

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Callable[..., Receiver]]:
    made: list[tuple[Receiver, threading.Thread]] = []

    def make(*answers: int) -> Receiver:
        server = Receiver(*answers or (204,))
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        made.append((server, thread))
        return server

    yield make
    for server, thread in made:
        server.shutdown()
        thread.join()
        server.server_close()
