#!/usr/bin/env python3
"""The composer in Debian's Chromium, with the real daemon: what an author sees, does and may rely on.

    make test                              all of it, among the other suites
    .make/browser run.py --only undo       those with a word in their title or their file's name
    .make/browser run.py --list            the titles
    .make/browser run.py --only … --show   with a visible browser
    .make/browser run.py --jobs 2          two at a time, as `make test` does
    .make/browser run.py --shuffle 7       in another order: shows what depends on an earlier scenario
    .make/browser run.py --whole           in Chromium itself, and not in its shell (see browsers.py)
    .make/browser run.py --slow 3          as on a slower machine: shows what a scenario does not wait for

Takes longer than three minutes because each of some five hundred scenarios loads the page at least once, in an empty
browser as on a first visit, and then acts at the speed of a browser: about two seconds of processor time each.

The programs come from the folder GALLEY_BIN, else from .build/debug; the page from GALLEY_PAGE, else from the
sources. A failed scenario prints the output of the page and the daemon, and leaves a picture in .build/browser. Ends
with "Browser: N passed, N failed".

Child processes run the scenarios, each with a separate browser, and with one daemon for all scenarios that have the
same settings. There each scenario is a new user. One that stops, configures or ages the daemon, counts failed sign-ins
or has a second user says so (`own`), and has a daemon of its own. After a failure the child starts a new daemon.

Some calls of the browser's driver have no timeout and sometimes hang. After a time limit the child is killed, and a new
one repeats that scenario and continues; the second time the scenario has failed.
"""

import argparse
import faulthandler
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from browsers import check_installed, launch  # noqa: E402
from house import Houses  # noqa: E402
from playwright.sync_api import Error as BrowserError  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from scenario import SCENARIOS, Wrong, check  # noqa: E402
from sitting import Sitting  # noqa: E402

from daemon import program  # noqa: E402

for room in sorted((HERE / "behaviour").glob("*.py")):
    __import__(f"behaviour.{room.stem}")

PICTURES = HERE.parent.parent / ".build/browser"
PASSED, FAILED = "\x1epassed\n", "\x1efailed\n"  # the answers of a child
HANGS_AFTER = 180  # seconds; the longest scenario takes some 20 on an otherwise idle machine
# Two browsers on two cores may slow each other down beyond a scenario's timeouts. Up to this many failed scenarios are
# run once more, alone, and both results are printed. If more have failed, they stay failed.
AGAIN_MAX = 5


def main():
    options = parse()
    words = [word.lower() for word in options.only]
    chosen = [number for number, one in enumerate(SCENARIOS)
              if not words or any(word in f"{one.room} {one.title}".lower() for word in words)]
    if options.list:
        print("\n".join(f"{SCENARIOS[one].room.split('.')[-1]}: {SCENARIOS[one].title}" for one in chosen))
        return 0
    if options.child:
        return play(options)
    if options.shuffle is not None:
        random.Random(options.shuffle).shuffle(chosen)
    try:
        program("galleyd"), program("galley"), check_installed()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 69
    PICTURES.mkdir(parents=True, exist_ok=True)
    print(f"Playing {len(chosen)} scenarios.", flush=True)
    began = time.monotonic()
    failed = supervise([one for one in chosen for _ in range(options.times)], options.jobs, began)
    if options.jobs > 1 and 0 < len(failed) <= AGAIN_MAX:
        print(f"Playing {len(failed)} once more, alone.", flush=True)
        failed = supervise(failed, 1, began)
    print(f"{len(chosen)} scenarios in {time.monotonic() - began:.0f} s")
    total = len(chosen) * options.times
    print(f"Browser: {total - len(failed)} passed, {len(failed)} failed")
    return 0 if total and not failed else 1


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--times", type=int, default=1, help="each one so often")
    parser.add_argument("--slow", type=float, default=1, metavar="TIMES", help="slow the pages' scripts down")
    parser.add_argument("--jobs", type=int, default=1, help="scenarios at a time")
    parser.add_argument("--shuffle", type=int, metavar="SEED", help="in another order, which the seed determines")
    parser.add_argument("--whole", action="store_true", help="in Chromium itself where its shell is used otherwise")
    parser.add_argument("--all", action="store_true", help="name the passed ones too")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


# The parent

