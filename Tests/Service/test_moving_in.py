"""Whole blogs of six generators moved in as a new user would, and counted without Galley: every word, picture, address, date
and state of the files against the finished site.

A blog is generated from a seed, in the layout, the front matter and the addresses of its program (values of Hugo and Jekyll from
runs of Debian's, of Pelican and Nikola from runs of PyPI's, the others from their documentation). What the pages show is read by Python's parser of HTML.
"""

import datetime
import html.parser
import json
import random
import shutil
import struct
import tempfile
import unittest
import urllib.parse
import zlib
from pathlib import Path
from zoneinfo import ZoneInfo

from manager import Managed
from loopback import wait_until

POSTS = 24
SEED = 4501
SETTINGS = """\
[http]
listen = ""
[[target]]
name = "site"
kind = "site"
url = "https://galley.example"
folder = "{folder}"
"""


class MovingIn(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="galley-moving-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def test_hugo(self):
        self.move(Hugo)

    def test_jekyll(self):
        self.move(Jekyll)

    def test_zola(self):
        self.move(Zola)

    def test_hexo(self):
        self.move(Hexo)

    def test_pelican(self):
        self.move(Pelican)

    def test_nikola(self):
        self.move(Nikola)

    def move(self, generator):
        blog, site = generator(self.folder / "blog", random.Random(SEED)), self.folder / "site"
        blog.write()
        daemon = Managed(self.folder / "desk")
        self.addCleanup(daemon.close)
        daemon.write_settings(SETTINGS.format(folder=site))
        daemon.start()
        report = daemon.galley("import", blog.name, str(blog.folder), *blog.options, "--json")
        self.assertEqual(report.returncode, 0, report.stdout + report.stderr)
        results = [json.loads(line) for line in report.stdout.splitlines()]
        public = [post for post in blog.posts if not post.is_draft]
        def is_made():
            found = daemon.galley("queue", "--state", "delivered", "--limit", "200", "--json")
            return len(found.stdout.splitlines()) == len(public)
        wait_until(is_made, 60, "the last page")
        pages = Site(site)
        with self.subTest("states"):
            states = [result.get("state") for result in results if result["outcome"] == "new"]
            self.assertEqual((states.count("published"), states.count("draft")),
                             (len(public), len(blog.posts) - len(public)), report.stdout)
        for post in public:
            with self.subTest(post.slug):
                page = pages.at(blog.address(post))
                self.assertIsNotNone(page, f"{blog.address(post)} leads nowhere; there are {sorted(pages.files)}")
                self.assertEqual(post.words - page.words, set(), "words that are on no page")
                self.assertEqual(page.pictures, len(post.pictures), "pictures")
                for source in page.sources:
                    self.assertTrue(pages.has_file(source), f"the picture {source} is not there")
                self.assertEqual(datetime.datetime.fromisoformat(page.published).isoformat(), blog.shown_date(post))
                self.assertEqual(page.title, post.title)
                self.assertEqual(page.tags, set(post.tags))
        with self.subTest("drafts"):
            everything = "".join(path.read_text(errors="replace") for path in site.rglob("*") if path.is_file())
            for post in blog.posts:
                if post.is_draft:
                    self.assertEqual([word for word in post.words if word in everything], [], post.slug)


# What is written


class Post:
    """A post with words that occur nowhere else."""

    def __init__(self, number, chance):
        self.number = number
        self.slug = f"{chance.choice(['harbour', 'light', 'boats', 'über-tide'])}-{number}"
        self.title = f"Title {number}: {chance.choice(['The “harbour”', 'Light & tide', 'Boats [and] nets'])}"
        self.at = datetime.datetime(
            chance.randint(2003, 2024), chance.randint(1, 12), chance.randint(1, 28), chance.randint(0, 23),
            chance.randint(0, 59), chance.randint(0, 59))
        self.is_draft = number % 6 == 5
        self.tags = sorted(chance.sample(["sea", "light", "boats", "old nets"], chance.randint(0, 3)))
        self.pictures = [f"p{number}-{index}.png" for index in range(chance.randint(0, 2))]
        self.words = set()
        self.blocks = [self._block(chance) for _ in range(chance.randint(3, 9))]

    def _block(self, chance):
        one, two, three = (self._word() for _ in range(3))
        return chance.choice([
            f"{one} *{two}* [{three}](https://galley.example/x_y).", f"## {one}\n\n{two} `{three}`", f"- {one}\n- {two}\n  - {three}",
            f"<div class=\"note\">{one} <b>{two}</b></div>\n\n{three}", f"| {one} | b |\n|---|---|\n| {two} | {three} |",
            f"```python\n{one} = {{\"{two}\": 1}}\n    {three}\n```", f"> {one}\n>\n> {two}\n\n{three}",
            f"{one}<br>{two} H<sub>2</sub>O {three}", f"{one}[^{one}] {two}\n\n[^{one}]: {three}", f"{one} Vector<int> {two} & {three}",
        ])

    def _word(self):
        word = f"w{self.number}x{len(self.words)}w"
        self.words.add(word)
        return word

    def body(self, picture):
        """- Parameter picture: makes the reference of a picture's name."""
        parts = self.blocks + [f"![{name}]({picture(name)})" for name in self.pictures]
        return "\n\n".join(parts) + "\n"


class Blog:
    name = ""
    options = ()
    zone = datetime.timezone.utc

    def __init__(self, folder, chance):
        self.folder = folder
        self.posts = [Post(number, chance) for number in range(POSTS)]

    def file(self, path, text):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def picture(self, path):
        self.file(path, png(len(str(path))))

    def shown_date(self, post):
        """The time on the page: what its author wrote, with its offset."""
        return post.at.replace(tzinfo=self.zone).isoformat()


class Hugo(Blog):
    name = "hugo"
    zone = datetime.timezone(datetime.timedelta(hours=8))

    def write(self):
        self.file("config/_default/hugo.toml", 'baseURL = "https://galley.example/"\ntitle = "Blog"\n[permalinks]\npost = "/:year/:month/:slug/"\n')
        for post in self.posts:
            home = f"content/post/{post.slug}"
            head = {"title": post.title, "date": post.at.replace(tzinfo=self.zone).isoformat(), "draft": post.is_draft,
                    "tags": post.tags, "slug": post.slug}
            self.file(f"{home}/index.md", f"---\n{yaml(head)}---\n\n{post.body(lambda name: name)}")
            for name in post.pictures:
                self.picture(f"{home}/{name}")

    def address(self, post):
        return f"/{post.at:%Y/%m}/{post.slug}/"


class Jekyll(Blog):
    name = "jekyll"
    zone = ZoneInfo("Europe/Lisbon")

    def write(self):
        self.file("_config.yml", "title: Blog\ntimezone: Europe/Lisbon\npermalink: /:year/:month/:day/:title.html\n")
        for post in self.posts:
            head = {"title": post.title, "date": f"{post.at:%Y-%m-%d %H:%M:%S} {post.at.replace(tzinfo=self.zone):%z}",
                    "tags": post.tags}
            if post.is_draft:
                head["published"] = False
            self.file(f"_posts/{post.at:%Y-%m-%d}-{post.slug}.md",
                      f"---\nlayout: post\n{yaml(head)}---\n{post.body(lambda name: '/assets/' + name)}")
            for name in post.pictures:
                self.picture(f"assets/{name}")

    def address(self, post):
        return f"/{post.at:%Y/%m/%d}/{post.slug}.html"


class Zola(Blog):
    name = "zola"

    def write(self):
        self.file("config.toml", 'base_url = "https://galley.example"\ntitle = "Blog"\n[slugify]\npaths = "safe"\n')
        self.file("content/blog/_index.md", "+++\ntitle = \"Blog\"\nsort_by = \"date\"\n+++\n")
        for post in self.posts:
            tags = f"[taxonomies]\ntags = {json.dumps(post.tags)}\n" if post.tags else ""
            self.file(f"content/blog/{post.slug}/index.md",
                      f"+++\ntitle = {json.dumps(post.title, ensure_ascii=False)}\ndate = {post.at:%Y-%m-%dT%H:%M:%SZ}\n"
                      f"draft = {str(post.is_draft).lower()}\n{tags}+++\n\n{post.body(lambda name: name)}")
            for name in post.pictures:
                self.picture(f"content/blog/{post.slug}/{name}")

    def address(self, post):
        return f"/blog/{post.slug}/"


class Hexo(Blog):
    name = "hexo"
    zone = ZoneInfo("Asia/Shanghai")

    def write(self):
        self.file("_config.yml", "title: Blog\nurl: https://galley.example\nroot: /\npermalink: :year/:month/:day/:title/\n"
                                 "timezone: Asia/Shanghai\nnew_post_name: :title.md\n")
        self.file("package.json", '{"dependencies": {"hexo": "^7.0.0"}}\n')
        for post in self.posts:
            head = {"title": post.title, "date": f"{post.at:%Y-%m-%d %H:%M:%S}", "tags": post.tags}
            folder = "_drafts" if post.is_draft else "_posts"
            self.file(f"source/{folder}/{post.slug}.md",
                      f"---\n{yaml(head)}---\n{post.body(lambda name: '/images/' + name)}")
            for name in post.pictures:
                self.picture(f"source/images/{name}")

    def address(self, post):
        return f"/{post.at:%Y/%m/%d}/{post.slug}/"


class Pelican(Blog):
    name = "pelican"
    zone = ZoneInfo("Europe/Lisbon")

    def write(self):
        self.file("pelicanconf.py", "SITENAME = 'Blog'\nTIMEZONE = 'Europe/Lisbon'\nPATH = 'content'\n")
        for post in self.posts:
            status = "Status: draft\n" if post.is_draft else ""
            tags = f"Tags: {', '.join(post.tags)}\n" if post.tags else ""
            self.file(f"content/{post.slug}.md",
                      f"Title: {post.title}\nDate: {post.at:%Y-%m-%d %H:%M:%S}\n{tags}Slug: {post.slug}\n{status}\n"
                      f"{post.body(lambda name: '{static}/images/' + name)}")
            for name in post.pictures:
                self.picture(f"content/images/{name}")

    def address(self, post):
        return f"/{post.slug}.html"


class Nikola(Blog):
    name = "nikola"
    zone = ZoneInfo("Europe/Lisbon")

    def write(self):
        self.file("conf.py", "import time\nBLOG_TITLE = 'Blog'\nTIMEZONE = 'Europe/Lisbon'\nDEFAULT_LANG = 'en'\n"
                             "TRANSLATIONS = {\n    DEFAULT_LANG: '',\n}\n"
                             "POSTS = (\n    ('posts/*.md', 'posts', 'post.tmpl'),\n)\nPAGES = ()\n")
        for post in self.posts:
            status = ".. status: draft\n" if post.is_draft else ""
            self.file(f"posts/{post.slug}.md",
                      f".. title: {post.title}\n.. slug: {post.slug}\n.. date: {post.at:%Y-%m-%d %H:%M:%S}\n"
                      f".. tags: {', '.join(post.tags)}\n{status}.. type: text\n\n"
                      f"{post.body(lambda name: '/images/' + name)}")
            for name in post.pictures:
                self.picture(f"images/{name}")

    def address(self, post):
        return f"/posts/{post.slug}/"


def yaml(head):
    """JSON is YAML."""
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in head.items())


