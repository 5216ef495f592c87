"""The score sheet: the figures that are shown of a game's score."""

from __future__ import annotations

from fourth_seat.games.protocol import ScoreRow
from fourth_seat.table.game_state import GameState
from fourth_seat.table.outcome import gave_up
from fourth_seat.words import say


def score_sheet(game_state: GameState) -> tuple[ScoreRow, ...]:
    """Return titles and each seat's figures, the one that decides first.

    The points of an unfinished game are those that it would end with if it stopped now; games that count something else
    meanwhile, such as pips, show that instead; so does a move that is half entered, and lies on the board. Another way to count the points is left out as long as it comes to the same,
    and what somebody has given up was not decided by what was counted until then.
    """
    entered = game_state.move_input.partial.standing if game_state.people_move else None
    standing = game_state.result or entered or game_state.state.standing()
    deciding = [row for row in standing.sheet if row.decides]
    others = [row for row in standing.sheet if not row.decides]
    if not deciding and (game_state.result or not others):
        deciding = [ScoreRow(say("Points"), standing.scores)]
        if _decided_by_nothing(game_state):
            won = tuple(int(seat in standing.winners) for seat in range(1, len(standing.scores) + 1))
            deciding = [] if others else [ScoreRow(say("Points"), won)]
    return (*deciding, *(row for row in others if not any(row.scores == each.scores for each in deciding)))


def _decided_by_nothing(game_state: GameState) -> bool:
    """Return whether a seat gave up a win that counts as it stands, whatever the points were."""
    last = game_state.history.last
    return bool(gave_up(game_state) and last and last.ending and not last.ending.worth)
