"""Everything that the mouse does can be done with keys, too."""

import re

from behaviour.signing_in import page_of
from playwright.sync_api import expect
from scenario import Wrong, check, same, scenario
from window import Window


def menu(window):
    return window.page.locator("panel-layer command-menu")


@scenario("the Move menu of a title bar pins, floats and closes with keys alone, and returns the focus")
def move_menu(sitting):
    window = sitting.window().settled()
    window.bar("date").focus()
    window.press("Enter")
    expect(menu(window)).to_be_visible()
    window.press("ArrowRight", "ArrowRight", "ArrowRight", "Enter")   # left, right, top, bottom
    window.placed("date", "pinned bottom")
    expect(window.bar("date")).to_be_focused()
    window.press("Enter")
    window.keys.type("fl")
    window.press("Enter")
    window.placed("date", "floating")
    expect(window.bar("date")).to_be_focused()
    window.press("Enter", "Escape")
    expect(menu(window)).to_be_hidden()
    expect(window.bar("date")).to_be_focused()


@scenario("the keys of a title bar move, resize, pin and undo")
def title_bar(sitting):
    window = sitting.window().settled()
    window.command("float", panel="tags", frame={"x": 500, "y": 300, "width": 300, "height": 300})
    window.placed("tags", "floating")
    window.bar("tags").focus()
    window.press("ArrowRight", "Shift+ArrowDown", "Control+ArrowRight", "Control+Shift+ArrowUp")
    wanted = {"x": 516, "y": 364, "width": 316, "height": 236}
    sitting.until(lambda: all(window.frames["tags"][name] == value for name, value in wanted.items()),
                  lambda: f"{wanted}; it is {window.frames['tags']}")
    window.press("Alt+Shift+ArrowDown")
    window.placed("tags", "pinned bottom")
    window.press("Control+z")
    window.placed("tags", "floating")
    window.press("Control+Shift+z")
    window.placed("tags", "pinned bottom")
    expect(window.bar("tags")).to_be_focused()
    window.press("Escape")
    expect(window.area).to_be_focused()


@scenario("F6 cycles through all panes and the text, Shift-F6 in the other direction", titled=True)
def panes(sitting):
    window = sitting.window().settled()
    window.area.focus()
    focused = "document.activeElement.closest('panel-frame')?.getAttribute('panel') ?? document.activeElement.id"
    seen = []
    for _ in range(5):
        window.press("F6")
        seen.append(window.page.evaluate(focused))
    same(seen, ["preview", "title", "date", "tags", "body-text"], "The panes")
    window.press("Shift+F6")
    same(window.page.evaluate(focused), "tags", "The pane before the text")


@scenario("Tab follows the reading order of the page, and never enters a hidden panel", titled=True)
def tab_order(sitting):
    window = sitting.window().settled()
    window.page.evaluate("document.activeElement.blur()")
    seen = []
    for _ in range(80):
        window.press("Tab")
        here = window.page.evaluate("""() => {
          const one = document.activeElement
          return [one.closest("[inert]") !== null, one.closest("panel-frame")?.getAttribute("panel")
            ?? one.closest("desk-toolbar, post-editor, notice-board, meta-bar, body")?.localName ?? "?"] }""")
        check(not here[0], "The focus is in a panel that is away.")
        if not seen or seen[-1] != here[1]:
            seen.append(here[1])
        if len(seen) > 3 and here[1] == "desk-toolbar":
            break
    order = [name for name in seen if name in ("desk-toolbar", "post-editor", "preview", "title", "date", "tags")]
    panels = [order.index(name) for name in ("preview", "title", "date", "tags")]
    check(panels == sorted(panels), f"The order is {seen}.")


