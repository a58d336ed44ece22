"""The family's quirks, as the servers' sources and documents have them."""

import unittest

from exchange import send
from fake import Fake
from text_count import count

TOKEN = {"Authorization": "Bearer fake-token"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Family(unittest.TestCase):
    def start(self, flavour, *options):
        self.fake = Fake("mastodon", "--flavour", flavour, *options).start()
        self.addCleanup(self.fake.__exit__)
        return self.fake

    def post(self, text="words", key=None, **fields):
        return send(self.fake.port, "POST", "/api/v1/statuses", {"status": text, **fields},
                    {**TOKEN, "Idempotency-Key": key})

    def get(self, target, headers=TOKEN):
        return send(self.fake.port, "GET", target, None, headers)

    def test_mastodon_gives_the_first_status_for_an_hour_whatever_the_text(self):
        fake = self.start("mastodon")
        first = self.post("one", "k").json()
        fake.advance(600)
        self.assertEqual(self.post("two", "k").json()["id"], first["id"])
        fake.advance(3001)
        self.assertNotEqual(self.post("one", "k").json()["id"], first["id"])
        self.assertEqual(fake.summary()["copies"], {"key": {"k": 2}, "text": {"one": 2}})

    def test_a_mastodon_that_dies_before_it_writes_the_key_makes_a_second_status(self):
        fake = self.start("mastodon")
        fake.script({"fault": "lose_key"})
        self.assertEqual(self.post("one", "k").ending, "closed")
        fake.kill()
        fake.start()
        self.post("one", "k")
        self.assertEqual(fake.summary()["copies"]["key"], {"k": 2})

    def test_a_key_outlives_a_crash_once_it_is_written(self):
        fake = self.start("mastodon")
        fake.script({"fault": "drop_after_commit"})
        self.post("one", "k")
        fake.kill()
        fake.start()
        self.assertEqual(self.post("one", "k").status, 200)
        self.assertEqual(fake.summary()["copies"]["key"], {"k": 1})

    def test_an_edit_keeps_who_sees_it_and_a_crash_keeps_the_edit(self):
        fake = self.start("mastodon")
        id = self.post("one", "k", visibility="unlisted").json()["id"]
        edited = send(fake.port, "PUT", f"/api/v1/statuses/{id}", {"status": "two", "visibility": "direct"}, TOKEN)
        self.assertEqual((edited.status, edited.json()["visibility"]), (200, "unlisted"))
        fake.kill()
        fake.start()
        self.assertEqual(self.get(f"/api/v1/statuses/{id}/source").json()["text"], "two")
        send(fake.port, "DELETE", f"/api/v1/statuses/{id}", None, TOKEN)
        gone = send(fake.port, "PUT", f"/api/v1/statuses/{id}", {"status": "three"}, TOKEN)
        self.assertEqual(gone.status, 404)

    def test_the_others_make_a_second_status(self):
        for flavour in ("gotosocial", "snac", "takahe"):
            fake = self.start(flavour)
            self.post("one", "k"), self.post("one", "k")
            self.assertEqual((flavour, fake.summary()["copies"]["key"]), (flavour, {"k": 2}))

    def test_pleroma_replays_the_whole_answer_for_six_hours(self):
        fake = self.start("pleroma")
        first = self.post("one", "k")
        fake.advance(5 * 3600)
        again = self.post("two", "k")
        self.assertEqual((again.body, again.headers["idempotent-replayed"]), (first.body, "true"))
        fake.advance(3601)
        self.assertNotEqual(self.post("one", "k").body, first.body)

    def test_a_deleted_status_is_not_found_by_its_key(self):
        fake = self.start("mastodon")
        made = self.post("one", "k").json()["id"]
        send(fake.port, "DELETE", f"/api/v1/statuses/{made}", None, TOKEN)
        self.assertEqual(self.post("one", "k").status, 404)
        summary = fake.summary()
        self.assertEqual((summary["copies"]["key"], summary["created"]["key"]), ({}, {"k": 1}))

    def test_limits_are_each_server_s_own(self):
        for flavour, v2, limit, reserved in (("mastodon", 200, 500, 23), ("gotosocial", 200, 5000, 25),
                                             ("snac", 404, 100000, 32), ("takahe", 404, 800, 23)):
            self.start(flavour)
            self.assertEqual((flavour, self.get("/api/v2/instance", {}).status), (flavour, v2))
            statuses = self.get("/api/v1/instance", {}).json()["configuration"]["statuses"]
            self.assertEqual((statuses["max_characters"], statuses["characters_reserved_per_url"]), (limit, reserved))
            self.assertEqual(self.get("/nodeinfo/2.0", {}).json()["software"]["name"], flavour)

    def test_too_long_is_refused_by_that_server_s_count(self):
        address = " https://example.com/" + "x" * 100
        self.start("mastodon")
        self.assertEqual(self.post("a" * 476 + address).status, 200)
        self.assertEqual(self.post("a" * 477 + address).status, 422)
        self.start("takahe")
        self.assertEqual(self.post("a" * 700 + address).status, 400)
        self.assertEqual(count("gotosocial", "👨‍👩‍👧‍👦", "", 25), 7)
        self.assertEqual(count("mastodon", "👨‍👩‍👧‍👦 @ada@example.com 🇵🇹🇵🇹 e\u0301", "cw", 23), 13)

    def test_snac_shows_an_unknown_visibility_to_the_mentioned_alone(self):
        self.start("snac")
        self.assertEqual(self.post(visibility="followers").json()["visibility"], "direct")
        self.start("mastodon")
        self.assertEqual(self.post(visibility="followers").status, 422)

    def test_a_wrong_token_is_refused_in_each_server_s_way(self):
        for flavour, status, empty in (("mastodon", 401, False), ("snac", 401, True), ("pleroma", 403, False)):
            self.start(flavour)
            answer = self.get("/api/v1/accounts/verify_credentials", {"Authorization": "Bearer wrong"})
            self.assertEqual((flavour, answer.status, answer.body == b""), (flavour, status, empty))

    def upload(self, data=b"\xff\xd8\xff picture", path="/api/v2/media", **fields):
        parts = b"".join(f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
                         for name, value in fields.items())
        head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
        return send(self.fake.port, "POST", path, parts + head + data + b"\r\n--b--\r\n",
                    {**TOKEN, "Content-Type": "multipart/form-data; boundary=b"})

    def test_a_picture_is_worked_on_first_and_taken_once(self):
        self.start("mastodon", "--media-looks", "1")
        made = self.upload(description="Boats — two", focus="0.5,-1")
        name = made.json()["id"]
        self.assertEqual((made.status, made.json()["url"]), (202, None))
        self.assertEqual(self.post(media_ids=[name]).status, 422)
        self.assertEqual([self.get(f"/api/v1/media/{name}").status for _ in range(2)], [206, 200])
        attached = self.post("", media_ids=[name]).json()["media_attachments"]
        self.assertEqual([one["description"] for one in attached], ["Boats — two"])
        self.assertEqual((self.get(f"/api/v1/media/{name}").status, self.post(media_ids=[name]).status), (404, 422))

    def test_a_bad_picture_is_refused_and_the_older_address_answers_when_all_is_done(self):
        self.start("mastodon", "--media-bytes", "100", "--media-looks", "9")
        self.assertEqual([self.upload(b"<svg>").status, self.upload(b"GIF8" + b"x" * 100).status], [422, 422])
        self.assertEqual(self.upload(path="/api/v1/media").status, 200)
        limits = self.get("/api/v2/instance", {}).json()["configuration"]["media_attachments"]
        self.assertEqual(limits["image_size_limit"], 100)

    def test_forms_and_look_up(self):
        fake = self.start("mastodon")
        made = send(fake.port, "POST", "/api/v1/statuses", b"status=a+%26+b&visibility=unlisted", {**TOKEN, **FORM})
        self.assertIn("x-ratelimit-reset", made.headers)
        self.post("later")
        listed = self.get("/api/v1/accounts/1/statuses?exclude_reblogs=true&limit=40").json()
        self.assertEqual([status["content"] for status in listed], ["<p>later</p>", "<p>a &amp; b</p>"])
        source = self.get(f"/api/v1/statuses/{made.json()['id']}/source").json()
        self.assertEqual((source["text"], listed[1]["visibility"]), ("a & b", "unlisted"))


if __name__ == "__main__":
    unittest.main()
