"""What an author waits for until a new post is on disk."""

import contextlib
import sqlite3
import statistics

from exchanges import answer, json_request, markdown
from measure import Measure, in_turn, median_ratio, micro
from programs import Galleyd, Hummingbird

SAMPLES = 9
ALONE, CROWD, GROUP = 300, 6400, 64
TAGS = ["Benchmarks", "on loopback", "third"]


def post_request(run):
    """A new post with a different title in every run, so that each slug is free."""
    body = {"title": f"Benchmark post {run:04d}########", "body": markdown(2048), "tags": TAGS}
    return json_request("POST", "/v1/posts", body)


def new_store(bench, name):
    """The path of an empty store, created by the daemon itself."""
    with Galleyd(bench, name) as galley:
        return galley.store


def measure(bench):
    store = new_store(bench, "bare-store")
    text = bench.write("post.md", markdown(2048))
    with kept_open(store), Galleyd(bench, "creates") as galley, Hummingbird(bench) as bare:
        size = len(answer(galley.socket, post_request(0)))
        runs = iter(range(1, 10_000))

        def created(count, clients):
            asked = bench.write("create.http", post_request(next(runs)))
            return bench.peer("load", galley.socket, asked, count, clients)["seconds"] / count

        def answered(count, clients):
            asked = bench.write("bare.http", post_request(0).replace(b"/v1/posts", f"/answers/{size}".encode(), 1))
            return bench.peer("load", bare.socket, asked, count, clients)["seconds"] / count

        def written(count, group):
            return bench.peer("create", store, text, count, group)["seconds"] / count

        for warm_up in (lambda: created(ALONE, 1), lambda: answered(ALONE, 1), lambda: written(ALONE, 1)):
            warm_up()  # until the logs have reached their full length
        found = in_turn(
            SAMPLES, lambda: created(ALONE, 1), lambda: written(ALONE, 1), lambda: answered(ALONE, 1))
        together = f"{statistics.median(found[1]) * 1e6:.0f} + {statistics.median(found[2]) * 1e6:.0f} µs"
        yield Measure(
            "durable create, 1 client", micro(found[0]), together, median_ratio(*found), 2.2, SAMPLES)

        together, grouped = in_turn(SAMPLES, lambda: created(CROWD, GROUP), lambda: written(CROWD, GROUP))
        yield Measure(
            f"durable creates, {GROUP} clients", rate(together), rate(grouped), median_ratio(grouped, together), 0.4,
            SAMPLES, is_least=True)
    compare(galley.store, store)


@contextlib.contextmanager
def kept_open(store):
    """Keeps the store open, so that its log stays from one run of the bare peer to the next, as it does under a daemon.
    A new log grows with every commit, and syncing a growing file costs more than syncing an overwritten one."""
    connection = sqlite3.connect(store)
    connection.execute("SELECT count(*) FROM post").fetchone()
    yield
    connection.close()


def rate(seconds):
    return f"{1 / statistics.median(seconds):.0f}/s"


def compare(store, bare):
    """Ends the run if the bare peer writes other rows than Galley does, because the ratios would then mean nothing."""
    ours, theirs = rows_of_a_post(store), rows_of_a_post(bare)
    if ours != theirs:
        raise SystemExit(f"A post of Galley's has the rows {ours}, one of the bare peer {theirs}. Mend PostWriter.swift.")


def rows_of_a_post(path):
    """The number of rows of each table that belong to the newest post, and how many columns of it are set."""
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    number, name = store.execute("SELECT number, id FROM post ORDER BY number DESC LIMIT 1").fetchone()
    rows = {}
    for table in ("postBody", "slug", "revision", "postTag"):
        rows[table] = store.execute(f"SELECT count(*) FROM {table} WHERE post = ?", [number]).fetchone()[0]
    rows["event"] = store.execute("SELECT count(*) FROM event WHERE subject = ?", [name]).fetchone()[0]
    rows["columns"] = [column is not None for column in
                       store.execute("SELECT * FROM post WHERE number = ?", [number]).fetchone()]
    store.close()
    return rows
