"""The pins of a Pi's header for gpiozero, through the kernel's gpiochip: any kernel, any Python, no driver of our own.

The lines of the header have their BCM numbers as offsets in the chip whose label is one of `HEADERS`.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from select import select
from threading import Event, Thread
from typing import Any

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import GPIOPinInUse, PinInvalidFunction, PinInvalidPull, PinSetInput, PinUnknownPi
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chips that drive the header: Pi 5, Pi 4, and those before."""

PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}


def find_header(devices: Path = Path("/dev")) -> Path:
    """The chip with the header's lines; PinUnknownPi where there is none."""
    for path in sorted(devices.glob("gpiochip*")):
        if gpiod.is_gpiochip_device(str(path)):
            with gpiod.Chip(str(path)) as chip:
                if chip.get_info().label in HEADERS:
                    return path
    raise PinUnknownPi("this machine has no pins of a Raspberry Pi")


class GpiochipFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins of one chip: that of the header, where none is named."""

    def __init__(self, chip: Path | None = None) -> None:
        super().__init__()
        self.chip = chip or find_header()
        self.pin_class = GpiochipPin


class GpiochipPin(LocalPiPin):  # type: ignore[misc]  # gpiozero has no types
    """A line that is asked for when a device first uses it, and let go with the device."""

    def __init__(self, factory: GpiochipFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._line: gpiod.LineRequest | None = None
        self._settings = gpiod.LineSettings(direction=Direction.INPUT)
        self._edges = "both"
        self._listening: _Listening | None = None
        self._pulses: _Pulses | None = None

    def close(self) -> None:
        """An input again, and free."""
        self.when_changed = None
        self.frequency = None
        if self._line:
            self._settings = gpiod.LineSettings(direction=Direction.INPUT)
            self._apply()
            self._line.release()
            self._line = None

    def _apply(self) -> gpiod.LineRequest:
        lines: dict[Any, gpiod.LineSettings | None] = {self._number: self._settings}
        if self._line:
            self._line.reconfigure_lines(lines)
            return self._line
        try:
            self._line = gpiod.request_lines(str(self.factory.chip), lines, "cardtable")
        except OSError as error:
            if error.errno == errno.EBUSY:
                raise GPIOPinInUse(f"pin {self!r} is already in use by another program") from error
            raise
        return self._line

    def _get_function(self) -> str:
        return "output" if self._settings.direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._settings = gpiod.LineSettings(direction=Direction.INPUT if value == "input" else Direction.OUTPUT)
        self._apply()

    def _get_state(self) -> float:
        if self._pulses:
            return self._pulses.share
        return float((self._line or self._apply()).get_value(self._number) is Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        if self.function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        if self._pulses:
            self._pulses.be(value)
        else:
            self._put(bool(value))

    def _put(self, is_on: bool) -> None:
        (self._line or self._apply()).set_value(self._number, Value.ACTIVE if is_on else Value.INACTIVE)

    def _get_pull(self) -> str:
        return next((name for name, bias in PULLS.items() if bias is self._settings.bias), "floating")

    def _set_pull(self, value: str) -> None:
        if value not in PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._settings.bias = PULLS[value]
        self._apply()

    def _get_bounce(self) -> float | None:
        return self._settings.debounce_period.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        with self._deaf():
            self._settings.debounce_period = timedelta(seconds=value or 0)

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        with self._deaf():
            self._edges = value

    @contextmanager
    def _deaf(self) -> Iterator[None]:
        """What is set while nobody listens."""
        heard = self.when_changed
        self.when_changed = None
        try:
            yield
        finally:
            self.when_changed = heard

    def _enable_event_detect(self) -> None:
        self._settings.edge_detection = EDGES[self._edges]
        self._listening = _Listening(self._apply(), self._call_when_changed)

    def _disable_event_detect(self) -> None:
        if self._listening:
            self._listening.end()
            self._listening = None
        self._settings.edge_detection = Edge.NONE
        self._apply()

    def _call_when_changed(self, ticks: float, state: int) -> None:
        """Without the lock that whoever ends the listening holds."""
        if heard := self._get_when_changed():
            heard(ticks, state)

    def _get_frequency(self) -> float | None:
        return self._pulses.frequency if self._pulses else None

    def _set_frequency(self, value: float | None) -> None:
        share = 0.0
        if self._pulses:
            share = self._pulses.share
            self._pulses.end()
            self._pulses = None
        if value:
            self._pulses = _Pulses(self._put, value, share)


class _Listening:
    """Tells of every edge of a line, in a thread of its own."""

    def __init__(self, line: gpiod.LineRequest, changed: Any) -> None:
        self._line, self._changed = line, changed
        self._ending = os.eventfd(0)
        self._thread = Thread(target=self._run, name="pin", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._ending not in select([self._line.fd, self._ending], [], [])[0]:
            for event in self._line.read_edge_events():
                self._changed(event.timestamp_ns / 1e9, int(event.event_type is event.Type.RISING_EDGE))

    def end(self) -> None:
        os.eventfd_write(self._ending, 1)
        self._thread.join()
        os.close(self._ending)


class _Pulses:
    """Between on and off by being on for a share of the time (0 to 1), so often a second that no eye follows."""

    def __init__(self, put: Any, frequency: float, share: float) -> None:
        self.frequency, self.share = frequency, share
        self._put = put
        self._changed, self._ending = Event(), False
        self._thread = Thread(target=self._run, name="pulses", daemon=True)
        self._thread.start()

    def be(self, share: float) -> None:
        """Another share, from now on."""
        self.share = share
        self._changed.set()

    def _run(self) -> None:
        while not self._ending:
            self._changed.clear()
            share = self.share
            for is_on, part in ((True, share), (False, 1 - share)):
                if part > 0 and not self._changed.is_set():
                    self._put(is_on)
                    self._changed.wait(part / self.frequency if part < 1 else None)

    def end(self) -> None:
        """Off."""
        self._ending = True
        self._changed.set()
        self._thread.join()
        self._put(False)
