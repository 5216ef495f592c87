"""Boards corrected by hand, and turns that the table accepts although the rules forbid them."""

from __future__ import annotations

from collections.abc import Mapping

from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadPosition, IllegalMove
from fourth_seat.games.kalah.notation import read_moves
from fourth_seat.games.kalah.rules import KalahState
from fourth_seat.words import say, say_many


def play_anyway(state: KalahState, text: str) -> KalahState:
    """Return the position after sowing any of the mover's pits, wherever the last seeds fall; then the turn passes.

    Raises:
        BadNotation: the text names no pits.
        IllegalMove: a pit is empty or does not exist, or the game is over.
    """
    (move,) = read_moves(state, text)
    after = state
    for pit in move.pits:
        if reason := after.why_not_sow(pit):
            raise IllegalMove(reason)
        after = after.sow(pit)
        if after.turn != state.turn and not after.over:
            after = after.turned()
    return after if after.turn != state.turn else after.turned()


def correct(state: KalahState, cells: Mapping[str, Content | None]) -> KalahState:
    """Return the position with different counts in some pits and stores, and the same side to move.

    Raises:
        BadPosition: a cell is unknown or its content is not seeds, or the total changes although some cells are not given.
    """
    seeds = dict(zip(state.names, state.ring, strict=True))
    for name, content in cells.items():
        if name not in seeds:
            raise BadPosition(say("there is no pit {name} on this board", name=name))
        if content and (content.colour or content.faces or content.count < 0):
            raise BadPosition(say("{name} can hold only seeds", name=name))
        seeds[name] = content.count if content else 0
    before, after = sum(state.ring), sum(seeds.values())
    # If every pit and store was counted again, a set with more or fewer seeds is accepted.
    if after != before and len(cells) < len(seeds):
        raise BadPosition(
            say_many(
                "that makes one seed; there should be {there}",
                "that makes {n} seeds; there should be {there}",
                after,
                there=before,
            )
        )
    return KalahState(state.options, tuple(seeds[name] for name in state.names), state.turn)
