"""The real galleyd as a child process in its own folder."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Fakes"), str(HERE.parent / "Acceptance")]
from desk import Desk  # noqa: E402
from loopback import spawn, wait_until  # noqa: E402
from store_file import StoreFile  # noqa: E402


def program(name):
    """The path of a built program: in the folder GALLEY_BIN, else in the debug build."""
    folder = Path(os.environ.get("GALLEY_BIN") or HERE.parent.parent / ".build/debug")
    path = (folder if folder.is_absolute() else HERE.parent.parent / folder) / name
    if not path.exists():
        raise FileNotFoundError(f"{path} is not there. Run `make build`, or name the folder in GALLEY_BIN.")
    return str(path)


class Daemon:
    """galleyd with all its directories under `folder`. It ends with this process, however that ends.

    Call `start` from a thread that lives as long as the daemon should.
    """

    def __init__(self, folder):
        self.folder = Path(folder)
        self.state = self.folder / "state/galley"
        for made in (self.state / "credentials", self.folder / "config/galley", self.folder / "run"):
            made.mkdir(parents=True)
        self.log = self.folder / "galleyd.log"
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(self.folder), "LANG": "C.UTF-8",
            "XDG_STATE_HOME": str(self.folder / "state"), "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
        }
        self.desk = Desk(self.folder / "run/galley.sock")
        self.store = StoreFile(self.state / "galley.db")
        self.process = None
        # A command that starts the daemon with other limits, such as prlimit(1).
        self.prefix = []
        self.starts = 0

    # Settings

    def write_settings(self, toml):
        (self.folder / "config/galley/galley.toml").write_text(toml, encoding="utf-8")

    def write_secret(self, name, text):
        path = self.state / "credentials" / name
        path.write_text(text + "\n", encoding="utf-8")
        path.chmod(0o600)

    # Lifecycle

    def start(self, seconds=30):
        """Starts it and waits until it answers; raises RuntimeError with the end of its log if it does not start."""
        self.process = spawn([*self.prefix, program("galleyd")], self.log, env=self.environment, cwd=self.folder)
        self.starts += 1
        try:
            wait_until(self._has_come_up, seconds, "galleyd's first answer", pause=0.01)
        except TimeoutError as error:
            raise RuntimeError(f"{error}\n{self.log_end()}") from None

    def _has_come_up(self):
        if self.process.poll() is not None:
            raise RuntimeError(f"galleyd ended with {self.process.returncode} at its start.\n{self.log_end()}")
        return self.desk.is_well()

    @property
    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """SIGKILL; returns when no part of it is left."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def close(self):
        """At the end of its use."""
        self.kill()

    def terminate(self, seconds):
        """SIGTERM. Returns the time that it took; raises RuntimeError if that exceeds `seconds`, and kills it."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise RuntimeError(f"galleyd had not ended {seconds} s after SIGTERM.") from None
        if status != 0:
            raise RuntimeError(f"galleyd ended with {status} after SIGTERM.\n{self.log_end()}")
        return time.monotonic() - began

    def log_end(self, characters=4000):
        return self.log.read_text(errors="replace")[-characters:] if self.log.exists() else ""

    def run_second(self, seconds=15):
        """Starts a second one on the same store; returns (exit status, output)."""
        ran = subprocess.run([*self.prefix, program("galleyd")], env=self.environment, cwd=self.folder, capture_output=True,
                             text=True, timeout=seconds, stdin=subprocess.DEVNULL)
        return ran.returncode, ran.stdout + ran.stderr

    def galley(self, *arguments, seconds=30, input=None, **environment):
        """Runs the command line; returns the finished process with its output as text."""
        return subprocess.run([program("galley"), *arguments], env=self.environment | environment, cwd=self.folder,
                              input=input, capture_output=True, text=True, timeout=seconds)
