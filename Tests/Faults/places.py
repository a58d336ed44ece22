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
from kinds import ARTICLES, KINDS, settings_of  # noqa: E402

class Place:
    """One target. `fake` is None for a site."""

    after = None      # the name of the place whose address it waits for
    articles = None   # of a site: the place of its articles
    threads = None    # of a place with threads: who sees the parts after the first; “whole” if it takes all at once

    def __init__(self, name, what, folder, random):
        self.name, self.what, self.folder = name, what, Path(folder)
        self.kind = KINDS[what]
        self.letter, self.program = self.kind.letter, self.kind.program
        self.fake, self._read = None, (0, [])
        self.options = [*self.kind.options, *random.choice(self.kind.choices)]
        self.chosen = random.choice(self.kind.setting_choices)

    @property
    def posting(self):
        """The part of the address that identifies requests creating posts."""
        return self.kind.posting

    @property
    def editing(self):
        """The part of the address that identifies edits."""
        return self.kind.editing or self.kind.posting + "/"

    @property
    def changing(self):
        """The methods that edit and delete a copy."""
        return (self.kind.edit or "PUT", self.kind.delete[0])

    @property
    def is_searchable(self):
        """Whether a look-up can see what Galley posts there."""
        return self.letter in "BD"

    def audience(self, part=1):
        """Who is to see a part of a post: a later part is for no more people than the first."""
        order = ("public", "unlisted", "private", "direct")
        first = next((word for word in order if f'visibility = "{word}"' in self.chosen), "public")
        later = self.threads if self.threads in order else "public"
        return first if part == 1 else max(first, later, key=order.index)

    @property
    def refuses_edits(self):
        """Whether the daemon must send no edit, because it would make the post public, or one of its parts."""
        return self.kind.publishes_edits and self.audience(2 if self.threads else 1) != "public"

    @property
    def asks_if_absent(self):
        """Whether, after a restore, the author is asked about what is not there. A site shows what is stored, and a
        webhook that honours keys cannot be searched."""
        return self.fake is not None and (self.program, self.letter) != ("webhook", "B")

    @property
    def takes_edits(self):
        return self.kind.edit is not None and not self.refuses_edits

    def make_threads(self, random):
        """Lets the place have threads."""
        self.threads = "whole" if self.program == "bluesky" else random.choice(["public", "unlisted"])

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
        return {f"{self.name}-secret": self.kind.secret} if self.kind.secret else {}

    def settings(self):
        """Its [[target]] table."""
        lines = ["[[target]]", f'name = "{self.name}"', f'kind = "{self.program}"']
        if self.what != "site":
            lines.append('settle = "1s"')
        for name in self.secrets():
            lines.append(f'credential = "{name}"')
        lines += settings_of(self.kind, self.chosen, self.fake and self.fake.url, self.folder)
        if self.after:
            lines.append(f'after = "{self.after}"')
        if self.threads:
            lines.append('long = "thread"')
        if self.threads in ("public", "unlisted"):
            lines.append(f'thread_visibility = "{self.threads}"')
        if self.articles:
            lines.append(f'atproto = "{self.articles.account.name}"')
        return "\n".join(lines) + "\n"

    # Content

    def holds(self, marker):
        """The current copies that contain `marker`, one entry each. Read only from the durable log or the files."""
        if self.what == "site":
            return self._pages(marker)
        kept = {}
        for entry in self.entries("commit"):
            if not self.keeps(entry["id"]):
                continue
            if entry["what"] == "deleted" or (entry["record"] or {}).get("status") == "trash":
                kept.pop(entry["id"], None)
            elif not entry["id"].startswith(("term", "media")):
                kept[entry["id"]] = {"id": entry["id"], **entry["record"]}
        return [record for record in kept.values() if marker in json.dumps(record, ensure_ascii=False)]

    def change_by_hand(self, record, text):
        """A person rewrites a copy, given as one of `holds`."""
        self.fake.set(edit=[self.hand_name(record), text])

    def remove_by_hand(self, record):
        """A person deletes a copy, given as one of `holds`."""
        self.fake.set(remove=self.hand_name(record))

    def hand_name(self, record):
        """What a fake's command calls it: of a record of Bluesky, its key."""
        return record["id"].split("/")[-1] if self.program == "bluesky" else record["id"]

    def keeps(self, id):
        """Whether the record counts as a copy here; the articles in an account are another place."""
        return not id.startswith("site.standard.")

    def is_sent_here(self, body):
        """Whether a request that creates something belongs to this place."""
        return b"site.standard." not in body

    @property
    def can_edit(self):
        """Whether an existing copy can be edited; at snac its pictures cannot."""
        return self.kind.edit is not None and self.what != "snac"

    @property
    def uploading(self):
        """The part of the address that identifies uploads; None without uploads."""
        return self.kind.uploading

    def previous(self, record):
        """The id of the part that a part of a thread answers to."""
        if self.program == "bluesky":
            return record["reply"]["parent"]["uri"]
        return str(record["in_reply_to_id"])

    def pictures(self, record):
        """The descriptions of a copy's pictures, in its order; None if a card shows the first, without its description."""
        if self.kind.markup:
            tags = re.findall(r"<img [^>]*>", record[self.kind.markup])
            return [html.unescape(re.search(r'alt="([^"]*)"', tag).group(1)) for tag in tags]
        if self.program == "bluesky":
            embed = record.get("embed") or {}
            if "external" in embed:
                return None
            return [picture["alt"] for picture in embed.get("images") or embed.get("items") or []]
        return [picture["description"] for picture in record["media"]]

    def doubled_pictures(self):
        """Pictures that the place has more than once, if it stores pictures separately."""
        if not self.kind.keeps_files:
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

    def requests(self, marker, since=0):
        """The bodies of all requests since then that would create a post with `marker`, as they came, whole or not."""
        # A token that ended is refused before anything else, and the request follows once more with a new one.
        refused = {entry["request"] for entry in self.entries("answer") if self.kind.expire
                   and (entry["status"] == 401 or (entry["status"] == 400 and not entry["fault"]))}
        return [base64.b64decode(entry["body"]) for entry in self.posts_with(marker)
                if entry["request"] not in refused and entry["at"] >= since]

    def posts_with(self, marker):
        """The requests themselves, as they stand in the log."""
        return [entry for entry in self.entries("request") if entry["method"] in ("POST", "PUT")
                and self.posting in entry["target"] and marker.encode() in base64.b64decode(entry["body"])
                and self.is_sent_here(base64.b64decode(entry["body"]))]

    def entries(self, kind=None):
        return [entry for entry in self._log() if kind in (None, entry["entry"])]

    def _log(self):
        """The fake's durable log, parsed again only if it has grown: the suites ask for it thousands of times."""
        if self.fake is None:
            return []
        size = Path(self.fake.log_path).stat().st_size
        if size != self._read[0]:
            self._read = size, self.fake.log()
        return self._read[1]


class Articles(Place):
    """The articles of a site, in the account of another place."""

    def __init__(self, site, account):
        self.name, self.what, self.folder = f"{site.name}-articles", "articles", site.folder
        self.kind, self.letter, self.program = ARTICLES, ARTICLES.letter, ARTICLES.program
        self.options, self.chosen, self.account = [], (), account
        self._read = (0, [])
        site.articles = self

    @property
    def fake(self):
        return self.account.fake

    def start(self):
        pass

    def stop(self):
        pass

    def secrets(self):
        return {}

    def settings(self):
        return ""

    def keeps(self, id):
        return id.startswith("site.standard.document/")

    def is_sent_here(self, body):
        return b"site.standard.document" in body and b"app.bsky." not in body


def is_page_of(marker, path):
    """Whether this is the page of the post with `marker`, which then is in its title."""
    text = path.read_text(encoding="utf-8")
    title = text.partition("<title>")[2].partition("</title>")[0]
    return marker in title and text.count("h-entry") == 1 and text.rstrip().endswith("</html>")
