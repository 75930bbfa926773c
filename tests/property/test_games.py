"""Properties that hold for hands of every game, played at random."""

import random
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Call, CallKind, Card, Hand, Seat, Suit, Table, fold
from scoring.calls import Call as AnyCall
from scoring.commands import ConfirmTrick, CorrectCard, CorrectMove, DealHand, MakeCall, MakeMove, PlayCard, StartSession, Undo
from scoring.decide import decide
from scoring.events import Event
from scoring.games import stovkahra_score
from scoring.games.suipe import SUIPE
from scoring.games.suipe.options import settled_layout
from scoring.games.trick_game import TrickGame
from scoring.ledger import Recorded
from scoring.ledger.records import export_lines, import_lines
from scoring.ledger.text import write_text
from scoring.ledger.text_reader import read_text
from scoring.moves import Action, Move
from scoring.tricks import TrickOrder, best_before
from tests.conftest import NOON, run
from tests.tables import NAMES

SEEDS = st.integers(0, 2**32 - 1)
TRICK_GAMES = ("spar", "jeu_de_carte", "sipa", "agram", "sink_sink", "agram_mali", "fapfap", "spades", "stovkahra", "roque")
PLAYERS = {"spar": 3, "jeu_de_carte": 4, "sipa": 2, "agram": 5, "sink_sink": 7, "agram_mali": 6, "fapfap": 2}


@dataclass(frozen=True)
class Evening:
    """One hand: its log, and the cards each seat was dealt."""

    events: tuple[Event, ...]
    table: Table
    holdings: dict[Seat, tuple[Card, ...]]

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand


class Log:
    """A table with the events that led to it."""

    def __init__(self, game: str, players: int) -> None:
        self.table, self.events = Table(), list[Event]()
        self.do(StartSession(by="t", game=game, players=NAMES[:players], stake=2))
        self.do(DealHand(by="t"))

    def do(self, command: object) -> None:
        new = decide(self.table, command, NOON)  # type: ignore[arg-type]  # any command
        self.events += new
        self.table = fold(new, self.table)

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand


def say(log: Log, game: str, holdings: dict[Seat, list[Card]]) -> None:
    """What must be said before the first card."""
    hand, calls = log.hand, list[AnyCall]()
    if game == "spades":
        calls = [Call(CallKind.BID, seat, number=3) for seat in hand.seats]
    elif game == "stovkahra":
        calls = [Call(CallKind.TRUMP, hand.dealer, cards=(holdings[hand.dealer][-1],))]
    elif game == "roque":
        order = [hand.direction.after(hand.dealer, hand.seats, steps) for steps in range(1, 5)]
        calls = [Call(CallKind.BID, order[0], number=85), *(Call(CallKind.PASS, seat) for seat in order[1:])]
    for call in calls:
        log.do(MakeCall(by="t", call=call))


def legal(game: str, hand: Hand, holding: list[Card], is_broken: bool) -> list[Card]:
    """Cards that the duties of the game allow."""
    order, trick = hand.order_of_play, hand.open_trick
    if trick is None or not trick.plays:
        plain = [card for card in holding if not order.is_trump(card)]
        return plain or holding if game == "spades" and not is_broken else holding
    following = [card for card in holding if order.suit_of(card) is trick.led]
    if game != "stovkahra":
        return following or holding
    best = best_before(trick, len(trick.plays))
    assert best is not None
    return dutiful(order, following, holding, best)


def dutiful(order: TrickOrder, following: list[Card], holding: list[Card], best: Card) -> list[Card]:
    """Follow and beat, else trump and overtrump, else anything."""
    owed = following or [card for card in holding if order.is_trump(card)]
    return [card for card in owed if order.beats(card, best)] or owed or holding


def evening(game: str, seed: int) -> Evening:
    """A hand played legally at random."""
    chance = random.Random(seed)
    log = Log(game, PLAYERS.get(game, 4))
    size, cards = log.hand.hand_size, list(log.table.pack.cards)
    chance.shuffle(cards)
    holdings = {seat: cards[place * size : (place + 1) * size] for place, seat in enumerate(log.hand.seats)}
    dealt = {seat: tuple(held) for seat, held in holdings.items()}
    say(log, game, holdings)
    is_broken = False
    while not log.table.is_hand_over:
        for _ in log.hand.seats:
            turn = log.hand.turn
            assert turn is not None
            card = chance.choice(legal(game, log.hand, holdings[turn], is_broken))
            holdings[turn].remove(card)
            log.do(PlayCard(by="t", card=card))
        trick = log.hand.tricks[-1]
        is_ruffed = trick.led is not Suit.SPADES and any(play.card and trick.order.is_trump(play.card) for play in trick.plays)
        is_broken = is_broken or is_ruffed
        log.do(ConfirmTrick(by="t", hand=1, trick=trick.number))
    return Evening(tuple(log.events), log.table, dealt)


