#!/usr/bin/python3
"""Faults of the machine that a user can cause: a full disk, a read-only one, a failing one, a store deleted under the
daemon, limits that are too low, a log whose reader stops. Tests/Acceptance/test_disks.py has those that need root.

The last line is "N passed, N failed". GALLEY_BIN names the folder with the programs.
"""

import contextlib
import errno
import os
import resource
import select
import shutil
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]
from daemon import Daemon  # noqa: E402
from desk import Refused  # noqa: E402
from loopback import wait_until  # noqa: E402
from run_tests import run_suite  # noqa: E402

HOOK = """\
[http]
listen = ""
[defaults]
undo_window = "0s"
[[target]]
name = "hook"
kind = "webhook"
url = "{url}"
"""
SITE = """\
[http]
listen = ""
[defaults]
undo_window = "0s"
[[target]]
name = "site"
kind = "site"
url = "https://example.org"
folder = "{folder}"
after_write = ["true"]
"""
RECOVERY = 15


class Hook:
    """A webhook that counts requests and runs a callback before it answers."""

    def __init__(self):
        self.bodies, self.before_answer = [], lambda: None
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                hook.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                hook.before_answer()
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}/hook"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class MachineTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="galley-machine-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.hook = Hook()
        self.addCleanup(self.hook.stop)
        self.daemon = Daemon(self.folder)
        self.addCleanup(self.daemon.kill)
        self.daemon.write_settings(HOOK.format(url=self.hook.url))
        self.desk = self.daemon.desk

    def write(self, title, body="Words."):
        return self.desk.create({"title": title, "body": body}, title)["id"]

    def refusal(self, title="Not now", body="Words."):
        with self.assertRaises(Refused) as caught:
            self.write(title, body)
        return caught.exception

    def fault(self):
        return self.desk.call("GET", "/v1/status").get("fault")

    def wait_for_fault(self, kind, seconds=5):
        wait_until(lambda: (self.fault() or {}).get("kind") == kind, seconds, f"the word {kind} in the status", 0.1)

    def wait_for_recovery(self):
        wait_until(lambda: self.fault() is None, RECOVERY, "the recovery", 0.1)

    def titles(self):
        return sorted(post["title"] for post in self.desk.summaries())

    def state(self, post):
        return self.desk.deliveries(post)[0]["state"]


class FullDisk(MachineTest):
    def limit(self, number_of_bytes):
        _, hard = resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE)
        soft = hard if number_of_bytes is None else number_of_bytes
        resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE, (soft, hard))

    def test_new_store(self):
        """a store that a full disk does not let the daemon create is no sign of a failing disk"""
        # At the first write, and after the schema's first tables.
        for size in (4096, 1_000_000):
            with self.subTest(size):
                self.daemon.prefix = ["prlimit", f"--fsize={size}"]
                status, output = self.daemon.run_second()
                self.assertEqual(status, 1)
                self.assertIn("galleyd: The disk is full. ", output)

    def test_words_and_recovery(self):
        """a file that may not grow acts like a full disk: 507, reported in the status, and over once there is space"""
        self.daemon.start()
        self.write("Before")
        self.limit(4096)
        refusal = self.refusal(body="x" * 200_000)
        self.assertEqual((refusal.status, refusal.problem["type"]), (507, "urn:galley:problem:disk-full"))
        self.assertEqual(refusal.problem["title"], "The disk is full.")
        self.wait_for_fault("disk-full")
        self.assertEqual(self.titles(), ["Before"])
        shown = self.daemon.galley("status")
        self.assertIn("The disk is full.", shown.stdout)
        self.assertEqual(self.daemon.galley("post", "new", "--title", "X").returncode, 75)
        self.limit(None)
        self.wait_for_recovery()
        self.write("After")
        self.assertEqual(self.titles(), ["After", "Before"])
        self.assertLess(self.daemon.terminate(25), 25)


