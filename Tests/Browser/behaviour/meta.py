"""Panels inside Meta, panels as high as their content, and many windows at once."""

from pathlib import Path

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.audit import audit
from behaviour.index_detail import glance, row, rows

WIDE, NARROW = {"x": 200, "y": 40, "width": 860, "height": 700}, {"x": 500, "y": 200, "width": 360, "height": 460}


def inside(sitting, frame, *panels):
    """A window whose Meta floats at `frame` with these panels in it."""
    window = sitting.window().settled()
    for name in panels:
        window.command("open", panel=name) if window.place(name) == "closed" else None
        window.command("collapse", panel=name)
    window.command("float", panel="meta", frame=frame, overSides=True)
    return window.placed("meta", "floating")


def look(window, title):
    return window.button(f"Show {title} here")


@scenario("Meta shows a panel beside its list, and the panel can be taken out from there")
def beside(sitting):
    window = inside(sitting, WIDE, "date", "tags")
    look(window, "Tags").click()
    window.placed("tags", "inside")
    frames = window.frames
    check(frames["tags"]["x"] > frames["meta"]["x"] + 200, f"Tags stands at {frames['tags']}, Meta at {frames['meta']}")
    expect(window.bar("tags")).to_be_focused()
    window.button("Take Tags out of Meta", window.panel("tags")).click()
    window.placed("tags", "floating")


@scenario("a narrow Meta shows a panel over its list; back, and Escape, return to its row")
def over(sitting):
    window = inside(sitting, NARROW, "date", "tags")
    look(window, "Date").click()
    window.placed("date", "inside")
    expect(look(window, "Tags")).not_to_be_visible()
    window.panel("date").locator(".panel-back").click()
    window.placed("date", "meta")
    expect(look(window, "Date")).to_be_focused()
    window.press("Enter")
    window.placed("date", "inside")
    expect(window.bar("date")).to_be_focused()
    window.press("Escape")
    window.placed("date", "meta")


@scenario("nesting to any depth: Posts in Meta, a post in Posts; Posts keeps it when taken out")
def depth(sitting):
    sitting.write("Deep words", title="Deep")
    window = inside(sitting, NARROW, "posts")
    look(window, "Posts").click()
    window.placed("posts", "inside")
    expect(rows(window)).to_have_count(1)
    row(window, "Deep").click()
    expect(glance(window).locator(".glance-name")).to_have_text("Deep")
    window.page.locator(".detail-back").click()
    row(window, "Deep").click()
    window.button("Take Posts out of Meta", window.panel("posts")).click()
    window.placed("posts", "floating")
    expect(glance(window).locator(".glance-name")).to_have_text("Deep")


@scenario("a panel shown in Meta moves with Meta during a drag")
def along(sitting):
    window = inside(sitting, NARROW, "tags")
    look(window, "Tags").click()
    window.placed("tags", "inside")
    before, (x, y) = window.frames, window.grip("meta")
    window.drag((x, y), (x + 60, y + 30), release=False)

    def apart():
        frames = window.frames
        return frames["tags"]["x"] - frames["meta"]["x"], frames["tags"]["y"] - frames["meta"]["y"]
    sitting.until(lambda: window.frames["meta"]["x"] > before["meta"]["x"] + 30, "Meta goes with the pointer")
    same(apart(), (0, 32), "How far Tags stands from Meta's corner while it is dragged")
    window.mouse.up()
    window.settled()
    sitting.until(lambda: apart() == (0, 32), lambda: f"it stands there afterwards; it is {apart()}")


@scenario("text typed in a panel in Meta is still there when the panel is taken out: nothing is rebuilt")
def same_content(sitting):
    window = inside(sitting, NARROW, "title")
    look(window, "Title").click()
    window.placed("title", "inside")
    window.page.locator("#title-text").fill("Kept")
    window.page.evaluate("document.querySelector('#title-text').known = true")
    window.button("Take Title out of Meta", window.panel("title")).click()
    window.placed("title", "floating")
    expect(window.page.locator("#title-text")).to_have_value("Kept")
    check(window.page.evaluate("document.querySelector('#title-text').known"), "The title was built again.")


@scenario("the Title's row is as high as its text, grows and shrinks with typing, until the writer sets its height",
          titled=True)
def natural(sitting):
    window = sitting.window().settled()
    title = window.page.locator("#title-text")

    def high():
        return window.frames["title"]["height"]

    def fits():
        return window.page.evaluate("""() => {
          const room = document.querySelector("#panel-title .panel-room")
          return Math.abs(room.scrollHeight - room.clientHeight) <= 1 }""")
    sitting.until(fits, lambda: f"the row fits; it is {high()} high")
    one_line = high()
    title.fill("A title that needs more than a line of its own, since it says all there is to say about tides " * 3)
    sitting.until(lambda: high() > one_line + 20 and fits(), lambda: f"the row has grown; it is {high()} high")
    expect(title).to_be_focused()
    title.fill("Short")
    sitting.until(lambda: abs(high() - one_line) <= 1, lambda: f"it has shrunk; it is {high()} and was {one_line}")
    window.settled()
    window.command("thickness", side="top", value=220)
    sitting.until(lambda: abs(high() - 220) <= 1, "the user's height counts")
    title.fill("A title that needs more than a line of its own, since it says all there is to say about tides " * 3)
    window.saved()
    same(round(high()), 220, "The height that was set")


@scenario("measuring ends: an idle desk sends no requests", titled=True)
def rests(sitting):
    window = sitting.window().settled()
    asked = []
    window.page.on("request", lambda request: asked.append(request.url) if "/commands" in request.url else None)
    window.page.locator("#title-text").fill("A title " * 30)
    window.saved()
    sitting.until(lambda: asked, "the new height is told")
    window.settled()

    def frames(count):
        for _ in range(count):
            window.page.evaluate("() => new Promise(resolve => requestAnimationFrame(resolve))")
    frames(20)
    quiet = len(asked)
    frames(40)
    same(len(asked), quiet, "Commands of a desk at rest")
    check(quiet <= 4, f"One new title was told {quiet} times.")


@scenario("audit: panels inside Meta; and every control of the desk is large enough to hit")
def accessible(sitting):
    window = inside(sitting, WIDE, "date", "tags")
    look(window, "Tags").click()
    window.placed("tags", "inside")
    audit(window.page, "A panel in Meta")
    measures = (Path(__file__).parents[2] / "ComposerTests/page-audit.mjs").read_text().replace("\nexport ", "\n")
    found = window.page.evaluate(f"() => {{ {measures}; return audit() }}")
    check(found["count"] > 20 and not found["small"] and not found["dragOnly"], f"The page found {found}")
