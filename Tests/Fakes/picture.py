"""A real picture, assembled by hand."""

import struct
import zlib


def png(width=60, height=40, colour=(200, 80, 40), filling=0):
    """A PNG in one colour with location metadata; `filling` bytes make it as large as a photograph."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    row = b"\0" + bytes(colour) * width
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"tEXt", b"Location\0GPS 38.7 N") + (chunk(b"spLT", bytes(filling)) if filling else b"")
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))
