"""The index of posts and the chosen post: side by side where there is room, else one over the other."""

import re

from playwright.sync_api import expect
from scenario import check, same, scenario

from behaviour.audit import audit
from behaviour.posts import rows
from behaviour.touch import PHONE, Finger

WIDE, NARROW = {"x": 300, "y": 60, "width": 760, "height": 620}, {"x": 460, "y": 60, "width": 340, "height": 600}


def three(sitting, frame=NARROW, **options):
    """Three posts, and a window whose Posts panel floats at `frame`."""
    posts = [sitting.write(f"The first line of {name}.\n\nMore words.", title=name, tags=["sea"])
             for name in ("Cod", "Bass", "Ayu")]
    window = sitting.window(**options).settled()
    window.command("float", panel="posts", frame=frame, overSides=True)
    window.placed("posts", "floating")
    expect(rows(window)).to_have_count(3)
    return window, {post["title"]: post for post in posts}


def row(window, title):
    return rows(window).filter(has_text=title).locator(".post-open")


def panel(window):
    return window.page.locator("posts-panel")


def glance(window):
    return window.page.locator("post-glance")


def chosen(window):
    """This window's choice, as the daemon has it."""
    return next(one for one in window.arrangement["panels"] if one["id"] == "posts")["inside"]["items"]


def seen(window, what):
    expect(panel(window)).to_have_attribute("data-seen", what)


@scenario("a wide Posts panel shows the chosen post beside the index, and a placeholder before")
def beside(sitting):
    window, posts = three(sitting, WIDE)
    seen(window, "both")
    expect(glance(window)).to_contain_text("Choose a post to see it here.")
    row(window, "Bass").click()
    expect(glance(window).locator(".glance-name")).to_have_text("Bass")
    expect(glance(window).locator(".glance-about")).to_have_text(re.compile(r"^Draft · changed .* · 7 words$"))
    expect(glance(window)).to_contain_text("#sea")
    frame = window.page.frame_locator(".glance-view iframe")
    expect(frame.locator("p").first).to_have_text("The first line of Bass.")
    expect(row(window, "Bass")).to_have_attribute("aria-pressed", "true")
    sitting.until(lambda: chosen(window) == [posts["Bass"]["id"]], "the daemon keeps the choice")
    expect(window.area).to_have_value("")


@scenario("in a narrow panel the index slides beneath the chosen post, and back returns to it and to its row")
def beneath(sitting):
    window, _ = three(sitting)
    seen(window, "index")
    row(window, "Cod").click()
    seen(window, "detail")
    expect(glance(window).locator(".glance-name")).to_be_visible()
    expect(row(window, "Cod")).not_to_be_visible()
    window.page.locator(".detail-back").click()
    seen(window, "index")
    expect(row(window, "Cod")).to_be_focused()
    sitting.until(lambda: chosen(window) == [], "the daemon knows")


@scenario("the keyboard alone can choose, go back, open and delete")
def keys(sitting):
    window, posts = three(sitting)
    row(window, "Ayu").focus()
    window.press("ArrowDown", "Space")
    seen(window, "detail")
    expect(window.page.locator(".detail-back")).to_be_focused()
    window.press("Escape")
    seen(window, "index")
    expect(row(window, "Bass")).to_be_focused()
    window.press("Enter")
    window.shows(sitting.desk.post(posts["Bass"]["id"])["body"])
    row(window, "Cod").focus()
    window.press("Delete")
    expect(window.notice("“Cod” is deleted.")).to_be_visible()


@scenario("a search leaves the chosen post in place, and marks its row when the search finds it again")
def search(sitting):
    window, _ = three(sitting, WIDE)
    row(window, "Cod").click()
    expect(glance(window).locator(".glance-name")).to_have_text("Cod")
    window.page.locator("#posts-search").fill("Ayu")
    expect(rows(window)).to_have_count(1)
    expect(glance(window).locator(".glance-name")).to_have_text("Cod")
    window.page.locator("#posts-search").fill("")
    expect(rows(window)).to_have_count(3)
    expect(row(window, "Cod")).to_have_attribute("aria-pressed", "true")


