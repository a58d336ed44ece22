"""An author at a desk: a browser that is signed in there, its windows, and the daemon, which scenarios may share."""

import os
import re
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("Fakes", "Acceptance", "Faults")]
from browsers import arguments, executable  # noqa: E402
from desk import Refused  # noqa: E402
from house import House  # noqa: E402
from one_run import ground  # noqa: E402
from scenario import Wrong, check  # noqa: E402
from window import Window  # noqa: E402

WIDE = (1366, 900)


def pinned(*places):
    """The panels of a size class, pinned in this order."""
    sides = [side for _, side in places]
    return {"panels": {name: {"place": "pinned", "side": side, "index": sides[:turn].count(side), "turn": turn}
                       for turn, (name, side) in enumerate(places)}}


# As a writer may have it: Title in a panel above the text, and not in the document.
TITLED = {"version": 2, "classes": {
    "wide": pinned(("preview", "left"), ("title", "top"), ("date", "right"), ("tags", "right")),
    "medium": pinned(("title", "top"), ("preview", "right"))}}


class Sitting:
    """A context manager. A complaint of the page fails the scenario, unless it was expected.

    With `own`, which says why, or without `houses`, it has a daemon of its own and acts for its first user. Otherwise it
    is a new user of a daemon that other scenarios use before and after it, and does nothing that concerns them. Its panels
    stand as in “With panels”; `titled` has the Title panel, too, and `bare` none, as at first.
    """

    slowness = 1  # how many times slower the pages' scripts run; shows which scenario acts before the page is ready

    def __init__(self, browser, houses=None, own="", tour="done", titled=False, bare=False, **settings):
        self._browser, self._houses, self._tour, self._settings = browser, houses, tour, settings
        self._titled, self._bare = titled, bare
        self._is_alone = bool(own) or houses is None
        self.contexts, self.windows, self.said, self._expected = [], [], [], []
        self.house, self.folder = None, Path(tempfile.mkdtemp(prefix="galley-sitting-", dir=ground()))

    def __enter__(self):
        try:
            if self._is_alone:
                self.house = House(**self._settings)
                self.user, self._token, self.desk = "Ada", None, self.house.daemon.desk
            else:
                self.house = self._houses.of(self._settings)
                self.user, self._token = self.house.add_user()
                self.desk = self.house.desk_of(self._token)
            self.address = self.house.address
            self.desk.call("PATCH", "/v1/preferences", {"tour": self._tour})
            if self._titled:
                self.desk.call("PUT", "/v1/arrangements/desk", TITLED, {"If-Match": '"1"'})
            if self._bare:
                self.desk.call("POST", "/v1/windows/desk/commands", {"command": "reset", "scope": "all"})
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for context in self.contexts:
            try:
                # A handler of a request may still wait for the daemon's answer.
                for routed in (*context.pages, context):
                    routed.unroute_all(behavior="ignoreErrors")
                context.close()
            except Exception as error:  # a browser that has ended has closed it
                self.said.append(f"closing: {error}")
        if self.house and self._is_alone:
            self.house.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    # The browser

    def browser(self, size=WIDE, signed_in=True, **options):
        """A browser context with its own storage and cookies; signed in by a link of `galley open`."""
        place = {"locale": "en-GB", "timezone_id": "Europe/Lisbon"}
        context = self._browser.new_context(viewport={"width": size[0], "height": size[1]}, **place | options)
        context.set_default_timeout(10_000)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.said.append(f"uncaught: {error.error}"))
        self.contexts.append(context)
        if signed_in:
            # As if the user had typed the address; any other visit is asked for confirmation first.
            answer = context.request.get(self.link(), headers={"Sec-Fetch-Site": "none"})
            check(answer.ok and context.cookies(), f"The link answered {answer.status} and no cookie.")
        return context

    @contextmanager
    def browser_elsewhere(self, host):
        """Another browser, which finds the desk by a host name and so takes it for one on another machine."""
        here, kind = self._browser, self._browser.browser_type
        self._browser = kind.launch(
            executable_path=executable(), args=arguments(f"--host-resolver-rules=MAP {host} 127.0.0.1"))
        try:
            yield
        finally:
            self._browser.close()
            self._browser = here

    def window(self, post=None, context=None, size=WIDE, waits=True, **options):
        """A window of the composer with its panels drawn: in a new browser context, or as another one of `context`.
        With `waits` false it has only been requested."""
        if context is None:
            context = self.browser(size, **options)
        window = Window(self, context.new_page())
        self.windows.append(window)
        if self.slowness > 1:
            context.new_cdp_session(window.page).send("Emulation.setCPUThrottlingRate", {"rate": self.slowness})
        path = f"/?post={post['id']}" if post else "/"
        if not waits:
            return window.begin(path)
        window.go(path)
        if post and post.get("body"):
            # The panels may be drawn before the text is there, which begins with the caret where it was left.
            self.until(lambda: window.text, "the post is open")
        return window

    def _hear(self, message):
        if message.type in ("error", "warning"):
            where = message.location.get("url", "")
            self.said.append(f"{message.type}: {message.text} {where}".strip())

    def expect(self, *patterns):
        """Complaints that the page may make: refusals or missing files that the scenario causes."""
        self._expected += [re.compile(pattern) for pattern in patterns]

    @property
    def complaints(self):
        return [words for words in self.said if not any(pattern.search(words) for pattern in self._expected)]

    # The daemon

    @property
    def daemon(self):
        """The scenario's own; one that is shared is not to be touched."""
        check(self._is_alone, "This scenario concerns the daemon of others: it needs “own”.")
        return self.house.daemon

    def galley(self, *arguments, input=None):
        """The command's output; fails if the command fails."""
        ran = self.run_galley(*arguments, input=input)
        check(ran.returncode == 0, f"galley {' '.join(arguments)} ended with {ran.returncode}: {ran.stderr.strip()}")
        return ran.stdout

    def run_galley(self, *arguments, input=None):
        """Runs the command as the scenario's user; returns the finished process."""
        identity = {} if self._is_alone else {"GALLEY_URL": self.address, "GALLEY_TOKEN": self._token}
        return self.house.daemon.galley(*arguments, input=input, **identity)

    def link(self, *arguments):
        """A link of `galley open`; one that an administrator has made for the user, if the daemon is shared."""
        if self._is_alone:
            return self.galley("open", *arguments).splitlines()[0].strip()
        check(not arguments, "A link to something is made by a daemon of the scenario's own.")
        return self.house.link(self.user)

    def write(self, body="", **fields):
        """A post created elsewhere."""
        return self.desk.create({"body": body, **fields}, os.urandom(8).hex())

    def rewrite(self, post, **fields):
        """Changes some fields of a post from elsewhere, whatever its current revision."""
        while True:
            now = self.desk.post(post["id"])
            try:
                return self.desk.replace(post["id"], {**_draft(now), **fields}, now["revision"])
            except Refused as refused:
                if refused.status != 412:
                    raise

    def posts(self):
        return self.desk.summaries()

    def only_post(self):
        found = self.posts()
        check(len(found) == 1, f"There are {len(found)} posts and not one: {[one.get('excerpt') for one in found]}")
        return self.desk.post(found[0]["id"])

    def crash(self):
        """SIGKILL. From now on the page may complain that the daemon does not answer, and that it refuses the
        repetition of a save whose answer was lost."""
        self.expect(r"net::ERR_CONNECTION_(REFUSED|RESET)", r"net::ERR_(EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)",
                    r"net::ERR_SOCKET_NOT_CONNECTED", r"net::ERR_FAILED", r"status of 412",
                    r"^error: An unknown error occurred when fetching the script")
        self.daemon.kill()

    def until(self, condition, words, seconds=10):
        """Polls while the browser goes on; returns the last value of `condition`."""
        deadline = time.monotonic() + seconds
        while True:
            answer = condition()
            if answer:
                return answer
            if time.monotonic() > deadline:
                raise Wrong(f"After {seconds} s still not: {words() if callable(words) else words}")
            self.contexts[-1].pages[-1].wait_for_timeout(15)


def _draft(post):
    """The fields of a GET that a PUT accepts."""
    names = ("title", "body", "tags", "language", "summary", "overrides")
    kept = {name: post[name] for name in names if post.get(name)}
    if post.get("date"):
        kept |= {"date": post["date"]["local"], "zone": post["date"]["zone"]}
    return kept
