"""Sheets: panels attached to an edge of the window, moved by mouse, finger and pen, and with keys alone."""

import json
import re

from playwright.sync_api import expect
from scenario import check, same, scenario
from window import no_sideways

from behaviour.audit import audit
from behaviour.touch import Finger

PHONE, TABLET, DESK = (390, 844), (820, 1180), (1366, 900)


class Pen:
    """A pen, as the system reports it: a separate pointer type, with pressure."""

    def __init__(self, window):
        self._session = window.page.context.new_cdp_session(window.page)

    def _send(self, kind, point, **more):
        self._session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": point[0], "y": point[1], "pointerType": "pen", "button": "left", "clickCount": 1,
            "buttons": 0 if kind == "mouseReleased" else 1, "force": 0.5, **more})

    def down(self, point):
        self._send("mouseMoved", point, button="none", buttons=0)
        self._send("mousePressed", point)
        self._at = point

    def move(self, point, steps=8):
        for step in range(1, steps + 1):
            self._send("mouseMoved", tuple(a + (b - a) * step / steps for a, b in zip(self._at, point)))
        self._at = point

    def up(self):
        self._send("mouseReleased", self._at)


def phone(sitting, panel="Date", **options):
    window = sitting.window(size=PHONE, has_touch=True, is_mobile=True, **options).settled()
    window.page.locator("meta-bar").get_by_role("button", name=panel, exact=True).tap()
    sitting.until(lambda: panel.lower() in window.frames, f"{panel} is open")
    # One with much to show opens at its highest place, as soon as the page has measured it.
    window.settled()
    if state(window, panel.lower()) == "full":
        window.command("detent", panel=panel.lower(), state="half")
    return window.settled()


def tablet(sitting, panel="queue", edge="bottom", **more):
    options = {name: more.pop(name) for name in ("has_touch", "reduced_motion", "color_scheme") if name in more}
    window = sitting.window(size=TABLET, **options).settled()
    window.command("closeAllPinned")
    window.command("sheet", panel=panel, edge=edge, **more)
    return window.placed(panel, "sheet")


def sheet(window, name):
    return next(panel for panel in window.arrangement["panels"] if panel["id"] == name).get("sheet")


def state(window, name):
    found = sheet(window, name)
    return found["state"] if found else None


def reaches(window, name, wanted):
    window.sitting.until(lambda: state(window, name) == wanted,
                         lambda: f"{name} at {wanted}; it is {state(window, name)}")
    return window.settled()


def grabber(window, name):
    box = window.panel(name).locator("sheet-grabber").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Draws this many frames, in which anything in motion would have moved.
FRAMES = """count => new Promise(done => {
  const next = () => count-- > 0 ? requestAnimationFrame(next) : done()
  next()
})"""


def slowly(window, start, way, steps=12, release=True):
    """With the mouse, resting before the end, so that the release is not a fling."""
    mouse, (x, y) = window.mouse, start
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + way[0], y + way[1], steps=steps)
    window.page.evaluate(FRAMES, 12)
    if release:
        mouse.up()


@scenario("a mouse drags a sheet by its grabber to the nearest place")
def by_mouse(sitting):
    window = tablet(sitting)
    same(state(window, "queue"), "half", "How far it is out at first")
    slowly(window, grabber(window, "queue"), (0, -400))
    reaches(window, "queue", "full")
    slowly(window, grabber(window, "queue"), (0, 60))
    reaches(window, "queue", "full")
    slowly(window, grabber(window, "queue"), (0, 1030))
    reaches(window, "queue", "tip")


@scenario("a pen drags a sheet by its title bar")
def by_pen(sitting):
    window = tablet(sitting)
    pen, (x, y) = Pen(window), window.grip("queue")
    pen.down((x, y))
    pen.move((x, y - 200))
    pen.up()
    reaches(window, "queue", "full")


@scenario("a fast fling towards its edge closes a sheet, and the list of panels opens it again")
def flung_away(sitting):
    window = phone(sitting)
    finger, (x, y) = Finger(window), grabber(window, "date")
    finger.fling((x, y), (x, y + 330), milliseconds=90)
    sitting.until(lambda: window.frames == {}, lambda: f"it is closed; there is {window.frames}")
    window.settled()
    # Right after a fling the browser takes a tap for the fling's end.
    window.page.locator("meta-bar").get_by_role("button", name="Date", exact=True).click()
    sitting.until(lambda: "date" in window.frames, "it is open again")
    window.settled()


