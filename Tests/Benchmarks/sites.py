"""What a site costs: one change, all pages beside Debian's `hugo`, and an import with its memory."""

import json
import random
import resource
import shutil
import statistics
import subprocess
import time

from exchanges import answer, json_request, request
from measure import Measure, micro
from posts import WORDS
from programs import Galleyd, wait_until

FEW, MANY, IMPORTED = 10, 10_000, 5_000
CHANGES, REBUILDS = 7, 3
# The CPU for a change among `MANY` posts beyond that among `FEW`: the lists of all posts and files are examined.
CHANGE_MAX, MEMORY_MAX = 500, 200
SETTINGS = """
[[target]]
name = "blog"
kind = "site"
url = "https://example.org"
folder = "www"
highlight = ""
"""


def measure(bench):
    yield imported(bench)
    with desk(bench, "few", FEW) as few, desk(bench, "many", MANY) as many:
        little, much = ([changed(galley, run) for run in range(CHANGES)] for galley in (few, many))
    above = statistics.median(much) - statistics.median(little)
    yield Measure(f"one change among {MANY:,} posts, CPU above {FEW}", micro(much), micro(little), above * 1e3, CHANGE_MAX,
                  CHANGES, unit="ms")
    ours, theirs = [], []
    for run in range(REBUILDS):
        ours.append(rebuilt(bench, run))
        theirs.append(hugo(bench, run))
    ratio = statistics.median(one / other for one, other in zip(ours, theirs))
    yield Measure(f"all pages of {MANY:,} posts beside hugo, CPU", micro(ours), micro(theirs), ratio, 1, REBUILDS)


def imported(bench):
    """The resident memory after an import, when the site is complete."""
    with desk(bench, "imported", IMPORTED) as galley:
        time.sleep(2)
        resident = galley.resident
    return Measure(f"memory after an import of {IMPORTED:,} posts", f"{resident / 1e6:.0f} MB", "–", resident / 1e6, MEMORY_MAX,
                   1, unit="MB")


def desk(bench, name, count, settings=SETTINGS, secrets=None):
    """A daemon with a site of `count` imported posts."""
    content = bench.path(f"content-{count}")
    if not content.exists():
        write(content, count)
    galley = Galleyd(bench, f"site-{name}", settings, secrets)
    subprocess.run([bench.programs / "galley", "import", "markdown", content / "post", "--to", "blog"], env=galley.environment,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=900)
    wait_until(lambda: is_whole(galley, count), 600, "the whole site", pause=0.2)
    return galley


def folder(galley):
    return galley.state / "www"


def is_whole(galley, count):
    """The front page is written last, and the sitemap names every post."""
    sitemap = folder(galley) / "sitemap.xml"
    return (folder(galley) / "index.html").exists() and sitemap.read_text().count("<loc>") > count


def changed(galley, run):
    """CPU seconds from a save to the changed page."""
    post = json.loads(answer(galley.socket, request("GET", "/v1/posts/post-5")))
    before = galley.computed
    body = {"title": post["title"], "date": post["date"]["local"], "body": f"Changed for the {run}th time."}
    answer(galley.socket, json_request("PUT", f"/v1/posts/{post['id']}", body, if_match="*"))
    answer(galley.socket, json_request("PUT", f"/v1/posts/{post['id']}/publication", {"at": "now"}))
    page = next(folder(galley).glob("*/*/post-5/index.html"))
    wait_until(lambda: f"the {run}th time" in page.read_text(), 60, "the changed page", pause=0.02)
    time.sleep(0.5)
    return galley.computed - before


def rebuilt(bench, run):
    """CPU seconds of a daemon that finds no folder of its site.

    The folder before it is set aside and not deleted: for a minute after many files were deleted, ext4 searches for an inode
    each time a file is made, and half of what is measured would be that.
    """
    home = bench.path("site-many")
    (home / "state/galley/www").rename(home / f"www-{run}")
    with Galleyd(bench, "site-many", SETTINGS) as galley:
        wait_until(lambda: is_whole(galley, MANY), 600, "the whole site", pause=0.2)
        time.sleep(0.5)
        return galley.computed


