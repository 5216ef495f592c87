"""The board in letters, as white sees it; the points carry white's numbers."""

from __future__ import annotations

from games.backgammon.checkers import BAR, OFF, across
from games.backgammon.rules import BackgammonPhase, BackgammonState
from games.backgammon.sides import SIDES

DIAGRAM_ROWS = 5  # checkers shown of a stack; of a taller one the last is its number


def draw(state: BackgammonState) -> str:
    """Thirteen to twenty-four above, twelve to one below, the bar between; then what is off, the dice and the cube."""
    upper, lower = range(13, 25), range(12, 0, -1)
    lines = [
        _numbers(upper),
        *(_line(state, upper, 2, row) for row in range(DIAGRAM_ROWS)),
        "|" + " " * 18 + "|   |" + " " * 18 + "|",
        *(_line(state, lower, 1, row) for row in reversed(range(DIAGRAM_ROWS))),
        _numbers(lower),
        _beside(state),
    ]
    return "\n".join(lines)


def _numbers(points: range) -> str:
    written = [f"{point:>2}-" for point in points]
    return "+" + "".join(written[:6]).replace(" ", "-") + "+bar+" + "".join(written[6:]).replace(" ", "-") + "+"


def _line(state: BackgammonState, points: range, bar_of: int, row: int) -> str:
    signs = [_sign(*_stack(state, point), row) for point in points]
    bar = _sign(state.checkers[bar_of - 1][BAR], bar_of, DIAGRAM_ROWS - 1 - row)
    return "|" + "".join(signs[:6]) + "|" + bar + "|" + "".join(signs[6:]) + "|"


def _stack(state: BackgammonState, point: int) -> tuple[int, int]:
    """How many checkers stand on white's point, and whose."""
    white, black = state.checkers[0][point], state.checkers[1][across(point)]
    return (white, 1) if white else (black, 2)


def _sign(count: int, colour: int, row: int) -> str:
    if row == DIAGRAM_ROWS - 1 and count > DIAGRAM_ROWS:
        return f"{count:>2} "
    return f" {SIDES[colour - 1].mark} " if row < count else "   "


def _beside(state: BackgammonState) -> str:
    parts = [f"off: W {state.checkers[0][OFF]}, B {state.checkers[1][OFF]}"]
    if state.turn:
        dice = f" {state.dice[0]}{state.dice[1]}" if state.dice else ""
        parts.append(f"{SIDES[state.turn - 1].mark} to move{dice}")
    if state.options["cube"]:
        owner = f" {SIDES[state.cube.owner - 1].mark}" if state.cube.owner else ""
        parts.append(f"cube {state.cube.value}{owner}" + (" doubled" if state.phase is BackgammonPhase.ANSWER else ""))
    return "; ".join(parts)
