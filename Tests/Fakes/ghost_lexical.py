"""What Ghost makes of HTML that a client sends with `source=html`: a Lexical document, from which
ghost_markup.py makes HTML again.

Paragraphs, headings, lists, quotes, links, code, rules, pictures, frames and the usual formats of text survive.
A table, and the elements between `<!--kg-card-begin: html-->` and its end, stay as they are; bare text between
those two marks is lost. Of everything else only the words are left: classes, ids, styles, targets and unknown
elements go. Left out: galleries, bookmarks, and cards of sound, files and products.
"""

import re

from ghost_markup import inline_html
from ghost_tree import Comment, Element, parse

FORMATS = {"strong": 1, "b": 1, "em": 2, "i": 2, "s": 4, "u": 8, "code": 16, "sub": 32, "sup": 64, "mark": 128}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
SPLITTING = {*HEADINGS, *"""address article aside blockquote body dd details div dl dt fieldset figcaption figure
footer form header hr html iframe img li main nav ol p pre section summary table tbody td tr ul""".split()}


def document(text, site):
    """The Lexical document of a text; `site` completes relative addresses."""
    return {"root": {**_element("root"), "children": _blocks(parse(text), site) or [_element("paragraph")]}}


def blank():
    return {"root": {**_element("root"), "children": [_element("paragraph")]}}


def _element(kind, **more):
    return {"children": [], "direction": None, "format": "", "indent": 0, "type": kind, "version": 1, **more}


def _blocks(nodes, site):
    """The blocks of a list of nodes; what stands between blocks becomes paragraphs."""
    found, loose, nodes = [], [], list(nodes)

    def end_paragraph():
        found.extend(_paragraph(loose, site))
        loose.clear()
    while nodes:
        node = nodes.pop(0)
        if isinstance(node, Comment):
            if re.fullmatch(r"kg-card-begin:\s?html", node.text.strip()):
                end_paragraph()
                found += _card(nodes)
            elif node.text.strip() == "members-only":
                end_paragraph()
                found.append({"type": "paywall", "version": 1})
        elif isinstance(node, Element) and (node.tag in SPLITTING or node.has(SPLITTING)):
            end_paragraph()
            found += _block(node, site)
        else:
            loose.append(node)
    end_paragraph()
    return found


def _card(nodes):
    """An HTML card; takes its nodes. A text has no source of its own there, so only elements stay."""
    kept = []
    while nodes:
        node = nodes.pop(0)
        if isinstance(node, Comment) and re.fullmatch(r"kg-card-end:\s?html", node.text.strip()):
            break
        kept.append(node.source() if isinstance(node, Element) else "")
    return [_html_card("\n".join(kept).strip())]


def _html_card(text):
    return {"type": "html", "version": 1, "html": text}


def _paragraph(nodes, site):
    children = _trimmed(_inlines(nodes, 0, site))
    return [_element("paragraph", children=children)] if children else []


def _block(node, site):
    if node.tag in HEADINGS:
        return _heading(node, site)
    if node.tag == "blockquote":
        return [_element("extended-quote", children=_quoted(node, site))]
    if node.tag in ("ul", "ol"):
        return [_list(node, site)]
    if node.tag == "table":
        return [_html_card(node.source())]
    if node.tag == "hr":
        return [{"type": "horizontalrule", "version": 1}]
    if node.tag == "img":
        return _picture(node, site, "")
    if node.tag == "iframe":
        return _frame(node, "")
    if node.tag == "pre" and (code := _code(node, "")):
        return code
    if node.tag == "figure" and (card := _figure(node, site)):
        return card
    if node.tag == "a":   # a picture in a link keeps the link
        href = _whole(node.attributes.get("href") or "", site)
        return [{**card, "href": href} if card["type"] == "image" else card for card in _blocks(node.children, site)]
    return _blocks(node.children, site)


def _heading(node, site):
    """A heading, and after it the pictures that stand in it."""
    children = _trimmed(_inlines(node.children, 0, site))
    pictures = [card for picture in node.all("img") for card in _picture(picture, site, "")]
    return [_element("extended-heading", tag=node.tag, children=children)] * bool(children) + pictures


