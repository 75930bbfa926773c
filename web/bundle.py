"""What somebody needs who is to help from afar, and nothing that belongs to those who play: no keys, no names, no addresses.

Two nets lie below each other: only what is listed here goes in, and of that every name and key that this box knows, and whatever
looks like an address or a key, is taken out.
"""

import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from scoring.ledger import LiveTable
from scoring.ledger.keys import Keys
from scoring.ledger.replay import replay

TOLD = ("findings", "counts", "frame_age_s", "celsius", "facts", "is_quiet")
"""What of the box's own word goes in."""

LOOKS_SECRET = re.compile(
    r"""
    [a-z]+://\S+                                  # an address of a page, with whatever stands behind it
    | \b\d{1,3}(?:\.\d{1,3}){3}\b                 # IPv4
    | (?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7}(?![\w:])   # IPv6, and the address of a network card
    | \b[\w.+-]+@[\w-]+\.\w+                      # mail
    | \b(?-i:[A-Z0-9]{8,})\b                      # keys of this program
    | cardtable-wifi-\w+                          # a network that was joined
    | \b[0-9a-f]{16,}\b                           # sums, marks of tags, session names
    | \b[\w-]+\.local\b                           # the box in its network
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What is taken out although nobody here knows it."""

LETTER = r"[^\W_]"
"""What a name cannot stand beside: it may have an s behind it, and a line below or beside it."""

OUT = "…"
"""Stands where something was taken out."""


def names_of(live: LiveTable) -> Iterator[str]:
    """Everybody who has ever sat at this table, as far as the log can be read."""
    for session in live.ledger.sessions():
        table = replay(live.ledger.excerpt(session)).table
        for deal in table.deals:
            yield from deal.setup.players
        if table.setup:
            yield from table.agreed.players


def secrets_of(keys: Keys) -> tuple[str, ...]:
    """The keys that are in force."""
    return tuple(str(value) for value in asdict(keys).values())


def bundle(parts: Mapping[str, Any], secrets: Iterable[str]) -> bytes:
    """A ZIP with a file for each part, a text or plain values, without secrets and without what looks like one."""
    known = _words({_composed(secret) for secret in secrets if secret.strip()})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            clean = _without(part, known)
            text = clean if isinstance(clean, str) else json.dumps(clean, indent=1, ensure_ascii=False)
            archive.writestr(zipfile.ZipInfo(name), text)
    return packed.getvalue()


def _composed(text: str) -> str:
    """With letters and their accents as one sign each, however they were typed."""
    return unicodedata.normalize("NFC", text)


def _words(secrets: set[str]) -> re.Pattern[str] | None:
    """Any of them, as it stands between other words, the longest first."""
    if not secrets:
        return None
    longest_first = sorted(secrets, key=len, reverse=True)
    return re.compile(rf"(?<!{LETTER})(?:{'|'.join(map(re.escape, longest_first))})s?(?!{LETTER})", re.IGNORECASE)


def _without(part: Any, known: re.Pattern[str] | None) -> Any:
    """The same with gaps."""
    if isinstance(part, str):
        text = known.sub(OUT, _composed(part)) if known else part
        return LOOKS_SECRET.sub(OUT, text)
    if isinstance(part, Mapping):
        return {key: _without(value, known) for key, value in part.items()}  # the keys are this program's own words
    if isinstance(part, list | tuple):
        return [_without(item, known) for item in part]
    return part
