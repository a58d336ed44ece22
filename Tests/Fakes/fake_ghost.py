#!/usr/bin/python3
"""Ghost's Admin API as in versions 5 and 6: posts, pages, their tags, pictures, for one custom integration.

Options: --key (`id:secret`), --release (such as 5.120 or 6.0), --folder (such as /blog, where the site is not at
the root), --https (the site's address is https, so that a plain request is a 301 unless a proxy says
X-Forwarded-Proto), --newsletter (the slug of the only active one), --visibility (of posts that name none),
--database mysql | sqlite3 (which compare the names of tags without and with case), --proxy-bytes (a proxy in
front refuses a larger body with a page), --limited (words: the plan of the site has no integrations, and each
request is a 403), --maintenance (each request is a 503 with a page and no time). Identities in `summary`: slug
(as requested, so that first and first-2 are two copies of one), title, and for pictures file (the name).
`summary` also counts the emails of each post: there is one only after a change to published with the query
`newsletter`.

Time is whole seconds, as in Ghost's database, and a post that is scheduled goes public by the fake's clock. Left
out: authors other than the owner, paid tiers, members, revisions, themes, webhooks, staff tokens, sessions,
versions in the address, and writing tags; what they answer here is a 501 that says so. See ghost_lexical.py,
ghost_slugs.py, ghost_filters.py and ghost_images.py for theirs.

`set` changes posts as a person would: {"do": "set", "edit": [id, text]}, {"do": "set", "status": [id, "draft"]},
{"do": "set", "remove": id}, {"do": "set", "others": count} (posts by another author).
"""

import base64
import hashlib
import html
import os
import re
import uuid
from collections import Counter
from types import SimpleNamespace

import ghost_filters
import ghost_images
import ghost_tokens
from fake_service import FakeService, run
from ghost_articles import Articles
from ghost_errors import Refused, not_found, parsed_body
from ghost_posts import moment
from http_bytes import Reply

API = "/ghost/api/admin/"
CONTENT_KEY = "6489f2c5b1a4d20001a1b2c4"
ID = "[0-9a-f]{24}"
# What an integration may do: resource -> methods. Other resources that exist are a 501.
ALLOWED = {"posts": "GET PUT DELETE POST", "pages": "GET PUT DELETE POST", "tags": "GET PUT DELETE POST",
           "images": "POST", "users": "GET", "newsletters": "GET PUT POST", "config": "GET", "settings": "GET",
           "members": "GET PUT DELETE POST", "tiers": "GET PUT POST", "themes": "POST PUT", "roles": "GET",
           "webhooks": "POST PUT DELETE", "media": "POST", "files": "POST", "actions": "GET"}
FORBIDDEN = ("slugs", "snippets", "emails", "notifications", "integrations", "links", "invites", "session",
             "redirects", "email_previews", "recommendations", "mentions", "stats", "comments", "search-index")
# The author of changes without a request.
UNASKED = SimpleNamespace(number=0)
PAGE = "text/html; charset=utf-8"


