"""Calls galleyd's HTTP API over its Unix socket, as one of the author's programs would."""

import http.client
import json
import socket
import urllib.parse


class Refused(Exception):
    """The daemon refused: `status` and `problem`, the decoded problem details."""

    def __init__(self, status, problem):
        self.status, self.problem = status, problem
        super().__init__(f"{status}: {problem.get('title', problem) if isinstance(problem, dict) else problem}")


class Gone(Exception):
    """No complete answer came: the daemon is not running, or ended meanwhile."""


class _Connection(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Desk:
    """One daemon. Every call is an exchange on a separate connection."""

    _identity = {}

    def __init__(self, socket_path, timeout=15):
        self._path, self._timeout = str(socket_path), timeout

    def _connection(self):
        return _Connection(self._path, self._timeout)

    def call(self, method, path, body=None, headers=None):
        """The decoded answer. Raises Refused, or Gone."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        everything = {"Content-Type": kind} if data is not None else {}
        connection = self._connection()
        try:
            connection.request(method, path, data, {**everything, **self._identity, **(headers or {})})
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Gone(f"{method} {path}: {type(error).__name__} {error}") from None
        finally:
            connection.close()
        try:
            value = json.loads(content) if content else None
        except ValueError:
            value = content.decode("utf-8", "replace")
        if not 200 <= answer.status < 300:
            raise Refused(answer.status, value)
        return value

    def is_well(self):
        try:
            self.call("GET", "/healthz")
            return True
        except (Gone, Refused):
            return False

    # Posts

    def create(self, draft, key):
        return self.call("POST", "/v1/posts", draft, {"Idempotency-Key": key})

    def replace(self, post, draft, revision):
        return self.call("PUT", f"/v1/posts/{post}", draft, {"If-Match": f'"{revision}"'})

    def post(self, post):
        return self.call("GET", f"/v1/posts/{post}")

    def revision(self, post, number):
        return self.call("GET", f"/v1/posts/{post}/revisions/{number}")

    def publish(self, post, to, at=None):
        wish = {"to": to, "at": at} if at else {"to": to}
        return self.call("PUT", f"/v1/posts/{post}/publication", wish)

    def take_back(self, post):
        return self.call("DELETE", f"/v1/posts/{post}/publication")

    def delete(self, post):
        return self.call("PUT", f"/v1/posts/{post}/deletion")

    def undelete(self, post):
        return self.call("DELETE", f"/v1/posts/{post}/deletion")

    # Pictures

    def add_picture(self, content, alt):
        """Adds a picture; adding the same one again returns the existing one."""
        return self.call("POST", f"/v1/media?{urllib.parse.urlencode({'alt': alt})}", content)

    # Deliveries

    def deliveries(self, post):
        """All of a post's deliveries."""
        return self._all(f"/v1/posts/{post}/deliveries")

    def ask(self, delivery, verb, body=None):
        return self.call("POST", f"/v1/deliveries/{delivery}/{verb}", body)

    def targets(self):
        return self._all("/v1/targets")

    def summaries(self):
        return self._all("/v1/posts")

    def _all(self, path):
        found, cursor = [], None
        while True:
            page = self.call("GET", f"{path}?limit=100" + (f"&cursor={cursor}" if cursor else ""))
            found += page["items"]
            cursor = page.get("cursor")
            if not cursor:
                return found


class UserDesk(Desk):
    """One daemon over TCP, for the user of a token."""

    def __init__(self, port, token, timeout=15):
        self._port, self._timeout = port, timeout
        self._identity = {"Authorization": f"Bearer {token}"}

    def _connection(self):
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=self._timeout)
