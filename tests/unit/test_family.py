"""Jeu de Carte, Sipa, Agram, Sink-Sink, Agram of Mali and Fapfap: what differs from Spar."""

from typing import Any

import pytest

from scoring import CallKind, Card, Direction, Seat, Table
from scoring.commands import PlayCard, PlayPair, RuleOnOffence, TurnUpCard
from scoring.errors import BadCall, BadSetup, CardTwice, Refused
from scoring.games import game_named
from scoring.games.instant import may_trade
from scoring.packs import cards_of
from tests.conftest import run
from tests.tables import call, offences, points, suspicions, table_of, tricks


@pytest.mark.parametrize(
    ("game", "players", "cards", "direction", "hand_size", "target"),
    [
        ("spar", (2, 7), 35, "cw", 5, None),
        ("jeu_de_carte", (2, 6), 31, "cw", 5, 24),
        ("sipa", (2, 6), 31, "ccw", 5, 10),
        ("agram", (2, 5), 35, "ccw", 6, None),
        ("sink_sink", (2, 7), 35, "ccw", 5, None),
        ("agram_mali", (2, 6), 31, "ccw", 5, None),
        ("fapfap", (2, 6), 31, "ccw", 5, None),
    ],
)
def test_every_game_of_the_family_has_its_own_frame(
    game: str, players: tuple[int, int], cards: int, direction: str, hand_size: int, target: int | None
) -> None:
    fewest, most = players
    for count in (fewest, most):
        table = table_of(game, count)
        assert table.hand is not None
        assert (table.pack.size, table.hand.direction.value, table.hand.hand_size) == (cards, direction, hand_size)
        assert table.agreed.options.target == target
    for count in (fewest - 1, most + 1):
        with pytest.raises(BadSetup, match="players: expected"):
            table_of(game, count)


def test_the_highest_spade_is_what_is_left_of_the_suit() -> None:
    for game, best in (("agram", "TS"), ("agram_mali", "KS"), ("fapfap", "9S"), ("jeu_de_carte", "KS")):
        pack = table_of(game, 2).pack
        spades = [card for card in pack.cards if str(card).endswith("S")]
        assert max(spades, key=pack.strength) == Card.parse(best)


def test_a_card_face_down_in_jeu_de_carte_claims_to_be_void_and_cannot_win() -> None:
    table = tricks(table_of("jeu_de_carte", 3), "AC 8C 9C", "AH JH x")
    assert table.hand is not None
    assert table.hand.tricks[1].winner == Seat.B
    assert suspicions(table) == ["A 2 later_card"]
    table = tricks(table, "AD 9D 8H")
    assert offences(table) == ["revoke A 2 8H"]


def test_a_hidden_card_that_is_turned_up_and_follows_is_irregular_and_no_revoke() -> None:
    table = tricks(table_of("jeu_de_carte", 3), "AC 8C 9C", "AH JH x", "AD 9D 8H")
    table = run(table, TurnUpCard(by="t", hand=1, trick=2, position=2, card=Card.parse("TH")))
    assert offences(table) == ["followed_face_down A 2 TH"]


def test_a_hidden_card_that_is_turned_up_and_does_not_follow_keeps_the_revoke() -> None:
    table = tricks(table_of("jeu_de_carte", 3), "AC 8C 9C", "AH JH x", "AD 9D 8H")
    table = run(table, TurnUpCard(by="t", hand=1, trick=2, position=2, card=Card.parse("KD")))
    (found,) = table.deals[-1].offences
    assert (str(found.card), found.proved_in, found.by_elimination) == ("KD", 3, False)


def test_at_the_end_only_turning_up_can_decide_about_a_hidden_card() -> None:
    table = tricks(table_of("jeu_de_carte", 3), "AC 8C 9C", "AH JH x", "AD 9D QD", "KS x QS", "7C x x")
    assert suspicions(table) == ["A 2 turn_up", "C 4 turn_up", "C 5 turn_up", "A 5 turn_up"]
    assert points(table) == (0, 2, 0)


