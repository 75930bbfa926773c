"""The table of Suipe as moves change it: loose cards, builds, what each side has won, and what was done against the rules."""

from collections.abc import Iterable, Mapping, Sequence

from scoring.cards import Card
from scoring.games.suipe.options import SuipeCancel, SuipeOptions
from scoring.games.suipe.sums import can_split, is_equal_sum
from scoring.layout import Build, Layout
from scoring.moves import Action, Move
from scoring.offences import Offence, OffenceKind
from scoring.seats import Seat
from scoring.sheet import Sides
from scoring.values import changed

Holdings = Mapping[Seat, frozenset[Card]]
"""What seats are known to hold, where anybody knows."""


class Wrong(Exception):
    """A move that the rules do not allow: it becomes an offence and never leaves this module."""

    def __init__(self, kind: OffenceKind, why: str | None = None) -> None:
        super().__init__(kind.value)
        self.kind = kind
        self.why = why


def first_layout(table: Iterable[Card], sides: Sides) -> Layout:
    """The table before the first move."""
    return Layout(tuple(table), (), ((),) * len(sides), (0,) * len(sides))


def played(
    options: SuipeOptions,
    sides: Sides,
    layout: Layout,
    moves: Sequence[Move],
    turns: Sequence[Seat],
    last_turn: int | None,
    holdings: Holdings | None = None,
) -> Layout:
    """The layout after the moves. `turns` says whose turn each was; `last_turn` is the place of the deal's very last card."""
    known = dict(holdings or {})
    for place, move in enumerate(moves):
        layout = _moved(options, sides, layout, move, place, turns[place], place == last_turn, known)
        if move.seat in known:
            known[move.seat] = known[move.seat] - {move.card}
    return layout


def _moved(
    options: SuipeOptions, sides: Sides, layout: Layout, move: Move, place: int, turn: Seat, is_last: bool, known: Holdings
) -> Layout:
    """The layout after one move; what may not be done leaves the card lying loose."""
    side = next(number for number, members in enumerate(sides) if move.seat in members)
    if move.seat != turn:
        layout = _accused(layout, move, place, Wrong(OffenceKind.OUT_OF_TURN))
    try:
        if move.seat in known and move.card not in known[move.seat]:
            raise Wrong(OffenceKind.CARD_NOT_IN_HAND)
        return _STEPS[move.action](options, layout, move, side, is_last, known)
    except Wrong as wrong:
        return changed(_accused(layout, move, place, wrong), loose=(*layout.loose, move.card))


def _accused(layout: Layout, move: Move, place: int, wrong: Wrong) -> Layout:
    offence = Offence(wrong.kind, move.seat, place + 1, move.card, move.moment, why=wrong.why)
    return changed(layout, offences=(*layout.offences, offence))


def _capture(options: SuipeOptions, layout: Layout, move: Move, side: int, is_last: bool, _known: Holdings) -> Layout:
    """Face cards take one of their kind; numerals take equal cards, sets that sum to them, and whole builds of that number."""
    _on_table(layout, move.take)
    wrong = Wrong(OffenceKind.ILLEGAL_CAPTURE)
    builds = [_build_at(layout, index, wrong) for index in move.builds]
    number = options.number_of(move.card)
    named = (*move.take, *move.builds)
    if not named or len(set(named)) < len(named):
        raise wrong
    if number is None:
        if builds or len(move.take) > options.face_capture_max or any(card.rank is not move.card.rank for card in move.take):
            raise wrong
    else:
        numbers = [options.number_of(card) for card in move.take]
        if any(build.value != number for build in builds) or not can_split(numbers, number):
            raise wrong
    taken = (*move.take, *(card for build in builds for card in build.cards), move.card)
    left = tuple(build for place, build in enumerate(layout.builds) if place not in move.builds)
    loose = tuple(card for card in layout.loose if card not in move.take)
    won = tuple(pile + taken if number == side else pile for number, pile in enumerate(layout.won))
    layout = changed(layout, loose=loose, builds=left, won=won, taker=side)
    return _with_suipe(options, layout, side) if layout.is_empty and not is_last else layout


def _with_suipe(options: SuipeOptions, layout: Layout, side: int) -> Layout:
    """One more Suipe; where new ones wipe, each opponent that has one loses one."""
    wipes = options.suipe_cancel is SuipeCancel.WIPE_OPPONENT
    counts = tuple(count + 1 if other == side else max(0, count - wipes) for other, count in enumerate(layout.sweeps))
    return changed(layout, sweeps=counts)


