"""WriteFreely's answers, like those of a WriteFreely 0.16."""

import re
import unittest

from exchange import send
from fake import Fake
from writefreely_shapes import is_out

TOKEN = "7a1c0de5-fa4e-4b1e-8d00-0123456789ab"
EVE = "0e5e7a1c-0000-4b1e-8d00-ba9876543210"
UNKNOWN = "00000000-0000-4000-8000-000000000000"
BLOG = "/api/collections/ada"
POSTS = f"{BLOG}/posts"
ME = "/api/me"
INVALID, NEEDED = (401, "Invalid access token."), (400, "Authorization token required.")
UNHELPFUL = "This is an unhelpful error message for a miscellaneous internal error."
EMPTIED = (410, "Post unpublished by author.")


class WriteFreely(unittest.TestCase):
    def start(self, *options):
        self.fake = Fake("writefreely", *options).start()
        self.addCleanup(self.fake.__exit__)

    def call(self, method, target, body=None, token=TOKEN, **headers):
        told = {"Authorization": token and f"Token {token}", "Content-Type": "application/json", **headers}
        return send(self.fake.port, method, target, body, told)

    def told(self, *arguments, **more):
        """The status, and the words of a refusal or the data."""
        answer = self.call(*arguments, **more)
        self.assertEqual(answer.json()["code"], answer.status)
        return answer.status, answer.json().get("error_msg", answer.json().get("data"))

    def create(self, slug="first", **fields):
        status, post = self.told("POST", POSTS, {"title": "T", "body": "B", "slug": slug, **fields})
        self.assertEqual(status, 201)
        return post

    def read(self, post):
        return self.told("GET", f"/api/posts/{post['id']}")[1]

    def listed(self, token=TOKEN, query=""):
        return [post["slug"] for post in self.told("GET", POSTS + query, token=token)[1]["posts"]]


