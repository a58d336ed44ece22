"""A window of the composer, as its author sees and uses it."""

import re
from contextlib import contextmanager

from playwright.sync_api import expect
from scenario import check

DRAWN = """() => document.querySelector("panel-layer")?.classList.contains("is-drawn")"""
FRAMES = """() => {
  const layer = document.querySelector("panel-layer").getBoundingClientRect()
  const frames = [...document.querySelectorAll("panel-frame")].filter(frame => !frame.inert)
  return Object.fromEntries(frames.map(frame => {
    const { x, y, width, height } = frame.getBoundingClientRect()
    const around = { x: x - layer.x, y: y - layer.y, width, height }
    return [frame.getAttribute("panel"), { ...around, place: frame.dataset.place, side: frame.dataset.side || null }]
  }))
}"""
# What the page shows, and why it may be about to change.
SHOWN = """() => {
  const layer = document.querySelector("panel-layer"), corner = layer.getBoundingClientRect()
  const { x, y, width, height } = document.querySelector("post-editor").getBoundingClientRect()
  const moves = layer.classList.contains("is-gliding")
    || document.getAnimations().some(one => one.playState === "running")
  return {
    pending: [moves && "things are on their way still", layer.isMeasured === false && "contents are still measured"]
      .filter(Boolean),
    frames: (FRAMES)(),
    body: { x: x - corner.x, y: y - corner.y, width, height },
  }
}""".replace("FRAMES", FRAMES)


MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}  # as in the browser's protocol


class Window:
    def __init__(self, sitting, page):
        self.sitting, self.page = sitting, page
        self.area = page.locator("#body-text")
        self.scroll = page.locator("#text-scroll")
        self.state = page.locator(".save-state")
        self.keys = page.keyboard
        self.mouse = Mouse(page)

    def go(self, path="/"):
        self.page.goto(self.sitting.address + path)
        self.drawn()
        return self

    def begin(self, path="/"):
        """Navigates to the page without waiting for its content."""
        self.page.goto(self.sitting.address + path, wait_until="commit")
        return self

    def painted(self):
        """Waits for the first paint. Before that Chromium handles no key, and a key press waits forever."""
        self.page.wait_for_function("() => performance.getEntriesByType('paint').length > 0")
        return self

    def drawn(self):
        self.page.wait_for_function(DRAWN)
        # Resources that are still loading would disturb the steps of a scenario.
        self.page.wait_for_load_state("load")
        return self

    def reload(self):
        self.page.reload()
        return self.drawn()

    # Writing

    def write(self, text):
        self.area.click()
        self.keys.insert_text(text)

    def type(self, text):
        self.area.focus()
        self.keys.type(text)

    def press(self, *keys):
        for key in keys:
            self.keys.press(key)

    @property
    def text(self):
        return self.area.input_value()

    def showing(self, text):
        """Waits until the post with this text is open. What is typed before that begins a new post."""
        self.sitting.until(lambda: self.text == text, lambda: f"the text is open: {self.text!r}")
        return self

    def saved(self):
        expect(self.state).to_have_text(re.compile(r"^Saved \d\d:\d\d$"))
        return self

    def shows(self, text):
        expect(self.area).to_have_value(text)
        return self

    def caret(self, start, end=None):
        self.area.evaluate("(area, [start, end]) => { area.focus(); area.setSelectionRange(start, end) }",
                           [start, start if end is None else end])

    @property
    def selection(self):
        return self.area.evaluate("area => [area.selectionStart, area.selectionEnd]")

    def notice(self, words):
        return self.page.locator("notice-board .notice", has_text=words)

    def button(self, name, within=None, exact=True):
        return (within or self.page).get_by_role("button", name=name, exact=exact)

    # Panels

    @property
    def id(self):
        return self.page.evaluate("sessionStorage.getItem('galley-window')")

    @property
    def arrangement(self):
        """The window as the daemon has it."""
        return self.sitting.desk.call("GET", f"/v1/windows/{self.id}")

    def panel(self, name):
        return self.page.locator(f"#panel-{name}")

    def tabs(self, name):
        """The titles of the tabs in the frame whose front panel is this one."""
        return self.page.locator(f"#panel-{name} [role=tab]").all_inner_texts()

    def tab(self, name):
        """The tab of a visible panel."""
        return self.page.locator(f"panel-frame:not([inert]) [role=tab][data-panel={name}]")

    def bar(self, name):
        return self.page.locator(f"#panel-{name} .panel-name")

    @property
    def frames(self):
        """The positions of the panels on the screen, from the layer's corner."""
        return self.page.evaluate(FRAMES)

    def place(self, name):
        """A panel's place in the daemon's words: its place, and its side if it is pinned."""
        panel = next(panel for panel in self.arrangement["panels"] if panel["id"] == name)
        return f"pinned {panel['side']}" if panel["place"] == "pinned" else panel["place"]

    def placed(self, name, place):
        """Waits until the daemon has the panel there and the page shows it there."""
        self.sitting.until(lambda: self.place(name) == place, lambda: f"{name} {place}; it is {self.place(name)}")
        return self.settled()

    def settled(self):
        """Waits until the page shows every panel where the daemon says it is."""
        self.sitting.until(lambda: not self.differences(), lambda: "; ".join(self.differences()))
        return self

    def differences(self):
        """The panels whose position on the screen differs from the daemon's, once they rest."""
        if pending := self.page.evaluate(SHOWN)["pending"]:
            return pending
        window = self.arrangement
        # Again, since what the daemon has now may just set things in motion.
        page = self.page.evaluate(SHOWN)
        if page["pending"]:
            return page["pending"]
        shown, body = page["frames"], page["body"]
        # A stack shows its front panel, in the frame of its leader.
        wanted = {(one.get("stack") or {}).get("selected", one["id"]): one
                  for one in window["panels"] if one["frame"] and one["place"] not in ("meta", "closed")}
        found = [f"{name} is shown and should not be" for name in shown.keys() - wanted.keys()]
        for name, panel in wanted.items():
            if name not in shown:
                found.append(f"{name} is not shown")
            elif far(shown[name], panel["frame"]):
                found.append(f"{name} stands at {brief(shown[name])}, the daemon says {brief(panel['frame'])}")
        if far(body, window["body"]):
            found.append(f"the text stands at {brief(body)}, the daemon says {brief(window['body'])}")
        return found

    def command(self, command, **fields):
        """Sends a command to this window from elsewhere, as `galley panel --window` does."""
        return self.sitting.desk.call("POST", f"/v1/windows/{self.id}/commands", {"command": command, **fields})

    def open(self, *names):
        """Opens panels with the toolbar's menu, unless they are open."""
        for name in names:
            if name not in self.frames:
                self.choose(name.title())
            self.page.wait_for_function("name => { const f = document.getElementById(`panel-${name}`);"
                                        " return f && !f.inert }", arg=name)
        return self.settled()

    def unfold(self):
        """Opens the fields of the Date panel, which takes one line at first."""
        if not self.page.locator("#date-day").is_visible():
            self.page.locator(".date-words").click()
        return self

    def choose(self, name):
        """Presses an item of the toolbar's menu of panels, or of the menu “Arrangements…” behind it."""
        self.page.locator(".panels-button").click()
        item = self.page.locator("panels-menu [role^=menuitem]", has=self.page.locator(f".menu-name:text-is('{name}')"))
        if not item.count():
            self.page.locator("panels-menu [role^=menuitem]", has_text="Arrangements…").click()
        item.click()

    # The mouse

    @contextmanager
    def holding(self, key):
        """Holds a key down, for the mouse too."""
        self.keys.down(key)
        self.mouse.modifiers = MODIFIERS[key]
        yield
        self.mouse.modifiers = 0
        self.keys.up(key)

    def grip(self, name):
        """The point on the page where a panel's title bar is grabbed."""
        box = self.bar(name).bounding_box()
        return box["x"] + min(20, box["width"] / 2), box["y"] + box["height"] / 2

    def drag(self, start, end, release=True, steps=8):
        mouse = self.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=steps)
        if release:
            mouse.up()

    def layer(self):
        return self.page.locator("panel-layer").bounding_box()


