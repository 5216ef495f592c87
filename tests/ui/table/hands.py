"""Hands at the window: real clicks and keys, at pixels that follow from the geometry."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from random import Random
from tkinter import ttk
from typing import Any

from fourth_seat.engines.levels import level
from fourth_seat.engines.players.inline import InlinePlayer
from fourth_seat.engines.players.tasks import Task, TaskThread
from fourth_seat.engines.results import MoveValue
from fourth_seat.games import AnyGame, find
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.geometry import Point, centre
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line
from fourth_seat.table.protocols import Player
from fourth_seat.table.seats import Seat, read_seat
from fourth_seat.table.table import Table
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.window import Window

TWO = ["human:Anna", "human:Ben"]
PATIENCE = 10.0  # seconds
LONGEST = 800  # turns of a game


def texts(widget: tk.Misc) -> Iterator[str]:
    """Yield all the texts that can be read in a part of the window."""
    if isinstance(widget, (ttk.Label, ttk.Button)) and widget.winfo_ismapped():
        yield str(widget.cget("text"))
    for child in widget.winfo_children():
        yield from texts(child)


class Adviser(InlinePlayer):
    """Gives every move the same value except the first, which is best: for hints and the graph without an engine
    process."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        super().__init__(game, level("random", game.name), rng)
        self._own = TaskThread()

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        seats = line.game.seats(line.state.options)

        def judge(_: Task[Sequence[MoveValue]]) -> Sequence[MoveValue]:
            even = tuple(1 / seats for _ in range(seats))
            best = tuple(0.7 if seat == line.state.seat else 0.3 / (seats - 1) for seat in range(1, seats + 1))
            return [MoveValue(move, even if n else best) for n, move in enumerate(list(line.state.legal())[:most])]

        return self._own.start(Task(judge))

    def close(self) -> None:
        super().close()
        self._own.close()


