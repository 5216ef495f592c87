"""The meaning of the lights, as pure functions of time."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from fourth_seat.games import CHANCE, AnyGame, AnyState, find, game_names
from fourth_seat.games.contents import CellDifference, Content, differences
from fourth_seat.games.tridice.moves import TriDiceRoll
from fourth_seat.hardware.hues import HUES
from fourth_seat.hardware.lights.layout import rim_place
from fourth_seat.hardware.lights.scene import (
    BLINK_PERIOD_S,
    COMING_STEP_LEVEL,
    DIFFERENCE_PERIOD_S,
    DONE_STEP_LEVEL,
    RED,
    RIM_ROUND_S,
    SOURCE_LEVEL,
    SOWING_STEP_S,
    STEP_S,
    WHITE,
    LightsScene,
    blink_level,
    dimmed,
    led_colour,
    render,
    render_differences,
    render_move,
    render_rim,
)
from fourth_seat.hardware.lights.strip import Colour, Frame

ENOUGH = 40.0  # seconds in which every placement is shown whole


def tints_of(game: AnyGame) -> list[Colour]:
    return [WHITE, *(led_colour(side.hue) for side in game.sides(game.options()))]


def placing(game: AnyGame, state: AnyState, move: object) -> LightsScene:
    return LightsScene(game.steps(state, move), state.cells(), state.mover)


def shown(game: AnyGame, placed: LightsScene, t: float) -> Frame:
    return render_move(placed, game.geometry(game.options()), tints_of(game), t)


def played(game: AnyGame, *texts: str) -> AnyState:
    state: AnyState = game.start(game.options())
    for text in texts:
        for move in game.parse(state, text):
            state = state.play(move)
    return state


def placed_by(game: AnyGame, state: AnyState, text: str) -> LightsScene:
    *throw, move = game.parse(state, text)
    for part in throw:
        state = state.play(part)
    return placing(game, state, move)


# -- single games ----------------------------------------------------------------------------------------------------------


def test_the_squares_of_a_piece_blink_together_in_its_colour() -> None:
    game = find("blokus")
    state = game.start(game.options())
    placed = placed_by(game, state, "a20,b20,b19")
    squares = {"a20", "b20", "b19"}
    blue = led_colour("blue")
    first = shown(game, placed, 0.0)
    assert {cell for cell in first if cell in squares} == squares
    assert {first[cell] for cell in squares} == {blue}  # at full brightness, already in the first frame
    dim = shown(game, placed, BLINK_PERIOD_S / 2)
    assert all(0 < max(dim[cell]) < 0.2 * max(blue) for cell in squares)
    assert shown(game, placed, 7 * BLINK_PERIOD_S) == first


def test_a_stone_blinks_where_it_will_lie() -> None:
    game = find("connect4")
    state = played(game, "4")
    assert shown(game, placed_by(game, state, "4"), 0.0) == {"d2": led_colour("yellow")}


def test_sowing_runs_pit_by_pit() -> None:
    game = find("kalah")
    placed = placed_by(game, game.start(game.options()), "c")
    route = placed.steps[0].cells[1:]
    white = tints_of(game)[1]
    for n, pit in enumerate(route):
        frame = shown(game, placed, (n + 0.5) * SOWING_STEP_S)
        assert frame["c"] == dimmed(WHITE, SOURCE_LEVEL)
        assert frame[pit] == white
        assert [frame[done] for done in route[:n]] == [dimmed(white, DONE_STEP_LEVEL)] * n
        assert [frame[coming] for coming in route[n + 1 :]] == [dimmed(white, COMING_STEP_LEVEL)] * (len(route) - n - 1)


def test_a_checkers_from_and_to_differ() -> None:
    game = find("backgammon")
    state = played(game, "31")
    placed = placed_by(game, state, "8/5 6/5")
    white = led_colour("white")
    start, end = "8", "5"
    frame = shown(game, placed, 0.0)
    assert (frame[start], frame[end]) == (dimmed(WHITE, SOURCE_LEVEL), white)
    later = shown(game, placed, BLINK_PERIOD_S / 2)
    assert later[start] == frame[start] and later[end] != frame[end]  # one glows, the other blinks
    second = shown(game, placed, STEP_S)
    assert (second["6"], second["5"]) == (dimmed(WHITE, SOURCE_LEVEL), white)


def test_a_checker_that_is_hit_goes_to_the_bar_in_its_own_colour() -> None:
    game = find("backgammon")
    state = played(game, "31: 24/23 24/21", "43")
    move = next(move for move in state.legal() if game.steps(state, move)[0].cells[-1] == "bar:white")
    frame = shown(game, placing(game, state, move), 0.0)
    assert state.mover == 2
    assert frame["bar:white"] == led_colour("white")  # though it is black's move


def test_a_die_that_is_tipped_shows_the_way_step_by_step() -> None:
    game = find("tridice")
    chance = random.Random(2)
    state = game.start(game.options())
    while True:
        moves = [move for move in state.legal() if isinstance(move, TriDiceRoll)] if state.to_move != CHANCE else []
        long = [move for move in moves if len([s for s in game.steps(state, move) if len(s.leaves) == 2]) > 2]
        if long or state.over:
            break
        state = state.play(chance.choice(state.legal()))
    placed = placing(game, state, long[0])
    for n, step in enumerate(placed.steps):
        frame = shown(game, placed, n * STEP_S + 1e-6)
        (start, _), (end, content) = step.leaves
        assert content is not None
        assert frame[start] == dimmed(WHITE, SOURCE_LEVEL)
        assert frame[end] == tints_of(game)[content.colour]


# -- all games -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_every_cell_that_changes_is_lit_and_no_other(name: str) -> None:
    game, chance = find(name), random.Random(name)
    state, looked = game.start(game.options()), 0
    while not state.over and looked < 40:
        move = chance.choice(state.legal())
        after = state.play(move)
        if state.to_move != CHANCE and game.steps(state, move):
            looked += 1
            placed = placing(game, state, move)
            changed = {each.cell for each in differences(state.cells(), after.cells())}
            touched = {cell for step in placed.steps for cell in step.cells} | changed
            brightest: dict[str, int] = {}
            for n in range(int(ENOUGH / SOWING_STEP_S * 2)):
                for cell, colour in shown(game, placed, n * SOWING_STEP_S / 2).items():
                    brightest[cell] = max(brightest.get(cell, 0), *colour)
            assert set(brightest) <= touched
            assert changed <= set(brightest)
            assert all(brightest[cell] >= 255 * SOURCE_LEVEL * 0.99 for cell in changed)
        state = after


# -- misplaced pieces
# -------------------------------------------------------------------------------------------------------


def test_wrong_squares_show_red_and_then_what_is_missing() -> None:
    tints = [WHITE, led_colour("blue"), led_colour("yellow")]
    wrong = (
        CellDifference("a1", Content(1), None),
        CellDifference("b1", None, Content(2)),
        CellDifference("c1", Content(1, 2), Content(1, 3)),
    )
    assert set(render_differences(wrong, tints, 0.0).values()) == {RED}
    second = render_differences(wrong, tints, DIFFERENCE_PERIOD_S / 2)
    assert second == {"a1": RED, "b1": led_colour("yellow"), "c1": led_colour("blue")}
    assert all(max(colour) < 60 for colour in render_differences(wrong, tints, DIFFERENCE_PERIOD_S / 4).values())


def test_what_lies_wrong_goes_before_the_move() -> None:
    game = find("connect4")
    state = played(game, "4")
    placed = placed_by(game, state, "4")
    scene = replace(placed, wrong=(CellDifference("e1", Content(2), None),), mover=2)
    frame = render(scene, game.geometry(game.options()), tints_of(game), 2, 0.0)
    assert frame == {"e1": RED, rim_place(0): dimmed(RED, 0.25), rim_place(1): dimmed(RED, 0.25)}


def test_nothing_flashes_more_than_three_times_a_second() -> None:
    assert BLINK_PERIOD_S >= 1 / 3 and DIFFERENCE_PERIOD_S / 2 >= 1 / 3
    assert blink_level(0) == 1
    assert min(blink_level(n / 100) for n in range(200)) > 0


# -- the rim ---------------------------------------------------------------------------------------------------------------


def test_the_rim_says_whose_turn_it_is() -> None:
    tints = [WHITE, (0, 0, 255), (255, 255, 0)]
    frame = render_rim(LightsScene(mover=2), tints, 8, 3.3)
    assert frame == {rim_place(n): dimmed((255, 255, 0), 0.25) for n in range(8)}
    assert render_rim(LightsScene(mover=0), tints, 8, 0.0) == {}


def test_a_light_runs_around_while_the_computer_thinks() -> None:
    tints = [WHITE, (0, 0, 255)]
    heads = []
    for n in range(24):
        frame = render_rim(LightsScene(mover=1, thinking=True), tints, 12, (n + 0.5) * RIM_ROUND_S / 24)
        light = [max(frame.get(rim_place(place), (0, 0, 0))) for place in range(12)]
        heads.append(light.index(max(light)))
    assert heads == [math.floor(n / 2) for n in range(24)]


def test_progress_fills_the_rim() -> None:
    tints = [WHITE, (0, 0, 255)]
    for progress, least in ((0.0, 0), (0.5, 10), (1.0, 20)):
        frame = render_rim(LightsScene(mover=1, thinking=True, progress=progress), tints, 20, 0.0)
        assert all(max(frame[rim_place(n)]) >= 30 for n in range(least))
    assert len(render_rim(LightsScene(mover=1, thinking=True, progress=0.5), tints, 20, RIM_ROUND_S / 4)) < 20


# -- colours ---------------------------------------------------------------------------------------------------------------


def test_every_hue_gives_light_and_no_two_the_same() -> None:
    lights = {hue: led_colour(hue) for hue in HUES}
    assert all(max(light) == 255 for light in lights.values())
    names = list(lights)
    for n, one in enumerate(names):
        for other in names[n + 1 :]:
            assert math.dist(lights[one], lights[other]) > 60, (one, other)
