"""A board played again by the game of bridge that the table plays: its auction, its cards, what it is worth.

Nothing is reckoned here. Winners, revokes and points are the hand's; a board stands in a session of duplicate at a place where
the same sides are vulnerable.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from scoring.boards.board import Board, Hands, Laid, Mark, Remark, Vulnerable
from scoring.boards.notation import COMPASS, card_name, direction
from scoring.calls import Call, CallKind, Contract, bid_name, bid_named
from scoring.cards import Card
from scoring.errors import BadCall
from scoring.games import agreed, game_of
from scoring.games.game import Setup, Standing
from scoring.hands import Hand
from scoring.offences import Offence, OffenceKind
from scoring.proofs import offences_of
from scoring.seats import Direction, Seat
from scoring.told import Count, Taker
from scoring.tricks import Play, Trick

SEATS = tuple(Seat)[:4]
SIZE = 13


@cache
def setup() -> Setup:
    """Four seats at a duplicate."""
    return agreed("bridge", tuple(COMPASS), {"form": "duplicate"}, Seat.A, 0, None)


def _standing(vulnerable: Vulnerable) -> Standing:
    """Before the first board on which these are vulnerable."""
    return replace(game_of(setup()).begin(setup()), hands=list(Vulnerable).index(vulnerable))


@cache
def _dealt(dealer: Seat) -> Hand:
    return game_of(setup()).start_hand(setup(), _standing(Vulnerable.NONE), 1, dealer, SEATS)


@dataclass(frozen=True)
class Bidding:
    """What an auction comes to: its contract, or that all passed. `remark` says where the game cannot follow it."""

    contract: Contract | None = None
    is_passed_out: bool = False
    remark: Remark | None = None

    @property
    def is_over(self) -> bool:
        """Whether it was followed to its end."""
        return self.contract is not None or self.is_passed_out


def bidding_of(board: Board) -> Bidding:
    """The auction of a board, call by call. Where a call was irregular and accepted nobody can follow it: the tags alone tell."""
    game, hand = game_of(setup()), _dealt(board.calls[0].call.seat if board.calls else Seat.A)
    standing, has_irregular = _standing(Vulnerable.NONE), False
    for said in board.calls:
        has_irregular = has_irregular or said.is_irregular
        try:
            game.check_call(setup(), standing, hand, said.call)
        except BadCall as error:
            # Passes behind the end of an auction say nothing wrong.
            if has_irregular:
                return Bidding()
            if game.awaits(setup(), hand) or said.call.kind is not CallKind.PASS:
                return Bidding(remark=Remark(said.line, "Auction", f"{direction(said.call.seat)}: {error}"))
            break
        hand = game.with_calls(setup(), hand.call(said.call))
    if board.calls and not game.awaits(setup(), hand):
        found = game.contract(setup(), hand)
        return Bidding(found and contract_of(bid_name(found.bid), found.doubled, found.declarer), found is None)
    stops = Remark(board.calls[-1].line, "Auction", "it stops before its end") if board.calls and board.is_whole_auction else None
    return Bidding(remark=stops)


def contract_of(bid: str, doubled: int, declarer: Seat) -> Contract:
    """The contract that is told so, as if the declarer alone had bid it."""
    return Contract(bid_named(bid, declarer), declarer, doubled)


def calls_for(contract: Contract) -> tuple[Call, ...]:
    """The shortest auction that ends in the contract, with the declarer dealing."""
    bidder = contract.declarer
    doubler, last = Seat((bidder + 1) % 4), {1: bidder, 2: Seat((bidder + 1) % 4), 4: bidder}[contract.doubled]
    double = () if contract.doubled == 1 else (Call(CallKind.DOUBLE, doubler),)
    redouble = (Call(CallKind.REDOUBLE, bidder),) if contract.doubled == 4 else ()
    return (contract.bid, *double, *redouble, Call(CallKind.PASS, Seat((last + 3) % 4)))


@cache
def _begun(contract: Contract) -> Hand:
    """A hand in which that contract is played."""
    game, hand = game_of(setup()), _dealt(contract.declarer)
    for call in calls_for(contract):
        hand = game.with_calls(setup(), hand.call(call))
    return hand


@cache
def worth(contract: Contract, tricks: int, vulnerable: Vulnerable) -> int:
    """North and south's points for a contract whose declarer takes so many tricks."""
    declarers, defenders = (SEATS[0::2], SEATS[1::2]) if contract.declarer in SEATS[0::2] else (SEATS[1::2], SEATS[0::2])
    taken = (Count(declarers, tricks), Count(defenders, SIZE - tricks))
    hand = _begun(contract).tell(taken, (Taker((declarers if tricks else defenders)[0]),))
    result = game_of(setup()).result(setup(), _standing(vulnerable), hand, frozenset())
    assert result is not None
    return result.points[0] - result.points[1]


