"""Spades: bids, packs by players, offences, the score with every option, and how a game ends."""

from datetime import timedelta
from typing import Any

import pytest

from scoring import Call, CallKind, Card, Seat, Table, decide, fold
from scoring.choices import bids
from scoring.commands import CallTime, CorrectCall, DealHand, MakeCall, PlayCard, RuleOnOffence
from scoring.errors import BadCall, BadSetup, SessionOver
from scoring.games import game_named
from scoring.games.spades import SpadesStanding, side_scores, tricks_moved
from scoring.games.spades_bids import may_bid_blind
from scoring.games.spades_options import SpadesOptions
from scoring.games.spades_score import SideScore, SpadesBid, Taken, status
from scoring.ledger.rows import write_csv
from scoring.seats import Direction
from tests.conftest import NOON, run
from tests.tables import bid, call, offences, points, say, suspicions, table_of, tricks

PARTNERS = ((Seat.A, Seat.C), (Seat.B, Seat.D))


def options(**values: Any) -> SpadesOptions:
    read: SpadesOptions = game_named("spades").read_options(values)
    return read


def scored(bids: str, taken: tuple[int, ...], carried: tuple[int, int] = (0, 0), **more: Any) -> Any:
    """Both partners' scores; bids such as `3 4 2 b0`, `carried` are bags."""
    reneges, totals = more.pop("reneges", ()), more.pop("totals", (0, 0))
    said = [SpadesBid(int(text.lstrip("b")), text.startswith("b")) for text in bids.split()]
    seats = {Seat(seat): Taken(said[seat], taken[seat]) for seat in range(4)}
    return side_scores(options(**more), PARTNERS, seats, totals, carried, reneges)


@pytest.mark.parametrize(
    ("players", "more", "cards", "hand_size", "sides"),
    [
        (2, {}, 52, 13, 2),
        (2, {"draw": True}, 52, 26, 2),
        (3, {}, 51, 17, 3),
        (4, {}, 52, 13, 2),
        (4, {"teams": "solo"}, 52, 13, 4),
        (5, {}, 50, 10, 5),
        (6, {}, 48, 8, 6),
        (6, {"teams": "partners"}, 48, 8, 3),
        (2, {"jokers": True}, 54, 13, 2),
        (3, {"jokers": True}, 54, 18, 3),
        (4, {"jokers": True}, 52, 13, 2),
        (5, {"jokers": True}, 50, 10, 5),
        (6, {"jokers": True}, 54, 9, 6),
        (6, {"pack": "double102"}, 102, 17, 6),
    ],
)
def test_the_pack_and_the_hands_follow_from_the_number_of_players(
    players: int, more: dict[str, Any], cards: int, hand_size: int, sides: int
) -> None:
    table = table_of("spades", players, **more)
    assert table.hand is not None
    assert (table.pack.size, table.hand.hand_size, len(table.standing.totals)) == (cards, hand_size, sides)
    assert table.hand.leader == Seat.B


def test_six_players_have_the_partner_opposite() -> None:
    table = table_of("spades", 6, teams="partners")
    assert table.game.sides(table.agreed) == ((Seat.A, Seat.D), (Seat.B, Seat.E), (Seat.C, Seat.F))


