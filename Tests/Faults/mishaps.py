"""Faults without a kill at a counted point: lost and broken answers, errors, outages, the end of either side."""

import time

from kill_points import hold_before_answer, let_go
from loopback import wait_until

ENDINGS = ("close", "reset")
# Rules for which a duplicate post would be Galley's fault, in any class. `broken` and `late` need short timeouts.
LOST = ({"fault": "drop_before_reading"}, {"fault": "drop_after_reading"}, {"fault": "drop_after_commit"})
BROKEN = (
    {"fault": "truncate", "at": "headers"}, {"fault": "truncate", "at": "half"}, {"fault": "corrupt_json"},
    {"fault": "empty_200"}, {"fault": "empty_200", "commit": False}, {"fault": "html_page"},
    {"fault": "html_page", "commit": True}, {"fault": "duplicate_answer"}, {"fault": "delay", "seconds": 0.3},
    {"fault": "delay", "seconds": 1.4},
)
ERRORS = tuple({"fault": fault, "commit": commit} for fault in ("error_500", "gateway_error", "unavailable", "timeout")
               for commit in (True, False))
# Held for longer than the daemon waits, and than a newer edit needs to leave.
LATE = ({"fault": "carry_out_late", "seconds": 0.5}, {"fault": "carry_out_late", "seconds": 1.6})
BUSY = ({"fault": "too_many", "seconds": 1}, {"fault": "too_many_reset", "seconds": 1})
DENIED = ({"fault": "unauthorized"}, {"fault": "forbidden"})
REFUSED = tuple({"fault": "answer", "status": status, "body": {"error": "no", "message": "no", "code": "no"}}
                for status in (400, 404, 410, 422)) + (
    {"fault": "answer", "status": 302, "headers": {"Location": "/elsewhere"}},)
RULES = {"lost": LOST, "broken": BROKEN, "errors": ERRORS, "busy": BUSY, "denied": DENIED, "refused": REFUSED}


def add_mishaps(scene):
    """For the posts beside the point: now and then one answer fails. Returns a function to call with a new post."""
    kinds = LOST + ERRORS + BUSY + DENIED + REFUSED + BROKEN[:5]

    def befall(post):
        for place in scene.places:
            if place.fake is not None and scene.random.random() < 0.35:
                rule = scene.random.choice(kinds)
                add_rule(scene, place, rule, post)
    return befall


def add_rule(scene, place, rule, post):
    """Applies `rule` to the sending of `post`."""
    on = {"method": "POST", "path": place.posting}
    if rule["fault"] != "drop_before_reading":   # that one cannot see the body
        on["contains"] = post.marker
    spoil(scene, place, on, rule)


def spoil(scene, place, on, rule):
    """Applies `rule` to a request; where it ends the connection, that is closed or reset."""
    ending = {"how": scene.random.choice(ENDINGS)} if rule["fault"].startswith(("drop", "carry")) else {}
    place.fake.script({"on": on, **rule, **ending})
    scene.note(f"{place.name} will {rule} for {on}")


def by_rule(scene, place, rule=None):
    """One to three times in a row the same fault hits one post."""
    rule, post = rule or scene.random.choice(RULES[scene.plan.kind]), scene.compose()
    for _ in range(scene.random.choice([1, 1, 2])):
        add_rule(scene, place, rule, post)
    scene.make(post)
    scene.publish(post, [place.name])
    if scene.plan.kind == "busy":
        scene.until_state(post, place, "delivered", seconds=20)
        check_waits(scene, place)


def check_waits(scene, place):
    """After a 429 the daemon may not return before the time in it."""
    answers = {entry["request"]: entry for entry in place.entries("answer")}
    asked = [entry for entry in place.entries("request") if entry["method"] == "POST" and place.posting in
             entry["target"]]
    for before, after in zip(asked, asked[1:]):
        answer = answers.get(before["request"])
        if answer and answer["status"] == 429 and after["at"] - answer["at"] < 0.9:
            scene.fail(f"{place.name} asked for a pause of 1 s and got {after['at'] - answer['at']:.2f} s.")


def lost_key(scene, place):
    """The service crashes between the post and its key: the key will not prevent a copy."""
    by_rule(scene, place, {"fault": scene.random.choice(["lose_key", "error_500"]), "lose_key": True})


