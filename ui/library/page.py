"""The library page, which shows all games as tiles, with a search bar and a bar of actions for the chosen game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.games import all_games
from fourth_seat.games.formats import formats_of, suffixes
from fourth_seat.games.protocol import Format
from fourth_seat.table.library.deletion import delete, deleted_folder, restore
from fourth_seat.table.library.files import file_name, import_file, write_games
from fourth_seat.table.library.replay import ReplayedGame
from fourth_seat.table.record.saved import Saved
from fourth_seat.table.settings.folders import records
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.files.save_sheet import FileKind, SaveSheet
from fourth_seat.ui.library.bars import GameBar, SearchBar
from fourth_seat.ui.library.find_sheet import FindSheet
from fourth_seat.ui.library.grid import GameGrid, GridHandlers
from fourth_seat.ui.library.listing import GameListing, Kind
from fourth_seat.ui.library.replay_page import ReplayPage
from fourth_seat.ui.table.page import resume
from fourth_seat.ui.widgets.by_keyboard import alone
from fourth_seat.ui.window import Page, typed_character
from fourth_seat.words import FourthSeatError, Text, say, say_many

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window

SLICE_S = 0.008  # of reading in one go
PAUSE_MS = 4  # between two batches


class LibraryPage(Page):
    """The page of all games, including finished and deleted ones.

    Attributes:
        tiles: the grid of games.
        search: the search bar above the grid.
        bar: the actions for the chosen game.
        kind: the kind of games shown.
        gone: the last deleted game, which can be restored from its current path; None if there is none.
    """

    def __init__(self, parent: tk.Misc, window: Window, chosen: Path | None = None) -> None:
        """`chosen` is the record of the game chosen initially."""
        super().__init__(parent, window)
        space = window.theme.space
        self.header(say("All games"))
        self.kind = Kind.ALL
        self.gone: tuple[Saved, Path] | None = None
        self._wanted = chosen
        self._listings: dict[Kind, GameListing] = {}
        self._timer = ""
        self.search = SearchBar(self, self._show, self.set_kind, self.ask_find, self.ask_import)
        self.search.pack(fill="x", padx=space(2))
        self.bar = GameBar(self, self.open, self.ask_export, self.delete, self.undo)
        self.bar.pack(side="bottom", fill="x", padx=space(2), pady=space(1))
        self.tiles = GameGrid(self, window.theme, window.text, window.clock, GridHandlers(self._chosen, self.open))
        self.tiles.pack(fill="both", expand=True, padx=space(1))
        self._bind_keys()
        self._show()

    def focus_set(self) -> None:
        """Move the keyboard focus to the tiles."""
        self.tiles.canvas.focus_set()

    # -- display -----------------------------------------------------------------------------------------------------------

    @property
    def listing(self) -> GameListing:
        """The games in the folder shown."""
        folder = Kind.DELETED if self.kind is Kind.DELETED else Kind.ALL
        if folder not in self._listings:
            where = deleted_folder(records()) if folder is Kind.DELETED else records()
            self._listings[folder] = GameListing(where, self.window.clock(), self.window.text)
        return self._listings[folder]

    @property
    def reading(self) -> bool:
        """Whether games are still being read."""
        return bool(self._timer)

    @property
    def busy(self) -> bool:
        """Whether games are still being read or visible pictures still being painted."""
        return self.reading or self.tiles.pictures.busy

    def set_kind(self, kind: Kind) -> None:
        """Show the games of this kind."""
        self.kind = kind
        self.search.kind = kind
        self._show()
        self.focus_set()

    def find(self, words: str) -> None:
        "Search for games by keyword."
        self.search.words = words
        self._show()
        self.focus_set()

    def _show(self, chosen: Path | None = None, *, anew: bool = True) -> None:
        games = self.listing.find(self.search.words, self.kind)
        self.tiles.show(games, self.window.text(self._nothing()), chosen=chosen, anew=anew)
        self._count(len(games))
        if not self._timer:
            self._read()

    def _read(self) -> None:
        """Continue reading, with pauses in which taps are handled."""
        listing, before = self.listing, len(self.listing.games)
        more = listing.read(SLICE_S)
        if len(listing.games) > before or not more:
            games = listing.find(self.search.words, self.kind)
            self.tiles.extend(games)
            self._count(len(games))
        if self._wanted and any(saved.path == self._wanted for saved in self.tiles.games):
            chosen, self._wanted = self._wanted, None
            self._show(chosen)
        self._timer = self.after(PAUSE_MS, self._read_on) if more else ""
        if not more and listing.notice:
            self.window.notice_once(listing.notice)

    def _read_on(self) -> None:
        self._timer = ""
        self._read()

    def _count(self, games: int) -> None:
        self.search.count(say_many("one game", "{n} games", games))
        if not self.tiles.games:
            self.tiles.show((), self.window.text(self._nothing()))

    def _nothing(self) -> Text:
        if self.search.words:
            return say("No game matches these words.")
        if self.kind is Kind.DELETED:
            return say("No games have been deleted. Deleted games appear here, and can be brought back.")
        if self.kind is Kind.FINISHED:
            return say("No games have been finished yet.")
        if self.kind is Kind.UNFINISHED:
            return say("There are no unfinished games.")
        return say("There are no games here yet. Every game that you begin appears here, and stays.")

    def _chosen(self) -> None:
        self.bar.show(self.tiles.chosen, deleted=self.kind is Kind.DELETED, gone=self.gone[0] if self.gone else None)

    # -- actions -----------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Continue the chosen game, replay it if it has ended, or restore it if it was deleted."""
        saved = self.tiles.chosen
        if saved is None or self.sheet:
            return
        if self.kind is Kind.DELETED:
            self._restore(saved.path)
        elif saved.end is None:
            self.do(lambda: resume(self.window, saved.path))
        else:
            self.do(lambda: self._look_through(saved.path))

    def _look_through(self, path: Path) -> None:
        window = self.window
        window.show(ReplayPage, path, lambda: window.show(LibraryPage, path))

    def delete(self) -> None:
        """Delete the chosen game, which can still be restored."""
        saved = self.tiles.chosen
        if saved is None or self.kind is Kind.DELETED or self.sheet:
            return
        number = self.tiles.number

        def move() -> None:
            self.gone = saved, delete(saved.path)
            self.listing.forget(saved.path)
            self._listings.pop(Kind.DELETED, None)
            games = self.listing.find(self.search.words, self.kind)
            following = games[min(number, len(games) - 1)].path if games else None
            self._show(following, anew=False)

        self.do(move)

    def undo(self) -> None:
        """Restore the last deleted game."""
        if self.gone:
            self._restore(self.gone[1])

    def _restore(self, path: Path) -> None:
        def move() -> None:
            place = restore(path)
            if self.gone and self.gone[1] == path:
                self.gone = None
            self._listings.clear()
            self._wanted = place
            self.set_kind(Kind.ALL if self.kind is Kind.DELETED else self.kind)

        self.do(move)

    def ask_export(self) -> None:
        """Ask for the format and destination, and export the chosen game."""
        saved = self.tiles.chosen
        if saved is not None:
            self.do(lambda: self._ask_export(saved))

    def _ask_export(self, saved: Saved) -> None:
        games = ReplayedGame.open(saved.path, self.window.clock).games

        def write(form: Format, path: Path) -> None:
            write_games(path, form, games)

        forms = formats_of(saved.game)
        kinds = [FileKind(form.title, form.suffix, partial(write, form)) for form in forms]
        names = [self.window.text(saved.name(seat)) for seat in range(1, len(saved.seats) + 1)]
        name = file_name(saved.game, names, saved.when, forms[-1]).removesuffix(forms[-1].suffix)
        self.open_sheet(SaveSheet(self, say("Export the game"), name, kinds))

    def ask_import(self) -> None:
        """Ask for a file of games to import."""

        def chosen(path: Path) -> None:
            self.do(lambda: self.import_file(path))

        self.open_sheet(OpenSheet(self, say("Import a game"), chosen, suffixes(all_games())))

    def import_file(self, path: Path) -> None:
        """Import a file of games as a record, and choose it.

        Raises:
            FourthSeatError: the file cannot be read, or its games cannot be played.
        """
        imported = import_file(path, records(), self.window.clock)
        self._listings.clear()
        self._wanted = imported.record
        self.search.words = ""
        self.set_kind(Kind.ALL)
        if imported.notices:
            self.window.notice(*imported.notices)

    def ask_find(self) -> None:
        """Open the touch-friendly search sheet."""
        self.open_sheet(FindSheet(self, [game.saved for game in self.listing.games], self.find))

    def do(self, action: Callable[[], object]) -> None:
        """Perform an action, or show the reason if it fails."""
        try:
            action()
        except FourthSeatError as error:
            self.window.notice(error.text)

    # -- keys, the end -----------------------------------------------------------------------------------------------------

    def go_back(self) -> None:
        """Clear the search or, if there is none, go to the start page."""
        if self.search.words:
            self.find("")
        else:
            self.window.go_home()

    def leave(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""
        self.tiles.close()

    def _bind_keys(self) -> None:
        self.shortcuts.update(
            {
                "<Control-f>": self.search.focus_field,
                "<Control-z>": self.undo,
                "<Control-e>": self.ask_export,
                "<Control-o>": self.ask_import,
            }
        )
        grid = self.tiles
        keys = {
            "<Left>": lambda: grid.move(1 if self.window.theme.mirrored else -1),
            "<Right>": lambda: grid.move(-1 if self.window.theme.mirrored else 1),
            "<Up>": lambda: grid.move(-1, rows=True),
            "<Down>": lambda: grid.move(1, rows=True),
            "<Prior>": lambda: grid.move(-grid.page_rows, rows=True),
            "<Next>": lambda: grid.move(grid.page_rows, rows=True),
            "<Home>": lambda: grid.choose(0),
            "<End>": lambda: grid.choose(len(grid.games) - 1),
            "<Return>": self.open,
            "<KP_Enter>": self.open,
            "<Delete>": self.delete,
        }
        for key, action in keys.items():
            grid.canvas.bind(key, alone(action))
        grid.canvas.bind("<Key>", self._typed)

    def _typed(self, event: tk.Event[tk.Misc]) -> None:
        """Redirect letters typed over the tiles to the search field."""
        if (character := typed_character(event)) and not self.sheet:
            self.search.begin(character)
