"""Hands worked out by hand from the rules that each game's page cites, not by this program."""

import pytest

from scoring import Card, Seat, Table
from scoring.calls import Call, CallKind
from scoring.choices import offered
from scoring.commands import ConfirmTrick, MakeCall, PlayCard, TellTricks
from scoring.games import GAMES
from scoring.games.trick_game import TrickGame
from scoring.ledger.phrases import read_call, read_told
from tests.conftest import run
from tests.golden.test_worked_hands import FILES
from tests.oracle.test_written_games import on_board
from tests.tables import points, table_of


def talked(table: Table, said: str) -> Table:
    for words in filter(None, map(str.strip, said.split(","))):
        table = run(table, MakeCall(by="t", call=read_call(words)))
    return table


def told(table: Table, tricks: str) -> Table:
    """The hand with its tricks counted, `AC 9, BD 4`; who took the last one plays no part."""
    taker = next(part.strip()[0] for part in tricks.split(",") if not part.endswith(" 0"))
    taken, last = read_told(f"took {tricks}; last {taker}")
    assert table.hand is not None
    return run(table, TellTricks(by="t", hand=table.hand.number, taken=taken, last=last))


BRIDGE = [
    (1, "A bids 2S, D passes", "AC 9, BD 4", (140, 0)),
    (4, "A bids 4H, D passes", "AC 10, BD 3", (620, 0)),
    (1, "A bids 6H, D passes", "AC 12, BD 1", (980, 0)),
    (4, "A bids 6S, D passes", "AC 13, BD 0", (1460, 0)),
    (1, "A bids 2H, B doubles, A passes", "AC 8, BD 5", (470, 0)),
    (1, "A bids 3N, B doubles, A passes", "AC 6, BD 7", (0, 500)),
    (4, "A bids 3N, B doubles, A passes", "AC 6, BD 7", (0, 800)),
    (1, "A bids 3N, B doubles, A redoubles, D passes", "AC 7, BD 6", (0, 600)),
]


@pytest.mark.parametrize(("board", "said", "tricks", "expected"), BRIDGE)
def test_boards_of_bridge(board: int, said: str, tricks: str, expected: tuple[int, int]) -> None:
    table = on_board(table_of("bridge", form="duplicate"), board)
    assert points(told(talked(table, said), tricks)) == expected


