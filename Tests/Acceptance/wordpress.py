#!/usr/bin/python3
"""A real WordPress from Debian's packages, on loopback, in a temporary folder.

    with WordPress() as site:
        site.url, site.user, site.application_password
        site.posts(slug="hello")

It changes nothing outside the temporary folder: MariaDB runs as a child with its own data folder and socket (no TCP),
PHP's built-in server serves WordPress, and both end with this process. The code of WordPress comes from
/usr/share/wordpress if the package is installed; otherwise `apt-get download` fetches the package into a cache folder,
since installing it would also install a web server on port 80.

By hand: `python3 Tests/Acceptance/wordpress.py` prints one JSON line with the address and the password, and runs until
its standard input ends.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from loopback import accepts, end, free_port, spawn, wait_until

HERE = Path(__file__).resolve().parent
INSTALLED = Path("/usr/share/wordpress")
PREFIX = "galley-wordpress-"

# The required programs, and the package of each.
NEEDED = {
    "php": "php-cli",
    "mariadbd": "mariadb-server-core",
}
PACKAGES = ["php-cli", "php-mysql", "php-getid3", "mariadb-server-core"]


class Missing(Exception):
    """A required Debian package is not installed; the text names it."""


class Answer:
    """An HTTP answer: status, headers (case-insensitive `.get`), text, and `json()`."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.text = status, headers, body.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.text)