@scenario("beyond its last place a sheet pulls against a rubber band, and springs back")
def rubber_band(sitting):
    window = phone(sitting)
    window.command("detent", panel="date", state="full")
    reaches(window, "date", "full")
    before = window.frames["date"]
    slowly(window, grabber(window, "date"), (0, -120), release=False)
    after = window.frames["date"]
    pulled = before["y"] - after["y"]
    check(30 < pulled < 90, f"The pointer went 120 px, the sheet {pulled} px.")
    check(abs(after["height"] - before["height"] - pulled) <= 1, f"There is a gap below {after}.")
    window.mouse.up()
    reaches(window, "date", "full")


@scenario("a moving sheet is caught under the pointer, and continues after its release")
def interrupted(sitting):
    window = tablet(sitting, state="tip")
    from_y = window.frames["queue"]["y"]
    window.command("detent", panel="queue", state="full")
    window.page.wait_for_function(
        f"() => document.querySelector('#panel-queue').getBoundingClientRect().y < {from_y} - 20")
    x, y = grabber(window, "queue")
    window.mouse.move(x, y - 40)
    window.page.evaluate("""() => {
      const frame = document.querySelector("#panel-queue")
      const { x, y, width } = frame.getBoundingClientRect()
      const press = { bubbles: true, pointerId: 1, button: 0, clientX: x + width / 2, clientY: y + 20 }
      frame.querySelector(".panel-bar").setPointerCapture = () => {}
      frame.querySelector(".panel-bar").dispatchEvent(new PointerEvent("pointerdown", press))
      window.caughtAt = frame.getBoundingClientRect().y
    }""")
    window.page.evaluate(FRAMES, 12)
    still = window.page.evaluate("document.querySelector('#panel-queue').getBoundingClientRect().y - window.caughtAt")
    same(round(still), 0, "How far it went on under the pointer")
    window.page.evaluate("dispatchEvent(new PointerEvent('pointerup', { pointerId: 1, clientX: 200, clientY: 400 }))")
    window.settled()


@scenario("Escape in a drag reverts the sheet, and nothing is arranged")
def escape(sitting):
    window = tablet(sitting)
    before, revision = window.frames, window.arrangement["revision"]
    slowly(window, grabber(window, "queue"), (0, -200), release=False)
    window.press("Escape")
    sitting.until(lambda: window.frames == before, lambda: f"as before; it is {window.frames}")
    window.mouse.up()
    window.settled()
    same(window.arrangement["revision"], revision, "The revision")


@scenario("a backdrop lies behind a full sheet, and a press on it lowers the sheet")
def backdrop(sitting):
    window = tablet(sitting, state="full")
    dark = window.page.locator("sheet-backdrop")
    same(dark.evaluate("one => getComputedStyle(one).opacity"), "0.3", "How dark it is")
    window.page.mouse.click(700, 300)
    reaches(window, "queue", "half")
    same(dark.evaluate("one => getComputedStyle(one).opacity"), "0", "How dark it is at half")
    window.write("One can write beside it.")
    window.shows("One can write beside it.")


@scenario("a modal sheet makes everything else inert, and returns the focus when Escape closes it")
def modal(sitting):
    window = tablet(sitting)
    window.area.focus()
    window.command("sheet", panel="tags", edge="bottom", isModal=True)
    window.placed("tags", "sheet")
    expect(window.panel("tags")).to_have_attribute("aria-modal", "true")
    inside = window.page.evaluate("document.querySelector('#panel-tags').contains(document.activeElement)")
    check(inside, "The focus is outside.")
    for _ in range(12):
        window.press("Tab")
        where = window.page.evaluate("""() => document.activeElement === document.body
          || document.querySelector('#panel-tags').contains(document.activeElement)""")
        check(where, f"The focus got out, to {window.page.evaluate('document.activeElement.outerHTML')[:200]}.")
    window.panel("tags").locator("sheet-grabber").focus()
    window.press("Escape")
    sitting.until(lambda: state(window, "tags") is None, "it is closed")
    expect(window.area).to_be_focused()


