"""Manual corrections of the board, and turns that players make against the rules."""

from __future__ import annotations

from collections.abc import Mapping

from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadPosition, IllegalMove
from fourth_seat.games.kalah.notation import read_moves
from fourth_seat.games.kalah.rules import KalahState
from fourth_seat.words import say, say_many


def play_anyway(state: KalahState, text: str) -> KalahState:
    """Sow any sequence of the mover's pits, regardless of where the last seeds fall, and end the turn.

    Raises:
        BadNotation: the text contains no pits.
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
    """Return the position with some pits and stores changed. The side to move stays the same.

    Raises:
        BadPosition: a cell is unknown, its contents are not seeds, or the total changes although some cells are not given.
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
