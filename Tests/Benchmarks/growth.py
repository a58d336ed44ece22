"""What grows with the store: the CPU for one request among ever more posts, and for one change on ever larger sites."""

import json
import sqlite3
import statistics
import time

import posts
import sites
from deliveries import Receiver
from exchanges import answer, json_request, request
from measure import Measure
from programs import Galleyd, wait_until

SAMPLES, CALLS = 5, 40
STORES, SITES = (1_000, 10_000, 100_000), (200, 2_000, 5_000)
SLOTTED = """
[[target]]
name = "hook"
kind = "webhook"
url = "http://127.0.0.1:9/hook"
slots = ["daily 09:00"]
"""
# By name: the request, and how many milliseconds one may take among the most posts.
QUESTIONS = {
    "a page by title": (request("GET", "/v1/posts?order=title"), 5),
    "status": (request("GET", "/v1/status"), 10),
    "metrics": (request("GET", "/metrics"), 10),
    "the next slot": (json_request("PUT", "/v1/posts/benchmark-00000000/publication", {"at": "next slot"}), 5),
}


def measure(bench):
    found = {name: [] for name in QUESTIONS}
    for count in STORES:
        with scheduled(bench, count) as galley:
            for name, (message, _) in QUESTIONS.items():
                found[name].append(asked(bench, galley, message))
    for name, (_, limit) in QUESTIONS.items():
        yield row(f"{name} among {words(STORES)} posts, CPU", found[name], limit)
    changes = {"an edit": 100, "a copy that arrived": 20, "a new post": 150}
    found = {name: [] for name in changes}
    receiver = Receiver(bench)
    try:
        for count in SITES:
            with site(bench, receiver, count) as galley:
                found["an edit"].append([sites.changed(galley, run) for run in range(SAMPLES)])
                found["a copy that arrived"].append([copied(galley, run) for run in range(SAMPLES)])
                found["a new post"].append([added(galley, run) for run in range(SAMPLES)])
    finally:
        receiver.close()
    for name, limit in changes.items():
        yield row(f"{name} on a site of {words(SITES)} posts, CPU", found[name], limit)


def words(counts):
    return ", ".join(f"{count:,}" for count in counts)


def row(name, samples, limit):
    """A row with the medians of all sizes, of which the largest has the limit."""
    medians = [statistics.median(one) * 1e3 for one in samples]
    return Measure(name, ", ".join(f"{one:.1f}" for one in medians) + " ms", "–", medians[-1], limit, SAMPLES, unit="ms")


# Stores

def scheduled(bench, count):
    """A daemon with posts of which all but the first wait for a day far ahead."""
    name = f"growth-{count}"
    with Galleyd(bench, name, SLOTTED) as galley:
        path = galley.store
    posts.build(path, count)
    with sqlite3.connect(path) as store:
        store.execute("UPDATE post SET publication = 'wanted', publishedAt = createdAt, state = 'scheduled' WHERE number < ?",
                      [count])
        store.execute("""
            INSERT INTO delivery (postId, target, generation, key, dueAt, delay, state, isOver, attempts, tries, isInDoubt,
              absences, isResent, createdAt, changedAt)
            SELECT id, 'hook', 1, id, 4000000000000000 + number * 60000000, 0, 'scheduled', 0, 0, 0, 0, 0, 0, createdAt,
              createdAt FROM post WHERE number < ?""", [count])
        store.execute("INSERT INTO payload SELECT id, CAST('{}' AS BLOB) FROM delivery")
    store.close()
    return Galleyd(bench, name, SLOTTED)


def asked(bench, galley, message):
    """CPU seconds for one answer, several times."""
    wish = bench.write("growth.http", message)
    answer(galley.socket, message)
    samples = []
    for _ in range(SAMPLES):
        before = galley.computed
        bench.peer("load", galley.socket, wish, CALLS, 1)
        samples.append((galley.computed - before) / CALLS)
    return samples


# Sites

def site(bench, receiver, count):
    settings = f'[defaults]\nundo_window = "0s"\n{sites.SETTINGS}{receiver.settings(["mastodon"])}'
    return sites.desk(bench, f"growth-{count}", count, settings, {"secret": "a-secret-of-the-benchmarks"})


def copied(galley, run):
    """CPU seconds from the publishing at another target to the page that links the copy."""
    name = f"post-{20 + run}"
    page = next(sites.folder(galley).glob(f"*/*/{name}/index.html"))
    before = galley.computed
    answer(galley.socket, json_request("PUT", f"/v1/posts/{name}/publication", {"at": "now", "to": ["mastodon"]}))
    wait_until(lambda: "https://ada.example/ada/" in page.read_text(), 60, "the link to the copy", pause=0.02)
    time.sleep(0.5)
    return galley.computed - before


def added(galley, run):
    """CPU seconds from the publishing of a new post to its page."""
    made = json.loads(answer(galley.socket, json_request(
        "POST", "/v1/posts", {"title": f"A new post {run}", "tags": ["harbour"], "body": "Words.\n\n" * 20},
        idempotency_key=f"growth-{run}")))
    before = galley.computed
    answer(galley.socket, json_request("PUT", f"/v1/posts/{made['id']}/publication", {"at": "now", "to": ["blog"]}))
    wait_until(lambda: any(sites.folder(galley).glob(f"*/*/{made['slug']}/index.html")), 60, "the new page", pause=0.02)
    time.sleep(0.5)
    return galley.computed - before
