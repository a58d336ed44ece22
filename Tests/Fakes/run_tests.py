#!/usr/bin/python3
"""Runs the fakes' own tests, or those in the given folder; the last line is "N passed, N failed". Fails if one failed."""

import faulthandler
import signal
import sys
import unittest
from pathlib import Path


def run_suite(suite=None):
    """Runs `suite`, by default the tests of the program, and returns its exit status."""
    # A suite that is ended because it exceeds its time shows where it hangs.
    faulthandler.register(signal.SIGTERM, chain=True)
    suite = suite or unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    return tally(unittest.TextTestRunner(stream=sys.stdout).run(suite))


def tally(result):
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


def main():
    here = Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    here = here if here.is_dir() else here.parent
    sys.path.insert(0, str(here))
    return run_suite(unittest.defaultTestLoader.discover(str(here), "test_*.py"))


if __name__ == "__main__":
    sys.exit(main())