@pytest.mark.parametrize(
    ("players", "more", "words"),
    [
        (7, {}, "7 players: expected 2 to 6"),
        (1, {}, "1 players: expected 2 to 6"),
        (5, {"teams": "partners"}, "make no partners"),
        (4, {"draw": True}, "between two players only"),
        (4, {"bag_limit": 0}, "bag_limit is 0"),
        (4, {"floor": 0}, "floor is 0"),
        (4, {"fixed_hands": 0}, "fixed_hands is 0"),
        (4, {"time_limit": 0}, "time_limit is 0"),
        (4, {"passed_cards": 5}, "passed_cards is 5"),
        (4, {"blind_bid_multiplier": 3}, "expected 1 or 2"),
        (4, {"blind_bid_failed_multiplier": 5}, "expected 1 or 2"),
        (4, {"pack": "tarot"}, "no pack is called 'tarot'"),
        (4, {"nil": -1}, "nil is -1"),
        (4, {"min_team_bid": -1}, "min_team_bid is -1"),
        (4, {"target": 0}, "target is 0"),
    ],
)
def test_a_setup_that_does_not_fit_is_refused(players: int, more: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        table_of("spades", players, **more)


def test_twos_may_be_raised_above_the_ace_and_are_spades() -> None:
    table = tricks(table_of("spades", 4, raised_twos=True, jokers=True, breaking=False), "AS 2S 2D LJ", "KS QS JS BJ")
    assert table.hand is not None
    assert [str(trick.winning_card) for trick in table.hand.tricks] == ["LJ", "BJ"]
    assert offences(table) == []
    table = tricks(table_of("spades", 4, raised_twos=True, jokers=True), "AS 2S 2D TS")
    assert table.hand is not None
    assert str(table.hand.tricks[0].winning_card) == "2D"


@pytest.mark.parametrize("number", [-1, 14])
def test_a_bid_out_of_range_is_refused_and_the_state_stands(number: int) -> None:
    table = table_of("spades")
    with pytest.raises(BadCall, match="out of range: expected 0 to 13"):
        call(table, CallKind.BID, Seat.B, number=number)
    assert table.hand is not None
    assert table.hand.calls == ()


def test_every_seat_bids_once_and_a_bid_can_be_corrected() -> None:
    table = bid(table_of("spades"), 3, 4, 2)
    with pytest.raises(BadCall, match="Ama has bid already"):
        say(table, Seat.A, 5)
    assert table.game.awaits(table.agreed, table.deals[-1].hand) == "bids"
    table = say(table, Seat.D, 4)
    assert table.game.awaits(table.agreed, table.deals[-1].hand) == ""
    table = run(table, CorrectCall(by="Esi", hand=1, index=2, call=Call(CallKind.BID, Seat.C, number=1)))
    assert table.hand is not None
    assert [said.number for said in table.hand.calls] == [3, 4, 1, 4]
    assert [(note.was, note.now, note.by) for note in table.corrections] == [("bid 2", "bid 1", "Esi")]


def test_partners_must_bid_the_least_that_was_agreed() -> None:
    table = bid(table_of("spades", min_team_bid=4), 2, 4)
    with pytest.raises(BadCall, match="Ama and Esi must bid 4 together"):
        say(table, Seat.C, 1)
    assert say(table, Seat.C, 2).hand is not None


def standing(table: Table, *totals: int) -> Table:
    from dataclasses import replace

    assert table.deal is not None
    before = SpadesStanding(totals, playing=table.agreed.seats, bags=(0,) * len(totals))
    return replace(table, deal=replace(table.deal, before=before))


def test_blind_nil_is_for_those_who_are_far_behind() -> None:
    table = standing(table_of("spades"), 100, 200)
    assert say(table, Seat.A, "b0").hand is not None
    with pytest.raises(BadCall, match="blind nil only when 100 or more points behind"):
        say(table, Seat.B, "b0")
    with pytest.raises(BadCall, match="blind nil only when"):
        say(standing(table_of("spades", blind_nil=False), 100, 200), Seat.A, "b0")
    with pytest.raises(BadCall, match="blind bids are not played"):
        say(table, Seat.A, "b3")
    assert say(standing(table_of("spades", blind_bid_multiplier=2), 0, 0), Seat.A, "b3").hand is not None
    assert [may_bid_blind(options(), totals, 0) for totals in ((100, 200), (101, 200), (300, 200))] == [True, False, False]


def test_cards_are_passed_on_between_a_nil_bidder_and_the_partner_alone() -> None:
    table = bid(table_of("spades", passing="nil", passed_cards=2), 0, 3, 4, 3)
    passed = call(table, CallKind.PASS_CARDS, Seat.C, number=2)
    assert passed.hand is not None
    for seat, number, words in ((Seat.B, 2, "passes no cards"), (Seat.A, 1, "expected 2 to be passed on")):
        with pytest.raises(BadCall, match=words):
            call(table, CallKind.PASS_CARDS, seat, number=number)
    with pytest.raises(BadCall, match="before the first lead"):
        call(run(table, PlayCard(by="t", card=Card.parse("AC"))), CallKind.PASS_CARDS, Seat.C, number=2)
    with pytest.raises(BadCall, match="Spades knows no pass cards"):
        call(bid(table_of("spades"), 0, 3, 4, 3), CallKind.PASS_CARDS, Seat.C, number=1)
    solo = bid(table_of("spades", passing="nil", teams="solo"), 0, 3, 4, 3)
    with pytest.raises(BadCall, match="passes no cards"):
        call(solo, CallKind.PASS_CARDS, Seat.A, number=1)
    blind = bid(table_of("spades", passing="blind_nil"), 0, 3, 4, 3)
    with pytest.raises(BadCall, match="passes no cards"):
        call(blind, CallKind.PASS_CARDS, Seat.C, number=1)


def test_a_lead_of_spades_before_they_are_broken_is_proved_by_another_suit() -> None:
    table = tricks(table_of("spades"), "KS 2S 5S 3S")
    assert offences(table) == []
    table = tricks(table, "AC 3C 7C 9C")
    assert offences(table) == ["led_spade_unbroken B 1 AC"]


def test_spades_are_broken_by_one_on_another_suit_and_not_by_a_lead() -> None:
    broken = tricks(table_of("spades"), "AC 2S 5C KC", "9S TS AS 3S", "QD 4D KD 2D")
    assert [found for found in offences(broken) if found.startswith("led")] == []
    again = tricks(table_of("spades"), "KS 2S 5S 3S", "QS 4S 6S 7S", "AC 3C 7C 9C")
    assert offences(again) == ["led_spade_unbroken B 1 AC", "led_spade_unbroken B 2 AC"]
    assert offences(tricks(table_of("spades", breaking=False), "KS 2S 5S 3S", "AC 3C 7C 9C")) == []


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("off", []), ("lead", []), ("play", ["spade_on_first_trick D 1 9D"])],
)
def test_a_spade_on_the_first_trick(rule: str, expected: list[str]) -> None:
    table = tricks(table_of("spades", no_spade_first=rule), "AC 5C 2S KC", "9D KD AD 3D")
    assert [found for found in offences(table) if "first_trick" in found] == expected


