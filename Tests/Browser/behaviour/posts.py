"""The index of posts, and how the open post follows it."""

import re

from playwright.sync_api import expect
from scenario import check, same, scenario


def rows(window):
    return window.page.locator("posts-panel .post-row")


@scenario("the index searches by words and filters by state during typing")
def search(sitting):
    sitting.write("Bread and butter", title="Breakfast")
    sitting.write("Fish and chips", title="Supper")
    published = sitting.write("Tea", title="Tea time")
    sitting.desk.publish(published["id"], ["hook"], at="2030-01-01T10:00")
    window = sitting.window()
    window.open("posts")
    expect(rows(window)).to_have_count(3)
    window.page.locator("#posts-search").fill("butter")
    expect(rows(window)).to_have_count(1)
    expect(rows(window)).to_contain_text("Breakfast")
    window.page.locator("#posts-search").fill("")
    window.page.locator("#posts-state").select_option("scheduled")
    expect(rows(window)).to_have_count(1)
    expect(rows(window)).to_contain_text("Tea time")
    window.page.locator("#posts-search").fill("nowhere")
    expect(window.page.locator("posts-panel .panel-note")).to_have_text("No post was found.")


@scenario("a post without a title has the first words of its text as its name, and a draft says that it is one")
def untitled(sitting):
    sitting.write("## Low *water*\n\nThe [boats](https://a.example/) lie.")
    post = sitting.write("![Two **boats**](https://a.example/b.png) at rest")
    sitting.desk.publish(post["id"], ["hook"], at="2030-01-01T10:00")
    window = sitting.window(post)
    expect(window.page).to_have_title("Two boats at rest – Galley")
    window.open("posts")
    row = rows(window).filter(has_text="Low water")
    expect(row.locator(".post-title")).to_have_text("Low water")
    expect(row.locator(".post-state")).to_have_text(re.compile(r"^Draft · changed \d\d:\d\d$"))
    expect(rows(window).filter(has_text="Two boats at rest").locator(".post-state")).to_contain_text("Scheduled · sends")
    window.button("Delete “Low water”").click()
    expect(window.notice("“Low water” is deleted.")).to_be_visible()
    window.button("Undo", window.page.locator("notice-board")).click()
    expect(window.notice("“Low water” is back.")).to_be_visible()
    window.open("queue")
    expect(window.page.locator("queue-panel .queue-title")).to_have_text("Two boats at rest")


@scenario("tag:, state: and kind: in the search filter the index together with words, and what is not known is said")
def filters(sitting):
    sitting.write("Low water", title="Ebb", tags=["sea"])
    sitting.write("High water", title="Flood", tags=["sea", "moon"])
    sitting.write("Flour and water", title="Bread")
    window = sitting.window().settled()
    window.open("posts")
    search, titles = window.page.locator("#posts-search"), window.page.locator(".post-row .post-title")
    for typed, found in (("water tag:sea", ["Flood", "Ebb"]), ("tag:sea tag:moon", ["Flood", "Ebb"]),
                         ("state:draft flour", ["Bread"]), ("state:published", []), ("kind:page", [])):
        search.fill(typed)
        expect(titles).to_have_text(found)
    search.fill("tag:sea tag:moon")
    expect(window.panel("posts").locator(".panel-note").first).to_contain_text("One tag at a time")
    search.fill("state:lost")
    expect(window.panel("posts").locator(".panel-note").first).to_contain_text("is not known. There are “draft”")


