"""Melds held against the cards: each false one is found as soon as the cards show it, and nobody is accused who had the cards."""

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from scoring import Hand, Seat, Suit
from scoring.calls import Call, CallKind
from scoring.commands import ClaimTrick
from scoring.errors import BadCall, BadRules
from scoring.games import GAMES, house_game
from scoring.games.melded import false_melds
from scoring.games.phases.talk import Talk
from scoring.games.trick_game import TrickGame
from scoring.projections import table_view
from scoring.tricks import Play, TrickOrder
from tests.conftest import run
from tests.golden.test_worked_hands import begun, played
from tests.golden.test_written_games import talked, told
from tests.tables import offences, points, table_of, tricks
from tests.unit.test_rules_language import house

HANDS = Path(__file__).parents[1] / "golden" / "hands"


@pytest.mark.parametrize(
    ("game", "said", "found"),
    [
        ("pinochle", "A melds run", [(4, "TH", "Ama announced run and cannot have had TH: Esi played it in trick 4.")]),
        ("pinochle", "D melds aces", [(2, "AH", "Yaw announced aces and cannot have had AH: Ama played it in trick 2.")]),
        (
            "pinochle",
            "C melds marriage, C melds marriage",
            [
                (9, "??", "Esi announced marriage, and 9S in trick 9 leaves no cards for it."),
                (12, "??", "Esi announced marriage, and QS in trick 12 leaves no cards for it."),
            ],
        ),
        (
            "pinochle",
            "B melds royal_marriage",
            [(1, "??", "Kofi announced royal marriage, and QH in trick 1 leaves no cards for it.")],
        ),
        (
            "pinochle",
            "C melds double_run, C melds double_run",
            [
                (0, "??", "Esi announced double run, which nobody can have."),
                (1, "AH", "Esi announced double run and cannot have had AH: Kofi played it in trick 1."),
            ],
        ),
        ("pinochle_three", "C melds jacks", [(7, "JC", "Esi announced jacks and cannot have had JC: Ama played it in trick 7.")]),
        ("belote", "A announces belote", [(1, "QH", "Ama announced belote and cannot have had QH: Yaw played it in trick 1.")]),
        ("belote", "B melds tierce", [(7, "??", "Kofi announced tierce, and 9C in trick 7 leaves no cards for it.")]),
    ],
)
def test_a_false_meld_is_proved_by_the_first_card_that_leaves_none_for_it(
    game: str, said: str, found: list[tuple[int, str, str]]
) -> None:
    hand = tomllib.loads((HANDS / f"{game}.toml").read_text(encoding="utf-8"))["hand"][0]
    table = talked(begun(game, hand), f"{hand['calls']}, {said}")
    for number, trick in enumerate(hand["tricks"], start=1):
        table = played(table, trick)
        proved = [one for one in table_view(table)["offences"] if one["kind"] == "false_meld"]
        assert [(one["card"], one["sentence"]) for one in proved] == [(card, words) for at, card, words in found if at <= number]


MELDS = ("run", "royal_marriage", "marriage", "dix", "pinochle", "aces", "kings", "queens", "jacks", "double_pinochle")


@pytest.mark.parametrize("seed", range(12))
def test_once_all_cards_are_seen_just_the_melds_that_were_not_there_are_false(seed: int) -> None:
    """Cards are laid as they come: whether a meld was there has nothing to do with duties."""
    chance, game = random.Random(seed), GAMES["pinochle"]
    assert isinstance(game, TrickGame)
    setup = table_of("pinochle").agreed
    pack, trump = game.definition.pack, chance.choice(list(Suit))
    cards = [card for card in pack.cards for _ in range(2)]
    chance.shuffle(cards)
    held = {seat: cards[seat * 12 : seat * 12 + 12] for seat in setup.seats}
    said = tuple(Call(CallKind.MELD, seat, word=word) for seat in setup.seats for word in chance.sample(MELDS, 3))
    order = TrickOrder(pack, trump)
    hand = Hand(1, setup.seats, Seat.A, setup.options.direction, 12, order)
    proved = set[tuple[Seat, str | None]]()
    for number in range(12):
        hand = hand.lay(*(Play(held[seat][number], hand.moments + seat, seat) for seat in setup.seats)).confirm()
        talk = Talk(setup, game.sides(setup), hand, said=said)
        now = {(one.seat, one.said) for one in false_melds(game.definition, hand, talk)}
        assert proved <= now
        proved = now

    def has(call: Call) -> bool:
        """By itself; a marriage is not that of a run."""
        ways = game.definition.shapes[call.word or ""].ways(pack, trump)
        return any(way <= Counter(held[call.seat]) for way in ways)

    alone = {(call.seat, call.word) for call in said if not has(call)}
    assert alone <= proved
    ran = {call.seat for call in said if call.word == "run"}
    assert {(seat, word) for seat, word in proved - alone} <= {(seat, "royal_marriage") for seat in ran} | {
        (seat, "run") for seat in ran
    }