def _build(options: SuipeOptions, layout: Layout, move: Move, _side: int, _is_last: bool, known: Holdings) -> Layout:
    """One set that sums to the announced number, or several; the played card in one of them."""
    cards = tuple(card for group in move.sets for card in group)
    _on_table(layout, [card for card in cards if card != move.card])
    _needs(move.card in cards, "without_played_card")
    value = _announced(options, move.value)
    _needs(bool(move.sets) and (len(move.sets) > 1 or len(move.sets[0]) > 1), "single_card")
    _sum_to(options, move.sets, value)
    _no_other_build(options, layout, move)
    _must_hold(options, move, value, known)
    loose = tuple(card for card in layout.loose if card not in cards)
    return changed(layout, loose=loose, builds=(*layout.builds, Build(value, move.sets, move.seat)))


def _raise(options: SuipeOptions, layout: Layout, move: Move, _side: int, _is_last: bool, known: Holdings) -> Layout:
    """The played card, and loose cards, join the sum of a single build; loose sets of the new number may lie beside it."""
    build = _build_at(layout, move.build, Wrong(OffenceKind.NOT_ON_TABLE))
    others = (*move.extra, *(card for group in move.also for card in group))
    _on_table(layout, others)
    _needs(not build.is_multiple, "multiple_build")
    _no_other_build(options, layout, move)
    value = _announced(options, move.value)
    joined = (*build.sets[0], move.card, *move.extra)
    _sum_to(options, (joined, *move.also), value)
    _must_hold(options, move, value, known)
    loose = tuple(card for card in layout.loose if card not in others)
    return _rebuilt(layout, move, loose, Build(value, (joined, *move.also), move.seat))


def _add(options: SuipeOptions, layout: Layout, move: Move, _side: int, _is_last: bool, known: Holdings) -> Layout:
    """One more set of the build's number, with the played card in it."""
    build = _build_at(layout, move.build, Wrong(OffenceKind.NOT_ON_TABLE))
    cards = tuple(card for group in move.sets for card in group)
    _on_table(layout, [card for card in cards if card != move.card])
    _needs(move.card in cards, "without_played_card")
    _sum_to(options, move.sets, build.value)
    _no_other_build(options, layout, move)
    _must_hold(options, move, build.value, known)
    loose = tuple(card for card in layout.loose if card not in cards)
    return _rebuilt(layout, move, loose, Build(build.value, (*build.sets, *move.sets), move.seat))


def _trail(_options: SuipeOptions, layout: Layout, move: Move, _side: int, _is_last: bool, _known: Holdings) -> Layout:
    """The card lies loose, even if it could capture; barred while a build waits that the seat touched last."""
    if any(build.by == move.seat for build in layout.builds):
        raise Wrong(OffenceKind.TRAIL_WITH_OWN_BUILD)
    return changed(layout, loose=(*layout.loose, move.card))


_STEPS = {
    Action.CAPTURE: _capture,
    Action.BUILD: _build,
    Action.RAISE: _raise,
    Action.ADD: _add,
    Action.TRAIL: _trail,
}


def _rebuilt(layout: Layout, move: Move, loose: tuple[Card, ...], build: Build) -> Layout:
    builds = tuple(build if place == move.build else old for place, old in enumerate(layout.builds))
    return changed(layout, loose=loose, builds=builds)


def _on_table(layout: Layout, cards: Iterable[Card]) -> None:
    if any(card not in layout.loose for card in cards):
        raise Wrong(OffenceKind.NOT_ON_TABLE)


def _build_at(layout: Layout, index: int | None, wrong: Wrong) -> Build:
    if index is None or not 0 <= index < len(layout.builds):
        raise wrong
    return layout.builds[index]


def _needs(is_so: bool, why: str) -> None:
    if not is_so:
        raise Wrong(OffenceKind.ILLEGAL_BUILD, why)


def _no_other_build(options: SuipeOptions, layout: Layout, move: Move) -> None:
    """Where the table says so, who owns a build only captures or works on that one."""
    own = [place for place, build in enumerate(layout.builds) if build.by == move.seat and place != move.build]
    _needs(options.owner_may_build_other or not own, "owner_may_build_other")


def _announced(options: SuipeOptions, value: int | None) -> int:
    _needs(value is not None and 1 <= value <= options.most, "over_ten")
    return value or 0


def _sum_to(options: SuipeOptions, sets: Iterable[tuple[Card, ...]], value: int) -> None:
    for group in sets:
        numbers = [options.number_of(card) for card in group]
        _needs(None not in numbers, "face_card")
        _needs(sum(number or 0 for number in numbers) == value, "wrong_sum")
        _needs(options.allow_pair_sum_build or not is_equal_sum(group), "pair_sum_build")


def _must_hold(options: SuipeOptions, move: Move, value: int, known: Holdings) -> None:
    """Another card of that number must be left in the hand; judged here only where the hand is known."""
    if move.seat in known:
        left = known[move.seat] - {move.card}
        _needs(any(options.number_of(card) == value for card in left), "no_capture_card")
