"""Focus mode and typewriter scrolling."""

from scenario import check, same, scenario

TEXT = "First one. Second one goes on and on. Third one.\n\n- An item. More of it.\n\nThe last paragraph."
LINES = "\n\n".join(f"Paragraph {number}" for number in range(60))
# Which letters of the text the veil leaves clear: those whose middle is inside its hole.
CLEAR = """() => {
  const veil = document.querySelector(".focus-veil"), copy = document.querySelector(".line-copy")
  if (veil.hidden) return null
  const origin = veil.getBoundingClientRect(), style = getComputedStyle(veil)
  const path = new Path2D(/"(.*)"/.exec(style.clipPath)[1]), canvas = document.createElement("canvas").getContext("2d")
  let found = ""
  for (const { firstChild: node } of copy.children) {
    for (let at = 0; at < node.length; at++) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { left, top, width, height } = range.getBoundingClientRect()
      const x = left + width / 2 - origin.left, y = top + height / 2 - origin.top
      if (!canvas.isPointInPath(path, x, y, "evenodd")) found += node.data[at]
    }
  }
  return found.trim().replace(/\\u200b/g, "")
}"""
# The height of the caret's line in the view, as a part of it.
HEIGHT = """() => {
  const area = document.querySelector("#body-text")
  const view = document.querySelector("#text-scroll").getBoundingClientRect()
  const line = area.value.slice(0, area.selectionEnd).split("\\n").length - 1
  const { top, bottom } = document.querySelector(".line-copy").children[line].getBoundingClientRect()
  return ((top + bottom) / 2 - view.top) / view.height
}"""


def clear(window, words, what):
    window.sitting.until(lambda: window.page.evaluate(CLEAR) == words,
                         lambda: f"{what}: {window.page.evaluate(CLEAR)!r}")


@scenario("focus mode dims all but the sentence or the paragraph, also after a reload, until its key is pressed again")
def modes(sitting):
    window = sitting.window(sitting.write(TEXT)).settled()
    same(window.page.evaluate(CLEAR), None, "What is clear before")
    window.caret(21)
    window.press("Control+Alt+s")
    clear(window, "Second one goes on and on.", "the sentence")
    window.type(" x")
    clear(window, "Second one x goes on and on.", "the sentence while typing")
    window.caret(3)
    clear(window, "First one.", "the first sentence")
    window.press("Control+Alt+g")
    clear(window, window.text.split("\n")[0], "the paragraph")
    text = window.text
    window.saved().reload().showing(text)
    window.caret(len(text) - 30)
    clear(window, "- An item. More of it.", "the item after a reload")
    window.press("Control+a")
    sitting.until(lambda: len(window.page.evaluate(CLEAR)) > 90, "the whole selection is clear")
    window.press("Control+Alt+g")
    same(window.page.evaluate(CLEAR), None, "What is clear afterwards")


@scenario("a sentence that wraps, and one in Hebrew, stays clear as a whole")
def wrapped(sitting):
    text = ("One. " + "Words that need several lines " * 12 + "until here. Three.\n\n"
            "שלום עולם. זה משפט שני ארוך. עוד אחד.")
    window = sitting.window(sitting.write(text), size=(390, 844)).settled()
    window.caret(200)
    window.press("Control+Alt+s")
    clear(window, text[5:text.index(" Three")], "the sentence")
    window.caret(text.index("משפט"))
    clear(window, "זה משפט שני ארוך.", "the sentence in Hebrew")


@scenario("typewriter scrolling keeps the line that is typed at one height, and a click moves nothing")
def typewriter(sitting):
    window = sitting.window(sitting.write(LINES)).settled()
    window.caret(LINES.index("Paragraph 30"))
    window.press("Control+Alt+y")
    at = window.page.evaluate(HEIGHT)
    check(0.4 < at < 0.5, f"The caret is at {at:.2f} of the view.")
    for keys in (["ArrowDown"] * 6, ["Enter", "Enter", "x"], ["Control+End"], ["Enter"] * 4, ["Control+z"]):
        window.press(*keys)
        sitting.until(lambda: abs(window.page.evaluate(HEIGHT) - at) < 0.02,
                      lambda: f"the caret is at {window.page.evaluate(HEIGHT):.2f} after {keys}")
    before = window.scroll.evaluate("view => view.scrollTop")
    box = window.scroll.bounding_box()
    window.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    check(window.page.evaluate(HEIGHT) < 0.3, "The click did not move the caret.")
    same(window.scroll.evaluate("view => view.scrollTop"), before, "The height after a click")
    window.press("Control+Alt+y", "Control+Home")
    check(window.page.evaluate(HEIGHT) < 0.3, "The start of the text still stands at the height of the typewriter.")


@scenario("focus mode follows the search: the hit that is selected is clear while the field has the focus")
def searched(sitting):
    window = sitting.window(sitting.write(TEXT)).settled()
    window.caret(3)
    window.press("Control+Alt+s")
    clear(window, "First one.", "the sentence of the caret")
    window.press("Control+f")
    window.keys.insert_text("Third")
    clear(window, "Third one.", "the sentence of the hit")
    window.press("Escape")
    clear(window, "Third one.", "the sentence after the search")
