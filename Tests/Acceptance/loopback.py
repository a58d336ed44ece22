"""Small helpers for servers on loopback: a free port, a bounded wait, a child that cannot outlive its parent."""

import ctypes
import os
import signal
import socket
import subprocess
import time

PR_SET_PDEATHSIG = 1


def free_port():
    """A TCP port of 127.0.0.1 that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, seconds, what, pause=0.02):
    """Returns the value of `condition` as soon as it is true; raises TimeoutError with a message after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not happen within {seconds} s.")
        time.sleep(pause)


def accepts(port):
    """Whether something on 127.0.0.1 accepts connections on `port`."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def spawn(arguments, log, **options):
    """Starts a child that the kernel kills when this process dies for any reason. Output goes to the file `log`.

    The kernel watches the calling thread: call from one that lives as long as the child should.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def tie_to_parent():
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # the parent died before the line above
            os._exit(1)

    with open(log, "ab") as output:
        return subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=output, preexec_fn=tie_to_parent, **options
        )


def end(process, seconds=10):
    """Ends a child: sends SIGTERM, then SIGKILL after `seconds`. Does nothing for one that has ended, or for None."""
    if process is None or process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
