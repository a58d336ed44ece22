#!/usr/bin/python3
"""A real WordPress with the daemon and the command line: what an author meets.

    Tests/Acceptance/scenarios.py --quick        one of each, in about a minute
    Tests/Acceptance/scenarios.py --long         all of them, the random ones several times
    Tests/Acceptance/scenarios.py --only NAME    one

The programs come from the folder GALLEY_BIN, else from .build/debug. Ends with "Acceptance: N passed, N failed".
"""

import argparse
import html
import json
import random
import re
import sys
import time
import traceback
import urllib.parse
import urllib.request

from author import Author, CommandFailed
from daemon import program
from desk import Gone, Refused
from loopback import wait_until
from lossy_proxy import LossyProxy
from picture import png
from wordpress import Missing, WordPress

POSTING = {"method": "POST", "path": "/wp/v2/posts"}
PAGE = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: 37\r\n\r\n"
        b"<!DOCTYPE html><title>Welcome</title>")
BUSY = (b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nRetry-After: 600\r\nConnection: close\r\n"
        b"Content-Length: 74\r\n\r\n"
        b"<!DOCTYPE html><title>Maintenance</title><p>Briefly unavailable, come back")
RICH = """\
---
title: "Fish & chips: “ночь” <b> 日本語"
slug: ночь-日本語
tags: [Café & Co, море, plain]
---
A first paragraph with *emphasis*, a [link](https://example.org/?a=1&b=2) and a note.[^1] "Quoted" -- and done...

| name | weight |
|:-----|-------:|
| cod  |    1.5 |
| žluť | 日本語 |

- [x] one
- [ ] two

```swift
let a = b < c && d > e   // \\n [gallery] <!--more-->
```

[^1]: With a word in 日本語, and a backslash \\\\ here.
"""


class Wrong(Exception):
    """The behaviour differs from what the author was promised."""


def expect(condition, words):
    if not condition:
        raise Wrong(words)


def plain(chance, slug=None):
    """A small, unique post; its title is the marker."""
    title = f"Post {chance.randrange(10 ** 9):09d}"
    head = f'---\ntitle: "{title}"\n' + (f"slug: {slug}\n" if slug else "") + "---\n"
    return head + f"Words {chance.randrange(10 ** 9)} of {title}, and “some” more.\n", title


def only_post(site, title):
    """The one post with that title; fails if it is missing or duplicated."""
    found = [post for post in site.posts() if post["title"]["raw"] == title]
    expect(len(found) == 1, f"WordPress has {len(found)} posts “{title}”: {[post['slug'] for post in found]}")
    return found[0]


# The scenarios

def create(site, proxy, chance):
    """A rich post arrives byte for byte as the preview showed it, with its terms, its slug and its table."""
    with Author(proxy.url, site.application_password) as author:
        post = author.write(RICH)
        preview = author.objects("post", "preview", post["id"], "--target", "blog")[0]
        author.publish(post)
        delivery = author.until(post, "delivered")
        found = site.posts(slug=urllib.parse.unquote("ночь-日本語"))
        expect(len(found) == 1, f"WordPress has {len(found)} posts with the slug.")
        sent = author.galley("queue", "show", str(delivery["id"]), "--sent")
        compare(found[0], preview, sent)
        terms = {term["name"] for kind in ("tags", "categories") for term in
                 site.rest("GET", f"/wp/v2/{kind}?post={found[0]['id']}").json()}
        expect(terms == {"Café &amp; Co", "море", "plain", "Letters &amp; lists"}, f"The terms are {terms}.")
        expect(delivery["url"] == found[0]["link"], f"The address is {delivery['url']}, not {found[0]['link']}.")
        with urllib.request.urlopen(found[0]["link"], timeout=30) as answer:
            page = answer.read().decode()
        for part in ("<table>", "footnote", "let a = b &lt; c &amp;&amp; d &gt; e", "日本語"):
            expect(part in page, f"The page that readers see lacks {part!r}.")


