"""Sides collapsed to strips of names, and panels shown temporarily beside them or at a button."""

from behaviour.audit import audit
from behaviour.touch import TABLET, Finger
from playwright.sync_api import expect
from scenario import check, same, scenario


def collapsed(sitting, **options):
    window = sitting.window(**options)
    window.command("collapseSide", side="right")
    expect(window.page.locator("panel-strip[data-side=right]")).to_be_visible()
    return window.settled()


def strip_name(window, name):
    return window.page.locator("panel-strip").get_by_role("button", name=name, exact=True)


@scenario("the menu collapses a side to a strip of its names, the text gets the room, and the side is restored exactly")
def strip(sitting):
    window = sitting.window().settled()
    before = window.frames
    window.panel("date").hover()
    window.button("Move Date…").click()
    window.page.get_by_role("menuitem", name="Shrink the right side to a strip").click()
    strip = window.page.locator("panel-strip[data-side=right]")
    expect(strip).to_be_visible()
    window.settled()
    same(strip.locator(".strip-name").all_inner_texts(), ["Date", "Tags"], "The names")
    check(strip.bounding_box()["width"] >= 28, f"The strip is {strip.bounding_box()}.")
    expect(window.page.locator("live-announcer")).to_contain_text("Right side collapsed to a strip.")
    strip.get_by_role("button", name="Expand the right side").click()
    sitting.until(lambda: window.frames == before, lambda: f"as before; it is {window.frames}")
    window.settled()


@scenario("a click on a name shows the panel over the text until a press elsewhere, and nothing else moves")
def peek(sitting):
    window = collapsed(sitting)
    strip_name(window, "Date").click()
    expect(window.panel("date")).to_be_visible()
    window.settled()
    body = window.arrangement["body"]
    check(body["width"] > 800, f"The text has {body}.")
    window.unfold()
    window.panel("date").get_by_label("Zone").click()
    expect(window.panel("date")).to_be_visible()
    window.area.click()
    expect(window.panel("date")).to_be_hidden()
    window.settled()
    strip_name(window, "Tags").click()
    strip_name(window, "Date").click()
    expect(window.panel("date")).to_be_visible()
    expect(window.panel("tags")).to_be_hidden()


@scenario("the keyboard alone collapses a side, moves along its names, shows a panel and leaves it with Escape")
def keyboard(sitting):
    window = sitting.window(reduced_motion="reduce").settled()
    window.bar("tags").focus()
    window.press("Control+Enter")
    expect(window.page.locator("panel-strip")).to_be_visible()
    window.settled()
    expect(strip_name(window, "Tags")).to_be_focused()
    # A change from another client redraws the strip without moving the focus.
    window.command("thickness", side="left", value=360)
    window.settled()
    expect(strip_name(window, "Tags")).to_be_focused()
    window.area.focus()
    window.press("Shift+F6")
    expect(window.page.get_by_role("button", name="Expand the right side")).to_be_focused()
    window.press("ArrowDown")
    expect(strip_name(window, "Date")).to_be_focused()
    window.press("Enter")
    expect(window.bar("date")).to_be_focused()
    window.press("Tab", "Tab", "Escape")
    expect(window.panel("date")).to_be_hidden()
    expect(strip_name(window, "Date")).to_be_focused()
    window.press("End", "Enter")
    expect(window.bar("tags")).to_be_focused()
    window.press("F6")
    expect(window.panel("tags")).to_be_hidden()
    window.choose("Date")
    window.placed("date", "pinned right")


@scenario("a finger shows a panel of a strip and makes it float")
def touch(sitting):
    window = collapsed(sitting, size=(1180, 820), has_touch=True)
    box = strip_name(window, "Date").bounding_box()
    window.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(window.panel("date")).to_be_visible()
    window.settled()
    window.panel("date").get_by_role("button", name="Let Date float").tap()
    window.placed("date", "floating")
    expect(window.page.locator(".strip-name")).to_have_text(["Tags"])


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@scenario("a name dragged out of its strip floats where it is dropped; over the strip, and with Escape, it stays")
def name_out(sitting):
    window = collapsed(sitting)
    start, layer = middle(strip_name(window, "Tags")), window.layer()
    before, revision = window.frames, window.arrangement["revision"]
    end = layer["x"] + 700, layer["y"] + 420
    window.drag(start, end, release=False)
    expect(window.panel("tags")).to_be_visible()
    window.press("Escape")
    window.mouse.up()
    expect(window.panel("tags")).to_be_hidden()
    window.drag(start, (start[0] + 4, start[1] + 200), steps=12)
    window.settled()
    same((window.frames, window.arrangement["revision"]), (before, revision), "The panels, and the revision")
    window.drag(start, end)
    window.placed("tags", "floating")
    frame = window.frames["tags"]
    check(abs(layer["x"] + frame["x"] + frame["width"] / 2 - end[0]) < 3, f"It floats at {frame}.")
    expect(window.page.locator(".strip-name")).to_have_text(["Date"])
    strip_name(window, "Date").click()
    expect(window.panel("date")).to_be_visible()
    window.settled()
    # A panel shown temporarily is dragged out by its title bar.
    start = window.grip("date")
    window.drag(start, (layer["x"] + 640, layer["y"] + layer["height"] - 6), release=False, steps=12)
    expect(window.page.locator("pin-preview.is-shown")).to_be_visible()
    window.mouse.up()
    window.placed("date", "pinned bottom")
    expect(window.page.locator("panel-strip")).to_have_count(0)


