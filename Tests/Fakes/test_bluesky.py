"""A PDS's sessions, files, limits and kinds, according to the reference software's source."""

import time
import unittest

import content_ids
from bluesky_client import DID, GATE, HANDLE, KEYS, POST, WRITE, Server, post
from bluesky_limits import WINDOWS
from bluesky_sessions import payload_of
from exchange import send
from picture import png


class Sessions(Server):
    def test_a_session_has_tokens_that_name_their_end(self):
        self.start()
        for identifier in (HANDLE, HANDLE.upper(), DID):
            found = self.sign_in(identifier=identifier).json()
            self.assertEqual((found["did"], found["handle"], found["active"]), (DID, HANDLE, True))
        payload = payload_of(found["accessJwt"])
        self.assertEqual((payload["sub"], payload["scope"]), (DID, "com.atproto.appPass"))
        self.assertAlmostEqual(payload["exp"] - time.time(), 7200, delta=5)
        self.assertEqual(self.call("com.atproto.server.getSession").json()["handle"], HANDLE)

    def test_each_bad_token_has_its_own_answer(self):
        fake = self.start()
        self.assert_refused(self.call("com.atproto.server.getSession", token=None), 401, "AuthMissing")
        for token in ("rubbish", "a.b.c"):
            self.assert_refused(self.call("com.atproto.server.getSession", token=token), 400, "InvalidToken",
                                "Token could not be verified")
        self.assert_refused(self.call("com.atproto.server.getSession", token="refresh"), 400, "InvalidToken", "scope")
        fake.advance(7201)
        self.assert_refused(self.call("com.atproto.server.getSession"), 400, "ExpiredToken", "Token has expired")

    def test_a_refresh_rotates_and_the_old_token_gives_the_same_successor_for_two_hours(self):
        fake = self.start()
        self.sign_in()
        first, again = self.refresh().json(), self.refresh().json()
        self.assertEqual(payload_of(first["refreshJwt"])["jti"], payload_of(again["refreshJwt"])["jti"])
        self.assertNotEqual(first["refreshJwt"], self.tokens["refreshJwt"])
        fake.advance(7201)
        self.assert_refused(self.refresh(), 400, "ExpiredToken", "Token has been revoked")
        self.assertEqual(self.refresh(first["refreshJwt"]).status, 200)
        fake.advance(91 * 86400)
        self.assert_refused(self.refresh(first["refreshJwt"]), 400, "ExpiredToken")

    def test_a_lost_answer_of_a_refresh_and_a_crash_keep_the_session(self):
        fake = self.start()
        self.tokens = self.sign_in().json()
        fake.script({"on": {"path": "refreshSession"}, "fault": "drop_after_commit"})
        self.assertEqual(self.refresh().ending, "closed")
        fake.kill()
        fake.start()
        self.assertEqual(self.refresh().status, 200)

    def test_an_ended_session_cannot_be_refreshed(self):
        self.start()
        self.assertEqual(self.call("com.atproto.server.deleteSession", token="refresh").status, 200)
        self.assert_refused(self.refresh(), 400, "ExpiredToken")

    def test_an_account_may_be_closed(self):
        fake = self.start()
        self.put(post())
        fake.set(account="deactivated")
        self.assert_refused(self.put(post("two")), 401, "AccountDeactivated")
        found = self.refresh().json()
        self.assertEqual((found["active"], found["status"]), (False, "deactivated"))
        fake.set(account="takendown")
        for answer in (self.put(post("two")), self.refresh(), self.sign_in()):
            self.assert_refused(answer, 401, "AccountTakedown")
        fake.set(account="active")
        self.assertEqual(self.put(post("two")).status, 200)

    def test_tokens_expire_and_passwords_change_by_command(self):
        fake = self.start()
        self.tokens = self.sign_in().json()
        fake.set(expire="access")
        self.assert_refused(self.call("com.atproto.server.getSession"), 400, "ExpiredToken")
        self.tokens = self.refresh().json()
        self.assertEqual(self.call("com.atproto.server.getSession").status, 200)
        fake.set(revoke=True)   # the access token remains valid
        self.assertEqual(self.call("com.atproto.server.getSession").status, 200)
        self.assert_refused(self.refresh(), 400, "ExpiredToken")
        self.assert_refused(self.sign_in(), 401, "AuthenticationRequired")
        fake.set(password="new")
        self.assertEqual((self.sign_in().status, self.sign_in("new").status), (401, 200))
        fake.kill()
        fake.start()
        self.assertEqual((self.sign_in().status, self.sign_in("new").status), (401, 200))

    def test_thirty_sign_ins_in_five_minutes_and_three_hundred_a_day(self):
        fake = self.start()
        answers = [self.sign_in("wrong") for _ in range(31)]
        self.assertEqual([answer.status for answer in answers], [401] * 30 + [429])
        self.assert_refused(answers[-1], 429, "RateLimitExceeded")
        headers = answers[-1].headers
        self.assertEqual((headers["ratelimit-limit"], headers["ratelimit-remaining"], headers["ratelimit-policy"]),
                         ("30", "0", "30;w=300"))
        self.assertAlmostEqual(int(headers["ratelimit-reset"]) - time.time(), 300, delta=10)
        self.assertNotIn("retry-after", headers)
        fake.advance(301)
        self.assertEqual(self.sign_in().headers["ratelimit-remaining"], "29")
        for _ in range(9):
            fake.advance(301)
            statuses = [self.sign_in("wrong").status for _ in range(30)]
        self.assertEqual((statuses[0], statuses[-1]), (401, 429))


