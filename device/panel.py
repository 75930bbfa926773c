"""Buttons and lamp: what hands press and eyes see. gpiozero on the box; the same words without hardware."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from queue import Queue
from typing import Any, Protocol

from device.config import Config

KEY_HOLD_S = 5.0
"""Seconds for which the dispute button is held to make a new key for the page: nobody does that by chance."""


class Press(Enum):
    """What somebody did with a button."""

    CONFIRM = "confirm"
    TAKE_BACK = "take_back"
    UNDO = "undo"
    DISPUTE = "dispute"
    NEW_KEY = "new_key"


class Lamp(Enum):
    """What the lamp says (the manual's table): steady unless its name says otherwise."""

    OFF = "off"
    WHITE = "white"
    WHITE_PULSING = "white_pulsing"
    GREEN_FLASH = "green_flash"
    AMBER = "amber"
    RED_TWICE = "red_twice"
    RED = "red"


class Panel(Protocol):
    """Buttons that put presses into a queue, and a lamp."""

    presses: "Queue[Press]"

    def show(self, lamp: Lamp) -> None:
        """Let the lamp say this."""
        ...

    def close(self) -> None:
        """Leave the pins safe."""
        ...


class PaperPanel:
    """No hardware: presses come from elsewhere, and what the lamp said is kept."""

    def __init__(self) -> None:
        self.presses: Queue[Press] = Queue()
        self.history: list[Lamp] = []

    def show(self, lamp: Lamp) -> None:
        """Remembers it."""
        if not self.history or self.history[-1] is not lamp:
            self.history.append(lamp)

    def close(self) -> None:
        """Nothing to leave safe."""


Colour = tuple[float, float, float]
WHITE, GREEN, AMBER, RED = (1.0, 1.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.5, 0.0), (1.0, 0.0, 0.0)


@dataclass(frozen=True)
class _Blink:
    colour: Colour
    on: float
    off: float
    times: int | None = None
    fade: float = 0.0


STEADY: dict[Lamp, Colour] = {Lamp.OFF: (0.0, 0.0, 0.0), Lamp.WHITE: WHITE, Lamp.AMBER: AMBER, Lamp.RED: RED}
BLINKS = {
    Lamp.WHITE_PULSING: _Blink(WHITE, 0.2, 0.2, None, 0.5),
    Lamp.GREEN_FLASH: _Blink(GREEN, 0.4, 0.1, 1),
    Lamp.RED_TWICE: _Blink(RED, 0.3, 0.3, 2),
}


class GpioPanel:
    """The wired buttons and lamp; a confirm press counts on release, so that a long press is not both."""

    def __init__(self, config: Config, factory: Any = None) -> None:
        from gpiozero import RGBLED, Button

        pins, bounce = config.pins, config.bounce_ms / 1000
        self.presses: Queue[Press] = Queue()
        self._was_held = self._makes_key = False
        self._confirm = Button(pins.confirm, bounce_time=bounce, hold_time=config.hold_s, pin_factory=factory)
        self._undo = Button(pins.undo, bounce_time=bounce, pin_factory=factory)
        self._dispute = Button(pins.dispute, bounce_time=bounce, hold_time=KEY_HOLD_S, pin_factory=factory)
        self._lamp = RGBLED(pins.red, pins.green, pins.blue, pwm=True, pin_factory=factory)
        self._shown: Lamp | None = None
        self._confirm.when_pressed = self._pressed
        self._confirm.when_held = self._held
        self._confirm.when_released = self._released
        self._undo.when_pressed = self._put(Press.UNDO)
        self._dispute.when_held = self._dispute_held
        self._dispute.when_released = self._dispute_released

    def show(self, lamp: Lamp) -> None:
        """Sets the lamp; what it shows already is left alone, so that a pulse does not stutter."""
        if lamp is self._shown:
            return
        self._shown = lamp
        if lamp in STEADY:
            self._lamp.color = STEADY[lamp]
            return
        blink = BLINKS[lamp]
        self._lamp.blink(blink.on, blink.off, blink.fade, blink.fade, on_color=blink.colour, n=blink.times, background=True)

    def close(self) -> None:
        """Lamp off, pins free."""
        for part in (self._lamp, self._confirm, self._undo, self._dispute):
            part.close()

    def _dispute_held(self) -> None:
        self._makes_key = True
        self.presses.put(Press.NEW_KEY)

    def _dispute_released(self) -> None:
        if not self._makes_key:
            self.presses.put(Press.DISPUTE)
        self._makes_key = False

    def _put(self, press: Press) -> Callable[[], None]:
        return lambda: self.presses.put(press)

    def _pressed(self) -> None:
        self._was_held = False

    def _held(self) -> None:
        if self._confirm.is_pressed:
            self._was_held = True
            self.presses.put(Press.TAKE_BACK)

    def _released(self) -> None:
        if not self._was_held:
            self.presses.put(Press.CONFIRM)
