"""Arranging panels with the mouse. The daemon decides for every position of the pointer, and the page shows its
decision."""

from playwright.sync_api import expect
from scenario import check, same, scenario


def floating(sitting, name="date", x=440, y=220, width=400, height=400, **options):
    """A window in which one panel floats away from every edge."""
    window = sitting.window(**options)
    window.command("float", panel=name, frame={"x": x, "y": y, "width": width, "height": height})
    return window.placed(name, "floating")


@scenario("a pinned panel dragged inward by its title bar floats where it is dropped")
def unpin(sitting):
    window = sitting.window().settled()
    x, y = window.grip("date")
    window.drag((x, y), (x - 400, y + 220))
    window.placed("date", "floating")
    now_x, now_y = window.grip("date")
    check(abs(now_x - (x - 400)) < 30 and abs(now_y - (y + 220)) < 30,
          f"It was let go at {x - 400:.0f},{y + 220:.0f} and its grip is at {now_x:.0f},{now_y:.0f}.")
    expect(window.page.locator("live-announcer")).to_contain_text("Date")


@scenario("a floating panel follows the pointer, and the page sends no request until it is dropped")
def move(sitting):
    window = floating(sitting)
    asked = []
    window.page.on("request", lambda request: asked.append((request.method, request.url)))
    x, y = window.grip("date")
    start = window.frames["date"]
    window.drag((x, y), (x + 60, y + 90), release=False, steps=20)
    sitting.until(lambda: abs(window.frames["date"]["x"] - start["x"] - 60) < 1, "it follows the pointer")
    asked = [one for one in asked if "/v1/windows" in one[1]]
    # Requests from before the drag, such as a content's height, do not count.
    begun = [method for method, _ in asked].index("PUT") if asked else 0
    check(len(asked[begun:]) <= 1, f"While it was dragged the page asked {asked}.")
    window.mouse.up()
    sitting.until(lambda: window.arrangement["panels"][1]["frame"]["x"] == start["x"] + 60, "the daemon has it")
    window.settled()


@scenario("among pinned panels, the panel gets the previewed slot", titled=True)
def pin_between(sitting):
    window = floating(sitting, "preview", x=440, y=300, width=300, height=300)
    x, y = window.grip("preview")
    frames, layer = window.frames, window.layer()
    between = frames["tags"]["y"] + layer["y"]
    window.drag((x, y), (layer["x"] + layer["width"] - 6, between), release=False)
    expect(window.page.locator("pin-preview.is-shown")).to_be_visible()
    window.mouse.up()
    window.placed("preview", "pinned right")
    order = [panel["id"] for panel in sorted(window.arrangement["panels"], key=lambda one: one["index"] or 0)
             if panel["place"] == "pinned" and panel["side"] == "right"]
    same(order, ["date", "preview", "tags"], "The right side from above")
    expect(window.page.locator("pin-preview.is-shown")).to_have_count(0)


@scenario("a full side says why while a panel is held over it and when it is dropped, and the panel floats")
def full_side(sitting):
    window = sitting.window().settled()
    x, y = window.grip("date")
    layer = window.layer()
    window.drag((x, y), (layer["x"] + 200, layer["y"] + 400), release=False)
    words = "The left side is full: it takes one panel."
    expect(window.page.locator("pin-preview.is-shown[data-kind=refused]")).to_have_text(words)
    window.mouse.up()
    window.placed("date", "floating")
    expect(window.page.locator("notice-board .notice")).to_contain_text(words)
    expect(window.page.locator("pin-preview.is-shown")).to_have_count(0)


# What lies under the pointer at the middle of each edge and corner.
GRABBED = """panel => [...panel.querySelectorAll(".panel-edge")].map(edge => {
  const { x, y, width, height } = edge.getBoundingClientRect()
  return [edge.dataset.edge, document.elementFromPoint(x + width / 2, y + height / 2)?.dataset.edge]
}).sort()"""
EDGES = ("bottom", "bottom-left", "bottom-right", "left", "right", "top", "top-left", "top-right")


