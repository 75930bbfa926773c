"""Corners of the table that are seldom reached: each is refused, does nothing twice, or is worth what the rules say."""

from dataclasses import replace

import pytest

from scoring import CallKind, Card, Seat, Table, decide
from scoring.commands import (
    AddMissedCard,
    ClaimTrick,
    CloseDispute,
    ConfirmTrick,
    CorrectCard,
    CorrectMove,
    CorrectSeat,
    DealHand,
    MakeMove,
    OpenDispute,
    PlayCard,
    RemoveCard,
    ShowCard,
    StartSession,
    TurnUpCard,
    VoidHand,
    WithdrawCard,
)
from scoring.duties import Duties
from scoring.errors import BadCall, BadSetup, NoHand, NoSuchCard, NoSuchSeat, Refused
from scoring.events import CardWithdrawn
from scoring.ledger.phrases import read_move
from scoring.proofs import offences_of, suspicions_of
from tests.conftest import NOON, run
from tests.tables import bid, call, laid_out, moves, offences, points, suspicions, table_of, tricks
from tests.unit.test_roque import bidding, four
from tests.unit.test_spades import all_spades
from tests.unit.test_stovkahra import EIGHT, hearts


def one_trick() -> Table:
    return tricks(table_of("spar", 2), "AH 7H")


def test_what_was_done_already_is_not_done_again() -> None:
    table = one_trick()
    place = {"hand": 1, "trick": 1, "position": 0}
    for command in (
        CorrectCard(by="t", card=Card.parse("AH"), **place),
        CorrectSeat(by="t", seat=None, **place),
        TurnUpCard(by="t", card=Card.parse("AH"), **place),
        ConfirmTrick(by="t", hand=1, trick=1),
        CloseDispute(by="t"),
    ):
        assert run(table, command) == table
    shown = run(table, ShowCard(by="t", card=Card.parse("6S")))
    assert run(shown, ShowCard(by="t", card=Card.parse("6S"))) == shown
    disputed = run(table, OpenDispute(by="t", hand=1, trick=1))
    assert run(disputed, OpenDispute(by="t", hand=1, trick=1)) == disputed
    assert run(disputed, CloseDispute(by="t")).disputed is None
    fresh = table_of("spar", 2)
    assert run(fresh, WithdrawCard(by="t")) == fresh
    laid = run(table, PlayCard(by="t", card=Card.parse("KH")))
    assert run(laid, RemoveCard(by="t", hand=1, trick=2, position=0, was=Card.parse("QH"))) == laid


def test_what_cannot_be_is_refused() -> None:
    table = one_trick()
    with pytest.raises(NoSuchSeat, match="nobody sits at D"):
        run(table, CorrectSeat(by="t", hand=1, trick=1, position=0, seat=Seat.D))
    with pytest.raises(Refused, match="a confirmed trick keeps its cards"):
        run(table, RemoveCard(by="t", hand=1, trick=1, position=0, was=Card.parse("AH")))
    for trick in (0, 2):
        with pytest.raises(NoSuchCard, match=f"trick {trick} of hand 1 has not been played"):
            run(table, OpenDispute(by="t", hand=1, trick=trick))
    with pytest.raises(Refused, match="trick 2 has no cards yet"):
        run(table, ConfirmTrick(by="t", hand=1, trick=2))
    full = run(table, PlayCard(by="t", card=Card.parse("KH")), PlayCard(by="t", card=Card.parse("8H")))
    disputed = run(full, OpenDispute(by="t", hand=1, trick=2))
    with pytest.raises(Refused, match="trick 2 is disputed"):
        run(disputed, ConfirmTrick(by="t", hand=1, trick=2))
    with pytest.raises(Refused, match="trick 3 has no cards yet"):
        run(full, ConfirmTrick(by="t", hand=1, trick=3))
    with pytest.raises(NoHand, match="lay the first card"):
        run(run(Table(), StartSession(by="t", game="spar", players=("A", "B"))), WithdrawCard(by="t"))
    with pytest.raises(NoHand, match="start a session first"):
        _ = Table().agreed


