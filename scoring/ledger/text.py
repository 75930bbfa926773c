"""A session as text that anybody can read and type, and back again.

    Cardtable session
    Date: 2026-01-01T12:00:00+00:00
    Game: spar
    Option: double_six = true
    Stake: 10
    A: Ama
    B: Kofi
    First dealer: A

    Hand 1
    Trick 1: B AH, A 7H = B
    …

What stands after `=` or `#` is worked out from the rest and not read (`scoring.ledger.text_reader`). Corrections, withdrawn
cards, confidences and pictures are not in it: the JSON Lines record keeps those.
"""

from collections.abc import Iterator

from scoring.calls import AFTERWARDS, Call
from scoring.deal import Deal
from scoring.events import SessionStarted
from scoring.hands import Hand
from scoring.ledger.phrases import call_text, drawn_text, move_text, told_text
from scoring.misdeals import OUT_OF_TURN
from scoring.seats import Seat
from scoring.table import Table
from scoring.tricks import Play, Trick

HEADER = "Cardtable session"


def is_text(first_line: str) -> bool:
    """Whether a file that begins so is a session as text."""
    return first_line.strip() == HEADER


def write_text(table: Table, started: SessionStarted) -> Iterator[str]:
    """The session, line by line, without line ends."""
    yield HEADER
    yield f"Date: {started.at.isoformat()}"
    yield f"Game: {started.game}"
    yield from (f"Rules: {line}" for line in (started.rules or "").splitlines())
    yield from (f"Option: {key} = {_option(value)}" for key, value in started.options.items())
    yield f"Stake: {started.stake}"
    yield from _players(started.players)
    yield f"First dealer: {started.first_dealer}"
    players = started.players
    for deal in table.deals:
        yield ""
        if deal.setup.players != players:
            players = deal.setup.players
            yield "New seats"
            yield from _players(players)
        yield from _hand(deal)
    if table.agreed.players != players:
        yield ""
        yield "New seats"
        yield from _players(table.agreed.players)
    if table.plays_on:
        yield "Played on"
    if table.is_ended:
        yield "End"
    yield from (f"Signed: {player}" for player in table.signed)
    yield from _totals(table)


def _option(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value)
    return str(value).lower() if isinstance(value, bool | None) else str(value)


def _players(names: tuple[str, ...]) -> Iterator[str]:
    return (f"{seat}: {name}" for seat, name in zip(Seat, names, strict=False))


def _totals(table: Table) -> Iterator[str]:
    setup, totals = table.agreed, table.standing.totals
    for side, total in zip(table.game.sides(setup), totals, strict=True):
        yield f"# Total: {setup.names_of(side)} {table.game.notation(setup, total)}"


def _hand(deal: Deal) -> Iterator[str]:
    hand = deal.hand
    seats = "" if hand.seats == deal.setup.seats else " for " + " ".join(str(seat) for seat in hand.seats)
    named = f", dealer {hand.dealer}" if hand.is_dealer_named else ""
    yield f"Hand {hand.number}{named}{seats}  # {deal.setup.name_of(hand.dealer)} deals"
    yield from (f"Drawn back: {drawn_text(card)}" for card in hand.drawn_back)
    items = [(_moment(hand, call), f"Call: {call_text(call)}") for call in hand.calls]
    items += [(move.moment, f"Turn {place}: {move_text(move)}") for place, move in enumerate(hand.moves, start=1)]
    if hand.told is not None:
        items.append((hand.told.moment, f"Told: {told_text(hand.told)}"))
    for trick, played_at in zip(hand.tricks, _moments(hand), strict=True):
        is_told = hand.told is not None and trick.number >= hand.told.first
        if trick.laid or not is_told:
            items.append((played_at, _trick(trick, is_told)))
        for play in trick.plays:
            if play.turned_up_at is not None:
                items.append((play.turned_up_at, f"Turned up: trick {trick.number}, {_seat(play)} {play.card}"))
    yield from (text for _, text in sorted(items, key=lambda item: item[0]))
    yield from (f"Shown: {play.card}" for play in hand.shown)
    yield from (f"Waived: {key}" for key in sorted(deal.waived))
    if hand.is_last:
        yield "Time"
    if hand.is_void:
        yield f"Void: {OUT_OF_TURN if hand.is_out_of_turn else 'so the table said'}"
    for offence in deal.offences:
        yield f"# proved: {offence.kind.value} by {deal.setup.name_of(offence.seat)} in trick {offence.trick}"
    for line in deal.result.lines if deal.result else ():
        yield f"# {deal.setup.names_of(deal.game.sides(deal.setup)[line.side])} {line.points:+d}: {line.reason}"


def _moment(hand: Hand, call: Call) -> int:
    """When it was said; what is about the whole hand comes after it."""
    return hand.moments if call.kind in AFTERWARDS else call.moment


def _moments(hand: Hand) -> list[int]:
    """When each trick was played; a card that was named later moves none behind the next one."""
    until, found = hand.moments - 1, list[int]()
    for trick in reversed(hand.tricks):
        until = min(until, max((play.moment for play in trick.plays), default=until))
        found.insert(0, until)
    return found


def _trick(trick: Trick, is_told: bool) -> str:
    cards = ", ".join(f"{_seat(play)} {'back' if play.face_down else play.card or '??'}" for play in trick.plays)
    if trick.claim is not None and not is_told:
        return f"Trick {trick.number} claimed by {trick.claim.seat}: {cards}".rstrip()
    state = " open" if is_told or not trick.is_confirmed else ""
    winner = f" = {trick.winner}" if trick.winner is not None and not is_told else ""
    return f"Trick {trick.number}{state}: {cards}{winner}"


def _seat(play: Play) -> str:
    """The seat's letter, or `?` where nobody can say whose card it was."""
    return "?" if play.seat is None else str(play.seat)
