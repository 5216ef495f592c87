"""A thumbnail of the keepsake page. It is drawn in the background, and pressing it opens the page."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from PIL import Image, ImageDraw, ImageTk

from fourth_seat.engines.players.tasks import Task, TaskThread
from fourth_seat.hardware.hues import mix
from fourth_seat.look.tokens import COLOURS
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.timer import Timer

POLL_INTERVAL_MS = 60  # between checks whether it is drawn
RATIO = 210 / 297  # of the paper's width to its height
SUPERSAMPLING = 3  # how many times larger an empty page is drawn before it is scaled down

Contents = tuple[object, Callable[[], Image.Image]]
"""The contents of a page, for detecting changes, and a thread-safe function that draws it."""


class PageThumbnail(ttk.Button):
    """A button that shows the current page. Until it has been drawn, an empty page is shown, with a plus sign if the extra
    required for drawing is not installed.

    Attributes:
        drawn: whether the page has been drawn.
        possible: whether the page can be drawn.
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, contents: Callable[[], Contents | None], command: Callable[[], object]
    ) -> None:
        """`contents` returns None if the page cannot be drawn yet."""
        super().__init__(parent, style="Page.Toolbutton", command=command)
        self._theme, self._contents = theme, contents
        self._thread = TaskThread()
        self._task: Task[Image.Image] | None = None
        self._timer = Timer(self)
        self._shown: object = None
        self._page: Image.Image | None = None
        self._photo: ImageTk.PhotoImage | None = None
        self._height = 0
        self.drawn = self.possible = False
        self._frame: tuple[int, int] | None = None
        self.bind("<Destroy>", lambda _: self._thread.close(), add="+")
        theme.on_change(self, self._forget)

    @property
    def around(self) -> tuple[int, int]:
        """The total horizontal and vertical margins of the button around the page, in pixels."""
        if self._frame is None:
            photo = ImageTk.PhotoImage(Image.new("RGB", (1, 1)), master=self)
            self.configure(image=photo)
            self._frame = self.winfo_reqwidth() - 1, self.winfo_reqheight() - 1
            self.configure(image=self._photo or "")
        return self._frame

    def _forget(self) -> None:
        """Invalidate the measurements and the picture after a change of theme."""
        self._frame, self._height = None, 0

    def look(self) -> None:
        """Start redrawing the page if its contents have changed."""
        if self._task is None:
            contents = self._contents()
            self.possible = contents is not None
            if contents is None:
                self._shown, self._page = None, None
            elif contents[0] != self._shown:
                self._shown, draw = contents
                self._task = self._thread.start(Task(lambda _: draw()))
                self._timer.start(POLL_INTERVAL_MS, self._look)

    def refresh(self, height: int) -> None:
        """Show the page at this height in pixels."""
        if height != self._height:
            self._paint(height)

    def _look(self) -> None:
        """Poll the drawing task, and show the page when it is done."""
        task = self._task
        if task is None:
            return
        if not task.done:
            self._timer.start(POLL_INTERVAL_MS, self._look)
            return
        self._task = None
        self._page = task.poll()
        self._paint(self._height)

    def _paint(self, height: int) -> None:
        self._height = height
        if height < 1:
            return
        size = round(height * RATIO), height
        line = mix(self._theme.palette.muted, self._theme.palette.raised, 0.5)
        self.drawn = self._page is not None
        image = self._page.resize(size, Image.Resampling.LANCZOS) if self._page else self._blank(size)
        ImageDraw.Draw(image).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=line)
        self._photo = ImageTk.PhotoImage(image, master=self)
        self.configure(image=self._photo)

    def _blank(self, size: tuple[int, int]) -> Image.Image:
        """Return a picture of an empty page, with a plus sign if the extra required for drawing is not installed."""
        image = Image.new("RGB", (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING), "#ffffff")
        if self._shown is None:
            x, y, arm = image.width / 2, image.height / 2, image.width / 6
            draw = ImageDraw.Draw(image)
            for ends in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm)):
                draw.line(ends, COLOURS["light"].accent, image.width // 18)  # on white paper, by night too
        return image.reduce(SUPERSAMPLING)
