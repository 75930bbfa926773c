"""Evenings on which things go wrong: a few by seed; `make trouble` plays thousands."""

from pathlib import Path

import pytest

from tests.trouble.evening import Evening


@pytest.mark.parametrize("seed", range(1, 25))
def test_nothing_is_lost_invented_or_silently_wrong(seed: int, tmp_path: Path) -> None:
    outcome = Evening(seed, tmp_path).play()
    assert (outcome.lost, outcome.invented, outcome.silent) == ([], [], [])
