"""Typed text is never lost, and the page shows the save state in words."""

import re
import resource
import shutil

from playwright.sync_api import expect
from scenario import check, same, scenario
from window import no_sideways

AWAY = "Not saved: the daemon is away. Your text is kept here."


@scenario("typed text is saved within a second, and the page says so")
def words(sitting):
    window = sitting.window()
    window.page.evaluate("""() => {
      globalThis.told = []
      new MutationObserver(() => told.push([document.querySelector(".save-state").textContent, performance.now()]))
        .observe(document.querySelector(".save-state"), { childList: true, characterData: true, subtree: true })
    }""")
    window.type("x")
    window.saved()
    told = window.page.evaluate("told.map(([words]) => words)")
    same(told[0], "Saving…", "The first word of it")
    check(len(told) <= 3, f"The words flicker: {told}")


TOLD = """globalThis.told = []
new MutationObserver(() => {
  const words = document.querySelector(".save-state")?.textContent
  if (words && told.at(-1) !== words) told.push(words)
}).observe(document, { childList: true, characterData: true, subtree: true })"""


@scenario("a starting page never says that the daemon is away while it answers")
def start(sitting):
    context = sitting.browser()
    context.add_init_script(TOLD)
    sitting.expect("Blocked script execution")   # the test's own script, in the preview's frame
    window = sitting.window(sitting.write("Words"), context=context)
    window.saved()
    for _ in range(3):
        window.reload().saved()
        away = [words for words in window.page.evaluate("told") if "away" in words]
        check(not away, f"The page said: {away}")


def before_the_put(window, meanwhile):
    """Runs `meanwhile` during the next save, so that the save comes too late: 412."""
    waiting = [meanwhile]

    def hold(route):
        if route.request.method == "PUT" and waiting:
            waiting.pop()()
        route.continue_()
    window.page.route(re.compile(r"/v1/posts/[^/]+$"), hold)
    return waiting


@scenario("a save that comes too late merges automatically if the changes are in different places")
def merge(sitting):
    sitting.expect("status of 412")
    post = sitting.write("The first.\n\nThe second.\n\nThe third.")
    window = sitting.window(post)
    waiting = before_the_put(window, lambda: sitting.rewrite(post, body="The FIRST.\n\nThe second.\n\nThe third."))
    window.caret(len(post["body"]))
    window.type(" And more.")
    window.shows("The FIRST.\n\nThe second.\n\nThe third. And more.").saved()
    check(not waiting, "Nothing was saved.")
    same(sitting.only_post()["body"], window.text, "What the daemon has")
    same(window.selection, [len(window.text)] * 2, "The caret")


def in_conflict(sitting):
    sitting.expect("status of 412")
    post = sitting.write("The cat sat.")
    window = sitting.window(post).showing("The cat sat.")
    before_the_put(window, lambda: sitting.rewrite(post, body="The cow sat."))
    window.caret(4, 7)
    window.keys.insert_text("dog")
    expect(window.page.locator(".conflict")).to_be_visible()
    return window


@scenario("changes in the same place are shown side by side, and keeping both loses neither")
def conflict(sitting):
    window = in_conflict(sitting)
    expect(window.state).to_contain_text("the same words were changed elsewhere")
    sides = window.page.locator(".conflict blockquote")
    check("dog" in sides.nth(0).inner_text() and "cow" in sides.nth(1).inner_text(), "The two texts are not shown.")
    same(sitting.only_post()["body"], "The cow sat.", "What the daemon has meanwhile")
    window.button("Keep both").click()
    expect(window.area).to_be_focused()
    window.saved()
    body = sitting.only_post()["body"]
    check("dog" in body and "cow" in body, f"The text is {body!r}.")
    window.shows(body)
    window.caret(len(body))
    window.keys.type(" And on.")
    sitting.until(lambda: sitting.only_post()["body"] == body + " And on.", "one writes on in both")


@scenario("for two changes in the same place the writer may keep either")
def choice(sitting):
    window = in_conflict(sitting)
    window.button("Take this").click()
    window.shows("The cow sat.").saved()
    same(sitting.only_post()["body"], "The cow sat.", "What the daemon has")


@scenario("a conflict at the end of a long paragraph shows the differing words marked, and every choice is in view")
def long_conflict(sitting):
    sitting.expect("status of 412")
    start = "The tide came in over the flats and took the boats with it. " * 28
    for size in ((1366, 900), (390, 844)):
        post = sitting.write(start)
        window = sitting.window(post, size=size).showing(start)
        before_the_put(window, lambda: sitting.rewrite(post, body=f"{start}Nothing came back."))
        window.caret(len(start))
        window.keys.insert_text("Ada watched from the wall.")
        marked = window.page.locator(".conflict ins")
        expect(marked.first).to_be_in_viewport(ratio=1)
        sides = window.page.locator(".conflict-side")
        for side, words in ((sides.nth(0), "Ada"), (sides.nth(1), "Nothing")):
            expect(side.locator("ins").first).to_contain_text(words)
            expect(side.locator("ins").first).to_be_in_viewport()
            check(side.locator("blockquote").inner_text().startswith("…"), "The part that is the same is not shortened.")
        for choice in ("Keep this", "Take this", "Keep both"):
            expect(window.button(choice)).to_be_in_viewport(ratio=1)
        no_sideways(window)


