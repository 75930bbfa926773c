"""House games: a text defines a game, plays like a built-in one, and says on which line it makes no sense."""

from pathlib import Path

import pytest

from scoring import Call, CallKind, Seat, Table
from scoring.cards import SuitSystem
from scoring.commands import DealHand, MakeCall, PlayOn
from scoring.errors import BadCall, BadRules, BadSetup
from scoring.games import game_named, house_game
from scoring.games.definition import Bids, Made
from scoring.games.toml import read_definition
from scoring.games.trick_game import TrickGame
from scoring.ledger.house import house_games, read_rules
from scoring.sentences import sentence
from tests.conftest import run
from tests.tables import bid, call, offences, points, table_of, tricks

DOCS = Path(__file__).parents[2] / "docs" / "games"
SMALL = """name = "last"
pack = "std52"
[[score]]
points = 1
"""


def whist(**options: object) -> Table:
    rules = (DOCS / "short_whist.toml").read_text()
    return call(table_of("short_whist", 4, rules=rules, **options), CallKind.TRUMP, Seat.A, cards="2H")  # type: ignore[arg-type]  # options


def hell(players: int = 3) -> Table:
    rules = (DOCS / "our_hell.toml").read_text()
    return call(table_of("our_hell", players, rules=rules), CallKind.TRUMP, Seat.A, cards="2H")


def test_the_examples_are_short_and_found_in_their_folder() -> None:
    assert sorted(house_games(DOCS)) == ["our_hell", "short_whist"]
    for path in DOCS.glob("*.toml"):
        assert len(path.read_text().splitlines()) < 40


def test_whist_counts_tricks_beyond_the_book() -> None:
    table = tricks(whist(stake=2), *(f"{rank}H {rank}C {rank}D {rank}S" for rank in "AKQJT98765432"))
    assert points(table) == (0, 7)
    result = table.results[-1]
    assert result is not None
    assert [(line.side, line.points, line.reason) for line in result.lines] == [(1, 7, "13 tricks, 6 of which count nothing")]
    assert (result.settlement, table.next_dealer) == ((-14, 14, -14, 14), Seat.B)
    assert (table.standing.winner, table.standing.needed) == (1, "Kofi and Yaw reached 5")
    assert offences(table) == []


def test_the_turned_card_makes_trumps() -> None:
    started = table_of("short_whist", 4, rules=(DOCS / "short_whist.toml").read_text())
    table = whist()
    assert table.hand is not None
    assert table.hand.order.trump is not None
    assert table.hand.order.trump.value == "H"
    table = tricks(table, "AC KC 2H QC")
    assert table.hand is not None
    assert str(table.hand.tricks[0].winning_card) == "2H"
    with pytest.raises(BadCall, match="one card of the pack"):
        call(started, CallKind.TRUMP, cards="2H 3H")
    with pytest.raises(BadCall, match="one card of the pack"):
        call(started, CallKind.TRUMP, cards="BJ")
    assert started.game.awaits(started.agreed, started.deals[-1].hand) == "the card that makes trumps"


def test_oh_hell_pays_for_the_exact_bid_alone() -> None:
    table = bid(hell(), 7, 0, 1)
    table = tricks(table, *(f"{rank}C {rank}D {rank}S" for rank in "AKQJT98"))
    assert points(table) == (0, 0, 0)
    table = bid(hell(), 0, 7, 1)
    table = tricks(table, *(f"{rank}C {rank}D {rank}S" for rank in "AKQJT98"))
    assert points(table) == (10, 17, 0)
    result = table.results[-1]
    assert result is not None
    assert [line.reason for line in result.lines] == ["bid 0, took 0", "7 tricks", "bid 7, took 7", "bid 1, took 0"]
    assert table.next_dealer == Seat.B


