"""An LED strip under a board, and the thread that sends its colours to a real device.

Frames refer to cells and rim places, while the strip refers to LEDs by number.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from fourth_seat.boundary.faults import fault
from fourth_seat.hardware.auto_reset_event import AutoResetEvent
from fourth_seat.hardware.lights.drivers import LedDriver, OpenDriver
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.layout import LedLayout
from fourth_seat.hardware.lights.power import Power
from fourth_seat.words import Text, say

FRAME_PERIOD_S = 0.05  # from frame to frame of an animation
CLOSE_TIMEOUT_S = 1.5  # that the end of a game waits for the LEDs to go dark
STEADY_S = 10.0  # of working time after which a reopened device may be lost for a moment again without a report
DRIVER_FAULT_RETRY_S = 2.0  # until a driver that failed in an unforeseen way is tried again

Colour = tuple[int, int, int]
"""Red, green, blue, each 0..255."""

DARK: Colour = (0, 0, 0)

Frame = Mapping[str, Colour]
"""The colours of cells, keyed by name, of rim places (`layout.rim_place`), and of all unused LEDs (`layout.UNUSED_LEDS`);
everything else is dark.
"""

Draw = Callable[[float], Sequence[Colour]]
"""Returns the LED colours at a time in seconds since the beginning; called in the thread that shows them."""


@dataclass(frozen=True, slots=True)
class Animation:
    """Colours for a strip to show, frame by frame.

    Attributes:
        draw: the function that draws a frame.
        began: the start time, on the strip's clock.
        moving: whether the frames change over time.
    """

    draw: Draw
    began: float
    moving: bool


class Strip:
    """A row of LEDs, numbered from 0 at the data input. This class only draws them on the screen (`screen:`), for users
    without LEDs. No method raises an exception when a device fails.

    Attributes:
        count: the number of LEDs.
        drawn: whether the strip is only drawn on the screen.
        layout: the LED layout; see `arrange`.
        trouble: one sentence that explains why the strip is not working and what to do; None while it works.
    """

    drawn = True

    def __init__(self, count: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.count = count
        self.arrange(LedLayout())
        self.trouble: Text | None = None
        self._clock = clock
        self._animation = Animation(lambda _: (), clock(), moving=False)

    def arrange(self, layout: LedLayout) -> None:
        """Set the LED layout, which may include LEDs beyond the end of the strip."""
        self.layout = layout
        self._leds = layout.places(self.count)

    @property
    def arrived(self) -> bool:
        """Whether the LEDs show the last frame or animation, as far as is known."""
        return True

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours that the LEDs should currently show."""
        return self._drawn(self._animation)

    @property
    def frame(self) -> Frame:
        """The colours that the layout's places should currently show."""
        colours = self.colours
        lit = {name: colours[leds[0]] for name, leds in self._leds.items() if leds[0] < len(colours)}
        return {name: colour for name, colour in lit.items() if colour != DARK}

    def colours_of(self, frame: Frame) -> list[Colour]:
        """Return the LED colours for a frame, ignoring cells without an LED."""
        colours = [DARK] * self.count
        for name, colour in frame.items():
            for led in self._leds.get(name, ()):
                if led < len(colours):  # a strip that is shorter than the layout says
                    colours[led] = colour
        return colours

    def show(self, colours: Sequence[Colour]) -> None:
        """Show a fixed set of colours. See `play`."""
        self.play(lambda _: colours, moving=False)

    def play(self, draw: Draw, *, afresh: bool = True, moving: bool = True) -> None:
        """Show an animation in place of the previous one; unless `afresh`, its time continues from the previous animation.

        LEDs without a colour stay dark, and excess colours are ignored. Returns immediately (within 5 ms), whatever the
        device does.
        """
        self._animation = Animation(draw, self._clock() if afresh else self._animation.began, moving)

    def limit(self, power: Power) -> None:
        """Change the power limits. Returns immediately.

        Raises:
            BadLights: the budget is too small for this many LEDs.
        """

    def close(self) -> None:
        """Turn all LEDs off and release the device, within 2 s even if it hangs. Safe to call twice."""
        self.show(())

    def _drawn(self, animation: Animation) -> tuple[Colour, ...]:
        """Draw the current frame of an animation."""
        colours = tuple(animation.draw(self._clock() - animation.began)[: self.count])
        return colours + (DARK,) * (self.count - len(colours))


