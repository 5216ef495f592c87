"""The protocol for a source of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from fourth_seat.vision.protocols import Image
from fourth_seat.words import Text


@dataclass(frozen=True, slots=True, eq=False)
class CameraFrame:
    """A picture.

    Attributes:
        t: when it was taken, in seconds. Cameras count by the clock that they were given, files from their own start.
        number: how many pictures came before it, including those dropped because they were not read in time.
    """

    image: Image
    t: float
    number: int


class FrameSource(Protocol):
    """A source of pictures, which are read one after another."""

    @property
    def live(self) -> bool:
        """Whether it is live, in which case pictures that are not read in time are dropped."""

    @property
    def over(self) -> bool:
        """Whether no more pictures will come."""

    @property
    def trouble(self) -> Text | None:
        """The reason why no pictures are coming at the moment; None while they are coming. In the meantime, the program
        keeps trying to open the source.
        """

    def read(self) -> CameraFrame | None:
        """Return the next picture, or for a live source the newest, after waiting briefly; None if none has come.

        Raises:
            CameraError: a file is damaged at this place.
        """

    def close(self) -> None:
        """Release the camera or file. Safe to call twice."""


class CameraConnection(Protocol):
    """A connection to a camera. If it fails, a new one is opened."""

    def grab(self) -> Image:
        """Wait for the next picture.

        Raises:
            CameraError: no more will come through this connection.
        """

    def close(self) -> None: ...
