"""Names that players may have: one line that reads as it stands, and is nobody's of the box."""

import unicodedata

from scoring.errors import BadSetup

RESERVED = ("camera", "button", "clock", "tag", "next lead", "second look", "nobody", "phone", "everybody")
"""Who proposes what in a log, beside people."""

JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"
"""Put several signs together to one; between letters they would be invisible."""


def check_new_name(name: str) -> None:
    """Raises `BadSetup` for a name that hides something, or stands for a part of the box."""
    if any(_is_hidden(name, place) for place in range(len(name))):
        raise BadSetup("a name stands on one line: no control characters in it, and none that turn the text around")
    if " ".join(name.split()).casefold() in RESERVED:
        raise BadSetup(f"{name} is what the table calls a part of itself: choose another name")


def _is_hidden(name: str, place: int) -> bool:
    """Whether that character is not shown: a joiner is fine behind a sign that is no letter, as in emoji of several parts."""
    if name[place] in (JOINER, EMOJI_STYLE):
        return place == 0 or not (unicodedata.category(name[place - 1]).startswith("S") or name[place - 1] == EMOJI_STYLE)
    return unicodedata.category(name[place]) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
