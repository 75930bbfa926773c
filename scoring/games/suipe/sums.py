"""Sums of cards: whether captured cards fall apart into sets that each make the number."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from scoring.cards import Card


def can_split(numbers: Sequence[int | None], target: int) -> bool:
    """Whether all the numbers can be shared out into sets that each sum to `target`; a None belongs to no set."""
    known = tuple(sorted((number for number in numbers if number is not None), reverse=True))
    if len(known) < len(numbers) or any(number > target for number in known):
        return False
    return not known or (target > 0 and sum(known) % target == 0 and _split(known, target, 0))


@lru_cache(maxsize=4096)
def _split(left: tuple[int, ...], target: int, open_sum: int) -> bool:
    """Tries to close the open set with one of the numbers left, the largest first; what was tried before is known."""
    if open_sum == target:
        open_sum = 0
    if not left:
        return open_sum == 0
    if open_sum == 0:
        return _split(left[1:], target, left[0])
    places = {number: place for place, number in reversed(list(enumerate(left))) if open_sum + number <= target}
    return any(_split(left[:place] + left[place + 1 :], target, open_sum + left[place]) for place in places.values())


def is_equal_sum(group: Sequence[Card]) -> bool:
    """Whether the set sums cards of one rank alone: two Threes are Threes, and no six; with another card they may be summed."""
    return len(group) > 1 and len({card.rank for card in group}) == 1


Sets = tuple[tuple[Card, ...], ...]


def shared_out(
    cards: Sequence[Card],
    numbers: Sequence[int | None],
    target: int,
    is_set: Callable[[Sequence[Card]], bool] = lambda _group: True,
) -> Sets | None:
    """The cards in sets that each sum to `target` and may be sets, the first card in the first one; None where there are none."""
    if not cards:
        return ()
    first, rest = cards[0], list(zip(cards[1:], numbers[1:], strict=True))
    for mask in range(1 << len(rest)):
        chosen = [pair for place, pair in enumerate(rest) if mask >> place & 1]
        if sum(number or target + 1 for number in (numbers[0], *(number for _, number in chosen))) != target:
            continue
        group = (first, *(card for card, _ in chosen))
        if not is_set(group):
            continue
        left = [pair for place, pair in enumerate(rest) if not mask >> place & 1]
        others = shared_out([card for card, _ in left], [number for _, number in left], target, is_set)
        if others is not None:
            return (group, *others)
    return None
