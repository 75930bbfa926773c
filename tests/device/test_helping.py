"""The file for a friend, written by a command: settings without what somebody wrote, and the journal without names."""

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from device import helping
from device.cli import cardtable
from device.errors import BadInput
from scoring.ledger.keys import KEYS, KeyRing

CONFIGURATION = """data = "{data}"
camera = "/dev/null"
wifi = "Grandmother's"
wifi_password = "petunia-1987"
quiet = true
[club]
code = "http://hub/join#key=hush"
"""


def test_settings_and_journal_are_in_it_and_nothing_that_somebody_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, file, configuration = tmp_path / "data", tmp_path / "help.zip", tmp_path / "cardtable.toml"
    configuration.write_text(CONFIGURATION.format(data=data))
    data.mkdir()
    (data / "tags.json").write_text('{"0123456789abcdef": "Zebediah"}')
    keys = KeyRing(data / KEYS).keys()
    monkeypatch.setattr(
        helping, "journal", lambda: f"Zebediah sat down; Grandmother's is near; {keys.owner}; petunia-1987; a page came"
    )
    done = CliRunner().invoke(cardtable, ["bundle", str(file), "--config", str(configuration)])
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(file) as archive:
        whole = {name: archive.read(name).decode() for name in archive.namelist()}
    assert '"quiet": true' in whole["settings.json"]
    assert "a page came" in whole["journal.txt"]
    assert "camera" in whole["doctor.json"]
    text = "".join(whole.values())
    for secret in ("Zebediah", "Grandmother", "petunia", "hush", keys.owner, keys.table, keys.secret, "0123456789abcdef"):
        assert secret not in text


def test_where_it_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "in the way").touch()
    configuration = tmp_path / "cardtable.toml"
    configuration.write_text(CONFIGURATION.format(data=tmp_path / "data"))
    (tmp_path / "data").mkdir()
    done = CliRunner().invoke(cardtable, ["bundle", str(tmp_path / "in the way" / "help.zip"), "--config", str(configuration)])
    assert isinstance(done.exception, BadInput)
    assert "in the way" in str(done.exception)
