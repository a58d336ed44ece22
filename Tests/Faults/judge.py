"""Compares the daemon's state with the content of the places, according to their own durable logs."""

import time
from collections import Counter

from loopback import wait_until

FINAL = ("delivered", "failed", "missed", "cancelled", "superseded")
STATES = FINAL + ("scheduled", "due", "preparing", "armed", "retrying", "blocked", "uncertain", "reconciling")
SETTLE_SECONDS = 40


def settle(scene):
    """Waits until nothing changes, with every service healthy again. Hurries long waits, as an author would."""
    for place in scene.places:
        if place.fake is not None:
            place.fake.clear()
            place.fake.accept()
            place.fake.back()
            place.fake.resume(word="close")
    hurried = {}
    deadline = time.monotonic() + SETTLE_SECONDS
    while waiting := [row for row in newest(scene) if not is_settled(scene, row)]:
        if time.monotonic() > deadline:
            for row in waiting:
                scene.fail(f"Delivery {row['id']} to {row['target']} is still {state_words(row)} after "
                           f"{SETTLE_SECONDS} s with everything well.")
            return
        for row in waiting:
            hurry(scene, row, hurried)
        time.sleep(0.05)


def newest(scene):
    """The newest generation of each delivery, of its edits and of its deletions."""
    found = {}
    for row in scene.store.deliveries():
        found[row["postId"], row["target"], row["kind"]] = row
    return list(found.values())


def is_settled(scene, row):
    if row["state"] == "uncertain":
        return row["settleAt"] is None or waits_for_decision(scene, row)
    beside = [other for other in scene.store.deliveries()
              if (other["postId"], other["target"]) == (row["postId"], row["target"])]
    if row["state"] == "blocked" and row["block"] == "parent":   # a change waits until its author has decided
        is_asked = any(other["state"] == "uncertain" and other["settleAt"] is None for other in beside)
        return is_asked or row["target"] in post_of(scene, row).given_up   # of a thread in the middle, for example
    if row["state"] == "failed" and row["kind"] == "edit":       # what it was to change is gone
        copies = [other for other in beside if other["kind"] == "create" and other["id"] < row["id"]]
        return post_of(scene, row).is_taken_back or copies[-1]["takenBackAt"] is not None
    if row["kind"] == "edit" and (row["state"], row["block"]) == ("blocked", "target"):
        return scene.place(row["target"]).refuses_edits
    return row["state"] in FINAL and row["state"] != "failed"


def waits_for_decision(scene, row):
    """Whether its text names an address that another delivery has to give, about which its author is asked."""
    after = scene.place(row["target"]).after   # without one, it is any blog
    parents = [after] if after else [place.name for place in scene.places if place.kind.is_blog]
    return any(other["state"] == "uncertain" and other["settleAt"] is None for other in scene.store.deliveries()
               if other["postId"] == row["postId"] and other["target"] in parents and other["target"] != row["target"])


def hurry(scene, row, hurried):
    """Sends `retry` for a refusal whose cause the author can remove, or a backoff that the author need not wait for."""
    now = time.time()
    later = (row["at"] or row["settleAt"] or 0) / 1e6 - now
    is_long = row["state"] in ("retrying", "uncertain") and later > 1.2
    # A restored store does not know the last words that Galley wrote there, so it asks before it overwrites them.
    blocks = ("auth", "late", "content") if post_of(scene, row).restored else ("auth", "late")
    is_mended = row["state"] == "failed" or (row["state"] == "blocked" and row["block"] in blocks)
    if (is_long or is_mended) and now - hurried.get(row["id"], 0) > 0.5:
        hurried[row["id"]] = now
        scene.ask(row["id"], "retry")


def state_words(row):
    block = f"({row['block']})" if row["block"] else ""
    return f"{row['state']}{block}: {row['reason']}" if row["reason"] else row["state"]


# Uncertain deliveries

def decide(scene):
    """A delivery that the daemon must not decide stays uncertain, even over a restart, until the author decides.

    Returns whether there was one: then the next part of its thread may follow, or a deletion that waited for it.
    """
    stuck = [row for row in newest(scene) if row["state"] == "uncertain"]
    if not stuck:
        return False
    check_only_blind_are_stuck(scene, stuck)
    before = {row["id"]: row["attempts"] for row in stuck}
    if scene.random.random() < 0.5:
        scene.kill()
        scene.restart()
    time.sleep(0.2)
    for row in newest(scene):
        if row["id"] in before and (row["state"], row["attempts"]) != ("uncertain", before[row["id"]]):
            scene.fail(f"Delivery {row['id']} was uncertain and became {row['state']} although nobody decided.")
    verbs = [verb_for(scene, row) for row in stuck]
    is_asked = answer_at_once(scene, stuck, verbs)
    for row, verb in zip(stuck, verbs, strict=True):
        decide_one(scene, row, verb, is_asked)
    return True


