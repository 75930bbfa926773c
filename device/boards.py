"""Boards of bridge in files of PBN and LIN, for the command line: read, and told to people and programs."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from device.errors import BadInput
from scoring.boards import Board, Checked, Compared, is_lin, is_pbn, read_lin, read_pbn
from scoring.boards.checks import SIDES, contract_words
from scoring.boards.notation import card_name, contract_text, direction, score_text
from scoring.boards.replay import Revoke
from scoring.calls import bid_name
from scoring.sheet import counted_in_words

SUFFIXES = {".pbn": read_pbn, ".lin": read_lin}


def read_boards(path: Path) -> list[Board] | None:
    """The boards of a file, None where it is neither PBN nor LIN; raises `BadInput`.

    Its name says which of the two it is, else how it begins. It is in UTF-8, or else in Latin-1, as old files are.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    read = SUFFIXES.get(path.suffix.lower()) or (read_pbn if is_pbn(text) else read_lin if is_lin(text) else None)
    if read is None:
        return None
    boards = read(text)
    if not boards:
        raise BadInput(f'{path}: holds no board: expected tags such as [Board "1"], or for LIN pairs such as md|1S…|')
    return boards


def board_lines(found: Checked, beside: Compared | None = None) -> Iterator[str]:
    """A board for people: contract, tricks and score, what it won beside other tables, what is wrong, and who did not follow."""
    board, facts = found.board, found.facts
    name = f"Board {board.number or '?'}{f', {board.room.lower()} room' if board.room else ''} (line {board.line})"
    if facts is None:
        yield f"{name}: no score, for nothing says {' and '.join(found.unknown)}"
    elif facts.contract is None:
        yield f"{name}: all passed"
    else:
        tricks = counted_in_words(facts.tricks, "trick")
        words = f"{contract_words(facts.contract)}, {tricks}, {SIDES[facts.vulnerable]} vulnerable"
        won = f", {_won(beside)}" if beside else ""
        yield f"{name}: {words}" if found.score is None else f"{name}: {words}: {score_text(found.score)}{won}"
    yield from (f"  {remark}" for remark in found.differences)
    yield from (f"  {revoke_words(revoke)}" for revoke in found.revokes)
    for offence in found.unfounded:
        words = f"as the cards are written {direction(offence.seat)} revoked in trick {offence.trick}"
        yield f"  {words}, but they contradict the deal, and nobody is accused"


def _won(beside: Compared) -> str:
    """What the board won, for the side that won it."""
    if beside.imps is None:
        return f"{beside.matchpoints} of {beside.most} matchpoints to NS"
    side = "NS" if beside.imps > 0 else "EW"
    return f"{counted_in_words(abs(beside.imps), 'IMP')} to {side}" if beside.imps else "no IMPs"


def revoke_words(revoke: Revoke) -> str:
    """A revoke as a sentence: who, when, with what, and how it is known."""
    held = " ".join(map(card_name, revoke.held))
    did = f"{direction(revoke.seat)} played {card_name(revoke.card)} in trick {revoke.trick}"
    proof = revoke.proof
    if proof is None or proof.proved_by is None:
        return f"revoke: {did} and held {held}; no card that was played proves it"
    return f"revoke: {did} and {card_name(proof.proved_by)} in trick {proof.proved_in}"


def summary_line(found: list[Checked]) -> str:
    """How many boards there are, how many of them are as their file says, and how many revokes."""
    counts = Counter(one.is_as_the_file_says for one in found)
    wrong = sum(bool(one.differences) for one in found)
    revokes = [revoke for one in found for revoke in one.revokes]
    proved = sum(revoke.proof is not None for revoke in revokes)
    scores = f"{counts[True]} scored as the file says, {counts[False]} otherwise, {counts[None]} not to be compared"
    words = f"{counted_in_words(len(found), 'board')}: {scores}; {wrong} with something wrong"
    return f"{words}; {counted_in_words(len(revokes), 'revoke')}, {proved} of them proved by the cards played"


def board_json(found: Checked, beside: Compared | None = None) -> dict[str, Any]:
    """The same as plain values."""
    board, facts = found.board, found.facts
    contract = facts.contract if facts else None
    return {
        "board": board.number,
        "line": board.line,
        "contract": None if facts is None else contract_text(bid_name(contract.bid), contract.doubled) if contract else "Pass",
        "declarer": direction(contract.declarer) if contract else None,
        "tricks": facts.tricks if facts and contract else None,
        "vulnerable": facts.vulnerable.value if facts else None,
        "score": found.score,
        "score_in_file": board.score,
        "imps": beside.imps if beside else None,
        "matchpoints": beside.percent if beside else None,
        "is_as_the_file_says": found.is_as_the_file_says,
        "differences": [{"line": one.line, "key": one.key, "text": one.text} for one in found.differences],
        "revokes": [
            {
                "trick": one.trick,
                "seat": direction(one.seat),
                "card": card_name(one.card),
                "held": [card_name(card) for card in one.held],
                "is_proved": one.proof is not None,
                "is_marked": one.is_marked,
            }
            for one in found.revokes
        ],
    }
