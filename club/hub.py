"""The hub: archive, room and evening put together, for pages and neighbours to ask and for the director to act on.

Three threads: the intake's takes in what boxes send, the hub's own folds what was taken in, and the pages' ask. What they are
given never changes; `version` grows with everything that does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Condition, Event, Lock, Thread
from time import monotonic

from club.accounts import Accounts
from club.album import Album, disputed_pictures
from club.archive import Archive, ArchiveDown
from club.connection import Access
from club.evening.acts import Act, BadAct, act_line, read_act
from club.evening.check import CannotAct, check
from club.evening.questions import Question, questions_of
from club.evening.results import Results, results_of_all
from club.evening.sittings import sittings
from club.evening.state import Evening, evolve
from club.evening.table import Ranking, rankings_of
from club.intake import BoxSeen, Intake
from club.joining import Invitation
from club.room import Room, Session

LOOK_S = 2.0
"""Seconds after which the hub looks at the archive although nothing was taken in: the database may be there again."""

PICTURE_S = 5.0
"""Seconds that a box may take to send a picture."""


AGAIN_S = 60.0
"""Seconds after which a picture that did not come for the album is asked for once more."""


@dataclass(frozen=True)
class View:
    """Everything that the hub knows at one moment: what pages show is worked out of one of these."""

    version: int
    evening: Evening
    sessions: tuple[Session, ...]
    boxes: dict[str, BoxSeen]

    @cached_property
    def current(self) -> dict[str, Session]:
        """Of each box the session that began last."""
        return {session.box: session for session in self.sessions}

    @cached_property
    def results(self) -> dict[str, Results]:
        """What came of the meetings of each contest."""
        counted = [session for session in self.sessions if (session.box, session.session) not in self.evening.aside]
        played = [sitting for session in counted for sitting in sittings(session)]
        return results_of_all(tuple(self.evening.contests.values()), played)

    @cached_property
    def rankings(self) -> dict[str, tuple[Ranking, ...]]:
        """How each contest stands."""
        return {name: rankings_of(contest, self.results[name]) for name, contest in self.evening.contests.items()}

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What waits for the director."""
        doubled = [box for box, seen in self.boxes.items() if seen.is_doubled]
        return questions_of(self.evening, self.sessions, self.results, doubled)


