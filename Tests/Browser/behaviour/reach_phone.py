"""What a user reaches on a phone, from the bar at its foot."""

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.index_detail import glance, row, seen
from behaviour.meta_drag import middle
from behaviour.reach import at, beside, choose, deleted, desk, drag, keyboard, move, press, shows, write_posts
from behaviour.touch import PHONE, Finger


def tab(window, name):
    press(window, window.page.locator("meta-bar").get_by_role("button", name=name, exact=True))
    return shows(window, "meta" if name == "All panels" else name.lower())


@scenario("a sheet from a phone's bar is pulled up and down, keeps above the keyboard, and a tap or a fling closes it",
          bare=True)
def sheet(sitting):
    window = desk(sitting, PHONE)
    first, grabber = tab(window, "Notes").frames["notes"], window.panel("notes").locator("sheet-grabber")
    same((first["x"], first["width"]), (0, PHONE[0]), "Where the sheet begins, and its width")
    beside(window, "notes")
    for end, is_there in ((0.15, lambda y: y <= first["y"] - 96), (0.88, lambda y: y >= first["y"] + 96)):
        drag(window, middle(grabber), at(window, 0.5, end))
        check(is_there(window.frames["notes"]["y"]), f"Pulled to {end} it is {window.frames['notes']}; it was {first}.")
        beside(window, "notes")
    press(window, grabber)
    sitting.until(lambda: window.frames["notes"] == first, "a tap on the grabber brings it back")
    keyboard(window, "notes", window.panel("notes").get_by_role("textbox"))
    move(window, "notes", "In front of everything")
    expect(window.page.locator("sheet-backdrop")).to_have_css("opacity", "0.3")
    window.page.touchscreen.tap(*at(window, 0.5, 0.2))
    shows(window)
    x, y = middle(tab(window, "Tags").panel("tags").locator("sheet-grabber"))
    window.finger.fling((x, y), (x, y + 160), milliseconds=60)
    shows(window)


@scenario("the list of a phone's panels leads to each and back, and a panel there offers no place that a phone lacks",
          bare=True)
def listed(sitting):
    window = desk(sitting, PHONE)
    line = tab(window, "All panels").panel("meta").get_by_role("button", name="Targets")
    press(window, line)
    shows(window, "targets")
    press(window, window.button("Move Targets…"))
    menu = window.page.locator("panel-layer command-menu:not([aria-busy])")
    expect(menu).to_contain_text("Close")
    for place in ("Pin", "Float", "Stack", "Meta"):
        expect(menu).not_to_contain_text(place)
    window.press("Escape")
    press(window, window.page.locator(".panels-button"))
    look = window.page.locator("panels-menu [role^=menuitem]", has_text="Look at a panel here…")
    expect(look).to_have_attribute("aria-disabled", "true")
    window.press("Escape")
    choose(window, "All panels side by side")
    card = window.page.locator(".expose-card[data-panel=targets]")
    press(window, card)
    expect(card).to_have_count(0)
    press(window, shows(window, "targets").panel("targets").locator(".panel-back"))
    shows(window, "meta")
    expect(line).to_be_focused()
    window.page.go_back()
    shows(window)


@scenario("Posts from a phone's bar lists below the text and over the post, which says so when it is deleted elsewhere",
          bare=True)
def posts(sitting):
    write_posts(sitting)
    window, other = desk(sitting, PHONE), desk(sitting, PHONE)
    beside(tab(window, "Posts"), "posts")
    press(window, row(window, "Cod"))
    seen(window, "detail")
    press(window, window.page.locator(".detail-back"))
    seen(window, "index")
    press(window, row(window, "Cod"))
    expect(glance(window).locator(".glance-name")).to_be_visible()
    deleted(window, other.settled())


# How much of a panel's content is out of sight.
HIDDEN = "room => room.scrollHeight - room.clientHeight"
# The controls that the end of what is shown cuts.
CUT = """room => {
  const inset = Number.parseFloat(/inset\\(0(?:px)? 0(?:px)? ([\\d.]+)px/.exec(room.style.clipPath)?.[1] ?? 0)
  const end = room.getBoundingClientRect().bottom - inset
  return [...room.querySelectorAll("button, input, select, textarea, a[href], [role=row]")].filter(control => {
    const { top, bottom, height } = control.getBoundingClientRect()
    return height > 0 && height <= 120 && top < end && bottom > end + 1
  }).map(control => control.textContent || control.id)
}"""


@scenario("a phone's sheet that is as high as its content cuts nothing of it when it opens, and no other cuts a control",
          bare=True)
def first_height(sitting):
    write_posts(sitting)
    low = (390, 667)
    for size, names in ((PHONE, ("Title", "Date", "Tags", "Details")), (low, ("Title", "Tags", "Details"))):
        post = sitting.write("Words", title="Tides", tags=["boats", "sea"])
        window = sitting.window(post, size=size, has_touch=True, is_mobile=True).settled()
        window.finger = Finger(window)
        for name in names:
            room = tab(window, name).panel(name.lower()).locator(".panel-room")
            check(room.evaluate(HIDDEN) <= 1, f"At {size} {room.evaluate(HIDDEN)} px of {name} are out of sight.")
        for name in ("Posts", "Settings", "Targets", "Date", "Media", "History", "All panels"):
            room = tab(window, name).panel("meta" if name == "All panels" else name.lower()).locator(".panel-room")
            sitting.until(lambda: room.evaluate(CUT) == [], lambda: f"At {size} {name} cuts {room.evaluate(CUT)}")
    room = tab(window, "Settings").panel("settings").locator(".panel-room")
    check("inset" in room.evaluate("room => room.style.clipPath"), "Nothing of the settings would be cut.")
    room.evaluate("room => room.scrollBy(0, 10)")
    sitting.until(lambda: room.evaluate("room => room.style.clipPath") == "", "what is scrolled is seen to its end")
