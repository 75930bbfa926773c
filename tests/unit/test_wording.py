"""What is written and read: options in words, rules and sessions as text, sentences of offences, names."""

from dataclasses import dataclass

import pytest

from scoring import Card, Table
from scoring.commands import (
    AddMissedCard,
    CorrectCard,
    DealHand,
    PlayCard,
    StartSession,
    TurnUpCard,
)
from scoring.errors import BadSetup, NoSuchCard, Refused
from scoring.ledger import LogDamaged
from scoring.ledger.text_reader import read_text
from scoring.options import read_options
from tests.conftest import NOON, run
from tests.tables import laid_out, moves, offences, table_of, tricks
from tests.unit.test_suipe_score import whole_deal


def test_suipes_stand_in_the_sheet() -> None:
    table = moves(laid_out(cards="5H 4C KD 9S"), "B KS captures KD", "A 9C captures 5H 4C and build 1")
    assert offences(table) == ["illegal_capture A 2 -"]
    table = moves(laid_out(cards="5H 4C KD 9S"), "B KS captures KD", "A 9C captures 5H 4C 9S")
    table = whole_deal(table)
    result = table.results[-1]
    assert result is not None
    assert [(line.side, line.points, line.reason) for line in result.lines if line.label == "Suipes"] == [
        (0, 1, "1 Suipe, 1 of which count")
    ]


@dataclass(frozen=True)
class Needed:
    """Options with one that has no default."""

    must: int
    may: bool = False


def test_options_are_read_and_checked() -> None:
    assert read_options(Needed, {"must": "3", "may": "on"}, "g") == Needed(3, True)
    for values, words in (
        ({"must": 1, "what": 2}, "there is no option 'what'; known: may, must"),
        ({}, "g: must is missing"),
        ({"must": True}, "must is True: expected a whole number"),
        ({"must": "x"}, "must is 'x': expected a whole number"),
        ({"must": 1, "may": "x"}, "may is 'x': expected true or false"),
    ):
        with pytest.raises(BadSetup) as refused:
            read_options(Needed, values, "g")
        assert words in str(refused.value)


def test_a_dropped_turn_in_a_text_is_noticed() -> None:
    head = ["Cardtable session", "Date: 2026-01-01T12:00:00", "Game: suipe", "A: Ama", "B: Kofi", "Hand 1"]
    with pytest.raises(LogDamaged, match="line 8: expected turn 1 here"):
        read_text([*head, "Call: A lays out 5H 4C KD 9S", "Turn 2: B 9C captures 9S"], "s")


def test_lists_among_the_options_are_written_in_words() -> None:
    from scoring.events import SessionStarted
    from scoring.ledger.text import write_text

    table = table_of("fapfap", 2, kora=[1, 2, 4, 8])
    start = SessionStarted(at=NOON, by="t", game="fapfap", players=("Ama", "Kofi"), options={"kora": [1, 2, 4, 8]})
    assert "Option: kora = 1 2 4 8" in list(write_text(table, start))


def test_names_stand_in_records_as_they_are_written() -> None:
    from scoring.decide import decide
    from scoring.ledger import Recorded
    from scoring.ledger.records import export_lines

    (start,) = decide(Table(), StartSession(by="t", game="spar", players=("Koffi", "Aïcha")), NOON)
    assert "Aïcha" in list(export_lines([Recorded("s", 1, start)]))[1]


def test_levels_are_said_in_words() -> None:
    rules = 'name = "g"\npack = "std52"\ndeals = [2]\ndealer = "rotate"\n[[score]]\ntrick = "each"\npoints = 1\n'
    table = tricks(table_of("g", 2, rules=rules), "AC 2C", "3H AH")
    assert table.standing.totals == (1, 1)
    assert table.standing.needed == "level: Ama and Kofi play another deal"
    assert table_of("g", 2, rules=rules).standing.needed == "1 deal to go"
    assert table_of("stovkahra").standing.needed == "100 points to a game; matchsticks 0:0, first to 10"


