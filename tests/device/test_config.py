"""The configuration: every mistake is named with its file, its key and what is expected."""

from dataclasses import replace
from pathlib import Path

import pytest

from device.config import Club, Config, Confirm, Pins, Voice, load_config
from device.errors import BadInput

SHIPPED = Path(__file__).parents[2] / "systemd" / "cardtable.toml"


def test_the_shipped_file_states_the_defaults() -> None:
    assert load_config(SHIPPED) == Config()


def test_values_are_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "cardtable.toml"
    path.write_text('data = "/srv/cards"\nconfirm = "next-lead"\nvoice = "fr"\nhold_s = 2\n[pins]\nconfirm = 4\n')
    config = load_config(path)
    assert (config.data, config.confirm, config.hold_s) == (Path("/srv/cards"), Confirm.NEXT_LEAD, 2.0)
    assert config.voice is Voice.FRENCH
    assert config.pins == Pins(confirm=4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("colour = 1", "there is no key 'colour'"),
        ("port = 0", "port is 0: expected a whole number from 1 to 65535"),
        ('port = "80"', "port is '80': expected a whole number"),
        ("bounce_ms = 100", "bounce_ms is 100: expected a whole number from 10 to 20"),
        ('confirm = "maybe"', "confirm is 'maybe': expected button or next-lead"),
        ('voice = "de"', "voice is 'de': expected \"\" or en or fr"),
        ("voice = true", 'voice is True: expected "" or en or fr'),
        ("voice = []", 'voice is []: expected "" or en or fr'),
        ("buttons = 1", "buttons is 1: expected true or false"),
        ("port = true", "port is True: expected a whole number"),
        ("camera = 3", "camera is 3: expected text"),
        ("pins = 3", "pins is 3: expected a table"),
        ("[pins]\nconfirm = 99", "pins: confirm is 99: expected a GPIO number"),
        ("[pins]\nbell = 1", "pins: there is no key 'bell'"),
        ("[pins]\nconfirm = 27", "two of them share"),
        ("club = 3", "club is 3: expected a table"),
        ("[club]\ncode = 3", "club: code is no text"),
        ("[club]\nname = 'x'", "club: there is no key 'name'"),
        ("port = ", "not TOML"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "cardtable.toml"
    path.write_text(text)
    config = load_config(path, tmp_path / "none")
    (problem,) = config.problems
    assert words in problem
    assert problem.startswith(str(path))
    assert "\n" not in problem
    assert config == replace(Config(), problems=(problem,))


def test_a_mistake_costs_its_own_key_alone(tmp_path: Path) -> None:
    path = tmp_path / "cardtable.toml"
    path.write_text('prot = 8080\nhold_s = 2.0\nconfirm = "later"\n')
    config = load_config(path, tmp_path / "none")
    assert (config.hold_s, config.confirm, len(config.problems)) == (2.0, Confirm.BUTTON, 2)


def test_one_bad_pin_costs_itself_alone_and_boot_adds_to_the_others(tmp_path: Path) -> None:
    path, boot = tmp_path / "cardtable.toml", tmp_path / "boot.toml"
    path.write_text("[pins]\nconfirm = 27\nundo = 17\nred = 12\nbell = 2\n")
    boot.write_bytes(b"\xef\xbb\xbf[pins]\nundo = 23\n")
    config = load_config(path, boot)
    assert config.pins == Pins(confirm=27, red=12, undo=23)
    assert len(config.problems) == 1


def test_what_stands_on_the_boot_partition_goes_first(tmp_path: Path) -> None:
    path, boot = tmp_path / "cardtable.toml", tmp_path / "boot.toml"
    path.write_text("port = 8080\nhold_s = 2.0\n")
    boot.write_text("port = 81\nquiet = 1\n")
    config = load_config(path, boot)
    assert (config.port, config.hold_s, config.quiet) == (81, 2.0, False)
    assert [problem.split(": ")[0] for problem in config.problems] == [str(boot)]


def test_the_code_of_a_club_may_stand_on_the_boot_partition(tmp_path: Path) -> None:
    path, boot = tmp_path / "cardtable.toml", tmp_path / "boot.toml"
    path.write_text('[club]\ncode = "http://old/join#box=1"\n')
    boot.write_text('[club]\ncode = "http://hub/join#box=2"\n')
    assert load_config(path, boot) == Config(club=Club("http://hub/join#box=2"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        load_config(tmp_path / "none.toml")
