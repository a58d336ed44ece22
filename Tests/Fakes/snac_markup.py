"""How snac renders a text: it parses a small Markdown in every status and passes HTML and character references through.

Measured at snac 2.94: `__init__`, `*stars*`, `2 * 3 * 4`, a line `# comment`, `* * *`, `Vec<String>` and `:-)` arrive
altered. A backslash protects nothing. Smileys are replaced last, in the whole HTML and one after the other (format.c), so
that the end of a reference can be an eye: `&#58;-)` arrives as `&#58😉`.
"""

import re

SMILEYS = {":-)": 128578, ":-D": 128512, "X-D": 128518, ";-)": 128521, "B-)": 128526, ">:-(": 128545, ":-(": 128542,
           ":-*": 128536, ":-/": 128533, "8-o": 128562, "%-)": 129322, ":_(": 128546, ":-|": 128528, "<3": 10084,
           ":facepalm:": 129318, ":shrug:": 129335, ":eyeroll:": 128580, ":beer:": 127866, ":beers:": 127867,
           ":munch:": 128561, ":thumb:": 128077}
SPANS = re.compile(r"(`[^`]+`|~~[^~]+~~|\*\*?\*?[^*]+\*?\*?\*|__[^_]+__|_[^_]+_|https?://\S+)")
TAGS = ("a", "p", "br", "b", "i", "u", "s", "code", "pre", "blockquote", "ul", "ol", "li", "h1", "h2", "h3", "hr")


def html(text):
    """The content of a status."""
    lines = [_block(line.strip()) for line in text.split("\n")]
    content = "<p>" + "<br>".join(lines) + "</p>"
    for smiley, number in SMILEYS.items():
        content = content.replace(smiley, f"&#{number};")
    return content


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
    return re.sub(r"</?([A-Za-z][A-Za-z0-9]*)[^>]*>",
                  lambda found: found.group(0) if found.group(1).lower() in TAGS else "", part)
