#!/usr/bin/python3
"""WordPress's REST API as in version 6.1: posts, pages, categories, tags, the user, application passwords.

Options: --user, --password, --strip-authorization (as some proxies do: every caller is a visitor), --early-auth-errors
(a wrong password is refused at once, as on sites with certain plugins; a plain 6.1 treats the caller as a visitor, for
whom a list is simply shorter), --plain-permalinks (only /?rest_route= works), --upload-bytes (the largest picture: a
larger one is a 500, as with PHP's limits), --role (of the user: rights, refusals and the effect of kses follow from it,
as measured), --permalinks (of posts, such as /%postname%/; then a page of the same slug owns the address),
--maintenance (seconds: every request is a 503 with that Retry-After, as during an update; 0 for none).
Identities in `summary`: slug (as requested, so that first-light and first-light-2 are two copies of one), title,
content.

`set` changes posts as a person would: {"do": "set", "edit": [id, text]}, {"do": "set", "status": [id, "draft"]} (or
"trash"), {"do": "set", "remove": id} (for good), {"do": "set", "others": count} (posts by another author).
"""

import base64
import hashlib
import re
from datetime import datetime, timezone
from types import SimpleNamespace

from fake_service import FakeService, run
from http_bytes import Reply
from wordpress_slugs import kept_name, slug, unused
from wordpress_texts import kept_words, kses

STATUSES = ("publish", "future", "draft", "pending", "private")
# The entries of `capabilities` of each role, as far as a client can observe; a missing right is absent.
SUBSCRIBER = ("read",)
CONTRIBUTOR = (*SUBSCRIBER, "edit_posts", "delete_posts")
AUTHOR = (*CONTRIBUTOR, "upload_files", "edit_published_posts", "publish_posts", "delete_published_posts")
EDITOR = (*AUTHOR, "moderate_comments", "manage_categories", "unfiltered_html", "edit_others_posts", "edit_pages",
          "publish_pages", "edit_others_pages", "read_private_posts", "edit_private_posts")
ROLES = {"administrator": (*EDITOR, "manage_options"), "editor": EDITOR, "author": AUTHOR,
         "contributor": CONTRIBUTOR, "subscriber": SUBSCRIBER}
KINDS = {"posts": "post", "pages": "page"}
TAXONOMIES = {"categories": "category", "tags": "post_tag"}


# The author of changes without a request.
NOBODY = SimpleNamespace(number=0)


class Refused(Exception):
    """An error in WordPress's shape."""

    def __init__(self, status, code, message, **more):
        self.reply = Reply.of({"code": code, "message": message, "data": {"status": status, **more.pop("data", {})},
                               **more}, status)


