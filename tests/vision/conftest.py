"""What several tests of the pile begin with."""

import pytest

from tests.vision.drawn import changed_for
from vision.scene.motion import Motion


@pytest.fixture(scope="module")
def changed() -> Motion:
    """A part of the picture has changed, for good."""
    return changed_for(12)
