"""The letters on pieces, in the viewer's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fourth_seat.games.protocol import Side
from fourth_seat.words import Text


def lettered(sides: Sequence[Side], render: Callable[[Text], str]) -> tuple[Side, ...]:
    """Return the colours with the letters of a language as their signs, for drawing."""
    return tuple(replace(side, mark=render(side.letter)) if side.letter else side for side in sides)
