"""The listening socket of a fake: open, stalled (connections hang), or away (connections are refused)."""

import select
import socket
import threading
import time

SYN_SENT = "02"


class Door:
    """Passes each accepted connection to `enter`, in a separate thread. Calls `report` for connections that hang."""

    def __init__(self, port, enter, report):
        self._enter, self._report = enter, report
        self._gate = threading.RLock()
        self._accepting, self._fillers, self._listener = True, [], None
        self._wake, self._woken = socket.socketpair()
        self.port = port
        self.back()
        threading.Thread(target=self._accept, daemon=True).start()

    def stall(self):
        """Fills the kernel's queue, so that connect() by any other process gets no answer."""
        with self._gate:
            if not self._accepting or self._listener is None:
                return
            self._accepting = False
            self._listener.listen(0)
            # A queue of 0 still accepts one; continue until one hangs, which is the proof.
            for _ in range(64):
                filler = socket.socket()
                filler.setblocking(False)
                filler.connect_ex(("127.0.0.1", self.port))
                self._fillers.append(filler)
                if not select.select([], [filler], [], 0.05)[1]:
                    break
        threading.Thread(target=self._watch, daemon=True).start()

    def accept(self):
        """Ends a stall. Waiting clients connect at their kernel's next retry (1 s, 2 s, 4 s after the first)."""
        with self._gate:
            for filler in self._fillers:
                filler.close()
            self._fillers = []
            if self._listener is not None:
                self._listener.listen(128)
            self._accepting = True
        self._wake.send(b"x")

    def away(self):
        """Refuses connections."""
        self.accept()
        with self._gate:
            if self._listener is not None:
                # A socket that another thread selects goes on listening after close(), until that thread wakes.
                self._listener.shutdown(socket.SHUT_RDWR)
                self._listener.close()
                self._listener = None
        self._wake.send(b"x")

    def back(self):
        """Listens again, on the same port."""
        with self._gate:
            if self._listener is not None:
                return
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", self.port))
            listener.listen(128)
            listener.setblocking(False)
            self.port = listener.getsockname()[1]
            self._listener = listener
        self._wake.send(b"x")

    def _accept(self):
        while True:
            with self._gate:
                waiting = [self._woken] + ([self._listener] if self._listener and self._accepting else [])
            try:
                ready = select.select(waiting, [], [])[0]
            except (OSError, ValueError):  # the listener was closed meanwhile
                continue
            if self._woken in ready:
                self._woken.recv(4096)
            with self._gate:
                if self._listener is None or not self._accepting or self._listener not in ready:
                    continue
                try:
                    connection, _ = self._listener.accept()
                except OSError:
                    continue
            connection.setblocking(True)
            threading.Thread(target=self._enter, args=(connection,), daemon=True).start()

    def _watch(self):
        """During a stall, reports each foreign connect() that hangs, according to the kernel's table."""
        ours = {filler.getsockname()[1] for filler in self._fillers}
        seen = set()
        while not self._accepting:
            for port in hanging(self.port) - ours - seen:
                seen.add(port)
                self._report({"event": "connecting", "from": port})
            time.sleep(0.005)


def hanging(port):
    """The local ports of this machine that are trying to reach `port` and have had no answer yet."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with open(table) as lines:
                rows = [line.split() for line in lines][1:]
        except OSError:
            continue
        for row in rows:
            if row[3] == SYN_SENT and int(row[2].rsplit(":", 1)[1], 16) == port:
                found.add(int(row[1].rsplit(":", 1)[1], 16))
    return found
