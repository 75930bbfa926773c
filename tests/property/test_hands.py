"""Properties that hold for any evening of Spar."""

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from scoring import Card, Hand, Seat, Table, fold
from scoring.commands import ConfirmTrick, CorrectCard, PlayCard, Redo, Undo
from scoring.decide import decide
from scoring.events import Event
from scoring.folding import evolve
from scoring.ledger import Recorded
from scoring.ledger.records import export_lines, import_lines
from scoring.offences import OffenceKind
from scoring.packs import PACKS
from scoring.proofs import offences_of
from scoring.sheet import payments
from tests.conftest import NOON, play, run, session

PACK = PACKS["spar35"]


@dataclass(frozen=True)
class Deal:
    """A hand played out, trick by trick."""

    players: int
    tricks: tuple[tuple[Card, ...], ...]


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """A random deal, played legally at random."""
    players = draw(st.integers(2, 4))
    cards = draw(st.permutations(PACK.cards))
    choice = draw(st.randoms(use_true_random=False))
    left = {seat: list(cards[5 * seat : 5 * seat + 5]) for seat in range(players)}
    leader, tricks = 1, []
    for _ in range(5):
        trick: list[Card] = []
        for step in range(players):
            seat = (leader + step) % players
            following = [card for card in left[seat] if trick and card.suit == trick[0].suit]
            card = choice.choice(following or left[seat])
            left[seat].remove(card)
            trick.append(card)
        best = max((c for c in trick if c.suit == trick[0].suit), key=PACK.strength)
        leader = (leader + trick.index(best)) % players
        tricks.append(tuple(trick))
    return Deal(players, tuple(tricks))


def text(trick: tuple[Card, ...]) -> str:
    return " ".join(str(card) for card in trick)


def table_of(deal: Deal) -> Table:
    return play(session(deal.players), *(text(trick) for trick in deal.tricks))


def log_of(deal: Deal) -> list[Event]:
    """The events of a deal."""
    table, events = session(deal.players), list[Event]()
    for number, trick in enumerate(deal.tricks, start=1):
        for command in (*(PlayCard(by="camera", card=card) for card in trick), ConfirmTrick(by="b", hand=1, trick=number)):
            new = decide(table, command, NOON)
            events, table = events + new, fold(new, table)
    return events


@given(deals())
def test_a_legal_hand_has_no_offence(deal: Deal) -> None:
    table = table_of(deal)
    assert table.deals[0].offences == ()


@given(deals(), st.data())
def test_one_illegal_discard_is_found_with_its_proof_and_nobody_else_is_accused(deal: Deal, data: st.DataObject) -> None:
    """A seat swaps a card that followed suit for one off suit that it would play later."""
    swaps = []
    hand = Hand.start(PACK, deal.players, Seat.A)
    for trick in deal.tricks:
        hand = hand.play_trick(text(trick))
    seats = [[int(p.seat or 0) for p in trick.plays] for trick in hand.tricks]
    for t, trick in enumerate(deal.tricks):
        for position in range(1, deal.players):
            if trick[position].suit != trick[0].suit:
                continue
            for later in range(t + 1, 5):
                other = seats[later].index(seats[t][position])
                swap = deal.tricks[later][other]
                if swap.suit != trick[0].suit and hand.tricks[t].winner != seats[t][position] and other != 0:
                    swaps.append((t, position, later, other))
    if not swaps:
        return
    t, position, later, other = data.draw(st.sampled_from(swaps))
    changed = [list(trick) for trick in deal.tricks]
    changed[t][position], changed[later][other] = changed[later][other], changed[t][position]
    played = Hand.start(PACK, deal.players, Seat.A)
    for number, cards in enumerate(changed):
        for place, card in enumerate(cards):
            played = played.play(card, Seat(seats[number][place]))
        played = played.confirm()
    revokes = [offence for offence in offences_of(played) if offence.kind is OffenceKind.REVOKE]
    assert {offence.seat for offence in revokes} == {seats[t][position]}
    assert any((offence.trick, offence.card) == (t + 1, changed[t][position]) for offence in revokes)


@given(deals(), st.integers(0, 40))
def test_folding_in_pieces_equals_folding_at_once(deal: Deal, cut: int) -> None:
    events, start = log_of(deal), session(deal.players)
    assert fold(events[cut:], fold(events[:cut], start)) == fold(events, start)


@given(deals(), st.integers(1, 20))
def test_undo_restores_what_was_before(deal: Deal, count: int) -> None:
    events, start = log_of(deal), session(deal.players)
    count = min(count, len(events))
    before, after = fold(events[: count - 1], start), fold(events[:count], start)
    assert run(after, Undo(by="x")).hands == before.hands


@given(deals(), st.integers(1, 12))
def test_redo_does_again_all_that_was_undone(deal: Deal, count: int) -> None:
    after = table = fold(log_of(deal), session(deal.players))
    for _ in range(count):
        table = run(table, Undo(by="x"))
    for _ in range(count):
        table = run(table, Redo(by="x"))
    assert replace(table, seq=after.seq) == after
    assert decide(table, Redo(by="x"), NOON) == []


@given(deals(), st.data())
def test_correcting_a_card_equals_having_played_the_other_one(deal: Deal, data: st.DataObject) -> None:
    trick = data.draw(st.integers(0, 4))
    position = data.draw(st.integers(0, deal.players - 1))
    card = data.draw(st.sampled_from(PACK.cards))
    corrected = run(table_of(deal), CorrectCard(by="x", hand=1, trick=trick + 1, position=position, card=card))
    cards = [list(row) for row in deal.tricks]
    cards[trick][position] = card
    played = play(session(deal.players), *(text(tuple(row)) for row in cards))
    assert corrected.hands[0].tricks == played.hands[0].tricks
    assert corrected.standing == played.standing


@given(deals())
def test_export_import_export_gives_the_same_bytes(deal: Deal) -> None:
    recorded = [Recorded("s", seq, event) for seq, event in enumerate(log_of(deal), start=1)]
    lines = list(export_lines(recorded))
    assert list(export_lines(import_lines(lines))) == lines


@given(deals())
def test_stakes_sum_to_zero(deal: Deal) -> None:
    result = table_of(deal).results[-1]
    assert result is not None
    assert sum(result.settlement) == 0


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=7))
def test_payments_settle_the_balance(amounts: list[int]) -> None:
    balance = {str(place): amount for place, amount in enumerate([*amounts, -sum(amounts)])}
    found = payments(balance)
    for payment in found:
        assert payment.amount > 0
        balance[payment.payer] += payment.amount
        balance[payment.payee] -= payment.amount
    assert set(balance.values()) == {0}
    assert len(found) <= max(0, sum(amount != 0 for amount in [*amounts, -sum(amounts)]) - 1)


@given(deals())
def test_a_log_replays_to_the_same_table(deal: Deal) -> None:
    table = session(deal.players)
    for event in log_of(deal):
        table = evolve(table, event)
    assert table == table_of(deal)