class Identity(Server):
    def test_a_handle_leads_to_the_server(self):
        fake = self.start()
        found = self.call("com.atproto.identity.resolveHandle", token=None, handle=HANDLE).json()
        self.assertEqual(found, {"did": DID})
        document = send(fake.port, "GET", f"/{DID}").json()
        service = document["service"][0]
        self.assertEqual((document["id"], document["alsoKnownAs"], service["id"], service["serviceEndpoint"]),
                         (DID, [f"at://{HANDLE}"], "#atproto_pds", fake.url))
        self.assertEqual(send(fake.port, "GET", "/.well-known/atproto-did").body.decode(), DID)
        self.assertEqual(send(fake.port, "GET", "/did:plc:unknown").status, 404)
        fake.set(pds="http://127.0.0.1:1")
        service = send(fake.port, "GET", f"/{DID}").json()["service"][0]
        self.assertEqual(service["serviceEndpoint"], "http://127.0.0.1:1")

    def test_the_repository_is_described_and_unknown_calls_are_refused(self):
        self.start()
        self.put(post())
        found = self.call("com.atproto.repo.describeRepo", token=None, repo=HANDLE).json()
        self.assertEqual((found["did"], found["collections"], found["handleIsCorrect"]), (DID, [POST], True))
        self.assertEqual(self.call("com.example.unknown", token=None).status, 501)
        self.assert_refused(self.call(WRITE), 400, "InvalidRequest", "Incorrect HTTP method (GET) expected POST")
        answer = self.call("com.atproto.sync.getLatestCommit", token=None, did="did:plc:other")
        self.assert_refused(answer, 400, "RepoNotFound")