class Hub:
    """A club's hub; any thread may use it.

    `where` is the address of its pages and `access` its own account at the broker, whose host and port boxes use as well under
    the name `broker`. `album` keeps pictures, where the club gives them room.
    """

    def __init__(
        self,
        club: str,
        archive: Archive,
        access: Access,
        where: str = "",
        broker: str = "localhost",
        album: Album | None = None,
    ) -> None:
        self.name, self.archive, self.album = club, archive, album
        self._access, self._where, self._broker = access, where, broker
        self.accounts = Accounts(access)
        self.intake = Intake(archive, access, self._something_came)
        self._changing, self._news, self._came = Lock(), Condition(), Event()
        self._noted, self._trouble, self._odd_acts = 0, "", list[str]()
        self.others: list[Callable[[], str]] = [lambda: album.trouble] if album else []
        """What else tells in a sentence what is wrong with it, empty where nothing is."""
        self._room = Room(archive)
        self._view = View(0, Evening(), (), {})
        self._look()

    def run(self, stop: Event, alive: Callable[[], object] = lambda: None) -> None:
        """Take in and fold until `stop`; `alive` is called with every look."""
        intake = Thread(target=self.intake.run, args=(stop,), name="intake")
        intake.start()
        self.accounts.open()
        try:
            while not stop.is_set():
                self._came.wait(LOOK_S)
                self._came.clear()
                self._look()
                if intake.is_alive():
                    alive()
        finally:
            stop.set()
            intake.join()
            self.accounts.close()

    @property
    def view(self) -> View:
        """What the hub knows now."""
        return self._view

    @property
    def boxes(self) -> dict[str, BoxSeen]:
        """Every box that was heard of since the hub began, by name."""
        return self.intake.boxes

    @property
    def version(self) -> int:
        """Grows with everything that changes."""
        return self._view.version

    def position(self) -> int:
        """The same, as a log tells how far it has grown."""
        return self._view.version

    def wait(self, version: int, timeout: float) -> int:
        """Wait until it is another one, so many seconds at the most; the one that it is then."""
        with self._news:
            self._news.wait_for(lambda: self._view.version != version, timeout)
        return self._view.version

    def act(self, act: Act) -> None:
        """Do what the director says: checked, kept, and then so. Raises `CannotAct` with the reason, and `ArchiveDown`."""
        with self._changing:
            self._read_acts()
            check(self._view.evening, act)
            self.archive.note(act_line(act))
        self._follow()

    def invite(self, box: str) -> Invitation:
        """An account for a box, new or with a new key: the code in it is what the box is shown. Raises `NoAccount`."""
        key = self.accounts.add(box)
        access = self._access
        return Invitation(self._where, self.name, box, key, self._broker, access.port, access.authority_sum)

    def revoke(self, box: str) -> None:
        """Take the account of a box away: it is put out at once. Raises `NoAccount`."""
        self.accounts.revoke(box)
        self.intake.put_out(box)

    def picture(self, box: str, name: str) -> bytes | None:
        """A picture of a box, from the album or from the box; None where it is not there any more, or the box does not answer."""
        kept = self.album.content(name) if self.album else None
        if kept:
            return kept
        picture = self.intake.picture(box, name, PICTURE_S)
        if self.album and picture:
            self.album.keep(name, picture)
        return picture

    def collect(self, stop: Event) -> None:
        """Fill the album with what is disputed, until `stop`; what a box did not send is asked for again after a while."""
        asked: dict[tuple[str, str], float] = {}
        version = -1
        while self.album and not stop.is_set():
            version = self.wait(version, LOOK_S)
            view = self.view
            wanted = {(box, name) for box, session in view.current.items() for name in disputed_pictures(session)}
            for box, name in wanted:
                is_there = box in view.boxes and view.boxes[box].state.is_there
                if is_there and monotonic() - asked.get((box, name), -AGAIN_S) >= AGAIN_S:
                    asked[box, name] = monotonic()
                    self.picture(box, name)

    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the hub itself, in sentences."""
        own = (self._trouble or self.intake.trouble, self.intake.line.trouble, *self._odd_acts)
        found = (*own, *(tell() for tell in self.others))
        return tuple(dict.fromkeys(sentence for sentence in found if sentence))

    def _something_came(self) -> None:
        self._came.set()

    def _look(self) -> None:
        """Follow the archive where it can be read; what is wrong with it otherwise is told, and the next look tries again."""
        try:
            self._follow()
            self._trouble = ""
        except ArchiveDown as error:
            self._trouble = str(error)

    def _follow(self) -> None:
        """Bring everything up to what the archive has; whoever waits hears of it."""
        with self._changing:
            acted = self._read_acts()
            touched = self._room.catch_up()
            before = self._view
            boxes = self.intake.boxes
            if not (acted or touched) and _gist(boxes) == _gist(before.boxes):
                return
            self._view = View(before.version + 1, before.evening, self._room.sessions, boxes)
        with self._news:
            self._news.notify_all()

    def _read_acts(self) -> bool:
        """Apply what the director did since the last look; whether there was anything."""
        found = self.archive.notes(self._noted)
        evening = self._view.evening
        for number, line in found:
            try:
                act = read_act(line)
                check(evening, act)
                evening = evolve(evening, act)
            except (BadAct, CannotAct) as error:
                self._odd_acts.append(f"Act {number} of the director cannot be used: {error}")
            self._noted = number
        if found:
            if evening.since != self._room.since:
                self._room = Room(self.archive, evening.since)
            self._room.choose(evening.ways)
            self._view = View(self._view.version + 1, evening, self._room.sessions, self._view.boxes)
        return bool(found)


def _gist(boxes: dict[str, BoxSeen]) -> dict[str, object]:
    return {name: seen.gist for name, seen in boxes.items()}
