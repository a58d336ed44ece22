"""Combinations of panel features: a sheet mirrored, spread out and covered; a stack that fills the window, and locks.
"""

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.audit import audit
from behaviour.sheets import state
from behaviour.stacks import stacked
from behaviour.views import view


def with_sheet(sitting, edge="bottom"):
    """A window in which Queue is a sheet at that edge, half out."""
    window = sitting.window().settled()
    window.command("sheet", panel="queue", edge=edge, state="half")
    return window.placed("queue", "sheet")


def mirrored(sitting, window):
    window.choose("Right to left")
    sitting.until(lambda: window.arrangement["direction"] == "rtl", "the daemon knows")
    return window.settled()


@scenario("right to left a sheet at the left appears at the right, and its grabber moves it out and back there")
def sheet_mirrored(sitting):
    window = with_sheet(sitting, "left")
    was, width = window.frames["queue"], window.layer()["width"]
    same(was["x"], 0, "Where it comes from")
    mirrored(sitting, window)
    frame = window.frames["queue"]
    check(abs(width - was["width"] - frame["x"]) <= 1, f"It was {was} and is {frame}.")
    box = window.panel("queue").locator("sheet-grabber").bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    window.drag(start, (start[0] + was["width"], start[1]), steps=12)
    sitting.until(lambda: window.place("queue") == "closed" or state(window, "queue") == "tip",
                  lambda: f"it is low, or gone; it is {state(window, 'queue')}")
    audit(window.page, "a sheet, right to left")


@scenario("right to left the title of a sheet at the bottom is aligned right, and no other sheet covers it")
def titles_mirrored(sitting):
    window = with_sheet(sitting)
    window.command("sheet", panel="targets", edge="left", state="half")
    window.settled()
    before = {name: window.place(name) for name in ("queue", "targets")}
    mirrored(sitting, window)
    same({name: window.place(name) for name in before}, before, "What stands as a sheet")
    box, layer = window.bar("queue").bounding_box(), window.panel("queue").bounding_box()
    check(box["x"] + box["width"] > layer["x"] + layer["width"] - 40, f"The title is {box} in {layer}.")


@scenario("a sheet can be spread out like other panels; choosing it, or Escape, restores it")
def sheet_exposed(sitting):
    window = with_sheet(sitting)
    before = window.frames
    window.press("Control+Alt+e")
    view(window, "is-exposed")
    card = window.panel("queue").bounding_box()
    others = [window.panel(name).bounding_box() for name in before if name != "queue"]
    for other in others:
        apart = (card["x"] >= other["x"] + other["width"] - 1 or other["x"] >= card["x"] + card["width"] - 1
                 or card["y"] >= other["y"] + other["height"] - 1 or other["y"] >= card["y"] + card["height"] - 1)
        check(apart, f"Queue at {card} lies over a panel at {other}.")
    window.press("Escape")
    view(window).settled()
    same(window.frames, before, "The panels")
    same(state(window, "queue"), "half", "How far it is out")


@scenario("a panel that fills the window covers a sheet, hiding hides both; afterwards both are as they were",
          titled=True)
def sheet_covered(sitting):
    window = with_sheet(sitting)
    # A fixed height is independent of the installed fonts; the content's own height could differ by some pixels.
    window.command("thickness", side="top", value=180)
    before = window.settled().frames
    window.command("maximise", panel="preview")
    view(window, "is-maximised")
    same(list(window.frames), ["preview"], "What can be used")
    window.press("Escape")
    view(window).settled()
    same(window.frames, before, "The panels, after one filled the window")
    window.press("Control+Alt+z")
    view(window, "is-zen")
    same(window.frames, {}, "What is there beside the text")
    window.press("Escape")
    view(window).settled()
    same(window.frames, before, "The panels, after only the text was there")
    window.command("maximise", panel="queue")
    view(window, "is-maximised")
    same(list(window.frames), ["queue"], "A sheet fills the window")
    window.press("Escape")
    view(window).settled()
    same(window.frames, before, "The panels, after the sheet filled the window")


@scenario("a stack fills the window with all of its tabs, which can be selected, and returns with the same in front")
def stack_filling(sitting):
    window = stacked(sitting)
    window.command("maximise", panel="tags")
    view(window, "is-maximised")
    same(window.tabs("tags"), ["Date", "Tags"], "The tabs")
    window.tab("date").click()
    expect(window.panel("date")).to_be_visible()
    view(window, "is-maximised")
    layer = window.layer()
    check(abs(window.frames["date"]["width"] - layer["width"]) < 1, f"Date is {window.frames['date']}.")
    window.tab("tags").click()
    expect(window.panel("tags")).to_be_visible()
    view(window, "is-maximised")
    audit(window.page, "a stack that fills the window")
    window.press("Escape")
    view(window).settled()
    same(window.tabs("tags"), ["Date", "Tags"], "The tabs afterwards")
    same(window.place("date"), "pinned right", "Where the stack stands")


@scenario("a locked stack keeps its tabs in order; any of them may be in front, and the lock says how to unlock")
def stack_locked(sitting):
    sitting.expect("status of 409")
    window = stacked(sitting)
    window.command("lock", panel="date")
    window.settled()
    box = window.tab("date").bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    window.drag(start, (start[0] - 300, start[1] + 300))
    window.settled()
    same(window.tabs("tags") or window.tabs("date"), ["Date", "Tags"], "The tabs")
    window.tab("tags").focus()
    window.press("Alt+Shift+PageUp")
    notice = window.notice("Date is locked. Unlock it first.")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Unlock Date").click()
    sitting.until(lambda: not any(panel.get("isLocked") for panel in window.arrangement["panels"]), "it is unlocked")
    window.command("tab", panel="tags", index=0)
    sitting.until(lambda: (window.tabs("date") or window.tabs("tags")) == ["Tags", "Date"], "Tags is the first tab")
