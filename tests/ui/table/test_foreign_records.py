"""A record that names a program: the window shows the command and starts it only when a person allows it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from fourth_seat.table.settings.folders import records
from fourth_seat.ui.table.page import TablePage, resume
from fourth_seat.ui.widgets.sheet import Sheet
from tests.ui.conftest import MakeWindow, screenshot
from tests.ui.patience import settle, wait_for
from tests.ui.table.hands import texts

MOCK = Path(__file__).resolve().parents[2] / "engines" / "players" / "mock_engine.py"


@pytest.mark.parametrize("allowed", [True, False])
def test_a_program_is_started_only_when_it_is_allowed(make_window: MakeWindow, tmp_path: Path, allowed: bool) -> None:
    window = make_window()
    log = tmp_path / "log"
    command = f"{sys.executable} {MOCK} --log {log}"
    begun = {"event": "game", "version": 1, "game": "connect4", "options": "", "time": "2026-11-21T20:15:00+00:00"}
    records().mkdir(parents=True)
    path = records() / "2026-11-21-connect4-1.jsonl"
    path.write_text(json.dumps({**begun, "seats": [f"gtp:{command}", "human:Ben"]}) + "\n")
    resume(window, path)
    settle(window, 0.5)
    page = window.page
    assert isinstance(page, TablePage) and isinstance(page.sheet, Sheet)
    assert any(command in text for text in texts(page.sheet)), "the command is shown before anything is started"
    screenshot(window, "start-a-program")
    assert not log.exists()
    start, person = page.sheet.buttons[1], page.sheet.buttons[0]
    (start if allowed else person).invoke()
    settle(window, 0.3)
    assert page.sheet is None
    if allowed:
        wait_for(window, lambda: page.stage.table.pending)
        assert log.exists()
    else:
        page.stage.table.play("4")
        assert not log.exists()
    text = path.read_text().partition("\n")[2]
    assert "gtp:" not in text and str(MOCK) not in text
