"""What a seat owes to a trick, out of a game's rules or those of one way to play it."""

from typing import Any

from scoring.cards import Card, Suit
from scoring.duties import Duties, FaceDown, FirstTrick
from scoring.games.toml_values import Values

_FLAGS = ("follow", "beat", "trump", "overtrump", "undertrump", "may_trump", "beat_trumps", "spares_partner")


def read_duties(values: Values, value: Any, path: str) -> Duties:
    """The duties of a table; raises `BadRules`."""
    values.known(values.table(value, path), {*_FLAGS, "face_down", "breaking", "not_first", "free"}, path)
    chosen: dict[str, Any] = {key: values.flag(value[key], f"{path}.{key}") for key in _FLAGS if key in value}
    chosen["face_down"] = values.choice(value.get("face_down", "never"), f"{path}.face_down", FaceDown)
    if "free" in value:
        chosen["free"] = frozenset(values.cards(value["free"], f"{path}.free"))
    if "breaking" in value:
        chosen |= {"breaking": values.choice(value["breaking"], f"{path}.breaking", Suit), "is_broken_by_lead": True}
    if "not_first" in value:
        chosen |= {"first_trick": FirstTrick.NO_PLAY, "kept_out": _kept_out(values, value["not_first"], f"{path}.not_first")}
    return Duties(**chosen)


def _kept_out(values: Values, value: Any, path: str) -> frozenset[Suit | Card]:
    """Suits by their letters, and cards."""
    letters = [suit.value for suit in Suit]
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise values.bad(path, f'not_first is {value!r}: expected suits and cards, such as ["H", "QS"]')
    suits = frozenset(Suit(item) for item in value if item in letters)
    return suits | frozenset(values.cards([item for item in value if item not in letters], path))
