"""Checks the view of a table during the set-up, and again after the user has followed the advice.

Until the position changes, it detects changes in the camera's position or the light. It then relearns the set in the new
light, since the position is known, and repeats the test. The first move dismisses the advice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.vision.arrays import Floats32
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.picture_tracker import PictureTracker
from fourth_seat.vision.protocols import BoardVision
from fourth_seat.vision.self_test import SelfTest, Visibility
from fourth_seat.vision.track.motion_gate import FrameStatus
from fourth_seat.words import say

MAX_REQUESTS = 3  # advice that is given, and followed up, before one table
LOOK_INTERVAL_S = 0.8  # between two checks for a change; two equal ones mean that the table is at rest
BOARD_PX, BLOCK_PX = 192, 12  # of the longer side of the board whose light is compared, and of a block of it
FAINT = 8.0  # added to grey levels and contrasts before their logarithm is taken
MIN_CHANGE = 0.12  # of a block's light or contrast, a logarithm
MIN_CHANGED_SHARE = 0.02  # of the blocks, that must change this much
MIN_MOVE = 0.01  # of the board's diagonal, that a corner must move


class VisibilityCheck:
    """Rates the view of a table, and rates it again after the user has followed the advice."""

    def __init__(self, game: AnyGame, vision: BoardVision) -> None:
        self._game, self._vision = game, vision
        self._test: SelfTest | None = None  # while it goes on
        self._advised: BoardScene | None = None  # the scene about which something should be done
        self._seen: BoardScene | None = None  # at the last look for a change
        self._seen_at = 0.0
        self._requests = 0
        self._before: float | None = None  # the share of right guesses when the table was last seen badly

    def begin(self, move_tracker: PictureTracker) -> None:
        """Start testing the view of a board in a known position."""
        self._test = SelfTest(self._game, move_tracker.options, self._vision)
        self._advised = self._seen = None

    def stop(self) -> None:
        """Stop testing and looking for changes, because the board is being searched for or the advice was dismissed."""
        self._test = self._advised = self._seen = None

    def see(self, frame: CameraFrame, status: FrameStatus, move_tracker: PictureTracker) -> Visibility | None:
        """Add a picture to the test; return the result when the test is complete, and None until then."""
        if not (status.settled and move_tracker.explained):
            return None
        if self._advised and status.exposed and self._changed(frame, move_tracker):
            move_tracker.learn(frame.image)
            self.begin(move_tracker)
        if self._test is None:
            return None
        known = move_tracker.view, move_tracker.appearance, move_tracker.states[0]
        found = self._test.see(frame.image, *known, frame.t)
        if found is None:
            return None
        self._test = None
        if not found.good:
            self._requests += 1
            self._advised = self._scene(frame, move_tracker) if self._requests < MAX_REQUESTS else None
        before, self._before = self._before, None if found.good else found.share
        return found if before is None else _with_previous_share(found, before)

    def _changed(self, frame: CameraFrame, move_tracker: PictureTracker) -> bool:
        """Return whether the light or the camera has changed since the advice was given, and is steady again."""
        assert self._advised is not None
        if self._seen and 0 <= frame.t - self._seen_at < LOOK_INTERVAL_S:
            return False
        scene = self._scene(frame, move_tracker)
        if scene.state != self._advised.state:  # a move was played
            self.stop()
            return False
        finished = self._seen is not None and not scene.differs(self._seen)
        self._seen, self._seen_at = scene, frame.t
        return finished and scene.differs(self._advised)

    def _scene(self, frame: CameraFrame, move_tracker: PictureTracker) -> BoardScene:
        area = self._game.geometry(move_tracker.options).area
        scale = BOARD_PX / max(area[2] - area[0], area[3] - area[1])
        board = cv2.cvtColor(move_tracker.view.rectified(frame.image, area, scale), cv2.COLOR_BGR2GRAY).astype(np.float32)
        blocks = max(1, board.shape[1] // BLOCK_PX), max(1, board.shape[0] // BLOCK_PX)
        light, squares = (cv2.resize(each, blocks, interpolation=cv2.INTER_AREA) for each in (board, board * board))
        contrast = np.sqrt(np.maximum(squares - light * light, 0))
        logs = np.log(np.array([light, contrast], np.float32) + FAINT)
        return BoardScene(move_tracker.states[0], move_tracker.view.corners(area), logs)


@dataclass(frozen=True, eq=False)
class BoardScene:
    """The view of a board at a point in time.

    Attributes:
        state: the position on the board.
        corners: the corners of the playing area in pixels, shape (4, 2).
        light: the logarithms of the grey level and the contrast of each block, shape (2, rows, columns).
    """

    state: AnyState
    corners: Points
    light: Floats32

    def differs(self, other: BoardScene) -> bool:
        """Return whether the view has changed in position, light or sharpness."""
        diagonal = np.linalg.norm(np.ptp(other.corners, axis=0))
        moved = np.linalg.norm(self.corners - other.corners, axis=1).max() > MIN_MOVE * diagonal
        return bool(moved or (np.abs(self.light - other.light) > MIN_CHANGE).mean() >= MIN_CHANGED_SHARE)


def _with_previous_share(found: Visibility, before: float) -> Visibility:
    """Add the previous proportion of correct guesses to a result."""
    text = say("{rating} The previous figure was {percent} %.", rating=found.text, percent=round(100 * before))
    return replace(found, text=text)
