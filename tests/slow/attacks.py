"""Rude guests: bounded attacks on a running page, while a well-behaved phone in another process goes on sending forms.

`python -m tests.slow.attacks --port 8123 --key K3YK3Y --pid 4711` prints a table; `attack(name, target)` gives one row of it.
All connections come from loopback. The table at which the page is may be empty, or between two hands: the forms change who
sits where.
"""

import argparse
import multiprocessing
import os
import re
import resource
import select
import socket
import struct
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from urllib.parse import urlencode

EVERY_S, PATIENCE_S = 0.2, 5.0
"""Seconds between two forms, and for which the phone waits for an answer."""

RAMP_S, TICK_S, DRIP_S = 1.0, 0.05, 1.0
"""Seconds that an attack has to itself before the first form, between two looks at its sockets, and between two bytes."""

SOON_S, BACK_S = 1.0, 90.0
"""Seconds within which the page should answer after an attack, and after which it counts as gone for good."""

RATE = 2000
"""Connections that the attacker opens in a second at most, and at once."""

SMALL = 1
"""Bytes of a receive buffer that the kernel makes as small as it can."""

FILES = 8192
"""Open files that the attacker asks for itself."""

ADDRESS_ONLY = 24
"""IP_BIND_ADDRESS_NO_PORT of Linux, which Python 3.11 does not name: the port is chosen with the connection."""

RESET = struct.pack("ii", 1, 0)
"""SO_LINGER that closes with a reset."""

CUT = select.EPOLLHUP | select.EPOLLERR | select.EPOLLRDHUP

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = b"POST /me HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nname="
STREAM = b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PAGE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
SCRIPT = b"GET /static/live.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LONG = b"POST /me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %s\r\n\r\n"


@dataclass(frozen=True)
class Crowd:
    """Guests that behave alike: as many connections as `count`, each of which comes again when it is cut.

    opening    bytes that a guest sends first
    drips      whether it sends another byte every `DRIP_S`
    is_deaf    whether it never reads, with as small a receive buffer as there is
    is_half    whether it says after the opening that nothing follows, and stays
    is_reset   whether it resets the connection at the first answer; at once where it asks nothing
    """

    count: int
    opening: bytes = b""
    drips: bool = False
    is_deaf: bool = False
    is_half: bool = False
    is_reset: bool = False


GARBAGE = (
    Crowd(40, os.urandom(200) + b"\r\n\r\n" * 500),
    Crowd(40, b"\r\n\r\n" * 4000 + b"no request\r\n\r\n" * 500),
    Crowd(20, b"GET /nowhere HTTP/1.1\r\n\r\n" * 100),
    Crowd(40, HALF + b"a" * 300_000),
    Crowd(40, HALF + b"a" * 250_000, drips=True),
    Crowd(40, b"GET / HTTP/1.1\r\nConnection: close\r\n" + b"X-Many: a\r\n" * 20_000 + b"\r\n"),
    Crowd(40, LONG % b"1000000000000"),
    Crowd(40, LONG % (b"9" * 5000)),
    Crowd(40, b"GET http://[ HTTP/1.1\r\n\r\n"),
    Crowd(40, b"POST /me HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffff\r\n", drips=True),
)

PIPELINES = (Crowd(16, PAGE * 400),)

DEAF = (Crowd(48, SCRIPT * 2000, is_deaf=True),)

ATTACKS: dict[str, tuple[Crowd, ...]] = {
    "none": (),
    "idle": (Crowd(1150),),
    "slow": (Crowd(700, HALF, drips=True), Crowd(100, BODY, drips=True)),
    "streams": (Crowd(700, STREAM), Crowd(250, STREAM, is_deaf=True)),
    "half-open": (Crowd(400, HALF, is_half=True), Crowd(300, STREAM, is_half=True), Crowd(100, BODY, is_half=True)),
    "resets": (Crowd(100, is_reset=True), Crowd(50, STREAM, is_reset=True), Crowd(50, PAGE, is_reset=True)),
    "garbage": GARBAGE,
    "deaf": DEAF,
    "pipelines": PIPELINES,
    "mixed": (
        Crowd(400),
        Crowd(200, HALF, drips=True),
        Crowd(50, BODY, drips=True),
        Crowd(250, STREAM),
        Crowd(50, STREAM, is_deaf=True),
        Crowd(100, HALF, is_half=True),
        Crowd(50, is_reset=True),
        *GARBAGE,
        *DEAF,
        *PIPELINES,
    ),
}
"""Every attack by its name; `none` is the measure for the others; `deaf` asks for much and reads nothing."""


