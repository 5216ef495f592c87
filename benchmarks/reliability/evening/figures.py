"""Measurements of an evening: memory and descriptors of the program and its helpers, and how they grow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psutil

MB = 1e6


@dataclass(frozen=True)
class Sample:
    """The program with all that it has started, at one moment.

    Attributes:
        hour: that of the evening.
        game: the one that is played; empty between two sittings.
        rss_mb: resident memory of all processes together; pages that several share count in each.
        descriptors: open files, pipes and connections of all processes together.
        processes: how many there are.
    """

    hour: float
    game: str
    rss_mb: float
    descriptors: int
    processes: int

    @classmethod
    def take(cls, pid: int, hour: float, game: str) -> Sample | None:
        """Measure a program now; None if one of its processes has just ended."""
        try:
            program = psutil.Process(pid)
            tree = [program, *program.children(recursive=True)]
            rss = sum(process.memory_info().rss for process in tree)
            return cls(hour, game, rss / MB, sum(process.num_fds() for process in tree), len(tree))
        except psutil.Error:
            return None


def slope(samples: Sequence[Sample], value: Callable[[Sample], float]) -> float:
    """Return the growth of a value in an hour, by least squares; each game has an intercept of its own."""
    by_game: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        by_game[sample.game].append(sample)
    above = below = 0.0
    for group in by_game.values():
        mean_hour = sum(sample.hour for sample in group) / len(group)
        mean = sum(map(value, group)) / len(group)
        above += sum((sample.hour - mean_hour) * (value(sample) - mean) for sample in group)
        below += sum((sample.hour - mean_hour) ** 2 for sample in group)
    return above / below if below else 0.0