def clock(scene, place):
    """The answer is lost, and the service has forgotten the key by the time of the retry."""
    post = scene.compose()
    add_rule(scene, place, scene.random.choice(LOST), post)
    scene.make(post)
    scene.publish(post, [place.name])
    scene.until_state(post, place, "uncertain", "reconciling", "delivered", "due", "preparing", "armed")
    place.fake.advance(7 * 3600)
    if scene.random.random() < 0.5:
        scene.kill()
        scene.restart()


def away(scene, place):
    """The service is unreachable, then back."""
    place.fake.away()
    post = scene.send_new([place])
    scene.until_state(post, place, "retrying")
    if scene.random.random() < 0.5:
        scene.kill()
        scene.restart()
    if place.holds(post.marker):
        scene.fail(f"{place.name} was away and got {post.marker}.")
    place.fake.back()


def stalled(scene, place):
    """Connections hang until the daemon gives up; certainly nothing has left."""
    place.fake.stall()
    post = scene.send_new([place])
    scene.until_state(post, place, "retrying")
    place.fake.accept()


def service_killed(scene, place):
    """The service crashes after creating the post and before answering, and restarts from its log."""
    post = hold_before_answer(scene, place)
    place.fake.kill()
    scene.note(f"{place.name} is killed")
    scene.until_state(post, place, "uncertain", "reconciling")
    place.fake.start()
    scene.note(f"{place.name} is back")


def stopped(scene, place):
    """SIGTERM in the middle of a transfer. Either the answer comes in time, or the delivery is marked uncertain."""
    post = hold_before_answer(scene, place)
    end(scene, place, post, 21, answers=scene.patience == "long")


def stopped_long(scene, place):
    """Like `stopped`, with a limit for the answer that is much longer than a daemon may take to stop."""
    post = hold_before_answer(scene, place)
    end(scene, place, post, 21, answers=False)


def end(scene, place, post, seconds, answers):
    scene.daemon.process.terminate()
    scene.note("the daemon is asked to end")
    if answers:
        time.sleep(0.2)
        let_go(scene, place, "answer")
    took = scene.daemon.terminate(seconds)
    state = scene.store.state(post.id, place.name)
    scene.note(f"the daemon has ended after {took:.1f} s; the delivery is {state}")
    wanted = ("delivered",) if answers else ("uncertain",)
    if state not in wanted:
        scene.fail(f"After a stop in mid-transfer the delivery is {state}, not {' or '.join(wanted)}.")
    if not answers:
        let_go(scene, place)
    scene.restart()


def second_daemon(scene, place):
    """A second daemon on the same store is refused, and the first one does not notice."""
    post = hold_before_answer(scene, place)
    status, words = scene.daemon.run_second()
    scene.note(f"the second daemon ended with {status}: {words.strip()}")
    if status == 0 or not words.strip():
        scene.fail(f"A second daemon on the same store ended with {status} and said: {words!r}")
    let_go(scene, place, "answer")
    scene.until_state(post, place, "delivered")


def edited(scene, place):
    """The author rewrites the post between scheduling and sending, and the daemon may be killed around that."""
    post = scene.send_new(at="+2s")
    times = scene.random.choice([1, 2])
    for number in range(times):
        if scene.random.random() < 0.4:
            scene.kill()
            scene.restart()
        if not scene.edit(post, scene.words(post.marker, f"edition{number}")):
            scene.restart()
    states = {name: scene.store.state(post.id, name) for name in post.sent_to}
    if set(states.values()) <= {"scheduled"}:
        # Nothing had left when the daemon acknowledged the last edition, so every target must get that one.
        post.last_word = f"edition{times - 1}"
    if scene.random.random() < 0.4:
        scene.kill()
        scene.restart()


def revised(scene, place):
    """The author rewrites a delivered post, and perhaps unpublishes it, while answers are lost and the daemon is
    killed."""
    post = scene.send_new([place])
    scene.until_state(post, place, "delivered")
    for number in range(scene.random.choice([1, 2, 3])):
        if scene.random.random() < 0.5:
            spoil_change(scene, place, post)
        certainly(scene, lambda: scene.edit(post, scene.words(post.marker, f"revision{number}")))
        post.last_word = f"revision{number}"
        pass_time(scene)
    if scene.random.random() < 0.5:
        if scene.random.random() < 0.5:
            spoil_change(scene, place, post)
        certainly(scene, lambda: scene.take_back(post))
        pass_time(scene)


