"""Letters on pieces, in the user's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from fourth_seat.games.protocol import Side
from fourth_seat.words import Text


def lettered(sides: Sequence[Side], render: Callable[[Text], str]) -> tuple[Side, ...]:
    """Return the sides with localised letters as their marks. A mark is one letter, or the first two letters of the name if
    two colours of the game share the first letter.
    """
    letters = Counter(render(side.letter) for side in sides if side.letter)

    def sign(letter: Text, name: Text) -> str:
        return render(letter) if letters[render(letter)] == 1 else render(name)[:2].title()

    return tuple(replace(side, mark=sign(side.letter, side.name)) if side.letter else side for side in sides)
