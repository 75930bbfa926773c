"""What the hub makes of what boxes say of themselves: which is there, whose clock is wrong, and two with one name."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from club.intake import BoxSeen, heard
from club.wire import State

AT = datetime(2026, 1, 1, 20, tzinfo=UTC)


def told(*states: State) -> BoxSeen:
    """A box after it was heard of so, at one moment after another."""
    seen = None
    for moment, state in enumerate(states):
        seen = heard(seen, state, float(moment), AT)
    assert seen is not None
    return seen


def there(start: str, at: datetime = AT) -> State:
    return State(start, at=at.isoformat())


def gone(start: str) -> State:
    return State(start, is_there=False)


def test_a_box_that_starts_anew_again_and_again_is_one_box() -> None:
    seen = told(there("a"), there("a"), there("b"), gone("a"), there("c"), there("c"), gone("b"))
    assert (seen.state.start, seen.state.is_there, seen.is_doubled, seen.heard) == ("c", True, False, 6.0)


def test_a_box_is_gone_when_the_broker_says_so_of_its_newest_start_and_back_when_it_speaks() -> None:
    assert not told(there("a"), gone("a")).state.is_there
    assert told(there("a"), there("b"), gone("a")).state.is_there
    back = told(there("a"), gone("a"), there("a"))
    assert (back.state.is_there, back.is_doubled) == (True, False)


def test_a_start_that_comes_back_after_a_newer_one_is_a_second_box_of_that_name_until_one_of_them_goes() -> None:
    both = (there("a"), there("b"), there("a"))
    assert told(*both).is_doubled
    assert told(*both, there("b"), there("a")).is_doubled
    assert not told(*both, gone("b"), there("a"), there("a")).is_doubled
    assert told(*both, gone("b"), there("a")).state.is_there


def test_a_clock_that_is_wrong_by_years_is_told_and_changes_nothing_else() -> None:
    late = told(there("a", AT + timedelta(days=3650)))
    assert late.skew_s == 3650 * 86400
    assert told(there("a", AT - timedelta(days=3650))).skew_s == -3650 * 86400
    assert told(State("a", at="yesterday")).skew_s is None
    assert told(State("a", at="2026-01-01T20:00:00")).skew_s is None


@given(st.lists(st.tuples(st.sampled_from("ab"), st.booleans()), min_size=1, max_size=20))
def test_whoever_spoke_last_is_there(said: list[tuple[str, bool]]) -> None:
    seen = told(*(there(start) if is_there else gone(start) for start, is_there in said))
    start, is_there = said[-1]
    if is_there:
        assert (seen.state.start, seen.state.is_there) == (start, True)
    assert len(set(seen.starts)) == len(seen.starts)
