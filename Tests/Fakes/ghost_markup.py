"""How Ghost shows a Lexical document as HTML. A client may send such a document itself; in its HTML cards all
stays.

Left out: galleries, bookmarks, Markdown cards and other cards, which are unknown nodes here, and the several
sizes of a picture.
"""

import html
import json
import re

from ghost_slugs import heading_id

SHOWN = {1: "strong", 2: "em", 4: "s", 8: "u", 16: "code", 32: "sub", 64: "sup", 128: "mark"}
CARDS = ("html", "horizontalrule", "image", "codeblock", "embed", "paywall")


class Unreadable(Exception):
    """A document that Ghost refuses; the text says why."""


def read(text):
    """A document that a client sent as JSON. Raises Unreadable."""
    found = json.loads(text)
    if not isinstance(found, dict) or not isinstance(found.get("root"), dict):
        raise Unreadable("Cannot read properties of undefined (reading 'type')")
    rendered(found)
    return found


def rendered(found):
    """The HTML of a document. Raises Unreadable for a kind of node that Ghost, or this fake, does not know."""
    ids = {}
    try:
        blocks = [_shown(node, ids) for node in found["root"].get("children", [])]
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"parseEditorState: {error}") from None
    if blocks and blocks[-1] == "<p></p>":
        blocks.pop()
    return "".join(blocks)


def _shown(node, ids):
    kind = node["type"]
    if kind in CARDS:
        return _shown_card(node)
    if kind == "list":
        return _shown_list(node)
    inner = inline_html(node.get("children", []))
    if kind == "paragraph":
        return f"<p>{inner}</p>"
    if kind in ("heading", "extended-heading"):
        words = html.unescape(re.sub(r"<[^>]*>", "", inner))
        return f'<{node["tag"]} id="{heading_id(words, ids)}">{inner}</{node["tag"]}>'
    if kind in ("quote", "extended-quote"):
        return f"<blockquote>{inner}</blockquote>"
    raise Unreadable(f"parseEditorState: type \"{kind}\" + not found")


def _shown_card(node):
    kind, caption = node["type"], node.get("caption") or ""
    told, noted = (f"<figcaption>{caption}</figcaption>", " kg-card-hascaption") if caption else ("", "")
    if kind == "html":
        return f"\n<!--kg-card-begin: html-->\n{node['html']}\n<!--kg-card-end: html-->\n" if node["html"] else ""
    if kind == "horizontalrule":
        return "<hr>"
    if kind == "paywall":
        return "<!--members-only-->"
    if kind == "codeblock":
        named = f' class="language-{node["language"]}"' if node.get("language") else ""
        code = f"<pre><code{named}>{html.escape(node['code'], quote=False)}</code></pre>"
        return f'<figure class="kg-card kg-code-card">{code}{told}</figure>' if caption else code
    if kind == "embed":
        return f'<figure class="kg-card kg-embed-card{noted}">{node["html"]}{told}</figure>'
    alt = html.escape(node.get("alt") or "")
    shown = f'<img src="{html.escape(node["src"])}" class="kg-image" alt="{alt}" loading="lazy"'
    if node.get("title"):
        shown += f' title="{html.escape(node["title"])}"'
    if node.get("width") and node.get("height"):
        shown += f' width="{node["width"]}" height="{node["height"]}"'
    linked = f'<a href="{html.escape(node["href"])}">{shown}></a>' if node.get("href") else f"{shown}>"
    return f'<figure class="kg-card kg-image-card{noted}">{linked}{told}</figure>'


def _shown_list(node):
    parts, is_open = [], False
    for item in node["children"]:
        inner = item["children"]
        if inner and inner[0]["type"] == "list":   # a list within the item before
            parts.append(_shown_list(inner[0]))
            continue
        parts.append(f"{'</li>' if is_open else ''}<li>{inline_html(inner)}")
        is_open = True
    start = f' start="{node["start"]}"' if node.get("start", 1) != 1 else ""
    return f"<{node['tag']}{start}>{''.join(parts)}{'</li>' if is_open else ''}</{node['tag']}>"


def inline_html(nodes, opened=0):
    """Texts with their formats, of which the one that lasts longest is outside."""
    parts, index = [], 0
    while index < len(nodes):
        node = nodes[index]
        wanted = [bit for bit in SHOWN if node.get("format", 0) & bit & ~opened] if "text" in node else []
        if not wanted:
            parts.append(_shown_inline(node))
            index += 1
            continue
        length, bit = max((_run(nodes[index:], bit), -bit) for bit in wanted)
        tag = SHOWN[-bit]
        parts.append(f"<{tag}>{inline_html(nodes[index:index + length], opened | -bit)}</{tag}>")
        index += length
    return "".join(parts)


def _run(nodes, bit):
    """How many of the first texts have a format."""
    count = 0
    while count < len(nodes) and "text" in nodes[count] and nodes[count].get("format", 0) & bit:
        count += 1
    return count


def _shown_inline(node):
    if node["type"] in ("text", "extended-text"):
        return html.escape(node["text"], quote=False)
    if node["type"] == "linebreak":
        return "<br>"
    if node["type"] == "link":
        href = f' href="{html.escape(node["url"])}"' if node.get("url") else ""
        rel = f' rel="{html.escape(node["rel"])}"' if node.get("rel") else ""
        return f"<a{href}{rel}>{inline_html(node.get('children', []))}</a>"
    if "children" in node:
        return inline_html(node["children"])
    raise Unreadable(f"parseEditorState: type \"{node['type']}\" + not found")


def excerpt(text):
    """The first words of a text, of which Ghost makes an excerpt."""
    plain = re.sub(r"<!--.*?-->|<figcaption>.*?</figcaption>", "", text, flags=re.S)
    plain = html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"</(p|h\d|li|blockquote)>|<br>", "\n\n", plain))).strip()
    return plain[:500] or None
