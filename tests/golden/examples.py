"""The adapter between the worked examples and `scoring`: `python -m tests.golden.examples FILE`.

Prints one object a line, `{"id", "result"}`, worked out through the public interface alone. An example of a kind that the
adapter does not know gives an empty result and so counts as wrong.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scoring import Call, CallKind, Card, Direction, Seat, Table, decide, fold
from scoring.cards import Rank, Suit
from scoring.commands import (
    Command,
    ConfirmTrick,
    DealHand,
    MakeCall,
    PlayCard,
    PlayPair,
    ShowCard,
    StartSession,
    TurnUpCard,
    WithdrawCard,
)
from scoring.errors import Refused, ScoringError
from scoring.events import CallMade
from scoring.folding import evolve
from scoring.games import game_named, game_of, instant, stovkahra, stovkahra_score
from scoring.games.game import HandResult, Setup, Standing
from scoring.games.phases.auction import Auction
from scoring.games.sessions import judged
from scoring.games.spades import SpadesStanding, side_scores
from scoring.games.spades_bids import may_bid_blind
from scoring.games.spades_score import SideScore, SpadesBid, Taken, status
from scoring.games.suipe import game as suipe
from scoring.games.suipe.options import batches, settled_layout
from scoring.games.suipe.score import details, net_suipes
from scoring.games.suipe.score import points as pile_points
from scoring.games.suipe.table import first_layout, played
from scoring.games.trick_game import TrickGame, c_notation
from scoring.games.trick_options import options_for
from scoring.hands import Hand
from scoring.misdeals import drawn_back, misdealt
from scoring.moves import Action, Move
from scoring.offences import Offence
from scoring.packs import PACKS

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
Example = dict[str, Any]
Result = dict[str, Any]
SUITS = {"Acorn": "C", "Leaf": "S", "Heart": "H", "Bell": "D"}
RANKS = {"Ace": "A", "King": "K", "Over": "O", "Under": "U", "Ten": "T", "Nine": "9", "Eight": "8", "Seven": "7"}


def run(table: Table, command: Command) -> Table:
    """The table after the command."""
    return fold(decide(table, command, NOON), table)


def names(players: int) -> tuple[str, ...]:
    """Players, for games in which nobody has a name."""
    return tuple(f"player {seat}" for seat in range(players))


def setup_of(game: str, example: Example, players: int, **more: Any) -> Setup:
    """A session's agreement as the example gives it."""
    return Setup(game, names(players), game_named(game).read_options(_options(game, example)), **more)


def _options(game: str, example: Example) -> dict[str, Any]:
    """Options by the product's names; the examples write some of them otherwise."""
    options = dict(example["options"])
    options.pop("force_end", None)
    if game == "spades":
        teams = options.pop("teams", None)
        if teams is not None:
            options["teams"] = "solo" if all(len(team) == 1 for team in teams) else "partners"
        options["no_spade_first"] = options.get("no_spade_first") or "off"
        if options.get("pack", example.get("pack")):
            options["pack"] = example.get("pack")
    elif game in ("stovkahra", "suipe"):
        return options
    elif game == "fapfap" and example.get("pack"):
        options.setdefault("pack", example["pack"])
    elif game == "spar" and example.get("pack") == "spar36":
        options.setdefault("ace_of_spades", True)
    if "direction" in example:
        options.setdefault("direction", example["direction"])
    if game not in ("spades", "roque") and "hand_size" in example:
        options.setdefault("hand_size", example["hand_size"])
    return options


def start(game: str, example: Example) -> Table:
    """The table before the first card: the hand is dealt, and everything is said that the example says."""
    players, direction = example["players"], Direction(example["direction"])
    seats = tuple(Seat)[:players]
    back = Direction.COUNTERCLOCKWISE if direction is Direction.CLOCKWISE else Direction.CLOCKWISE
    dealer = Seat(example["dealer"]) if "dealer" in example else back.after(Seat(example["leader"]), seats)
    begin = StartSession(
        by="test",
        game=game,
        players=names(players),
        options=_options(game, example),
        first_dealer=dealer,
        stake=example.get("stake", 0),
    )
    table = run(run(Table(), begin), DealHand(by="test"))
    return _with_calls(_standing_on(table, example), game, example)