@dataclass(frozen=True)
class Target:
    """A running page: where it listens, the table's key, its process; whence guests come, and for how long forms are sent."""

    host: str
    port: int
    key: str
    pid: int
    seconds: float = 8.0
    sources: tuple[str, ...] = ("127.0.0.1",)


@dataclass(frozen=True)
class Visit:
    """A phone whose door is open: its address, cookie, and the token of its forms."""

    source: str
    cookie: str
    token: str


@dataclass(frozen=True)
class Answer:
    """Milliseconds until a form was answered, and the status; without an answer status 0 and the whole patience."""

    ms: float
    status: int


@dataclass(frozen=True)
class Cost:
    """What a process holds: MB in memory, threads, open files; and seconds that it has computed."""

    rss_mb: float
    threads: int
    files: int
    cpu_s: float


@dataclass(frozen=True)
class Outcome:
    """What came of an attack.

    answers       of every form
    opened, held  connections that were made in all, and that stood at the end
    cost          of the server while the attack still stood, computing since it began; None where the process has ended
    back_s        seconds after the end until the page answered; None where it did not within `BACK_S`
    """

    attack: str
    answers: tuple[Answer, ...]
    opened: int
    held: int
    cost: Cost | None
    back_s: float | None

    def quantile(self, share: float) -> float:
        """Milliseconds within which that share of the forms was answered."""
        found = sorted(answer.ms for answer in self.answers)
        return found[min(int(share * len(found)), len(found) - 1)]

    @property
    def refused(self) -> int:
        """Forms that were answered with an error."""
        return sum(answer.status >= 400 for answer in self.answers)

    @property
    def failed(self) -> int:
        """Forms that were not answered."""
        return sum(answer.status == 0 for answer in self.answers)

    @property
    def is_back_soon(self) -> bool:
        """Whether the page answered within `SOON_S` of the end."""
        return self.back_s is not None and self.back_s <= SOON_S


@dataclass
class Guest:
    """One connection of a crowd, and what it has still to send."""

    crowd: Crowd
    socket: socket.socket
    unsent: bytes
    is_in: bool = False


class Siege:
    """All connections of an attack, in one thread; `step` does what is due."""

    def __init__(self, crowds: tuple[Crowd, ...], target: Target) -> None:
        self.guests: dict[int, Guest] = {}
        self.opened = 0
        self._to = (target.host, target.port)
        self._sources = cycle(target.sources)
        self._absent = deque(crowd for crowd in crowds for _ in range(crowd.count))
        self._epoll = select.epoll()
        self._allowed, self._looked_at, self._dripped_at = float(RATE), time.monotonic(), time.monotonic()

    def step(self) -> None:
        """Open what is missing, attend to what happens within `TICK_S`, and let bytes drip."""
        now = time.monotonic()
        self._allowed = min(self._allowed + RATE * (now - self._looked_at), RATE)
        self._looked_at = now
        for _ in range(min(int(self._allowed), len(self._absent))):
            self._allowed -= 1
            self._come(self._absent.popleft())
        for file, events in self._epoll.poll(TICK_S, max(1, len(self.guests))):
            self._attend(self.guests[file], events)
        if now - self._dripped_at >= DRIP_S:
            self._dripped_at = now
            for guest in [guest for guest in self.guests.values() if guest.crowd.drips and not guest.unsent]:
                self._drip(guest)

    def close(self) -> None:
        """All go."""
        for guest in list(self.guests.values()):
            self._leave(guest)
        self._epoll.close()

    def _come(self, crowd: Crowd) -> None:
        made = socket.socket()
        made.setblocking(False)
        made.setsockopt(socket.IPPROTO_IP, ADDRESS_ONLY, 1)
        if crowd.is_deaf:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        try:
            made.bind((next(self._sources), 0))
            made.connect(self._to)
        except BlockingIOError:
            pass
        except OSError:
            made.close()
            self._absent.append(crowd)
            return
        self.guests[made.fileno()] = Guest(crowd, made, crowd.opening)
        self._epoll.register(made.fileno(), select.EPOLLOUT | select.EPOLLRDHUP)

    def _attend(self, guest: Guest, events: int) -> None:
        try:
            if events & CUT:
                self._leave(guest)
            elif events & select.EPOLLOUT:
                self.opened += not guest.is_in
                guest.is_in = True
                self._open(guest)
            elif guest.socket.recv(1 << 16) and guest.crowd.is_reset:
                self._leave(guest)
        except BlockingIOError:
            pass
        except OSError:
            self._leave(guest)

    def _open(self, guest: Guest) -> None:
        """Send what is left of the opening, as far as it goes; once all is gone, do what the crowd does then."""
        guest.unsent = guest.unsent[guest.socket.send(guest.unsent) :]
        if guest.unsent:
            return
        self._epoll.modify(guest.socket, CUT if guest.crowd.is_deaf else CUT | select.EPOLLIN)
        if guest.crowd.is_half:
            guest.socket.shutdown(socket.SHUT_WR)
        if guest.crowd.is_reset and not guest.crowd.opening:
            self._leave(guest)

    def _drip(self, guest: Guest) -> None:
        try:
            guest.socket.send(b"a")
        except BlockingIOError:
            pass
        except OSError:
            self._leave(guest)

    def _leave(self, guest: Guest) -> None:
        del self.guests[guest.socket.fileno()]
        if guest.crowd.is_reset:
            guest.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        guest.socket.close()
        self._absent.append(guest.crowd)


