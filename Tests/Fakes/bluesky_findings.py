"""What a PDS accepts and a judge must not: facets beside the text, references to other versions, gates without a post.

And the summary of an account for judges: each post with its thread, its gates and its times.
"""

from atproto_lexicons import POST

GATES = ("app.bsky.feed.threadgate", "app.bsky.feed.postgate")
KINDS = {"facet": "facets", "reply": "replies", "gate": "gates", "reference": "references", "record": "records"}


def find(writes, repository, did):
    """The findings in records that were just written: {kind, uri, words}. Other accounts' records are not known."""
    found = []
    for write in writes:
        if write.record is None:
            continue
        try:
            bad = list(_bad_in(write, repository, did))
        except (KeyError, TypeError, AttributeError) as error:   # only where nothing was validated
            bad = [("record", f"malformed: {error!r}")]
        found += [{"kind": kind, "uri": f"at://{did}/{write.path}", "words": words} for kind, words in bad]
    return found


def _bad_in(write, repository, did):
    record = write.record
    if write.collection == POST:
        yield from (("facet", words) for words in _bad_facets(record))
        yield from (("reply", words) for words in _bad_replies(record, repository, did))
        yield from (("reference", words) for ref in _references(record) for words in _unlike(ref, repository, did))
    elif write.collection in GATES:
        if record["post"] != f"at://{did}/{POST}/{write.key}" or repository.get(f"{POST}/{write.key}") is None:
            yield "gate", f"{record['post']} is not the post with this key"


def _bad_facets(record):
    data, last = record.get("text", "").encode("utf-8", "surrogatepass"), 0
    for facet in sorted(record.get("facets", []), key=lambda one: one["index"]["byteStart"]):
        start, end = facet["index"]["byteStart"], facet["index"]["byteEnd"]
        if not start < end <= len(data):
            yield f"{start}–{end} is not within {len(data)} bytes"
            continue
        if _is_inside(data, start) or _is_inside(data, end):
            yield f"{start}–{end} cuts a character"
        if start < last:
            yield f"{start}–{end} overlaps the one before"
        last = max(last, end)


def _is_inside(data, index):
    """Whether an index is in the middle of a character's bytes."""
    return index < len(data) and data[index] & 0xC0 == 0x80


def _bad_replies(record, repository, did):
    reply = record.get("reply")
    if not reply:
        return
    for name in ("root", "parent"):
        for words in _unlike(reply[name], repository, did):
            yield f"{name}: {words}"
    parent = repository.get(_path(reply["parent"]["uri"], did) or "")
    if parent:
        root = parent[1].get("reply", {}).get("root", reply["parent"])
        if root != reply["root"]:
            yield "the parent belongs to another root"


def _references(record):
    embed = record.get("embed", {})
    for part in (embed, embed.get("media", {})):
        yield from part.get("external", {}).get("associatedRefs", [])
    quoted = embed.get("record", {})
    quoted = quoted.get("record", quoted)
    if "uri" in quoted:
        yield quoted


def _unlike(ref, repository, did):
    path = _path(ref["uri"], did)
    current = repository.get(path) if path else None
    if path and current is None:
        yield f"{ref['uri']} does not exist"
    elif path and current[0] != ref["cid"]:
        yield f"{ref['uri']} has the CID {current[0]}, not {ref['cid']}"


def _path(uri, did):
    """Collection and key of a record of this account, or None."""
    return uri.removeprefix(f"at://{did}/") if uri.startswith(f"at://{did}/") else None


def summary(fake):
    """What a judge needs to know of an account."""
    repository = fake.repository
    paths = sorted(repository.paths())
    posts = [_post(fake, path) for path in paths if path.startswith(f"{POST}/")]
    gates = {gate.rpartition(".")[2] + "s": {path.split("/")[1]: repository.get(path)[1] for path in paths
                                             if path.startswith(f"{gate}/")} for gate in GATES}
    others = [{"path": path, "cid": repository.get(path)[0], "record": repository.get(path)[1]} for path in paths
              if path.split("/")[0] not in (POST, *GATES)]
    bad = {f"bad_{name}": [{"uri": one["uri"], "words": one["words"]} for one in fake.findings if one["kind"] == kind]
           for kind, name in KINDS.items()}
    return {"posts": posts, **gates, "others": others, **bad, "blobs": fake.blobs.entries, "points": fake.limits.used(),
            "head": {"cid": repository.head, "rev": repository.revision}}


def _post(fake, path):
    cid, record = fake.repository.get(path)
    key, reply = path.split("/")[1], record.get("reply", {})
    return {
        "uri": f"at://{fake.options.did}/{path}", "rkey": key, "cid": cid, "text": record.get("text"),
        "created_at": record.get("createdAt"), "at": fake.times[path],
        **{name: reply[name]["uri"].rpartition("/")[2] if name in reply else None for name in ("root", "parent")},
        "gates": [gate.rpartition(".")[2] for gate in GATES if fake.repository.get(f"{gate}/{key}")],
        "embed": record.get("embed", {}).get("$type"),
    }