class WordPress:
    """One WordPress with its database. `start` and `stop` may be repeated; a context manager does both."""

    def __init__(self, user="ada", cache=None):
        self.user = user
        self.application_password = None
        self.url = None
        self.start_seconds = None
        self._cache = Path(cache or HERE.parent.parent / ".build/acceptance")
        self._folder = None
        self._database = self._server = None

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    # Lifecycle

    def start(self):
        """Starts everything, within about a minute. Raises Missing, TimeoutError, or RuntimeError with the log."""
        if self._folder is not None:
            return
        began = time.monotonic()
        check_packages()
        code = find_code(self._cache)
        remove_left_behind()
        self._folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        self._lay_out(code)
        self._make_database()
        self.start_database()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        made = self._php_script("install.php", self.user)
        self.application_password = made["application_password"]
        self.start_server()
        self.start_seconds = time.monotonic() - began

    def stop(self):
        """Ends both children and removes the folder; harmless if nothing runs."""
        self.stop_server()
        self.stop_database()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def start_server(self):
        """Serves the site, on the same port as before if it was stopped."""
        if self._server is None:
            self._server = spawn(
                self._php("-S", f"127.0.0.1:{self.port}", "-t", str(self._root), str(HERE / "wordpress/router.php")),
                self._folder / "server.log", env=self._environment(), cwd=self._root,
            )
            self._wait(lambda: accepts(self.port), self._server, "WordPress")

    def stop_server(self):
        """Stops the server: connections are refused. The data stays."""
        end(self._server)
        self._server = None

    def start_database(self):
        """Starts MariaDB on the data folder and waits until it answers."""
        if self._database is not None:
            return
        self._database = spawn(
            ["mariadbd", "--no-defaults", f"--datadir={self._folder / 'data'}", f"--socket={self._socket}",
             f"--pid-file={self._folder / 'mariadb.pid'}", "--skip-networking", "--skip-log-bin", "--skip-grant-tables",
             "--innodb-buffer-pool-size=32M", "--innodb-log-file-size=16M", "--innodb-flush-log-at-trx-commit=2",
             "--performance-schema=OFF", *as_this_user()],
            self._folder / "database.log",
        )
        self._wait(lambda: self._socket.exists() and self._database_answers(), self._database, "MariaDB")

    def stop_database(self):
        """WordPress stays up but can no longer reach its database."""
        end(self._database, seconds=20)
        self._database = None

    # Requests

    def rest(self, method, path, body=None, user=None, password=None, headers=None, timeout=30):
        """One REST call with the application password (or `user` and `password`); any status is an Answer.

        `path` starts after /wp-json and may carry a query; `body` is sent as JSON.
        """
        user, password = user or self.user, password or self.application_password
        basic = base64.b64encode(f"{user}:{password}".encode()).decode()
        everything = {"Authorization": f"Basic {basic}", "User-Agent": "galley-acceptance", **(headers or {})}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            everything["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}/wp-json{path}", data, everything, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def posts(self, **query):
        """The posts that match, newest first, with raw content; `status` defaults to any. At most 100."""
        query = {"status": "any", "context": "edit", "per_page": 100, **query}
        answer = self.rest("GET", "/wp/v2/posts?" + urllib.parse.urlencode(query))
        if answer.status != 200:
            raise RuntimeError(f"WordPress answered {answer.status} to a list of posts: {answer.text[:300]}")
        return answer.json()

    def add_user(self, name, role):
        """Adds a user and returns the application password.

        Roles: administrator, editor, author, contributor, subscriber. An author may not create categories, a
        contributor may not publish.
        """
        return self._php_script("add_user.php", name, role)["application_password"]

    # Setup

    @property
    def _root(self):
        return self._folder / "root"

    @property
    def _socket(self):
        return self._folder / "mariadb.sock"

    def _lay_out(self, code):
        """A root of links to the package's code, with the tests' own configuration, theme and empty uploads."""
        self._root.mkdir()
        for entry in code.iterdir():
            if entry.name not in ("wp-config.php", "wp-content", ".htaccess"):
                (self._root / entry.name).symlink_to(entry)
        shutil.copy(HERE / "wordpress/wp-config.php", self._root)
        content = self._root / "wp-content"
        for name in ("uploads", "plugins", "mu-plugins", "themes"):
            (content / name).mkdir(parents=True)
        shutil.copytree(HERE / "wordpress/theme", content / "themes/plain")

    def _make_database(self):
        """An empty folder is enough: without grant tables MariaDB needs no system tables, and starts in half a second.
        """
        (self._folder / "data/mysql").mkdir(parents=True)

    def _database_answers(self):
        """Creates the database if it does not exist. Uses mysqli, because WordPress does too."""
        code = ("mysqli_report(MYSQLI_REPORT_OFF); $m = @mysqli_connect('localhost', 'root', '', '', 0, $argv[1]);"
                "$sql = 'CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4';"
                "exit($m && mysqli_query($m, $sql) ? 0 : 1);")
        return subprocess.run(["php", "-r", code, str(self._socket)], capture_output=True, timeout=20).returncode == 0

    def _php(self, *arguments):
        return ["php", "-d", f"auto_prepend_file={HERE / 'wordpress/prepend.php'}", "-d", "display_errors=0",
                "-d", "log_errors=1", "-d", "error_log=", "-d", "sendmail_path=/bin/true", *arguments]

    def _php_script(self, name, *arguments):
        ran = subprocess.run(
            self._php(str(HERE / "wordpress" / name), *arguments),
            env=self._environment(), cwd=self._root, capture_output=True, text=True, timeout=60,
        )
        lines = ran.stdout.strip().splitlines()
        if ran.returncode != 0 or not lines or not lines[-1].startswith("{"):
            raise RuntimeError(f"{name} ended with {ran.returncode}:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
        return json.loads(lines[-1])

    def _environment(self):
        return {
            "PATH": os.environ.get("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"), "TMPDIR": str(self._folder),
            "GALLEY_WORDPRESS_ROOT": str(self._root), "GALLEY_WORDPRESS_URL": self.url,
            "GALLEY_WORDPRESS_SOCKET": str(self._socket),
        }

    def _wait(self, condition, process, what):
        def come_up():
            if process.poll() is not None:
                logs = "".join(log.read_text(errors="replace")[-2000:] for log in self._folder.glob("*.log"))
                raise RuntimeError(f"{what} ended with {process.returncode} while it was starting:\n{logs}")
            return condition()
        wait_until(come_up, 30, f"{what} answering")


def check_packages():
    """Raises Missing, naming every missing package and the command that installs them."""
    os.environ["PATH"] = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"  # mariadbd is there, even for plain users
    missing = {package for program, package in NEEDED.items() if shutil.which(program) is None}
    if shutil.which("php"):
        modules = subprocess.run(["php", "-m"], capture_output=True, text=True, timeout=20).stdout.split()
        missing |= {"php-mysql"} if "mysqli" not in modules else set()
    if missing:
        raise Missing(f"Not installed: {', '.join(sorted(missing))}. "
                      f"Run: apt-get install --no-install-recommends {' '.join(PACKAGES)}")


def find_code(cache):
    """The folder with WordPress's code: the installed package, or the downloaded one (about 60 MB, once)."""
    if (INSTALLED / "wp-load.php").exists():
        return INSTALLED
    unpacked = cache / "wordpress"
    code = unpacked / "usr/share/wordpress"
    if (code / "wp-load.php").exists():
        return code
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="galley-download-") as folder:
        os.chmod(folder, 0o777)  # apt downloads as a separate user if it can
        fetched = subprocess.run(["apt-get", "download", "wordpress"], cwd=folder, capture_output=True, text=True)
        packages = list(Path(folder).glob("wordpress_*.deb"))
        if not packages:
            raise Missing("The package wordpress is neither installed nor could it be downloaded. "
                          f"Run: apt-get update. apt-get said: {fetched.stderr.strip()}")
        # Unpacked beside and renamed, so that an interrupted run leaves nothing that looks complete.
        beside = Path(tempfile.mkdtemp(prefix="unpacking-", dir=cache))
        subprocess.run(["dpkg-deb", "-x", str(packages[0]), str(beside)], check=True)
        shutil.rmtree(unpacked, ignore_errors=True)
        beside.rename(unpacked)
    return code


def remove_left_behind():
    """Removes our own folders whose process no longer exists: those of runs that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        owner = folder.name[len(PREFIX):].split("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists() and folder.stat().st_uid == os.geteuid():
            shutil.rmtree(folder, ignore_errors=True)


def as_this_user():
    """MariaDB refuses to run as root unless this option confirms it."""
    return ["--user=root"] if os.geteuid() == 0 else []


def main():
    try:
        with WordPress() as site:
            print(json.dumps({"url": site.url, "user": site.user, "application_password": site.application_password,
                              "start_seconds": round(site.start_seconds, 1)}), flush=True)
            sys.stdin.read()
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 69
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