@dataclass(frozen=True)
class Revoke:
    """A card that did not follow although its seat held one of the suit, by the deal; `proof`: the cards alone prove it too."""

    trick: int
    seat: Seat
    card: Card
    held: tuple[Card, ...]
    line: int
    is_marked: bool
    proof: Offence | None


@dataclass(frozen=True)
class Played:
    """The play of a board as the table would have seen it: the hand, its revokes, and what cannot be in the file.

    `false_proofs` are revokes that the cards as written prove and the deal refutes: the file contradicts itself there, and nobody
    is accused. `is_sound`: every card is where it can be, so that the winners are right.
    """

    hand: Hand
    revokes: tuple[Revoke, ...] = ()
    false_proofs: tuple[Offence, ...] = ()
    remarks: tuple[Remark, ...] = ()
    is_sound: bool = True

    @property
    def declarers_tricks(self) -> int:
        """How many of the tricks that were played are the declarer's side's."""
        contract = game_of(setup()).contract(setup(), self.hand)
        own = SEATS[contract.declarer % 2 :: 2] if contract else ()
        return sum(trick.is_confirmed and trick.winner in own for trick in self.hand.tricks)

    @property
    def is_whole(self) -> bool:
        """Whether all thirteen tricks were played with all their cards."""
        return self.hand.confirmed == SIZE


def played(board: Board, contract: Contract) -> Played:
    """The play of a board, card by card."""
    board, turned = straightened(board, contract)
    walk = _Walk(board, _begun(contract))
    opener = board.opener if board.opener is not None else Direction.CLOCKWISE.after(contract.declarer, SEATS)
    walk.follow(opener)
    found = walk.played()
    return replace(found, remarks=(turned, *found.remarks)) if turned else found


def straightened(board: Board, contract: Contract) -> tuple[Board, Remark | None]:
    """The board with its deal or its play turned where every card was dealt so many seats on; and which of the two was wrong.

    It is the deal where the play begins with whoever leads against the contract, else the play.
    """
    step = next((step for step in range(4) if _fits_deal(board, step)), 0)
    if not step:
        return board, None
    if board.opener == (contract.declarer + 1) % 4:
        hands = tuple(board.hands[(seat + step) % 4] for seat in SEATS)
        words = f"every hand is that of the seat {step} before it in the play: the direction is wrong"
        return replace(board, hands=hands), board.remark("Deal", words)
    play = tuple(tuple(replace(laid, seat=_turned(laid.seat, step)) for laid in row) for row in board.play)
    opener = _turned(board.opener, step)
    words = f"{direction(board.opener or Seat.A)}, and by the deal {direction(opener or Seat.A)} laid those cards: Play is wrong"
    return replace(board, play=play, opener=opener), board.remark("Play", words)


def _turned(seat: Seat | None, step: int) -> Seat | None:
    return None if seat is None else Seat((seat + step) % 4)


def _fits_deal(board: Board, step: int) -> bool:
    """Whether every card of the play was dealt to the seat that is so many after the one it is written for."""
    hands = (board.hands[(laid.seat + step) % 4] if laid.seat is not None else None for row in board.play for laid in row)
    cards = (laid.card for row in board.play for laid in row)
    return all(hand is not None and card in hand for hand, card in zip(hands, cards, strict=True))