# Hugo

def hugo(bench, run):
    """CPU seconds of hugo for the same posts, with templates that make the same pages, into a folder that is not there."""
    source, target = bench.path("hugo"), bench.path(f"hugo-public-{run}")
    if not source.exists():
        source.mkdir()
        shutil.copytree(bench.path(f"content-{MANY}"), source / "content")
        for name, text in LAYOUTS.items():
            path = source / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["hugo", "--quiet", "--source", source, "--destination", target], check=True, timeout=900)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write(content, count):
    """A blog in Markdown: a title, a date and two of forty tags, and six paragraphs under two headings."""
    chance = random.Random(1)
    (content / "post").mkdir(parents=True)

    def words(number):
        return " ".join(chance.choices(WORDS, k=number))

    for number in range(count):
        # Five posts a day, the newest in 2026.
        day = time.strftime("%Y-%m-%dT%H:%M:00Z", time.gmtime(1_767_225_600 - number * 17_280))
        body = "\n\n".join(
            (f"## {words(4).capitalize()}\n\n" if part % 3 == 0 else "") + f"{words(60)}, [{words(3)}](https://example.com/x)."
            for part in range(6))
        (content / "post" / f"post-{number}.md").write_text(
            f"---\ntitle: {words(5).capitalize()} {number}\ndate: {day}\nslug: post-{number}\n"
            f"tags: [{WORDS[number % 40]}, {WORDS[number * 7 % 41]}]\nsummary: {words(25)}\n---\n\n{body}\n")


BASE = """<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{ if .IsHome }}{{ .Site.Title }}{{ else }}{{ .Title }} · {{ .Site.Title }}{{ end }}</title>
{{ with .Params.summary }}<meta name="description" content="{{ . }}">{{ end }}
<link rel="canonical" href="{{ .Permalink }}">
<meta property="og:site_name" content="{{ .Site.Title }}">
<meta property="og:type" content="{{ if .IsPage }}article{{ else }}website{{ end }}">
<meta property="og:title" content="{{ .Title }}">
<meta property="og:url" content="{{ .Permalink }}">
{{ with .Params.summary }}<meta property="og:description" content="{{ . }}">{{ end }}
{{ if .IsPage }}<meta property="article:published_time" content="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}">
<meta property="article:modified_time" content="{{ .Lastmod.Format "2006-01-02T15:04:05Z07:00" }}">
{{ range .Params.tags }}<meta property="article:tag" content="{{ . }}">
{{ end }}{{ end }}<meta name="twitter:card" content="summary">
<link rel="alternate" type="application/atom+xml" title="{{ .Site.Title }}" href="/feed.xml">
<link rel="alternate" type="application/feed+json" title="{{ .Site.Title }}" href="/feed.json">
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#content" lang="en" dir="ltr">Skip to content</a>
<header class="site-header" lang="en" dir="ltr">
<a class="site-name" href="/" dir="auto"{{ if .IsHome }} aria-current="page"{{ end }}>{{ .Site.Title }}</a>
<nav aria-label="Site">
<ul>
<li><a href="/archive/" dir="auto">Archive</a></li>
<li><a href="/tags/" dir="auto">Tags</a></li>
<li><a href="/feed.xml" dir="auto">Feed</a></li>
</ul>
</nav>
</header>
<main id="content" tabindex="-1">
{{ block "main" . }}{{ end }}
</main>
<footer class="site-footer" lang="en" dir="ltr">
<p dir="auto">{{ .Site.Title }}</p>
<ul>
<li><a href="/feed.xml">Atom</a></li>
<li><a href="/feed.json">JSON Feed</a></li>
</ul>
</footer>
</body>
</html>
"""

