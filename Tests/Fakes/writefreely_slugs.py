"""Slugs, tags and addresses of pictures as WriteFreely derives them from texts.

Scripts other than Latin become letters by another table than WriteFreely's: here by each letter's name in Unicode.
"""

import random
import re
import unicodedata

LONGEST = 80
SUFFIX = "0123456789bcdfghjklmnpqrstvwxyz"
# Signs that become words, by the post's language; another one has those of "en".
SIGNS = {
    "en": {"&": "and", "@": "at"}, "es": {"&": "y", "@": "en"}, "fr": {"&": "et", "@": "arobase"},
    "de": {"&": "und", "@": "an", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"},
    "it": {"&": "e", "@": "chiocciola"}, "nl": {"&": "en", "@": "at"}, "pl": {"&": "i", "@": "na"},
    "pt": {"&": "e"},
}
EVERYWHERE = {'"': "", "'": "", "’": "", "‒": "-", "–": "-", "—": "-", "―": "-"}
LIGATURES = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "þ": "th"}
HASHTAG = re.compile(r"(?<![\w&])[#＃](\w*[^\W\d_]\w*)")
PICTURE = re.compile(r"https?://[^\s()<>\"]*\.(?:gif|png|jpe?g)(?![\w/.-])", re.I)


def slug(text, language=""):
    """A requested slug, a title or a body, cleaned: all three are treated as texts in Markdown."""
    words = _first_line(_without_markdown(text, keeps_alt=False).strip())
    words = _cut(_first_sentence(words))
    signs = SIGNS.get(language, SIGNS["en"]) | EVERYWHERE
    plain = "".join(_letters(signs.get(character, character)) for character in words.strip()).lower()
    plain = re.sub(r"-+", "-", re.sub(r"[^a-z0-9_-]", "-", plain)).strip("-_")
    return _cut(plain).strip("-")


def suffixed(used):
    """What a used slug becomes."""
    return used + "-" + "".join(random.choices(SUFFIX, k=4))


def tags(body):
    """The hashtags in a body, each once, in an order that differs each time."""
    return random.sample(found := sorted(set(HASHTAG.findall(body))), len(found))


def pictures(body):
    return random.sample(found := sorted(set(PICTURE.findall(body))), len(found))


def _first_line(text):
    """What the text would have as its title: its first paragraph if that is short, else all of it."""
    bare = _without_markdown(re.sub(r"<[^>]*>", "", text)).lstrip()
    line, end, rest = bare.partition("\n")
    if end and rest.startswith("\n") and len(line) <= LONGEST:
        return line.strip()
    return bare if len(bare) <= LONGEST else text


def _first_sentence(text):
    line = re.sub(r"https?://|</?p>", "", text.partition("\n")[0])
    return line.partition(". ")[0].partition("。")[0]


def _cut(text):
    """At most so many characters, ending with a whole word if there are several."""
    if len(text) <= LONGEST:
        return text
    kept = text[:LONGEST]
    return kept.rpartition(" ")[0] if " " in kept else kept


def _without_markdown(text, keeps_alt=True):
    text = re.sub(r"(?m)^(\s*)(?:[*+-]|\d\.)\s+", r"\1", text).replace("~~", "")
    for mark in (r"\*\*", r"\*", "__", "_"):   # also in the middle of a word
        sign = mark[-1]
        text = re.sub(rf"{mark}([^{sign}]+){mark}", r"\1", text)
    text = re.sub(r"!\[(.*?)\]\s?\(.*?\)", r"\1" if keeps_alt else "", text)
    text = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", text)
    text = re.sub(r"(?m)^#{1,6}\s*([^#\n]+)#*$", r"\1", re.sub(r">\s*", "  ", text))
    return re.sub(r"`(.+?)`", r"\1", text)


def _letters(text):
    return "".join(_letter(character) for character in text)


def _letter(character):
    if character.isascii():
        return character
    if character.lower() in LIGATURES:
        return LIGATURES[character.lower()]
    plain = "".join(part for part in unicodedata.normalize("NFKD", character) if part.isascii())
    if plain or not character.isalnum():
        return plain
    name = unicodedata.name(character, "").split(" ")[-1].lower()
    return name.removeprefix("ideograph-") + ("-" if "ideograph" in name else "")
