"""Pictures of moves: which part of a board is shown, where labels and checkers are, how hands sow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.games.drawing.crop import crop, whole
from fourth_seat.games.drawing.hands import Arrow, Seed, StepNumber, hand_shapes
from fourth_seat.games.drawing.labels import labels, outer_edge
from fourth_seat.games.drawing.stacks import checkers, top
from fourth_seat.games.geometry import BoardGround, contains, rectangle, widened


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("frame", [0.1, 0.6])
def test_the_board_is_shown_with_all_of_its_frame(name: str, frame: float) -> None:
    """A frame that is equally wide all around; parts beside the board (trays) are not part of the frame."""
    game = find(name)
    plain = game.geometry(game.options())
    left, top, right, bottom = plain.area
    inner = frame - 1e-9
    around = rectangle(left - frame, top - frame, right + frame, bottom + frame)
    beside = rectangle(right + 1, top, right + 9, bottom)
    shown = whole(replace(plain, grounds=(BoardGround(around, "frame"), BoardGround(beside, "tray"))))
    assert shown[0] <= left - inner and shown[1] <= top - inner
    assert right + inner <= shown[2] < right + 5 and shown[3] >= bottom + inner


@pytest.mark.parametrize("narrow", range(4))
def test_of_a_frame_no_more_is_shown_than_where_it_is_narrowest(narrow: int) -> None:
    game = find("connect4")
    plain = game.geometry(game.options())
    left, top, right, bottom = plain.area
    widths = [0.7 if side == narrow else 3.0 for side in range(4)]
    around = rectangle(left - widths[0], top - widths[1], right + widths[2], bottom + widths[3])
    shown = whole(replace(plain, grounds=(BoardGround(around, "frame"),)))
    assert (shown[0], *shown[2:]) == pytest.approx((left - 0.7, right + 0.7, bottom + 0.7))  # labels are above it


@pytest.mark.parametrize("name", game_names())
def test_labels_are_shown_with_the_board(name: str) -> None:
    game = find(name)
    geometry = game.geometry(game.options())
    left, top, right, bottom = whole(geometry)
    assert all(left < x < right and top < y < bottom for x, y in (label.place for label in labels(geometry)))


@pytest.mark.parametrize("name", game_names())
def test_a_part_of_the_board_leaves_much_of_it_out(name: str) -> None:
    game = find(name)
    state = game.start(game.options())
    geometry = game.geometry(state.options)
    wide, high = _size(whole(geometry))
    for move in state.legal():
        shown = crop(geometry, game.steps(state, move), wide / high)
        assert shown == whole(geometry) or _size(shown)[0] < 0.8 * wide or _size(shown)[1] < 0.8 * high


def _size(window: tuple[float, float, float, float]) -> tuple[float, float]:
    return window[2] - window[0], window[3] - window[1]


@pytest.mark.parametrize(("text", "numbers"), [("a", []), ("c f", [1, 2])])
def test_seeds_are_sown_in_their_pits_on_the_outer_side_of_the_counts(text: str, numbers: list[int]) -> None:
    game = find("kalah")
    state = game.start(game.options())
    geometry = game.geometry(state.options)
    middle_x, middle_y = (geometry.area[0] + geometry.area[2]) / 2, (geometry.area[1] + geometry.area[3]) / 2
    steps = game.steps(state, game.parse(state, text)[0])
    shapes = hand_shapes(geometry, steps, state.cells())
    seeds = [shape.place for shape in shapes if isinstance(shape, Seed)]
    sown = [geometry[name] for step in steps for name in step.cells[1:]]
    assert len(set(seeds)) == len(seeds) and [geometry.hit(place) for place in seeds] == [cell.name for cell in sown]
    for (x, y), cell in zip(seeds, sown, strict=True):
        if cell.zone == "store":
            assert abs(x - middle_x) > abs(cell.foot[0] - middle_x) and y == cell.foot[1]
        else:
            assert x == cell.foot[0] and abs(y - middle_y) > abs(cell.foot[1] - middle_y)
    assert [shape.number for shape in shapes if isinstance(shape, StepNumber)] == numbers


@pytest.mark.parametrize(
    ("position", "pit", "beside"),
    [("4,4,4,4,4,12,0/4,4,4,4,0,0,0/s", "f", "a"), ("4,4,4,4,0,0,0/4,4,4,4,4,12,0/n", "F", "A")],
)
def test_a_sowing_leads_around_the_store_that_it_passes_over(position: str, pit: str, beside: str) -> None:
    game = find("kalah")
    state = game.parse_position(position, game.options())
    geometry = game.geometry(state.options)
    (arrow,) = (
        shape
        for shape in hand_shapes(geometry, game.steps(state, game.parse(state, pit)[0]), state.cells())
        if isinstance(shape, Arrow)
    )
    middle, next_pit = (geometry.area[0] + geometry.area[2]) / 2, geometry[beside]
    farthest = max(abs(x - middle) for x, _ in arrow.points if (x < middle) == (next_pit.foot[0] < middle))
    assert farthest > abs(next_pit.foot[0] - middle) + next_pit.size / 2


@pytest.mark.parametrize("name", game_names())
def test_labels_beside_the_board_stand_close_to_its_edge(name: str) -> None:
    game = find(name)
    geometry = game.geometry(game.options())
    left, top, right, bottom = widened(outer_edge(geometry), 0.5)
    assert all(left < x < right and top < y < bottom for x, y in (label.place for label in labels(geometry)))


def test_checkers_that_overrun_their_point_fill_it_and_no_more() -> None:
    game = find("backgammon")
    cell = game.geometry(game.options())["6"]
    tops = [top(cell, count) for count in (7, 10, 15)]
    assert tops == [pytest.approx(tops[0])] * 3 and contains(cell.polygon, tops[0])
    assert checkers(cell, 15)[0] == top(cell, 0) == cell.foot