POST = """{{ define "main" }}
<article class="h-entry post" dir="ltr">
<header>
<p class="dateline"><a class="u-url" href="{{ .Permalink }}"><time class="dt-published" datetime="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}" lang="en" dir="ltr">{{ .Date.Format "2 January 2006" }}</time></a><span class="minutes" lang="en">{{ .ReadingTime }} min read</span></p>
<h1 class="p-name" dir="auto">{{ .Title }}</h1>
</header>
<div class="e-content prose">
{{ .Content }}
</div>
<footer class="colophon">
<p class="byline"><a class="p-author h-card" href="/" dir="auto">{{ .Site.Title }}</a></p>
<ul class="tags" aria-label="Tags">
{{ range .Params.tags }}<li><a class="p-category" rel="tag" href="/tags/{{ . | urlize }}/" dir="auto">{{ . }}</a></li>
{{ end }}</ul>
</footer>
</article>
<nav class="neighbours" aria-label="Posts" lang="en" dir="ltr">
{{ with .PrevInSection }}<a class="older" rel="prev" href="{{ .RelPermalink }}"><span>Older</span> <bdi>{{ .Title }}</bdi></a>{{ end }}
{{ with .NextInSection }}<a class="newer" rel="next" href="{{ .RelPermalink }}"><span>Newer</span> <bdi>{{ .Title }}</bdi></a>{{ end }}
</nav>
{{ end }}"""

LIST = """{{ define "main" }}
<div class="h-feed">
<header class="list-header"><h1 class="p-name" dir="auto">{{ .Title }}</h1></header>
{{ $pages := .Pages }}{{ if .IsHome }}{{ $pages = .Site.RegularPages }}{{ end }}
{{ $pager := .Paginate $pages 10 }}{{ range $pager.Pages }}
<article class="h-entry item" dir="ltr">
<p class="dateline"><a class="u-url" href="{{ .Permalink }}"><time class="dt-published" datetime="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}" lang="en" dir="ltr">{{ .Date.Format "2 January 2006" }}</time></a><span class="minutes" lang="en">{{ .ReadingTime }} min</span></p>
<h2 class="p-name" dir="auto"><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
<p class="p-summary" dir="auto">{{ .Params.summary }}</p>
</article>
{{ end }}
</div>
<nav class="neighbours" aria-label="Pages">
{{ with $pager.Next }}<a class="older" rel="prev" href="{{ .URL }}"><span>Older posts</span></a>{{ end }}
{{ with $pager.Prev }}<a class="newer" rel="next" href="{{ .URL }}"><span>Newer posts</span></a>{{ end }}
</nav>
{{ end }}"""

TERMS = """{{ define "main" }}
<header class="list-header"><h1>{{ .Title }}</h1></header>
<ul class="tag-index">
{{ range .Data.Terms.ByCount }}<li><a href="{{ .Page.RelPermalink }}" dir="auto">{{ .Page.Title }}</a> <span class="count">{{ .Count }}</span></li>
{{ end }}</ul>
{{ end }}"""

ARCHIVE = """{{ define "main" }}
<header class="list-header"><h1>{{ .Title }}</h1></header>
{{ range (where .Site.RegularPages "Section" "post").GroupByDate "2006" }}<section class="year"><h2>{{ .Key }} <span class="count">{{ len .Pages }}</span></h2>
<ol class="archive">
{{ range .Pages }}<li><time datetime="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}" lang="en">{{ .Date.Format "2 Jan" }}</time> <a href="{{ .RelPermalink }}" dir="auto">{{ .Title }}</a></li>
{{ end }}</ol></section>
{{ end }}{{ end }}"""

HEADING = """<h{{ .Level }} id="{{ .Anchor }}">{{ .Text | safeHTML }} <a class="anchor" href="#{{ .Anchor }}" aria-label="Link to this section">#</a></h{{ .Level }}>"""

LAYOUTS = {
    "config.toml": """baseURL = "https://example.org/"
title = "blog"
disableKinds = ["section"]
rssLimit = 20
[permalinks]
post = "/:year/:month/:slug/"
[markup.goldmark.extensions]
typographer = true
""",
    "content/archive.md": "---\ntitle: Archive\nlayout: archive\n---\n",
    "layouts/_default/baseof.html": BASE, "layouts/_default/single.html": POST, "layouts/_default/list.html": LIST,
    "layouts/index.html": LIST, "layouts/_default/terms.html": TERMS, "layouts/_default/archive.html": ARCHIVE,
    "layouts/_default/_markup/render-heading.html": HEADING,
}
