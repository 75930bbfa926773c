"""What is wrong with a board: the file held against the game and against itself, and which tag is the wrong one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.boards.board import Board, Mark, Remark, Vulnerable
from scoring.boards.facts import Evidence, Facts
from scoring.boards.notation import card_name, contract_text, direction, score_text
from scoring.boards.replay import SIZE, Bidding, Revoke
from scoring.calls import Contract, bid_name
from scoring.offences import Offence
from scoring.seats import Seat
from scoring.sheet import counted_in_words

SIDES = {Vulnerable.NONE: "nobody", Vulnerable.NS: "NS", Vulnerable.EW: "EW", Vulnerable.ALL: "all"}

MOST = 4
"""Cards out of place that are named one by one."""


@dataclass(frozen=True)
class Checked:
    """A board with what the game makes of it. `facts` is None where something that decides is `unknown`: which of its parts.

    `differences` say what is wrong with the file, `revokes` who did not follow and could have. `unfounded` are revokes that the
    cards as written seem to prove and the deal refutes: nobody is accused of them.
    """

    board: Board
    facts: Facts | None
    differences: tuple[Remark, ...]
    unknown: tuple[str, ...] = ()
    revokes: tuple[Revoke, ...] = ()
    unfounded: tuple[Offence, ...] = ()

    @property
    def score(self) -> int | None:
        """North and south's points, as the game counts them; None for a board of a rubber, which does not stand by itself."""
        return None if self.facts is None or self.board.is_of_rubber else self.facts.points

    @property
    def is_as_the_file_says(self) -> bool | None:
        """Whether the file's own score is the game's; None where there is nothing to compare."""
        return None if self.score is None or self.board.score is None else self.score == self.board.score


def checked(board: Board) -> Checked:
    """The board played again, and everything in which the file differs from that or from itself."""
    found = Evidence(board)
    play = found.play
    differences = [*board.remarks, *filter(None, (found.bidding.remark,)), *(_first(play.remarks) if play else ())]
    for look in (_contracts, _leads, _results, _marks, _numbers, _scores):
        differences += look(found)
    ordered = tuple(sorted(dict.fromkeys(differences), key=lambda remark: remark.line))
    return Checked(board, found.facts, ordered, found.unknown, play.revokes if play else (), play.false_proofs if play else ())


def _first(remarks: Sequence[Remark]) -> Iterator[Remark]:
    """The first of many remarks about single cards, and how many more there are."""
    yield from remarks[:MOST]
    if len(remarks) > MOST:
        more = counted_in_words(len(remarks) - MOST, "more card")
        yield Remark(remarks[MOST].line, "Play", f"{more} cannot have been played so")


def contract_words(contract: Contract) -> str:
    """`4SX by N`."""
    return f"{contract_text(bid_name(contract.bid), contract.doubled)} by {direction(contract.declarer)}"


def _which(key: str, other: str, **witnesses: Sequence[bool]) -> str:
    """Which of the two is wrong, what the tag says or the other: the first witness tells that agrees with one of them alone."""
    for witness, (fits, fits_other) in witnesses.items():
        if fits != fits_other:
            return f"by the {witness} {other if fits else key} is wrong"
    return "nothing tells which is wrong"


def _contracts(found: Evidence) -> Iterator[Remark]:
    """The contract that the auction comes to is another."""
    if not found.is_bid_otherwise:
        return
    both = found.told, found.said
    key = "Contract" if _height(found.told) != _height(found.said) else "Declarer"
    scores = [found.fits(contract=one.contract) for one in both]
    leads, cards = [found.fits_lead(one) for one in both], [found.fits_cards(one) for one in both]
    which = _which(key, "the auction", score=scores, lead=leads, cards=cards)
    yield found.board.remark(key, f"{_bidding_words(found.told)}, and the auction ends in {_bidding_words(found.said)}: {which}")


def _height(bidding: Bidding) -> tuple[str, int] | None:
    contract = bidding.contract
    return None if contract is None else (bid_name(contract.bid), contract.doubled)


def _bidding_words(bidding: Bidding) -> str:
    return "all passed" if bidding.contract is None else contract_words(bidding.contract)


def _leads(found: Evidence) -> Iterator[Remark]:
    """The play begins with somebody who does not lead."""
    play, contract = found.play, found.contracts[0].contract if found.contracts else None
    opener = play.hand.tricks[0].seats[0] if play and play.hand.tricks else None
    if contract is not None and opener is not None and opener != (contract.declarer + 1) % 4:
        leads = direction(Seat((contract.declarer + 1) % 4))
        yield found.board.remark("Play", f"{direction(opener)} leads first, and against {contract_words(contract)} {leads} does")


