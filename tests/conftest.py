"""Options and fixtures of all tests: `--slow`, samples, and English whatever the machine's language."""

from __future__ import annotations

import gc
from collections import defaultdict
from zlib import crc32

import pytest
from hypothesis import settings

from fourth_seat.table.settings.language import VARIABLE

CASES = 2
"""This many cases of a test run by default if no mark says how many."""
DEAR = (
    "tests/benchmarks/", "tests/commands/", "tests/engines/", "tests/farm/", "tests/hardware/paper/", "tests/install/",
    "tests/page/", "tests/setup/", "tests/training/", "tests/ui/", "tests/vision/",
)  # fmt: skip
"""Folders to which this applies: their tests search, read pictures, open windows and browsers, or start processes."""

settings.register_profile("any machine", deadline=None)  # a busy machine takes longer
settings.load_profile("any machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that runs the slow tests too."""
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")


@pytest.hookimpl(trylast=True)  # whoever names cases with `-k` gets them
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests, and all but a sample of those with many cases, unless all were requested."""
    if config.getoption("--slow"):
        return
    left_out = {item for item in items if item.get_closest_marker("slow")}
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        dear = item.nodeid.startswith(DEAR) and not item.get_closest_marker("quick")
        if item not in left_out and (dear or item.get_closest_marker("sample")):
            cases[item.nodeid.partition("[")[0]].append(item)
    for name, all_cases in cases.items():
        marker = all_cases[0].get_closest_marker("sample")
        wanted = min(marker.args[0] if marker else CASES, len(all_cases))
        first = 0 if marker else crc32(name.encode())  # so that another test of the same values takes different ones
        step = max(1, len(all_cases) // wanted)
        chosen = {
            (len(all_cases) * n // wanted + n % step + first) % len(all_cases) for n in range(wanted)
        }  # a diagonal: each value of two parameters
        left_out.update(item for n, item in enumerate(all_cases) if n not in chosen)
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Make the garbage collector skip what stays for the whole run: modules and collected tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def pass_by_what_is_kept() -> None:
    """Make the garbage collector skip what earlier modules have left as well: their caches grow to 400,000 objects."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep passwords of tests out of the system's keyring."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the program speak English; tests of other languages choose theirs."""
    monkeypatch.setenv(VARIABLE, "en")
