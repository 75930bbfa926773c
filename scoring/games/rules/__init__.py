"""The games that ship as pages of rules (docs/house-games.md), one file each."""

from collections.abc import Iterator
from importlib.resources import files


def texts() -> Iterator[str]:
    """The text of every game, by the name of its file."""
    for path in sorted(files(__name__).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".toml"):
            yield path.read_text(encoding="utf-8")