@scenario("a chosen post that is deleted elsewhere leaves a notice with an undo, and none of its content")
def deleted(sitting):
    window, posts = three(sitting, WIDE)
    row(window, "Cod").click()
    expect(glance(window).locator(".glance-name")).to_have_text("Cod")
    sitting.galley("post", "delete", posts["Cod"]["id"])
    expect(glance(window)).to_contain_text("“Cod” was deleted.")
    expect(glance(window).locator(".glance-view")).to_be_hidden()
    expect(rows(window)).to_have_count(2)
    window.command("move", panel="posts", dx=10, dy=0)
    expect(glance(window)).to_contain_text("“Cod” was deleted.")
    window.button("Bring it back", glance(window)).click()
    expect(glance(window).locator(".glance-name")).to_have_text("Cod")
    expect(rows(window)).to_have_count(3)


@scenario("a window whose chosen post was deleted meanwhile says so on its return and shows the placeholder")
def comes_back(sitting):
    window, posts = three(sitting, WIDE)
    row(window, "Cod").click()
    sitting.until(lambda: chosen(window) != [], "the daemon keeps the choice")
    sitting.galley("post", "delete", posts["Cod"]["id"])
    window.reload()
    expect(window.notice("“Cod” is gone: it was deleted.")).to_be_visible()
    expect(glance(window)).to_contain_text("Choose a post to see it here.")


@scenario("a post is deleted from the glance, and the notice restores it")
def undo(sitting):
    window, _ = three(sitting, WIDE)
    row(window, "Cod").click()
    window.button("Delete", glance(window)).click()
    window.notice("“Cod” is deleted.").get_by_role("button", name="Undo").click()
    expect(glance(window).locator(".glance-name")).to_have_text("Cod")
    expect(rows(window)).to_have_count(3)


@scenario("a post is published from the glance to its default targets, and unpublished")
def publish(sitting):
    window, posts = three(sitting, WIDE)
    row(window, "Cod").click()
    window.button(re.compile("^Publish"), glance(window), exact=False).click()
    expect(window.notice("“Cod” is on its way")).to_be_visible()
    expect(glance(window).locator(".glance-targets li").first).to_contain_text("Sends in")
    window.button("Take back", glance(window)).click()
    expect(glance(window).locator(".glance-about")).not_to_contain_text("Scheduled")
    sitting.until(lambda: sitting.desk.post(posts["Cod"]["id"])["state"] != "scheduled", "it is taken back")


@scenario("two windows have separate choices, and each keeps its own after a reload")
def two(sitting):
    first, posts = three(sitting, WIDE)
    second = sitting.window(context=sitting.contexts[-1]).settled()
    second.placed("posts", "floating")
    row(first, "Cod").click()
    row(second, "Ayu").click()
    for window, name in ((first, "Cod"), (second, "Ayu")):
        sitting.until(lambda: chosen(window) == [posts[name]["id"]], f"{name} is kept")
    for window, name in ((first, "Cod"), (second, "Ayu")):
        window.reload()
        expect(glance(window).locator(".glance-name")).to_have_text(name)


@scenario("a post that the terminal shows in a window's Posts panel appears there, with the engine's announcement")
def terminal(sitting):
    window, posts = three(sitting, WIDE)
    sitting.galley("panel", "do", "show", "posts", f"item={posts['Bass']['id']}", "--window", window.id)
    expect(glance(window).locator(".glance-name")).to_have_text("Bass")
    expect(window.page.locator("live-announcer")).to_contain_text("Posts shows what was chosen.")
    row(window, "Cod").click()
    expect(window.page.locator("live-announcer")).to_contain_text("Posts shows “Cod”.")


