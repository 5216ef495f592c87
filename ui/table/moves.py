"""The list of moves as pictures, round by round; tapping a move shows the position after it."""

from __future__ import annotations

import tkinter as tk
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from tkinter import ttk
from typing import Literal

from PIL import Image, ImageTk

from fourth_seat.games import AnyState
from fourth_seat.games.drawing.outline import PieceShape, piece_shape, squares_of
from fourth_seat.games.geometry import Holds
from fourth_seat.games.protocol import Line
from fourth_seat.table import announce
from fourth_seat.table.analysis.mistakes import MARKS
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.stage.rounds import ListedTurn, listed_turns, rounds
from fourth_seat.table.table import Table
from fourth_seat.ui.board.board_picture import picture_aspect
from fourth_seat.ui.board.move_picture import (
    MoveScene,
    move_scene,
    paint_board,
    paint_dice,
    paint_piece,
)
from fourth_seat.ui.table.swatch import Swatches
from fourth_seat.ui.theme.theme import BODY, SMALL, STRONG, Theme
from fourth_seat.ui.widgets.by_keyboard import alone, on_return
from fourth_seat.ui.widgets.focus_ring import FocusRing
from fourth_seat.ui.widgets.scroll import Scrollable
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import Text, say, sentence
from fourth_seat.words.direction import shortened

MAX_PICTURE_PX, MIN_PICTURE_PX = 44, 26  # of a picture's height, at 96 dots an inch and medium text
MAX_BOARD_PX = 120  # of the width of a board in it
LATER_MS = 15  # after the rest of the window, so that the board, which was pressed, need not wait
DRAG_MM = 2.5  # that a finger moves before it pushes the list
MAX_PICTURES = 400  # that are kept
LINE_PX = 2.0  # of the line around the present position, at 96 dots an inch


@dataclass(frozen=True, slots=True)
class Spot:
    """A turn's bounding box in the list, in pixels; `turn` is None for the start of the game."""

    turn: ListedTurn | None
    left: int
    top: int
    right: int
    bottom: int

    @property
    def end(self) -> int:
        """The number of history entries up to the end of this turn."""
        return self.turn.end if self.turn else 0


@dataclass(frozen=True, slots=True)
class Row:
    """A row of turns, with the number of the round that begins there, or 0 if none does."""

    number: int
    spots: tuple[Spot, ...]

    @property
    def top(self) -> int:
        return self.spots[0].top

    @property
    def bottom(self) -> int:
        return self.spots[0].bottom


@dataclass(frozen=True, slots=True)
class Columns:
    """The layout of a round, in pixels.

    Attributes:
        number: the number of columns; one for each colour if there is room.
        picture: the height of a picture.
        board: the width of a board.
        row: the height of a row.
        line: the height of a row of text.
        lead: the width of the round numbers in front of the columns.
    """

    number: int
    picture: int
    board: int
    row: int
    line: int
    lead: int


