"""Ten thousand posts that become due at once."""

import json
import shutil
import sqlite3
import statistics
import subprocess
import time

from creates import post_request
from exchanges import answer, json_request, request
from measure import Measure, in_turn, median_ratio, micro
from programs import Galleyd, wait_until

SAMPLES = 3
COUNT, PARALLEL = 10_000, 64
FINAL = "('delivered', 'failed', 'missed', 'cancelled', 'superseded')"


class Receiver:
    """The service that receives the webhooks."""

    def __init__(self, bench):
        self._process = subprocess.Popen(
            [bench.programs / "galley-bench", "receive"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.url = f"http://127.0.0.1:{json.loads(self._process.stdout.readline())['port']}/hook"

    def close(self):
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def settings(self):
        return f"""
[[target]]
name = "hook"
kind = "webhook"
url = "{self.url}"
credential = "hook-secret"

[courier]
per_target_max = {PARALLEL}
"""


def desk(bench, name, receiver):
    return Galleyd(bench, name, receiver.settings(), {"hook-secret": "a secret of the benchmarks"})


def prepare(bench, receiver):
    """Writes all posts and schedules them for a distant day. Returns the store, at rest, and one webhook's body."""
    with desk(bench, "scheduled", receiver) as galley:
        bench.peer("load", galley.socket, bench.write("create.http", post_request(0)), COUNT, PARALLEL)
        schedule = json_request("PUT", "/v1/posts/benchmark-post-0000########/publication", {"at": "2099-01-01T09:00"})
        bench.peer("load", galley.socket, bench.write("publish.http", schedule), COUNT, PARALLEL)
        preview = json.loads(answer(
            galley.socket, request("GET", "/v1/posts/benchmark-post-000000000000/preview?target=hook")))
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
        store, body = prepare(bench, receiver)

        def loop():
            return bench.peer("post", receiver.url, body, COUNT, PARALLEL)["seconds"]

        loop()
        delivered, looped = in_turn(SAMPLES, lambda: deliver(bench, store, receiver), loop)
    finally:
        receiver.close()
    yield Measure(
        f"{COUNT:,} deliveries due at once", f"{COUNT / statistics.median(delivered):.0f}/s",
        f"{COUNT / statistics.median(looped):.0f}/s", median_ratio(looped, delivered), 0.2, SAMPLES, is_least=True)


def deliver(bench, scheduled, receiver):
    """Seconds from the moment at which all are due until the last one is known to have arrived."""
    home = bench.path("due")
    (home / "state/galley").mkdir(parents=True)
    store = home / "state/galley/galley.db"
    shutil.copyfile(scheduled, store)
    due = time.time_ns() // 1000 + 3_000_000
    with sqlite3.connect(store) as open_store:
        open_store.execute("UPDATE delivery SET dueAt = ?", [due])
    open_store.close()
    with desk(bench, "due", receiver):
        watch = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        if time.time_ns() // 1000 > due - 500_000:
            raise SystemExit("galleyd took so long to start that its deliveries are late.")
        # The store records the moment; polling for it often would distort the measurement.
        wait_until(lambda: not count(watch, f"state NOT IN {FINAL}"), 120, "the last delivery", pause=0.5)
        if count(watch, "state = 'delivered' AND attempts = 1") != COUNT:
            raise SystemExit("Some of the deliveries failed, or were tried twice.")
        last = watch.execute("SELECT max(at) FROM delivery").fetchone()[0]
        watch.close()
    shutil.rmtree(home)
    return (last - due) / 1e6


def count(store, condition):
    return store.execute(f"SELECT count(*) FROM delivery WHERE {condition}").fetchone()[0]
