"""Libraries that do not fit together are explained, and nothing else is taken for that."""

import pytest

from device.guard import explained


@pytest.mark.parametrize(
    "error",
    [
        ValueError("numpy.dtype size changed, may indicate binary incompatibility."),
        ImportError("numpy.core.multiarray failed to import"),
        AttributeError("_ARRAY_API not found"),
    ],
)
def test_a_numpy_of_another_origin_is_named_with_the_way_to_mend_it(error: Exception) -> None:
    said = explained(error)
    assert said is not None
    assert said.startswith("numpy does not fit")
    assert "./install.sh" in said


def test_a_missing_library_is_named() -> None:
    said = explained(ModuleNotFoundError("No module named 'cv2'", name="cv2"))
    assert said is not None
    assert said.startswith("cv2 is not installed")


def test_a_fault_of_our_own_is_no_matter_of_libraries() -> None:
    assert explained(ValueError("not a number")) is None
    assert explained(ModuleNotFoundError("No module named 'device.nothing'", name="device.nothing")) is None
