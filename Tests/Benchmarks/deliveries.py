"""Ten thousand posts that become due at once."""

import json
import shutil
import sqlite3
import statistics
import subprocess
import time
import urllib.request

from exchanges import answer, json_request, markdown, request
from measure import Measure, in_turn, median_ratio
from programs import Galleyd, wait_until

SAMPLES = 3
COUNT, PARALLEL = 10_000, 64
FINAL = "('delivered', 'failed', 'missed', 'cancelled', 'superseded')"


# What each kind of target needs in its settings.
KINDS = {
    "webhook": "", "mastodon": "", "bluesky": 'account = "ada.example.com"', "telegram": 'chat = "@ada_writes"',
    "wordpress": 'username = "ada"',
}
# What the services answer: a part of a request's first line, then JSON. `########` becomes the request's number, and
# `@name` the text under that name in the request.
ACCOUNT = {"did": "did:plc:benchmarkbenchmarkbenchm", "handle": "ada.example.com"}
SERVICES = {
    "createSession": ACCOUNT | {"accessJwt": "access", "refreshJwt": "refresh"},
    "getSession": ACCOUNT,
    "putRecord": {"uri": f"at://{ACCOUNT['did']}/app.bsky.feed.post/@rkey", "cid": "cid"},
    "/api/v2/instance": {"version": "4.5.0", "configuration": {"statuses": {
        "max_characters": 500, "characters_reserved_per_url": 23}}},
    "verify_credentials": {"id": "1", "acct": "ada", "username": "ada"},
    "POST /api/v1/statuses": {"id": "########", "uri": "https://ada.example/########",
                              "url": "https://ada.example/ada/########", "visibility": "public",
                              "content": "@status"},
    "sendMessage": {"ok": True, "result": {"message_id": "########", "chat": {"id": -1001, "username": "ada"}}},
    "GET /wp-json/wp/v2/": [],
    "POST /wp-json/wp/v2/posts": {"id": "########", "link": "https://ada.example/########", "slug": "@slug",
                                  "title": {"raw": "@title"}, "status": "publish"},
}


class Receiver:
    """The services at which posts arrive."""

    def __init__(self, bench):
        table = "\n".join(f"{place}\t{json.dumps(reply)}" for place, reply in SERVICES.items())
        self._process = subprocess.Popen(
            [bench.programs / "galley-bench", "receive", bench.write("services", table)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        self.url = f"http://127.0.0.1:{json.loads(self._process.stdout.readline())['port']}"

    def close(self):
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    @property
    def requests(self):
        """How many it has answered."""
        with urllib.request.urlopen(f"{self.url}/count", timeout=10) as reply:
            return int(reply.read())

    def settings(self, kinds):
        targets = "".join(f'''
[[target]]
name = "{kind}"
kind = "{kind}"
{KINDS[kind]}
url = "{self.url}"
credential = "secret"
''' for kind in kinds)
        return f"{targets}\n[courier]\nper_target_max = {PARALLEL}\n"


def desk(bench, name, receiver, kinds):
    return Galleyd(bench, name, receiver.settings(kinds), {"secret": "a-secret-of-the-benchmarks"})


def prepare(bench, receiver, kinds):
    """Writes all posts and schedules them for a distant day, as many for each kind. Returns the store, at rest, and one
    webhook's body."""
    with desk(bench, f"scheduled-{len(kinds)}", receiver, kinds) as galley:
        for number, kind in enumerate(kinds):
            post = {"title": f"Benchmark post {number:04d}########", "body": markdown(2048 if kind == "webhook" else 200)}
            schedule = json_request(
                "PUT", f"/v1/posts/benchmark-post-{number:04d}########/publication",
                {"at": "2099-01-01T09:00", "to": [kind]})
            for name, asked in (("create", json_request("POST", "/v1/posts", post)), ("publish", schedule)):
                bench.peer("load", galley.socket, bench.write(f"{name}.http", asked), COUNT // len(kinds), PARALLEL)
        preview = json.loads(answer(
            galley.socket, request("GET", "/v1/posts/benchmark-post-000000000000/preview?target=webhook")))
        # A search brings the search index up to date. That must not happen during a sample.
        wait_until(lambda: is_indexed(galley), 60, "the end of the indexing")
    return galley.store, bench.write("webhook.json", preview["body"])


def is_indexed(galley):
    answer(galley.socket, request("GET", "/v1/posts?search=ferryman&limit=1"))
    with sqlite3.connect(f"file:{galley.store}?mode=ro", uri=True) as store:
        return store.execute("SELECT NOT EXISTS (SELECT 1 FROM post WHERE isIndexStale)").fetchone()[0]


def measure(bench):
    receiver = Receiver(bench)
    try:
        yield compared(bench, receiver, ["webhook"], f"{COUNT:,} deliveries due at once")
        yield compared(bench, receiver, list(KINDS), f"{COUNT:,} deliveries of {len(KINDS)} kinds due at once")
    finally:
        receiver.close()


def compared(bench, receiver, kinds, name):
    """The bare peer sends as many requests as the daemon needed."""
    store, body = prepare(bench, receiver, kinds)
    before = receiver.requests
    deliver(bench, store, receiver, kinds)
    needed = receiver.requests - before

    def loop():
        return bench.peer("post", f"{receiver.url}/hook", body, needed, PARALLEL)["seconds"]

    loop()
    delivered, looped = in_turn(SAMPLES, lambda: deliver(bench, store, receiver, kinds), loop)
    return Measure(
        name, f"{COUNT / statistics.median(delivered):.0f}/s",
        f"{COUNT / statistics.median(looped):.0f}/s", median_ratio(looped, delivered), 0.2, SAMPLES, is_least=True)


def deliver(bench, scheduled, receiver, kinds):
    """Seconds from the moment at which all are due until the last one is known to have arrived."""
    home = bench.path("due")
    (home / "state/galley").mkdir(parents=True)
    store = home / "state/galley/galley.db"
    shutil.copyfile(scheduled, store)
    due = time.time_ns() // 1000 + 3_000_000
    with sqlite3.connect(store) as open_store:
        open_store.execute("UPDATE delivery SET dueAt = ?", [due])
    open_store.close()
    with desk(bench, "due", receiver, kinds):
        watch = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        if time.time_ns() // 1000 > due - 500_000:
            raise SystemExit("galleyd took so long to start that its deliveries are late.")
        # The store records the moment; polling for it often would distort the measurement.
        try:
            wait_until(lambda: not count(watch, f"state NOT IN {FINAL}"), 120, "the last delivery", pause=0.5)
        except TimeoutError:
            raise SystemExit(f"Some of the deliveries did not end: {examples(watch)}") from None
        if count(watch, "state = 'delivered' AND attempts = 1") != COUNT:
            raise SystemExit(f"Some of the deliveries failed, or were tried twice: {examples(watch)}")
        last = watch.execute("SELECT max(at) FROM delivery").fetchone()[0]
        watch.close()
    shutil.rmtree(home)
    return (last - due) / 1e6


def count(store, condition):
    return store.execute(f"SELECT count(*) FROM delivery WHERE {condition}").fetchone()[0]


def examples(store):
    return store.execute(
        """SELECT target, state, attempts, reason, count(*) FROM delivery WHERE state != 'delivered' OR attempts != 1
           GROUP BY target, state, attempts, reason LIMIT 20""").fetchall()