def test_a_card_turned_up_in_any_trick_finds_its_place_in_the_text() -> None:
    from scoring import fold
    from scoring.events import SessionStarted
    from scoring.ledger.text import write_text

    table = tricks(table_of("sipa", 3), "KH x x", "AC x x")
    for trick, position, code in ((2, 1, "8D"), (1, 2, "9S")):
        table = run(table, TurnUpCard(by="t", hand=1, trick=trick, position=position, card=Card.parse(code)))
    start = SessionStarted(at=NOON, by="t", game="sipa", players=("Ama", "Kofi", "Esi"))
    lines = list(write_text(table, start))
    again = fold(item.event for item in read_text(lines, "s"))
    assert again.hand is not None
    assert table.hand is not None
    shown = [[play.shows for play in trick.plays] for trick in again.hand.tricks]
    assert shown == [[play.shows for play in trick.plays] for trick in table.hand.tricks]
    assert list(write_text(again, start)) == lines


def test_a_slip_of_the_pen_in_a_definition_names_its_line() -> None:
    from scoring.errors import BadRules
    from scoring.games import house_game

    with pytest.raises(BadRules, match="line 3: "):
        house_game('name = "g"\npack = "std52"\ntarget 5\n')


def test_a_revoke_in_the_first_trick_has_its_sentence() -> None:
    from scoring.projections import table_view

    table = tricks(table_of("spar", 2), "KD 8C", "AH 7H", "AC 7D")
    (found,) = table_view(table)["offences"]
    assert found["sentence"] == "Ama played 8C to a diamond lead in trick 1 and 7D in trick 3: Ama could have followed suit."


def test_a_misspelt_key_in_a_table_is_answered_with_those_that_it_has() -> None:
    from scoring.errors import BadRules
    from scoring.games import house_game

    with pytest.raises(
        BadRules,
        match="there is no 'flow'; known: follow, beat, beat_trumps, breaking, face_down, free, may_trump, not_first, ",
    ):
        house_game('name = "g"\npack = "std52"\n[duties]\nflow = true\n[[score]]\npoints = 1\n')


def test_plain_games_write_plain_numbers() -> None:
    from scoring.games import GAMES

    for name, players in (("agram", 2), ("spades", 4), ("stovkahra", 4), ("roque", 4), ("suipe", 2)):
        table = table_of(name, players)
        assert GAMES[name].notation(table.agreed, 14) == "14"
    assert GAMES["spar"].notation(table_of("spar", 2).agreed, 14) == "c12 2"


def test_places_are_counted_from_one_in_words() -> None:

    table = run(table_of("spar", 3), PlayCard(by="t", card=Card.parse("AH")))
    with pytest.raises(NoSuchCard, match="trick 1 has no card number 3"):
        run(table, CorrectCard(by="t", hand=1, trick=1, position=2, card=Card.parse("KH")))
    with pytest.raises(NoSuchCard, match="trick 1 has no card number 2"):
        run(table, CorrectCard(by="t", hand=1, trick=1, position=1, card=Card.parse("KH")))
    for trick in (0, 2):
        with pytest.raises(Refused, match=f"trick {trick} misses no card"):
            run(table, AddMissedCard(by="t", hand=1, trick=trick, position=0, card=Card.parse("KH")))
    with pytest.raises(BadSetup, match="face_capture_max is 0"):
        table_of("suipe", 2, face_capture_max=0)


def test_who_plays_on_past_the_end_is_read_again() -> None:
    from scoring.commands import PlayOn
    from scoring.projections import Attention, attention

    over = tricks(table_of("spar", 2, target=1), "AH 7H", "KH 8H", "QH 9H", "JH 6D", "8C 9D")
    assert attention(over) is Attention.OVER
    assert attention(run(over, PlayOn(by="t"), DealHand(by="t"))) is Attention.READING
