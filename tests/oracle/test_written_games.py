"""Games that are pages of rules, whole hands with their auctions, against OpenSpiel and endplay."""

import os
import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from scoring import Call, CallKind, Card, Seat, Table, fold
from scoring.calls import NOTHING, bid_named
from scoring.cards import TAROCKS
from scoring.choices import offered
from scoring.commands import Command, ConfirmTrick, DealHand, MakeCall, PlayCard, StartSession
from scoring.decide import decide
from scoring.games.haul import Haul
from scoring.games.rules import texts
from scoring.ledger.phrases import read_call
from tests.conftest import NOON, run
from tests.oracle.conftest import oracle
from tests.tables import NAMES, table_of

HANDS = int(os.environ.get("CARDTABLE_HANDS", "200"))
"""Whole hands of each game; 2,000 are a long run."""

SUITS = "CDHS"


def submit(table: Table, command: Command) -> Table:
    return fold(decide(table, command, NOON), table)


def say(table: Table, call: Call) -> Table:
    return submit(table, MakeCall(by="t", call=call))


def deal_out(state: Any, chance: random.Random) -> None:
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))


def card_by_rank(ranks: str, suits: str = SUITS) -> Callable[[int], Card]:
    """Their cards are counted rank by rank, the four suits of each from clubs."""
    return lambda action: Card.parse(ranks[action // 4] + suits[action % 4])


def play_out(state: Any, table: Table, chance: random.Random, card_of: Callable[[int], Card], where: str) -> Table:
    """Both play the same cards by chance; whose turn it is must agree, and what they may play is no offence here."""
    while not state.is_terminal():
        assert table.hand is not None
        action = chance.choice(state.legal_actions())
        state.apply_action(action)
        table = submit(table, PlayCard(by="t", card=card_of(action)))
        if table.hand is not None and table.hand.is_trick_full:
            table = submit(table, ConfirmTrick(by="t", hand=1, trick=table.hand.trick_to_confirm))
    assert table.deal is not None
    assert table.deal.offences == (), where
    return table


def gains(table: Table) -> list[int]:
    """What every seat's side got."""
    assert table.deal is not None
    result = table.deal.result
    assert result is not None
    sides = table.game.sides(table.agreed)
    return [next(result.points[side] for side, members in enumerate(sides) if seat in members) for seat in table.agreed.seats]


def on_board(table: Table, number: int) -> Table:
    """The hand as that board of a session, which says who is vulnerable."""
    assert table.deal is not None
    return replace(table, deal=replace(table.deal, before=replace(table.deal.before, hands=number - 1)))


@pytest.mark.oracle
def test_boards_of_bridge_come_out_as_open_spiel_says() -> None:
    pyspiel = oracle("pyspiel")
    chance = random.Random(35)
    names = {52: CallKind.PASS, 53: CallKind.DOUBLE, 54: CallKind.REDOUBLE}
    for number in range(HANDS):
        board = chance.randrange(1, 17)
        vulnerable = {"dealer_vul": board in (2, 4, 5, 7, 10, 12, 13, 15), "non_dealer_vul": board in (3, 4, 6, 7, 9, 10, 13, 16)}
        words = ",".join(f"{key}={value}" for key, value in (vulnerable | {"use_double_dummy_result": False}).items())
        state = pyspiel.load_game(f"bridge({words})").new_initial_state()
        deal_out(state, chance)
        table = on_board(table_of("bridge", form="duplicate"), board)
        while not state.is_terminal() and state.legal_actions()[0] >= 52:
            said = state.legal_actions()
            theirs = {_bridge_call(action, Seat(state.current_player()), names) for action in said}
            assert set(offered(table)) == theirs, f"hand {number}"
            action = 52 if chance.random() < 0.5 else chance.choice(said[: 3 + chance.randrange(5)])
            table = say(table, _bridge_call(action, Seat(state.current_player()), names))
            state.apply_action(action)
        table = play_out(state, table, chance, card_by_rank("23456789TJQKA"), f"hand {number}")
        ours = gains(table)
        assert [ours[seat] - ours[(seat + 1) % 4] for seat in range(4)] == state.returns(), f"hand {number}, board {board}"


def _bridge_call(action: int, seat: Seat, names: dict[int, CallKind]) -> Call:
    if action in names:
        return Call(names[action], seat)
    level, suit = divmod(action - 55, 5)
    return bid_named(f"{level + 1}{'CDHSN'[suit]}", seat)


@pytest.mark.oracle
def test_every_contract_of_bridge_is_worth_what_endplay_says() -> None:
    types = oracle("endplay.types")
    from scoring.games import GAMES
    from scoring.games.phases.talk import Bidding, Talk
    from scoring.games.reckoning import Reckoning
    from scoring.games.trick_game import TrickGame

    game = GAMES["bridge"]
    assert isinstance(game, TrickGame)
    table = table_of("bridge", form="duplicate")
    assert table.deal is not None
    setup, hand = table.agreed, table.deal.hand
    penalties = {1: types.Penalty.passed, 2: types.Penalty.doubled, 4: types.Penalty.redoubled}
    vulnerable = {1: types.Vul.none, 4: types.Vul.both}
    for board, theirs in vulnerable.items():
        before = replace(table.standing, hands=board - 1)
        for level in range(1, 8):
            for suit in "CDHSN":
                for doubled, penalty in penalties.items():
                    for tricks in range(14):
                        contract = bid_named(f"{level}{suit}", Seat.A)
                        talk = Talk(
                            setup,
                            game.sides(setup),
                            hand,
                            bidding=Bidding(None, contract, doubled=doubled),
                            contract=contract,
                            declarer=Seat.A,
                        )
                        order = replace(hand.order, trump=contract.suit)
                        won = tuple((n + 1, Seat.A if n < tricks else Seat.B) for n in range(13))
                        played = replace(hand, order=order, claims=won, laid=((),) * 13, confirmed=13)
                        haul = Haul(game.definition, played, talk)
                        lines = Reckoning(game.definition, before, played, talk, haul).lines()
                        ours = sum(line.points if line.side == 0 else -line.points for line in lines)
                        denom = types.Denom.nt if suit == "N" else types.Denom.find(suit)
                        bid = types.Contract(
                            level=level, denom=denom, declarer=types.Player.north, penalty=penalty, result=tricks - level - 6
                        )
                        assert ours == bid.score(theirs), (board, level, suit, doubled, tricks)


@pytest.mark.oracle
def test_hands_of_euchre_come_out_as_open_spiel_says() -> None:
    pyspiel = oracle("pyspiel")
    game, chance = pyspiel.load_game("euchre(stick_the_dealer=False)"), random.Random(24)
    for number in range(HANDS):
        state = game.new_initial_state()
        dealer = chance.randrange(4)
        state.apply_action(dealer)
        deal_out(state, chance)
        table = table_of("euchre")
        assert table.deal is not None
        table = replace(table, deal=replace(table.deal, hand=replace(table.deal.hand, dealer=Seat(dealer))))
        card_of = card_by_rank("9TJQKA")
        while not state.is_terminal() and min(state.legal_actions()) >= 24:
            seat, said = Seat(state.current_player()), state.legal_actions()
            action = 24 if 24 in said and chance.random() < 0.6 else chance.choice(said)
            state.apply_action(action)
            if action == 24:
                table = say(table, Call(CallKind.PASS, seat))
            elif action < 29:
                table = say(table, bid_named(SUITS[action - 25], seat))
            elif action == 29:
                table = say(table, Call(CallKind.ALONE, seat))
            if (
                not state.is_terminal()
                and "Dealer discard" not in str(state)
                and min(state.legal_actions()) < 24
                and 25 <= action < 29
            ):
                state.apply_action(chance.choice(state.legal_actions()))
        table = play_out(state, table, chance, card_of, f"hand {number}")
        ours = gains(table)
        assert [ours[seat] - ours[(seat + 1) % 4] for seat in range(4)] == state.returns(), f"hand {number}"


@pytest.mark.oracle
def test_hands_of_hearts_come_out_as_open_spiel_says() -> None:
    pyspiel = oracle("pyspiel")
    game, chance = pyspiel.load_game("hearts(pass_cards=False,qs_breaks_hearts=False)"), random.Random(13)
    for number in range(HANDS):
        state = game.new_initial_state()
        deal_out(state, chance)
        table = say(table_of("hearts"), Call(CallKind.LEADS, Seat(state.current_player())))
        table = play_out(state, table, chance, card_by_rank("23456789TJQKA"), f"hand {number}")
        assert [26 - points for points in gains(table)] == state.returns(), f"hand {number}"


@pytest.mark.oracle
def test_hands_of_oh_hell_come_out_as_open_spiel_says() -> None:
    pyspiel = oracle("pyspiel")
    chance = random.Random(38)
    rules = next(text for text in texts() if 'name = "oh_hell"' in text)
    for number in range(HANDS):
        size, players = chance.randrange(1, 8), chance.randrange(3, 8)
        state = pyspiel.load_game("oh_hell", {"players": players, "num_tricks_fixed": size}).new_initial_state()
        known = list[int]()
        while state.is_chance_node():
            known.append(chance.choice(state.legal_actions()))
            state.apply_action(known[-1])
        dealer, card_of = Seat(known[1]), card_by_rank("23456789TJQKA", "CDSH")
        fixed = re.sub(r"deals = \[.*\]", f"deals = [{size}]", rules)
        options: dict[str, object] = {"tricks_count": True}
        start = StartSession(by="t", game="oh_hell", players=NAMES[:players], options=options, rules=fixed, first_dealer=dealer)
        table = run(Table(), start, DealHand(by="t"))
        table = say(table, read_call(f"{dealer} shows trump {card_of(known[-1])}"))
        for _ in range(players):
            bids = {call.number for call in offered(table) if call.seat is Seat(state.current_player())}
            assert bids == {int(state.action_to_string(action)) for action in state.legal_actions()}, number
            action = chance.choice(state.legal_actions())
            table = say(table, read_call(f"{Seat(state.current_player())} bids {state.action_to_string(action)}"))
            state.apply_action(action)
        table = play_out(state, table, chance, card_of, f"hand {number}")
        assert gains(table) == state.returns(), number


@pytest.mark.oracle
def test_hands_of_skat_come_out_as_open_spiel_says() -> None:
    """It bids by games alone and scores by card points: compared are these, who takes which trick, and which games are won."""
    pyspiel = oracle("pyspiel")
    chance = random.Random(39)
    ways = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C", "grand": "grand", "null": "null"}
    for number in range(HANDS):
        state = pyspiel.load_game("skat").new_initial_state()
        deal_out(state, chance)
        for _ in range(chance.randrange(3)):
            state.apply_action(state.legal_actions()[0])  # a pass
        solo, action = state.current_player(), chance.choice(state.legal_actions()[1:])
        said = f"{_seat(solo)} chooses {ways[state.action_to_string(action)]}"
        table = table_of("skat", 3)
        for words in (f"{_seat(solo)} bids 18", *(f"{_seat(solo + more)} passes" for more in (1, 2)), said):
            table = say(table, read_call(words))
        state.apply_action(action)
        for _ in range(2):  # what the solo player lays away
            state.apply_action(chance.choice(state.legal_actions()))
        table = play_out(state, table, chance, partial(_skat_card, state), f"hand {number}")
        found = re.search(r"Points \(Solo / Team\): \((\d+) / (\d+)\)", str(state))
        assert found is not None
        reckoning = table.game.reckoning(table.agreed, table.deal.before, table.hand)  # type: ignore[attr-defined, union-attr]  # its points
        place = int(_seat(solo))
        if "null" not in said:
            assert reckoning.haul.points[place] == int(found[1]), number
        assert bool(reckoning.quantity("won", place)) == (state.returns()[solo] > 0), number


def _seat(player: int) -> Seat:
    """Their forehand is ours, with seat A dealing."""
    return Seat((player + 1) % 3)


def _skat_card(state: Any, action: int) -> Card:
    text = state.action_to_string(action)
    return Card.parse(text[1] + text[0])


TAROK_BIDS = (
    *("klop", "three", "two", "one", "solo_three", "solo_two", "solo_one"),
    *("beggar", "solo_without", "open_beggar", "colour_valat", "valat_without"),
)
"""Their contracts, from action 1; colour valat, in which tarocks are no trumps, is not ours."""


@pytest.mark.oracle
@pytest.mark.parametrize("players", [4, 3])
def test_hands_of_tarok_come_out_as_open_spiel_says(players: int) -> None:
    """What theirs counts otherwise is told in docs/rules.md: kings and trula, a valat, king and pagat in the last trick."""
    pyspiel = oracle("pyspiel")
    chance = random.Random(54 + players)
    for number in range(HANDS):
        state = pyspiel.load_game("tarok", {"players": players, "rng_seed": number}).new_initial_state()
        state.apply_action(0)
        table, word = _tarok_auction(state, table_of("tarok", players, mond=20, in_fives=False), chance, number)
        assert table.deal is not None
        talon, declarer = list(state.talon()), next(call.seat for call in reversed(table.deal.hand.calls) if call.word == word)
        if players == 4 and word in ("three", "two", "one"):
            king = chance.choice(state.legal_actions())
            table = say(table, read_call(f"{declarer} calls {_tarok_card(king)}"))
            state.apply_action(king)
        while str(state.current_game_phase()).endswith("TALON_EXCHANGE"):
            state.apply_action(chance.choice(state.legal_actions()))
        left = list(state.talon())
        table = _tarok_tricks(state, table, chance, number)
        assert table.deal is not None
        assert table.hand is not None
        if word == "klop":
            winners = [trick.winner for trick in table.hand.tricks]
            for winner, card in zip(winners, talon, strict=False):
                table = say(table, read_call(f"{winner} gets {_tarok_card(card)}"))
        elif word in TAROK_BIDS[1:7]:
            codes = " ".join(str(_tarok_card(card)) for card in left) if state.talon() else "nothing"
            table = say(table, read_call(f"{declarer} leaves {codes}"))
        assert table.deal is not None
        assert table.deal.result is not None
        _compare_tarok(state, table, word, f"hand {number}: {word}")


def _tarok_seat(player: int, state: Any) -> Seat:
    """Their first player is the next after our dealer, who is seat A."""
    return Seat((player + 1) % state.num_players())


def _tarok_card(action: int) -> Card:
    """Their deck: tarocks from the pagat, then hearts, diamonds, spades and clubs, the lowest first."""
    if action < 21:
        return Card(TAROCKS[20 - action], None)
    if action == 21:
        return Card.parse("BJ")
    suit, place = divmod(action - 22, 8)
    return Card.parse(("4321JNQK" if suit < 2 else "789TJNQK")[place] + "HDSC"[suit])


def _tarok_auction(state: Any, table: Table, chance: random.Random, number: int) -> tuple[Table, str]:
    """Both bid alike until the contract stands; what they can say must agree."""
    word = ""
    while str(state.current_game_phase()).endswith("BIDDING"):
        seat, said = _tarok_seat(state.current_player(), state), [action for action in state.legal_actions() if action != 11]
        theirs = {"pass" if action == 0 else TAROK_BIDS[action - 1] for action in said}
        ours = {
            call.word or "pass" for call in offered(table) if call.kind in (CallKind.BID, CallKind.PASS) and call.seat is seat
        }
        is_over = table.game.awaits(table.agreed, table.hand) != "bids" if table.hand else False
        assert theirs - ({word} if is_over else set()) == ours, f"hand {number}"
        action = 0 if 0 in said and chance.random() < 0.6 else chance.choice(said[:3] if chance.random() < 0.8 else said)
        state.apply_action(action)
        if action == 0:
            table = say(table, Call(CallKind.PASS, seat))
        elif TAROK_BIDS[action - 1] != word or not is_over:
            word = TAROK_BIDS[action - 1]
            table = say(table, bid_named(word, seat))
    return table, word


def _tarok_tricks(state: Any, table: Table, chance: random.Random, number: int) -> Table:
    """Both play the same cards; where theirs stops at the trick that decides, ours goes on with what is left.

    What they may play is no offence here: in klop and beggar too, where everybody must beat.
    """
    both = table
    while table.hand is None or not table.hand.is_played_out:
        held = (
            [_tarok_card(card) for card in state.player_cards(((table.hand.turn or 0) - 1) % state.num_players())]
            if table.hand
            else []
        )
        if not state.is_terminal():
            action = chance.choice(state.legal_actions())
            seat = _tarok_seat(state.current_player(), state)
            assert table.hand is None or table.hand.turn in (None, seat), f"hand {number}"
            state.apply_action(action)
            card = _tarok_card(action)
        else:
            assert table.hand is not None
            laid = [play.card for play in table.hand.plays]
            free, order = [card for card in held if card not in laid], table.hand.order
            lead = table.hand.tricks[-1].led if table.hand.open_trick and not table.hand.is_trick_full else None
            follows = [card for card in free if order.suit_of(card) is lead]
            card = next(iter(follows or [card for card in free if order.is_trump(card)] or free))
        table = submit(table, PlayCard(by="t", card=card))
        if table.hand is not None and table.hand.is_trick_full:
            table = submit(table, ConfirmTrick(by="t", hand=1, trick=table.hand.trick_to_confirm))
        both = both if state.is_terminal() else table
    assert both.deal is not None
    assert both.deal.offences == (), f"hand {number}"
    return table


def called_of(table: Table) -> tuple[Card, ...]:
    """The card that was called in the hand."""
    return tuple(card for call in table.hand.called(CallKind.CALL_CARD) for card in call.cards) if table.hand else ()


def _compare_tarok(state: Any, table: Table, word: str, where: str) -> None:
    assert table.deal is not None
    assert table.deal.result is not None
    lines = [line for line in table.deal.result.lines if line.label != "trula and kings"]
    found = {label: [line for line in lines if line.label == label] for label in ("valat", "ultimo")}
    if found["valat"] and found["valat"][0].points > 0:
        return
    last = table.hand.tricks[-1] if table.hand else None
    if found["ultimo"] and last and (king := called_of(table)) and king[0] in [play.card for play in last.plays]:
        is_won_back = table.hand is not None and table.hand.calls[-1].word == NOTHING and last.winning_card == king[0]
        counts = 0 if is_won_back else 10 if found["ultimo"][0].points > 0 else -10
        lines = [replace(line, points=counts) if line in found["ultimo"] else line for line in lines]
    seats = range(state.num_players())
    ours = [sum(line.points for line in lines if line.side == seat) for seat in seats]
    team = [line.side for line in lines if line.label == "hand"]
    reckoning = table.game.reckoning(table.agreed, table.deal.before, table.hand)  # type: ignore[attr-defined]  # its tricks
    if word in TAROK_BIDS[1:7] and not found["valat"]:
        mine, others = (
            sum(reckoning.haul.cards[side] for side in seats if (side in team) == is_in_team) for is_in_team in (True, False)
        )
        bonus = 10 if mine == 4 else -10 if others == 4 else 0
        ours = [points + bonus if side in team else points for side, points in enumerate(ours)]
    assert [ours[_tarok_seat(player, state)] for player in seats] == state.returns(), where
