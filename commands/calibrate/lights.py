"""`companion.py calibrate lights GAME`: find out and save which LED is under which cell, by asking or with a camera.

    companion.py calibrate lights connect4 --lights adalight:///dev/ttyUSB0 --leds 60
    companion.py calibrate lights blokus --lights ddp://wled.local --leds 400 --source 0     a camera looks

The LEDs light up one by one: type each LED's cell, or `-` if it is not under any. `yes` and `no` answer questions, `back`
undoes the last answer, `done` ends the questions and keeps the answers, and `quit` saves nothing. With `--source`, a camera
that knows the board (`companion.py calibrate camera GAME`, or `--corners`) does this automatically.
"""

from __future__ import annotations

import argparse
import sys
import time

from fourth_seat.calibration.orientation import load_orientation
from fourth_seat.commands import notify, spoken
from fourth_seat.commands.arguments import refuse_without, whole
from fourth_seat.commands.arguments.corners import add_corners, read_corners
from fourth_seat.commands.arguments.game import add_game, read_game
from fourth_seat.commands.lights import LightsTerminal, add_lights, drawn, read_cells, read_lights
from fourth_seat.games import AnyGame
from fourth_seat.games.geometry import Geometry
from fourth_seat.hardware.lights.errors import BadLayout, BadLights
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.layout import MAX_LEDS, LedLayout
from fourth_seat.hardware.lights.mapping import LightsSetup, LightsStage
from fourth_seat.hardware.lights.regular import default_layout
from fourth_seat.hardware.lights.settings import layout_of, save_layout, save_lights_settings
from fourth_seat.hardware.lights.strip import Strip
from fourth_seat.setup.led_scan import LED_WORKER, LedScan
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.words import FourthSeatError, Text, say

POLL_INTERVAL_S = 0.05  # between checks for a typed line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_lights(parser)
    parser.add_argument("--leds", type=whole, metavar="N", help=f"number of LEDs, 1 to {MAX_LEDS}")
    parser.add_argument("--source", metavar="SOURCE", help="the camera that looks: a number, device, or address")
    add_corners(parser)


def run(args: argparse.Namespace) -> int:
    refuse_without(args, corners="source")
    game, options = read_game(args)
    chosen = read_lights(args, game.name)
    geometry = game.geometry(options)
    strip = make_strip(chosen.url, _number_of_leds(args.leds, game, geometry), chosen.power)
    try:
        if args.source:
            layout = _watched(args, strip, geometry)
        else:
            layout = _LightsSteps(LightsSetup(strip, geometry, load_orientation(game.name)), strip, geometry).run()
    finally:
        strip.close()
    if layout is None:
        return 1
    save_layout(game, geometry, layout)
    save_lights_settings(game.name, chosen)
    print(spoken().render(report(layout, geometry)))
    return 0


def _number_of_leds(asked: int | None, game: AnyGame, geometry: Geometry) -> int:
    """Return the number of LEDs to scan: as requested, or else as in the saved layout; raise `BadLights`."""
    if asked is not None:
        if not 1 <= asked <= MAX_LEDS:
            raise BadLights(
                say("{text} is not a number of LEDs: enter a number from 1 to {most}", text=str(asked), most=MAX_LEDS)
            )
        return asked
    try:
        return layout_of(game, geometry).count
    except BadLayout as error:  # which the calibration is about to replace
        notify(error.text)
        return default_layout(geometry).under(geometry).count


def report(layout: LedLayout, geometry: Geometry) -> Text:
    """Describe the saved layout."""
    cells, rim = len(layout.under(geometry).cells), len(layout.rim)
    if layout.panels:
        lines = ", ".join(f"{panel.lines} x {panel.length}" for panel in layout.panels)
        first = min(panel.first for panel in layout.panels)
        return say(
            (
            "saved: LEDs in lines ({lines}), starting at LED {first}; cells with LEDs: {n}; LEDs "
            "around the board: {rim}"
            ),
            lines=lines, first=first, n=cells, rim=rim,
        )  # fmt: skip
    return say("saved: LEDs listed one by one; cells with LEDs: {n}; LEDs around the board: {rim}", n=cells, rim=rim)


def _watched(args: argparse.Namespace, strip: Strip, geometry: Geometry) -> LedLayout | None:
    game, options = read_game(args)
    corners = read_corners(args)
    settings = {
        "source": args.source,
        "game": game.name,
        "options": str(options),
        "corners": None if corners is None else corners.tolist(),
    }
    process = VisionProcess(settings, LED_WORKER)
    try:
        scan, last_message = LedScan(strip, geometry, process), None
        while not scan.layout and not scan.ended:
            scan.step()
            if scan.message != last_message:
                last_message = scan.message
                print(spoken().render(last_message), flush=True)
            time.sleep(POLL_INTERVAL_S)
    finally:
        process.close()
    if scan.ended:
        print(spoken().render(scan.ended), file=sys.stderr)
        return None
    for led, cell in scan.seen.items():
        if cell is None and scan.layout and led not in scan.layout.rim:
            print(spoken().render(say("LED {led} was not seen under any cell.", led=led)))
    return scan.layout


class _LightsSteps(LightsTerminal):
    """Guides the user through the questions at the terminal."""

    def __init__(self, setup: LightsSetup, strip: Strip, geometry: Geometry) -> None:
        super().__init__(strip, empty=False)
        self._setup, self._geometry = setup, geometry

    def run(self) -> LedLayout | None:
        """Run the dialogue and return the layout, or None if the user quits."""
        print(
            spoken().render(
                say("Type the cell, or - for none; or type back, done or quit. Answer questions with yes or no.")
            ),
            flush=True,
        )
        last_message: Text | None = None
        while self._setup.stage is not LightsStage.READY:
            self._setup.step()
            if self._setup.message != last_message:
                last_message = self._setup.message
                print(spoken().render(last_message), flush=True)
                if self._strip.drawn:
                    print(drawn(self._strip), flush=True)
            typed = self._inbox.take(POLL_INTERVAL_S)
            if self._inbox.over or typed in ("quit", "exit"):
                return None
            if typed:
                self._obey(typed.lower() if typed.lower() in _WORDS else typed)
            self._complain()
        return self._setup.layout

    def _obey(self, typed: str) -> None:
        setup = self._setup
        match typed:
            case "-" | "none":
                setup.nothing()
            case "yes":
                setup.agree()
            case "no":
                setup.deny()
            case "back":
                setup.back()
            case "done":
                setup.finish()
            case _:
                try:
                    for cell in read_cells(typed, self._geometry)[:1]:
                        setup.tap(cell)
                except FourthSeatError as error:
                    print(spoken().render(error.text), file=sys.stderr, flush=True)


_WORDS = ("none", "yes", "no", "back", "done")
