"""The shared state of a table page, with the game and the actions available to all parts of the page."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random

from fourth_seat.calibration.orientation import Orientation, load_orientation, save_orientation
from fourth_seat.engines.players.from_text import player
from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.geometry import Geometry
from fourth_seat.table import announce
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.events import Event, Hinted, Tapped, Valued
from fourth_seat.table.seats import Seat
from fourth_seat.table.settings.engine_commands import Vacancy
from fourth_seat.table.stage.entry import Refusal, attempt, drag, tap, type_line
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import MakePlayer, TurnRunner
from fourth_seat.ui.board.canvas import BoardCanvas, BoardHandlers
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.table.advice import Advice
from fourth_seat.ui.table.judge import Judge
from fourth_seat.ui.table.line import EntryLine, Offer
from fourth_seat.ui.table.panel import Panel
from fourth_seat.ui.table.shown import Shown
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say

RETRY_INTERVAL_S = 3.0  # without a step of the game after one has failed: a full disk is not tried thirty times a second
ADVISER = "computer:6"  # thinks for hints and the graph
SitDown = Callable[[Table, Sequence[Vacancy]], object]


class Stage:
    """The state shared by the parts of a table page.

    Parts depend on the stage rather than on the page itself.

    Attributes:
        page, window: the page and its window, for opening sheets.
        table: the game; closed when the page is left.
        runner: runs the computer players.
        dice: the program's dice, which are rolled on request or if only computers play.
        geometry, orientation: the board's geometry and orientation.
        review, advice, judge: the evaluations of moves, the requests for them, and the reports of mistakes.
        board: the board on the screen.
        shown: the contents of the board.
        panel, line: the panel beside the board, and its message about the last entry; set by `furnish`.
        across: whether only the board and the instruction are shown, enlarged for reading from across the room.
        correcting: whether the board is being corrected and therefore accepts no moves.
        refreshed: callbacks called after each refresh of the display.
        sit_down: replaces this table with another one.
    """

    panel: Panel
    line: EntryLine

    def __init__(
        self,
        page: Page,
        table: Table,
        make_player: MakePlayer | None,
        dice: Random | None,
        handlers: BoardHandlers,
        sit_down: SitDown,
    ) -> None:
        """`make_player` and `dice` replace the defaults in tests; `handlers` handle pointer events on the board."""
        window = page.window
        self.page, self.window, self.table, self.sit_down = page, window, table, sit_down
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
            table, self.review, lambda text, more: self.notify(text, (say("Why?"), self.why) if more else None)
        )
        self.orientation = Orientation()
        with suppress(FourthSeatError):  # an unreadable calibration file is reported where it is edited
            self.orientation = load_orientation(table.game.name)
        settings = window.settings
        self.board = BoardCanvas(
            page, window.theme, self.geometry, lettered(table.game.sides(table.options), window.text), self.orientation,
            letters=settings.letters, coordinates=settings.coordinates, handlers=replace(handlers, wheel=self.wheel),
        )  # fmt: skip
        self.shown = Shown(table, self.board, self.review, window.text, lambda: window.shows_motion)
        self.across = self.correcting = False
        self.refreshed: list[Callable[[], None]] = []
        self._help: Text | None = None  # for the next entry, as long as nothing else has been said since
        self._news: tuple[Text, Offer | None] | None = None
        self._dirty = True
        self._rest_until = 0.0
        self._happenings = 0  # except for taps, and what is known about a position
        self._left = False
        table.displays.append(self)
        table.watchers.append(self._happened)

    def furnish(self, panel: Panel) -> None:
        """Set the panel."""
        self.panel, self.line = panel, panel.line
        panel.moves.write(self.window.settings.notation)

    @property
    def game_board(self) -> GameBoard:
        """The board of the game, with its options."""
        return GameBoard(self.table.game, self.table.options)

    # -- time passes -------------------------------------------------------------------------------------------------------

    def step(self, *, resting: bool = False) -> None:
        """Let the computers and the adviser continue, unless they are `resting`, and show any changes."""
        try:
            if not (resting or self.correcting or time.monotonic() < self._rest_until):
                self.runner.step()
                self._dirty = self.advice.step() or self._dirty  # the step itself may make it dirty
                self.judge.step()
        except FourthSeatError as error:
            self._rest_until = time.monotonic() + RETRY_INTERVAL_S
            self.line.show(error.text, wrong=True)
        if self._dirty or self.shown.moment_over:
            self.refresh()
        self.panel.progress(self.runner.thinking)

    def close(self) -> None:
        """Release the table, which is already on disk. The display is not updated afterwards."""
        self._left = True
        self.advice.close()
        self.runner.close()
        self.table.close()

    def _happened(self, event: Event) -> None:
        self._dirty = True
        self._happenings += not isinstance(event, (Hinted, Tapped, Valued))

    def meant_now(self, action: Callable[[], object]) -> Callable[[], None]:
        """Wrap an action so that it applies only to the current moment of the game, and shows a message once the game has
        moved on.
        """
        moment = self._happenings

        def act() -> None:
            if self._happenings == moment:
                action()
            else:
                self.line.show(say("the game has moved on: look again"), wrong=True)

        return act

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def show(self, announcement: Announcement) -> None:
        """Handle an announcement from the table; see `table.protocols.Display`."""
        if announcement.kind is AnnouncementKind.NOTICE:
            self.notify(announcement.texts[0])

    def _advise(self, text: Text) -> None:
        proposed = self.advice.proposed
        self.notify(text, None if proposed is None else (say("Play this"), lambda: self._play_hint(proposed)))
        self.window.phones.tell(text)

    def _play_hint(self, move: object) -> None:
        if move == self.advice.proposed:
            self.do(lambda: self.table.play(str(move)))
        else:
            self.line.show(say("the game has moved on: look again"), wrong=True)

    def notify(self, text: Text, offer: Offer | None = None) -> None:
        """Request a refresh that shows this message."""
        self._news, self._dirty = (text, offer), True

    def refresh(self) -> None:
        """Update the display; no-op if the page is no longer shown, for example because the next game has begun."""
        if self._left:
            return
        self._dirty = False
        if not self.correcting:
            self.shown.hint = self.advice.hint
            self.shown.refresh()
            worth = {} if self.shown.viewing is not None else self.advice.captions
            self.board.caption({**worth, **self.shown.chances})
        self.panel.refresh(self.shown.viewing, self.advice.waiting)
        for follow in self.refreshed:
            follow()
        if self._news:
            text, offer = self._news
            self._news = None
            self.line.show(text, offer=offer)
        elif not self.correcting and (self.line.message is None or self.line.message is self._help):
            self._help, offer = self._helpful()
            self.line.show(self._help, offer=offer)

    def _helpful(self) -> tuple[Text | None, Offer | None]:
        """Return help for the next entry, such as the dice entered so far or the only possible move."""
        table = self.table
        if not table.people_move or table.pending:  # the card shows the instruction
            return None, None
        taps = table.taps
        if table.may_throw:
            names = tuple(self.geometry[tap].label for tap in taps if tap in self.geometry)
            return say("Rolled so far: {dice}", dice=names) if names else self._how_to_throw(), None
        if table.move_input.partial.buttons:
            return announce.prompt(table), None
        if laid := table.move_input.laid:
            return laid.why_not, None
        moves = () if taps else table.move_input.partial.moves
        if len(moves) != 1:
            return None, None
        only = moves[0]
        play = say("Play it"), lambda: self.do(lambda: table.play(str(only)))
        return say("Only one move is possible: {move}", move=table.game.written(only)), play

    def _how_to_throw(self) -> Text | None:
        """Return the purpose of this throw, such as deciding who begins or completing a move."""
        history = self.table.history
        last = history.last
        if not self.table.state.mover:
            return announce.turn(self.table)
        if self.table.move_input.partial.buttons:
            return announce.prompt(self.table)
        if last is None or last.move is None or last.colour != self.table.state.mover or not last.seat:
            return None
        steps = self.table.game.steps(history.line_at(history.at - 1).state, last.move)
        return steps[0].text if steps else None

    # -- entering ----------------------------------------------------------------------------------------------------------

    def tap(self, name: str, double: bool) -> None:
        """Handle a tap on the board."""
        if self.shown.viewing is not None:
            self.line.show(
                say("This is an earlier position: go back to the game first, or continue from here."), wrong=True
            )
        else:
            self.advice.pause()
            nothing = double and not (self.table.taps or self.table.move_input.in_hand)
            if name and not nothing:  # otherwise the first click has played a move, or its refusal is still to be read
                self._entered(tap(self.table, name, double, self.board.grasp(), soon=self.board.soon))

    def drag(self, start: str, end: str) -> None:
        """Handle a drag of a piece in hand from cell `start` to `end`; positions outside the board have an empty name."""
        if not self._entered(drag(self.table, start, end)):
            self.refresh()

    def tap_other(self) -> None:
        """Handle a click with the other mouse button, which turns over the piece in hand or takes back the last tap."""
        if self.shown.viewing is None and self.table.taps:
            self.enter(self.table.flip_piece if self.table.move_input.in_hand else self.table.untap)

    def wheel(self, way: int, shift: bool) -> None:
        """Handle the mouse wheel, which turns the piece in hand, or turns it over if Shift is held down."""
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
        if command := {"hint": self.hint, "undo": self.undo}.get(word):
            command()
            return True
        return self._entered(type_line(self.table, line, self.dice))

    def _entered(self, refusal: Refusal | None) -> bool:
        """Show the entry or the reason for its refusal; return whether it was accepted."""
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
        """Perform an action at the table, and show the reason if it is refused."""
        self._entered(attempt(action))

    def do(self, action: Callable[[], object]) -> None:
        """Return to the current position, and then perform an action as `enter` does."""
        if self.shown.viewing is not None:
            self.shown.viewing, self._dirty = None, True  # the present position is shown, too, if it is refused
        self.enter(action)

    def undo(self) -> None:
        """Take back the last move, say which it was, and offer to redo it."""
        history = self.table.history
        at = history.at
        self.do(self.table.undo)
        if history.at < at:
            move = announce.entry_line(self.table, history.entries[history.at])
            self.notify(say("taken back: {move}", move=move), (say("Redo"), lambda: self.do(self.table.redo)))

    def set_down(self) -> None:
        """Record that the computer's move has been made on the board."""
        self.do(self.table.set_down)

    def show_step(self, number: int) -> None:
        """Show one step of the placement, counting from 1, on the board as left by the previous steps; 0 for all steps."""
        if number != self.shown.step:
            self.shown.step = number
            self.shown.refresh()

    def reseat(self, seat: int, new_seat: Seat) -> None:
        """Replace the player of a seat; seats are numbered from 1.

        Raises:
            FourthSeatError: the change is impossible or cannot be recorded.
        """
        self.table.reseat(seat, new_seat)
        self.runner.waits = self.table.people_play

    # -- asking ------------------------------------------------------------------------------------------------------------

    def hint(self) -> None:
        """Show a hint for the player to move."""
        self.ask(self.advice.want_hint)

    def why(self) -> None:
        """Show whether the last move was a mistake and, on a repeated call, why."""
        self.ask(lambda: self.judge.why(self.shown.viewing))

    def ask(self, question: Callable[[], object]) -> None:
        """Perform a query about the game. Unlike `do`, this does not clear the line afterwards, so that the answer remains
        visible.
        """
        try:
            question()
        except FourthSeatError as error:
            self.line.show(error.text, wrong=True)
        self.refresh()

    # -- looking back ------------------------------------------------------------------------------------------------------

    def view(self, count: int | None) -> None:
        """Show the position after this many moves and throws; None for the current position."""
        if self.correcting:
            return
        self.shown.viewing = count
        self.line.show(None)
        self.judge.look(count)
        self.refresh()
        self.board.focus_set()

    def go_on_from_view(self) -> None:
        """Continue the game from the position shown; later moves can be redone."""
        count = self.shown.viewing
        if count is not None:
            self.do(lambda: self.table.back_to(count))

    # -- how it looks ------------------------------------------------------------------------------------------------------

    def set_orientation(self, orientation: Orientation) -> None:
        """Set and save the orientation of the board on the table."""
        self.orientation = orientation
        self.board.set_orientation(orientation)
        self.panel.card.set_orientation(orientation)
        self.panel.hand.set_orientation(orientation)
        self.ask(lambda: save_orientation(self.table.game.name, orientation))  # an earlier position stays in sight

    def toggle_across(self) -> None:
        """Toggle the view from across the room, in which the board and the instruction fill the screen."""
        self.across = not self.across
        self.refresh()

    def follow_settings(self) -> None:
        """Apply the settings to the board; no-op once the page has been left."""
        settings, board = self.window.settings, self.board
        if self._left:
            return
        self.panel.moves.write(settings.notation)
        if (board.letters, board.coordinates) != (settings.letters, settings.coordinates):
            board.letters, board.coordinates = settings.letters, settings.coordinates
            board.rebuild()

    def toggle_letters(self) -> None:
        """Toggle the letters on the pieces, and save the setting."""
        self.board.set_letters(not self.board.letters)
        self.window.change(replace(self.window.settings, letters=self.board.letters))

    def toggle_notation(self) -> None:
        """Toggle between notation and pictures in the list of moves, and save the setting."""
        self.panel.moves.write(not self.panel.moves.notation)
        self.window.change(replace(self.window.settings, notation=self.panel.moves.notation))
