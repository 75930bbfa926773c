"""What the pages are given: the hub, which any thread may ask."""

from flask import current_app

from club.hub import Hub


def hub() -> Hub:
    """That of the application that answers."""
    found: Hub = current_app.extensions["hub"]
    return found
