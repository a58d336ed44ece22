"""Back on a phone: it closes what was opened last, keeps what was typed, and then leads to the post before."""

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.index_detail import glance, row, seen
from behaviour.touch import phone


def back(window):
    window.page.evaluate("history.back()")


def shows(window, *names):
    window.sitting.until(lambda: list(window.frames) == list(names), lambda: f"{names} open; it is {window.frames}")
    window.settled()


def height(window):
    """How many entries of the history lie above the open post's own."""
    return window.page.evaluate("history.state?.height ?? 0")


def bar(window, name):
    window.page.locator("meta-bar").get_by_role("button", name=name, exact=True).tap()


@scenario("on a phone Back closes panels, menus and dialogs one by one, and keeps a half-typed tag")
def one_by_one(sitting):
    window = phone(sitting, post=sitting.write("Words.", title="Cod"))
    bar(window, "All panels")
    shows(window, "meta")
    window.panel("meta").get_by_role("button", name="Tags").tap()
    shows(window, "tags")
    window.page.locator("#tag-text").fill("travel")
    window.page.locator(".panels-button").tap()
    window.page.locator("panels-menu").get_by_role("menuitem").last.tap()
    palette = window.page.locator("command-palette").get_by_role("combobox")
    expect(palette).to_be_focused()
    sitting.until(lambda: height(window) == 3, "list, panel and dialog have entries")
    back(window)
    expect(palette).to_be_hidden()
    same(list(window.frames), ["tags"], "What is open behind the dialog")
    back(window)
    shows(window, "meta")
    back(window)
    shows(window)
    same(height(window), 0, "The entries above the post's")
    expect(window.area).to_have_value("Words.")
    sitting.until(lambda: sitting.only_post()["tags"] == ["travel"], "the tag is kept")
    window.page.evaluate("""() => new Promise(resolve => {
      addEventListener("popstate", resolve, { once: true })
      history.forward()
    })""")
    sitting.until(lambda: height(window) == 0, "forward there is nothing")
    for _ in range(3):
        bar(window, "Tags")
        shows(window, "tags")
        window.panel("tags").get_by_role("button", name="Close Tags").tap()
        shows(window)
        sitting.until(lambda: height(window) == 0, "its entry is gone")
    length = window.page.evaluate("history.length")
    bar(window, "Date")
    shows(window, "date")
    same(window.page.evaluate("history.length"), length, "The entries with one panel open")
    window.reload().settled()
    back(window)
    shows(window)
    expect(window.area).to_have_value("Words.")


@scenario("on a phone a post over its list has one way back; opened from there, Back leads to the post before")
def posts(sitting):
    first, other = (sitting.write(f"All about {name}.", title=name) for name in ("Cod", "Bass"))
    window = phone(sitting, post=first)
    bar(window, "Posts")
    shows(window, "posts")
    # Two quick taps in one place would be a double one.
    row(window, "Cod").tap()
    seen(window, "detail")
    arrows = window.panel("posts").locator(".panel-back, .detail-back").locator("visible=true")
    expect(arrows).to_have_text(["Posts"])
    back(window)
    seen(window, "index")
    expect(arrows).to_have_text(["Panels"])
    row(window, "Bass").tap()
    seen(window, "detail")
    window.button("Open", glance(window)).tap()
    window.showing(other["body"])
    shows(window)
    sitting.until(lambda: height(window) == 0, "nothing is open above it")
    back(window)
    window.showing(first["body"])
    check(window.page.url.endswith(first["id"]), f"The address is {window.page.url}.")
    shows(window)
