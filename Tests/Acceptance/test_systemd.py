#!/usr/bin/python3
"""The service under a real systemd, installed as in README.md, on a container machine. Needs root.

The last line is "N passed, N failed".
"""

import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Service"), str(HERE.parent / "Fakes"), str(HERE.parent / "Faults")]
from daemon import program  # noqa: E402
from desk import Desk  # noqa: E402
from fake import Fake  # noqa: E402
from load import Load  # noqa: E402
from letterbox import Letterbox  # noqa: E402
from loopback import wait_until  # noqa: E402
from machine import Machine  # noqa: E402
from pages import pages  # noqa: E402
from run_tests import tally  # noqa: E402

SETTINGS = """\
time_zone = "Europe/Lisbon"
[defaults]
undo_window = "0s"
"""
HOOK = """\
[[target]]
name = "hook"
kind = "webhook"
url = "{url}/hooks"
"""
SITE = """\
[[target]]
name = "blog"
kind = "site"
url = "https://example.org"
folder = "/srv/www/example.org"
"""
PORT = 4470
# Runs as a program of the service would. 425 is io_uring_setup, and 1 is EPERM.
PROBE = """\
#!/bin/sh
for folder in "$STATE_DIRECTORY" "$CACHE_DIRECTORY" "$RUNTIME_DIRECTORY" /tmp /var/tmp /dev/shm; do
    cp /usr/bin/true "$folder/probe" || exit 1
    if "$folder/probe"; then echo "A program ran in $folder."; exit 1; fi
    rm "$folder/probe"
done
perl -e 'exit(syscall(425, 1, 0) == -1 && $! == 1 ? 0 : 1)' || { echo "io_uring is not refused."; exit 1; }
echo "Nothing can run there."
"""
# The commands that an administrator types, without sudo and an editor.
PERSON = """\
sudo() { "$@"; }
sudoedit() { cp /root/settings.toml "$1"; }
make() { test "$1" = programs || test "$1" = place; }
"""


def readme_commands():
    """The first block of commands under “As a service”."""
    return re.search(r"\n## As a service\n.*?```sh\n(.*?)```", pages(), re.DOTALL).group(1)


def make(target, folder):
    programs = Path(program("galleyd")).parent
    subprocess.run(["make", "--no-print-directory", target, f"DESTDIR={folder}", f"BIN={programs}"], cwd=TOP, check=True,
                   capture_output=True, timeout=120)


def setUpModule():
    """One machine for all tests: booting takes longer than most of them."""
    stage = Path(tempfile.mkdtemp(prefix="galley-stage-", dir="/tmp"))
    stage.chmod(0o755)  # it becomes the mode of /
    unittest.addModuleCleanup(shutil.rmtree, stage, ignore_errors=True)
    make("place", stage)
    machine = unittest.enterModuleContext(Machine(stage))
    machine.write("/root/settings.toml", SETTINGS)
    Systemd.installed = machine.shell(PERSON + readme_commands())
    Systemd.machine = machine
    Systemd.desk = Desk(machine.root / "run/galley/galley.sock", timeout=40)


class Systemd(unittest.TestCase):
    maxDiff = None
    installed = machine = desk = None

    def setUp(self):
        """An empty desk, and the unit as installed."""
        self.machine.run("systemctl", "stop", "galleyd.service")
        self.machine.shell("""
            rm -rf /etc/systemd/system/galleyd.service.d /etc/galley/credentials /srv/www
            install -d -m 700 /etc/galley/credentials
            find /var/lib/galley -mindepth 1 -delete
            systemctl daemon-reload; systemctl reset-failed""")
        self.settings()

    # An administrator's actions

    def settings(self, more=""):
        self.machine.write("/etc/galley/galley.toml", SETTINGS + more)

    def drop_in(self, lines):
        self.machine.write("/etc/systemd/system/galleyd.service.d/test.conf", f"[Service]\n{lines}\n")
        self.machine.run("systemctl", "daemon-reload")

    def start(self):
        self.machine.run("systemctl", "restart", "galleyd.service")

    def galley(self, *arguments, is_checked=True):
        return self.machine.run("galley", *arguments, is_checked=is_checked)

    def secret(self, name, text):
        self.machine.write(f"/etc/galley/credentials/{name}", text + "\n", mode=0o600)

    def state(self, *properties, unit="galleyd.service"):
        return self.machine.show(unit, *properties)

    def is_active(self):
        return self.state("ActiveState")["ActiveState"] == "active"

    def restarts(self):
        return int(self.state("NRestarts")["NRestarts"])

    def publish(self, title="A post", to="hook", **when):
        post = self.desk.create({"title": title, "body": "Words."}, f"key-{title}")["id"]
        self.desk.publish(post, [to], **when)
        return post

    def states(self, post):
        return [delivery["state"] for delivery in self.desk.deliveries(post)]

    def wait_for_state(self, post, state, seconds=40):
        wait_until(lambda: self.states(post) == [state], seconds, f"the state “{state}” (is {self.states(post)})")


