#!/usr/bin/python3
"""A personal data server of the AT Protocol with one account, as Bluesky's reference software answers.

Options: --flavour pds | millipds, --handle, --password (an app password), --account-password (which needs a code that
is sent by mail), --did, --json-bytes (the largest body of a request that is JSON; older servers allow 153600),
--upload-bytes, --blob-seconds (how long a file without a record is kept), --appview-seconds (how long a post is missing
from app.bsky.feed.getPosts), --no-limits (no rate limits).

Identities in `summary`: key (collection and record key), text (of posts), document (the path of an article). The
summary also has `posts` (each with rkey, cid, text, the keys of its root and parent, gates, created_at, and the time
it came as `at`), `threadgates` and `postgates` by key, `others`, `blobs`, `points`, `head`, and what no reader should
find: `bad_facets`, `bad_replies`, `bad_gates`, `bad_references`, `bad_records`.

Where the reference surprises: an expired token is a 400; a record is refused with InvalidSwap only if it differs, since
CIDs are compared first; a used key in `createRecord` and a missing one in `applyWrites` are a 500, and nothing of the
request is carried out; type and size of a file are compared at its first reference only; a file disappears with the
last record that refers to it; the last page of a list has a cursor as well; a 429 has no Retry-After, and the RateLimit
headers of a call without points of its own are those of all requests; revoking the app password leaves its access token
valid until it expires; neither the range of a facet nor the CID in a reply is checked.

At millipds `putRecord` overwrites whatever `swapRecord` says and commits even what is unchanged, nothing is validated,
types of files are not looked at, errors are plain text, an expired token is a 401, and a used refresh token is refused.

`set` acts as people and the service do: {"do": "set", "expire": "access"} (or "all": the refresh tokens too), {"do":
"set", "revoke": true} (the app password), {"do": "set", "password": "new"}, {"do": "set", "handles": {handle: did}},
{"do": "set", "edit": [key, text]}, {"do": "set", "put": [path, record]}, {"do": "set", "remove": path or key}, {"do":
"set", "others": count} (posts by another client), {"do": "set", "counts": {key: {"likeCount": 1}}}, {"do": "set",
"appview": "down"}, {"do": "set", "pds": address} (in the DID document), {"do": "set", "account": "takendown"} (or
"deactivated", "active").
"""

import json
import urllib.parse
from types import SimpleNamespace

import atproto_lexicons
import bluesky_findings
import content_ids
from atproto_lexicons import POST
from bluesky_account import AccountCalls
from bluesky_blobs import Blobs, blobs_in
from bluesky_limits import Limits, refusal
from bluesky_records import RecordCalls
from bluesky_repository import PlainRepository, Write, key_of_time
from bluesky_sessions import GRACE_SECONDS, Sessions, TokenError
from fake_service import FakeService, run
from http_bytes import Reply
from xrpc import Refused, body_of

DONE = {"create": "created", "update": "updated", "delete": "deleted"}
# The author of changes without a request.
PERSON = SimpleNamespace(number=0)