def test_a_spade_led_to_the_first_trick_is_one_offence_and_not_two() -> None:
    for rule in ("lead", "play"):
        table = tricks(table_of("spades", no_spade_first=rule), "KS 2S 5S 3S", "AC 3C 7C 9C")
        assert offences(table) == ["spade_on_first_trick B 1 AC"]


def test_a_joker_follows_spades_and_hides_no_renege() -> None:
    table = tricks(table_of("spades", jokers=True, breaking=False), "AS 4S 7H 3S", "KC 2H BJ 5C")
    assert offences(table) == ["revoke D 1 BJ"]


def test_where_cards_are_drawn_nothing_is_proved_until_the_stock_is_gone() -> None:
    table = tricks(table_of("spades", 2, draw=True), "AC 2H", "KC 3C")
    assert offences(table) == []
    assert suspicions(table) == ["A 1 never"]


@pytest.mark.parametrize(
    ("bids", "taken", "more", "line"),
    [
        ("3 4 2 4", (5, 3, 3, 2), {"totals": (108, 0), "carried": (8, 0)}, (50, 3, 0, -100, 61, 1)),
        ("3 4 2 4", (5, 3, 3, 2), {"totals": (108, 0), "carried": (8, 0), "rollover": "minus110"}, (50, 3, 0, -110, 51, 1)),
        ("3 4 2 4", (5, 3, 3, 2), {"totals": (108, 0), "carried": (8, 0), "rollover": "no_carry"}, (50, 3, 0, -100, 51, 1)),
        ("3 4 2 4", (3, 4, 2, 4), {}, (50, 0, 0, 0, 50, 0)),
        ("3 4 2 4", (3, 5, 1, 4), {}, (-50, 0, 0, 0, -50, 0)),
        ("3 4 2 4", (7, 3, 3, 0), {"bags": False}, (50, 0, 0, 0, 50, 0)),
        ("1 1 0 0", (12, 1, 0, 0), {"carried": (9, 0)}, (10, 11, 100, -200, -79, 0)),
        ("0 4 5 4", (1, 4, 4, 4), {}, (-50, 1, -100, 0, -149, 1)),
        ("0 4 5 4", (1, 4, 4, 4), {"failed_nil_tricks": "count_to_partner"}, (50, 0, -100, 0, -50, 0)),
        ("0 4 5 4", (1, 4, 4, 4), {"failed_nil_tricks": "ignored"}, (-50, 0, -100, 0, -150, 0)),
        ("0 4 5 4", (2, 4, 5, 2), {}, (50, 2, -100, 0, -48, 2)),
        ("0 4 5 4", (0, 4, 6, 3), {}, (50, 1, 100, 0, 151, 1)),
        ("b0 4 5 4", (0, 4, 5, 4), {}, (50, 0, 200, 0, 250, 0)),
        ("b0 4 4 4", (2, 4, 3, 4), {}, (-40, 2, -200, 0, -238, 2)),
        ("0 6 0 6", (0, 6, 0, 7), {}, (0, 0, 400, 0, 400, 0)),
        ("0 6 0 6", (0, 6, 1, 6), {}, (0, 1, 0, 0, 1, 1)),
        ("0 5 0 5", (1, 5, 2, 5), {}, (0, 3, -200, 0, -197, 3)),
        ("b0 5 b0 6", (0, 6, 0, 7), {}, (0, 0, 800, 0, 800, 0)),
        ("b0 5 b0 6", (1, 5, 1, 6), {}, (0, 2, -400, 0, -398, 2)),
        ("b0 5 b0 6", (1, 5, 0, 7), {}, (0, 1, 0, 0, 1, 1)),
        ("0 6 0 7", (0, 6, 0, 7), {"double_nil": "independent"}, (0, 0, 200, 0, 200, 0)),
        ("0 6 0 6", (0, 6, 1, 6), {"double_nil": "unit200"}, (0, 0, -200, 0, -200, 0)),
        ("0 6 0 6", (0, 6, 0, 7), {"double_nil": "unit200"}, (0, 0, 200, 0, 200, 0)),
        ("0 6 0 6", (0, 6, 0, 7), {"nil": 50}, (0, 0, 200, 0, 200, 0)),
        ("b4 3 b2 4", (4, 4, 3, 2), {"blind_bid_multiplier": 2}, (120, 1, 0, 0, 121, 1)),
        ("b4 3 b3 4", (4, 4, 2, 3), {"blind_bid_multiplier": 2}, (-140, 0, 0, 0, -140, 0)),
        ("b4 3 3 4", (4, 4, 3, 2), {"blind_bid_multiplier": 2}, (110, 0, 0, 0, 110, 0)),
        ("b4 3 b3 4", (4, 4, 2, 3), {"blind_bid_multiplier": 2, "blind_bid_failed_multiplier": 1}, (-70, 0, 0, 0, -70, 0)),
        ("b4 3 b2 4", (4, 4, 2, 3), {"blind_bid_multiplier": 2, "blind_exact": True}, (120, 0, 0, 0, 120, 0)),
        ("b4 3 b2 4", (4, 4, 3, 2), {"blind_bid_multiplier": 2, "blind_exact": True}, (-120, 0, 0, 0, -120, 0)),
        (
            ("b4 3 2 4", (4, 4, 3, 2), {"blind_bid_multiplier": 2, "blind_bid_failed_multiplier": 1, "blind_exact": True})
            + ((-60, 0, 0, 0, -60, 0),)
        ),
        ("4 3 2 4", (4, 4, 3, 2), {"blind_bid_multiplier": 2, "blind_exact": True}, (60, 1, 0, 0, 61, 1)),
        ("3 3 2 3", (4, 3, 3, 3), {"reneges": (Seat.A,), "renege_penalty": "lose_own_bid"}, (-10, 0, 0, 0, -10, 0)),
        ("3 3 2 3", (2, 3, 2, 6), {"reneges": (Seat.A,), "renege_penalty": "lose_own_bid"}, (-50, 0, 0, 0, -50, 0)),
        ("0 3 4 3", (0, 3, 4, 3), {"reneges": (Seat.A,), "renege_penalty": "lose_own_bid"}, (40, 0, -100, 0, -60, 0)),
        ("3 3 2 3", (4, 3, 3, 3), {"reneges": (Seat.A,)}, (-50, 0, 0, 0, -50, 0)),
        ("0 3 5 3", (2, 3, 5, 3), {"reneges": (Seat.C,)}, (-50, 0, -100, 0, -150, 0)),
        ("0 3 4 3", (0, 3, 4, 3), {"reneges": (Seat.A,)}, (40, 0, -100, 0, -60, 0)),
        ("0 3 4 3", (0, 3, 4, 3), {"reneges": (Seat.A,), "renege_of_nil": "both"}, (-40, 0, -100, 0, -140, 0)),
        ("0 3 0 3", (0, 3, 0, 3), {"reneges": (Seat.A,), "double_nil": "independent"}, (0, 0, 0, 0, 0, 0)),
        ("0 3 4 3", (0, 3, 4, 3), {"reneges": (Seat.A,), "renege_penalty": "report_only"}, (40, 0, 100, 0, 140, 0)),
        ("3 2 2 2", (5, 2, 3, 3), {"reneges": (Seat.A,), "renege_penalty": "three_tricks_on_bid"}, (80, 0, 0, 0, 80, 0)),
        ("3 3 2 3", (4, 3, 3, 3), {"reneges": (Seat.C,), "renege_penalty": "three_tricks_on_bid"}, (-80, 0, 0, 0, -80, 0)),
        ("3 2 2 2", (5, 2, 3, 3), {"reneges": (Seat.A,), "renege_penalty": "three_tricks_to_make"}, (50, 0, 0, 0, 50, 0)),
        ("3 3 2 3", (5, 2, 4, 2), {"reneges": (Seat.A,), "renege_penalty": "three_tricks_to_make"}, (50, 1, 0, 0, 51, 1)),
        ("3 3 2 3", (4, 3, 3, 3), {"reneges": (Seat.C,), "renege_penalty": "three_tricks_to_make"}, (-50, 0, 0, 0, -50, 0)),
        ("3 3 2 3", (4, 3, 3, 3), {"reneges": (Seat.C,), "renege_penalty": "three_tricks_moved"}, (-50, 0, 0, 0, -50, 0)),
        ("1 3 1 3", (4, 3, 3, 3), {"reneges": (Seat.C,), "renege_penalty": "three_tricks_moved"}, (20, 2, 0, 0, 22, 2)),
        ("3 3 2 3", (4, 3, 3, 3), {"reneges": (Seat.C,), "renege_penalty": "report_only"}, (50, 2, 0, 0, 52, 2)),
    ],
)
def test_what_a_hand_is_worth(bids: str, taken: tuple[int, ...], more: dict[str, Any], line: tuple[int, ...]) -> None:
    (first, _) = scored(bids, taken, **more)
    assert (first.contract, first.bags, first.nil, first.bag_penalty, first.total, first.carried) == line


