"""Fingers: dragging, and the narrow window, which opens one panel at a time."""

import time
from base64 import b64encode

from playwright.sync_api import expect
from scenario import check, same, scenario
from window import no_sideways

PHONE, TABLET = (390, 844), (820, 1180)


class Finger:
    """A real touch, as the screen reports it."""

    def __init__(self, window):
        self._session = window.page.context.new_cdp_session(window.page)

    def _send(self, kind, point=None, at=None):
        points = [{"x": point[0], "y": point[1], "id": 1}] if point else []
        when = {} if at is None else {"timestamp": at}
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **when})

    def down(self, point):
        self._send("touchStart", point)
        self._at = point

    def move(self, point, steps=8):
        for step in range(1, steps + 1):
            self._send("touchMove", tuple(a + (b - a) * step / steps for a, b in zip(self._at, point)))
        self._at = point

    def fling(self, start, end, milliseconds, steps=5):
        """At a given speed, however slow the machine is: like a screen, each touch carries its own time."""
        began = time.time() - milliseconds / 1000
        for step in range(steps + 1):
            point = tuple(a + (b - a) * step / steps for a, b in zip(start, end))
            at = began + milliseconds / 1000 * step / steps
            self._send("touchMove" if step else "touchStart", point, at)
        self._send("touchEnd", at=at)

    def up(self):
        self._send("touchEnd")

    def cancel(self):
        self._send("touchCancel")


def tablet(sitting):
    window = sitting.window(size=TABLET, has_touch=True).settled()
    window.command("float", panel="title", frame={"x": 30, "y": 300, "width": 320, "height": 150})
    return window.placed("title", "floating")


@scenario("a touch that the system cancels cancels the drag")
def cancelled(sitting):
    window = tablet(sitting)
    before, revision = window.frames, window.arrangement["revision"]
    finger, (x, y) = Finger(window), window.grip("title")
    finger.down((x, y))
    finger.move((x + 60, y + 200))
    finger.cancel()
    sitting.until(lambda: window.frames == before, "as before")
    same(window.arrangement["revision"], revision, "The revision")


@scenario("a finger that rests on a title bar opens the Move menu when it is lifted; one that moves on drags")
def long_press(sitting):
    window = tablet(sitting)
    finger, (x, y) = Finger(window), window.grip("title")
    pressed = window.page.locator("panel-frame.is-pressed")
    finger.down((x, y))
    expect(pressed).to_have_count(1)
    finger.up()
    menu = window.page.locator("panel-layer command-menu")
    expect(menu).to_be_visible()
    expect(pressed).to_have_count(0)
    expect(window.page.get_by_role("menuitem", name="Close", exact=True)).to_be_visible()
    window.press("Escape")
    expect(menu).to_be_hidden()
    before = window.frames["title"]
    finger.down((x, y))
    expect(pressed).to_have_count(1)
    # Further to the right the border of the pinned panels would attract it.
    finger.move((x + 10, y + 200))
    finger.up()
    sitting.until(lambda: abs(window.frames["title"]["y"] - before["y"] - 200) <= 1, "it was dragged")
    window.settled()
    same(window.page.evaluate("document.scrollingElement.scrollTop"), 0, "How far the page scrolled")
    expect(menu).to_be_hidden()


@scenario("a finger on a border makes a side wider")
def splitter(sitting):
    window = sitting.window(size=TABLET, has_touch=True).settled()
    border = window.page.locator("splitter-bar[aria-orientation=vertical][aria-controls=panel-preview]")
    before = window.frames["preview"]["width"]
    box = border.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 400
    finger = Finger(window)
    finger.down((x, y))
    finger.move((x + 40, y))
    finger.up()
    sitting.until(lambda: abs(window.frames["preview"]["width"] - (before - 40)) <= 1,
                  lambda: f"it is narrower by 40; it was {before} and is {window.frames['preview']}")
    window.settled()


def phone(sitting, **options):
    return sitting.window(size=PHONE, has_touch=True, is_mobile=True, **options).settled()


@scenario("on a phone all panels are in Meta, and at most one is open")
def one_at_a_time(sitting):
    window = phone(sitting)
    same(window.frames, {}, "What is open at first")
    bar = window.page.locator("meta-bar")
    expect(bar).to_be_visible()
    for name in ("Title", "Date", "Preview", "Queue"):
        bar.get_by_role("button", name=name, exact=True).tap()
        sitting.until(lambda: list(window.frames) == [name.lower()], lambda: f"{name} alone; it is {window.frames}")
        window.settled()
    body = window.arrangement["body"]
    check(body["height"] >= 32, f"The text has {body}.")
    bar.get_by_role("button", name="Queue", exact=True).tap()
    sitting.until(lambda: window.frames == {}, "it is closed")


@scenario("on a phone one can write, open a panel, choose there, and return to the list and the text")
def back(sitting):
    window = phone(sitting)
    window.area.tap()
    window.keys.type("On the way")
    window.saved()
    window.page.locator("meta-bar").get_by_role("button", name="All panels").tap()
    sitting.until(lambda: "meta" in window.frames, "the list is open")
    window.settled()
    expect(window.panel("meta").locator(".meta-row").first).to_be_focused()
    same(window.panel("meta").locator(".panel-room").evaluate("room => room.scrollTop"), 0, "How far the list is scrolled")
    window.panel("meta").get_by_role("button", name="Tags").tap()
    sitting.until(lambda: list(window.frames) == ["tags"], "tags are open")
    window.settled()
    window.page.locator("#tag-text").fill("travel,")
    window.panel("tags").locator(".panel-back").tap()
    sitting.until(lambda: list(window.frames) == ["meta"], "the list is open again")
    sitting.until(lambda: sitting.only_post()["tags"] == ["travel"], "the tag is saved")


