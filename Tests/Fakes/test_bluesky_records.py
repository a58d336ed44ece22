"""A PDS's records: encoding, writing, reading, and the limits of their lexicons."""

import json
import threading
import unittest
from pathlib import Path

import atproto_lexicons
import content_ids
from bluesky_client import DID, GATE, HANDLE, KEYS, POST, WRITE, Server, post, ref, thread
from exchange import send
from picture import png

VECTORS = Path(__file__).resolve().parent.parent / "Vectors" / "text.json"


class Encoding(unittest.TestCase):
    def test_records_have_the_cids_of_the_vectors(self):
        rows = [case for case in json.loads(VECTORS.read_text())["cases"] if case["group"] == "bluesky_cid"]
        self.assertGreaterEqual(len(rows), 10)
        for row in rows:
            data = content_ids.encode(row["input"]["record"])
            self.assertEqual((row["id"], content_ids.cid_of_encoded(data), len(data)),
                             (row["id"], row["expected"]["cid"], row["expected"]["bytes"]))

    def test_each_value_has_one_encoding(self):
        for value, data in ((23, "17"), (24, "1818"), (256, "190100"), (65536, "1a00010000"), (-1, "20"), (-25, "3818"),
                            (2.0, "02"), (None, "f6"), ({"bb": 1, "a": 2, "ab": 3}, "a361610262616203626262 01"),
                            ({"$bytes": "AQI"}, "420102")):
            self.assertEqual(content_ids.encode(value).hex(), data.replace(" ", ""))
        link = content_ids.cid_of_blob(b"x")
        self.assertEqual(content_ids.encode({"$link": link})[:5].hex(), "d82a582500"[:10])
        for value in (1.5, float("nan"), 1 << 60, {"$link": "bad"}, {"$link": link, "a": 1}, "\ud800", b"x"):
            self.assertRaises(ValueError, content_ids.encode, value)

    def test_forms_of_the_protocol(self):
        good = {"datetime": ["2026-11-20T09:00:00Z", "2026-11-20T09:00:00.123456+01:00"],
                "tid": [KEYS[0], "2222222222222"], "at-uri": [f"at://{DID}/{POST}/{KEYS[0]}", f"at://{HANDLE}"],
                "uri": ["https://example.org/ä", "mailto:a@b"], "language": ["en", "pt-BR"], "key": ["self", "a:b~c"]}
        bad = {"datetime": ["2026-11-20T09:00:00", "2026-11-20 09:00:00Z", "2026-02-30T09:00:00Z", "2026-11-20",
                            "2026-11-20T09:00:00-00:00", "0000-11-20T09:00:00Z"],
               "tid": ["222222222222", "z222222222222", "2222222222221"],
               "at-uri": ["https://x", "at://x", "at://x.y/z"],
               "uri": ["example.org", "https:// x"], "language": ["e", "en_US"], "key": [".", "..", "a/b", ""]}
        for expected, forms in ((True, good), (False, bad)):
            for form, values in forms.items():
                for value in values:
                    self.assertEqual((form, value, atproto_lexicons.matches(form, value)), (form, value, expected))


