"""Parsing of engines' answers: moves, and values of moves as JSON in the format written by `engines/gtp/commands.py`."""

from __future__ import annotations

from typing import Any

from fourth_seat.boundary.json_forms import either, fits, parse_json
from fourth_seat.engines import engine_of
from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.process.dialects import Dialect
from fourth_seat.engines.results import OUTCOME_COUNT, Bounds, MoveAnalysis, MoveValue, OutcomeForecast
from fourth_seat.games.protocol import AnyState, Line
from fourth_seat.words import FourthSeatError, say

_ENDS_FORM = (float,) * OUTCOME_COUNT
_OUTLOOK_FORM = {"equity": float, "ends": _ENDS_FORM, "plies": int, "trials": int, "error": float, "errors": _ENDS_FORM}
_NO_ROLLOUT = {"trials": 0, "error": 0.0, "errors": [0.0] * OUTCOME_COUNT}
_VALUE_FORM = {
    "move": str,
    "values": [float],
    "bound": object,
    "score": either(None, (int, int)),
    "outlook": either(None, lambda outlook: isinstance(outlook, dict) and fits({**_NO_ROLLOUT, **outlook}, _OUTLOOK_FORM)),
    "figures": [float],
    "line": [str],
}
_DEFAULTS: dict[str, Any] = {"bound": "estimate", "score": None, "outlook": None, "figures": [], "line": []}


def read_move(line: Line, text: str, dialect: Dialect) -> Any:
    """Parse the move that an engine chose in the position at the end of a line.

    Raises:
        EngineFailed: the text is not a legal move.
    """
    try:
        (move,) = line.game.parse(line.state, dialect.read(text, line))
    except (FourthSeatError, ValueError):
        raise EngineFailed(say("it answered {text}, which is not a move", text=text[:80] or "''")) from None
    check_legal(line.state, move, text)
    return move


def check_legal(state: AnyState, move: Any, text: str) -> None:
    """Raise `EngineFailed` if a move is illegal; `text` is the move as the engine wrote it."""
    if reason := state.why_not(move):
        raise EngineFailed(say("it wanted to play {move}, but {reason}", move=text[:80], reason=reason))


def read_values(line: Line, text: str, dialect: Dialect) -> tuple[MoveValue, ...]:
    """Parse the values of moves in the position at the end of a line.

    Raises:
        EngineFailed: the answer is malformed or contains an illegal move.
    """
    return tuple(_value(line, value, dialect) for value in _moves(line, _answer(text)))


def read_judgement(line: Line, text: str, dialect: Dialect) -> MoveAnalysis:
    """Parse the analysis of a turn; raises the same errors as `read_values`."""
    answer = _answer(text)
    moves = _moves(line, answer)
    if not fits(answer, {"choices": int, "luck": float}) or len(moves) != 2:
        raise _no_values(text)
    best, played = (_value(line, value, dialect) for value in moves)
    return MoveAnalysis(best, played, answer["choices"], float(answer["luck"]))


def _answer(text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError:
        raise _no_values(text) from None


def _moves(line: Line, answer: Any) -> list[dict[str, Any]]:
    colours = len(line.game.sides(line.state.options))
    if isinstance(answer, dict) and fits(answer.get("moves"), [dict]):
        moves = [{**_DEFAULTS, **value} for value in answer["moves"]]
        if all(fits(value, _VALUE_FORM) and len(value["values"]) == colours for value in moves):
            return moves
    raise _no_values(str(answer))


def _no_values(text: str) -> EngineFailed:
    return EngineFailed(say("it answered {text}, which is not a list of move values", text=text[:80]))


def _value(line: Line, value: dict[str, Any], dialect: Dialect) -> MoveValue:
    game, options = line.game, line.state.options
    seats = range(1, game.seats(options) + 1)
    shares = tuple(float(value["values"][game.colours_of(seat, options)[0] - 1]) for seat in seats)
    bounds = Bounds(*value["score"]) if value["score"] else None
    figures = tuple(map(float, value["figures"]))
    engine = engine_of(game.name)
    proven = engine.explain_bounds(line.state, bounds) if engine.explain_bounds and bounds else None
    return MoveValue(
        read_move(line, value["move"], dialect) if value["move"] else None,
        shares,
        value["bound"] == "exact",
        proven.text if proven else engine.explain_figures(line.state, figures),
        proven.short if proven else "",
        tuple(value["line"]),
        OutcomeForecast.from_json({**_NO_ROLLOUT, **value["outlook"]}) if value["outlook"] else None,
        bounds=bounds,
        figures=figures,
    )
