"""Finding and replacing in all posts: a list first, one undo, and nothing lost when the daemon or the page ends."""

from playwright.sync_api import expect
from scenario import check, same, scenario

OPEN = "Control+Shift+f"


def dialog(window):
    return window.page.locator("find-everywhere dialog")


def seek(window, words, replacement=""):
    window.press(OPEN)
    window.page.locator("#everywhere-words").fill(words)
    window.page.locator("#everywhere-replacement").fill(replacement)
    return window


def ticked(window):
    return {row.locator(".everywhere-name").inner_text(): row.locator("input").is_checked()
            for row in window.page.locator(".everywhere-row").all()}


def replace(window):
    dialog(window).locator(".is-primary").click()


def bodies(sitting):
    posts = [sitting.desk.post(one["id"]) for one in sitting.posts()]
    return {post.get("title"): post["body"] for post in posts}


def edits(sitting, post):
    return [(one["target"], one["state"]) for one in sitting.desk.deliveries(post["id"]) if one["kind"] == "edit"]


@scenario("all posts are listed with their hits first, drafts ticked and published ones apart, and one undo undoes all")
def replaced(sitting):
    sitting.write("An old boat, an OLD sea.", title="Draft", tags=["sea"])
    sitting.write("Nothing here", title="Other")
    out = sitting.write("The old harbour", title="Out")
    sitting.desk.publish(out["id"], ["hook"], at="2030-01-01T10:00")
    window = sitting.window()
    # What is typed and not saved yet belongs to it.
    window.write("An old thought")
    seek(window, "old", "new")
    expect(dialog(window).get_by_role("status")).to_have_text("4 hits in 3 posts.")
    same(ticked(window), {"Draft": True, "An old thought": True, "Out": False}, "The ticks")
    out_row = window.page.locator(".everywhere-row", has_text="Out")
    expect(out_row).to_contain_text("1 hit · scheduled · hook")
    expect(window.page.locator(".everywhere-sample ins").first).to_have_text("new")
    same(bodies(sitting)["Draft"], "An old boat, an OLD sea.", "Nothing is changed yet")
    out_row.locator("input").check()
    expect(dialog(window).locator(".is-primary")).to_have_text("Replace in 3 posts")
    replace(window)
    expect(window.notice("3 posts are changed.")).to_be_visible()
    window.shows("An new thought")
    same((bodies(sitting)["Draft"], bodies(sitting)["Out"]), ("An new boat, an new sea.", "The new harbour"), "The texts")
    window.button("Undo", window.page.locator("notice-board")).click()
    expect(window.notice("3 posts are as before.")).to_be_visible()
    window.shows("An old thought")
    same((bodies(sitting)["Draft"], bodies(sitting)["Out"]), ("An old boat, an OLD sea.", "The old harbour"), "The texts")
    same(bodies(sitting)["Other"], "Nothing here", "The other")


@scenario("a name is replaced in titles and in texts for a target too, and the open post shows it")
def places(sitting):
    post = sitting.write("No name here", title="The Mole", overrides={"hook": {"text": "Read about the mole"}})
    window = sitting.window(post)
    seek(window, "mole", "pier")
    expect(dialog(window).get_by_role("status")).to_have_text("2 hits in 1 post.")
    samples = window.page.locator(".everywhere-sample")
    expect(samples.nth(0)).to_have_text("Title: The Molepier")
    expect(samples.nth(1)).to_have_text("hook: Read about the molepier")
    replace(window)
    expect(window.page.locator("#post-title")).to_have_value("The pier")
    same(sitting.desk.post(post["id"])["overrides"], {"hook": {"text": "Read about the pier"}}, "The text for the target")
    window.button("Undo", window.page.locator("notice-board")).click()
    expect(window.page.locator("#post-title")).to_have_value("The Mole")
    same(sitting.desk.post(post["id"])["overrides"], {"hook": {"text": "Read about the mole"}}, "The text for the target")


@scenario("undoing a replacement in a published post cancels the edit that waits because of it", undo="0s",
          targets='edit = "update"\n', own="changes the settings")
