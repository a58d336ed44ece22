#!/usr/bin/python3
"""The Debian package under a real systemd, on a container machine without a network: installed, used, upgraded under
load, refused as a downgrade, removed and purged. Needs root.

The last line is "N passed, N failed".
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Service"), str(HERE.parent / "Fakes"), str(HERE.parent / "Faults")]
from daemon import program  # noqa: E402
from desk import Desk  # noqa: E402
from load import Load  # noqa: E402
from loopback import wait_until  # noqa: E402
from machine import Machine  # noqa: E402
from pages import pages  # noqa: E402
from run_tests import tally  # noqa: E402

PORT = 4470
# The same programs under the version before, which is what an upgrade sees.
OLDER = "0.0.9"
SITE = """\
[defaults]
undo_window = "0s"
[[target]]
name = "blog"
kind = "site"
url = "https://example.org"
folder = "www"
"""


# The commands that an administrator types, without sudo and an editor.
PERSON = """\
cd /root
sudo() { "$@"; }
sudoedit() { cp /root/settings.toml "$1"; }
"""


def readme_commands():
    """The two blocks of commands under “Install”: of the service, and of a user."""
    section = re.search(r"\n## Install\n(.*?)\n## ", pages(), re.DOTALL).group(1)
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


def setUpModule():
    """One machine for all tests: booting takes longer than most of them."""
    stage = Path(tempfile.mkdtemp(prefix="galley-stage-", dir="/tmp"))
    stage.chmod(0o755)  # it becomes the mode of /
    unittest.addModuleCleanup(shutil.rmtree, stage, ignore_errors=True)
    programs = Path(program("galleyd")).parent
    for arguments in ([], [OLDER]):
        subprocess.run([TOP / ".make/deb", programs, stage / "root", *arguments], check=True, capture_output=True,
                       timeout=600, env=os.environ | {"GALLEY_DEB_OPTIONS": "-z0"})
    Installed.machine = unittest.enterModuleContext(Machine(stage))
    Installed.older = next(stage.glob(f"root/galley_{OLDER}_*.deb"))
    Installed.newer = next(path for path in stage.glob("root/galley_*.deb") if path != Installed.older)


class Installed(unittest.TestCase):
    maxDiff = None
    machine = older = newer = None

    def setUp(self):
        """A machine that has never had Galley."""
        self.dpkg("--purge", "galley")
        self.machine.run("rm", "-rf", "/var/lib/galley", "/var/lib/galley-backup")
        self.desk = Desk(self.machine.root / "run/galley/galley.sock", timeout=40)

    def dpkg(self, *arguments):
        return self.machine.run("dpkg", *arguments, seconds=240)

    def install(self, package, is_checked=True):
        # The machine has all that the package depends on, and no network.
        words = ["apt-get", "install", "--yes", "--quiet", "--allow-downgrades", f"/root/{package.name}"]
        return self.machine.run(*words, is_checked=is_checked, seconds=240)

    def version(self):
        return self.machine.say("dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", "galley")

    def state(self, unit="galleyd.service"):
        return self.machine.show(unit, "ActiveState", "UnitFileState")

    def exists(self, path):
        return self.machine.run("test", "-e", path, is_checked=False).returncode == 0

    def test_readme_installs_a_service_that_runs_and_is_used(self):
        self.machine.write("/root/settings.toml", SITE)
        service, user = readme_commands()
        installed = self.machine.shell(PERSON + service, seconds=240)
        self.assertIn("http://127.0.0.1:4470/sign-in/", installed.stdout)
        self.assertIn("/etc/galley/galley.toml: valid, with 1 target.", installed.stdout)
        for unit in ("galleyd.service", "galleyd.socket"):
            self.assertEqual(self.state(unit), {"ActiveState": "active", "UnitFileState": "enabled"})
        self.assertEqual(self.state("galley-backup.timer"), {"ActiveState": "inactive", "UnitFileState": "disabled"})
        self.assertEqual(self.machine.say("stat", "-c", "%U:%G %a", "/etc/galley/credentials"), "root:root 700")
        # All files as packaged, but for the settings.
        self.assertRegex(self.machine.run("dpkg", "--verify", "galley", is_checked=False).stdout,
                         r"\A\?\?5\?{6} c /etc/galley/galley\.toml\n\Z")
        self.machine.run("galley", "post", "new", "-", input="# Harbour light\n\nIt was early.\n")
        self.machine.run("galley", "publish", "harbour-light")
        page = "/var/lib/galley/www/index.html"
        wait_until(lambda: "Harbour light" in self.machine.run("cat", page, is_checked=False).stdout, 40, "the site")
        self.assertIn("Everything is fine.", self.machine.say("galley", "status"))
        self.machine.run("useradd", "ana")
        self.machine.shell(PERSON + 'USER=ana\nid() { command id "$@" ana; }\n' + user)
        self.assertEqual(self.machine.say("runuser", "--user", "ana", "--", "galley", "post", "new", "--title", "Mine"),
                         "Created mine “Mine”, revision 1, draft.")

    def test_an_upgrade_under_load_loses_no_request(self):
        self.install(self.older)
        began = self.machine.say("date", "+%F %T")
        token = json.loads(self.machine.say("galley", "token", "add", "load", "--json"))["secret"]
        before = self.machine.show("galleyd.service", "MainPID")
        with Load(self.desk, PORT, token) as load:
            load.go_on()
            self.install(self.newer)
            load.go_on()
        self.assertEqual(load.lost, [])
        self.assertEqual(self.version(), f"installed {self.newer.name.split('_')[1]}")
        self.assertNotIn("Failed with result", self.machine.journal("galleyd.service", f"--since={began}"))
        self.assertNotEqual(self.machine.show("galleyd.service", "MainPID"), before)
        self.assertEqual(len(self.desk.summaries()), len(set(load.made)))

    def test_an_upgrade_keeps_settings_and_what_the_administrator_disabled(self):
        self.install(self.older)
        self.machine.write("/etc/galley/galley.toml", SITE)
        self.machine.run("systemctl", "disable", "--now", "galleyd.service", "galleyd.socket")
        self.install(self.newer)
        self.assertEqual(self.state(), {"ActiveState": "inactive", "UnitFileState": "disabled"})
        self.assertEqual((self.machine.root / "etc/galley/galley.toml").read_text(), SITE)

    def test_a_downgrade_is_refused_in_words_and_the_way_back_works(self):
        self.install(self.newer)
        self.desk.create({"title": "Kept", "body": "Words."}, "key-kept")
        self.machine.run("galley", "backup", "--force", "/root/kept.tar")
        installed = self.version()
        refused = self.install(self.older, is_checked=False)
        self.assertNotEqual(refused.returncode, 0)
        words = refused.stdout + refused.stderr
        self.assertIn(f"{OLDER} may not understand its store. Nothing was changed. To go back:", words)
        self.assertEqual(self.version(), installed)
        self.assertEqual(self.state()["ActiveState"], "active")
        self.machine.run("apt-get", "remove", "--yes", "galley")
        self.install(self.older)
        restore = re.search(r"sudo systemctl stop .*restore BACKUP.*", words).group()
        self.machine.shell(PERSON + restore.replace("BACKUP", "/root/kept.tar"))
        self.assertEqual([post["title"] for post in self.desk.summaries()], ["Kept"])

    def test_a_removal_keeps_settings_and_posts_and_a_purge_keeps_the_posts(self):
        self.install(self.newer)
        self.desk.create({"title": "Kept", "body": "Words."}, "key-kept")
        self.machine.write("/etc/galley/credentials/hook", "secret\n", mode=0o600)
        self.machine.run("apt-get", "remove", "--yes", "galley")
        self.assertEqual(self.state()["ActiveState"], "inactive")
        self.assertEqual(self.state("galleyd.socket")["ActiveState"], "inactive")
        self.assertFalse(self.exists("/run/galley") or self.exists("/usr/bin/galleyd"))
        self.assertTrue(self.exists("/etc/galley/galley.toml") and self.exists("/etc/galley/credentials/hook"))
        purged = self.dpkg("--purge", "galley")
        self.assertIn("Your posts stay in /var/lib/galley.", purged.stderr)
        self.assertTrue(self.exists("/var/lib/galley/galley.db"))
        left = self.machine.say(
            "find", "/etc", "/usr", "/run", "/var/cache", "/var/lib/systemd", "-xdev", "-name", "*galley*",
            "-not", "-path", "/usr/share/*", "-not", "-name", "*.deb")
        self.assertEqual(left, "")
        # Installed again, the posts are there.
        self.install(self.newer)
        self.assertEqual([post["title"] for post in self.desk.summaries()], ["Kept"])

    def test_the_scripts_may_run_twice(self):
        self.install(self.newer)
        self.machine.shell("cp /var/lib/dpkg/info/galley.p* /root/")
        for script, word in (("preinst", "install"), ("postinst", "configure"), ("prerm", "upgrade")):
            self.twice(script, word)
            self.assertEqual(self.state(), {"ActiveState": "active", "UnitFileState": "enabled"})
        self.twice("prerm", "remove")
        self.assertEqual(self.state()["ActiveState"], "inactive")
        self.twice("postrm", "remove")
        self.dpkg("--purge", "galley")
        self.twice("postrm", "purge")
        self.assertFalse(self.exists("/etc/galley"))

    def twice(self, script, word):
        """Runs a maintainer script twice, as dpkg does after an interruption."""
        for _ in range(2):
            self.machine.run("env", "DPKG_MAINTSCRIPT_PACKAGE=galley", f"/root/galley.{script}", word)


def main():
    if os.geteuid() != 0:
        print("The tests of the package with a real systemd want root; left out.")
        return 0
    return tally(unittest.main(exit=False, argv=sys.argv).result)


if __name__ == "__main__":
    sys.exit(main())