@scenario("each edge and corner of a floating panel can be grabbed; a dragged one resizes it, and the opposite one stays")
def resize(sitting):
    window = floating(sitting, "tags", x=520, y=300, width=220, height=280)
    same(window.panel("tags").evaluate(GRABBED), [[edge, edge] for edge in EDGES], "What can be grabbed")
    for edge, (dx, dy) in {"left": (-40, 0), "bottom-right": (30, 30)}.items():
        before = window.settled().frames["tags"]
        box = window.panel("tags").locator(f".panel-edge[data-edge='{edge}']").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        window.drag((x, y), (x + dx, y + dy))
        wanted = {
            "x": before["x"] + (dx if "left" in edge else 0), "y": before["y"] + (dy if "top" in edge else 0),
            "width": before["width"] + abs(dx), "height": before["height"] + abs(dy)}
        sitting.until(lambda: all(abs(window.frames["tags"][name] - wanted[name]) <= 1 for name in wanted),
                      lambda: f"{edge}: {window.frames['tags']} is {wanted}")


@scenario("the border of a side changes its width, a double click restores it; one between two panels divides their space")
def splitter(sitting):
    window = sitting.window().settled()
    border = window.page.locator("splitter-bar[aria-orientation=vertical][aria-controls=panel-preview]")
    before = window.frames["preview"]["width"]
    box = border.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 300
    window.drag((x, y), (x - 60, y))
    sitting.until(lambda: abs(window.frames["preview"]["width"] - (before - 60)) <= 1, "it is narrower by 60 px")
    window.settled()
    border.dblclick(position={"x": box["width"] / 2, "y": 300})
    sitting.until(lambda: abs(window.frames["preview"]["width"] - before) <= 1, "it is as wide as before")
    before = window.settled().frames
    border = window.page.locator("splitter-bar[aria-orientation=horizontal][aria-controls=panel-date]")
    box = border.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    window.drag((x, y), (x, y + 50))
    sitting.until(lambda: abs(window.frames["date"]["height"] - before["date"]["height"] - 50) <= 1, "date is higher")
    after = window.settled().frames
    same(round(after["date"]["height"] + after["tags"]["height"]),
         round(before["date"]["height"] + before["tags"]["height"]), "Both together")


@scenario("Escape during a drag reverts everything, and the daemon receives no change", titled=True)
def escape(sitting):
    window = sitting.window().settled()
    before, revision = window.frames, window.arrangement["revision"]
    for name, way in (("date", (-400, 220)), ("title", (0, 260))):
        x, y = window.grip(name)
        window.drag((x, y), (x + way[0], y + way[1]), release=False)
        window.press("Escape")
        window.mouse.up()
        sitting.until(lambda: window.frames == before, lambda: f"as before; it is {window.frames}")
    same(window.arrangement["revision"], revision, "The arrangement's revision")
    expect(window.page.locator("pin-preview.is-shown")).to_have_count(0)


@scenario("a panel dropped over its own slot stays there without an announcement", titled=True)
def own_slot(sitting):
    window = sitting.window().settled()
    before, revision = window.frames, window.arrangement["revision"]
    x, y = window.grip("date")
    window.drag((x, y), (x - 120, y + 30), release=False)
    sitting.until(lambda: window.frames["date"]["x"] < before["date"]["x"] - 100, "it has come off")
    window.mouse.move(x + 8, y + 30)
    expect(window.page.locator("pin-preview.is-shown")).to_be_visible()
    window.mouse.up()
    sitting.until(lambda: window.frames == before, lambda: f"as before; it is {window.frames}")
    same(window.arrangement["revision"], revision, "The revision")
    same(window.page.locator("notice-board .notice").count(), 0, "The number of notices")


