"""Every test here is slow, and needs root and Debian's tools for making systems."""

import os
from pathlib import Path

import pytest

from tests.conftest import skip_tier

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them all."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def root_alone() -> None:
    """Making systems and mounting them is for root."""
    if os.geteuid() != 0:
        skip_tier("machines", "only root can make and boot systems")
