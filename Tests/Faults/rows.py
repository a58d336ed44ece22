"""The rows of the conformance suite: what a service may do with a request that creates a post, and what it means.

No row knows a kind. What must follow is derived from the meaning and from the class of the kind.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    """`rule` is a fault of Fakes/faults.py for one request. `meaning` is what Galley can know after it:

    done      the post is there
    maybe     it may be there
    repeated  it is there, and the service says that by a status that the kind may know
    refused   it is not there, and will not be by itself
    denied    a person has to sign in again
    expired   the token has to be renewed, by a person or by Galley
    moved     the settings do not fit the service
    wait      it is not there, and the service names a time
    nothing   nothing was sent
    """

    title: str
    meaning: str
    rule: dict = field(default_factory=dict)
    writes: str = ""             # more text of the post
    is_alone: bool = False       # whether it would meet the posts of other rows as well
    needs_service: bool = True   # whether it makes no sense for files in a folder
    look_up: dict = field(default_factory=dict)   # a fault of the first two requests that ask for something
    skew: int = 0                # seconds by which the service's clock is ahead of ours


def answer(status, **headers):
    """An answer instead of carrying the request out, in words that the queue must quote."""
    body = {"error": "no-such-luck", "message": "no-such-luck", "code": "no-such-luck", "description": "no-such-luck"}
    return {"fault": "answer", "status": status, "body": body, "headers": headers}


UNICODE = "Zoë ✓ e\u0301 👩‍👩‍👧‍👦 🇵🇹 日本語 مرحبا 𝒳"
LONG = " ".join(f"w{number}é" if number % 7 else f"🧭{number}" for number in range(9000)) + " omega"

ROWS = (
    Row("a post", "done", needs_service=False),
    Row("Unicode", "done", writes=UNICODE, needs_service=False),
    Row("the largest text", "done", writes=LONG, needs_service=False),
    # The answer is lost, at each class of byte boundary.
    Row("closed before the first byte is read", "maybe", {"fault": "drop_before_reading"}, is_alone=True),
    Row("reset before the first byte is read", "maybe", {"fault": "drop_before_reading", "how": "reset"},
        is_alone=True),
    Row("closed after the request", "maybe", {"fault": "drop_after_reading"}),
    Row("reset after the request", "maybe", {"fault": "drop_after_reading", "how": "reset"}),
    Row("closed after the commit", "maybe", {"fault": "drop_after_commit"}),
    Row("reset after the commit", "maybe", {"fault": "drop_after_commit", "how": "reset"}),
    Row("cut after the headers", "maybe", {"fault": "truncate", "at": "headers"}),
    Row("cut in the body", "maybe", {"fault": "truncate", "at": "half"}),
    # Answers that are none.
    Row("carried out when nobody waits any more", "maybe", {"fault": "carry_out_late", "seconds": 0.4}),
    Row("the same answer twice", "done", {"fault": "duplicate_answer"}),
    Row("slow", "done", {"fault": "delay", "seconds": 0.6}),
    Row("slower than the time limit", "maybe", {"fault": "delay", "seconds": 4.5}),
    Row("garbage instead of JSON", "maybe", {"fault": "corrupt_json"}),
    Row("a web page instead of JSON", "maybe", {"fault": "html_page", "commit": True}),
    Row("a proxy's web page, nothing stored", "maybe", {"fault": "html_page"}),
    Row("an empty answer", "maybe", {"fault": "empty_200"}),
    Row("an empty answer, nothing stored", "maybe", {"fault": "empty_200", "commit": False}),
    # Statuses.
    Row("401", "expired", {"fault": "unauthorized"}, is_alone=True),
    Row("403", "denied", {"fault": "forbidden"}, is_alone=True),
    *(Row(f"{status}", "refused", answer(status)) for status in (400, 404, 410, 413, 422)),
    Row("408", "maybe", {"fault": "timeout"}),
    Row("409 after the commit", "repeated", {**answer(409), "commit": True}),
    Row("429 with Retry-After", "wait", {"fault": "too_many", "seconds": 1}, is_alone=True),
    Row("429 with a reset time", "wait", {"fault": "too_many_reset", "seconds": 1}, is_alone=True),
    Row("500 after the commit", "maybe", {"fault": "error_500"}),
    Row("500, nothing stored", "maybe", {"fault": "error_500", "commit": False}),
    Row("502 of a proxy", "maybe", {"fault": "gateway_error"}),
    Row("503 after the commit", "maybe", {"fault": "unavailable", "commit": True}),
    Row("503 with Retry-After", "maybe", {**answer(503), "headers": {"Retry-After": "1"}}, is_alone=True),
    Row("moved for good", "moved", answer(308, Location="https://elsewhere.example/"), is_alone=True),
    Row("a redirect", "refused", answer(302, Location="https://elsewhere.example/"), is_alone=True),
    # The answer is lost, and so is the next one.
    *(Row(f"unanswered, and a look-up {title}", "maybe", {"fault": "drop_after_commit"}, is_alone=True, look_up=rule)
      for title, rule in (
          ("that fails", {"fault": "error_500", "commit": False}), ("answered by a web page", {"fault": "html_page"}),
          ("that is lost", {"fault": "drop_after_reading"}), ("told to wait", {"fault": "too_many", "seconds": 1}))),
    # A signature may be five minutes old.
    *(Row(f"unanswered, and the service's clock {title}", "maybe", {"fault": "drop_after_commit"}, is_alone=True, skew=by)
      for title, by in (("four minutes ahead", 240), ("four minutes behind", -240))),
)

EXPIRED = Row("an expired token", "done")

# What may go wrong with an edit or a deletion; both must have happened in the end, once.
CHANGES = (
    ("in order", None), ("unanswered", {"fault": "drop_after_commit"}), ("lost", {"fault": "drop_after_reading"}),
    ("ended by a 500", {"fault": "error_500"}), ("answered by garbage", {"fault": "corrupt_json"}),
    ("told to wait", {"fault": "too_many", "seconds": 1}),
)

# The state after a refused upload: nothing was sent, so no class matters.
PICTURES = (
    ("in order", None, "delivered"), ("unanswered", {"fault": "drop_after_commit"}, "delivered"),
    ("lost", {"fault": "drop_after_reading"}, "delivered"), ("ended by a 500", {"fault": "error_500"}, "delivered"),
    ("told to wait", {"fault": "too_many", "seconds": 1}, "delivered"),
    ("too large", answer(413), "blocked"), ("refused", answer(422), "blocked"),
)


def expected(row, kind):
    """The state in which a post of this row comes to rest."""
    meaning = dict(kind.own_meanings).get(row.rule.get("status"), row.meaning)
    if meaning == "repeated":
        meaning = "done" if kind.already_there == 409 else "maybe"
    if meaning == "expired":
        meaning = "done" if kind.expire else "denied"
    if meaning == "maybe":
        return "uncertain" if kind.letter == "E" else "delivered"
    return {"done": "delivered", "wait": "delivered", "nothing": "delivered", "refused": "failed",
            "denied": "blocked(auth)", "moved": "blocked(target)"}[meaning]