class FailingDisk(MachineTest):
    """With a library between the daemon and the disk that fails on demand."""

    @classmethod
    def setUpClass(cls):
        cls.folder_of_library = tempfile.mkdtemp(prefix="galley-disk-", dir="/tmp")
        cls.addClassCleanup(shutil.rmtree, cls.folder_of_library, ignore_errors=True)
        cls.library = f"{cls.folder_of_library}/faulty_disk.so"
        subprocess.run([compiler(), "-shared", "-fPIC", "-O1", "-o", cls.library, str(HERE / "faulty_disk.c"), "-ldl"],
                       check=True, timeout=60)

    def setUp(self):
        super().setUp()
        self.order = self.folder / "fault"
        self.daemon.environment |= {
            "LD_PRELOAD": self.library, "GALLEY_DISK": str(self.daemon.state), "GALLEY_DISK_FAULT": str(self.order)}

    def fail(self, number, reach="all"):
        beside = self.order.with_suffix(".new")
        beside.write_text(f"{number} {reach}")
        beside.rename(self.order)

    def stall(self):
        """Keeps everything from becoming durable until mend()."""
        self.fail(0, "stall")

    def wait_for_stall(self):
        wait_until(lambda: Path(f"{self.order}.stalled").exists(), 10, "a thread that waits for the disk")

    def idle_connections(self, count):
        """Connections that have had one exchange and are idle now."""
        connections = []
        for _ in range(count):
            connection = socket.socket(socket.AF_UNIX)
            self.addCleanup(connection.close)
            connection.settimeout(20)
            connection.connect(str(self.folder / "run/galley.sock"))
            ask(connection, "/v1/status")
            connections.append(connection)
        return connections

    def send_picture(self, mark=1):
        """The status of the answer to an upload."""
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
            connection.settimeout(60)
            connection.connect(str(self.folder / "run/galley.sock"))
            body = picture(mark)
            connection.sendall(f"POST /v1/media?name=a.png HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n"
                               f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            answer = connection.recv(65536)
            return int(answer.split(b" ", 2)[1]) if answer else None

    def mend(self):
        self.order.unlink(missing_ok=True)

    def test_each_error(self):
        """each disk error has a message, loses nothing that was acknowledged, and ends by itself"""
        self.daemon.start()
        kept = ["Before"]
        self.write("Before")
        for number, status, word in [
            (errno.ENOSPC, 507, "disk-full"), (errno.EDQUOT, 507, "disk-full"), (errno.EROFS, 503, "disk-read-only"),
            (errno.EIO, 503, "disk-failed"),
        ]:
            with self.subTest(word, number=number):
                self.fail(number)
                refusal = self.refusal()
                self.assertEqual((refusal.status, refusal.problem["type"].split(":")[-1]), (status, word))
                self.assertEqual(self.fault()["kind"], word)
                self.assertIn(self.fault()["words"], self.daemon.galley("doctor").stdout)
                self.mend()
                self.wait_for_recovery()
                self.write(f"After {number}")
                kept.append(f"After {number}")
                self.assertEqual(self.titles(), sorted(kept))
        self.assertTrue(self.daemon.is_alive)

    def test_outcome_waits_for_the_disk(self):
        """an answer that cannot be recorded is remembered, and recorded when the disk works again; nothing is sent
        twice"""
        self.daemon.start()
        post = self.write("Sent once")
        self.hook.before_answer = lambda: self.fail(errno.ENOSPC)
        self.desk.publish(post, ["hook"])
        self.wait_for_fault("disk-full", 20)
        self.assertEqual(self.state(post), "armed")
        self.assertEqual(len(self.hook.bodies), 1)
        self.hook.before_answer = lambda: None
        self.mend()
        wait_until(lambda: self.state(post) == "delivered", RECOVERY, "the recording")
        self.assertEqual(len(self.hook.bodies), 1)

    def test_outcome_lost_with_the_daemon(self):
        """if the daemon ends before the disk works again, the delivery is uncertain and is not resent"""
        self.daemon.start()
        post = self.write("Sent once")
        self.hook.before_answer = lambda: self.fail(errno.ENOSPC)
        self.desk.publish(post, ["hook"])
        self.wait_for_fault("disk-full", 20)
        self.daemon.terminate(30)
        self.mend()
        self.hook.before_answer = lambda: None
        self.daemon.start()
        wait_until(lambda: self.state(post) == "uncertain", 10, "the uncertainty")
        other = self.write("Another")
        self.desk.publish(other, ["hook"])
        wait_until(lambda: self.state(other) == "delivered", RECOVERY, "the next delivery")
        self.assertEqual(self.state(post), "uncertain")
        self.assertEqual(len(self.hook.bodies), 2)

    def test_stall(self):
        """while the disk stalls during a commit and an upload, reads are answered on every connection"""
        self.daemon.start()
        post = self.write("Before")
        self.assertEqual(self.send_picture(0), 201)
        # The first search brings the index up to date, which is a commit.
        self.desk.call("GET", "/v1/posts?search=Before")
        connections = self.idle_connections(24)
        self.stall()
        answers = []
        writers = [threading.Thread(target=lambda: answers.append(self.write("Stalled")), daemon=True)]
        writers += [threading.Thread(target=lambda mark=mark: answers.append(self.send_picture(mark)), daemon=True)
                    for mark in range(1, 9)]
        for writer in writers:
            writer.start()
        self.wait_for_stall()
        # The stall lasts as long as the test needs: a connection that shares a thread with it gets no answer.
        paths = ["/v1/posts", f"/v1/posts/{post}", "/v1/status", "/", "/v1/media", "/v1/posts?search=Before"]
        for number, connection in enumerate(connections):
            path = paths[number % len(paths)]
            with self.subTest(path, number=number):
                self.assertTrue(ask(connection, path))
        self.assertEqual(answers, [])
        self.mend()
        for writer in writers:
            writer.join(30)
        self.assertEqual(len(answers), 9)
        self.assertEqual(answers.count(201), 8)
        self.assertEqual(self.titles(), ["Before", "Stalled"])

    def test_picture_without_a_durable_name(self):
        """an upload is acknowledged only once its names in the folders are durable, however often it is sent"""
        self.daemon.start()
        self.fail(errno.EIO, "folders")
        self.assertEqual([self.send_picture() for _ in range(4)], [503] * 4)
        self.assertEqual(self.desk.call("GET", "/v1/media")["items"], [])
        self.mend()
        self.wait_for_recovery()
        self.assertEqual(self.send_picture(), 201)
        self.assertEqual(self.send_picture(), 200)
        self.assertEqual(len(self.desk.call("GET", "/v1/media")["items"]), 1)

    def test_due_meanwhile(self):
        """a delivery that becomes due while nothing can be written is sent once, afterwards"""
        self.daemon.start()
        post = self.write("Due")
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 2))
        self.desk.publish(post, ["hook"], at)
        self.fail(errno.ENOSPC)
        time_is_over = time.monotonic() + 4
        wait_until(lambda: time.monotonic() > time_is_over, 10, "four seconds")
        self.assertEqual(self.hook.bodies, [])
        self.mend()
        wait_until(lambda: self.state(post) == "delivered", RECOVERY, "the delivery")
        self.assertEqual(len(self.hook.bodies), 1)


