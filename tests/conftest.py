"""All tests speak English, whatever the machine speaks."""

from __future__ import annotations

import pytest

from table.language import VARIABLE


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of other languages choose theirs."""
    monkeypatch.setenv(VARIABLE, "en")
