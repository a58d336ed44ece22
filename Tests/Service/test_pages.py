"""Pages that stand follow the settings: a reload, a dry run, and a kill in the middle, with a real daemon and real files."""

import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from manager import Managed
from daemon import program
from fake import Fake
from loopback import wait_until

SETTINGS = """\
[http]
listen = ""
[render]
raw_html = "{raw}"
smart_punctuation = {smart}
[defaults]
undo_window = "0s"
[[target]]
name = "blog"
kind = "site"
url = "https://example.org"
folder = "{folder}"
permalink = "/{{slug}}/"
[[target]]
name = "hook"
kind = "webhook"
url = "{hook}/hooks"
"""
BODY = 'She said "no".\n\n<div>raw words</div>\n'


class Pages(unittest.TestCase):
    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="galley-pages-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.hook = self.enterContext(Fake("webhook"))
        self.daemon = Managed(folder)
        self.addCleanup(self.daemon.close)
        self.desk, self.site = self.daemon.desk, folder / "site"
        self.settings()
        self.daemon.start()

    def settings(self, raw="filter", smart="true"):
        self.daemon.write_settings(SETTINGS.format(raw=raw, smart=smart, folder=self.site, hook=self.hook.url))

    def write(self, count):
        posts = [self.desk.create({"title": f"Post {number}", "body": BODY}, f"key-{number}")["id"]
                 for number in range(count)]
        for post in posts:
            self.desk.publish(post, ["blog"])
        wait_until(lambda: all(self.page(number).exists() for number in range(count)), 120, "the pages")
        wait_until(lambda: not self.open(), 120, "the deliveries")
        return posts

    def open(self):
        return [target["open"] for target in self.desk.call("GET", "/v1/status")["targets"] if target["open"]]

    def page(self, number):
        return self.site / f"post-{number}/index.html"

    def galley(self, *arguments):
        return self.daemon.galley(*arguments, seconds=300)

    def pages(self):
        """How many pages are as before the change, and how many as after it; no page is anything else."""
        texts = [page.read_text() for page in self.site.glob("post-*/index.html")]
        old = sum("raw words</div>" in text and text.rstrip().endswith("</html>") for text in texts)
        new = sum("raw words" not in text and text.rstrip().endswith("</html>") for text in texts)
        self.assertEqual(old + new, len(texts))
        return old, new

    def test_a_reload_changes_the_pages_that_stand_and_says_how_many_and_a_dry_run_counts_them_first(self):
        posts = self.write(3)
        self.desk.publish(posts[0], ["hook"])
        wait_until(lambda: len(self.hook.records()) == 1 and not self.open(), 30, "the copy")
        later = self.desk.post(posts[1])
        self.desk.take_back(posts[2])
        wait_until(lambda: not self.page(2).exists(), 30, "the page that is taken back")
        marks = re.findall(r"<(?:id|updated|published)>[^<]*", (self.site / "feed.xml").read_text())
        self.settings(raw="omit")
        counted = self.galley("site", "rebuild", "--dry-run")
        self.assertEqual((counted.returncode, counted.stdout),
                         (0, "Site “blog”: 2 of 2 pages would change.\nNext: galley site rebuild\n"), counted.stderr)
        self.assertEqual(self.pages(), (2, 0))
        status, words = self.daemon.reload()
        self.assertEqual((status, words), (0, (
            "Changed targets: blog, hook.\nChanged settings: render.raw_html.\nSite “blog”: 2 of 2 pages have changed.\n"
            "Copies that were sent to hook stay as they are.\n")))
        self.assertEqual(self.pages(), (0, 2))
        self.assertEqual(re.findall(r"<(?:id|updated|published)>[^<]*", (self.site / "feed.xml").read_text()), marks)
        self.assertEqual(len(self.hook.records()), 1)
        self.assertEqual(self.desk.post(posts[1]), later)
        self.assertIn("up to date", self.galley("target", "check", "blog").stdout)
        again = self.galley("site", "rebuild")
        self.assertEqual((again.returncode, again.stdout), (0, "Site “blog”: 0 of 2 pages have changed.\n"), again.stderr)
        # A rebuild reads the settings, too, and one count covers what that has changed.
        self.settings(raw="omit", smart="false")
        rebuilt = self.galley("site", "rebuild", "blog")
        self.assertIn("Site “blog”: 2 of 2 pages have changed.\n", rebuilt.stdout, rebuilt.stderr)
        self.assertIn("&quot;no&quot;", self.page(0).read_text())
        self.settings(raw="loud")
        refused = self.galley("site", "rebuild", "--dry-run")
        self.assertEqual(refused.returncode, 78, refused.stdout + refused.stderr)
        self.assertIn("raw_html", refused.stderr)

    def test_a_daemon_that_is_killed_in_the_middle_leaves_whole_pages_and_its_next_start_finishes(self):
        count = 60
        self.write(count)
        self.settings(raw="omit")
        made = "SELECT count(*) AS made FROM payload WHERE instr(CAST(bytes AS TEXT), 'raw words') = 0"
        reload = subprocess.Popen([program("galley"), "reload"], env=self.daemon.environment, cwd=self.daemon.folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: self.daemon.store.rows(made)[0]["made"] > 0, 60, "the first page", pause=0)
        self.daemon.kill()
        reload.wait()
        self.assertEqual(sum(self.pages()), count)
        self.daemon.start()
        wait_until(lambda: self.pages() == (0, count), 120, "the other pages")
        self.daemon.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.daemon.process.wait(30), 0)


if __name__ == "__main__":
    unittest.main()