class Mouse:
    """The mouse, through the browser's own protocol.

    While a button is down, Playwright's mouse asks every frame after each move whether a native drag has begun there. A
    frame without scripts, such as the preview, never answers once the pointer has been over it, and the scenario hangs.
    """

    def __init__(self, page):
        self._page, self._session = page, None
        self._at, self._is_down = (0, 0), False
        self.modifiers = 0

    def move(self, x, y, steps=1):
        start = self._at
        for step in range(1, steps + 1):
            self._at = tuple(one + (other - one) * step / steps for one, other in zip(start, (x, y)))
            self._send("mouseMoved", "left" if self._is_down else "none")

    def down(self):
        self._is_down = True
        self._send("mousePressed", "left", clickCount=1)

    def up(self):
        self._is_down = False
        self._send("mouseReleased", "left", clickCount=1)

    def _send(self, kind, button, **more):
        self._session = self._session or self._page.context.new_cdp_session(self._page)
        self._session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": self._at[0], "y": self._at[1], "button": button, "buttons": int(self._is_down),
            "modifiers": self.modifiers, **more})


def far(one, other):
    return any(abs(one[name] - other[name]) > 1 for name in ("x", "y", "width", "height"))


def brief(frame):
    return f"{frame['x']:.0f},{frame['y']:.0f} {frame['width']:.0f}×{frame['height']:.0f}"


def no_sideways(window):
    """Checks that reading needs no scrolling in two directions."""
    wide = window.page.evaluate("""() => {
      const root = document.scrollingElement
      return root.scrollWidth > root.clientWidth + 1 ? [root.scrollWidth, root.clientWidth] : null
    }""")
    check(wide is None, f"The page is {wide and wide[0]} px wide in a window of {wide and wide[1]} px.")
