"""Games of a match file as moves from the start, and moves as a game of a match file."""

from __future__ import annotations

from collections.abc import Iterable

from games.backgammon.formats.mat import MatGame, MatMatch, MatTurn, spelt
from games.backgammon.match import DECLARED_OPTIONS, MAX_MATCH_POINTS, check_match, crawford_game, score
from games.backgammon.moves import BackgammonMove, BackgammonPlay, BackgammonThrow, CubeAction
from games.backgammon.notation import read
from games.backgammon.rules import BackgammonState, start
from games.backgammon.sides import name_of
from games.errors import BadNotation, BadOption, IllegalMove
from games.options import Options
from words import FourthSeatError, Text, say


def options_of(match: MatMatch, number: int, options: Options) -> Options:
    """The options of a game of the match (numbered from 0), whatever the file does not say taken from those given.

    The cube is on where anybody doubles, and backgammons count where anybody won one; a side begins by an opening throw
    where the first dice can be one.

    Raises:
        BadNotation: a match longer than can be played here, or over before the game.
    """
    if match.length > MAX_MATCH_POINTS:
        raise BadNotation(say("a match to {points} points cannot be played here: the most is 25", points=match.length))
    game = match.games[number]
    said = {
        "match": match.length,
        "cube": _anybody_doubles(match) or options["cube"],
        "backgammon": any(game.points and game.points % 3 == 0 for game in match.games) or options["backgammon"],
        "first": _first(game),
    }
    if match.length:
        said |= {"score1": game.scores[0], "score2": game.scores[1]}
    try:
        result = Options(DECLARED_OPTIONS, {**options, **said})
        earlier = (
            Options(DECLARED_OPTIONS, {**result, "score1": one, "score2": two}) for one, two in _scores(match, number)
        )
        if match.length and any(crawford_game(before) for before in earlier):
            result = Options(DECLARED_OPTIONS, {**result, "crawford": False})
        check_match(result)
    except BadOption as error:
        raise BadNotation(error.text) from None
    return result


def _anybody_doubles(match: MatMatch) -> bool:
    return any(turn.text == str(CubeAction.DOUBLE) for game in match.games for turn in game.turns)


def _first(game: MatGame) -> str:
    if not game.turns:
        return "throw"
    dice, colon, _ = game.turns[0].text.partition(":")
    return "throw" if colon and dice[0] != dice[1] else str(game.turns[0].colour)


def _scores(match: MatMatch, number: int) -> Iterable[tuple[int, int]]:
    """The scores before the games that came earlier, as far as the match was open then."""
    return (game.scores for game in match.games[:number] if max(game.scores) < match.length)


def moves_of(game: MatGame, options: Options) -> list[BackgammonMove]:
    """The moves of a game from the start with these options (those of `options_of`), throws included.

    Raises:
        BadNotation: a turn that the rules do not allow, with its line.
    """
    state = start(options)
    moves: list[BackgammonMove] = []
    for turn in game.turns:
        try:
            if state.turn not in (0, turn.colour):
                raise IllegalMove(say("it is {colour}'s turn", colour=name_of(state.turn)))
            for move in _moves(state, turn):
                state = state.play(move)
                moves.append(move)
        except FourthSeatError as error:
            raise _wrong(turn, error.text) from None
    return moves


def _moves(state: BackgammonState, turn: MatTurn) -> tuple[BackgammonMove, ...]:
    """The moves of a turn. The first throw of a game says who threw the higher die."""
    dice, colon, ways = turn.text.partition(":")
    if state.turn or not colon:
        return read(state, turn.text)
    high, low = max(dice), min(dice)
    return read(state, f"{high}{low}:{ways}" if turn.colour == 1 else f"{low}{high}:{ways}")


def _wrong(turn: MatTurn, reason: Text) -> BadNotation:
    if not turn.line:
        return BadNotation(say("{turn}: {reason}", turn=turn.text, reason=reason))
    return BadNotation(say("line {line}: {reason}", line=turn.line, reason=reason))


def game_of(options: Options, moves: Iterable[BackgammonMove], winner: int = 0, points: int = 0) -> MatGame:
    """The game that these moves make from the start.

    Args:
        options: of the game.
        moves: all of them, throws included.
        winner: who won a game that the moves do not end (by resignation, say); 0 for nobody.
        points: what that winner got.
    """
    state = start(options)
    turns = []
    for move in moves:
        if isinstance(move, BackgammonPlay):
            turns.append(MatTurn(state.turn, spelt(move)))
        elif not isinstance(move, BackgammonThrow) and move is not CubeAction.ROLL:
            turns.append(MatTurn(state.turn, str(move)))
        state = state.play(move)
    if result := state.result:
        winner, points = result.winners[0], max(result.scores)
    return MatGame(score(options), tuple(turns), winner, points)