class DeviceStrip(Strip):
    """A strip on a real device, initially dark. A thread draws the frames of the latest animation and sends them
    to the device. If the device is lost, the thread keeps trying to reopen it.

    Attributes:
        trouble: the reason why the device shows nothing, kept until a frame has arrived. For a device that is lost
            repeatedly, it is kept until the device has worked for a while.
    """

    drawn = False

    def __init__(self, count: int, open_link: OpenDriver, power: Power) -> None:
        super().__init__(count)
        self._open = open_link
        self._power = power
        self._shown: bytes | None = None  # the frame that the device shows; None if unknown
        self._arrived: Animation | None = None  # the animation of which a frame has arrived
        self._news = AutoResetEvent()
        self._closing = threading.Event()
        self._works_since: float | None = None  # when the first frame arrived since the device was opened
        self._lost = False  # whether a device that worked was lost before
        self._unsteady = False  # whether the trouble is that it was lost again soon
        # A daemon: a device that hangs must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    @property
    def arrived(self) -> bool:
        return self._arrived is self._animation

    def play(self, draw: Draw, *, afresh: bool = True, moving: bool = True) -> None:
        """Pass an animation to the thread, replacing any that it has not yet shown."""
        super().play(draw, afresh=afresh, moving=moving)
        self._news.set()

    def limit(self, power: Power) -> None:
        """Change the power limits and resend the current frame."""
        power.check(self.count)
        self._power = power
        self._news.set()

    def close(self) -> None:
        """Turn all LEDs off and release the device."""
        self._closing.set()
        self._news.set()
        self._thread.join(CLOSE_TIMEOUT_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._use_device()
            except Exception as error:
                if not self._closing.is_set():  # else it was cut short, which says nothing about the device
                    self._report(error)

    def _report(self, error: Exception) -> None:
        """Set the trouble, and wait until it is time to try the device again."""
        if not isinstance(error, LightsUnavailable):  # a bug in a driver must not end the lights without a report
            self.trouble = say("The lights have failed ({error}): choose them again", error=fault(error))
            self._closing.wait(DRIVER_FAULT_RETRY_S)
        elif not self._lost_for_a_moment():
            self.trouble, self._unsteady = error.text, self._works_since is not None
            self._closing.wait(error.retry_after_s)

    def _lost_for_a_moment(self) -> bool:
        """Return whether the device was lost after working well, which is reported only if reopening it fails.

        A network accepts frames for a missing device and reports this too late, so the device briefly seems to work each
        time.
        """
        if self._works_since is None:
            return False
        again = self._lost and time.monotonic() - self._works_since < STEADY_S
        self._lost = True
        return not again

    def _use_device(self) -> None:
        """Open the device and serve it until the strip is closed; raise once the device is lost."""
        self._works_since = None
        link = self._open(self._closing)
        try:
            self._serve(link)
        finally:
            self._shown = self._arrived = None
            link.close()

    def _serve(self, link: LedDriver) -> None:
        """Keep the device showing the animation, frame by frame; at the end it is dark."""
        confirm_at = 0.0
        while True:
            animation, closing, start = self._animation, self._closing.is_set(), time.monotonic()
            frame = self._power.limited(bytes(3 * self.count) if closing else bytes(chain(*self._drawn(animation))))
            if frame == self._shown and start < confirm_at and not closing:
                arrived = True
            elif frame == self._shown and not closing:
                arrived = link.confirm(frame)
                confirm_at = time.monotonic() + link.repeat
            else:
                self._shown = None  # while it changes
                arrived = link.send(frame)
                confirm_at = time.monotonic() + link.repeat
            self._shown, self._arrived = (frame, animation) if arrived else (None, None)
            if not arrived:
                continue
            if self._works_since is None:
                self._works_since = start
            if not self._unsteady or start - self._works_since >= STEADY_S:
                self.trouble, self._unsteady = None, False
            if closing:
                return
            due = min(confirm_at, start + FRAME_PERIOD_S) if animation.moving else confirm_at
            self._news.wait(due - time.monotonic())
