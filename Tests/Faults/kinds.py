"""The table of the kinds: a new kind needs a row here, and then meets every fault and every row of the suite.

A kind stands here once for each sort of server that answers for it, with the fake that takes the server's place.
"""

import json
from dataclasses import dataclass, replace

# While the file HOLD exists, the command after writing creates HELD and waits; at its end it creates ENDED.
HOLDING = ("if [ -e {0}/HOLD ]; then : > {0}/HELD; n=0; while [ -e {0}/HOLD ] && [ $n -lt 600 ];"
           " do sleep 0.03; n=$((n+1)); done; fi; : > {0}/ENDED")
# With pointers configured, an invalid answer does not count as an answer.
HOOK = ('url = "{url}/hook"', 'id_pointer = "/id"', 'url_pointer = "/url"')


@dataclass(frozen=True)
class Kind:
    """`letter` is the class that the daemon must determine: keys honoured for a while (B), only a look-up (D), nothing
    at all (E), or the same files or records each time (A). No kind is of class C yet.
    """

    letter: str
    program: str                  # the kind's name in the settings, and the name of its fake
    options: tuple = ()           # of the fake
    choices: tuple = ((),)        # more of its options, of which each run takes one
    secret: str = None            # the credential
    settings: tuple = ('url = "{url}"',)
    setting_choices: tuple = ((),)
    posting: str = "/api/v1/statuses"   # in the address of each request that creates a post
    last_question: str = None     # in the address of the last request before the first post at an unknown server
    uploading: str = None         # in the address of uploads
    edit: str = None              # the method of an edit; None if the service or the settings have none
    editing: str = None           # in the address of edits, where that does not begin with `posting`
    delete: tuple = None          # method and part of the address of a deletion
    already_there: int = None     # the status of a repetition, which then counts as an arrival
    own_meanings: tuple = ()      # of statuses, as in rows.py, where this kind has reasons of its own
    expire: dict = None           # ends a token that the daemon must renew by itself; None if a person has to
    tells_time: bool = True       # whether answers have the header Date; without it a wrong clock is the author's
    takes_all: bool = False       # whether a text of any length arrives whole
    audiences: bool = False       # whether a post has one of several audiences
    publishes_edits: bool = False # whether an edit makes a post public, so that the daemon must send none of any other
    is_blog: bool = False         # whether it gives posts their address
    withdrawals: tuple = ()       # the states that a person may give a copy there, in which readers do not see it
    texts: tuple = ("spoiler_text", "text")   # the fields of a record that readers see
    markup: str = None            # the field with its pictures as HTML; None if the record lists them
    keeps_files: bool = False     # whether pictures are files of their own there, each of which it should have once


def flavour(name, letter, *options, **more):
    """A server of the Mastodon family. Its posts have one of three audiences."""
    audiences = tuple((f'visibility = "{audience}"',) for audience in ("public", "public", "unlisted", "private"))
    return Kind(letter, "mastodon", ("--flavour", name, *options), secret="fake-token", setting_choices=audiences,
                last_question="/nodeinfo/2.0", uploading="/media", delete=("DELETE", "/api/v1/statuses/"),
                audiences=True, **more)


