"""What phases settle when calls are corrected, cards are not seen, sessions end, and more than one seat may speak."""

import pytest

from scoring import Seat, Suit, Table
from scoring.calls import CallKind
from scoring.choices import bids, can_turn, offered, speaker
from scoring.commands import ClaimTrick, CorrectCall, DealHand, PlayCard, TellTricks, VoidHand
from scoring.errors import BadCall, Refused
from scoring.ledger.phrases import read_call, read_told
from scoring.ledger.text import write_text
from scoring.ledger.text_reader import read_text
from scoring.projections import table_view
from tests.conftest import run
from tests.golden.test_worked_hands import played
from tests.golden.test_written_games import talked, told
from tests.tables import offences, points, table_of, tricks
from tests.unit.test_rules_language import house


def corrected(table: Table, hand: int, index: int, words: str) -> Table:
    return run(table, CorrectCall(by="t", hand=hand, index=index, call=read_call(words)))


def passed(table: Table) -> Table:
    """The hand in which all pass."""
    while not table.is_hand_over:
        table = talked(table, f"{offered(table)[0].seat} passes")
    return table


def standing(table: Table, *totals: int) -> Table:
    """The running hand as if the sides had so many points before it."""
    from dataclasses import replace

    assert table.deal is not None
    return replace(table, deal=replace(table.deal, before=replace(table.deal.before, totals=totals)))


RUFSPIEL = "B bids rufspiel, C passes, D passes, A passes, B calls AC, D doubles"


def test_a_double_stays_when_a_call_before_it_is_corrected_after_tricks_were_played() -> None:
    table = played(played(talked(table_of("schafkopf"), RUFSPIEL), "B 7S 8S AS TS"), "D 7C 8C 9C TC")
    assert table.hand is not None
    assert table.hand.settled.times == 2
    again = corrected(table, 1, 4, "B calls AD")
    assert again.hand is not None
    assert again.hand.settled.times == 2
    assert corrected(table, 1, 5, "C doubles").hand.settled.of(CallKind.DOUBLE)[0].seat is Seat.C  # type: ignore[union-attr]  # a hand is played


def test_nobody_doubles_once_a_card_of_the_second_trick_lies_there() -> None:
    table = tricks(talked(table_of("schafkopf"), RUFSPIEL.removesuffix(", D doubles")), "7S 8S AS TS")
    assert {call.kind for call in offered(table)} == {CallKind.DOUBLE}
    assert offered(tricks(table, "7C")) == ()


def test_where_all_pass_nobody_calls_a_card() -> None:
    table = passed(table_of("schafkopf"))
    assert table.deal is not None
    assert table.deal.choices == ()


def test_tricks_while_cards_are_drawn_are_not_told_by_their_number() -> None:
    table = talked(table_of("german_whist", 2), "A shows trump 2C")
    taken, last = read_told("took A 14, B 12; last A")
    with pytest.raises(Refused):
        run(table, TellTricks(by="t", hand=1, taken=taken, last=last))


def test_a_corrected_bid_changes_the_trumps_that_follow_from_it() -> None:
    table = talked(table_of("ninety_nine", 3), "A bids 9, B bids 0, C bids 0")
    table = run(told(table, "A 9, B 0, C 0"), DealHand(by="t"))
    assert [deal.hand.order.trump.value for deal in table.deals if deal.hand.order.trump] == ["C"]
    table = corrected(table, 1, 2, "C bids 1")
    assert [deal.hand.order.trump.value for deal in table.deals if deal.hand.order.trump] == ["H"]


def test_chicago_is_over_after_four_deals_even_where_all_pass_in_the_last() -> None:
    table = table_of("bridge", form="chicago")
    for _ in range(4):
        table = passed(run(table, DealHand(by="t")) if table.is_hand_over else table)
    assert table.standing.needed == "level: Ama and Esi and Kofi and Yaw play another deal"
    table = table_of("bridge", form="chicago")
    table = told(talked(table, "A bids 1N, B passes, C passes, D passes"), "AC 7, BD 6")
    for _ in range(3):
        table = passed(run(table, DealHand(by="t")))
    assert table.standing.winner == 0


