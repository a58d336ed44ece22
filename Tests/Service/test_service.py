"""The daemon and its manager: notifications, reload, sockets that outlive it."""

import json
import os
import pty
import re
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from manager import Managed
from daemon import program
from desk import Refused
from fake import Fake
from load import Load
from loopback import free_port, wait_until

SETTINGS = """\
time_zone = "Europe/Lisbon"
[http]
listen = "{listen}"
[defaults]
undo_window = "0s"
"""
HOOK = """\
[[target]]
name = "{name}"
kind = "webhook"
url = "{url}/hooks"
"""
SITE = """\
[[target]]
name = "blog"
kind = "site"
url = "https://example.org"
folder = "{folder}"
theme = "{theme}"
"""


class Case(unittest.TestCase):
    handed = False

    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="galley-service-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.daemon = Managed(folder, handed=self.handed)
        self.addCleanup(self.daemon.close)
        self.desk = self.daemon.desk
        self.settings()

    def settings(self, more="", listen=""):
        self.daemon.write_settings(SETTINGS.format(listen=listen) + more)

    def write(self, title="A post"):
        return self.desk.create({"title": title, "body": "Words."}, f"key-{title}")["id"]

    def states(self, post):
        return {delivery["target"]: delivery["state"] for delivery in self.desk.deliveries(post)}


class Terminal(Case):
    def test_in_a_terminal_it_prints_a_link_that_signs_a_browser_in_once(self):
        self.settings(listen=f"127.0.0.1:{free_port()}")
        terminal, side = pty.openpty()
        self.addCleanup(os.close, terminal)
        daemon = subprocess.Popen([program("galleyd")], stdout=side, stderr=subprocess.DEVNULL,
                                  env=self.daemon.environment, cwd=self.daemon.folder)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.kill)
        os.close(side)
        said = ""

        def found():
            nonlocal said
            if select.select([terminal], [], [], 0.2)[0]:
                said += os.read(terminal, 4096).decode()
            return re.search(r"http://127\.0\.0\.1:\d+/sign-in/\S+(?=\s)", said)

        link = wait_until(found, 30, "a link from galleyd", pause=0)[0]
        with urllib.request.urlopen(link) as answer:
            self.assertTrue(answer.headers["Set-Cookie"].startswith("galley-"))
        with self.assertRaises(urllib.error.HTTPError) as again:
            urllib.request.urlopen(link)
        self.assertEqual(again.exception.code, 410)
        again.exception.close()


