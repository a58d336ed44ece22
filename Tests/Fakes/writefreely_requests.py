"""How WriteFreely reads a request, and how it says what is wrong."""

import json
import urllib.parse

from http_bytes import Reply

TEXTS = ("slug", "title", "body", "font", "lang", "created")
NAMES = (*TEXTS, "rtl")
UNHELPFUL = "This is an unhelpful error message for a miscellaneous internal error."


class Refused(Exception):
    """An error that WriteFreely names."""

    def __init__(self, status, words):
        self.reply = Reply.of({"code": status, "error_msg": words}, status)


class Internal(Exception):
    """An error that it does not expect."""

    @staticmethod
    def reply(is_json):
        """Without JSON it is a page, and the page's status is 200."""
        if is_json:
            return Reply.of({"code": 500, "error_msg": UNHELPFUL}, 500)
        return Reply.words("<!DOCTYPE html><title>Server error</title>", 200, "text/html; charset=utf-8")


def is_json(request):
    """Whether the request counts as one of a program."""
    kind = (request.header("Content-Type") or "").split(";")[0].strip().lower()
    return kind == "application/json" or request.header("Accept") == "application/json"


def decoded(request):
    """The first JSON value of the body, which has to be an object; bytes that are no UTF-8 become other signs."""
    try:
        value, _ = json.JSONDecoder().raw_decode(request.raw_body.decode("utf-8", "replace").lstrip())
    except ValueError:
        raise Refused(400, "Expected valid JSON object.") from None
    if value is None:
        raise Refused(500, "Something didn't work quite right.")
    if not isinstance(value, dict):
        raise Refused(400, "Expected valid JSON object.")
    return value


def submitted(request):
    """The known fields of a post. What it does not know is passed over; a wrong type is refused."""
    if not is_json(request):
        found = urllib.parse.parse_qsl(request.raw_body.decode("utf-8", "replace"), keep_blank_values=True)
        return {name: value for name, value in found if name in TEXTS}
    fields = {name: value for name, value in decoded(request).items() if name in NAMES}
    for name, value in fields.items():
        if value is not None and not isinstance(value, str if name in TEXTS else bool):
            raise Refused(400, "Expected valid JSON object.")
    return fields