def check_only_blind_are_stuck(scene, stuck):
    """At a searchable target a delivery may wait for the author only if it was sent twice and found neither time."""
    for row in stuck:
        place, post = scene.place(row["target"]), post_of(scene, row)
        post.asked_at.add(place.name)
        if post.restored and place.letter != "E":
            check_question_after_restore(scene, post, place, row)
        elif place.letter == "E":
            if scene.ask(row["id"], "retry"):
                scene.fail(f"Delivery {row['id']} to a blind target was sent again by “retry”.")
        elif row["kind"] == "create" and not place.is_searchable:
            continue   # the author must decide what no look-up can see
        elif place.letter != "D" or not row["isResent"] or place.holds(post.marker_of(row["part"])):
            scene.fail(f"Delivery {row['id']} to {place.what} waits for the author: {state_words(row)}")


def check_question_after_restore(scene, post, place, row):
    """The author is asked about what is not there. What is there is found, unless an edit since the backup replaced all
    of the text by which the restored store could know it."""
    marker = post.marker_of(row["part"])
    known = next(line for line in post.restored["body"].splitlines() if marker in line)
    is_findable = place.is_searchable and place.program != "webhook"
    if is_findable and any(known in words_of(copy) for copy in place.holds(marker)):
        scene.fail(f"The copy at {place.what} was not found after the restore: {state_words(row)}")


def verb_for(scene, row):
    """The author checks and states the fact, or abandons. What is taken back is not sent again."""
    place, post = scene.place(row["target"]), post_of(scene, row)
    copies = place.holds(post.marker_of(row["part"]))
    is_there = bool(copies) and (row["kind"] != "edit" or (post.last_word or "") in words_of(copies[0]))
    if post.is_taken_back or post.is_unwanted:
        return "confirm-sent" if is_there else "abandon"
    return scene.random.choice(["confirm-sent" if is_there else "resend"] * 2 + ["abandon"])


def answer_at_once(scene, stuck, verbs):
    """What a restore has left open is one question. Returns whether it got one answer, which then is right for all."""
    is_one = all(row["restoredFrom"] is not None for row in stuck) and len(set(verbs)) == 1
    if not is_one or verbs[0] == "confirm-sent" or scene.random.random() < 0.3:
        return False
    said = scene.daemon.galley("queue", verbs[0], "--restored")
    scene.note(f"{verbs[0]} of all {len(stuck)} that the restore has left open")
    if said.returncode != 0:
        scene.fail(f"galley queue {verbs[0]} --restored ended with {said.returncode}: {said.stderr}")
    return True


def decide_one(scene, row, verb, is_asked):
    """Answers, unless that has happened, and waits for what follows."""
    place, post = scene.place(row["target"]), post_of(scene, row)
    copies = place.holds(post.marker_of(row["part"]))
    name = str(copies[0]["id"]) if copies else "seen"   # the next part answers to it, and a change applies to it
    body = {"url": "http://127.0.0.1/seen", "remoteID": name} if verb == "confirm-sent" else None
    if not is_asked and not scene.ask(row["id"], verb, body):
        return scene.fail(f"“{verb}” of the uncertain delivery {row['id']} was refused.")
    wanted = {"cancelled"} if verb == "abandon" else {"delivered"}
    if verb == "abandon":
        post.given_up.add(place.name)

    def has_followed():
        now = scene.store.newest(post.id, place.name, "create")
        is_next = row["part"] < row["parts"] and (now["part"] > row["part"] or now["state"] != "uncertain")
        return now["state"] in wanted or (is_next and verb != "abandon")
    try:
        wait_until(has_followed, 15, f"{wanted} after {verb}")
    except TimeoutError as error:
        scene.fail(f"Delivery {row['id']}: {error}")


def post_of(scene, row):
    return next(post for post in scene.posts if post.id == row["postId"])


# The invariants

def judge(scene):
    """Everything that must hold when nothing is under way."""
    latest = {row["id"] for row in newest(scene)}
    for row in scene.store.deliveries():
        if row["state"] not in STATES:
            scene.fail(f"Delivery {row['id']} is in the unknown state {row['state']}.")
        if row["id"] not in latest and row["state"] not in FINAL:
            scene.fail(f"Delivery {row['id']} has a successor and is still {state_words(row)}.")
    for problem in scene.store.problems()[:5]:
        scene.fail(f"The store: {problem}")
    check_promises(scene)
    check_words(scene)
    check_attempts(scene)
    check_updates(scene)
    check_pictures(scene)
    check_references(scene)
    check_threads(scene)
    check_audiences(scene)


