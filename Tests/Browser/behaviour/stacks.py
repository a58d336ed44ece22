"""Stacks: panels that share one place as tabs, by mouse, touch and keys."""

from behaviour.audit import audit
from behaviour.touch import Finger
from playwright.sync_api import expect
from scenario import check, same, scenario


def stacked(sitting, **options):
    """A window in which Tags is a tab of Date, in front, on the right."""
    window = sitting.window(**options)
    window.command("stack", panel="tags", **{"with": "date"})
    return window.placed("tags", "stacked")


@scenario("a title bar dropped on another panel's title becomes a tab there, as the preview says")
def stack_by_title(sitting):
    window = sitting.window().settled()
    start, end = window.grip("tags"), window.grip("preview")
    window.drag(start, (end[0] + 60, end[1]), release=False)
    preview = window.page.locator("pin-preview.is-shown[data-kind=stack]")
    expect(preview).to_be_visible()
    window.mouse.up()
    window.placed("tags", "stacked")
    same(window.tabs("tags"), ["Preview", "Tags"], "The tabs")
    same(window.tab("tags").get_attribute("aria-selected"), "true", "Whether Tags is in front")
    expect(window.page.locator("live-announcer")).to_contain_text("Tags is a tab of Preview, second of two.")


@scenario("with Alt a title dropped on another title floats over it")
def stack_suppressed(sitting):
    window = sitting.window().settled()
    start, end = window.grip("tags"), window.grip("preview")
    with window.holding("Alt"):
        window.drag(start, (end[0] + 60, end[1]))
    window.placed("tags", "floating")


@scenario("a click on a tab brings its panel to the front, and the other's content is not rebuilt")
def choose(sitting):
    window = stacked(sitting)
    window.panel("tags").evaluate("frame => { frame.content.mark = 'the same' }")
    window.tab("date").click()
    expect(window.panel("date")).to_be_visible()
    expect(window.panel("tags")).to_be_hidden()
    window.settled()
    window.tab("tags").click()
    expect(window.panel("tags")).to_be_visible()
    same(window.panel("tags").evaluate("frame => frame.content.mark"), "the same", "What stands in Tags")


@scenario("a tab that is dragged out floats where it is dropped, and the rest of the stack stays")
def drag_out(sitting):
    window = stacked(sitting)
    box = window.tab("date").bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    window.drag(start, (start[0] - 300, start[1] + 300), release=False)
    expect(window.panel("tags")).to_be_visible()
    expect(window.panel("date")).to_be_visible()
    window.mouse.up()
    window.placed("date", "floating")
    same(window.place("tags"), "pinned right", "What is left")
    frame = window.frames["date"]
    check(abs(frame["x"] + frame["width"] / 2 - (start[0] - 300)) < 3, f"It floats at {frame}.")


@scenario("Escape while a tab is dragged, or dropping it over its own bar, leaves the stack unchanged")
def cancelled(sitting):
    window = stacked(sitting)
    revision, before = window.arrangement["revision"], window.frames
    box = window.tab("date").bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    window.drag(start, (start[0] - 400, start[1] + 200), release=False)
    window.press("Escape")
    window.mouse.up()
    sitting.until(lambda: window.frames == before, lambda: f"as before; it is {window.frames}")
    window.drag(start, (start[0] + 40, start[1] + 2))
    sitting.until(lambda: window.frames == before, lambda: f"as before; it is {window.frames}")
    same(window.tabs("tags"), ["Date", "Tags"], "The tabs")
    same(window.arrangement["revision"], revision, "The revision")


@scenario("the bar of a stack moves the whole stack, and so do the keys on its tab")
def move_all(sitting):
    sitting.expect("status of 409")
    window = stacked(sitting)
    bar = window.panel("tags").locator(".panel-bar").bounding_box()
    x, y = bar["x"] + bar["width"] - 120, bar["y"] + bar["height"] / 2
    window.drag((x, y), (x - 500, y + 240))
    window.placed("date", "floating")
    same(window.tabs("tags"), ["Date", "Tags"], "The tabs")
    before = window.frames["tags"]
    window.tab("tags").focus()
    window.press("Shift+ArrowRight", "Control+ArrowDown")
    sitting.until(lambda: (window.frames["tags"]["x"], window.frames["tags"]["height"])
                  == (before["x"] + 64, before["height"] + 16), lambda: f"moved and taller: {window.frames['tags']}")
    window.press("Alt+Shift+ArrowLeft")
    expect(window.page.locator("notice-board .notice")).to_contain_text("The left side is full")
    window.press("Alt+Shift+ArrowDown")
    window.placed("date", "pinned bottom")
    same(window.tabs("tags"), ["Date", "Tags"], "The tabs")


