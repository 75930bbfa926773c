"""The voice, by programs that stand in for espeak-ng: one that writes, one that fails, one that hangs, and none."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.speaker import Speaker, SpeakerState, seen_state
from device.speech import TRIAL
from scoring.words import Language
from tests.conftest import skip_tier
from tests.device.benches import program

Program = Callable[[str | None], None]


@pytest.fixture
def espeak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Puts a program in espeak-ng's place; its folder is the test's own."""
    os.mkfifo(tmp_path / "begun")
    os.mkfifo(tmp_path / "go")
    return lambda script: program(tmp_path, monkeypatch, script)


@pytest.fixture
def reports() -> list[str]:
    return []


@pytest.fixture
def speaker(reports: list[str], espeak: Program, monkeypatch: pytest.MonkeyPatch) -> Iterator[Speaker]:
    monkeypatch.setattr("device.speaker.seen_state", lambda: SpeakerState.READY)
    voice = Speaker(Language.FRENCH, reports.append)
    voice.start()
    yield voice
    voice.stop()


WAITS = "cat >> heard; echo >> heard; echo $$ > begun; read word < go"
"""Says into a pipe that it has begun, with its number, and waits in another until it may end."""


def begun(folder: Path) -> int:
    """The number of the next child, once it speaks."""
    return int((folder / "begun").read_text())


def go(folder: Path) -> None:
    (folder / "go").write_text("on\n")


def test_a_sentence_is_given_to_the_program_and_nothing_of_it_is_an_argument(tmp_path: Path, espeak: Program) -> None:
    espeak('echo "$@" > arguments; cat > heard')
    said = '-v <speak> & $(id) "é\0œ" [[x]] \ud800'
    assert Speaker(Language.FRENCH, pytest.fail).speak(said) is SpeakerState.READY
    assert (tmp_path / "arguments").read_text() == "--stdin -b 1 -v fr\n"
    assert (tmp_path / "heard").read_text() == '-v  speak  & $(id) "é œ"   x   ?'


@pytest.mark.parametrize(
    ("script", "state"),
    [
        ("exit 1", SpeakerState.FAILED),
        ("kill -9 $$", SpeakerState.FAILED),
        ("echo 'error: Host is down' >&2", SpeakerState.NO_SOUND),
        ("echo 'ALSA lib pcm.c:8545:(snd_pcm_recover) underrun occurred' >&2", SpeakerState.READY),
        (None, SpeakerState.NO_PROGRAM),
    ],
    ids=["it fails", "it is killed", "no device", "it complains and speaks", "it is missing"],
)
def test_how_a_sentence_went(espeak: Program, script: str | None, state: SpeakerState) -> None:
    espeak(script)
    assert Speaker(Language.ENGLISH, pytest.fail).speak("x") is state


def test_a_program_that_may_not_be_run_fails(tmp_path: Path, espeak: Program) -> None:
    espeak("")
    (tmp_path / "programs" / "espeak-ng").write_bytes(b"no program")
    assert Speaker(Language.ENGLISH, pytest.fail).speak("x") is SpeakerState.FAILED


def test_a_child_that_hangs_is_ended_and_what_it_has_started_holds_nobody_up(
    tmp_path: Path, espeak: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.speaker.LONGEST_S", 0.05)
    espeak("cat go")
    held = os.open(tmp_path / "go", os.O_RDWR)
    assert Speaker(Language.ENGLISH, pytest.fail).speak("x") is SpeakerState.HANGS
    (tmp_path / "go").unlink()
    os.close(held)


def test_while_one_sentence_is_spoken_only_the_newest_waits(tmp_path: Path, espeak: Program, speaker: Speaker) -> None:
    espeak(WAITS)
    speaker.say("one")
    begun(tmp_path)
    speaker.say("two")
    speaker.say("three")
    go(tmp_path)
    begun(tmp_path)
    go(tmp_path)
    assert (tmp_path / "heard").read_text().split() == ["one", "three"]


def test_at_the_end_the_child_is_gone_in_the_middle_of_a_word(
    tmp_path: Path, espeak: Program, speaker: Speaker, reports: list[str]
) -> None:
    espeak(WAITS)
    speaker.say("one")
    child = begun(tmp_path)
    speaker.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert reports == []
    assert speaker.speak("two") is speaker.state
    assert (tmp_path / "heard").read_text() == "one\n"


def test_trouble_is_reported_once_until_it_is_well_again(
    tmp_path: Path, espeak: Program, speaker: Speaker, reports: list[str]
) -> None:
    for code in (1, 1, 0, 1):
        espeak(f"{WAITS}; exit {code}")
        speaker.say("x")
        begun(tmp_path)
        go(tmp_path)
    # The next one begins when the one before has been judged.
    espeak(WAITS)
    speaker.say("x")
    begun(tmp_path)
    assert reports == [SpeakerState.FAILED.value] * 2


def test_what_can_be_seen_without_a_sound(tmp_path: Path, espeak: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.speaker.SOUND", tmp_path / "snd")
    espeak(None)
    assert seen_state() is SpeakerState.NO_PROGRAM
    espeak("")
    assert seen_state() is SpeakerState.NO_SOUND
    (tmp_path / "snd").mkdir()
    (tmp_path / "snd" / "pcmC0D0c").touch()
    assert seen_state() is SpeakerState.NO_SOUND
    (tmp_path / "snd" / "pcmC0D0p").touch()
    assert seen_state() is SpeakerState.READY


def test_what_is_missing_at_the_start_is_reported(espeak: Program, reports: list[str]) -> None:
    espeak(None)
    voice = Speaker(Language.ENGLISH, reports.append)
    voice.start()
    voice.stop()
    assert (reports, voice.state) == (
        ["the box cannot speak, espeak-ng is not installed: sudo apt install espeak-ng"],
        SpeakerState.NO_PROGRAM,
    )


@pytest.mark.parametrize("language", TRIAL)
def test_the_real_program_takes_the_text(language: Language) -> None:
    state = Speaker(language, pytest.fail).speak(TRIAL[language])
    if state is SpeakerState.NO_PROGRAM:
        skip_tier("voice", "espeak-ng is not installed")
    assert state in (SpeakerState.READY, SpeakerState.NO_SOUND)
