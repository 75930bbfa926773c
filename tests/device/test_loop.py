"""The table loop: what was seen and pressed reaches the log, and the lamp says what the table waits for."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.cameras import VideoFile
from device.config import Confirm
from device.lights import FLASH_S
from device.loop import TableLoop
from device.panel import Lamp, PaperPanel, Press
from scoring import Call, CallKind, Seat
from scoring.cards import Card
from scoring.commands import ChangePlayers, CorrectCard, EndSession, MakeCall, MakeMove, PlayCard, ShowCard, StartSession
from scoring.events import CardCorrected
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KeyRing
from scoring.ledger.phrases import read_move
from scoring.packs import cards_of
from scoring.projections import Attention, attention
from scoring.table import Table
from scoring.words import Language
from tests.device.benches import Bench, ScriptedWatcher
from vision.picture.reader import Reader
from vision.picture.suits_choice import Expected
from vision.scene.watcher import Watcher
from vision.sighting import Frame, Sighting, SightingKind
from web.app import create_app
from web.stream import News


@dataclass
class PaperVoice:
    """Writes down what it is told to say; stands in for `device.speaker`."""

    language: Language = Language.ENGLISH
    said: list[str] = field(default_factory=list)

    def say(self, sentence: str) -> None:
        self.said.append(sentence)


@pytest.fixture
def bench(tmp_path: Path, clock: Callable[[], datetime]) -> Bench:
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi")), clock)
    watcher, panel = ScriptedWatcher(), PaperPanel()
    loop = TableLoop(watcher, live, EvidenceStore(tmp_path / "evidence"), panel, clock, report=lambda _line: None)  # type: ignore[arg-type]  # stands in for the watcher
    return Bench(loop, watcher, panel)


def test_a_sighting_becomes_a_play_with_its_picture(bench: Bench) -> None:
    bench.see("AH")
    play = bench.view()["hand"]["tricks"][0]["plays"][0]
    assert (play["card"], play["player"], play["confidence"]) == ("AH", "Kofi", 0.98)
    assert bench.loop.evidence.path(play["evidence"]) is not None


def test_cards_are_counted_by_whether_the_eye_read_them(bench: Bench) -> None:
    bench.see("AH")
    bench.see("??")
    assert (bench.loop.counts.sure, bench.loop.counts.unsure) == (1, 1)
    assert bench.loop.counts.seconds > 0


def test_the_card_is_outlined_in_its_picture(bench: Bench) -> None:
    bench.see("AH")
    hand = bench.loop.live.table().hand
    assert hand is not None
    outline = hand.plays[0].reading.outline
    assert len(outline) == 4
    assert np.mean(outline, axis=0) == pytest.approx((0.5, 0.5), abs=0.01)
    width, height = np.ptp(outline, axis=0)
    assert 0.2 < width < height < 0.5


def test_a_card_that_became_clear_later_answers_its_own_question(bench: Bench) -> None:
    bench.see("??", number=1)
    bench.see("AH", kind=SightingKind.CARD_NAMED, number=1)
    view = bench.view()
    assert (view["hand"]["tricks"][0]["plays"][0]["card"], view["questions"]) == ("AH", [])
    live = bench.loop.live
    assert live.session is not None
    corrections = [item.event for item in live.ledger.read(live.session) if isinstance(item.event, CardCorrected)]
    assert [event.by for event in corrections] == ["second look"]


@pytest.mark.parametrize("pair", [("9C", "KH"), ("KH", "9C")], ids=["the next lead lies below", "the reply lies below"])
def test_two_cards_laid_at_once_by_the_second_of_two_players_are_the_reply_and_the_next_lead(
    bench: Bench, pair: tuple[str, str]
) -> None:
    bench.see("QH")
    bench.watcher.script.append([Sighting(SightingKind.CARD_PLAYED, 0.0, 0, label, 0.98, ((label, 0.98),)) for label in pair])
    bench.step()
    assert bench.laid() == [["QH", "KH"], ["9C"]]


@pytest.mark.parametrize(
    ("reply", "extra", "seconds", "is_next_lead"),
    [("KH", "9C", 0.3, True), ("KH", "9C", 1.0, False), ("9H", "9C", 0.3, False), ("KH", "??", 0.3, False)],
    ids=["in one movement", "later", "the reply does not take the trick", "nobody knows what it is"],
)
def test_a_card_beyond_the_trick_is_the_next_lead_where_it_was_laid_with_a_reply_that_wins(
    bench: Bench, reply: str, extra: str, seconds: float, is_next_lead: bool
) -> None:
    bench.see("QH")
    for label, at in ((reply, 5.0), (extra, 5.0 + seconds)):
        bench.watcher.script.append([Sighting(SightingKind.CARD_PLAYED, at, 0, label, 0.98, ((label, 0.98),))])
        bench.step()
    assert [len(trick) for trick in bench.laid()] == ([2, 1] if is_next_lead else [3])


def test_what_people_said_of_a_card_stands_against_a_second_look(bench: Bench, clock: Callable[[], datetime]) -> None:
    bench.see("??", number=1)
    bench.loop.live.submit(CorrectCard(by="phone", hand=1, trick=1, position=0, card=Card.parse("KD")), clock)
    bench.see("AH", kind=SightingKind.CARD_NAMED, number=1)
    assert bench.view()["hand"]["tricks"][0]["plays"][0]["card"] == "KD"


def test_a_hidden_card_that_is_turned_up_is_named_in_its_place(bench: Bench) -> None:
    bench.see("back", kind=SightingKind.CARD_HIDDEN, number=1)
    bench.see("AH", kind=SightingKind.CARD_TURNED, number=1)
    play = bench.view()["hand"]["tricks"][0]["plays"][0]
    assert (play["card"], len(bench.view()["hand"]["tricks"][0]["plays"])) == ("AH", 1)


def test_the_bottom_card_that_was_shown_is_passed_over(bench: Bench, clock: Callable[[], datetime]) -> None:
    bench.see("AH")
    bench.loop.live.submit(ShowCard(by="phone", card=Card.parse("6S")), clock)
    bench.see("6S", "7H")
    assert [play["card"] for play in bench.view()["hand"]["tricks"][0]["plays"]] == ["AH", "7H"]
    bench.loop.intake.confirm = Confirm.NEXT_LEAD
    bench.see("6S")
    assert not bench.view()["hand"]["tricks"][0]["is_confirmed"]


def test_the_bottom_card_of_one_hand_may_lead_the_next(bench: Bench, clock: Callable[[], datetime]) -> None:
    bench.see("AH")
    bench.loop.live.submit(ShowCard(by="phone", card=Card.parse("6S")), clock)
    bench.loop.intake.confirm = Confirm.NEXT_LEAD
    bench.see(*["7H", "KH", "8H", "QH", "9H", "JH", "TH", "9D", "8D"])
    bench.press(Press.CONFIRM)
    assert bench.view()["hand"]["is_over"]
    bench.see("6S")
    assert [play["card"] for play in bench.view()["hand"]["tricks"][0]["plays"]] == ["6S"]


def test_the_camera_is_told_which_cards_were_typed(bench: Bench, clock: Callable[[], datetime]) -> None:
    bench.loop.live.submit(PlayCard(by="phone", card=Card.parse("KD")), clock)
    bench.see("AD")
    bench.step()
    assert bench.watcher.in_play.typed == {"KD"}


def test_a_camera_in_trouble_says_what_is_wrong_with_it(bench: Bench) -> None:
    said: list[str] = []
    bench.loop.report = said.append
    bench.watcher.script.append([Sighting(SightingKind.CAMERA_LOST, 0.0, 0, reason="frozen: pull its plug")])
    bench.step()
    assert said == ["the camera's picture is frozen: pull its plug"]


def test_the_button_confirms_a_full_trick_once(bench: Bench) -> None:
    bench.see("AH", "7H")
    bench.press(Press.CONFIRM)
    assert bench.view()["hand"]["tricks"][0]["is_confirmed"]


def test_the_lamp_follows_the_trick(bench: Bench) -> None:
    bench.step()
    bench.see("AH", "7H")
    bench.press(Press.CONFIRM)
    bench.step(int(FLASH_S * 10) + 1)
    assert bench.panel.history == [Lamp.WHITE, Lamp.WHITE_PULSING, Lamp.GREEN_FLASH, Lamp.WHITE]


def test_an_unsure_card_turns_the_lamp_amber(bench: Bench) -> None:
    bench.see("??")
    assert bench.panel.history[-1] is Lamp.AMBER
    assert [question["kind"] for question in bench.view()["questions"]] == ["unsure"]


def test_a_proved_revoke_flashes_red(bench: Bench) -> None:
    bench.see("AH", "9D")
    bench.press(Press.CONFIRM)
    bench.see("KD", "8D")
    bench.press(Press.CONFIRM)
    bench.see("KH", "8H")
    assert Lamp.RED_TWICE in bench.panel.history
    (offence,) = bench.view()["offences"]
    assert len([name for name in offence["pictures"] if name]) == 2


def test_a_long_press_takes_the_last_card_back(bench: Bench) -> None:
    bench.see("AH", "7H")
    bench.press(Press.TAKE_BACK)
    assert len(bench.view()["hand"]["tricks"][0]["plays"]) == 1


def test_undo_and_dispute_reach_the_log(bench: Bench) -> None:
    bench.see("AH")
    bench.press(Press.DISPUTE)
    assert bench.view()["disputed"] == (1, 1)
    bench.press(Press.DISPUTE)
    assert bench.view()["disputed"] is None
    bench.press(Press.UNDO)
    assert bench.view()["disputed"] == (1, 1)


def test_the_undo_button_takes_back_what_was_done_before_the_first_card(bench: Bench, clock: Callable[[], datetime]) -> None:
    before = bench.loop.live.table().agreed.players
    bench.loop.live.submit(ChangePlayers(by="t", players=tuple(reversed(before))), clock)
    bench.press(Press.UNDO)
    assert bench.loop.live.table().agreed.players == before


@pytest.mark.parametrize(
    ("laid", "kind", "taken", "left"),
    [
        (["AH", "7H"], SightingKind.CARDS_TAKEN, ("7H",), ["AH"]),
        (["AH", "7H"], SightingKind.CARDS_TAKEN, ("AH",), ["AH", "7H"]),
        (["AH", "??"], SightingKind.CARDS_TAKEN, ("??",), ["AH"]),
        (["AH"], SightingKind.PILE_CLEARED, ("AH",), []),
        (["AH", "7H"], SightingKind.PILE_CLEARED, ("7H",), ["AH", "7H"]),
    ],
    ids=["the last", "an earlier one", "one that nobody could read", "a lead", "a full trick of which one was seen to go"],
)
def test_a_card_lifted_again_is_withdrawn(
    bench: Bench, laid: list[str], kind: SightingKind, taken: tuple[str, ...], left: list[str]
) -> None:
    bench.see(*laid)
    bench.see("", kind=kind, cards=taken)
    tricks = bench.view()["hand"]["tricks"] if bench.view()["hand"] else []
    assert [play["card"] for trick in tricks for play in trick["plays"]] == left


def test_the_next_lead_confirms_where_the_table_wants_it_so(bench: Bench) -> None:
    bench.loop.intake.confirm = Confirm.NEXT_LEAD
    bench.see("AH", "7H", "KH")
    tricks = bench.view()["hand"]["tricks"]
    assert [len(trick["plays"]) for trick in tricks] == [2, 1]
    assert tricks[0]["is_confirmed"]


def test_what_is_seen_typed_and_confirmed_is_said_once(bench: Bench, clock: Callable[[], datetime]) -> None:
    bench.loop.speaker = voice = PaperVoice()  # type: ignore[assignment]  # stands in for the speaker
    bench.see("AH", "7H")
    bench.press(Press.CONFIRM)
    bench.loop.live.submit(PlayCard(by="phone", card=Card.parse("KD")), clock)
    bench.step(3)
    bench.press(Press.UNDO)
    assert voice.said == [
        "Kofi: Ace of hearts.",
        "Ama: Seven of hearts. Kofi takes trick 1 with the Ace of hearts.",
        "Kofi: King of diamonds.",
    ]


def test_what_lay_there_at_the_start_is_not_said(bench: Bench) -> None:
    bench.see("AH")
    loop = TableLoop(bench.loop.watcher, bench.loop.live, bench.loop.evidence, PaperPanel(), report=lambda _line: None)
    loop.speaker = voice = PaperVoice()  # type: ignore[assignment]  # stands in for the speaker
    loop.speak()
    assert voice.said == []


def test_a_sentence_that_cannot_be_made_costs_itself_alone(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> str:
        raise ValueError("a fault")

    bench.loop.speaker = voice = PaperVoice()  # type: ignore[assignment]  # stands in for the speaker
    with monkeypatch.context() as patch:
        patch.setattr("device.loop.news", broken)
        bench.see("AH")
    bench.see("7H")
    assert bench.laid() == [["AH", "7H"]]
    assert Lamp.RED not in bench.panel.history
    assert voice.said == ["Ama: Seven of hearts. Kofi takes trick 1 with the Ace of hearts."]
    assert bench.loop.failures == {}


def test_a_full_disk_costs_the_picture_and_not_the_play(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_jpeg: bytes) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bench.loop.evidence, "keep", full)
    bench.see("AH")
    play = bench.view()["hand"]["tricks"][0]["plays"][0]
    assert (play["card"], play["evidence"]) == ("AH", None)


def test_plays_wait_while_the_log_cannot_be_written_and_the_lamp_is_red(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(bench.loop.live.ledger, "append", broken)
        bench.see("AH", "7H")
        assert bench.panel.history[-1] == Lamp.RED
    bench.step()
    assert [play["card"] for play in bench.view()["hand"]["tricks"][0]["plays"]] == ["AH", "7H"]
    assert bench.panel.history[-2:] == [Lamp.RED, Lamp.WHITE_PULSING]


def test_a_button_pressed_again_because_nothing_happened_counts_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    bench.see("AH", "7H")
    with monkeypatch.context() as patch:
        patch.setattr(bench.loop.live.ledger, "append", broken)
        for _ in range(3):
            bench.press(Press.TAKE_BACK)
    bench.loop.answer_presses()
    assert [play["card"] for play in bench.view()["hand"]["tricks"][0]["plays"]] == ["AH"]


def test_a_log_that_cannot_be_read_while_something_is_set_up_is_survived(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Table:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(bench.loop.live, "table", broken)
    bench.loop.stand_by(Frame(0, 0.0, np.zeros((4, 4, 3), np.uint8)))
    assert bench.panel.history[-1] is Lamp.RED


def test_a_proof_that_a_phone_gives_flashes_red(bench: Bench, clock: Callable[[], datetime]) -> None:
    bench.see("AH", "9D")
    bench.press(Press.CONFIRM)
    bench.see("KD", "8D")
    bench.press(Press.CONFIRM)
    bench.see("KH")
    bench.loop.live.submit(PlayCard(by="Ama", card=Card.parse("8H")), clock)
    bench.step()
    assert bench.panel.history[-1] is Lamp.RED_TWICE


def test_a_blind_camera_is_red_and_the_buttons_still_work(bench: Bench) -> None:
    bench.see("AH", "7H")
    bench.watcher.is_blind = True
    bench.press(Press.CONFIRM)
    assert bench.panel.history[-1] is Lamp.RED
    assert bench.view()["hand"]["tricks"][0]["is_confirmed"]


@pytest.mark.shared
def test_a_recording_with_button_presses_gives_winner_last_card_and_points(
    shared: Path, tmp_path: Path, clock: Callable[[], datetime]
) -> None:
    """`spar-normal.mp4` through the real eye and the loop; the button is pressed whenever a full trick waits."""
    live, panel = LiveTable(Ledger(tmp_path / "log.db")), PaperPanel()
    live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi", "Esi"), first_dealer=Seat.C), clock)
    evidence = EvidenceStore(tmp_path / "evidence")
    loop = TableLoop(Watcher(Reader()), live, evidence, panel, clock)
    with VideoFile(shared / "recordings" / "spar-normal.mp4") as recording:
        for frame in recording.frames():
            loop.step(frame)
            if attention(live.table()) is Attention.TRICK_WAITS:
                panel.presses.put(Press.CONFIRM)
    news = News(live.ledger)
    state = create_app(live, evidence, news, KeyRing(tmp_path / "keys.json")).test_client().get("/api/v1/table").get_json()
    assert (state["last_hand"]["winner_name"], state["last_hand"]["last_card"]) == ("Ama", "QC")
    assert state["last_hand"]["points"] == [1, 0, 0]


@pytest.mark.parametrize(("game", "suits"), [("stovkahra", Expected.GERMAN), ("spades", Expected.FRENCH)])
def test_the_eye_expects_the_suits_of_the_pack(bench: Bench, clock: Callable[[], datetime], game: str, suits: Expected) -> None:
    bench.loop.live.submit(EndSession(by="test"), clock)
    bench.loop.live.submit(StartSession(by="test", game=game, players=("Ama", "Kofi", "Esi", "Yaw")), clock)
    bench.step()
    assert bench.watcher.in_play.suits is suits


def test_the_eye_keeps_out_of_a_game_whose_cards_it_does_not_know(bench: Bench, clock: Callable[[], datetime]) -> None:
    live = bench.loop.live
    live.submit(EndSession(by="test"), clock)
    live.submit(StartSession(by="test", game="kentucky_rook", players=("Ama", "Kofi", "Esi", "Yaw")), clock)
    live.submit(PlayCard(by="test", card=Card.parse("14H"), is_typed=True), clock)
    bench.see("9H", "BJ")
    table = live.table()
    assert table.hand is not None
    assert [str(play.card) for play in table.hand.plays] == ["14H"]
    assert (bench.watcher.in_play.pack, bench.watcher.in_play.typed) == (frozenset(), frozenset())


def test_a_turn_of_a_fishing_game_is_seen_and_left_to_people(bench: Bench, clock: Callable[[], datetime]) -> None:
    live = bench.loop.live
    live.submit(EndSession(by="test"), clock)
    live.submit(StartSession(by="test", game="suipe", players=("Sina", "Tavita")), clock)
    bench.see("5H", "4C", "KD", "9S")
    assert bench.loop.intake.turn.laid == ["5H", "4C", "KD", "9S"]
    assert live.table().hand is None
    layout = Call(CallKind.LAYOUT, Seat.A, cards=cards_of("5H 4C KD 9S"))
    live.submit(MakeCall(by="phone", call=layout), clock)
    bench.see("9C")
    bench.see("", kind=SightingKind.CARDS_TAKEN, cards=("9S", "9C"))
    assert (bench.loop.intake.turn.laid, bench.loop.intake.turn.taken) == (["9C"], ["9S"])
    bench.see("", kind=SightingKind.PILE_CLEARED)
    assert bench.loop.intake.turn.is_cleared
    live.submit(MakeMove(by="phone", move=read_move("B 9C captures 9S")), clock)
    bench.see("2C")
    assert (bench.loop.intake.turn.laid, bench.loop.intake.turn.taken, bench.loop.intake.turn.is_cleared) == (["2C"], [], False)


def test_a_dispute_keeps_what_the_camera_saw_before(bench: Bench) -> None:
    bench.see("AH")
    bench.press(Press.DISPUTE)
    name = bench.view()["disputed_evidence"]
    assert name != bench.view()["hand"]["tricks"][0]["plays"][0]["evidence"]
    assert bench.loop.evidence.path(name) is not None


def test_a_command_that_nobody_foresaw_keeps_nothing_after_it_from_being_written(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = bench.loop.live.submit

    def failing(command: Any, clock: Any = None) -> Any:
        if getattr(command, "card", None) == Card.parse("AH"):
            raise ZeroDivisionError
        return submit(command, clock)

    monkeypatch.setattr(bench.loop.live, "submit", failing)
    bench.see("AH", "7H")
    assert bench.laid() == [["7H"]]
    assert bench.panel.history[-1] is not Lamp.RED


def test_an_eye_that_fails_costs_no_button_and_is_named_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    bench.loop.report = told.append
    bench.see("AH", "7H")

    def fails(_frame: Frame) -> list[Sighting]:
        raise IndexError("no such outline")

    monkeypatch.setattr(bench.watcher, "see", fails)
    bench.press(Press.CONFIRM)
    bench.step(3)
    assert bench.view()["hand"]["tricks"][0]["is_confirmed"]
    assert told == ["the eye failed, and is tried again: IndexError: no such outline"]
    assert bench.panel.history[-1] is Lamp.RED
    monkeypatch.undo()
    bench.step(20)
    assert bench.panel.history[-1] is not Lamp.RED
