"""The processor time of the README's test command, and of each test file.

    python -m benchmarks.suite [--before CHECKOUT] [--caches FOLDER] [arguments for run_tests.py]

Runs `run_tests.py`, and that of another checkout first, each with the Python of its own checkout (`.venv`). Both begin like
a newcomer, with nothing compiled or checked before; with `--caches`, a second run over the same folder begins with the
first one's caches. It counts every process that was started, including orphans: this process adopts and awaits them. Linux
only.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.suite.by_test import FOLDER

ROOT = Path(__file__).resolve().parents[2]
DEAREST = 20
PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


@dataclass(frozen=True)
class Cost:
    """The cost of one run: seconds of processor time and on the clock, and the exit status."""

    processor_s: float
    wall_s: float
    status: int


def run(checkout: Path, arguments: list[str], caches: Path, more: dict[str, str]) -> Cost:
    """Run the test command of a checkout, with its caches in a folder, and with these variables."""
    environment = {
        **os.environ,
        "PYTHONPYCACHEPREFIX": str(caches / "bytecode"),
        "MYPY_CACHE_DIR": str(caches / "mypy"),
        "RUFF_CACHE_DIR": str(caches / "ruff"),
        **more,
    }
    python = checkout / ".venv" / "bin" / "python"
    before, start = _children_seconds(), time.monotonic()
    command = subprocess.Popen([python, "run_tests.py", *arguments], cwd=checkout, env=environment)
    status = -1
    while True:
        try:
            pid, ended = os.wait()  # orphans as well: a process that nobody awaits is not counted, and seems to be alive
        except ChildProcessError:
            break
        if pid == command.pid:
            status = command.returncode = os.waitstatus_to_exitcode(ended)
            break
    return Cost(_children_seconds() - before, time.monotonic() - start, status)


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def dearest(folder: Path) -> Counter[str]:
    """Return the seconds of each test file, as recorded by the workers."""
    files: Counter[str] = Counter()
    for path in folder.glob("*.jsonl"):
        for line in path.read_text().splitlines():
            test, seconds = json.loads(line)
            files[test.partition("::")[0]] += seconds
    return files


def main() -> int:
    """Run the test commands, and print their cost; return the exit status of this checkout's."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.suite", description=__doc__)
    parser.add_argument("--before", type=Path, metavar="CHECKOUT", help="compare with this checkout")
    parser.add_argument("--caches", type=Path, metavar="FOLDER", help="keep bytecode and the checkers' caches here")
    args, others = parser.parse_known_args()
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise SystemExit("This kernel does not let a process adopt orphans: run it on Linux.")
    with tempfile.TemporaryDirectory(prefix="suite-") as own:
        caches, times = args.caches.resolve() if args.caches else Path(own), Path(own, "times")
        before = run(args.before.resolve(), others, caches / "before", {}) if args.before else None
        more = {FOLDER: str(times), "PYTEST_ADDOPTS": "-p benchmarks.suite.by_test"}
        now = run(ROOT, others, caches / "now", more)
        files = dearest(times)
    print(f"\nThe {DEAREST} dearest of {len(files)} test files, seconds of processor time, children included:")
    for file, seconds in files.most_common(DEAREST):
        print(f"{seconds:8.1f}  {file}")
    for name, cost in (("before", before), ("now", now)):
        if cost:
            print(f"{name}: {cost.processor_s:.0f} s of processor time, {cost.wall_s:.0f} s, exit status {cost.status}")
    if before:
        print(f"processor time, now : before = {now.processor_s / before.processor_s:.2f}")
    return now.status


if __name__ == "__main__":
    sys.exit(main())
