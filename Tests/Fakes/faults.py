"""Scripted faults: an ordered list of rules, each used a fixed number of times.

A rule is a dictionary. The requests to which it applies, all of them if absent:

    "on": {"method": "POST", "path": "/api/v1/statuses", "header": {"Idempotency-Key": "k"}, "contains": "text"}
          `path` is a part of the address, `contains` a part of the body; both as received
    "skip": how many matching requests pass first (0)       "times": to how many it applies then (1)

and their effect, as "fault":

    before the request is read (`on` may name method and path only, because the request is only peeked at)
      drop_before_reading       "how": close (default) | reset
      pause_after_first_byte    reads exactly one byte; words: go (default), close, reset
    without being carried out
      drop_after_reading        "how": close | reset
      carry_out_late            "how": close | reset; it is still carried out, "seconds" later (1)
      answer                    "status", "body", "headers": {…}, "type"
      gateway_error             502, HTML              unavailable        503, text/plain
      too_many                  429 with Retry-After: "seconds" (1)
      too_many_reset            429 with only X-RateLimit-Reset, an ISO time "seconds" (1) ahead
      unauthorized              401     forbidden      403     timeout    408
      html_page                 200 with a page of HTML, as from a proxy
    after being carried out
      pause_after_commit        words: answer (default), close, reset
      pause_after_answer        words: go (default), close, reset
      drop_after_commit         "how": close | reset
      truncate                  "at": headers (default) | half
      delay                     "seconds" before the answer (1)
      duplicate_answer          the same answer twice in a row
      corrupt_json              the right length, but not JSON
      empty_200                 200 without a body
      error_500                 500, text/plain
      lose_key                  the idempotency key is not written, and the connection is closed unanswered
      stall_accept              from before this answer on, connections hang (until the word "accept")
      none                      carried out and answered normally (for "lose_key" alone)

Any of them may add "commit": true or false (carry the request out first, or do not), "lose_key": true, and "label",
which is repeated in events and in the log.
"""

import threading

OPENING = ("drop_before_reading", "pause_after_first_byte")
UNCOMMITTED = ("drop_after_reading", "carry_out_late", "answer", "gateway_error", "unavailable", "too_many", "too_many_reset",
               "unauthorized", "forbidden", "timeout", "html_page")
COMMITTED = ("pause_after_commit", "pause_after_answer", "drop_after_commit", "truncate", "delay", "duplicate_answer",
             "corrupt_json", "empty_200", "error_500", "lose_key", "stall_accept", "none")
NEED_A_REPLY = ("pause_after_commit", "pause_after_answer", "truncate", "delay", "duplicate_answer", "corrupt_json",
                "stall_accept", "none")
KNOWN = {"on", "skip", "times", "fault", "how", "status", "body", "headers", "type", "seconds", "at", "commit",
         "lose_key", "label"}


class Faults:
    """The remaining rules. Thread-safe; each use of a rule reduces its count by one."""

    def __init__(self):
        self._rules = []
        self._lock = threading.Lock()

    def add(self, rules):
        """Appends rules. Raises ValueError for an invalid one."""
        for rule in rules:
            check(rule)
        with self._lock:
            self._rules += [{"skip": 0, "times": 1, **rule} for rule in rules]

    def clear(self):
        with self._lock:
            self._rules = []

    @property
    def left(self):
        """The remaining rules, in order."""
        with self._lock:
            return [dict(rule) for rule in self._rules]

    def opening(self, method, path):
        """The rule for a request of which only the first line is known."""
        return self._take(lambda rule: rule["fault"] in OPENING, lambda on: _line_matches(on, method, path))

    @property
    def opening_needs(self):
        """What the rules that apply before reading need: nothing (None), the "method", or the "path" too."""
        with self._lock:
            opening = [rule.get("on", {}) for rule in self._rules if rule["fault"] in OPENING]
        if not opening:
            return None
        return "path" if any("path" in on for on in opening) else "method"

    def for_request(self, request):
        """The rule for a request that was read."""
        return self._take(lambda rule: rule["fault"] not in OPENING, lambda on: _matches(on, request))

    def _take(self, eligible, matches):
        with self._lock:
            for rule in self._rules:
                if not eligible(rule) or not matches(rule.get("on", {})):
                    continue
                if rule["skip"] > 0:
                    rule["skip"] -= 1
                    continue
                rule["times"] -= 1
                if rule["times"] <= 0:
                    self._rules.remove(rule)
                return dict(rule)
        return None


def check(rule):
    """Raises ValueError with a message if the rule is invalid."""
    if rule.get("fault") not in OPENING + UNCOMMITTED + COMMITTED:
        raise ValueError(f"Unknown fault {rule.get('fault')!r}.")
    if unknown := set(rule) - KNOWN:
        raise ValueError(f"Unknown words in a rule: {', '.join(sorted(unknown))}.")
    if rule["fault"] in NEED_A_REPLY and not is_committed(rule):
        raise ValueError(f"{rule['fault']} needs the request to be carried out.")
    if rule["fault"] in OPENING and set(rule.get("on", {})) - {"method", "path"}:
        raise ValueError(f"{rule['fault']} happens before the request is read; it can look at method and path only.")


def is_committed(rule):
    """Whether the service carries the request out under this rule."""
    return rule.get("commit", rule["fault"] in COMMITTED)


def _line_matches(on, method, path):
    return on.get("method", method) == method and on.get("path", "") in (path or "")


def _matches(on, request):
    if not _line_matches(on, request.method, request.target):
        return False
    if any((request.header(name) or "") != value for name, value in on.get("header", {}).items()):
        return False
    return on.get("contains", "").encode() in request.raw_body
