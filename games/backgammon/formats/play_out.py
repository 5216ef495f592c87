"""Plays the games of a match file by the rules.

Details that programs omit, such as a forced play or the last roll before a resignation, are filled in. A notice is added
wherever the result differs from the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fourth_seat.games.backgammon.checkers import CHECKERS_EACH, OFF, name_of
from fourth_seat.games.backgammon.formats.mat import MatGame, MatTurn
from fourth_seat.games.backgammon.formats.xgid import board_text
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay
from fourth_seat.games.backgammon.notation import read_moves
from fourth_seat.games.backgammon.rules import BackgammonState, start
from fourth_seat.games.backgammon.turns import turns
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.options import Options
from fourth_seat.words import FourthSeatError, Text, say

BLANK, PASS, HIDDEN, SET = "", "pass", "?", "set "  # instead of a play, or of a turn


@dataclass(slots=True)
class PlayedOut:
    """A game after all its turns have been played.

    Attributes:
        state: the position after the moves.
        hidden: the colour whose last turn is unknown, or 0 for none.
    """

    state: BackgammonState
    moves: list[BackgammonMove] = field(default_factory=list)
    hidden: int = 0
    notices: list[Text] = field(default_factory=list)

    def play(self, moves: Sequence[BackgammonMove]) -> None:
        """Continue the game with these moves. Stops at the first illegal move and raises `IllegalMove`."""
        for move in moves:
            self.state = self.state.play(move)
            self.moves.append(move)


def play_out(game: MatGame, options: Options) -> PlayedOut:
    """Play a game from the start with these options and return the result, with all moves including throws.

    Raises:
        BadNotation: a turn is missing or illegal. The message gives its place.
    """
    played = PlayedOut(start(options))
    for turn in game.turns:
        try:
            _turn(played, turn, game)
        except FourthSeatError as error:
            reason = error.text if turn.place.line else say("{turn}: {reason}", turn=turn.text, reason=error.text)
            raise turn.place.wrong(reason) from None
    return played


def _turn(played: PlayedOut, turn: MatTurn, game: MatGame) -> None:
    state, last = played.state, turn is game.turns[-1]
    if turn.text.startswith(SET):
        _check_position(state, turn.text.removeprefix(SET))
        return
    dice, colon, ways = (part.strip() for part in turn.text.partition(":"))
    if state.over and (ways in (BLANK, HIDDEN) if colon else turn.text == HIDDEN):
        return  # a place for a turn that nobody needed
    if turn.text == HIDDEN and last:
        played.hidden = turn.colour
        return
    if state.turn not in (0, turn.colour):
        raise IllegalMove(say("it is {colour}'s turn", colour=name_of(state.turn)))
    if not colon:
        played.play(read_moves(state, turn.text))
        return
    if not state.turn:  # the first throw includes which side threw the higher die
        dice = "".join(sorted(dice, reverse=turn.colour == 1))
    if ways in (BLANK, PASS, HIDDEN):
        played.play(read_moves(state, dice))
        _untold(played, turn, ways, game, last=last)
        return
    try:
        played.play(read_moves(state, f"{dice}: {ways}"))
    except FourthSeatError:
        if not (last and (game.winner or game.loser)):
            raise
        if played.state.dice is None:
            played.play(read_moves(state, dice))
        if played.state.dice is None:
            raise
        _give_up(played, turn, game)


def _untold(played: PlayedOut, turn: MatTurn, instead: str, game: MatGame, *, last: bool) -> None:
    """Complete a roll that has no play in the file, with the only possible play or with none if the game ends there."""
    state = played.state
    if state.dice is None:  # both rolled the same number at the start: nobody plays it
        return
    plays = list(turns(state.board, state.dice).values())
    if len(plays) == 1:
        played.play(plays)
    elif last and (instead != PASS or game.winner or game.loser):
        _give_up(played, turn, game, noticed=instead == PASS)
        played.hidden = turn.colour if instead == HIDDEN else 0
    else:
        hidden = say("the file does not show this play, so the game cannot be followed any further")
        raise IllegalMove((instead != HIDDEN and state.why_not(BackgammonPlay(state.dice, ()))) or hidden)


def _give_up(played: PlayedOut, turn: MatTurn, game: MatGame, *, noticed: bool = True) -> None:
    """End a game at a roll without a play, either by bearing off the winner's last checkers or by resignation."""
    state = played.state
    assert state.dice is not None
    for (own, _), play in turns(state.board, state.dice).items():
        if own[OFF] == CHECKERS_EACH and game.winner == turn.colour:
            played.play([play])
            return
    if noticed:
        reason = say("{turn} cannot be played; the game was given up there, so this play was left out", turn=turn.text)
        played.notices.append(turn.place.named(reason))


def _check_position(state: BackgammonState, board: str) -> None:
    """Raise `IllegalMove` unless the position matches this board from either player's point of view."""
    if board_text(state.checkers) not in (board, board[::-1].swapcase()):
        raise IllegalMove(say("a position is set up here, and games with such a position cannot be imported"))
