"""Waits for a kernel notification about a file or folder (inotify(7)), which is faster than polling."""

import ctypes
import os
import select
import struct
import time

IN_MODIFY, IN_MOVED_TO, IN_CREATE = 0x2, 0x80, 0x100
_libc = ctypes.CDLL(None, use_errno=True)


class Watch:
    """Watches a file (`IN_MODIFY`) or a folder (`IN_CREATE | IN_MOVED_TO`) from its construction on."""

    def __init__(self, path, events):
        self._descriptor = _libc.inotify_init1(os.O_CLOEXEC)
        if self._descriptor < 0 or _libc.inotify_add_watch(self._descriptor, os.fsencode(path), events) < 0:
            raise OSError(ctypes.get_errno(), "inotify", str(path))

    def wait(self, seconds, name=None):
        """Whether an event occurred within `seconds`; for the entry `name` of a folder, if given."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([self._descriptor], [], [], left)[0]:
                return False
            if name is None or name in _names(os.read(self._descriptor, 65536)):
                return True
        return False

    def close(self):
        os.close(self._descriptor)


def _names(data):
    names, at = [], 0
    while at < len(data):
        _, _, _, length = struct.unpack_from("iIII", data, at)
        names.append(data[at + 16:at + 16 + length].rstrip(b"\0").decode("utf-8", "replace"))
        at += 16 + length
    return names
