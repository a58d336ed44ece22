"""A client of the fake Ghost, for its tests."""

import time
import unittest

import ghost_tokens
from exchange import send
from fake import Fake

KEY = "6489f2c5b1a4d20001a1b2c3:" + "5eed" * 16
API = "/ghost/api/admin/"
GONE = "0123456789abcdef01234567"   # an id that no post has


class GhostCase(unittest.TestCase):
    """A test with a Ghost of its own, and the requests of a client."""

    def start(self, *options):
        self.fake = Fake("ghost", *options).start()
        self.addCleanup(self.fake.__exit__)
        self.ahead = 0   # by how much the fake's clock is ahead of this one

    def call(self, method, path, body=None, headers=None, token=None):
        token = token or ghost_tokens.signed(KEY, time.time() + self.ahead)
        return send(self.fake.port, method, API + path, body, {"Authorization": f"Ghost {token}", **(headers or {})})

    def advance(self, seconds):
        self.fake.advance(seconds)
        self.ahead += seconds

    def create(self, title="First", query="?source=html", **fields):
        fields = {"html": "<p>Words</p>", "status": "published", **fields}
        answer = self.call("POST", f"posts/{query}", {"posts": [{"title": title, **fields}]})
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()["posts"][0]

    def change(self, post, query="", **fields):
        fields = {"updated_at": post["updated_at"], **fields}
        return self.call("PUT", f"posts/{post['id']}/{query}", {"posts": [fields]})

    def read(self, post):
        return self.call("GET", f"posts/{post['id']}/?formats=html,lexical").json()["posts"][0]

    def refused(self, answer, status, **fields):
        found = answer.json()["errors"][0]
        self.assertEqual((answer.status, {name: found[name] for name in fields}), (status, fields))
        self.assertEqual(len(found), 9)