class LostStore(MachineTest):
    def copy(self):
        """Where the daemon has copied the store's content; verified."""
        copies = wait_until(lambda: list(self.daemon.state.glob("galley.db.rescued-*")), 5, "the copy")
        self.assertEqual(len(copies), 1)
        self.assertEqual(copies[0].stat().st_mode & 0o777, 0o600)
        with contextlib.closing(sqlite3.connect(f"file:{copies[0]}?mode=ro", uri=True)) as opened:
            self.assertEqual(opened.execute("PRAGMA quick_check").fetchall(), [("ok",)])
        return copies[0]

    def wait_for_loss(self):
        wait_until(lambda: "rescued" in (self.fault() or {}).get("advice", ""), 5, "the word of the copy", 0.1)

    def test_deleted(self):
        """a deleted store is noticed within 5 s, accepts no more writes, and all of its content is copied out"""
        self.daemon.start()
        self.write("Before")
        self.daemon.store.path.unlink()
        self.wait_for_loss()
        refusal = self.refusal()
        self.assertEqual((refusal.status, refusal.problem["type"].split(":")[-1]), (503, "store-gone"))
        self.assertEqual(self.titles(), ["Before"])
        copy = self.copy()
        self.assertIn(str(copy), self.fault()["next"])
        self.daemon.terminate(25)
        for end in ("-wal", "-shm"):
            Path(f"{self.daemon.store.path}{end}").unlink(missing_ok=True)
        copy.rename(self.daemon.store.path)
        self.daemon.start()
        self.assertEqual(self.titles(), ["Before"])
        self.write("After")

    def test_log_deleted(self):
        """deleting the WAL beside the store counts as deleting the store"""
        self.daemon.start()
        self.write("Before")
        Path(f"{self.daemon.store.path}-wal").unlink()
        self.wait_for_loss()
        self.assertEqual(self.refusal().status, 503)
        with contextlib.closing(sqlite3.connect(f"file:{self.copy()}?mode=ro", uri=True)) as opened:
            self.assertEqual(opened.execute("SELECT title FROM post").fetchall(), [("Before",)])

    def test_replaced_and_brought_back(self):
        """a different file in its place is not written to; when the right one is back, everything continues"""
        self.daemon.start()
        self.write("Before")
        aside = self.daemon.store.path.with_name("aside")
        self.daemon.store.path.rename(aside)
        self.daemon.store.path.write_bytes(b"something else")
        self.wait_for_fault("store-gone")
        self.assertEqual(self.refusal().status, 503)
        self.assertEqual(self.daemon.store.path.read_bytes(), b"something else")
        aside.rename(self.daemon.store.path)
        self.wait_for_recovery()
        self.write("After")
        self.assertEqual(self.titles(), ["After", "Before"])


