#!/usr/bin/python3
"""The page in the two other engines, Debian's WebKitGTK and Firefox: an author's main actions, in each.

Saves pictures in .build/engines. The last line is "N passed, N failed".
"""

import base64
import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes"), str(HERE.parent / "Faults")]
from daemon import Daemon  # noqa: E402
from desk import Refused  # noqa: E402
from engine_firefox import Firefox  # noqa: E402
from engine_webkit import WebKit  # noqa: E402
from loopback import free_port  # noqa: E402
from run_tests import run_suite  # noqa: E402
from screenshot import difference  # noqa: E402

sys.path.append(str(HERE.parent / "Browser"))
from months import MONTHS  # noqa: E402

PICTURES = HERE.parent.parent / ".build/engines"
PAGE = HERE.parent.parent / "Sources/Composer/Page"
SETTINGS = """\
author = "Ada"
time_zone = "Europe/Lisbon"
[http]
listen = "127.0.0.1:{port}"
composer = "{page}"
[[target]]
name = "site"
kind = "site"
site_name = "Ada's pages"
url = "http://127.0.0.1:{port}/sites/site"
folder = "site"
"""
# The panels' frames, from the window's corner.
PLACES = """Object.fromEntries([...document.querySelectorAll("panel-frame:not([inert])")].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return [one.getAttribute("panel"), { x, y, width, height, place: one.dataset.place, side: one.dataset.side ?? null }] }))"""
# The page with the letters of the text alone, and with those of its copy alone.
PLAIN = ".line-copy { visibility: hidden }"
COPIED = """.line-copy { color: var(--ink) !important } .line-copy > div { border-image: none !important;
  -webkit-text-stroke: 0 !important } #body-text { color: transparent !important }"""
TEXT = 'document.querySelector("#body-text").value'
DRAWN = 'document.querySelector("panel-layer")?.classList.contains("is-drawn")'
STATE = 'document.querySelector(".save-state").textContent'
# What scrolls and shows less than a row of what it holds.
CUT = """[...document.querySelectorAll("*")].filter(one => /auto|scroll/.test(getComputedStyle(one).overflowY)
  && one.checkVisibility() && one.scrollHeight > one.clientHeight + 4 && one.clientHeight < 32 && one !== document.activeElement)
  .map(one => `${one.className || one.localName}: ${one.clientHeight} of ${one.scrollHeight}`)"""
# Whether the page opens without the daemon.
INSTALLED = """globalThis.isInstalled
  || (navigator.serviceWorker.ready.then(() => { globalThis.isInstalled = true }), false)"""


