"""The daemon's cost of previewing a text."""

import statistics

from exchanges import answer, markdown, request
from measure import Measure, in_turn, median_ratio, micro
from programs import Galleyd, Hummingbird

SAMPLES = 25
# The size of a text in kilobytes, and how many requests make a sample of at least a tenth of a second.
SIZES = {1: 1500, 10: 600, 100: 100}


def measure(bench):
    with Galleyd(bench, "previews") as galley, Hummingbird(bench) as bare:
        for kilobytes, count in SIZES.items():
            yield one(bench, galley, bare, kilobytes, count)


def one(bench, galley, bare, kilobytes, count):
    text = markdown(kilobytes * 1024).encode()
    source = bench.write("text.md", text)
    asked = request("POST", "/v1/preview", text, content_type="text/markdown", accept="text/html")
    size = len(answer(galley.socket, asked))
    to_galley = bench.write("preview.http", asked)
    to_bare = bench.write("bare.http", asked.replace(b"/v1/preview", f"/answers/{size}".encode(), 1))

    def served(server, requests):
        before = server.computed
        bench.peer("load", server.socket, requests, count, 1)
        return (server.computed - before) / count

    for server, requests in ((galley, to_galley), (bare, to_bare)):
        served(server, requests)
    found = in_turn(
        SAMPLES, lambda: served(galley, to_galley),
        lambda: bench.peer("cmark", source, count)["cpu"] / count, lambda: served(bare, to_bare))
    whole, rendering, answering = found
    together = f"{statistics.median(rendering) * 1e6:.0f} + {statistics.median(answering) * 1e6:.0f} µs"
    return Measure(
        f"preview of {kilobytes} KB, CPU", micro(whole), together, median_ratio(*found), 1.7, SAMPLES)
