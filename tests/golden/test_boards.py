"""Boards of bridge in PBN, written for these tests: every form that the standard knows, and mistakes."""

import pytest

from scoring import Seat
from scoring.boards import Board, checked, is_lin, is_pbn, read_pbn
from scoring.boards.board import Mark, Vulnerable
from scoring.boards.notation import card_name

HEAD = """[Event "Club evening"]
[Site "?"]
[Date "2026.01.01"]
[Board "3"]
[West "Yaw"]
[North "Ama"]
[East "Kofi"]
[South "Esi"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "S:82.952.KJT9874.5 AKT96.J3.653.KJ6 QJ54.KT7.Q.AQT87 73.AQ864.A2.9432"]
[Scoring ""]
[Declarer "S"]
[Contract "3NT"]
[Result "8"]
[Score "NS -50"]
"""
# West is the first column and leads D5: the deal goes round from south, so west holds AKT96.J3.653.KJ6.
AUCTION = """[Auction "S"]
1S Pass 2D 3D
3NT Pass Pass Pass
"""
PLAY = """[Play "W"]
D5 DQ DA DT
H3 HK H6 H2
HJ H7 HQ H9
D3 CQ D2 D7
SK HT H8 H5
S6 S5 S7 S2
CJ C8 C2 C5
C6 C7 C3 DK
S9 SQ S3 S8
CK CA C9 D9
SA CT C4 D8
ST S4 H4 D4
D6 SJ HA DJ
"""
WHOLE = f"% PBN 2.1\n% EXPORT\n{HEAD}{AUCTION}{PLAY}"


def only(text: str) -> Board:
    (board,) = read_pbn(text)
    return board


def said(text: str) -> list[str]:
    """What is wrong with the only board of a text."""
    return [str(remark) for remark in checked(only(text)).differences]


def test_a_whole_board_is_scored_as_its_file_says() -> None:
    found = checked(only(WHOLE))
    assert (found.score, found.is_as_the_file_says, found.differences) == (-50, True, ())
    assert found.board.players == ("Ama", "Kofi", "Esi", "Yaw")
    assert (found.board.line, found.board.dealer, found.board.vulnerable) == (3, Seat.C, Vulnerable.EW)
    assert found.revokes == ()


def changed(old: str, new: str) -> str:
    assert old in WHOLE
    return WHOLE.replace(old, new)


