"""The guard process, which kills this program's children once the program has ended, and imports as little as possible."""

from __future__ import annotations

import time
from collections.abc import Iterable

from fourth_seat.processes.family.marked import LOOK_PERIOD_S, kill_group, kill_marked

START_TIMEOUT_S = 2.0  # for the environment of a child that was being started


def main(lines: Iterable[str]) -> None:
    """Read events about children, one `KIND MARK GROUP` per line, until the input ends; then kill all children that have
    not been reported as over.

    `starting` is sent before a child is started, `started` gives its process group, and `over` is sent before the number of
    the group can be reused.
    """
    groups: dict[str, int] = {}
    for line in lines:
        kind, mark, number = line.split()
        if kind == "over":
            groups.pop(mark, None)
        else:
            groups[mark] = int(number)
    end = time.monotonic() + START_TIMEOUT_S
    for group in filter(None, groups.values()):
        kill_group(group)
    while kill_marked(groups) or (0 in groups.values() and time.monotonic() < end):
        time.sleep(LOOK_PERIOD_S)
