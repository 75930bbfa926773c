"""Why a hand has no result, and what would settle it: one sentence for players."""

from scoring.deal import Deal
from scoring.sheet import counted_in_words
from scoring.tricks import Trick


def undecided(deal: Deal) -> str:
    """What the result waits for, in words; empty where the hand has one."""
    if deal.result is not None:
        return ""
    if awaits := deal.game.awaits(deal.setup, deal.hand):
        return f"the hand waits for {awaits}: say what was said"
    if not deal.is_over:
        return _unplayed(deal)
    return next(filter(None, (_doubt(deal, trick) for trick in deal.hand.tricks)), "two cards cannot both be right: correct one")


def _unplayed(deal: Deal) -> str:
    if not deal.game.has_tricks:
        return f"{counted_in_words(len(deal.hand.moves), 'turn')} taken, and cards are left: play on"
    left = counted_in_words(deal.hand.hand_size - deal.hand.confirmed, "trick")
    return f"{left} still to be played: lay the cards, or say who took them"


def _doubt(deal: Deal, trick: Trick) -> str:
    """What is not known of a trick, nobody's first: a taker decides even where no card counts."""
    if trick.winner is None:
        return f"nobody can tell who took trick {trick.number}: name its cards and whose they were"
    missing = len(deal.hand.seats) - sum(play.shows is not None for play in trick.plays)
    if missing <= 0:
        return ""
    cards = counted_in_words(missing, "card")
    return f"{cards} of trick {trick.number} were not seen, and cards count: name them, or say that the hand does not count"