MISTAKES = [
    (
        '[Score "NS -50"]',
        '[Score "EW -50"]',
        ["line 18, Score: NS 50, and 3NT by S with 8 tricks, EW vulnerable, is EW 50: Score has the wrong side"],
    ),
    (
        '[Score "NS -50"]',
        '[Score "NS -100"]',
        ["line 18, Score: EW 100, and 3NT by S with 8 tricks, EW vulnerable, is EW 50: Score is wrong"],
    ),
    (
        '[Score "NS -50"]',
        '[Score "fifty"]',
        ["line 18, Score: 'fifty' is no score: expected such as NS 420, EW -420 or 420, the declarer's"],
    ),
    ('[Result "8"]', '[Result "9"]', ["line 17, Result: 9 tricks, and by the cards it is 8: by the score Result is wrong"]),
    (
        '[Result "8"]',
        '[Result "14"]',
        ["line 17, Result: '14' is no number of tricks: expected 0 to 13, as 9, EW 9 or NS 7 EW 6"],
    ),
    (
        '[Contract "3NT"]',
        '[Contract "3S"]',
        ["line 16, Contract: 3S by S, and the auction ends in 3NT by S: by the cards Contract is wrong"],
    ),
    (
        '[Contract "3NT"]',
        '[Contract "3NTX"]',
        ["line 16, Contract: 3NTX by S, and the auction ends in 3NT by S: by the score Contract is wrong"],
    ),
    ('[Contract "3NT"]', '[Contract "8S"]', ["line 16, Contract: '8S' is no contract: expected such as 4S, 3NTX, 2HXX or Pass"]),
    (
        '[Declarer "S"]',
        '[Declarer "N"]',
        ["line 15, Declarer: 3NT by N, and the auction ends in 3NT by S: by the lead Declarer is wrong"],
    ),
    ('[Declarer "S"]', '[Declarer "X"]', ["line 15, Declarer: 'X' is no direction: expected N, E, S or W"]),
    (
        '[Vulnerable "EW"]',
        '[Vulnerable "NS"]',
        ["line 12, Vulnerable: NS, and on every board 3 EW: by the score Vulnerable is wrong"],
    ),
    ('[Vulnerable "EW"]', '[Vulnerable "us"]', ["line 12, Vulnerable: 'us': expected None, NS, EW or All"]),
    ('[Vulnerable "EW"]\n', "", ["line 3, Vulnerable: the tag is missing"]),
    ('[Board "3"]', '[Board "three"]', ["line 6, Board: 'three' is no number of a board"]),
    ('[Dealer "S"]', '[Dealer "N"]', ["line 11, Dealer: N, and the auction begins with S: Dealer or Auction is wrong"]),
    ("S:82.952", "S:83.952", ["line 13, Deal: S3 was dealt twice"]),
    (
        "S:82.952",
        "S:2.952",
        ["line 13, Deal: '2.952.KJT9874.5' is no hand: expected 13 cards in four suits, such as 'AK2.QJT.987.6543'"],
    ),
    (
        "1S Pass 2D 3D",
        "1S Pass 1D 3D",
        ["line 20, Auction: N: a bid of 1 diamonds is not possible now: expected 1 no trump to 7 no trump"],
    ),
    ("1S Pass 2D 3D", "1S Pass Zz 3D", ["line 20, Auction: 'Zz' is no call: expected such as 1NT, 4S, Pass, X or XX"]),
    ("3NT Pass Pass Pass", "3NT Pass", ["line 21, Auction: it stops before its end"]),
    (
        "D6 SJ HA DJ",
        "DJ SJ HA D6",
        [
            "line 17, Result: 8 tricks, and the cards as they are written do not come to that",
            "line 35, Play: W plays DJ in trick 13, which was dealt to S",
            "line 35, Play: S plays D6 in trick 13, which was dealt to W",
        ],
    ),
    ("D6 SJ HA DJ", "D5 SJ HA DJ", ["line 35, Play: D5 is played a second time in trick 13, by W"]),
    ("D6 SJ HA DJ", "D6 SJ HA QQ", ["line 35, Play: 'QQ' is no card: expected such as SQ, HT or D7"]),
    ("D5 DQ DA DT", "D5 ~ DQ DA DT", ["line 23, Play: '~' is no card"]),
    ("D5 DQ DA DT", "^R D5 DQ DA DT", ["line 23, Play: D5 in trick 1 is marked as a revoke, and by the deal it is none"]),
    ('[Play "W"]', '[Play "here"]', ["line 22, Play: 'here' is no direction: expected N, E, S or W"]),
    ('[Scoring ""]', '[Scoring "', ["line 14, PBN: '[Scoring \"' is never closed"]),
]


@pytest.mark.parametrize(("old", "new", "expected"), MISTAKES)
def test_a_mistake_is_one_sentence_with_line_and_tag(old: str, new: str, expected: list[str]) -> None:
    found = checked(only(changed(old, new)))
    assert [str(remark) for remark in found.differences] == expected
    assert found.revokes == ()


def test_a_comment_that_never_ends_takes_the_rest_with_it() -> None:
    assert (
        said(changed('[Scoring ""]', '[Scoring ""] { begun'))[-1]
        == "line 14, PBN: '{ begun\\n[Declarer \"S\"]\\n[Contra' is never closed"
    )


def test_a_result_that_the_claim_cannot_come_to_is_wrong() -> None:
    claimed = changed(PLAY[PLAY.index("S9 SQ") :], "*\n")
    assert said(claimed) == []
    wrong = claimed.replace('[Result "8"]', '[Result "2"]')
    assert said(wrong) == [
        "line 17, Result: 2 tricks, and the declarer had 4 when play ended with 5 to go: Result is wrong, by the score it is 8",
        "line 18, Score: EW 50, and 3NT by S with 2 tricks, EW vulnerable, is EW 350: Result is wrong",
    ]


def test_a_play_or_a_deal_that_is_turned_is_one_mistake() -> None:
    assert said(changed('[Play "W"]', '[Play "N"]')) == ["line 22, Play: N, and by the deal W laid those cards: Play is wrong"]
    turned = ["line 13, Deal: every hand is that of the seat 1 before it in the play: the direction is wrong"]
    assert said(changed('[Deal "S:', '[Deal "W:')) == turned
    twice = changed('[Play "W"]', '[Play "N"]').replace("D6 SJ HA DJ", "D5 SJ HA DJ")
    assert said(twice) == [
        "line 22, Play: N, and by the deal W laid those cards: Play is wrong",
        "line 35, Play: D5 is played a second time in trick 13, by W",
    ]


