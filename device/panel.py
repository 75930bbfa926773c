"""Buttons, lamp and buzzer: what hands press, eyes see and ears hear. gpiozero on the box; the same words without hardware."""

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


NOTES = {Lamp.GREEN_FLASH: 1, Lamp.AMBER: 2, Lamp.RED_TWICE: 3, Lamp.RED: 3}
"""How many notes the buzzer plays where the lamp begins to say this."""

STUCK_S = 15.0
"""Seconds after which a button that is still pressed is taken to be stuck: nobody holds one for so long."""


class Panel(Protocol):
    """Buttons that put presses into a queue, a lamp, and a buzzer that can be silenced."""

    presses: "Queue[Press]"
    is_quiet: bool

    def show(self, lamp: Lamp) -> None:
        """Let the lamp and the buzzer say this."""
        ...

    def trouble(self) -> str:
        """What is wrong with it and what to do, in a sentence; empty where all is well."""
        ...

    @property
    def is_recovery_held(self) -> bool:
        """Whether confirm and undo are both held down now."""
        ...

    def close(self) -> None:
        """Leave the pins safe."""
        ...


class PaperPanel:
    """No hardware, or none that works: presses come from elsewhere, and what the lamp said is kept."""

    def __init__(self, trouble: str = "") -> None:
        self.presses: Queue[Press] = Queue()
        self.is_quiet = False
        self._trouble = trouble
        self.is_recovery_held = False
        self.history: list[Lamp] = []

    def show(self, lamp: Lamp) -> None:
        """Remembers it."""
        if not self.history or self.history[-1] is not lamp:
            self.history.append(lamp)

    def trouble(self) -> str:
        """What it was made with."""
        return self._trouble

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


NOTE_S, PAUSE_S = 0.08, 0.12
"""Seconds of a note and of the silence after it."""


def open_panel(config: Config) -> Panel:
    """What the configuration says is wired; where that cannot be used, a panel without hardware that says why."""
    if not config.buttons:
        return PaperPanel()
    try:
        from device.gpiochip import GpiochipFactory

        return GpioPanel(config, GpiochipFactory())
    except Exception as error:  # whatever fails in there, and each pin library has errors of its own, the table goes on
        return PaperPanel(
            f"buttons and lamp cannot be used: {error or type(error).__name__}; look at [pins] in the configuration"
        )


class _ShortOrLong:
    """A button with two meanings: the short press counts on release, so that a long one is not both."""

    def __init__(self, button: Any, short: Press, long: Press, presses: "Queue[Press]") -> None:
        self._button, self._short, self._long, self._presses = button, short, long, presses
        self._was_held = False
        button.when_pressed, button.when_held, button.when_released = self._pressed, self._held, self._released

    def _pressed(self) -> None:
        self._was_held = False

    def _held(self) -> None:
        if self._button.is_pressed:
            self._was_held = True
            self._presses.put(self._long)

    def _released(self) -> None:
        if not self._was_held:
            self._presses.put(self._short)


class GpioPanel:
    """The wired buttons, lamp and buzzer."""

    def __init__(self, config: Config, factory: Any) -> None:
        from gpiozero import RGBLED, Button, Buzzer

        pins, bounce = config.pins, config.bounce_ms / 1000
        self.presses: Queue[Press] = Queue()
        self.is_quiet = config.quiet
        self._confirm = Button(pins.confirm, bounce_time=bounce, hold_time=config.hold_s, pin_factory=factory)
        self._undo = Button(pins.undo, bounce_time=bounce, pin_factory=factory)
        self._dispute = Button(pins.dispute, bounce_time=bounce, hold_time=KEY_HOLD_S, pin_factory=factory)
        self._lamp = RGBLED(pins.red, pins.green, pins.blue, pwm=True, pin_factory=factory)
        self._buzzer = Buzzer(pins.buzzer, pin_factory=factory)
        self._shown: Lamp | None = None
        self._undo.when_pressed = lambda: self.presses.put(Press.UNDO)
        _ShortOrLong(self._confirm, Press.CONFIRM, Press.TAKE_BACK, self.presses)
        _ShortOrLong(self._dispute, Press.DISPUTE, Press.NEW_KEY, self.presses)

    def show(self, lamp: Lamp) -> None:
        """Sets the lamp and plays the notes; what it shows already is left alone, so that a pulse does not stutter."""
        if lamp is self._shown:
            return
        self._shown = lamp
        if lamp in NOTES and not self.is_quiet:
            self._buzzer.beep(NOTE_S, PAUSE_S, n=NOTES[lamp], background=True)
        if lamp in STEADY:
            self._lamp.color = STEADY[lamp]
            return
        blink = BLINKS[lamp]
        self._lamp.blink(blink.on, blink.off, blink.fade, blink.fade, on_color=blink.colour, n=blink.times, background=True)

    def close(self) -> None:
        """Lamp and buzzer off, pins free."""
        for part in (self._lamp, self._buzzer, self._confirm, self._undo, self._dispute):
            part.close()

    @property
    def is_recovery_held(self) -> bool:
        """Whether confirm and undo are both pressed."""
        return bool(self._confirm.is_pressed and self._undo.is_pressed)

    def trouble(self) -> str:
        """Which button seems to be stuck."""
        buttons = {"confirm": self._confirm, "undo": self._undo, "dispute": self._dispute}
        stuck = [name for name, button in buttons.items() if (button.active_time or 0) > STUCK_S]
        return "" if not stuck else f"the {' and '.join(stuck)} button is held down: is it stuck, or its wire at ground?"
