"""New inputs out of known ones: in texts values, words and lines are exchanged, in files bytes."""

import re
from collections.abc import Sequence
from random import Random

WORD = rb'"(?:[^"\\\n]|\\.)*"|[\w.+-]+'
PARTS = (
    re.compile(rb'((?<![\w.-])[\w.-]+"?[ \t]*[:=][ \t]*)(' + WORD + rb"|[^\s,\]}]+)"),
    re.compile(rb"()(" + WORD + rb"|\s+|.)", re.DOTALL),
    re.compile(rb"()([^\n]*\n|[^\n]+)"),
)
"""What stands after a name in JSON, TOML, forms and texts of sessions; words; lines."""

ODD = (
    *rb"0 1 2 3 9 -1 1.5 -0.0 1e999 1e-320 9999999999999 NaN nan inf Infinity 1_0 null true [] {} '' %00 %ff ../.. ' <b>".split(),
    *(b"\x00", b"\xff", b"\xed\xa0\x80", b"9" * 4290, b"9" * 5000, b"0x" + b"f" * 5000, b"[" * 3000, b'"%s"' % (b"x" * 5000)),
    *(b'""', b'"\\ud800"', b'"\\u0000"', "²".encode(), "٣".encode(), "ß".encode(), "\u202e".encode(), b"2026-01-01T12:00:00"),
    *(b"0001-01-01T00:00:00+14:00", b"9999-12-31T23:59:59-14:00"),
)
"""Words that programs trip over."""

EDGES = (b"\0", b"\1", b"\x7f", b"\x80", b"\xff", b"\xff\xff", b"\0\0", b"\xff\xff\xff\x7f", b"\x7f\xff\xff\xff", b"\0\0\0\x80")
LONGEST = 100_000
"""Bytes of a text at the most: doubled often enough, it would be all that is looked at."""

TIMES = (1, 1, 1, 2, 2, 3, 5, 9)


def texts(chance: Random, corpus: Sequence[bytes]) -> bytes:
    """One of the texts, some parts of it left out, doubled, odd, or as they are elsewhere, values under the same name."""
    data = chance.choice(corpus)
    for _ in range(chance.choice(TIMES)):
        part, other = chance.choice(PARTS), chance.choice(corpus)
        if olds := list(part.finditer(data)):
            old = chance.choice(olds)
            likes = [new[2] for new in part.finditer(other) if new[1] == old[1]] or [b""]
            new = chance.choice((chance.choice(likes), chance.choice(likes), chance.choice(ODD), old[2] * 2, b""))
            data = (data[: old.start(2)] + new + data[old.end(2) :])[:LONGEST]
    return data


def files(chance: Random, corpus: Sequence[bytes]) -> bytes:
    """One of the files, some bytes of it turned, at the edge of numbers, left out, doubled, or as they are elsewhere."""
    data = chance.choice(corpus)
    for _ in range(chance.choice(TIMES)):
        start, edge = chance.randrange(len(data) + 1), chance.choice(EDGES)
        end = start + chance.choice((1, len(edge), chance.randrange(len(data) + 1)))
        old, turned = data[start:end], bytes([(data[start : start + 1] or b"\0")[0] ^ 1 << chance.randrange(8)])
        puts = ((turned, start + 1), (turned, start + 1), (edge, start + len(edge)), (chance.choice(corpus)[start:end], end))
        new, end = chance.choice((*puts, (old * 2, end), (b"", end)))
        data = data[:start] + new + data[end:]
    return data