def test_of_many_cards_out_of_place_some_are_named() -> None:
    swapped = WHOLE.replace("QJ54.KT7.Q.AQT87 73.AQ864.A2.9432", "73.AQ864.A2.9432 QJ54.KT7.Q.AQT87")
    found = said(swapped)
    assert sum("was dealt to" in remark for remark in found) == 4
    assert sum(remark.endswith("22 more cards cannot have been played so") for remark in found) == 1


def test_a_revoke_is_found_from_the_deal_and_proved_where_its_cards_come_later() -> None:
    # South, who holds the nine and the two of hearts as well, discards on a heart and follows one trick later.
    text = changed("H3 HK H6 H2\nHJ H7 HQ H9", "H3 HK H6 ^R S2\nHJ H7 HQ H9").replace("S6 S5 S7 S2", "S6 S5 S7 S8")
    text = text.replace("S9 SQ S3 S8", "S9 SQ S3 H2")
    (revoke,) = checked(only(text)).revokes
    assert (revoke.trick, revoke.seat, card_name(revoke.card)) == (2, Seat.C, "S2")
    assert (list(map(card_name, revoke.held)), revoke.is_marked) == (["H2", "H5", "H9"], True)
    assert revoke.proof is not None
    assert (card_name(revoke.proof.proved_by or revoke.card), revoke.proof.proved_in) == ("H9", 3)


def test_a_revoke_that_no_card_proves_is_found_from_the_deal_alone() -> None:
    text = changed(PLAY, '[Play "W"]\nD5 DQ DA DT\nH3 HK H6 S2\n*\n')
    (revoke,) = checked(only(text)).revokes
    assert (revoke.seat, revoke.proof) == (Seat.C, None)


def test_nobody_is_accused_by_cards_that_contradict_the_deal() -> None:
    # East is written with a diamond in trick 5, and holds none by then: were it true, the discard of trick 4 was a revoke.
    text = changed("SK HT H8 H5", "SK HT D4 H5").replace("ST S4 H4 D4", "ST S4 H4 H8")
    found = checked(only(text))
    assert found.revokes == ()
    assert any("plays D4" in remark.text for remark in found.differences)


ALIKE = [
    WHOLE.replace("\n", "\r\n"),
    WHOLE.replace("\n", "\r"),
    WHOLE.replace("\n", "\r\r\n"),
    WHOLE.replace("\n", "\r\n", 12),
    "\ufeff\n\n" + WHOLE,
    WHOLE.replace(AUCTION, "\n" + AUCTION + "\n"),
    changed('[Vulnerable "EW"]', '[Vulnerable "EW"] ; the others\n{ more\n[Board "9"] } % no escape\n%[Board "7"]'),
    changed("3NT Pass Pass Pass", '3NT =1= AP\n[Note "1:to play"]'),
    changed("1S Pass 2D 3D", "1S! P 2D$5 3D??"),
    changed("D5 DQ DA DT", "D5 =1= DQ! DA $14 D10"),
    changed('[Result "8"]', '[Result "NS 8 EW 5"]'),
    changed('[Result "8"]', '[Result "EW 5"]'),
    changed('[Score "NS -50"]', '[Score "-50"]'),
    changed('[Score "NS -50"]', '[Score "EW 50 NS -50"]'),
    changed('[Declarer "S"]\n[Contract "3NT"]\n', '[Declarer "?"]\n[Contract "?"]\n'),
    changed("S:82.952.KJT9874.5 AKT96.J3.653.KJ6", "S:82.952.KJT9874.5 -"),
    changed("73.AQ864.A2.9432", "..."),
    changed("[Dealer", "[dealer"),
    changed("D6 SJ HA DJ", "D6 SJ HA DJ\n*"),
]


@pytest.mark.parametrize("text", ALIKE)
def test_other_ways_to_write_the_same_are_the_same(text: str) -> None:
    found, same = checked(only(text)), checked(only(WHOLE))
    assert (found.facts, found.is_as_the_file_says, found.differences) == (same.facts, True, ())
    assert [[laid.card for laid in row] for row in found.board.play] == [[laid.card for laid in row] for row in same.board.play]


