"""Buttons beside the board: five kinds of device are learned in the window and pressed in games with the computer, by
events of the X server and through a FIFO for the gamepad; and buttons over MQTT, without the right and with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.window.inside import open_window
from benchmarks.window.reaching import own_screen
from fourth_seat.games import find
from fourth_seat.hardware.boards.description import Button
from fourth_seat.hardware.machine.gamepads import BUTTON, EVENT, Gamepads
from fourth_seat.page.mqtt.broker import Broker
from fourth_seat.table.protocols import Announcement
from fourth_seat.table.seats import read_seat
from fourth_seat.ui.devices.page import HardwarePage
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.table.page import TablePage, begin
from fourth_seat.ui.widgets.dead_time import DEAD_TIME_MS
from tests.page.mqtt.broker import MOSQUITTO, Follower, Mosquitto
from tests.ui.hand import SIZE, Hand
from tests.ui.patience import settle, wait_for

SEATS = "human:Anna", "computer:1"
EFFECT_TIMEOUT_S = 10.0  # on a busy machine, too
QUIET_S = 0.15  # in which a press that means nothing has its effect, if it has one
STEP_S = 0.01
MQTT_PRESSES = 100
Press = Callable[[], None]


class Said:
    """A text display that counts what is said there."""

    trouble = None

    def __init__(self) -> None:
        self.count = 0

    def show(self, _: Announcement) -> None:
        self.count += 1

    def close(self) -> None:
        """End it."""


@dataclass(slots=True)
class Tally:
    """Presses of one device: all, those without their effect, those with another one, moves that they played."""

    presses: int = 0
    lost: int = 0
    wrong: int = 0
    moves: int = 0
    by_action: dict[str, int] = field(default_factory=dict)


class Evening:
    """Games with the computer, in which one press after another is checked."""

    def __init__(self, window: MainWindow, rng: Random) -> None:
        self._window, self._rng = window, rng
        self._said = Said()
        self.page = self._begin()

    def _begin(self) -> TablePage:
        game = find("connect4")
        page = begin(self._window, game, game.options(), [read_seat(seat) for seat in SEATS])
        self._window.announcer.text = self._said  # type: ignore[assignment]
        return page

    def press(self, press: Press, meant: Button | None, tally: Tally) -> None:
        """Bring the game to where a button has something to do, press it, and see what has come of it."""
        self._prepare(meant)
        if meant is Button.DONE:
            settle(self._window, DEAD_TIME_MS / 1000)  # since the last one, which is not its second half then
        before = self._state()
        press()
        effect: Button | str | None = None
        waited = 0.0
        while effect is None and waited < (EFFECT_TIMEOUT_S if meant else QUIET_S):
            settle(self._window, STEP_S)
            waited += STEP_S
            effect = self._effect(before)
        tally.presses += 1
        name = meant.value if meant else "nothing"
        tally.by_action[name] = tally.by_action.get(name, 0) + 1
        tally.lost += meant is not None and effect is None
        tally.wrong += effect not in (None, meant)
        tally.moves += effect == "move"

    def _prepare(self, meant: Button | None) -> None:
        """Wait for the person's turn, with the computer's move still to be set down for *done* and *undo*."""
        placed = meant in (Button.DONE, Button.UNDO) or (meant is not Button.HINT and self._rng.random() < 0.5)
        while True:
            if self._table.result:
                self.page = self._begin()
            wait_for(self._window, lambda: not self._table.computers_turn)
            table = self._table
            if table.result:
                continue
            if table.pending and not (placed and table.pending.move is not None):
                table.set_down()
            if bool(table.pending) == placed and table.history.at:
                break
            if not table.pending:
                table.play(str(self._rng.choice(table.state.legal())))
        self.page.stage.line.show(None)
        settle(self._window, 0.02)

    @property
    def _table(self) -> Any:
        return self.page.stage.table

    def _state(self) -> tuple[int, bool, object, int]:
        return self._table.history.at, bool(self._table.pending), self.page.stage.line.message, self._said.count

    def _effect(self, before: tuple[int, bool, object, int]) -> Button | str | None:
        """Return what a press has done; None for nothing."""
        at, pending, message, said = self._state()
        if at != before[0]:
            return Button.UNDO if at < before[0] else "move"
        if pending != before[1]:
            return Button.DONE if before[1] else "placement"
        if message is not before[2]:
            return Button.HINT
        return Button.AGAIN if said != before[3] else None


def learn(window: MainWindow, presses: Mapping[str, Press], meanings: Mapping[str, Button | None]) -> int:
    """Have each device's button learned on the page of devices; return for how many that failed."""
    window.announcer.text = None  # what counts there is no device
    window.show(HardwarePage, "connect4")
    settle(window, 0.3)
    page = window.page
    assert isinstance(page, HardwarePage) and page.content
    failed = 0
    for name, meant in meanings.items():
        if meant:
            page.content.buttons.learners[meant].invoke()
            settle(window, 0.2)
            presses[name]()
            with suppress(AssertionError):
                wait_for(window, lambda: page.sheet is None)
            failed += meant not in window.settings.buttons
            page.close_sheets()
    return failed + len([meant for meant in meanings.values() if meant]) - len(window.settings.buttons)


