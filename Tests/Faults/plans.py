"""The meaning of a seed. Any hundred consecutive seeds cover every kill point at every class, and every other fault."""

from random import Random
from dataclasses import dataclass, field

from kinds import names

# A site has no connection that could hang between arming and the first byte, so it has no `after_arm`.
KILL_POINTS = {
    "after_arm": ("records", "keyed", "searched", "wordpress", "blind"),
    "first_byte": ("site", "records", "keyed", "searched", "wordpress", "blind"),
    "before_answer": ("site", "records", "keyed", "searched", "wordpress", "blind"),
    "before_record": ("site", "records", "keyed", "searched", "wordpress", "blind"),
    "checkpoint": ("site", "keyed", "searched", "blind"),
}
OTHERS = {
    "lost": ("any",), "broken": ("any",), "errors": ("any",), "busy": ("any",), "denied": ("any",),
    "refused": ("any",), "lost_key": ("fediverse",), "clock": ("fediverse",), "away": ("any",), "stalled": ("any",),
    "service_killed": ("any",), "stopped": ("any", "site"), "second_daemon": ("any",), "edited": ("any", "site"),
    "random_kills": ("any", "site"), "revised": ("editable", "editable"),
    "threaded": ("family", "family", "family"), "whole_thread": ("records", "records"), "articles": ("records",),
    "touched": ("social", "wordpress"), "thinned": ("family", "family", "records"),
    "doubted": ("records", "records", "family"), "pictured": ("pictures", "wordpress"),
}
SUBJECTS = {
    "site": ("site",), "wordpress": ("wordpress",), "any": names(), "records": names(lambda kind: kind.letter == "A"),
    "keyed": names(lambda kind: kind.letter == "B"), "blind": names(lambda kind: kind.letter == "E"),
    "searched": names(lambda kind: kind.letter == "D" and kind.program == "mastodon"),
    "fediverse": names(lambda kind: kind.letter == "B" and kind.program == "mastodon"),
    "social": names(lambda kind: kind.edit and kind.program == "mastodon"),
    "pictures": names(lambda kind: kind.program == "mastodon"),
    "family": names(lambda kind: kind.program == "mastodon"),
    "editable": names(lambda kind: kind.edit),
}
CYCLE = 100
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
    """A hundred (kind, subject): the kill points twice, one long stop, and the others in turn."""
    kills = [(kind, subject) for kind, subjects in KILL_POINTS.items() for subject in subjects] * 2
    others = [(kind, subject) for kind, subjects in OTHERS.items() for subject in subjects]
    rest = [others[index % len(others)] for index in range(CYCLE - len(kills) - 1)]
    plans = kills + rest + [("stopped_long", "any")]
    # Shuffled, always in the same way, so that two concurrent runs do not both wait for the disk.
    Random("the order of the plans").shuffle(plans)
    return plans


PLANS = _cycle()


@dataclass
class Plan:
    """One run. All of its random decisions come from `random`."""

    seed: int
    kind: str
    subject: str
    companions: list = field(default_factory=list)
    random: Random = None

    @classmethod
    def of(cls, seed, kind=None):
        """The plan of a seed; `kind`, if given, replaces its own."""
        chance = Random(f"galley {seed}")
        planned, role = PLANS[seed % CYCLE]
        if kind is not None and kind != planned:
            planned, role = kind, chance.choice({**KILL_POINTS, **OTHERS, "stopped_long": ("any",)}[kind])
        subject = chance.choice(SUBJECTS[role])
        companions = chance.sample(SUBJECTS["any"] + ("site",), chance.choice([0, 0, 1, 1, 2]))
        if planned in ("articles", "doubted"):
            companions = ["site"]
        if subject == "site" or "wordpress" == subject:   # one blog is enough; a second would need its own address
            companions = [what for what in companions if what not in ("site", "wordpress")]
        elif {"site", "wordpress"} <= set(companions):
            companions.remove("site")
        return cls(seed, planned, subject, companions, chance)

    @property
    def is_kill(self):
        return self.kind in KILL_POINTS

    def __str__(self):
        beside = f" beside {', '.join(self.companions)}" if self.companions else ""
        return f"{self.kind} at {self.subject}{beside}"