KINDS = {
    "mastodon": flavour("mastodon", "B", edit="PUT"),
    "keyhook": Kind(
        "B", "webhook", ("--secret", "s3cret"), ((), ("--duplicate", "409")), "s3cret",
        (*HOOK, "idempotent = true"), posting="/hook", already_there=409, own_meanings=((302, "maybe"),),
        takes_all=True),
    "pleroma": flavour("pleroma", "D", edit="PUT"),
    "gotosocial": flavour("gotosocial", "D", "--markdown", edit="PUT"),
    "snac": flavour("snac", "D", edit="PUT", tells_time=False),
    "takahe": flavour("takahe", "D", edit="PUT", publishes_edits=True),
    "wordpress": Kind(
        "D", "wordpress", secret="fake pass word", settings=('url = "{url}"', 'username = "ada"'),
        posting="/wp/v2/posts", last_question="slug=", uploading="/wp/v2/media", edit="POST",
        delete=("DELETE", "/wp/v2/posts/"), takes_all=True, is_blog=True, withdrawals=("draft", "trash"),
        texts=("title", "content"), markup="content", keeps_files=True),
    "ghost": Kind(
        "D", "ghost", choices=((), ("--release", "5.120"), ("--database", "mysql")),
        secret="6489f2c5b1a4d20001a1b2c3:" + "5eed" * 16, posting="/ghost/api/admin/posts", last_question="filter=slug",
        uploading="/images/upload", edit="PUT", delete=("DELETE", "/ghost/api/admin/posts/"), takes_all=True,
        own_meanings=((404, "moved"),), is_blog=True, withdrawals=("draft",), texts=("title", "html"), markup="html",
        keeps_files=True),
    "writefreely": Kind(
        "D", "writefreely", choices=((), ("--no-federation",), ("--signature", "Yours, Ada")),
        secret="7a1c0de5-fa4e-4b1e-8d00-0123456789ab", settings=('url = "{url}"', 'blog = "ada"'),
        posting="/api/collections/ada/posts", last_question="/api/collections/ada/posts/", edit="POST",
        editing="/api/posts/", delete=("DELETE", "/api/posts/"), takes_all=True,
        own_meanings=((404, "moved"), (410, "maybe")), is_blog=True, texts=("title", "body")),
    "telegram": Kind(
        "E", "telegram", secret="123456:fake-token", settings=('url = "{url}"', 'chat = "@ada_writes"'),
        posting="/sendMessage", edit="POST", editing="/editMessageText", delete=("POST", "/deleteMessage"),
        own_meanings=((404, "denied"),)),
    "blindhook": Kind("E", "webhook", ("--keys", "ignores"), settings=HOOK, posting="/hook",
                      own_meanings=((302, "maybe"),), takes_all=True),
    "bluesky": Kind(
        "A", "bluesky", ("--no-limits",), secret="fake-pass-word-1234",
        settings=('url = "{url}"', 'account = "ada.example.com"', 'edit = "replace"'),
        posting="/xrpc/com.atproto.repo.",
        last_question="/nodeinfo/2.0", uploading="/xrpc/com.atproto.repo.uploadBlob", edit="POST",
        editing="/xrpc/com.atproto.repo.applyWrites",
        delete=("POST", "/xrpc/com.atproto.repo.applyWrites"), own_meanings=((404, "moved"),),
        expire={"expire": "access"}),
    "site": Kind(
        "A", "site", settings=('url = "http://127.0.0.1/site"', 'folder = "{folder}/pages"', "after_write = {holding}"),
        takes_all=True, is_blog=True),
}

# With gates a post is several records, of which the server stores all or none.
KINDS["gated"] = replace(KINDS["bluesky"], setting_choices=(('replies = "mentioned"', "quotes = false"),))

# The articles of a site in the account of a Bluesky target; a site with the setting `atproto` implies them.
ARTICLES = Kind(
    "A", "bluesky", posting="/xrpc/com.atproto.repo.", delete=("POST", "/xrpc/com.atproto.repo.deleteRecord"),
    expire={"expire": "access"}, takes_all=True)


def names(condition=lambda kind: True):
    """The kinds that are reached over HTTP and meet a condition, in the order of the table."""
    return tuple(name for name, kind in KINDS.items() if kind.program != "site" and condition(kind))


def settings_of(kind, chosen, url, folder):
    """The lines of its [[target]] that are its own."""
    holding = json.dumps(["/bin/sh", "-c", HOLDING.format(folder)])
    values = {"{url}": url, "{folder}": str(folder), "{holding}": holding}
    lines = [*kind.settings, *chosen]
    for name, value in values.items():
        lines = [line.replace(name, value or "") for line in lines]
    return lines
