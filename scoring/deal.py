"""A deal: one hand in its place in the session, with everything that is computed from it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.calls import Call
from scoring.games import game_of
from scoring.games.game import Game, HandResult, Setup, Standing, reseated
from scoring.hands import Hand
from scoring.offences import Offence, Suspicion
from scoring.seats import Seat
from scoring.values import kept


@dataclass(frozen=True)
class Deal:
    """A hand, what the players had agreed, where the session stood before it, and which offences the table has waived.

    Whatever is asked of it is worked out once: a deal that is over is never worked out again while later ones are played.
    """

    setup: Setup
    before: Standing
    hand: Hand
    waived: frozenset[str] = frozenset()

    @kept
    def game(self) -> Game:
        """The logic of the game that is played."""
        return game_of(self.setup)

    @kept
    def is_over(self) -> bool:
        """Whether the next card begins a new deal."""
        return self.hand.is_void or self.game.is_over(self.setup, self.hand)

    @kept
    def unsure(self) -> tuple[tuple[int, int], ...]:
        """Cards that lie face up and nobody has named yet: trick from 1, place in it from 0."""
        tricks = () if self.hand.is_void else enumerate(self.hand.laid, start=1)
        return tuple((n, place) for n, laid in tricks for place, play in enumerate(laid) if not (play.card or play.face_down))

    @kept
    def choices(self) -> tuple[Call, ...]:
        """What can be said now, as far as it can be listed."""
        return self.game.choices(self.setup, self.before, self.hand)

    @kept
    def offences(self) -> tuple[Offence, ...]:
        """What the cards prove."""
        return self.game.offences(self.setup, self.before, self.hand)

    @kept
    def suspicions(self) -> tuple[Suspicion, ...]:
        """What nothing proves yet."""
        return () if self.hand.is_void else self.game.suspicions(self.setup, self.hand)

    @kept
    def result(self) -> HandResult | None:
        """What the hand came to; None while it is open or undecided."""
        return self.game.result(self.setup, self.before, self.hand, self.waived)

    @kept
    def after(self) -> Standing:
        """Where the session stands after it."""
        return self.before if self.result is None else self.game.after(self.setup, self.before, self.hand, self.result)

    def standing_for(self, setup: Setup) -> Standing:
        """Where the session stands after it for those who sit there then."""
        is_alone = all(len(side) == 1 for side in self.game.sides(self.setup))
        return reseated(self.after, self.setup, setup, is_alone)

    def next_dealer(self, setup: Setup) -> Seat:
        """Who of those who sit there then deals next; while the hand is undecided, the same again."""
        dealer = self.hand.dealer if self.result is None else self.result.next_dealer
        if setup.players == self.setup.players:
            return dealer
        name = self.setup.name_of(dealer)
        return Seat(setup.players.index(name) if name in setup.players else dealer % len(setup.players))


def refolded(changed: Deal, later: Iterable[Deal]) -> tuple[Deal, ...]:
    """The changed deal and those after it, each standing on the one before it again; a named dealer stays."""
    deals: tuple[Deal, ...] = (changed,)
    for deal in later:
        last, hand = deals[-1], deal.hand
        if last.result is not None:
            due = last.next_dealer(deal.setup)
            hand = replace(hand, due=due, dealer=hand.dealer if hand.is_dealer_named else due)
        before = last.standing_for(deal.setup)
        deals = (*deals, Deal(deal.setup, before, _dealt_so(deal, before, hand), deal.waived))
    return deals


def _dealt_so(deal: Deal, before: Standing, hand: Hand) -> Hand:
    """The hand with trumps and lead as the game gives them after what stands before it now; how many cards were dealt stays."""
    fresh = deal.game.start_hand(deal.setup, before, hand.number, hand.dealer, hand.seats)
    dealt = replace(hand, order=fresh.order, opener=fresh.opener, settled=None)
    return deal.game.with_calls(deal.setup, dealt) if hand.calls else dealt
