#!/usr/bin/python3
"""Two release builds of the same sources in two folders give the same package. Takes two whole builds. The paths of the
folders have the same length, because the compiler writes the length of some files' paths into a program.

The last line is "N passed, N failed".
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent


class TwoBuilds(unittest.TestCase):
    def test_two_folders_give_the_same_package(self):
        folders = [Path(self.enterContext(tempfile.TemporaryDirectory(prefix=f"galley-{name}-", dir="/tmp")))
                   for name in ("one", "two")]
        # Both before the first build, which takes minutes: the sources may change meanwhile.
        for folder in folders:
            self.copy(folder)
        packages = []
        for folder in folders:
            made = subprocess.run(
                ["make", "--no-print-directory", "deb"], cwd=folder, capture_output=True, text=True, timeout=3600,
                env=os.environ | {"SOURCE_DATE_EPOCH": "1000000000"})
            self.assertEqual(made.returncode, 0, made.stdout[-3000:] + made.stderr[-3000:])
            packages.append(next((folder / ".build/deb").glob("galley_*.deb")).read_bytes())
        self.assertTrue(packages[0] == packages[1], "The packages differ. `diffoscope` says where.")

    def copy(self, folder):
        """The sources, and the libraries that are already here, so that the build needs no network."""
        for name in ("Sources", "Tests", "config", "systemd", ".make"):
            shutil.copytree(TOP / name, folder / name, symlinks=True)
        for path in TOP.iterdir():
            if path.is_file():
                shutil.copy(path, folder)
        for name in ("checkouts", "repositories", "workspace-state.json"):
            source, place = TOP / ".build" / name, folder / ".build" / name
            if source.is_dir():
                shutil.copytree(source, place, symlinks=True)
            else:
                shutil.copy(source, place)


if __name__ == "__main__":
    result = unittest.main(exit=False, argv=sys.argv).result
    failed = len(result.failures + result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed or not result.testsRun else 0)
