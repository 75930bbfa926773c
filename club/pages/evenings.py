"""The evening of `club.evening`, as the pages show it."""

from club.pages.happening import Happening
from club.pages.services import Hub


def happenings(hub: Hub) -> tuple[Happening, ...]:
    """The events of the evening that have begun or are drawn, in their order."""
    found: tuple[Happening, ...] = hub.evening()
    return found


def names_of(hub: Hub) -> tuple[str, ...]:
    """Everybody who plays tonight, in the order of the alphabet."""
    entered = {name for event in happenings(hub) for row in event.rows for name in row.members}
    seated = {name for found in hub.current().values() if found.table.setup for name in found.table.setup.players}
    return tuple(sorted(entered | seated, key=str.casefold))
