#!/usr/bin/python3
"""A server of the Mastodon family: one account, its statuses, and the chosen software's handling of repeated keys.

Options: --flavour mastodon | gotosocial | snac | takahe | pleroma, --token, --max-characters, --reserved-per-url,
--media-looks (how often a picture is still being processed when a client asks; more than 0 makes the upload a 202),
--media-bytes (the largest picture), --markdown (GoToSocial's account parses Markdown unless a status sets its
`content_type`). Identities in `summary`: key (Idempotency-Key), text.

A picture belongs to no status until one uses it, and then no other can: its address answers 404 from then on. One that
is still being processed cannot be used.

A client registers (POST /api/v1/apps), the person approves (GET /oauth/authorize, which here shows the code at once), and
the client gets the token for the code (POST /oauth/token): once, with the verifier of the challenge, and only for an
application that the server knows.

Mastodon keeps a key for an hour of the fake's clock (`advance`), compares no text, and writes the key after the commit,
so that a fault with "lose_key" is a server that crashed in between. Pleroma keeps whole answers for six hours, also that
to a wrong token. The others create a second status.

At GoToSocial an edit without changes is a 422. At snac (2.94) an edited status has a new id, of which the last 32
digits stay, as its `uri` does; an edit accepts no pictures; only public statuses are listed; a missing resource is a
page; and a wrong token is a 422 when a client asks for the account. At Takahē an edit makes the status public. GoToSocial
and snac alter texts (gotosocial_markup.py, snac_markup.py). The home timeline has the account's own statuses, of each
visibility, and the posts of those it follows. `set` changes statuses as a person would: {"do": "set", "edit": [id, text]},
{"do": "set", "remove": id}, {"do": "set", "others": count} (posts by another client), {"do": "set", "strangers": count}
(posts of other accounts that the account follows).
"""

import base64
import hashlib
import html
import re
import time

import gotosocial_markup
import snac_markup
import text_count
from fake_service import FakeService, run
from http_bytes import Reply
from mastodon_flavours import FLAVOURS, instance_v1, instance_v2, nodeinfo

KEY_SECONDS = 3600
CACHE_SECONDS = 6 * 3600


