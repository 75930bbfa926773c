"""Serving: one process, a thread for every phone that listens and some to spare, and a rule for who is let in.

A connection costs a file, and files are few: below what the process may open there is a place for so many connections and no
more. Where all are taken those make room that have kept their places longest without a question, of the address that holds
most, and the addresses take turns at being answered: neither idle nor slow ones take the page away, and no phone takes the
places of the others (docs/adr/0014).
"""

import logging
import resource
import socket
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from web.listening import LINES, listening, share_by_address
from web.stream import News

IDLE_S, LARGEST = 30, 64 * 1024
"""Seconds for which a connection may stay without a whole question, and bytes that a form may have."""

LOOP_S, LAST_S = 0.25, 5
"""Seconds after which the loop looks whether it shall end, and that answers under way may still take then."""

SPARE = 4
"""Threads for questions: more would take the processor from each other. Each phone that listens adds one of its own."""

FILES, CONNECTIONS = 8192, 1536
"""Files that the process asks to be allowed, and connections at the most: a room of phones with three each."""

OWN_FILES = 64 + 6 * LINES
"""Files that the process needs for itself: its log, libraries, two groups of lines with a pipe for each of these.

A thread that reads the log opens three more.
"""

MOST_ASKED, READ = 8, 4096
"""Questions that one connection may ask before the first is answered, and bytes that are read of it at a time."""

AT_ONCE = 16
"""Connections of each line that are let in before the others are looked after again."""

FULL = b"The page is full just now. Try again in a moment.\n"
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(FULL), FULL)
)


def places() -> int:
    """Connections that this process may hold; raises its own soft limit of open files first, as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(16, min(CONNECTIONS, wanted - OWN_FILES - 3 * SPARE))


class Guest(HTTPChannel):  # type: ignore[misc]  # waitress publishes no types
    """One connection, which knows since when it has neither asked nor been sent anything; by a clock that nobody sets."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.moved_at = time.monotonic()
        self.is_served = False
        super().__init__(*args, **more)

    def service(self) -> None:
        """A thread works for it."""
        self.is_served = True
        try:
            super().service()
        finally:
            self.is_served = False

    def is_stuck(self, now: float) -> bool:
        """Whether it keeps its place for nothing: no whole question came, or nothing of an answer went, for too long."""
        return (not self.requests or bool(self.total_outbufs_len)) and now - self.moved_at > IDLE_S

    def received(self, data: bytes) -> Any:
        """A question that is whole counts; single bytes of one do not, nothing at all and very many at once put one out."""
        if self.request is None and not data.strip():
            self.will_close = True
            return False
        taken = super().received(data)
        if self.requests:
            self.moved_at = time.monotonic()
        self.will_close = self.will_close or len(self.requests) > MOST_ASKED
        return taken

    def handle_error(self) -> None:
        """What is no HTTP costs the connection, and no lines in the journal."""
        self.handle_close()

    def send(self, data: bytes, do_close: bool = True) -> int:
        """What is sent counts."""
        sent: int = super().send(data, do_close)
        if sent:
            self.moved_at = time.monotonic()
        return sent

    def handle_expt(self) -> None:
        """Urgent data is no HTTP, and would wake the loop again and again."""
        self.handle_close()


