"""Boards of bridge in LIN, written for these tests: one board, a match in two rooms, mistakes."""

import pytest

from scoring.boards import checked, is_lin, is_pbn, read_lin
from scoring.boards.board import Vulnerable
from tests.golden.test_boards import WHOLE, only

LIN = (
    "pn|Esi,Yaw,Ama,Kofi|st||md|1S82H952DKJT9874C5,SAKT96HJ3D653CKJ6,SQJ54HKT7DQCAQT87,|sv|e|ah|Board 3|"
    "mb|1S|mb|p|mb|2D!|an|diamonds|mb|3D|mb|3N|mb|p|mb|p|mb|p|pg||"
    "pc|D5|pc|DQ|pc|DA|pc|DT|pg||pc|H6|pc|H2|pc|H3|pc|HK|pg||mc|8|\n"
)


def test_lin_is_the_same_board() -> None:
    (board,) = read_lin(LIN)
    found, same = checked(board), checked(only(WHOLE))
    assert (found.facts, found.score, found.differences) == (same.facts, -50, ())
    assert (board.players, board.hands, board.number) == (same.board.players, same.board.hands, 3)
    assert [len(row) for row in board.play] == [4, 4]
    assert (is_lin(LIN), is_pbn(LIN)) == (True, False)


def test_lin_of_a_match_has_two_rooms() -> None:
    deal = LIN[LIN.index("md|") :]
    text = f"vg|Match,,I,3,4,A,0,B,0|\npn|a,b,c,d,e,f,g,h|pg||\nqx|o3|{deal}qx|c3|{deal}qx|o4|{deal}"
    found = read_lin(text)
    assert [(board.room, board.number, board.players, board.line) for board in found] == [
        ("Open", 3, ("c", "d", "a", "b"), 3),
        ("Closed", 3, ("g", "h", "e", "f"), 4),
        ("Open", 4, ("c", "d", "a", "b"), 5),
    ]


def test_lin_without_numbers_begins_a_board_with_its_start_or_its_hands() -> None:
    deal = LIN[LIN.index("md|") : LIN.index("ah|")]
    found = read_lin(f"st||\n{deal}\nst||\nsv|n|\n{deal}\n{deal}")
    assert [(board.room, board.number, board.line, board.vulnerable) for board in found] == [
        ("", None, 1, Vulnerable.EW),
        ("", None, 3, Vulnerable.NS),
        ("", None, 6, Vulnerable.EW),
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("md|1S", "md|0S", "line 1, md: expected a digit from 1 to 4 first, the dealer: 1 is south, 2 west, 3 north, 4 east"),
        ("sv|e|", "sv|x|", "line 1, sv: 'x': expected o, n, e or b"),
        ("mb|3N|", "mb|9N|", "line 1, mb: '9' is no call: expected such as 1NT, 4S, Pass, X or XX"),
        ("pc|DA|", "pc|D1|", "line 1, pc: 'D' is no card: expected such as SQ, HT or D7; the play is followed up to there"),
        ("mc|8|", "mc|88|", "line 1, mc: '88' is no number of tricks: expected 0 to 13, as 9, EW 9 or NS 7 EW 6"),
        (
            "SAKT96HJ3D653CKJ6",
            "SAKT96HJ3D653CKJ",
            "line 1, md: 'AKT96.J3.653.KJ' is no hand: expected 13 cards in four suits, such as 'AK2.QJT.987.6543'",
        ),
    ],
)
def test_a_mistake_in_lin_is_a_sentence(old: str, new: str, expected: str) -> None:
    (board,) = read_lin(LIN.replace(old, new))
    assert expected in map(str, board.remarks)


def test_of_more_than_fifty_two_cards_the_others_do_not_count() -> None:
    whole = LIN.partition("|pc|")[0] + "|"
    deck = [f"{suit}{rank}" for suit in "CDHS" for rank in "AKQJT98765432"]
    (board,) = read_lin(whole + "".join(f"pc|{card}|\n" for card in (*deck, "CA")))
    assert [len(row) for row in board.play] == [4] * 13
    assert [str(remark) for remark in board.remarks if remark.key == "pc"] == [
        "line 53, pc: more than 52 cards are played: those do not count"
    ]
    (board,) = read_lin(whole + "".join(f"pc|{card}|\n" for card in deck))
    assert [remark for remark in board.remarks if remark.key == "pc"] == []
