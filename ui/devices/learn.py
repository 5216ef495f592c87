"""A sheet for mapping LEDs to cells. The LEDs are lit one by one, and each is located by tapping its cell on the screen or
by a camera.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.calibration.camera_settings import load_camera_settings
from fourth_seat.hardware.lights.layout import MAX_LEDS, LedLayout
from fourth_seat.hardware.lights.mapping import RUNNING, LightsSetup, LightsStage
from fourth_seat.hardware.lights.settings import save_layout
from fourth_seat.hardware.lights.strip import Strip
from fourth_seat.ui.board.canvas import BoardHandlers
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.devices.lit_board import LitBoard
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.dead_time import renew
from fourth_seat.ui.widgets.label import update
from fourth_seat.ui.widgets.one_of import OneOf
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.words import FourthSeatError, Text, error_text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.setup.led_scan import LedScan
    from fourth_seat.ui.devices.lights import LightsSection
    from fourth_seat.ui.services.lights import LightsControl
    from fourth_seat.ui.window import Page
    from fourth_seat.vision.worker.client import VisionProcess

TEXT_HEIGHT_PX = 264  # at 96 dots an inch and medium text that the sheet needs above and below the board
MIN_BOARD_PX = 120  # of the board, however low the page
BOARD_SIZE_PX = (560, 420)  # width and height in pixels of the board to tap, at 96 dots an inch


class LearnSheet(Sheet):
    """Asks for the number of LEDs, and then for the cells of as many LEDs as necessary. The layout does not change between
    the steps: all buttons share a row, and the board is shown from the beginning.

    Attributes:
        setup: the mapping by tapping cells, or None.
        scan: the mapping by a camera, or None.
        count: the field for the number of LEDs.
    """

    def __init__(self, page: Page, section: LightsSection) -> None:
        super().__init__(page, page.window.theme, page.window.text, say("Which LED is where?"))
        self._page, self._section = page, section
        self._control: LightsControl = page.window.lights
        self.setup: LightsSetup | None = None
        self.scan: LedScan | None = None
        self._process: VisionProcess | None = None
        self._resume_camera: Callable[[], None] = lambda: None
        self.message = self.steady([say("How many LEDs are on the wire, including those around the board?"), RUNNING])
        self._steps = OneOf(self.body)
        self._steps.pack(anchor="w")
        self._begin = ttk.Frame(self._steps, style="Raised.TFrame")
        self.count = ttk.Spinbox(self._begin, from_=1, to=MAX_LEDS, width=6, font=BODY)
        self.count.set(section.layout.count)
        self.count.pack(side="left")
        on_return(self.count, self.begin)
        self._start(say("Tap what is lit"), self.begin)
        if self._camera():
            self._start(say("Let the camera look"), self.look)
        self._questions = ttk.Frame(self._steps, style="Raised.TFrame")
        self._kind = OneOf(self._questions)  # a question for a place, or for yes or no
        self._kind.pack(side="left")
        self._yes_or_no = ttk.Frame(self._kind, style="Raised.TFrame")
        self._buttons = {
            "nothing": self._answering(self._kind, say("Not under any place"), LightsSetup.nothing),
            "yes": self._answering(self._yes_or_no, say("Yes"), LightsSetup.agree),
            "no": self._answering(self._yes_or_no, say("No"), LightsSetup.deny),
            "back": self._answering(self._questions, say("Back"), LightsSetup.back),
            "done": self._answering(self._questions, say("Done"), LightsSetup.finish),
        }
        self._buttons["yes"].configure(style="Accent.TButton")
        for name in ("yes", "no", "back", "done"):
            self._buttons[name].pack(side="left", padx=(0 if name == "yes" else self._theme.space(1), 0))
        self._kind.hold(self._buttons["nothing"], self._yes_or_no)
        self._steps.hold(self._begin, self._questions)
        theme, board = self._theme, section.board
        around = round(TEXT_HEIGHT_PX * max(theme.scale, theme.density))  # smaller letters do not make buttons lower
        room = self.room, max(MIN_BOARD_PX, self.master.winfo_height() - around)
        wide, high = (min(round(side * theme.density), most) for side, most in zip(BOARD_SIZE_PX, room, strict=True))
        taps = BoardHandlers(tap=lambda name, _: self._answer(lambda setup: setup.tap(name)))
        self._board = LitBoard(self.body, theme, board, len(section.layout.rim), (wide, high), handlers=taps)
        self._board.pack(pady=theme.space(1))
        self.button(say("Cancel"), lambda: None)

    def _start(self, title: Text, command: Callable[[], None]) -> None:
        button = ttk.Button(self._begin, text=self._text(title), command=command)
        button.pack(side="left", padx=(self._theme.space(1), 0))

    def _answering(self, parent: ttk.Frame, title: Text, answer: Callable[[LightsSetup], None]) -> ttk.Button:
        return ttk.Button(parent, text=self._text(title), command=lambda: self._answer(answer))

    @property
    def answers(self) -> dict[str, ttk.Button]:
        """The currently enabled buttons, keyed by name."""
        if self.setup is None:
            return {}
        asking = self.setup.stage is LightsStage.ASKING
        use = {"nothing": asking, "yes": not asking, "no": not asking, "back": True, "done": asking and self.setup.enough}
        return {name: button for name, button in self._buttons.items() if use[name]}

    def _camera(self) -> str:
        """Return the camera last used with this board, or an empty string if there is none."""
        with suppress(FourthSeatError):
            return load_camera_settings(self._section.board.game.name).source
        return ""

    # -- the beginning -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start mapping by tapping cells."""
        strip = self._open()
        if strip is None:
            return
        board = self._section.board
        self.setup = LightsSetup(strip, board.geometry, board.orientation)
        self._steps.show(self._questions)
        self._control.on_step(self, self.step)
        self.step()

    def look(self) -> None:
        """Start mapping with the camera."""
        from fourth_seat.setup.led_scan import LED_WORKER, LedScan
        from fourth_seat.vision.worker.client import VisionProcess

        strip = self._open()
        if strip is None:
            return
        board = self._section.board
        settings = {"source": self._camera(), "game": board.game.name, "options": str(board.options), "patient": True}
        resume = self._page.pause_camera()  # most cameras can be opened only once
        try:
            self._process = VisionProcess(settings, LED_WORKER)
        except OSError as error:
            resume()
            self._say(say("the camera cannot be started: {reason}", reason=error_text(error)), True)
            return
        self._resume_camera = resume
        self._steps.show(None)
        self.scan = LedScan(strip, board.geometry, self._process)
        self._control.on_step(self, self.step)

    def _open(self) -> Strip | None:
        written = self.count.get().strip()
        count = parse_integer(written, 1, MAX_LEDS)
        if count is None:
            self._say(
                say("{text} is not a number of LEDs: enter a number from 1 to {most}", text=written or "''", most=MAX_LEDS),
                True,
            )
            return None
        self._control.use(self._section.board, self._section.chosen, count)
        return self._control.strip

    # -- questions and answers ---------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Advance the mapping, and show its progress."""
        trouble = self._control.strip.trouble if self._control.strip else None
        if self.scan:
            self.scan.step()
            self._say(trouble or self.scan.message, bool(trouble or self.scan.ended))
            if self.scan.layout:
                self._keep(self.scan.layout)
        elif self.setup:
            self.setup.step()
            self._say(trouble or self.setup.message, trouble is not None)
            self._offer()
            self._board.mark(Mark.HINT, [self.setup.marked] if self.setup.marked else [])
            if self.setup.strip.drawn:
                self._board.light(self.setup.strip.frame)
            if self.setup.layout:
                self._keep(self.setup.layout)

    def _answer(self, answer: Callable[[LightsSetup], None]) -> None:
        if self.setup:
            answer(self.setup)
            self.step()
        if self.winfo_exists():
            for part in (*self._buttons.values(), self._board):
                renew(part)  # which answers a different question from now on

    def _offer(self) -> None:
        """Show the currently usable buttons."""
        answers = self.answers
        self._kind.show(answers.get("nothing", self._yes_or_no))
        self._buttons["done"].state(["!disabled" if "done" in answers else "disabled"])

    def _say(self, text: Text, wrong: bool) -> None:
        self.message.show(sentence(self._text(text)))
        update(self.message, style="Raised.Warn.TLabel" if wrong else "Raised.TLabel")

    def _keep(self, layout: LedLayout) -> None:
        try:
            save_layout(self._section.board.game, self._section.board.geometry, layout)
        except FourthSeatError as error:
            self._page.window.notice(error.text)
        self.close()

    def close(self) -> None:
        """Close the sheet. The lights then use the saved layout, and a paused camera resumes."""
        if self.winfo_exists():
            super().close()
            self._resume_camera()
            if self._section.winfo_exists():
                self._section.learned()

    def destroy(self) -> None:
        if self._process:
            self._process.close()
        super().destroy()
