"""The help of keys while typing: lists, lines, marks. Each help is one step of the browser's own undo."""

import re

from playwright.sync_api import expect
from scenario import check, same, scenario


def filled(sitting, text, start=None, end=None):
    """A window with a text that was inserted at once, and a caret or selection in it."""
    window = sitting.window()
    window.write(text)
    window.caret(len(text) if start is None else start, end)
    return window


def one_step(window, before, after):
    """The text is `after`; one undo makes it `before`, and one redo makes it `after` again."""
    window.shows(after)
    window.press("Control+z")
    window.shows(before)
    window.press("Control+Shift+z")
    window.shows(after)


@scenario("Enter in a numbered list numbers the following items, and one undo takes back both")
def numbers(sitting):
    before = "1. milk\n2. bread"
    window = filled(sitting, before, 7)
    window.press("Enter")
    one_step(window, before, "1. milk\n2. \n3. bread")
    window.saved()
    same(sitting.only_post()["body"], "1. milk\n2. \n3. bread", "What was saved")


@scenario("deleting and cutting items numbers the following ones, and what was cut is in the clipboard")
def removed(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(context=context)
    before = "1. milk\n2. bread\n3. salt"
    window.write(before)
    window.caret(8, 17)
    window.press("Delete")
    one_step(window, before, "1. milk\n2. salt")
    window.press("Control+z")
    window.caret(8, 17)
    window.press("Control+x")
    one_step(window, before, "1. milk\n2. salt")
    same(window.page.evaluate("navigator.clipboard.readText()"), "2. bread\n", "The clipboard")


@scenario("Tab and Shift-Tab move an item, and the keys for brackets do the same")
def items(sitting):
    before = "- milk\n- bread"
    window = filled(sitting, before)
    window.press("Tab")
    one_step(window, before, "- milk\n  - bread")
    window.press("Shift+Tab")
    window.shows(before)
    window.press("Control+]")
    window.shows("- milk\n  - bread")
    window.press("Control+[")
    window.shows(before)
    expect(window.area).to_be_focused()


@scenario("Tab leaves a text without items, and after Escape it leaves an item, too")
def leaving(sitting):
    window = filled(sitting, "milk")
    window.press("Tab")
    expect(window.area).not_to_be_focused()
    window.shows("milk")
    window.caret(0, 0)
    window.keys.type("- ")
    window.press("Tab")
    expect(window.area).to_be_focused()
    expect(window.page.locator("live-announcer")).to_contain_text("Escape, then Tab leaves the text.")
    window.press("Escape", "Tab")
    expect(window.area).not_to_be_focused()
    window.caret(2)
    window.press("Escape", "Shift+Tab")
    expect(window.area).not_to_be_focused()
    window.shows("- milk")


@scenario("a mark typed on a selection is put around it, and one undo takes it away")
def around(sitting):
    window = filled(sitting, "the tide", 4, 8)
    for sign, after in (("*", "the *tide*"), ("_", "the _tide_"), ("`", "the `tide`"), ("(", "the (tide)"),
                        ("[", "the [tide]"), ('"', 'the "tide"'), ("'", "the 'tide'"), ("~", "the ~tide~"),
                        ("=", "the =tide="), ("”", "the “tide”"), ("»", "the «tide»")):
        window.keys.type(sign)
        one_step(window, "the tide", after)
        window.press("Control+z")
        window.caret(4, 8)
    window.keys.type("**")
    window.shows("the **tide**")
    same(window.selection, [6, 10], "The selection")


@scenario("keys make headings, quotes, code, strokes and tasks, each in one step")
def lines(sitting):
    window = filled(sitting, "tide", 0, 4)
    for key, after in (("Control+Alt+2", "## tide"), ("Control+Shift+Period", "> tide"), ("Control+e", "`tide`"),
                       ("Control+Shift+x", "~~tide~~"), ("Control+Shift+l", "- [ ] tide"),
                       ("Control+Shift+Digit7", "1. tide"), ("Control+Shift+Digit8", "- tide")):
        window.press(key)
        one_step(window, "tide", after)
        window.press("Control+z")
        window.caret(0, 4)


@scenario("Alt with an arrow moves a line, an item or a paragraph, with its selection, in one step")
def moved(sitting):
    before = "One\n\nTwo\n\n1. a\n2. b"
    window = filled(sitting, before, 5, 8)
    window.press("Alt+ArrowUp")
    one_step(window, before, "Two\n\nOne\n\n1. a\n2. b")
    window.caret(len(before))
    window.press("Alt+ArrowUp")
    window.shows("Two\n\nOne\n\n1. b\n2. a")
    same(window.selection, [14, 14], "The caret")


@scenario("a footnote is inserted from the list of commands with its words at the end, in one step")
def footnotes(sitting):
    before = "High water[^1] and low water.\n\n[^1]: At noon."
    window = filled(sitting, before, before.index(" water."))
    window.press("Control+Shift+p")
    window.keys.type("footnote")
    window.press("Enter")
    after = "High water[^1] and low[^2] water.\n\n[^1]: At noon.\n[^2]: "
    window.shows(after)
    same(window.selection, [len(after)] * 2, "The caret")
    one_step(window, before, after)


@scenario("a table is aligned from the list of commands, in one step, for the same readers' table")
def table(sitting):
    before = "Tides\n\nday|high\n-|-:\nMonday|6\n`a\\|b`|c\\|d"
    window = filled(sitting, before, before.index("nday"))
    rendered = window.page.frame_locator("page-view iframe").locator("table")
    expect(rendered.locator("tr")).to_have_count(3)
    html = rendered.inner_html()

    def align():
        window.press("Control+Shift+p")
        window.keys.type("align table")
        window.press("Enter")

    align()
    after = "Tides\n\n| day    | high |\n| ------ | ---: |\n| Monday |    6 |\n| `a\\|b` | c\\|d |"
    window.shows(after)
    same(window.selection, [after.index("nday")] * 2, "The caret")
    window.saved()
    plain = re.compile(r' data-sourcepos="[^"]*"')
    sitting.until(lambda: rendered.locator("td").first.inner_text() == "Monday", "the preview has the table")
    same(plain.sub("", rendered.inner_html()), plain.sub("", html), "The readers' table")
    one_step(window, before, after)
    window.caret(0)
    align()
    expect(window.notice("There is no table at the caret.")).to_be_visible()
    window.shows(after)


@scenario("three hyphens stay as they are typed, also before Enter")
def hyphens(sitting):
    window = sitting.window()
    window.type("one\n\n---\n- - -\ntwo -- three...")
    window.shows("one\n\n---\n- - -\ntwo -- three...")


@scenario("while an input method composes, no help changes the text")
def composing(sitting):
    window = filled(sitting, "1. a\n2. b", 4)
    method = window.page.context.new_cdp_session(window.page)
    method.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    # Keys that the input method may use for itself.
    composed = """area => {
      const press = (key, code, more) => area.dispatchEvent(new KeyboardEvent("keydown",
        { key, code, isComposing: true, bubbles: true, cancelable: true, ...more }))
      const type = (inputType, data) => area.dispatchEvent(new InputEvent("beforeinput",
        { inputType, data, isComposing: true, bubbles: true, cancelable: true }))
      return [press("Tab", "Tab"), press("1", "Digit1", { ctrlKey: true, altKey: true }),
        press("ArrowUp", "ArrowUp", { altKey: true }), type("insertLineBreak", null), type("insertText", "*")]
    }"""
    same(window.area.evaluate(composed), [True] * 5, "What the browser may do itself")
    same(window.text, "1. aに\n2. b", "The text while it is composed")
    method.send("Input.insertText", {"text": "日"})
    window.shows("1. a日\n2. b").saved()
    check(sitting.only_post()["body"] == "1. a日\n2. b", "What was saved differs.")


@scenario("a key that an input method uses means nothing else, in any field")
def keys_of_a_method(sitting):
    window = filled(sitting, "1. a\n2. b", 4)
    window.open("tags")
    # WebKit sends the Enter that accepts a word after the composition, with the code 229 alone.
    for more in ("isComposing: true, keyCode: 229", "keyCode: 229"):
        press = f"""field => ["Enter", "Escape", "Tab", "ArrowDown"].map(key => field.dispatchEvent(
          new KeyboardEvent("keydown", {{ key, code: key, bubbles: true, cancelable: true, {more} }})))"""
        for field, words in ((window.area, None), (window.page.locator("#post-title"), "題"), (window.page.locator(".tag-text"), "海")):
            if words:
                field.fill(words)
            same(field.evaluate(press), [True] * 4, f"What the browser may do itself in {field}")
            if words:
                expect(field).to_have_value(words)
        window.press("Control+Shift+P")
        palette = window.page.locator("command-palette dialog")
        same(palette.get_by_role("combobox").evaluate(press), [True] * 4, "What it may do in the palette")
        expect(palette).to_be_visible()
        window.press("Escape")
        expect(palette).to_be_hidden()
    window.shows("1. a\n2. b")


# Edits that the page makes: the text, the writer's selection, and what the writer does.
EDITS = (
    ("1. milk\n2. bread\n3. salt", (9, 9), "Enter"), ("1. milk\n2. bread\n3. salt", (11, 11), "Backspace"),
    ("1. milk\n2. bread\n3. salt", (8, 17), "Delete"), ("- milk\n- bread", (9, 9), "Tab"),
    ("One\n\nTwo\n\nThree", (6, 6), "Alt+ArrowUp"), ("One\n\nTwo\n\nThree", (1, 2), "Alt+ArrowDown"),
    ("the tide", (4, 8), "Control+b"), ("the tide", (5, 5), "Control+Alt+2"), ("the tide", (4, 8), "*"),
    ("1. milk\n" * 30, (3, 3), "Control+Shift+Digit8"), ("- milk\n- ", (9, 9), "Enter"))


@scenario("after undo of whatever the page did, the selection is the writer's again, and after redo where it was")
def undone(sitting):
    window = sitting.window()
    for text, selection, key in EDITS:
        window.area.click()
        window.press("Control+a", "Delete")
        window.keys.insert_text(text)
        window.caret(*selection)
        window.press(key)
        after, there = window.text, window.selection
        check(after != text, f"{key} changed nothing in {text!r}.")
        window.press("Control+z")
        same((window.text, window.selection), (text, list(selection)), f"After undo of {key} in {text!r} it")
        window.press("Control+Shift+z")
        same((window.text, window.selection), (after, there), f"After redo of {key} in {text!r} it")
        window.press("Control+z")
        window.keys.type("x")
        start, end = selection
        same(window.text, text[:start] + "x" + text[end:], f"With a letter after undo of {key}, the text")


@scenario("undo of a replacement and of a moved section keeps the caret and the view of a long text")
def undone_far(sitting):
    text = "# One\n\n" + "wood\n\n" * 200 + "# Two\n\n" + "wood\n\n" * 200
    window = sitting.window(sitting.write(text, title="Harbour")).settled()
    window.open("outline")
    window.caret(700)
    window.press("ArrowRight")
    top = window.scroll.evaluate("element => element.scrollTop")
    row = window.panel("outline").locator(".outline-row", has_text="Two")
    row.hover()
    row.get_by_role("button", name="Move the section up").click()
    check(window.text != text, "The section has not moved.")
    window.area.focus()
    window.press("Control+z")
    window.shows(text)
    same(window.selection, [701, 701], "The caret after the section")
    same(window.scroll.evaluate("element => element.scrollTop"), top, "The view after the section")
    window.press("Control+h")
    window.keys.insert_text("wood")
    window.page.get_by_role("textbox", name="Replace with", exact=True).fill("tide")
    window.button("Replace all").click()
    window.shows(text.replace("wood", "tide"))
    at = window.selection
    window.press("Control+z")
    window.shows(text)
    check(window.selection[1] - window.selection[0] == 4, f"{window.selection} is selected after undo; it was {at}.")


# Copies a table as a spreadsheet does.
COPY = """([plain, html]) => navigator.clipboard.write([new ClipboardItem({
  "text/plain": new Blob([plain], { type: "text/plain" }), "text/html": new Blob([html], { type: "text/html" }) })])"""


@scenario("cells of a spreadsheet are pasted as a table, in one step, and with Shift or in code as they are")
def spreadsheet(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(context=context)
    cells = "day\thigh|low\nMon\t6"
    window.write("Tides")
    window.page.evaluate(COPY, [cells, "<table><tr><td>day<td>high|low<tr><td>Mon<td>6</table>"])
    window.press("Control+v")
    one_step(window, "Tides", "Tides\n\n| day | high\\|low |\n| --- | ---: |\n| Mon | 6 |\n")
    window.press("Control+z")
    window.shows("Tides")
    window.press("Control+Shift+v")
    window.shows("Tides" + cells)
    window.press("Control+a", "Delete")
    window.keys.insert_text("```\n\n```")
    window.caret(4)
    window.press("Control+v")
    window.shows(f"```\n{cells}\n```")


@scenario("rich text is pasted as Markdown; one undo leaves its words, and with Shift or in code it is pasted as it is")
def rich(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(sitting.write("Start.\n\n```\n\n```\n"), context=context).showing("Start.\n\n```\n\n```\n")
    html = '<h2>Tides</h2><p>High <b>water</b> at <a href="https://example.org/nine">nine</a>.</p><ul><li>one</li></ul>'
    plain = "Tides\nHigh water at nine.\none"
    window.page.evaluate(COPY, [plain, html])
    window.caret(len("Start."))
    window.press("Control+v")
    markdown = "## Tides\n\nHigh **water** at [nine](https://example.org/nine).\n\n- one"
    rest = "\n\n```\n\n```\n"
    window.shows(f"Start.\n\n{markdown}{rest}")
    window.keys.insert_text("!")
    window.shows(f"Start.\n\n{markdown}!{rest}")
    window.press("Control+z", "Control+z")
    window.shows(f"Start.{plain}{rest}")
    window.press("Control+z")
    window.shows(f"Start.{rest}")
    window.press("Control+Shift+v")
    window.shows(f"Start.{plain}{rest}")
    window.press("Control+z")
    window.caret(len("Start.\n\n```\n"))
    window.press("Control+v")
    window.shows(f"Start.\n\n```\n{plain}\n```\n")
    window.saved()


@scenario("rich text keeps the blanks at its ends, one cell is plain, and a list goes on in an empty item")
def rich_places(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(context=context)
    for text, plain, html, after in (
            ("one", " bold tail", "<span> </span><b>bold</b><span> tail</span>", "one **bold** tail"),
            ("- one\n- ", "a\nb", "<ul><li>a</li><li>b</li></ul>", "- one\n- a\n- b"),
            ("# ", "Tides", "<h2>Tides</h2>", "## Tides"),
            ("one ", "A", "<table><tr><td><b>A</b></td></tr></table>", "one A")):
        window.area.click()
        window.press("Control+a", "Delete")
        window.keys.insert_text(text)
        window.page.evaluate(COPY, [plain, html])
        window.press("Control+v")
        window.shows(after)
        if after != text + plain:
            window.press("Control+z")
            window.shows(text + plain)
            same(window.selection, [len(text + plain)] * 2, "The caret after undo")


@scenario("rich text becomes Markdown also if the writer goes on elsewhere in the text meanwhile")
def rich_meanwhile(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(sitting.write("One\n\nTwo "), context=context).showing("One\n\nTwo ")
    window.page.evaluate(COPY, ["High water", "<p>High <b>water</b></p>"])
    held = []
    window.page.route("**/v1/conversions", lambda route: held.append(route))
    window.caret(len("One\n\nTwo "))
    window.press("Control+v")
    sitting.until(lambda: held, "the page asks for the Markdown")
    window.caret(3)
    window.keys.type(" and a half")
    held.pop().continue_()
    window.shows("One and a half\n\nTwo High **water**")
    same(window.selection, [14, 14], "The caret")


@scenario("rich text that is pasted while the daemon is away keeps its words, and the page says what is missing",
          own="stops the daemon")
def rich_away(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = sitting.window(sitting.write("Start. "), context=context)
    window.settled()
    window.page.evaluate(COPY, ["High water", "<p>High <b>water</b></p>"])
    sitting.crash()
    window.caret(len("Start. "))
    window.press("Control+v")
    window.shows("Start. High water")
    expect(window.notice("The text was pasted without its links and emphasis.")).to_be_visible()
    sitting.daemon.start()
    window.saved()
