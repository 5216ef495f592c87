"""The actions at the table other than tapping the board, with their buttons, shortcuts and availability."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fourth_seat.table.analysis.session import can_follow, may_sit_otherwise
from fourth_seat.table.stage.actions import CHANGING, ENTERING, has_out_command, possible_actions
from fourth_seat.ui.after.actions import keep
from fourth_seat.ui.after.next_game import begin_next_game, choose_who_begins
from fourth_seat.ui.camera.control import CameraControl
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.guide.sheets import HelpSheet, show_lessons
from fourth_seat.ui.table import sheets
from fourth_seat.ui.table.alternatives import show_alternatives
from fourth_seat.ui.table.correction_mode import CorrectionMode
from fourth_seat.ui.table.more import Group, MoreSheet
from fourth_seat.ui.table.printing import print_board, print_card
from fourth_seat.ui.table.report import show_report
from fourth_seat.ui.table.sharing import share_position
from fourth_seat.ui.table.situation import BUTTONS
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.table.toolbar import MORE_KEY, Item, Toolbar
from fourth_seat.words import Text, say

MOMENTARY = {"undo", "redo", "out", "stop"}
"""Actions that apply only to the position in which they are chosen."""


class TableActions:
    """The actions at a table other than tapping the board.

    Attributes:
        toolbar: the bar under the board, with the most used actions first.
        groups: all actions, grouped as in "More".
    """

    def __init__(self, stage: Stage, correction: CorrectionMode, camera: CameraControl) -> None:
        self._stage, self._correction, self._camera = stage, correction, camera
        self._enabled: dict[str, bool] = {}
        page, table, enter, do = stage.page, stage.table, stage.enter, stage.do
        self._out = has_out_command(table.game, table.state)
        self._faults = stage.review.finds_faults
        self._threats = table.game.threatened(table.state, 1) is not None
        self._judges = stage.review.judges
        leave = Item("leave", say("Leave"), stage.window.go_home, "<Control-w>", kept=True)
        undo = Item("undo", say("Undo"), stage.undo, "<Control-z>", kept=True)
        redo = Item("redo", say("Redo"), lambda: do(table.redo), "<Control-y>")
        hint = Item("hint", say("Hint"), stage.hint, "<Control-h>")
        why = [Item("why", say("Mistake?"), stage.why, "<Control-m>")] if self._faults else []
        correct = Item("correct", say("Correct board"), lambda: correction.begin(), "<Control-e>")
        roll = [Item("roll", say("Roll for me"), lambda: do(lambda: table.roll(stage.dice)), "<Control-r>")]
        roll = roll if any(cell.zone == "dice" and cell.label for cell in stage.geometry.cells) else []
        entering = [
            Item("untap", say("Undo tap"), lambda: enter(table.untap), phases=("tapped",)),
            Item("place", say("Place"), lambda: enter(table.confirm), phases=("tapped",), main=True, kept=True),
            *(replace(item, phases=("thrown",), kept=True, worded=True) for item in roll),
            Item("clear", say("Clear"), lambda: do(table.clear_taps), phases=("taken", "tapped", "thrown")),
        ]
        helping = Item("help", say("Help"), self._help, "<F1>", kept=True)
        visible = Item("phones_open", say("Phones"), lambda: open_phones(stage), passing=True, kept=True)
        sign, word = partial(replace, signed=True), partial(replace, worded=True)
        bar = [leave, sign(helping), word(undo), word(hint), sign(redo), *why, correct, visible, *entering]
        board = [Item("board", say("Print board"), lambda: print_board(stage))] if table.game.sheet else []
        closer = [
            Item("moves", say("The best moves"), lambda: stage.ask(lambda: show_alternatives(stage)), "<Control-l>"),
            Item("report", say("Game report"), lambda: stage.ask(lambda: show_report(stage)), "<Control-g>"),
        ]
        closer = closer if self._judges else []
        threats = [Item("threats", say("Pieces in danger"), lambda: toggle_threats(stage), "<Control-t>")]
        threats = threats if self._threats else []
        out = [Item("out", say("No more pieces"), lambda: do(lambda: table.play("out")))] if self._out else []
        learn = [Item("learn", say("How to play"), lambda: show_lessons(page, table.game))] if table.game.lessons else []
        playing = [
            *learn,
            undo,
            redo,
            *roll,
            Item("type", say("Type a move"), lambda: stage.line.begin("")),
            *out,
            Item("next", say("Next game"), lambda: stage.ask(lambda: begin_next_game(stage)), "<Control-n>"),
            Item("begins", say("Who begins ..."), lambda: choose_who_begins(stage)),
            Item("reseat", say("Change players ..."), lambda: sheets.ask_who_plays(stage), "<Control-b>"),
            Item("stop", say("Stop here and score"), lambda: do(table.stop)),
            Item("resign", say("Give up ..."), lambda: sheets.ask_to_resign(stage)),
            helping,
            leave,
        ]
        looking = [
            correct,
            Item("turn", say("Turn the board"), lambda: stage.set_orientation(stage.orientation.turned())),
            Item("mirror", say("Mirror the board"), lambda: stage.set_orientation(stage.orientation.mirrored())),
            Item("letters", say("Letters on the pieces"), stage.toggle_letters),
            Item("notation", say("Moves in notation"), stage.toggle_notation),
            Item("across", say("Read across the room"), stage.toggle_across, "<F9>"),
            Item("full", say("Full screen"), stage.window.toggle_full_screen, "<F11>"),
            Item("settings", say("Settings"), lambda: open_settings(stage)),
        ]
        analysing = [
            hint,
            *why,
            *closer,
            *threats,
            Item("evening", say("This evening"), lambda: page.open_sheet(sheets.show_evening(page))),
            Item("keep", say("A page to keep ..."), lambda: keep(stage), "<Control-k>"),
            Item("share", say("Share a picture ..."), lambda: share_position(stage), "<Control-s>"),
        ]
        connecting = [
            Item("camera", say("Camera ..."), camera.choose),
            Item("photo", say("Board from a photo ..."), camera.photo.choose),
            Item("phones", say("Phones ..."), lambda: open_phones(stage)),
            Item("hardware", say("Lights, text, voice ..."), lambda: open_hardware(stage)),
            Item("print", say("Print card"), lambda: stage.ask(lambda: print_card(stage)), "<Control-p>"),
            *board,
        ]
        self.groups = (
            Group("play", say("Play", context="heading"), playing),
            Group("board", say("Board", context="heading"), looking),
            Group("analyse", say("Analyse", context="heading"), analysing),
            Group("devices", say("Devices", context="heading"), connecting),
        )

        meanings = {**BUTTONS, "help": say("Help")}
        self.toolbar = Toolbar(page, stage.window.theme, stage.window.text, bar, meanings, self.open_more)

    @property
    def shortcuts(self) -> dict[str, Callable[[], None]]:
        """The actions, keyed by shortcut in Tk's notation."""
        items = [item for item in self._items().values() if item.key and item.name not in ("full", "help")]
        return {**{item.key: partial(self._by_key, item) for item in items}, MORE_KEY: self.open_more}

    def _by_key(self, item: Item) -> None:
        """Perform an action for its shortcut. If the action is impossible, it reports the reason, except during a
        correction, in which the key is ignored.
        """
        if self.enabled(item.name) or not self._correction.active:
            item.action()

    def _items(self) -> dict[str, Item]:
        return {
            item.name: item
            for item in (*self.toolbar.items.values(), *(item for group in self.groups for item in group.items))
        }

    def enabled(self, name: str) -> bool:
        """Return whether this action is currently possible."""
        return self._enabled.get(name, True)

    def invoke(self, name: str) -> None:
        """Perform this action, if it is currently possible."""
        item = self._items()[name]
        if self.enabled(name):
            item.action()

    def in_sight(self) -> list[tuple[Text, Text]]:
        """Return the titles and descriptions of the bar's visible, enabled buttons that need an explanation."""
        items = self.toolbar.items
        shown = [name for name in self.toolbar.shown if name in BUTTONS and self.enabled(name)]
        handles = [(items["place"].title, BUTTONS["place"])] if self._stage.table.move_input.in_hand else []
        return [*((items[name].title, BUTTONS[name]) for name in shown), *handles]

    def _help(self) -> None:
        stage = self._stage
        stage.page.open_sheet(HelpSheet(stage.page, stage.table.game, self.in_sight()))

    def open_more(self) -> None:
        """Show all possible actions that are not on the bar. Actions that apply to one position are refused if the game has
        moved on before they are chosen.
        """
        meant, page = self._stage.meant_now, self._stage.page
        in_sight = self.toolbar.shown if self.toolbar.winfo_ismapped() else ()
        possible = [
            replace(
                group,
                items=[
                    replace(item, action=meant(item.action)) if item.name in MOMENTARY else item
                    for item in group.items
                    if self.enabled(item.name) and item.name not in in_sight
                ],
            )
            for group in self.groups
        ]
        page.open_sheet(MoreSheet(page, [group for group in possible if group.items]))

    @property
    def is_late(self) -> bool:
        """Whether the buttons are out of date because the page for phones has been opened or closed."""
        return self.enabled("phones_open") != (self._stage.window.phones.host is not None)

    def enable(self) -> None:
        """Enable the actions that are possible, including the next game if there can be one."""
        stage, table = self._stage, self._stage.table
        playing = not self._correction.active
        possible = possible_actions(table) if playing else frozenset()
        if stage.shown.viewing is not None:
            possible -= ENTERING
        another = can_follow(table)
        self._enabled = {
            **{name: name in possible for name in ENTERING | CHANGING},
            "correct": "correct" in possible and self._camera.photo.reader is None,  # which will edit the board itself
            "photo": "correct" in possible,
            "print": table.pending is not None,
            "why": playing and stage.review.last_choice(table.history.at) is not None,
            "threats": playing and stage.review.open,
            "moves": "hint" in possible,
            "report": playing and stage.review.open and bool(stage.review.turns()),
            "next": another,
            "begins": may_sit_otherwise(table),
            "phones_open": stage.window.phones.host is not None,
            "keep": playing and table.result is not None,
        }
        phases = {"roll": "thrown", "turn_piece": "taken", "clear": "tapped"}  # a piece in hand has handles of its own
        phase = next((phase for name, phase in phases.items() if name in possible), "")
        self.toolbar.enable({name: self.enabled(name) for name in self.toolbar.items}, phase)
        stage.panel.over.offer_next(another)


def open_hardware(stage: Stage) -> None:
    """Open the hardware settings for this board and for other devices."""
    from fourth_seat.ui.devices.page import HardwareSheet

    stage.page.open_sheet(HardwareSheet(stage.page, stage.table.game, stage.table.options))


def open_settings(stage: Stage) -> None:
    """Open the settings that can be changed during a game, and update the board afterwards."""
    from fourth_seat.ui.settings_cards import SettingsSheet

    stage.page.open_sheet(SettingsSheet(stage.page, stage.follow_settings))


def open_phones(stage: Stage) -> None:
    """Open the page for guests with phones."""
    from fourth_seat.ui.phones.sheet import PhonesSheet

    page, phones = stage.page, stage.window.phones
    with_extra(page, "phones", lambda: page.open_sheet(PhonesSheet(page, stage.table, phones)))


def toggle_threats(stage: Stage) -> None:
    """Mark the cells on which a colour could take a piece, or remove the marks."""
    if not stage.review.open:
        stage.line.show(say("somebody here is playing without help, so this is shown only after the game"), wrong=True)
        return
    stage.shown.threats = not stage.shown.threats
    stage.refresh()
    if stage.shown.chances:
        stage.line.show(say("The numbers show how many of the 36 rolls hit a lone checker."))