class Life(Systemd):
    def test_readme_installs_a_service_that_is_ready_and_says_how_it_is(self):
        self.assertIn("/etc/galley/galley.toml: valid, with 0 targets.", self.installed.stdout)
        self.assertEqual(self.state("UnitFileState")["UnitFileState"], "enabled")
        self.assertEqual(self.state("UnitFileState", unit="galleyd.socket")["UnitFileState"], "enabled")
        self.settings(HOOK.format(url="http://127.0.0.1:1"))
        self.start()
        self.assertEqual(self.state("Type", "ActiveState", "SubState", "StatusText"), {
            "Type": "notify", "ActiveState": "active", "SubState": "running",
            "StatusText": "Nothing is due. 1 target; listening on /run/galley/galley.sock and 127.0.0.1:4470."})
        self.publish(at="2037-05-01 09:00")
        wait_until(lambda: self.state("StatusText")["StatusText"].startswith(
            "1 delivery to come, the next at 2037-05-01 09:00 Europe/Lisbon."), 40, "the new status")
        self.assertIn("Everything is fine.", self.galley("status").stdout)

    def test_the_directories_are_made_for_it_alone(self):
        self.start()
        owners = self.machine.say("stat", "-c", "%n %U:%G %a", "/var/lib/galley", "/run/galley", "/run/galley/galley.sock",
                                  "/etc/galley/credentials").splitlines()
        self.assertEqual(owners, [
            "/var/lib/galley galley:galley 700", "/run/galley galley:galley 750",
            "/run/galley/galley.sock galley:galley 660", "/etc/galley/credentials root:root 700"])

    def test_its_exposure_is_at_most_one_and_a_half(self):
        said = self.machine.run("systemd-analyze", "security", "--no-pager", "--threshold=15", "galleyd.service",
                                is_checked=False)
        self.assertEqual(said.returncode, 0, said.stdout[-200:])

    def test_what_it_can_write_it_cannot_run_and_it_has_no_io_uring(self):
        self.machine.write("/usr/local/bin/probe", PROBE, mode=0o755)
        self.drop_in("ExecStartPre=/usr/local/bin/probe")
        self.machine.run("systemctl", "restart", "galleyd.service", is_checked=False)
        self.assertIn("Nothing can run there.", self.machine.journal("galleyd.service", "--lines=30"))
        self.assertTrue(self.is_active())

    def test_no_start_leaves_a_line_about_the_modes_of_its_folders(self):
        began = self.machine.say("date", "+%F %T")
        for _ in range(2):
            self.start()
        self.assertNotRegex(self.machine.journal("galleyd.service", f"--since={began}"), "mode|already exists")
        owners = self.machine.say("stat", "-c", "%n %U:%G %a", "/etc/galley", "/etc/galley/credentials").splitlines()
        self.assertEqual(owners, ["/etc/galley root:root 755", "/etc/galley/credentials root:root 700"])

    def test_a_daemon_that_hangs_is_ended_and_started_again(self):
        self.drop_in("WatchdogSec=2s\nTimeoutAbortSec=2s\nRestartSec=100ms")
        self.start()
        self.machine.run("systemctl", "kill", "--signal=STOP", "galleyd.service")
        wait_until(lambda: self.restarts() == 1 and self.is_active(), 40, "the new start")
        self.assertIn("Watchdog timeout", self.machine.journal("galleyd.service"))
        self.assertEqual(self.desk.call("GET", "/healthz"), "well\n")

    def test_settings_that_cannot_be_used_are_told_and_not_tried_again(self):
        self.settings("[htp]\n")
        self.machine.run("systemctl", "restart", "galleyd.service", is_checked=False)
        self.assertEqual(self.state("ActiveState", "ExecMainStatus", "NRestarts"),
                         {"ActiveState": "failed", "ExecMainStatus": "78", "NRestarts": "0"})
        self.assertIn("/etc/galley/galley.toml:4:1: There is no setting “htp”. Did you mean “http”?",
                      self.machine.journal("galleyd.service", "--lines=20"))
        # The next command starts it again, and its message says where to look.
        self.assertIn("if galleyd cannot start, `systemctl status galleyd` says why.",
                      self.galley("status", is_checked=False).stderr)

    def test_mended_settings_start_at_once_whatever_was_tried_before(self):
        self.settings("[htp]\n")
        for _ in range(8):
            self.machine.run("systemctl", "restart", "galleyd.service", is_checked=False)
        # A window that stays open, until systemd gives up on the sockets.
        def is_closed():
            self.galley("status", is_checked=False)
            return self.state("ActiveState", unit="galleyd.socket")["ActiveState"] == "failed"
        wait_until(is_closed, 40, "the sockets to close")
        self.settings()
        self.start()
        self.assertTrue(self.is_active())
        self.assertEqual(self.galley("status").returncode, 0)

    def test_the_journal_knows_how_grave_each_line_is(self):
        self.settings('[http]\nlisten = "127.0.0.1:4471"\n')
        self.start()
        lines = self.machine.journal("galleyd.service", "--priority=warning")
        self.assertIn("galleyd: `listen` in [http] is “127.0.0.1:4471” and is ignored: systemd listens at 127.0.0.1:4470.",
                      lines)
        self.assertNotIn("listening at=", lines)

    def test_the_journal_has_the_daemons_own_words_only(self):
        self.settings(SITE.replace("/srv/www/example.org", "www"))
        self.start()
        self.wait_for_state(self.publish(to="blog"), "delivered")
        self.galley("backup", "--force", "/root/galley.tar")
        # Messages of systemd before it executes the daemon belong to another program.
        own = f"_PID={self.state('MainPID')['MainPID']}", "_EXE=/usr/local/bin/galleyd"
        lines = self.machine.say("journalctl", *own, "--no-pager", "--output=cat").splitlines()
        self.assertGreater(len(lines), 3)
        said = re.compile(r"(galleyd|server|courier|store|housekeeping): ")
        self.assertEqual([line for line in lines if not said.match(line)], [])


