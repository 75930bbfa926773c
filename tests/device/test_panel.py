"""Buttons and lamp through gpiozero's own stand-in for pins; real lines are another tier's business."""

import warnings
from collections.abc import Iterator
from queue import Empty
from typing import Any

import pytest

from device.config import Config, Pins
from device.panel import GpioPanel, Lamp, Press, open_panel
from tests.waiting import PATIENCE

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
    assert panel.presses.get(timeout=PATIENCE) is Press.TAKE_BACK
    factory.pin(PINS.confirm).drive_high()
    assert pressed(panel) == []


def test_recovery_is_asked_for_by_both_buttons_alone(panel: GpioPanel, factory: Any) -> None:
    for held, is_asked in ((PINS.confirm, False), (PINS.undo, True)):
        factory.pin(held).drive_low()
        assert panel.is_recovery_held is is_asked
    factory.pin(PINS.confirm).drive_high()
    assert not panel.is_recovery_held


def test_two_buttons_at_once_are_two_presses(panel: GpioPanel, factory: Any) -> None:
    factory.pin(PINS.undo).drive_low()
    factory.pin(PINS.dispute).drive_low()
    factory.pin(PINS.dispute).drive_high()
    assert pressed(panel) == [Press.UNDO, Press.DISPUTE]


def test_the_dispute_button_held_makes_a_key_and_opens_no_dispute(panel: GpioPanel, factory: Any) -> None:
    panel._dispute.hold_time = 0.05
    factory.pin(PINS.dispute).drive_low()
    assert panel.presses.get(timeout=PATIENCE) is Press.NEW_KEY
    factory.pin(PINS.dispute).drive_high()
    assert pressed(panel) == []


def test_the_lamp_takes_the_colour_of_what_it_says(panel: GpioPanel, factory: Any) -> None:
    panel.show(Lamp.AMBER)
    assert [factory.pin(pin).state for pin in (PINS.red, PINS.green, PINS.blue)] == [1.0, 0.5, 0.0]
    panel.show(Lamp.OFF)
    assert [factory.pin(pin).state for pin in (PINS.red, PINS.green, PINS.blue)] == [0.0, 0.0, 0.0]


def test_the_buzzer_says_how_often_and_can_be_silenced(panel: GpioPanel, factory: Any) -> None:
    played: list[int] = []
    panel._buzzer.beep = lambda on, off, n, background: played.append(n)
    for lamp in (Lamp.WHITE, Lamp.GREEN_FLASH, Lamp.AMBER, Lamp.AMBER, Lamp.RED_TWICE):
        panel.show(lamp)
    panel.is_quiet = True
    panel.show(Lamp.RED)
    assert played == [1, 2, 3]


def test_a_button_that_stays_down_is_one_long_press_and_is_named(
    panel: GpioPanel, factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory.pin(PINS.confirm).drive_low()
    assert panel.presses.get(timeout=PATIENCE) is Press.TAKE_BACK
    assert panel.trouble() == ""
    monkeypatch.setattr("device.panel.STUCK_S", 0.0)
    assert panel.trouble() == "the confirm button is held down: is it stuck, or its wire at ground?"
    assert pressed(panel) == []


def test_without_pins_the_table_goes_on_and_says_why() -> None:
    panel = open_panel(Config())
    panel.show(Lamp.RED)
    assert panel.trouble().startswith("buttons and lamp cannot be used: ")
    assert open_panel(Config(buttons=False)).trouble() == ""
