"""Offences in a player's words."""

from scoring.calls import bid_words
from scoring.cards import SuitSystem
from scoring.games.game import Setup
from scoring.hands import Hand
from scoring.offences import Offence, OffenceKind
from scoring.tricks import Own
from scoring.words import Language, suit_name

_FRENCH = {"C": "a club", "D": "a diamond", "H": "a heart", "S": "a spade"}
SUIT_NAMES = {
    SuitSystem.FRENCH: _FRENCH,
    SuitSystem.GERMAN: {"C": "an acorn", "D": "a bell", "H": "a heart", "S": "a leaf"},
    SuitSystem.SWISS: {"C": "an acorn", "D": "a bell", "H": "a rose", "S": "a shield"},
    SuitSystem.ITALIAN: {"C": "a baton", "D": "a coin", "H": "a cup", "S": "a sword"},
    SuitSystem.SPANISH: {"C": "a Spanish club", "D": "a coin", "H": "a cup", "S": "a sword"},
    SuitSystem.ROOK: {"C": "a green", "D": "a yellow", "H": "a red", "S": "a black"},
    SuitSystem.TAROCK: _FRENCH,
}
"""Suits that were led; a Spanish club is not called as a French one is, for other languages have two words."""

_WORDS = {
    OffenceKind.FAILED_TO_BEAT: "{name} had to beat with {proof} (trick {later}) and played {card} in trick {trick}.",
    OffenceKind.FAILED_TO_TRUMP: "{name} had to trump with {proof} (trick {later}) and played {card} in trick {trick}.",
    OffenceKind.FAILED_TO_OVERTRUMP: "{name} had to overtrump with {proof} (trick {later}) and played {card} in trick {trick}.",
    OffenceKind.LED_SPADE_UNBROKEN: (
        "{name} led {card} in trick {trick} before {suits} were broken and played {proof} in trick {later}: {name} could have "
        "led another suit."
    ),
    OffenceKind.SPADE_ON_FIRST_TRICK: (
        "{name} played {card} in the first trick and {proof} in trick {later}: {name} could have played another card."
    ),
    OffenceKind.KEPT_CALLED_CARD: (
        "{name} had to play {proof} (trick {later}) when its suit was led, and played {card} in trick {trick}."
    ),
    OffenceKind.OUT_OF_TURN: "{name} played {card} out of turn in trick {trick}.",
    OffenceKind.CARD_NOT_IN_PACK: "{card} in trick {trick} does not belong to the pack of this game.",
    OffenceKind.DUPLICATE_CARD: "{card} was seen twice: the second time in trick {trick}.",
    OffenceKind.TOO_MANY_CARDS: "{name} has played more cards than were dealt, the last in trick {trick}.",
    OffenceKind.FOLLOWED_FACE_DOWN: "{name} followed suit face down with {card} in trick {trick}: it belongs face up.",
    OffenceKind.FALSE_DECLARATION: "{name} declared a combination that {proof} shows to be false.",
    OffenceKind.FALSE_DOST: "{name} said dost with less than a hundred points.",
    OffenceKind.ILLEGAL_CAPTURE: "{name} may not take these cards with {card} (turn {trick}).",
    OffenceKind.TRAIL_WITH_OWN_BUILD: "{name} trailed {card} while a build of {name}'s own was waiting (turn {trick}).",
    OffenceKind.NOT_ON_TABLE: "{name} played {card} to cards that do not lie there (turn {trick}).",
    OffenceKind.CARD_NOT_IN_HAND: "{name} did not hold {card} (turn {trick}).",
}
_SEEN_BEFORE = {
    OffenceKind.FAILED_TO_BEAT: "{name} had to beat with {proof}, which all had seen, and played {card} in trick {trick}.",
    OffenceKind.FAILED_TO_TRUMP: "{name} had to trump with {proof}, which all had seen, and played {card} in trick {trick}.",
    OffenceKind.FAILED_TO_OVERTRUMP: (
        "{name} had to overtrump with {proof}, which all had seen, and played {card} in trick {trick}."
    ),
}
"""Where the card that proves it was shown before the first lead, and lay in no trick yet."""

