"""Ghost's posts, their tags and emails, as in its versions 5 and 6."""

import time
import unittest

from exchange import send
from ghost_client import GONE, GhostCase


class Ghost(GhostCase):
    # Making

    def test_a_used_slug_silently_becomes_another(self):
        self.start()
        self.assertEqual([self.create(slug="first")["slug"] for _ in range(3)], ["first", "first-2", "first-3"])
        page = self.call("POST", "pages/", {"pages": [{"title": "P", "slug": "first"}]}).json()["pages"][0]
        self.assertEqual(page["slug"], "first-4")
        self.assertEqual(self.fake.summary()["copies"]["slug"], {"first": 4})

    def test_nothing_that_a_client_chooses_names_a_post(self):
        self.start()
        chosen = {"id": GONE, "uuid": "11111111-2222-4333-8444-555555555555", "comment_id": "mine", "anything": 1,
                  "url": "https://example.com/"}
        made = self.create(**chosen)
        self.assertEqual([name for name, value in chosen.items() if made.get(name) == value], [])
        self.assertEqual(made["comment_id"], made["id"])
        self.assertNotIn("html", made)
        self.assertRegex(made["updated_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$")

    def test_html_without_its_source_is_dropped(self):
        self.start()
        made = self.create(query="")
        self.assertEqual(self.read(made)["html"], "")
        self.assertEqual(self.read(self.create())["html"], "<p>Words</p>")

    def test_fields_that_do_not_fit_are_refused_by_name(self):
        self.start()
        for field, value in (("custom_excerpt", "x" * 301), ("status", "publish"), ("feature_image", "a b"),
                             ("published_at", "2026-01-01"), ("slug", None), ("tags", ["x" * 192]), ("title", None)):
            key = "tags[0]" if field == "tags" else field
            answer = self.call("POST", "posts/", {"posts": [{"title": "T", field: value}]})
            self.refused(answer, 422, type="ValidationError", message="Validation error, cannot save post.",
                         context=f"Validation failed for {key}.", property=key)
        self.refused(self.call("POST", "posts/", {"posts": [{}]}), 422, context="Validation failed for posts[0].")
        self.refused(self.call("POST", "posts/", {"post": {}}), 422, context="Validation failed for posts.")
        cut = self.call("POST", "posts/", b"{", {"Content-Type": "application/json"})
        self.refused(cut, 400, code="UNEXPECTED_ERROR")
        self.assertEqual(self.fake.records(), [])

    def test_the_model_has_limits_of_its_own(self):
        self.start()
        self.refused(self.call("POST", "posts/", {"posts": [{"title": "x" * 256}]}), 422, property=None,
                     context="Value in [posts.title] exceeds maximum length of 255 characters. posts.title")
        self.refused(self.call("POST", "posts/", {"posts": [{"title": "T", "feature_image_alt": "x" * 192}]}), 422,
                     context="Value in [post_revisions.feature_image_alt] exceeds maximum length of 191 characters. "
                             "post_revisions.feature_image_alt")
        self.refused(self.call("POST", "posts/", {"posts": [{"title": " "}]}), 422)
        self.assertEqual(self.create(title="")["title"], "(Untitled)")

    def test_times_of_publication(self):
        self.start()
        later = "2099-01-01T00:00:00+02:00"
        ahead = self.create(published_at=later)
        self.assertEqual((ahead["status"], ahead["published_at"]), ("published", "2098-12-31T22:00:00.000Z"))
        self.refused(self.call("POST", "posts/", {"posts": [{"title": "T", "status": "scheduled"}]}), 422,
                     context="Value in published_at cannot be blank.")
        past = {"title": "T", "status": "scheduled", "published_at": "2020-01-01T00:00:00Z"}
        self.refused(self.call("POST", "posts/", {"posts": [past]}), 422,
                     context="Date must be at least -2 minutes in the future.")
        self.refused(self.change(ahead, status="scheduled"), 422,
                     context="Your post is already published, please reload your page.")

    def test_a_scheduled_post_goes_public_by_itself(self):
        self.start()
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        post = self.create(status="scheduled", published_at=at)
        self.assertIn("/p/", post["url"])
        self.advance(3601)
        now = self.read(post)
        self.assertEqual((now["status"], now["url"]), ("published", f"{self.fake.url}/first/"))
        self.assertNotEqual(now["updated_at"], post["updated_at"])

    # Tags

    def test_tags_keep_their_order_and_another_spelling_renames_them(self):
        self.start()
        made = self.create(tags=["Swift", "#mark", "swift", {"name": "Zoë"}])
        self.assertEqual([(tag["name"], tag["slug"]) for tag in made["tags"]],
                         [("Swift", "swift"), ("#mark", "hash-mark"), ("Zoë", "zoe")])
        self.assertEqual((made["primary_tag"]["slug"], made["tags"][1]["visibility"]), ("swift", "internal"))
        self.assertIsNone(self.create(tags=["#mark", "Swift"])["primary_tag"])
        self.create(tags=["SWIFT"])
        self.assertEqual(self.read(made)["tags"][0]["name"], "SWIFT")
        kept = self.change(made, title="New").json()["posts"][0]
        self.assertEqual(len(kept["tags"]), 3)
        self.assertEqual(self.change(kept, tags=[]).json()["posts"][0]["tags"], [])
        self.refused(self.call("POST", "posts/", {"posts": [{"title": "T", "tags": [",x"]}]}), 422,
                     context="Validation (matches) failed for name tags.name")

    def test_a_database_with_case_makes_a_second_tag(self):
        self.start("--database", "sqlite3")
        self.create(tags=["Swift"])
        self.assertEqual(self.create(tags=["swift"])["tags"][0]["slug"], "swift-2")
        found = self.call("GET", "posts/?filter=tag:swift-2").json()["posts"]
        self.assertEqual(len(found), 1)

    # Changing

    def test_a_change_needs_the_time_of_the_last_one(self):
        self.start()
        post = self.create()
        self.refused(self.call("PUT", f"posts/{post['id']}/", {"posts": [{"title": "New"}]}), 422,
                     message="Validation error, cannot edit post.", context="Validation failed for posts[0].",
                     property="posts[0]")
        self.advance(2)
        newer = self.change(post, title="New").json()["posts"][0]
        self.assertGreater(newer["updated_at"], post["updated_at"])
        words = "Saving failed! Someone else is editing this post."
        answer = self.change(post, title="Newest")
        self.refused(answer, 409, type="UpdateCollisionError", code="UPDATE_COLLISION", message=words, context=words)
        self.assertEqual(answer.json()["errors"][0]["details"], {
            "changedFields": ["title"], "clientUpdatedAt": post["updated_at"],
            "serverUpdatedAt": newer["updated_at"]})
        self.assertEqual(self.read(post)["title"], "New")

    def test_some_old_changes_go_unnoticed(self):
        self.start()
        post = self.create(tags=["a"])
        self.advance(2)
        newer = self.change(post, "?source=html", html="<p>New</p>").json()["posts"][0]
        same = self.change(post, "?source=html", html="<p>New</p>")   # it changes nothing
        self.assertEqual((same.status, same.json()["posts"][0]["updated_at"]), (200, newer["updated_at"]))
        for fields in ({"tags": ["b"]}, {"feature_image_alt": "alt"}, {"updated_at": None, "title": "Over"}):
            self.assertEqual(self.change(post, **fields).status, 200, fields)
            if "title" not in fields:   # nor does the time move
                self.assertEqual(self.read(post)["updated_at"], newer["updated_at"])
        found = self.read(post)
        self.assertEqual([found["title"], found["feature_image_alt"], found["tags"][0]["name"]], ["Over", "alt", "b"])

    def test_a_slug_that_is_sent_as_it_was_asked_changes_the_address_each_time(self):
        self.start()
        self.create(slug="first")
        post = self.create(slug="first")
        slugs = [post["slug"]]
        for _ in range(2):
            post = self.change(post, slug="first").json()["posts"][0]
            slugs.append(post["slug"])
        self.assertEqual(slugs, ["first-2", "first-3", "first-2"])
        self.assertEqual(self.change(post, slug="first-2").json()["posts"][0]["slug"], "first-2")

    def test_a_draft_with_a_new_title_keeps_a_slug_uncleaned(self):
        self.start()
        self.create(slug="taken")
        draft = self.create(slug="draft", status="draft")
        self.assertEqual(self.change(draft, title="New", slug="My Slug!").json()["posts"][0]["slug"], "My Slug!")
        self.refused(self.change(draft, title="Newer", slug="taken"), 500, code="UNEXPECTED_ERROR")

    def test_a_post_is_withdrawn_and_published(self):
        self.start()
        post = self.create()
        draft = self.change(post, status="draft").json()["posts"][0]
        self.assertEqual((draft["published_at"], draft["url"]),
                         (post["published_at"], f"{self.fake.url}/p/{post['uuid']}/"))
        self.assertEqual(send(self.fake.port, "GET", "/first/").status, 404)
        self.assertEqual(self.change(draft, status="published").json()["posts"][0]["url"], f"{self.fake.url}/first/")
        self.assertIn(b"<p>Words</p>", send(self.fake.port, "GET", "/first/").body)

    def test_what_is_gone_is_not_found_under_three_names(self):
        self.start()
        post = self.create()
        self.assertEqual(self.call("DELETE", f"posts/{post['id']}/").status, 204)
        for method, verb in (("GET", "read"), ("DELETE", "delete"), ("PUT", "edit")):
            body = {"posts": [{"updated_at": post["updated_at"]}]} if method == "PUT" else None
            self.refused(self.call(method, f"posts/{post['id']}/", body), 404, type="NotFoundError", code=None,
                         message=f"Resource not found error, cannot {verb} post.", context="Post not found.")
        self.refused(self.call("PUT", f"posts/{post['id']}/", {"posts": [{}]}), 422)
        self.assertEqual(self.fake.summary()["copies"]["slug"], {})

    # Emails

    def test_publishing_alone_sends_nothing(self):
        self.start()
        self.create(query="?source=html&newsletter=default-newsletter")
        draft = self.create(status="draft")
        post = self.change(draft, status="published").json()["posts"][0]
        self.assertEqual(self.change(post, "?newsletter=default-newsletter", title="New").status, 200)
        self.assertEqual(self.fake.summary()["emails"], {})

    def test_a_newsletter_goes_out_once_and_only_with_the_publication(self):
        self.start()
        draft = self.create(status="draft")
        self.refused(self.change(draft, "?newsletter=other", status="published"), 400,
                     message="Request not understood error, cannot edit post.",
                     context="The newsletter parameter doesn't match any active newsletter.")
        self.refused(self.change(draft, "?email_segment=all", status="published"), 422, property="email_segment")
        self.assertEqual(self.fake.summary()["emails"], {})
        query = "?newsletter=default-newsletter&email_segment=status:free"
        post = self.change(draft, query, status="published").json()["posts"][0]
        self.assertEqual((post["newsletter"]["slug"], post["email_segment"], post["email"]["status"]),
                         ("default-newsletter", "status:free", "pending"))
        again = self.change(post, status="draft").json()["posts"][0]
        self.change(again, query, status="published")
        self.assertEqual(self.fake.summary()["emails"], {post["id"]: 1})

    def test_what_is_for_email_alone_is_sent_and_has_no_public_address(self):
        self.start()
        draft = self.create(status="draft")
        answer = self.change(draft, "?newsletter=default-newsletter", status="published", email_only=True)
        post = answer.json()["posts"][0]
        self.assertEqual((post["status"], post["url"]), ("sent", f"{self.fake.url}/email/{post['uuid']}/"))
        self.assertEqual(self.fake.summary()["emails"], {post["id"]: 1})


if __name__ == "__main__":
    unittest.main()
