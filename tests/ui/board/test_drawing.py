"""How the canvas draws a geometry, for every game and every orientation of the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from random import Random

import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyState, find, game_names
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Cell, Geometry, Holds, rectangle
from fourth_seat.games.protocol import Side
from fourth_seat.ui.board.canvas import BoardCanvas
from fourth_seat.ui.board.cursor import step, tap_places
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.board.view import BoardView
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.words import say

ORIENTATIONS = [Orientation(turn, mirror) for turn in range(4) for mirror in (False, True)]


@pytest.fixture
def root() -> Iterator[tk.Tk]:
    window = open_root()
    window.geometry("700x600+0+0")
    yield window
    window.destroy()


def shown(root: tk.Tk, game: str, orientation: Orientation) -> BoardCanvas:
    found = find(game)
    options = found.options()
    theme = Theme(root)
    canvas = BoardCanvas(root, theme, found.geometry(options), found.sides(options), orientation)
    canvas.pack(fill="both", expand=True)
    root.update()
    return canvas


def some_positions(game: str, count: int) -> Iterator[AnyState]:
    found, rng = find(game), Random(5)
    state = found.start(found.options())
    for _ in range(count):
        yield state
        if state.over:
            return
        state = state.play(rng.choice(list(state.legal())))


@pytest.mark.sample(10)
@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=str)
@pytest.mark.parametrize("game", game_names())
def test_every_place_is_met_by_a_click_on_it(root: tk.Tk, game: str, orientation: Orientation) -> None:
    canvas = shown(root, game, orientation)
    for name, point in tap_places(canvas.geometry).items():
        spots = [point, *(cell.foot for cell in canvas.geometry.cells if cell.name == name)]
        pixels = [canvas.projection.pixel(spot) for spot in spots]
        assert name in [canvas.place_at(*pixel) for pixel in pixels]
        for x, y in pixels:
            assert 0 <= x < canvas.winfo_width() and 0 <= y < canvas.winfo_height()


@pytest.mark.parametrize("game", game_names())
def test_only_what_changed_is_drawn_again(root: tk.Tk, game: str) -> None:
    canvas = shown(root, game, Orientation())
    before: dict[str, Content] = {}
    for state in some_positions(game, 12):
        items = {name: canvas.items_of(name) for name in before}
        canvas.show(state.cells())
        for name, content in state.cells().items():
            assert canvas.items_of(name), f"{name} is not drawn"
            if before.get(name) == content:
                assert canvas.items_of(name) == items[name]
        for name in before.keys() - state.cells().keys():
            assert not canvas.items_of(name)
        before = dict(state.cells())


@pytest.mark.parametrize("game", game_names())
def test_every_place_can_be_reached_by_arrow_keys(root: tk.Tk, game: str) -> None:
    canvas = shown(root, game, Orientation())
    places = tap_places(canvas.geometry)
    reached = {next(iter(places))}
    waiting = list(reached)
    while waiting:
        here = waiting.pop()
        for way in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            there = step(places, canvas.projection, here, way)
            if there not in reached:
                reached.add(there)
                waiting.append(there)
    assert reached == set(places)


def test_a_mark_moves_with_its_cells(root: tk.Tk) -> None:
    canvas = shown(root, "connect4", Orientation())
    before = len(canvas.find_all())
    for mark in Mark:
        canvas.mark(mark, ["d1", "4"])
    assert len(canvas.find_all()) > before
    canvas.rebuild()
    assert canvas.marked(Mark.HINT) == ("d1", "4")
    for mark in Mark:
        canvas.mark(mark)
    assert len(canvas.find_all()) == before


def test_a_board_of_any_shape_is_drawn(root: tk.Tk) -> None:
    """A combination of cell kinds that no game has."""
    octagon = ((0.3, 0.0), (0.7, 0.0), (1.0, 0.3), (1.0, 0.7), (0.7, 1.0), (0.3, 1.0), (0.0, 0.7), (0.0, 0.3))
    cells = (
        Cell("stone", octagon),
        Cell("stack", rectangle(1, 0, 4, 1), Holds.STACK, foot=(1.5, 0.5), pitch=(0.9, 0.0), size=0.9),
        Cell("books", rectangle(0, 1, 1, 4), Holds.STACK, foot=(0.5, 1.2), pitch=(0.0, 0.3), size=0.9),
        Cell("pile", rectangle(1, 1, 2, 2), Holds.PILE, tone="pit"),
        Cell("die", rectangle(2, 1, 3, 2), Holds.DIE, size=0.8),
        Cell("cube", rectangle(3, 1, 4, 2), Holds.DIE, size=0.8),
    )
    geometry = Geometry(cells, area=(0, 0, 4, 4), bounds=(0, 0, 4, 4))
    sides = (Side(say("red"), "R", "red"), Side(say("mauve"), "M", "mauve"))
    view = BoardView(root, Theme(root), geometry, sides, Orientation())
    view.pack(fill="both", expand=True)
    root.update()
    view.show(
        {
            "stone": Content(2), "stack": Content(1, 9), "books": Content(2, 5), "pile": Content(count=40),
            "die": Content(faces=(5,)), "cube": Content(1, faces=(64,)),
        }
    )  # fmt: skip
    assert all(view.items_of(cell.name) for cell in cells)
    view.preview({cell.name: Content(1) for cell in cells if cell.holds is not Holds.DIE})
    view.caption({"stone": "99", "stack": "1"})
    root.update()
