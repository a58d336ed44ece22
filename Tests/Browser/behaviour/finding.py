"""Finding and replacing in the open post: marked hits, one undo, and expressions that never end."""

import re

from behaviour.audit import audit
from playwright.sync_api import expect
from scenario import check, same, scenario

TIDES = "The tide rises. Tides fall.\n\nA tide turns."
# The text of the ranges of a layer.
DRAWN = """name => [...CSS.highlights.get(`text-${name}`)].map(
  range => range.startContainer.data.slice(range.startOffset, range.endOffset))"""


def drawn(window, name):
    return sorted(window.page.evaluate(DRAWN, name))


def bar(window):
    return window.page.locator("find-bar")


def state(window):
    return window.page.locator(".find-state")


def field(window, name="Find in the text"):
    return window.page.get_by_role("textbox", name=name, exact=True)


def finding(sitting, text, words, keys="Control+f", **options):
    window = sitting.window(**options)
    window.write(text)
    window.caret(0)
    window.press(keys)
    expect(field(window)).to_be_focused()
    window.keys.insert_text(words)
    return window


def replacing(window, words):
    window.press("Control+h")
    expect(field(window, "Replace with")).to_be_focused()
    window.keys.insert_text(words)


@scenario("Ctrl+F marks all hits, and Enter goes from one to the next and around the end")
def found(sitting):
    window = finding(sitting, TIDES, "tide")
    expect(state(window)).to_have_text("1 of 3")
    same((drawn(window, "hit-here"), drawn(window, "hit")), (["tide"], ["Tide", "tide"]), "The marks")
    for selection in ([16, 20], [31, 35], [4, 8]):
        window.press("Enter")
        window.sitting.until(lambda: window.selection == selection, lambda: f"{selection}; it is {window.selection}")
    window.press("Shift+Enter")
    expect(state(window)).to_have_text("3 of 3")
    expect(field(window)).to_be_focused()
    window.press("Escape")
    expect(bar(window)).to_be_hidden()
    expect(window.area).to_be_focused()
    same((window.selection, drawn(window, "hit"), drawn(window, "hit-here")), ([31, 35], [], []), "What is left")


@scenario("case, whole words and a part of the text narrow what is found, also in a post that opens meanwhile")
def narrowed(sitting):
    window = finding(sitting, TIDES, "tide")
    window.button("Whole words").click()
    expect(state(window)).to_have_text("1 of 2")
    window.button("Whole words").click()
    window.button("Match case").click()
    expect(state(window)).to_have_text("1 of 2")
    window.button("Match case").click()
    window.caret(0, 27)
    window.button("In the selection").click()
    expect(state(window)).to_have_text("1 of 2")
    window.button("In the selection").click()
    window.caret(0)
    window.button("In the selection").click()
    expect(state(window)).to_have_text("Select a part of the text first.")
    # A part of a post that opened while the search was open stays the part.
    window.press("Control+Alt+n")
    window.write("One tide\nTwo tides\nLow tide")
    window.caret(0, 8)
    window.button("In the selection").click()
    expect(state(window)).to_have_text("1 of 1")
    replacing(window, "wave")
    window.button("Replace all").click()
    window.shows("One wave\nTwo tides\nLow tide")


@scenario("in the field Ctrl+F is the browser's own, and elsewhere it takes the selected word")
def own(sitting):
    window = finding(sitting, TIDES, "fall")
    window.page.evaluate("addEventListener('keydown', event => { globalThis.wasTaken = event.defaultPrevented })")
    window.press("Control+f")
    same(window.page.evaluate("wasTaken"), False, "Whether the page took the second Ctrl+F")
    window.caret(31, 35)
    window.press("Control+f")
    same(window.page.evaluate("wasTaken"), True, "Whether the page took Ctrl+F in the text")
    expect(field(window)).to_have_value("tide")


@scenario("Replace changes one hit and goes on; Replace all is one step of undo and is saved")
def replaced(sitting):
    window = finding(sitting, TIDES, "tide")
    replacing(window, "wave")
    expect(state(window)).to_have_text("1 of 3")
    window.press("Enter")
    window.shows(TIDES.replace("tide", "wave", 1))
    expect(state(window)).to_have_text("1 of 2")
    window.button("Replace all").click()
    window.shows("The wave rises. waves fall.\n\nA wave turns.")
    expect(state(window)).to_have_text("Replaced 2 hits.")
    expect(window.area).to_be_focused()
    window.press("Control+z")
    window.shows(TIDES.replace("tide", "wave", 1))
    window.press("Control+z")
    window.shows(TIDES)
    # What was typed into the open search is not among the steps of the text.
    window.press("Control+z")
    window.shows("")
    expect(window.area).to_be_focused()
    window.press("Control+Shift+z", "Control+Shift+z", "Control+Shift+z")
    window.saved()
    same(sitting.only_post()["body"], "The wave rises. waves fall.\n\nA wave turns.", "What was saved")


