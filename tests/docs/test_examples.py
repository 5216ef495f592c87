"""The examples of the documentation work exactly as copied from its pages."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fourth_seat.calibration import store
from fourth_seat.engines import Engine
from fourth_seat.games import Game, State, find
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.hues import HUES, TONES
from fourth_seat.hardware.lights import drivers as lights
from fourth_seat.hardware.lights.settings import LightsSettings, load_layout, load_lights_settings
from fourth_seat.hardware.text import drivers as text_displays
from fourth_seat.hardware.text.drivers import CharacterPanel, PanelSize
from fourth_seat.words import say

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


def python(page: str, word: str) -> str:
    """Return the only block of Python on a page that contains this word."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (PAGES / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    (block,) = (block for block in blocks if word in block)
    return str(block)


def test_the_text_display_can_be_copied(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    exec(python("play/displays.md", "CharacterPanel"), names)
    driver = names["TextFile"]
    panel = driver.at(DeviceUrl.parse(f"textfile:{tmp_path / 'panel'}"))
    assert issubclass(driver, CharacterPanel) and panel.open() == PanelSize(20, 4)
    panel.write(("Red's turn.", "4"))
    assert (tmp_path / "panel").read_text() == "Red's turn.\n4"
    panel.check()
    (tmp_path / "panel").unlink()
    with pytest.raises(OSError) as gone:
        panel.check()
    assert str(tmp_path) in str(panel.remedy(gone.value))
    with pytest.raises(ValueError):
        driver.at(DeviceUrl.parse("textfile:panel"))


def test_the_player_can_be_copied() -> None:
    names: dict[str, Any] = {"MyState": Any, "MyMove": Any, "Random": Random, "Engine": Engine, "say": say}
    exec(python("adding-a-game.md", "ENGINE"), names)
    game = find("kalah")
    start = game.start(game.options(""))
    move = names["ENGINE"].players["seed"](start, Random(1))
    assert start.play(move).standing().scores[0] == max(start.play(each).standing().scores[0] for each in start.legal())


@pytest.mark.parametrize("base", [State, Game])
def test_all_that_a_game_needs_is_named(base: type) -> None:
    shown = python("adding-a-game.md", "class MyGame")
    names = base.__abstractmethods__  # type: ignore[attr-defined]
    assert names and [name for name in names if f" {name}" not in shown] == []


def test_all_colours_are_described() -> None:
    (section,) = re.findall(r"^## Colours\n(.*?)^## ", (PAGES / "adding-a-game.md").read_text("utf-8"), re.DOTALL | re.M)
    described = set(re.findall(r"`([^`]+)`", section))
    assert HUES.keys() | TONES.keys() <= described


def test_every_driver_of_lights_and_text_displays_is_described() -> None:
    play = PAGES / "play"
    assert [name for name in lights.drivers() if f"`{name}:" not in (play / "lights.md").read_text("utf-8")] == []
    assert [name for name in text_displays.drivers() if f"`{name}:" not in (play / "displays.md").read_text("utf-8")] == []
