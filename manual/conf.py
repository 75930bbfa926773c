"""How Sphinx reads the manual; `manual/__main__.py` gives it the folder and the language."""

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from manual.parts import around
from manual.words import LOCALE
from web.languages import NAMES

project = "Cardtable"
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["rules.md", "rules.fr.md", "records", "games/*.toml"]
locale_dirs = [str(LOCALE)]
gettext_compact = "manual"
figure_language_filename = "{path}{language}/{basename}{ext}"
smartquotes = False
html_theme = "cardtable"
html_theme_path = ["theme"]
html_title = "Cardtable"
OUR_STATIC = ("atkinson-400.woff2", "atkinson-700.woff2", "atkinson-OFL.txt")
html_static_path = [f"../web/static/{name}" for name in OUR_STATIC]
html_js_files = [("manual.js", {"defer": ""})]
html_favicon = "../web/static/icon.svg"
html_permalinks = False
html_copy_source = False
html_use_index = False
html_domain_indices = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Sphinx asks for this."""
    app.connect("source-read", _without_links_out)
    app.connect("config-inited", _with_words)
    app.connect("doctree-read", _without_empty_heads)
    app.connect("doctree-resolved", _with_french_spaces)


def _without_links_out(_app: Sphinx, page: str, text: list[str]) -> None:
    """A link to a file of the project that the manual does not have: its words stay."""
    up = r"\.\./" * (page.count("/") + 1)
    inside = text[0].replace("(../systemd/cardtable.toml)", "(settings.md)")
    text[0] = re.sub(rf"\[([^\]]+)\]\((?:{up}|records/)[^)]*\)", r"\1", inside)


def _without_empty_heads(_app: Sphinx, page: nodes.document) -> None:
    """A table in Markdown has a head even where it has nothing to say; a reader who hears the page would hear it."""
    for head in list(page.findall(nodes.thead)):
        if not head.astext().strip():
            head.parent.remove(head)


def _with_french_spaces(app: Sphinx, page: nodes.document, _name: str) -> None:
    """French has a space before a colon, and no line begins with one."""
    if app.config.language != "fr":
        return
    for text in list(page.findall(nodes.Text)):
        if not isinstance(text.parent, nodes.literal | nodes.literal_block):
            text.parent.replace(text, nodes.Text(re.sub(r"(?<=«) | (?=[:;!?»%])", "\u00a0", text)))


def _with_words(_app: Sphinx, config: Config) -> None:
    config.html_context = {"languages": NAMES, "words": around(config.language)}
