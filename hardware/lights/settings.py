"""Lights of a game's board, whether they are on, and how bright they may be: `[GAME.lit]`."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.calibration import store

_PART = "lit"
DEFAULT_BUDGET_MA = 500  # what any USB port gives
MAX_BUDGET_MA = 1_000_000
DEFAULT_BRIGHTNESS = 0.6  # of the most; LEDs close to the eye are bright


@dataclass(frozen=True, slots=True)
class LightsSettings:
    """The lights of a game, as chosen in the settings.

    Attributes:
        url: their address, as entered; empty for none.
        on: whether they are on from the start of the next game.
        budget: the most current they may draw together, in mA.
        brightness: 0..1.
    """

    url: str = ""
    on: bool = False
    budget: int = DEFAULT_BUDGET_MA
    brightness: float = DEFAULT_BRIGHTNESS


def load_lights_settings(game: str) -> LightsSettings:
    """Load the settings of this game's lights; defaults for what is missing or invalid.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    url, budget, brightness = saved.get("url"), saved.get("budget"), saved.get("brightness")
    return LightsSettings(
        url if isinstance(url, str) else "",
        saved.get("on") is True,
        budget if type(budget) is int and 0 < budget <= MAX_BUDGET_MA else DEFAULT_BUDGET_MA,
        float(brightness) if isinstance(brightness, (int, float)) and 0 < brightness <= 1 else DEFAULT_BRIGHTNESS,
    )


def save_lights_settings(game: str, chosen: LightsSettings) -> None:
    """Save the settings of this game's lights.

    Raises:
        NotSaved: the file cannot be written.
    """
    values = {"url": chosen.url, "on": chosen.on, "budget": chosen.budget, "brightness": chosen.brightness}
    store.save(game, _PART, values)
