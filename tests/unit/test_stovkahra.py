"""Stovkahra: duties, bonuses, declarations, dost, matchsticks and the series."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import CallKind, Card, Rank, Seat, Table
from scoring.calls import Call
from scoring.commands import ClaimTrick, ConfirmTrick, DealHand, PlayCard, RuleOnOffence
from scoring.errors import BadCall, BadSetup, SessionOver
from scoring.games.stovkahra import StovkahraStanding
from scoring.games.stovkahra_score import Award, awarded, card_points, dost, game_won, worth
from scoring.packs import PACKS
from scoring.sentences import sentence
from tests.conftest import run
from tests.tables import call, offences, points, table_of, tricks


def hearts(**options: Any) -> Table:
    """A deals, B leads, hearts are trumps."""
    return call(table_of("stovkahra", 4, stake=5, **options), CallKind.TRUMP, suit="H")


def carrying(table: Table, totals: tuple[int, int], sticks: tuple[int, int] = (0, 0), **more: Any) -> Table:
    """The table as if that had come before the running hand."""
    assert table.deal is not None
    before = StovkahraStanding(totals, playing=table.agreed.seats, sticks=sticks, **more)
    return replace(table, deal=replace(table.deal, before=before))


def claimed(table: Table, seat: Seat) -> Table:
    """The seat declares three unders, six points, and says dost."""
    return call(call(table, CallKind.DECLARE, seat, number=3, rank="U"), CallKind.DOST, seat)


EIGHT = ("OC TC KC AC", "TH KH OH AH", "7D OD 8D KD", "8C TS UC 8H", "9H TD 7S UH", "9S OS KS AS", "AD 7C 7H UD", "US 8S 9D 9C")


def test_the_frame() -> None:
    table = hearts()
    assert table.hand is not None
    assert (table.hand.leader, table.hand.hand_size, table.pack.size) == (Seat.B, 8, 32)
    assert card_points(PACKS["german32"].cards) == card_points(PACKS["french32"].cards) == 72
    assert str(table.pack.cards[1]) == "KC"
    assert Card.parse("OH") not in hearts(pack="french32").pack
    ranks = [rank.value for rank in PACKS["german32"].ranks]
    assert ranks == ["A", "K", "O", "U", "T", "9", "8", "7"]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_is_for_four(players: int) -> None:
    with pytest.raises(BadSetup, match=f"{players} players: expected 4"):
        table_of("stovkahra", players)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pack": "std52"}, "expected one of german32, french32"),
        ({"both_over": "lower"}, "expected one of first, higher"),
        ({"target_sticks": 0}, "target_sticks is 0"),
        ({"award_mode": "x"}, "expected one of add, deduct, either"),
        ({"undertrump": "x"}, "expected one of must, free"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        table_of("stovkahra", 4, **options)


def test_a_whole_hand_adds_up_to_72_and_the_bonuses() -> None:
    table = tricks(hearts(), *EIGHT)
    assert points(table) == (27, 61)
    result = table.results[-1]
    assert result is not None
    assert [(line.side, line.label, line.points, line.tricks) for line in result.lines if line.label == "bonus"] == [
        (1, "bonus", 10, (7,)),
        (1, "bonus", 6, (8,)),
    ]
    assert result.lines[0].reason == "cards of trick 1"
    assert [line.reason for line in result.lines if line.label == "bonus"] == ["trick 7 won with 7H", "the last trick"]
    assert table.standing.totals == (27, 61)
    assert table.standing.needed == "39 points to a game; matchsticks 0:0, first to 10"
    assert (table.next_dealer, result.settlement, table.standing.hands) == (Seat.B, (0, 0, 0, 0), 1)
    assert offences(table) == []


@pytest.mark.parametrize(
    ("number", "lines", "bonus"),
    [
        (1, ("8D AD KD 7H",), 52),
        (2, ("AC KC OC UC", "8D AD KD 7H"), 10),
        (1, ("8D AD KD OD",), 0),
    ],
)
def test_a_trick_won_with_a_seven(number: int, lines: tuple[str, ...], bonus: int) -> None:
    from scoring.games.stovkahra_score import bonus as bonus_of

    table = tricks(hearts(), *lines)
    assert table.hand is not None
    assert bonus_of(table.hand.tricks[number - 1]) == bonus


def test_the_last_trick_counts_more_with_a_seven() -> None:
    lines = (
        "7C 8C OC KC",
        "TS 8S 9S US",
        "7S OS AH 9H",
        "UH 7H OH KH",
        "OD KD 8D AD",
        "KS UD 8H TH",
        "TD AS TC 9D",
        "7D UC 9C AC",
    )
    table = tricks(hearts(), *lines)
    assert points(table) == (70, 28)


@pytest.mark.parametrize(
    ("lines", "options", "expected"),
    [
        (("TC 9C UC OC", "AC 8C 7C KC"), {}, []),
        (("TC 9C UC OC", "9D 8D AC 7D"), {}, ["failed_to_beat C 1 AC"]),
        (("TD 8H 9D 8D", "KC 9C 8C TC", "OS TS 8S 9S", "AC AD 7C UC"), {}, []),
        (("AD 9C KD OD", "9D 8H TD 7D"), {}, ["failed_to_trump C 1 8H"]),
        (("AD TH 8H 8D", "KC 9C 8C TC", "KS KH 8S 9S"), {}, ["failed_to_overtrump D 1 KH"]),
        (("AD TH 8H 8D", "KC 9C 8C TC", "KS KH 8S 9S"), {"overtrump": False}, []),
        (("AD AH 9C 8D", "KC TC 8C 7C", "KS KH 8S 9S"), {}, ["failed_to_trump D 1 KH"]),
        (("AD AH 9C 8D", "KC TC 8C 7C", "KS KH 8S 9S"), {"undertrump": "free"}, []),
        (("AD TH 9C 8D", "KC TC 8C 7C", "KS KH 8S 9S"), {"undertrump": "free"}, ["failed_to_trump D 1 KH"]),
        (("AH 9H 9D 8H", "KD TD OD 7D", "OS AS 8S 7S", "KC TH 9C 8C"), {}, ["revoke D 1 TH"]),
        (("TH 9H 8H 7H", "UH OD 7S 7C"), {}, []),
        (("TH 9H 8H 7H", "KC OC UH TC"), {}, ["failed_to_beat D 1 UH"]),
    ],
)
def test_duties_are_proved_by_the_card_that_would_have_done_them(
    lines: tuple[str, ...], options: dict[str, Any], expected: list[str]
) -> None:
    assert offences(tricks(hearts(**options), *lines)) == expected


def test_who_revoked_is_not_accused_of_not_trumping_as_well() -> None:
    table = tricks(hearts(), "AD 9C KD OD", "9D 8H TD 7D")
    assert offences(table) == ["failed_to_trump C 1 8H"]
    assert offences(tricks(table, "UD AS 8C 8D")) == ["revoke C 1 UD", "revoke C 2 UD"]


@pytest.mark.parametrize(
    ("number", "rank", "value"),
    [(4, "A", 40), (3, "A", 30), (4, "T", 20), (3, "T", 10), (4, "7", 20), (3, "7", 10), (4, "K", 12), (3, "K", 6)]
    + [(4, "O", 12), (3, "U", 6), (4, "Q", 12), (3, "J", 6), (4, "9", 0), (3, "8", 0)],
)
def test_what_declarations_are_worth(number: int, rank: str, value: int) -> None:
    assert worth(Call(CallKind.DECLARE, Seat.A, number=number, rank=Rank(rank))) == value


def test_a_declaration_is_refused_where_it_makes_no_sense() -> None:
    table = call(hearts(), CallKind.DECLARE, Seat.B, number=3, rank="K")
    with pytest.raises(BadCall, match="Kofi has declared 3 × K already"):
        call(table, CallKind.DECLARE, Seat.C, number=3, rank="K")
    for number, rank in ((2, "A"), (5, "A"), (3, "Q"), (3, "6")):
        with pytest.raises(BadCall, match="three or four of one rank"):
            call(table, CallKind.DECLARE, Seat.C, number=number, rank=rank)
    with pytest.raises(BadCall, match="before the opening lead"):
        call(run(table, PlayCard(by="t", card=Card.parse("AC"))), CallKind.DECLARE, Seat.C, number=3, rank="A")
    with pytest.raises(BadCall, match="trumps have been made already"):
        call(table, CallKind.TRUMP, cards="8H")
    fresh = table_of("stovkahra")
    nothing: list[dict[str, Any]] = [{"cards": "6H"}, {"cards": "8H 9H"}, {}]
    for more in nothing:
        with pytest.raises(BadCall, match="made by one card of the pack"):
            call(fresh, CallKind.TRUMP, **more)
    with pytest.raises(BadCall, match="the shown card is the dealer's: Ama shows it"):
        call(fresh, CallKind.TRUMP, Seat.B, cards="8H")
    for seat, cards in ((Seat.C, "8H 9H TH"), (Seat.B, "8H 9H"), (Seat.B, "8H 9H 6H"), (Seat.B, "8H 9H TH UH")):
        with pytest.raises(BadCall, match="Kofi, who leads, shows three cards"):
            call(fresh, CallKind.SHOW_HOLDING, seat, cards=cards)
    with pytest.raises(BadCall, match="three cards have been shown already"):
        call(call(fresh, CallKind.SHOW_HOLDING, Seat.B, cards="8H 9H TH"), CallKind.SHOW_HOLDING, Seat.B, cards="8H 9H TH")
    with pytest.raises(BadCall, match="Stovkahra knows no bid"):
        call(table, CallKind.BID, number=3)


def test_declared_points_stand_in_the_sheet_and_worthless_ones_do_not() -> None:
    table = call(call(hearts(), CallKind.DECLARE, Seat.D, number=3, rank="A"), CallKind.DECLARE, Seat.C, number=3, rank="9")
    table = tricks(table, *EIGHT)
    result = table.results[-1]
    assert result is not None
    declared = [line for line in result.lines if line.label == "declaration"]
    assert [(line.side, line.points, line.reason, line.tricks) for line in declared] == [(1, 30, "Yaw declared 3 × A", ())]


def test_a_false_declaration_shows_with_the_card_that_makes_it_impossible() -> None:
    """B declared three Aces: the second Ace in another hand refutes it, or B's own last cards."""
    table = call(hearts(), CallKind.DECLARE, Seat.B, number=3, rank="A")
    table = tricks(table, "OC TC KC AC")
    assert offences(table) == []
    table = tricks(table, "TH KH OH AH")
    assert offences(table) == ["false_declaration B 0 AH"]
    own = call(hearts(), CallKind.DECLARE, Seat.B, number=4, rank="8")
    for line in ("OC TC KC AC", "TH KH OH AH", "7D OD 9D KD", "9C TS UC 9H"):
        own = tricks(own, line)
    assert offences(own) == []
    own = tricks(own, "TD 7S UH US")
    assert [found for found in offences(own) if found.startswith("false")] == ["false_declaration B 0 TD"]