class FakeGhost(FakeService):
    """One Ghost with one integration."""

    name = "ghost"

    def __init__(self, options):
        self.posts = {}     # id -> record, of posts and pages
        self.tags = {}      # id -> record
        self.pictures = {}  # path -> record
        self.emails = []    # id, post, newsletter, segment
        self._uploads = {}  # number of a request -> its entry, while a log is restored
        self.articles = Articles(self)
        super().__init__(options)
        self._uploads.clear()

    @property
    def site(self):
        return self.base.replace("http:", "https:" if self.options.https else "http:") + self.options.folder

    def recall(self, entry):
        if entry["entry"] == "request" and "/images/upload" in entry["target"]:
            self._uploads[entry["request"]] = entry
        if entry["entry"] != "commit":
            return
        kind, _, name = entry["id"].rpartition(" ")
        if entry.get("email"):
            self.emails.append(entry["email"])
        if kind == "media":
            self._keep_picture(entry["record"], self._uploaded(entry))
        elif entry["what"] == "deleted":
            self.posts.pop(name, None)
        else:
            (self.tags if kind == "term" else self.posts)[name] = entry["record"]

    def _uploaded(self, entry):
        asked = self._uploads[entry["request"]]
        request = SimpleNamespace(raw_body=base64.b64decode(asked["body"]), header=lambda wanted: next(
            (value for name, value in asked["headers"] if name.lower() == wanted.lower()), None))
        return ghost_images.parts(request)["file"][2]

    def records(self):
        return [self.articles.shape(post) for post in self.posts.values()]

    def _summary(self):
        return {**super()._summary(), "emails": dict(Counter(email["post"] for email in self.emails))}

    def too_many(self, seconds):
        return self._too_many(("Retry-After", str(seconds)))

    def too_many_reset(self, seconds):
        return self._too_many(("X-RateLimit-Reset", self.iso(seconds)))

    def _too_many(self, header):
        reply = Refused(429, "TooManyRequestsError", "Too many attempts.").reply()
        reply.headers.append(header)
        return reply

    # Routes

    def answer(self, request, lose_key=False):
        if self.options.maintenance:
            return Reply.words("<!DOCTYPE html><title>We'll be right back.</title>", 503, PAGE)
        if self.options.proxy_bytes and len(request.raw_body) > self.options.proxy_bytes:
            return Reply.words("<html><head><title>413 Request Entity Too Large</title></head></html>", 413,
                               "text/html")
        self.articles.publish_due()
        path = request.path.removeprefix(self.options.folder)
        if not request.path.startswith(self.options.folder + "/"):
            return Reply.words(f"<!DOCTYPE html><pre>Cannot {request.method} {html.escape(request.path)}</pre>",
                               404, PAGE)
        if not path.startswith(API):
            return self._web_page(path)
        try:
            reply = self._answer_route(request, path.removeprefix(API))
        except Refused as refused:
            reply = refused.reply()
        # Ghost 5 names its version to those who name theirs.
        if request.header("Accept-Version") or not self.options.release.startswith("5."):
            reply.headers.append(("Content-Version", f"v{self.options.release}"))
        return reply

    def _answer_route(self, request, path):
        body = parsed_body(request)
        if request.method in ("GET", "HEAD") and path.rstrip("/") == "site":
            return self._slashed(request) or self._tell_site()
        act, action = self._found(request, path.rstrip("/"))
        key_id, _, secret = self.options.key.partition(":")
        ghost_tokens.check(request.header("Authorization"), {key_id: secret}, (CONTENT_KEY,), self.now())
        if self.options.limited:
            raise Refused(403, "HostLimitError", self.options.limited)
        if moved := self._secured(request) or self._slashed(request):
            return moved
        resource = path.split("/")[0]
        if request.method not in ALLOWED.get(resource, "").split():
            raise Refused(501, "NotImplementedError", "The server does not support the functionality required to "
                                                      "fulfill the request.")
        if action == "upload image":
            form = ghost_images.parts(request)
            ghost_images.check_file(form)
            return self._named(action, lambda: self._upload(form, request))
        return self._named(action, lambda: act(request, body))

    def _named(self, action, act):
        try:
            return act()
        except Refused as refused:
            raise refused.name_action(action) from None

    def _found(self, request, path):
        """The function for a request and the name of the action. Unknown ones are refused before the token."""
        method = "GET" if request.method == "HEAD" else request.method
        if (method, path) == ("POST", "images/upload"):
            return None, "upload image"
        for wanted, pattern, verb, act in self._routes:
            found = re.fullmatch(rf"(posts|pages){pattern}", path)
            if found and method == wanted:
                where, *names = found.groups()
                action = f"{verb} {where if verb == 'list' else where[:-1]}"
                return lambda request, body: act(request, body, where, *names), action
        found = re.fullmatch(rf"(tags|users|newsletters|config)(?:/(slug/[^/]+|{ID}))?", path)
        if found and method == "GET":
            return lambda request, body: self._tell(request, *found.groups()), f"read {found.group(1)}"
        if path.split("/")[0] in (*ALLOWED, *FORBIDDEN) and not path.startswith(("posts", "pages", "images")):
            return self._unimitated, "use the fake"
        raise self._unknown_route(request)

    @property
    def _routes(self):
        articles, one = self.articles, "/([^/]+)"
        return (("GET", "", "list", articles.browse), ("POST", "", "save", articles.add),
                ("GET", "/slug" + one, "read", articles.read_slug), ("GET", one, "read", articles.read),
                ("PUT", one, "edit", articles.edit), ("DELETE", one, "delete", articles.destroy))

    def _unknown_route(self, request):
        """Only here does the version count that a client accepts."""
        accepted = request.header("Accept-Version")
        if accepted is None:
            return not_found("Resource not found")
        if not re.search(r"\d", accepted):
            return Refused(400, "BadRequestError", "Requested version is not supported.")
        wanted, own = (tuple(map(int, (re.findall(r"\d+", text) + ["0"])[:2]))
                       for text in (accepted, self.options.release))
        if wanted == own:
            return not_found("Resource not found")
        where, code, whose = (("ahead of", "UPDATE_GHOST", "install") if wanted > own else
                              ("behind", "UPDATE_CLIENT", "API client"))
        return Refused(406, "RequestNotAcceptableError", "Request could not be served, the endpoint was not found.",
                       f"Provided client accept-version {accepted} is {where} current Ghost version "
                       f"v{self.options.release}.", code=code, help=f"Try upgrading your Ghost {whose}.")

    def _unimitated(self, request, body):
        raise Refused(501, "InternalServerError", "Ghost has this, and the fake does not imitate it.")

    def _secured(self, request):
        if not self.options.https or (request.header("X-Forwarded-Proto") or "").lower() == "https":
            return None
        path, _, query = request.target.partition("?")
        whole = self.site.removesuffix(self.options.folder) + path + "/" * (not path.endswith("/"))
        return self._moved(whole + ("?" + query if query else ""))

    def _slashed(self, request):
        path, mark, query = request.target.partition("?")
        is_whole = path.endswith("/") or request.method not in ("GET", "HEAD")   # no body is lost
        return None if is_whole else self._moved(f"{path}/{mark}{query}")

    def _moved(self, address):
        return Reply(301, b"", [("Location", address), ("Cache-Control", "public, max-age=31536000")], "")

    def _web_page(self, path):
        """What a reader gets at an address."""
        if path.startswith("/content/images/"):
            picture = self.pictures.get(path.removeprefix("/content/images/"))
            if picture:
                return Reply(200, picture["bytes"], [("Cache-Control", "public, max-age=31536000")], picture["type"])
        for post in self.posts.values():
            if self.articles.address(post) == self.site + path:
                page = f"<!DOCTYPE html><title>{html.escape(post['title'])}</title>{post['html']}"
                return Reply.words(page, 200, PAGE)
        return Reply.words("<!DOCTYPE html><title>Page not found</title>", 404, PAGE)

    # Everything but posts

    def _tell_site(self):
        return Reply.of({"site": {"title": "Fake", "description": "Thoughts", "logo": None, "icon": None,
                                  "accent_color": "#FF1A75", "locale": "en", "url": self.site + "/",
                                  "version": self.options.release}})

    def _tell(self, request, resource, which):
        if resource == "config":
            return Reply.of({"config": {"version": f"{self.options.release}.0", "environment": "production"}})
        known = {"tags": [self.articles.tags.shape(tag) for tag in self.tags.values()],
                 "users": [self.articles.owner()],
                 "newsletters": [{"id": hashlib.sha1(b"n").hexdigest()[:24], "name": "Fake", "status": "active",
                                  "slug": self.options.newsletter}]}[resource]
        if which is None and resource == "tags" and "filter" in request.query:
            has_case = self.options.database == "sqlite3"
            known = ghost_filters.named(request.query["filter"], known, has_case)
        if which is None:
            return Reply.of({resource: known, "meta": {"pagination": {
                "page": 1, "limit": len(known), "pages": 1, "total": len(known), "next": None, "prev": None}}})
        found = [one for one in known if which in (one["id"], f"slug/{one['slug']}")]
        if not found:
            raise not_found(f"{resource[:-1].capitalize()} not found.")
        return Reply.of({resource: found})

    def _upload(self, form, request):
        reference = ghost_images.check_fields(form)
        name, kind, data = form["file"]
        path = ghost_images.place(name, self.pictures, self.now())
        record = {"path": path, "type": kind, "digest": hashlib.sha256(data).hexdigest(), "name": name}
        self._keep_picture(record, data)
        self.commit("created", f"media {path}", record, {"file": name}, request)
        return Reply.of({"images": [{"url": f"{self.site}/content/images/{path}", "ref": reference}]}, 201)

    def _keep_picture(self, record, data):
        paths = [record["path"]]
        if ghost_images.ending(record["path"]) in ghost_images.PROCESSED:
            paths.append(ghost_images.original(record["path"]))
        for path in paths:
            self.pictures[path] = {**record, "bytes": data}

    # Changes

    def keep(self, changes, request=UNASKED, email=None):
        """Commits posts and new tags together: tuples of the kind ("post" or "term") and the record."""
        entries = []
        for kind, record in changes:
            if kind == "post":
                kept, name = self.posts, record["id"]
                identity = {"slug": record["asked_slug"], "title": record["title"]}
            else:
                kept, name, identity = self.tags, f"term {record['id']}", {"tag": record["name"]}
            entries.append(("updated" if record["id"] in kept else "created", name, record, identity))
            kept[record["id"]] = record
        if email:
            self.emails.append(email)
        self.commit_all(entries, request, **({"email": email} if email else {}))

    def forget(self, post, request=UNASKED):
        del self.posts[post["id"]]
        self.commit("deleted", post["id"], None, {}, request)

    def made_id(self):
        return f"{int(self.now()):08x}{os.urandom(8).hex()}"

    # Actions of people

    def _acts(self):
        return {"edit": self._edit_by_hand, "status": self._move_by_hand, "others": self._post_others,
                "remove": lambda name: self.forget(self.posts[name])}

    def _edit_by_hand(self, value):
        name, text = value
        changed = self.articles.with_html(self.posts[name], f"<p>{html.escape(text, quote=False)}</p>")
        self.keep([("post", {**changed, "updated_at": moment(self.now())})])

    def _move_by_hand(self, value):
        name, status = value
        before = self.posts[name]
        now = moment(self.now())
        at = before["published_at"] or (now if status == "published" else None)
        self.keep([("post", {**before, "status": status, "published_at": at, "updated_at": now})])

    def _post_others(self, count):
        for _ in range(count):
            words = f"Another's words {uuid.uuid4().hex[:6]}"
            self.keep([("post", self.articles.made({"title": words, "status": "published"}, f"<p>{words}.</p>"))])


def add_options(parser):
    parser.add_argument("--key", default="6489f2c5b1a4d20001a1b2c3:" + "5eed" * 16)
    parser.add_argument("--release", default="6.0")
    parser.add_argument("--folder", default="")
    parser.add_argument("--https", action="store_true")
    parser.add_argument("--newsletter", default="default-newsletter")
    parser.add_argument("--visibility", default="public")
    parser.add_argument("--database", choices=("mysql", "sqlite3"), default="mysql")
    parser.add_argument("--proxy-bytes", type=int, default=0)
    parser.add_argument("--limited", default="")
    parser.add_argument("--maintenance", action="store_true")


if __name__ == "__main__":
    run(FakeGhost, add_options)
