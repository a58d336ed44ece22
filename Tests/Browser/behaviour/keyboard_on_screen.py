"""The on-screen keyboard never covers a field in use, wherever it is."""

from scenario import check, same, scenario

from behaviour.touch import PHONE, TABLET

# How a browser reports its keyboard: the part of the page that remains, and a change event.
KEYBOARD = """height => {
  const real = window.realView ??= window.visualViewport
  const told = new Proxy(real, { get: (view, name) => {
    if (name === "height") return innerHeight - height
    const value = view[name]
    return typeof value === "function" ? value.bind(view) : value
  } })
  Object.defineProperty(window, "visualViewport", { value: height ? told : real, configurable: true })
  real.dispatchEvent(new Event("resize"))
}"""


def tablet(sitting, **options):
    post = sitting.write("\n\n".join(f"Paragraph {n}" for n in range(80)), title="Tides")
    return sitting.window(post, size=(TABLET[1], TABLET[0]), has_touch=True, **options).settled()


@scenario("Tags moves above the keyboard, Preview stays, the text ends there; afterwards all is exactly as before")
def avoided(sitting):
    window = tablet(sitting)
    before = window.frames
    window.page.evaluate(KEYBOARD, 320)
    sitting.until(lambda: window.frames["tags"] != before["tags"], "Tags gets out of the way")
    window.settled()
    layer, shown = window.layer(), window.frames
    top = layer["height"] - 320
    check(abs(shown["tags"]["y"] + shown["tags"]["height"] - top) <= 1, f"Tags ends at {shown['tags']}, not at {top}.")
    same(shown["preview"], before["preview"], "Preview")
    body = window.page.locator("post-editor").bounding_box()
    check(abs(body["y"] + body["height"] - layer["y"] - top) <= 1, f"The text ends at {body}.")
    window.page.evaluate(KEYBOARD, 0)
    sitting.until(lambda: window.frames == before, lambda: f"everything is back; {window.frames}")
    same(window.arrangement["canUndo"], False, "Whether something can be undone")


@scenario("the line being typed stays in view when the keyboard appears")
def caret(sitting):
    window = tablet(sitting)
    window.area.evaluate("""area => {
      area.focus()
      const at = area.value.indexOf("Paragraph 9")
      area.setSelectionRange(at, at)
      document.querySelector("#text-scroll").scrollTop = 0
    }""")
    window.page.evaluate(KEYBOARD, 380)
    sitting.until(lambda: window.scroll.evaluate("text => text.scrollTop") > 0, "the text was scrolled")
    window.settled()


@scenario("on a phone the open panel and the text share the space above the keyboard")
def phone(sitting):
    window = sitting.window(size=PHONE, has_touch=True).settled()
    window.command("open", panel="tags")
    window.settled()
    before = window.frames
    window.page.evaluate(KEYBOARD, 300)
    sitting.until(lambda: window.frames["tags"] != before["tags"], "Tags gets out of the way")
    window.settled()
    layer, tags = window.layer(), window.frames["tags"]
    check(tags["y"] + tags["height"] <= layer["height"] - 300 + 1, f"Tags ends at {tags}.")
    window.page.evaluate(KEYBOARD, 0)
    sitting.until(lambda: window.frames == before, lambda: f"everything is back; {window.frames}")
