"""The box itself: joins the table loop to a small Unix socket, over which the page asks for what is not in the log.

One line of JSON asks, one answers: `health`, `camera`, `picture`, `turn`, `guests`, `guest`, `calibrate`, `enrol`, `name`,
`face`, `learn`, `scan`, `stop`, `say`, `lamp`, `quiet`, `film`. While something is being set up the frames go there and not to
the table; buttons go on working.
"""

import base64
import json
import os
import socketserver
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import cv2
import numpy as np

from device.config import SOCKET, Config
from device.doctor import of_camera, of_table
from device.errors import BadInput
from device.guests import Guests
from device.loop import TableLoop
from device.machine import celsius, facts
from device.panel import Lamp
from device.played_faces import pictured, played_faces
from device.setup import DECKS, deck_name, deck_pack, keep_calibration, load_calibration, pack_labels, shown_before, with_zones
from device.speech import TRIAL
from device.tags import TagBook, TagReaders, Tap
from device.works import Calibrating, Enrolling, Json, Scanning, Work
from scoring.commands import SignSheet
from scoring.errors import Refused
from vision.arrays import Image
from vision.setup.enrolment import Enrolment
from vision.sighting import Frame

TAGS = "tags.json"
"""File of the known tags, in the data folder."""

SHOWN_WIDTH = 960
"""Pixels across of the live picture."""

TIDY_S = 3600.0
"""Seconds between two looks for pictures that are too old."""

SIGNING = timedelta(minutes=15)
"""Time after the end of a session in which taps sign its sheet; later ones take seats in the next."""

ASKING_S = 5.0
"""Seconds that the page may take to ask."""

LAMP_S = 3.0
"""Seconds for which a lamp test shows."""


