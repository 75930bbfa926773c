"""The manual: `docs/`, and pages made from the program itself, as static pages that the box serves at `/manual`.

`python -m manual` builds it with Sphinx (`.[docs]`), once for every language of the page. Nothing here is installed on a box.
"""