def compare(found, preview, sent):
    """Checks that the post in WordPress, the preview and the request agree."""
    shown, sent = json.loads(preview["body"]), json.loads(sent)
    for name in ("content", "title", "slug", "status"):
        expect(shown[name] == sent[name], f"Preview and request differ in {name}.")
    expect(found["content"]["raw"] == shown["content"], "WordPress keeps another content than the preview showed:\n"
           f"{shown['content']}\n---\n{found['content']['raw']}")
    expect(found["title"]["raw"] == shown["title"] or found["title"]["raw"].replace("&amp;", "&") ==
           shown["title"].replace("&amp;", "&"), f"The title is {found['title']['raw']!r}, not {shown['title']!r}.")
    inner = re.sub(r"<!-- /?wp:html -->\n?", "", shown["content"]).strip()
    rendered = found["content"]["rendered"].strip()
    expect(rendered == inner, f"WordPress shows other HTML than was sent:\n{inner}\n---\n{rendered}")


def pictures(site, proxy, chance):
    """A picture is uploaded once, with its description and without private metadata, even if an answer is lost."""
    with Author(proxy.url, site.application_password) as author:
        path = author.folder / "harbour.png"
        path.write_bytes(png(600, 400, tuple(chance.randrange(256) for _ in range(3))))
        media = author.objects("media", "add", str(path), "--alt", "Boats & “nets” at <low> tide")[0]
        text, title = plain(chance)
        post = author.write(f"{text}\n![]({media['address']}) and again ![Own words]({media['address']})\n")
        proxy.lose_answer(**POSTING)
        author.publish(post)
        author.until(post, "delivered", seconds=60)
        found = [one for one in site.rest("GET", "/wp/v2/media?context=edit&per_page=100").json()
                 if one["slug"] == f"galley-{media['id']}"]
        expect(len(found) == 1, f"The library has {len(found)} of them.")
        picture = found[0]
        expect(html.unescape(picture["alt_text"]) == media["alt"], f"Its words are {picture['alt_text']!r}.")
        content = only_post(site, title)["content"]["raw"]
        shown = re.findall(r'<img src="([^"]+)" width="600" height="400" alt="([^"]*)"', content)
        expect([html.unescape(alt) for _, alt in shown] == [media["alt"], "Own words"], f"The post has {content}")
        expect({address for address, _ in shown} == {picture["source_url"]}, f"The addresses are {shown}.")
        with urllib.request.urlopen(picture["source_url"], timeout=30) as answer:
            data = answer.read()
        expect(data.startswith(b"\x89PNG") and b"GPS" not in data, "The file that readers get has its secrets.")


def scheduled(site, proxy, chance):
    """A scheduled post is published at its time: not before, and not much later."""
    with Author(proxy.url, site.application_password) as author:
        text, title = plain(chance)
        post = author.write(text)
        author.publish(post, "--at", "+3s")
        due = float(author.daemon.store.rows("SELECT dueAt FROM delivery")[0]["dueAt"]) / 1e6
        expect(not [one for one in site.posts() if one["title"]["raw"] == title], "It was there before its time.")
        author.until(post, "delivered")
        armed = author.daemon.store.attempts()[0]["startedAt"] / 1e6
        expect(due <= armed < due + 2, f"It left {armed - due:.2f} s after its time.")
        expect(only_post(site, title)["status"] == "publish", "It is not published.")


def lost_answer(site, proxy, chance):
    """WordPress has the post but its answer is lost: Galley finds it, and does not send again."""
    with Author(proxy.url, site.application_password) as author:
        text, title = plain(chance)
        post = author.write(text)
        proxy.lose_answer(**POSTING)
        author.publish(post)
        delivery = author.until(post, "delivered")
        expect(only_post(site, title)["link"] == delivery["url"], "The address is not that of the post.")
        expect(delivery["attempts"] == 1, f"It was sent {delivery['attempts']} times.")


def lost_request(site, proxy, chance):
    """The request is lost without an answer: Galley looks twice, does not find the post, and sends once more."""
    with Author(proxy.url, site.application_password) as author:
        text, title = plain(chance)
        post = author.write(text)
        proxy.drop_request(**POSTING)
        author.publish(post)
        delivery = author.until(post, "delivered")
        only_post(site, title)
        expect(delivery["attempts"] == 2, f"It was sent {delivery['attempts']} times.")


