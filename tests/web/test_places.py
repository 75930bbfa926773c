"""Who is let in where places are few: a fair share for every address, and none for those who only sit there."""

import select
import socket
import threading
import urllib.request
from typing import Any

import pytest

from scoring.ledger import Ledger
from tests.waiting import PATIENCE
from tests.web.conftest import Page
from web.listening import listening, share_by_address
from web.server import FairQueue, Guest, Server, places, serve
from web.stream import News


class Somebody(Guest):
    """A guest without a socket."""

    def __init__(self, address: str, number: int) -> None:
        self.addr, self.number = (address, 0), number


def test_addresses_take_turns_at_being_answered() -> None:
    queue = FairQueue()
    for number in range(3):
        queue.append(Somebody("greedy", number))
    queue.append(Somebody("modest", 0))
    order = [queue.popleft() for _ in range(len(queue))]
    assert [(guest.addr[0], guest.number) for guest in order] == [("greedy", 0), ("modest", 0), ("greedy", 1), ("greedy", 2)]
    assert len(queue) == 0


def test_the_kernel_lets_every_address_wait_in_a_line_of_its_own() -> None:
    (group,) = listening("127.0.0.1", 0)
    for line in group:
        line.listen()
    share_by_address(group)
    there = group[0].getsockname()
    came = [socket.create_connection(there, source_address=(f"127.0.0.{last}", 0)) for last in (33, 33, 33, 34)]
    waiting: dict[socket.socket, list[str]] = {}
    while ready := select.select(group, [], [], 0)[0]:
        for line in ready:
            one, (address, _) = line.accept()
            waiting.setdefault(line, []).append(address)
            came.append(one)
    assert sorted(waiting.values()) == [["127.0.0.33"] * 3, ["127.0.0.34"]]
    for line in group + came:
        line.close()


def test_a_port_that_is_taken_is_not_shared_with_whoever_has_it() -> None:
    (group,) = listening("127.0.0.1", 0)
    for line in group:
        line.listen()
    with pytest.raises(OSError, match="in use"):
        listening("127.0.0.1", group[0].getsockname()[1])
    for line in group:
        line.close()


def test_a_newcomer_gets_the_place_of_whoever_holds_clearly_more(page: Page) -> None:
    news = News(page.live.ledger, cap=3)
    greedy = [news.join("one") for _ in range(3)]
    assert news.join("one") is None
    assert news.join("two") is not None
    assert greedy[0] is not None
    assert greedy[0].is_replaced
    assert list(news.messages(greedy[0], 0)) == []
    assert news.listeners == 3


def test_within_an_address_the_phones_have_a_fair_share(page: Page) -> None:
    news = News(page.live.ledger, cap=3)
    first = [news.join("club", phone) for phone in ("a", "a", "b")]
    assert news.join("club", "c") is not None, "the phone with two gives one"
    assert first[0] is not None
    assert first[0].is_replaced
    assert news.join("club", "d") is None, "one each is no reason to push anybody out"


def test_threads_are_as_many_as_streams_that_are_open(page: Page) -> None:
    told: list[int] = []
    news = News(page.live.ledger, cap=2, on_streams=told.append)
    one, two = news.join("a"), news.join("a")
    news.join("b")
    assert (one, two) != (None, None)
    news.leave(one)  # type: ignore[arg-type]  # it was let in
    assert told == [1, 2, 3, 2]


def test_whoever_stops_the_news_while_they_begin_waits_for_nothing_that_has_not_begun(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = News(page.live.ledger)

    class Late(threading.Thread):
        def start(self) -> None:
            news.stop()
            super().start()

    monkeypatch.setattr(threading, "Thread", Late)
    news.start()
    news.stop()
    assert not news.is_watching


def test_an_answer_does_not_wait_for_more_to_send_with_it(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    guests: list[Guest] = []
    made = Guest.__init__

    def note(guest: Guest, *args: Any, **more: Any) -> None:
        guests.append(guest)
        made(guest, *args, **more)

    monkeypatch.setattr(Guest, "__init__", note)
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        line.sendall(b"GET /api/v1/table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(10)
        assert guests[0].socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_connections_stay_below_what_may_be_open() -> None:
    assert 16 <= places() <= 1536


def test_idle_ones_make_room_and_a_form_is_answered(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.places", lambda: 12)
    server = serve(page.client.application, News(Ledger(page.live.ledger.path)), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/v1/table", timeout=PATIENCE) as answer:
            assert answer.status == 200
        idle[0].settimeout(PATIENCE)
        assert idle[0].recv(10) == b"", "the first one has made room"
        for line in idle:
            line.close()
    finally:
        server.close()
        thread.join()
