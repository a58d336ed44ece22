"""Sign-ins of a PDS: access tokens for two hours, refresh tokens for ninety days that rotate with every use.

A used refresh token stays valid for two more hours and yields the same successor, so that a lost answer does no harm.
Revoking the app password ends the refresh tokens, but an access token remains valid until it expires.
"""

import base64
import hashlib
import hmac
import json

ACCESS_SECONDS, REFRESH_SECONDS, GRACE_SECONDS = 2 * 3600, 90 * 86400, 2 * 3600
SECRET = b"the fake's own secret"


class TokenError(Exception):
    """A refused token: status, name, message."""


class Sessions:
    """`refreshes`: identifier of a refresh token -> {expires, next}. `remember` makes a change durable."""

    def __init__(self, did, remember, grace=GRACE_SECONDS):
        self._did, self._remember, self._grace = did, remember, grace
        self.refreshes = {}
        self.issued = 0
        self.first_valid = 0   # number of the first access token that is not expired by command
        self.is_revoked = False

    def recall(self, entry):
        """Restores the entry `session` of an old log."""
        self.refreshes = entry["refreshes"]
        self.issued, self.first_valid, self.is_revoked = entry["issued"], entry["first_valid"], entry["is_revoked"]

    # Tokens

    def create(self, now):
        """An access token and a refresh token."""
        return self._pair(f"refresh-{self.issued + 1}", now)

    def rotate(self, token, now):
        """The pair that succeeds a refresh token. Raises TokenError."""
        name = self.check(token, "com.atproto.refresh", now)["jti"]
        found = self.refreshes.get(name)
        if found is None or now >= found["expires"]:
            raise TokenError(400, "ExpiredToken", "Token has been revoked")
        found["expires"] = min(found["expires"], now + self._grace)
        found["next"] = found["next"] or f"refresh-{self.issued + 1}"
        return self._pair(found["next"], now)

    def end(self, token):
        """Ends a session; its refresh token may have expired."""
        self.refreshes.pop(self.check(token, "com.atproto.refresh", 0)["jti"], None)
        self._save()

    def check(self, token, scope, now):
        """The payload of a token. Raises TokenError."""
        payload = payload_of(token)
        if payload is None:
            raise TokenError(400, "InvalidToken", "Token could not be verified")
        if now >= payload["exp"]:
            raise TokenError(400, "ExpiredToken", "Token has expired")
        if payload["scope"] != scope:
            raise TokenError(400, "InvalidToken", "Bad token scope")
        if scope != "com.atproto.refresh" and int(payload["jti"]) < self.first_valid:
            raise TokenError(400, "ExpiredToken", "Token has expired")
        return payload

    # By command

    def expire(self, what):
        """Expires the access tokens ("access"), or the refresh tokens as well ("all")."""
        self.first_valid = self.issued + 1
        if what == "all":
            self.refreshes = {}
        self._save()

    def revoke(self, is_revoked):
        """Revokes the app password, or accepts it again. Sessions that it opened cannot be continued."""
        self.is_revoked = is_revoked
        if is_revoked:
            self.refreshes = {}
        self._save()

    def _pair(self, name, now):
        self.issued += 1
        self.refreshes.setdefault(name, {"expires": now + REFRESH_SECONDS, "next": None})
        self._save()
        access = {"scope": "com.atproto.appPass", "sub": self._did, "iat": int(now), "exp": int(now) + ACCESS_SECONDS,
                  "aud": "did:web:pds.example", "jti": str(self.issued)}
        refresh = {"scope": "com.atproto.refresh", "sub": self._did, "iat": int(now),
                   "exp": int(now) + REFRESH_SECONDS, "aud": "did:web:pds.example", "jti": name}
        return _token("at+jwt", access), _token("refresh+jwt", refresh)

    def _save(self):
        self._remember("session", refreshes=self.refreshes, issued=self.issued, first_valid=self.first_valid,
                       is_revoked=self.is_revoked)


def _token(kind, payload):
    parts = [_digits(json.dumps(part).encode()) for part in ({"typ": kind, "alg": "HS256"}, payload)]
    return ".".join([*parts, _digits(_signature(".".join(parts)))])


def payload_of(token):
    """The payload of a token that was signed here, or None."""
    signed, _, signature = token.rpartition(".")
    if signed.count(".") != 1 or not hmac.compare_digest(signature.encode(), _digits(_signature(signed)).encode()):
        return None
    part = signed.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def _signature(text):
    return hmac.new(SECRET, text.encode(), hashlib.sha256).digest()


def _digits(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
