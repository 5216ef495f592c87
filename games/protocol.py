"""The game protocol: the contract between the rules and everything else.

A game is one folder with an object `GAME`. Colours are numbered 1..n in order of play; seats, which own them, are numbered
from 1 as well. Chance is a player: if dice must be thrown, `to_move` is `CHANCE` and the legal moves are the outcomes.
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
    """A colour: its name, its sign in notation, the key of its hue in the theme, and the letter on its pieces for people
    who cannot tell hues apart (the sign, unless the language has a letter of its own).
    """

    name: Text
    mark: str
    hue: str
    letter: Text | None = None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of the score sheet: a title and a figure for each seat; `decides` says whether these figures decide the
    game.
    """

    title: Text
    scores: tuple[int, ...]
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The standing of a game, final once the game has ended.

    Attributes:
        winners: the seats that share the win; all seats for a draw.
        scores: the points that decide, one for each seat.
        reason: one sentence, such as "Four in a row: red wins."
        sheet: other counts that players like to see.
        final: False for the standing of a game that was not played out, which does not count towards a match.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Text
    sheet: tuple[ScoreRow, ...] = ()
    final: bool = True

    def share(self, seat: int) -> float:
        """Return the share of the win that a seat gets: 1 for a sole winner, 1/k for one of k, 0 for a loser."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class State(ABC, Generic[M]):
    """A position, immutable and hashable: playing a move returns a new one. Subclasses are frozen, slotted dataclasses."""

    __slots__ = ()

    options: Options
    """The options that the game is played with: a field of every subclass."""

    @property
    @abstractmethod
    def mover(self) -> int:
        """The colour to move, even while its dice are being thrown; 0 if a throw belongs to no colour."""

    @property
    def to_move(self) -> int:
        """The colour that chooses, or `CHANCE` if dice must be thrown first."""
        return self.mover

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.mover

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended; if so, `legal()` is empty."""

    @abstractmethod
    def standing(self) -> Result:
        """Return the result if the game were stopped here; it is final if the game is over."""

    @property
    def result(self) -> Result | None:
        """The result of a game that has ended."""
        return self.standing() if self.over else None

    @abstractmethod
    def legal(self) -> Sequence[M]:
        """Return all legal moves, or all outcomes of the throw, in a fixed order."""

    def chances(self) -> Sequence[tuple[M, float]]:
        """Return the outcomes of the throw with their probabilities, which are equal unless the game says otherwise."""
        outcomes = self.legal()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    @abstractmethod
    def why_not(self, move: M) -> Text | None:
        """Explain why the rules forbid this move, in words a child understands; None if they allow it."""

    def play(self, move: M) -> Self:
        """Return the position after the move; raise `IllegalMove`, with the reason, if the rules forbid it."""
        if reason := self.why_not(move):
            raise IllegalMove(reason)
        return self.play_unchecked(move)

    @abstractmethod
    def play_unchecked(self, move: M) -> Self:
        """Return the position after a move that is known to be legal, as in a search."""

    @abstractmethod
    def cells(self) -> Cells:
        """Return the contents of all cells that are not empty."""


S = TypeVar("S", bound=State[Any])