def supervise(numbers, jobs, began):
    """Runs all of them, `jobs` at a time; returns the numbers of those that failed."""
    waiting, answers, failed, told = queue.SimpleQueue(), [], [], [began]
    for number in numbers:
        waiting.put(number)

    def go():
        player = None
        while True:
            try:
                number = waiting.get_nowait()
            except queue.Empty:
                break
            player, answer = play_once_more_if_hung(player, number)
            answers.append(answer)
            if answer != PASSED:
                failed.append(number)
            if time.monotonic() - told[0] > 60:
                told[0] = time.monotonic()
                print(f"  {len(answers)} of {len(numbers)} scenarios, {told[0] - began:.0f} s", flush=True)
        if player:
            player.end()

    threads = [threading.Thread(target=go) for _ in range(max(1, min(jobs, len(numbers))))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def play_once_more_if_hung(player, number):
    """The player to continue with, if there is one, and the answer; None if the scenario hung twice."""
    for mark in "↻✘":
        player = player or Player()
        answer = player.play(number)
        if answer is not None:
            return player, answer
        print(f"{mark} {SCENARIOS[number].title}\n    It had not ended after {HANGS_AFTER} s, or the browser's driver "
              "died. Where it stood is above.", flush=True)
        player.end()
        player = None
    return None, None


class Player:
    """The child process: reads numbers of scenarios and answers each with its result."""

    def __init__(self):
        self._process = subprocess.Popen(
            [sys.executable, "-B", __file__, "--child", *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, start_new_session=True)
        self._lines = queue.SimpleQueue()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self):
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def play(self, number):
        """PASSED, FAILED, or None if there was no answer in time. Prints the player's output meanwhile."""
        deadline = time.monotonic() + HANGS_AFTER
        try:
            self._process.stdin.write(f"{number}\n")
            self._process.stdin.flush()
            while (line := self._lines.get(timeout=max(0, deadline - time.monotonic()))) is not None:
                if line in (PASSED, FAILED):
                    return line
                print(line, end="", flush=True)
        except (queue.Empty, BrokenPipeError):
            pass
        return None

    def end(self):
        """Ends it with its browser; its daemons end with it."""
        try:
            self._process.stdin.close()
            self._process.wait(20)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            pass
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()


# The child

def play(options):
    Sitting.slowness = options.slow
    with sync_playwright() as playwright, Houses() as houses:
        browser = launch(playwright, options.whole, options.show)
        for number in sys.stdin:
            # Prints where a scenario hangs before the parent kills it.
            faulthandler.dump_traceback_later(HANGS_AFTER - 10)
            has_passed = attempt(SCENARIOS[int(number)], browser, houses, options)
            faulthandler.cancel_dump_traceback_later()
            print(PASSED if has_passed else FAILED, end="", flush=True)
        browser.close()
    return 0


def attempt(scenario, browser, houses, options):
    """Whether the scenario passed; prints everything known about a failure."""
    began = time.monotonic()
    sitting = Sitting(browser, houses, **scenario.settings)
    try:
        with sitting:
            try:
                scenario.run(sitting)
                check(sitting.house.daemon.is_alive, "The daemon has ended by itself.")
                check(not sitting.complaints, "The page complained:\n      " + "\n      ".join(sitting.complaints))
            except Exception as error:  # any error fails this scenario only; the others go on
                tell(scenario, sitting, error)
                houses.leave(sitting.house)
                return False
    except Exception as error:  # the daemon did not start
        tell(scenario, sitting, error)
        houses.leave(sitting.house)
        return False
    if options.all or options.only:
        print(f"✔ {scenario.title} ({time.monotonic() - began:.1f} s)", flush=True)
    return True


def tell(scenario, sitting, error):
    kind = "" if isinstance(error, (Wrong, TimeoutError)) else f"{type(error).__name__}: "
    lines = [f"✘ {scenario.room.split('.')[-1]}: {scenario.title}", f"    {kind}{str(error)[:1500]}"]
    if not isinstance(error, Wrong):
        lines += [line.rstrip() for line in traceback.format_tb(error.__traceback__)[:3]]
    else:
        lines += [f"    at {place.filename.rsplit('/', 1)[-1]}:{place.lineno}" for place in
                  traceback.extract_tb(error.__traceback__)[-3:]]
    lines += [f"    The page said: {words}" for words in sitting.said[-12:]]
    lines += [f"    A picture: {path}" for path in pictures(scenario, sitting)]
    if sitting.house:
        lines += [f"    {line[:200]}" for line in sitting.house.daemon.log_end().splitlines()[-8:]]
    print("\n".join(lines), flush=True)


def pictures(scenario, sitting):
    name = "".join(letter if letter.isalnum() else "-" for letter in scenario.title.lower())[:60]
    for number, window in enumerate(sitting.windows):
        path = PICTURES / f"{name}-{number + 1}.png"
        try:
            window.page.screenshot(path=path, timeout=3000)
        except BrowserError:  # the window was closed, or hangs, which has been reported
            continue
        yield path


if __name__ == "__main__":
    sys.exit(main())