def test_tricks_that_are_moved_as_a_penalty_come_to_the_others() -> None:
    _, other = scored("3 5 2 3", (4, 3, 3, 3), reneges=(Seat.C,), renege_penalty="three_tricks_moved")
    assert (other.tricks, other.contract, other.bags) == (9, 80, 1)


@pytest.mark.parametrize("penalty", ["lose_bid", "lose_own_bid", "three_tricks_to_make", "three_tricks_moved"])
@pytest.mark.parametrize("bids", ["3 3 2 3", "0 3 5 3", "0 6 0 6", "1 1 0 1"])
@pytest.mark.parametrize("times", [1, 2, 4])
def test_a_renege_never_pays_more_than_honest_play(penalty: str, bids: str, times: int) -> None:
    for first in range(14):
        for second in range(14 - first):
            taken = (first, 13 - first - second, second, 0)
            honest, _ = scored(bids, taken, bags=False)
            reneged, _ = scored(bids, taken, bags=False, reneges=(Seat.A,) * times, renege_penalty=penalty)
            assert reneged.total <= honest.total, (taken, honest, reneged)


@pytest.mark.parametrize(
    ("direction", "times", "moves"),
    [("cw", 1, (-3, 1, 1, 1)), ("ccw", 2, (-5, 1, 2, 2)), ("cw", 2, (-5, 2, 2, 1))],
)
def test_moved_tricks_go_to_the_others_one_by_one_in_turn(direction: str, times: int, moves: tuple[int, ...]) -> None:
    taken = {seat: Taken(SpadesBid(3), tricks) for seat, tricks in zip(SOLO, (5, 3, 3, 2), strict=True)}
    sides = tuple((seat,) for seat in SOLO)
    assert tricks_moved(Direction(direction), sides, taken, (Seat.A,) * times) == moves