def test_oh_hell_deals_fewer_cards_each_time_and_ends_with_the_list() -> None:
    table = hell()
    sizes = []
    for _ in range(13):
        assert table.hand is not None
        size = table.hand.hand_size
        sizes.append(size)
        leader = table.hand.leader
        order = [table.hand.direction.after(leader, table.hand.seats, step) for step in range(3)]
        for seat in order:
            said = 1 if seat != order[-1] else (0 if size != 2 else 1)
            table = run(table, MakeCall(by="t", call=Call(CallKind.BID, seat, number=said)))
        table = tricks(table, *(f"{rank}C {rank}D {rank}S" for rank in "AKQJT98"[:size]))
        if not table.standing.is_over and len(sizes) < 13:
            table = call(run(table, DealHand(by="t")), CallKind.TRUMP, cards="2H")
    assert sizes == [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]
    assert table.standing.hands == 13
    assert table.standing.is_over or table.standing.needed.startswith("level")


def test_bids_of_oh_hell_are_checked() -> None:
    table = bid(hell(), 3, 2)
    with pytest.raises(BadCall, match="must not add up to 7: Esi bids another number"):
        bid(hell(), 3, 2, 2)
    with pytest.raises(BadCall, match="expected 0 to 7"):
        run(table, MakeCall(by="t", call=Call(CallKind.BID, Seat.C, number=8)))
    with pytest.raises(BadCall, match="Ama has bid already"):
        run(table, MakeCall(by="t", call=Call(CallKind.BID, Seat.A, number=1)))
    assert table.game.awaits(table.agreed, table.deals[-1].hand) == "bids"
    assert table.standing.needed == "13 deals to go"


def played(rules: str, *lines: str, players: int = 2, **options: object) -> Table:
    return tricks(table_of("g", players, rules='name = "g"\n' + rules, **options), *lines)  # type: ignore[arg-type]  # options


def test_duties_of_a_house_game_are_policed() -> None:
    rules = (
        'pack = "std52"\nhand_size = 3\ntrump = "H"\n[duties]\nbeat = true\ntrump = true\nfollow = {}\n[[score]]\npoints = 1\n'
    )
    assert offences(played(rules.format("true"), "5C 6S", "AC 2H")) == ["failed_to_trump A 1 2H"]
    assert offences(played(rules.format("true"), "5C 4C", "AH 8C")) == ["failed_to_beat A 1 8C"]
    assert offences(played(rules.format("false"), "5C 6S", "AC 8C")) == []


def test_a_pack_of_ones_own_with_jokers_and_without_cards() -> None:
    rules = 'hand_size = 2\ntrump = "S"\n[pack]\nranks = "A23"\nwithout = ["AS"]\njokers = 2\n[[score]]\npoints = 1\n'
    table = played(rules, "AC BJ", "3C 2C")
    assert table.pack.size == 13
    assert table.hand is not None
    assert [str(trick.winning_card) for trick in table.hand.tricks] == ["BJ", "2C"]
    assert offences(played(rules, "KC AC")) == ["card_not_in_pack B 1 -"]


@pytest.mark.parametrize(
    ("table", "suits"),
    [
        ('ranks = "AKQJT9"', SuitSystem.FRENCH),
        ('ranks = "AKOUT9"', SuitSystem.GERMAN),
        ('ranks = "AKOUT9"\nsuits = "swiss"', SuitSystem.SWISS),
        ('ranks = "A3KQJ7"\nsuits = "italian"', SuitSystem.ITALIAN),
    ],
)
def test_a_pack_of_ones_own_says_its_suits(table: str, suits: SuitSystem) -> None:
    assert played(f"[pack]\n{table}\n[[score]]\npoints = 1\n").pack.suits is suits


def test_an_offence_names_the_suit_that_was_led_as_the_pack_does() -> None:
    table = played('pack = "swiss36"\nhand_size = 2\n[[score]]\npoints = 1\n', "AH TS", "UH OH")
    (revoke,) = table.deals[-1].offences
    assert "played TS to a rose lead in trick 1 and OH" in sentence(table.agreed, table.deals[-1].hand, revoke)


