"""What the readings of one picture say about each other."""

import numpy as np
import pytest

from vision.arrays import Quad, normalised
from vision.faces import LABELS
from vision.geometry import card_outline
from vision.picture.each_once import once_each, settled, without_parts
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading


def reading(quad: Quad, visible: float = 1.0, **chances: float) -> CardReading:
    """A card that may be what is named; the rest of the chance is spread evenly over the other labels."""
    rest = (1 - sum(chances.values())) / (len(LABELS) - len(chances))
    return CardReading(quad, Belief(normalised(np.log([chances.get(label, rest) for label in LABELS]))), visible)


def at(x: float, y: float = 100) -> Quad:
    return card_outline((x, y), 60, 0.1)


def labels(readings: list[CardReading]) -> list[str]:
    return [each.label for each in readings]


def test_a_card_that_surely_lies_elsewhere_settles_an_ornate_ace() -> None:
    assert labels(settled([reading(at(100), AC=0.999), reading(at(300), AS=0.93, AC=0.0699)])) == ["AC", "AS"]


def test_one_answer_settles_the_next() -> None:
    three = [reading(at(100), TD=0.9999), reading(at(300), QD=0.97, TD=0.0299), reading(at(500), JD=0.97, QD=0.0299)]
    assert labels(settled(three)) == ["TD", "QD", "JD"]


def test_what_is_unsure_settles_nothing() -> None:
    assert labels(settled([reading(at(100), AC=0.95), reading(at(300), AS=0.93, AC=0.0699)])) == ["??", "??"]


def test_an_outline_of_the_same_index_does_not_turn_the_card_into_another() -> None:
    smaller = card_outline((85, 79), 30, 0.1)
    assert labels(settled([reading(at(100), AC=0.999), reading(smaller, 0.25, AS=0.5, AC=0.4999)])) == ["AC", "??"]


@pytest.mark.parametrize("chance", [0.98, 0.9])
def test_two_that_both_seem_the_same_card_are_one_answer_and_one_question(chance: float) -> None:
    first = reading(at(100), AS=chance, AC=0.9999 - chance)
    second = reading(at(300), 0.5, AS=chance, AC=0.9999 - chance)
    surely_clubs = reading(at(500), AC=0.9999)
    assert labels(once_each(settled([first, second, surely_clubs]))) == ["AS", "??", "AC"]


def test_a_second_card_of_a_name_is_seen_where_nothing_else_fits() -> None:
    other = settled([reading(at(100), KH=0.9999), reading(at(300), KH=0.9, QH=0.0002)])[1]
    assert other.belief.label == "KH"


def test_one_corner_inside_a_whole_card_is_no_card() -> None:
    whole = reading(card_outline((100, 100), 60, 0.0, 1.4), AD=0.999)
    across = card_outline((101, 99), 60, np.pi / 2, 1.0)
    assert labels(without_parts([whole, reading(across, 0.25, **{"5D": 0.99})])) == ["AD"]


@pytest.mark.parametrize("visible", [1.0, 0.75])
def test_one_corner_inside_a_card_is_none_either_where_only_the_cards_name_is_unsure(visible: float) -> None:
    unsure = reading(card_outline((100, 100), 60, 0.0, 1.4), visible, KD=0.6, JD=0.3999)
    across = card_outline((101, 99), 60, np.pi / 2, 1.0)
    assert without_parts([unsure, reading(across, 0.25, KD=0.5)]) == [unsure]


def test_where_it_is_open_whether_there_is_a_card_at_all_nothing_is_hidden() -> None:
    doubtful = reading(card_outline((100, 100), 60, 0.0, 1.4), KD=0.6, none=0.3999)
    across = reading(card_outline((101, 99), 60, np.pi / 2, 1.0), 0.25, **{"5D": 0.99})
    assert without_parts([doubtful, across]) == [doubtful, across]


@pytest.mark.parametrize(("turn", "visible"), [(np.pi / 2, 0.25), (0.0, 0.75)])
def test_a_card_whose_ends_show_under_a_whole_one_and_one_that_lies_on_it_are_cards(turn: float, visible: float) -> None:
    whole = reading(card_outline((100, 100), 60, 0.0, 1.4), AD=0.999)
    other = card_outline((101, 99), 60, turn, 1.4)
    assert labels(without_parts([whole, reading(other, visible, **{"5D": 0.99})])) == ["AD", "5D"]


@pytest.mark.parametrize("chance", [0.9, 0.3])
def test_what_is_doubted_is_no_likelier_than_it_was_and_its_chances_sum_to_one(chance: float) -> None:
    doubted = once_each([reading(at(100), QS=0.999), reading(at(400), visible=0.5, QS=chance)])[1].belief
    assert doubted.confidence == pytest.approx(min(chance, 0.5))
    assert np.exp(doubted.logs).sum() == pytest.approx(1)


@pytest.mark.parametrize(("copies", "seen"), [(1, ["QS", "??", "??"]), (2, ["QS", "QS", "??"])])
def test_as_many_cards_of_one_name_as_the_pack_has(copies: int, seen: list[str]) -> None:
    three = [reading(at(x), 1.0 - x / 1000, QS=0.999) for x in (100, 300, 500)]
    assert labels(once_each(three, copies)) == seen