class Creating(WriteFreely):
    def test_a_used_slug_silently_gets_a_random_suffix(self):
        self.start()
        self.assertEqual(self.create()["slug"], "first")
        self.assertRegex(self.create()["slug"], r"\Afirst-[0-9b-df-hj-np-tv-z]{4}\Z")
        self.assertEqual(self.fake.summary()["copies"]["slug"], {"first": 2})

    def test_the_answer_has_the_address_and_a_read_has_none(self):
        for options, path in (((), "/ada/first"), (("--single-user",), "/first")):
            self.start(*options)
            made = self.create()
            self.assertEqual(made["url"], self.fake.url + path)
            self.assertEqual(made["collection"]["url"], made["url"].removesuffix("first"))
            self.assertEqual({"url", "collection"} & set(self.read(made)), set())
            self.assertEqual(send(self.fake.port, "GET", path).status, 200)

    def test_it_is_found_by_slug_with_its_id(self):
        self.start()
        body = "A #tag, a #tag, #2 and #Café: ![a](https://a.example/b.png)\r\n  "
        made = self.create(body=body, title=" T ", font="serif", lang="en")
        found = self.told("GET", f"{POSTS}/first")[1]
        kept = [found[name] for name in ("id", "title", "body", "appearance", "language", "rtl", "images")]
        self.assertEqual(kept, [made["id"], " T ", body, "norm", "en", False, ["https://a.example/b.png"]])
        self.assertCountEqual(found["tags"], ["tag", "Café"])
        self.assertEqual(self.told("GET", f"{POSTS}/second"), (404, "Collection page doesn't exist."))

    def test_it_is_found_after_a_lost_answer(self):
        self.start()
        self.fake.script({"on": {"method": "POST", "path": POSTS}, "fault": "drop_after_commit"})
        self.assertEqual(self.call("POST", POSTS, {"body": "B", "slug": "first"}).ending, "closed")
        self.assertEqual(self.told("GET", f"{POSTS}/first")[1]["body"], "B")
        self.assertEqual(self.listed(), ["first"])

    def test_slugs_are_cleaned_as_texts(self):
        self.start()
        for wanted, kept in (("First Light!", "first-light"), ("a & b", "a-and-b"), ("-a-", "a"),
                             ("my_first_post", "myfirstpost"), ("Zoë’s café", "zoes-cafe"), ("One. Two", "one"),
                             ("x" * 90, "x" * 80), ("a b " * 30, "-".join("ab" * 20)[:79])):
            self.assertEqual(self.create(wanted)["slug"], kept, wanted)
        nothing = self.create("!!")
        self.assertEqual(nothing["slug"], nothing["id"])
        self.assertEqual(self.create("", title="Grüße & more", lang="de")["slug"], "gruesse-und-more")
        self.assertEqual(self.create("", title="", body="Only a body\n\nand more")["slug"], "only-a-body")

    def test_only_one_form_of_date_is_understood_and_others_mean_now(self):
        self.start()
        self.assertEqual(self.create("a", created="2024-02-29T12:00:00Z")["created"], "2024-02-29T12:00:00Z")
        self.assertEqual(self.create("b", created="2024-02-29T12:00:00.75Z")["created"], "2024-02-29T12:00:00Z")
        for other in ("2024-02-29T12:00:00+01:00", "2024-02-29 12:00:00", "2023-02-29T12:00:00Z", ""):
            self.assertGreater(self.create("c", created=other)["created"], "2024-03", other)

    def test_a_read_shows_a_date_of_its_own_otherwise_than_the_answer(self):
        self.start()
        made = self.create()
        self.assertRegex(made["created"], r":\d\dZ\Z")
        self.assertRegex(self.read(made)["created"], re.escape(made["created"][:-1]) + r"(\.\d+)?Z\Z")
        self.start("--database", "mysql", "--zone-hours", "-5")
        made = self.create(created="2024-02-29T03:00:00Z")
        self.assertEqual((made["created"], self.read(made)["created"]),
                         ("2024-02-29T03:00:00Z", "2024-02-28T22:00:00-05:00"))

    def test_a_future_post_is_hidden_in_lists_alone(self):
        self.start()
        made = self.create(created="2199-01-01T00:00:00Z")
        self.assertEqual((self.listed(), self.listed(UNKNOWN), self.listed(None)), (["first"], [], []))
        self.assertEqual(self.told("GET", f"{POSTS}/first", token=None)[1]["created"], made["created"])
        totals = [self.told("GET", BLOG, token=token)[1]["total_posts"] for token in (TOKEN, None)]
        self.assertEqual(totals, [1, 0])

    def test_what_has_no_words_is_refused(self):
        self.start()
        for fields in ({}, {"title": " ", "body": "\n"}, {"title": None, "body": None}):
            self.assertEqual(self.told("POST", POSTS, fields), (400, "Supply something to publish."))
        self.assertEqual(self.create("a", body="")["body"], "")
        for body in (b"", b"[]", b"{", b'{"title": 5}', b'{"body": "b", "rtl": "yes"}'):
            self.assertEqual(self.told("POST", POSTS, body), (400, "Expected valid JSON object."), body)
        self.assertEqual(self.told("POST", POSTS, b"null"), (500, "Something didn't work quite right."))

    def test_a_form_has_no_slug_and_no_date(self):
        self.start()
        form = b"title=Tea+time&body=B&slug=first&created=2024-02-29T12:00:00Z&font=mono"
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        made = self.call("POST", POSTS, form, **kind).json()["data"]
        self.assertEqual((made["slug"], made["appearance"]), ("tea-time", "mono"))
        self.assertGreater(made["created"], "2024-03")

    def test_mysql_takes_no_more_than_its_columns_have(self):
        self.start("--database", "mysql")
        for fields in ({"title": "t" * 161}, {"body": "é" * 32768}, {"lang": "por"}):
            self.assertEqual(self.told("POST", POSTS, {"body": "B", **fields}), (500, UNHELPFUL), fields)
        self.assertEqual(self.create(title="t" * 160, body="é" * 32767, lang="pt")["language"], "pt")
        self.start()
        self.assertEqual(len(self.create(title="t" * 161, body="b" * 100000)["body"]), 100000)

    def test_a_post_outside_of_a_blog_has_no_slug(self):
        self.start()
        made = self.told("POST", "/api/posts", {"body": "B", "slug": "first"})[1]
        self.assertEqual((made["slug"], made["url"]), (None, f"{self.fake.url}/{made['id']}.md"))
        self.assertEqual(self.listed(), [])
        named = self.told("POST", "/api/posts?collection=ada", {"body": "B", "slug": "x"})[1]
        self.assertEqual(named["slug"], "x")


