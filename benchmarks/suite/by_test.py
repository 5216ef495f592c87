"""A plugin for pytest that writes down each test's processor time, children included: `-p benchmarks.suite.by_test`.

Each worker writes `FOLDER/WORKER.jsonl`, a line a test; `SUITE_TIMES` names the folder, else it is `build/suite`.
What a fixture of a whole module costs counts for the test before or after which it runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import psutil
import pytest

FOLDER = "SUITE_TIMES"


def tree_seconds() -> float:
    """Return the processor time of this process and of all that it has started, alive or waited for, until now."""
    total = 0.0
    for process in (me := psutil.Process(), *me.children(recursive=True)):
        try:
            total += sum(process.cpu_times()[:4])  # user and system, its own and its children's
        except psutil.NoSuchProcess:
            continue  # and has been waited for, or will be
    return total


class Meter:
    """Writes down what each test has taken."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._before = 0.0

    def pytest_collection_finish(self) -> None:
        """Leave out what finding the tests has taken."""
        self._before = tree_seconds()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test, and write down its time."""
        result = yield
        now = tree_seconds()
        with self._path.open("a") as file:
            print(json.dumps([item.nodeid, round(now - self._before, 3)]), file=file)
        self._before = now
        return result


def pytest_configure(config: pytest.Config) -> None:
    """Measure where tests are run: in the workers, or in the only process."""
    os.environ.pop("PYTEST_ADDOPTS", None)  # by which this was named: not for what tests start
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker or not config.getoption("numprocesses", None):
        folder = Path(os.environ.get(FOLDER, "build/suite"))
        folder.mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(Meter(folder / f"{worker or 'alone'}.jsonl"))
