"""Serving: one process, a thread for every phone that listens and some to spare.

A fixed pool smaller than the number of listening phones freezes everything, so the pool is the cap and 32 more; above
the cap phones poll.
"""

import threading
from dataclasses import dataclass

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from web.stream import News

IDLE_S, LARGEST = 30, 64 * 1024
"""Seconds for which a connection may stay without a question, and bytes that a form may have."""

LOOP_S, LAST_S = 0.25, 5
"""Seconds after which the loop looks whether it shall end, and that answers under way may still take then."""


@dataclass
class Server:
    """A running server; `port` is the one it really listens on."""

    app: Flask
    news: News
    host: str
    port: int

    def __post_init__(self) -> None:
        self._is_closing = threading.Event()
        threads = self.news.cap + 32
        self._server = create_server(
            self.app,
            host=self.host,
            port=self.port,
            threads=threads,
            connection_limit=4 * threads,
            channel_timeout=IDLE_S,
            max_request_body_size=LARGEST,
            ident="Cardtable",
        )
        self.port = int(self._server.effective_port)

    def run(self) -> None:
        """Serve until `close` or an interrupt."""
        self.news.start()
        try:
            while not self._is_closing.is_set():
                wasyncore.loop(timeout=LOOP_S, map=self._server._map, count=1)
        finally:
            self.news.stop()
            self._server.task_dispatcher.shutdown(timeout=LAST_S)
            wasyncore.close_all(self._server._map)

    def close(self) -> None:
        """Let `run` send what it is sending, give up its sockets and return."""
        self._is_closing.set()
        self.news.stop()


def serve(app: Flask, news: News, host: str, port: int) -> Server:
    """A server that is bound and ready to run; raises OSError where the port is taken."""
    return Server(app, news, host, port)
