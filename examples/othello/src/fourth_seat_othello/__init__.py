"""Othello for Fourth Seat: the facts of the game, and its methods that call the files beside this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fourth_seat.games import Game
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.errors import BadPosition, IllegalMove, unreadable
from fourth_seat.games.geometry import BoardGround, Cell, Geometry, circle, rectangle
from fourth_seat.games.input import PartialMove, match_in_order
from fourth_seat.games.lessons.lesson import Lesson, Picture, Shows
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Side
from fourth_seat.games.steps import Step, on_board
from fourth_seat.words import Text, say
from fourth_seat_othello.rules import COLOURS, PASS, SIZE, SQUARES, OthelloMove, OthelloState

GEOMETRY = Geometry(
    cells=tuple(
        Cell(square, rectangle(x, y, x + 1, y + 1), tone="felt", piece=circle(x + 0.5, y + 0.5, 0.4), size=0.8)
        for square, (x, y) in SQUARES.items()
    ),
    area=(0, 0, SIZE, SIZE),
    bounds=(-0.4, -0.4, SIZE + 0.4, SIZE + 0.4),
    grounds=(BoardGround(rectangle(-0.4, -0.4, SIZE + 0.4, SIZE + 0.4), "wood"),),
    column_labels=tuple("abcdefgh"),
    row_labels=tuple("12345678"),
)
MARKS = {0: ".", 1: "B", 2: "W"}


class OthelloGame(Game[OthelloState, OthelloMove]):
    name = "othello"
    aliases = ("reversi",)
    title = say("Othello")
    summary = say("Enclose the other's discs and turn them over; the most discs win.")
    sample_position = "8/8/2W5/2BWB3/2BBWW2/2B1W3/8/8 B"
    entering = say("Tap the square on which you put your disc.")
    lessons = (
        Lesson(
            say("The beginning"),
            say("Four discs lie in the middle. Black begins, and the two take turns."),
            (Picture(),),
        ),
        Lesson(
            say("Enclose and turn"),
            say(
                "Put a disc of yours so that it encloses discs of the other between itself and another of yours, in a row, "
                "a column or a diagonal. All that are enclosed are turned over."
            ),
            (Picture(move="d3"), Picture(move="d3", shows=Shows.AFTER)),
        ),
        Lesson(
            say("Pass"),
            say("Whoever can enclose nothing passes, and the other plays again."),
            (Picture("BBBBBBBW/8/8/8/8/8/8/8 W"),),
        ),
        Lesson(
            say("The end"),
            say("When nobody can play any more, the colour with more discs wins."),
            (Picture("BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBWWWW/WWWWWWWW/WWWWWWWW/WWWWWWWW B"),),
        ),
    )

    def start(self, options: Options) -> OthelloState:
        return OthelloState(options)

    def sides(self, options: Options) -> tuple[Side, ...]:
        return COLOURS

    def position(self, state: OthelloState) -> str:
        rows = ["".join(MARKS[state.at(x, y)] for x in range(SIZE)) for y in range(SIZE)]
        return f"{'/'.join(_shortened(row) for row in rows)} {MARKS[state.mover]}"

    def parse_position(self, text: str, options: Options) -> OthelloState:
        board, _, mover = text.strip().upper().partition(" ")
        rows = ["".join("." * int(sign) if sign in "12345678" else sign for sign in row) for row in board.split("/")]
        if len(rows) != SIZE or {len(row) for row in rows} != {SIZE} or set("".join(rows)) - set(".BW"):
            raise BadPosition(
                say("{text} is not a board of 8 rows with 8 squares, written with B, W and 1 to 8", text=text)
            )
        if mover not in ("B", "W"):
            raise BadPosition(say("{text} does not end with B or W, whose turn it is", text=text))
        sign_of = {sign: colour for colour, sign in MARKS.items()}
        return OthelloState(options, tuple(sign_of[sign] for row in rows for sign in row), sign_of[mover])

    def diagram(self, state: OthelloState) -> str:
        rows = [f"{y + 1} {' '.join(MARKS[state.at(x, y)] for x in range(SIZE))}" for y in range(SIZE)]
        return "\n".join(["  a b c d e f g h", *rows])

    def parse(self, state: OthelloState, text: str) -> tuple[OthelloMove, ...]:
        square = text.strip().lower()
        if square not in (*SQUARES, PASS):
            raise unreadable(text, "d3")
        return (OthelloMove(square),)

    def is_pass(self, move: OthelloMove) -> bool:
        return move.square == PASS

    def geometry(self, options: Options) -> Geometry:
        return GEOMETRY

    def partial_move(self, state: OthelloState, taps: Sequence[str]) -> PartialMove[OthelloMove]:
        partial = match_in_order(state.legal(), taps, lambda move: () if self.is_pass(move) else (move.square,))
        if not partial.moves:
            raise IllegalMove(state.why_not(OthelloMove(taps[0])) or say("tap one square"))
        return partial

    def steps(self, state: OthelloState, move: OthelloMove) -> tuple[Step, ...]:
        if self.is_pass(move):
            return ()
        own = Content(state.mover)
        put = Step(
            say("put a {colour} disc on {square}", colour=self._name(state.mover), square=move.square),
            (move.square,),
            ((move.square, own),),
        )
        turned = state.turned(move)
        turn = Step(say("turn over {squares}", squares=turned), turned, tuple((square, own) for square in turned))
        return put, turn

    def restoring_steps(self, found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:
        return tuple(self._restored(change.cell, change.wanted) for change in on_board(found, wanted, GEOMETRY))

    def correct(self, state: OthelloState, cells: Mapping[str, Content | None]) -> OthelloState:
        board = list(state.board)
        for square, content in cells.items():
            if square not in SQUARES:
                raise BadPosition(say("there is no square {square}: they are a1 to h8", square=square))
            if content and content.colour not in (1, 2):
                raise BadPosition(say("{square} can hold only a black or a white disc", square=square))
            x, y = SQUARES[square]
            board[y * SIZE + x] = content.colour if content else 0
        return OthelloState(state.options, tuple(board), state.mover)

    def with_mover(self, state: OthelloState, colour: int) -> OthelloState:
        return OthelloState(state.options, state.board, colour)

    def _name(self, colour: int) -> Text:
        return COLOURS[colour - 1].name

    def _restored(self, square: str, wanted: Content | None) -> Step:
        if wanted is None:
            return Step(say("take the disc off {square}", square=square), (square,), ((square, None),))
        text = say("let {square} show {colour}", square=square, colour=self._name(wanted.colour))
        return Step(text, (square,), ((square, wanted),))


def _shortened(row: str) -> str:
    """Return a row with each run of empty squares replaced by its length."""
    for run in range(SIZE, 0, -1):
        row = row.replace("." * run, str(run))
    return row


GAME = OthelloGame()