def killed(site, proxy, chance):
    """The daemon is killed after WordPress has created the post, while the answer is on its way."""
    with Author(proxy.url, site.application_password) as author:
        text, title = plain(chance)
        post = author.write(text)
        proxy.hold_answer(**POSTING)
        author.publish(post)
        proxy.wait_held()
        author.crash()
        proxy.drop_held()
        author.begin_again()
        delivery = author.until(post, "delivered")
        expect(only_post(site, title)["link"] == delivery["url"], "The address is not that of the post.")


def used_slug(site, proxy, chance):
    """A slug that WordPress already uses is no silent “slug-2”: Galley reports it, and the author's new one goes out.
    """
    slug = f"taken-{chance.randrange(10 ** 9)}"
    site.rest("POST", "/wp/v2/posts", {"title": "The one before", "content": "Old.", "slug": slug, "status": "publish"})
    with Author(proxy.url, site.application_password) as author:
        text, title = plain(chance, slug)
        post = author.write(text)
        author.publish(post)
        delivery = author.until(post, "blocked", "delivered", "failed")
        expect((delivery["state"], delivery.get("block")) == ("blocked", "content"),
               f"It is {delivery['state']} ({delivery.get('block')}): {delivery.get('reason')}")
        expect(slug in delivery["reason"] and "The one before" in delivery["reason"],
               f"The words do not say which slug and whose: {delivery['reason']}")
        author.galley("post", "set", post["id"], f"slug={slug}-mine")
        author.until(post, "delivered")
        expect(only_post(site, title)["slug"] == f"{slug}-mine", "The slug is not the one the author chose.")


def wrong_password(site, proxy, chance):
    """A wrong password blocks the target, with a reason; correcting the file and restarting is enough."""
    with Author(proxy.url, "not the right one") as author:
        text, title = plain(chance)
        post = author.write(text)
        author.publish(post)
        blocked_by(author, post, "auth")
        author.set_password(site.application_password)
        author.restart()
        author.until(post, "delivered")
        only_post(site, title)


def blocked_by(author, post, block):
    delivery = author.until(post, "blocked", "delivered", "failed")
    expect((delivery["state"], delivery.get("block")) == ("blocked", block),
           f"It is {delivery['state']} ({delivery.get('block')}): {delivery.get('reason')}")
    expect(delivery.get("next"), "Nothing says what can be done next.")
    return delivery


def away(site, proxy, chance):
    """The server refuses connections; later it is back."""
    returns(site, proxy, chance, proxy.away, proxy.back)


def server_away(site, proxy, chance):
    """The proxy is up, but the server behind it is not."""
    returns(site, proxy, chance, site.stop_server, site.start_server)


def database_away(site, proxy, chance):
    """WordPress is up, but its database is not."""
    returns(site, proxy, chance, site.stop_database, site.start_database)


def maintenance(site, proxy, chance):
    """A 503 page in answer to everything, as during an update."""
    returns(site, proxy, chance, lambda: proxy.stand_in_front(BUSY), lambda: proxy.stand_in_front(None))


def html_in_front(site, proxy, chance):
    """A web page with status 200 in answer to everything, as some hotel networks send."""
    returns(site, proxy, chance, lambda: proxy.stand_in_front(PAGE), lambda: proxy.stand_in_front(None))


def returns(site, proxy, chance, leave, come_back):
    """While the target is unreachable nothing is lost; when it is back and the author retries, Galley sends the post
    once."""
    with Author(proxy.url, site.application_password) as author:
        text, title = plain(chance)
        post = author.write(text)
        leave()
        try:
            author.publish(post)
            delivery = author.until(post, "retrying", "failed", "delivered")
            expect(delivery["state"] == "retrying", f"It is {delivery['state']}: {delivery.get('reason')}")
        finally:
            come_back()
        author.galley("queue", "retry", str(delivery["id"]))
        author.until(post, "delivered")
        only_post(site, title)


def subscriber(site, proxy, chance):
    """An account that may not write posts."""
    lacks_right(site, proxy, chance, "subscriber")


def contributor(site, proxy, chance):
    """An account that may write posts but not publish them."""
    lacks_right(site, proxy, chance, "contributor")


def lacks_right(site, proxy, chance, role):
    name = f"{role}{chance.randrange(10 ** 6)}"
    with Author(proxy.url, site.add_user(name, role), user=name) as author:
        text, title = plain(chance)
        post = author.write(text)
        author.publish(post)
        delivery = author.until(post, "blocked", "failed", "delivered", "uncertain", seconds=25)
        expect(delivery["state"] == "blocked", f"It is {delivery['state']}: {delivery.get('reason')}")
        there = [one["status"] for one in site.posts() if one["title"]["raw"] == title]
        expect(not there, f"WordPress has it all the same: {there}")