@scenario("the keyboard alone stacks a panel, walks its tabs, closes one and takes one out")
def keyboard(sitting):
    sitting.expect("status of 409")
    window = sitting.window(reduced_motion="reduce").settled()
    window.bar("tags").focus()
    window.press("Enter")
    window.keys.type("stack")
    window.press("Enter")
    expect(window.page.get_by_role("menuitem", name="Date")).to_be_visible()
    window.keys.type("date")
    window.press("Enter")
    window.placed("tags", "stacked")
    expect(window.tab("tags")).to_be_focused()
    for keys, front in (("ArrowLeft", "date"), ("ArrowLeft", "tags"), ("Home", "date"), ("End", "tags"),
                        ("Alt+PageDown", "date"), ("ArrowRight", "tags")):
        window.press(keys)
        expect(window.tab(front)).to_be_focused()
        expect(window.tab(front)).to_have_attribute("aria-selected", "true")
    window.settled()
    window.press("Enter")
    window.keys.type("take")
    window.press("Enter")
    window.placed("tags", "floating")
    window.command("stack", panel="tags", **{"with": "date"})
    window.placed("tags", "stacked")
    window.tab("tags").focus()
    window.press("Delete")
    window.placed("tags", "closed")
    same(window.place("date"), "pinned right", "What is left")
    window.press("Control+z")
    window.placed("tags", "stacked")


@scenario("a finger selects a tab and drags it out")
def touch(sitting):
    window = stacked(sitting, has_touch=True)
    box = window.tab("date").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    window.page.touchscreen.tap(x, y)
    expect(window.panel("date")).to_be_visible()
    window.settled()
    finger = Finger(window)
    finger.down((x, y))
    finger.move((x - 400, y + 320))
    finger.up()
    window.placed("date", "floating")


@scenario("a stack is collapsed into Meta as a whole and restored as it was; a list names tabs that have no room")
def meta_and_overflow(sitting):
    window = stacked(sitting)
    for name in ("queue", "targets", "posts", "meta"):
        window.command("open", panel=name)
        window.command("stack", panel=name, **{"with": "date"})
    window.placed("meta", "stacked")
    window.command("thickness", side="right", value=300)
    window.settled()
    many = window.panel("meta").get_by_role("button", name="All tabs")
    expect(many).to_be_visible()
    many.click()
    window.page.get_by_role("menuitemcheckbox", name="Queue").click()
    expect(window.tab("queue")).to_have_attribute("aria-selected", "true")
    expect(window.tab("queue")).to_be_in_viewport(ratio=0.9)
    window.command("unstack", panel="meta")
    window.placed("meta", "floating")
    tabs = window.tabs("queue")
    window.panel("queue").hover()
    window.panel("queue").get_by_role("button", name="Collapse the stack into Meta").click()
    window.placed("date", "meta")
    row = window.panel("meta").locator(".meta-row")
    same(row.count(), 1, "The number of lines in Meta")
    row.click()
    window.placed("date", "pinned right")
    same(window.tabs("queue"), tabs, "The tabs")


@scenario("a stack that becomes too narrow for its tabs still shows the front tab, at the end and at the beginning")
def narrow(sitting):
    window = stacked(sitting)
    for panel in ("queue", "targets"):
        window.command("stack", panel=panel, **{"with": "date"})
    window.command("float", panel="date", frame={"x": 480, "y": 240, "width": 280, "height": 360})
    for name in ("targets", "date"):
        if name == "date":
            window.command("raise", panel=name)
        expect(window.panel(name)).to_be_visible()
        sitting.until(lambda: is_within(window.tab(name), window.page.locator("panel-tabs:not([hidden])")),
                      f"the tab of {name} is seen")


def is_within(part, whole):
    one, other = part.bounding_box(), whole.bounding_box()
    return one["x"] >= other["x"] - 1 and one["x"] + one["width"] <= other["x"] + other["width"] + 1


@scenario("the audit of a stack finds nothing")
def accessible(sitting):
    window = stacked(sitting)
    window.command("float", panel="date", frame={"x": 480, "y": 240, "width": 400, "height": 360})
    window.settled()
    audit(window.page, "A stack that floats")
