"""Signing in to the desk, and the state of unsaved text after signing out."""

import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from playwright.sync_api import expect
from scenario import check, same, scenario

from daemon import program


@scenario("the link of `galley open` signs a browser in, opens the requested post, and works once",
          own="counts failed sign-ins")
def link(sitting):
    post = sitting.write("The very post")
    address = sitting.link(post["id"])
    context = sitting.browser(signed_in=False)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#body-text")).to_have_value("The very post")
    check("sign-in" not in page.url, f"The key stays in the address: {page.url}")
    cookie, = context.cookies()
    check(cookie["httpOnly"] and cookie["sameSite"] == "Strict", f"The cookie is {cookie}.")
    sitting.expect("status of (401|403|404|410)")
    other = sitting.browser(signed_in=False).new_page()
    other.goto(address)
    expect(other.locator("body")).to_contain_text("galley open")
    same(other.locator("#body-text").count(), 0, "The number of text areas")


@scenario("the file of `galley open` signs a browser in without a question, and goes once it has",
          own="opens the desk as the first user")
def file_of_open(sitting):
    note = sitting.folder / "opened"
    opener = sitting.folder / "bin/xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" >{note}\n', encoding="utf-8")
    opener.chmod(0o700)
    environment = sitting.daemon.environment | {
        "DISPLAY": ":0", "PATH": f"{opener.parent}:{sitting.daemon.environment['PATH']}"}
    for is_signed_in in (False, True):
        note.unlink(missing_ok=True)
        page = sitting.browser(signed_in=is_signed_in).new_page()
        # A terminal, so that the command opens a browser.
        command = subprocess.Popen(["script", "-qec", f"{program('galley')} open", "/dev/null"], env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        try:
            path = sitting.until(lambda: note.exists() and note.read_text(encoding="utf-8"), "the browser is started")
            page.goto(f"file://{path}")
            expect(page.locator("#body-text")).to_be_visible()
            said, _ = command.communicate(timeout=20)
        finally:
            command.kill()
        check("Your browser opens." in said, f"It says: {said}")
        same(page.locator("meta[name=galley-user]").get_attribute("content"), "Ada", "Whose page it is")
        sitting.until(lambda: not list((sitting.daemon.folder / "run").glob("galley-open-*")), "the file is gone")


@scenario("a desk with its own name under .localhost shows its cookie to no other server of this machine",
          host="desk-q7x2m4.localhost")
def own_name(sitting):
    class Neighbour(BaseHTTPRequestHandler):
        cookies = []

        def do_GET(self):
            self.cookies.append(self.headers.get("Cookie"))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    neighbour = HTTPServer(("127.0.0.1", 0), Neighbour)
    threading.Thread(target=neighbour.serve_forever, daemon=True).start()
    try:
        context = sitting.browser(signed_in=False)
        page = context.new_page()
        page.goto(sitting.link())
        expect(page.locator("#body-text")).to_be_focused()
        page.keyboard.type("Written under its own name")
        sitting.until(sitting.posts, "the post is saved")
        same(len(context.cookies()), 1, "The number of cookies")
        for host in ("127.0.0.1", "localhost"):
            # As if the user had typed the address, so that SameSite does not apply.
            context.new_page().goto(f"http://{host}:{neighbour.server_port}/")
            same(Neighbour.cookies, [None] * len(Neighbour.cookies), f"What a server at {host} learns")
            Neighbour.cookies.clear()
    finally:
        neighbour.shutdown()
        neighbour.server_close()


@scenario("without a cookie the page says which command to run, and discloses nothing of the desk")
def stranger(sitting):
    sitting.expect("status of (401|403)")
    sitting.write("Secret words", title="Secret title")
    page = sitting.browser(signed_in=False).new_page()
    page.goto(sitting.address)
    expect(page.locator("body")).to_contain_text("galley open")
    answer = page.context.request.get(sitting.address + "/v1/posts")
    same(answer.status, 401, "The answer to a stranger")
    check("Secret" not in page.content(), "It tells of the posts.")


@scenario("a writer who is signed out elsewhere keeps the text, sees what to do, and continues with a new link",
          own="counts failed sign-ins")
def signed_out(sitting):
    sitting.expect("status of 401")
    context = sitting.browser()
    window = sitting.window(context=context)
    window.type("Before. ")
    window.saved()
    for session in sitting.desk.call("GET", "/v1/sessions")["items"]:
        sitting.desk.call("DELETE", f"/v1/sessions/{session['id']}")
    window.keys.type("After.")
    expect(window.state).to_contain_text("galley open")
    same(window.text, "Before. After.", "The text")
    other = context.new_page()
    other.goto(sitting.link())
    expect(other.locator("#body-text")).to_be_visible()
    other.close()
    window.keys.type(" On.")
    expect(window.state).to_have_text(re.compile("^Saved"), timeout=20_000)
    same(sitting.only_post()["body"], "Before. After. On.", "What the daemon has")


@scenario("“Sign out” saves the text and ends the browser's session; what cannot be saved is said first, and kept",
          own="stops the daemon")
def signs_out(sitting):
    sitting.expect("status of 401")
    context = sitting.browser()
    window = sitting.window(context=context)
    window.open("settings")
    window.type("Last words.")
    window.button("Sign out", window.panel("settings")).click()
    expect(window.page.get_by_role("heading", name="You are not signed in")).to_be_visible()
    post = sitting.only_post()
    same(post["body"], "Last words.", "What the daemon has")
    same(sitting.desk.call("GET", "/v1/sessions")["items"], [], "The sessions")
    window.page.goto(sitting.link())
    window.drawn()
    window.go(f"/?post={post['id']}").showing("Last words.")
    sitting.crash()
    window.caret(0)
    window.keys.insert_text("More. ")
    window.button("Sign out", window.panel("settings")).click()
    notice = window.notice("Not all of your text is saved.")
    expect(notice).to_be_visible()
    sitting.daemon.start()
    window.saved()
    window.button("Sign out", notice).click()
    expect(window.page.get_by_role("heading", name="You are not signed in")).to_be_visible()
    same(sitting.only_post()["body"], "More. Last words.", "What the daemon has")


@scenario("after a sign-out the preview is refused once, however much is typed, and returns with the session",
          own="counts failed sign-ins")
def preview_signed_out(sitting):
    sitting.expect("status of 401")
    context = sitting.browser()
    window = sitting.window(context=context)
    window.type("Before. ")
    window.saved()
    refused = []
    window.page.on("response", lambda answer: refused.append(answer.url)
                   if answer.status == 401 and "/v1/preview" in answer.url else None)
    for session in sitting.desk.call("GET", "/v1/sessions")["items"]:
        sitting.desk.call("DELETE", f"/v1/sessions/{session['id']}")
    window.keys.type("Much more than one word.", delay=30)
    expect(window.state).to_contain_text("galley open")
    same(len(refused), 1, "The number of refused previews")
    other = context.new_page()
    other.goto(sitting.link())
    expect(other.locator("#body-text")).to_be_visible()
    other.close()
    window.keys.type(" On.")
    expect(window.page.frame_locator("page-view iframe").locator("body")).to_contain_text("word. On.", timeout=20_000)


@scenario("a page of another site cannot use the cookie to write")
def forged(sitting):
    context = sitting.browser()
    check(context.cookies(), "Nobody is signed in.")
    answer = context.request.post(sitting.address + "/v1/posts", data='{"body":"forged"}', headers={
        "Origin": "https://evil.example", "Content-Type": "application/json"})
    check(answer.status in (401, 403), f"It answered {answer.status}.")
    same(sitting.posts(), [], "The posts")


@scenario("the page's policy blocks inline scripts and scripts from elsewhere")
def policy(sitting):
    window = sitting.window()
    sitting.expect("Content Security Policy", "ERR_BLOCKED_BY_CSP")
    ran = window.page.evaluate("""async () => {
      const inline = document.createElement("script"); inline.textContent = "globalThis.ran = 1"
      document.head.append(inline)
      const far = document.createElement("script"); far.src = "https://evil.example/x.js"
      document.head.append(far)
      document.body.setAttribute("style", "color: red")
      return [globalThis.ran ?? null, getComputedStyle(document.body).color === "rgb(255, 0, 0)"]
    }""")
    same(ran, [None, False], "What ran")


def page_of(text):
    """A web server of another site with one page."""
    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@scenario("a link from another site asks before it signs in, and names the user", own="has a second user")
def led_here(sitting):
    sitting.galley("user", "add", "Ben")
    sitting.expect("status of (401|403)", "Autofocus processing was blocked")
    for context, question in ((sitting.browser(signed_in=False), "Sign in as Ben?"),
                              (sitting.browser(), "You are signed in as Ada. Sign in as Ben?")):
        elsewhere = page_of(f'<a href="{sitting.link("--user", "Ben")}">Look at this</a>')
        try:
            page = context.new_page()
            page.goto(f"http://localhost:{elsewhere.server_port}/")
            page.get_by_role("link").click()
            expect(page.get_by_role("heading")).to_have_text(question)
            # Looking at the page does not use the link up.
            page.reload()
            page.get_by_role("button", name="Sign in as Ben").click()
            expect(page.locator("#body-text")).to_be_visible()
            same(page.locator("meta[name=galley-user]").get_attribute("content"), "Ben", "Whose page it is")
        finally:
            elsewhere.shutdown()
            elsewhere.server_close()


def as_other(sitting, context, user):
    """Another user signs in in a browser in which a user is already signed in."""
    page = context.new_page()
    page.goto(sitting.link("--user", user))
    page.get_by_role("button", name=f"Sign in as {user}").click()
    expect(page.locator("#body-text")).to_be_visible()
    return page


@scenario("text that could not be saved waits for its author, and another user who signs in sees nothing of it",
          own="has a second user")
def waits(sitting):
    sitting.expect("status of (401|403)")
    sitting.galley("user", "add", "Ben")
    context = sitting.browser()
    ada = sitting.window(context=context)
    ada.type("Secret words. ")
    ada.saved()
    fresh = sitting.window(context=context)
    # Given a new post that is still to be saved, as Ben signs in
    fresh.page.route("**/v1/posts", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    sitting.expect("ERR_FAILED")
    fresh.type("A quite new secret")
    expect(fresh.state).to_have_text("Not saved: the connection broke off before the daemon had answered. "
                                     "Your text is kept here.")
    ben = as_other(sitting, context, "Ben")
    # Then the earlier pages say that Ben is signed in, and still keep the text
    for window in (ada, fresh):
        expect(window.notice("“Ben” is signed in to this browser now.")).to_be_visible(timeout=20_000)
    expect(ada.state).to_contain_text("“Ben” is signed in")
    ada.keys.type("More of them.")
    expect(ada.state).to_contain_text("Not saved: “Ben” is signed in to this browser now.")
    for window in (ada, fresh):
        check("deleted" not in window.state.inner_text(), f"It says: {window.state.inner_text()}")
        window.page.close()
    # And Ben learns that the drafts exist
    ben.reload()
    notice = ben.locator("notice-board .notice", has_text="This browser keeps 2 drafts of Ada")
    expect(notice).to_be_visible()
    same(ben.locator("#body-text").input_value(), "", "The text of Ben's page")
    check("ecret" not in ben.content(), "Ben's page shows Ada's words.")
    ben.locator("#body-text").click()
    ben.keyboard.type("Of Ben")
    expect(ben.locator(".save-state")).to_have_text(re.compile("^Saved"))
    same([one["excerpt"].strip() for one in sitting.posts() if one.get("excerpt") != "Of Ben"], ["Secret words."], "Ada's posts")
    ben.close()
    # And they are saved when Ada is back
    again = as_other(sitting, context, "Ada")
    expect(again.locator(".save-state")).to_have_text(re.compile("^Saved"))
    wanted = {"Secret words. More of them.", "A quite new secret", "Of Ben"}
    sitting.until(lambda: {sitting.desk.post(one["id"])["body"] for one in sitting.posts()} == wanted,
                  lambda: f"all is saved: {[one.get('excerpt') for one in sitting.posts()]}")


@scenario("one browser, two users: each page gets its own user's events, and an old page resumes with its author",
          own="has a second user")
def streams(sitting):
    sitting.expect("status of (401|403)")
    sitting.galley("user", "add", "Ben")
    post = sitting.write("Of Ada")
    context = sitting.browser()
    ada = sitting.window(post, context=context)
    ben = as_other(sitting, context, "Ben")
    expect(ada.notice("“Ben” is signed in")).to_be_visible(timeout=20_000)
    same(ben.locator("meta[name=galley-user]").get_attribute("content"), "Ben", "Whose the new page is")
    ada.caret(6)
    ada.keys.type(", again")
    expect(ada.state).to_contain_text("Not saved")
    as_other(sitting, context, "Ada").close()
    expect(ada.state).to_have_text(re.compile("^Saved"), timeout=20_000)
    same(sitting.desk.post(post["id"])["body"], "Of Ada, again", "What the daemon has")
    # It receives changes made elsewhere again, too.
    sitting.rewrite(post, body="Of Ada, again, and elsewhere")
    ada.shows("Of Ada, again, and elsewhere")
    expect(ben.locator(".save-state")).to_contain_text("“Ada” is signed in", timeout=20_000)


KEEP = """drafts => new Promise((resolve, reject) => {
  const opening = indexedDB.open("galley", 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore("drafts", { keyPath: "key" })
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("drafts", "readwrite")
    for (const draft of drafts) transaction.objectStore("drafts").put(draft)
    transaction.oncomplete = () => { opening.result.close(); resolve() }
    transaction.onerror = () => reject(transaction.error)
  }
})"""


def kept_before(key, post, text):
    """A draft as the page stored it before drafts had users."""
    blank = {name: "" for name in ("kind", "slug", "title", "body", "summary", "language", "date", "zone",
                                   "canonicalAddress", "author")} | {"tags": [], "overrides": {}}
    base = blank | ({"kind": "post", "body": post["body"]} if post else {})
    return {"key": key, "id": post and post["id"], "revision": post and post["revision"], "base": base,
            "mine": base | {"body": text}, "sent": None, "owed": [], "creating": None, "keptAt": 1_800_000_000_000}


@scenario("a draft stored before drafts had users is its post's owner's; a new one is offered, not shown",
          own="has a second user")
def kept_without_user(sitting):
    sitting.expect("status of 404")
    own = sitting.write("Mine.")
    sitting.galley("user", "add", "Ben")
    context = sitting.browser()
    page = context.new_page()
    page.goto(sitting.address + "/composer/icon.svg")
    page.evaluate(KEEP, [
        kept_before("11111111-1111-4111-8111-111111111111", own, "Mine. And more."),
        kept_before("22222222-2222-4222-8222-222222222222", {"id": "zzzzzzzzzzzz", "revision": 1, "body": "x"}, "Not mine."),
        kept_before("33333333-3333-4333-8333-333333333333", None, "Three new words")])
    window = sitting.window(context=context)
    sitting.until(lambda: sitting.desk.post(own["id"])["body"] == "Mine. And more.", "the own draft is saved")
    offer = window.notice("This browser keeps a new draft that names no user: 3 words")
    expect(offer).to_be_visible()
    check("new words" not in window.page.content(), "The draft is shown.")
    same(len(sitting.posts()), 1, "The number of posts")
    offer.get_by_role("button", name="Open it").click()
    window.shows("Three new words").saved()
    same(len(sitting.posts()), 2, "The number of posts")
    # It now belongs to the user who opened it, and is not offered again; the draft of another user's post stays where
    # it is.
    window.reload()
    same(window.notice("names no user").count(), 0, "The number of offers")
    left = window.page.evaluate("""() => new Promise(resolve => {
      const opening = indexedDB.open("galley", 1)
      opening.onsuccess = () => {
        const all = opening.result.transaction("drafts").objectStore("drafts").getAll()
        all.onsuccess = () => resolve(all.result.map(({ id }) => id))
      }
    })""")
    same(left, ["zzzzzzzzzzzz"], "What waits in the browser still")