class Changing(WriteFreely):
    def update(self, post, **fields):
        return self.told("POST", f"/api/posts/{post['id']}", fields)

    def test_an_update_keeps_what_it_leaves_out_and_clears_what_is_empty(self):
        self.start()
        made = self.create(lang="de", font="sans", created="2024-02-29T12:00:00Z")
        self.fake.advance(60)
        status, now = self.update(made, body="C")
        self.assertEqual((status, now["title"], now["body"], now["slug"], now["language"], now["appearance"]),
                         (200, "T", "C", "first", "de", "sans"))
        self.assertEqual(now["created"], made["created"])
        self.assertGreater(now["updated"], made["updated"])
        self.assertNotIn("url", {**now, **now["collection"]})
        cleared = self.update(made, title="", lang="", slug="", font="", rtl=None)[1]
        self.assertEqual((cleared["title"], cleared["body"], cleared["slug"], cleared["language"],
                          cleared["appearance"]), ("", "C", "first", "", "sans"))
        self.assertEqual(self.update(made, body="C")[0], 200)   # unchanged

    def test_an_update_may_move_a_post_but_not_to_a_used_slug(self):
        self.start()
        made = self.create()
        self.create("second")
        self.assertEqual(self.update(made, slug="Third Post")[1]["slug"], "third-post")
        self.assertEqual(self.told("GET", f"{POSTS}/first")[0], 404)
        self.assertEqual(self.update(made, slug="second"), (500, UNHELPFUL))
        self.assertEqual(self.update(made, created="2024-02-29T12:00:00Z")[1]["created"], "2024-02-29T12:00:00Z")
        for date in ("2024-02-29 12:00:00", ""):
            self.assertEqual(self.update(made, created=date), (500, UNHELPFUL))

    def test_an_update_that_empties_a_post_is_carried_out_and_answered_by_410(self):
        self.start()
        made = self.create()
        self.assertEqual(self.update(made, title="", body=""), EMPTIED)
        for target in (f"/api/posts/{made['id']}", f"{POSTS}/first"):
            self.assertEqual(self.told("GET", target), EMPTIED)
        self.assertEqual(self.told("DELETE", f"/api/posts/{made['id']}"), EMPTIED)
        self.assertNotEqual(self.create()["slug"], "first")   # it is still used
        self.assertEqual(self.fake.summary()["copies"]["slug"], {"first": 1})
        self.assertEqual(self.update(made, body="back")[1]["body"], "back")

    def test_nothing_to_update_is_said_before_the_token_is_looked_at(self):
        self.start()
        made = self.create()
        for fields in ({}, {"tags": ["a"]}):
            self.assertEqual(self.told("POST", f"/api/posts/{made['id']}", fields, token=None),
                             (400, "Supply some properties to update."))
        self.assertEqual(self.update(made, body=None), (400, "Supply some properties to update."))

    def test_what_is_not_there_cannot_be_updated_and_that_is_a_401(self):
        self.start()
        made = self.create()
        for post, token in (({"id": "0123456789"}, TOKEN), (made, EVE)):
            self.assertEqual(self.told("PUT", f"/api/posts/{post['id']}", {"body": "C"}, token=token),
                             (401, "Invalid editing credentials."))
        self.assertEqual(self.read(made)["body"], "B")

    def test_a_deletion_of_what_is_gone_is_an_error_of_the_server(self):
        self.start()
        target = f"/api/posts/{self.create()['id']}"
        gone = self.call("DELETE", target)
        self.assertEqual((gone.status, gone.body), (204, b""))
        self.assertEqual(self.told("DELETE", target), (500, UNHELPFUL))
        page = self.call("DELETE", target, **{"Content-Type": None})
        self.assertEqual((page.status, page.body[:9]), (200, b"<!DOCTYPE"))
        self.assertEqual(self.told("GET", target), (404, "Post not found."))
        self.assertEqual(self.create()["slug"], "first")   # it is free again

    def test_another_users_post_is_not_found_or_not_yours(self):
        for options, words in (((), (404, "Post not found.")),
                               (("--no-federation",), (403, "Post not found, or you're not the owner."))):
            self.start(*options)
            made = self.create()
            self.assertEqual(self.told("DELETE", f"/api/posts/{made['id']}", token=EVE), words)
            self.assertEqual(self.told("DELETE", f"/api/posts/{made['id']}?token=x")[0], 409)
        self.assertEqual(self.told("POST", "/api/collections/eve/posts", {"body": "B"}),
                         (403, "You don't have permission to add to this collection."))
        self.assertEqual(self.told("POST", "/api/collections/none/posts", {"body": "B"}),
                         (404, "Collection doesn't exist."))