TOLD = [
    ("bid_euchre", {}, "B bids 3, A passes, B chooses H", "BD 4, AC 2", (2, 4)),
    ("bid_euchre", {}, "B bids 4, A passes, B chooses H", "BD 4, AC 2", (2, 4)),
    ("bid_euchre", {}, "B bids 4, A passes, B chooses N", "BD 3, AC 3", (3, -4)),
    ("bid_euchre", {}, "B bids 6, A passes, B chooses S", "BD 6, AC 0", (0, 6)),
    ("bid_euchre", {}, "C bids 5, A passes, C chooses S", "BD 4, AC 2", (-5, 4)),
    ("call_break", {}, "D bids 4, C bids 1, B bids 2, A bids 3", "D 4, C 3, B 3, A 3", (30, 21, 12, 40)),
    ("call_break", {}, "D bids 4, C bids 3, B bids 5, A bids 1", "D 5, C 5, B 3, A 0", (-10, -50, 32, 41)),
    ("call_break", {}, "D bids 5, C bids 4, B bids 2, A bids 1", "D 3, C 4, B 3, A 3", (12, 21, 40, -50)),
    ("call_break", {}, "D bids 1, C bids 1, B bids 1, A bids 13", "D 0, C 0, B 0, A 13", (130, -10, -10, -10)),
    ("call_break", {}, "D bids 8, C bids 1, B bids 1, A bids 1", "D 10, C 1, B 1, A 1", (10, 10, 10, 82)),
    ("euchre", {}, "B bids H", "BD 3, AC 2", (0, 1)),
    ("euchre", {}, "B bids H", "BD 5, AC 0", (0, 2)),
    ("euchre", {}, "B bids H, B plays alone", "B 5, AC 0", (0, 4)),
    ("euchre", {}, "B bids H, B plays alone", "B 4, AC 1", (0, 1)),
    ("euchre", {}, "B passes, C bids S", "BD 3, AC 2", (0, 2)),
    ("euchre", {}, "C bids S, C plays alone", "BD 3, C 2", (0, 2)),
    ("five_hundred", {}, "B bids 8H, A passes", "BD 9, AC 1", (10, 300)),
    ("five_hundred", {}, "B bids 7S, A passes", "BD 5, AC 5", (50, -140)),
    ("five_hundred", {}, "B bids 6S, A passes", "BD 10, AC 0", (0, 250)),
    ("five_hundred", {}, "B bids 9N, A passes", "BD 10, AC 0", (0, 420)),
    ("five_hundred", {}, "B bids misere, A passes", "B 0, AC 10", (0, 250)),
    ("five_hundred", {}, "B bids misere, A passes", "B 1, AC 9", (0, -250)),
    ("five_hundred", {}, "B bids open_misere, A passes", "B 0, AC 10", (0, 500)),
    ("oh_hell", {}, "A shows trump 2H, B bids 2, C bids 0, D bids 3, A bids 1", "B 2, C 0, D 2, A 3", (0, 12, 10, 0)),
    (
        "oh_hell",
        {"tricks_count": True},
        "A shows trump 2H, B bids 2, C bids 0, D bids 3, A bids 1",
        "B 2, C 0, D 2, A 3",
        (3, 12, 10, 2),
    ),
    ("oh_hell", {}, "A shows trump 2H, B bids 7, C bids 0, D bids 0, A bids 1", "B 7, C 0, D 0, A 0", (0, 17, 10, 10)),
    ("oh_hell", {}, "A shows trump 2H, B bids 1, C bids 1, D bids 1, A bids 1", "B 4, C 1, D 1, A 1", (11, 0, 11, 11)),
    (
        "oh_hell",
        {"tricks_count": True},
        "A shows trump 2H, B bids 1, C bids 1, D bids 1, A bids 1",
        "B 4, C 1, D 1, A 1",
        (11, 4, 11, 11),
    ),
    ("tarneeb", {}, "D bids 7, A passes, D chooses H", "BD 10, AC 3", (0, 10)),
    ("tarneeb", {}, "D bids 9, A passes, D chooses H", "BD 8, AC 5", (5, -9)),
    ("tarneeb", {}, "D bids 7, A passes, D chooses H", "BD 7, AC 6", (0, 7)),
    ("tarneeb", {}, "D bids 8, A passes, D chooses H", "BD 13, AC 0", (0, 16)),
    ("tarneeb", {}, "D bids 13, A passes, D chooses H", "BD 13, AC 0", (0, 26)),
    ("tarneeb", {}, "D bids 13, A passes, D chooses H", "BD 12, AC 1", (2, -16)),
    ("whist", {}, "A shows trump 2H", "AC 7, BD 6", (1, 0)),
    ("whist", {}, "A shows trump 2H", "AC 9, BD 4", (3, 0)),
    ("whist", {}, "A shows trump 2H", "AC 6, BD 7", (0, 1)),
    ("whist", {}, "A shows trump 2H", "AC 13, BD 0", (7, 0)),
    ("whist", {}, "A shows trump 2H", "AC 11, BD 2", (5, 0)),
]


@pytest.mark.parametrize(("game", "options", "said", "tricks", "expected"), TOLD)
def test_hands_told_without_cards(game: str, options: dict[str, bool], said: str, tricks: str, expected: tuple[int, ...]) -> None:
    assert points(told(talked(table_of(game, **options), said), tricks)) == expected  # type: ignore[arg-type]  # options


