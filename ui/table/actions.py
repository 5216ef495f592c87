"""All that can be done at the table beside clicking the board: buttons, menu and shortcuts, and when each is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games import AnyGame, AnyState
from ui.devices.control import Board
from ui.table.alternatives import show_alternatives
from ui.table.report import show_report
from ui.table.sheets import show_evening
from ui.table.toolbar import Item
from words import FourthSeatError, say

if TYPE_CHECKING:
    from ui.table.context import TableContext


class TableActions:
    """What the page's toolbar offers.

    Attributes:
        buttons: those in sight.
        menu: those behind "More"; None is a line between them.
    """

    def __init__(self, page: TableContext) -> None:
        self._page = page
        table, do = page.table, page.do
        self.buttons = [
            Item("leave", say("‹ Leave"), page.window.show_start, "<Control-w>"),
            Item("undo", say("Undo"), lambda: do(table.undo), "<Control-z>"),
            Item("redo", say("Redo"), lambda: do(table.redo), "<Control-y>"),
            Item("hint", say("Hint"), page.hint, "<Control-h>"),
            Item("correct", say("Correct board"), lambda: page.setting_right.begin(), "<Control-e>"),
        ]
        self._throws = any(cell.zone == "dice" for cell in page.geometry.cells)
        if self._throws:
            self.buttons.append(Item("roll", say("Roll for me"), lambda: do(page.control.roll_now), "<Control-r>"))
        self._out = knows_out(table.game, table.state)
        out = [Item("out", say("Stop placing (out)"), lambda: do(lambda: table.play("out")))] if self._out else []
        self._faults = page.review.finds_faults
        if self._faults:
            self.buttons.insert(4, Item("why", say("Mistake?"), page.why, "<Control-m>"))
        self._threats = table.game.threatened(table.state, 1) is not None
        self._judges = page.review.judges
        closer = [
            Item("moves", say("The best moves"), lambda: page.ask(lambda: show_alternatives(page)), "<Control-l>"),
            Item("report", say("How it was played"), lambda: page.ask(lambda: show_report(page)), "<Control-g>"),
            None,
        ]
        threats = (
            [Item("threats", say("Threatened cells"), lambda: toggle_threats(page), "<Control-t>")] if self._threats else []
        )
        board = [Item("board", say("Print board"), lambda: print_board(page))] if table.game.sheet else []
        self.menu: list[Item | None] = [
            *(closer if self._judges else []),
            Item("reseat", say("Change players ..."), page.ask_who_plays, "<Control-b>"),
            *out,
            Item("resign", say("Give up ..."), page.ask_to_resign),
            Item("stop", say("Stop here and count"), lambda: do(table.stop)),
            Item("next", say("Next game"), page.next_game, "<Control-n>"),
            None,
            Item("turn", say("Turn the board"), lambda: page.set_orientation(page.orientation.turned())),
            Item("mirror", say("Mirror the board"), lambda: page.set_orientation(page.orientation.mirrored())),
            Item("letters", say("Letters on the pieces"), page.toggle_letters),
            *threats,
            Item("full", say("Full screen"), page.window.toggle_full_screen, "<F11>"),
            None,
            Item("print", say("Print card"), page.print_card, "<Control-p>"),
            *board,
            Item("evening", say("Family score"), lambda: page.open_sheet(show_evening(page))),
            Item("camera", say("Camera ..."), lambda: page.camera.choose()),
            Item("hardware", say("Lights, text, voice ..."), lambda: open_hardware(page)),
        ]

    @property
    def shortcuts(self) -> dict[str, Callable[[], None]]:
        """Keys, as Tk names them, with what they do."""
        items = [item for item in (*self.buttons, *self.menu) if item and item.key and item.name != "full"]
        return {**{item.key: item.action for item in items}, "<F10>": self._page.toolbar.open_menu}

    def enable(self) -> None:
        """Lets those be pressed that are possible now."""
        page, table, enable = self._page, self._page.table, self._page.toolbar.enable
        playing = not page.setting_right.active
        going_on = playing and table.result is None
        person = going_on and not table.computers_turn and not table.needs_throw
        enable("undo", playing and table.history.last_choice() is not None)
        enable("redo", playing and table.history.next_choice() is not None)
        enable("hint", person and table.hints_left(table.state.seat) != 0)
        for name in ("correct", "stop", "reseat"):
            enable(name, going_on)
        enable("print", table.pending is not None)
        enable("resign", going_on and table.people_play)
        if self._throws:
            enable("roll", going_on and table.needs_throw)
        if self._faults:
            enable("why", playing and page.review.last_choice(table.history.at) is not None)
        if self._out:
            enable("out", person)
        if self._threats:
            enable("threats", playing and page.review.open)
        if self._judges:
            enable("moves", person and table.hints_left(table.state.seat) != 0)
            enable("report", playing and page.review.open and bool(page.review.turns()))
        enable("next", page.another)
        page.panel.over.offer_next(page.another)


def open_hardware(page: TableContext) -> None:
    """The lights under this board, and other devices."""
    from ui.devices.page import HardwareSheet

    page.open_sheet(HardwareSheet(page, Board(page.table.game, page.table.options)))


def toggle_threats(page: TableContext) -> None:
    """Marks the cells on which a colour could take a piece, or no longer."""
    if not page.review.open:
        page.line.say(say("somebody here plays without help: that is shown after the game"), wrong=True)
        return
    page.shown.threats = not page.shown.threats
    page.refresh()
    if page.shown.chances:
        page.line.say(say("The numbers: how many of the 36 throws hit a checker that stands alone."))


def print_board(page: TableContext) -> None:
    """This game's board on paper."""
    from ui.table.print_board import print_board

    page.do(lambda: print_board(page.window, page.table.game))


def knows_out(game: AnyGame, state: AnyState) -> bool:
    """Whether this game has a word for stopping to place pieces."""
    try:
        game.parse(state, "out")
    except FourthSeatError:
        return False
    return True
