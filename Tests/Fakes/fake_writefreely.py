#!/usr/bin/python3
"""WriteFreely's API as in version 0.16, with one author's blog and that of another user, eve.

Options: --user, --password, --token (of the author; a login makes more), --other-token (of eve), --alias (of the
author's blog), --single-user (addresses without the alias, and no eve), --private (every read needs a token),
--visibility (of the blog; a protected one cannot be read through the API, not even by its author),
--no-federation, --signature (appended to bodies in lists alone), --format (a novel lists its oldest post first),
--no-passwords (no login), --silenced (the author), --database (mysql has limits of length, and beyond them a 500),
--zone-hours (of a server with mysql, whose reads give times in its zone).
Identities in `summary`: slug (as requested, so that first-light and first-light-k3xz are two copies of one),
title, content.

What a request gets depends on its being JSON by Content-Type or Accept, even a GET. To delete what is not there is
a 500, and to change it a 401, as at the real server.

Left out: moving and pinning by requests (people can do both, below), the list of drafts, likes, views,
subscriptions, ActivityPub, cookies, `body=html`.

`set` changes posts as a person would: {"do": "set", "edit": [id, text]}, {"do": "set", "remove": id},
{"do": "set", "empty": id} (unpublished: no title, no body), {"do": "set", "pin": id}, {"do": "set", "draft": id}
(out of the blog), {"do": "set", "others": count} (posts by another program of the author),
{"do": "set", "expire": token} (or "all").
"""

import re
import uuid
from types import SimpleNamespace

from fake_service import FakeService, run
from http_bytes import Reply
from writefreely_accounts import Accounts
from writefreely_posts import Posts, changes, identity, is_empty, publishable
from writefreely_requests import Internal, Refused, is_json, submitted
from writefreely_shapes import Shapes, kept_date, sent_date

PAGE = 10
# The author of changes without a request.
BY_HAND = SimpleNamespace(number=0)
NO_SUCH_POST = (404, "Post not found.")
EMPTIED = (410, "Post unpublished by author.")
HTML = "text/html; charset=utf-8"
GONE_WELL = (204, b"", [], "application/json; charset=UTF-8")