HEARTS = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH"]
TAKEN = [
    ({}, {"A": ["QS"], "B": HEARTS[:5], "C": HEARTS[5:]}, (13, 5, 8, 0)),
    ({}, {"C": ["QS", *HEARTS]}, (26, 26, 0, 26)),
    ({}, {"A": ["QS", *HEARTS[1:]], "B": HEARTS[:1]}, (25, 1, 0, 0)),
    ({}, {"A": HEARTS, "B": ["QS"]}, (13, 13, 0, 0)),
    ({}, {"A": HEARTS[:4], "B": ["QS", *HEARTS[4:7]], "C": HEARTS[7:]}, (4, 16, 6, 0)),
    ({"jack": True}, {"A": ["QS", "JD"], "B": HEARTS}, (3, 13, 0, 0)),
    ({"jack": True}, {"B": ["JD"], "C": ["QS", *HEARTS]}, (26, 16, 0, 26)),
    ({"moon": "own_points"}, {"C": ["QS", *HEARTS]}, (0, 0, -26, 0)),
    ({"moon": "own_points", "jack": True}, {"C": ["QS", "JD", *HEARTS]}, (0, 0, -36, 0)),
]


@pytest.mark.parametrize(("options", "taken", "expected"), TAKEN)
def test_hands_of_hearts(options: dict[str, bool], taken: dict[str, list[str]], expected: tuple[int, ...]) -> None:
    """Thirteen clubs are led, each by who takes the trick; three cards of other suits lie on each, the last taker's first."""
    seats = {Seat.parse(letter): list(cards) for letter, cards in taken.items()}
    wanted = [card for cards in seats.values() for card in cards]
    others = [f"{rank}{suit}" for suit in "SDH" for rank in "AKQJT98765432"]
    others = [card for card in others if card not in wanted]
    table = run(table_of("hearts", **options), MakeCall(by="t", call=Call(CallKind.LEADS, Seat.A)))  # type: ignore[arg-type]  # options
    for number, rank in enumerate("AKQJT98765432", start=1):
        winner = next((seat for seat, cards in seats.items() if cards), Seat.D)
        wanted = seats.get(winner, [])
        laid = [f"{rank}C"]
        for _ in range(3):
            laid.append(wanted.pop() if wanted else others.pop())
        for place, code in enumerate(laid):
            seat = Seat((winner + place) % 4)
            table = run(table, PlayCard(by="t", card=Card.parse(code), seat=seat))
        table = run(table, ConfirmTrick(by="t", hand=1, trick=number))
    assert points(table) == expected


def test_a_rubber_is_won_with_two_games_and_a_part_score_is_carried_on() -> None:
    table = told(talked(table_of("bridge"), "A bids 2H, D passes"), "AC 8, BD 5")
    assert points(table) == (60, 0)
    table = told(talked(table, "B bids 1N, A passes"), "BD 7, AC 6")
    assert points(table) == (0, 40)
    table = told(talked(table, "C bids 2D, B passes"), "AC 8, BD 5")
    assert points(table) == (40, 0)
    table = told(talked(table, "D passes, A bids 3N, D passes"), "AC 9, BD 4")
    assert points(table) == (800, 0)
    assert (table.standing.totals, table.standing.winner) == ((900, 40), 0)


def test_misere_stands_between_the_sevens_and_the_eights() -> None:
    table = table_of("five_hundred")
    assert "misere" in [call.word for call in offered(talked(table, "B bids 7N"))]
    assert "misere" not in [call.word for call in offered(talked(table, "B bids 8S"))]


def test_every_written_game_has_five_hands() -> None:
    written = {name for name, game in GAMES.items() if isinstance(game, TrickGame) and game.definition.reckoned}
    counts = {name: sum(line[0] == name for line in TOLD) for name in written} | {"bridge": len(BRIDGE), "hearts": len(TAKEN)}
    counts |= {file.stem: 5 for file in FILES}  # counted there
    assert {name for name, count in counts.items() if count < 5} == set()
