"""The settings and layout of a game's lights, as stored in the calibration file.

`[GAME.lit]` holds the settings, `[GAME.lights]` the layout, and `[GAME.lights-14x14]` the layout for a board of a different
size:

    [connect4.lights]
    rim = "42-67"
    [connect4.lights.panel-1]
    length = 7
    lines = 6

    [kalah.lights.cells]
    a = "0"
    store = "6, 7"
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from fourth_seat.calibration import store
from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyGame
from fourth_seat.games.geometry import Geometry
from fourth_seat.hardware.lights.errors import BadLayout
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel, format_number_list, parse_number_list
from fourth_seat.hardware.lights.power import USB_MA, Power
from fourth_seat.hardware.lights.regular import default_layout
from fourth_seat.words import FourthSeatError, say

_PART = "lit"
_PANEL_PREFIX = "panel-"
_PANEL: Mapping[str, Any] = {
    "length": 0, "lines": 1, "first": 0, "serpentine": True, "turn": 0, "mirror": False, "skip": 0,
    "gaps": "", "area": None,
}  # fmt: skip
"""The keys of a panel and their defaults; `length` must be given."""
MAX_BUDGET_MA = 1_000_000
DEFAULT_BRIGHTNESS = 0.6  # of the maximum; LEDs close to the eye are bright
OFF = "off"  # as an address: no lights, though some were chosen


@dataclass(frozen=True, slots=True)
class LightsSettings:
    """The settings of a game's lights.

    Attributes:
        url: the address, as entered; empty for none.
        on: whether to switch them on at the start of the next game.
        budget: the maximum total current, in mA.
        brightness: 0..1.
    """

    url: str = ""
    on: bool = False
    budget: int = USB_MA
    brightness: float = DEFAULT_BRIGHTNESS

    @property
    def power(self) -> Power:
        return Power(self.budget, self.brightness)


def load_lights_settings(game: str) -> LightsSettings:
    """Load the settings of a game's lights, using defaults for any that are missing or invalid.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    url, budget, brightness = saved.get("url"), saved.get("budget"), saved.get("brightness")
    return LightsSettings(
        url if isinstance(url, str) else "",
        saved.get("on") is True,
        budget if type(budget) is int and 0 < budget <= MAX_BUDGET_MA else USB_MA,
        float(brightness) if isinstance(brightness, (int, float)) and 0 < brightness <= 1 else DEFAULT_BRIGHTNESS,
    )


def save_lights_settings(game: str, chosen: LightsSettings) -> None:
    """Save the settings of a game's lights.

    Raises:
        NotSaved: the file cannot be written.
    """
    store.save(game, _PART, asdict(chosen))


def chosen_lights(game: str, url: str | None) -> LightsSettings:
    """Return the light settings of a game, with the address replaced if one is given; `OFF` switches the lights off.

    Raises:
        BadConfig: the saved choice cannot be read.
    """
    chosen = load_lights_settings(game)
    if url is None:
        return chosen
    return replace(chosen, on=False) if url == OFF else replace(chosen, url=url, on=True)


# -- the layout ------------------------------------------------------------------------------------------------------------


def layout_of(game: AnyGame, geometry: Geometry) -> LedLayout:
    """Return the LED layout of a board: the saved one, or else the default.

    Raises:
        BadConfig, BadLayout: the saved layout cannot be used.
    """
    return (load_layout(game, geometry) or default_layout(geometry)).under(geometry)


def load_layout(game: AnyGame, geometry: Geometry) -> LedLayout | None:
    """Load the saved LED layout of a board, or return None if there is none.

    Raises:
        BadConfig: the calibration file cannot be read.
        BadLayout: the saved layout is invalid or does not fit the board; the message says where.
    """
    part = _layout_part(game, geometry)
    saved = store.load(game.name, part)
    if not saved:
        return None
    try:
        layout = _read_layout(saved)
        layout.under(geometry)  # raises for one that does not fit the board
        return layout
    except FourthSeatError as error:
        raise BadLayout(
            say("[{table}] in {file}: {reason}", table=f"{game.name}.{part}", file=str(store.path()), reason=error.text)
        ) from None


