"""The hub's interface described for programs (OpenAPI 3.1): every field, and no other."""

from club.evening.plan import Counting, Kind
from club.evening.questions import Matter
from club.movements.standings import By
from scoring.projections import Attention
from web.openapi import answer, get
from web.schemas import BOOLEAN, INTEGER, INTEGERS, SCHEMAS, STRING, STRINGS, Json, fields, listed, maybe, one_of, ref, said

NUMBER: Json = {"type": "number"}
_BOX = said(STRING, "The name of a box, by which the broker knows it.")
_PLACE: Json = {"box": _BOX, "table": maybe(said(INTEGER, "The number of the table at which it stands, where one was given."))}
_SESSION: Json = {
    "session": STRING,
    "is_forked": said(BOOLEAN, "Whether its log went on in two ways, and the director has to say which one counts."),
    "damage": said(STRING, "What of it cannot be used, as a sentence; empty where nothing."),
}
_ENTRANT = said(INTEGER, "An entrant of the contest, by its number from 1.")

CLUB: Json = {
    "TableInBrief": fields(
        {
            **_PLACE,
            **_SESSION,
            "seq": said(INTEGER, "How many events of the session this state has taken in."),
            "is_ended": BOOLEAN,
            "game": maybe(STRING),
            "leads": maybe(said(STRING, "Who is ahead, several where they are level; null before somebody is.")),
            "turn": maybe(said(STRING, "Whom the table waits for.")),
            "trick": maybe(said(STRING, "Who took the last trick.")),
            "hand": maybe(INTEGER),
            "attention": one_of(Attention),
            "waits": said(BOOLEAN, "Whether people have to answer before all is right."),
            "scores": listed(fields({"side": STRING, "total": INTEGER, "shown": STRING})),
        }
    ),
    "TableNow": fields({**_PLACE, **_SESSION, "state": ref("Table")}),
    "Box": fields(
        {
            **_PLACE,
            "is_there": BOOLEAN,
            "program": said(STRING, "The version of Cardtable that it runs; empty where it has not told."),
            "waiting": said(INTEGER, "Events that it has yet to send, as it said last."),
            "troubles": said(STRINGS, "What is wrong with it, in sentences."),
            "heard_s": said(NUMBER, "Seconds since it was heard last."),
            "skew_s": maybe(said(NUMBER, "Seconds by which its clock is ahead of the hub's.")),
            "is_doubled": said(BOOLEAN, "Whether two boxes speak under this name."),
        }
    ),
    "Meeting": fields(
        {
            "table": INTEGER,
            "sides": listed(listed(_ENTRANT)),
            "board_set": maybe(INTEGER),
            "points": maybe(said(INTEGERS, "Side by side; null while nothing is known.")),
            "ahead": maybe(said(INTEGER, "The place of the side that won or is ahead; null for a draw.")),
            "is_whole": said(BOOLEAN, "Whether nothing more is to come."),
            "boards": said(
                {"type": "object", "additionalProperties": INTEGER}, "North-south's points of each board that was played."
            ),
            "corrected": maybe(said(STRING, "Why the director said what it was.")),
        }
    ),
    "Round": fields(
        {
            "number": INTEGER,
            "has_begun": BOOLEAN,
            "is_running": said(BOOLEAN, "Whether its clock runs."),
            "is_over": BOOLEAN,
            "meetings": listed(ref("Meeting")),
        }
    ),
    "Contest": fields(
        {
            "contest": said(STRING, "Its name among the contests of the evening."),
            "title": STRING,
            "kind": one_of(Kind),
            "game": STRING,
            "counting": one_of(Counting),
            "minutes": said(INTEGER, "Of a round; 0 without a clock."),
            "is_over": BOOLEAN,
            "entrants": listed(fields({"entrant": _ENTRANT, "names": STRINGS, "is_withdrawn": BOOLEAN})),
            "rounds": listed(ref("Round")),
            "adjustments": listed(fields({"entrant": _ENTRANT, "points": INTEGER, "reason": STRING, "by": STRING})),
        }
    ),
    "Evening": fields(
        {
            "name": STRING,
            "is_open": BOOLEAN,
            "opened_at": maybe({"type": "string", "format": "date-time"}),
            "tables": listed(fields(_PLACE)),
            "contests": listed(ref("Contest")),
        }
    ),
    "Standings": fields(
        {
            "contest": STRING,
            "title": STRING,
            "is_over": BOOLEAN,
            "side": maybe(said(INTEGER, "0 for north-south, 1 for east-west, where those who sit there are ranked apart.")),
            "rows": listed(
                fields(
                    {
                        "rank": said(INTEGER, "Shared by equals."),
                        "entrant": _ENTRANT,
                        "names": STRINGS,
                        "points": NUMBER,
                        "ahead_by": maybe(said(one_of(By), "What put it ahead of the rank below.")),
                    }
                )
            ),
        }
    ),
    "Member": fields({"name": STRING}),
    "Waiting": fields(
        {
            "matter": one_of(Matter),
            "text": said(STRING, "What waits, and what to do, as a sentence."),
            "box": STRING,
            "session": STRING,
            "contest": STRING,
            "round": INTEGER,
            "table": INTEGER,
            "choices": said(STRINGS, "Ends of the ways of a session of which one has to be chosen."),
            "pictures": said(STRINGS, "Names of pictures of what is disputed."),
        }
    ),
}

DOCUMENT: Json = {
    "openapi": "3.1.0",
    "info": {
        "title": "Cardtable club",
        "version": "1",
        "description": "What happens at the tables of a club. Anybody in the room may read; changes go through the pages.",
    },
    "paths": {
        "/api/v1/tables": get(
            "Every table in brief", {"200": answer("The session that each began last.", listed(ref("TableInBrief")))}
        ),
        "/api/v1/tables/{box}": get(
            "One table",
            {
                "200": answer("What goes on there, as the table itself tells it.", ref("TableNow")),
                "404": answer("There is no such table.", ref("Error")),
            },
            ({"name": "box", "in": "path", "required": True, "schema": STRING},),
        ),
        "/api/v1/boxes": get("How the boxes are", {"200": answer("Every box that was heard of.", listed(ref("Box")))}),
        "/api/v1/evening": get("The evening", {"200": answer("Its contests with all rounds.", ref("Evening"))}),
        "/api/v1/standings": get(
            "Who leads",
            {
                "200": answer(
                    "The standings of every contest, those of each side where sides are ranked apart.", listed(ref("Standings"))
                )
            },
        ),
        "/api/v1/members": get("The club's members", {"200": answer("Their names.", listed(ref("Member")))}),
        "/api/v1/questions": get("What waits", {"200": answer("The most urgent first.", listed(ref("Waiting")))}),
        "/api/openapi.json": get("This description", {"200": answer("OpenAPI 3.1.", {"type": "object"})}),
    },
    "components": {"schemas": {**SCHEMAS, **CLUB}},
}
