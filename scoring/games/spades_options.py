"""Options of Spades (docs/rules.md §6), and the packs by number of players."""

from dataclasses import dataclass, replace
from enum import Enum

from scoring.cards import Suit
from scoring.duties import Duties, FirstTrick
from scoring.errors import BadSetup, Unreadable
from scoring.options import within
from scoring.packs import PACKS, Pack, cards_of, pack_named
from scoring.seats import Direction


class FailedNil(Enum):
    """What the tricks of a failed nil are."""

    BAGS_ONLY = "bags_only"
    COUNT_TO_PARTNER = "count_to_partner"
    IGNORED = "ignored"


class DoubleNil(Enum):
    """What both partners bidding nil are worth: 400, the game, each on its own, or ±200 together."""

    FOUR_HUNDRED = "400"
    GAME = "game"
    INDEPENDENT = "independent"
    UNIT200 = "unit200"


class Rollover(Enum):
    """What happens to the points of the bags that roll over."""

    MINUS_100 = "minus100"
    MINUS_110 = "minus110"
    NO_CARRY = "no_carry"


class RenegePenalty(Enum):
    """What a proved renege costs its side.

    Three tricks on the bid raise what it is worth as well (docs/rules.md §6.4); three to make raise what must be taken alone, so
    that no renege pays more than honest play.
    """

    LOSE_BID = "lose_bid"
    LOSE_OWN_BID = "lose_own_bid"
    THREE_TRICKS_ON_BID = "three_tricks_on_bid"
    THREE_TRICKS_TO_MAKE = "three_tricks_to_make"
    THREE_TRICKS_MOVED = "three_tricks_moved"
    REPORT_ONLY = "report_only"


LOSING = (RenegePenalty.LOSE_BID, RenegePenalty.LOSE_OWN_BID)
"""Penalties with which who reneges has not made the own bid."""


class RenegeOfNil(Enum):
    """What a renege of a nil bidder costs where it loses the bid: the nil alone, or the partner's contract as well."""

    NIL = "nil"
    BOTH = "both"


class Passing(Enum):
    """When partners exchange cards before the first lead."""

    NO = "no"
    NIL = "nil"
    BLIND_NIL = "blind_nil"


class Teams(Enum):
    """Who plays together; `auto`: partners where four play."""

    AUTO = "auto"
    PARTNERS = "partners"
    SOLO = "solo"


@dataclass(frozen=True)
class SpadesOptions:
    """The table's choices; the defaults are those of docs/rules.md §6."""

    teams: Teams = Teams.AUTO
    direction: Direction = Direction.CLOCKWISE
    pack: str | None = None
    jokers: bool = False
    raised_twos: bool = False
    draw: bool = False
    breaking: bool = True
    no_spade_first: FirstTrick = FirstTrick.FREE
    min_team_bid: int = 0
    bid_of_one: bool = True
    sum_of_tricks: bool = True
    blind_nil: bool = True
    blind_nil_deficit: int = 100
    blind_bid_multiplier: int = within(1, 1, 100)
    blind_bid_failed_multiplier: int | None = within(None, 0, 100)
    blind_exact: bool = False
    blind_together: bool = False
    passing: Passing = Passing.NO
    passed_cards: int = within(1, 0, 13)
    nil: int = 100
    failed_nil_tricks: FailedNil = FailedNil.BAGS_ONLY
    double_nil: DoubleNil = DoubleNil.FOUR_HUNDRED
    bags: bool = True
    bag_limit: int = within(10, 1, 1000)
    bag_penalty: int = 100
    rollover: Rollover = Rollover.MINUS_100
    bags_kept: bool = True
    target: int = 500
    floor: int = -200
    fixed_hands: int | None = within(None, 1, 1000)
    time_limit: int | None = within(None, 1, 24 * 60)
    renege_penalty: RenegePenalty = RenegePenalty.LOSE_BID
    renege_of_nil: RenegeOfNil = RenegeOfNil.NIL
    renege_once_a_suit: bool = False


STANDARD = {2: "std52", 3: "std51", 4: "std52", 5: "std50", 6: "std48"}
WITH_JOKERS = {2: "joker54", 3: "joker54", 4: "joker52", 5: "joker50", 6: "joker54"}
"""Packs by number of players (docs/rules.md §6.5)."""


def check_options(options: SpadesOptions) -> SpadesOptions:
    """The options, if their numbers make sense; raises `BadSetup`."""
    for name, low in (
        ("bag_limit", 1),
        ("bag_penalty", 0),
        ("target", 1),
        ("nil", 0),
        ("min_team_bid", 0),
        ("blind_nil_deficit", 0),
    ):
        if getattr(options, name) < low:
            raise BadSetup(f"spades: {name} is {getattr(options, name)}: expected a whole number from {low}")
    for name in ("fixed_hands", "time_limit"):
        value = getattr(options, name)
        if value is not None and value < 1:
            raise BadSetup(f"spades: {name} is {value}: expected a whole number from 1")
    if not 1 <= options.passed_cards <= 4:
        raise BadSetup(f"spades: passed_cards is {options.passed_cards}: expected 1 to 4")
    if options.blind_bid_multiplier not in (1, 2) or options.blind_bid_failed_multiplier not in (None, 1, 2):
        raise BadSetup("spades: blind bids count once or twice: expected 1 or 2")
    if options.floor >= 0:
        raise BadSetup(f"spades: floor is {options.floor}: expected a number below 0, such as -200")
    if options.pack is not None:
        try:
            pack_named(options.pack)
        except Unreadable as error:
            raise BadSetup(f"spades: {error}") from None
    return options


def pack_for(options: SpadesOptions, players: int) -> Pack:
    """The pack for so many players."""
    name = options.pack or (WITH_JOKERS if options.jokers else STANDARD)[players]
    pack = PACKS[name]
    if not options.raised_twos:
        return pack
    red, black, other = cards_of("2D 2S 2H")
    without = pack.without - {red} | {other} if red in pack.without else pack.without
    pack = replace(pack, without=without)
    return replace(pack, high=(*pack.high, *(two for two in (red, black) if two in pack)))


def hand_size_for(options: SpadesOptions, players: int) -> int:
    """Cards each: all of the pack; two players hold 13 and, where they draw, play all 26 tricks."""
    if players == 2:
        return 26 if options.draw else 13
    return pack_for(options, players).size // players


def duties_for(options: SpadesOptions) -> Duties:
    """Follow suit, and keep spades back until they are broken. Where two draw, holdings are fixed once the stock is gone."""
    fixed_from = 14 if options.draw else 1
    breaking = Suit.SPADES if options.breaking else None
    return Duties(breaking=breaking, first_trick=options.no_spade_first, fixed_from=fixed_from)