def save_layout(game: AnyGame, geometry: Geometry, layout: LedLayout) -> None:
    """Save the LED layout of a board.

    Raises:
        NotSaved: the file cannot be written.
    """
    values: dict[str, Any] = {"rim": format_number_list(layout.rim)} if layout.rim else {}
    values |= {f"{_PANEL_PREFIX}{n}": _panel_values(panel) for n, panel in enumerate(layout.panels, 1)}
    if layout.cells:
        values["cells"] = {name: format_number_list(leds) for name, leds in layout.cells.items()}
    store.save(game.name, _layout_part(game, geometry), values)


def _layout_part(game: AnyGame, geometry: Geometry) -> str:
    """Return the board's key in the file, which includes its columns and rows unless it has the game's default size."""
    if geometry.area == game.geometry(game.options()).area:
        return "lights"
    left, top, right, bottom = geometry.area
    return f"lights-{right - left:.0f}x{bottom - top:.0f}"


def _read_layout(saved: Mapping[str, Any]) -> LedLayout:
    cells = saved.get("cells", {})
    if not isinstance(cells, Mapping):
        raise BadLayout(say("cells must be a table of names and LED numbers"))
    panels = tuple(_read_panel(values) for name, values in saved.items() if name.startswith(_PANEL_PREFIX))
    return LedLayout(panels, {name: _numbers(text) for name, text in cells.items()}, _numbers(saved.get("rim", "")))


def _panel_values(panel: LedPanel) -> dict[str, Any]:
    """Return a panel as numbers and strings; defaults are left out, except for the two numbers that users expect."""
    values: dict[str, Any] = {
        "length": panel.length,
        "lines": panel.lines,
        "first": panel.first,
        "serpentine": panel.serpentine,
        "skip": panel.skip,
        "turn": panel.orientation.turn,
        "mirror": panel.orientation.mirror,
        "gaps": format_number_list(panel.gaps),
        "area": panel.area and [round(value, 4) for value in panel.area],
    }
    return {name: value for name, value in values.items() if name in ("length", "lines") or value != _PANEL[name]}


def _read_panel(values: Any) -> LedPanel:
    if not isinstance(values, Mapping):
        raise BadLayout(say("a panel must be a table with length and lines"))
    if unknown := values.keys() - _PANEL.keys():
        names = tuple(sorted(unknown))
        raise BadLayout(
            say("a panel has no setting {names}; its settings are {known}", names=names, known=", ".join(_PANEL))
        )
    area = values.get("area")
    return LedPanel(
        _whole(values, "length"),
        _whole(values, "lines"),
        _whole(values, "first"),
        _flag(values, "serpentine"),
        Orientation(_whole(values, "turn"), _flag(values, "mirror")),
        None if area is None else _rectangle(area),
        _whole(values, "skip"),
        _numbers(values.get("gaps", "")),
    )


def _whole(values: Mapping[str, Any], name: str) -> int:
    value = values.get(name, _PANEL[name])
    if type(value) is not int:
        raise BadLayout(say("{name} must be a whole number, not {value}", name=name, value=repr(value)))
    return value


def _flag(values: Mapping[str, Any], name: str) -> bool:
    value = values.get(name, _PANEL[name])
    if not isinstance(value, bool):
        raise BadLayout(say("{name} must be true or false, not {value}", name=name, value=repr(value)))
    return value


def _rectangle(value: Any) -> tuple[float, float, float, float]:
    try:
        left, top, right, bottom = map(float, value)
        if not all(map(math.isfinite, (left, top, right, bottom))):
            raise ValueError(value)
    except (TypeError, ValueError, OverflowError):
        raise BadLayout(
            say("the area of a panel must be given as left, top, right, bottom, in the board's units")
        ) from None
    return left, top, right, bottom


def _numbers(value: Any) -> tuple[int, ...]:
    try:
        return parse_number_list(value if isinstance(value, str) else str(value))
    except ValueError:
        raise BadLayout(say("write LED numbers like {example}, not {value}", example="3, 5-9", value=str(value))) from None