def test_another_rubber_begins_with_nobody_vulnerable() -> None:
    table = table_of("bridge")
    for _ in range(3):
        table = told(talked(run(table, DealHand(by="t")) if table.is_hand_over else table, "A bids 3N, D passes"), "AC 8, BD 5")
    assert points(table) == (0, 50)
    for _ in range(2):
        table = told(talked(run(table, DealHand(by="t")), "A bids 3N, D passes"), "AC 9, BD 4")
    assert table.standing.winner == 0
    from scoring.commands import PlayOn

    table = told(talked(run(table, PlayOn(by="t"), DealHand(by="t")), "A bids 3N, D passes"), "AC 8, BD 5")
    assert points(table) == (0, 50)


def test_a_side_wins_500_by_a_bid_that_is_made() -> None:
    table = standing(talked(table_of("five_hundred"), "A bids 6S"), 580, 0)
    assert told(table, "AC 5, BD 5").standing.winner is None
    assert told(table, "AC 6, BD 4").standing.winner == 0


def test_partners_who_are_level_win_four_hundred_together() -> None:
    table = standing(talked(table_of("four_hundred"), "D bids 2, C bids 3, B bids 3, A bids 3"), 41, 19, 41, 20)
    assert told(table, "A 3, B 3, C 3, D 4").standing.winner == 0
    table = standing(talked(table_of("four_hundred"), "D bids 3, C bids 3, B bids 3, A bids 3"), 41, 41, 41, 41)
    assert told(table, "A 3, B 3, C 3, D 4").standing.winner is None


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("danish_whist", "B bids 7sans, C passes, D passes, A passes, B calls AC"),
        ("bid_whist", "B bids 3no, C passes, D passes, A passes, B chooses uptown"),
    ],
)
def test_a_joker_that_wins_nothing_wins_nothing_when_it_is_led(game: str, said: str) -> None:
    table = tricks(talked(table_of(game), said), "BJ 7H 9H AH")
    assert table.hand is not None
    assert table.hand.turn is Seat.A
    assert table.hand.tricks[0].led is not None


def test_whoever_is_not_out_may_bid_where_nobody_waits_for_a_turn() -> None:
    table = table_of("skat", 3)
    assert {call.seat for call in offered(table)} == {Seat.A, Seat.B, Seat.C}
    table = talked(table, "C bids 18, B passes")
    assert {call.seat for call in offered(table)} == {Seat.A, Seat.C}


def test_what_is_said_openly_is_offered_before_bids_are_told() -> None:
    assert "revelation" in [call.word for call in offered(table_of("ninety_nine", 3))]


def test_only_the_others_whist() -> None:
    table = talked(table_of("preferans", 3), "B bids 6S, C passes, A passes")
    assert {call.seat for call in offered(table)} == {Seat.A, Seat.C}
    with pytest.raises(BadCall, match="only who plays against the contract announces that"):
        talked(table, "B announces whist")


def test_no_ace_of_trumps_is_called() -> None:
    table = talked(table_of("danish_whist"), "B bids 8, C passes, D passes, A passes, B chooses S")
    assert [str(call.cards[0]) for call in offered(table)] == ["AC", "AD", "AH"]
    with pytest.raises(BadCall, match="this card cannot be called here: expected one of AC AD AH"):
        talked(table, "B calls AS")


def test_the_partner_makes_trumps_once_a_card_is_called() -> None:
    table = talked(table_of("danish_whist"), "B bids 8halve, C passes, D passes, A passes")
    assert table.game.awaits(table.agreed, table.hand) == "the partner's card"  # type: ignore[arg-type]  # a hand is played
    with pytest.raises(BadCall, match="a card is called first"):
        talked(table, "C chooses H")
    table = talked(table, "B calls AH")
    assert {(call.seat, call.suit and call.suit.value) for call in offered(table)} == {(s, t) for s in (0, 2, 3) for t in "CDS"}
    with pytest.raises(BadCall, match="it is for the partner to say that"):
        talked(table, "B chooses C")


