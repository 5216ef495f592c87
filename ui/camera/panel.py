"""The camera panel, with the live picture, a status message, questions, and buttons."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from tkinter import ttk

from fourth_seat.games.protocol import Side
from fourth_seat.inference.move_bridge import MoveAnswer
from fourth_seat.ui.camera.picture import LivePicture
from fourth_seat.ui.theme.theme import SMALL, Theme
from fourth_seat.ui.widgets.by_keyboard import by_keyboard
from fourth_seat.ui.widgets.docked import Docked
from fourth_seat.ui.widgets.label import fitted
from fourth_seat.ui.widgets.menu import MenuButton
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.vision.camera_session import CameraSession
from fourth_seat.vision.worker.frame_buffer import SharedPicture
from fourth_seat.words import Text, say, sentence

PICTURE_SHARE = 0.27  # of the panel's height that the picture may take
LEAST_PICTURE_SHARE = 0.14  # of it that the picture takes at least, to leave room for moves
LOW_PICTURE_SHARE = 0.2  # of it where there is no room for moves,
TINY_PICTURE_SHARE = 0.02  # and at least, so that the buttons below it are seen
MIN_SPLIT_PX = 440  # of its width, at medium text, from which a picture with no room above the buttons is beside them,
SPLIT_SHARE = 0.45  # and the picture's part of that width
CROWDED_HEIGHT_PX = 420  # of its height, at medium text, below which there is no room for praise


@dataclass(frozen=True, slots=True)
class CameraActions:
    """The actions of the panel. `to_board` returns the keyboard focus to the board."""

    find: Callable[[], None]
    back: Callable[[], None]
    corners: Callable[[], None]
    turn: Callable[[], None]
    mirror: Callable[[], None]
    learn: Callable[[], None]
    take: Callable[[], None]
    sight: Callable[[], None]
    record: Callable[[], None]
    read: Callable[[], None]
    markers: Callable[[], None]
    choose: Callable[[], None]
    boards: Callable[[], None]
    test: Callable[[], None]
    leave: Callable[[], None]
    stop: Callable[[], None]
    answer: Callable[[MoveAnswer | None], None]
    to_board: Callable[[], None]


class CameraPanel(Docked):
    """The camera's picture and messages in the panel next to the board.

    Attributes:
        picture: the live picture.
        message: the status message below the picture.
        rated: a message about the camera's view of the board, once tested.
        answers: the buttons of a question, for the most likely moves and for neither.
        buttons: the other buttons, keyed by name.
        more: the menu with all other actions.
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], sides: tuple[Side, ...], actions: CameraActions
    ) -> None:
        super().__init__(parent)
        self._theme, self._text, self._actions = theme, text, actions
        gap = theme.space(1)
        self.picture = LivePicture(self, theme, sides)
        self.picture.pack()
        self._column = ttk.Frame(self)
        self._column.pack(fill="x", expand=True)
        self.message = ttk.Label(self._column, justify="left", style="Muted.TLabel")
        self.message.pack(fill="x", pady=(gap // 2, gap // 2))
        self.rated = ttk.Label(self._column, justify="left", style="Muted.TLabel")
        self.buttons: dict[str, ttk.Button] = {}
        self._advised = self._row(
            {"test": (say("Test again"), actions.test), "leave": (say("Leave it as it is"), actions.leave)}
        )
        self._question = ttk.Frame(self._column, style="Card.TFrame", padding=theme.space(1.5))
        heading = ttk.Label(self._question, text=text(say("What was played?")), style="Raised.Strong.TLabel")
        heading.pack(anchor="w", pady=(0, gap))
        self.answers: list[ttk.Button] = []
        self._asked: tuple[MoveAnswer, ...] = ()
        self._setup = self._row(
            {"learn": (say("Board is correct"), actions.learn), "find": (say("Find again"), actions.find)}
        )
        self._wrong = self._row({"take": (say("Use the board as the camera sees it"), actions.take)})
        self._often = self._row(
            {"corners": (say("Corners ..."), actions.corners), "turn": (say("Turn the grid"), actions.turn)}
        )
        self._over = self._row(
            {"choose": (say("Another camera ..."), actions.choose), "stop": (say("Stop the camera"), actions.stop)}
        )
        self._ended = False
        self._before = self._row({"back": (say("Back to where it was"), actions.back)})
        self.more = by_keyboard(MenuButton(self._often, self._entries), actions.to_board)
        explained(self.more, text(say("What you can do now"))).grid(row=0, column=2, sticky="ns")
        self._often.pack(fill="x", pady=(0, theme.space(0.5)))
        self._crowded = True

    def _row(self, buttons: dict[str, tuple[Text, Callable[[], None]]]) -> ttk.Frame:
        row = ttk.Frame(self._column)
        for column, (name, (title, action)) in enumerate(buttons.items()):
            button = by_keyboard(ttk.Button(row, text=self._text(title), command=action), self._actions.to_board)
            fitted(button).grid(row=0, column=column, sticky="nsew", padx=(0, self._theme.space(0.5)))
            row.columnconfigure(column, weight=1, uniform="half")
            self.buttons[name] = button
        return row

    def _entries(self) -> dict[str, Callable[[], object]]:
        """Return the actions that currently have no button, keyed by title."""
        actions = self._actions
        on_buttons = (actions.find, actions.learn) if self._setup.winfo_manager() else ()
        entries = (
            (say("What it sees"), actions.sight),
            (say("Find the board again"), actions.find),
            (say("Mirror the grid"), actions.mirror),
            (say("Board is correct"), actions.learn),
            (say("Read the whole board"), actions.read),
            (say("Record a problem"), actions.record),
            (say("Print corner markers ..."), actions.markers),
            (say("Known boards ..."), actions.boards),
            (say("Another camera ..."), actions.choose),
            (say("Stop the camera"), actions.stop),
        )
        return {self._text(title): action for title, action in entries if action not in on_buttons}

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def refresh(self, watching: CameraSession, picture: SharedPicture | None) -> None:
        """Update the panel."""
        if picture:
            self.picture.show(picture)
        self.picture.overlay(watching.grid, watching.guesses)
        status, wrong = watching.status
        message, style = sentence(self._text(status)), "Warn.TLabel" if wrong else "Muted.TLabel"
        if (message, style) != (self.message.cget("text"), str(self.message.cget("style"))):
            self.message.configure(text=message, style=style)
        self._rate(watching.visibility)
        checking = not watching.setup.ready and watching.grid is not None and not watching.ended
        if bool(watching.ended) != self._ended:
            self._ended = not self._ended
            self._arrange()
        self._show(self._before, watching.can_go_back and not self._ended, self.message)
        self._show(self._setup, checking, self.message)
        self._show(self._wrong, watching.setup.ready and watching.bridge.offers, self.message)
        if watching.bridge.question != self._asked:
            self._asked = watching.bridge.question
            self._ask()

    def _rate(self, visibility: tuple[Text, bool] | None) -> None:
        """Show the rating of the camera's view, or only advice if there is little room."""
        shown = visibility is not None and (visibility[1] or not self._crowded)
        if visibility and shown:
            text, bad = visibility
            self.rated.configure(text=self._text(text), style="Warn.TLabel" if bad else "Muted.TLabel")
        if shown and not self.rated.winfo_manager():
            self.rated.pack(fill="x", pady=(0, self._theme.space(0.5)), after=self.message)
        elif not shown and self.rated.winfo_manager():
            self.rated.pack_forget()
        advised = visibility is not None and visibility[1] and not self._asked
        if advised != bool(self._advised.winfo_manager()):
            self._show(self._advised, advised, self.rated)
            self._arrange()

    def _ask(self) -> None:
        for button in self.answers:
            button.destroy()
        self.answers = []
        choices: list[MoveAnswer | None] = [*self._asked, None] if self._asked else []
        for choice in choices:
            button = ttk.Button(
                self._question,
                text=self._text(_title(choice)),
                style="TButton" if choice is None else "Accent.TButton",
                command=partial(self._actions.answer, choice),
            )
            fitted(by_keyboard(button, self._actions.to_board)).pack(fill="x", pady=(0, self._theme.space(0.5)))
            self.answers.append(button)
        self._arrange()

    def _arrange(self) -> None:
        """Show the pending question, if any, instead of the buttons. A camera that has stopped has different buttons."""
        asking = bool(self._asked)
        above = self._setup if self._setup.winfo_manager() else self.message
        self._show(self._question, asking, self.message)
        self._show(self._often, not asking and not self._ended, above)
        self._show(self._over, not asking and self._ended, above)

    def _show(self, part: ttk.Frame, shown: bool, above: tk.Widget) -> None:
        if shown and not part.winfo_manager():
            part.pack(fill="x", pady=(0, self._theme.space(0.5)), after=above)
        elif not shown and part.winfo_manager():
            part.pack_forget()

    def fit(self, width: int, height: int, spare: int, most: int) -> None:
        gap = self._theme.space(1)
        others = self._height_without(self.picture, gap)
        beside_moves = min(round(PICTURE_SHARE * height), spare - others)
        # If there is no room for moves anyway, it gets theirs.
        without = max(round(TINY_PICTURE_SHARE * height), min(round(LOW_PICTURE_SHARE * height), most - others))
        least = round(LEAST_PICTURE_SHARE * height)
        if without < least and width >= round(MIN_SPLIT_PX * self._theme.scale):
            self.picture.fit(round(SPLIT_SHARE * width), most)
            self.picture.pack(side="left", padx=(0, gap), before=self._column)
            width -= round(SPLIT_SHARE * width) + gap
        else:
            self.picture.fit(width, beside_moves if beside_moves >= least else without)
            self.picture.pack(side="top", padx=0, before=self._column)
        for label in (self.message, self.rated):
            label.configure(wraplength=max(80, width))
        self._crowded = height < round(CROWDED_HEIGHT_PX * self._theme.scale)
        self.rated.configure(font=SMALL if self._crowded else "")
        self._arrange()


def _title(choice: MoveAnswer | None) -> Text:
    if choice is None:
        return say("Neither")
    if not choice.moves:
        return say("The move was taken back") if choice.instead else say("Nothing was played")
    return say("{move}", move=choice.text)
