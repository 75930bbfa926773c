"""Which play of a hand a sighting is, and whose: told by the cards that lie there and by the side that the hand came from."""

from collections.abc import Sequence

from device.faces import card_of
from scoring.hands import Hand
from scoring.seats import Seat
from scoring.table import Table
from vision.geometry import angle_between
from vision.sighting import Sighting, SightingKind

TOGETHER_S = 0.5
"""Seconds within which two cards came to rest that were laid in one movement."""

SURE_SIDE, OTHER_SIDE = 20.0, 45.0
"""Degrees: a hand that came from this near to a seat's side, and from this far off the one whose turn it was, is a witness."""


def sides(players: int) -> list[float]:
    """Where each seat's hand comes from, in degrees clockwise from the top of the picture: seat A sits at the bottom."""
    return [(180 + 360 * seat / players) % 360 for seat in range(players)]


def is_shown(hand: Hand, sighting: Sighting) -> bool:
    """Whether this is the bottom card that somebody asked to see: it lies there and is nobody's, unless it makes trumps."""
    card = card_of(sighting.label, hand.order.pack)
    return hand.order.trump is None and card in [play.card for play in hand.shown]


def is_turned_over(table: Table, hand: Hand, sighting: Sighting) -> bool:
    """Whether a back is a card of a trick that is full, turned over where it lay; a game with plays face down has others."""
    if sighting.kind is not SightingKind.CARD_HIDDEN or table.game.plays_face_down:
        return False
    over = {play.card for trick in hand.tricks if len(trick.laid) >= len(hand.seats) for play in trick.laid}
    return any(card_of(label, hand.order.pack) in over for label in sighting.lies_on)


def place_of(hand: Hand, evidence: str | None) -> tuple[int, int] | None:
    """Trick (from 1) and position (from 0) of the play whose picture this is."""
    places = [(t, p, play) for t, trick in enumerate(hand.laid, 1) for p, play in enumerate(trick)]
    return next(((t, p) for t, p, play in places if evidence is not None and play.reading.evidence == evidence), None)


def reply_first(hand: Hand | None, sightings: list[Sighting]) -> list[Sighting]:
    """Of two cards that the second of two players lays at once the one that takes the trick is the reply (docs/rules.md §3).

    As they lie, the lower one comes first: that may as well be the next lead.
    """
    laid = [sighting for sighting in sightings if sighting.kind is SightingKind.CARD_PLAYED]
    trick = hand.open_trick if hand else None
    if hand is None or trick is None or (len(hand.seats), len(trick.plays), len(laid)) != (2, 1, 2):
        return sightings
    lead, (lower, upper) = trick.plays[0].card, (card_of(sighting.label, hand.order.pack) for sighting in laid)
    if lead is None or lower is None or upper is None or trick.order.reply(lead, (lower, upper)) != upper:
        return sightings
    return sorted(sightings, key=lambda sighting: sighting is laid[0])


def is_next_lead_of_a_pair(hand: Hand, sighting: Sighting, laid_at: float) -> bool:
    """Whether the second of two players laid this card in one movement with the last one, `laid_at`, which took the trick."""
    trick = hand.open_trick
    if trick is None or not hand.is_trick_full or len(hand.seats) != 2 or sighting.at - laid_at > TOGETHER_S:
        return False
    reply = trick.plays[1].card
    return card_of(sighting.label, hand.order.pack) is not None and reply is not None and trick.winning_card == reply


def witness(table: Table, hand: Hand | None, sighting: Sighting, zones: int) -> Seat | None:
    """The seat whose card it was, where that clearly is not the one whose turn it was; None where turn order holds.

    A card that lies in the dummy is the dummy's, and its cards are laid by whoever reaches for them. In games in which everybody
    plays in front of himself the place of the card says so, if the `zones` were laid out for as many players; else the side that
    the hand came from.
    """
    if hand is None or table.is_hand_over or hand.turn is None or hand.is_trick_full:
        return None
    is_held = hand.dummy is not None and card_of(sighting.label, hand.order.pack) in hand.holds(hand.dummy)
    if is_held or (hand.turn is hand.dummy and hand.is_dummy_due):
        return None if hand.turn is hand.dummy else hand.dummy
    players = len(table.deal.setup.players) if table.deal else len(table.agreed.players)
    if table.game.plays_in_front and sighting.zone is not None and zones == players:
        return Seat(sighting.zone)
    seats = [seat for seat in hand.seats if seat < players]
    return None if sighting.entered_from is None else seat_at(sighting.entered_from, seats, players, hand.turn)


def seat_at(entered_from: float, seats: Sequence[Seat], players: int, turn: Seat) -> Seat | None:
    """The seat at that side (degrees clockwise from the top), where it clearly is that and not the one whose turn it is."""
    angles = sides(players)
    distances = {seat: angle_between(entered_from, angles[seat]) for seat in seats}
    nearest = min(distances, key=lambda seat: distances[seat])
    is_clear = distances[nearest] < SURE_SIDE and distances.get(turn, 180.0) > OTHER_SIDE
    return nearest if is_clear else None
