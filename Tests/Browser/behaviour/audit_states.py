"""The accessibility audit in every state of the panels: one row for each, so that they can be counted."""

from dataclasses import dataclass, field

from behaviour.audit import TEXT, audit
from playwright.sync_api import expect
from scenario import scenario

WIDE = {"size": (1366, 900)}
TABLET = {"size": (1180, 820), "has_touch": True}
PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}
SMALL = {"size": (320, 568), "has_touch": True, "is_mobile": True}
ZOOMED = {"size": (341, 225)}  # a window of 1366 × 900 at 400 %
DARK = {"color_scheme": "dark"}
ARABIC = "مرحبا بالعالم.\n\n- واحد\n- اثنان\n\nHello in English."
FLOATING = {"x": 460, "y": 200, "width": 360, "height": 420}


@dataclass
class State:
    """The steps that bring a new desk into the state: commands to the daemon and presses by the author."""

    name: str
    window: dict
    steps: list = field(default_factory=list)
    is_arabic: bool = False


def command(name, **fields):
    return lambda window: window.command(name, **fields)


def key(*keys):
    return lambda window: window.press(*keys)


def shown(selector):
    return lambda window: expect(window.page.locator(selector).first).to_be_visible()


# With its items, which come from the daemon.
MOVE_MENU = "panel-layer command-menu:not([aria-busy])"


def button(name):
    return lambda window: window.button(name).first.click()


def strip_name(name):
    return lambda window: window.page.locator(f".strip-name:text-is('{name}')").click()


def chosen(*names):
    """Items of the toolbar's menu; the second one is in the menu that the first one opens."""
    def choose(window):
        window.choose(names[0])
        for name in names[1:]:
            item = window.page.locator(f".menu-name:text-is('{name}')")
            window.page.locator("panels-menu [role^=menuitem]", has=item).click()
    return choose


def toolbar_menu(window):
    window.page.locator(".panels-button").click()


STACK = [command("stack", panel=panel, **{"with": "date"}) for panel in ("tags", "queue", "targets")]
COLLAPSED = [command("collapseSide", side=side) for side in ("left", "right", "top")]
IN_META = [command("collapse", panel=panel) for panel in ("title", "date", "tags")]
MIRRORED = [chosen("Right to left"), shown("html[dir=rtl]")]