def stripped_authorization(site, proxy, chance):
    """A server in front of WordPress strips the password: the message says so."""
    with Author(proxy.url, site.application_password) as author:
        text, title = plain(chance)
        post = author.write(text)
        proxy.strips = ("authorization",)
        try:
            author.publish(post)
            delivery = blocked_by(author, post, "auth")
        finally:
            proxy.strips = ()
        expect("Authorization" in delivery["reason"], f"The words do not help: {delivery['reason']}")
        author.galley("queue", "retry", str(delivery["id"]))
        author.until(post, "delivered")
        only_post(site, title)


def revised(site, proxy, chance):
    """An edit reaches the post even if its answer is lost; an unpublished post is in the trash, and can come back."""
    with Author(proxy.url, site.application_password) as author:
        text, title = plain(chance)
        post = author.write(text)
        author.publish(post)
        author.until(post, "delivered")
        first = only_post(site, title)
        proxy.lose_answer(method="POST", path=f"/wp/v2/posts/{first['id']}")
        author.galley("post", "set", post["id"], f"title={title} anew")
        wait_until(lambda: author.daemon.store.changed(post["id"], "blog", "edit") == "delivered", 30, "the edit there")
        found = only_post(site, f"{title} anew")
        expect((found["id"], found["link"]) == (first["id"], first["link"]), "It is another post than the first.")
        author.galley("unpublish", post["id"])
        wait_until(lambda: author.daemon.store.changed(post["id"], "blog", "delete") == "delivered", 30, "its end there")
        trash = [one["id"] for one in site.posts(status="trash")]
        expect(first["id"] in trash, f"The trash has {trash}, not {first['id']}.")
        author.publish(post)
        author.until(post, "delivered")
        again = [one for one in site.posts(status="publish") if one["title"]["raw"] == f"{title} anew"]
        expect(len(again) == 1 and again[0]["id"] != first["id"], f"It came again {len(again)} times.")


QUICK = [create, pictures, scheduled, lost_answer, used_slug, wrong_password, away, killed, revised]
LONG = [create, pictures, scheduled, *[lost_answer] * 3, *[lost_request] * 3, *[killed] * 5, used_slug, wrong_password, away,
        server_away, database_away, maintenance, html_in_front, subscriber, contributor, stripped_authorization, revised]


# Running the scenarios

def main():
    options = parse()
    chosen = [one for one in LONG if one.__name__ == options.only][:1] if options.only else (
        LONG if options.long else QUICK)
    try:
        program("galleyd"), program("galley")
        with WordPress() as site, LossyProxy(site.port) as proxy:
            print(f"WordPress is up after {site.start_seconds:.1f} s", flush=True)
            outcomes = [attempt(one, site, proxy, options.seed + number) for number, one in enumerate(chosen)]
    except (Missing, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 69
    passed = sum(outcomes)
    print(f"Acceptance: {passed} passed, {len(outcomes) - passed} failed")
    return 0 if outcomes and passed == len(outcomes) else 1


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one of each (the default)")
    parser.add_argument("--long", action="store_true", help="all of them")
    parser.add_argument("--only", choices=sorted({one.__name__ for one in LONG}), metavar="NAME")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def attempt(scenario, site, proxy, seed):
    """Whether the scenario passed; prints the reason if not."""
    began = time.monotonic()
    words = scenario.__doc__.splitlines()[0]
    try:
        scenario(site, proxy, random.Random(seed))
    except (Wrong, CommandFailed, TimeoutError, RuntimeError, Gone, Refused, OSError, KeyError, ValueError) as error:
        kind = "" if isinstance(error, (Wrong, TimeoutError)) else f"{type(error).__name__}: "
        print(f"✘ {scenario.__name__} (seed {seed}): {words}\n    {kind}{error}", flush=True)
        if kind:
            traceback.print_exc(limit=-4, file=sys.stdout)
        return False
    print(f"✔ {scenario.__name__}: {words} ({time.monotonic() - began:.1f} s)", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