class Hands:
    """A window with a table in it, and a person who plays there."""

    def __init__(self, window: Window, table: Table, seed: int = 1, adviser: Player | None = None) -> None:
        """`adviser` plays for all the seats with numbered levels, and gives advice."""
        self.window, self.table, self.adviser = window, table, adviser
        self.rng = Random(seed)
        window.show(TablePage, table, make_player=self._player, dice=self.rng)
        assert isinstance(window.page, TablePage)
        self.page = window.page
        self.clock = 1000  # milliseconds; clicks carry their time, so that none counts as a double-click by chance
        self.settle()

    def _player(self, seat: Seat) -> Player:
        named = seat.computer.removeprefix("computer:")
        if named.isdigit():
            return self.adviser or Adviser(self.table.game, self.rng)
        return InlinePlayer(self.table.game, level(named, self.table.game.name), self.rng)

    # -- waiting -----------------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let the window do what is due."""
        self.window.root.update()

    def until(self, happened: Callable[[], bool]) -> None:
        """Let the window run until something has happened."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, "it did not happen"
            self.window.root.update()
            time.sleep(0.002)

    # -- mouse -------------------------------------------------------------------------------------------------------------

    def pixel(self, name: str) -> Point:
        """Return where to click for a cell or tap area."""
        board, geometry = self.page.stage.board, self.page.stage.board.geometry
        areas = {area.name: area.polygon for area in geometry.tap_areas}
        spots = [centre(areas[name])] if name in areas else [geometry[name].foot, centre(geometry[name].polygon)]
        for spot in spots:
            x, y = board.projection.pixel(spot)
            if board.place_at(x, y) == name:
                assert 0 <= x < board.winfo_width() and 0 <= y < board.winfo_height(), f"{name} lies outside the window"
                return x, y
        raise AssertionError(f"no pixel belongs to {name}")

    def click(self, name: str, *, double: bool = False, button: int = 1) -> None:
        """Click on a place; twice if `double`."""
        self.click_at(*self.pixel(name), double=double, button=button)

    def click_at(self, x: float, y: float, *, double: bool = False, button: int = 1) -> None:
        """Click on a pixel of the board."""
        self.clock += 1000
        for late in (0, 120) if double else (0,):
            at = self.clock + late
            self.page.stage.board.event_generate(f"<Button-{button}>", x=round(x), y=round(y), time=at)
            self.page.stage.board.event_generate(f"<ButtonRelease-{button}>", x=round(x), y=round(y), time=at)
        self.settle()

    def drag(self, name: str, to: str) -> None:
        """Press on a place, move to another one with the button held down, and let go there."""
        board, (x, y), (x1, y1) = self.page.stage.board, self.pixel(name), self.pixel(to)
        self.clock += 1000
        board.event_generate("<Button-1>", x=round(x), y=round(y), time=self.clock)
        for part in (0.1, 0.5, 1.0):
            at = round(x + part * (x1 - x)), round(y + part * (y1 - y))
            board.event_generate("<B1-Motion>", x=at[0], y=at[1], time=self.clock)
        board.event_generate("<ButtonRelease-1>", x=round(x1), y=round(y1), time=self.clock)
        self.settle()

    def point_at(self, name: str) -> None:
        """Move the mouse over a place."""
        x, y = self.pixel(name)
        self.page.stage.board.event_generate("<Motion>", x=round(x), y=round(y))
        self.settle()

    def click_turn(self, end: int) -> None:
        """Press on the place in the list of moves that shows the position after this many entries."""
        self.until(lambda: not self.page.stage.panel.moves.drawing.due)
        moves = self.page.stage.panel.moves
        moves.see(spot := next(spot for spot in moves.spots if spot.end == end))
        left, top, _, _ = moves.box(spot)
        self.clock += 1000
        for kind in ("Button", "ButtonRelease"):
            moves.canvas.event_generate(f"<{kind}-1>", x=left + 5, y=top + 5, time=self.clock)
        self.settle()

    # -- keys --------------------------------------------------------------------------------------------------------------

    def press(self, *keys: str, widget: tk.Misc | None = None) -> None:
        """Press keys, as Tk names them, on the board (or another widget)."""
        target = widget or self.page.stage.board
        target.focus_force()
        for key in keys:
            target.event_generate(f"<{key}>" if len(key) > 1 else f"<Key-{key}>")
            self.settle()

    def type(self, line: str) -> None:
        """Type a line as people do: the first letter on the board, the rest in the field it opens, then Enter."""
        self.page.stage.line.begin(line)
        self.press("Return", widget=self.page.stage.line.field)

    def walk_to(self, name: str) -> None:
        """Move the keyboard's cursor to a place, by arrow keys only."""
        board = self.page.stage.board
        if not board.cursor:
            self.press("Right")
        goal = self._middle(name)
        seen: set[str] = set()
        while board.cursor != name:
            assert board.cursor not in seen, f"the cursor does not get from {board.cursor} to {name}"
            seen.add(board.cursor)
            self.press(self._best_key(goal))

    def _best_key(self, goal: Point) -> str:
        """Return the arrow key that leads to the unvisited place nearest to the goal."""
        board, here = self.page.stage.board, self.page.stage.board.cursor
        found: dict[str, float] = {}
        for key, way in (("Left", (-1, 0)), ("Right", (1, 0)), ("Up", (0, -1)), ("Down", (0, 1))):
            board.move_cursor(way)
            if board.cursor != here:
                x, y = self._middle(board.cursor)
                found[key] = (x - goal[0]) ** 2 + (y - goal[1]) ** 2
            board.set_cursor(here)
        return min(found, key=lambda key: found[key])

    def _middle(self, name: str) -> Point:
        geometry = self.page.stage.board.geometry
        areas = {area.name: area.polygon for area in geometry.tap_areas}
        return self.page.stage.board.projection.pixel(centre(areas[name] if name in areas else geometry[name].polygon))

    # -- playing -----------------------------------------------------------------------------------------------------------

    def taps_for(self, move: Any) -> list[str]:
        """Return taps that lead to a move, found by following what the table offers."""
        table = self.table
        taps: list[str] = []
        while True:
            partial = table.game.partial_move(table.state, taps)
            if partial.complete == move:
                return taps
            for name in sorted(filter(self._lies_on_the_board, partial.next)):
                try:
                    if move in table.game.partial_move(table.state, [*taps, name]).moves:
                        taps.append(name)
                        break
                except IllegalMove:
                    raise AssertionError(f"{name} was offered after {taps}") from None
            else:
                raise AssertionError(f"no tap leads to {move}")

    def _lies_on_the_board(self, name: str) -> bool:
        """Return whether a piece is on the board; those in trays are picked up whole, not tapped square by square."""
        return name not in self.page.stage.geometry or self.page.stage.geometry[name].zone != "tray"

    def play(self, move: Any, enter: Callable[[str], None] | None = None) -> None:
        """Enter a move or throw tap by tap, and play it unless it is played automatically."""
        before, taps = self.table.history.at, self.taps_for(move)
        if self.table.pending and set(taps) & self.table.move_input.partial.buttons.keys():  # no button beside a card
            self.press("space")
        for name in taps:
            (enter or self.click)(name)
            assert self.page.stage.line.message is None or not self.refused, (
                f"{name} for {move}: {self.page.stage.line.message}"
            )
        if self.table.history.at == before:
            self.press("Return")
        assert self.table.history.at > before, f"{move} was not played"

    @property
    def refused(self) -> bool:
        """Whether the line below the board says why the last click was refused."""
        return str(self.page.stage.line.label.cget("style")) == "Warn.TLabel"

    def choose(self) -> Any:
        """Return some move or throw that can be entered now."""
        table = self.table
        move = self.rng.choice(list(table.state.legal()))
        if move != table.game.implied(table.state):
            return move
        return self.rng.choice(list(table.state.play(move).legal()))

    def to_the_end(self, card: Callable[[], None] = lambda: None, most: int = 0) -> None:
        """Play until the game is over, or for `most` turns and a card after them; `card` is called whenever a card waits,
        before it is set down.
        """
        table = self.table
        for turn in range(most * 2 or LONGEST):
            if table.result or (0 < most <= turn and table.pending):
                return
            if table.computers_turn:
                self.until(lambda: bool(table.pending or table.result or not table.computers_turn))
            if table.pending:
                card()
                if table.computers_turn or self.rng.random() < 0.5:
                    waiting = table.pending
                    self.press("space")
                    assert table.pending != waiting
                    continue
            if not table.result:  # a move entered while the card waits implies that the card's move has been made
                self.play(self.choose())
        assert most, "the game does not end"


def begin(game: str, seats: Sequence[str], folder: Any, clock: Any, options: str = "") -> Table:
    """Return a new table with a record in `folder`."""
    found = find(game)
    chosen: Options = found.options(options)
    return Table.begin(found, chosen, [read_seat(seat) for seat in seats], folder, clock)
