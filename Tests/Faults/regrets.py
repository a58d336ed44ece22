"""The author changes their mind about a post while it is on its way to a target, or on its way back."""

import judge
from desk import Refused
from kill_points import let_go
from loopback import wait_until
from mishaps import BROKEN, ERRORS, LOST, certainly, pass_time, spoil


def doubted(scene, place):
    """While it is unknown whether the post arrived, the author takes it back, deletes it, or gives it another address.
    What the daemon asks the service about it follows from the request, and not from what holds now."""
    post = scene.compose(titled=scene.random.random() < 0.7)
    blogs = [each.name for each in scene.places if each.what == "site"]
    bring_into_doubt(scene, place, post, [place.name, *blogs])
    change_mind(scene, place, post)
    pass_time(scene)
    place.fake.back()


def bring_into_doubt(scene, place, post, names):
    """Sends it and loses the answer, or kills the daemon before it. Mostly the service is then away for a while, so
    that the doubt lasts until the author has acted."""
    on = {"method": "POST", "path": place.posting, "contains": post.marker}
    is_killed, goes = scene.random.random() < 0.4, scene.random.random() < 0.7
    if is_killed:
        place.fake.script({"on": on, "fault": "pause_after_commit"})
    else:
        spoil(scene, place, on, scene.random.choice(LOST[1:] + LOST[2:] + ERRORS[:1] + BROKEN[:4]))
    scene.make(post)
    scene.publish(post, names)
    if is_killed:
        place.fake.wait_for("paused", at="after_commit")
        scene.kill()
        let_go(scene, place, scene.random.choice(["close", "reset"]))
    else:
        wait_until(lambda: place.requests(post.marker), 20, f"{post.marker} leaving")
    if goes:
        place.fake.away()
        scene.note(f"{place.name} goes away")
    if is_killed:
        scene.restart()
    elif goes:
        scene.until_state(post, place, "uncertain", "reconciling", "preparing", "retrying", "delivered", "due")


def change_mind(scene, place, post):
    deeds = scene.random.choice([["back"], ["back"], ["gone"], ["moved", "back"], ["moved", "gone"], ["moved"]])
    for deed in deeds:
        if deed == "moved":
            draft = scene.words(post.marker, "moved", "title" in post.draft)
            certainly(scene, lambda: scene.edit(post, {**draft, "slug": f"{post.marker}-moved"}))
            post.last_word = "moved" if place.takes_edits else None
            scene.note(f"{post.marker} gets another address")
        else:
            certainly(scene, lambda: (scene.take_back if deed == "back" else scene.delete)(post))


def undeleted(scene, place):
    """The author restores a post, or publishes it again, while the deletion of its copy waits, is prepared, is sent, or
    has lost its answer. Either the copy stays, with the newest words, or it goes."""
    post = scene.send_new([place])
    scene.until_state(post, place, "delivered")
    stage = scene.random.choice(["waiting", "preparing", "preparing", "preparing", "sent", "lost"])
    if scene.random.random() < 0.8:   # this edit still waits when the post is deleted
        place.fake.away()
        certainly(scene, lambda: scene.edit(post, scene.words(post.marker, "revision0")))
        post.last_word = "revision0" if place.takes_edits else None
    is_restored = scene.random.random() < 0.6
    begin_deletion(scene, place, post, stage, scene.delete if is_restored else scene.take_back)
    if scene.random.random() < 0.3:
        scene.kill()
        scene.restart()
    if is_restored:
        certainly(scene, lambda: scene.undelete(post))
    else:
        publish_again(scene, place, post)
    if stage == "sent":
        place.fake.resume(word=scene.random.choice(["answer", "close", "reset"]))
    place.fake.back()
    if scene.random.random() < 0.3:   # where it went after all, it comes back
        publish_again(scene, place, post)
    pass_time(scene)


def begin_deletion(scene, place, post, stage, act):
    """Deletes the copy up to that stage; a kind that reads no copy before it deletes it has no long preparation."""
    method, path = place.kind.delete
    if stage == "waiting":
        place.fake.away()
    elif stage == "preparing":
        place.fake.script({"on": {"method": "GET"}, "fault": "delay", "seconds": 0.8, "times": 2})
    elif stage == "sent":
        place.fake.script({"on": {"method": method, "path": path}, "fault": "pause_after_commit"})
    else:
        spoil(scene, place, {"method": method, "path": path}, scene.random.choice(LOST[1:]))
    if stage != "waiting":
        place.fake.back()
    certainly(scene, lambda: act(post))
    states = {"waiting": ("retrying", "blocked"), "preparing": ("preparing", "armed", "delivered"), "sent": ("armed",),
              "lost": ("retrying", "uncertain", "preparing", "delivered")}[stage]
    wait_until(lambda: scene.store.changed(post.id, place.name, "delete") in states, 20,
               f"the deletion of {post.marker} being {' or '.join(states)}", pause=0.005)
    scene.note(f"the deletion is {scene.store.changed(post.id, place.name, 'delete')}")


def publish_again(scene, place, post):
    """The daemon may refuse that until it knows the end of the deletion."""
    hurried = {}

    def is_accepted():
        try:
            scene.desk.publish(post.id, [place.name])
        except Refused as refused:
            if refused.status != 409:
                raise
            scene.note(f"publishing {post.marker} again is refused: {refused}")
            place.fake.resume(word="answer")
            place.fake.back()
            for row in judge.newest(scene):
                judge.hurry(scene, row, hurried)
            return False
        return True
    wait_until(is_accepted, 30, f"{post.marker} being published again", pause=0.3)
    post.is_taken_back = False
    scene.note(f"{post.marker} is published again")


KINDS = {"doubted": doubted, "undeleted": undeleted}
