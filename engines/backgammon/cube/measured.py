"""What the model of the cube rests on, measured in games of the networks against themselves.

Printed by `uv run python -m training.backgammon.cube`; it says how.
"""

from __future__ import annotations

GAMMONS = 0.249
"""The part of the games that end in a gammon or more, played to their end without a cube."""

EFFICIENCY = 0.75
"""Of the cube (see `janowski`): 0.73 +-0.11 with contact, 0.94 +-0.21 in races; they do not differ by more than chance."""

FIRST_CHANCES = (
    0.414, 0.449, 0.463, 0.467, 0.478, 0.484, 0.488, 0.491, 0.494, 0.497,
    0.498, 0.500, 0.502, 0.508, 0.522, 0.529, 0.536, 0.543, 0.553, 0.567,
)  # fmt: skip
"""The chance to win of a side at its first turn with a cube, in equally likely steps, when only that side may double."""
