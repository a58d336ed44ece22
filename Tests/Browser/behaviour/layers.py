"""Markdown is styled where it is written, by layers over the text that move no letter."""

from scenario import check, same, scenario

TEXT = """\
# A heading with *stress*

Words with **weight**, *stress*, `code`, ~~strokes~~ and a [link](https://example.org/a/rather/long/address) in a line
that goes on, and on.

- [ ] a task
> a quote

```
let code = 1
```

a | b
--|--
1 | 2
"""
# Long words, several directions, wide letters, tabs, spaces at a line's end, empty lines.
SHAPES = "\n".join([
    "Plain words that go on until they need a second line, and then some more of them, so that there is a third one.",
    "עברית עם words in between and עוד עברית until the line is full, and then some more of it, 123.",
    "شكرا جزيلا على القراءة", "漢字かな交じり文は改行の位置が違うので、長い文で確かめる必要がある。" * 4,
    "👩‍👩‍👧‍👦 family 🇵🇹 flag é e\u0301 ﬁ ffi", "\ta tab\tand\tanother", "spaces at the end" + " " * 90, "", "123 !?",
    "https://example.org/" + "a-long-address/" * 30, "soft\u00adhyphen " * 20, "x" * 600, "",
])
PLAIN = ".line-copy { visibility: hidden } #body-text { caret-color: transparent !important }"
COPIED = """
  .line-copy { color: var(--ink) !important }
  .line-copy > div { background: none !important; box-shadow: none !important }
  #body-text { color: transparent !important; caret-color: transparent !important }"""
# Draws the page with a stylesheet and without highlights, until the same is called without one.
DRAW = """css => {
  if (css) globalThis.hidden ??= [...CSS.highlights]
  CSS.highlights.clear()
  if (!css) for (const [name, one] of hidden) CSS.highlights.set(name, one)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}"""
# The text of the ranges of a kind.
DRAWN = """kind => [...CSS.highlights.get(`text-${kind}`)].map(
  range => range.startContainer.data.slice(range.startOffset, range.endOffset))"""


def drawn(window, kind):
    return sorted(window.page.evaluate(DRAWN, kind))


def agree(window, when):
    """The letters of the copy lie exactly where those of the text area do: both alone make the same picture."""
    pictures = []
    for css in (PLAIN, COPIED):
        window.page.evaluate(DRAW, css)
        pictures.append(window.scroll.screenshot())
    window.page.evaluate(DRAW, "")
    check(pictures[0] == pictures[1], f"The copy's letters are elsewhere than the text's {when}.")


@scenario("the layers over the text have every letter where the text has it")
def places(sitting):
    for size in ((390, 844), (1366, 2400)):
        window = sitting.window(sitting.write(TEXT + SHAPES), size=size).settled()
        window.press("Control+Alt+z")
        agree(window, f"at {size[0]} px")
        window.scroll.evaluate("view => { view.scrollTop = view.scrollHeight / 2 }")
        agree(window, f"at {size[0]} px in the middle")
        window.caret(len(TEXT))
        window.type("More\n\n\twords ")
        agree(window, f"at {size[0]} px after typing")


@scenario("bold words, links, code and marks are drawn as such, and follow while typing")
def kinds(sitting):
    window = sitting.window(sitting.write(TEXT)).settled()
    same(drawn(window, "bold"), ["weight"], "What is bold")
    same(drawn(window, "heading"), ["A heading with *stress*"], "The headings")
    same(drawn(window, "link"), ["link"], "The links")
    same(drawn(window, "address"), ["](https://example.org/a/rather/long/address)"], "The addresses")
    same(drawn(window, "task"), ["[ ]"], "The boxes")
    window.caret(len(TEXT))
    window.type("\nand **more")
    same(drawn(window, "bold"), ["weight"], "What is bold before its end")
    window.type("** of it")
    same(drawn(window, "bold"), ["more", "weight"], "What is bold")
    window.press("Control+a", "Delete")
    same(drawn(window, "bold"), [], "What is bold in an empty text")


@scenario("named ranges are drawn over the text, and move with it")
def names(sitting):
    window = sitting.window(sitting.write("one two one\none")).settled()
    window.page.evaluate("""() => document.querySelector("post-editor").layers.set("hit",
      [{ start: 0, end: 3 }, { start: 4, end: 13 }])""")
    same(drawn(window, "hit"), ["o", "one", "two one"], "The hits")
    window.caret(0)
    window.type("x ")
    same(drawn(window, "hit"), ["o", "one", "two one"], "The hits after typing before them")
    window.page.evaluate("""() => document.querySelector("post-editor").layers.set("hit", [])""")
    same(drawn(window, "hit"), [], "The hits that are gone")
