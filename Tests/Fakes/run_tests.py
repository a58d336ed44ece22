#!/usr/bin/python3
"""Runs the fakes' own tests; the last line is "N passed, N failed". Fails when one failed."""

import sys
import unittest
from pathlib import Path


def main():
    here = Path(__file__).resolve().parent
    sys.path.insert(0, str(here))
    suite = unittest.defaultTestLoader.discover(str(here), "test_*.py")
    result = unittest.TextTestRunner(verbosity=1, stream=sys.stdout).run(suite)
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main())
