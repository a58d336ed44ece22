"""What WordPress removes from texts, as far as Galley's can show it. Measured at a 6.1."""

import re

# Elements that `wp_kses_post` knows. Tags of others are removed and their content stays.
ALLOWED = set("""a abbr address article aside audio b bdo big blockquote br button caption cite code col colgroup dd del
details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd label legend li
main map mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td textarea
tfoot th thead time title tr track tt u ul var video""".split())


def kses(html):
    """A post of an account without `unfiltered_html`: no scripts, no frames, no handlers, no positions."""
    def tag(match):
        slash, name, rest = match.group(1), match.group(2).lower(), match.group(3)
        if name not in ALLOWED:
            return ""
        rest = re.sub(r"""\s+on[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)""", "", rest, flags=re.I)
        rest = re.sub(r"position\s*:[^;\"']*;?", "", rest, flags=re.I)
        return f"<{slash}{name}{rest}>"
    html = re.sub(r"&(?!(?:#?\w+);)", "&amp;", html)
    comments = re.split(r"(<!--.*?-->)", html, flags=re.S)
    return "".join(part if part.startswith("<!--") else re.sub(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)([^>]*)>", tag, part)
                   for part in comments)


def kept_words(text):
    """`sanitize_text_field`, which filters alternative texts: no tags, no percent-encoded bytes, one line."""
    if "<" in text:
        text = re.sub(r"<[^>]*?(?=<)|<[^>]*$", lambda found: found.group(0).replace("<", "&lt;"), text)
        text = re.sub(r"<[^\s>][^>]*>", "", text)
    text = re.sub(r"[\r\n\t ]+", " ", text).strip()
    while re.search(r"%[a-f0-9]{2}", text, re.I):
        text = re.sub(r"%[a-f0-9]{2}", "", text, flags=re.I)
    return re.sub(r" +", " ", text).strip()