@scenario("after a choice the focus is where the chosen text ends, by mouse and by key, and the place is in view")
def chosen(sitting):
    sitting.expect("status of 412")
    above, below = "".join(f"Above {n}.\n\n" for n in range(60)), "".join(f"\n\nBelow {n}." for n in range(60))
    for choice, wanted, isKey in (("Keep both", "The cow sat.", False), ("Keep this", "The dog sat.", True),
                                  ("Take this", "The cow sat.", True)):
        post = sitting.write(f"{above}The cat sat.{below}")
        window = sitting.window(post)
        before_the_put(window, lambda: sitting.rewrite(post, body=f"New. {above}The cow sat.{below} And more."))
        window.shows(post["body"])
        window.caret(len(above) + 4, len(above) + 7)
        window.keys.insert_text("dog")
        expect(window.page.locator(".conflict")).to_be_visible()
        button = window.button(choice)
        if isKey:
            button.focus()
            window.press("Enter")
        else:
            button.click()
        expect(window.area).to_be_focused()
        start, end = window.selection
        same(start, end, "The end of the selection")
        check(window.text[:end].endswith(wanted), f"After “{choice}” the caret is behind {window.text[:end][-40:]!r}.")
        sitting.until(lambda: window.area.evaluate("""area => {
          const line = area.value.slice(0, area.selectionEnd).split("\\n").length
          const all = area.value.split("\\n").length
          const at = area.scrollHeight * line / all, view = document.querySelector("#text-scroll")
          return at > view.scrollTop - 60 && at < view.scrollTop + view.clientHeight + 60
        }"""), "the place is in sight")
        window.saved()


@scenario("a conflict survives a reload: both texts are there again")
def conflict_reloaded(sitting):
    window = in_conflict(sitting)
    window.reload()
    expect(window.page.locator(".conflict")).to_be_visible()
    window.button("Keep this").click()
    window.shows("The dog sat.").saved()
    same(sitting.only_post()["body"], "The dog sat.", "What the daemon has")


@scenario("killing the daemon during typing loses nothing", own="stops the daemon")
def killed(sitting):
    window = sitting.window()
    window.type("Before. ")
    window.saved()
    for number in range(3):
        window.keys.type(f"Round {number}, ")
        sitting.crash()
        window.keys.type(f"killed {number}. ")
        expect(window.state).to_have_text(AWAY)
        sitting.daemon.start()
        expect(window.state).to_have_text(re.compile("^Saved"), timeout=15_000)
    same(sitting.only_post()["body"], window.text, "What the daemon has")
    check(window.text.endswith("Round 2, killed 2. "), f"The text is {window.text!r}.")


@scenario("a page that stays open while Galley is updated says so, loads nothing of the new page, and keeps typed text",
          own="stops the daemon")
def renewed(sitting):
    # The desk's page is in a folder, as in an installation
    settings = sitting.daemon.folder / "config/galley/galley.toml"
    text = settings.read_text(encoding="utf-8")
    page = re.search(r'^composer = "(.*)"$', text, re.MULTILINE).group(1)
    own = sitting.folder / "page"
    shutil.copytree(page, own)
    sitting.daemon.write_settings(text.replace(f'composer = "{page}"', f'composer = "{own}"'))
    sitting.daemon.terminate(20)
    sitting.daemon.start()
    window = sitting.window()
    window.type("Before. ")
    window.saved()
    script = window.page.evaluate("document.querySelector('script[src]').src")
    # A short outage is not reported.
    sitting.crash()
    expect(window.state).to_contain_text("daemon is away")
    sitting.daemon.start()
    expect(window.state).not_to_contain_text("away", timeout=15_000)
    sitting.crash()
    expect(window.state).to_contain_text("daemon is away")
    notice = window.page.locator("notice-board .notice", has_text="Galley was updated")
    same(notice.count(), 0, "The number of such notices")
    with open(own / "start.js", "a", encoding="utf-8") as file:
        file.write("// Another edition\n")
    sitting.expect("status of 404")
    sitting.daemon.start()
    expect(notice).to_be_visible(timeout=15_000)
    same(window.page.request.get(script).status, 404, "What the old page's script answers")
    window.keys.type("After.")
    window.saved()
    notice.get_by_role("button", name="Reload").click()
    expect(window.page.locator("#body-text")).to_have_value("Before. After.")
    check(window.page.evaluate("document.querySelector('script[src]').src") != script, "The page is the old one still.")


