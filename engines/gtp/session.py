"""Session of an engine process: the position and history of a game, and the parsing of moves, colours and dice."""

from __future__ import annotations

from random import Random

from fourth_seat.engines.errors import BadCommand
from fourth_seat.engines.levels import Level, level
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.engines.process.dialects import waits_for_a_throw
from fourth_seat.games import CHANCE, AnyGame, AnyState
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.options import Options
from fourth_seat.words import say


class GtpSession:
    """A game in progress.

    Attributes:
        rng: the random number generator of the whole process.
        ponders: whether the engine thinks on its opponents' time.
        selector: chooses and evaluates moves.
        state: the current position.
    """

    def __init__(self, game: AnyGame, options: Options, how: Level, limits: EngineLimits | None = None) -> None:
        self.rng = Random()
        self.ponders = False
        self.selector = MoveSelector(game, options, how, self.rng, limits)
        self._take_up(game, options)

    def set_game(self, game: AnyGame, options: Options) -> None:
        """Start another game at the same level, with the same time per move.

        Raises:
            UnknownLevel: the level is a named player that does not exist for this game.
        """
        old = self.selector
        new = MoveSelector(game, options, level(old.level.spec, game.name), self.rng, old.limits)
        new.seconds = old.seconds
        self.selector = new
        self._take_up(game, options)

    def _take_up(self, game: AnyGame, options: Options) -> None:
        self.game, self.options = game, options
        self.clear()

    def clear(self) -> None:
        """Reset to the starting position and clear the undo history."""
        self.selector.begin_game()
        self._begin(self.game.start(self.options))

    def set_position(self, text: str) -> None:
        """Set up the position described by `text`; raise `BadPosition` if it is invalid."""
        self._begin(self.game.parse_position(text, self.options))

    def _begin(self, state: AnyState) -> None:
        self.state = state
        self._past: list[AnyState] = []

    def undo(self) -> None:
        """Undo the last `play` or `genmove`, including its throw."""
        if not self._past:
            raise BadCommand(say("there is nothing to undo"))
        self.state = self._past.pop()

    def play(self, colour: int, text: str) -> None:
        """Play the move, the throw, or both that `text` describes. If any part cannot be played, nothing is played.

        Raises:
            BadNotation: `text` cannot be parsed.
            IllegalMove: the move or throw is not legal here.
        """
        state = self.turn_of(colour)
        for part in self.game.parse(state, text):
            state = state.play(part)
        self._go_on(state)

    def answer(self, state: AnyState, move: object) -> str:
        """Play a move in a position returned by `ready`, and return the text of the answer.

        A move that still needs its own throw is not played yet, because the next `play` will contain both.
        """
        after = state.play(move)
        if not waits_for_a_throw(state, after):
            self._go_on(after)
        return "pass" if self.game.is_pass(move) else str(move)

    def _go_on(self, state: AnyState) -> None:
        self._past.append(self.state)
        self.state = state

    def turn_of(self, colour: int) -> AnyState:
        """Return the position with this colour to move, after any passes forced on other colours.

        Raises:
            IllegalMove: it is another colour's turn, or the game is over.
        """
        state: AnyState = self.state
        while state.mover not in (0, colour) and state.to_move != CHANCE and not state.over:
            moves = state.legal()
            if len(moves) > 1 or not self.game.is_pass(moves[0]):
                break
            state = state.play_unchecked(moves[0])
        if state.over:
            return state
        try:
            state = self.game.turn_to(state, colour)
        except IllegalMove:
            if state.mover:
                raise  # otherwise a throw decides whose turn it is
        return state

    def ready(self, colour: int, dice: str) -> AnyState:
        """Return the position with this colour to move, after throwing these dice if the game needs a throw.

        Raises:
            BadCommand: the dice are missing, there is nothing to throw, or the game is over.
            BadNotation, IllegalMove: the dice are invalid, or it is another colour's turn.
        """
        state = self.turn_of(colour)
        if state.over:
            raise BadCommand(say("the game is over"))
        if not dice and state.to_move == CHANCE:
            example = str(state.legal()[0])
            raise BadCommand(say("the dice are missing: add them after the colour, for example {example}", example=example))
        if not dice:
            return state
        thrown = False
        for part in self.game.parse(state, dice):
            thrown = state.to_move == CHANCE
            state = state.play(part)
        if not thrown or state.to_move == CHANCE or state.mover != colour:
            raise BadCommand(say("colour {colour} cannot move with the dice {dice}", dice=dice, colour=colour))
        return state

    def colour(self, word: str) -> int:
        """Parse a colour: a number, an English name, or, if there are two colours, `b` or `w`.

        Raises:
            BadCommand: `word` is not a colour.
        """
        names = {str(side.name).lower(): n for n, side in enumerate(self.game.sides(self.options), 1)}
        known = {str(n): n for n in names.values()} | names
        if len(names) == 2:
            black = names.get("black") or (3 - names["white"] if "white" in names else 1)
            known = {"b": black, "black": black, "w": 3 - black, "white": 3 - black} | known
        if word.lower() not in known:
            raise BadCommand(
                say("unknown colour {word}; the colours are: {names}", word=word or "''", names=", ".join(known))
            )
        return known[word.lower()]
