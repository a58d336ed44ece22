"""Ghost's errors as a client sees them: one object in `errors`, with nine fields that are all there.

An error of an endpoint, after the token was accepted, moves its own words to `context`; `message` then names the
action.
"""

import json
import uuid

from http_bytes import Reply

PRIVATE = "no-cache, private, no-store, must-revalidate, max-stale=0, post-check=0, pre-check=0"
# What `message` says of an action, by the error's type.
MESSAGES = {
    "InternalServerError": "Internal server error, cannot {}.", "ValidationError": "Validation error, cannot {}.",
    "BadRequestError": "Request not understood error, cannot {}.", "HostLimitError": "Host Limit error, cannot {}.",
    "NotFoundError": "Resource not found error, cannot {}.", "NoPermissionError": "Permission error, cannot {}.",
    "UpdateCollisionError": "Saving failed! Someone else is editing this post.",
}


class Refused(Exception):
    """An error. `name_action` turns it into the form of an endpoint's."""

    def __init__(self, status, kind, message, context=None, **more):
        super().__init__(message)
        self.status, self.kind, self.message, self.context = status, kind, message, context
        self.more = more   # code, details, property, help

    def name_action(self, action):
        """`action` as in "save post"."""
        whole = f"{self.message} {self.context}" if self.context else self.message
        return Refused(self.status, self.kind, MESSAGES[self.kind].format(action), whole, **self.more)

    def reply(self):
        fields = {"message": self.message, "context": self.context, "type": self.kind,
                  **{name: self.more.get(name) for name in ("details", "property", "help", "code")},
                  "id": str(uuid.uuid4()), "ghostErrorCode": None}
        return Reply.of({"errors": [fields]}, self.status, [("Cache-Control", PRIVATE)])


def invalid(message, context=None, **more):
    return Refused(422, "ValidationError", message, context, **more)


def not_found(message):
    return Refused(404, "NotFoundError", message)


def unexpected(status, words):
    """An error that Ghost did not make itself, such as that of a parser or of the database."""
    return Refused(status, "InternalServerError", "An unexpected error occurred, please try again.", words,
                   code="UNEXPECTED_ERROR")


def parsed_body(request):
    """The decoded JSON body; {} of any other content type. Ghost reads it before it looks at the token."""
    kind = (request.header("Content-Type") or "").split(";")[0].strip().lower()
    if kind != "application/json" or not request.raw_body:
        return {}
    if len(request.raw_body) > 50 << 20:
        raise unexpected(413, "request entity too large")
    try:
        found = json.loads(request.raw_body.decode())
    except ValueError as error:
        raise unexpected(400, str(error)) from None
    if not isinstance(found, (dict, list)):
        raise unexpected(400, "Unexpected token in JSON at position 0")
    return found if isinstance(found, dict) else {}
