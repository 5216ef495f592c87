"""Page that maps LEDs: one shines after another, and people tap its cell on the screen; or a camera finds it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.calibration.camera_settings import load_camera_settings
from fourth_seat.hardware.lights.layout import MAX_LEDS, LedLayout
from fourth_seat.hardware.lights.mapping import LightsSetup, LightsStage
from fourth_seat.hardware.lights.settings import save_layout
from fourth_seat.hardware.lights.strip import Strip
from fourth_seat.ui.board.canvas import BoardHandlers
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.devices.lit_board import LitBoard
from fourth_seat.ui.devices.section import show_state
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import FourthSeatError, Text, error_text, say

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
    """Asks for the number of LEDs, then for the cells of as many of them as necessary.

    Attributes:
        setup: the questions, once they have begun.
        scan: the mapping by a camera, while one is used.
        count: the field for how many LEDs there are.
        answers: buttons by name, those that are of use now.
    """

    def __init__(self, page: Page, section: LightsSection) -> None:
        super().__init__(page, page.window.theme, page.window.text, say("Which LED is where?"))
        self._page, self._section = page, section
        self._control: LightsControl = page.window.lights
        self.setup: LightsSetup | None = None
        self.scan: LedScan | None = None
        self._process: VisionProcess | None = None
        self._resume_camera: Callable[[], None] = lambda: None
        self.answers: dict[str, ttk.Button] = {}
        self._shown: tuple[str, ...] = ()
        self._fitting = Timer(self)
        self.message = self.paragraph(say("How many LEDs are on the wire, including those around the board?"))
        self._begin = ttk.Frame(self.body, style="Raised.TFrame")
        self._begin.pack(anchor="w", pady=(0, page.window.theme.space(1)))
        self.count = ttk.Spinbox(self._begin, from_=1, to=MAX_LEDS, width=6, font=BODY)
        self.count.set(section.layout.count)
        self.count.pack(side="left")
        on_return(self.count, self.begin)
        self._start(say("Tap what is lit"), self.begin)
        if self._camera():
            self._start(say("Let the camera look"), self.look)
        self._board: LitBoard | None = None
        self._row_of_answers = ttk.Frame(self.body, style="Raised.TFrame")
        self.button(say("Cancel"), lambda: None)

    def _start(self, title: Text, command: Callable[[], None]) -> None:
        button = ttk.Button(self._begin, text=self._text(title), command=command)
        button.pack(side="left", padx=(self._theme.space(1), 0))

    def _camera(self) -> str:
        """Return the camera that was used last before this board; empty for none."""
        with suppress(FourthSeatError):
            return load_camera_settings(self._section.board.game.name).source
        return ""

    # -- the beginning -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Light the first LED."""
        strip = self._open()
        if strip is None:
            return
        self._begin.pack_forget()
        theme, board = self._theme, self._section.board
        self.setup = LightsSetup(strip, board.geometry, board.orientation)
        rim = len(self._section.layout.rim) if strip.drawn else 0
        around = round(TEXT_HEIGHT_PX * max(theme.scale, theme.density))  # smaller letters make no lower buttons
        room = self.room, max(MIN_BOARD_PX, self.master.winfo_height() - around)
        wide, high = (min(round(side * theme.density), most) for side, most in zip(BOARD_SIZE_PX, room, strict=True))
        taps = BoardHandlers(tap=lambda name, _: self._answer(lambda setup: setup.tap(name)))
        self._board = LitBoard(self.body, theme, board, rim, (wide, high), handlers=taps)
        self._board.pack(pady=theme.space(1))
        self._row_of_answers.pack(anchor="w")
        self._control.on_step(self, self.step)
        self.step()

    def look(self) -> None:
        """Have the camera find all LEDs."""
        from fourth_seat.setup.led_scan import LED_WORKER, LedScan
        from fourth_seat.vision.worker.client import VisionProcess

        strip = self._open()
        if strip is None:
            return
        board = self._section.board
        settings = {"source": self._camera(), "game": board.game.name, "options": str(board.options), "patient": True}
        resume = self._page.pause_camera()  # most cameras can be opened but once
        try:
            self._process = VisionProcess(settings, LED_WORKER)
        except OSError as error:
            resume()
            self._say(say("the camera cannot be started: {reason}", reason=error_text(error)), True)
            return
        self._resume_camera = resume
        self._begin.pack_forget()
        self.scan = LedScan(strip, board.geometry, self._process)
        self._control.on_step(self, self.step)

    def _open(self) -> Strip | None:
        written = self.count.get().strip()
        count = parse_integer(written, 1, MAX_LEDS)
        if count is None:
            self._say(
                say("{text} is not a number of LEDs: write one from 1 to {most}", text=written or "''", most=MAX_LEDS), True
            )
            return None
        self._control.use(self._section.board, self._section.chosen, count)
        return self._control.strip

    # -- questions and answers ---------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Show the progress."""
        trouble = self._control.strip.trouble if self._control.strip else None
        if self.scan:
            self.scan.step()
            self._say(trouble or self.scan.message, bool(trouble or self.scan.ended))
            if self.scan.layout:
                self._keep(self.scan.layout)
        elif self.setup and self._board:
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

    def _offer(self) -> None:
        """Show the buttons that are of use now."""
        assert self.setup
        asking = self.setup.stage is LightsStage.ASKING
        titles = {
            "nothing": (say("It is not under any place"), LightsSetup.nothing, asking),
            "yes": (say("Yes"), LightsSetup.agree, not asking),
            "no": (say("No"), LightsSetup.deny, not asking),
            "back": (say("Back"), LightsSetup.back, True),
            "done": (say("Done"), LightsSetup.finish, asking and self.setup.enough),
        }
        wanted = tuple(name for name, (_, _, use) in titles.items() if use)
        if wanted == self._shown:
            return
        self._shown = wanted
        for button in self.answers.values():
            button.destroy()
        self.answers = {}
        for name in wanted:
            title, answer, _ = titles[name]
            button = ttk.Button(
                self._row_of_answers,
                text=self._text(title),
                style="Accent.TButton" if name == "yes" else "TButton",
                command=lambda answer=answer: self._answer(answer),  # type: ignore[misc]
            )
            button.pack(side="left", padx=(0, self._theme.space(1)))
            self.answers[name] = button

    def _say(self, text: Text, wrong: bool) -> None:
        if show_state(self.message, self._text(text), wrong=wrong, style="Raised.TLabel"):
            self._fitting.start("idle", self._fit)

    def _keep(self, layout: LedLayout) -> None:
        try:
            save_layout(self._section.board.game, self._section.board.geometry, layout)
        except FourthSeatError as error:
            self._page.window.notice(error.text)
        self.close()

    def close(self) -> None:
        """Close the page; the lights use the layout that is saved now, and a camera that watched the table goes on."""
        if self.winfo_exists():
            super().close()
            self._resume_camera()
            if self._section.winfo_exists():
                self._section.learned()

    def destroy(self) -> None:
        if self._process:
            self._process.close()
        super().destroy()
