"""Cookies of visits, signed and without a date: a box whose clock is set anew must not forget the phones that it let in."""

from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Request, Response

A_YEAR_S = 365 * 24 * 3600
"""Seconds for which the phone keeps it, by the phone's own clock."""


class Visits(SecureCookieSessionInterface):
    """Flask's signed cookie but for its two dates: the one in the signature, and the one by which it ends."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What the cookie holds; nothing where it was not signed here."""
        try:
            return self.session_class(self._signer(app).loads(request.cookies.get(self.get_cookie_name(app), "")))
        except (BadSignature, ValueError, TypeError):
            return self.session_class()

    def save_session(self, app: Flask, session: Any, response: Response) -> None:
        """Hand out the cookie where something in it has changed."""
        if session.accessed:
            response.vary.add("Cookie")
        if session.modified:
            signed = self._signer(app).dumps(dict(session))
            assert isinstance(signed, str)
            response.set_cookie(self.get_cookie_name(app), signed, max_age=A_YEAR_S, path="/", httponly=True, samesite="Lax")

    def _signer(self, app: Flask) -> URLSafeSerializer:
        assert app.secret_key is not None
        return URLSafeSerializer(
            app.secret_key,
            salt=self.salt,
            serializer=self.serializer,
            signer_kwargs={"key_derivation": self.key_derivation, "digest_method": self.digest_method},
        )