class Files(Server):
    def picture(self, blob):
        return post(embed={"$type": "app.bsky.embed.images", "images": [{"image": blob, "alt": "x"}]})

    def test_the_type_is_seen_in_the_bytes(self):
        self.start()
        for data, declared, kind in ((png(), "image/jpeg", "image/png"),
                                     (b"\xff\xd8\xff\xe0x", "image/png", "image/jpeg"),
                                     (b"RIFF\0\0\0\0WEBPVP8 ", "x/y", "image/webp"), (b"GIF89a", "x/y", "image/gif"),
                                     (b"<svg>", "image/svg+xml", "image/svg+xml"), (b"words", "text/vtt", "text/vtt")):
            blob = self.upload(data, declared).json()["blob"]
            self.assertEqual((blob["mimeType"], blob["size"], blob["ref"]["$link"]),
                             (kind, len(data), content_ids.cid_of_blob(data)))
        self.assertTrue(blob["ref"]["$link"].startswith("bafkrei"))

    def test_a_record_names_a_file_that_is_there(self):
        self.start()
        blob = self.upload(png()).json()["blob"]
        missing = {**blob, "ref": {"$link": content_ids.cid_of_blob(b"never")}}
        self.assert_refused(self.put(self.picture(missing)), 400, "BlobNotFound", "Could not find blob: bafk")
        self.assert_refused(self.put(self.picture({**blob, "mimeType": "image/jpeg"})), 400, "InvalidMimeType")
        self.assert_refused(self.put(self.picture({**blob, "size": 1})), 400, "InvalidSize")
        self.assertEqual(self.fake.summary()["records"], 0)
        self.assertEqual(self.put(self.picture(blob)).status, 200)
        # Once a file is kept, its type and size are no longer compared.
        self.assertEqual(self.put(self.picture({**blob, "size": 1}), KEYS[1]).status, 200)

    def test_a_file_without_a_record_disappears(self):
        fake = self.start("--blob-seconds", "600")
        blob = self.upload(png()).json()["blob"]
        fake.advance(601)
        self.assert_refused(self.put(self.picture(blob)), 400, "BlobNotFound")
        self.upload(png())
        self.put(self.picture(blob))
        fake.advance(601)
        fake.kill()
        fake.start()
        self.assertEqual(self.put(self.picture(blob), KEYS[1]).status, 200)
        self.delete(), self.delete(KEYS[1])
        self.assert_refused(self.put(self.picture(blob)), 400, "BlobNotFound")

    def test_a_file_stays_if_its_record_is_replaced_in_one_commit(self):
        self.start()
        blob = self.upload(png()).json()["blob"]
        self.put(self.picture(blob))
        for old, new in zip(KEYS, KEYS[1:4]):
            answer = self.apply(("delete", POST, old, None), ("create", POST, new, self.picture(blob)))
            self.assertEqual(answer.status, 200)
            self.fake.kill()
            self.fake.start()
        self.assertEqual(list(self.fake.summary()["blobs"]), [blob["ref"]["$link"]])


class Limits(Server):
    def test_writes_cost_points(self):
        fake = self.start()
        costs, policies = [], set()
        for answer in (self.create(post(), rkey=KEYS[0]), self.put(post(), KEYS[1]), self.delete(),
                       self.apply(("create", POST, KEYS[2], post()), ("delete", POST, KEYS[1], None)),
                       self.create(post(), rkey=KEYS[2]), self.put(post("x" * 301)), self.put({"text": 1}, "a b")):
            costs.append(answer.headers["ratelimit-remaining"])
            policies.add(answer.headers["ratelimit-policy"])
        # What fails costs as much; a malformed request only counts as a request, of which the first was the sign-in.
        self.assertEqual(costs, ["4997", "4995", "4994", "4990", "4987", "4985", "2992"])
        self.assertEqual(policies, {"5000;w=3600", "3000;w=300"})
        self.assertEqual(self.get().headers["ratelimit-policy"], "3000;w=300")
        self.assertEqual(fake.summary()["points"]["writes"], 15)

    def test_an_hour_s_points_run_out(self):
        fake = self.start()
        writes = [("create", POST, key, post(key)) for key in KEYS[:200]]
        for _ in range(8):
            self.apply(*writes)
        self.apply(*writes[:66])
        answer = self.put(post(), KEYS[210])
        self.assertEqual((answer.status, answer.headers["ratelimit-remaining"]), (200, "0"))
        refused = self.put(post(), KEYS[211])
        self.assert_refused(refused, 429, "RateLimitExceeded", "Rate Limit Exceeded")
        self.assertEqual(refused.headers["ratelimit-policy"], "5000;w=3600")
        self.assertNotIn("retry-after", refused.headers)
        self.assertEqual(self.get(KEYS[210]).status, 200)
        fake.advance(3601)
        self.assertEqual(self.put(post(), KEYS[211]).status, 200)
        self.assertEqual(WINDOWS["writes"][1], (35000, 86400))

    def test_faults_answer_in_the_server_s_words(self):
        fake = self.start()
        self.tokens = self.sign_in().json()
        fake.script({"fault": "too_many", "seconds": 60}, {"fault": "too_many_reset", "seconds": 60},
                    {"fault": "unauthorized"}, {"fault": "carry_out_late", "seconds": 0.1})
        first, second = self.put(post()), self.put(post())
        self.assertEqual((first.status, first.headers["retry-after"], second.status), (429, "60", 429))
        self.assertAlmostEqual(int(second.headers["ratelimit-reset"]) - time.time(), 60, delta=5)
        self.assertNotIn("retry-after", second.headers)
        self.assert_refused(self.put(post()), 401, "AuthenticationRequired")
        self.assertEqual(self.put(post()).ending, "closed")
        fake.wait_for("commit", what="created")


