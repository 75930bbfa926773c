"""A turn of Suipe from what a person points at: the card, what lies there, and what is done with it."""

from collections.abc import Sequence
from itertools import combinations

from scoring.cards import Card
from scoring.games.suipe.options import SuipeOptions
from scoring.games.suipe.sums import Sets, is_equal_sum, shared_out
from scoring.layout import Build, Layout
from scoring.moves import Action, Move, Pointed


def turn(options: SuipeOptions, layout: Layout, pointed: Pointed) -> Move:
    """The move of somebody who points at these.

    Cards of a build are shared out into sets of its number; where they cannot be, they stand together as they are, and the
    rules will say what is wrong.
    """
    seat, card, action = pointed.seat, pointed.card, pointed.action
    chosen, builds, value = pointed.chosen, pointed.builds, pointed.value
    build = builds[0] if builds else None
    if action is Action.CAPTURE:
        return Move(seat, card, action, take=chosen, builds=builds)
    if action is Action.BUILD:
        return Move(seat, card, action, value=value, sets=_sets(options, (card, *chosen), value))
    if action is Action.ADD:
        number = layout.builds[build].value if build is not None and build < len(layout.builds) else None
        return Move(seat, card, action, build=build, sets=_sets(options, (card, *chosen), number))
    if action is Action.RAISE:
        known = layout.builds[build] if build is not None and build < len(layout.builds) else None
        extra, also = _joined(options, known, card, chosen, value)
        return Move(seat, card, action, build=build, value=value, extra=extra, also=also)
    return Move(seat, card, action)


def _sets(options: SuipeOptions, cards: tuple[Card, ...], value: int | None) -> Sets:
    found = None if value is None else _shared_out(options, cards, value)
    return (cards,) if found is None else found


def _shared_out(options: SuipeOptions, cards: Sequence[Card], value: int) -> Sets | None:
    """Sets of that number which the table allows; where there are none, any."""
    numbers = [options.number_of(card) for card in cards]
    allowed = None if options.allow_pair_sum_build else shared_out(cards, numbers, value, lambda group: not is_equal_sum(group))
    return shared_out(cards, numbers, value) if allowed is None else allowed


def _joined(
    options: SuipeOptions, build: Build | None, card: Card, chosen: tuple[Card, ...], value: int | None
) -> tuple[tuple[Card, ...], Sets]:
    """Which of the chosen cards join the raised sum, and the sets of the others beside it."""
    if build is None or value is None:
        return chosen, ()
    for count in range(len(chosen) + 1):
        for extra in combinations(chosen, count):
            numbers = [options.number_of(other) for other in (*build.cards, card, *extra)]
            others = [other for other in chosen if other not in extra]
            also = _shared_out(options, others, value)
            if None not in numbers and sum(number or 0 for number in numbers) == value and also is not None:
                return extra, also
    return chosen, ()
