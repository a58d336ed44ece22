"""The machine's clock is set a day ahead, or back, under a running daemon (libfaketime)."""

import glob
import unittest
from unittest import mock

import manager  # noqa: F401  (finds the modules below)
from fake import Fake
from loopback import wait_until
from test_service import HOOK, Case

LIBRARY = "/usr/lib/*/faketime/libfaketimeMT.so.1"


class Clock(Case):
    def setUp(self):
        super().setUp()
        found = glob.glob(LIBRARY)
        self.assertTrue(found, "libfaketime is missing. Install Debian's package faketime.")
        self.file = self.daemon.folder / "clock"
        self.set_clock("+0")
        # Only the wall clock is set, as on a real machine.
        self.daemon.environment |= {
            "LD_PRELOAD": found[0], "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_RESET": "1",
        }
        self.hook = self.enterContext(Fake("webhook"))
        self.settings(HOOK.format(name="hook", url=self.hook.url))
        self.daemon.start()

    def set_clock(self, offset):
        self.file.write_text(offset + "\n")

    def galley(self, *arguments):
        """The command line by the real clock: under libfaketime it would not see its arguments."""
        with mock.patch.dict(self.daemon.environment):
            del self.daemon.environment["LD_PRELOAD"]
            return self.daemon.galley(*arguments)

    def warnings(self):
        return [one["words"] for one in self.desk.call("GET", "/v1/status")["warnings"]]

    def sent(self):
        return len(self.hook.records())

    def leap(self, offset, words):
        """Sets the clock, and waits until the desk reports it."""
        self.set_clock(offset)
        wait_until(lambda: any(words in warning for warning in self.warnings()), 20, f"“{words}”")

    def test_a_day_ahead_sends_nothing_early_and_nothing_twice(self):
        waiting = self.write("Tomorrow")
        self.desk.publish(waiting, ["hook"], at="+12h")
        told = self.write("Now")
        self.desk.publish(told, ["hook"])
        wait_until(lambda: self.states(told) == {"hook": "delivered"}, 20, "the first delivery")
        token = self.galley("token", "add", "phone", "--json")
        self.leap("+1d", "The clock of this machine was set 24 h ahead. Nothing is sent for ")
        self.daemon.hear_status("The clock of this machine was set 24 h ahead.", seconds=45)
        # Publications requested now wait with the rest, and the desk still accepts posts.
        late = self.write("During it")
        self.desk.publish(late, ["hook"])
        self.assertIn("phone", token.stdout, token.stderr)
        # When the clock is right again
        self.set_clock("+0")
        wait_until(lambda: self.warnings() == [], 20, "the end of the doubt")
        now = self.write("After it")
        self.desk.publish(now, ["hook"])
        wait_until(lambda: self.states(now) == {"hook": "delivered"}, 40, "the delivery after it")
        # Then nothing was early, nothing was sent twice, and the rest waits for its time.
        self.assertEqual(self.states(waiting), {"hook": "scheduled"})
        self.assertEqual(self.states(told), {"hook": "delivered"})
        self.assertEqual(self.sent(), 2)

    def test_a_day_back_loses_no_schedule_and_signs_nobody_out(self):
        soon = self.write("Soon")
        self.desk.publish(soon, ["hook"], at="+8s")
        self.leap("-1d", "The clock of this machine was set 24 h back. Nothing is sent for ")
        self.assertEqual(self.states(soon), {"hook": "scheduled"})
        self.assertIn("1 scheduled", self.galley("status").stdout)
        self.set_clock("+0")
        wait_until(lambda: self.states(soon) == {"hook": "delivered"}, 60, "what was due meanwhile")
        self.assertEqual(self.sent(), 1)

    def test_a_start_in_2099_sends_nothing_early_and_erases_nothing(self):
        waiting, deleted = self.write("Tomorrow"), self.write("Deleted")
        self.desk.publish(waiting, ["hook"], at="+12h")
        self.assertEqual(self.galley("post", "delete", "deleted").returncode, 0)
        self.daemon.terminate(30)
        self.set_clock("+26000d")
        self.daemon.start()
        wait_until(lambda: any("26000 days ahead of Galley's last change" in one for one in self.warnings()), 20,
                   "the doubt")
        self.assertEqual(self.states(waiting), {"hook": "scheduled"})
        # When it is set right
        self.set_clock("+0")
        wait_until(lambda: self.warnings() == [], 20, "the end of the doubt")
        self.assertEqual(self.galley("post", "undelete", deleted).returncode, 0)
        self.assertIn("Words.", self.galley("post", "show", deleted).stdout)
        self.assertEqual((self.states(waiting), self.sent()), ({"hook": "scheduled"}, 0))


if __name__ == "__main__":
    unittest.main()
