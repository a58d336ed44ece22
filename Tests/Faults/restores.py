"""A backup takes the store's place, and with it everything that the daemon knew since."""

import time

import judge
from loopback import wait_until
from mishaps import LOST, certainly, pass_time, spoil


def restored(scene, place):
    """After the backup a waiting post is edited; it leaves, is lost on its way, or stays. What is there must not leave
    again, and what is not there leaves only if its author says so."""
    places = [place] if place.threads else scene.random.choice([scene.places, [place]])
    post, is_away = wait_with_backup(scene, place, [each.name for each in places])
    fate = scene.random.choice(["sent", "sent", "unanswered", "lost", "unsent"])
    edit_some(scene, post)
    if fate == "lost":
        spoil(scene, place, {"method": "POST", "path": place.posting, "contains": post.marker}, LOST[1])
    elif fate == "unanswered":
        spoil(scene, place, {"method": "POST", "path": place.posting, "contains": post.marker}, LOST[2])
    if fate != "unsent":
        let_leave(scene, place, post, is_away)
    scene.note(f"{post.marker} is {fate}")
    note_absence(scene, post, scene.restore())
    scene.restart()
    place.fake.back()
    if scene.random.random() < 0.4:
        pass_time(scene)
        certainly(scene, lambda: scene.edit(post, scene.rewrite(post, "after")))
        can_all_edit = all(each.takes_edits or each.fake is None for each in scene.places if each.name in post.sent_to)
        post.last_word = "after" if can_all_edit else None


def recalled(scene, place):
    """The author takes a post back after the backup. The restored store does not know that; no copy comes back unless
    its author says so."""
    if scene.random.random() < 0.4:   # the store knows that it was sent
        post = scene.send_new([place])
        scene.until_state(post, place, "delivered")
        scene.back_up()
        was_waiting = False
    else:
        post, is_away = wait_with_backup(scene, place, [place.name])
        edit_some(scene, post)
        let_leave(scene, place, post, is_away)
        scene.until_state(post, place, "delivered")
        was_waiting = True
    certainly(scene, lambda: scene.random.choice([scene.take_back, scene.delete])(post))
    wait_until(lambda: not place.holds(post.marker), 20, f"{post.marker} being deleted")
    began = scene.restore()
    post.is_unwanted = True
    if was_waiting:
        note_absence(scene, post, began)
    scene.restart()
    if scene.random.random() < 0.5:   # perhaps the author remembers
        pass_time(scene)
        certainly(scene, lambda: scene.random.choice([scene.take_back, scene.delete])(post))


def wait_with_backup(scene, place, names):
    """A post that waits for its time or for its service when the backup is made, and whether for its service."""
    post = scene.compose_thread(scene.random.choice([2, 3, 4])) if place.threads else scene.compose()
    is_away = scene.random.random() < 0.6
    scene.make(post)
    if is_away:
        place.fake.away()
        scene.publish(post, names)
        scene.until_state(post, place, "retrying", "blocked")
    else:
        scene.publish(post, names, at="+2s")
    scene.back_up()
    return post, is_away


def edit_some(scene, post):
    for number in range(scene.random.choice([0, 1, 1, 2, 3])):
        certainly(scene, lambda: scene.edit(post, scene.rewrite(post, f"edition{number}")))


def let_leave(scene, place, post, is_away):
    """The post leaves, and a moment passes."""
    place.fake.back()
    def has_left():
        row = scene.store.newest(post.id, place.name, "create")
        if is_away and row["state"] == "retrying":
            scene.ask(row["id"], "retry")
        return place.requests(post.marker)
    wait_until(has_left, 20, f"{post.marker} leaving", pause=0.1)
    time.sleep(scene.random.choice([0, 0.1, 0.5]))


def note_absence(scene, post, restored_at):
    """What was due by the restore and is not there may have been deleted on purpose, so its author is asked. A webhook
    that honours keys cannot be searched, and takes the same request once more instead. What was due only after the
    restore began may still be scheduled: it is looked for, and then sent."""
    for place in scene.places:
        row = scene.store.newest(post.id, place.name, "create")
        is_open = row is not None and row["state"] not in judge.FINAL
        is_overdue = is_open and (row["state"] != "scheduled" or row["dueAt"] / 1e6 <= restored_at)
        if is_overdue and place.asks_if_absent and not place.holds(post.marker):
            post.absent_at.add(place.name)


KINDS = {"restored": restored, "thread_restored": restored, "recalled": recalled}
