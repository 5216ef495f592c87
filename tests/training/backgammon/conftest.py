"""The kernels of training take long to compile: their tests are collected with `--slow` alone."""

from __future__ import annotations

import pytest


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Ignore this folder unless the slow tests were asked for."""
    return None if config.getoption("--slow") else True