@scenario("a search is kept as a folder under a name, in every window, and is removed with an undo")
def folders(sitting):
    sitting.write("Low water", title="Ebb", tags=["sea"])
    sitting.write("Flour", title="Bread", tags=["notes on baking"])
    window = sitting.window().settled()
    window.open("posts")
    titles, folder = window.page.locator(".post-row .post-title"), window.page.locator("#posts-state")
    expect(titles).to_have_count(2)
    star = window.page.locator(".posts-keep")
    expect(star).to_be_hidden()
    window.page.locator("#posts-search").fill("tag:sea state:draft")
    expect(titles).to_have_text(["Ebb"])
    star.click()
    name = window.page.locator("#posts-name")
    expect(name).to_be_focused()
    expect(name).to_have_value("tag:sea state:draft")
    name.fill("At sea")
    window.press("Enter")
    expect(name).to_be_hidden()
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(folder.locator("option:checked")).to_have_text("At sea")
    folder.select_option(label="All")
    expect(titles).to_have_count(2)
    expect(window.page.locator("#posts-search")).to_have_value("")
    other = sitting.window(context=window.page.context).settled()
    other.open("posts")
    other.page.locator("#posts-state").select_option(label="At sea")
    expect(other.page.locator(".post-row .post-title")).to_have_text(["Ebb"])
    other.page.locator(".posts-keep").click()
    expect(folder.locator("option", has_text="At sea")).to_have_count(0)
    other.notice("The folder “At sea” is removed").get_by_role("button", name="Undo").click()
    expect(folder.locator("option", has_text="At sea")).to_have_count(1)


@scenario("each tag is a folder, also one of several words; a name that a folder has is not given twice")
def tag_folders(sitting):
    sitting.write("Low water", title="Ebb", tags=["sea"])
    sitting.write("Flour", title="Bread", tags=["notes on baking"])
    window = sitting.window().settled()
    window.open("posts")
    titles, folder = window.page.locator(".post-row .post-title"), window.page.locator("#posts-state")
    folder.select_option(label="#notes on baking")
    expect(titles).to_have_text(["Bread"])
    expect(window.page.locator("#posts-search")).to_have_value('tag:"notes on baking"')
    folder.select_option(label="Drafts")
    expect(titles).to_have_count(2)
    window.page.locator("#posts-search").fill("water")
    expect(titles).to_have_text(["Ebb"])
    for taken in (False, True):
        window.page.locator("#posts-search").fill("flour" if taken else "water")
        expect(titles).to_have_text(["Bread" if taken else "Ebb"])
        window.page.locator(".posts-keep").click()
        window.page.locator("#posts-name").fill("Water")
        window.button("Keep", window.panel("posts")).click()
        if not taken:
            expect(window.page.locator("#posts-name")).to_be_hidden()
    expect(window.page.locator(".posts-name .note")).to_have_text("There is a folder “Water” already.")
    same([one["text"] for one in sitting.desk.call("GET", "/v1/searches")["items"]], ["water"], "What is kept")


@scenario("scrolling the index loads more, each post once, without losing the position")
def scroll(sitting):
    for number in range(130):
        sitting.write(f"Body {number}", title=f"Post {number:03d}")
    window = sitting.window()
    window.open("posts")
    expect(rows(window).first).to_contain_text("Post 129")
    first = rows(window).count()
    check(first < 130, "All of them were there at once.")

    def further():
        rows(window).last.scroll_into_view_if_needed()
        return rows(window).count() == 130
    sitting.until(further, lambda: f"all are there; {rows(window).count()} are")
    titles = window.page.locator("posts-panel .post-title").all_inner_texts()
    same(titles, [f"Post {number:03d}" for number in reversed(range(130))], "The titles")
    list_top = window.page.locator("posts-panel").evaluate("""panel => {
      const scrolls = [...panel.querySelectorAll("*"), panel, panel.parentElement].find(one => one.scrollTop > 0)
      scrolls.id ||= "what-scrolls"; return scrolls.scrollTop }""")
    sitting.write("New", title="The newest")
    expect(window.page.locator("posts-panel .post-title", has_text="The newest")).to_have_count(1)
    now = window.page.locator("#what-scrolls").evaluate("one => one.scrollTop") if window.page.locator(
        "#what-scrolls").count() else list_top
    check(now >= list_top - 1, f"The list jumped from {list_top} to {now}.")