def test_a_card_of_another_suit_face_up_is_cleared_by_the_last_card_unless_a_later_one_is_hidden() -> None:
    table = tricks(table_of("jeu_de_carte", 2), "AC 8D", "KC 9D", "QC TD", "JC JD", "TC QD")
    assert suspicions(table) == []
    table = tricks(table_of("jeu_de_carte", 2), "AC 8D", "KC 9D", "QC TD", "JC JD", "TC x")
    assert suspicions(table) == [f"A {trick} turn_up" for trick in (1, 2, 3, 4, 5)]


def test_a_card_face_down_in_sipa_says_nothing() -> None:
    table = tricks(table_of("sipa", 2), "KH x", "AC x", "QH AH")
    assert offences(table) == []
    assert suspicions(table) == ["A 1 later_card", "A 2 later_card"]


def test_turning_it_up_proves_or_clears_in_sipa() -> None:
    table = tricks(table_of("sipa", 2), "KH x", "AC x", "QH AH")
    proved = run(table, TurnUpCard(by="t", hand=1, trick=1, position=1, card=Card.parse("8D")))
    assert offences(proved) == ["revoke A 1 AH"]
    (found,) = proved.deals[-1].offences
    assert (found.proved_at, found.proved_in) == (6, 3)
    cleared = run(table, TurnUpCard(by="t", hand=1, trick=1, position=1, card=Card.parse("8H")))
    assert offences(cleared) == []
    assert suspicions(cleared) == ["A 2 later_card"]


def test_the_earliest_sight_of_the_suit_is_the_proof_and_not_the_earliest_trick() -> None:
    table = tricks(table_of("sipa", 2), "KS 8D", "AC x", "QS 9S")
    assert offences(table) == ["revoke A 1 9S"]
    table = run(table, TurnUpCard(by="t", hand=1, trick=2, position=1, card=Card.parse("TS")))
    assert offences(table) == ["revoke A 1 9S"]
    (found,) = table.deals[-1].offences
    assert (found.proved_in, found.proved_at) == (3, 5)


def test_a_revoke_is_proved_without_the_card_when_the_whole_suit_has_been_seen_elsewhere() -> None:
    lines = ("JS QS KS x", "8H TH 9S JH", "TS x 7S")
    table = tricks(table_of("sipa", 4), *lines)
    assert offences(table) == []
    table = tricks(table, "8S")
    (found,) = table.deals[-1].offences
    assert (found.seat, found.trick, found.card, found.by_elimination) == (Seat.A, 1, None, True)
    assert str(found.proved_by) == "7S"


@pytest.mark.parametrize(
    ("last", "worth"),
    [
        (("KC 9D", "KD 9H", "KS 9S"), 1),
        (("KC 9D", "KD 9H", "7S TD"), 2),
        (("KC 9D", "7D 9H", "7S TD"), 4),
        (("7C 9D", "7D 9H", "7S TD"), 6),
        (("7C 9D", "KD 9H", "7S TD"), 2),
    ],
)
def test_sevens_at_the_end_of_sipa(last: tuple[str, ...], worth: int) -> None:
    table = tricks(table_of("sipa", 2, stake=5), "AC 8C", "AH 8H", *last)
    assert points(table) == (0, worth)
    result = table.results[-1]
    assert result is not None
    assert result.settlement == (-5 * worth, 5 * worth)


def test_sevens_of_two_seats_do_not_count_together() -> None:
    table = tricks(table_of("sipa", 2), "AC 8C", "AH 8H", "7D 9H", "9S KS", "7S TC")
    assert points(table) == (2, 0)


@pytest.mark.parametrize("order", [("KH", "9D"), ("9D", "KH")])
def test_two_cards_in_one_movement_are_the_reply_and_the_next_lead(order: tuple[str, str]) -> None:
    table = run(table_of("sipa", 2), PlayCard(by="t", card=Card.parse("QH")))
    table = run(table, PlayPair(by="t", first=Card.parse(order[0]), second=Card.parse(order[1])))
    assert table.hand is not None
    first, second = table.hand.tricks
    assert [str(play.card) for play in first.plays] == ["QH", "KH"]
    assert [(play.seat, str(play.card)) for play in second.plays] == [(Seat.A, "9D")]


