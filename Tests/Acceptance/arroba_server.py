#!/usr/bin/python3
"""arroba's server as it is, another kind of PDS.

`putRecord` and `createRecord` overwrite; `applyWrites` refuses a used key; `deleteRecord` deletes and then answers 400;
`swapCommit` and a CID in `swapRecord` are refused; its only token is no JWT, and a wrong one is a 400; `getSession` and
`refreshSession` fail with an HTML page; files cannot be uploaded; there is no `com.atproto.sync.getLatestCommit`.

Options: --handle, --password, --did. Identities in `summary`: key, text. Needs the packages of atproto_packages.py.
"""

import json
import logging
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes")]
import dag_json  # noqa: E402
import flask  # noqa: E402
from arroba import server  # noqa: E402
from fake_service import FakeService, run  # noqa: E402
from http_bytes import Reply  # noqa: E402
from lexrpc.flask_server import init_flask  # noqa: E402
from tree_repository import TreeRepository  # noqa: E402

# It logs each refusal with a stack.
logging.disable(logging.CRITICAL)
DONE = {"CREATE": "created", "UPDATE": "updated", "DELETE": "deleted"}
POST = "app.bsky.feed.post"


class ArrobaServer(FakeService):
    """arroba's calls, with a durable log and faults around them."""

    name = "arroba"

    def __init__(self, options):
        os.environ.update(REPO_TOKEN="arroba-token", REPO_PASSWORD=options.password, PDS_HOST="pds.example")
        # These register their calls. arroba's com.atproto.sync would need Google's database.
        from arroba import xrpc_identity, xrpc_repo, xrpc_server  # noqa: F401
        server.server._validate = True
        self.repository = TreeRepository(options.did, options.handle)
        server.storage = self.repository.storage
        app = flask.Flask("arroba")
        init_flask(server.server, app)
        self.client = app.test_client()
        self.changes = []   # of the request at hand
        self._unfinished = []
        super().__init__(options)
        self.repository.repo.callback = self._take

    def recall(self, entry):
        if entry["entry"] == "commit":
            self._unfinished.append(entry)
            if len(self._unfinished) == entry["of"]:
                self.repository.restore(entry["head"], [(one["id"], one["record"]) for one in self._unfinished])
                self._unfinished = []

    def records(self):
        found = {path: self.repository.get(path) for path in self.repository.paths()}
        return [{"path": path, "cid": cid, "value": record} for path, (cid, record) in found.items()]

    def answer(self, request, lose_key=False):
        self.changes = []
        response = self.client.open(request.target, method=request.method, data=request.raw_body,
                                    headers=[(name, value) for name, value in request.headers
                                             if name.lower() not in ("content-length", "transfer-encoding")])
        if self.changes:
            head = self.repository.repo.head
            self.commit_all(self.changes, request, head={"cid": head.cid.encode("base32"), "rev": head.decoded["rev"]})
        return Reply(response.status_code, response.data, [], response.content_type)

    def _take(self, data=None, lost_seq=None):
        for op in (getattr(data, "commit", None) and data.commit.ops) or ():
            record = op.cid and json.loads(dag_json.encode(data.blocks[op.cid].decoded, dialect="atproto"))
            text = record.get("text") if record and op.path.startswith(f"{POST}/") else None
            self.changes.append((DONE[op.action.name], op.path, record, {"key": op.path, "text": text}))


def add_options(parser):
    parser.add_argument("--handle", default="ada.example.com")
    parser.add_argument("--password", default="fake-pass-word-1234")
    parser.add_argument("--did", default="did:plc:abcdefghijklmnopqrstuvwx")


if __name__ == "__main__":
    run(ArrobaServer, add_options)