@scenario("splitters have keys: arrows, Home, End, and Enter to collapse and restore")
def splitter_keys(sitting):
    window = sitting.window().settled()
    border = window.page.locator("splitter-bar[aria-orientation=vertical][aria-controls=panel-preview]")
    border.focus()

    def value():
        return int(border.get_attribute("aria-valuenow"))
    before, least = value(), int(border.get_attribute("aria-valuemin"))
    most = int(border.get_attribute("aria-valuemax"))
    for keys, wanted in (("ArrowLeft", before - 16), ("Shift+ArrowRight", before + 48), ("Home", least), ("End", most),
                         ("Home", least)):
        wanted = max(least, min(wanted, most))
        window.press(keys)
        sitting.until(lambda: value() == wanted, lambda: f"{keys} leads to {wanted}; it is {value()}")
        window.settled()
    expect(border).to_be_focused()


@scenario("a panel is collapsed into Meta and taken out again with keys, and the focus follows it")
def meta(sitting):
    window = sitting.window().settled()
    window.bar("tags").focus()
    window.press("Enter")
    window.keys.type("coll")
    window.press("Enter")
    window.placed("tags", "meta")
    window.open("meta")
    row = window.panel("meta").get_by_role("button", name="Tags In Meta")
    row.focus()
    window.press("Enter")
    window.placed("tags", "pinned right")
    expect(window.bar("tags")).to_be_focused()


@scenario("undo and redo of arranging are in the menu of panels, which says when there is nothing to undo")
def undo(sitting):
    window = sitting.window().settled()
    window.page.locator(".panels-button").click()
    expect(window.page.get_by_role("menuitem", name="Undo arranging")).to_be_disabled()
    window.press("Escape")
    window.bar("date").focus()
    window.press("Alt+Shift+ArrowDown")
    window.placed("date", "pinned bottom")
    window.choose("Undo arranging")
    window.placed("date", "pinned right")
    window.choose("Redo arranging")
    window.placed("date", "pinned bottom")
    same(window.page.locator("desk-toolbar > .toolbar-group").get_by_role("button", name="Undo").count(), 0,
         "The number of other Undos in the toolbar of a window with a mouse")


@scenario("a reset restores the default arrangement, and undo reverts the reset")
def reset(sitting):
    window = sitting.window().settled()
    window.choose("Reset all panels")
    sitting.until(lambda: not window.frames, "no panel is open")
    window.choose("Undo arranging")
    window.placed("date", "pinned right")


def holds(window, what):
    """Waits until the focus is in an element that matches a selector."""
    window.sitting.until(lambda: window.page.evaluate(f"document.activeElement.matches({what!r})"),
                         lambda: f"the focus is in {what}; it is in "
                                 + window.page.evaluate("document.activeElement.outerHTML.slice(0, 160)"))


@scenario("when the focused element disappears, the nearest gets the focus: strips, borders, locks, a phone's bar")
def focus_of_panels(sitting):
    window = sitting.window().settled()
    window.command("collapseSide", side="right")
    window.settled().page.locator(".strip-name", has_text="Tags").focus()
    window.command("expandSide", side="right")
    holds(window, "#panel-tags .panel-name")
    window.page.locator("splitter-bar[aria-controls=panel-preview]").focus()
    window.command("close", panel="preview")
    holds(window, "#body-text")
    window.command("lock", panel="date")
    window.button("Unlock Date").focus()
    window.press("Enter")
    holds(window, "#panel-date .panel-name")
    window.page.set_viewport_size({"width": 390, "height": 844})
    bar = window.page.locator("meta-bar .meta-all")
    expect(bar).to_be_visible()
    bar.focus()
    window.page.set_viewport_size({"width": 1366, "height": 900})
    expect(bar).to_be_hidden()
    holds(window, "#body-text")


