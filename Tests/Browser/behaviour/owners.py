"""Several users of one browser: what one of them leaves there is neither shown to the next one nor lost."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from behaviour.everywhere import replace, seek
from behaviour.offline import KEPT, PICTURE, away, keeping, share, take
from behaviour.publishing import head
from playwright.sync_api import expect
from scenario import check, same, scenario
from window import Window

# Everything that the browser keeps for the desk, as [where it is, its owner, its content].
STORES = """async () => {
  const found = [], ask = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  for (const [where, storage] of Object.entries({ localStorage, sessionStorage })) {
    for (const key of Object.keys(storage)) {
      found.push([`${where} ${key.split(":")[0]}`, key.split(":")[1] ?? null, storage.getItem(key)])
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await ask(indexedDB.open(name))
    for (const table of database.objectStoreNames) {
      for (const record of await ask(database.transaction(table).objectStore(table).getAll())) {
        found.push([`indexedDB ${name} ${table}`, record.user ?? null, JSON.stringify(record)])
      }
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request), { pathname } = new URL(request.url)
      const place = pathname.startsWith("/composer/") ? "files" : pathname === "/" ? "index" : pathname.split("/")[1]
      found.push([`caches ${name.replace(/^galley-page-.*/, "galley-page")} ${place}`, answer.headers.get("Galley-User"),
        place === "files" ? "" : await answer.text()])
    }
  }
  return [...found, ["history", null, JSON.stringify(history.state) + name + document.cookie]]
}"""
# What belongs to the browser or the tab, and holds no words: see net/owner.js.
UNOWNED = {"localStorage galley-direction", "sessionStorage galley-window", "sessionStorage galley-draft",
           "caches galley-page files", "history"}
# What the page itself would read of all that.
READ = """async () => {
  const files = performance.getEntriesByType("resource").map(one => one.name)
  const load = name => import(files.find(file => file.endsWith(name)))
  const [{ DraftStore }, { WishStore }, { shareStore }, { PostCache }, { lastWindow }] = await Promise.all(
    ["draft-store.js", "wish-store.js", "share-store.js", "post-cache.js", "windows.js"].map(name => load(`/net/${name}`)))
  const cache = new PostCache(undefined, async () => { throw Object.assign(new Error("Away."), { isAway: true }) })
  const kept = path => cache.read("GET", path).then(({ body }) => body, () => null)
  const drafts = new DraftStore(), waiting = await shareStore.waiting()
  return JSON.stringify([await drafts.adopt(), await drafts.others(), await new WishStore().all(), waiting,
    await Promise.all(waiting.map(key => shareStore.read(key))), await shareStore.pictures(), await shareStore.others(),
    await kept("/v1/posts"), await kept("/v1/snippets?limit=200")])
}"""


def stores(page):
    return page.evaluate(STORES)


def elsewhere(address, text):
    """A web server of another site, whose only page sends a share to the desk by itself."""
    form = (f'<form method="post" action="{address}/share" enctype="multipart/form-data">'
            f'<input name="text" value="{text}"></form><script>document.forms[0].submit()</script>')

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(form.encode())

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def fill(sitting, window):
    """Leaves something of the user in each store of the browser, most of it while the daemon is away."""
    seek(window, "tide", "Secret tide")
    expect(window.page.locator("find-everywhere dialog").get_by_role("status")).to_have_text("1 hit in 1 post.")
    replace(window)
    expect(window.notice("1 post is changed.")).to_be_visible()
    window.press("Control+Shift+P")
    window.keys.type("save now")
    window.press("Enter")
    window.write("A Secret wish")
    window.saved()
    sitting.until(lambda: len(window.page.evaluate(KEPT, ["galley-posts", "facts"])) > 3, "the settings are kept", 20)
    away(sitting, window)
    window.keys.insert_text(", and a Secret draft")
    expect(window.state).to_contain_text("Your text is kept here.")
    head(window).click()
    window.button("Publish now").click()
    expect(window.notice("will be published")).to_be_visible()
    share(window, {"text": "A Secret share with a picture"}, [("secret-boat.png", "image/png", PICTURE)])
    take(window).shows("A Secret share with a picture")
    expect(window.page.locator("picture-uploads .upload")).to_have_count(1)
    share(window, {"text": "A Secret share that waits"}, [("secret-harbour.png", "image/png", PICTURE)])
    expect(window.notice("“A Secret share that waits” and one file.")).to_be_visible()


@scenario("two users of one browser: nothing that the first one left in any store is shown to the second one, and all is there later",
          own="has a second user")
def leaves_nothing(sitting):
    sitting.expect("status of (401|403|404|410|412)", "Content Security Policy")
    sitting.galley("user", "add", "Ben")
    sitting.galley("snippet", "set", "greeting", "-", input="A Secret snippet")
    sitting.write("The tide comes in.", title="Secret title")
    context = sitting.browser()
    window = keeping(sitting.window(context=context), 1)
    fill(sitting, window)
    # Each thing names its owner
    found = stores(window.page)
    strays = [where for where, owner, _ in found if owner != "Ada" and where not in UNOWNED]
    same(strays, [], "What names no owner")
    full = {where for where, _, content in found if "ecret" in content}
    same(full, {"localStorage galley-replaced", "indexedDB galley drafts", "indexedDB galley-wishes wishes",
                "indexedDB galley-posts posts", "indexedDB galley-posts facts", "caches galley-shares shares"},
         "The stores with words of Ada")
    check(any(where == "caches galley-shares shared-pictures" for where, _, _ in found), "No shared picture is kept.")
    for store in ("localStorage galley-became", "localStorage galley-recent-commands", "localStorage galley-last-window"):
        check(any(where == store for where, _, _ in found), f"{store} is empty.")
    share_address = window.page.url
    # Ada is signed out, and a web page of another site sends a share
    window.page.close()
    sitting.daemon.start()
    for session in sitting.desk.call("GET", "/v1/sessions")["items"]:
        sitting.desk.call("DELETE", f"/v1/sessions/{session['id']}")
    page = context.new_page()
    page.goto(sitting.address + "/")
    expect(page.get_by_role("heading")).to_have_text("You are not signed in")
    other = elsewhere(sitting.address, "A Stranger’s share")
    try:
        page.goto(f"http://localhost:{other.server_port}/")
        page.wait_for_url(re.compile(r"share="))
    finally:
        other.shutdown()
        other.server_close()
    stray_address = page.url
    # Ben signs in, and learns whose things are here
    page.goto(sitting.link("--user", "Ben"))
    ben = Window(sitting, page)
    sitting.windows.append(ben)
    ben.drawn()
    same(page.locator("meta[name=galley-user]").get_attribute("content"), "Ben", "Whose page it is")
    expect(ben.notice("It keeps a share, a shared picture and a publication of Ada, too.")).to_be_visible()
    expect(ben.notice("This browser keeps 2 drafts of Ada")).to_be_visible()
    expect(ben.notice("something that was shared with Galley and names no user")).to_be_visible()
    for address in ("/", share_address, stray_address, *draft_addresses(found)):
        page.goto(address if address.startswith("http") else sitting.address + address)
        ben.drawn()
        shows_nothing(ben, address)
    ben.press("Control+Alt+p")
    page.locator("#posts-search").fill("tide")
    expect(ben.panel("posts").locator(".post-row")).to_have_count(0)
    ben.press("Control+Shift+P")
    with page.expect_response("**/v1/posts?*"):
        ben.keys.type("tide")
    shows_nothing(ben, "a search for a word of Ada’s")
    ben.press("Escape")
    check("ecret" not in page.evaluate(READ), "The page of Ben can read words of Ada.")
    # Nor does his page show them while the daemon is away
    ben.reload()
    keeping(ben, 0)
    away(sitting, ben)
    ben.reload()
    same(page.locator("meta[name=galley-user]").get_attribute("content"), "Ben", "Whose page it is")
    shows_nothing(ben, "the page without the daemon")
    sitting.daemon.start()
    # The stray share is his if he says so
    ben.reload()
    ben.button("Look at it", ben.notice("names no user")).click()
    take(ben, "“A Stranger’s share”").shows("A Stranger’s share")
    ben.saved()
    page.close()
    # Ada has everything back
    page = context.new_page()
    page.goto(sitting.link())
    page.get_by_role("button", name="Sign in as Ada").click()
    ada = Window(sitting, page).drawn()
    sitting.windows.append(ada)
    expect(ada.notice("“A Secret share that waits” and one file.")).to_be_visible()
    take(ada, "“A Secret share that waits”").shows("A Secret share that waits")
    wanted = {"The Secret tide comes in.", "A Secret wish, and a Secret draft", "A Secret share with a picture",
              "A Secret share that waits"}
    bodies = lambda: {sitting.desk.post(one["id"])["body"] for one in sitting.posts()}  # noqa: E731
    sitting.until(lambda: bodies() >= wanted, lambda: f"all is saved: {wanted - bodies()} of {bodies()}", 20)
    wished = next(one for one in sitting.posts() if one["excerpt"].startswith("A Secret wish"))
    sitting.until(lambda: sitting.desk.deliveries(wished["id"]), "what Ada wished is on its way", 20)
    expect(page.locator("picture-uploads .upload-state")).to_contain_text("1 × 1", timeout=15_000)


def draft_addresses(found):
    """The addresses of the drafts and posts that are kept."""
    places = ("indexedDB galley drafts", "indexedDB galley-posts posts")
    records = [json.loads(content) for where, _, content in found if where in places]
    return [f"/?draft={one['key']}" if "key" in one else f"/?post={one['id']}" for one in records]


def shows_nothing(window, where):
    content = window.page.content() + "".join(window.page.evaluate(
        "[...document.querySelectorAll('textarea, input')].map(field => field.value)")) + window.page.title()
    check("ecret" not in content, f"{where} shows words of Ada.")


@scenario("“Sign out” leaves no page and no post of the user here, and “back” brings none of the text",
          own="counts failed sign-ins")
def signs_out(sitting):
    sitting.expect("status of 401")
    sitting.write("Secret words.", title="Secret title")
    post = sitting.only_post()
    window = keeping(sitting.window(post), 1)
    window.open("settings")
    window.button("Sign out", window.panel("settings")).click()
    expect(window.page.get_by_role("heading", name="You are not signed in")).to_be_visible()
    same([where for where, _, content in stores(window.page) if "ecret" in content], [], "The stores with words")
    same([where for where, _, _ in stores(window.page) if where == "caches galley-page index"], [], "The pages that open here")
    window.page.go_back()
    expect(window.page.get_by_role("heading", name="You are not signed in")).to_be_visible()
    check("ecret" not in window.page.content(), "“Back” shows the text.")


@scenario("a web page that sends a share to a signed-in writer gets no post, and its words are shown as plain text")
def stranger(sitting):
    sitting.expect("status of (401|403)")
    window = keeping(sitting.window(), 0)
    other = elsewhere(sitting.address, "&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;Buy&lt;/b&gt;")
    try:
        window.page.goto(f"http://localhost:{other.server_port}/")
        window.page.wait_for_url(re.compile(r"share="))
    finally:
        other.shutdown()
        other.server_close()
    window.go("/" + window.page.url.removeprefix(sitting.address).lstrip("/"))
    notice = window.notice("Make a draft of it only if you have shared it.")
    expect(notice).to_contain_text("“<img src=x onerror=alert(1)> <b>Buy</b>”")
    same(notice.locator("img, b").count(), 0, "The elements that it made")
    same(window.text, "", "The text")
    window.button("Discard", notice).click()
    expect(notice).to_be_hidden()
    window.reload()
    same(sitting.posts(), [], "The posts")
    same([where for where, _, _ in stores(window.page) if "galley-shares" in where], [], "What is still kept")
