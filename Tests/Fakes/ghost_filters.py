"""The part of Ghost's filter language (NQL) that looks for posts: `slug:first`, `status:[draft,published]`,
`title:'It''s' escaped as \\'`, `title:~'part'`, `tag:-news`, `updated_at:>'2026-01-01'`, joined by `+` for and.

A bare true, false, null or number is no text, so that a slug of that name is found only in quotes. Left out: `,`
for or, and groups in parentheses.
"""

import re

from ghost_errors import Refused

KEYS = ("id", "uuid", "slug", "title", "status", "visibility", "featured", "created_at", "updated_at",
        "published_at", "canonical_url", "custom_template", "custom_excerpt", "feature_image", "codeinjection_head",
        "tag", "tags", "primary_tag", "type")
TERM = re.compile(r"""([\w.]+) : (-?) (~\^|~\$|~|>=|<=|>|<)?
                      ( \[(?:'(?:\\['"]|[^'"])+?'|[^'"\]])*\] | '(?:\\['"]|[^'"])+?' | "(?:\\['"]|[^'"])+?"
                      | [^'"+,()<>=\[\]]+ )""", re.X)
# Within quotes a backslash stands for itself unless a quote follows, and no quote stands alone.
PART = re.compile(r"""\s*('(?:\\['"]|[^'"])+?'|"(?:\\['"]|[^'"])+?"|[^,'"]+)\s*(?:,|$)""")


def matching(text, posts):
    """The posts that a filter lets through; `posts` are shaped as in answers. Raises Refused."""
    terms, rest = [], text
    while rest:
        found = TERM.match(rest)
        if not found or (rest[found.end():] and rest[found.end()] != "+") or rest[found.end():] == "+":
            raise Refused(400, "BadRequestError", "Error parsing filter", f"The filter {text} could not be parsed")
        terms.append(found.groups())
        rest = rest[found.end() + 1:]
    if unknown := [name for name, *_ in terms if name not in KEYS]:
        # The database's words: there is no such column.
        raise Refused(400, "BadRequestError", "Could not understand request.", f"no such column: posts.{unknown[0]}")
    if not any(name == "status" for name, *_ in terms):
        terms.append(("status", "", None, "[draft,published,scheduled,sent]"))
    return [post for post in posts if all(_fits(post, *term) for term in terms)]


def named(text, tags, has_case):
    """The tags that a filter on their names lets through. Raises Refused."""
    found = TERM.fullmatch(text)
    if not found or found.group(1) != "name":
        raise Refused(400, "BadRequestError", "Error parsing filter", f"The filter {text} could not be parsed")
    fold = (lambda word: word) if has_case else str.lower
    values = found.group(4)
    names = [_value(part) for part in PART.findall(values[1:-1])] if values.startswith("[") else [_value(values)]
    return [tag for tag in tags if fold(tag["name"]) in [fold(str(name)) for name in names]]


def _fits(post, name, negated, operator, text):
    values = [_value(part) for part in PART.findall(text[1:-1])] if text.startswith("[") else [_value(text)]
    if name in ("tag", "tags"):
        own = [tag["slug"] for tag in post["tags"]]
    elif name == "primary_tag":
        own = [post["primary_tag"]["slug"]] if post["primary_tag"] else [None]
    else:
        own = [post.get(name)]
    return any(_compared(mine, operator, value) for mine in own for value in values) != bool(negated)


def _compared(mine, operator, value):
    if operator is None:
        return mine == value
    if not isinstance(mine, str):
        return False
    mine, value = mine.lower(), str(value).lower()
    return {"~": value in mine, "~^": mine.startswith(value), "~$": mine.endswith(value), ">": mine > value,
            "<": mine < value, ">=": mine >= value, "<=": mine <= value}[operator]


def _value(text):
    text = text.strip()
    if text[:1] in ("'", '"'):
        return re.sub(r"""\\(['"])""", r"\1", text[1:-1])
    plain = {"true": True, "false": False, "null": None}
    return plain[text] if text in plain else int(text) if text.isdigit() else text


def ordered(posts):
    """Ghost's own order: first what is scheduled, then drafts, then the rest, the newest first."""
    ranks = {"scheduled": 1, "draft": 2}
    posts = sorted(posts, key=lambda post: (post["status"] != "draft" and post["published_at"] or "",
                                            post["updated_at"], post["id"]), reverse=True)
    return sorted(posts, key=lambda post: ranks.get(post["status"], 3))
