"""Tells neighbours what is new: a thread of the hub's with a connection of its own, so that nothing else waits for them."""

from threading import Event

from club.connection import Access, Connection
from club.hub import Hub
from club.neighbours.homeassistant import PREFIX, Announcements
from club.neighbours.webhook import Webhook

LOOK_S = 1.0
"""Seconds after which the line is looked at although nothing has changed."""


class Telling:
    """What the hub's tables show, for Home Assistant through the broker, and hands that came to a result for a webhook."""

    def __init__(self, hub: Hub, access: Access, webhook: Webhook | None = None, prefix: str = PREFIX) -> None:
        self.hub, self.webhook = hub, webhook
        self.line = Connection(access, f"{access.account}-neighbours", ())
        self.said = Announcements(prefix)

    def run(self, stop: Event) -> None:
        """Tell until `stop`."""
        self.line.open()
        version = self.hub.version
        try:
            while not stop.is_set():
                self._tell()
                version = self.hub.wait(version, LOOK_S)
                if self.webhook:
                    self.webhook.notice()
        finally:
            self.line.close()

    def _tell(self) -> None:
        """Everything to a broker that was reached anew, and what is new to one that has the rest."""
        if self.line.arrived(0):
            self.said.forget()
        if self.line.is_up:
            for message in self.said.news(self.hub.view):
                self.line.send(message)
