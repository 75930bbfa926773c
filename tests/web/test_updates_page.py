"""Updates on the set-up page: what the owner wishes is written down, and how it does is shown."""

from pathlib import Path

import pytest

from tests.web.conftest import Page
from web.app import create_app
from web.updates import WISH, Phase, UpdateState, UpdateWish, Wanted, read_state, read_wish, write_state


@pytest.fixture
def state(page: Page, tmp_path: Path) -> Path:
    """The file of a program that makes updates for this page; the visitor is the owner."""
    path = tmp_path / "updates" / "state.json"
    app = create_app(page.live, page.evidence, page.news, page.keys, box=page.box, updates=path)
    page.client = app.test_client()
    page.client.get(f"/key/{page.keys.keys().owner}")
    page.client.get("/setup")
    return path


def wish(page: Page, **fields: str) -> int:
    return page.client.post("/setup/update", data={"token": page.token, **fields}).status_code


def test_what_the_owner_wishes_is_written_down_until_it_is_done_or_called_off(page: Page, state: Path, tmp_path: Path) -> None:
    assert wish(page, wanted="look", source=" https://example.org/cardtable/ ") == 303
    assert read_wish(tmp_path) == UpdateWish(Wanted.LOOK, "https://example.org/cardtable/")
    assert "The box begins in a moment." in page.client.get("/setup").text
    assert wish(page, wanted="nothing") == 303
    assert read_wish(tmp_path) is None
    assert "Look for a new version" in page.client.get("/setup").text
    for wanted in ("", "everything"):
        assert wish(page, wanted=wanted) == 400
    assert wish(page, wanted="look", source="x" * 401) == 400
    assert read_wish(tmp_path) is None


def test_only_the_owner_has_the_box_brought_up_to_date(page: Page, tmp_path: Path) -> None:
    assert wish(page, wanted="look") == 403
    assert not (tmp_path / WISH).exists()


def test_what_is_new_is_shown_with_its_notes_and_its_button(page: Page, state: Path, tmp_path: Path) -> None:
    write_state(state, UpdateState(source="/media", found="9.9", notes="- A lamp that <sings>"))
    text = page.client.get("/setup").text
    assert "Version 9.9 is there" in text
    assert "- A lamp that &lt;sings&gt;" in text
    assert wish(page, wanted="install", version="9.9") == 303
    assert read_wish(tmp_path) == UpdateWish(Wanted.INSTALL, version="9.9")


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (UpdateState(Phase.FETCHING), "is being fetched"),
        (UpdateState(Phase.WAITING), "waits for the end of the hand"),
        (UpdateState(Phase.INSTALLING), "the session goes on"),
        (UpdateState(said="Version 9.9 runs."), "Version 9.9 runs."),
        (UpdateState(trouble="no USB stick with a release is in: copy one"), "no USB stick with a release is in"),
    ],
)
def test_how_it_does_is_said(page: Page, state: Path, now: UpdateState, words: str) -> None:
    write_state(state, now)
    assert words in page.client.get("/setup").text
    assert read_state(state) == now


@pytest.mark.parametrize("spoil", [b"", b"{", b"[]", b'{"phase": "dancing"}', b'{"phase": "idle", "colour": 1}', b"\xff"])
def test_files_that_make_no_sense_are_none(page: Page, state: Path, tmp_path: Path, spoil: bytes) -> None:
    state.parent.mkdir(exist_ok=True)
    state.write_bytes(spoil)
    (tmp_path / WISH).write_bytes(spoil)
    assert read_state(state) == UpdateState()
    assert read_wish(tmp_path) is None
    assert page.client.get("/setup").status_code == 200


def test_a_page_whose_program_is_brought_up_to_date_elsewhere_says_so(page: Page) -> None:
    page.client.get(f"/key/{page.keys.keys().owner}")
    text = page.client.get("/setup").text
    assert "brought up to date where it was installed" in text
    assert "Look for a new version" not in text


def test_the_disk_that_takes_nothing_is_named(page: Page, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("web.updates.write_file", full)
    assert wish(page, wanted="look") == 503
