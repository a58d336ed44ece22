"""Menus: every item does something wherever its panel stands, and keys reach every item."""

from desk import Refused
from playwright.sync_api import expect
from scenario import check, same, scenario

FLOATING = {"command": "float", "panel": "queue", "frame": {"x": 600, "y": 300, "width": 400, "height": 320}}
TABS = {"command": "stack", "panel": "tags", "with": "date"}
AT_A_BUTTON = {"command": "popover", "panel": "queue", "anchor": "panels",
               "frame": {"x": 1200, "y": 0, "width": 40, "height": 30}}
EMPTY = {"command": "closeAllPinned"}


def sheet(edge, **more):
    return {"command": "sheet", "panel": "queue", "edge": edge, **more}


# The places of a panel: the panel, and the commands that bring it there from its default place.
PLACES = {
    "floating": ("queue", FLOATING),
    "pinned in a column": ("date",),
    "pinned in a row, alone": ("title", {"command": "pin", "panel": "title", "side": "top"}),
    "a sheet on the left": ("queue", EMPTY, sheet("left")),
    "a sheet on the right": ("queue", EMPTY, sheet("right")),
    "a sheet at the top": ("queue", EMPTY, sheet("top")),
    "a sheet at the bottom, before all": ("queue", EMPTY, sheet("bottom", isModal=True)),
    "the first tab of a pinned stack": ("date", TABS, {"command": "raise", "panel": "date"}),
    "another tab of a pinned stack": ("tags", TABS),
    "beside its strip": ("date", {"command": "collapseSide", "side": "right"}, {"command": "peek", "panel": "date"}),
    "at a button": ("queue", AT_A_BUTTON),
    "filling the window": ("queue", EMPTY, sheet("bottom"), {"command": "maximise", "panel": "queue"}),
    "locked": ("date", {"command": "lock", "panel": "date"}),
    "in Meta": ("date", {"command": "collapse", "panel": "date"}, {"command": "open", "panel": "meta"},
                {"command": "show", "panel": "meta", "item": "date"}),
}
ON_A_PHONE = {"open": ("date", {"command": "open", "panel": "date"})}

# A new window looks like the one that was arranged last.
AT_FIRST = [{"command": "detach"}, {"command": "unlock"}, {"command": "load", "name": "With panels"}]


def standing(sitting, size, steps):
    """A window in which the panel stands there, independent of other windows."""
    made = sitting.desk.call("POST", "/v1/windows", {"label": "A menu's", "width": size[0], "height": size[1]})
    commands = f"/v1/windows/{made['id']}/commands"
    for step in [*AT_FIRST, *steps]:
        try:
            made = sitting.desk.call("POST", commands, step)["window"]
        except Refused as refused:
            check(step in AT_FIRST, f"{step}: {refused.problem['detail']}")
    return commands, made


def looks(window):
    """The visible parts of a window."""
    return {name: window.get(name) for name in
            ("follows", "body", "panels", "strips", "view", "isLocked", "lockedSides", "separators")}


def is_undone(sitting, commands, before):
    """Undoes the step; undo does not cover a temporary view, or the view that it replaced."""
    try:
        return looks(sitting.desk.call("POST", commands, {"command": "undo"})["window"]) == looks(before)
    except Refused:
        return False


def offered_at(sitting, window, panel):
    """The enabled items of the panel's menu and of “Stack with…”."""
    menu = sitting.desk.call("GET", f"/v1/windows/{window['id']}/panels/{panel}/menu")
    found = [item for section in [*menu["sections"], menu["mates"]] for item in section["items"]]
    return [item for item in found if "command" in item and "reason" not in item]


@scenario("each item that a panel's menu offers has a visible effect where the panel stands")
def items(sitting):
    idle = []
    for size, places in (((1600, 1000), PLACES), ((390, 800), ON_A_PHONE)):
        for place, (panel, *steps) in places.items():
            commands, before = standing(sitting, size, steps)
            offered = offered_at(sitting, before, panel)
            check(len(offered) > 4, f"{place}: there is {offered}.")
            for item in offered:
                try:
                    after = sitting.desk.call("POST", commands, item["command"])["window"]
                except Refused as refused:
                    idle.append(f"{place}, {item['id']}: {refused.problem['detail']}")
                    continue
                if looks(after) == looks(before):
                    idle.append(f"{place}, {item['id']}: nothing is seen of it")
                if not is_undone(sitting, commands, before):
                    commands, before = standing(sitting, size, steps)
    same(idle, [], "What should not be offered there")