@scenario("a window's very first sheet is a sheet at once, even if its panel was pinned, and also after a reload")
def first_sheet(sitting):
    window = sitting.window().settled()
    window.command("sheet", panel="tags", edge="bottom", isModal=True)
    window.placed("tags", "sheet")
    expect(window.panel("tags").locator("sheet-grabber")).to_be_visible()
    dark = window.page.locator("sheet-backdrop")
    expect(dark).to_have_css("opacity", "0.3")
    window.reload().settled()
    expect(window.panel("tags").locator("sheet-grabber")).to_be_visible()
    expect(dark).to_have_css("opacity", "0.3")
    window.page.mouse.click(900, 300)
    sitting.until(lambda: state(window, "tags") is None, "it is closed")
    window.settled()


# Where a sheet's edge and the beginning of its content are, and how far the content is scrolled.
CONTENT = """name => {
  const frame = document.getElementById(`panel-${name}`), room = frame.querySelector(".panel-room")
  return [frame.getBoundingClientRect().y, room.firstElementChild.getBoundingClientRect().y, room.scrollTop]
}"""


def follows(window, finger, start, way, steps=30):
    """Moves the finger one step a frame, and checks that the content moves with it once it is clear that this is no tap.
    Returns where the sheet's edge was, and how far the content was scrolled, after each step."""
    found, before = [], None
    for step in range(1, steps + 1):
        finger.move((start[0], start[1] + way * step / steps), steps=1)
        window.page.evaluate(FRAMES, 2)
        edge, content, scrolled = window.page.evaluate(CONTENT, "targets")
        if before is not None:
            check(abs(content - before - way / steps) <= 1.01,
                  f"In step {step} the finger went {way / steps:.1f} px, the content {content - before:.1f}.")
        before = content if abs(way * step / steps) >= 5 else None
        found.append((round(edge), round(scrolled)))
    return found


@scenario("frame by frame a finger moves a sheet by its content, scrolls on, turns back, and pulls a full sheet down")
def hand_over(sitting):
    window = phone(sitting, "Targets")
    window.page.evaluate("""() => {
      const room = document.querySelector("#panel-targets .panel-room")
      room.firstElementChild.style.minHeight = "2000px"
    }""")
    same(state(window, "targets"), "half", "How far it is out at first")
    box = window.panel("targets").locator(".panel-room").bounding_box()
    finger, x, y = Finger(window), box["x"] + box["width"] / 2, box["y"] + 30
    finger.down((x, y))
    up = follows(window, finger, (x, y), -340)
    check(up[-1][1] > 100, f"The content did not scroll: {up}.")
    check(all(edge == up[-1][0] for edge, scrolled in up if scrolled), f"Both moved at once: {up}.")
    down = follows(window, finger, (x, y - 340), 100)
    check(down[-1][0] == up[-1][0] and down[-1][1] == up[-1][1] - 100, f"It is at {down[-1]} on the way back.")
    finger.up()
    reaches(window, "targets", "full")
    # What the browser scrolls ends at the content's; the next pull moves the sheet.
    finger.down((x, y))
    finger.move((x, y + 300), steps=10)
    finger.up()
    sitting.until(lambda: window.page.evaluate(CONTENT, "targets")[2] == 0, "the content is at its beginning")
    same(state(window, "targets"), "full", "How far it is out")
    window.page.evaluate(FRAMES, 12)
    finger.down((x, y))
    pulled = follows(window, finger, (x, y), 60, steps=20)
    check(pulled[-1][0] >= pulled[0][0] + 40 and pulled[-1][1] == 0, f"The pull moved nothing: {pulled}.")
    there = follows(window, finger, (x, y + 60), -180, steps=20)
    check(there[-1][1] > 80, f"The way back did not scroll: {there}.")
    finger.up()
    reaches(window, "targets", "full")


@scenario("a finger's tap on the text beside a full sheet lowers the sheet")
def tap_beside(sitting):
    window = phone(sitting, "Targets")
    window.panel("targets").locator("sheet-grabber").tap()
    reaches(window, "targets", "full")
    title = window.page.locator("#post-title")
    title.tap()
    reaches(window, "targets", "half")
    expect(title).to_be_focused()
    title.tap()
    window.settled()
    same(state(window, "targets"), "half", "How far it is out after another tap")


@scenario("a tap in the content of a sheet remains a tap")
def tap(sitting):
    window = phone(sitting, "Tags")
    window.page.locator("#tag-text").tap()
    expect(window.page.locator("#tag-text")).to_be_focused()
    window.page.locator("#tag-text").fill("travel,")
    sitting.until(lambda: "travel" in window.panel("tags").inner_text(), "the tag is there")


