#!/usr/bin/python3
"""Tests the test ground: the fake WordPress answers like the real one, and the proxy loses what it should.

The last line is "N passed, N failed".
"""

import base64
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes")]
from exchange import send  # noqa: E402
from fake import Fake  # noqa: E402
from lossy_proxy import LossyProxy  # noqa: E402
from run_tests import run_suite  # noqa: E402
from wordpress import WordPress  # noqa: E402

LOOK_UP = "/wp/v2/posts?slug={}&status=any&context=edit"
POST = {"title": "Hello & “you”", "content": "<p>words</p>", "slug": "first-light", "status": "publish"}

# Name, method, path, body, whether the password is right. The order matters: later calls use what earlier ones created.
CALLS = [
    ("the index", "GET", "/", None, False),
    ("who am I", "GET", "/wp/v2/users/me", None, True),
    ("who am I, wrong password", "GET", "/wp/v2/users/me", None, False),
    ("look up before", "GET", LOOK_UP.format("first-light"), None, True),
    ("look up, wrong password", "GET", LOOK_UP.format("first-light"), None, False),
    ("look up with context only, wrong password", "GET", "/wp/v2/posts?slug=x&context=edit", None, False),
    ("look up as a visitor", "GET", "/wp/v2/posts?slug=first-light", None, False),
    ("create, wrong password", "POST", "/wp/v2/posts", POST, False),
    ("create", "POST", "/wp/v2/posts", POST, True),
    ("create again", "POST", "/wp/v2/posts", POST, True),
    ("look up", "GET", LOOK_UP.format("first-light"), None, True),
    ("look up the copy", "GET", LOOK_UP.format("first-light-2"), None, True),
    ("look up both", "GET", LOOK_UP.format("first-light,first-light-2"), None, True),
    ("create in another script", "POST", "/wp/v2/posts", {**POST, "slug": "日本語"}, True),
    ("create with accents", "POST", "/wp/v2/posts", {**POST, "slug": "Žluťoučký kůň / 2.0"}, True),
    ("create with a slug too long", "POST", "/wp/v2/posts", {**POST, "slug": "日本語" * 40}, True),
    ("look up in another script", "GET", LOOK_UP.format("%E6%97%A5%E6%9C%AC%E8%AA%9E"), None, True),
    ("create in the future", "POST", "/wp/v2/posts", {**POST, "slug": "f", "date_gmt": "2999-01-01T00:00:00"}, True),
    ("create nothing", "POST", "/wp/v2/posts", {}, True),
    ("create what is not JSON", "POST", "/wp/v2/posts", b"{no", True),
    ("create in a wrong state", "POST", "/wp/v2/posts", {**POST, "status": "nope"}, True),
    ("no such post", "GET", "/wp/v2/posts/99999", None, True),
    ("no such route", "GET", "/wp/v2/nope", None, True),
    ("a tag", "POST", "/wp/v2/tags", {"name": "Café & Co"}, True),
    ("the tag again", "POST", "/wp/v2/tags", {"name": "café & co"}, True),
    ("nearly the tag", "POST", "/wp/v2/tags", {"name": "Cafe  Co"}, True),
    ("a tag, wrong password", "POST", "/wp/v2/tags", {"name": "x"}, False),
    ("a tag without a name", "POST", "/wp/v2/tags", {"name": ""}, True),
    ("search the tag", "GET", "/wp/v2/tags?search=Caf%C3%A9+%26+Co", None, True),
    ("search the tag escaped", "GET", "/wp/v2/tags?search=Caf%C3%A9+%26amp%3B+Co", None, True),
    ("the tag by slug", "GET", "/wp/v2/tags?slug=cafe-co", None, True),
    ("a category that is there", "POST", "/wp/v2/categories", {"name": "uncategorized"}, True),
    ("a page", "POST", "/wp/v2/pages", {**POST, "slug": "about"}, True),
    ("a page of a post's slug", "POST", "/wp/v2/pages", {**POST, "slug": "first-light"}, True),
    ("a post of a page's slug", "POST", "/wp/v2/posts", {**POST, "slug": "about"}, True),
    ("pages in any state", "GET", "/wp/v2/pages?slug=about&status=any&context=edit", None, True),
    ("public pages", "GET", "/wp/v2/pages?slug=about&status=publish", None, True),
    ("too many per page", "GET", "/wp/v2/tags?per_page=101", None, True),
]

# The same for accounts with fewer rights, each with a separate user.
ROLES = ["editor", "author", "contributor", "subscriber"]
SCRIPT = "<p onclick='x'>hi</p><script>alert(1)</script><p style=\"position:fixed;color:red\">s</p>"
CALLS_OF_ROLES = [
    ("who am I", "GET", "/wp/v2/users/me?context=edit", None, True),
    ("look up", "GET", LOOK_UP.format("by-role"), None, True),
    ("look up pages", "GET", "/wp/v2/pages?slug=by-role&status=any&context=edit", None, True),
    ("look up public pages", "GET", "/wp/v2/pages?slug=by-role&status=publish", None, True),
    ("look up pictures", "GET", "/wp/v2/media?slug=by-role&context=edit", None, True),
    ("create", "POST", "/wp/v2/posts", {**POST, "slug": "by-role", "content": SCRIPT}, True),
    ("create a draft", "POST", "/wp/v2/posts", {**POST, "slug": "by-role-draft", "status": "draft"}, True),
    ("create a page", "POST", "/wp/v2/pages", {**POST, "slug": "by-role"}, True),
    ("a category", "POST", "/wp/v2/categories", {"name": "By role"}, True),
    ("a tag", "POST", "/wp/v2/tags", {"name": "By role"}, True),
    ("a picture that is none", "POST", "/wp/v2/media", b"", True),
]
ALT_TEXTS = ["<x>", "a & b", "a &amp; b", "&lt;x> &amp;lt;", "1 < 2 > 0", "100%20 sure \"q\"", "100&#37;20", "a\n b"]