@scenario("a page that reloads while the daemon is away has its text when both are back", own="stops the daemon")
def reloaded_away(sitting):
    window = sitting.window()
    window.type("Old words. ")
    window.saved()
    sitting.crash()
    window.keys.type("New words.")
    expect(window.state).to_have_text(AWAY)
    search = window_search(window)
    # The browser's own error page is a second navigation, which interrupts waiting for the first.
    with window.page.expect_event("framenavigated"):
        try:
            window.page.reload()
        except Exception as error:  # expected
            check("ERR_CONNECTION_REFUSED" in str(error), f"The reload said: {error}")
    sitting.daemon.start()
    window.go(f"/{search}")
    window.shows("Old words. New words.").saved()
    same(sitting.only_post()["body"], "Old words. New words.", "What the daemon has")


def window_search(window):
    return "?" + window.page.url.partition("?")[2] if "?" in window.page.url else ""


@scenario("the text of a window that was closed unsaved is adopted by the next one", own="stops the daemon")
def closed(sitting):
    context = sitting.browser()
    window = sitting.window(context=context)
    sitting.crash()
    window.keys.type("Only here so far")
    expect(window.state).to_have_text(re.compile("^Not saved"))
    window.page.close()
    sitting.daemon.start()
    later = sitting.window(context=context)
    later.shows("Only here so far").saved()
    same(sitting.only_post()["body"], "Only here so far", "What the daemon has")


@scenario("a first save whose answer is lost creates no second post")
def lost_answer(sitting):
    sitting.expect("net::ERR_FAILED")
    window = sitting.window()
    lost = []

    def lose(route):
        if route.request.method == "POST" and len(lost) < 2:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()
    window.page.route("**/v1/posts", lose)
    window.type("Zebra")
    sitting.until(lambda: len(lost) == 2, "two answers were lost")
    window.keys.type(" and more")
    window.saved()
    sitting.until(lambda: sitting.only_post()["body"] == "Zebra and more", "all of it is there, once")
    same(lost[0], 201, "The first answer")


@scenario("a save whose answer is lost is recognised later, and causes no conflict")
def lost_save(sitting):
    sitting.expect("net::ERR_FAILED", "status of 412")
    post = sitting.write("Words")
    window = sitting.window(post).showing("Words")
    lost = []

    def lose(route):
        if route.request.method == "PUT" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()
    window.page.route(re.compile(r"/v1/posts/[^/]+$"), lose)
    window.caret(5)
    window.type(" that change")
    window.saved()
    same((lost, sitting.only_post()["body"]), ([200], "Words that change"), "What was saved")
    same(window.page.locator(".conflict").count(), 0, "The number of conflicts")


@scenario("a field that the daemon refuses says why, and the text is still saved", titled=True)
def refused_field(sitting):
    sitting.expect("status of (400|422)")
    window = sitting.window()
    window.type("Good words")
    window.saved()
    window.page.locator("#title-slug").fill("Not OK!")
    expect(window.state).to_contain_text("not the address")
    expect(window.page.locator("title-panel .note")).not_to_be_empty()
    window.type(" and better ones")
    sitting.until(lambda: sitting.only_post()["body"] == "Good words and better ones", "the text is saved")
    window.page.locator("#title-slug").fill("now-fine")
    window.saved()
    same(sitting.only_post()["slug"], "now-fine", "The address")


@scenario("two windows that write at both ends of a post end up with the same text")
def both_ends(sitting):
    sitting.expect("status of 412")
    context = sitting.browser()
    post = sitting.write("one\n\ntwo\n\nthree")
    first = sitting.window(post, context=context)
    second = sitting.window(post, context=context)
    first.caret(0)
    second.caret(len(post["body"]))
    for number in range(5):
        first.keys.type(f"a{number} ")
        second.keys.type(f" z{number}")
    wanted = "a0 a1 a2 a3 a4 one\n\ntwo\n\nthree z0 z1 z2 z3 z4"
    first.shows(wanted)
    second.shows(wanted)
    first.saved()
    second.saved()
    same(sitting.only_post()["body"], wanted, "What the daemon has")


@scenario("while the disk is full the page says so and keeps typed text, and saves it when there is room again",
          own="stops the daemon")
def full(sitting):
    sitting.expect("status of 507")
    window = sitting.window()
    window.type("Before. ")
    window.saved()
    pid = sitting.daemon.process.pid
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
    window.type("While it is full. ")
    state = window.page.locator(".save-state")
    expect(state).to_have_text("Not saved: the disk is full. Your text is kept here.")
    window.type("And on. ")
    expect(state).to_have_text("Not saved: the disk is full. Your text is kept here.")
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))
    window.saved()
    same(sitting.only_post()["body"], window.text, "What the daemon has")