def png(width):
    """A picture that no other width has."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(width + 1))) + chunk(b"IEND", b"")


# What readers see


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}

    def has_file(self, address):
        return address.lstrip("/") in self.files

    def at(self, address):
        """The page of a post at an address of the old blog, or behind the redirect there."""
        path = address.lstrip("/") + ("index.html" if address.endswith("/") else "")
        if path not in self.files:
            return None
        page = Page((self.folder / path).read_text())
        return self.at(page.leads_to) if page.leads_to else page


class Page(html.parser.HTMLParser):
    """The post on a page."""

    def __init__(self, text):
        super().__init__()
        self.words, self.sources, self.tags = set(), [], set()
        self.title, self.published, self.leads_to = "", None, None
        self._open = []
        self.feed(text)

    @property
    def pictures(self):
        return len(self.sources)

    def _is_inside(self, name):
        return any(name in classes for _, classes in self._open)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        classes = (values.get("class") or "").split()
        if tag == "img" and self._is_inside("e-content"):
            self.sources.append(values["src"].removeprefix("https://galley.example"))
        if tag == "time" and "dt-published" in classes:
            self.published = values["datetime"]
        if tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
            place = values["content"].split("url=", 1)[1]
            self.leads_to = urllib.parse.unquote(place.removeprefix("https://galley.example"))
        if tag not in ("img", "br", "meta", "link", "hr", "input", "wbr", "source", "col"):
            self._open.append((tag, classes))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        while self._open:
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data):
        if self._is_inside("e-content"):
            self.words.update("".join(one if one.isalnum() else " " for one in data).split())
        if self._is_inside("p-name") and not self._is_inside("e-content"):
            self.title += data
        if self._is_inside("p-category"):
            self.tags.add(data.strip())