def check_audiences(scene):
    """No copy is more public than it was meant to be."""
    order = ("public", "unlisted", "private", "direct")
    for place in scene.places:
        if not place.kind.audiences:
            continue
        for post in scene.posts:
            for part, marker in enumerate(post.parts or [post.marker], 1):
                wanted = post.audience or place.audience(part)
                for copy in place.holds(marker):
                    if order.index(copy["visibility"]) < order.index(wanted):
                        scene.fail(f"{marker} is {copy['visibility']} at {place.what}, and was to be {wanted}.")


def check_threads(scene):
    """Each part is there once, after and beneath the one before it, and none if the thread was taken back."""
    rows = {(row["postId"], row["target"]): row for row in newest(scene) if row["kind"] == "create"}
    for post in (post for post in scene.posts if post.parts):
        for place in scene.places:
            if place.threads:
                check_thread(scene, post, place, rows[post.id, place.name])


def check_thread(scene, post, place, row):
    created = [entry["id"] for entry in place.entries("commit") if entry["what"] == "created"]
    copies = [place.holds(marker) for marker in post.parts]
    counts = [len(found) for found in copies]
    if post.is_taken_back:
        if any(counts) and place.name not in post.given_up:
            scene.fail(f"The thread {post.marker} was taken back and {place.what} holds {counts} of its parts.")
        return
    if max(counts) > 1 or (row["state"] == "delivered" and place.name not in post.given_up and min(counts) < 1):
        return scene.fail(f"{place.what} holds {counts} of the parts of {post.marker}, which is {state_words(row)}.")
    if place.threads == "whole" and len(set(counts)) > 1:
        return scene.fail(f"{place.what} holds {counts} of the parts of {post.marker}, which it takes together.")
    there = [found[0] for found in copies if found]
    if counts != [1] * len(there) + [0] * (len(counts) - len(there)):
        return scene.fail(f"{place.what} holds the parts {counts} of {post.marker}.")
    stable = [name[-32:] if place.what == "snac" else name for name in (record["id"] for record in there)]
    if [created.index(name) for name in stable] != sorted(created.index(name) for name in stable):
        scene.fail(f"The parts of {post.marker} arrived at {place.what} in another order.")
    for before, record in zip(there, there[1:]):
        previous = place.previous(record)
        if previous[-32:] != before["id"][-32:]:
            scene.fail(f"A part of {post.marker} at {place.what} answers to {previous} and not to {before['id']}.")


def check_references(scene):
    """A card names the article and its publication as they were when the post was sent."""
    for place in scene.places:
        if place.program != "bluesky":
            continue
        for finding in (finding for entry in place.entries("commit") for finding in entry["findings"]):
            scene.fail(f"{place.name}: a bad {finding['kind']} in {finding['uri']}: {finding['words']}")


def check_promises(scene):
    """Every acknowledged publication has its row, and every row agrees with the place."""
    rows = {(row["postId"], row["target"]): row for row in newest(scene) if row["kind"] == "create"}
    for post in scene.posts:
        for name in sorted(post.sent_to):
            row = rows.get((post.id, name))
            if row is None:
                scene.fail(f"The delivery of {post.marker} to {name} was acknowledged and is lost.")
            else:
                check_copies(scene, post, scene.place(name), row)
        # It was requested without an acknowledgement: then both results are right.
        asked = {name for wish in post.wanted for name in wish["to"]}
        for place in scene.places:
            if place.name not in post.sent_to | asked and place.holds(post.marker):
                scene.fail(f"{post.marker} is at {place.name}, where nobody sent it.")