def test_cards_that_everybody_has_seen_prove_at_once() -> None:
    """The shown card is the dealer's; the three cards that eldest is dealt first lie face up."""
    table = call(table_of("stovkahra"), CallKind.TRUMP, cards="7H")
    assert offences(tricks(table, "AH 9H TH 9D")) == ["revoke A 1 7H"]
    (found,) = tricks(table, "AH 9H TH 9D").deals[-1].offences
    assert (found.proved_at, found.proved_in) == (4, None)
    shown = tricks(table, "AH 9H TH 9D")
    assert sentence(shown.agreed, shown.deals[-1].hand, found) == (
        "Ama played 9D to a heart lead in trick 1 and held 7H, which all had seen: Ama could have followed suit."
    )
    beaten = tricks(call(table_of("stovkahra"), CallKind.TRUMP, cards="AH"), "9H TH KH 7H")
    (dealer,) = beaten.deals[-1].offences
    assert sentence(beaten.agreed, beaten.deals[-1].hand, dealer) == (
        "Ama had to beat with AH, which all had seen, and played 7H in trick 1."
    )
    acorns = tricks(call(table_of("stovkahra"), CallKind.TRUMP, cards="AC"), "9C TC KC 7D")
    (void,) = acorns.deals[-1].offences
    assert "to an acorn lead" in sentence(acorns.agreed, acorns.deals[-1].hand, void)
    assert offences(tricks(table, "AH 9H TH 7H")) == []
    assert offences(tricks(table, "AH 9H TH 7H", "KH 8H UH OD")) == []
    declared = call(table, CallKind.DECLARE, Seat.B, number=4, rank="7")
    assert offences(declared) == offences(tricks(declared, "AC")) == ["false_declaration B 0 7H"]
    with pytest.raises(BadCall, match="scored none just now"):
        call(declared, CallKind.DOST, Seat.B)
    eldest = call(hearts(), CallKind.SHOW_HOLDING, Seat.B, cards="KD 9S UC")
    assert offences(tricks(eldest, "8C TC KC 7C", "AD 7D 8S")) == ["revoke B 2 KD"]