class SecondName(MachineTest):
    def other(self, folder="other"):
        """A second daemon, with all its directories in another folder."""
        other = Daemon(self.folder / folder)
        self.addCleanup(other.kill)
        other.write_settings(HOOK.format(url=self.hook.url))
        return other

    def warnings(self, word):
        found = [" Next: ".join(filter(None, [one["words"], one.get("next")])) for one in self.desk.call("GET", "/v1/status")["warnings"]]
        return [text for text in found if word in text]

    def test_hard_link(self):
        """a start on a hard link is refused at each name, and the printed command makes two whole stores of it"""
        self.daemon.start()
        self.write("Before")
        other = self.other()
        os.link(self.daemon.store.path, other.store.path)
        status, output = other.run_second()
        self.assertEqual(status, 1, output)
        self.assertIn("galley backup FILE", output)
        self.write("While it was tried")
        self.daemon.kill()
        for one in (self.daemon, other):
            status, output = one.run_second()
            self.assertEqual(status, 1, output)
            self.assertIn(f"The store {one.store.path} has a second name, a hard link", output)
        status, output = self.daemon.run_second()
        command = output[output.index("cp -p"):].strip()
        subprocess.run(["/bin/sh", "-ec", command], check=True)
        self.daemon.start()
        self.assertEqual(self.titles(), ["Before", "While it was tried"])
        self.write("After")
        other.start()
        self.assertNotIn("After", [post["title"] for post in other.desk.summaries()])
        self.assertEqual(self.daemon.store.problems() + other.store.problems(), [])

    def test_linked_folder(self):
        """a folder that was copied by hard links is refused until none of its files is shared"""
        self.daemon.start()
        self.write("Before")
        self.daemon.kill()
        other = self.other()
        shutil.rmtree(other.state)
        subprocess.run(["cp", "-al", self.daemon.state, other.state], check=True)
        status, output = other.run_second()
        self.assertEqual(status, 1, output)
        subprocess.run(["/bin/sh", "-ec", output[output.index("cp -p"):].strip()], check=True)
        self.daemon.start()
        other.start()
        self.write("Here")
        other.desk.create({"title": "There", "body": "Words."}, "There")
        self.assertEqual(self.titles(), ["Before", "Here"])
        self.assertEqual(sorted(post["title"] for post in other.desk.summaries()), ["Before", "There"])

    def test_while_it_runs(self):
        """a second name that comes while the daemon runs is a warning, logged once, until it is gone"""
        self.daemon.start()
        link = self.folder / "link"
        os.link(self.daemon.store.path, link)
        self.assertIn(f"-samefile {self.daemon.store.path}", self.warnings("second name")[0])
        wait_until(lambda: "second name" in self.daemon.log_end(), 10, "the line in the log", 0.1)
        doctor = self.daemon.galley("doctor")
        self.assertIn("has got a second name", doctor.stdout)
        seen = time.monotonic() + 5
        wait_until(lambda: time.monotonic() > seen, 10, "two more looks")
        self.assertEqual(self.daemon.log_end(100_000).count("has got a second name"), 1)
        self.write("Words stay")
        link.unlink()
        self.assertEqual(self.warnings("second name"), [])

    def test_other_path(self):
        """a store that was moved away under a running daemon is refused there as long as that one runs"""
        self.daemon.start()
        self.write("Before")
        other = self.other()
        self.daemon.store.path.rename(other.store.path)
        status, output = other.run_second()
        self.assertEqual(status, 1, output)
        self.assertIn("in use by another galleyd, perhaps under another path", output)
        other.store.path.rename(self.daemon.store.path)
        self.wait_for_recovery()
        self.write("After")
        self.assertEqual(self.titles(), ["After", "Before"])


