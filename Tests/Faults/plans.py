"""The meaning of a seed. A cycle of consecutive seeds covers every kill point at every class, and every other fault; a
quarter of it meets each kind of fault that the cycle has four times.
"""

from collections import Counter
from random import Random
from dataclasses import dataclass, field

from kinds import KINDS, names

# A site has no connection that could hang between arming and the first byte, so it has no `after_arm`.
KILL_POINTS = {
    "after_arm": ("records", "keyed", "searched", "blogs", "blind"),
    "first_byte": ("site", "records", "keyed", "searched", "blogs", "blind"),
    "before_answer": ("site", "records", "keyed", "searched", "blogs", "blind"),
    "before_record": ("site", "records", "keyed", "searched", "blogs", "blind"),
    "checkpoint": ("site", "keyed", "searched", "blind"),
}
OTHERS = {
    "lost": ("any",), "broken": ("any",), "errors": ("any",), "busy": ("any",), "denied": ("any",),
    "refused": ("any",), "lost_key": ("fediverse",), "clock": ("fediverse",), "away": ("any",), "stalled": ("any",),
    "service_killed": ("any",), "stopped": ("any", "site"), "second_daemon": ("any",), "edited": ("any", "site"),
    "random_kills": ("any", "site"), "revised": ("editable", "editable"),
    "threaded": ("family", "family", "family"), "whole_thread": ("records", "records"), "articles": ("records",),
    "touched": ("social", "blogs", "records"), "pictured": ("pictures", "illustrated"),
    "part_gone": ("family", "records", "family", "family"), "part_changed": ("family", "records", "family", "family"),
    "doubted": ("records", "family", "erasable", "records"),
    "undeleted": ("erasable", "social", "records", "blogs"),
    "restored": ("any", "records", "keyed", "social"), "recalled": ("erasable", "records", "social", "erasable"),
    "thread_restored": ("family", "records", "family", "family"),
}
SUBJECTS = {
    "site": ("site",), "blogs": names(lambda kind: kind.is_blog), "any": names(), "records": names(lambda kind: kind.letter == "A"),
    "keyed": names(lambda kind: kind.letter == "B"), "blind": names(lambda kind: kind.letter == "E"),
    "searched": names(lambda kind: kind.letter == "D" and kind.program == "mastodon"),
    "fediverse": names(lambda kind: kind.letter == "B" and kind.program == "mastodon"),
    "social": names(lambda kind: kind.edit and kind.program == "mastodon"),
    "pictures": names(lambda kind: kind.program == "mastodon"),
    "illustrated": names(lambda kind: kind.is_blog and kind.uploading),
    "family": names(lambda kind: kind.program == "mastodon"),
    "editable": names(lambda kind: kind.edit), "erasable": names(lambda kind: kind.delete),
}
THREADED = ("threaded", "whole_thread", "part_gone", "part_changed", "thread_restored")
CYCLE = 120
# What is tried on two machines with a database; a restore needs an empty one, and a file's checkpoints are no one's there.
ON_DATABASE = [kind for kind in KILL_POINTS if kind != "checkpoint"] * 2 + [
    "lost", "broken", "errors", "random_kills", "away", "edited", "revised", "threaded", "pictured", "undeleted", "stopped"]
POINT_NAMES = {
    "after_arm": "after arm, before the first byte", "first_byte": "after the first request byte",
    "before_answer": "after the service's commit, before its answer",
    "before_record": "after the answer, before our commit", "checkpoint": "during a WAL checkpoint",
}
# By the letter of the class; the points that a run with that subject must have counted.
EXPECTED = {
    ("after_arm", "A"), ("after_arm", "B"), ("after_arm", "D"), ("after_arm", "E"),
    *((point, letter) for point in ("first_byte", "before_answer", "before_record", "checkpoint")
      for letter in "ABDE"),
}


def _cycle():
    """All (kind, subject) in their order: the kill points twice, one long stop, and the others in turn."""
    kills = [(kind, subject) for kind, subjects in KILL_POINTS.items() for subject in subjects] * 2
    others = [(kind, subject) for kind, subjects in OTHERS.items() for subject in subjects]
    rest = [others[index % len(others)] for index in range(CYCLE - len(kills) - 1)]
    return _spread(kills + rest + [("stopped_long", "any")])


def _spread(plans):
    """Each kind at equal distances, so that a short series meets most of them and two concurrent runs rarely both wait
    for the disk."""
    chance = Random("the order of the plans")
    begin = {kind: chance.random() for kind in sorted({kind for kind, _ in plans})}
    count, met, places = Counter(kind for kind, _ in plans), Counter(), []
    for kind, subject in plans:
        places.append(((met[kind] + begin[kind]) / count[kind], kind, subject))
        met[kind] += 1
    return [(kind, subject) for _, kind, subject in sorted(places)]


PLANS = _cycle()


@dataclass
class Plan:
    """One run. All of its random decisions come from `random`."""

    seed: int
    kind: str
    subject: str
    companions: list = field(default_factory=list)
    random: Random = None
    has_two_machines: bool = False

    @classmethod
    def of(cls, seed, kinds=(), has_two_machines=False):
        """The plan of a seed; one of `kinds`, if there are any, replaces its own."""
        if has_two_machines:
            kinds = kinds or ON_DATABASE
        chance = Random(f"galley {seed}")
        planned, role = PLANS[seed % CYCLE]
        kind = kinds[seed % len(kinds)] if kinds else planned
        if kind != planned:
            planned, role = kind, chance.choice({**KILL_POINTS, **OTHERS, "stopped_long": ("any",)}[kind])
        subject = chance.choice(SUBJECTS[role])
        companions = chance.sample(SUBJECTS["any"] + ("site",), chance.choice([0, 0, 1, 1, 2]))
        if planned == "articles":
            companions = ["site"]
        if planned == "doubted" and chance.random() < 0.7:   # it has the address that the post names
            companions = ["site"]
        # One blog is enough; a second would need its own address.
        blogs = [what for what in [subject, *companions] if KINDS[what].is_blog]
        companions = [what for what in companions if what not in blogs or what == blogs[0] != subject]
        return cls(seed, planned, subject, companions, chance, has_two_machines)

    @property
    def has_threads(self):
        return self.kind in THREADED

    @property
    def is_kill(self):
        return self.kind in KILL_POINTS

    def __str__(self):
        beside = f" beside {', '.join(self.companions)}" if self.companions else ""
        return f"{self.kind} at {self.subject}{beside}"
