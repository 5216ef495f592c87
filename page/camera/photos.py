"""Reads photos of the board taken with guests' phones, and sends the results to the phones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.page.guests import Guest
from fourth_seat.processes.supervised import SupervisedWorker
from fourth_seat.processes.worker import WorkerProcess
from fourth_seat.vision.registry import require_vision
from fourth_seat.words import FourthSeatError, Text, error_text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.page.hosted import HostedTable
    from fourth_seat.vision.setup.photo import PhotoReader


class GuestPhotos:
    """Passes guests' photos to the table, one at a time."""

    def __init__(self, worker: SupervisedWorker[WorkerProcess], render: Callable[[Guest, Text], str]) -> None:
        """`worker` is the server process; `render` renders a text in a guest's language."""
        self._worker, self._render = worker, render
        self._hosted: HostedTable | None = None
        self._guest: Guest | None = None  # the guest whose photo is being read
        self._reader: PhotoReader | None = None
        self._shown: Text | None = None

    def attach(self, hosted: HostedTable | None) -> None:
        """Attach another table to read photos, or None to detach."""
        self._drop()
        self._hosted = hosted

    def take(self, guest: Guest, file: Path) -> None:
        """Make the table read a guest's photo and remove the file afterwards; if this fails, send the phone the reason."""
        try:
            reader = self._read(guest, file)
        except (FourthSeatError, OSError) as error:
            with suppress(OSError):
                file.unlink()
            self._reply(guest, error_text(error), wrong=True)
        else:
            self._drop(guest)
            self._guest, self._reader, self._shown = guest, reader, None

    def _drop(self, but: Guest | None = None) -> None:
        """Discard the photo being read, and notify its phone, unless that phone has taken the next photo."""
        unsaid = self._reader is not None and not self._reader.status[1]  # otherwise it knows that the photo was unreadable
        if self._guest and self._guest is not but and unsaid:
            self._reply(self._guest, say("this photo is no longer being read: take it again"), wrong=True)
        self._guest = self._reader = None

    def _read(self, guest: Guest, file: Path) -> PhotoReader:
        hosted = self._hosted
        if hosted is None or hosted.read_photo is None or not guest.seats:
            raise PhotoRefused(say("no photo can be read at this table now"))
        require_vision(hosted.table.game)
        return hosted.read_photo(file)

    def step(self) -> None:
        """Tell the phone how far the reading of its photo has got, if this has changed."""
        guest, reader = self._guest, self._reader
        if guest is None or reader is None:
            return
        status, wrong = reader.status
        if reader.reading:
            status = say("The board has been read: look at the computer and say whether the reading is right.")
        if status != self._shown:
            self._shown = status
            self._reply(guest, status, wrong=wrong)
        if reader.reading:
            self._guest = self._reader = None

    def _reply(self, guest: Guest, text: Text, *, wrong: bool) -> None:
        message = {"type": "photo", "text": sentence(self._render(guest, text)), "wrong": wrong}
        self._worker.process.send({"do": "reply", "guest": guest.id, "message": message})


class PhotoRefused(FourthSeatError, RuntimeError):
    """A guest's photo that the table cannot currently read."""
