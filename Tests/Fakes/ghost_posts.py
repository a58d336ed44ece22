"""The fields of a post or page of Ghost: what a client may send, what it gets, and what counts as a change.

Ghost checks fields twice: against a schema of requests, where it drops unknown fields without a word, and in the
model. Neither an id nor a uuid is a field of a request, so nothing that a client chooses names its post but the
slug.
"""

import json
import re
from datetime import datetime, timezone

from ghost_errors import Refused, invalid, unexpected

STATUSES = ("published", "draft", "scheduled", "sent")
URL, MOMENT, JSON_TEXT = "uri-reference", "date-time", "json-string"
# name -> (longest or None, whether null is allowed, format)
TEXTS = {
    "title": (2000, False, None), "slug": (191, False, None), "mobiledoc": (10**9, True, JSON_TEXT),
    "lexical": (10**9, True, JSON_TEXT), "html": (10**9, True, None), "feature_image": (2000, True, URL),
    "feature_image_alt": (65535, True, None), "feature_image_caption": (65535, True, None),
    "locale": (6, True, None), "visibility": (None, True, None), "meta_title": (300, True, None),
    "meta_description": (500, True, None),
    "updated_at": (None, True, MOMENT), "published_at": (None, True, MOMENT), "custom_excerpt": (300, True, None),
    "codeinjection_head": (65535, True, None), "codeinjection_foot": (65535, True, None),
    "og_image": (2000, True, URL), "og_title": (300, True, None), "og_description": (500, True, None),
    "twitter_image": (2000, True, URL),
    "twitter_title": (300, True, None), "twitter_description": (500, True, None), "email_subject": (300, True, None),
    "custom_template": (100, True, None), "canonical_url": (2000, True, URL),
}
FLAGS = ("featured", "email_only", "show_title_and_feature_image")
LISTS = ("tags", "authors", "tiers")
# What a request sets as it is; an absent one is null in answers.
PLAIN = ("feature_image", "feature_image_alt", "feature_image_caption", "meta_title", "meta_description",
         "custom_excerpt", "codeinjection_head", "codeinjection_foot", "og_image", "og_title", "og_description",
         "twitter_image", "twitter_title", "twitter_description", "email_subject", "custom_template", "canonical_url")
# A table of its own, which the check for collisions does not see.
META = ("feature_image_alt", "feature_image_caption", "meta_title", "meta_description", "og_image", "og_title",
        "og_description", "twitter_image", "twitter_title", "twitter_description", "email_subject", "email_only")
OF_POSTS = ("email_only", "email_segment", "email_subject", "email", "newsletter")
RELATIONS = {"tags": ("tags", "primary_tag"), "authors": ("authors", "primary_author"), "email": ("email",),
             "tiers": ("tiers",), "newsletter": ("newsletter",), "count.clicks": ("count",)}


def taken(body, collection, is_edit):
    """The fields of a request's only post that Ghost looks at. Raises Refused."""
    posts = body.get(collection)
    if posts is None:
        raise off_schema(collection, "required", "", f"should have required property '{collection}'")
    if not isinstance(posts, list) or len(posts) != 1 or not isinstance(posts[0], dict):
        raise off_schema(collection, "type", f".{collection}", "should be an array of one object")
    fields = {name: value for name, value in posts[0].items() if name in TEXTS or name in (*FLAGS, *LISTS, "status")}
    for name, value in fields.items():
        _check(name, value, collection)
    needed = "updated_at" if is_edit else "title"
    if needed not in fields:
        raise off_schema(f"{collection}[0]", "required", f".{collection}[0]",
                         f"should have required property '{needed}'", missingProperty=needed)
    if fields.get("mobiledoc") and fields.get("lexical"):
        raise invalid("Posts can have either a mobiledoc or a lexical property, never both.", "Both the mobiledoc "
                      "and lexical properties are set, one must be null", property="lexical",
                      help="https://ghost.org/docs/admin-api/#the-post-object")
    return fields


def _check(name, value, collection):
    wrong = None
    if name in TEXTS:
        longest, may_be_null, form = TEXTS[name]
        if value is None:
            wrong = None if may_be_null else "type"
        elif not isinstance(value, str):
            wrong = "type"
        elif longest is not None and len(value) > longest:
            wrong = "maxLength"
        elif form and not fits(form, value):
            wrong = "format"
    elif name == "status":
        wrong = None if value in STATUSES else "enum"
    elif name in FLAGS:
        wrong = None if isinstance(value, bool) else "type"
    elif name == "tags":
        return _check_tags(value, collection)
    elif value is not None and not isinstance(value, list):
        wrong = "type"
    if wrong:
        raise off_schema(name, wrong, f".{collection}[0].{name}", "should fit the schema")
    return None


