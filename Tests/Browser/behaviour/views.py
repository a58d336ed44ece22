"""Temporary views of a window's panels: one fills it, all are spread out, or all are hidden."""

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.audit import audit
from behaviour.touch import TABLET

VIEW = """() => ["is-exposed", "is-zen", "is-maximised"]
  .filter(name => document.querySelector("panel-layer").classList.contains(name))"""
FOCUS = "document.activeElement.closest('panel-frame')?.id ?? document.activeElement.id"


def view(window, *names):
    """Waits until the page shows that view, and all transitions have ended."""
    window.sitting.until(lambda: window.page.evaluate(VIEW) == list(names),
                         lambda: f"{names}; it is {window.page.evaluate(VIEW)}")
    window.page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
    return window


def written(sitting, **options):
    window = sitting.window(sitting.write("\n\n".join(f"Paragraph {n}" for n in range(80)), title="Tides"), **options)
    return window.settled()


@scenario("a button makes a panel fill the window, and Escape restores everything exactly, the caret too")
def fill(sitting):
    window = written(sitting)
    window.caret(30, 34)
    window.scroll.evaluate("text => { text.scrollTop = 120 }")
    before, body = window.frames, window.page.evaluate("document.querySelector('#text-scroll').scrollTop")
    window.panel("preview").hover()
    window.button("Let Preview fill the window").click()
    view(window, "is-maximised")
    layer, shown = window.layer(), window.frames
    same(list(shown), ["preview"], "What can be used")
    check(shown["preview"]["width"] == layer["width"] and shown["preview"]["height"] == layer["height"],
          f"Preview is {shown['preview']}, the layer {layer}.")
    same(window.page.evaluate(FOCUS), "panel-preview", "The focus")
    expect(window.page.locator("live-announcer")).to_contain_text("Preview fills the window.")
    window.press("Escape")
    view(window)
    same(window.frames, before, "The panels")
    same(window.selection, [30, 34], "The selection")
    same(window.page.evaluate("document.querySelector('#text-scroll').scrollTop"), body, "How far the text is scrolled")
    same(window.page.evaluate(FOCUS), "body-text", "The focus")


@scenario("a double click on a title bar fills the window, and another restores the panel")
def double_click(sitting):
    window = sitting.window().settled()
    x, y = window.grip("date")
    window.page.mouse.dblclick(x + 60, y)
    view(window, "is-maximised")
    x, y = window.grip("date")
    window.page.mouse.dblclick(x + 60, y)
    view(window).settled()


@scenario("with keys alone: fill the window, continue with F6, restore")
def fill_by_keys(sitting):
    window = sitting.window().settled()
    window.bar("tags").focus()
    window.press("Control+Alt+m")
    view(window, "is-maximised")
    window.press("F6")
    same(window.page.evaluate(FOCUS), "panel-tags", "The focus")
    window.press("Control+Alt+m")
    view(window).settled()
    same(window.page.evaluate(FOCUS), "panel-tags", "The focus")


@scenario("filling one window does not fill another, and a reload keeps it")
def own(sitting):
    window, other = sitting.window().settled(), sitting.window().settled()
    window.command("maximise", panel="date")
    view(window, "is-maximised")
    view(other)
    window.reload()
    view(window, "is-maximised")
    window.press("Escape")


