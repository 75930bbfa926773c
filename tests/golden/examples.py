"""The adapter between the worked examples and `scoring`: `python -m tests.golden.examples FILE`.

Prints one object a line, `{"id", "result"}`, worked out through the public interface alone. An example of a game or
a kind that is not built yet gives an empty result and so counts as wrong.
"""

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scoring import Card, Direction, Seat, Table, decide, fold
from scoring.commands import Command, ConfirmTrick, PlayCard, ShowCard, StartSession, TurnUpCard, WithdrawCard
from scoring.errors import ScoringError
from scoring.games import game_named
from scoring.games.game import HandResult, Setup, Standing
from scoring.games.last_trick import LastTrickGame, Worth
from scoring.games.spar import c_notation, may_trade, misdealt
from scoring.hands import Hand
from scoring.offences import Offence

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
Example = dict[str, Any]
Result = dict[str, Any]


def run(table: Table, command: Command) -> Table:
    """The table after the command."""
    return fold(decide(table, command, NOON), table)


def setup_of(game: str, example: Example, players: int, **more: Any) -> Setup:
    """A session's agreement as the example gives it."""
    options = dict(example["options"])
    if "direction" in example:
        options.setdefault("direction", example["direction"])
    names = tuple(f"player {seat}" for seat in range(players))
    return Setup(game, names, game_named(game).read_options(options), **more)


def hand(game: str, example: Example) -> Result:
    """A hand, card by card, through `decide` and `evolve`."""
    players, direction = example["players"], Direction(example["direction"])
    seats = tuple(Seat)[:players]
    back = Direction.COUNTERCLOCKWISE if direction is Direction.CLOCKWISE else Direction.CLOCKWISE
    dealer = Seat(example["dealer"]) if "dealer" in example else back.after(Seat(example["leader"]), seats)
    options = {**example["options"], "direction": direction.value, "hand_size": example["hand_size"]}
    names = tuple(f"player {seat}" for seat in range(players))
    start = StartSession(by="test", game=game, players=names, options=options, first_dealer=dealer, stake=example.get("stake", 0))
    table = run(Table(), start)
    moments: dict[int, int] = {}
    for index, item in enumerate(example["plays"]):
        before = table.hand.moments if table.hand else 0
        table = run(table, _command(table, item))
        moments[before] = index
        if table.hand and table.hand.is_trick_full:
            table = run(table, ConfirmTrick(by="test", hand=1, trick=table.hand.trick_to_confirm))
    assert table.hand is not None
    return _hand_result(table, table.hand, moments)


def _command(table: Table, item: Example) -> Command:
    assert table.hand is not None or "ev" not in item
    if item.get("ev") == "retract":
        return WithdrawCard(by="test")
    if item.get("ev") == "show":
        return ShowCard(by="test", card=Card.parse(item["c"]))
    if item.get("ev") == "reveal":
        trick = table.hand.tricks[item["trick"] - 1]  # type: ignore[union-attr]  # asserted above
        position = next(i for i, play in enumerate(trick.plays) if play.seat == item["s"])
        return TurnUpCard(by="test", hand=1, trick=trick.number, position=position, card=Card.parse(item["c"]))
    down = bool(item.get("down"))
    return PlayCard(by="test", card=None if down else Card.parse(item["c"]), seat=Seat(item["s"]), face_down=down)


def _hand_result(table: Table, played: Hand, moments: dict[int, int]) -> Result:
    complete = [trick for trick in played.tricks if trick.is_confirmed]
    result: Result = {
        "trick_winners": [trick.winner for trick in complete],
        "winning_cards": [str(trick.winning_card) for trick in complete],
        "offences": [_offence(offence, moments) for offence in table.offences(played)],
        "open_suspicions": sorted([s.seat, s.trick] for s in table.game.suspicions(played)),
    }
    outcome = table.results[-1]
    if outcome is not None:
        result |= {"hand_winner": outcome.winner, "points": max(outcome.points), "next_dealer": outcome.next_dealer}
        result["settlement"] = list(outcome.settlement)
    return result


def _offence(offence: Offence, moments: dict[int, int]) -> Result:
    record: Result = {"kind": offence.kind.value, "seat": offence.seat, "trick": offence.trick, "card": str(offence.card)}
    if offence.proved_by is not None:
        record["proved_by"] = str(offence.proved_by)
    record["proved_at_play"] = moments[offence.proved_at]
    if offence.proved_in is not None:
        record["proved_in_trick"] = offence.proved_in
    return record


def notation(_game: str, example: Example) -> Result:
    """Totals as the game writes them."""
    return {"text": [c_notation(points) for points in example["given"]["points"]]}


def session(game: str, example: Example) -> Result:
    """Totals after each hand of a session, and where it ended."""
    given = example["given"]
    if "stones" in given:
        example = {**example, "options": {**example["options"], "stones": given["stones"]}}
    setup = setup_of(game, example, given["players"])
    start = given.get("start")
    results: list[HandResult] = []
    if start:
        results.append(HandResult(tuple(start), (0,) * len(start), Seat.A, ()))
    standings: list[Standing] = []
    for winner, points in given["hand_results"]:
        if standings and standings[-1].is_over:
            break
        scored = tuple(points if seat == winner else 0 for seat in setup.seats)
        results.append(HandResult(scored, (0,) * len(scored), Seat(winner), (), Seat(winner)))
        standings.append(game_named(game).standing(setup, tuple(results)))
    last = standings[-1]
    return {
        "totals": list(last.totals),
        "totals_after": [list(standing.totals) for standing in standings],
        "stones": list(last.totals),
        "pool": last.pool,
        "winner": last.winner,
        "ended_after_hand": len(standings) if last.is_over else None,
        "tied": list(last.playing),
    }


def deal(_game: str, example: Example) -> Result:
    """What the dealt cards allow or show."""
    given = example["given"]
    if "counts" in given:
        wrong = misdealt(given["counts"], given["hand_size"])
        return {"misdeal": bool(wrong), "wrong": list(wrong)}
    holdings = {int(seat): [Card.parse(code) for code in cards] for seat, cards in given["hands"].items()}
    return {"may_trade": [seat for seat, cards in sorted(holdings.items()) if may_trade(cards)]}


def penalty(game: str, example: Example) -> Result:
    """What a proved revoke costs."""
    given = example["given"]
    setup = setup_of(game, example, given["players"], stake=given.get("stake", 0))
    logic = game_named(game)
    assert isinstance(logic, LastTrickGame)
    played = logic.start_hand(setup, 1, Seat(given["dealer"]), setup.seats)
    worth = Worth(given["points"], "given", "given", ())
    outcome = logic.penalised(setup, played, worth, Seat(given["hand_winner"]), (Seat(given["offender"]),))
    return {
        "points": list(outcome.points),
        "settlement": list(outcome.settlement),
        "next_dealer": outcome.next_dealer,
    }


KINDS: dict[str, Callable[[str, Example], Result]] = {
    "hand": hand,
    "notation": notation,
    "session": session,
    "deal": deal,
    "penalty": penalty,
}


def work_out(game: str, example: Example) -> Result:
    """The result of one example, or nothing where the game or the kind is not built."""
    if example["kind"] not in KINDS:
        return {}
    try:
        return KINDS[example["kind"]](game, example)
    except (ScoringError, KeyError):
        return {}


def main(path: str) -> None:
    """Print the result of every example in the file."""
    document = json.loads(Path(path).read_text())
    for example in document["examples"]:
        print(json.dumps({"id": example["id"], "result": work_out(document["game"], example)}))


if __name__ == "__main__":
    main(sys.argv[1])
