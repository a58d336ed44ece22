"""The page opens without the daemon, shows kept posts, keeps publications until it is back, and takes shares."""

import base64
import http.server
import os
import re
import shutil
import signal
import threading
from contextlib import contextmanager

from behaviour.audit import audit
from behaviour.publishing import head, set_date
from behaviour.sizes import OUTSIDE
from playwright.sync_api import expect
from scenario import check, same, scenario
from window import Window

INSTALLED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.active?.state === "activated" && !registration.installing && !registration.waiting
}"""
CACHES = "caches.keys().then(names => names.filter(name => name.startsWith('galley-page-')).sort())"
KEPT = """([database, table]) => new Promise(resolve => {
  const opening = indexedDB.open(database)
  opening.onupgradeneeded = () => opening.transaction.abort()
  opening.onerror = () => resolve([])
  opening.onsuccess = () => {
    const asked = opening.result.transaction(table).objectStore(table).getAll()
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result) }
  }
})"""
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
SHARE = """([fields, files]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: "/share", enctype: "multipart/form-data" })
  for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement("input"), { name, value }))
  const carried = new DataTransfer()
  for (const { name, type, text } of files) {
    carried.items.add(new File([Uint8Array.from(atob(text), one => one.charCodeAt(0))], name, { type }))
  }
  const input = Object.assign(document.createElement("input"), { type: "file", name: "pictures", multiple: true })
  input.files = carried.files
  form.append(input)
  document.body.append(form)
  form.submit()
}"""


def installed(window):
    """Waits until the page opens without the daemon."""
    window.sitting.until(lambda: window.page.evaluate(INSTALLED), "the service worker is installed")
    return window


def kept_posts(window):
    return window.page.evaluate(KEPT, ["galley-posts", "posts"])


def wishes(window):
    return window.page.evaluate(KEPT, ["galley-wishes", "wishes"])


def keeping(window, count):
    """Waits until the browser keeps that many posts, and their list."""
    installed(window)
    window.sitting.until(lambda: any(one["path"] == "/v1/posts" for one in window.page.evaluate(KEPT, ["galley-posts", "facts"])),
                         "the list is kept", 20)
    window.sitting.until(lambda: len(kept_posts(window)) == count, lambda: f"{len(kept_posts(window))} of {count} posts are kept", 20)
    return window


def away(sitting, window):
    sitting.crash()
    expect(window.state).to_contain_text("The daemon is away")
    return window


def back(sitting, window):
    """The daemon is there again; the page may have asked for it in vain."""
    sitting.daemon.start()
    expect(window.state).not_to_contain_text("away", timeout=20_000)


def share(window, fields, files=()):
    with window.page.expect_navigation(wait_until="commit"):
        window.page.evaluate(SHARE, [fields, [{"name": name, "type": kind, "text": base64.b64encode(text).decode()}
                                              for name, kind, text in files]])
    return window.drawn()


def take(window, words="An app or a web page shared this with Galley"):
    """Accepts the share that the page asks about."""
    window.button("Make a draft", window.notice(words)).click()
    return window


@scenario("with the daemon killed, the page opens again with its panels, the post and its text, and saves when it is back",
          own="stops the daemon")
def opens(sitting):
    post = sitting.write("The tide comes in.", title="Tides")
    window = keeping(sitting.window(post), 1)
    frames = set(window.frames)
    away(sitting, window)
    window.reload().shows("The tide comes in.")
    expect(window.state).to_have_text(re.compile(r"^Saved \d\d:\d\d\. The daemon is away\.$"))
    same(set(window.frames), frames, "The panels")
    window.caret(18)
    window.keys.type(" And goes.")
    expect(window.state).to_contain_text("Your text is kept here.")
    window.reload().shows("The tide comes in. And goes.")
    back(sitting, window)
    window.saved()
    same(sitting.only_post()["body"], "The tide comes in. And goes.", "What the daemon has")


@scenario("what was saved just before the daemon was killed is there after a reload", own="stops the daemon")
def just_saved(sitting):
    window = installed(sitting.window())
    window.type("One, two")
    window.saved()
    window.keys.type(", three.")
    window.saved()
    sitting.until(lambda: [one["post"]["body"] for one in kept_posts(window)] == ["One, two, three."], "the post is kept")
    away(sitting, window)
    window.reload().shows("One, two, three.")
    back(sitting, window)
    window.saved()


@scenario("the last posts are listed, found and opened while the daemon is away, with their age in words",
          own="stops the daemon")
def lists(sitting):
    for number in range(3):
        sitting.write(f"Number {number} of the boats.", title=f"Boats {number}", tags=["sea"])
    sitting.write("Bread and butter.", title="Bread")
    window = keeping(sitting.window(), 4)
    window.open("posts")
    away(sitting, window)
    window.reload()
    panel = window.panel("posts")
    expect(panel.locator(".panel-note")).to_have_text(
        re.compile(r"^The daemon is away\. Posts as of \d\d:\d\d, kept in this browser\.$"))
    expect(panel.locator(".post-row")).to_have_count(4)
    audit(window.page, "The page without the daemon")
    panel.locator("#posts-search").fill("boats tag:sea")
    expect(panel.locator(".post-row")).to_have_count(3)
    panel.locator("#posts-search").fill("butter")
    expect(panel.locator(".post-row")).to_have_count(1)
    panel.locator(".post-open").focus()
    window.press("Enter")
    window.shows("Bread and butter.")
    back(sitting, window)
    expect(panel.locator(".panel-note")).to_be_hidden()


@scenario("a post that is changed here without the daemon and elsewhere meanwhile is merged when it is back",
          own="stops the daemon")
def merges(sitting):
    sitting.expect("status of 412")
    post = sitting.write("The first.\n\nThe second.\n\nThe third.")
    window = keeping(sitting.window(), 1)
    window.open("posts")
    away(sitting, window)
    window.reload()
    window.panel("posts").locator(".post-open").focus()
    window.press("Enter")
    window.shows(post["body"])
    window.caret(len(post["body"]))
    window.keys.type(" Here.")
    expect(window.state).to_contain_text("Your text is kept here.")
    window.page.context.set_offline(True)
    sitting.daemon.start()
    sitting.rewrite(post, body="The FIRST.\n\nThe second.\n\nThe third.")
    sitting.expect("net::ERR_INTERNET_DISCONNECTED")
    window.page.context.set_offline(False)
    window.shows("The FIRST.\n\nThe second.\n\nThe third. Here.").saved()
    same(sitting.only_post()["body"], window.text, "What the daemon has")


@scenario("panels open and close over the text in any size while the daemon is away, and it arranges them again",
          own="stops the daemon")
def panels(sitting):
    post = sitting.write("The tide comes in.", title="Tides")
    for size, other in (((1366, 900), (800, 600)), ((390, 844), (740, 360))):
        window = keeping(sitting.window(post, size=size).settled(), 1)
        frames = set(window.frames)
        away(sitting, window)
        window.page.set_viewport_size({"width": other[0], "height": other[1]})
        window.reload().shows("The tide comes in.")
        same(set(window.frames), frames, "The panels")
        window.press("Control+Alt+p")
        sitting.until(lambda: window.page.evaluate(OUTSIDE) == [], lambda: window.page.evaluate(OUTSIDE))
        text = window.page.locator("post-editor").bounding_box()
        check(text["width"] >= 320 and text["height"] >= 140, f"The text has {text}.")
        expect(window.panel("posts").locator(".post-row")).to_have_count(1)
        window.press("Control+Alt+p")
        expect(window.panel("posts")).to_have_attribute("inert", "")
        back(sitting, window)
        sitting.until(lambda: not window.page.locator("panel-layer.is-away").count(), "the daemon arranges the panels")
        window.settled()


@scenario("a sign-out removes the kept posts and the page of that user, and another user's page keeps none of them",
          own="has a second user")
def signs_out(sitting):
    sitting.expect("status of (401|403|404)")
    sitting.galley("user", "add", "Ben")
    sitting.write("Secret words.", title="Secret")
    context = sitting.browser()
    window = keeping(sitting.window(context=context), 1)
    sitting.galley("session", "end", str(sitting.desk.call("GET", "/v1/sessions")["items"][0]["id"]))
    sitting.until(lambda: kept_posts(window) == [], "the posts are removed", 20)
    page = context.new_page()
    page.goto(sitting.address + "/")
    expect(page.get_by_role("heading")).to_have_text("You are not signed in")
    sitting.until(lambda: page.evaluate("caches.match('/').then(found => found === undefined)"), "the page is removed")
    context.request.get(sitting.link(), headers={"Sec-Fetch-Site": "none"})
    page.goto(sitting.address + "/")
    sitting.until(lambda: len(page.evaluate(KEPT, ["galley-posts", "posts"])) == 1, "they are kept again", 20)
    page.goto(sitting.link("--user", "Ben"))
    page.get_by_role("button", name="Sign in as Ben").click()
    expect(page.locator("#body-text")).to_be_visible()
    sitting.until(lambda: page.evaluate(KEPT, ["galley-posts", "posts"]) == [], "Ben's browser keeps none of them", 20)


@scenario("the settings say whether the page opens without the daemon and how many posts are kept, and remove them")
def settings(sitting):
    sitting.write("Words.", title="Tides")
    window = keeping(sitting.window(), 1)
    window.open("settings")
    words = window.panel("settings").locator(".settings-offline p")
    expect(words).to_have_text("Opens without the daemon: ready. One post is kept in this browser.")
    audit(window.page, "The settings with kept posts")
    window.button("Remove these posts").click()
    expect(words).to_have_text("Opens without the daemon: ready. No posts are kept in this browser.")
    same(kept_posts(window), [], "What is kept")
    window.button("Keep the last posts here").click()
    expect(words).to_contain_text("One post is kept")


@scenario("over plain http to another machine the settings say why the page cannot open without the daemon",
          host="galley.test")
def insecure(sitting):
    sitting.expect("Cross-Origin-Opener-Policy")
    with sitting.browser_elsewhere("galley.test"):
        context = sitting.browser(signed_in=False)
        page = context.new_page()
        page.goto(sitting.link())
        page.get_by_role("button", name=f"Sign in as {sitting.user}").click()
        window = Window(sitting, page).drawn()
        window.open("settings")
        expect(window.panel("settings").locator(".settings-offline p")).to_have_text(
            "Opens without the daemon: only over https or on this machine, and not in a private window. "
            "What you write is kept here all the same.")
        same(window.panel("settings").locator(".settings-offline button:visible").count(), 0, "The number of buttons")
        # Without a worker and locks the page works as before.
        window.type("Words")
        window.saved()


@scenario("“Publish now” without the daemon is kept in words, survives a reload, and is carried out once, with Undo",
          own="stops the daemon")
def publishes(sitting):
    window = installed(sitting.window())
    window.type("Written without the daemon")
    window.saved()
    sitting.until(lambda: window.page.evaluate(KEPT, ["galley-posts", "facts"]), "the targets are kept")
    away(sitting, window)
    window.keys.type(", and published")
    expect(window.state).to_contain_text("Your text is kept here.")
    head(window).click()
    expect(window.page.locator(".publish-dialog")).to_contain_text("What you choose is kept here")
    audit(window.page, "The publish dialog without the daemon")
    window.button("Publish now").click()
    words = "will be published when the daemon is back, to site and hook."
    expect(window.notice(words)).to_be_visible()
    expect(head(window)).to_have_text("Will be published")
    window.reload()
    expect(window.notice(words)).to_be_visible()
    expect(head(window)).to_have_text("Will be published")
    head(window).click()
    expect(window.page.locator(".publish-dialog")).to_contain_text("Will be published when the daemon is back")
    window.press("Escape")
    back(sitting, window)
    notice = window.notice("is on its way to site and hook.")
    expect(notice).to_be_visible(timeout=15_000)
    same(sitting.only_post()["body"], "Written without the daemon, and published", "What the daemon has")
    same(sorted(one["target"] for one in sitting.desk.deliveries(sitting.only_post()["id"])), ["hook", "site"], "The targets")
    same(wishes(window), [], "What is still wished")
    notice.get_by_role("button", name="Undo").click()
    sitting.until(lambda: {one["state"] for one in sitting.desk.deliveries(sitting.only_post()["id"])} == {"cancelled"},
                  "it is taken back")


@scenario("a time set without the daemon is kept with its zone, and scheduled when the daemon is back",
          own="stops the daemon")
def schedules(sitting):
    window = installed(sitting.window())
    window.open("date")
    window.type("For another day")
    window.saved()
    sitting.until(lambda: window.page.evaluate(KEPT, ["galley-posts", "facts"]), "the targets are kept")
    away(sitting, window)
    set_date(window, 2031, 12, 1, "09:00")
    head(window).click()
    window.button("Schedule").click()
    expect(window.notice("will be scheduled when the daemon is back: 1 Dec 2031, 09:00 Europe/Lisbon, to site and hook.")
           ).to_be_visible()
    expect(head(window)).to_have_text("Will be scheduled")
    # The date is the post's own: what is set next counts.
    set_date(window, 2031, 12, 2, "10:30")
    head(window).click()
    expect(window.page.locator(".publish-dialog")).to_contain_text("2 Dec 2031, 10:30 Europe/Lisbon")
    window.press("Escape")
    window.page.close()
    sitting.daemon.start()
    later = sitting.window(context=window.page.context)
    expect(later.notice("is scheduled: 2 Dec 2031, 10:30 Europe/Lisbon, to site and hook.")).to_be_visible(timeout=15_000)
    due = {one["dueAt"][:16] for one in sitting.desk.deliveries(sitting.only_post()["id"]) if one["state"] != "superseded"}
    check("2031-12-02T10:30" in due, f"It is due at {due}.")


@scenario("a wish that is cancelled is not carried out", own="stops the daemon")
def cancels(sitting):
    window = installed(sitting.window())
    window.type("Not after all")
    window.saved()
    sitting.until(lambda: window.page.evaluate(KEPT, ["galley-posts", "facts"]), "the targets are kept")
    away(sitting, window)
    head(window).click()
    window.button("Publish now").click()
    window.notice("will be published").get_by_role("button", name="Cancel").click()
    expect(head(window)).to_have_text("Publish")
    back(sitting, window)
    window.saved()
    same(sitting.desk.deliveries(sitting.only_post()["id"]), [], "The deliveries")
    same(wishes(window), [], "What is wished")


@scenario("a publication whose answer is lost as the daemon is killed is carried out exactly once", undo="0s",
          own="stops the daemon")
def once(sitting):
    window = installed(sitting.window())
    window.type("Once and only once")
    window.saved()
    lost = []

    def lose(route):
        if route.request.method == "PUT" and not lost:
            lost.append(route.fetch().status)
            sitting.crash()
            route.abort()
        else:
            route.continue_()
    window.page.route("**/publication", lose)
    head(window).click()
    window.button("Publish now").click()
    expect(window.notice("whether it was published shows when the daemon is back")).to_be_visible()
    same(lost, [200], "The daemon's answer")
    window.reload()
    expect(window.notice("whether it was published shows when the daemon is back")).to_be_visible()
    sitting.daemon.start()
    expect(window.notice("is on its way to site and hook.")).to_be_visible(timeout=20_000)
    deliveries = [one for one in sitting.desk.deliveries(sitting.only_post()["id"]) if one["state"] != "superseded"]
    same(sorted(one["target"] for one in deliveries), ["hook", "site"], "The deliveries")
    same(wishes(window), [], "What is wished")


@scenario("a wish whose time has passed asks, sends nothing by itself, and then does what the writer chooses",
          own="stops the daemon")
def passed(sitting):
    for choice in ("Publish now", "Pick another time", "Discard"):
        window = installed(sitting.window(size=(1366, 900)))
        window.open("date")
        window.type(f"Late, {choice}")
        window.saved()
        sitting.until(lambda: window.page.evaluate(KEPT, ["galley-posts", "facts"]), "the targets are kept")
        away(sitting, window)
        set_date(window, 2031, 12, 1, "09:00")
        head(window).click()
        window.button("Schedule").click()
        expect(head(window)).to_have_text("Will be scheduled")
        window.page.evaluate("""() => new Promise(resolve => {
          const opening = indexedDB.open("galley-wishes")
          opening.onsuccess = () => {
            const table = opening.result.transaction("wishes", "readwrite").objectStore("wishes")
            table.getAll().onsuccess = ({ target }) => {
              for (const wish of target.result) table.put({ ...wish, local: "2020-01-01T09:00" })
            }
            table.transaction.oncomplete = () => { opening.result.close(); resolve() }
          }
        })""")
        window.reload()
        sitting.daemon.start()
        notice = window.notice("That time has passed, so nothing was sent.")
        expect(notice).to_be_visible(timeout=20_000)
        expect(head(window)).to_have_text("Not sent: decide")
        post = next(one for one in sitting.posts() if choice in one["excerpt"])["id"]
        same(sitting.desk.deliveries(post), [], "What was sent")
        notice.get_by_role("button", name="Decide…").click()
        expect(window.button("Discard")).to_be_visible()
        audit(window.page, "The question about a time that has passed")
        window.button(choice, window.page.locator(".publish-dialog")).click()
        if choice == "Publish now":
            expect(head(window)).to_have_text(re.compile(r"^Sends in \d+ s$"))
        elif choice == "Pick another time":
            expect(window.page.locator("#date-day")).to_be_focused()
        expect(window.page.locator(".publish-dialog")).to_be_hidden()
        sitting.until(lambda: wishes(window) == [], "nothing is wished")


@scenario("text, address and a picture shared without the daemon become a draft, and the picture goes in when it is back",
          own="stops the daemon")
def shares(sitting):
    window = installed(sitting.window())
    away(sitting, window)
    share(window, {"title": "Tides", "text": "Read this.", "url": "https://example.net/tides"}, [("boat.png", "image/png", PICTURE)])
    text = "Read this.\n\n[Tides](<https://example.net/tides>)"
    notice = window.notice("its source is unknown: “Read this. [Tides](<https://example.net/tides>)” and one file.")
    expect(notice).to_be_visible()
    audit(window.page, "The question about a share")
    # Nothing is made of it before the user says so, and a reload asks again.
    window.reload().shows("")
    take(window).shows(text)
    uploads = window.page.locator("picture-uploads")
    expect(uploads.locator(".upload-state")).to_contain_text("The picture waits here.")
    # Neither is lost with the page.
    window.reload().shows(text)
    expect(uploads.locator(".upload")).to_have_count(1)
    sitting.daemon.start()
    window.saved()
    expect(uploads.locator(".upload-state")).to_contain_text("1 × 1", timeout=15_000)
    uploads.get_by_role("textbox").fill("A boat")
    window.button("Insert", uploads).click()
    window.saved()
    body = sitting.until(lambda: "![" in (now := sitting.only_post()["body"]) and now, "the picture is in the text")
    check(re.fullmatch(re.escape(text) + r"\n\n!\[A boat\]\(media:[0-9a-f]{16}\)", body), f"The text is {body!r}.")
    same(window.page.evaluate("caches.open('galley-shares').then(cache => cache.keys()).then(keys => keys.length)"), 0,
         "What is still kept")


# The requests for a draft succeed and their transaction fails, as on a full disk.
FULL_DISK = """(() => {
  const { put } = IDBObjectStore.prototype, { commit } = IDBTransaction.prototype
  IDBObjectStore.prototype.put = function (record) {
    const request = put.call(this, record)
    if (this.name === "drafts") request.addEventListener("success", () => this.transaction.abort())
    return request
  }
  IDBTransaction.prototype.commit = function () { if (!this.objectStoreNames.contains("drafts")) commit.call(this) }
})()"""


@scenario("a disk that is full only at the commit: the page says so, and a share stays where it is", own="stops the daemon")
def full_disk(sitting):
    context = sitting.browser()
    context.add_init_script(FULL_DISK)
    sitting.expect("Blocked script execution", "QuotaExceeded|AbortError")
    window = installed(sitting.window(context=context))
    away(sitting, window)
    window.type("Kept nowhere")
    expect(window.state).to_contain_text("This browser cannot keep your text")
    share(window, {"title": "Tides", "text": "Read this."})
    take(window).shows("Read this.\n\nTides")
    expect(window.state).to_contain_text("This browser cannot keep your text")
    same(window.page.evaluate("caches.open('galley-shares').then(cache => cache.keys()).then(keys => keys.length)"), 1,
         "What is still kept")
    sitting.daemon.start()


@scenario("the lock of a draft that a window leaves at once is not kept")
def lock_released(sitting):
    window = sitting.window().settled()
    left = window.page.evaluate("""async () => {
      const files = performance.getEntriesByType("resource").map(one => one.name)
      const { DraftStore } = await import(files.find(name => name.endsWith("/net/draft-store.js")))
      const drafts = new DraftStore()
      drafts.hold("k")
      drafts.release("k")
      drafts.hold("l")
      await new Promise(resolve => setTimeout(resolve, 300))
      const { held, pending } = await navigator.locks.query()
      return [...held, ...pending].map(one => one.name).filter(name => /^galley-draft-[kl]$/.test(name))
    }""")
    same(left, ["galley-draft-l"], "The locks")


@scenario("a share of too many or too large files names what was left out")
def shares_too_much(sitting):
    window = installed(sitting.window())
    files = [(f"{number}.png", "image/png", PICTURE) for number in range(11)]
    share(window, {"text": "Many"}, files)
    take(window).shows("Many")
    expect(window.notice("Of 11 shared files the first 10 were taken. Share the others again.")).to_be_visible()
    expect(window.page.locator("picture-uploads .upload")).to_have_count(10)
    share(window, {"text": "Other"}, [("notes.txt", "text/plain", b"x")])
    take(window, "“Other” and one file")
    expect(window.notice("“notes.txt” is no picture, so it was left out.")).to_be_visible()


@contextmanager
def another_site(html):
    """The address of a page on another site."""
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(html.encode() if self.path == "/" else b"")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@scenario("a link on another site opens the desk although its service worker is installed, and a share from there too",
          own="stops the daemon")
def linked(sitting):
    post = sitting.write("The tide comes in.", title="Tides")
    context = sitting.browser()
    keeping(sitting.window(context=context), 1).page.close()
    html = (f"<a href='{sitting.address}/?post={post['id']}'>Tides</a>"
            f"<form method=post action='{sitting.address}/share' enctype=multipart/form-data>"
            "<input name=text value='From there'><button>Share</button></form>")
    with another_site(html) as elsewhere:
        window = Window(sitting, context.new_page())
        window.page.goto(elsewhere)
        window.page.get_by_role("link", name="Tides").click()
        window.drawn().shows("The tide comes in.")
        check(window.page.evaluate("navigator.serviceWorker.controller !== null"), "The service worker has no part in it.")
        window.page.goto(elsewhere)
        window.page.get_by_role("button", name="Share").click()
        take(window.drawn()).shows("From there").saved()
        # The page that is kept opens by such a link, too.
        away(sitting, window)
        window.page.goto(elsewhere)
        window.page.get_by_role("link", name="Tides").click()
        window.drawn().shows("The tide comes in.")
        sitting.daemon.start()


@scenario("another site's forms, pictures, scripts and frames reach nothing of the desk, with its service worker or without")
def unreachable(sitting):
    sitting.expect("status of 403", "frame-ancestors", "Refused to", "violates the following Content Security Policy",
                   "CORS policy", "net::ERR_(FAILED|BLOCKED_BY_RESPONSE|BLOCKED_BY_ORB)", "X-Frame-Options")
    for has_worker in (False, True):
        context = sitting.browser()
        if has_worker:
            installed(sitting.window(context=context))
        asked = []
        html = f"<form method=post action='{sitting.address}/v1/posts' enctype=text/plain><input name=x><button>Send</button></form>"
        with another_site(html) as elsewhere:
            page = context.new_page()
            page.goto(elsewhere)
            page.on("response", lambda answer: asked.append((answer.request.url, answer.status)))
            got = page.evaluate("""async desk => {
              const loaded = (name, source) => new Promise(resolve => {
                const one = Object.assign(document.createElement(name), { src: source })
                one.onload = () => resolve("loaded")
                one.onerror = () => resolve("refused")
                document.body.append(one)
              })
              const asked = (path, more) => fetch(desk + path, { credentials: "include", ...more })
                .then(() => "read", () => "refused")
              return [await loaded("img", `${desk}/v1/posts`), await loaded("script", `${desk}/`), await asked("/"),
                await asked("/", { mode: "no-cors" }), await asked("/v1/posts", { mode: "no-cors", method: "POST", body: "{}" }),
                await loaded("iframe", `${desk}/`)]
            }""", sitting.address)
            same(got[:5], ["refused"] * 5, "What the other site got")
            # A frame reports an error page as loaded, and is no other page's to look into; a browser is asked instead.
            check(not any(frame.query_selector("#body-text") for frame in page.frames), "A frame shows the desk.")
            page.get_by_role("button", name="Send").click()
            page.wait_for_url(f"{sitting.address}/v1/posts")
        # The browser reports no answers to the other requests, which it keeps from that page.
        same(asked[-2:], [(f"{sitting.address}/", 403), (f"{sitting.address}/v1/posts", 403)], "The frame's and the form's answers")
        same(sitting.posts(), [], "The posts")


def with_own_page(sitting):
    """The desk's page in a folder, as in an installation."""
    settings = sitting.daemon.folder / "config/galley/galley.toml"
    text = settings.read_text(encoding="utf-8")
    page = re.search(r'^composer = "(.*)"$', text, re.MULTILINE).group(1)
    own = sitting.folder / "page"
    shutil.copytree(page, own)
    sitting.daemon.write_settings(text.replace(f'composer = "{page}"', f'composer = "{own}"'))
    sitting.daemon.terminate(20)
    sitting.daemon.start()
    return own


