"""The places to which a run sends posts: each is a fake service, or a folder, with its settings and its content."""

import base64
import html
import json
import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Fakes"))
from fake import Fake  # noqa: E402

# The kinds, each with the class that the daemon must determine: keys honoured for a while (B), only a look-up (D),
# nothing at all (E), or the same files or records each time (A). No kind is of class C yet.
CLASSES = {
    "site": "A", "bluesky": "A", "mastodon": "B", "pleroma": "B", "keyhook": "B",
    "gotosocial": "D", "snac": "D", "takahe": "D", "wordpress": "D", "blindhook": "E",
}
FLAVOURS = ("mastodon", "pleroma", "gotosocial", "snac", "takahe")
POSTING = {"bluesky": "/xrpc/com.atproto.repo.", "wordpress": "/wp/v2/posts", "keyhook": "/hook", "blindhook": "/hook"}

# While the file HOLD exists, the command after writing creates HELD and waits; at its end it creates ENDED.
HOLDING = ("if [ -e {0}/HOLD ]; then : > {0}/HELD; n=0; while [ -e {0}/HOLD ] && [ $n -lt 600 ];"
           " do sleep 0.03; n=$((n+1)); done; fi; : > {0}/ENDED")


class Place:
    """One target. `fake` is None for a site."""

    def __init__(self, name, what, folder, random):
        self.name, self.what, self.folder = name, what, Path(folder)
        self.letter = CLASSES[what]
        self.fake = None
        self.program, self.options = self._service(random)
        # With gates a post is several records, of which the server stores all or none.
        self.gates = random.choice(('replies = "everyone"', 'replies = "mentioned"')) if what == "bluesky" else None
        self.visibility = random.choice(("public", "public", "unlisted", "private")) if what in FLAVOURS else None

    def _service(self, random):
        if self.what in FLAVOURS:
            return "mastodon", ["--flavour", self.what] + (["--markdown"] if self.what == "gotosocial" else [])
        if self.what == "keyhook":
            return "webhook", ["--secret", "s3cret"] + random.choice([[], ["--duplicate", "409"]])
        if self.what == "blindhook":
            return "webhook", ["--keys", "ignores"]
        if self.what == "bluesky":
            return "bluesky", ["--no-limits"]
        return self.what, []

    @property
    def posting(self):
        """The part of the address that identifies requests creating posts."""
        return POSTING.get(self.what, "/api/v1/statuses")

    @property
    def changing(self):
        """The methods that edit and delete a copy."""
        return ("POST" if self.what == "wordpress" else "PUT", "DELETE")

    @property
    def is_searchable(self):
        """Whether a look-up can see what Galley posts there: snac lists public posts alone."""
        return self.letter in "BD" and not (self.what == "snac" and self.visibility != "public")

    @property
    def site(self):
        return self.folder / "pages"

    def start(self):
        if self.what == "site":
            self.site.mkdir(parents=True)
            return
        self.fake = Fake(self.program, *self.options, log=self.folder / f"{self.name}.log")
        self.fake.start()

    def stop(self):
        if self.fake is not None:
            self.fake.stop()

    def secrets(self):
        """Name and text of the credential it needs."""
        text = {"mastodon": "fake-token", "wordpress": "fake pass word", "webhook": "s3cret",
                "bluesky": "fake-pass-word-1234"}.get(self.program)
        return {f"{self.name}-secret": text} if text and self.what != "blindhook" else {}

    def settings(self):
        """Its [[target]] table."""
        lines = ["[[target]]", f'name = "{self.name}"', f'kind = "{self.program}"']
        if self.what != "site":
            lines.append('settle = "1s"')
        for name in self.secrets():
            lines.append(f'credential = "{name}"')
        if self.visibility:
            lines.append(f'visibility = "{self.visibility}"')
        lines += {
            "site": lambda: ['url = "http://127.0.0.1/site"', f'folder = "{self.site}"',
                             f"after_write = {json.dumps(['/bin/sh', '-c', HOLDING.format(self.folder)])}"],
            "wordpress": lambda: [f'url = "{self.fake.url}"', 'username = "ada"'],
            "bluesky": lambda: [f'url = "{self.fake.url}"', 'account = "ada.example.com"', self.gates],
            "keyhook": lambda: self._hook() + ["idempotent = true"],
            "blindhook": self._hook,
        }.get(self.what, lambda: [f'url = "{self.fake.url}"'])()
        return "\n".join(lines) + "\n"

    def _hook(self):
        # With pointers configured, an invalid answer does not count as an answer.
        return [f'url = "{self.fake.url}/hook"', 'id_pointer = "/id"', 'url_pointer = "/url"']

    # Content

    def holds(self, marker):
        """The current copies that contain `marker`, one entry each. Read only from the durable log or the files."""
        if self.what == "site":
            return self._pages(marker)
        kept = {}
        for entry in self.entries("commit"):
            if entry["what"] == "deleted" or (entry["record"] or {}).get("status") == "trash":
                kept.pop(entry["id"], None)
            elif not entry["id"].startswith(("term", "media")):
                kept[entry["id"]] = entry["record"]
        return [record for record in kept.values() if marker in json.dumps(record, ensure_ascii=False)]

    @property
    def can_edit(self):
        """Whether an existing copy can be edited; at snac its pictures cannot."""
        return self.what in ("mastodon", "pleroma", "gotosocial", "wordpress")

    @property
    def uploading(self):
        """The part of the address that identifies uploads; None without uploads."""
        return {"wordpress": "/wp/v2/media", "mastodon": "/media"}.get(self.program)

    def pictures(self, record):
        """The descriptions of a copy's pictures, in its order."""
        if self.what == "wordpress":
            tags = re.findall(r"<img [^>]*>", record["content"])
            return [html.unescape(re.search(r'alt="([^"]*)"', tag).group(1)) for tag in tags]
        return [picture["description"] for picture in record["media"]]

    def doubled_pictures(self):
        """Pictures that the place has more than once, if it stores pictures separately."""
        if self.what != "wordpress":
            return []
        counts = Counter(entry["record"]["digest"] for entry in self.entries("commit")
                         if entry["id"].startswith("media") and entry["what"] == "created")
        return [digest for digest, count in counts.items() if count > 1]

    def _pages(self, marker):
        """The post's own page (neighbours name it, too), and one more for each further entry of the feed."""
        own = [path for path in sorted(self.site.rglob("index.html")) if is_page_of(marker, path)]
        feed = self.site / "feed.json"
        entries = [item for item in json.loads(feed.read_text(encoding="utf-8"))["items"]
                   if marker in json.dumps(item, ensure_ascii=False)] if feed.exists() else []
        return [str(path) for path in own] + entries[1:]

    def has_begun(self):
        """Whether the first, empty edition of the site is complete; call `forget_end` before a start."""
        return (self.folder / "ENDED").exists()

    def forget_end(self):
        for name in ("HELD", "ENDED"):
            (self.folder / name).unlink(missing_ok=True)

    def requests(self, marker):
        """The bodies of all requests that would create a post with `marker`, as they arrived, whole or not."""
        # A token that ended is refused before anything else, and the request follows once more with a new one.
        refused = {entry["request"] for entry in self.entries("answer")
                   if self.what == "bluesky" and entry["status"] == 401}
        return [base64.b64decode(entry["body"]) for entry in self.entries("request")
                if entry["request"] not in refused and entry["method"] in ("POST", "PUT") and self.posting in entry["target"]
                and marker.encode() in base64.b64decode(entry["body"])]

    def entries(self, kind=None):
        log = self.fake.log() if self.fake is not None else []
        return [entry for entry in log if kind in (None, entry["entry"])]


def is_page_of(marker, path):
    """Whether this is the page of the post with `marker`, which then is in its title."""
    text = path.read_text(encoding="utf-8")
    title = text.partition("<title>")[2].partition("</title>")[0]
    return marker in title and text.count("h-entry") == 1 and text.rstrip().endswith("</html>")