@scenario("the caret in the search stays where it is while others write in the text")
def found_meanwhile(sitting):
    post = sitting.write("The tide rises.")
    window = sitting.window(post).showing("The tide rises.")
    window.area.focus()
    window.press("Control+f")
    window.keys.type("abc")
    window.press("Home", "ArrowRight")
    sitting.rewrite(post, body="Now the tide rises.")
    window.shows("Now the tide rises.")
    window.keys.type("X")
    expect(field(window)).to_have_value("aXbc")


@scenario("Ctrl+Z after a search takes back what was written before it, and the palette's “Undo typing” does, too")
def undone(sitting):
    window = finding(sitting, TIDES, "tide")
    replacing(window, "wave")
    window.press("Escape")
    window.press("Control+z")
    window.shows("")
    window.press("Control+Shift+z")
    window.shows(TIDES)
    window.press("Control+Shift+p")
    window.keys.type("bold")
    window.press("Escape")
    # The dialog says that it is closed in a task of its own.
    expect(window.area).to_be_focused()
    window.press("Control+z")
    window.shows("")
    window.press("Control+Shift+z", "Control+Shift+p")
    window.keys.type("undo typing")
    window.press("Enter")
    window.shows("")


@scenario("Tab goes from the words to their replacement, and from there to the buttons that replace")
def tabs(sitting):
    for size in ((1366, 900), (390, 700)):
        window = finding(sitting, TIDES, "tide", keys="Control+h", size=size)
        window.press("Tab")
        expect(field(window, "Replace with")).to_be_focused()
        window.press("Shift+Tab")
        expect(field(window)).to_be_focused()
        tops = [one.bounding_box()["y"] for one in (
            field(window), window.button("In the selection"), field(window, "Replace with"), window.button("Replace"))]
        check(tops[0] <= tops[1] < tops[2] <= tops[3], f"The rows are at {tops}.")


@scenario("a regular expression replaces by groups, and one that is none says so")
def expressions(sitting):
    window = finding(sitting, "Rye, Ann\nRoe, Bob", "(", keys="Control+h")
    window.button("Regular expression").click()
    expect(state(window)).to_have_text("Not a regular expression: Unterminated group.")
    field(window).fill(r"^(\w+), (\w+)$")
    expect(state(window)).to_have_text("1 of 2")
    field(window, "Replace with").fill("$2 $1")
    window.button("Replace all").click()
    window.shows("Ann Rye\nBob Roe")


@scenario("an expression that would run forever is ended, and writing and finding go on")
def hostile(sitting):
    window = finding(sitting, "a" * 60 + "b", "(a+)+$", keys="Control+h")
    window.button("Regular expression").click()
    window.type("x")
    window.shows("x" + "a" * 60 + "b")
    expect(state(window)).to_have_text("This expression takes too long on this text. Make it more precise.")
    window.button("Replace all").click()
    window.shows("x" + "a" * 60 + "b")
    field(window).fill("a+b")
    expect(state(window)).to_have_text("1 of 1")


@scenario("a replacement while the daemon is killed is kept, and saved once when the daemon is back", own="stops the daemon")
def killed(sitting):
    text = "tide\n\n" * 2000
    # Given a long post, in which Chromium's own `insertText` would take minutes
    post = sitting.write(text)
    window = sitting.window(post).shows(text)
    window.press("Control+h")
    field(window).fill("tide")
    field(window, "Replace with").fill("wave")
    expect(state(window)).to_have_text("1 of 2,000")
    sitting.crash()
    window.button("Replace all").click()
    window.shows(text.replace("tide", "wave"))
    expect(window.state).to_contain_text("daemon is away")
    sitting.daemon.start()
    expect(window.state).to_have_text(re.compile("^Saved"), timeout=15_000)
    same((sitting.only_post()["id"], sitting.only_post()["body"]), (post["id"], text.replace("tide", "wave")), "What was saved")
    window.press("Control+z")
    window.shows(text)


