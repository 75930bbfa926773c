"""Hands that nobody saw: what must be told of them, what they come to, and how the log keeps them."""

from dataclasses import replace
from itertools import takewhile
from typing import Any

import pytest
from hypothesis import given

from scoring import Call, CallKind, Card, Rank, Seat, Table, fold
from scoring.commands import (
    ClaimTrick,
    CorrectCall,
    CorrectCard,
    MakeCall,
    OpenDispute,
    PlayCard,
    Redo,
    TellTricks,
    Undo,
    VoidHand,
    WithdrawCard,
)
from scoring.decide import decide
from scoring.errors import BadCall, CardTwice, NoSuchCard, NoSuchSeat, Refused, ScoringError, Unreadable
from scoring.events import SessionStarted, TricksTold
from scoring.ledger.codec import decode, encode
from scoring.ledger.phrases import read_told
from scoring.ledger.text import write_text
from scoring.ledger.text_reader import read_text
from scoring.projections import hand_view, table_view
from scoring.told import Asked, Count, Taker, is_possible
from tests.conftest import NOON, run
from tests.property.test_games import PLAYERS, SEEDS, TRICK_GAMES, Log, evening
from tests.tables import bid, points, table_of, tricks
from tests.unit.test_house_games import DOCS

A, B, C, D = Seat.A, Seat.B, Seat.C, Seat.D


def told(last: str, taken: tuple[int, ...] = (), hand: int = 1) -> TellTricks:
    """`B 7H`, or several of them with commas, the very last one last; `taken` from seat A on."""
    takers = [item.split() for item in last.split(",")]
    return TellTricks(
        by="Esi",
        hand=hand,
        taken=tuple(Count((seat,), count) for seat, count in zip(Seat, taken, strict=False)),
        last=tuple(Taker(Seat.parse(seat), *map(Card.parse, card)) for seat, *card in takers),
    )


def spades(*bids: int) -> Table:
    return bid(table_of("spades"), *(bids or (4, 3, 2, 3)))


def asked(table: Table) -> Asked | None:
    assert table.hand is not None
    return table.game.asks(table.agreed, table.hand)


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("agram", {}, Asked()),
        ("spar", {}, Asked(card=True)),
        ("spar", {"double_six": True}, Asked(card=True, before=((Rank.SIX, Rank.SEVEN),))),
        ("sipa", {}, Asked(card=True, before=((Rank.SEVEN,), (Rank.SEVEN,)))),
        ("fapfap", {}, Asked(card=True, before=((Rank.THREE,), (Rank.THREE,)))),
        ("spades", {}, Asked(((A,), (C,), (B,), (D,)))),
        ("stovkahra", {}, None),
        ("roque", {}, None),
        ("suipe", {}, None),
    ],
)
def test_a_game_asks_for_what_its_score_looks_at(game: str, options: dict[str, Any], expected: Asked | None) -> None:
    assert asked(table_of(game, 2 if game == "suipe" else 4, **options)) == expected


@pytest.mark.parametrize(("name", "counted"), [("our_hell", ((A,), (B,), (C,), (D,))), ("short_whist", ((A, C), (B, D)))])
def test_house_games_with_tricks_and_bids_are_counted(name: str, counted: tuple[tuple[Seat, ...], ...]) -> None:
    assert asked(table_of(name, rules=(DOCS / f"{name}.toml").read_text())) == Asked(counted)


def test_partners_of_spades_are_counted_together_unless_one_bid_nil() -> None:
    assert asked(spades(4, 3, 2, 3)) == Asked(((A, C), (B, D)))
    assert asked(spades(4, 0, 2, 3)) == Asked(((A, C), (B,), (D,)))
    both = run(spades(), TellTricks(by="t", hand=1, taken=(Count((A, C), 7), Count((B, D), 6)), last=(Taker(C),)))
    assert points(both) == (61, 60)
    assert table_view(both)["hand"]["taken"] == [None] * 4
    assert table_view(both)["hand"]["told"]["taken"] == [
        {"players": "Ama and Esi", "tricks": 7},
        {"players": "Kofi and Yaw", "tricks": 6},
    ]
    with pytest.raises(BadCall, match="the tricks of Ama and Esi were told together: take that back before a bid of nil"):
        run(both, CorrectCall(by="t", hand=1, index=0, call=Call(CallKind.BID, A, number=0)))
    with pytest.raises(Unreadable, match="say how many tricks Kofi and Yaw took, each alone"):
        run(spades(4, 0, 2, 3), TellTricks(by="t", hand=1, taken=(Count((A, C), 7), Count((B, D), 6)), last=(Taker(C),)))


