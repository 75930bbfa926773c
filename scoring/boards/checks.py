"""What is wrong with a board: the file held against the game, and where they differ, which tag is the wrong one.

Contract, declarer, tricks and who is vulnerable each stand in a file more than once: in a tag, and in the auction, the cards or
the number of the board. The score stands on all of them, and so tells which of two that differ is right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from scoring.boards.board import Board, Mark, Remark, Vulnerable
from scoring.boards.notation import CLASSES, card_name, contract_text, direction, score_text
from scoring.boards.replay import SIZE, Bidding, Played, Revoke, bidding_of, contract_of, played, worth
from scoring.calls import Contract, bid_name
from scoring.offences import Offence
from scoring.seats import Seat
from scoring.sheet import counted_in_words


@dataclass(frozen=True)
class Facts:
    """What decides a score; `contract` is None where all passed."""

    contract: Contract | None
    tricks: int
    vulnerable: Vulnerable

    @property
    def points(self) -> int:
        """North and south's points."""
        return 0 if self.contract is None else worth(self.contract, self.tricks, self.vulnerable)


@dataclass(frozen=True)
class Checked:
    """A board with what the game makes of it. `facts` is None where something that decides is not known.

    `differences` say what is wrong with the file, `revokes` who did not follow and could have. `unfounded` are revokes that the
    cards as written seem to prove and the deal refutes: nobody is accused of them.
    """

    board: Board
    facts: Facts | None
    differences: tuple[Remark, ...]
    revokes: tuple[Revoke, ...] = ()
    unfounded: tuple[Offence, ...] = ()

    @property
    def score(self) -> int | None:
        """North and south's points, as the game counts them."""
        return None if self.facts is None else self.facts.points

    @property
    def is_as_the_file_says(self) -> bool | None:
        """Whether the file's own score is the game's; None where there is nothing to compare."""
        return (
            None if self.score is None or self.board.score is None or self.board.is_of_rubber else self.score == self.board.score
        )


def checked(board: Board) -> Checked:
    """The board played again, and everything in which the file differs from that or from itself."""
    return _Check(board).done()