def test_where_both_of_a_pair_win_the_first_one_is_the_reply() -> None:
    table = run(table_of("sipa", 2), PlayCard(by="t", card=Card.parse("9H")))
    table = run(table, PlayPair(by="t", first=Card.parse("TH"), second=Card.parse("KH")))
    assert table.hand is not None
    assert str(table.hand.tricks[0].winning_card) == "TH"


def test_a_pair_is_refused_where_it_cannot_be_one() -> None:
    table = run(table_of("sipa", 2), PlayCard(by="t", card=Card.parse("QH")))
    with pytest.raises(Refused, match="neither card takes the trick"):
        run(table, PlayPair(by="t", first=Card.parse("9H"), second=Card.parse("9D")))
    with pytest.raises(CardTwice):
        run(table, PlayPair(by="t", first=Card.parse("KH"), second=Card.parse("KH")))
    with pytest.raises(Refused, match="between two players"):
        run(table_of("sipa", 2), PlayPair(by="t", first=Card.parse("9H"), second=Card.parse("9D")))
    three = run(table_of("sipa", 3), PlayCard(by="t", card=Card.parse("QH")))
    with pytest.raises(Refused, match="between two players"):
        run(three, PlayPair(by="t", first=Card.parse("KH"), second=Card.parse("9D")))
    last = run(tricks(table_of("sipa", 2), "AC 8C", "AH 8H", "AD 8D", "KC 9C"), PlayCard(by="t", card=Card.parse("QH")))
    with pytest.raises(Refused, match="between two players"):
        run(last, PlayPair(by="t", first=Card.parse("KH"), second=Card.parse("9D")))


def test_the_deal_goes_back_round_past_whoever_is_out_of_a_tie() -> None:
    """Where only the tied play on the dealer need not be one of them."""
    seats = (Seat.A, Seat.C, Seat.D)
    assert Direction.COUNTERCLOCKWISE.other.after(Seat.B, seats) is Seat.C
    assert Direction.CLOCKWISE.other.after(Seat.B, seats) is Seat.A


@pytest.mark.parametrize(
    ("dealer", "next_dealer"), [("winner", Seat.B), ("rotate", Seat.D), ("rotate_back", Seat.B), ("loser", Seat.A)]
)
def test_who_deals_next_is_the_tables_choice(dealer: str, next_dealer: Seat) -> None:
    """Counter-clockwise from dealer A the seats are D, C, B; B takes the last trick."""
    lines = ("AH 3H 4H 5H", "AC 3C 4C 5C", "AD 3D 4D 5D", "TH 6H 7H 8H", "TC 6C 7C 8C", "TD 6D AD 8D")
    table = tricks(table_of("agram", 4, dealer=dealer), *lines[:5], "9S 8S TS 7S")
    assert table.next_dealer == next_dealer
    assert points(table) == (0, 1, 0, 0)


@pytest.mark.parametrize(
    ("last", "worth", "kora"),
    [
        (("9C 4C", "9D 4D", "8H 4H"), 1, None),
        (("9C 4C", "9D 4D", "3H 4S"), 2, None),
        (("9C 4C", "3D 4H", "3H 4S"), 3, None),
        (("3C 4D", "3D 4H", "3H 4S"), 4, None),
        (("9C 4C", "3D 4H", "3H 4S"), 4, [1, 2, 4, 8]),
        (("3C 4D", "3D 4H", "3H 4S"), 8, "1,2,4,8"),
    ],
)
def test_threes_at_the_end_of_fapfap(last: tuple[str, ...], worth: int, kora: object) -> None:
    options: dict[str, Any] = {} if kora is None else {"kora": kora}
    assert points(tricks(table_of("fapfap", 2, **options), "TH 5H", "TC 5C", *last)) == (0, worth)


@pytest.mark.parametrize(
    ("name", "size", "best"),
    [("fap31", 31, "9S"), ("fap32", 32, "TS"), ("agram35", 35, "TS"), ("std52", 52, "AS")],
)
def test_fapfap_is_played_with_the_pack_of_the_table(name: str, size: int, best: str) -> None:
    pack = table_of("fapfap", 2, pack=name).pack
    assert (pack.size, Card.parse(best) in pack) == (size, True)


