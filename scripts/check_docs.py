"""Checks the documents: every link to a file of the project leads somewhere."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


MADE = {ROOT / "docs" / page for page in ("sentences.md", "decisions.md", "settings.md", "games/index.md")}
"""Pages of the manual that the program makes (`manual/`)."""


def broken_links(document: Path) -> list[str]:
    """Links of a Markdown file that lead to no file."""
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text())
    local = [target for target in targets if "://" not in target]
    places = {target: (document.parent / target).resolve() for target in local}
    return [f"{document.relative_to(ROOT)}: {target}" for target, at in places.items() if not at.exists() and at not in MADE]


def main() -> int:
    """Print what is broken; 1 where anything is."""
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("vision/**/*.md"), *ROOT.glob("systemd/*.md")]
    broken = [line for document in documents for line in broken_links(document)]
    sys.stderr.writelines(f"broken link: {line}\n" for line in broken)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
