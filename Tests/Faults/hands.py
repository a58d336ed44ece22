"""A person changes or deletes a copy, or a part of one, at the target itself."""

import judge
from loopback import wait_until
from mishaps import certainly, change, pass_time, spoil_change


def touched(scene, place):
    """Galley overwrites or restores nothing of a single copy without reporting it."""
    post = scene.send_new([place])
    scene.until_state(post, place, "delivered")
    add_others(scene, place)
    if place.kind.withdrawals and scene.random.random() < 0.4:
        withdrawn_by_hand(scene, place, post)
    elif scene.random.random() < 0.5:
        changed_by_hand(scene, place, post)
    else:
        removed_by_hand(scene, place, post)


def add_others(scene, place):
    """Perhaps another client of the account posts, too."""
    if scene.random.random() < 0.5:
        place.fake.set(others=scene.random.choice([0, 6]))


def changed_by_hand(scene, place, post):
    place.change_by_hand(place.holds(post.marker)[0], f"{post.marker} by hand")
    if not place.takes_edits:
        return certainly(scene, lambda: scene.take_back(post))
    certainly(scene, lambda: scene.edit(post, scene.words(post.marker, "revision0")))
    row = until_told(scene, place, post, "blocked", lambda reason: "changed there" in reason and "by hand" in reason)
    if "by hand" not in str(place.holds(post.marker)):
        scene.fail("A change by hand was overwritten.")
    pass_time(scene)
    answer(scene, place, post, row, lambda: setattr(post, "last_word", "revision0"))


def answer(scene, place, post, row, when_sent):
    """The author sends the edit anyway, or takes the post back; then the copy goes, whatever it says."""
    if scene.random.random() < 0.5:
        spoil_change(scene, place, post)
    if scene.random.random() < 0.6:
        scene.ask(row["id"], "retry")
        when_sent()
    else:
        certainly(scene, lambda: scene.take_back(post))


def until_told(scene, place, post, state, is_told):
    """The edit as soon as it waits with the right reason."""
    row = wait_until(lambda: change(scene, post, place, "edit", state), 20,
                     f"an edit of {post.marker} at {place.what} being {state}")
    if not is_told(row["reason"]):
        scene.fail(f"What was done by hand at {place.what} is not told: {row['reason']}")
    return row


def withdrawn_by_hand(scene, place, post):
    """A copy that a person made a draft, or moved to the trash, is not public. An edit must not report that readers
    have it."""
    place.fake.set(status=[place.holds(post.marker)[0]["id"], scene.random.choice(place.kind.withdrawals)])
    certainly(scene, lambda: scene.edit(post, scene.words(post.marker, "revision0")))
    row = until_told(scene, place, post, "blocked", lambda reason: "changed there" in reason)
    pass_time(scene)
    if change(scene, post, place, "edit", "blocked") is None:
        scene.fail("An edit went on although a person has to decide.")
    scene.ask(row["id"], "cancel")
    post.given_up.add(place.name)


def removed_by_hand(scene, place, post):
    place.remove_by_hand(place.holds(post.marker)[0])
    if not place.takes_edits or scene.random.random() < 0.5:
        certainly(scene, lambda: scene.take_back(post))
        return until_taken_back(scene, place, post)
    certainly(scene, lambda: scene.edit(post, scene.words(post.marker, "revision0")))
    until_told(scene, place, post, "failed", lambda reason: "deleted there" in reason)
    scene.publish(post, [place.name])
    scene.until_state(post, place, "delivered")
    certainly(scene, lambda: scene.edit(post, scene.words(post.marker, "revision1")))
    post.last_word = "revision1"


# Threads

