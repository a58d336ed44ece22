"""A PostgreSQL server for tests: an ordinary user's, with a socket of its own and no port.

As a program it prints the address of the server, serves until its standard input ends, and leaves nothing behind. Debian's
package can be installed without a server of the system's.
"""
import glob
import os
import pwd
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile


class Server:
    """Ends with `stop`, or as a context."""

    def __init__(self, settings=(), durable=False, primary=None):
        """durable: keeps what was committed when the server is killed; else a test needs no disk.

        primary: the server that this one follows, as a copy of it.
        """
        # In memory, where a database is made in no time. A killed process loses nothing there either.
        memory = "/dev/shm" if os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(prefix="galley-pg.", dir=memory)
        # PostgreSQL refuses to run as root.
        self.user = pwd.getpwnam("nobody") if os.getuid() == 0 else None
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        os.chmod(self.folder, 0o755)
        self.data = f"{self.folder}/data"
        self.settings = dict(listen_addresses="", unix_socket_directories=self.folder, unix_socket_permissions="0777",
                             max_connections="400", shared_buffers="64MB", logging_collector="off",
                             log_min_messages="fatal", timezone="UTC")
        if not durable:
            self.settings.update(fsync="off", full_page_writes="off", synchronous_commit="off", autovacuum="off")
        self.settings.update(settings)
        try:
            if primary:
                self.run("pg_basebackup", "-h", primary.folder, "-U", "galley", "-D", self.data, "--checkpoint=fast", "--no-sync",
                         "--write-recovery-conf")
            else:
                self.run("initdb", "-D", self.data, "-U", "galley", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8",
                         "--no-sync", "--no-instructions")
            self.start()
        except BaseException:
            self.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def address(self):
        """Of its first database; another one's name can take the place of “postgres”."""
        return f"postgresql://galley@/postgres?host={self.folder}"

    def start(self):
        """Starts it, again after a kill. Returns when it takes connections."""
        options = " ".join(f"--{name}={value}" for name, value in self.settings.items())
        self.run("pg_ctl", "-D", self.data, "-l", f"{self.folder}/log", "-o", options, "--wait", "--timeout=60", "start")

    def stop(self):
        """At once, since the data goes, too."""
        if os.path.exists(f"{self.data}/postmaster.pid"):
            self.run("pg_ctl", "-D", self.data, "--mode=immediate", "--wait", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self):
        """Ends the server as a lost machine does, and waits until all of its processes are gone."""
        with open(f"{self.data}/postmaster.pid", encoding="utf-8") as file:
            pid = int(file.readline())
        # Its processes work in the folder of the data, and end when they miss it.
        processes = list(filter(None, map(watched, self.processes())))
        os.kill(pid, signal.SIGKILL)
        for process in processes:
            select.select([process], [], [], 60)
            os.close(process)
        # A process that its parent has not asked for yet still has its number.
        for lock in (f"{self.data}/postmaster.pid", f"{self.folder}/.s.PGSQL.5432.lock"):
            os.unlink(lock)

    def processes(self):
        found = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{number}/cwd") == os.path.realpath(self.data):
                    found.append(int(number))
            except OSError:
                continue
        return found

    def promote(self):
        """Makes a server that follows another one a primary. Returns when it can be written to."""
        self.run("pg_ctl", "-D", self.data, "--wait", "--timeout=60", "promote")

    def run(self, name, *arguments):
        """Runs one of PostgreSQL's programs as the user of the server."""
        user = self.user and dict(user=self.user.pw_uid, group=self.user.pw_gid, extra_groups=[])
        done = subprocess.run([tool(name), *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **(user or {}))
        if done.returncode != 0:
            log = f"{self.folder}/log"
            told = open(log, encoding="utf-8").read()[-2000:] if os.path.exists(log) else ""
            raise RuntimeError(f"{name} failed: {done.stdout}{told}")
        return done.stdout


def watched(process):
    """A descriptor that becomes readable when the process ends; None if it has."""
    try:
        return os.pidfd_open(process)
    except ProcessLookupError:
        return None


def tool(name):
    """The path of a program of the newest PostgreSQL that is installed."""
    found = glob.glob(f"/usr/lib/postgresql/*/bin/{name}")
    if not found:
        raise RuntimeError(f"{name} is missing. Install Debian’s package “postgresql”.")
    return max(found, key=lambda path: int(re.search(r"/(\d+)/", path).group(1)))


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with Server() as server:
        print(server.address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