@contextmanager
def siege_of(crowds: tuple[Crowd, ...], target: Target) -> Iterator[Siege]:
    """A siege that stands already; all its connections are closed at the end."""
    siege, until = Siege(crowds, target), time.monotonic() + RAMP_S
    try:
        while time.monotonic() < until:
            siege.step()
        yield siege
    finally:
        siege.close()


def ask(target: Target, source: str, path: str, cookie: str = "", form: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Status, cookie and text that a fresh connection from `source` gets; raises OSError, HTTPException."""
    connection = HTTPConnection(target.host, target.port, timeout=PATIENCE_S, source_address=(source, 0))
    headers = {"Cookie": cookie, "Connection": "close"}
    if form is not None:
        headers |= {"X-Live": "1", "Content-Type": "application/x-www-form-urlencoded"}
    try:
        connection.request("GET" if form is None else "POST", path, urlencode(form) if form is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        return answer.status, (answer.headers["Set-Cookie"] or cookie).partition(";")[0], text
    finally:
        connection.close()


def enter(target: Target, source: str) -> Visit:
    """Open the door with the key, take a token, and start a session where none runs; raises OSError, HTTPException."""
    _, cookie, _ = ask(target, source, f"/key/{target.key}")
    _, cookie, text = ask(target, source, "/me", cookie)
    found = re.search(r'name="token" value="(\w+)"', text)
    assert found is not None, "the page has no form: does the key fit?"
    visit = Visit(source, cookie, found[1])
    ask(target, source, "/do/start", cookie, {"token": visit.token, "game": "spar", "players": "Ama,Kofi"})
    return visit


def send_form(target: Target, visit: Visit, number: int) -> Answer:
    """Let two players change their seats: an event in the log at every other form."""
    players, began = ("Ama,Kofi", "Kofi,Ama")[number % 2], time.monotonic()
    try:
        status, _, _ = ask(target, visit.source, "/do/players", visit.cookie, {"token": visit.token, "players": players})
    except (OSError, HTTPException):
        return Answer(PATIENCE_S * 1000, 0)
    return Answer((time.monotonic() - began) * 1000, status)


def send_forms(target: Target, visit: Visit) -> tuple[Answer, ...]:
    """A form every `EVERY_S`, whether those before are answered or not."""
    count, began = round(target.seconds / EVERY_S), time.monotonic()
    with ThreadPoolExecutor(count) as pool:
        sent = []
        for number in range(count):
            time.sleep(max(0.0, began + number * EVERY_S - time.monotonic()))
            sent.append(pool.submit(send_form, target, visit, number))
        return tuple(one.result() for one in sent)


def cost_of(pid: int) -> Cost | None:
    """What the process holds now; None where there is none."""
    process = Path("/proc") / str(pid)
    try:
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        times = (process / "stat").read_text().rpartition(")")[2].split()
        files = len(list((process / "fd").iterdir()))
    except OSError:
        return None
    if "VmRSS" not in status:
        return None
    computed = (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
    return Cost(int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]), files, computed)


def back_after(target: Target, source: str) -> float | None:
    """Seconds from now until the page answers; None where it does not within `BACK_S`."""
    began = time.monotonic()
    while time.monotonic() < began + BACK_S:
        try:
            status, _, _ = ask(target, source, "/")
        except (OSError, HTTPException):
            status = 0
        if status == 200:
            return time.monotonic() - began
        time.sleep(TICK_S)
    return None


def attack(name: str, target: Target) -> Outcome:
    """Attack a page that answers; raises OSError or HTTPException where it does not even before."""
    # An address of its own for every attack: the page takes so many forms in a minute from each.
    source = f"127.0.1.{1 + list(ATTACKS).index(name)}"
    visit, before = enter(target, source), cost_of(target.pid)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        pool.submit(os.getpid).result()
        with siege_of(ATTACKS[name], target) as siege:
            forms = pool.submit(send_forms, target, visit)
            while not forms.done():
                siege.step()
            cost, opened, held = cost_of(target.pid), siege.opened, sum(guest.is_in for guest in siege.guests.values())
        back_s = back_after(target, source)
    if cost is not None and before is not None:
        cost = Cost(cost.rss_mb, cost.threads, cost.files, cost.cpu_s - before.cpu_s)
    return Outcome(name, forms.result(), opened, held, cost, back_s)


HEAD = "attack     forms refused failed  median     p95   worst | opened  held |  RSS threads files   CPU | soon   back  statuses"


def row(found: Outcome) -> str:
    """The outcome as a line below `HEAD`: milliseconds, MB, seconds."""
    times = f"{found.quantile(0.5):7.0f} {found.quantile(0.95):7.0f} {found.quantile(1):7.0f}"
    cost = found.cost
    held = f"{cost.rss_mb:4.0f} {cost.threads:7} {cost.files:5} {cost.cpu_s:5.1f}" if cost else f"{'ended':>24}"
    back = f"{found.back_s:6.2f}" if found.back_s is not None else " never"
    said = " ".join(f"{status}x{count}" for status, count in Counter(answer.status for answer in found.answers).items())
    forms = f"{found.attack:10} {len(found.answers):5} {found.refused:7} {found.failed:6}"
    crowd = f"{found.opened:6} {found.held:5}"
    return f"{forms} {times} | {crowd} | {held} | {'yes' if found.is_back_soon else 'no':4} {back}  {said}"


def raise_files() -> None:
    """Let this process open as many files as an attack needs."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if most == resource.RLIM_INFINITY else min(most, FILES), most))


def main() -> None:
    """Print a line for every attack; the rest is left out once the page has gone for good."""
    parser = argparse.ArgumentParser(description="attack a page on loopback, and see how its forms fare")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--key", required=True, help="the table's key")
    parser.add_argument("--pid", type=int, required=True, help="the server's process")
    parser.add_argument("--seconds", type=float, default=Target.seconds, help="for which forms are sent in each attack")
    parser.add_argument("--spread", action="store_true", help="come from 127.0.0.2 to 127.0.0.200, not from 127.0.0.1 alone")
    parser.add_argument("--attack", action="append", choices=list(ATTACKS), help="this one; all where none is named")
    given = parser.parse_args()
    raise_files()
    sources = tuple(f"127.0.0.{number}" for number in range(2, 201)) if given.spread else Target.sources
    target = Target(given.host, given.port, given.key, given.pid, given.seconds, sources)
    sys.stdout.write(f"{HEAD}\n")
    for name in given.attack or ATTACKS:
        found = attack(name, target)
        sys.stdout.write(f"{row(found)}\n")
        sys.stdout.flush()
        if found.back_s is None:
            break


if __name__ == "__main__":
    main()