class Game(ABC, Generic[S, M]):
    """Everything that a game needs besides its rules: facts, notation, geometry, input, and the steps of making moves by
    hand. A game is stateless and has a single instance, `GAME`.

    Attributes:
        name: the name of the game's folder, which the command line, records and GTP use.
        aliases: other names that the command line understands, in small letters.
        gtp_names: names that other GTP programs give the game, each with the options that it implies.
        title: its name for people.
        summary: one sentence for the start page.
        order: its place on the start page, low ones first.
        sample_position: a position from the middle of a game, for its picture; without one, some random moves are played.
        lessons: four to seven lessons on how to play it.
        entering: the way in which players tap the move that they have made.
        declared_options: the options that the game takes; each colour has the same kinds of handicap, in the same order.
        sheet: the board on paper, for a game that is not sold as a set.
        min_slip: the points by which a margin must fall short for the move to count as a slip; None if a win is a win.
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
        """Parse options from `k=v,...`, or raise `BadOption`."""
        return Options.parse(self.declared_options, text)

    def beginnings(self, options: Options) -> Mapping[Text, Options]:
        """Return the options for each way to begin, by the name that people read; they differ only in who begins. There is
        a way for each colour that can begin, and one for letting the dice decide; none if the rules leave no choice.
        """
        for option in self.declared_options:
            if option.name == BEGINNER:
                chosen = {
                    choice: Options(self.declared_options, {**options, BEGINNER: choice}) for choice in option.choices
                }
                return dict(zip(option.choice_titles, chosen.values(), strict=True))
        return {}

    def handicaps_offered(self, options: Options) -> tuple[Option, ...]:
        """Return the handicaps offered to the colours that play; each colour has the same kinds, in the same order."""
        hues = {side.hue for side in self.sides(options)}
        return tuple(option for option in self.declared_options if option.handicap in hues)

    def handicaps(self, options: Options) -> tuple[Option, ...]:
        """Return the handicaps with which the sides begin; none for an even game."""
        return tuple(each for each in self.handicaps_offered(options) if options[each.name] != each.default)

    def moved_on(self, options: Options) -> Options:
        """Return the options in which each handicap stays with its player after everybody has moved on by one seat."""
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
        """Return the position before the first move."""

    @abstractmethod
    def position(self, state: S) -> str:
        """Return the position as one line of text, without the options; `parse_position` reads back an equal position."""

    @abstractmethod
    def parse_position(self, text: str, options: Options) -> S:
        """Parse a text and return its position, or raise `BadPosition`, which says where the text is wrong, and why."""

    @abstractmethod
    def diagram(self, state: S) -> str:
        """Return the board as lines of text for a terminal, with the coordinates that people type."""

    # -- players ---------------------------------------------------------------------------------------------------------

    @abstractmethod
    def sides(self, options: Options) -> tuple[Side, ...]:
        """Return the colours in order of play."""

    def seats(self, options: Options) -> int:
        """Return the number of players; each owns one colour unless the game says otherwise."""
        return len(self.sides(options))

    def colours_of(self, seat: int, options: Options) -> tuple[int, ...]:
        """Return the colours that a seat plays, its own first."""
        return (seat,)

    def turn_to(self, state: S, colour: int) -> S:
        """Return the position with another colour to move, for a skipped turn (GTP has no passes), or raise
        `IllegalMove`.
        """
        if state.mover == colour:
            return state
        raise IllegalMove(say("it is {colour}'s turn", colour=self.colour_name(state.mover, state.options)))

    def colour_name(self, colour: int, options: Options) -> Text:
        """Return the name of a colour as shown to people."""
        return self.sides(options)[colour - 1].name if colour else say("nobody")

    def next_game(self, options: Options, result: Result) -> Options | None:
        """Return the options of the next game in a series; None if this result ends a match."""
        return options

    def match_score(self, options: Options) -> tuple[int, ...]:
        """Return each seat's points in the match before this game; none outside a match."""
        return ()

    def match_goes_on(self, options: Options, result: Result) -> bool:
        """Return whether the game was part of a match that continues after this result."""
        return self.next_game(options, result) not in (None, options)

    def resignations(self, options: Options) -> Mapping[str, Text]:
        """Return the kinds of win that a seat can concede, each as a word with its title; the first counts once, the second
        twice, and so on. Empty if all wins count the same.
        """
        return {}

    def resigned(self, state: S, seat: int, worth: int) -> Result:
        """Return the result if a seat concedes a win that counts `worth` times (0: the position decides how many), or raise
        `IllegalMove`.
        """
        if worth:
            raise IllegalMove(say("a win is a win in this game: it cannot count more than once"))
        standing = state.standing()
        others = tuple(other for other in range(1, self.seats(state.options) + 1) if other != seat)
        return Result(others, standing.scores, standing.reason, standing.sheet)

    # -- notation --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def parse(self, state: S, text: str) -> tuple[M, ...]:
        """Return the moves in a text, unchecked: one move, or a throw and a move (`31: 8/5 6/5`); or raise
        `BadNotation`.
        """

    def prompt(self, state: S, players: Sequence[Value]) -> Text:
        """Return the sentence that tells the player whose turn it is what to do now, and how to enter it; `players` are the
        names of the seats.
        """
        return self.entering

    def implied(self, state: S) -> M | None:
        """Return the move that is implied when the player whose turn it is enters the move that follows it, such as the
        decision to roll when somebody who could double enters dice; None if every move has to be chosen.
        """
        return None

    def remark(self, state: S, move: M, players: Sequence[Value]) -> Text | None:
        """Return a remark on an effect of a move that everybody should notice, such as a hit; `players` as for `prompt`."""
        return None

    def is_pass(self, move: M) -> bool:
        """Return whether this move is a forced pass, which the table plays by itself and announces."""
        return False

    def move_name(self, move: M) -> Value:
        """Return a move as players say it within a sentence, such as "column 4"."""
        return self.written(move)

    def written(self, move: M) -> Value:
        """Return a move's notation for a list of moves; its words are texts, so that they can be translated."""
        return str(move)

    def play_anyway(self, state: S, text: str) -> S:
        """Return the position after a move that the rules forbid but the table accepts.

        Raises:
            BadNotation: as `parse`.
            IllegalMove: hands could not do it at all.
        """
        raise IllegalMove(say("this game accepts only legal moves: correct the board instead"))

    def formats(self) -> tuple[Format, ...]:
        """Return the formats of other programs in which games can be written and read, the best first."""
        return ()

    # -- hands -----------------------------------------------------------------------------------------------------------

    @abstractmethod
    def geometry(self, options: Options) -> Geometry:
        """Return the board's geometry. It is needed often, so cache it."""

    @abstractmethod
    def steps(self, state: S, move: M) -> tuple[Step, ...]:
        """Return the steps by which people make the move by hand; a throw has none, or one that sets down the die as
        thrown.
        """

    @abstractmethod
    def partial_move(self, state: S, taps: Sequence[str]) -> PartialMove[M]:
        """Return the moves that the taps so far can still lead to, or all moves if there are no taps; if no move is left,
        raise `IllegalMove` with the reason.
        """

    def standing_after(self, state: S, taps: Sequence[str]) -> Result:
        """Return the standing after the taps of a half-entered move, if the board already shows their effect."""
        return state.standing()

    @abstractmethod
    def restoring_steps(self, found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:
        """Return the steps by which people turn one board into another; none if both are the same. Their sentences
        name the cells as they are named from the side of `mover`.
        """

    def cell_name(self, cell: str, colour: int, options: Options) -> Value:
        """Return the name that the board shows for a labelled cell while a colour is to move; `colour` is 0 for none."""
        return cell

    def place_name(self, cell: str, options: Options) -> Value:
        """Return a cell's name for sentences, made up of names that can be seen on the board."""
        return self.cell_name(cell, 0, options)

    def hold(self, state: S, piece: str, turns: int, flipped: bool, over: str) -> HeldPiece[M] | None:
        """Return the place of a piece laid with its middle near a cell: the nearest legal place that a finger may just have
        missed, or else a place inside the board with the reason why the piece does not fit there; None for games whose
        pieces need no turning.

        Args:
            piece: the tray cell that it is taken from.
            turns: quarter turns clockwise, after flipping.
            over: the cell; nothing is covered unless it is on the board.
        """
        return None

    def held_squares(self, piece: str, turns: int, flipped: bool) -> Sequence[tuple[int, int]]:
        """Return the squares, across and down, of a piece held as in `hold`; none if pieces need no turning."""
        return ()

    def anchors(self, state: S) -> Mapping[str, frozenset[str]]:
        """Return, for the tray cell of each of the mover's pieces, the cells where it can be attached to the board in some
        orientation; none if it fits nowhere. Empty for games whose pieces need no turning.
        """
        return {}

    def deciding_cells(self, state: S) -> tuple[str, ...]:
        """Return the cells that show why a game has ended, such as four in a row; none if nothing shows it."""
        return ()

    def threatened(self, state: S, by: int) -> Mapping[str, int] | None:
        """Return the cells where a colour could capture now, with the number of throws out of 36 that do so (0: it needs no
        throw); None if the game does not show captures.
        """
        return None

    def with_mover(self, state: S, colour: int) -> S:
        """Return a corrected board with this colour to move; raise `IllegalMove` if the pieces show that it is somebody
        else's turn.
        """
        return self.turn_to(state, colour)

    @abstractmethod
    def correct(self, state: S, cells: Mapping[str, Content | None]) -> S:
        """Return the position with different contents on some cells (None: empty) and the same colour to move; or raise
        `BadPosition`.
        """


AnyGame = Game[Any, Any]
AnyState = State[Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A start position (the game's own or a corrected board), the moves and throws from there, and the position at the
    end.
    """

    game: AnyGame
    start: AnyState
    moves: tuple[Any, ...]
    state: AnyState

    @classmethod
    def begin(cls, game: AnyGame, start: AnyState) -> Line:
        """Return a line that has no moves yet."""
        return cls(game, start, (), start)

    def play(self, move: Any) -> Line:
        """Return the line with one more move; raise `IllegalMove` if the rules forbid it or the line is too long."""
        if len(self.moves) >= MAX_GAME_MOVES:
            raise IllegalMove(say("a game has at most {n} moves and rolls of the dice", n=MAX_GAME_MOVES))
        return Line(self.game, self.start, (*self.moves, move), self.state.play(move))


@dataclass(frozen=True, slots=True)
class Ending:
    """The way in which the players ended a game: `seat` conceded a win that counts `worth` times (as in `Game.resigned`)
    or, if `seat` is 0, the game was stopped.
    """

    seat: int = 0
    worth: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game in the form used in files.

    Attributes:
        lines: its moves and throws; each correction of the board begins another line.
        names: the players' names, by seat; empty for players without one.
        ending: how the players ended it, if they did.
        notices: sentences about deviations from the file that it was read from.
    """

    lines: tuple[Line, ...]
    names: tuple[str, ...]
    ending: Ending | None = None
    notices: tuple[Text, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, line: Line) -> PlayedGame:
        """Return an unfinished game whose players have no names."""
        return cls((line,), ("",) * line.game.seats(line.start.options))

    @property
    def line(self) -> Line:
        """The line since the last correction."""
        return self.lines[-1]

    @property
    def options(self) -> Options:
        """The options with which it is played."""
        options: Options = self.lines[0].start.options
        return options


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    Attributes:
        suffix: the suffix of the files written here, with the dot; other programs name theirs as they like.
        claims: whether a text, by its content, is one for `read`: it has the form of these files, or `read` recognises it.
        write: one or more games in a row (of a match, say) as a file's text; raises `BadNotation` for games that it cannot
            hold.
        read: the games that a file holds, at least one; raises `BadNotation` with the place.
    """

    suffix: str
    title: Text
    claims: Callable[[str], bool]
    write: Callable[[Sequence[PlayedGame]], str]
    read: Callable[[str], tuple[PlayedGame, ...]]