def _quoted(node, site):
    """The paragraphs of a quote become one text with two line breaks between them."""
    parts = [block["children"] for block in _blocks(node.children, site) if block.get("children")]
    joined = []
    for part in parts:
        joined += [{"type": "linebreak", "version": 1}] * 2 * bool(joined) + part
    return joined


def _list(node, site):
    items = []
    for child in node.children:
        if not isinstance(child, Element):
            continue
        nested = [inner for inner in child.children if isinstance(inner, Element) and inner.tag in ("ul", "ol")]
        words = [inner for inner in child.children if inner not in nested]
        text = _trimmed(_inlines(words, 0, site))
        if text or not nested:
            items.append(_element("listitem", value=len(items) + 1, children=text))
        items += [_element("listitem", value=len(items) + 1, children=[_list(inner, site)]) for inner in nested]
    start = node.attributes.get("start") or ""
    return _element("list", listType="number" if node.tag == "ol" else "bullet", tag=node.tag,
                    start=int(start) if start.isdigit() else 1, children=items)


def _picture(node, site, caption):
    source = node.attributes.get("src")
    if not source:
        return []
    sizes = {name: int(node.attributes[name]) if (node.attributes.get(name) or "").isdigit() else None
             for name in ("width", "height")}
    return [{"type": "image", "version": 1, "src": _whole(source, site), "alt": node.attributes.get("alt") or "",
             "title": node.attributes.get("title") or "", "caption": caption, "cardWidth": "regular", **sizes}]


def _frame(node, caption):
    source = node.attributes.get("src") or ""
    if not re.match(r"(https?:)?//", source, re.I):
        return []
    return [{"type": "embed", "version": 1, "url": source, "html": node.source(), "caption": caption}]


def _code(node, caption):
    first = next((child for child in node.children if isinstance(child, Element)), None)
    if first is None or first.tag != "code":
        return []
    words = f"{node.attributes.get('class') or ''} {first.attributes.get('class') or ''}"
    language = re.search(r"lang(?:uage)?-(\S+)", words, re.I)
    return [{"type": "codeblock", "version": 1, "code": first.words(), "caption": caption,
             "language": language.group(1).lower() if language else ""}]


def _figure(node, site):
    captions = [inline_html(_trimmed(_inlines(found.children, 0, site))) for found in node.all("figcaption")]
    caption = " / ".join(captions)
    for tag, made in (("iframe", lambda found: _frame(found, caption)),
                      ("img", lambda found: _picture(found, site, caption)),
                      ("pre", lambda found: _code(found, caption))):
        for found in node.all(tag)[:1]:
            if card := made(found):
                return card
    return []


def _inlines(nodes, formats, site):
    found = []
    for node in nodes:
        if isinstance(node, str):
            words = re.sub(r"\s+", " ", node)
            found += [_text(words, formats)] if words else []
        elif isinstance(node, Element) and node.tag == "br":
            found.append({"type": "linebreak", "version": 1})
        elif isinstance(node, Element) and node.tag == "a":
            found.append(_element("link", url=_whole(node.attributes.get("href") or "", site),
                                  rel=node.attributes.get("rel"), children=_inlines(node.children, formats, site)))
        elif isinstance(node, Element) and node.tag not in ("script", "style", "img"):
            found += _inlines(node.children, formats | FORMATS.get(node.tag, 0), site)
    return found


def _text(words, formats):
    return {"detail": 0, "format": formats, "mode": "normal", "style": "", "text": words, "type": "extended-text",
            "version": 1}


def _trimmed(nodes):
    """Without white space at the ends of the line."""
    nodes = list(nodes)
    for index, strip in ((0, str.lstrip), (-1, str.rstrip)):
        while nodes and "text" in nodes[index]:
            words = strip(nodes[index]["text"])
            if words:
                nodes[index] = {**nodes[index], "text": words}
                break
            nodes.pop(index)
    return nodes


def _whole(address, site):
    """An address with its site: one that begins with a number sign stays."""
    if address.startswith("/") and not address.startswith("//"):
        return re.match(r"https?://[^/]*", site).group(0) + address
    return address
