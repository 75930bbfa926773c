"""Proofs: what the cards of a hand prove against the duties of its game, and when.

The theorem (docs/rules.md §0): where holdings are fixed from the first lead to the last card, whatever a seat shows later it
held before. So a seat that did not follow a lead of suit L at trick t and shows a card of L at a later trick revoked at t;
a seat that did not beat, trump or overtrump and later shows the card that could have done so failed to; a leader of an
unbroken suit who later shows another one had a choice. Each is proved at the moment the proving card lies face up.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from scoring.cards import Card, Suit
from scoring.duties import FOLLOW, Duties, FaceDown, FirstTrick
from scoring.hands import Hand
from scoring.offences import Offence, OffenceKind, Prospect, Suspicion
from scoring.seats import Seat
from scoring.tricks import Own, Play, Trick, best_before, best_place


def offences_of(hand: Hand, duties: Duties = FOLLOW) -> tuple[Offence, ...]:
    """Everything that the cards of the hand prove, in the order in which it came to light."""
    others = (*_kept_back(hand, duties), *_out_of_turn(hand), *_pack_faults(hand, duties), *_too_many(hand))
    others += (*_led_otherwise(hand, duties.first_lead), *_kept_called(hand, duties.must_play))
    return tuple(sorted(undone_duties(hand, duties) + others, key=lambda offence: (offence.proved_at, offence.trick)))


def undone_duties(hand: Hand, duties: Duties = FOLLOW) -> tuple[Offence, ...]:
    """Of these the plays that did not follow, and those that did not beat or trump where nothing worse is proved of them."""
    revokes = tuple(_revokes(hand, duties)) if duties.follow else ()
    revoked = {(offence.seat, offence.trick) for offence in revokes}
    return revokes + tuple(offence for offence in _undone(hand, duties) if (offence.seat, offence.trick) not in revoked)


def suspicions_of(hand: Hand, duties: Duties = FOLLOW) -> tuple[Suspicion, ...]:
    """Plays off suit or face down that nothing has proved to be revokes, and leads of a suit that was not broken.

    The last card clears a face-up discard and a lead, unless a card of the same seat still lies face down; so does the dummy,
    all of whose cards lie open.
    """
    return (*_early(hand, duties), *(_unfollowed(hand, duties) if duties.follow else ()))


def _early(hand: Hand, duties: Duties) -> Iterator[Suspicion]:
    """Leads of the unbroken suit by seats that have shown nothing else since."""
    proved = {offence.trick for offence in _kept_back(hand, duties)}
    for trick in _early_leads(hand, duties):
        lead = trick.plays[0]
        prospect = None if trick.number in proved or lead.seat is None else _prospect(hand, duties, trick, lead)
        if prospect is not None and lead.seat is not None:
            yield Suspicion(lead.seat, trick.number, prospect)


def _unfollowed(hand: Hand, duties: Duties) -> tuple[Suspicion, ...]:
    proved = {(offence.seat, offence.trick) for offence in _revokes(hand, duties)}
    found = []
    for trick in hand.tricks:
        for play in trick.plays[trick.lead_place + 1 :]:
            if play.seat is None or (play.seat, trick.number) in proved or not _is_doubtful(duties, trick, play):
                continue
            prospect = _prospect(hand, duties, trick, play)
            if prospect is not None:
                found.append(Suspicion(play.seat, trick.number, prospect))
    return tuple(found)


def shown_at(play: Play) -> int:
    """The moment from which the card can be seen."""
    return play.moment if play.turned_up_at is None else play.turned_up_at


def showings(hand: Hand) -> list[tuple[int, Play]]:
    """Every play whose card and seat are known, with the number of its trick, in the order in which the cards were seen."""
    plays = ((trick.number, play) for trick in hand.tricks for play in trick.plays if play.shows and play.seat is not None)
    return sorted(plays, key=lambda shown: shown_at(shown[1]))


def _is_doubtful(duties: Duties, trick: Trick, play: Play) -> bool:
    is_off_suit = play.card is not None and not trick.has_followed(play) and not _is_free(duties, trick, play)
    return trick.led is not None and (play.is_hidden or is_off_suit)


def _is_free(duties: Duties, trick: Trick, play: Play) -> bool:
    return play.shows is not None and (play.shows in duties.free or (duties.may_trump and trick.order.is_trump(play.shows)))


def _prospect(hand: Hand, duties: Duties, trick: Trick, play: Play) -> Prospect | None:
    """What could still decide about a doubtful play; None where the last card has cleared it."""
    if trick.number < duties.fixed_from:
        return Prospect.NEVER
    if not hand.is_played_out and not _is_open(hand, play.seat):
        return Prospect.LATER_CARD
    is_hidden = play.is_hidden or any(later.is_hidden for _, later in _later_plays(hand, trick, play.seat))
    return Prospect.TURN_UP if is_hidden else None


def _is_open(hand: Hand, seat: Seat | None) -> bool:
    """Whether every card that the seat was dealt has been seen."""
    played = (play.shows for play in hand.plays if play.seat is seat and play.shows)
    return len({*hand.known_of(seat), *played}) == hand.hand_size


def _later_plays(hand: Hand, trick: Trick, seat: Seat | None) -> Iterator[tuple[Trick, Play]]:
    for later in hand.tricks[trick.number :]:
        play = later.played_by(seat) if seat is not None else None
        if play is not None:
            yield later, play


def _first_shown(
    hand: Hand, trick: Trick, seat: Seat | None, is_proof: Callable[[Card], bool], since: int = 0
) -> tuple[int, Card, int | None] | None:
    """The earliest moment at which a card of the seat proves something: the moment, the card, its trick.

    A later card does, or one that everybody has seen the seat hold: that proves at once, with no trick of its own.
    """
    shown: list[tuple[int, Card, int | None]] = [
        (max(since, shown_at(play)), play.shows, later.number)
        for later, play in _later_plays(hand, trick, seat)
        if play.shows is not None and is_proof(play.shows)
    ]
    play = trick.played_by(seat) if seat is not None else None
    for card in hand.known_of(seat):
        if play and seat is not None and is_proof(card) and not _is_gone(hand, seat, card, play.moment):
            shown.append((max(since, play.moment), card, None))
    return min(shown, key=lambda proof: proof[0], default=None)


def _is_gone(hand: Hand, seat: Seat, card: Card, moment: int) -> bool:
    """Whether the seat had laid the card by then."""
    return any(play.seat == seat and play.shows == card and play.moment <= moment for play in hand.plays)


def _revokes(hand: Hand, duties: Duties) -> Iterator[Offence]:
    """Discards that a later card of the led suit proves to be revokes, and in Jeu de Carte follows laid face down."""
    last_shown = _last_shown(hand)
    for trick in hand.tricks[duties.fixed_from - 1 :]:
        if trick.led is None:
            continue
        for seat, play in islice(zip(trick.seats, trick.laid, strict=True), trick.lead_place + 1, None):
            if seat is None:
                continue
            if play.turned_up_at is not None and trick.has_followed(play):
                if duties.face_down is FaceDown.VOID:
                    kind = OffenceKind.FOLLOWED_FACE_DOWN
                    yield Offence(kind, seat, trick.number, play.card, play.turned_up_at, play.card)
                continue
            # Most seats that are out of a suit never show it again: nothing can be proved of them.
            if last_shown.get((seat, trick.led), 0) <= trick.number:
                continue
            since = _void_since(hand, duties, trick, play)
            proof = None if since is None else _first_shown(hand, trick, seat, _is_of(trick, duties), since)
            if proof is not None:
                eliminated = play.is_hidden and duties.face_down is not FaceDown.VOID
                yield Offence(OffenceKind.REVOKE, seat, trick.number, play.shows, *proof, by_elimination=eliminated)


def _last_shown(hand: Hand) -> dict[tuple[Seat | None, Suit | Own | None], int]:
    """The last trick to which each seat showed each suit; a card that it is known to hold comes after all of them."""
    suit_of = hand.order_of_play.suit_of
    laid = {
        (seat, suit_of(card)): trick.number
        for trick in hand.tricks
        for seat, play in zip(trick.seats, trick.laid, strict=True)
        if (card := play.shows) is not None
    }
    return laid | {(seat, suit_of(card)): len(hand.tricks) + 1 for seat, card in hand.known}


def _is_of(trick: Trick, duties: Duties) -> Callable[[Card], bool]:
    return _unless_free(lambda card: trick.order.suit_of(card) is trick.led, duties)


def _unless_free(is_proof: Callable[[Card], bool], duties: Duties) -> Callable[[Card], bool]:
    """A card that nobody need play proves nothing."""
    return lambda card: is_proof(card) and card not in duties.free


def _void_since(hand: Hand, duties: Duties, trick: Trick, play: Play) -> int | None:
    """The moment from which the table knows that the play did not follow; None while it does not."""
    if play.face_down and duties.face_down is FaceDown.VOID:
        return play.moment
    if play.is_hidden:
        return _eliminated_at(hand, trick, play)
    if play.card is None or trick.has_followed(play) or _is_free(duties, trick, play):
        return None
    return shown_at(play)


def _eliminated_at(hand: Hand, trick: Trick, hidden: Play) -> int | None:
    """When every card of the led suit had been seen elsewhere, so that the hidden one cannot be of it."""
    others = (play for laid in hand.laid for play in laid if play is not hidden)
    seen = {play.shows: shown_at(play) for play in others if play.shows is not None}
    seen = {play.card: play.moment for play in hand.shown if play.card} | seen
    wanted = [card for card in hand.order.pack.cards if trick.order.suit_of(card) is trick.led]
    if hand.order.pack.copies > 1 or any(card not in seen for card in wanted):
        return None
    return max(seen[card] for card in wanted)


def _undone(hand: Hand, duties: Duties) -> Iterator[Offence]:
    """Duties to beat, to trump and to overtrump that a later card proves undone (docs/rules.md §7)."""
    if not (duties.beat or duties.beat_trumps or duties.trump or duties.overtrump):
        return
    for trick in hand.tricks[duties.fixed_from - 1 :]:
        for position, play in islice(enumerate(trick.plays), trick.lead_place + 1, None):
            best = best_before(trick, position)
            if best is None or play.shows is None or play.seat is None:
                continue
            is_spared = duties.spares_partner and _is_partners(hand, trick, position, play.seat)
            owed = _owed(duties, trick, play.shows, best, is_spared)
            if owed is None or play.shows in duties.free:
                continue
            proof = _first_shown(hand, trick, play.seat, _unless_free(owed[1], duties))
            if proof is not None:
                yield Offence(owed[0], play.seat, trick.number, play.shows, *proof)


def _is_partners(hand: Hand, trick: Trick, position: int, seat: Seat) -> bool:
    """Whether the seat opposite holds the trick before the play at `position`."""
    place = best_place(trick.laid[:position], trick.order)
    seats = hand.seats
    return place is not None and trick.seats[place] is seats[(seats.index(seat) + len(seats) // 2) % len(seats)]


def _owed(
    duties: Duties, trick: Trick, card: Card, best: Card, is_spared: bool
) -> tuple[OffenceKind, Callable[[Card], bool]] | None:
    """Which duty the card leaves undone, and which cards of the same seat would have done it; `is_spared`: it need not trump."""
    order = trick.order
    if order.suit_of(card) is trick.led:
        must_beat = duties.beat or (duties.beat_trumps and order.is_trump(card))
        if must_beat and order.suit_of(best) is trick.led and not order.beats(card, best):
            return OffenceKind.FAILED_TO_BEAT, lambda x: order.suit_of(x) is trick.led and order.beats(x, best)
        return None
    if is_spared or not order.all_trumps or trick.led is order.suit_of(order.all_trumps[0]):
        return None
    if not order.is_trump(card):
        if not duties.trump:
            return None
        must = duties.undertrump or not order.is_trump(best)
        return OffenceKind.FAILED_TO_TRUMP, lambda x: order.is_trump(x) and (must or order.beats(x, best))
    if duties.overtrump and order.is_trump(best) and not order.beats(card, best):
        return OffenceKind.FAILED_TO_OVERTRUMP, lambda x: order.is_trump(x) and order.beats(x, best)
    return None


def _kept_back(hand: Hand, duties: Duties) -> Iterator[Offence]:
    """Leads of the unbroken suit, or what is kept out of the first trick, by one who later shows another (docs/rules.md §6.6)."""

    def is_kept_out(trick: Trick, card: Card) -> bool:
        return card in duties.kept_out or trick.order.suit_of(card) in duties.kept_out

    def is_unbroken(trick: Trick, card: Card) -> bool:
        return trick.order.suit_of(card) is duties.breaking

    barred = hand.tricks[:1] if duties.fixed_from == 1 and duties.first_trick is not FirstTrick.FREE else ()
    led = {trick.number for trick in barred if (card := trick.laid[0].shows) and is_kept_out(trick, card)}
    for trick in _early_leads(hand, duties):
        if trick.number not in led:
            yield from _had_another(hand, trick, trick.plays[0], OffenceKind.LED_SPADE_UNBROKEN, is_unbroken)
    for trick in barred:
        places = range(len(trick.plays)) if duties.first_trick is FirstTrick.NO_PLAY else range(1)
        for play in (trick.plays[place] for place in places):
            is_lead = play is trick.plays[0]
            if play.shows and is_kept_out(trick, play.shows) and (is_lead or not trick.has_followed(play)):
                yield from _had_another(hand, trick, play, OffenceKind.SPADE_ON_FIRST_TRICK, is_kept_out)


def _early_leads(hand: Hand, duties: Duties) -> Iterator[Trick]:
    """Tricks to which the suit was led that may not be led before it is broken, while it was not."""
    suit = duties.breaking
    if suit is None:
        return
    for trick in hand.tricks:
        if trick.led is suit and trick.number >= duties.fixed_from:
            yield trick
        off_suit = (play.shows for play in trick.plays[1:] if not trick.has_followed(play))
        is_broken = any(card is not None and trick.order.suit_of(card) is suit for card in off_suit)
        if is_broken or (duties.is_broken_by_lead and trick.led is suit):
            return


def _had_another(
    hand: Hand, trick: Trick, play: Play, kind: OffenceKind, is_such: Callable[[Trick, Card], bool]
) -> Iterator[Offence]:
    proof = _first_shown(hand, trick, play.seat, lambda card: not is_such(trick, card))
    if proof is not None and play.seat is not None:
        yield Offence(kind, play.seat, trick.number, play.shows, *proof)


def _led_otherwise(hand: Hand, card: Card | None) -> Iterator[Offence]:
    """A first lead that was not the card that is led first, once somebody shows that."""
    if card is None or not hand.laid or not hand.laid[0]:
        return
    lead, is_known = hand.tricks[0].plays[0], hand.opener is not None or hand.laid[0][0].seat is not None
    found = _shown(hand, card)
    if found is None or not is_known or lead.seat is None or lead.shows in (None, card):
        return
    trick, proof = found
    by = None if proof.seat is lead.seat else proof.seat
    at = max(shown_at(lead), shown_at(proof))
    yield Offence(OffenceKind.WRONG_FIRST_LEAD, lead.seat, 1, lead.shows, at, card, trick.number, shown_by=by)


def _kept_called(hand: Hand, card: Card | None) -> Iterator[Offence]:
    """Other cards of its suit that the holder of a card played where it had to come."""
    found = _shown(hand, card) if card is not None else None
    if card is None or found is None or (holder := found[1].seat) is None:
        return
    last, proof = found
    for trick in hand.tricks[: last.number - 1]:
        play = trick.played_by(holder)
        if play is None or trick.led is not trick.order.suit_of(card) or not trick.has_followed(play):
            continue
        if play is trick.plays[trick.lead_place]:  # whoever leads the suit runs with it, and is free from then on
            return
        at = max(shown_at(play), shown_at(proof))
        yield Offence(OffenceKind.KEPT_CALLED_CARD, holder, trick.number, play.shows, at, card, last.number)


def _shown(hand: Hand, card: Card) -> tuple[Trick, Play] | None:
    """Where the card lies, face up, and whose it was."""
    plays = ((trick, play) for trick in hand.tricks for play in trick.plays)
    return next(((trick, play) for trick, play in plays if play.shows == card and play.seat is not None), None)


def _out_of_turn(hand: Hand) -> Iterator[Offence]:
    """Compares each seat that a witness named with the seat whose turn it was."""
    leader: Seat | None = hand.leader
    for trick, laid in zip(hand.tricks, hand.laid, strict=True):
        for position, play in enumerate(_counted(hand, trick)):
            if laid[position].seat is None:
                continue
            turn = hand.turn_after(trick.seats[:position], leader)
            if turn is not None and play.seat is not None and play.seat != turn:
                yield Offence(OffenceKind.OUT_OF_TURN, play.seat, trick.number, play.shows, play.moment)
        leader = trick.winner


def _counted(hand: Hand, trick: Trick) -> tuple[Play, ...]:
    """The plays of a trick that may be held against somebody.

    Cards beyond one a seat in a trick that is not fact yet belong to the next trick or to nobody: they are asked about.
    """
    return trick.plays if trick.is_confirmed else trick.plays[: len(hand.seats)]


def _pack_faults(hand: Hand, duties: Duties) -> Iterator[Offence]:
    """Cards that the pack has not, or not so often; one that is seen in another seat's hand is not there to be played."""
    held = {(seat, card) for seat in hand.seats for card in hand.holds(seat)} if hand.known else set()
    seen = {play.card: 1 for play in hand.shown if play.card} if duties.shown_stays_out else {}
    for trick in hand.tricks:
        for play in _counted(hand, trick):
            card = play.shows
            if card is None or play.seat is None:
                continue
            seen[card] = seen.get(card, 0) + 1
            if card not in hand.order.pack:
                yield Offence(OffenceKind.CARD_NOT_IN_PACK, play.seat, trick.number, card, shown_at(play))
            elif seen[card] + sum((seat, card) in held for seat in hand.seats if seat is not play.seat) > hand.order.pack.copies:
                yield Offence(OffenceKind.DUPLICATE_CARD, play.seat, trick.number, card, shown_at(play))


def _too_many(hand: Hand) -> Iterator[Offence]:
    """A seat that lays more cards than it was dealt."""
    counts: dict[Seat, int] = {}
    for trick in hand.tricks:
        for play in _counted(hand, trick):
            if play.seat is None:
                continue
            counts[play.seat] = counts.get(play.seat, 0) + 1
            if counts[play.seat] > hand.hand_size:
                yield Offence(OffenceKind.TOO_MANY_CARDS, play.seat, trick.number, play.shows, play.moment)
