"""Checks records as a PDS does: the limits of their lexicons (as of 2026-08), in the words of the reference software.

A rule takes a path and a value and raises Invalid. Unknown properties and unknown members of unions are allowed, as in
all lexicons. `RECORDS` has the rule of each known collection.
"""

import re
from datetime import datetime

import content_ids
from text_count import graphemes

PATTERNS = {
    "did": r"did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]",
    "handle": r"([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?",
    "nsid": r"[a-zA-Z]([a-zA-Z0-9-]{0,62}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,62}[a-zA-Z0-9])?)+"
            r"(\.[a-zA-Z][a-zA-Z0-9]{0,62})",
    "key": r"[a-zA-Z0-9_~.:-]{1,512}",
    "tid": r"[2-7a-j][2-7a-z]{12}",
    "uri": r"\w+:(?://)?[^\s/][^\s]*",
    "language": r"(i|[a-z]{2,3}|[a-z]{5,8})(-[a-z0-9]{1,8})*|x(-[a-z0-9]{1,8})+",
    "datetime": r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\.[0-9]{1,20})?"
                r"(Z|[+-][0-2][0-9]:[0-5][0-9])",
}
WORDS = {"did": "a valid did", "nsid": "a valid nsid", "uri": "a uri", "at-uri": "a valid at-uri",
         "cid": "a cid string", "language": "a well-formed BCP 47 language tag", "handle": "a valid handle",
         "key": "a valid Record Key", "at-identifier": "a valid did or a handle",
         "datetime": "an valid atproto datetime (both RFC-3339 and ISO-8601)"}


class Invalid(Exception):
    """A broken rule; `error` is its name in the answer."""

    def __init__(self, words, error="InvalidRequest"):
        super().__init__(words)
        self.error = error


def matches(form, value):
    """Whether a text has one of the protocol's forms."""
    if form == "cid":
        return content_ids.is_cid(value)
    if form == "at-identifier":
        return matches("did", value) or matches("handle", value)
    if form == "at-uri":
        authority, _, rest = value.removeprefix("at://").partition("/")
        collection, _, key = rest.partition("/")
        return value.startswith("at://") and len(value) <= 8192 and matches("at-identifier", authority) and (
            not rest or matches("nsid", collection)) and (not key or matches("key", key))
    if not re.fullmatch(PATTERNS[form], value, re.IGNORECASE if form == "language" else 0):
        return False
    return {"key": value not in (".", ".."), "did": len(value) <= 2048, "nsid": len(value) <= 317,
            "handle": len(value) <= 253, "datetime": form == "datetime" and _is_date(value)}.get(form, True)


def _is_date(value):
    if len(value) > 64 or value.endswith("-00:00") or value.startswith("000"):
        return False
    try:
        datetime.strptime(value[:19], "%Y-%m-%dT%H:%M:%S")
    except ValueError:
        return False
    return True


# Rules

def text(bytes_max=None, graphemes_max=None, form=None):
    def check(path, value):
        if not isinstance(value, str):
            raise Invalid(f"{path} must be a string")
        if bytes_max and len(value.encode("utf-8", "surrogatepass")) > bytes_max:
            raise Invalid(f"{path} must not be longer than {bytes_max} characters")
        if graphemes_max and sum(1 for _ in graphemes(value)) > graphemes_max:
            raise Invalid(f"{path} must not be longer than {graphemes_max} graphemes")
        if form and not matches(form, value):
            raise Invalid(f"{path} must be {WORDS[form]}")
    return check


def integer(least):
    def check(path, value):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
            raise Invalid(f"{path} must be an integer")
        if value < least:
            raise Invalid(f"{path} can not be less than {least}")
    return check


def flag(path, value):
    if not isinstance(value, bool):
        raise Invalid(f"{path} must be a boolean")


def unknown(path, value):
    if not isinstance(value, dict):
        raise Invalid(f"{path} must be an object")


def array(rule, most=None):
    def check(path, value):
        if not isinstance(value, list):
            raise Invalid(f"{path} must be an array")
        if most is not None and len(value) > most:
            raise Invalid(f"{path} must not have more than {most} elements")
        for index, one in enumerate(value):
            rule(f"{path}/{index}", one)
    return check


def fields(required="", nullable="", **rules):
    """An object. `required` and `nullable` are names, separated by spaces."""
    def check(path, value):
        if not isinstance(value, dict):
            raise Invalid(f"{path} must be an object")
        for name, rule in rules.items():
            if name not in value:
                if name in required.split():
                    raise Invalid(f'{path} must have the property "{name}"')
            elif value[name] is not None or name not in nullable.split():
                rule(f"{path}/{name}", value[name])
    return check


def union(members, closed=False):
    def check(path, value):
        kind = value.get("$type") if isinstance(value, dict) else None
        if not isinstance(kind, str):
            raise Invalid(f'{path} must be an object which includes the "$type" property')
        if kind in members:
            members[kind](path, value)
        elif closed:
            raise Invalid(f"{path} $type must be one of {', '.join('lex:' + one for one in members)}")
    return check


def blob(accept, bytes_max):
    def check(path, value):
        ref = value.get("ref") if isinstance(value, dict) else None
        whole = isinstance(ref, dict) and content_ids.is_cid(ref.get("$link")) and value.get("$type") == "blob"
        if not whole or not isinstance(value.get("mimeType"), str) or type(value.get("size")) is not int:
            raise Invalid(f"{path} should be a blob ref")
        if value["size"] > bytes_max:
            raise Invalid(f"This file is too large. It is {value['size']} bytes but the maximum size is {bytes_max} "
                          "bytes.", "BlobTooLarge")
        if not re.fullmatch(accept.replace("*", ".+"), value["mimeType"]):
            raise Invalid(f"Wrong type of file. It is {value['mimeType']} but it must match {accept}.",
                          "InvalidMimeType")
    return check


