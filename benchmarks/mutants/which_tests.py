"""The tests that run a line, and their times: measured once by coverage.py, kept in the checkout's build folder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from coverage import CoverageData


class WhichTests:
    """The tests that passed on a tree without mutants: the lines that each runs, and its seconds."""

    def __init__(self, lines: dict[str, dict[str, list[int]]], tests: list[str], seconds: list[float]) -> None:
        """Take in the numbers of the tests for each file and line."""
        self._lines, self._tests, self._seconds = lines, tests, seconds

    def running(self, path: str, line: int) -> list[str]:
        """Return the tests that run a line in their own process, the quickest first."""
        numbers = self._lines.get(path, {}).get(str(line), [])
        return [self._tests[number] for number in sorted(numbers, key=lambda number: self._seconds[number])]

    def beside(self, path: str) -> list[str]:
        """Return the tests of the folder that mirrors the file's, or of the nearest one above that has any, the quickest
        first.
        """
        for folder in Path(path).parents:
            prefix = f"tests/{folder}/"
            numbers = [n for n, test in enumerate(self._tests) if test.startswith(prefix)]
            if numbers:
                return [self._tests[number] for number in sorted(numbers, key=lambda number: self._seconds[number])]
        return []

    def seconds(self, tests: Sequence[str]) -> float:
        """Return the total time of tests."""
        known = dict(zip(self._tests, self._seconds, strict=True))
        return sum(known[test] for test in tests)


def which_tests(root: Path, packages: Sequence[str], kept: Path, workers: int) -> WhichTests:
    """Return a checkout's tests with the lines of packages that they run, from a file, which is made if missing."""
    if not kept.exists():
        kept.write_text(json.dumps(_measured(root, packages, workers)))
    return WhichTests(*json.loads(kept.read_text()))


def _measured(
    root: Path, packages: Sequence[str], workers: int
) -> tuple[dict[str, dict[str, list[int]]], list[str], list[float]]:
    with TemporaryDirectory() as folder:
        data, results, settings = (Path(folder) / name for name in ("coverage", "results.xml", "coveragerc"))
        settings.write_text(f"[run]\ndata_file = {data}\nsource = {','.join(str(root / p) for p in packages)}\n")
        subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-n", str(workers), "--ignore=tests/house"),
                *("--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="),
                *(f"--junitxml={results}", "-o", "junit_family=xunit1"),
            ],
            cwd=root,
            check=False,
        )
        seconds = {
            _node(case): float(case.get("time", 0))
            for case in ElementTree.parse(results).iter("testcase")
            if not any(child.tag in ("failure", "error", "skipped") for child in case)
        }
        tests = sorted(seconds)
        number = {test: n for n, test in enumerate(tests)}
        covered = CoverageData(str(data))
        covered.read()
        lines: dict[str, dict[str, list[int]]] = {}
        for file in covered.measured_files():
            of_file: defaultdict[str, list[int]] = defaultdict(list)
            for line, contexts in covered.contexts_by_lineno(file).items():
                names = {context.rpartition("|")[0] for context in contexts}
                of_file[str(line)] = sorted(number[name] for name in names if name in number)
            lines[str(Path(file).relative_to(root))] = dict(of_file)
        return lines, tests, [seconds[test] for test in tests]


def _node(case: ElementTree.Element) -> str:
    """Return the name with which pytest can run a test again."""
    path = case.get("file", "")
    classes = case.get("classname", "").removeprefix(path.removesuffix(".py").replace("/", ".")).strip(".")
    return "::".join(filter(None, (path, *classes.split("."), case.get("name", ""))))
