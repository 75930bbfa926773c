"""Tables of every game for tests: sessions, calls, tricks and moves in a line each."""

from typing import Any

from scoring import Call, CallKind, Card, Rank, Seat, Suit, Table
from scoring.commands import ChangePlayers, ConfirmTrick, DealHand, MakeCall, MakeMove, PlayCard, StartSession
from scoring.games import game_named
from scoring.games.suipe.options import SuipeOptions
from scoring.ledger.phrases import read_move
from tests.conftest import run

NAMES = ("Ama", "Kofi", "Esi", "Yaw", "Abena", "Kwame", "Adjoa", "Kojo")


def table_of(game: str, players: int = 4, stake: int = 0, rules: str | None = None, **options: Any) -> Table:
    """A session with a first hand dealt by seat A and nothing said yet."""
    start = StartSession(by="t", game=game, players=NAMES[:players], options=options, stake=stake, rules=rules)
    return run(Table(), start, DealHand(by="t"))


def bid(table: Table, *bids: int | str) -> Table:
    """Bids from seat A on: a number, `b0` for blind, `-` for a pass."""
    for seat, said in zip(Seat, bids, strict=False):
        table = say(table, seat, said)
    return table


def say(table: Table, seat: Seat, said: int | str) -> Table:
    """One bid or pass."""
    text = str(said)
    if text == "-":
        return run(table, MakeCall(by="t", call=Call(CallKind.PASS, seat)))
    call = Call(CallKind.BID, seat, number=int(text.lstrip("b")), is_blind=text.startswith("b"))
    return run(table, MakeCall(by="t", call=call))


def call(table: Table, kind: CallKind, seat: Seat = Seat.A, **more: Any) -> Table:
    """Any call; `cards` as text, `rank` and `suit` as letters."""
    if "cards" in more:
        more["cards"] = tuple(Card.parse(code) for code in more["cards"].split())
    if "rank" in more:
        more["rank"] = Rank(more["rank"])
    if "suit" in more:
        more["suit"] = Suit(more["suit"])
    return run(table, MakeCall(by="t", call=Call(kind, seat, **more)))


def tricks(table: Table, *lines: str) -> Table:
    """Tricks written `AH 7H QH`, in turn order; `x` before a card lays it face down. Each full one is confirmed."""
    for line in lines:
        for code in line.split():
            hidden = code.startswith("x")
            table = run(table, PlayCard(by="t", card=None if hidden else Card.parse(code), face_down=hidden))
        assert table.hand is not None
        if table.hand.is_trick_full:
            table = run(table, ConfirmTrick(by="t", hand=table.hand.number, trick=table.hand.trick_to_confirm))
    return table


def hand_of_spar(table: Table) -> Table:
    """Five tricks of Spar between A and B: B leads and wins one point."""
    return tricks(table, "AH 7H", "KH 8H", "QH 9H", "JH 6D", "8C 9D")


def change(table: Table, *names: str) -> Table:
    """From now on these people sit there."""
    return run(table, ChangePlayers(by="t", players=names))


def suipe_options(**values: Any) -> SuipeOptions:
    """Options of Suipe, the rest as they are meant to be."""
    read: SuipeOptions = game_named("suipe").read_options(values)
    return read


def laid_out(players: int = 2, cards: str = "5H 4C KD 9S", **more: Any) -> Table:
    """A table of Suipe whose first four cards lie there."""
    return call(table_of("suipe", players, stake=10, **more), CallKind.LAYOUT, cards=cards)


def moves(table: Table, *lines: str) -> Table:
    """Turns of Suipe as a session's text writes them, such as `B 8C captures 6C 2D`."""
    for line in lines:
        table = run(table, MakeMove(by="t", move=read_move(line)))
    return table


def offences(table: Table) -> list[str]:
    """What is proved in the running hand, in short: `revoke B 1`, and the card that proves it."""
    assert table.deal is not None
    return [f"{o.kind.value} {o.seat} {o.trick} {o.proved_by or '-'}" for o in table.deal.offences]


def suspicions(table: Table) -> list[str]:
    """What is possible and not proved: `B 1 later_card`."""
    assert table.deal is not None
    return [f"{s.seat} {s.trick} {s.prospect.value}" for s in table.deal.suspicions]


def points(table: Table) -> tuple[int, ...] | None:
    """Points of the running hand."""
    result = table.results[-1]
    return None if result is None else result.points