def test_a_true_declaration_is_never_refuted() -> None:
    table = call(hearts(), CallKind.DECLARE, Seat.B, number=3, rank="8")
    assert [found for found in offences(tricks(table, "8C TC KC AC", "TH KH OH AH", "7D 8D 9D KD")) if "false" in found] == []


@pytest.mark.parametrize(
    ("own", "other", "side", "sticks"),
    [(100, 49, 0, 2), (102, 50, 0, 1), (101, 118, 0, 1), (99, 10, 1, 2), (99, 120, 1, 2)],
)
def test_what_a_claim_comes_to(own: int, other: int, side: int, sticks: int) -> None:
    award = dost(0, own, other)
    assert (award.side, award.sticks) == (side, sticks)


@pytest.mark.parametrize(
    ("totals", "side", "sticks"),
    [((104, 49), 0, 2), ((104, 50), 0, 1), ((110, 121), 1, 1), ((99, 80), None, 0), ((120, 120), None, 0), ((20, 100), 1, 2)],
)
def test_a_game_that_nobody_claims(totals: tuple[int, int], side: int | None, sticks: int) -> None:
    assert game_won(totals) == (side, sticks)


def test_dost_ends_the_hand_and_the_game() -> None:
    table = carrying(hearts(), (0, 70))
    table = call(call(table, CallKind.DECLARE, Seat.B, number=3, rank="A"), CallKind.DOST, Seat.B)
    assert table.is_hand_over
    result = table.results[-1]
    assert result is not None
    assert result.lines[-1].reason == "Kofi said dost at 100, rightly: 2 matchsticks"
    assert result.settlement == (-10, 10, -10, 10)
    standing = table.standing
    assert isinstance(standing, StovkahraStanding)
    assert (standing.totals, standing.sticks, standing.hands) == ((0, 0), (0, 2), 1)
    assert standing.needed == "100 points to a game; matchsticks 0:2, first to 10"
    assert offences(table) == []
    with pytest.raises(BadCall, match="dost has been said already"):
        call_on_the_hand(table, CallKind.DOST, Seat.B)


