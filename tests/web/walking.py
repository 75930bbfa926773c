"""A walk through every state of every game: clumsy people play, and at each state that is new all pages are looked at.

`python -m tests.web.walking [TABLE …]` walks all of it, in both languages and both lights, axe included; it prints what it
finds, and fails where that is anything. `test_walking` takes a part of it.
"""

import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Page as Screen

from scoring import commands as cmd
from scoring.errors import ScoringError
from scoring.games.game import Game
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KeyRing
from scoring.projections import attention
from scoring.table import Table
from tests.conftest import NOON, chromium
from tests.golden.transcripts import STEPS, TABLES, Clumsy
from web import create_app, serve
from web.stream import News

SIZES = ((320, 640), (390, 844), (768, 1024), (1280, 720), (1920, 1080))
SCREENS = ((1280, 720), (1920, 1080), (1080, 1920), (3840, 2160))
"""What the page for the far end of the room is made for, also upright."""

LANGUAGES, LIGHTS = ("en", "fr"), ("light", "dark")
NAMES = ("Maximiliane", "Kofi", "Jean-Baptiste", "Yaw")
"""Long names and short ones: a page is made for both."""

TABLE = ("/", "/?type=1", "/?tell=1")
OTHERS = (
    *("/score", "/hand", "/session", "/dispute/1/1", "/card/1/1/0", "/past", "/out/print", "/out/result", "/new"),
    *("/new/{game}", "/rules/{game}", "/me"),
)
TV = "/tv"

FAULTS = (Path(__file__).parent / "faults.js").read_text()


@dataclass
class Walk(Clumsy):
    """The clumsy table on a log that pages are served from; tells of each state that nobody has looked at yet."""

    live: LiveTable = field(kw_only=True)
    seen: set[tuple[object, ...]] = field(default_factory=set)

    def states(self) -> Iterator[tuple[object, ...]]:
        """Plays, and stops at what is new: by what the table waits for, how far the trick is, and what is proved or asked."""
        names = NAMES[: self.players]
        self.do(cmd.StartSession(by="t", game=self.game, players=names, options=self.options, stake=2))
        for step in range(STEPS):
            state = _kind_of(self.table)
            if state not in self.seen:
                self.seen.add(state)
                yield state
            self.do(self.sensible() if self.chance.random() < 0.72 or step < 20 else self.odd())

    def do(self, command: cmd.Command) -> None:
        """What is refused changes nothing here; what it says is looked at elsewhere."""
        with suppress(ScoringError):
            self.live.submit(command, lambda: NOON)
        self.table = self.live.table()


def _kind_of(table: Table) -> tuple[object, ...]:
    deal, hand = table.deal, table.hand
    game: Game = table.game
    if deal is None or hand is None:
        return (attention(table),)
    laid = len(hand.open_trick.plays) if hand.open_trick else 0
    return (
        attention(table),
        game.awaits(deal.setup, hand),
        "over" if deal.is_over else "full" if hand.is_trick_full else min(laid, 1),
        min(hand.confirmed, 2) if not deal.is_over else -1,
        hand.is_void,
        deal.result is None,
        bool(deal.offences),
        table.disputed is not None,
        table.is_ended,
        bool(table.corrections),
        min(len(hand.calls), 2) + min(len(hand.moves), 2),
    )


@dataclass(frozen=True)
class Served:
    """A table on the air: its log, and the address with the key that opens everything."""

    live: LiveTable
    address: str
    key: str


@contextmanager
def served() -> Iterator[Served]:
    """A server of its own on loopback."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        live, keys = LiveTable(Ledger(data / "log.db")), KeyRing(data / "keys.json")
        evidence, news = EvidenceStore(data / "evidence"), News(live.ledger)
        app = create_app(live, evidence, news, keys, address=lambda: "http://192.168.1.7:8000/")
        server = serve(app, news, "127.0.0.1", 0)
        thread = threading.Thread(target=server.run)
        thread.start()
        yield Served(live, f"http://127.0.0.1:{server.port}", keys.keys().owner)
        server.close()
        thread.join()


def entered(browser: Browser, table: Served, language: str, light: str = "light") -> Screen:
    """A browser in that language that may do everything."""
    context = browser.new_context(locale=language, color_scheme="dark" if light == "dark" else "light", reduced_motion="reduce")
    screen = context.new_page()
    screen.goto(f"{table.address}/key/{table.key}", wait_until="load")
    return screen


def faults(screen: Screen, address: str) -> list[str]:
    """What is wrong with a page at any size: cut off, too small, lying over one another, codes where people read."""
    answer = screen.goto(address, wait_until="load")
    if answer is None or answer.status == 404:
        return []
    found = [] if answer.ok else [f"answered {answer.status}"]
    for width, height in SCREENS if address.endswith(TV) else SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {fault}" for fault in screen.evaluate(FAULTS)]
    return found


def axe_finds(screen: Screen, address: str) -> list[str]:
    """What axe finds on a page."""
    screen.goto(address, wait_until="load")
    return [
        f"axe {violation['id']}: {node['html'][:120]}"
        for violation in Axe().run(screen).response["violations"]
        for node in violation["nodes"]
    ]


def walk(browser: Browser, name: str, languages: Sequence[str] = LANGUAGES, is_whole: bool = True) -> Iterator[str]:
    """Every fault in every state that the table comes to, each once; `is_whole` looks at all pages, and with axe as well.

    The table's own pages are looked at in every state, the others, which change less, in every eighth.
    """
    told: set[str] = set()
    with served() as table:
        walked = Walk(name, live=table.live)
        screens = [(language, entered(browser, table, language)) for language in languages]
        lights = [(light, entered(browser, table, "en", light)) for light in LIGHTS] if is_whole else []
        for count, state in enumerate(walked.states()):
            is_eighth = is_whole and count % 8 == 0
            for path in (*TABLE, TV, *(OTHERS if is_eighth else ())):
                address = table.address + path.format(game=walked.game)
                found = [(f"{language} {path}", fault) for language, screen in screens for fault in faults(screen, address)]
                if is_eighth:
                    found += [(f"{light} {path}", fault) for light, screen in lights for fault in axe_finds(screen, address)]
                for where, fault in found:
                    if fault not in told:
                        told.add(fault)
                        yield f"{name} {where} {state}: {fault}"
        for _, screen in (*screens, *lights):
            screen.context.close()


def main() -> int:
    """Walk all of it; 1 where anything was found."""
    count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name in sys.argv[1:] or TABLES:
            for fault in walk(browser, name):
                count += 1
                sys.stdout.write(f"{fault}\n")
            sys.stdout.write(f"{name}: walked, {count} so far\n")
            sys.stdout.flush()
        browser.close()
    return min(count, 1)


if __name__ == "__main__":
    sys.exit(main())
