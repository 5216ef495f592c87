"""A model of the opponent, learned from its turns: whether it looks further ahead than our reply to each of its turns.

A turn is evidence if a player who looks no further than the reply would have played differently from a search.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from fourth_seat.games.tridice.moves import TriDiceMove
from fourth_seat.games.tridice.rules import ALL_THROWS, TriDiceState

PRIOR_LOG_ODDS = 1.0  # probability that a rival overlooks something: people do
MAX_LOG_ODDS = 3.0  # limits on the belief, so that another player in the same seat is soon noticed
# Shares of such turns, of 2-ply (246) and of a search of 3,000 and 20,000 simulations (417): as the player who overlooks
# would play, as the search would, and others.
OVERLOOKED_SHARES = {"shallow": (0.52, 0.12), "searched": (0.16, 0.74), "other": (0.32, 0.14)}
EVIDENCE_LOG_ODDS = {kind: log(overlooking / seeing) for kind, (overlooking, seeing) in OVERLOOKED_SHARES.items()}


class Rival:
    """A belief about the opponent that persists from game to game."""

    def __init__(self) -> None:
        self._log_odds = PRIOR_LOG_ODDS
        self._left: TriDiceState | None = None

    @property
    def overlooks(self) -> bool:
        """Whether the opponent is assumed to overlook whatever follows the reply to its turns."""
        return self._log_odds > 0

    def leave(self, state: TriDiceState | None) -> None:
        """Store the position after our turn, possibly with a die still to be thrown, or None to learn nothing."""
        self._left = state

    def turn_to(self, state: TriDiceState) -> tuple[TriDiceState, TriDiceMove] | None:
        """Return the position before the rival's turn and the turn that led to this state, or None if there is no such turn
        or it was forced.
        """
        for before in _thrown(self._left) if self._left else ():
            turns = before.legal()
            if len(turns) > 1:
                for turn in turns:
                    if any(after == state for after in _thrown(before.play_unchecked(turn))):
                        return before, turn
        return None

    def learn(self, turn: TriDiceMove, shallow: TriDiceMove, searched: TriDiceMove) -> None:
        """Learn from a turn: a shallow player would have played `shallow`, and a search `searched`."""
        if shallow != searched:
            kind = "shallow" if turn == shallow else "searched" if turn == searched else "other"
            self._log_odds = min(max(self._log_odds + EVIDENCE_LOG_ODDS[kind], -MAX_LOG_ODDS), MAX_LOG_ODDS)


def _thrown(state: TriDiceState) -> Iterator[TriDiceState]:
    """Yield the state, or, if a die is waiting to be thrown, the state after each possible throw."""
    if state.pending is None:
        yield state
    else:
        yield from map(state.play_unchecked, ALL_THROWS)
