#!/usr/bin/python3
"""One suite for every kind of target: a kind with a row in kinds.py has to pass all of it.

    Tests/Faults/conformance.py                         every kind
    Tests/Faults/conformance.py --only bluesky --keep   one, with its folder

One daemon serves all kinds at once, each with the fake of its service. First the daemon is killed at each of the five
points, with a post under way at every kind; then each row of rows.py meets each kind, then edits, deletions and
pictures. The programs come from the folder GALLEY_BIN, else from .build/debug. Ends with "Conformance: N passed, N
failed", where a row at a kind counts as one.

Takes more than three minutes because nearly 800 posts go through the daemon's own waits: until they may no longer be
undone, between two tries, and for what a service shows later.
"""

import argparse
import re
import shutil
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Fakes"), str(HERE.parent / "Acceptance")]
import judge  # noqa: E402
import kill_points  # noqa: E402
from daemon import program  # noqa: E402
from kinds import KINDS  # noqa: E402
from one_run import PREFIX, ground, tell  # noqa: E402
from plans import POINT_NAMES, Plan  # noqa: E402
from scene import PATIENCE, SETTINGS, Scene  # noqa: E402
from trial import Trial  # noqa: E402


class Suite(Scene):
    """The environment of one run, with a place of each kind; several threads write in it."""

    def __init__(self, names, folder, seed):
        super().__init__(Plan(seed, "conformance", names[0], list(names[1:]), Random(seed)), folder)
        self._writing = threading.Lock()
        for place in self.places:   # what a look-up cannot see has tests of its own
            place.chosen = place.kind.setting_choices[0]
        self.trials = [Trial(self, place) for place in self.places]

    def compose(self, *arguments, **more):
        with self._writing:
            return super().compose(*arguments, **more)

    def change_patience(self, patience):
        settings = SETTINGS.format(*PATIENCE[patience])
        self.daemon.write_settings(settings + "\n" + "\n".join(place.settings() for place in self.places))
        self.daemon.terminate(21)
        self.restart()

    # Parts

    def play(self):
        began = time.monotonic()
        self.open()
        self.check_classes()
        self.check_tables()
        for point in POINT_NAMES:
            self.kill_at(point)
        print(f"  all kills after {time.monotonic() - began:.0f} s", flush=True)
        self.change_patience("some")
        self.at_every_kind(lambda trial: trial.run())
        print(f"  all rows after {time.monotonic() - began:.0f} s", flush=True)
        self.check_agreement()
        self.check_secrets()

    def check_classes(self):
        classes = {target["name"]: target["idempotencyClass"] for target in self.desk.targets()}
        for trial in self.trials:
            found, wanted = classes[trial.place.name], trial.kind.letter
            trial.judge("its class", [] if found == wanted else [f"the daemon says {found} instead of {wanted}"])

    def check_tables(self):
        """The README and the guide have a row for the kind, and the guide's row names the class."""
        sources = HERE.parent.parent
        readme = (sources / "README.md").read_text(encoding="utf-8")
        guide = (sources / "Sources/Targets/README.md").read_text(encoding="utf-8")
        for trial in self.trials:
            cell = f"| `{trial.kind.program}` |"
            found = [] if f"\n{cell}" in readme else ["the table of targets in the README has no such row"]
            classes = next((line.split(cell)[1] for line in guide.splitlines() if cell in line), "")
            if not re.search(rf"\b{trial.kind.letter}\b", classes):
                found.append(f"the guide's table says “{classes.strip(' |')}” and not {trial.kind.letter}")
            trial.judge("its rows in the tables", found)

    def at_every_kind(self, act):
        """Calls `act` with each kind's trial, at the same time."""
        def guarded(trial):
            try:
                act(trial)
            except Exception as error:  # the other kinds go on
                trial.judge("all rows", [f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}"])
        threads = [threading.Thread(target=guarded, args=(trial,), daemon=True) for trial in self.trials]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def check_agreement(self):
        """Nothing is lost and nothing is doubled, by the services' own logs, and the daemon knows all of it."""
        judge.settle(self)
        judge.decide(self)
        self.trials[0].judge("the end", self.failures)
        for trial in self.trials:
            part = Part(self, trial.place)
            judge.judge(part)
            trial.judge("its agreement with the daemon", part.failures)

    def kill_at(self, point):
        """Brings a post at every service to this point, kills the daemon, and checks the outcome of each."""
        trials = [trial for trial in self.trials if trial.place.fake is not None]
        posts = KILLS[point](self, [trial.place for trial in trials])
        for trial, (post, was_there) in zip(trials, posts):
            missed = [] if was_there else ["the point was missed"]
            delivery = trial.landed(post)
            wanted = "uncertain" if trial.kind.letter == "E" else "delivered"
            if delivery["state"] != wanted:
                missed.append(f"it is {judge.state_words(delivery)} instead of {wanted}")
            trial.judge(f"killed {POINT_NAMES[point]}", missed)

    def check_secrets(self):
        """No credential stands in the log, in what the daemon tells, or in the store."""
        told = [path.read_bytes() for path in [self.daemon.log, *self.daemon.state.glob("galley.db*")]]
        told.append(str([self.desk.deliveries(post.id) for post in self.posts if post.id]).encode())
        for trial in self.trials:
            secret = (trial.kind.secret or "").encode()
            found = bool(secret) and any(secret in text for text in told)
            trial.judge("its credential is kept", ["the credential stands in the log or in the store"] if found else [])


class Part:
    """What a suite did at one place."""

    def __init__(self, suite, place):
        self._suite, self.places, self.failures = suite, [place], []
        self.posts = [post for post in suite.posts if place.name in post.sent_to]

    def __getattr__(self, name):
        return getattr(self._suite, name)

    def fail(self, words):
        self.failures.append(words)


# The five points, at every place at once: each returns a post per place, and whether it was at the point.

def after_arm(suite, places):
    for place in places:
        kill_points.stall(suite, place)
    posts = [suite.send_new([place], titled=False) for place in places]
    for place, post in zip(places, posts):
        place.fake.wait_for("connecting")
        suite.until_state(post, place, "armed")
    suite.kill()
    there = [is_armed(suite, place, post) and not place.requests(post.marker) for place, post in zip(places, posts)]
    for place in places:
        place.fake.accept()
    suite.restart()
    return zip(posts, there)


def first_byte(suite, places):
    for place in places:
        place.fake.script({"on": {"method": "POST", "path": place.posting}, "fault": "pause_after_first_byte"})
    posts = [suite.send_new([place], titled=False) for place in places]
    for place in places:
        place.fake.wait_for("paused", at="after_first_byte")
    suite.kill()
    there = [is_armed(suite, place, post) and not place.requests(post.marker) for place, post in zip(places, posts)]
    for number, place in enumerate(places):
        place.fake.resume(word=("go", "close", "reset")[number % 3])
    suite.restart()
    return zip(posts, there)


def before_answer(suite, places):
    posts = held(suite, places)
    suite.kill()
    return ended(suite, places, posts)


def before_record(suite, places):
    """Another process holds SQLite's write lock, so that no answer can be recorded."""
    posts = held(suite, places)
    lock = suite.store.hold()
    try:
        for place in places:
            kill_points.let_go(suite, place, "answer")
        suite.kill()
    finally:
        lock.release()
    return ended(suite, places, posts)


def checkpoint(suite, places):
    posts = held(suite, places)
    kill_points.kill_in_checkpoint(suite)
    return ended(suite, places, posts)


def held(suite, places):
    """Posts that the services have, with their answers held back."""
    posts = [kill_points.begin_held(suite, place) for place in places]
    for place in places:
        place.fake.wait_for("paused", at="after_commit")
    return posts


def ended(suite, places, posts):
    there = [is_armed(suite, place, post) and len(place.holds(post.marker)) == 1 for place, post in zip(places, posts)]
    for place in places:
        kill_points.let_go(suite, place)
    suite.restart()
    return zip(posts, there)


def is_armed(suite, place, post):
    return suite.store.state(post.id, place.name) == "armed"


KILLS = {"after_arm": after_arm, "first_byte": first_byte, "before_answer": before_answer,
         "before_record": before_record, "checkpoint": checkpoint}


# The program

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=KINDS, nargs="+", help="these kinds")
    parser.add_argument("--seed", type=int, default=1, help="of the texts and the fakes' options")
    parser.add_argument("--keep", action="store_true", help="keep the folder")
    options = parser.parse_args()
    try:
        program("galleyd")
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 69
    return run(options.only or list(KINDS), options.seed, options.keep)


def run(names, seed, keep):
    folder, began = Path(tempfile.mkdtemp(prefix=PREFIX, dir=ground())), time.monotonic()
    suite = Suite(names, folder, seed)
    try:
        suite.play()
    except Exception as error:  # what was found until then counts, too
        suite.trials[0].judge("the whole suite", [f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}"])
    failed = report(suite)
    if failed:
        (folder / "story").write_text(tell(suite), encoding="utf-8")
    suite.close()
    print(f"{len(names)} kinds in {time.monotonic() - began:.0f} s")
    if failed or keep:
        print(f"Everything is kept in {folder}; `story` in it tells what happened.")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"Conformance: {sum(len(trial.results) for trial in suite.trials) - failed} passed, {failed} failed")
    return 1 if failed else 0


def report(suite):
    """Prints what failed, and returns how many."""
    failed = 0
    for trial in suite.trials:
        for title, problems in trial.results:
            if problems:
                failed += 1
                print(f"✘ {trial.place.what}, {title}: {'; '.join(problems)}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
