"""A board read from a picture in a file by the vision process. Its owner calls `step` regularly; nothing here blocks."""

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
    """A board as a picture shows it.

    Attributes:
        contents: the content of each cell that was examined, None for nothing.
        doubts: for each cell that cannot be read with certainty, its plausible contents, the likeliest first; the most
            doubtful cell first.
        thrown: the dice that lie on the board.
    """

    contents: Mapping[str, Content | None]
    thrown: Cells
    doubts: Mapping[str, tuple[Content | None, ...]]


def shown_throw(state: AnyState, thrown: Cells) -> str | None:
    """Return the outcome of the throw for which a position is waiting, if the dice on the board show one."""
    if state.to_move != CHANCE or not thrown:
        return None
    shown = sorted(content.faces for content in thrown.values())
    for outcome in state.legal():
        lying = state.play(outcome).cells()
        if sorted(lying[cell].faces for cell in thrown if cell in lying) == shown:
            return str(outcome)
    return None


class PhotoReader:
    """Reads the board in one photo, in the vision process.

    Attributes:
        grid: where the cells are seen; None while no board is found.
        reading: the position on the board; None while it cannot be read.
        trouble: why the board cannot be read, and what helps; None while nothing is known to be wrong.
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
        """Begin to read a picture of a board for the game of a table.

        Args:
            process: starts the vision process.
            corners: the corners of the playing area, as a camera saw them; empty if unknown.
            known: whether these are in the board's own order.

        Raises:
            GameNotSeen: the camera cannot see this game yet.
            MissingExtra: a package that reads pictures is missing.
            OSError: no process can be started.
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
        """Return the state in one sentence, and whether it is a complaint."""
        if self.trouble:
            return self.trouble, True
        if self.reading is None:
            return say("The photo is being read."), False
        return say("Is the board this way round? If not, turn or mirror the grid, or mark its corners."), False

    def step(self) -> bool:
        """Handle events from the process; return whether there is a new reading."""
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
        """Return the picture the first time, then None."""
        return self._process.frame()

    # -- commands of people ------------------------------------------------------------------------------------------------

    def show_corners(self, corners: list[tuple[float, float]], *, known: bool) -> None:
        """Read the board within corners marked by hand; `known`: they are in the board's own order."""
        self._process.send(corners_command(corners, known=known))

    def turn(self) -> None:
        """Read the board as if it were turned."""
        self._process.send("turn")

    def mirror(self) -> None:
        """Read the board as if left and right were exchanged."""
        self._process.send("mirror")

    def close(self) -> None:
        """End the process."""
        self._process.close()
