"""The table page's correction mode, in which clicks edit the position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fourth_seat.games.contents import Content
from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.geometry import Holds
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.record.cell_text import content_name
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.table.correction import Correction, highest_number
from fourth_seat.ui.table.correction_bar import CorrectionBar
from fourth_seat.ui.table.stage import Stage
from fourth_seat.words import FourthSeatError, Text, say


class CorrectionMode:
    """Begins, shows and ends edits of the position.

    Attributes:
        correction: the edit in progress; None while the game is played.
        blocked: returns whether something else is about to change the board, such as a photo being read.
        bar: the bar that shows the choices.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.blocked: Callable[[], bool] = lambda: False
        self.correction: Correction | None = None
        theme, text = stage.window.theme, stage.window.text
        game, options = stage.table.game, stage.table.options
        sides = lettered(game.sides(options), text)
        coloured = any(cell.holds is not Holds.PILE for cell in stage.geometry.cells)
        dice = [highest_number(cell) for cell in stage.geometry.cells if cell.holds is Holds.DIE]
        self.bar = CorrectionBar(
            stage.page,
            theme,
            text,
            sides,
            coloured,
            max(dice, default=0),
            digit=self.digit,
            named=lambda content: content_name(game, options, content),
            answer=lambda content: self._answer(lambda correction: correction.settle(content)),
            enter_by_taps=lambda: self._answer(Correction.enter_by_taps),
            go_on=lambda: self._answer(Correction.go_on),
            done=self.finish,
            cancel=self.cancel,
            to_board=stage.board.focus_set,
        )
        self._whole = False  # the whole board is entered again
        self._over: Callable[[bool], None] | None = None

    @property
    def active(self) -> bool:
        """Whether an edit is in progress."""
        return self.correction is not None

    @property
    def asking(self) -> bool:
        """Whether a question about a doubtful cell is open."""
        return self.correction is not None and bool(self.correction.doubts)

    def begin(self, cells: Mapping[str, Content | None] | None = None, refused: Text | None = None) -> None:
        """Begin an edit; `cells` are the initial changes, and `refused` is the reason why the board is impossible. No-op
        while edits are blocked, since another board would replace the edit.
        """
        if not (self.active or self._stage.table.result or self.blocked()):
            self._begin(Correction(self._stage.table, self._stage.geometry, cells))
        if refused:
            self._stage.line.show(refused, wrong=True)

    def begin_whole(
        self,
        cells: Mapping[str, Content | None],
        doubts: Mapping[str, Sequence[Content | None]],
        over: Callable[[bool], None],
    ) -> None:
        """Edit the whole board, replacing any edit in progress, and ask about the doubtful cells one by one.

        At the end, `over` is told whether the table accepted the board.
        """
        if self._stage.table.result:
            return
        correction = Correction(self._stage.table, self._stage.geometry, cells, doubts)
        correction.mover = self._stage.table.state.mover if correction.movers else 0
        self._over = None
        self._begin(correction, whole=True)
        self._over = over

    def _begin(self, correction: Correction, *, whole: bool = False) -> None:
        stage, board = self._stage, self._stage.board
        stage.do(stage.table.clear_taps)
        self.correction, self._whole, stage.correcting = correction, whole, True
        stage.panel.editing = say("Correcting the board")
        board.cells_only = True
        board.preview({})
        board.offer({})
        for mark in Mark:
            board.mark(mark)
        board.caption({})
        self.bar.begin(correction, whole)
        self._show()
        stage.refresh()
        board.focus_set()

    def _answer(self, answer: Callable[[Correction], None]) -> None:
        if self.correction:
            answer(self.correction)
            self._show()

    def tap(self, name: str) -> None:
        """Handle a click on a cell, which adds or erases a piece."""
        if self.correction:
            self.correction.tap(name, soon=self._stage.board.soon)
            self._show()

    def tap_other(self, name: str) -> None:
        """Handle a click with the other mouse button, which erases a piece."""
        if self.correction:
            self.correction.tap_other(name)
            self._show()

    def digit(self, digit: int) -> None:
        """Handle a digit that was typed or pressed on the bar."""
        if self.correction:
            self.correction.digit(digit)
            self._show()

    def finish(self) -> None:
        """Apply the edited board to the game, or show why it is impossible."""
        if self.correction is None:
            return
        try:
            if self.correction.asking:
                raise OutOfTurn(say("first say what the die on {cell} shows", cell=self.correction.asking))
            if self._whole and self.correction.movers and not self.correction.mover:
                raise OutOfTurn(say("first say whose turn it is"))
            self.correction.apply()
        except FourthSeatError as error:
            self._stage.line.show(error.text, wrong=True)
            return
        self._end(taken=True)

    def cancel(self) -> None:
        """Discard the edit and return to the game."""
        self._end(taken=False)

    def _end(self, *, taken: bool) -> None:
        over, self._over, self.correction = self._over, None, None
        self._stage.correcting, self._stage.panel.editing = False, None
        self._stage.board.cells_only = False
        self._stage.board.hide_cursor()
        self._stage.line.show(None)
        self._stage.refresh()
        if over:
            over(taken)

    def _show(self) -> None:
        assert self.correction is not None
        board = self._stage.board
        board.show(self.correction.cells)
        asking = self.correction.doubt or self.correction.open or self.correction.asking
        board.mark(Mark.WRONG, sorted(set(self.correction.questionable) - {asking}))
        board.mark(Mark.TAPPED, (asking,) if asking else ())
        self.bar.refresh()
        self._stage.line.show(self.correction.message)
