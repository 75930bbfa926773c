"""Suipe: captures, builds, raising, adding, trailing and Suipes, and what moves are refused or corrected."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import CallKind, Card, Seat
from scoring.commands import ConfirmTrick, CorrectMove, MakeMove, PlayCard
from scoring.errors import BadCall, CardTwice, NoSuchSeat, Refused
from scoring.games.suipe.game import SUIPE, turn_at
from scoring.games.suipe.options import lesser, settled_layout
from scoring.games.suipe.sums import can_split, is_equal_sum
from scoring.games.suipe.table import first_layout, played
from scoring.games.suipe.turns import turn
from scoring.layout import Layout
from scoring.ledger.phrases import read_move
from scoring.moves import Action, Move, Pointed
from scoring.packs import cards_of
from scoring.projections import table_view
from tests.conftest import run
from tests.tables import call, laid_out, moves, offences, suipe_options, table_of

ALONE = ((Seat.A,), (Seat.B,))


def after(table: str, *lines: str, holding: str | None = None, last: bool = False, **more: Any) -> Layout:
    """The layout after moves by A and B in turn; `holding` is what A is known to hold."""
    made = [read_move(line) for line in lines]
    turns = [Seat(place % 2) for place in range(len(made))]
    known = {Seat.A: frozenset(cards_of(holding))} if holding is not None else None
    return played(
        suipe_options(**more), ALONE, first_layout(cards_of(table), ALONE), made, turns, len(made) - 1 if last else None, known
    )


def faults(layout: Layout) -> list[str]:
    return [f"{o.kind.value} {o.seat} {o.trick} {o.why or '-'}" for o in layout.offences]


def codes(cards: Any) -> str:
    return " ".join(str(card) for card in cards)


@pytest.mark.parametrize(
    ("numbers", "target", "splits"),
    [
        ([8, 6, 2, 5, 3], 8, True),
        ([4, 2, 2], 8, True),
        ([8, 6, 2, 5, 3, 1], 8, False),
        ([5, 4], 9, True),
        ([5, 4, 3], 9, False),
        ([], 9, True),
        ([10], 9, False),
        ([None], 9, False),
        ([1, 1, 1, 1, 4, 4, 4], 8, True),
        ([7, 5, 3, 1], 8, True),
        ([6, 5, 3], 8, False),
        ([4, 3, 3, 3, 3], 8, False),
    ],
)
def test_captured_cards_fall_apart_into_sets_of_the_number(numbers: list[int | None], target: int, splits: bool) -> None:
    assert can_split(numbers, target) is splits


def test_a_numeral_takes_equal_cards_sums_and_builds_of_its_number() -> None:
    layout = after("AC 2D 3H 5S 6C 8D", "A 8C captures 8D 6C 2D 5S 3H")
    assert (codes(layout.loose), codes(layout.won[0])) == ("AC", "8D 6C 2D 5S 3H 8C")
    assert (faults(layout), layout.sweeps, layout.taker) == ([], (0, 0), 0)
    layout = after("4C 5H QD KH", "A 5C builds 9: 5C 4C", "B 4D trails", "A 9C captures 5H 4D and build 1")
    assert (codes(layout.loose), codes(layout.won[0]), layout.builds) == ("QD KH", "5H 4D 5C 4C 9C", ())


@pytest.mark.parametrize(
    ("table", "move", "fault"),
    [
        ("AC 2D 3H 5S 6C 8D", "A 8C captures AC 2D 3H 5S 6C 8D", "illegal_capture"),
        ("KC KD 5H", "A KS captures KC KD", "illegal_capture"),
        ("KC QD 5H", "A KS captures QD", "illegal_capture"),
        ("KC QD 5H", "A KS captures 5H", "illegal_capture"),
        ("KC QD 5H", "A 6S captures KC", "illegal_capture"),
        ("KC QD 5H", "A 6S captures ", "illegal_capture"),
        ("KC QD 5H", "A 5S captures 6H", "not_on_table"),
        ("KC QD 5H", "A 5S captures build 1", "illegal_capture"),
        ("5C 5D 4H", "A 9S captures 5C 4H 5D", "illegal_capture"),
    ],
)
def test_a_capture_that_may_not_be_made_leaves_the_card_lying(table: str, move: str, fault: str) -> None:
    layout = after(table, move)
    assert faults(layout) == [f"{fault} A 1 -"]
    assert layout.loose[-1] == read_move(move).card
    assert (layout.won, layout.sweeps) == (((), ()), (0, 0))


def test_builds_are_counted_from_the_oldest_on_and_never_backwards() -> None:
    builds = (Move(Seat.A, Card.parse("9C"), Action.CAPTURE, builds=(-1,)), Move(Seat.A, Card.parse("9C"), Action.ADD, build=-1))
    start = after("4C KC", "A 5C builds 9: 5C 4C")
    for move in builds:
        layout = played(suipe_options(), ALONE, start, [move], [Seat.A], None)
        assert len(layout.builds) == 1
        assert len(layout.offences) == 1


def test_one_face_takes_one_unless_the_table_allows_more() -> None:
    assert faults(after("KC KD 5H", "A KS captures KC KD", face_capture_max=2)) == []
    assert codes(after("KC 5H", "A KS captures KC").won[0]) == "KC KS"


def test_numbered_faces_can_be_summed() -> None:
    assert faults(after("9C 4D KC 5H", "A KS captures KC 9C 4D", values13=True)) == []
    assert faults(after("9C 2D 5H", "A JS captures 9C 2D")) == ["illegal_capture A 1 -"]
    layout = after("8C 5H", "A 3S builds 11: 8C 3S", values13=True)
    assert [build.value for build in layout.builds] == [11]
    assert faults(after("8C 5H", "A 3S builds 11: 8C 3S")) == ["illegal_build A 1 over_ten"]


@pytest.mark.parametrize(
    ("table", "move", "why"),
    [
        ("4C 5H", "A 2C builds 6: 4C 2C", None),
        ("4C 5H", "A 2C builds 7: 4C 2C", "wrong_sum"),
        ("4C 5H 9D", "A 2C builds 9: 4C 5H / 9D", "without_played_card"),
        ("4C KH", "A 2C builds 6: 4C 2C KH", "face_card"),
        ("9C 5H", "A 2C builds 11: 9C 2C", "over_ten"),
        ("9C 5H", "A 2C builds 0: 9C 2C", "over_ten"),
        ("9C 5H", "A AC builds 10: 9C AC", None),
        ("9C 5H", "A AC builds 1: AC 9C", "wrong_sum"),
        ("AS AD 5H", "A AC builds 1: AC / AS / AD", None),
        ("3H KC", "A 3C builds 6: 3C 3H", "pair_sum_build"),
        ("3H 6H KC", "A 3C builds 6: 3C 3H / 6H", "pair_sum_build"),
        ("AC 2D KC", "A 3C builds 3: 3C / AC 2D", None),
        ("5H KC", "A 3C builds 3: 3C", "single_card"),
        ("2H 2D KC", "A 4C builds 8: 4C 2H 2D", None),
    ],
)
def test_what_a_build_needs(table: str, move: str, why: str | None) -> None:
    assert faults(after(table, move)) == ([] if why is None else [f"illegal_build A 1 {why}"])


def test_a_build_names_its_maker_its_number_and_its_sets() -> None:
    layout = after("AC 2D KC", "A 3C builds 3: 3C / AC 2D")
    (build,) = layout.builds
    assert (build.value, build.by, build.is_multiple, codes(build.cards)) == (3, Seat.A, True, "3C AC 2D")
    assert codes(layout.loose) == "KC"
    assert faults(after("2H KC", "A 2C builds 4: 2C 4D")) == ["not_on_table A 1 -"]


def test_pairs_may_be_summed_where_the_table_allows_it() -> None:
    assert faults(after("5H KC", "A 5C builds 10: 5C 5H", allow_pair_sum_build=True)) == []
    assert is_equal_sum(cards_of("3C 3H"))
    assert is_equal_sum(cards_of("3C 3H 3D"))
    assert not is_equal_sum(cards_of("3C 2H"))
    assert not is_equal_sum(cards_of("3C 3H 2D"))
    assert not is_equal_sum(cards_of("3C"))


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        ("2H 2D 9C KC", ("A 2C builds 6: 2C 2H 2D",)),
        ("2H 5D 4C 4D", ("A AC builds 3: AC 2H", "B 5C raises build 1 to 8, beside 4C 4D")),
        ("3H 3D 5C KC", ("A AC builds 6: AC 5C", "B 3C adds to build 1: 3C 3H")),
        ("2H 2D 5C KC", ("A AC builds 6: AC 5C", "B 2C adds to build 1: 2C 2H 2D")),
    ],
)
def test_equal_cards_alone_are_never_summed(table: str, lines: tuple[str, ...]) -> None:
    """Neither in a build, nor beside a raise, nor in an addition, and be it three of them."""
    assert faults(after(table, *lines))[-1:] == [f"illegal_build {lines[-1][0]} {len(lines)} pair_sum_build"]
    assert faults(after(table, *lines, allow_pair_sum_build=True)) == []


def test_a_pointed_turn_is_shared_out_into_sets_that_are_allowed() -> None:
    """Fours, threes and aces make two eights of one each, and no pair of fours; equal cards alone stand as they are."""
    layout = after("4D 3H 3D AH KC")
    pointed = Pointed(Seat.A, Card.parse("4C"), Action.BUILD, cards_of("4D 3H 3D AH AD"), value=8)
    made = turn(suipe_options(), layout, pointed)
    assert [codes(sorted(group, key=str)) for group in made.sets] == ["3H 4C AH", "3D 4D AD"]
    pair = turn(suipe_options(), layout, replace(pointed, chosen=cards_of("4D")))
    assert [codes(group) for group in pair.sets] == ["4C 4D"]


def test_a_single_build_can_be_raised_by_anyone_and_a_multiple_one_not() -> None:
    start = ("4C KC QD 9H", "A 2C builds 6: 2C 4C", "B KD captures KC", "A 2D raises build 1 to 8")
    layout = after(*start)
    assert [(build.value, build.by, codes(build.cards)) for build in layout.builds] == [(8, Seat.A, "2C 4C 2D")]
    layout = after(*start, "B AC raises build 1 to 9")
    assert [(build.value, build.by) for build in layout.builds] == [(9, Seat.B)]
    layout = after("4C AH 8S QD", "A 2C builds 6: 2C 4C", "B AC raises build 1 to 8 with AH, beside 8S")
    (build,) = layout.builds
    assert (build.is_multiple, build.value, codes(layout.loose)) == (True, 8, "QD")
    layout = after("5C 8D 6H", "A 3C builds 8: 3C 5C / 8D", "B AC raises build 1 to 9")
    assert faults(layout) == ["illegal_build B 2 multiple_build"]
    assert faults(after("4C KC", "A 2C builds 6: 2C 4C", "B AC raises build 1 to 8")) == ["illegal_build B 2 wrong_sum"]
    assert faults(after("4C KC", "A 2C builds 6: 2C 4C", "B 6D raises build 1 to 12")) == ["illegal_build B 2 over_ten"]
    assert faults(after("4C KC", "A 2C raises build 1 to 6")) == ["not_on_table A 1 -"]
    assert faults(after("4C KC", "A 2C builds 6: 2C 4C", "B AC raises build 1 to 8 with AH")) == ["not_on_table B 2 -"]


def test_a_set_of_the_same_number_can_be_added_to_any_build() -> None:
    layout = after("5C 8D 6H KH", "A 3C builds 8: 3C 5C / 8D", "B JC trails", "A 2D adds to build 1: 2D 6H")
    assert [codes(group) for group in layout.builds[0].sets] == ["3C 5C", "8D", "2D 6H"]
    start = ("5C 8D 6H KH", "A 3C builds 8: 3C 5C / 8D")
    assert faults(after(*start, "B AD adds to build 1: AD 6H")) == ["illegal_build B 2 wrong_sum"]
    assert faults(after(*start, "B 8H adds to build 1: 6H 2D")) == ["not_on_table B 2 -"]
    assert faults(after("5C 8D 6H 2D", "A 3C builds 8: 3C 5C / 8D", "B 8H adds to build 1: 6H 2D")) == [
        "illegal_build B 2 without_played_card"
    ]
    assert faults(after(*start, "B 8H adds to build 2: 8H")) == ["not_on_table B 2 -"]
    layout = after(*start, "B 8H adds to build 1: 8H")
    assert (faults(layout), layout.builds[0].by) == ([], Seat.B)


def test_a_build_is_taken_whole_by_its_number_and_by_anyone() -> None:
    start = ("5D KC QD 9H", "A 3C builds 8: 3C 5D")
    layout = after(*start, "B 8S captures build 1")
    assert (codes(layout.won[1]), layout.builds, layout.taker) == ("3C 5D 8S", (), 1)
    assert faults(after(*start, "B 9S captures build 1")) == ["illegal_capture B 2 -"]
    assert faults(after(*start, "B 8S captures 5D")) == ["not_on_table B 2 -"]


def test_nobody_trails_while_a_build_waits_that_they_touched_last() -> None:
    start = ("5D KC QD 9H", "A 3C builds 8: 3C 5D")
    assert faults(after(*start, "B 4C trails", "A JD trails")) == ["trail_with_own_build A 3 -"]
    assert faults(after(*start, "B 8H adds to build 1: 8H", "A JD trails")) == []
    assert faults(after("TD KC", "A TC trails")) == []


def test_whether_an_owner_may_build_again_is_the_tables_choice() -> None:
    lines = ("5D 2H QD", "A 3C builds 8: 3C 5D", "B QC captures QD", "A 4C builds 6: 4C 2H")
    assert faults(after(*lines)) == []
    assert faults(after(*lines, owner_may_build_other=False)) == ["illegal_build A 3 owner_may_build_other"]


def test_emptying_the_table_is_a_suipe_but_not_with_the_last_card() -> None:
    assert after("5H 4C", "A 9C captures 5H 4C").sweeps == (1, 0)
    assert after("5H 4C", "A 9C captures 5H 4C", last=True).sweeps == (0, 0)
    assert after("5H 4C KD", "A 9C captures 5H 4C").sweeps == (0, 0)
    twice = ("5H 4C", "A 9C captures 5H 4C", "B 3C trails", "A 3D captures 3C", "B 6C trails", "A 2C trails")
    assert after(*twice).sweeps == (2, 0)
    back = (*twice[:5], "A 5S trails", "B JC trails")
    assert after(*back).sweeps == (2, 0)
    wipes = ("5H 4C", "A 9C captures 5H 4C", "B 3C trails", "A 2C trails", "B 5C captures 3C 2C")
    assert after(*wipes).sweeps == (1, 1)
    assert after(*wipes, suipe_cancel="wipe_opponent").sweeps == (0, 1)


def test_where_a_hand_is_known_the_missing_card_shows_at_once() -> None:
    layout = after("AC 2D KC QD", "A 3C builds 4: 3C AC", holding="3C 3D 6H")
    assert faults(layout) == ["illegal_build A 1 no_capture_card"]
    assert codes(layout.loose) == "AC 2D KC QD 3C"
    assert faults(after("AC 2D KC QD", "A 3C builds 6: 3C AC 2D", holding="3C 3D 6H")) == []
    assert faults(after("AC 2D KC QD", "A 4C captures AC", holding="3C 3D 6H")) == ["card_not_in_hand A 1 -"]
    twice = ("3D KC", "A 3C captures 3D", "B 4C trails", "A 3C trails")
    assert faults(after(*twice, holding="3C 6H")) == ["card_not_in_hand A 3 -"]
    assert faults(after("3D 5D 9C", "A 3C builds 6: 3C 3D", holding="3C 3D", allow_pair_sum_build=True)) == [
        "illegal_build A 1 no_capture_card"
    ]


def test_a_turn_out_of_order_is_an_offence_and_counts() -> None:
    layout = after("5H KC", "B 5C captures 5H")
    assert faults(layout) == ["out_of_turn B 1 -"]
    assert codes(layout.won[1]) == "5H 5C"


def test_of_two_equal_ranks_the_lesser_goes_back() -> None:
    assert lesser(Card.parse("5H"), Card.parse("5S")) == Card.parse("5H")
    assert lesser(Card.parse("TS"), Card.parse("TD")) == Card.parse("TS")
    assert lesser(Card.parse("2S"), Card.parse("2D")) == Card.parse("2D")
    assert lesser(Card.parse("KS"), Card.parse("KD")) == Card.parse("KD")
    assert lesser(Card.parse("KS"), Card.parse("KD"), values13=True) == Card.parse("KS")
    assert settled_layout(cards_of("5H 5S KC AD")) == Card.parse("5H")
    assert settled_layout(cards_of("5H 6S KC AD")) is None


def test_the_first_four_cards_must_be_four_of_different_ranks() -> None:
    for cards, words in (("5H 4C KD", "3 cards: expected the 4"), ("5H 5S KD 9S", "5H goes back")):
        with pytest.raises(BadCall, match=words):
            laid_out(cards=cards)
    with pytest.raises(CardTwice):
        laid_out(cards="5H 5H KD 9S")
    with pytest.raises(BadCall, match="lie there already"):
        call(laid_out(), CallKind.LAYOUT, cards="6H 7C QD 8S")
    with pytest.raises(BadCall, match="Suipe knows no bid"):
        call(table_of("suipe", 2), CallKind.BID, number=3)
    with pytest.raises(BadCall, match="which four cards"):
        moves(table_of("suipe", 2), "B 9C trails")
    assert table_of("suipe", 2).game.awaits(laid_out().agreed, table_of("suipe", 2).deals[-1].hand) == "the first four cards"


def test_a_move_must_say_what_it_is_about() -> None:
    card = Card.parse("3C")
    for move, words in (
        (Move(Seat.B, card, Action.BUILD, sets=((card, Card.parse("5H")),)), "needs its number"),
        (Move(Seat.B, card, Action.BUILD, value=0, sets=((card, Card.parse("5H")),)), "needs its number"),
        (Move(Seat.B, card, Action.BUILD, value=8), "which cards belong together"),
        (Move(Seat.B, card, Action.BUILD, value=8, sets=((),)), "which cards belong together"),
        (Move(Seat.B, card, Action.RAISE, value=8), "which build"),
        (Move(Seat.B, card, Action.RAISE, value=8, build=-1), "which build"),
        (Move(Seat.B, card, Action.RAISE, build=0), "needs its number"),
        (Move(Seat.B, card, Action.ADD, sets=((card,),)), "which build"),
        (Move(Seat.B, card, Action.ADD, build=0), "which cards belong together"),
        (Move(Seat.B, card, Action.CAPTURE, builds=(-1,)), "counted from the oldest"),
        (Move(Seat.B, card, Action.TRAIL, take=(Card.parse("5H"),)), "to trail takes no cards"),
    ):
        with pytest.raises(BadCall, match=words):
            run(laid_out(), MakeMove(by="t", move=move))
    with pytest.raises(CardTwice, match="one build is named twice"):
        moves(laid_out(), "B 9C captures build 1 and build 1")


def test_the_second_build_can_be_raised_added_to_and_taken() -> None:
    start = ("B 3C builds 8: 3C 5H", "A 2C builds 6: 2C 4C", "B 2D raises build 2 to 8", "A 8S adds to build 2: 8S")
    table = moves(laid_out(), *start, "B 8D captures build 2")
    assert offences(table) == []
    layout = SUIPE.layout(table.agreed, table.deals[-1].hand)
    assert (len(layout.builds), codes(layout.won[1])) == (1, "2C 4C 2D 8S 8D")


def test_moves_that_cannot_be_are_refused_and_nothing_changes() -> None:
    table = moves(laid_out(), "B 9C captures 9S")
    for line, error in (("A 9C trails", CardTwice), ("A 5H trails", CardTwice), ("C 2C trails", NoSuchSeat)):
        with pytest.raises(error):
            moves(table, line)
    with pytest.raises(CardTwice):
        moves(table, "A 9H captures 5H 5H 4C")
    with pytest.raises(CardTwice):
        moves(table, "A 2H builds 6: 2H 4C / 4C 2H")
    with pytest.raises(BadCall, match="does not belong"):
        moves(table, "A BJ trails")
    assert table.hand is not None
    assert len(table.hand.moves) == 1
    with pytest.raises(BadCall, match="captures, builds or trails"):
        run(table, PlayCard(by="t", card=Card.parse("AC")))
    with pytest.raises(Refused):
        run(table, ConfirmTrick(by="t", hand=1, trick=1))
    with pytest.raises(BadCall, match="played in tricks"):
        run(table_of("spar", 2), MakeMove(by="t", move=read_move("B AC trails")))


def test_a_move_can_be_corrected_and_everything_follows() -> None:
    table = moves(laid_out(), "B 9C trails", "A 8C trails")
    fixed = run(table, CorrectMove(by="Ama", hand=1, index=0, move=read_move("B 9C captures 9S")))
    played_right = moves(laid_out(), "B 9C captures 9S", "A 8C trails")
    assert fixed.hand == played_right.hand
    assert [(note.was, note.now) for note in fixed.corrections] == [("9C", "9C")]
    assert run(fixed, CorrectMove(by="Ama", hand=1, index=0, move=read_move("B 9C captures 9S"))) == fixed
    with pytest.raises(Refused, match="no move number 3"):
        run(table, CorrectMove(by="Ama", hand=1, index=2, move=read_move("B 9C captures 9S")))


def test_a_raise_is_shown_with_the_card_from_the_table_that_joins_and_the_sets_beside() -> None:
    table = moves(laid_out(cards="4C AH 8S QD"), "B 2C builds 6: 2C 4C", "A AC raises build 1 to 8 with AH, beside 8S")
    built, raised = table_view(table)["hand"]["moves"]
    assert (built["builds"], built["sets"]) == ([], [["2C", "4C"]])
    assert (raised["builds"], raised["value"], raised["sets"]) == ([0], 8, [["AH"], ["8S"]])


def test_turns_go_from_the_dealers_left_and_partners_share_a_pile() -> None:
    table = laid_out(4)
    assert table.hand is not None
    assert [turn_at(table.hand, place) for place in range(5)] == [Seat.B, Seat.C, Seat.D, Seat.A, Seat.B]
    assert table.game.sides(table.agreed) == ((Seat.A, Seat.C), (Seat.B, Seat.D))
    assert len(laid_out(4, partners=False).standing.totals) == 4
    assert offences(moves(laid_out(4), "A 9C captures 9S")) == ["out_of_turn A 1 -"]


def test_a_build_without_its_card_is_proved_by_the_last_card_of_the_batch() -> None:
    table = moves(laid_out(hand_size=2), "B 3C builds 8: 3C 5H", "A QC trails")
    assert offences(table) == []
    table = moves(table, "B KC captures KD")
    assert offences(table) == ["illegal_build B 1 KC"]
    (found,) = table.deals[-1].offences
    assert (found.why, found.proved_at) == ("no_capture_card", 3)
    held = moves(laid_out(hand_size=2), "B 3C builds 8: 3C 5H", "A QC trails", "B 8C captures build 1")
    assert offences(held) == []
    raised = moves(laid_out(hand_size=2), "B 3C builds 8: 3C 5H", "A AC raises build 1 to 9", "B 8C trails", "A TC trails")
    assert offences(raised) == ["illegal_build A 2 TC", "trail_with_own_build A 4 -"]
    added = moves(laid_out(hand_size=2), "B 3C builds 8: 3C 5H", "A 8D adds to build 1: 8D", "B 8C trails", "A TC captures 5S")
    assert offences(added) == ["illegal_build A 2 TC", "not_on_table A 4 -"]
    added = moves(
        laid_out(hand_size=2), "B 3C builds 8: 3C 5H", "A 8D adds to build 1: 8D", "B 8C captures build 1", "A TC trails"
    )
    assert offences(added) == ["illegal_build A 2 TC"]


def test_a_build_is_taken_by_its_own_number_and_not_by_a_higher_or_lower_one() -> None:
    start = ("4C 5H QD KH", "A 5C builds 9: 5C 4C")
    for card in ("8S", "TS"):
        assert faults(after(*start, f"B {card} captures build 1")) == ["illegal_capture B 2 -"]
    assert faults(after(*start, "B 9S captures build 1")) == []


def test_only_an_own_build_bars_its_owner_from_another() -> None:
    lines = ("5D 2H QD KD", "A 3C builds 8: 3C 5D")
    assert faults(after(*lines, "B 4C builds 6: 4C 2H", owner_may_build_other=False)) == []
    assert faults(after(*lines, "B KC captures KD", "A 2C raises build 1 to 10", owner_may_build_other=False)) == []


def test_only_the_build_that_is_meant_is_raised() -> None:
    layout = after("5D 4C 2H KD", "A 3C builds 8: 3C 5D", "B 2D builds 6: 2D 4C", "A AC raises build 1 to 9")
    assert [build.value for build in layout.builds] == [9, 6]


def test_a_build_of_one_needs_a_card_that_counts_one() -> None:
    table = moves(laid_out(cards="AC 2D 3H 4S"), "B AD builds 1: AD / AC")
    assert offences(table) == []


@pytest.mark.parametrize(
    ("line", "holding", "found"),
    [
        ("A AC raises build 1 to 8", "AC 8D", []),
        ("A AC raises build 1 to 8", "AC 7D", ["illegal_build A 3 no_capture_card"]),
        ("A 3D adds to build 1: 3D 4C", "3D 7C", []),
        ("A 3D adds to build 1: 3D 4C", "3D 8C", ["illegal_build A 3 no_capture_card"]),
        ("A 3D adds to build 1: 4C 3H", "3D 7C", ["illegal_build A 3 without_played_card"]),
    ],
)
def test_who_works_on_a_build_keeps_a_card_of_its_number(line: str, holding: str, found: list[str]) -> None:
    layout = after("5H 4C 3H 9S", "A KC trails", "B 2D builds 7: 2D 5H", line, holding=f"KC {holding}")
    assert faults(layout) == found


@pytest.mark.parametrize("line", ["A 3C raises build 2 to 8", "A AS adds to build 2: AS 4D"])
def test_where_the_table_says_so_who_owns_a_build_works_on_no_other(line: str) -> None:
    begun = ("A 2D builds 7: 2D 5H", "B AD builds 5: AD 4C", line)
    assert faults(after("5H 4C 4D 9S", *begun)) == []
    assert faults(after("5H 4C 4D 9S", *begun, owner_may_build_other=False)) == ["illegal_build A 3 owner_may_build_other"]
