"""galleyd as systemd runs it: with a notification socket, and with listening sockets that outlive it."""

import fcntl
import os
import signal
import socket
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Faults"), str(HERE.parent / "Fakes"), str(HERE.parent / "Acceptance")]
from daemon import Daemon, program  # noqa: E402
from loopback import spawn, wait_until  # noqa: E402

# The first descriptors are where the protocol expects them, and the variable names the process that the shell becomes.
HANDING_OVER = 'exec 3<&"$1" 4<&"$2"; export LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=galleyd:galleyd; exec "$3"'


class Managed(Daemon):
    """A daemon with a manager. `handed` keeps its two sockets open as galleyd.socket does."""

    def __init__(self, folder, handed=False):
        super().__init__(folder)
        self.port = 0
        self._handed = []
        self._notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notices.bind(str(self.folder / "run/notify"))
        self.environment["NOTIFY_SOCKET"] = str(self.folder / "run/notify")
        self.said = []
        if handed:
            file = socket.socket(socket.AF_UNIX)
            file.bind(str(self.folder / "run/galley.sock"))
            loopback = socket.socket()
            loopback.bind(("127.0.0.1", 0))
            self.port = loopback.getsockname()[1]
            for door in (file, loopback):
                door.listen(512)
                self._handed.append(door)

    def start(self, seconds=30, ready=True):
        """Starts it, and waits until it has reported that it is ready."""
        if self._handed:
            above = [fcntl.fcntl(door.fileno(), fcntl.F_DUPFD, 20) for door in self._handed]
            command = ["bash", "-c", HANDING_OVER, "galleyd", *map(str, above), program("galleyd")]
            self.process = spawn(command, self.log, env=self.environment, cwd=self.folder, pass_fds=above)
            for descriptor in above:
                os.close(descriptor)
        else:
            self.process = spawn([program("galleyd")], self.log, env=self.environment, cwd=self.folder)
        if ready:
            self.hear(lambda words: "READY" in words, "READY=1", seconds)

    def close(self):
        self.kill()
        for door in self._handed:
            door.close()
        self._notices.close()

    def hear(self, is_it, what, seconds=20):
        """Reads notifications until one matches; returns it. Earlier ones are in `said`."""
        def next_one():
            self._notices.settimeout(0.2)
            try:
                text = self._notices.recv(65536).decode()
            except TimeoutError:
                if not self.is_alive:
                    raise RuntimeError(f"galleyd ended before it said {what}.\n{self.log_end()}") from None
                return None
            words = dict(line.split("=", 1) for line in text.splitlines())
            self.said.append(words)
            return words if is_it(words) else None
        return wait_until(next_one, seconds, f"{what} from galleyd (last: {self.said[-3:]})", pause=0)

    def hear_status(self, part, seconds=20):
        return self.hear(lambda words: part in words.get("STATUS", ""), f"a status with “{part}”", seconds)["STATUS"]

    def fill_notices(self):
        """Leaves no room for another notification until one is read."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.setblocking(False)
            try:
                while True:
                    other.sendto(b"STATUS=", str(self.folder / "run/notify"))
            except BlockingIOError:
                pass

    def hang_up(self):
        self.process.send_signal(signal.SIGHUP)

    def reload(self):
        """(exit status, output)"""
        ran = self.galley("reload")
        return ran.returncode, ran.stdout + ran.stderr
