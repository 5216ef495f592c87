"""The search bar above the library's tiles, and the bar below them with the actions for a game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.table.record.saved import Saved
from fourth_seat.ui.library.listing import Kind
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.dead_time import renew
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.label import steady
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say

FIELD_CHARACTERS = 22  # characters
FIELD_GROUNDS = {False: "#fdfdfd", True: "#292929"}  # of sv-ttk's fields, which are pictures, by day and by night
BRING_BACK, LOOK_THROUGH, CONTINUE, ENTER = say("Bring back"), say("Look through"), say("Continue"), say("Enter")
TYPED_MS = 120  # after the last key press before games are searched for
Action = Callable[[], None]

KINDS = {
    Kind.ALL: say("All"),
    Kind.UNFINISHED: say("Unfinished"),
    Kind.FINISHED: say("Finished"),
    Kind.DELETED: say("Deleted"),
}


class SearchBar(Flow):
    """A search field, a button for choosing search words by touch, a filter for the kind of game, and an import button.

    Attributes:
        field: the search field.
        kinds: the buttons for the kind of games to show.
    """

    def __init__(
        self, page: Page, search: Action, show_kind: Callable[[Kind], None], find: Action, import_game: Action
    ) -> None:
        window = page.window
        gap = window.theme.space(1)
        super().__init__(page, window.theme, style="TFrame")
        self._window, self._search = window, search
        self._timer = Timer(self)
        self._searched = ""
        line = ttk.Frame(self)
        self._typed_words = tk.StringVar(self)
        self.field = ttk.Entry(line, width=FIELD_CHARACTERS, font=BODY, textvariable=self._typed_words)
        self._typed_words.trace_add("write", lambda *_: self._typed())
        self.field.pack(side="left", fill="y")
        hint = window.text(say("Name, game, date"))
        self._hint = ttk.Label(self.field, text=hint, style="Muted.TLabel", cursor="xterm")
        self._hint.bind("<Button-1>", lambda _: self.focus_field())
        self.clear = ttk.Button(line, text="✕", width=2, style="Narrow.TButton", command=self._clear)
        explained(self.clear, window.text(say("Clear"))).pack(side="left", padx=(gap // 2, 0))
        self.find = ttk.Button(line, text=window.text(say("Find ...")), command=find)
        self.find.pack(side="left", padx=(gap // 2, 0))
        self.add(line)
        self._kind = tk.StringVar(self, Kind.ALL.value)
        kinds = ttk.Frame(self)
        self.kinds: dict[Kind, ttk.Radiobutton] = {}
        for kind, title in KINDS.items():
            self.kinds[kind] = ttk.Radiobutton(
                kinds,
                text=window.text(title),
                value=kind.value,
                variable=self._kind,
                style="Toggle.TButton",
                command=lambda kind=kind: show_kind(kind),  # type: ignore[misc]
            )
            self.kinds[kind].pack(side="left", padx=(0, gap // 2))
        self.add(kinds)
        end = ttk.Frame(self)
        self._count = ttk.Label(end, style="Muted.TLabel")
        self._count.pack(side="left", padx=(0, gap))
        self.import_button = ttk.Button(end, text=window.text(say("Import ...")), command=import_game)
        self.import_button.pack(side="left")
        self.add(end, at_end=True)
        for key in ("<Return>", "<KP_Enter>", "<Down>"):
            self.field.bind(key, lambda _: self._leave())
        self.field.bind("<Escape>", lambda _: self._escape())
        for event in ("<FocusIn>", "<FocusOut>"):
            self.field.bind(event, lambda _: self._show_hint(), add="+")
        self._page = page
        window.theme.on_change(self.field, self._show_hint)
        self._show_hint()

    @property
    def words(self) -> str:
        """The words to search for."""
        return self._searched

    @words.setter
    def words(self, words: str) -> None:
        self.field.delete(0, "end")
        self.field.insert(0, words)
        self._timer.stop()
        self._searched = words.strip()

    @property
    def kind(self) -> Kind:
        """The kind of games to show."""
        return Kind(self._kind.get())

    @kind.setter
    def kind(self, kind: Kind) -> None:
        self._kind.set(kind.value)

    def count(self, games: Text) -> None:
        """Show the number of games."""
        self._count.configure(text=self._window.text(games))

    def focus_field(self) -> None:
        """Move the keyboard focus to the field."""
        self.field.focus_set()
        self.field.selection_range(0, "end")

    def begin(self, character: str) -> None:
        """Start a search with a character typed while the tiles had the focus."""
        self.field.focus_set()
        self.field.insert("end", character)

    def _typed(self) -> None:
        self._show_hint()
        self._timer.start(TYPED_MS, self._look)

    def _look(self) -> None:
        self._timer.stop()
        words = self.field.get().strip()
        if words != self._searched:
            self._searched = words
            self._search()

    def _clear(self) -> None:
        self.words = ""
        self._search()
        self._page.focus_set()

    def _leave(self) -> str:
        self._look()
        self._page.focus_set()
        return "break"

    def _escape(self) -> str:
        self._look()
        self._page.back()
        return "break"

    def _show_hint(self) -> None:
        space = self._window.theme.space
        self.clear.state(["!disabled" if self.field.get() else "disabled"])
        if self.field.get() or self.focus_get() is self.field:
            self._hint.place_forget()
        else:
            self._hint.configure(background=FIELD_GROUNDS[self._window.theme.palette.night])
            self._hint.place(x=space(1), rely=0.5, anchor="w")


class GameBar(Flow):
    """The actions for the chosen game; each button shows its keyboard shortcut.

    Attributes:
        main: the button that continues, replays or restores the game.
        back: the button that restores the last deleted game.
    """

    def __init__(self, page: Page, main: Action, export: Action, delete: Action, undo: Action) -> None:
        window = page.window
        super().__init__(page, window.theme, style="TFrame")
        self._text = window.text
        self._saved: Saved | None = None
        self.main = ttk.Button(self, command=main, style="Accent.TButton")
        steady(self.main, *(self._keyed(title, self._text(ENTER)) for title in (BRING_BACK, LOOK_THROUGH, CONTINUE)))
        self.export = ttk.Button(self, text=self._keyed(say("Export ..."), "Ctrl+E"), command=export)
        self.delete = ttk.Button(self, text=self._keyed(say("Delete"), "Del"), command=delete)
        self._undo = ttk.Frame(self)
        self._message = ttk.Label(self, style="Muted.TLabel")
        self.back = ttk.Button(self._undo, text=self._keyed(say("Undo"), "Ctrl+Z"), command=undo)
        self.show(None, deleted=False, gone=None)
        for part in (self.main, self.export, self.delete):
            self.add(part)
        self.add(self._undo)
        self.add(self._message)

    def show(self, saved: Saved | None, *, deleted: bool, gone: Saved | None) -> None:
        """Offer the actions available for a game; `gone` is the last deleted game."""
        if saved != self._saved:
            self._saved = saved
            for button in (self.main, self.export, self.delete):
                renew(button)  # which concerns another game from now on
        over = saved is not None and saved.end is not None
        main = BRING_BACK if deleted else LOOK_THROUGH if over else CONTINUE
        self.main.configure(text=self._keyed(main, self._text(ENTER)))
        for button, possible in (
            (self.main, saved is not None),
            (self.export, saved is not None),
            (self.delete, saved is not None and not deleted),
        ):
            button.state(["!disabled" if possible else "disabled"])
        if gone:
            self._message.configure(text=self._text(say("Deleted: {game}", game=gone.game.title)))
            self.back.pack(side="left")
        else:
            self._message.configure(text="")
            self.back.pack_forget()
        self._lay_out()  # a placed button sends no event when its text becomes longer

    def _keyed(self, title: Text, key: str) -> str:
        return f"{self._text(title)} ({key})"