class Menu:
    """The open menu, used with keys alone."""

    def __init__(self, window, within):
        self.window, self.element = window, window.page.locator(f"{within} command-menu:popover-open")
        expect(self.element).to_be_visible()
        expect(self.element).not_to_have_attribute("aria-busy", "true")
        self.names = self.element.evaluate("""menu => [...menu.querySelectorAll("button")]
          .map(one => one.getAttribute("aria-label") ?? one.querySelector(".menu-name").textContent)""")

    @property
    def at(self):
        return self.element.evaluate(
            "menu => [...menu.querySelectorAll('button')].indexOf(document.activeElement)")

    def press(self, *keys):
        self.window.press(*keys)
        return self.at

    def walk(self):
        """Down all rows and along each, to both ends, and by first letters."""
        names, last = self.names, len(self.names) - 1
        same((self.press("End"), self.press("Home")), (last, 0), "The ends")
        reached, line = set(), 0
        while line not in reached:
            reached.add(line)
            here = line
            while (beside := self.press("ArrowRight")) != here:
                reached.add(here := beside)
            while here != line:
                here = self.press("ArrowLeft")
            line = self.press("ArrowDown")
        same(line, 0, "What comes after the last line")
        same([name for at, name in enumerate(names) if at not in reached], [], "What no arrow reaches")
        same(self.press("ArrowUp", "ArrowDown"), 0, "What comes before the first line, and after that")
        for letter in sorted({name[0].lower() for name in names if name[0].isalpha()}):
            found = names[self.press("Home", letter)]
            check(found[0].lower() == letter, f"{letter} leads to {found}.")


@scenario("arrow keys and letters reach every item of every menu; Home, End and Escape work")
def by_keys(sitting):
    window = sitting.window().settled()
    window.command("stack", panel="tags", **{"with": "date"})
    window.settled()
    bar, tab = window.bar("preview"), window.tab("tags")
    button = window.page.locator(".panels-button")

    def choose(within, words):
        window.keys.type(words)
        window.press("Enter")
        return Menu(window, within)

    def opened(origin, within, *words):
        origin.focus()
        window.press("Enter")
        menu = Menu(window, within)
        for one in words:
            menu = choose(within, one)
        return menu

    for origin, within, *words in (
            (bar, "panel-layer"), (bar, "panel-layer", "stack"), (tab, "panel-layer"),
            (button, "panels-menu"), (button, "panels-menu", "look")):
        menu = opened(origin, within, *words)
        menu.walk()
        window.press("Escape")
        expect(menu.element).to_have_count(0)
        expect(origin).to_be_focused()


@scenario("keys pressed before a menu has its items are applied to them, and reach nothing else")
def early_keys(sitting):
    window, held = sitting.window().settled(), []
    window.page.route("**/menu", lambda route: held.append(route))
    before = window.frames["date"]
    window.bar("date").focus()
    window.press("Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    waiting = window.page.locator("panel-layer command-menu[aria-busy]")
    expect(waiting).to_be_focused()
    sitting.until(lambda: held, "The page asks for the menu")
    same(window.frames["date"], before, "Where Date stands while the menu waits")
    held.pop().continue_()
    window.placed("date", "pinned bottom")
    expect(window.bar("date")).to_be_focused()
    window.press("Enter")
    sitting.until(lambda: held, "The page asks again")
    window.press("Escape")
    expect(window.bar("date")).to_be_focused()
    held.pop().continue_()
    expect(window.page.locator("command-menu:popover-open")).to_have_count(0)


@scenario("without the daemon a panel has no menu, and a notice says when it will have one")
def without_the_daemon(sitting):
    window = sitting.window().settled()
    sitting.expect("net::ERR_FAILED")
    window.page.route("**/menu", lambda route: route.abort())
    window.bar("date").focus()
    window.press("Enter")
    expect(window.notice("Panels can be arranged again when the daemon answers.")).to_be_visible()
    expect(window.page.locator("command-menu:popover-open")).to_have_count(0)
    expect(window.bar("date")).to_be_focused()