@dataclass(frozen=True)
class _Check:
    """What each part of the file says by itself."""

    board: Board

    def done(self) -> Checked:
        """The facts that fit best, and what does not fit them."""
        facts, play = self.facts, self.play
        differences = [*self.board.remarks, *filter(None, (self.bidding.remark,)), *(play.remarks if play else ())]
        differences += [*self._contracts(), *self._leads(), *self._results(), *self._marks(), *self._scores()]
        ordered = tuple(sorted(dict.fromkeys(differences), key=lambda remark: remark.line))
        return Checked(self.board, facts, ordered, play.revokes if play else (), play.false_proofs if play else ())

    @cached_property
    def bidding(self) -> Bidding:
        """By the auction."""
        return bidding_of(self.board)

    @cached_property
    def told(self) -> Bidding:
        """By the tags; a declarer that no tag names is the auction's, or sits before the opening lead."""
        board, declarer = self.board, self.board.declarer
        if board.bid is None:
            return Bidding()
        if not board.bid:
            return Bidding(is_passed_out=True)
        if declarer is None and self.bidding.contract is not None:
            declarer = self.bidding.contract.declarer
        if declarer is None and board.opener is not None:
            declarer = Seat((board.opener + 3) % 4)
        return Bidding() if declarer is None else Bidding(contract_of(board.bid, board.doubled, declarer))

    @cached_property
    def said(self) -> Bidding:
        """By the auction, with the declarer who changed places with the dummy where the file says so."""
        contract = self.bidding.contract
        if contract is None or not self.board.is_swapped or self.board.declarer is None:
            return self.bidding
        return replace(self.bidding, contract=replace(contract, declarer=self.board.declarer))

    @cached_property
    def contracts(self) -> tuple[Bidding, ...]:
        """Contracts that are possible: the tags', then the auction's where that is another."""
        found = tuple(one for one in (self.told, self.said) if one.is_over)
        return found[:1] if len(found) == 2 and not self._differ else found

    @property
    def _differ(self) -> bool:
        return _key(self.told) != _key(self.said)

    @cached_property
    def tricks(self) -> tuple[int, ...]:
        """Numbers of tricks that are possible: the tag's, then the cards' where that is another."""
        by_cards = self.play.declarers_tricks if self.play is not None and self.play.is_whole else None
        return tuple(dict.fromkeys(number for number in (self.board.tricks, by_cards) if number is not None))

    @cached_property
    def vulnerable(self) -> tuple[Vulnerable, ...]:
        """The tag's, then that of the board's number where that is another."""
        known = (self.board.vulnerable, self.board.standard_vulnerable)
        return tuple(dict.fromkeys(one for one in known if one is not None))

    @cached_property
    def play(self) -> Played | None:
        """The cards, in the contract that is played."""
        contract = next((one.contract for one in self.contracts if one.contract is not None), None)
        return None if contract is None or not self.board.play else played(self.board, contract)

    @cached_property
    def facts(self) -> Facts | None:
        """Those that fit the score, with as much as possible as the tags say it; what fits no score is as the tags say."""
        possible = list(self._possible())
        fitting = [facts for facts in possible if facts.points == self.board.score]
        return next(iter((*fitting, *possible)), None)

    def _possible(self) -> Iterator[Facts]:
        """All that may be, those with the fewest departures from the tags first."""
        choices = product(enumerate(self.contracts), enumerate(self.vulnerable), enumerate(self.tricks or (0,)))
        for one, two, three in sorted(choices, key=lambda choice: sum(place for place, _ in choice)):
            if one[1].contract is None:
                yield Facts(None, 0, two[1])
            elif self.tricks:
                yield Facts(one[1].contract, three[1], two[1])

    @property
    def _is_settled(self) -> bool:
        """Whether the score says which of two is right."""
        return self.facts is not None and self.facts.points == self.board.score

    def _contracts(self) -> Iterator[Remark]:
        """The contract that the auction comes to is another."""
        if not (self.told.is_over and self.said.is_over and self._differ):
            return
        tag, auction = _words(self.told), _words(self.said)
        key = "Declarer" if _bid(self.told) == _bid(self.said) else "Contract"
        yield self.board.remark(
            key, f"{tag}, and the auction ends in {auction}: {self._which(key, 'the auction', self._fits_tag())}"
        )

    def _fits_tag(self) -> bool | None:
        """Whether the score fits the tags and not the auction; None where it fits both or neither."""
        fits = [any(facts.points == self.board.score for facts in self._with(one)) for one in self.contracts]
        return None if len(fits) < 2 or fits[0] == fits[1] else fits[0]

    def _with(self, bidding: Bidding) -> Iterator[Facts]:
        for tricks, vulnerable in product(self.tricks or (0,), self.vulnerable):
            yield Facts(bidding.contract, tricks, vulnerable)

    @staticmethod
    def _which(key: str, other: str, is_tag_right: bool | None) -> str:
        """Which of the two is wrong, by the score."""
        if is_tag_right is None:
            return "which is wrong the score does not tell"
        return f"by the score {other} is wrong" if is_tag_right else f"by the score {key} is wrong"

    def _leads(self) -> Iterator[Remark]:
        """The play begins with somebody who does not lead."""
        contract = self.contracts[0].contract if len(self.contracts) == 1 else None
        if contract is None or self.board.opener is None or not self.board.play:
            return
        leads = Seat((contract.declarer + 1) % 4)
        if self.board.opener is not leads:
            words = f"{direction(self.board.opener)} leads first, and against {_contract(contract)} {direction(leads)} does"
            yield self.board.remark("Play", words)

    def _results(self) -> Iterator[Remark]:
        """The tricks that were played are not those that the result says."""
        board, play = self.board, self.play
        if play is None or board.tricks is None or board.is_ruled:
            return
        made, rest = play.declarers_tricks, SIZE - play.hand.confirmed
        if made <= board.tricks <= made + rest:
            return
        if not play.is_sound:
            yield board.remark("Result", f"{board.tricks} tricks, and the cards as they are written do not come to that")
        elif rest:
            words = f"{board.tricks} tricks, and the declarer had {made} when play ended with {rest} to go"
            yield board.remark("Result", f"{words}: Result or Play is wrong")
        else:
            fits = None if not self._is_settled or self.facts is None else self.facts.tricks == board.tricks
            words = f"{counted_in_words(board.tricks, 'trick')}, and by the cards it is {made}"
            wrong = "by the score a card is written wrong, or it was ruled so" if fits else self._which("Result", "Play", fits)
            yield board.remark("Result", f"{words}: {wrong}")

    def _marks(self) -> Iterator[Remark]:
        """Revokes that are marked and are none."""
        found = {(revoke.trick, revoke.seat) for revoke in self.play.revokes} if self.play else set()
        for number, row in enumerate(self.board.play, start=1):
            for laid in row:
                if Mark.REVOKE in laid.marks and laid.seat is not None and (number, laid.seat) not in found:
                    known = "by the deal it is none" if self.board.hands[laid.seat] else "no card that was played proves it"
                    yield Remark(
                        laid.line, "Play", f"{card_name(laid.card)} in trick {number} is marked as a revoke, and {known}"
                    )

    def _scores(self) -> Iterator[Remark]:
        """The score is another, and what would have to be otherwise for it to be right."""
        board, facts = self.board, self.facts
        if facts is None or board.score is None or board.is_of_rubber:
            return
        if facts.points == board.score:
            yield from self._other_vulnerability(facts)
            return
        contract = "all passed" if facts.contract is None else self._full(facts)
        words = f"{score_text(board.score)}, and {contract} is {score_text(facts.points)}"
        yield board.remark("Score", f"{words}: {self._explained(facts)}")

    def _other_vulnerability(self, facts: Facts) -> Iterator[Remark]:
        """The score fits who is vulnerable by the number of the board, and not the tag."""
        board = self.board
        if board.vulnerable is not None and replace(facts, vulnerable=board.vulnerable).points != board.score:
            words = f"{SIDES[board.vulnerable]}, and the score is right with {SIDES[facts.vulnerable]} vulnerable"
            yield board.remark("Vulnerable", f"{words}, as on every board {board.number}: Vulnerable is wrong")

    def _full(self, facts: Facts) -> str:
        assert facts.contract is not None
        tricks = counted_in_words(facts.tricks, "trick")
        return f"{_contract(facts.contract)} with {tricks}, {SIDES[facts.vulnerable]} vulnerable,"

    def _explained(self, facts: Facts) -> str:
        """What else could be wrong: what nothing but its tag says, and would make the score right."""
        score, contract = self.board.score, facts.contract
        if score == -facts.points:
            return "Score has the wrong side"
        if contract is None:
            return "Score is wrong"
        would = list[str]()
        if self.play is None or not self.play.is_whole:
            numbers = (number for number in self._can_be_taken() if replace(facts, tricks=number).points == score)
            would += [f"with {counted_in_words(number, 'trick')} (Result)" for number in numbers]
        if not self.said.is_over:
            others = (replace(contract, doubled=number) for number in CLASSES)
            would += [f"as {_contract(other)} (Contract)" for other in others if replace(facts, contract=other).points == score]
        if self.board.standard_vulnerable is None:
            sides = [one for one in Vulnerable if replace(facts, vulnerable=one).points == score]
            would += [f"with {SIDES[one]} vulnerable (Vulnerable)" for one in sides[:1]]
        return f"Score is wrong, or it would be right {', or '.join(would)}" if would else "Score is wrong"

    def _can_be_taken(self) -> range:
        """How many tricks the declarer may have come to, by the cards that were played."""
        if self.play is None or not self.play.is_sound:
            return range(SIZE + 1)
        made = self.play.declarers_tricks
        return range(made, made + SIZE - self.play.hand.confirmed + 1)


SIDES = {Vulnerable.NONE: "nobody", Vulnerable.NS: "NS", Vulnerable.EW: "EW", Vulnerable.ALL: "all"}


def _key(bidding: Bidding) -> tuple[object, ...]:
    contract = bidding.contract
    return (None,) if contract is None else (bid_name(contract.bid), contract.doubled, contract.declarer)


def _bid(bidding: Bidding) -> tuple[object, ...]:
    return _key(bidding)[:2]


def _words(bidding: Bidding) -> str:
    return "all passed" if bidding.contract is None else _contract(bidding.contract)


def _contract(contract: Contract) -> str:
    return f"{contract_text(bid_name(contract.bid), contract.doubled)} by {direction(contract.declarer)}"