def _standing_on(table: Table, example: Example) -> Table:
    """The table with the totals that the example says came before."""
    deal = table.deal
    assert deal is not None
    before = deal.before
    if "prev_totals" in example and isinstance(before, SpadesStanding):
        before = replace(before, totals=tuple(example["prev_totals"]), bags=tuple(example["prev_bags"]))
    elif "carry" in example:
        before = replace(before, totals=tuple(example["carry"]))
    return replace(table, deal=replace(deal, before=before))


def _with_calls(table: Table, game: str, example: Example) -> Table:
    """The table after bids, the shown trump and declarations."""
    calls: list[Call] = []
    if game == "stovkahra" and example.get("trump"):
        calls.append(Call(CallKind.TRUMP, Seat(example.get("dealer", 0)), suit=Suit(example["trump"])))
        calls += [
            Call(CallKind.DECLARE, Seat(seat), number=n, rank=Rank(rank)) for seat, rank, n in example.get("declarations", [])
        ]
    for seat, bid in enumerate(example.get("bids", [])):
        calls.append(Call(CallKind.BID, Seat(seat), number=bid["bid"], is_blind=bool(bid.get("blind"))))
    if "declarer" in example:
        hand = table.hand
        assert hand is not None
        turn = hand.direction.after(hand.dealer, hand.seats)
        while turn != example["declarer"]:
            calls.append(Call(CallKind.PASS, turn))
            turn = hand.direction.after(turn, hand.seats)
        calls.append(Call(CallKind.BID, turn, number=example["bid"]))
        for _ in range(example["players"] - 1):
            turn = hand.direction.after(turn, hand.seats)
            calls.append(Call(CallKind.PASS, turn))
    for call in calls:
        try:
            table = run(table, MakeCall(by="test", call=call))
        except Refused:
            # What the example says was said, even where this table would not have let it pass.
            table = evolve(table, CallMade(at=NOON, by="test", call=call))
    return table


def hand(game: str, example: Example) -> Result:
    """A hand, card by card, through `decide` and `evolve`."""
    table = start(game, example)
    moments: dict[int, int] = {}
    plays = example["plays"]
    index = 0
    while index < len(plays):
        assert table.hand is not None
        before = table.hand.moments
        pair = plays[index : index + 2] if _is_pair(table, plays[index : index + 2]) else None
        if pair:
            first, second = (Card.parse(item["c"]) for item in pair)
            table = run(table, PlayPair(by="test", first=first, second=second))
            moments |= {before: index, before + 1: index + 1}
            index += 2
        else:
            table = run(table, _command(table, plays[index]))
            moments[before] = index
            index += 1
        rest = plays[index:]
        if not rest or "ev" not in rest[0]:
            table = _confirmed(table)
    return _hand_result(game, example, table, moments)


def _confirmed(table: Table) -> Table:
    """The table with a full trick made fact; nobody presses the button while a card may still be taken back."""
    hand = table.hand
    if hand is None or not hand.is_trick_full or hand.is_played_out:
        return table
    return run(table, ConfirmTrick(by="test", hand=1, trick=hand.trick_to_confirm))


def _is_pair(table: Table, items: list[Example]) -> bool:
    """Whether these two were laid in one movement as a reply and the next lead."""
    if len(items) < 2 or "together" not in items[0] or items[0]["together"] != items[1].get("together"):
        return False
    hand = table.hand
    is_reply = hand is not None and hand.open_trick is not None and len(hand.open_trick.plays) == 1 and len(hand.seats) == 2
    return is_reply and not any(item.get("down") for item in items)