class Flavours(Server):
    def test_millipds_overwrites_and_commits_what_is_unchanged(self):
        self.start("--flavour", "millipds")
        first = self.put(post("one"), swapRecord=None).json()
        again = self.put(post("one"), swapRecord=None).json()
        self.assertNotEqual(first["commit"], again["commit"])
        self.assertEqual(self.put(post("two"), swapRecord=None).status, 200)
        self.assertEqual(self.get().json()["value"]["text"], "two")
        self.assertEqual(first["validationStatus"], "unknown")

    def test_millipds_refuses_in_plain_text(self):
        fake = self.start("--flavour", "millipds")
        self.put(post())
        for answer, status, words in ((self.create(post(), rkey=KEYS[0]), 400, b"record already exists"),
                                      (self.delete(KEYS[1]), 400, b"no such record"),
                                      (self.apply(("delete", POST, KEYS[1], None)), 400, b"no such record"),
                                      (self.apply(("create", POST, KEYS[0], post())), 400, b"record already exists"),
                                      (self.put(post("x"), swapCommit=content_ids.cid_of({})), 400, b"swapCommit did")):
            self.assertEqual((answer.status, answer.body[:len(words)]), (status, words))
        old = self.tokens["refreshJwt"]
        self.assertEqual([self.refresh(old).status, self.refresh(old).status], [200, 401])
        fake.set(expire="access")
        self.assertEqual((self.put(post()).status, self.put(post()).body), (401, b"invalid jwt"))

    def test_millipds_looks_at_nothing(self):
        self.start("--flavour", "millipds")
        self.assertEqual(self.put(post("x" * 4000, facets="all")).status, 200)
        self.assertEqual(len(self.fake.summary()["bad_records"]), 1)
        self.assertEqual(self.upload(png(), "image/jpeg").json()["blob"]["mimeType"], "image/jpeg")
        self.assertEqual(self.apply(("update", POST, KEYS[1], post())).status, 200)


class People(Server):
    def test_records_change_by_hand(self):
        fake = self.start()
        self.put(post())
        fake.set(edit=[KEYS[0], "by hand"], others=2, put=[f"{GATE}/{KEYS[0]}", {"post": "x"}])
        self.assertEqual(self.get().json()["value"]["text"], "by hand")
        self.assertEqual(len(self.list().json()["records"]), 3)
        fake.set(remove=KEYS[0])
        fake.set(remove=f"{GATE}/{KEYS[0]}")
        self.assertEqual((self.get().status, len(fake.records())), (400, 2))


if __name__ == "__main__":
    unittest.main()
