"""Cards that lie open and are no plays: a dummy, a kitty that is shown, cards turned over after a trick."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import cv2
import pytest

from benchmarks.lying_open import follow_dummy
from device.loop import TableLoop
from device.panel import PaperPanel, Press
from scoring import Seat
from scoring.commands import MakeCall, StartSession, Undo
from scoring.games.rules import texts
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.phrases import read_call
from tests.device.benches import Bench, ScriptedWatcher
from tests.tables import NAMES
from vision.picture.reader import Reader
from vision.sighting import SightingKind

OPEN = SightingKind.CARDS_OPEN


@pytest.fixture
def sit(tmp_path: Path, clock: Callable[[], datetime]) -> Callable[..., Bench]:
    """A table at which so many play that game, or by these rules of it."""

    def sit(game: str, players: int, rules: str | None = None) -> Bench:
        live = LiveTable(Ledger(tmp_path / "log.db"))
        live.submit(StartSession(by="test", game=game, players=NAMES[:players], rules=rules), clock)
        watcher, panel = ScriptedWatcher(), PaperPanel()
        loop = TableLoop(watcher, live, EvidenceStore(tmp_path / "evidence"), panel, clock, report=lambda _line: None)  # type: ignore[arg-type]  # stands in for the watcher
        return Bench(loop, watcher, panel)

    return sit


def bridge_of(cards: int) -> str:
    """The rules of bridge with so many cards each."""
    return next(text for text in texts() if 'name = "bridge"' in text).replace("hand_size = 13", f"hand_size = {cards}")


def say(bench: Bench, words: str) -> None:
    for text in words.split(", "):
        bench.loop.live.submit(MakeCall(by="test", call=read_call(text)))
    bench.step()


def dummy(bench: Bench) -> list[str]:
    hand = bench.loop.live.table().hand
    assert hand is not None
    return [str(card) for _, card in hand.known]


def test_the_dummy_is_told_as_it_is_read_and_its_cards_are_its_plays(sit: Callable[..., Bench]) -> None:
    bench = sit("bridge", 4)
    say(bench, "A bids 1N, B passes, C passes, D passes")
    assert not bench.watcher.in_play.has_dummy
    bench.see("7S")
    bench.step()
    assert (bench.watcher.in_play.has_dummy, bench.watcher.in_play.dummy) == (True, Seat.C)
    bench.see("", kind=OPEN, cards=("AS", "7S", "2S"))
    bench.see("", kind=OPEN, cards=("2S", "QH"))
    assert dummy(bench) == ["AS", "2S", "QH"]
    bench.see("KD", entered_from=180.0)  # one that nobody could read in the dummy, laid by the declarer
    bench.see("9S", "QH")  # and one that was never the declarer's
    plays = bench.view()["hand"]["tricks"][0]["plays"]
    assert [(play["card"], play["seat"]) for play in plays] == [("7S", 1), ("KD", 2), ("9S", 3), ("QH", 2)]
    assert bench.view()["hand"]["dummy"]["left"] == ["AS", "2S"]


def test_a_dummy_waits_until_the_bids_say_whose_it_is(sit: Callable[..., Bench]) -> None:
    bench = sit("bridge", 4)
    bench.see("7S")
    bench.see("", kind=OPEN, cards=("AS", "2S"))
    assert (bench.watcher.in_play.has_dummy, dummy(bench)) == (True, [])
    say(bench, "A bids 1N, B passes, C passes, D passes")
    assert dummy(bench) == ["AS", "2S"]


def test_no_more_is_told_of_the_dummy_than_it_was_dealt(sit: Callable[..., Bench]) -> None:
    bench = sit("bridge", 4)
    say(bench, "A bids 1N, B passes, C passes, D passes")
    bench.see("7S")
    bench.see("", kind=OPEN, cards=tuple(f"{rank}H" for rank in "AKQJT98765432"))
    bench.see("", kind=OPEN, cards=("AS",))
    assert len(dummy(bench)) == 13
    bench.see("7D", entered_from=180.0)  # it holds none: whoever reaches over the table played it
    assert bench.view()["hand"]["tricks"][0]["plays"][1]["seat"] == Seat.A


def test_the_widow_that_is_taken_up_is_no_play(sit: Callable[..., Bench]) -> None:
    bench = sit("pinochle_three", 3)
    say(bench, "B bids 300, C passes, A passes")
    bench.see("QH", "JC")
    bench.see("??", number=3)
    bench.see("9D", kind=SightingKind.CARD_NAMED, number=3)
    bench.see("", kind=SightingKind.CARDS_TAKEN, cards=("JC",))
    bench.see("", kind=SightingKind.PILE_CLEARED, cards=("QH", "9D"))
    assert bench.laid() == []
    bench.see("AS")  # laid before anybody has named trumps
    say(bench, "B chooses H")
    bench.see("TS", "QH")
    assert bench.laid() == [["AS", "TS", "QH"]]


@pytest.mark.parametrize("says_all", [True, False], ids=["all has been said", "more cards lie there than a widow has"])
def test_what_is_not_taken_up_again_was_played(sit: Callable[..., Bench], says_all: bool) -> None:
    bench = sit("pinochle_three", 3)
    say(bench, "B bids 300, C passes, A passes")
    bench.see("QH", "JC", "9D")
    assert bench.laid() == []
    if says_all:
        say(bench, "B chooses H")
    else:
        bench.see("AS")
    assert bench.laid() == [["QH", "JC", "9D"] if says_all else ["QH", "JC", "9D", "AS"]]


def test_the_next_widow_is_one_again(sit: Callable[..., Bench]) -> None:
    bench = sit("pinochle_three", 3)
    say(bench, "B bids 300, C passes, A passes")
    bench.see("QH", "JC", "9D")
    bench.see("", kind=SightingKind.PILE_CLEARED, cards=("QH", "JC", "9D"))
    bench.see("KH")
    assert bench.laid() == [["KH"]]
    for _ in range(5):
        bench.loop.live.submit(Undo(by="test"))
    say(bench, "B passes, C passes, A passes")
    bench.see("QS", "JS")
    bench.see("", kind=SightingKind.PILE_CLEARED, cards=("QS", "JS"))
    assert bench.laid() == []


@pytest.mark.parametrize(("game", "plays"), [("bridge", 4), ("jeu_de_carte", 5)], ids=["never face down", "face down as a play"])
def test_a_card_turned_over_after_its_trick_is_no_play(sit: Callable[..., Bench], game: str, plays: int) -> None:
    bench = sit(game, 4)
    bench.see("9S", "TS", "JS", "QS")
    bench.see("back", kind=SightingKind.CARD_HIDDEN, lies_on=("QS",))
    bench.press(Press.CONFIRM)
    assert sum(map(len, bench.laid())) == plays
    bench.see("back", kind=SightingKind.CARD_HIDDEN, lies_on=())
    assert sum(map(len, bench.laid())) == plays + 1


def test_a_card_turned_over_after_the_last_trick_begins_no_hand(sit: Callable[..., Bench]) -> None:
    bench = sit("bridge", 4, bridge_of(1))
    bench.see("9S", "TS", "JS", "QS")
    bench.press(Press.CONFIRM)
    bench.see("back", kind=SightingKind.CARD_HIDDEN, lies_on=("QS",))
    assert len(bench.loop.live.table().deals) == 1


def test_a_rendered_dummy_is_read_and_played_from(tmp_path: Path) -> None:
    cv2.setNumThreads(1)
    found = follow_dummy(tmp_path, 1, Reader(), tricks=1, rules=bridge_of(3))
    assert (found["right"], found["ordered"], found["wrong"], found["offences"]) == (4, 1, 0, 0), found
    assert found["faces"] >= 2, found
    assert found["foreign"] == 0, found
