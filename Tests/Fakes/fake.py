"""Starts a fake service as a child process and sends it commands.

    with Fake("mastodon", "--flavour", "gotosocial") as fake:
        fake.script({"on": {"method": "POST"}, "fault": "pause_after_commit"})
        …
        fake.wait_for("paused", at="after_commit")
        fake.resume(word="close")
        fake.summary()["copies"]["key"]
"""

import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from durable_log import DurableLog

HERE = Path(__file__).resolve().parent


class FakeError(Exception):
    """The fake did not carry out a command; the text is its answer."""


class Fake:
    """One fake service (`program`: mastodon, bluesky, wordpress or webhook). A `log` that exists is continued."""

    def __init__(self, program, *options, log=None, port=0):
        self._program, self._options = program, options
        self._own_folder = None if log else tempfile.TemporaryDirectory(prefix="galley-fake-")
        self.log_path = str(log) if log else os.path.join(self._own_folder.name, "fake.log")
        self.port = port
        self.events = []
        self._answers = {}
        self._ids = itertools.count(1)
        self._news = threading.Condition()
        self._process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
        if self._own_folder:
            self._own_folder.cleanup()

    # Lifecycle

    def start(self, seconds=10):
        """Starts the process (on its previous port) and waits until it reports that it is ready."""
        self._process = subprocess.Popen(
            [*self._command(), "--log", self.log_path, "--port", str(self.port), *self._options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ready = self._process.stdout.readline()
        if not ready:
            self._process.stdin.close()
            self._process.stdout.close()
            raise FakeError(f"fake_{self._program} ended with {self._process.wait(seconds)} before it was ready.")
        self.port = json.loads(ready)["port"]
        self._listener = threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True)
        self._listener.start()
        return self

    def _command(self):
        return [sys.executable, str(HERE / f"fake_{self._program}.py")]

    def stop(self):
        """Ends the process; harmless if it has ended."""
        if self._process is None:
            return
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._ended()

    def kill(self):
        """SIGKILL, like a crash of the service; `start` restores it from its log."""
        self._process.kill()
        self._ended()

    def _ended(self):
        """Waits for the end and closes the pipes: a test run creates thousands of these."""
        self._process.wait()
        self._listener.join(5)
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        self._process = None

    # Commands

    def tell(self, do, within=20, **words):
        """Sends one command; returns the answer's fields, raises FakeError on a refusal or without an answer."""
        number = next(self._ids)
        self._process.stdin.write(json.dumps({"id": number, "do": do, **words}) + "\n")
        self._process.stdin.flush()
        with self._news:
            if not self._news.wait_for(lambda: number in self._answers, within):
                raise FakeError(f"No answer to {do!r} within {within} s.")
            answer = self._answers.pop(number)
        if not answer["ok"]:
            raise FakeError(answer["error"])
        return answer

    def script(self, *rules):
        """Adds rules of faults.py, in order."""
        self.tell("script", faults=list(rules))

    def clear(self):
        self.tell("clear")

    def stall(self):
        self.tell("stall")

    def accept(self):
        self.tell("accept")

    def away(self):
        self.tell("away")

    def back(self):
        self.tell("back")

    def resume(self, pause=None, word="go"):
        """Sends the word to one pause, or to all that wait; returns the pauses that received it."""
        return self.tell("resume", pause=pause, word=word)["resumed"]

    def advance(self, seconds):
        self.tell("advance", seconds=seconds)

    def skew(self, seconds):
        self.tell("skew", seconds=seconds)

    def set(self, **options):
        self.tell("set", **options)

    def summary(self):
        return self.tell("summary")

    def records(self):
        return self.tell("records")["records"]

    def log(self):
        """All entries of the durable log; works whether or not the process is alive."""
        return DurableLog.read(self.log_path)

    def wait_for(self, event, seconds=20, **fields):
        """The first event with that name and those fields that no earlier call has returned; raises FakeError."""
        def find():
            for index, found in enumerate(self.events):
                if found.get("event") == event and all(found.get(name) == value for name, value in fields.items()):
                    return index
            return None
        with self._news:
            if not self._news.wait_for(lambda: find() is not None, seconds):
                raise FakeError(f"No event {event!r} with {fields} within {seconds} s. There were: {self.events[-8:]}")
            return self.events.pop(find())

    def _listen(self, output):
        for line in output:
            said = json.loads(line)
            with self._news:
                if "event" in said:
                    self.events.append({**said, "heard": time.monotonic()})
                else:
                    self._answers[said["id"]] = said
                self._news.notify_all()
