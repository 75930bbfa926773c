"""The Wi-Fi of the box's own: who is on it, and which of its phones have been told that all is well."""

import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Interface, ip_address
from pathlib import Path

from web.network import SAID

STAYS_S = 12 * 3600.0
"""Seconds for which a phone that was let in stays so: an evening. Somebody else may have its address the next day."""


@dataclass
class Hotspot:
    """`place` is the box's own address in that network, as `systemd/hotspot` gives it, and its mask.

    `said` is the folder in which `systemd/network` tells how it stands with this and other networks.
    """

    place: IPv4Interface = IPv4Interface("10.42.0.1/24")
    said: Path = SAID
    clock: Callable[[], float] = time.monotonic
    _let_in: dict[str, float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def has(self, visitor: str) -> bool:
        """Whether whoever asks from that address is on it.

        An answer to an address of that network leaves the box through it alone: nobody elsewhere can have one.
        """
        try:
            return ip_address(visitor) in self.place.network and self.is_up()
        except ValueError:
            return False

    def is_up(self) -> bool:
        """Whether this machine has that address now: no other address of its own can be bound to. Nothing is sent."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind((str(self.place.ip), 0))
            except OSError:
                return False
            return True

    def let_in(self, visitor: str) -> None:
        """From now on the phone at that address is told that all is well, so that it stays."""
        with self._lock:
            now = self.clock()
            self._let_in = {known: at for known, at in self._let_in.items() if at > now - STAYS_S} | {visitor: now}

    def is_let_in(self, visitor: str) -> bool:
        """Whether that was asked for lately."""
        with self._lock:
            at = self._let_in.get(visitor)
            return at is not None and at > self.clock() - STAYS_S