def test_no_card_is_turned_up_once_cards_lie_there() -> None:
    table = talked(table_of("all_fours", 2), "A shows trump 9H")
    assert table.deal is not None
    assert can_turn(table.deal)
    table = run(table, PlayCard(by="t", card=read_call("A shows trump 9C").cards[0]))
    assert table.deal is not None
    assert not can_turn(table.deal)


def test_a_kitty_is_no_place_for_shown_cards_to_stay() -> None:
    table = talked(table_of("euchre"), "A shows trump JH, B passes, C passes, D passes, A bids H")
    assert offences(tricks(table, "9H TH QH JH")) == []


def test_said_twice_in_a_side_counts_once() -> None:
    rules = house(tables="[announce]\nwords = ['hop']", score="[[score]]\npoints = '100 * hop'\nreason = 'hop'").replace(
        "players = [4, 4]", "players = [4, 4]\npartners = true"
    )
    table = talked(
        table_of("house", 4, rules=rules), "B bids pick, C passes, D passes, A passes, B announces hop, D announces hop"
    )
    assert points(told(table, "AC 0, BD 5")) == (0, 105)


def test_who_could_only_have_played_a_free_card_is_not_accused() -> None:
    rules = house(tables="[declare]\ntrump = 'CDHS'\n[duties]\ntrump = true\nfree = ['AS']")
    table = talked(table_of("house", 4, rules=rules), "B bids pick, C passes, D passes, A passes, B chooses S")
    assert offences(tricks(table, "KH 7C 8H 9H", "AH AS 7H TH")) == []
    assert offences(tricks(table, "KH 7C 8H 9H", "AH KS 7H TH")) == ["failed_to_trump C 1 KS"]


def test_the_dealer_leads_where_the_rules_say_so() -> None:
    table = table_of("house", 4, rules=house(top="leads = 'dealer'"))
    assert table.hand is not None
    assert table.hand.turn is Seat.A


def test_a_session_with_a_double_reads_back_the_same() -> None:
    from scoring.commands import StartSession
    from scoring.decide import decide
    from scoring.table import Table as Blank
    from tests.conftest import NOON

    table = played(talked(table_of("schafkopf"), RUFSPIEL), "B 7S 8S AS TS")
    (start,) = decide(Blank(), StartSession(by="t", game="schafkopf", players=table.agreed.players), NOON)
    from scoring import fold

    again = fold(item.event for item in read_text(write_text(table, start), "s"))  # type: ignore[arg-type]  # the start
    assert again.hand is not None
    assert again.hand.settled.times == 2


def test_who_laid_a_joker_on_a_joker_before_a_suit_was_led_has_not_revoked() -> None:
    table = talked(table_of("bid_whist"), "B bids 3no, C passes, D passes, A passes, B chooses uptown")
    assert offences(tricks(table, "BJ LJ JH 6H", "5C 8C 4C TC", "9H TH 2H 3H")) == []
    assert offences(tricks(table, "BJ JH LJ 6H", "5C 9H 8C 4C")) == ["revoke D 1 9H"]


def test_a_partner_whose_card_nobody_saw_is_asked_for() -> None:
    table = talked(table_of("danish_whist"), "B bids 8, C passes, D passes, A passes, B chooses S, B calls AH")
    table = told(table, "A 2, B 5, C 2, D 4")
    assert table.hand is not None
    assert table.game.awaits(table.agreed, table.hand) == "who the partner was"
    assert points(table) is None
    assert {call.kind for call in offered(table)} == {CallKind.PARTNER}
    assert points(talked(table, "D is the partner")) == (-2, 2, -2, 2)
    assert points(talked(table, "B is the partner")) == (2, -6, 2, 2)


def test_a_partner_whose_card_was_played_is_asked_for_by_nobody() -> None:
    table = talked(table_of("danish_whist"), "B bids 8, C passes, D passes, A passes, B chooses S, B calls AH")
    table = told(played(table, "B 7H AH 2H 3H"), "A 2, B 5, C 1, D 4")
    assert points(table) == (2, -2, -2, 2)


