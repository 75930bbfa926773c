"""What the cards prove, with the pictures of the proof, and what nothing proves yet."""

from scoring.deal import Deal
from scoring.hands import Hand
from scoring.offences import Offence
from scoring.projections.values import Json
from scoring.seats import Seat
from scoring.sentences import sentence
from scoring.tricks import Play


def offence_of(deal: Deal, offence: Offence) -> Json:
    """One that is proved: the sentence, both cards and the weaker of their readings."""
    done = _find(deal.hand, offence.trick, offence.seat)
    shower = offence.seat if offence.shown_by is None else offence.shown_by
    proof = _find(deal.hand, offence.proved_in, shower) if offence.proved_in else None
    plays = [play for play in (done, proof) if play]
    return {
        "key": offence.key,
        "kind": offence.kind.value,
        "hand": deal.hand.number,
        "seat": offence.seat,
        "player": deal.setup.name_of(offence.seat),
        "trick": offence.trick,
        "card": str(offence.card or "??"),
        "proved_by": str(offence.proved_by) if offence.proved_by else None,
        "proved_in": offence.proved_in,
        "by_elimination": offence.by_elimination,
        "sentence": sentence(deal.setup, deal.hand, offence),
        "pictures": [play.reading.evidence for play in plays],
        "probability": round(min((play.reading.confidence for play in plays), default=0.0), 4),
        "is_waived": offence.key in deal.waived,
    }


def _find(hand: Hand, trick: int, seat: Seat) -> Play | None:
    return hand.tricks[trick - 1].played_by(seat) if 1 <= trick <= len(hand.tricks) else None


def suspicions_of(deal: Deal) -> list[Json]:
    """What may have been done, and what could prove it."""
    return [
        {"seat": found.seat, "player": deal.setup.name_of(found.seat), "trick": found.trick, "prospect": found.prospect.value}
        for found in deal.suspicions
    ]