def _check_tags(value, collection):
    if not isinstance(value, list):
        raise off_schema("tags", "type", f".{collection}[0].tags", "should be array")
    for index, tag in enumerate(value):
        name = tag.get("name") if isinstance(tag, dict) else tag
        names_it = isinstance(tag, str) or (isinstance(tag, dict) and set(tag) & {"id", "name", "slug"})
        if not names_it or (name is not None and (not isinstance(name, str) or len(name) > 191)):
            raise off_schema("name" if isinstance(tag, dict) else f"tags[{index}]", "maxLength",
                             f".{collection}[0].tags[{index}]", "should NOT be longer than 191 characters")


def fits(form, value):
    if form == URL:
        return not re.search(r"\s", value)
    if form == MOMENT:
        return re.fullmatch(r"\d{4}-[01]\d-[0-3]\d[tT][0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?([zZ]|[+-]\d\d(:?\d\d)?)",
                            value) is not None
    try:
        json.loads(value)
    except ValueError:
        return False
    return True


def off_schema(key, keyword, path, words, **parameters):
    """A field that does not fit; `details` are in the shape of the checker's own."""
    return invalid(f"Validation failed for {key}.", property=key, details=[
        {"keyword": keyword, "dataPath": path, "schemaPath": f"#/{keyword}", "params": parameters,
         "message": words}])


def check_model(post):
    """What only the model refuses."""
    if not post["title"]:
        raise invalid("Value in [posts.title] cannot be blank.", "posts.title")
    for table, name, longest in (("posts", "title", 255), ("post_revisions", "feature_image_alt", 191)):
        if len(post[name] or "") > longest:
            raise invalid(f"Value in [{table}.{name}] exceeds maximum length of {longest} characters.",
                          f"{table}.{name}")


def check_schedule(before, post, now):
    if post["status"] != "scheduled":
        return
    if before.get("status") == "published":
        raise invalid("Your post is already published, please reload your page.")
    if not post["published_at"]:
        raise invalid("Value in published_at cannot be blank.")
    if post["published_at"] != before.get("published_at") and seconds(post["published_at"]) < now - 120:
        raise invalid("Date must be at least -2 minutes in the future.")


def check_collision(before, post, asked):
    """A change of a post that has changed since the client read it. Times are whole seconds there, so that of two
    changes within one second the later one goes unnoticed; tags are no change, and null is no time."""
    changed = [name for name in before if name not in ("updated_at", "html", "tags", "asked_slug", *META)
               and before[name] != post[name]]
    if changed and asked and seconds(asked) != seconds(before["updated_at"]):
        raise Refused(409, "UpdateCollisionError", "Saving failed! Someone else is editing this post.",
                      code="UPDATE_COLLISION", details={"changedFields": changed, "clientUpdatedAt": asked,
                                                        "serverUpdatedAt": before["updated_at"]})


def check_double(post, others):
    """The database's own check: a slug that did not pass through the cleaning may be in use."""
    if any((other["slug"], other["type"]) == (post["slug"], post["type"]) for other in others):
        raise unexpected(500, None)


def seconds(moment):
    """A time of a request or an answer, in seconds since 1970."""
    moment = re.sub(r"([+-]\d\d)$", r"\1:00", moment.upper().replace("Z", "+00:00"))
    moment = re.sub(r"\.(\d{1,6})\d*", lambda found: f".{found.group(1):0<6}", moment)
    return datetime.fromisoformat(moment).timestamp()


def moment(at):
    """A time as Ghost keeps it: to the second."""
    return datetime.fromtimestamp(int(at), timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def selected(post, query):
    """What an answer shows of a post: `fields`, `include` and `formats` choose."""
    formats = query["formats"].split(",") if query.get("formats") else ["mobiledoc", "lexical"]
    names = set(post) - ({"mobiledoc", "lexical", "html", "plaintext", "reading_time"} - set(formats))
    if "html" in formats and post["html"]:
        names.add("reading_time")
    if query.get("include"):
        wanted = query["include"].lower().split(",")
        names -= {name for relation, shown in RELATIONS.items() if relation not in wanted for name in shown}
    if query.get("fields"):
        names = {name.strip() for name in query["fields"].split(",")} & set(post)
    return {name: value for name, value in post.items() if name in names}