class FakeWordPress(FakeService):
    """One WordPress with one user."""

    name = "wordpress"

    def __init__(self, options):
        self.posts = {}   # id -> record
        self.terms = {1: {"id": 1, "taxonomy": "category", "name": "Uncategorized", "slug": "uncategorized",
                          "parent": 0, "description": ""}}
        self.media = {}   # id -> record
        self.last_id = 1
        super().__init__(options)

    def recall(self, entry):
        if entry["entry"] != "commit":
            return
        kind, number = entry["id"].split(" ")
        kept = {"term": self.terms, "media": self.media}.get(kind, self.posts)
        if entry["what"] == "deleted":
            kept.pop(int(number), None)
        else:
            kept[int(number)] = entry["record"]
        self.last_id = max(self.last_id, int(number))

    def records(self):
        return [self._shape(post, "edit") for post in self.posts.values()]

    # Routes

    def answer(self, request, lose_key=False):
        try:
            return self._answer_route(request)
        except Refused as refused:
            return refused.reply

    def _answer_route(self, request):
        if self.options.maintenance:
            return Reply.of({"code": "wp_die", "message": "Briefly unavailable for scheduled maintenance. Check back "
                             "in a minute.", "data": {"status": 503}, "additional_errors": []}, 503,
                            [("Retry-After", str(self.options.maintenance))])
        path = request.query.get("rest_route") or ""
        if not path and request.path.startswith("/wp-json") and not self.options.plain_permalinks:
            path = request.path[len("/wp-json"):] or "/"
        if not path:
            return self._web_page(request.path)
        user = self._known_user(request)
        if path.rstrip("/") == "":
            return self._index()
        if path.rstrip("/") == "/wp/v2/users/me":
            return self._me(user, request.query.get("context") == "edit")
        found = re.fullmatch(r"/wp/v2/(posts|pages|categories|tags|media)(?:/(\d+))?/?", path)
        if not found:
            raise Refused(404, "rest_no_route", "No route was found matching the URL and request method.")
        collection, number = found.group(1), found.group(2)
        if collection == "media":
            return self._media_route(request, user, int(number) if number else None)
        handlers = self._term_route if collection in TAXONOMIES else self._post_route
        return handlers(request, user, collection, int(number) if number else None)

    def _web_page(self, path):
        """What a reader gets at an address: a page takes precedence over a post."""
        public = [post for post in self.posts.values() if post["status"] == "publish"]
        for kind in ("page", "post"):
            for post in public:
                if post["type"] == kind and self._link(post) == self.base + path:
                    return Reply.words(f"<!DOCTYPE html><title>{post['title']}</title>{post['content']}", 200,
                                       "text/html; charset=UTF-8")
        return Reply.words("<!DOCTYPE html><title>Fake</title>", 404, "text/html; charset=UTF-8")

    def _may(self, right):
        return right in ROLES[self.options.role]

    def _known_user(self, request):
        """Whether the caller is the user. WordPress ignores the spaces in an application password."""
        header = request.header("Authorization") or ""
        if self.options.strip_authorization or not header.startswith("Basic "):
            return False
        try:
            name, _, password = base64.b64decode(header[6:]).decode().partition(":")
        except ValueError:
            return False
        if name != self.options.user:
            return self._unknown("invalid_username", "<strong>Error:</strong> Unknown username. Check again or try "
                                                     "your email address.")
        if re.sub(r"[^A-Za-z0-9]", "", password) != re.sub(r"[^A-Za-z0-9]", "", self.options.password):
            return self._unknown("incorrect_password", "The provided password is an invalid application password.")
        return True

    def _unknown(self, code, words):
        if self.options.early_auth_errors:
            raise Refused(401, code, words)
        return False

    def _index(self):
        return Reply.of({"name": "Fake", "description": "", "url": self.base, "home": self.base, "gmt_offset": 0,
                         "timezone_string": "UTC", "namespaces": ["oembed/1.0", "wp/v2"],
                         "authentication": {"application-passwords": {"endpoints": {
                             "authorization": f"{self.base}/wp-admin/authorize-application.php"}}}, "routes": {}})

    def _me(self, user, is_edit):
        if not user:
            raise Refused(401, "rest_not_logged_in", "You are not currently logged in.")
        account = {"id": 1, "name": self.options.user, "slug": self.options.user}
        if is_edit:
            rights = {right: True for right in (*ROLES[self.options.role], self.options.role)}
            account |= {"roles": [self.options.role], "capabilities": rights}
        return Reply.of(account)

    # Posts

    def _post_route(self, request, user, collection, number):
        kind = KINDS[collection]
        if number is None and request.method == "GET":
            return self._list(request.query, user, kind)
        if number is None and request.method == "POST":
            return self._create(request, user, collection)
        post = self.posts.get(number)
        if post is None or post["type"] != kind:
            raise Refused(404, "rest_post_invalid_id", "Invalid post ID.")
        if request.method == "GET":
            if request.query.get("context") == "edit" and not user:
                raise Refused(401, "rest_forbidden_context", "Sorry, you are not allowed to edit this post.")
            if post["status"] != "publish" and not user:
                raise Refused(401, "rest_forbidden", "Sorry, you are not allowed to do that.")
            return Reply.of(self._shape(post, request.query.get("context", "view")))
        if not user or not self._may("edit_published_posts" if kind == "post" else "edit_pages"):
            raise Refused(403 if user else 401, "rest_cannot_edit", "Sorry, you are not allowed to edit this post.")
        if request.method in ("POST", "PUT", "PATCH"):
            return self._update(request, post)
        if request.method == "DELETE":
            return self._delete(request, post)
        raise Refused(404, "rest_no_route", "No route was found matching the URL and request method.")

    def _list(self, query, user, kind):
        status = query.get("status", "publish")
        may_edit = user and self._may("edit_posts" if kind == "post" else "edit_pages")
        if status != "publish" and not may_edit:
            raise Refused(400, "rest_invalid_param", "Invalid parameter(s): status", data={
                "params": {"status": "Status is forbidden."}, "details": {"status": {
                    "code": "rest_forbidden_status", "message": "Status is forbidden.",
                    "data": {"status": 403 if user else 401}}}})
        if query.get("context") == "edit" and not may_edit:
            raise Refused(403 if user else 401, "rest_forbidden_context",
                          "Sorry, you are not allowed to edit posts in this post type.")
        wanted = STATUSES if status == "any" else status.split(",")
        found = [post for post in self.posts.values() if post["type"] == kind and post["status"] in wanted]
        if "slug" in query:
            slugs = [slug(part) for part in query["slug"].split(",")]
            found = [post for post in found if post["slug"] in slugs]
        if query.get("search"):
            needle = query["search"].lower()
            found = [post for post in found if needle in (post["title"] + post["content"]).lower()]
        found.sort(key=lambda post: (post["date_gmt"], post["id"]), reverse=True)
        return self._page(found, query, lambda post: self._shape(post, query.get("context", "view")))

    def _page(self, found, query, shape):
        size, page = int(query.get("per_page", 10)), int(query.get("page", 1))
        if not 1 <= size <= 100:
            raise Refused(400, "rest_invalid_param", "Invalid parameter(s): per_page", data={
                "params": {"per_page": "per_page must be between 1 (inclusive) and 100 (inclusive)"}})
        shown = found[(page - 1) * size:page * size]
        return Reply.of([shape(one) for one in shown], 200, [
            ("X-WP-Total", str(len(found))), ("X-WP-TotalPages", str(-(-len(found) // size)))])

    def _create(self, request, user, collection):
        if not user or not self._may("edit_posts" if collection == "posts" else "edit_pages"):
            raise Refused(403 if user else 401, "rest_cannot_create",
                          "Sorry, you are not allowed to create posts as this user.")
        fields = self._fields(request)
        if fields.get("status") in ("publish", "future", "private") and not self._may("publish_posts"):
            raise Refused(403, "rest_cannot_publish", "Sorry, you are not allowed to publish posts in this post type.")
        if not any(_raw(fields.get(name)) for name in ("title", "content", "excerpt")):
            raise Refused(400, "empty_content", "Content, title, and excerpt are empty.")
        self.last_id += 1
        now = self._now()
        post = {"id": self.last_id, "type": KINDS[collection], "title": "", "content": "", "excerpt": "", "slug": "",
                "asked_slug": None, "status": "draft", "date_gmt": now, "modified_gmt": now, "categories": [1],
                "tags": []}
        self._take(post, fields)
        self.posts[post["id"]] = post
        self.commit("created", f"post {post['id']}", post, self._identity(post), request)
        return Reply.of(self._shape(post, "edit"), 201, [
            ("Location", f"{self.base}/wp-json/wp/v2/{collection}/{post['id']}")])

    def _update(self, request, post):
        fields = self._fields(request)
        self._take(post, fields)
        post["modified_gmt"] = self._now()
        self.commit("updated", f"post {post['id']}", post, self._identity(post), request)
        return Reply.of(self._shape(post, "edit"))

    def _delete(self, request, post):
        if request.query.get("force") == "true":
            before = self._shape(post, "edit")
            del self.posts[post["id"]]
            self.commit("deleted", f"post {post['id']}", None, {}, request)
            return Reply.of({"deleted": True, "previous": before})
        if post["status"] == "trash":
            raise Refused(410, "rest_already_trashed", "The post has already been deleted.")
        post["status"], post["slug"] = "trash", post["slug"] + "__trashed"
        self.commit("updated", f"post {post['id']}", post, {}, request)   # copies in the trash are not public
        return Reply.of(self._shape(post, "edit"))

    def _identity(self, post):
        return {"slug": post["asked_slug"], "title": post["title"], "content": post["content"]}

    def _take(self, post, fields):
        """Applies a request's fields to a post; a used slug is silently replaced."""
        status = fields.get("status", post["status"])
        if status not in STATUSES:
            raise Refused(400, "rest_invalid_param", "Invalid parameter(s): status", data={"params": {
                "status": "status is not one of publish, future, draft, pending, and private."}})
        for name in ("title", "content", "excerpt"):
            if name in fields:
                raw = _raw(fields[name])
                post[name] = raw if self._may("unfiltered_html") else kses(raw)
        for name in ("categories", "tags"):
            if name in fields:
                known = [number for number in fields[name] if number in self.terms]
                post[name] = known or ([1] if name == "categories" else [])
        date = fields.get("date_gmt") or fields.get("date")
        if date:
            post["date_gmt"] = date.rstrip("Z")[:19]
        post["status"] = "future" if status == "publish" and post["date_gmt"] > self._now() else status
        if fields.get("slug") or (not post["slug"] and post["status"] in ("publish", "future", "private")):
            # A post's slug is unique among posts. A page shares its slugs with pictures, not with posts.
            others = [other for other in self.posts.values() if other is not post and other["type"] == post["type"]]
            used = {other["slug"] for other in [*others, *(self.media.values() if post["type"] == "page" else ())]}
            post["asked_slug"] = slug(fields.get("slug") or post["title"]) or str(post["id"])
            post["slug"] = unused(post["asked_slug"], used)

    def _shape(self, post, context):
        link = self._link(post)

        def text(name, rendered):
            return {"raw": post[name], "rendered": rendered} if context == "edit" else {"rendered": rendered}
        shaped = {
            "id": post["id"], "date": post["date_gmt"], "date_gmt": post["date_gmt"], "guid": {"rendered": link},
            "modified": post["modified_gmt"], "modified_gmt": post["modified_gmt"], "slug": post["slug"],
            "status": post["status"], "type": post["type"], "link": link,
            "title": text("title", post["title"].replace("&", "&#038;")),
            "content": {**text("content", post["content"] + "\n"), "protected": False},
            "excerpt": {**text("excerpt", f"<p>{post['excerpt']}</p>\n"), "protected": False},
            "author": 1, "featured_media": 0, "comment_status": "open", "ping_status": "open", "sticky": False,
            "template": "", "format": "standard", "meta": [], "categories": post["categories"], "tags": post["tags"],
        }
        if context == "edit":
            shaped |= {"password": "", "generated_slug": slug(post["title"]),
                       "permalink_template": f"{self.base}/%pagename%/" if post["type"] == "page" else
                       self._link({**post, "status": "publish", "slug": "%postname%"})}
        return shaped

    def _link(self, post):
        if post["status"] not in ("publish", "private"):
            return f"{self.base}/?p={post['id']}"
        if post["type"] == "page":
            return f"{self.base}/{post['slug']}/"
        parts = {"%year%": post["date_gmt"][:4], "%monthnum%": post["date_gmt"][5:7], "%postname%": post["slug"]}
        path = self.options.permalinks
        for name, value in parts.items():
            path = path.replace(name, value)
        return self.base + path

    # Pictures

    def _media_route(self, request, user, number):
        if number is None and request.method == "GET":
            if request.query.get("context") == "edit" and not (user and self._may("edit_posts")):
                raise Refused(403 if user else 401, "rest_forbidden_context",
                              "Sorry, you are not allowed to edit posts in this post type.")
            slugs = [slug(part) for part in request.query.get("slug", "").split(",") if part]
            found = [one for one in self.media.values() if not slugs or one["slug"] in slugs]
            return self._page(found, request.query, self._picture)
        if not user or not self._may("upload_files"):
            # The message speaks of posts, since a picture is one.
            raise Refused(403 if user else 401, "rest_cannot_create",
                          "Sorry, you are not allowed to create posts as this user.")
        if number is None:
            return self._upload(request)
        if number not in self.media:
            raise Refused(404, "rest_post_invalid_id", "Invalid post ID.")
        picture, fields = self.media[number], self._fields(request)
        for name in ("alt_text", "title"):
            if name in fields:
                picture[name] = _raw(fields[name])
        picture["alt_text"] = kept_words(picture["alt_text"])
        self.commit("updated", f"media {number}", picture, {}, request)
        return Reply.of(self._picture(picture))

    def _upload(self, request):
        named = re.search(r'filename="([^"]+)"', request.header("Content-Disposition") or "")
        if not request.raw_body:
            raise Refused(400, "rest_upload_no_data", "No data supplied.")
        if not named:
            raise Refused(400, "rest_upload_no_content_disposition", "No Content-Disposition supplied.")
        if len(request.raw_body) > self.options.upload_bytes:
            raise Refused(500, "rest_upload_sideload_error", "The uploaded file exceeds the upload_max_filesize "
                                                             "directive in php.ini.")
        if named.group(1).rsplit(".", 1)[-1] not in ("jpg", "jpeg", "png", "gif", "webp"):
            raise Refused(500, "rest_upload_sideload_error", "Sorry, you are not allowed to upload this file type.")
        self.last_id += 1
        title = named.group(1).rsplit(".", 1)[0]
        used = {other["slug"] for other in [*self.posts.values(), *self.media.values()]}
        picture = {"id": self.last_id, "slug": unused(slug(title), used), "title": title, "alt_text": "",
                   "file": named.group(1), "mime_type": request.header("Content-Type"),
                   "digest": hashlib.sha256(request.raw_body).hexdigest()}
        self.media[picture["id"]] = picture
        self.commit("created", f"media {picture['id']}", picture, {"picture": title}, request)
        return Reply.of(self._picture(picture), 201, [("Location", f"{self.base}/wp-json/wp/v2/media/{picture['id']}")])

    def _picture(self, picture):
        return {**{name: picture[name] for name in ("id", "slug", "alt_text", "mime_type")}, "media_type": "image",
                "title": {"raw": picture["title"], "rendered": picture["title"]}, "status": "inherit",
                "source_url": f"{self.base}/wp-content/uploads/2026/12/{picture['file']}"}

    # Terms

    def _term_route(self, request, user, collection, number):
        taxonomy = TAXONOMIES[collection]
        if number is not None:
            term = self.terms.get(number)
            if term is None or term["taxonomy"] != taxonomy:
                raise Refused(404, "rest_term_invalid", "Term does not exist.")
            return Reply.of(self._term(term))
        if request.method == "POST":
            return self._create_term(request, user, collection)
        found = [term for term in self.terms.values() if term["taxonomy"] == taxonomy]
        query = request.query
        if query.get("slug"):
            found = [term for term in found if term["slug"] in [slug(part) for part in query["slug"].split(",")]]
        if query.get("search"):
            # Compares with the escaped name, so that a search for "Q & A" finds nothing, and one for "Q &amp; A" does.
            needle = query["search"].lower()
            found = [term for term in found if needle in term["name"].lower() or needle in term["slug"]]
        found.sort(key=lambda term: term["name"].lower())
        return self._page(found, query, self._term)

    def _create_term(self, request, user, collection):
        if not user or not self._may("manage_categories" if collection == "categories" else "edit_posts"):
            raise Refused(403 if user else 401, "rest_cannot_create",
                          "Sorry, you are not allowed to create terms in this taxonomy.")
        fields, taxonomy = self._fields(request), TAXONOMIES[collection]
        if "name" not in fields:
            raise Refused(400, "rest_missing_callback_param", "Missing parameter(s): name", data={"params": ["name"]})
        name = kept_name(str(fields["name"]))
        if not name:
            return Reply.of({"code": "empty_term_name", "message": "A name is required for this term.",
                             "data": None}, 500)
        parent = int(fields.get("parent") or 0)
        same = [term for term in self.terms.values() if term["taxonomy"] == taxonomy
                and term["name"].lower() == name.lower() and term["parent"] == parent]
        if same:
            where = "with this parent" if taxonomy == "category" else "in this taxonomy"
            raise Refused(400, "term_exists", f"A term with the name provided already exists {where}.",
                          data={"term_id": same[0]["id"]}, additional_data=[same[0]["id"]] * 2)
        self.last_id += 1
        used = {term["slug"] for term in self.terms.values() if term["taxonomy"] == taxonomy}
        term = {"id": self.last_id, "taxonomy": taxonomy, "name": name, "parent": parent,
                "slug": unused(slug(fields.get("slug") or str(fields["name"])) or str(self.last_id), used),
                "description": fields.get("description", "")}
        self.terms[term["id"]] = term
        self.commit("created", f"term {term['id']}", term, {taxonomy: name}, request)
        return Reply.of(self._term(term), 201, [("Location", f"{self.base}/wp-json/wp/v2/{collection}/{term['id']}")])

    def _term(self, term):
        part = "category" if term["taxonomy"] == "category" else "tag"
        members = "categories" if term["taxonomy"] == "category" else "tags"
        shaped = {**term, "count": sum(term["id"] in post[members] for post in self.posts.values()),
                  "link": f"{self.base}/{part}/{term['slug']}/", "meta": []}
        if part == "tag":
            del shaped["parent"]
        return shaped

    # Actions of people

    def _acts(self):
        return {"edit": self._edit_by_hand, "status": self._move_by_hand, "remove": self._remove_by_hand,
                "others": self._post_others}

    def _edit_by_hand(self, value):
        number, text = value
        self._keep_by_hand("updated", number, self.posts[number] | {"content": text, "modified_gmt": self._now()})

    def _move_by_hand(self, value):
        number, status = value
        post = self.posts[number]
        name = post["slug"] + "__trashed" if status == "trash" else post["slug"]
        self._keep_by_hand("updated", number, post | {"status": status, "slug": name})

    def _remove_by_hand(self, number):
        del self.posts[number]
        self.commit("deleted", f"post {number}", None, {}, NOBODY)

    def _post_others(self, count):
        for _ in range(count):
            self.last_id += 1
            words = f"Another's words {self.last_id}"
            self._keep_by_hand("created", self.last_id, {
                "id": self.last_id, "type": "post", "title": words, "content": f"<p>{words}.</p>", "excerpt": "",
                "slug": slug(words), "asked_slug": slug(words), "status": "publish", "date_gmt": self._now(),
                "modified_gmt": self._now(), "categories": [1], "tags": []})

    def _keep_by_hand(self, what, number, post):
        self.posts[number] = post
        self.commit(what, f"post {number}", post, self._identity(post), NOBODY)

    # Helpers

    def _fields(self, request):
        try:
            return request.fields()
        except (ValueError, UnicodeDecodeError):
            raise Refused(400, "rest_invalid_json", "Invalid JSON body passed.", data={
                "json_error_code": 4, "json_error_message": "Syntax error"}) from None

    def _now(self):
        return datetime.fromtimestamp(self.now(), timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")


def _raw(value):
    """A text field may come as a string or as {"raw": …}."""
    return str(value.get("raw", "")) if isinstance(value, dict) else str(value or "")


def add_options(parser):
    parser.add_argument("--user", default="ada")
    parser.add_argument("--password", default="fake pass word")
    parser.add_argument("--strip-authorization", action="store_true")
    parser.add_argument("--early-auth-errors", action="store_true")
    parser.add_argument("--upload-bytes", type=int, default=2 << 20)
    parser.add_argument("--plain-permalinks", action="store_true")
    parser.add_argument("--role", choices=sorted(ROLES), default="administrator")
    parser.add_argument("--permalinks", default="/%year%/%monthnum%/%postname%/")
    parser.add_argument("--maintenance", type=int, default=0)


if __name__ == "__main__":
    run(FakeWordPress, add_options)