class Records(Server):
    def test_an_absent_record_is_created_and_the_same_again_changes_nothing(self):
        self.start()
        first = self.put(post(), swapRecord=None).json()
        self.assertEqual((first["uri"], first["cid"], first["validationStatus"]),
                         (f"at://{DID}/{POST}/{KEYS[0]}", content_ids.cid_of(post()), "valid"))
        head = self.call("com.atproto.sync.getLatestCommit", token=None, did=DID).json()
        self.assertEqual(first["commit"], head)
        again = self.put(post(), swapRecord=None)
        self.assertEqual((again.status, again.json()["cid"], "commit" in again.json()), (200, first["cid"], False))
        self.assertEqual(self.call("com.atproto.sync.getLatestCommit", token=None, did=DID).json(), head)

    def test_a_different_record_needs_the_cid_of_the_present_one(self):
        self.start()
        present = self.put(post()).json()["cid"]
        self.assert_refused(self.put(post("other"), swapRecord=None), 400, "InvalidSwap", f"Record was at {present}")
        other = content_ids.cid_of(post("other"))
        self.assert_refused(self.put(post("third"), swapRecord=other), 400, "InvalidSwap")
        self.assert_refused(self.put(post(), KEYS[1], swapRecord=other), 400, "InvalidSwap", "Record was at null")
        self.assertEqual(self.put(post("other"), swapRecord=present).json()["cid"], other)
        self.assertEqual(self.put(post("third")).status, 200)
        self.assertEqual(self.fake.summary()["copies"]["text"], {"third": 1})

    def test_a_used_key_is_an_internal_error(self):
        self.start()
        first = self.create(post(), rkey=KEYS[0])
        self.assertEqual(first.json()["uri"], f"at://{DID}/{POST}/{KEYS[0]}")
        self.assert_refused(self.create(post(), rkey=KEYS[0]), 500, "InternalServerError", "Internal Server Error")
        self.assertRegex(self.create(post()).json()["uri"].rpartition("/")[2], "^[2-7a-z]{13}$")

    def test_deleting_what_is_gone_does_nothing(self):
        self.start()
        cid = self.put(post()).json()["cid"]
        self.assert_refused(self.delete(swapRecord=content_ids.cid_of(post("x"))), 400, "InvalidSwap")
        self.assertIn("commit", self.delete(swapRecord=cid).json())
        self.assertEqual((self.delete().status, self.delete().json()), (200, {}))

    def test_a_record_is_found_by_its_key_alone(self):
        self.start()
        cid = self.put(post()).json()["cid"]
        found = self.get(repo=HANDLE).json()
        self.assertEqual((found["uri"], found["cid"], found["value"]), (f"at://{DID}/{POST}/{KEYS[0]}", cid, post()))
        self.assertEqual(list(found["value"]), ["text", "$type", "createdAt"])
        self.assertEqual(self.get(cid=cid).status, 200)
        for answer in (self.get(KEYS[1]), self.get(cid=content_ids.cid_of(post("x"))), self.get(repo="did:plc:other")):
            self.assert_refused(answer, 400, "RecordNotFound", "Could not locate record: at://")
        self.assert_refused(self.call("com.atproto.repo.getRecord", token=None, repo=DID), 400, "InvalidRequest")

    def test_pages_of_a_list(self):
        self.start()
        self.apply(*[("create", POST, key, post(key)) for key in KEYS[:5]])
        newest = self.list(limit=3).json()
        self.assertEqual([one["value"]["text"] for one in newest["records"]], KEYS[4:1:-1])
        rest = self.list(limit=3, cursor=newest["cursor"]).json()
        self.assertEqual([one["value"]["text"] for one in rest["records"]], KEYS[1::-1])
        self.assertEqual(self.list(cursor=rest["cursor"]).json(), {"records": []})
        oldest = self.list(limit=2, reverse="true").json()
        self.assertEqual([one["value"]["text"] for one in oldest["records"]], KEYS[:2])
        for limit in (0, 101):
            self.assertEqual(self.list(limit=limit).status, 400)

    def test_an_account_writes_in_its_own_repository_only(self):
        self.start()
        self.assert_refused(self.put(post(), repo="did:plc:other"), 401, "AuthenticationRequired")
        self.assert_refused(self.put(post(), repo="bo.example"), 400, "InvalidRequest", "Could not find repo")
        self.assertEqual(self.put(post(), repo=HANDLE).json()["uri"], f"at://{DID}/{POST}/{KEYS[0]}")

    def test_posts_are_counted_where_readers_see_them(self):
        fake = self.start("--appview-seconds", "60")
        uri = self.put(post()).json()["uri"]
        self.assertEqual(self.call("app.bsky.feed.getPosts", uris=[uri]).json(), {"posts": []})
        fake.advance(61)
        fake.set(counts={KEYS[0]: {"likeCount": 2}})
        found = self.call("app.bsky.feed.getPosts", uris=[uri, f"at://{DID}/{POST}/{KEYS[1]}"]).json()["posts"]
        self.assertEqual([(one["uri"], one["likeCount"], one["replyCount"]) for one in found], [(uri, 2, 0)])
        root = {"uri": uri, "cid": found[0]["cid"]}
        self.put(post(reply={"root": root, "parent": root}), key=KEYS[1])
        found = self.call("app.bsky.feed.getPosts", uris=[uri]).json()["posts"]
        self.assertEqual(found[0]["replyCount"], 1, "an author's own reply counts")
        self.assertEqual(self.call("app.bsky.feed.getPosts", uris=[uri] * 26).status, 400)
        self.assertEqual(self.call("app.bsky.feed.getPosts", token=None, uris=uri).status, 401)
        fake.set(appview="down")
        self.assert_refused(self.call("app.bsky.feed.getPosts", uris=uri), 502, "UpstreamFailure")


