"""Maps LEDs to cells by lighting them one by one and locating each with a camera.

The pictures of some cameras are delayed by a network or a queue. If the delay is longer than expected, each picture shows
the previous LED, and all LEDs are mistaken for their neighbours. To detect this, a few LEDs are lit a second time, for much
longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from fourth_seat.games.geometry import Geometry, Point, contains, rectangle
from fourth_seat.hardware.lights.layout import LedLayout
from fourth_seat.hardware.lights.mapping import LIT_COLOUR
from fourth_seat.hardware.lights.regular import Answers, RegularLayout, candidates, regular_layouts
from fourth_seat.hardware.lights.strip import DARK, Strip
from fourth_seat.inference.packing import unpack
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.words import Text, say

LED_WORKER = "fourth_seat.setup.led_session:watch"  # run by the vision process; it finds the LEDs
SETTLE_S = 0.4  # from sending a frame to the LEDs until the camera's picture is expected to show it ...
MAX_SETTLE_S = 4.0  # ... at most
CHECKED_LEDS = 3  # LEDs that are lit a second time ...
CHECK_FACTOR = 4  # ... for this many times as long
DARK_INTERVAL_LEDS = 8  # LEDs until the dark board is photographed again, because daylight changes
MIN_AGREEING_SHARE = 0.9  # of the LEDs seen that a regular layout must explain; a reflection may be taken for an LED
MAX_SAMPLES = 6  # of the LEDs seen, from which on regular layouts are guessed


class LedScan:
    """Lights all LEDs one by one, and finds each in the camera's picture. Call `step` regularly.

    Attributes:
        seen: the cell of each LED lit so far, or None if the LED was not seen or is not under any cell.
        layout: the layout found, once all LEDs have been lit.
        ended: the reason why the scan ended without a layout, or None.
        settle: the assumed delay in seconds between sending a frame to the LEDs and seeing it in a picture. It is doubled
            if pictures were late.
    """

    def __init__(
        self, strip: Strip, geometry: Geometry, detector: VisionProcess, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._strip, self._geometry, self._detector, self._clock = strip, geometry, detector, clock
        self.seen: dict[int, str | None] = {}
        self.layout: LedLayout | None = None
        self.ended: Text | None = None
        self.settle = SETTLE_S
        self._checked = False  # whether pictures are known to come in time
        self._again: tuple[int, ...] = ()  # LEDs that are being looked at a second time ...
        self._seen_again: dict[int, str | None] = {}  # ... and where those looked at were seen then
        self._around: list[int] = []  # LEDs that were seen beside the playing area
        self._trouble: Text | None = None
        self._ready = False
        self._due: float | None = None  # when to ask for the next picture; None while an answer is outstanding
        self._since_dark = DARK_INTERVAL_LEDS  # LEDs since the last picture of the dark board

    @property
    def message(self) -> Text:
        """A message about the current state of the scan."""
        if problem := self.ended or self._trouble or self._strip.trouble:
            return problem
        if self.layout:
            unseen = sum(cell is None for cell in self.seen.values())
            return say(
                "The lights are set up: {n} LEDs, {unseen} of them not under any place on the board.",
                n=len(self.seen),
                unseen=unseen,
            )
        if not self._ready:
            return say("Waiting for the camera's first picture.")
        return say(
            "Looking at LED {led} (of {n}): keep your hands away from the board.", led=self._led, n=self._strip.count
        )

    @property
    def _led(self) -> int:
        """The current LED."""
        return self._again[len(self._seen_again)] if self._again else len(self.seen)

    @property
    def _wait(self) -> float:
        """The number of seconds after which a picture is certain to show the current state of the LEDs."""
        return self.settle * (CHECK_FACTOR if self._again else 1)

    def step(self) -> None:
        """Process pending messages from the camera, and continue with the scan."""
        for line in self._detector.lines():
            self._handle_event(line)
        if self._due is not None and not self._strip.arrived:  # it is starting, or was unplugged for a moment
            self._due = self._clock() + self._wait
        if self._due is not None and self._clock() >= self._due and not self.ended:
            self._due = None
            self._detector.send("dark" if self._since_dark >= DARK_INTERVAL_LEDS else f"led {self._led}")

    def _handle_event(self, line: Mapping[str, Any]) -> None:
        match line.get("event"):
            case "ready":
                self._ready = True
                self._light()
            case "dark":
                self._since_dark, self._trouble = 0, None
                self._light()
            case "led" if line["led"] == self._led:
                self._since_dark, self._trouble = self._since_dark + 1, None
                self._note(line["cell"], line["at"])
                self._light()
            case "trouble":
                self._trouble = line["text"] and unpack(line["text"])
            case "error":
                self._trouble, self._due = unpack(line["text"]), self._clock() + self._wait
            case "end":
                self.ended = say("the pictures stopped before the camera had seen all the LEDs")
            case "ended" if not self.layout:
                reason = line.get("reason") or say("it stopped without an error message")
                self.ended = self.ended or say("The camera has stopped: {reason}", reason=reason)

    def _note(self, cell: str | None, at: Point | None) -> None:
        """Record the position of the lit LED. Once enough LEDs have been located, check some of them again."""
        if self._again:
            self._seen_again[self._led] = cell
            if len(self._seen_again) == len(self._again):
                self._compare()
            return
        if at is not None and not contains(rectangle(*self._geometry.area), (at[0], at[1])):
            self._around.append(self._led)
        self.seen[self._led] = cell
        count = self._strip.count
        found = () if self._checked else _telling(self.seen, count)
        if len(found) >= CHECKED_LEDS or (found and len(self.seen) == count):
            self._again, self._seen_again = found, {}
            self._since_dark = DARK_INTERVAL_LEDS  # a fresh picture of the dark board, which may have come late as well

    def _compare(self) -> None:
        """Restart the scan with a longer delay if most of the checked LEDs were seen elsewhere the second time."""
        elsewhere = sum(self.seen[led] != cell for led, cell in self._seen_again.items())
        late = 2 * elsewhere > len(self._again)
        self._again, self._seen_again, self._checked = (), {}, not late
        if not late:
            return
        self.settle *= 2
        if self.settle > MAX_SETTLE_S:
            self.ended = say(
                "the pictures arrive too late to tell the LEDs apart: use a camera that is plugged into "
                "this computer, or tap the cells"
            )
            return
        self.seen, self._around = {}, []
        self._since_dark = DARK_INTERVAL_LEDS

    def _light(self) -> None:
        """Switch on the next LED, or none for a picture of the dark board. After the last LED, determine the layout."""
        led = self._led
        colours = [DARK] * self._strip.count
        if self.ended:
            self._strip.show(colours)
            return
        if led >= self._strip.count:
            self._strip.show(colours)
            if any(self.seen.values()):
                self.layout = _with_rim(fitted_layout(self._geometry, self.seen), self._geometry, self._around)
            else:
                self.ended = say(
                    "the camera saw no LEDs on the board: darken the room, and check that the LEDs light up at all"
                )
            return
        if self._since_dark < DARK_INTERVAL_LEDS:
            colours[led] = LIT_COLOUR
        self._strip.show(colours)
        self._due = self._clock() + self._wait


def _telling(seen: Answers, count: int) -> tuple[int, ...]:
    """Return up to `CHECKED_LEDS` LEDs that were seen on a different cell from the next LED, so that checking them reveals
    late pictures. If several LEDs share a cell, only the last one is suitable.
    """
    cells = ((led, cell) for led, cell in seen.items() if cell is not None)
    return tuple(led for led, cell in cells if led + 1 == count or seen.get(led + 1, cell) != cell)[:CHECKED_LEDS]


def _with_rim(layout: LedLayout, geometry: Geometry, around: Collection[int]) -> LedLayout:
    """Add the LEDs seen around the board to the layout, except those under its cells, which were seen in a reflection."""
    used = {led for leds in layout.under(geometry).cells.values() for led in leds}
    return replace(layout, rim=tuple(led for led in around if led not in used))


def fitted_layout(geometry: Geometry, seen: Answers) -> LedLayout:
    """Return a regular layout if one matches nearly all LEDs that were seen, otherwise a list of their cells."""
    count = len(seen)
    found = [led for led, cell in seen.items() if cell is not None]
    best, agreed = _likeliest(regular_layouts(geometry, count), seen, found[:: max(1, -(-len(found) // MAX_SAMPLES))])
    if best and agreed >= MIN_AGREEING_SHARE * len(found):
        return best.layout()
    return LedLayout.listed(seen)


def _likeliest(known: tuple[RegularLayout, ...], seen: Answers, samples: list[int]) -> tuple[RegularLayout | None, int]:
    """Return the regular layout that agrees with most LEDs, and the number of those LEDs."""
    best: RegularLayout | None = None
    most = 0
    for sample in samples:
        for candidate in candidates(known, len(seen), {sample: seen[sample]}):
            agreed = sum(cell is not None and candidate.cell(led) == cell for led, cell in seen.items())
            if agreed > most:
                best, most = candidate, agreed
    return best, most
