"""A tree of HTML for ghost_markup.py: elements, comments and texts, and the source of an element as a browser
writes it.
"""

import html
from html.parser import HTMLParser

VOID = set("area base br col embed hr img input link meta source track wbr".split())
# An element of the first kind ends when one of the second begins.
ENDED_BY = {"p": set("""address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6
            header hr main nav ol p pre section table ul""".split()),
            "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "tr": {"tr"}, "td": {"td", "th", "tr"},
            "th": {"td", "th", "tr"}}
RAW = ("script", "style")


class Comment:
    def __init__(self, text):
        self.text = text

    def source(self):
        return f"<!--{self.text}-->"


class Element:
    def __init__(self, tag, attributes=None):
        self.tag, self.attributes, self.children = tag, attributes or {}, []

    def source(self):
        """The element's own text, attributes in double quotes."""
        names = "".join(f' {name}="{html.escape(value or "", quote=False).replace(chr(34), "&quot;")}"'
                        for name, value in self.attributes.items())
        if self.tag in VOID:
            return f"<{self.tag}{names}>"
        return f"<{self.tag}{names}>{''.join(self._written(child) for child in self.children)}</{self.tag}>"

    def _written(self, child):
        if not isinstance(child, str):
            return child.source()
        return child if self.tag in RAW else html.escape(child, quote=False)

    def words(self):
        """All text in it."""
        return "".join(child if isinstance(child, str) else child.words() for child in self.children
                       if isinstance(child, (str, Element)))

    def all(self, tag):
        """The elements of that name in it, in order."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                found += [child] * (child.tag == tag) + child.all(tag)
        return found

    def has(self, tags):
        """Whether it has an element with one of these names."""
        return any(child.tag in tags or child.has(tags) for child in self.children if isinstance(child, Element))


class _Builder(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = Element("body")
        self.open = [self.root]

    def handle_starttag(self, tag, attributes):
        while self.open[-1].tag in ENDED_BY and tag in ENDED_BY[self.open[-1].tag]:
            self.open.pop()
        if tag == "tr" and self.open[-1].tag == "table":   # a browser adds it
            self.handle_starttag("tbody", [])
        element = Element(tag, dict(attributes))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)   # a slash at the end of a tag means nothing in HTML

    def handle_endtag(self, tag):
        names = [element.tag for element in self.open]
        if tag in names[1:]:
            del self.open[len(names) - 1 - names[::-1].index(tag):]

    def handle_data(self, text):
        children = self.open[-1].children
        if children and isinstance(children[-1], str):
            children[-1] += text
        else:
            children.append(text)

    def handle_comment(self, text):
        self.open[-1].children.append(Comment(text))


def parse(text):
    """The nodes of a text."""
    builder = _Builder()
    builder.feed(text.strip())
    builder.close()
    return builder.root.children
