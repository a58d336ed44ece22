"""The requests to send, as bytes, and single requests for values that a measurement needs first."""

import json
import socket


def request(method, path, body=b"", **headers):
    """An HTTP/1.1 request; keywords such as `content_type` become headers."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def json_request(method, path, body, **headers):
    return request(method, path, json.dumps(body).encode(), content_type="application/json", **headers)


def answer(socket_path, message, status=b"2"):
    """The body of the answer to one request. Raises SystemExit with the whole answer if its status begins otherwise."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(60)
        caller.connect(str(socket_path))
        caller.sendall(message.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        received = b""
        while part := caller.recv(65536):
            received += part
    head, _, body = received.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 " + status):
        raise SystemExit(f"{message[:200]!r} was answered with\n{received.decode(errors='replace')}")
    return body


PARAGRAPHS = """\
## A walk along the river

The river was *higher* than last week, and the path that leads to the **old mill** stood under water. We took the
[upper road](https://example.org/maps/upper-road "A map") instead -- it is longer, but there is more to see.

- Herons, three of them, who did not mind us
- A boat without an owner
- The `ferry` that runs on demand, see <https://example.org/ferry>

> "You should have seen it in March," said the ferryman. "There was no road at all."

1. Bring boots.
2. Bring a second pair of socks...

| place     | height | seen |
|-----------|-------:|:----:|
| mill      |  104 m | yes  |
| the dam   |  112 m | no   |

```swift
let heights = places.map { $0.height }
print(heights.max() ?? 0)
```

What remains is a ~~short~~ long way home, and a photograph that shows less than one would wish: the light had gone, the
camera was wet, and nobody had thought of a cloth. Still, it is the only one of that evening, so here it is.

![The mill at dusk](https://example.org/photos/mill.jpg)

"""


def markdown(size):
    """`size` bytes of typical text: prose for the most part, with a little of everything else."""
    text, number = "", 0
    while len(text) < size:
        number += 1
        text += PARAGRAPHS.replace("river", f"river {number}")
    return text[:size]