class Reload(Systemd):
    def test_good_settings_are_followed_at_once(self):
        with Fake("webhook") as hook:
            self.start()
            self.settings(HOOK.format(url=hook.url))
            self.machine.run("systemctl", "reload", "galleyd.service")
            self.wait_for_state(self.publish(), "delivered")
            self.assertEqual(self.restarts(), 0)
            self.assertIn("The settings were reloaded. New targets: hook.", self.machine.journal("galleyd.service"))

    def test_bad_settings_change_nothing_and_are_told_where(self):
        self.settings(HOOK.format(url="http://127.0.0.1:1"))
        self.start()
        self.settings('[log]\nlevel = "loud"\n')
        said = self.machine.run("systemctl", "reload", "galleyd.service", is_checked=False)
        self.assertNotEqual(said.returncode, 0)
        place = "/etc/galley/galley.toml:5:1: “level” must be one of"
        self.assertIn(place, self.machine.journal("galleyd.service", "--lines=20"))
        self.assertIn(place, self.state("StatusText")["StatusText"])
        self.assertTrue(self.is_active())
        self.assertEqual([target["name"] for target in self.desk.targets()], ["hook"])

    def test_what_cannot_change_while_it_runs_is_named(self):
        self.start()
        self.settings('[store]\npath = "other.db"\n')
        self.assertIn("These settings need a restart: store.path. Next: systemctl restart galleyd", self.galley("reload").stdout)