def test_five_cards_that_win_at_once_end_the_hand_for_one_point() -> None:
    table = table_of("fapfap", 3, stake=10, instant_wins=["total", "flush"])
    table = call(table, CallKind.SHOW_HOLDING, Seat.C, cards="3S 3H 5C 5D 5S")
    assert table.is_hand_over
    assert (points(table), table.next_dealer) == ((0, 0, 1), Seat.C)
    result = table.results[-1]
    assert result is not None
    assert (result.settlement, result.lines[0].reason) == ((-10, -10, 20), "Esi shows total")
    with pytest.raises(BadCall, match="do not win at once"):
        call(table, CallKind.SHOW_HOLDING, cards="7S 7H 7C 5D 6S")
    with pytest.raises(BadCall, match="Fapfap knows no show holding"):
        call(table_of("fapfap", 3), CallKind.SHOW_HOLDING, cards="3S 3H 5C 5D 5S")


@pytest.mark.parametrize(
    ("cards", "is_on", "worth"),
    [
        ("3H 6H 7H 8H 9H", True, 2),
        ("3H 6H 7H 8H 9H", False, 1),
        ("4H 6H 7H 8H 9H", True, 1),
        ("3S 3H 5C 5D 5S", True, 1),
    ],
)
def test_a_flush_with_a_three_counts_double_where_the_table_says_so(cards: str, is_on: bool, worth: int) -> None:
    table = table_of("fapfap", 2, instant_wins=["total", "flush"], flush_with_three=is_on)
    assert points(call(table, CallKind.SHOW_HOLDING, Seat.B, cards=cards)) == (0, worth)


@pytest.mark.parametrize(
    ("cards", "limit", "names"),
    [
        ("3S 3H 5C 5D 5S", 21, ["total"]),
        ("3S 3H 5C 5D 5S", 20, []),
        ("7S 7H 7C 5D 6S", 21, ["three_sevens"]),
        ("7S 7H 8C 5D 6S", 21, []),
        ("8S 8H 8C 8D 6S", 21, ["four_of_a_kind"]),
        ("8S 8H 8C 7D 6S", 21, []),
        ("3H 6H 7H 8H 9H", 21, ["flush"]),
        ("TS TH 3C 3D 4S", 30, ["total"]),
        ("AS AH 2C 2D 3S", 9, ["total"]),
        ("AS AH 2C 2D 3S", 8, []),
        ("JS QH KC 2D 3S", 35, ["total"]),
        ("JS QH KC 2D 3S", 34, []),
        ("3S 3H 3C 3D", 21, []),
    ],
)
def test_which_cards_win_at_once(cards: str, limit: int, names: list[str]) -> None:
    from scoring.games.instant import wins

    every = ["total", "three_sevens", "four_of_a_kind", "flush"]
    options = game_named("fapfap").read_options({"instant_wins": every, "total_limit": limit})
    assert wins(cards_of(cards), options) == names
    none = game_named("fapfap").read_options({})
    assert wins(cards_of(cards), none) == []


def test_what_a_card_face_down_says_and_what_a_yes_or_no_asks() -> None:
    assert [game_named(name).plays_face_down for name in ("spar", "jeu_de_carte", "sipa")] == [False, True, True]
    asked = {option.name: option.choices for option in game_named("fapfap").choosable()}
    assert asked["flush_with_three"] == ("false", "true")
    assert (asked["pack"][0], asked["total_limit"], asked["kora"]) == ("fap31", (), ())


def test_weak_cards_are_traded_once_before_the_first_lead_while_enough_are_left() -> None:
    table = call(table_of("spar", 6, under_ten=True), CallKind.TRADE, Seat.B)
    with pytest.raises(BadCall, match="Kofi has traded already"):
        call(table, CallKind.TRADE, Seat.B)
    with pytest.raises(BadCall, match="too few cards are left"):
        call(table, CallKind.TRADE, Seat.C)
    with pytest.raises(BadCall, match="before the first lead"):
        call(run(table_of("spar", 3, under_ten=True), PlayCard(by="t", card=Card.parse("AH"))), CallKind.TRADE, Seat.B)
    with pytest.raises(BadCall, match="Spar knows no trade"):
        call(table_of("spar", 3), CallKind.TRADE, Seat.B)


