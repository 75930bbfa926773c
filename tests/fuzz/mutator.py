"""New inputs out of known ones: texts are changed word by word and line by line, files byte by byte."""

import re
from collections.abc import Callable, Sequence
from random import Random

WORD = re.compile(rb'"(?:[^"\\\n]|\\.)*"|[\w.+-]+|\s+|.', re.DOTALL)

VALUE = re.compile(rb'([\w.-]+"?[ \t]*[:=][ \t]*)("(?:[^"\\\n]|\\.)*"|[^\s,\]}]+)')
"""What stands after a name in JSON, TOML, forms and texts of sessions."""

ODD = (
    *(
        b"",
        b"0",
        b"1",
        b"2",
        b"3",
        b"9",
        b"-1",
        b"1.5",
        b"-0.0",
        b"1e999",
        b"NaN",
        b"nan",
        b"inf",
        b"Infinity",
        b"99999999999999999999",
        b"9" * 4290,
        b"9" * 5000,
    ),
    *(b"0x" + b"f" * 5000, b"1_0", b"null", b"true", b"[]", b"{}", b'""', b"[" * 3000, b'{"a":' * 3000, b"x" * 5000, b"\x00"),
    *(b'"\\ud800"', b'"\\u0000"', b"\xff", b"\xed\xa0\x80", "²".encode(), "٣".encode(), "ß".encode(), "\u202e".encode(), b"%00"),
    *(b"0001-01-01T00:00:00+14:00", b"9999-12-31T23:59:59-14:00", b"2026-01-01T12:00:00", b"1e-320", b"../..", b"'", b"<b>"),
)
"""Words that programs trip over."""

EDGES = (
    b"\x00",
    b"\x01",
    b"\x7f",
    b"\x80",
    b"\xff",
    b"\xff\xff",
    b"\x00\x00",
    b"\xff\xff\xff\x7f",
    b"\x7f\xff\xff\xff",
    b"\x00\x00\x00\x80",
)

Step = Callable[[Random, bytes, Sequence[bytes]], bytes]


def texts(chance: Random, corpus: Sequence[bytes]) -> bytes:
    """One of the texts with words, lines and now and then bytes changed."""
    return _changed(chance, corpus, (_word, _word, _value, _value, _value, _line, _line, _byte))


def files(chance: Random, corpus: Sequence[bytes]) -> bytes:
    """One of the files with bytes changed."""
    return _changed(chance, corpus, (_byte, _byte, _byte, _piece))


def _changed(chance: Random, corpus: Sequence[bytes], steps: Sequence[Step]) -> bytes:
    data = chance.choice(corpus)
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5, 9))):
        data = chance.choice(steps)(chance, data, corpus)
    return data


def _word(chance: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    """Another word, from any text or an odd one, in place of a word; or one more, or one fewer."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    words = WORD.findall(lines[at]) or [b""]
    others = WORD.findall(chance.choice(chance.choice(corpus).split(b"\n"))) or [b""]
    place = chance.randrange(len(words))
    words[place] = chance.choice((chance.choice(ODD), chance.choice(others), chance.choice(words), words[place] * 2, b""))
    lines[at] = b"".join(words)
    return b"\n".join(lines)


def _value(chance: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    """What stands after a name, in place of what stands after the same name elsewhere; or an odd value."""
    found = list(VALUE.finditer(data))
    if not found:
        return data
    old = chance.choice(found)
    others = [new[2] for new in VALUE.finditer(chance.choice(corpus)) if new[1] == old[1]]
    new = chance.choice(others) if others and chance.random() < 0.8 else chance.choice(ODD)
    return data[: old.start(2)] + new + data[old.end(2) :]


def _line(chance: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    """Lines left out, doubled, moved, or put in from another text."""
    lines = data.split(b"\n")
    start, end = sorted(chance.randrange(len(lines) + 1) for _ in range(2))
    others = chance.choice(corpus).split(b"\n")
    put = chance.choice(([], lines[start:end] * 2, lines[end : end + 1] + lines[start:end], chance.sample(others, 1)))
    return b"\n".join(lines[:start] + put + lines[min(end, start + chance.choice((0, 1, 1, 3, len(lines)))) :])


def _byte(chance: Random, data: bytes, _corpus: Sequence[bytes]) -> bytes:
    """A bit turned, or bytes of the edges of numbers written over what was there."""
    place = chance.randrange(len(data) + 1)
    new = bytes([data[place] ^ 1 << chance.randrange(8)]) if place < len(data) and chance.random() < 0.5 else chance.choice(EDGES)
    return data[:place] + new + data[place + len(new) :]


def _piece(chance: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    """A piece left out, doubled, or put in from another file."""
    start, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    other = chance.choice(corpus)[start:end]
    return data[:start] + chance.choice((b"", data[start:end] * 2, other)) + data[end:]
