"""Snapping: a floating panel aligns with the edges of the room and of other panels."""

from behaviour.touch import Finger
from playwright.sync_api import expect
from scenario import same, scenario


def two(sitting, **options):
    """Tags floats at 500, 300; Date has the same height, far enough to the right to touch nothing."""
    window = sitting.window(**options)
    window.command("close", panel="preview")
    window.command("float", panel="tags", frame={"x": 200, "y": 300, "width": 220, "height": 260})
    window.command("float", panel="date", frame={"x": 560, "y": 300, "width": 300, "height": 260})
    window.placed("tags", "floating")
    return window.placed("date", "floating")


def lines(window):
    return window.page.locator("snap-lines .snap-line:not([hidden])")


@scenario("a panel that comes near another one snaps to it, and a line shows the shared edge")
def beside(sitting):
    window = two(sitting)
    x, y = window.grip("date")
    window.drag((x, y), (x - 134, y + 20), release=False)
    expect(lines(window)).to_have_count(1)
    sitting.until(lambda: window.frames["date"]["x"] == 420, lambda: f"beside; it is {window.frames['date']}")
    window.mouse.move(x - 129, y + 20)
    sitting.until(lambda: window.frames["date"]["x"] == 420, "it holds")
    window.mouse.move(x - 125, y + 20)
    sitting.until(lambda: window.frames["date"]["x"] == 435, "it lets go")
    expect(lines(window)).to_have_count(0)
    window.mouse.move(x - 134, y + 4)
    window.mouse.up()
    window.settled()
    same(window.frames["date"]["x"], 420, "Where it stands")
    expect(lines(window)).to_have_count(0)


@scenario("with Alt a moved panel does not snap")
def suppressed(sitting):
    window = two(sitting)
    x, y = window.grip("date")
    with window.holding("Alt"):
        window.drag((x, y), (x - 134, y + 20))
    sitting.until(lambda: window.frames["date"]["x"] == 426, lambda: f"as dragged; it is {window.frames['date']}")
    window.settled()


@scenario("a dragged edge snaps to another panel's edge, and the opposite edge stays")
def resized(sitting):
    window = two(sitting)
    box = window.panel("tags").locator(".panel-edge[data-edge=right]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    window.drag((x, y), (x + 135, y), release=False)
    expect(lines(window)).not_to_have_count(0)
    window.mouse.up()
    sitting.until(lambda: window.frames["tags"]["width"] == 360, lambda: f"flush; it is {window.frames['tags']}")
    same(window.settled().frames["tags"]["x"], 200, "Its left edge")


@scenario("a panel moved by a finger snaps flush below another one, with their left edges aligned")
def touch(sitting):
    window = two(sitting, size=(1366, 1180), has_touch=True)
    finger, (x, y) = Finger(window), window.grip("date")
    finger.down((x, y))
    finger.move((x - 355, y + 264))
    expect(lines(window)).to_have_count(2)
    finger.up()
    sitting.until(lambda: (window.frames["date"]["x"], window.frames["date"]["y"]) == (200, 560),
                  lambda: f"flush below; it is {window.frames['date']}")
    window.settled()
