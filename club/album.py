"""Pictures of what people disagree about, kept at the hub of a club that gives them room.

They are those that a box was asked for, and those of disputes, which are fetched while the box is there.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from club.room import Session
from scoring.ledger import EvidenceStore
from scoring.projections.offences import offence_of


class Album:
    """Pictures in a folder, of so many bytes at the most: the oldest make room. Raises OSError where there can be no folder."""

    def __init__(self, folder: Path, most: int) -> None:
        self.most, self.trouble = most, ""
        self._store = EvidenceStore(folder)

    def content(self, name: str) -> bytes | None:
        """A picture that is kept."""
        try:
            return self._store.content(name)
        except OSError:
            return None

    def keep(self, name: str, picture: bytes) -> None:
        """Keep a picture, unless it is another one than its name says; where that cannot be, `trouble` says why."""
        if hashlib.sha256(picture).hexdigest() != name:
            return
        try:
            self._store.keep(picture)
            self._store.shrink(self.most)
        except OSError as error:
            self.trouble = f"The hub cannot keep pictures ({error.strerror}): make room on its disk. The boxes have them still."
        else:
            self.trouble = ""


def disputed_pictures(session: Session) -> Iterator[str]:
    """The names of pictures of what is disputed at a table, and of what is proved in the hand that is being played."""
    table = session.table
    if table.dispute:
        plays = table.deal_numbered(table.dispute.hand).hand.tricks[table.dispute.trick - 1].plays
        yield from filter(None, (table.dispute.evidence, *(play.reading.evidence for play in plays)))
    if table.deal:
        for offence in table.deal.offences:
            yield from filter(None, offence_of(table.deal, offence)["pictures"])
