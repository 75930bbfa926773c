"""Variants of a page of rules: what is otherwise where so many play, or where an option has a value."""

from typing import Any

import pytest

from scoring import CallKind, Card, Seat, Table
from scoring.commands import ChangePlayers, ConfirmTrick, DealHand, MakeCall, PlayCard, StartSession
from scoring.errors import BadRules, BadSetup
from scoring.games import house_game, numbers_for
from scoring.games.toml import read_definition
from scoring.ledger.phrases import read_call
from tests.conftest import run
from tests.tables import NAMES, points, table_of

RULES = """
edition = 2
name = "kitchen"
pack = "std52"
players = [2, 4]
hand_size = 5
dealer = "rotate"

[options.long]
default = false
[options.each]
default = 1
[options.first]
default = "eldest"
choices = ["eldest", "dealer"]

[bids]
low = "each"

[[score]]
points = "tricks"
reason = "took {tricks}"
"""


def with_variant(*lines: str) -> str:
    return RULES + "[[variant]]\n" + "\n".join(lines)


def started(rules: str, players: int, **options: object) -> Table:
    start = StartSession(by="t", game="kitchen", players=NAMES[:players], options=dict(options), rules=rules)
    return run(Table(), start, DealHand(by="t"))


def size(table: Table) -> int:
    assert table.hand is not None
    return table.hand.hand_size


def test_what_a_variant_says_holds_for_so_many_players_and_for_no_others() -> None:
    rules = with_variant("players = [3, 4]", "hand_size = 7", "trump = 'S'")
    assert [size(started(rules, number)) for number in (2, 3, 4)] == [5, 7, 7]
    assert numbers_for(house_game(rules)) == (2, 3, 4)
    hand = started(rules, 3).hand
    assert hand is not None
    assert (str(hand.order.trump), started(rules, 2).hand.order.trump) == ("Suit.SPADES", None)  # type: ignore[union-attr]  # a hand is played


def test_what_a_variant_says_holds_where_the_option_has_that_value() -> None:
    rules = with_variant("options = {long = true}", "hand_size = 9", "[variant.duties]", "beat = true")
    assert [size(started(rules, 2, long=long)) for long in (False, True)] == [5, 9]
    found = [read_definition(rules, 2, (("long", long), ("each", 1), ("first", "eldest"))) for long in (False, True)]
    assert [(game.duties.follow, game.duties.beat) for game in found] == [(True, False), (True, True)]


def test_of_two_variants_that_fit_the_later_one_counts_where_both_say_something() -> None:
    rules = with_variant("players = 3", "hand_size = 6", "trump = 'S'", "[[variant]]", "options = {long = true}", "hand_size = 8")
    assert [size(started(rules, 3, long=long)) for long in (False, True)] == [6, 8]
    assert [started(rules, 3, long=long).hand.order.trump is None for long in (False, True)] == [False, False]  # type: ignore[union-attr]  # a hand is played


def test_an_option_stands_where_a_number_is_expected() -> None:
    assert {call.number for call in started(RULES, 2, each=3).deals[-1].choices} == {3, 4, 5}
    with pytest.raises(BadSetup, match="line 18: each is -1: expected a whole number from 0"):
        started(RULES, 2, each=-1)
    with pytest.raises(BadSetup, match="nobody can bid 6 or more"):
        started(RULES, 2, each=6)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("hand_size = 6",), r"line 23: a variant for whom\?"),
        (("players = 3",), "line 23: a variant that changes nothing"),
        (("players = 3", "target = 5"), "line 25: target is the same in every variant"),
        (("options = {wide = true}", "hand_size = 6"), r"line 24: no option 'wide' is defined"),
        (("options = {long = 2}", "hand_size = 6"), "line 24: long is never 2"),
        (("options = {each = [1]}", "hand_size = 6"), r"line 24: each is never \[1\]"),
        (("players = 4", "hand_size = 14"), "line 25: 4 players with 14 cards each need more than the 52 of the pack"),
        (("players = 3", "partners = true"), "line 25: partners need players"),
        (("players = 3", "[variant.duties]", "bat = true"), "line 26: there is no 'bat'"),
        (("players = 3", "duties = {bat = true}"), "line 25: there is no 'bat'"),
        (("players = 3", "[[variant.score]]", "points = 'trick'", "reason = 'x'"), "line 26: points: nothing is called 'trick'"),
    ],
)
def test_a_variant_that_makes_no_sense_is_named_with_its_line(lines: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadRules, match=words):
        read_definition(with_variant(*lines))


def test_variants_that_make_more_games_than_anybody_can_look_at_are_refused() -> None:
    many = "".join(f"[[variant]]\noptions = {{each = {number}}}\nhand_size = 6\n" for number in range(2, 200))
    with pytest.raises(BadRules, match="the variants make 597 different games: expected 500 at most"):
        read_definition(RULES + many + "[[variant]]\nplayers = 3\nhand_size = 6\n")
    with pytest.raises(BadRules, match=r"expected tables \[\[variant\]\]"):
        read_definition("variant = 3\n" + RULES)


def test_who_goes_between_two_hands_leaves_the_game_for_so_many() -> None:
    rules = with_variant("players = 2", "hand_size = 7")
    table = run(Table(), StartSession(by="t", game="kitchen", players=NAMES[:3], rules=rules))
    table = run(table, ChangePlayers(by="t", players=NAMES[:2]), DealHand(by="t"))
    assert size(table) == 7
    four = run(Table(), StartSession(by="t", game="roque", players=NAMES[:4]))
    with pytest.raises(BadSetup, match="with partners the number of players stays as it is"):
        run(four, ChangePlayers(by="t", players=NAMES[:3]))
    with pytest.raises(BadSetup, match="roque: 2 players: expected 3 to 4"):
        run(four, ChangePlayers(by="t", players=NAMES[:2]))


def test_the_benny_is_the_highest_trump_of_all() -> None:
    table = run(table_of("euchre", 4, benny=True), MakeCall(by="t", call=read_call("A shows trump 9H")))
    for words in ("B bids H",):
        table = run(table, MakeCall(by="t", call=read_call(words)))
    for cards in ("JH BJ AH KH", "9C AC KC QC", "9S TS JS AS", "9D TD QD KD", "TH TC JC QH"):
        for code in cards.split():
            table = run(table, PlayCard(by="t", card=Card.parse(code)))
        assert table.hand is not None
        table = run(table, ConfirmTrick(by="t", hand=1, trick=table.hand.trick_to_confirm))
    assert table.hand is not None
    assert [str(trick.winning_card) for trick in table.hand.tricks[:2]] == ["BJ", "AC"]
    assert (table.pack.size, table_of("euchre", 4).pack.size) == (25, 24)
    assert points(table) is not None


def test_the_dealer_is_stuck_where_the_table_plays_so() -> None:
    def after_seven(**options: Any) -> list[CallKind]:
        table = table_of("euchre", 4, **options)
        calls = ("A shows trump 9H", *(f"{seat} passes" for seat in "BCDABCD"))
        table = run(table, *(MakeCall(by="t", call=read_call(words)) for words in calls))
        assert {call.seat for call in table.deals[-1].choices} == {Seat.A}
        return sorted({call.kind for call in table.deals[-1].choices}, key=lambda kind: kind.value)

    assert after_seven() == [CallKind.BID, CallKind.PASS]
    assert after_seven(stick_the_dealer=True) == [CallKind.BID]
