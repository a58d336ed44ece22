"""What a user reaches from the first screen, with pointer, finger and keys alone: no step arranges by a command. Each
story plays on a tablet, by finger, and in two wide windows, by mouse; reach_phone.py has the phone's."""

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.index_detail import glance, row, seen
from behaviour.keyboard_on_screen import KEYBOARD
from behaviour.meta_drag import middle
from behaviour.posts import rows
from behaviour.sheets import FRAMES
from behaviour.touch import PHONE, TABLET, Finger

SIZES = (TABLET, (1366, 900), (1920, 1080))
OPPOSITE = {"left": "right", "top": "bottom", "bottom": "top", "right": "left"}
# Whether an element's middle is not covered.
ON_TOP = """one => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}"""


def at_each_size(title):
    def register(story):
        for size in SIZES:
            scenario(f"{title}, at {size[0]} px", bare=True)(lambda sitting, size=size: story(sitting, size))
        return story
    return register


def desk(sitting, size):
    """The first screen: a title and a text."""
    has_touch = size in (PHONE, TABLET)
    window = sitting.window(size=size, has_touch=has_touch, is_mobile=size == PHONE).settled()
    same(window.frames, {}, "The panels at first")
    window.finger = Finger(window) if has_touch else None
    return window


def press(window, what):
    what.tap() if window.finger else what.click()


def shows(window, *names):
    """Waits until exactly these panels can be seen."""
    window.sitting.until(lambda: sorted(window.frames) == sorted(names), lambda: f"{names}; there are {window.frames}")
    return window.settled()


def drag(window, start, end, release=True):
    """Rests before the release, so that it is no fling; right after one the browser takes a tap for the fling's end."""
    hand = window.finger or window.mouse
    if window.finger:
        hand.down(start)
        hand.move(end, steps=12)
    else:
        window.drag(start, end, release=False, steps=12)
    window.page.evaluate(FRAMES, 12)
    if release:
        hand.up()
        window.settled()


def choose(window, *names):
    """Items of the toolbar's menu of panels, each in the menu that the one before opens."""
    press(window, window.page.locator(".panels-button"))
    for name in names:
        words = window.page.locator(f".menu-name:text-is('{name}')")
        press(window, window.page.locator("panels-menu [role^=menuitem]", has=words))


def move(window, name, item):
    """An item of the panel's own menu."""
    window.bar(name).hover()
    press(window, window.button(f"Move {name.title()}…"))
    menu = window.page.locator("panel-layer command-menu:not([aria-busy])")
    press(window, menu.get_by_label(item, exact=True).or_(menu.locator("[role^=menuitem]", has_text=item)).first)


def at(window, x, y):
    """A point of the layer, by fractions of its size."""
    layer = window.layer()
    return layer["x"] + x * layer["width"], layer["y"] + y * layer["height"]


def edge(window, side):
    """A point within a side's zone."""
    ends = {"left": (0.005, 0.5), "right": (0.995, 0.5), "top": (0.5, 0.005), "bottom": (0.5, 0.995)}
    return at(window, *ends[side])


def touched(window, name):
    """The borders of the room that a panel touches."""
    frame, layer = window.frames[name], window.layer()
    gaps = {"left": frame["x"], "top": frame["y"], "right": layer["width"] - frame["x"] - frame["width"],
            "bottom": layer["height"] - frame["y"] - frame["height"]}
    return {side for side, gap in gaps.items() if abs(gap) <= 1}


def bottom(locator):
    box = locator.bounding_box()
    return box["y"] + box["height"]


def beside(window, name):
    """Checks that a panel covers nothing of the text."""
    one, text = window.panel(name).bounding_box(), window.page.locator("post-editor").bounding_box()
    check(one["x"] + one["width"] <= text["x"] + 1 or text["x"] + text["width"] <= one["x"] + 1
          or one["y"] + one["height"] <= text["y"] + 1 or text["y"] + text["height"] <= one["y"] + 1,
          f"{name} at {one} covers the text at {text}.")


def floats(window, name, point):
    frame, (x, y) = window.frames[name], window.grip(name)
    check(frame["place"] == "floating" and abs(y - point[1]) <= 16 and abs(x - point[0]) <= frame["width"],
          f"{name} was dropped at {point} and is {frame}.")


def in_meta(window, name):
    one, meta = window.frames[name], window.frames["meta"]
    check(meta["x"] - 1 <= one["x"] and one["x"] + one["width"] <= meta["x"] + meta["width"] + 1
          and meta["y"] - 1 <= one["y"] and one["y"] + one["height"] <= meta["y"] + meta["height"] + 1,
          f"{name} at {one} is not within Meta at {meta}.")


