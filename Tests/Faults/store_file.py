"""The daemon's SQLite file, seen from outside: read without side effects, and locked against its writes."""

import sqlite3
import struct
import subprocess
import sys
from pathlib import Path

# A separate process, since SIGKILL releases a lock without the cleanup that closing a connection does.
HOLDER = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], timeout=10, isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


class Store:
    """What is asked of a store, over its `rows(sql, *values)`."""

    # What `rows` raises while the store cannot be read.
    Unreadable = sqlite3.OperationalError

    def deliveries(self):
        """Every delivery with all its columns, oldest first."""
        return self.rows("SELECT * FROM delivery ORDER BY id")

    def state(self, post, target):
        """The state of the newest delivery that creates the post at a target; None if there is none, or the store is
        unreadable at the moment."""
        try:
            found = self.rows("SELECT state FROM delivery WHERE postId = ? AND target = ? AND kind = 'create'"
                              " ORDER BY generation DESC", post, target)
        except self.Unreadable:
            return None
        return found[0]["state"] if found else None

    def changed(self, post, target, kind):
        """The state of the newest edit or deletion of a copy; None if there is none."""
        found = self.newest(post, target, kind)
        return found and found["state"]

    def newest(self, post, target, kind):
        """The newest delivery of that kind ("create", "edit" or "delete") with all its columns, or None."""
        sql = "SELECT * FROM delivery WHERE postId = ? AND target = ? AND kind = ? ORDER BY id DESC LIMIT 1"
        found = self.rows(sql, post, target, kind)
        return found[0] if found else None

    def attempts(self):
        """Every armed attempt with its outcome, if that is known."""
        return self.rows("SELECT attempt.*, endedAt, outcome, reason FROM attempt"
                         " LEFT JOIN attemptEnd USING (delivery, number) ORDER BY delivery, number")


class StoreFile(Store):
    """Reads with `mode=ro`: such a connection never checkpoints, even if it is the last to close."""

    def __init__(self, path):
        self.path = Path(path)

    def rows(self, sql, *values):
        """The result as dictionaries."""
        connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=5)
        try:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql, values)]
        finally:
            connection.close()

    def problems(self):
        """The errors that SQLite finds in the file; usually none."""
        found = [row["integrity_check"] for row in self.rows("PRAGMA integrity_check")]
        found = [] if found == ["ok"] else found
        return found + [f"a row of {row['table']} refers to nothing" for row in self.rows("PRAGMA foreign_key_check")]

    def hold(self):
        """Blocks all writes until `StoreLock.release`."""
        return StoreLock(self.path)

    def was_checkpoint_cut(self):
        """Whether the last checkpoint began and did not finish, according to the WAL index.

        https://www.sqlite.org/walformat.html, section 2: `nBackfill` at 96, `nBackfillAttempted` at 128.
        """
        try:
            head = Path(f"{self.path}-shm").read_bytes()[:136]
        except OSError:
            return False
        if len(head) < 136:
            return False
        done, = struct.unpack_from("=I", head, 96)
        attempted, = struct.unpack_from("=I", head, 128)
        return attempted > done


class StoreLock:
    """SQLite's write lock, held by a separate process."""

    def __init__(self, path):
        self._process = subprocess.Popen([sys.executable, "-S", "-c", HOLDER, str(path)],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._process.stdout.readline() != b"held\n":
            self.release()
            raise RuntimeError("The store's write lock was not to be had within 10 s.")

    def release(self):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()
