"""A client of the fake PDS, for its tests."""

import unittest

import content_ids
from bluesky_repository import key_of_time
from exchange import send
from fake import Fake

POST, GATE = "app.bsky.feed.post", "app.bsky.feed.threadgate"
DID, HANDLE = "did:plc:abcdefghijklmnopqrstuvwx", "ada.example.com"
WRITE = "com.atproto.repo.applyWrites"
KEYS = [key_of_time(1_767_225_600_000_000 + number, 7) for number in range(220)]


def post(text="words", **more):
    return {"$type": POST, "text": text, "createdAt": "2026-11-20T09:00:00.000Z", **more}


def ref(key, record):
    return {"uri": f"at://{DID}/{POST}/{key}", "cid": content_ids.cid_of(record)}


def thread(*texts):
    """The records of a thread, in order."""
    records = [post(texts[0])]
    for text in texts[1:]:
        refs = {"root": ref(KEYS[0], records[0]), "parent": ref(KEYS[len(records) - 1], records[-1])}
        records.append(post(text, reply=refs))
    return records


class Server(unittest.TestCase):
    """Starts a fake for each test, and calls it as the account."""

    service = Fake   # or a subclass that starts another program with the same calls

    def start(self, *options):
        self.fake = self.service("bluesky", *options).start()
        self.addCleanup(self.fake.__exit__)
        self.tokens = None
        return self.fake

    def call(self, name, body=None, token="access", **query):
        if token in ("access", "refresh"):
            self.tokens = self.tokens or self.sign_in().json()
            token = self.tokens[f"{token}Jwt"]
        method = "GET" if body is None and name.rpartition(".")[2][:4] not in ("dele", "refr") else "POST"
        words = "&".join(f"{key}={value}" for key, values in query.items()
                         for value in (values if isinstance(values, list) else [values]))
        return send(self.fake.port, method, f"/xrpc/{name}" + (f"?{words}" if words else ""), body,
                    {"Authorization": f"Bearer {token}"} if token else {})

    def sign_in(self, password="fake-pass-word-1234", identifier=HANDLE):
        return self.call("com.atproto.server.createSession", {"identifier": identifier, "password": password}, None)

    def refresh(self, token="refresh"):
        return self.call("com.atproto.server.refreshSession", token=token)

    def put(self, record, key=KEYS[0], collection=POST, **more):
        return self.call("com.atproto.repo.putRecord", {"repo": DID, "collection": collection, "rkey": key,
                                                        "record": record, **more})

    def create(self, record, collection=POST, **more):
        return self.call("com.atproto.repo.createRecord", {"repo": DID, "collection": collection, "record": record,
                                                           **more})

    def delete(self, key=KEYS[0], **more):
        return self.call("com.atproto.repo.deleteRecord", {"repo": DID, "collection": POST, "rkey": key, **more})

    def apply(self, *writes, **more):
        return self.call(WRITE, {"repo": DID, "writes": [
            {"$type": f"{WRITE}#{action}", "collection": collection, "rkey": key,
             **({"value": record} if record else {})}
            for action, collection, key, record in writes], **more})

    def get(self, key=KEYS[0], collection=POST, repo=DID, **query):
        return self.call("com.atproto.repo.getRecord", token=None, repo=repo, collection=collection, rkey=key, **query)

    def list(self, **query):
        return self.call("com.atproto.repo.listRecords", token=None, repo=DID, collection=POST, **query)

    def upload(self, data, kind="image/png"):
        self.tokens = self.tokens or self.sign_in().json()
        return send(self.fake.port, "POST", "/xrpc/com.atproto.repo.uploadBlob", data,
                    {"Authorization": f"Bearer {self.tokens['accessJwt']}", "Content-Type": kind})

    def assert_refused(self, answer, status, error, words=None):
        found = answer.json()
        self.assertEqual((answer.status, found["error"]), (status, error), found)
        if words:
            self.assertIn(words, found["message"])
