"""The second edition of the rules' language: formulas, phases, trumps of their own, and what is said of a mistake."""

from pathlib import Path

import pytest

from scoring import Seat, Suit, Table
from scoring.choices import offered
from scoring.commands import ClaimTrick, CorrectCall, DealHand, MakeCall
from scoring.errors import BadCall, BadRules, BadSetup, Refused, Unreadable
from scoring.formulas import read_formula
from scoring.games import GAMES, PAGES, described, game_named, house_game
from scoring.games.rules import texts
from scoring.games.toml import read_definition
from scoring.games.trick_game import TrickGame
from scoring.ledger.phrases import read_call
from scoring.packs import cards_of
from tests.conftest import run
from tests.golden.test_written_games import talked, told
from tests.tables import change, offences, points, table_of, tricks

KINDS: dict[str, type] = {"tricks": int, "bid": int, "call": str}
TABLES: dict[str, dict[str | int, int]] = {"worth": {"7H": 200, "misere": 250}, "steps": {0: 5, 1: 7}}
GAME = """edition = 2
name = "g"
pack = "std52"
players = [4, 4]
partners = true
hand_size = 13
[auction]
low = 7
high = 13
[[score]]
points = "tricks"
reason = "took {tricks}"
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("tricks - 6 if tricks > 6 else 0", 3),
        ("10 * bid + max(tricks - bid, 0)", 72),
        ("-bid // 2", -4),
        ("bid % 4", 3),
        ("tricks >= bid and not tricks == 13", 1),
        ("1 < bid < tricks < 13", 1),
        ("call in ('misere', 'open_misere')", 0),
        ("call not in ('misere', 'open_misere')", 1),
        ("call in ('7H')", 1),
        ("worth[call]", 200),
        ("worth['3C']", 0),
        ("steps[bid % 2]", 7),
        ("steps[bid]", 0),
        ("abs(bid - tricks)", 2),
        ("call == '7H' or bid", 1),
        ("their_tricks + most_tricks - least_tricks", 13),
    ],
)
def test_a_formula_comes_to_a_value(text: str, value: int) -> None:
    quantities: dict[str, int | str] = {
        "tricks": 9,
        "bid": 7,
        "call": "7H",
        "their_tricks": 4,
        "most_tricks": 9,
        "least_tricks": 0,
    }
    assert read_formula(text, KINDS, TABLES).value(lambda name: quantities[name], TABLES) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tricks +", "is no formula"),
        (
            "trick",
            "nothing is called 'trick'; known: tricks, bid, call, steps, worth, and with their_, our_, across_, "
            "most_, least_ before a number",
        ),
        ("tricks / 2", "is nothing that a formula can say: divide with //"),
        ("tricks // bid", "divides by bid: expected a number from 1"),
        ("tricks % 0", "divides by 0"),
        ("tricks ** 9", "is nothing that a formula can say"),
        ("call + 1", "call is a word: expected a number"),
        ("call == bid", "expected two numbers or two words"),
        ("1 if bid else call", "expected two numbers or two words"),
        ("worth", "worth is a table: expected such as worth[bid]"),
        ("worth[bid]", "expected a word"),
        ("steps[call]", "expected a number"),
        ("other[bid]", "no table is called 'other'"),
        ("their_call", "nothing is called 'their_call'"),
        ("abs(bid, tricks)", "expected one number"),
        ("min(bid)", "expected two numbers or more"),
        ("bid in (call,)", "expected two numbers or two words"),
        ("call in (bid)", "expected two numbers or two words"),
        ("bid is tricks", "cannot be compared so"),
        ("__import__('os')", "is nothing that a formula can say"),
        ("(lambda: 1)()", "is nothing that a formula can say"),
        ("1000001", "is nothing that a formula can say"),
        ("1.5", "is nothing that a formula can say"),
        ("(" * 300 + "1" + ")" * 300, "letters"),
        ("+".join(["bid"] * 200), "expected 400 at most"),
        ("bid\n+ bid +\x00", "is no formula"),
    ],
)
def test_what_makes_no_sense_is_no_formula(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_formula(text, KINDS, TABLES)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((("edition = 2", "edition = 3"),), "line 1: edition is 3: expected 1 or 2"),
        ((("edition = 2\n", ""),), "line 6: auction belongs to the second edition: begin with edition = 2"),
        (
            (("[auction]\nlow = 7\nhigh = 13\n", ""), ("[[score]]", '[[score]]\nfor = "defenders"')),
            "line 8: nobody becomes declarer",
        ),
        ((("[auction]\nlow = 7\nhigh = 13\n", 'leads = "declarer"\n'),), "line 7: nobody becomes declarer"),
        ((("[auction]\nlow = 7\nhigh = 13\n", 'leads = "after_declarer"\n'),), "line 7: nobody becomes declarer"),
        ((("hand_size = 13", 'hand_size = 13\nleads = "BJ"'),), "line 7: the pack has no BJ"),
        ((("hand_size = 13", 'hand_size = 13\ntrump = "own"'),), "line 7: trumps of their own are cards"),
        ((("hand_size = 13", 'hand_size = 13\ntrump = "own"\ntrumps = "QC J"'),), "line 7: trumps of their own are cards"),
        ((("hand_size = 13", 'hand_size = 13\nupset = ["XXI", "AS"]'),), "line 7: the pack has no XXI"),
        ((("[auction]", "[ways.low]\nleaves = 3\n[auction]"),), "there are 0 cards in the kitty"),
        ((("high = 13", 'high = 13\nif_all_pass = ["six"]'),), "if_all_pass is ['six']: expected a list of bids"),
        ((("high = 13", 'high = 13\nif_all_pass = ["7"]'),), "line 10: nobody must bid once all others have passed"),
        ((("high = 13", "high = 13\neldest_must = true\ndealer_must = true"),), "line 10: the next after the dealer cannot"),
        ((("hand_size = 13", 'hand_size = 13\ntrumps = "J J~ A K Q T 9"'),), "line 7: with clubs trumps, 8C is not among them"),
        ((("hand_size = 13", 'hand_size = 13\ntrumps = "BJ A K Q J T 9 8 7 6 5 4 3 2"'),), "line 7: the pack has no BJ"),
        (
            (("hand_size = 13", 'hand_size = 13\ntrump = "S"'), ("high = 13", 'high = 13\nsuits = "CDHS"')),
            "line 7: trumps are in the bids",
        ),
        (
            (("[[score]]", '[declare]\ntrump = "CD"\n[[score]]'), ("high = 13", 'high = 13\nsuits = "CDHS"')),
            "leave trump out of [declare]",
        ),
        ((("[auction]", "[points]\nBJ = 1\n[auction]"),), "line 8: the pack has no BJ"),
        ((("high = 13", 'high = 13\nbids = ["7H"]'),), "line 9: bids names every bid: leave high out"),
        ((("took {tricks}", "took {tricks"),), "line 12: reason: a brace is not closed"),
        ((("low = 7", "low = 14"),), "line 9: nobody can bid from 14 to 13"),
        (
            (("high = 13", "high = 14"), ('points = "tricks"', 'points = "tricks - bid"')),
            "line 9: nobody can make 14: there are 13 tricks, and no formula asks for points, cards or melds",
        ),
        ((("low = 7\n", ""),), "expected bids, or low and high"),
        ((("low = 7\nhigh = 13", 'bids = "worth"'),), "line 8: no table of names is called 'worth'"),
        ((("low = 7\nhigh = 13", 'bids = ["7H", "7H"]'),), "line 8: bids names one twice"),
        ((("low = 7\nhigh = 13", 'bids = ["7H", " "]'),), "line 8: bids has one without a name"),
        ((("low = 7\nhigh = 13", 'bids = ["7-hearts"]'),), "line 8: bids: '7-hearts' is no bid"),
        ((("high = 13", "high = 9999"),), "more than 1000 bids"),
        ((("low = 7\nhigh = 13", f"bids = {[str(bid) for bid in range(1001)]}"),), "line 8: bids names one twice, or too many"),
        ((("high = 13", 'high = 13\nsuits = "HX"'),), "line 10: suits is 'HX': expected letters of CDHSN"),
        ((("high = 13", "high = 13\ndouble = 1"),), "line 10: double is 1: expected true or false"),
        ((("high = 13", 'high = 13\nalone = ["misere"]'),), "line 10: alone is ['misere']"),
        ((("high = 13", 'high = 13\nall_pass = "stop"'),), "expected one of next, again, counts"),
        ((('points = "tricks"', 'points = "trick"'),), "line 11: points: nothing is called 'trick'"),
        ((('points = "tricks"', 'points = "call"'),), "line 11: points comes to a word"),
        ((("took {tricks}", "took {trick}"),), "line 12: reason: nothing is called 'trick'"),
        ((('reason = "took {tricks}"\n', ""),), "line 10: reason is missing"),
        ((("[[score]]", '[[score]]\nfor = "us"'),), "expected one of sides, declarers, defenders"),
        ((("[auction]", '[define]\na = "b"\nb = "a"\n[auction]'),), "line 8: a: 'b' is defined by itself, or further down"),
        ((("[auction]", '[define]\na = "a + 1"\n[auction]'),), "line 8: a: 'a' is defined by itself"),
        ((("[auction]", '[define]\ntricks = "1"\n[auction]'),), "tricks is the name of something else"),
        ((("[auction]", '[define]\ntheir_luck = "1"\n[auction]'),), "their_luck is the name of something else"),
        ((("[auction]", "[options.bid]\ndefault = true\n[auction]"),), "line 7: bid is the name of something else"),
        ((("[auction]", '[carry]\nbags = "call"\n[auction]'),), "line 8: bags comes to a word"),
        ((("[auction]", "[tables]\nworth = []\n[auction]"),), "worth is []: expected a list of numbers"),
        ((("[auction]", "[points]\nY = 1\n[auction]"),), "line 8: 'Y' is no card, rank or suit"),
        ((("[auction]", '[end]\nwins = "both"\n[auction]'),), "expected one of highest, lowest, declarer, declarer_only"),
        ((("[auction]", '[end]\nwhen = "luck"\n[auction]'),), "line 8: when: nothing is called 'luck'"),
        (
            (("hand_size = 13", "hand_size = 13\nkitty = 1"),),
            "4 players with 13 cards each and 1 to the table need more than the 52",
        ),
        ((("hand_size = 13", 'hand_size = 13\nleads = "nobody"'),), "line 7: leads is 'nobody'"),
        ((("hand_size = 13", 'hand_size = 13\ntrumps = "J J"'),), "line 7: trumps is 'J J'"),
        ((("hand_size = 13", "hand_size = 13\ntrumps = 5"),), "line 7: trumps is 5"),
        ((("[auction]\nlow = 7\nhigh = 13", '[declare]\ntrump = "CDHS"'),), "nobody becomes declarer"),
        ((("[auction]", "[bids]\nlow = 0\n[auction]"),), "two phases take the same calls"),
        (
            (("[auction]\nlow = 7\nhigh = 13", "[bids]\nbonus = 10"),),
            "line 8: in the second edition a [[score]] says what 'bonus' said",
        ),
        ((("[auction]", '[duties]\nbreaking = "X"\n[auction]'),), "line 8: breaking is 'X'"),
        ((("[auction]", '[duties]\nnot_first = ["YY"]\n[auction]'),), "line 8: 'YY' is not a card"),
        ((("[auction]", "rules = 3\n[auction]"),), "rules is 3: expected text in quotes"),
        (
            (("[auction]\nlow = 7\nhigh = 13\n", "[announce]\nwords = ['hop']\nby = 'others'\n"),),
            "line 9: nobody becomes declarer",
        ),
        ((("[auction]\nlow = 7\nhigh = 13\n", "[end]\nwins = 'declarer'\n"),), "line 8: nobody becomes declarer"),
        ((("[auction]\nlow = 7\nhigh = 13\n", "[end]\nwins = 'declarer_only'\n"),), "line 8: nobody becomes declarer"),
        ((("high = 13", "high = 10000\nstep = 100"),), "line 9: high is 10000: nobody bids more than 9999"),
        ((("low = 7\nhigh = 13", "bids = 7"),), "line 8: bids is 7: expected a table's name, or a list such as"),
        ((("low = 7\nhigh = 13", "bids = ['07H']"),), "line 8: bids: '07H' is written 7H"),
        (
            (
                ("players = [4, 4]\npartners = true", "players = [3, 3]"),
                ("[auction]", "[passing]\ncards = 1\nto = ['across']\n[auction]"),
            ),
            "line 8: nobody sits across but where two or four play",
        ),
        ((("hand_size = 13", f"hand_size = {'9' * 5000}"),), "rules of the game, line 1: "),
        ((('name = "g"', "name = "),), "rules of the game, line 2: no value stands behind ="),
    ],
)
def test_a_mistake_names_its_line(changes: tuple[tuple[str, str], ...], words: str) -> None:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(BadRules) as refused:
        house_game(text)
    assert words in str(refused.value)


def test_the_sheet_says_why_with_the_sides_own_numbers() -> None:
    result = told(talked(table_of("tarneeb"), "D bids 9, A passes, D chooses H"), "BD 8, AC 5").results[-1]
    assert result is not None
    assert [(line.side, line.points, line.reason) for line in result.lines] == [
        (0, 5, "the bidders took 8 and not 9"),
        (1, -9, "bid 9, took 8"),
    ]


def test_there_must_be_cards_for_the_kitty_as_well() -> None:
    game = GAME.replace("players = [4, 4]\npartners = true", "players = [3, 4]\nkitty = 1")
    assert table_of("g", 3, rules=game).hand is not None
    with pytest.raises(BadSetup, match="4 players: expected 3 with 13 cards each"):
        table_of("g", 4, rules=game)


def test_a_thousand_bids_are_enough() -> None:
    game = GAME.replace("low = 7\nhigh = 13", f"bids = {[str(bid) for bid in range(1000)]}")
    assert house_game(game).name == "g"


def test_what_is_wrong_in_a_row_of_the_score_is_named_with_its_line() -> None:
    start = GAME[: GAME.index("[auction]")]
    rows = ['    {points = "tricks", reason = "took {tricks}"},', '    {points = "trick", reason = "took {tricks}"},']
    with pytest.raises(BadRules, match="line 10: points: nothing is called 'trick'"):
        read_definition("\n".join([start.rstrip("\n"), "auction = {low = 7, high = 13}", "score = [", *rows, "]", ""]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('pack = "std52"', 'pack = "std52'), "line 3: a quote is not closed on this line"),
        (("partners = true", "partners = True"), "line 5: no value stands behind ="),
        (("low = 7", "high = 12"), "line 9: this key stands above already"),
        (("[auction]\nlow = 7\nhigh = 13\n", "auction = {low = 7, high = 13\n"), "line 7: braces are not closed on their line"),
        (("[auction]\nlow = 7\nhigh = 13\n", "auction = {low = 7,\n  high = 13}\n"), "what stands in braces stays on one line"),
        (("players = [4, 4]", "players = [4 4]"), "line 4: a list is not closed, or the comma is missing"),
        (("[[score]]", "[points]\nH = 1\ntarget = 5\n[[score]]"), "line 12: target stands in the table [points]: move it up"),
        (("[[score]]\npoints", "[trump_points]\nJ = 1\nscore = 5\npoints"), "line 12: score stands in the table [trump_points]"),
        (("edition = 2\n", ""), "auction belongs to the second edition"),
        (('points = "tricks"', 'points = "took(QS)"'), "a card stands in single quotes, took('QS')"),
        (('points = "tricks"', "points = \"taken('QS')\""), "known: abs, ended"),
        (("took {tricks}", "took {took('QS')}"), "in braces stand names, a formula has one in [define]"),
        (("[[score]]", "[trump_points]\n10 = 1\n[[score]]"), "ten is T"),
        (("[auction]\nlow = 7\nhigh = 13\n", "[trump_points]\nJ = 1\n"), "line 7: nothing makes trumps"),
        (("[auction]\nlow = 7\nhigh = 13\n", 'trumps = "J A K Q T 9 8 7 6 5 4 3 2"\n'), "line 7: nothing makes trumps"),
    ],
)
def test_what_newcomers_miswrite_is_answered_with_what_to_do(change: tuple[str, str], words: str) -> None:
    with pytest.raises(BadRules) as refused:
        read_definition(GAME.replace(*change))
    assert words in str(refused.value)


def test_a_line_of_the_second_edition_says_so_where_the_edition_is_left_out() -> None:
    rules = 'name = "g"\npack = "std52"\nscore = [\n    {points = "tricks", reason = "took {tricks}"},\n]\n'
    with pytest.raises(BadRules, match="line 4: reason belongs to the second edition: begin with edition = 2"):
        read_definition(rules)


def test_the_pages_are_short_and_say_where_they_come_from() -> None:
    for text in texts():
        game = read_definition(text)
        assert len(text.splitlines()) < (115 if game.name == "tarok" else 80), game.name
        assert all((game.home, game.about, game.source, game.rules)), game.name


def test_who_keeps_silent_has_passed() -> None:
    table = talked(table_of("g", rules=GAME), "D bids 8")
    assert table.deal is not None
    assert table.deal.game.contract(table.agreed, table.deal.hand) is None
    table = talked(table, "C passes")
    assert table.deal is not None
    contract = table.deal.game.contract(table.agreed, table.deal.hand)
    assert contract is not None
    assert (str(contract.declarer), contract.bid.number) == ("D", 8)


def test_all_pass_and_the_next_player_deals() -> None:
    table = talked(table_of("g", rules=GAME), "A passes")
    assert table.is_hand_over
    assert points(table) == (0, 0)
    assert str(table.next_dealer) == "B"
    again = talked(table_of("tarneeb"), "A passes")
    assert str(again.next_dealer) == "A"


def test_a_passed_out_board_counts_and_a_void_one_does_not() -> None:
    assert talked(table_of("bridge", form="duplicate"), "D passes").standing.hands == 1
    assert talked(table_of("tarneeb"), "A passes").standing.hands == 0


def test_the_left_bower_belongs_to_the_trumps() -> None:
    table = tricks(talked(table_of("euchre"), "B bids H"), "AD JD 9D KD")
    assert table.hand is not None
    assert str(table.hand.tricks[0].winner) == "C"
    table = tricks(table, "AC 9C QH KC", "QD")
    assert offences(table) == []
    proved = tricks(talked(table_of("euchre"), "B bids H"), "AH 9C QH KH", "AC JD 9S KC")
    assert offences(proved) == ["revoke C 1 JD"]


def test_who_plays_alone_has_no_partner_in_the_tricks() -> None:
    table = tricks(talked(table_of("euchre"), "B bids H, B plays alone"), "AH 9C QH")
    assert table.hand is not None
    assert [str(seat) for seat in table.hand.seats] == ["A", "B", "C"]
    assert table.hand.confirmed == 1
    with pytest.raises(Refused):
        talked(table, "B plays alone")


def test_whoever_sits_out_deals_when_it_is_their_turn() -> None:
    table = talked(table_of("euchre"), "D bids H, D plays alone")
    assert table.hand is not None
    assert [str(seat) for seat in (table.hand.dealer, *table.hand.seats)] == ["A", "A", "C", "D"]
    table = tricks(table, "9C JH TC", "AH 9H KC", "KH QH QC", "AD 9D TD", "KD QD JC")
    assert points(table) == (0, 4)
    assert table.next_dealer is Seat.B


def test_the_joker_beats_everything_without_trumps_and_is_the_highest_trump() -> None:
    order = table_of("five_hundred").deal
    assert order is not None
    plain = order.hand.order
    joker, ace, jack = cards_of("BJ AS JC")
    assert plain.beats(joker, ace)
    assert not plain.beats(ace, joker)
    table = talked(table_of("five_hundred"), "B bids 7S, A passes")
    assert table.hand is not None
    spades = table.hand.order
    assert spades.trump is Suit.SPADES
    assert spades.beats(joker, jack)
    assert spades.beats(jack, ace)


def test_a_game_is_lost_far_below_nothing() -> None:
    table = told(talked(table_of("five_hundred"), "B bids 10N, A passes"), "AC 10, BD 0")
    assert (table.standing.totals, table.standing.winner) == ((100, -520), 0)


def test_tricks_against_a_bid_do_not_win_the_game() -> None:
    table = table_of("five_hundred")
    for _ in range(6):
        table = talked(table, f"{'B' if str(table.next_dealer) in 'AD' else 'D'} bids 6S")
        while offered(table):
            table = run(table, MakeCall(by="t", call=offered(table)[0]))
        table = told(table, "AC 10, BD 0")
    assert table.standing.totals == (600, -240)
    assert (table.standing.winner, table.standing.needed) == (None, "first to 500 with a bid of its own")


def test_a_bid_in_the_middle_of_an_auction_is_corrected_while_what_follows_fits() -> None:
    table = talked(table_of("bridge"), "A bids 1H, B bids 1S, C bids 2H, D passes, A passes, B passes")

    def corrected(index: int, words: str) -> Table:
        return run(table, CorrectCall(by="t", hand=1, index=index, call=read_call(words)))

    assert corrected(1, "B bids 2C").hand != table.hand
    higher = corrected(2, "C bids 4H").deal
    assert higher is not None
    contract = higher.game.contract(higher.setup, higher.hand)
    assert contract is not None
    assert (contract.bid.number, str(contract.declarer)) == (4, "A")
    with pytest.raises(BadCall, match="then what Esi said after it would not be possible"):
        corrected(1, "B bids 3C")
    with pytest.raises(BadCall, match="expected 1 spades to 7 no trump"):
        corrected(1, "B bids 1D")


def test_totals_follow_their_players_and_so_does_what_they_carry() -> None:
    table = told(talked(table_of("call_break"), "D bids 4, C bids 1, B bids 2, A bids 3"), "D 4, C 3, B 3, A 3")
    table = change(table, "Ama", "Yaw", "Esi", "Kofi")
    assert table.standing.totals == (30, 40, 12, 21)


def test_options_choose_what_is_scored() -> None:
    with pytest.raises(BadSetup, match="form is 'house'"):
        game_named("bridge").read_options({"form": "house"})


def test_every_game_says_its_pack_players_and_source() -> None:
    found = {name: described(game) for name, game in GAMES.items()}
    assert found["euchre"]["pack"] == {"name": "own", "cards": 24, "is_typed": False}
    assert found["kentucky_rook"]["pack"] == {"name": "rook45", "cards": 45, "is_typed": True}
    assert found["oh_hell"]["players"] == [3, 4, 5, 6, 7]
    assert found["bridge"]["says"] == ["bid", "pass", "double", "redouble", "dummy"]
    assert all(game["source"] for game in found.values())


def test_a_game_that_the_lowest_wins_says_so_from_the_start() -> None:
    table = table_of("hearts")
    assert table.standing.needed == "until somebody has 100: 100 to go"


def test_a_revoke_to_trumps_that_are_no_suit_has_its_sentence() -> None:
    from scoring.projections import table_view

    table = table_of("skat", 3)
    for words in ("B bids 18", "C passes", "A passes", "B chooses grand"):
        table = run(table, MakeCall(by="t", call=read_call(words)))
    (found,) = table_view(tricks(table, "JC 7H JD", "AH JS 7D"))["offences"]
    assert found["sentence"] == "Esi played 7H to a trump lead in trick 1 and JS in trick 2: Esi could have followed suit."


def test_the_sources_of_every_page_of_rules_are_cited() -> None:
    cited = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    for name in PAGES:
        game = GAMES[name]
        assert isinstance(game, TrickGame)
        assert game.definition.source
        assert f"| {game.definition.title} | [`{name}`](../scoring/games/rules/{name}.toml) | {game.definition.source} |" in cited


BASE = """edition = 2
name = "house"
players = [4, 4]
hand_size = 5
{top}
[pack]
ranks = "AKQJT987"
{pack}
[auction]
bids = ["pick", "3up", "4down", "sol"]
{auction}
{tables}
[[score]]
points = "tricks"
reason = "took {{tricks}}"
{score}
"""


def house(top: str = "", pack: str = "", auction: str = "", tables: str = "", score: str = "") -> str:
    return BASE.format(top=top, pack=pack, auction=auction, tables=tables, score=score)


def test_without_a_declarer_a_side_is_alone_and_what_a_reason_tells_must_be_seen() -> None:
    rules = 'edition = 2\nname = "g"\npack = "std52"\nhand_size = 2\n[points]\nA = 1\n'
    rules += '[[score]]\npoints = "10 * our_tricks + their_tricks"\n'
    plain, telling = (table_of("g", 2, rules=f'{rules}reason = "{reason}"\n') for reason in ("tricks", "{points} in cards"))
    assert points(tricks(telling, "7C AC", "9D 8D")) == (20, 2)
    won = [ClaimTrick(by="t", hand=1, trick=number, seat=Seat.A) for number in (1, 2)]
    assert [points(run(table, *won)) for table in (plain, telling)] == [(20, 2), None]


def test_the_house_that_mistakes_are_made_in_is_right() -> None:
    assert house_game(house()).name == "house"


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (
            {"tables": "[ways.down]\nby_partner = true\n[declare]\ntrump = 'CDHS'"},
            "the partner chooses: expected tables [partner] and [declare]",
        ),
        (
            {"tables": "[partner]\ncard = 'JD'", "top": "partners = true"},
            "a card makes partners among three or more who play alone",
        ),
        ({"tables": "[partner]\ncard = 'JD'", "pack": "copies = 2"}, "every card is in the pack twice"),
        ({"tables": "[partner]\ncalls = []"}, "calls is empty or names a card twice"),
        ({"tables": "[partner]\ncard = '2D'"}, "the pack has no 2D"),
        ({"tables": "[partner]\ncalls = ['AD', '2D']"}, "the pack has no 2D"),
        ({"tables": "[declare]\ntrump = 'CDHS'", "top": "trump = 'S'"}, "trumps are made in another way"),
        ({"tables": "[declare]\ntrump = 'CDHS'", "top": "trump_by = \"'S'\""}, "trumps are made in another way"),
        ({"top": "trump = 'led'\ntrumps = 'J J~ A K Q T 9 8 7'"}, "the first lead makes trumps, in the order of its suit"),
        ({"top": "trump_by = \"'CD'\""}, "trump_by comes to 'CD': expected one letter"),
        ({"top": 'trump_by = "tricks"'}, "nothing is called 'tricks'"),
        ({"tables": "[ways.down]\nthen = ['up']\n[declare]\ntrump = 'CDHS'"}, "then names 'up': expected a table [ways.up]"),
        ({"tables": "[ways.down]\nthen = ['xx']\ntrump = 'S'\n[ways.xx]\n[declare]\ntrump = 'C'"}, "and no trump here"),
        ({"tables": "[ways.down]\nranks = 'A789TJQ'"}, "expected every rank of the pack once"),
        ({"tables": "[ways.down]\nrank = 'A'"}, "there is no 'rank'"),
        ({"tables": "[ways.down]\ntrump = 'S'\ntrumps = 'J A'"}, "with spades trumps, KS is not among them"),
        ({"tables": "[trump_points]\n2 = 14"}, "the pack has no 2"),
        ({"tables": "[duties]\nfree = ['BJ']"}, "the pack has no BJ"),
        ({"score": "when = \"took('2')\""}, "the pack has no 2"),
        ({"score": "when = \"took('eleven')\""}, "expected a card such as QS, a trump such as J"),
        ({"score": "when = \"word == 'solo'\""}, "when: word is never 'solo': expected one of down, passed, pick, sol, up"),
        ({"score": "when = \"trump == 'hearts'\""}, "when: trump is never 'hearts'"),
        ({"score": "[[score]]\ntrick = 'each'\npoints = 1"}, "do not stand beside formulas"),
        ({"score": "[[score]]\npoints = '1'\nreason = 'bid {bid + 1}'"}, "nothing is called 'bid + 1'"),
        ({"auction": "double_ends_bids = true"}, "nobody doubles"),
        ({"auction": "double = true", "top": "contra = true"}, "double in [auction] says that already"),
        ({"auction": "dealer_must = true\nall_pass = 'plays'"}, "so that never all pass"),
        ({"auction": "once = true\nany_order = true"}, "do not go together"),
        ({"score": "[end]\nwins = 'whom'"}, "of whom?"),
        ({"score": "[end]\nfloor = 5"}, "expected a number below 0"),
        ({"tables": "[announce]\nwords = ['pass']"}, "pass is the name of something else"),
        ({"tables": "[announce]"}, "expected words = "),
        ({"tables": "[announce]\nwords = ['hop']\nafter = {hop = 'up'}"}, "line 14: nobody announces 'up'"),
        ({"tables": "[partner]\ncard = 'JD'\nmust_play = 1"}, "line 14: must_play is 1: expected true or false"),
        ({"tables": "[bids]\nlow_from = {many = 3}"}, "line 13: low_from: expected points and the lowest bid from there on"),
        ({"tables": "[melds]"}, "expected names with points"),
        ({"tables": "[passing]\ncards = 6\nto = ['left']"}, "line 13: nobody has 6 cards to pass on"),
        ({"tables": "[passing]\ncards = 1\nto = 'left'"}, "line 14: to is 'left': expected whom to, deal by deal"),
        ({"tables": "[passing]\ncards = 1\nto = ['up']"}, "line 14: to is 'up': expected one of left, right, across, none"),
        ({"tables": "[passing]\nto = ['left']"}, "cards is None: expected a whole number from 1"),
        ({"top": "stock = 9"}, "need more than the 32 of the pack"),
        ({"top": "target = 100000000"}, "line 5: target is a number that nobody plays for"),
        ({"pack": "copies = 3"}, "line 8: copies is 3: expected 1 or 2"),
        ({"pack": "copies = 0"}, "line 8: copies is 0: expected a whole number from 1"),
        ({"pack": "jokers = 3"}, "line 8: jokers is 3: expected 0, 1 or 2"),
        ({"tables": "[duties]\nnot_first = 'H'"}, "line 13: not_first is 'H': expected suits and cards"),
        ({"tables": "[duties]\nnot_first = []"}, "line 13: not_first is []: expected suits and cards"),
        ({"tables": "[duties]\nspares_partner = true"}, "line 13: nobody has a partner opposite: expected partners = true"),
        (
            {"tables": "[options.luck]\ndefault = true\nchoices = ['a']"},
            "line 13: default is True: expected true, false, a whole",
        ),
        ({"tables": "[options.luck]\ndefault = 'b'\nchoices = ['a']"}, "line 13: default is 'b': expected true, false, a whole"),
        ({"tables": "[options.luck]\ndefault = ['a', 'b']\nchoices = ['a']"}, "line 13: default is ['a', 'b']: expected true"),
        ({"tables": "[options.luck]\ndefault = [1, 'b']"}, "line 13: default is [1, 'b']: expected true, false, a whole number"),
        ({"tables": "[bids]\nhigh = 2\nat_least = 9"}, "line 14: nobody can bid so much: 4 players, 2 each"),
        ({"tables": "[bids]\nhigh = 2\nat_least = 8"}, "two phases take the same calls"),
        ({"tables": "[declare]\nways = ['up']"}, "line 13: ways names 'up': expected a table [ways.up]"),
        ({"tables": "[declare]\nways = 'up'"}, "line 13: ways is 'up': expected a list of words in quotes"),
        ({"tables": "[ways.up]\ntrump = 'hearts'"}, "line 13: trump is 'hearts': expected one letter of CDHSN"),
        ({"tables": "[ways.no_trump]\nalone = true"}, "line 12: no_trump is what N stands for: choose another name"),
        ({"tables": "[partner]\nmust_play = true"}, "line 12: expected either card = "),
        ({"tables": "[partner]\ncard = 'JD'\ncalls = ['AC']"}, "line 12: expected either card = "),
        ({"tables": "[trump_points]\nZZ = 1"}, "line 13: 'ZZ' is no trump: expected such as J, 5~ or BJ"),
        ({"tables": "[announce]\nwords = ['A']"}, "line 13: words is 'A': expected two small letters or more"),
        ({"top": "contra = false"}, "line 5: contra is false: leave it out"),
        ({"top": "dummy = false"}, "line 5: dummy is false: leave it out"),
        ({"auction": "dealer_must = true\ndealer_first = true"}, "line 11: the dealer speaks first, and not after all others"),
    ],
)
def test_what_cannot_be_played_is_answered_with_what_is_expected(parts: dict[str, str], words: str) -> None:
    with pytest.raises(BadRules, match=r"^rules of the game, line \d+: ") as refused:
        house_game(house(**parts))
    assert words in str(refused.value)


def test_no_formula_grows_without_end() -> None:
    table = table_of(
        "house",
        4,
        rules=house(tables="[carry]\nbags = 'bags * bags + 10'").replace("bids = [", "low = 1\nhigh = 2\nfirst_takes = true\n#"),
    )
    for _ in range(30):
        table = told(talked(table, f"{table.hand.leader if table.hand else ''} bids 2"), "A 5, B 0, C 0, D 0")
        table = run(table, DealHand(by="t"))
    assert table.standing.carried[0] == (10**12 + 10,)  # type: ignore[attr-defined]  # a game of tricks carries