class SharedFolder(MachineTest):
    def test_two_desks(self):
        """a desk with the site's folder of another one changes no page of it, and says which desk has it"""
        site = self.folder / "site"
        desks = []
        for number in range(2):
            daemon = Daemon(self.folder / f"desk{number}")
            self.addCleanup(daemon.kill)
            daemon.write_settings(SITE.format(folder=site))
            daemon.start()
            desks.append(daemon)
        first, second = desks
        posts = [daemon.desk.create({"title": f"Desk {number}", "body": "Words."}, "once")["id"]
                 for number, daemon in enumerate(desks)]
        first.desk.publish(posts[0], ["site"])
        state = lambda daemon, post: daemon.desk.deliveries(post)[0]  # noqa: E731
        wait_until(lambda: state(first, posts[0])["state"] == "delivered", RECOVERY, "the first page", 0.1)
        pages = sorted(site.rglob("index.html"))
        second.desk.publish(posts[1], ["site"])
        wait_until(lambda: state(second, posts[1])["state"] == "blocked", RECOVERY, "the block", 0.1)
        self.assertIn("belongs to another desk", state(second, posts[1])["reason"])
        self.assertEqual(sorted(site.rglob("index.html")), pages)
        # The same desk after a move of its folder, with the site's folder where it was.
        first.kill()
        shutil.copytree(first.state, self.folder / "moved/state/galley")
        shutil.rmtree(first.folder)
        shutil.copytree(self.folder / "moved/state", first.folder / "state")
        for made in ("config/galley", "run"):
            (first.folder / made).mkdir(parents=True)
        first.write_settings(SITE.format(folder=site))
        first.start()
        more = first.desk.create({"title": "Goes on", "body": "Words."}, "twice")["id"]
        first.desk.publish(more, ["site"])
        wait_until(lambda: state(first, more)["state"] == "delivered", RECOVERY, "the page after the move", 0.1)


class DamagedRow(MachineTest):
    def test_one_delivery(self):
        """one damaged delivery is left out and named; the others leave, and `status`, `queue` and `doctor` answer"""
        self.daemon.start()
        self.assertEqual(self.daemon.galley("queue", "pause", "hook").returncode, 0)
        posts = [self.write(f"Post {number}") for number in range(3)]
        for post in posts:
            self.desk.publish(post, ["hook"])
        hurt = self.desk.deliveries(posts[0])[0]["id"]
        self.daemon.terminate(25)
        with contextlib.closing(sqlite3.connect(self.daemon.store.path)) as opened:
            opened.execute("PRAGMA ignore_check_constraints = ON")
            opened.execute("UPDATE delivery SET attempts = -1 WHERE id = ?", (hurt,))
            opened.commit()
        self.daemon.start()
        self.assertEqual(self.daemon.galley("queue", "resume", "hook").returncode, 0)
        wait_until(lambda: all(self.state(post) == "delivered" for post in posts[1:]), RECOVERY, "the others", 0.1)
        self.assertEqual(len(self.hook.bodies), 2)
        words = f"Delivery {hurt} is left out and not sent, because a row of it is damaged: delivery.attempts is -1."
        status = self.daemon.galley("status")
        self.assertEqual(status.returncode, 0, status.stderr)
        self.assertIn(words, status.stdout)
        self.assertEqual(self.daemon.galley("queue").returncode, 0)
        self.assertEqual(self.daemon.galley("post", "list").returncode, 0)
        doctor = self.daemon.galley("doctor")
        self.assertEqual(doctor.returncode, 1)
        self.assertEqual(doctor.stdout.count(words), 1)
        self.assertIn("galley restore FILE", doctor.stdout)
        self.assertEqual(self.daemon.log_end(100_000).count(f"Delivery {hurt} is damaged and left out."), 1)
        self.assertEqual(len(self.hook.bodies), 2)


