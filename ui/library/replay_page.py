"""The page for replaying a finished game move by move, without changing it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk

from fourth_seat.table.library.replay import ReplayedGame
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.theme.icons import with_icon
from fourth_seat.ui.widgets.by_keyboard import alone
from fourth_seat.ui.widgets.dead_time import renew
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.label import steady
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import say

PLAY_MS = 1200  # between two moves
PLAY, PAUSE = say("Replay"), say("Pause")


class ReplayPage(TablePage):
    """A table page with playback controls below the board.

    Attributes:
        replay: the playback controls.
    """

    led = False
    replay: ReplayBar | None = None

    def __init__(self, parent: tk.Misc, window: Window, path: Path, leave: Callable[[], object]) -> None:
        """Open a record read-only; `leave` returns to the library.

        Raises:
            FourthSeatError: the record does not contain a game.
        """
        super().__init__(parent, window, ReplayedGame.open(path, window.clock))
        self.replay = replay = ReplayBar(self, self.stage, leave, self.actions.open_more)
        for key, action in (
            ("<Left>", partial(replay.step, -1)),
            ("<Right>", partial(replay.step, 1)),
            ("<Home>", replay.first),
            ("<End>", replay.last),
            ("<space>", replay.play),
        ):
            self.stage.board.bind(key, alone(action))
        self.shortcuts["<Control-w>"] = leave
        self.stage.refreshed.append(replay.refresh)
        self.stage.refresh()

    @property
    def bar(self) -> ttk.Frame:
        return self.replay or super().bar

    def arrive(self) -> None:
        """Do nothing, because a replay does not use lights, phones or a voice."""

    def leave(self) -> None:
        if self.replay:
            self.replay.stop()
        super().leave()


class ReplayBar(ttk.Frame):
    """The playback controls.

    Attributes:
        buttons: the buttons, keyed by name.
    """

    def __init__(self, page: Page, stage: Stage, leave: Callable[[], object], more: Callable[[], None]) -> None:
        """`leave` ends the replay; `more` opens the list of all actions."""
        window = page.window
        space = window.theme.space
        super().__init__(page, padding=(space(2), 0))
        flow = Flow(self, window.theme, style="TFrame")
        flow.pack(fill="x")
        self._stage, self._text, self._theme = stage, window.text, window.theme
        self._timer = ""
        self.buttons: dict[str, ttk.Button] = {}
        for name, title, action, icon in (
            ("leave", say("All games"), leave, "back"),
            ("first", say("Start of the game"), self.first, "first"),
            ("back", say("One move back"), partial(self.step, -1), "back"),
            ("play", PLAY, self.play, "play"),
            ("forward", say("One move forward"), partial(self.step, 1), "next"),
            ("last", say("End of the game"), self.last, "last"),
        ):
            alone = name not in ("leave", "play")
            style = "Accent.TButton" if name == "play" else "Icon.TButton" if alone else "TButton"
            button = ttk.Button(flow, text=window.text(title), command=action, style=style)
            self.buttons[name] = explained(button, window.text(title)) if alone else button
            flow.add(with_icon(window.theme, button, icon, alone=alone))
        steady(self.buttons["play"], *map(window.text, (PLAY, PAUSE)))
        self._place = ttk.Label(flow, style="Muted.TLabel")
        flow.add(self._place)
        self.more = with_icon(window.theme, ttk.Button(flow, text=window.text(say("More")), command=more), "more")
        explained(self.more, window.text(say("What you can do now")))
        flow.add(self.more, at_end=True)

    @property
    def at(self) -> int:
        """The number of moves and throws shown."""
        viewing = self._stage.shown.viewing
        return self._stage.table.history.at if viewing is None else viewing

    def refresh(self) -> None:
        """Show the current move number, and enable the available buttons."""
        self._place.configure(text=self._text(say("{n} of {all}", n=self.at, all=self._stage.table.history.at)))
        for names, possible in (
            (("first", "back"), self.at > 0),
            (("last", "forward"), self.at < self._stage.table.history.at),
        ):
            for name in names:
                self.buttons[name].state(["!disabled" if possible else "disabled"])
        title, icon = (PAUSE, "pause") if self._timer else (PLAY, "play")
        button = self.buttons["play"]
        if str(button.cget("text")) != self._text(title):
            with_icon(self._theme, button, icon).configure(text=self._text(title))
            renew(button)  # which does the opposite from now on

    def step(self, by: int) -> None:
        """Go forward by this many moves or throws, or back if negative."""
        self.stop()
        self._go(self._beyond(self.at, by))

    def _beyond(self, count: int, by: int) -> int:
        """Return the entry count after going on by this many moves or throws, skipping implied moves."""
        entries = self._stage.table.history.entries
        count += by
        return count + by if 0 < count < len(entries) and entries[count - 1].implied else count

    def first(self) -> None:
        """Go to the position before the first move."""
        self.stop()
        self._go(0)

    def last(self) -> None:
        """Go to the end of the game."""
        self.stop()
        self._go(self._stage.table.history.at)

    def play(self) -> None:
        """Start or pause playback, restarting from the beginning if the end is shown."""
        if self._timer:
            self.stop()
            self.refresh()
            return
        self._timer = self.after(PLAY_MS, self._play_on)
        self._go(0 if self.at == self._stage.table.history.at else self.at)

    def stop(self) -> None:
        """Stop playback at the current move."""
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def _play_on(self) -> None:
        self._timer = self.after(PLAY_MS, self._play_on) if self.at + 1 < self._stage.table.history.at else ""
        self._go(self._beyond(self.at, 1))

    def _go(self, count: int) -> None:
        last = self._stage.table.history.at
        count = max(0, min(count, last))
        self._stage.view(None if count == last else count)