class Box:
    """One table's loop with its door to the page."""

    def __init__(self, loop: TableLoop, config: Config) -> None:
        self.loop, self.config, self.data = loop, config, config.data
        self._tidied = float("-inf")
        self.guests = Guests(TagBook(self.data / TAGS))
        self.readers: TagReaders | None = None
        self.work: Work | None = None
        self._frame: Frame | None = None
        self._seen_at = 0.0
        self._was_set_up = False
        self._moves_kept = 0
        self._seated = loop.live.session

    def step(self, frame: Frame) -> None:
        """One frame for the table, or for what is being set up."""
        self._frame, self._seen_at = frame, time.monotonic()
        self.loop.counts.saw(self._seen_at)
        self.tidy()
        work = self.work
        if work is not None and not work.is_done:
            self._was_set_up = True
            self._set_up(work, frame)
            return
        if self._was_set_up:
            # The card that was shown last may still lie there: it is no play.
            self.loop.watcher.begin_again()
            self._was_set_up = False
        self.loop.step(frame)
        if self.loop.camera_moves != self._moves_kept:
            self._keep_moved()

    def _keep_moved(self) -> None:
        """The camera was knocked: keep where the zones are now, so that they are found there after a restart."""
        self._moves_kept, calibration = self.loop.camera_moves, self.loop.watcher.calibration
        try:
            if calibration is not None:
                keep_calibration(self.data, calibration)
        except OSError as error:
            self.loop.report(f"{self.data}: where the zones are now cannot be kept: {error.strerror}")

    def tapped(self, tap: Tap) -> bool:
        """Whether the tag is welcome: its player signs the sheet of the session that has just ended, or takes the next seat."""
        try:
            self._let_players_go()
            name = self.guests.known(tap)
            if name is None or not self._may_sign(name):
                return self.guests.tap(tap)
            self.loop.live.submit(SignSheet(by="tag", player=name), self.loop.clock)
        except (Refused, sqlite3.Error, OSError) as error:
            self.loop.report(f"a tag was held to the reader, and nothing came of it: {error}")
            return False
        return True

    def _may_sign(self, name: str) -> bool:
        """Whether a tap is a signature: for a while after the end, of somebody who played and has not signed yet."""
        table = self.loop.live.table()
        if table.ended_at is None or name not in table.agreed.players or name in table.signed:
            return False
        return timedelta() <= (self.loop.clock or self.loop.live.now)() - table.ended_at < SIGNING

    def tidy(self) -> None:
        """Once an hour, delete pictures that are older than the owner wants, and the oldest of too many."""
        if time.monotonic() < self._tidied + TIDY_S:
            return
        self._tidied = time.monotonic()
        try:
            if self.config.picture_days:
                # By the session's time: a clock that jumps on must not take the pictures of tonight.
                now = min(time.time(), self.loop.live.now().timestamp())
                self.loop.evidence.forget(now - self.config.picture_days * 86400)
            self.loop.evidence.shrink(self.config.picture_mb * 2**20)
        except OSError as error:
            self.loop.report(f"{self.loop.evidence.folder}: old pictures cannot be deleted: {error.strerror}")

    def _set_up(self, work: Work, frame: Frame) -> None:
        try:
            work.see(frame)
        except OSError as error:
            self.loop.report(f"{self.data}: what was set up cannot be kept: {error.strerror}")
            self.work = None
        self.loop.stand_by(frame)

    def answer(self, asked: Json) -> Json:
        """The answer to one question; `error` says in a sentence why there is none."""
        answers: dict[str, Callable[[Json], Json]] = {
            "health": self._health,
            "camera": self._camera,
            "picture": self._picture,
            "turn": self._turn,
            "guests": self._guests,
            "guest": self._guest,
            "calibrate": self._calibrate,
            "enrol": self._enrol,
            "name": self._name,
            "agree": self._agree,
            "face": self._face,
            "learn": self._learn,
            "scan": self._scan,
            "stop": self._stop,
            "say": self._say,
            "lamp": self._light,
            "quiet": self._quiet,
            "film": self._film,
        }
        what = asked.get("do")
        if not isinstance(what, str) or what not in answers:
            return {"error": "the box knows no such question"}
        try:
            return answers[what](asked)
        except (BadInput, ValueError) as error:
            return {"error": str(error)}
        except Exception as error:  # a fault of ours costs this one answer
            self.loop.report(f"the question {what} could not be answered: {type(error).__name__}: {error}")
            return {"error": "the box could not answer that: something went wrong that nobody foresaw"}

    def _health(self, _asked: Json) -> Json:
        work, age = self.work, time.monotonic() - self._seen_at
        findings = of_table(self.config, self.loop, self._frame, age, self.readers)
        return {
            "findings": [found.as_json() for found in findings],
            "decks": sorted(path.stem for path in (self.data / DECKS).glob("*.npz")),
            "deck": self.loop.watcher.reader.identifier.deck,
            "presses": [press.value for press in self.loop.pressed],
            "is_quiet": self.loop.panel.is_quiet,
            "pictured": len(pictured(self.loop.live.table())),
            "work": None if work is None else work.state(),
            "counts": self.loop.counts.as_json(),
            "frame_age_s": None if self._frame is None else age,
            "celsius": celsius(),
            "facts": facts(),
        }

    def _camera(self, _asked: Json) -> Json:
        found = of_camera(self.loop.camera_trouble, self._frame, time.monotonic() - self._seen_at)
        return {"trouble": "" if found.is_good else found.text, "is_deck_new": self.loop.is_deck_new}

    def _film(self, _asked: Json) -> Json:
        return {"evidence": self.loop.keep_film()}

    def _quiet(self, asked: Json) -> Json:
        self.loop.panel.is_quiet = bool(asked.get("quiet"))
        return {}

    def _picture(self, _asked: Json) -> Json:
        if self._frame is None:
            raise BadInput("the camera has not given a picture yet")
        return _jpeg(self._drawn(self._frame.picture))

    def _turn(self, _asked: Json) -> Json:
        turn = self.loop.intake.turn
        turn.follow(self.loop.live.table())
        return {"laid": list(turn.laid), "taken": list(turn.taken), "is_cleared": turn.is_cleared}

    def _let_players_go(self) -> None:
        """Who sat down before a session began has a seat in it: the list is for the next one."""
        session = self.loop.live.session
        if session != self._seated:
            self.guests.clear()
        self._seated = session

    def _guests(self, _asked: Json) -> Json:
        self._let_players_go()
        return self.guests.state()

    def _guest(self, asked: Json) -> Json:
        try:
            self.guests.name(str(asked.get("name", "")))
        except OSError as error:
            raise BadInput(f"the name cannot be kept: {error.strerror}") from None
        return self.guests.state()

    def _drawn(self, picture: Image) -> Image:
        """The picture at the page's size, with the zones of a calibration that fits it."""
        height, width = picture.shape[:2]
        size = (SHOWN_WIDTH, round(height * SHOWN_WIDTH / width))
        small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        calibration = load_calibration(self.data, self.loop.report)
        if calibration is None or not calibration.fits(picture):
            return small
        return with_zones(small, calibration.scaled_to(SHOWN_WIDTH))

    def _calibrate(self, asked: Json) -> Json:
        self._check_free()
        players = int(asked.get("players", 4))
        if not 2 <= players <= 8:
            raise BadInput(f"{players} players: expected 2 to 8")
        self.work = Calibrating(self.loop.watcher, self.data, players)
        return self.work.state()

    def _enrol(self, asked: Json) -> Json:
        self._check_free()
        pack, name = deck_pack(str(asked.get("pack", "std52"))), deck_name(str(asked.get("name", "")))
        enrolment = shown_before(self.data, name, pack) if asked.get("again") else Enrolment(name, pack_labels(pack))
        if asked.get("played"):
            enrolment.add(played_faces(self.loop.live.table(), self.loop.evidence))
        self.work = Enrolling(self.loop.watcher, self.data, pack, enrolment, self.loop.report)
        return self.work.state()

    def _check_free(self) -> None:
        if self.work is not None and not self.work.is_done:
            raise BadInput("something is being set up already: finish or stop that first")

    def _name(self, asked: Json) -> Json:
        work = self._enrolling()
        work.name(int(asked.get("place", -1)), str(asked.get("card", "")))
        return work.state()

    def _agree(self, _asked: Json) -> Json:
        work = self._enrolling()
        work.agree()
        return work.state()

    def _face(self, asked: Json) -> Json:
        return _jpeg(self._enrolling().face(int(asked.get("place", -1)))[..., :3])

    def _learn(self, asked: Json) -> Json:
        work = self._enrolling()
        work.learn(bool(asked.get("partly")))
        return work.state()

    def _enrolling(self) -> Enrolling:
        if not isinstance(self.work, Enrolling):
            raise BadInput("no deck is being shown: begin with its name")
        return self.work

    def _scan(self, _asked: Json) -> Json:
        self._check_free()
        self.work = Scanning()
        return self.work.state()

    def _stop(self, _asked: Json) -> Json:
        self.work = None
        return {}

    def _say(self, _asked: Json) -> Json:
        speaker = self.loop.speaker
        if speaker is None:
            raise BadInput('the voice is off: voice = "en" or "fr" in the settings switches it on')
        speaker.say(TRIAL[speaker.language])
        return {}

    def _light(self, asked: Json) -> Json:
        self.loop.flash(Lamp(asked.get("lamp")), LAMP_S)
        return {}


