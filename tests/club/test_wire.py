"""What boxes and hub say to each other: the same on both ends, and bytes of any other kind are refused in a sentence."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.wire import (
    LONGEST,
    NOTHING,
    Answer,
    BadMessage,
    State,
    Topics,
    chain,
    excerpt_bytes,
    is_name,
    message_bytes,
    read_answer,
    read_excerpt,
    read_state,
)

LINES = [json.dumps({"session": "s", "seq": seq, "type": "HandDealt", "version": 1, "data": {}}) for seq in range(1, 6)]
NUMBERED = list(enumerate(LINES, start=1))


def test_an_excerpt_is_the_same_on_both_ends_wherever_it_is_cut() -> None:
    whole = chain("s", NOTHING, NUMBERED)
    assert read_excerpt(excerpt_bytes(whole)) == whole
    first = chain("s", NOTHING, NUMBERED[:2])
    rest = chain("s", first.last, NUMBERED[2:])
    assert read_excerpt(excerpt_bytes(rest)) == rest
    assert first.entries + rest.entries == whole.entries


def test_a_sum_stands_for_all_events_before_it() -> None:
    other = [LINES[0].replace("HandDealt", "HandVoided"), *LINES[1:]]
    assert not {entry.sum for entry in chain("s", NOTHING, NUMBERED).entries} & {
        entry.sum for entry in chain("s", NOTHING, list(enumerate(other, start=1))).entries
    }


def test_without_events_it_asks_whether_a_sum_is_known() -> None:
    question = chain("s", "ab", [])
    assert read_excerpt(excerpt_bytes(question)) == question
    assert question.last == "ab"


@pytest.mark.parametrize(
    ("head", "lines", "why"),
    [
        ({"format": "other"}, [], "expected format"),
        ({"version": 2}, [], "of version 2, the hub reads 1: bring the older one up to date"),
        ({"session": ""}, [], "names its session"),
        ({"session": "x" * 65}, [], "names its session"),
        ({"after": None}, [], "the sum that it follows"),
        ({}, [LINES[1], LINES[0]], "not in order"),
        ({}, [LINES[1], LINES[1]], "not in order"),
        ({"session": "t"}, [LINES[0]], "not of session t"),
        ({}, ['{"session":"s","seq":true}'], "not of session s"),
        ({}, ['{"session":"s","seq":0}'], "not of session s"),
        ({}, ["[]"], "expected an object"),
        ({}, ['{"session":"s","seq":1'], "cut off"),
        ({}, ['{"session":"s","seq":1,"data":"\\ud800"}'], "not JSON"),
    ],
)
def test_an_excerpt_that_is_none_is_refused(head: dict[str, object], lines: list[str], why: str) -> None:
    right = {"format": "cardtable-record", "version": 1, "session": "s", "after": ""}
    with pytest.raises(BadMessage, match=why):
        read_excerpt("\n".join((json.dumps(right | head), *lines)).encode())


def test_too_much_and_no_text_are_refused() -> None:
    with pytest.raises(BadMessage, match=f"expected {LONGEST} at the most"):
        read_excerpt(b" " * (LONGEST + 1))
    with pytest.raises(BadMessage, match="no text"):
        read_excerpt(b"\xff")


@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_refused(payload: bytes) -> None:
    for read in (read_excerpt, read_answer, read_state):
        with pytest.raises(BadMessage):
            read(payload)


def test_answers_and_states_are_the_same_on_both_ends() -> None:
    answer = Answer("hub", "s", "ab", is_known=False, refusal="full")
    assert read_answer(message_bytes(answer)) == answer
    state = State("start", False, "2026-11-27T10:00:00+00:00", "0.1.0", 3, ("the camera is blind",))
    assert read_state(message_bytes(state)) == state


def test_what_a_newer_box_says_besides_is_passed_over() -> None:
    assert read_state(b'{"start":"a","mood":"good"}') == State("a")


@pytest.mark.parametrize("payload", [b"{}", b'{"start":1}', b'{"start":"a","waiting":"3"}', b'{"start":"a","troubles":"x"}'])
def test_a_state_with_a_value_of_another_kind_is_refused(payload: bytes) -> None:
    with pytest.raises(BadMessage, match=r"expected|without"):
        read_state(payload)


@pytest.mark.parametrize("left_out", ["hub", "session", "last"])
def test_an_answer_says_which_hub_has_what_of_which_session(left_out: str) -> None:
    values = {"hub": "h", "session": "s", "last": "ab"}
    assert read_answer(json.dumps(values).encode()) == Answer("h", "s", "ab")
    del values[left_out]
    with pytest.raises(BadMessage, match=f"without {left_out}"):
        read_answer(json.dumps(values).encode())


def test_a_box_uses_topics_of_its_own_alone() -> None:
    topics = Topics("table-7")
    every = [topics.log, topics.state, topics.picture, topics.answer, topics.want]
    assert len(set(every)) == 5
    assert all(topic.startswith("cardtable/1/table-7/") for topic in every)


@pytest.mark.parametrize(
    ("name", "is_right"),
    [("table-7", True), ("", False), ("a" * 41, False), ("Ann", False), ("a/b", False), ("a+", False), ("ä", False)],
)
def test_a_name_fits_topics_and_accounts(name: str, is_right: bool) -> None:
    assert is_name(name) is is_right
