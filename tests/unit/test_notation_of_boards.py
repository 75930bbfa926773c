"""Words of PBN and what they mean: contracts, tricks, scores, hands and who is vulnerable; what is none is quoted in short."""

from collections.abc import Callable

import pytest

from scoring import Seat
from scoring.boards import notation
from scoring.boards.board import Vulnerable
from scoring.errors import Unreadable

NORTH, EAST, SOUTH, WEST = tuple(Seat)[:4]


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4S", ("4S", 1)),
        ("4 s x", ("4S", 2)),
        ("3NTXX", ("3N", 4)),
        ("7n", ("7N", 1)),
        *((word, ("", 1)) for word in ("Pass", "p", "AP", "passed out", " All Pass ")),
    ],
)
def test_a_contract_is_a_bid_and_how_often_it_counts(text: str, contract: tuple[str, int]) -> None:
    assert notation.contract_named(text) == contract


@pytest.mark.parametrize(
    ("text", "declarer", "tricks"),
    [
        ("9", NORTH, (9, False)),
        ("13", NORTH, (13, False)),
        ("0", None, (0, False)),
        ("^9", SOUTH, (9, True)),
        ("NS 13", NORTH, (13, False)),
        ("NS 9", SOUTH, (9, False)),
        ("NS 9", EAST, (4, False)),
        ("EW 9", WEST, (9, False)),
        ("EW 9", NORTH, (4, False)),
        ("NS 7 EW 6", NORTH, (7, False)),
        ("^EW 7 NS 6", NORTH, (6, True)),
    ],
)
def test_tricks_are_the_declarers_whichever_side_they_are_written_for(
    text: str, declarer: Seat | None, tricks: tuple[int, bool]
) -> None:
    assert notation.tricks_named(text, declarer) == tricks


@pytest.mark.parametrize("text", ["14", "NS 14", "NS 7 EW 7", "NS 7 EW 5", "NS 7 NS 6", "-1", "nine", ""])
def test_what_is_no_number_of_tricks(text: str) -> None:
    with pytest.raises(Unreadable, match="is no number of tricks: expected 0 to 13"):
        notation.tricks_named(text, NORTH)


@pytest.mark.parametrize(
    ("text", "declarer", "points"),
    [
        ("NS 420", None, 420),
        ("NS -50", None, -50),
        ("EW 420", None, -420),
        ("EW -420", None, 420),
        ("NS 420, EW -420", None, 420),
        ("NS 420 EW -420", None, 420),
        ("+420", SOUTH, 420),
        ("420", WEST, -420),
        ("-100", EAST, 100),
        ("0", None, 0),
    ],
)
def test_a_score_is_north_and_souths_and_a_number_alone_the_declarers(text: str, declarer: Seat | None, points: int) -> None:
    assert notation.score_named(text, declarer) == points


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("NS 420 EW 420", "is a score of its own for each side, a ruling: there is nothing to compare it with"),
        ("NS 100, EW -50", "is a score of its own for each side"),
        ("420", "is the declarer's, and nothing says who that is"),
        ("NS", "is no score: expected such as NS 420"),
    ],
)
def test_what_is_no_score_to_compare_with(text: str, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        notation.score_named(text, None)


def test_tricks_of_a_side_need_a_declarer() -> None:
    with pytest.raises(Unreadable, match="are tricks of a side, and nothing says who is the declarer"):
        notation.tricks_named("NS 9", None)


@pytest.mark.parametrize(
    ("text", "who"),
    [
        *((word, Vulnerable.NONE) for word in ("None", "love", "-")),
        *((word, Vulnerable.NS) for word in ("NS", "n-s")),
        *((word, Vulnerable.EW) for word in ("EW", "E-W")),
        *((word, Vulnerable.ALL) for word in ("All", "both")),
    ],
)
def test_who_is_vulnerable_has_several_words(text: str, who: Vulnerable) -> None:
    assert notation.vulnerable_named(text) is who


@pytest.mark.parametrize("text", ["N", "N:", "AK2.QJT.987.6543 - - -", "N:- - -", "N:- - - - -"])
def test_a_deal_is_a_direction_and_four_hands(text: str) -> None:
    with pytest.raises(Unreadable, match="expected a direction, a colon and four hands, such as"):
        notation.hands_named(text)


LONG = "x" * 60


@pytest.mark.parametrize(
    ("read", "letters"),
    [
        (notation.seat_named, 20),
        (lambda text: notation.call_named(text, NORTH), 20),
        (notation.card_named, 20),
        (notation.contract_named, 20),
        (notation.vulnerable_named, 20),
        (lambda text: notation.tricks_named(text, NORTH), 20),
        (lambda text: notation.score_named(text, NORTH), 20),
    ],
)
def test_a_word_that_makes_no_sense_is_quoted_as_far_as_a_line_can_hold_it(read: Callable[[str], object], letters: int) -> None:
    with pytest.raises(Unreadable) as refused:
        read(LONG)
    assert f"'{'x' * letters}'" in str(refused.value)


@pytest.mark.parametrize(
    ("read", "quoted"),
    [
        (lambda: notation.tricks_named(f"NS 9{' ' * 30}EW 4", None), f"NS 9{' ' * 16}"),
        (lambda: notation.score_named(f"{' ' * 19}420", None), f"{' ' * 19}4"),
        (lambda: notation.score_named(f"NS 420{' ' * 20}EW 420", None), f"NS 420{' ' * 14}"),
    ],
)
def test_a_ruling_and_a_side_without_a_declarer_are_quoted_as_far(read: Callable[[], object], quoted: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read()
    assert str(refused.value).startswith(f"'{quoted}' ")