def test_weak_holdings_are_told_by_their_cards() -> None:
    assert may_trade(cards_of("9H 8C 7D 6S 9C"))
    assert not may_trade(cards_of("TH 8C 7D 6S 9C"))


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("fapfap", {"kora": [1, 2, 3]}, "expected 4 values"),
        ("fapfap", {"kora": "one two three four"}, "expected a whole number"),
        ("fapfap", {"kora": 7}, "expected a list"),
        ("fapfap", {"pack": "spar35"}, "expected one of fap31, fap32, agram35, std52"),
        ("fapfap", {"instant_wins": ["luck"]}, "expected one of total"),
        ("fapfap", {"total_limit": "low"}, "expected a whole number"),
        ("sipa", {"losing_face_down": "never"}, "expected one of optional"),
        ("agram", {"hand_size": 5}, "hand_size is 5: expected 6"),
        ("agram", {"target": 0}, "target is 0: expected a whole number from 1"),
        ("spar", {"stones": 0}, "stones is 0"),
        ("spar", {"stones_overflow": "x"}, "stones_overflow is 'x'"),
        ("spar", {"dealer": "x"}, "expected one of winner, loser, rotate"),
    ],
)
def test_a_wrong_option_of_the_family_is_named(game: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        table_of(game, 2, **options)


def test_a_target_can_be_switched_off() -> None:
    assert table_of("sipa", 2, target="none").agreed.options.target is None


def test_the_session_says_what_is_needed_and_who_has_won() -> None:
    hand = ("AC 8C", "AH 8H", "AD 8D", "KC 9C", "7S TC")
    table = tricks(table_of("sipa", 2, target=3), *hand)
    assert table.standing.needed == "first to 3: 1 to go"
    table = tricks(table, *hand)
    assert (table.standing.totals, table.standing.winner) == ((2, 2), None)
    table = tricks(table, *hand)
    assert (table.standing.totals, table.standing.winner) == ((2, 4), 1)
    assert table.standing.needed == "Kofi reached 3"


REVOKED = ("KD 8C", "AH 7H", "AC 7C", "QD 7D", "8D 9S")


def test_a_forfeit_takes_the_hand_from_a_winner_who_revoked() -> None:
    table = tricks(table_of("spar", 2, stake=10, revoke_penalty="forfeit_hand"), "AH 7D", "KC AC", "9D 8S", "8D QS", "8H 9S")
    result = table.results[-1]
    assert result is not None
    assert (result.points, result.settlement, result.next_dealer, result.winner) == ((0, 0), (0, 0), Seat.A, None)
    assert result.lines[0].reason == "Ama revoked and nobody scores: Ama deals again"


def test_a_revoke_that_is_paid_for_leaves_the_hand_as_it_was() -> None:
    table = tricks(
        table_of("spar", 3, stake=10, revoke_penalty="pay"), "AH 7D 9H", "KC 9C 8H", "QC 7C 6C", "JC 6D 7S", "6S 8S KS"
    )
    result = table.results[-1]
    assert result is not None
    assert sum(result.settlement) == 0
    assert [line.label for line in result.lines][-1] == "revoke"


def test_every_duty_broken_counts_for_the_penalty_and_waiving_takes_it_back() -> None:
    table = tricks(table_of("spar", 2, revoke_penalty="void_hand"), *REVOKED)
    assert points(table) == (0, 0)
    assert offences(table) == ["revoke A 1 7D"]
    key = table.deals[-1].offences[0].key
    assert points(run(table, RuleOnOffence(by="t", hand=1, offence=key, waived=True))) == (0, 1)
    again = run(table, RuleOnOffence(by="t", hand=1, offence=key, waived=True))
    assert points(run(again, RuleOnOffence(by="t", hand=1, offence=key, waived=False))) == (0, 0)


def last_hand_of(table: Table) -> str:
    result = table.results[-1]
    assert result is not None
    return result.lines[0].reason


def test_the_sheet_names_the_tricks_and_cards_that_count() -> None:
    table = tricks(table_of("spar", 2, double_six=True), "AH 7H", "KH 8H", "QH 9H", "7S KD", "6C QD")
    assert last_hand_of(table) == "last 2 tricks won with 7S and 6C"
    result = table.results[-1]
    assert result is not None
    assert (result.lines[0].tricks, result.lines[0].points) == ((4, 5), 5)
