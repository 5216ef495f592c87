"""The game in the film: played by the engine for everybody, the same each time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import product
from random import Random
from typing import Any

from fourth_seat.engines.players.from_text import AnyPlayer, player
from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table

GAME, SEATS = "blokus", ("human:Anna", "human:Cleo", "computer:5", "human:Ben")
SEED = 5  # of the game
FILMED_AT = (
    29  # the moves before the one that a finger lays, after which the computer moves, and then somebody with a phone
)
PATIENCE_S = 60.0  # for a move, which is otherwise limited only by the number of positions that the level looks at


def evening() -> datetime:
    """Return the evening on which the film takes place."""
    return datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def new_table() -> Table:
    game = find(GAME)
    return Table.begin(game, game.options(), [read_seat(seat) for seat in SEATS], None, evening)


def engine(at: int) -> AnyPlayer:
    """Return the engine for the position after this many moves; all players here are made this way, so that the game is
    always the same."""
    game = find(GAME)
    return player(SEATS[2], game, game.options(), seconds=PATIENCE_S, rng=Random(1000 * SEED + at))


def whole_game() -> list[Any]:
    """Return the moves of a game that the engine plays for everybody."""
    table, moves = new_table(), list[Any]()
    everybody = engine(0)
    while not table.result:
        everybody.reset(Random(1000 * SEED + table.history.at))
        choice = everybody.choose(table.line).wait(PATIENCE_S)
        assert choice
        moves.append(choice.move)
        play(table, choice.move)
    everybody.close()
    return moves


def play(table: Table, move: Any) -> None:
    """Play a move, whoever is to move, and set it down."""
    if table.computers_turn:
        table.play_computer(move)
        if table.pending:
            table.set_down()
    else:
        table.play(str(move))


def table_after(moves: Sequence[Any]) -> Table:
    table = new_table()
    for move in moves:
        play(table, move)
    return table


def way(table: Table, move: Any) -> tuple[str, str, int, bool]:
    """Return a move's piece in its tray, its place on the board, and its orientation: quarters, after a flip or not."""
    geometry = table.game.geometry(table.options)
    cells = [cell for step in table.game.steps(table.state, move) for cell in step.cells]
    tray = next(cell for cell in cells if geometry[cell].zone == "tray")
    for flipped, turns, over in product((False, True), range(4), sorted(set(cells) - {tray})):
        held = table.game.hold(table.state, tray, turns, flipped, over)
        if held and held.move == move and held.over == over:
            return tray, over, turns, flipped
    raise ValueError(f"{move} cannot be laid")
