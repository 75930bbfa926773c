"""What the lamp says: what the table waits for, what has just happened, and that something is out of order."""

from dataclasses import dataclass

from device.panel import Lamp, Panel
from scoring.projections import Attention, attention
from scoring.table import Table

STEADY_LAMPS = {
    Attention.IDLE: Lamp.OFF,
    Attention.READING: Lamp.WHITE,
    Attention.TRICK_WAITS: Lamp.WHITE_PULSING,
    Attention.QUESTION: Lamp.AMBER,
    Attention.OVER: Lamp.WHITE,
}
FLASH_S = 1.4
"""Seconds for which a flash stays before the lamp says again what it waits for."""


@dataclass
class Lights:
    """The lamp of one table; `proved` offences have been flashed for. Times are those of the frames, in seconds."""

    panel: Panel
    proved: int = 0
    now: float = 0.0
    _flash: tuple[Lamp, float] | None = None

    def flash(self, lamp: Lamp, seconds: float = FLASH_S) -> None:
        """Let the lamp say this for a while, unless something is out of order."""
        self._flash = (lamp, self.now + seconds)

    def forget(self) -> None:
        """Nothing is flashed any more."""
        self._flash = None

    def flash_what_is_proved(self, table: Table) -> None:
        """Once for each new proof, whoever laid, typed or corrected the card that gave it."""
        proved = proved_in(table)
        if proved > self.proved:
            self.flash(Lamp.RED_TWICE)
        self.proved = proved

    def show(self, table: Table) -> None:
        """Say what the table waits for."""
        is_flashing = self._flash and self.now < self._flash[1]
        self.panel.show(self._flash[0] if self._flash and is_flashing else STEADY_LAMPS[attention(table)])

    def alarm(self) -> None:
        """Say that camera, storage or program are out of order."""
        self.panel.show(Lamp.RED)


def proved_in(table: Table) -> int:
    """How many offences the cards prove, over the whole session."""
    return sum(len(deal.offences) for deal in table.deals)
