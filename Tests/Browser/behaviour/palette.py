"""The command palette, and the list of keys."""

from behaviour.arriving import Held
from playwright.sync_api import expect
from scenario import check, same, scenario


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
    expect(palette(window).get_by_role("option", name="Search…")).to_have_count(0)


@scenario("what another window writes while the palette is open goes into the text, and not into the palette's field")
def written_elsewhere(sitting):
    post = sitting.write("One\nTwo", title="Tides")
    window = sitting.window(post).showing("One\nTwo")
    window.caret(3)
    window.press("Control+Shift+P")
    window.keys.type("bol")
    sitting.rewrite(post, body="Zero\nOne\nTwo")
    window.shows("Zero\nOne\nTwo")
    expect(palette(window).get_by_role("combobox")).to_have_value("bol")
    window.press("Escape")
    expect(window.area).to_be_focused()
    same(window.selection, [8, 8], "The caret")


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


@scenario("every command that a window offers runs without an error, on a desk and on a phone")
def all_run(sitting):
    # A command that follows another at once may be based on the arrangement before it.
    # On a slow machine the last key is too long ago for a choice of files.
    sitting.expect("409", "File chooser dialog can only be shown with a user activation")
    post = sitting.write("One\n\nTwo", title="Tides")
    for size in ((1366, 900), (390, 844)):
        window = sitting.window(post, size=size).settled()
        ran = window.page.evaluate("""async () => {
          const { commands } = document.querySelector("post-editor"), ran = []
          for (const { id } of [...commands.all]) {
            if (/^(post\.new|page\.signOut|setting\..*)$/.test(id) || !commands.run(id)) continue
            ran.push(id)
            await new Promise(requestAnimationFrame)
            for (const one of document.querySelectorAll("dialog[open]")) one.close()
            for (const one of document.querySelectorAll(":popover-open")) one.hidePopover()
          }
          return ran }""")
        check(len(ran) > 40, f"Only these ran: {ran}")


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
    expect(palette(window)).to_contain_text("No post, command or setting has")
    window.press("Enter")
    expect(palette(window)).to_be_visible()


@scenario("“All keys…” in the palette lists them, and a command that a narrow window lacks is not available there")
def from_palette(sitting):
    window = sitting.window(sitting.write("Words"), size=(600, 900)).settled()
    window.area.focus()
    window.press("Control+Shift+P")
    window.keys.type("all keys")
    window.press("Enter")
    expect(palette(window).get_by_role("group", name="Text", exact=True)).to_be_visible()
    window.keys.type("lock the panels")
    expect(palette(window).locator("[aria-selected=true]")).to_have_attribute("aria-disabled", "true")
    window.press("Escape")
    expect(palette(window)).to_be_hidden()
    expect(window.area).to_be_focused()


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


@scenario("“Search…” is one list of posts, commands and settings, the best hit first, and switches a setting")
def one_list(sitting):
    sitting.write("## The *dark* months\n\nWords.")
    window = sitting.window()
    window.button("Search…").click()
    field, chosen = palette(window).get_by_role("combobox"), palette(window).locator("[aria-selected=true]")
    expect(field).to_have_attribute("placeholder", "Posts, commands, settings")
    recent = palette(window).get_by_role("group", name="Posts", exact=True)
    expect(recent.get_by_role("option")).to_have_text(["The dark months" + "Draft"])
    window.keys.type("dark")
    expect(palette(window).locator(".palette-heading")).to_have_text(["Settings", "Posts"])
    expect(chosen).to_have_text("Colours: Dark")
    hint = palette(window).locator(".palette-hint")
    expect(hint).to_be_visible()
    # What the writer went to stays chosen when posts arrive.
    window.press("ArrowDown")
    expect(hint).to_be_hidden()
    window.press("Enter")
    expect(window.area).to_have_value("## The *dark* months\n\nWords.")
    expect(window.area).to_be_focused()
    window.press("Control+Shift+P")
    window.keys.type("theme dark")
    expect(chosen).to_have_text("Colours: Dark")
    window.press("Enter")
    expect(window.page.locator("html")).to_have_attribute("data-theme", "dark")
    window.press("Control+Shift+P")
    window.keys.type("theme dark")
    expect(chosen).to_have_text("Colours: Dark" + "On now")
    sitting.until(lambda: sitting.desk.call("GET", "/v1/preferences")["theme"] == "dark", "the daemon keeps it")


