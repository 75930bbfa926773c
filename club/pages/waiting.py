"""What waits for the director, each with the acts that can settle it."""

from collections.abc import Iterator
from dataclasses import dataclass

from club.archive import Archive
from club.evening.questions import Matter, Question
from club.hub import View
from club.pages.sheets import against
from web.languages import gettext, ngettext, translated
from web.options import in_words

SHOWN_WITH_PROOFS = (Matter.DISPUTE,)
"""What has a part of the page of its own, with its pictures."""

SETTLED_BY_SESSION = (Matter.DAMAGE, Matter.LOOSE)
"""What is settled by saying for which meeting a session counts, or that it counts for none."""


@dataclass(frozen=True)
class Way:
    """One of the ways in which a log went on: the sum by which it is chosen, and what is known of it."""

    sum: str
    words: str


@dataclass(frozen=True)
class Waits:
    """A question in the visitor's language. `meetings` are those that its session may count for, by `contest/round/table`."""

    question: Question
    text: str
    ways: tuple[Way, ...] = ()
    meetings: tuple[tuple[str, str], ...] = ()
    can_be_aside: bool = False

    @property
    def contest(self) -> str:
        """The contest on whose page it is settled; empty where it is settled here, or at the table."""
        return self.question.contest if not self.can_be_aside else ""


def waiting(view: View, archive: Archive) -> list[Waits]:
    """Everything but disputes, which are shown with their proofs. Raises `ArchiveDown`."""
    return [_waits(view, archive, question) for question in view.questions if question.matter not in SHOWN_WITH_PROOFS]


def _waits(view: View, archive: Archive, question: Question) -> Waits:
    is_of_session = question.matter in SETTLED_BY_SESSION
    meetings = tuple(_meetings(view, question)) if is_of_session else ()
    return Waits(question, in_words(translated(question.text)), tuple(_ways(archive, question)), meetings, is_of_session)


def _ways(archive: Archive, question: Question) -> Iterator[Way]:
    for way in archive.ways(question.box, question.session) if question.choices else ():
        words = ngettext("the one with %(num)d event", "the one with %(num)d events", len(way)) % {"num": len(way)}
        yield Way(way[-1].sum, words)


def _meetings(view: View, question: Question) -> list[tuple[str, str]]:
    """Meetings that have no result yet, or the one that is asked about."""
    found = []
    for name, contest in view.evening.contests.items():
        for outcome in view.results[name].outcomes:
            where = (name, outcome.round, outcome.meeting.table)
            is_asked = where == (question.contest, question.round, question.table)
            if is_asked or (outcome.points is None and not contest.is_over):
                place = gettext("round %(round)d, table %(table)d") % {"round": outcome.round, "table": outcome.meeting.table}
                found.append(("/".join(map(str, where)), f"{contest.plan.title}, {place}: {against(contest, outcome)}"))
    return found