def pictured(scene, place):
    """Two posts with one new picture leave at the same moment, uploads fail, and an edit changes the pictures."""
    shared = scene.colours(1)
    posts = [scene.compose(), scene.compose()]
    for post in posts:
        scene.illustrate(post, "first", post.draft, shared + scene.colours(scene.random.choice([0, 1])))
        scene.make(post)
    for _ in range(scene.random.choice([0, 1, 2])):
        rule = scene.random.choice(LOST + ERRORS + BUSY[:1] + DENIED)
        spoil(scene, place, {"method": "POST", "path": place.uploading}, rule)
    befall = add_mishaps(scene)
    for post in posts:
        befall(post)
        scene.publish(post, [place.name])
    pass_time(scene)
    if not place.can_edit or scene.random.random() < 0.3:
        return
    for post in posts:
        scene.until_state(post, place, "delivered", "uncertain", "blocked", "retrying", "failed")
    post = scene.random.choice(posts)
    if scene.store.state(post.id, place.name) != "delivered":
        return
    draft = scene.words(post.marker, "revision0")
    scene.illustrate(post, "revision0", draft, shared + scene.colours(1) if scene.random.random() < 0.5 else [])
    if scene.random.random() < 0.5:
        spoil_change(scene, place, post)
    certainly(scene, lambda: scene.edit(post, draft))
    post.last_word = "revision0"
    pass_time(scene)


def threaded(scene, place):
    """Answers about any of the parts are lost, the daemon is killed between them, and then the thread is edited or taken
    back, while that fails, too."""
    post = scene.compose_thread(scene.random.choice([2, 3, 4]))
    spoiled = [marker for marker in post.parts if scene.random.random() < 0.5]
    for marker in spoiled:
        rule = scene.random.choice(LOST[1:] + ERRORS + BROKEN[:5] + BUSY[:1] + REFUSED)
        spoil(scene, place, {"method": "POST", "path": place.posting, "contains": marker}, rule)
    killed = [marker for marker in post.parts if marker not in spoiled and scene.random.random() < 0.6]
    for marker in killed:
        on = {"method": "POST", "path": place.posting, "contains": marker}
        place.fake.script({"on": on, "fault": "pause_after_commit", "label": marker})
    scene.make(post)
    scene.publish(post, [place.name])
    for marker in killed:
        wait_until(lambda: hurried(scene, post, place, marker), 30, f"{marker} being held")
        scene.kill()
        place.fake.events.clear()
        place.fake.resume(word=scene.random.choice(["close", "reset"]))
        scene.restart()
    if scene.random.random() < 0.3 and not spoiled:   # in the middle, or at the end
        certainly(scene, lambda: scene.take_back(post))
        return pass_time(scene)
    if spoiled or scene.random.random() < 0.4:
        return pass_time(scene)
    scene.until_state(post, place, "delivered", "uncertain", seconds=30)
    if scene.store.state(post.id, place.name) != "delivered":
        return
    if place.kind.edit and scene.random.random() < 0.6:
        if scene.random.random() < 0.5:
            spoil_change(scene, place, post)
        certainly(scene, lambda: scene.edit(post, scene.rewrite(post, "revision0")))
        post.last_word = "revision0"
        pass_time(scene)
    elif scene.random.random() < 0.7:
        if scene.random.random() < 0.5:
            spoil_change(scene, place, post)
        certainly(scene, lambda: scene.take_back(post))
        pass_time(scene)


def whole_thread(scene, place):
    """A thread that the service takes in one request: its answer is lost or the daemon is killed around it, and then the
    thread is replaced or taken back, while that fails, too."""
    post = scene.compose_thread(scene.random.choice([2, 3, 5]))
    on = {"method": "POST", "path": place.posting, "contains": post.marker}
    mishap = scene.random.choice(["spoiled", "spoiled", "killed", "nothing"])
    for _ in range(scene.random.choice([1, 2]) if mishap == "spoiled" else 0):
        spoil(scene, place, on, scene.random.choice(LOST[1:] + ERRORS + BROKEN[:5] + BUSY[:1]))
    if mishap == "killed":
        place.fake.script({"on": on, "fault": "pause_after_commit", "label": post.marker})
    scene.make(post)
    scene.publish(post, [place.name])
    if mishap == "killed":
        wait_until(lambda: hurried(scene, post, place, post.marker), 30, "the thread being held")
        scene.kill()
        place.fake.events.clear()
        place.fake.resume(word=scene.random.choice(["close", "reset"]))
        scene.restart()
        if scene.random.random() < 0.4:   # while it is unknown whether it arrived
            certainly(scene, lambda: scene.take_back(post))
            return pass_time(scene)
    scene.until_state(post, place, "delivered", "uncertain", "blocked", "failed", seconds=60)
    if scene.store.state(post.id, place.name) != "delivered":
        return pass_time(scene)
    if scene.random.random() < 0.5:
        spoil_change(scene, place, post)
    if scene.random.random() < 0.5:
        certainly(scene, lambda: scene.edit(post, scene.rewrite(post, "revision0")))
        post.last_word = "revision0"
    else:
        certainly(scene, lambda: scene.take_back(post))
    pass_time(scene)


