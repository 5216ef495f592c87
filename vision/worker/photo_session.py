"""A session that reads an unknown board in a single picture, and reads it again whenever the user corrects its place or
orientation.

The session responds to the picture, and to each command (`find`, `corners x,y ...`, `outline x,y ...`, `turn` and `mirror`,
as in `vision/worker/session.py`), with a `photo` object:

    {"text": ...}                                 the reason why no board can be read (packed)
    {"text": null, "size", "corners", "known", "cells", "contents", "thrown", "doubts"}

`size`, `corners`, `known` and `cells` are as in the `view` message of `vision/worker/messages.py`. `contents` has the
colour, number and faces on each cell, or null if it is empty; `thrown` has the dice; and `doubts` are pairs of a cell and
its plausible contents, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fourth_seat.calibration.lens import Points
from fourth_seat.games import find
from fourth_seat.games.errors import BadNotation
from fourth_seat.inference.packing import pack, pack_content
from fourth_seat.processes.worker import Message
from fourth_seat.vision.board_photo import BoardPhoto, read_photo
from fourth_seat.vision.camera.source import CameraFrame, FrameSource
from fourth_seat.vision.detect.orientation import mirrored, rotated
from fourth_seat.vision.detect.saved_calibration import appearance_within, saved_calibrations
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.registry import board_vision, require_vision
from fourth_seat.vision.worker.messages import cell_outlines, plain, read_corners
from fourth_seat.words import Text, say


class PhotoSession:
    """Reads the first picture of a source; a `VisionWorker` for the vision process."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """`settings` contains `game`, optionally `options`, and optionally the board's corners as seen by a camera, as
        `outline` or `corners` in the form of these commands.

        Raises:
            UnknownGame, BadOption, GameNotSeen: the settings are invalid; the message explains why.
        """
        self.game = find(settings["game"])
        self.options = self.game.options(settings.get("options") or "")
        require_vision(self.game)
        self._seen = settings.get("corners") or settings.get("outline")
        self._seen_known = bool(settings.get("corners"))
        self._image: Image | None = None
        self._photo: BoardPhoto | Text | None = None

    @property
    def known(self) -> Mapping[str, Any]:
        """The game and its options."""
        return {"game": self.game.name, "options": str(self.options)}

    def see(self, frame: CameraFrame) -> Iterator[Message]:
        """Read the first picture; ignore all others."""
        if self._image is None:
            self._image = frame.image
            corners = read_corners(self._seen) if self._seen else None
            yield {"event": "photo", **self._read(corners, known=self._seen_known)}

    def handle_command(self, name: str, rest: str) -> Message:
        """Execute a command, and read the picture again.

        Raises:
            FourthSeatError: there is no picture yet, the command is unknown, or the corners are invalid.
        """
        commands: dict[str, Callable[[str], Message]] = {
            "find": lambda _: self._read(),
            "corners": lambda text: self._read(read_corners(text), known=True),
            "outline": lambda text: self._read(read_corners(text)),
            "turn": lambda _: self._turn(),
            "mirror": lambda _: self._read(mirrored(self._corners()), known=True),
        }
        if name not in commands:
            raise BadNotation(say("unknown command {name}; commands are {commands}", name=name, commands=tuple(commands)))
        return commands[name](rest)

    def _turn(self) -> Message:
        area = self.game.geometry(self.options).area
        return self._read(rotated(self._corners(), board_vision(self.game).orientations, area), known=True)

    def _read(self, corners: Points | None = None, *, known: bool = False) -> Message:
        if self._image is None:
            raise BadNotation(say("no picture has arrived yet"))
        within = {} if corners is None else appearance_within(saved_calibrations(self.game), corners, self._image)
        self._photo = read_photo(self._image, self.game, self.options, corners, known=known, appearance=within)
        return {"photo": self._line(self._photo)}

    def _corners(self) -> Points:
        if not isinstance(self._photo, BoardPhoto):
            raise BadNotation(say("the board has not been found yet: mark its corners"))
        return self._photo.view.corners(self.game.geometry(self.options).area)

    def _line(self, photo: BoardPhoto | Text) -> Message:
        if isinstance(photo, Text):
            return {"text": pack(photo)}
        return {
            "text": None,
            "size": list(photo.view.size),
            "corners": plain(photo.view.corners(self.game.geometry(self.options).area)),
            "known": photo.known,
            "cells": cell_outlines(self.game, self.options, photo.view),
            "contents": {cell: pack_content(content) for cell, content in photo.contents.items()},
            "thrown": {cell: pack_content(content) for cell, content in photo.thrown.items()},
            "doubts": [[doubt.cell, [pack_content(content) for content in doubt.contents]] for doubt in photo.doubts],
        }


def read(settings: Mapping[str, Any], source: FrameSource) -> PhotoSession:  # noqa: ARG001 - pictures come through `see`
    """Create a session. This function is a `MakeWorker` for the vision process."""
    return PhotoSession(settings)