def _jpeg(picture: Image) -> Json:
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
    return {"jpeg": base64.b64encode(packed.tobytes()).decode()}


class _Asked(socketserver.StreamRequestHandler):
    timeout = ASKING_S

    def handle(self) -> None:
        """One question, one answer; whoever does not ask, or does not listen, is let go."""
        with suppress(OSError):
            try:
                asked = json.loads(self.rfile.readline(65536))
            except (ValueError, RecursionError):
                asked = {}
            server: Any = self.server
            answer = server.box.answer(asked if isinstance(asked, dict) else {})
            self.wfile.write(json.dumps(answer).encode() + b"\n")


class Door(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """The socket of a box, served in a thread until `shut`; only the service's own user and group may knock."""

    daemon_threads = True

    def __init__(self, box: Box) -> None:
        self.box, self.path = box, box.data / SOCKET
        self.path.unlink(missing_ok=True)
        mask = os.umask(0o007)
        try:
            super().__init__(str(self.path), _Asked)
        finally:
            os.umask(mask)
        self._thread = threading.Thread(target=self.serve_forever, name="box", daemon=True)
        self._thread.start()

    def shut(self) -> None:
        """Answer nobody any more, and take the socket away."""
        self.shutdown()
        self.server_close()
        self.path.unlink(missing_ok=True)
        self._thread.join()
