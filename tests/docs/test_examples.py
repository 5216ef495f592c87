"""The examples of the documentation work as they are copied from its pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fourth_seat.calibration import store
from fourth_seat.games import find
from fourth_seat.hardware.lights.settings import LightsSettings, load_layout, load_lights_settings

PAGES = Path(__file__).resolve().parents[2] / "docs"


def example(page: str) -> str:
    """Return the only block of TOML on a page."""
    (block,) = re.findall(r"^```toml\n(.*?)^```$", (PAGES / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return str(block)


def test_the_layout_of_lights_can_be_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    store.path().write_text(example("play/lights-layout.md"), "utf-8")
    for name, options, cells in (("connect4", "", 40), ("kalah", "", 2), ("blokus", "variant=duo", 196)):
        game = find(name)
        geometry = game.geometry(game.options(options))
        plan = load_layout(game, geometry)
        assert plan, name
        layout = plan.under(geometry)
        assert len(layout.cells) == cells, name  # all, but for gaps
        panels = {led for panel in plan.panels for led, _ in panel.places(geometry.area)}
        assert not panels & set(layout.rim), "no LED of the rim is one of a panel"
    assert load_lights_settings("connect4") == LightsSettings("adalight:///dev/ttyUSB0", True, 2000, 0.6)