def _command(table: Table, item: Example) -> Command:
    assert table.hand is not None
    if item.get("ev") == "retract":
        return WithdrawCard(by="test")
    if item.get("ev") == "reveal":
        trick = table.hand.tricks[item["trick"] - 1]
        position = next(i for i, play in enumerate(trick.plays) if play.seat == item["s"])
        return TurnUpCard(by="test", hand=1, trick=trick.number, position=position, card=Card.parse(item["c"]))
    if "ev" in item:
        return ShowCard(by="test", card=Card.parse(item["c"]))
    down = bool(item.get("down"))
    return PlayCard(by="test", card=None if down else Card.parse(item["c"]), seat=Seat(item["s"]), face_down=down)


def _hand_result(game: str, example: Example, table: Table, moments: dict[int, int]) -> Result:
    assert table.deal is not None
    played_hand, deal = table.deal.hand, table.deal
    complete = [trick for trick in played_hand.tricks if trick.is_confirmed]
    result: Result = {
        "trick_winners": [trick.winner for trick in complete],
        "winning_cards": [str(trick.winning_card) for trick in complete],
        "offences": [_offence(offence, moments) for offence in deal.offences],
        "open_suspicions": sorted([s.seat, s.trick] for s in deal.suspicions),
    }
    if game == "spades":
        return result | _spades_result(table, played_hand, deal.result)
    if game == "stovkahra":
        return result | _stovkahra_result(example, table, played_hand)
    if game == "roque":
        return result | _roque_result(example, table, played_hand)
    if deal.result is not None:
        result |= {"hand_winner": deal.result.winner, "points": max(deal.result.points), "next_dealer": deal.result.next_dealer}
        result["settlement"] = list(deal.result.settlement)
    return result


def _spades_result(table: Table, played_hand: Hand, outcome: HandResult | None) -> Result:
    won = [trick.winner for trick in played_hand.tricks]
    result: Result = {"tricks_taken": [won.count(seat) for seat in played_hand.seats]}
    if outcome is not None:
        result |= _teams(outcome.carries) | {"totals": list(table.standing.totals)}
    return result


def _teams(scores: tuple[SideScore, ...]) -> Result:
    return {"teams": [_team(side, score) for side, score in enumerate(scores)]}


def _team(side: int, score: SideScore) -> Result:
    line = {"contract": score.contract, "bags": score.bags, "nil": score.nil, "bag_penalty": score.bag_penalty, "blind": 0}
    return {"team": side, "line": line, "hand": score.hand, "total": score.total, "bags": score.carried}


def _stovkahra_result(example: Example, table: Table, played_hand: Hand) -> Result:
    logic = game_named("stovkahra")
    assert isinstance(logic, stovkahra.Stovkahra)
    entries = logic.entries(table.agreed, played_hand)
    points = stovkahra_score.side_points(entries)
    carry = example.get("carry", [0, 0])
    return {
        "log": [["combo" if e.label == "declaration" else e.label, e.side, e.points, e.trick] for e in entries],
        "side_points": list(points),
        "totals": [carry[0] + points[0], carry[1] + points[1]],
    }


def _roque_result(example: Example, table: Table, played_hand: Hand) -> Result:
    if "declarer" not in example:
        return {}
    sides, outcome, logic = table.game.sides(table.agreed), table.results[-1], table.game
    if outcome is None or not isinstance(logic, TrickGame):
        return {}
    reckoning = logic.reckoning(table.agreed, table.deals[-1].before, played_hand)
    made = [reckoning.quantity("made", side) for side in range(len(sides))]
    side = next(number for number, members in enumerate(sides) if example["declarer"] in members)
    return {
        "side_points": made,
        "score": {"declarer_side": outcome.points[side], "opponents": sum(outcome.points) - outcome.points[side]},
        "totals": list(table.standing.totals),
    }


def _offence(offence: Offence, moments: dict[int, int]) -> Result:
    card = None if offence.card is None else str(offence.card)
    record: Result = {"kind": offence.kind.value, "seat": offence.seat, "trick": offence.trick, "card": card}
    if offence.proved_by is not None:
        record["proved_by"] = str(offence.proved_by)
    record["proved_at_play"] = moments.get(offence.proved_at)
    if offence.proved_in is not None:
        record["proved_in_trick"] = offence.proved_in
    return record | ({"by_elimination": True} if offence.by_elimination else {})


