"""Random games that a stranger plays by hand, from sentences and names alone, with undo, redo and corrections."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.instructions.drawn import DrawnBoard
from benchmarks.instructions.hands import NotUnderstoodError, follow
from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyGame, AnyState, find
from fourth_seat.games.options import Options
from fourth_seat.games.steps import Step
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.theme.typeface import open_root

MAX_UNDONE_MOVES = 4  # that are undone, or corrected, at once
BOARD_ORIENTATIONS = (Orientation(), Orientation(2))


@dataclass
class Count:
    """Number of moves carried out by the instructions, and of those that went wrong.

    Attributes:
        moves, undone, redone, corrected: how often hands carried out the steps of each kind.
        named: places in sentences.
        differences: boards that differed from the position, each with its sentences.
        unmarked: places in a sentence that the drawn board did not mark.
    """

    moves: int = 0
    undone: int = 0
    redone: int = 0
    corrected: int = 0
    named: int = 0
    differences: list[str] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)


def check(root: tk.Misc, theme: Theme, game: AnyGame, moves: int, orientation: Orientation, *, rim: bool = True) -> Count:
    """Return the counts after a number of moves of random games, on a board in this orientation."""
    options, count, dice = game.options(), Count(), random.Random(f"{game.name} {orientation}")
    board = DrawnBoard(root, theme, game, options, orientation, rim=rim)
    try:
        _play(board, game, options, moves, count, dice)
    finally:
        board.view.destroy()
    return count


def check_alone(name: str, moves: int, orientation: Orientation, *, rim: bool) -> Count:
    """Check a game in its own window."""
    root = open_root()
    try:
        return check(root, Theme(root, "light", "medium"), find(name), moves, orientation, rim=rim)
    finally:
        root.destroy()


def _play(board: DrawnBoard, game: AnyGame, options: Options, moves: int, count: Count, dice: random.Random) -> None:
    past: list[AnyState] = []
    for before, steps, after in _random_moves(game, options, dice):
        _do(board, game, count, before, after, steps, before.mover, move=True)
        count.moves += 1
        past = [after] if not past or before is not past[-1] else [*past[-MAX_UNDONE_MOVES:], after]
        if len(past) > 1:
            earlier, other = past[-dice.randint(2, len(past))], dice.choice(past)
            _restore(board, game, count, after, earlier)
            _restore(board, game, count, earlier, after)
            _restore(board, game, count, other, past[0])
            count.undone, count.redone, count.corrected = count.undone + 1, count.redone + 1, count.corrected + 1
        if count.moves >= moves:
            return


def _random_moves(
    game: AnyGame, options: Options, dice: random.Random
) -> Iterator[tuple[AnyState, tuple[Step, ...], AnyState]]:
    while True:
        state: AnyState = game.start(options)
        while not state.over:
            move = dice.choice(list(state.legal()))
            after = state.play(move)
            yield state, game.steps(state, move), after
            state = after


def _restore(board: DrawnBoard, game: AnyGame, count: Count, found: AnyState, wanted: AnyState) -> None:
    steps = game.restoring_steps(found.cells(), wanted.cells(), wanted.mover, wanted.options)
    _do(board, game, count, found, wanted, steps, wanted.mover, move=False)


def _do(
    board: DrawnBoard,
    game: AnyGame,
    count: Count,
    before: AnyState,
    after: AnyState,
    steps: tuple[Step, ...],
    mover: int,
    *,
    move: bool,
) -> None:
    """Let hands do the steps and compare the board with the expected position; after a throw the dice, too. Those of a move
    stay until the next player picks them up.
    """
    cells = before.cells()
    board.show(cells, steps, mover)
    sentences = [str(step.text) for step in steps]
    table = board.table(cells, _clockwise(board, before.options))
    wanted = board.table(after.cells(), table.clockwise)
    try:
        for sentence in sentences:
            follow(table, sentence)
    except NotUnderstoodError as error:
        count.differences.append(f"{error}: {sentences}")
        return
    thrown = move and wanted.dice
    if board.together(table) != board.together(wanted) or (thrown and sorted(table.dice) != sorted(wanted.dice)):
        count.differences.append(f"{game.position(before)} {sentences} {table.contents} {wanted.contents}")
    count.named += len(table.used)
    count.unmarked += [f"{name}: {sentences}" for name, places in table.used if not any(map(board.marked, places))]


def _clockwise(board: DrawnBoard, options: Options) -> dict[str, bool]:
    """Return, for each colour, whether the numbers of its dice run clockwise: a fact about the dice on the table."""
    chosen = dict(part.split("=") for part in str(options).split(",") if part).get("handedness", "cw")
    return dict.fromkeys(board.colours[1:], chosen == "cw")
