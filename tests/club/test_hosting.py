"""A hub at a broker that the club has already."""

from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from club.broker import HUB, NoBroker
from club.hosting import add_neighbour, hosted
from club.joining import join, read_code
from club.line import Line
from club.settings import HubSettings
from tests.club.brokers import club_at, free_port
from tests.club.test_line import EVENING, play
from tests.waiting import until


def test_a_club_with_a_broker_of_its_own_uses_that(tmp_path: Path) -> None:
    with club_at(tmp_path / "club") as other:
        access = other.of(HUB)
        broker = f"mqtts://{HUB}:{quote(access.key, safe='')}@{access.host}:{access.port}"
        authority = str(other.authority.certificate)
        settings = HubSettings(
            "The Club", tmp_path / "hub", "127.0.0.1", free_port(), broker=broker, broker_authority=authority, pictures=1
        )
        stop, where = Event(), f"http://127.0.0.1:{settings.port}"
        with hosted(settings, where) as club:
            threads = [Thread(target=club.run, args=(stop,))]
            threads[0].start()
            play(tmp_path / "north", "one", EVENING)
            membership = join(read_code(club.hub.invite("north").code))
            assert (membership.access.host, membership.access.port) == (access.host, access.port)
            threads.append(Thread(target=Line(tmp_path / "north", membership.access, "1").run, args=(stop,)))
            threads[1].start()
            until(lambda: "north" in club.hub.view.current and club.hub.view.current["north"].table.seq == len(EVENING))
            with urlopen(f"{where}/ca.pem") as answer:
                assert answer.read().decode() == other.authority.pem()
            assert add_neighbour(settings).port == access.port
            stop.set()
            for thread in threads:
                thread.join()
        assert not (tmp_path / "hub" / "broker").exists()
        other.broker.keep_up()
        with (
            pytest.raises(NoBroker, match="no file with the certificate"),
            hosted(replace(settings, broker_authority=str(tmp_path / "nothing.pem")), where),
        ):
            pass
