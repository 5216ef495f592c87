"""A table, as the host shows it to guests with phones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.vision.camera_session import CameraSession
    from fourth_seat.vision.setup.photo import PhotoReader


NO_GAME = say("No game is being played at the table now.")


@dataclass(frozen=True)
class HostedTable:
    """A table that is shown to guests.

    Attributes:
        orientation: the current orientation of the board.
        thinking: whether a computer is choosing a move.
        waits: whether each move must wait until the previous one has been made on the board.
        hint: the cells of the proposed move.
        proposed: the proposed move, or None.
        ask_hint: requests a hint; None if hints are not available.
        next_game: starts another game; None if only the next game of a match can follow.
        blocked: the reason why nothing can currently be done, such as a correction at the table, or None.
        film: uses the pictures at a URL as the camera, or stops doing so if the URL is empty; None if no camera can be
            used.
        watching: the current camera session, or None.
        read_photo: starts reading the board from a photo file, which is removed afterwards, and returns the reader. Raises
            `FourthSeatError` or `OSError` if the photo cannot be read. None if photos cannot be used.
    """

    table: Table
    review: Review
    orientation: Callable[[], Orientation] = Orientation
    thinking: Callable[[], bool] = lambda: False
    waits: Callable[[], bool] = lambda: True
    hint: Callable[[], Sequence[str]] = tuple
    proposed: Callable[[], Any | None] = lambda: None
    ask_hint: Callable[[], None] | None = None
    next_game: Callable[[], None] | None = None
    blocked: Callable[[], Text | None] = lambda: None
    film: Callable[[str], None] | None = None
    watching: Callable[[], CameraSession | None] = lambda: None
    read_photo: Callable[[Path], PhotoReader] | None = None

    def offered(self, possible: Sequence[str]) -> list[str]:
        """Return the actions available to guests. Only people at the table can change players or correct the board."""
        here = {
            "hint": self.ask_hint is not None,
            "next": self.next_game is not None or self.table.match_goes_on,
            "correct": False,
            "reseat": False,
        }
        photo = ["photo"] if self.read_photo and "correct" in possible else []
        return [*(name for name in possible if here.get(name, True)), *photo]