class FakeWriteFreely(FakeService):
    """One instance."""

    name = "writefreely"

    def __init__(self, options):
        self.posts = Posts(options.database)
        self.accounts = Accounts(options)
        self.shapes = Shapes(options)
        super().__init__(options)
        self.shapes.base = self.base

    def recall(self, entry):
        if entry["entry"] in ("token", "token_ended"):
            self.accounts.recall(entry)
        elif entry["entry"] == "commit" and entry["what"] == "deleted":
            self.posts.kept.pop(entry["id"].removeprefix("post "), None)
        elif entry["entry"] == "commit":
            self.posts.kept[entry["record"]["id"]] = entry["record"]

    def records(self):
        return list(self.posts.kept.values())

    def too_many(self, seconds):
        return Reply.of({"code": 429, "error_msg": "Too many requests."}, 429, [("Retry-After", str(seconds))])

    # Routes

    def answer(self, request, lose_key=False):
        try:
            return self._answer_route(request)
        except Refused as refused:
            return refused.reply
        except Internal:
            return Internal.reply(is_json(request))

    def _answer_route(self, request):
        routes = (
            ("POST", r"/api/auth/login", self._log_in), ("DELETE", r"/api/auth/me", self._log_out),
            ("GET", r"/api/me/?", self._me), ("GET", r"/api/me/collections", self._my_blogs),
            ("GET", r"/api/me/posts", self._my_posts), ("GET", r"/api/collections/([0-9a-zA-Z-]+)", self._blog),
            ("GET", r"/api/collections/([^/]+)/posts", self._list),
            ("POST", r"/api/collections/([^/]+)/posts", self._create), ("POST", r"/api/posts", self._create),
            ("GET", r"/api/collections/([^/]+)/posts/([^/]+)", self._read_by_slug),
            ("POST", r"/api/collections/[^/]+/posts/([a-zA-Z0-9]{10})", self._update),
            ("GET", r"/api/posts/([a-zA-Z0-9]+)", self._read),
            ("DELETE", r"/api/posts/([a-zA-Z0-9]+)", self._delete),
            ("POST", r"/api/posts/([a-zA-Z0-9]+)", self._update),
            ("PUT", r"/api/posts/([a-zA-Z0-9]+)", self._update))
        for method, pattern, act in routes:
            found = re.fullmatch(pattern, request.path) if request.method == method else None
            if found:
                return act(request, *found.groups())
        if request.method == "GET" and not request.path.startswith("/api/"):
            return self._web_page(request.path)
        return Reply.words("404 page not found\n", 404)

    def _web_page(self, path):
        """What a reader gets at an address."""
        found = next((post for post in self.posts.kept.values()
                      if post["blog"] and self.shapes.address(post) == self.base + path), None)
        if found is None or self.accounts.is_private(found["blog"]):
            return Reply.words("<!DOCTYPE html>This page is missing.", 404, HTML)
        if is_empty(found):
            return Reply.words("<!DOCTYPE html>Post was unpublished.", 410, HTML)
        return Reply.words(f"<!DOCTYPE html><title>{found['title']}</title>{found['body']}", 200, HTML)

    # Users

    def _log_in(self, request):
        user = self.accounts.check(request, self.now())
        if not is_json(request):
            return Reply(302, b"", [("Location", "/me/new" if self.options.single_user else "/")], "")
        token = str(uuid.uuid4())
        self.remember("token", token=token, user=user)
        self.accounts.recall({"entry": "token", "token": token, "user": user})
        return done({"access_token": token, "user": {"username": user, "has_pass": False, "email": "",
                                                     "created": "2026-01-02T03:04:05Z", "status": 0}})

    def _log_out(self, request):
        token = self.accounts.token(request)
        if token is None:
            raise Refused(400, "Authorization token required.")
        if token not in self.accounts.tokens:
            raise Refused(404, "Token is invalid or doesn't exist")
        self._end_token(token)
        return Reply(*GONE_WELL)

    def _end_token(self, token):
        self.remember("token_ended", token=token)
        self.accounts.recall({"entry": "token_ended", "token": token})

    def _me(self, request):
        if not is_json(request):   # asks for a cookie then
            return done({})
        if self.accounts.token(request) is None:
            raise Refused(400, "Authorization token required.")
        return done({"username": self.accounts.needed(request)})

    def _my_blogs(self, request):
        user = self._json_user(request)
        return done([self.shapes.listed_blog(alias, user) for alias in self.accounts.blogs_of(user)])

    def _my_posts(self, request):
        """Kept for some seconds, so that a post that was just made may be missing."""
        user = self._json_user(request)
        return done(self.accounts.kept_for_a_while(user, self.now(), lambda: [
            self.shapes.post(post) | ({"collection": self.shapes.blog(post["blog"], user)} if post["blog"] else {})
            for post in self.posts.of(user)]))

    def _json_user(self, request):
        user = self.accounts.needed(request)
        if not is_json(request):
            raise Refused(406, "Bad requested Content-Type.")
        return user

    # Reading

    def _blog(self, request, alias):
        self.accounts.check_instance(request)
        owner = self.accounts.owner(alias)
        if not is_json(request):
            return Reply(302, b"", [("Location", self.shapes.blog_address(alias))], "")
        found = self.posts.listed(alias, self.accounts.check_blog(request, alias), self.now())
        return done(self.shapes.public_blog(alias, owner, len(found)))

    def _list(self, request, alias):
        self.accounts.check_instance(request)
        owner = self.accounts.owner(alias)
        is_novel = alias == self.options.alias and self.options.format == "novel"
        found = self.posts.listed(alias, self.accounts.check_blog(request, alias), self.now(), is_novel)
        page = request.query.get("page", "")
        start = (max(1, int(page) if re.fullmatch(r"[+-]?\d+", page) else 1) - 1) * PAGE
        return done(self.shapes.public_blog(alias, owner, len(found)) | {
            "posts": [self.shapes.post(post, is_listed=True) for post in found[start:start + PAGE]]})

    def _read_by_slug(self, request, alias, name):
        self.accounts.check_instance(request)
        self.accounts.owner(alias)
        return self._read_found(request, self.posts.at(alias, name), "Collection page doesn't exist.")

    def _read(self, request, number):
        self.accounts.check_instance(request)
        return self._read_found(request, self.posts.kept.get(number), NO_SUCH_POST[1])

    def _read_found(self, request, post, words):
        """One post, whatever its date. Only its blog protects it."""
        if post is None:
            raise Refused(404, words)
        if is_empty(post):
            raise Refused(*EMPTIED)
        if post["blog"]:
            self.accounts.check_blog(request, post["blog"])
        if self.accounts.is_silenced(post["owner"]):
            raise Refused(*NO_SUCH_POST)
        return done(self.shapes.post(post))

    # Writing

    def _create(self, request, alias=None):
        alias = alias or request.query.get("collection") or None
        user = self.accounts.user(request)
        if self.accounts.is_silenced(user):
            raise Refused(403, "Account is silenced.")
        if user is None:
            raise Refused(401, "Not logged in.")
        fields, now = publishable(request), self.now()
        if alias and self.accounts.owner(alias) != user:
            raise Refused(403, "You don't have permission to add to this collection.")
        post = self.posts.new(alias, user, now, fields)
        self._keep("created", post, request)
        shown = self.shapes.new_post(post, sent_date(fields.get("created")) or kept_date(now // 1))
        if alias:
            shown["collection"] = self.shapes.blog(alias, user) | {"url": self.shapes.blog_address(alias)}
        return done(shown, 201)

    def _update(self, request, number):
        fields = submitted(request)
        if not fields:
            raise Refused(400, "Supply some properties to update.")
        if not request.header("Authorization"):
            raise Refused(400, "Authorization token required.")
        user = self.accounts.needed(request)
        if self.accounts.is_silenced(user):
            raise Refused(403, "Account is silenced.")
        found = changes(fields)
        post = self.posts.kept.get(number)
        if post is None or post["owner"] != user:
            if not is_json(request):
                raise Refused(500, "Something didn't work quite right.")
            raise Refused(401, "Invalid editing credentials.")
        if self.posts.is_used(post, found.get("slug")):   # no suffix here
            raise Internal
        post = post | found | {"updated": kept_date(self.now() // 1)}
        self._keep("updated", post, request)
        if not is_json(request):
            return Reply(302, b"", [("Location", f"/{number}/meta")], "")
        if is_empty(post):
            raise Refused(*EMPTIED)
        is_federated = post["blog"] and not self.options.no_federation and not self.options.private
        more = {"collection": self.shapes.blog(post["blog"], user)} if is_federated else {}
        return done(self.shapes.post(post) | more)

    def _delete(self, request, number):
        post = self.posts.kept.get(number)
        if request.query.get("token"):   # belongs to a post without an owner, of which there are none
            raise Refused(*NO_SUCH_POST) if post is None else Refused(
                409, "This post belongs to some user (hopefully yours). Please log in and delete it from that "
                     "user's account.")
        if not request.header("Authorization"):
            raise Refused(400, "Authorization token required.")
        user = self.accounts.needed(request)
        if post is None:
            raise Internal
        if post["blog"] and not self.options.no_federation:
            if post["owner"] != user:
                raise Refused(*NO_SUCH_POST)
            if is_empty(post):
                raise Refused(*EMPTIED)
        if post["owner"] != user:
            raise Refused(403, "Post not found, or you're not the owner.")
        self._drop(number, request)
        return Reply(*GONE_WELL)

    def _keep(self, what, post, request):
        self.posts.check_limits(post)
        self.posts.kept[post["id"]] = post
        self.commit(what, f"post {post['id']}", post, identity(post), request)

    def _drop(self, number, request):
        del self.posts.kept[number]
        self.commit("deleted", f"post {number}", None, {}, request)

    # Actions of people

    def _acts(self):
        return {"edit": lambda value: self._change(value[0], body=value[1]),
                "remove": lambda number: self._drop(number, BY_HAND),
                "empty": lambda number: self._change(number, title="", body=""),
                "pin": lambda number: self._change(number, pinned=True),
                "draft": lambda number: self._change(number, blog=None),
                "others": self._post_others, "expire": self._expire}

    def _change(self, number, **values):
        values["updated"] = kept_date(self.now() // 1)
        self._keep("updated", self.posts.kept[number] | values, BY_HAND)

    def _post_others(self, count):
        for _ in range(count):
            words = f"Other words {len(self.posts.kept)}"
            post = self.posts.new(self.options.alias, self.options.user, self.now(),
                                  {"title": words, "body": f"{words}."})
            self._keep("created", post, BY_HAND)

    def _expire(self, token):
        for ended in list(self.accounts.tokens) if token == "all" else [token]:
            self._end_token(ended)


def done(data, status=200):
    return Reply.of({"code": status, "data": data}, status)


def add_options(parser):
    parser.add_argument("--user", default="ada")
    parser.add_argument("--password", default="fake pass word")
    parser.add_argument("--token", default="7a1c0de5-fa4e-4b1e-8d00-0123456789ab")
    parser.add_argument("--other-token", default="0e5e7a1c-0000-4b1e-8d00-ba9876543210")
    parser.add_argument("--alias", default="ada")
    parser.add_argument("--single-user", action="store_true")
    parser.add_argument("--private", action="store_true")
    parser.add_argument("--visibility", choices=("public", "unlisted", "private", "protected"), default="public")
    parser.add_argument("--no-federation", action="store_true")
    parser.add_argument("--signature", default="")
    parser.add_argument("--format", choices=("", "blog", "novel", "notebook"), default="")
    parser.add_argument("--no-passwords", action="store_true")
    parser.add_argument("--silenced", action="store_true")
    parser.add_argument("--database", choices=("sqlite", "mysql"), default="sqlite")
    parser.add_argument("--zone-hours", type=int, default=0)


if __name__ == "__main__":
    run(FakeWriteFreely, add_options)
