"""Mapping of LEDs to cells by tapping: one LED lights up, and the user taps the cell above it.

A few taps determine a regular layout; a light then moves across the board row by row, and the user confirms that it follows
the rows. If the layout is irregular, the user is asked about each LED. Both a command and the window use this module, so
nothing here blocks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from enum import Enum

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games.geometry import Geometry
from fourth_seat.hardware.lights.layout import LedLayout, format_number_list
from fourth_seat.hardware.lights.regular import RegularLayout, candidates, most_informative_led, regular_layouts
from fourth_seat.hardware.lights.strip import DARK, Colour, Strip
from fourth_seat.words import Text, say, say_many

LIT_COLOUR: Colour = (200, 200, 200)
RUN_S = 12.0  # for the light to run over the whole board ...
MIN_STEP_S, MAX_STEP_S = 0.08, 0.5  # ... at these seconds a cell
RUNNING = say("A light should now be running over the board row by row, from the top left as you see it. Is it?")


class LightsStage(Enum):
    """The stages of LED mapping."""

    ASKING = "asking"  # one LED shines: under which cell?
    CONFIRMING = "confirming"  # a light moves across the board: row by row?
    RIM = "rim"  # the LEDs that light no cell shine: do they lie around the board?
    READY = "ready"  # the layout is known


class LightsSetup:
    """An interactive setup, which determines the position of each LED step by step.

    Attributes:
        strip: the strip with the LEDs.
        stage: the current stage.
        led: the LED in question.
        regular: whether the answers so far fit a regular layout.
        layout: the layout, or None until it is known.
    """

    def __init__(
        self,
        strip: Strip,
        geometry: Geometry,
        orientation: Orientation | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`orientation` is the board's orientation from the user's point of view, which the running light follows."""
        self.strip, self._geometry, self._clock = strip, geometry, clock
        self._orientation = orientation or Orientation()
        self._layouts = regular_layouts(geometry, strip.count)
        self._answers: dict[int, str | None] = {}
        self._found: list[RegularLayout] = []  # the regular layouts that agree with the answers
        self._denied_at: int | None = None  # how many answers there were when the layout was denied
        self._proposed = LedLayout()
        self._run: list[tuple[str, tuple[int, ...]]] = []
        self._began = 0.0
        self.stage = LightsStage.ASKING
        self.led = 0
        self.layout: LedLayout | None = None
        self._next()

    @property
    def regular(self) -> bool:
        return self._denied_at is None and (bool(self._found) or not any(self._answers.values()))

    @property
    def enough(self) -> bool:
        """Whether the user may stop here, because the layout is irregular or no LED has been under a cell so far."""
        return not self.regular or (bool(self._answers) and not any(self._answers.values()))

    @property
    def message(self) -> Text:
        """The instruction for the next step."""
        match self.stage:
            case LightsStage.ASKING if self.regular:
                return say("LED {led} is lit: tap the place that it lights up.", led=self.led)
            case LightsStage.ASKING:
                return say(
                    (
                        "These LEDs follow no pattern, so you will be asked about each one: LED {led} is lit, and "
                        "{n} are left."
                    ),
                    led=self.led,
                    n=self.strip.count - len(self._answers),
                )
            case LightsStage.CONFIRMING:
                return RUNNING
            case LightsStage.RIM:
                beside = self._beside()
                return say_many(
                    ("LED {leds} is not under any place on the board. It is lit now: is it at the edge of the board?"),
                    (
                        "LEDs {leds} are not under any place on the board. They are lit now: are they along the "
                        "edge of the board?"
                    ),
                    len(beside),
                    leds=format_number_list(beside),
                )
        return say("The lights are set up.")

    @property
    def marked(self) -> str | None:
        """The current cell of the running light while the layout awaits confirmation; otherwise None."""
        return self._running()[0] if self.stage is LightsStage.CONFIRMING and self._run else None

    def step(self) -> None:
        """Advance the running light while the layout awaits confirmation."""
        if self.stage is LightsStage.CONFIRMING and self._run:
            self._light(self._running()[1])

    # -- answers of people -------------------------------------------------------------------------------------------------

    def tap(self, cell: str) -> None:
        """Answer that the LED is under this cell."""
        if self.stage is LightsStage.ASKING and cell in self._geometry:
            self._answer(cell)

    def nothing(self) -> None:
        """Answer that the LED is not under any cell."""
        if self.stage is LightsStage.ASKING:
            self._answer(None)

    def back(self) -> None:
        """Undo the last answer and its consequences."""
        if self._answers:
            self._answers.popitem()
            self.stage, self.layout = LightsStage.ASKING, None
            if self._denied_at is not None and self._denied_at > len(self._answers):
                self._denied_at = None
            self._next()

    def agree(self) -> None:
        """Answer yes to the question."""
        if self.stage is LightsStage.CONFIRMING:
            self._settle()
        elif self.stage is LightsStage.RIM:
            self._end(self._beside())

    def deny(self) -> None:
        """Answer no to the question."""
        if self.stage is LightsStage.CONFIRMING:
            self._denied_at, self.stage = len(self._answers), LightsStage.ASKING
            self._next()
        elif self.stage is LightsStage.RIM and self._used():
            self._end(())
        elif self.stage is LightsStage.RIM:  # they must lie somewhere
            self._answers.clear()
            self._denied_at, self.stage = None, LightsStage.ASKING
            self._next()

    def finish(self) -> None:
        """End the questions, assuming that the remaining LEDs are not under any cell."""
        if self.stage is LightsStage.ASKING:
            self._proposed = LedLayout.listed(self._answers)
            self._settle()

    # -- the next question -------------------------------------------------------------------------------------------------

    def _answer(self, cell: str | None) -> None:
        self._answers[self.led] = cell
        self._next()

    def _next(self) -> None:
        """Ask the next question, or finish with the layout."""
        self._found = [] if self._denied_at is not None else candidates(self._layouts, self.strip.count, self._answers)
        if self._found:
            led = most_informative_led(self._found, self.strip.count, self._answers)
            if led is None:
                self._confirm(self._found[0].layout())
                return
        else:
            order = range(self.strip.count) if any(self._answers.values()) else _spread(self.strip.count)
            led = next((led for led in order if led not in self._answers), None)
            if led is None:
                self._proposed = LedLayout.listed(self._answers)
                self._settle()
                return
        self.led = led
        self._light((led,))

    def _confirm(self, layout: LedLayout) -> None:
        self.stage, self._proposed = LightsStage.CONFIRMING, layout
        self._run = sorted(layout.under(self._geometry).cells.items(), key=lambda item: self._seen_at(item[0]))
        self._began = self._clock()
        self.step()

    def _seen_at(self, cell: str) -> tuple[float, float]:
        """Return a sort key: row by row from the top left, in the board's orientation."""
        x, y = self._orientation.apply(self._geometry[cell].foot, self._geometry.bounds)
        return round(y, 1), x

    def _running(self) -> tuple[str, tuple[int, ...]]:
        pace = min(MAX_STEP_S, max(MIN_STEP_S, RUN_S / len(self._run)))
        return self._run[int((self._clock() - self._began) / pace) % len(self._run)]

    def _used(self) -> set[int]:
        return {led for leds in self._proposed.under(self._geometry).cells.values() for led in leds}

    def _beside(self) -> tuple[int, ...]:
        """Return the LEDs that light no cell. With panels, these are the LEDs before the first one under a cell and after
        the last. If no LED is under a cell, return all of them.
        """
        used = self._used()
        if self._proposed.panels or not used:
            return tuple(led for led in range(self.strip.count) if not used or led < min(used) or led > max(used))
        return tuple(led for led, cell in sorted(self._answers.items()) if cell is None)

    def _settle(self) -> None:
        if self._beside():
            self.stage = LightsStage.RIM
            self._light(self._beside())
        else:
            self._end(())

    def _end(self, rim: tuple[int, ...]) -> None:
        self.stage = LightsStage.READY
        self.layout = LedLayout(self._proposed.panels, self._proposed.cells, rim)
        self._light(())

    def _light(self, leds: tuple[int, ...]) -> None:
        colours = [DARK] * self.strip.count
        for led in leds:
            colours[led] = LIT_COLOUR
        self.strip.show(colours)


def _spread(count: int) -> Iterator[int]:
    """Yield all numbers in an order in which the first few always lie far apart: halves, quarters and so on (van der
    Corput's sequence).
    """
    bits = max(1, (count - 1).bit_length())
    for n in range(1 << bits):
        number = int(f"{n:0{bits}b}"[::-1], 2)
        if number < count:
            yield number
