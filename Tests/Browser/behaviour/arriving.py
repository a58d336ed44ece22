"""Text typed while another post loads, or during a switch, goes into the post that the writer saw."""

import re

from playwright.sync_api import expect
from scenario import check, same, scenario


class Held:
    """Holds a window's requests, by method and address, until they are released."""

    def __init__(self, context, pattern, method="GET"):
        self._pattern, self._method, self._waiting, self._is_open = pattern, method, [], False
        context.route(re.compile(pattern), self._meet)

    def _meet(self, route):
        if self._is_open or route.request.method != self._method:
            route.continue_()
        else:
            self._waiting.append(route)

    @property
    def has_one(self):
        return bool(self._waiting)

    def release(self):
        self._is_open = True
        while self._waiting:
            self._waiting.pop(0).continue_()


def held_post(context, post):
    return Held(context, rf"/v1/posts/{post['id']}$")


def bodies(sitting):
    return sorted(sitting.desk.post(one["id"])["body"] for one in sitting.posts())


def ask_for(window, words):
    """Opens a post by its row in Posts, by keys: the text keeps its caret."""
    row = window.page.locator("posts-panel .post-row", has_text=words).locator(".post-open")
    row.focus()
    window.press("Enter")


def rewritten(window, text):
    """Types at the end of the text."""
    window.caret(len(window.text))
    window.keys.type(text)


@scenario("text typed before the requested post has loaded stays in view as its own post, and the other is offered")
def typed_first(sitting):
    post = sitting.write("Another one")
    context = sitting.browser()
    held = held_post(context, post)
    window = sitting.window(post, context=context, waits=False).drawn()
    sitting.until(lambda: held.has_one, "the page asks for the post")
    window.keys.type("Hello")
    window.shows("Hello")
    held.release()
    offer = window.notice("post of its own")
    expect(offer).to_be_visible()
    window.keys.type(" world")
    window.shows("Hello world").saved()
    same(bodies(sitting), ["Another one", "Hello world"], "The posts")
    offer.get_by_role("button", name="Open it").click()
    window.shows("Another one")
    check(window.page.url.endswith(f"/?post={post['id']}"), f"The address is {window.page.url}.")
    window.page.go_back()
    window.shows("Hello world")


@scenario("a title typed before the requested post has arrived does not replace the other's title, and is not lost",
          titled=True)
def titled_first(sitting):
    post = sitting.write("Another one", title="Its own")
    context = sitting.browser()
    held = held_post(context, post)
    window = sitting.window(post, context=context, waits=False).drawn()
    sitting.until(lambda: held.has_one, "the page asks for the post")
    window.page.locator("#title-text").focus()
    window.keys.type("Mine")
    held.release()
    expect(window.notice("post of its own")).to_be_visible()
    window.keys.type(" alone")
    window.saved()
    titles = sorted(sitting.desk.post(one["id"])["title"] for one in sitting.posts())
    same(titles, ["Its own", "Mine alone"], "The titles")


@scenario("a post that is loading keeps its address: a reload requests it again, even if it cannot be loaded now")
def address_kept(sitting):
    sitting.expect("net::ERR_FAILED")
    post = sitting.write("Another one")
    context = sitting.browser()
    held = held_post(context, post)
    window = sitting.window(post, context=context, waits=False).drawn()
    sitting.until(lambda: held.has_one, "the page asks for the post")
    check(window.page.url.endswith(f"/?post={post['id']}"), f"The address is {window.page.url}.")
    window.reload()
    held.release()
    window.shows("Another one")
    same(window.notice("post of its own").count(), 0, "The number of notices")
    context.route(re.compile(rf"/v1/posts/{post['id']}$"), lambda route: route.abort())
    window.reload()
    expect(window.notice("cannot be opened now")).to_be_visible()
    check(window.page.url.endswith(f"/?post={post['id']}"), f"The address is {window.page.url}.")
    context.unroute_all()
    window.reload().shows("Another one")