# The lexicons, https://github.com/bluesky-social/atproto/tree/main/lexicons and https://standard.site

TIME, AT_URI, DID, URI = (text(form=form) for form in ("datetime", "at-uri", "did", "uri"))
POST, STRONG_REF = "app.bsky.feed.post", fields("uri cid", uri=AT_URI, cid=text(form="cid"))
RATIO = fields("width height", width=integer(1), height=integer(1))
LABELS = union({"com.atproto.label.defs#selfLabels": fields(
    "values", values=array(fields("val", val=text(128)), 10))})
TAG = text(640, 64)
FACET = fields("index features", index=fields("byteStart byteEnd", byteStart=integer(0), byteEnd=integer(0)),
               features=array(union({
                   "app.bsky.richtext.facet#mention": fields("did", did=DID),
                   "app.bsky.richtext.facet#link": fields("uri", uri=URI),
                   "app.bsky.richtext.facet#tag": fields("tag", tag=TAG)})))
PICTURE = blob("image/*", 2_000_000)
MEDIA = {
    "app.bsky.embed.images": fields("images", images=array(
        fields("image alt", image=PICTURE, alt=text(), aspectRatio=RATIO), 4)),
    "app.bsky.embed.video": fields("video", video=blob("video/mp4", 300_000_000), captions=array(
        fields("lang file", lang=text(form="language"), file=blob("text/vtt", 20_000)), 20), alt=text(),
        aspectRatio=RATIO, presentation=text()),
    "app.bsky.embed.gallery": fields("items", items=array(union({"app.bsky.embed.gallery#image": fields(
        "image alt aspectRatio", image=PICTURE, alt=text(), aspectRatio=RATIO)}), 20)),
    "app.bsky.embed.external": fields("external", external=fields(
        "uri title description", uri=URI, title=text(), description=text(), thumb=blob("image/*", 1_000_000),
        associatedRefs=array(STRONG_REF))),
}
RECORD = fields("record", record=STRONG_REF)
EMBED = union({**MEDIA, "app.bsky.embed.record": RECORD,
               "app.bsky.embed.recordWithMedia": fields("record media", record=RECORD, media=union(MEDIA))})
GATE = "app.bsky.feed.threadgate"
RULES = {f"{GATE}#{name}": fields() for name in ("mentionRule", "followerRule", "followingRule")}

RECORDS = {
    POST: fields("text createdAt", text=text(3000, 300), facets=array(FACET),
                 reply=fields("root parent", root=STRONG_REF, parent=STRONG_REF), embed=EMBED,
                 langs=array(text(form="language"), 3), labels=LABELS, tags=array(TAG, 8), createdAt=TIME),
    GATE: fields("post createdAt", post=AT_URI, allow=array(union(
        {**RULES, f"{GATE}#listRule": fields("list", list=AT_URI)}), 5), createdAt=TIME,
        hiddenReplies=array(AT_URI, 300)),
    "app.bsky.feed.postgate": fields(
        "post createdAt", createdAt=TIME, post=AT_URI, detachedEmbeddingUris=array(AT_URI, 50),
        embeddingRules=array(union({"app.bsky.feed.postgate#disableRule": fields()}), 5)),
    "site.standard.publication": fields(
        "url name", url=URI, name=text(5000, 500), description=text(30000, 3000), icon=blob("image/*", 1_000_000),
        labels=LABELS, preferences=fields(showInDiscover=flag)),
    "site.standard.document": fields(
        "site title publishedAt", site=URI, title=text(5000, 500), publishedAt=TIME, path=text(),
        description=text(30000, 3000), tags=array(text(1280, 128)), coverImage=blob("image/*", 1_000_000),
        textContent=text(), updatedAt=TIME, bskyPostRef=STRONG_REF, labels=LABELS, content=union({}), links=union({}),
        contributors=array(fields("did", did=DID, role=text(1000, 100), displayName=text(1000, 100)))),
}

# The bodies of requests

REPO, NSID, KEY, CID = (text(form=form) for form in ("at-identifier", "nsid", "key", "cid"))
WRITE = "com.atproto.repo.applyWrites"
INPUTS = {
    "com.atproto.server.createSession": fields("identifier password", identifier=text(), password=text()),
    "com.atproto.repo.createRecord": fields("repo collection record", repo=REPO, collection=NSID, rkey=KEY,
                                            validate=flag, record=unknown, swapCommit=CID),
    "com.atproto.repo.putRecord": fields("repo collection rkey record", "swapRecord", repo=REPO, collection=NSID,
                                         rkey=KEY, validate=flag, record=unknown, swapRecord=CID, swapCommit=CID),
    "com.atproto.repo.deleteRecord": fields("repo collection rkey", repo=REPO, collection=NSID, rkey=KEY,
                                            swapRecord=CID, swapCommit=CID),
    WRITE: fields("repo writes", repo=REPO, validate=flag, swapCommit=CID, writes=array(union({
        f"{WRITE}#create": fields("collection value", collection=NSID, rkey=KEY, value=unknown),
        f"{WRITE}#update": fields("collection rkey value", collection=NSID, rkey=KEY, value=unknown),
        f"{WRITE}#delete": fields("collection rkey", collection=NSID, rkey=KEY)}, closed=True))),
}
