"""What a writer waits for in the composer: a keystroke's way to the preview, and the page's start."""

import json
import os
import statistics
import subprocess
from pathlib import Path

from measure import Measure

ROOT = Path(__file__).resolve().parent.parent.parent
# Milliseconds, by the kilobytes of a post.
LIMITS = {"10": 16, "100": 50}


def measure(bench):
    ran = subprocess.run([".make/browser", "speed.py"], cwd=ROOT, capture_output=True, text=True, timeout=300,
                         stdin=subprocess.DEVNULL, env={**os.environ, "GALLEY_BIN": str(bench.programs)})
    if ran.returncode != 0:
        raise SystemExit(f"The composer could not be measured.\n{ran.stderr[-3000:]}")
    found = json.loads(ran.stdout.splitlines()[-1])
    for kilobytes, limit in LIMITS.items():
        galley, bare = late(found[kilobytes]["galley"]), late(found[kilobytes]["bare"])
        yield row(f"keystroke to preview, {kilobytes} KB, p95", galley, f"{bare:.1f} ms", limit,
                  len(found[kilobytes]["galley"]))
    start = found["start"]
    yield row("composer's first paint", statistics.median(start["paint"]), "–", 150, len(start["paint"]))
    yield row("composer ready for typing", statistics.median(start["typing"]), "–", 300, len(start["typing"]))
    yield row("composer with its panels drawn", statistics.median(start["drawn"]), "–", None, len(start["drawn"]))


def late(times):
    """The 95th of a hundred."""
    return sorted(times)[int(len(times) * 0.95)]


def row(name, value, bare, limit, samples):
    return Measure(name, f"{value:.1f} ms", bare, value, limit, samples, unit="ms")
