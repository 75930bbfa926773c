"""Bridge out of the box as PBN and in again: what was seen, told, corrected and marked; and the commands that do it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.__main__ import main
from device.cli import cardtable
from scoring import CallKind, Card, Seat, Table, fold
from scoring.boards import checked, read_pbn, write_pbn
from scoring.boards.notation import hands_named, hands_text
from scoring.boards.session import session_of
from scoring.commands import ClaimTrick, CorrectCall, CorrectCard, PlayCard, StartSession, VoidHand
from scoring.errors import BadSetup, Unreadable
from scoring.ledger import Ledger
from scoring.ledger.phrases import read_call
from tests.conftest import NOON, run
from tests.golden.test_boards import WHOLE
from tests.golden.test_lin_boards import LIN
from tests.golden.test_written_games import talked, told
from tests.tables import call, points, table_of, tricks


def bridge(said: str = "A bids 4S, D passes", form: str = "duplicate") -> Table:
    return talked(table_of("bridge", form=form), said)


def lines_of(table: Table, is_plain: bool = False) -> list[str]:
    return list(write_pbn(table, is_plain))


def test_a_board_without_cards_has_contract_result_and_score_and_no_play() -> None:
    assert lines_of(told(bridge(), "AC 10, BD 3")) == [
        "% PBN 2.1",
        "% EXPORT",
        '[Event "?"]',
        '[Site "?"]',
        '[Date "2026.01.01"]',
        '[Board "1"]',
        '[West "Yaw"]',
        '[North "Ama"]',
        '[East "Kofi"]',
        '[South "Esi"]',
        '[Dealer "N"]',
        '[Vulnerable "None"]',
        '[Deal "N:- - - -"]',
        '[Scoring ""]',
        '[Declarer "N"]',
        '[Contract "4S"]',
        '[Result "10"]',
        '[Generator "Cardtable"]',
        '[Score "NS 420"]',
        '[Auction "N"]',
        "4S Pass Pass Pass",
        "",
    ]


def section(lines: list[str], tag: str) -> list[str]:
    """What stands behind a tag up to the next one or the end of the board."""
    start = next(place for place, line in enumerate(lines) if line.startswith(f"[{tag} "))
    rest = lines[start + 1 :]
    return rest[: next(place for place, line in enumerate(rest) if not line or line.startswith("["))]


def test_the_play_has_a_column_for_each_seat_whoever_leads() -> None:
    table = tricks(bridge(), "2H 3H AH 4H", "2C 3C 4C 5C")
    assert section(lines_of(table), "Play") == ["H2 H3 HA H4", "C4 C5 C2 C3", "+"]


def test_a_card_that_nobody_saw_is_a_dash_and_what_was_claimed_ends_the_play() -> None:
    table = run(tricks(bridge(), "2H 3H AH 4H"), PlayCard(by="t", card=Card.parse("2C")))
    table = run(table, ClaimTrick(by="t", hand=1, trick=2, seat=Seat.A))
    table = told(run(table, PlayCard(by="t", card=Card.parse("9D"))), "AC 9, BD 2")
    lines = lines_of(table)
    assert section(lines, "Play") == ["H2 H3 HA H4", "- - C2 -", "- - - D9", "*"]
    assert [(one.score, one.differences) for one in map(checked, read_pbn("\n".join(lines)))] == [(420, ())]


def test_a_running_auction_says_so() -> None:
    lines = lines_of(bridge("A bids 1S, D doubles"))
    assert section(lines, "Auction") == ["1S Pass Pass X", "+"]
    assert {'[Contract "?"]', '[Declarer "?"]', '[Result "?"]'} <= set(lines)


def test_cards_of_the_dummy_are_its_hand_and_no_call() -> None:
    clubs = " ".join(f"{rank}C" for rank in "AKQJT98765432")
    lines = lines_of(call(tricks(bridge(), "2H"), CallKind.DUMMY, Seat.C, cards=clubs))
    assert '[Deal "N:- - ...AKQJT98765432 -"]' in lines
    assert section(lines, "Auction") == ["4S Pass Pass Pass"]


def test_a_hand_that_was_void_is_no_board() -> None:
    table = run(bridge(), VoidHand(by="t", reason="misdeal"))
    assert lines_of(table) == ["% PBN 2.1", "% EXPORT"]


def test_what_a_person_corrected_and_what_the_cards_prove_is_marked_and_can_be_left_out() -> None:
    table = tricks(bridge(), "2H 3C AH 4H", "2S 4S 5S 3H")
    table = run(table, CorrectCard(by="Ama", hand=1, trick=1, position=3, card=Card.parse("9H")))
    table = run(table, CorrectCall(by="Ama", hand=1, index=0, call=read_call("A bids 3S")))
    lines = lines_of(table)
    assert section(lines, "Play") == ["H2 ^R C3 HA H9 $14", "S5 H3 S2 S4", "+"]
    assert section(lines, "Auction") == ["3S $13 Pass Pass Pass"]
    assert section(lines_of(table, is_plain=True), "Play") == ["H2 C3 HA H9", "S5 H3 S2 S4", "+"]
    assert not [line for line in lines_of(table, is_plain=True) if "^" in line or "$" in line]
    (revoke,) = checked(read_pbn("\n".join(lines))[0]).revokes
    assert (revoke.trick, revoke.seat, revoke.is_marked, revoke.proof is not None) == (1, Seat.C, True, True)


def test_a_board_that_all_passed_goes_into_a_log_without_its_auction() -> None:
    tags = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "?"]\n[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n'
    table = fold(session_of(read_pbn(tags), NOON))
    assert (points(table), table.is_hand_over) == ((0, 0), True)


def test_a_play_that_was_seen_to_its_end_needs_no_sign_behind_it() -> None:
    table = tricks(bridge(), "AC AD AH AS", *(f"{rank}S {rank}C {rank}D {rank}H" for rank in "KQJT98765432"))
    assert section(lines_of(table), "Play") == [f"C{rank} D{rank} H{rank} S{rank}" for rank in "AKQJT98765432"]
    left = told(tricks(bridge(), "2H 3H AH 4H"), "AC 9, BD 3")
    assert section(lines_of(left), "Play") == ["H2 H3 HA H4", "*"]


def test_a_lead_out_of_turn_is_marked() -> None:
    table = run(tricks(bridge(), "2H 3H AH 4H"), PlayCard(by="t", card=Card.parse("2C"), seat=Seat.A))
    assert section(lines_of(tricks(table, "3C 4C 5C")), "Play") == ["H2 H3 HA H4", "C3 C4 C5 ^L C2", "+"]


def test_names_may_have_quotes() -> None:
    names = ('A "la" B', "Back\\slash", "Šárka", "Yaw")
    table = run(Table(), StartSession(by="t", game="bridge", players=names))
    table = talked(table, "A passes, B passes, C passes, D passes")
    assert read_pbn("\n".join(lines_of(table)))[0].players == names


def test_hands_are_written_from_the_dealer_on() -> None:
    text = "S:82.952.KJT9874.5 AKT96.J3.653.KJ6 QJ54.KT7.Q.AQT87 73.AQ864.A2.9432"
    assert hands_text(Seat.C, hands_named(text)) == text
    assert hands_text(Seat.A, (None, None, None, None)) == "N:- - - -"


def test_only_bridge_is_written() -> None:
    with pytest.raises(BadSetup, match="PBN is for bridge, clockwise and with 13 cards each; this is whist"):
        lines_of(table_of("whist"))
    with pytest.raises(BadSetup, match="clockwise"):
        lines_of(table_of("bridge", direction="ccw"))


def invoke(*arguments: str | Path) -> list[str]:
    done = CliRunner().invoke(cardtable, list(map(str, arguments)), standalone_mode=False)
    assert done.exception is None, done.exception
    return str(done.output).splitlines()


def test_score_tells_every_board_and_sums_up(tmp_path: Path) -> None:
    path = tmp_path / "evening.pbn"
    path.write_bytes(WHOLE.replace("Yaw", "Zoë").replace("NS -50", "NS -100").encode("latin-1"))
    assert invoke("score", path) == [
        "Board 3 (line 3): 3NT by S, 8 tricks, EW vulnerable: EW 50",
        "  line 18, Score: EW 100, and 3NT by S with 8 tricks, EW vulnerable, is EW 50: Score is wrong",
        "1 board: 0 scored as the file says, 1 otherwise, 0 not to be compared; 1 with something wrong; "
        "0 revokes, 0 of them proved by the cards played",
    ]
    (line,) = invoke("score", "--json", path)
    told_so = json.loads(line)
    assert (told_so["score"], told_so["score_in_file"], told_so["contract"], told_so["declarer"]) == (-50, -100, "3NT", "S")


def test_score_takes_lin_and_files_of_any_name(tmp_path: Path) -> None:
    for name, text in (("a.lin", LIN), ("b.txt", LIN), ("c", WHOLE)):
        (tmp_path / name).write_text(text)
        assert invoke("score", tmp_path / name)[0].endswith("3NT by S, 8 tricks, EW vulnerable: EW 50")


def test_pbn_goes_into_a_log_and_out_of_it(tmp_path: Path) -> None:
    text = "\n".join(lines_of(told(bridge("A bids 4S, B doubles, A redoubles, D passes"), "AC 9, BD 4"))) + "\n"
    (tmp_path / "one.pbn").write_text(text)
    assert invoke("import", tmp_path / "one.pbn", "--data", tmp_path)[0].endswith("events taken in")
    Ledger(tmp_path / "log.db").close()
    taken = invoke("export", "--pbn", "--data", tmp_path)
    assert '[Score "EW 200"]' in taken
    assert section(taken, "Auction") == ["4S X Pass Pass", "XX Pass Pass Pass"]
    assert invoke("export", "--pbn", "--plain", "--data", tmp_path) == taken


def test_a_log_with_two_sessions_goes_out_and_in_as_two(tmp_path: Path) -> None:
    text = "\n".join(lines_of(told(bridge(), "AC 9, BD 4"))) + "\n"
    (tmp_path / "two.pbn").write_text(text + text)
    invoke("import", tmp_path / "two.pbn", "--data", tmp_path)
    taken = invoke("export", "--pbn", "--data", tmp_path)
    assert taken.count('[Board "1"]') == 2
    assert taken.count("% PBN 2.1") == 1
    assert [checked(board).score for board in read_pbn("\n".join(taken))] == [-50, -50]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("score", "nothing.pbn"), "nothing.pbn: holds no board"),
        (
            ("import", "third.pbn", "--data", "data"),
            "third.pbn: line 3: vulnerable is EW, and on board 1 of a session it is None",
        ),
        (("export", "--plain", "--data", "data"), "--plain is for --pbn"),
    ],
)
def test_what_cannot_be_is_one_line(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nothing.pbn").write_text("% PBN 2.1\n")
    Path("third.pbn").write_text(WHOLE)
    monkeypatch.setattr("sys.argv", ["cardtable", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert words in capsys.readouterr().err
    assert not Path("data").exists()


def test_what_nothing_says_is_named(tmp_path: Path) -> None:
    path = tmp_path / "short.pbn"
    path.write_text('[Board "12"]\n[Contract "4S"]\n[Declarer "N"]\n')
    first, *wrong, summary = invoke("score", path)
    assert first == "Board 12 (line 1): no score, for nothing says how many tricks"
    assert [line.split(": ")[0].strip() for line in wrong] == [
        f"line 1, {key}" for key in ("Dealer", "Vulnerable", "Deal", "Result")
    ]
    assert summary.startswith("1 board: 0 scored as the file says, 0 otherwise, 1 not to be compared; 1 with something wrong")


def test_a_board_of_which_not_all_is_known_is_no_hand_of_a_session() -> None:
    board = "\n".join(lines_of(told(bridge(), "AC 10, BD 3")))
    assert session_of(read_pbn(board), NOON)
    for old, new, words in (
        ('[Result "10"]', '[Result "?"]', "nothing says .*: leave the board out"),
        ('[Vulnerable "None"]', '[Vulnerable "All"]', "vulnerable is All, and on board 1 of a session it is None"),
    ):
        assert old in board
        with pytest.raises(Unreadable, match=words):
            session_of(read_pbn(board.replace(old, new).replace('[Score "NS 420"]', "")), NOON)


def test_a_contract_without_an_auction_is_played_from_the_shortest_that_leads_to_it() -> None:
    board = "\n".join(lines_of(told(bridge("A bids 4S, B doubles, C redoubles, B passes"), "AC 10, BD 3")))
    alone = board[: board.index("[Auction")]
    assert points(fold(session_of(read_pbn(alone), NOON))) == points(fold(session_of(read_pbn(board), NOON))) == (880, 0)
