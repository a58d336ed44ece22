"""Brings the daemon to each of the five points at which it is killed, and counts only when that is certain.

Each function ends with the daemon running again. A missed point is tried again with another post.
"""

import threading
import time

from desk import Gone, Refused
from loopback import wait_until
from watch import IN_CREATE, IN_MODIFY, Watch

TRIES = 6
LOAD = " ".join(f"{number:05x}" for number in range(30000)) + "\n"   # 180 KB, and words enough for the search index


def reach(scene):
    """Kills the daemon at the point that the plan names, at least once."""
    point = POINTS[scene.plan.kind]
    for attempt in range(TRIES):
        if point(scene, scene.subject):
            scene.reached.append((scene.plan.kind, scene.subject.letter))
            scene.note(f"killed {scene.plan.kind}")
            return
        scene.note("the point was missed")
    scene.fail(f"The point {scene.plan.kind} was missed {TRIES} times.")


def after_arm(scene, place):
    """The connection hangs in SYN_SENT, and the attempt is on disk."""
    stall(scene, place)
    post = scene.send_new([place])
    place.fake.wait_for("connecting")
    scene.until_state(post, place, "armed")
    scene.kill()
    was_there = scene.store.state(post.id, place.name) == "armed" and not place.requests(post.marker)
    place.fake.accept()
    scene.restart()
    return was_there


def stall(scene, place):
    """Makes the connection of the next post hang."""
    last = place.kind.last_question
    if last is None or scene.store.rows("SELECT 1 FROM targetFact WHERE target = ?", place.name):
        place.fake.stall()   # no question precedes the send
    else:
        # The last question before a send; the post itself uses a separate connection, which then hangs.
        place.fake.script({"on": {"method": "GET", "path": last}, "fault": "stall_accept"})


def first_byte(scene, place):
    """The service has read one byte of the request. Then it loses the request, or reads the rest for a client that is
    gone."""
    if place.what == "site":
        return first_file(scene, place)
    place.fake.script({"on": {"method": "POST", "path": place.posting}, "fault": "pause_after_first_byte"})
    post = scene.send_new([place])
    place.fake.wait_for("paused", at="after_first_byte")
    was_there = scene.store.state(post.id, place.name) == "armed" and not place.requests(post.marker)
    scene.kill()
    word = scene.random.choice(["go", "close", "reset"])
    place.fake.events.clear()
    place.fake.resume(word=word)
    if word == "go":
        # Before the daemon looks: `settle` covers a service that acts minutes later.
        place.fake.wait_for("request", method="POST")
        place.fake.tell("summary")
    scene.note(f"the service had one byte: {word}")
    scene.restart()
    return was_there


def first_file(scene, place):
    """The site's first new file has its name, and no bytes yet."""
    wait_until(place.has_begun, 15, "the first edition of the site")
    watch = Watch(place.site, IN_CREATE)
    post = scene.send_new([place])
    changed = watch.wait(15, ".galley-site.new")
    scene.kill()
    watch.close()
    was_there = changed and scene.store.state(post.id, place.name) == "armed"
    scene.restart()
    return was_there


def before_answer(scene, place):
    """The service has the post, and has not answered."""
    post = hold_before_answer(scene, place)
    was_there = scene.store.state(post.id, place.name) == "armed" and len(place.holds(post.marker)) == 1
    scene.kill()
    let_go(scene, place)
    scene.restart()
    return was_there


def before_record(scene, place):
    """The answer is sent, and the daemon cannot record it, because another process holds SQLite's write lock."""
    post = hold_before_answer(scene, place)
    lock = scene.store.hold()
    try:
        answered = let_go(scene, place, "answer")
        # The answer is in the daemon's socket or further; nothing shows when it was read.
        time.sleep(scene.random.choice([0, 0.02, 0.1]))
        was_there = answered and scene.store.state(post.id, place.name) == "armed"
        scene.kill()
    finally:
        lock.release()
    was_there = was_there and scene.store.state(post.id, place.name) == "armed"
    scene.restart()
    return was_there


def checkpoint(scene, place):
    """During the wait for an answer, a checkpoint copies the WAL to the main file: only that changes the file."""
    post = hold_before_answer(scene, place)
    changed = kill_in_checkpoint(scene)
    was_there = changed and scene.store.was_checkpoint_cut()
    if changed and scene.store.state(post.id, place.name) != "armed":
        scene.fail("The delivery was not armed after a kill in a checkpoint.")
    let_go(scene, place)
    scene.restart()
    if problems := scene.store.problems():
        scene.fail(f"The store is damaged after a kill in a checkpoint: {problems[:3]}")
    return was_there


def kill_in_checkpoint(scene):
    """Returns whether a checkpoint had begun."""
    watch = Watch(scene.store.path, IN_MODIFY)
    loaders = [threading.Thread(target=load, args=(scene, number), daemon=True) for number in range(2)]
    for loader in loaders:
        loader.start()
    changed = watch.wait(30)
    scene.daemon.process.kill()   # before anything else, even a note
    scene.kill()
    watch.close()
    for loader in loaders:
        loader.join(20)
    return changed


POINTS = {"after_arm": after_arm, "first_byte": first_byte, "before_answer": before_answer,
          "before_record": before_record, "checkpoint": checkpoint}


def hold_before_answer(scene, place):
    """Sends a post and returns when the place has it; the daemon is left without an answer."""
    if place.what == "site":
        wait_until(place.has_begun, 15, "the first edition of the site")
        place.forget_end()
        (scene.folder / "HOLD").touch()
        post = scene.send_new([place])
        wait_until((scene.folder / "HELD").exists, 15, "the command after writing")
        return post
    post = begin_held(scene, place)
    place.fake.wait_for("paused", at="after_commit")
    return post


def begin_held(scene, place):
    """Sends a post whose answer the service will hold back."""
    post = scene.compose()
    rule = {"on": {"method": "POST", "path": place.posting, "contains": post.marker}, "fault": "pause_after_commit"}
    place.fake.script(rule)
    scene.make(post)
    scene.publish(post, [place.name])
    return post


def let_go(scene, place, word="close"):
    """Ends what `hold_before_answer` began; returns whether the answer was sent."""
    if place.what == "site":
        (scene.folder / "HOLD").unlink()
        if word != "answer":
            return False
        wait_until((scene.folder / "ENDED").exists, 15, "the end of the command after writing")
        return True
    place.fake.events.clear()
    place.fake.resume(word=word)
    if word != "answer":
        return False
    place.fake.wait_for("answer")
    return True


def load(scene, number):
    """Creates large drafts until the daemon is gone."""
    for count in range(200):
        try:
            draft = {"title": f"load {number} {count}", "body": LOAD * 2}
            scene.loaded.append(scene.desk.create(draft, f"load-{number}-{count}-{time.time()}")["id"])
        except (Gone, Refused):
            return