def test_the_first_lead_may_make_trumps() -> None:
    table = played('pack = "std52"\nhand_size = 2\ntrump = "led"\n[[score]]\npoints = 1\n', "2C AH", "AD 3C")
    assert isinstance(table.game, TrickGame)
    assert table.game.says(table.agreed) == ()
    assert not table.game.plays_in_front
    bids = house_game((DOCS / "our_hell.toml").read_text())
    assert isinstance(bids, TrickGame)
    assert bids.definition.phases
    assert table.hand is not None
    assert [str(trick.winning_card) for trick in table.hand.tricks] == ["2C", "3C"]


def test_points_may_come_from_an_option_and_lines_from_a_switch() -> None:
    rules = (
        'pack = "std52"\nhand_size = 1\n[options.worth]\ndefault = [3, 7]\n[options.aces]\ndefault = false\n'
        '[[score]]\nwon_with = ["A"]\npoints = "worth[1]"\noption = "aces"\n[[score]]\npoints = "worth[0]"\n'
    )
    assert points(played(rules, "AC 2C")) == (0, 3)
    assert points(played(rules, "AC 2C", aces=True)) == (0, 7)
    assert points(played(rules, "AC 2C", aces=True, worth="1 9")) == (0, 9)


def test_a_number_that_nobody_plays_for_is_no_option() -> None:
    rules = 'pack = "std52"\nhand_size = 1\n[options.worth]\ndefault = 1\n[[score]]\npoints = 1\n'
    with pytest.raises(BadSetup, match="worth is 100001: expected a whole number from -100000 to 100000"):
        played(rules, worth=100_001)


def test_who_has_the_target_exactly_has_won_and_not_who_has_one_less() -> None:
    rules = 'pack = "std52"\nhand_size = 1\ntarget = 4\n[[score]]\npoints = 2\n'
    table = played(rules, "AC 2C")
    assert (table.standing.totals, table.standing.winner) == ((0, 2), None)
    table = tricks(run(table, DealHand(by="t")), "2C AC")
    assert (table.standing.totals, table.standing.winner) == ((0, 4), 1)


@pytest.mark.parametrize(("notation", "text"), [("", "14"), ("notation = 'plain'\n", "14"), ("notation = 'threes'\n", "c12 2")])
def test_totals_are_plain_numbers_unless_the_rules_say_so(notation: str, text: str) -> None:
    assert house_game(notation + SMALL).notation(table_of("spar", 2).agreed, 14) == text


