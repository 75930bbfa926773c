"""Servers of the club's tests, and both kinds of places for an archive."""

from pathlib import Path

import pytest

from tests.club.places import Databases, Files, Places
from tests.club.postgres import postgres
from tests.club.receivers import receiver

__all__ = ["places", "postgres", "receiver"]


@pytest.fixture(params=["sqlite", "postgres"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Places:
    return Files(tmp_path) if request.param == "sqlite" else Databases(request.getfixturevalue("postgres"))
