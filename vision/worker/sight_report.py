"""Reports on pictures: whether the board can be read, and if not, why; each report comes once, until it changes."""

from __future__ import annotations

from collections.abc import Iterator

from fourth_seat.inference.messages import reason_of
from fourth_seat.processes.worker import Message
from fourth_seat.vision.picture_tracker import PictureTracker
from fourth_seat.vision.track.motion_gate import FrameStatus
from fourth_seat.vision.worker.messages import sight_line
from fourth_seat.words import Text, say


class SightReport:
    """Reports whether pictures can be read, without repeating itself."""

    def __init__(self, shown: bool) -> None:
        """`shown`: a window shows the pictures and this state."""
        self._shown = shown
        self._sight = ""
        self._unseen: Text | None = None

    def blind(self, reason: Text) -> Iterator[Message]:
        """Report why nothing can be read, unless the last report said the same."""
        if reason != self._unseen:
            self._unseen = reason
            yield {"event": "unseen", **reason_of(reason)}

    def lost(self, reason: Text) -> Iterator[Message]:
        """Report why the board is not found, with advice that helps."""
        yield from self.blind(
            say("{reason} Make sure that the camera sees the whole board, or mark its corners.", reason=reason)
        )
        yield from self.report("lost")

    def renew(self) -> None:
        """Forget the last report: the board can be read, or the search starts again."""
        self._unseen = None

    def report(self, sight: str) -> Iterator[Message]:
        """Report a name from `messages.SIGHTS`, if it has changed."""
        if self._shown and sight != self._sight:
            self._sight = sight
            yield sight_line(sight)

    def sight(self, status: FrameStatus, move_tracker: PictureTracker) -> str:
        """Return the name in `messages.SIGHTS` for a picture of a board that is not lost."""
        if status.reason:
            return status.light.value
        if status.settled:
            return "hand" if move_tracker.covered else "scenery" if move_tracker.scenery.cells else "clear"
        if status.reaching:
            return "hand"
        return "moving" if status.moving else self._sight or "clear"  # it only has to lie still for a moment yet
