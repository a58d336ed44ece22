"""The command palette, and the list of keys."""

from playwright.sync_api import expect
from scenario import same, scenario


def palette(window):
    return window.page.locator("command-palette dialog")


@scenario("the palette finds a command by a few letters and runs it where the writer was")
def runs(sitting):
    window = sitting.window()
    window.type("a bold word")
    window.caret(2, 6)
    window.press("Control+Shift+P")
    field = palette(window).get_by_role("combobox")
    expect(field).to_be_focused()
    window.keys.type("bol")
    chosen = palette(window).locator("[aria-selected=true]")
    expect(chosen).to_have_text("BoldTextCtrl+B")
    expect(field).to_have_attribute("aria-activedescendant", chosen.get_attribute("id"))
    window.press("Enter")
    expect(palette(window)).to_be_hidden()
    expect(window.area).to_have_value("a **bold** word")
    expect(window.area).to_be_focused()
    window.press("Control+Shift+P")
    # Used last, so it is the first proposal.
    expect(palette(window).locator("[aria-selected=true]")).to_have_text("BoldTextCtrl+B")


@scenario("in a browser that stores nothing more the palette still runs commands")
def full(sitting):
    window = sitting.window()
    window.type("words")
    window.caret(0, 5)
    window.page.evaluate("""() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") } }""")
    window.press("Control+Shift+P")
    window.keys.type("ital")
    window.press("Enter")
    expect(window.area).to_have_value("*words*")


@scenario("F1, and “?” outside a field, list all keys; in the text “?” is a character")
def keys(sitting):
    window = sitting.window()
    window.type("Really?")
    expect(palette(window)).to_be_hidden()
    expect(window.area).to_have_value("Really?")
    window.press("F1")
    headings = palette(window).locator(".palette-heading")
    same(headings.all_inner_texts()[:2], ["Post", "Text"], "The first groups")
    expect(palette(window).get_by_role("group", name="Text", exact=True)).to_contain_text("Heading 1")
    window.press("Escape")
    expect(window.area).to_be_focused()
    window.page.locator("publish-button .publish").focus()
    window.press("Shift+?")
    expect(palette(window)).to_be_visible()
    window.keys.type("nothing is called like that")
    expect(palette(window)).to_contain_text("No command and no post has")
    window.press("Enter")
    expect(palette(window)).to_be_visible()


@scenario("the palette opens a post by its words, and the typed text stays with its own post")
def opens(sitting):
    sitting.write("All about herons.", title="Grey birds")
    window = sitting.window()
    window.type("New words")
    window.saved()
    window.press("Control+Shift+P")
    window.keys.type("herons")
    row = palette(window).get_by_role("option", name="Grey birds")
    expect(row).to_be_visible()
    window.press("Enter")
    expect(window.area).to_have_value("All about herons.")
    expect(palette(window)).to_be_hidden()
    same({one["excerpt"] for one in sitting.posts()}, {"New words", "All about herons."}, "The posts")


@scenario("while the daemon is away the palette still runs the page's commands")
def away(sitting):
    window = sitting.window()
    window.type("words")
    window.saved()
    window.caret(0, 5)
    sitting.expect("ERR_|Failed to load|EventSource")
    sitting.crash()
    window.press("Control+Shift+P")
    window.keys.type("strike")
    window.press("Enter")
    expect(window.area).to_have_value("~~words~~")
    sitting.daemon.start()
    window.saved()
