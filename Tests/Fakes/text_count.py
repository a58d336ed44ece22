"""The length of a status, by the rules of each server of the Mastodon family.

Mastodon counts grapheme clusters, an address with a scheme as a fixed number, and a mention without its server
(https://docs.joinmastodon.org/user/posting/#text). Pleroma counts graphemes, GoToSocial and Takahē code points. The
segmentation covers Unicode's rules for emoji, flags, combining marks and Hangul; the standard library has no tables for
the rest of UAX 29.
"""

import re
import unicodedata

ADDRESS = re.compile(r"(?<![^\s(\[\"'“‘,;:!?—–-])https?://[^\s<>\"“”]+", re.IGNORECASE)
HOST = re.compile(r"https?://(?:[^/@\s]*@)?([^/:?#\s]+)", re.IGNORECASE)
MENTION = re.compile(r"(?<![=/\w])@([A-Za-z0-9_]+(?:[A-Za-z0-9_.-]+[A-Za-z0-9_]+)?)@([\w.-]+\w)")


def count(flavour, text, warning, reserved_per_url):
    """The length of a status with its content warning, as that server counts it."""
    if flavour == "mastodon":
        return len(list(graphemes(warning))) + len(list(graphemes(_countable(text, reserved_per_url))))
    if flavour == "pleroma":
        return len(list(graphemes(text + warning)))
    if flavour == "takahe":
        return len(text)
    return len(text) + len(warning)


def _countable(text, reserved_per_url):
    text = ADDRESS.sub(lambda found: _shortened(found.group(), reserved_per_url), text)
    return MENTION.sub(lambda found: "@" + found.group(1) if _is_host(found.group(2)) else found.group(), text)


def _shortened(address, reserved):
    """Removes the punctuation that ends the sentence from an address; only balanced brackets belong to it."""
    rest = ""
    while address[-1:] in tuple(".,;:!?'*_~") or (
            address.endswith(")") and address.count(")") > address.count("(")):
        address, rest = address[:-1], address[-1] + rest
    host = HOST.match(address)
    if not host or "." not in host.group(1) or not _is_host(host.group(1)):
        return address + rest
    return "x" * reserved + rest


def _is_host(name):
    return len(name) <= 253 and all(0 < len(label) <= 63 for label in name.split("."))


def graphemes(text):
    """Splits a text into what a reader perceives as single characters."""
    cluster = ""
    for character in text:
        if cluster and not _joins(cluster, character):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _joins(cluster, character):
    last = cluster[-1]
    if last == "\r" and character == "\n":
        return True
    if _is_control(last) or _is_control(character):
        return False
    if _extends(character):
        return True
    if last == "\u200d" and _is_pictographic(character):
        return any(_is_pictographic(part) for part in cluster)
    if _is_regional(last) and _is_regional(character):
        return sum(map(_is_regional, cluster)) % 2 == 1
    return _hangul_joins(last, character)


def _is_control(character):
    if character in "\u200c\u200d":
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") and not 0xE0020 <= ord(character) <= 0xE007F


def _extends(character):
    point = ord(character)
    return (unicodedata.category(character) in ("Mn", "Me", "Mc") or character in "\u200c\u200d"
            or 0x1F3FB <= point <= 0x1F3FF or 0xE0020 <= point <= 0xE007F)


def _is_regional(character):
    return 0x1F1E6 <= ord(character) <= 0x1F1FF


def _is_pictographic(character):
    point = ord(character)
    return (0x1F000 <= point <= 0x1FAFF and not _is_regional(character) and not 0x1F3FB <= point <= 0x1F3FF) or (
        0x2190 <= point <= 0x2BFF or character in "©®‼⁉™ℹ〰〽㊗㊙")


def _hangul_joins(last, character):
    first, second = _hangul_kind(last), _hangul_kind(character)
    return (first, second) in {("L", "L"), ("L", "V"), ("L", "S"), ("S", "V"), ("S", "T"), ("V", "V"), ("V", "T"),
                               ("T", "T")}


def _hangul_kind(character):
    point = ord(character)
    if 0x1100 <= point <= 0x115F:
        return "L"
    if 0x1160 <= point <= 0x11A7:
        return "V"
    if 0x11A8 <= point <= 0x11FF:
        return "T"
    return "S" if 0xAC00 <= point <= 0xD7A3 else ""
