"""Which LED is under which cell: every game, wired in all eight orientations, in a serpentine or not, beginning
anywhere."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from fourth_seat.calibration import store
from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyGame, find, game_names
from fourth_seat.games.geometry import Geometry, Point, contains, extent
from fourth_seat.hardware.lights.errors import BadLayout
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel
from fourth_seat.hardware.lights.regular import (
    ORIENTATIONS,
    candidates,
    default_layout,
    most_informative_led,
    regular_layouts,
    regular_panels,
)
from fourth_seat.hardware.lights.settings import load_layout, save_layout

# For each orientation, independently of the program: the corner where the wire begins, and whether its first line runs
# across.
BEGINS = {
    (0, False): ("left", "top", "across"),
    (1, False): ("right", "top", "down"),
    (2, False): ("right", "bottom", "across"),
    (3, False): ("left", "bottom", "down"),
    (0, True): ("right", "top", "across"),
    (1, True): ("right", "bottom", "down"),
    (2, True): ("left", "bottom", "across"),
    (3, True): ("left", "top", "down"),
}
# LEDs of a grid, in columns and rows over the playing area; the triangle's rows are given one by one.
GRIDS = {"blokus": (20, 20), "connect4": (7, 6), "kalah": (8, 2), "backgammon": (13, 2)}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


def geometry_of(game: str) -> Geometry:
    return find(game).geometry(find(game).options())


def board_of(game: str, options: str = "") -> tuple[AnyGame, Geometry]:
    found = find(game)
    return found, found.geometry(found.options(options))


def spots(game: str) -> list[Point]:
    """Return the places of the LEDs: one in each share of the grid; for the triangle, one under the middle of each cell's
    height.
    """
    geometry = geometry_of(game)
    if game not in GRIDS:
        boxes = [extent(cell.polygon) for cell in geometry.cells if cell.zone == "board"]
        return [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
    left, top, right, bottom = geometry.area
    columns, rows = GRIDS[game]
    return [
        (left + (right - left) * (column + 0.5) / columns, top + (bottom - top) * (row + 0.5) / rows)
        for row in range(rows)
        for column in range(columns)
    ]


def wired(points: list[Point], orientation: Orientation, *, serpentine: bool) -> list[Point]:
    """Return the spots in the order in which a wire reaches them that begins in a corner and runs across or down."""
    side, end, way = BEGINS[orientation.turn, orientation.mirror]
    x_way, y_way = (1 if side == "left" else -1), (1 if end == "top" else -1)
    line, along = (1, 0) if way == "across" else (0, 1)
    ways = (x_way, y_way)
    order: list[Point] = []
    for n, level in enumerate(sorted({round(point[line], 6) for point in points}, key=lambda at: at * ways[line])):
        row = sorted((point for point in points if round(point[line], 6) == level), key=lambda p: p[along] * ways[along])
        order += reversed(row) if serpentine and n % 2 else row
    return order


@pytest.mark.sample(40)
@pytest.mark.parametrize("first", [0, 17])
@pytest.mark.parametrize("serpentine", [True, False])
@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=lambda o: f"turn{o.turn}{'mirror' if o.mirror else ''}")
@pytest.mark.parametrize("game", game_names())
def test_every_cell_has_the_led_that_lies_under_it(
    game: str, orientation: Orientation, serpentine: bool, first: int
) -> None:
    geometry = geometry_of(game)
    expected: dict[str, list[int]] = {}
    for led, point in enumerate(wired(spots(game), orientation, serpentine=serpentine), first):
        (name,) = [cell.name for cell in geometry.cells if contains(cell.polygon, point)]
        expected.setdefault(name, []).append(led)
    laid = [
        LedPanel(p.length, p.lines, p.first + first, p.serpentine, p.orientation, p.area)
        for p in regular_panels(geometry, orientation, serpentine=serpentine)
    ]
    layout = LedLayout(tuple(laid)).under(geometry)
    assert {name: list(leds) for name, leds in layout.cells.items()} == expected
    assert layout.count == first + len(spots(game))
    assert {cell.name for cell in geometry.cells if cell.is_on_board} == set(layout.cells)


def test_gaps_skips_and_several_strips() -> None:
    geometry = geometry_of("connect4")
    upper = LedPanel(7, 3, skip=2, gaps=(0,), area=(0, 0, 7, 3))
    lower = LedPanel(7, 3, first=40, serpentine=False, area=(0, 3, 7, 6))
    layout = LedLayout((upper, lower), rim=(90, 89, 88)).under(geometry)
    assert "a6" not in layout.cells  # at the first place there is no LED
    assert [layout.cells[name] for name in ("b6", "g6")] == [(0,), (5,)]
    assert [layout.cells[name] for name in ("g5", "a5")] == [(8,), (14,)]  # two LEDs at the turn light nothing
    assert [layout.cells[name] for name in ("a3", "a2")] == [(40,), (47,)]
    assert (layout.rim, layout.count) == ((90, 89, 88), 91)


def test_several_leds_a_cell_and_cells_without() -> None:
    double = LedLayout((LedPanel(14, 12),)).under(geometry_of("connect4"))
    assert double.cells["a6"] == (0, 1, 26, 27)
    few = LedLayout((LedPanel(7, 1, area=(0, 5, 7, 6)),)).under(geometry_of("connect4"))
    assert set(few.cells) == {f"{column}1" for column in "abcdefg"}


def test_a_cell_that_was_learned_goes_before_what_a_panel_says() -> None:
    layout = LedLayout((LedPanel(7, 6),), {"a6": (50, 51), "b6": ()}).under(geometry_of("connect4"))
    assert layout.cells["a6"] == (50, 51)
    assert "b6" not in layout.cells
    assert layout.cells["c6"] == (2,)


def test_an_led_that_the_rim_names_belongs_to_it_and_to_no_panel() -> None:
    layout = LedLayout((LedPanel(7, 6),), rim=(0, 60)).under(geometry_of("connect4"))
    assert layout.rim == (0, 60) and "a6" not in layout.cells


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (LedLayout((), {"a9": (1,)}), "no cell a9"),
        (LedLayout((), {"a1": (1,), "b1": (1, 2)}), "LED 1 is in two places"),
        (LedLayout((), {"a1": (5,)}, (5, 6)), "LED 5 is in two places"),
        (LedLayout((LedPanel(7, 6), LedPanel(7, 6, first=41))), "LED 41 is in two panels"),
        (LedLayout((), {"a1": (99_999,)}), "there is no LED 99999"),
    ],
)
def test_what_cannot_be_is_said(plan: LedLayout, expected: str) -> None:
    with pytest.raises(BadLayout, match=expected):
        plan.under(geometry_of("connect4"))


def test_the_usual_plan_lights_all_of_every_board() -> None:
    for game in game_names():
        geometry = geometry_of(game)
        cells = default_layout(geometry).under(geometry).cells
        assert {cell.name for cell in geometry.cells if cell.is_on_board} <= set(cells)


# -- kept ------------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("home")
def test_kept_readable_and_loaded() -> None:
    panel = LedPanel(7, 6, 3, False, Orientation(3, True), (0.0, 0.0, 7.0, 6.0), 1, (2, 3, 4, 9))
    plan = LedLayout((panel, LedPanel(5, first=90)), {"a1": (60, 61), "b1": (70,)}, (80, 81, 82))
    save_layout(*board_of("connect4"), plan)
    assert load_layout(*board_of("connect4")) == plan
    assert load_layout(*board_of("kalah")) is None
    written = store.path().read_text()
    assert 'gaps = "2-4, 9"' in written and 'a1 = "60, 61"' in written and 'rim = "80-82"' in written
    save_layout(*board_of("connect4"), LedLayout((LedPanel(7, 6),)))
    assert load_layout(*board_of("connect4")) == LedLayout((LedPanel(7, 6),))


@pytest.mark.usefixtures("home")
def test_each_size_of_a_board_has_its_own() -> None:
    usual_board, duo = board_of("blokus"), board_of("blokus", "variant=duo")
    save_layout(*usual_board, LedLayout((LedPanel(20, 20),)))
    assert load_layout(*duo) is None
    save_layout(*duo, LedLayout((LedPanel(14, 14),)))
    save_layout(*board_of("kalah", "pits=4"), LedLayout((), {"d": (3,)}))
    assert load_layout(*usual_board) == LedLayout((LedPanel(20, 20),))
    assert load_layout(*board_of("blokus", "players=2,start=t1")) == load_layout(*usual_board)  # the same board
    assert load_layout(*duo) == LedLayout((LedPanel(14, 14),))
    assert load_layout(*board_of("kalah")) is None and load_layout(*board_of("kalah", "pits=5")) is None
    written = store.path().read_text()
    assert "[blokus.lights.panel-1]" in written and "[blokus.lights-14x14.panel-1]" in written
    store.path().write_text("[blokus.lights-14x14]\nrim = 'x'\n")
    with pytest.raises(BadLayout, match=r"\[blokus.lights-14x14\]"):
        load_layout(*duo)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[kalah.lights.panel-1]\nlines = 2\n", "at least one line of one LED"),
        ("[kalah.lights.panel-1]\nlength = 'eight'\n", "length must be a whole number, not 'eight'"),
        ("[kalah.lights.panel-1]\nlength = '7'\n", "length must be a whole number, not '7'"),
        ("[kalah.lights.panel-1]\nlength = 8\nskip = -1\n", "skip is a number of unused LEDs, 0 or more, not -1"),
        (
            "[kalah.lights.panel-1]\nlength = 8\ntrun = 1\n",
            "a panel has no setting trun; its settings are length, lines, first",
        ),
        ("[kalah.lights.panel-1]\nlength = 8\nserpentine = 1\n", "serpentine must be true or false"),
        ("[kalah.lights.panel-1]\nlength = 8\narea = [1, 2]\n", "left, top, right, bottom"),
        ("[kalah.lights.cells]\na = 'x-3'\n", "write LED numbers like 3, 5-9, not x-3"),
        ("[kalah.lights]\nrim = '1;2'\n", "not 1;2"),
        ("[kalah.lights.cells]\nz = '3'\n", "there is no cell z on this board"),
        ("[kalah.lights]\nrim = '1, 1'\n", "LED 1 is in two places"),
    ],
)
def test_a_file_that_is_wrong_is_said_with_the_place(written: str, expected: str) -> None:
    store.path().write_text(written)
    with pytest.raises(BadLayout, match=expected) as raised:
        load_layout(*board_of("kalah"))
    assert "[kalah.lights]" in str(raised.value) and str(store.path()) in str(raised.value)


# -- inferred --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_names())
def test_a_few_answers_tell_a_regular_layout(game: str) -> None:
    geometry, chance = geometry_of(game), random.Random(game)
    needed = default_layout(geometry).under(geometry).count
    count = needed + 9
    known = regular_layouts(geometry, count)
    for _ in range(8):
        first = chance.randrange(count - needed)
        laid = regular_panels(geometry, chance.choice(ORIENTATIONS), serpentine=chance.random() < 0.5)
        truth = LedLayout(
            tuple(LedPanel(p.length, p.lines, p.first + first, p.serpentine, p.orientation, p.area) for p in laid)
        )
        cell_of = {led: name for name, leds in truth.under(geometry).cells.items() for led in leds}
        wanted: int | None = needed // 2
        answers: dict[int, str | None] = {}
        while wanted is not None:
            answers[wanted] = cell_of.get(wanted)
            found = candidates(known, count, answers)
            assert found
            wanted = most_informative_led(found, count, answers)
        assert found[0].layout().under(geometry).cells == truth.under(geometry).cells
        assert len(answers) <= 12


def test_answers_that_fit_no_regular_layout() -> None:
    geometry = geometry_of("connect4")
    known = regular_layouts(geometry, 42)
    assert candidates(known, 42, {0: None}) == []
    assert candidates(known, 42, {0: "a1"})
    assert candidates(known, 42, {0: "d3"}) == []
    assert candidates(known, 42, {0: "a1", 1: "g6"}) == []


def test_the_count_is_of_the_wire() -> None:
    assert LedLayout((), {"a1": (4,), "b1": (9,)}, (2,)).count == 10
    assert LedLayout((), {}).count == 0