def part_gone(scene, place):
    """Some parts of a thread are deleted there, or all of them. An edit reports that before it changes a part,
    unpublishing removes what is left, and publishing again makes one whole thread."""
    post = deliver_thread(scene, place)
    count = len(post.parts)
    gone = sorted(scene.random.sample(range(1, count + 1), scene.random.choice([1, 1, 1, 2, count])))
    for number in gone:
        place.remove_by_hand(place.holds(post.marker_of(number))[0])
    scene.note(f"{place.name} lost the parts {gone}")
    if place.takes_edits and scene.random.random() < 0.6:
        edit_with_gaps(scene, place, post, gone)
    if scene.random.random() < 0.3:
        spoil_change(scene, place, post)
    certainly(scene, lambda: scene.random.choice([scene.take_back, scene.delete])(post))
    pass_time(scene)
    until_taken_back(scene, place, post)
    if post.is_deleted or scene.random.random() < 0.3:
        return
    scene.publish(post, [place.name])
    post.is_taken_back = False
    scene.until_state(post, place, "delivered", seconds=30)


def edit_with_gaps(scene, place, post, gone):
    edit_thread(scene, place, post)
    is_whole_gone = len(gone) == len(post.parts)
    numbers = [] if is_whole_gone else [str(number) for number in gone]
    row = until_told(scene, place, post, "failed" if is_whole_gone else "blocked",
                     lambda reason: "deleted there" in reason and all(number in reason for number in numbers))
    check_unchanged(scene, place, post)
    pass_time(scene)
    # Bluesky replaces a thread as a whole.
    if is_whole_gone or place.threads == "whole" or scene.random.random() < 0.5:
        return
    scene.ask(row["id"], "retry")
    wait_until(lambda: change(scene, post, place, "edit", "delivered"), 30, "an edit of the parts that are there")
    for number, marker in enumerate(post.parts, 1):
        found = ["revision0" in str(copy) for copy in place.holds(marker)]
        if found != ([] if number in gone else [True]):
            scene.fail(f"After an edit of what is there, {place.what} holds {found} of part {number}, without {gone}.")


def part_changed(scene, place):
    """One part of a thread is rewritten there. An edit reports that before it changes a part; the author sends it
    anyway, or unpublishes all."""
    post = deliver_thread(scene, place)
    marker = scene.random.choice(post.parts)
    place.change_by_hand(place.holds(marker)[0], f"{marker} by hand")
    scene.note(f"{place.name} has another {marker}")
    if not place.takes_edits or scene.random.random() < 0.3:
        return certainly(scene, lambda: scene.take_back(post))
    edit_thread(scene, place, post)
    row = until_told(scene, place, post, "blocked", lambda reason: "changed there" in reason and "by hand" in reason)
    if "by hand" not in str(place.holds(marker)):
        scene.fail("A change of a part by hand was overwritten.")
    check_unchanged(scene, place, post)
    pass_time(scene)
    answer(scene, place, post, row, lambda: setattr(post, "last_word", "revision0"))


def deliver_thread(scene, place):
    post = scene.compose_thread(scene.random.choice([3, 4, 5]))
    scene.make(post)
    scene.publish(post, [place.name])
    scene.until_state(post, place, "delivered", seconds=30)
    add_others(scene, place)
    return post


def edit_thread(scene, place, post):
    certainly(scene, lambda: scene.edit(post, scene.rewrite(post, "revision0")))


def check_unchanged(scene, place, post):
    """All parts are looked at before the first one changes."""
    new = [marker for marker in post.parts if "revision0" in str(place.holds(marker))]
    if new:
        scene.fail(f"{place.what} has new words in {', '.join(new)}, and the author has yet to decide.")


def until_taken_back(scene, place, post):
    """Until the daemon says that nothing of it is there."""
    hurried = {}

    def is_gone():
        for row in judge.newest(scene):
            judge.hurry(scene, row, hurried)
        deletion = scene.store.changed(post.id, place.name, "delete")
        return deletion in (None, "delivered") and scene.store.newest(post.id, place.name, "create")["takenBackAt"]
    wait_until(is_gone, 30, f"the deletion of {post.marker} at {place.what}")


KINDS = {"touched": touched, "part_gone": part_gone, "part_changed": part_changed}