def test_each_trick_may_count_by_its_winning_card() -> None:
    rules = 'pack = "std52"\nhand_size = 3\ndealer = "winner"\n[[score]]\ntrick = "each"\nwon_with = ["A"]\npoints = 5\n'
    assert points(played(rules, "AC 2C", "3H AH", "5D AD")) == (5, 10)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "name is missing"),
        ("name = ", "line 1"),
        (SMALL.replace('"std52"', '"tarot"'), "line 2: no pack is called 'tarot'"),
        (SMALL.replace("points = 1", 'points = "many"'), "line 4: points is 'many': expected a whole number"),
        (SMALL.replace("points = 1", "point = 1"), "line 4: there is no 'point'"),
        (SMALL.replace('"last"', "3"), "line 1: name is 3: expected a word in quotes"),
        (SMALL + "trick = 'first'\n", "line 5: trick is 'first': expected one of last, each"),
        (SMALL + "won_with = '6'\n", "line 5: won_with is '6': expected a list of ranks"),
        (SMALL + "won_with = ['X']\n", "line 5: 'X' are no ranks"),
        (SMALL + "won_with = [6]\n", "line 5: won_with is"),
        (SMALL + "beyond = -1\n", "line 5: beyond is -1: expected a whole number from 0"),
        (SMALL + "option = 'double'\n", "no option 'double' is defined"),
        ("players = [4]\n" + SMALL, "line 1: players is"),
        ("players = 4\n" + SMALL, "line 1: players is 4: expected a list"),
        ("players = [5, 4]\n" + SMALL, "line 1: expected two numbers from 2 to 8"),
        ("players = [2, 9]\n" + SMALL, "line 1: expected two numbers from 2 to 8"),
        ("hand_size = 27\n" + SMALL, "line 1: 2 players with 27 cards each need more than the 52 of the pack"),
        ("hand_size = 0\n" + SMALL, "line 1: hand_size is 0"),
        ("partners = true\n" + SMALL, "line 1: partners need players"),
        ("partners = 'yes'\n" + SMALL, "line 1: partners is 'yes': expected true or false"),
        ("direction = 'left'\n" + SMALL, "line 1: direction is 'left': expected one of cw, ccw"),
        ("dealer = 'nobody'\n" + SMALL, "line 1: dealer is 'nobody'"),
        ("trump = 'X'\n" + SMALL, "line 1: trump is 'X': expected one of none, turned, led"),
        ("target = 0\n" + SMALL, "line 1: target is 0"),
        (SMALL.replace('"std52"', "{ranks = 'AK', jokers = -1}"), "jokers is -1: expected a whole number from 0"),
        ("deals = [100000000]\n" + SMALL, "line 1: deals is a number that nobody plays for"),
        (SMALL.replace("points = 1", "points = 100000000"), "line 4: points is a number that nobody plays for"),
        ("notation = 'roman'\n" + SMALL, "line 1: notation is 'roman'"),
        ("deals = 3\n" + SMALL, "line 1: deals is 3: expected a list"),
        ("deals = [0]\n" + SMALL, "line 1: deals is 0"),
        (
            "colour = 'red'\n" + SMALL,
            "line 1: there is no 'colour'; known: about, bids, dealer, deals, direction, duties, edition, hand_size",
        ),
        (SMALL + "[duties]\nflow = true\n", "line 6: there is no 'flow'"),
        (SMALL + "[duties]\nfollow = 1\n", "line 6: follow is 1"),
        (SMALL + "[duties]\nface_down = 'x'\n", "line 6: face_down is 'x': expected one of never, void, losing"),
        (SMALL + "[bids]\nmade = 'x'\n", "line 6: made is 'x': expected one of exact, at_least"),
        (SMALL + "[bids]\nhigh = 'x'\n", "line 6: high is 'x'"),
        (SMALL + "[bids]\nhigh = 6\n", "line 6: nobody can make 6: there are 5 tricks"),
        (SMALL + "[bids]\nsum = 1\n", "line 6: there is no 'sum'"),
        (SMALL + "[options.x]\nabout = 'x'\n", "option x: expected a table with a default"),
        (SMALL + "[options.x]\ndefault = false\npack = 'y'\n", "no pack is called 'y'"),
        (SMALL + "[options.x]\ndefault = false\npack = 52\n", "no pack is called 52"),
        (SMALL + "[options.x]\ndefault = false\nsize = 1\n", "line 7: there is no 'size'"),
        ('name = "g"\npack = 3\n[[score]]\npoints = 1\n', "line 2: expected the name of a pack"),
        ('name = "g"\nscore = 1\npack = "std52"\n', "line 2: expected at least one table"),
        ('name = "g"\n[pack]\nranks = "AXY"\n[[score]]\npoints = 1\n', "line 3: 'AXY' are no ranks"),
        ('name = "g"\n[pack]\nranks = "AK"\nwithout = ["0S"]\n[[score]]\npoints = 1\n', "'0S' is not a card"),
        (SMALL + "target = 5\n", "line 5: target stands in the table [score]: move it up, above all tables"),
        (SMALL + "[[score]]\npoints = 'a'\n", "line 6: points is 'a'"),
        ("# target = 0\ntitle = 'target = now'\ntarget = 0\n" + SMALL, "line 3: target is 0"),
        ("trump = 'S'\n" + SMALL + "[duties]\ntrump = 1\n", "line 7: trump is 1"),
        (SMALL + "[duties]\ntrump = true\n", "line 6: there are no trumps"),
        ("duties = 1\n" + SMALL, "line 1: expected a table [duties]"),
        ("bids = 'yes'\n" + SMALL, "line 1: expected a table [bids]"),
        ("options = 1\n" + SMALL, "line 1: expected a table [options]"),
        ("hand_size = []\n" + SMALL, "line 1: hand_size is []: expected a list"),
        ("hand_size = 5\ndeals = [5]\n" + SMALL, "line 1: deals says how many cards"),
        ("trump = ['S']\n" + SMALL, "line 1: trump is ['S']"),
        (SMALL + "option = 3\n", "line 5: option is 3: expected a word"),
        (SMALL.replace("points = 1", "beyond = 1"), "line 3: points is missing"),
        (SMALL.replace("points = 1", "points = 'a[9]'") + "[options.a]\ndefault = [1]\n", "line 4: a[9] is no number in a list"),
        (SMALL.replace("points = 1", "points = 'a[0]'") + "[options.a]\ndefault = 1\n", "line 4: a[0] is no number in a list"),
        (SMALL + "[options.a]\ndefault = 'x'\nchoices = ['y']\n", "line 6: default is 'x'"),
        (SMALL + "[options.a]\ndefault = 1.5\n", "line 6: default is 1.5"),
        (SMALL + "[options.a]\ndefault = ['x']\n", "line 6: default is ['x']"),
        (SMALL + "[options.a]\ndefault = 1\nchoices = 5\n", "line 7: choices is 5"),
        (SMALL + "[options.A]\ndefault = 1\n", "line 5: A is 'A': expected small letters"),
        (SMALL + "[options.target]\ndefault = 1\n", "line 5: target is an option of every game"),
        (SMALL + "[options.pack]\ndefault = 'x'\nchoices = ['x']\n", "line 7: no pack is called 'x'"),
        (SMALL + "[bids]\nlow = -1\n", "line 6: low is -1"),
        (SMALL + "[bids]\nlow = 5\nhigh = 2\n", "line 6: nobody can bid 5"),
        (SMALL + "[bids]\nlow = 6\n", "line 6: nobody can bid 6"),
        (SMALL + "won_with = ['A', 'K', 'Q', 'J', 'T', '9']\n", "line 5: won_with names more ranks"),
        (SMALL + "trick = 'each'\nwon_with = ['A', 'K']\n", "line 6: won_with names more ranks"),
        (SMALL.replace("std52", "spar35") + "won_with = ['2']\n", "line 5: won_with names a rank that the pack does not have"),
        (
            'name = "g"\n[pack]\nranks = "AK"\nsuits = "tarot"\n[[score]]\npoints = 1\n',
            "line 4: suits is 'tarot': expected one",
        ),
        (SMALL.replace('"last"', '"Last One"'), "line 1: name is 'Last One': expected small letters"),
        ('name = "g"\n[pack]\nranks = "AAK"\n[[score]]\npoints = 1\n', "line 3: 'AAK' names a rank twice"),
        ('name = "g"\n[pack]\nranks = "AK"\njokers = 3\n[[score]]\npoints = 1\n', "line 4: jokers is 3"),
        ('name = "g"\n[pack]\nranks = "AK"\nwithout = ["2S"]\n[[score]]\npoints = 1\n', "line 4: without names a card"),
        ('name = "g"\n[pack]\nranks = "AK"\nwithout = 5\n[[score]]\npoints = 1\n', "line 4: without is 5"),
        ('name = "g"\n[pack]\nranks = "AK"\nwithout = [5]\n[[score]]\npoints = 1\n', "line 4: without is [5]"),
        ('name = "g"\n[pack]\nranks = "AK"\ncolours = 3\n[[score]]\npoints = 1\n', "line 4: there is no 'colours'"),
    ],
)
def test_a_mistake_is_answered_with_its_line_and_what_is_expected(text: str, words: str) -> None:
    with pytest.raises(BadRules) as refused:
        house_game(text)
    assert words in str(refused.value)


