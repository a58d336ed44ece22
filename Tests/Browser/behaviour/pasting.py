"""Pasting from other programs: text, lists, footnotes and code arrive as they were meant."""

from playwright.sync_api import expect
from scenario import check, same, scenario

# Browsers clean what a page writes to the clipboard, but not what other programs write. So the event is made here; whether
# the page handles it is the answer, and if not, a browser pastes the plain text.
PASTE = """(area, kinds) => {
  const transfer = new DataTransfer()
  for (const [kind, text] of Object.entries(kinds)) transfer.setData(kind, text)
  return !area.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: transfer }))
}"""

TABLE = "<table><tr><td>day</td><td>high</td></tr><tr><td>Mon</td><td>6</td></tr></table>"
MIXED = (f'<h2>Tides</h2><p>High <b>water</b>, <a href="https://example.org/t">low</a>.</p><ul><li>a</li><ul><li>b</li></ul>'
         f"<li>c</li></ul>{TABLE}<p>End</p>")
CODE = ("<meta charset='utf-8'><div style=\"font-family: 'Droid Sans Mono', monospace;white-space: pre;\"><div><span style=\""
        "font-style: italic;\">if</span> a_b {</div><div>    <span style=\"font-weight: bold;\">run</span>(*x)</div><div>}</div></div>")


def paste(window, plain, html, **more):
    window.area.focus()
    return window.area.evaluate(PASTE, {"text/plain": plain, "text/html": html, **more})


def pasted(window, plain, html, markdown, **more):
    window.area.focus()
    window.press("Control+a", "Delete")
    paste(window, plain, html, **more)
    window.shows(markdown)


@scenario("a table among a text is a table of that text, and only cells alone are pasted as cells")
def mixed(sitting):
    window = sitting.window()
    pasted(window, "Tides\nHigh water, low.\n• a\n◦ b\n• c\nday\thigh\nMon\t6\nEnd", MIXED,
           "## Tides\n\nHigh **water**, [low](https://example.org/t).\n\n- a\n  - b\n- c\n\n"
           "| day | high |\n| --- | --- |\n| Mon | 6 |\n\nEnd")
    pasted(window, "day\thigh\nMon\t6", TABLE, "| day | high |\n| --- | ---: |\n| Mon | 6 |\n")
    window.saved()


@scenario("code from an editor is pasted as code in its language, and Markdown from an editor as it is")
def code(sitting):
    window = sitting.window()
    plain = "if a_b {\n    run(*x)\n}"
    pasted(window, plain, CODE, f"```\n{plain}\n```")
    pasted(window, plain, CODE, f"```swift\n{plain}\n```", **{"vscode-editor-data": '{"version":1,"mode":"swift"}'})
    window.saved()
    is_handled = paste(window, plain, CODE, **{"vscode-editor-data": '{"version":1,"mode":"markdown"}'})
    check(not is_handled, "The page does more than to paste the plain text.")


@scenario("a word processor's numbers and footnotes are numbers and footnotes, beside those that the text has")
def word(sitting):
    def item(mark, words):
        return ("<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>"
                f"<span>{mark}</span><span>&nbsp;</span></span>{words}</p>")

    html = (item("1.", "One") + item("2.", 'Two<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a>')
            + '<hr><div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> Note</p></div>')
    window = sitting.window(sitting.write("A[^1]\n\n[^1]: B\n\n")).showing("A[^1]\n\n[^1]: B\n\n")
    window.caret(len("A[^1]\n\n[^1]: B\n\n"))
    paste(window, "1. One\n2. Two[1]\n[1] Note", html)
    window.shows("A[^1]\n\n[^1]: B\n\n1. One\n2. Two[^2]\n\n[^2]: Note")
    window.saved()
    window.open("preview")
    page = window.page.frame_locator("preview-panel iframe").first
    expect(page.locator("section.footnotes li")).to_have_count(2)
    same(page.locator("ol").first.locator("> li").count(), 2, "The number of items")