class Secrets(Systemd):
    def test_secrets_are_roots_alone_and_fixed_until_a_restart(self):
        with Fake("webhook", "--secret", "the first of two secrets") as hook:
            self.settings(HOOK.format(url=hook.url) + 'credential = "hook-secret"\n')
            self.secret("hook-secret", "the first of two secrets")
            self.start()
            self.wait_for_state(self.publish("One"), "delivered")
            path = "/etc/galley/credentials/hook-secret"
            self.assertNotEqual(
                self.machine.run("runuser", "-u", "galley", "--", "cat", path, is_checked=False).returncode, 0)
            # Another secret, which the service does not accept
            self.secret("hook-secret", "the second of two secrets")
            unread = "The running service does not have the secret “hook-secret” as in the file, and a reload does not pass it on."
            self.assertIn(f"{unread} Next: sudo systemctl restart galleyd\n", self.galley("config", "check").stdout)
            self.machine.run("systemctl", "reload", "galleyd.service")
            self.wait_for_state(self.publish("Two"), "delivered")
            self.start()
            self.assertNotIn("hook-secret", self.galley("config", "check").stdout)
            self.wait_for_state(self.publish("Three"), "blocked")
            self.assertEqual(len(hook.records()), 2)
            self.assertNotIn("of two secrets", self.machine.journal("galleyd.service"))

    def test_a_secret_that_is_missing_is_told_with_what_to_do(self):
        self.start()
        self.settings(HOOK.format(url="http://127.0.0.1:1") + 'credential = "hook-secret"\n')
        words = "Nothing is sent to “hook”. The secret “hook-secret” is missing."
        command = "sudo galley target login hook && sudo systemctl restart galleyd"
        for told in (self.galley("reload"), self.galley("config", "check"), self.galley("status")):
            self.assertIn(words, told.stdout)
            self.assertIn(command, told.stdout)
        post = self.publish("One")
        self.wait_for_state(post, "blocked")
        self.start()   # nor does it keep the service from starting
        self.assertTrue(self.is_active())
        self.secret("hook-secret", "a secret of decent length")
        self.assertNotIn("is missing", self.galley("config", "check").stdout)
        self.start()
        self.assertNotIn("is missing", self.galley("status").stdout)

    def test_a_desk_without_a_folder_for_secrets_starts(self):
        self.machine.run("rmdir", "/etc/galley/credentials")
        self.start()
        self.assertTrue(self.is_active())
        self.assertEqual(self.machine.say("stat", "-c", "%U:%G %a", "/etc/galley/credentials").strip(), "root:root 700")


class Sockets(Systemd):
    def test_who_calls_at_either_socket_starts_the_daemon(self):
        for call in (lambda: self.desk.call("GET", "/healthz"), self.call_the_port):
            self.machine.run("systemctl", "stop", "galleyd.service")
            self.assertFalse(self.is_active())
            call()
            wait_until(self.is_active, 20, "the daemon's start")

    def call_the_port(self):
        with socket.create_connection(("127.0.0.1", PORT), 20) as line:
            line.sendall(b"GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1:4470\r\nConnection: close\r\n\r\n")
            self.assertTrue(line.recv(100).startswith(b"HTTP/1.1 401"))

    def test_an_upgrade_under_load_loses_no_request(self):
        self.start()
        began = self.machine.say("date", "+%F %T")
        token = json.loads(self.galley("token", "add", "load", "--json").stdout)["secret"]
        with Load(self.desk, PORT, token) as load:
            for _ in range(3):
                load.go_on()
                # As `make install` does: a different file under the same name.
                self.machine.run("install", "/mnt/usr/local/bin/galleyd", "/usr/local/bin/galleyd")
                self.start()
            load.go_on()
        self.assertEqual(load.lost, [])
        self.assertNotIn("Failed with result", self.machine.journal("galleyd.service", f"--since={began}"))
        self.assertEqual(len(self.desk.summaries()), len(set(load.made)))