class FakeMastodon(FakeService):
    """A server of the Mastodon family with one account."""

    name = "mastodon"

    def __init__(self, options):
        self.flavour = FLAVOURS[options.flavour]
        self.statuses = {}       # id -> record, oldest first
        self.keys = {}           # key -> (id, written at)
        self.cached = {}         # key -> (status, body, written at)
        self.made = 0
        self.strangers = {}      # id -> record, in the home timeline only
        self.apps = {}           # client id -> registration
        self.codes = {}          # code -> query of the approval
        self.media = {}          # id -> record; `looks` counts down while a picture is being processed
        super().__init__(options)

    def told_time(self):
        # `advance` only ages keys.
        return time.time() + self.skew if self.flavour.tells_time else None

    def recall(self, entry):
        if entry["entry"] == "commit":
            if entry["what"] == "deleted":
                self.statuses.pop(entry["id"], None)
            else:
                self.statuses[entry["id"]] = entry["record"]
                self.made = max(self.made, entry["record"]["ordinal"])
        elif entry["entry"] == "media":
            self.media[entry["record"]["id"]] = entry["record"]
        elif entry["entry"] == "stranger":
            self.strangers[self._stable(entry["record"]["id"])] = entry["record"]
            self.made = max(self.made, entry["record"]["ordinal"])
        elif entry["entry"] == "key":
            self.keys[entry["key"]] = (entry["id"], entry["at"])
        elif entry["entry"] == "cached":
            self.cached[entry["key"]] = (entry["status"], entry["body"], entry["at"])

    def records(self):
        return [self._status(record) | {"text": record["text"]} for record in self.statuses.values()]

    def answer(self, request, lose_key=False):
        path, method = request.path.rstrip("/"), request.method
        public = {
            "/api/v1/instance": lambda: instance_v1(self.flavour, self.options, self.base),
            "/api/v2/instance": lambda: instance_v2(self.flavour, self.options, self.base),
            "/.well-known/nodeinfo": lambda: {"links": [
                {"rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": f"{self.base}/nodeinfo/2.0"}]},
            "/nodeinfo/2.0": lambda: nodeinfo(self.flavour),
        }
        if path in public and method == "GET":
            if path == "/api/v2/instance" and not self.flavour.has_v2:
                return self.flavour.error(404, "Not Found")
            return Reply.of(public[path]())
        if path in ("/api/v1/apps", "/oauth/authorize", "/oauth/token"):
            return self._sign_in(request, path)
        if self.flavour.keys == "cache" and method == "POST" and path == "/api/v1/statuses":
            return self._cached(request, lose_key)
        return self._checked(request, method, path, lose_key)

    def _checked(self, request, method, path, lose_key):
        if request.header("Authorization") != f"Bearer {self.options.token}":
            if self.flavour.software == "snac" and path == "/api/v1/accounts/verify_credentials":
                return self.flavour.error(422, "")
            return self.flavour.error(*self.flavour.unauthorized)
        reply = self._authorized(request, method, path, lose_key)
        if self.flavour.rate_limits:
            reply.headers += [("X-RateLimit-Limit", "300"), ("X-RateLimit-Remaining", str(max(0, 300 - self.made))),
                              ("X-RateLimit-Reset", self.iso(300))]
        return reply

    def too_many(self, seconds):
        reply = super().too_many(seconds)
        return self.too_many_reset(seconds) if self.flavour.bare_limits else reply

    def _authorized(self, request, method, path, lose_key):
        if path == "/api/v1/accounts/verify_credentials" and method == "GET":
            kind = {"status_content_type": self._account_type()} if self.flavour.software == "gotosocial" else {}
            return Reply.of(self._account() | {"source": {"privacy": "public", "language": "en", **kind}})
        if path == "/api/v1/statuses" and method == "POST":
            return self._create(request, lose_key)
        if path == "/api/v1/timelines/home" and method == "GET":
            return self._home(request.query)
        if path in ("/api/v1/media", "/api/v2/media") and method == "POST":
            return self._upload(request, is_patient=path == "/api/v1/media")
        if path.startswith("/api/v1/media/") and method == "GET":
            return self._look_at(path.rsplit("/", 1)[1])
        if re.fullmatch(r"/api/v1/accounts/1/statuses", path) and method == "GET":
            return self._list(request.query)
        found = re.fullmatch(r"/api/v1/statuses/([^/]+)(/source)?", path)
        record = self.statuses.get(self._stable(found.group(1))) if found else None
        if record is None:
            return self.flavour.error(404, "Record not found")
        if method == "GET":
            return Reply.of({"id": record["id"], "text": record["text"], "spoiler_text": record["spoiler_text"]}
                            if found.group(2) else self._status(record))
        if method == "PUT" and not found.group(2):
            return self._edit(request, record)
        if method == "DELETE" and not found.group(2):
            del self.statuses[self._stable(record["id"])]
            self.commit("deleted", self._stable(record["id"]), None, {}, request)
            return Reply.of(self._status(record) | {"text": record["text"]})
        return self.flavour.error(404, "Record not found")

    # Signing in

    def _sign_in(self, request, path):
        if path == "/api/v1/apps":
            id = f"app-{len(self.apps) + 1}"
            self.apps[id] = request.fields() | {"client_id": id, "client_secret": f"{id}-secret"}
            return Reply.of(self.apps[id] | {"name": self.apps[id]["client_name"]})
        if path == "/oauth/authorize":
            app = self.apps.get(request.query.get("client_id"))
            if app is None or request.query.get("redirect_uri") != app["redirect_uris"]:
                return Reply.of({"error": "invalid_client"}, 401)
            code = f"code-{len(self.codes) + 1}"
            self.codes[code] = request.query
            return Reply.words(code, 200, "text/plain")
        fields = request.fields()
        app = self.apps.get(fields.get("client_id"))
        if app is None or fields.get("client_secret") != app["client_secret"]:
            words = "Client authentication failed due to unknown client."
            return Reply.of({"error": "invalid_client", "error_description": words}, 401)
        approval = self.codes.pop(fields.get("code"), None)
        digest = hashlib.sha256(fields.get("code_verifier", "").encode()).digest()
        if approval is None or approval["code_challenge"] != base64.urlsafe_b64encode(digest).decode().rstrip("="):
            words = "The provided authorization grant is invalid, expired, revoked."
            return Reply.of({"error": "invalid_grant", "error_description": words}, 400)
        return Reply.of({"access_token": self.options.token, "token_type": "Bearer", "scope": approval["scope"]})

    # Creating

    def _cached(self, request, lose_key):
        key = request.header("Idempotency-Key")
        if key in self.cached:
            status, body, at = self.cached[key]
            if self.now() - at < CACHE_SECONDS:
                return Reply(status, body.encode(), [("Idempotency-Key", key), ("Idempotent-Replayed", "true")])
        reply = self._checked(request, "POST", "/api/v1/statuses", lose_key)
        if key and not lose_key:
            self.cached[key] = (reply.status, reply.body.decode(), self.now())
            self.remember("cached", key=key, status=reply.status, body=reply.body.decode(), at=self.now())
            reply.headers.append(("Idempotency-Key", key))
        return reply

    def _create(self, request, lose_key):
        key = request.header("Idempotency-Key") if self.flavour.keys == "window" else None
        if key in self.keys and self.now() - self.keys[key][1] < KEY_SECONDS:
            record = self.statuses.get(self.keys[key][0])
            return Reply.of(self._status(record)) if record else self.flavour.error(404, "Record not found")
        try:
            fields = request.fields()
        except (ValueError, UnicodeDecodeError):
            return self.flavour.error(400, "There was a problem in the JSON you submitted")
        refusal = self._refusal(fields) or self._lost_context(fields)
        if refusal is not None:
            return refusal
        if self.flavour.software == "mastodon" and not (fields.get("status") or "").strip():
            # PostStatusService#preprocess_attributes!: without words, the warning is the text.
            fields |= {"status": fields.get("spoiler_text"), "spoiler_text": None}
        record = self._record(fields)
        self._attach(record)
        self.statuses[self._stable(record["id"])] = record
        self.commit("created", self._stable(record["id"]), record,
                    {"key": request.header("Idempotency-Key"), "text": record["text"]}, request)
        # Only now, as in Mastodon: a crash at this point leaves a status that its key does not find.
        if key and not lose_key:
            self.keys[key] = (self._stable(record["id"]), self.now())
            self.remember("key", key=key, id=self._stable(record["id"]), at=self.now())
        return Reply.of(self._status(record))

    def _lost_context(self, fields):
        """The refusal of an answer to a status that is gone; some software posts it without its context."""
        previous = fields.get("in_reply_to_id")
        if previous is None or self._stable(previous) in self.statuses:
            return None
        if not self.flavour.drops_lost_context:
            return self.flavour.error(404, "Record not found")
        fields["in_reply_to_id"] = None
        return None

    def _edit(self, request, record):
        """Changes text, warning and language; the visibility stays, or is lost."""
        try:
            fields = request.fields()
        except (ValueError, UnicodeDecodeError):
            return self.flavour.error(400, "There was a problem in the JSON you submitted")
        own = [picture["id"] for picture in record["media"]]
        wanted = fields.get("media_ids") or [] if self.flavour.edit_takes_pictures else own
        refusal = self._refusal({**fields, "visibility": None, "media_ids": wanted}, own)
        if refusal is not None:
            return refusal
        warning = fields.get("spoiler_text") or ""
        changes = {"text": fields.get("status") or "", "spoiler_text": warning,
                   "sensitive": bool(warning) or fields.get("sensitive") in (True, "true", "1"),
                   "type": fields.get("content_type") or self._account_type()}
        if self.flavour.refuses_unchanged and wanted == own and changes.items() <= record.items():
            return self.flavour.error(422, "Unprocessable Entity: status was not changed")
        record |= changes | {"language": fields.get("language") or record["language"], "edits": record["edits"] + 1}
        if self.flavour.edit_publishes:
            record["visibility"] = "public"
        record["media"] = [self._picture(name) for name in wanted]
        self._attach(record)
        stable = self._stable(record["id"])
        if self.flavour.edit_renames:
            record["id"] = f"{int(self.now()) + record['edits']:010d}{stable}"
        self.commit("edited", stable, record, {"text": record["text"]}, request)
        return Reply.of(self._status(record))

    def _stable(self, name):
        """The part of an id that edits preserve and that finds the status."""
        return name[-32:] if self.flavour.edit_renames else name

    def _account_type(self):
        return "text/markdown" if self.options.markdown and self.flavour.software == "gotosocial" else "text/plain"

    def _attach(self, record):
        for picture in record["media"]:
            self.media[picture["id"]]["status"] = self._stable(record["id"])
            self.remember("media", record=self.media[picture["id"]])

    def _picture(self, name):
        return {word: self.media[name][word] for word in ("id", "description", "focus", "digest")}

    def _refusal(self, fields, own=()):
        text, warning = fields.get("status") or "", fields.get("spoiler_text") or ""
        if not text.strip() and not fields.get("media_ids"):
            return self.flavour.error(422, "Validation failed: Text can't be blank")
        limit = self.options.max_characters or self.flavour.max_characters
        reserved = self.options.reserved_per_url or self.flavour.reserved_per_url
        length = text_count.count(self.flavour.software, text, warning, reserved)
        if length > limit:
            status, words = self.flavour.too_long
            return self.flavour.error(status, words.format(max=limit, count=length))
        wanted = fields.get("media_ids") or []
        if len(wanted) > self.flavour.max_media:
            return self.flavour.error(422, f"Cannot attach more than {self.flavour.max_media} files")
        for name in wanted:
            picture = self.media.get(name)
            if picture is None or (picture["status"] is not None and name not in own):
                return self.flavour.error(422, f"Validation failed: Media {name} not found")
            if picture["looks"] > 0:
                return self.flavour.error(422, "Cannot attach files that have not finished processing. Try again in a "
                                               "moment!")
        visibility = fields.get("visibility")
        if visibility and visibility not in self.flavour.visibilities and self.flavour.unknown_visibility == "refuse":
            return self.flavour.error(422, f"'{visibility}' is not a valid visibility")
        return None

    def _record(self, fields):
        self.made += 1
        visibility = fields.get("visibility") or "public"
        if visibility not in self.flavour.visibilities:
            visibility = self.flavour.unknown_visibility
        name = str(115000000000000000 + self.made)
        if self.flavour.edit_renames:
            name = f"{int(self.now()):010d}" + hashlib.md5(name.encode()).hexdigest()
        return {
            "id": name, "ordinal": self.made, "created_at": self.iso(), "edits": 0,
            "type": fields.get("content_type") or self._account_type(),
            "text": fields.get("status") or "", "spoiler_text": fields.get("spoiler_text") or "",
            "visibility": visibility, "language": fields.get("language"),
            "sensitive": bool(fields.get("spoiler_text")) or fields.get("sensitive") in (True, "true", "1"),
            "in_reply_to_id": fields.get("in_reply_to_id"),
            "media": [self._picture(name) for name in fields.get("media_ids") or []],
        }

    # Pictures

    def _upload(self, request, is_patient):
        try:
            parts = request.parts()
        except (ValueError, KeyError):
            return self.flavour.error(422, "Validation failed: File can't be blank")
        name, data = parts.get("file", (None, b""))
        limit = self.options.media_bytes
        if not data or not name:
            return self.flavour.error(422, "Validation failed: File can't be blank")
        if len(data) > limit:
            return self.flavour.error(422, f"Validation failed: File size must be less than {limit} bytes")
        if not any(data.startswith(head) for head in (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF")):
            return self.flavour.error(422, "Validation failed: File content type is invalid")
        words = parts.get("description", (None, b""))[1].decode()
        is_finished = is_patient or self.flavour.accepts_finished
        record = {"id": str(900 + len(self.media)), "name": name, "description": words or None,
                  "focus": parts.get("focus", (None, b""))[1].decode() or None, "status": None,
                  "digest": hashlib.sha256(data).hexdigest(), "looks": 0 if is_finished else self.options.media_looks}
        self.media[record["id"]] = record
        self.remember("media", record=record)
        is_late = record["looks"] or self.flavour.accepts_finished and not is_patient
        return Reply.of(self._attachment(record), 202 if is_late else 200)

    def _look_at(self, name):
        if self.flavour.accepts_finished:
            return self.flavour.error(403, "Insufficient permissions: read:media.")
        record = self.media.get(name)
        if record is None or record["status"] is not None:
            return self.flavour.error(404, "Record not found")
        if record["looks"] > 0:
            record["looks"] -= 1
            return Reply.of(self._attachment(record) | {"url": None}, 206)
        return Reply.of(self._attachment(record))

    def _attachment(self, record):
        url = None if record.get("looks") else f"{self.base}/media/{record['id']}"
        return {"id": record["id"], "type": "image", "url": url, "preview_url": url, "remote_url": None,
                "description": record["description"], "meta": {"focus": record["focus"]}, "blurhash": None}

    # Answers

    def _list(self, query):
        return self._page([record for record in reversed(self.statuses.values())
                           if record["visibility"] in self.flavour.listed], query)

    def _home(self, query):
        own = list(self.statuses.values()) if self.flavour.home else []
        both = sorted([*own, *self.strangers.values()], key=lambda record: record["ordinal"], reverse=True)
        if self.flavour.edit_renames and query.get("max_id"):   # snac pages by the place in its list
            places = [self._stable(record["id"]) for record in both]
            mark = self._stable(query["max_id"])
            both = both[places.index(mark) + 1:] if mark in places else []
            query = {**query, "max_id": None}
        return self._page(both, query)

    def _page(self, records, query):
        for name, keeps in (("max_id", lambda id, mark: id < mark), ("since_id", lambda id, mark: id > mark),
                            ("min_id", lambda id, mark: id > mark)):
            if query.get(name):
                records = [record for record in records if keeps(record["id"], query[name])]
        limit = min(int(query.get("limit") or 20), 40)
        return Reply.of([self._status(record) for record in records[:limit]])

    def _status(self, record):
        stable = self._stable(record["id"])
        address = f"{self.base}/@ada/{stable}"
        previous = record["in_reply_to_id"]
        if previous is not None and self.flavour.forgets_deleted and self._stable(previous) not in self.statuses:
            previous = None
        return {
            **{name: record[name] for name in ("id", "created_at", "spoiler_text", "sensitive")},
            "visibility": self.flavour.told.get(record["visibility"], record["visibility"]),
            "language": record["language"] if self.flavour.language == "own" else self.flavour.language,
            "in_reply_to_id": previous,
            "uri": f"{self.base}/users/ada/statuses/{stable}", "url": address, "content": self._content(record),
            "account": record.get("account") or self._account(), "application": {"name": "Galley", "website": None},
            "media_attachments": [self._attachment(one) for one in record.get("media", [])],
            "mentions": [], "tags": [], "emojis": [], "reblog": None, "replies_count": 0, "reblogs_count": 0,
            "favourites_count": 0, "edited_at": None,
        }

    def _content(self, record):
        text = record["text"]
        if self.flavour.software == "snac":
            return snac_markup.html(text)
        if self.flavour.software == "gotosocial":
            return gotosocial_markup.html(text, record.get("type"), self._link)
        escaped = "".join(self._link(part) if index % 2 else html.escape(part, quote=False)
                          for index, part in enumerate(re.split(r"(https?://[^\s<>\"]+)", text)))
        return "<p>" + escaped.replace("\n\n", "</p><p>").replace("\n", "<br />") + "</p>"

    def _link(self, address):
        """Takahē (core/html.py) shows an address without its scheme, and 30 characters at most."""
        shown = address.split("://", 1)[1][:30] if self.flavour.software == "takahe" else address
        return f'<a href="{html.escape(address)}">{html.escape(shown, quote=False)}</a>'

    # Actions of people

    def _acts(self):
        return {"edit": self._edit_by_hand, "remove": self._remove_by_hand, "others": self._post_others,
                "strangers": self._follow_strangers}

    def _edit_by_hand(self, value):
        name, text = value
        record = self.statuses[self._stable(name)]
        record |= {"text": text, "edits": record["edits"] + 1}
        self.commit("edited", self._stable(name), record, {"text": text}, self._nobody())

    def _remove_by_hand(self, name):
        del self.statuses[self._stable(name)]
        self.commit("deleted", self._stable(name), None, {}, self._nobody())

    def _post_others(self, count):
        for number in range(count):
            record = self._record({"status": f"Another client's words, number {self.made} of {number}."})
            self.statuses[self._stable(record["id"])] = record
            self.commit("created", self._stable(record["id"]), record, {"text": record["text"]}, self._nobody())

    def _follow_strangers(self, count):
        account = {"id": "2", "username": "eve", "acct": "eve@elsewhere.example"}
        for number in range(count):
            record = self._record({"status": f"A stranger's words, number {number}."}) | {"account": account}
            self.strangers[self._stable(record["id"])] = record
            self.remember("stranger", record=record)

    @staticmethod
    def _nobody():
        return type("Nobody", (), {"number": 0})

    def _account(self):
        return {"id": "1", "username": "ada", "acct": "ada", "display_name": "Ada", "url": f"{self.base}/@ada",
                "bot": False, "locked": False}


def add_options(parser):
    parser.add_argument("--flavour", choices=sorted(FLAVOURS), default="mastodon")
    parser.add_argument("--token", default="fake-token")
    parser.add_argument("--media-looks", type=int, default=0)
    parser.add_argument("--media-bytes", type=int, default=16777216)
    parser.add_argument("--max-characters", type=int, default=None)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--reserved-per-url", type=int, default=None)


if __name__ == "__main__":
    run(FakeMastodon, add_options)