def notation(_game: str, example: Example) -> Result:
    """Totals as the game writes them."""
    return {"text": [c_notation(points) for points in example["given"]["points"]]}


def session(game: str, example: Example) -> Result:
    """Totals after each hand of a session, and where it ended."""
    given = example["given"]
    if "sticks" in given:
        return _sticks(example)
    if "deals" in given:
        return _suipe_session(example)
    if "targets" in given:
        return _sessions_to(game, example)
    if "stones" in given:
        example = {**example, "options": {**example["options"], "stones": given["stones"]}}
    setup = setup_of(game, example, given["players"])
    logic = game_named(game)
    standing = logic.begin(setup)
    if given.get("start"):
        standing = replace(standing, totals=tuple(given["start"]))
    standings: list[Standing] = []
    for winner, points in given["hand_results"]:
        if standings and standing.is_over:
            break
        standing = _scored(logic, setup, standing, Seat(winner), points)
        standings.append(standing)
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


def _scored(logic: Any, setup: Setup, standing: Standing, winner: Seat, points: int) -> Standing:
    """The standing after a hand of which only winner and points are known."""
    scored = tuple(points if seat == winner else 0 for seat in setup.seats)
    played_hand = logic.start_hand(setup, standing, 1, Seat.A, setup.seats)
    after: Standing = logic.after(setup, standing, played_hand, HandResult(scored, (0,) * len(scored), winner, (), winner))
    return after


def _sessions_to(game: str, example: Example) -> Result:
    given = example["given"]
    totals, winners = [], []
    for target, begin in zip(given["targets"], given["start"], strict=True):
        setup = setup_of(game, {**example, "options": {"target": target}}, len(begin))
        logic = game_named(game)
        standing = replace(logic.begin(setup), totals=tuple(begin))
        standing = _scored(logic, setup, standing, Seat(given["result"][0]), given["result"][1])
        totals.append(list(standing.totals))
        winners.append(standing.winner)
    return {"totals": totals, "winner": winners}


def _sticks(example: Example) -> Result:
    given = example["given"]
    side, count = given["award"]
    heaps = stovkahra_score.awarded(
        given["sticks"], stovkahra_score.Award(side, count, "", takes_off=given.get("mode") == "deduct")
    )
    return {"sticks": list(heaps)} | _series_result(example, heaps)


def _series_result(example: Example, heaps: tuple[int, int]) -> Result:
    """Who has won the session, and what a double series would be, by playing both on."""
    options = example["options"]
    setup = setup_of("stovkahra", example, 4)
    double = setup_of("stovkahra", {**example, "options": {**options, "double_series": True}}, 4)
    sides = game_named("stovkahra").sides(setup)
    standing = stovkahra.StovkahraStanding((0, 0), sticks=heaps)
    plain = stovkahra.series_standing(setup, sides, standing)
    on = stovkahra.series_standing(double, sides, standing)
    ends = [stovkahra.series_standing(double, sides, replace(on, sticks=(20, 6) if side == 0 else (10, 20))) for side in (0, 1)]
    ends.sort(key=lambda end: end.is_draw)
    kinds = ["double" if end.is_double else "draw" if end.is_draw else "single" for end in ends]
    with_double = {"continue": not on.is_over, "if_same_side_20_first": kinds[0], "else": kinds[1]}
    return {"session_winner": plain.winner, "with_double_series": with_double}


def _suipe_session(example: Example) -> Result:
    deals = example["given"]["deals"]
    setup = setup_of("suipe", example, example["given"].get("players", len(deals[0])))
    totals = [sum(column) for column in zip(*deals, strict=True)]
    before = Standing(tuple(totals), hands=len(deals))
    standing = judged(setup, suipe.SUIPE.sides(setup), before, None, suipe.deals_in(setup))
    is_tie = len(deals) >= suipe.deals_in(setup) and not standing.is_over
    return {"totals": totals, "over": standing.is_over, "winner": standing.winner, "tiebreak": is_tie}


