"""The bar under the board while the position is edited, with colours, an eraser, numbers, and buttons to end the edit."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from fourth_seat.games.contents import Content
from fourth_seat.games.protocol import Side
from fourth_seat.ui.table.correction import Correction
from fourth_seat.ui.table.swatch import Swatches
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.by_keyboard import B, by_keyboard
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.words import Text, say, sentence

ERASER = 0  # beside the colours, which are counted from 1
TOOL_PADX = 0.25  # on either side of a tool, on the grid


class CorrectionBar(ttk.Frame):
    """The bar for choosing the effect of a tap and for ending the edit.

    Attributes:
        choices: a button for each colour, or a single button for adding pieces if they have no colours, then the eraser.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        sides: tuple[Side, ...],
        coloured: bool,
        numbers: int,
        digit: Callable[[int], None],
        named: Callable[[Content | None], Text],
        answer: Callable[[Content | None], None],
        enter_by_taps: Callable[[], None],
        go_on: Callable[[], None],
        done: Callable[[], None],
        cancel: Callable[[], None],
        to_board: Callable[[], None],
    ) -> None:
        """Create the bar.

        Args:
            coloured: whether pieces have colours, so that one must be chosen.
            numbers: the highest number on the board's dice; 0 for none.
            named: describes the contents of a cell.
            answer: sets the contents of the doubtful cell.
            enter_by_taps, go_on: start entering that cell by taps; move on to the next one.
            to_board: returns the keyboard focus to the board.
        """
        super().__init__(parent, padding=(theme.space(2), 0))
        self._text, self._named, self._theme, self._to_board = text, named, theme, to_board
        self._answer, self._enter_by_taps = answer, enter_by_taps
        self._correction: Correction | None = None
        self._swatches = Swatches(self, theme, sides, 18)
        gap = theme.space(1)
        row = Flow(self, theme, style="TFrame")
        row.pack(fill="x")
        tools = ttk.Frame(row)
        row.add(tools)
        self._ending = ending = ttk.Frame(row)  # in the corner: neither takes the other's place, whatever the tools are
        self.done = self._reached(
            ttk.Button(ending, text=text(say("This matches my board")), style="Accent.TButton", command=done)
        )
        self.done.grid(row=0, column=1, sticky="e")
        self.cancel = self._reached(ttk.Button(ending, text=text(say("Cancel")), command=cancel))
        self.cancel.grid(row=0, column=0, padx=(0, gap))
        row.add(ending, at_end=True)
        self._choice = ttk.Frame(tools)
        self._choice.pack(side="left")
        self._tool = tk.IntVar(self, 1)
        if coloured:
            self.choices = [
                explained(self._choice_button(colour, side.mark, colour), sentence(text(side.name)))
                for colour, side in enumerate(sides, 1)
            ]
            self.choices.append(self._choice_button(ERASER, text(say("Eraser"))))
        else:
            self.choices = [
                self._choice_button(1, text(say("One more"))),
                self._choice_button(ERASER, text(say("One less"))),
            ]
        self._faces = ttk.Frame(tools)
        self.faces = [
            self._reached(ttk.Button(self._faces, text=str(face), width=2, command=partial(digit, face)))
            for face in range(1, numbers + 1)
        ]
        self.next = self._reached(ttk.Button(tools, text=text(say("Go on")), style="Accent.TButton", command=go_on))
        self._doubt = ttk.Frame(tools)
        self.answers: list[ttk.Button] = []
        self._asked: object = None
        self._tools = tools
        tools.pack_propagate(False)
        self._keep_room()
        theme.on_measured(self, self._keep_room)
        self._turn = ttk.Frame(self)
        self._row = row
        self._mover = tk.IntVar(self, 0)
        self.movers = [
            explained(self._mover_button(colour, side.mark), sentence(text(side.name)))
            for colour, side in enumerate(sides, 1)
        ]

    @property
    def _padx(self) -> int:
        return self._theme.space(TOOL_PADX)

    def _keep_room(self) -> None:
        """Reserve room for the tools of every state of the edit, so that the buttons that end it do not move."""
        questions = [] if self._correction is None else list(dict.fromkeys(map(tuple, self._correction.doubts.values())))
        asked = [self._offered(contents) for contents in questions]
        last = [self.next] if questions else []
        tools: list[list[ttk.Widget]] = [[*self.choices, *last], [*self.faces, *last]]
        tools += map(list, asked)
        sizes = [[(tool.winfo_reqwidth() + 2 * self._padx, tool.winfo_reqheight()) for tool in each] for each in tools]
        self._tools.configure(
            width=max(sum(width for width, _ in each) for each in sizes),
            height=max(height for each in sizes for _, height in each),
        )
        for button in (button for each in asked for button in each):
            button.destroy()
        shown, widths = str(self.done.cget("style")), []
        for style in ("TButton", "Accent.TButton", shown):
            self.done.configure(style=style)
            widths.append(self.done.winfo_reqwidth())
        self._ending.columnconfigure(1, minsize=max(widths))  # or the other one would move

    def height_in(self, width: int) -> int:
        """Return the height required for all tools at this width, in pixels, whether they are shown or not."""
        return self._row.height_in(width - 2 * self._theme.space(2))

    def _reached(self, button: B) -> B:
        """Make a button accessible by keyboard, and return it."""
        return by_keyboard(button, self._to_board)

    def _mover_button(self, colour: int, mark: str) -> ttk.Radiobutton:
        if colour == 1:
            ttk.Label(self._turn, text=self._text(say("To move:"))).pack(side="left", padx=self._padx)
        button = ttk.Radiobutton(
            self._turn, style="Toggle.TButton", text=mark, variable=self._mover, value=colour, command=self._mover_chosen
        )
        self._swatches.show(self._reached(button), colour)
        button.pack(side="left", padx=self._padx)
        return button

    def _choice_button(self, tool: int, title: str, colour: int = 0) -> ttk.Radiobutton:
        button = ttk.Radiobutton(
            self._choice, style="Toggle.TButton", text=title, variable=self._tool, value=tool, command=self._chosen
        )
        self._swatches.show(self._reached(button), colour)
        button.pack(side="left", padx=self._padx)
        return button

    def begin(self, correction: Correction, whole: bool) -> None:
        """Begin a correction; a `whole` board without a history also needs the colour to move."""
        self._correction, self._asked = correction, None
        self._keep_room()
        self._tool.set(correction.colour if len(self.choices) > 2 else 1)
        self._mover.set(correction.mover)
        if whole and correction.movers:
            self._turn.pack(fill="x", pady=(0, self._theme.space(0.5)), before=self._row)
        else:
            self._turn.pack_forget()
        self.refresh()

    def refresh(self) -> None:
        """Show the current choices."""
        if self._correction is None:
            return
        doubted = self._correction.doubt
        numbers = 0 if doubted else self._correction.numbers
        for face, button in enumerate(self.faces, 1):
            button.pack_forget()
            if face <= numbers:
                button.pack(side="left", padx=self._padx)
        shown = self._doubt if doubted else self._faces if numbers else self._choice
        for part in (self._doubt, self._faces, self._choice, self.next):
            part.pack_forget()
        shown.pack(side="left")
        if self._correction.open:
            self.next.pack(side="left", padx=self._padx)
        asking = doubted or numbers or self._correction.open
        self.done.configure(style="TButton" if asking else "Accent.TButton")
        if doubted != self._asked:
            self._asked = doubted
            self._ask(self._correction.doubts.get(doubted, ()))

    def _ask(self, contents: Sequence[Content | None]) -> None:
        """Offer the possible contents of the doubtful cell."""
        by_key = str(self.tk.call("focus")) in map(str, self.answers)
        for button in self.answers:
            button.destroy()
        self.answers = self._offered(contents)
        for button in self.answers:
            self._reached(button).pack(side="left", padx=self._padx)
        if by_key and contents:  # the next question is answered like the last one
            self.answers[0].focus_set()

    def _offered(self, contents: Sequence[Content | None]) -> list[ttk.Button]:
        """Return buttons for the possible contents and for anything else."""
        offered: list[tuple[Text, int, Callable[[], None]]] = [
            (self._named(content), content.colour if content else 0, partial(self._answer, content)) for content in contents
        ]
        offered.append((say("Something else"), 0, self._enter_by_taps))
        buttons = []
        for number, (title, colour, chosen) in enumerate(offered):
            style = "TButton" if number else "Accent.TButton"
            button = ttk.Button(self._doubt, text=sentence(self._text(title)), style=style, command=chosen)
            self._swatches.show(button, colour)
            buttons.append(button)
        return buttons

    def _mover_chosen(self) -> None:
        if self._correction:
            self._correction.mover = self._mover.get()

    def _chosen(self) -> None:
        if self._correction:
            self._correction.erasing = self._tool.get() == ERASER
            if not self._correction.erasing:
                self._correction.colour = self._tool.get()