@at_each_size("a panel from the toolbar is pinned to each side, floats, is refused by a full side, and is resized")
def arranging(sitting, size):
    window = desk(sitting, size)
    choose(window, "Tags")
    shows(window, "tags")
    for side in OPPOSITE:
        drag(window, window.grip("tags"), edge(window, side))
        same(touched(window, "tags"), OPPOSITE.keys() - {OPPOSITE[side]}, f"What Tags touches, pinned {side}")
        beside(window, "tags")
    drag(window, window.grip("tags"), at(window, 0.6, 0.4))
    floats(window, "tags", at(window, 0.6, 0.4))
    press(window, window.button("Preview panel"))
    shows(window, "tags", "preview")
    same(touched(window, "preview"), {"left", "top", "bottom"}, "What Preview touches")
    drag(window, window.grip("tags"), edge(window, "left"), release=False)
    expect(window.page.locator("pin-preview.is-shown[data-kind=refused]")).to_contain_text("left side is full")
    (window.finger or window.mouse).up()
    window.settled()
    expect(window.notice("left side is full")).to_be_visible()
    same(window.frames["tags"]["place"], "floating", "Tags, refused")
    drag(window, window.grip("tags"), at(window, 0.55, 0.2))
    resized(window, "tags", least=(200, 150))
    before, border = window.frames["preview"]["width"], middle(window.page.locator(
        "splitter-bar[aria-orientation=vertical][aria-controls=panel-preview]"))
    drag(window, border, (border[0] - 40, border[1]))
    same(round(before - window.frames["preview"]["width"]), 40, "How much narrower Preview is")
    drag(window, window.grip("tags"), at(window, 0.7, 0.7))
    keyboard(window, "tags", window.page.locator("#tag-text"))


def resized(window, name, least):
    """A floating panel becomes larger by its lower right corner, and as small as its minimum."""
    for dx, dy in ((60, 50), (-500, -500)):
        before, corner = window.frames[name], middle(window.panel(name).locator(".panel-edge[data-edge=bottom-right]"))
        drag(window, corner, (max(2, corner[0] + dx), max(2, corner[1] + dy)))
        after = window.frames[name]
        # A finger leaves fractions of a pixel, which a resized panel has not.
        check(abs(after["x"] - before["x"]) < 1 and abs(after["y"] - before["y"]) < 1,
              f"Its other corner is at {after}, and was at {before}.")
        wanted = (before["width"] + dx, before["height"] + dy) if dx > 0 else least
        # It may have snapped to a line.
        check(abs(after["width"] - wanted[0]) <= 8 and abs(after["height"] - wanted[1]) <= 8,
              f"{name} is {after} and should be {wanted}.")


def keyboard(window, name, field):
    """A field in the lower part of the window stays above the keyboard of the screen, and returns to its place."""
    press(window, field)
    expect(field).to_be_focused()
    before, high = window.settled().frames, window.layer()["height"] * 0.4
    end = window.page.viewport_size["height"] - high
    window.page.evaluate(KEYBOARD, high)
    window.sitting.until(lambda: bottom(window.panel(name)) <= end + 1,
                         lambda: f"{name} ends above {end}: {bottom(window.panel(name))}")
    window.settled()
    expect(field).to_be_focused()
    check(bottom(field) <= end, f"The field ends at {bottom(field)}, below {end}.")
    window.page.evaluate(KEYBOARD, 0)
    window.sitting.until(lambda: window.frames == before, lambda: f"all is back: {window.frames}")
    window.settled()


@at_each_size("a panel looked at from the toolbar is drawn away to stay, goes into Meta and out, and found among all")
def aside(sitting, size):
    window = desk(sitting, size)
    choose(window, "Look at a panel here…", "Queue")
    shows(window, "queue")
    button, frame = window.page.locator(".panels-button").bounding_box(), window.panel("queue").bounding_box()
    check(frame["y"] >= button["y"] + button["height"]
          and frame["x"] <= button["x"] + button["width"] <= frame["x"] + frame["width"],
          f"The panel at {frame} is not below the button at {button}.")
    drag(window, window.grip("queue"), at(window, 0.5, 0.3))
    press(window, window.page.locator("#post-title"))
    expect(window.page.locator("#post-title")).to_be_focused()
    floats(window.settled(), "queue", at(window, 0.5, 0.3))
    press(window, window.button("Collapse Queue into Meta"))
    shows(window)
    choose(window, "Meta")
    shows(window, "meta")
    press(window, window.button("Show Queue here"))
    in_meta(shows(window, "meta", "queue"), "queue")
    drag(window, window.grip("queue"), at(window, 0.7, 0.35))
    floats(window, "queue", at(window, 0.7, 0.35))
    room = window.panel("meta").locator(".panel-room")
    drag(window, window.grip("queue"), middle(room))
    in_meta(window, "queue")
    press(window, window.panel("queue").locator(".panel-back"))
    shows(window, "meta")
    press(window, room.locator(".meta-row", has_text="Queue"))
    shows(window, "meta", "queue")
    choose(window, "Tags")
    shows(window, "meta", "queue", "tags")
    choose(window, "All panels side by side")
    cards = window.page.locator(".expose-card")
    expect(cards).to_have_count(3)
    for card in cards.all():
        check(card.evaluate(ON_TOP), f"{card} is covered.")
    press(window, window.page.locator(".expose-card[data-panel=queue]"))
    shows(window, "meta", "queue", "tags")
    focused = window.page.evaluate("document.activeElement.closest('panel-frame')?.id")
    same(focused, "panel-queue", "Where the focus is")


