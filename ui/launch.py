"""Opens the window and runs it until it is closed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fourth_seat.games import find
from fourth_seat.hardware.announcer import NO_TEXT_DISPLAY
from fourth_seat.page.mqtt.broker import Broker, read_broker, saved_address
from fourth_seat.processes.installation import PROGRAM
from fourth_seat.table.errors import BadConfig
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.settings.language import catalogue as chosen_catalogue
from fourth_seat.table.settings.language import trouble
from fourth_seat.ui import settings as kept
from fourth_seat.ui.addons.sheet import ask_about_addons
from fourth_seat.ui.guide.tour import begin_tour
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.window import Window
from fourth_seat.words import FourthSeatError, Text, say

NO_SCREEN = ("no display name", "couldn't connect to display")
NO_FONT = ("failed to allocate font",)
"""The beginnings of Tk's error messages about a missing display."""


class NoWindow(FourthSeatError, RuntimeError):
    """No window can be opened here."""


def main(
    game: str | None = None,
    seats: Sequence[str] | None = None,
    level: str | None = None,
    options: str = "",
    resume: bool = False,
    text: str | None = None,
    voice: bool | None = None,
    phones: bool = False,
    https: bool = False,
    broker: Broker | None = None,
    kiosk: bool = False,
    photo: Path | None = None,
) -> int:
    """Open the window, and return when it is closed.

    Args:
        game: the game to open instead of the start page.
        seats: the seats, in the format of `table.seats`. If given, the game begins immediately; otherwise the seats page is
            shown.
        level: the level of the computers on the seats page.
        options: the game's options, `k=v,...`.
        resume: whether to continue the latest unfinished game instead.
        text: the address of a text display, or "none" for none, which is saved; defaults to the saved address.
        voice: whether a voice speaks announcements, which is saved; defaults to the saved setting.
        phones: whether to open the page for phones.
        https: whether to open the page over HTTPS as well.
        broker: the broker to which games are published; defaults to the broker in the settings, if any.
        kiosk: whether to open the window as a kiosk.
        photo: a photo of the board from which to begin the game; requires `seats`.

    Raises:
        FourthSeatError: no window can be opened here, or an argument is invalid.
    """
    settings, notice = _settings()
    window = _opened(settings, kiosk)
    try:
        if text is not None:
            window.change(replace(window.settings, text_display="" if text == NO_TEXT_DISPLAY else text))
        if voice is not None:
            window.change(replace(window.settings, voice=voice))
        if phones or https:
            window.phones.open(https=https)
        if not broker:
            broker, wrong = _saved_broker()
            notice = notice or wrong
        window.phones.publish(broker, window.catalogue)
        if resume:
            from fourth_seat.table.record.saved import latest
            from fourth_seat.ui.table.page import resume as open_record

            open_record(window, latest(records(), game, window.notice_once))
        elif game and seats:
            from fourth_seat.ui.seats.page import begin_from

            rules = find(game)
            begin_from(window, rules, rules.options(options), [read_seat(seat) for seat in seats], photo)
        elif game:
            from fourth_seat.ui.seats.page import SeatsPage

            window.show(SeatsPage, find(game), options, level)
        else:
            window.go_home()
            ask_about_addons(window)
            if not settings.toured and not notice:
                begin_tour(window)
    except FourthSeatError:
        window.close()
        raise
    if notice := notice or trouble():
        window.notice(notice)
    run(window)
    return 0


def run(window: Window) -> None:
    """Run the window until it is closed."""
    window.root.mainloop()


def _settings() -> tuple[Settings, Text | None]:
    """Return the saved settings, or the defaults with the error if those cannot be read."""
    try:
        return kept.load(), None
    except BadConfig as error:
        return Settings(), error.text


def _opened(settings: Settings, kiosk: bool) -> MainWindow:
    """Open a new window.

    Raises:
        NoWindow: Tk cannot open a window.
    """
    try:
        root = open_root("Fourth-seat")
    except tk.TclError as error:
        raise NoWindow(_why_not(str(error))) from None
    try:
        return MainWindow(root, settings, catalogue=chosen_catalogue(), kiosk=kiosk)
    except tk.TclError as error:
        if str(error).startswith(NO_FONT):
            raise NoWindow(_why_not(str(error))) from None
        raise


def _why_not(message: str) -> Text:
    """Return the reason why no window can be opened, with a remedy, based on Tk's error message."""
    if message.startswith(NO_SCREEN):
        return say(
            "there is no screen to open the window on: run this on a desktop, "
            "or play without a window: {program} play GAME --terminal",
            program=PROGRAM,
        )
    if message.startswith(NO_FONT):
        return say(
            "this computer has no fonts: install one (on Debian: sudo apt install fonts-dejavu-core), "
            "or play without a window: {program} play GAME --terminal",
            program=PROGRAM,
        )
    return say(
        "this Python's Tk, which draws the window, does not work ({message}): use another Python, "
        "or play without a window: {program} play GAME --terminal",
        message=next(iter(message.splitlines()), "").strip().rstrip(".:"),
        program=PROGRAM,
    )


def _saved_broker() -> tuple[Broker | None, Text | None]:
    """Return the broker from the settings, if any, or the error, which does not prevent the game from continuing."""
    try:
        address = saved_address()
        return (read_broker(address) if address else None), None
    except FourthSeatError as error:
        return None, error.text
