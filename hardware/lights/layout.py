"""Layout of LEDs under the cells of a board: `[GAME.lights]`, and `[GAME.lights-14x14]` for a board of another size.

The file holds a plan: panels of a few numbers where the LEDs are regular, lists of LED numbers for cells that were entered
one by one, and the LEDs around the board (the rim). Under a game's geometry it becomes a layout: cell -> LED numbers.

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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from fourth_seat.calibration import store
from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyGame
from fourth_seat.games.geometry import Geometry, Point, contains, extent
from fourth_seat.hardware.lights.number_list import format_number_list, parse_number_list
from fourth_seat.hardware.lights.panel import MAX_LEDS, BadLayout, LedPanel
from fourth_seat.words import FourthSeatError, say

_PANEL_PREFIX = "panel-"
_PANEL_KEYS = ("length", "lines", "first", "serpentine", "turn", "mirror", "skip", "gaps", "area")


@dataclass(frozen=True, slots=True)
class LedLayout:
    """LEDs of a board: which of them light which cell.

    Attributes:
        cells: LED numbers by cell name, ascending; cells without an LED are left out.
        rim: LEDs around the board, in the order in which they go around it.
    """

    cells: Mapping[str, tuple[int, ...]]
    rim: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """The number of LEDs on the wire up to the last one in use, unused ones included."""
        return 1 + max((led for leds in (*self.cells.values(), self.rim) for led in leds), default=-1)


@dataclass(frozen=True, slots=True)
class LedPlan:
    """Arrangement of LEDs as people describe it, from which a layout follows.

    Attributes:
        panels: LEDs that lie regularly.
        cells: LED numbers of single cells, in place of those that panels give them.
        rim: LEDs around the board, in order.
    """

    panels: tuple[LedPanel, ...] = ()
    cells: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    rim: tuple[int, ...] = ()

    @classmethod
    def listed(cls, cell_of: Mapping[int, str | None]) -> LedPlan:
        """Return the plan that lists the LEDs of each cell; `cell_of` has the cell of each LED, None under no cell."""
        cells: dict[str, tuple[int, ...]] = {}
        for led, cell in sorted(cell_of.items()):
            if cell is not None:
                cells[cell] = (*cells.get(cell, ()), led)
        return cls((), cells)

    def under(self, geometry: Geometry) -> LedLayout:
        """Lay the plan under a board. An LED of a panel belongs to the cell whose polygon contains it, unless it is listed
        for a cell or for the rim: lists win over panels.

        Raises:
            BadLayout: an LED is in two places, or a cell does not exist.
        """
        for name in self.cells:
            if name not in geometry:
                raise BadLayout(say("there is no cell {name} on this board", name=name))
        listed = {led for leds in (*self.cells.values(), self.rim) for led in leds}
        found: dict[str, list[int]] = {name: list(leds) for name, leds in self.cells.items()}
        cell_at = cell_locator(geometry)
        seen: set[int] = set()
        for panel in self.panels:
            for led, point in panel.places(geometry.area):
                if led in seen:
                    raise BadLayout(say("LED {led} is in two panels: check the first LED of each", led=led))
                seen.add(led)
                cell = cell_at(point)
                if cell is not None and led not in listed and cell not in self.cells:
                    found.setdefault(cell, []).append(led)
        layout = LedLayout({name: tuple(sorted(leds)) for name, leds in found.items() if leds}, self.rim)
        _check_unique(layout)
        return layout


@cache
def cell_locator(geometry: Geometry) -> Callable[[Point], str | None]:
    """Return a function that finds the cell whose polygon contains a point, or None; it memoises points."""
    known: dict[Point, str | None] = {}
    boxes = [(extent(cell.polygon), cell) for cell in geometry.cells]

    def cell_at(point: Point) -> str | None:
        x, y = key = round(point[0], 6), round(point[1], 6)
        if key not in known:
            near = (cell for (left, top, right, bottom), cell in boxes if left <= x <= right and top <= y <= bottom)
            known[key] = next((cell.name for cell in near if contains(cell.polygon, key)), None)
        return known[key]

    return cell_at


def _check_unique(layout: LedLayout) -> None:
    """Raise `BadLayout` if an LED is named twice or its number is out of range."""
    owners: dict[int, str] = {}
    for name, led in _named(layout):
        if not 0 <= led < MAX_LEDS:
            raise BadLayout(say("there is no LED {led}: they are numbered from 0 to {last}", led=led, last=MAX_LEDS - 1))
        if led in owners:
            raise BadLayout(say("LED {led} is in two places: {one} and {other}", led=led, one=owners[led], other=name))
        owners[led] = name


def _named(layout: LedLayout) -> Iterator[tuple[str, int]]:
    for name, leds in (*layout.cells.items(), ("rim", layout.rim)):
        for led in leds:
            yield name, led


# -- the file --------------------------------------------------------------------------------------------------------------


def _part(game: AnyGame, geometry: Geometry) -> str:
    """Return the key of a board in the file: with its columns and rows, unless it has the game's default size."""
    if geometry.area == game.geometry(game.options()).area:
        return "lights"
    left, top, right, bottom = geometry.area
    return f"lights-{right - left:.0f}x{bottom - top:.0f}"


