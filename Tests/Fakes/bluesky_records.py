"""Calls of a PDS about files and records."""

import content_ids
from atproto_lexicons import POST, RECORDS, WRITE, Invalid, matches
from bluesky_blobs import BlobError, blobs_in, sniffed
from bluesky_limits import CREATE, DELETE, UPDATE
from bluesky_repository import KeyInUse, NotThere, Write, key_of_time
from xrpc import Refused, limit_of, only

RECORD_BYTES = 1_000_000
POINTS = {"create": CREATE, "update": UPDATE, "delete": DELETE}
COUNTS = ("replyCount", "repostCount", "likeCount", "quoteCount")


class RecordCalls:
    """Part of FakeBluesky. Each call returns the JSON of its answer or raises Refused."""

    # Writing

    def _upload(self, call):
        data, declared = call.request.raw_body, call.request.header("Content-Type")
        if not data:
            raise Refused(400, "InvalidRequest", "A request body is expected but none was provided")
        if not declared and self.is_reference:
            raise Refused(400, "InvalidRequest", "Request encoding (Content-Type) required but not provided")
        if len(data) > self.options.upload_bytes:
            raise Refused(413, "PayloadTooLarge", "request entity too large")
        self._use(call, "uploads", 1)
        declared = (declared or "application/octet-stream").split(";")[0].strip().lower()
        kind = sniffed(data) or declared if self.is_reference else declared
        cid = self.blobs.upload(data, kind, self.now(), self.options.blob_seconds)
        entry = self.blobs.entries[cid]
        if entry["temporary"]:
            self.remember("blob", cid=cid, blob={name: entry[name] for name in ("mimeType", "size", "temporary", "at")})
        return {"blob": {"$type": "blob", "ref": {"$link": cid}, "mimeType": kind, "size": len(data)}}

    def _create_record(self, call):
        body = call.body
        self._use(call, "writes", CREATE)
        self._find_repository(body["repo"], is_own=True)
        write = self._prepare("create", body["collection"], body.get("rkey"), body["record"], body.get("validate"))
        self._write([write], body.get("swapCommit"), call.request)
        return self._written(write)

    def _put_record(self, call):
        body = call.body
        self._use(call, "writes", UPDATE)
        self._find_repository(body["repo"], is_own=True)
        current = self.repository.get(f"{body['collection']}/{body['rkey']}")
        write = self._prepare("update" if current else "create", body["collection"], body["rkey"], body["record"],
                              body.get("validate"))
        found = current[0] if current else None
        if self.is_reference:
            if found == write.cid:
                return self._written(write, is_commit=False)
            if "swapRecord" in body and body["swapRecord"] != found:
                raise Refused(400, "InvalidSwap", f"Record was at {found or 'null'}")
        elif body.get("swapRecord") and body["swapRecord"] != found:
            raise Refused(400, "InvalidSwap", "swapRecord did not match")
        self._write([write], body.get("swapCommit"), call.request)
        return self._written(write)

    def _delete_record(self, call):
        body = call.body
        self._use(call, "writes", DELETE)
        self._find_repository(body["repo"], is_own=True)
        write = Write("delete", body["collection"], body["rkey"])
        current = self.repository.get(write.path)
        if current is None and self.is_reference:
            return {}
        if body.get("swapRecord") and (current is None or body["swapRecord"] != current[0]):
            raise Refused(400, "InvalidSwap", f"Record was at {current[0] if current else 'null'}")
        self._write([write], body.get("swapCommit"), call.request)
        return {"commit": self._head()}

    def _apply_writes(self, call):
        body = call.body
        actions = [one["$type"].partition("#")[2] for one in body["writes"]]
        self._use(call, "writes", sum(POINTS[action] for action in actions))
        self._find_repository(body["repo"], is_own=True)
        if not actions:
            raise Refused(400, "InvalidRequest", "Input/writes must not have fewer than 1 elements")
        if len(actions) > 200 and self.is_reference:
            raise Refused(400, "InvalidRequest", "Too many writes. Max: 200")
        writes = [Write("delete", one["collection"], one["rkey"]) if action == "delete" else
                  self._prepare(action, one["collection"], one.get("rkey"), one["value"], body.get("validate"))
                  for action, one in zip(actions, body["writes"])]
        self._write(writes, body.get("swapCommit"), call.request)
        results = [{"$type": f"{WRITE}#{write.action}Result"} | (
            {} if write.action == "delete" else self._result(write)) for write in writes]
        return {"commit": self._head(), "results": results}

    def _prepare(self, action, collection, key, value, validate):
        """A write with its CID and its files. Raises Refused if the record breaks a rule."""
        key = key or key_of_time(int(self.now() * 1e6), len(self.times) & 1023)
        record, status = dict(value), "unknown"
        if self.is_reference:
            record.setdefault("$type", collection)
            status = self._validate(record, collection, key, validate)
        try:
            data = content_ids.encode(record)
        except (ValueError, RecursionError):
            raise Refused(400, "InvalidRequest", "Bad record") from None
        if len(data) > RECORD_BYTES:
            raise Refused(400, "InvalidRequest", f"Record is too large: {len(data)} bytes")
        return Write(action, collection, key, content_ids.in_order(record), content_ids.cid_of_encoded(data), status,
                     blobs_in(record))

    def _validate(self, record, collection, key, validate):
        if validate is False:
            return None
        if record["$type"] != collection:
            raise Refused(400, "InvalidRequest", f"Invalid $type: expected {collection}, got {record['$type']}")
        # The lexicons of articles are not part of the server; their limits are checked all the same.
        is_part = collection in RECORDS and collection.startswith("app.bsky.")
        if validate and not is_part:
            raise Refused(400, "InvalidRequest", f"Lexicon not found: lex:{collection}")
        if collection in RECORDS:
            try:
                RECORDS[collection]("Record", record)
            except Invalid as error:
                words = f"Invalid {collection} record: {error}" if error.error == "InvalidRequest" else str(error)
                raise Refused(400, error.error, words) from None
            if not matches("tid", key):
                raise Refused(400, "InvalidRequest", f"Invalid record key for {collection}: {key}")
        return "valid" if is_part else "unknown"

    def _write(self, writes, swap_commit, request):
        """Carries out all the writes in one commit, or raises Refused and changes nothing."""
        if swap_commit and swap_commit != self.repository.head:
            words = f"Commit was at {self.repository.head}" if self.is_reference else \
                "swapCommit did not match current head"
            raise Refused(400, "InvalidSwap", words)
        try:
            self.repository.verify(writes, creates_missing=not self.is_reference)
            self.blobs.check(writes, self.now(), self.options.blob_seconds)
        except (KeyInUse, NotThere) as error:
            if self.is_reference:
                raise Refused(500, "InternalServerError", "Internal Server Error") from None
            raise Refused(400, "InvalidRequest", error.args[1]) from None
        except BlobError as error:
            raise Refused(400 if self.is_reference else 500, *error.args) from None
        self._commit_writes(writes, request)

    def _written(self, write, is_commit=True):
        return {**self._result(write), **({"commit": self._head()} if is_commit else {})}

    def _result(self, write):
        status = {"validationStatus": write.status} if write.status else {}
        return {"uri": self._uri(write.path), "cid": write.cid, **status}

    def _head(self):
        return {"cid": self.repository.head, "rev": self.repository.revision}

    def _uri(self, path):
        return f"at://{self.options.did}/{path}"

    # Reading

    def _record(self, path):
        cid, record = self.repository.get(path)
        return {"uri": self._uri(path), "cid": cid, "value": record}

    def _get_record(self, call):
        path = f"{only(call, 'collection')}/{only(call, 'rkey')}"
        repo, cid = only(call, "repo"), only(call, "cid", None)
        is_here = repo.lower() in (self.options.did, self.options.handle.lower())
        found = self.repository.get(path) if is_here else None
        if found is None or cid not in (None, found[0]):
            authority = self.options.did if is_here else repo
            raise Refused(400, "RecordNotFound", f"Could not locate record: at://{authority}/{path}")
        return self._record(path)

    def _list_records(self, call):
        self._find_repository(only(call, "repo"))
        collection, cursor = only(call, "collection"), only(call, "cursor", None)
        limit, is_reverse = limit_of(call), only(call, "reverse", "false") == "true"
        keys = sorted((path.split("/")[1] for path in self.repository.paths() if path.split("/")[0] == collection),
                      reverse=not is_reverse)
        if cursor:
            keys = [key for key in keys if (key > cursor if is_reverse else key < cursor)]
        shown = keys[:limit]
        found = {"records": [self._record(f"{collection}/{key}") for key in shown]}
        return found | ({"cursor": shown[-1]} if shown else {})

    def _latest_commit(self, call):
        if only(call, "did") != self.options.did:
            raise Refused(400, "RepoNotFound", f"Could not find repo for DID: {only(call, 'did')}")
        return self._head()

    def _get_posts(self, call):
        uris = call.query.get("uris", [])
        if self.options.appview != "up":
            raise Refused(502, "UpstreamFailure", "Upstream Failure")
        if not 0 < len(uris) <= 25:
            raise Refused(400, "InvalidRequest", "Params/uris must not have more than 25 elements" if uris else
                          'Params must have the property "uris"')
        paths = [uri.removeprefix(f"at://{self.options.did}/") for uri in uris]
        return {"posts": [self._post(path) for path in paths if self._is_indexed(path)]}

    def _is_indexed(self, path):
        return self.repository.get(path) is not None and self.now() >= self.times[path] + self.options.appview_seconds

    def _post(self, path):
        found, counts = self._record(path), self.options.counts.get(path.split("/")[1], {})
        return {"uri": found["uri"], "cid": found["cid"], "author": {"did": self.options.did,
                "handle": self.options.handle}, "record": found["value"], "bookmarkCount": 0,
                **{name: counts.get(name, 0) for name in COUNTS},
                "replyCount": counts.get("replyCount", 0) + self._own_replies(found["uri"]), "indexedAt": found["value"]["createdAt"],
                "labels": []}

    def _own_replies(self, uri):
        """The service counts an author's own replies like those of others."""
        records = (self._record(path)["value"] for path in self.repository.paths() if path.startswith(f"{POST}/"))
        return sum(record.get("reply", {}).get("parent", {}).get("uri") == uri for record in records)
