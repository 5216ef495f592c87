"""Uses a guest's phone as the table's camera, one phone at a time, and sends the phone what the table sees."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fourth_seat.page.camera.aiming import aiming_advice
from fourth_seat.page.guests import Guest, Json
from fourth_seat.processes.supervised import SupervisedWorker
from fourth_seat.processes.worker import WorkerProcess
from fourth_seat.vision.registry import require_vision
from fourth_seat.vision.setup.camera import CameraStage
from fourth_seat.words import FourthSeatError, Text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.page.hosted import HostedTable
    from fourth_seat.vision.camera_session import CameraSession, Grid

PAUSE_S = 0.25  # between two messages about what the table sees
AIM = say("Put the phone where it can see the whole board and will not move.")
NO_LONGER = say("this phone is no longer the camera")


class Filming:
    """Manages the use of a guest's phone as the table's camera.

    Attributes:
        guest: the guest whose phone is the camera, or None.
        url: the URL of its pictures; empty until the first one has arrived.
    """

    def __init__(
        self,
        worker: SupervisedWorker[WorkerProcess],
        render: Callable[[Guest, Text], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`worker` is the server process; `render` renders a text in a guest's language."""
        self.guest: Guest | None = None
        self.url = ""
        self._worker, self._render, self._clock = worker, render, clock
        self._hosted: HostedTable | None = None
        self._sent: tuple[object, ...] | None = None  # the last message sent to the phone
        self._next = 0.0

    def attach(self, hosted: HostedTable | None) -> None:
        """Attach another table to watch the phone's pictures, or None to detach."""
        self._hosted, self._sent = hosted, None
        if self.url:
            self._watch(self.url)

    def ask(self, guest: Guest, *, on: bool) -> None:
        """Start or stop using a guest's phone as the camera; if this is impossible, send the phone the reason.

        A phone that has stopped filming always receives an answer. Until then, it ignores all messages, since they may have
        been sent before it stopped.
        """
        if not on:
            if guest is self.guest:
                self.stop()
            else:
                self._dismiss(guest, NO_LONGER)
        elif reason := self._refusal(guest):
            self._dismiss(guest, reason)
        else:
            self.start(guest)

    def _refusal(self, guest: Guest) -> Text | None:
        hosted = self._hosted
        if guest is self.guest:
            return None
        if hosted is None or hosted.film is None:
            return say("no camera can be used at this table now")
        try:
            require_vision(hosted.table.game)
        except FourthSeatError as error:
            return error.text
        if not guest.seats:
            return say("you are only watching: to use this phone as the camera, choose it at the table")
        if hosted.watching() and self.guest is None:
            return say("another camera is already watching: stop it at the table first")
        return None

    def start(self, guest: Guest) -> None:
        """Use a guest's phone as the camera, in place of any other."""
        self._sent = None
        if guest is self.guest:
            return
        self.stop(say("another phone is the camera now"))
        self.guest = guest
        self._command(on=True)

    def stop(self, reason: Text | None = None) -> None:
        """Stop using the phone as the camera."""
        if self.guest is None:
            return
        self._command(on=False)
        self._dismiss(self.guest, reason or NO_LONGER)
        self.guest, watched, self.url = None, self.url, ""
        if watched:
            self._watch("")

    def seen(self, guest: Guest, url: str) -> None:
        """Start watching the pictures from a guest's camera, at this URL."""
        if guest is self.guest:
            self.url = url
            self._watch(url)

    def begin_again(self) -> None:
        """Make the phone send its pictures to the restarted server process."""
        self.url, self._sent = "", None
        self._command(on=True)

    def step(self) -> None:
        """Send the phone what the table sees, if this has changed."""
        if self.guest is None or self._clock() < self._next:
            return
        self._next = self._clock() + PAUSE_S
        session = self._hosted.watching() if self._hosted and self.url else None
        waiting = session is None or (session.setup.stage is CameraStage.OPENING and session.setup.trouble is None)
        text, wrong = _said(session) if session and not waiting else (AIM, False)
        grid = session.grid if session else None
        rated = session.visibility if session else None
        now = str(text), wrong, grid, self.guest.language, rated
        if now != self._sent:
            self._sent = now
            texts = [text]
            if grid and not wrong and (advice := self._advice(grid)):
                texts.append(advice)
            elif rated and not wrong:
                texts.append(rated[0])
            shown = " ".join(sentence(self._render(self.guest, each)) for each in texts)
            self._reply(self.guest, on=True, text=shown, wrong=wrong, **_outlines(session))

    def _advice(self, grid: Grid) -> Text | None:
        assert self._hosted
        table = self._hosted.table
        return aiming_advice(grid, table.game.geometry(table.options).area)

    def _watch(self, url: str) -> None:
        if self._hosted and self._hosted.film:
            self._hosted.film(url)

    def _dismiss(self, guest: Guest, reason: Text) -> None:
        self._reply(guest, on=False, text=sentence(self._render(guest, reason)), wrong=True, **_outlines(None))

    def _command(self, *, on: bool) -> None:
        if self.guest:
            self._worker.process.send({"do": "camera", "guest": self.guest.id, "on": on})

    def _reply(self, guest: Guest, **message: Any) -> None:
        self._worker.process.send({"do": "reply", "guest": guest.id, "message": {"type": "camera", **message}})


def _said(session: CameraSession) -> tuple[Text, bool]:
    """Return the status as one sentence that mentions no buttons, which phones lack, and whether it is a warning."""
    setup, (text, wrong) = session.setup, session.status
    if setup.stage is CameraStage.CHECKING and setup.trouble and setup.differs and text == setup.message:
        text = say("The board doesn't match the game: {reason}. Put that right on the board.", reason=setup.trouble)
    return text, wrong


def _outlines(session: CameraSession | None) -> Json:
    """Return the outlines of the board and its cells, in whole pixels of the picture; empty while they are not visible."""
    grid = session.grid if session else None
    if grid is None:
        return {"size": [], "corners": [], "cells": []}
    cells = [[[round(x), round(y)] for x, y in outline] for outline in grid.cells.values()]
    return {"size": list(grid.size), "corners": [[round(x), round(y)] for x, y in grid.corners], "cells": cells}
