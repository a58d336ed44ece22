"""HTTP/1.1 as bytes: reads a request from a socket exactly as it arrived, and writes answers as specified."""

import json
import urllib.parse
from dataclasses import dataclass, field
from http import HTTPStatus


@dataclass
class Request:
    """A received request. `raw_body` is the exact body on the wire (without chunk framing); `complete` is False if the
    sender disconnected before the announced end."""

    method: str = ""
    target: str = ""
    headers: list = field(default_factory=list)
    raw_body: bytes = b""
    complete: bool = False
    number: int = 0

    @property
    def path(self):
        return urllib.parse.unquote(self.target.split("?", 1)[0])

    @property
    def query(self):
        """The query as a dictionary; the last of equal names wins."""
        parts = self.target.split("?", 1)
        return dict(urllib.parse.parse_qsl(parts[1], keep_blank_values=True)) if len(parts) > 1 else {}

    def header(self, name):
        """The first header of that name in any case, or None."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def fields(self):
        """The body as a dictionary: JSON or a form; names that end in [] become lists. Raises ValueError."""
        kind = (self.header("Content-Type") or "").split(";")[0].strip().lower()
        if not self.raw_body:
            return {}
        if kind == "application/x-www-form-urlencoded":
            found = {}
            for name, value in urllib.parse.parse_qsl(self.raw_body.decode(), keep_blank_values=True):
                if name.endswith("[]"):
                    found.setdefault(name[:-2], []).append(value)
                else:
                    found[name] = value
            return found
        value = json.loads(self.raw_body.decode("utf-8"))
        if not isinstance(value, dict):
            raise ValueError("not an object")
        return value

    def parts(self):
        """The parts of a multipart form: name -> (file name or None, bytes). Raises ValueError."""
        kind, _, parameter = (self.header("Content-Type") or "").partition("boundary=")
        if not kind.strip().lower().startswith("multipart/form-data") or not parameter:
            raise ValueError("not a multipart form")
        found = {}
        for part in self.raw_body.split(b"--" + parameter.strip().strip('"').encode())[1:-1]:
            head, _, body = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
            names = dict(piece.strip().split("=", 1) for line in head.decode().split("\r\n")
                         if line.lower().startswith("content-disposition") for piece in line.split(";")[1:])
            file_name = names.get("filename")
            found[names["name"].strip('"')] = (file_name and file_name.strip('"'), body.removesuffix(b"\r\n"))
        return found


class Reader:
    """Reads requests from one connection, buffering early bytes."""

    def __init__(self, connection, limit=64 << 20):
        self._connection, self._limit, self._early = connection, limit, b""

    @property
    def has_early(self):
        return bool(self._early)

    def give_back(self, data):
        """Puts bytes that were read elsewhere in front of the input."""
        self._early = data + self._early

    def request(self):
        """The next request; None if the sender closed without a byte. A malformed one has `complete` False."""
        request = Request()
        head = self._until(b"\r\n\r\n")
        if head is None:
            if not self._early:
                return None
            head, self._early = self._early, b""
            _read_head(request, head)
            return request
        _read_head(request, head)
        if (request.header("Expect") or "").lower() == "100-continue":
            self._connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if "chunked" in (request.header("Transfer-Encoding") or "").lower():
            self._chunks(request)
        else:
            length = request.header("Content-Length") or "0"
            wanted = int(length) if length.isdigit() else 0
            request.raw_body = self._exactly(wanted)
            request.complete = len(request.raw_body) == wanted
        return request

    def _chunks(self, request):
        while True:
            line = self._until(b"\r\n")
            if line is None:
                return
            size = int(line.split(b";")[0].strip() or b"0", 16)
            data = self._exactly(size)
            request.raw_body += data
            if len(data) < size or self._until(b"\r\n") is None:
                return
            if size == 0:
                request.complete = True
                return

    def _more(self):
        try:
            data = self._connection.recv(65536)
        except OSError:
            data = b""
        self._early += data
        return bool(data)

    def _until(self, mark):
        while mark not in self._early:
            if len(self._early) > self._limit or not self._more():
                return None
        found, self._early = self._early.split(mark, 1)
        return found + mark

    def _exactly(self, count):
        while len(self._early) < count and self._more():
            pass
        found, self._early = self._early[:count], self._early[count:]
        return found


def _read_head(request, head):
    lines = head.decode("latin-1").split("\r\n")
    request.method, _, rest = lines[0].partition(" ")
    request.target = rest.rpartition(" ")[0] or rest
    for line in lines[1:]:
        name, mark, value = line.partition(":")
        if mark:
            request.headers.append((name.strip(), value.strip()))


@dataclass
class Reply:
    """An answer before it is encoded."""

    status: int = 200
    body: bytes = b""
    headers: list = field(default_factory=list)
    content_type: str = "application/json; charset=utf-8"

    @classmethod
    def of(cls, value, status=200, headers=()):
        """A JSON answer."""
        return cls(status, json.dumps(value, ensure_ascii=False).encode(), list(headers))

    @classmethod
    def words(cls, text, status, content_type="text/plain; charset=utf-8", headers=()):
        """A plain text answer, or HTML."""
        return cls(status, text.encode(), list(headers), content_type)

    def head(self, closing=False):
        """Status line and headers, with the length of the whole body and the empty line."""
        names = {name.lower() for name, _ in self.headers}
        lines = [f"HTTP/1.1 {self.status} {_phrase(self.status)}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if "content-type" not in names and self.content_type:
            lines.append(f"Content-Type: {self.content_type}")
        if "content-length" not in names:
            lines.append(f"Content-Length: {len(self.body)}")
        lines.append(f"Connection: {'close' if closing else 'keep-alive'}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8")


def _phrase(status):
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
