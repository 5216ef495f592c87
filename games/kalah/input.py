"""Entering a turn by tapping the pits to sow, in order."""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.input import PartialMove
from fourth_seat.games.kalah.rules import KalahMove, KalahState, sides
from fourth_seat.games.protocol import Result
from fourth_seat.words import Text, say


def partial_move(state: KalahState, taps: Sequence[str]) -> PartialMove[KalahMove]:
    """Return the legal turns that begin with these taps.

    Raises:
        IllegalMove: the last tap leads to no legal turn.
    """
    own = state.names[: state.pits]
    wrong = next((tap for tap in taps if tap not in own), None)
    if wrong is not None:
        raise IllegalMove(_why_not_own_pit(state, wrong))
    pits = tuple(own.index(tap) for tap in taps)
    after, reason = state.follow(pits)
    if reason or state.over:
        raise IllegalMove(reason or say("the game is over"))
    if after.turn != state.turn:
        move = KalahMove(pits, state.north)
        return PartialMove(frozenset(), (move,), move, after.cells())
    return PartialMove(
        frozenset(name for name, seeds in zip(own, after.ring, strict=False) if seeds),
        tuple(KalahMove((*pits, *rest), state.north) for rest in after.chains()),
        cells=after.cells() if pits else None,
        due=say("The last seed fell into your store: sow again.") if pits else None,
    )


def standing_after(state: KalahState, taps: Sequence[str]) -> Result:
    """Return the position after sowing the tapped pits."""
    own = state.names[: state.pits]
    return state.follow([own.index(tap) for tap in taps])[0].standing()


def _why_not_own_pit(state: KalahState, tap: str) -> Text:
    if tap in state.names[state.pits + 1 : -1]:
        mover = sides(state.options)[state.turn - 1].name
        return say("{pit} is on the other side: it is {colour}'s turn", pit=tap, colour=mover)
    first, last = state.names[0], state.names[state.pits - 1]
    return say("tap one of the pits {first} to {last}", first=first, last=last)