def deal(game: str, example: Example) -> Result:
    """What the dealt cards allow or show."""
    given = example["given"]
    if game == "agram":
        return {"default": _who(given, {}), "web_variant": _who(given, {"direction": "cw", "dealer": "rotate"})}
    if game == "roque":
        return _roque_deal(given)
    if game == "suipe":
        return _suipe_deal(example)
    if game == "fapfap":
        logic = game_named(game)
        assert isinstance(logic, TrickGame)
        options = options_for(logic.definition, example["options"])
        return {"instant": [instant.wins([Card.parse(code) for code in cards], options) for cards in given["hands"]]}
    if "cases" in given:
        return {"left_over": [PACKS[pack].size - players * each for pack, players, each in given["cases"]]}
    if "counts" in given and game == "spades":
        return {"seen_false": _misdeal(given, False), "seen_true": _misdeal(given, True)}
    if "counts" in given:
        wrong = misdealt({Seat(seat): count for seat, count in enumerate(given["counts"])}, given["hand_size"])
        return {"misdeal": bool(wrong), "wrong": list(wrong)}
    holdings = {int(seat): [Card.parse(code) for code in cards] for seat, cards in given["hands"].items()}
    return {"may_trade": [seat for seat, cards in sorted(holdings.items()) if instant.may_trade(cards)]}


def _who(given: Example, options: dict[str, object]) -> Result:
    """Who leads after a deal of Agram, and who deals after the winner is known."""
    setup = Setup("agram", names(given["players"]), game_named("agram").read_options(options))
    logic = game_named("agram")
    assert isinstance(logic, TrickGame)
    played_hand = logic.start_hand(setup, logic.begin(setup), 1, Seat(given["dealer"]), setup.seats)
    outcome = logic.penalised(setup, played_hand, 1, Seat(given["winner"]), ())
    return {"direction": setup.options.direction.value, "leader": played_hand.leader, "next_dealer": outcome.next_dealer}


def _roque_deal(given: Example) -> Result:
    setup = Setup("roque", names(given["players"]), game_named("roque").read_options({}))
    logic = game_of(setup)
    assert isinstance(logic, TrickGame)
    game = logic.definition
    auction = game.phase(Auction)
    assert auction is not None
    laid_away = int(game.defined["made"].value({"points": 0, "declares": 1}.__getitem__, {}))
    in_cards = sum(game.worths[None][card] for card in game.pack.cards)
    total = in_cards + game.card_points["trick"] * game.hand_sizes[0] + laid_away
    return {"total_points": total, "min_bid": int(auction.bids[0]), "max_bid": int(auction.bids[-1])}


def _suipe_deal(example: Example) -> Result:
    given = example["given"]
    if "cases" in given:
        return {"batches": [batches(players, each) for players, each in given["cases"]]}
    table = [Card.parse(code) for code in given["table"]]
    back = settled_layout(table, bool(example["options"].get("values13")))
    left = [str(card) for card in table if card != back]
    return {"returned": str(back) if back else None, "table": left + ([given["next_from_pack"]] if back else [])}


