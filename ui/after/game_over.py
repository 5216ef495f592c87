"""The game-over card, with rankings and scores, the keepsake page, turning points, and the next game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass, replace
from tkinter import ttk
from typing import Literal

from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.session import may_sit_otherwise
from fourth_seat.table.outcome import reason
from fourth_seat.table.table import Table
from fourth_seat.ui.after.moments import Moments, ShowMoment
from fourth_seat.ui.after.thumbnail import RATIO, Contents, PageThumbnail
from fourth_seat.ui.table.scores import Scores
from fourth_seat.ui.theme.theme import BODY, Theme
from fourth_seat.ui.widgets.label import font_of, update
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.words import Text, say, sentence
from fourth_seat.words.direction import shortened

MIN_PAGE_PX, MAX_PAGE_PX = 84, 260  # of the height of the page's picture, at 96 dots an inch and medium text

SPARE_LINES = 3  # of a sentence above the card for which the page's picture leaves room
Action = Callable[[], None]
Middle = Literal["named", "picture", "buttons", "points", ""]
"""Layouts of the area above the main button: a thumbnail of the page with buttons, including ("named") or excluding
("picture") one for the page; only buttons; only the button for the turning points; or nothing.
"""
PICTURED = "named", "picture"


@dataclass(frozen=True, slots=True)
class AfterActions:
    """The actions that are available after a game.

    Attributes:
        next_game: starts the next game. `begins` returns its first player, or None if unknown. `choose` asks who should
            begin.
        keep: shows the keepsake page. `page` returns its contents, or None if it cannot be drawn yet.
        report: shows the report on the game, or None in games that are not judged.
        moments: lists the turning points if there is no room for them on the card.
        look: shows a turning point on the board.
        back, go_on: return from an earlier position to the end, or continue the game from there.
    """

    next_game: Action
    begins: Callable[[], Text | None]
    choose: Action
    keep: Action
    page: Callable[[], Contents | None]
    scores: Action
    report: Action | None
    moments: Action
    look: ShowMoment
    back: Action
    go_on: Action


@dataclass(frozen=True, slots=True)
class _Layout:
    """The visible parts of the card. `listed` means that the turning points are shown."""

    reason: bool
    ranked: bool
    listed: bool
    middle: Middle


class GameOver(ttk.Frame):
    """The game-over card. Its parts stay at the same distance from the lower edge even if more information becomes
    available, something else is shown above them, or an earlier position is viewed.

    Attributes:
        thumbnail: the thumbnail of the keepsake page.
        moments: the list of turning points, if there is room for it.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        review: Review,
        actions: AfterActions,
    ) -> None:
        super().__init__(parent, style="Card.TFrame", padding=theme.space(1.5))
        self._theme, self._text, self._table, self._review = theme, text, table, review
        self._begins = actions.begins
        self._afar = False
        self._reason = ttk.Label(self, style="Raised.Muted.TLabel", justify="left")
        self._rankings = {afar: Scores(self, theme, text, table, afar=afar, raised=True) for afar in (False, True)}
        self._middle = ttk.Frame(self, style="Raised.TFrame")
        self._foot = ttk.Frame(self, style="Raised.TFrame")
        self.moments = Moments(self, theme, text, table, review, actions.look, raised=True)

        def button(parent: tk.Misc, title: Text, command: Action, style: str = "TButton") -> ttk.Button:
            return ttk.Button(parent, text=text(title), command=command, style=style)

        self.thumbnail = PageThumbnail(self._middle, theme, actions.page, actions.keep)
        explained(self.thumbnail, text(say("A page to keep ...")))
        self.keep = button(self._middle, say("A page to keep ..."), actions.keep)
        self.scores = button(self._middle, say("This evening"), actions.scores)
        self.report = button(self._middle, say("Game report"), actions.report) if actions.report else None
        self.points = button(self._middle, say("Turning points"), actions.moments)
        self.choose = button(self._middle, say("Who begins ..."), actions.choose)
        self.next = button(self._foot, say("Next game"), actions.next_game, "Accent.TButton")
        self.back = button(self._foot, say("Back to the game"), actions.back, "Accent.TButton")
        self.go_on = button(self._middle, say("Continue from here"), actions.go_on)
        self._laid_out: object = None

    @property
    def _gap(self) -> int:
        return self._theme.space(1)

    @property
    def _edges(self) -> int:
        """The total width of two opposite edges of the card, in pixels."""
        return 2 * self._theme.space(1.5)

    def offer_next(self, offered: bool) -> None:
        """Enable or disable the button for the next game, which is not available once a match is decided."""
        self.next.state(["!disabled" if offered else "disabled"])

    @property
    def ranking(self) -> Scores:
        """The ranking with scores."""
        return self._rankings[self._afar]

    def wanted(self, width: int) -> int:
        """Return the height of the complete card in pixels at this width."""
        self._write(width - self._edges)
        return self._height(_Layout(True, True, self._review.open, "named"), width) + self._gap

    def fit(self, width: int, height: int, said: int, *, looking: bool, ranked: bool, afar: bool) -> None:
        """Lay out as much as fits in this size, in pixels. `said` is the height used by the sentence above the card.

        Everything else is accessible through buttons and the menu. `looking` means that an earlier position is being
        viewed. `ranked` means that the ranking is shown on the card rather than next to it. `afar` means that the card is
        read from across the room.
        """
        self._afar = afar
        self._write(width - self._edges)
        self.moments.refresh(width - self._edges)
        self.thumbnail.look()
        planned = self._planned(width, height, ranked=ranked)
        page = self._page_height(planned, width, height - self._height(planned, width))
        shown = planned
        if looking and not planned.middle:
            shown = replace(shown, middle="points")  # the button that goes on from there
        for less in (
            replace(shown, reason=False),
            replace(shown, reason=False, ranked=False),
            replace(shown, reason=False, ranked=False, listed=False),
            *([_Layout(False, False, False, "points")] if looking else []),
            _Layout(False, False, False, ""),
        ):
            if self._height(shown, width, page, self.moments.height) + said > height:
                shown = less
        if shown.middle in PICTURED:
            self.thumbnail.refresh(page)
        self.points.state(["!disabled" if self.moments.buttons else "disabled"])
        main = self.next.cget("text"), self.next.winfo_reqheight()
        wanted = shown, page, width, looking, afar, self._table.read_only, main, self._theme.scale
        if wanted != self._laid_out:
            self._laid_out = wanted
            self._lay_out(shown, width - self._edges, looking=looking)
        if shown.ranked:
            self.ranking.refresh()

    def _planned(self, width: int, height: int, *, ranked: bool) -> _Layout:
        """Return the parts that fit into this size in pixels when everything about the game is known."""
        listed = self._review.open
        middles: list[Middle] = ["named", "picture"] if self.thumbnail.possible else ["named"]
        if self._afar:  # from there, people read who has won, not a page
            middles = []
        wishes = [_Layout(True, ranked, each, middle) for each in dict.fromkeys((listed, False)) for middle in middles]
        wishes = [wish for wish in wishes if self._page_room(wish, width) >= self._least_page]
        wishes += [_Layout(reason, ranked, False, "buttons") for reason in (True, False)]
        wishes += [_Layout(False, ranked, False, "points"), _Layout(False, ranked, False, "")]
        wishes += [_Layout(False, False, False, "buttons"), _Layout(False, False, False, "points")]
        fitting = (wish for wish in wishes if self._height(wish, width) <= height)
        return next(fitting, _Layout(False, False, False, ""))

    def _write(self, width: int) -> None:
        """Set the texts for how the game ended, wrapped at this width in pixels, and for who begins the next game."""
        if self._table.result:
            font = font_of(self.next)
            around = self.next.winfo_reqwidth() - max(map(font.measure, str(self.next.cget("text")).split("\n")))
            lines = self._next_title().split("\n")
            update(self.next, text="\n".join(shortened(line, width - around, font.measure) for line in lines))
            update(self._reason, text=sentence(self._text(reason(self._table))), wraplength=str(max(1, width)))

    # -- how high it is ----------------------------------------------------------------------------------------------------

    def _height(self, layout: _Layout, width: int, page: int = 0, moments: int | None = None) -> int:
        """Return the height of a layout in pixels. `page` is the minimum height of the page and `moments` is the height of
        the turning points, or None for the maximum.
        """
        gap, inside = self._gap, width - self._edges
        height = self._edges + (0 if self._table.read_only else self.next.winfo_reqheight() + gap)
        if layout.reason:
            height += self._reason.winfo_reqheight() + gap
        if layout.ranked:
            height += self.ranking.height + gap
        if layout.listed:
            height += (self.moments.most_height(inside) if moments is None else moments) + gap
        if layout.middle in PICTURED:
            height += max(self._column_height(layout), max(page, self._least_page) + self.thumbnail.around[1]) + gap
        elif layout.middle:
            rows = max(1, len(self._rows(self._buttons(layout), inside)))  # one for the button that goes on
            height += rows * (self.keep.winfo_reqheight() + gap)
        return height - gap

    @property
    def _least_page(self) -> int:
        return round(MIN_PAGE_PX * self._theme.scale)

    def _page_room(self, layout: _Layout, width: int) -> int:
        """Return the maximum height of the thumbnail next to the buttons."""
        column = max(button.winfo_reqwidth() for button in (*self._buttons(layout), self.go_on))
        return int((width - self._edges - self._gap - column - self.thumbnail.around[0]) / RATIO)

    def _page_height(self, layout: _Layout, width: int, spare: int) -> int:
        """Return the height of the thumbnail, which also uses the `spare` pixels of the card."""
        if layout.middle not in PICTURED:
            return 0
        most = min(round(MAX_PAGE_PX * self._theme.scale), self._page_room(layout, width))
        spare = max(0, spare - SPARE_LINES * self._theme.font(BODY).metrics("linespace"))
        return min(most, max(self._column_height(layout) - self.thumbnail.around[1], self._least_page) + spare)

    def _column_height(self, layout: _Layout) -> int:
        """Return the height of the buttons next to the thumbnail."""
        number = len(self._buttons(layout))
        return number * (self.keep.winfo_reqheight() + self._gap) - self._gap

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def _buttons(self, layout: _Layout) -> list[ttk.Button]:
        """Return the buttons in the middle of the card. There are no buttons for parts shown on the card itself."""
        points = [self.points] if self._review.open and not layout.listed else []
        report = [self.report] if self.report else []
        keep = [self.keep] if layout.middle in ("named", "buttons") else []
        evening = [self.scores, *([self.choose] if may_sit_otherwise(self._table) else [])]
        if self._table.read_only:  # a game that is only looked through has nothing after it
            return [*points, *report, *keep]
        return points if layout.middle == "points" else [*points, *report, *keep, *evening]

    def _rows(self, buttons: list[ttk.Button], width: int) -> list[list[ttk.Button]]:
        """Arrange the buttons in rows of one or, if there is enough room, two."""
        columns = 2 if all(2 * button.winfo_reqwidth() + self._gap <= width for button in buttons) else 1
        return [buttons[at : at + columns] for at in range(0, len(buttons), columns)]

    def _going_on(self, rows: list[list[ttk.Button]], width: int) -> list[list[ttk.Button]]:
        """Replace the last one or two buttons with the one for continuing from an earlier position."""
        *above, last = rows or [[]]
        narrow = 2 * self.go_on.winfo_reqwidth() + self._gap <= width
        return [*above, [*last[:-1], self.go_on] if narrow else [self.go_on]]

    def _next_title(self) -> str:
        """Return the title of the main button, including the player who begins the next game, if known."""
        begins = self._begins()
        title = self._text(say("Next game"))
        return f"{title}\n{sentence(self._text(begins))}" if begins else title

    def _lay_out(self, shown: _Layout, width: int, *, looking: bool) -> None:
        gap = self._gap
        for part in (self._reason, *self._rankings.values(), self._middle, self._foot, self.moments):
            part.pack_forget()
        if shown.reason:
            self._reason.pack(side="top", fill="x", pady=(0, gap if shown.ranked else 0))
        if shown.ranked:
            self.ranking.pack(side="top", fill="x")
        # From the lower end up, and a gap above each part but the highest one.
        texts = shown.reason or shown.ranked
        if not self._table.read_only:
            self._lay_out_foot(looking=looking)
            above = texts or shown.listed or shown.middle
            self._foot.pack(side="bottom", fill="x", pady=(gap if above else 0, 0))
        if shown.middle:
            self._lay_out_middle(shown, width, looking=looking)
            self._middle.pack(side="bottom", fill="x", pady=(gap if texts or shown.listed else 0, 0))
        if shown.listed:
            self.moments.pack(side="bottom", fill="x", pady=(gap if texts else 0, 0))

    def _lay_out_middle(self, shown: _Layout, width: int, *, looking: bool) -> None:
        gap, pictured, buttons = self._gap, shown.middle in PICTURED, self._buttons(shown)
        for part in self._middle.grid_slaves():
            part.grid_forget()
        for row in range(self._middle.grid_size()[1]):
            self._middle.rowconfigure(row, weight=0)
        self._middle.columnconfigure(0, weight=0 if pictured else 1, uniform="" if pictured else "half")
        self._middle.columnconfigure(1, weight=1, uniform="" if pictured else "half")
        rows = [[button] for button in buttons] if pictured else self._rows(buttons, width)
        if looking:
            rows = self._going_on(rows, width)
        if pictured:
            self._middle.rowconfigure(0, weight=1)  # the room above the buttons
            self.thumbnail.grid(row=0, column=0, rowspan=len(rows) + 1, sticky="s", padx=(0, gap))
        for row, pair in enumerate(rows, 1):
            above = gap if row > 1 else 0
            for column, button in enumerate(pair):
                if pictured:
                    button.grid(row=row, column=1, sticky="ew", pady=(above, 0))
                else:
                    sides = (0, 0) if len(pair) == 1 else (gap // 2, 0) if column else (0, gap // 2)
                    button.grid(row=row, column=column, columnspan=3 - len(pair), sticky="ew", padx=sides, pady=(above, 0))

    def _lay_out_foot(self, *, looking: bool) -> None:
        """Show the main button or, in an earlier position, the button for returning to the game."""
        for part in self._foot.pack_slaves():
            part.pack_forget()
        self._foot.configure(height=self.next.winfo_reqheight())
        self._foot.pack_propagate(False)
        (self.back if looking else self.next).pack(fill="both", expand=True)