def test_a_house_game_whose_every_trick_depends_on_its_card_cannot_be_told() -> None:
    rules = 'name = "sevens"\ntitle = "Sevens"\npack = "std52"\n[[score]]\ntrick = "each"\nwon_with = ["7"]\npoints = 1\n'
    table = table_of("sevens", rules=rules)
    assert asked(table) is None
    with pytest.raises(Refused, match="in sevens the cards themselves count: lay them or type them"):
        run(table, told("A 7H"))


@pytest.mark.parametrize("game", TRICK_GAMES)
@given(seed=SEEDS)
def test_a_hand_that_is_told_comes_to_what_its_cards_came_to(game: str, seed: int) -> None:
    played = evening(game, seed)
    wanted = asked(played.table)
    if wanted is None:
        return
    winners = [trick.winner for trick in played.hand.tricks]
    own = list(takewhile(lambda trick: trick.winner is winners[-1], reversed(played.hand.tricks)))[: 1 + len(wanted.before)]
    last = tuple(Taker(trick.winner, trick.winning_card) for trick in reversed(own) if trick.winner is not None)
    taken = tuple(Count(seats, sum(map(winners.count, seats))) for seats in wanted.counted)
    log = Log(game, PLAYERS.get(game, 4))
    for call in played.hand.calls:
        log.do(MakeCall(by="t", call=call))
    log.do(TellTricks(by="t", hand=1, taken=taken, last=last))
    assert log.table.standing == played.table.standing
    (result,), (seen,) = log.table.results, played.table.results
    assert result is not None
    assert seen is not None
    assert (result.points, result.settlement, result.next_dealer) == (seen.points, seen.settlement, seen.next_dealer)
    assert (result.winner, result.winning_card) == (seen.winner, seen.winning_card)
    assert log.table.deals[0].offences == ()
    assert read_text(write_text(log.table, log.events[0]), "s")[-1].event == replace(log.events[-1], by="record")  # type: ignore[arg-type]


def test_a_hand_of_spar_is_told_by_its_last_trick() -> None:
    table = run(table_of("spar", 3), told("B 6H"))
    assert points(table) == (0, 3, 0)
    assert (table.is_hand_over, table.next_dealer) == (True, B)
    result = table.results[0]
    assert result is not None
    assert (result.winner, str(result.winning_card), result.lines[0].reason) == (B, "6H", "last trick won with 6H")
    assert [trick.winner for trick in table.deals[0].hand.tricks] == [None] * 4 + [B]
    assert points(run(table_of("spar", 3), told("B"))) == (0, 1, 0), "a card that counts no more"
    again = run(table, told("C 7H"))
    assert again == table, "told twice it counts once"


def test_a_told_hand_begins_by_itself_and_the_next_one_after_it() -> None:
    table = run(table_of("spar", 3), told("B 6H"), told("C 7H", hand=2))
    assert (len(table.deals), table.standing.totals) == (2, (0, 3, 2))
    with pytest.raises(NoSuchCard, match="hand 5 cannot be told: hand 3 comes first"):
        run(table, told("C 7H", hand=5))


def test_double_six_is_told_by_two_tricks() -> None:
    table = run(table_of("spar", 3, double_six=True), told("B 7C, B 6H"))
    assert points(table) == (0, 5, 0)
    assert points(run(table_of("spar", 3, double_six=True), told("B 6H"))) == (0, 3, 0)


def test_tricks_of_spades_are_counted_and_nobody_says_which_they_were() -> None:
    table = run(spades(), told("A", (5, 3, 2, 3)))
    assert points(table) == (61, 60)
    view = hand_view(table, 1)
    hand = view["hand"]
    assert (hand["taken"], hand["told"]["first"]) == ([5, 3, 2, 3], 1)
    assert [(t["is_counted"], t["winner"]) for t in hand["tricks"]] == [(True, None)] * 12 + [(False, 0)]
    assert [line["tricks"] for line in view["sheet"]] == [[13], [], []]
    assert view["result"]["winner_name"] == "Ama"


