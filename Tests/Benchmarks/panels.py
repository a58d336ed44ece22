"""The cost of a panel: to place it, and to move it durably and notify every window."""

import json
import selectors
import socket
import sqlite3
import statistics
import time
from contextlib import ExitStack

from creates import kept_open
from exchanges import answer, json_request, request
from measure import Measure, in_turn, median_ratio, micro
from programs import Galleyd, Hummingbird

FEW, MANY = 12, 200
SAMPLES_OF_FRAMES, SAMPLES_OF_COMMANDS, COMMANDS = 11, 9, 300
WINDOWS, CHANGES, WARM_UPS = 10, 120, 20
HEARD = b"event: arrangement-changed\n"
# The request's number replaces the eight marks: every command moves the panel, by a pixel.
MOVE = (b'{"command":"float","panel":"date","overSides":true,'
        b'"frame":{"x":0.########e8,"y":100,"width":400,"height":300}}')


def measure(bench):
    yield frames(bench)
    yield command(bench)
    yield hearing(bench)


def frames(bench):
    """CPU per panel. A step for each pair of panels would make it 17 times as much, one sort about twice."""

    def each(panels):
        count = 2_400_000 // panels // 10
        return bench.peer("frames", panels, count)["cpu"] / count / panels

    found = in_turn(SAMPLES_OF_FRAMES, lambda: each(MANY), lambda: each(FEW))
    many, few = (f"{statistics.median(one) * 1e9:.0f} ns each, {panels} panels" for one, panels in
                 zip(found, (MANY, FEW)))
    return Measure("frames, linear in panels", many, few, median_ratio(*found), 1.5, SAMPLES_OF_FRAMES)


def command(bench):
    with Galleyd(bench, "bare-panels") as galley:
        answer(galley.socket, move().replace(b"########", b"00000001"))
        store = galley.store
    document = bench.write("arrangement.json", present_document(store))
    with kept_open(store), Galleyd(bench, "panels") as galley, Hummingbird(bench) as bare:
        size = len(answer(galley.socket, move().replace(b"########", b"00000001")))
        asked = bench.write("command.http", move())
        echo = bench.write("bare-command.http", move(f"/answers/{size}"))

        def commanded():
            return bench.peer("load", galley.socket, asked, COMMANDS, 1)["seconds"] / COMMANDS

        def written():
            return bench.peer("arrange", store, document, COMMANDS)["seconds"] / COMMANDS

        def answered():
            return bench.peer("load", bare.socket, echo, COMMANDS, 1)["seconds"] / COMMANDS

        for warm_up in (commanded, written, answered):
            warm_up()  # until the logs have reached their full length
        found = in_turn(SAMPLES_OF_COMMANDS, commanded, written, answered)
        together = f"{statistics.median(found[1]) * 1e6:.0f} + {statistics.median(found[2]) * 1e6:.0f} µs"
        compare(galley.store, store)
    # The engine and its JSON cost the same on any disk, so a ratio would only measure the disk's current speed. A
    # screen is drawn every 16 ms; the cost beyond the bare write must stay far below that.
    more = statistics.median(one - two - three for one, two, three in zip(*found)) * 1e6
    return Measure(
        "panel command, 1 client", micro(found[0]), together, more, 1500, SAMPLES_OF_COMMANDS, unit="µs more")


def hearing(bench):
    """From the moment at which a window requests a change until the last of ten has received it, each on a separate
    stream; of a hundred changes the fifth slowest."""
    with Galleyd(bench, "hearing") as galley, ExitStack() as streams:
        windows = [json.loads(answer(galley.socket, json_request("POST", "/v1/windows", {"width": 1366, "height": 900})))
                   for _ in range(WINDOWS)]
        ears = [streams.enter_context(Ear(galley.socket, window["id"])) for window in windows]
        command = f"/v1/windows/{windows[0]['id']}/commands"
        heard, answered = [], []
        for number in range(CHANGES):
            change = json_request("POST", command, {
                "command": "pin", "panel": "date", "side": "right" if number % 2 else "bottom"})
            began = time.monotonic()
            answer(galley.socket, change)
            answered.append(time.monotonic() - began)
            heard.append(when_all_heard(ears, number + 1) - began)
    last, first = (sorted(times[WARM_UPS:])[int((CHANGES - WARM_UPS) * 0.95)] * 1000 for times in (heard, answered))
    return Measure(f"the last of {WINDOWS} windows hears of a change, p95", f"{last:.1f} ms", f"answer: {first:.1f} ms",
                   last, 100, CHANGES - WARM_UPS, unit="ms")


class Ear:
    """The stream of one window. Counts events as soon as they arrive."""

    def __init__(self, path, window):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(str(path))
        self.socket.sendall(request("GET", "/v1/events"))
        self._rest, self.count, self.at = b"", 0, 0.0
        # Once the head is here, the daemon has registered the stream.
        while b"\r\n\r\n" not in self._rest:
            received = self.socket.recv(65536)
            if not received:
                raise EOFError("The daemon closed the stream.")
            self._rest += received

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def hear(self):
        part = self.socket.recv(65536)
        if not part:
            raise SystemExit("The daemon has ended an event stream.")
        self._rest += part
        found = self._rest.count(HEARD)
        if found:
            self.count, self.at = self.count + found, time.monotonic()
            self._rest = self._rest[self._rest.rindex(HEARD) + len(HEARD):]


def when_all_heard(ears, count):
    """The time.monotonic() at which the last of them had received that many changes."""
    with selectors.DefaultSelector() as selector:
        for ear in ears:
            selector.register(ear.socket, selectors.EVENT_READ, ear)
        while any(ear.count < count for ear in ears):
            ready = selector.select(30)
            if not ready:
                raise SystemExit("A window has not heard of a change for 30 s.")
            for key, _ in ready:
                key.data.hear()
    return max(ear.at for ear in ears)


def move(path="/v1/windows/desk/commands"):
    return request("POST", path, MOVE, content_type="application/json")


def present_document(path):
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    text = store.execute("SELECT document FROM arrangement WHERE name = 'desk'").fetchone()[0]
    store.close()
    return text


def compare(store, bare):
    """Ends the run if the bare peer writes less than Galley does, because the ratio would then mean nothing."""
    ours, theirs = shape(store), shape(bare)
    # A position may have a digit more or less.
    if ours[1:] != theirs[1:] or abs(ours[0] - theirs[0]) > 32:
        raise SystemExit(f"A command leaves {ours}, one of the bare peer {theirs}. Mend ArrangementWriter.swift.")


def shape(path):
    """The length of the document, whether an undo step precedes it, and which columns of the last event are set."""
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = store.execute(
        "SELECT length(document), EXISTS (SELECT 1 FROM arrangementStep WHERE arrangement = number) FROM arrangement "
        "WHERE name = 'desk'").fetchone()
    event = store.execute("SELECT * FROM event ORDER BY id DESC LIMIT 1").fetchone()
    store.close()
    return *found, [column is not None for column in event]
