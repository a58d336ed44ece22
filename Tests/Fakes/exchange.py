"""One HTTP exchange for the tests of the fakes, with control over single bytes."""

import json
import socket
from dataclasses import dataclass

AGENT = {"User-Agent": "Galley/test"}


@dataclass
class Answer:
    """`ending`: complete, closed (before the announced end), reset, or refused. `rest`: bytes after the answer."""

    status: int = 0
    headers: dict = None
    body: bytes = b""
    ending: str = "closed"
    rest: bytes = b""

    def json(self):
        return json.loads(self.body)


def send(port, method, target, body=None, headers=None, seconds=10):
    """One exchange on a separate connection. A body that is not bytes is sent as JSON."""
    everything = {**AGENT, **(headers or {})}
    if body is None:
        data = b""
    elif isinstance(body, bytes):
        data = body
    else:
        data = json.dumps(body).encode()
        everything.setdefault("Content-Type", "application/json")
    lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(data)}"]
    lines += [f"{name}: {value}" for name, value in everything.items() if value is not None]
    with socket.socket() as connection:
        connection.settimeout(seconds)
        try:
            connection.connect(("127.0.0.1", port))
            connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
            return _read(connection)
        except ConnectionRefusedError:
            return Answer(ending="refused")
        except (ConnectionResetError, BrokenPipeError):
            return Answer(ending="reset")


def _read(connection):
    answer, data = Answer(headers={}), b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return answer
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    lines = head.decode().split("\r\n")
    answer.status = int(lines[0].split(" ")[1])
    answer.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if "content-length" not in answer.headers:   # the connection's end marks the answer's end, as with PHP's own server
        while more := connection.recv(65536):
            body += more
        answer.body, answer.ending = body, "complete"
        return answer
    length = int(answer.headers["content-length"])
    while len(body) < length:
        more = connection.recv(65536)
        if not more:
            answer.body = body
            return answer
        body += more
    answer.body, answer.rest, answer.ending = body[:length], body[length:], "complete"
    return answer
