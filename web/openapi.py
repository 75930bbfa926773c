"""The public interface described for programs (OpenAPI 3.1)."""

from typing import Any

Json = dict[str, Any]

_INTEGER: Json = {"type": "integer"}
_STRING: Json = {"type": "string"}
_MAYBE_STRING: Json = {"type": ["string", "null"]}
_MAYBE_INTEGER: Json = {"type": ["integer", "null"]}
_OBJECTS: Json = {"type": "array", "items": {"type": "object"}}


def _object(required: Json, **optional: Json) -> Json:
    return {"type": "object", "required": list(required), "properties": {**required, **optional}}


def _answer(words: str, schema: Json, mime: str = "application/json") -> Json:
    return {"description": words, "content": {mime: {"schema": schema}}}


def _get(summary: str, answers: Json, parameters: tuple[Json, ...] = ()) -> Json:
    refused = {"503": _answer("The storage does not answer, or all places are taken.", {"$ref": "#/components/schemas/Error"})}
    operation: Json = {"summary": summary, "responses": {**refused, **answers}}
    return {"get": {**operation, "parameters": list(parameters)} if parameters else operation}


_PLAY = _object({"position": _INTEGER, "card": _STRING, "confidence": {"type": "number"}, "player": _STRING})
_TRICK = _object(
    {"number": _INTEGER, "is_confirmed": {"type": "boolean"}, "plays": {"type": "array", "items": _PLAY}},
    led=_MAYBE_STRING,
    winner=_MAYBE_INTEGER,
    winner_name=_MAYBE_STRING,
    winning_card=_MAYBE_STRING,
)
_HAND = _object({"number": _INTEGER, "dealer": _INTEGER, "tricks": {"type": "array", "items": _TRICK}, "calls": _OBJECTS})
_TABLE = _object(
    {"seq": _INTEGER, "attention": _STRING, "game": _MAYBE_STRING},
    players=_OBJECTS,
    sides=_OBJECTS,
    needed=_STRING,
    winner=_MAYBE_INTEGER,
    hand={"anyOf": [_HAND, {"type": "null"}]},
    questions=_OBJECTS,
    offences=_OBJECTS,
    corrections=_OBJECTS,
    disputed={"type": ["array", "null"], "items": {"type": "integer"}},
    disputed_by=_MAYBE_STRING,
    disputed_evidence=_MAYBE_STRING,
    signed={"type": "array", "items": _STRING},
    sheet=_OBJECTS,
    payments=_OBJECTS,
)
_NUMBER: Json = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
_LAST: Json = {"name": "Last-Event-ID", "in": "header", "required": False, "schema": _STRING}

DOCUMENT: Json = {
    "openapi": "3.1.0",
    "info": {
        "title": "Cardtable",
        "version": "1",
        "description": "What happens at the table. Anybody on the network may read; changes go through the page.",
    },
    "paths": {
        "/api/v1/table": _get(
            "What is going on now", {"200": _answer("The small state.", {"$ref": "#/components/schemas/Table"})}
        ),
        "/api/v1/session": _get(
            "The whole session",
            {"200": _answer("Every hand, the sheet and the offences.", {"$ref": "#/components/schemas/Session"})},
        ),
        "/api/v1/hands/{number}": _get(
            "One hand with its tricks",
            {
                "200": _answer("The hand.", {"$ref": "#/components/schemas/OneHand"}),
                "404": _answer("There is no such hand.", {"$ref": "#/components/schemas/Error"}),
            },
            (_NUMBER,),
        ),
        "/api/v1/events": _get(
            "The stream: the small state after every event",
            {"200": _answer("Server-sent events; `id` is the place in the log.", _STRING, "text/event-stream")},
            (_LAST,),
        ),
        "/api/v1/openapi.json": _get("This description", {"200": _answer("OpenAPI 3.1.", {"type": "object"})}),
        "/healthz": _get(
            "Whether the page and its log are well",
            {"200": _answer("They are.", _object({"ok": {"type": "boolean"}, "position": _INTEGER, "listeners": _INTEGER}))},
        ),
    },
    "components": {
        "schemas": {
            "Error": _object({"error": _STRING}),
            "Table": _TABLE,
            "OneHand": _object({"hand": _HAND, "offences": _OBJECTS, "sheet": _OBJECTS, "outlines": {"type": "object"}}),
            "Session": _object({"hands": _OBJECTS, "offences": _OBJECTS, "sheet": _OBJECTS, "balance": {"type": "object"}}),
        }
    },
}