SOLO = (Seat.A, Seat.B, Seat.C, Seat.D)


@pytest.mark.parametrize(
    ("penalty", "words"),
    [
        ("lose_bid", "Ama reneged: the bid is lost"),
        ("lose_own_bid", "Ama reneged: that bid is lost, and the partner's stands"),
        ("three_tricks_on_bid", "Ama reneged: 36 tricks more on the bid"),
        ("three_tricks_to_make", "Ama reneged: 36 tricks more to make"),
        ("three_tricks_moved", "Ama reneged: 36 tricks, or as many as there are, go to the others"),
    ],
)
def test_the_sheet_names_the_renege_and_what_it_costs(penalty: str, words: str) -> None:
    table = renege(renege_penalty=penalty)
    result = table.results[-1]
    assert result is not None
    assert [(line.side, line.reason) for line in result.lines if line.label == "renege"] == [(0, words)]
    for offence in table.deals[-1].offences:
        table = run(table, RuleOnOffence(by="t", hand=1, offence=offence.key, waived=True))
    waived = table.results[-1]
    assert waived is not None
    assert [line for line in waived.lines if line.label == "renege"] == []


def test_a_double_nil_may_win_the_game() -> None:
    first, other = scored("0 6 0 6", (0, 6, 0, 7), double_nil="game")
    assert (first.wins_game, other.wins_game) == (True, False)
    assert not scored("0 6 0 6", (0, 6, 1, 6), double_nil="game")[0].wins_game
    assert not scored("0 6 0 6", (0, 6, 0, 7))[0].wins_game


