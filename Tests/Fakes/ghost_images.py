"""Uploads of pictures as Ghost takes them: a form with `file`, `purpose` and `ref`.

A picture is kept under its own name, cleaned and numbered, in a folder of the month; the untouched file is
beside it, with `_o` before its ending. Left out: shrinking and turning, so that both files are the same here.
"""

import re
from datetime import datetime, timezone

from ghost_errors import Refused, invalid

ENDINGS = (".jpg", ".jpeg", ".gif", ".png", ".svg", ".svgz", ".ico", ".webp")
TYPES = ("image/jpeg", "image/png", "image/gif", "image/svg+xml", "image/x-icon", "image/vnd.microsoft.icon",
         "image/webp")
PROCESSED = (".jpg", ".jpeg", ".gif", ".png", ".webp")
BEGINNINGS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF8", b"RIFF")
LONGEST_NAME = 255


def parts(request):
    """The parts of a form: name -> (file name or None, content type or None, bytes)."""
    kind, _, boundary = (request.header("Content-Type") or "").partition("boundary=")
    if not kind.strip().lower().startswith("multipart/form-data"):
        return {}
    found = {}
    for part in request.raw_body.split(b"--" + boundary.strip().strip('"').encode())[1:-1]:
        head, _, body = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        head = head.decode("latin-1")   # as the server's form parser reads file names
        names = dict(re.findall(r'(\bname|filename)="([^"]*)"', head))
        typed = re.search(r"^content-type:\s*([^;\s]+)", head, re.I | re.M)
        found[names.get("name")] = (names.get("filename"), typed and typed.group(1), body.removesuffix(b"\r\n"))
    return found


def check_file(form):
    """Refusals that come before the endpoint."""
    name, kind, _ = form.get("file", (None, None, b""))
    if not name:
        raise invalid("Please select an image.")
    if ending(name) not in ENDINGS or kind not in TYPES:
        raise Refused(415, "UnsupportedMediaTypeError", "Please select a valid image.")


def check_fields(form):
    """The endpoint's refusals; returns `ref`."""
    words = {field: form[field][2].decode() for field in ("purpose", "ref") if field in form}
    if words.get("purpose", "image") not in ("image", "profile_image", "icon"):
        raise invalid("Validation failed for purpose.", property="purpose")
    if len(words.get("ref", "")) > 2000:
        raise invalid("Validation failed for ref.", property="ref")
    name, _, data = form["file"]
    if ending(name) in PROCESSED and not data.startswith(BEGINNINGS):
        raise Refused(400, "BadRequestError", "Image processing failed", "Unable to manipulate image.",
                      help="Please verify that the image is valid")
    if len(kept_name(name)) > LONGEST_NAME:
        raise Refused(400, "BadRequestError", "The request could not be understood.", code="ENAMETOOLONG")
    return words.get("ref") or None


def ending(name):
    """With its dot, in lower case; "" of a name without one."""
    found = re.search(r"[^./](\.[^./]*)$", name)
    return found.group(1).lower() if found else ""


def kept_name(name):
    """A file's name as it is stored, before it is numbered."""
    name = re.sub(r"_o(\.\w+)$", r"\1", name.rpartition("/")[2], flags=re.ASCII)
    return re.sub(r"[^\w@.]", "-", name, flags=re.ASCII)


def place(name, used, now):
    """The path in the folder of pictures that a file gets."""
    folder = datetime.fromtimestamp(now, timezone.utc).strftime("%Y/%m")
    stem, dot, tail = kept_name(name).rpartition(".")
    found, number = f"{folder}/{stem}{dot}{tail}", 1
    while found in used:
        found, number = f"{folder}/{stem}-{number}{dot}{tail}", number + 1
    return found


def original(path):
    """Where the untouched file is."""
    return re.sub(r"(\.[^.]+)$", r"_o\1", path)