@scenario("a writer who goes on typing while another post loads stays in the text, and the page offers the other post")
def written_on(sitting):
    post, other = sitting.write("The one."), sitting.write("The other.")
    context = sitting.browser()
    window = sitting.window(post, context=context)
    window.shows("The one.")
    window.open("posts")
    held = held_post(context, other)
    ask_for(window, "The other.")
    sitting.until(lambda: held.has_one, "the page asks for the other")
    rewritten(window, " And")
    held.release()
    offer = window.notice("You wrote on")
    expect(offer).to_be_visible()
    window.keys.type(" more.")
    window.shows("The one. And more.").saved()
    same(bodies(sitting), ["The one. And more.", "The other."], "The posts")
    offer.get_by_role("button", name="Open it").click()
    window.shows("The other.")
    window.page.go_back()
    window.shows("The one. And more.")


@scenario("a post that the writer waits for opens when it arrives, and does not replace a new one begun meanwhile")
def waited_for(sitting):
    post, other = sitting.write("The one."), sitting.write("The other.")
    context = sitting.browser()
    window = sitting.window(post, context=context)
    window.shows("The one.")
    window.open("posts")
    held = held_post(context, other)
    ask_for(window, "The other.")
    sitting.until(lambda: held.has_one, "the page asks for the other")
    held.release()
    window.shows("The other.")
    window.page.go_back()
    window.shows("The one.")
    held = Held(context, rf"/v1/posts/{other['id']}$")
    ask_for(window, "The other.")
    sitting.until(lambda: held.has_one, "the page asks for the other again")
    window.press("Control+Alt+n")
    window.shows("")
    window.keys.type("A new")
    held.release()
    window.keys.type(" one.")
    window.shows("A new one.").saved()
    same(bodies(sitting), ["A new one.", "The one.", "The other."], "The posts")


@scenario("a half-typed tag and date belong to the post in which they were typed, even if a key opens another post")
def halves(sitting):
    post = sitting.write("The one.")
    window = sitting.window(post)
    window.shows("The one.")
    page = window.page
    page.locator("#tag-text").focus()
    window.keys.type("salt water")
    window.press("Control+Alt+n")
    window.shows("")
    window.keys.type("New")
    window.saved()
    sitting.until(lambda: len(sitting.posts()) == 2, "both are there")
    fresh = next(one for one in sitting.posts() if one["id"] != post["id"])
    sitting.until(lambda: sitting.desk.post(post["id"])["tags"] == ["salt water"], "the tag is where it was typed")
    same(sitting.desk.post(fresh["id"])["tags"], [], "The new post's tags")
    page.go_back()
    window.shows("The one.")
    window.unfold()
    page.locator("#date-day").focus()
    window.keys.type("14")
    window.press("Control+Alt+n")
    window.shows("")
    sitting.until(lambda: (sitting.desk.post(post["id"]).get("date") or {}).get("local", "")[8:10] == "14",
                  "the day is where it was typed")


@scenario("a half-typed tag and date survive an immediate reload")
def halves_reloaded(sitting):
    sitting.expect("status of 412")   # the last save of a closing page may still arrive
    post = sitting.write("The one.")
    window = sitting.window(post)
    window.shows("The one.")
    window.unfold()
    window.page.locator("#date-day").focus()
    window.keys.type("14")
    window.reload().shows("The one.")
    window.page.locator("#tag-text").focus()
    window.keys.type("salt water")
    window.reload().shows("The one.")
    sitting.until(lambda: sitting.only_post()["tags"] == ["salt water"], "the tag is there")
    same(sitting.only_post()["date"]["local"][8:10], "14", "The day")


@scenario("undo in one post reverts nothing in another, neither in the text nor in the title", titled=True)
def undone_elsewhere(sitting):
    sitting.write("The one.", title="One")
    other = sitting.write("The other.", title="Two")
    window = sitting.window(other)
    window.shows("The other.")
    window.open("posts")
    rewritten(window, " Mine.")
    window.page.locator("#title-text").focus()
    window.press("End")
    window.keys.type("!")
    window.saved()
    ask_for(window, "One")
    window.shows("The one.")
    window.area.focus()
    window.press("Control+z", "Control+z", "Control+z")
    window.shows("The one.")
    window.page.locator("#title-text").focus()
    window.press("Control+z", "Control+z")
    expect(window.page.locator("#title-text")).to_have_value("One")
    window.area.focus()
    rewritten(window, " On.")
    window.press("Control+z")
    window.press("Control+z", "Control+Shift+z")
    check("other" not in window.text and "Mine" not in window.text, f"The text is {window.text!r}.")
    window.saved()
    check(all("Mine" not in body or "other" in body for body in bodies(sitting)), f"The posts are {bodies(sitting)}.")