@pytest.mark.parametrize(
    ("totals", "more", "is_last", "expected"),
    [
        ((120, -200), {}, False, (True, 0, False)),
        ((120, -199), {}, False, (False, None, False)),
        ((511, 530), {}, False, (True, 1, False)),
        ((500, 0), {}, False, (True, 0, False)),
        ((499, -199), {}, False, (False, None, False)),
        ((510, 510), {}, False, (False, None, True)),
        ((-210, -250), {}, False, (True, 0, False)),
        ((-210, -210), {}, False, (False, None, True)),
        ((310, 310), {}, True, (False, None, True)),
        ((212, 340), {}, True, (True, 1, False)),
        ((250, 0), {"target": 250}, False, (True, 0, False)),
        ((0, -100), {"floor": -100}, False, (True, 0, False)),
        ((300, 500, 500), {}, False, (False, None, True)),
    ],
)
def test_when_a_game_is_over(totals: tuple[int, ...], more: dict[str, Any], is_last: bool, expected: tuple[Any, ...]) -> None:
    assert status(options(**more), totals, is_last) == expected


RANKS = "AKQJT98765432"


def all_spades(table: Table) -> Table:
    """B holds all spades and takes every trick; C, D and A follow with clubs, diamonds and hearts."""
    return tricks(table, *(f"{rank}S {rank}C {rank}D {rank}H" for rank in RANKS))


def test_points_below_nothing_are_a_number_in_the_rows() -> None:
    table = all_spades(bid(table_of("spades"), 3, 4, 0, 4))
    assert "-30" in [row.split(",")[6] for row in write_csv({"s": table})]


def test_a_whole_hand_gives_a_sheet_that_adds_up_and_the_left_deals_next() -> None:
    table = all_spades(bid(table_of("spades", stake=1), 3, 4, 0, 4))
    result = table.results[-1]
    assert result is not None
    assert result.points == (70, 85)
    assert [(line.side, line.label, line.points) for line in result.lines] == [
        (0, "contract", -30),
        (0, "nil", 100),
        (1, "contract", 80),
        (1, "bags", 5),
    ]
    assert [line.reason for line in result.lines] == [
        "bid 3, took 0: set",
        "Esi bid nil and took no trick",
        "bid 8, took 13: made",
        "5 tricks beyond the bid",
    ]
    assert result.lines[2].tricks == tuple(range(1, 14))
    assert (result.settlement, table.next_dealer) == ((-15, 15, -15, 15), Seat.B)
    assert (table.standing.totals, table.standing.bags) == ((70, 85), (0, 5))  # type: ignore[attr-defined]  # Spades adds bags
    assert table.standing.needed == "first to 500: 415 to go"
    assert (result.winner, str(result.winning_card), table.standing.hands) == (Seat.B, "2S", 1)
    assert offences(table) == []


def test_bags_are_carried_and_roll_over_in_the_sheet() -> None:
    table = all_spades(bid(table_of("spades"), 3, 4, 2, 4))
    assert points(table) == (-50, 85)
    table = all_spades(bid(run(table, DealHand(by="t", dealer=Seat.A)), 3, 4, 2, 4))
    result = table.results[-1]
    assert result is not None
    assert [(line.label, line.points) for line in result.lines if line.side == 1] == [
        ("contract", 80),
        ("bags", 5),
        ("bags roll over", -100),
    ]
    assert [line.reason for line in result.lines][-1] == "10 bags cost 100"
    assert table.standing.totals == (-100, 70)


def test_no_score_before_all_bids_are_known() -> None:
    assert points(all_spades(bid(table_of("spades"), 3, 4, 2))) is None


def test_solo_players_score_for_themselves() -> None:
    table = all_spades(bid(table_of("spades", teams="solo"), 1, 1, 0, 1))
    assert table.standing.totals == (-10, -78, 100, -10)


