"""DAG-CBOR and CIDs, as the AT Protocol uses them (https://atproto.com/specs/data-model).

A record arrives as JSON: {"$link": CID} stands for a link and {"$bytes": base64} for bytes. Its encoding is CBOR with
one form for each value: the shortest integers, map keys by length and then by bytes, no floats, no tags except 42
(a link: the byte 0 and the bytes of the CID). The CID is version 1 over SHA-256, in base32 with the prefix "b".
"""

import base64
import hashlib
import struct

DAG_CBOR, RAW = 0x71, 0x55
SHA_256 = b"\x12\x20"


def encode(value):
    """The encoding of a JSON value. Raises ValueError if the data model has no such value."""
    parts = []
    _write(value, parts)
    return b"".join(parts)


def cid_of(value):
    """The CID of a record, a JSON value."""
    return cid_of_encoded(encode(value))


def cid_of_encoded(data):
    """The CID of a value that is encoded already."""
    return _text(bytes([1, DAG_CBOR]) + SHA_256 + hashlib.sha256(data).digest())


def cid_of_blob(data):
    """The CID of a file."""
    return _text(bytes([1, RAW]) + SHA_256 + hashlib.sha256(data).digest())


def cid_bytes(text):
    """The bytes of a CID. Raises ValueError if it is not one of the two kinds of the AT Protocol."""
    if not text.startswith("b") or text != text.lower():
        raise ValueError(f"not a CID: {text!r}")
    digits = text[1:].upper()
    found = base64.b32decode(digits + "=" * (-len(digits) % 8))
    if len(found) != 36 or found[0] != 1 or found[1] not in (DAG_CBOR, RAW) or found[2:4] != SHA_256 \
            or _text(found) != text:
        raise ValueError(f"not a CID: {text!r}")
    return found


def is_cid(text):
    try:
        cid_bytes(text)
    except (ValueError, AttributeError):
        return False
    return True


def in_order(value):
    """The same JSON value as a server returns it: the keys of objects in the order of the encoding, no 1.0."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value, key=_rank)}
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return [in_order(one) for one in value] if isinstance(value, list) else value


def _text(data):
    return "b" + base64.b32encode(data).decode().lower().rstrip("=")


def _rank(key):
    data = key.encode()
    return len(data), data


def _write(value, parts):
    if value is None or value is True or value is False:
        parts.append({None: b"\xf6", True: b"\xf5", False: b"\xf4"}[value])
    elif isinstance(value, int) or isinstance(value, float) and value.is_integer():
        # A server in JavaScript does not distinguish 1.0 from 1.
        number = int(value)
        if not -(1 << 53) < number < 1 << 53:
            raise ValueError(f"not a safe integer: {number}")
        parts.append(_head(0, number) if number >= 0 else _head(1, -1 - number))
    elif isinstance(value, str):
        data = value.encode()   # raises UnicodeEncodeError, a ValueError, for half a surrogate pair
        parts += [_head(3, len(data)), data]
    elif isinstance(value, list):
        parts.append(_head(4, len(value)))
        for one in value:
            _write(one, parts)
    elif isinstance(value, dict):
        _write_object(value, parts)
    else:
        raise ValueError(f"not in the data model: {value!r}")


def _write_object(value, parts):
    if "$link" in value or "$bytes" in value:
        if len(value) != 1 or not all(isinstance(one, str) for one in value.values()):
            raise ValueError("a link or bytes with other keys")
        if "$link" in value:
            data = b"\0" + cid_bytes(value["$link"])
            parts += [b"\xd8\x2a", _head(2, len(data)), data]
        else:
            digits = value["$bytes"]
            data = base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)
            parts += [_head(2, len(data)), data]
        return
    parts.append(_head(5, len(value)))
    for key in sorted(value, key=_rank):
        _write(key, parts)
        _write(value[key], parts)


def _head(kind, number):
    if number < 24:
        return bytes([kind << 5 | number])
    for code, size, form in ((24, 1, ">B"), (25, 2, ">H"), (26, 4, ">I"), (27, 8, ">Q")):
        if number < 1 << (8 * size):
            return bytes([kind << 5 | code]) + struct.pack(form, number)
    raise ValueError(f"too large: {number}")
