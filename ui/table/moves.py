"""The list of moves; a click on one shows the position after it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.table import announce
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.table import Table
from fourth_seat.ui.table.swatch import Swatches
from fourth_seat.ui.theme.theme import SMALL, Theme
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.focus_ring import FocusRing
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import Text, say

START = "start"
GAP = "\N{NO-BREAK SPACE}" * 2  # Tk drops plain spaces at the end of a line

ListedMove = tuple[HistoryEntry, bool, str]  # an entry, whether it still applies (was not undone), and its mark


class MoveList(ttk.Frame):
    """A line for each move or throw; those that were undone are pale. A chosen line shows the position after it.

    In games that are solved, a question mark follows moves that lost value, where the players' help permits it.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        review: Review,
        view: Callable[[int | None], None],
    ) -> None:
        """`view` is called with the number of entries up to a chosen line; None for the present position."""
        super().__init__(parent)
        self._theme, self._text, self._table, self._review, self._view = theme, text, table, review, view
        self._swatches = Swatches(self, theme, table.game.sides(table.options), 16)
        self.tree = ttk.Treeview(self, show="tree", selectmode="browse", height=3)
        self._bar = ttk.Scrollbar(self, orient="vertical", command=self.tree.yview)
        self.tree.configure(yscrollcommand=self._scrolled)
        self.tree.pack(side="left", fill="both", expand=True)
        self.tree.bind("<ButtonRelease-1>", lambda event: self._show_line(self.tree.identify_row(event.y)))
        FocusRing(self.tree)
        on_return(self.tree, lambda: self._show_line(self.tree.focus()))
        # The list updates the number of visible lines only after the event.
        self._seeing = Timer(self)
        self.tree.bind("<Configure>", lambda _: self._seeing.start("idle", self._see))
        self._shown: list[ListedMove] = []
        self._filled = False
        theme.on_change(self, self._again)
        self._style()

    def _scrolled(self, first: float, last: float) -> None:
        """Set the scroll bar to the range of visible lines; it appears only where that is not all of them."""
        self._bar.set(first, last)
        top, bottom, *_ = self._bar.get()
        needed = bottom - top < 1
        if needed != bool(self._bar.winfo_manager()):
            if needed:
                self._bar.pack(side="right", fill="y", before=self.tree)
            else:
                self._bar.pack_forget()

    def refresh(self, viewing: int | None) -> None:
        """Update the lines that have changed."""
        history = self._table.history
        wanted = [(entry, n < history.at, self._review.mark(n)) for n, entry in enumerate(history.entries)]
        same = 0
        while same < min(len(wanted), len(self._shown)) and self._updated(same, wanted[same], self._shown[same]):
            same += 1
        if not self._filled:
            start = self._text(say("Start of the game"))
            self.tree.insert("", "end", iid=START, text=self._spaced(start))
            self._filled = True
        for n in range(same, len(self._shown)):
            if self.tree.exists(str(n)):
                self.tree.delete(str(n))
        for n in range(same, len(wanted)):
            self._add(n, *wanted[n])
        moved = same < max(len(wanted), len(self._shown))
        self._shown = wanted
        count = history.at if viewing is None else viewing
        while count and history.entries[count - 1].implied:  # it has no line
            count -= 1
        line = str(count - 1) if count else START
        if self.tree.selection() != (line,):
            self.tree.selection_set(line)
            moved = True
        if moved:
            self._see()

    def _see(self) -> None:
        for line in self.tree.selection():
            self.tree.see(line)

    def _updated(self, n: int, wanted: ListedMove, shown: ListedMove) -> bool:
        """Return whether a line is up to date, if need be after a change of its mark only: the list does not move
        then.
        """
        entry, stands, mark = wanted
        if shown[0] is not entry or shown[1] != stands:
            return False
        if shown[2] != mark and not entry.implied:
            self.tree.item(str(n), text=self._wording(entry, mark))
        return True

    def _add(self, n: int, entry: HistoryEntry, stands: bool, mark: str) -> None:
        if entry.implied:
            return
        tags = ("stands",) if stands else ("undone",)
        text = self._wording(entry, mark)
        self.tree.insert("", "end", iid=str(n), text=text, image=self._swatches.of(entry.colour), tags=tags)

    def _wording(self, entry: HistoryEntry, mark: str) -> str:
        return self._spaced(f"{self.line(entry)} {mark}".rstrip())

    @staticmethod
    def _spaced(text: str) -> str:
        """Return a text with room on the side of the swatch, which is the right one in some languages."""
        return f"{GAP}{text}{GAP}"

    def line(self, entry: HistoryEntry) -> str:
        """Return the text of a line, without its mark."""
        return self._text(announce.entry_line(self._table, entry))

    def _show_line(self, line: str) -> None:
        if not line:
            return
        count = 0 if line == START else int(line) + 1
        self._view(None if count == self._table.history.at else count)

    def _again(self) -> None:
        self._style()
        self.tree.delete(*self.tree.get_children())
        self._shown, self._filled = [], False
        self.refresh(None)

    def _style(self) -> None:
        palette = self._theme.palette
        self.tree.tag_configure("undone", foreground=palette.muted, font=SMALL)
        self.tree.tag_configure("stands", foreground=palette.ink)
