"""The page where the log cannot be opened: what is wrong, and what its owner can press. It knows nothing of any game."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from flask import Flask, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from scoring.ledger.keys import KeyRing
from web.guard import shut_in

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cardtable</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/static/cardtable.css"></head>
<body><main id="main"><section><h1>The table cannot be used just now</h1>
<p>{trouble}</p><p>Nothing that was confirmed is lost. The box tries again every few seconds; load this page again then.</p>
{buttons}</section></main></body></html>"""

CLOSED = (
    "<p>The owner can mend this here: open the address with the owner's key, which <code>sudo cardtable key</code> prints.</p>"
)


@dataclass(frozen=True)
class Remedy:
    """Something that the owner can press: its name in the address, its words, what it does, and why it may not go (OSError)."""

    name: str
    words: str
    do: Callable[[], object]


def create_rescue(trouble: Callable[[], str], remedies: Callable[[], tuple[Remedy, ...]], keys: KeyRing) -> Flask:
    """The application; `trouble` says in a sentence what is wrong, and `remedies` what can be done about it now."""
    app = Flask(__name__)
    app.after_request(shut_in)

    def page(key: str = "", status: int = 503) -> Response:
        forms = (
            f'<form method="post" action="/key/{key}/{remedy.name}"><button>{escape(remedy.words)}</button></form>'
            for remedy in remedies()
        )
        text = PAGE.format(trouble=escape(trouble()), buttons=f'<div class="buttons">{"".join(forms)}</div>' if key else CLOSED)
        return Response(text, status, {"Retry-After": "5", "Cache-Control": "no-store"})

    def is_owner(key: str) -> bool:
        return secrets.compare_digest(key.strip().upper().encode(), keys.keys().owner.encode())

    @app.get("/healthz")
    def health() -> tuple[dict[str, object], int]:
        return {"ok": False, "storage": trouble()}, 503

    @app.get("/api/<path:_path>")
    def interface(_path: str) -> tuple[dict[str, str], int]:
        return {"error": trouble()}, 503

    @app.get("/", defaults={"_path": ""})
    @app.get("/<path:_path>")
    def anything(_path: str) -> Response:
        return page()

    @app.get("/key/<key>")
    def enter(key: str) -> Response:
        return page(key.strip().upper() if is_owner(key) else "")

    @app.post("/key/<key>/<name>")
    def press(key: str, name: str) -> AnyResponse:
        remedy = next((remedy for remedy in remedies() if remedy.name == name), None)
        if remedy is None or not is_owner(key) or request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            abort(403)
        try:
            remedy.do()
        except OSError as error:
            return Response(f"That did not work: {error.strerror}\n", 503, mimetype="text/plain")
        return redirect(f"/key/{key}", 303)

    return app