def call_on_the_hand(table: Table, kind: CallKind, seat: Seat) -> None:
    assert table.deal is not None
    table.game.check_call(table.agreed, table.deal.before, table.deal.hand, Call(kind, seat))


def test_a_false_dost_gives_the_others_two_and_is_an_offence() -> None:
    table = claimed(carrying(hearts(), (54, 80)), Seat.A)
    standing = table.standing
    assert isinstance(standing, StovkahraStanding)
    assert standing.sticks == (0, 2)
    assert offences(table) == ["false_dost A 0 -"]
    result = table.results[-1]
    assert result is not None
    assert result.lines[-1].reason == "Ama said dost at 60, wrongly: 2 matchsticks"


def test_dost_may_be_said_on_the_bonus_of_the_last_trick() -> None:
    """A shows 7H, B declares 4 A, trick 1 is won with it by D, B takes the rest, D says dost: two matchsticks to their side."""
    table = call(call(table_of("stovkahra"), CallKind.TRUMP, cards="7H"), CallKind.DECLARE, Seat.B, number=4, rank="A")
    for seat, card in ((Seat.B, "9C"), (Seat.C, "8C"), (Seat.D, "7H"), (Seat.A, "KC")):
        table = run(table, PlayCard(by="t", card=Card.parse(card), seat=seat))
    table = run(table, ConfirmTrick(by="t", hand=1, trick=1))
    table = run(table, *(ClaimTrick(by="t", hand=1, trick=number, seat=Seat.B) for number in range(2, 9)))
    with pytest.raises(BadCall, match="Ama and Esi scored none just now"):
        call(table, CallKind.DOST, Seat.A)
    table = call(table, CallKind.DOST, Seat.D)
    assert len(table.deals) == 1
    standing = table.standing
    assert isinstance(standing, StovkahraStanding)
    assert (standing.sticks, standing.totals) == ((0, 2), (0, 0))
    result = table.results[-1]
    assert result is not None
    assert result.lines[-1].reason == "Yaw said dost at 103, rightly: 2 matchsticks"
    with pytest.raises(BadCall, match="dost has been said already"):
        call(table, CallKind.DOST, Seat.B)


