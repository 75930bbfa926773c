"""Some of the walk through every state of every game; `python -m tests.web.walking` takes all of it."""

import pytest
from playwright.sync_api import Browser

from tests.web.walking import walk

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("table", ["stovkahra", "roque_three", "suipe_four"])
def test_nothing_is_cut_off_small_or_covered_and_no_code_is_read_in_any_state(browser: Browser, table: str) -> None:
    assert list(walk(browser, table, ["en"], is_whole=False)) == []