class Entrance(TcpWSGIServer):  # type: ignore[misc]  # waitress publishes no types
    """A listening socket, one line of those who wait outside; all entrances of a server share the places."""

    channel_class = Guest

    places = 0
    """Connections at the most, the server's own included."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.is_knocked_at = False
        super().__init__(*args, **more)

    def readable(self) -> bool:
        """Whoever waits outside is always looked after."""
        return bool(self.accepting)

    def handle_accept(self) -> None:
        """Somebody knocks. Let in between two rounds: a number of a file that was closed in one must not come back in it."""
        self.is_knocked_at = True

    def let_in(self) -> None:
        """Let in who waits outside."""
        is_knocked_at, self.is_knocked_at = self.is_knocked_at, False
        for _ in range(AT_ONCE if is_knocked_at else 0):
            try:
                accepted = self.accept()
                if accepted is None:
                    return
                line, address = accepted
                self.set_socket_options(line)  # nothing waits for more to send with it
            except OSError:
                continue  # whoever it was has gone already
            if len(self._map) < self.places or self._make_room(AT_ONCE):
                self.channel_class(self, line, address, self.adj, map=self._map)
            else:
                _refuse(line)

    def _make_room(self, most: int) -> bool:
        """Put out some of the addresses that hold most, first those without a question; False where all are being answered.

        Several at once: looking through all of them for each newcomer would take longer than answering it.
        """
        guests = guests_in(self._map)
        held = Counter(guest.addr[0] for guest in guests)
        waiting = [guest for guest in guests if not guest.is_served]
        for guest in nsmallest(most, waiting, key=lambda guest: (-held[guest.addr[0]], bool(guest.requests), guest.moved_at)):
            guest.handle_close()
        return bool(waiting)


class FairQueue:
    """Questions that wait for a thread: the addresses take turns, so that one that asks much waits for itself."""

    def __init__(self) -> None:
        self._lines: dict[str, deque[Guest]] = {}

    def __len__(self) -> int:
        return sum(len(line) for line in self._lines.values())

    def append(self, guest: Guest) -> None:
        """At the end of its address's line."""
        self._lines.setdefault(guest.addr[0], deque()).append(guest)

    def popleft(self) -> Guest:
        """The first of the address whose turn it is."""
        address = next(iter(self._lines))
        line = self._lines.pop(address)
        guest = line.popleft()
        if line:
            self._lines[address] = line
        return guest


def guests_in(connections: dict[int, Any]) -> list[Guest]:
    """Those of the connections that are phones'."""
    return [item for item in connections.values() if isinstance(item, Guest)]


def _refuse(line: socket.socket) -> None:
    """Say in a sentence that there is no room, as far as it can be said at once."""
    with line:
        try:
            line.setblocking(False)
            line.send(REFUSAL)
        except OSError:
            pass  # it did not wait for the answer


@dataclass
class Server:
    """A running server; `port` is the one it really listens on. A page without `news` has no phones that listen."""

    app: Flask
    news: News | None
    host: str
    port: int

    def __post_init__(self) -> None:
        self._is_closing = threading.Event()
        self._connections: dict[int, Any] = {}
        groups = listening(self.host, self.port)
        lines = [line for group in groups for line in group]
        self.port = int(lines[0].getsockname()[1])
        self._workers = ThreadedTaskDispatcher()
        self._workers.queue = FairQueue()
        self._workers.set_thread_count(SPARE)
        if self.news:
            self.news.on_streams = lambda count: self._workers.set_thread_count(SPARE + count)
        settings = Adjustments(
            max_request_body_size=LARGEST,
            max_request_header_size=LARGEST // 4,
            recv_bytes=READ,
            # A phone that does not read is no reason to keep more for it.
            outbuf_high_watermark=LARGEST,
            ident="Cardtable",
            sockets=lines,
        )
        most = places()
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._entrances = [
            Entrance(
                self.app,
                self._connections,
                _sock=line,
                dispatcher=self._workers,
                adj=settings,
                sockinfo=(line.family, line.type, line.proto, line.getsockname()),
                bind_socket=False,
            )
            for line in lines
        ]
        for entrance in self._entrances:
            entrance.places = most + len(self._connections)
        for group in groups:
            share_by_address(group)

    def run(self) -> None:
        """Serve until `close` or an interrupt."""
        if self.news:
            self.news.start()
        try:
            while not self._is_closing.is_set():
                wasyncore.loop(timeout=LOOP_S, use_poll=True, map=self._connections, count=1)
                for entrance in self._entrances:
                    entrance.let_in()
                self._put_out()
        finally:
            self._stop_news()
            self._workers.shutdown(timeout=LAST_S)
            wasyncore.close_all(self._connections)

    def _put_out(self) -> None:
        """Those that keep a place for nothing."""
        now = time.monotonic()
        for guest in guests_in(self._connections):
            if guest.is_stuck(now):
                guest.handle_close()

    def close(self) -> None:
        """Let `run` send what it is sending, give up its sockets and return."""
        self._is_closing.set()
        self._stop_news()

    def _stop_news(self) -> None:
        if self.news:
            # A stream that ends from here on must not make threads anew.
            self.news.on_streams = lambda _count: None
            self.news.stop()


def serve(app: Flask, news: News | None, host: str, port: int) -> Server:
    """A server that is bound and ready to run; raises OSError where the port is taken."""
    return Server(app, news, host, port)
