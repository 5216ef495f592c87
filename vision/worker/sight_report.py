"""Reports whether the board can be read in pictures, and if not, why. Only changes are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fourth_seat.inference.messages import reason_of
from fourth_seat.processes.worker import Message
from fourth_seat.vision.picture_tracker import PictureTracker
from fourth_seat.vision.track.motion_gate import FrameStatus
from fourth_seat.vision.worker.messages import sight_line
from fourth_seat.words import Text, say

UNREAD_TIMEOUT_S, UNREAD_INTERVAL_S = 4.0, 1.0  # without a board that was read, before the reason is looked for, and again


class SightReport:
    """Reports whether pictures can be read, omitting repeated reports."""

    def __init__(self, shown: bool) -> None:
        """`shown` means that a window shows the pictures and this state."""
        self._shown = shown
        self._sight = ""
        self._unseen: Text | None = None
        self._due: float | None = None  # when it is time to say why nothing is read

    def blind(self, reason: Text) -> Iterator[Message]:
        """Report why nothing can be read, unless that was the last report."""
        if reason != self._unseen:
            self._unseen = reason
            yield {"event": "unseen", **reason_of(reason)}

    def lost(self, reason: Text, disturbance: Text | None = None) -> Iterator[Message]:
        """Report why the board is not found, together with a remedy."""
        advice = disturbance or say("Make sure that the camera sees the whole board, or mark its corners.")
        yield from self.blind(say("{reason} {advice}", reason=reason, advice=advice))
        yield from self.report("lost")

    def unread(self, t: float, disturbance: Callable[[], Text | None]) -> Iterator[Message]:
        """Report what disturbs the pictures, if the board has not been read for a long time before `t`, in seconds."""
        if self._due is None or t < self._due - UNREAD_TIMEOUT_S:
            self._due = t + UNREAD_TIMEOUT_S
        if t >= self._due:
            self._due = t + UNREAD_INTERVAL_S
            if reason := disturbance():
                yield from self.blind(reason)

    def renew(self) -> None:
        """Discard the last report, because the board has been read or the search starts again."""
        self._unseen = self._due = None

    def report(self, sight: str) -> Iterator[Message]:
        """Report a key of `messages.SIGHTS` if it has changed."""
        if self._shown and sight != self._sight:
            self._sight = sight
            yield sight_line(sight)

    def sight(self, status: FrameStatus, move_tracker: PictureTracker, *, two: bool) -> str:
        """Return the key in `messages.SIGHTS` for a picture of a board that is not lost; `two` means that the picture also
        shows another board.
        """
        if status.reason:
            return status.light.value
        if self._unseen:
            return "unread"
        if status.settled:
            clear = "two" if two else "clear"
            return "hand" if move_tracker.covered else "scenery" if move_tracker.scenery.cells else clear
        if status.reaching:
            return "hand"
        return "moving" if status.moving else self._sight or "clear"  # it only has to lie still for another moment