def exposed(window):
    return window.page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(".expose-card")]
      .map(card => [card.dataset.panel, card.getBoundingClientRect().toJSON()]))""")


@scenario("all panels spread out: none overlaps another, all are inside, and their contents keep their layout",
          titled=True)
def expose(sitting):
    window = written(sitting)
    window.open("queue", "posts")
    width = window.panel("date").evaluate("frame => frame.offsetWidth")
    window.press("Control+Alt+e")
    view(window, "is-exposed")
    cards, layer = exposed(window), window.layer()
    same(sorted(cards), ["date", "posts", "preview", "queue", "tags", "title"], "The panels")
    for name, one in cards.items():
        check(one["left"] >= layer["x"] and one["right"] <= layer["x"] + layer["width"], f"{name} is outside: {one}")
        for other in (cards[key] for key in cards if key > name):
            check(one["right"] <= other["left"] or other["right"] <= one["left"] or one["bottom"] <= other["top"]
                  or other["bottom"] <= one["top"], f"{name} lies over another: {one} {other}")
    same(window.panel("date").evaluate("frame => frame.offsetWidth"), width, "The width of Date's content")
    same(window.frames, {}, "What can be used meanwhile")
    seen = window.panel("date").bounding_box()
    check(abs(seen["x"] - cards["date"]["left"]) < 1 and abs(seen["width"] - cards["date"]["width"]) < 1,
          f"Date is at {seen}, its card at {cards['date']}.")


@scenario("a click on a spread-out panel brings it to the front, and everything else is where it was")
def choose(sitting):
    window = sitting.window().settled()
    for name, x in (("queue", 440), ("date", 500)):
        window.command("float", panel=name, frame={"x": x, "y": 300, "width": 400, "height": 300})
    window.settled()
    before = window.frames
    window.choose("All panels side by side")
    view(window, "is-exposed")
    window.page.locator(".expose-card[data-panel=queue]").click()
    view(window).settled()
    same(window.frames, before, "The panels")
    same(window.page.evaluate(FOCUS), "panel-queue", "The focus")
    tops = {panel["id"]: panel["z"] for panel in window.arrangement["panels"] if panel["z"]}
    check(tops["queue"] > tops["date"], f"The queue is not in front: {tops}")


@scenario("with keys alone: spread out, arrow keys between the panels, Enter; and Escape returns to the text")
def expose_by_keys(sitting):
    window = written(sitting)
    window.caret(12)
    window.press("Control+Alt+e")
    view(window, "is-exposed")
    first = window.page.evaluate("document.activeElement.dataset.panel")
    window.press("ArrowRight", "ArrowDown")
    second = window.page.evaluate("document.activeElement.dataset.panel")
    check(second and second != first, f"The arrows led from {first} to {second}.")
    window.press("Enter")
    view(window).settled()
    same(window.page.evaluate(FOCUS), f"panel-{second}", "The focus")
    window.press("Escape", "Control+Alt+e")
    view(window, "is-exposed")
    window.press("Escape")
    view(window).settled()
    same(window.page.evaluate(FOCUS), "body-text", "The focus")
    same(window.selection, [12, 12], "The caret")


@scenario("a click beside the spread-out panels goes back")
def expose_beside(sitting):
    window = sitting.window().settled()
    window.choose("All panels side by side")
    view(window, "is-exposed")
    layer = window.layer()
    window.page.mouse.click(layer["x"] + 4, layer["y"] + 4)
    view(window).settled()


@scenario("two taps with three fingers spread the panels out; two fingers do not")
def gesture(sitting):
    window = sitting.window(size=TABLET, has_touch=True).settled()
    session = window.page.context.new_cdp_session(window.page)

    def tap(count):
        points = [{"x": 200 + 60 * n, "y": 700, "id": n} for n in range(count)]
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    tap(2), tap(2)
    view(window)
    tap(3), tap(3)
    view(window, "is-exposed")


@scenario("only the text: every panel leaves the screen, the text has the room, and all come back exactly")
def zen(sitting):
    window = written(sitting)
    window.caret(20, 25)
    before = window.frames
    window.press("Control+Alt+z")
    view(window, "is-zen")
    layer = window.layer()
    same(window.frames, {}, "The panels that can be used")
    outside = window.page.evaluate("""() => [...document.querySelectorAll("panel-frame.is-covered")]
      .every(frame => { const { left, right } = frame.getBoundingClientRect(); return right <= 0 || left >= innerWidth })""")
    check(outside, "A panel is on the screen.")
    body = window.page.locator("post-editor").bounding_box()
    check(body["width"] == layer["width"] and body["height"] == layer["height"], f"The text is {body}.")
    same(window.page.evaluate(FOCUS), "body-text", "The focus")
    window.page.keyboard.type("X")
    window.press("Control+Alt+z")
    view(window).settled()
    same(window.frames, before, "The panels")
    check(window.text[20] == "X" and window.selection == [21, 21], f"{window.text[15:30]!r} {window.selection}")


@scenario("if the focused panel is hidden, the text gets the focus, and Escape brings the panels back")
def zen_focus(sitting):
    window = sitting.window().settled()
    window.bar("tags").focus()
    window.choose("Only the text")
    view(window, "is-zen")
    window.area.focus()
    window.press("Escape")
    view(window).settled()
    same(window.page.evaluate(FOCUS), "body-text", "The focus")


@scenario("under reduced motion panels are at their places at once")
def reduced(sitting):
    window = sitting.window(reduced_motion="reduce").settled()
    window.page.evaluate("""() => {
      window.moved = 0
      addEventListener("transitionrun", event => { if (event.target.closest("panel-frame")) window.moved += 1 }, true)
    }""")
    for keys, name in (("Control+Alt+e", "is-exposed"), ("Control+Alt+e", None), ("Control+Alt+z", "is-zen"),
                       ("Control+Alt+z", None)):
        window.press(keys)
        view(window, *([name] if name else []))
    same(window.page.evaluate("window.moved"), 0, "The ways of panels that were drawn")


@scenario("the name of a spread-out panel replaces its title bar, and covers none of its content", titled=True)
def names(sitting):
    window = written(sitting)
    window.open("posts", "targets", "queue", "media", "meta")
    window.press("Control+Alt+e")
    view(window, "is-exposed")
    for name in ("title", "date", "preview", "posts", "meta"):
        card = window.page.locator(f".expose-card[data-panel={name}]")
        label = card.locator(".expose-name").bounding_box()
        room = window.panel(name).locator(".panel-room").bounding_box()
        check(label["height"] >= 20, f"The name of {name} is {label['height']} high.")
        check(label["y"] + label["height"] <= room["y"] + 1, f"The name of {name} at {label} covers {room}.")
        expect(card.locator(".expose-name")).to_have_text(name.title())


@scenario("audit: one panel fills the window, all are spread out, all are hidden; light and dark")
def audited(sitting):
    for scheme in ("light", "dark"):
        window = written(sitting, color_scheme=scheme)
        for command, name, fields in (("maximise", "is-maximised", {"panel": "tags"}), ("expose", "is-exposed", {}),
                                      ("zen", "is-zen", {})):
            window.command(command, **fields)
            view(window, name)
            audit(window.page, f"{name}, {scheme}")
        window.command("zen")
        view(window)


@scenario("the toolbar's menu previews the panels in another size, and looking changes nothing", titled=True)
def another_size(sitting):
    window = sitting.window().settled()
    before = window.arrangement
    window.choose("See at another size…")
    dialog = window.page.locator("dialog.size-preview")
    expect(dialog).to_be_visible()
    expect(dialog.locator(".size-state")).to_have_text("Phone, 390 × 844")
    expect(dialog.locator("svg rect")).to_have_count(1)
    dialog.get_by_label("Large screen", exact=False).first.check()
    expect(dialog.locator("svg text", has_text="Preview")).to_have_count(1)
    expect(dialog.locator(".size-words")).to_contain_text("Title: Pinned top")
    window.press("ArrowUp")
    expect(dialog.locator(".size-state")).to_have_text("Laptop, 1366 × 900")
    audit(window.page, "the dialog of other sizes")
    window.press("Escape")
    expect(dialog).to_have_count(0)
    expect(window.page.locator(".panels-button")).to_be_focused()
    same(window.arrangement, before, "The window")
