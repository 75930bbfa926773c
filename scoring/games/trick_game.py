"""A game of tricks out of its definition: the Spar family, and whatever house games people write.

The logic is here once; what differs between the games is data (`scoring.games.definition`).
"""

from dataclasses import dataclass, replace

from scoring.calls import Call, CallKind
from scoring.cards import Suit
from scoring.duties import Duties
from scoring.errors import BadCall, BadSetup
from scoring.games import instant
from scoring.games.definition import Definition, NextDealer
from scoring.games.game import (
    HandResult,
    Setup,
    Standing,
    alone,
    check_trump,
    no_move,
    partners,
    side_of,
    void_result,
    with_trump,
)
from scoring.games.penalties import RevokePenalty, nobody_scores, offenders, penalised
from scoring.games.sessions import points_standing, stones_standing
from scoring.games.trick_options import Scoring, TrickOptions, options_for, pack_of
from scoring.games.trick_worth import Counter, asks
from scoring.hands import Hand
from scoring.moves import Move
from scoring.offences import Offence, Suspicion
from scoring.proofs import offences_of, suspicions_of
from scoring.seats import Seat
from scoring.sheet import ScoreLine, Sides, settlement
from scoring.told import Asked
from scoring.tricks import Trick, TrickOrder


@dataclass(frozen=True)
class TrickGame:
    """A game of tricks; see `scoring.games.game.Game` for what its methods promise."""

    definition: Definition
    has_tricks: bool = True

    @property
    def name(self) -> str:
        """What logs and commands call the game."""
        return self.definition.name

    @property
    def plays_in_front(self) -> bool:
        """Whether a card's place says whose it is."""
        return self.definition.in_front

    @property
    def needs_calls(self) -> bool:
        """Whether something must be said before the first card."""
        return self.definition.bids is not None or self.definition.trump == "turned"

    def read_options(self, values: dict[str, object]) -> TrickOptions:
        """Options from plain values, checked."""
        return options_for(self.definition, values)

    def check(self, setup: Setup) -> None:
        """No more players than the definition allows and the pack can serve."""
        size = max(self.definition.deals, default=setup.options.hand_size)
        low, high = self.definition.players
        most = min(high, pack_of(self.definition, setup.options).size // size)
        if not low <= len(setup.players) <= most:
            expected = f"{low} to {most}" if most > low else str(low)
            raise BadSetup(f"{self.name}: {len(setup.players)} players: expected {expected} with {size} cards each")
        has_one_winner = self.definition.counts_last_tricks_alone and not self.definition.bids and not self.definition.partners
        if setup.options.scoring is Scoring.STONES and not has_one_winner:
            raise BadSetup(f"{self.name}: stones are for games in which one player wins the last trick")

    def sides(self, setup: Setup) -> Sides:
        """Partners opposite where the definition says so."""
        return partners(setup) if self.definition.partners else alone(setup)

    def begin(self, setup: Setup) -> Standing:
        """Nothing has been scored."""
        return self._standing(setup, Standing((0,) * len(self.sides(setup)), playing=setup.seats), None)

    def start_hand(self, setup: Setup, before: Standing, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """A fresh hand for the seats that play."""
        deals, trump = self.definition.deals, self.definition.trump
        size = deals[min(before.hands, len(deals) - 1)] if deals else setup.options.hand_size
        order = TrickOrder(
            pack_of(self.definition, setup.options), trump if isinstance(trump, Suit) else None, is_trump_led=trump == "led"
        )
        return Hand(number, seats, dealer, setup.options.direction, size, order)

    def check_call(self, setup: Setup, _before: Standing, hand: Hand, call: Call) -> None:
        """Bids, the shown trump, weak cards traded, five cards that win at once: each where the game has it."""
        if call.kind is CallKind.BID and self.definition.bids:
            self._check_bid(setup, hand, call)
        elif call.kind is CallKind.TRUMP and self.definition.trump == "turned":
            check_trump(hand, call)
        elif call.kind is CallKind.TRADE and setup.options.get("under_ten"):
            self._check_trade(setup, hand, call)
        elif call.kind is CallKind.SHOW_HOLDING and setup.options.get("instant_wins"):
            if call.seat in [play.seat for play in hand.plays]:
                raise BadCall(f"{setup.name_of(call.seat)} has played: cards that win at once are shown before")
            if not instant.wins(call.cards, setup.options) or any(card not in hand.order.pack for card in call.cards):
                raise BadCall("these cards do not win at once")
        else:
            raise BadCall(f"{self.definition.title} knows no {call.kind.value.replace('_', ' ')}, or not with these options")

    def _check_bid(self, setup: Setup, hand: Hand, call: Call) -> None:
        rule, bids = self.definition.bids, hand.called(CallKind.BID)
        assert rule is not None
        high = hand.hand_size if rule.high is None else rule.high
        if call.number is None or not rule.low <= call.number <= high:
            raise BadCall(f"a bid of {call.number} is out of range: expected {rule.low} to {high}")
        if call.seat in [bid.seat for bid in bids]:
            raise BadCall(f"{setup.name_of(call.seat)} has bid already")
        total = sum(bid.number or 0 for bid in bids) + call.number
        if rule.may_not_add_up and len(bids) == len(hand.seats) - 1 and total == hand.hand_size:
            raise BadCall(f"the bids must not add up to {hand.hand_size}: {setup.name_of(call.seat)} bids another number")

    def _check_trade(self, setup: Setup, hand: Hand, call: Call) -> None:
        if hand.laid:
            raise BadCall("weak cards are traded before the first lead")
        if call.seat in [trade.seat for trade in hand.called(CallKind.TRADE)]:
            raise BadCall(f"{setup.name_of(call.seat)} has traded already")
        if call.cards and not instant.may_trade(call.cards):
            raise BadCall("who holds a card above nine may not trade")
        left = hand.order.pack.size - hand.hand_size * (len(hand.seats) + len(hand.called(CallKind.TRADE)))
        if left < hand.hand_size:
            raise BadCall("too few cards are left to trade for")

    def says(self, setup: Setup) -> tuple[CallKind, ...]:
        """Bids, the card that makes trumps, weak cards traded, cards that win at once: where the game has them."""
        has = {
            CallKind.TRUMP: self.definition.trump == "turned",
            CallKind.BID: self.definition.bids is not None,
            CallKind.TRADE: bool(setup.options.get("under_ten")),
            CallKind.SHOW_HOLDING: bool(setup.options.get("instant_wins")),
        }
        return tuple(kind for kind, is_said in has.items() if is_said)

    def with_calls(self, _setup: Setup, hand: Hand) -> Hand:
        """A shown card makes trumps."""
        return with_trump(hand) if self.definition.trump == "turned" else hand

    def check_move(self, _setup: Setup, _hand: Hand, _move: Move) -> None:
        """There are none."""
        raise no_move(self.definition.title)

    def awaits(self, _setup: Setup, hand: Hand) -> str:
        """The card that makes trumps, unless nobody saw a card of the hand; and the bids."""
        is_unseen = hand.is_played_out and not any(hand.laid)
        if self.definition.trump == "turned" and not hand.called(CallKind.TRUMP) and not is_unseen:
            return "the card that makes trumps"
        return "bids" if self.definition.bids and len(hand.called(CallKind.BID)) < len(hand.seats) else ""

    def is_over(self, _setup: Setup, hand: Hand) -> bool:
        """After the last trick, or when five cards won at once."""
        return hand.is_played_out or bool(hand.called(CallKind.SHOW_HOLDING))

    def offences(self, _setup: Setup, _before: Standing, hand: Hand) -> tuple[Offence, ...]:
        """Nothing is exchanged once play has begun, so the theorem of `scoring.proofs` holds."""
        return offences_of(hand, self._duties)

    def suspicions(self, _setup: Setup, hand: Hand) -> tuple[Suspicion, ...]:
        """What nothing proves yet."""
        return suspicions_of(hand, self._duties)

    def result(self, setup: Setup, before: Standing, hand: Hand, waived: frozenset[str]) -> HandResult | None:
        """What the tricks are worth, then the penalty for revokes that the table has not waived."""
        if hand.is_void:
            return void_result(setup, self.sides(setup), hand)
        if hand.called(CallKind.SHOW_HOLDING):
            return self._won_at_once(setup, hand, hand.called(CallKind.SHOW_HOLDING)[0])
        if not hand.is_played_out or self.awaits(setup, hand):
            return None
        lines = Counter(self.definition, setup.options, self.sides(setup), hand).lines()
        if lines is None:
            return None
        result = self._result(setup, hand, lines, hand.tricks[-1].winner, hand.tricks[-1])
        if setup.options.revoke_penalty is RevokePenalty.REPORT_ONLY:
            return result
        guilty = offenders(self.offences(setup, before, hand), waived)
        return self._penalised(setup, hand, result, guilty)

    def after(self, setup: Setup, before: Standing, _hand: Hand, result: HandResult) -> Standing:
        """Totals and, with a target or stones, whether the session is over."""
        hands = before.hands + (result.winner is not None)
        return self._standing(setup, replace(before, hands=hands), result)

    def asks(self, setup: Setup, hand: Hand) -> Asked | None:
        """As much as the lines of the score look at."""
        sides = (tuple(seat for seat in members if seat in hand.seats) for members in self.sides(setup))
        return asks(self.definition, setup.options, tuple(filter(None, sides)))

    def trick_points(self, _setup: Setup, _trick: Trick) -> None:
        """Single tricks bring no points of their own."""

    def notation(self, _setup: Setup, points: int) -> str:
        """A total as the game writes it."""
        return c_notation(points) if self.definition.notation == "threes" else str(points)

    def penalised(self, setup: Setup, hand: Hand, points: int, winner: Seat, guilty: tuple[Seat, ...]) -> HandResult:
        """The result where the winner and the offenders are known without the tricks."""
        line = ScoreLine(hand.number, winner, "last trick", points, "as the table says", self.definition.title)
        result = self._result(setup, hand, (line,), winner)
        return self._penalised(setup, hand, result, guilty)

    def _standing(self, setup: Setup, before: Standing, result: HandResult | None) -> Standing:
        sides = self.sides(setup)
        if setup.options.scoring is Scoring.STONES:
            return stones_standing(setup, before, result)
        return points_standing(setup, sides, before, result, setup.options.target, len(self.definition.deals))

    @property
    def _duties(self) -> Duties:
        """A card that is shown lies in the undealt part, unless it is the dealer's that makes trumps."""
        return replace(self.definition.duties, shown_stays_out=self.definition.trump != "turned")

    def _result(
        self, setup: Setup, hand: Hand, lines: tuple[ScoreLine, ...], winner: Seat | None, last: Trick | None = None
    ) -> HandResult:
        sides = self.sides(setup)
        points = tuple(sum(line.points for line in lines if line.side == side) for side in range(len(sides)))
        gains = settlement(sides, hand.seats, points, setup.stake)
        dealer = self._next_dealer(setup, hand, winner)
        return HandResult(points, gains, dealer, lines, winner, last.winning_card if last else None)

    def _next_dealer(self, setup: Setup, hand: Hand, winner: Seat | None) -> Seat:
        if setup.options.dealer is NextDealer.ROTATE or winner is None:
            return hand.direction.after(hand.dealer, hand.seats)
        if setup.options.dealer is NextDealer.LOSER:
            return hand.direction.after(winner, hand.seats)
        return winner

    def _won_at_once(self, setup: Setup, hand: Hand, call: Call) -> HandResult:
        names = ", ".join(instant.wins(call.cards, setup.options))
        side = side_of(self.sides(setup), call.seat)
        points, words = instant.worth(call.cards, setup.options), f"{setup.name_of(call.seat)} shows {names}"
        line = ScoreLine(hand.number, side, "shown at once", points, words, "Fapfap: instant wins")
        return self._result(setup, hand, (line,), call.seat)

    def _penalised(self, setup: Setup, hand: Hand, result: HandResult, guilty: tuple[Seat, ...]) -> HandResult:
        """Where only the last trick counts, who forfeits it leaves nothing to score for anybody."""
        sides = self.sides(setup)
        has_won = any(result.winner in sides[side_of(sides, seat)] for seat in guilty)
        if has_won and self.definition.counts_last_tricks_alone and setup.options.revoke_penalty is RevokePenalty.FORFEIT_HAND:
            return nobody_scores(setup, sides, hand, guilty)
        return penalised(setup, sides, hand, result, guilty)


def c_notation(points: int) -> str:
    """A total as Spar players write it: `c` and the largest multiple of 3, a blank, what is left over (docs/rules.md §1)."""
    whole, rest = points - points % 3, points % 3
    if not whole:
        return str(rest)
    return f"c{whole} {rest}" if rest else f"c{whole}"
