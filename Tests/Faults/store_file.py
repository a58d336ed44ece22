"""The daemon's SQLite file, seen from outside: read without a trace, and held against its writes."""

import os
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path

# A separate process, since SIGKILL lets go of a lock without the tidying that closing a connection does.
HOLDER = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], timeout=10, isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


class StoreFile:
    """Reads with `mode=ro`: such a connection never checkpoints, also when it is the last to close."""

    def __init__(self, path):
        self.path = Path(path)

    def rows(self, sql, *values):
        """The answer as dictionaries."""
        connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=5)
        try:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql, values)]
        finally:
            connection.close()

    def deliveries(self):
        """Every delivery with all its columns, oldest first."""
        return self.rows("SELECT * FROM delivery ORDER BY id")

    def state(self, post, target):
        """The state of the newest generation of what brings a post to a target; None when there is none, or nothing
        can be read at the moment."""
        try:
            found = self.rows("SELECT state FROM delivery WHERE postId = ? AND target = ? AND kind = 'create'"
                              " ORDER BY generation DESC", post, target)
        except sqlite3.OperationalError:
            return None
        return found[0]["state"] if found else None

    def changed(self, post, target, kind):
        """The state of the newest edit or deletion of a copy; None when there is none."""
        found = self.rows("SELECT state FROM delivery WHERE postId = ? AND target = ? AND kind = ? ORDER BY id DESC",
                          post, target, kind)
        return found[0]["state"] if found else None

    def attempts(self):
        """Every armed try with how it ended, if that is known."""
        return self.rows("SELECT attempt.*, endedAt, outcome, reason FROM attempt"
                         " LEFT JOIN attemptEnd USING (delivery, number) ORDER BY delivery, number")

    def problems(self):
        """What SQLite finds wrong with the file; nothing, usually."""
        found = [row["integrity_check"] for row in self.rows("PRAGMA integrity_check")]
        found = [] if found == ["ok"] else found
        return found + [f"a row of {row['table']} refers to nothing" for row in self.rows("PRAGMA foreign_key_check")]

    def hold(self):
        """Keeps everybody from writing until `StoreLock.release`."""
        return StoreLock(self.path)

    def was_checkpoint_cut(self):
        """Whether the last checkpoint was begun and not finished, by the index beside the log.

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
    """SQLite's write lock, held by a process of its own."""

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