def test_bids_may_be_told_after_the_tricks() -> None:
    table = run(table_of("spades"), told("A", (5, 3, 2, 3)))
    assert points(table) is None
    assert points(bid(table, 4, 3, 2, 3)) == (61, 60)


def test_what_was_seen_stays_and_only_the_rest_is_told() -> None:
    table = tricks(spades(), "AH 2H 3H 4H", "5D AD")
    with pytest.raises(Unreadable, match="12 tricks were played, and these are 13: count again"):
        run(table, told("A", (5, 3, 2, 3)))
    table = run(table, told("A", (5, 3, 1, 3)))
    assert table_view(table)["hand"]["taken"] == [5, 4, 1, 3]
    assert table_view(table)["hand"]["told"]["first"] == 2
    assert [len(trick.plays) for trick in table.deals[0].hand.tricks] == [4, 2] + [0] * 11


def test_a_hand_that_nobody_saw_needs_no_trumps() -> None:
    whist = (DOCS / "short_whist.toml").read_text()
    table = run(table_of("short_whist", rules=whist), told("B", (3, 5, 2, 3)))
    assert points(table) == (0, 2)
    seen = run(tricks(table_of("short_whist", rules=whist), "AH 2H 3H 4H"), told("B", (3, 4, 2, 3)))
    assert points(seen) is None
    assert table_view(seen)["hand"]["awaits"] == "the card that makes trumps"


def test_what_was_told_is_taken_back_whole() -> None:
    table = tricks(spades(), "AH 2H 3H 4H")
    after = run(table, told("A", (5, 3, 1, 3)))
    for back in (run(after, Undo(by="t")), run(after, WithdrawCard(by="t"))):
        assert back.hand == replace(table.hand, moments=back.hand.moments)  # type: ignore[type-var,union-attr]  # a hand is there
    assert points(run(after, Undo(by="t"), Redo(by="t"))) == points(after)
    open_trick = tricks(table, "5D AD")
    back = run(run(open_trick, told("A", (5, 3, 1, 3))), WithdrawCard(by="t"))
    assert back.hand is not None
    assert back.hand.laid == open_trick.hand.laid  # type: ignore[union-attr]  # so is it here


def test_a_told_hand_can_be_void_and_its_cards_cannot_be_corrected() -> None:
    table = run(table_of("spar", 3), told("B 6H"))
    assert points(run(table, VoidHand(by="t", reason="misdeal"))) == (0, 0, 0)
    with pytest.raises(NoSuchCard):
        run(table, CorrectCard(by="t", hand=1, trick=5, position=0, card=Card.parse("7H")))


@pytest.mark.parametrize(
    ("command", "error", "words"),
    [
        (told("A", (5, 3, 2, 2)), Unreadable, "13 tricks were played, and these are 12: count again"),
        (told("A", (0, 8, 2, 3)), Unreadable, "Ama took the last trick, so at least one"),
        (told("A"), Unreadable, "say how many tricks everybody took"),
        (told("E", (5, 3, 2, 3)), NoSuchSeat, "nobody plays at seat E"),
        (told("A", (5, 3, 2, 3, 0)), NoSuchSeat, "nobody plays at seat E"),
        (told("A", (15, -2, 0, 0)), Unreadable, "say how many tricks everybody took"),
        (told("A, A", (5, 3, 2, 3)), Unreadable, "say who took the last trick"),
        (replace(told("A", (5, 3, 2, 3)), last=()), Unreadable, "say who took the last trick"),
        (replace(told("A"), taken=(Count((A,), 6), Count((A,), 7))), Unreadable, "say how many tricks everybody took"),
    ],
)
def test_counts_that_cannot_be_are_refused(command: TellTricks, error: type[ScoringError], words: str) -> None:
    with pytest.raises(error, match=words):
        decide(spades(), command, NOON)


