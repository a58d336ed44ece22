#!/usr/bin/python3
"""Kills and disturbs the real galleyd, seed by seed, and compares its state with the services' content.

    Tests/Faults/run.py --seed 1                     a whole cycle, two runs at a time; run i has the seed 1 + i
    Tests/Faults/run.py --runs 1 --seed 17 --keep    one again, with its folder
    Tests/Faults/run.py --runs 20 --only checkpoint  twenty of one kind; with more of --only, the kinds in turn
    Tests/Faults/run.py --two-machines --runs 50     two daemons on PostgreSQL with a standby; either daemon, its sessions or
                                                     the database are killed, stopped or replaced

The programs come from the folder GALLEY_BIN, else from .build/debug. Ends with a table of the kill points and
"Faults: N passed, N failed": the runs and, from a whole cycle on, each kill point at each class, none of which may be
missing. A failed run prints how to repeat it.
"""

import argparse
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes"), str(HERE.parent / "Acceptance")]
from plans import CYCLE, EXPECTED, KILL_POINTS, OTHERS, POINT_NAMES, Plan  # noqa: E402

RUN_SECONDS_MAX = 150
# Each takeover takes fifteen seconds.
RUN_ON_DATABASE_SECONDS_MAX = 600


def main():
    options = parse()
    if options.work:
        return work(options)
    from daemon import program
    try:
        program("galleyd")
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 69
    began = time.monotonic()
    results = run_all(options)
    passed, failed = report(results, options, time.monotonic() - began)
    print(f"Faults: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=CYCLE)
    parser.add_argument("--seed", type=int, default=1, help="of the first run")
    parser.add_argument("--only", choices=[*KILL_POINTS, *OTHERS, "stopped_long"], action="append", default=[],
                        help="a kind of fault")
    parser.add_argument("--two-machines", action="store_true", help="two daemons on a database")
    parser.add_argument("--keep", action="store_true", help="keep the folders of all runs")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


# The workers

def work(options):
    """A worker: reads seeds, and writes one JSON line for each. Ends when its input ends."""
    from one_run import run
    sys.setswitchinterval(0.0005)   # so that a kill does not wait for another thread's turn
    for line in sys.stdin:
        result = run(int(line), options.only, options.keep, options.two_machines)
        try:
            sys.stdout.write(json.dumps(result) + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            os._exit(1)   # the parent process has been killed meanwhile
    return 0


class Worker:
    """A process that executes one run after the other. If one hangs, it is killed with its children, and replaced."""

    def __init__(self, options):
        self._arguments = [sys.executable, str(HERE / "run.py"), "--work"]
        for kind in options.only:
            self._arguments += ["--only", kind]
        self._arguments += ["--keep"] if options.keep else []
        self._arguments += ["--two-machines"] if options.two_machines else []
        self._seconds_max = RUN_ON_DATABASE_SECONDS_MAX if options.two_machines else RUN_SECONDS_MAX
        self._process = None

    def run(self, seed):
        if self._process is None:
            self._process = subprocess.Popen(self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        alarm = threading.Timer(self._seconds_max, self._process.kill)
        alarm.start()
        try:
            self._process.stdin.write(f"{seed}\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        finally:
            alarm.cancel()
        if line:
            return json.loads(line)
        self.end()
        words = f"The run did not end within {self._seconds_max} s, or the harness itself broke."
        return {"seed": seed, "plan": "unknown", "failures": [words], "reached": [], "seconds": 0,
                "restarts": 0, "story": f"Seed {seed}: {words}\n"}

    def end(self):
        if self._process is None:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                pipe.close()
            except OSError:
                pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


def run_all(options):
    """The results of all runs, in the order in which they ended."""
    seeds, results, said = queue.SimpleQueue(), [], threading.Lock()
    for number in range(options.runs):
        seeds.put(options.seed + number)

    def go():
        worker = Worker(options)
        while True:
            try:
                seed = seeds.get_nowait()
            except queue.Empty:
                break
            result = worker.run(seed)
            with said:
                results.append(result)
                tell(result, len(results), options.runs)
        worker.end()
    threads = [threading.Thread(target=go) for _ in range(max(1, min(options.jobs, options.runs)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


# Output

def tell(result, count, total):
    """Prints a failed run at once and completely; progress now and then."""
    if result["failures"]:
        print(f"✘ {result['story']}", flush=True)
    elif total <= 20:
        print(f"  {result['seed']}: {result['plan']}, {result['seconds']} s", flush=True)
    elif count % 25 == 0:
        print(f"  {count} of {total} runs", flush=True)


def report(results, options, seconds):
    """The table, and how many checks passed and failed."""
    reached = Counter((point, letter) for result in results for point, letter in result["reached"])
    print(f"\n{'killed':48}" + "".join(f"{letter:>6}" for letter in "ABDE"))
    for point, words in POINT_NAMES.items():
        cells = [str(reached[point, letter]) if (point, letter) in EXPECTED else "–" for letter in "ABDE"]
        print(f"{words:48}" + "".join(f"{cell:>6}" for cell in cells))
    kinds = Counter(result["plan"].split(" ")[0] for result in results)
    others = [f"{kind} {kinds[kind]}" for kind in [*OTHERS, "stopped_long"] if kinds[kind]]
    print(f"other runs: {', '.join(others) or 'none'}")
    restarts = sum(result["restarts"] for result in results)
    print(f"{len(results)} runs with {restarts} new starts in {seconds:.0f} s, "
          f"{seconds / max(1, len(results)):.1f} s each")
    failed = [result["seed"] for result in results if result["failures"]]
    if failed:
        print(f"Failed seeds: {', '.join(map(str, sorted(failed)))}")
    checks = sorted(EXPECTED) if options.runs >= CYCLE and not options.only and not options.two_machines else []
    missing = [f"{POINT_NAMES[point]} (class {letter})" for point, letter in checks if not reached[point, letter]]
    for words in missing:
        print(f"✘ Never killed {words}")
    return len(results) - len(failed) + len(checks) - len(missing), len(failed) + len(missing)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    sys.exit(main())
