"""The daemons of the browser's tests: one for all scenarios of a worker with the same settings, or a scenario's own."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("Fakes", "Acceptance", "Faults")]
from daemon import Daemon  # noqa: E402
from desk import UserDesk  # noqa: E402
from loopback import free_port  # noqa: E402
from one_run import ground  # noqa: E402

PAGE = HERE.parent.parent / "Sources/Composer/Page"
SETTINGS = """\
author = "Ada"
time_zone = "Europe/Lisbon"
[http]
listen = "127.0.0.1:{port}"
composer = "{page}"
{public}[defaults]
undo_window = "{undo}"
[[target]]
name = "site"
kind = "site"
site_name = "Ada's pages"
url = "{address}/sites/site"
folder = "site"
[[target]]
name = "hook"
kind = "webhook"
url = "https://hooks.example.net/galley"
credential = "hook-secret"
after = "site"
idempotent = true
rehearsal = true
{targets}"""


class House:
    """A running daemon in its own folder. Its first user is Ada.

    Unless it `keeps` the page in the browser, its service worker is empty. The real one loads all files of the page once
    more after a first visit, which takes half as long as the visit.
    """

    def __init__(self, undo="30s", targets="", host=None, keeps=True):
        self.folder = Path(tempfile.mkdtemp(prefix="galley-browser-", dir=ground()))
        self.daemon = Daemon(self.folder)
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}"
        self._users = 0
        page = os.environ.get("GALLEY_PAGE") or PAGE
        if not keeps:
            page = shutil.copytree(page, self.folder / "page")
            (page / "service-worker.js").write_text("// It keeps nothing.\n", encoding="utf-8")
        public = f'public_url = "http://{host}:{self._port}"\n' if host else ""
        self.daemon.write_secret("hook-secret", "a-secret-of-the-test")
        self.daemon.write_settings(SETTINGS.format(
            port=self._port, page=page, public=public, undo=undo, address=self.address, targets=targets))
        try:
            self.daemon.start()
            self.daemon.desk.call("PUT", "/v1/new-desk", {"name": "With panels"})
        except BaseException:
            self.end()
            raise

    def end(self):
        self.daemon.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def add_user(self):
        """A new user, who is no administrator: a name, and a token for what users do without a browser."""
        self._users += 1
        name = f"Ada {self._users}"
        self.daemon.desk.call("POST", "/v1/users", {"name": name})
        return name, self.daemon.desk.call("POST", "/v1/tokens", {"name": "scenario", "user": name})["secret"]

    def desk_of(self, token):
        return UserDesk(self._port, token)

    def link(self, user, path="/"):
        """A link that signs a browser in as this user."""
        return self.daemon.desk.call("POST", "/v1/sessions", {"user": user, "to": path})["url"]


class Houses:
    """The shared houses of one worker by their settings. A context manager, which ends them."""

    def __init__(self):
        self._open = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for house in self._open.values():
            house.end()

    def of(self, settings):
        key = tuple(sorted(settings.items()))
        if key not in self._open:
            self._open[key] = House(**settings)
        return self._open[key]

    def leave(self, house):
        """Ends a house in which a scenario has failed; the next one with these settings has a new one."""
        for key in [key for key, other in self._open.items() if other is house]:
            del self._open[key]
            house.end()