class FewFiles(MachineTest):
    def connect(self):
        connection = socket.socket(socket.AF_UNIX)
        self.addCleanup(connection.close)
        connection.settimeout(10)
        connection.connect(str(self.folder / "run/galley.sock"))
        return connection

    def test_words_and_recovery(self):
        """shortly before the last file descriptor the daemon says so, keeps serving connections, and recovers"""
        self.daemon.start()
        self.write("Before")
        pid = self.daemon.process.pid
        here = self.connect()
        self.assertNotIn("files-exhausted", ask(here, "/v1/status"))
        soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (len(os.listdir(f"/proc/{pid}/fd")) + 14, hard))
        crowd = [self.connect() for _ in range(8)]
        wait_until(lambda: "files-exhausted" in ask(here, "/v1/status"), 8, "the word in the status", 0.2)
        self.write("Meanwhile")
        for one in crowd:
            one.close()
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (soft, hard))
        self.wait_for_recovery()
        post = self.write("After")
        self.desk.publish(post, ["hook"])
        wait_until(lambda: self.state(post) == "delivered", RECOVERY, "the delivery")

    def test_files_raised(self):
        """the daemon raises its limit of open files as far as it may, and says how many connections fit into a low one"""
        self.daemon.prefix = ["prlimit", "--nofile=300:2000"]
        self.daemon.start()
        self.assertEqual(resource.prlimit(self.daemon.process.pid, resource.RLIMIT_NOFILE), (2000, 2000))
        self.assertIn("500 connections fit here, 250 of them event streams", self.daemon.log_end())

    def test_connections_leave_room(self):
        """however many connect, the daemon keeps the files that its own work needs"""
        self.daemon.prefix = ["prlimit", "--nofile=256:256"]
        self.daemon.start()
        pid = self.daemon.process.pid
        crowd = [self.connect() for _ in range(400)]
        # The oldest that have sent nothing were closed for later ones.
        self.assertNotIn("files-exhausted", ask(crowd[-1], "/v1/status"))
        self.assertLess(len(os.listdir(f"/proc/{pid}/fd")), 160)
        post = self.write("In a crowd")
        self.desk.publish(post, ["hook"])
        wait_until(lambda: self.state(post) == "delivered", RECOVERY, "the delivery")


class Start(MachineTest):
    """What would end the daemon by a signal, or let it hang, is refused before anything is opened."""

    def refusal_at_start(self, *prefix):
        self.daemon.prefix = prefix
        status, output = self.daemon.run_second()
        self.assertEqual(status, 1, output)
        return output

    def test_too_few_files(self):
        """a limit of open files that is too low is refused"""
        for limit in (16, 26, 255):
            with self.subTest(limit):
                self.assertIn(f"Only {limit} files and connections may be open, and Galley needs 256.",
                              self.refusal_at_start("prlimit", f"--nofile={limit}:{limit}"))

    def test_too_few_threads(self):
        """a limit that allows too few threads is refused"""
        # The limit of data also limits stacks, and for every user.
        for megabytes in (60, 80):
            with self.subTest(megabytes):
                self.assertRegex(self.refusal_at_start("prlimit", f"--data={megabytes << 20}"),
                                 r"Only \d more threads can be started, and Galley needs \d+\.")

    def test_too_small_address_space(self):
        """an address space that the threads would fill is refused"""
        for megabytes in (200, 600, 1000):
            with self.subTest(megabytes):
                self.assertIn(f"The address space is limited to {megabytes} MB",
                              self.refusal_at_start("prlimit", f"--as={megabytes << 20}"))

    def test_many_processors(self):
        """the number of threads and files does not grow with the processors"""
        # NIO's own variables stand for the processors.
        self.daemon.environment |= {
            f"NIO_SINGLETON_{kind}_COUNT": "128" for kind in ("GROUP_LOOP", "BLOCKING_POOL_THREAD")}
        self.daemon.start()
        process = f"/proc/{self.daemon.process.pid}"
        self.assertLess(len(os.listdir(f"{process}/task")), 100)
        self.assertLess(len(os.listdir(f"{process}/fd")), 100)


