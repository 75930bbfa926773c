"""What an owner or a player reads when the box cannot do what it is asked.

CardtableError
 ├── BadInput      a file, source, option or configuration that is not right: exit 2
 └── CameraDown    the camera gives no pictures
"""


class CardtableError(Exception):
    """Anything that the box reports in one line."""


class BadInput(CardtableError, ValueError):
    """A file, source, option or configuration that is not right; names it and says what is expected."""


class CameraDown(CardtableError, OSError):
    """The camera gives no pictures; says what to look at."""