def check_copies(scene, post, place, row):
    copies = place.holds(post.marker)
    is_known = row["state"] == "delivered" and row["takenBackAt"] is None
    if post.is_taken_back:
        # A site has no deletions: it shows what is published.
        if copies or (is_known and place.fake is not None):
            scene.fail(f"{post.marker} was taken back and {place.what} holds {len(copies)} copies of it.")
        return
    if post.is_unwanted:
        if copies and place.fake is not None:
            scene.fail(f"{post.marker} came back to {place.what} after the restore: {state_words(row)}.")
        return
    if place.name in post.absent_at - post.asked_at:
        scene.fail(f"{post.marker} was not at {place.what} after the restore, and its author was not asked.")
    if row["takenBackAt"] is not None and copies:
        scene.fail(f"{place.what} holds a copy of {post.marker}, says its log, and none, says the daemon.")
    if len(copies) > 1:
        scene.fail(f"{place.what} (class {place.letter}) holds {len(copies)} copies of {post.marker}.")
    is_left = place.name in post.given_up   # the author knows what happened to the copy there
    if row["state"] == "delivered" and row["takenBackAt"] is None and not copies and not is_left:
        scene.fail(f"{post.marker} is delivered to {place.what}, says the daemon, and is not there.")
    keeps_old = place.fake is not None and place.refuses_edits
    if row["state"] == "delivered" and post.last_word and copies and not keeps_old \
            and post.last_word not in words_of(copies[0]):
        scene.fail(f"{place.what} got another edition of {post.marker} than the last, “{post.last_word}”.")
    if row["state"] != "delivered" and place.name not in post.given_up:
        scene.fail(f"{post.marker} ended as {state_words(row)} at {place.what}, where everything is well.")


def words_of(copy):
    """The text of a result of `Place.holds`."""
    if isinstance(copy, str):
        with open(copy, encoding="utf-8") as page:
            return page.read()
    return str(copy)


def check_words(scene):
    """No acknowledged post or revision is missing or altered, and none was created twice."""
    kept = {summary["id"]: summary for summary in scene.desk.summaries()}
    for post in scene.posts:
        for number, draft in post.saved.items():
            found = scene.desk.revision(post.id, number)["draft"]
            for name, value in draft.items():
                if found.get(name) != value:
                    scene.fail(f"Revision {number} of {post.marker} has another {name} than was acknowledged.")
        alike = [one for one in kept.values() if post.marker in (one.get("title") or "") + one["excerpt"]]
        if len(alike) != (0 if post.is_deleted else 1):
            scene.fail(f"{post.marker} was made once and is there {len(alike)} times.")
    for lost in set(scene.loaded) - set(kept):
        scene.fail(f"The post {lost} was acknowledged and is lost.")


def check_attempts(scene):
    """Nothing was sent that had not been recorded before, byte for byte, and nothing was sent twice for one attempt."""
    attempts = scene.store.attempts()
    for post in scene.posts:
        for place in scene.places:
            if place.fake is None:
                continue
            rows = [row["id"] for row in scene.store.deliveries()
                    if (row["postId"], row["target"]) == (post.id, place.name)]
            tries = [attempt for attempt in attempts if attempt["delivery"] in rows]
            requests = place.requests(post.marker, since=scene.restored_at)
            if len(requests) > len(tries):
                scene.fail(f"{place.what} got {len(requests)} requests with {post.marker} for {len(tries)} tries.")
            armed = {bytes(attempt["request"]) for attempt in tries}
            if not all(any(request == body or body.startswith(request) for body in armed) for request in requests):
                scene.fail(f"{place.what} got other bytes with {post.marker} than were written down.")
    check_kept_counts(scene, attempts)


def check_pictures(scene):
    """A copy has the pictures of its own edition, all of them and in order, and no blog has one twice."""
    for place in scene.places:
        if place.uploading is None:
            continue
        for digest in place.doubled_pictures():
            scene.fail(f"{place.what} got the picture {digest[:12]} twice.")
        for post in scene.posts:
            for copy in place.holds(post.marker) if post.pictures else []:
                check_pictures_of(scene, post, place, copy)


def check_pictures_of(scene, post, place, copy):
    text = "".join(copy.get(word, "") for word in place.kind.texts)
    for edition, wanted in post.pictures.items():
        if f"{post.marker} {edition}" in text.split("<img")[0] and place.pictures(copy) not in (wanted, None):
            scene.fail(f"{place.what} shows the pictures {place.pictures(copy)} for {wanted}.")


def check_updates(scene):
    """Every accepted edit at snac is an Update to all followers: the same text is sent once, and at most once more if
    its first request was carried out late."""
    for place in scene.places:
        if place.what != "snac":
            continue
        texts = Counter(entry["record"]["text"] for entry in place.entries("commit") if entry["what"] == "edited"
                        and entry["request"])
        for text, count in texts.items():
            if count > 2:
                scene.fail(f"{place.what} got the same edit {count} times: {text[:60]}")


def check_kept_counts(scene, attempts):
    for row in scene.store.deliveries():
        count = sum(attempt["delivery"] == row["id"] for attempt in attempts)
        if count != row["attempts"]:
            scene.fail(f"Delivery {row['id']} counts {row['attempts']} attempts, and {count} are written down.")
