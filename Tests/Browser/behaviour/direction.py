"""Right to left: the same arrangement mirrored, and a post in Arabic."""

import json

from playwright.sync_api import expect
from scenario import check, same, scenario
from window import no_sideways

from behaviour.audit import audit

ARABIC = "# المد والجزر\n\nيرتفع البحر مرتين في اليوم.\n\n- أولا\n- ثانيا\n"


def mirrored(sitting, **options):
    post = sitting.write(ARABIC, title="المد والجزر", tags=["بحر"])
    window = sitting.window(post, **options).settled()
    before = window.frames
    window.choose("Right to left")
    sitting.until(lambda: window.arrangement["direction"] == "rtl", "the daemon knows")
    return window.settled(), before


@scenario("right to left: every panel is mirrored, and returns to its place when the direction is reset")
def mirror(sitting):
    window, before = mirrored(sitting)
    width = window.layer()["width"]
    for name, frame in window.frames.items():
        was = before[name]
        check(abs(width - was["x"] - was["width"] - frame["x"]) <= 1 and abs(frame["width"] - was["width"]) <= 1,
              f"{name} is {frame}, and was {was}.")
    same(window.page.evaluate("getComputedStyle(document.querySelector('#body-text')).direction"), "rtl", "The text")
    no_sideways(window)
    window.choose("Right to left")
    sitting.until(lambda: window.frames == before, lambda: f"{window.frames}")


@scenario("right to left: a panel dragged right is pinned right, announced so, and stands left in other windows")
def drag(sitting):
    window, _ = mirrored(sitting)
    window.command("float", panel="title", frame={"x": 480, "y": 300, "width": 300, "height": 150})
    window.command("close", panel="preview")
    window.settled()
    x, y = window.grip("title")
    layer = window.layer()
    window.drag((x, y), (layer["x"] + layer["width"] - 4, y + 20))
    window.placed("title", "pinned right")
    expect(window.page.locator("live-announcer")).to_contain_text("Title pinned right")
    other = sitting.window()
    other.placed("title", "pinned left")


@scenario("right to left: a reload keeps it, and the reading order of the panels starts at the right")
def kept(sitting):
    window, _ = mirrored(sitting)
    window.reload().settled()
    same(window.page.evaluate("document.documentElement.dir"), "rtl", "The direction")
    order = window.page.evaluate("[...document.querySelectorAll('panel-frame:not([inert])')].map(one => one.id)")
    same(order[0], "panel-preview", "The first panel")


@scenario("right to left: arrow keys follow their direction on the screen, in calendar, preview tabs and menu rows")
def arrows(sitting):
    window, _ = mirrored(sitting)
    window.page.locator(".calendar-day").nth(9).focus()
    window.press("ArrowLeft")
    expect(window.page.locator(".calendar-day").nth(10)).to_be_focused()
    window.press("ArrowRight", "ArrowRight")
    expect(window.page.locator(".calendar-day").nth(8)).to_be_focused()
    tabs = window.page.locator("preview-panel [role=tab]")
    tabs.first.focus()
    window.press("ArrowLeft")
    expect(tabs.nth(1)).to_be_focused()
    window.bar("date").focus()
    window.press("Enter")
    row = window.page.locator("command-menu:popover-open [aria-label='Move'] button")
    row.first.focus()
    before = row.first.bounding_box()["x"]
    window.press("ArrowLeft")
    expect(row.nth(1)).to_be_focused()
    check(row.nth(1).bounding_box()["x"] < before, "The focus went to the right.")


@scenario("right to left: the knob of a switch stays inside, and a row of posts leaves room for its button")
def mirrored_parts(sitting):
    sitting.write("Words " * 40, title="A title that is long enough for more than one line of a list that is so narrow")
    window, _ = mirrored(sitting)
    window.open("targets", "posts")
    knob = window.page.locator(".switch").first.evaluate("""one => {
      const { width, insetInlineStart, translate } = getComputedStyle(one, "::before")
      const shift = Number.parseFloat(translate) * (getComputedStyle(one).direction === "rtl" ? -1 : 1)
      return [Number.parseFloat(insetInlineStart) + shift, Number.parseFloat(width), one.clientWidth] }""")
    check(0 <= knob[0] and knob[0] + knob[1] <= knob[2], f"Start, width and room of the knob are {knob}.")
    row = window.page.locator(".post-row").first
    row.hover()
    button, words = row.locator(".post-delete").bounding_box(), row.locator(".post-excerpt").bounding_box()
    check(button["x"] + button["width"] <= words["x"] + 8, f"The button {button} lies over the words {words}.")


@scenario("audit: right to left, with a post in Arabic")
def audited(sitting):
    window, _ = mirrored(sitting)
    window.open("queue")
    audit(window.page, "Right to left")


@scenario("an arrangement is exported as a file, and imported from it under a name")
def files(sitting):
    window = sitting.window().settled()
    before = window.frames
    with window.page.expect_download() as download:
        window.choose("Export arrangement")
    path = sitting.folder / "mine.json"
    download.value.save_as(path)
    same(json.loads(path.read_text())["version"], 2, "The version of the document")
    window.command("closeAllPinned")
    sitting.until(lambda: not window.frames, "all are closed")
    with window.page.expect_file_chooser() as chooser:
        window.choose("Import arrangement…")
    chooser.value.set_files(path)
    field = window.page.get_by_label("Name", exact=True)
    expect(field).to_have_value("mine")
    window.press("Enter")
    sitting.until(lambda: window.frames == before, lambda: f"it is loaded; {window.frames}")
    check("mine" in window.arrangement["names"], "It is not kept under its name.")


@scenario("an imported arrangement with one unreadable panel place still loads, and names the panel")
def spoilt(sitting):
    window = sitting.window().settled()
    document = sitting.desk.call("GET", "/v1/arrangements/desk")
    panels = document["classes"]["wide"]["panels"]
    panels["tags"] = {"place": "closed"}
    panels["date"] = {"place": "floating", "float": {"size": ["wide", None], "corner": "top-left", "distance": [9, 9]}}
    path = sitting.folder / "spoilt.json"
    path.write_text(json.dumps(document))
    with window.page.expect_file_chooser() as chooser:
        window.choose("Import arrangement…")
    chooser.value.set_files(path)
    expect(window.page.get_by_label("Name", exact=True)).to_have_value("spoilt")
    window.press("Enter")
    window.placed("tags", "closed")
    window.placed("date", "closed")
    expect(window.notice("The Date panel's place could not be read. It is at its default.")).to_be_visible()
