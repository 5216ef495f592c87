"""The kernels of training take a long time to compile: their tests are collected only with `--slow`."""

from __future__ import annotations

import pytest


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Ignore this folder unless the slow tests were requested."""
    return None if config.getoption("--slow") else True
