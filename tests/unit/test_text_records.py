"""Sessions as text: written, read again, scored the same; and as rows for a spreadsheet."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import cardtable
from device.errors import BadInput
from device.records import export_csv, export_text, read_record
from scoring import Call, CallKind, Card, Rank, Seat, Table, fold
from scoring.commands import (
    AddMissedCard,
    CallTime,
    ChangePlayers,
    ClaimTrick,
    CountCards,
    DealHand,
    EndSession,
    PlayCard,
    PlayOn,
    RuleOnOffence,
    ShowCard,
    SignSheet,
    StartSession,
    TurnUpCard,
    VoidHand,
)
from scoring.events import Event, SessionStarted
from scoring.ledger import Ledger, LogDamaged
from scoring.ledger.phrases import call_text, move_text, read_call, read_move
from scoring.ledger.rows import write_csv
from scoring.ledger.text import write_text
from scoring.ledger.text_reader import read_text
from scoring.moves import Action, Move
from tests.conftest import NOON, run
from tests.tables import bid, call, laid_out, moves, table_of, tricks
from tests.unit.test_house_games import DOCS, hell
from tests.unit.test_roque import HAND, bidding, four
from tests.unit.test_stovkahra import EIGHT, hearts


def spar() -> Table:
    """Every kind of thing that happens to a trick."""
    table = table_of("spar", 2, stake=10, revoke_penalty="void_hand", show_bottom=True)
    table = tricks(table, "KD 8C", "AH 7H", "AC 7C", "QD 7D")
    table = run(tricks(table, "8D 9S"), ShowCard(by="t", card=Card.parse("6S")))
    table = run(table, RuleOnOffence(by="t", hand=1, offence="revoke:A:1", waived=True))
    table = run(run(table, DealHand(by="t", dealer=Seat.A)), VoidHand(by="t", reason="misdeal"))
    table = run(table, ChangePlayers(by="t", players=("Kofi # 2", "Ama = 1", "Esi")), DealHand(by="t"))
    table = run(tricks(table, "AH 7H 8H"), ClaimTrick(by="t", hand=3, trick=2, seat=Seat.C))
    return run(table, PlayCard(by="t", card=Card.parse("AC"), seat=Seat.A), PlayCard(by="t", card=None))


def sipa() -> Table:
    table = tricks(table_of("sipa", 2), "KH x", "AC x", "QH AH")
    return run(table, TurnUpCard(by="t", hand=1, trick=1, position=1, card=Card.parse("8D")))


def spades() -> Table:
    lines = [f"{rank}S {rank}C {rank}D {rank}H" for rank in "AKQJT98765432"]
    table = run(tricks(bid(table_of("spades", target=50), 3, 4, 0, 4), *lines), PlayOn(by="t"), DealHand(by="t"))
    return run(bid(table, 1, 2, 3, 4), CallTime(by="t"))


def stovkahra() -> Table:
    table = call(hearts(), CallKind.DECLARE, Seat.B, number=4, rank="O")
    return run(tricks(table, *EIGHT), EndSession(by="t"), SignSheet(by="t", player="Kofi"))


def dost() -> Table:
    table = call(tricks(hearts(), "8D AD KD 7H"), CallKind.DOST, Seat.A)
    return call(table, CallKind.TAKE_STICKS, Seat.B)


def named_late() -> Table:
    """Claimed tricks of which one is named later, and dost on the bonus of the last."""
    table = call(call(table_of("stovkahra"), CallKind.TRUMP, cards="7H"), CallKind.DECLARE, Seat.B, number=4, rank="A")
    table = run(table, *(ClaimTrick(by="t", hand=1, trick=number, seat=Seat.B) for number in range(1, 9)))
    table = call(table, CallKind.DOST, Seat.D)
    cards = [AddMissedCard(by="t", hand=1, trick=2, position=at, card=Card.parse(code)) for at, code in enumerate(("AC", "KC"))]
    return call(run(table, *cards), CallKind.TAKE_STICKS, Seat.A)


def misdeals() -> Table:
    """Cards drawn back from a seat, from the undealt part and to it, a misdeal, and a deal out of turn."""
    table = run(table_of("spar", 3), *(CountCards(by="t", counts=counts) for counts in ((5, 6, 4), (5, 4, 5), (6, 5, 5))))
    table = run(table, CountCards(by="t", counts=(5, 5, 7)), DealHand(by="t", dealer=Seat.C))
    return run(table, VoidHand(by="t", reason="misdeal", is_out_of_turn=True), DealHand(by="t"))


def suipe() -> Table:
    lines = ("B 3C builds 8: 3C 5H", "A AC raises build 1 to 9", "B 9C captures 9S and build 1", "A 2C trails")
    return moves(laid_out(), *lines, "B 2D builds 4: 2D 2C", "A 4D adds to build 1: 4D")


SWISS = 'name = "swiss"\npack = "swiss36"\n[[score]]\npoints = 1\n'
TABLES: dict[str, Callable[[], Table]] = {
    "spar": spar,
    "sipa": sipa,
    "spades": spades,
    "stovkahra": stovkahra,
    "dost": dost,
    "misdeals": misdeals,
    "named_late": named_late,
    "roque": lambda: tricks(bidding(four(), "-", 100, "-", "-", "-"), *HAND[:4]),
    "suipe": suipe,
    "house": lambda: tricks(bid(hell(), 1, 2, 3), "AC 2C 3C"),
    "swiss": lambda: tricks(table_of("swiss", 2, rules=SWISS), "OH TH", "AC UC"),
}


def written(table: Table) -> list[str]:
    return list(write_text(table, start_of(table)))


def start_of(table: Table) -> SessionStarted:
    """The event that began the session."""
    setup = table.agreed
    first = table.deals[0].setup if table.deals else setup
    values = {key: value for key, value in OPTIONS.items() if hasattr(setup.options, key) or _extra(setup.options, key)}
    options = {key: value for key, value in values.items() if _value(setup.options, key) == value}
    return SessionStarted(
        at=NOON,
        by="t",
        game=setup.game,
        players=first.players,
        options=options,
        first_dealer=setup.first_dealer,
        stake=setup.stake,
        rules=setup.rules,
    )


OPTIONS: dict[str, object] = {"revoke_penalty": "void_hand", "show_bottom": True, "target": 50, "scoring": "stones", "stones": 4}


def _extra(options: object, key: str) -> bool:
    return key in dict(getattr(options, "extra", ()))


def _value(options: object, key: str) -> object:
    value = getattr(options, key, dict(getattr(options, "extra", ())).get(key))
    return getattr(value, "value", value)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_session_written_and_read_again_is_worth_the_same(name: str) -> None:
    table = TABLES[name]()
    lines = written(table)
    again = fold(item.event for item in read_text(lines, "s"))
    assert [deal.result for deal in again.deals] == [deal.result for deal in table.deals]
    assert again.standing == table.standing
    assert [[o.key for o in deal.offences] for deal in again.deals] == [[o.key for o in deal.offences] for deal in table.deals]
    assert [deal.waived for deal in again.deals] == [deal.waived for deal in table.deals]
    assert (again.is_ended, again.agreed.players) == (table.is_ended, table.agreed.players)
    assert list(write_text(again, start_of(again))) == lines


def test_the_text_can_be_read_by_anybody() -> None:
    lines = written(spar())
    assert lines[:2] == ["Cardtable session", "Date: 2026-01-01T12:00:00+00:00"]
    assert "Trick 1: B KD, A 8C = B" in lines
    assert "Shown: 6S" in lines
    assert "Waived: revoke:A:1" in lines
    assert "Hand 2, dealer A  # Ama deals" in lines
    assert "Trick 2 claimed by C:" in lines
    assert "Trick 3 open: A AC, B ??" in lines
    assert "# proved: revoke by Ama in trick 1" in lines
    assert "A: Kofi # 2" in lines
    assert "Turned up: trick 1, A 8D" in written(sipa())
    assert "Trick 1: B KH, A back = B" in written(sipa())
    assert "Call: A says dost" in written(dost())
    assert [line for line in written(suipe()) if line.startswith("Turn")] == [
        "Turn 1: B 3C builds 8: 3C 5H",
        "Turn 2: A AC raises build 1 to 9",
        "Turn 3: B 9C captures 9S and build 1",
        "Turn 4: A 2C trails",
        "Turn 5: B 2D builds 4: 2D 2C",
        "Turn 6: A 4D adds to build 1: 4D",
    ]


def test_seats_changed_after_the_last_hand_are_kept() -> None:
    table = run(
        tricks(table_of("spar", 2), "AH 7H", "KH 8H", "QH 9H", "JH 6D", "8C 9D"), ChangePlayers(by="t", players=("Kofi", "Esi"))
    )
    again = fold(item.event for item in read_text(written(table), "s"))
    assert (again.agreed.players, again.standing) == (("Kofi", "Esi"), table.standing)


def test_a_card_of_which_nobody_knows_whose_it_was_is_kept() -> None:
    table = tricks(table_of("jeu_de_carte", 2), "x KH", "8C 9C")
    assert "Trick 2: ? 8C, ? 9C" in written(table)
    again = fold(item.event for item in read_text(written(table), "s"))
    assert written(again) == written(table)


HEAD = ("Cardtable session", "Date: 2026-01-01T12:00:00", "Game: spar", "A: Ama", "B: Kofi")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("Cardtable",), "line 1: expected 'Cardtable session'"),
        (("Cardtable session", "Game: spar", "Hand 1"), "the session has no line 'Date'"),
        (("Cardtable session", "Date: 2026-01-01T12:00:00", "Hand 1"), "the session has no line 'Game'"),
        (("Cardtable session", "Date: soon", "Game: spar", "Hand 1"), "line 4: Invalid isoformat string"),
        ((*HEAD, "Trick 1: B AH"), "line 6: expected a line 'Hand 1' first"),
        ((*HEAD, "Hand 1", "Trick 1: B AH, A 7H", "Trick 2: C AH"), "line 8: nobody plays at seat C"),
        ((*HEAD, "Hand 1", "Trick 1: B YY"), "line 7: 'YY' is not a card"),
        ((*HEAD, "Hand 1", "Trick one: B AH"), "line 7: expected a line 'Trick 1: …' here"),
        ((*HEAD, "Hand 1", "Turned up: trick 1, A 8D"), "line 7: seat A has no card face down in trick 1"),
        ((*HEAD, "Hand 1", "Call: A sings"), "line 7: 'A sings' is no call"),
        ((*HEAD, "Hand 1", "Turn 1: A AH dances"), "line 7: 'A AH dances' is no turn"),
        ((*HEAD, "Hand 1", "Waived: luck"), "line 7: hand 1 has no such offence"),
        ((*HEAD, "Hand 2"), "line 6: expected a line 'Hand 1'"),
        ((*HEAD, "Hand 1, dealr B"), "line 6: expected a line 'Hand 1'"),
        ((*HEAD, "Hand 1", "Trick 1: B AH"), "line 7: trick 1 has 1 cards of 2"),
        ((*HEAD, "Hand 1", "Trick 1: B AH, A 7H", "Trick 1: B KH, A 8H"), "line 8: expected a line 'Trick 2: …' here"),
        ((*HEAD, "Hand 1", "Trick 1 opne: B AH"), "line 7: expected a line 'Trick 1: …' here"),
        ((*HEAD, "Hand 1", "Turned up: A 8D"), "line 7: expected such as"),
        ((*HEAD[:3], "B: Kofi"), "line 4: seat B is named out of order: expected A"),
        ((*HEAD, "Hand 1", "New seats", "A: Ama"), "line 8: a hand is being played"),
        ((*HEAD[:1], "Date: soon", *HEAD[2:]), "line 5: Invalid isoformat string"),
        ((*HEAD, "Hand 1", "What a game"), "line 7: 'What a game' is no line of a session"),
        ((*HEAD, "Option: target = many", "Hand 1"), "line 6: spar: target is 'many'"),
        ((*HEAD, "Stake: much", "Hand 1"), "line 7: invalid literal"),
        (
            (*HEAD[:2], "Game: spades", *HEAD[3:], "C: Esi", "D: Yaw", "Hand 1", "Drawn back: A from the pack"),
            "line 9: 'A from the pack' puts no deal right",
        ),
    ],
)
def test_a_damaged_text_names_the_line(lines: tuple[str, ...], words: str) -> None:
    with pytest.raises(LogDamaged) as refused:
        read_text(lines, "s")
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "said",
    [
        Call(CallKind.BID, Seat.B, number=3),
        Call(CallKind.BID, Seat.A, number=0, is_blind=True),
        Call(CallKind.PASS, Seat.A),
        Call(CallKind.PASS_CARDS, Seat.C, number=2),
        Call(CallKind.TRUMP, Seat.A, cards=(Card.parse("7H"),)),
        Call(CallKind.LAYOUT, Seat.A, cards=(Card.parse("7H"), Card.parse("TD"))),
        Call(CallKind.DECLARE, Seat.D, number=4, rank=Rank.KING),
        Call(CallKind.DOST, Seat.D),
        Call(CallKind.SHOW_HOLDING, Seat.B, cards=(Card.parse("7H"),)),
        Call(CallKind.TRADE, Seat.B),
        Call(CallKind.TAKE_STICKS, Seat.B),
        Call(CallKind.DEALS, Seat.B, number=12),
    ],
)
def test_calls_go_into_words_and_back(said: Call) -> None:
    assert read_call(call_text(said)) == said


H7, TD, C2 = Card.parse("7H"), Card.parse("TD"), Card.parse("2C")


@pytest.mark.parametrize(
    "move",
    [
        Move(Seat.A, H7, Action.TRAIL),
        Move(Seat.A, H7, Action.CAPTURE, take=(TD, C2), builds=(0, 2)),
        Move(Seat.A, H7, Action.CAPTURE, builds=(1,)),
        Move(Seat.B, H7, Action.BUILD, value=9, sets=((H7, C2), (TD,))),
        Move(Seat.B, H7, Action.RAISE, build=1, value=9),
        Move(Seat.B, H7, Action.RAISE, build=0, value=9, extra=(C2,), also=((TD,), (C2, H7))),
        Move(Seat.B, H7, Action.RAISE, build=0, value=9, also=((TD,),)),
        Move(Seat.B, H7, Action.ADD, build=2, sets=((H7, C2), (TD,))),
    ],
)
def test_moves_go_into_words_and_back(move: Move) -> None:
    assert read_move(move_text(move)) == move


@pytest.mark.parametrize("text", ["", "A", "A declares 4 X", "A bids", "Z bids 3", "A shows trump Y"])
def test_words_that_are_no_call_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_call(text)


def log_in(folder: Path) -> list[Event]:
    """A log with one hand of Spar."""
    from scoring.decide import decide

    table, events = Table(), list[Event]()
    for command in (StartSession(by="t", game="spar", players=("Ama", "Kofi")), DealHand(by="t")):
        new = decide(table, command, NOON)
        table, events = fold(new, table), events + new
    for card in ("AH", "7H"):
        new = decide(table, PlayCard(by="t", card=Card.parse(card)), NOON)
        table, events = fold(new, table), events + new
    ledger = Ledger(folder / "log.db")
    ledger.append("evening", 0, events)
    ledger.close()
    return events


def test_the_command_line_writes_text_and_rows_and_scores_what_it_wrote(tmp_path: Path) -> None:
    log_in(tmp_path)
    runner = CliRunner()
    text = runner.invoke(cardtable, ["export", "--data", str(tmp_path), "--text"])
    assert "Trick 1 open: B AH, A 7H = B" in text.output.splitlines()
    path = tmp_path / "evening.txt"
    path.write_text(text.output + text.output)
    scored = runner.invoke(cardtable, ["score", str(path)])
    assert scored.exit_code == 0
    trick = "  1: Kofi AH  Ama 7H: Kofi takes it (not confirmed)"
    assert scored.output.splitlines()[:3] == ["Spar: Ama, Kofi", "Hand 1, Ama deals", trick]
    assert [table.agreed.players for table in read_record(path)] == [("Ama", "Kofi")] * 2
    rows = list(csv.reader(export_csv(tmp_path)))
    assert rows[0][:3] == ["session", "hand", "kind"]
    assert rows[1][:6] == ["evening", "1", "play", "1", "Kofi", "AH"]
    assert export_text(tmp_path)[0] == "Cardtable session"
    path.write_text("Cardtable session\nGame: spar\nHand 1\n")
    with pytest.raises(BadInput, match=r"evening\.txt: line 3: the session has no line 'Date'"):
        read_record(path)


def test_rows_hold_calls_plays_turns_offences_and_scores() -> None:
    rows = list(csv.reader(write_csv({"a": stovkahra(), "b": suipe(), "c": spar()})))
    kinds = {row[2] for row in rows[1:]}
    assert kinds == {"call", "play", "turn", "offence", "score"}
    assert ["a", "1", "call", "2", "Kofi", "declares 4 O", "", ""] in rows
    assert ["c", "1", "play", "1", "Kofi", "KD", "", "takes the trick"] in rows
    assert ["c", "1", "offence", "1", "Ama", "revoke", "", "waived"] in rows
    assert ["b", "1", "turn", "4", "Ama", "2C trails", "", ""] in rows
    assert [row[6] for row in rows if row[:3] == ["a", "1", "score"]][-1] == "6"
    assert len({len(row) for row in rows}) == 1


def test_the_examples_of_house_games_keep_their_rules_in_the_text() -> None:
    lines = written(hell())
    rules = [line.removeprefix("Rules: ") for line in lines if line.startswith("Rules:")]
    assert rules == (DOCS / "our_hell.toml").read_text().splitlines()


def test_who_sits_out_a_hand_is_told_in_the_text() -> None:
    hand = ("AH 7H 8H", "KH QH 9H", "AD 7D 8D", "KD QD JD", "7C 8S 9S")
    table = tricks(run(tricks(table_of("spar", 3, scoring="stones", stones=4), *hand), DealHand(by="t")), *hand)
    table = tricks(run(table, DealHand(by="t")), "AH 7H")
    lines = written(table)
    assert [line.partition("  #")[0] for line in lines if line.startswith("Hand")][-1].endswith(" for B C")
    again = fold(item.event for item in read_text(lines, "s"))
    assert [play.seats for play in again.hands] == [play.seats for play in table.hands]


def test_seats_out_of_order_are_refused() -> None:
    for letter in ("A", "C"):
        text = ["Cardtable session", "Date: 2026-01-01T12:00:00", "Game: spar", "A: Ama", f"{letter}: Kofi"]
        with pytest.raises(LogDamaged, match=f"seat {letter} is named out of order: expected B"):
            list(read_text(text, "s"))


def test_only_a_session_that_went_on_past_its_end_says_so() -> None:
    assert "Played on" in written(spades())
    assert "Played on" not in written(spar())
    assert "Played on" not in written(stovkahra())


def test_a_turn_out_of_number_is_refused() -> None:
    lines = written(suipe())
    for wrong in ("Turn 1", "Turn 3"):
        text = [line.replace("Turn 2", wrong) for line in lines]
        with pytest.raises(LogDamaged, match="expected turn 2 here"):
            list(read_text(text, "s"))


def test_of_two_cards_face_down_of_one_player_the_first_is_turned_up_first() -> None:
    table = table_of("sipa", 2)
    for _ in range(2):
        table = run(table, PlayCard(by="t", card=None, seat=Seat.B, face_down=True))
    table = run(table, TurnUpCard(by="t", hand=1, trick=1, position=0, card=Card.parse("8D")))
    again = fold(item.event for item in read_text(written(table), "s"))
    assert again.hand is not None
    assert [str(play.card) for play in again.hand.plays] == ["8D", "None"]


def test_what_is_wrong_with_the_game_is_named_with_its_line() -> None:
    head = ["Cardtable session", "Date: 2026-01-01 12:00", "Game: mine", "A: Ama", "B: Kofi", "", "Hand 1"]
    with pytest.raises(LogDamaged, match=r"line 3: no line begins with 'Rules:'.*there is no game 'mine'"):
        read_text(head, "s")
    rules = ["Rules: name = 1", 'Rules: pack = "std52"']
    with pytest.raises(LogDamaged, match="line 4: rules of the game"):
        read_text([*head[:3], *rules, *head[3:]], "s")