class Deliveries(Systemd):
    def test_a_kill_in_the_middle_of_a_delivery_sends_nothing_twice(self):
        with Fake("webhook", "--keys", "honours") as hook:
            for number, (keys, ending) in enumerate([("", "uncertain"), ("idempotent = true\n", "delivered")], 1):
                self.settings(HOOK.format(url=hook.url) + keys)
                self.start()
                hook.script({"on": {"method": "POST"}, "fault": "pause_after_commit"})
                post = self.publish(f"Post {number}")
                hook.wait_for("paused", at="after_commit")
                self.machine.run("systemctl", "kill", "--signal=KILL", "galleyd.service")
                hook.resume(word="close")
                # The call starts the daemon, unless systemd was faster.
                self.wait_for_state(post, ending)
                self.assertEqual(len(hook.records()), number)

    def test_a_picture_is_turned_upright_within_the_limits(self):
        self.start()
        self.machine.run("vips", "black", "/root/flat.jpg", "60", "40")
        picture = self.machine.root / "root/flat.jpg"
        picture.write_bytes(turned(picture.read_bytes()))
        added = json.loads(self.galley("media", "add", "/root/flat.jpg", "--alt", "Nothing", "--json").stdout)
        self.assertEqual((added["width"], added["height"]), (40, 60), added)
        # The unit allows both; the container in which this machine runs may refuse Landlock.
        said = self.galley("doctor", is_checked=False).stdout
        self.assertRegex(said, "Picture program: confined(: no network|.*, since the service's or container's filter refuses Landlock)")

    def test_doctor_prints_what_lets_a_site_be_written(self):
        self.settings(SITE)
        self.start()
        post = self.publish(to="blog")
        checked = self.galley("config", "check").stdout
        self.assertIn("/srv/www/example.org cannot be written by the service. Next: galley doctor\n", checked)
        said = self.galley("doctor", is_checked=False).stdout
        self.assertIn("/srv/www/example.org cannot be written by the service", said)
        commands = re.findall(r"^ {9}(\S.*)$", said, re.MULTILINE)
        self.assertTrue(any("ReadWritePaths=" in command for command in commands), said)
        self.machine.shell(PERSON + "\n".join(commands))
        self.wait_for_state(post, "delivered", seconds=90)
        self.assertTrue((self.machine.root / "srv/www/example.org/index.html").exists())
        self.assertNotIn("cannot be written", self.galley("doctor", is_checked=False).stdout)
        self.assertNotIn("cannot be written", self.galley("config", "check").stdout)


class Telling(Systemd):
    def test_mail_goes_out_as_readme_says(self):
        readme = pages()
        command = re.search(r"^command = \[.*?\]", readme, re.MULTILINE).group()
        with Letterbox() as letterbox:
            account = f"account default\nhost 127.0.0.1\nport {letterbox.port}\nfrom galley@example.org\n"
            self.machine.write("/etc/msmtprc", account)
            self.settings(f"[notify]\n{command}\n")
            self.start()
            self.assertEqual(self.galley("notify", "test").stdout, "command: told\n")
            self.assertIn("\r\nSubject: Galley: a test\r\n", letterbox.letter())
        # If no server accepts the mail, the command reports that as a failure.
        said = self.galley("notify", "test", is_checked=False)
        self.assertEqual(said.returncode, 1)
        self.assertIn("The command “s-nail” ended with status", said.stdout)


