"""Neighbours of a running hub, each in a thread of its own with a line of its own: nothing waits for them."""

from collections.abc import Callable, Iterator
from threading import Event

from club.connection import Access, Connection
from club.hub import Hub
from club.neighbours.homeassistant import PREFIX, Announcements
from club.neighbours.webhook import CONFIRMED, BadWebhook, Target, Webhook
from club.settings import HubSettings

LOOK_S = 1.0
"""Seconds after which the line is looked at although nothing has changed."""


def neighbours_of(hub: Hub, access: Access, settings: HubSettings) -> Iterator[Callable[[Event], None]]:
    """What is to be run, each in a thread of its own until its event is set. What is wrong is among the hub's troubles."""
    if settings.neighbours:
        yield Telling(hub, access).run
    if settings.webhook:
        try:
            target = Target(settings.webhook, settings.webhook_secret)
        except BadWebhook as error:
            why = str(error)
            hub.others.append(lambda: why)
            return
        webhook = Webhook(target, settings.data / CONFIRMED, lambda: hub.view.sessions)
        hub.others.append(lambda: webhook.trouble)
        yield webhook.run


class Telling:
    """What the hub's tables show, for whoever may read it at the broker; Home Assistant finds them there by itself."""

    def __init__(self, hub: Hub, access: Access, prefix: str = PREFIX) -> None:
        self.hub = hub
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
        finally:
            self.line.close()

    def _tell(self) -> None:
        """Everything to a broker that was reached anew, and what is new to one that has the rest."""
        if self.line.arrived(0):
            self.said.forget()
        if self.line.is_up:
            for message in self.said.news(self.hub.view):
                self.line.send(message)