class Reading(WriteFreely):
    def test_a_list_has_ten_posts_the_newest_first(self):
        self.start()
        for number in range(12):
            self.create(f"p{number}", created=f"2024-01-{number + 1:02}T00:00:00Z")
        newest = [f"p{number}" for number in range(11, -1, -1)]
        self.assertEqual(self.listed(), newest[:10])
        self.assertEqual((self.listed(query="?page=2"), self.listed(query="?page=3")), (newest[10:], []))
        self.assertEqual((self.listed(query="?page=0"), self.listed(query="?page=x")), (newest[:10], newest[:10]))
        self.fake.set(format="novel")
        self.assertEqual(self.listed(query="?page=2"), newest[1::-1])

    def test_a_list_lacks_pinned_posts_and_appends_the_signature(self):
        self.start("--signature", "Ada writes.")
        made = self.create()
        self.create("second", body="B. Ada writes. <!--nosig-->")
        bodies = {post["body"] for post in self.told("GET", POSTS)[1]["posts"]}
        self.assertEqual(bodies, {"B\n\nAda writes.", "B. Ada writes. <!--nosig-->"})
        self.assertEqual(self.read(made)["body"], "B")
        self.fake.set(pin=made["id"])
        self.assertEqual(self.listed(), ["second"])
        self.assertEqual(self.told("GET", f"{POSTS}/first")[0], 200)

    def test_a_visitor_sees_a_new_post_when_its_second_is_over(self):
        post = {"created": "1970-01-01T00:00:05Z"}
        seen = [is_out(post, now, "sqlite") for now in (4.9, 5.0, 5.9, 6.0)]
        self.assertEqual(seen, [False, False, False, True])
        self.assertEqual([is_out(post, now, "mysql") for now in (4.9, 5.0)], [False, True])

    def test_the_list_of_all_of_a_users_posts_is_some_seconds_old(self):
        self.start()
        self.create()
        self.assertEqual([post["slug"] for post in self.told("GET", f"{ME}/posts")[1]], ["first"])
        self.create("second")
        shown = self.told("GET", f"{ME}/posts")[1]
        self.assertEqual(([post["slug"] for post in shown], shown[0]["collection"]["alias"]), (["first"], "ada"))
        self.fake.advance(5)
        self.assertEqual([post["slug"] for post in self.told("GET", f"{ME}/posts")[1]], ["first", "second"])

    def test_without_json_everything_is_for_a_browser(self):
        self.start()
        made = self.create()
        plain = {"Content-Type": None}
        moved = self.call("GET", BLOG, **plain)
        self.assertEqual((moved.status, moved.headers["location"]), (302, f"{self.fake.url}/ada/"))
        self.assertEqual(self.told("GET", ME, **plain), (200, {}))
        for target in (f"{ME}/posts", f"{ME}/collections"):
            self.assertEqual(self.told("GET", target, **plain), (406, "Bad requested Content-Type."))
        self.assertEqual(self.told("GET", BLOG, Accept="application/json", **plain)[1]["alias"], "ada")
        self.assertEqual(self.call("GET", BLOG, Accept="application/json, */*", **plain).status, 302)
        self.assertEqual(self.call("GET", f"{POSTS}/first", **plain).status, 200)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        self.assertEqual(self.call("POST", f"/api/posts/{made['id']}", b"body=C", **form).status, 302)
        self.assertEqual(self.read(made)["body"], "C")

    def test_a_private_blog_is_not_there_and_a_protected_one_cannot_be_read(self):
        self.start("--visibility", "private")
        made = self.create()
        for token, status in ((TOKEN, 200), (EVE, 404), (None, 404), (UNKNOWN, 404)):
            for target in (BLOG, POSTS, f"{POSTS}/first", f"/api/posts/{made['id']}"):
                self.assertEqual(self.call("GET", target, token=token).status, status, target)
        self.assertEqual(send(self.fake.port, "GET", "/ada/first").status, 404)
        self.fake.set(visibility="protected")
        denied = (401, "You don't have permission to access this collection.")
        for target in (BLOG, POSTS, f"{POSTS}/first", f"/api/posts/{made['id']}"):
            self.assertEqual(self.told("GET", target), denied)
        self.assertEqual(self.told("GET", f"{ME}/collections")[1][0]["alias"], "ada")
        self.assertEqual(self.create("second")["slug"], "second")

    def test_a_private_instance_asks_every_reader(self):
        self.start("--private")
        made = self.create()
        for target in (BLOG, POSTS, f"{POSTS}/first", f"/api/posts/{made['id']}"):
            self.assertEqual(self.told("GET", target, token=None), (401, "Not logged in."))
            self.assertEqual(self.told("GET", target, token=UNKNOWN), INVALID)
            self.assertEqual(self.call("GET", target, token=EVE).status, 200)

    def test_a_silenced_author_cannot_write_and_is_not_read(self):
        self.start()
        made = self.create()
        self.fake.set(silenced=True)
        silenced = (403, "Account is silenced.")
        self.assertEqual(self.told("POST", POSTS, {"body": "B"}), silenced)
        self.assertEqual(self.told("POST", f"/api/posts/{made['id']}", {"body": "C"}), silenced)
        self.assertEqual(self.told("GET", f"/api/posts/{made['id']}"), (404, "Post not found."))
        self.assertEqual(self.call("DELETE", f"/api/posts/{made['id']}").status, 204)


