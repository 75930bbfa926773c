"""Packs: which cards a game uses and how its ranks are ordered."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.cards import NUMBERED, TAROCKS, WITHOUT_SUIT, Card, Rank, Suit, SuitSystem
from scoring.errors import Unreadable, alike_first
from scoring.values import kept


@dataclass(frozen=True)
class Pack:
    """The set of cards of a game; `ranks` from the highest to the lowest, as tricks are won.

    `high` are cards above all others, the highest first, which belong to the trump suit: jokers, raised Twos, or tarocks.
    `copies` is 2 where two packs are shuffled together; `low` are jokers that never win.
    """

    name: str
    ranks: tuple[Rank, ...]
    without: frozenset[Card] = frozenset()
    high: tuple[Card, ...] = ()
    copies: int = 1
    suits: SuitSystem = SuitSystem.FRENCH
    low: tuple[Card, ...] = ()

    def __hash__(self) -> int:
        """By the name alone: few packs share one, and orders of tricks are looked up by their pack all the time."""
        return hash(self.name)

    @kept
    def cards(self) -> tuple[Card, ...]:
        """Every card of the pack once, suit by suit, the highest first."""
        plain = (Card(rank, suit) for suit in Suit for rank in self.ranks)
        return self.high + tuple(card for card in plain if card not in self.without and card not in self.high) + self.low

    @property
    def is_typed(self) -> bool:
        """Whether no camera knows its cards, so that people type them."""
        return self.suits in (SuitSystem.ROOK, SuitSystem.TAROCK) or not NUMBERED.isdisjoint(self.ranks)

    @property
    def size(self) -> int:
        """How many cards are dealt from."""
        return len(self.cards) * self.copies

    @kept
    def counts(self) -> Counter[Card]:
        """How many of each card there are."""
        return Counter(dict.fromkeys(self.cards, self.copies))

    def __contains__(self, card: Card) -> bool:
        """Whether the card belongs to the pack."""
        return card in self.counts

    @kept
    def _order(self) -> tuple[Rank, ...]:
        """Every rank from the highest: the pack's own, and foreign ones where the ordinary order has them."""
        order = list(self.ranks)
        for place, rank in enumerate(ORDINARY):
            if rank not in order:
                lower = (at for at, other in enumerate(order) if other in ORDINARY[place:])
                order.insert(next(lower, len(order)), rank)
        return tuple(order)

    @kept
    def _strengths(self) -> dict[Rank, int]:
        return {rank: -place for place, rank in enumerate(self._order)}

    def strength(self, card: Card) -> int:
        """Higher is stronger within a suit; what is foreign to the pack ranks where the ordinary order has it, or last."""
        if card in self.high:
            return len(self.high) - self.high.index(card)
        return self._strengths.get(card.rank, -len(self._order))


@lru_cache(maxsize=64)
def with_ranks(pack: Pack, ranks: tuple[Rank, ...], are_jokers_low: bool = False) -> Pack:
    """The pack with another order of its ranks, from the highest, or with jokers that never win."""
    return replace(pack, ranks=ranks, high=() if are_jokers_low else pack.high, low=pack.high if are_jokers_low else pack.low)


OF_SUITS = {rank.value: rank for rank in Rank if rank not in WITHOUT_SUIT}
"""Ranks that a suit can have, by their codes."""

_SAME_COLOUR = {Suit.CLUBS: Suit.SPADES, Suit.SPADES: Suit.CLUBS, Suit.HEARTS: Suit.DIAMONDS, Suit.DIAMONDS: Suit.HEARTS}


@lru_cache(maxsize=1024)
def trumps_of(tokens: tuple[str, ...], trump: Suit | None) -> tuple[Card, ...]:
    """Cards that are trumps, the highest first; without a trump suit only those that are named whole. Raises `Unreadable`.

    A token is a card (`QC`, `BJ`, `XXI`), a rank of the trump suit (`J`), or one of the other suit of its colour (`J~`).

    >>> [str(card) for card in trumps_of(("BJ", "J", "J~", "A"), Suit.HEARTS)]
    ['BJ', 'JH', 'JD', 'AH']
    """
    found = []
    for token in tokens:
        rank = OF_SUITS.get(token.removesuffix("~"))
        if rank is not None:
            suit = trump and (_SAME_COLOUR[trump] if token.endswith("~") else trump)
            found += [Card(rank, suit)] if suit else []
        else:
            found.append(Card.parse(token))
    return tuple(found)


@lru_cache(maxsize=256)
def trumps_in(pack: Pack, tokens: tuple[str, ...], trump: Suit | None) -> tuple[Card, ...]:
    """Those of `trumps_of` that the pack has."""
    return tuple(card for card in trumps_of(tokens, trump) if card in pack)


def suit_named(letter: str) -> Suit | None:
    """The suit of that letter; None for any other word, such as `N` for no trump."""
    return next((suit for suit in Suit if suit.value == letter), None)