@pytest.mark.parametrize("game", TRICK_GAMES)
@given(seed=SEEDS)
def test_a_legal_hand_of_any_game_has_no_offence_and_leaves_no_suspicion(game: str, seed: int) -> None:
    played = evening(game, seed)
    assert played.table.deals[0].offences == ()
    assert played.table.deals[0].suspicions == ()


def swaps(hand: Hand) -> list[tuple[int, int, int, int]]:
    """Trick and position of a card that followed suit, and of a later one of the same seat off that suit, neither a lead."""
    return [
        (trick.number, position, later.number, place)
        for trick in hand.tricks
        for position, play in enumerate(trick.plays[1:], start=1)
        for later in hand.tricks[trick.number :]
        for place, other in enumerate(later.plays[1:], start=1)
        if other.seat == play.seat
        and trick.has_followed(play)
        and other.card
        and other.card.suit is not trick.led
        and not trick.order.is_trump(other.card)
    ]


def bests(table: Table) -> list[list[Card | None]]:
    """Which card held each trick, place by place: a swap that changes it changes other people's duties and turns."""
    assert table.hand is not None
    return [[best_before(trick, place) for place in range(len(trick.plays) + 1)] for trick in table.hand.tricks]


@pytest.mark.parametrize("game", TRICK_GAMES)
@given(seed=SEEDS)
def test_one_illegal_card_is_found_with_the_right_proof_and_nobody_else_accused(game: str, seed: int) -> None:
    """A seat that followed suit plays a later card of another suit instead, and the two change places."""
    played = evening(game, seed)
    for number, position, later, place in random.Random(seed).sample(swaps(played.hand), len(swaps(played.hand))):
        kept, thrown = (played.hand.tricks[at - 1].plays[on].card for at, on in ((number, position), (later, place)))
        assert kept is not None
        assert thrown is not None
        table = run(played.table, CorrectCard(by="t", hand=1, trick=number, position=position, card=thrown))
        table = run(table, CorrectCard(by="t", hand=1, trick=later, position=place, card=kept))
        if bests(table) == bests(played.table):
            break
    else:
        return
    seat = played.hand.tricks[number - 1].plays[position].seat
    revokes = [o for o in table.deals[0].offences if o.kind.value == "revoke"]
    assert {o.seat for o in table.deals[0].offences} == {seat}
    (found,) = [o for o in revokes if o.trick == number]
    assert found.card == thrown
    led = played.hand.tricks[number - 1].led
    assert found.proved_by is not None
    assert found.proved_by.suit is led
    if found.proved_in is not None:
        earlier = played.hand.tricks[number : found.proved_in - 1]
        shown = [play.card for trick in earlier for play in trick.plays if play.seat == seat]
        assert all(card is None or card.suit is not led or card == kept for card in shown)


@pytest.mark.parametrize("game", TRICK_GAMES)
@given(seed=SEEDS)
def test_stakes_sum_to_zero_and_the_sheet_adds_up(game: str, seed: int) -> None:
    result = evening(game, seed).table.results[0]
    assert result is not None
    assert sum(result.settlement) == 0
    for side, total in enumerate(result.points):
        assert sum(line.points for line in result.lines if line.side == side) == total


@pytest.mark.parametrize("game", TRICK_GAMES)
@given(seed=SEEDS)
def test_records_of_any_game_go_out_and_in_again(game: str, seed: int) -> None:
    played = evening(game, seed)
    lines = list(export_lines(Recorded("s", seq, event) for seq, event in enumerate(played.events, start=1)))
    again = import_lines(lines)
    assert list(export_lines(again)) == lines
    assert fold(item.event for item in again) == played.table
    text = list(write_text(played.table, played.events[0]))  # type: ignore[arg-type]  # the session's start
    read = fold(item.event for item in read_text(text, "s"))
    assert read.results == played.table.results


