"""What is said twice, too late, or by who may not say it is refused in words that tell what would be possible."""

import pytest

from scoring import Seat
from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.commands import MakeCall
from scoring.errors import BadCall
from scoring.moves import Action, Move, Pointed
from tests.conftest import run
from tests.golden.test_written_games import talked
from tests.tables import table_of

PARTNERED = "B bids rufspiel, C passes, D passes, A passes"


@pytest.mark.parametrize(
    ("game", "players", "said", "refused", "words"),
    [
        ("skat", 3, "B bids 18, C passes, A passes, B chooses S", "B announces valat", "nobody announces valat: expected hand, "),
        ("five_hundred", 4, "B bids 6S, C passes, D bids 7S", "C bids 8S", "Esi has passed and is out of the bidding"),
        ("coinche", 4, "B bids 80H, C doubles", "D bids 100S", "the bid has been doubled: nobody can go higher"),
        (
            "euchre",
            4,
            "A shows trump JH",
            "B bids S",
            "in the first round the suit that was turned up is bid, after it any other",
        ),
        (
            "euchre",
            4,
            "A shows trump JH, D passes, A passes",
            "B bids H",
            "in the first round the suit that was turned up is bid",
        ),
        ("euchre", 4, "A shows trump JH, B passes", "A shows trump 9S", "the bidding has begun: correct the card"),
        ("whist", 4, "A shows trump 2H", "A shows trump 3S", "trumps have been made already: correct that instead"),
        ("skat", 3, "B bids 18, C passes, A passes, B chooses S", "B chooses H", "trumps have been made already"),
        ("skat", 3, "B bids 18, C passes, A passes", "C chooses H", "it is for Kofi to say that"),
        ("skat", 3, "", "B chooses H", "nobody has won the bidding yet"),
        ("euchre", 4, "B bids H, B plays alone", "B plays alone", "Kofi plays alone already"),
        ("hearts", 4, "C leads", "B leads", "who leads has been said already: correct that instead"),
        (
            "pinochle",
            4,
            "B bids 250, C passes, D passes, A passes, B chooses H",
            "B melds luck",
            "there is no meld luck: expected ",
        ),
        ("schafkopf", 4, "B bids solo, C passes, D passes, A passes", "B calls AC", "nobody plays with a partner here"),
        ("schafkopf", 4, PARTNERED, "C calls AC", "it is for Kofi to call a partner"),
        ("schafkopf", 4, f"{PARTNERED}, B calls AC", "B calls AD", "a card has been called already: correct that instead"),
        ("schafkopf", 4, f"{PARTNERED}, C is the partner", "D is the partner", "the partner has been named already"),
        ("hearts", 4, "", "B bids 3", "Hearts knows no bid, or not with these options"),
    ],
)
def test_what_cannot_be_said_now_is_refused(game: str, players: int, said: str, refused: str, words: str) -> None:
    table = talked(table_of(game, players), said)
    with pytest.raises(BadCall) as answer:
        talked(table, refused)
    assert words in str(answer.value)


@pytest.mark.parametrize(("name", "title"), [("spar", "Spar"), ("spades", "Spades"), ("stovkahra", "Stovkahra")])
def test_a_game_of_tricks_has_no_turns_of_fishing_and_shows_no_bottom_card_unasked(name: str, title: str) -> None:
    table = table_of(name)
    hand, seven = table.hand, Card.parse("7H")
    assert hand is not None
    assert (table.game.shows_bottom(table.agreed), table.game.layout(table.agreed, hand)) == (False, None)
    with pytest.raises(BadCall, match=f"{title} is played in tricks: lay the card instead"):
        table.game.move(table.agreed, hand, Pointed(Seat.A, seven, Action.TRAIL))
    with pytest.raises(BadCall, match=f"{title} is played in tricks: lay the card instead"):
        table.game.check_move(table.agreed, hand, Move(Seat.A, seven, Action.TRAIL))


def test_the_bottom_card_may_be_asked_for_where_the_table_agreed_on_that() -> None:
    table = table_of("spar", 2, show_bottom=True)
    assert table.game.shows_bottom(table.agreed)
    assert not table_of("suipe", 2).game.shows_bottom(table_of("suipe", 2).agreed)


def test_a_call_of_another_kind_of_game_is_refused_by_name() -> None:
    with pytest.raises(BadCall, match="Spar knows no announce"):
        run(table_of("spar", 2), MakeCall(by="t", call=Call(CallKind.ANNOUNCE, Seat.A, word="hand")))
