"""A hub with its broker, boxes and a director: what is played and done is what everybody is shown, after a restart too."""

import hashlib
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import pytest

from club.album import Album
from club.archive import ArchiveDown, archive_at
from club.broker import HUB
from club.connection import Message
from club.evening import acts
from club.evening.check import CannotAct
from club.evening.plan import Kind, Plan
from club.evening.questions import Matter
from club.hub import Hub
from club.joining import join, read_code
from club.line import Line
from club.movements.round_robin import round_robin
from club.wire import Topics
from scoring import fold
from scoring.events import DisputeOpened
from scoring.ledger import EvidenceStore
from scoring.projections import table_view
from tests.club.brokers import Club, club_at, connected
from tests.club.test_line import EVENING, play
from tests.property.test_written_games import evening
from tests.waiting import PATIENCE, until
from web.membership import read_state

AT = datetime(2026, 1, 1, 20, tzinfo=UTC)


class Night:
    """A hub that runs, and what was started beside it."""

    def __init__(self, club: Club, folder: Path, album: Album | None = None) -> None:
        self.club, self.folder, self.stop, self.album = club, folder, Event(), album
        self.threads: list[Thread] = []
        self.begin()

    def begin(self) -> None:
        self.stop = Event()
        self.hub = Hub("The Club", archive_at(self.folder / "hub.db"), self.club.of(HUB), "http://hub.local", album=self.album)
        self.start(self.hub.run)

    def box(self, name: str) -> Path:
        folder = self.folder / name
        invitation = read_code(self.hub.invite(name).code)
        pem = self.club.authority.pem().encode()
        line = Line(folder, join(invitation, lambda _: pem).access, "1")
        self.start(line.run)
        return folder

    def start(self, run: Callable[[Event], None]) -> None:
        thread = Thread(target=run, args=(self.stop,))
        thread.start()
        self.threads.append(thread)

    def end(self) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join()
        self.threads.clear()


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    with club_at(tmp_path / "club") as club:
        found = Night(club, tmp_path)
        yield found
        found.end()


def test_what_is_played_and_done_is_shown_and_is_there_after_a_restart(night: Night) -> None:
    hub = night.hub
    hub.act(acts.EveningOpened(at=AT, by="d", name="Tuesday", since=0))
    play(night.folder / "north", "one", EVENING)
    play(night.folder / "south", "two", evening("spar", 3).events)
    for name in ("north", "south"):
        night.box(name)
    until(lambda: len(hub.view.sessions) == 2 and hub.view.current["north"].table.seq == len(EVENING))
    assert table_view(hub.view.current["north"].table) == table_view(fold(EVENING))
    assert hub.view.current["south"].table.agreed.game == "spar"

    players = hub.view.current["north"].table.agreed.players
    pairs = ((players[0], players[2]), (players[1], players[3]))
    plan = Plan("Whist", Kind.ROUND_ROBIN, "whist", pairs)
    hub.act(acts.ContestOpened(at=AT, by="d", contest="w", plan=plan))
    hub.act(acts.RoundDrawn(at=AT, by="d", contest="w", round=round_robin(2).rounds[0]))
    [outcome] = hub.view.results["w"].outcomes
    points = hub.view.current["north"].table.standing.totals
    sides = {side for meeting in (outcome.meeting,) for side in meeting.sides}
    assert outcome.points is not None
    assert sorted(outcome.points) == sorted(points)
    assert sides == {(1,), (2,)}
    with pytest.raises(CannotAct):
        hub.act(acts.RoundDrawn(at=AT, by="d", contest="w", round=round_robin(2).rounds[0]))

    version = hub.version
    night.end()
    night.begin()
    again = night.hub
    assert again.view.results == hub.view.results
    assert again.view.evening == hub.view.evening
    assert version > 0


def test_a_hub_that_begins_before_its_database_says_so_and_goes_on_once_it_is_there(tmp_path: Path) -> None:
    in_the_way = tmp_path / "hub.db"
    in_the_way.mkdir()
    play(tmp_path / "north", "one", EVENING)
    with club_at(tmp_path / "club") as club:
        night = Night(club, tmp_path)
        night.box("north")
        until(lambda: "hub.db" in read_state(tmp_path / "north").trouble)
        assert any("hub.db" in sentence for sentence in night.hub.troubles())
        with pytest.raises(ArchiveDown):
            night.hub.act(acts.MemberJoined(at=AT, by="d", member="Ama"))
        in_the_way.rmdir()
        until(lambda: "north" in night.hub.view.current and night.hub.view.current["north"].table.seq == len(EVENING))
        assert night.hub.troubles() == ()
        night.end()


def test_a_box_whose_account_was_taken_back_says_so_and_the_director_can_invite_it_anew(night: Night) -> None:
    play(night.folder / "north", "one", EVENING)
    night.box("north")
    until(lambda: night.hub.view.boxes.get("north") and night.hub.view.boxes["north"].state.is_there)
    night.hub.revoke("north")
    until(lambda: "north" not in night.hub.view.boxes)
    assert night.hub.accounts.names() == ()
    until(lambda: not kept(night.club, Topics("north").state))
    night.hub.invite("north")
    assert night.hub.accounts.names() == ("north",)


def test_a_picture_of_a_dispute_is_at_the_hub_when_its_box_is_gone(tmp_path: Path) -> None:
    picture = b"a picture"
    with club_at(tmp_path / "club") as club:
        night = Night(club, tmp_path, Album(tmp_path / "pictures", most=10**6))
        night.start(night.hub.collect)
        before = EVENING[:12]
        play(tmp_path / "north", "one", before)
        name = EvidenceStore(tmp_path / "north" / "evidence").keep(picture)
        play(tmp_path / "north", "one", [DisputeOpened(by="Ama", at=AT, hand=1, trick=1, evidence=name)], len(before))
        night.box("north")
        until(lambda: Album(tmp_path / "pictures", 1).content(name) == picture)
        night.hub.revoke("north")
        assert night.hub.picture("north", name) == picture
        night.end()


def test_an_album_keeps_to_its_room_and_to_what_names_say(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures", most=25)
    names = [hashlib.sha256(bytes(10 * [place])).hexdigest() for place in range(4)]
    for place, name in enumerate(names):
        album.keep(name, bytes(10 * [place]))
        for older in (tmp_path / "pictures").iterdir():
            os.utime(older, (0, older.stat().st_mtime - 10))
    assert [album.content(name) is not None for name in names] == [False, False, True, True]
    album.keep(names[0], b"another one")
    assert album.content(names[0]) is None


def kept(club: Club, topic: str) -> bool:
    """Whether the broker keeps something there for those who come later."""
    with connected(club.of(HUB), topic) as late:
        late.send(Message(topic, b"the end"))
        return any(message and message.kept for message in late.arrived(PATIENCE))


def test_two_boxes_of_one_name_are_a_question_to_the_director(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.line.TELL_S", 0.2)
    access = night.club.access("north")
    for folder, session in (("first", "one"), ("second", "two")):
        play(night.folder / folder, session, EVENING)
        night.start(Line(night.folder / folder, access, "1").run)
    until(lambda: Matter.DOUBLED in {question.matter for question in night.hub.view.questions})


def test_whoever_waits_hears_of_what_changes(night: Night) -> None:
    version = night.hub.version
    heard: list[int] = []
    waiting = Thread(target=lambda: heard.append(night.hub.wait(version, 20)))
    waiting.start()
    night.hub.act(acts.MemberJoined(at=AT, by="d", member="Ama"))
    waiting.join()
    assert heard[0] > version
    assert night.hub.wait(version, 0) > version