@given(seed=SEEDS)
def test_a_hand_of_stovkahra_is_worth_72_the_last_trick_and_its_sevens(seed: int) -> None:
    played = evening("stovkahra", seed)
    result = played.table.results[0]
    assert result is not None
    bonuses = sum(stovkahra_score.bonus(trick) for trick in played.hand.tricks)
    sevens = [trick for trick in played.hand.tricks if str(trick.winning_card).startswith("7")]
    expected = sum({1: 52, 8: 26}.get(trick.number, 10) for trick in sevens)
    expected += 0 if played.hand.tricks[-1] in sevens else 6
    assert sum(result.points) == 72 + bonuses == 72 + expected


@given(seed=SEEDS)
def test_a_hand_of_roque_shares_out_165(seed: int) -> None:
    played = evening("roque", seed)
    assert isinstance(played.table.game, TrickGame)
    deal = played.table.deals[-1]
    reckoning = played.table.game.reckoning(deal.setup, deal.before, deal.hand)
    assert sum(int(reckoning.quantity("made", side)) for side in (0, 1)) == 165


def deal_of_suipe(seed: int, players: int) -> tuple[Log, list[Card]]:
    """A deal in which everybody captures what can be captured, builds now and then, and trails else."""
    chance = random.Random(seed)
    log = Log("suipe", players)
    cards = list(log.table.pack.cards)
    chance.shuffle(cards)
    while settled_layout(cards[:4]) is not None:
        chance.shuffle(cards)
    log.do(MakeCall(by="t", call=Call(CallKind.LAYOUT, Seat.A, cards=tuple(cards[:4]))))
    for place, card in enumerate(cards[4:]):
        seat = log.hand.direction.after(log.hand.leader, log.hand.seats, place)
        layout = SUIPE.layout(log.table.agreed, log.hand)
        move = Move(seat, card, Action.TRAIL)
        twins = tuple(other for other in layout.loose if other.rank is card.rank)[:1]
        options = log.table.agreed.options
        if twins:
            move = Move(seat, card, Action.CAPTURE, take=twins)
        elif layout.loose and chance.random() < 0.4:
            other = chance.choice(layout.loose)
            numbers = [options.number_of(one) or 99 for one in (card, other)]
            move = Move(seat, card, Action.BUILD, value=sum(numbers), sets=((card, other),))
        log.do(MakeMove(by="t", move=move))
    return log, cards


@given(seed=SEEDS, players=st.integers(2, 4))
def test_piles_of_suipe_sum_to_52_and_points_to_eleven_at_most(seed: int, players: int) -> None:
    log, cards = deal_of_suipe(seed, players)
    layout = SUIPE.layout(log.table.agreed, log.hand)
    seen = [card for pile in layout.won for card in pile] + list(layout.loose)
    seen += [card for build in layout.builds for card in build.cards]
    assert sorted(map(str, seen)) == sorted(map(str, cards))
    if layout.taker is not None:
        assert sum(len(pile) for pile in layout.won) == 52
    result = log.table.results[0]
    assert result is not None
    assert sum(result.settlement) == 0
    assert sum(line.points for line in result.lines if line.label != "Suipes") <= 11


@given(seed=SEEDS, players=st.integers(2, 4), place=st.integers(0, 47))
def test_correcting_a_move_of_suipe_equals_having_made_the_other(seed: int, players: int, place: int) -> None:
    log, _ = deal_of_suipe(seed, players)
    was = log.hand.moves[place]
    now = Move(was.seat, was.card, Action.TRAIL)
    corrected = run(log.table, CorrectMove(by="t", hand=1, index=place, move=now))
    assert corrected.hand is not None
    moves = (*log.hand.moves[:place], replace(now, moment=was.moment), *log.hand.moves[place + 1 :])
    assert corrected.hand == replace(log.hand, moves=moves)
    assert len(corrected.corrections) == (was.action is not Action.TRAIL)


@given(seed=SEEDS, count=st.integers(1, 30))
def test_undo_and_folding_in_pieces_hold_for_moves_and_calls(seed: int, count: int) -> None:
    log, _ = deal_of_suipe(seed, 2)
    events = log.events[: count + 2]
    before, after = fold(events[:-1]), fold(events)
    assert fold(events[count:], fold(events[:count])) == after
    undone = run(after, Undo(by="t"))
    assert (undone.deals, undone.standing) == (before.deals, before.standing)
