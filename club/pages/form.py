"""What a form of the director's says: its fields, read with sentences for what makes no sense, and the acts that forms become."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from flask import abort, request

from club.evening import acts
from club.evening.state import Contest
from club.hub import View
from club.pages.evenings import now
from web.languages import gettext

BY = "director"
"""Who acts: there is one key."""

SEVERAL = re.compile(r"\s*(?:&|\+|/|,|;|\t)\s*")
"""What stands between the names of one entrant."""

E = TypeVar("E", bound=Enum)


class Form:
    """What was sent; raises 400 with a sentence where a field makes no sense."""

    def text(self, name: str) -> str:
        """What was written, with single spaces."""
        return " ".join(request.form.get(name, "").split())

    def number(self, name: str, otherwise: int = 0) -> int:
        """A whole number; `otherwise` where nothing was written."""
        written = self.text(name).replace("−", "-") or str(otherwise)
        if not re.fullmatch(r"[-+]?\d{1,6}", written):
            abort(400, gettext("A whole number is wanted, and this is none: %(text)s") % {"text": written})
        return int(written)

    def one_of(self, name: str, kinds: type[E]) -> E:
        """One of an enumeration, by its value."""
        try:
            return kinds(self.text(name))
        except ValueError:
            abort(400, gettext("This page is out of date: load it again, then repeat what you did. Nothing was changed."))

    def is_on(self, name: str) -> bool:
        """Whether a box is ticked."""
        return name in request.form

    def entrants(self, name: str) -> tuple[tuple[str, ...], ...]:
        """An entrant a line, the names of a pair with a `&` or a comma between them."""
        lines = (line.strip() for line in request.form.get(name, "").splitlines())
        return tuple(tuple(" ".join(one.split()) for one in SEVERAL.split(line) if one.strip()) for line in lines if line)

    @property
    def stamp(self) -> dict[str, Any]:
        """When, and by whom."""
        return {"at": now(), "by": BY}


@dataclass(frozen=True)
class Does:
    """A form's act, and what is said once it is done."""

    act: acts.Act
    words: str


Reads = Callable[[Form, View], Does]
"""Reads a form, with what the hub knows, as an act."""


def contest_in(form: Form, view: View) -> Contest:
    """The contest that a form is about; 404 where there is none tonight."""
    contest = view.evening.contests.get(form.text("contest"))
    if contest is None:
        abort(404, gettext("There is no such contest tonight."))
    return contest