def measure_buttons(presses: int, seed: int) -> None:
    """Print what came of so many presses of each kind of device, and of presses over MQTT."""
    with own_screen(SIZE), TemporaryDirectory() as folder:
        window = open_window(SIZE)
        hand = Hand(window)
        try:
            _measure_devices(window, hand, Path(folder), presses, Random(seed))
            if MOSQUITTO:
                _measure_mqtt(window, Path(folder), Random(seed))
            else:
                print("MQTT: mosquitto is not installed")
        finally:
            hand.close()
            window.close()


def _measure_devices(window: MainWindow, hand: Hand, folder: Path, presses: int, rng: Random) -> None:
    os.mkfifo(folder / "js0")
    gamepad = os.open(folder / "js0", os.O_RDWR | os.O_NONBLOCK)
    window.buttons.gamepads = Gamepads(folder)
    clock = iter(range(0, 1 << 31, 2 * DEAD_TIME_MS))

    def press_gamepad() -> None:
        ms = next(clock)
        os.write(gamepad, EVENT.pack(ms, 1, BUTTON, 2) + EVENT.pack(ms + 80, 0, BUTTON, 2))

    devices: dict[str, Press] = {
        "foot switch, F13": lambda: hand.key("F13"),
        "presenter, Page Down": lambda: hand.key("Next"),
        "media remote, AudioPlay": lambda: hand.key("XF86_AudioPlay"),
        "mouse, button 8": lambda: hand.click(8),
        "gamepad, button 3": press_gamepad,
    }
    tallies = {name: Tally() for name in devices}
    failed = 0
    for turn in range(len(devices)):  # until each device has had each action, and none
        meanings = dict(zip(devices, islice(cycle((*Button, None)), turn, None), strict=False))
        with suppress(BlockingIOError):
            os.read(gamepad, 1 << 16)  # a gamepad to which nobody listens keeps nothing
        failed += learn(window, devices, meanings)
        evening = Evening(window, rng)
        order = list(devices) * (presses // len(devices))
        rng.shuffle(order)
        for name in order:
            evening.press(devices[name], meanings[name], tallies[name])
    os.close(gamepad)
    window.go_home()
    print("device | presses | lost | wrong action | moves played | by action")
    for name, tally in tallies.items():
        actions = ", ".join(f"{action} {n}" for action, n in sorted(tally.by_action.items()))
        print(f"{name} | {tally.presses} | {tally.lost} | {tally.wrong} | {tally.moves} | {actions}")
    print(f"learned {len(Button) * len(devices)} times, failed {failed} times", flush=True)


def _measure_mqtt(window: MainWindow, folder: Path, rng: Random) -> None:
    broker = Mosquitto(folder)
    try:
        with closing(Follower(broker.port)) as follower:
            for allowed in (False, True):
                window.phones.publish(Broker("127.0.0.1", broker.port, buttons=allowed), window.catalogue)
                publisher = window.phones.publisher
                assert publisher
                wait_for(window, lambda: publisher.here)  # noqa: B023 - called at once
                evening, tally = Evening(window, rng), Tally()
                for button in [*Button] * (MQTT_PRESSES // len(Button)):
                    evening.press(lambda: follower.press(button.value), button if allowed else None, tally)  # noqa: B023
                settle(window, 1.0)
                window.go_home()
                obeyed = tally.presses - tally.lost if allowed else tally.wrong
                right = "with" if allowed else "without"
                print(f"MQTT {right} the right: {tally.presses} presses, {obeyed} obeyed, {tally.moves} moves", flush=True)
            window.phones.publish(None, window.catalogue)
    finally:
        broker.kill()
