"""A container machine with a real systemd: Debian without a network, discarded after use. Needs root.

    with Machine(stage) as machine:
        machine.run("systemctl", "start", "galleyd")

While it is up, this process is in the machine's network namespace, and shares its 127.0.0.1.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from loopback import end, spawn, wait_until

CACHE = Path(__file__).resolve().parent.parent.parent / ".build/machine"
PACKAGES = (
    "ca-certificates", "curl", "dbus", "libcmark-gfm-extensions0.29.0.gfm.6", "libcmark-gfm0.29.0.gfm.6", "libcurl4",
    "libsqlite3-0", "libstdc++6", "libvips-tools", "libyaml-0-2", "msmtp-mta", "s-nail", "systemd", "systemd-sysv",
    "tzdata",
)
MIRROR = "http://deb.debian.org/debian"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CLONE_NEWNET = 0x40000000


class MachineError(Exception):
    """A command failed inside; the text includes its output."""


def base():
    """A folder with a minimal Debian of this machine's release, created once and kept in the build folder."""
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    suite = release["VERSION_CODENAME"].strip('"')
    wanted = hashlib.sha256(" ".join((suite, *PACKAGES)).encode()).hexdigest()
    mark, root = CACHE / "wanted", CACHE / "root"
    if mark.exists() and mark.read_text() == wanted:
        return root
    print(f"Making a bare Debian {suite} in {CACHE}, once; about a minute.", flush=True)
    shutil.rmtree(CACHE, ignore_errors=True)
    CACHE.mkdir(parents=True)
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", suite, str(root), MIRROR],
        capture_output=True, text=True, timeout=1200, stdin=subprocess.DEVNULL)
    if made.returncode != 0:
        raise MachineError(f"debootstrap ended with {made.returncode}.\n{made.stdout[-3000:]}{made.stderr[-1000:]}")
    mark.write_text(wanted)
    return root


class Machine:
    """Boots the base with the folder `stage` laid over it. All changes are discarded at the end."""

    def __init__(self, stage):
        self._stage = stage
        self._folder = Path(tempfile.mkdtemp(prefix="galley-machine-", dir="/tmp"))
        self._process = self._home = self.leader = None

    @property
    def root(self):
        """The machine's files, as seen from the host."""
        return Path(f"/proc/{self.leader}/root")

    def __enter__(self):
        try:
            self._boot()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _boot(self):
        name = f"galley-{os.getpid()}"
        self._process = spawn(
            ["systemd-nspawn", "--quiet", "--boot", "--private-network", "--register=no", "--keep-unit",
             "--volatile=overlay", f"--machine={name}", "--resolv-conf=off", "--timezone=off", "--link-journal=no",
             "--console=pipe", f"--bind-ro={self._stage}:/mnt", f"--directory={base()}"], self._folder / "console")
        wait_until(self._is_running, 120, "the machine's boot", pause=0.2)
        self._home = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        self._enter_network(f"/proc/{self.leader}/ns/net")
        self.run("cp", "-a", "--no-preserve=ownership", "/mnt/.", "/")

    def _is_running(self):
        if self._process.poll() is not None:
            raise MachineError(f"systemd-nspawn ended with {self._process.returncode}.\n{self.console()}")
        # While starting, nspawn has other children besides the machine's first process.
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        if not children:
            return False
        self.leader = int(children[-1])
        return self.run("systemctl", "is-system-running", is_checked=False).stdout.strip() in ("running", "degraded")

    def __exit__(self, *_):
        if self._home is not None:
            self._enter_network(f"/proc/self/fd/{self._home}")
            os.close(self._home)
            self._home = None
        # nspawn powers the machine off; processes that do not end then are killed together with its first process.
        end(self._process, 20)
        shutil.rmtree(self._folder, ignore_errors=True)

    @staticmethod
    def _enter_network(path):
        libc = ctypes.CDLL(None, use_errno=True)
        with open(path, "rb") as network:
            if libc.setns(network.fileno(), CLONE_NEWNET) != 0:
                raise MachineError(f"The network {path} could not be entered: {os.strerror(ctypes.get_errno())}.")

    # Inside

    def run(self, *command, is_checked=True, input=None, seconds=90):
        """Runs a command as root in the machine; returns the finished process with its output as text."""
        ran = subprocess.run(
            ["nsenter", "--all", "--target", str(self.leader), "--", *command], capture_output=True, text=True,
            input=input if input is not None else "", timeout=seconds, env={"PATH": PATH, "LANG": "C.UTF-8", "HOME": "/root"})
        if is_checked and ran.returncode != 0:
            raise MachineError(f"{' '.join(command)} ended with {ran.returncode}: {ran.stdout}{ran.stderr}")
        return ran

    def say(self, *command, **options):
        return self.run(*command, **options).stdout.strip()

    def shell(self, script, **options):
        return self.run("bash", "-euc", script, **options)

    def write(self, path, text, mode=0o644):
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        place.chmod(mode)

    def show(self, unit, *properties):
        """The unit's properties, as systemctl show prints them."""
        said = self.say("systemctl", "show", unit, *(f"--property={name}" for name in properties))
        return dict(line.split("=", 1) for line in said.splitlines())

    def journal(self, unit, *options):
        return self.say("journalctl", "--unit", unit, "--no-pager", "--output=cat", *options)

    def console(self):
        console = self._folder / "console"
        return console.read_text(errors="replace")[-3000:] if console.exists() else ""