def test_the_other_partners_win_four_hundred_together_as_well() -> None:
    table = standing(talked(table_of("four_hundred"), "D bids 3, C bids 3, B bids 3, A bids 3"), 19, 41, 20, 41)
    assert told(table, "A 3, B 3, C 3, D 4").standing.winner == 1


def test_every_seat_that_has_not_said_a_number_is_offered_all_of_them() -> None:
    table = talked(table_of("oh_hell", 3), "A shows trump 2H, B bids 2")
    assert {call.seat for call in offered(table)} == {Seat.A, Seat.C}
    table = talked(table, "C bids 2")
    assert [call.number for call in offered(table)] == [0, 1, 2, 4, 5, 6, 7]


def test_the_card_turned_up_is_bid_on_in_the_first_round_and_any_other_suit_later() -> None:
    table = talked(table_of("euchre"), "A shows trump JH")
    assert table.hand is not None
    assert table.hand.order.trump is None
    assert {call.suit for call in offered(table) if call.kind is CallKind.BID} == {Suit.HEARTS}
    table = talked(table, "B passes, C passes, D passes, A passes")
    assert {call.suit for call in offered(table) if call.kind is CallKind.BID} == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    table = talked(table, "B bids S")
    assert table.hand is not None
    assert table.hand.order.trump is Suit.SPADES


def test_nothing_is_announced_once_a_card_lies_there() -> None:
    table = talked(table_of("skat", 3), "B bids 18, C passes, A passes, B chooses H")
    assert {call.kind for call in offered(table)} == {CallKind.ANNOUNCE}
    assert offered(tricks(table, "AS")) == ()


def test_a_bid_of_a_suit_is_no_number_of_tricks() -> None:
    assert bids(talked(table_of("bridge"), "A bids 1C")) == {}
    with pytest.raises(BadCall, match="a bid of 2H is out of range: expected 0 to 7"):
        talked(table_of("oh_hell", 3), "A shows trump 2H, B bids 2H")


def test_melds_are_offered_and_nobody_waited_for_until_a_card_of_the_second_trick_lies_there() -> None:
    table = talked(table_of("pinochle"), "B bids 250, C passes, D passes, A passes, B chooses H")
    shown = tricks(table, "AH KH QH JH")
    for current in (table, shown):
        assert current.deal is not None
        assert speaker(current.deal) is None
        assert {call.kind for call in offered(current)} == {CallKind.MELD}
    assert offered(tricks(shown, "AC")) == ()


@pytest.mark.parametrize("words", ["B chooses wenz", "B chooses N"])
def test_what_the_game_does_not_know_is_not_chosen(words: str) -> None:
    table = talked(table_of("skat", 3), "B bids 18, C passes, A passes")
    with pytest.raises(BadCall, match="this cannot be trumps here"):
        talked(table, words)


def test_cards_go_round_and_round_to_whom_the_rules_say_and_a_void_hand_does_not_count() -> None:
    rules, said = house(tables='[passing]\ncards = 2\nto = ["right", "none", "across"]', auction="first_takes = true"), []
    table = run(table_of("house", rules=rules), VoidHand(by="t", reason="misdeal"))
    for _ in range(4):
        said.append(table_view(table)["passing"])
        table = talked(run(table, DealHand(by="t")), f"{Seat((int(table.next_dealer or 0) + 1) % 4)} bids sol")
        assert table_view(table)["passing"] == ""
        table = told(table, "A 5, B 0, C 0, D 0")
    assert said == ["2 cards to the right", "", "2 cards to the player opposite", "2 cards to the right"]
    hearts = table_of("hearts")
    assert table_view(hearts)["passing"] == "3 cards to the left"
    assert table_view(talked(hearts, "C leads"))["passing"] == table_view(tricks(hearts, "2C"))["passing"] == ""
    with pytest.raises(BadCall):
        talked(hearts, "C passes on 3")


def told_of(table: Table) -> list[str]:
    return [one["sentence"] for one in table_view(table)["offences"]]


