"""Protocol of a source of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vision.protocols import Image
from words import Text


@dataclass(frozen=True, slots=True, eq=False)
class CameraFrame:
    """A picture.

    Attributes:
        t: when it was taken, in seconds. Cameras count by the clock they were given, files from their own start.
        number: of pictures before it, those left out because nobody asked in time counted too.
    """

    image: Image
    t: float
    number: int


class FrameSource(Protocol):
    """Gives pictures one after another."""

    @property
    def live(self) -> bool:
        """Whether it shows what happens now: it leaves out pictures that nobody asked for in time."""

    @property
    def over(self) -> bool:
        """Whether no picture will come any more."""

    @property
    def trouble(self) -> Text | None:
        """Reason why no pictures come just now; None while they do. Meanwhile it is tried again and again."""

    def read(self) -> CameraFrame | None:
        """Return the next picture, of a live source the newest, waited for a moment. None where none came.

        Raises:
            CameraError: a file is damaged at this place.
        """

    def close(self) -> None:
        """Release the camera or file. Safe to call twice."""


class CameraConnection(Protocol):
    """A connection to something that shows what happens now. It may fail; then a new one is opened."""

    def grab(self) -> Image:
        """Wait for the next picture.

        Raises:
            CameraError: none will come through this connection any more.
        """

    def close(self) -> None: ...