class FakeAgrees(unittest.TestCase):
    """Sends the same sequence of requests to both."""

    def test_the_fake_answers_as_wordpress_does(self):
        with WordPress() as real, Fake("wordpress") as fake:
            for name, method, path, body, right in CALLS:
                expected = self.gist(real.port, real.application_password if right else "wrong", method, path, body)
                found = self.gist(fake.port, "fake pass word" if right else "wrong", method, path, body)
                with self.subTest(name):
                    self.assertEqual(found, expected)

    def test_the_fake_knows_rights_as_wordpress_does(self):
        for role in ROLES:
            # One role after the other on empty sites, since each call creates what the next one would meet.
            with WordPress() as real, Fake("wordpress", "--role", role, "--user", role[:4]) as fake:
                password = real.add_user(role[:4], role)
                for name, method, path, body, _ in CALLS_OF_ROLES:
                    expected = self.gist(real.port, password, method, path, body, user=role[:4])
                    found = self.gist(fake.port, "fake pass word", method, path, body, user=role[:4])
                    with self.subTest(f"{role}: {name}"):
                        self.assertEqual(found, expected)

    def test_the_fake_keeps_alternative_texts_as_wordpress_does(self):
        picture = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
                                   "rkJggg==")
        with WordPress() as real, Fake("wordpress") as fake:
            kept = []
            for port, password in ((real.port, real.application_password), (fake.port, "fake pass word")):
                basic = base64.b64encode(f"ada:{password}".encode()).decode()
                headers = {"Authorization": f"Basic {basic}", "Content-Type": "image/png",
                           "Content-Disposition": 'attachment; filename="one.png"'}
                made = [send(port, "POST", "/wp-json/wp/v2/media", picture, headers).json() for _ in range(2)]
                words = [send(port, "POST", f"/wp-json/wp/v2/media/{made[0]['id']}", {"alt_text": text}, {
                    "Authorization": f"Basic {basic}"}).json()["alt_text"] for text in ALT_TEXTS]
                kept.append((made[0]["slug"] != made[1]["slug"], words))
            self.assertEqual(kept[1], kept[0])

    def gist(self, port, password, method, path, body, user="ada"):
        """What a client can observe: status, error code, slugs, states, names, and the total of a list."""
        basic = base64.b64encode(f"{user}:{password}".encode()).decode()
        answer = send(port, method, "/wp-json" + path, body, {
            "Authorization": f"Basic {basic}", "Content-Type": "application/json"}, seconds=60)
        value = answer.json()
        items = value if isinstance(value, list) else [value]
        told = [{key: item[key] for key in ("code", "message", "slug", "status", "type", "taxonomy") if key in item}
                | self.deeper(item) for item in items]
        told.sort(key=lambda item: item.get("slug") or "")   # two posts of the same second have no defined order
        return answer.status, answer.headers.get("x-wp-total"), told

    def deeper(self, item):
        data = item.get("data") or {}
        title = item.get("title") or {}
        rights = item.get("capabilities") or {}
        details = ((data.get("details") or {}).get("status") or {}).get("data")
        return {"named": item.get("name") if "taxonomy" in item else None, "raw": title.get("raw"),
                "refused": data.get("status"), "exists": "term_id" in data, "details": details,
                "content": (item.get("content") or {}).get("raw"),
                "rights": {right: rights.get(right) for right in (
                    "publish_posts", "upload_files", "manage_categories", "unfiltered_html")}}


class Proxy(unittest.TestCase):
    def test_a_lost_answer_is_a_post_that_is_there(self):
        with WordPress() as site, LossyProxy(site.port) as proxy:
            basic = base64.b64encode(f"ada:{site.application_password}".encode()).decode()

            def create():
                return send(proxy.port, "POST", "/wp-json/wp/v2/posts", POST, {"Authorization": f"Basic {basic}"})
            proxy.lose_answer("POST", "/wp/v2/posts")
            proxy.drop_request("POST", "/wp/v2/posts")
            self.assertEqual((create().ending, len(site.posts(slug="first-light"))), ("closed", 1))
            self.assertEqual((create().ending, len(site.posts())), ("closed", 2))   # "Hello world!" is one of them
            proxy.away()
            self.assertEqual(create().ending, "refused")
            proxy.back()
            self.assertEqual(create().json()["slug"], "first-light-2")
            site.stop_database()
            self.assertEqual((create().status, create().json()["code"]), (500, "wp_die"))
            site.start_database()
            site.stop_server()
            self.assertEqual(create().ending, "closed")
            site.start_server()
            self.assertEqual(create().status, 201)
            endings = [ending for _, _, ending in proxy.wait_for(7, "POST")]
            self.assertEqual(endings, ["lost", "dropped", 201, 500, 500, "unreachable", 201])


if __name__ == "__main__":
    sys.exit(run_suite())