def test_a_first_lead_is_held_against_the_card_that_is_led_first() -> None:
    begun = talked(table_of("hearts"), "A leads")
    assert offences(tricks(begun, "5C 2C 4C 3C")) == ["wrong_first_lead A 1 2C"]
    assert told_of(tricks(begun, "5C 2C 4C 3C")) == ["Ama led 5C, and Kofi had 2C (trick 1), which is led first."]
    assert offences(tricks(begun, "5C 7C 4C 3C")) == []
    late = tricks(begun, "5C 7C 4C 3C", "AD 2D 3D 2C")
    assert told_of(late) == ["Ama led 5C and had 2C (trick 2), which is led first."]
    assert offences(tricks(begun, "2C 7C 4C 3C")) == []
    assert offences(tricks(table_of("hearts"), "5C 2C 4C 3C")) == []  # nobody has said who led


@pytest.mark.parametrize(
    ("laid", "found"),
    [
        (("7S 8S AS TS", "7C 8C 9C TC", "AC KC 7D 8D"), ["kept_called_card C 2 AC"]),  # D led the suit, and C kept the ace
        (("7S 8S AS TS", "7C 8C 9C AC"), []),
        (("7S AS KS TS", "7C KC 7D TC", "9C 8C 8D 9D", "TD AC AD KD"), []),  # C led from under it, and is free
        (("7S 8S AS TS", "7C 8C 9C 7D", "8D AC 9D TD"), ["revoke C 2 AC"]),
        (("7S 8S AS TS", "8D AD TD 9D", "7C AC 9C 8C"), ["false_call B 0 AC"]),
    ],
)
def test_a_called_ace_comes_when_its_suit_is_led_by_another(laid: tuple[str, ...], found: list[str]) -> None:
    table = tricks(talked(table_of("schafkopf"), RUFSPIEL), *laid)
    assert offences(table) == found


def test_whoever_plays_the_first_suit_after_a_joker_has_led_it() -> None:
    begun = talked(table_of("danish_whist"), "B bids 8, C passes, D passes, A passes, B chooses S, B calls AH")
    assert offences(tricks(begun, "LJ KH 2H 3H", "AH 4H 5H 6H")) == []
    assert offences(tricks(begun, "LJ 2H KH 3H", "AH 4H 5H 6H")) == ["kept_called_card D 1 AH"]


def test_who_calls_an_ace_has_another_card_of_its_suit() -> None:
    first = ("QC 7H 8H 9H", "QS TH KH AH", "QH JH JD 7D", "QD 8D 9D TD")
    begun = tricks(talked(table_of("schafkopf"), RUFSPIEL.removesuffix(", D doubles")), *first)
    assert offences(tricks(begun, "JC AD KD 8S", "JS 9S TS KS", "AS 7S 7C 8C", "9C AC TC KC")) == []
    false = tricks(begun, "JC AD KD 9C", "JS 9S TS KS", "AS 7S 7C 8C", "8S AC TC KC")
    assert told_of(false) == ["Kofi called AC and had no other card of its suit: the last was 8S in trick 8."]


def test_who_has_more_points_bids_more() -> None:
    table = standing(table_of("four_hundred"), 29, 30, 40, 55)
    least = {seat: min(call.number or 0 for call in offered(table) if call.seat is seat) for seat in table.agreed.seats}
    assert least == {Seat.A: 2, Seat.B: 3, Seat.C: 4, Seat.D: 4}
    with pytest.raises(BadCall, match="Esi has too many points for a bid of 3: expected 4 or more"):
        talked(table, "C bids 3")


def test_schneider_is_announced_after_hand_and_one_player_declares() -> None:
    table = talked(table_of("skat", 3), "B bids 18, C passes, A passes, B chooses S")
    assert [call.word for call in offered(table)] == ["hand", "ouvert"]
    with pytest.raises(BadCall, match="Kofi has announced hand already"):
        talked(table, "B announces hand, B announces hand")
    with pytest.raises(BadCall, match="schneider is announced only after hand"):
        talked(table, "B announces schneider")
    assert offered(talked(table, "B announces hand, B announces schneider"))[0].word == "schwarz"
    with pytest.raises(BadCall, match="only one player announces something"):
        talked(table_of("ninety_nine", 3), "A announces declaration, B announces revelation")


def words(table: Table, seat: Seat) -> list[str | None]:
    return [call.word for call in offered(table) if call.seat is seat and call.kind is CallKind.BID]