def test_a_file_is_named_and_a_built_in_name_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "spar.toml"
    path.write_text(SMALL.replace('"last"', '"spar"'))
    with pytest.raises(BadRules, match=r"spar\.toml: 'spar' is the name of a built-in game"):
        read_rules(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRules, match="not text"):
        read_rules(path)
    path.write_text("name = 1")
    with pytest.raises(BadRules, match=r"spar\.toml: rules of the game"):
        read_rules(path)
    (tmp_path / "last.toml").write_text(SMALL)
    assert list(house_games(tmp_path)) == ["last"]


def test_the_name_of_the_session_is_that_of_the_rules() -> None:
    with pytest.raises(BadSetup, match="the rules are those of 'last'"):
        table_of("other", 2, rules=SMALL)
    assert game_named("last", SMALL) is house_game(SMALL)
    assert house_game(SMALL).name == "last"
    with pytest.raises(BadSetup, match="players: expected 2 to 8"):
        table_of("last", 1, rules=SMALL)


def test_a_bid_may_have_to_be_reached_only() -> None:
    rules = 'name = "g"\npack = "std52"\nhand_size = 2\n[[score]]\ntrick = "each"\npoints = 1\n'
    rules += '[bids]\nmade = "at_least"\nbonus = 5\nmissed = -3\nlow = 1\n'
    table = bid(table_of("g", 2, rules=rules), 1, 1)
    assert points(tricks(table, "AC 2C", "KC 3C")) == (-3, 7)
    assert points(tricks(table, "AC 2C", "3C KC")) == (6, 6)
    with pytest.raises(BadCall, match="expected 1 to 2"):
        bid(table_of("g", 2, rules=rules), 0)
    plain = house_game(rules.replace("low = 1\n", ""))
    assert isinstance(plain, TrickGame)
    assert plain.definition.bids == Bids(low=0, high=None, made=Made.AT_LEAST, bonus=5, missed=-3, may_not_add_up=False)
    assert bid(table_of("g", 2, rules=rules), 1, 1).hand is not None


