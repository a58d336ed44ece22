"""The tags of the fake Ghost, which come into being with a post that has them."""

import unicodedata

import ghost_slugs
from ghost_errors import invalid
from ghost_posts import moment


class Tags:
    """`ghost` is the service, which keeps the records."""

    def __init__(self, ghost):
        self.ghost = ghost

    def give(self, post, fields):
        """Gives the post its tags, and returns those that are new or renamed. A tag is found by all that the request
        says of it."""
        if fields.get("tags") is None:
            return []
        new, names, wanted = [], [], []
        for tag in fields["tags"]:
            tag = {"name": tag} if isinstance(tag, str) else {field: tag[field] for field in ("id", "name", "slug")
                                                              if tag.get(field)}
            if tag.get("name") and tag["name"].lower() in names:
                continue
            names.append((tag.get("name") or "").lower())
            record = self._found(tag, new)
            if not any(record["id"] == name for name in wanted):
                wanted.append(record["id"])
        post["tags"] = wanted
        return [("term", record) for record in new]

    def _found(self, asked, new):
        if asked.get("slug") and not asked.get("id"):
            asked["slug"] = ghost_slugs.base(asked["slug"], "tag")
        known = list({tag["id"]: tag for tag in [*self.ghost.tags.values(), *new]}.values())
        fields = ["id"] if asked.get("id") else list(asked)
        same = next((tag for tag in known
                     if all(self._folded(tag[name]) == self._folded(asked[name]) for name in fields)), None)
        now = moment(self.ghost.now())
        if same is None:
            name = asked.get("name") or asked.get("slug") or ""
            check_name(name)
            used = {tag["slug"] for tag in known}
            slug = ghost_slugs.unused(ghost_slugs.base(asked.get("slug") or name, "tag"), used)
            same = {"id": self.ghost.made_id(), "name": name, "slug": slug, "created_at": now, "updated_at": now,
                    "visibility": "internal" if name.startswith("#") else "public"}
            new.append(same)
        elif asked.get("name") and asked["name"] != same["name"]:
            # Ghost saves what it found with what was asked: another spelling renames the tag everywhere.
            check_name(asked["name"])
            same = {**same, "name": asked["name"], "updated_at": now}
            new[:] = [tag for tag in new if tag["id"] != same["id"]] + [same]
        return same

    def _folded(self, text):
        """As the database compares: MySQL knows neither case nor accents."""
        if self.ghost.options.database == "sqlite3":
            return text
        parts = unicodedata.normalize("NFD", text.casefold())
        return "".join(part for part in parts if not unicodedata.combining(part))

    def shape(self, tag):
        address = f"tag/{tag['slug']}/" if tag["visibility"] == "public" else "404/"
        return {**tag, **dict.fromkeys(("description", "feature_image", "accent_color", "canonical_url")),
                "url": f"{self.ghost.site}/{address}"}


def check_name(name):
    if not name:
        raise invalid("Value in [tags.name] cannot be blank.", "tags.name")
    if name.startswith(","):
        raise invalid("Validation (matches) failed for name", "tags.name")
