"""WordPress's answers, like those of a WordPress 6.1."""

import base64
import unittest
import urllib.parse

from exchange import send
from fake import Fake

LOOK_UP = "/wp-json/wp/v2/posts?slug={}&status=any&context=edit"


class WordPress(unittest.TestCase):
    def start(self, *options):
        self.fake = Fake("wordpress", *options).start()
        self.addCleanup(self.fake.__exit__)

    def call(self, method, target, body=None, password="fakepassword"):
        basic = base64.b64encode(f"ada:{password}".encode()).decode()
        return send(self.fake.port, method, target, body, {"Authorization": f"Basic {basic}"})

    def create(self, slug="first", **fields):
        return self.call("POST", "/wp-json/wp/v2/posts",
                         {"title": "T", "content": "C", "slug": slug, "status": "publish", **fields})

    def look_up(self, slug):
        return [post["slug"] for post in self.call("GET", LOOK_UP.format(urllib.parse.quote(slug))).json()]

    def test_a_used_slug_silently_becomes_another(self):
        self.start()
        self.assertEqual([self.create().json()["slug"] for _ in range(3)], ["first", "first-2", "first-3"])
        self.assertEqual((self.look_up("first"), self.look_up("none")), (["first"], []))
        self.assertEqual(self.fake.summary()["copies"]["slug"], {"first": 3})

    def test_a_slug_of_another_script_is_kept_encoded_and_found_either_way(self):
        self.start()
        encoded = self.create("日本語").json()["slug"]
        self.assertEqual(encoded, "%e6%97%a5%e6%9c%ac%e8%aa%9e")
        self.assertEqual((self.look_up("日本語"), self.look_up(encoded)), ([encoded], [encoded]))

    def test_a_wrong_password_makes_a_visitor(self):
        self.start()
        refused = self.call("POST", "/wp-json/wp/v2/posts", {"title": "T"}, password="wrong")
        self.assertEqual((refused.status, refused.json()["code"]), (401, "rest_cannot_create"))
        self.assertEqual(self.call("GET", LOOK_UP.format("x"), None, "wrong").status, 400)
        self.assertEqual(self.call("GET", "/wp-json/wp/v2/posts?slug=x", None, "wrong").body, b"[]")
        self.assertEqual(self.call("GET", "/wp-json/wp/v2/users/me", None, "wrong").status, 401)

    def test_a_proxy_may_strip_the_password_and_a_site_may_name_the_error(self):
        self.start("--strip-authorization")
        self.assertEqual(self.call("GET", "/wp-json/wp/v2/users/me").json()["code"], "rest_not_logged_in")
        self.start("--early-auth-errors")
        self.assertEqual(self.call("GET", "/wp-json/", None, "wrong").json()["code"], "incorrect_password")

    def test_a_term_that_exists_names_itself(self):
        self.start()
        made = self.call("POST", "/wp-json/wp/v2/tags", {"name": "Q & A"})
        again = self.call("POST", "/wp-json/wp/v2/tags", {"name": "q & a"})
        self.assertEqual((made.status, made.json()["name"]), (201, "Q &amp; A"))
        self.assertEqual((again.status, again.json()["data"]), (400, {"status": 400, "term_id": made.json()["id"]}))
        found = self.call("GET", "/wp-json/wp/v2/tags?search=Q")
        self.assertEqual((found.headers["x-wp-total"], found.json()[0]["slug"]), ("1", "q-a"))

    def test_a_post_is_changed_and_goes_to_the_trash(self):
        self.start()
        number = self.create().json()["id"]
        changed = self.call("POST", f"/wp-json/wp/v2/posts/{number}", {"content": "D"}).json()
        self.assertEqual((changed["content"]["raw"], changed["slug"]), ("D", "first"))
        trashed = self.call("DELETE", f"/wp-json/wp/v2/posts/{number}").json()
        self.assertEqual((trashed["status"], self.look_up("first")), ("trash", []))
        self.assertEqual(self.fake.summary()["copies"]["slug"], {})

    def upload(self, name, data=b"\xff\xd8\xff picture"):
        basic = base64.b64encode(b"ada:fakepassword").decode()
        return send(self.fake.port, "POST", "/wp-json/wp/v2/media", data, {
            "Authorization": f"Basic {basic}", "Content-Type": "image/jpeg",
            "Content-Disposition": f'attachment; filename="{name}"'})

    def test_a_picture_has_a_slug_and_words(self):
        self.start("--upload-bytes", "100")
        made = self.upload("boats-1.jpg").json()
        self.assertEqual((made["slug"], made["alt_text"]), ("boats-1", ""))
        self.call("POST", f"/wp-json/wp/v2/media/{made['id']}", {"alt_text": "Boats"})
        found = self.call("GET", "/wp-json/wp/v2/media?slug=boats-1&context=edit").json()
        self.assertEqual([(one["id"], one["alt_text"]) for one in found], [(made["id"], "Boats")])
        self.assertEqual(self.upload("boats-1.jpg").json()["slug"], "boats-1-2")
        self.assertEqual((self.upload("a.svg").status, self.upload("b.jpg", b"x" * 101).status), (500, 500))

    def test_it_remembers_its_log(self):
        self.start()
        self.create(), self.call("POST", "/wp-json/wp/v2/tags", {"name": "t"})
        self.fake.kill()
        self.fake.start()
        self.assertEqual(self.create().json()["slug"], "first-2")
        self.assertEqual(self.call("POST", "/wp-json/wp/v2/tags", {"name": "t"}).status, 400)

    def test_what_a_role_lacks_is_missing_and_refused_in_words(self):
        for role, publishing, category in (("contributor", "rest_cannot_publish", 403), ("author", None, 403),
                                           ("subscriber", "rest_cannot_create", 403), ("editor", None, 201)):
            self.start("--role", role)
            rights = self.call("GET", "/wp-json/wp/v2/users/me?context=edit").json()["capabilities"]
            self.assertEqual(rights.get("publish_posts"), None if publishing else True, role)
            self.assertEqual(self.create().json().get("code"), publishing, role)
            made = self.call("POST", "/wp-json/wp/v2/categories", {"name": "News"})
            self.assertEqual(made.status, category, role)
        self.start("--role", "subscriber")
        listed = self.call("GET", LOOK_UP.format("x"))
        self.assertEqual((listed.status, listed.json()["data"]["details"]["status"]["data"]), (400, {"status": 403}))

    def test_a_page_and_a_post_share_a_slug_and_with_some_permalinks_an_address(self):
        self.start("--permalinks", "/%postname%/")
        page = self.call("POST", "/wp-json/wp/v2/pages", {
            "title": "A page", "content": "P", "slug": "about", "status": "publish"}).json()
        post = self.create("about", title="A post").json()
        self.assertEqual((page["slug"], post["slug"]), ("about", "about"))
        self.assertEqual(page["link"], post["link"])
        self.assertIn(b"A page", send(self.fake.port, "GET", "/about/").body)
        self.start()
        self.assertIn(b"404", b"%d" % send(self.fake.port, "GET", "/about/").status)

    def test_kses_takes_out_what_an_author_may_not_write(self):
        html = "<p onclick='x'>hi</p><script>alert(1)</script><p style=\"position:fixed;color:red\">s</p>"
        self.start("--role", "author")
        self.assertEqual(self.create(content=html).json()["content"]["raw"],
                         "<p>hi</p>alert(1)<p style=\"color:red\">s</p>")
        self.start("--role", "editor")
        self.assertEqual(self.create(content=html).json()["content"]["raw"], html)

    def test_alternative_texts_lose_tags_and_percent_signs(self):
        self.start()
        number = self.upload("a.jpg").json()["id"]
        for sent, kept in (("<x>", ""), ("a & b", "a & b"), ("&lt;x> &amp;lt;", "&lt;x> &amp;lt;"),
                           ("1 < 2 > 0", "1 < 2 > 0"), ("100%20 sure", "100 sure"), ("a\n b", "a b")):
            words = self.call("POST", f"/wp-json/wp/v2/media/{number}", {"alt_text": sent}).json()["alt_text"]
            self.assertEqual(words, kept)


if __name__ == "__main__":
    unittest.main()