@pytest.mark.parametrize("game", ["spades", "stovkahra", "roque", "spar"])
def test_a_game_of_tricks_has_no_moves(game: str) -> None:
    with pytest.raises(BadCall, match="played in tricks: lay the card instead"):
        run(table_of(game), MakeMove(by="t", move=read_move("B AC trails")))


@pytest.mark.parametrize("game", ["spades", "stovkahra", "roque", "spar", "suipe"])
def test_a_void_hand_of_any_game_counts_nothing_and_the_same_dealer_deals(game: str) -> None:
    table = run(table_of(game), VoidHand(by="t", reason="misdeal"))
    assert not any(points(table) or (1,))
    assert (table.next_dealer, table.standing.hands) == (Seat.A, 0)
    result = table.results[-1]
    assert result is not None
    assert result.lines[0].reason == "the hand was declared void: Ama deals again"
    assert offences(table) == []
    assert suspicions(table) == []


def test_a_pack_that_is_too_small_is_refused() -> None:
    with pytest.raises(BadSetup, match="the pack fap31 is too small for 2 players"):
        table_of("spades", 2, pack="fap31", draw=True)
    assert table_of("spades", 2, pack="spar35").pack.size == 35


def test_two_at_the_target_and_level_play_another_hand() -> None:
    table = table_of("sipa", 2, target=4)
    hand = ("AC 8C", "AH 8H", "AD 8D", "KC 9C", "7S TC")
    table = tricks(table, *hand)
    table = tricks(run(table, DealHand(by="t", dealer=Seat.B)), *hand)
    assert (table.standing.totals, table.standing.winner) == ((2, 2), None)
    assert table.standing.needed == "first to 4: 2 to go"
    roque = tricks(bidding(four(target=45), 85, "-", "-", "-"), "4D KD 9D TD")
    assert roque.standing.winner is None


def test_levels_are_played_off() -> None:
    table = all_spades(bid(table_of("spades", fixed_hands=1, bags=False), 3, 4, 2, 9))
    assert table.standing.winner == 1
    nil = all_spades(bid(table_of("spades", double_nil="game"), 0, 4, 0, 4))
    assert (nil.standing.winner, nil.standing.needed) == (0, "Ama and Esi won")
    tied = all_spades(bid(table_of("spades", fixed_hands=1, bags=False, nil=8), 0, 13, 5, 0))
    assert tied.standing.totals == (-42, 138)


def test_who_has_played_shows_no_instant_win_and_strong_cards_are_not_traded() -> None:
    table = run(table_of("fapfap", 2, instant_wins=True), PlayCard(by="t", card=Card.parse("4H")))
    with pytest.raises(BadCall, match="Kofi has played"):
        call(table, CallKind.SHOW_HOLDING, Seat.B, cards="3S 3H 5C 5D 5S")
    with pytest.raises(BadCall, match="do not win at once"):
        call(table, CallKind.SHOW_HOLDING, Seat.A, cards="AS AH AC AD 5S")
    with pytest.raises(BadCall, match="a card above nine may not trade"):
        call(table_of("spar", 2, under_ten=True), CallKind.TRADE, Seat.B, cards="9H 8H 7H 6H TH")
    assert call(table_of("spar", 2, under_ten=True), CallKind.TRADE, Seat.B, cards="9H 8H 7H 6H 9S").hand is not None


