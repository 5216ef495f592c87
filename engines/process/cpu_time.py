"""Processor time of a process with all its children: what a player really spends, whatever it was started through."""

from __future__ import annotations


def tree_seconds(pid: int) -> float | None:
    """Seconds of processor time used so far by a process, its living descendants, and the dead ones they waited for.

    None when the process has ended.
    """
    import psutil  # only measuring players need it

    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    except psutil.Error:
        return None
    total = 0.0
    for member in family:
        try:
            total += sum(member.cpu_times()[:4])  # user, system, and the same of children that have ended
        except psutil.Error:  # it ended while we counted
            continue
    return total
