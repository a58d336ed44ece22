"""How GoToSocial renders a text: plain text goes through a parser of Markdown with hardly any rules (internal/text/plain.go).

That parser keeps two: a backslash before ASCII punctuation, and before the end of a line, is taken away, and a character
reference becomes the character. What it links, such as an address, it leaves alone. Measured at 0.19.2: `C:\\_new\\*`
arrives as `C:_new*`.
"""

import html as entities
import re
import string

ADDRESS = re.compile(r"(https?://[^\s<>\"]+)")
REFERENCE = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")


def html(text, kind, link):
    """The content of a status. `kind` is its content type, `link` renders an address."""
    if kind == "text/markdown":
        # Enough Markdown to show that it was parsed.
        text = re.sub(r"<[^>]*>", "", text)
        text = re.sub(r"(?m)^(\* \* \*|# )", "", re.sub(r"(\*\*|__|\*|_)(\S[^*_]*)\1", r"\2", text))
    shown = "".join(link(part) if index % 2 else entities.escape(plain(part), quote=False)
                    for index, part in enumerate(ADDRESS.split(text)))
    return "<p>" + shown.replace("\n\n", "</p><p>").replace("\n", "<br />") + "</p>"


def plain(text):
    """What readers see of a text without addresses."""
    result, place = "", 0
    while place < len(text):
        reference = REFERENCE.match(text, place)
        if text[place] == "\\" and text[place + 1:place + 2] in tuple(string.punctuation + "\n"):
            result += text[place + 1]
            place += 2
        elif reference:
            result += entities.unescape(reference.group())
            place = reference.end()
        else:
            result += text[place]
            place += 1
    return result