class Tokens(WriteFreely):
    def test_each_route_says_in_its_own_way_that_a_token_is_wrong(self):
        self.start()
        post = f"/api/posts/{self.create()['id']}"
        not_in = (401, "Not logged in.")
        routes = (("GET", ME, None, NEEDED, NEEDED, INVALID),
                  ("GET", f"{ME}/posts", None, NEEDED, INVALID, INVALID),
                  ("GET", f"{ME}/collections", None, NEEDED, INVALID, INVALID),
                  ("POST", POSTS, {"body": "B"}, not_in, not_in, not_in),
                  ("POST", post, {"body": "C"}, NEEDED, INVALID, INVALID),
                  ("DELETE", post, None, NEEDED, INVALID, INVALID),
                  ("DELETE", "/api/auth/me", None, NEEDED, NEEDED, (404, "Token is invalid or doesn't exist")))
        for method, target, body, *words in routes:
            for token, refusal in zip((None, "no-token", UNKNOWN), words):
                self.assertEqual(self.told(method, target, body, token=token), refusal, (method, target, token))
        for target in (BLOG, POSTS, f"{POSTS}/first", post):   # a visitor
            self.assertEqual(self.call("GET", target, token=UNKNOWN).status, 200)

    def test_a_token_needs_no_word_before_it_and_no_other_word_helps(self):
        self.start()
        self.assertEqual(self.told("GET", ME, Authorization=TOKEN.upper())[1], {"username": "ada"})
        self.assertEqual(self.told("GET", ME, Authorization=f"Bearer {TOKEN}"), NEEDED)

    def log_in(self, alias="ada", password="fake pass word"):
        return self.told("POST", "/api/auth/login", {"alias": alias, "pass": password}, token=None)

    def test_a_login_makes_a_token_and_a_second_one_must_wait(self):
        self.start()
        token = self.log_in()[1]["access_token"]
        self.assertEqual(self.told("GET", ME, token=token)[1], {"username": "ada"})
        self.assertEqual(self.log_in(), (429, "You're doing that too much."))
        self.fake.advance(4)
        self.assertEqual(self.log_in(password="wrong"), (401, "Incorrect password."))
        self.assertEqual(self.log_in("Ada")[1]["user"]["username"], "ada")
        self.assertEqual(self.call("DELETE", "/api/auth/me", token=token).status, 204)
        self.assertEqual(self.told("GET", ME, token=token), INVALID)

    def test_a_login_names_what_is_wrong(self):
        self.start()
        self.assertEqual(self.log_in("none"), (404, "User doesn't exist."))
        self.assertEqual(self.log_in("a@b.example"),
                         (404, "Please enter your username instead of your email address."))
        self.assertEqual(self.log_in(""), (400, "Parameter `alias` required."))
        self.assertEqual(self.log_in(password=""), (400, "Parameter `pass` required."))
        self.fake.set(no_passwords=True)
        self.assertEqual(self.log_in(), (403, "Password authentication is disabled."))


