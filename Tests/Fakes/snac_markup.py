"""How snac renders a text: it parses a small Markdown in every status and passes HTML and character references through.

Measured at snac 2.94: `__init__`, `*stars*`, `2 * 3 * 4`, a line `# comment`, `* * *`, `Vec<String>` and `:-)` arrive
altered. A backslash protects nothing.
"""

import re

SMILEYS = {":-)": "&#128578;", ":-D": "&#128512;", ";-)": "&#128521;", ":-(": "&#128542;", ":'(": "&#128546;"}
SPANS = re.compile(r"(`[^`]+`|~~[^~]+~~|\*\*?\*?[^*]+\*?\*?\*|__[^_]+__|_[^_]+_|https?://\S+)")
TAGS = ("a", "p", "br", "b", "i", "u", "s", "code", "pre", "blockquote", "ul", "ol", "li", "h1", "h2", "h3", "hr")


def html(text):
    """The content of a status."""
    lines = [_block(line.strip()) for line in text.split("\n")]
    return "<p>" + "<br>".join(lines) + "</p>"


def _block(line):
    if line.startswith("---") or re.fullmatch(r"(\* ?){3,}", line):
        return "<hr>"
    for mark, tag in (("### ", "h3"), ("## ", "h2"), ("# ", "h1"), ("> ", "blockquote"), ("* ", "li"), ("- ", "li")):
        if line.startswith(mark):
            return f"<{tag}>{_spans(line[len(mark):])}</{tag}>"
    return _spans(line)


def _spans(line):
    return "".join(_marked(part) if index % 2 else _plain(part) for index, part in enumerate(SPANS.split(line)))


def _marked(part):
    if part.startswith("http"):
        return f'<a href="{part}">{part}</a>'
    if part.startswith("`"):
        return "<code>" + part[1:-1].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") + "</code>"
    for mark, tag in (("***", "b"), ("**", "b"), ("~~", "s"), ("__", "u"), ("*", "i"), ("_", "i")):
        if part.startswith(mark):
            return f"<{tag}>{_plain(part[len(mark):-len(mark)])}</{tag}>"
    return part


def _plain(part):
    for smiley, picture in SMILEYS.items():
        part = part.replace(smiley, picture)
    return re.sub(r"</?([A-Za-z][A-Za-z0-9]*)[^>]*>",
                  lambda found: found.group(0) if found.group(1).lower() in TAGS else "", part)
