"""The measured programs, as children, and the kernel's statistics about them."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Acceptance"))
from loopback import end, spawn, wait_until  # noqa: E402


class Bench:
    """Where the programs are, and a folder for their files, on the same disk as the sources."""

    def __init__(self, programs):
        self.programs = Path(programs).resolve()
        for name in ("galleyd", "galley", "galley-bench", "bare-hummingbird"):
            if not (self.programs / name).exists():
                raise SystemExit(f"{self.programs / name} is not there. Run `make build` first.")
        self._folder = tempfile.TemporaryDirectory(prefix="bench-", dir=self.programs.parent)
        # The path of a Unix socket can have about a hundred bytes.
        self._sockets = tempfile.TemporaryDirectory(prefix="galley-bench-")
        self.folder, self.sockets = Path(self._folder.name), Path(self._sockets.name)

    def path(self, name):
        return self.folder / name

    def write(self, name, content):
        """Creates a file in the folder; returns its path."""
        path = self.path(name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def peer(self, *arguments, seconds=120):
        """Runs one of the bare peers; returns its measurements."""
        ran = subprocess.run([self.programs / "galley-bench", *map(str, arguments)], capture_output=True, text=True,
                             timeout=seconds, stdin=subprocess.DEVNULL)
        if ran.returncode != 0:
            raise SystemExit(f"galley-bench {' '.join(map(str, arguments))}\n{ran.stderr[-3000:]}")
        return json.loads(ran.stdout)

    def close(self):
        self._folder.cleanup()
        self._sockets.cleanup()


class Child:
    """A program that serves until the end of the `with` block."""

    def __init__(self, arguments, log, **options):
        self.process = spawn([str(word) for word in arguments], log, **options)
        self.log = Path(log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end(self.process)

    @property
    def computed(self):
        """The CPU seconds that it has used, all threads, in user and kernel mode, to the nanosecond."""
        # The CPU clock of another process, encoded as clock_getcpuclockid(3) does.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    @property
    def resident(self):
        """Its resident memory in bytes."""
        for line in Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Rss:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("The kernel does not say how much memory a process has.")

    def words(self):
        return self.log.read_text(errors="replace")[-3000:]


class Hummingbird(Child):
    """The daemon's bare peer: answers `POST /answers/BYTES` and `GET /stream`."""

    def __init__(self, bench):
        self.socket = bench.sockets / "bare.sock"
        super().__init__([bench.programs / "bare-hummingbird", self.socket], bench.path("hummingbird.log"))
        wait_until(self._answers, 10, "the bare Hummingbird's first answer", pause=0.005)

    def _answers(self):
        with socket.socket(socket.AF_UNIX) as caller:
            return caller.connect_ex(str(self.socket)) == 0


class ReadyNotice:
    """The socket on which a service reports that it is ready (sd_notify(3))."""

    def __init__(self, bench):
        self.path = bench.sockets / "notify"
        self.path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.path))
        self._socket.settimeout(30)

    def wait(self):
        """The time.monotonic() at which READY arrived."""
        while b"READY=1" not in self._socket.recv(4096):
            pass
        return time.monotonic()

    def close(self):
        self._socket.close()
        self.path.unlink()


class Galleyd(Child):
    """The real daemon, with its directories below the bench's folder. Ready as soon as it is constructed."""

    def __init__(self, bench, name, settings="", secrets=None, listen=""):
        home = bench.path(name)
        self.state = home / "state/galley"
        (self.state / "credentials").mkdir(parents=True, exist_ok=True)
        (home / "config/galley").mkdir(parents=True, exist_ok=True)
        sockets = bench.sockets / name
        sockets.mkdir(exist_ok=True)
        self.socket = sockets / "galley.sock"
        (home / "config/galley/galley.toml").write_text(f'{settings}\n[http]\nlisten = "{listen}"\n')
        for secret, words in (secrets or {}).items():
            path = self.state / "credentials" / secret
            path.write_text(words)
            path.chmod(0o600)
        notice = ReadyNotice(bench)
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(home), "LANG": "C.UTF-8",
            "XDG_STATE_HOME": str(home / "state"), "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_RUNTIME_DIR": str(sockets), "NOTIFY_SOCKET": str(notice.path),
        }
        began = time.monotonic()
        super().__init__([bench.programs / "galleyd"], home / "galleyd.log", env=self.environment, cwd=home)
        try:
            self.seconds_to_ready = notice.wait() - began
        except TimeoutError:
            end(self.process)
            raise SystemExit(f"galleyd did not become ready.\n{self.words()}") from None
        finally:
            notice.close()

    @property
    def store(self):
        return self.state / "galley.db"