STATES = [
    State("a stack on a side", WIDE, STACK),
    State("a stack that floats, too narrow for its tabs", WIDE,
          [*STACK, command("float", panel="date", frame={**FLOATING, "width": 280})]),
    State("the list of a stack's tabs", WIDE,
          [*STACK, command("float", panel="date", frame={**FLOATING, "width": 280}), button("All tabs")]),
    State("strips on three sides", WIDE, COLLAPSED),
    State("a panel looked at beside its strip", WIDE, [*COLLAPSED, strip_name("Date"), shown("#panel-date")]),
    State("strips in the dark, for fingers", {**TABLET, **DARK}, COLLAPSED),
    State("all side by side", WIDE, [command("open", panel="queue"), key("Control+Alt+e"), shown(".expose-card")]),
    State("all side by side, with a stack and a sheet, in the dark", {**WIDE, **DARK},
          [*STACK, command("sheet", panel="posts", edge="bottom"), key("Control+Alt+e"), shown(".expose-card")]),
    State("a popover", WIDE, [chosen("Look at a panel here…", "Targets"), shown("#panel-targets")]),
    State("a panel that fills the window", WIDE, [command("maximise", panel="date"), shown(".is-maximised")]),
    State("a stack that fills the window, in the dark", {**WIDE, **DARK},
          [*STACK, command("maximise", panel="targets"), shown(".is-maximised")]),
    State("only the text", WIDE, [key("Control+Alt+z"), shown("panel-layer.is-zen")]),
    State("a locked panel and a locked side", WIDE,
          [command("lock", panel="title"), command("lock", side="right"), shown(".panel-lock:not([hidden])")]),
    State("everything locked, in the dark", {**WIDE, **DARK}, [command("lock"), shown(".panel-lock:not([hidden])")]),
    State("the Move menu of a pinned panel", WIDE, [button("Move Preview…"), shown(MOVE_MENU)]),
    State("the Move menu of a locked panel", WIDE,
          [command("lock", panel="date"), button("Move Date…"), shown(MOVE_MENU)]),
    State("the toolbar's menu", WIDE, [toolbar_menu, shown("panels-menu command-menu")]),
    State("the question for a name", WIDE, [chosen("Save arrangement as…"), shown("dialog")]),
    State("how it would stand in another size, in the dark", {**WIDE, **DARK},
          [chosen("See at another size…"), shown("dialog svg")]),
    State("Meta with three panels", WIDE, [*IN_META, command("open", panel="meta")]),
    State("Meta with one of its panels beside its list", WIDE,
          [*IN_META, command("open", panel="meta"),
           command("float", panel="meta", frame={**FLOATING, "width": 720}), button("Show Date here"),
           shown("#panel-date")]),
    State("an empty Meta", WIDE, [command("open", panel="meta")]),
    State("floating panels, one over the other", {**WIDE, **DARK},
          [command("float", panel="date", frame=FLOATING), command("open", panel="posts")]),
    State("a sheet from the left, low", TABLET,
          [command("closeAllPinned"), command("sheet", panel="queue", edge="left", state="tip")]),
    State("a sheet from the right, low, in the dark", {**TABLET, **DARK},
          [command("closeAllPinned"), command("sheet", panel="queue", edge="right", state="tip")]),
    State("a modal sheet with what is behind it", TABLET,
          [command("sheet", panel="tags", edge="bottom", isModal=True)]),
    State("right to left, with an Arabic post", WIDE,
          [*MIRRORED, command("open", panel="posts"), command("open", panel="targets")], is_arabic=True),
    State("right to left, strips and a stack, in the dark", {**WIDE, **DARK},
          [*MIRRORED, *STACK, command("collapseSide", side="left")], is_arabic=True),
    State("right to left, the Move menu", WIDE,
          [*MIRRORED, button("Move Preview…"), shown(MOVE_MENU)], is_arabic=True),
    State("right to left, on a phone", PHONE, [*MIRRORED, command("open", panel="posts")], is_arabic=True),
    State("the toolbar's menu on a phone, longer than the window", PHONE,
          [toolbar_menu, shown("panels-menu command-menu")]),
    State("the Move menu of a sheet on a phone", PHONE,
          [command("open", panel="date"), button("Move Date…"), shown(MOVE_MENU)]),
    State("a small phone, with targets", SMALL, [command("open", panel="targets")]),
    State("a window at 400 %", ZOOMED, [command("open", panel="date")]),
    State("a window at 400 %, with its menu", {**ZOOMED, **DARK}, [toolbar_menu, shown("panels-menu command-menu")]),
    State("the outline, a section with its buttons", WIDE,
          [command("open", panel="outline"), lambda window: window.panel("outline").locator(".outline-link").first.focus()]),
    State("the history, a version with its changes, in the dark", {**WIDE, **DARK},
          [command("open", panel="history"), shown(".history-row"),
           lambda window: window.keys.insert_text("Words. "),
           lambda window: window.page.locator(".history-row").last.click(), shown(".history-change")]),
    State("the history on a phone", PHONE, [command("open", panel="history"), shown(".history-row")]),
    State("finding in all posts", WIDE, [key("Control+Shift+f"),
          lambda window: window.page.locator("#everywhere-words").fill("one"), shown(".everywhere-row")]),
    State("finding in all posts, at 400 % in the dark", {**ZOOMED, **DARK}, [key("Control+Shift+f"),
          lambda window: window.page.locator("#everywhere-words").fill("one"),
          lambda window: window.page.locator("#everywhere-replacement").fill("a"), shown(".everywhere-row")]),
    State("completions at the caret", {**WIDE, **DARK},
          [lambda window: window.area.focus(), lambda window: window.keys.type(" :sun"), shown(".completion-row")]),
    State("several posts selected", WIDE, [command("open", panel="posts"), shown(".post-row"),
          lambda window: window.button("Select", window.panel("posts")).click(),
          lambda window: window.page.locator(".post-pick").first.check()]),
    State("several posts selected on a phone, to be tagged", {**PHONE, **DARK}, [command("open", panel="posts"), shown(".post-row"),
          lambda window: window.button("Select", window.panel("posts")).click(),
          lambda window: window.page.locator(".post-pick").first.check(),
          lambda window: window.button("Tag…").click()]),
    State("the notes and the details", WIDE, [command("open", panel="notes"), command("open", panel="details"), shown(".setting")]),
    State("the details on a phone, in the dark", {**PHONE, **DARK}, [command("open", panel="details"), shown(".setting")]),
    State("the settings", WIDE, [command("open", panel="settings"), shown(".setting")]),
    State("the settings on a phone, chosen dark", PHONE,
          [command("open", panel="settings"), lambda window: window.page.get_by_label("Colours").select_option("dark")]),
    State("less motion, all side by side", {**WIDE, "reduced_motion": "reduce"},
          [key("Control+Alt+e"), shown(".expose-card")]),
    State("forced colours", {**WIDE, "forced_colors": "active"}, [*STACK, command("open", panel="posts")]),
]


def reach(sitting, state):
    """A window in this state."""
    fields = {"title": "رسالة من البحر", "language": "ar"} if state.is_arabic else {"title": "Tides and bread"}
    post = sitting.write(ARABIC if state.is_arabic else TEXT, tags=["sea", "bread"], **fields)
    window = sitting.window(post, **state.window).settled()
    for step in state.steps:
        step(window)
    # A temporary view differs from the arrangement; its own step waits for it.
    if window.page.locator("panel-layer:is(.is-exposed, .is-maximised, .is-zen)").count() == 0:
        window.settled()
    return window


for one in STATES:
    scenario(f"audit: {one.name}", titled=True)(lambda sitting, state=one: audit(reach(sitting, state).page, state.name))
