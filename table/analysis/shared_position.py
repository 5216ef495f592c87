"""The contents of a shareable picture of a position: the game, the board, the players, the score, and the date."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.games import AnyGame, AnyState
from fourth_seat.table import announce
from fourth_seat.table.analysis.keepsake import day_of
from fourth_seat.table.analysis.score_sheet import score_rows, score_sheet
from fourth_seat.table.game_state import GameState
from fourth_seat.words import Text, say


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A seat with its player, colours and most important figure, and whether it is to move."""

    name: Text
    colours: tuple[int, ...]
    figure: int
    on_turn: bool


@dataclass(frozen=True, slots=True)
class SharedPosition:
    """The contents of the picture.

    Attributes:
        said: a sentence about whose turn it is or how the game ended.
        highlighted: the cells to highlight because they decided the game.
        figures: the title of the players' figures.
        day: the date, or None if the record does not contain it.
    """

    game: AnyGame
    state: AnyState
    said: Text
    highlighted: tuple[str, ...]
    players: tuple[ShownPlayer, ...]
    figures: Text
    day: Text | None


def shared_position(game_state: GameState, at: int | None = None) -> SharedPosition:
    """Return the contents of the picture of a game after its first `at` entries (defaults to the current position)."""
    history, game = game_state.history, game_state.game
    now = at is None or at == history.at
    line = history.line_at(history.at if at is None else at)
    state = line.state
    ended = state.over or (now and game_state.result is not None)
    rows = score_sheet(game_state) if now else score_rows(state.standing(), state.over)
    if now:
        said = announce.turn(game_state)
    elif state.over:
        said = state.standing().reason
    else:
        who = game_state.name(state.seat) if state.mover else None
        said = say("{who}'s turn.", who=who) if who else announce.turn(game_state)
    players = tuple(
        ShownPlayer(
            game_state.name(seat),
            game.colours_of(seat, state.options),
            rows[0].scores[seat - 1],
            not ended and bool(state.mover) and state.seat == seat,
        )
        for seat in range(1, len(game_state.seats) + 1)
    )
    return SharedPosition(
        game,
        state,
        said,
        game.deciding_cells(state) if state.over else (),
        players,
        rows[0].title,
        day_of(game_state.begun.time),
    )