@scenario("a replacement by a writer who is signed out is kept, and saved once after signing in again",
          own="counts failed sign-ins")
def signed_out(sitting):
    sitting.expect("status of 401")
    context = sitting.browser()
    window = finding(sitting, TIDES, "tide", keys="Control+h", context=context)
    window.saved()
    for session in sitting.desk.call("GET", "/v1/sessions")["items"]:
        sitting.desk.call("DELETE", f"/v1/sessions/{session['id']}")
    field(window, "Replace with").fill("wave")
    window.button("Replace all").click()
    expect(window.state).to_contain_text("galley open")
    window.shows("The wave rises. waves fall.\n\nA wave turns.")
    other = context.new_page()
    other.goto(sitting.link())
    expect(other.locator("#body-text")).to_be_visible()
    other.close()
    window.press("Control+z")
    window.shows(TIDES)
    window.press("Control+Shift+z")
    expect(window.state).to_have_text(re.compile("^Saved"), timeout=20_000)
    same(sitting.only_post()["body"], "The wave rises. waves fall.\n\nA wave turns.", "What was saved")


@scenario("a replacement over many lines keeps every space, tab, sign and empty line, in one step")
def many_lines(sitting):
    text = "  two  spaces\ta tab <b>&amp;</b> \u00a0 \u2028 é e\u0301 😀\n\n\n- tide  \n" * 100
    window = finding(sitting, text, " tide  \n", keys="Control+h")
    window.button("Regular expression").click()
    field(window).fill(r" tide  \n")
    field(window, "Replace with").fill(r" <i>wave</i>&lt;\n\n")
    expect(state(window)).to_have_text("1 of 100")
    window.button("Replace all").click()
    window.shows(text.replace(" tide  \n", " <i>wave</i>&lt;\n\n"))
    window.press("Control+z")
    window.shows(text)


@scenario("a replacement that is typed while the search runs is the one that is used")
def typed_meanwhile(sitting):
    window = finding(sitting, TIDES, "a", keys="Control+h")
    window.page.evaluate("""fields => {
      for (const [name, words] of fields) {
        const field = document.querySelector(name)
        field.value = words
        field.dispatchEvent(new InputEvent("input", { bubbles: true }))
      } }""", [["#find-words", "tide"], ["[aria-label='Replace with']", "wave"]])
    expect(state(window)).to_have_text("3 of 3")
    window.button("Replace all").click()
    window.shows(TIDES.replace("tide", "wave").replace("Tide", "wave"))


@scenario("audit: finding and replacing, light, dark and narrow")
def audited(sitting):
    for options in ({}, {"color_scheme": "dark"}, {"size": (390, 700)}):
        window = finding(sitting, TIDES, "tide", keys="Control+h", **options)
        expect(state(window)).to_have_text("1 of 3")
        audit(window.page, f"Finding {options}")
        check(window.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "The page is too wide.")


@scenario("in forced colours the hits are visible in the system's colours, and so is the chosen tab of the preview")
def forced_colours(sitting):
    window = sitting.window(sitting.write("One sea, two sea"), forced_colors="active").settled()
    window.open("preview")
    window.caret(0)
    window.press("Control+f")
    window.keys.type("sea")
    expect(window.page.locator("#find-state")).to_contain_text("2")
    copy = window.page.locator(".line-copy")
    expect(copy).to_have_css("visibility", "visible")
    colours = copy.evaluate("""copy => ["hit", "hit-here"].map(name => {
      const style = getComputedStyle(copy, `::highlight(text-${name})`)
      const probe = document.body.appendChild(document.createElement("i"))
      probe.style.cssText = `forced-color-adjust: none; color: ${name === "hit" ? "Mark" : "Highlight"}`
      return style.backgroundColor === getComputedStyle(probe).color
    })""")
    same(colours, [True, True], "Which highlights have the system's colours")
    widths = window.page.locator("preview-panel .tab").evaluate_all(
        "tabs => tabs.map(tab => [tab.ariaSelected, getComputedStyle(tab).borderBottomWidth])")
    check(len({width for _, width in widths}) == 2, f"The tabs look alike: {widths}")
    toggles = window.page.locator("find-bar .find-toggle")
    toggles.first.click()
    window.area.focus()
    expect(toggles.first).to_have_css("outline-style", "solid")
    expect(toggles.nth(1)).to_have_css("outline-style", "none")
