"""The on-screen keyboard never covers a field in use, wherever it is."""

import re

from playwright.sync_api import expect
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


# What stands beneath the text, down to a height of the page.
BARS = """end => {
  const { bottom } = document.querySelector("#text-scroll").getBoundingClientRect(), found = new Set()
  for (let y = bottom + 2; y < end; y += 4) {
    const one = document.elementFromPoint(innerWidth / 2, y).closest("post-editor > *, meta-bar")
    found.add(one?.classList[0] ?? one?.localName)
  }
  return [...found]
}"""
# Where the text stands, and how far it is scrolled.
STANDS = """() => [document.querySelector("#body-text").getBoundingClientRect().top,
  document.querySelector("#text-scroll").scrollTop]"""


@scenario("while a phone's keyboard is open for text or title, one bar stands beneath the text, which does not move", tour="new")
def one_bar(sitting):
    post = sitting.write("\n\n".join(f"Paragraph {n}" for n in range(40)), title="Tides")
    # A program has it open, too.
    sitting.rewrite(post, body=post["body"] + "\n\nThe end.")
    window = sitting.window(post, size=PHONE, has_touch=True, is_mobile=True).settled()
    page, (width, height) = window.page, PHONE
    expect(page.locator(".tour")).to_be_visible()
    expect(page.locator(".presence")).to_be_visible()
    window.scroll.evaluate("text => { text.scrollTop = 300 }")
    box = window.scroll.bounding_box()
    page.touchscreen.tap(100, box["y"] + 60)
    bars = ["presence", "body-count", "writing-bar", "tour", "meta-bar"]
    sitting.until(lambda: page.evaluate(BARS, height) == bars, lambda: f"all is there: {page.evaluate(BARS, height)}")
    stands = page.evaluate(STANDS)
    # The keyboard covers the page, or makes it lower.
    ways = ((lambda: page.evaluate(KEYBOARD, 320), lambda: page.evaluate(KEYBOARD, 0)),
            (lambda: page.set_viewport_size({"width": width, "height": height - 320}),
             lambda: page.set_viewport_size({"width": width, "height": height})))
    for comes, goes in ways:
        comes()
        sitting.until(lambda: page.evaluate(BARS, height - 320) == ["writing-bar"],
                      lambda: f"one bar: {page.evaluate(BARS, height - 320)}")
        window.settled()
        same(page.evaluate(STANDS), stands, "Where the text stands with the keyboard")
        goes()
        sitting.until(lambda: page.evaluate(BARS, height) == bars, lambda: f"all is back: {page.evaluate(BARS, height)}")
        window.settled()
        same(page.evaluate(STANDS), stands, "Where the text stands afterwards")
    window.scroll.evaluate("text => { text.scrollTop = 0 }")
    page.locator("#post-title").tap()
    page.evaluate(KEYBOARD, 320)
    sitting.until(lambda: page.evaluate(BARS, height - 320) == ["writing-bar"], "one bar for the title")
    names = page.get_by_role("toolbar", name="Writing").get_by_role("button")
    same([one.get_attribute("aria-label") for one in names.all()], ["Undo typing", "Redo typing", "Panels"], "Its buttons")
    # Trouble is said above the text.
    sitting.expect("net::ERR_FAILED")
    saves = re.compile(r"/v1/posts/[^/]+$")
    page.route(saves, lambda route: route.abort() if route.request.method == "PUT" else route.continue_())
    window.keys.type(" and bread")
    expect(window.state).to_contain_text("Not saved")
    check(window.state.bounding_box()["y"] < window.scroll.bounding_box()["y"], "The state stands above the text.")
    page.unroute(saves)
    window.keys.type("!")
    window.saved()
    # In another field there is no such bar.
    page.evaluate(KEYBOARD, 0)
    window.command("open", panel="tags")
    window.settled().page.locator(".tag-text").tap()
    page.evaluate(KEYBOARD, 320)
    window.settled()
    expect(page.locator(".writing-bar")).to_be_hidden()
