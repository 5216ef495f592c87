"""The program at an evening: its real window, and hands that play there until the evening is over.

Runs in a separate process, whose memory is measured; writes what happens to standard output, a JSON object a line:

    {"event": "board", "game": NAME, "cells": {CELL: [COLOUR, COUNT]}, "hand": BOOL}    the board before the camera now
    {"event": "sitting", "game": NAME}            a game is begun or gone on with
    {"event": "move", "game": NAME, "by": WHO}    a player has moved
    {"event": "over", "game": NAME}               a game has ended
    {"event": "notice", "text": SENTENCE}         shown to the people at the table
    {"event": "rest", "hour": HOURS}              between two sittings: no game is open, no engine runs
    {"event": "home"}                             the evening is over
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from fourth_seat.calibration.camera_settings import CameraSettings, save_camera_settings
from fourth_seat.games import CHANCE, find, game_names
from fourth_seat.games.contents import Cells
from fourth_seat.hardware.lights.settings import LightsSettings, save_lights_settings
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.events import Ended, Event, Moved, Thrown
from fourth_seat.table.record.saved import unfinished
from fourth_seat.table.settings.folders import records
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.table.page import TablePage, resume
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.window import Window
from tests.ui.conftest import begin_game
from tests.ui.table.hands import Hands

START_TIME = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
COMPUTER_SEATS = {"connect4": ("computer:3",), "kalah": ("computer:3",), "backgammon": ("computer:3",)}
HAND_S = 0.5  # seconds that a hand is over the board
CAMERA_TIMEOUT_S = 4.0  # in which the camera may see what hands did; after that it is clicked
ANSWER_TIMEOUT_S = 120.0  # for a computer's answer: kernels may have to be compiled
SEARCH_TIMEOUT_S = 8.0  # in which the camera may find the set before a sitting
REST_S = 2.5  # between two sittings, in which devices and engines are released
UNDO_PROBABILITY, HINT_PROBABILITY = 0.04, 0.04  # probability that a person takes back or asks for a hint instead of moving


def report(event: str, **more: Any) -> None:
    """Write an event line for the process that monitors the evening."""
    print(json.dumps({"event": event, **more}), flush=True)


class Person(Hands):
    """Hands at the page that the window shows, and at the set in front of the camera."""

    def __init__(self, window: Window, rng: random.Random) -> None:
        assert isinstance(window.page, TablePage)
        self.window, self.page, self.table, self.rng = window, window.page, window.page.stage.table, rng
        self.clock = 1000
        self.adviser = None
        self.page.stage.table.watchers.append(self._happened)
        self.page.stage.table.displays.append(self)
        self.lay(self.table.board_state.cells())

    def show(self, announcement: Announcement) -> None:
        """Handle an announcement of the table, except passes, which are events: see `table.protocols.Display`."""
        if announcement.kind is AnnouncementKind.NOTICE and not announcement.move and announcement.cells is None:
            report("notice", text=str(announcement.texts[0]))

    def _happened(self, event: Event) -> None:
        if isinstance(event, Moved | Thrown):
            report("move", game=self.table.game.name, by=event.by)
        elif isinstance(event, Ended):
            report("over", game=self.table.game.name)

    def run(self, seconds: float, happened: Callable[[], object] = lambda: False) -> bool:
        """Let the window run until something has happened, or for this long; return whether it has."""
        end = time.monotonic() + seconds
        while not happened():
            if time.monotonic() > end:
                return False
            self.window.root.update()
            time.sleep(0.005)
        return True

    def lay(self, cells: Cells, *, hand: bool = False) -> None:
        """Leave the set in front of the camera like this."""
        shown = {name: [content.colour, content.count] for name, content in cells.items()}
        report("board", game=self.table.game.name, cells=shown, hand=hand)

    def move_hand(self, cells: Cells) -> None:
        """Move a hand over the board, change the board, and take the hand away."""
        self.lay(cells, hand=True)
        self.run(HAND_S)
        self.lay(cells)

    @property
    def watched(self) -> bool:
        """Whether a camera recognises moves now."""
        watching = self.page.camera.watching
        return watching is not None and not watching.ended and watching.setup.ready and not watching.status[1]

    def turn(self) -> None:
        """Take the next step at the table."""
        table = self.table
        if table.pending:
            self._set_down()
        elif table.computers_turn:
            assert self.run(ANSWER_TIMEOUT_S, lambda: table.pending or table.result or not table.computers_turn), (
                "no answer"
            )
        elif table.history.last_choice() is not None and self.rng.random() < UNDO_PROBABILITY:
            self.type("undo")
        elif table.state.to_move != CHANCE and self.rng.random() < HINT_PROBABILITY:
            self.type("hint")
            self.run(1.0)
        else:
            self._move()

    def _set_down(self) -> None:
        table, waiting = self.table, self.table.pending
        assert waiting
        self.move_hand(waiting.after.cells())
        if not self.run(CAMERA_TIMEOUT_S if self.watched else HAND_S, lambda: table.pending is not waiting):
            self.press("space")
        self.run(0.1)

    def _move(self) -> None:
        table, at = self.table, self.table.history.at
        line = table.line
        move = self.choose()
        if table.state.to_move != CHANCE and self.watched:
            self.move_hand(table.state.play(move).cells())
            self.run(CAMERA_TIMEOUT_S, lambda: table.line is not line)
        if table.line is line and table.history.at == at:
            self.play(move) if self.rng.random() < 0.5 else self.type(self._typed(move))
        if not table.pending:
            self.lay(table.board_state.cells())
        self.run(0.1)

    def _typed(self, move: Any) -> str:
        return f"dice {move}" if self.table.state.to_move == CHANCE else str(move)


class Evening:
    """All sittings of an evening."""

    def __init__(self, addresses: Mapping[str, str], speed: float, hours: float, sitting_s: float, seed: int) -> None:
        """Open the window, with its devices at these addresses: `camera`, `lights`, `text`."""
        self._start, self._speed, self._hours, self._sitting_s = time.monotonic(), speed, hours, sitting_s
        self._rng = random.Random(seed)
        for name in game_names():
            if addresses.get("camera"):
                save_camera_settings(name, CameraSettings(addresses["camera"], on=True))
            if addresses.get("lights"):
                save_lights_settings(name, LightsSettings(addresses["lights"], on=True))
        settings = replace(Settings(), chime=False, awake=False, text_display=addresses.get("text", ""))
        self.window = MainWindow(open_root(), settings, self.clock)
        self.window.root.geometry("1280x800+0+0")
        self._show = self.window.notices.show
        self.window.notices.show = self._notice  # type: ignore[method-assign]

    def _notice(self, rendered: str) -> None:
        report("notice", text=rendered)
        self._show(rendered)

    @property
    def hour(self) -> float:
        """Hours of the evening that have passed."""
        return (time.monotonic() - self._start) * self._speed / 3600

    def clock(self) -> datetime:
        """Return the time of day at the table, which runs faster than ours."""
        return START_TIME + timedelta(hours=self.hour)

    def play(self) -> None:
        """Play game after game, a sitting each, until the evening is over."""
        names = sorted(game_names())
        number = 0
        while self.hour < self._hours:
            if number % len(names) == 0:
                self._rng.shuffle(names)
            self._sit(names[number % len(names)])
            number += 1
            self.window.go_home()
            self._run(REST_S)
            report("rest", hour=self.hour)
            self._run(REST_S / 5)
        self.window.close()
        report("home")

    def _run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.window.root.update()
            time.sleep(0.01)

    def _sit(self, name: str) -> None:
        """Continue the last game of a kind, or begin one, and play for a while."""
        report("sitting", game=name)
        open_games = unfinished(records(), 1, name)
        if open_games:
            resume(self.window, open_games[0].path)
        else:
            game = find(name)
            others = COMPUTER_SEATS.get(name, ("computer:1", *["random"] * (game.seats(game.options()) - 2)))
            begin_game(self.window, name, "", ["human:Anna", *others])
        person = Person(self.window, self._rng)
        person.run(SEARCH_TIMEOUT_S, lambda: person.watched)
        end = time.monotonic() + self._sitting_s
        while time.monotonic() < end and not person.table.result:
            person.turn()


def main() -> None:
    """Play an evening."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for device in ("camera", "lights", "text"):
        parser.add_argument(f"--{device}", default="")
    parser.add_argument("--speed", type=float, required=True)
    parser.add_argument("--hours", type=float, required=True)
    parser.add_argument("--sitting", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    args = parser.parse_args()
    addresses = {"camera": args.camera, "lights": args.lights, "text": args.text}
    with suppress(KeyboardInterrupt):
        Evening(addresses, args.speed, args.hours, args.sitting, args.seed).play()


if __name__ == "__main__":
    main()
