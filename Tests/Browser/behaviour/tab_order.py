"""Tabs are reordered along their bar: by mouse, touch, keys and menu."""

from behaviour.touch import TABLET, Finger
from playwright.sync_api import expect
from scenario import check, same, scenario


def stacked(sitting, **options):
    """A window in which Date, Tags and Queue are tabs on the right, Queue in front."""
    window = sitting.window(**options)
    for name in ("date", "tags", "queue"):
        window.command("open", panel=name) if window.place(name) in ("closed", "meta") else None
    window.command("stack", panel="tags", **{"with": "date"})
    window.command("stack", panel="queue", **{"with": "date"})
    return window.placed("queue", "stacked")


def middle(window, name):
    box = window.tab(name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ordered(sitting, window, *titles):
    front = titles[-1].lower()
    sitting.until(lambda: window.tabs(front) == list(titles[:-1]),
                  lambda: f"the tabs are {titles[:-1]}; they are {window.tabs(front)}")
    return window.settled()


@scenario("a tab dragged along its bar follows the pointer, the others make room, and it stays where it is dropped")
def along(sitting):
    window = stacked(sitting).settled()
    start, end = middle(window, "queue"), middle(window, "date")
    window.drag(start, (end[0] - 10, end[1] + 3), release=False)
    expect(window.page.locator("panel-tabs.is-ordering")).to_be_visible()
    moved = window.tab("date").evaluate("tab => new DOMMatrix(getComputedStyle(tab).transform).m41")
    sitting.until(lambda: window.tab("date").evaluate(
        "tab => new DOMMatrix(getComputedStyle(tab).transform).m41") > 20, lambda: f"Date makes room; it is {moved}")
    window.mouse.up()
    ordered(sitting, window, "Queue", "Date", "Tags", "queue")
    expect(window.page.locator("live-announcer")).to_contain_text("Queue is a tab, first of three.")
    same(window.place("queue"), "pinned right", "Where the first tab stands")
    window.command("undo")
    ordered(sitting, window, "Date", "Tags", "Queue", "queue")


@scenario("a tab dragged off its bar leaves the stack; Escape on the way puts it back in its place")
def off(sitting):
    window = stacked(sitting).settled()
    start, end = middle(window, "queue"), middle(window, "date")
    window.drag(start, (end[0], end[1]), release=False)
    window.press("Escape")
    window.mouse.up()
    ordered(sitting, window, "Date", "Tags", "Queue", "queue")
    expect(window.page.locator("panel-tabs.is-ordering")).to_have_count(0)
    window.drag(start, (end[0], end[1]), release=False)
    window.mouse.move(end[0] - 300, end[1] + 300, steps=6)
    window.mouse.up()
    window.placed("queue", "floating")
    same(window.tabs("date") or window.tabs("tags"), ["Date", "Tags"], "What is left")


@scenario("the keys of a stack and the Move menu move the front tab, and announce its new place")
def keys(sitting):
    window = stacked(sitting).settled()
    window.tab("queue").focus()
    window.press("Alt+Shift+PageUp")
    ordered(sitting, window, "Date", "Queue", "Tags", "queue")
    same(window.page.evaluate("document.activeElement.dataset.panel"), "queue", "What has the focus")
    window.press("Alt+Shift+PageUp")
    ordered(sitting, window, "Queue", "Date", "Tags", "queue")
    window.press("Alt+Shift+PageUp")
    window.panel("queue").hover()
    window.button("Move Queue…").click()
    back = window.page.get_by_role("menuitem", name="Tab one place back")
    expect(back).to_have_attribute("aria-disabled", "true")
    window.page.get_by_role("menuitem", name="Tab one place on").click()
    ordered(sitting, window, "Date", "Queue", "Tags", "queue")


@scenario("`galley panel do tab` orders the tabs of the open page, and explains refusals in the terminal")
def terminal(sitting):
    window = stacked(sitting).settled()
    said = sitting.galley("panel", "do", "tab", "queue", "index=1", "--window", window.id)
    check("Queue is a tab, second of three." in said, f"It said: {said}")
    ordered(sitting, window, "Date", "Queue", "Tags", "queue")
    refused = sitting.run_galley("panel", "do", "tab", "preview", "--window", window.id)
    check(refused.returncode != 0 and "Preview is in no stack." in refused.stderr, f"It said: {refused.stderr}")


@scenario("right to left the first tab is the rightmost, and tabs are dragged accordingly")
def from_right(sitting):
    window = stacked(sitting)
    window.choose("Right to left")
    sitting.until(lambda: window.arrangement["direction"] == "rtl", "it is mirrored")
    window.settled()
    start, end = middle(window, "queue"), middle(window, "date")
    check(start[0] < end[0], f"Date stands at {end[0]}, Queue at {start[0]}.")
    window.drag(start, (end[0] + 10, end[1]))
    ordered(sitting, window, "Queue", "Date", "Tags", "queue")


@scenario("a finger drags a tab along its bar; a long bar scrolls, and a finger at rest picks a tab up")
def finger(sitting):
    window = stacked(sitting, size=TABLET, has_touch=True)
    window.command("float", panel="date", frame={"x": 60, "y": 200, "width": 420, "height": 400})
    window.placed("date", "floating")
    hand, start, end = Finger(window), middle(window, "queue"), middle(window, "date")
    hand.down(start)
    hand.move((end[0] - 10, end[1]))
    hand.up()
    ordered(sitting, window, "Queue", "Date", "Tags", "queue")
    for name in ("targets", "media", "posts"):
        window.command("stack", panel=name, **{"with": "date"}) if window.place(name) != "closed" else (
            window.command("open", panel=name), window.command("stack", panel=name, **{"with": "date"}))
    window.settled()
    bar = window.page.locator("panel-frame:not([inert]) panel-tabs.is-long").first
    expect(bar).to_be_visible()
    place, shown = bar.bounding_box(), window.page.locator("panel-frame:not([inert]) panel-tabs [role=tab]")
    bar.evaluate("bar => { bar.scrollLeft = 0 }")
    start, y = middle(window, "queue"), place["y"] + place["height"] / 2
    hand.down(start)
    window.page.wait_for_function("() => document.querySelector('panel-frame:not([inert]) panel-tabs.is-long').isPickedUp")
    hand.move((middle(window, "date")[0] + 12, y))
    hand.up()
    sitting.until(lambda: shown.all_inner_texts()[:2] == ["Date", "Queue"], "Queue is the second tab")
    before = shown.all_inner_texts()
    hand.down((place["x"] + place["width"] - 20, y))
    hand.move((place["x"] + 20, y), steps=20)
    hand.up()
    sitting.until(lambda: bar.evaluate("bar => bar.scrollLeft") > 0, "the bar is scrolled")
    same(shown.all_inner_texts(), before, "The tabs")