class ManyWrites(Server):
    def test_a_thread_with_its_gate_is_one_commit(self):
        self.start()
        records = thread("one", "two", "three")
        gate = {"$type": GATE, "post": f"at://{DID}/{POST}/{KEYS[0]}", "allow": [], "createdAt": "2026-11-20T09:00:00Z"}
        answer = self.apply(*[("create", POST, key, record) for key, record in zip(KEYS, records)],
                            ("create", GATE, KEYS[0], gate)).json()
        self.assertEqual([one["cid"] for one in answer["results"]],
                         [content_ids.cid_of(one) for one in [*records, gate]])
        self.assertEqual({one["$type"] for one in answer["results"]}, {f"{WRITE}#createResult"})
        summary = self.fake.summary()
        self.assertEqual(summary["head"], answer["commit"])
        self.assertEqual([(one["rkey"], one["text"], one["root"], one["parent"], one["gates"])
                          for one in summary["posts"]],
                         [(KEYS[0], "one", None, None, ["threadgate"]), (KEYS[1], "two", KEYS[0], KEYS[0], []),
                          (KEYS[2], "three", KEYS[0], KEYS[1], [])])
        self.assertEqual([summary[f"bad_{name}"] for name in ("facets", "replies", "gates", "references")], [[]] * 4)
        self.assertEqual(summary["threadgates"], {KEYS[0]: gate})

    def test_one_bad_write_undoes_all(self):
        self.start()
        self.put(post("there"), KEYS[3])
        head = self.fake.summary()["head"]
        new = ("create", POST, KEYS[0], post())
        for bad, status, error in ((("create", POST, KEYS[3], post()), 500, "InternalServerError"),
                                   (("create", POST, KEYS[0], post("twice")), 500, "InternalServerError"),
                                   (("delete", POST, KEYS[4], None), 500, "InternalServerError"),
                                   (("update", POST, KEYS[4], post()), 500, "InternalServerError"),
                                   (("create", POST, KEYS[4], post("x" * 301)), 400, "InvalidRequest"),
                                   (("move", POST, KEYS[4], post()), 400, "InvalidRequest"),
                                   (("create", "nonsense", KEYS[4], post()), 400, "InvalidRequest")):
            self.assert_refused(self.apply(new, bad), status, error)
        self.assertEqual((self.fake.summary()["head"], self.fake.summary()["records"]), (head, 1))

    def test_deleting_and_creating_go_together_if_nothing_came_between(self):
        self.start()
        head = self.put(post()).json()["commit"]["cid"]
        swap = (("delete", POST, KEYS[0], None), ("create", POST, KEYS[1], post("new")))
        self.fake.set(others=1)
        self.assert_refused(self.apply(*swap, swapCommit=head), 400, "InvalidSwap", "Commit was at")
        head = self.fake.summary()["head"]["cid"]
        answer = self.apply(*swap, swapCommit=head).json()
        self.assertEqual([one["$type"].partition("#")[2] for one in answer["results"]],
                         ["deleteResult", "createResult"])
        answer = self.apply(("delete", POST, KEYS[1], None), ("create", POST, KEYS[1], post("again")))
        self.assertEqual(answer.status, 200)

    def test_at_most_two_hundred_writes(self):
        self.start()
        self.assert_refused(self.apply(*[("create", POST, key, post(key)) for key in KEYS[:201]]), 400,
                            "InvalidRequest", "Too many writes. Max: 200")
        self.assertEqual(self.apply(*[("create", POST, key, post(key)) for key in KEYS[:200]]).status, 200)
        self.assertEqual(self.apply().status, 400)

    def test_a_lost_answer_leaves_all_and_a_crash_in_between_all_or_none(self):
        fake = self.start()
        fake.script({"on": {"path": WRITE}, "fault": "drop_after_commit"})
        self.assertEqual(self.apply(*[("create", POST, key, post(key)) for key in KEYS[:100]]).ending, "closed")
        head = fake.summary()["head"]
        fake.kill()
        whole = Path(fake.log_path).read_bytes()
        fake.start()
        self.assertEqual((fake.summary()["records"], fake.summary()["head"]), (100, head))
        self.assertEqual(sum(entry["entry"] == "commit" for entry in fake.log()), 100)
        fake.kill()
        cut = whole.index(b'[{"entry": "commit"') + 20000
        Path(fake.log_path).write_bytes(whole[:cut])
        fake.start()
        self.assertEqual((fake.summary()["records"], self.put(post()).status), (0, 200))

    def test_two_requests_at_once_are_one_after_the_other(self):
        fake = self.start()
        self.tokens = self.sign_in().json()
        fake.script({"on": {"path": "putRecord"}, "fault": "pause_after_commit"})
        found = []
        first = threading.Thread(target=lambda: found.append(self.put(post("one"), swapRecord=None)))
        first.start()
        fake.wait_for("paused", at="after_commit")
        self.assert_refused(self.put(post("two"), swapRecord=None), 400, "InvalidSwap")
        fake.resume()
        first.join()
        self.assertEqual(found[0].status, 200)