@scenario("a tab is dragged out of a strip by its name, alone; a finger must rest on it first")
def name_by_finger(sitting):
    window = sitting.window(size=TABLET, has_touch=True)
    window.command("stack", panel="tags", **{"with": "preview"})
    side = window.place("preview").removeprefix("pinned ")
    window.command("collapseSide", side=side)
    expect(strip_name(window, "Preview")).to_be_visible()
    window.settled()
    hand, start = Finger(window), middle(strip_name(window, "Preview"))
    hand.down(start)
    expect(window.page.locator(".strip-name.is-picked")).to_have_count(1)
    layer = window.layer()
    hand.move((layer["x"] + layer["width"] / 2, layer["y"] + 500), steps=12)
    hand.up()
    window.placed("preview", "floating")
    expect(window.page.locator(".strip-name")).to_have_text(["Tags"])
    expect(window.page.locator(".strip-name.is-picked")).to_have_count(0)


@scenario("the audit of strips on all sides, and of a panel shown beside one, finds nothing", titled=True)
def accessible(sitting):
    window = sitting.window().settled()
    for side in ("left", "right", "top"):
        window.command("collapseSide", side=side)
    expect(window.page.locator("panel-strip")).to_have_count(3)
    strip_name(window, "Date").click()
    expect(window.panel("date")).to_be_visible()
    audit(window.settled().page, "Strips")


@scenario("a panel is shown below the toolbar's button, and Escape returns the focus to the button")
def popover(sitting):
    window = sitting.window().settled()
    before = window.frames
    look_at(window, "Queue")
    at = window.page.locator(".panels-button").bounding_box()
    frame = window.panel("queue").bounding_box()
    check(frame["y"] >= at["y"] + at["height"], f"It stands at {frame}, the button at {at}.")
    expect(window.bar("queue")).to_be_focused()
    audit(window.page, "A popover")
    window.press("Escape")
    expect(window.panel("queue")).to_be_hidden()
    expect(window.page.locator(".panels-button")).to_be_focused()
    sitting.until(lambda: window.frames == before, "nothing else has moved")


@scenario("a popover dragged away by its title bar becomes a panel of the desk where it is dropped")
def popover_drawn(sitting):
    window = sitting.window().settled()
    look_at(window, "Queue")
    layer, start, before = window.layer(), window.grip("queue"), window.frames["queue"]
    same(before["place"], "popover", "How it is seen")
    window.drag(start, (layer["x"] + 640, layer["y"] + 250), release=False, steps=12)
    sitting.until(lambda: window.frames["queue"]["place"] == "floating", "it has left its button")
    window.press("Escape")
    window.mouse.up()
    sitting.until(lambda: window.frames.get("queue") == before, lambda: f"it is where it was; {window.frames}")
    window.drag(start, (layer["x"] + 640, layer["y"] + 250), steps=12)
    window.placed("queue", "floating")
    frame = window.frames["queue"]
    check(abs(frame["x"] + frame["width"] / 2 - 640) < 12, f"It floats at {frame}.")


@scenario("a panel for which the window has no room is shown at the button for a while, and the desk stays as it is")
def without_room(sitting):
    window = sitting.window(sitting.write("Some words."), size=(1024, 768)).settled()
    before = window.arrangement["revision"]
    same((window.place("date"), window.place("tags")), ("meta", "meta"), "The places in a window this narrow")
    window.open("date")
    window.placed("date", "popover")
    window.panel("date").get_by_role("button", name="Tomorrow").click()
    window.saved()
    window.area.click(position={"x": 20, "y": 10})
    window.placed("date", "meta")
    # By the palette, and away again by the same command.
    for place in ("popover", "meta"):
        window.press("Control+Shift+p")
        window.keys.type("tags panel")
        window.press("Enter")
        window.placed("tags", place)
    same(window.arrangement["revision"], before, "The revision of the desk")
    # A sheet that is out changes nothing for it.
    window.command("sheet", panel="queue", edge="bottom")
    window.placed("queue", "sheet")
    window.open("date")
    window.placed("date", "popover")


def look_at(window, name):
    window.choose("Look at a panel here…")
    item = window.page.locator(f".menu-name:text-is('{name}')")
    window.page.locator("panels-menu [role^=menuitem]", has=item).click()
    expect(window.panel(name.lower())).to_be_visible()
    window.settled()
