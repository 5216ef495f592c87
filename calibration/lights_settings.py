"""Which lights shine under a game's board, whether they do, and how bright they may be: `[GAME.lit]`."""

from __future__ import annotations

from dataclasses import dataclass

from calibration import store

_PART = "lit"
DEFAULT_BUDGET_MA = 500  # mA: what any USB port gives
DEFAULT_BRIGHTNESS = 0.6  # of the most; LEDs close to the eye are bright


@dataclass(frozen=True, slots=True)
class LightsSettings:
    """Attributes:
    url: where they are, as people write it; empty for none.
    on: whether they shine from the beginning of the next game.
    budget: mA that they may draw together.
    brightness: 0..1.
    """

    url: str = ""
    on: bool = False
    budget: int = DEFAULT_BUDGET_MA
    brightness: float = DEFAULT_BRIGHTNESS


def load_lights_settings(game: str) -> LightsSettings:
    """The lights that were chosen last for this game; none where there are none, and what is unfit as at first.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    url, budget, brightness = saved.get("url"), saved.get("budget"), saved.get("brightness")
    return LightsSettings(
        url if isinstance(url, str) else "",
        saved.get("on") is True,
        budget if type(budget) is int and budget > 0 else DEFAULT_BUDGET_MA,
        float(brightness) if isinstance(brightness, (int, float)) and 0 < brightness <= 1 else DEFAULT_BRIGHTNESS,
    )


def save_lights_settings(game: str, chosen: LightsSettings) -> None:
    """Keeps it.

    Raises:
        NotSaved: the disk does not take it.
    """
    values = {"url": chosen.url, "on": chosen.on, "budget": chosen.budget, "brightness": chosen.brightness}
    store.save(game, _PART, values)