class MoveList(Scrollable):
    """Lists moves with their dice, in a column for each colour if there is room; undone moves are pale.

    The current position is framed. In solved games, moves that lost value are marked with a question mark, if the players'
    help settings allow it. Only visible moves are drawn, slightly later than the rest of the window.

    Attributes:
        canvas: the list without its heading.
        notation: whether moves are written in notation instead of drawn.
        drawing: the timer for deferred drawing.
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
        """`view` is called with the number of entries up to a chosen turn; None for the current position."""
        super().__init__(parent)
        self._theme, self._text, self._table, self._review, self._view = theme, text, table, review, view
        self.notation = False
        self._sides = table.game.sides(table.options)
        self._swatches = Swatches(self, theme, self._sides, 12, SMALL)
        self._head = tk.Canvas(self, height=1)
        self.canvas = tk.Canvas(self, height=1, takefocus=True)
        self._bar = ttk.Scrollbar(self, orient="vertical", command=self._scrolled_by_bar)
        self._head.pack(fill="x")
        ttk.Frame(self, width=self._bar.winfo_reqwidth()).pack(side="right", fill="y")  # the bar's place
        self.canvas.pack(side="left", fill="both", expand=True)
        self._entries: list[tuple[HistoryEntry, bool, str]] = []  # what is listed: an entry, whether it stands, its mark
        self._start = table.history.start
        self._turns: list[ListedTurn] = []
        self._viewing: int | None = None  # how many entries should be shown; None for all
        self._at = 0  # how many lead to the position that is framed
        self._columns = Columns(1, 1, 1, 1, 1, 0)
        self._built: object = None
        self._rows: list[Row] = []
        self._drawn: dict[Row, list[int]] = {}
        self._framed: object = None
        self._scenes: dict[ListedTurn, MoveScene] = {}
        self._pictures: OrderedDict[Hashable, ImageTk.PhotoImage] = OrderedDict()
        self._cursor = 0  # the number of the place that the keyboard is on
        self._pressed: tuple[int, int, bool] | None = None  # height, upper end of the list, and whether it may choose
        self._seen: object = None  # the place that was scrolled to last, and how long the list was
        self._sizes = 0, 0  # pixels of all rows, and of those in sight
        self._long = 1  # pixels from the upper to the lower end
        self.drawing = Timer(self)
        self._listen()
        theme.on_change(self, self._again)

    def _listen(self) -> None:
        canvas = self.canvas
        for happening in ("<Configure>", "<Map>"):
            canvas.bind(happening, lambda _: self._draw_soon())
        canvas.bind("<ButtonPress-1>", self._press)
        canvas.bind("<B1-Motion>", self._dragged)
        canvas.bind("<ButtonRelease-1>", self._released)
        canvas.bind("<FocusIn>", lambda _: self._focused())
        canvas.bind("<FocusOut>", lambda _: self._frame_cursor())
        back, on = ("Right", "Left") if self._theme.mirrored else ("Left", "Right")
        for key, by in ((back, -1), (on, 1)):
            canvas.bind(f"<{key}>", alone(partial(self._walk, by)))
        for key, rows in (("Up", -1), ("Down", 1)):
            canvas.bind(f"<{key}>", alone(partial(self._climb, rows)))
        canvas.bind("<Home>", alone(lambda: self._go(0)))
        canvas.bind("<End>", alone(lambda: self._go(len(self.spots) - 1)))
        on_return(canvas, lambda: self._choose(self._cursor))
        FocusRing(canvas)

    # -- what is listed ----------------------------------------------------------------------------------------------------

    def refresh(self, viewing: int | None) -> None:
        """Schedule a redraw; `viewing` is the number of entries shown, or None for all."""
        self._viewing = viewing
        self._draw_soon()

    def _take(self) -> None:
        """Update the list and its layout from the history immediately."""
        history = self._table.history
        self._start = history.start
        self._at = min(history.at if self._viewing is None else self._viewing, len(history.entries))
        wanted = [(entry, n < history.at, self._review.mark(n)) for n, entry in enumerate(history.entries)]
        same = _same(self._entries, wanted)
        if same < max(len(wanted), len(self._entries)):
            self._entries, self._turns = wanted, listed_turns(history)
            for row in [row for row in self._drawn if any(spot.end > same for spot in row.spots)]:
                self._erase(row)
            self._scenes = {turn: scene for turn, scene in self._scenes.items() if turn.end <= same}
            self._built = None

    def write(self, notation: bool) -> None:
        """Write moves in notation, or draw them."""
        if notation != self.notation:
            self.notation = notation
            self._again()

    def line(self, entry: HistoryEntry) -> str:
        """Return the text of an entry, without its mark."""
        return self._text(announce.entry_line(self._table, entry))

    @property
    def spots(self) -> list[Spot]:
        """All spots in order, from the start of the game."""
        return [spot for row in self._rows for spot in row.spots]

    @property
    def current(self) -> Spot | None:
        """The spot of the position shown; None before anything is listed."""
        at = self._at
        while at and self._entries[at - 1][0].implied:  # it has no place
            at -= 1
        holds = (spot for spot in self.spots if (at - 1 in spot.turn.entries if spot.turn else at == 0))
        return next(holds, None)

    def words(self) -> list[str]:
        """Return the text of each spot: the dice and moves of its turn, with marks."""
        return [self._said(spot.turn) if spot.turn else self._text(say("Start of the game")) for spot in self.spots]

    def _said(self, turn: ListedTurn) -> str:
        lines = [self.line(self._entries[n][0]) for n in turn.entries]
        return " ".join([*lines, "" if turn.move is None else self._entries[turn.move][2]]).strip()

    # -- its places --------------------------------------------------------------------------------------------------------

    def _draw_soon(self) -> None:
        if not self.drawing.due:
            self.drawing.start(LATER_MS, self._draw)

    def _again(self) -> None:
        self.canvas.delete("all")
        self._drawn, self._built, self._framed, self._seen = {}, None, None, None
        self._pictures.clear()
        self._draw_soon()

    def _draw(self) -> None:
        """Lay out the changes, and draw the visible part."""
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        if min(width, height) <= 1 or not self.canvas.winfo_ismapped():
            return
        self._take()
        self._lay_out()
        current = self.current
        total = self._rows[-1].bottom
        self._sizes = total, height
        if (current, *self._sizes) != self._seen:
            self._seen = current, *self._sizes
            self._long = max(height, self._aligned(total - height) + height)
            self.canvas.configure(scrollregion=(0, 0, width, self._long))
            if current:
                self.see(current)
        self._show_bar()
        self._draw_seen()
        self._frame(current)

    def _lay_out(self) -> None:
        width = self.canvas.winfo_width()
        wanted = width, self.notation, self._theme.scale
        if wanted == self._built:
            return
        columns = self._fitting(width)
        self._built = wanted
        if columns != self._columns:
            for row in list(self._drawn):
                self._erase(row)
            self._columns = columns
        self._rows = list(self._placed(columns, width))
        for row in self._drawn.keys() - set(self._rows):
            self._erase(row)
        self._draw_head(width)

    def _fitting(self, width: int) -> Columns:
        """Return the column layout for a list this many pixels wide."""
        theme, game, options = self._theme, self._table.game, self._table.options
        scale, space = theme.scale, theme.space
        geometry = game.geometry(options)
        line = theme.font(BODY).metrics("linespace") + space(0.75)
        rounds_so_far = max(99, len(self._entries))
        lead = theme.font(SMALL).measure(f"{rounds_so_far}.") + space(1)
        room = width - lead
        wishes = len(self._sides)
        if self.notation:
            fitting = next(n for n in range(wishes, 0, -1) if n == 1 or room / n >= 6 * line)
            return Columns(fitting, line, line, line, line, lead)
        aspect = picture_aspect(game, options)
        dice = any(cell.zone == "dice" and not cell.label for cell in geometry.cells)
        piece = any(
            (cell.is_on_board and cell.holds is Holds.DIE)
            or (cell.zone == "tray" and piece_shape(cell) is PieceShape.SQUARES and len(squares_of(cell)) > 1)
            for cell in geometry.cells
        )  # fmt: skip
        mark = max(map(theme.font(STRONG).measure, MARKS)) if self._review.finds_faults else 0

        def needed(high: float) -> float:
            board = min(aspect * high, MAX_BOARD_PX * scale)
            return board + (high / 2 + space(0.5)) * dice + (high + space(0.5)) * piece + mark + space(1)

        for fitting in (n for n in range(wishes, 0, -1) if wishes % n == 0):  # or rounds would end in broken rows
            high = MAX_PICTURE_PX
            while high > MIN_PICTURE_PX and needed(high * scale) > room / fitting:
                high -= 1
            if fitting == 1 or needed(high * scale) <= room / fitting:
                break
        board = round(min(aspect * high * scale, MAX_BOARD_PX * scale))
        picture = min(round(high * scale), round(board / aspect))
        return Columns(fitting, picture, board, max(line, picture + space(0.75)), line, lead)

    @property
    def _by_colour(self) -> bool:
        """Whether each colour has its own column."""
        return self._columns.number == len(self._sides)

    def _placed(self, columns: Columns, width: int) -> Iterator[Row]:
        """Yield the rows of the list from top to bottom."""
        yield Row(0, (Spot(None, 0, 0, width, columns.line),))
        y, numbers = columns.line, count(1)
        edges = [columns.lead + round(n * (width - columns.lead) / columns.number) for n in range(columns.number + 1)]
        for turns in rounds(self._turns):
            if turns[0].colour == 0:
                yield Row(0, (Spot(turns[0], 0, y, width, y + columns.line),))
                y += columns.line
                continue
            number = next(numbers)
            places = [turn.colour - 1 if self._by_colour else n for n, turn in enumerate(turns)]
            for first in range(0, places[-1] + 1, columns.number):
                spots = tuple(
                    Spot(turn, edges[place - first], y, edges[place - first + 1], y + columns.row)
                    for turn, place in zip(turns, places, strict=True)
                    if first <= place < first + columns.number
                )
                if spots:
                    yield Row(number, spots)
                    y += columns.row
                    number = 0

    # -- drawing -----------------------------------------------------------------------------------------------------------

    def _draw_head(self, width: int) -> None:
        """Write the players' names above their columns."""
        head, theme, columns = self._head, self._theme, self._columns
        head.delete("all")
        head.configure(background=theme.palette.surface)
        if not self._by_colour or columns.number < 2:
            head.configure(height=1)
            return
        font = theme.font(SMALL)
        high = font.metrics("linespace") + theme.space(0.5)
        head.configure(height=high)
        part, gap = (width - columns.lead) / columns.number, theme.space(0.5)
        for seat in range(1, len(self._table.seats) + 1):
            for colour in self._table.game.colours_of(seat, self._table.options):
                x = columns.lead + round((colour - 1) * part) + gap
                self._image(head, x, high / 2, self._swatches.of(colour), self._swatches.size)
                x += self._swatches.size + gap
                name = sentence(self._text(self._table.name(seat)))
                room = round(part) - self._swatches.size - 3 * gap
                self._words(head, x, high / 2, shortened(name, room, font.measure), SMALL, theme.palette.muted)

    def _draw_seen(self) -> None:
        """Draw newly visible rows, and remove those no longer visible."""
        top = self.canvas.canvasy(0)
        bottom = top + self.canvas.winfo_height()
        self.canvas.configure(background=self._theme.palette.surface)
        tops = [row.top for row in self._rows]
        first, last = max(0, bisect_right(tops, top) - 1), bisect_right(tops, bottom)
        seen = self._rows[first:last]
        for row in self._drawn.keys() - set(seen):
            self._erase(row)
        for row in seen:
            if row not in self._drawn:
                self._drawn[row] = list(self._row(row))

    def _erase(self, row: Row) -> None:
        self.canvas.delete(*self._drawn.pop(row))

    def _row(self, row: Row) -> Iterator[int]:
        palette = self._theme.palette
        middle = (row.top + row.bottom) / 2
        if row.number:
            yield self._words(self.canvas, self._theme.space(0.5), middle, f"{row.number}.", SMALL, palette.muted)
        for spot in row.spots:
            if spot.turn is None:
                start = self._text(say("Start of the game"))
                yield self._words(self.canvas, self._theme.space(0.5), middle, start, SMALL, palette.muted)
            else:
                yield from self._spot(spot, spot.turn)

    def _spot(self, spot: Spot, turn: ListedTurn) -> Iterator[int]:
        """Yield the canvas items of a turn: dice, piece and board, or text if preferred or without a drawing."""
        theme, columns, palette = self._theme, self._columns, self._theme.palette
        gap, middle = theme.space(0.5), (spot.top + spot.bottom) / 2
        x = spot.left + gap
        number = turn.entries[-1] if turn.move is None else turn.move
        entry, stands, mark = self._entries[number]
        scene = self._scene(turn) if turn.colour else None
        drawn = scene is not None and scene.on_board and not self.notation
        if scene and (scene.dice or scene.cube):
            flat = self.notation
            size = round(0.8 * columns.line) if flat else (columns.picture - 1) // 2
            thrown = self._entries[turn.entries[0]][1]
            shown = [(number,) for number in scene.dice] if flat else [scene.dice] if scene.dice else []
            for numbers in shown:
                photo = self._picture(
                    ("dice", numbers, size, thrown), partial(paint_dice, numbers, size, palette, pale=not thrown)
                )
                yield self._image(self.canvas, x, middle, photo, size)
                x += size + gap // 2
            x += gap - gap // 2
            if scene.cube:
                photo = self._picture(("cube", size), partial(paint_dice, (0,), size, palette))
                yield self._image(self.canvas, x, middle, photo, size)
                yield self._words(self.canvas, x + size / 2, middle, str(scene.cube), SMALL, "#1c1c1c", anchor="center")
                x += size + gap
        if scene and drawn:
            key = columns, scene.colour, scene.shapes, scene.lies, stands
            piece = self._picture(("piece", *key), lambda: paint_piece(scene, columns.picture, palette, pale=not stands))
            if piece:
                yield self._image(self.canvas, x, middle, piece, columns.picture)
                x += columns.picture + gap
            size_now = columns.board, columns.picture
            board = self._picture(("board", *key), lambda: paint_board(scene, size_now, palette, pale=not stands))
            yield self._image(self.canvas, x, middle, board, columns.board)
            x += columns.board + gap // 2
        elif turn.move is not None:
            if turn.colour and not self._by_colour:
                yield self._image(self.canvas, x, middle, self._swatches.of(turn.colour), self._swatches.size)
                x += self._swatches.size + gap
            ink, face = (palette.ink, BODY) if stands and turn.colour else (palette.muted, SMALL)
            room = spot.right - x - gap - (theme.font(STRONG).measure(mark) if mark else 0)
            words = shortened(self.line(entry), room, theme.font(face).measure)
            yield self._words(self.canvas, x, middle, words, face, ink)
            x += theme.font(face).measure(words) + gap
        if mark:
            yield self._words(self.canvas, x, middle, mark, STRONG, palette.warn)

    def _scene(self, turn: ListedTurn) -> MoveScene:
        """Return the elements of a turn's drawing."""
        if turn not in self._scenes:
            made = [(self._before(n), self._entries[n][0].move) for n in turn.entries]
            known = [(state, move) for state, move in made if move is not None]  # one that was allowed to stand has none
            if known:
                self._scenes[turn] = move_scene(self._table.game, known, turn.colour)
            else:
                self._scenes[turn] = MoveScene(self._table.game, self._table.options, turn.colour)
        return self._scenes[turn]

    def _before(self, number: int) -> AnyState:
        """Return the position before an entry."""
        line: Line = self._entries[number - 1][0].line if number else self._start
        return line.state

    def _picture(self, key: Hashable, paint: Callable[[], Image.Image | None]) -> str:
        """Return Tk's name for a picture, painted lazily; empty for none."""
        if key not in self._pictures:
            image = paint()
            if image is None:
                return ""
            self._pictures[key] = ImageTk.PhotoImage(image, master=self)
            if len(self._pictures) > MAX_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return str(self._pictures[key])

    def _image(self, canvas: tk.Canvas, x: float, y: float, photo: str, wide: int) -> int:
        """Draw a picture at a distance from the side where lines begin."""
        x = canvas.winfo_width() - x - wide if self._theme.mirrored else x
        return canvas.create_image(round(x), round(y), image=photo, anchor="w")

    def _words(
        self, canvas: tk.Canvas, x: float, y: float, text: str, font: str, ink: str,
        anchor: Literal["w", "e", "center"] = "w",
    ) -> int:  # fmt: skip
        if self._theme.mirrored:
            x, anchor = canvas.winfo_width() - x, "e" if anchor == "w" else anchor
        return canvas.create_text(round(x), round(y), text=text, font=font, fill=ink, anchor=anchor)

    # -- the present position, and the keyboard's ------------------------------------------------------------------------

    def _frame(self, current: Spot | None) -> None:
        """Frame the current position."""
        if current == self._framed:
            return
        self._framed = current
        self.canvas.delete("here")
        if current:
            self._outline(current, self._theme.palette.accent, "here")
            self._cursor = self.spots.index(current)
        self._frame_cursor()

    def _outline(self, spot: Spot, colour: str, tag: str, dash: tuple[int, int] | None = None) -> None:
        line = max(1, round(LINE_PX * self._theme.density))
        left, right = self._sides_of(spot)
        box = left + line // 2, spot.top + line // 2, right - line, spot.bottom - line
        self.canvas.create_rectangle(*box, outline=colour, width=line, dash=dash or "", tags=tag)

    def _sides_of(self, spot: Spot) -> tuple[int, int]:
        """Return the left and right edges of a spot in the drawing."""
        width = self.canvas.winfo_width()
        return (width - spot.right, width - spot.left) if self._theme.mirrored else (spot.left, spot.right)

    def _frame_cursor(self) -> None:
        """Frame the keyboard cursor while the list has the focus."""
        self.canvas.delete("cursor")
        if str(self.canvas.tk.call("focus")) == str(self.canvas) and self._cursor < len(self.spots):
            self._outline(self.spots[self._cursor], self._theme.palette.ink, "cursor", (4, 3))

    def _focused(self) -> None:
        if self.current:
            self._cursor = self.spots.index(self.current)
        self._frame_cursor()

    def _walk(self, by: int) -> None:
        """Move the keyboard cursor by this many spots."""
        self._go(max(0, min(self._cursor + by, len(self.spots) - 1)))

    def _climb(self, by: int) -> None:
        """Move the keyboard cursor by this many rows, keeping its column if possible."""
        here = self.spots[self._cursor]
        number = next(n for n, row in enumerate(self._rows) if here in row.spots)
        row = self._rows[max(0, min(number + by, len(self._rows) - 1))]
        nearest = min(row.spots, key=lambda spot: abs(spot.left - here.left))
        self._go(self.spots.index(nearest))

    def _go(self, number: int) -> None:
        self._cursor = number
        self.see(self.spots[number])
        self._draw_seen()
        self._frame_cursor()

    def _choose(self, number: int) -> None:
        end = self.spots[number].end
        self._view(None if end == self._table.history.at else end)

    # -- pointer and finger ------------------------------------------------------------------------------------------------

    def box(self, spot: Spot) -> tuple[int, int, int, int]:
        """Return a spot's bounding box (left, top, right, bottom) in pixels, at the current scroll position."""
        up = round(self.canvas.canvasy(0))
        left, right = self._sides_of(spot)
        return left, spot.top - up, right, spot.bottom - up

    def _spot_at(self, x: int, y: int) -> int | None:
        boxes = (self.box(spot) for spot in self.spots)
        return next((n for n, (left, top, right, low) in enumerate(boxes) if left <= x < right and top <= y < low), None)

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._pressed = event.y, round(self.canvas.canvasy(0)), True

    def _dragged(self, event: tk.Event[tk.Misc]) -> None:
        if self._pressed is None:
            return
        y, top, chooses = self._pressed
        if not chooses or abs(event.y - y) > self.winfo_fpixels(f"{DRAG_MM}m"):
            self._pressed = y, top, False
            self._scroll_to(top + y - event.y)

    def _released(self, event: tk.Event[tk.Misc]) -> None:
        pressed, self._pressed = self._pressed, None
        number = self._spot_at(event.x, event.y)
        if pressed and pressed[2] and number is not None:
            self._seen = self.spots[number], *self._sizes  # in sight already: under the finger, nothing moves
            self._choose(number)

    def scroll(self, pixels: float) -> None:
        """Scroll by this many pixels, downwards if positive."""
        self._scroll_to(self.canvas.canvasy(0) + pixels)

    def _scrolled_by_bar(self, *where: str) -> None:
        self.canvas.yview(*where)
        self._moved()

    def _scroll_to(self, top: float) -> None:
        if self._rows:
            self.canvas.yview_moveto(max(0.0, top) / self._long)
            self._moved()

    def _moved(self) -> None:
        self._show_bar()
        self._draw_seen()

    def see(self, spot: Spot) -> None:
        """Scroll until a spot is visible."""
        top, height = self.canvas.canvasy(0), self.canvas.winfo_height()
        if spot.top < top:
            self._scroll_to(spot.top)
        elif spot.bottom > top + height:
            self._scroll_to(self._aligned(spot.bottom - height))

    def _aligned(self, least: int) -> int:
        """Return the top of the first row at or below a height, so that no row is cut off at the top."""
        return next((row.top for row in self._rows if row.top >= least), least)

    def _show_bar(self) -> None:
        """Update the scroll bar, which appears in its reserved space only if it is needed."""
        first, last = self.canvas.yview()
        self._bar.set(first, last)
        if last - first < 1:
            self._bar.place(relx=1, rely=1, height=self.canvas.winfo_height(), anchor="se")
            self._bar.lift()
        else:
            self._bar.place_forget()


def _same(before: Sequence[tuple[HistoryEntry, bool, str]], now: Sequence[tuple[HistoryEntry, bool, str]]) -> int:
    """Return the length of the common prefix of two lists of entries, including their marks."""
    pairs = zip(before, now, strict=False)
    differing = (n for n, (one, other) in enumerate(pairs) if one[0] is not other[0] or one[1:] != other[1:])
    return next(differing, min(len(before), len(now)))
