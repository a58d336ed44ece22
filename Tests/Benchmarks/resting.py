"""What the idle daemon uses, how fast it starts, and how fast its command line answers."""

import itertools
import json
import os
import shutil
import socket
import statistics
import subprocess
import time

from creates import post_request
from exchanges import answer, json_request, request
from measure import Measure, in_turn, median_ratio, micro
from programs import Child, Galleyd, Hummingbird, ReadyNotice, wait_until
from deliveries import is_indexed

POSTS = 10_000
SAMPLES_OF_MEMORY, SAMPLES_OF_STREAMS, SAMPLES_OF_START, SAMPLES_OF_CALL, CALLS = 5, 5, 11, 6, 50
# A user may have 256 streams, and streams never take more than half of a listener's 4,096 connections.
USERS, STREAMS_OF_USER = 10, 200
# How long a process rests before its memory is measured.
REST = 1.5


def measure(bench):
    with Galleyd(bench, "resting") as galley:
        bench.peer("load", galley.socket, bench.write("create.http", post_request(0)), POSTS, 64)
        wait_until(lambda: is_indexed(galley), 60, "the end of the indexing")
    yield memory(bench)
    yield streams(bench)
    yield start(bench)
    yield call(bench)


def memory(bench):
    def ours():
        with Galleyd(bench, "resting") as galley:
            answer(galley.socket, request("GET", "/v1/status"))
            time.sleep(REST)
            return galley.resident

    def theirs():
        with Hummingbird(bench) as bare:
            answer(bare.socket, request("POST", "/answers/1000"))
            time.sleep(REST)
            return bare.resident

    found = in_turn(SAMPLES_OF_MEMORY, ours, theirs)
    galley, bare = (f"{statistics.median(one) / 1e6:.1f} MB" for one in found)
    return Measure("idle, resident memory", galley, bare, median_ratio(*found), 2, SAMPLES_OF_MEMORY)


def streams(bench):
    """The memory of each of many idle event streams, not counting the first."""
    port, run = free_port(), itertools.count()

    def ours():
        with Galleyd(bench, f"streams-{next(run)}", listen=f"127.0.0.1:{port}") as galley:
            host = f"localhost:{port}".encode()
            tokens = [token(galley, f"user-{number}") for number in range(USERS)]
            asked = [request("GET", "/v1/events", authorization=f"Bearer {token}") for token in tokens]
            return memory_of_streams(
                galley, ("127.0.0.1", port), [one.replace(b"localhost", host, 1) for one in asked])

    def theirs():
        with Hummingbird(bench) as bare:
            taken = memory_of_streams(bare, str(bare.socket), [request("GET", "/stream")] * USERS)
            # Its streams end only with the process.
            bare.process.kill()
            return taken

    found = in_turn(SAMPLES_OF_STREAMS, ours, theirs)
    galley, bare = (f"{statistics.median(one) / 1e3:.1f} kB" for one in found)
    return Measure("an idle event stream, resident", galley, bare, median_ratio(*found), 1.5, SAMPLES_OF_STREAMS)


def token(galley, user):
    """The secret of a token for a new user."""
    answer(galley.socket, json_request("POST", "/v1/users", {"name": user}))
    wish = {"name": "bench", "user": user, "scopes": ["read"]}
    return json.loads(answer(galley.socket, json_request("POST", "/v1/tokens", wish)))["secret"]


def memory_of_streams(child, address, requests):
    """Bytes per stream; sends `requests` as often as a user may."""
    lines = []

    def open_one(message):
        line = socket.create_connection(address) if isinstance(address, tuple) else socket.socket(socket.AF_UNIX)
        if isinstance(address, str):
            line.connect(address)
        lines.append(line)
        line.settimeout(30)
        line.sendall(message)
        received = b""
        while b"\n\n" not in received.partition(b"\r\n\r\n")[2]:
            part = line.recv(4096)
            received += part
            if not part or not received.startswith(b"HTTP/1.1 200 "):
                raise SystemExit(f"A stream was refused, or ended: {received!r}")

    try:
        for message in requests:
            open_one(message)
        time.sleep(REST)
        before, first = child.resident, len(lines)
        for message in requests:
            for _ in range(STREAMS_OF_USER - 1):
                open_one(message)
        time.sleep(REST)
        return (child.resident - before) / (len(lines) - first)
    finally:
        for line in lines:
            line.close()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(bench):
    """Both open the same posts; the bare peer has a separate copy, so that neither finds the other's checkpoint."""
    store = bench.path("resting") / "state/galley/galley.db"
    copy = bench.path("opened.db")
    shutil.copyfile(store, copy)

    def ours():
        with Galleyd(bench, "resting") as galley:
            return galley.seconds_to_ready

    def theirs():
        notice = ReadyNotice(bench)
        began = time.monotonic()
        with Child([bench.programs / "galley-bench", "open", copy], bench.path("open.log"),
                   env={**os.environ, "NOTIFY_SOCKET": str(notice.path)}):
            seconds = notice.wait() - began
        notice.close()
        return seconds

    found = in_turn(SAMPLES_OF_START, ours, theirs)
    more = statistics.median(one - other for one, other in zip(*found)) * 1000
    return Measure(
        f"start to READY, {POSTS:,} posts", micro(found[0]), micro(found[1]), more, 150, SAMPLES_OF_START,
        unit="ms more")


def call(bench):
    """Processes, timed by hyperfine without a shell."""
    with Galleyd(bench, "resting") as galley:
        ours = f"{bench.programs}/galley status --json"
        theirs = f"curl --silent --unix-socket {galley.socket} http://localhost/v1/status"

        def timed(command):
            report = bench.path("hyperfine.json")
            subprocess.run(
                ["hyperfine", "-N", "--style", "none", "--warmup", "5", "--runs", str(CALLS), "--export-json", report,
                 command], env=galley.environment, check=True, stdout=subprocess.DEVNULL)
            return json.loads(report.read_text())["results"][0]["median"]

        found = in_turn(SAMPLES_OF_CALL, lambda: timed(ours), lambda: timed(theirs))
    return Measure(
        "galley status --json, a process", micro(found[0]), micro(found[1]) + " (curl)", median_ratio(*found), 2.5,
        SAMPLES_OF_CALL * CALLS)
