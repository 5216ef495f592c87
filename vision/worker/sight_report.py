"""Reports on pictures: whether the board can be read, and why not; each once, until it changes."""

from __future__ import annotations

from collections.abc import Iterator

from vision.infer.move_tracker import MoveTracker
from vision.track.motion_gate import FrameStatus
from vision.worker.messages import Line, reason_of, sight_line
from words import Text


class SightReport:
    """Says what pictures are good for, and remembers what was said last."""

    def __init__(self, shown: bool) -> None:
        """`shown`: a window shows the pictures, and what they are good for."""
        self._shown = shown
        self._sight = ""
        self._unseen: Text | None = None

    def blind(self, reason: Text) -> Iterator[Line]:
        """Say why nothing can be read."""
        if reason != self._unseen:
            self._unseen = reason
            yield {"event": "unseen", **reason_of(reason)}

    def renew(self) -> None:
        """Forget what was said: something can be read, or all is looked for anew."""
        self._unseen = None

    def report(self, sight: str) -> Iterator[Line]:
        """Say a name of `messages.SIGHTS`."""
        if self._shown and sight != self._sight:
            self._sight = sight
            yield sight_line(sight)

    def sight(self, status: FrameStatus, move_tracker: MoveTracker) -> str:
        """Return what a picture of a board that is not lost is good for."""
        if status.reason:
            return status.light.value
        if status.settled:
            return "hand" if move_tracker.covered else "scenery" if move_tracker.scenery.cells else "clear"
        if status.reaching:
            return "hand"
        return "moving" if status.moving else self._sight or "clear"  # it only has to lie still for a moment yet
