"""Starting in any state: the page is up, says what is wrong and what to press, and goes on by itself once it is mended."""

import os
import signal
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from device.config import Config
from device.errors import CardtableError
from device.rescue import Rescue
from device.serving import answers, make_server, serve_alone
from device.web import _bound
from scoring.commands import EndSession, StartSession
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from web.rescue import create_rescue
from web.server import Server


def a_log(folder: Path, clock: Callable[[], datetime]) -> None:
    live = LiveTable(Ledger(folder / "log.db"))
    live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    live.submit(EndSession(by="t"), clock)
    live.ledger.close()


def test_a_log_that_is_none_is_set_aside_by_its_owner_and_the_table_goes_on(tmp_path: Path) -> None:
    (tmp_path / "log.db").write_bytes(b"this is no database, and long enough to be looked at" * 100)
    rescue = Rescue(tmp_path)
    assert not rescue.is_open()
    app = create_rescue(lambda: str(rescue.trouble), rescue._remedies, KeyRing(tmp_path / KEYS))
    client, keys = app.test_client(), KeyRing(tmp_path / KEYS).keys()
    page = client.get("/score")
    assert (page.status_code, "is not a Cardtable log" in page.text, "<button" in page.text) == (503, True, False)
    assert client.get("/healthz").get_json()["ok"] is False
    assert client.get(f"/key/{keys.table}").text.count("<button") == 0
    assert "Set the log aside" in client.get(f"/key/{keys.owner}").text
    assert client.post(f"/key/{keys.table}/aside").status_code == 403
    assert client.post(f"/key/{keys.owner}/aside", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.post(f"/key/{keys.owner}/aside").status_code == 303
    assert (tmp_path / "log-damaged-1.db").read_bytes().startswith(b"this is no database")
    assert rescue.is_open()
    assert rescue.table is not None
    assert rescue.table[0].table().setup is None


def test_pictures_can_be_deleted_where_the_disk_is_full(tmp_path: Path, clock: Callable[[], datetime]) -> None:
    a_log(tmp_path, clock)
    EvidenceStore(tmp_path / "evidence").keep(b"picture")
    rescue = Rescue(tmp_path)
    app = create_rescue(lambda: "the disk is full", rescue._remedies, KeyRing(tmp_path / KEYS))
    owner = KeyRing(tmp_path / KEYS).keys().owner
    assert app.test_client().post(f"/key/{owner}/pictures").status_code == 303
    assert list((tmp_path / "evidence").iterdir()) == []
    assert rescue.is_open()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    rescue = Rescue(tmp_path / "file" / "data")
    assert not rescue.is_open()
    assert "cannot be" in str(rescue.trouble)


def test_keys_that_cannot_be_kept_hold_until_the_process_ends(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ring = KeyRing(tmp_path / "file" / KEYS)
    assert ring.keys() == ring.keys()
    assert "cannot be read or kept" in ring.trouble


@pytest.mark.parametrize("host", ["0.0.0.O", "203.0.113.9"])
def test_a_host_that_is_none_of_this_machine_s_is_no_reason_to_be_down(
    tmp_path: Path, host: str, clock: Callable[[], datetime]
) -> None:
    a_log(tmp_path, clock)
    live = LiveTable(Ledger(tmp_path / "log.db"))
    config = Config(data=tmp_path, host=host, port=0)
    server = _bound(lambda where: make_server(live, EvidenceStore(tmp_path / "evidence"), where, 0), config)
    assert server.host == "0.0.0.0"
    server.close()
    server.run()


@pytest.mark.parametrize("is_asked", [False, True], ids=["there is something else to serve", "somebody ends it"])
def test_the_page_is_told_alive_while_it_answers_until_it_ends(
    is_asked: bool, tmp_path: Path, clock: Callable[[], datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_log(tmp_path, clock)
    server = make_server(LiveTable(Ledger(tmp_path / "log.db")), EvidenceStore(tmp_path / "evidence"), "localhost", 0)
    told: list[str] = []
    monkeypatch.setattr("device.serving.notify", told.append)
    monkeypatch.setattr("device.serving.LOOK_S", 0.01)

    def looked() -> bool:
        if told.count("WATCHDOG=1") >= 2:
            assert answers(server.host, server.port)
            if not is_asked:
                return True
            os.kill(os.getpid(), signal.SIGTERM)
        return False

    assert serve_alone(server, looked) == is_asked
    assert told[0] == "READY=1"
    assert not answers(server.host, server.port)


def test_a_server_thread_that_dies_ends_the_program(
    tmp_path: Path, clock: Callable[[], datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_log(tmp_path, clock)
    server = make_server(LiveTable(Ledger(tmp_path / "log.db")), EvidenceStore(tmp_path / "evidence"), "127.0.0.1", 0)
    dies = threading.Event()

    def run(_self: Server) -> None:
        dies.set()

    with monkeypatch.context() as patched:
        patched.setattr(Server, "run", run)  # as if an error had ended it
        with pytest.raises(CardtableError, match="ended by itself"):
            serve_alone(server)
    assert dies.is_set()
    server.run()
