"""Buttons and lamp through gpiozero's own stand-in for pins; real lines are another tier's business."""

import warnings
from collections.abc import Iterator
from queue import Empty
from typing import Any

import pytest

from device.config import Config, Pins
from device.panel import GpioPanel, Lamp, Press

PINS = Pins()


@pytest.fixture
def factory() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


@pytest.fixture
def panel(factory: Any) -> Iterator[GpioPanel]:
    made = GpioPanel(Config(hold_s=0.5), factory)
    yield made
    made.close()


def tap(factory: Any, pin: int) -> None:
    factory.pin(pin).drive_low()
    factory.pin(pin).drive_high()


def pressed(panel: GpioPanel) -> list[Press]:
    found = []
    while True:
        try:
            found.append(panel.presses.get_nowait())
        except Empty:
            return found


def test_a_short_press_confirms(panel: GpioPanel, factory: Any) -> None:
    tap(factory, PINS.confirm)
    assert pressed(panel) == [Press.CONFIRM]


def test_a_long_press_takes_back_and_does_not_confirm(panel: GpioPanel, factory: Any) -> None:
    factory.pin(PINS.confirm).drive_low()
    assert panel.presses.get(timeout=10) is Press.TAKE_BACK
    factory.pin(PINS.confirm).drive_high()
    assert pressed(panel) == []


def test_two_buttons_at_once_are_two_presses(panel: GpioPanel, factory: Any) -> None:
    factory.pin(PINS.undo).drive_low()
    factory.pin(PINS.dispute).drive_low()
    factory.pin(PINS.dispute).drive_high()
    assert pressed(panel) == [Press.UNDO, Press.DISPUTE]


def test_the_dispute_button_held_makes_a_key_and_opens_no_dispute(panel: GpioPanel, factory: Any) -> None:
    panel._dispute.hold_time = 0.05
    factory.pin(PINS.dispute).drive_low()
    assert panel.presses.get(timeout=10) is Press.NEW_KEY
    factory.pin(PINS.dispute).drive_high()
    assert pressed(panel) == []


def test_the_lamp_takes_the_colour_of_what_it_says(panel: GpioPanel, factory: Any) -> None:
    panel.show(Lamp.AMBER)
    assert [factory.pin(pin).state for pin in (PINS.red, PINS.green, PINS.blue)] == [1.0, 0.5, 0.0]
    panel.show(Lamp.OFF)
    assert [factory.pin(pin).state for pin in (PINS.red, PINS.green, PINS.blue)] == [0.0, 0.0, 0.0]
