"""Checks the documents: every link to a file of the project leads somewhere."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def broken_links(document: Path) -> list[str]:
    """Links of a Markdown file that lead to no file."""
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text())
    local = [target for target in targets if "://" not in target]
    return [f"{document.relative_to(ROOT)}: {target}" for target in local if not (document.parent / target).exists()]


def main() -> int:
    """Print what is broken; 1 where anything is."""
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("vision/**/*.md"), *ROOT.glob("systemd/*.md")]
    broken = [line for document in documents for line in broken_links(document)]
    sys.stderr.writelines(f"broken link: {line}\n" for line in broken)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
