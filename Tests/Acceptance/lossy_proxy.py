"""A proxy between the daemon and a server that can lose an answer, go away and come back.

    proxy = LossyProxy(site.port)
    proxy.start()
    proxy.lose_answer(method="POST", path="/wp/v2/posts")   # carries out the next such request, and loses its answer
    proxy.away(); proxy.back()                              # refuses connections; serves again on the same port
    proxy.hold_answer(method="POST"); proxy.wait_held(); proxy.drop_held()   # carries out, holds the answer, drops it
    proxy.stand_in_front(b"HTTP/1.1 200 OK..."); proxy.stand_in_front(None)  # answers everything itself
    proxy.strips = ("authorization",)                       # removes these header fields before the server
"""

import socket
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Fakes"))
from http_bytes import Reader  # noqa: E402


class LossyProxy:
    """Forwards each request whole, on a separate connection.

    `requests` lists (method, target, ending) in order; the ending is the status of the answer, or "lost", "dropped",
    "held", "unreachable", "in front" or "torn".
    """

    def __init__(self, server_port):
        self.server_port, self.port = server_port, 0
        self.requests = []
        self.strips = ()
        self._losses, self._front = [], None
        self._held, self._let_go = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._listener = None
        self._changed = threading.Condition(self._lock)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        """Listens, on the previous port if there was one. Harmless if it already listens."""
        if self._listener is not None:
            return
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(64)
        self.port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def stop(self):
        """Refuses new connections; exchanges under way run to completion."""
        if self._listener is not None:
            listener, self._listener = self._listener, None
            try:
                listener.shutdown(socket.SHUT_RDWR)  # wakes accept()
            except OSError:
                pass
            listener.close()

    away, back = stop, start

    def lose_answer(self, method="POST", path="", times=1):
        """Forwards the next `times` requests with that method and `path` in their address, reads the complete answer,
        discards it, and closes the connection."""
        self._plan("lost", method, path, times)

    def drop_request(self, method="POST", path="", times=1):
        """Reads the next such requests completely without forwarding them, and closes the connection."""
        self._plan("dropped", method, path, times)

    def hold_answer(self, method="POST", path=""):
        """Forwards the next such request and holds its answer back until `drop_held` discards it."""
        self._held.clear()
        self._let_go.clear()
        self._plan("held", method, path, 1)

    def wait_held(self, seconds=20):
        """Waits until an answer is held back; raises TimeoutError."""
        if not self._held.wait(seconds):
            raise TimeoutError(f"No answer was there to be held within {seconds} s: {self.requests}")

    def drop_held(self):
        self._let_go.set()

    def stand_in_front(self, answer):
        """Sends these bytes in answer to every request; None ends that."""
        self._front = answer

    def wait_for(self, count, method=None, seconds=20):
        """Waits until `count` requests (with that method) have ended, and returns them; raises TimeoutError."""
        def matching():
            return [request for request in self.requests if method in (None, request[0])]
        with self._changed:
            if not self._changed.wait_for(lambda: len(matching()) >= count, seconds):
                raise TimeoutError(f"{len(matching())} of {count} requests came within {seconds} s: {self.requests}")
            return matching()

    def _plan(self, ending, method, path, times):
        with self._lock:
            self._losses += [(ending, method, path)] * times

    def _planned(self, request):
        with self._lock:
            for index, (ending, method, path) in enumerate(self._losses):
                if request.method == method and path in request.target:
                    del self._losses[index]
                    return ending
        return None

    def _accept(self, listener):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, client):
        with client:
            client.settimeout(120)
            request = Reader(client).request()
            if request is None:
                return
            ending = self._carry(client, request) if request.complete else "torn"
            with self._changed:
                self.requests.append((request.method, request.target, ending))
                self._changed.notify_all()

    def _carry(self, client, request):
        planned = self._planned(request)
        if planned == "dropped":
            return planned
        if self._front is not None:
            client.sendall(self._front)
            return "in front"
        try:
            answer = self._forward(request)
        except OSError:
            return "unreachable"
        if planned == "held":
            self._held.set()
            self._let_go.wait(60)
        if planned in ("lost", "held"):
            return planned
        try:
            client.sendall(answer)
        except OSError:
            return "torn"
        return int(answer[9:12]) if answer[9:12].isdigit() else "torn"

    def _forward(self, request):
        """The server's whole answer, as bytes. Each connection has one exchange, so its end marks the answer's end."""
        hop = ("connection", "keep-alive", "transfer-encoding", "content-length", "expect", *self.strips)
        lines = [f"{request.method} {request.target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in request.headers if name.lower() not in hop]
        lines += [f"Content-Length: {len(request.raw_body)}", "Connection: close"]
        with socket.create_connection(("127.0.0.1", self.server_port), timeout=60) as server:
            server.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + request.raw_body)
            answer = b""
            while data := server.recv(65536):
                answer += data
            return answer