def test_what_the_declarer_laid_away_and_what_nobody_saw_is_not_held_against_a_meld() -> None:
    rules = house(
        top="hand_size = 2\nkitty = 2",
        tables="[melds]\nkings = {points = 40, cards = 'KC KD'}\ntens = {points = 20, cards = 'TC TD TH', enough = 2}",
    ).replace("hand_size = 5\n", "", 1)
    said = "B bids pick, C passes, D passes, A passes, B melds kings, C melds kings"
    table = tricks(talked(table_of("house", rules=rules), said), "7C 8C 9C TC", "7D 8D 9D TD")
    assert offences(table) == ["false_meld C 0 8C"]
    sentences = [one["sentence"] for one in table_view(table)["offences"]]
    assert sentences == ["Esi announced kings and showed no KC: after 8C in trick 1 it could not come any more."]
    half = tricks(
        talked(table_of("house", rules=rules), "B bids pick, C passes, D passes, A passes, A melds tens"), "7C 8C 9C TC"
    )
    assert offences(run(half, ClaimTrick(by="t", hand=1, trick=2, seat=Seat.A))) == []


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ("[melds]\nrun = {cards = 'A K'}", "line 13: run: points is missing"),
        ("[melds]\nrun = {points = 1, cards = 'A K', row = 3}", "line 13: run: expected one of cards"),
        ("[melds]\nrun = {points = 1, cards = 'A ace'}", "line 13: cards is 'A ace': expected cards such as 'QS JD'"),
        ("[melds]\nrun = {points = 1, cards = '2 K'}", "line 13: the pack has no 2"),
        ("[melds]\nrun = {points = 1, plain = 'K 2'}", "line 13: the pack has no 2"),
        ("[melds]\nrun = {points = 1, row = 9}", "line 13: no suit has 9 cards"),
        ("[melds]\nrun = {points = 1, cards = 'A K', enough = 3}", "line 13: enough is 3"),
        ("[announce]\nwords = ['hop']\ncards = {hip = 'A K'}", "line 14: nobody announces hip"),
    ],
)
def test_a_meld_that_nobody_can_read_is_answered_with_its_line(tables: str, words: str) -> None:
    with pytest.raises(BadRules) as refused:
        house_game(house(tables=tables))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("game", "number", "said", "expected"),
    [
        ("belote", 2, "D melds tierce", (25, 177)),  # 137 and belote and tierce
        ("belote", 3, "B melds tierce", (20, 182)),  # the takers are inside: 162 and the others' tierce, belote stays
        ("belote", 4, "B melds tierce", (0, 202)),  # 162 and belote and tierce
        ("belote", 5, "B melds tierce", (81, 101)),  # no longer level
        ("belote", 8, "C melds quarte", (302, 0)),  # 252 and 50
        ("coinche", 1, "D melds tierce", (50, 250)),  # 136, written as 140, and 110
        ("coinche", 2, "C melds quarte", (260, 70)),  # 164, written as 160, and 100
        ("coinche", 6, "B melds tierce", (0, 540)),  # 252, belote and tierce 292, written as 290, and 250
        ("coinche", 8, "B melds tierce", (0, 430)),  # 160 and 250 and the others' tierce
        ("coinche", 10, "B melds quinte", (70, 340)),  # 94, belote and 100 make 130: 210 and 130, the others' 68 written as 70
    ],
)
def test_annonces_count_towards_the_contract_and_are_lost_with_it(
    game: str, number: int, said: str, expected: tuple[int, int]
) -> None:
    """The hands that are worked out for these games, with what one of their players might have announced as well."""
    hand = tomllib.loads((HANDS / f"{game}.toml").read_text(encoding="utf-8"))["hand"][number - 1]
    table = talked(begun(game, hand), f"{hand['calls']}, {said}")
    for trick in hand["tricks"]:
        table = played(table, trick)
    assert points(table) == expected
    assert offences(table) == []


def test_honours_count_where_the_table_plays_them_and_are_held_against_the_cards() -> None:
    said = "A bids 2S, B passes, C passes, D passes, C melds four_honours"
    assert points(told(talked(table_of("bridge", honours=True), said), "AC 8, BD 5")) == (160, 0)
    assert points(told(talked(table_of("bridge", honours=True, form="duplicate"), said), "AC 8, BD 5")) == (110, 0)
    with pytest.raises(BadCall):
        talked(table_of("bridge"), said)
    table = tricks(talked(table_of("bridge", honours=True), said), "AS 2S 3S 4S")
    assert offences(table) == []
    assert offences(tricks(table, "KS 5S 6S 7S")) == ["false_meld C 0 KS"]