def test_an_unknown_card_in_the_last_trick_leaves_the_hand_undecided() -> None:
    table = tricks(table_of("spar", 2), "AH 7H", "KH 8H", "QH 9H", "JH 6D")
    table = run(table, PlayCard(by="t", card=None), PlayCard(by="t", card=Card.parse("9D")))
    table = run(table, ConfirmTrick(by="t", hand=1, trick=5))
    assert points(table) is None
    assert points(run(table, CorrectCard(by="t", hand=1, trick=5, position=0, card=Card.parse("6C")))) == (0, 3)
    rules = 'name = "g"\npack = "std52"\nhand_size = 2\n[[score]]\ntrick = "each"\npoints = 1\n'
    each = run(table_of("g", 2, rules=rules), PlayCard(by="t", card=None), PlayCard(by="t", card=Card.parse("9D")))
    each = run(each, ConfirmTrick(by="t", hand=1, trick=1))
    each = run(each, PlayCard(by="t", card=Card.parse("AC"), seat=Seat.A), PlayCard(by="t", card=Card.parse("2C"), seat=Seat.B))
    assert points(run(each, ConfirmTrick(by="t", hand=1, trick=2))) is None
    only = 'name = "g"\npack = "std52"\nhand_size = 1\n[[score]]\nwon_with = ["A"]\npoints = 4\n'
    assert points(tricks(table_of("g", 2, rules=only), "KC 2C")) == (0, 0)


def test_a_stovkahra_hand_without_a_winner_of_a_trick_is_undecided() -> None:
    table = hearts()
    for line in EIGHT[:7]:
        table = tricks(table, line)
    last = run(table, *(PlayCard(by="t", card=card) for card in (None, *map(Card.parse, ("8S", "9D", "9C")))))
    assert points(run(last, ConfirmTrick(by="t", hand=1, trick=8))) is None


def test_with_nobody_capturing_the_cards_stay_where_they_are() -> None:
    from scoring.games.suipe.game import gathered
    from scoring.games.suipe.table import first_layout

    layout = first_layout((Card.parse("5H"),), ((Seat.A,), (Seat.B,)))
    assert gathered(layout) == layout


def test_more_cards_than_were_dealt_are_counted() -> None:
    table = table_of("spar", 2)
    for trick, cards in enumerate(("AH 7H", "KH 8H", "QH 9H"), start=1):
        for code in cards.split():
            table = run(table, PlayCard(by="t", card=Card.parse(code), seat=Seat.A))
        table = run(table, ConfirmTrick(by="t", hand=1, trick=trick))
    assert [found for found in offences(table) if found.startswith("too_many")] == ["too_many_cards A 3 -"]


def test_without_the_duty_to_follow_nothing_is_suspicious() -> None:
    table = tricks(table_of("spar", 2), "AH 7D", "KC 7H")
    assert table.hand is not None
    assert [o.kind.value for o in offences_of(table.hand, Duties(follow=False))] == []
    assert suspicions_of(table.hand, Duties(follow=False)) == ()
    unknown = replace(table.hand, laid=())
    assert offences_of(unknown) == ()


def test_an_unknown_card_hides_no_later_fault_of_the_pack() -> None:
    table = run(table_of("spar", 3), *(PlayCard(by="t", card=card) for card in (Card.parse("AH"), None, Card.parse("AH"))))
    assert offences(table) == ["duplicate_card A 1 -"]
    foreign = run(table_of("spar", 3), *(PlayCard(by="t", card=card) for card in (Card.parse("AH"), None, Card.parse("2H"))))
    assert offences(foreign) == ["card_not_in_pack A 1 -"]


