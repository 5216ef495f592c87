"""Measure the overhead and robustness of a farm: bars of docs/figures.md.

    python -m uv run --group dev python -m benchmarks.farm [--units 20] [--seconds 2] [--of dask]

Prints, for processes of this machine and for a Dask farm on it: the speed-up of two workers over one, by units that only
wait (so that the load of the machine does not matter); the processor time of scheduler, workers and this process in
addition to that of the units, once all are up; and whether eight workers, four of which are killed, return the same bytes
as this process alone. Exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256

from fourth_seat.farm.local import Farm
from fourth_seat.farm.run import open_farm, run
from fourth_seat.farm.unit import DoneUnit, Outcome, Unit
from fourth_seat.processes.child import tree_seconds
from fourth_seat.processes.installation import ROOT

MIN_SPEED_RATIO, MAX_OVERHEAD_SHARE = 1.8, 0.03
WORKER_COUNT, KILLED_COUNT = 8, 4  # workers, and those of them that are killed
SHORT_UNIT_S = 0.5  # of the units of workers that are killed


def waits(number: int, seconds: float) -> Outcome:
    """Wait, as a unit of work."""
    time.sleep(seconds)
    return Outcome(sha256(b"%d" % number).digest(), {"pid": os.getpid()})


def computes(number: int, seconds: float) -> Outcome:
    """Take `seconds` of processor time, as a unit of work."""
    data, start = b"%d" % number, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(1_000):
            data = sha256(data).digest()
    return Outcome(sha256(b"%d" % number).digest(), {"pid": os.getpid()})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=20, help="of each measurement")
    parser.add_argument("--seconds", type=float, default=2.0, help="that a unit takes")
    parser.add_argument("--of", nargs="+", choices=FARMS, default=[*FARMS], help="these alone")
    args = parser.parse_args()
    kept = [figures(name, FARMS[name], args.units, args.seconds) for name in args.of]
    return 0 if all(kept) else 1


@contextmanager
def processes(number: int) -> Iterator[Farm]:
    """Open a farm of local processes."""
    with open_farm(str(number)) as farm:
        yield farm


@contextmanager
def dask_farm(number: int) -> Iterator[Farm]:
    """Yield a Dask farm with this number of workers."""
    with (
        started("open", "tcp://127.0.0.1:0") as address,
        started("join", address, "--processes", str(number)),
        open_farm(address) as farm,
    ):
        while farm.workers() < number:
            time.sleep(0.1)
        yield farm


@contextmanager
def started(*arguments: str) -> Iterator[str]:
    """Yield a `farm` command; give the first line that it prints."""
    process = subprocess.Popen(
        (sys.executable, "companion.py", "farm", *arguments), cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        yield process.stdout.readline().strip()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


FARMS: dict[str, Callable[[int], AbstractContextManager[Farm]]] = {"processes": processes, "dask": dask_farm}


def figures(name: str, farm: Callable[[int], AbstractContextManager[Farm]], units: int, seconds: float) -> bool:
    """Print the figures of one kind of farm; return whether it meets the bars."""
    walls = []
    for workers in (1, 2):
        with farm(workers) as opened_farm:
            warm(opened_farm, workers)
            walls.append(waited(opened_farm, units, seconds))
            if workers == 2:
                beside = overhead(opened_farm, units, seconds)
    with farm(WORKER_COUNT) as opened_farm:
        same, killed = with_killed(opened_farm, 5 * WORKER_COUNT)
    speed_up = walls[0] / walls[1]
    print(
        f"{name}: 2 workers {speed_up:.2f}x one (must be {MIN_SPEED_RATIO}x), {beside:.1%} of processor time beside units "
        f"of {seconds:g} s (must be {MAX_OVERHEAD_SHARE:.0%}), {killed} of {WORKER_COUNT} workers killed: "
        f"{'the same bytes' if same else 'OTHER BYTES'}",
        flush=True,
    )
    return speed_up >= MIN_SPEED_RATIO and beside <= MAX_OVERHEAD_SHARE and same and killed == KILLED_COUNT


def warm(farm: Farm, workers: int) -> None:
    """Make every worker do something, so that all of them are up."""
    pids: set[object] = set()
    while len(pids) < workers:
        pids |= {unit.outcome.measured["pid"] for unit in run(farm, [Unit(f"w{n}", waits, (n, 0.2)) for n in range(8)])}


def waited(farm: Farm, units: int, seconds: float) -> float:
    """Return the time of units that only wait, in seconds."""
    start = time.monotonic()
    list(run(farm, [Unit(f"unit-{n}", waits, (n, seconds)) for n in range(units)]))
    return time.monotonic() - start


def overhead(farm: Farm, units: int, seconds: float) -> float:
    """Return the processor time of all processes, less that of the units, as a share of the latter."""
    before = tree_seconds(os.getpid()) or 0.0
    done = list(run(farm, [Unit(f"unit-{n}", computes, (n, seconds)) for n in range(units)]))
    spent = (tree_seconds(os.getpid()) or 0.0) - before
    own = sum(unit.cpu_s for unit in done)
    return (spent - own) / own


def with_killed(farm: Farm, units: int) -> tuple[bool, int]:
    """Return whether units have the right results although their workers are killed, and the number of those killed."""
    every = [Unit(f"unit-{n}", waits, (n, SHORT_UNIT_S)) for n in range(units)]
    found: list[DoneUnit] = []
    killed: set[int] = set()
    for unit in run(farm, every):
        found.append(unit)
        pid = unit.outcome.measured["pid"]
        if len(killed) < KILLED_COUNT and pid not in killed:
            os.kill(pid, signal.SIGKILL)  # it has its next unit in hand
            killed.add(pid)
    return [unit.outcome.data for unit in found] == [waits(n, 0).data for n in range(units)], len(killed)


if __name__ == "__main__":
    raise SystemExit(main())