@at_each_size("Posts from the toolbar lists over a post, then beside it, above the text; one deleted elsewhere says so")
def index(sitting, size):
    write_posts(sitting)
    window = desk(sitting, size)
    press(window, window.button("Posts panel"))
    seen(shows(window, "posts"), "index")
    press(window, row(window, "Cod"))
    seen(window, "detail")
    press(window, window.page.locator(".detail-back"))
    seen(window, "index")
    drag(window, window.grip("posts"), edge(window, "top"))
    same(touched(window, "posts"), {"left", "top", "right"}, "What Posts touches")
    beside(window, "posts")
    seen(window, "both")
    expect(glance(window)).to_contain_text("Choose a post to see it here.")
    listed = window.page.locator("posts-index")
    before, start = listed.bounding_box()["width"], middle(window.page.locator("posts-panel > index-splitter"))
    drag(window, start, (start[0] + 50, start[1]))
    wide = listed.bounding_box()["width"]
    check(abs(wide - before - 50) < 3, f"The divider was moved by 50 px; the list is {wide} px wide, and was {before}.")
    press(window, row(window, "Cod"))
    other = sitting.window(context=window.page.context).settled()
    other.finger = window.finger
    deleted(window, other)


def write_posts(sitting):
    for name in ("Cod", "Bass", "Ayu"):
        sitting.write(f"The first line of {name}.", title=name, tags=["sea"])


def deleted(window, other):
    """The other window shows the post that this one shows, deletes it, and this one brings it back."""
    name = glance(window).locator(".glance-name")
    expect(name).to_have_text("Cod")
    press(other, row(other, "Cod"))
    press(other, other.button("Delete", glance(other)))
    expect(glance(window)).to_contain_text("“Cod” was deleted.")
    expect(rows(window)).to_have_count(2)
    press(window, window.button("Bring it back", glance(window)))
    expect(name).to_have_text("Cod")
    expect(rows(window)).to_have_count(3)


@at_each_size("panels from the toolbar become sheets from each edge, several at once, a full one with a backdrop")
def sheets(sitting, size):
    window = desk(sitting, size)
    choose(window, "Tags")
    shows(window, "tags")
    for side in ("bottom", "left", "top", "right"):
        into_sheet(window, "tags", side)
    for name, side in (("queue", "bottom"), ("notes", "top")):
        # It is pinned beneath the sheet, which gives way.
        choose(window, name.title())
        sitting.until(lambda: window.bar(name).evaluate(ON_TOP), f"the title of {name} is to be seen")
        into_sheet(window, name, side)
    for name in shows(window, "notes", "queue", "tags").frames:
        check(window.bar(name).evaluate(ON_TOP), f"The title of {name} is covered.")
    dark, low = window.page.locator("sheet-backdrop"), window.frames["queue"]
    expect(dark).to_have_css("opacity", "0")
    drag(window, middle(window.panel("queue").locator("sheet-grabber")), at(window, 0.5, 0.02))
    check(window.frames["queue"]["y"] < low["y"] - 96, f"Queue is at {window.frames['queue']}; it was at {low}.")
    expect(dark).to_have_css("opacity", "0.3")
    (window.page.touchscreen.tap if window.finger else window.page.mouse.click)(*at(window, 0.7, 0.9))
    sitting.until(lambda: window.frames["queue"] == low, lambda: f"it is lower again: {window.frames['queue']}")
    expect(dark).to_have_css("opacity", "0")


def into_sheet(window, name, side):
    move(window, name, f"Sheet {side}")
    window.sitting.until(lambda: window.frames[name]["place"] == "sheet" and side in touched(window, name),
                         lambda: f"{name} is a sheet from the {side}: {window.frames[name]}")
    window.settled()