@scenario("the address of a new draft leads to its post even after the first save, on a reload at that moment and by “back”")
def draft_address(sitting):
    context = sitting.browser()
    window = sitting.window(context=context)
    held = Held(context, r"/v1/posts$", "POST")
    window.keys.type("The first")
    sitting.until(lambda: held.has_one and "?draft=" in window.page.url, "the draft has an address")
    path = "/?" + window.page.url.partition("?")[2]
    window.press("Control+Alt+n")
    window.shows("")
    window.keys.type("The second")
    sitting.until(lambda: path not in window.page.url and "?draft=" in window.page.url, "the other has an address")
    window.page.go_back()
    window.shows("The first")
    held.release()
    window.saved()
    window.page.go_forward()
    window.shows("The second").saved()
    window.go(path).shows("The first")
    post = next(one for one in sitting.posts() if sitting.desk.post(one["id"])["body"] == "The first")
    check(window.page.url.endswith(f"/?post={post['id']}"), f"The address is {window.page.url}.")
    same(bodies(sitting), ["The first", "The second"], "The posts")


@scenario("text being composed stays in its post when another opens, and so do changes that waited for it")
def composed_elsewhere(sitting):
    post, other = sitting.write("one\n\ntwo"), sitting.write("The other.")
    window = sitting.window(post)
    window.shows("one\n\ntwo")
    # In one step: the page writes its own post into an address that names another one.
    window.page.evaluate("ids => ids.forEach(id => history.pushState(null, '', `?post=${id}`))",
                         [other["id"], post["id"]])
    window.caret(len("one\n\ntwo"))
    method = window.page.context.new_cdp_session(window.page)
    for part in ("に", "にほ", "にほん"):
        method.send("Input.imeSetComposition", {"text": part, "selectionStart": len(part), "selectionEnd": len(part)})
    # Text that arrives after the step back would rightly keep the post open.
    window.shows("one\n\ntwoにほん")
    sitting.rewrite(post, body="ONE\n\ntwo")
    sitting.until(lambda: window.page.evaluate("document.title").startswith("ONE"), "the page has heard of it")
    window.page.go_back()
    window.shows("The other.")
    sitting.until(lambda: sitting.desk.post(post["id"])["body"] == "ONE\n\ntwoにほん", "all of it is in its post")
    window.area.focus()
    rewritten(window, " On.")
    window.shows("The other. On.").saved()
    same(bodies(sitting), ["ONE\n\ntwoにほん", "The other. On."], "The posts")


@scenario("the publish dialog publishes its own post, and never one that loads under it")
def published_elsewhere(sitting):
    post, other = sitting.write("The one."), sitting.write("The other.")
    context = sitting.browser()
    window = sitting.window(post, context=context)
    window.shows("The one.")
    window.open("posts")
    held = held_post(context, other)
    ask_for(window, "The other.")
    sitting.until(lambda: held.has_one, "the page asks for the other")
    window.page.locator("publish-button .publish").click()
    now = window.button("Publish now")
    expect(now).to_be_visible()
    held.release()
    offer = window.notice("stays open")
    expect(offer).to_be_visible()
    now.click()
    sitting.until(lambda: sitting.desk.post(post["id"])["state"] == "scheduled", "the one is on its way")
    same(sitting.desk.post(other["id"])["state"], "draft", "The other's state")
    offer.get_by_role("button", name="Open it").click()
    window.shows("The other.")
    window.page.locator("publish-button .publish").click()
    expect(now).to_be_visible()
    window.page.go_back()
    window.shows("The one.")
    expect(window.page.locator(".publish-dialog")).to_be_hidden()


@scenario("if a post to be published from the list cannot be opened, no other post is published in its place")
def published_unopened(sitting):
    sitting.expect("net::ERR_FAILED")
    post, other = sitting.write("The one."), sitting.write("The other.")
    window = sitting.window(post)
    window.shows("The one.")
    window.open("posts")
    window.page.route(re.compile(rf"/v1/posts/{other['id']}$"), lambda route: route.abort())
    window.page.evaluate("""id => document.querySelector("post-glance").dispatchEvent(
      new CustomEvent("glance-open", { bubbles: true, detail: { id, publishes: true } }))""", other["id"])
    expect(window.notice("cannot be opened now")).to_be_visible()
    same(window.page.locator(".publish-dialog:popover-open").count(), 0, "The number of publish dialogs")