@scenario("a chosen post opens, is marked in the index, and arrow keys move along the rows")
def choose(sitting):
    sitting.write("One body", title="One")
    sitting.write("Two body", title="Two")
    window = sitting.window()
    window.open("posts")
    expect(rows(window)).to_have_count(2)
    rows(window).first.locator(".post-open").focus()
    window.press("ArrowDown", "Enter")
    window.shows("One body")
    expect(rows(window).nth(1).locator(".post-open")).to_have_attribute("aria-current", "true")


@scenario("opening another post first saves the current one")
def leave(sitting):
    other = sitting.write("Other", title="Other")
    window = sitting.window()
    window.open("posts")
    window.type("Hardly typed")
    rows(window).filter(has_text="Other").locator(".post-open").dblclick()
    window.shows("Other")

    def bodies():
        return {sitting.desk.post(one["id"])["body"] for one in sitting.posts()}
    sitting.until(lambda: bodies() == {"Hardly typed", "Other"}, "both are there")
    same(sitting.desk.post(other["id"])["body"], "Other", "The other post")


@scenario("if the open post is deleted elsewhere, its text stays, with a notice and an undo")
def deleted(sitting):
    post = sitting.write("To be deleted", title="Doomed")
    window = sitting.window(post)
    sitting.galley("post", "delete", post["id"])
    bar = window.page.locator(".deleted-bar")
    expect(bar).to_be_visible()  # text typed earlier is sent, and refused
    expect(bar).to_contain_text("This post was deleted. Its text is still here.")
    window.shows("To be deleted")
    window.caret(13)
    window.type(", or not")
    window.button("Undo the deletion").click()
    expect(bar).to_be_hidden()
    window.saved()
    same(sitting.desk.post(post["id"])["body"], "To be deleted, or not", "What the daemon has")


@scenario("a post deleted in the index is restored by its notice")
def undelete(sitting):
    sitting.write("One body", title="One")
    window = sitting.window()
    window.open("posts")
    rows(window).first.hover()
    window.button("Delete “One”").click()
    expect(rows(window)).to_have_count(0)
    notice = window.notice("“One” is deleted.")
    notice.get_by_role("button", name="Undo").click()
    expect(rows(window)).to_have_count(1)
    same(len(sitting.posts()), 1, "The number of posts")


@scenario("changes by the command line appear in the open page within a second, in all fields", titled=True)
def from_terminal(sitting):
    post = sitting.write("Body", title="Before")
    window = sitting.window(post)
    window.open("posts")
    sitting.galley("post", "set", post["id"], "title=After")
    expect(window.page.locator("#title-text")).to_have_value("After", timeout=1500)
    expect(rows(window).first).to_contain_text("After")
    sitting.galley("post", "new", "-", "--title", "From the terminal", input="Words\n")
    expect(rows(window)).to_have_count(2, timeout=1500)
    expect(rows(window).first).to_contain_text("From the terminal")


@scenario("a changed row is updated in place: its neighbours, the focus and the selection stay")
def in_place(sitting):
    posts = [sitting.write(f"Body {number}", title=f"Post {number}") for number in range(3)]
    window = sitting.window()
    window.open("posts")
    expect(rows(window)).to_have_count(3)
    window.page.evaluate("document.querySelectorAll('.post-row').forEach(row => { row.known = row.dataset.post })")
    rows(window).nth(2).locator(".post-open").focus()
    sitting.rewrite(posts[1], title="Changed")
    expect(window.page.locator("posts-panel")).to_contain_text("Changed")
    known = window.page.evaluate(
        "[...document.querySelectorAll('.post-row')].every(row => row.known === row.dataset.post)")
    check(known, "Rows were built again.")
    expect(window.page.locator(f"[data-post='{posts[0]['id']}'] .post-open")).to_be_focused()


def select(window, *titles):
    for title in titles:
        rows(window).filter(has_text=title).get_by_role("checkbox").check()


