"""The box's voice: sentences spoken by espeak-ng, a child process for each, in a thread of its own.

Nobody waits for it. While one sentence is spoken at most one waits, the newest; whatever goes wrong costs the sound alone, is
named once, and is tried again with the next sentence.
"""

import os
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import BinaryIO

from scoring.words import Language

PROGRAM = "espeak-ng"
SOUND = Path("/dev/snd")
"""Folder of ALSA's devices; those to play on are named `pcmC0D0p`."""

LONGEST_S = 30.0
"""Seconds that a sentence may take: the totals of eight players take ten."""

ENDING_S = 2.0
"""Seconds that the thread gets at the end. A driver may keep even a child that was killed."""

_TO_SPACES = str.maketrans("[]<>\0", "     ")
"""espeak-ng takes what stands in [[ ]] for sounds, and a NUL for the end."""


class SpeakerState(Enum):
    """How it stands with the voice."""

    READY = "the voice is ready"
    NO_PROGRAM = "the box cannot speak, espeak-ng is not installed: sudo apt install espeak-ng"
    NO_SOUND = "the voice reaches no loudspeaker: plug one in; where there are several, name it in /etc/asound.conf"
    HANGS = "the voice comes to no end: does another program hold the loudspeaker?"
    FAILED = "espeak-ng fails: sudo apt install --reinstall espeak-ng"


class Speaker:
    """Speaks one language. `state` is how the last sentence went; before the first, what can be seen without one."""

    def __init__(self, language: Language, report: Callable[[str], None]) -> None:
        """`report` is told what is wrong, once until it is well again."""
        self.language, self._report = language, report
        self.state = SpeakerState.READY
        self._waiting: deque[str] = deque(maxlen=1)
        self._woken = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._is_stopped = False
        self._starting = threading.Lock()
        self._thread = threading.Thread(target=self._speak_on, name="voice", daemon=True)

    def start(self) -> None:
        """Begin to speak what is said."""
        self._become(seen_state())
        self._thread.start()

    def say(self, sentence: str) -> None:
        """Have it spoken as soon as the voice is free, instead of what waits now; returns at once."""
        self._waiting.append(sentence)
        self._woken.set()

    def stop(self) -> None:
        """Fall silent, in the middle of a word."""
        with self._starting:
            self._is_stopped = True
            if self._child is not None:
                self._child.kill()
        self._woken.set()
        self._thread.join(ENDING_S)

    def speak(self, sentence: str) -> SpeakerState:
        """Speak it now, and say how that went; returns when it has been spoken, or cannot be."""
        try:
            # Files in memory: no pipe that a child of the child may hold open, and no disk that may be full.
            with _in_memory(sentence.translate(_TO_SPACES)) as text, _in_memory() as complaints:
                return self._ended(text, complaints)
        except FileNotFoundError:
            return SpeakerState.NO_PROGRAM
        except OSError:
            return SpeakerState.FAILED

    def _speak_on(self) -> None:
        while True:
            self._woken.wait()
            self._woken.clear()
            if self._is_stopped:
                return
            if self._waiting:
                self._become(self.speak(self._waiting.pop()))

    def _become(self, state: SpeakerState) -> None:
        if state is not self.state and state is not SpeakerState.READY and not self._is_stopped:
            self._report(state.value)
        self.state = state

    def _ended(self, text: BinaryIO, complaints: BinaryIO) -> SpeakerState:
        """How a child ended that was given the text."""
        command = [PROGRAM, "--stdin", "-b", "1", "-v", self.language.value]
        with self._starting:
            if self._is_stopped:
                return self.state
            self._child = subprocess.Popen(command, stdin=text, stdout=subprocess.DEVNULL, stderr=complaints)  # noqa: S603  # no shell, and nobody else's words
        try:
            code = self._child.wait(LONGEST_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
            return SpeakerState.HANGS
        complaints.seek(0)
        # Without a device it ends well, having said so.
        is_silent = any(line.startswith(b"error:") for line in complaints)
        return SpeakerState.FAILED if code else SpeakerState.NO_SOUND if is_silent else SpeakerState.READY


def seen_state() -> SpeakerState:
    """What can be seen of the voice without a sound: whether there is a program, and anything to play on."""
    if shutil.which(PROGRAM) is None:
        return SpeakerState.NO_PROGRAM
    return SpeakerState.READY if any(SOUND.glob("pcm*p")) else SpeakerState.NO_SOUND


def _in_memory(text: str = "") -> BinaryIO:
    """A file that lies on no disk, open at its beginning."""
    file = os.fdopen(os.memfd_create("voice"), "w+b")
    file.write(text.encode(errors="replace"))
    file.seek(0)
    return file