def test_every_value_of_the_domain_is_frozen_and_events_name_their_fields() -> None:
    import importlib
    import inspect
    import pkgutil

    import scoring
    from scoring import commands, events

    names = [module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring.")]
    found = {
        member
        for name in names
        for member in vars(importlib.import_module(name)).values()
        if inspect.isclass(member) and member.__module__.startswith("scoring") and hasattr(member, "__dataclass_params__")
    }
    assert len(found) > 80
    assert [kind.__name__ for kind in found if not kind.__dataclass_params__.frozen] == []
    spoken = [kind for kind in found if issubclass(kind, commands.Command | events.Event)]
    assert [
        kind.__name__ for kind in spoken if not all(field.kw_only for field in vars(kind)["__dataclass_fields__"].values())
    ] == []


def test_only_whole_tricks_count_for_a_claim() -> None:
    part = tricks(hearts(), "8D AD KD")
    with pytest.raises(BadCall, match="scored none just now"):
        call(part, CallKind.DOST, Seat.A)
    whole = run(part, PlayCard(by="t", card=Card.parse("7H")))
    assert whole.hand is not None
    assert whole.hand.confirmed == 0
    result = call(whole, CallKind.DOST, Seat.A).results[-1]
    assert result is not None
    assert result.lines[-1].reason == "Ama said dost at 63, wrongly: 2 matchsticks"


def test_only_jeu_de_carte_is_played_in_front_of_oneself() -> None:
    from scoring.games import GAMES

    assert [name for name, game in GAMES.items() if game.plays_in_front] == ["jeu_de_carte"]
    assert [name for name, game in GAMES.items() if not game.has_tricks] == ["suipe"]


def test_indexes_below_zero_name_nothing() -> None:
    from scoring.calls import Call
    from scoring.commands import CorrectCall

    table = bid(table_of("spades"), 3, 4)
    for index in (-1, 2):
        with pytest.raises(NoSuchCard, match="no call number"):
            run(table, CorrectCall(by="t", hand=1, index=index, call=Call(CallKind.BID, Seat.A, number=5)))
    suipe = moves(laid_out(), "B 9C trails")
    for index in (-1, 1):
        with pytest.raises(NoSuchCard, match="no move number"):
            run(suipe, CorrectMove(by="t", hand=1, index=index, move=read_move("B 9C captures 9S")))


def test_cards_of_any_confirmed_trick_stay() -> None:
    table = tricks(one_trick(), "KH 8H")
    for trick in (1, 2):
        with pytest.raises(Refused, match="a confirmed trick keeps its cards"):
            run(table, RemoveCard(by="t", hand=1, trick=trick, position=0, was=Card.parse("AH")))


def test_five_cards_is_what_nobody_has_to_say() -> None:
    from scoring import Hand
    from scoring.packs import pack_named

    assert Hand.start(pack_named("spar35"), 3).hand_size == 5
    assert table_of("g", 2, rules='name = "g"\npack = "std52"\n[[score]]\npoints = 1\n').agreed.options.hand_size == 5
    assert table_of("suipe", 2, face_capture_max=3).agreed.options.face_capture_max == 3


def test_a_forfeited_hand_of_stovkahra_keeps_the_lines_of_the_innocent() -> None:
    table = tricks(hearts(revoke_penalty="forfeit_hand"), "AH 9H TH 8H", "KH 7H OH UH", "AC 7C 9C KC", "OC 8C TC UC")
    table = tricks(table, "AS 7S 8S 9S", "KS TS OS US", "AD 7D 8D 9D", "KD TD OD UD")
    assert offences(table) == []
    assert points(table) == (0, 78)
    result = table.results[-1]
    assert result is not None
    assert {line.label for line in result.lines} == {"cards", "bonus"}


def test_a_card_shown_before_the_build_does_not_excuse_it() -> None:
    table = moves(laid_out(hand_size=3), "B 8C trails", "A QC trails", "B 3C builds 8: 3C 5H", "A JC trails", "B 2C trails")
    assert offences(table) == ["illegal_build B 3 2C", "trail_with_own_build B 5 -"]


def test_a_declarer_of_the_first_side_scores_for_that_side() -> None:
    from tests.tables import NAMES
    from tests.unit.test_roque import HAND

    start = StartSession(by="t", game="roque", players=NAMES[:4], first_dealer=Seat.B)
    table = bidding(run(Table(), start, DealHand(by="t")), 100, "-", "-", "-")
    table = tricks(table, *HAND)
    assert points(table) == (120, 45)
    result = table.results[-1]
    assert result is not None
    assert [line.reason for line in result.lines] == ["bid 100, made 120 against 45", "made 45"]


@pytest.mark.parametrize("penalty", ["forfeit_hand", "void_hand", "pay"])
def test_the_sheet_adds_up_whatever_a_revoke_costs(penalty: str) -> None:
    """A revokes; B wins."""
    table = tricks(table_of("spar", 2, stake=10, revoke_penalty=penalty), "KD 8C", "AH 7H", "AC 7C", "QD 7D", "8D 9S")
    result = table.results[-1]
    assert result is not None
    assert sum(line.points for line in result.lines) == sum(result.points)
    assert sum(result.settlement) == 0
    assert [line.rule for line in result.lines if line.label == "revoke"] == (
        [] if penalty == "void_hand" else [f"revoke_penalty={penalty}"]
    )


def test_three_of_nothing_declared_is_worth_nothing() -> None:
    from scoring.calls import Call
    from scoring.games.stovkahra_score import worth

    assert [worth(Call(CallKind.DECLARE, Seat.A, number=number)) for number in (3, 4)] == [0, 0]


def test_a_game_without_turned_trumps_knows_none() -> None:
    with pytest.raises(BadCall, match="Spar knows no trump"):
        call(table_of("spar", 2), CallKind.TRUMP, cards="8H")
    with pytest.raises(BadCall, match="Spar knows no bid"):
        bid(table_of("spar", 2), 3)


def test_a_named_dealer_stays_whatever_the_hand_before_becomes() -> None:
    table = tricks(table_of("spar", 3), "AH 7H 8H", "KH QH 9H", "AD 7D 8D", "KD QD JD", "6C 8S 9S")
    table = run(table, DealHand(by="t", dealer=Seat.C))
    table = run(table, CorrectCard(by="t", hand=1, trick=5, position=1, card=Card.parse("7C")))
    assert table.hand is not None
    assert (table.hand.dealer, table.deals[0].result and table.deals[0].result.next_dealer) == (Seat.C, Seat.C)
    again = run(table, CorrectCard(by="t", hand=1, trick=5, position=1, card=Card.parse("8S")))
    assert again.hand is not None
    assert again.hand.dealer == Seat.C


def test_the_moments_of_a_hand_are_counted_one_by_one() -> None:
    table = tricks(table_of("sipa", 2), "KH x")
    assert table.hand is not None
    assert table.hand.moments == 2
    turned = run(table, TurnUpCard(by="t", hand=1, trick=1, position=1, card=Card.parse("8D")))
    assert turned.hand is not None
    assert (turned.hand.moments, turned.hand.tricks[0].plays[1].turned_up_at) == (3, 2)
    laid = run(turned, PlayCard(by="t", card=Card.parse("AC")))
    taken = run(laid, WithdrawCard(by="t"))
    assert laid.hand is not None
    assert taken.hand is not None
    assert (laid.hand.moments, taken.hand.moments) == (4, 5)
    claimed = run(taken, ClaimTrick(by="t", hand=1, trick=2, seat=Seat.A))
    added = run(claimed, AddMissedCard(by="t", hand=1, trick=3, position=0, card=Card.parse("9D")))
    assert claimed.hand is not None
    assert added.hand is not None
    assert (claimed.hand.moments, added.hand.moments) == (6, 7)
    assert added.hand.laid[2][0].moment == 6


def test_what_is_taken_away_is_that_card_and_no_other() -> None:
    table = tricks(table_of("spar", 4), "AH 7H 8H")
    (withdrawn,) = decide(table, WithdrawCard(by="t"), NOON)
    assert isinstance(withdrawn, CardWithdrawn)
    assert withdrawn.card == Card.parse("8H")
    first = run(table, RemoveCard(by="t", hand=1, trick=1, position=0, was=Card.parse("AH")))
    assert first.hand is not None
    assert [str(play.card) for play in first.hand.laid[0]] == ["7H", "8H"]


def test_a_corrected_turn_stands_in_no_trick() -> None:
    suipe = moves(laid_out(), "B 9C trails")
    again = run(suipe, CorrectMove(by="t", hand=1, index=0, move=read_move("B 9C captures 9S")))
    (note,) = again.corrections
    assert (note.trick, note.position, note.was, note.now) == (0, 0, "9C", "9C")


def test_nothing_is_played_for_unless_somebody_says_so() -> None:
    table = run(Table(), StartSession(by="t", game="spar", players=("Ama", "Kofi")))
    assert table.agreed.stake == 0
    assert table_of("roque", 4, min_bid=165).agreed.options.get("min_bid") == 165