def test_what_is_marked_is_read() -> None:
    row = only(changed("D5 DQ DA DT", "^L D5 DQ DA $14 DT")).play[0]
    assert [laid.marks for laid in row] == [{Mark.LEAD}, set(), {Mark.CORRECTED}, set()]


@pytest.mark.parametrize(
    ("word", "vulnerable"),
    [("None", "None"), ("Love", "None"), ("-", "None"), ("NS", "NS"), ("EW", "EW"), ("All", "All"), ("Both", "All")],
)
def test_who_is_vulnerable_has_seven_words(word: str, vulnerable: str) -> None:
    assert only(f'[Board "1"]\n[Vulnerable "{word}"]').vulnerable is Vulnerable(vulnerable)


def test_values_are_inherited() -> None:
    text = """[Event "##Club"]
[Board "1"]
[North "Ama"]
[Vulnerable "None"]
[Room "Open"]

[Board "2"]
[North "#"]
[Room "#"]

[Board "3"]
[Vulnerable "#"]
"""
    found = read_pbn(text)
    assert [board.players[0] for board in found] == ["Ama", "Ama", ""]
    assert [board.room for board in found] == ["Open", "Open", ""]
    assert [board.vulnerable for board in found] == [Vulnerable.NONE, None, None]
    assert ["Event" in board.lines for board in found] == [True, True, True]


def test_boards_without_an_empty_line_between_are_told_apart() -> None:
    assert [board.number for board in read_pbn('[Board "1"]\n[Dealer "N"]\n[Board "2"]\n[Dealer "E"]')] == [1, 2]


def test_numbers_of_nobody_are_said_to_be_so() -> None:
    text = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "?"]\n[Contract "4S"]\n[Declarer "?"]\n'
    assert said(f'{text}[Result "EW 5"]\n[Score "420"]') == [
        "line 7, Result: 'EW 5' are tricks of a side, and nothing says who is the declarer",
        "line 8, Score: '420' is the declarer's, and nothing says who that is",
    ]


def test_a_tag_that_comes_twice_counts_once() -> None:
    assert said(changed('[Result "8"]', '[Result "8"]\n[Result "9"]')) == [
        "line 18, Result: it stands in line 17 already: that one counts"
    ]


def test_a_board_that_all_pass_is_worth_nothing() -> None:
    text = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "?"]\n[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n'
    found = checked(only(f'{text}[Score "NS 0"]\n[Auction "N"]\nPass Pass Pass Pass\n'))
    assert (found.score, found.is_as_the_file_says, found.differences) == (0, True, ())
    assert said(f'{text}[Score "NS 50"]\n') == ["line 8, Score: NS 50, and all passed, which is NS 0: Score is wrong"]


def test_an_auction_of_passes_alone_says_that_all_passed() -> None:
    board = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "?"]\n[Auction "N"]\n'
    assert checked(only(f"{board}Pass Pass Pass Pass\n")).score == 0
    assert checked(only(f"{board}Pass Pass Pass\n+\n")).score is None


def test_where_nothing_names_the_declarer_it_is_who_sits_before_the_opening_lead() -> None:
    for result in ("8", "EW 5"):
        found = checked(only(changed('[Declarer "S"]\n', "").replace(AUCTION, "").replace('"8"', f'"{result}"')))
        assert found.facts is not None
        assert found.facts.contract is not None
        assert (found.facts.contract.declarer, found.score, list(map(str, found.differences))) == (
            Seat.C,
            -50,
            ["line 3, Declarer: the tag is missing"],
        )


def test_a_score_that_another_vulnerability_would_make_right_says_so() -> None:
    assert said(changed('[Vulnerable "EW"]', '[Vulnerable "None"]').replace("NS -50", "NS -100")) == [
        "line 12, Vulnerable: None, and on every board 3 EW: nothing tells which is wrong",
        "line 18, Score: EW 100, and 3NT by S with 8 tricks, nobody vulnerable, is EW 50: "
        "Score is wrong, or it would be right with NS vulnerable (Vulnerable)",
    ]


def test_where_the_cards_cannot_be_right_any_number_of_tricks_may_be() -> None:
    assert said(changed("D6 SJ HA DJ", "D5 SJ HA DJ").replace("NS -50", "NS -100")) == [
        "line 18, Score: EW 100, and 3NT by S with 8 tricks, EW vulnerable, is EW 50: "
        "Score is wrong, or it would be right with 7 tricks (Result)",
        "line 35, Play: D5 is played a second time in trick 13, by W",
    ]


