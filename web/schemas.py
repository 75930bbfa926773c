"""The public state described for programs (JSON Schema): every field, and no other."""

from typing import Any

from scoring.calls import CallKind
from scoring.moves import Action
from scoring.offences import OffenceKind, Prospect
from scoring.projections import Attention

Json = dict[str, Any]


def maybe(schema: Json) -> Json:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def listed(schema: Json) -> Json:
    """Any number of these."""
    return {"type": "array", "items": schema}


def fields(required: Json, **optional: Json) -> Json:
    """An object with these fields and no others."""
    properties = {**required, **optional}
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


def said(schema: Json, words: str) -> Json:
    """The same, with a word about what it means."""
    return {**schema, "description": words}


def ref(name: str) -> Json:
    """One of the schemas below, by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def one_of(kinds: Any) -> Json:
    """One of the values of an enumeration."""
    return {"type": "string", "enum": [kind.value for kind in kinds]}


STRING: Json = {"type": "string"}
INTEGER: Json = {"type": "integer"}
BOOLEAN: Json = {"type": "boolean"}
CHANCE: Json = {"type": "number", "minimum": 0, "maximum": 1}
SEAT: Json = {"type": "integer", "minimum": 0, "description": "A seat, from 0 in the order of the players."}
CARD: Json = {
    "type": "string",
    "description": "Rank and suit such as `TD`; `BJ` and `LJ` jokers, `I` to `XXI` tarocks; `??` not known; `back` face down.",
}
PICTURE: Json = {"type": "string", "description": "Name of a picture: `/evidence/NAME.jpg`, for those who have the table's key."}
CARDS, STRINGS, INTEGERS = listed(CARD), listed(STRING), listed(INTEGER)
_CALL: Json = {
    "kind": one_of(CallKind),
    "seat": SEAT,
    "player": STRING,
    "number": maybe(INTEGER),
    "rank": maybe(STRING),
    "suit": maybe(said(STRING, "The suit of a bid, or of trumps: S, H, D or C.")),
    "word": maybe(said(STRING, "What a bid is called that has no suit, such as no_trump.")),
    "is_blind": BOOLEAN,
    "cards": CARDS,
}

SCHEMAS: Json = {
    "Error": fields({"error": said(STRING, "What is wrong and what to do, as a sentence.")}),
    "Player": fields({"seat": SEAT, "name": STRING, "side": INTEGER, "total": INTEGER, "shown": STRING}),
    "Side": fields(
        {
            "name": STRING,
            "seats": listed(SEAT),
            "total": INTEGER,
            "shown": STRING,
            "carries": said(
                {"type": "object", "additionalProperties": INTEGER},
                "What else the side carries from hand to hand, by its name, such as bags.",
            ),
        }
    ),
    "Play": fields(
        {
            "position": INTEGER,
            "seat": maybe(SEAT),
            "player": STRING,
            "card": CARD,
            "confidence": CHANCE,
            "evidence": maybe(PICTURE),
        }
    ),
    "Trick": fields(
        {
            "number": INTEGER,
            "is_confirmed": BOOLEAN,
            "led": maybe(said(STRING, "The suit that was led: S, H, D or C, or `trumps` where these are no suit.")),
            "is_counted": said(BOOLEAN, "Whether nobody knows which trick this was, but only how many each seat took."),
            "winner": maybe(SEAT),
            "winner_name": maybe(STRING),
            "winning_card": maybe(CARD),
            "points": said(maybe(INTEGER), "What a whole trick brings by itself, in games in which tricks do."),
            "plays": listed(ref("Play")),
        }
    ),
    "Told": fields(
        {
            "first": said(INTEGER, "The first of these tricks; all after it are told as well."),
            "taken": listed(fields({"players": STRING, "tricks": INTEGER})),
        }
    ),
    "Call": fields(_CALL),
    "Contract": fields(
        _CALL
        | {
            "seat": said(SEAT, "Who plays it."),
            "doubled": said(INTEGER, "How many times it counts: 1, 2 or 4."),
            "is_alone": said(BOOLEAN, "Whether the partner sits out."),
            "card": said(maybe(CARD), "The card that makes the partner."),
            "partner": said(maybe(SEAT), "Who that is, once it is known."),
            "partner_name": maybe(STRING),
        }
    ),
    "Move": fields(
        {
            "seat": SEAT,
            "player": STRING,
            "card": CARD,
            "action": one_of(Action),
            "take": CARDS,
            "value": maybe(INTEGER),
            "builds": INTEGERS,
            "sets": listed(CARDS),
        }
    ),
    "Layout": fields(
        {
            "loose": CARDS,
            "builds": listed(fields({"value": INTEGER, "by": SEAT, "sets": listed(CARDS)})),
            "piles": INTEGERS,
            "sweeps": said(INTEGERS, "How often each side took all that lay there."),
            "most": said(INTEGER, "The highest number of a build."),
        }
    ),
    "Dummy": fields(
        {
            "seat": SEAT,
            "player": STRING,
            "left": said(listed(CARD), "Cards that lie open and have not been played."),
            "lacks": said(INTEGER, "How many of its cards nobody has named."),
        }
    ),
    "Hand": fields(
        {
            "number": INTEGER,
            "dealer": SEAT,
            "leader": SEAT,
            "turn": said(maybe(SEAT), "Whom the table waits for; behind a full trick whoever took it."),
            "hand_size": INTEGER,
            "seats": listed(SEAT),
            "is_over": BOOLEAN,
            "is_void": BOOLEAN,
            "to_confirm": said(INTEGER, "Number of the first trick that is not yet fact."),
            "trump": maybe(STRING),
            "awaits": said(STRING, "What must be said before cards count; empty where nothing."),
            "contract": maybe(ref("Contract")),
            "dummy": maybe(ref("Dummy")),
            "calls": listed(ref("Call")),
            "moves": listed(ref("Move")),
            "layout": maybe(ref("Layout")),
            "tricks": listed(ref("Trick")),
            "taken": said(listed(maybe(INTEGER)), "How many tricks each seat has taken; null where only partners were counted."),
            "told": said(maybe(ref("Told")), "What the table told of tricks that nobody saw."),
        }
    ),
    "Result": fields(
        {
            "sides": STRINGS,
            "winner": maybe(SEAT),
            "winner_name": maybe(STRING),
            "last_card": maybe(CARD),
            "points": INTEGERS,
            "settlement": INTEGERS,
            "next_dealer": SEAT,
        },
        number=INTEGER,
    ),
    "Question": fields(
        {
            "kind": {"type": "string", "enum": ["unsure", "missing", "too_many"]},
            "hand": INTEGER,
            "trick": INTEGER,
            "position": INTEGER,
            "likeliest": listed({"type": "array", "prefixItems": [CARD, CHANCE], "minItems": 2, "maxItems": 2}),
            "others": CARDS,
        },
        seat=maybe(SEAT),
        player=STRING,
        evidence=maybe(PICTURE),
        found=INTEGER,
        expected=INTEGER,
    ),
    "Offence": fields(
        {
            "key": STRING,
            "kind": one_of(OffenceKind),
            "hand": INTEGER,
            "seat": SEAT,
            "player": STRING,
            "trick": INTEGER,
            "card": CARD,
            "proved_by": maybe(CARD),
            "proved_in": maybe(INTEGER),
            "by_elimination": BOOLEAN,
            "sentence": STRING,
            "pictures": listed(maybe(PICTURE)),
            "probability": CHANCE,
            "is_waived": BOOLEAN,
        }
    ),
    "Suspicion": fields({"seat": SEAT, "player": STRING, "trick": INTEGER, "prospect": one_of(Prospect)}),
    "Correction": fields(
        {
            "hand": INTEGER,
            "trick": INTEGER,
            "position": INTEGER,
            "was": STRING,
            "now": STRING,
            "by": STRING,
            "at": STRING,
        }
    ),
    "Line": fields(
        {
            "hand": INTEGER,
            "side": INTEGER,
            "player": STRING,
            "label": STRING,
            "points": INTEGER,
            "reason": STRING,
            "rule": STRING,
            "tricks": INTEGERS,
        }
    ),
    "Payment": fields({"payer": STRING, "payee": STRING, "amount": INTEGER}),
    "Summary": fields(
        {
            "number": INTEGER,
            "players": STRINGS,
            "sides": STRINGS,
            "dealer": STRING,
            "is_void": BOOLEAN,
            "is_empty": said(BOOLEAN, "Whether nothing has happened in it yet."),
            "points": maybe(INTEGERS),
            "totals": INTEGERS,
            "shown": STRINGS,
            "winner": maybe(STRING),
            "last_card": maybe(CARD),
        }
    ),
    "Table": fields(
        {
            "seq": said(INTEGER, "How many events of the session this state has taken in."),
            "attention": one_of(Attention),
            "game": maybe(STRING),
        },
        players=listed(ref("Player")),
        sides=listed(ref("Side")),
        needed=STRING,
        passing=said(STRING, "The cards that everybody passes on before the first lead, and to whom; empty where nobody does."),
        winner=maybe(INTEGER),
        is_ended=BOOLEAN,
        signed=STRINGS,
        next_dealer=maybe(SEAT),
        hand=maybe(ref("Hand")),
        last_hand=maybe(ref("Result")),
        questions=listed(ref("Question")),
        offences=listed(ref("Offence")),
        suspicions=listed(ref("Suspicion")),
        corrections=listed(ref("Correction")),
        disputed=maybe(said(INTEGERS, "Numbers of the hand and the trick.")),
        disputed_by=maybe(STRING),
        disputed_evidence=maybe(PICTURE),
        sheet=listed(ref("Line")),
        payments=listed(ref("Payment")),
    ),
    "OneHand": fields(
        {
            "hand": ref("Hand"),
            "outlines": said({"type": "object"}, "The card's corners in each picture, by the picture's name."),
            "result": maybe(ref("Result")),
            "offences": listed(ref("Offence")),
            "suspicions": listed(ref("Suspicion")),
            "corrections": listed(ref("Correction")),
            "sheet": listed(ref("Line")),
        }
    ),
    "Session": fields(
        {
            "hands": listed(ref("Summary")),
            "offences": listed(ref("Offence")),
            "corrections": listed(ref("Correction")),
            "sheet": listed(ref("Line")),
            "balance": said({"type": "object", "additionalProperties": INTEGER}, "What each player has won or lost, by name."),
        }
    ),
}
