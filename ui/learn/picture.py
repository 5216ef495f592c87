"""The boards of one lesson, side by side or stacked, drawn as large as possible."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from tkinter import font as tkfont
from tkinter import ttk

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyGame
from fourth_seat.games.drawing.labels import printed_names
from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.lessons.frames import LessonFrame, frames
from fourth_seat.games.lessons.lesson import Lesson
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.board.view import BoardView
from fourth_seat.ui.window import Window
from fourth_seat.words import sentence


@dataclass(frozen=True, slots=True)
class Place:
    """The position and size of a board, in pixels."""

    x: int
    y: int
    width: int
    height: int


def arrange(aspects: Sequence[float], width: int, height: int, gap: int) -> list[Place]:
    """Arrange boards in rows, with the number of columns that makes them largest.

    Args:
        aspects: each board's ratio of width to height.
    """
    best: list[Place] = []
    widest = max(aspects)
    for columns in range(1, len(aspects) + 1):
        rows = -(-len(aspects) // columns)
        across = max(1, (width - (columns - 1) * gap) // columns)
        down = max(1, (height - (rows - 1) * gap) // rows)
        wide = max(1, min(across, int(down * widest)))
        high = max(1, min(down, int(wide / min(aspects))))
        top = (height - rows * high - (rows - 1) * gap) // 2
        places = []
        for number in range(len(aspects)):
            row, column = divmod(number, columns)
            here = min(columns, len(aspects) - row * columns)
            left = (width - here * wide - (here - 1) * gap) // 2
            places.append(Place(left + column * (wide + gap), top + row * (high + gap), wide, high))
        if not best or wide > best[0].width:
            best = places
    return best


class LessonPicture(ttk.Frame):
    """Shows the boards of a lesson."""

    def __init__(self, parent: tk.Misc, window: Window, game: AnyGame, lesson: Lesson, font: tkfont.Font) -> None:
        """`font` is used for the numbers and the reasons beside the boards."""
        super().__init__(parent)
        self._window, self._game, self._font = window, game, font
        self._frames = [frame for picture in lesson.pictures for frame in frames(game, picture)]
        self._numbered = len(lesson.pictures) == 1 and len(self._frames) > 1
        self.views: list[BoardView] = []
        self._texts: list[ttk.Label] = []
        for number, frame in enumerate(self._frames, 1):
            self.views.append(self._view(frame))
            self._texts.append(self._text_above(number) if self._numbered else self._text_below(frame))
        self.bind("<Configure>", lambda event: self._lay_out(event.width, event.height))

    def _view(self, frame: LessonFrame) -> BoardView:
        window, game = self._window, self._game
        options = game.options()
        view = BoardView(
            self, window.theme, frame.geometry, lettered(game.sides(options), window.text), Orientation(),
            window=frame.window, letters=window.settings.letters, margin=0.5,
        )  # fmt: skip
        view.name_cells(printed_names(game, frame.geometry, frame.colour, options, window.text))
        view.show(frame.cells)
        view.preview(frame.comes or frame.forbidden or {})
        view.instruct(frame.steps)
        view.mark(Mark.WRONG, frame.forbidden or (frame.marked if frame.reason else ()))
        view.mark(Mark.NEXT, frame.choices)
        view.mark(Mark.HINT, () if frame.reason else frame.marked)
        return view

    def _text_above(self, number: int) -> ttk.Label:
        return ttk.Label(self, text=str(number), style="Strong.TLabel", font=self._font, anchor="center")

    def _text_below(self, frame: LessonFrame) -> ttk.Label:
        reason = sentence(self._window.text(frame.reason)) if frame.reason else ""
        return ttk.Label(self, text=reason, style="Warn.TLabel", font=self._font, justify="center", anchor="n")

    def _lay_out(self, width: int, height: int) -> None:
        if width < 10 or height < 10 or not self._frames:
            return
        gap, line = self._window.theme.space(2), self._font.metrics("linespace")
        below = 0
        for text in self._texts:
            if not self._numbered and text.cget("text"):
                text.configure(wraplength=(width - gap) // len(self._frames))
                below = max(below, text.winfo_reqheight())
        aspects = [(f.window[2] - f.window[0]) / (f.window[3] - f.window[1]) for f in self._frames]
        edge = line if self._numbered else 0
        places = arrange(aspects, width, height - below - edge, gap + edge)
        for place, view, text in zip(places, self.views, self._texts, strict=True):
            view.place(x=place.x, y=place.y + edge, width=place.width, height=place.height)
            if self._numbered:
                text.place(x=place.x, y=place.y, width=place.width)
            elif text.cget("text"):
                share = (width - gap) // len(self._frames)
                text.place(x=place.x + (place.width - share) // 2, y=place.y + place.height, width=share)