def test_without_an_auction_a_double_may_be_what_is_missing() -> None:
    assert said(changed(AUCTION, "").replace("NS -50", "NS -100")) == [
        "line 18, Score: EW 100, and 3NT by S with 8 tricks, EW vulnerable, is EW 50: "
        "Score or Contract is wrong, or it would be right as 3NTX by S (Contract)"
    ]


def test_north_leads_against_west() -> None:
    board = '[Board "1"]\n[Dealer "W"]\n[Vulnerable "None"]\n[Deal "?"]\n[Declarer "E"]\n[Contract "1NT"]\n[Result "7"]\n'
    assert said(f'{board}[Auction "W"]\n1NT Pass Pass Pass\n[Play "N"]\nS2 S3 S4 S5\n*\n') == [
        "line 5, Declarer: 1NT by E, and the auction ends in 1NT by W: by the lead Declarer is wrong"
    ]


def test_a_ruling_is_no_mistake() -> None:
    ruled = changed('[Result "8"]', '[Result "^9"]').replace('"NS -50"', '"NS 400"')
    assert (said(ruled), checked(only(ruled)).score) == ([], 400)


def test_dummy_and_declarer_may_have_changed_places() -> None:
    swapped = changed('[Declarer "S"]', '[Declarer "^N"]').replace(PLAY, "").replace(AUCTION, AUCTION)
    assert said(swapped) == []
    assert only(swapped).is_swapped


def test_an_insufficient_bid_that_was_accepted_is_no_mistake_of_the_file() -> None:
    assert said(changed("1S Pass 2D 3D", "1S Pass ^I 1D 3D")) == []


def test_a_lead_by_the_wrong_seat_is_said() -> None:
    text = changed(PLAY, '[Play "N"]\nDQ DA DT D5\n*\n')
    assert said(text) == ["line 22, Play: N leads first, and against 3NT by S W does"]


def test_a_lead_out_of_turn_is_followed() -> None:
    # North leads clubs to the second trick although west has won the first; west has a club, and shows it in the third.
    text = changed(PLAY, '[Play "W"]\nDA DT D5 DQ\nH3 ^L CQ C2 C5\nC9 HA H4 H5\n*\n')
    text = text.replace("82.952.KJT9874.5 AKT96.J3.653.KJ6", "- -").replace("QJ54.KT7.Q.AQT87 73.AQ864.A2.9432", "- -")
    assert [(revoke.trick, revoke.seat) for revoke in checked(only(text)).revokes] == [(2, Seat.D)]


def test_the_points_of_a_rubber_are_not_compared() -> None:
    found = checked(only(changed('[Scoring ""]', '[Scoring "Rubber"]').replace("NS -50", "NS 700")))
    assert (found.score, found.is_as_the_file_says, found.differences) == (None, None, ())


def test_files_are_told_apart_by_how_they_begin() -> None:
    assert is_pbn(WHOLE)
    assert not is_pbn('{"format":"cardtable-record"}')
    assert not any(look(text) for look in (is_pbn, is_lin) for text in ("", "Cardtable session\n", '{"a": 1}'))


def test_of_more_than_thirteen_tricks_the_others_do_not_count() -> None:
    remarks = said(WHOLE + "S2 S3 S4 S5\n")
    line = len(WHOLE.splitlines()) + 1
    assert remarks == [f"line {line}, Play: it has 14 tricks: those beyond the thirteenth do not count"]


def test_all_pass_ends_an_auction_from_whose_turn_it_is() -> None:
    short = only(WHOLE.replace("3NT Pass Pass Pass\n", "3NT AP\n"))
    assert [(one.call.kind, one.call.seat) for one in short.calls] == [
        (one.call.kind, one.call.seat) for one in only(WHOLE).calls
    ]
    nobody = only(WHOLE[: WHOLE.index("1S Pass")] + "AP\n").calls
    assert [one.call.seat for one in nobody] == [Seat.C, Seat.D, Seat.A, Seat.B]


def test_a_dash_is_no_call_and_passes_behind_the_end_of_an_auction_say_nothing_wrong() -> None:
    assert said(WHOLE.replace("3NT Pass Pass Pass\n", "3NT Pass Pass Pass Pass\n")) == []
    assert said(WHOLE.replace("3NT Pass Pass Pass\n", "3NT Pass Pass Pass X\n")) != []
