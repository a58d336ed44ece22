"""A locked panel stays where it is, and says how to unlock it."""

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.audit import audit


def locked(sitting, **scope):
    window = sitting.window().settled()
    window.command("float", panel="queue", frame={"x": 460, "y": 300, "width": 400, "height": 300})
    window.placed("queue", "floating")
    window.command("lock", **scope)
    return window


@scenario("a locked panel cannot be dragged, resized or closed by its title bar; its lock unlocks it")
def panel(sitting):
    window = locked(sitting, panel="queue")
    lock = window.button("Unlock Queue")
    expect(lock).to_be_visible()
    before = window.frames["queue"]
    x, y = window.grip("queue")
    window.drag((x, y), (x + 80, y + 90))
    window.settled()
    same(window.frames["queue"], before, "Queue")
    expect(window.panel("queue").locator(".panel-edge")).to_have_count(0)
    expect(window.button("Close Queue")).to_be_hidden()
    lock.click()
    expect(lock).to_be_hidden()
    window.drag((x, y), (x + 80, y + 90))
    window.settled()
    check(window.frames["queue"]["x"] > before["x"] + 60, "It did not move once it was unlocked.")


@scenario("the lock stands at the end of its title bar, even while the other buttons are hidden", titled=True)
def place(sitting):
    window = locked(sitting)
    window.page.mouse.move(640, 600)
    for name in ("Preview", "Title", "Queue"):
        lock = window.button(f"Unlock {name}").bounding_box()
        bar = window.panel(name.lower()).locator(".panel-bar").bounding_box()
        gap = bar["x"] + bar["width"] - lock["x"] - lock["width"]
        check(0 <= gap <= 8, f"Behind the lock of {name} {gap} px are empty.")


@scenario("a refusal because of a lock offers the command that unlocks, and it works")
def refusal(sitting):
    sitting.expect("status of 409")
    window = locked(sitting, panel="queue")
    window.bar("queue").focus()
    window.press("Shift+ArrowRight")
    notice = window.notice("Queue is locked. Unlock it first.")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Unlock Queue").click()
    expect(window.panel("queue").locator(".panel-lock")).to_be_hidden()


@scenario("the splitter of a locked side moves neither by mouse nor by key")
def side(sitting):
    window = locked(sitting, side="right")
    splitter = window.page.locator("splitter-bar[data-separator=right]")
    expect(splitter).to_have_attribute("aria-disabled", "true")
    before = window.frames
    box = splitter.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + 200
    window.drag(at, (at[0] - 120, at[1]))
    splitter.focus()
    window.press("ArrowLeft", "Home")
    window.settled()
    same(window.frames, before, "The panels")


@scenario("with menu and keys: the Move menu locks a panel, the toolbar's menu locks all, and both unlock")
def menus(sitting):
    window = sitting.window().settled()
    window.bar("date").focus()
    window.press("Enter")
    window.page.locator("command-menu:popover-open .menu-name:text-is('Lock')").click()
    expect(window.button("Unlock Date")).to_be_visible()
    window.choose("Lock the panels")
    sitting.until(lambda: window.arrangement["isLocked"], "all is locked")
    expect(window.button("Unlock Tags")).to_be_visible()
    window.choose("Lock the panels")
    sitting.until(lambda: not window.arrangement["isLocked"], "all is unlocked")
    expect(window.button("Unlock Tags")).to_be_hidden()
    expect(window.button("Unlock Date")).to_be_visible()


@scenario("audit: locked panels")
def audited(sitting):
    window = locked(sitting)
    expect(window.button("Unlock Queue")).to_be_visible()
    audit(window.page, "Everything locked")