def hurried(scene, post, place, marker):
    """Whether the service holds this part; asks for retries until then, as an author would."""
    if any(event["event"] == "paused" and event.get("label") == marker for event in place.fake.events):
        return True
    for row in scene.store.deliveries():
        if (row["postId"], row["target"], row["kind"]) != (post.id, place.name, "create"):
            continue
        if row["state"] == "uncertain" and row["settleAt"] is None:
            copies = place.holds(post.marker_of(row["part"]))
            scene.ask(row["id"], "confirm-sent" if copies else "resend", copies and {"remoteID": copies[0]["id"]} or None)
        elif row["state"] in ("retrying", "uncertain", "failed", "blocked"):
            scene.ask(row["id"], "retry")
    time.sleep(0.05)
    return False


def articles(scene, place):
    """The answer about an article is lost or the daemon ends meanwhile; then the post changes or is taken back."""
    blog = scene.companions[0]
    post = scene.compose(titled=True)
    on = {"method": "POST", "path": place.posting, "contains": "site.standard.document"}
    how = scene.random.choice(["lost", "lost", "killed", "killed", "first byte"])
    if how == "lost":
        spoil(scene, place, on, scene.random.choice(LOST[1:] + ERRORS + BROKEN[:7]))
    elif how == "killed":
        place.fake.script({"on": on, "fault": "pause_after_commit"})
    else:   # nothing of the body is known then, so it may be the record of the blog
        place.fake.script({"on": {"method": "POST", "path": place.posting}, "fault": "pause_after_first_byte"})
    scene.make(post)
    scene.publish(post, [blog.name, blog.articles.name, place.name])
    if how != "lost":
        place.fake.wait_for("paused")
        scene.kill()
        place.fake.resume(word=scene.random.choice(["close", "reset"]))
        scene.restart()
    if scene.random.random() < 0.6:
        scene.until_state(post, place, "delivered", seconds=30)
        if scene.random.random() < 0.5:
            scene.take_back(post)
        elif scene.edit(post, scene.words(post.marker, "second", True)):
            wait_until(lambda: any("second" in str(copy) for copy in blog.articles.holds(post.marker)), 20,
                       "the article in its second edition")


def change(scene, post, place, kind, state):
    """The newest edit or deletion of a copy, as soon as it is in that state."""
    rows = [row for row in scene.store.deliveries()
            if (row["postId"], row["target"], row["kind"]) == (post.id, place.name, kind)]
    return rows[-1] if rows and rows[-1]["state"] == state else None


def spoil_change(scene, place, post):
    """Makes the next edit or deletion at `place` fail."""
    rule = scene.random.choice(LOST + ERRORS + BUSY[:1] + LATE)
    spoil(scene, place, {"method": scene.random.choice(place.changing), "path": place.posting + "/"}, rule)


def certainly(scene, act):
    """Repeats until the daemon acknowledges; it may have to be restarted in between."""
    while not act():
        scene.restart()


def pass_time(scene):
    """A pause, a kill, or neither."""
    if scene.random.random() < 0.5:
        time.sleep(scene.random.random() * 0.4)
    if scene.random.random() < 0.4:
        scene.kill()
        scene.restart()


def random_kills(scene, place):
    """Kills the daemon repeatedly at random moments, with several posts under way at every place."""
    befall = add_mishaps(scene)
    for _ in range(scene.random.choice([2, 3])):
        for _ in range(scene.random.choice([1, 2])):
            if len(scene.posts) < 4:
                post = scene.compose()
                befall(post)
                scene.make(post)
                scene.publish(post, [each.name for each in scene.places])
        time.sleep(scene.random.random() ** 2 * 0.5)
        scene.kill()
        scene.restart()


KINDS = {
    **dict.fromkeys(RULES, by_rule), "lost_key": lost_key, "clock": clock, "away": away, "stalled": stalled,
    "service_killed": service_killed, "stopped": stopped, "stopped_long": stopped_long,
    "second_daemon": second_daemon, "edited": edited, "revised": revised, "threaded": threaded,
    "whole_thread": whole_thread, "articles": articles, "pictured": pictured, "random_kills": random_kills,
}