def _misdeal(given: Example, is_seen: bool) -> Result:
    size = given.get("hand_size", sum(given["counts"]) // len(given["counts"]))
    counts = {Seat(seat): count for seat, count in enumerate(given["counts"])}
    if not misdealt(counts, size):
        return {"action": "none", "dealer": None}
    found = None if is_seen else drawn_back(counts, size, has_rest=False)
    if found is None:
        return {"action": "redeal", "dealer": given["dealer"]}
    return {"action": "move_one", "from": found.giver, "to": found.taker}


def penalty(game: str, example: Example) -> Result:
    """What a proved revoke costs."""
    given = example["given"]
    setup = setup_of(game, example, given["players"], stake=given.get("stake", 0))
    logic = game_named(game)
    assert isinstance(logic, TrickGame)
    played_hand = logic.start_hand(setup, logic.begin(setup), 1, Seat(given["dealer"]), setup.seats)
    offenders = tuple(Seat(seat) for seat in given.get("offenders", [given.get("offender")]))
    outcome = logic.penalised(setup, played_hand, given["points"], Seat(given["hand_winner"]), offenders)
    return {
        "points": list(outcome.points),
        "settlement": list(outcome.settlement),
        "next_dealer": outcome.next_dealer,
    }


def score(game: str, example: Example) -> Result:
    """Totals out of numbers alone."""
    given = example["given"]
    if game == "roque":
        logic = game_named("roque")
        assert isinstance(logic, TrickGame)
        known = {"bid": given["bid"], "made": given["declarer_points"], "their_made": given["opponent_points"]}
        known |= {"size": 12, "tricks": 12 * bool(given.get("slam"))}
        known |= logic.read_options(example["options"]).extra
        known["set"] = logic.definition.defined["set"].value(known.__getitem__, {})
        own = logic.definition.reckoned[0].points.value(known.__getitem__, {})
        return {"declarer": own, "opponents": given["opponent_points"]}
    if game == "suipe":
        options = game_named("suipe").read_options(example["options"])
        piles = [[Card.parse(code) for code in pile] for pile in given["piles"]]
        return {
            "points": pile_points(options, piles, given["suipes"]),
            "net_suipes": net_suipes(options, given["suipes"]),
            "detail": details(options, piles),
        }
    setup = setup_of("spades", example, len(given["bids"]))
    taken = {
        Seat(seat): Taken(SpadesBid(bid["bid"], bool(bid.get("blind"))), given["tricks"][seat])
        for seat, bid in enumerate(given["bids"])
    }
    reneges = [Seat(seat) for seat in given.get("renege_seats", [])]
    sides = game_named("spades").sides(setup)
    scores = side_scores(setup.options, sides, taken, given["prev_totals"], given["prev_bags"], reneges)
    return _teams(scores) | {
        "totals": [side.total for side in scores],
        "wins_game": next((number for number, side in enumerate(scores) if side.wins_game), None),
    }


def ended(game: str, example: Example) -> Result:
    """Whether totals end the game."""
    totals = example["given"]["totals"]
    if game == "spades":
        options = game_named("spades").read_options(_options("spades", example))
        over, winner, is_tie = status(options, totals, bool(example["options"].get("force_end")))
        return {"over": over, "winner": winner, "tiebreak": is_tie}
    setup = setup_of(game, example, 4 if len(totals) == 2 else len(totals))
    logic = game_named(game)
    standing = replace(logic.begin(setup), totals=tuple(totals))
    played_hand = logic.start_hand(setup, standing, 1, Seat.A, setup.seats)
    nothing = HandResult((0,) * len(totals), (0,) * len(setup.players), Seat.A, ())
    after = logic.after(setup, standing, played_hand, nothing)
    return {"over": after.is_over, "winner": after.winner, "tiebreak": not after.is_over and after.needed.startswith("level")}


def declare(_game: str, example: Example) -> Result:
    """Points of declarations."""
    calls = [Call(CallKind.DECLARE, Seat(s), number=n, rank=Rank(rank)) for s, rank, n in example["given"]["declarations"]]
    return {"points": sum(stovkahra_score.worth(call) for call in calls)}


def dost(_game: str, example: Example) -> Result:
    """What a claim comes to."""
    given = example["given"]
    options = game_named("stovkahra").read_options(example["options"])
    cards = given.get("card_points_so_far", 0) if options.dost_counts_cards else 0
    own = given["carry"] + given["just_scored"] + cards
    award = stovkahra_score.dost(given["claimant_side"], own, given["other_total"])
    return {"claim_true": award.side == given["claimant_side"], "game_to_side": award.side, "matchsticks": award.sticks}


def game_ended(_game: str, example: Example) -> Result:
    """Who wins a game at the end of a deal with nobody claiming."""
    side, sticks = stovkahra_score.game_won(example["given"]["totals"])
    return {"game_to_side": side, "matchsticks": sticks}


def codes(_game: str, example: Example) -> Result:
    """Codes of German cards named in words."""
    cards = [Card.parse(RANKS[rank] + SUITS[suit]) for suit, rank in (name.split() for name in example["given"]["german"])]
    assert all(card in PACKS["german32"] for card in cards)
    return {"codes": [str(card) for card in cards]}


def bid(_game: str, example: Example) -> Result:
    """Whether blind nil may be bid."""
    given = example["given"]
    options = game_named("spades").read_options(_options("spades", example))
    return {"blind_nil_allowed": [may_bid_blind(options, totals, given["team"]) for totals in given["totals"]]}


def moves(_game: str, example: Example) -> Result:
    """A table of Suipe, move by move."""
    setup = setup_of("suipe", example, example["players"])
    sides = game_named("suipe").sides(setup)
    seats = setup.seats
    made = [_move(move) for move in example["moves"]]
    turns = [seats[example.get("first", 0)], *(seats[(move.seat + 1) % len(seats)] for move in made)]
    holdings = {Seat(int(seat)): frozenset(map(Card.parse, cards)) for seat, cards in example["hands"].items()}
    last = len(made) - 1 if example.get("last_card_of_deal") else None
    layout = played(setup.options, sides, first_layout(map(Card.parse, example["table"]), sides), made, turns, last, holdings)
    if last is not None:
        layout = suipe.gathered(layout)
    return {
        "offences": [_illegal(offence) for offence in layout.offences],
        "state": {
            "loose": _codes(layout.loose),
            "builds": [{"value": b.value, "sets": [_codes(group) for group in b.sets], "by": b.by} for b in layout.builds],
            "won": [_codes(pile) for pile in layout.won],
            "sweeps": list(layout.sweeps),
        },
    }


def _illegal(offence: Offence) -> Result:
    record = {"kind": offence.kind.value, "at_move": offence.trick - 1, "seat": offence.seat, "card": str(offence.card)}
    return record | ({"why": offence.why} if offence.why else {})


def _move(record: Example) -> Move:
    def cards(key: str) -> tuple[Card, ...]:
        return tuple(Card.parse(code) for code in record.get(key, []))

    def groups(key: str) -> tuple[tuple[Card, ...], ...]:
        return tuple(tuple(Card.parse(code) for code in group) for group in record.get(key, []))

    return Move(
        Seat(record["s"]),
        Card.parse(record["c"]),
        Action(record["a"]),
        take=cards("take"),
        builds=tuple(record.get("builds", [])),
        value=record.get("value"),
        sets=groups("sets"),
        build=record.get("build"),
        extra=cards("extra"),
        also=groups("also"),
    )


def _codes(cards: Any) -> list[str]:
    return sorted(str(card) for card in cards)


KINDS: dict[str, Callable[[str, Example], Result]] = {
    "hand": hand,
    "notation": notation,
    "session": session,
    "deal": deal,
    "penalty": penalty,
    "score": score,
    "status": ended,
    "declare": declare,
    "dost": dost,
    "game": game_ended,
    "codes": codes,
    "bid": bid,
    "moves": moves,
}


def work_out(game: str, example: Example) -> Result:
    """The result of one example, or nothing where the game or the kind is not built."""
    if example["kind"] not in KINDS:
        return {}
    try:
        return KINDS[example["kind"]](game, example)
    except (ScoringError, KeyError, ValueError, IndexError, StopIteration, AssertionError, TypeError):
        return {}


def main(path: str) -> None:
    """Print the result of every example in the file."""
    document = json.loads(Path(path).read_text())
    for example in document["examples"]:
        print(json.dumps({"id": example["id"], "result": work_out(document["game"], example)}))


if __name__ == "__main__":
    main(sys.argv[1])
