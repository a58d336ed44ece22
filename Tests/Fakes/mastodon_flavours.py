"""The differences between the servers that implement Mastodon's API, as far as a posting client can notice."""

from dataclasses import dataclass, field

from http_bytes import Reply

IMAGES = ["image/jpeg", "image/png", "image/gif", "image/webp"]


@dataclass
class Flavour:
    """One server software. `keys`: "window" (an hour, kept after the commit), "cache" (six hours, the whole answer) or
    "ignored". `unknown_visibility`: "refuse", or the visibility that silently replaces an unknown one."""

    software: str
    version: str              # as reported by the instance
    software_version: str     # as reported by nodeinfo
    max_characters: int
    reserved_per_url: int
    max_media: int
    keys: str
    too_long: tuple           # status and message
    unknown_visibility: str = "refuse"
    has_v2: bool = True
    visibilities: tuple = ("public", "unlisted", "private", "direct")
    unauthorized: tuple = (401, "The access token is invalid")
    rate_limits: bool = False
    tells_time: bool = True          # whether its answers have a Date
    listed: tuple = ("public", "unlisted", "private", "direct")  # in the list of an account's posts, for its owner
    home: bool = True                # whether the home timeline has the account's own posts, of each visibility
    told: dict = field(default_factory=dict)  # other words for a visibility in answers
    language: str = "own"            # in answers: the status's own, or this for all of them (None for null)
    edit_publishes: bool = False     # an edit makes the status public, whatever it was and whatever the request says
    edit_renames: bool = False       # an edited status has a new id, of which the last 32 digits stay
    edit_takes_pictures: bool = True
    accepts_finished: bool = False   # an upload is a 202, although it is finished; it is shown only with read:media
    refuses_unchanged: bool = False  # an edit without changes is a 422
    bare_limits: bool = False        # a 429 has only X-RateLimit-Reset
    forgets_deleted: bool = False    # an answer to a status that was deleted answers to none
    drops_lost_context: bool = False # an answer to a deleted status is posted without its context
    extra: dict = field(default_factory=dict)

    def error(self, status, words):
        """An error in this software's form: snac sends a page for a missing resource, and otherwise nothing. Takahē
        (api/middleware.py) reports a wrong token as plain text."""
        if (self.software, status, words) == ("takahe", *self.unauthorized):
            return Reply.words(words, status, "text/html; charset=utf-8")
        if self.software != "snac":
            return Reply.of({"error": words}, status)
        page = f"<h1>404 Not Found (snac/{self.software_version})</h1>" if status == 404 else ""
        return Reply(status, page.encode(), [], "text/html; charset=utf-8")


FLAVOURS = {
    "mastodon": Flavour(
        "mastodon", "4.3.4", "4.3.4", 500, 23, 4, "window",
        (422, "Validation failed: Text character limit of {max} exceeded"), rate_limits=True, forgets_deleted=True),
    # https://codeberg.org/superseriousbusiness/gotosocial internal/processing/status: too long is a bad request.
    "gotosocial": Flavour(
        "gotosocial", "0.19.2+git-8ec9b1f", "0.19.2+git-8ec9b1f", 5000, 25, 6, "ignored",
        (400, "Bad Request: text too long: {count} characters, maximum is {max}"),
        unauthorized=(401, "Unauthorized: token not supplied"),
        visibilities=("public", "unlisted", "private", "direct", "mutuals_only"), refuses_unchanged=True,
        bare_limits=True),
    # snac2 mastoapi.c: only /v1/instance; any visibility except three words is for the mentioned accounts only; an answer
    # says “public” or “private” and always the language “en”; the home timeline has every own post. Its other behaviour
    # was measured at 2.94.
    "snac": Flavour(
        "snac", "4.0.0 (not true; really snac/2.94)", "2.94", 100000, 32, 8, "ignored", (413, ""),
        unknown_visibility="direct", has_v2=False, visibilities=("public", "unlisted", "private"), tells_time=False,
        listed=("public",), edit_renames=True, edit_takes_pictures=False, told={"unlisted": "public", "direct": "private"},
        language="en"),
    # takahe api/views/statuses.py: the warning does not count, a new status is in the author's home timeline at once, and an
    # edit has no field for the visibility, so that `Post.edit_local` sets its default, public; accounts.py: the list is
    # `.unlisted(…)`, also for the author; post.py: no status has a language.
    "takahe": Flavour(
        "takahe", "takahe/0.11.0", "0.11.0", 800, 23, 4, "ignored", (400, "Status is too long"),
        has_v2=False, listed=("public", "unlisted"), unauthorized=(400, "Invalid Bearer token"), language=None,
        edit_publishes=True),
    # pleroma lib/pleroma/web/plugs/idempotency_plug.ex and mastodon_api/controllers/media_controller.ex (create2, show).
    "pleroma": Flavour(
        "pleroma", "2.7.2 (compatible; Pleroma 2.7.0)", "2.7.0", 5000, 0, 1000, "cache",
        (422, "The status is over the character limit"), unauthorized=(403, "Invalid credentials."),
        visibilities=("public", "unlisted", "private", "direct", "local"), extra={"max_toot_chars": 5000},
        accepts_finished=True, drops_lost_context=True),
}


def instance_v2(flavour, options, base):
    """GET /api/v2/instance."""
    domain = base.split("//", 1)[1]
    return {
        "domain": domain, "title": "Fake", "version": flavour.version, "description": "",
        "source_url": f"https://example.test/{flavour.software}", "languages": ["en"], "rules": [],
        "registrations": {"enabled": False, "approval_required": False, "message": None},
        "contact": {"email": "", "account": None}, "thumbnail": {"url": f"{base}/thumbnail.png"},
        "configuration": {"urls": {"streaming": ""}, **configuration(flavour, options)}, **flavour.extra,
    }


def instance_v1(flavour, options, base):
    """GET /api/v1/instance."""
    return {
        "uri": base.split("//", 1)[1], "title": "Fake", "short_description": "", "description": "", "email": "",
        "version": flavour.version, "urls": {}, "stats": {"user_count": 1, "status_count": 0, "domain_count": 1},
        "languages": ["en"], "registrations": False, "rules": [], "contact_account": None,
        "configuration": configuration(flavour, options), **flavour.extra,
    }


def configuration(flavour, options):
    """The limits. A server may be configured with other limits than its software's defaults."""
    statuses = {"max_characters": options.max_characters or flavour.max_characters,
                "max_media_attachments": flavour.max_media}
    if flavour.reserved_per_url:
        statuses["characters_reserved_per_url"] = options.reserved_per_url or flavour.reserved_per_url
    return {"statuses": statuses,
            "media_attachments": {"supported_mime_types": IMAGES, "image_size_limit": options.media_bytes,
                                  "image_matrix_limit": 33177600, "description_limit": 1500}}


def nodeinfo(flavour):
    """GET /nodeinfo/2.0."""
    return {"version": "2.0", "software": {"name": flavour.software, "version": flavour.software_version},
            "protocols": ["activitypub"], "services": {"inbound": [], "outbound": []}, "openRegistrations": False,
            "usage": {"users": {"total": 1}, "localPosts": 0}, "metadata": {}}
