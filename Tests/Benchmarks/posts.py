"""The daemon's cost of listing, finding and returning posts, among a thousand and among a million."""

import random
import sqlite3
import statistics
import time
from pathlib import Path

from exchanges import answer, request
from measure import Measure, in_turn, median_ratio, micro
from programs import Galleyd

SAMPLES = 9
FEW, MANY = 1_000, 1_000_000
# The CPU that the daemon may use for one answer beyond SQLite's, and the factor by which that may grow with a million
# posts.
ABOVE_MAX, GROWTH_MAX = 600, 1.5
START = 1_600_000_000

# Everything that a list shows of a post; the same as PostRow.columns.
COLUMNS = """post.number, post.id, post.revision, post.owner, post.kind, post.isSlugChosen, post.title, post.excerpt,
  post.summary, post.language, post.wall, post.zone, post.dateAt, post.canonicalAddress, post.author,
  post.overrides, post.publication, post.publishedAt, post.state, post.createdAt, post.changedAt,
  post.deletedAt, post.sortAt, (SELECT text FROM slug WHERE slug.post = post.number AND retiredAt IS NULL),
  (SELECT group_concat(tag, ',') FROM (SELECT tag FROM postTag WHERE postTag.post = post.number ORDER BY position))"""

PAGE = "ORDER BY post.sortAt DESC, post.number DESC LIMIT 51"
FOUND = f"""SELECT {COLUMNS} FROM (SELECT search.rowid AS found FROM search CROSS JOIN post ON post.docId = search.rowid
  WHERE search MATCH '"WORD"' AND post.deletedAt IS NULL ORDER BY search.rowid DESC LIMIT 50)
  JOIN post ON post.docId = found"""

# By name: the request, with a number in place of ########, and its SQLite queries.
QUESTIONS = {
    "list": ("/v1/posts", [f"SELECT {COLUMNS} FROM post INDEXED BY postByDate WHERE post.deletedAt IS NULL {PAGE}"]),
    "list by tag": ("/v1/posts?tag=harbour", [
        f"SELECT {COLUMNS} FROM postTag INDEXED BY tagByDate JOIN post ON post.number = postTag.post "
        "WHERE postTag.key = 'harbour' AND postTag.state <> 'deleted' "
        "ORDER BY postTag.sortAt DESC, postTag.post DESC LIMIT 51"]),
    "search, rare": ("/v1/posts?search=lighthouse", [FOUND.replace("WORD", "lighthouse")]),
    "search, common": ("/v1/posts?search=water", [FOUND.replace("WORD", "water")]),
    "get": ("/v1/posts/benchmark-########", [
        "SELECT post.id FROM slug JOIN post ON post.number = slug.post WHERE slug.text = 'benchmark-00000007'",
        f"SELECT {COLUMNS} FROM post WHERE number = 7", "SELECT bytes FROM postBody WHERE post = 7",
        "SELECT text FROM slug WHERE post = 7 AND retiredAt IS NOT NULL ORDER BY retiredAt DESC, text"]),
}


def measure(bench):
    stores = [Store(bench, size) for size in (FEW, MANY)]
    growth = []
    with stores[0].galley() as few, stores[1].galley() as many:
        for name, (path, sql) in QUESTIONS.items():
            arms = [arm for galley in (few, many) for arm in asked(bench, galley, path, sql)]
            # All four in turn: changes in the machine's load affect the small store and the large one alike.
            *of_few, whole, bare = in_turn(SAMPLES, *arms)
            for store, galley_took, sql_took in ((stores[0], *of_few), (stores[1], whole, bare)):
                above = statistics.median(one - other for one, other in zip(galley_took, sql_took))
                yield Measure(f"{name} among {store.words}, CPU above SQL", micro(galley_took), micro(sql_took), above * 1e6,
                              ABOVE_MAX, SAMPLES, unit="µs")
            growth.append(Measure(f"{name}: a million to a thousand, CPU", micro(whole), micro(of_few[0]),
                                  median_ratio(whole, of_few[0]), GROWTH_MAX, SAMPLES))
    yield from growth


class Store:
    """A number of posts, as the daemon would have written them."""

    def __init__(self, bench, size):
        self.words = f"{size:,}"
        self._bench, self._name = bench, f"posts-{size}"
        with self.galley() as galley:
            path = galley.store
        seconds = build(path, size)
        print(f"  {self.words} posts written in {seconds:.0f} s, {Path(path).stat().st_size / 1e6:.0f} MB", flush=True)

    def galley(self):
        return Galleyd(self._bench, self._name)


