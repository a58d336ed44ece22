"""The text scrolls with whatever stands above it; the caret stays in sight."""

from scenario import check, same, scenario

LINES = "\n\n".join(f"Paragraph {number} has some words about tides, bread and the light of November. " * 3
                    for number in range(60))
# How far the caret's line is inside the view: above and below, in CSS px. The height up to the caret comes from a text
# area of the same width with the text cut behind the word there: half a word may have room on the line before.
SIGHT = """() => {
  const area = document.querySelector("#body-text"), view = document.querySelector("#text-scroll")
  const copy = area.cloneNode(), { font, padding, lineHeight } = getComputedStyle(area)
  Object.assign(copy.style, { position: "absolute", visibility: "hidden", font, padding, paddingBottom: 0,
                              width: `${area.clientWidth}px`, height: 0, fieldSizing: "fixed" })
  const at = area.selectionDirection === "backward" ? area.selectionStart : area.selectionEnd
  copy.value = area.value.slice(0, at) + /^\S*/.exec(area.value.slice(at))[0]
  document.body.append(copy)
  const end = area.getBoundingClientRect().top + copy.scrollHeight, box = view.getBoundingClientRect()
  copy.remove()
  return [end - parseFloat(lineHeight) - box.top, box.bottom - end]
}"""


def in_sight(sitting, window, when, margin=0):
    def is_in_sight():
        above, below = window.page.evaluate(SIGHT)
        return above >= -2 and below >= margin - 2
    sitting.until(is_in_sight, lambda: f"the caret is in sight {when}: {window.page.evaluate(SIGHT)}")


def top(window):
    return window.scroll.evaluate("view => view.scrollTop")


@scenario("the text area is as high as its text, and the element around it scrolls", titled=True)
def grows(sitting):
    window = sitting.window(sitting.write(LINES)).settled()
    same(window.area.evaluate("area => { area.scrollTop = 500; return area.scrollTop }"), 0, "The area's own scrolling")
    check(window.scroll.evaluate("view => view.scrollHeight - view.clientHeight") > 2000, "The text does not scroll.")
    window.press("Control+a", "Delete")
    window.type("One line")
    spare = "view => document.querySelector('#body-text').offsetHeight - view.clientHeight"
    check(window.scroll.evaluate(spare) >= -1, "A press below a short text misses the text area.")
    check(window.scroll.evaluate("view => view.scrollHeight - view.clientHeight") <= 1, "A short text scrolls.")


@scenario("the caret stays in sight while typing, pasting and undoing, and with arrow keys and pages")
def caret(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(sitting.write(LINES), context=context).settled()
    window.caret(len(LINES))
    window.type("\nThe end\nof it")
    in_sight(sitting, window, "after typing at the end", 24)
    window.press("Control+Home")
    in_sight(sitting, window, "at the start")
    window.press(*["ArrowDown"] * 40)
    in_sight(sitting, window, "after forty lines down", 24)
    window.page.evaluate("text => navigator.clipboard.writeText(text)", LINES[:6000])
    window.press("Control+v")
    in_sight(sitting, window, "after pasting", 24)
    window.scroll.evaluate("view => { view.scrollTop = 0 }")
    window.press("Control+z")
    in_sight(sitting, window, "after undoing")
    window.scroll.evaluate("view => { view.scrollTop = view.scrollHeight }")
    window.keys.type("x")
    in_sight(sitting, window, "after typing out of sight")


@scenario("a window that becomes lower shows the caret still, and does not lead a writer who reads elsewhere to it")
def lower(sitting):
    window = sitting.window(sitting.write(LINES)).settled()
    window.caret(len(LINES))
    window.scroll.evaluate("view => { view.scrollTop = 700 }")
    window.page.set_viewport_size({"width": 1366, "height": 600})
    sitting.until(lambda: window.scroll.evaluate("view => view.clientHeight") < 600, "the view is lower")
    window.settled()
    same(top(window), 700, "Where the writer reads")
    window.scroll.evaluate("view => { view.scrollTop = view.scrollHeight }")
    in_sight(sitting, window, "at the end")
    window.page.set_viewport_size({"width": 1366, "height": 450})
    in_sight(sitting, window, "in a lower view")


@scenario("Page Down and Page Up move text and caret by less than what is in sight, and Shift selects")
def pages(sitting):
    window = sitting.window(sitting.write(LINES)).settled()
    window.command("open", panel="queue")
    window.settled().caret(30)
    height = window.scroll.evaluate("view => view.clientHeight")
    stops = [0]
    while len(stops) < 6:
        window.press("PageDown")
        in_sight(sitting, window, "after Page Down")
        stops.append(top(window))
    steps = [after - before for before, after in zip(stops, stops[1:])]
    check(all(height / 2 < step < height for step in steps), f"The steps are {steps} in a view of {height} px.")
    caret = window.selection[0]
    check(caret > 1000, f"The caret is at {caret}.")
    window.press("PageUp", "Shift+PageDown")
    start, end = window.selection
    check(start < end and abs(end - caret) < 200, f"The selection is {start} to {end}; the caret was at {caret}.")
    window.press("Shift+PageUp", *["PageUp"] * 8)
    same(window.selection, [0, 0], "The caret at the start")
    window.press(*["PageDown"] * 40)
    same(window.selection, [len(LINES)] * 2, "The caret at the end")
    in_sight(sitting, window, "at the end", 24)


@scenario("text typed before the script has loaded keeps its place when the script arrives")
def early(sitting):
    context, held = sitting.browser(), []
    context.route("**/composer.js", lambda route: held.append(route))
    window = sitting.window(context=context, waits=False).painted()
    window.area.focus()
    window.keys.insert_text("\n".join(f"Line {number}" for number in range(80)))
    sitting.until(lambda: held, "the page asks for its script")
    in_sight(sitting, window, "before the script")
    before = top(window)
    check(before > 100, f"The text is scrolled by {before} px.")
    held[0].continue_()
    window.drawn()
    in_sight(sitting, window, "after the script")
    window.type("!")
    in_sight(sitting, window, "after typing on", 24)