@scenario("a button keeps the focus after its action, or moves it to where the work goes on")
def focus_of_buttons(sitting):
    window = sitting.window(sitting.write("Words", title="The only one")).settled()
    window.unfold().settled()
    window.button("Today").focus()
    window.press("Enter")
    none = window.button("No date")
    expect(none).to_be_enabled()
    none.focus()
    window.press("Enter")
    expect(none).to_be_disabled()
    holds(window, "date-panel .button")
    window.saved()
    window.page.locator("publish-button .publish").focus()
    window.press("Enter")
    window.button("Publish now").focus()
    window.press("Enter")
    expect(window.page.locator(".publish-dialog")).to_be_hidden()
    holds(window, "publish-button .publish")
    window.open("posts")
    window.page.locator(".post-open").focus()
    window.press("Delete")
    expect(window.page.locator(".post-row")).to_have_count(0)
    holds(window, "#posts-search")
    expect(window.state).to_have_text("Deleted")
    expect(window.button("Publish")).to_be_disabled()
    window.button("Undo the deletion").focus()
    window.press("Enter")
    expect(window.page.locator(".deleted-bar")).to_be_hidden()
    holds(window, "#body-text")
    expect(window.notice("“The only one” is deleted.")).to_have_count(0)
    window.notice("“The only one” is back.").get_by_role("button", name="Dismiss").focus()
    window.press("Enter")
    holds(window, "#body-text")


def tab_to(window, target, key="Tab"):
    """Presses Tab until the focus is there."""
    for _ in range(40):
        if target.evaluate("one => one === document.activeElement"):
            return
        window.press(key)
    raise Wrong(f"{key} never reaches {target}.")


@scenario("a writer with keys alone signs in, writes, tags and dates a post, schedules it and finds it in the queue",
          bare=True)
def keys_alone(sitting):
    sitting.expect("Autofocus processing was blocked")
    elsewhere = page_of(f'<a href="{sitting.link()}">The desk</a>')
    window = Window(sitting, sitting.browser(signed_in=False).new_page())
    sitting.windows.append(window)
    page = window.page
    try:
        page.goto(f"http://localhost:{elsewhere.server_port}/")
        tab_to(window, page.get_by_role("link"))
        window.press("Enter")
        expect(page.get_by_role("heading")).to_have_text(re.compile("^Sign in as Ada.*[?]$"))
        tab_to(window, page.get_by_role("button"))
        window.press("Enter")
        window.drawn()
    finally:
        elsewhere.shutdown()
        elsewhere.server_close()
    expect(window.area).to_be_focused()
    window.press("ArrowUp")
    window.keys.type("Tides")
    window.press("Enter")
    window.keys.type("Words of the sea")
    line = page.locator(".quiet-line > summary")
    tab_to(window, line, "Shift+Tab")
    window.press("Enter")
    for name, typed in (("year", "2031"), ("month", "May"), ("day", "7"), ("time", "0930")):
        tab_to(window, page.locator(f"#line-date-{name}"))
        window.keys.type(typed)
    # From each of the fields Escape leads back to where the writer was in the text.
    window.press("Escape")
    expect(window.area).to_be_focused()
    window.keys.type(", and")
    tab_to(window, page.locator("#line-tags-text"), "Shift+Tab")
    window.keys.type("sea, boats")
    window.press("Escape")
    window.keys.type(" more")
    same(window.text, "Words of the sea, and more", "The text")
    expect(line).to_have_text("7 May 2031, 09:30sea, boatsAddress and summary")
    window.saved()
    window.press("Control+Shift+Enter")
    # Enter in a tick box presses the main button.
    expect(page.locator(".publish-dialog").get_by_role("checkbox").first).to_be_focused()
    expect(window.button("Schedule")).to_be_enabled()
    window.press("Enter")
    # Said to those who see it and to those who hear it, while the caret is back in the text.
    for place in ("publish-button .publish", "body > live-announcer"):
        expect(page.locator(place)).to_contain_text("Scheduled 7 May 2031, 09:30")
    expect(window.area).to_be_focused()
    window.press("Control+Shift+P")
    window.keys.type("queue panel")
    window.press("Enter")
    row = page.locator("queue-panel [data-title='To come'] .queue-row").first
    expect(row).to_contain_text("Tides")
    expect(row).to_contain_text("09:30")
    post = sitting.only_post()
    same([post["title"], post["body"], post["tags"], post["date"]["local"], post["state"]],
         ["Tides", window.text, ["sea", "boats"], "2031-05-07T09:30", "scheduled"], "The post")