@scenario("on a phone a panel opened from the list is also scrolled into view in the bar at the foot")
def revealed(sitting):
    window = phone(sitting)
    bar = window.page.locator("meta-bar")
    bar.get_by_role("button", name="All panels").tap()
    sitting.until(lambda: "meta" in window.frames, "the list is open")
    window.panel("meta").get_by_role("button", name="Media").tap()
    sitting.until(lambda: list(window.frames) == ["media"], "Media is open")
    # Its name in the bar ends before the fade.
    sitting.until(lambda: bar.get_by_role("button", name="Media", exact=True).evaluate(
        "button => button.getBoundingClientRect().right <= innerWidth - 24"), "its name is in sight")


@scenario("on a phone the last item of the Panels menu opens the search, whatever the post's state")
def commands_of_a_phone(sitting):
    post = sitting.write("Words that are out.")
    sitting.desk.publish(post["id"], ["hook"], at="2030-01-01T10:00")
    for opened in (None, post):
        window = phone(sitting, post=opened)
        window.page.locator(".panels-button").tap()
        last = window.page.locator("panels-menu").get_by_role("menuitem").last
        expect(last).to_have_text("Search…")
        last.tap()
        expect(window.page.locator("command-palette").get_by_role("combobox")).to_be_focused()


# How much two pictures differ at most in one channel of a pixel, of 255. Where two edges meet it may be 1.
CONTRAST = """async pictures => {
  const [one, other] = await Promise.all(pictures.map(async text => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), letter => letter.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d")
    canvas.drawImage(picture, 0, 0)
    return canvas.getImageData(0, 0, picture.width, picture.height).data
  }))
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index])), 0)
}"""


@scenario("names that are scrolled under the button of all panels do not show beside it")
def under_the_button(sitting):
    window = phone(sitting)
    bar, names = window.page.locator("meta-bar"), window.page.locator("meta-bar .meta-names")
    button, top = bar.get_by_role("button", name="All panels").bounding_box(), bar.bounding_box()["y"]
    beside = {"x": 0, "y": top + 2, "width": button["x"] + button["width"] + 5, "height": PHONE[1] - top - 2}
    names.evaluate("names => { names.style.visibility = 'hidden' }")
    wanted = window.page.screenshot(clip=beside)
    names.evaluate("names => { names.style.visibility = '' }")
    for far in range(0, 200, 8):
        bar.evaluate("(bar, far) => { bar.scrollLeft = far }", far)
        found = window.page.evaluate(CONTRAST, [b64encode(one).decode() for one in (
            wanted, window.page.screenshot(clip=beside))])
        check(found < 8, f"Something shows beside the button, {far} px scrolled: pixels differ by up to {found}.")


@scenario("the title bar of a phone's open panel makes it higher, and the text never disappears")
def higher(sitting):
    window = phone(sitting)
    window.page.locator("meta-bar").get_by_role("button", name="Preview", exact=True).tap()
    sitting.until(lambda: "preview" in window.frames, "it is open")
    window.settled()
    before = window.frames["preview"]["height"]
    finger, (x, y) = Finger(window), window.grip("preview")
    finger.down((x, y))
    finger.move((x, y + 80))
    finger.up()
    sitting.until(lambda: window.frames["preview"]["height"] < before - 40, "it is lower")
    window.settled()
    finger.down(window.grip("preview"))
    finger.move((x, 60))
    finger.up()
    window.settled()
    check(window.arrangement["body"]["height"] >= 100, f"The text has {window.arrangement['body']}.")
    no_sideways(window)


@scenario("after a narrow window is widened again, the wide arrangement is as it was")
def round_trip(sitting):
    window = sitting.window().settled()
    window.command("float", panel="tags", frame={"x": 500, "y": 300, "width": 300, "height": 300})
    window.placed("tags", "floating")
    before = window.frames
    for width, height in ((820, 1180), (390, 844), (1366, 900)):
        window.page.set_viewport_size({"width": width, "height": height})
        sitting.until(lambda: window.arrangement["width"] == width, "the daemon knows the size")
        window.settled()
    same(window.frames, before, "The panels")


@scenario("on a phone a bar over the keyboard has undo, redo, marks, pictures and panels, and keeps the keyboard open")
def text_undo(sitting):
    window = sitting.window(size=PHONE, has_touch=True, is_mobile=True).settled()
    bar = window.page.get_by_role("toolbar", name="Writing")
    undo, redo = window.button("Undo typing", bar), window.button("Redo typing", bar)
    expect(bar).to_be_hidden()
    window.area.tap()
    expect(bar).to_be_visible()
    expect(undo).to_be_disabled()
    window.keys.type("One")
    window.keys.press("Enter")
    window.keys.type("two")
    before = window.text
    undo.tap()
    sitting.until(lambda: window.text != before and before.startswith(window.text), lambda: f"a step is gone: {window.text!r}")
    check(window.page.evaluate("document.activeElement.id") == "body-text", "The text has lost the focus.")
    redo.tap()
    window.shows(before).saved()
    for _ in range(10):
        if undo.is_disabled():
            break
        undo.tap()
    window.shows("").settled()
    same(window.page.get_by_role("button", name="Undo arranging").count(), 0, "Undo of arranging in the toolbar")
    boxes = [button.bounding_box() for button in bar.get_by_role("button").all()]
    same([box for box in boxes if box["width"] < 40 or box["height"] < 40], [], "What is too small")
    window.keys.type("word")
    window.press("Shift+Home")
    window.button("Bold", bar).tap()
    window.shows("**word**").saved()
    no_sideways(window)
    window.button("Panels", bar).tap()
    expect(bar).to_be_hidden()
    sitting.until(lambda: "meta" in window.frames, "The panels are listed.")