def test_who_must_bid_last_has_bids_of_their_own() -> None:
    table = table_of("tarok")
    assert words(table, Seat.C)[0] == "two"
    with pytest.raises(BadCall, match="klop is for who must bid once all others have passed"):
        talked(table, "C bids klop")
    table = talked(table, "C passes, D passes, A passes")
    assert words(table, Seat.B)[:3] == ["klop", "three", "two"]
    with pytest.raises(BadCall, match="everybody has passed: Kofi must bid"):
        talked(table, "B passes")
    assert "klop" not in words(talked(table_of("tarok"), "C bids two, D passes, A passes"), Seat.B)


def test_the_bidder_goes_higher_until_a_card_is_called() -> None:
    table = talked(table_of("tarok"), "C bids two, D passes, A passes, B passes")
    assert words(table, Seat.C)[0] == "one"
    with pytest.raises(BadCall, match="the auction is over"):
        talked(table, "B bids one")
    assert words(talked(table, "C bids one"), Seat.C)[0] == "solo_three"
    table = talked(table, "C calls KH")
    assert words(table, Seat.C) == []
    with pytest.raises(BadCall, match="the auction is over"):
        talked(table, "C bids one")


def test_the_pagat_takes_a_trick_with_mond_and_fool() -> None:
    table = talked(table_of("tarok"), "C passes, D passes, A passes, B bids three, B calls KH")
    assert [trick.winner for trick in tricks(table, "XXI BJ I II", "KH 4H 3H 2H").hand.tricks] == [Seat.D, Seat.D]  # type: ignore[union-attr]  # a hand
    assert tricks(table, "XXI BJ II III").hand.tricks[0].winner is Seat.C  # type: ignore[union-attr]  # a hand


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("C leaves XX", "it is for Kofi to name that"),
        ("B leaves XX XIX XVIII XVII", "expected 3 cards at most"),
        ("B leaves III", "III does not lie there any more"),
        ("B leaves XX, B leaves XX", "XX does not lie there any more"),
        ("B leaves nothing, B leaves XX", "nothing of the kitty is to be named now"),
        ("B gets XX", "nothing of the kitty is to be named now"),
    ],
)
def test_what_is_left_in_the_talon_is_what_nobody_played(said: str, words: str) -> None:
    table = tricks(talked(table_of("tarok"), "C passes, D passes, A passes, B bids three, B calls KH"), "III IV V VI")
    with pytest.raises(BadCall, match=words):
        talked(table, said)


def test_who_plays_without_the_talon_names_nothing_of_it() -> None:
    table = talked(table_of("tarok"), "C bids beggar, D passes, A passes, B passes")
    assert table.hand is not None
    assert table.hand.turn is Seat.C
    with pytest.raises(BadCall, match="nothing of the kitty"):
        talked(table, "C leaves XX")


def test_in_a_beggar_everybody_beats_who_can_and_in_a_solo_nobody_must() -> None:
    for word, found in (("beggar", ["failed_to_beat D 1 XVIII"]), ("solo_without", [])):
        table = talked(table_of("tarok"), f"C bids {word}, D passes, A passes, B passes")
        assert offences(tricks(table, "II I III IV", "VI VII XVIII XIX")) == found, word


def test_downtown_with_aces_bad_the_two_is_the_highest_and_the_ace_the_lowest() -> None:
    said = (
        "B bids 4down, C passes, D passes, A passes, B chooses S",
        "B bids 3no, C passes, D passes, A passes, B chooses downtown",
    )
    for is_bad, takers in ((False, "CC"), (True, "BB")):
        begun = [talked(table_of("bid_whist", aces_bad=is_bad), words) for words in said]
        laid = [tricks(table, "2H AH 3H KH") for table in begun]
        assert "".join(str(table.hand.tricks[0].winner) for table in laid if table.hand) == takers


