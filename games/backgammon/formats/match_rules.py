"""The options of the games in a match file, inferred, and the moves of its games under them.

Other programs write some options above a match (`; [Crawford "Off"]`). All else is as in matches everywhere (with a cube;
gammons and backgammons count) unless the games show something else: a gammon that counted one point, a double in the
Crawford game.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.backgammon.checkers import name_of
from games.backgammon.formats.mat import MatGame, MatMatch, MatTurn
from games.backgammon.match import DECLARED_OPTIONS, MAX_MATCH_POINTS, check_match, crawford_game
from games.backgammon.moves import BackgammonMove, CubeAction
from games.backgammon.notation import read_moves
from games.backgammon.rules import BackgammonState, start
from games.errors import BadNotation, BadOption, IllegalMove
from games.formats import wrong_line
from games.options import Options, OptionValue
from words import FourthSeatError, Text, say

GAME_PLAYED = "backgammon"  # other variations have another start position, or other rules
NO_CUBE = "1"  # the highest cube where there is none


def rules_of(match: MatMatch) -> Options:
    """Return the options that all games of the match share.

    Raises:
        BadNotation: a match longer than can be played here, another game, or a turn that the rules do not allow.
    """
    if match.length > MAX_MATCH_POINTS:
        raise _wrong(
            match.line, say("a match to {points} points cannot be played here: the most is 25", points=match.length)
        )
    noted = {name.lower(): value.strip().lower() for name, value in match.notes}
    variation = noted.get("variation", GAME_PLAYED)
    if variation != GAME_PLAYED:
        raise BadNotation(say("this file is of another game than backgammon: {name}", name=variation))
    fields: dict[str, OptionValue] = {
        "match": match.length,
        "cube": noted.get("cubelimit") != NO_CUBE or any(game.doubled for game in match.games),
        "gammon": True,
        "backgammon": True,
        "crawford": noted.get("crawford") != "off",
        "jacoby": False,
    }
    jacoby = not match.length and noted.get("jacoby") == "on"
    wins = list(_counted_less(match, Options(DECLARED_OPTIONS, fields)))
    jacoby |= not match.length and any(times == 1 == cube for times, cube in wins)
    fields |= {
        "jacoby": jacoby,
        "gammon": not any(times == 1 and not (jacoby and cube == 1) for times, cube in wins),
        "backgammon": all(times != 2 for times, _ in wins),
    }
    return Options(DECLARED_OPTIONS, fields)


def _counted_less(match: MatMatch, options: Options) -> Iterator[tuple[int, int]]:
    """Yield, for each win that would be worth more if gammons counted, the multiple of the cube it was counted for and the
    cube's value. The game that decided the match proves nothing.
    """
    for number, game in enumerate(match.games):
        if not game.winner or decides(match, game) or game.turns[-1:] == (MatTurn(3 - game.winner, str(CubeAction.DROP)),):
            continue
        end = _end(game, options_of(match, number, options))
        if end.over:
            cube = end.cube.value
            if game.points < max(end.standing().scores):
                yield game.points // cube, cube


def _end(game: MatGame, options: Options) -> BackgammonState:
    state = start(options)
    for move in moves_of(game, options):
        state = state.play_unchecked(move)
    return state


def decides(match: MatMatch, game: MatGame) -> bool:
    """Return whether the game's winner has the points of the match with it."""
    return bool(match.length and game.winner) and game.scores[game.winner - 1] + game.points >= match.length


def options_of(match: MatMatch, number: int, rules: Options) -> Options:
    """Return the options of a game of the match (numbered from 0), with the match's rules: its score, and the first player.

    A side begins by an opening throw where the first dice can be one.

    Raises:
        BadNotation: the match is over before the game.
    """
    game = match.games[number]
    fields: dict[str, OptionValue] = {**rules, "first": _first(game)}
    if match.length:
        fields |= {"score1": game.scores[0], "score2": game.scores[1]}
    try:
        options = Options(DECLARED_OPTIONS, fields)
        check_match(options)
    except BadOption as error:
        raise _wrong(game.line, error.text) from None
    if match.length and crawford_game(options) and (game.doubled or _had_crawford(match, number)):
        return Options(DECLARED_OPTIONS, {**options, "crawford": False})
    return options


def _had_crawford(match: MatMatch, number: int) -> bool:
    """Return whether exactly one side needed a single point in a game before."""
    one_away = match.length - 1
    return any(max(game.scores) == one_away and game.scores[0] != game.scores[1] for game in match.games[:number])


def _first(game: MatGame) -> str:
    if not game.turns:
        return "throw"
    dice, colon, _ = game.turns[0].text.partition(":")
    return "throw" if colon and dice[0] != dice[1] else str(game.turns[0].colour)


def moves_of(game: MatGame, options: Options) -> list[BackgammonMove]:
    """Return the moves of a game from the start with these options (those of `options_of`), throws included.

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
            reason = error.text if turn.line else say("{turn}: {reason}", turn=turn.text, reason=error.text)
            raise _wrong(turn.line, reason) from None
    return moves


def _moves(state: BackgammonState, turn: MatTurn) -> tuple[BackgammonMove, ...]:
    """Return the moves of a turn. The first throw of a game includes which side threw the higher die."""
    dice, colon, ways = turn.text.partition(":")
    if state.turn or not colon:
        return read_moves(state, turn.text)
    high, low = max(dice), min(dice)
    return read_moves(state, f"{high}{low}:{ways}" if turn.colour == 1 else f"{low}{high}:{ways}")


def _wrong(line: int, reason: Text) -> BadNotation:
    return wrong_line(line, reason) if line else BadNotation(reason)