def test_dost_before_the_first_hand_and_in_the_next_one_is_about_nothing() -> None:
    table = run(call(tricks(hearts(), *EIGHT), CallKind.TRUMP, Seat.B, suit="C"))
    with pytest.raises(BadCall, match="scored none just now"):
        call(table, CallKind.DOST, Seat.B)


@pytest.mark.parametrize(("before", "lines"), [((0, 0), ("AC KC OC UC",)), ((0, 0), ()), ((0, 200), ("8D AD KD 7H", "AC"))])
def test_dost_is_said_on_scoring_a_bonus_or_a_combination_alone(before: tuple[int, int], lines: tuple[str, ...]) -> None:
    """Neither points of cards, nor nothing at all, nor a bonus that the next lead has followed."""
    table = tricks(carrying(hearts(), before), *lines)
    for seat in table.agreed.seats:
        with pytest.raises(BadCall, match="dost is said on scoring a bonus or a combination"):
            call(table, CallKind.DOST, seat)


def test_a_combination_that_the_cards_disprove_scores_nothing() -> None:
    """B declares four aces, and C plays one of them: neither the hand nor a dost counts them."""
    table = call(carrying(hearts(), (0, 60)), CallKind.DECLARE, Seat.B, number=4, rank="A")
    assert call(table, CallKind.DOST, Seat.B).standing.needed.startswith("100 points to a game; matchsticks 0:2")
    whole = tricks(table, *EIGHT)
    assert offences(whole) == ["false_declaration B 0 AC"]
    assert points(whole) == (27, 61)
    claimed_late = tricks(table, "8C AC KC TC", "8D AD KD 7H")
    late = call(claimed_late, CallKind.DOST, Seat.B).results[-1]
    assert late is not None
    assert late.lines[-1].reason == "Kofi said dost at 81, wrongly: 2 matchsticks"


@pytest.mark.parametrize(("both_over", "side"), [("first", 0), ("higher", 1)])
def test_of_two_sides_past_a_hundred_the_first_there_wins(both_over: str, side: int) -> None:
    """A and C reach a hundred with the first trick and end at 117; the others end at 121."""
    table = tricks(carrying(hearts(both_over=both_over), (90, 60)), *EIGHT)
    standing = table.standing
    assert isinstance(standing, StovkahraStanding)
    assert standing.sticks[side] == 1
    assert hearts().agreed.options.both_over.value == "first"


def test_level_sides_are_past_a_hundred_in_their_order_too() -> None:
    """27 : 61 in the hand makes 127 : 127 of 100 : 66, and the side that was there first has won; the higher waits for a hand."""
    for both_over, sticks in (("first", (1, 0)), ("higher", (0, 0))):
        standing = tricks(carrying(hearts(both_over=both_over), (95, 61)), *EIGHT).standing
        assert isinstance(standing, StovkahraStanding)
        assert standing.sticks == sticks


def test_what_the_losers_have_made_counts_for_the_matchsticks() -> None:
    """C wins 15 points for A's side before B says dost: 40 and 15 are more than half a hundred."""
    for carried, sticks in ((40, (0, 1)), (34, (0, 2))):
        table = tricks(carrying(hearts(), (carried, 100)), "KC AC OC TC", "8D AD KD 7H")
        standing = call(table, CallKind.DOST, Seat.B).standing
        assert isinstance(standing, StovkahraStanding)
        assert standing.sticks == sticks
    for carried, sticks in ((35, (0, 1)), (34, (0, 2))):
        table = tricks(carrying(hearts(), (100, carried)), "AC KC OC TC", "8D AD KD 7H")
        standing = call(table, CallKind.DOST, Seat.A).standing
        assert isinstance(standing, StovkahraStanding)
        assert standing.sticks == sticks[::-1]


