"""The club's pages: the wall board, the director's page, every player's phone, the results and the season.

They read the hub, and the director's forms are acts of the evening. Serving, guarding and languages are the table's page's own.
"""

from club.pages.app import create_app

__all__ = ["create_app"]
