"""The game protocol, which defines the interface between the rules and the rest of the program.

A game is a package that defines the object `GAME`. Colours are numbered 1..n in order of play, and the seats that own them
are also numbered from 1. Chance is a player: if dice must be thrown, `to_move` is `CHANCE` and the legal moves are the
outcomes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeVar

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.input import HeldPiece, PartialMove
from fourth_seat.games.lessons.lesson import Lesson
from fourth_seat.games.options import Option, Options
from fourth_seat.games.sheet import BoardSheet
from fourth_seat.games.steps import Step
from fourth_seat.words import Text, Value, say

CHANCE = 0
BEGINNER = "first"  # the name of the option that says who begins, in games that declare one
MAX_GAME_MOVES = 5000  # including throws; the longest games that people play have a few hundred

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Side:
    """A colour with its name, its mark in notation, the key of its hue in the theme, and the letter shown on its pieces for
    colour-blind players (the mark, unless the language uses a different letter).
    """

    name: Text
    mark: str
    hue: str
    letter: Text | None = None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the score sheet, with a title and a number for each seat. `decides` is set if they decide the game."""

    title: Text
    scores: tuple[int, ...]
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The standing of a game, or its result once it has ended.

    Attributes:
        winners: the seats that share the win, or all seats for a draw.
        scores: the deciding score of each seat.
        reason: a sentence such as "Four in a row: red wins."
        sheet: additional rows for the score sheet.
        final: False for a game that was not played out, which does not count towards a match.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Text
    sheet: tuple[ScoreRow, ...] = ()
    final: bool = True

    def share(self, seat: int) -> float:
        """Return a seat's share of the win: 1 for a sole winner, 1/k for one of k winners, 0 for a loser."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class State(ABC, Generic[M]):
    """An immutable, hashable position. Playing a move returns a new one. Subclasses are frozen, slotted dataclasses."""

    __slots__ = ()

    options: Options
    """The options of the game. Every subclass has this field."""

    @property
    @abstractmethod
    def mover(self) -> int:
        """The colour to move, even while its dice are being thrown, or 0 if a throw belongs to no colour."""

    @property
    def to_move(self) -> int:
        """The colour that chooses the next move, or `CHANCE` if dice must be thrown."""
        return self.mover

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.mover

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended, in which case `legal()` is empty."""

    @abstractmethod
    def standing(self) -> Result:
        """Return the standing if the game is stopped in this position. If the game is over, this is its result."""

    @property
    def result(self) -> Result | None:
        """The result, or None if the game has not ended."""
        return self.standing() if self.over else None

    @abstractmethod
    def legal(self) -> Sequence[M]:
        """Return all legal moves, or all outcomes of a throw, in a fixed order."""

    def chances(self) -> Sequence[tuple[M, float]]:
        """Return the outcomes of a throw with their probabilities, which are equal by default."""
        outcomes = self.legal()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    @abstractmethod
    def why_not(self, move: M) -> Text | None:
        """Explain in simple words why a move is illegal. Returns None if it is legal."""

    def play(self, move: M) -> Self:
        """Return the position after a move. Raises `IllegalMove` with the reason if it is illegal."""
        if reason := self.why_not(move):
            raise IllegalMove(reason)
        return self.play_unchecked(move)

    @abstractmethod
    def play_unchecked(self, move: M) -> Self:
        """Return the position after a move without checking its legality, as in a search."""

    @abstractmethod
    def cells(self) -> Cells:
        """Return the contents of all non-empty cells."""


S = TypeVar("S", bound=State[Any])


