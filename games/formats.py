"""File formats for games. Every game has the plain format, and some games also support formats of other programs. The
format of a file is detected from its contents, regardless of its name.

A plain file consists of a line with the game's name and options, a line for each named player (`seat 1 Anna`), and a line
for each move or throw. A `position` line represents a correction of the position, and `resign SEAT` or `stop` means that
the players ended the game. A file may contain several games in sequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.games import all_games, find
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.protocol import AnyGame, Ending, Format, Line, PlayedGame, Result
from fourth_seat.words import FourthSeatError, Text, say

GAME_WORD, SEAT_WORD, POSITION_WORD, RESIGN_WORD, STOP_WORD = "game", "seat", "position", "resign", "stop"
PLAIN_SUFFIX = ".moves"
MAX_WIN_FACTOR = 99  # times that a win can count; more than in any game
MAX_NAME_CHARS = 100  # of a name in a file

NumberedLine = tuple[int, str]


def formats_of(game: AnyGame) -> tuple[Format, ...]:
    """Return the formats in which a game can be read and written, best first."""
    return *game.formats(), plain(game)


def plain(game: AnyGame) -> Format:
    """Return a game's plain format."""
    return Format(PLAIN_SUFFIX, say("moves as text"), partial(_is_plain, game), write_plain, partial(read_plain, game))


def format_of(game: AnyGame, name: str) -> Format:
    """Return the format for writing a file, based on its suffix.

    Raises:
        BadNotation: the game has no such format. The message lists the available ones.
    """
    for form in formats_of(game):
        if name.lower().endswith(form.suffix):
            return form
    endings = ", ".join(suffixes([game]))
    raise BadNotation(
        say("{file}: games of {game} are saved in files ending in {suffixes}", file=name, game=game.title, suffixes=endings)
    )


def read_file(name: str, text: str, games: Sequence[AnyGame]) -> tuple[AnyGame, tuple[PlayedGame, ...]]:
    """Parse a file with games of one of the kinds in `games`. Returns the kind of game and the games in the file.

    The format is detected from the text. If no format claims the text, the parser for the file's suffix is used to report
    the error.

    Raises:
        BadNotation: the file cannot be parsed. The reason comes from the first format that claimed it.
    """
    reason: Text | None = None
    for game, form in _claiming(text, games) or _named(name, text, games):
        try:
            return game, form.read(text)
        except FourthSeatError as error:
            reason = reason or error.text
    raise BadNotation(say("{file}: {reason}", file=name, reason=reason or _why_unknown(text, games)))


def _claiming(text: str, games: Iterable[AnyGame]) -> list[tuple[AnyGame, Format]]:
    return [(game, form) for game in games for form in formats_of(game) if form.claims(text)]


def _named(name: str, text: str, games: Iterable[AnyGame]) -> list[tuple[AnyGame, Format]]:
    """Return the formats for the suffix of a file that no game claims."""
    forms = [(game, form) for game in games for form in formats_of(game)]
    return [] if _claiming(text, all_games()) else [each for each in forms if name.lower().endswith(each[1].suffix)]


def _why_unknown(text: str, games: Iterable[AnyGame]) -> Text:
    """Return the reason why none of these games has a format for a text."""
    for game, _ in _claiming(text, all_games()):
        return say("this is a {game} file: begin a game of {game} to import it", game=game.title)
    endings = ", ".join(suffixes(games))
    return say("no game was found in this file; files with games usually end in {suffixes}", suffixes=endings)


def suffixes(games: Iterable[AnyGame]) -> tuple[str, ...]:
    """Return the suffixes of the files that this program writes for these games."""
    return tuple(dict.fromkeys(form.suffix for game in games for form in formats_of(game)))