def test_whether_cards_count_for_a_claim_is_the_tables_choice() -> None:
    for counts, sticks in ((True, (0, 2)), (False, (2, 0))):
        table = tricks(carrying(hearts(dost_counts_cards=counts), (0, 75)), "AC KC OC UC", "7D 9S 9C TS")
        table = call(table, CallKind.DOST, Seat.B)
        standing = table.standing
        assert isinstance(standing, StovkahraStanding)
        assert standing.sticks == sticks


def test_the_winner_may_take_sticks_off_the_other_heap_once() -> None:
    table = claimed(carrying(hearts(), (0, 100), sticks=(3, 1)), Seat.B)
    with pytest.raises(BadCall, match="only the side that has just won"):
        call(table, CallKind.TAKE_STICKS, Seat.A)
    taken = call(table, CallKind.TAKE_STICKS, Seat.D)
    standing = taken.standing
    assert isinstance(standing, StovkahraStanding)
    assert standing.sticks == (1, 1)
    with pytest.raises(BadCall, match="taken already"):
        call(taken, CallKind.TAKE_STICKS, Seat.B)
    with pytest.raises(BadCall, match="award_mode is add"):
        call(claimed(carrying(hearts(award_mode="add"), (0, 100)), Seat.B), CallKind.TAKE_STICKS, Seat.B)
    with pytest.raises(BadCall, match="only the side that has just won"):
        call(tricks(hearts(), *EIGHT), CallKind.TAKE_STICKS, Seat.B)


def test_sticks_are_added_or_taken_off_as_far_as_they_go() -> None:
    assert awarded((4, 7), Award(0, 2, "")) == (6, 7)
    assert awarded((4, 7), Award(0, 2, "", takes_off=True)) == (4, 5)
    assert awarded((1, 7), Award(1, 2, "", takes_off=True)) == (0, 7)
    deduct = claimed(carrying(hearts(award_mode="deduct"), (0, 100), sticks=(3, 1)), Seat.B).standing
    assert isinstance(deduct, StovkahraStanding)
    assert deduct.sticks == (1, 1)


def won(sticks: tuple[int, int], seat: Seat = Seat.B, **more: Any) -> StovkahraStanding:
    """The standing after a claimed game that is worth two sticks to the seat's side."""
    options = more.pop("options", {})
    totals = (0, 100) if seat in (Seat.B, Seat.D) else (100, 0)
    standing = claimed(carrying(hearts(**options), totals, sticks, **more), seat).standing
    assert isinstance(standing, StovkahraStanding)
    return standing


def test_the_first_with_ten_sticks_wins_the_session() -> None:
    assert won((9, 7)).winner is None
    standing = won((9, 8))
    assert (standing.winner, standing.needed) == (1, "Kofi and Yaw won the series with 10 matchsticks")
    assert won((3, 3), options={"target_sticks": 5}).winner == 1
    table = claimed(carrying(hearts(), (0, 100), (9, 8)), Seat.B)
    with pytest.raises(SessionOver, match="won the series"):
        run(table, DealHand(by="t"))


def test_a_double_series_goes_on_to_twenty() -> None:
    double: dict[str, Any] = {"options": {"double_series": True}}
    first = won((9, 8), **double)
    assert (first.winner, first.series, first.needed) == (None, 1, "Kofi and Yaw won the first series: on to 20 matchsticks")
    same = won((9, 18), series=1, **double)
    assert (same.winner, same.is_double, same.is_draw, same.needed) == (1, True, False, "Kofi and Yaw won a double series")
    other = won((18, 12), Seat.A, series=1, **double)
    assert (other.winner, other.is_double, other.is_draw) == (0, False, True)
    assert won((9, 17), series=1, **double).winner is None
    assert won((9, 19), series=1, **double).is_double


