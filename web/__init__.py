"""The page for every phone in the room: reads projections of the log, and its forms append commands to it.

May import `scoring`. Works with the log alone, so that phones show and correct the score while the camera is away.
"""

from web.app import create_app
from web.server import serve

__all__ = ["create_app", "serve"]
