"""A board is expected to look as the game begins on it: with the stones, seeds, dice and the cube of a handicap."""

from __future__ import annotations

import pytest

from fourth_seat.games import AnyGame, find, game_names
from fourth_seat.games.contents import Cells
from fourth_seat.games.options import Options
from fourth_seat.games.steps import UNTOUCHED_ZONES
from fourth_seat.inference.evidence import Evidence, floored
from fourth_seat.inference.initial_position import positions
from tests.handicaps import uneven

CASES = [(name, options) for name in game_names() for options in uneven(find(name))]


def seen(game: AnyGame, options: Options, cells: Cells) -> Evidence:
    """Return evidence that shows each cell as in `cells`, and clearly not as at the start with or without handicap."""
    even = Options(game.declared_options, {**options, **{each.name: each.default for each in game.handicaps(options)}})
    starts = [game.start(each).cells() for each in (options, even)]
    names = [cell.name for cell in game.geometry(options).cells if cell.zone not in UNTOUCHED_ZONES]
    looks = {name: dict.fromkeys((None, cells.get(name), *(start.get(name) for start in starts))) for name in names}
    return Evidence(
        {name: floored((held, 0.0 if held == cells.get(name) else -8.0) for held in each) for name, each in looks.items()}
    )


@pytest.mark.parametrize(("name", "options"), CASES, ids=[f"{name}-{options}" for name, options in CASES])
def test_the_start_with_a_handicap_is_recognised(name: str, options: Options) -> None:
    game = find(name)
    start = game.start(options)
    assert start in positions(game, options, seen(game, options, start.cells()))


def test_a_grid_without_the_stones_is_not_the_start() -> None:
    game, chosen = find("connect4"), find("connect4").options("yellow-ahead=2")
    assert game.start(chosen) not in positions(game, chosen, seen(game, chosen, {}))


def test_a_kalah_board_without_the_seeds_ahead_is_not_the_start() -> None:
    game, chosen = find("kalah"), find("kalah").options("south-ahead=5")
    found = positions(game, chosen, seen(game, chosen, game.start(game.options()).cells()))
    assert game.start(chosen) not in found
