"""What tables of clumsy people are answered stays as it was: every refusal, every event, every score and its reason."""

from itertools import zip_longest

import pytest

from tests.golden.transcripts import FOLDER, TABLES, Clumsy


@pytest.mark.parametrize("name", TABLES)
def test_a_clumsy_table_is_answered_as_before(name: str) -> None:
    before = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (was, now) in enumerate(zip_longest(before, Clumsy(name).play().lines), start=1):
        assert now == was, f"{name}.txt, line {number} (python -m tests.golden.transcripts writes them anew)"
