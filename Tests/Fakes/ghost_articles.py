"""Posts and pages of the fake Ghost: reading, making, changing and deleting them, and the emails of posts.
Their tags are in ghost_tags.py.

A slug in use becomes the next free one without a word, for a change as for a new post, and Ghost does not leave
out the post itself: a slug that is sent again as it was asked, and not as it is, changes the address each time.
"""

import json
import math
import re
import uuid

import ghost_filters
import ghost_lexical
import ghost_markup
import ghost_slugs
from ghost_errors import Refused, invalid, not_found
from ghost_posts import (FLAGS, META, OF_POSTS, PLAIN, check_collision, check_double, check_model, check_schedule,
                         moment, seconds, selected, taken)
from ghost_tags import Tags
from http_bytes import Reply

KINDS = {"posts": "post", "pages": "page"}
FORMATS = ("mobiledoc", "lexical", "html", "plaintext")
MOST = 100   # in one list, since Ghost 6
# Whose change is no change of the row of the post.
BESIDE = ("updated_at", "html", "asked_slug", "tags", *META)


class Articles:
    """`ghost` is the service, which keeps the records and commits them."""

    def __init__(self, ghost):
        self.ghost, self.tags = ghost, Tags(ghost)

    # Requests

    def browse(self, request, body, collection):
        query = request.query
        self._check_query(query, "formats")
        posts = [self.shape(post) for post in self.ghost.posts.values() if post["type"] == KINDS[collection]]
        found = ghost_filters.ordered(ghost_filters.matching(query.get("filter", ""), posts))
        limit, page = self._limit(query), int(query.get("page") or 1)
        pages = max(1, math.ceil(len(found) / limit)) if limit else 1
        shown = found[(page - 1) * limit:page * limit] if limit else found
        return Reply.of({collection: [selected(post, query) for post in shown], "meta": {"pagination": {
            "page": page, "limit": limit or "all", "pages": pages, "total": len(found),
            "next": page + 1 if page < pages else None, "prev": page - 1 if page > 1 else None}}})

    def _limit(self, query):
        asked, is_old = query.get("limit") or "15", self.ghost.options.release.startswith("5.")
        for name in ("limit", "page"):
            if query.get(name) and not re.match(r"\d+|all$", query[name]):
                raise invalid(f"Validation (matches) failed for {name}")
        if asked == "all":
            return None if is_old else MOST
        return int(asked) or 15 if is_old else min(int(asked) or 15, MOST)

    def read(self, request, body, collection, name):
        return self._read_where(request, collection, "id", self._checked_id(name))

    def read_slug(self, request, body, collection, name):
        if not re.fullmatch(r"[a-z0-9_-]+", name):
            raise invalid("Validation (isSlug) failed for slug")
        return self._read_where(request, collection, "slug", name)

    def _read_where(self, request, collection, field, value):
        self._check_query(request.query, "formats")
        for post in self.ghost.posts.values():
            if (post["type"], post[field]) == (KINDS[collection], value):
                return self._told(post, collection, request)
        raise not_found(f"{KINDS[collection].capitalize()} not found.")

    def add(self, request, body, collection):
        self._check_query(request.query, "source")
        fields = taken(body, collection, is_edit=False)
        post = self.made(fields, None, KINDS[collection])
        self._take(post, fields, request.query)
        new_tags = self.tags.give(post, fields)
        post["asked_slug"] = self._asked(fields.get("slug") or post["title"])
        post["slug"] = ghost_slugs.unused(post["asked_slug"], self._used_slugs())
        self._check({}, post)
        self.ghost.keep([*new_tags, ("post", post)], request)
        api = f"{self.ghost.site}/ghost/api/admin/{collection}/{post['id']}/"
        return self._told(post, collection, request, 201, [("Location", api)])

    def edit(self, request, body, collection, name):
        self._checked_id(name)
        self._check_query(request.query, "source")
        fields = taken(body, collection, is_edit=True)
        if request.query.get("email_segment") and not request.query.get("newsletter"):
            raise invalid("The email_segment parameter requires the newsletter parameter to be set",
                          property="email_segment")
        before = self._existing(name, collection)
        post = dict(before)
        self._take(post, fields, request.query)
        new_tags = self.tags.give(post, fields)
        self._rename(before, post, fields)
        if post["type"] == "post":
            self._address_email(before, post, request.query)
        self._check(before, post)
        check_collision(before, post, fields.get("updated_at"))
        if any(before[field] != post[field] for field in before if field not in BESIDE):
            post["updated_at"] = moment(self.ghost.now())
        if post != before or new_tags:
            self.ghost.keep([*new_tags, ("post", post)], request, self._email(before, post))
        return self._told(post, collection, request)

    def destroy(self, request, body, collection, name):
        self._checked_id(name)
        self.ghost.forget(self._existing(name, collection), request)
        return Reply(204, b"", [("X-Cache-Invalidate", "/*")], "")

    def _existing(self, name, collection):
        post = self.ghost.posts.get(name)
        if post is None:   # found out while rights are checked, which know posts only
            raise not_found("Post not found.")
        if post["type"] != KINDS[collection]:
            raise not_found("Resource could not be found.")
        return post

    def _checked_id(self, name):
        if not re.search(r"^[a-f\d]{24}$|^1$|me", name, re.I):
            raise invalid("Validation (matches) failed for id")
        return name

    def _check_query(self, query, name):
        allowed = FORMATS if name == "formats" else ("html",)
        if any(value not in allowed for value in query.get(name, "").lower().split(",") if query.get(name)):
            raise invalid(f"Validation (AllowedValues) failed for {name}")

    def _told(self, post, collection, request, status=200, headers=()):
        return Reply.of({collection: [selected(self.shape(post), request.query)]}, status, headers)

    # Fields

    def made(self, fields, text=None, kind="post"):
        """A new post; with a text, one that is whole."""
        now, post_id = moment(self.ghost.now()), self.ghost.made_id()
        title = fields.get("title") or "(Untitled)"
        post = {"id": post_id, "uuid": str(uuid.uuid4()), "type": kind, "title": title.strip(), "slug": "",
                "asked_slug": "", "mobiledoc": None, "lexical": json.dumps(ghost_lexical.blank()), "html": "",
                "status": "draft",
                "visibility": self.ghost.options.visibility, "tags": [], "created_at": now, "updated_at": now,
                "published_at": None, "newsletter": None, "email_segment": "all", **dict.fromkeys(PLAIN),
                "featured": False, "email_only": False, "show_title_and_feature_image": True}
        if text is not None:
            post = self.with_html(post, text) | {"status": fields["status"], "published_at": now}
            post["asked_slug"] = self._asked(post["title"])
            post["slug"] = ghost_slugs.unused(post["asked_slug"], self._used_slugs())
        return post

    def with_html(self, post, text):
        found = ghost_lexical.document(text, self.ghost.site)
        return {**post, "lexical": json.dumps(found, ensure_ascii=False), "html": ghost_markup.rendered(found),
                "mobiledoc": None}

    def _take(self, post, fields, query):
        """Applies the fields of a request, but for slug and tags."""
        for name in (*PLAIN, *FLAGS):
            if name in fields:
                post[name] = fields[name] if fields[name] != "" else None
        if "title" in fields:
            post["title"] = (fields["title"] or "(Untitled)").strip()
        if fields.get("visibility"):
            post["visibility"] = fields["visibility"]
        if "published_at" in fields:
            post["published_at"] = fields["published_at"] and moment(seconds(fields["published_at"]))
        post["status"] = fields.get("status", post["status"])
        if post["status"] in ("published", "sent") and not post["published_at"]:
            post["published_at"] = moment(self.ghost.now())
        # A post that is published by email alone is "sent", and any other post that would be "sent" is published.
        if post["status"] in ("published", "sent") and "status" in fields:
            post["status"] = "sent" if post["email_only"] and post["type"] == "post" else "published"
        self._take_content(post, fields, query)

    def _take_content(self, post, fields, query):
        """Without `source=html` Ghost drops the field `html` without a word."""
        if query.get("source") == "html" and fields.get("html"):
            post.update(self.with_html(post, fields["html"]))
        elif fields.get("lexical"):
            try:
                shown = ghost_markup.rendered(ghost_markup.read(fields["lexical"]))
            except ghost_markup.Unreadable as error:
                raise invalid("Invalid lexical structure.", str(error), property="lexical",
                              help="https://ghost.org/docs/publishing/") from None
            post.update(lexical=fields["lexical"], html=shown)
        elif fields.get("mobiledoc"):
            raise Refused(501, "InternalServerError", "Ghost has this, and the fake does not imitate it.")

    def _check(self, before, post):
        check_schedule(before, post, self.ghost.now())
        check_model(post)
        check_double(post, [other for other in self.ghost.posts.values() if other["id"] != post["id"]])

    def _rename(self, before, post, fields):
        """The slug of a change. A draft that was never public and gets a new title, too, keeps a slug uncleaned."""
        if not fields.get("slug") or fields["slug"] == before["slug"]:
            return
        post["asked_slug"] = self._asked(fields["slug"])
        if post["title"] != before["title"] and post["status"] == "draft" and not post["published_at"]:
            post["slug"] = fields["slug"]
        else:
            post["slug"] = ghost_slugs.unused(post["asked_slug"], self._used_slugs())

    def _asked(self, text):
        return ghost_slugs.base(text, "post")

    def _used_slugs(self):
        return {post["slug"] for post in self.ghost.posts.values()}   # a page's slug is no post's

    # Emails

    def _address_email(self, before, post, query):
        """`newsletter` counts only together with a change of the status, and a post that was sent stays so."""
        is_changed = post["status"] != before["status"]
        if post["status"] == "draft" and is_changed and not self._emails_of(post):
            post.update(newsletter=None, email_segment="all")
        if query.get("newsletter") and not post["newsletter"] and is_changed and post["status"] != "draft":
            if query["newsletter"] != self.ghost.options.newsletter:
                raise Refused(400, "BadRequestError",
                              "The newsletter parameter doesn't match any active newsletter.")
            post.update(newsletter=query["newsletter"], email_segment=query.get("email_segment") or "all")

    def _email(self, before, post):
        """The email that a change sends, or None."""
        public = ("published", "sent")
        is_publication = post["status"] in public and before["status"] not in public
        if not post["newsletter"] or not is_publication or self._emails_of(post):
            return None
        return {"id": self.ghost.made_id(), "post": post["id"], "newsletter": post["newsletter"],
                "segment": post["email_segment"]}

    def _emails_of(self, post):
        return [email for email in self.ghost.emails if email["post"] == post["id"]]

    def publish_due(self):
        """What was scheduled for a time that has come is public, and sent if it was to be."""
        for post in list(self.ghost.posts.values()):
            if post["status"] == "scheduled" and seconds(post["published_at"]) <= self.ghost.now():
                status = "sent" if post["email_only"] else "published"
                changed = {**post, "status": status, "updated_at": moment(self.ghost.now())}
                self.ghost.keep([("post", changed)], email=self._email(post, changed))

    # Answers

    def address(self, post):
        if post["status"] == "published":
            return f"{self.ghost.site}/{post['slug']}/"
        return f"{self.ghost.site}/{'email' if post['email_only'] else 'p'}/{post['uuid']}/"

    def shape(self, post):
        """Everything that an answer may show."""
        tags = [self.tags.shape(self.ghost.tags[name]) for name in post["tags"]]
        plain = ghost_markup.excerpt(post["html"])
        shown = {name: value for name, value in post.items() if name not in ("asked_slug", "type")}
        emails = [{"id": email["id"], "status": "pending", "recipient_filter": email["segment"]}
                  for email in self._emails_of(post)]
        newsletter = {"slug": post["newsletter"], "name": "Fake", "status": "active"} if post["newsletter"] else None
        shown |= {
            "comment_id": post["id"], "url": self.address(post), "excerpt": post["custom_excerpt"] or plain,
            "plaintext": plain, "reading_time": len((plain or "").split()) // 275, "frontmatter": None, "tags": tags,
            "primary_tag": tags[0] if tags and tags[0]["visibility"] == "public" else None, "tiers": [],
            "authors": [self.owner()], "primary_author": self.owner(),
            "count": {"clicks": 0, "positive_feedback": 0, "negative_feedback": 0},
            "email": emails[0] if emails else None, "newsletter": newsletter}
        hidden = ("show_title_and_feature_image",) if post["type"] == "post" else OF_POSTS
        return {name: value for name, value in shown.items() if name not in hidden}

    def owner(self):
        return {"id": "1", "name": "Ada", "slug": "ada", "email": "ada@example.com", "status": "active",
                "url": f"{self.ghost.site}/author/ada/"}
