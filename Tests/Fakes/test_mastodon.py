"""The family's quirks, according to the servers' sources and documentation."""

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

    def records(self):
        return [entry["record"] for entry in self.fake.log() if entry["entry"] == "commit"]

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

    def test_an_edit_at_takahe_makes_a_status_public_whatever_it_was(self):
        fake = self.start("takahe")
        for visibility in ("public", "unlisted", "private", "direct"):
            made = self.post("one", visibility=visibility, language="pt").json()
            self.assertEqual((made["visibility"], made["language"]), (visibility, None))
            edited = self.put(made["id"], "two", visibility=visibility).json()
            self.assertEqual((edited["id"], edited["visibility"]), (made["id"], "public"))
            fake.kill()
            fake.start()
            self.assertEqual(self.get(f"/api/v1/statuses/{made['id']}").json()["visibility"], "public")

    def test_snac_tells_two_visibilities_and_one_language(self):
        self.start("snac")
        for visibility, told in (("public", "public"), ("unlisted", "public"), ("private", "private"),
                                 ("direct", "private")):
            made = self.post("one", visibility=visibility, language="pt").json()
            self.assertEqual((made["visibility"], made["language"]), (told, "en"))

    def test_the_home_timeline_has_every_own_post_among_those_of_others(self):
        for flavour in ("snac", "takahe", "mastodon"):
            fake = self.start(flavour)
            made = [self.post(word, visibility=word).json()["id"] for word in ("public", "private")]
            fake.set(strangers=3)
            home = self.get("/api/v1/timelines/home?limit=40").json()
            self.assertEqual([one["account"]["id"] for one in home], ["2", "2", "2", "1", "1"])
            self.assertEqual([one["id"] for one in home[3:]], made[::-1])
            rest = self.get(f"/api/v1/timelines/home?limit=40&max_id={home[2]['id']}").json()
            self.assertEqual([one["id"] for one in rest], made[::-1])
            fake.kill()
            fake.start()
            self.assertEqual(len(self.get("/api/v1/timelines/home").json()), 5)

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
        wrong = {"Authorization": "Bearer wrong", "Idempotency-Key": "l"}
        self.assertEqual(send(fake.port, "POST", "/api/v1/statuses", {"status": "three"}, wrong).status, 403)
        self.assertEqual(self.post("three", "l").status, 403)

    def test_a_deleted_status_is_not_found_by_its_key(self):
        fake = self.start("mastodon")
        made = self.post("one", "k").json()["id"]
        send(fake.port, "DELETE", f"/api/v1/statuses/{made}", None, TOKEN)
        self.assertEqual(self.post("one", "k").status, 404)
        summary = fake.summary()
        self.assertEqual((summary["copies"]["key"], summary["created"]["key"]), ({}, {"k": 1}))

    def test_takahe_shows_the_beginning_of_an_address(self):
        address = "https://blog.example.org/2026/11/what-we-learned/?a&b"
        for flavour, shown in (("takahe", "blog.example.org/2026/11/what-"), ("mastodon", address.replace("&", "&amp;"))):
            self.start(flavour)
            self.assertIn(f'/?a&amp;b">{shown}</a> now</p>', self.post(f"See {address} now").json()["content"])

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
        self.post(visibility="followers")
        self.assertEqual([record["visibility"] for record in self.records()], ["direct"])
        self.start("mastodon")
        self.assertEqual(self.post(visibility="followers").status, 422)

    def test_a_wrong_token_is_refused_in_each_server_s_way(self):
        wrong = {"Authorization": "Bearer wrong"}
        for flavour, status, empty in (("mastodon", 401, False), ("snac", 422, True), ("pleroma", 403, False),
                                       ("takahe", 400, False)):
            fake = self.start(flavour)
            answer = self.get("/api/v1/accounts/verify_credentials", wrong)
            self.assertEqual((flavour, answer.status, answer.body == b""), (flavour, status, empty))
            posted = send(fake.port, "POST", "/api/v1/statuses", {"status": "words"}, wrong)
            self.assertEqual((flavour, posted.status), (flavour, 401 if flavour == "snac" else status))

    def put(self, name, text, **fields):
        return send(self.fake.port, "PUT", f"/api/v1/statuses/{name}", {"status": text, **fields}, TOKEN)

    def delete(self, name):
        return send(self.fake.port, "DELETE", f"/api/v1/statuses/{name}", None, TOKEN)

    def test_gotosocial_refuses_an_edit_that_changes_nothing(self):
        self.start("gotosocial")
        name = self.post("one").json()["id"]
        self.assertEqual(self.put(name, "two").status, 200)
        again = self.put(name, "two")
        self.assertEqual((again.status, again.json()["error"]),
                         (422, "Unprocessable Entity: status was not changed"))
        self.assertEqual(self.put(name, "two", spoiler_text="w").status, 200)
        self.assertEqual(self.get(f"/api/v1/statuses/{name}/source").json()["spoiler_text"], "w")

    def test_gotosocial_reads_markdown_where_the_account_says_so_and_the_status_does_not(self):
        self.start("gotosocial", "--markdown")
        text = "__init__ and Vec<String>"
        self.assertEqual(self.post(text).json()["content"], "<p>init and Vec</p>")
        plain = self.post(text, content_type="text/plain").json()
        self.assertEqual(plain["content"], "<p>__init__ and Vec&lt;String&gt;</p>")
        source = self.get(f"/api/v1/statuses/{plain['id']}/source").json()["text"]
        self.assertEqual(source, text)
        for text, content in ((r"C:\_new\*", "C:_new*"), ("a&amp;b &#58;", "a&amp;b :"), (r"C:\new", r"C:\new"),
                              (r"C:\\_new \&amp;", r"C:\_new &amp;amp;"), ("\\\nx", "<br />x"), ("&nosuch;", "&amp;nosuch;"),
                              ("https://x.example/?a&amp;b", '<a href="https://x.example/?a&amp;amp;b">'
                               "https://x.example/?a&amp;amp;b</a>")):
            self.assertEqual(self.post(text, content_type="text/plain").json()["content"], f"<p>{content}</p>")

    def test_gotosocial_s_429_names_its_end_in_one_header(self):
        fake = self.start("gotosocial")
        fake.script({"fault": "too_many", "seconds": 60})
        answer = self.post("one")
        self.assertEqual((answer.status, "retry-after" in answer.headers, "x-ratelimit-limit" in answer.headers),
                         (429, False, False))
        self.assertIn("T", answer.headers["x-ratelimit-reset"])

    def test_snac_gives_an_edited_status_another_id_and_every_edit_is_an_update(self):
        fake = self.start("snac")
        made = self.post("one").json()
        first, second = self.put(made["id"], "two").json(), self.put(made["id"], "two").json()
        self.assertEqual(len({made["id"], first["id"], second["id"]}), 3)
        self.assertEqual({one["id"][-32:] for one in (made, first, second)}, {made["id"][-32:]})
        self.assertEqual({one["uri"] for one in (made, first, second)}, {made["uri"]})
        self.assertEqual(sum(entry["entry"] == "commit" and entry["what"] == "edited" for entry in fake.log()), 2)

    def test_snac_lists_public_statuses_only_and_takes_no_pictures_in_an_edit(self):
        self.start("snac")
        for visibility in ("public", "unlisted", "private"):
            self.post(visibility, visibility=visibility)
        listed = self.get("/api/v1/accounts/1/statuses").json()
        self.assertEqual([one["content"] for one in listed], ["<p>public</p>"])
        picture = self.upload().json()["id"]
        self.assertEqual(self.put(listed[0]["id"], "two", media_ids=[picture]).json()["media_attachments"], [])

    def test_snac_answers_a_page_for_what_is_gone_and_never_tells_the_time(self):
        self.start("snac")
        made = self.post("one")
        self.assertNotIn("date", made.headers)
        self.assertEqual(self.delete(made.json()["id"]).status, 200)
        gone = self.delete(made.json()["id"])
        self.assertEqual((gone.status, gone.body), (404, b"<h1>404 Not Found (snac/2.94)</h1>"))
        self.start("mastodon")
        self.assertIn("date", self.post("one").headers)

    def test_snac_reads_markdown_in_every_status_and_lets_references_through(self):
        self.start("snac")
        for text, content in (("__init__", "<u>init</u>"), ("*stars*", "<i>stars</i>"), ("2 * 3 * 4", "2 <i> 3 </i> 4"),
                              ("# comment", "<h1>comment</h1>"), ("* * *", "<hr>"), ("Vec<String>", "Vec"),
                              (":-)", "&#128578;"), ("&#42;stars&#42;", "&#42;stars&#42;"),
                              ("&#58;-)", "&#58&#128521;"), (":-&#41;", ":-&#41;"), ("an 8-ounce cup", "an &#128562;unce cup"),
                              ("https://x.example/8-o", '<a href="https://x.example/&#128562;">'
                               "https://x.example/&#128562;</a>")):
            self.assertEqual(self.post(text, content_type="text/plain").json()["content"], f"<p>{content}</p>")

    def test_an_edit_takes_other_pictures_and_without_them_has_none(self):
        self.start("mastodon")
        first, second = self.upload().json()["id"], self.upload().json()["id"]
        name = self.post("one", media_ids=[first]).json()["id"]
        self.assertEqual([one["id"] for one in self.put(name, "two", media_ids=[first, second]).json()[
            "media_attachments"]], [first, second])
        self.assertEqual(self.put(name, "two").json()["media_attachments"], [])

    def test_a_request_may_be_carried_out_after_a_newer_one(self):
        fake = self.start("mastodon")
        name = self.post("one").json()["id"]
        fake.script({"on": {"method": "PUT"}, "fault": "carry_out_late", "seconds": 0.2})
        self.assertEqual(self.put(name, "two").ending, "closed")
        self.put(name, "three")
        fake.wait_for("commit", what="edited", identity={"text": "two"})
        self.assertEqual(self.get(f"/api/v1/statuses/{name}/source").json()["text"], "two")

    def test_people_change_what_stands_there(self):
        fake = self.start("snac")
        name = self.post("one").json()["id"]
        fake.set(edit=[name, "by hand"], others=2)
        self.assertEqual(len(self.get("/api/v1/accounts/1/statuses").json()), 3)
        self.assertEqual(self.get(f"/api/v1/statuses/{name}/source").json()["text"], "by hand")
        fake.set(remove=name)
        self.assertEqual(self.get(f"/api/v1/statuses/{name}").status, 404)

    def test_an_answer_forgets_a_deleted_status(self):
        for software, remembers in (("mastodon", False), ("gotosocial", True)):
            fake = self.start(software)
            first = self.post("one").json()["id"]
            second = self.post("two", in_reply_to_id=first).json()["id"]
            fake.set(remove=first)
            found = self.get(f"/api/v1/statuses/{second}").json()["in_reply_to_id"]
            self.assertEqual(found, first if remembers else None)

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

    def test_mastodon_makes_the_warning_of_a_picture_without_words_its_text(self):
        for flavour, text, warning in (("mastodon", "food", ""), ("gotosocial", "", "food")):
            self.start(flavour)
            made = self.post("", media_ids=[self.upload().json()["id"]], spoiler_text="food").json()
            source = self.get(f"/api/v1/statuses/{made['id']}/source").json()
            self.assertEqual((flavour, source["text"], made["spoiler_text"]), (flavour, text, warning))

    def test_a_bad_picture_is_refused_and_the_older_address_answers_when_all_is_done(self):
        self.start("pleroma", "--media-looks", "9")
        done = self.upload()
        self.assertEqual((done.status, self.get(f"/api/v1/media/{done.json()['id']}").status), (202, 403))
        self.assertEqual(self.post("", media_ids=[done.json()["id"]]).status, 200)
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
