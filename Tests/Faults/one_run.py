"""One seeded run from its first process to its verdict, and the report about it."""

import base64
import json
import os
import shutil
import tempfile
import time
import traceback
from datetime import datetime, timezone
from pathlib import Path

import hands
import judge
import kill_points
import mishaps
import regrets
import restores
from judge import state_words
from plans import Plan
from scene import Scene

PREFIX = "galley-faults-"
MISHAPS = {**mishaps.KINDS, **hands.KINDS, **regrets.KINDS, **restores.KINDS}


def run(seed, kinds=(), keep=False, has_two_machines=False):
    """The result: {"seed", "plan", "failures", "reached", "seconds", "restarts", "story"}. Never raises."""
    plan = Plan.of(seed, kinds, has_two_machines)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=ground()))
    scene = Scene(plan, folder)
    began = time.monotonic()
    try:
        play(scene)
    except Exception as error:  # any error fails this run only; the others go on
        scene.fail(f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}")
    story = tell(scene) if scene.failures else ""
    scene.close()
    if scene.failures or keep:
        story += f"\nEverything is kept in {folder}\n"
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return {"seed": seed, "plan": str(plan), "failures": scene.failures, "reached": scene.reached,
            "seconds": round(time.monotonic() - began, 2), "restarts": scene.daemon.starts - 1, "story": story}


def ground():
    """The parent folder of runs: its path is short, since the path of a Unix socket has at most 107 bytes, and it is in
    memory if there is room. A killed process loses nothing there either, and a slow disk cannot fail the run.
    """
    memory = Path("/dev/shm")
    has_room = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30
    return str(memory) if has_room else "/tmp"


def play(scene):
    scene.open()
    if scene.plan.is_kill:
        befall = mishaps.add_mishaps(scene)
        kill_points.reach(scene)
        write_more(scene, befall)
    else:
        MISHAPS[scene.plan.kind](scene, scene.subject)
        write_more(scene, lambda post: None)
    if not scene.daemon.is_alive:
        raise RuntimeError(f"The daemon ended by itself.\n{scene.daemon.log_end()}")
    judge.settle(scene)
    while judge.decide(scene):
        judge.settle(scene)
    judge.judge(scene)
    took = scene.daemon.terminate(10)
    scene.note(f"the daemon ended within {took:.2f} s")


def write_more(scene, befall):
    """Up to four posts in all, to every place; the daemon may be killed during one, and one has a draft before it."""
    for _ in range(scene.random.choice([0, 1, 1, 2])):
        if len(scene.posts) >= 4:
            return
        # WordPress needs a tag before the post, and two posts may create it at the same time.
        post = scene.compose(tags=scene.random.choice([(), (), ("sea",), ("sea", "salt & light")]))
        if scene.random.random() < 0.3:
            scene.illustrate(post, "first", post.draft, scene.colours(scene.random.choice([1, 2])))
        befall(post)
        scene.make(post)
        if scene.random.random() < 0.4:
            scene.edit(post, scene.words(post.marker, "second"))
        scene.publish(post, [place.name for place in scene.places])


# Reporting

def tell(scene):
    """The failures, both sides' timelines as one, and the final state of everything."""
    plan = scene.plan
    lines = [f"Seed {plan.seed}: {plan}", *(f"  WRONG  {words}" for words in scene.failures)]
    two = " --two-machines" if plan.has_two_machines else ""
    lines.append(f"  Repeat it with: Tests/Faults/run.py{two} --only {plan.kind} --seed {plan.seed} --runs 1 --keep")
    moments = scene.notes + [moment for place in scene.places for moment in heard(place)]
    lines += [f"  {clock(at)}  {words}" for at, words in sorted(moments)]
    try:
        for row in scene.store.deliveries():
            lines.append(f"  delivery {row['id']} of {row['postId']} to {row['target']} (generation "
                         f"{row['generation']}, {row['attempts']} attempts) is {state_words(row)}")
        for attempt in scene.store.attempts():
            lines.append(f"    attempt {attempt['number']} of delivery {attempt['delivery']}, class "
                         f"{attempt['idempotency']}, at {clock(attempt['startedAt'] / 1e6)}: {attempt['outcome']} "
                         f"{attempt['reason'] or ''}")
    except Exception as error:  # an unreadable store is worth a line, not a second failure
        lines.append(f"  The store cannot be read: {error}")
    lines += ["  The end of the daemon's log:", *(f"    {line}" for line in scene.daemon.log_end(3000).splitlines())]
    return "\n".join(lines) + "\n"


def heard(place):
    """A service's durable log as moments; commits and answers have the time of the preceding entry."""
    at = 0
    for entry in place.entries():
        at = entry.get("at", at)
        if entry["entry"] == "request":
            body = base64.b64decode(entry["body"])[:160].decode("utf-8", "replace")
            yield at, f"{place.name} <- {entry['method']} {entry['target']} #{entry['request']} {body}"
        elif entry["entry"] == "commit":
            yield at, f"{place.name}    {entry['what']} {entry['id']} (request #{entry['request']})"
        elif entry["entry"] == "answer":
            fault = f" by {json.dumps(entry['fault'])}" if entry["fault"] else ""
            yield at, f"{place.name} -> {entry['status']} to #{entry['request']}, {entry['bytes']} bytes{fault}"
        elif entry["entry"] in ("connection", "clock", "start"):
            yield at, f"{place.name}    {json.dumps({key: value for key, value in entry.items() if key != 'at'})}"


def clock(at):
    return datetime.fromtimestamp(at, timezone.utc).strftime("%H:%M:%S.%f")[:-3]
