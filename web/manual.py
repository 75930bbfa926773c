"""The manual at `/manual`: static pages that `make manual` builds and the package brings, in the visitor's language."""

from pathlib import Path
from typing import Any

from flask import Blueprint, redirect, send_from_directory, url_for

from web.frame import answer_in_words
from web.languages import NAMES, gettext, language

manual = Blueprint("manual", __name__)

PAGES = Path(__file__).parent / "manual_pages"


@manual.get("/manual/")
@manual.get("/manual/<path:file>")
def read(file: str = "index.html") -> Any:
    """A file of the manual: below a language as it is there, else in the visitor's; a sentence where none was built."""
    if not PAGES.is_dir():
        words = gettext("The manual is not here: it was not built with this program. “make manual” builds it.")
        return answer_in_words(words, 404)
    if file.partition("/")[0] not in NAMES:
        return redirect(url_for("manual.read", file=f"{language()}/{file}"), 303)
    return send_from_directory(PAGES, file)
