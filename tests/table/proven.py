"""A player that knows the worth of moves, for tests: small positions of solved games, searched to their end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from fourth_seat.engines import engine_of
from fourth_seat.engines.levels import level
from fourth_seat.engines.players.inline import InlinePlayer
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Bounds, MoveValue
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.protocol import Line

SMALL = "pits=3,seeds=2"
"""Options of a Kalah that is soon solved. At its start `b c` wins by 4 seeds, `b a` and `c` draw, `a` loses by 8."""

CROWDED = "16265275662742135221477165643"
"""Connect 4, yellow to move: 5 wins in 4 moves, 1 and 4 in 5, 7 in 6, and 3 loses in 6."""


@cache
def score(state: AnyState) -> int:
    """Return the game's own score for the side to move, by searching everything that can follow."""
    if state.over:
        return _result(state, state.mover)
    return max(_after(state, move) for move in state.legal())


def _after(state: AnyState, move: Any) -> int:
    after = state.play_unchecked(move)
    return _result(after, state.mover) if after.over else -score(after)


def _result(state: AnyState, mover: int) -> int:
    standing = state.standing()
    margin = standing.scores[mover - 1] - standing.scores[2 - mover]
    stones = getattr(state, "stones", None)  # of Connect 4, where winning sooner is worth more
    return int(margin if stones is None else margin * (22 - (stones + 1) // 2))


def values(state: AnyState) -> list[MoveValue]:
    """Return every legal move with its proven value, the best first."""
    game = "kalah" if hasattr(state, "ring") else "connect4"
    judge = engine_of(game).explain_bounds
    assert judge
    found = []
    for move in sorted(state.legal(), key=lambda move: -_after(state, move)):
        worth = _after(state, move)
        explain_bounds = judge(state, Bounds(worth, worth))
        assert explain_bounds
        share = 0.5 if worth == 0 else float(worth > 0)
        shares = (share, 1 - share) if state.mover == 1 else (1 - share, share)
        found.append(MoveValue(move, shares, True, explain_bounds.text, explain_bounds.short, _line(state, move)))
    return found


def _line(state: AnyState, move: Any) -> tuple[str, ...]:
    line = [move]
    state = state.play_unchecked(move)
    while not state.over:
        line.append(max(state.legal(), key=lambda move, here=state: _after(here, move)))  # type: ignore[misc]
        state = state.play_unchecked(line[-1])
    return tuple(map(str, line))


class Prover(InlinePlayer):
    """Values moves as `values` does, as soon as `ready` is true; until then it goes on thinking.

    Attributes:
        asked: the states about which it was asked.
        jobs: the answers to that.
        proves: whether it finds anything.
    """

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game, level("random", game.name), Random(1))
        self.asked: list[AnyState] = []
        self.jobs: list[Held] = []
        self.ready = True
        self.proves = True

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        self.asked.append(line.state)
        self.jobs.append(Held(self, line, most))
        return self.jobs[-1]


class Held(Task[Sequence[MoveValue]]):
    """Values that become available once the player is ready."""

    def __init__(self, player: Prover, line: Line, most: int) -> None:
        super().__init__(lambda _: ())
        self._player, self._line, self._most = player, line, most

    def poll(self) -> Sequence[MoveValue] | None:
        if not self._player.ready or self.cancelled:
            return None
        return values(self._line.state)[: self._most] if self._player.proves else ()
