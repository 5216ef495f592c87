"""Put small wrong changes into the program, drawn by seed, and count those that its tests notice.

    python -m uv run --group dev --group mutants --all-extras python -m benchmarks.mutants [PACKAGE ...]
        [--count 500] [--at-least 60] [--seed 1] [--workers 2] [--again]

Each mutant is made by an operator of cosmic-ray, or leaves out a statement. The tests that run its line are run first, the
quickest first, according to coverage.py in the default suite; if they pass, all those of the folder that mirrors the
file's, which also cover code in separate processes. A test that fails is run again on the tree without the mutant, and
counts only if it passes there. Results are kept in build/mutants, so that an interrupted run goes on; `--again` tries the
survivors once more. Mutants without any visible effect are listed in equivalent.toml, each with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from math import sqrt
from pathlib import Path
from queue import SimpleQueue

from benchmarks.mutants.drawn import Mutant, draw
from benchmarks.mutants.which_tests import WhichTests, which_tests

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutants"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
PACKAGES = ("table", "games", "page/server", "boundary", "processes")
MOST_TESTS_S = 120.0  # of the tests that run a line: hundreds run the first lines of a common path
STARTING_S = 60.0
SLOWER = 6.0  # for a test on a busy machine, before its mutant counts as one that never ends


def main() -> None:
    """Try the mutants and print the number noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", default=PACKAGES)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--at-least", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--again", action="store_true")
    args = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    tests = which_tests(ROOT, PACKAGES, KEPT / "tests.json", args.workers)
    mutants = draw(ROOT, args.packages, args.count, args.at_least, args.seed)
    results = _Results(KEPT / f"results-{args.seed}.jsonl")
    equivalent = {(entry["file"], entry["change"].strip()) for entry in tomllib.loads(EQUIVALENT.read_text())["equivalent"]}
    trees: SimpleQueue[Path] = SimpleQueue()
    for number in range(args.workers):
        trees.put(_tree(KEPT / f"tree-{number}"))

    def tried(mutant: Mutant) -> None:
        original = (ROOT / mutant.path).read_text()
        change = mutant.change(original)
        known = results.of(mutant, change)
        if (mutant.path, change) in equivalent or (known is not None and (known or not args.again)):
            return
        tree = trees.get()
        try:
            results.add(mutant, change, _noticed_by(tree, mutant, original, tests))
        finally:
            trees.put(tree)

    with ThreadPoolExecutor(args.workers) as pool:
        list(pool.map(tried, mutants))
    _report(args.packages, mutants, results, equivalent)


class _Results:
    """The result for each mutant, a line of JSON each: the test that noticed it, or an empty text."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self._of = {(entry["path"], entry["change"], entry["line"]): entry["test"] for entry in map(json.loads, lines)}

    def of(self, mutant: Mutant, change: str) -> str | None:
        return self._of.get((mutant.path, change, mutant.line))

    def add(self, mutant: Mutant, change: str, test: str) -> None:
        self._of[mutant.path, change, mutant.line] = test
        with self._path.open("a") as file:
            file.write(json.dumps({**asdict(mutant), "change": change, "test": test}) + "\n")
        print(f"{test or 'SURVIVED'}: {mutant.path}:{mutant.line}: {change!r}", flush=True)


def _tree(folder: Path) -> Path:
    """Return a copy of the checkout for mutants, including files unknown to git."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
    ).stdout.split(b"\0")
    shutil.rmtree(folder, ignore_errors=True)
    for name in filter(None, map(os.fsdecode, names)):
        if (source := ROOT / name).is_file():
            (target := folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    return folder


def _noticed_by(tree: Path, mutant: Mutant, original: str, tests: WhichTests) -> str:
    """Return the test that fails with the mutant and passes without it; an empty text if there is none."""
    file = tree / mutant.path
    running = tests.running(mutant.path, mutant.line)
    while running and tests.seconds(running) > MOST_TESTS_S:
        running.pop()
    for chosen in (running, [test for test in tests.beside(mutant.path) if test not in running]):
        left = list(chosen)
        while left:
            file.write_text(mutant.code(original))
            try:
                failed = _first_failure(tree, left, tests.seconds(left))
            finally:
                file.write_text(original)
            if failed is None:
                break
            if failed not in left:
                return failed  # no single test: it did not end, or nothing could be collected
            if _first_failure(tree, [failed], tests.seconds([failed])) is None:
                return failed
            left = left[left.index(failed) + 1 :]
    return ""


def _first_failure(tree: Path, tests: Sequence[str], seconds: float) -> str | None:
    """Return the first test that fails, another error, or None if all pass."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPYCACHEPREFIX"}
    chosen = tree / "build" / "chosen"
    chosen.parent.mkdir(exist_ok=True)
    chosen.write_text("\n".join(tests))
    limit = STARTING_S + SLOWER * seconds
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        f"--timeout={limit:.0f}",
        f"@{chosen}",
    ]
    try:
        run = subprocess.run(
            ["setsid", "--wait", "timeout", "-k", "5", f"{limit:.0f}", *command],
            cwd=tree,
            env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=limit + 30,
        )
    except subprocess.TimeoutExpired:
        return "it did not end"
    if run.returncode == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", run.stdout, re.MULTILINE)
    return found[1] if found else "it did not end" if run.returncode in (124, 137) else "nothing could be run"


def _report(
    packages: Sequence[str], mutants: Sequence[Mutant], results: _Results, equivalent: set[tuple[str, str]]
) -> None:
    in_all = noticed_in_all = 0
    survivors = []
    print(f"\n{'':14}{'mutants':>9}{'equivalent':>12}{'noticed':>9}{'':6}  at least, with 95 %")
    for package in packages:
        of_package = [mutant for mutant in mutants if mutant.path.startswith(f"{package}/")]
        changes = {mutant: mutant.change((ROOT / mutant.path).read_text()) for mutant in of_package}
        counted = [mutant for mutant in of_package if (mutant.path, changes[mutant]) not in equivalent]
        noticed = [mutant for mutant in counted if results.of(mutant, changes[mutant])]
        survivors += [(mutant, changes[mutant]) for mutant in counted if mutant not in noticed]
        _row(package, len(of_package), len(of_package) - len(counted), len(noticed))
        in_all, noticed_in_all = in_all + len(counted), noticed_in_all + len(noticed)
    _row("all", len(mutants), len(mutants) - in_all, noticed_in_all)
    for mutant, change in survivors:
        print(f"\n{mutant.path}:{mutant.line}  {mutant.operator}\n{change}")


def _row(name: str, mutants: int, equivalent: int, noticed: int) -> None:
    counted = mutants - equivalent
    print(f"{name:14}{mutants:9}{equivalent:12}{noticed:9}{noticed / counted:6.1%}  {_lower_bound(noticed, counted):6.1%}")


def _lower_bound(noticed: int, counted: int, z: float = 1.96) -> float:
    """Return the lower end of Wilson's interval with 95 %."""
    share = noticed / counted
    spread = z * sqrt(share * (1 - share) / counted + z**2 / (4 * counted**2))
    return (share + z**2 / (2 * counted) - spread) / (1 + z**2 / counted)


if __name__ == "__main__":
    main()