def edition(window):
    return re.search(r"~([^/]+)/", window.page.evaluate("document.querySelector('script[src]').src")).group(1)


@scenario("an upgraded page is another edition as a whole, and the old one stays while a window uses it",
          own="stops the daemon")
def upgraded(sitting):
    own = with_own_page(sitting)
    context = sitting.browser()
    window, other = installed(sitting.window(context=context)), sitting.window(context=context)
    first = edition(window)
    with open(own / "start.js", "a", encoding="utf-8") as file:
        file.write("// Another edition\n")
    window.reload()
    second = edition(window)
    check(second != first, "The page is the old one still.")
    sitting.until(lambda: f"galley-page-{second}" in window.page.evaluate(CACHES), "the new edition is kept")
    # The other window still has files of the old edition that it may ask for.
    check(f"galley-page-{first}" in window.page.evaluate(CACHES), "The old edition is gone.")
    other.page.close()

    def is_removed():
        # The browser may count the closed page for a while; each load of the page looks again.
        window.reload()
        return window.page.evaluate(CACHES) == [f"galley-page-{second}"]

    sitting.until(is_removed, "the old edition is removed")
    away(sitting, window)
    window.reload()
    same(edition(window), second, "The edition without the daemon")
    sitting.daemon.start()


@scenario("an edition of which a file does not arrive is not kept, and the earlier one still opens as a whole",
          own="stops the daemon")
