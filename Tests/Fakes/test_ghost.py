"""The ways into Ghost: its tokens, addresses and pictures, and the fake's own memory."""

import json
import time
import unittest

import ghost_tokens
from exchange import send
from ghost_client import API, GONE, KEY, GhostCase
from picture import png


class Ghost(GhostCase):
    # Tokens

    def test_every_fault_of_a_token_has_its_own_words(self):
        self.start()
        now, made = time.time(), ghost_tokens.signed
        name, _, secret = KEY.partition(":")
        for token, words in (
                (made(f"{name}:{'00' * 32}", now), "invalid signature"), (made(KEY, now - 301), "jwt expired"),
                (made(KEY, now - 301, exp=None), "maxAge exceeded"),
                (made(KEY, now, iat=None), "iat required when maxAge is specified"),
                (made(KEY, now, aud="/content/"), r"jwt audience invalid. expected: /\/?admin\/?$/"),
                (made(KEY, now, {"alg": "HS512"}), "invalid algorithm")):
            self.refused(self.call("GET", "posts/", token=token), 401, type="UnauthorizedError", code="INVALID_JWT",
                         message=f"Invalid token: {words}", context=None)
        for token, status, code, words in (
                (made(f"{GONE}:{secret}", now), 401, "UNKNOWN_ADMIN_API_KEY", "Unknown Admin API Key"),
                (made(KEY, now, {"kid": "6489f2c5b1a4d20001a1b2c4"}), 401, "INVALID_API_KEY_TYPE",
                 "Invalid API Key type"),
                (made(KEY, now, {"kid": None}), 400, "MISSING_ADMIN_API_KID", "Admin API kid missing."),
                ("no.token", 400, "INVALID_JWT", "Invalid token"), ("a.b.c", 400, "INVALID_JWT", "Invalid token")):
            self.refused(self.call("GET", "posts/", token=token), status, code=code, message=words, context=None)
        self.assertEqual(self.call("GET", "posts/", token=made(KEY, now + 240)).status, 200)

    def test_without_a_token_it_is_a_403_and_with_another_scheme_a_401(self):
        self.start()
        self.refused(send(self.fake.port, "GET", f"{API}posts/"), 403, type="NoPermissionError", code=None,
                     message="Authorization failed")
        for header in ("Bearer x", "Ghost"):
            answer = send(self.fake.port, "GET", f"{API}posts/", headers={"Authorization": header})
            self.refused(answer, 401, code="INVALID_AUTH_HEADER",
                         message='Authorization header format is "Authorization: Ghost [token]"')
        told = send(self.fake.port, "GET", f"{API}site/", headers={"Authorization": "Bearer x"}).json()["site"]
        self.assertEqual((told["version"], told["url"]), ("6.0", f"{self.fake.url}/"))

    def test_a_token_ages_by_the_clock_of_the_service(self):
        self.start()
        token = ghost_tokens.signed(KEY, time.time())
        self.fake.skew(240)
        self.assertEqual(self.call("GET", "posts/", token=token).status, 200)
        self.fake.skew(360)
        self.refused(self.call("GET", "posts/", token=token), 401, message="Invalid token: jwt expired")

    def test_what_an_integration_may_not_do_is_not_implemented(self):
        self.start()
        self.refused(self.call("GET", "slugs/post/x/"), 501, type="NotImplementedError")
        self.refused(self.call("GET", "nothing/"), 404, type="NotFoundError", message="Resource not found")
        self.refused(self.call("GET", "images/"), 404, type="NotFoundError")   # pictures have no list
        self.start("--limited", "Not in your plan.")
        self.refused(self.call("GET", "posts/"), 403, type="HostLimitError", message="Not in your plan.")

    # Reading

    def test_drafts_are_found_by_slug_and_in_lists(self):
        self.start()
        draft = self.create(status="draft", slug="first")
        self.create(slug="null")
        self.assertEqual(self.call("GET", "posts/slug/first/").json()["posts"][0]["id"], draft["id"])
        for query, found in (("?filter=slug:first", ["first"]), ("?filter=slug:[first,null]", ["first"]),
                             ("?filter=slug:'null'", ["null"]), ("?filter=slug:null", []),
                             ("?filter=status:draft%2Btitle:~'irs'", ["first"]),
                             ("?fields=slug", ["first", "null"])):
            answer = self.call("GET", f"posts/{query}").json()
            self.assertEqual([post["slug"] for post in answer["posts"]], found, query)
        self.assertEqual(self.call("GET", "posts/?fields=slug&limit=1").json()["posts"], [{"slug": "first"}])
        self.refused(self.call("GET", "posts/slug/first-2/"), 404, context="Post not found.")
        self.refused(self.call("GET", "posts/slug/%C3%A9/"), 422, context="Validation (isSlug) failed for slug")
        self.refused(self.call("GET", "posts/first/"), 422, context="Validation (matches) failed for id")
        self.refused(self.call("GET", "posts/?filter=page:true"), 400,
                     message="Request not understood error, cannot list posts.")

    def test_a_list_has_pages_and_a_limit_since_6(self):
        for release, limit in (("5.120", "all"), ("6.0", 100)):
            self.start("--release", release)
            for number in range(3):
                self.create(title=f"Post {number}")
            told = self.call("GET", "posts/?limit=2").json()["meta"]["pagination"]
            self.assertEqual(told, {"page": 1, "limit": 2, "pages": 2, "total": 3, "next": 2, "prev": None})
            self.assertEqual(self.call("GET", "posts/?limit=all").json()["meta"]["pagination"]["limit"], limit)

    def test_a_page_is_no_post(self):
        self.start()
        page = self.call("POST", "pages/?source=html", {"pages": [{"title": "About", "html": "<p>x</p>",
                                                                   "status": "published"}]}).json()["pages"][0]
        self.assertEqual(page["url"], f"{self.fake.url}/about/")
        self.assertNotIn("newsletter", page)
        self.refused(self.call("GET", f"posts/{page['id']}/"), 404, context="Post not found.")
        self.refused(self.call("DELETE", f"posts/{page['id']}/"), 404, context="Resource could not be found.")
        self.refused(self.call("GET", f"pages/{GONE}/"), 404, context="Page not found.")

    # Pictures

    def upload(self, name, data=None, kind="image/png", **fields):
        lines = [f'--b\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
                 for field, value in fields.items()]
        lines.append(f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                     f"Content-Type: {kind}\r\n\r\n")
        body = "".join(lines).encode() + (data or png()) + b"\r\n--b--\r\n"
        return self.call("POST", "images/upload/", body, {"Content-Type": "multipart/form-data; boundary=b"})

    def test_a_picture_keeps_its_name_and_gets_a_number(self):
        self.start()
        made = self.upload("boats é.png", ref="mine")
        self.assertEqual((made.status, made.json()["images"][0]["ref"]), (201, "mine"))
        address = made.json()["images"][0]["url"]
        self.assertRegex(address, rf"^{self.fake.url}/content/images/\d{{4}}/\d\d/boats---\.png$")
        self.assertTrue(self.upload("boats é.png").json()["images"][0]["url"].endswith("/boats----1.png"))
        path = address.removeprefix(self.fake.url)
        for found in (path, path.replace(".png", "_o.png")):   # the untouched file is public as well
            self.assertEqual(send(self.fake.port, "GET", found).body, png())
        self.assertEqual(self.fake.summary()["created"]["file"], {"boats Ã©.png": 2})

    def test_pictures_that_are_none(self):
        self.start("--proxy-bytes", "5000")
        for answer in (self.upload("a.txt"), self.upload("a.png", kind="text/plain"), self.upload("a")):
            self.refused(answer, 415, message="Please select a valid image.", context=None)
        form = {"Content-Type": "multipart/form-data; boundary=b"}
        empty = self.call("POST", "images/upload/", b"--b--\r\n", form)
        self.refused(empty, 422, message="Please select an image.")
        self.refused(self.upload("a.png", b"no picture"), 400, type="BadRequestError",
                     message="Request not understood error, cannot upload image.",
                     help="Please verify that the image is valid")
        self.refused(self.upload("a.png", purpose="cover"), 422, context="Validation failed for purpose.")
        large = self.upload("a.png", png(filling=6000))
        self.assertEqual((large.status, large.headers["content-type"]), (413, "text/html"))

    # The way to it

    def test_redirects(self):
        self.start("--folder", "/blog", "--https")
        moved = send(self.fake.port, "POST", f"/blog{API}posts/?source=html", {"posts": []}, {
            "Authorization": f"Ghost {ghost_tokens.signed(KEY, time.time())}"})
        site = self.fake.url.replace("http:", "https:")
        self.assertEqual((moved.status, moved.headers["location"]), (301, f"{site}/blog{API}posts/?source=html"))
        self.assertEqual(send(self.fake.port, "GET", f"{API}site/").status, 404)
        self.start()
        moved = self.call("GET", "posts?limit=1")
        self.assertEqual((moved.status, moved.headers["location"]), (301, f"{API}posts/?limit=1"))
        self.assertEqual(self.call("POST", "posts", {"posts": [{"title": "T"}]}).status, 201)

    def test_versions_and_maintenance(self):
        self.start("--release", "5.120")
        named = {"Accept-Version": "v6.0"}
        self.assertEqual(self.call("GET", "posts/", headers=named).headers["content-version"], "v5.120")
        self.assertNotIn("content-version", self.call("GET", "posts/").headers)
        self.refused(self.call("GET", "nothing/", headers=named), 406, code="UPDATE_GHOST")
        self.refused(self.call("GET", "nothing/", headers={"Accept-Version": "v4.0"}), 406, code="UPDATE_CLIENT")
        self.fake.set(maintenance=True)
        answer = self.call("GET", "posts/")
        self.assertEqual((answer.status, answer.headers["content-type"]), (503, "text/html; charset=utf-8"))
        self.assertNotIn("retry-after", answer.headers)

    # The fake itself

    def test_it_remembers_its_log(self):
        self.start()
        draft = self.create(status="draft", tags=["a"])
        post = self.change(draft, "?newsletter=default-newsletter", status="published").json()["posts"][0]
        path = self.upload("a.png").json()["images"][0]["url"].removeprefix(self.fake.url)
        self.fake.kill()
        self.fake.start()
        self.assertEqual((self.read(post)["url"], self.read(post)["tags"][0]["name"]), (post["url"], "a"))
        self.assertEqual((self.create()["slug"], self.fake.summary()["emails"]), ("first-2", {post["id"]: 1}))
        self.assertEqual(send(self.fake.port, "GET", path).body, png())
        self.assertTrue(self.upload("a.png").json()["images"][0]["url"].endswith("/a-1.png"))

    def test_a_person_changes_posts(self):
        self.start()
        post = self.create()
        self.fake.set(edit=[post["id"], "by hand & more"])
        found = self.read(post)
        self.assertEqual(found["html"], "<p>by hand &amp; more</p>")
        self.assertIn("by hand & more", json.loads(found["lexical"])["root"]["children"][0]["children"][0]["text"])
        self.fake.set(status=[post["id"], "draft"])
        self.assertEqual(self.read(post)["status"], "draft")
        self.fake.set(others=2)
        self.fake.set(remove=post["id"])
        self.assertEqual(len(self.call("GET", "posts/").json()["posts"]), 2)
        self.assertEqual(self.fake.summary()["copies"]["title"].get("First"), None)

    def test_too_many_is_told_in_its_own_shape(self):
        self.start()
        self.fake.script({"on": {"method": "POST"}, "fault": "too_many", "seconds": 3})
        answer = self.call("POST", "posts/", {"posts": [{"title": "T"}]})
        self.refused(answer, 429, type="TooManyRequestsError")
        self.assertEqual(answer.headers["retry-after"], "3")


if __name__ == "__main__":
    unittest.main()
