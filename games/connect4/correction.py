"""Manual corrections of a Connect 4 board."""

from __future__ import annotations

from collections.abc import Mapping

from fourth_seat.games.connect4.geometry import GEOMETRY
from fourth_seat.games.connect4.notation import build
from fourth_seat.games.connect4.rules import Connect4State, place
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadPosition
from fourth_seat.words import say


def correct(state: Connect4State, cells: Mapping[str, Content | None]) -> Connect4State:
    """Return the position with some holes changed. The colour to move is inferred from the numbers of stones.

    Raises:
        BadPosition: a hole or colour does not exist, a stone has nothing below it, or a colour has too many stones.
    """
    stones = state.holes()
    for name, content in cells.items():
        if name not in GEOMETRY:
            raise BadPosition(say("there is no hole {name}: the holes are a1 to g6", name=name))
        stones.pop(place(name), None)
        if content:
            if content.colour not in (1, 2):
                raise BadPosition(say("{name} can hold only a red or a yellow stone", name=name))
            stones[place(name)] = content.colour
    return build(stones, state.options)