def edited(sitting):
    post = sitting.write("The old harbour", title="Out")
    sitting.desk.publish(post["id"], ["site", "hook"])
    window = sitting.window()
    sitting.until(lambda: {one["state"] for one in sitting.desk.deliveries(post["id"])} == {"delivered"}, "it arrived")
    settings = sitting.daemon.folder / "config/galley/galley.toml"
    settings.write_text(settings.read_text().replace('undo_window = "0s"', 'undo_window = "1h"'))
    sitting.galley("reload")
    seek(window, "old", "new")
    expect(window.page.locator(".everywhere-group")).to_contain_text("hook: ")
    window.page.get_by_label("All published and scheduled posts").check()
    replace(window)
    expect(window.notice("1 post is changed.")).to_be_visible()
    waiting = edits(sitting, post)
    check(waiting and waiting[0][0] == "hook", f"The edits are {waiting}.")
    window.button("Undo", window.page.locator("notice-board")).click()
    expect(window.notice("1 post is as before.")).to_be_visible()
    same(sitting.desk.post(post["id"])["body"], "The old harbour", "The text")
    check(all(state == "cancelled" or state == "superseded" for _, state in edits(sitting, post)), f"{edits(sitting, post)}")


@scenario("the daemon is killed and the page closed in the middle of a replacement: one command undoes what was done",
          own="stops the daemon")
def cut(sitting):
    for number in range(6):
        sitting.write("An old word", title=f"Post {number}")
    window = sitting.window()
    seek(window, "old", "old and new")
    expect(window.page.locator(".everywhere-row")).to_have_count(6)
    sitting.expect(r"Failed to load resource", r"net::ERR", r"EventSource")
    puts = []

    def route(route):
        if route.request.method == "PUT":
            puts.append(route.request.url)
            # The fourth is carried out, and its answer is lost.
            if len(puts) == 4:
                route.fetch()
                return route.abort()
        return route.continue_()
    window.page.route("**/v1/posts/*", route)
    replace(window)
    expect(window.notice("3 posts are changed. Then the work ended")).to_be_visible()
    window.page.unroute("**/v1/posts/*")
    sitting.crash()
    sitting.daemon.start()
    done = [title for title, body in bodies(sitting).items() if body == "An old and new word"]
    check(len(done) == 4, f"The posts are {bodies(sitting)}.")
    window.reload()
    window.press("Control+Shift+p")
    window.keys.insert_text("undo the last replacement")
    window.press("Enter")
    expect(window.notice("4 posts are as before.")).to_be_visible()
    same(set(bodies(sitting).values()), {"An old word"}, "The texts")


@scenario("expressions and whole words are found in all posts, and a name opens its post")
def expressions(sitting):
    sitting.write("tide tidal", title="One")
    sitting.write("tidally", title="Two")
    window = sitting.window()
    seek(window, "tid(e|al)")
    expect(dialog(window).get_by_role("status")).to_have_text("No hits.")
    window.button("Regular expression", dialog(window)).click()
    expect(dialog(window).get_by_role("status")).to_have_text("3 hits in 2 posts.")
    window.button("Whole words", dialog(window)).click()
    expect(dialog(window).get_by_role("status")).to_have_text("2 hits in 1 post.")
    window.button("One", dialog(window)).click()
    window.shows("tide tidal")
    expect(dialog(window)).to_be_hidden()


@scenario("Ctrl+Z after a search in all posts, or among the snippets, takes back what was written before it")
def undone(sitting):
    window = sitting.window()
    for close in (lambda: window.press("Escape"), lambda: window.button("Close", dialog(window)).click()):
        window.write("A thought")
        window.press(OPEN)
        window.keys.type("tide")
        close()
        expect(window.area).to_be_focused()
        window.press("Control+z")
        window.shows("")
    window.write("A thought")
    window.press("Control+Shift+p")
    window.keys.insert_text("snippets and templates")
    window.press("Enter")
    expect(window.page.locator("#snippet-name")).to_be_focused()
    window.keys.type("ending")
    window.page.locator("#snippet-text").focus()
    window.keys.type("The end.")
    window.press("Escape")
    expect(window.area).to_be_focused()
    window.press("Control+z")
    window.shows("")
