"""A picture of each game for README and docs: named people, and a computer's move that is to be made on the board."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.engines.players.inline import choose_simply
from fourth_seat.games import find, game_names
from tests.ui.conftest import screenshot
from tests.ui.table.conftest import Sit

PEOPLE = ("human:Anna", "human:Ben", "human:Cleo")
MOVES = {"blokus": 35, "connect4": 13}  # by then there is something on the board
USUALLY = 9


@pytest.mark.parametrize("game", game_names())
def test_a_picture_of_a_game(sit: Sit, game: str) -> None:
    """Simple players play all the seats."""
    found = find(game)
    seats = [*PEOPLE[: found.seats(found.options()) - 1], "computer:5"]
    hands, rng = sit(game, seats), Random(5)
    table, moves = hands.table, 0
    while not (table.pending and moves > MOVES.get(game, USUALLY)):
        assert not table.result
        if table.pending:
            table.set_down()
        elif table.needs_throw:
            table.roll(rng)
        else:
            move = choose_simply(found, table.state, rng)
            moves += 1
            if table.computers_turn:
                table.play_computer(move)
            else:
                table.play(str(move))
    hands.page.stage.refresh()
    hands.until(lambda: bool(hands.page.stage.panel.card.done.winfo_ismapped()))
    image = screenshot(hands.window, f"{game}-picture")
    assert len(image.resize((160, 100)).getcolors(1 << 24) or ()) > 100, "the board is missing"
