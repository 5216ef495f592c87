"""`companion.py lights GAME --lights URL`: show cells of a board, test the lights, and list the LEDs of each cell.

    companion.py lights connect4 --lights adalight:///dev/ttyUSB0 --cells a1,b2   until Enter, or for --seconds
    companion.py lights connect4 --lights ddp://wled.local --test               every LED red, green, blue; every cell
    companion.py lights kalah --lights screen:                                  the map; then cells are typed

Unless the layout has been calibrated (`companion.py calibrate lights GAME`), the command assumes one LED per cell, in a
serpentine from the top left. A device fault is reported once, with the remedy; the exit status is 0 if the lights worked.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Iterable
from dataclasses import replace

from fourth_seat.commands import notify, spoken
from fourth_seat.commands.arguments import LIGHTS, decimal, refuse_without, whole
from fourth_seat.commands.arguments.game import add_game, read_game
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.geometry import Geometry
from fourth_seat.hardware.lights.drivers import drivers, examples
from fourth_seat.hardware.lights.errors import BadLights
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.layout import LedLayout, format_number_list
from fourth_seat.hardware.lights.scene import WHITE
from fourth_seat.hardware.lights.self_test import self_test_steps
from fourth_seat.hardware.lights.settings import (
    MAX_BUDGET_MA,
    LightsSettings,
    layout_of,
    load_lights_settings,
    save_lights_settings,
)
from fourth_seat.hardware.lights.strip import Colour, Frame, Strip
from fourth_seat.processes.standard_input import InputQueue
from fourth_seat.words import FourthSeatError, Text, say

POLL_INTERVAL_S = 0.05  # between checks for a typed line
MIN_SHOWN_S = 4.0  # that cells are shown if nobody can press Enter


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_lights(parser)
    parser.add_argument("--cells", metavar="a1,b2", help="light these cells, in white")
    parser.add_argument("--test", action="store_true", help="light all LEDs in each colour, then cell after cell")
    parser.add_argument("--seconds", type=decimal, metavar="S", help="how long to show cells (default: until Enter)")


def run(args: argparse.Namespace) -> int:
    refuse_without(args, seconds="cells")
    game, options = read_game(args)
    chosen = read_lights(args, game.name)
    geometry = game.geometry(options)
    layout = layout_of(game, geometry)
    cells = read_cells(args.cells, geometry) if args.cells else None
    strip = make_strip(chosen.url, layout.count, chosen.power)
    strip.arrange(layout)
    try:
        shown = _Shown(strip, empty=True)
        if args.test:
            shown.test(geometry)
        if cells is not None:
            shown.cells(cells, args.seconds)
        if cells is None and not args.test:
            for line in mapped(layout, geometry):
                print(line)
            shown.typed(geometry)
    finally:
        strip.close()
    if strip.trouble:
        return 1
    save_lights_settings(game.name, chosen)
    return 0


def add_lights(parser: argparse.ArgumentParser) -> None:
    """Add the options `--lights`, `--budget` and `--brightness`."""
    known = "; ".join(f"{driver.examples[0]} ({spoken().render(driver.drives)})" for driver in drivers().values())
    parser.epilog = spoken().render(say("Lights: {kinds}", kinds=known))
    parser.add_argument(
        *LIGHTS,
        metavar="URL",
        help=f"the lights: {', '.join(examples())}, auto: (those used last) or screen:",
    )
    parser.add_argument("--budget", type=whole, metavar="MA", help="current limit of all LEDs together, in mA")
    parser.add_argument("--brightness", type=decimal, metavar="PART", help="part of full brightness, above 0 and at most 1")


def read_lights(args: argparse.Namespace, game: str) -> LightsSettings:
    """Return the requested lights; settings that are not given default to those last chosen for this game.

    Raises:
        BadLights: no address has been given or saved, or the brightness or the current limit is out of range.
    """
    given = {"url": args.lights or None, "budget": args.budget, "brightness": args.brightness}
    chosen = replace(load_lights_settings(game), **{name: value for name, value in given.items() if value is not None})
    if not chosen.url:
        raise BadLights(say("say where the lights are: --lights {examples} or screen:", examples=", ".join(examples())))
    if not 1 <= chosen.budget <= MAX_BUDGET_MA:
        raise BadLights(
            say("the current limit must be from 1 to {most} mA, not {value}", most=MAX_BUDGET_MA, value=str(chosen.budget))
        )
    if not 0 < chosen.brightness <= 1:
        raise BadLights(say("the brightness must be above 0 and at most 1, not {value}", value=f"{chosen.brightness:g}"))
    return chosen


def read_cells(text: str, geometry: Geometry) -> tuple[str, ...]:
    """Parse cell names separated by commas or spaces.

    Raises:
        BadNotation: a cell does not exist.
    """
    written = text.replace(",", " ").split()
    names = tuple(name if name in geometry else name.lower() for name in written)  # Kalah has both a and A
    for name in names:
        if name not in geometry:
            known = ", ".join(cell.name for cell in geometry.cells if cell.is_on_board)
            raise BadNotation(say("there is no cell {name}; the cells are {known}", name=name, known=known))
    return names


def mapped(layout: LedLayout, geometry: Geometry) -> Iterable[str]:
    """Yield one line per cell, listing its LEDs."""
    for cell in geometry.cells:
        if cell.name in layout.cells:
            yield f"{cell.name}: {format_number_list(layout.cells[cell.name])}"
    if layout.rim:
        yield spoken().render(say("rim: {led}", led=format_number_list(layout.rim)))


class LightsTerminal:
    """A terminal dialogue with a user who watches the lights; each problem is reported only once."""

    def __init__(self, strip: Strip, *, empty: bool) -> None:
        """If `empty` is True, empty lines are also accepted as input."""
        self._strip = strip
        self._inbox = InputQueue(io.FileIO(sys.stdin.fileno(), closefd=False), empty=empty)
        self._trouble: Text | None = None

    def _complain(self) -> None:
        trouble = self._strip.trouble
        if trouble != self._trouble:
            self._trouble = trouble
            if trouble:
                notify(trouble)


class _Shown(LightsTerminal):
    """Shows frames."""

    def cells(self, names: Iterable[str], seconds: float | None) -> None:
        """Show cells for this many seconds, or until Enter is pressed."""
        self._show(dict.fromkeys(names, WHITE))
        self._await()
        start = time.monotonic()
        while True:
            pressed = self._wait() is not None
            if seconds is not None or self._inbox.over:
                if time.monotonic() - start >= (MIN_SHOWN_S if seconds is None else seconds):
                    return
            elif pressed:
                return

    def typed(self, geometry: Geometry) -> None:
        """Show the cells that the user types, until the input ends, even if it ends before the device is ready."""
        self._await()
        print(spoken().render(say("Type cells to light them, or type test or quit.")), flush=True)
        while not self._inbox.over:
            line = self._wait()
            if line in ("quit", "exit"):
                return
            try:
                if line == "test":
                    self.test(geometry)
                elif line:
                    self._show(dict.fromkeys(read_cells(line, geometry), WHITE))
            except FourthSeatError as error:
                print(spoken().render(error.text), file=sys.stderr, flush=True)

    def test(self, geometry: Geometry) -> None:
        """Show every LED in each colour, then every cell and the rim, and print their names; do nothing if no device
        answers.
        """
        self._await()
        if self._trouble:
            return
        for act in self_test_steps(self._strip.layout, geometry):
            print(spoken().render(act.name), flush=True)
            self._show(act.frame)
            self._wait_for(act.seconds)
        self._show({})

    def _show(self, frame: Frame) -> None:
        self._strip.show(self._strip.colours_of(frame))
        if self._strip.drawn:
            print(drawn(self._strip), flush=True)

    def _await(self) -> None:
        """Wait for a device that has just been opened (an Arduino takes two seconds to start), or until it fails."""
        while not (self._strip.arrived or self._trouble):
            time.sleep(POLL_INTERVAL_S)
            self._complain()

    def _wait_for(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            time.sleep(min(POLL_INTERVAL_S, seconds))
            self._complain()

    def _wait(self) -> str | None:
        """Return a typed line, after waiting a moment for one."""
        line = self._inbox.take(POLL_INTERVAL_S)
        if self._inbox.over:
            time.sleep(POLL_INTERVAL_S)
        self._complain()
        return line


def drawn(strip: Strip) -> str:
    """Return a strip's lit LEDs as text, grouped by colour."""
    by_colour: dict[Colour, list[int]] = {}
    for led, colour in enumerate(strip.colours):
        if any(colour):
            by_colour.setdefault(colour, []).append(led)
    lit = [f"{format_number_list(leds)} #{r:02x}{g:02x}{b:02x}" for (r, g, b), leds in by_colour.items()]
    return "; ".join(lit) or spoken().render(say("dark", context="LEDs"))
