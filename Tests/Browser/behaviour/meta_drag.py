"""Mouse and finger drag panels out of Meta and into it, and move the border of an index."""

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.index_detail import WIDE as WIDE_POSTS
from behaviour.index_detail import three
from behaviour.meta import NARROW, WIDE, inside, look, rows
from behaviour.touch import TABLET, Finger


# With room above it, away from every edge.
LOW = {"x": 440, "y": 590, "width": 360, "height": 250}


def line(window, title):
    return window.panel("meta").locator("li", has_text=title).locator(".meta-row")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@scenario("a row dragged out of Meta floats where it is dropped; over Meta, and with Escape, it stays; a click takes it out")
def line_out(sitting):
    window = inside(sitting, LOW, "date", "tags")
    start, revision = middle(line(window, "Tags")), window.arrangement["revision"]
    window.drag(start, (start[0] + 30, start[1] + 60))
    window.drag(start, (start[0] - 250, start[1] - 150), release=False)
    expect(window.panel("tags")).to_be_visible()
    window.press("Escape")
    window.mouse.up()
    expect(window.panel("tags")).to_be_hidden()
    window.settled()
    same((window.place("tags"), window.arrangement["revision"]), ("meta", revision), "Tags, and the revision")
    layer = window.layer()
    end = layer["x"] + 693, layer["y"] + 300
    window.drag(start, end)
    window.placed("tags", "floating")
    frame = window.frames["tags"]
    check(abs(layer["x"] + frame["x"] + frame["width"] / 2 - end[0]) < 3, f"It floats at {frame}.")
    line(window, "Date").click()
    sitting.until(lambda: window.place("date") != "meta", "a click takes it out")


@scenario("a panel shown in Meta is dragged out by its title bar, from any depth, and keeps its choice")
def inside_out(sitting):
    sitting.write("Deep words", title="Deep")
    window = inside(sitting, WIDE, "posts")
    look(window, "Posts").click()
    window.placed("posts", "inside")
    rows(window).first.locator(".post-open").click()
    start = window.grip("posts")
    window.drag(start, (start[0] - 200, start[1] + 200))
    same(window.place("posts"), "inside", "Posts, let go of over Meta")
    # It must have glided back before it can be grabbed again.
    window.settled().drag(window.grip("posts"), (1200, 600), steps=12)
    sitting.until(lambda: window.place("posts") not in ("meta", "inside"), lambda: f"it is {window.place('posts')}")
    window.settled()
    items = next(one for one in window.arrangement["panels"] if one["id"] == "posts")["inside"]["items"]
    same(len(items), 1, "What is chosen in Posts")


@scenario("a panel dropped on Meta's list goes in, as the preview says; on Meta's title it becomes a tab")
def into(sitting):
    window = inside(sitting, NARROW, "date")
    target = middle(window.panel("meta").locator(".panel-room"))
    window.drag(window.grip("tags"), target, release=False)
    expect(window.page.locator("pin-preview.is-shown")).to_be_visible()
    window.mouse.up()
    window.placed("tags", "meta")
    expect(window.page.locator("live-announcer")).to_contain_text("Tags is in Meta.")
    expect(line(window, "Tags")).to_be_visible()
    window.command("undo")
    window.placed("tags", "pinned right")


GLIDED = """room => new Promise(done => {
  let last = -1
  let still = 0
  const look = () => {
    still = room.scrollTop === last ? still + 1 : 0
    last = room.scrollTop
    if (still > 20) done()
    else requestAnimationFrame(look)
  }
  look()
})"""


@scenario("a finger scrolls Meta's list; one that rests on a row picks it up and drags it out")
def finger(sitting):
    window = sitting.window(size=TABLET, has_touch=True).settled()
    for name in ("title", "tags", "date", "preview"):
        window.command("open", panel=name) if window.place(name) == "closed" else None
        window.command("collapse", panel=name) if window.place(name) != "meta" else None
    window.command("float", panel="meta", frame={"x": 60, "y": 300, "width": 320, "height": 210}, overSides=True)
    window.placed("meta", "floating")
    room = window.panel("meta").locator(".panel-room")
    hand, start = Finger(window), middle(line(window, "Tags"))
    hand.down(start)
    hand.move((start[0], start[1] - 60), steps=12)
    hand.up()
    sitting.until(lambda: room.evaluate("room => room.scrollTop") > 0, "the list is scrolled")
    same(window.place("tags"), "meta", "Tags")
    # A finger that comes down while the list still scrolls only stops it.
    room.evaluate(GLIDED)
    room.evaluate("room => { room.scrollTop = 0 }")
    start = middle(line(window, "Title"))
    hand.down(start)
    expect(window.page.locator("li.is-picked")).to_have_count(1)
    hand.move((start[0] + 220, start[1] + 280), steps=12)
    hand.up()
    window.placed("title", "floating")
    same(room.evaluate("room => room.scrollTop"), 0, "How far the list was scrolled")


@scenario("mouse and keys move the border between the list of posts and the chosen one, and the window keeps it")
def border(sitting):
    window, _ = three(sitting, WIDE_POSTS)
    bar = window.page.locator("posts-panel > index-splitter")
    index = window.page.locator("posts-index")
    expect(bar).to_have_attribute("role", "separator")
    before, start = index.bounding_box()["width"], middle(bar)
    window.drag(start, (start[0] + 90, start[1]), release=False)
    sitting.until(lambda: abs(index.bounding_box()["width"] - before - 90) < 3,
                  lambda: f"the list is wider while it is dragged: {before}, {index.bounding_box()['width']}")
    window.press("Escape")
    window.mouse.up()
    sitting.until(lambda: abs(index.bounding_box()["width"] - before) < 2, "Escape puts it back")
    window.drag(start, (start[0] + 90, start[1]))
    sitting.until(lambda: abs(share(window, "posts") - (1 - (before + 90) / 760)) < 0.01,
                  lambda: f"the daemon keeps it: {share(window, 'posts')}")
    window.reload().settled()
    sitting.until(lambda: abs(index.bounding_box()["width"] - before - 90) < 3, "it is kept over a reload")
    bar.focus()
    window.press("Shift+ArrowLeft")
    sitting.until(lambda: abs(index.bounding_box()["width"] - before - 26) < 3, "an arrow makes it narrower")
    expect(bar).to_be_focused()
    window.press("Enter")
    expect(bar).to_have_attribute("aria-valuenow", "20")
    window.press("Enter")
    bar.dblclick()
    sitting.until(lambda: abs(index.bounding_box()["width"] - before) < 3, "a double click makes it as it was designed")


def share(window, name):
    return next(one for one in window.arrangement["panels"] if one["id"] == name)["inside"]["fraction"]


@scenario("in Meta the border between the list and the panel beside it is dragged, and both follow the pointer")
def meta_border(sitting):
    window = inside(sitting, WIDE, "date", "tags")
    look(window, "Tags").click()
    window.placed("tags", "inside")
    bar = window.panel("meta").locator("index-splitter")
    expect(bar).to_have_attribute("aria-valuemax", "80")
    before, start = window.frames["tags"], middle(bar)
    window.drag(start, (start[0] + 80, start[1]), release=False)
    sitting.until(lambda: abs(window.frames["tags"]["x"] - before["x"] - 80) < 3,
                  lambda: f"it follows: {before}, {window.frames['tags']}")
    window.mouse.up()
    sitting.until(lambda: abs(share(window, "meta") - (before["width"] - 80) / WIDE["width"]) < 0.02,
                  lambda: f"the daemon keeps it: {share(window, 'meta')}")
    window.settled()