@scenario("several posts are selected by mouse and keys, tagged and deleted together, each with one undo")
def several(sitting):
    for title in ("Ebb", "Flood", "Bread", "Boats"):
        sitting.write(f"About {title}.", title=title, tags=["sea"] if title == "Ebb" else [])
    window = sitting.window().settled()
    window.open("posts")
    bar = window.page.locator(".several-bar")
    expect(bar).to_be_hidden()
    window.button("Select", window.panel("posts")).click()
    select(window, "Ebb", "Flood")
    expect(bar).to_contain_text("2 selected")
    window.button("Tag…", bar).click()
    window.button("Back", bar).click()
    expect(window.button("Tag…", bar)).to_be_focused()
    window.press("Enter")
    bar.get_by_label("Tag to add").fill("sea")
    window.press("Enter")
    expect(rows(window).locator(".post-open:focus")).to_have_count(1)
    tagged = window.notice("1 post is tagged “sea”.")
    expect(tagged).to_be_visible()

    def tags():
        return {post["title"]: post["tags"] for post in sitting.posts()}

    same(tags(), {"Ebb": ["sea"], "Flood": ["sea"], "Bread": [], "Boats": []}, "The tags")
    window.button("Undo", tagged).click()
    sitting.until(lambda: tags()["Flood"] == [], lambda: f"the tag is gone: {tags()}")
    same(tags()["Ebb"], ["sea"], "The tag that was there before")
    expect(bar).to_be_hidden()
    window.page.locator("#posts-search").focus()
    window.press("ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown")
    expect(bar).to_contain_text("3 selected")
    window.button("Delete", bar).click()
    expect(rows(window)).to_have_count(1)
    window.button("Undo", window.notice("3 posts are deleted.")).click()
    expect(rows(window)).to_have_count(4)
    rows(window).nth(1).locator(".post-open").click(modifiers=["ControlOrMeta"])
    rows(window).nth(3).locator(".post-open").click(modifiers=["Shift"])
    expect(bar).to_contain_text("3 selected")
    rows(window).nth(2).locator(".post-pick").click()
    expect(bar).to_contain_text("2 selected")
    window.press("Escape")
    expect(bar).to_be_hidden()
    expect(rows(window).nth(2).locator(".post-open")).to_be_focused()


def to_schedule(sitting):
    """A window in which two posts are selected and can be scheduled, with the bar for it."""
    for title in ("Ebb", "Flood"):
        sitting.write(f"About {title}.", title=title)
    window = sitting.window().settled()
    window.open("posts")
    bar = window.page.locator(".several-bar")
    window.button("Select", window.panel("posts")).click()
    select(window, "Ebb", "Flood")
    window.button("Schedule…", bar).click()
    return window, bar


@scenario("several posts are scheduled together, and taken back together")
def several_scheduled(sitting):
    window, bar = to_schedule(sitting)
    bar.get_by_label("When to publish").fill("2030-01-01T10:00")
    window.button("Schedule", bar).click()
    notice = window.notice("2 posts are scheduled")
    expect(notice).to_be_visible()
    same([post["state"] for post in sitting.posts()], ["scheduled"] * 2, "The states")
    window.button("Undo", notice).click()
    sitting.until(lambda: all(post["state"] != "scheduled" for post in sitting.posts()), "They are taken back.")


@scenario("several posts get one slot each", targets='slots = ["daily 09:00"]\n')
def several_slots(sitting):
    slots = [slot["date"]["instant"] for slot in sitting.desk.call("GET", "/v1/slots")["items"]]
    window, bar = to_schedule(sitting)
    width, whole = bar.get_by_label("When to publish").evaluate("""field => {
      const width = field.clientWidth
      field.style.flex = "none"
      return [width, field.clientWidth]
    }""")
    check(width >= whole, f"The field for the time is {width} px wide, and {whole} px show all of it.")
    window.button("At the next slots", bar).click()
    expect(window.notice("2 posts are scheduled at the next slots")).to_be_visible()
    same(sorted(post["date"]["instant"] for post in sitting.posts()), slots[:2], "The dates of the posts")
