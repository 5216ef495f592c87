"""Maps LEDs to cells with a camera, which watches each LED light up in turn.

The pictures of some cameras arrive late: over a network, or from a queue. If they arrive later than expected, each shows
the previous LED, and all LEDs are mistaken for their neighbours. So a few LEDs are lit a second time, for much longer.
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
    """Lights all LEDs one after the other, and finds each in the camera's picture; its owner calls `step` regularly.

    Attributes:
        seen: the cell of each LED that was lit so far; None for those that were not seen, or are not under any cell.
        layout: the layout found, once all LEDs have been lit.
        ended: the reason why the scan ended without a layout.
        settle: seconds from sending a frame to the LEDs until a picture is assumed to show it; more if pictures came late.
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
        """A sentence that tells people what the scan is doing now."""
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
        return say("Looking at LED {led}, {n} in all: keep hands away from the board.", led=self._led, n=self._strip.count)

    @property
    def _led(self) -> int:
        """The present LED."""
        return self._again[len(self._seen_again)] if self._again else len(self.seen)

    @property
    def _wait(self) -> float:
        """Seconds until a picture is certain to show the present light of the LEDs."""
        return self.settle * (CHECK_FACTOR if self._again else 1)

    def step(self) -> None:
        """Handle a report from the camera, and continue."""
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
                self.ended = say("the pictures ended before the camera had seen all the LEDs")
            case "ended" if not self.layout:
                reason = line.get("reason") or say("it stopped without an error message")
                self.ended = self.ended or say("The camera has stopped: {reason}", reason=reason)

    def _note(self, cell: str | None, at: Point | None) -> None:
        """Record the place at which the lit LED was seen. Once enough are known, check some of them again."""
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
        """Begin again, more slowly, if most of the LEDs were seen elsewhere the second time, because pictures come late."""
        elsewhere = sum(self.seen[led] != cell for led, cell in self._seen_again.items())
        late = 2 * elsewhere > len(self._again)
        self._again, self._seen_again, self._checked = (), {}, not late
        if not late:
            return
        self.settle *= 2
        if self.settle > MAX_SETTLE_S:
            self.ended = say(
                "the pictures come too late to tell the LEDs apart: use a camera that is plugged into this computer, or "
                "tap the cells"
            )
            return
        self.seen, self._around = {}, []
        self._since_dark = DARK_INTERVAL_LEDS

    def _light(self) -> None:
        """Switch on the next LED, or none for a picture of the dark board; after the last LED, find the layout."""
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
                self.ended = say("the camera saw no LED on the board: darken the room, and check that they light up at all")
            return
        if self._since_dark < DARK_INTERVAL_LEDS:
            colours[led] = LIT_COLOUR
        self._strip.show(colours)
        self._due = self._clock() + self._wait


def _telling(seen: Answers, count: int) -> tuple[int, ...]:
    """Return the LEDs on cells after which the next of `count` was seen elsewhere: if pictures come late, that is the cell
    of this one. Several LEDs may share a cell; of these only the last one shows it.
    """
    cells = ((led, cell) for led, cell in seen.items() if cell is not None)
    return tuple(led for led, cell in cells if led + 1 == count or seen.get(led + 1, cell) != cell)[:CHECKED_LEDS]


def _with_rim(layout: LedLayout, geometry: Geometry, around: Collection[int]) -> LedLayout:
    """Return the layout with LEDs around the board, except those of its panels: these were seen in a reflection."""
    used = {led for leds in layout.under(geometry).cells.values() for led in leds}
    return replace(layout, rim=tuple(led for led in around if led not in used))


def fitted_layout(geometry: Geometry, seen: Answers) -> LedLayout:
    """Return a regular layout if one explains nearly all LEDs that were seen, otherwise a list of their cells."""
    count = len(seen)
    found = [led for led, cell in seen.items() if cell is not None]
    best, agreed = _likeliest(regular_layouts(geometry, count), seen, found[:: max(1, -(-len(found) // MAX_SAMPLES))])
    if best and agreed >= MIN_AGREEING_SHARE * len(found):
        return best.layout()
    return LedLayout.listed(seen)


def _likeliest(known: tuple[RegularLayout, ...], seen: Answers, samples: list[int]) -> tuple[RegularLayout | None, int]:
    """Return the regular layout that most LEDs agree with, and the number of these."""
    best: RegularLayout | None = None
    most = 0
    for sample in samples:
        for candidate in candidates(known, len(seen), {sample: seen[sample]}):
            agreed = sum(cell is not None and candidate.cell(led) == cell for led, cell in seen.items())
            if agreed > most:
                best, most = candidate, agreed
    return best, most
