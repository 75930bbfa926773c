"""Every test here is slow, and needs root and Debian's tools for making systems."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import skip_tier
from tests.slow.card import what_is_built
from tests.slow.releases import Releaser

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them all."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def root_alone() -> None:
    """Making systems and mounting them is for root."""
    if os.geteuid() != 0:
        skip_tier("machines", "only root can make and boot systems")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what `make image` makes."""
    return what_is_built(tmp_path_factory.mktemp("image"))


@pytest.fixture(scope="session")
def image(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The image, as it is written to a card."""
    unpacked = tmp_path_factory.mktemp("card") / "image"
    with unpacked.open("wb") as file:
        subprocess.run(["xz", "-dc", next(built.glob("*.img.xz"))], stdout=file, check=True)
    return unpacked


@pytest.fixture
def releaser(tmp_path: Path) -> Iterator[Releaser]:
    """Somebody who makes releases."""
    found = Releaser(tmp_path / "gpg")
    yield found
    found.leave()