class People(WriteFreely):
    def test_people_change_what_is_there(self):
        self.start()
        made, second, third = self.create(), self.create("second"), self.create("third")
        self.fake.set(edit=[made["id"], "by hand"])
        self.fake.set(remove=second["id"])
        self.fake.set(draft=third["id"])
        self.fake.set(others=2)
        self.assertEqual(self.read(made)["body"], "by hand")
        self.assertEqual(self.told("GET", f"/api/posts/{second['id']}")[0], 404)
        self.assertEqual((self.told("GET", f"{POSTS}/third")[0], self.read(third)["slug"]), (404, "third"))
        self.assertEqual(len(self.listed()), 3)
        self.fake.set(empty=made["id"])
        self.assertEqual(self.told("GET", f"{POSTS}/first"), EMPTIED)
        self.fake.set(expire="all")
        self.assertEqual(self.told("GET", f"{ME}/collections"), INVALID)

    def test_it_remembers_its_log(self):
        self.start()
        made, second = self.create(), self.create("second")
        token = self.told("POST", "/api/auth/login", {"alias": "ada", "pass": "fake pass word"})[1]["access_token"]
        self.call("DELETE", f"/api/posts/{second['id']}")
        self.fake.set(expire=TOKEN)
        self.fake.kill()
        self.fake.start()
        self.assertEqual(self.told("GET", ME), INVALID)
        self.assertEqual(self.told("GET", f"{POSTS}/first", token=token)[1]["id"], made["id"])
        self.assertEqual(self.told("GET", f"{POSTS}/second", token=token)[0], 404)
        made_again = self.told("POST", POSTS, {"body": "B", "slug": "first"}, token=token)[1]
        self.assertNotEqual(made_again["slug"], "first")
        self.assertEqual(self.fake.summary()["copies"]["slug"], {"first": 2})


if __name__ == "__main__":
    unittest.main()