def is_token(token: str) -> bool:
    """Whether it is a token of `trumps_of`."""
    try:
        return bool(token) and bool(trumps_of((token,), Suit.HEARTS))
    except Unreadable:
        return False


def ranks_of(text: str) -> tuple[Rank, ...]:
    """Ranks from their letters, the highest first, such as `AKQJT9876`; raises `Unreadable`.

    Those with two figures stand by themselves.

    >>> [rank.value for rank in ranks_of("1 14 13 T9")]
    ['1', '14', '13', 'T', '9']
    """
    try:
        return tuple(OF_SUITS[name] for word in text.split() for name in ([word] if word in OF_SUITS else word))
    except KeyError:
        raise Unreadable(f"{text!r} are no ranks: expected letters such as AKQJT98765432{ten(text)}") from None


def ten(text: str) -> str:
    """What to say beside an error about ranks where somebody may have meant a ten."""
    return "; ten is T" if "10" in text else ""


def cards_of(text: str | Sequence[str]) -> tuple[Card, ...]:
    """Cards from their codes, `AS 7H` or a list of codes; raises `Unreadable`."""
    return tuple(Card.parse(code) for code in (text.split() if isinstance(text, str) else text))


ORDINARY = ranks_of("AKQJT98765432")
_FULL = "AKQJT98765432"
_JOKERS = cards_of("BJ LJ")
_COLOURS = "1 14 13 12 11 T 9 8 7 6 5 4 3 2"
_TAROCKS = (_JOKERS[0], *(Card(rank, None) for rank in TAROCKS))


def _pack(name: str, letters: str, without: str = "", high: tuple[Card, ...] = (), copies: int = 1) -> Pack:
    return Pack(name, ranks_of(letters), frozenset(cards_of(without)), high, copies)


def _foreign(suits: SuitSystem, letters: str) -> Pack:
    """A whole pack of another country, called by it and its size, such as `german32`."""
    return Pack(f"{suits.value}{len(letters) * len(Suit)}", ranks_of(letters), suits=suits)


def _rook(name: str, letters: str) -> Pack:
    """Numbered cards of four colours, and the bird."""
    return Pack(name, ranks_of(letters), high=_JOKERS[:1], suits=SuitSystem.ROOK)


_NO_PIPS = "TD 9D 8D 7D TH 9H 8H 7H 1C 2C 3C 4C 1S 2S 3S 4S"
"""Tarock packs have tens to sevens of the black suits, and ones to fours of the red ones, the one on top."""

PACKS = {
    pack.name: pack
    for pack in (
        _pack("std52", _FULL),
        _pack("std51", _FULL, "2C"),
        _pack("std50", _FULL, "2C 2D"),
        _pack("std48", _FULL[:-1]),
        _pack("joker52", _FULL, "2C 2D", _JOKERS),
        _pack("joker54", _FULL, "", _JOKERS),
        _pack("joker50", _FULL[:-1], "", _JOKERS),
        _pack("double102", _FULL, "2C", copies=2),
        _pack("spar35", "AKQJT9876", "AS"),
        _pack("spar36", "AKQJT9876"),
        _pack("benin31", "AKQJT987", "AS"),
        _pack("agram35", "AT9876543", "AS"),
        _pack("fap31", "T9876543", "TS"),
        _pack("fap32", "T9876543"),
        _pack("french32", "AKQJT987"),
        _foreign(SuitSystem.GERMAN, "AKOUT9"),
        _foreign(SuitSystem.GERMAN, "AKOUT987"),
        _foreign(SuitSystem.GERMAN, "AKOUT9876"),
        _foreign(SuitSystem.SWISS, "AKOUT9876"),
        _foreign(SuitSystem.ITALIAN, "A3KQJ76542"),
        _foreign(SuitSystem.SPANISH, "A3KQJ76542"),
        _foreign(SuitSystem.SPANISH, "A3KQJ9876542"),
        _rook("rook57", _COLOURS),
        _rook("rook45", _COLOURS.removesuffix(" 4 3 2")),
        _rook("rook41", _COLOURS.removeprefix("1 ").removesuffix(" 4 3 2")),
        Pack("tarock54", ranks_of("KQNJT9871234"), frozenset(cards_of(_NO_PIPS)), _TAROCKS, suits=SuitSystem.TAROCK),
    )
}
"""Packs by name; RULES of each game say which it is played with."""


READ = {name: pack for name, pack in PACKS.items() if not pack.is_typed}
"""Packs whose cards a camera can know."""


def pack_named(name: object) -> Pack:
    """The pack of that name; raises `Unreadable`."""
    if not isinstance(name, str) or name not in PACKS:
        raise Unreadable(f"no pack is called {name!r}; known: {alike_first(PACKS, name)}")
    return PACKS[name]
