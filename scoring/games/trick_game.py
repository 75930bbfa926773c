"""A game of tricks out of its definition: the Spar family, and whatever house games people write.

The logic is here once; what differs between the games is data (`scoring.games.definition`).
"""

from dataclasses import dataclass, replace

from scoring.calls import Call, CallKind, Contract
from scoring.cards import Suit
from scoring.duties import Duties, FaceDown
from scoring.errors import BadCall, BadSetup
from scoring.games import instant
from scoring.games.called import false_calls
from scoring.games.definition import OWN, Definition, NextDealer, Way
from scoring.games.game import About, HandResult, Setup, Standing, alone, no_move, partners, side_of, void_result
from scoring.games.haul import Haul, trick_worth
from scoring.games.melded import false_melds
from scoring.games.penalties import RevokePenalty, nobody_scores, offenders, penalised
from scoring.games.phases.at_once import ShowAtOnce, Trade
from scoring.games.phases.auction import AllPass, Auction
from scoring.games.phases.dummy import Dummy
from scoring.games.phases.lead import HolderLeads, Leads, opener
from scoring.games.phases.partner import Partner
from scoring.games.phases.passing import Passing
from scoring.games.phases.talk import Phase, Talk, heard, talked
from scoring.games.phases.turned import TurnedUp
from scoring.games.reckoning import Reckoning, TrickStanding
from scoring.games.sessions import counted, judged, stones_standing
from scoring.games.trick_options import Scoring, TrickOptions, choosable_in, options_for, pack_of
from scoring.games.trick_worth import Counter, asks
from scoring.hands import Hand
from scoring.moves import Move, Pointed
from scoring.offences import Offence, Suspicion
from scoring.options import Choosable
from scoring.packs import suit_named, trumps_in, with_ranks
from scoring.passed import PassedOn
from scoring.proofs import offences_of, suspicions_of
from scoring.seats import Seat
from scoring.sheet import ScoreLine, Sides, settlement
from scoring.told import Asked
from scoring.tricks import Trick, TrickOrder, trick_order
from scoring.values import changed


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
    def about(self) -> About:
        """As its page of rules says."""
        game = self.definition
        return About(game.title, game.home, game.about, game.source, game.rules)

    @property
    def plays_in_front(self) -> bool:
        """Whether a card's place says whose it is."""
        return self.definition.in_front

    @property
    def plays_face_down(self) -> bool:
        """Whether the duties say what a card face down means."""
        return self.definition.duties.face_down is not FaceDown.NOTHING

    def read_options(self, values: dict[str, object]) -> TrickOptions:
        """Options from plain values, checked."""
        return options_for(self.definition, values)

    def choosable(self) -> tuple[Choosable, ...]:
        """Those of every game of tricks, and what the definition adds."""
        return choosable_in(self.definition)

    def minutes(self, _setup: Setup) -> None:
        """Nobody plays by the clock."""

    def check(self, setup: Setup) -> None:
        """No more players than the definition allows and the pack can serve."""
        size = max(self.definition.deals, default=self._hand_size(setup))
        low, high = self.definition.players
        most = min(high, (pack_of(self.definition, setup.options).size - self.definition.drawn) // size)
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
        count = len(self.sides(setup))
        names = tuple(self.definition.carried)
        carried = ((0,) * len(names),) * count
        standing = TrickStanding((0,) * count, playing=setup.seats, carried=carried, names=names)
        return stones_standing(setup, standing, None) if _has_stones(setup) else self._judged(setup, standing)

    def start_hand(self, setup: Setup, before: Standing, number: int, dealer: Seat, seats: tuple[Seat, ...]) -> Hand:
        """A fresh hand for the seats that play."""
        deals, trump = self.definition.deals, self.definition.trump
        size = deals[min(before.hands, len(deals) - 1)] if deals else self._hand_size(setup)
        shown = self.definition.kitty if self.definition.is_kitty_shown else 0
        order = self._order(setup, trump if isinstance(trump, Suit) else None)
        size += self.definition.stock
        hand = Hand(number, seats, dealer, setup.options.direction, size, order, kitty_shown=shown)
        if self.definition.trump_by is not None:
            suit = suit_named(str(self.reckoning(setup, before, hand).value(self.definition.trump_by, 0)))
            hand = changed(hand, order=self._order(setup, suit))
        return self.with_calls(setup, hand)

    def _hand_size(self, setup: Setup) -> int:
        """What was agreed, where so many may hold so many cards."""
        sizes = self.definition.hand_sizes
        return setup.options.hand_size if setup.options.hand_size in sizes else sizes[0]

    def phases(self, setup: Setup) -> tuple[Phase, ...]:
        """What is said before the first lead, with these options."""
        trade = (Trade(),) if setup.options.get("under_ten") else ()
        shown = (ShowAtOnce(),) if setup.options.get("instant_wins") else ()
        return (*self.definition.phases, *trade, *shown)

    def talk(self, setup: Setup, hand: Hand) -> Talk:
        """What has been said in the hand and what it settles."""
        dealt = changed(hand, settled=None, seats=self._dealt(setup, hand))
        kept, sides = hand.settled, self.sides(setup)
        if isinstance(kept, Talk) and kept.taken == hand.calls[: len(kept.taken)]:
            begun = changed(kept, setup=setup, sides=sides, hand=dealt)
        else:
            begun = Talk(setup, sides, dealt)
        later = hand.calls[len(begun.taken) :]
        talk = talked(begun, self.phases(setup), later) if later else begun
        dummy = self.definition.phase(Dummy)
        return dummy.joined(talk) if dummy else talk

    def _dealt(self, setup: Setup, hand: Hand) -> tuple[Seat, ...]:
        """The seats that deal: that of whoever sits out while somebody plays alone, and none of a hand that nobody holds."""
        return tuple(seat for seat in setup.seats if self.definition.partners or seat in hand.seats)

    def _talk(self, setup: Setup, before: Standing, hand: Hand) -> Talk:
        """The same, where it matters where the session stood before the hand."""
        return changed(self.talk(setup, hand), before=before)

    def check_call(self, setup: Setup, before: Standing, hand: Hand, call: Call) -> None:
        """Whatever one of the phases takes."""
        if call.kind not in self.says(setup):
            raise BadCall(f"{self.definition.title} knows no {call.kind.value.replace('_', ' ')}, or not with these options")
        heard(self._talk(setup, before, hand), self.phases(setup), call)

    def passing(self, _setup: Setup, before: Standing, hand: Hand) -> PassedOn | None:
        """What the deal has in turn."""
        phase = self.definition.phase(Passing)
        return None if phase is None or hand.moments else phase.passed(before.hands)

    def choices(self, setup: Setup, before: Standing, hand: Hand) -> tuple[Call, ...]:
        """What can be said in the first phase that is not done and in those before it, whoever's turn it is first."""
        found, talk = list[Call](), self._talk(setup, before, hand)
        for phase in self.phases(setup):
            found += phase.choices(talk)
            if phase.awaits(talk):
                break
        return tuple(found)

    def says(self, setup: Setup) -> tuple[CallKind, ...]:
        """What the phases take."""
        return tuple(kind for phase in self.phases(setup) for kind in phase.kinds)

    def shows_bottom(self, setup: Setup) -> bool:
        """Where the definition has that option, and it is on."""
        return bool(setup.options.get("show_bottom"))

    def contract(self, setup: Setup, hand: Hand) -> Contract | None:
        """The bid that is played."""
        talk = self.talk(setup, hand) if hand.calls else None
        if talk is None or talk.contract is None or talk.declarer is None:
            return None
        bid = changed(talk.contract, word=talk.word) if talk.word and talk.contract.suit is None else talk.contract
        haul = Haul(self.definition, hand, talk)
        return Contract(bid, talk.declarer, talk.times, talk.alone is not None, haul.partner_card, haul.partner)

    def with_calls(self, setup: Setup, hand: Hand) -> Hand:
        """Trumps, who leads, who sits out while somebody plays alone, and what the dummy holds."""
        if not self.definition.phases and self.definition.leads is Leads.ELDEST:
            return hand
        talk = self.talk(setup, hand)
        seats = talk.hand.seats
        if talk.alone is not None:
            away = talk.sides[talk.side_of(talk.alone)]
            seats = tuple(seat for seat in seats if seat not in away or seat is talk.alone)
        game, way = self.definition, self.definition.ways.get(talk.word)
        leads = opener(talk, way.leads if way is not None and way.leads is not None else game.leads)
        trump = game.trump if isinstance(game.trump, Suit) else talk.trump
        order = hand.order if game.trump_by is not None else self._order(setup, trump, way)
        dealt = changed(hand, order=order, opener=leads, seats=seats, settled=talk)
        return self._with_dummy(dealt, talk)

    def _with_dummy(self, hand: Hand, talk: Talk) -> Hand:
        """The hand with the dummy, where the game has one: whose cards they are, where they lie, and which are known."""
        dummy = self.definition.phase(Dummy)
        if dummy is None:
            return hand
        seats, is_first = dummy.around(talk, hand.seats), dummy.is_nobodys(talk)
        return changed(hand, seats=seats, dummy=dummy.seat(talk), is_open_first=is_first, known=dummy.known(talk))

    def _order(self, setup: Setup, trump: Suit | None, way: Way | None = None) -> TrickOrder:
        """How tricks are decided with these trumps, played that way."""
        game, pack = self.definition, pack_of(self.definition, setup.options)
        if way is not None:
            pack = with_ranks(pack, way.ranks or pack.ranks, way.are_jokers_low)
            trump = way.suits[0] if way.suits else trump
        tokens = way.trumps if way is not None and way.trumps is not None else game.trumps if trump or game.trump == OWN else ()
        return trick_order(pack, trump, game.trump == "led", trumps_in(pack, tokens, trump), game.upset)

    def layout(self, _setup: Setup, _hand: Hand) -> None:
        """There is none."""

    def move(self, _setup: Setup, _hand: Hand, _pointed: Pointed) -> Move:
        """There are none."""
        raise no_move(self.definition.title)

    def check_move(self, _setup: Setup, _hand: Hand, _move: Move) -> None:
        """There are none."""
        raise no_move(self.definition.title)

    def awaits(self, setup: Setup, hand: Hand) -> str:
        """What the first phase that is not done waits for."""
        return self._awaited(self.talk(setup, hand))

    def _awaited(self, talk: Talk) -> str:
        return next(filter(None, (phase.awaits(talk) for phase in self.phases(talk.setup))), "")

    def is_over(self, setup: Setup, hand: Hand) -> bool:
        """After the last trick, when five cards won at once, or when everybody passed."""
        return hand.is_played_out or bool(hand.called(CallKind.SHOW_HOLDING)) or self._is_passed_out(setup, hand)

    def _is_passed_out(self, setup: Setup, hand: Hand) -> bool:
        return bool(hand.calls) and self.talk(setup, hand).is_passed_out

    def duties(self, setup: Setup, hand: Hand) -> Duties:
        """As the definition says, or the way that is played; where a card makes the partner it may have to be played."""
        game = self.definition
        partner, holder = game.phase(Partner), game.phase(HolderLeads)
        talk = self.talk(setup, hand) if game.ways or partner else None
        way = game.ways.get(talk.word) if talk else None
        return replace(
            game.duties if way is None or way.duties is None else way.duties,
            # A card that is shown lies in the undealt part, unless it is the dealer's that makes trumps.
            shown_stays_out=not game.phase(TurnedUp) and not game.kitty,
            fixed_from=game.stock + 1,
            first_lead=holder.card if holder else None,
            must_play=partner.card_in(talk) if partner and partner.must_play and talk else None,
        )

    def offences(self, setup: Setup, _before: Standing, hand: Hand) -> tuple[Offence, ...]:
        """Nothing is exchanged once play has begun, so the theorem of `scoring.proofs` holds."""
        partner, found = self.definition.phase(Partner), list(offences_of(hand, self.duties(setup, hand)))
        if not self.definition.shapes and partner is None:
            return tuple(found)
        talk = self.talk(setup, hand)
        found += false_melds(self.definition, hand, talk)
        card = partner.card_in(talk) if partner and partner.holds_suit else None
        if card and talk.declarer is not None:
            found += false_calls(hand, talk.declarer, card, self.definition.kitty)
        return tuple(sorted(found, key=lambda offence: offence.proved_at))

    def suspicions(self, setup: Setup, hand: Hand) -> tuple[Suspicion, ...]:
        """What nothing proves yet."""
        return suspicions_of(hand, self.duties(setup, hand))

    def result(self, setup: Setup, before: Standing, hand: Hand, waived: frozenset[str]) -> HandResult | None:
        """What the tricks are worth, then the penalty for revokes that the table has not waived."""
        if hand.is_void:
            return void_result(setup, self.sides(setup), hand)
        if hand.called(CallKind.SHOW_HOLDING):
            return self._won_at_once(setup, hand, hand.called(CallKind.SHOW_HOLDING)[0])
        reckoning = self.reckoning(setup, before, hand)
        if reckoning.talk.is_passed_out:
            return self._passed_out(setup, hand)
        if not hand.is_played_out or self._awaited(reckoning.talk):
            return None
        lines = self._lines(setup, reckoning)
        if lines is None:
            return None
        last = hand.tricks[-1]
        winner = None if last.winner is None else reckoning.talk.player_of(last.winner)
        result = changed(self._result(setup, hand, lines, winner, last), carries=reckoning)
        if setup.options.revoke_penalty is RevokePenalty.REPORT_ONLY:
            return result
        # A dummy is not liable for a revoke: everybody sees its cards (laws of whist, dummy, II).
        guilty = tuple(seat for seat in offenders(self.offences(setup, before, hand), waived) if seat in setup.seats)
        return self._penalised(setup, hand, result, guilty)

    def _lines(self, setup: Setup, reckoning: Reckoning) -> tuple[ScoreLine, ...] | None:
        """What the hand is worth, line by line; None while something that decides is unknown."""
        if not self.definition.reckoned:
            return Counter(self.definition, setup.options, self.sides(setup), reckoning.hand).lines()
        return reckoning.lines() if reckoning.is_known() else None

    def reckoning(self, setup: Setup, before: Standing, hand: Hand) -> Reckoning:
        """What the formulas make of a hand that has been played out."""
        talk = self.talk(setup, hand)
        return Reckoning(self.definition, before, hand, talk, Haul(self.definition, hand, talk))

    @property
    def _all_pass(self) -> AllPass | None:
        auction = self.definition.phase(Auction)
        return auction.all_pass if auction else None

    def _passed_out(self, setup: Setup, hand: Hand) -> HandResult:
        """Nobody wanted to play: it is worth nothing, and the rules say who deals."""
        happened = "everybody passed" if hand.called(CallKind.PASS) else "too little was bid"
        result = void_result(setup, self.sides(setup), hand, happened)
        if self._all_pass is AllPass.AGAIN:
            return result
        dealer = self._next_dealer(setup, hand, None)
        words = f"{happened}: {setup.name_of(dealer)} deals next"
        return replace(result, next_dealer=dealer, lines=(replace(result.lines[0], label="passed", reason=words),))

    def after(self, setup: Setup, before: Standing, hand: Hand, result: HandResult) -> Standing:
        """Totals and, with a target or stones, whether the session is over."""
        is_played = result.winner is not None
        is_counted = is_played or (self._all_pass is AllPass.COUNTS and not hand.is_void and self._is_passed_out(setup, hand))
        played = changed(before, hands=before.hands + is_counted)
        if _has_stones(setup):
            return stones_standing(setup, played, result)
        standing = counted(setup, played, result)
        if not is_counted or not isinstance(standing, TrickStanding) or not self.definition.reckoned:
            return self._judged(setup, standing)
        reckoning: Reckoning = result.carries or self.reckoning(setup, before, hand)
        ending = self.definition.ending
        if is_played:
            standing = changed(standing, carried=reckoning.carried(result.points, standing.totals))
        done = reckoning.holding(ending.when, standing) if ending.when is not None else ()
        declarer = None if reckoning.talk.declarer is None else reckoning.talk.side_of(reckoning.talk.declarer)
        has_made = declarer is not None and result.points[declarer] > 0
        return self._judged(setup, standing, done, declarer if has_made else None)

    def _judged(self, setup: Setup, standing: Standing, done: tuple[int, ...] = (), declarer: int | None = None) -> Standing:
        """Whether that is the end; `done`: sides that end it, `declarer` the one that made its bid."""
        game = self.definition
        return judged(setup, self.sides(setup), standing, setup.options.target, len(game.deals), game.ending, done, declarer)

    def asks(self, setup: Setup, hand: Hand) -> Asked | None:
        """As much as the lines of the score look at."""
        if self.definition.looks_at_cards or hand.confirmed < self.definition.stock:
            return None
        sides = (tuple(seat for seat in members if seat in hand.seats) for members in self.talk(setup, hand).sides)
        return asks(self.definition, setup.options, tuple(filter(None, sides)))

    def trick_points(self, _setup: Setup, trick: Trick) -> int | None:
        """What its cards count."""
        return trick_worth(self.definition, trick)

    def notation(self, _setup: Setup, points: int) -> str:
        """A total as the game writes it."""
        return c_notation(points) if self.definition.notation == "threes" else str(points)

    def penalised(self, setup: Setup, hand: Hand, points: int, winner: Seat, guilty: tuple[Seat, ...]) -> HandResult:
        """The result where the winner and the offenders are known without the tricks."""
        line = ScoreLine(hand.number, winner, "last trick", points, "as the table says", self.definition.title)
        result = self._result(setup, hand, (line,), winner)
        return self._penalised(setup, hand, result, guilty)

    def _result(
        self, setup: Setup, hand: Hand, lines: tuple[ScoreLine, ...], winner: Seat | None, last: Trick | None = None
    ) -> HandResult:
        sides = self.sides(setup)
        points = tuple(sum(line.points for line in lines if line.side == side) for side in range(len(sides)))
        gains = settlement(sides, hand.seats, points, setup.stake)
        dealer = self._next_dealer(setup, hand, winner)
        return HandResult(points, gains, dealer, lines, winner, last.winning_card if last else None)

    def _next_dealer(self, setup: Setup, hand: Hand, winner: Seat | None) -> Seat:
        players = self._dealt(setup, hand)
        if setup.options.dealer is NextDealer.ROTATE_BACK:
            return hand.direction.other.after(hand.dealer, players)
        if setup.options.dealer is NextDealer.ROTATE or winner is None:
            return hand.direction.after(hand.dealer, players)
        if setup.options.dealer is NextDealer.LOSER:
            return hand.direction.after(winner, players)
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


def _has_stones(setup: Setup) -> bool:
    return setup.options.scoring is Scoring.STONES


def c_notation(points: int) -> str:
    """A total as Spar players write it: `c` and the largest multiple of 3, a blank, what is left over (docs/rules.md §1)."""
    whole, rest = points - points % 3, points % 3
    if not whole:
        return str(rest)
    return f"c{whole} {rest}" if rest else f"c{whole}"