class Validation(Server):
    def refused(self, words, record, collection=POST, key=KEYS[0]):
        answer = self.put(record, key, collection)
        self.assert_refused(answer, 400, "InvalidRequest", words)

    def test_a_text_has_three_hundred_graphemes_and_three_thousand_bytes(self):
        self.start()
        family = "👨‍👩‍👧‍👦"
        self.assertEqual(self.put(post(family * 120)).status, 200)
        self.refused("Invalid app.bsky.feed.post record: Record/text must not be longer than 3000 characters",
                     post(family * 121))
        self.assertEqual(self.put(post("é" * 300)).status, 200)
        self.refused("Invalid app.bsky.feed.post record: Record/text must not be longer than 300 graphemes",
                     post("é" * 301))
        self.assertEqual(self.put(post("")).status, 200)

    def test_the_fields_of_a_post(self):
        self.start()
        for words, record in (
                ('must have the property "text"', {"$type": POST, "createdAt": "2026-11-20T09:00:00Z"}),
                ("Record/createdAt must be an valid atproto datetime", post(createdAt="2026-11-20T09:00:00")),
                ("Record/langs must not have more than 3", post(langs=["en", "de", "fr", "it"])),
                ("Record/langs/0 must be a well-formed BCP 47", post(langs=["en_US"])),
                ("Record/tags must not have more than 8", post(tags=["a"] * 9)),
                ("Record/tags/0 must not be longer than 64 graphemes", post(tags=["é" * 65])),
                ("Record/tags/0 must not be longer than 640 characters", post(tags=["👨‍👩‍👧‍👦" * 26])),
                ("Record/labels/values/0/val must not be longer than 128", post(labels={
                    "$type": "com.atproto.label.defs#selfLabels", "values": [{"val": "x" * 129}]})),
                ('Record/facets/0 must have the property "features"', post(facets=[
                    {"index": {"byteStart": 0, "byteEnd": 1}}])),
                ("byteStart can not be less than 0", post(facets=[{"index": {"byteStart": -1, "byteEnd": 1},
                                                                   "features": []}])),
                ("Record/reply must have the property \"parent\"", post(reply={"root": ref(KEYS[0], post())})),
                ("cid must be a cid string", post(reply={"root": {"uri": f"at://{DID}", "cid": "bad"}, "parent": {}})),
                ('$type" property', post(embed={"images": []})), ("Bad record", post(extra=1.5)),
                (f"Invalid $type: expected {POST}, got x.y.z", post(**{"$type": "x.y.z"}))):
            self.refused(words, record)
        self.refused("Invalid record key", post(), key="self")
        untyped = {key: value for key, value in post(more={"x": [1]}).items() if key != "$type"}
        self.assertEqual(self.put(untyped).json()["cid"], content_ids.cid_of({"$type": POST, **untyped}))

    def test_pictures_and_cards(self):
        self.start()
        blob = self.upload(png()).json()["blob"]
        large, huge = {**blob, "size": 2_000_001}, {**blob, "size": 1_000_001}
        card = {"uri": "https://example.org", "title": "t", "description": "d"}
        ratio = {"width": 60, "height": 40}

        def embed(kind, **fields):
            return post(embed={"$type": f"app.bsky.embed.{kind}", **fields})
        for words, record in (
                ("images must not have more than 4", embed("images", images=[{"image": blob, "alt": ""}] * 5)),
                ('images/0 must have the property "alt"', embed("images", images=[{"image": blob}])),
                ("items must not have more than 20", embed("gallery", items=[{}] * 21)),
                ('must have the property "aspectRatio"', embed("gallery", items=[
                    {"$type": "app.bsky.embed.gallery#image", "image": blob, "alt": ""}])),
                ("aspectRatio/width can not be less than 1", embed("images", images=[
                    {"image": blob, "alt": "", "aspectRatio": {"width": 0, "height": 1}}])),
                ("should be a blob ref", embed("images", images=[{"image": "x", "alt": ""}])),
                ('external must have the property "description"', embed("external", external={
                    "uri": "a:b", "title": ""})),
                ("external/uri must be a uri", embed("external", external={**card, "uri": "example.org"}))):
            self.refused(words, record)
        for error, record in (("BlobTooLarge", embed("images", images=[{"image": large, "alt": ""}])),
                              ("BlobTooLarge", embed("external", external={**card, "thumb": huge})),
                              ("InvalidMimeType", embed("images", images=[
                                  {"image": {**blob, "mimeType": "text/plain"}, "alt": ""}]))):
            self.assert_refused(self.put(record), 400, error)
        good = (embed("images", images=[{"image": blob, "alt": "", "aspectRatio": ratio}]),
                embed("gallery", items=[{"$type": "app.bsky.embed.gallery#image", "image": blob, "alt": "",
                                         "aspectRatio": ratio}]),
                embed("external", external={**card, "thumb": blob, "associatedRefs": [ref(KEYS[0], post())]}),
                embed("unheard.of", anything=1))
        self.assertEqual([self.put(record, key).status for key, record in zip(KEYS, good)], [200] * 4)

    def test_gates_and_articles(self):
        self.start()
        gate = {"$type": GATE, "post": f"at://{DID}/{POST}/{KEYS[0]}", "createdAt": "2026-11-20T09:00:00Z"}
        self.refused("Record/allow must not have more than 5", {**gate, "allow": [{}] * 6}, GATE)
        self.refused('$type" property', {**gate, "allow": ["everyone"]}, GATE)
        self.refused("Record/post must be a valid at-uri", {**gate, "post": "https://x"}, GATE)
        name = "site.standard.document"
        article = {"$type": name, "site": f"at://{DID}/site.standard.publication/{KEYS[9]}", "title": "T",
                   "publishedAt": "2026-11-20T09:00:00Z", "path": "/t/"}
        self.refused("title must not be longer than 500 graphemes", {**article, "title": "é" * 501}, name)
        self.refused("tags/0 must not be longer than 128", {**article, "tags": ["é" * 129]}, name)
        self.assertEqual(self.put(article, collection=name).json()["validationStatus"], "unknown")
        self.assert_refused(self.put(article, KEYS[1], name, validate=True), 400, "InvalidRequest", "Lexicon not found")
        self.assertEqual(self.fake.summary()["copies"]["document"], {"/t/": 1})

    def test_unknown_collections_are_taken_unless_validated(self):
        self.start()
        record = {"$type": "com.example.thing", "x": 1}
        self.assertEqual(self.put(record, "self", "com.example.thing").json()["validationStatus"], "unknown")
        answer = self.put(record, "other", "com.example.thing", validate=True)
        self.assert_refused(answer, 400, "InvalidRequest", "Lexicon not found: lex:com.example.thing")
        self.assertNotIn("validationStatus", self.put(post("x" * 301), validate=False).json())

    def test_bodies_that_are_not_json(self):
        self.start()
        self.tokens = self.sign_in().json()
        auth = {"Authorization": f"Bearer {self.tokens['accessJwt']}"}
        for data, kind in ((b"{", "application/json"), (b"{}", "text/plain"), (b"{}", None), (b"", "application/json"),
                           (b"[]", "application/json"), (b'{"repo": NaN}', "application/json")):
            answer = send(self.fake.port, "POST", f"/xrpc/{WRITE}", data, {**auth, "Content-Type": kind})
            self.assert_refused(answer, 400, "InvalidRequest")

    def test_what_a_server_does_not_check_is_listed(self):
        self.start()
        def facets(*ranges):
            return [{"index": {"byteStart": start, "byteEnd": end}, "features": [
                {"$type": "app.bsky.richtext.facet#link", "uri": "https://example.org"}]} for start, end in ranges]
        for key, ranges in zip(KEYS, ([(0, 2), (3, 9)], [(0, 1)], [(1, 4)], [(2, 2)], [(0, 10)], [(0, 4), (3, 5)])):
            self.assertEqual(self.put(post("é short", facets=facets(*ranges)), key).status, 200)
        # "é short" has 8 bytes, of which the first two are one character.
        self.assertEqual([one["uri"].rpartition("/")[2] for one in self.fake.summary()["bad_facets"]],
                         [KEYS[0], KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]])
        records = thread("one", "two")
        self.put(records[1], KEYS[20])
        self.apply(*[("create", POST, key, record) for key, record in zip(KEYS[30:], records)])
        gate = {"$type": GATE, "post": f"at://{DID}/{POST}/{KEYS[0]}", "createdAt": "2026-11-20T09:00:00Z"}
        self.put(gate, KEYS[1], GATE)
        summary = self.fake.summary()
        self.assertEqual(len(summary["bad_replies"]), 4)
        self.assertEqual([one["uri"].rpartition("/")[2] for one in summary["bad_gates"]], [KEYS[1]])


if __name__ == "__main__":
    unittest.main()
