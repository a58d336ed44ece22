"""The Outline panel: the sections of the text."""

from playwright.sync_api import expect
from scenario import check, same, scenario

TEXT = "Start\n\n# Tides\nwater\n\n## Ebb\nlow\n\n# Bread\nflour\n\n# Boats\n" + "wood\n" * 60


def outlined(sitting, text=TEXT, **options):
    window = sitting.window(sitting.write(text, title="Harbour"), **options).settled()
    window.open("outline")
    return window


def rows(window):
    return window.panel("outline").locator(".outline-row:visible .outline-title").all_inner_texts()


def row(window, title):
    return window.panel("outline").locator(".outline-row", has_text=title)


def link(window, title):
    return row(window, title).locator(".outline-link")


def taken_back(sitting, window):
    window.area.focus()
    window.press("Control+z")
    window.shows(TEXT)
    sitting.until(lambda: rows(window) == ["Tides", "Ebb", "Bread", "Boats"], lambda: f"taken back: {rows(window)}")


@scenario("the outline follows the text, shows the words of each section, and leads to it")
def leads(sitting):
    window = outlined(sitting)
    expect(window.panel("outline").locator(".outline-row")).to_have_count(4)
    same(rows(window), ["Tides", "Ebb", "Bread", "Boats"], "The sections")
    expect(row(window, "Tides").locator(".outline-words")).to_have_text("4")
    link(window, "Boats").click()
    expect(window.area).to_be_focused()
    same(window.selection, [TEXT.index("# Boats")] * 2, "The caret")
    expect(link(window, "Boats")).to_have_attribute("aria-current", "location")
    window.caret(len(TEXT))
    window.keys.insert_text("\n## Oars\n")
    expect(row(window, "Oars")).to_be_visible()
    row(window, "Tides").locator(".outline-fold").click()
    expect(row(window, "Ebb")).to_be_hidden()
    row(window, "Tides").locator(".outline-fold").click()
    expect(row(window, "Ebb")).to_be_visible()


@scenario("a section moves with its parts by key, button and pointer, nothing is lost, and one undo takes it back")
def moves(sitting):
    window = outlined(sitting)
    link(window, "Bread").focus()
    window.press("Alt+ArrowUp")
    expect(link(window, "Bread")).to_be_focused()
    expect(link(window, "Tides")).to_be_visible()
    sitting.until(lambda: rows(window) == ["Bread", "Tides", "Ebb", "Boats"], lambda: f"moved: {rows(window)}")
    same(window.text, TEXT.replace("# Bread\nflour\n\n", "").replace("# Tides", "# Bread\nflour\n\n# Tides"), "The text")
    taken_back(sitting, window)
    row(window, "Tides").hover()
    row(window, "Tides").get_by_role("button", name="Move the section down").click()
    sitting.until(lambda: rows(window) == ["Bread", "Tides", "Ebb", "Boats"], lambda: f"moved: {rows(window)}")
    taken_back(sitting, window)
    height = row(window, "Boats").bounding_box()["height"]
    row(window, "Tides").drag_to(row(window, "Boats"), target_position={"x": 60, "y": height - 3})
    sitting.until(lambda: rows(window) == ["Bread", "Boats", "Tides", "Ebb"], lambda: f"dragged: {rows(window)}")
    check(window.text.endswith("wood\n\n# Tides\nwater\n\n## Ebb\nlow\n"), window.text[-60:])
    same(sorted(filter(None, window.text.split("\n"))), sorted(filter(None, TEXT.split("\n"))), "The lines")
    window.saved()
    taken_back(sitting, window)


@scenario("an empty outline teaches, a change elsewhere appears, and a panel in its own window leads to the text")
def elsewhere(sitting):
    post = sitting.write("No heading yet.", title="Harbour")
    window = sitting.window(post).settled()
    window.open("outline")
    expect(window.panel("outline").locator(".panel-note")).to_contain_text("Headings appear here")
    sitting.rewrite(post, body="# One\na\n\n# Two\nb")
    expect(window.panel("outline").locator(".outline-row")).to_have_count(2)
    with window.page.expect_popup() as popup:
        window.command("popOut", panel="outline")
    away = popup.value
    away.locator(".outline-link", has_text="Two").click()
    same(window.selection, [9, 9], "The caret")
    away.locator(".outline-link", has_text="Two").press("Alt+ArrowUp")
    window.shows("# Two\nb\n\n# One\na")