def renege(**options: Any) -> Table:
    """A keeps the Two of spades through twelve spade leads and ruffs with it in the end: one trick for A."""
    table = bid(table_of("spades", breaking=False, **options), 1, 4, 0, 4)
    lines = [f"{rank}S {rank}C {rank}D {rank}H" for rank in RANKS[:-1]]
    return tricks(table, *lines, "2H 2C 2D 2S")


def test_a_renege_costs_what_was_agreed_until_the_table_waives_every_one() -> None:
    table = renege()
    assert len(offences(table)) == 12
    assert points(table) == (90, 84)
    for offence in table.deals[-1].offences:
        assert points(table) == (90, 84)
        table = run(table, RuleOnOffence(by="t", hand=1, offence=offence.key, waived=True))
    assert points(table) == (110, 84)


def ended(table: Table) -> bool:
    return table.standing.is_over


def test_a_fixed_number_of_hands_ends_the_game() -> None:
    table = all_spades(bid(table_of("spades", fixed_hands=1), 3, 4, 2, 4))
    assert ended(table)
    with pytest.raises(SessionOver, match="won"):
        run(table, DealHand(by="t"))


def test_time_is_called_by_a_person_or_by_the_clock() -> None:
    table = bid(table_of("spades", time_limit=60), 3, 4, 2, 4)
    called = run(table, CallTime(by="Ama"))
    assert called.hand is not None
    assert called.hand.is_last
    assert decide(called, CallTime(by="Ama"), NOON) == []
    assert ended(all_spades(called))
    events = decide(table, PlayCard(by="t", card=Card.parse("AC")), NOON + timedelta(minutes=60))
    assert [type(event).__name__ for event in events] == ["TimeCalled", "CardPlayed"]
    early = decide(table, PlayCard(by="t", card=Card.parse("AC")), NOON + timedelta(minutes=59))
    assert [type(event).__name__ for event in early] == ["CardPlayed"]


def test_time_between_two_hands_ends_the_game_with_the_last_one() -> None:
    table = all_spades(bid(table_of("spades", time_limit=60), 3, 4, 2, 4))
    assert not ended(table)
    events = decide(table, PlayCard(by="t", card=Card.parse("AC")), NOON + timedelta(minutes=61))
    assert [type(event).__name__ for event in events] == ["TimeCalled"]
    assert ended(fold(events, table))


def test_clockwise_is_the_default_and_can_be_turned() -> None:
    table = table_of("spades", direction="ccw")
    assert table.hand is not None
    assert (table.hand.direction, table.hand.leader) == (Direction.COUNTERCLOCKWISE, Seat.D)


def test_side_scores_say_what_they_are_made_of() -> None:
    score = SideScore(5, 8, 50, 3, 0, -100, 61, 1)
    assert score.hand == 53


def test_three_tricks_stand_on_top_of_the_bid_of_the_side_that_reneged() -> None:
    own, other = scored("3 3 2 3", (4, 3, 3, 3), reneges=(Seat.C,), renege_penalty="three_tricks_on_bid")
    assert (own.bid, other.bid) == (8, 6)


def test_a_side_of_two_nils_has_made_its_contract_of_nothing() -> None:
    table = bid(table_of("spades"), 0, 6, 0, 6)
    table = tricks(table, *(f"{rank}S {rank}C {rank}D {rank}H" for rank in "AKQJT98765432"))
    result = table.results[-1]
    assert result is not None
    contracts = [line.reason for line in result.lines if line.label == "contract"]
    assert contracts == ["bid 0, took 0: made", "bid 12, took 13: made"]


def test_tricks_that_are_moved_away_never_leave_less_than_none() -> None:
    own, _ = scored("1 6 0 6", (1, 6, 0, 6), reneges=(Seat.A,), renege_penalty="three_tricks_moved")
    assert (own.tricks, own.contract) == (0, -10)


def test_in_two_packs_a_card_may_come_twice_and_not_three_times() -> None:
    table = table_of("spades", 6, pack="double102")
    table = tricks(bid(table, *[1] * 6), "AH AH KH QH JH TH")
    assert offences(table) == []
    assert offences(tricks(table, "AH")) == ["duplicate_card B 2 -"]


