"""The evening of `club.evening`, as the pages show it."""

from club.pages.happening import Happening
from club.pages.services import Hub


def happenings(hub: Hub) -> tuple[Happening, ...]:
    """The events of the evening that have begun or are drawn, in their order."""
    found: tuple[Happening, ...] = hub.evening()
    return found
