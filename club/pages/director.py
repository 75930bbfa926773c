"""The director's page."""

from flask import Blueprint

from club.pages.doors import for_the_director
from club.pages.showing import show

director = Blueprint("director", __name__)


@director.get("/director")
@for_the_director
def page() -> str:
    """What waits."""
    return show("director.html")