def _results(found: Evidence) -> Iterator[Remark]:
    """The tricks that were played are not those that the result says."""
    board, play = found.board, found.play
    if play is None or board.tricks is None or board.is_ruled:
        return
    made, rest = play.declarers_tricks, SIZE - play.hand.confirmed
    if made <= board.tricks <= made + rest:
        return
    number = counted_in_words(board.tricks, "trick")
    if not play.is_sound:
        yield board.remark("Result", f"{number}, and the cards as they are written do not come to that")
    elif rest:
        yield board.remark(
            "Result", f"{number}, and the declarer had {made} when play ended with {rest} to go: {_wrong_end(found)}"
        )
    else:
        fits = [found.fits(tricks=one) for one in (board.tricks, made)]
        which = _which("Result", "Play (unless the tricks were ruled)", score=fits)
        yield board.remark("Result", f"{number}, and by the cards it is {made}: {which}")


def _wrong_end(found: Evidence) -> str:
    """Whether the number of tricks or the play is wrong, by the score."""
    if found.fits():
        return "by the score Play is wrong, or it was ruled so"
    numbers = [number for number in found.can_be_taken if found.fits(tricks=number)]
    return f"Result is wrong, by the score it is {' or '.join(map(str, numbers))}" if numbers else "Result or Play is wrong"


def _marks(found: Evidence) -> Iterator[Remark]:
    """Revokes that are marked and are none, as far as the play can be followed."""
    play = found.play
    if play is None or not play.is_sound:
        return
    proved = {(revoke.trick, revoke.seat) for revoke in play.revokes}
    for trick, row in zip(play.hand.tricks, found.board.play, strict=False):
        for laid in row:
            if laid.seat is None or laid.seat not in trick.seats or (trick.number, laid.seat) in proved:
                continue
            if Mark.REVOKE in laid.marks:
                known = "by the deal it is none" if found.board.hands[laid.seat] else "no card that was played proves it"
                words = f"{card_name(laid.card)} in trick {trick.number} is marked as a revoke, and {known}"
                yield Remark(laid.line, "Play", words)


def _numbers(found: Evidence) -> Iterator[Remark]:
    """Who is vulnerable is not as on every board of that number, or not who speaks first deals."""
    board, usual = found.board, found.board.standard_vulnerable
    if board.vulnerable is not None and usual is not None and board.vulnerable is not usual:
        which = _which("Vulnerable", "Board", score=[found.fits(vulnerable=one) for one in (board.vulnerable, usual)])
        yield board.remark("Vulnerable", f"{board.vulnerable.value}, and on every board {board.number} {usual.value}: {which}")
    speaker = board.calls[0].call.seat if board.calls else None
    if board.dealer is not None and speaker is not None and speaker is not board.dealer:
        words = f"{direction(board.dealer)}, and the auction begins with {direction(speaker)}: Dealer or Auction is wrong"
        yield board.remark("Dealer", words)


def _scores(found: Evidence) -> Iterator[Remark]:
    """The score is another."""
    board, facts = found.board, found.facts
    if facts is None or board.score is None or board.is_of_rubber or found.fits():
        return
    tricks = counted_in_words(facts.tricks, "trick")
    words = "all passed, which"
    if facts.contract is not None:
        words = f"{contract_words(facts.contract)} with {tricks}, {SIDES[facts.vulnerable]} vulnerable,"
    yield board.remark(
        "Score", f"{score_text(board.score)}, and {words} is {score_text(facts.points)}: {_explained(found, facts)}"
    )


def _explained(found: Evidence, facts: Facts) -> str:
    """What is wrong for it: the score, or what nothing but its own tag says and would make the score right."""
    board = found.board
    if board.score == -facts.points:
        return "Score has the wrong side"
    if facts.contract is None:
        return "Score is wrong"
    numbers = [number for number in found.can_be_taken if found.fits(tricks=number)]
    if numbers and facts.tricks not in found.can_be_taken:
        return "Result is wrong"
    would = [f"with {counted_in_words(number, 'trick')} (Result)" for number in numbers]
    if not found.said.is_over:
        would += [f"as {contract_words(one)} (Contract)" for one in found.doubled_otherwise() if found.fits(contract=one)]
    if board.standard_vulnerable is not board.vulnerable:
        would += [f"with {SIDES[one]} vulnerable (Vulnerable)" for one in Vulnerable if found.fits(vulnerable=one)][:1]
    wrong = "Score is wrong" if found.said.is_over else "Score or Contract is wrong"
    return f"{wrong}, or it would be right {', or '.join(would)}" if would else wrong
