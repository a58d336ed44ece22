"""An author at a desk with one target, the WordPress of the test ground. Every step is a galley command."""

import json
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes"), str(HERE.parent / "Faults")]
from daemon import Daemon  # noqa: E402
from loopback import wait_until  # noqa: E402

SETTINGS = """\
time_zone = "Europe/Lisbon"
[http]
listen = ""
[defaults]
undo_window = "0s"
[courier]
connect_timeout = "5s"
first_byte_timeout = "{patience}"
stall_timeout = "{patience}"
whole_timeout = "40s"
[[target]]
name = "blog"
kind = "wordpress"
url = "{url}"
username = "{user}"
credential = "blog-password"
categories = ["Letters & lists"]
settle = "1s"
"""


class CommandFailed(Exception):
    """The galley command ended with an unexpected status; the text is its output."""


class Author:
    """A daemon in its own folder. A context manager starts and ends it."""

    def __init__(self, url, password, user="ada", patience="20s"):
        self.folder = Path(tempfile.mkdtemp(prefix="galley-author-", dir="/tmp"))
        self.daemon = Daemon(self.folder)
        self.set_password(password)
        self.daemon.write_settings(SETTINGS.format(url=url, user=user, patience=patience))

    def __enter__(self):
        try:
            self.daemon.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.daemon.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def set_password(self, password):
        self.daemon.write_secret("blog-password", password)

    def restart(self):
        """Shuts the daemon down cleanly, and starts it again."""
        self.daemon.terminate(22)
        self.daemon.start()

    def crash(self):
        self.daemon.kill()

    def begin_again(self):
        self.daemon.start()

    # The command line

    def galley(self, *arguments, input=None):
        """The command's output; raises CommandFailed."""
        ran = self.daemon.galley(*arguments, input=input)
        if ran.returncode != 0:
            raise CommandFailed(f"galley {' '.join(arguments)} ended with {ran.returncode}: {ran.stderr.strip()}")
        return ran.stdout

    def objects(self, *arguments, input=None):
        """The objects that the command prints with --json."""
        return [json.loads(line) for line in self.galley(*arguments, "--json", input=input).splitlines()]

    def write(self, markdown, *options):
        """Creates a post; returns it as JSON."""
        return self.objects("post", "new", "-", *options, input=markdown)[0]

    def publish(self, post, *options):
        return self.objects("publish", post["id"], *options)[0]

    def delivery(self, post):
        """The newest delivery of a post, whatever its state."""
        found = [one for state in STATES for one in self.objects("queue", "list", "--state", state)
                 if one["post"] == post["id"]]
        return max(found, key=lambda one: one["id"], default=None)

    def until(self, post, *states, seconds=20):
        """Waits until the newest delivery of a post is in one of these states; returns it."""
        seen = {}

        def look():
            state = self.daemon.store.state(post["id"], "blog")
            seen["state"] = state
            return state in states
        try:
            wait_until(look, seconds, "it")
        except TimeoutError:
            delivery = self.delivery(post)
            raise TimeoutError(f"The delivery is {seen['state']} and not {' or '.join(states)} after {seconds} s: "
                               f"{delivery and delivery.get('reason')}\n{self.daemon.log_end(1500)}") from None
        return self.delivery(post)


STATES = ("scheduled", "due", "preparing", "armed", "retrying", "blocked", "uncertain", "reconciling", "delivered",
          "failed", "missed", "cancelled", "superseded")