class InAnEngine:
    """The tests for both engines; all of them share one browser."""

    engine = None

    @classmethod
    def setUpClass(cls):
        PICTURES.mkdir(parents=True, exist_ok=True)
        cls.folder = Path(tempfile.mkdtemp(prefix="galley-engine-", dir="/tmp"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        (cls.folder / "browser").mkdir(mode=0o700)
        cls.daemon = Daemon(cls.folder / "desk")
        cls.address = f"http://127.0.0.1:{free_port()}"
        cls.daemon.write_settings(SETTINGS.format(port=cls.address.rsplit(":", 1)[1], page=PAGE))
        cls.daemon.start()
        cls.addClassCleanup(cls.daemon.kill)
        cls.browser = cls.enterClassContext(cls.engine(cls.folder / "browser"))
        # The link of `galley open` signs the browser in, and leads to the desk.
        cls.page = cls.browser.window()
        cls.page.go(cls.daemon.galley("open").stdout.splitlines()[0].strip())
        cls.page.until(DRAWN)

    def shown(self, page=None):
        """A new desk with panels around the text."""
        page = page or self.page
        page.go(f"{self.address}/")
        page.until(DRAWN)
        try:
            self.command("load", name="With panels")
        except Refused:
            pass  # they stand there already
        page.until(f'{PLACES}.date?.side === "right" && {PLACES}.preview?.side === "left"')
        return page

    def command(self, command, **fields):
        """Sends a command to the most recently seen window, as `galley panel` does."""
        window = self.daemon.desk.call("GET", "/v1/windows")["items"][0]["id"]
        return self.daemon.desk.call("POST", f"/v1/windows/{window}/commands", {"command": command, **fields})

    def picture(self, name, page=None):
        (page or self.page).save_picture(PICTURES / f"{self.engine.name}-{name}.png")

    def test_1_what_is_written_is_saved_and_previewed(self):
        page = self.shown()
        page.click("#body-text")
        page.type("Words with *weight*")
        page.until(f"/^Saved \\d\\d:\\d\\d/.test({STATE})")
        page.until("""document.querySelector("page-view iframe")?.contentDocument?.querySelector("em")?.textContent === "weight" """)
        self.picture("written")
        saved = self.daemon.desk.call("GET", "/v1/posts")["items"][0]
        self.assertEqual(self.daemon.desk.post(saved["id"])["body"], "Words with *weight*")
        page.go(page.ask("location.href"))
        page.until(f'{TEXT} === "Words with *weight*"')

    def test_2_undo_is_the_systems_own(self):
        page = self.shown()
        page.click("#body-text")
        page.type("One")
        page.until(f'{TEXT} === "One"')
        page.script('document.execCommand("undo")')
        page.until(f'{TEXT} !== "One"')

    def test_2_tab_moves_an_item_in_and_out(self):
        page = self.shown()
        page.click("#body-text")
        page.type("- a\nb")
        page.press("Tab")
        page.until(f'{TEXT} === "- a\\n  - b"')
        page.press("Shift", "Tab")
        page.until(f'{TEXT} === "- a\\n- b"')
        # A draft that is not saved would open again in the next test.
        page.until(f"/^Saved/.test({STATE})")

    def test_3_the_publish_sheet_is_as_high_as_what_is_in_it(self):
        page = self.shown()
        page.click("#body-text")
        page.type("To publish")
        page.until(f"/^Saved/.test({STATE})")
        page.click(".publish")
        page.until('document.querySelector(".publish-dialog:popover-open") !== null')
        self.picture("publish")
        # The sheet's children, stacked with only the gaps between them.
        spare = page.ask("""(() => {
          const sheet = document.querySelector(".publish-dialog"), box = sheet.getBoundingClientRect()
          const parts = [...sheet.children].map(one => one.getBoundingClientRect())
          const gaps = parts.slice(1).map((one, index) => one.top - parts[index].bottom)
          return [...gaps, box.bottom - parts.at(-1).bottom, Math.abs(box.right - innerWidth) < 400 ? 0 : 1000,
                  box.bottom <= innerHeight ? 0 : 1000] })()""")
        self.assertLessEqual(max(spare), 32, f"Between the parts of the sheet: {spare}")
        page.press("Escape")
        page.until('document.querySelector(".publish-dialog:popover-open") === null')

    def test_4_a_panel_is_dragged_out_and_pinned_again(self):
        page = self.shown()
        frame = page.ask(f"{PLACES}.date")
        start = (frame["x"] + 40, frame["y"] + 16)
        page.drag(start, (start[0] - 380, start[1] + 240))
        page.until(f'{PLACES}.date.place === "floating"')
        self.picture("floating")
        frame = page.ask(f"{PLACES}.date")
        start = (frame["x"] + 40, frame["y"] + 16)
        page.drag(start, (start[0], page.ask("innerHeight") - 6))
        page.until(f'{PLACES}.date.side === "bottom"')
        frame = page.ask(f"{PLACES}.date")
        start = (frame["x"] + 40, frame["y"] + 16)
        page.drag(start, (100, 400))
        page.until(f'{PLACES}.date.place === "floating"')
        page.until('/The left side is full/.test(document.querySelector("notice-board").textContent)')
        self.picture("full")

    def test_5_two_windows_are_in_step(self):
        first = self.shown()
        first.click("#body-text")
        first.type("In both")
        first.until(f"/^Saved/.test({STATE})")
        second = self.browser.window()
        second.go(first.ask("location.href"))
        second.until(f'{DRAWN} && {TEXT} === "In both"')
        second.click("#body-text")
        second.press("End")
        second.type(" of them")
        first.until(f'{TEXT} === "In both of them"')
        self.command("close", panel="tags")
        for page in (first, second):
            page.until(f"!({PLACES}.tags)")
        self.picture("second", second)

    def test_6_on_a_phone_nothing_stands_outside(self):
        page = self.browser.window(390, 844)
        page.go(f"{self.address}/")
        page.until(DRAWN)
        page.click("#body-text")
        page.type("Words on a phone")
        page.until(f"/^Saved/.test({STATE})")
        self.picture("phone", page)
        self.assertLessEqual(page.ask("document.scrollingElement.scrollWidth - innerWidth"), 1)

    def test_7_the_line_that_is_typed_stays_clear_of_the_edge(self):
        page = self.shown()
        page.click("#body-text")
        page.type("".join(f"line {number}\n\n" for number in range(30)))
        page.until(f"/^Saved/.test({STATE})")
        self.picture("end")
        below = page.ask("""(() => { const area = document.querySelector("#body-text"), style = getComputedStyle(area)
          const end = area.getBoundingClientRect().bottom - parseFloat(style.paddingBottom)
          return document.querySelector("#text-scroll").getBoundingClientRect().bottom - end })()""")
        self.assertGreaterEqual(below, 24, "Pixels between the last line and the edge")

    def test_8_lists_are_as_high_as_their_rows(self):
        self.daemon.desk.create({"title": "Found", "body": "Driftwood, and more driftwood."}, os.urandom(8).hex())
        page = self.shown()
        for command, row in (("page.commands", ".palette-row"), ("page.keys", ".palette-row"), ("post.publish", ".publish-dialog"),
                             ("find.everywhere", ".everywhere-row"), ("text.snippets", "dialog[open]")):
            page.script(f"document.querySelector('post-editor').commands.run('{command}')")
            if command == "find.everywhere":
                page.until("document.querySelector('.everywhere .find-words')?.checkVisibility()")
                page.type("driftwood")
            page.until(f"document.querySelector('{row}')?.checkVisibility()")
            self.picture(command.replace(".", "-"))
            self.assertEqual(page.ask(CUT), [], command)
            page.press("Escape")
            page.until("!document.querySelector('dialog[open], :popover-open')")

    def test_8_the_longest_month_stands_whole(self):
        page = self.shown()
        page.click(".date-words")
        page.until('document.querySelector("#date-month").clientWidth > 0')
        self.picture("date")
        self.assertEqual(page.ask(f"({MONTHS})()"), [])

    def test_8_a_long_title_and_a_summary_stand_whole(self):
        page = self.shown()
        title, words = 'document.querySelector("#post-title")', "A title that is longer than one line of the text. " * 4
        shows = f"{title}.scrollHeight <= {title}.clientHeight + 1"
        page.click("#post-title")
        page.type(words)
        page.until(f"{shows} && {title}.clientHeight > 100")
        page.until(f"/^Saved \\d\\d:\\d\\d/.test({STATE})")
        # As it is loaded, and where its lines are shorter.
        page.go(page.ask("location.href"))
        page.until(f"{title}.value === {json.dumps(words)} && {shows} && {title}.clientHeight > 100")
        page.size(390, 844)
        self.addCleanup(page.size, 1366, 900)
        page.until(f"innerWidth < 500 && {shows} && {title}.clientHeight > 100")
        self.picture("title")

    def test_9_markdown_is_drawn_over_the_text_and_moves_no_letter(self):
        text = "# Tide\n\nA **bold** word and [a link](https://example.org/long/address) that wrap, 漢字かな.\n\n" \
            "עברית and words עוד.\n\n```\n\tcode\n```\n\nThe end"
        post = self.daemon.desk.create({"body": text}, os.urandom(8).hex())
        page = self.browser.window(390, 600)
        page.go(f"{self.address}/?post={post['id']}")
        page.until(f'{DRAWN} && {TEXT} !== ""')
        self.picture("layers", page)
        drawn = """[...CSS.highlights.get("text-bold")].map(({ startContainer, startOffset, endOffset }) =>
          startContainer.data.slice(startOffset, endOffset))"""
        page.until(f'{drawn}.join() === "bold"')
        pictures = []
        for css in (PLAIN, COPIED):
            page.script("(() => { CSS.highlights.clear(); const sheet = new CSSStyleSheet();"
                        f" sheet.replaceSync({json.dumps(css)}); document.adoptedStyleSheets = [sheet] }})()")
            page.script("document.activeElement.blur()")
            pictures.append(base64.b64decode(page.picture()))
        # WebKit smooths the edges of letters a little differently in the two.
        self.assertLessEqual(difference(*pictures), 40, "The copy's letters are elsewhere than the text's.")

    def test_9_focus_mode_leaves_the_sentence_clear(self):
        page = self.shown()
        page.click("#body-text")
        page.type("One. Two goes on. Three.")
        page.script("document.querySelector('#body-text').setSelectionRange(8, 8)")
        page.script("document.querySelector('post-editor').commands.run('text.focus-sentence')")
        self.picture("focus")
        page.until("""/path\\(evenodd, .*Z ?M.*Z/.test(getComputedStyle(document.querySelector(".focus-veil")).clipPath)""")
        page.script("document.querySelector('post-editor').commands.run('text.focus-sentence')")
        page.until("""document.querySelector(".focus-veil").hidden""")

    def test_9_the_page_opens_without_the_daemon_and_saves_once_it_is_back(self):
        page = self.shown()
        page.click("#body-text")
        page.type("Words before")
        page.until(f"/^Saved \\d\\d:\\d\\d/.test({STATE})")
        address, post = page.ask("location.href"), self.daemon.desk.call("GET", "/v1/posts")["items"][0]["id"]
        page.until(INSTALLED)
        said = getattr(self.browser, "said", [])
        heard = len(said)
        self.daemon.kill()
        try:
            page.go(address)
            page.until(f'{TEXT} === "Words before"')
            page.until(f'{STATE}.includes("away")')
            page.click("#body-text")
            page.press("End")
            page.type(" and after")
            self.picture("away")
        finally:
            self.daemon.start()
        page.until(f"/^Saved \\d\\d:\\d\\d/.test({STATE})")
        self.assertEqual(self.daemon.desk.post(post)["body"], "Words before and after")
        # Of a daemon that is away the browser may complain.
        del said[heard:]

    def test_the_browser_complains_of_nothing(self):
        self.assertEqual(getattr(self.browser, "said", []), [])


class InWebKit(InAnEngine, unittest.TestCase):
    engine = WebKit


class InFirefox(InAnEngine, unittest.TestCase):
    engine = Firefox


if __name__ == "__main__":
    sys.exit(run_suite())
