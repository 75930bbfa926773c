"""When a Pi's camera settles and when it is held."""

from device.pi_camera import SETTLING, Hold


def told(hold: Hold, *brightness: float) -> list[bool]:
    """Every change that these frames bring."""
    return [change for change in map(hold.look, brightness) if change is not None]


def test_a_camera_is_held_once_it_has_settled() -> None:
    hold = Hold()
    assert told(hold, *[100.0] * (SETTLING - 1)) == []
    assert told(hold, 100.0) == [True]
    assert told(hold, *[100.0] * 500) == []


def test_a_hand_over_the_table_lets_it_be_and_another_light_does_not() -> None:
    hold = Hold()
    told(hold, *[100.0] * SETTLING)
    assert told(hold, *[50.0] * (SETTLING - 1), 100.0, *[50.0] * (SETTLING - 1)) == []
    assert told(hold, 50.0) == [False]
    assert told(hold, *[50.0] * SETTLING) == [True]
    assert told(hold, *[90.0] * SETTLING) == [False]


def test_a_camera_that_was_held_in_the_dark_settles_when_the_light_comes() -> None:
    hold = Hold()
    told(hold, *[0.0] * SETTLING)
    assert told(hold, *[120.0] * SETTLING) == [False]
