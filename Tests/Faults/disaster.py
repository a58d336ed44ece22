#!/usr/bin/python3
"""The disaster drill: the machine is lost, and a bare one is restored from a backup.

    Tests/Faults/disaster.py        with the programs in the folder GALLEY_BIN, else in .build/debug

The real galleyd delivers to a service of every class. The real command line makes a backup, the daemon goes on for a
while and is killed, and all of its files are deleted. Then the backup is restored into a folder with only settings and
credentials. According to the services' own logs nothing may be duplicated; everything in the backup must be there
again, and deliveries that the lost machine had not sent must leave. Ends with "Drill: N passed, N failed".
"""

import hashlib
import json
import random
import shutil
import sys
import tempfile
import time
import traceback
from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes"), str(HERE.parent / "Acceptance")]
from daemon import Daemon, program  # noqa: E402
from loopback import wait_until  # noqa: E402
from one_run import ground  # noqa: E402
from places import Place  # noqa: E402
from scene import PATIENCE, SETTINGS  # noqa: E402

KINDS = ["site", "mastodon", "gotosocial", "wordpress", "ghost", "writefreely", "bluesky", "keyhook", "blindhook"]
WIDTH_1_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000040001f61738550000"
    "000049454e44ae426082")


class Drill:
    def __init__(self, folder):
        self.folder, self.checks = folder, []
        self.places = [Place(kind, kind, folder, random.Random(1)) for kind in KINDS]
        self.posts = {}

    def check(self, is_right, words):
        self.checks.append(is_right)
        if not is_right:
            print(f"  WRONG  {words}", flush=True)

    # The first machine

    def play(self):
        for place in self.places:
            place.start()
        try:
            lost = self.machine("first")
            backup = self.live_and_back_up(lost)
            self.lose(lost)
            self.restore(backup)
        finally:
            for place in self.places:
                place.stop()

    def machine(self, name):
        """A folder with settings and credentials, as their owner keeps them elsewhere."""
        machine = Daemon(self.folder / name)
        for place in self.places:
            for secret, text in place.secrets().items():
                machine.write_secret(secret, text)
        settings = SETTINGS.format(*PATIENCE["long"])
        machine.write_settings(settings + "\n" + "\n".join(place.settings() for place in self.places))
        return machine

    def live_and_back_up(self, machine):
        machine.start()
        wait_until(lambda: all("check" in one for one in machine.desk.targets() if one["kind"] == "mastodon"), 15,
                   "the servers being asked for their limits")
        self.write_picture(machine)
        self.post(machine, "before")
        self.until_delivered(machine, "before")
        self.draft(machine)
        # A post sent between the backup and the loss; one due after the loss; one far in the future.
        self.post(machine, "between", seconds=6)
        self.overdue_at = self.post(machine, "unsent", seconds=14)
        self.post(machine, "later", seconds=2 * 86_400)
        backup = self.folder / "galley.tar"
        said = machine.galley("backup", str(backup))
        self.check(said.returncode == 0, f"the backup ended with {said.returncode}: {said.stderr}")
        self.check(backup.exists() and backup.stat().st_mode & 0o777 == 0o600, "the backup is not for its owner alone")
        status = json.loads(machine.galley("status", "--json").stdout)
        self.check("lastBackupAt" in status, "the status does not tell of the backup")
        again = machine.galley("backup", str(backup))
        self.check(again.returncode == 1 and "--force" in again.stderr, "a second backup replaced the first")
        self.until_delivered(machine, "between")
        self.post(machine, "after", seconds=3600)
        running = machine.galley("restore", str(backup))
        self.check(running.returncode == 1 and "in use" in running.stderr, "a restore went on beside a daemon")
        return backup

    def post(self, machine, name, seconds=None):
        """Publishes a post everywhere, now or later; returns the time."""
        draft = {"title": f"mk{name}z", "body": f"mk{name}z harbour lantern moss.\n"}
        kept = machine.desk.create(draft, f"key-{name}")
        at = seconds and datetime.now(timezone.utc) + timedelta(seconds=seconds)
        machine.desk.publish(kept["id"], [place.name for place in self.places],
                             at and at.strftime("%Y-%m-%dT%H:%M:%SZ"))
        self.posts[name] = kept["id"]
        return at

    def write_picture(self, machine):
        path = self.folder / "harbour.png"
        path.write_bytes(WIDTH_1_PNG)
        said = machine.galley("media", "add", str(path), "--alt", "Boats", "--json")
        self.check(said.returncode == 0, f"the picture was not taken: {said.stderr}")
        self.media = json.loads(said.stdout)

    def draft(self, machine):
        kept = machine.desk.create({"title": "mkdraftz", "body": f"One. ![Boats]({self.media['address']})"}, "key-draft")
        self.revisions = {1: kept["body"]}
        for number, words in ((2, "Two."), (3, "Three.")):
            body = f"{words} ![Boats]({self.media['address']})"
            kept = machine.desk.replace(kept["id"], {"title": "mkdraftz", "body": body}, kept["revision"])
            self.revisions[kept["revision"]] = body
        self.posts["draft"] = kept["id"]

    def until_delivered(self, machine, name):
        def is_done():
            return all(machine.store.state(self.posts[name], place.name) == "delivered" for place in self.places)
        wait_until(is_done, 40, f"“{name}” being delivered everywhere")

    def lose(self, machine):
        machine.kill()
        shutil.rmtree(machine.folder)
        for place in self.places:
            if place.what == "site":
                shutil.rmtree(place.site)
                place.site.mkdir()
        # No daemon is running at its time.
        late = self.overdue_at + timedelta(seconds=1)
        wait_until(lambda: datetime.now(timezone.utc) > late, 60, "the time of what was planned")

    # The second machine

    def restore(self, backup):
        machine = self.machine("second")
        trial = machine.galley("restore", str(backup), "--dry-run")
        self.check(trial.returncode == 0 and not machine.store.path.exists(), f"the trial failed: {trial.stderr}")
        said = machine.galley("restore", str(backup), "--json")
        self.check(said.returncode == 0, f"the restore ended with {said.returncode}: {said.stderr}")
        report = json.loads(said.stdout)
        self.check(report["doubtful"] == 2 * len(KINDS), f"{report['doubtful']} deliveries are in doubt")
        self.check(report["waiting"] == len(KINDS), f"{report['waiting']} deliveries wait for later")
        self.check(report["pictures"] == 1 and report["badPictures"] == [], "the picture is not there")
        self.check(not machine.store.problems(), "the restored store has faults")
        machine.start()
        try:
            self.settle(machine)
            self.judge(machine)
            self.decide(machine)
        finally:
            machine.kill()

    def settle(self, machine):
        """Runs until nothing happens automatically. Hurries deliveries postponed by minutes, as an author would."""
        hurried = {}

        def is_over():
            rows = [row for row in machine.store.deliveries() if row["postId"] != self.posts["later"]]
            open_rows = [row for row in rows if row["state"] not in ("delivered", "superseded")
                         and not (row["state"] == "uncertain" and row["settleAt"] is None)]
            for row in open_rows:
                later = (row["settleAt"] or 0) / 1e6 - time.time()
                if row["state"] == "uncertain" and later > 1.2 and time.time() - hurried.get(row["id"], 0) > 0.5:
                    hurried[row["id"]] = time.time()
                    machine.galley("queue", "retry", str(row["id"]))
            return not open_rows
        try:
            wait_until(is_over, 60, "everything being settled", pause=0.1)
        except TimeoutError as error:
            for row in machine.store.deliveries():
                print(f"    {row['target']} {row['state']} {row['reason']}")
            self.check(False, f"{error}\n{machine.log_end()}")

    def judge(self, machine):
        for place in self.places:
            state = {name: machine.store.state(post, place.name) for name, post in self.posts.items()}
            for name in ("before", "between"):
                count = len(place.holds(f"mk{name}z"))
                self.check(count == 1, f"{place.name} holds “{name}” {count} times")
            self.check(state["before"] == "delivered", f"“before” at {place.name} is {state['before']}")
            self.check(state["later"] == "scheduled", f"“later” at {place.name} is {state['later']}")
            self.check(not place.holds("mklaterz"), f"{place.name} has what is for later")
            # What is not there may have been deleted on purpose, but for a site, which is made again.
            wanted = ("delivered", 1) if place.what == "site" else ("uncertain", 0)
            found = (state["unsent"], len(place.holds("mkunsentz")))
            self.check(found == wanted, f"“unsent” at {place.name} is {found}")
            wanted = "uncertain" if place.what in ("keyhook", "blindhook") else "delivered"
            self.check(state["between"] == wanted, f"“between” at {place.name} is {state['between']}")
        for number, body in self.revisions.items():
            found = machine.desk.revision(self.posts["draft"], number)["draft"]["body"]
            self.check(found == body, f"revision {number} of the draft is “{found}”")
        digest = machine.store.rows("SELECT digest FROM media")[0]["digest"]
        kept = (machine.state / "media" / digest[:2] / digest[2:]).read_bytes()
        self.check(hashlib.sha256(kept).hexdigest() == digest, "the picture's bytes are others")
        self.check(not [one for one in machine.desk.summaries() if one["title"] == "mkafterz"],
                   "what came after the backup is there")

    def decide(self, machine):
        """What Galley does not find, the author decides by the facts, with one answer for all that is the same, and the
        result must match."""
        blind = next(place for place in self.places if place.letter == "E")
        rows = {row["postId"]: row for row in machine.store.deliveries() if row["target"] == blind.name}
        between, unsent = rows[self.posts["between"]], rows[self.posts["unsent"]]
        self.check("restored" in (unsent["reason"] or ""), f"the reason is “{unsent['reason']}”")
        machine.desk.ask(between["id"], "confirm-sent", {"url": "http://127.0.0.1/seen", "remoteID": "seen"})
        question = [line for line in machine.galley("status").stdout.splitlines() if "--restored" in line]
        self.check(len(question) == 1, f"status asks {len(question)} times: {question}")
        # The webhook that honours keys has the other one, and knows it by its key.
        answer = machine.galley("queue", "resend", "--restored")
        self.check(answer.returncode == 0, f"the answer for all ended with {answer.returncode}: {answer.stderr}")
        try:
            self.until_delivered(machine, "unsent")
            self.until_delivered(machine, "between")
        except TimeoutError as error:
            self.check(False, str(error))
        for place in self.places:
            for name in ("between", "unsent"):
                count = len(place.holds(f"mk{name}z"))
                self.check(count == 1, f"{place.name} holds “{name}” {count} times")


def main():
    try:
        program("galleyd")
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 69
    folder = Path(tempfile.mkdtemp(prefix="galley-drill-", dir=ground()))
    drill = Drill(folder)
    try:
        drill.play()
    except Exception as error:  # any error fails the drill
        drill.check(False, f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}")
    failed = drill.checks.count(False)
    if failed:
        print(f"  Everything is kept in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"Drill: {drill.checks.count(True)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