class IgnoredSignal(MachineTest):
    def test_status_of_children(self):
        """a daemon started by a program that ignores SIGCHLD learns how its own programs ended"""
        self.daemon.write_settings(SITE.format(folder=self.folder / "site"))
        ignore = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
        self.daemon.prefix = [sys.executable, "-c", ignore]
        self.daemon.start()
        post = self.write("Written")
        self.desk.publish(post, ["site"])
        wait_until(lambda: self.state(post) in ("delivered", "uncertain"), RECOVERY, "the delivery")
        self.assertEqual(self.state(post), "delivered")


class StoppedLog(MachineTest):
    def test_full_pipe(self):
        """a log whose reader stops does not stop the daemon; the log then counts the missing lines"""
        pipe = self.folder / "log"
        os.mkfifo(pipe)
        end = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(os.close, end)

        def all_of(act):
            """What every call gave until one would have to wait."""
            given = []
            with contextlib.suppress(BlockingIOError):
                while True:
                    given.append(act())
            return given

        all_of(lambda: os.write(end, b"\n" * 4096))
        self.daemon.prefix = ["sh", "-c", 'exec "$@" 2>"$0"', str(pipe)]
        self.daemon.start()
        for number in range(20):
            self.write(f"Unread {number}")
        all_of(lambda: os.read(end, 65536))
        self.write("Read")
        lines = wait_until(lambda: b"".join(all_of(lambda: os.read(end, 65536))).decode(), 5, "a line of the log")
        self.assertRegex(lines, r"^info server: .* Lines missing here: \d\d+\n")
        self.assertLess(self.daemon.terminate(25), 25)

    def test_full_terminal(self):
        """a terminal that has room for half a line, and then for nothing, stops no daemon, and gets the other half later"""
        window, terminal = os.openpty()
        for end in (window, terminal):
            self.addCleanup(os.close, end)
        self.daemon.prefix = ["sh", "-c", 'exec "$@" 2>"$0"', os.ttyname(terminal)]
        self.daemon.start()
        # It takes some 170 lines.
        for number in range(300):
            self.write(f"Unread {number}")
        output = bytearray()

        def has_told():
            while select.select([window], [], [], 0)[0]:
                output.extend(os.read(window, 4096))
            self.write("Read")
            return b"Lines missing here" in output

        wait_until(has_told, 25, "the lines that are missing")
        for line in output.decode().split("\r\n")[:-1]:
            self.assertRegex(line, "^(info server: ((?!info server).)*)?$")
        self.assertLess(self.daemon.terminate(25), 25)


def ask(connection, path):
    """The body of an answer on a connection that stays open."""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    received = b""
    while b"\r\n\r\n" not in received:
        received += some(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")).split(b":")[1])
    while len(body) < length:
        body += some(connection)
    return body.decode()


def some(connection):
    """The next bytes; raises EOFError where the daemon has closed the connection."""
    received = connection.recv(65536)
    if not received:
        raise EOFError("The daemon closed the connection.")
    return received


def picture(mark):
    """A PNG with one chunk; `mark` distinguishes several."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + bytes(4)
    head = struct.pack(">IIBBBBB", 30, 20, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", bytes([mark])) + chunk(b"IEND", b"")


def compiler():
    """The C compiler that comes with Swift, which is present wherever Galley is built; else the system's."""
    swift = shutil.which("swift")
    beside = Path(swift).resolve().with_name("clang") if swift else None
    return str(beside) if beside and beside.exists() else shutil.which("cc") or "cc"


if __name__ == "__main__":
    sys.exit(run_suite())
