"""Taking samples in turn, and their results."""

import statistics
from dataclasses import dataclass


@dataclass
class Measure:
    """One row of the table. `value` must be at most, or at least, `limit`."""

    name: str
    galley: str
    bare: str
    value: float
    limit: float
    samples: int
    is_least: bool = False
    unit: str = "×"

    @property
    def is_met(self):
        return self.value >= self.limit if self.is_least else self.value <= self.limit

    @property
    def cells(self):
        sign = "≥" if self.is_least else "≤"
        verdict = "" if self.is_met else " **under**" if self.is_least else " **over**"
        precision = 2 if self.unit == "×" else 0
        space = " " if self.unit == "×" else "\u00a0"
        value = f"{self.value:.{precision}f}{space}{self.unit}{verdict}"
        return [self.name, self.galley, self.bare, value, f"{sign} {self.limit:g}{space}{self.unit}", str(self.samples)]


HEADINGS = ["measured", "Galley", "bare", "Galley to bare", "limit", "samples"]


def table(measures):
    """All measures as a Markdown table."""
    rows = [HEADINGS] + [measure.cells for measure in measures]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|"] + lines[1:])


def in_turn(samples, *arms):
    """Runs every arm `samples` times: A B, B A, A B, …, so that changes in the machine's load affect all of them.

    Returns one list of results for each arm.
    """
    found = [[] for _ in arms]
    for sample in range(samples):
        order = range(len(arms)) if sample % 2 == 0 else reversed(range(len(arms)))
        for arm in order:
            found[arm].append(arms[arm]())
    return found


def median_ratio(tops, *bottoms):
    """The median over the rounds of top ÷ sum of bottoms."""
    return statistics.median(top / sum(rest) for top, *rest in zip(tops, *bottoms))


def micro(seconds):
    """Seconds as readable text."""
    middle = statistics.median(seconds)
    return f"{middle * 1e6:.0f} µs" if middle < 1e-3 else f"{middle * 1e3:.2f} ms" if middle < 1 else f"{middle:.2f} s"
