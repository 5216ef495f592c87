"""Additions by add-ons, for one process and those that it starts."""

from __future__ import annotations

import os

import pytest

from fourth_seat.boundary.additions import GAMES, LIGHTS, VARIABLE, Addition, additions, tell, unused

GO = Addition(GAMES, "go", "somebodys_go:GAME", "somebodys-go")
WAITING = Addition(LIGHTS, "lamp", "lamp:Lamp", "lamp", allowed=False)


def test_what_was_told_last_holds_and_nothing_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    tell([GO, WAITING])
    assert additions(GAMES) == {"go": GO} and not additions(LIGHTS)
    assert unused(LIGHTS, "lamp") == WAITING and unused(GAMES, "go") is None
    tell([])
    assert VARIABLE not in os.environ and not additions(GAMES) and unused(LIGHTS, "lamp") is None
