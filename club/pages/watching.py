"""What the director watches over: the tables with what is wrong with them, and what is disputed, with the proofs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import monotonic

from flask import g

from club.intake import BoxSeen
from club.pages.services import Hub
from club.pages.tiles import Tile
from club.pages.wall import label_of, tiles_of
from club.room import Session
from scoring.deal import Deal
from scoring.projections.offences import offence_of
from scoring.table import Table
from web.cards import CardParts, card_parts, told
from web.languages import gettext, ngettext, translated

SKEWED_S, SILENT_S = 120.0, 90.0
"""Seconds by which a box's clock may be wrong, and for which a box may be silent, before the director hears of it."""

SLOW = 3
"""Hands by which a table is behind the others with the same game before it is called slow."""


@dataclass(frozen=True)
class Watched:
    """A table: its tile, how its box is, and in sentences what is wrong and what is to be done."""

    tile: Tile
    seen: BoxSeen | None
    heard: str
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """A card with its picture's name, and what it is to the dispute."""

    card: CardParts
    words: str
    picture: str | None


@dataclass(frozen=True)
class Proof:
    """An offence that the cards prove."""

    sentence: str
    cards: tuple[Shown, ...]
    percent: float | None
    is_waived: bool


@dataclass(frozen=True)
class Dispute:
    """A trick that a table has frozen, or what the cards of its running hand prove."""

    box: str
    label: str
    hand: int
    trick: int
    by: str
    cards: tuple[Shown, ...]
    proofs: tuple[Proof, ...]
    film: str | None = None


def watched(hub: Hub) -> list[Watched]:
    """Every table by its number."""
    current, boxes = hub.current(), hub.boxes()
    slow = set(_slow(list(current.values())))
    return [
        Watched(
            tile,
            seen,
            ago(monotonic() - seen.heard) if seen else "",
            tuple(_wrong(seen, current.get(tile.box), tile.box in slow)),
        )
        for tile in tiles_of(hub)
        for seen in (boxes.get(tile.box),)
    ]


def disputes(hub: Hub) -> list[Dispute]:
    """What is disputed now, and what is proved and not waived in a hand that is being played."""
    playing = [found for found in hub.current().values() if found.table.setup]
    return [_dispute(hub, found) for found in playing if found.table.disputed or _proved(found.table)]


def ago(seconds: float) -> str:
    """How long it is since something was heard, in words."""
    if seconds < SILENT_S:
        return gettext("just now")
    minutes = round(seconds / 60)
    if minutes < 120:
        return ngettext("%(num)d minute ago", "%(num)d minutes ago", minutes) % {"num": minutes}
    hours = round(seconds / 3600)
    return ngettext("%(num)d hour ago", "%(num)d hours ago", hours) % {"num": hours}


def _wrong(seen: BoxSeen | None, session: Session | None, is_slow: bool) -> Iterator[str]:
    if seen is not None:
        if not seen.state.is_there:
            yield gettext("It is offline. It plays on and sends everything later; look at its network if it stays so.")
        yield from map(translated, (*seen.state.troubles, seen.trouble) if seen.trouble else seen.state.troubles)
        if seen.skew_s is not None and abs(seen.skew_s) > SKEWED_S:
            minutes = round(abs(seen.skew_s) / 60)
            yield gettext("Its clock is wrong by %(minutes)d minutes. That changes no result.") % {"minutes": minutes}
    if session is not None and session.damage:
        yield translated(session.damage)
    if is_slow:
        yield gettext("It is slower than the others.")


def _slow(sessions: Sequence[Session]) -> Iterator[str]:
    """Boxes whose table is some hands behind the middle one of those that play the same game."""
    playing = [found for found in sessions if found.table.setup and not found.table.is_ended and not found.table.standing.is_over]
    for found in playing:
        others = [len(other.table.deals) for other in playing if other.table.agreed.game == found.table.agreed.game]
        if median(others) - len(found.table.deals) >= SLOW:
            yield found.box


def _proved(table: Table) -> bool:
    return table.deal is not None and any(one.key not in table.deal.waived for one in table.deal.offences)


def _dispute(hub: Hub, session: Session) -> Dispute:
    table = session.table
    g.pack = table.pack
    number, trick = table.disputed or (table.deals[-1].hand.number, 0)
    deal = table.deal_numbered(number)
    plays = deal.hand.tricks[trick - 1].plays if trick else ()
    names = {seat: deal.setup.name_of(seat) for seat in deal.hand.seats}
    cards = tuple(
        Shown(card_parts(str(play.shows or "??")), names[play.seat] if play.seat is not None else "", play.reading.evidence)
        for play in plays
    )
    by = table.dispute.by if table.dispute else ""
    film = table.dispute.evidence if table.dispute else None
    return Dispute(session.box, label_of(hub.evening(), session.box), number, trick, by, cards, tuple(_proofs(deal)), film)


def _proofs(deal: Deal) -> Iterator[Proof]:
    for offence in deal.offences:
        found = offence_of(deal, offence)
        cards = [
            (found["card"], gettext("The card that did not follow")),
            (found["proved_by"], gettext("The card that proves it")),
        ]
        pictures = (*found["pictures"], None, None)
        shown = tuple(Shown(card_parts(code), words, pictures[place]) for place, (code, words) in enumerate(cards) if code)
        sure = round(found["probability"] * 100, 1) if any(found["pictures"]) else None
        yield Proof(told(found["sentence"]), shown, sure, found["is_waived"])
