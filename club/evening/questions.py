"""What waits for the director: each in a sentence with what to do, and where it is."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from club.evening.house_rules import differing
from club.evening.results import Outcome, Results, sides_of
from club.evening.sittings import Sitting
from club.evening.state import Contest, Evening, folded
from club.movements.rounds import boards_of
from club.room import Session
from scoring.offences import Offence
from scoring.projections import questions as asked
from scoring.projections.offences import offence_of


class Matter(Enum):
    """What kind of thing waits."""

    DISPUTE = "dispute"
    FORK = "fork"
    DAMAGE = "damage"
    DOUBLED = "doubled"
    TWO_TABLES = "two tables"
    LOOSE = "loose"
    SEATS = "seats"
    RULES = "rules"
    BOARD = "board"
    MISSING = "missing"
    TABLE = "table"


@dataclass(frozen=True)
class Question:
    """Something that waits for the director, at a box, in a session, or in a contest's meeting.

    `choices` are the ends of the ways of a forked session; `pictures` show what a dispute is about.
    """

    matter: Matter
    text: str
    box: str = ""
    session: str = ""
    contest: str = ""
    round: int = 0
    table: int = 0
    choices: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()


def questions_of(
    evening: Evening, sessions: Sequence[Session], results: Mapping[str, Results], doubled: Sequence[str] = ()
) -> tuple[Question, ...]:
    """Everything that waits, the most urgent first. `doubled` are names under which two boxes speak."""
    counted = [session for session in sessions if (session.box, session.session) not in evening.aside]
    found = [*_disputes(evening, counted), *_logs(evening, counted)]
    found += [
        Question(Matter.DOUBLED, f"Two boxes speak as {box}: give one of them a code with another name", box) for box in doubled
    ]
    found += _at_two_tables(evening, counted)
    deals = (deal for session in counted for deal in session.table.deals)
    spelt = {folded(name): name for deal in deals for name in deal.setup.players}
    for name, contest in evening.contests.items():
        if not contest.is_over:
            found += _of_contest(evening, contest, results[name], spelt)
    return tuple(found)


def place(evening: Evening, box: str) -> str:
    """A box as people say it: its table, or its name."""
    number = evening.table_of.get(box)
    return f"Table {number}" if number else box


def _disputes(evening: Evening, sessions: Sequence[Session]) -> Iterator[Question]:
    for session in sessions:
        table, where = session.table, place(evening, session.box)
        at: dict[str, Any] = {"box": session.box, "session": session.session}
        if table.dispute:
            shown = (table.dispute.evidence,) if table.dispute.evidence else ()
            trick = f"trick {table.dispute.trick} of hand {table.dispute.hand}"
            said = " ".join(_proofs(session, table.dispute.hand))
            text = f"{where}: {trick} is disputed; hear the table, and let it close the dispute. {said}".strip()
            yield Question(Matter.DISPUTE, text, pictures=shown, **at)
        elif table.setup and not table.is_ended and asked(table):
            yield Question(Matter.TABLE, f"{where}: the table has to say which card it was", **at)


def _proofs(session: Session, hand: int) -> Iterator[str]:
    """What the cards of that hand prove, in sentences."""
    deal = session.table.deal_numbered(hand)
    offences: tuple[Offence, ...] = deal.offences
    for offence in offences:
        yield str(offence_of(deal, offence)["sentence"])


def _logs(evening: Evening, sessions: Sequence[Session]) -> Iterator[Question]:
    for session in sessions:
        at: dict[str, Any] = {"box": session.box, "session": session.session}
        where = place(evening, session.box)
        if session.is_forked and (session.box, session.session) not in evening.ways:
            text = f"{where}: its log went on in {len(session.ends)} ways, as after a backup was put back: say which one counts"
            yield Question(Matter.FORK, text, choices=session.ends, **at)
        if session.damage:
            text = f"{where}: {session.damage}; say the result yourself, or set the session aside"
            yield Question(Matter.DAMAGE, text, **at)


def _at_two_tables(evening: Evening, sessions: Sequence[Session]) -> Iterator[Question]:
    """Nobody plays at two tables: one of the sessions was not ended, or two people have one name.

    Whoever has moved on has left a table behind at which no hand is being played.
    """
    current = {session.box: session for session in sessions}
    seats, written = defaultdict[str, list[str]](list), dict[str, str]()
    for box, session in current.items():
        if session.table.setup and not session.table.is_ended and not session.table.is_hand_over:
            for name in session.table.agreed.players:
                seats[folded(name)].append(box)
                written[folded(name)] = name
    for who, boxes in seats.items():
        if len(boxes) > 1:
            name = written[who]
            where = " and ".join(place(evening, box) for box in boxes)
            text = f"{name} sits at {where}: end the session that is over, or tell two people of one name apart"
            yield Question(Matter.TWO_TABLES, text, boxes[-1])


def _of_contest(evening: Evening, contest: Contest, results: Results, spelt: Mapping[str, str]) -> Iterator[Question]:
    """`spelt` gives names as people write them, by how they are compared."""
    title = contest.plan.title
    for sitting in results.loose:
        if sitting.hands:
            yield _loose(evening, contest, sitting, results, spelt)
    for outcome in results.outcomes:
        at: dict[str, Any] = {"contest": contest.name, "round": outcome.round, "table": outcome.meeting.table}
        if any(set(sitting.sides) != set(sides_of(contest, outcome.meeting)) for sitting in outcome.sittings):
            text = f"{title}, round {outcome.round}, table {outcome.meeting.table}: others played there than were drawn"
            yield Question(Matter.SEATS, f"{text}; say the result yourself", **at)
        yield from (Question(Matter.RULES, f"{title}, {text}", **at) for text in _rules(contest, outcome))
        yield from (Question(Matter.BOARD, f"{title}, {text}", **at) for text in _boards(contest, outcome))
        if outcome.round and contest.rounds[outcome.round - 1].is_over and not outcome.is_whole:
            text = f"{title}, round {outcome.round}: no whole result from table {outcome.meeting.table}; say what it was"
            yield Question(Matter.MISSING, text, **at)


def _loose(evening: Evening, contest: Contest, sitting: Sitting, results: Results, spelt: Mapping[str, str]) -> Question:
    """What a sitting of the contest's game can be that counts for no meeting."""
    where = place(evening, sitting.box)
    at: dict[str, Any] = {"box": sitting.box, "session": sitting.session, "contest": contest.name}
    for outcome in results.outcomes:
        sides = sides_of(contest, outcome.meeting)
        if frozenset().union(*sides) == sitting.players and set(sides) != set(sitting.sides):
            text = f"{where}: the players of round {outcome.round} sit otherwise than drawn, so that others are partners"
            return Question(
                Matter.SEATS, f"{text}; say the result yourself", round=outcome.round, table=outcome.meeting.table, **at
            )
        if set(sides) == set(sitting.sides):
            text = f"{where}: the same players have played once more than was drawn; say which session counts, or set one aside"
            return Question(Matter.LOOSE, text, round=outcome.round, table=outcome.meeting.table, **at)
    names = ", ".join(sorted(spelt[name] for name in sitting.players))
    text = f"{where}: {names} have played {contest.plan.game}, and no round has drawn them together; set it aside or attach it"
    return Question(Matter.LOOSE, text, **at)


def _rules(contest: Contest, outcome: Outcome) -> Iterator[str]:
    """Options that a table has played otherwise than the contest has them."""
    for sitting in outcome.sittings:
        for name, wanted, played in differing(contest.plan, sitting.options) if sitting.options else ():
            at = f"round {outcome.round}, table {outcome.meeting.table}"
            yield f"{at}: {name}={wanted} was to be, and they play with {name}={played}; begin anew, or say the result yourself"


def _boards(contest: Contest, outcome: Outcome) -> Iterator[str]:
    """Boards that do not belong to the meeting."""
    if not contest.plan.kind.has_boards or outcome.meeting.board_set is None:
        return
    wanted = boards_of(outcome.meeting.board_set, contest.plan.boards)
    played = [board for sitting in outcome.sittings for board, _ in sitting.boards]
    wrong = sorted({board for board in played if board not in wanted})
    if wrong:
        told = ", ".join(map(str, wrong))
        at, drawn = f"round {outcome.round}, table {outcome.meeting.table}", f"{wanted[0]} to {wanted[-1]}"
        yield f"{at}: board {told} was played, and {drawn} were drawn; play the right ones, or give an average"