@scenario("while the daemon is away the palette still runs the page's commands", own="stops the daemon")
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


def change(window, command, *keys):
    """Gives a command another key, in the palette."""
    window.press("Control+Shift+P")
    window.keys.type(command)
    expect(palette(window).locator("[aria-selected=true] .palette-title")).to_have_text(command)
    window.press("F2")
    expect(palette(window).locator(".palette-hint")).to_contain_text(f"The next key is for “{command}”")
    window.press(*keys)


@scenario("a command gets a key of the writer's choice, in every window and for good, and its usual one again")
def bound(sitting):
    window = sitting.window()
    other = sitting.window(context=window.page.context)
    change(window, "Bold", "Control+Alt+B")
    chosen = palette(window).locator("[aria-selected=true] kbd")
    expect(chosen).to_have_text("Ctrl+Alt+B")
    window.press("Escape")
    window.write("one")
    window.press("Control+a", "Control+b")
    expect(window.area).to_have_value("one")
    window.press("Control+Alt+b")
    expect(window.area).to_have_value("**one**")
    same(sitting.desk.call("GET", "/v1/keys")["items"], [{"name": "text.bold", "text": "Mod+Alt+B"}], "What is kept")
    other.press("F1")
    expect(palette(other)).to_contain_text("BoldCtrl+Alt+B")
    window.reload()
    change(window, "Bold", "Delete")
    expect(chosen).to_have_text("Ctrl+B")
    same(sitting.desk.call("GET", "/v1/keys")["items"], [], "What is kept")


@scenario("a key has one command: another that had it has none, and keys that type or that browsers keep are refused")
def single(sitting):
    context = sitting.browser()
    window = sitting.window(context=context)
    hint = palette(window).locator(".palette-hint")
    change(window, "Save now", "x")
    expect(hint).to_contain_text("has a meaning in the text")
    window.press("Control+z")
    expect(hint).to_contain_text("edits the text")
    window.press("Control+w")
    expect(hint).to_contain_text("keeps this key for itself")
    held = Held(context, r"/v1/keys\?")
    window.press("Control+b")
    sitting.until(lambda: held.has_one, "the page asks for the keys")
    check("has the key" not in hint.inner_text(), "The page says so before it uses the key.")
    held.release()
    expect(hint).to_have_text("“Save now” has the key of “Bold” now.")
    window.press("Escape")
    window.write("one")
    window.press("Control+a", "Control+b")
    expect(window.area).to_have_value("one")
    change(window, "Save now", "Backspace")
    expect(palette(window).locator("[aria-selected=true] kbd")).to_have_count(0)
    window.press("Escape")
    window.press("Control+b")
    expect(window.area).to_have_value("**one**")


@scenario("Settings leads to the list of keys, where a click changes one, and Escape leaves it as it is")
def clicked(sitting):
    window = sitting.window()
    window.open("settings")
    window.button("Change keys…", window.panel("settings")).click()
    row = palette(window).get_by_role("option", name="Publish…")
    row.hover()
    row.locator("[data-change]").click()
    expect(palette(window).locator(".palette-hint")).to_contain_text("The next key is for “Publish…”")
    window.press("Escape")
    expect(palette(window)).to_be_visible()
    expect(palette(window).locator(".palette-hint")).to_contain_text("F2")
    same(sitting.desk.call("GET", "/v1/keys")["items"], [], "What is kept")
    window.press("Escape")
    expect(palette(window)).to_be_hidden()