class FakeBluesky(AccountCalls, RecordCalls, FakeService):
    """One PDS with one account."""

    name = "bluesky"

    def __init__(self, options):
        is_reference = options.flavour == "pds"
        self.repository = self.make_repository(options)
        self.sessions = Sessions(options.did, lambda *words, **values: self.remember(*words, **values),
                                 GRACE_SECONDS if is_reference else 0)
        self.limits = Limits(self.now)
        self.blobs = Blobs()
        self.times = {}        # path -> when the record was created, by the fake's clock
        self.findings = []
        self._unfinished = []  # entries of a commit in an old log
        options.handles, options.counts, options.appview, options.pds, options.account = {}, {}, "up", None, "active"
        super().__init__(options)

    def make_repository(self, options):
        """The storage of the records; another one may have a real tree."""
        return PlainRepository(options.did)

    @property
    def is_reference(self):
        return self.options.flavour == "pds"

    def recall(self, entry):
        if entry["entry"] == "commit":
            self._unfinished.append(entry)
            if len(self._unfinished) == entry["of"]:
                self._recall_commit(self._unfinished)
                self._unfinished = []
        elif entry["entry"] == "session":
            self.sessions.recall(entry)
            self.options.password = entry["password"] or self.options.password
        elif entry["entry"] == "blob":
            self.blobs.entries[entry["cid"]] = {**entry["blob"], "records": []}

    def _recall_commit(self, entries):
        self.repository.restore(entries[0]["head"], [(entry["id"], entry["record"]) for entry in entries])
        actions = {done: action for action, done in DONE.items()}
        self.blobs.settle([Write(actions[entry["what"]], *entry["id"].split("/"), blobs=blobs_in(entry["record"]))
                           for entry in entries])
        self.findings += entries[0]["findings"]
        for entry in entries:
            if entry["what"] == "created" or entry["id"] not in self.times:
                self.times[entry["id"]] = entry["clock"]

    def remember(self, kind, **values):
        if kind == "session":
            values["password"] = self.options.password
        super().remember(kind, **values)

    def records(self):
        return [self._record(path) | {"at": self.times[path]} for path in self.repository.paths()]

    # Routes

    def answer(self, request, lose_key=False):
        headers = []
        try:
            reply = self._route(request, headers)
        except Refused as refused:
            reply = self._error(refused)
        reply.headers += headers
        return reply

    def _error(self, refused):
        if not self.is_reference:
            return Reply.words(str(refused), refused.status, headers=refused.headers)
        return Reply.of({"error": refused.error, "message": str(refused)}, refused.status, refused.headers)

    def _route(self, request, headers):
        path = request.path
        if path.startswith("/xrpc/"):
            return self._xrpc(request, path.removeprefix("/xrpc/"), headers)
        if path == "/.well-known/atproto-did":
            return Reply.words(self.options.did, 200)
        if path.startswith("/did:") or path == "/.well-known/did.json":
            if path not in (f"/{self.options.did}", "/.well-known/did.json"):
                return Reply.of({"message": f"DID not registered: {path[1:]}"}, 404)
            return Reply(200, json.dumps(self._did_document()).encode(), [], "application/did+ld+json")
        return Reply.words("This is an AT Protocol Personal Data Server (aka, an atproto PDS)\n",
                           200 if path == "/" else 404)

    def _xrpc(self, request, name, headers):
        known = {
            "_health": ("GET", None, self._health),
            "com.atproto.server.describeServer": ("GET", None, self._describe_server),
            "com.atproto.server.createSession": ("POST", None, self._create_session),
            "com.atproto.server.refreshSession": ("POST", "refresh", self._refresh_session),
            "com.atproto.server.getSession": ("GET", "access", self._get_session),
            "com.atproto.server.deleteSession": ("POST", "refresh", self._delete_session),
            "com.atproto.identity.resolveHandle": ("GET", None, self._resolve_handle),
            "com.atproto.repo.describeRepo": ("GET", None, self._describe_repo),
            "com.atproto.repo.uploadBlob": ("POST", "access", self._upload),
            "com.atproto.repo.createRecord": ("POST", "access", self._create_record),
            "com.atproto.repo.putRecord": ("POST", "access", self._put_record),
            "com.atproto.repo.deleteRecord": ("POST", "access", self._delete_record),
            "com.atproto.repo.applyWrites": ("POST", "access", self._apply_writes),
            "com.atproto.repo.getRecord": ("GET", None, self._get_record),
            "com.atproto.repo.listRecords": ("GET", None, self._list_records),
            "com.atproto.sync.getLatestCommit": ("GET", None, self._latest_commit),
            "app.bsky.feed.getPosts": ("GET", "access", self._get_posts),
        }
        if name not in known:
            raise Refused(501, "MethodNotImplemented", "Method Not Implemented")
        method, scope, act = known[name]
        if request.method != method:
            raise Refused(400, "InvalidRequest", f"Incorrect HTTP method ({request.method}) expected {method}")
        call = SimpleNamespace(request=request, name=name, headers=headers)
        self._use(call, "requests", 1)
        call.token = self._token(request, name, scope)
        call.query = urllib.parse.parse_qs(request.target.partition("?")[2], keep_blank_values=True)
        call.body = None
        if name in atproto_lexicons.INPUTS:
            call.body = body_of(request, name, self.options.json_bytes)
        elif request.raw_body and act != self._upload:
            raise Refused(400, "InvalidRequest", "A request body was provided when none was expected")
        return Reply.of(act(call))

    def _token(self, request, name, scope):
        """The caller's token. An access token is verified; the calls that take a refresh token do so themselves."""
        if scope is None:
            return None
        kind, _, token = (request.header("Authorization") or "").partition(" ")
        if kind != "Bearer" or not token:
            raise Refused(401, "AuthMissing", "Authentication Required")
        if scope == "access":
            try:
                self.sessions.check(token, "com.atproto.appPass", self.now())
            except TokenError as error:
                raise self._refused_token(error) from None
            self._check_account(name)
        return token

    def _refused_token(self, error):
        status, name, words = error.args
        return Refused(status, name, words) if self.is_reference else Refused(401, name, "invalid jwt")

    def _use(self, call, name, points, key="account"):
        if self.options.no_limits:
            return
        found, exceeded = self.limits.use(name, key, points)
        # The headers of a call's own window replace those of the window of all requests.
        call.headers[:] = [header for header in call.headers if not header[0].startswith("RateLimit-")]
        if exceeded:
            raise Refused(429, "RateLimitExceeded", "Rate Limit Exceeded", exceeded.headers)
        call.headers += found

    # Commits

    def _commit_writes(self, writes, request):
        self.repository.apply(writes, self.now())
        self.blobs.settle(writes)
        findings = bluesky_findings.find(writes, self.repository, self.options.did)
        self.findings += findings
        for write in writes:
            if write.action == "create" or write.path not in self.times:
                self.times[write.path] = self.now()
        self.commit_all([(DONE[write.action], write.path, write.record, self._identity(write)) for write in writes],
                        request, head=self._head(), findings=findings)

    @staticmethod
    def _identity(write):
        record = write.record or {}
        return {"key": write.path, "text": record.get("text") if write.collection == POST else None,
                "document": record.get("path") if write.collection == "site.standard.document" else None}

    # Faults

    def too_many(self, seconds):
        reply = self.too_many_reset(seconds)
        reply.headers.append(("Retry-After", str(seconds)))   # as servers since 2026 answer
        return reply

    def too_many_reset(self, seconds):
        return refusal([("RateLimit-Limit", "5000"), ("RateLimit-Remaining", "0"),
                        ("RateLimit-Reset", str(int(self.now() + seconds))), ("RateLimit-Policy", "5000;w=3600")])

    def _altered(self, reply, rule):
        errors = {"unauthorized": (401, "AuthenticationRequired", "Authentication Required"),
                  "forbidden": (403, "Forbidden", "Forbidden")}
        found = errors.get(rule["fault"])
        return self._error(Refused(*found)) if found else super()._altered(reply, rule)

    # Actions of people and counts

    def _acts(self):
        return {"expire": self.sessions.expire, "revoke": self.sessions.revoke, "password": self._change_password,
                "edit": lambda value: self._put_by_hand([f"{POST}/{value[0]}", {"text": value[1]}]),
                "put": self._put_by_hand, "remove": self._remove_by_hand, "others": self._post_others}

    def _change_password(self, password):
        self.options.password = password
        self.sessions.revoke(False)

    def _put_by_hand(self, value):
        path, fields = value
        current = self.repository.get(path)
        record = content_ids.in_order((current[1] if current else {}) | fields)
        self._commit_writes([Write("update" if current else "create", *path.split("/"), record,
                                   content_ids.cid_of(record), blobs=blobs_in(record))], PERSON)

    def _remove_by_hand(self, path):
        self._commit_writes([Write("delete", *(path if "/" in path else f"{POST}/{path}").split("/"))], PERSON)

    def _post_others(self, count):
        for number in range(count):
            key = key_of_time(int(self.now() * 1e6), number & 1023)
            words = f"Another client's words, {key}."
            self._put_by_hand([f"{POST}/{key}", {"$type": POST, "text": words, "createdAt": self.iso()}])

    def _summary(self):
        with self.lock:
            return super()._summary() | bluesky_findings.summary(self)


def add_options(parser):
    parser.add_argument("--flavour", choices=("pds", "millipds"), default="pds")
    parser.add_argument("--handle", default="ada.example.com")
    parser.add_argument("--password", default="fake-pass-word-1234")
    parser.add_argument("--account-password", default="account-password")
    parser.add_argument("--did", default="did:plc:abcdefghijklmnopqrstuvwx")
    parser.add_argument("--json-bytes", type=int, default=1_000_000)
    parser.add_argument("--upload-bytes", type=int, default=52_428_800)
    parser.add_argument("--blob-seconds", type=int, default=3600)
    parser.add_argument("--appview-seconds", type=float, default=0)
    parser.add_argument("--no-limits", action="store_true")


if __name__ == "__main__":
    run(FakeBluesky, add_options)
