"""The protocol for a source of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from fourth_seat.vision.protocols import Image
from fourth_seat.words import Text


@dataclass(frozen=True, slots=True, eq=False)
class CameraFrame:
    """A picture from a source.

    Attributes:
        t: the time at which it was taken, in seconds. Cameras use the clock that they were given, and files count from
            their start.
        number: the number of preceding pictures, including those dropped because they were not read in time.
    """

    image: Image
    t: float
    number: int


class FrameSource(Protocol):
    """A source from which pictures are read one after another."""

    @property
    def live(self) -> bool:
        """Whether the source is live. A live source drops pictures that are not read in time."""

    @property
    def over(self) -> bool:
        """Whether there are no more pictures."""

    @property
    def trouble(self) -> Text | None:
        """The reason why no pictures are currently arriving, or None. While there is such a reason, the source keeps trying
        to reconnect.
        """

    def read(self) -> CameraFrame | None:
        """Return the next picture (for a live source, the newest), waiting briefly for one; None if none arrives.

        Raises:
            CameraError: a file is damaged at this point.
        """

    def close(self) -> None:
        """Release the camera or file. May be called more than once."""


class CameraConnection(Protocol):
    """A connection to a camera. If it fails, a new connection is opened."""

    def grab(self) -> Image:
        """Wait for the next picture.

        Raises:
            CameraError: the connection has failed permanently.
        """

    def close(self) -> None: ...
