"""The table: everything that the log says, as one value. `evolve` applies an event, `fold` a whole log."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any, TypeVar

from scoring.errors import NoHand, NoSuchCard
from scoring.events import (
    CardCorrected,
    CardCountQuestioned,
    CardPlayed,
    CardRemoved,
    CardShown,
    CardTurnedUp,
    CardWithdrawn,
    DisputeClosed,
    DisputeOpened,
    Event,
    HandStarted,
    HandVoided,
    MissedCardAdded,
    OffenceRuled,
    SeatCorrected,
    SessionEnded,
    SessionStarted,
    TrickConfirmed,
    TrickReopened,
    Undone,
)
from scoring.games import game_named
from scoring.games.game import Game, HandResult, Setup, Standing
from scoring.hands import Hand
from scoring.offences import Offence
from scoring.seats import Seat
from scoring.tricks import Play, Reading


@dataclass(frozen=True)
class Correction:
    """One visible correction: where, was, now, who."""

    hand: int
    trick: int
    position: int
    was: str
    now: str
    by: str
    at: str


@dataclass(frozen=True)
class Table:
    """State of a session. `seq` counts its events; `effective` are those that no undo has taken back."""

    seq: int = 0
    setup: Setup | None = None
    hands: tuple[Hand, ...] = ()
    waived: frozenset[tuple[int, str]] = frozenset()
    corrections: tuple[Correction, ...] = ()
    disputed: tuple[int, int] | None = None
    count_question: CardCountQuestioned | None = None
    is_ended: bool = False
    effective: tuple[Event, ...] = field(default=(), repr=False, compare=False)

    @property
    def game(self) -> Game:
        """The logic of the game that is played; raises `NoHand` before a session."""
        return game_named(self.agreed.game)

    @property
    def agreed(self) -> Setup:
        """What the players agreed; raises `NoHand` before a session."""
        if self.setup is None:
            raise NoHand("nobody plays yet: start a session first")
        return self.setup

    @property
    def hand(self) -> Hand | None:
        """The hand that is being played, or the last one."""
        return self.hands[-1] if self.hands else None

    @cached_property
    def results(self) -> tuple[HandResult | None, ...]:
        """What each hand came to; None for one that is open or undecided."""
        return tuple(self.game.result(self.agreed, hand, self.waived_in(hand)) for hand in self.hands)

    @property
    def standing(self) -> Standing:
        """Totals and who has won."""
        return self.game.standing(self.agreed, tuple(result for result in self.results if result))

    @property
    def next_dealer(self) -> Seat:
        """Who deals next: the first dealer, then as the last hand came out; while that is open, the same again."""
        result = self.results[-1] if self.results else None
        if result is not None:
            return result.next_dealer
        return self.hands[-1].dealer if self.hands else self.agreed.first_dealer

    @property
    def is_hand_over(self) -> bool:
        """Whether the next card begins a new deal."""
        return self.hand is None or self.hand.is_played_out or self.hand.is_void

    def waived_in(self, hand: Hand) -> frozenset[str]:
        """Keys of the offences in that hand that the table has waived."""
        return frozenset(key for number, key in self.waived if number == hand.number)

    def offences(self, hand: Hand) -> tuple[Offence, ...]:
        """What the cards of that hand prove."""
        return self.game.offences(hand)

    def hand_numbered(self, number: int) -> Hand:
        """That hand; raises `NoSuchCard`."""
        if not 1 <= number <= len(self.hands):
            raise NoSuchCard(f"there is no hand {number}: {len(self.hands)} have been played")
        return self.hands[number - 1]

    def with_hand(self, hand: Hand) -> "Table":
        """The table with that hand in place of the one of the same number; who deals after it follows anew."""
        changed = replace(self, hands=(*self.hands[: hand.number - 1], hand, *self.hands[hand.number :]))
        return changed.with_dealers()

    def with_dealers(self) -> "Table":
        """The table with the dealer of each hand taken from the hand before, unless a person named one."""
        hands = self.hands[:1]
        for hand in self.hands[1:]:
            before = self.game.result(self.agreed, hands[-1], self.waived_in(hands[-1]))
            follows = before is not None and not hand.is_dealer_named
            hands = (*hands, replace(hand, dealer=before.next_dealer) if before and follows else hand)
        return self if hands == self.hands else replace(self, hands=hands)


def evolve(table: Table, event: Event) -> Table:
    """The table after the event."""
    if isinstance(event, Undone):
        return replace(fold(table.effective[:-1]), seq=table.seq + 1)
    changed = _STEPS[type(event)](table, event)
    return replace(changed, seq=table.seq + 1, effective=(*table.effective, event))


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """The table that a log leads to."""
    return reduce(evolve, events, table or Table())


def _session_started(_table: Table, event: SessionStarted) -> Table:
    options = game_named(event.game).read_options(dict(event.options))
    return Table(setup=Setup(event.game, event.players, options, event.first_dealer, event.stake))


def _hand_started(table: Table, event: HandStarted) -> Table:
    dealer = event.dealer if event.dealer is not None else table.next_dealer
    hand = table.game.start_hand(table.agreed, event.hand, dealer, event.seats)
    hand = replace(hand, is_dealer_named=event.dealer is not None)
    return replace(table, hands=(*table.hands, hand), disputed=None, count_question=None)


def _card_played(table: Table, event: CardPlayed) -> Table:
    hand = _playing(table).play(event.card, event.seat, event.face_down, event.reading)
    return replace(table.with_hand(hand), count_question=None)


def _card_corrected(table: Table, event: CardCorrected) -> Table:
    changed = _change(table, event, card=event.now, face_down=False, reading=replace(_reading(table, event), confidence=1.0))
    note = Correction(
        event.hand, event.trick, event.position, str(event.was or "??"), str(event.now), event.by, event.at.isoformat()
    )
    return replace(changed, corrections=(*changed.corrections, note))


def _seat_corrected(table: Table, event: SeatCorrected) -> Table:
    changed = _change(table, event, seat=event.now)
    note = Correction(
        event.hand,
        event.trick,
        event.position,
        str(event.was or "by turn"),
        str(event.now or "by turn"),
        event.by,
        event.at.isoformat(),
    )
    return replace(changed, corrections=(*changed.corrections, note))


def _missed_card_added(table: Table, event: MissedCardAdded) -> Table:
    hand = table.hand_numbered(event.hand)
    play = Play(event.card, hand.moments, reading=Reading(confidence=1.0))
    hand = replace(hand.insert(event.trick, event.position, play), moments=hand.moments + 1)
    return replace(table.with_hand(hand), count_question=None)


def _card_removed(table: Table, event: CardRemoved) -> Table:
    hand = table.hand_numbered(event.hand).remove(event.trick, event.position)
    return replace(table.with_hand(hand), count_question=None)


def _card_turned_up(table: Table, event: CardTurnedUp) -> Table:
    hand = table.hand_numbered(event.hand)
    changed = _change(table, event, card=event.card, turned_up_at=hand.moments)
    hand = changed.hand_numbered(event.hand)
    return changed.with_hand(replace(hand, moments=hand.moments + 1))


def _card_withdrawn(table: Table, _event: CardWithdrawn) -> Table:
    return replace(table.with_hand(_playing(table).withdraw()), count_question=None)


def _card_shown(table: Table, event: CardShown) -> Table:
    hand = _playing(table)
    return table.with_hand(replace(hand, shown=(*hand.shown, event.card), moments=hand.moments + 1))


def _trick_confirmed(table: Table, event: TrickConfirmed) -> Table:
    hand = table.hand_numbered(event.hand).confirm()
    return replace(table.with_hand(hand), count_question=None)


def _trick_reopened(table: Table, event: TrickReopened) -> Table:
    return table.with_hand(table.hand_numbered(event.hand).reopen())


def _card_count_questioned(table: Table, event: CardCountQuestioned) -> Table:
    return replace(table, count_question=event)


def _dispute_opened(table: Table, event: DisputeOpened) -> Table:
    return replace(table, disputed=(event.hand, event.trick))


def _dispute_closed(table: Table, _event: DisputeClosed) -> Table:
    return replace(table, disputed=None)


def _offence_ruled(table: Table, event: OffenceRuled) -> Table:
    ruling = {(event.hand, event.offence)}
    waived = table.waived | ruling if event.waived else table.waived - ruling
    return replace(table, waived=waived).with_dealers()


def _hand_voided(table: Table, event: HandVoided) -> Table:
    return table.with_hand(replace(table.hand_numbered(event.hand), is_void=True))


def _session_ended(table: Table, _event: SessionEnded) -> Table:
    return replace(table, is_ended=True)


def _playing(table: Table) -> Hand:
    if table.hand is None:
        raise NoHand("no hand is being played")
    return table.hand


Placed = TypeVar("Placed", CardCorrected, SeatCorrected, CardTurnedUp)


def _change(table: Table, event: Placed, **changes: Any) -> Table:
    hand = table.hand_numbered(event.hand)
    play = hand.at(event.trick, event.position)
    return table.with_hand(hand.change(event.trick, event.position, replace(play, **changes)))


def _reading(table: Table, event: CardCorrected) -> Reading:
    return table.hand_numbered(event.hand).at(event.trick, event.position).reading


_STEPS: dict[type[Event], Callable[[Table, Any], Table]] = {
    SessionStarted: _session_started,
    HandStarted: _hand_started,
    CardPlayed: _card_played,
    CardCorrected: _card_corrected,
    SeatCorrected: _seat_corrected,
    MissedCardAdded: _missed_card_added,
    CardRemoved: _card_removed,
    CardTurnedUp: _card_turned_up,
    CardWithdrawn: _card_withdrawn,
    CardShown: _card_shown,
    TrickConfirmed: _trick_confirmed,
    TrickReopened: _trick_reopened,
    CardCountQuestioned: _card_count_questioned,
    DisputeOpened: _dispute_opened,
    DisputeClosed: _dispute_closed,
    OffenceRuled: _offence_ruled,
    HandVoided: _hand_voided,
    SessionEnded: _session_ended,
}
