"""What the pages of the manual's pictures say now."""

from pathlib import Path

from manual.pictures import PICTURES, words_of
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KeyRing
from tests.web.browsing import STATES
from tests.web.conftest import Page, PaperBox
from web import create_app
from web.hotspot import Hotspot
from web.stream import News


def said_now(folder: Path) -> dict[str, str]:
    """The sum of the words of every picture's page."""
    return {picture.name: _words(folder / picture.name, picture.state, picture.path) for picture in PICTURES}


def _words(folder: Path, state: str, path: str) -> str:
    live, keys, box = LiveTable(Ledger(folder / "log.db")), KeyRing(folder / "keys.json"), PaperBox()
    evidence, news = EvidenceStore(folder / "evidence"), News(live.ledger)
    hotspot = Hotspot(said=folder / "said")
    app = create_app(live, evidence, news, keys, address=lambda: "http://192.168.1.7:8000/", box=box, hotspot=hotspot)
    table = Page(live, evidence, news, keys, box, app.test_client(), hotspot)
    STATES[state][0](table)
    assert table.client.get(f"/key/{keys.keys().owner}").status_code == 303
    answer = table.client.get(path)
    assert answer.status_code == 200, (state, path)
    return words_of(answer.text, keys.keys().table, keys.keys().owner)
