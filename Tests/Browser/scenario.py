"""A scenario: a sentence about behaviour, and a function that takes a sitting and checks the sentence."""

from dataclasses import dataclass, field
from typing import Callable

SCENARIOS = []
# The rooms about what the browser keeps of the desk.
KEEPING = {"arriving", "offline", "owners", "saving", "signing_in", "storage", "windows"}


class Wrong(AssertionError):
    """The behaviour differs from what the author was promised."""


@dataclass
class Scenario:
    title: str
    run: Callable
    room: str
    settings: dict = field(default_factory=dict)


def scenario(title, **settings):
    """Registers the function below it. `settings` are a sitting's (`tour`, `titled`, `bare`, and `own` with a reason) and a
    house's (`undo`, `targets`, `host`). The page has its real service worker in houses of a scenario's own, and in some
    rooms.
    """
    def register(run):
        kept = {"keeps": run.__module__.rpartition(".")[2] in KEEPING or "own" in settings}
        SCENARIOS.append(Scenario(title, run, run.__module__, kept | settings))
        return run
    return register


def check(condition, words):
    """Fails with `words` if `condition` does not hold."""
    if not condition:
        raise Wrong(words)


def same(found, wanted, what):
    check(found == wanted, f"{what} is\n      {found!r}\n    and should be\n      {wanted!r}")
