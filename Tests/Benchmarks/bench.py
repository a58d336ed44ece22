"""Measures Galley beside bare peers, on the same machine in the same run: bench.py PROGRAMS [MEASUREMENT …].

Reports ratios only, because a faster machine is faster for both. Ends with 1 if a limit is missed.
"""

import os
import signal
import sys
import time

import composer
import creates
import deliveries
import engines
import freezes
import growth
import panels
import posts
import previews
import resting
import sites
from measure import table
from programs import Bench

MEASUREMENTS = {"previews": previews, "creates": creates, "panels": panels, "deliveries": deliveries,
                "freezes": freezes, "resting": resting, "posts": posts, "sites": sites, "growth": growth,
                "composer": composer, "engines": engines}


def main(programs, names):
    for name in names:
        if name not in MEASUREMENTS:
            raise SystemExit(f"There is no measurement “{name}”. There are {', '.join(MEASUREMENTS)}.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    bench, began, measures = Bench(programs), time.monotonic(), []
    print("Medians of samples taken in turn with a bare peer; about ten minutes.", flush=True)
    try:
        for name in names or MEASUREMENTS:
            for measure in MEASUREMENTS[name].measure(bench):
                measures.append(measure)
                print(f"  {measure.name}: {measure.cells[3]}, limit {measure.cells[4]}", flush=True)
    finally:
        bench.close()
    print(f"\n{table(measures)}\n\n{os.cpu_count()} cores, {time.monotonic() - began:.0f} s.")
    missed = [measure.name for measure in measures if not measure.is_met]
    if missed:
        print(f"Beyond the limit: {', '.join(missed)}.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