@scenario("the keyboard alone moves a sheet out and in by its grabber, and a screen reader is told")
def keys_alone(sitting):
    window = tablet(sitting)
    window.panel("queue").locator("sheet-grabber").focus()
    steps = (("ArrowUp", "full"), ("ArrowDown", "half"), ("Home", "tip"), ("End", "full"), ("Enter", "half"))
    for key, wanted in steps:
        window.press(key)
        reaches(window, "queue", wanted)
        if key == "ArrowUp":
            expect(window.page.locator("live-announcer")).to_contain_text("Queue, full height.")
    expect(window.panel("queue").locator("sheet-grabber")).to_have_attribute("aria-valuetext", "half")
    window.bar("queue").focus()
    window.press("ArrowDown")
    reaches(window, "queue", "tip")


@scenario("the Move menu makes a panel a sheet, and shows how far it is out")
def menu(sitting):
    window = sitting.window(size=DESK).settled()
    window.command("closeAllPinned")
    window.command("float", panel="tags")
    window.placed("tags", "floating")
    window.bar("tags").focus()
    window.press("Enter")
    window.page.get_by_role("menuitem", name="Sheet bottom").click()
    sitting.until(lambda: (sheet(window, "tags") or {}).get("edge") == "bottom", "it comes from the bottom")
    window.settled()
    window.bar("tags").focus()
    window.press("Enter")
    window.page.get_by_role("menuitemradio", name=re.compile("Height: low")).or_(
        window.page.get_by_role("menuitemcheckbox", name=re.compile("Height: low"))).first.click()
    reaches(window, "tags", "tip")


@scenario("a tap on the grabber goes to the next place, without a drag")
def tapped(sitting):
    window = phone(sitting)
    window.panel("date").locator("sheet-grabber").tap()
    reaches(window, "date", "full")
    window.panel("date").locator("sheet-grabber").tap()
    reaches(window, "date", "half")


@scenario("under reduced motion a sheet jumps")
def less_motion(sitting):
    window = tablet(sitting, reduced_motion="reduce")
    window.page.evaluate("""() => {
      window.places = new Set()
      const look = () => {
        window.places.add(Math.round(document.querySelector("#panel-queue").getBoundingClientRect().y))
        requestAnimationFrame(look)
      }
      look()
    }""")
    window.panel("queue").locator("sheet-grabber").focus()
    window.press("ArrowUp")
    reaches(window, "queue", "full")
    places = window.page.evaluate("[...window.places]")
    same(len(places), 2, f"The places it was seen at, {json.dumps(places)}, by number")


@scenario("a sheet fits a window of 320 px, and its buttons can be pressed")
def narrow(sitting):
    window = sitting.window(size=(320, 568), has_touch=True, is_mobile=True).settled()
    window.page.locator("meta-bar").get_by_role("button", name="Date", exact=True).tap()
    sitting.until(lambda: "date" in window.frames, "it is open")
    window.settled()
    no_sideways(window)
    for button in window.panel("date").locator(".panel-bar button:visible, sheet-grabber").all():
        box = button.bounding_box()
        check(box["width"] >= 24 and box["height"] >= 24, f"{button} is {box}.")
        check(box["x"] >= 0 and box["x"] + box["width"] <= 320, f"{button} is outside at {box}.")
    window.panel("date").locator(".panel-bar").get_by_role("button", name="Close Date").tap()
    sitting.until(lambda: window.frames == {}, "it is closed")


@scenario("turning or resizing a window keeps how far its sheets are out")
def turned(sitting):
    window = tablet(sitting, state="full")
    for width, height in ((1000, 700), (700, 500), (390, 844), (820, 1180)):
        window.page.set_viewport_size({"width": width, "height": height})
        sitting.until(lambda: window.arrangement["width"] == width, "the daemon knows the size")
        window.settled()
        if width >= 640:
            same(state(window, "queue"), "full", f"How far it is out at {width} × {height}")


@scenario("audit: a sheet on a phone in every state, light and dark")
def audited_phone(sitting):
    window = phone(sitting)
    for scheme in ("light", "dark"):
        window.page.emulate_media(color_scheme=scheme)
        for name in ("full", "tip", "half"):
            window.command("detent", panel="date", state=name)
            reaches(window, "date", name)
            audit(window.page, f"{name}, {scheme}")