def asked(bench, galley, path, sql):
    """Two arms that measure seconds of CPU for one answer: the daemon's, and bare SQL's."""
    count = 400
    wish = bench.write("posts.http", request("GET", path))
    statements = bench.write("posts.sql", "\n;\n".join(sql))
    answer(galley.socket, request("GET", path.replace("########", "00000007")))

    def served():
        before = galley.computed
        bench.peer("load", galley.socket, wish, count, 1)
        return (galley.computed - before) / count

    def queried():
        return bench.peer("query", galley.store, statements, count)["cpu"] / count

    served()
    return served, queried


# The store

WORDS = ("the river was higher than last week and path that leads to old mill stood under water we took upper road "
         "instead it is longer but there more see herons three of them who did not mind us a boat without an owner "
         "ferry runs on demand bring boots second pair socks").split()


def build(path, count):
    """Fills an empty store with a number of posts, as the daemon would have written them. Returns the seconds it took.
    """
    began, chance = time.monotonic(), random.Random(1)
    store = sqlite3.connect(path, isolation_level=None)
    # Needs no rollback: the store is new, and a log of it would be as large as the store itself.
    store.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")
    store.execute("BEGIN")
    paragraphs = [" ".join(chance.choices(WORDS, k=60)) + "." for _ in range(500)]
    for first in range(1, count + 1, 10_000):
        fill(store, range(first, min(first + 10_000, count + 1)), count, paragraphs)
    store.execute("INSERT INTO search (search) VALUES ('optimize')")
    store.execute("COMMIT")
    store.execute("PRAGMA journal_mode = WAL")
    store.close()
    return time.monotonic() - began


def fill(store, numbers, count, paragraphs):
    posts, bodies, slugs, revisions, tags, words = [], [], [], [], [], []
    for number in numbers:
        at = (START + number * 60) * 1_000_000
        body = f"{paragraphs[number % 500]}\n\n{paragraphs[number * 7 % 499]}" + (
            " A lighthouse." if number % max(1, count // 50) == 0 else "")
        title = f"Benchmark post {number}"
        posts.append((number, post_id(number), title, body[:140], at, f"{title.lower()}\1{title}"))
        bodies.append((number, body.encode()))
        # Neighbours by name lie far apart.
        slugs.append((f"benchmark-{number * 7919 % count:08d}", number))
        revisions.append((number, at, len(body)))
        labels = ["Benchmarks", "harbour"] if number % 10 == 0 else ["Benchmarks"]
        tags += [(number, position, tag, tag.lower(), at) for position, tag in enumerate(labels)]
        words.append((doc_id(number), title, body, "\n".join(labels)))
    store.executemany("""INSERT INTO post (number, id, revision, owner, kind, isSlugChosen, title, excerpt, publication,
        state, createdAt, changedAt, isIndexStale, titleKey, docId, indexedRevision)
        VALUES (?1, ?2, 1, 1, 'post', 0, ?3, ?4, 'none', 'draft', ?5, ?5, 0, ?6, ?7, 1)""",
                      [(*post, doc_id(post[0])) for post in posts])
    store.executemany("INSERT INTO postBody (post, bytes) VALUES (?, ?)", bodies)
    store.executemany("INSERT INTO slug (text, post) VALUES (?, ?)", slugs)
    store.executemany("INSERT INTO revision (post, number, savedAt, savedBy, characters) VALUES (?, 1, ?, 1, ?)",
                      revisions)
    store.executemany("INSERT INTO postTag (post, position, tag, key, state, sortAt) VALUES (?, ?, ?, ?, 'draft', ?)",
                      tags)
    store.executemany("INSERT INTO search (rowid, title, body, tags) VALUES (?, ?, ?, ?)", words)


def doc_id(number):
    return (START + number * 60) * 4096 + number % 4096


def post_id(number):
    """Scattered, as the daemon's are."""
    letters = "0123456789abcdefghjkmnpqrstvwxyz"
    bits = number * 0x9E3779B97F4A7C15 % (1 << 64)
    return "".join(letters[bits >> (place * 5) & 31] for place in range(12))