_ANOTHERS = {
    OffenceKind.FALSE_MELD: {
        "own": "{name} announced {said} and showed no {card}: after {proof} in trick {later} it could not come any more.",
        "other": "{name} announced {said} and cannot have had {card}: {other} played it in trick {later}.",
        "many": "{name} announced {said}, and {proof} in trick {later} leaves no cards for it.",
        "nobody": "{name} announced {said}, which nobody can have.",
    },
    OffenceKind.WRONG_FIRST_LEAD: {
        "own": "{name} led {card} and had {proof} (trick {later}), which is led first.",
        "other": "{name} led {card}, and {other} had {proof} (trick {later}), which is led first.",
    },
    OffenceKind.FALSE_CALL: {
        "held": "{name} called {card} and had it: it was played in trick {later}.",
        "own": "{name} called {card} and had no other card of its suit: the last was {proof} in trick {later}.",
    },
}
"""What is proved by a card of one's own, by another's, or otherwise."""

_BUILDS = {
    "no_capture_card": "{name} had no card to take up the build made with {card} (turn {trick}).",
    "pair_sum_build": "{name} summed equal cards alone into a build with {card} (turn {trick}).",
    "wrong_sum": "the cards that {name} grouped with {card} do not make the number (turn {trick}).",
    "multiple_build": "{name} raised a build of several sets with {card} (turn {trick}): its number is fixed.",
    "face_card": "{name} put a face card into a build (turn {trick}).",
    "over_ten": "{name} announced a number that no build may have (turn {trick}).",
    "without_played_card": "{name} built without the card that was played, {card} (turn {trick}).",
    "single_card": "{name} made a build of {card} alone (turn {trick}).",
    "owner_may_build_other": "{name} built again with {card} while a build of {name}'s own was waiting (turn {trick}).",
}


def sentence(setup: Setup, hand: Hand, offence: Offence) -> str:
    """The offence as one sentence for players."""
    name, card = setup.name_of(offence.seat), str(offence.card or "a card face down")
    led = hand.tricks[offence.trick - 1].led if 1 <= offence.trick <= len(hand.tricks) else None
    if offence.kind is OffenceKind.REVOKE and led:
        suit = "a trump" if isinstance(led, Own) else SUIT_NAMES[hand.order.pack.suits][led.value]
        if offence.proved_in is None:
            return (
                f"{name} played {card} to {suit} lead in trick {offence.trick} "
                f"and held {offence.proved_by}, which all had seen: {name} could have followed suit."
            )
        unseen = " All other cards of the suit have been seen." if offence.by_elimination else ""
        return (
            f"{name} played {card} to {suit} lead in trick {offence.trick} "
            f"and {offence.proved_by} in trick {offence.proved_in}: {name} could have followed suit.{unseen}"
        )
    if offence.kind in _ANOTHERS:
        return _anothers(setup, offence)
    known = _SEEN_BEFORE if offence.proved_in is None else {}
    suits = offence.card and offence.card.suit and suit_name(offence.card.suit, Language.ENGLISH)
    words = _BUILDS[offence.why] if offence.why else known.get(offence.kind) or _WORDS[offence.kind]
    text = words.format(name=name, card=card, trick=offence.trick, proof=offence.proved_by, later=offence.proved_in, suits=suits)
    return text[0].upper() + text[1:]


def _anothers(setup: Setup, offence: Offence) -> str:
    words = _ANOTHERS[offence.kind]
    case = "own" if offence.shown_by is None else "other"
    if offence.kind is OffenceKind.FALSE_MELD and offence.card is None:
        case = "nobody" if offence.proved_by is None else "many"
    if offence.kind is OffenceKind.FALSE_CALL and offence.proved_by == offence.card:
        case = "held"
    return words[case].format(
        name=setup.name_of(offence.seat),
        said=bid_words(offence.said or ""),
        card=offence.card,
        proof=offence.proved_by,
        later=offence.proved_in,
        other=setup.name_of(offence.shown_by),
    )