def test_a_nil_bidder_who_reneges_loses_the_nil_and_the_sheet_says_so() -> None:
    table = bid(table_of("spades", teams="solo"), 0, 3, 3, 3)
    table = tricks(table, "2H KH 5H 3C", "2D 9D AH 3D")
    left = [str(card) for card in table.pack.cards if str(card) not in ["2H", "KH", "5H", "3C", "2D", "9D", "AH", "3D"]]
    table = tricks(table, *(" ".join(left[at : at + 4]) for at in range(0, 44, 4)))
    assert table.deal is not None
    nil = [line for line in (table.deal.result.lines if table.deal.result else ()) if line.label == "nil"]
    assert [(line.points, line.reason) for line in nil] == [(-100, "Ama bid nil and reneged")]


def test_bags_may_be_gone_after_a_penalty() -> None:
    kept, _ = scored("3 5 2 3", (5, 2, 3, 3), carried=(8, 0))
    gone, _ = scored("3 5 2 3", (5, 2, 3, 3), carried=(8, 0), bags_kept=False)
    assert (kept.carried, gone.carried, kept.total - gone.total) == (1, 0, 0)
    below, _ = scored("3 5 2 3", (5, 2, 3, 3), carried=(2, 0), bags_kept=False)
    assert below.carried == 5


def test_nobody_bids_one_where_the_table_says_so() -> None:
    table = table_of("spades", bid_of_one=False)
    with pytest.raises(BadCall, match="nobody bids one"):
        say(table, Seat.B, 1)
    assert [choice.number for choice in table.game.choices(table.agreed, table.standing, table.deals[-1].hand)][:3] == [0, 2, 3]
    assert points(all_spades(bid(table_of("spades"), 1, 4, 2, 4))) is not None


def test_the_dealer_may_not_make_the_bids_come_to_all_the_tricks() -> None:
    """A deals and bids last: B, C and D have said nine, so that A may not say four."""
    table = table_of("spades", sum_of_tricks=False)
    for seat in (Seat.B, Seat.C, Seat.D):
        table = say(table, seat, 3)
    with pytest.raises(BadCall, match=r"the bids may not come to 13: Ama, who bids last, says another number$"):
        say(table, Seat.A, 4)
    assert 4 not in bids(table)[Seat.A]
    assert table.game.awaits(table.agreed, say(table, Seat.A, 5).deals[-1].hand) == ""


def test_the_dealer_is_bound_whoever_is_typed_last() -> None:
    table = table_of("spades", sum_of_tricks=False)
    for seat, number in ((Seat.A, 4), (Seat.B, 3), (Seat.C, 3)):
        table = say(table, seat, number)
    with pytest.raises(BadCall, match="Ama, who bids last, says another number; correct that bid first"):
        say(table, Seat.D, 3)
    corrected = run(table, CorrectCall(by="t", hand=1, index=0, call=Call(CallKind.BID, Seat.A, number=5)))
    assert say(corrected, Seat.D, 3).deals[-1].game.awaits(table.agreed, say(corrected, Seat.D, 3).deals[-1].hand) == ""


def test_partners_bid_blind_together_or_not_at_all() -> None:
    table = table_of("spades", blind_bid_multiplier=2, blind_together=True, blind_nil_deficit=0)
    blind = say(table, Seat.B, "b4")
    with pytest.raises(BadCall, match="Kofi and Yaw bid blind together, or not at all"):
        say(blind, Seat.D, 3)
    with pytest.raises(BadCall, match="Kofi and Yaw bid blind together"):
        say(say(table, Seat.B, 4), Seat.D, "b3")
    for said in ("b3", 0, "b0"):
        assert len(say(blind, Seat.D, said).deals[-1].hand.calls) == 2
    assert len(say(say(table_of("spades", blind_bid_multiplier=2), Seat.B, "b4"), Seat.D, 3).deals[-1].hand.calls) == 2


def test_four_cards_may_be_passed() -> None:
    table = say(table_of("spades", passing="nil", passed_cards=4), Seat.B, 0)
    passed = run(table, MakeCall(by="t", call=Call(CallKind.PASS_CARDS, Seat.D, number=4)))
    assert passed.deals[-1].hand.calls[-1].number == 4
    with pytest.raises(BadSetup, match="passed_cards is 5: expected 1 to 4"):
        table_of("spades", passed_cards=5)


def test_further_reneges_of_one_seat_in_one_suit_may_count_no_more() -> None:
    """A did not follow twelve leads of spades: three tricks more, or thirty-six."""
    for once, words in ((True, "3 tricks more to make"), (False, "36 tricks more to make")):
        result = renege(renege_penalty="three_tricks_to_make", renege_once_a_suit=once).results[-1]
        assert result is not None
        assert [line.reason for line in result.lines if line.label == "renege"] == [f"Ama reneged: {words}"]