class _Walk:
    """Follows the rows of a play; each is sorted by who led to it."""

    def __init__(self, board: Board, hand: Hand) -> None:
        self.board = board
        self.hand = hand
        self.rows: list[tuple[Laid, ...]] = []

    def follow(self, leader: Seat) -> None:
        """All rows up to the first in which a card is missing: nobody knows who led to the next."""
        for row in self.board.play:
            turns = Direction.CLOCKWISE.turns_from(_leader_of(row, leader), SEATS)
            seated = {laid.seat if laid.seat is not None else turns[place]: laid for place, laid in enumerate(row)}
            laid = _in_turn(seated, turns)
            plays = tuple(Play(one.card, self.hand.moments + place, one.seat) for place, one in enumerate(laid))
            if not plays:
                return
            self.rows.append(laid)
            self.hand = self.hand.lay(*plays)
            if len(plays) < len(SEATS):
                return
            self.hand = self.hand.confirm()
            winner = Trick(len(self.rows), plays, turns, self.hand.order).winner
            assert winner is not None, "all four cards are known"
            leader = winner

    def played(self) -> Played:
        """What came of it."""
        faults = tuple(_faults(self.board.hands, self.rows))
        proofs = {(one.trick, one.seat): one for one in offences_of(self.hand) if one.kind is OffenceKind.REVOKE}
        revokes = tuple(_revokes(self.board.hands, self.hand.tricks, self.rows, proofs))
        found = {(revoke.trick, revoke.seat) for revoke in revokes}
        false = tuple(proof for place, proof in proofs.items() if place not in found)
        return Played(self.hand, revokes, false, faults, not faults)


def _leader_of(row: Iterable[Laid], leader: Seat) -> Seat:
    """Who leads to the row: whoever won the one before, unless a card is marked as led out of turn."""
    return next((laid.seat for laid in row if Mark.LEAD in laid.marks and laid.seat is not None), leader)


def _in_turn(seated: Mapping[Seat, Laid], turns: tuple[Seat, ...]) -> tuple[Laid, ...]:
    """The cards in the order in which they were played; none where nobody knows what was led."""
    return tuple(replace(seated[seat], seat=seat) for seat in turns if seat in seated) if turns[0] in seated else ()


def _faults(hands: Hands, rows: list[tuple[Laid, ...]]) -> Iterable[Remark]:
    """Cards that were played twice, or by another than held them."""
    seen = set[Card]()
    for number, row in enumerate(rows, start=1):
        for laid in row:
            assert laid.seat is not None
            hand, name = hands[laid.seat], card_name(laid.card)
            if laid.card in seen:
                yield Remark(laid.line, "Play", f"{name} is played a second time in trick {number}, by {direction(laid.seat)}")
            elif hand is not None and laid.card not in hand:
                holder = next((direction(seat) for seat in SEATS if laid.card in (hands[seat] or ())), "nobody")
                words = f"{direction(laid.seat)} plays {name} in trick {number}, which was dealt to {holder}"
                yield Remark(laid.line, "Play", words)
            seen.add(laid.card)


def _revokes(
    hands: Hands, tricks: tuple[Trick, ...], rows: list[tuple[Laid, ...]], proofs: dict[tuple[int, Seat], Offence]
) -> Iterable[Revoke]:
    """Cards that did not follow while their seat still held one of the suit; where its hand is not known, as the cards prove it.

    From the first card that its seat cannot have played nobody is accused: it is not certain any more who led to what.
    """
    held = {seat: set(hands[seat] or ()) for seat in SEATS}
    for trick, row in zip(tricks, rows, strict=True):
        if not all(laid.seat is None or hands[laid.seat] is None or laid.card in held[laid.seat] for laid in row):
            return
        for seat, laid in zip(trick.seats, row, strict=True):
            assert seat is not None
            had = tuple(sorted((card for card in held[seat] if card.suit is trick.led), key=card_name))
            proof = proofs.get((trick.number, seat))
            if laid.card.suit is not trick.led and (had if hands[seat] is not None else proof):
                yield Revoke(trick.number, seat, laid.card, had, laid.line, Mark.REVOKE in laid.marks, proof)
            held[seat].discard(laid.card)
