"""The table page: a game in progress beside the real board."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from fourth_seat.calibration.orientation import Orientation, load_orientation, save_orientation
from fourth_seat.engines.players.from_text import player
from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.geometry import Geometry
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.session import next_game
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.events import Event, Tapped
from fourth_seat.table.seats import Seat
from fourth_seat.table.settings.engine_commands import Vacancy
from fourth_seat.table.stage.entry import Refusal, attempt, tap, type_line
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import MakePlayer, TurnRunner
from fourth_seat.ui.after.actions import after_actions
from fourth_seat.ui.after.next_game import begin_next_game
from fourth_seat.ui.board.canvas import BoardCanvas, BoardHandlers
from fourth_seat.ui.camera.control import CameraControl
from fourth_seat.ui.guide.sheets import HelpSheet
from fourth_seat.ui.guide.situation import what_now
from fourth_seat.ui.table import sheets
from fourth_seat.ui.table.actions import TableActions, open_phones
from fourth_seat.ui.table.advice import Advice
from fourth_seat.ui.table.alternatives import offer
from fourth_seat.ui.table.arrangement import Arrangement
from fourth_seat.ui.table.context import TableContext
from fourth_seat.ui.table.correction_mode import CorrectionMode
from fourth_seat.ui.table.judge import Judge
from fourth_seat.ui.table.keys import Keyboard
from fourth_seat.ui.table.line import Offer
from fourth_seat.ui.table.panel import Panel, PanelActions
from fourth_seat.ui.table.shown import Shown
from fourth_seat.ui.table.toolbar import Toolbar
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.context import WindowContext

POLL_INTERVAL_MS = 30  # between two polls of the computer players
RETRY_INTERVAL_S = 3.0  # without such a look after one failed: a full disk is not tried thirty times a second
ADVISER = "computer:6"  # thinks for hints and the graph


class TablePage(TableContext):
    """The board, a bar of actions below it, and the panel beside or below."""

    in_game = True

    def __init__(
        self,
        parent: tk.Misc,
        window: WindowContext,
        table: Table,
        make_player: MakePlayer | None = None,
        dice: Random | None = None,
        vacancies: Sequence[Vacancy] = (),
    ) -> None:
        """`make_player` and `dice` are for tests; programs of `vacancies` may be started if the person allows it."""
        super().__init__(parent, window)
        self.table = table
        make_player = make_player or (lambda seat: player(window.engines.player(seat), table.game, table.options))
        self.dice = dice or Random()
        people = table.people_play
        self.runner = TurnRunner(
            table,
            make_player,
            waits=people,
            dice=None if people else self.dice,
            failed=lambda seat: window.change(window.settings.without(seat)),
        )
        self.geometry: Geometry = table.game.geometry(table.options)
        self.review = Review(table)
        adviser = partial(make_player, Seat(computer=ADVISER))
        self.advice = Advice(table, self.runner, self.geometry, self.review, adviser, self._advise)
        self.judge = Judge(
            table, self.review, lambda text, more: self._notify(text, (say("Why?"), self.why) if more else None)
        )
        self.orientation = Orientation()
        with suppress(FourthSeatError):  # an unreadable calibration file is reported where it is edited
            self.orientation = load_orientation(table.game.name)
        self._news: tuple[Text, Offer | None] | None = None
        self._dirty = True
        self._rest_until = 0.0
        self._left = False
        self._happenings = 0  # but for taps
        self._build()
        self.shown = Shown(table, self.board, self.review, window.text)
        self.correction_mode: CorrectionMode = CorrectionMode(self)
        self._wire()
        self.camera: CameraControl = CameraControl(self)
        self.refresh()
        if not table.read_only:
            self.camera.resume()
        self._timer = self.after(POLL_INTERVAL_MS, self._tick)
        Timer(self).start("idle", lambda: self._begin(vacancies))

    def _begin(self, vacancies: Sequence[Vacancy]) -> None:
        """Ask what has to be asked before the first move, and show the code for phones if nobody has seen it yet."""
        sheets.ask_about_programs(self, vacancies, self._reseat)
        if self.window.phones.unseen and not self.sheet:
            open_phones(self)

    # -- parts -------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme, text, table = self.window.theme, self.window.text, self.table
        sides = lettered(table.game.sides(table.options), text)
        self.actions = TableActions(self)
        self.toolbar = Toolbar(self, theme, text, self.actions.bar, self.actions.open_more)
        handlers = BoardHandlers(self.tap, self.tap_other, self._hovered, self._wheeled)
        settings = self.window.settings
        self.board = BoardCanvas(
            self, theme, self.geometry, sides, self.orientation,
            letters=settings.letters, coordinates=settings.coordinates, handlers=handlers,
        )  # fmt: skip
        actions = PanelActions(
            hurry=self.runner.hurry,
            type=self.type,
            to_board=self.board.focus_set,
            set_down=self.set_down,
            show_step=self.show_step,
            view=self.view,
            go_on_from_view=self.go_on_from_view,
            after=after_actions(self),
        )
        self.panel = Panel(self, theme, text, table, self.review, self.orientation, actions)
        self.line = self.panel.line
        self.arrangement = Arrangement(self, theme, self.board, self.toolbar, self.panel)
        self.arrangement.refresh()

    def _wire(self) -> None:
        self.table.displays.append(self)
        self.table.watchers.append(self._happened)
        Keyboard(self)
        self.shortcuts.update(self.actions.shortcuts)

    def focus_set(self) -> None:
        """Set the keyboard focus on the board."""
        self.board.focus_set()

    # -- time passes -------------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        self._timer = self.after(POLL_INTERVAL_MS, self._tick)
        resting = time.monotonic() < self._rest_until
        try:
            self._dirty = self.actions.is_late or self._dirty
            if not (resting or self.correction_mode.active or self.camera.photo.reader):
                self.runner.step()
                self._dirty = self.advice.step() or self._dirty  # the step itself may make it dirty
                self.judge.step()
        except FourthSeatError as error:
            self._rest_until = time.monotonic() + RETRY_INTERVAL_S
            self.line.show(error.text, wrong=True)
        if self._dirty or self.shown.moment_over:
            self.refresh()
        self.panel.progress(self.runner)
        self.camera.step()

    def _happened(self, event: Event) -> None:
        self._dirty = True
        self._happenings += not isinstance(event, Tapped)

    def meant_now(self, action: Callable[[], object]) -> Callable[[], None]:
        """Return an action of a sheet, meant for this moment, that does nothing but say so once the game has gone on."""
        moment = self._happenings

        def act() -> None:
            if self._happenings == moment:
                action()
            else:
                self.line.show(say("the game has gone on: look again"), wrong=True)

        return act

    def show(self, announcement: Announcement) -> None:
        """Handle an announcement of the table: see `table.protocols.Display`."""
        if announcement.kind is AnnouncementKind.NOTICE:
            self._notify(announcement.texts[0])

    def _advise(self, text: Text) -> None:
        self._notify(text, offer(self))
        self.window.phones.tell(text)

    def _notify(self, text: Text, offer: Offer | None = None) -> None:
        """Show something to be read with the next refresh, which is due now."""
        self._news, self._dirty = (text, offer), True

    def refresh(self) -> None:
        """Show everything as it is now; nothing once the page was left, as in an action that begins the next game."""
        if self._left:
            return
        self._dirty = False
        if not self.correction_mode.active:
            self.shown.hint = self.advice.hint
            self.shown.refresh()
            worth = {} if self.shown.viewing is not None else self.advice.captions
            self.board.caption({**worth, **self.shown.chances})
        self.panel.refresh(self.shown.viewing, self.advice.waiting)
        self.actions.enable()
        if self._news:
            text, offer = self._news
            self._news = None
            self.line.show(text, offer=offer)
        elif not self.line.message:
            helpful, offer = self._helpful()
            self.line.show(helpful, offer=offer)

    def _helpful(self) -> tuple[Text | None, Offer | None]:
        """Return the help for the next entry: how to throw, the dice entered so far, the only possible move."""
        table = self.table
        if not table.people_move or table.pending:  # the card shows the instruction
            return None, None
        taps = table.taps
        if table.needs_throw:
            names = tuple(self.geometry[tap].label for tap in taps if tap in self.geometry)
            return say("Rolled so far: {dice}", dice=names) if names else self._how_to_throw(), None
        moves = () if taps else table.move_input.partial.moves
        if len(moves) != 1:
            return None, None
        only = moves[0]
        play = say("Play it"), lambda: self.do(lambda: table.play(str(only)))
        return say("Only one move is possible: {move}", move=table.game.written(only)), play

    def _how_to_throw(self) -> Text | None:
        """Return a sentence on the move that waits for this throw, such as a die that was promised to a cell."""
        history = self.table.history
        last = history.last
        if last is None or last.move is None or last.colour != self.table.state.mover or not last.seat:
            return None
        steps = self.table.game.steps(history.line_at(history.at - 1).state, last.move)
        return steps[0].text if steps else None

    # -- entering ----------------------------------------------------------------------------------------------------------

    def tap(self, name: str, double: bool) -> None:
        """Handle a click on the board."""
        if self.correction_mode.active:
            self.correction_mode.tap(name)
        elif self.shown.viewing is not None:
            self.line.show(
                say("This is an earlier position: go back to the game first, or continue from here."), wrong=True
            )
        else:
            self.advice.pause()
            if name:
                self._entered(tap(self.table, name, double, self.board.grasp()))

    def tap_other(self, name: str) -> None:
        """Handle a click with the other button: take a move back, or remove a piece in a correction."""
        if self.correction_mode.active:
            self.correction_mode.tap_other(name)
        elif self.shown.viewing is None and self.table.taps:
            self.enter(self.table.flip_piece if self.table.move_input.in_hand else self.table.untap)

    def _hovered(self, name: str) -> None:
        if not self.correction_mode.active:
            self.shown.hover(name)

    def _wheeled(self, way: int, shift: bool) -> None:
        """Turn the piece in hand by the mouse wheel, or turn it over with shift held."""
        if self.table.move_input.in_hand:
            self.enter(self.table.flip_piece if shift else partial(self.table.turn_piece, way))

    def type(self, line: str) -> bool:
        """Enter a typed line; return whether it was accepted."""
        word = line.strip().lower()
        if word == "why":  # also about an earlier position
            self.why()
            return True
        if self.shown.viewing is not None:
            self.view(None)
        if word == "hint":
            self.hint()
            return True
        return self._entered(type_line(self.table, line, self.dice))

    def _entered(self, refusal: Refusal | None) -> bool:
        """Show what was entered, or why nothing was; return whether it was accepted."""
        if refusal is None:
            self._rest_until = 0.0
            self.line.rest()
            self.refresh()
            return True
        offer: Offer | None = None
        if standing := refusal.may_stand:
            offer = (say("Allow it anyway"), lambda: self.enter(lambda: self.table.play_anyway(standing)))
        self.line.show(refusal.reason, wrong=True, offer=offer)
        return False

    def enter(self, action: Callable[[], object]) -> None:
        """Carry out an action at the table; show the reason where it is refused."""
        self._entered(attempt(action))

    def do(self, action: Callable[[], object]) -> None:
        """Carry out an action as `enter` does, in the present position."""
        if self.shown.viewing is not None:
            self.shown.viewing, self._dirty = None, True  # the present position is shown, too, where it is refused
        self.enter(action)

    def set_down(self) -> None:
        """Note that the computer's move has been made on the board."""
        self.do(self.table.set_down)

    def show_step(self, number: int) -> None:
        """Show one step of the placement, from 1, on the board as the steps before leave it; 0 for all."""
        if number != self.shown.step:
            self.shown.step = number
            self.shown.refresh()

    def hint(self) -> None:
        """Show a hint for the player to move."""
        self.ask(self.advice.want_hint)

    def why(self) -> None:
        """Say whether the last move was a mistake; then, why it was one."""
        self.ask(lambda: self.judge.why(self.shown.viewing))

    def ask(self, question: Callable[[], None]) -> None:
        """Ask about the game. Not through `do`: accepting anything clears the line, and the answer should stay."""
        try:
            question()
        except FourthSeatError as error:
            self.line.show(error.text, wrong=True)
        self.refresh()

    def now(self) -> tuple[Text, ...]:
        """Return the present instruction."""
        return what_now(self)

    def help(self) -> None:
        """Show help about the present screen."""
        self.open_sheet(HelpSheet(self, self.actions.in_sight()))

    def go_back(self) -> None:
        """Cancel the innermost pending action; no move is undone."""
        if self.correction_mode.active:
            self.correction_mode.cancel()
        elif self.shown.viewing is not None:
            self.view(None)
        elif self.table.taps:
            self.enter(self.table.clear_taps)
        else:
            self.line.show(None)
            self.board.hide_cursor()
        self.board.focus_set()

    # -- looking back ------------------------------------------------------------------------------------------------------

    def view(self, count: int | None) -> None:
        """Show the position after so many moves and throws; None for the present one."""
        if self.correction_mode.active:
            return
        self.shown.viewing = count
        self.line.show(None)
        self.judge.look(count)
        self.refresh()
        self.board.focus_set()

    def go_on_from_view(self) -> None:
        """Continue the game from the position that is shown; the moves after it can be redone."""
        count = self.shown.viewing
        if count is not None:
            self.do(lambda: self.table.back_to(count))

    # -- how it looks ------------------------------------------------------------------------------------------------------

    def set_orientation(self, orientation: Orientation) -> None:
        """Set the orientation of the board on the table; saved for the next game."""
        self.orientation = orientation
        self.board.set_orientation(orientation)
        self.arrangement.refresh()
        self.panel.card.set_orientation(orientation)
        self.ask(lambda: save_orientation(self.table.game.name, orientation))  # an earlier position stays in sight

    def toggle_letters(self) -> None:
        """Show letters on the pieces, or none; saved for the next game."""
        self.board.set_letters(not self.board.letters)
        self.window.change(replace(self.window.settings, letters=self.board.letters))

    # -- players, and the end ----------------------------------------------------------------------------------------------

    def ask_who_plays(self) -> None:
        """Open the sheet that replaces the player of a seat."""
        self.open_sheet(sheets.ask_who_plays(self, self.table, lambda seat, who: self.do(lambda: self._reseat(seat, who))))

    def _reseat(self, seat: int, new_seat: Seat) -> None:
        self.table.reseat(seat, new_seat)
        self.runner.waits = self.table.people_play

    def ask_to_resign(self) -> None:
        """Resign for a seat."""
        table = self.table
        self.open_sheet(sheets.ask_to_resign(self, table, lambda seat, worth: self.do(lambda: table.resign(seat, worth))))

    @property
    def another(self) -> bool:
        """Whether the game has ended and another may follow: not once a match is decided."""
        return self.table.result is not None and next_game(self.table) is not None

    def next_game(self) -> None:
        """Begin the next game of the match, or another game, whose first player is asked for."""
        if self.another:
            begin_next_game(self)

    def print_card(self) -> None:
        """Print the placement."""
        from fourth_seat.ui.table.print_card import print_card

        self.ask(lambda: print_card(self))

    def pause_camera(self) -> Callable[[], None]:
        return self.camera.pause()

    def leave(self) -> None:
        """Release the table: everything is on the disk."""
        self._left = True
        self.after_cancel(self._timer)
        self.window.theme.read_from_afar(0)
        self.camera.close()
        self.advice.close()
        self.runner.close()
        self.table.close()
