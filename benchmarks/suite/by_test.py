"""A plugin for pytest that records each test's processor time, including children: `-p benchmarks.suite.by_test`.

Each worker writes `FOLDER/WORKER.jsonl`, one line per test; `SUITE_TIMES` gives the folder, which is `build/suite`
otherwise. The cost of a whole module's fixture counts for the test before or after it.
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
    """Return the processor time so far of this process and of all its children, alive or waited for."""
    total = 0.0
    for process in (me := psutil.Process(), *me.children(recursive=True)):
        try:
            total += sum(process.cpu_times()[:4])  # user and system, its own and its children's
        except psutil.NoSuchProcess:
            continue  # and has been waited for, or will be
    return total


class Meter:
    """Records the time of each test."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._before = 0.0

    def pytest_collection_finish(self) -> None:
        """Leave out the time of finding the tests."""
        self._before = tree_seconds()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test, and record its time."""
        result = yield
        now = tree_seconds()
        with self._path.open("a") as file:
            print(json.dumps([item.nodeid, round(now - self._before, 3)]), file=file)
        self._before = now
        return result


def pytest_configure(config: pytest.Config) -> None:
    """Measure in the processes that run tests: the workers, or the only process."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker or not config.getoption("numprocesses", None):
        os.environ.pop("PYTEST_ADDOPTS", None)  # the option that named this plugin: not for processes that tests start
        folder = Path(os.environ.get(FOLDER, "build/suite"))
        folder.mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(Meter(folder / f"{worker or 'alone'}.jsonl"))
