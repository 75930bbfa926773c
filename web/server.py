"""Serving: one process, a thread for every phone that listens and some to spare.

A fixed pool smaller than the number of listening phones freezes everything, so the pool is the cap and 32 more; above
the cap phones poll.
"""

from dataclasses import dataclass

from flask import Flask
from waitress.server import create_server

from web.stream import News


@dataclass
class Server:
    """A running server; `port` is the one it really listens on."""

    app: Flask
    news: News
    host: str
    port: int

    def __post_init__(self) -> None:
        threads = self.news.cap + 32
        self._server = create_server(
            self.app,
            host=self.host,
            port=self.port,
            threads=threads,
            connection_limit=4 * threads,
            channel_timeout=3600,
            ident="Cardtable",
        )
        self.port = int(self._server.effective_port)

    def run(self) -> None:
        """Serve until `close` or an interrupt."""
        self.news.start()
        try:
            self._server.run()
        finally:
            self.news.stop()

    def close(self) -> None:
        """Stop serving."""
        self.news.stop()
        self._server.close()


def serve(app: Flask, news: News, host: str, port: int) -> Server:
    """A server that is bound and ready to run; raises OSError where the port is taken."""
    return Server(app, news, host, port)
