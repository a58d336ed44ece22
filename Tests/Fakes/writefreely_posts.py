"""WriteFreely's posts as they are stored: their making, their slugs, their limits."""

import secrets
import string

from writefreely_requests import Internal, Refused, is_json, submitted
from writefreely_shapes import date_of, is_out, kept_date, sent_date
from writefreely_slugs import slug, suffixed

FONTS = ("norm", "sans", "mono", "wrap", "code")
# The columns of MySQL; SQLite has no limits.
LIMITS = {"title": lambda text: len(text) > 160, "body": lambda text: len(text.encode()) > 65535,
          "slug": lambda text: len(text) > 100, "language": lambda text: len(text) > 2,
          "appearance": lambda text: len(text) > 4}


class Posts:
    """`kept` maps ids to records."""

    def __init__(self, database):
        self.kept, self._database = {}, database

    def at(self, alias, name):
        """The post with that slug in a blog, or None."""
        return next((post for post in self.kept.values() if (post["blog"], post["slug"]) == (alias, name)), None)

    def listed(self, alias, is_owner, now, is_novel=False):
        """What a list of a blog has: nothing pinned, and for a visitor nothing of the future. A novel begins with
        its oldest post."""
        found = [post for post in self.kept.values() if post["blog"] == alias and not post["pinned"]
                 and (is_owner or is_out(post, now, self._database))]
        return sorted(found, key=lambda post: date_of(post["created"]), reverse=not is_novel)

    def of(self, user):
        """All posts of a user, in blogs or not, the oldest first."""
        return sorted((post for post in self.kept.values() if post["owner"] == user),
                      key=lambda post: date_of(post["created"]))

    def new(self, alias, user, now, fields):
        """A post as it is stored."""
        font = fields.get("font")
        post = {"id": "".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(10)),
                "blog": alias, "owner": user, "title": fields["title"], "body": fields["body"], "pinned": False,
                "appearance": font if font in FONTS else "norm", "language": fields.get("lang") or "",
                "rtl": bool(fields.get("rtl")), "slug": None, "asked_slug": None, "updated": kept_date(now // 1),
                "created": sent_date(fields.get("created")) or kept_date(now, self._database)}
        if alias:
            self._name(post, fields.get("slug"))
        return post

    def _name(self, post, wanted):
        """Gives it a slug: that which was asked, else one of its title or body, else its id. A used one gets a
        suffix, once."""
        texts = [wanted] if wanted else [post["title"], post["body"]]
        made = (slug(text, post["language"]) for text in texts)
        post["asked_slug"] = post["slug"] = next(filter(None, made), post["id"])
        if self.is_used(post, post["slug"]):
            post["slug"] = suffixed(post["slug"])
            if self.is_used(post, post["slug"]):
                raise Internal

    def is_used(self, post, name):
        """Whether another post of its blog has that slug."""
        other = self.at(post["blog"], name) if post["blog"] and name is not None else None
        return other is not None and other["id"] != post["id"]

    def check_limits(self, post):
        """MySQL refuses what is longer than its columns, and the server has no word for that."""
        if self._database == "mysql" and any(is_long(post[name] or "") for name, is_long in LIMITS.items()):
            raise Internal


def publishable(request):
    """The fields of a new post. A form has no slug and no date, and its title alone is nothing to publish."""
    fields = {"title": "", "body": "", **{name: value for name, value in submitted(request).items() if value}}
    if not is_json(request):
        fields = {name: value for name, value in fields.items() if name not in ("slug", "created")}
    if not fields["body"].strip() and not (is_json(request) and fields["title"].strip()):
        raise Refused(400, "Supply something to publish.")
    return fields


def changes(fields):
    """What an update sets. What is absent or null stays; an empty slug or font stays, too."""
    found = {name: fields[name] for name in ("title", "body") if fields.get(name) is not None}
    if fields.get("slug"):
        found |= {"slug": slug(fields["slug"]), "asked_slug": slug(fields["slug"])}
    if fields.get("font"):
        found["appearance"] = fields["font"]
    if fields.get("lang") is not None:
        found["language"] = fields["lang"]
    if fields.get("rtl") is not None:
        found["rtl"] = fields["rtl"]
    if fields.get("created") is not None:
        found["created"] = sent_date(fields["created"])
        if found["created"] is None:
            raise Internal
    if not found:
        raise Refused(400, "Supply some properties to update.")
    return found


def is_empty(post):
    """Whether it is unpublished."""
    return not post["title"] and not post["body"]


def identity(post):
    """By what its copies are counted; an unpublished post and a draft are no copies."""
    if is_empty(post) or not post["blog"]:
        return {}
    return {"slug": post["asked_slug"], "title": post["title"] or None, "content": post["body"]}
