#!/usr/bin/python3
"""File systems that are really full, really read-only or missing: a small one in memory, one behind a loop device, and
/proc. Needs root for mounting, in a separate mount namespace, so that nothing is left behind.

Tests/Faults/machine.py covers a failing disk. A loop device over a full file is no alternative: it reported "full" as
often as "failed", and ext4 rereads from the disk what it could not write, so that such a file system corrupts files by
itself.

The last line is "N passed, N failed".
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Faults")]
from daemon import Daemon  # noqa: E402
from desk import Refused  # noqa: E402
from loopback import wait_until  # noqa: E402
from run_tests import run_suite  # noqa: E402


def run(*command):
    subprocess.run(command, check=True, timeout=60, stdout=subprocess.DEVNULL)


class DiskTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="galley-disks-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def mount(self, name, *arguments):
        place = self.folder / name
        place.mkdir()
        run("mount", *arguments, str(place))
        self.addCleanup(run, "umount", "--lazy", str(place))
        return place

    def begin(self, place):
        """A daemon whose store is on that file system."""
        daemon = Daemon(self.folder / "desk")
        shutil.rmtree(daemon.state)
        daemon.state.symlink_to(place)
        daemon.start()
        self.addCleanup(daemon.kill)
        self.daemon, self.desk = daemon, daemon.desk

    def fill(self, place):
        """Uses up the remaining space."""
        filler = place / "filler"
        with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
            for size in (1 << 20, 1 << 12):
                with contextlib.suppress(OSError):
                    while file.write(bytes(size)) == size:
                        pass
        return filler

    def write(self, title, body="Words."):
        return self.desk.create({"title": title, "body": body}, title)

    def kind(self):
        return (self.desk.call("GET", "/v1/status").get("fault") or {}).get("kind")

    def titles(self):
        return sorted(post["title"] for post in self.desk.summaries())

    def refuse(self):
        """Writes until the daemon refuses; every accepted post stays."""
        for number in range(200):
            try:
                self.write(f"Taken {number:03}", "x" * 60_000)
            except Refused as refused:
                return refused, [f"Taken {taken:03}" for taken in range(number)]
        self.fail("Two hundred posts were taken.")

    def recover(self, kept):
        wait_until(lambda: self.kind() is None, 20, "the recovery", 0.1)
        self.write("After")
        self.assertEqual(self.titles(), sorted(["After", "Before", *kept]))
        self.daemon.terminate(25)
        with contextlib.closing(sqlite3.connect(self.daemon.state / "galley.db")) as store:
            self.assertEqual(store.execute("PRAGMA quick_check").fetchall(), [("ok",)])

    def test_full(self):
        """a full file system: 507, reported in the status, nothing lost, and over once there is space"""
        place = self.mount("small", "-t", "tmpfs", "-o", "size=8m", "tmpfs")
        self.begin(place)
        self.write("Before")
        filler = self.fill(place)
        refused, kept = self.refuse()
        self.assertEqual((refused.status, refused.problem["title"]), (507, "The disk is full."))
        self.assertEqual(self.kind(), "disk-full")
        filler.unlink()
        self.recover(kept)

    def test_no_proc(self):
        """without /proc the daemon refuses to start and says why"""
        daemon = Daemon(self.folder / "desk")
        daemon.prefix = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
        self.assertEqual(daemon.run_second(), (
            1, "galleyd: Galley needs /proc, which is not there. Next: mount -t proc proc /proc\n"))

    def test_read_only(self):
        """a file system that the kernel makes read-only, as after an error: 503, reported in the status, nothing lost;
        healthy again after a remount"""
        # Remounting read-only is impossible while a daemon has files open there, so the test provokes an error.
        image = self.folder / "image"
        with open(image, "wb") as file:
            file.truncate(64 << 20)
        run("mkfs.ext4", "-q", "-E", "nodiscard", str(image))
        place = self.mount("closing", "-o", "loop,errors=remount-ro", str(image))
        self.begin(place)
        self.write("Before")
        run("mount", "-o", "remount,abort", str(place))
        with self.assertRaises(Refused) as caught:
            self.write("Refused")
        self.assertEqual((caught.exception.status, caught.exception.problem["type"].split(":")[-1]), (503, "disk-read-only"))
        self.assertEqual((self.kind(), self.titles()), ("disk-read-only", ["Before"]))
        self.daemon.terminate(25)
        run("umount", str(place))
        run("mount", "-o", "loop,errors=remount-ro", str(image), str(place))
        self.daemon.start()
        self.recover([])


def main():
    if os.geteuid() != 0:
        print("Disks are left out: only root may mount them.")
        print("0 passed, 0 failed")
        return 0
    if "--inside" not in sys.argv:
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, "-B", __file__, "--inside"])
    return run_suite()


if __name__ == "__main__":
    sys.exit(main())
