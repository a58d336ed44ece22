"""WriteFreely's posts and blogs as its answers show them, and its dates."""

import re
from datetime import datetime, timedelta, timezone

from writefreely_slugs import pictures, tags


class Shapes:
    """The shapes of one instance at the address `base`."""

    def __init__(self, options):
        self._options, self.base = options, None

    def post(self, post, is_listed=False):
        """A post. A list appends the blog's signature."""
        body = post["body"]
        signature = self._options.signature if post["blog"] == self._options.alias else ""
        is_done = body.strip().endswith(signature.strip()) or "<!--nosig-->" in body
        if is_listed and signature and not is_done:
            body += "\n\n" + signature
        shown = {name: post[name] for name in ("id", "slug", "appearance", "language", "rtl", "title")}
        dates = {name: self._date(post[name]) for name in ("created", "updated")}
        found = pictures(post["body"])
        shown |= {"body": body, "tags": tags(post["body"]), "paid": False, "views": 0, "likes": 0}
        return shown | dates | ({"images": found} if found else {})

    def new_post(self, post, created):
        """The answer to a creation: the dates are in UTC and have whole seconds, unlike those of a read."""
        dates = {"created": written(date_of(created).replace(microsecond=0)), "updated": post["updated"]}
        return self.post(post) | dates | {"url": self.address(post)}

    def address(self, post):
        """Where readers find it; a post without a blog has an address of its own."""
        return self.blog_address(post["blog"]) + post["slug"] if post["blog"] else f"{self.base}/{post['id']}.md"

    def blog_address(self, alias):
        return f"{self.base}/" if self._options.single_user else f"{self.base}/{alias}/"

    def listed_blog(self, alias, owner):
        """A blog in its owner's list."""
        is_public = alias != self._options.alias or self._options.visibility == "public"
        return {"alias": alias, "title": owner.title(), "description": "", "style_sheet": "", "public": is_public,
                "views": 0, "verification_link": "", "url": self.blog_address(alias)}

    def blog(self, alias, owner):
        """A blog inside a post: it has no address there, unless somewhere it is added."""
        shown = self.listed_blog(alias, owner)
        del shown["url"]
        if self._options.format and alias == self._options.alias:
            shown["format"] = self._options.format
        return shown | {"total_posts": 0, "Format": None}

    def public_blog(self, alias, owner, count):
        return self.blog(alias, owner) | {"url": self.blog_address(alias), "total_posts": count}

    def _date(self, text):
        hours = self._options.zone_hours if self._options.database == "mysql" else 0
        return written(date_of(text).astimezone(timezone(timedelta(hours=hours))))


def kept_date(seconds, database="sqlite"):
    """The server's own date as it is stored: SQLite keeps fractions, MySQL rounds to seconds."""
    return written(datetime.fromtimestamp(round(seconds) if database == "mysql" else seconds, timezone.utc))


def sent_date(text):
    """A date in the only form that is understood; None for any other, and for none."""
    if not text or not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.,]\d+)?Z", text):
        return None
    try:
        return written(date_of(re.sub(r"[.,](\d{1,6})\d*Z$", r".\1Z", text)))
    except ValueError:
        return None


def date_of(text):
    whole, _, fraction = text.removesuffix("Z").partition(".")
    moment = datetime.strptime(whole, "%Y-%m-%dT%H:%M:%S")
    return moment.replace(microsecond=int(fraction.ljust(6, "0") or 0), tzinfo=timezone.utc)


def written(moment):
    """As Go writes it: a fraction without zeros at its end, Z for UTC."""
    fraction = f".{moment.microsecond:06d}".rstrip("0") if moment.microsecond else ""
    zone = moment.strftime("%z")
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + fraction + ("Z" if zone == "+0000" else f"{zone[:3]}:{zone[3:]}")


def is_out(post, now, database):
    """Whether visitors see it in lists. SQLite compares texts: not before the second of its date has passed."""
    second = date_of(post["created"]).timestamp() // 1
    return second < now // 1 if database == "sqlite" else second <= now // 1
