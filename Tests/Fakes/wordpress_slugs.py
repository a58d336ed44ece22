"""Slugs and names as WordPress derives them."""

import re
import unicodedata
import urllib.parse

LONGEST = 200   # bytes, after percent-encoding


def slug(text):
    """A title or a requested slug as WordPress stores it: lower case, hyphens, other scripts percent-encoded."""
    text = urllib.parse.unquote(re.sub(r"<[^>]*>", "", text))
    text = "".join(_without_accent(character) for character in text).lower()
    text = re.sub(r"&[^;\s]+;", "", text).replace(".", "-").replace("/", "-")
    encoded = ""
    for character in text:
        piece = character if character.isascii() else urllib.parse.quote(character).lower()
        if len(encoded) + len(piece) > LONGEST:
            break   # never in the middle of a character
        encoded += piece
    kept = re.sub(r"[^%a-z0-9 _-]", "", encoded)
    return re.sub(r"-+", "-", re.sub(r"\s+", "-", kept)).strip("-")


def unused(wished, used):
    """`wished`, or the first of wished-2, wished-3, … that is not in `used`: the cause of a silent second copy."""
    found, number = wished, 2
    while found in used:
        tail = f"-{number}"
        found, number = wished[:LONGEST - len(tail)].rstrip("-%") + tail, number + 1
    return found


def kept_name(name):
    """A term's name as it is stored: escaped, spaces collapsed."""
    name = re.sub(r"\s+", " ", name).strip()
    return re.sub(r"&(?!(?:#?\w+);)", "&amp;", name).replace("<", "&lt;").replace(">", "&gt;")


def _without_accent(character):
    parts = unicodedata.normalize("NFD", character)
    return parts[0] if parts[0].isascii() else character
