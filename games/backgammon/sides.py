"""The two colours. White is colour 1; it goes from point 24 of the board's own numbering down to 1, black the other way."""

from __future__ import annotations

from games.protocol import Side
from words import Text, say

SIDES = (Side(say("white"), "W", "white"), Side(say("black"), "B", "black"))
SIDE_KEYS = ("white", "black")  # in the names of cells


def name_of(colour: int) -> Text:
    """A colour's name as people read it."""
    return SIDES[colour - 1].name
