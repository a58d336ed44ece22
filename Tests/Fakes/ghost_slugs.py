"""Slugs and file names as Ghost derives them.

Ghost writes other scripts in ASCII by the tables of `any-ascii`. Here are the letters of Latin, and for each
other letter a stand-in from its Unicode name: no client can know such a slug before the answer.
"""

import re
import unicodedata

LONGEST = 185   # leaves room for a number within the 191 of the column
PROTECTED = ("ghost", "rss", "amp")
LATIN = {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d",
         "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "TH", "ł": "l", "Ł": "L", "ı": "i"}


def cleaned(text):
    """A text as a slug, which may be empty."""
    text = "".join(letter for letter in text
                   if unicodedata.category(letter) not in ("Cc", "Cf") or letter in "\t\n\r")
    text = re.sub(r"['‘’´]", "", unicodedata.normalize("NFC", text))
    text = "".join(letter if letter.isalnum() or letter in "_-" or letter.isspace() else "-" for letter in text)
    text = re.sub(r"[^\w-]", "-", "".join(_ascii(letter) for letter in text))
    text = re.sub(r"([a-z])([A-Z])", r"\1-\2", text).lower()   # what looks like two words
    text = re.sub(r"[_-]{2,}", "-", text)
    return re.sub(r"^[_-]|[_-]$", "", text)


def base(text, kind):
    """A slug before it is compared with those in use. `kind` is "post" or "tag"; a page is a post here."""
    found = cleaned(text)[:LONGEST]
    if kind == "tag" and text.startswith("#"):
        found = f"hash-{found}"
    if len(found) == 1:
        found = f"{kind}-{found}"
    return f"{found}-{kind}" if found in PROTECTED else found or kind


def unused(wished, used):
    """`wished`, or the first of wished-2, wished-3, … that is not in `used`: the cause of a silent second copy."""
    found, number = wished, 2
    while found in used:
        found, number = f"{wished}-{number}", number + 1
    return found


def heading_id(text, used):
    """The id of a heading, where `used` counts those before it."""
    text = re.sub(r"""[\]\[!"#$%&'()*+,./:;<=>?@\\^_{|}~]""", "", text.strip().lower())
    name = re.sub(r"\s+", "-", text).strip("-")
    used[name] = used.get(name, 0) + 1
    return name if used[name] == 1 else f"{name}-{used[name] - 1}"


def _ascii(letter):
    if letter.isascii():
        return letter
    if letter in LATIN:
        return LATIN[letter]
    plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if part.isascii())
    if plain:
        return plain
    # Each sign of a script without spaces begins a word, as the syllables of `any-ascii` do.
    return re.sub(r"[^A-Za-z0-9]", "", unicodedata.name(letter, "").split(" ")[-1].rpartition("-")[2]).capitalize()
