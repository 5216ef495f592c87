"""The score sheet of a game."""

from __future__ import annotations

from dataclasses import replace

from fourth_seat.games.protocol import Result, ScoreRow
from fourth_seat.table.game_state import GameState
from fourth_seat.table.outcome import gave_up
from fourth_seat.words import say


def score_sheet(game_state: GameState) -> tuple[ScoreRow, ...]:
    """Return the rows of the score sheet, each with a title and a figure per seat. The row that decides the game comes
    first.

    Pieces of a half-entered move that are already on the board are counted. If a player has resigned and wins do not differ
    in value, wins are shown instead of points.
    """
    last, result = game_state.history.last, game_state.result
    if result and gave_up(game_state) and last and last.ending and not last.ending.worth:
        won = tuple(int(seat in result.winners) for seat in range(1, len(result.scores) + 1))
        return score_rows(replace(result, scores=won), counted=False)
    taps = game_state.taps if game_state.people_move else ()
    standing = result or game_state.game.standing_after(game_state.state, taps)
    return score_rows(standing, counted=result is not None)


def score_rows(standing: Result, counted: bool) -> tuple[ScoreRow, ...]:
    """Return the rows of `score_sheet` for a final result or for the current score of a game in progress.

    During the game, the points are those that would count if the game were stopped now. Games that use a different measure
    until the end, such as pips, show that instead. Other rows are omitted if their figures are identical to those of the
    deciding row.
    """
    deciding = [row for row in standing.sheet if row.decides]
    others = [row for row in standing.sheet if not row.decides]
    if not deciding and (counted or not others):
        deciding = [ScoreRow(say("Points"), standing.scores)]
    return (*deciding, *(row for row in others if not any(row.scores == each.scores for each in deciding)))