def load_plan(game: AnyGame, geometry: Geometry) -> LedPlan | None:
    """Load the plan of the LEDs under this board of a game; None if there is none.

    Raises:
        BadConfig: the calibration file cannot be read.
        BadLayout: the plan in the file is invalid, or does not fit the board; the text says where.
    """
    part = _part(game, geometry)
    saved = store.load(game.name, part)
    if not saved:
        return None
    try:
        plan = _plan(saved)
        plan.under(geometry)  # raises for one that does not fit the board
        return plan
    except FourthSeatError as error:
        raise BadLayout(
            say("[{table}] in {file}: {reason}", table=f"{game.name}.{part}", file=str(store.path()), reason=error.text)
        ) from None


def _plan(saved: Mapping[str, Any]) -> LedPlan:
    cells = saved.get("cells", {})
    if not isinstance(cells, Mapping):
        raise BadLayout(say("cells must be a table of names with numbers"))
    panels = tuple(_panel(values) for name, values in saved.items() if name.startswith(_PANEL_PREFIX))
    return LedPlan(panels, {name: _numbers(text) for name, text in cells.items()}, _numbers(saved.get("rim", "")))


def save_plan(game: AnyGame, geometry: Geometry, plan: LedPlan) -> None:
    """Save the plan of the LEDs under this board.

    Raises:
        NotSaved: the file cannot be written.
    """
    values: dict[str, Any] = {"rim": format_number_list(plan.rim)} if plan.rim else {}
    values |= {f"{_PANEL_PREFIX}{n}": _values(panel) for n, panel in enumerate(plan.panels, 1)}
    if plan.cells:
        values["cells"] = {name: format_number_list(leds) for name, leds in plan.cells.items()}
    store.save(game.name, _part(game, geometry), values)


def _values(panel: LedPanel) -> dict[str, Any]:
    """Return a panel as numbers and texts; defaults are left out, except for the two numbers that people look for."""
    usual = LedPanel(panel.length)
    values: dict[str, Any] = {"length": panel.length, "lines": panel.lines}
    values |= {
        name: value for name in ("first", "serpentine", "skip") if (value := getattr(panel, name)) != getattr(usual, name)
    }
    if panel.orientation.turn:
        values["turn"] = panel.orientation.turn
    if panel.orientation.mirror:
        values["mirror"] = True
    if panel.gaps:
        values["gaps"] = format_number_list(panel.gaps)
    if panel.area:
        values["area"] = [round(value, 4) for value in panel.area]
    return values


def _panel(values: Any) -> LedPanel:
    if not isinstance(values, Mapping):
        raise BadLayout(say("a panel must be a table with length and lines"))
    if unknown := values.keys() - set(_PANEL_KEYS):
        names = tuple(sorted(unknown))
        raise BadLayout(say("a panel has no {names}: it has {known}", names=names, known=", ".join(_PANEL_KEYS)))
    area = values.get("area")
    return LedPanel(
        _whole(values, "length", 0),
        _whole(values, "lines", 1),
        _whole(values, "first", 0),
        _flag(values, "serpentine", usual=True),
        Orientation(_whole(values, "turn", 0), _flag(values, "mirror", usual=False)),
        None if area is None else _rectangle(area),
        _whole(values, "skip", 0),
        _numbers(values.get("gaps", "")),
    )


def _whole(values: Mapping[str, Any], name: str, usual: int) -> int:
    value = values.get(name, usual)
    if type(value) is not int:
        raise BadLayout(say("{name} must be a whole number, not {value}", name=name, value=repr(value)))
    return value


def _flag(values: Mapping[str, Any], name: str, *, usual: bool) -> bool:
    value = values.get(name, usual)
    if not isinstance(value, bool):
        raise BadLayout(say("{name} must be true or false, not {value}", name=name, value=repr(value)))
    return value


def _rectangle(value: Any) -> tuple[float, float, float, float]:
    try:
        left, top, right, bottom = map(float, value)
        if not all(map(math.isfinite, (left, top, right, bottom))):
            raise ValueError(value)
    except (TypeError, ValueError, OverflowError):
        raise BadLayout(say("the area of a panel is left, top, right, bottom, in units of the board")) from None
    return left, top, right, bottom


def _numbers(value: Any) -> tuple[int, ...]:
    try:
        return parse_number_list(value if isinstance(value, str) else str(value))
    except ValueError:
        raise BadLayout(say("write LED numbers like {example}, not {value}", example="3, 5-9", value=str(value))) from None
