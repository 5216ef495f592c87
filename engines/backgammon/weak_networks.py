"""The weak networks of the lower levels: smaller, and trained on fewer games (`training/backgammon/weak_networks.py`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fourth_seat.engines.backgammon import networks
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.words import Text

WEIGHTS_FOLDER = Path(__file__).parent / "weights" / "weak"
LEVEL_COUNT = 6


def path(folder: Path, level: int) -> Path:
    """Return the file of a level's network."""
    return folder / f"{level}.npz"


def read(notify: Callable[[Text], None], folder: Path | None = None) -> list[Networks | None]:
    """Read the networks of the levels 1 to 6; one that cannot be read is replaced by the next weaker, or None.

    `notify` is called with the reason for each that cannot be read.
    """
    ladder: list[Networks | None] = []
    for level in range(1, LEVEL_COUNT + 1):
        try:
            ladder.append(networks.read(path(folder or WEIGHTS_FOLDER, level)))
        except DamagedTable as error:
            notify(error.text)
            ladder.append(ladder[-1] if ladder else None)
    return ladder
