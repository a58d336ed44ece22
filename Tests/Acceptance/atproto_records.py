"""Random records of the AT Protocol, repeatable by their seed."""

import base64
import json
import random

from atproto_lexicons import POST
from bluesky_repository import key_of_time
from content_ids import cid_of, cid_of_blob, encode

DID = "did:plc:abcdefghijklmnopqrstuvwx"
WORDS = ("harbour light", "naïve café — “quoted”", "日本語のテキスト", "مرحبا بالعالم", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u0301", "𝒳",
         "line\nbreak", "a\0b", "", " ", "Ωμέγα", "\u202eback", "ﬁ", "한국어", "🇵🇹", "\ufeff", "\U0010ffff", "\\\"/",
         "\u2028")
EDGES = (0, 1, 23, 24, 255, 256, 65535, 65536, (1 << 32) - 1, 1 << 32, (1 << 53) - 1)


class Records:
    """A source of records. `valid` obeys the lexicons, `any` only the data model."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def valid(self):
        """A collection and a record of it."""
        make = self.random.choice((self._post, self._post, self._post, self._threadgate, self._postgate,
                                   self._publication, self._document))
        return make()

    def any(self, bytes_too=True):
        """An object of the data model, up to four levels deep. Galley writes no bytes, and so need not encode them."""
        record = self._object(3, bytes_too)
        return record if isinstance(record, dict) and not set(record) & {"$link", "$bytes"} else {"value": record}

    # Parts

    def text(self, most=8):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(0, most)))

    def _time(self):
        number = self.random.randint(0, 999)
        moment = f"20{self.random.randint(10, 99)}-{self.random.randint(1, 12):02d}-{self.random.randint(1, 28):02d}T" \
                 f"{self.random.randint(0, 23):02d}:{self.random.randint(0, 59):02d}:{self.random.randint(0, 59):02d}"
        return moment + self.random.choice(("Z", f".{number:03d}Z", "+01:00"))

    def _key(self):
        return key_of_time(self.random.randint(0, 2_000_000_000_000_000), self.random.randint(0, 1023))

    def _uri(self, collection=POST):
        return f"at://{DID}/{collection}/{self._key()}"

    def _ref(self):
        return {"uri": self._uri(), "cid": cid_of({"n": self.random.randint(0, 1 << 40)})}

    def _blob(self, most):
        return {"$type": "blob", "ref": {"$link": cid_of_blob(self.random.randbytes(8))},
                "mimeType": self.random.choice(("image/jpeg", "image/png", "image/webp")),
                "size": self.random.choice((1, 255, 256, most, self.random.randint(1, most)))}

    def _some(self, most, make):
        return [make() for _ in range(self.random.randint(0, most))]

    def _maybe(self, record, **fields):
        """Adds some of the fields; their values are functions."""
        for name, make in fields.items():
            if self.random.random() < 0.4:
                record[name] = make()
        return record

    # Records

    def _post(self):
        reference = {"root": self._ref(), "parent": self._ref()}
        return POST, self._maybe(
            {"$type": POST, "text": self.text()[:290], "createdAt": self._time()},
            facets=lambda: self._some(3, self._facet), reply=lambda: reference, embed=self._embed,
            langs=lambda: self._some(3, lambda: self.random.choice(("en", "pt-BR", "zh-Hant-TW", "mi"))),
            tags=lambda: self._some(8, lambda: self.text(2)[:60]), labels=self._labels)

    def _labels(self):
        return {"$type": "com.atproto.label.defs#selfLabels",
                "values": self._some(3, lambda: {"val": self.random.choice(("porn", "graphic-media", "!no-x"))})}

    def _facet(self):
        kind, fields = self.random.choice((
            ("link", {"uri": "https://example.org/%20ä"}), ("mention", {"did": DID}),
            ("tag", {"tag": self.text(2)[:60]})))
        start = self.random.choice(EDGES[:8])
        return {"index": {"byteStart": start, "byteEnd": start + self.random.randint(1, 300)},
                "features": [{"$type": f"app.bsky.richtext.facet#{kind}", **fields}]}

    def _embed(self, has_record=True):
        kinds = ("images", "gallery", "external", *(("record", "recordWithMedia") if has_record else ()))
        kind = self.random.choice(kinds)
        found = {"$type": f"app.bsky.embed.{kind}"}
        ratio = {"width": self.random.randint(1, 9000), "height": self.random.randint(1, 9000)}
        if kind == "images":
            found["images"] = self._some(4, lambda: self._maybe(
                {"image": self._blob(2_000_000), "alt": self.text()}, aspectRatio=lambda: ratio))
        elif kind == "gallery":
            found["items"] = self._some(20, lambda: {"$type": "app.bsky.embed.gallery#image", "alt": self.text(),
                                                     "image": self._blob(2_000_000), "aspectRatio": ratio})
        elif kind == "external":
            found["external"] = self._maybe(
                {"uri": "https://example.org/", "title": self.text(), "description": self.text()},
                thumb=lambda: self._blob(1_000_000), associatedRefs=lambda: self._some(2, self._ref))
        else:
            record = {"$type": "app.bsky.embed.record", "record": self._ref()}
            found |= {"record": record["record"]} if kind == "record" else {
                "record": record, "media": self._embed(has_record=False)}
        return found

    def _threadgate(self):
        name = "app.bsky.feed.threadgate"
        rules = ({"$type": f"{name}#mentionRule"}, {"$type": f"{name}#followerRule"},
                 {"$type": f"{name}#listRule", "list": self._uri("app.bsky.graph.list")})
        return name, self._maybe({"$type": name, "post": self._uri(), "createdAt": self._time()},
                                 allow=lambda: self._some(5, lambda: self.random.choice(rules)))

    def _postgate(self):
        name = "app.bsky.feed.postgate"
        return name, self._maybe({"$type": name, "post": self._uri(), "createdAt": self._time()},
                                 embeddingRules=lambda: [{"$type": f"{name}#disableRule"}])

    def _publication(self):
        name = "site.standard.publication"
        return name, self._maybe({"$type": name, "url": "https://example.org", "name": self.text()},
                                 description=self.text, icon=lambda: self._blob(1_000_000),
                                 preferences=lambda: {"showInDiscover": self.random.random() < 0.5})

    def _document(self):
        name = "site.standard.document"
        return name, self._maybe(
            {"$type": name, "site": self._uri("site.standard.publication"), "title": self.text(),
             "publishedAt": self._time()}, path=lambda: "/" + self.text(), description=self.text,
            tags=lambda: self._some(6, lambda: self.text(3)), coverImage=lambda: self._blob(1_000_000),
            textContent=lambda: self.text(60), updatedAt=self._time, bskyPostRef=self._ref, labels=self._labels)

    # The data model

    def _object(self, levels, bytes_too):
        choice = self.random.randint(0, 9 if levels else 5)
        if choice <= 1:
            return self.random.choice(EDGES) * self.random.choice((1, -1))
        if choice <= 3:
            return self.text(3)
        if choice == 4:
            return self.random.choice((None, True, False))
        if choice == 5:
            data = self.random.randbytes(self.random.choice((0, 1, 23, 24, 256)))
            if bytes_too and self.random.random() < 0.5:
                return {"$bytes": _base64(data)}
            return {"$link": self.random.choice((cid_of_blob(data), cid_of(self.text())))}
        count = self.random.choice((0, 1, 2, 5) if levels > 1 else (0, 1, 3, 24))
        if choice <= 7:
            return [self._object(levels - 1, bytes_too) for _ in range(count)]
        return {self.random.choice(WORDS)[:self.random.randint(0, 6)] + str(self.random.randint(0, 99)):
                self._object(levels - 1, bytes_too) for _ in range(count)}


def write_rows(rows, folder):
    """Writes pairs of record and CID as vectors: `GALLEY_VECTORS=folder` makes the suite TextVectors check them."""
    cases = [{"group": "bluesky_cid", "id": f"R{number:05d}", "input": {"record": record},
              "expected": {"cid": cid, "bytes": len(encode(record))}, "source": "PyPI's libipld"}
             for number, (record, cid) in enumerate(rows)]
    (folder / "text.json").write_text(json.dumps({"cases": cases}, ensure_ascii=False))


def _base64(data):
    return base64.b64encode(data).decode().rstrip("=")
