"""The hub's configuration: every mistake is named with its key, and costs that key alone."""

from dataclasses import replace
from pathlib import Path

import pytest

from club.settings import HubSettings, load_settings

SHIPPED = Path(__file__).parents[2] / "systemd" / "cardtable-hub.toml"


def test_the_shipped_file_states_the_defaults() -> None:
    assert load_settings(SHIPPED) == HubSettings()


def test_values_are_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "hub.toml"
    path.write_text('club = "Tuesday"\ndata = "/srv/hub"\nnames = ["hub.club.example", "fd00::7"]\nneighbours = true\n')
    settings = load_settings(path)
    assert settings == HubSettings("Tuesday", Path("/srv/hub"), names=("hub.club.example", "fd00::7"), neighbours=True)
    assert settings.archive == "/srv/hub/hub.db"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("colour = 1", "there is no key 'colour'"),
        ("port = 0", "port is 0: expected a whole number from 1 to 65535"),
        ("broker_port = true", "broker_port is True: expected a whole number"),
        ('club = ""', "club is '': expected text"),
        ("club = 3", "club is 3: expected text"),
        ('names = "hub"', "names is 'hub': expected a list"),
        ('names = ["hub,IP:10.0.0.1"]', "expected a list of names and addresses"),
        ("neighbours = 1", "neighbours is 1: expected true or false"),
        ('webhook = "ftp://x"', "expected an address that begins with http"),
        ('broker = "mqtt://hub:secret@broker:1883"', "broker is 'broker:1883': expected mqtts://"),
        ("pictures = -1", "pictures is -1: expected a whole number from 0"),
        ('database = "mysql://x"', "expected postgresql://"),
        ("port = ", "not TOML"),
    ],
)
def test_a_mistake_is_named_and_costs_its_own_key_alone(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "hub.toml"
    path.write_text(text)
    settings = load_settings(path)
    (problem,) = settings.problems
    assert problem.startswith(str(path))
    assert words in problem
    assert settings == replace(HubSettings(), problems=(problem,))


def test_a_password_is_not_said_where_the_database_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "hub.toml"
    path.write_text('database = "postgre://club:secret@db/club"')
    (problem,) = load_settings(path).problems
    assert "secret" not in problem
