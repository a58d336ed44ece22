"""What it costs to divide a long text into threads and to freeze it for many targets."""

import json
import statistics

from exchanges import answer, json_request, markdown
from measure import Measure, micro
from programs import Galleyd

SAMPLES, KILOBYTES, MAX = 25, 10, 5
SOCIAL = """
[[target]]
name = "{kind}-{number}"
kind = "{kind}"
{settings}
url = "http://127.0.0.1:9"
credential = "token"
long = "thread"
"""
KINDS = {"mastodon": "", "bluesky": 'account = "ada.example.com"'}
NAMES = [f"{kind}-{number}" for kind in KINDS for number in range(4)]
SETTINGS = "".join(
    SOCIAL.format(kind=kind, number=number, settings=settings)
    for kind, settings in KINDS.items() for number in range(4)) + SOCIAL.format(
        kind="bluesky", number="last", settings=KINDS["bluesky"])


def measure(bench):
    """The daemon's CPU for freezing a text for eight targets, beyond that for one of a few words.

    A ninth target refuses the post after the others have taken it, so nothing is stored. The difference is dividing,
    counting and freezing the text.
    """
    with Galleyd(bench, "freezes", SETTINGS, {"token": "fake-pass-word-1234"}) as galley:
        long, short = (Refused(galley, text) for text in (markdown(KILOBYTES * 1024), "A few words."))
        for post in (long, short):
            post.computed()
        found = [long.computed() - short.computed() for _ in range(SAMPLES)]
    middle = statistics.median(found)
    yield Measure(f"{KILOBYTES} KB divided and frozen for 8 targets, CPU", micro(found), "–", middle * 1e3, MAX, SAMPLES,
                  unit="ms")


class Refused:
    """A post that the last target refuses, since it is to be private there."""

    def __init__(self, galley, text):
        self.galley = galley
        overrides = {"bluesky-last": {"visibility": "private"}}
        created = json.loads(
            answer(galley.socket, json_request("POST", "/v1/posts", {"body": text, "overrides": overrides})))
        self.path = f"/v1/posts/{created['id']}/publication"

    def computed(self):
        """CPU seconds of the request that would schedule it."""
        before = self.galley.computed
        done = json.loads(answer(self.galley.socket, json_request(
            "PUT", self.path, {"at": "2040-01-01T09:00:00Z", "to": NAMES + ["bluesky-last"]}), b"422"))
        used = self.galley.computed - before
        if done["field"] != "bluesky-last":
            raise SystemExit(f"Another target refused the post: {done}")
        return used
