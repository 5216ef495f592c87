"""The letters on pieces, in the viewer's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from fourth_seat.games.protocol import Side
from fourth_seat.words import Text


def lettered(sides: Sequence[Side], render: Callable[[Text], str]) -> tuple[Side, ...]:
    """Return the colours with the letters of a language as their signs, for drawing: one letter each, or the first two
    letters of their names if two colours of a game share the first.
    """
    letters = Counter(render(side.letter) for side in sides if side.letter)

    def sign(letter: Text, name: Text) -> str:
        return render(letter) if letters[render(letter)] == 1 else render(name)[:2].title()

    return tuple(replace(side, mark=sign(side.letter, side.name)) if side.letter else side for side in sides)
