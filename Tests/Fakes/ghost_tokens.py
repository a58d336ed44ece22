"""The tokens of Ghost's Admin API: a JWT that a key of the form `id:secret` signs, good for five minutes.

The secret is hexadecimal, and its bytes sign. Ghost has the library `jsonwebtoken` check the rest, and repeats
its words. Left out: sessions of people, tokens in an address, and staff access tokens, which have the same form.
"""

import base64
import hashlib
import hmac
import json
import re

from ghost_errors import Refused

SECONDS = 300
AUDIENCE = r"/\/?admin\/?$/"
FORM = re.compile(r"[\w-]+\.[\w-]+\.[\w-]*", re.ASCII)


def check(header, keys, content_keys, now):
    """Raises Refused unless the header Authorization has a token of one of `keys` (id -> secret), good `now`."""
    if not header:
        raise Refused(403, "NoPermissionError", "Authorization failed", "Unable to determine the authenticated user "
                      "or integration. Check that cookies are being passed through if using session authentication.")
    words = header.split(" ")
    token = words[1] if len(words) > 1 and words[0].lower() == "ghost" else ""
    if not token:
        raise unauthorized('Authorization header format is "Authorization: Ghost [token]"', "INVALID_AUTH_HEADER")
    head, claims = decoded(token)
    if not head.get("kid"):
        raise Refused(400, "BadRequestError", "Admin API kid missing.", code="MISSING_ADMIN_API_KID")
    if head["kid"] in content_keys:
        raise unauthorized("Invalid API Key type", "INVALID_API_KEY_TYPE")
    if head["kid"] not in keys:
        raise unauthorized("Unknown Admin API Key", "UNKNOWN_ADMIN_API_KEY")
    if wrong := fault(token, head, claims, bytes.fromhex(keys[head["kid"]]), now):
        raise unauthorized(f"Invalid token: {wrong}", "INVALID_JWT")


def decoded(token):
    try:
        if not FORM.fullmatch(token):
            raise ValueError("not a token")
        head, claims = (json.loads(_bytes(part)) for part in token.split(".")[:2])
        if not isinstance(head, dict) or not isinstance(claims, dict):
            raise ValueError("not two objects")
    except ValueError:
        raise Refused(400, "BadRequestError", "Invalid token", code="INVALID_JWT") from None
    return head, claims


def fault(token, head, claims, secret, now):
    """What is wrong with a token, in the library's words and order; None if nothing is."""
    signed_part, _, signature = token.rpartition(".")
    if not signature:
        return "jwt signature is required"
    if head.get("alg") != "HS256":
        return "invalid algorithm"
    if not hmac.compare_digest(signature, _signature(signed_part, secret)):
        return "invalid signature"
    if "nbf" in claims and claims["nbf"] > now:   # an error that Ghost does not expect
        raise Refused(500, "InternalServerError", "The server has encountered an error.")
    if "exp" in claims and int(now) >= claims["exp"]:
        return "jwt expired"
    audiences = claims.get("aud") if isinstance(claims.get("aud"), list) else [claims.get("aud")]
    if not any(re.search(r"/?admin/?$", audience or "") for audience in audiences):
        return f"jwt audience invalid. expected: {AUDIENCE}"
    if not isinstance(claims.get("iat"), (int, float)):
        return "iat required when maxAge is specified"
    # A time in the future is no fault: only the age counts.
    return "maxAge exceeded" if int(now) >= claims["iat"] + SECONDS else None


def unauthorized(message, code):
    return Refused(401, "UnauthorizedError", message, code=code)


def signed(key, now, head=None, **claims):
    """A token of `key` made at `now`; a claim that is None is left out."""
    name, _, secret = key.partition(":")
    claims = {"iat": int(now), "exp": int(now) + SECONDS, "aud": "/admin/", **claims}
    claims = {claim: value for claim, value in claims.items() if value is not None}
    head = {"alg": "HS256", "typ": "JWT", "kid": name, **(head or {})}
    parts = [_text(json.dumps(part).encode()) for part in (head, claims)]
    return f"{'.'.join(parts)}.{_signature('.'.join(parts), bytes.fromhex(secret))}"


def _signature(text, secret):
    return _text(hmac.new(secret, text.encode(), hashlib.sha256).digest())


def _text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
