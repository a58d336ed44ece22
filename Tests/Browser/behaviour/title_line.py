"""The title as the first line of the document."""

from playwright.sync_api import expect
from scenario import check, same, scenario


def titled(sitting, post=None, **options):
    """A window in which the Title panel is closed; a phone's is closed already."""
    window = sitting.window(post, **options).settled()
    if "title" in window.frames:
        window.command("close", panel="title")
    return window.settled()


def line(window):
    return window.page.locator("#post-title")


def selection(window):
    return line(window).evaluate("line => [line.selectionStart, line.selectionEnd]")


@scenario("the title is the first line of the document, and is saved while it is typed")
def first(sitting):
    window = titled(sitting)
    line(window).click()
    window.keys.type("Tides\nHigh water")
    expect(window.area).to_be_focused()
    window.shows("High water").saved()
    post = sitting.only_post()
    same([post["title"], post["body"]], ["Tides", "High water"], "The post")
    expect(window.page.frame_locator("page-view iframe").locator("h1.post-title")).to_have_text("Tides")
    sitting.rewrite(post, title="Ebb")
    expect(line(window)).to_have_value("Ebb")


@scenario("several lines pasted into the title become one, in one step of undo")
def pasted(sitting):
    context = sitting.browser(permissions=["clipboard-read", "clipboard-write"])
    window = titled(sitting, sitting.write("Words", title="Tides "), context=context)
    window.page.evaluate("navigator.clipboard.writeText('high\\r\\n\\nand low')")
    line(window).click()
    window.press("End", "Control+v")
    expect(line(window)).to_have_value("Tides high and low")
    window.press("Control+z")
    expect(line(window)).to_have_value("Tides ")


@scenario("what another window writes in the title while the writer is in it is a step of undo, and the caret stays")
def written_elsewhere(sitting):
    post = sitting.write("Words", title="Tides")
    window = titled(sitting, post)
    line(window).click()
    window.press("End")
    window.keys.type(" today")
    window.saved()
    sitting.rewrite(post, title="Spring tides today")
    expect(line(window)).to_have_value("Spring tides today")
    same(selection(window), [18, 18], "The caret")
    window.press("Control+z")
    expect(line(window)).to_have_value("Tides today")
    sitting.until(lambda: sitting.desk.post(post["id"])["title"] == "Tides today", "the title is saved as it was")


@scenario("Enter and the arrows lead from the title to the text, arrows and Backspace back, and nothing is deleted")
def keys(sitting):
    window = titled(sitting, sitting.write("One\nTwo", title="Tides and bread"))
    line(window).focus()
    window.press("Home", "ArrowDown")
    expect(window.area).to_be_focused()
    same(window.selection, [0, 0], "The caret in the text")
    for key in ("Backspace", "ArrowUp", "ArrowLeft"):
        window.caret(0)
        window.press(key)
        expect(line(window)).to_be_focused()
        same(selection(window), [15, 15], f"The caret after {key}")
    window.caret(2)
    window.press("ArrowUp")
    expect(line(window)).to_be_focused()
    window.caret(5)
    window.press("ArrowUp")
    expect(window.area).to_be_focused()
    window.press("Backspace")
    window.shows("ne\nTwo")
    window.press("Home", "Shift+ArrowUp")
    expect(window.area).to_be_focused()
    expect(line(window)).to_have_value("Tides and bread")


@scenario("while the Title panel is open the document has no title of its own; in “only the text” it has")
def either(sitting):
    window = sitting.window(sitting.write("Words", title="Tides")).settled()
    window.open("title")
    expect(line(window)).to_be_hidden()
    window.caret(0)
    window.press("ArrowUp", "Backspace")
    expect(window.area).to_be_focused()
    window.press("Control+Alt+z")
    expect(line(window)).to_be_visible()
    window.press("Control+Alt+z")
    expect(line(window)).to_be_hidden()
    window.command("close", panel="title")
    window.settled()
    expect(line(window)).to_be_visible()
    line(window).fill("Ebb")
    window.open("title")
    expect(window.page.locator("#title-text")).to_have_value("Ebb")


@scenario("on a phone the title stands above the text and scrolls with it, with the text's measure in every size")
def measure(sitting):
    post = sitting.write("\n\n".join(f"Paragraph {number}" for number in range(90)), title="A title of words " * 6)
    for size in ((390, 844), (820, 1180), (1366, 768), (1920, 1080)):
        window = titled(sitting, post, size=size)
        edges = window.page.evaluate("""() => ["#post-title", "#body-text"].map(name => {
          const field = document.querySelector(name), style = getComputedStyle(field)
          return [field.clientLeft + parseFloat(style.paddingLeft), field.scrollHeight - field.clientHeight] })""")
        same(edges[0], edges[1], f"Edge and hidden height at {size}")
        above = line(window).bounding_box()
        check(above["y"] + above["height"] <= window.area.bounding_box()["y"] + 1, "The title covers the text.")
        window.scroll.evaluate("view => { view.scrollTop = 600 }")
        check(line(window).bounding_box()["y"] < above["y"] - 500, "The title does not scroll.")


@scenario("a title typed before the page's scripts have loaded begins a post with the text typed after it")
def early(sitting):
    context, held = sitting.browser(), []
    context.route("**/composer.js", lambda route: held.append(route))
    window = sitting.window(context=context, waits=False).painted()
    line(window).focus()
    window.keys.type("Early")
    sitting.until(lambda: held, "the page asks for its script")
    held[0].continue_()
    window.drawn()
    window.type("Bird")
    window.saved()
    post = sitting.only_post()
    same([post["title"], post["body"]], ["Early", "Bird"], "The post")