def kept_name(name: str) -> str:
    """Convert a name to a line of up to `MAX_NAME_CHARS` characters without control characters, for use in files."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())[:MAX_NAME_CHARS].strip()


# -- the plain format ------------------------------------------------------------------------------------------------------


def write_plain(games: Sequence[PlayedGame]) -> str:
    """Serialise games to the text of a plain file."""
    return "".join(f"{row}\n" for game in games for row in _rows(game))


def _rows(played: PlayedGame) -> Iterator[str]:
    game, options = played.line.game, played.options
    yield f"{GAME_WORD} {game.name} {options}".rstrip()
    yield from (f"{SEAT_WORD} {seat} {kept_name(name)}" for seat, name in enumerate(played.names, 1) if kept_name(name))
    for number, line in enumerate(played.lines):
        if number or line.start != game.start(options):
            yield f"{POSITION_WORD} {game.position(line.start)}"
        yield from map(str, line.moves)
    if ending := played.ending:
        yield f"{RESIGN_WORD} {ending.seat} {ending.worth or ''}".rstrip() if ending.seat else STOP_WORD


def _is_plain(game: AnyGame, text: str) -> bool:
    """Return whether a text begins like a plain file of this game."""
    words = text.removeprefix("\ufeff").split(maxsplit=2)
    return words[:1] == [GAME_WORD] and "".join(words[1:2]).lower() in (game.name, *game.aliases)


def read_plain(game: AnyGame, text: str) -> tuple[PlayedGame, ...]:
    """Parse the games of a plain file.

    Raises:
        BadNotation: a line is invalid or a move is illegal. The message gives the line number.
    """
    text = text.removeprefix("\ufeff")
    rows = [(number, row.strip()) for number, row in enumerate(text.splitlines(), 1) if row.strip()]
    if not rows or rows[0][1].split()[0] != GAME_WORD:
        raise BadNotation(say("its first line must be game NAME, such as game {name}", name=game.name))
    starts = [at for at, (_, row) in enumerate(rows) if row.split()[0] == GAME_WORD]
    return tuple(_read_game(game, rows[at:end]) for at, end in zip(starts, [*starts[1:], len(rows)], strict=True))


def _read_game(game: AnyGame, rows: list[NumberedLine]) -> PlayedGame:
    reader = _PlainReader(game, rows[0])
    for number, row in rows[1:]:
        try:
            reader.read(row)
        except FourthSeatError as error:
            raise wrong_line(number, error.text) from None
    return PlayedGame(tuple(reader.lines), tuple(reader.names), reader.ending)


class _PlainReader:
    """Parses a game line by line."""

    def __init__(self, game: AnyGame, head: NumberedLine) -> None:
        number, row = head
        words = row.split(maxsplit=2)
        try:
            if find("".join(words[1:2])) is not game:
                raise BadNotation(say("it should be: game {name}", name=game.name))
            options = game.options("".join(words[2:]))
            self.lines = [Line.begin(game, game.start(options))]
        except FourthSeatError as error:
            raise wrong_line(number, error.text) from None
        self.names = [""] * game.seats(options)
        self.ending: Ending | None = None

    def read(self, row: str) -> None:
        word, _, rest = row.partition(" ")
        line = self.lines[-1]
        if self.ending:
            raise BadNotation(say("the game ended before this line"))
        if word == SEAT_WORD:
            number, _, name = rest.partition(" ")
            self.names[self._seat(number) - 1] = name.strip()
        elif word == POSITION_WORD:
            state = line.game.parse_position(rest, self.lines[0].start.options)
            self.lines.append(Line.begin(line.game, state))
        elif word in (RESIGN_WORD, STOP_WORD):
            self._end(word, rest)
        else:
            for move in line.game.parse(line.state, row):
                line = line.play(move)
            self.lines[-1] = line

    def _seat(self, text: str) -> int:
        last = len(self.names)
        return _number(text, last, say("there is no seat {n}; the seats are 1 to {last}", n=text, last=last))

    def _end(self, word: str, rest: str) -> None:
        line = self.lines[-1]
        if line.state.over:
            raise BadNotation(say("the game ended before this line"))
        if word == STOP_WORD:
            self.ending = Ending()
            return
        seat, _, worth = rest.partition(" ")
        times = _number(worth, MAX_WIN_FACTOR, say("{text} is not a number", text=worth)) if worth else 0
        self.ending = Ending(self._seat(seat), times)
        line.game.resigned(line.state, self.ending.seat, self.ending.worth)


def _number(text: str, most: int, reason: Text) -> int:
    number = parse_integer(text, 1, most)
    if number is None:
        raise BadNotation(reason)
    return number


# -- for the formats of games ----------------------------------------------------------------------------------------------


def wrong_line(number: int, reason: Text) -> BadNotation:
    """Return an error with the reason, prefixed with the line number."""
    return BadNotation(say("line {line}: {reason}", line=number, reason=reason))


def result_of(played: PlayedGame) -> Result | None:
    """Return the result of a game that was ended by the rules or by the players, or None for an unfinished game."""
    state, ending = played.line.state, played.ending
    if ending is None or state.over:
        return state.result
    return played.line.game.resigned(state, ending.seat, ending.worth) if ending.seat else state.standing()


def line_from_start(played: PlayedGame) -> Line:
    """Return the single line of a game that was played from the initial position without corrections.

    Raises:
        BadNotation: the board was corrected manually, which most formats cannot represent.
    """
    if len(played.lines) > 1 or played.line.start != played.line.game.start(played.options):
        raise BadNotation(say("the board was corrected by hand in this game: only a .moves file can hold it"))
    return played.line
