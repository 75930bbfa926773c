"""What decides the score of a board: each thing as a tag says it, and as something else in the file does.

Contract, declarer, tricks and who is vulnerable each stand in a file more than once: in a tag, and in the auction, the cards or
the number of the board. The score stands on all of them, and so tells which of two that differ is right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from scoring.boards.board import Board, Vulnerable
from scoring.boards.notation import CLASSES
from scoring.boards.replay import SIZE, Bidding, Played, bidding_of, contract_of, played, worth
from scoring.calls import Contract, bid_name
from scoring.seats import Seat
from scoring.values import kept


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
class Evidence:
    """A board, and what each part of its file says by itself."""

    board: Board

    @kept
    def bidding(self) -> Bidding:
        """What the auction comes to."""
        return bidding_of(self.board)

    @kept
    def said(self) -> Bidding:
        """The same, with the declarer who changed places with the dummy where the file says so."""
        contract, declarer = self.bidding.contract, self.board.declarer
        if contract is None or not self.board.is_swapped or declarer is None:
            return self.bidding
        return Bidding(contract_of(bid_name(contract.bid), contract.doubled, declarer))

    @kept
    def told(self) -> Bidding:
        """What the tags say; a declarer that no tag names is the auction's, or sits before the opening lead."""
        board, declarer = self.board, self.board.declarer
        if not board.bid:
            return Bidding(is_passed_out=board.bid == "")
        if declarer is None and self.bidding.contract is not None:
            declarer = self.bidding.contract.declarer
        if declarer is None and board.opener is not None:
            declarer = Seat((board.opener + 3) % 4)
        return Bidding() if declarer is None else Bidding(contract_of(board.bid, board.doubled, declarer))

    @property
    def is_bid_otherwise(self) -> bool:
        """Whether the auction ends in another contract than the tags say."""
        return self.told.is_over and self.said.is_over and self.told.contract != self.said.contract

    @kept
    def contracts(self) -> tuple[Bidding, ...]:
        """Contracts that are possible: the tags', then the auction's where that is another; first the one that fits the cards."""
        found = (self.told, self.said) if self.is_bid_otherwise else (self.told if self.told.is_over else self.said,)
        possible = (one for one in found if one.is_over)
        return tuple(
            sorted(possible, key=lambda one: (not self.fits_lead(one), self.is_bid_otherwise and not self.fits_cards(one)))
        )

    def fits_lead(self, bidding: Bidding) -> bool:
        """Whether the play begins on the declarer's left."""
        opener, contract = self.board.opener, bidding.contract
        return opener is not None and contract is not None and opener == (contract.declarer + 1) % 4

    def fits_cards(self, bidding: Bidding) -> bool:
        """Whether the declarer can come to the tricks that the file says, by the cards that were played."""
        play = self._played(bidding)
        return play is not None and self.board.tricks in _can_be_taken(play)

    def _played(self, bidding: Bidding) -> Played | None:
        contract = bidding.contract
        return None if contract is None or not self.board.play else played(self.board, contract)

    @kept
    def play(self) -> Played | None:
        """The cards, in the contract that fits them."""
        return self._played(self.contracts[0]) if self.contracts else None

    @kept
    def tricks(self) -> tuple[int, ...]:
        """Numbers of tricks that are possible: the tag's, then the cards' where that is another."""
        by_cards = self.play.declarers_tricks if self.play is not None and self.play.is_whole else None
        return tuple(dict.fromkeys(number for number in (self.board.tricks, by_cards) if number is not None))

    @property
    def can_be_taken(self) -> range:
        """How many tricks the declarer may have come to, by the cards that were played."""
        return range(SIZE + 1) if self.play is None else _can_be_taken(self.play)

    @kept
    def vulnerable(self) -> tuple[Vulnerable, ...]:
        """The tag's, then that of the board's number where that is another."""
        known = (self.board.vulnerable, self.board.standard_vulnerable)
        return tuple(dict.fromkeys(one for one in known if one is not None))

    @kept
    def facts(self) -> Facts | None:
        """Those that fit the score, with as much as possible as the tags say it; what fits no score is as the tags say."""
        possible = list(self._possible())
        fitting = (facts for facts in possible if facts.points == self.board.score)
        return next(fitting, next(iter(possible), None))

    @property
    def unknown(self) -> tuple[str, ...]:
        """What nothing in the file says of that which decides the score."""
        parts = {"who plays what": self.contracts, "how many tricks": self.tricks, "who is vulnerable": self.vulnerable}
        return () if self.facts else tuple(words for words, known in parts.items() if not known)

    def _possible(self) -> Iterator[Facts]:
        """All that may be, those with the fewest departures first."""
        choices = product(enumerate(self.contracts), enumerate(self.vulnerable), enumerate(self.tricks or (None,)))
        for (_, bidding), (_, vulnerable), (_, tricks) in sorted(choices, key=lambda choice: sum(place for place, _ in choice)):
            if bidding.contract is None:
                yield Facts(None, 0, vulnerable)
            elif tricks is not None:
                yield Facts(bidding.contract, tricks, vulnerable)

    def fits(self, **changes: Any) -> bool:
        """Whether the file's score would be right with such a change of the facts."""
        return self.facts is not None and replace(self.facts, **changes).points == self.board.score

    def doubled_otherwise(self) -> tuple[Contract, ...]:
        """The same contract, counted once, twice and four times."""
        contract = self.facts.contract if self.facts else None
        return () if contract is None else tuple(replace(contract, doubled=number) for number in CLASSES)


def _can_be_taken(play: Played) -> range:
    """From those that were taken to as many as were left as well; any number where the cards cannot be right."""
    if not play.is_sound:
        return range(SIZE + 1)
    return range(play.declarers_tricks, play.declarers_tricks + SIZE - play.hand.confirmed + 1)
