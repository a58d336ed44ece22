"""Compares pictures of a page (https://www.w3.org/TR/png/), as far as browsers write them: eight bits, not interlaced."""

import struct
import zlib


def rows(png):
    """The rows of a picture as bytes, and the bytes of a pixel."""
    at, data, head = 8, b"", None
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        chunk = png[at + 8:at + 8 + length]
        head = struct.unpack(">IIBBBBB", chunk) if kind == b"IHDR" else head
        data += chunk if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colour, _, _, interlaced = head
    assert depth == 8 and colour in (2, 6) and not interlaced, f"an unforeseen kind of picture: {head}"
    step = 3 if colour == 2 else 4
    raw, found, above = zlib.decompress(data), [], bytes(width * step)
    for number in range(height):
        start = number * (width * step + 1)
        above = unfiltered(raw[start], bytearray(raw[start + 1:start + 1 + width * step]), above, step)
        found.append(above)
    return found, step


def unfiltered(kind, row, above, step):
    """Undoes the filter of a row in place."""
    for at in range(len(row)) if kind else ():
        left = row[at - step] if at >= step else 0
        up, corner = above[at], above[at - step] if at >= step else 0
        row[at] = (row[at] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]) & 255
    return row


def paeth(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))


def difference(one, other):
    """The greatest difference of a colour between two pictures of the same size, from 0 to 255."""
    (first, step), (second, other_step) = rows(one), rows(other)
    assert (len(first), len(first[0]), step) == (len(second), len(second[0]), other_step), "two sizes"
    return max(max(map(lambda a, b: abs(a - b), *pair)) for pair in zip(first, second) if pair[0] != pair[1]) \
        if first != second else 0
