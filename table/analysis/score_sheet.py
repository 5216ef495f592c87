"""The score sheet: the figures shown for a game's score."""

from __future__ import annotations

from dataclasses import replace

from fourth_seat.games.protocol import Result, ScoreRow
from fourth_seat.table.game_state import GameState
from fourth_seat.table.outcome import gave_up
from fourth_seat.words import say


def score_sheet(game_state: GameState) -> tuple[ScoreRow, ...]:
    """Return the rows of the sheet, each with a title and a figure for each seat, beginning with the row that decides the
    game.

    A half-entered move counts if it lies on the board. The points so far do not decide a game that somebody has resigned:
    each side has one win, or none.
    """
    last, result = game_state.history.last, game_state.result
    if result and gave_up(game_state) and last and last.ending and not last.ending.worth:
        won = tuple(int(seat in result.winners) for seat in range(1, len(result.scores) + 1))
        return score_rows(replace(result, scores=won), counted=False)
    taps = game_state.taps if game_state.people_move else ()
    standing = result or game_state.game.standing_after(game_state.state, taps)
    return score_rows(standing, counted=result is not None)


def score_rows(standing: Result, counted: bool) -> tuple[ScoreRow, ...]:
    """Return the rows of `score_sheet` for a result or, while the game goes on, for the score so far.

    Until the end, the points shown are those that would be counted if the game were stopped now; games that count something
    else until then, such as pips, show that instead. Any other row is left out while its figures are those of the row that
    decides the game.
    """
    deciding = [row for row in standing.sheet if row.decides]
    others = [row for row in standing.sheet if not row.decides]
    if not deciding and (counted or not others):
        deciding = [ScoreRow(say("Points"), standing.scores)]
    return (*deciding, *(row for row in others if not any(row.scores == each.scores for each in deciding)))
