"""The public interface described for programs (OpenAPI 3.1)."""

from web.schemas import BOOLEAN, INTEGER, SCHEMAS, STRING, Json, fields, ref


def answer(words: str, schema: Json, mime: str = "application/json") -> Json:
    """A response with a body of that schema."""
    return {"description": words, "content": {mime: {"schema": schema}}}


def get(summary: str, answers: Json, parameters: tuple[Json, ...] = ()) -> Json:
    """A path that is read: its answers by their codes, beside the one while there is no place for a question."""
    refused = {"503": answer("The storage does not answer, or all places are taken.", ref("Error"))}
    operation: Json = {"summary": summary, "responses": {**refused, **answers}}
    return {"get": {**operation, "parameters": list(parameters)} if parameters else operation}


_NUMBER: Json = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
_LAST: Json = {"name": "Last-Event-ID", "in": "header", "required": False, "schema": STRING}
_HEALTH: Json = {
    "ok": BOOLEAN,
    "position": INTEGER,
    "listeners": INTEGER,
    "camera": STRING,
    "troubles": {"type": "array", "items": STRING},
}

DOCUMENT: Json = {
    "openapi": "3.1.0",
    "info": {
        "title": "Cardtable",
        "version": "1",
        "description": "What happens at the table. Anybody on the network may read; changes go through the page.",
    },
    "paths": {
        "/api/v1/table": get("What is going on now", {"200": answer("The small state.", ref("Table"))}),
        "/api/v1/session": get(
            "The whole session",
            {"200": answer("Every hand, the sheet and the offences.", ref("Session"))},
        ),
        "/api/v1/hands/{number}": get(
            "One hand with its tricks",
            {
                "200": answer("The hand.", ref("OneHand")),
                "404": answer("There is no such hand.", ref("Error")),
            },
            (_NUMBER,),
        ),
        "/api/v1/events": get(
            "The stream: the small state after every event",
            {"200": answer("Server-sent events; `id` is the place in the log.", STRING, "text/event-stream")},
            (_LAST,),
        ),
        "/api/v1/openapi.json": get("This description", {"200": answer("OpenAPI 3.1.", {"type": "object"})}),
        "/healthz": get(
            "Whether the page and its log are well",
            {"200": answer("They are; `camera` says what is wrong with it, or nothing.", fields(_HEALTH))},
        ),
    },
    "components": {"schemas": SCHEMAS},
}