def incomplete(sitting):
    own = with_own_page(sitting)
    window = installed(sitting.window())
    first = edition(window)
    # The daemon lists this file, and serves none with such a name.
    (own / "model/a%2Fb.js").write_text("export {}", encoding="utf-8")
    window.reload()
    check(edition(window) != first, "The page is the old one still.")
    window.open("settings")
    expect(window.panel("settings").locator(".settings-offline p")).to_contain_text("ready.", timeout=15_000)
    sitting.until(lambda: window.page.evaluate(CACHES) == [f"galley-page-{first}"], "only the first edition is kept")
    away(sitting, window)
    window.reload()
    same(edition(window), first, "The edition without the daemon")
    (own / "model/a%2Fb.js").unlink()
    sitting.daemon.start()
    window.reload()
    sitting.until(lambda: window.page.evaluate(CACHES) == [f"galley-page-{edition(window)}"], "the next edition is kept")


@scenario("if the daemon hangs, the page opens from what is kept within seconds, and follows the daemon when it answers",
          own="stops the daemon")
def patient(sitting):
    post = sitting.write("Words", title="Tides")
    window = keeping(sitting.window(post), 1)
    pid = sitting.daemon.process.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        window.page.reload(wait_until="commit")
        window.shows("Words")
    finally:
        os.kill(pid, signal.SIGCONT)
    window.drawn().caret(5)
    window.keys.type(" and more")
    sitting.until(lambda: sitting.only_post()["body"] == "Words and more", "it is saved", 20)
