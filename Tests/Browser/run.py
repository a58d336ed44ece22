#!/usr/bin/env python3
"""The composer in Debian's Chromium, against the real daemon: what an author sees, does and may rely on.

    make test                              all of it, among the other suites
    .make/browser run.py --only undo       those with a word in their title or their file's name
    .make/browser run.py --list            the titles
    .make/browser run.py --only … --show   with a browser that one can see

The programs are taken from the folder GALLEY_BIN, else from .build/release; the page from GALLEY_PAGE, else from the
sources. A failed scenario prints what the page and the daemon said, and leaves a picture in .build/browser. Ends with
"Browser: N passed, N failed".
"""

import argparse
import sys
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from playwright.sync_api import Error as BrowserError  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from scenario import SCENARIOS, Wrong, check  # noqa: E402
from sitting import Sitting  # noqa: E402

from daemon import program  # noqa: E402

for room in sorted((HERE / "behaviour").glob("*.py")):
    __import__(f"behaviour.{room.stem}")

PICTURES = HERE.parent.parent / ".build/browser"
CHROMIUM = "/usr/bin/chromium"


def main():
    options = parse()
    words = [word.lower() for word in options.only]
    chosen = [one for one in SCENARIOS if not words or any(word in f"{one.room} {one.title}".lower() for word in words)]
    if options.list:
        print("\n".join(f"{one.room.split('.')[-1]}: {one.title}" for one in chosen))
        return 0
    try:
        program("galleyd"), program("galley")
        if not Path(CHROMIUM).exists():
            raise FileNotFoundError(f"{CHROMIUM} is not there. Run `make test`, which installs it.")
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 69
    PICTURES.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, headless=not options.show, args=["--no-sandbox", "--disable-lcd-text"])
        passed = sum([attempt(one, browser, options) for one in chosen for _ in range(options.times)])
        browser.close()
    print(f"{len(chosen)} scenarios in {time.monotonic() - began:.0f} s")
    total = len(chosen) * options.times
    print(f"Browser: {passed} passed, {total - passed} failed")
    return 0 if total and passed == total else 1


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--times", type=int, default=1, help="each one so often")
    parser.add_argument("--all", action="store_true", help="name the passed ones too")
    return parser.parse_args()


def attempt(scenario, browser, options):
    """Whether it passed; tells all there is to know if not."""
    began = time.monotonic()
    sitting = Sitting(browser, **scenario.settings)
    try:
        with sitting:
            try:
                scenario.run(sitting)
                check(sitting.daemon.is_alive, "The daemon has ended by itself.")
                check(not sitting.complaints, "The page complained:\n      " + "\n      ".join(sitting.complaints))
            except Exception as error:  # whatever it is, this one has failed and the others go on
                tell(scenario, sitting, error)
                return False
    except Exception as error:  # the daemon did not start
        tell(scenario, sitting, error)
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
    lines += [f"    {line[:200]}" for line in sitting.daemon.log_end().splitlines()[-8:]]
    print("\n".join(lines), flush=True)


def pictures(scenario, sitting):
    name = "".join(letter if letter.isalnum() else "-" for letter in scenario.title.lower())[:60]
    for number, window in enumerate(sitting.windows):
        path = PICTURES / f"{name}-{number + 1}.png"
        try:
            window.page.screenshot(path=path, timeout=3000)
        except BrowserError:  # that window was closed, or hangs, which is told already
            continue
        yield path


if __name__ == "__main__":
    sys.exit(main())