class SocketFiles(Case):
    def test_a_start_that_fails_leaves_no_socket_behind(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.settings(listen=f"127.0.0.1:{taken.getsockname()[1]}")
            status, said = self.daemon.run_second()
        self.assertNotEqual(status, 0)
        self.assertIn("Another program listens on 127.0.0.1:", said)
        self.assertFalse((self.daemon.folder / "run/galley.sock").exists())

    def test_a_socket_behind_which_no_daemon_listens_hides_no_other(self):
        place = self.daemon.state / "galley.sock"
        self.daemon.write_settings(f'[http]\nlisten = ""\nsocket = "{place}"\n')
        self.daemon.start()
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(str(self.daemon.folder / "run/galley.sock"))
            dead.listen()
        status = self.daemon.galley("status")
        self.assertEqual(status.returncode, 0, status.stderr)


class Logins(Case):
    """`galley target login`, from the settings to the checked target."""

    TARGET = '[[target]]\nname = "fediverse"\nkind = "mastodon"\nurl = "{url}"\ncredential = "fediverse-token"\n'

    def login(self, answer, target="fediverse"):
        """Runs it, and pastes what `answer` makes of the address that it shows. Returns status, output, errors."""
        folder = self.daemon.folder
        process = subprocess.Popen(
            [program("galley"), "target", "login", target], env=self.daemon.environment, cwd=folder, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        said = ""
        while "http" not in said.rsplit("\n", 2)[-2 if said.endswith("\n") else -1]:
            line = process.stdout.readline()
            if not line:
                break
            said += line
        address = re.search(r"  (http\S+)\n", said)
        output, errors = process.communicate(answer(address.group(1) if address else None) + "\n", timeout=30)
        return process.returncode, said + output, errors

    def approve(self, address):
        with urllib.request.urlopen(address, timeout=10) as page:
            return page.read().decode()

    def credential(self, name="fediverse-token"):
        return self.daemon.folder / "config/galley/credentials" / name

    def test_a_person_approves_pastes_the_code_and_the_target_works(self):
        with Fake("mastodon") as server:
            self.settings()
            self.daemon.start()
            self.settings(self.TARGET.format(url=server.url))
            status, said, errors = self.login(self.approve)
            self.assertEqual((status, errors), (0, ""), said)
            self.assertIn("fediverse: healthy", said)
            self.assertEqual(self.credential().read_text(), "fake-token\n")
            self.assertEqual(self.credential().stat().st_mode & 0o777, 0o600)
            self.assertEqual(self.credential().parent.stat().st_mode & 0o777, 0o700)
            # The server registers Galley once. The next login replaces the token.
            self.credential().write_text("revoked\n")
            self.assertEqual(self.login(self.approve)[0], 0)
            self.assertEqual(self.credential().read_text(), "fake-token\n")
            self.assertIn("client_id=app-1&", self.login(lambda address: "wrong")[1])

    def test_a_login_that_fails_says_why_and_keeps_the_old_credential(self):
        with Fake("mastodon") as server:
            self.settings(self.TARGET.format(url=server.url))
            self.credential().parent.mkdir(parents=True, mode=0o700, exist_ok=True)
            self.credential().write_text("old\n")
            for answer, words in ((lambda address: "wrong", "invalid_grant"), (lambda address: "", "Nothing was pasted")):
                status, _, errors = self.login(answer)
                self.assertEqual(status, 1)
                self.assertIn(words, errors)
            # The server lost its registrations: the next login registers again.
            server.kill()
            server.start()
            status, _, errors = self.login(lambda address: "wrong")
            self.assertEqual(status, 1)
            self.assertIn("run the command once more", errors)
            self.assertIn("client_id=app-1&", self.login(lambda address: "wrong")[1])
            self.assertEqual(self.credential().read_text(), "old\n")

    def test_at_wordpress_the_page_of_the_blog_shows_the_password(self):
        with Fake("wordpress") as blog:
            self.settings('[[target]]\nname = "blog"\nkind = "wordpress"\nusername = "author"\n'
                          f'url = "{blog.url}"\ncredential = "blog"\n')
            status, said, errors = self.login(lambda address: "abcd efgh ijkl mnop qrst uvwx", "blog")
            self.assertEqual(status, 0, errors)
            self.assertIn("/wp-admin/authorize-application.php?app_name=Galley\n", said)
            self.assertEqual(self.credential("blog").read_text(), "abcd efgh ijkl mnop qrst uvwx\n")
            self.assertIn("Next: start galleyd, then galley target check blog", errors)

    def test_at_writefreely_a_name_and_a_password_give_the_token_and_are_not_stored(self):
        with Fake("writefreely", "--user", "ada", "--password", "fake pass word") as server:
            self.settings()
            self.daemon.start()
            self.settings('[[target]]\nname = "notes"\nkind = "writefreely"\nblog = "ada"\n'
                          f'url = "{server.url}"\ncredential = "notes"\n')
            status, said, errors = self.login(lambda _: "ada\nwrong", "notes")
            self.assertEqual(status, 1, said)
            self.assertIn("Incorrect password", errors)
            server.advance(10)   # it takes one try in three seconds
            status, said, errors = self.login(lambda _: "ada\nfake pass word", "notes")
            self.assertEqual(status, 0, errors)
            self.assertIn("notes: healthy", said)
            self.assertNotIn("fake pass word", said + errors + self.credential("notes").read_text())

    def test_at_ghost_the_page_of_its_integrations_gives_the_key(self):
        key = "6489f2c5b1a4d20001a1b2c3:" + "5eed" * 16
        with Fake("ghost", "--key", key) as site:
            self.settings()
            self.daemon.start()
            self.settings(f'[[target]]\nname = "blog"\nkind = "ghost"\nurl = "{site.url}/ghost"\ncredential = "blog"\n')
            status, said, errors = self.login(lambda address: key[:-1] + "f", "blog")
            self.assertIn(f"{site.url}/ghost/#/settings/integrations\n", said)
            self.assertIn("Invalid token", said + errors)
            status, said, errors = self.login(lambda address: key, "blog")
            self.assertEqual(status, 0, errors)
            self.assertIn("blog: healthy", said)

    def test_a_page_on_another_server_than_the_blog_needs_consent(self):
        with Fake("wordpress") as blog:
            # The fake names its page by 127.0.0.1.
            self.settings('[[target]]\nname = "blog"\nkind = "wordpress"\nusername = "author"\n'
                          f'url = "{blog.url.replace("127.0.0.1", "localhost")}"\ncredential = "blog"\n')
            status, said, errors = self.login(lambda address: "no", "blog")
            self.assertEqual(status, 1, errors)
            self.assertIn(f"names a page on another server, {blog.url}.", said)
            self.assertIn("Nothing was stored.", errors)
            self.assertFalse(self.credential("blog").exists())

    def test_settings_that_no_login_fits_are_named_with_their_place(self):
        for target, words in (
                ("", "There is no target “fediverse”"),
                (self.TARGET.format(url="http://social.example"), "never crosses a network in the clear"),
                (self.TARGET.format(url="https://social.example").replace('credential = "fediverse-token"', ""),
                 'Add credential = "fediverse-token"'),
                (self.TARGET.format(url="https://social.example").replace("fediverse-token", "../x"),
                 'Add credential = "fediverse-token"'),
                ('[[target]]\nname = "fediverse"\nkind = "site"\nurl = "https://a.example"\nfolder = "x"\n',
                 "needs no login")):
            self.settings(target)
            status, _, errors = self.login(lambda address: "")
            self.assertEqual(status, 78, errors)
            self.assertIn(words, errors)


class Notices(Case):
    def test_it_says_that_it_is_ready_what_is_due_and_that_it_ends(self):
        self.settings(HOOK.format(name="hook", url="http://127.0.0.1:1"))
        self.daemon.start()
        ready = self.daemon.said[-1]
        self.assertIn("Nothing is due. 1 target; listening on ", ready["STATUS"])
        self.desk.publish(self.write(), ["hook"], at="2037-05-01 09:00")
        self.daemon.hear_status("1 delivery to come, the next at 2037-05-01 09:00 Europe/Lisbon.")
        self.desk.publish(self.write("Another"), ["hook"], at="2036-05-01 09:00")
        self.daemon.hear_status("2 deliveries to come, the next at 2036-05-01 09:00")
        self.daemon.terminate(15)
        self.daemon.hear(lambda words: words.get("STOPPING") == "1", "STOPPING=1")

    def test_it_says_that_something_wants_to_be_looked_at(self):
        with Fake("webhook") as hook:
            hook.script({"on": {"method": "POST"}, "fault": "drop_after_commit"})
            self.settings(HOOK.format(name="hook", url=hook.url))
            self.daemon.start()
            self.desk.publish(self.write("Secret plans"), ["hook"])
            words = self.daemon.hear_status("1 warning (galley status).")
            self.assertNotIn("Secret plans", words)

    def test_a_manager_that_does_not_read_stops_nothing(self):
        self.daemon.start()
        self.daemon.fill_notices()
        post = self.write()
        self.settings(HOOK.format(name="hook", url="http://127.0.0.1:1"))
        self.assertEqual(self.daemon.reload()[0], 0)
        self.desk.publish(post, ["hook"], at="2035-01-01 09:00")
        # Once it reads again, it gets the next status.
        self.daemon.hear(lambda words: words == {"STATUS": ""}, "one of those before")
        self.desk.publish(self.write("Another"), ["hook"], at="2036-01-01 09:00")
        self.daemon.hear_status("2 deliveries to come")

    def test_the_watchdog_hears_from_it_for_as_long_as_it_lives(self):
        self.daemon.environment["WATCHDOG_USEC"] = "600000"
        self.daemon.start()
        for _ in range(3):
            self.daemon.hear(lambda words: words.get("WATCHDOG") == "1", "WATCHDOG=1")
        # And it ends cleanly, as without a manager.
        self.daemon.terminate(15)


class Reload(Case):
    def test_targets_that_are_added_changed_and_removed_are_so_at_once(self):
        with Fake("webhook") as one, Fake("webhook") as other:
            self.settings(HOOK.format(name="old", url=one.url))
            self.daemon.start()
            self.settings(HOOK.format(name="new", url=one.url))
            status, words = self.daemon.reload()
            self.assertEqual(status, 0, words)
            self.assertEqual(words, "New targets: new.\nRemoved targets: old.\n")
            post = self.write()
            with self.assertRaises(Refused):
                self.desk.publish(post, ["old"])
            self.desk.publish(post, ["new"])
            wait_until(lambda: self.states(post) == {"new": "delivered"}, 20, "the delivery")
            self.settings(HOOK.format(name="new", url=other.url))
            self.assertEqual(self.daemon.reload(), (0, "Changed targets: new.\n"))
            second = self.write("Second")
            self.desk.publish(second, ["new"])
            wait_until(lambda: self.states(second) == {"new": "delivered"}, 20, "the delivery elsewhere")
            self.assertEqual([len(fake.records()) for fake in (one, other)], [1, 1])
            self.assertEqual(self.daemon.reload(), (0, "Nothing has changed.\n"))

    def test_a_theme_that_says_something_else_is_a_change_of_its_site(self):
        theme = self.daemon.folder / "theme"
        theme.mkdir()
        (theme / "robots.txt").write_text("User-agent: *\n")
        self.settings(SITE.format(folder=self.daemon.folder / "site", theme=theme))
        self.daemon.start()
        self.assertEqual(self.daemon.reload(), (0, "Nothing has changed.\n"))
        (theme / "robots.txt").write_text("User-agent: nobody\n")
        self.assertEqual(self.daemon.reload(), (0, "Changed targets: blog.\n"))
        self.assertEqual(self.daemon.reload(), (0, "Nothing has changed.\n"))

    def test_what_waited_for_a_target_leaves_when_it_is_back(self):
        with Fake("webhook") as hook:
            self.settings(HOOK.format(name="hook", url=hook.url))
            self.daemon.start()
            post = self.write()
            self.desk.publish(post, ["hook"], at="+3s")
            self.settings()
            self.assertEqual(self.daemon.reload(), (
            0, "Removed targets: hook.\n1 delivery to “hook” waits, because the settings have no such target. Add it again, or "
               "cancel: galley queue --target hook\n"))
            wait_until(lambda: self.states(post) == {"hook": "blocked"}, 20, "the block")
            self.settings(HOOK.format(name="hook", url=hook.url))
            self.assertEqual(self.daemon.reload(), (0, "New targets: hook.\n"))
            wait_until(lambda: self.states(post) == {"hook": "delivered"}, 20, "the delivery")

    def test_config_check_says_what_a_reload_cannot_do_and_reloads_nothing(self):
        self.daemon.start()
        self.settings(HOOK.format(name="hook", url="http://127.0.0.1:1"), listen=f"127.0.0.1:{free_port()}")
        ran = self.daemon.galley("config", "check")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertRegex(ran.stdout, r"valid, with 1 target\.\nThese settings need a restart: http\.listen\. Next: \S")
        self.assertEqual(self.desk.targets(), [])
        warnings = json.loads(self.daemon.galley("config", "check", "--json").stdout)["warnings"]
        self.assertTrue(warnings[0].startswith("These settings need a restart: http.listen."), warnings)
        # The daemon reads no other file, and a stopped one is not asked.
        other = self.daemon.folder / "other.toml"
        other.write_text('[http]\nlisten = "127.0.0.1:1"\n')
        self.assertTrue(self.daemon.galley("config", "check", "--config", str(other)).stdout.endswith("with 0 targets.\n"))
        self.daemon.terminate(15)
        self.assertTrue(self.daemon.galley("config", "check").stdout.endswith("with 1 target.\n"))

    def test_a_feed_at_the_address_of_a_post_is_refused_by_check_and_reload_and_keeps_no_daemon_from_starting(self):
        site = SITE.replace('theme = "{theme}"\n', "").format(folder=self.daemon.folder / "site")
        self.settings(site)
        self.daemon.start()
        post = self.desk.create({"title": "On feeds", "body": "Words.", "path": "/feed/"}, "key-feeds")["id"]
        self.desk.publish(post, ["blog"])
        wait_until(lambda: self.states(post) == {"blog": "delivered"}, 20, "the page")
        self.settings(site + 'feed_paths = ["/index.xml"]\n')
        self.assertEqual(self.daemon.galley("config", "check").returncode, 0)
        self.settings(site + 'feed_paths = ["/index.xml", "/feed/"]\n')
        words = "galley.toml:11:1: No feed can be at “/feed/”, because the post “On feeds” is there. Choose another path"
        ran = self.daemon.galley("config", "check")
        self.assertEqual((ran.returncode, ran.stdout), (78, ""))
        self.assertRegex(ran.stderr, f"^galley: /.*{words}")
        status, said = self.daemon.reload()
        self.assertEqual(status, 78, said)
        self.assertIn(words, said)
        self.daemon.terminate(15)
        self.daemon.start()

    def test_a_bad_file_keeps_the_old_settings_and_says_what_is_wrong_where(self):
        self.settings(HOOK.format(name="hook", url="http://127.0.0.1:1"))
        self.daemon.start()
        self.settings(HOOK.format(name="fine", url="http://127.0.0.1:1") + '[log]\nlevel = "loud"\nlevell = 1\n')
        for _ in range(2):
            status, words = self.daemon.reload()
            self.assertEqual(status, 78, words)
            self.assertIn("The daemon keeps its settings.", words)
            self.assertIn("galley.toml:11:1: “level” must be one of “debug”, “info”", words)
            self.assertIn("Found “loud”.", words)
            self.assertIn("galley.toml:12:1: There is no setting “levell” in [log]. Did you mean “level”?", words)
            self.assertEqual([target["name"] for target in self.desk.targets()], ["hook"])
        # The daemon notifies systemd of the reload's beginning and end, and the status contains the error.
        self.daemon.hear_status("The settings files have errors, so the old settings stay in force: ")
        began = [said for said in self.daemon.said if "RELOADING" in said]
        self.assertEqual(len(began), 1)
        self.assertGreater(int(began[0]["MONOTONIC_USEC"]), 0)
        self.assertIn("READY", self.daemon.said[-1])
        self.assertIn("have errors", self.desk.call("GET", "/v1/status")["warnings"][0]["words"])
        # The error is gone once the files are valid.
        self.settings(HOOK.format(name="fine", url="http://127.0.0.1:1"))
        self.assertEqual(self.daemon.reload()[0], 0)
        self.assertEqual(self.desk.call("GET", "/v1/status")["warnings"], [])

    def test_a_file_beside_the_zones_is_no_zone(self):
        self.daemon.start()
        for name in ("localtime", "LocalTime", "posixrules", "posix/Europe/Lisbon", "right/Europe/Lisbon", "Factory"):
            with self.subTest(name):
                with self.assertRaises(Refused) as caught:
                    self.desk.create({"title": "A", "body": "x", "date": "2027-01-01 10:00", "zone": name}, name)
                self.assertEqual(caught.exception.status, 422)
                self.settings(f'[[target]]\nname = "a"\nkind = "webhook"\nurl = "https://a.example"\n'
                              f'slots = ["monday 09:00, {name}"]\n')
                self.assertNotEqual(self.daemon.reload()[0], 0)
                self.daemon.hear_status("have errors")
        self.desk.create({"title": "A", "body": "x", "date": "2027-01-01 10:00", "zone": "europe/lisbon"}, "good")

    def test_what_cannot_change_while_it_runs_waits_and_is_named(self):
        self.settings("[courier]\nwhole_timeout = '1m'\n")
        self.daemon.start()
        port = free_port()
        self.settings("[courier]\nwhole_timeout = '2m'\nper_target_max = 3\n[log]\nlevel = 'warning'\n",
                      listen=f"127.0.0.1:{port}")
        status, words = self.daemon.reload()
        self.assertEqual((status, words), (0, (
            "Changed settings: log.level, courier.whole_timeout.\n"
            "These settings need a restart: http.listen, courier.per_target_max. Next: systemctl restart galleyd\n")))
        shown = {each["name"]: each["value"] for each in self.desk.call("GET", "/v1/settings")["items"]}
        self.assertEqual(shown["http.listen"], "")
        self.assertEqual(shown["log.level"], "warning")
        # It keeps waiting, however often the settings are reloaded.
        self.assertEqual(self.daemon.reload()[1],
                         "These settings need a restart: http.listen, courier.per_target_max. Next: systemctl restart galleyd\n")

    def test_what_may_be_a_key_in_a_webhooks_address_is_shown_to_no_reader(self):
        self.settings("[notify]\nwebhook = 'https://bell.example/ring/s3cret'\nwebhook_headers = { X-Key = 's3cret' }\n"
                      + HOOK.format(name="chat", url="https://hooks.example:8443/services/s3cret?key=s3cret")
                      + "headers = { X-Key = 's3cret' }\n")
        self.daemon.start()
        items = self.desk.call("GET", "/v1/settings")["items"]
        shown = {each["name"]: each["value"] for each in items}
        self.assertNotIn("s3cret", str(items))
        self.assertEqual(shown["notify.webhook"], "https://bell.example/…")
        self.assertEqual(shown["target.chat.url"], "https://hooks.example:8443/…")

    def test_how_to_restart_it_goes_by_who_started_it(self):
        def words():
            self.settings("[courier]\nper_target_max = 3\n")
            status, words = self.daemon.reload()
            self.assertEqual(status, 0, words)
            return words
        waiting = "These settings need a restart: courier.per_target_max. Next: "
        self.daemon.environment["MANAGERPID"] = "1"
        self.daemon.start()
        self.assertEqual(words(), waiting + "systemctl --user restart galleyd\n")
        self.daemon.kill()
        del self.daemon.environment["NOTIFY_SOCKET"]
        self.settings()
        super(Managed, self.daemon).start()
        process = self.daemon.process.pid
        self.assertEqual(words(), waiting + f"end galleyd (“kill {process}”), and start it as before\n")

    def test_a_hang_up_asks_for_it_too(self):
        self.daemon.start()
        self.settings(HOOK.format(name="hook", url="http://127.0.0.1:1"))
        self.daemon.hang_up()
        self.daemon.hear(lambda words: "RELOADING" in words, "RELOADING=1")
        self.daemon.hear(lambda words: "READY" in words, "READY=1 after it")
        self.assertEqual([target["name"] for target in self.desk.targets()], ["hook"])

    def test_a_window_keeps_its_stream_of_events_and_hears_of_other_targets(self):
        self.daemon.start()
        listener = socket.socket(socket.AF_UNIX)
        listener.settimeout(20)
        self.addCleanup(listener.close)
        listener.connect(str(self.daemon.folder / "run/galley.sock"))
        listener.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        heard = b""

        def hear(words):
            nonlocal heard
            while words not in heard:
                more = listener.recv(4096)
                self.assertTrue(more, "the stream ended")
                heard += more
        hear(b": galley")
        self.settings(HOOK.format(name="hook", url="http://127.0.0.1:1"))
        self.assertEqual(self.daemon.reload()[0], 0)
        hear(b"target-changed")
        self.write()
        hear(b"post-created")


class Sockets(Case):
    handed = True

    def test_who_calls_while_it_is_down_waits_and_is_answered(self):
        answers = []

        def call():
            answers.append(self.desk.call("GET", "/healthz"))
        caller = threading.Thread(target=call)
        caller.start()
        self.daemon.start()
        caller.join(20)
        self.assertEqual(answers, ["well\n"])
        self.daemon.terminate(15)
        # The manager owns the socket, so its file stays.
        self.assertTrue((self.daemon.folder / "run/galley.sock").is_socket())

    def test_a_place_of_the_settings_that_is_not_followed_is_told(self):
        self.settings(listen="127.0.0.1:4477")
        self.daemon.start()
        self.assertIn("`listen` in [http] is “127.0.0.1:4477” and is ignored: systemd listens at "
                      f"127.0.0.1:{self.daemon.port}.", self.daemon.log_end())

    def test_restarts_under_load_lose_no_request(self):
        self.daemon.environment["WATCHDOG_USEC"] = "60000000"
        self.daemon.start()
        token = json.loads(self.daemon.galley("token", "add", "load", "--json").stdout)["secret"]
        with Load(self.desk, self.daemon.port, token) as load:
            for _ in range(4):
                load.go_on()
                self.daemon.terminate(20)
                self.daemon.start()
            load.go_on()
        self.assertEqual(load.lost, [])
        self.assertEqual(len(load.made), len(set(load.made)))
        self.assertEqual(len(self.desk.summaries()), len(load.made))


if __name__ == "__main__":
    unittest.main()
