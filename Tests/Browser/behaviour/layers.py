"""Markdown is styled where it is written, by layers over the text that move no letter."""

from playwright.sync_api import expect
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
  .line-copy > div { border-image: none !important }
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


def agree(window, when, base=""):
    """The letters of the copy lie exactly where those of the text area do: both alone make the same picture."""
    pictures, box = [], window.scroll.bounding_box()
    # Without the edges, which may lie within a pixel.
    inner = {"x": box["x"] + 2, "y": box["y"] + 2, "width": box["width"] - 4, "height": box["height"] - 4}
    for css in (PLAIN, COPIED):
        window.page.evaluate(DRAW, base + css)
        pictures.append(window.page.screenshot(clip=inner))
    window.page.evaluate(DRAW, "")
    check(pictures[0] == pictures[1], f"The copy's letters are elsewhere than the text's {when}.")


@scenario("the layers over the text have every letter where the text has it")
def places(sitting):
    for size in ((390, 844), (1366, 2400)):
        window = sitting.window(sitting.write(TEXT + SHAPES), size=size).settled()
        window.press("Control+Alt+z")
        sitting.until(lambda: not window.frames, "only the text is shown")
        window.page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
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


# What is drawn in real bold and italic, and how far each of its letters is from that of the text.
REAL = """() => [...document.querySelectorAll(".fixed-faces > [class]")].filter(part => part.className).map(part => {
  const place = (node, at) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect()
  }
  const before = document.createRange(), copy = part.closest(".line-copy > div").firstChild
  before.setStart(part.parentNode, 0)
  before.setEndBefore(part)
  const from = before.toString().length
  const far = [...part.textContent].map((_, at) => {
    const real = place(part.firstChild, at), letter = place(copy, from + at)
    return Math.max(Math.abs(real.left - letter.left), Math.abs(real.bottom - letter.bottom) - 6)
  })
  return [part.className, part.textContent, Math.max(...far) < 0.1]
})"""


@scenario("in a fixed typeface bold and italic are real, each letter where the text has it, but not over the caret")
def fixed(sitting):
    sitting.desk.call("PATCH", "/v1/preferences", {"face": "mono"})
    text = TEXT + "\n" + "Words that go on until they need a second line *and then more*, " * 3 + "***both*** *漢字*\n"
    window = sitting.window(sitting.write(text)).settled()
    real = lambda: window.page.evaluate(REAL)
    lines = [["italic", "and then more", True]] * 3 + [["italic", "**", True], ["italic bold", "both", True],
                                                       ["italic", "**", True]]
    wanted = [["bold", "weight", True], ["italic", "stress", True], *lines]
    sitting.until(lambda: real() == wanted, lambda: f"bold and italic are real: {real()}")
    same(drawn(window, "italic"), ["stress", "漢字"], "What has a tint: a heading, and letters of another typeface")
    same(drawn(window, "bold"), [], "What is drawn as bold")
    agree(window, "in a fixed typeface", ".fixed-faces { display: none }")
    window.caret(text.index("stress*, `") + 2)
    sitting.until(lambda: real() == [wanted[0], *lines], lambda: f"italic at the caret is upright: {real()}")
    same(drawn(window, "italic"), ["stress", "stress", "漢字"], "What has a tint beside the caret")
    window.press("End")
    sitting.until(lambda: real() == wanted, lambda: f"italic is real again: {real()}")
    sitting.desk.call("PATCH", "/v1/preferences", {"face": "serif"})
    sitting.until(lambda: real() == [] and len(drawn(window, "italic")) == 7, lambda: f"italic has a tint: {real()}")
    agree(window, "in a proportional typeface again")


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


@scenario("the layers keep to the letters at zoom 50 to 400 %, with other spacing, and in lines of 10,000 characters")
def zoom(sitting):
    post = sitting.write(SHAPES + "\n" + "long line " * 1000 + "\n" + "x" * 10_000)
    for zoom in (0.5, 0.8, 1.1, 1.25, 1.75, 4):
        size = (round(1366 / zoom), round(900 / zoom))
        window = sitting.window(post, size=size, device_scale_factor=zoom).settled()
        agree(window, f"at {zoom:.0%}")
    spacing = "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }"
    agree(window, "with wide spacing", spacing)
    window.scroll.evaluate("view => { view.scrollTop = view.scrollHeight }")
    agree(window, "at the end of the long lines")


@scenario("the layers follow while an input method composes")
def composition(sitting):
    window = sitting.window(sitting.write("**a** ")).settled()
    window.caret(6)
    method = window.page.context.new_cdp_session(window.page)
    copied = "[...document.querySelectorAll('.line-copy > div')].map(row => row.textContent).join('\\n')"
    for part in ("**に", "**にほ", "**にほん**"):
        method.send("Input.imeSetComposition", {"text": part, "selectionStart": len(part), "selectionEnd": len(part)})
        same(window.page.evaluate(copied), "**a** " + part, "The copy")
    same(drawn(window, "bold"), ["a", "にほん"], "What is bold")
    method.send("Input.insertText", {"text": "日本"})
    same((window.page.evaluate(copied), drawn(window, "bold")), ("**a** 日本", ["a"]), "The copy afterwards")


@scenario("in forced colours only hits are drawn over the text, in print nothing, and a layout that differs is not covered")
def rest(sitting):
    window = sitting.window(sitting.write(TEXT * 3)).settled()
    seen = "getComputedStyle(document.querySelector('.line-copy')).visibility"
    same(window.page.evaluate(seen), "visible", "The copy")
    window.page.emulate_media(forced_colors="active")
    drawn = """[...CSS.highlights.keys()].filter(name => !name.startsWith("text-hit")).flatMap(name => {
      const look = getComputedStyle(document.querySelector(".line-copy"), `::highlight(${name})`)
      return [look.color, look.backgroundColor, look.textDecorationColor]
    }).filter(colour => !/^rgba[(].*, 0[)]$|[/] 0[)]$/.test(colour))"""
    same(window.page.evaluate(drawn), [], "What is drawn in forced colours")
    window.page.emulate_media(forced_colors="none", media="print")
    same(window.page.evaluate(seen), "hidden", "The copy in print")
    window.page.emulate_media(media="screen")
    same(window.page.evaluate(seen), "visible", "The copy")
    window.page.evaluate(DRAW, ".line-copy { letter-spacing: 4px !important }")
    # The layout is looked at when the text has another height.
    window.write("x\n\n")
    window.notice("in an unforeseen way").wait_for()
    same(window.page.evaluate(seen), "hidden", "The copy whose letters are elsewhere")


# Collects the attributes that are set to the value that they have.
WATCH_ATTRIBUTES = """() => {
  globalThis.same = []
  new MutationObserver(changes => same.push(...changes.filter(({ target, attributeName: name, oldValue }) =>
    target.getAttribute(name) === oldValue).map(({ target, attributeName }) => `${target.outerHTML} ${attributeName}`)))
    .observe(document, { subtree: true, attributeOldValue: true })
}"""


# After any change of an attribute the browser draws all highlights again.
@scenario("a key, its preview and its save set no attribute to the value that it has")
def same_attributes(sitting):
    window = sitting.window(sitting.write("Some *words* about tides.")).settled()
    window.showing("Some *words* about tides.")
    words = window.page.frame_locator("page-view iframe").locator("p").first
    expect(words).to_have_text("Some words about tides.")
    window.caret(4)
    window.page.evaluate(WATCH_ATTRIBUTES)
    window.keys.type("x")
    expect(words).to_have_text("Somex words about tides.")
    window.saved()
    same(window.page.evaluate("same"), [], "The attributes that stayed the same")
