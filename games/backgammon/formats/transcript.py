"""Converts games to and from match files (`.mat`).

As in other programs' files, data that does not fit in the columns of a match file is written in comments above them. It
includes options, tied opening throws, throws and decisions to roll since the last turn, and a note if a game was stopped.
From the second game on, the names of these comments include the game's number, and options are written only if they do not
follow from the previous game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from fourth_seat.games.backgammon.checkers import SIDE_KEYS
from fourth_seat.games.backgammon.formats import dialects, mat_reader
from fourth_seat.games.backgammon.formats.endings import ending
from fourth_seat.games.backgammon.formats.mat import MatGame, MatMatch, MatTurn, spelt, write
from fourth_seat.games.backgammon.formats.match_rules import options_of, rules_of
from fourth_seat.games.backgammon.formats.play_out import play_out
from fourth_seat.games.backgammon.match import next_game, score
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, BackgammonThrow, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonState, start
from fourth_seat.games.errors import BadNotation, IllegalMove
from fourth_seat.games.formats import kept_name, line_from_start, result_of
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import MAX_GAME_MOVES, Ending, Game, Line, PlayedGame, Result
from fourth_seat.words import FourthSeatError, say

OPTIONS_NOTE, OPENING_NOTE, SINCE_NOTE, STOPPED_NOTE = "Options", "Opening", "Since", "Stopped"  # names of comments
MAX_SCORE_POINTS = 999_999  # of single games in a row

BackgammonRules = Game[BackgammonState, BackgammonMove]
Notes = dict[str, str]

# -- writing -------------------------------------------------------------------------------------------------------------


def write_mat(games: Sequence[PlayedGame]) -> str:
    """Serialise games to the text of a match file.

    Raises:
        BadNotation: a board was corrected manually, or the games belong to different matches.
    """
    length = int(games[0].options["match"])
    if any(game.options["match"] != length for game in games):
        raise BadNotation(say("these games are from different matches: only a .moves file can hold them all"))
    written: list[MatGame] = []
    notes: list[tuple[str, str]] = []
    total = (0, 0)
    for number, (before, played) in enumerate(pairwise((None, *map(_with_worth, games)))):
        assert played
        moves, result = line_from_start(played).moves, result_of(played)
        single = result if result and len(result.winners) == 1 else None
        before_it = score(played.options) if length else total
        white, black = (_written_name(name, key) for name, key in zip(played.names, SIDE_KEYS, strict=True))
        winner, points = (single.winners[0], max(single.scores)) if single else (0, 0)
        written.append(game_of(played.options, moves, winner, points, (white, black), before_it))
        notes += _notes(played, before, number)
        if result:
            total = _sum(total, result)
    return write(MatMatch(length, tuple(written), tuple(notes)))


def _with_worth(played: PlayedGame) -> PlayedGame:
    """Return the game, with a resignation of unknown value counted as a single game."""
    ending = played.ending
    return replace(played, ending=replace(ending, worth=ending.worth or 1)) if ending and ending.seat else played


def _sum(total: tuple[int, int], result: Result) -> tuple[int, int]:
    white, black = (min(had + got, MAX_SCORE_POINTS) for had, got in zip(total, result.scores, strict=True))
    return white, black


def _written_name(name: str, key: str) -> str:
    return kept_name(name).lstrip(";# ") or key


def _notes(played: PlayedGame, before: PlayedGame | None, number: int) -> Iterator[tuple[str, str]]:
    """Return the comments of a game as pairs of name and value."""
    moves = played.line.moves
    turns = moves[_repeated_openings(played.line) :]
    since = list(takewhile(lambda move: isinstance(move, BackgammonThrow) or move is CubeAction.ROLL, reversed(turns)))
    notes = {
        OPTIONS_NOTE: "" if before and _following(before) == played.options else str(played.options),
        OPENING_NOTE: _written_words(moves[: _repeated_openings(played.line)]),
        SINCE_NOTE: _written_words(reversed(since)),
        STOPPED_NOTE: "yes" if played.ending and not played.ending.seat else "",
    }
    return ((_of_game(name, number), value) for name, value in notes.items() if value)


def _of_game(name: str, number: int) -> str:
    return f"{name} {number + 1}" if number else name


def _following(before: PlayedGame) -> Options | None:
    """Return the options that follow from those of the previous game, or None if the match is over."""
    result = result_of(before)
    return next_game(before.options, result) if result else before.options


def _repeated_openings(line: Line) -> int:
    """Return the number of tied opening throws that were repeated."""
    if line.start.mover:
        return 0
    return sum(1 for _ in takewhile(lambda throw: throw.dice[0] == throw.dice[1], line.moves))


def _written_words(moves: Iterable[BackgammonMove]) -> str:
    return " ".join(str(move) for move in moves)


def game_of(
    options: Options,
    moves: Iterable[BackgammonMove],
    winner: int = 0,
    points: int = 0,
    names: tuple[str, str] = (SIDE_KEYS[0], SIDE_KEYS[1]),
    before: tuple[int, int] | None = None,
) -> MatGame:
    """Convert a game to the structure of a match file.

    Args:
        options: the options of the game.
        moves: all moves including throws. They must be legal.
        winner: the winner if the moves do not end the game (for example, by resignation), or 0 for none.
        points: the points won, if the moves do not end the game.
        names: white's and black's names.
        before: the score before the game. Defaults to the score in the options.
    """
    state = start(options)
    turns = []
    for move in moves:
        if isinstance(move, BackgammonPlay):
            turns.append(MatTurn(state.turn, spelt(move)))
        elif not isinstance(move, BackgammonThrow) and move is not CubeAction.ROLL:
            turns.append(MatTurn(state.turn, str(move)))
        state = state.play_unchecked(move)
    if result := state.result:
        winner, points = result.winners[0], max(result.scores)
    return MatGame(names, before or score(options), tuple(turns), winner, points)


# -- reading -------------------------------------------------------------------------------------------------------------


def is_mat(text: str) -> bool:
    """Return whether a text is a match file or a known but unsupported kind of backgammon file."""
    return mat_reader.is_match(text) or dialects.why_unreadable(text) is not None


def read_mat(game: BackgammonRules, text: str) -> tuple[PlayedGame, ...]:
    """Parse all games of a match file.

    Raises:
        BadNotation: the file is invalid (the message gives the place) or of an unsupported kind (the message suggests
            which format to export instead).
    """
    if not mat_reader.is_match(text) and (reason := dialects.why_unreadable(text)):
        raise BadNotation(reason)
    match = mat_reader.read(text)
    notes = dict(match.notes)
    rules = None if notes.get(OPTIONS_NOTE) else rules_of(match)
    games: list[PlayedGame] = []
    for number in range(len(match.games)):
        options = options_of(match, number, rules) if rules else _noted_options(game, match, number, notes, games)
        of_game = {name: notes.get(_of_game(name, number), "") for name in MOVE_NOTES}
        games.append(_played(game, match, number, options, of_game, foreign=rules is not None))
    return tuple(games)


MOVE_NOTES = (OPENING_NOTE, SINCE_NOTE, STOPPED_NOTE)


def _noted_options(
    game: BackgammonRules, match: MatMatch, number: int, notes: Notes, before: Sequence[PlayedGame]
) -> Options:
    """Return the options of a game in a file written by this program."""
    found, noted = match.games[number], notes.get(_of_game(OPTIONS_NOTE, number))
    try:
        options = game.options(noted) if noted else _following(before[-1])
    except FourthSeatError as error:
        raise BadNotation(error.text) from None
    if options is None:
        raise found.place.wrong(say("the match was over before this game"))
    if options["match"] != match.length:
        raise match.place.wrong(say("according to the options above, the match is to {n} points", n=int(options["match"])))
    if match.length and score(options) != found.scores:
        one, other = score(options)
        raise found.place.wrong(say("the score should be {one} to {other}", one=one, other=other))
    return options


def _played(
    game: BackgammonRules, match: MatMatch, number: int, options: Options, notes: Notes, *, foreign: bool
) -> PlayedGame:
    found = match.games[number]
    try:
        line = _play_words(Line.begin(game, game.start(options)), notes[OPENING_NOTE])
        played = play_out(found, options)
        ended = Ending() if notes[STOPPED_NOTE] else ending(match, number, played, foreign=foreign)
        if len(line.moves) + len(played.moves) > MAX_GAME_MOVES:
            raise IllegalMove(say("a game has at most {n} moves and rolls of the dice", n=MAX_GAME_MOVES))
        line = Line(game, line.start, (*line.moves, *played.moves), played.state)
        line = _play_words(line, notes[SINCE_NOTE])
    except BadNotation:
        raise
    except FourthSeatError as error:
        raise found.place.wrong(error.text) from None
    names = tuple("" if name == key else kept_name(name) for name, key in zip(found.names, SIDE_KEYS, strict=True))
    return PlayedGame((line,), names, ended, tuple(played.notices))


def _play_words(line: Line, words: str) -> Line:
    for word in words.split():
        for move in line.game.parse(line.state, word):
            line = line.play(move)
    return line