def test_a_slip_in_the_toml_is_told_once_with_its_line() -> None:
    with pytest.raises(BadRules, match="line 2") as told:
        read_definition('name = "g"\npack = = "std52"\n')
    assert "at line" not in str(told.value)
    assert str(told.value).count("line 2") == 1


def test_bids_may_begin_at_nothing_and_the_list_of_deals_may_be_played_past() -> None:
    rules = 'name = "g"\npack = "std52"\ndeals = [1, 2]\n[[score]]\ntrick = "each"\npoints = 1\n[bids]\nlow = 0\nhigh = 0\n'
    assert read_definition(rules).bids == Bids(low=0, high=0)
    table, sizes = table_of("g", 2, rules=rules), []
    for _ in range(3):
        assert table.hand is not None
        sizes.append(table.hand.hand_size)
        table = tricks(bid(table, 0, 0), *("AC 2C", "AD 2D")[: table.hand.hand_size])
        table = run(run(table, PlayOn(by="t")) if table.standing.is_over else table, DealHand(by="t"))
    assert sizes == [1, 2, 2]


def test_a_house_may_write_a_page_of_rules_anew_but_no_other_game(tmp_path: Path) -> None:
    own = (DOCS / "short_whist.toml").read_text()
    (tmp_path / "whist.toml").write_text(own.replace('"short_whist"', '"whist"'))
    (tmp_path / "spades.toml").write_text(own.replace('"short_whist"', '"spades"'))
    assert list(house_games(tmp_path)) == ["whist"]
    with pytest.raises(BadRules, match="'spades' is the name of a built-in game"):
        read_rules(tmp_path / "spades.toml")