@scenario("a row that changes its place glides there and remains the same row")
def glides(sitting):
    window, posts = three(sitting)
    window.page.evaluate("document.querySelectorAll('.post-row').forEach(row => { row.known = row.dataset.post })")
    sitting.rewrite(posts["Ayu"], title="Zander")
    expect(rows(window).first).to_contain_text("Zander")
    sitting.desk.create({"body": "New", "title": "Dory"}, "a-new-post-in-the-list")
    expect(rows(window)).to_have_count(4)
    known = window.page.evaluate("[...document.querySelectorAll('.post-row')].filter(row => row.known).length")
    same(known, 3, "Rows that are the same as before")


@scenario("a finger swipes a row away, and the notice restores it; a vertical movement scrolls")
def swipe(sitting):
    window, _ = three(sitting, {"x": 30, "y": 60, "width": 340, "height": 600}, size=(820, 1180), has_touch=True)
    finger, box = Finger(window), row(window, "Bass").bounding_box()
    x, y = box["x"] + 200, box["y"] + box["height"] / 2
    finger.down((x, y))
    finger.move((x - 150, y))
    finger.up()
    expect(rows(window)).to_have_count(2)
    window.notice("“Bass” is deleted.").get_by_role("button", name="Undo").click()
    expect(rows(window)).to_have_count(3)
    box = row(window, "Cod").bounding_box()
    finger.down((box["x"] + 100, box["y"] + 10))
    finger.move((box["x"] + 110, box["y"] - 80))
    finger.up()
    expect(rows(window)).to_have_count(3)


@scenario("on a phone a tap shows the post, and Open opens its text")
def phone(sitting):
    sitting.write("A text to read", title="Cod")
    window = sitting.window(size=PHONE, has_touch=True).settled()
    window.command("open", panel="posts")
    expect(rows(window)).to_have_count(1)
    row(window, "Cod").tap()
    seen(window, "detail")
    window.button("Open", glance(window)).tap()
    window.shows("A text to read")


@scenario("audit: the index and the chosen post, side by side and one over the other")
def accessible(sitting):
    window, _ = three(sitting, WIDE)
    audit(window.page, "The index beside its placeholder")
    row(window, "Cod").click()
    expect(glance(window).locator(".glance-name")).to_have_text("Cod")
    audit(window.page, "The index beside a chosen post")
    window.command("float", panel="posts", frame=NARROW, overSides=True)
    seen(window, "detail")
    audit(window.page, "The chosen post over the index")
    check(window.page.evaluate("document.querySelector('posts-index').inert"), "The covered index can be reached.")


FOCUSED = "document.activeElement.dataset.verb ?? (document.activeElement.id || document.activeElement.localName)"


@scenario("a click on a row whose detail covers the index focuses “Open”, and a double click opens the post")
def covered_focus(sitting):
    window, posts = three(sitting)
    row(window, "Bass").click()
    seen(window, "detail")
    sitting.until(lambda: window.page.evaluate(FOCUSED) == "open", lambda: window.page.evaluate(FOCUSED))
    window.press("Enter")
    window.shows("The first line of Bass.\n\nMore words.")
    window.button("Posts", panel(window)).click()
    seen(window, "index")
    row(window, "Cod").dblclick()
    window.shows("The first line of Cod.\n\nMore words.")
    check(window.page.evaluate(FOCUSED) != "body", "The focus is lost.")


@scenario("the key of Posts leads to its search, and Escape back to the text")
def key_to_search(sitting):
    window = sitting.window(sitting.write("Words", title="Cod")).settled()
    window.caret(5)
    window.press("Control+Alt+p")
    expect(window.page.locator("#posts-search")).to_be_focused()
    window.keys.type("cod")
    window.shows("Words")
    window.press("Escape")
    expect(window.page.locator("#posts-search")).to_have_value("")
    window.press("Escape")
    expect(window.area).to_be_focused()
    same(window.selection, [5, 5], "The caret")