def test_what_a_declarer_and_who_leads_may_say_is_offered_until_it_is_said_or_a_card_lies_there() -> None:
    asked = talked(table_of("bid_whist"), "B bids 3no, C passes, D passes, A passes")
    assert asked.deal is not None
    assert asked.game.awaits(asked.agreed, asked.deal.hand) == "trumps"
    ordered = talked(table_of("euchre"), "B bids H")
    assert [(call.kind, call.seat) for call in offered(ordered)] == [(CallKind.ALONE, Seat.B)]
    assert offered(talked(ordered, "B plays alone")) == ()
    assert offered(tricks(ordered, "9C")) == ()
    begun = table_of("hearts")
    said = talked(begun, "C leads")
    for table, words in ((begun, "who holds 2C"), (said, ""), (tricks(said, "2C"), "")):
        assert table.hand is not None
        assert table.game.awaits(table.agreed, table.hand) == words
        assert {call.kind for call in offered(table)} == ({CallKind.LEADS} if words else set())


def test_a_double_ends_the_bids_and_leaves_the_redouble() -> None:
    bid = talked(table_of("coinche"), "B bids 80H")
    assert {call.kind for call in offered(bid)} == {CallKind.PASS, CallKind.BID, CallKind.DOUBLE}
    doubled = talked(bid, "C doubles")
    assert {(call.kind, call.seat) for call in offered(doubled)} == {(CallKind.PASS, Seat.B), (CallKind.REDOUBLE, Seat.B)}


def test_everybody_but_the_declarer_may_double_and_who_did_not_may_redouble() -> None:
    table = talked(table_of("schafkopf"), RUFSPIEL.removesuffix(", D doubles"))
    assert [(call.kind, call.seat) for call in offered(table)] == [(CallKind.DOUBLE, seat) for seat in (Seat.C, Seat.D, Seat.A)]
    table = talked(table, "D doubles")
    assert [(call.kind, call.seat) for call in offered(table)] == [(CallKind.REDOUBLE, seat) for seat in (Seat.B, Seat.C, Seat.A)]
    assert offered(talked(table, "B redoubles")) == ()


def claimed(table: Table, *seats: Seat) -> Table:
    """Tricks that nobody saw the cards of, each taken by one of the seats."""
    for number, seat in enumerate(seats, start=1):
        table = run(table, ClaimTrick(by="t", hand=1, trick=number, seat=seat))
    return table


def test_cards_that_come_with_the_tricks_of_klop_are_told_by_who_took_these() -> None:
    table = claimed(talked(table_of("tarok"), "C passes, D passes, A passes, B bids klop"), Seat.D, Seat.A, *[Seat.B] * 10)
    for number, seat, code in ((1, Seat.D, "XX"), (2, Seat.A, "XIX"), (3, Seat.B, "XVIII")):
        assert table.hand is not None
        assert table.game.awaits(table.agreed, table.hand) == f"which card came with trick {number}"
        found = offered(table)
        assert {(call.kind, call.seat, call.word) for call in found} == {(CallKind.GETS, seat, None)}
        assert len(found) == 54 - (number - 1)
        table = talked(table, f"{seat} gets {code}")


def test_what_the_declarer_left_in_the_talon_may_be_nothing_until_a_card_is_named() -> None:
    table = talked(table_of("tarok"), "C passes, D passes, A passes, B bids three, B calls KH")
    assert offered(table) == ()
    table = talked(claimed(table, *[Seat.B] * 12), "D is the partner")
    assert table.hand is not None
    assert table.game.awaits(table.agreed, table.hand) == "which cards were left in the kitty"
    found = [call for call in offered(table) if call.kind is CallKind.LEAVES]
    assert (len(found), found[-1].word) == (55, "nothing")
    table = talked(table, "B leaves XX")
    found = [call for call in offered(table) if call.kind is CallKind.LEAVES]
    assert (len(found), {call.word for call in found}) == (53, {None})


def test_where_all_pass_the_line_says_so_and_who_deals() -> None:
    for game, words in (("tarneeb", "everybody passed: Ama deals again"), ("bridge", "everybody passed: Kofi deals next")):
        result = passed(table_of(game)).results[-1]
        assert result is not None
        assert [(line.label, line.points, line.reason) for line in result.lines] == [
            ("void" if "again" in words else "passed", 0, words)
        ]
