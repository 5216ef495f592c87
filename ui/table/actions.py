"""Everything that can be done at the table beside tapping the board: buttons, shortcuts, and when each is possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from fourth_seat.table.stage.actions import CHANGING, ENTERING, has_out_command, possible_actions
from fourth_seat.ui.after.actions import keep
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.guide.sheets import show_lessons
from fourth_seat.ui.guide.situation import BUTTONS
from fourth_seat.ui.table.alternatives import show_alternatives
from fourth_seat.ui.table.more import MoreSheet
from fourth_seat.ui.table.report import show_report
from fourth_seat.ui.table.sheets import show_evening
from fourth_seat.ui.table.toolbar import Item
from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.table.context import TableContext


MOMENTARY = {"undo", "redo", "out", "stop"}
"""Actions that mean the position in which they are chosen."""


class TableActions:
    """Everything that can be done at a table beside tapping the board.

    Attributes:
        bar: for the bar under the board, the most used first.
        groups: everything, as "More" lists it.
    """

    def __init__(self, page: TableContext) -> None:
        self._page = page
        self._enabled: dict[str, bool] = {}
        table, enter, do = page.table, page.enter, page.do
        self._out = has_out_command(table.game, table.state)
        self._faults = page.review.finds_faults
        self._threats = table.game.threatened(table.state, 1) is not None
        self._judges = page.review.judges
        leave = Item("leave", say("‹ Leave"), page.window.show_start, "<Control-w>", kept=True)
        undo = Item("undo", say("Undo"), lambda: do(table.undo), "<Control-z>", kept=True)
        redo = Item("redo", say("Redo"), lambda: do(table.redo), "<Control-y>")
        hint = Item("hint", say("Hint"), page.hint, "<Control-h>")
        why = [Item("why", say("Mistake?"), page.why, "<Control-m>")] if self._faults else []
        correct = Item("correct", say("Correct board"), lambda: page.correction_mode.begin(), "<Control-e>")
        roll = [Item("roll", say("Roll for me"), lambda: do(lambda: table.roll(page.dice)), "<Control-r>")]
        roll = roll if any(cell.zone == "dice" and cell.label for cell in page.geometry.cells) else []
        turning = [
            Item("turn_piece", say("Turn"), lambda: enter(table.turn_piece), phases=("taken",), kept=True),
            Item("flip_piece", say("Flip"), lambda: enter(table.flip_piece), phases=("taken",), kept=True),
        ]
        entering = [
            Item("untap", say("Undo tap"), lambda: enter(table.untap), phases=("tapped",)),
            Item("place", say("Place"), lambda: enter(table.confirm), phases=("tapped",), main=True, kept=True),
            *(turning if any(cell.zone == "tray" for cell in page.geometry.cells) else []),
            *(replace(item, phases=("thrown",), kept=True) for item in roll),
            Item("clear", say("Clear"), lambda: do(table.clear_taps), phases=("taken", "tapped", "thrown")),
        ]
        helping = Item("help", say("Help"), page.help, "<F1>", kept=True)
        visible = Item("phones_open", say("Phones"), lambda: open_phones(page), passing=True, kept=True)
        self.bar = [leave, replace(helping, title=Text("?")), undo, hint, *why, redo, correct, visible, *entering]
        board = [Item("board", say("Print board"), lambda: print_board(page))] if table.game.sheet else []
        closer = [
            Item("moves", say("The best moves"), lambda: page.ask(lambda: show_alternatives(page)), "<Control-l>"),
            Item("report", say("How it was played"), lambda: page.ask(lambda: show_report(page)), "<Control-g>"),
        ]
        closer = closer if self._judges else []
        threats = [Item("threats", say("Threatened cells"), lambda: toggle_threats(page), "<Control-t>")]
        threats = threats if self._threats else []
        out = [Item("out", say("No more pieces"), lambda: do(lambda: table.play("out")))] if self._out else []
        learn = [Item("learn", say("How to play"), lambda: show_lessons(page))] if table.game.lessons else []
        self.groups: list[list[Item]] = [
            [
                helping,
                *learn,
                undo,
                redo,
                *roll,
                hint,
                *why,
                *closer,
            ],
            [
                correct,
                Item("type", say("Type a move"), lambda: page.line.begin("")),
                *out,
                Item("resign", say("Give up ..."), page.ask_to_resign),
                Item("stop", say("Stop here and count"), lambda: do(table.stop)),
                Item("next", say("Next game"), page.next_game, "<Control-n>"),
                Item("keep", say("A page to keep ..."), lambda: keep(page), "<Control-k>"),
                Item("reseat", say("Change players ..."), page.ask_who_plays, "<Control-b>"),
            ],
            [
                Item("turn", say("Turn the board"), lambda: page.set_orientation(page.orientation.turned())),
                Item("mirror", say("Mirror the board"), lambda: page.set_orientation(page.orientation.mirrored())),
                Item("letters", say("Letters on the pieces"), page.toggle_letters),
                *threats,
                Item("across", say("Read across the room"), lambda: page.arrangement.toggle_across(), "<F9>"),
                Item("full", say("Full screen"), page.window.toggle_full_screen, "<F11>"),
            ],
            [
                Item("camera", say("Camera ..."), lambda: page.camera.choose()),
                Item("photo", say("Board from a photo ..."), lambda: page.camera.photo.choose()),
                Item("phones", say("Phones ..."), lambda: open_phones(page)),
                Item("hardware", say("Lights, text, voice ..."), lambda: open_hardware(page)),
                Item("evening", say("This evening"), lambda: page.open_sheet(show_evening(page))),
                Item("print", say("Print card"), page.print_card, "<Control-p>"),
                *board,
                leave,
            ],
        ]

    @property
    def shortcuts(self) -> dict[str, Callable[[], None]]:
        """Actions by key, as Tk names it."""
        items = [item for item in self._items().values() if item.key and item.name not in ("full", "help")]
        return {**{item.key: partial(self._by_key, item) for item in items}, "<F10>": self.open_more}

    def _by_key(self, item: Item) -> None:
        """Do something for its key. In a game, what cannot be done says why; in a correction, which is not about the game,
        its key does nothing.
        """
        if self.enabled(item.name) or not self._page.correction_mode.active:
            item.action()

    def _items(self) -> dict[str, Item]:
        return {item.name: item for item in (*self.bar, *(item for group in self.groups for item in group))}

    def enabled(self, name: str) -> bool:
        """Return whether something can be done now."""
        return self._enabled.get(name, True)

    def invoke(self, name: str) -> None:
        """Do something by its name, if it can be done now."""
        item = self._items()[name]
        if self.enabled(name):
            item.action()

    def in_sight(self) -> dict[str, Text]:
        """Return the titles of the buttons on the bar that can be pressed now and need an explanation."""
        items = {item.name: item for item in self.bar}
        shown = [name for name in self._page.toolbar.shown if name in BUTTONS and self.enabled(name)]
        return {name: items[name].title for name in shown}

    def open_more(self) -> None:
        """Show all that can be done now; what would be done to a later move than the last one is refused."""
        meant = self._page.meant_now
        possible = [
            [
                replace(item, action=meant(item.action)) if item.name in MOMENTARY else item
                for item in group
                if self.enabled(item.name)
            ]
            for group in self.groups
        ]
        self._page.open_sheet(MoreSheet(self._page, [group for group in possible if group]))

    @property
    def is_late(self) -> bool:
        """Whether the page for phones was opened or closed since the buttons were enabled."""
        return self.enabled("phones_open") != (self._page.window.phones.host is not None)

    def enable(self) -> None:
        """Enable the bar's possible actions."""
        page, table = self._page, self._page.table
        playing = not page.correction_mode.active
        possible = possible_actions(table) if playing else frozenset()
        if page.shown.viewing is not None:
            possible -= ENTERING
        self._enabled = {
            **{name: name in possible for name in ENTERING | CHANGING},
            "correct": "correct" in possible and page.camera.photo.reader is None,  # which will edit the board itself
            "photo": "correct" in possible,
            "print": table.pending is not None,
            "why": playing and page.review.last_choice(table.history.at) is not None,
            "threats": playing and page.review.open,
            "moves": "hint" in possible,
            "report": playing and page.review.open and bool(page.review.turns()),
            "next": page.another,
            "phones_open": page.window.phones.host is not None,
            "keep": playing and table.result is not None,
        }
        phases = {"roll": "thrown", "turn_piece": "taken", "clear": "tapped"}
        phase = next((phase for name, phase in phases.items() if name in possible), "")
        page.toolbar.enable({item.name: self.enabled(item.name) for item in self.bar}, phase)
        page.panel.over.offer_next(page.another)


def open_hardware(page: TableContext) -> None:
    """Open the page of the lights under this board, and other devices."""
    from fourth_seat.ui.devices.page import HardwareSheet

    page.open_sheet(HardwareSheet(page, page.table.game, page.table.options))


def open_phones(page: TableContext) -> None:
    """Open the page for guests with phones."""
    from fourth_seat.ui.phones.sheet import PhonesSheet

    with_extra(page, "phones", lambda: page.open_sheet(PhonesSheet(page, page.window.phones)))


def toggle_threats(page: TableContext) -> None:
    """Mark the cells on which a colour could take a piece, or no longer."""
    if not page.review.open:
        page.line.show(say("somebody here plays without help: that is shown after the game"), wrong=True)
        return
    page.shown.threats = not page.shown.threats
    page.refresh()
    if page.shown.chances:
        page.line.show(say("The numbers: how many of the 36 rolls hit a checker that stands alone."))


def print_board(page: TableContext) -> None:
    """Print this game's board."""
    from fourth_seat.ui.table.print_board import print_board

    with_extra(page, "print", lambda: print_board(page))