class Backups(Systemd):
    def test_the_nightly_unit_makes_a_backup_that_the_desk_knows_of(self):
        self.start()
        self.desk.create({"title": "Kept", "body": "Words."}, "key-kept")
        self.machine.run("systemctl", "enable", "--now", "galley-backup.timer")
        self.assertNotEqual(self.state("NextElapseUSecRealtime", unit="galley-backup.timer")["NextElapseUSecRealtime"], "")
        self.machine.shell("rm -rf /var/lib/galley-backup/*")
        self.machine.run("systemctl", "start", "galley-backup.service")
        made = self.machine.say("find", "/var/lib/galley-backup", "-name", "*.tar", "-printf", "%U:%G %m\n")
        self.assertRegex(made, r"^\d+:\d+ 600$")
        self.assertIn("lastBackupAt", self.desk.call("GET", "/v1/status"))
        self.machine.run("systemctl", "disable", "--now", "galley-backup.timer")

    def test_after_a_backup_the_script_of_readme_copies_it(self):
        readme = pages()
        hook = re.search(r"\n(sudo install -m 755 /dev/stdin /etc/galley/after-backup.*?\nEND\n)", readme, re.S).group(1)
        hourly = re.search(r"\n(sudo install -D -m 644 /dev/stdin [^\n]*galley-backup[.]timer.*?\nEND\n.*?\nEND\n)", readme, re.S)
        # A program in place of restic, which shows where it runs and with which rights.
        self.machine.write("/usr/local/bin/restic", "#!/bin/sh -e\ntouch /var/lib/galley/x 2>/dev/null && exit 9\n"
                           "(id -un; pwd; ls; echo \"$@\") >$HOME/saying\nmv $HOME/saying $HOME/said\n")
        self.machine.run("chmod", "755", "/usr/local/bin/restic")
        self.machine.shell(PERSON + hook)
        self.machine.shell(PERSON + hourly.group(1))
        self.machine.run("systemctl", "daemon-reload")
        self.assertRegex(self.state("TimersCalendar", unit="galley-backup.timer")["TimersCalendar"], r"^{ OnCalendar=[*]-[*]-[*] [*]:00:00 ;[^{]*$")
        self.start()
        self.machine.run("systemctl", "start", "galley-backup.service")
        said = "/var/lib/galley-backup-copy/said"
        wait_until(lambda: self.machine.run("test", "-s", said, is_checked=False).returncode == 0, 30, "the copy")
        user, folder, *files = self.machine.say("cat", said).splitlines()
        self.assertEqual((user, folder), ("galley", "/var/lib/galley-backup"))
        self.assertRegex(files[0], r"^galley-.*[.]tar$")
        self.assertIn("backup", files[-1])
        self.machine.shell("rm -r /etc/galley/after-backup /usr/local/bin/restic /var/lib/galley-backup/* "
                           "/etc/systemd/system/galley-backup.{timer,service}.d && systemctl daemon-reload")

    def test_a_restore_as_readme_says_while_windows_call(self):
        readme = pages()
        command = re.search(r"\n(sudo systemctl stop .*galley restore .*)\n", readme).group(1)
        self.start()
        self.desk.create({"title": "Kept", "body": "Words."}, "key-kept")
        self.machine.run("rm", "-f", "/root/galley.tar")
        self.galley("backup", "/root/galley.tar")
        self.desk.create({"title": "Later", "body": "Words."}, "key-later")
        held = self.galley("restore", "/root/galley.tar", is_checked=False)
        self.assertEqual(held.returncode, 1)
        self.assertTrue(held.stderr.endswith(" Next: systemctl stop galleyd.socket galleyd\n"), held.stderr)
        with Windows():
            self.machine.shell(PERSON + "cd /root\n" + command)
            self.assertEqual([post["title"] for post in self.desk.summaries()], ["Kept"])

    def test_a_store_that_was_deleted_is_put_back_as_the_status_says_while_windows_call(self):
        self.start()
        self.desk.create({"title": "Kept", "body": "Words."}, "key-kept")
        self.machine.run("rm", "/var/lib/galley/galley.db")
        with Windows():
            fault = wait_until(lambda: self.desk.call("GET", "/v1/status").get("fault"), 20, "the fault in the status")
            self.assertEqual(fault["kind"], "store-gone")
            self.machine.shell(fault["next"])
            self.assertEqual([post["title"] for post in self.desk.summaries()], ["Kept"])
        self.assertNotIn("fault", self.desk.call("GET", "/v1/status"))


class Windows:
    """Open pages that have lost the daemon, and call until it answers."""

    def __enter__(self):
        self._is_over = threading.Event()
        self._callers = [threading.Thread(target=self._call) for _ in range(4)]
        for caller in self._callers:
            caller.start()

    def __exit__(self, *_):
        self._is_over.set()
        for caller in self._callers:
            caller.join(60)

    def _call(self):
        while not self._is_over.is_set():
            try:
                with socket.create_connection(("127.0.0.1", PORT), timeout=1) as line:
                    line.sendall(b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    line.recv(1000)
            except OSError:
                self._is_over.wait(0.02)


class Removal(Systemd):
    def test_uninstall_takes_away_what_install_placed(self):
        copy = Path(tempfile.mkdtemp(prefix="galley-stage-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, copy, ignore_errors=True)
        make("place", copy)
        make("uninstall", copy)
        self.assertEqual([str(path) for path in copy.rglob("*") if not path.is_dir()], [])


def turned(jpeg):
    """The picture with a note that the camera was held sideways (Exif orientation 6)."""
    tiff = b"II*\0" + struct.pack("<IHHHIII", 8, 1, 0x0112, 3, 1, 6, 0)
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def main():
    if os.geteuid() != 0:
        print("The tests with a real systemd want root; left out.")
        return 0
    return tally(unittest.main(exit=False, argv=sys.argv).result)


if __name__ == "__main__":
    sys.exit(main())
