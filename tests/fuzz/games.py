"""Rules that somebody wrote: a game that is taken can be started, played by clumsy people, scored and written down."""

from collections.abc import Mapping
from pathlib import Path

from device.records import score_lines
from scoring.commands import StartSession
from scoring.errors import ScoringError
from scoring.events import SessionStarted
from scoring.games import house_game
from scoring.games.builtin import FAMILY
from scoring.games.rules import texts as texts_of_games
from scoring.ledger.house import read_rules
from scoring.ledger.text import write_text
from scoring.ledger.text_reader import read_text
from tests.fuzz.door import Door
from tests.fuzz.mutator import texts
from tests.fuzz.records import STEPS
from tests.golden.transcripts import Clumsy
from tests.tables import NAMES
from tests.unit.test_house_games import DOCS
from web.options import asked_for, players_for


def rules(folder: Path) -> Door:
    """The game as it comes, and with the last choice of every option."""
    path = folder / "game.toml"

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        text = read_rules(path)
        _play(text, {})
        _play(text, {asked.name: asked.choices[-1][0] for asked in asked_for(house_game(text)) if asked.choices})

    own = [file.read_text() for file in DOCS.glob("*.toml")]
    written = [text.replace('name = "', 'name = "my_') for text in (*FAMILY, *texts_of_games())] + own
    return Door([text.encode() for text in written], feed, (ScoringError,), texts)


def _play(text: str, options: Mapping[str, object]) -> None:
    game, clumsy = house_game(text), Clumsy("spar")
    clumsy.players = players_for(game)[0]
    clumsy.do(StartSession(by="t", game=game.name, players=NAMES[: clumsy.players], options=dict(options), stake=2, rules=text))
    for _ in range(STEPS if clumsy.events else 0):
        clumsy.do(clumsy.sensible() if clumsy.chance.random() < 0.8 else clumsy.odd())
    for start in (event for event in clumsy.events if isinstance(event, SessionStarted)):
        list(score_lines(clumsy.table))
        read_text(write_text(clumsy.table, start), "again")
