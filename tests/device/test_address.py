"""The addresses at which phones reach the page."""

import socket
from pathlib import Path

import pytest

from device import address
from device.address import addresses


class Offline(socket.socket):
    """A socket of a machine without a way outward."""

    def connect(self, _where: object) -> None:
        raise OSError("Network is unreachable")


def test_the_usual_port_is_not_shown() -> None:
    assert addresses("127.0.0.1", 80) == ["http://127.0.0.1/"]
    assert addresses("192.0.2.7", 8000) == ["http://192.0.2.7:8000/"]


def test_without_a_way_outward_the_box_s_own_network_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(socket, "socket", Offline)
    for name in ("eth9", "lo", "wlan9"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(address, "INTERFACES", tmp_path)
    assert addresses("0.0.0.0", 80) == ["http://127.0.0.1/"]
    # The loopback is the one interface that every machine has with an address: under another name it stands for a hotspot.
    ask = address._address_of
    monkeypatch.setattr(address, "_address_of", lambda probe, name: ask(probe, "lo" if name == "wlan9" else name))
    assert addresses("0.0.0.0", 80)[1:] == ["http://127.0.0.1/"]