@scenario("audit: sheets on a tablet, at each edge, with a backdrop, and modal")
def audited_tablet(sitting):
    window = tablet(sitting)
    audit(window.page, "half")
    window.command("detent", panel="queue", state="full")
    reaches(window, "queue", "full")
    audit(window.page, "full")
    for edge in ("left", "right", "top"):
        window.command("sheet", panel="posts", edge=edge)
        sitting.until(lambda: (sheet(window, "posts") or {}).get("edge") == edge, f"it comes from the {edge}")
        window.settled()
        audit(window.page, f"from the {edge}")
    window.command("sheet", panel="tags", edge="bottom", isModal=True)
    window.placed("tags", "sheet")
    audit(window.page, "modal")


@scenario("a press on a sheet that another overlaps brings it to the front")
def raised(sitting):
    window = tablet(sitting, panel="date", edge="right")
    window.command("sheet", panel="posts", edge="bottom", state="half")
    window.placed("posts", "sheet")
    shown = {panel["id"]: panel["z"] for panel in window.arrangement["panels"] if panel["place"] == "sheet"}
    check(shown["posts"] > shown["date"], f"The order is {shown}.")
    window.bar("date").click()
    sitting.until(lambda: (lambda now: now["date"] > now["posts"])(
        {panel["id"]: panel["z"] or 0 for panel in window.arrangement["panels"]}), "Date is in front")
    window.settled()


@scenario("a sheet at the left or the right is dragged sideways")
def sideways(sitting):
    window = tablet(sitting, panel="posts", edge="left")
    same(state(window, "posts"), "half", "How far it is out at first")
    slowly(window, grabber(window, "posts"), (-250, 0))
    reaches(window, "posts", "tip")
    slowly(window, grabber(window, "posts"), (300, 0))
    reaches(window, "posts", "half")


@scenario("a low sheet at the left or the right keeps its title and its menu inside")
def low_titles(sitting):
    window = tablet(sitting, panel="posts", edge="left")
    for edge in ("left", "right"):
        if edge == "right":
            window.command("sheet", panel="posts", edge=edge)
            sitting.until(lambda: (sheet(window, "posts") or {}).get("edge") == "right", "it comes from the right")
        window.command("detent", panel="posts", state="tip")
        reaches(window, "posts", "tip")
        window.settled()
        frame = window.panel("posts").bounding_box()
        for part in (window.bar("posts"), window.button("Move Posts…")):
            expect(part).to_be_visible()
            box = part.bounding_box()
            check(box["x"] >= frame["x"] - 1 and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1,
                  f"{box} is not within the sheet at {frame}.")
        expect(window.button("Close Posts")).to_be_hidden()
        window.bar("posts").focus()
        window.press("Enter")
        expect(window.page.get_by_role("menuitem", name="Close", exact=True)).to_be_visible()
        window.press("Escape")


@scenario("a finger that comes down just above a sheet grabs it, and does not scroll the text")
def just_outside(sitting):
    window = tablet(sitting, has_touch=True)
    box = window.frames["queue"]
    layer = window.layer()
    pen, point = Pen(window), (layer["x"] + box["x"] + box["width"] / 2, layer["y"] + box["y"] - 4)
    for pointer in (pen, Finger(window)):
        pointer.down(point)
        # Past the middle between half and full, however slowly.
        pointer.move((point[0], point[1] - 450))
        pointer.up()
        reaches(window, "queue", "full")
        window.command("detent", panel="queue", state="half")
        reaches(window, "queue", "half")


COVERED = """() => {
  const focused = document.activeElement, { x, y, width, height } = focused.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return focused.closest("panel-frame") !== top?.closest("panel-frame")
}"""


@scenario("a sheet over a panel gives way to the focus that a key moves into the panel, and stays as a title bar")
def gives_way(sitting):
    window = sitting.window(size=DESK).settled()
    window.open("settings", "history")
    window.area.focus()
    seen = set()
    for _ in range(8):
        window.press("F6")
        seen.add(window.page.evaluate("document.activeElement.closest('panel-frame')?.panel.id ?? 'text'"))
        sitting.until(lambda: not window.page.evaluate(COVERED), f"the focus is visible, after {seen}")
    check({"date", "tags", "history"} <= seen, f"F6 went to {seen}.")
    reaches(window, "history", "tip")