@scenario("with Alt held a panel stays floating, however near the edge it is dropped")
def alt(sitting):
    window = floating(sitting, "tags", x=500, y=300, width=260, height=200)
    x, y = window.grip("tags")
    layer = window.layer()
    with window.holding("Alt"):
        window.drag((x, y), (x, layer["y"] + layer["height"] - 4))
    sitting.until(lambda: window.frames["tags"]["y"] > 400, "it has moved")
    window.placed("tags", "floating")


@scenario("a drag during typing leaves the caret in place, and typing goes on")
def caret_stays(sitting):
    window = sitting.window().settled()
    window.type("One two")
    window.caret(3)
    x, y = window.grip("date")
    window.drag((x, y), (x - 400, y + 220))
    window.placed("date", "floating")
    window.keys.type(" and a half")
    window.shows("One and a half two").saved()


@scenario("pinning to a full side is refused with a reason, and the refusal offers the nearest alternative")
def refused(sitting):
    sitting.expect("status of 409")
    window = floating(sitting, "date")
    window.button("Move Date…").click()
    item = window.page.locator("command-menu").get_by_role("menuitem", name="Pin left")
    expect(item).to_have_attribute("aria-disabled", "true")
    item.click(force=True)
    notice = window.page.locator("notice-board .notice")
    expect(notice).to_contain_text("left")
    notice.locator(".notice-action").click()
    sitting.until(lambda: window.place("date") != "floating", "the proposal is carried out")
    window.settled()


@scenario("a press on a floating panel brings it to the front")
def raised(sitting):
    window = floating(sitting, "date", x=460, y=200, width=300, height=300)
    window.command("float", panel="tags", frame={"x": 520, "y": 260, "width": 300, "height": 300})
    window.placed("tags", "floating")
    window.page.mouse.click(*window.grip("date"))

    def is_before():
        z = {panel["id"]: panel["z"] for panel in window.arrangement["panels"]}
        return z["date"] > z["tags"]
    sitting.until(is_before, "the daemon has date before tags")
    window.settled()
    # 900 is the layer of a panel that was just pressed, until the daemon has answered.
    sitting.until(lambda: window.page.evaluate("""() => {
      const z = id => Number(getComputedStyle(document.getElementById(id)).zIndex)
      return z("panel-date") > z("panel-tags") && z("panel-date") < 900 }"""), "date is before tags")


@scenario("focusing a floating panel brings it to the front, and the focus stays")
def raised_by_focus(sitting):
    window = floating(sitting, "date", x=460, y=200, width=300, height=300)
    window.command("float", panel="tags", frame={"x": 520, "y": 260, "width": 300, "height": 300})
    window.placed("tags", "floating")
    window.bar("date").focus()

    def is_before():
        z = {panel["id"]: panel["z"] for panel in window.arrangement["panels"]}
        return z["date"] > z["tags"]
    sitting.until(is_before, "the daemon has date before tags")
    window.settled()
    expect(window.bar("date")).to_be_focused()


@scenario("a press on a panel's content, or on a button of its title, drags nothing: it selects or presses",
          titled=True)
def content(sitting):
    window = sitting.window(sitting.write("Words", title="Some words in a row")).settled()
    before, revision = window.frames, window.arrangement["revision"]
    title = window.page.locator("#title-text")
    box = title.bounding_box()
    y = box["y"] + min(16, box["height"] / 2)
    window.drag((box["x"] + 4, y), (box["x"] + box["width"] - 8, y + 3), steps=12)
    chosen = title.evaluate("field => field.selectionEnd - field.selectionStart")
    check(chosen > 8, f"{chosen} letters are selected.")
    button = window.button("Close Tags").bounding_box()
    window.drag((button["x"] + 8, button["y"] + 8), (button["x"] - 300, button["y"] + 200), steps=12)
    window.settled()
    same((window.frames, window.arrangement["revision"]), (before, revision), "The panels, and the revision")
    window.button("Close Tags").click()
    window.placed("tags", "closed")
