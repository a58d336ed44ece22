"""A panel in a browser window of its own: two real pages, one draft."""

import re

from behaviour.audit import audit
from playwright.sync_api import expect
from scenario import same, scenario


def popped(sitting, name="title"):
    """A window and the page of one of its panels."""
    window = sitting.window().settled()
    window.bar(name).focus()
    with window.page.expect_popup() as opened:
        window.press("Enter")
        window.page.get_by_role("menuitem", name="Pop out into a window").click()
    child = opened.value
    expect(child.locator(f"{name}-panel")).to_be_visible()
    window.placed(name, "away")
    return window, child


@scenario("a panel opens in a browser window of its own, both show what is typed in either, and it is saved once",
          titled=True)
def typed(sitting):
    window, child = popped(sitting)
    window.write("The sea is wide.")
    child.get_by_label("Title", exact=True).fill("Tides")
    window.saved()
    sitting.until(lambda: [one["title"] for one in sitting.posts()] == ["Tides"], "one post, with its title")
    same(sitting.only_post()["body"], "The sea is wide.", "The text")
    expect(child).to_have_title("Title – Tides – Galley")
    same(window.page.evaluate("document.title"), "Tides – Galley", "The name of the page")


@scenario("closing the window returns the panel to its place, with all the typed text", titled=True)
def closed(sitting):
    window, child = popped(sitting)
    expect(window.panel("title")).to_be_hidden()
    child.get_by_label("Title", exact=True).type("Bread")
    child.close()
    window.placed("title", "pinned top")
    expect(window.panel("title").get_by_label("Title", exact=True)).to_have_value("Bread")
    window.saved()
    same([one["title"] for one in sitting.posts()], ["Bread"], "The posts")


@scenario("the window follows its page to another post, and its own button returns the panel", titled=True)
def follows(sitting):
    sitting.write("Flour and water.", title="Bread")
    window, child = popped(sitting)
    window.choose("Posts")
    window.panel("posts").get_by_text("Bread").first.dblclick()
    expect(child.get_by_label("Title", exact=True)).to_have_value("Bread")
    audit(child, "A panel in a window of its own")
    with child.expect_event("close"):
        child.get_by_role("button", name="Return").click()
    window.placed("title", "pinned top")


@scenario("the list of panels, and the command line, return a panel; its window closes")
def returned(sitting):
    window, child = popped(sitting, "date")
    with child.expect_event("close"):
        window.choose("Date")
    window.placed("date", "pinned right")
    expect(window.panel("date")).to_be_visible()
    window, child = popped(sitting, "date")
    with child.expect_event("close"):
        sitting.galley("panel", "do", "return", "date", "--window", window.id)
    window.placed("date", "pinned right")


@scenario("when the page reloads or closes, its windows close with it, and their panels return", titled=True)
def reloaded(sitting):
    window, child = popped(sitting)
    child.get_by_label("Title", exact=True).fill("Kept")
    with child.expect_event("close"):
        window.page.reload()
    window.drawn()
    window.placed("title", "pinned top")
    expect(window.panel("title").get_by_label("Title", exact=True)).to_have_value("Kept")


@scenario("if the browser opens no window, the page says so, and nothing changes")
def blocked(sitting):
    window = sitting.window().settled()
    before = window.frames
    window.page.evaluate("window.open = () => null")
    window.bar("date").focus()
    window.press("Enter")
    window.page.get_by_role("menuitem", name="Pop out into a window").click()
    expect(window.notice(re.compile("did not open a window for Date"))).to_be_visible()
    same(window.settled().frames, before, "Where the panels stand")


@scenario("the address of such a window leads to the whole desk if its page is gone")
def orphaned(sitting):
    window = sitting.window()
    window.go("/?panel=date&of=w-000000000000")
    window.settled()
    expect(window.panel("date")).to_be_visible()
    same(window.page.evaluate("location.search"), "", "The rest of the address")
