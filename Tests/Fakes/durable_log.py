"""A service's durable record of events: JSON lines, each on disk before the client gets an answer."""

import json
import os
import threading


class DurableLog:
    """Appends entries to a file. `append` returns only when the entry would survive a power failure."""

    def __init__(self, path):
        self.path = path
        # A line that was being written when the process was killed has no end; the next one must not join it.
        torn = os.path.exists(path) and os.path.getsize(path) > 0 and not _ends_with_newline(path)
        self._file = open(path, "ab")
        if torn:
            self._file.write(b"\n")
        self._lock = threading.Lock()

    def append(self, entry, durable=True):
        """Writes one entry, or a list of entries of which a reader finds all or none. `durable=False` only for entries
        that follow from other entries."""
        line = json.dumps(entry, ensure_ascii=False).encode() + b"\n"
        with self._lock:
            self._file.write(line)
            self._file.flush()
            if durable:
                os.fsync(self._file.fileno())

    @staticmethod
    def read(path):
        """All whole entries, oldest first, without a torn line. Does not need the service to be alive."""
        entries = []
        if os.path.exists(path):
            with open(path, "rb") as file:
                for line in file:
                    try:
                        found = json.loads(line)
                    except ValueError:
                        continue
                    entries += found if isinstance(found, list) else [found]
        return entries


def _ends_with_newline(path):
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
