"""What a writer waits for in the composer: the delay from a keystroke to the preview, the start of the page, a dragged
panel; and the memory after an hour of typing."""

import json
import os
import statistics
import subprocess
from pathlib import Path

from measure import Measure

ROOT = Path(__file__).resolve().parent.parent.parent
# Limits in milliseconds, by the size of a post in kilobytes.
LIMITS = {"10": 16, "100": 50}


def measure(bench):
    ran = subprocess.run([".make/browser", "speed.py"], cwd=ROOT, capture_output=True, text=True, timeout=600,
                         stdin=subprocess.DEVNULL, env={**os.environ, "GALLEY_BIN": str(bench.programs)})
    if ran.returncode != 0:
        raise SystemExit(f"The composer could not be measured.\n{ran.stderr[-3000:]}")
    found = json.loads(ran.stdout.splitlines()[-1])
    for kilobytes, limit in LIMITS.items():
        galley, bare = late(found[kilobytes]["galley"]), late(found[kilobytes]["bare"])
        yield row(f"keystroke to preview, {kilobytes} KB, p95", galley, f"{bare:.1f} ms", limit,
                  len(found[kilobytes]["galley"]))
        ours, theirs = (statistics.median(found[kilobytes][name]) for name in ("frame", "bare"))
        yield Measure(f"keystroke to its frame, {kilobytes} KB", f"{ours:.1f} ms", f"{theirs:.1f} ms", ours / theirs, 1.5,
                      len(found[kilobytes]["frame"]))
    start = found["start"]
    yield row("composer's first paint", statistics.median(start["paint"]), "–", 150, len(start["paint"]))
    yield row("composer ready for typing", statistics.median(start["typing"]), "–", 300, len(start["typing"]))
    yield row("composer with its panels drawn", statistics.median(start["drawn"]), "–", 500, len(start["drawn"]))
    drag = found["drag"]
    yield row(f"a frame of dragging among {drag['panels']} panels, script and layout, p95", late(drag["frames"]), "–", 6,
              len(drag["frames"]))
    first, *_, last = found["memory"]
    yield Measure("memory after an hour of typing, beside a quarter of an hour", f"{last:.1f} MB", f"{first:.1f} MB",
                  last / first, 1.1, len(found["memory"]))


def late(times):
    """The 95th percentile."""
    return sorted(times)[int(len(times) * 0.95)]


def row(name, value, bare, limit, samples):
    return Measure(name, f"{value:.1f} ms", bare, value, limit, samples, unit="ms")