def test_a_claimed_trick_without_its_cards_counts_no_card_points() -> None:
    table = run(hearts(), ClaimTrick(by="t", hand=1, trick=1, seat=Seat.B))
    assert table.hand is not None
    assert table.hand.tricks[0].winner == Seat.B
    assert table.hand.turn == Seat.B


def test_nothing_is_scored_before_the_end() -> None:
    assert points(tricks(hearts(), *EIGHT[:7])) is None
    assert (
        table_of("stovkahra").game.awaits(hearts().agreed, table_of("stovkahra").deals[-1].hand) == "the card that makes trumps"
    )
    assert hearts().game.awaits(hearts().agreed, hearts().deals[-1].hand) == ""


REVOKED = ("AH 9H 9D 8H", "KD TD OD 7D", "OS AS 8S 7S", "KC TH 9C 8C", "8D UD AD TC", "AC UC OC UH", "KS 7C OH 9S", "KH TS US 7H")
"""D throws 9D on the trump lead and shows TH later."""


@pytest.mark.parametrize("penalty", ["report_only", "forfeit_hand", "void_hand", "pay"])
def test_a_revoke_costs_what_was_agreed(penalty: str) -> None:
    table = tricks(hearts(revoke_penalty=penalty), *REVOKED)
    guilty = {o.seat for o in table.deals[-1].offences}
    assert Seat.D in guilty
    plain = points(tricks(hearts(), *REVOKED))
    assert plain is not None
    lost = {seat % 2 for seat in guilty}
    result = table.results[-1]
    assert result is not None
    expected = {
        "report_only": plain,
        "forfeit_hand": tuple(0 if side in lost else value for side, value in enumerate(plain)),
        "void_hand": (0, 0),
        "pay": plain,
    }
    assert result.points == expected[penalty]
    assert (sum(result.settlement), any(result.settlement)) == (0, penalty == "pay")
    for offence in table.deals[-1].offences:
        table = run(table, RuleOnOffence(by="t", hand=1, offence=offence.key, waived=True))
    assert points(table) == plain


def test_a_game_that_nobody_claims_says_what_both_sides_had() -> None:
    table = tricks(carrying(hearts(), (90, 20)), *EIGHT)
    result = table.results[-1]
    assert result is not None
    totals = tuple(before + points for before, points in zip((90, 20), result.points, strict=True))
    winner = totals.index(max(totals))
    names = ("Ama and Esi", "Kofi and Yaw")
    sticks = "2 matchsticks" if min(totals) < 50 else "one matchstick"
    assert result.lines[-1].reason == f"{names[winner]} reached {max(totals)} against {min(totals)}: {sticks}"
    level = tricks(carrying(hearts(), (90, 60)), *EIGHT).results[-1]
    assert level is not None
    assert level.lines[-1].reason.endswith(": one matchstick")


def test_the_shown_card_is_the_dealers_whoever_speaks() -> None:
    for seat in (Seat.B, Seat.C, Seat.D):
        with pytest.raises(BadCall, match="the shown card is the dealer's: Ama shows it"):
            call(table_of("stovkahra"), CallKind.TRUMP, seat, cards="KH")


def test_sticks_are_taken_only_where_the_table_chooses_each_time() -> None:
    def says(**options: Any) -> bool:
        table = table_of("stovkahra", 4, **options)
        return CallKind.TAKE_STICKS in table.game.says(table.agreed)

    assert says()
    assert not says(award_mode="add")
    assert not says(award_mode="deduct")


def test_points_of_both_sides_are_carried_on_and_sticks_are_no_points() -> None:
    table = tricks(carrying(hearts(), (10, 20)), *EIGHT)
    assert table.standing.totals == (10 + 27, 20 + 61)
    won = tricks(carrying(hearts(), (10, 60)), *EIGHT).results[-1]
    assert won is not None
    assert [(line.label, line.points) for line in won.lines][-1] == ("game", 0)
    assert sum(line.points for line in won.lines) == sum(won.points)


def test_only_the_own_card_of_somebody_who_has_not_laid_it_yet_proves() -> None:
    table = call(hearts(), CallKind.SHOW_HOLDING, Seat.B, cards="KC OC 7C")
    table = tricks(table, "OC KC 8S 9C")
    assert offences(table) == ["duplicate_card C 1 -"]  # it lies open before B, and cannot be C's
