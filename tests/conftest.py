"""Options and fixtures of all tests: `--slow`, and English whatever the machine speaks."""

from __future__ import annotations

import pytest

from table.settings.language import VARIABLE


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that runs the slow tests too."""
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests out, unless they were asked for."""
    if config.getoption("--slow"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep passwords of tests out of the system's keyring."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the program speak English; tests of other languages choose theirs."""
    monkeypatch.setenv(VARIABLE, "en")
