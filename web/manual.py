"""The manual at `/manual`: static pages that `make manual` builds and the package brings, in the visitor's language."""

from pathlib import Path

from flask import Blueprint, abort, redirect, send_from_directory, url_for
from werkzeug.wrappers import Response

from web.languages import NAMES, gettext, language

manual = Blueprint("manual", __name__)

PAGES = Path(__file__).parent / "manual_pages"


@manual.get("/manual/")
@manual.get("/manual/<path:file>")
def read(file: str = "index.html") -> Response:
    """A file of the manual: below a language as it is there, else in the visitor's; a sentence where none was built."""
    if not PAGES.is_dir():
        abort(404, gettext("The manual is not here: it was not built with this program. “make manual” builds it."))
    if file.partition("/")[0] not in NAMES:
        return redirect(url_for("manual.read", file=f"{language()}/{file}"), 303)
    return send_from_directory(PAGES, file)
