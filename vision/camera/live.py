"""A live source. A thread fetches every picture from a camera, so that the newest is always available without delay."""

from __future__ import annotations

import threading
from collections.abc import Callable

from fourth_seat.boundary.faults import fault
from fourth_seat.vision.camera.source import CameraConnection, CameraFrame
from fourth_seat.vision.errors import CameraError
from fourth_seat.words import Text, say

READ_TIMEOUT_S = 0.2  # that `read` waits for a picture; its caller has other things to do too
# Seconds between two attempts to open a camera: each pause is twice the one before.
MIN_REOPEN_PAUSE_S, MAX_REOPEN_PAUSE_S = 0.5, 5.0
SILENCE_S = 3.0  # without a picture that are worth reporting
CLOSE_TIMEOUT_S = 1.0  # for the thread to release the camera; one that hangs inside a driver is left behind


class LiveCamera:
    """Provides the newest picture from a camera, and reopens the camera whenever it fails. Satisfies `FrameSource`."""

    live = True

    def __init__(
        self, name: str, reopen: Callable[[], CameraConnection], camera: CameraConnection | None, clock: Callable[[], float]
    ) -> None:
        """`camera` is the initial connection; if it is None, `reopen` is called until it returns one."""
        self._name, self._reopen, self._clock = name, reopen, clock
        self._news = threading.Condition()  # guards what follows
        self._newest: CameraFrame | None = None
        self._trouble: Text | None = None
        self._last_frame_at = clock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._grab, args=(camera,), name="camera", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether the source has been closed; a camera's pictures never end on their own."""
        return self._closing.is_set()

    @property
    def trouble(self) -> Text | None:
        """The reason why no pictures are arriving, or None while they are."""
        with self._news:
            if self._trouble is None and self._clock() - self._last_frame_at > SILENCE_S:
                return say("{camera} is sending no pictures; waiting for them", camera=self._name)
            return self._trouble

    def read(self) -> CameraFrame | None:
        """Return the newest unread picture, waiting briefly for one."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self.over, READ_TIMEOUT_S)
            frame, self._newest = self._newest, None
            return None if self.over else frame

    def close(self) -> None:
        """Release the camera."""
        self._closing.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(CLOSE_TIMEOUT_S)

    def _grab(self, camera: CameraConnection | None) -> None:
        number = 0
        pause = 0.0
        while not self._closing.is_set():
            try:
                camera = camera or self._reopen()
                image = camera.grab()
            except Exception as error:  # whatever a driver does, the camera is opened again
                if camera:
                    camera.close()
                    camera = None
                with self._news:
                    self._trouble = (
                        error.text
                        if isinstance(error, CameraError)
                        else say("{camera} failed: {reason}", camera=self._name, reason=fault(error))
                    )
                pause = min(MAX_REOPEN_PAUSE_S, max(MIN_REOPEN_PAUSE_S, 2 * pause))
                self._closing.wait(pause)
                continue
            pause = 0.0
            with self._news:
                self._last_frame_at = self._clock()
                self._newest = CameraFrame(image, self._last_frame_at, number)
                self._trouble = None
                self._news.notify_all()
            number += 1
        if camera:
            camera.close()
