"""The daemon's CPU for the same work on PostgreSQL and on SQLite, among a thousand and twenty thousand posts."""

import subprocess
import sys

import posts
from creates import post_request
from exchanges import answer, markdown, request
from measure import Measure, in_turn, median_ratio, micro
from programs import HERE, Galleyd
from loopback import wait_until

sys.path.insert(0, str(HERE.parent / "Postgres"))
from server import Server, tool  # noqa: E402

SAMPLES = 9
FEW, MANY = 1_000, 20_000
FACTOR_MAX = 2.0


def measure(bench):
    with Server(durable=True) as server:
        for size in (FEW, MANY):
            file = posts.Store(bench, size)
            settings = copied(bench, server, file, size)
            with file.galley() as on_file, Galleyd(bench, f"on-database-{size}", settings) as on_database:
                for name, ask in questions(bench):
                    of_database, of_file = in_turn(SAMPLES, ask(on_database), ask(on_file))
                    yield Measure(f"{name} among {size:,}: PostgreSQL to SQLite, CPU", micro(of_database), micro(of_file),
                                  median_ratio(of_database, of_file), FACTOR_MAX, SAMPLES)


def copied(bench, server, file, size):
    """Copies the store into a database of its own; returns the settings that lead there."""
    name = f"bench{size}"
    subprocess.run([tool("psql"), server.address, "-qc", f"CREATE DATABASE {name}"], check=True, timeout=60)
    url = server.address.replace("/postgres?", f"/{name}?")
    with file.galley() as galley:
        environment = galley.environment
        media = galley.state / "media"
    done = subprocess.run([bench.programs / "galleyd", "copy-store", "--to", url], env=environment, capture_output=True,
                          text=True, timeout=600, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise SystemExit(done.stderr[-3000:])
    subprocess.run([tool("psql"), url, "-qc", "ANALYZE"], check=True, timeout=300)
    settings = f'[store]\nurl = "{url}"\nmedia = "{media}"\n'
    with Galleyd(bench, f"on-database-{size}", settings) as galley:
        # The first search makes the index, which takes longer than a client waits.
        wait_until(lambda: is_found(galley), 300, "the index", pause=1)
    return settings


def is_found(galley):
    try:
        return answer(galley.socket, request("GET", "/v1/posts?search=lighthouse"))
    except TimeoutError:
        return None


def questions(bench):
    """Each with a function that makes its arm for a daemon: the seconds of CPU for one answer."""
    def arm(make, count):
        def of(galley):
            def served():
                asked = bench.write("engines.http", make())
                before = galley.computed
                bench.peer("load", galley.socket, asked, count, 1)
                return (galley.computed - before) / count
            served()
            return served
        return of
    runs = iter(range(1, 1_000_000))
    yield "a durable create", arm(lambda: post_request(next(runs)), 100)
    for name, (path, _) in posts.QUESTIONS.items():
        yield name, arm(lambda path=path: request("GET", path), 200)
    preview = request("POST", "/v1/preview", markdown(10_240).encode(), content_type="text/markdown", accept="text/html")
    yield "a preview of 10 KB", arm(lambda: preview, 50)
