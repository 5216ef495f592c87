"""Reads a board from a picture file in the vision process. The owner calls `step` regularly; no method blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourth_seat.games import CHANCE, AnyState
from fourth_seat.games.contents import Cells, Content
from fourth_seat.inference.packing import unpack, unpack_content
from fourth_seat.table.table import Table
from fourth_seat.vision.camera.formats import PHOTO_PREFIX
from fourth_seat.vision.camera_session import Grid, read_grid
from fourth_seat.vision.registry import require_camera
from fourth_seat.vision.setup.camera import corners_command
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.vision.worker.frame_buffer import SharedPicture
from fourth_seat.words import Text, say

PHOTO_WORKER = "fourth_seat.vision.worker.photo_session:read"


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The reading of a board in a picture.

    Attributes:
        contents: the content of each examined cell, or None if it is empty.
        doubts: the plausible contents, likeliest first, of each cell that cannot be read with certainty, most doubtful cell
            first.
        thrown: the dice on the board.
    """

    contents: Mapping[str, Content | None]
    thrown: Cells
    doubts: Mapping[str, tuple[Content | None, ...]]


def shown_throw(state: AnyState, thrown: Cells) -> str | None:
    """Return the outcome of the throw that a position is waiting for, or None if the dice on the board do not show one."""
    if state.to_move != CHANCE or not thrown:
        return None
    shown = sorted(content.faces for content in thrown.values())
    for outcome in state.legal():
        lying = state.play(outcome).cells()
        if sorted(lying[cell].faces for cell in thrown if cell in lying) == shown:
            return str(outcome)
    return None


class PhotoReader:
    """Reads the board in a single photo, in the vision process.

    Attributes:
        grid: the cells' positions in the picture, or None until a board is found.
        reading: the reading of the board, or None until it has been read.
        trouble: the reason why the board cannot be read, and a remedy, or None.
    """

    def __init__(
        self,
        table: Table,
        path: Path,
        process: Callable[..., VisionProcess] = VisionProcess,
        *,
        corners: Sequence[tuple[float, float]] = (),
        known: bool = False,
    ) -> None:
        """Start reading a picture of a board for a table's game.

        Args:
            process: a factory for the vision process.
            corners: the corners of the playing area as seen by a camera; empty if unknown.
            known: whether the corners are in the board's own order.

        Raises:
            GameNotSeen: the camera cannot see this game yet.
            MissingExtra: a package for reading pictures is missing.
            OSError: the process cannot be started.
        """
        require_camera(table.game)
        self.grid: Grid | None = None
        self.reading: PhotoReading | None = None
        self.trouble: Text | None = None
        settings = {
            "source": f"{PHOTO_PREFIX}{path}",
            "game": table.game.name,
            "options": str(table.options),
            "linger": True,
        }
        if corners:
            name, points = corners_command(list(corners), known=known).split(" ", 1)
            settings[name] = points
        self._process = process(settings, PHOTO_WORKER)

    @property
    def status(self) -> tuple[Text, bool]:
        """The state as a message, and whether it reports a problem."""
        if self.trouble:
            return self.trouble, True
        if self.reading is None:
            return say("The photo is being read."), False
        return say("Is the board this way round? If not, turn or mirror the grid, or mark its corners."), False

    def step(self) -> bool:
        """Process pending events; return whether there is a new reading."""
        fresh = False
        for line in self._process.lines():
            if "photo" in line:
                self._take(line["photo"])
                fresh = True
            elif line.get("event") == "error" or line.get("ok") is False:
                self.trouble = unpack(line["text"])
            elif line.get("event") == "ended":
                reason = line.get("reason") or say("reading stopped without an error message; choose the photo again")
                self.trouble = say("The photo cannot be read: {reason}", reason=reason)
        return fresh

    def _take(self, photo: Mapping[str, Any]) -> None:
        self.grid = self.reading = self.trouble = None
        if photo["text"]:
            reason = unpack(photo["text"])
            self.trouble = say("{reason} Mark the corners of the board, or take another photo.", reason=reason)
            return
        self.grid = read_grid(photo)
        self.reading = PhotoReading(
            {cell: unpack_content(packed) for cell, packed in photo["contents"].items()},
            {cell: content for cell, packed in photo["thrown"].items() if (content := unpack_content(packed))},
            {cell: tuple(map(unpack_content, choices)) for cell, choices in photo["doubts"]},
        )

    def frame(self) -> SharedPicture | None:
        """Return the picture on the first call, and None afterwards."""
        return self._process.frame()

    # -- commands of people ------------------------------------------------------------------------------------------------

    def show_corners(self, corners: list[tuple[float, float]], *, known: bool) -> None:
        """Read the board within manually marked corners; `known` means that they are in the board's own order."""
        self._process.send(corners_command(corners, known=known))

    def turn(self) -> None:
        """Read the board in the next orientation."""
        self._process.send("turn")

    def mirror(self) -> None:
        """Read the board with left and right swapped."""
        self._process.send("mirror")

    def close(self) -> None:
        """End the process."""
        self._process.close()