@pytest.mark.parametrize(
    ("command", "error", "words"),
    [
        (told("B, B 6H"), Unreadable, "say with which cards the tricks before it were taken"),
        (told("B AS"), NoSuchCard, "AS is not in the pack"),
        (told("B AH"), CardTwice, "AH has been played already"),
        (told("B 6H", (1, 1, 1)), Unreadable, "tricks are not counted in this game"),
        (told("B 6H, B 6H"), CardTwice, "6H has been played already"),
    ],
)
def test_a_last_trick_that_cannot_be_is_refused(command: TellTricks, error: type[ScoringError], words: str) -> None:
    table = tricks(table_of("spar", 3, double_six=True), "AH 7H 8H")
    with pytest.raises(error, match=words):
        decide(table, command, NOON)


A_TRICK, TWO = Count((Seat.A, Seat.C), 1), Count((Seat.B, Seat.D), 2)


@pytest.mark.parametrize(
    ("taken", "last", "is_so"),
    [
        ((), (Seat.A, Seat.B, Seat.A), True),
        ((), (Seat.A, Seat.B, Seat.A, Seat.B), False),
        ((A_TRICK, TWO), (Seat.C,), True),
        ((A_TRICK, TWO), (Seat.C, Seat.A), False),  # two tricks of a side that took one
        ((A_TRICK, TWO, A_TRICK), (), False),
        ((TWO, Count((Seat.D,), 1)), (), False),  # one seat counted twice
        ((Count((Seat.A,), 3),), (Seat.B,), False),  # who took it was not counted
        ((A_TRICK,), (), False),
    ],
)
def test_three_tricks_can_have_gone_so_or_not(taken: tuple[Count, ...], last: tuple[Seat, ...], is_so: bool) -> None:
    assert is_possible(taken, tuple(Taker(seat) for seat in last), 3) is is_so


def test_a_trick_that_lies_there_or_is_disputed_comes_first() -> None:
    table = table_of("spar", 3)
    for card in ("AH", "7H", "8H"):
        table = run(table, PlayCard(by="t", card=Card.parse(card)))
    with pytest.raises(Refused, match="all cards of trick 1 lie there: confirm it first"):
        run(table, told("B 6C"))
    with pytest.raises(Refused, match="trick 1 is disputed: settle that first"):
        run(table, OpenDispute(by="t", hand=1, trick=1), told("B 6C"))


def test_a_log_that_tells_more_than_there_was_is_damaged() -> None:
    table = run(table_of("spar", 3), ClaimTrick(by="t", hand=1, trick=1, seat=B))
    for event in (
        TricksTold(at=NOON, by="t", hand=1, trick=1, last=(Taker(B),)),
        TricksTold(at=NOON, by="t", hand=1, trick=2, taken=(Count((B,), 5),), last=(Taker(B),)),
        TricksTold(at=NOON, by="t", hand=1, trick=2, last=(Taker(B),) * 5),
        TricksTold(at=NOON, by="t", hand=1, trick=2, taken=(Count((B,), -1),), last=(Taker(B),)),
        TricksTold(at=NOON, by="t", hand=1, trick=2, taken=(Count((B,), 1),), last=(Taker(C),)),
    ):
        with pytest.raises(NoSuchCard, match="hand 1 has 4 tricks to tell"):
            fold([event], table)


def test_what_was_told_is_written_as_json_and_as_text() -> None:
    taken = (Count((A,), 5), Count((B, C), 7))
    event = TricksTold(at=NOON, by="Esi", hand=1, trick=2, taken=taken, last=(Taker(A, Card.parse("7H")),))
    assert decode(encode(event)) == event
    assert encode(event)["data"]["taken"] == [{"seats": ["A"], "tricks": 5}, {"seats": ["B", "C"], "tricks": 7}]
    start = SessionStarted(at=NOON, by="t", game="spades", players=("Ama", "Kofi", "Esi", "Yaw"))
    text = list(write_text(run(tricks(spades(), "AH 2H 3H 4H", "5D AD"), told("A", (5, 3, 1, 3))), start))
    assert "Told: took A 5, B 3, C 1, D 3; last A" in text
    assert "Trick 2 open: B 5D, C AD" in text
    again = fold([recorded.event for recorded in read_text(text, "s")])
    assert list(write_text(again, start)) == text


@pytest.mark.parametrize(
    "text", ["", "took A 4", "took A; last B", "last", "last B 7H;", "took A 4444; last A", "last B 17H", "x"]
)
def test_told_text_that_nobody_wrote_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_told(text)