class Game(ABC, Generic[S, M]):
    """Everything that a game provides besides its rules, such as metadata, notation, geometry, input, and the steps for
    making moves on the real board. A game is stateless and has a single instance, `GAME`.

    Attributes:
        name: the name of the game's package, which is used on the command line, in records and in GTP.
        aliases: alternative names for the command line, in lowercase.
        gtp_names: names of the game in other GTP programs, mapped to the options they imply.
        title: the display name.
        summary: a sentence for the start page.
        order: the sort key for the start page, in ascending order.
        sample_position: a position from the middle of a game, for use in pictures. If empty, some random moves are played
            instead.
        lessons: four to seven lessons on how to play the game.
        entering: a prompt that explains how to enter a move by tapping.
        declared_options: the options of the game. All colours have the same kinds of handicaps, in the same order.
        sheet: a printable board, for games that are not sold as sets.
        min_slip: the minimum loss of points for a move to count as a slip, or None if the margin of a win does not matter.
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    gtp_names: ClassVar[Mapping[str, str]] = {}
    title: ClassVar[Text]
    summary: ClassVar[Text]
    order: ClassVar[int] = 100
    sample_position: ClassVar[str] = ""
    lessons: ClassVar[tuple[Lesson, ...]] = ()
    entering: ClassVar[Text] = say("Tap the places that your move touches; the places that you can tap next are marked.")
    declared_options: ClassVar[tuple[Option, ...]] = ()
    min_slip: ClassVar[int | None] = None
    sheet: ClassVar[BoardSheet | None] = None

    def options(self, text: str = "") -> Options:
        """Parse options from `k=v,...`. Raises `BadOption` if they are invalid."""
        return Options.parse(self.declared_options, text)

    def beginnings(self, options: Options) -> Mapping[Text, Options]:
        """Return the options for each possible way to begin, keyed by display name. They differ only in who begins: any
        eligible colour, or the one chosen by the dice. The mapping is empty if the rules leave no choice.
        """
        for option in self.declared_options:
            if option.name == BEGINNER:
                chosen = {
                    choice: Options(self.declared_options, {**options, BEGINNER: choice}) for choice in option.choices
                }
                return dict(zip(option.choice_titles, chosen.values(), strict=True))
        return {}

    def handicaps_offered(self, options: Options) -> tuple[Option, ...]:
        """Return the handicap options of the colours in play. All colours have the same kinds, in the same order."""
        hues = {side.hue for side in self.sides(options)}
        return tuple(option for option in self.declared_options if option.handicap in hues)

    def handicaps(self, options: Options) -> tuple[Option, ...]:
        """Return the handicaps that are in effect. The result is empty for an even game."""
        return tuple(each for each in self.handicaps_offered(options) if options[each.name] != each.default)

    def moved_on(self, options: Options) -> Options:
        """Return the options after all players move along one seat. Each handicap stays with its player."""
        hues, last = [side.hue for side in self.sides(options)], self.seats(options)
        values = dict(options)
        for seat in range(1, last + 1):
            come_from = seat % last + 1
            for new, old in zip(self.colours_of(seat, options), self.colours_of(come_from, options), strict=True):
                pairs = zip(self._handicaps_of(hues[new - 1]), self._handicaps_of(hues[old - 1]), strict=True)
                values |= {option.name: options[other.name] for option, other in pairs}
        return Options(self.declared_options, values)

    def _handicaps_of(self, hue: str) -> list[Option]:
        return [option for option in self.declared_options if option.handicap == hue]

    # -- the position ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, options: Options) -> S:
        """Return the initial position."""

    @abstractmethod
    def position(self, state: S) -> str:
        """Serialise a position to one line of text, without the options. `parse_position` is the inverse."""

    @abstractmethod
    def parse_position(self, text: str, options: Options) -> S:
        """Parse a position. Raises `BadPosition` with the place and reason if the text is invalid."""

    @abstractmethod
    def diagram(self, state: S) -> str:
        """Return a text diagram of the board for a terminal, with the coordinates used for typing moves."""

    # -- players ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def sides(self, options: Options) -> tuple[Side, ...]:
        """Return the colours in order of play."""

    def seats(self, options: Options) -> int:
        """Return the number of players. By default, each of them owns one colour."""
        return len(self.sides(options))

    def colours_of(self, seat: int, options: Options) -> tuple[int, ...]:
        """Return the colours played by a seat, its own first."""
        return (seat,)

    def turn_to(self, state: S, colour: int) -> S:
        """Return the position with another colour to move, for skipped turns (GTP has no passes). Raises `IllegalMove` if
        this is not possible.
        """
        if state.mover == colour:
            return state
        raise IllegalMove(say("it is {colour}'s turn", colour=self.colour_name(state.mover, state.options)))

    def colour_name(self, colour: int, options: Options) -> Text:
        """Return the display name of a colour."""
        return self.sides(options)[colour - 1].name if colour else say("nobody")

    def next_game(self, options: Options, result: Result) -> Options | None:
        """Return the options of the next game in a series, or None if this result ends a match."""
        return options

    def match_score(self, options: Options) -> tuple[int, ...]:
        """Return each seat's match points before this game. The result is empty outside a match."""
        return ()

    def match_goes_on(self, options: Options, result: Result) -> bool:
        """Return whether the game is part of a match that continues after this result."""
        return self.next_game(options, result) not in (None, options)

    def resignations(self, options: Options) -> Mapping[str, Text]:
        """Return the kinds of win that a seat can concede, as words mapped to titles. The first counts once, the second
        twice, and so on. The mapping is empty if all wins count the same.
        """
        return {}

    def resigned(self, state: S, seat: int, worth: int) -> Result:
        """Return the result if a seat concedes a win that counts `worth` times (0: depending on the position). Raises
        `IllegalMove` if it cannot count that much.
        """
        if worth:
            raise IllegalMove(say("a win is a win in this game: it cannot count more than once"))
        standing = state.standing()
        others = tuple(other for other in range(1, self.seats(state.options) + 1) if other != seat)
        return Result(others, standing.scores, standing.reason, standing.sheet)

    # -- notation --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def parse(self, state: S, text: str) -> tuple[M, ...]:
        """Parse a move, or a throw followed by a move (`31: 8/5 6/5`), without checking their legality. Raises
        `BadNotation` if the text is invalid.
        """

    def prompt(self, state: S, players: Sequence[Value]) -> Text:
        """Return a prompt that tells the player to move what to do and how to enter it. `players` contains the names of the
        seats.
        """
        return self.entering

    def implied(self, state: S) -> M | None:
        """Return a move that is implied when the player enters the move after it, or None if every move must be chosen. For
        example, entering dice implies the decision to roll rather than double.
        """
        return None

    def remark(self, state: S, move: M, players: Sequence[Value]) -> Text | None:
        """Return a remark on a notable effect of a move, such as a hit. For `players`, see `prompt`."""
        return None

    def is_pass(self, move: M) -> bool:
        """Return whether a move is a forced pass, which is played automatically and announced."""
        return False

    def move_name(self, move: M) -> Value:
        """Return the name of a move for use in a sentence, such as "column 4"."""
        return self.written(move)

    def written(self, move: M) -> Value:
        """Return the notation of a move for a list of moves. Words in it are translatable texts."""
        return str(move)

    def play_anyway(self, state: S, text: str) -> S:
        """Play a move even if the rules forbid it.

        Raises:
            BadNotation: the text is not a move.
            IllegalMove: the move is physically impossible.
        """
        raise IllegalMove(say("this game accepts only legal moves: correct the board instead"))

    def formats(self) -> tuple[Format, ...]:
        """Return the formats of other programs in which games can be read and written, best first."""
        return ()

    # -- hands -----------------------------------------------------------------------------------------------------------

    @abstractmethod
    def geometry(self, options: Options) -> Geometry:
        """Return the geometry of the board. As it is used frequently, implementations should cache it."""

    @abstractmethod
    def steps(self, state: S, move: M) -> tuple[Step, ...]:
        """Return the steps for making a move on the real board. A throw has no steps, or a single step that places the
        thrown die.
        """

    @abstractmethod
    def partial_move(self, state: S, taps: Sequence[str]) -> PartialMove[M]:
        """Return the moves that match the taps so far, or all moves if there are no taps. If no moves are left, raises
        `IllegalMove` with the reason.
        """

    def standing_after(self, state: S, taps: Sequence[str]) -> Result:
        """Return the standing after the taps of a partially entered move, if the board already shows their effect."""
        return state.standing()

    @abstractmethod
    def restoring_steps(self, found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:
        """Return the steps for turning one board into another, or an empty tuple if they are equal. Their sentences name
        the cells from the point of view of `mover`.
        """

    def cell_name(self, cell: str, colour: int, options: Options) -> Value:
        """Return the name shown on the board for a labelled cell while a colour is to move (0 for none)."""
        return cell

    def place_name(self, cell: str, options: Options) -> Value:
        """Return the name of a cell for use in a sentence, based on names visible on the board."""
        return self.cell_name(cell, 0, options)

    def hold(self, state: S, piece: str, turns: int, flipped: bool, over: str) -> HeldPiece[M] | None:
        """Return the place of a piece dropped with its middle near a cell. This is the nearest legal place within reach of
        an imprecise tap, or a place inside the board with the reason why the piece does not fit. Returns None for games
        whose pieces are not turned.

        Args:
            piece: the tray cell from which it is taken.
            turns: number of clockwise quarter turns, applied after flipping.
            over: the cell below the piece's middle. If it is not on the board, no cells are covered.
        """
        return None

    def held_squares(self, piece: str, turns: int, flipped: bool) -> Sequence[tuple[int, int]]:
        """Return the squares (across, down) of a piece held as in `hold`, or an empty sequence if pieces are not turned."""
        return ()

    def anchors(self, state: S) -> Mapping[str, frozenset[str]]:
        """Map the tray cell of each of the mover's pieces to the cells at which it can be attached in any orientation. The
        mapping is empty for games whose pieces are not turned.
        """
        return {}

    def deciding_cells(self, state: S) -> tuple[str, ...]:
        """Return the cells that show why a game has ended, such as four in a row, or an empty tuple if there are none."""
        return ()

    def threatened(self, state: S, by: int) -> Mapping[str, int] | None:
        """Return the cells on which a colour could capture, mapped to the number of throws out of 36 that do so (0 if no
        throw is needed), or None if the game does not show threats.
        """
        return None

    def with_mover(self, state: S, colour: int) -> S:
        """Return a corrected board with this colour to move. Raises `IllegalMove` if the pieces show that it is another
        colour's turn.
        """
        return self.turn_to(state, colour)

    @abstractmethod
    def correct(self, state: S, cells: Mapping[str, Content | None]) -> S:
        """Return the position with the contents of some cells replaced (None: empty). The same colour remains to move.
        Raises `BadPosition` if the result is impossible.
        """


AnyGame = Game[Any, Any]
AnyState = State[Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A start position (the initial position or a corrected board), the moves and throws that follow, and the final
    position.
    """

    game: AnyGame
    start: AnyState
    moves: tuple[Any, ...]
    state: AnyState

    @classmethod
    def begin(cls, game: AnyGame, start: AnyState) -> Line:
        """Return a line without moves."""
        return cls(game, start, (), start)

    def play(self, move: Any) -> Line:
        """Return the line with a move appended. Raises `IllegalMove` if it is illegal or the line is too long."""
        if len(self.moves) >= MAX_GAME_MOVES:
            raise IllegalMove(say("a game has at most {n} moves and rolls of the dice", n=MAX_GAME_MOVES))
        return Line(self.game, self.start, (*self.moves, move), self.state.play(move))


@dataclass(frozen=True, slots=True)
class Ending:
    """The players' decision to end a game. Either `seat` conceded a win that counts `worth` times (see `Game.resigned`) or,
    if `seat` is 0, the game was stopped.
    """

    seat: int = 0
    worth: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A complete or unfinished game, for reading and writing files.

    Attributes:
        lines: its moves and throws. Each correction of the board starts a new line.
        names: the players' names in seat order, empty if unknown.
        ending: how the players ended the game, if they did.
        notices: messages about deviations from the file from which it was read.
    """

    lines: tuple[Line, ...]
    names: tuple[str, ...]
    ending: Ending | None = None
    notices: tuple[Text, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, line: Line) -> PlayedGame:
        """Return an unfinished game with unnamed players."""
        return cls((line,), ("",) * line.game.seats(line.start.options))

    @property
    def line(self) -> Line:
        """The current line, which starts at the last correction."""
        return self.lines[-1]

    @property
    def options(self) -> Options:
        """The options of the game."""
        options: Options = self.lines[0].start.options
        return options


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    Attributes:
        suffix: the suffix of written files, including the dot. Files from other programs may have other suffixes.
        claims: returns whether a text, judging by its contents, should be parsed with `read`.
        write: serialises one or more games, such as those of a match. Raises `BadNotation` for games that the format cannot
            represent.
        read: parses one or more games. Raises `BadNotation` with the place of the error.
    """

    suffix: str
    title: Text
    claims: Callable[[str], bool]
    write: Callable[[Sequence[PlayedGame]], str]
    read: Callable[[str], tuple[PlayedGame, ...]]
