"""The page starts wherever a browser runs: whatever the browser keeps, refuses, has no room for, or clears."""

from behaviour.pictures import SHOTS
from playwright.sync_api import expect
from scenario import check, same, scenario

THROWING = """Object.defineProperty(globalThis, %r, { configurable: true, get() {
  throw new DOMException("Access is denied for this document.", "SecurityError") } })"""
NULL = "Object.defineProperty(globalThis, %r, { configurable: true, get: () => null })"
FULL = """Storage.prototype.setItem = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError") }"""
# As in a browser without cookies: everything that lasts is refused.
NOTHING = """
const refuse = () => { throw new DOMException("Access is denied.", "SecurityError") }
const reject = () => Promise.reject(new DOMException("Access is denied.", "SecurityError"))
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(globalThis, name, { configurable: true, get: refuse })
}
IDBFactory.prototype.open = refuse
if (isSecureContext) {
  for (const name of ["open", "has", "keys", "match", "delete"]) CacheStorage.prototype[name] = reject
  LockManager.prototype.request = reject
  ServiceWorkerContainer.prototype.register = reject
}
globalThis.SharedWorker = class { constructor() { refuse() } }
"""
AREAS = ("localStorage", "sessionStorage")
DRAFTS = """async () => {
  const ask = request => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
  if (!(await indexedDB.databases()).some(({ name }) => name === "galley")) return []
  const database = await ask(indexedDB.open("galley"))
  try {
    if (!database.objectStoreNames.contains("drafts")) return []
    const drafts = await ask(database.transaction("drafts").objectStore("drafts").getAll())
    return drafts.filter(one => one.mine).map(one => one.mine.body)
  } finally { database.close() }
}"""


def storing(sitting, script, words, post=None):
    """A window in a browser whose storage the script changes, once its notice begins with these words."""
    context = sitting.browser()
    context.add_init_script(script)
    window = sitting.window(post, context=context)
    told(window, words)
    return window


def told(window, words):
    notice = window.notice(words)
    expect(notice).to_have_count(1)
    check("\n" not in notice.locator("p").inner_text(), "It is more than a line of text.")


def works(sitting, window, words="Words that stay"):
    """The toolbar, the panels, the palette, writing and saving, and all of it again after a reload."""
    window.button("New post").click()
    window.type(words)
    window.saved()
    if "outline" not in window.frames:
        window.choose("Outline")
    expect(window.panel("outline")).to_be_visible()
    window.press("Control+Shift+p")
    palette = window.page.locator("command-palette dialog")
    expect(palette).to_be_visible()
    window.keys.type("Save now")
    window.press("Enter")
    expect(palette).to_be_hidden()
    sitting.until(lambda: words in [sitting.desk.post(one["id"])["body"] for one in sitting.posts()], "the daemon has the words")
    window.reload().shows(words)
    window.type("!")
    window.saved()


@scenario("where reading a storage throws, or it is null, the page works as usual and says what it forgets")
def refused(sitting):
    for turn, script in enumerate((THROWING, NULL)):
        window = storing(sitting, "\n".join(script % area for area in AREAS),
                         "This browser keeps nothing for Galley: a reload forgets where you were.")
        works(sitting, window, f"Words {turn}")
        window.notice("This browser keeps nothing").locator("[aria-label=Dismiss]").click()
        expect(window.notice("This browser keeps nothing")).to_have_count(0)


@scenario("where reading IndexedDB throws, or it is null, saving goes on, and the page says what may be lost")
def no_database(sitting):
    for turn, script in enumerate((THROWING, NULL)):
        window = storing(sitting, script % "indexedDB", "This browser keeps no unsaved text.")
        works(sitting, window, f"Words {turn}")


@scenario("a browser that refuses everything that lasts shows the same page, with one line")
def nothing(sitting):
    window = storing(sitting, NOTHING, "This browser keeps no unsaved text.")
    works(sitting, window)
    # Changes from elsewhere arrive without the worker that all windows share.
    sitting.rewrite(sitting.only_post(), body="Changed elsewhere")
    window.shows("Changed elsewhere")
    window.page.screenshot(path=SHOTS / "storage-nothing.png")


@scenario("a full storage keeps no writer from writing, and the page says so once")
def full(sitting):
    window = storing(sitting, FULL, "This browser has no room left for Galley: a reload forgets where you were.")
    works(sitting, window)
    told(window, "This browser has no room left for Galley: a reload forgets where you were.")


@scenario("when the browser's data are cleared in the middle, writing goes on, and unsaved words are kept again",
          own="stops the daemon")
def cleared(sitting):
    window = sitting.window()
    window.settled()
    window.type("First words")
    window.saved()
    page = window.page
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear() }")
    window.type(" and more")
    window.saved()
    sitting.crash()
    window.type(", unsaved")
    text = "First words and more, unsaved"
    sitting.until(lambda: page.evaluate(DRAFTS) == [text], "the browser keeps the draft")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {
        "origin": sitting.address, "storageTypes": "local_storage,indexeddb,cache_storage"})
    sitting.until(lambda: page.evaluate(DRAFTS) == [text], lambda: f"the draft is kept again: {page.evaluate(DRAFTS)}")
    page.evaluate("""() => new Promise((done, fail) => {
        const request = indexedDB.deleteDatabase('galley')
        Object.assign(request, { onsuccess: done, onerror: fail })
        setTimeout(fail, 10_000, new Error('A connection to the database stays open.'))
    })""")
    sitting.until(lambda: page.evaluate(DRAFTS) == [text], lambda: f"the draft is kept again: {page.evaluate(DRAFTS)}")
    sitting.daemon.start()
    window.saved()
    same(sitting.only_post()["body"], text, "The daemon's text")


@scenario("when cookies go while the page is open, it keeps the words, and saves them after the next sign-in")
def cookies_gone(sitting):
    context = sitting.browser()
    window = sitting.window(context=context)
    window.settled()
    context.clear_cookies()
    sitting.expect("status of 401")
    window.type("Written without a cookie")
    expect(window.state).to_contain_text("you are signed out. Run “galley open” for a new link. Your text is kept here.")
    answer = context.request.get(sitting.link(), headers={"Sec-Fetch-Site": "none"})
    check(answer.ok, f"The link answered {answer.status}.")
    window.press("Control+s")
    window.saved()
    same(sitting.only_post()["body"], "Written without a cookie", "The daemon's text")


@scenario("a browser that takes no cookies learns from the page after the link why it is not signed in")
def no_cookies(sitting):
    context = sitting.browser(signed_in=False)
    page = context.new_page()
    page.route("**/*", without_cookie)
    sitting.expect("status of 401")
    page.goto(sitting.link())
    expect(page.locator("main")).to_contain_text("your browser keeps no cookies of this address")


def without_cookie(route):
    answer = route.fetch()
    route.request.frame.page.context.clear_cookies()
    route.fulfill(response=answer, headers={
        name: value for name, value in answer.headers.items() if name != "set-cookie"})
