"""What the pages work with: the log, the pictures, the news, the keys, and the box itself where there is one."""

import json
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from flask import abort, current_app, render_template, request

from scoring.games import GAMES, house_game
from scoring.games.game import Game
from scoring.ledger import EvidenceStore, LiveTable
from scoring.ledger.house import house_games
from scoring.ledger.keys import KeyRing
from scoring.ledger.replay import Replay
from scoring.projections import session_view, table_view
from scoring.table import Table
from web.box import Box, BoxAway
from web.hotspot import Hotspot
from web.languages import gettext, translated
from web.stream import News

SOON = 0.3
"""Seconds that the table page waits for the box: it is useful without."""

CAMERA_HOLDS = 2.0
"""Seconds for which the box's word about its camera holds, however many phones ask."""


@dataclass
class Services:
    """One for an application; the view of a table is worked out once, however many phones ask."""

    live: LiveTable
    evidence: EvidenceStore
    news: News
    keys: KeyRing
    clock: Callable[[], datetime] | None
    house: Path | None = None
    address: Callable[[], str | None] = lambda: None
    box: Box | None = None
    wifi: tuple[str, str] | None = None
    hotspot: Hotspot = field(default_factory=Hotspot)
    updates: Path | None = None
    ended: dict[str, Replay] = field(default_factory=dict)
    _seen: tuple[Table, dict[str, Any], str] | None = None
    _whole: tuple[Table, dict[str, Any]] | None = None
    _camera: tuple[float, dict[str, Any]] = (-math.inf, {})

    @property
    def folder(self) -> Path:
        """Where log, keys and everything beside them lie."""
        return self.live.ledger.path.parent

    def view(self) -> tuple[dict[str, Any], str]:
        """The public state of the table, as values and as JSON."""
        table, seen = self.live.table(), self._seen
        if seen is None or seen[0] is not table:
            values = table_view(table)
            seen = self._seen = (table, values, json.dumps(values))
        return seen[1], seen[2]

    def whole(self) -> dict[str, Any]:
        """The whole session as values, worked out once as well."""
        table, seen = self.live.table(), self._whole
        if seen is None or seen[0] is not table:
            seen = self._whole = (table, session_view(table))
        return seen[1]

    def message(self, place: int) -> bytes:
        """What the stream sends for that place in the log."""
        return f"id: {place}\ndata: {self.view()[1]}\n\n".encode()

    def alive(self) -> bytes:
        """What the stream sends in silence: that it lives, and what is wrong with the camera, which no log tells."""
        return f"event: alive\ndata: {json.dumps({'camera': self.camera_trouble()})}\n\n".encode()

    def camera_trouble(self) -> str:
        """What keeps the camera from seeing the table; nothing where it does, and where no box answers."""
        return str(self._of_camera().get("trouble", ""))

    def is_deck_new(self) -> bool:
        """Whether most cards of the deck on the table have to be asked about."""
        return bool(self._of_camera().get("is_deck_new"))

    def _of_camera(self) -> dict[str, Any]:
        said_at, answer = self._camera
        if time.monotonic() - said_at > CAMERA_HOLDS:
            # Whoever asks meanwhile is told what was said before.
            self._camera = time.monotonic(), answer
            answer = self.ask("camera", {})
            self._camera = time.monotonic(), answer
        return answer

    def troubles(self) -> list[str]:
        """Everything that is wrong with log, pictures, keys and the table's own process, in sentences."""
        found = [self.live.damage(), self.keys.trouble]
        if self.box and not self.ask("camera", {}):
            found.append("the table's process does not answer: no card is seen, and no button is heard")
        if not self.news.is_watching:
            found.append("nobody watches the log: phones do not hear of anything")
        return [trouble for trouble in found if trouble]

    def ask(self, what: str, nothing: dict[str, Any], patience: float = SOON) -> dict[str, Any]:
        """What the box says of it within so many seconds, and else `nothing`: the pages are useful without."""
        try:
            return nothing | replace(self.box, patience=patience).ask(what) if self.box else nothing
        except BoxAway:
            return nothing

    def game(self, name: str) -> Game | None:
        """The built-in or house game of that name."""
        rules = self.house_games().get(name)
        return house_game(rules) if rules is not None else GAMES.get(name)

    def house_games(self) -> dict[str, str]:
        """Texts of the house games, by name."""
        return house_games(self.house) if self.house else {}


@contextmanager
def written() -> Iterator[None]:
    """What is noted beside the log meanwhile; where the card takes nothing the visitor is told, and nothing was changed."""
    try:
        yield
    except OSError:
        abort(503, gettext("The box's card cannot be written: nothing was changed."))


def services() -> Services:
    """Those of the application that answers."""
    found: Services = current_app.extensions["cardtable"]
    return found


def ask_box(what: str, **asked: object) -> dict[str, Any]:
    """What the box answers; aborts with its reason where it refuses, or does not answer."""
    box = services().box
    try:
        answer = box.ask(what, **asked) if box else {}
    except BoxAway:
        abort(503, gettext("The table's camera process does not answer: is it running? Nothing was changed."))
    if "error" in answer:
        abort(400, translated(str(answer["error"])))
    return answer


def from_box(what: str, nothing: dict[str, Any], patience: float = SOON) -> dict[str, Any]:
    """See `Services.ask`."""
    return services().ask(what, nothing, patience)


def show(template: str, **values: Any) -> str:
    """The page with the state of the table in `view`; with `?part=1` only the part of it that changes."""
    layout = "part.html" if request.args.get("part") == "1" else "page.html"
    found = services()
    return render_template(
        template,
        layout=layout,
        view=found.view()[0],
        camera=found.camera_trouble(),
        is_deck_new=found.is_deck_new(),
        damage=found.live.damage(),
        **values,
    )
