"""Games of a match file (`.mat`) as moves from the start, and moves as a game of a match file.

What the columns of a match file cannot hold stands in comments above them, as other programs write theirs: the options,
equal opening throws, and what was said or thrown since the last turn. Of a file of several games the last one is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from games.backgammon.checkers import SIDE_KEYS, name_of
from games.backgammon.formats.mat import MatGame, MatMatch, MatTurn, spelt, write
from games.backgammon.formats.mat import read as read_match
from games.backgammon.match import DECLARED_OPTIONS, MAX_MATCH_POINTS, check_match, crawford_game, score
from games.backgammon.moves import BackgammonMove, BackgammonPlay, BackgammonThrow, CubeAction
from games.backgammon.notation import read_moves
from games.backgammon.rules import BackgammonState, start
from games.errors import BadNotation, BadOption, IllegalMove
from games.formats import require_game_start
from games.options import Options
from games.protocol import Game, Line
from words import FourthSeatError, Text, say

OPTIONS, OPENING, SINCE = "Options", "Opening", "Since"  # names of comments


def write_mat(line: Line) -> str:
    """The text of a match file with this one game; raises `BadNotation` if the board was corrected by hand."""
    require_game_start(line)
    options, moves = line.start.options, line.moves
    played = moves[_repeated_openings(line) :]
    since = list(takewhile(lambda move: isinstance(move, BackgammonThrow) or move is CubeAction.ROLL, reversed(played)))
    notes = {
        OPTIONS: str(options),
        OPENING: _written_words(moves[: _repeated_openings(line)]),
        SINCE: _written_words(reversed(since)),
    }
    kept = tuple((name, value) for name, value in notes.items() if value)
    return write(MatMatch(int(options["match"]), SIDE_KEYS, (game_of(options, moves),), kept))


def _repeated_openings(line: Line) -> int:
    """The number of opening throws that were equal and repeated."""
    if line.start.mover:
        return 0
    return sum(1 for _ in takewhile(lambda throw: throw.dice[0] == throw.dice[1], line.moves))


def _written_words(moves: Iterable[BackgammonMove]) -> str:
    return " ".join(str(move) for move in moves)


def read_mat(game: Game[BackgammonState, BackgammonMove], text: str) -> Line:
    """Read the last game of a file.

    Raises:
        BadNotation: what is wrong, with its line.
    """
    match = read_match(text)
    if not match.games:
        raise BadNotation(say("there is no game in this file"))
    notes, last = dict(match.notes), len(match.games) - 1
    try:
        options = game.options(notes[OPTIONS]) if OPTIONS in notes else options_of(match, last, game.options())
        line = Line.begin(game, game.start(options))
        line = _play_words(line, notes.get(OPENING, ""))
        for move in moves_of(match.games[last], options):
            line = line.play(move)
        return _play_words(line, notes.get(SINCE, ""))
    except BadNotation:
        raise
    except FourthSeatError as error:
        raise BadNotation(error.text) from None


def _play_words(line: Line, words: str) -> Line:
    for word in words.split():
        for move in line.game.parse(line.state, word):
            line = line.play(move)
    return line


# -- a game of the match ---------------------------------------------------------------------------------------------------


def options_of(match: MatMatch, number: int, options: Options) -> Options:
    """The options of a game of the match (numbered from 0); those that the file does not hold come from `options`.

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
    """The scores before the earlier games, as long as the match was undecided."""
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
        return read_moves(state, turn.text)
    high, low = max(dice), min(dice)
    return read_moves(state, f"{high}{low}:{ways}" if turn.colour == 1 else f"{low}{high}:{ways}")


def _wrong(turn: MatTurn, reason: Text) -> BadNotation:
    if not turn.line:
        return BadNotation(say("{turn}: {reason}", turn=turn.text, reason=reason))
    return BadNotation(say("line {line}: {reason}", line=turn.line, reason=reason))


def game_of(options: Options, moves: Iterable[BackgammonMove], winner: int = 0, points: int = 0) -> MatGame:
    """The game as a match file holds it.

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
