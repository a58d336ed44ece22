"""Requests and errors of XRPC, the AT Protocol's way of calling (https://atproto.com/specs/xrpc)."""

import json
import re

import atproto_lexicons
from atproto_lexicons import Invalid


class Refused(Exception):
    """An error, in the shape of the protocol."""

    def __init__(self, status, error, message, headers=()):
        super().__init__(message)
        self.status, self.error, self.headers = status, error, headers


def only(call, name, *default):
    """A parameter of the query: a text, or the default. Raises Refused if it is required and missing."""
    if call.query.get(name, [""])[-1]:
        return call.query[name][-1]
    if default:
        return default[0]
    raise Refused(400, "InvalidRequest", f'Error: Params must have the property "{name}"')


def limit_of(call):
    """The length of a page."""
    word = only(call, "limit", "50")
    limit = int(word) if re.fullmatch(r"-?\d{1,9}", word) else 0
    if limit < 1 or limit > 100:
        words = "be less than 1" if limit < 1 else "be greater than 100"
        raise Refused(400, "InvalidRequest", f"Error: Params/limit can not {words}")
    return limit


def body_of(request, name, bytes_max):
    """The JSON of a request, checked by its lexicon. Raises Refused."""
    kind = (request.header("Content-Type") or "").split(";")[0].strip().lower()
    if not request.raw_body:
        raise Refused(400, "InvalidRequest", "A request body is expected but none was provided")
    if kind != "application/json":
        words = f"Wrong request encoding (Content-Type): {kind}" if kind else \
            "Request encoding (Content-Type) required but not provided"
        raise Refused(400, "InvalidRequest", words)
    if len(request.raw_body) > bytes_max:
        raise Refused(413, "PayloadTooLarge", "request entity too large")
    try:
        body = json.loads(request.raw_body.decode("utf-8"), parse_constant=_no_number)
        atproto_lexicons.INPUTS[name]("Input", body)
    except (ValueError, RecursionError) as error:
        raise Refused(400, "InvalidRequest", f"{error}") from None
    except Invalid as error:
        raise Refused(400, error.error, str(error)) from None
    return body


def _no_number(word):
    raise ValueError(f"Unexpected token {word} in JSON")
