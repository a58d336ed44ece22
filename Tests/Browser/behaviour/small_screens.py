"""A phone: what one reads and types there is large enough, whole, and names no keys."""

from playwright.sync_api import expect
from scenario import same, scenario

TEXT = "Words, `code` and a note.[^1]\n\n## A heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[^1]: The note."
PANELS = ("title", "date", "tags", "preview", "targets", "queue", "posts", "media", "outline", "history", "notes",
          "details", "settings")

# Texts and fields that are too small, labels that are cut off, and names of keys: what is wrong in this state.
WRONG = """() => {
  const isSeen = one => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert], .visually-hidden")
  const size = one => Number.parseFloat(getComputedStyle(one).fontSize)
  const brief = (what, one) => `${what}: ${one.localName}.${one.className} “${(one.value ?? one.textContent).slice(0, 40)}”`
  // The number of a footnote stands above the line.
  const small = document => [...document.body.querySelectorAll("*")].filter(one => size(one) < 16 && isSeen(one)
    && !one.closest("sup") && (one.matches("input, textarea, select") || [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())))

  // A list of tabs scrolls; what a writer has written may be cut.
  const labels = [...document.querySelectorAll("button, summary, label, legend, h2, h3, kbd, [role^=menuitem], [role=option]")]
    .filter(one => isSeen(one) && !one.matches(".post-open, .meta-all")).flatMap(one => [one, ...one.querySelectorAll("*")])
  const cut = labels.filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
  const pen = document.createElement("canvas").getContext("2d")
  // A list to choose from has its mark at the end.
  const narrow = [...document.querySelectorAll("select, input[placeholder]")].filter(isSeen).filter(one => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(one), isList = one.localName === "select"
    pen.font = font
    const room = one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - (isList ? 16 : 0)
    const words = isList ? one.selectedOptions[0]?.text ?? "" : one.value ? "" : one.placeholder
    return pen.measureText(words).width > room + 1
  })
  const outside = [...document.querySelectorAll("button, summary, label, input, select")]
    .filter(one => isSeen(one) && !one.closest("meta-bar, .tabs")).filter(one => {
      const { left, right, width } = one.getBoundingClientRect()
      return width > 0 && (left < -1 || right > innerWidth + 1)
    })
  const keys = [...document.querySelectorAll("command-menu *, .palette *, [title]")].filter(isSeen)
    .filter(one => /(Ctrl|Alt|Shift)\\+|[⌘⌥⇧⌃]|\\bEsc\\b|\\bF\\d/.test(one.title || one.textContent))
  const frames = [...document.querySelectorAll("page-view iframe")].filter(isSeen)
  return [
    ...[document, ...frames.map(frame => frame.contentDocument)].flatMap(small).map(one => brief(`${size(one)} px`, one)),
    ...[...cut, ...narrow].map(one => brief("cut off", one)), ...outside.map(one => brief("outside", one)),
    ...keys.map(one => brief("keys", one)),
  ]
}"""


def panels(window):
    for name in PANELS:
        window.command("open", panel=name)
        window.placed(name, "open")
        if name == "preview":
            expect(window.page.frame_locator("page-view iframe").locator("table")).to_be_visible()
        if name == "date":
            window.unfold().settled()
        yield name
    window.page.locator(".posts-select").evaluate("one => one.click()")
    window.command("open", panel="meta")
    yield "all panels"
    window.command("close", panel="meta")
    window.settled()


def menus(window):
    page, menu = window.page, window.page.locator("panels-menu command-menu")
    page.locator(".panels-button").tap()
    expect(menu).to_be_visible()
    yield "the menu of panels"
    page.locator("panels-menu [role^=menuitem]", has_text="Arrangements…").tap()
    yield "the menu of arrangements"
    window.press("Escape")
    window.command("open", panel="date")
    window.placed("date", "open").button("Move Date…").tap()
    expect(page.locator("panel-layer command-menu:not([aria-busy])")).to_be_visible()
    yield "a panel's menu"
    window.press("Escape")
    window.command("close", panel="date")
    window.settled()
    page.locator("publish-button .publish").tap()
    expect(page.locator(".publish-excerpt").first).to_be_visible()
    yield "the publish dialog"
    window.press("Escape")
    for keys, shown in (("F1", ".palette-row"), ("Control+Shift+f", "#everywhere-words"), ("Control+h", ".find-words")):
        window.press(keys)
        expect(page.locator(shown).first).to_be_visible()
        yield keys
        window.press("Escape")


@scenario("on a phone no text is smaller than 16 px, no label is cut off, and no menu names keys")
def read(sitting):
    post = sitting.write(TEXT, title="Tides", tags=["sea"])
    found = {}
    for size in ((390, 844), (320, 568)):
        window = sitting.window(post, size=size, has_touch=True, is_mobile=True).settled()
        for part in (panels, menus):
            for name in part(window):
                found[f"{size[0]}, {name}"] = window.page.evaluate(WRONG)
        window.area.tap(position={"x": 60, "y": 20})
        window.keys.type("More ")
        window.saved()
        found[f"{size[0]}, writing"] = window.page.evaluate(WRONG)
    same({state: wrong for state, wrong in found.items() if wrong}, {}, "What is wrong")
